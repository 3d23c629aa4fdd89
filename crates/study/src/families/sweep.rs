//! Sweeps over a family: values every member over ranges of its parameters, exactly within the
//! budget and by bounds beyond it.

use super::forms::{FormulaForm, form_of};
use boilingpoint_boards::{Board, BoardFamily, NotationError, Parameters};
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::{Bounds, Columns, FactCell, Facts, Objective, Unscored};
use boilingpoint_solver::{Pool, SolveError, Solver};
use boilingpoint_values::Notation;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::mpsc;

/// The largest number of members of a sweep.
pub const MOST_MEMBERS: usize = 100_000;

/// The range of each parameter, in the order of the table's columns.
#[derive(Clone, Debug, Default)]
pub struct Ranges(pub Vec<(char, RangeInclusive<i64>)>);

/// The members of a family over ranges. The last parameter varies fastest. The board of a member is
/// built when it is valued, since all boards together can be too large for the memory.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The names of the parameters.
    pub names: Vec<char>,
    family: BoardFamily,
    /// The values of the parameters of each member.
    pub(super) points: Vec<Vec<i64>>,
}

/// The reason why a sweep cannot be made or continued.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// A parameter has no range.
    #[error("`{family}` depends on {name}: give the values of {name}, such as {}", range_of(*.name))]
    NoRange { family: String, name: char },
    /// A range is for a parameter that the family does not have.
    #[error("`{family}` does not depend on {name}: leave out the range of {name} (--n, --with){}", instead(.parameters))]
    NotAParameter {
        family: String,
        name: char,
        /// The parameters of the family.
        parameters: Vec<char>,
    },
    /// A parameter has two ranges.
    #[error("there are two ranges for {0}; give one")]
    Twice(char),
    /// There are too many members.
    #[error(
        "the ranges give {0} boards, but the command takes at most {MOST_MEMBERS}; give shorter ranges"
    )]
    TooMany(u128),
    /// The family has no board for these parameters.
    #[error("{}{source}", place(.at))]
    Build {
        at: Parameters,
        source: NotationError,
    },
    /// A board cannot be valued.
    #[error("{}{source}", place(.at))]
    Solve { at: Parameters, source: SolveError },
    /// Another process could not value a board.
    #[error("{0}")]
    Elsewhere(String),
}

/// The ranges that the user should give instead, for a message.
fn instead(parameters: &[char]) -> String {
    let ranges: Vec<String> = parameters.iter().map(|&p| range_of(p)).collect();
    if ranges.is_empty() {
        return String::new();
    }
    format!(", and give the ranges {}", ranges.join(" "))
}

/// An example of an option for a range.
fn range_of(name: char) -> String {
    match name {
        'n' => "--n 1..8".to_string(),
        name => format!("--with {name}=1..8"),
    }
}

fn place(at: &Parameters) -> String {
    if at.is_empty() {
        return String::new();
    }
    format!("at {at}: ")
}

/// A member with its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepRow {
    /// The values of the parameters.
    pub point: Vec<i64>,
    /// The known facts of the board, with its canonical form in the requested notation.
    pub facts: Facts,
    /// The canonical form, to compare it with the forms of other members. `None` if it is unknown.
    pub form: Option<FormulaForm>,
    /// The value of the objective, if one was requested and it is defined.
    pub objective: Option<Vec<Number>>,
    /// The cells of the requested columns; empty if none were requested.
    pub cells: Vec<FactCell>,
}

/// The settings by which members are valued.
pub struct Valuation<'a> {
    pub pool: &'a Pool,
    /// The notation of canonical forms.
    pub notation: Notation,
    /// The longest text of a canonical form in bytes. A longer text is left out.
    pub limit: usize,
    /// The largest number of steps for the bounds of a member that exceeds the budget. If it is 0,
    /// such a member is an error.
    pub steps: u64,
    /// An objective to compute for each member.
    pub objective: Option<&'a Objective>,
    /// Columns to compute for each member.
    pub columns: Option<&'a Columns>,
}

impl Sweep {
    /// Builds each member over the ranges once, without valuing it.
    ///
    /// # Errors
    /// When ranges and parameters do not match, or a member cannot be built.
    pub fn of(family: &BoardFamily, ranges: &Ranges) -> Result<Sweep, SweepError> {
        check(family, ranges)?;
        let lengths = ranges.0.iter().map(|(_, r)| r.clone().count() as u128);
        let count = lengths.fold(1u128, u128::saturating_mul);
        if count > MOST_MEMBERS as u128 {
            return Err(SweepError::TooMany(count));
        }
        let mut points: Vec<Vec<i64>> = vec![Vec::new()];
        for (_, range) in &ranges.0 {
            let longer = |p: &Vec<i64>| {
                let p = p.clone();
                range.clone().map(move |x| [&p[..], &[x]].concat())
            };
            points = points.iter().flat_map(longer).collect();
        }
        let names: Vec<char> = ranges.0.iter().map(|r| r.0).collect();
        let family = family.clone();
        let sweep = Sweep {
            names,
            family,
            points,
        };
        for point in &sweep.points {
            sweep.board(point)?;
        }
        Ok(sweep)
    }

    fn board(&self, point: &[i64]) -> Result<Board, SweepError> {
        let at = self.at(point);
        let built = self.family.board(&at);
        built.map_err(|source| SweepError::Build { at, source })
    }

