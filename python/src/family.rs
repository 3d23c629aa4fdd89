//! Sweeps over families of boards, and formulas for their columns.

use crate::boards::{game_of, ruleset as find};
use crate::cells;
use crate::error::{self, Raised};
use crate::position::PyPosition;
use crate::scan::objective as read_objective;
use crate::solvers;
use crate::work;
use boilingpoint::Pool;
use boilingpoint_boards::{BoardFamily, Definitions, parse_board};
use boilingpoint_problem::{Columns, ObjectiveText};
use boilingpoint_study::families::{
    CommonForm, Formulas, Ranges, Sweep, SweepError, SweepRow, Valuation,
};
use boilingpoint_values::Notation;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

/// The longest canonical form in a table, in bytes.
const LONGEST: usize = 1 << 16;

/// The facts of a row, besides the parameters.
const FACTS: [&str; 12] = [
    "order",
    "size",
    "degree",
    "degree2",
    "outcome",
    "grundy",
    "temperature",
    "mean",
    "left_stop",
    "right_stop",
    "canonical_form",
    "certainty",
];

/// The rows of a sweep.
#[pyclass(frozen, module = "boilingpoint._boilingpoint")]
pub struct SweptFamily {
    ruleset: String,
    names: Vec<char>,
    rows: Vec<SweepRow>,
    objective: Option<String>,
    /// Whether each expression of the objective is whole.
    wholes: Vec<bool>,
    columns: Option<Columns>,
}

/// Values the members of a family; `boilingpoint.family` describes the arguments.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the Python function has defaults and names for them
pub fn _family(
    py: Python<'_>,
    ruleset: &Bound<'_, PyAny>,
    family: &str,
    ranges: Vec<(char, i64, i64)>,
    define: Vec<String>,
    objective: Option<String>,
    columns: Option<String>,
    steps: u64,
    threads: usize,
) -> PyResult<SweptFamily> {
    let ruleset = game_of(ruleset)?;
    let mut known = Definitions::none();
    for text in define {
        known
            .read(&text)
            .map_err(|e| error::notation(format!("`{text}`: {e}")))?;
    }
    let family = BoardFamily::parse(family, &known).map_err(error::notation)?;
    let ranges = Ranges(
        ranges
            .into_iter()
            .map(|(name, low, high)| (name, low..=high))
            .collect(),
    );
    let sweep = Sweep::of(&family, &ranges).map_err(Raised::raised)?;
    let scored = objective
        .as_deref()
        .map(|text| read_objective(Some(text), None))
        .transpose()?;
    let read = |text: &String| Columns::parse_with(text, &sweep.names);
    let picked = columns
        .as_ref()
        .map(read)
        .transpose()
        .map_err(error::notation)?;
    let columns = picked.clone();
    let wholes = scored
        .as_ref()
        .map_or_else(Vec::new, |scored| scored.wholes());
    let names = sweep.names.clone();
    let rows = work::run(py, move |stop| {
        let pool = Pool::new(ruleset, &solvers::budget(Some(stop)), threads);
        let pool = pool.map_err(error::input)?;
        let how = Valuation {
            pool: &pool,
            notation: Notation::Text,
            limit: LONGEST,
            steps,
            objective: scored.as_ref(),
            columns: picked.as_ref(),
        };
        let mut rows: Vec<SweepRow> = Vec::new();
        let all = sweep.value(&how, |row| {
            rows.push(row);
            Ok::<(), SweepError>(())
        });
        all.map_err(Raised::raised)?;
        Ok::<_, PyErr>(rows)
    })??;
    Ok(SweptFamily {
        ruleset: ruleset.name().to_string(),
        names,
        rows,
        objective,
        wholes,
        columns,
    })
}

impl Raised for SweepError {
    fn raised(self) -> PyErr {
        let message = self.to_string();
        match self {
            SweepError::Solve { .. } => error::LimitError::new_err(message),
            _ => error::notation(message),
        }
    }
}

#[pymethods]
impl SweptFamily {
    /// The rows as dictionaries.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let table = PyList::empty(py);
        let ruleset = find(&self.ruleset)?;
        for row in &self.rows {
            let object = PyDict::new(py);
            for (name, value) in self.names.iter().zip(&row.point) {
                object.set_item(name.to_string(), value)?;
            }
            match &self.columns {
                Some(columns) => cells::set_row(&object, columns, &row.cells)?,
                None => {
                    for name in FACTS {
                        object.set_item(name, cells::cell(py, &row.facts.column(name), false)?)?;
                    }
                }
            }
            if let (Some(text), Some(values)) = (&self.objective, &row.objective) {
                let fitness = boilingpoint_problem::Fitness(values.clone());
                object.set_item(text, cells::fitness(py, &fitness, &self.wholes)?)?;
            }
            let board = parse_board(&row.facts.board_text()).map_err(error::notation)?;
            let position = PyPosition::with(Arc::new(board), ruleset, None);
            object.set_item("position", Bound::new(py, position)?)?;
            table.append(object)?;
        }
        Ok(table)
    }

    /// Formulas in the parameters: a dictionary for each column.
    fn fit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (names, rows, objective) = (
            self.names.clone(),
            self.rows.clone(),
            self.objective.clone(),
        );
        let found = work::run(py, move |_| {
            let objectives = objective
                .as_deref()
                .map(ObjectiveText::list)
                .unwrap_or_default();
            Formulas::of(&names, &rows, &objectives)
        })?;
        let table = PyList::empty(py);
        let add = |name: &str, formula: Option<String>, rows: usize, held: Option<usize>, why| {
            let object = PyDict::new(py);
            object.set_item("column", name)?;
            object.set_item("formula", formula)?;
            object.set_item("rows", rows)?;
            object.set_item("held_out", held)?;
            object.set_item("note", why)?;
            table.append(object)
        };
        for column in &found.columns {
            let formula = column.formula.as_ref();
            let why = formula.is_none().then(|| column.missing());
            let held = formula.map(|f| f.held_out());
            add(
                &column.name,
                formula.map(|f| f.to_string()),
                column.rows,
                held,
                why,
            )?;
        }
        for (name, known) in &found.open {
            let why = format!("only {known} rows have an exact value");
            add(name, None, *known, None, Some(why))?;
        }
        if let Some((form, rows)) = &found.form {
            let form = form.as_ref();
            let why = match form {
                None => Some("the forms have no common shape".to_string()),
                Some(f) if f.has_parity() => Some(format!("where {}", CommonForm::PARITY)),
                Some(_) => None,
            };
            let held = form.map(|f| f.held_out());
            add(
                "canonical_form",
                form.map(|f| f.to_string()),
                *rows,
                held,
                why,
            )?;
        }
        Ok(table)
    }
}
