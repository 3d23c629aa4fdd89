//! A family over ranges of its parameters: every member valued, exactly where the budget allows and enclosed elsewhere.

use super::forms::{Form, form_of};
use crate::graph::{Board, BoardFamily, NotationError, Parameters};
use crate::problem::expression::Number;
use crate::problem::invariants::rational;
use crate::problem::{Bounds, Objective, Unscored};
use crate::solver::{Evaluation, Pool, SolveError, Solver, Temperatures, can_enclose};
use crate::value::{Dyadic, Notation, Outcome};
use std::ops::RangeInclusive;
use std::sync::mpsc;

/// The most members of a family that are swept at once.
pub const MOST_MEMBERS: usize = 100_000;

/// The values that each parameter takes, in the order of the table's columns.
#[derive(Clone, Debug, Default)]
pub struct Ranges(pub Vec<(char, RangeInclusive<i64>)>);

/// A board of the family.
#[derive(Clone, Debug)]
pub struct Member {
    /// The values of the parameters.
    pub point: Vec<i64>,
    /// The board.
    pub board: Board,
}

/// The members of a family over ranges, the last parameter fastest.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The parameters.
    pub names: Vec<char>,
    /// The boards.
    pub members: Vec<Member>,
}

/// Why a sweep cannot be made, or not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// A parameter without a range.
    #[error("`{family}` depends on {name}: give its values, such as {}", range_of(*.name))]
    NoRange {
        /// The family.
        family: String,
        /// The parameter.
        name: char,
    },
    /// A range for what does not occur.
    #[error("`{family}` does not depend on {name}: leave its range (--n, --with) out{}", instead(.parameters))]
    NotAParameter {
        /// The family.
        family: String,
        /// The parameter.
        name: char,
        /// What it depends on.
        parameters: Vec<char>,
    },
    /// Two ranges for one parameter.
    #[error("there are two ranges for {0}")]
    Twice(char),
    /// Too many boards.
    #[error("these are {0} boards; at most {MOST_MEMBERS} are swept at once")]
    TooMany(u128),
    /// No board for these parameters.
    #[error("{}{source}", place(.at))]
    Build {
        /// The parameters.
        at: Parameters,
        /// Why.
        source: NotationError,
    },
    /// A board that cannot be valued.
    #[error("{}{source}", place(.at))]
    Solve {
        /// The parameters.
        at: Parameters,
        /// Why.
        source: SolveError,
    },
}

/// What to give a range for instead.
fn instead(parameters: &[char]) -> String {
    let ranges: Vec<String> = parameters.iter().map(|&p| range_of(p)).collect();
    if ranges.is_empty() {
        String::new()
    } else {
        format!(", and give {}", ranges.join(" "))
    }
}

/// How a range is given.
fn range_of(name: char) -> String {
    match name {
        'n' => "--n 1..8".to_string(),
        name => format!("--with {name}=1..8"),
    }
}

fn place(at: &Parameters) -> String {
    if at.is_empty() {
        String::new()
    } else {
        format!("at {at}: ")
    }
}

/// What is known of a member.
#[derive(Clone, Debug)]
pub enum Found {
    /// Everything.
    Exact(Box<Exact>),
    /// Bounds, proved.
    Bounds(Bounds),
}

/// What is known of a member that was valued.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the game is impartial.
    pub grundy: Option<u32>,
    /// Temperature, mean and stops, if the game has values.
    pub thermal: Option<Temperatures>,
    /// The canonical form in the notation that was asked for; absent if too long.
    pub text: Option<String>,
    /// The atomic weight, if the value is all small.
    pub atomic_weight: Option<String>,
    /// The canonical form, to be compared with others.
    pub form: Option<Form>,
}

/// A member with what was found.
#[derive(Clone, Debug)]
pub struct Row {
    /// The values of the parameters.
    pub point: Vec<i64>,
    /// The board.
    pub board: Board,
    /// The largest degree.
    pub degree: usize,
    /// The largest number of vertices at distance two.
    pub degree2: usize,
    /// What is known of its value.
    pub found: Found,
    /// The objective, if one was asked for and it has a value.
    pub objective: Option<Vec<Number>>,
}

/// How members are valued.
pub struct Valuation<'a> {
    /// The solvers.
    pub pool: &'a Pool,
    /// How canonical forms are written.
    pub notation: Notation,
    /// Longer texts of forms are left out.
    pub limit: usize,
    /// Steps for the bounds of a member that is over the budget; 0 to give up there.
    pub steps: u64,
    /// What else is asked of each member.
    pub objective: Option<&'a Objective>,
}

