//! A key of a config, and its effect on a run.

/// The effect of a key on a run. Effects are ordered from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// The key changes only how fast a search is, or where its files are.
    Nothing,
    /// The key changes when a search ends.
    Length,
    /// The key changes the results.
    Results,
}

/// A key of a config.
#[derive(Debug)]
pub struct Key {
    /// The dotted name.
    pub name: &'static str,
    /// The lines of its documentation.
    pub about: &'static [&'static str],
    /// The default in TOML.
    pub default: &'static str,
    /// A value to show in messages, in TOML.
    pub(super) example: &'static str,
    /// The part of the results that the key can change.
    pub effect: Effect,
    /// The value in TOML that stands for a missing key in the config of a run. Such a config has
    /// every key that the program knew when the run began. `None`: the default.
    pub(super) before: Option<&'static str>,
}

/// The name and the documentation of a table of a config.
pub(super) type KeyTable = (&'static str, &'static [&'static str]);
