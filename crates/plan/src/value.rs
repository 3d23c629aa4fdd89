//! Reads TOML values with their places, and writes them.

use std::ops::Range;
use toml::Spanned;
use toml::de::DeValue;

/// A value in a config.
#[derive(Clone, Debug)]
pub(super) enum TomlValue {
    Text(String),
    /// An integer. An integer that exceeds 128 bits is replaced by the nearest bound.
    Integer(i128),
    Decimal(String),
    Truth(bool),
    List(Vec<PlacedValue>),
    /// The keys of a table with their places and values, in the order of the file.
    Table(Vec<(String, Range<usize>, PlacedValue)>),
    /// A date.
    Other(&'static str),
}

/// A value and the bytes of its place.
#[derive(Clone, Debug)]
pub(super) struct PlacedValue {
    pub(super) value: TomlValue,
    pub(super) span: Range<usize>,
}

impl PlacedValue {
    /// Converts a parsed value. `shift` bytes are added to its place.
    pub(super) fn new(parsed: &Spanned<DeValue<'_>>, shift: usize) -> PlacedValue {
        let span = parsed.span();
        let value = match parsed.get_ref() {
            DeValue::String(s) => TomlValue::Text(s.to_string()),
            DeValue::Integer(i) => TomlValue::Integer(integer(i.as_str(), i.radix())),
            DeValue::Float(f) => TomlValue::Decimal(f.as_str().to_string()),
            DeValue::Boolean(b) => TomlValue::Truth(*b),
            DeValue::Array(items) => TomlValue::List(
                items
                    .iter()
                    .map(|item| PlacedValue::new(item, shift))
                    .collect(),
            ),
            DeValue::Table(table) => {
                let mut keys: Vec<_> = table
                    .iter()
                    .map(|(key, value)| {
                        let place = key.span().start + shift..key.span().end + shift;
                        let name: &str = key.get_ref();
                        (name.to_string(), place, PlacedValue::new(value, shift))
                    })
                    .collect();
                keys.sort_by_key(|(_, place, _)| place.start);
                TomlValue::Table(keys)
            }
            DeValue::Datetime(_) => TomlValue::Other("a date"),
        };
        PlacedValue {
            value,
            span: span.start + shift..span.end + shift,
        }
    }
}

fn integer(digits: &str, radix: u32) -> i128 {
    let limit = if digits.starts_with('-') {
        i128::MIN
    } else {
        i128::MAX
    };
    i128::from_str_radix(digits, radix).unwrap_or(limit)
}

impl TomlValue {
    /// The value as messages describe it.
    pub(super) fn described(&self) -> String {
        match self {
            TomlValue::Text(_) => "a string".to_string(),
            TomlValue::Integer(i128::MAX | i128::MIN) => "a huge integer".to_string(),
            TomlValue::Integer(n) => format!("the integer {n}"),
            TomlValue::Decimal(d) => format!("the decimal {d}"),
            TomlValue::Truth(t) => format!("{t}"),
            TomlValue::List(items) if items.len() == 1 => "a list with 1 item".to_string(),
            TomlValue::List(items) => format!("a list with {} items", items.len()),
            TomlValue::Table(_) => "a table".to_string(),
            TomlValue::Other(what) => (*what).to_string(),
        }
    }
}

/// Writes strings as a TOML list.
pub(super) fn list<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let texts = texts.into_iter();
    let quoted: Vec<String> = texts.map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", quoted.join(", "))
}

/// Writes a TOML string on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
