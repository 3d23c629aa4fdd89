//! Batches: a command that answers one input after another goes on after an input that has no
//! answer, and tells at the end how many have none.

use super::failure::{Code, CommandResult, Failure};
use super::given::{self, Named};
use boilingpoint_boards::BoardLimit;
use boilingpoint_formats::{Item, read_list};
use boilingpoint_rules::Ruleset;
use serde_json::json;
use std::io::Write;

/// The inputs so far.
#[derive(Debug, Default)]
pub struct Batch {
    /// Whether an input without an answer gets an object on standard output.
    json: bool,
    /// The name of the inputs, such as `boards`.
    name: &'static str,
    inputs: usize,
    unanswered: usize,
}

impl Batch {
    /// A batch without inputs, which are called `name`.
    pub fn new(name: &'static str, json: bool) -> Batch {
        Batch {
            json,
            name,
            ..Batch::default()
        }
    }

    /// Adds the result for an input. Prints the message of bad input, which does not end the batch.
    ///
    /// # Errors
    /// Every failure that is not about the input.
    fn add(&mut self, input: &str, result: CommandResult) -> CommandResult {
        self.inputs += 1;
        let failure = match result {
            Err(failure) if failure.code == Code::BadInput => failure,
            other => return other,
        };
        self.unanswered += 1;
        if self.json {
            let object = json!({"input": input, "error": failure.message});
            writeln!(std::io::stdout().lock(), "{object}")?;
        }
        failure.report();
        Ok(())
    }

    /// Answers each board that a text names: the text itself, the boards of a file, or for `-` those
    /// of standard input.
    ///
    /// # Errors
    /// Every failure that is not about the input, and a failure at the end if an input has no
    /// answer.
    pub fn boards(
        mut self,
        texts: &[String],
        ruleset: Option<&dyn Ruleset>,
        limit: BoardLimit,
        mut one: impl FnMut(&Named) -> CommandResult,
    ) -> CommandResult {
        for text in texts {
            given::each(text, ruleset, limit, |named| {
                self.add(&named.text, one(&named))
            })?;
        }
        self.done()
    }

    /// Answers each text; `-` stands for the lines of standard input. `one` gets a text and its
    /// place for messages.
    ///
    /// # Errors
    /// Every failure that is not about the input, and a failure at the end if an input has no
    /// answer.
    pub fn each(
        mut self,
        texts: &[String],
        mut one: impl FnMut(&str, &str) -> CommandResult,
    ) -> CommandResult {
        for text in texts {
            if text != "-" {
                self.add(text, one(text, ""))?;
                continue;
            }
            read_list(std::io::stdin().lock(), |item| match item {
                Item::Line(number, text) => {
                    self.add(&text, one(&text, &format!("line {number}: ")))
                }
                item => {
                    let wrong = item.board(BoardLimit::MOST).map(drop);
                    self.add("", wrong.map_err(Failure::input))
                }
            })?;
        }
        self.done()
    }

    /// Ends the batch.
    ///
    /// # Errors
    /// When an input has no answer, or there was no input.
    fn done(self) -> CommandResult {
        match (self.unanswered, self.inputs) {
            (0, 0) => Err(Failure::input(format!("no {} were given", self.name))),
            (0, _) => Ok(()),
            // The message of the only input says all.
            (_, 1) => Err(Failure::input("")),
            (n, all) => Err(Failure::input(format!(
                "{n} of {all} {} have no answer",
                self.name
            ))),
        }
    }
}
