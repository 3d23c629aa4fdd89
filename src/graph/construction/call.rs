//! A family call such as `caterpillar(n+1,n,n+1)`: a family's name and its arguments.

use super::BuildError;
use crate::graph::expr::{Cursor, Expr, Parameters, Unexpected};
use crate::graph::families::{Family, FamilyError};
use crate::graph::notation::NotationError;
use crate::graph::{Board, catalogue};
use std::collections::BTreeSet;
use std::fmt;

/// A family with arguments that may depend on parameters; its name is one of the catalogue's.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FamilyCall {
    /// Name of the family.
    pub name: String,
    /// Its arguments.
    pub args: Vec<Expr>,
}

impl FamilyCall {
    /// Reads a call and nothing after it. The name and the number of arguments are checked.
    pub fn parse(text: &str) -> Result<FamilyCall, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let (call, end) = FamilyCall::read(&chars, 0)?;
        let mut rest = Cursor::new(&chars, end);
        rest.skip_spaces();
        match rest.peek() {
            None => Ok(call),
            Some(_) => Err(NotationError::at(
                "family",
                rest.expected("the end after `)`"),
            )),
        }
    }

    /// Reads a call from `start` on; also says where it ends.
    pub(in crate::graph) fn read(
        chars: &[char],
        start: usize,
    ) -> Result<(FamilyCall, usize), NotationError> {
        let mut cursor = Cursor::new(chars, start);
        let (name, family) = read_name(&mut cursor).map_err(|e| NotationError::at("family", e))?;
        let args = read_arguments(&mut cursor).map_err(|e| NotationError::at("family", e))?;
        if args.len() < family.min_args || family.max_args.is_some_and(|most| args.len() > most) {
            let error = FamilyError::Arity {
                signature: family.signature,
                found: args.len(),
            };
            return Err(NotationError::at("family", (start, error.to_string())));
        }
        Ok((FamilyCall { name, args }, cursor.at))
    }

    /// Adds the parameters that its arguments depend on.
    pub fn parameters(&self, into: &mut BTreeSet<char>) {
        self.args.iter().for_each(|arg| arg.parameters(into));
    }

    /// The arguments' values.
    pub fn values(&self, given: &Parameters) -> Result<Vec<i64>, BuildError> {
        let value = |(i, arg): (usize, &Expr)| {
            let wrap = |source| BuildError::Expression {
                argument: i + 1,
                call: self.to_string(),
                source,
            };
            arg.value(given).map_err(wrap)
        };
        self.args.iter().enumerate().map(value).collect()
    }

    /// The call with numbers for arguments, as `caterpillar(4,3,4)`.
    pub fn at(&self, given: &Parameters) -> Result<FamilyCall, BuildError> {
        let args = self.values(given)?.into_iter().map(Expr::Number).collect();
        Ok(FamilyCall {
            name: self.name.clone(),
            args,
        })
    }

    /// The board.
    pub fn build(&self, given: &Parameters) -> Result<Board, BuildError> {
        let Some(family) = Family::find(&self.name) else {
            let nearest = Family::nearest(&self.name);
            return Err(BuildError::Unknown {
                name: self.name.clone(),
                nearest,
            });
        };
        let values = self.values(given)?;
        family.build(&values).map_err(|source| {
            let list: Vec<String> = values.iter().map(i64::to_string).collect();
            BuildError::Family {
                call: format!("{}({})", self.name, list.join(",")),
                source,
            }
        })
    }
}

impl fmt::Display for FamilyCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        for (i, arg) in self.args.iter().enumerate() {
            write!(f, "{}{arg}", if i == 0 { "" } else { "," })?;
        }
        write!(f, ")")
    }
}

/// The name before the parenthesis, which the catalogue must have.
fn read_name(cursor: &mut Cursor) -> Result<(String, &'static Family), Unexpected> {
    cursor.skip_spaces();
    let start = cursor.at;
    while cursor
        .peek()
        .is_some_and(|c| c.is_alphanumeric() || c == '_')
    {
        cursor.at += 1;
    }
    let name: String = cursor.chars[start..cursor.at].iter().collect();
    if name.is_empty() {
        return Err(cursor.expected("the name of a family"));
    }
    match Family::find(&name) {
        Some(family) => Ok((name, family)),
        None => {
            let names: Vec<&str> = catalogue().iter().map(|f| f.name).collect();
            let hint = match Family::nearest(&name) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("expected one of {}", names.join(", ")),
            };
            Err((start, format!("there is no family `{name}`; {hint}")))
        }
    }
}

/// The arguments with their parentheses.
pub(super) fn read_arguments(cursor: &mut Cursor) -> Result<Vec<Expr>, Unexpected> {
    if !cursor.take('(') {
        return Err(cursor.expected("`(`"));
    }
    let mut args = Vec::new();
    if cursor.take(')') {
        return Ok(args);
    }
    loop {
        args.push(cursor.expression()?);
        if cursor.take(')') {
            return Ok(args);
        }
        if !cursor.take(',') {
            return Err(cursor.expected("`,`, `)` or an operator"));
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
