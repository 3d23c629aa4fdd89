//! The Python package `boilingpoint`: the module `boilingpoint._boilingpoint`.
//!
//! Each file has a class or a function of Python and what it needs. The package calls the library
//! and computes nothing itself. `python/boilingpoint/` has the parts that are written in Python.

// The texts are shown by Python. Its lists and slices look like links to Rust.
#![allow(rustdoc::broken_intra_doc_links)]

mod atlas;
mod boards;
mod bounds;
mod cells;
mod certificate;
mod error;
mod family;
mod lines;
mod make;
mod number;
mod operand;
mod optimizer;
mod parts;
mod play;
mod position;
mod program;
mod scan;
mod search;
mod solvers;
mod store;
mod thermograph;
mod value;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _boilingpoint {
    #[pymodule_export]
    use super::atlas::_atlas;
    #[pymodule_export]
    use super::bounds::PyBounds;
    #[pymodule_export]
    use super::certificate::PyCertificate;
    #[pymodule_export]
    use super::error::{
        ConfigurationError, Error, GameError, InternalError, LimitError, NoValueError,
        NotationError, RefutedError, RunFolderError,
    };
    #[pymodule_export]
    use super::family::{_family, SweptFamily};
    #[pymodule_export]
    use super::make::{_assemble, game, parse, star, switch, up};
    #[pymodule_export]
    use super::optimizer::{_score, PyOptimizer};
    #[pymodule_export]
    use super::play::PyMove;
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::program::{_run_command_line, limits, rulesets};
    #[pymodule_export]
    use super::scan::{_FileBoards, _boards, _scan};
    #[pymodule_export]
    use super::search::{_chart, _plan, _read_run, _resume, _search, RunFiles};
    #[pymodule_export]
    use super::thermograph::PyThermograph;
    #[pymodule_export]
    use super::value::{_store, PyValue};
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
