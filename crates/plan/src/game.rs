//! Games from files: reads a TOML file that describes a game (`docs/how-to/game-file.md`).
//!
//! A file is read where a user names it, in a config or on the command line, and never again: from
//! then on, the name of the game has all of its rules ([`Described`]).

use super::ConfigError;
use super::layers::{decode, syntax};
use super::value::PlacedValue;
use boilingpoint_language::{did_you_mean, suggestion};
use boilingpoint_record::input::named_bytes;
use boilingpoint_rules::described::{
    Amount, Change, Count, Described, DescriptionError, MoveKind, Place, UnknownWord, read_amount,
    read_change, read_colours, read_place,
};
use boilingpoint_rules::{self as ruleset, Ruleset};
use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest game file, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// The ending of the names of game files.
const ENDING: &str = ".toml";

/// The keys of a game file.
const TOP: [&str; 3] = ["move", "wins", "name"];
/// The keys of a move.
const KEYS: [&str; 6] = ["path", "becomes", "if", "neighbours", "within", "edges"];
/// The only value of `wins`, and the values of `edges`.
const LAST: &str = "last";
const EDGES: [&str; 2] = ["unchanged", "removed"];

/// The longest name of a game, in characters.
pub(super) const LONGEST_NAME: usize = 60;

/// Whether a text can be the name of a game.
pub(super) fn is_game_name(text: &str) -> bool {
    text.chars().count() <= LONGEST_NAME && !text.chars().any(char::is_control)
}

/// Whether a name of a ruleset is the path of a game file.
pub fn is_game_file(name: &str) -> bool {
    name.ends_with(ENDING)
}

/// A game of a file, and the name that the file gives to it. The name is a label: the game is known
/// by its rules.
pub struct NamedGame {
    /// The game.
    pub ruleset: &'static dyn Ruleset,
    /// The name in the file.
    pub name: Option<String>,
}

/// The game that the file at `path` describes.
///
/// # Errors
/// The first mistake in the file.
pub fn game_from_file(path: &Path) -> Result<&'static dyn Ruleset, ConfigError> {
    Ok(named_game(path)?.ruleset)
}

/// The game that the file at `path` describes, with its name.
///
/// # Errors
/// The first mistake in the file.
pub fn named_game(path: &Path) -> Result<NamedGame, ConfigError> {
    let file = path.display().to_string();
    let wrong = |message| ConfigError::elsewhere(&file, message, None);
    let bytes = named_bytes(path, MOST_BYTES);
    let bytes = bytes.map_err(|e| wrong(format!("cannot read the game: {e}")))?;
    game_from_text(&file, decode(&file, &bytes)?)
}

/// The game that a text describes, as in a game file. `file` is the name of its place in messages.
///
/// # Errors
/// The first mistake in the text.
pub fn game_from_text(file: &str, text: &str) -> Result<NamedGame, ConfigError> {
    let wrong = |message| ConfigError::elsewhere(file, message, None);
    if text.len() as u64 > MOST_BYTES {
        return Err(wrong(format!("a game has at most {MOST_BYTES} bytes")));
    }
    let (game, name) = GameFile { file, text }.game()?;
    let ruleset = ruleset::find(game.name()).map_err(|e| wrong(e.to_string()))?;
    Ok(NamedGame { ruleset, name })
}

type Value<'a> = Spanned<DeValue<'a>>;

/// A game file that is being read.
struct GameFile<'a> {
    file: &'a str,
    text: &'a str,
}

