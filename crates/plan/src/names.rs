//! Formats of keys whose values are names: of rulesets, classes, operators, and of other choices.

use super::format::KeyFormat;
use super::game::{LONGEST_NAME, NamedGame, is_game_file, is_game_name, named_game};
use super::layers::Spot;
use super::reader::Reader;
use super::value::{list, quoted};
use boilingpoint_evolve::{Choice, Emission, Method, Policy, Selection, Topology};
use boilingpoint_problem::Kind;
use boilingpoint_problem::expression::QuantityKind;
use boilingpoint_problem::invariants::{self, Invariant};
use boilingpoint_problem::operators::{self, Breeding, OperatorId};
use boilingpoint_rules::{self as ruleset, Features, MOVES, Ruleset, described};
use std::path::{Path, PathBuf};

/// A type whose values a config refers to by name.
pub(super) trait Named: Clone + 'static {
    /// The noun for such a value, in messages.
    const NOUN: &'static str;

    /// All values. The first one replaces an unknown name until its mistake is reported.
    fn all() -> Vec<Self>;

    /// The name in a config. (None of these types has a method of this name, so the call is never
    /// ambiguous.)
    fn config_name(&self) -> &str;
}

macro_rules! named {
    ($($noun:literal $type:ty, $all:expr, $name:expr;)*) => {$(
        impl Named for $type {
            const NOUN: &'static str = $noun;

            fn all() -> Vec<$type> {
                $all.collect()
            }

            fn config_name(&self) -> &str {
                let name: for<'a> fn(&'a $type) -> &'a str = $name;
                name(self)
            }
        }
    )*};
}

named! {
    "ruleset" &'static dyn Ruleset, bred(), |r| r.name();
    "class" Kind, Kind::ALL.into_iter(), |k| k.name();
    "operator" OperatorId, operators::catalogue().iter().map(|o| o.id), |o| o.name();
    "invariant" &'static Invariant, numbers(), |i| i.name;
    "method" Method, choices(), |m| m.word();
    "selection" Selection, choices(), |s| s.word();
    "topology" Topology, choices(), |t| t.word();
    "policy" Policy, choices(), |p| p.word();
    "way to breed" Breeding, choices(), |b| b.word();
    "emitter" Emission, choices(), |e| e.word();
}

fn choices<T: Choice>() -> impl Iterator<Item = T> {
    T::WORDS.iter().map(|(_, choice)| *choice)
}

/// The rulesets whose boards a search can breed. Games on piles are only for tables.
fn bred() -> impl Iterator<Item = &'static dyn Ruleset> {
    let all = ruleset::catalogue().iter().copied();
    all.filter(|r| r.carries() != Features::PILES)
}

/// The invariants that may define a cell of the archive. Their values are numbers.
fn numbers() -> impl Iterator<Item = &'static Invariant> {
    let all = invariants::catalogue().iter();
    all.filter(|i| i.kind == QuantityKind::Number)
}

/// Finds the value that a word names. If there is none, notes a mistake.
fn find<T: Named>(from: &Reader, word: &str, spot: &Spot) -> Option<T> {
    let all = T::all();
    let names: Vec<&str> = all.iter().map(Named::config_name).collect();
    from.known(T::NOUN, word, spot, &names);
    all.iter()
        .find(|named| named.config_name() == word)
        .cloned()
}

/// Writes names as a TOML list.
fn list_of<T: Named>(all: &[T]) -> String {
    list(all.iter().map(Named::config_name))
}

/// The format of a name. The key is required if its default is empty.
pub(super) struct Name;

impl<T: Named> KeyFormat<T> for Name {
    fn read(&self, from: &Reader, key: &str) -> T {
        let given = from.text(key).and_then(|(word, spot)| {
            let word = word.trim();
            if word.is_empty() && from.is_default(key) {
                from.missing(key);
                return None;
            }
            find(from, word, spot)
        });
        given.unwrap_or_else(|| T::all().swap_remove(0))
    }

    fn write(&self, value: &T) -> String {
        quoted(value.config_name())
    }
}

/// The name of a ruleset that a search can breed boards for: a name of the catalogue, the path of a
/// game file, or the name that such a file has got.
pub(super) struct Game;

