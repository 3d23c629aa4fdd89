//! Arithmetic expressions in parameters such as `n`: the arguments of a family, and how often a part is taken.

use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::fmt;

/// Operators and parentheses that one expression may have; it keeps recursion shallow.
const MAX_DEPTH: usize = 200;

/// An operator between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, which has to come out even
    Divide,
    /// `^`, with an exponent that is not negative
    Power,
}

/// The values of parameters, each named by a lower-case letter, by name. One needs no heap: games ask for expressions
/// move after move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Parameters(SmallVec<[(char, i64); 1]>);

impl Parameters {
    /// No parameter has a value.
    pub fn none() -> Parameters {
        Parameters::default()
    }

    /// The same values, and this one.
    #[must_use]
    pub fn with(mut self, name: char, value: i64) -> Parameters {
        match self.0.binary_search_by_key(&name, |p| p.0) {
            Ok(i) => self.0[i].1 = value,
            Err(i) => self.0.insert(i, (name, value)),
        }
        self
    }

    /// The value of a parameter.
    pub fn get(&self, name: char) -> Option<i64> {
        self.iter().find(|p| p.0 == name).map(|p| p.1)
    }

    /// The names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (char, i64)> + '_ {
        self.0.iter().copied()
    }

    /// Whether there are none.
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
    /// Like `m = 2, n = 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name} = {value}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// An integer expression in parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// A parameter, such as `n`.
    Parameter(char),
    /// `-x`.
    Negative(Box<Expr>),
    /// Two expressions and what is between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExprError {
    /// A parameter occurs, but nobody said what it is.
    #[error("`{0}` has no value here")]
    NoParameter(char),
    /// A number beyond 64 bits on the way.
    #[error("the numbers in `{0}` grow too large")]
    Overflow(String),
    /// A division that leaves a remainder, or by zero.
    #[error("`{quotient}` is {dividend}/{divisor}, which is not an integer")]
    Inexact {
        /// The expression.
        quotient: String,
        /// Its left side.
        dividend: i64,
        /// Its right side.
        divisor: i64,
    },
    /// A negative exponent.
    #[error("the exponent in `{power}` is {exponent}; expected at least 0")]
    NegativeExponent {
        /// The expression.
        power: String,
        /// The exponent.
        exponent: i64,
    },
}

impl Expr {
    /// Reads an expression and nothing after it.
    ///
    /// # Errors
    /// A message that names the character.
    pub fn parse(text: &str) -> Result<Expr, super::NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let mut cursor = Cursor::new(&chars, 0);
        let at = |e| super::NotationError::at("expression", e);
        let expression = cursor.expression().map_err(at)?;
        cursor.skip_spaces();
        match cursor.peek() {
            None => Ok(expression),
            Some(_) => Err(at(cursor.expected("an operator or the end"))),
        }
    }

    /// The value, with parameters as given.
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

    fn combine(&self, operator: Operator, left: i64, right: i64) -> Result<i64, ExprError> {
        let value = match operator {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Divide => {
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
            Operator::Power if right < 0 => {
                return Err(ExprError::NegativeExponent {
                    power: self.to_string(),
                    exponent: right,
                });
            }
            Operator::Power => power(left, right),
        };
        value.ok_or_else(|| self.overflow())
    }

    /// Adds the parameters that occur.
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

    /// How tightly it binds, for writing it with few parentheses.
    fn rank(&self) -> u8 {
        match self {
            Expr::Binary(Operator::Add | Operator::Subtract, ..) => 1,
            Expr::Negative(_) => 2,
            Expr::Binary(Operator::Multiply | Operator::Divide, ..) => 3,
            Expr::Binary(Operator::Power, ..) => 4,
            Expr::Number(_) | Expr::Parameter(_) => 5,
        }
    }

    /// Writes it so that `*` may follow.
    pub(super) fn write_factor(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 3)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.rank() < least {
            write!(f, "({self})")
        } else {
            write!(f, "{self}")
        }
    }
}

/// `base^exponent` for an exponent that is not negative; `None` beyond 64 bits.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (symbol, left, right, ranks) = match self {
            Expr::Number(number) => return write!(f, "{number}"),
            Expr::Parameter(name) => return write!(f, "{name}"),
            Expr::Negative(inner) => {
                write!(f, "-")?;
                return inner.write(f, 3);
            }
            Expr::Binary(Operator::Add, l, r) => ("+", l, r, (1, 3)),
            Expr::Binary(Operator::Subtract, l, r) => ("-", l, r, (1, 3)),
            Expr::Binary(Operator::Multiply, l, r) => ("*", l, r, (3, 4)),
            Expr::Binary(Operator::Divide, l, r) => ("/", l, r, (3, 4)),
            Expr::Binary(Operator::Power, l, r) => ("^", l, r, (5, 4)),
        };
        left.write(f, ranks.0)?;
        write!(f, "{symbol}")?;
        right.write(f, ranks.1)
    }
}

/// What was found instead of an expression: the place, from 0, and a sentence.
pub(super) type Unexpected = (usize, String);

