//! How a command ends when it does not end well.

use std::fmt;

/// Exit codes, documented and stable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The reader of standard output has gone away (`boil scan … | head`): nothing is wrong.
    ReaderGone = 0,
    /// A claim failed its check.
    Refuted = 1,
    /// Bad arguments or input.
    BadInput = 2,
    /// Stopped early, with a checkpoint to resume from.
    Stopped = 3,
}

/// A message for the user, and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: Code,
    /// One clear message; empty when everything has been said.
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

    /// Says what there is to say, and gives the exit code.
    pub fn report(&self) -> u8 {
        if !self.message.is_empty() {
            say!("error: {}", self.message);
        }
        self.code as u8
    }
}

impl From<std::io::Error> for Failure {
    /// A reader that has gone away is no failure of ours: it ends quietly.
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

/// What a command returns.
pub type Done = Result<(), Failure>;