    fn at(&self, point: &[i64]) -> Parameters {
        let names = self.names.iter().copied();
        names.zip(point.iter().copied()).collect()
    }

    /// Values the members on all threads. Calls `each` with each row, in order, as soon as this row
    /// and all rows before it are known.
    ///
    /// # Errors
    /// The first error of `each`, or of the first member that cannot be valued or bounded.
    pub fn value<E: From<SweepError>>(
        &self,
        how: &Valuation<'_>,
        mut each: impl FnMut(SweepRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let numbered: Vec<(usize, &Vec<i64>)> = self.points.iter().enumerate().collect();
                let one = |solver: &mut Solver, (i, point): &(usize, &Vec<i64>)| {
                    // The receiver is gone if an earlier row ended the sweep.
                    let _ = sender.send((*i, self.row(how, solver, point)));
                };
                // Equal costs keep the order: a row that is known early waits in memory.
                how.pool.map_dearest_first(&numbered, |_| 0, one);
            });
            let mut early = std::collections::BTreeMap::new();
            let mut next = 0;
            for (i, row) in receiver {
                early.insert(i, row);
                while let Some(row) = early.remove(&next) {
                    each(row?)?;
                    next += 1;
                }
            }
            Ok(())
        })
    }

    pub(super) fn row(
        &self,
        how: &Valuation<'_>,
        solver: &mut Solver,
        point: &[i64],
    ) -> Result<SweepRow, SweepError> {
        let board = &self.board(point)?;
        let failed = |source| {
            let at = self.at(point);
            SweepError::Solve { at, source }
        };
        let mut cells = Vec::new();
        let columns = how.columns.map(|columns| {
            let parameters = self.names.iter().copied().zip(point.iter().copied());
            columns.at(&Vec::from_iter(parameters))
        });
        let (facts, form, score) = match solver.evaluate(board) {
            Ok(e) => {
                let facts = Facts::of_evaluation(solver, board, &e, how.notation, how.limit);
                let form = e.value().and_then(|v| form_of(solver.values(), v));
                if let Some(columns) = &columns {
                    cells = columns.row(solver, board, "").map_err(failed)?;
                }
                let score = how.objective.map(|o| o.score(solver, board));
                (facts, form, score)
            }
            Err(stopped @ SolveError::Stopped) => return Err(failed(stopped)),
            Err(error) if how.steps == 0 => return Err(failed(error)),
            Err(error) => {
                let ruleset = solver.ruleset();
                let bounds = Bounds::in_place_of_value(ruleset, board, error, || {
                    let budget = Bounds::budget(solver.budget());
                    Bounds::of_hard_board(ruleset, board, how.steps, &budget)
                });
                let facts = Facts::of_board(board);
                let bounds = bounds.map_err(failed)?;
                if let Some(columns) = &columns {
                    cells = columns.row_by_bounds(board, "", bounds.as_ref());
                }
                let facts = match bounds {
                    Some(bounds) => facts.with_bounds(&bounds),
                    None => facts,
                };
                (facts, None, None)
            }
        };
        let objective = match score.transpose() {
            Ok(score) => score.map(|s| s.fitness.0),
            Err(Unscored::Unsolved(error)) => return Err(failed(error)),
            Err(_) => None,
        };
        Ok(SweepRow {
            point: point.to_vec(),
            facts,
            form,
            objective,
            cells,
        })
    }
}

/// Checks that each parameter has a range, and each range a parameter.
fn check(family: &BoardFamily, ranges: &Ranges) -> Result<(), SweepError> {
    let text = || family.construction().to_string();
    let parameters = family.construction().parameters();
    for (i, (name, _)) in ranges.0.iter().enumerate() {
        if !parameters.contains(name) {
            return Err(SweepError::NotAParameter {
                family: text(),
                name: *name,
                parameters: parameters.iter().copied().collect(),
            });
        }
        if ranges.0[..i].iter().any(|(other, _)| other == name) {
            return Err(SweepError::Twice(*name));
        }
    }
    match parameters
        .iter()
        .find(|p| ranges.0.iter().all(|(r, _)| r != *p))
    {
        Some(&name) => Err(SweepError::NoRange {
            family: text(),
            name,
        }),
        None => Ok(()),
    }
}

impl SweepRow {
    /// The columns for which formulas are sought.
    pub const COLUMNS: [&str; 8] = [
        "order",
        "grundy",
        "temperature",
        "mean",
        "degree",
        "degree2",
        SweepRow::ABOVE_DEGREE,
        SweepRow::ABOVE_DEGREES,
    ];

    /// The column of temperature minus degree.
    pub const ABOVE_DEGREE: &str = "temperature - degree";

    /// The column of temperature minus degree minus half of degree2.
    pub const ABOVE_DEGREES: &str = "temperature - degree - degree2 / 2";

    /// The cell of a column: one of [`SweepRow::COLUMNS`], or a fact.
    pub fn column(&self, name: &str) -> FactCell {
        let degree = Number::from_integer(self.facts.degree.into());
        let less = match name {
            SweepRow::ABOVE_DEGREE => degree,
            SweepRow::ABOVE_DEGREES => degree + Number::new(self.facts.degree2.into(), 2),
            fact => return self.facts.column(fact),
        };
        let temperature = self.facts.temperature;
        temperature.map_or(FactCell::Absent, |t| FactCell::Number(t.minus(less)))
    }
}
