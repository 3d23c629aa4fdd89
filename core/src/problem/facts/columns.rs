//! The table of facts: name, heading, and how a fact is read from [`Facts`] and from files.
//!
//! JSON, CSV, text tables, sorting, filters and cards pick columns of this table by name. A new
//! fact of a board is a field of [`Facts`], the line that computes it, and a row here.

use super::super::expression::Number;
use super::super::fitness::parse_rational;
use super::{Certainty, Facts, Interval};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// The value of a fact in a table, for display and for sorting. Absent facts sort first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FactCell {
    /// The fact is unknown, or the game has none.
    Absent,
    /// A yes or no.
    Flag(bool),
    /// A certainty.
    Certainty(Certainty),
    /// A count.
    Count(u64),
    /// A number, or bounds for it.
    Number(Interval),
    /// The lower and the upper bound of a number.
    Bounds([Number; 2]),
    /// The components of a fitness, the most important first.
    Numbers(Vec<Number>),
    /// A text.
    Text(String),
}

impl FactCell {
    /// The cell as text, empty for an absent fact; `between` separates the two bounds of a number.
    pub fn text_between(&self, between: &str) -> String {
        match self {
            FactCell::Absent => String::new(),
            FactCell::Flag(flag) => flag.to_string(),
            FactCell::Certainty(certainty) => certainty.to_string(),
            FactCell::Count(count) => count.to_string(),
            FactCell::Number(interval) => interval.text(between),
            FactCell::Bounds(bounds) => Interval::between(*bounds).text(between),
            FactCell::Numbers(numbers) => texts(numbers).join(", "),
            FactCell::Text(text) => text.clone(),
        }
    }

    /// The cell as text for people.
    pub fn text(&self) -> String {
        self.text_between(" to ")
    }

    /// The cell as JSON: an exact number is a string; an absent fact and a number without an exact
    /// value are null.
    pub fn json(&self) -> Value {
        match self {
            FactCell::Absent => Value::Null,
            FactCell::Flag(flag) => (*flag).into(),
            FactCell::Count(count) => (*count).into(),
            FactCell::Number(interval) => interval.known().map(|n| n.to_string()).into(),
            FactCell::Bounds(bounds) => texts(bounds).into(),
            FactCell::Numbers(numbers) => texts(numbers).into(),
            FactCell::Certainty(_) | FactCell::Text(_) => self.text().into(),
        }
    }

    /// The number, if the cell holds an exact number or a count.
    pub fn number(&self) -> Option<Number> {
        match self {
            FactCell::Number(interval) => interval.known(),
            FactCell::Count(count) => Some(Number::from_integer(i128::from(*count))),
            _ => None,
        }
    }

    /// The sort order of a column. Numbers compare by their lower bounds.
    pub fn compare(&self, other: &FactCell) -> Ordering {
        match (self, other) {
            (FactCell::Number(a), FactCell::Number(b)) => a.least.cmp(&b.least),
            _ => self.cmp(other),
        }
    }
}

fn texts(numbers: &[Number]) -> Vec<String> {
    numbers.iter().map(Number::to_string).collect()
}

/// The reason why facts cannot be read from JSON.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FactError {
    /// The JSON lacks a fact that every board has.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// A field of the JSON has the wrong type or form.
    #[error("{name}: {found}")]
    Malformed {
        /// The column.
        name: &'static str,
        /// The JSON that was found.
        found: String,
    },
}

/// A type of facts: how it is shown, and how it is read from JSON.
trait Fact: Sized {
    /// The fact as a cell of a table.
    fn cell(&self) -> FactCell;

    /// The fact from JSON; `None` if the JSON has another type or form.
    fn of_json(json: &Value) -> Option<Self>;

    /// The fact for JSON that lacks the field; `None` if the field is required.
    fn absent() -> Option<Self> {
        None
    }
}

impl Fact for String {
    fn cell(&self) -> FactCell {
        FactCell::Text(self.clone())
    }

