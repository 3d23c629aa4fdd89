//! The failure of a command: a message and an exit code.

use boilingpoint_cluster::ClusterError;
use boilingpoint_comparison::ComparisonError;
use boilingpoint_search::{RunError, SearchError};
use boilingpoint_study::atlas::AtlasError;
use boilingpoint_study::conjecture::RefutationError;
use std::error::Error;
use std::{fmt, io};

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
    fn with(code: Code, message: impl fmt::Display) -> Failure {
        let message = message.to_string();
        Failure { code, message }
    }

    /// Bad arguments or input.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::with(Code::BadInput, message)
    }

    /// A claim that failed its check.
    pub fn refuted(message: impl fmt::Display) -> Failure {
        Failure::with(Code::Refuted, message)
    }

    /// The command was stopped early.
    pub fn stopped(message: impl fmt::Display) -> Failure {
        Failure::with(Code::Stopped, message)
    }

    /// The failure of an error. Errors are bad input, with a few exceptions.
    pub fn of(error: &(dyn Error + 'static)) -> Failure {
        if let Some(ComparisonError::Run { dir, cause }) = error.downcast_ref() {
            let Failure { code, message } = Failure::of(cause);
            return Failure::with(code, format!("{}: {message}", dir.display()));
        }
        let search = match error.downcast_ref() {
            Some(RunError::Search(search)) => Some(search),
            _ => error.downcast_ref(),
        };
        if let Some(SearchError::Interrupted) = search {
            return Failure::stopped(
                "stopped while small orders were counted, before the first generation",
            );
        }
        let is_closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
        if error.downcast_ref().is_some_and(is_closed) {
            return Failure::with(Code::ReaderGone, "");
        }
        let is_refuted = matches!(error.downcast_ref(), Some(AtlasError::Refuted(_)))
            || matches!(search, Some(SearchError::Disagreement { .. }));
        let is_stopped = matches!(error.downcast_ref(), Some(ClusterError::Stopped))
            || matches!(error.downcast_ref(), Some(RefutationError::Stopped));
        match (is_refuted, is_stopped) {
            (true, _) => Failure::refuted(error),
            (_, true) => Failure::stopped(error),
            _ => Failure::input(error),
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

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::of(&error)
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
