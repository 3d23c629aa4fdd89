//! The formats of plain values. A format reads a value from TOML and writes it.

use super::layers::KeyEntry;
use super::reader::Reader;
use super::size::{parse_size, print_size};
use super::value::{TomlValue, quoted};
use std::ops::RangeInclusive;
use std::path::Path;

/// The format of a key's values.
pub(super) trait KeyFormat<T> {
    /// Reads the value of a key from the layers.
    fn read(&self, from: &Reader, key: &str) -> T;

    /// Writes a value as TOML.
    fn write(&self, value: &T) -> String;
}

/// An integer in a range.
pub(super) struct Integer(pub(super) RangeInclusive<i128>);

impl<T: TryFrom<i128> + Default + ToString> KeyFormat<T> for Integer {
    fn read(&self, from: &Reader, key: &str) -> T {
        let KeyEntry { value, spot } = from.entry(key);
        from.integer(key, value, spot, &self.0)
    }

    fn write(&self, value: &T) -> String {
        value.to_string()
    }
}

pub(super) struct Flag;

impl KeyFormat<bool> for Flag {
    fn read(&self, from: &Reader, key: &str) -> bool {
        let KeyEntry { value, spot } = from.entry(key);
        if let TomlValue::Truth(truth) = value {
            return *truth;
        }
        from.wrong_type(key, spot, value, "true or false");
        false
    }

    fn write(&self, value: &bool) -> String {
        value.to_string()
    }
}

/// A list of two integers in a range: the least and the greatest order.
pub(super) struct Orders(pub(super) RangeInclusive<i128>);

impl KeyFormat<[usize; 2]> for Orders {
    fn read(&self, from: &Reader, key: &str) -> [usize; 2] {
        let KeyEntry { value, spot } = from.entry(key);
        let items = match value {
            TomlValue::List(items) if items.len() == 2 => items,
            other => {
                let wanted = "a list of two integers, the least and the greatest";
                from.wrong_type(key, spot, other, wanted);
                return [0, 0];
            }
        };
        let [least, most] = [&items[0], &items[1]].map(|item| {
            let spot = spot.of_part(item.span.clone());
            from.integer::<usize>(key, &item.value, &spot, &self.0)
        });
        if least > most && most != 0 {
            let message = format!("the range `{key}` is empty: {least} is more than {most}");
            from.wrong(spot, message, Some(format!("write [{most}, {least}]")));
        }
        [least, most]
    }

    fn write(&self, [least, most]: &[usize; 2]) -> String {
        format!("[{least}, {most}]")
    }
}

/// A number from 0 to 1.
pub(super) struct Share;

impl KeyFormat<f64> for Share {
    fn read(&self, from: &Reader, key: &str) -> f64 {
        let KeyEntry { value, spot } = from.entry(key);
        let number = match value {
            TomlValue::Integer(0) => 0.0,
            TomlValue::Integer(1) => 1.0,
            TomlValue::Integer(_) => f64::INFINITY,
            TomlValue::Decimal(text) => text.parse().unwrap_or(f64::NAN),
            other => {
                from.wrong_type(key, spot, other, "a number from 0 to 1");
                return 0.0;
            }
        };
        if (0.0..=1.0).contains(&number) {
            // Adding 0.0 turns -0.0 into 0.0.
            return number + 0.0;
        }
        let found = value.described();
        let message = format!("`{key}` must be from 0 to 1, found {found}");
        from.wrong(spot, message, None);
        0.0
    }

    fn write(&self, value: &f64) -> String {
        format!("{value:?}")
    }
}

/// An amount of memory in bytes, within a range.
pub(super) struct Size(pub(super) RangeInclusive<u64>);

impl KeyFormat<u64> for Size {
    fn read(&self, from: &Reader, key: &str) -> u64 {
        let KeyEntry { value, spot } = from.entry(key);
        let TomlValue::Text(text) = value else {
            from.wrong_type(key, spot, value, "a string with an amount of memory");
            return *self.0.end();
        };
        let (message, help) = match parse_size(text) {
            Ok(bytes) if self.0.contains(&bytes) => return bytes,
            Ok(_) => {
                let [least, most] = [self.0.start(), self.0.end()].map(|&bytes| print_size(bytes));
                let message = format!("`{key}` must be from {least} to {most}, found {text}");
                (message, None)
            }
            Err(help) => {
                let message = format!("`{key}` is not an amount of memory: \"{text}\"");
                (message, Some(help.to_string()))
            }
        };
        from.wrong(spot, message, help);
        *self.0.end()
    }

    fn write(&self, bytes: &u64) -> String {
        quoted(&print_size(*bytes))
    }
}

/// The name of a run's folder. By default it is the name of the config file without its ending.
pub(super) struct RunName;

/// The longest name of a run, in characters.
const LONGEST_NAME: usize = 100;

impl KeyFormat<String> for RunName {
    fn read(&self, from: &Reader, key: &str) -> String {
        let given = from.text(key).map(|(given, spot)| (given.trim(), spot));
        let Some((given, spot)) = given.filter(|(given, _)| !given.is_empty()) else {
            return name_of(from.layers.file());
        };
        if !given.chars().all(may_name) || given.starts_with('.') || given.len() > LONGEST_NAME {
            let message = format!("`{key}` cannot name a folder: \"{given}\"");
            let help = format!(
                "use up to {LONGEST_NAME} letters, digits, `-`, `_` and `.`, but no `.` at the beginning"
            );
            from.wrong(spot, message, Some(help));
        }
        given.to_string()
    }

    fn write(&self, name: &String) -> String {
        quoted(name)
    }
}

fn may_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}

/// The name of a run that is derived from the path of its config.
fn name_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    let letters = stem.chars().map(|c| if may_name(c) { c } else { '-' });
    let name: String = letters.take(LONGEST_NAME).collect();
    match name.trim_start_matches('.') {
        "" => "search".to_string(),
        name => name.to_string(),
    }
}
