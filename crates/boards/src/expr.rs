//! Integer expressions in parameters such as `n`, for the arguments of families and for the numbers
//! of copies of parts.

use boilingpoint_language::{Cursor, Grammar, Level, Unexpected, bracketed};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::fmt;

/// The greatest number of operators in one expression, and of parentheses inside each other. The
/// limit keeps the recursion shallow. Each pair that is written has an operator of its own inside,
/// so that the text of an expression within the limit is within it as well.
const MOST_OPERATORS: usize = 200;

/// An operator between two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Addition, `+`.
    Add,
    /// Subtraction, `-`.
    Subtract,
    /// Multiplication, `*`.
    Multiply,
    /// Division, `/`, which must leave no remainder.
    Divide,
    /// Power, `^`, whose exponent must not be negative.
    Power,
}

impl Arithmetic {
    /// All operators with symbol and precedence, in the order of declaration.
    const TABLE: [(Arithmetic, char, Level); 5] = [
        (Arithmetic::Add, '+', Level::Sum),
        (Arithmetic::Subtract, '-', Level::Sum),
        (Arithmetic::Multiply, '*', Level::Product),
        (Arithmetic::Divide, '/', Level::Product),
        (Arithmetic::Power, '^', Level::Power),
    ];

    fn symbol(self) -> char {
        Arithmetic::TABLE[self as usize].1
    }

    fn level(self) -> Level {
        Arithmetic::TABLE[self as usize].2
    }
}

/// The values of parameters, sorted by name. A name is a lower-case letter. A single parameter
/// needs no heap, since games evaluate expressions for every move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Parameters(SmallVec<[(char, i64); 1]>);

impl Parameters {
    /// A list without values.
    pub fn none() -> Parameters {
        Parameters::default()
    }

    /// Adds the value of a parameter, or replaces it.
    #[must_use]
    pub fn with(mut self, name: char, value: i64) -> Parameters {
        match self.0.binary_search_by_key(&name, |p| p.0) {
            Ok(i) => self.0[i].1 = value,
            Err(i) => self.0.insert(i, (name, value)),
        }
        self
    }

    /// The value of a parameter; `None` if it has no value.
    pub fn get(&self, name: char) -> Option<i64> {
        self.iter().find(|p| p.0 == name).map(|p| p.1)
    }

    /// The names with their values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (char, i64)> + '_ {
        self.0.iter().copied()
    }

    /// Whether no parameter has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(char, i64)> for Parameters {
    fn from_iter<I: IntoIterator<Item = (char, i64)>>(values: I) -> Parameters {
        let with = |all: Parameters, (name, value)| all.with(name, value);
        values.into_iter().fold(Parameters::none(), with)
    }
}

impl fmt::Display for Parameters {
    /// Writes the values as text, such as `m = 2, n = 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name} = {value}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// An integer expression, in which parameters may occur.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Number(i64),
    /// A parameter, such as `n`.
    Parameter(char),
    /// The negative of an expression, `-x`.
    Negative(Box<Expr>),
    /// Two expressions joined by an operator.
    Binary(Arithmetic, Box<Expr>, Box<Expr>),
}

/// The reason why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExprError {
    /// A parameter of the expression was given no value.
    #[error("`{0}` has no value here")]
    NoParameter(char),
    /// An intermediate number does not fit into 64 bits.
    #[error("the numbers in `{0}` grow too large")]
    Overflow(String),
    /// A division leaves a remainder, or its divisor is zero.
    #[error("`{quotient}` is {dividend}/{divisor}, which is not an integer")]
    Inexact {
        /// The text of the division.
        quotient: String,
        /// The value of the left side.
        dividend: i64,
        /// The value of the right side.
        divisor: i64,
    },
    /// An exponent is negative.
    #[error("the exponent in `{power}` is {exponent}; expected at least 0")]
    NegativeExponent {
        /// The text of the power.
        power: String,
        /// The value of the exponent.
        exponent: i64,
    },
}

