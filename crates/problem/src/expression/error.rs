//! The mistakes in expressions, and their places.

use boilingpoint_language as language;
use std::ops::Range;

/// A mistake in the text of an expression.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ExpressionError {
    /// A description of the mistake.
    pub message: String,
    /// The range of bytes of the text that the mistake is in.
    pub span: Range<usize>,
    /// A suggestion for the correct text, if there is one.
    pub help: Option<String>,
}

/// The error for a name that is not in the table of invariants.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnknownName(pub String);

impl ExpressionError {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> ExpressionError {
        ExpressionError {
            message: message.into(),
            span,
            help: None,
        }
    }

    /// The mistake in a longer text, in which this text begins at a place.
    pub(crate) fn moved(mut self, start: usize) -> ExpressionError {
        self.span = self.span.start + start..self.span.end + start;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> ExpressionError {
        self.help = Some(help.into());
        self
    }

    /// The column of the mistake in `text`, counted in characters from 1.
    pub fn column(&self, text: &str) -> usize {
        language::column(text, self.span.start)
    }

    /// The message with its column, the text with the mistake underlined, and the hint.
    pub fn render(&self, text: &str) -> String {
        let column = self.column(text);
        let marked = text
            .get(self.span.clone())
            .map_or(1, |s| s.chars().count().max(1));
        let mut out = format!("column {column}: {}\n  {text}\n", self.message);
        out += &format!("  {}{}", " ".repeat(column - 1), "^".repeat(marked));
        if let Some(help) = &self.help {
            out += &format!("\n  help: {help}");
        }
        out
    }
}
