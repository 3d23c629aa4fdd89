//! The program `boil`.

use pyo3::prelude::*;
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
    positions: Option<u64>,
    work: Option<u64>,
) -> PyResult<Bound<'_, pyo3::types::PyDict>> {
    let mut limits = crate::solvers::limits();
    if positions.is_some() || work.is_some() {
        limits.positions = positions.unwrap_or(limits.positions);
        limits.work = work.unwrap_or(limits.work);
        crate::solvers::set_limits(limits);
    }
    let shown = pyo3::types::PyDict::new(py);
    shown.set_item("positions", limits.positions)?;
    shown.set_item("work", limits.work)?;
    Ok(shown)
}

/// The rulesets with a sentence about each.
///
/// >>> sorted(rulesets())[:3]
/// ['arc-kayles', 'clobber', 'col']
#[pyfunction]
pub fn rulesets() -> std::collections::BTreeMap<String, String> {
    let all = boilingpoint::rulesets().iter();
    all.map(|game| (game.name().to_string(), game.summary().to_string()))
        .collect()
}