impl Sweep {
    /// All members over the ranges. They are built, and none is valued.
    ///
    /// # Errors
    /// When ranges and parameters do not match, or some member cannot be built.
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
        let member = |point: Vec<i64>| {
            let at: Parameters = names.iter().copied().zip(point.iter().copied()).collect();
            match family.board(&at) {
                Ok(board) => Ok(Member { point, board }),
                Err(source) => Err(SweepError::Build { at, source }),
            }
        };
        let members = points.into_iter().map(member).collect::<Result<_, _>>()?;
        Ok(Sweep { names, members })
    }

    /// Values the members on all threads; `each` sees the rows in order, as soon as they and those before them are known.
    ///
    /// # Errors
    /// The first error of `each`, or of the first member that cannot be valued or enclosed.
    pub fn value<E: From<SweepError>>(
        &self,
        how: &Valuation<'_>,
        mut each: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let numbered: Vec<(usize, &Member)> = self.members.iter().enumerate().collect();
                let one = |solver: &mut Solver, (i, member): &(usize, &Member)| {
                    // nobody is there to hear it when an earlier row ended the sweep
                    let _ = sender.send((*i, self.row(how, solver, member)));
                };
                how.pool.map(&numbered, one);
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

    fn row(
        &self,
        how: &Valuation<'_>,
        solver: &mut Solver,
        member: &Member,
    ) -> Result<Row, SweepError> {
        let board = &member.board;
        let failed = |source| {
            let point = member.point.iter().copied();
            let at = self.names.iter().copied().zip(point).collect();
            SweepError::Solve { at, source }
        };
        let (found, score) = match solver.evaluate(board) {
            Ok(e) => {
                let score = how
                    .objective
                    .map(|o| o.score_evaluated(board, Some(&e.summary)));
                (Found::Exact(Box::new(exact(how, solver, &e))), score)
            }
            Err(SolveError::Positions(_) | SolveError::Memory(_))
                if how.steps > 0 && can_enclose(solver.ruleset()) =>
            {
                let bounds = Bounds::of_board(solver.ruleset(), board, how.steps, None);
                (Found::Bounds(bounds.map_err(failed)?), None)
            }
            Err(error) => return Err(failed(error)),
        };
        let objective = match score.transpose() {
            Ok(score) => score.map(|s| s.fitness.0),
            Err(Unscored::Unsolved(error)) => return Err(failed(error)),
            Err(_) => None,
        };
        Ok(Row {
            point: member.point.clone(),
            degree: board.graph().degree(),
            degree2: board.graph().distance_degree(2),
            board: board.clone(),
            found,
            objective,
        })
    }
}

fn exact(how: &Valuation<'_>, solver: &mut Solver, e: &Evaluation) -> Exact {
    let value = e.value();
    Exact {
        outcome: e.summary.outcome,
        grundy: e.summary.grundy,
        thermal: e.temperatures(),
        text: value.and_then(|v| solver.canonical_form(v, how.notation, how.limit)),
        atomic_weight: solver.atomic_weight(e, how.limit),
        form: value.and_then(|v| form_of(solver.values(), v)),
    }
}

/// That each parameter has a range, and each range a parameter.
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

impl Row {
    /// The outcome, if it is known.
    pub fn outcome(&self) -> Option<Outcome> {
        self.exact().map(|e| e.outcome)
    }

    /// What is known of a member that was valued.
    pub fn exact(&self) -> Option<&Exact> {
        match &self.found {
            Found::Exact(exact) => Some(exact),
            Found::Bounds(_) => None,
        }
    }

    /// The least and the greatest that the temperature may be, if the game has values.
    pub fn temperature(&self) -> Option<[Dyadic; 2]> {
        self.between(|t| t.temperature, |b| b.temperature)
    }

    /// The least and the greatest that the mean may be, if the game has values.
    pub fn mean(&self) -> Option<[Dyadic; 2]> {
        self.between(|t| t.mean, |b| b.mean)
    }

    fn between(
        &self,
        exact: fn(&Temperatures) -> Dyadic,
        bounds: fn(&Bounds) -> [Dyadic; 2],
    ) -> Option<[Dyadic; 2]> {
        match &self.found {
            Found::Exact(e) => e.thermal.as_ref().map(|t| [exact(t); 2]),
            Found::Bounds(b) => Some(bounds(b)),
        }
    }

    /// The numbers that formulas are looked for, by name; absent where they are not known exactly.
    pub fn columns(&self) -> Vec<(&'static str, Option<Number>)> {
        let count = |n: usize| Some(Number::from_integer(n as i128));
        let known = |b: Option<[Dyadic; 2]>| b.filter(|[a, b]| a == b).map(|[a, _]| rational(a));
        let grundy = self.exact().and_then(|e| e.grundy);
        let temperature = known(self.temperature());
        let degree = Number::from_integer(self.degree as i128);
        let half = Number::new(self.degree2 as i128, 2);
        vec![
            ("order", count(self.board.order())),
            ("grundy", grundy.and_then(|g| count(g as usize))),
            ("temperature", temperature),
            ("mean", known(self.mean())),
            ("degree", count(self.degree)),
            ("degree2", count(self.degree2)),
            ("temperature - degree", temperature.map(|t| t - degree)),
            (
                "temperature - degree - degree2 / 2",
                temperature.map(|t| t - degree - half),
            ),
        ]
    }
}