impl Expr {
    /// Reads a text that consists of one expression.
    ///
    /// # Errors
    /// A message with the position of the mistake.
    pub fn parse(text: &str) -> Result<Expr, Unexpected> {
        let mut cursor = Cursor::new(text, "expression");
        let expression = Expr::read(&mut cursor)?;
        cursor.end("an operator or the end")?;
        Ok(expression)
    }

    /// Reads an expression, up to the first character that cannot belong to an expression.
    pub(super) fn read(cursor: &mut Cursor) -> Result<Expr, Unexpected> {
        let mut reader = ExprReader {
            cursor,
            operators: 0,
            open: 0,
        };
        reader.expression(Level::ANY)
    }

    /// Evaluates the expression for the given parameters.
    ///
    /// # Errors
    /// [`ExprError`] gives the reason why the expression has no value.
    pub fn value(&self, given: &Parameters) -> Result<i64, ExprError> {
        match self {
            Expr::Number(number) => Ok(*number),
            Expr::Parameter(name) => given.get(*name).ok_or(ExprError::NoParameter(*name)),
            Expr::Negative(inner) => {
                let value = inner.value(given)?;
                value.checked_neg().ok_or_else(|| self.overflow())
            }
            Expr::Binary(operator, left, right) => {
                self.combine(*operator, left.value(given)?, right.value(given)?)
            }
        }
    }

    fn overflow(&self) -> ExprError {
        ExprError::Overflow(self.to_string())
    }

    fn combine(&self, operator: Arithmetic, left: i64, right: i64) -> Result<i64, ExprError> {
        let value = match operator {
            Arithmetic::Add => left.checked_add(right),
            Arithmetic::Subtract => left.checked_sub(right),
            Arithmetic::Multiply => left.checked_mul(right),
            Arithmetic::Divide => {
                if right == 0 || left.checked_rem(right).is_some_and(|r| r != 0) {
                    let quotient = self.to_string();
                    return Err(ExprError::Inexact {
                        quotient,
                        dividend: left,
                        divisor: right,
                    });
                }
                left.checked_div(right)
            }
            Arithmetic::Power if right < 0 => {
                return Err(ExprError::NegativeExponent {
                    power: self.to_string(),
                    exponent: right,
                });
            }
            Arithmetic::Power => power(left, right),
        };
        value.ok_or_else(|| self.overflow())
    }

    /// Adds the names of the parameters that occur in the expression to `into`.
    pub fn parameters(&self, into: &mut BTreeSet<char>) {
        match self {
            Expr::Number(_) => {}
            Expr::Parameter(name) => {
                into.insert(*name);
            }
            Expr::Negative(inner) => inner.parameters(into),
            Expr::Binary(_, left, right) => {
                left.parameters(into);
                right.parameters(into);
            }
        }
    }

    fn level(&self) -> Level {
        match self {
            Expr::Binary(operator, ..) => operator.level(),
            Expr::Negative(_) => Level::Sign,
            Expr::Number(_) | Expr::Parameter(_) => Level::Atom,
        }
    }

    /// Writes the expression, in parentheses if its operator binds more loosely than `least`.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, least: Level) -> fmt::Result {
        bracketed(f, self, self.level(), least)
    }
}

/// `base^exponent` for a non-negative exponent; `None` if the result does not fit into 64 bits.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

impl fmt::Display for Expr {
    /// Writes the expression. A sign that follows an operator is put into parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Parameter(name) => write!(f, "{name}"),
            Expr::Negative(inner) => {
                write!(f, "-")?;
                inner.write(f, Level::Power)
            }
            Expr::Binary(operator, left, right) => {
                let (least_left, least_right) = operator.level().sides();
                left.write(f, least_left)?;
                write!(f, "{}", operator.symbol())?;
                match **right {
                    Expr::Negative(_) => right.write(f, Level::Atom),
                    _ => right.write(f, least_right),
                }
            }
        }
    }
}

struct ExprReader<'r, 'a> {
    cursor: &'r mut Cursor<'a>,
    operators: usize,
    /// The parentheses that are open.
    open: usize,
}

