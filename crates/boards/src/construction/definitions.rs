//! Families that a user defines, such as `nested(a,b) = tree(a*tree(b*leaf))`.

use super::read::is_taken;
use super::{BuildError, Construction, values};
use crate::expr::{Expr, Parameters};
use crate::notation::NotationError;
use boilingpoint_language::Cursor;
use std::sync::Arc;

/// A family that a user defines: a name, parameters and a construction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    name: String,
    parameters: Vec<char>,
    body: Construction,
}

/// The definitions of a user. A definition may use earlier definitions only, so no definition uses
/// itself, and building terminates.
#[derive(Debug, Clone, Default)]
pub struct Definitions(Vec<Arc<Definition>>);

/// The reason why a definition is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    /// The left side is not a signature.
    #[error("`{0}` is not a signature; expected a name and parameters, such as `nested(a,b)`")]
    Signature(String),
    /// The name is a word of the language, or the name of another family.
    #[error("the name `{0}` is already in use")]
    Taken(String),
    /// A parameter of the right side does not occur in the signature.
    #[error("`{parameter}` occurs in `{body}`, but not in `{signature}`")]
    Unbound {
        /// The name of the parameter.
        parameter: char,
        /// The right side of the definition.
        body: String,
        /// The left side of the definition.
        signature: String,
    },
    /// The right side is not a construction.
    #[error(transparent)]
    Body(#[from] NotationError),
    /// The text has no `=`.
    #[error("`{0}` is not a definition; expected one such as `nested(a,b) = tree(a*tree(b*leaf))`")]
    NoEquals(String),
}

impl Definition {
    /// The name of the family.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name with its parameters, such as `nested(a,b)`.
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(char::to_string).collect();
        format!("{}({})", self.name, parameters.join(","))
    }

    /// The construction on the right side of the definition.
    pub fn body(&self) -> &Construction {
        &self.body
    }

    /// The number of arguments that a call must have.
    pub(super) fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// Evaluates the arguments of a call of this family.
    pub(super) fn values(&self, args: &[Expr], given: &Parameters) -> Result<Vec<i64>, BuildError> {
        values(args, given, || self.signature())
    }

    /// The values of this family's parameters in a call with these arguments.
    pub(super) fn inside(
        &self,
        args: &[Expr],
        given: &Parameters,
    ) -> Result<Parameters, BuildError> {
        let values = self.values(args, given)?;
        Ok(self.parameters.iter().copied().zip(values).collect())
    }
}

impl Definitions {
    /// A list without definitions.
    pub fn none() -> Definitions {
        Definitions::default()
    }

    /// Adds a definition that is given as one text, `signature = body`.
    ///
    /// # Errors
    /// The errors of [`Definitions::define`], or [`DefinitionError::NoEquals`] for a text without
    /// `=`.
    pub fn read(&mut self, text: &str) -> Result<(), DefinitionError> {
        let missing = || DefinitionError::NoEquals(text.to_string());
        let (signature, body) = text.split_once('=').ok_or_else(missing)?;
        self.define(signature.trim(), body.trim())
    }

    /// Adds a definition. Its body may use the families that were defined before.
    ///
    /// # Errors
    /// When the signature or the body cannot be read, when the name has a meaning already, or when
    /// a parameter of the body is not in the signature.
    pub fn define(&mut self, signature: &str, body: &str) -> Result<(), DefinitionError> {
        let unreadable = || DefinitionError::Signature(signature.to_string());
        let (name, parameters) = read_signature(signature).ok_or_else(unreadable)?;
        if is_taken(&name) || self.find(&name).is_some() {
            return Err(DefinitionError::Taken(name));
        }
        let body = Construction::parse(body, self)?;
        if let Some(&parameter) = body.parameters().iter().find(|p| !parameters.contains(p)) {
            return Err(DefinitionError::Unbound {
                parameter,
                body: body.to_string(),
                signature: signature.to_string(),
            });
        }
        self.0.push(Arc::new(Definition {
            name,
            parameters,
            body,
        }));
        Ok(())
    }

    /// The definition with this name; `None` if there is none.
    pub fn find(&self, name: &str) -> Option<Arc<Definition>> {
        self.0.iter().find(|d| d.name == name).cloned()
    }

    /// The names of the defined families, in the order of definition.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|d| d.name.as_str())
    }
}

/// Reads a signature: a name of two letters or more, and parameters that are all different.
fn read_signature(text: &str) -> Option<(String, Vec<char>)> {
    let mut cursor = Cursor::new(text, "family");
    cursor.skip_spaces();
    let name = cursor.word();
    let first = name.chars().next()?;
    if name.chars().count() < 2 || !(first.is_alphabetic() || first == '_') || !cursor.take('(') {
        return None;
    }
    let mut parameters: Vec<char> = Vec::new();
    while !cursor.take(')') {
        if !parameters.is_empty() && !cursor.take(',') {
            return None;
        }
        cursor.skip_spaces();
        let mut letters = cursor.word().chars();
        let parameter = letters.next().filter(char::is_ascii_lowercase)?;
        if letters.next().is_some() || parameters.contains(&parameter) {
            return None;
        }
        parameters.push(parameter);
    }
    cursor.skip_spaces();
    cursor
        .peek()
        .is_none()
        .then(|| (name.to_string(), parameters))
}
