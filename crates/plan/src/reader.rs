//! Reads keys from the layers. When a value is wrong, its mistake is noted, and a harmless value
//! takes its place. So all mistakes are found, and can be reported in the order of the file.

use super::ConfigError;
use super::layers::{KeyEntry, Layers, Mistake, Spot};
use super::schema::{listed, split};
use super::value::TomlValue;
use boilingpoint_language::did_you_mean;
use boilingpoint_problem::expression::Names;
use boilingpoint_problem::invariants;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// Reads keys from the layers, and collects mistakes.
pub(super) struct Reader {
    pub(super) layers: Layers,
    /// The names that an expression may use.
    pub(super) invariants: Names,
    mistakes: RefCell<Vec<Mistake>>,
    /// Whether a user has named the config, which may then name game files.
    pub(super) is_of_user: bool,
}

impl Reader {
    pub(super) fn new(mut layers: Layers) -> Reader {
        Reader {
            mistakes: RefCell::new(std::mem::take(&mut layers.mistakes)),
            invariants: invariants::names(),
            layers,
            is_of_user: false,
        }
    }

    /// A reader of a config that a user has named. It may name game files.
    pub(super) fn of_user(layers: Layers) -> Reader {
        Reader {
            is_of_user: true,
            ..Reader::new(layers)
        }
    }

    pub(super) fn wrong(&self, spot: &Spot, message: String, help: Option<String>) {
        self.note(spot.clone(), message, help, false);
    }

    /// Notes that a key does not fit other keys. If the key is not given, its default does not fit,
    /// and the mistake is noted where the key would be written.
    pub(super) fn misfit(&self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        let missing = self.is_default(key);
        let spot = if missing {
            self.layers.home(split(key).0)
        } else {
            self.entry(key).spot.clone()
        };
        self.note(spot, message.into(), Some(help.into()), missing);
    }

    /// Notes that a required key is missing.
    pub(super) fn missing(&self, key: &str) {
        let (table, name) = split(key);
        let message = format!("`{key}` is required");
        let help = format!(
            "in [{table}], write {name} = {}",
            self.layers.schema.example(key)
        );
        self.note(self.layers.home(table), message, Some(help), true);
    }

    /// Whether a mistake was noted at the value of a key.
    pub(super) fn is_mistaken(&self, key: &str) -> bool {
        let spot = &self.entry(key).spot;
        let mistakes = self.mistakes.borrow();
        mistakes
            .iter()
            .any(|m| m.spot.layer == spot.layer && m.spot.span == spot.span)
    }

    fn note(&self, spot: Spot, message: String, help: Option<String>, missing: bool) {
        self.mistakes.borrow_mut().push(Mistake {
            spot,
            message,
            help,
            missing,
        });
    }

    /// Fails with the mistakes that were noted so far.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let mistakes = self.mistakes.take();
        self.layers.first(mistakes).map_or(Ok(()), Err)
    }

    pub(super) fn wrong_type(&self, key: &str, spot: &Spot, found: &TomlValue, wanted: &str) {
        let message = format!("`{key}` must be {wanted}, found {}", found.described());
        let help = format!(
            "such as {} = {}",
            split(key).1,
            self.layers.schema.example(key)
        );
        self.wrong(spot, message, Some(help));
    }

    /// The value of a key and its place.
    pub(super) fn entry(&self, key: &str) -> &KeyEntry {
        self.layers.entry(key)
    }

    /// Whether a key has its value from the defaults.
    pub(super) fn is_default(&self, key: &str) -> bool {
        self.layers.is_default(key)
    }

    /// Whether a key is an empty string, which means that it is not set.
    pub(super) fn is_blank(&self, key: &str) -> bool {
        matches!(&self.entry(key).value, TomlValue::Text(text) if text.trim().is_empty())
    }

    /// Reads an integer at a spot: the value of a key, or an item of its list.
    pub(super) fn integer<T>(
        &self,
        key: &str,
        value: &TomlValue,
        spot: &Spot,
        range: &RangeInclusive<i128>,
    ) -> T
    where
        T: TryFrom<i128> + Default,
    {
        let (least, most) = (range.start(), range.end());
        match value {
            TomlValue::Integer(n) if range.contains(n) => {
                return T::try_from(*n).unwrap_or_default();
            }
            TomlValue::Integer(_) => {
                let found = value.described();
                let message = format!("`{key}` must be from {least} to {most}, found {found}");
                self.wrong(spot, message, None);
            }
            _ => {
                let wanted = format!("an integer from {least} to {most}");
                self.wrong_type(key, spot, value, &wanted);
            }
        }
        T::default()
    }

    /// Reads a string. If the value has another type, notes a mistake and returns `None`.
    pub(super) fn text(&self, key: &str) -> Option<(&str, &Spot)> {
        let KeyEntry { value, spot } = self.entry(key);
        if let TomlValue::Text(text) = value {
            return Some((text, spot));
        }
        self.wrong_type(key, spot, value, "a string");
        None
    }

    /// Reads a list of strings. With `single`, a string may take the place of a list with one
    /// string.
    pub(super) fn texts(&self, key: &str, single: bool) -> Vec<(&str, Spot)> {
        let KeyEntry { value, spot } = self.entry(key);
        let wanted = if single {
            "a string or a list of strings"
        } else {
            "a list of strings"
        };
        let items = match value {
            TomlValue::Text(text) if single || spot.bare => return vec![(text, spot.clone())],
            TomlValue::List(items) => items,
            other => {
                self.wrong_type(key, spot, other, wanted);
                return Vec::new();
            }
        };
        let mut texts = Vec::new();
        for item in items {
            let spot = spot.of_part(item.span.clone());
            match &item.value {
                TomlValue::Text(text) => texts.push((text.as_str(), spot)),
                other => self.wrong_type(key, &spot, other, wanted),
            }
        }
        texts
    }

    /// Notes a mistake unless `word` is among `known`.
    pub(super) fn known(&self, noun: &str, word: &str, spot: &Spot, known: &[&str]) {
        if known.contains(&word) {
            return;
        }
        let help = did_you_mean(word, known)
            .unwrap_or_else(|| format!("the known names are {}", listed(known)));
        self.wrong(spot, format!("unknown {noun} `{word}`"), Some(help));
    }
}