impl ExprReader<'_, '_> {
    /// Fails if there are more operators or open parentheses than [`MOST_OPERATORS`].
    fn check(&mut self) -> Result<(), Unexpected> {
        let most = MOST_OPERATORS;
        let problem = if self.operators > most {
            format!("an expression has at most {most} operators")
        } else if self.open > most {
            format!("an expression has at most {most} parentheses inside each other")
        } else {
            return Ok(());
        };
        Err(self.cursor.wrong(problem))
    }
}

impl Grammar for ExprReader<'_, '_> {
    type Tree = Expr;
    type Operator = Arithmetic;
    type Error = Unexpected;

    fn operand(&mut self) -> Result<Expr, Unexpected> {
        if self.cursor.take('-') {
            self.operators += 1;
            self.check()?;
            return Ok(Expr::Negative(Box::new(self.expression(Level::Sign)?)));
        }
        if self.cursor.take('(') {
            self.open += 1;
            self.check()?;
            let inner = self.expression(Level::ANY)?;
            self.cursor.require(')', "`)` or an operator")?;
            self.open -= 1;
            return Ok(inner);
        }
        if let Some(name) = letter(*self.cursor) {
            self.cursor.advance();
            return Ok(Expr::Parameter(name));
        }
        let number = self
            .cursor
            .number("a number, a parameter such as `n`, or `(`");
        number.map(Expr::Number)
    }

    fn operator(&mut self, least: Level) -> Result<Option<(Arithmetic, Level)>, Unexpected> {
        self.cursor.skip_spaces();
        let next = self.cursor.peek();
        let mut table = Arithmetic::TABLE.into_iter();
        match table.find(|row| Some(row.1) == next && row.2 >= least) {
            Some((operator, _, level)) if !times_a_board(*self.cursor) => {
                self.cursor.advance();
                self.operators += 1;
                self.check()?;
                Ok(Some((operator, level)))
            }
            _ => Ok(None),
        }
    }

    fn binary(
        &mut self,
        operator: Arithmetic,
        left: Expr,
        right: Expr,
    ) -> Result<Expr, Unexpected> {
        Ok(Expr::Binary(operator, Box::new(left), Box::new(right)))
    }
}

/// The parameter at the cursor: a lower-case letter that is not part of a word. `None` if no
/// parameter comes next.
fn letter(mut cursor: Cursor) -> Option<char> {
    let mut chars = cursor.word().chars();
    let name = chars.next().filter(char::is_ascii_lowercase)?;
    chars.next().is_none().then_some(name)
}

