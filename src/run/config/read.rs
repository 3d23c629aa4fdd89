//! Typed reading of keys. A mistake is noted, and something harmless stands in for the value,
//! so that all mistakes are seen and the first in the file can be told.

use super::choice::Choice;
use super::layers::{Layers, Mistake, Spot};
use super::schema::{listed, split};
use super::size::{parse_size, print_size};
use super::value::Value;
use super::{Catalogue, ConfigError};
use crate::problem::expression::did_you_mean;
use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

/// Reads keys out of the layers.
pub(super) struct Reader<'a> {
    pub(super) layers: Layers,
    pub(super) catalogue: &'a Catalogue,
    mistakes: RefCell<Vec<Mistake>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(mut layers: Layers, catalogue: &'a Catalogue) -> Reader<'a> {
        let mistakes = RefCell::new(std::mem::take(&mut layers.mistakes));
        Reader {
            layers,
            catalogue,
            mistakes,
        }
    }

    /// Notes a mistake.
    pub(super) fn wrong(&self, spot: &Spot, message: String, help: Option<String>) {
        let spot = spot.clone();
        self.mistakes.borrow_mut().push(Mistake {
            spot,
            message,
            help,
            missing: false,
        });
    }

    /// Notes that a key does not go with others. Where the key is not given, its default does not, which is told
    /// where the key should have been.
    pub(super) fn misfit(&self, key: &str, message: String, help: String) {
        let missing = self.layers.is_default(key);
        let spot = match missing {
            true => self.layers.home(split(key).0),
            false => self.layers.entry(key).spot.clone(),
        };
        self.mistakes.borrow_mut().push(Mistake {
            spot,
            message,
            help: Some(help),
            missing,
        });
    }

    /// A number as it was asked for; a default gives way to what it must not exceed.
    pub(super) fn at_most_unless_asked<T: Ord>(&self, key: &str, number: T, most: T) -> T {
        match self.layers.is_default(key) {
            true => number.min(most),
            false => number,
        }
    }

    /// Notes that a key without a default is not given.
    pub(super) fn missing(&self, key: &str) {
        let (table, name) = split(key);
        let example = self.layers.schema.example(key);
        self.mistakes.borrow_mut().push(Mistake {
            spot: self.layers.home(table),
            message: format!("`{key}` is required"),
            help: Some(format!("in [{table}], write {name} = {example}")),
            missing: true,
        });
    }

    /// Fails with the first mistake noted so far.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let mistakes = self.mistakes.take();
        self.layers.first(mistakes).map_or(Ok(()), Err)
    }

    pub(super) fn wrong_type(&self, key: &str, spot: &Spot, found: &Value, wanted: &str) {
        let message = format!("`{key}` must be {wanted}, found {}", found.described());
        let (name, example) = (split(key).1, self.layers.schema.example(key));
        self.wrong(spot, message, Some(format!("such as {name} = {example}")));
    }

    fn item(&self, key: &str, span: &Range<usize>) -> Spot {
        let mut spot = self.layers.entry(key).spot.clone();
        spot.span = span.clone();
        spot
    }

    pub(super) fn integer<T>(&self, key: &str, range: RangeInclusive<i128>) -> T
    where
        T: TryFrom<i128> + Default,
    {
        let entry = self.layers.entry(key);
        self.integer_at(key, &entry.value, &entry.spot, &range)
    }

    fn integer_at<T>(
        &self,
        key: &str,
        value: &Value,
        spot: &Spot,
        range: &RangeInclusive<i128>,
    ) -> T
    where
        T: TryFrom<i128> + Default,
    {
        let (least, most) = (range.start(), range.end());
        match value {
            Value::Integer(n) if range.contains(n) => T::try_from(*n).unwrap_or_default(),
            Value::Integer(_) => {
                let found = value.described();
                let message = format!("`{key}` must be from {least} to {most}, found {found}");
                self.wrong(spot, message, None);
                T::default()
            }
            _ => {
                let wanted = format!("an integer from {least} to {most}");
                self.wrong_type(key, spot, value, &wanted);
                T::default()
            }
        }
    }

    /// Two integers, the first at most the second.
    pub(super) fn span(&self, key: &str, range: RangeInclusive<i128>) -> [usize; 2] {
        let entry = self.layers.entry(key);
        match &entry.value {
            Value::List(items) if items.len() == 2 => {
                let read = |i: usize| -> usize {
                    let spot = self.item(key, &items[i].span);
                    self.integer_at(key, &items[i].value, &spot, &range)
                };
                let (least, most) = (read(0), read(1));
                if least > most && most != 0 {
                    let message =
                        format!("`{key}` is empty: the fewest, {least}, exceed the most, {most}");
                    let help = Some(format!("write [{most}, {least}]"));
                    self.wrong(&entry.spot, message, help);
                }
                [least, most]
            }
            other => {
                let wanted = "a list of two integers, the fewest and the most";
                self.wrong_type(key, &entry.spot, other, wanted);
                [0, 0]
            }
        }
    }

    pub(super) fn truth(&self, key: &str) -> bool {
        let entry = self.layers.entry(key);
        match &entry.value {
            Value::Truth(truth) => *truth,
            other => {
                self.wrong_type(key, &entry.spot, other, "true or false");
                false
            }
        }
    }

    /// A number from 0 to 1.
    pub(super) fn share(&self, key: &str) -> f64 {
        let entry = self.layers.entry(key);
        let number = match &entry.value {
            Value::Integer(0) => 0.0,
            Value::Integer(1) => 1.0,
            Value::Integer(_) => f64::INFINITY,
            Value::Decimal(text) => text.parse().unwrap_or(f64::NAN),
            other => {
                self.wrong_type(key, &entry.spot, other, "a number from 0 to 1");
                return 0.0;
            }
        };
        if (0.0..=1.0).contains(&number) {
            // The sum turns -0.0 into 0.0.
            return number + 0.0;
        }
        let found = entry.value.described();
        let message = format!("`{key}` must be from 0 to 1, found {found}");
        self.wrong(&entry.spot, message, None);
        0.0
    }

    pub(super) fn text(&self, key: &str) -> (String, &Spot) {
        let entry = self.layers.entry(key);
        match &entry.value {
            Value::Text(text) => (text.trim().to_string(), &entry.spot),
            other => {
                self.wrong_type(key, &entry.spot, other, "a string");
                (String::new(), &entry.spot)
            }
        }
    }

    /// A list of strings; where `single`, one string will do.
    pub(super) fn texts(&self, key: &str, single: bool) -> Vec<(String, Spot)> {
        let entry = self.layers.entry(key);
        let wanted = if single {
            "a string or a list of strings"
        } else {
            "a list of strings"
        };
        match &entry.value {
            Value::Text(text) if single || entry.spot.bare => {
                vec![(text.clone(), entry.spot.clone())]
            }
            Value::List(items) => items
                .iter()
                .filter_map(|item| {
                    let spot = self.item(key, &item.span);
                    match &item.value {
                        Value::Text(text) => Some((text.clone(), spot)),
                        other => {
                            self.wrong_type(key, &spot, other, wanted);
                            None
                        }
                    }
                })
                .collect(),
            other => {
                self.wrong_type(key, &entry.spot, other, wanted);
                Vec::new()
            }
        }
    }

    /// Notes a mistake unless `word` is among `known`.
    pub(super) fn known(&self, what: &str, word: &str, spot: &Spot, known: &[&str]) {
        if known.contains(&word) {
            return;
        }
        let help =
            did_you_mean(word, known).unwrap_or_else(|| format!("known are {}", listed(known)));
        self.wrong(spot, format!("unknown {what} `{word}`"), Some(help));
    }

    pub(super) fn choice<T: Choice>(&self, key: &str) -> T {
        let (word, spot) = self.text(key);
        let words: Vec<&str> = T::ALL.iter().map(|choice| choice.word()).collect();
        // Another type than a string has been noted already.
        if matches!(self.layers.entry(key).value, Value::Text(_)) {
            self.known(split(key).1, &word, spot, &words);
        }
        T::ALL
            .iter()
            .copied()
            .find(|c| c.word() == word)
            .unwrap_or(T::ALL[0])
    }

    /// One of the `known` names; required if the default is empty.
    pub(super) fn name(&self, key: &str, known: &[&str]) -> String {
        let (word, spot) = self.text(key);
        if word.is_empty() && self.layers.is_default(key) {
            self.missing(key);
        } else if matches!(self.layers.entry(key).value, Value::Text(_)) {
            self.known(split(key).1, &word, spot, known);
        }
        word
    }

    /// An amount of memory, in bytes.
    pub(super) fn size(&self, key: &str, range: RangeInclusive<u64>) -> u64 {
        let entry = self.layers.entry(key);
        let Value::Text(text) = &entry.value else {
            let wanted = "a string with an amount of memory";
            self.wrong_type(key, &entry.spot, &entry.value, wanted);
            return *range.end();
        };
        match parse_size(text) {
            Ok(bytes) if range.contains(&bytes) => return bytes,
            Ok(_) => {
                let (least, most) = (print_size(*range.start()), print_size(*range.end()));
                let message = format!("`{key}` must be from {least} to {most}, found {text}");
                self.wrong(&entry.spot, message, None);
            }
            Err(help) => {
                let message = format!("`{key}` is not an amount of memory: \"{text}\"");
                self.wrong(&entry.spot, message, Some(help));
            }
        }
        *range.end()
    }
}
