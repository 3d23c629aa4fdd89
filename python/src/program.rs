//! The program `boil`.

use crate::arguments::Arg;
use crate::error;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::OsString;

/// Runs the program with these arguments, of which the first is its name, and returns the exit
/// code.
#[pyfunction]
pub fn _run_command_line(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| boilingpoint::run_command_line(arguments))
}

/// Sets or shows the limits of later evaluations of positions: the greatest number of positions,
/// and of steps of work, each about a microsecond.
///
/// >>> limits()
/// {'positions': 5000000, 'work': 2000000}
#[pyfunction]
#[pyo3(signature = (positions = None, work = None))]
pub fn limits(
    py: Python<'_>,
    positions: Option<Arg<u64>>,
    work: Option<Arg<u64>>,
) -> PyResult<Bound<'_, PyDict>> {
    let mut limits = crate::solvers::limits();
    if positions.is_some() || work.is_some() {
        limits.positions = positions.map_or(limits.positions, |n| n.0);
        limits.work = work.map_or(limits.work, |n| n.0);
        crate::solvers::set_limits(limits);
    }
    let shown = PyDict::new(py);
    shown.set_item("positions", limits.positions)?;
    shown.set_item("work", limits.work)?;
    Ok(shown)
}

/// The names of a list with their summaries, as `boil list` has them.
fn listed(list: &str) -> PyResult<Vec<(String, String)>> {
    let (_, rows) = boilingpoint::names_of(list).ok_or_else(|| error::input("no such list"))?;
    let named = rows.into_iter().filter_map(|row| {
        let mut cells = row.into_iter();
        Some((cells.next()?, cells.next_back()?))
    });
    Ok(named.collect())
}

macro_rules! lists {
    ($($name:ident $what:literal, $doc:literal;)*) => {
        $(
            #[doc = $doc]
            #[pyfunction]
            pub fn $name(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
                PyDict::from_sequence(listed($what)?.into_pyobject(py)?.as_any())
            }
        )*
    };
}

lists! {
    rulesets "rulesets", "The games with a sentence about each.\n\n>>> sorted(rulesets())[:3]\n['arc-kayles', 'clobber', 'col']";
    invariants "invariants", "The invariants of boards and values with a sentence about each, for expressions.\n\n>>> invariants()['leaves']\n'number: number of vertices with one neighbour'";
    functions "functions", "The operators and functions of expressions with a sentence about each.\n\n>>> functions()['floor(a)']\n'a rounded down to a whole number'";
    families "families", "The families of boards and the constructions with a sentence about each.\n\n>>> families()['cycle(n)']\n'cycle of n >= 3 vertices, numbered around it'";
    classes "classes", "The classes of boards with a sentence about each.\n\n>>> 'tree' in classes()\nTrue";
    operators "operators", "The moves that breed boards with a sentence about each.\n\n>>> 'add-leaf' in operators()\nTrue";
    formats "formats", "The formats of files of boards with a sentence about each.\n\n>>> 'graph6' in formats()\nTrue";
    facts "facts", "The facts of a valued board, which are columns of tables.\n\n>>> 'birthday' in facts()\nTrue";
    keys "keys", "The keys of configs with a sentence about each.\n\n>>> 'search.generations' in keys()\nTrue";
}
