//! A key of a config, and what it changes.

/// What a key changes of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// Nothing that is found: how fast a search goes, or where its files are.
    Nothing,
    /// How far a search goes.
    Length,
    /// Its results.
    Results,
}

/// A key of a config.
#[derive(Debug)]
pub struct Key {
    /// Its dotted name.
    pub name: &'static str,
    /// Its documentation, a line each.
    pub about: &'static [&'static str],
    /// Its default, in TOML.
    pub default: &'static str,
    /// A value to show in messages, in TOML.
    pub(super) example: &'static str,
    /// What it changes.
    pub effect: Effect,
}

/// A table of a config: its name and its documentation.
pub(super) type KeyTable = (&'static str, &'static [&'static str]);
