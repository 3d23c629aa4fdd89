//! The failure of a command: a message and an exit code.

use std::fmt;

/// The exit codes. They are documented and do not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The reader of standard output has closed the pipe (`boil scan … | head`). This is no error.
    ReaderGone = 0,
    /// A claim failed its check.
    Refuted = 1,
    /// Bad arguments or input.
    BadInput = 2,
    /// The command was stopped early. It has written a checkpoint to resume from.
    Stopped = 3,
}

/// A message for the user, and the exit code.
#[derive(Debug)]
pub struct Failure {
    pub code: Code,
    /// The message. Empty if nothing is left to print.
    pub message: String,
}

impl Failure {
    /// Bad arguments or input.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure {
            code: Code::BadInput,
            message: message.to_string(),
        }
    }

    /// A claim that failed its check.
    pub fn refuted(message: impl fmt::Display) -> Failure {
        Failure {
            code: Code::Refuted,
            message: message.to_string(),
        }
    }

    /// Prints the message and returns the exit code.
    pub fn report(&self) -> u8 {
        if !self.message.is_empty() {
            print_note!("error: {}", self.message);
        }
        self.code as u8
    }
}

impl From<std::io::Error> for Failure {
    /// A closed pipe ends the command without a message.
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failure {
                code: Code::ReaderGone,
                message: String::new(),
            };
        }
        Failure::input(error)
    }
}

/// The result of a command.
pub type CommandResult = Result<(), Failure>;

/// The same result, but that nobody reads standard output is no failure: the command goes on.
pub fn unless_unread(printed: CommandResult) -> CommandResult {
    match printed {
        Err(failure) if failure.code == Code::ReaderGone => Ok(()),
        other => other,
    }
}
