//! Proposes families that a board belongs to: numbers of its shape become parameters.
//!
//! Equal numbers become equal expressions. The proposals are, in this order:
//!
//! - All numbers change together, as in `caterpillar(n+1,n,n+1)` for `caterpillar(5,4,5)`.
//! - All numbers are multiples of the least number.
//! - One number changes, and the others stay.
//! - If there are two or three different numbers, each is a parameter of its own.

use super::sweep::Ranges;
use boilingpoint_boards::{Arithmetic, Construction, Expr, FamilyCall, Parameters, Part, Shape};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// If the number of the board is large, a sweep goes this far beyond it. Otherwise the sweep goes
/// to about twice the number.
const FURTHER: i64 = 4;
/// Numbers greater than this are large.
const LARGE: i64 = 20;
/// The number of values of each parameter, if there are several parameters.
const ACROSS: i64 = 6;
/// The names of the parameters, if there are several.
const NAMES: [char; 3] = ['a', 'b', 'c'];

/// A family that a board belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    pub family: Construction,
    /// The values of the parameters at which the family has the board.
    pub at: Parameters,
}

/// The numbers of a shape that may become parameters, in the order in which they are written.
fn sites(shape: &Construction) -> Vec<i64> {
    let mut found = Vec::new();
    let mut note = |value: i64| {
        found.push(value);
        Expr::Number(value)
    };
    let _ = mapped(shape, &mut note);
    found
}

/// Replaces each number `n` of a shape that may become a parameter by `to(n)`, in the order in
/// which the numbers are written.
fn mapped(shape: &Construction, to: &mut impl FnMut(i64) -> Expr) -> Construction {
    let parts = |parts: &[Part], to: &mut _| parts.iter().map(|p| part(p, to)).collect();
    match shape {
        Construction::Family(call) => Construction::Family(arguments(call, to)),
        Construction::Tree(tint, p) => Construction::Tree(*tint, parts(p, to)),
        Construction::Chain(p) => Construction::Chain(parts(p, to)),
        Construction::Compose(first, p) => Construction::Compose(first.clone(), parts(p, to)),
        other => other.clone(),
    }
}

/// The multiplicity of a part may become a parameter if it is at least two.
fn part(part: &Part, to: &mut impl FnMut(i64) -> Expr) -> Part {
    let times = match part.times {
        Expr::Number(times) if times > 1 => to(times),
        ref other => other.clone(),
    };
    Part {
        times,
        what: mapped(&part.what, to),
    }
}

/// The arguments of a family are counts. A count of zero stays zero.
fn arguments(call: &FamilyCall, to: &mut impl FnMut(i64) -> Expr) -> FamilyCall {
    let argument = |arg: &Expr| match arg {
        Expr::Number(value) if *value > 0 => to(*value),
        other => other.clone(),
    };
    FamilyCall {
        name: call.name.clone(),
        args: call.args.iter().map(argument).collect(),
    }
}

/// The expression `name + by`.
fn shifted(name: char, by: i64) -> Expr {
    let name = Box::new(Expr::Parameter(name));
    match by {
        0 => *name,
        by if by > 0 => Expr::Binary(Arithmetic::Add, name, Box::new(Expr::Number(by))),
        by => Expr::Binary(Arithmetic::Subtract, name, Box::new(Expr::Number(-by))),
    }
}

fn multiple(name: char, by: i64) -> Expr {
    match by {
        1 => Expr::Parameter(name),
        by => Expr::Binary(
            Arithmetic::Multiply,
            Box::new(Expr::Number(by)),
            Box::new(Expr::Parameter(name)),
        ),
    }
}

/// The families that a shape belongs to, without repetition.
pub fn proposals(shape: &Shape) -> Vec<Proposal> {
    let values: BTreeSet<i64> = sites(&shape.0).into_iter().collect();
    let Some(&least) = values.first() else {
        return Vec::new();
    };
    let one = |n: i64| Parameters::none().with('n', n);
    let mut found: Vec<Proposal> = Vec::new();
    let mut propose = |at: Parameters, to: &dyn Fn(i64) -> Expr| {
        let family = mapped(&shape.0, &mut |v| to(v));
        if found.iter().all(|p| p.family != family) {
            found.push(Proposal { family, at });
        }
    };
    propose(one(least), &|v| shifted('n', v - least));
    if least > 1 && values.len() > 1 && values.iter().all(|v| v % least == 0) {
        propose(one(least), &|v| multiple('n', v / least));
    }
    if values.len() > 1 {
        for &value in &values {
            let to = |v: i64| {
                if v == value {
                    Expr::Parameter('n')
                } else {
                    Expr::Number(v)
                }
            };
            propose(one(value), &to);
        }
    }
    if (2..=NAMES.len()).contains(&values.len()) {
        let name = |v: i64| {
            values
                .iter()
                .position(|&w| w == v)
                .map_or('a', |i| NAMES[i])
        };
        let at = values.iter().map(|&v| (name(v), v)).collect();
        propose(at, &|v| Expr::Parameter(name(v)));
    }
    found
}

