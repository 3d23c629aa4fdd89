//! The table of facts: the name and the heading of each fact, and how the fact is read from
//! [`Facts`] and from files.
//!
//! JSON, CSV, text tables, sorting, filters and cards pick columns of this table by name. A new
//! fact of a board needs a field of [`Facts`], a line that computes the field, and a row here.

use super::super::expression::Number;
use super::super::fitness::parse_rational;
use super::{Certainty, Facts, Interval};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// A fact as a cell of a table, for display and for sorting. Absent facts sort first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FactCell {
    /// The fact is unknown, or the game has no such fact.
    Absent,
    /// A fact that is true or false, such as `opposable`.
    Flag(bool),
    /// How certain the other facts are.
    Certainty(Certainty),
    /// A whole number, such as the order.
    Count(u64),
    /// A number that is known exactly or by bounds, such as the temperature.
    Number(Interval),
    /// The lower and the upper bound of a number, in a column of their own.
    Bounds([Number; 2]),
    /// The components of a fitness, the most important first.
    Numbers(Vec<Number>),
    /// A text, such as the canonical form.
    Text(String),
}

impl FactCell {
    /// The cell as text, empty for an absent fact. `between` separates the two bounds of a number.
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

    /// The cell as text for people, as in `1 to 3/2` for bounds.
    pub fn text(&self) -> String {
        self.text_between(" to ")
    }

    /// The cell as JSON. An exact number is a string. An absent fact is null, and so is a number
    /// that is not known exactly.
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

    /// The number, if the cell holds an exact number or a count; else `None`.
    pub fn number(&self) -> Option<Number> {
        match self {
            FactCell::Number(interval) => interval.known(),
            FactCell::Count(count) => Some(Number::from_integer(i128::from(*count))),
            _ => None,
        }
    }

    /// Compares two cells of one column for sorting. Numbers compare by their lower bounds.
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
        /// The name of the column.
        name: &'static str,
        /// The JSON text that was found instead.
        found: String,
    },
}

/// A type of facts: its form in tables, and its form in JSON.
trait Fact: Sized {
    /// Converts the fact to a cell of a table.
    fn cell(&self) -> FactCell;

    /// Reads the fact from JSON; `None` if the JSON has another type or form.
    fn of_json(json: &Value) -> Option<Self>;

    /// The fact for a JSON object that lacks the field; `None` if the field is required.
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

    /// A JSON object without this field has facts of the board only.
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

    /// Reads `null` and, for older files, an empty text as an absent fact.
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

/// The cell of a column of bounds, such as `temperature_bounds`. The bounds have a column of their
/// own, since the column of the number holds at most one number in files.
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

/// A column of the table of facts, such as `degree`.
pub struct FactColumn {
    /// The name of the column in JSON, CSV and command-line options.
    pub name: &'static str,
    /// The heading of the column in tables for people.
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

/// All facts; each row has the name, the heading and the field. The bounds of a number follow the
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
    /// The column with this name; `None` for an unknown name.
    pub fn by_name(name: &str) -> Option<&'static FactColumn> {
        FACT_COLUMNS.iter().find(|c| c.name == name)
    }

    /// Reads the cell of this column from the facts of a board.
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

impl Serialize for Facts {
    /// Writes the object of [`Facts::to_json`].
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Facts {
    /// Reads a JSON object by [`Facts::of_json`].
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Facts, D::Error> {
        let json = Map::deserialize(from)?;
        Facts::of_json(&json).map_err(serde::de::Error::custom)
    }
}

impl Facts {
    /// The cell of the column with this name; [`FactCell::Absent`] for an unknown name.
    pub fn column(&self, name: &str) -> FactCell {
        FactColumn::by_name(name).map_or(FactCell::Absent, |column| column.of(self))
    }

    /// A JSON object with the columns of these names.
    pub fn object(&self, names: &[&str]) -> Map<String, Value> {
        let field = |&name: &&str| (name.to_string(), self.column(name).json());
        names.iter().map(field).collect()
    }

    /// The column with this name, in the form in which files of records keep it. A temperature that
    /// is known by bounds is written as its lower bound. A mean that is not known exactly is an
    /// empty text, and so is an unknown temperature.
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

    /// The result of [`Facts::filed`] as text for a table.
    pub fn filed_text(&self, name: &str) -> String {
        match self.filed(name) {
            Value::Null => String::new(),
            Value::String(text) => text,
            json => json.to_string(),
        }
    }

    /// All known facts, in the form in which files of records keep them. The columns of bounds are
    /// left out if the facts are exact.
    pub fn to_json(&self) -> Map<String, Value> {
        let is_exact = self.certainty == Certainty::Exact;
        let kept = FACT_COLUMNS
            .iter()
            .filter(|c| !(is_exact && matches!(c.of(self), FactCell::Bounds(_))));
        kept.map(|c| (c.name.to_string(), self.filed(c.name)))
            .filter(|(_, json)| !json.is_null())
            .collect()
    }

    /// Refuses a number that contradicts the bounds beside it.
    fn check_bounds(&self, json: &Map<String, Value>) -> Result<(), FactError> {
        for name in ["temperature", "mean"] {
            let found = json.get(name).filter(|found| !found.is_null());
            if let Some(found) = found
                && number(found) != number(&self.filed(name))
            {
                let found = format!("{found} contradicts {name}_bounds");
                return Err(FactError::Malformed { name, found });
            }
        }
        Ok(())
    }

    /// Reads the output of [`Facts::to_json`] and the lines of records files. Other keys are
    /// ignored.
    ///
    /// # Errors
    /// When a field that every board has is missing, a field has the wrong type or form, or a
    /// number contradicts its bounds.
    pub fn of_json(json: &Map<String, Value>) -> Result<Facts, FactError> {
        let mut facts = Facts::default();
        for column in FACT_COLUMNS {
            column.read(&mut facts, json.get(column.name))?;
        }
        let bounds = json.get("temperature_bounds").filter(|b| !b.is_null());
        if facts.is_bound() && bounds.is_none() {
            facts.temperature = facts.temperature.map(|t| Interval::at_least(t.least));
        }
        facts.check_bounds(json)?;
        Ok(facts)
    }
}
