//! The Python package `boilingpoint`: the module `boilingpoint._boilingpoint`.
//!
//! Each file has a class or a function of Python and what it needs. The package calls the library
//! and computes nothing itself. `python/boilingpoint/` has the parts that are written in Python.

// The texts are shown by Python. Its lists and slices look like links to Rust.
#![allow(rustdoc::broken_intra_doc_links)]

mod arguments;
mod atlas;
mod boards;
mod bounds;
mod cells;
mod certificate;
mod error;
mod family;
mod functions;
mod games;
mod lines;
mod make;
mod networkx;
mod number;
mod operand;
mod optimizer;
mod parts;
mod play;
mod position;
mod program;
mod scan;
mod scores;
mod search;
mod solvers;
mod store;
mod sums;
mod thermograph;
mod value;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _boilingpoint {
    #[pymodule_export]
    use super::atlas::_atlas;
    #[pymodule_export]
    use super::bounds::{_bounds, PyBounds};
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
    use super::games::{_game_of, _game_of_moves, PyGame};
    #[pymodule_export]
    use super::make::{_assemble, _of_options, parse, star, switch, up};
    #[pymodule_export]
    use super::optimizer::PyOptimizer;
    #[pymodule_export]
    use super::play::{_move, PyMove};
    #[pymodule_export]
    use super::position::{_position, PyPosition};
    #[pymodule_export]
    use super::program::{
        _run_command_line, classes, facts, families, formats, functions, invariants, keys, limits,
        operators, rulesets,
    };
    #[pymodule_export]
    use super::scan::{_FileBoards, _boards, _scan};
    #[pymodule_export]
    use super::scores::{_measure, _score};
    #[pymodule_export]
    use super::search::{_chart, _plan, _read_run, _resume, _search};
    #[pymodule_export]
    use super::sums::{_component, _is_orthodox};
    #[pymodule_export]
    use super::thermograph::{_thermograph, PyThermograph};
    #[pymodule_export]
    use super::value::{_store, PyValue};
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("ArgumentError", super::error::argument_error(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