impl Proposal {
    /// The ranges for a sweep. The range of a single parameter ends beyond the board. If there are
    /// several parameters, the board is about in the middle of each range.
    pub fn ranges(&self) -> Ranges {
        let several = self.at.iter().count() > 1;
        let range = |value: i64| -> RangeInclusive<i64> {
            if several {
                let low = (value - ACROSS / 2).max(1);
                low..=low + ACROSS - 1
            } else if value > 2 * LARGE {
                value - 8..=value + FURTHER
            } else if value > LARGE {
                1..=value + FURTHER
            } else {
                1..=(2 * value + 2).max(8)
            }
        };
        Ranges(self.at.iter().map(|(name, v)| (name, range(v))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::canon::{fingerprint, normal};
    use boilingpoint_boards::{Board, parse_board, shape_of};
    use proptest::prelude::*;

    fn shape(text: &str) -> Option<String> {
        let board = normal(&parse_board(text).unwrap());
        shape_of(&board).map(|s| s.0.to_string())
    }

    fn families(text: &str) -> Vec<String> {
        let board = normal(&parse_board(text).unwrap());
        let found = proposals(&shape_of(&board).unwrap());
        found
            .iter()
            .map(|p| format!("{} at {}", p.family, p.at))
            .collect()
    }

    #[test]
    fn shapes() {
        let is = |text: &str, expected: &str| assert_eq!(shape(text).as_deref(), Some(expected));
        is("caterpillar(4,5,3)", "caterpillar(4,5,3)");
        is("caterpillar(3,5,4)", "caterpillar(4,5,3)");
        is("star(7)", "star(7)");
        is("path(6)", "path(6)");
        is("nary_tree(3,2)", "tree(3*tree(3*leaf))");
        is("nary_tree(2,3)", "tree(2*tree(2*tree(2*leaf)))");
        is("spider(3,3,3,2)", "tree(3*path(3),path(2))");
        is("chain(2*tree(2*path(2)))", "chain(2*tree(2*path(2)))");
        is("bipartite(3,4)", "compose(A_,4*leaf,3*leaf)");
        is("complete(5)", "complete(5)");
        is("star(3) LR.R", "left(leaf,2*right)");
        assert_eq!(shape("cycle(7)"), None);
        assert_eq!(shape("0-1,2-3"), None);
    }

    #[test]
    fn the_papers_family_from_its_member() {
        assert_eq!(
            families("caterpillar(5,4,5)"),
            [
                "caterpillar(n+1,n,n+1) at n = 4",
                "caterpillar(5,n,5) at n = 4",
                "caterpillar(n,4,n) at n = 5",
                "caterpillar(a,b,a) at a = 4, b = 5"
                    .replace("a,b,a", "b,a,b")
                    .as_str(),
            ]
        );
        assert_eq!(families("star(6)"), ["star(n) at n = 6"]);
        assert_eq!(
            families("tree(3*tree(6*leaf))")[..2],
            [
                "tree(n*tree((n+3)*leaf)) at n = 3",
                "tree(n*tree(2*n*leaf)) at n = 3"
            ]
        );
    }

    fn any_tree() -> impl Strategy<Value = Board> {
        (2..14usize, any::<u32>())
            .prop_map(|(n, seed)| parse_board(&format!("random_tree({n},{seed})")).unwrap())
    }

    proptest! {
        #[test]
        fn the_board_is_a_member_of_each_family(board in any_tree()) {
            let shape = shape_of(&board).expect("a tree has a shape");
            for proposal in proposals(&shape) {
                let member = proposal.family.build(&proposal.at).unwrap();
                prop_assert_eq!(fingerprint(&member), fingerprint(&board), "{}", proposal.family);
                let ranges = proposal.ranges();
                for (name, value) in proposal.at.iter() {
                    let range = ranges.0.iter().find(|r| r.0 == name).unwrap();
                    prop_assert!(range.1.contains(&value));
                }
            }
        }
    }
}
