//! Family calls such as `caterpillar(n+1,n,n+1)`: the name of a family with arguments.

use super::{BuildError, joined, values};
use crate::expr::{Expr, Parameters};
use crate::families::Family;
use crate::{Board, BoardLimit};
use boilingpoint_language::{Cursor, Unexpected};
use std::collections::BTreeSet;
use std::fmt;

/// A call of a family in the catalogue. Its arguments may contain parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FamilyCall {
    /// The name of the family, as written before the parenthesis.
    pub name: String,
    /// The arguments, in order.
    pub args: Vec<Expr>,
}

impl FamilyCall {
    /// Reads a text that consists of one call; checks the name and the number of arguments.
    ///
    /// # Errors
    /// A message with the position of the mistake.
    pub fn parse(text: &str) -> Result<FamilyCall, Unexpected> {
        let mut cursor = Cursor::new(text, "family");
        cursor.skip_spaces();
        let start = cursor;
        let name = cursor.word();
        if name.is_empty() {
            return Err(cursor.expected("the name of a family"));
        }
        let call = FamilyCall::read(name, start, &mut cursor)?;
        cursor.end("the end after `)`")?;
        Ok(call)
    }

    /// The call that a short form of textbooks stands for, such as `K5`, `C_7`, `K3,3` or `K_{3,3}`;
    /// `None` for other texts.
    pub fn of_short(text: &str) -> Option<FamilyCall> {
        let first = text.chars().next().filter(|c| "KCPQ".contains(*c))?;
        let rest = text[1..].strip_prefix('_').unwrap_or(&text[1..]);
        let inside = rest
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let numbers = inside.unwrap_or(rest).split(',').map(|digits| {
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number).map(Expr::Number)
        });
        let args: Vec<Expr> = numbers.collect::<Option<_>>()?;
        let family = Family::called(&first.to_string(), args.len())?;
        Some(FamilyCall {
            name: family.name.to_string(),
            args,
        })
    }

    /// Reads the arguments of a call whose name begins at `start`. An alias becomes the name of its
    /// family.
    pub(super) fn read(
        name: &str,
        start: Cursor,
        cursor: &mut Cursor,
    ) -> Result<FamilyCall, Unexpected> {
        let missing = || start.wrong(Family::missing(name, []));
        Family::called(name, 0).ok_or_else(missing)?;
        let args = read_arguments(cursor)?;
        let family = Family::called(name, args.len()).ok_or_else(missing)?;
        let name = family.name.to_string();
        match family.check_arity(args.len()) {
            Ok(()) => Ok(FamilyCall { name, args }),
            Err(error) => Err(start.wrong(error.to_string())),
        }
    }

    /// Adds the names of the parameters that occur in the arguments to `into`.
    pub fn parameters(&self, into: &mut BTreeSet<char>) {
        self.args.iter().for_each(|arg| arg.parameters(into));
    }

    /// Evaluates the arguments for the given parameters.
    ///
    /// # Errors
    /// When an argument has no value.
    pub fn values(&self, given: &Parameters) -> Result<Vec<i64>, BuildError> {
        values(&self.args, given, || self.to_string())
    }

    /// The call with its arguments replaced by numbers, such as `caterpillar(4,3,4)`.
    ///
    /// # Errors
    /// When an argument has no value.
    pub fn at(&self, given: &Parameters) -> Result<FamilyCall, BuildError> {
        let args = self.values(given)?.into_iter().map(Expr::Number).collect();
        Ok(FamilyCall {
            name: self.name.clone(),
            args,
        })
    }

    /// Builds the board of the call for the given parameters.
    ///
    /// # Errors
    /// When an argument has no value, or the family has no member for these arguments.
    pub fn build(&self, given: &Parameters) -> Result<Board, BuildError> {
        self.build_within(given, BoardLimit::MOST)
    }

    /// Like [`FamilyCall::build`], for boards within a limit.
    ///
    /// # Errors
    /// As [`FamilyCall::build`].
    pub fn build_within(&self, given: &Parameters, limit: BoardLimit) -> Result<Board, BuildError> {
        let missing = || BuildError::Unknown(Family::missing(&self.name, []));
        let family = Family::find(&self.name).ok_or_else(missing)?;
        let values = self.values(given)?;
        family.build_within(&values, limit).map_err(|source| {
            let call = format!("{}({})", self.name, joined(&values));
            BuildError::Family { call, source }
        })
    }
}

impl fmt::Display for FamilyCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, joined(&self.args))
    }
}

/// Reads arguments and the parentheses around them.
pub(super) fn read_arguments(cursor: &mut Cursor) -> Result<Vec<Expr>, Unexpected> {
    cursor.require('(', "`(`")?;
    let mut args = Vec::new();
    if cursor.take(')') {
        return Ok(args);
    }
    loop {
        args.push(Expr::read(cursor)?);
        if !cursor.goes_on("`,`, `)` or an operator")? {
            return Ok(args);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(value: i64) -> Parameters {
        Parameters::none().with('n', value)
    }

    #[test]
    fn calls_read_write_and_build() {
        let call = FamilyCall::parse(" caterpillar( n+1, n ,(n+1)*1 ) ").unwrap();
        assert_eq!(call.to_string(), "caterpillar(n+1,n,(n+1)*1)");
        let mut parameters = BTreeSet::new();
        call.parameters(&mut parameters);
        assert_eq!(parameters, BTreeSet::from(['n']));
        assert_eq!(call.at(&n(3)).unwrap().to_string(), "caterpillar(4,3,4)");
        assert_eq!(call.build(&n(3)).unwrap().order(), 14);
    }

    #[test]
    fn errors_say_where_and_what() {
        let message = |text: &str| FamilyCall::parse(text).unwrap_err().to_string();
        assert_eq!(
            message("strar(3)"),
            "family, character 1: there is no family `strar`; did you mean `star`?"
        );
        assert_eq!(
            message("star(3"),
            "family, character 7: found the end; expected `,`, `)` or an operator"
        );
        assert_eq!(
            message("star(3) x"),
            "family, character 9: found 'x'; expected the end after `)`"
        );
        assert_eq!(
            message("bipartite(3)"),
            "family, character 1: bipartite(m,n) does not take 1 argument"
        );
        assert_eq!(
            message("star(x1)"),
            "family, character 6: found 'x'; expected a number, a parameter such as `n`, or `(`"
        );
        let call = FamilyCall::parse("cycle(n/2)").unwrap();
        let message = |given| call.build(&given).unwrap_err().to_string();
        assert_eq!(
            message(Parameters::none()),
            "in argument 1 of cycle(n/2): `n` has no value here"
        );
        assert_eq!(
            message(n(3)),
            "in argument 1 of cycle(n/2): `n/2` is 3/2, which is not an integer"
        );
        assert_eq!(
            message(n(4)),
            "in cycle(2): argument 1 is 2; expected at least 3"
        );
    }
}