    fn of_json(json: &Value) -> Option<String> {
        json.as_str().map(str::to_string)
    }
}

impl Fact for u64 {
    fn cell(&self) -> FactCell {
        FactCell::Count(*self)
    }

    fn of_json(json: &Value) -> Option<u64> {
        json.as_u64()
    }
}

impl Fact for bool {
    fn cell(&self) -> FactCell {
        FactCell::Flag(*self)
    }

    fn of_json(json: &Value) -> Option<bool> {
        json.as_bool()
    }
}

impl Fact for Certainty {
    fn cell(&self) -> FactCell {
        FactCell::Certainty(*self)
    }

    fn of_json(json: &Value) -> Option<Certainty> {
        json.as_str().and_then(Certainty::parse)
    }

    /// A file without the field keeps boards only.
    fn absent() -> Option<Certainty> {
        Some(Certainty::BoardOnly)
    }
}

impl Fact for Interval {
    fn cell(&self) -> FactCell {
        FactCell::Number(*self)
    }

    fn of_json(json: &Value) -> Option<Interval> {
        number(json).map(Interval::exact)
    }
}

impl<T: Fact> Fact for Option<T> {
    fn cell(&self) -> FactCell {
        self.as_ref().map_or(FactCell::Absent, T::cell)
    }

    /// An empty text stands for an absent fact, as in older files.
    fn of_json(json: &Value) -> Option<Option<T>> {
        match json {
            Value::Null => Some(None),
            Value::String(text) if text.is_empty() => Some(None),
            json => T::of_json(json).map(Some),
        }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

fn number(json: &Value) -> Option<Number> {
    parse_rational(json.as_str()?).ok()
}

/// The cell of a column of bounds, like `temperature_bounds`. In files, the number's own column has
/// one number at most.
fn bounds_cell(interval: Option<Interval>) -> FactCell {
    let bounds = interval.and_then(|i| i.bounds());
    bounds.map_or(FactCell::Absent, FactCell::Bounds)
}

fn bounds_of_json(json: &Value) -> Option<Interval> {
    match json.as_array()?.as_slice() {
        [least, most] => Some(Interval::between([number(least)?, number(most)?])),
        _ => None,
    }
}

/// A column of the table of facts.
pub struct FactColumn {
    /// The name, in JSON, CSV and command-line options.
    pub name: &'static str,
    /// The heading, in tables for people.
    pub heading: &'static str,
    of: fn(&Facts) -> FactCell,
    read: fn(&mut Facts, Option<&Value>) -> Option<()>,
}

macro_rules! columns {
    (@of $field:ident) => { |f| f.$field.cell() };
    (@of $field:ident bounds) => { |f| bounds_cell(f.$field) };
    (@read $field:ident) => {
        |f, json| {
            f.$field = match json {
                Some(json) => Fact::of_json(json)?,
                None => Fact::absent()?,
            };
            Some(())
        }
    };
    (@read $field:ident bounds) => {
        |f, json| {
            if let Some(json) = json.filter(|json| !json.is_null()) {
                f.$field = Some(bounds_of_json(json)?);
            }
            Some(())
        }
    };
    ($($name:literal $heading:literal $field:ident $($bounds:ident)?;)*) => {
        &[$(FactColumn {
            name: $name,
            heading: $heading,
            of: columns!(@of $field $($bounds)?),
            read: columns!(@read $field $($bounds)?),
        }),*]
    };
}

/// All facts: name, heading, field. The column of a number's bounds follows the column of the
/// number.
pub const FACT_COLUMNS: &[FactColumn] = columns! {
    "board" "board" board;
    "tints" "tints" tints;
    "order" "order" order;
    "size" "size" size;
    "links" "links" links;
    "degree" "degree" degree;
    "degree2" "degree2" degree2;
    "degree3" "degree3" degree3;
    "opposable" "opposable" opposable;
    "outcome" "outcome" outcome;
    "grundy" "Grundy value" grundy;
    "canonical_form" "canonical form" canonical_form;
    "atomic_weight" "atomic weight" atomic_weight;
    "birthday" "birthday" birthday;
    "temperature" "temperature" temperature;
    "temperature_bounds" "temperature" temperature bounds;
    "mean" "mean" mean;
    "mean_bounds" "mean" mean bounds;
    "left_stop" "left stop" left_stop;
    "left_stop_bounds" "left stop" left_stop bounds;
    "right_stop" "right stop" right_stop;
    "right_stop_bounds" "right stop" right_stop bounds;
    "certainty" "certainty" certainty;
};

impl FactColumn {
    /// The column with this name.
    pub fn by_name(name: &str) -> Option<&'static FactColumn> {
        FACT_COLUMNS.iter().find(|c| c.name == name)
    }

    /// The cell of this column for a board's facts.
    pub fn of(&self, facts: &Facts) -> FactCell {
        (self.of)(facts)
    }

    fn read(&self, facts: &mut Facts, json: Option<&Value>) -> Result<(), FactError> {
        (self.read)(facts, json).ok_or_else(|| match json {
            None => FactError::Missing(self.name),
            Some(json) => FactError::Malformed {
                name: self.name,
                found: json
                    .as_str()
                    .map_or_else(|| json.to_string(), |text| format!("`{text}`")),
            },
        })
    }
}

impl<'de> Deserialize<'de> for Facts {
    /// Reads a JSON object by the table; see [`Facts::of_json`].
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Facts, D::Error> {
        let json = Map::deserialize(from)?;
        Facts::of_json(&json).map_err(serde::de::Error::custom)
    }
}

impl Facts {
    /// The cell of the column with this name; absent if there is no such column.
    pub fn column(&self, name: &str) -> FactCell {
        FactColumn::by_name(name).map_or(FactCell::Absent, |column| column.of(self))
    }