/// Whether `*` comes next, followed by a board instead of a number, as in `3*leaf`.
fn times_a_board(mut cursor: Cursor) -> bool {
    let times = cursor.take('*');
    cursor.skip_spaces();
    let starts = |c: char| c.is_ascii_digit() || c == '(' || c == '-';
    times && !cursor.peek().is_none_or(starts) && letter(cursor).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str, n: i64) -> i64 {
        let given = Parameters::none().with('n', n);
        Expr::parse(text).unwrap().value(&given).unwrap()
    }

    #[test]
    fn operators_are_in_the_order_of_their_table() {
        for (place, (operator, ..)) in Arithmetic::TABLE.into_iter().enumerate() {
            assert_eq!(operator as usize, place);
        }
    }

    #[test]
    fn values() {
        assert_eq!(value("n+1", 4), 5);
        assert_eq!(value("2*n-3-1", 4), 4);
        assert_eq!(value("-n^2", 3), -9);
        assert_eq!(value("2^3^2", 0), 512);
        assert_eq!(value("(n + 1) * n / 2", 4), 10);
        assert_eq!(value("12/2/3", 0), 2);
        assert_eq!(value("1^9000000000*(0-1)^9000000001", 0), -1);
    }

    #[test]
    fn writing_reads_back_to_the_same() {
        for text in [
            "n+1",
            "-n^2",
            "(-n)^2",
            "2^3^2",
            "(2^3)^2",
            "n-(n-1)",
            "n*(n+1)/2",
            "12/(2/3)",
            "1-(-n)",
        ] {
            let expr = Expr::parse(text).unwrap();
            assert_eq!(expr.to_string(), text);
            assert_eq!(Expr::parse(&expr.to_string()).unwrap(), expr);
        }
    }

    #[test]
    fn errors() {
        assert_eq!(
            Expr::parse("n").unwrap().value(&Parameters::none()),
            Err(ExprError::NoParameter('n'))
        );
        assert!(matches!(
            Expr::parse("n/2")
                .unwrap()
                .value(&Parameters::none().with('n', 3)),
            Err(ExprError::Inexact { .. })
        ));
        assert!(matches!(
            Expr::parse("1/(n-n)")
                .unwrap()
                .value(&Parameters::none().with('n', 3)),
            Err(ExprError::Inexact { .. })
        ));
        assert!(matches!(
            Expr::parse("10^n")
                .unwrap()
                .value(&Parameters::none().with('n', 40)),
            Err(ExprError::Overflow(_))
        ));
        assert!(matches!(
            Expr::parse("2^(0-n)")
                .unwrap()
                .value(&Parameters::none().with('n', 1)),
            Err(ExprError::NegativeExponent { .. })
        ));
        assert_eq!(Expr::parse("n+").unwrap_err().position, 3);
        assert_eq!(Expr::parse("2n").unwrap_err().position, 2);
        assert!(Expr::parse("99999999999999999999").is_err());
    }

    #[test]
    fn an_expression_within_the_limit_is_written_within_it() {
        let refused = |text: &str| Expr::parse(text).unwrap_err().problem;
        let negatives = |n: usize| format!("n{}", "--1".repeat(n));
        let longest = Expr::parse(&negatives(MOST_OPERATORS / 2)).unwrap();
        assert_eq!(Expr::parse(&longest.to_string()), Ok(longest));
        assert_eq!(
            refused(&negatives(MOST_OPERATORS / 2 + 1)),
            "an expression has at most 200 operators"
        );
        let parentheses = |n: usize| format!("{}n{}", "(".repeat(n), ")".repeat(n));
        assert!(Expr::parse(&parentheses(MOST_OPERATORS)).is_ok());
        assert!(Expr::parse(&format!("n{}", "+((n))".repeat(MOST_OPERATORS))).is_ok());
        assert_eq!(
            refused(&parentheses(MOST_OPERATORS + 1)),
            "an expression has at most 200 parentheses inside each other"
        );
        // The deepest recursion: a sign in each pair of parentheses.
        let deepest = format!(
            "{}n{}",
            "-(".repeat(MOST_OPERATORS),
            ")".repeat(MOST_OPERATORS)
        );
        assert_eq!(value(&deepest, 7), 7);
        assert!(Expr::parse(&"(".repeat(100_000)).is_err());
        assert!(Expr::parse(&format!("1{}", "+1".repeat(100_000))).is_err());
    }

    #[test]
    fn a_sign_binds_more_tightly_than_a_product() {
        let same = |a: &str, b: &str| assert_eq!(Expr::parse(a), Expr::parse(b), "{a} and {b}");
        same("-2*n", "(-2)*n");
        same("2*-n-1", "2*(-n)-1");
        same("--n", "-(-n)");
        same("2^-n^2", "2^(-(n^2))");
        assert_eq!(value("-2*n", 3), -6);
    }

    /// Random expressions of bounded depth.
    fn any() -> impl Strategy<Value = Expr> {
        let leaf = prop_oneof![
            (0..30i64).prop_map(Expr::Number),
            "[a-z]".prop_map(|name| Expr::Parameter(name.chars().next().unwrap_or('n'))),
        ];
        leaf.prop_recursive(5, 30, 2, |inner| {
            let operator = proptest::sample::select(&Arithmetic::TABLE[..]);
            let binary = (operator, inner.clone(), inner.clone());
            prop_oneof![
                1 => inner.prop_map(|e| Expr::Negative(Box::new(e))),
                4 => binary.prop_map(|(o, l, r)| Expr::Binary(o.0, Box::new(l), Box::new(r))),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_as_the_same_tree(expr in any()) {
            let written = expr.to_string();
            prop_assert_eq!(Expr::parse(&written), Ok(expr), "{}", written);
        }
    }
}
