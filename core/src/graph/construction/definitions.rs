//! Families that a user defines: `nested(a,b) = tree(a*tree(b*leaf))`.

use super::read::is_taken;
use super::{BuildError, Construction, values};
use crate::graph::expr::{Expr, Parameters};
use crate::graph::notation::NotationError;
use crate::language::Cursor;
use std::sync::Arc;

/// A family by name: its parameters, and the construction that they go into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    name: String,
    parameters: Vec<char>,
    body: Construction,
}

/// Definitions, each of which may use those before it. So none can use itself, and building ends.
#[derive(Debug, Clone, Default)]
pub struct Definitions(Vec<Arc<Definition>>);

/// Why a family cannot be defined so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    /// The left side.
    #[error("`{0}` is not a signature; expected a name and parameters, such as `nested(a,b)`")]
    Signature(String),
    /// The name has a meaning already.
    #[error("`{0}` has a meaning already")]
    Taken(String),
    /// A parameter that occurs, but is not among those of the signature.
    #[error("`{parameter}` occurs in `{body}`, but not in `{signature}`")]
    Unbound {
        /// The parameter.
        parameter: char,
        /// The right side.
        body: String,
        /// The left side.
        signature: String,
    },
    /// The right side.
    #[error(transparent)]
    Body(#[from] NotationError),
    /// There is no `=`.
    #[error("`{0}` is not a definition; expected one such as `nested(a,b) = tree(a*tree(b*leaf))`")]
    NoEquals(String),
}

impl Definition {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is called, such as `nested(a,b)`.
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(char::to_string).collect();
        format!("{}({})", self.name, parameters.join(","))
    }

    /// What it stands for.
    pub fn body(&self) -> &Construction {
        &self.body
    }

    /// How many arguments it takes.
    pub(super) fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// The values of its arguments.
    pub(super) fn values(&self, args: &[Expr], given: &Parameters) -> Result<Vec<i64>, BuildError> {
        values(args, given, || self.signature())
    }

    /// The values of its parameters when it is called with these arguments.
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
    /// No definitions.
    pub fn none() -> Definitions {
        Definitions::default()
    }

    /// Adds `signature = body` in one text.
    ///
    /// # Errors
    /// As [`Definitions::define`].
    pub fn read(&mut self, text: &str) -> Result<(), DefinitionError> {
        let missing = || DefinitionError::NoEquals(text.to_string());
        let (signature, body) = text.split_once('=').ok_or_else(missing)?;
        self.define(signature.trim(), body.trim())
    }

    /// Adds a family; its body may use the families before it.
    ///
    /// # Errors
    /// When the signature, or the body, cannot be read; when the name is taken; when a parameter of
    /// the body is not in the signature.
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

    /// The family of that name.
    pub fn find(&self, name: &str) -> Option<Arc<Definition>> {
        self.0.iter().find(|d| d.name == name).cloned()
    }

    /// The names, in the order of the definitions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|d| d.name.as_str())
    }
}

/// A name of two letters or more, and distinct parameters.
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
