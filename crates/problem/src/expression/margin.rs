//! The margin of a condition: a number that says by how much the condition holds or fails. A search
//! for a board that meets a condition can maximise the margin of the condition.
//!
//! The margin is the robustness of temporal logic (Fainekos and Pappas 2009), without the time. The
//! margin of a comparison is the difference of its sides. The margin of `and` is the lesser of the
//! margins of its parts, the margin of `or` the greater, the margin of `not` the negative of the
//! part's margin. A condition that is an invariant, or an equality between conditions or values, has
//! margin 1 or -1.
//!
//! With square roots the margin would be irrational. It is then rounded to multiples of 1/1024, such
//! that it still is positive only where the condition holds.

use super::print::print;
use super::tree::{Infix, Term};
use super::{Expression, ExpressionError, InvariantName, Names, QuantityKind};

impl Expression {
    /// For a condition, an expression that is positive where the condition holds and negative where
    /// the condition fails. On the border between the two, the expression is 0.
    ///
    /// # Errors
    /// When the margin is longer than [`MAX_LENGTH`](super::MAX_LENGTH) or nested deeper than
    /// [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn margin(&self, names: &Names) -> Result<Expression, ExpressionError> {
        debug_assert_eq!(self.kind, QuantityKind::Condition);
        let is_number = |n: &InvariantName| n.kind == QuantityKind::Number;
        let of = |name: &String| names.iter().any(|n| n.name == *name && is_number(n));
        let are_numbers: Vec<bool> = self.names.iter().map(of).collect();
        Expression::parse(&margin(&self.root, &self.names, &are_numbers), names)
    }
}

/// The margin of a part. The last list says which of the names are numbers.
fn margin(node: &Term, names: &[String], are_numbers: &[bool]) -> String {
    let part = |n: &Term| margin(n, names, are_numbers);
    let lead = |a: &Term, b: &Term| format!("({}) - ({})", print(a, names), print(b, names));
    let rounded = |function: &str, lead: String| match node.has_root() {
        true => format!("{function}(1024 * ({lead})) / 1024"),
        false => lead,
    };
    match node {
        Term::Not(a) => format!("-({})", part(a)),
        Term::Binary(operator, parts) => {
            let (a, b) = (&parts[0], &parts[1]);
            match operator {
                Infix::And => format!("min({}, {})", part(a), part(b)),
                Infix::Or => format!("max({}, {})", part(a), part(b)),
                Infix::Greater => rounded("ceil", lead(a, b)),
                Infix::AtLeast => rounded("floor", lead(a, b)),
                Infix::Less => rounded("ceil", lead(b, a)),
                Infix::AtMost => rounded("floor", lead(b, a)),
                Infix::Equal if is_number(a, are_numbers) => {
                    format!("-({})", rounded("ceil", format!("abs({})", lead(a, b))))
                }
                Infix::NotEqual if is_number(a, are_numbers) => {
                    rounded("ceil", format!("abs({})", lead(a, b)))
                }
                _ => plain(node, names),
            }
        }
        _ => plain(node, names),
    }
}

fn plain(node: &Term, names: &[String]) -> String {
    format!("if({}, 1, -1)", print(node, names))
}

/// Whether a side of an equality is a number.
fn is_number(node: &Term, are_numbers: &[bool]) -> bool {
    match node {
        Term::Number(_) | Term::Negate(_) | Term::Power(..) | Term::Call(..) => true,
        Term::Binary(operator, _) => operator.gives() == QuantityKind::Number,
        Term::If(parts) => is_number(&parts[1], are_numbers),
        Term::Name(name) => are_numbers[*name],
        Term::Truth(_) | Term::Not(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin_of(condition: &str) -> String {
        let numbers = ["a", "b", "c"].map(InvariantName::number);
        let names = Names::only(numbers).and(["p", "q"].map(InvariantName::condition));
        let condition = Expression::parse(condition, &names).unwrap();
        condition.margin(&names).unwrap().text().to_string()
    }

    #[test]
    fn comparisons_become_differences() {
        assert_eq!(margin_of("a > b + c / 2"), "a - (b + c / 2)");
        assert_eq!(margin_of("a <= 2 and b >= c"), "min(2 - a, b - c)");
        assert_eq!(margin_of("not (a < b or a < c)"), "-max(b - a, c - a)");
        assert_eq!(margin_of("a + 1 == b"), "-abs(a + 1 - b)");
        assert_eq!(margin_of("a == b"), "-abs(a - b)");
        assert_eq!(margin_of("p == q"), "if(p == q, 1, -1)");
        assert_eq!(
            margin_of("a > sqrt(b)"),
            "ceil(1024 * (a - sqrt(b))) / 1024"
        );
        assert_eq!(
            margin_of("a <= sqrt(b)"),
            "floor(1024 * (sqrt(b) - a)) / 1024"
        );
    }
}
