//! Relations between values, and conditions on one value.

use super::parse::{MAX_WORK, ParseError, Terms, ValueParser, no_term};
use super::{Notation, Value, ValueError, Values};

/// A relation between two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
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
    const SYMBOLS: [(&'static str, Relation); 15] = [
        ("≠", Relation::Unequal),
        ("≤", Relation::AtMost),
        ("≥", Relation::AtLeast),
        ("∥", Relation::Confused),
        ("‖", Relation::Confused),
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
    pub fn holds(self, at_most: bool, at_least: bool) -> bool {
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

    /// The symbol; that of `Equal` is `=`.
    fn symbol(self) -> &'static str {
        let row = Relation::SYMBOLS.iter().rfind(|row| row.1 == self);
        row.expect("every relation is in the table").0
    }
}

impl ValueParser<'_, '_> {
    /// Takes the symbol of a relation, if one comes next.
    pub(super) fn relation(&mut self) -> Option<Relation> {
        let found = self.symbol(&Relation::SYMBOLS.map(|(symbol, _)| symbol))?;
        Some(Relation::SYMBOLS[found].1)
    }
}

/// A condition on a value: its relation to a fixed value.
///
/// The text, such as `>= {1|-1}`, has the fixed value in canonical form. So two conditions have
/// equal texts exactly if they are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueCondition {
    relation: Relation,
    other: String,
}

impl ValueCondition {
    /// Reads a condition: the symbol of a relation, then a value.
    ///
    /// # Errors
    /// When the text is no condition, or the canonical form of the value is longer than `limit`
    /// bytes.
    pub fn parse(text: &str, limit: usize) -> Result<ValueCondition, ParseError> {
        let values = &mut Values::new();
        values.within_work(MAX_WORK, |values| {
            let mut no_term = no_term;
            let mut parser = ValueParser::new(values, text, Terms::new(&mut no_term));
            let Some(relation) = parser.relation() else {
                let symbols = Relation::SYMBOLS.map(|(symbol, _)| symbol);
                let symbols: Vec<&str> = symbols.into_iter().filter(|s| s.is_ascii()).collect();
                return parser.fail(format!("one of {} should be here", symbols.join("  ")));
            };
            let other = parser.sum()?;
            parser.end()?;
            match parser.values.notation(other, Notation::Text, limit) {
                Some(other) => Ok(ValueCondition { relation, other }),
                None => parser.fail(format!("the value is longer than {limit} bytes")),
            }
        })
    }

    /// The relation.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The fixed value, in the given store.
    ///
    /// # Errors
    /// When the store or its limit of work does not suffice.
    pub fn other(&self, values: &mut Values) -> Result<Value, ValueError> {
        values.parse(&self.other).map_err(|_| ValueError::Work)
    }

    /// Whether the condition holds for a value.
    ///
    /// # Errors
    /// The errors of [`Values::le`].
    pub fn holds(&self, values: &mut Values, value: Value) -> Result<bool, ValueError> {
        let other = self.other(values)?;
        let at_most = values.le(value, other)?;
        let at_least = values.le(other, value)?;
        Ok(self.relation.holds(at_most, at_least))
    }
}

impl std::fmt::Display for ValueCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.relation.symbol(), self.other)
    }
}