    /// The columns with these names as a JSON object.
    pub fn object(&self, names: &[&str]) -> Map<String, Value> {
        let field = |&name: &&str| (name.to_string(), self.column(name).json());
        names.iter().map(field).collect()
    }

    /// The column with this name as files of records write it. A temperature or mean without an
    /// exact value is an empty text, except that a temperature with bounds is its lower bound.
    pub fn filed(&self, name: &str) -> Value {
        match (name, self.column(name)) {
            ("temperature", FactCell::Number(interval)) => interval.least.to_string().into(),
            ("temperature" | "mean", cell) => cell
                .number()
                .map_or_else(String::new, |n| n.to_string())
                .into(),
            (_, cell) => cell.json(),
        }
    }

    /// As [`Facts::filed`], as text for a table.
    pub fn filed_text(&self, name: &str) -> String {
        match self.filed(name) {
            Value::Null => String::new(),
            Value::String(text) => text,
            json => json.to_string(),
        }
    }

    /// All known facts, as files of records write them. The columns of bounds are left out if the
    /// facts are exact.
    pub fn to_json(&self) -> Map<String, Value> {
        let is_exact = self.certainty == Certainty::Exact;
        let kept = FACT_COLUMNS
            .iter()
            .filter(|c| !(is_exact && matches!(c.of(self), FactCell::Bounds(_))));
        kept.map(|c| (c.name.to_string(), self.filed(c.name)))
            .filter(|(_, json)| !json.is_null())
            .collect()
    }

    /// Reads the output of [`Facts::to_json`], and lines of records. Other keys are ignored.
    ///
    /// # Errors
    /// When a field that every board has is missing, or a field has the wrong type or form.
    pub fn of_json(json: &Map<String, Value>) -> Result<Facts, FactError> {
        let mut facts = Facts::default();
        for column in FACT_COLUMNS {
            column.read(&mut facts, json.get(column.name))?;
        }
        let bounds = json.get("temperature_bounds").filter(|b| !b.is_null());
        if facts.is_bound() && bounds.is_none() {
            facts.temperature = facts.temperature.map(|t| Interval::at_least(t.least));
        }
        Ok(facts)
    }
}
