//! The known keys, read from the commented defaults.

use super::DEFAULTS;
use super::value::{Placed, Value};
use crate::problem::expression::nearest;
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};

/// Every key with its default, by dotted name.
pub(super) struct Schema {
    pub(super) keys: BTreeMap<String, Placed>,
}

/// What a dotted name is.
pub(super) enum Role {
    Key,
    Table,
    Unknown,
}

impl Schema {
    pub(super) fn new() -> Schema {
        let document = DeTable::parse(DEFAULTS).expect("a test reads the defaults");
        let mut keys = BTreeMap::new();
        for (key, value) in document.get_ref() {
            match value.get_ref() {
                DeValue::Table(table) => {
                    for (inner, value) in table {
                        let name = format!("{}.{}", key.get_ref(), inner.get_ref());
                        keys.insert(name, Placed::new(value, 0));
                    }
                }
                _ => {
                    keys.insert(key.get_ref().to_string(), Placed::new(value, 0));
                }
            }
        }
        Schema { keys }
    }

    pub(super) fn role(&self, name: &str) -> Role {
        if self.keys.contains_key(name) {
            Role::Key
        } else if self.tables().contains(&name) {
            Role::Table
        } else {
            Role::Unknown
        }
    }

    /// A value for the key, in TOML, to show in messages.
    pub(super) fn example(&self, name: &str) -> &'static str {
        match name {
            "game.ruleset" => return "\"snort\"",
            "objective.maximize" => return "\"temperature - degree\"",
            "objective.require" => return "\"order >= 2\"",
            "objective.stop_when" => return "\"fitness >= 2\"",
            "boards.start" => return "[\"star(4)\"]",
            "name" => return "\"snort-trees\"",
            _ => {}
        }
        let span = self
            .keys
            .get(name)
            .map_or(0..0, |placed| placed.span.clone());
        DEFAULTS.get(span).unwrap_or("")
    }

    /// Whether the key's default is a string, so that a bare word can stand for it.
    pub(super) fn takes_text(&self, name: &str) -> bool {
        let default = self.keys.get(name).map(|placed| &placed.value);
        matches!(default, Some(Value::Text(_)))
    }

    /// The names of all tables, sorted.
    pub(super) fn tables(&self) -> Vec<&str> {
        let mut tables: Vec<&str> = self
            .keys
            .keys()
            .filter_map(|key| Some(key.split_once('.')?.0))
            .collect();
        tables.dedup();
        tables
    }

    /// The keys of a table (the top level is the table ""), without the table's name.
    fn keys_of(&self, table: &str) -> Vec<&str> {
        self.keys
            .keys()
            .map(|key| split(key))
            .filter_map(|(of, key)| (of == table).then_some(key))
            .collect()
    }

    /// Help for an unknown name: the nearest one, the right table, or all there are.
    pub(super) fn suggest(&self, name: &str) -> Option<String> {
        let (table, key) = split(name);
        let siblings = self.keys_of(table);
        let tables = self.tables();
        if siblings.is_empty() {
            let found = nearest(table, tables.iter().copied().chain([super::grid::TABLE]));
            return Some(found.map_or_else(
                || format!("the tables are {}", listed(&tables)),
                |found| format!("did you mean `{found}`?"),
            ));
        }
        if let Some(found) = nearest(key, siblings.iter().copied()) {
            return Some(format!("did you mean `{}`?", joined(table, found)));
        }
        if let Some(home) = self.keys.keys().find(|known| split(known).1 == key) {
            return Some(match split(home).0 {
                "" => format!("`{key}` stands at the top, before the first table"),
                home => format!("`{key}` belongs in [{home}]"),
            });
        }
        let last = self.keys.keys().map(|known| split(known).1);
        if let Some(found) = nearest(key, last.chain(tables.iter().copied())) {
            let full = self.keys.keys().find(|known| split(known).1 == found);
            return Some(format!(
                "did you mean `{}`?",
                full.map_or(found, String::as_str)
            ));
        }
        let of = if table.is_empty() {
            "the top level".to_string()
        } else {
            format!("[{table}]")
        };
        Some(format!("{of} has {}", listed(&siblings)))
    }
}

fn joined(table: &str, key: &str) -> String {
    if table.is_empty() {
        key.to_string()
    } else {
        format!("{table}.{key}")
    }
}

/// A dotted name as table and key; the table of a top-level key is "".
pub(super) fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("", name))
}

/// Names in backquotes, with commas.
pub(super) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