/// A reader of characters with a place, shared with the notation of boards.
pub(super) struct Cursor<'a> {
    pub chars: &'a [char],
    pub at: usize,
    depth: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(chars: &'a [char], at: usize) -> Cursor<'a> {
        Cursor {
            chars,
            at,
            depth: 0,
        }
    }

    pub fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Takes `wanted` if it comes next, after spaces.
    pub fn take(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// The complaint that something else was expected here.
    pub fn expected(&self, what: &str) -> Unexpected {
        let found = self
            .peek()
            .map_or("the end".to_string(), |c| format!("{c:?}"));
        (self.at, format!("found {found}; expected {what}"))
    }

    /// The word that comes next, without taking it.
    pub fn word(&self) -> String {
        let rest = self.chars[self.at..].iter();
        rest.take_while(|c| c.is_alphanumeric() || **c == '_')
            .collect()
    }

    /// The parameter that comes next: a lower-case letter by itself.
    fn letter(&self) -> Option<char> {
        let word = self.word();
        let mut chars = word.chars();
        let name = chars.next().filter(char::is_ascii_lowercase)?;
        chars.next().is_none().then_some(name)
    }

    /// A number without sign.
    pub fn number(&mut self, what: &str) -> Result<i64, Unexpected> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        if start == self.at {
            return Err(self.expected(what));
        }
        let digits: String = self.chars[start..self.at].iter().collect();
        digits
            .parse()
            .map_err(|_| (start, format!("the number {digits} is too large")))
    }

    /// Counts an operator or parenthesis.
    fn deepen(&mut self) -> Result<(), Unexpected> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err((
                self.at,
                format!("an expression has at most {MAX_DEPTH} operators and parentheses"),
            ));
        }
        Ok(())
    }

    /// An expression, up to the first character that cannot belong to it.
    pub fn expression(&mut self) -> Result<Expr, Unexpected> {
        self.depth = 0;
        self.sum()
    }

    fn sum(&mut self) -> Result<Expr, Unexpected> {
        let mut left = self.signed()?;
        loop {
            let operator = match () {
                () if self.take('+') => Operator::Add,
                () if self.take('-') => Operator::Subtract,
                () => return Ok(left),
            };
            self.deepen()?;
            left = Expr::Binary(operator, Box::new(left), Box::new(self.product()?));
        }
    }

    /// A product with or without a sign before it: `-2*n` is `-(2*n)`.
    fn signed(&mut self) -> Result<Expr, Unexpected> {
        if !self.take('-') {
            return self.product();
        }
        self.deepen()?;
        Ok(Expr::Negative(Box::new(self.product()?)))
    }

    fn product(&mut self) -> Result<Expr, Unexpected> {
        let mut left = self.power()?;
        loop {
            if self.times_a_board() {
                return Ok(left);
            }
            let operator = match () {
                () if self.take('*') => Operator::Multiply,
                () if self.take('/') => Operator::Divide,
                () => return Ok(left),
            };
            self.deepen()?;
            left = Expr::Binary(operator, Box::new(left), Box::new(self.power()?));
        }
    }

    /// Whether `*` comes next and then what is no number: `3*leaf` is three leaves.
    fn times_a_board(&mut self) -> bool {
        let start = self.at;
        let times = self.take('*');
        self.skip_spaces();
        let starts = |c: char| c.is_ascii_digit() || c == '(' || c == '-';
        let number = self.peek().is_none_or(starts) || self.letter().is_some();
        self.at = start;
        times && !number
    }

    fn power(&mut self) -> Result<Expr, Unexpected> {
        let base = self.atom()?;
        if !self.take('^') {
            return Ok(base);
        }
        self.deepen()?;
        Ok(Expr::Binary(
            Operator::Power,
            Box::new(base),
            Box::new(self.power()?),
        ))
    }

    fn atom(&mut self) -> Result<Expr, Unexpected> {
        let what = "a number, a parameter such as `n`, or `(`";
        self.skip_spaces();
        if let Some(name) = self.letter() {
            self.at += 1;
            return Ok(Expr::Parameter(name));
        }
        if self.take('(') {
            self.deepen()?;
            let inner = self.sum()?;
            return if self.take(')') {
                Ok(inner)
            } else {
                Err(self.expected("`)` or an operator"))
            };
        }
        self.number(what).map(Expr::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Expr, Unexpected> {
        let chars: Vec<char> = text.chars().collect();
        let mut cursor = Cursor::new(&chars, 0);
        let expr = cursor.expression()?;
        cursor.skip_spaces();
        if cursor.peek().is_some() {
            Err(cursor.expected("the end"))
        } else {
            Ok(expr)
        }
    }

    fn value(text: &str, n: i64) -> i64 {
        let given = Parameters::none().with('n', n);
        parse(text).unwrap().value(&given).unwrap()
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
            let expr = parse(text).unwrap();
            assert_eq!(expr.to_string(), text);
            assert_eq!(parse(&expr.to_string()).unwrap(), expr);
        }
    }

    #[test]
    fn errors() {
        assert_eq!(
            parse("n").unwrap().value(&Parameters::none()),
            Err(ExprError::NoParameter('n'))
        );
        assert!(matches!(
            parse("n/2")
                .unwrap()
                .value(&Parameters::none().with('n', 3)),
            Err(ExprError::Inexact { .. })
        ));
        assert!(matches!(
            parse("1/(n-n)")
                .unwrap()
                .value(&Parameters::none().with('n', 3)),
            Err(ExprError::Inexact { .. })
        ));
        assert!(matches!(
            parse("10^n")
                .unwrap()
                .value(&Parameters::none().with('n', 40)),
            Err(ExprError::Overflow(_))
        ));
        assert!(matches!(
            parse("2^(0-n)")
                .unwrap()
                .value(&Parameters::none().with('n', 1)),
            Err(ExprError::NegativeExponent { .. })
        ));
        assert_eq!(parse("n+").unwrap_err().0, 2);
        assert_eq!(parse("2n").unwrap_err().0, 1);
        assert!(parse("99999999999999999999").is_err());
        assert!(parse(&"(".repeat(100_000)).is_err());
        assert!(parse(&format!("1{}", "+1".repeat(100_000))).is_err());
    }
}
