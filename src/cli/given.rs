//! The boards that arguments name: a text is a board, a file, or `-` for standard input. Files and
//! standard input may have any format.

use super::failure::{CommandResult, Failure};
use super::limits::shortened;
use super::question::stream;
use boilingpoint_boards::BoardLimit;
use boilingpoint_formats::{Format, Given, Item, Misread, read_each, read_text};
use boilingpoint_rules::Ruleset;
use std::path::Path;

/// A board, or the reason why a text is none.
pub struct Named {
    /// The text of the board: as it was given if that is a line, else as this program writes it.
    /// Empty if a part of a file cannot be read.
    pub text: String,
    /// The place of the board for messages, such as `found.dot, line 3: `; empty for an argument.
    pub place: String,
    given: Result<Given, Misread>,
}

impl Named {
    /// The board as its text means it in a game.
    fn meant(self, ruleset: Option<&dyn Ruleset>) -> Named {
        let Some(ruleset) = ruleset else {
            return self;
        };
        let given = self.given.map(|given| Given {
            board: ruleset.meant(given.board, given.is_cgsuite),
            ..given
        });
        Named { given, ..self }
    }

    fn of_item(item: Item, file: &str, limit: BoardLimit) -> Named {
        let place = |line: usize| match (file, line) {
            ("", 0) => String::new(),
            ("", line) => format!("line {line}: "),
            (file, 0) => format!("{file}: "),
            (file, line) => format!("{file}, line {line}: "),
        };
        match item {
            Item::Line(line, text) => Named {
                place: place(line),
                given: Given::of_line(line, &text, limit).map_err(|e| Misread { line: 0, ..e }),
                text,
            },
            Item::Board(given) => Named {
                text: given.board.text(),
                place: place(given.line),
                given: Ok(given),
            },
            Item::Wrong(misread) => Named {
                text: String::new(),
                place: match file {
                    "" => String::new(),
                    file if misread.line == 0 => format!("{file}: "),
                    file => format!("{file}, "),
                },
                given: Err(misread),
            },
        }
    }

    fn of_text(text: &str, limit: BoardLimit) -> Named {
        let given = read_text(text, limit).map_err(|e| Misread {
            problem: match may_be_path(text) {
                _ if Path::new(text).is_dir() => {
                    "this is a folder; expected a board or a file".to_string()
                }
                true => format!("{}; there is no file of this name", e.problem),
                false => e.problem,
            },
            ..e
        });
        let own = given.as_ref().ok().filter(|_| text.contains('\n'));
        Named {
            text: own.map_or_else(|| text.to_string(), |given| given.board.text()),
            place: String::new(),
            given,
        }
    }

    /// The board.
    ///
    /// # Errors
    /// When the text is no board.
    pub fn board(&self) -> Result<&Given, Failure> {
        self.given.as_ref().map_err(|why| self.failure(why))
    }

    /// The failure of a command on this board.
    pub fn failure(&self, why: impl std::fmt::Display) -> Failure {
        let place = &self.place;
        Failure::input(match &self.text[..] {
            "" => format!("{place}{why}"),
            text => format!("{place}board `{}`: {why}", shortened(text)),
        })
    }
}

/// Whether an argument is the name of a file.
fn is_file(argument: &str) -> bool {
    std::fs::metadata(Path::new(argument)).is_ok_and(|file| !file.is_dir())
}

/// Whether a text looks like the name of a file.
fn may_be_path(text: &str) -> bool {
    let ending = text.rsplit_once('.').map(|(_, ending)| ending);
    let known = ending.is_some_and(|e| e == "gz" || Format::of_ending(e).is_some());
    !text.contains(char::is_whitespace) && (known || text.contains('/'))
}

/// Calls `take` for each board that an argument names, as the game means it.
///
/// # Errors
/// When a file cannot be opened, and the errors of `take`.
pub fn each(
    argument: &str,
    ruleset: Option<&dyn Ruleset>,
    limit: BoardLimit,
    mut take: impl FnMut(Named) -> CommandResult,
) -> CommandResult {
    let file = match argument {
        "-" => "",
        file if is_file(file) => file,
        text => return take(Named::of_text(text, limit).meant(ruleset)),
    };
    read_each(stream(argument)?, limit, |item| {
        take(Named::of_item(item, file, limit).meant(ruleset))
    })
}

/// The one board that an argument names.
///
/// # Errors
/// When the argument is no board, or a file has another number of boards than one.
pub fn one(
    argument: &str,
    ruleset: Option<&dyn Ruleset>,
    limit: BoardLimit,
) -> Result<Named, Failure> {
    let mut only = None;
    each(argument, ruleset, limit, |named| {
        named.board()?;
        match only.replace(named) {
            None => Ok(()),
            Some(_) => Err(Failure::input(format!(
                "{argument}: found several boards; expected one"
            ))),
        }
    })?;
    only.ok_or_else(|| Failure::input(format!("{argument}: found no board; expected one")))
}
