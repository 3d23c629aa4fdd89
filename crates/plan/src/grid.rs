//! The table `[grid]`: keys that vary, each with a list of values.
//!
//! A value in the grid replaces the key's value in the file. It keeps its own place, so that a
//! mistake in the value is reported at this place.

use super::layers::Layers;
use super::schema::{GRID, Role};
use super::value::{PlacedValue, TomlValue};
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest number of settings of a grid.
const MOST_SETTINGS: usize = 10_000;

/// An example of a grid, for messages.
const EXAMPLE: &str = "such as \"search.polish\" = [0, 32]";

/// A key that varies.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) key: String,
    /// The values. There is at least one.
    pub(super) values: Vec<PlacedValue>,
    place: Range<usize>,
}

/// The combinations of a value for each key that varies. If no key varies, there is one setting.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// The keys that vary, in the order of the file.
    pub(super) axes: Vec<Axis>,
    place: Option<Range<usize>>,
}

impl Grid {
    /// The number of settings. `None` if the number overflows.
    fn size(&self) -> Option<usize> {
        let sizes = self.axes.iter().map(|axis| axis.values.len());
        sizes.into_iter().try_fold(1_usize, usize::checked_mul)
    }

    /// The number of settings; 0 if the number overflows.
    pub(super) fn settings(&self) -> usize {
        self.size().unwrap_or(0)
    }

    pub(super) fn varies(&self, key: &str) -> bool {
        self.axes.iter().any(|axis| axis.key == key)
    }

    /// The index of the value that each axis has in a setting. The last axis varies fastest.
    pub(super) fn choice(&self, mut setting: usize) -> Vec<usize> {
        let mut choice: Vec<usize> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            choice.push(setting % axis.values.len());
            setting /= axis.values.len();
        }
        choice.reverse();
        choice
    }
}

impl Layers {
    /// Reads the grid and notes its mistakes.
    pub(super) fn read_grid(&mut self, name: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let DeValue::Table(table) = value.get_ref() else {
            let found = PlacedValue::new(value, 0).value.described();
            let message = format!("`{GRID}` must be a table, found {found}");
            return self.wrong_in_file(value.span(), message, EXAMPLE);
        };
        self.grid.place = Some(name.span());
        self.read_axes(table, "");
        self.grid.axes.sort_by_key(|axis| axis.place.start);
        if self.grid.size().is_none_or(|size| size > MOST_SETTINGS) {
            let message = format!("the grid spans more than {MOST_SETTINGS} settings");
            self.wrong_in_file(name.span(), message, "give fewer values");
        }
    }

    /// Reads the axes of a table. The parser reads a key with dots and without quotes as a table
    /// within the table.
    fn read_axes(&mut self, table: &DeTable<'_>, within: &str) {
        for (key, value) in table {
            let name = format!("{within}{}", key.get_ref());
            match (self.schema.role(&name), value.get_ref()) {
                (Role::Key, _) => self.read_axis(name, key.span(), value),
                (Role::Table, DeValue::Table(inner)) if within.is_empty() => {
                    self.read_axes(inner, &format!("{name}."));
                }
                (Role::Table, _) => {
                    let message = format!("`{name}` is a table, but a grid lists values of keys");
                    self.wrong_in_file(key.span(), message, EXAMPLE);
                }
                (Role::Unknown, _) => self.unknown_in_file(&name, key.span()),
            }
        }
    }

    fn read_axis(&mut self, key: String, place: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let PlacedValue {
            value: values,
            span,
        } = PlacedValue::new(value, 0);
        if let "seed" | "name" = key.as_str() {
            let help = match key.as_str() {
                "seed" => "give the seeds on the command line: --seeds 1..20",
                _ => "leave it out: all runs of a comparison share one name",
            };
            return self.wrong_in_file(place, format!("`{key}` cannot vary in [grid]"), help);
        }
        if let Some(other) = self.grid.axes.iter().find(|axis| axis.key == key) {
            // The parser does not keep the order of the file.
            let later = [&place, &other.place].into_iter().max_by_key(|p| p.start);
            let later = later.unwrap_or(&place).clone();
            let message = format!("`{key}` is given twice");
            return self.wrong_in_file(later, message, "keep one of the two");
        }
        match values {
            TomlValue::List(values) if values.is_empty() => {
                let message = format!("`{key}` has no values in [grid]");
                self.wrong_in_file(span, message, EXAMPLE);
            }
            TomlValue::List(values) => self.grid.axes.push(Axis { key, values, place }),
            other => {
                let message = format!(
                    "`{key}` must have a list of values in [grid], found {}",
                    other.described()
                );
                self.wrong_in_file(span, message, EXAMPLE);
            }
        }
    }

    /// Replaces the file's values by the values of a setting.
    pub(super) fn take_setting(&mut self, setting: usize) {
        let choice = self.grid.choice(setting);
        let values: Vec<(String, PlacedValue)> = self
            .grid
            .axes
            .iter()
            .zip(choice)
            .map(|(axis, chosen)| (axis.key.clone(), axis.values[chosen].clone()))
            .collect();
        for (key, value) in values {
            self.put_in_file(&key, value);
        }
    }

    /// Notes a mistake if there is a grid, since a single run has none.
    pub(super) fn refuse_grid(&mut self) {
        if let Some(place) = self.grid.place.clone() {
            let message =
                "this command takes a config for a single run, without [grid]".to_string();
            let help = "a config with a grid is for `boil search` and `boil check`";
            self.wrong_in_file(place, message, help);
        }
    }
}
