//! The exceptions of the package, and the program's errors as exceptions.

use boilingpoint::{ConfigError, RunError, SolveError};
use boilingpoint_checker::CertificateError;
use boilingpoint_search::SearchError;
use boilingpoint_values::{ParseError, ValueError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use pyo3::{PyErr, create_exception};
use std::fmt::Display;

create_exception!(
    boilingpoint,
    Error,
    PyValueError,
    "A mistake in the input, or a limit. The other exceptions of the package are one, too."
);
create_exception!(
    boilingpoint,
    NotationError,
    Error,
    "A text is not a board, a value, a family or an expression. The message names the place."
);
create_exception!(
    boilingpoint,
    GameError,
    Error,
    "There is no such game, a board does not fit the game, or a move is not allowed."
);
create_exception!(
    boilingpoint,
    NoValueError,
    Error,
    "A position or a value does not have the number that was asked for."
);
create_exception!(
    boilingpoint,
    LimitError,
    Error,
    "A computation needs more work, memory or bits than it may use."
);
create_exception!(
    boilingpoint,
    ConfigurationError,
    Error,
    "A config has a mistake. The message names file, line and key."
);
create_exception!(
    boilingpoint,
    RunFolderError,
    Error,
    "A run folder cannot be read, written or resumed."
);
create_exception!(
    boilingpoint,
    RefutedError,
    Error,
    "The independent checker does not agree with a claim."
);
create_exception!(
    boilingpoint,
    InternalError,
    Error,
    "A bug of the program. Please report the message."
);

static ARGUMENT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The class of exceptions for arguments of a wrong type, which are a `TypeError` as well.
///
/// # Errors
/// When the interpreter cannot make a class.
pub fn argument_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    let made = ARGUMENT_ERROR.get_or_try_init(py, || {
        let bases = (py.get_type::<Error>(), py.get_type::<PyTypeError>());
        let members = PyDict::new(py);
        members.set_item("__module__", "boilingpoint")?;
        members.set_item("__doc__", "An argument is of a wrong type.")?;
        let class = py
            .get_type::<PyType>()
            .call1(("ArgumentError", bases, members))?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    })?;
    Ok(made.bind(py))
}

/// The exception for an argument of a wrong type.
pub fn argument(py: Python<'_>, why: impl Display) -> PyErr {
    match argument_error(py) {
        Ok(class) => PyErr::from_type(class.clone(), (why.to_string(),)),
        Err(why) => why,
    }
}

/// An error of the library as an exception.
pub trait OrRaise<T> {
    /// The result, or the exception with the library's message.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Raised> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(Raised::raised)
    }
}

/// An error that has an exception.
pub trait Raised {
    /// The exception.
    fn raised(self) -> PyErr;
}

impl Raised for ValueError {
    fn raised(self) -> PyErr {
        LimitError::new_err(self.to_string())
    }
}

impl Raised for ParseError {
    fn raised(self) -> PyErr {
        NotationError::new_err(self.to_string())
    }
}

impl Raised for SolveError {
    fn raised(self) -> PyErr {
        let message = self.to_string();
        match self {
            SolveError::Unfit(_) => GameError::new_err(message),
            SolveError::NoEnclosure(_) | SolveError::NoValue(_) => NoValueError::new_err(message),
            _ => LimitError::new_err(message),
        }
    }
}

impl Raised for CertificateError {
    fn raised(self) -> PyErr {
        let message = self.to_string();
        match self {
            CertificateError::Wrong { .. } => RefutedError::new_err(message),
            // The proof may be right.
            CertificateError::GaveUp { .. } => LimitError::new_err(message),
        }
    }
}

impl Raised for ConfigError {
    fn raised(self) -> PyErr {
        ConfigurationError::new_err(self.render(false).trim_end().to_string())
    }
}

impl Raised for RunError {
    fn raised(self) -> PyErr {
        let message = self.to_string();
        match self {
            RunError::Search(SearchError::Disagreement { .. }) => RefutedError::new_err(message),
            _ => RunFolderError::new_err(message),
        }
    }
}

/// The exception for a text that cannot be read.
pub fn notation(why: impl Display) -> PyErr {
    NotationError::new_err(why.to_string())
}

/// The exception for a rule of a game that the input breaks.
pub fn game(why: impl Display) -> PyErr {
    GameError::new_err(why.to_string())
}

/// The exception for other mistakes in the input.
pub fn input(why: impl Display) -> PyErr {
    Error::new_err(why.to_string())
}

/// The exception for a panic of the library.
pub fn internal(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    InternalError::new_err(format!(
        "a bug of the program, please report it: {}",
        text.unwrap_or("a panic without a message")
    ))
}
