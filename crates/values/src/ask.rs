//! Questions about values: an expression whose value is asked for, or two expressions and a
//! relation between them.

use super::parse::{ParseError, Terms, ValueParser};
use super::{Value, Values};

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The value of an expression.
    Value(Value),
    /// Whether a relation holds.
    Holds(bool),
}

impl Values {
    /// Answers a question: an expression, or two with a relation between them. `work` is the
    /// greatest number of steps of work, without those for the terms.
    ///
    /// # Errors
    /// When the text is no question, or the answer takes more work.
    pub fn ask(&mut self, text: &str, work: u64, terms: Terms<'_>) -> Result<Answer, ParseError> {
        self.within_work(work, |values| {
            let mut parser = ValueParser::new(values, text, terms);
            let left = parser.sum()?;
            let Some(relation) = parser.relation() else {
                parser.end()?;
                return Ok(Answer::Value(left));
            };
            let right = parser.sum()?;
            parser.end()?;
            let at_most = parser.values.le(left, right);
            let at_most = parser.lift(at_most)?;
            let at_least = parser.values.le(right, left);
            let at_least = parser.lift(at_least)?;
            Ok(Answer::Holds(relation.holds(at_most, at_least)))
        })
    }
}
