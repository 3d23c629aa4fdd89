//! By how much a condition holds, or fails to: a slope for searches that look for a board that
//! meets it.
//!
//! The robustness of temporal logic (Fainekos and Pappas 2009) without the time: a comparison is
//! worth the difference of its sides, `and` the lesser part, `or` the greater, `not` the opposite.
//! Plain conditions, and equalities between them, are worth 1 or -1.

use super::print::print;
use super::tree::{Node, Operator};
use super::{Expression, ExpressionError, InvariantName, Kind};

impl Expression {
    /// For a condition, the expression that is positive where it holds and negative where it does
    /// not (0 on the border).
    ///
    /// # Errors
    /// When that expression is too long or too deep.
    pub fn margin(&self, names: &[InvariantName]) -> Result<Expression, ExpressionError> {
        debug_assert_eq!(self.kind, Kind::Condition);
        Expression::parse(&margin(&self.root, &self.names), names)
    }
}

fn margin(node: &Node, names: &[String]) -> String {
    let part = |n: &Node| margin(n, names);
    let lead = |a: &Node, b: &Node| format!("({}) - ({})", print(a, names), print(b, names));
    match node {
        Node::Not(a) => format!("-({})", part(a)),
        Node::Binary(operator, parts) => {
            let (a, b) = (&parts[0], &parts[1]);
            match operator {
                Operator::And => format!("min({}, {})", part(a), part(b)),
                Operator::Or => format!("max({}, {})", part(a), part(b)),
                Operator::Greater | Operator::AtLeast => lead(a, b),
                Operator::Less | Operator::AtMost => lead(b, a),
                Operator::Equal if is_number(a) => format!("-abs({})", lead(a, b)),
                Operator::NotEqual if is_number(a) => format!("abs({})", lead(a, b)),
                _ => plain(node, names),
            }
        }
        _ => plain(node, names),
    }
}

fn plain(node: &Node, names: &[String]) -> String {
    format!("if({}, 1, -1)", print(node, names))
}

/// Whether a side of an equality is a number for sure; names are taken for conditions, which gives
/// their equality the worth of a plain condition.
fn is_number(node: &Node) -> bool {
    match node {
        Node::Number(_) | Node::Negate(_) | Node::Power(..) | Node::Call(..) => true,
        Node::Binary(operator, _) => operator.gives() == Kind::Number,
        Node::If(parts) => is_number(&parts[1]),
        Node::Truth(_) | Node::Name(_) | Node::Not(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin_of(condition: &str) -> String {
        let names: Vec<InvariantName> = ["a", "b", "c"].map(InvariantName::number).into();
        let condition = Expression::parse(condition, &names).unwrap();
        condition.margin(&names).unwrap().text().to_string()
    }

    #[test]
    fn comparisons_become_differences() {
        assert_eq!(margin_of("a > b + c / 2"), "a - (b + c / 2)");
        assert_eq!(margin_of("a <= 2 and b >= c"), "min(2 - a, b - c)");
        assert_eq!(margin_of("not (a < b or a < c)"), "-max(b - a, c - a)");
        assert_eq!(margin_of("a + 1 == b"), "-abs(a + 1 - b)");
        assert_eq!(margin_of("a == b"), "if(a == b, 1, -1)");
    }
}