impl GameFile<'_> {
    /// The game, and its name if the file has one.
    fn game(&self) -> Result<(Described, Option<String>), ConfigError> {
        let document = DeTable::parse(self.text).map_err(|e| syntax(self.file, self.text, &e))?;
        let document = document.get_ref();
        self.refuse_unknown(document, &TOP, "a game file")?;
        if let Some(wins) = document.get("wins") {
            self.read_wins(wins)?;
        }
        let name = document.get("name").map(|name| self.read_name(name));
        let name = name.transpose()?;
        let Some(moves) = document.get("move") else {
            let help = "write [[move]] on a line of its own and its keys below";
            return Err(self.wrong(0..0, "the file has no move", Some(help.to_string())));
        };
        let DeValue::Array(tables) = moves.get_ref() else {
            let help = "write [[move]] with two brackets on each side".to_string();
            return Err(self.wrong(moves.span(), "`move` must be a list of tables", Some(help)));
        };
        let kinds = tables.iter().map(|table| self.read_move(table));
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let game = Described::new(kinds).map_err(|e| self.no_game(tables, &e))?;
        Ok((game, name))
    }

    /// A mistake in the rules, at the key that it is about.
    fn no_game(&self, moves: &[Value], error: &DescriptionError) -> ConfigError {
        let table = error.kind.and_then(|kind| moves.get(kind));
        let key = table.and_then(|table| match table.get_ref() {
            DeValue::Table(table) => table.get(error.key),
            _ => None,
        });
        let span = key.or(table).map_or(0..0, Spanned::span);
        self.wrong(span, &error.problem, None)
    }

    fn read_name(&self, value: &Value) -> Result<String, ConfigError> {
        let (text, span) = self.string("name", value)?;
        let text = text.trim();
        match is_game_name(text) && !text.is_empty() {
            true => Ok(text.to_string()),
            false => {
                let message = format!("`name` must be a line of at most {LONGEST_NAME} characters");
                Err(self.wrong(span, &message, None))
            }
        }
    }

    fn read_wins(&self, value: &Value) -> Result<(), ConfigError> {
        match value.get_ref() {
            DeValue::String(word) if word == LAST => Ok(()),
            _ => {
                let message = format!("`wins` must be \"{LAST}\": the player who moves last wins");
                let help = "under other rules, such as misère play, positions have no values that add up; such a game needs Rust";
                Err(self.wrong(value.span(), &message, Some(help.to_string())))
            }
        }
    }

    fn read_move(&self, value: &Value) -> Result<MoveKind, ConfigError> {
        let DeValue::Table(keys) = value.get_ref() else {
            let message = self.expected("move", "a table", value);
            return Err(self.wrong(value.span(), &message, None));
        };
        self.refuse_unknown(keys, &KEYS, "a move")?;
        let required = |key: &str| {
            let message = format!("the move has no `{key}`");
            let help = format!(
                "such as {key} = \"{}\"",
                if key == "path" { "own" } else { "removed" }
            );
            keys.get(key)
                .ok_or_else(|| self.wrong(value.span(), &message, Some(help)))
        };
        let (path, becomes) = (required("path")?, required("becomes")?);
        let (places, changes) = (self.texts("path", path)?, self.texts("becomes", becomes)?);
        if places.len() != changes.len() {
            let message = format!(
                "`becomes` has {} entries, but the path has {}",
                changes.len(),
                places.len()
            );
            let help = "give a change for each vertex of the path, in the same order";
            return Err(self.wrong(becomes.span(), &message, Some(help.to_string())));
        }
        let mut kind = MoveKind {
            places: Vec::new(),
            neighbours: [Change::Unchanged; 3],
            within: 1,
            removes_edges: false,
        };
        let word = |span: Range<usize>| move |e: UnknownWord| self.unknown(span, &e);
        for ((place, at), (becomes, to)) in places.into_iter().zip(changes) {
            let (colours, has_token) = read_place(place).map_err(word(at))?;
            let (change, gets_token) = read_change(becomes).map_err(word(to))?;
            kind.places.push(Place {
                colours,
                has_token,
                counts: Vec::new(),
                change,
                gets_token,
            });
        }
        if let Some(value) = keys.get("if") {
            self.read_if(value, &mut kind.places)?;
        }
        if let Some(value) = keys.get("neighbours") {
            let mut entries = Vec::new();
            for (key, value) in self.table("neighbours", value)? {
                let colours = read_colours(key.get_ref()).map_err(word(key.span()))?;
                let (text, span) = self.string("neighbours", value)?;
                let (change, gets_token) = read_change(text).map_err(word(span.clone()))?;
                if gets_token {
                    let message = "the token cannot go to all neighbours";
                    return Err(self.wrong(span, message, None));
                }
                entries.push((colours, change));
            }
            // Of two entries for a colour, the one for fewer colours counts.
            entries.sort_by_key(|(colours, _)| Reverse(colours.each().count()));
            for (colours, change) in entries {
                let changed = |c| kind.neighbours[c as usize] = change;
                colours.each().for_each(changed);
            }
        }
        if let Some(value) = keys.get("within") {
            let number = match value.get_ref() {
                DeValue::Integer(i) => u32::from_str_radix(i.as_str(), i.radix()).ok(),
                _ => None,
            };
            let message = || self.expected("within", "a distance such as 2", value);
            kind.within = number.ok_or_else(|| self.wrong(value.span(), &message(), None))?;
        }
        if let Some(value) = keys.get("edges") {
            let (text, span) = self.string("edges", value)?;
            if !EDGES.contains(&text) {
                let message = format!("`edges` cannot be `{text}`");
                return Err(self.wrong(span, &message, did_you_mean(text, &EDGES)));
            }
            kind.removes_edges = text == EDGES[1];
        }
        Ok(kind)
    }

    /// Reads the conditions of the path: a table for its only vertex, or a list of tables, one for
    /// each vertex.
    fn read_if(&self, value: &Value, places: &mut [Place]) -> Result<(), ConfigError> {
        let tables = match value.get_ref() {
            DeValue::Array(tables) => tables.iter().collect(),
            _ => vec![value],
        };
        if tables.len() != places.len() {
            let message = format!(
                "`if` has conditions for {} vertices, but the path has {}",
                tables.len(),
                places.len()
            );
            let help = "give a table for each vertex of the path, such as [{}, { other = 0 }]";
            return Err(self.wrong(value.span(), &message, Some(help.to_string())));
        }
        for (place, table) in places.iter_mut().zip(tables) {
            for (key, value) in self.table("if", table)? {
                let unknown = |e| self.unknown(key.span(), &e);
                let colours = read_colours(key.get_ref()).map_err(unknown)?;
                let amount = self.amount(value)?;
                place.counts.push(Count { colours, amount });
            }
        }
        Ok(())
    }

    fn amount(&self, value: &Value) -> Result<Amount, ConfigError> {
        let text = match value.get_ref() {
            DeValue::Integer(i) if i.radix() == 10 => i.as_str(),
            DeValue::String(text) => text,
            _ => {
                let message = self.expected("if", "a number, or text such as \"1..\"", value);
                return Err(self.wrong(value.span(), &message, None));
            }
        };
        read_amount(text).map_err(|e| self.wrong(value.span(), &e.to_string(), None))
    }

    fn table<'v>(&self, key: &str, value: &'v Value) -> Result<&'v DeTable<'v>, ConfigError> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => {
                let message = self.expected(key, "a table such as { other = 0 }", value);
                Err(self.wrong(value.span(), &message, None))
            }
        }
    }

    fn string<'v>(
        &self,
        key: &str,
        value: &'v Value,
    ) -> Result<(&'v str, Range<usize>), ConfigError> {
        match value.get_ref() {
            DeValue::String(text) => Ok((text, value.span())),
            _ => {
                let message = self.expected(key, "a string", value);
                Err(self.wrong(value.span(), &message, None))
            }
        }
    }

    /// Reads a list of strings. A string stands for a list with one entry.
    fn texts<'v>(
        &self,
        key: &str,
        value: &'v Value,
    ) -> Result<Vec<(&'v str, Range<usize>)>, ConfigError> {
        match value.get_ref() {
            DeValue::Array(items) => items.iter().map(|item| self.string(key, item)).collect(),
            _ => Ok(vec![self.string(key, value)?]),
        }
    }

    fn refuse_unknown(
        &self,
        table: &DeTable<'_>,
        known: &[&str],
        what: &str,
    ) -> Result<(), ConfigError> {
        let unknown = table
            .keys()
            .filter(|key| !known.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let word: &str = key.get_ref();
        let elsewhere = KEYS.contains(&word) && what != "a move";
        let help = match elsewhere {
            _ if TOP.contains(&word) => {
                Some(format!("write `{word}` above the first line [[move]]"))
            }
            true => Some(format!("write `{word}` below a line [[move]]")),
            false => suggestion(word, known.iter().copied()).or_else(|| did_you_mean(word, known)),
        };
        let message = format!("{what} has no key `{word}`");
        Err(self.wrong(key.span(), &message, help))
    }

    fn unknown(&self, span: Range<usize>, error: &UnknownWord) -> ConfigError {
        self.wrong(span, &error.to_string(), Some(error.help.clone()))
    }

    fn expected(&self, key: &str, wanted: &str, value: &Value) -> String {
        let found = PlacedValue::new(value, 0).value.described();
        format!("`{key}` must be {wanted}, found {found}")
    }

    fn wrong(&self, span: Range<usize>, message: &str, help: Option<String>) -> ConfigError {
        ConfigError::in_file(self.file, self.text, span, message.to_string(), help)
    }
}
