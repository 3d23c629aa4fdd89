//! Looks up keys by name. Suggests a name in place of an unknown one.

use super::key::{Key, KeyTable};
use boilingpoint_language::{nearest, suggestion};

/// The name of the table of keys that vary.
pub(super) const GRID: &str = "grid";

/// The keys and tables that a config may have.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) keys: &'static [Key],
    pub(super) tables: &'static [KeyTable],
}

/// The role of a dotted name in a config.
pub(super) enum Role {
    Key,
    Table,
    Unknown,
}

impl Schema {
    pub(super) fn role(&self, name: &str) -> Role {
        if self.key(name).is_some() {
            Role::Key
        } else if self.table_names().contains(&name) {
            Role::Table
        } else {
            Role::Unknown
        }
    }

    fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// A value for a key, in TOML, to show in messages.
    pub(super) fn example(&self, name: &str) -> &'static str {
        self.key(name).map_or("", |key| key.example)
    }

    /// Whether the key's default is a string, so that a bare word may be its value.
    pub(super) fn takes_text(&self, name: &str) -> bool {
        self.key(name)
            .is_some_and(|key| key.default.starts_with('"'))
    }

    /// The dotted names of all keys, sorted.
    fn key_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.keys.iter().map(|key| key.name).collect();
        names.sort_unstable();
        names
    }

    /// The names of all tables, sorted.
    fn table_names(&self) -> Vec<&'static str> {
        let mut tables: Vec<&str> = self.tables.iter().map(|(name, _)| *name).collect();
        tables.sort_unstable();
        tables
    }

    /// The help for an unknown name: the nearest name, the right table, or a list of all names.
    pub(super) fn suggest(&self, name: &str) -> String {
        let (table, key) = split(name);
        let (names, tables) = (self.key_names(), self.table_names());
        let of_table = names.iter().map(|name| split(name));
        let siblings: Vec<&str> = of_table
            .filter_map(|(of, key)| (of == table).then_some(key))
            .collect();
        if siblings.is_empty() {
            let all = || format!("the tables are {}", listed(&tables));
            let tables = tables.iter().copied().chain([GRID]);
            return suggestion(table, tables).unwrap_or_else(all);
        }
        if let Some(found) = nearest(key, siblings.iter().copied()) {
            return format!("did you mean `{}`?", joined(table, found));
        }
        let named = |key: &str| names.iter().find(|known| split(known).1 == key).copied();
        if let Some(known) = named(key) {
            return match split(known).0 {
                "" => format!("write `{key}` at the top, before the first table"),
                home => format!("write `{key}` in the table [{home}]"),
            };
        }
        let last = names.iter().map(|known| split(known).1);
        if let Some(found) = nearest(key, last.chain(tables.iter().copied())) {
            return format!("did you mean `{}`?", named(found).unwrap_or(found));
        }
        match table {
            "" => format!("the keys at the top are {}", listed(&siblings)),
            table => format!("the keys of [{table}] are {}", listed(&siblings)),
        }
    }
}

fn joined(table: &str, key: &str) -> String {
    if table.is_empty() {
        key.to_string()
    } else {
        format!("{table}.{key}")
    }
}

/// Splits a dotted name into table and key. The table of a top-level key is "".
pub(super) fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("", name))
}

/// The names in backquotes, separated by commas.
pub(super) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