impl KeyFormat<&'static dyn Ruleset> for Game {
    fn read(&self, from: &Reader, key: &str) -> &'static dyn Ruleset {
        let given = from.text(key).map(|(word, spot)| (word.trim(), spot));
        let described = given.filter(|(word, _)| is_game_file(word) || is_described(word));
        let Some((word, spot)) = described else {
            return Name.read(from, key);
        };
        let found = match is_game_file(word) {
            true => file_of(from, word, spot).map(|game| game.ruleset),
            false => ruleset::find(word).map_err(|e| (e.to_string(), None)),
        };
        found.unwrap_or_else(|(message, help)| {
            from.wrong(spot, message, help);
            <&'static dyn Ruleset>::all().swap_remove(0)
        })
    }

    fn write(&self, value: &&'static dyn Ruleset) -> String {
        Name.write(value)
    }
}

/// Whether a word is the name of a described game, or of a game of a program that uses this
/// library, or should be.
fn is_described(word: &str) -> bool {
    let is_named = |head| {
        let rest = word.strip_prefix(head);
        rest.is_some_and(|rest: &str| rest.trim_start().starts_with('('))
    };
    [described::HEAD, MOVES].into_iter().any(is_named)
}

/// Reads a game file, or returns a message and its help. A path in a config begins at the config's
/// folder.
fn file_of(from: &Reader, path: &str, spot: &Spot) -> Result<NamedGame, (String, Option<String>)> {
    if !from.is_of_user {
        let message = "the config of a run names no files: its ruleset has the rules themselves";
        return Err((message.to_string(), None));
    }
    let path = match from.layers.is_file(spot) {
        true => Path::new(from.layers.file()).with_file_name(path),
        false => PathBuf::from(path),
    };
    named_game(&path).map_err(|e| (e.to_string(), e.help))
}

/// The name that the game file of a config gives to its game.
pub(super) fn name_in_game_file(from: &Reader, key: &str) -> Option<String> {
    let (word, spot) = from.text(key)?;
    let word = word.trim();
    let game = is_game_file(word).then(|| file_of(from, word, spot).ok());
    game.flatten()?.name
}

/// The name of a game, which is a label beside its rules.
pub(super) struct GameName;

impl KeyFormat<String> for GameName {
    fn read(&self, from: &Reader, key: &str) -> String {
        let Some((given, spot)) = from.text(key) else {
            return String::new();
        };
        let given = given.trim();
        if !is_game_name(given) {
            let message = format!("`{key}` must be a line of at most {LONGEST_NAME} characters");
            from.wrong(spot, message, None);
        }
        given.to_string()
    }

    fn write(&self, name: &String) -> String {
        quoted(name)
    }
}

pub(super) struct Names;

impl<T: Named> KeyFormat<Vec<T>> for Names {
    fn read(&self, from: &Reader, key: &str) -> Vec<T> {
        let words = from.texts(key, false).into_iter();
        words
            .filter_map(|(word, spot)| find(from, word, &spot))
            .collect()
    }

    fn write(&self, value: &Vec<T>) -> String {
        list_of(value)
    }
}

/// A list of lists of names. Each list is a string with spaces between the names.
pub(super) struct NameLists;

impl<T: Named> KeyFormat<Vec<Vec<T>>> for NameLists {
    fn read(&self, from: &Reader, key: &str) -> Vec<Vec<T>> {
        let lists = from.texts(key, false).into_iter();
        let read = |(words, spot): (&str, Spot)| {
            let words = words.split_whitespace();
            words
                .filter_map(|word| find(from, word, &spot))
                .collect::<Vec<T>>()
        };
        lists.map(read).collect()
    }

    fn write(&self, value: &Vec<Vec<T>>) -> String {
        let joined = |names: &Vec<T>| {
            let names: Vec<&str> = names.iter().map(Named::config_name).collect();
            names.join(" ")
        };
        list(value.iter().map(joined))
    }
}

/// The format of a list of different invariants whose values are numbers.
pub(super) struct CellNames;

impl KeyFormat<Vec<&'static Invariant>> for CellNames {
    fn read(&self, from: &Reader, key: &str) -> Vec<&'static Invariant> {
        let mut cells = Vec::new();
        for (word, spot) in from.texts(key, false) {
            if invariants::by_name(word).is_some_and(|i| i.kind == QuantityKind::Condition) {
                let message = format!("`{word}` is a condition; expected a numeric invariant");
                from.wrong(&spot, message, None);
                continue;
            }
            let Some(cell) = find(from, word, &spot) else {
                continue;
            };
            if cells.contains(&cell) {
                from.wrong(&spot, format!("`{word}` is named twice"), None);
            }
            cells.push(cell);
        }
        cells
    }

    fn write(&self, cells: &Vec<&'static Invariant>) -> String {
        list_of(cells)
    }
}
