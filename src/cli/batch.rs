//! Batches: a command that answers one input after another goes on after an input that has no
//! answer, and tells at the end how many have none.

use super::failure::{Code, CommandResult, Failure};
use serde_json::json;
use std::io::Write;

/// The inputs so far.
#[derive(Debug, Default)]
pub struct Batch {
    /// Whether an input without an answer gets an object on standard output.
    json: bool,
    inputs: usize,
    unanswered: usize,
}

impl Batch {
    /// A batch without inputs.
    pub fn new(json: bool) -> Batch {
        Batch {
            json,
            ..Batch::default()
        }
    }

    /// Adds the result for an input. Prints the message of bad input, which does not end the batch.
    ///
    /// # Errors
    /// Every failure that is not about the input.
    pub fn add(&mut self, input: &str, result: CommandResult) -> CommandResult {
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

    /// Ends the batch.
    ///
    /// # Errors
    /// When an input has no answer.
    pub fn done(self) -> CommandResult {
        match (self.unanswered, self.inputs) {
            (0, _) => Ok(()),
            // The message of the only input says all.
            (_, 1) => Err(Failure {
                code: Code::BadInput,
                message: String::new(),
            }),
            (n, all) => Err(Failure::input(format!(
                "{n} of {all} boards have no answer"
            ))),
        }
    }
}
