//! Questions about values: an expression whose value is asked for, or two expressions and a
//! relation between them.

use super::parse::{ParseError, Terms, ValueParser};
use super::{Value, Values};

/// A relation between two values.
#[derive(Clone, Copy)]
enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `||`: neither is at most the other.
    Confused,
    /// `<|`: less or confused.
    LessOrConfused,
    /// `|>`: greater or confused.
    GreaterOrConfused,
}

impl Relation {
    /// The relations with their symbols. A symbol comes before every symbol that it begins with.
    const SYMBOLS: [(&'static str, Relation); 10] = [
        ("==", Relation::Equal),
        ("=", Relation::Equal),
        ("!=", Relation::Unequal),
        ("<=", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("||", Relation::Confused),
        ("<|", Relation::LessOrConfused),
        ("|>", Relation::GreaterOrConfused),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];

    /// Whether the relation holds for two values, of which is told whether the first is at most the
    /// second, and whether it is at least the second.
    fn holds(self, at_most: bool, at_least: bool) -> bool {
        match self {
            Relation::Equal => at_most && at_least,
            Relation::Unequal => !(at_most && at_least),
            Relation::AtMost => at_most,
            Relation::AtLeast => at_least,
            Relation::Less => at_most && !at_least,
            Relation::Greater => at_least && !at_most,
            Relation::Confused => !at_most && !at_least,
            Relation::LessOrConfused => !at_least,
            Relation::GreaterOrConfused => !at_most,
        }
    }
}

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
    pub fn ask(
        &mut self,
        text: &str,
        work: u64,
        terms: &mut Terms<'_>,
    ) -> Result<Answer, ParseError> {
        self.within_work(work, |values| {
            let mut parser = ValueParser::new(values, text, terms);
            let left = parser.sum()?;
            let Some(found) = parser.symbol(&Relation::SYMBOLS.map(|(symbol, _)| symbol)) else {
                parser.end()?;
                return Ok(Answer::Value(left));
            };
            let relation = Relation::SYMBOLS[found].1;
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
