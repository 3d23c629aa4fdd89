//! Objectives: the expressions that a search maximises, and the scores of boards.

use super::bounds::Bounds;
use super::expression::{Compiled, Expression, Number, Quantity, QuantityBounds, Undefined};
use super::fitness::Fitness;
use super::invariants::{self, Invariant, Needs, Subject};
use super::objective_text::{ObjectiveError, ObjectiveText};
use crate::evolve::Bar;
use crate::graph::Board;
use crate::solver::{Extras, SolveError, Solver, Summary};
use crate::value::Dyadic;
use std::collections::BTreeMap;

/// An objective, together with the invariants that make up a cell of the archive.
pub struct Objective {
    maximize: Vec<Compiled>,
    require: Option<Compiled>,
    cells: Vec<&'static Invariant>,
    collect: Option<Compiled>,
    island_objectives: Vec<Compiled>,
    needs_value: bool,
    extras: Extras,
    require_needs_value: bool,
}

/// The score of a board.
#[derive(Debug)]
pub struct Score {
    /// The values of the expressions to maximise.
    pub fitness: Fitness,
    /// The archive cell of the board.
    pub cell: Vec<i64>,
    /// The value of the `collect` expression, if the objective has one.
    pub collected: Option<Number>,
    /// The fitness by each of the objectives that islands have of their own.
    pub island_fitnesses: Vec<Fitness>,
    /// The proved bounds for the value, if the value is out of reach. `fitness` and
    /// `island_fitnesses` are lower bounds then.
    pub bounds: Option<Bounds>,
}

/// The reason why a board has no fitness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unscored {
    /// The board does not meet the condition of the objective.
    #[error("the board does not meet the required condition")]
    NotRequired,
    /// An expression to maximise, the condition or the cell has no value on the board.
    #[error("the objective is undefined: {0}")]
    Undefined(Undefined),
    /// The objective of an island has no value on the board.
    #[error("`islands.maximize` is undefined: {0}")]
    Island(Undefined),
    /// The solver did not finish the board.
    #[error(transparent)]
    Unsolved(SolveError),
}

impl Unscored {
    /// Whether the board exceeds the budget of positions or of memory.
    pub fn is_over_budget(&self) -> bool {
        use SolveError::{Memory, Positions};
        matches!(self, Unscored::Unsolved(Positions(_) | Memory(_)))
    }
}

impl From<Undefined> for Unscored {
    fn from(undefined: Undefined) -> Unscored {
        Unscored::Undefined(undefined)
    }
}

impl From<SolveError> for Unscored {
    fn from(error: SolveError) -> Unscored {
        Unscored::Unsolved(error)
    }
}

/// The number of binary places of the temperatures that [`Objective::cutoff`] tries.
const FINE_BITS: u32 = 10;

fn compiled(expression: &Expression) -> Compiled {
    expression
        .compile(&invariants::names())
        .expect("parsed against the same names")
}

/// The invariants that an expression names.
fn named(expression: &Compiled) -> impl Iterator<Item = &'static Invariant> {
    let needed = expression.needed().iter();
    needed.map(|&i| &invariants::catalogue()[i])
}

fn needs_value(expression: &Compiled) -> bool {
    named(expression).any(|i| i.needs != Needs::Board)
}

/// The extra results that the invariants need from the solver besides the summary of a value.
fn extras(needed: impl Iterator<Item = &'static Invariant>) -> Extras {
    needed.fold(Extras::default(), |extras, i| Extras {
        weight: extras.weight | (i.needs == Needs::Weight),
        unit_outcome: extras.unit_outcome | (i.needs == Needs::Units),
    })
}

impl Objective {
    /// Makes an objective from expressions that were parsed against [`invariants::names`]; `cells`
    /// are the invariants that make up a cell.
    pub fn new(
        maximize: &[Expression],
        require: Option<&Expression>,
        cells: &[&'static Invariant],
    ) -> Objective {
        let maximize: Vec<Compiled> = maximize.iter().map(compiled).collect();
        let require = require.map(compiled);
        let in_cells = cells.iter().any(|i| i.needs != Needs::Board);
        let all = maximize.iter().chain(&require).flat_map(named);
        let extras = extras(all.chain(cells.iter().copied()));
        let require_needs_value = require.as_ref().is_some_and(needs_value);
        let needs_value = maximize.iter().any(needs_value) || require_needs_value || in_cells;
        Objective {
            maximize,
            require,
            cells: cells.to_vec(),
            collect: None,
            island_objectives: Vec::new(),
            extras,
            needs_value,
            require_needs_value,
        }
    }

    /// Reads an objective from its text: expressions separated by semicolons, the most important
    /// first, then optionally `where` and a condition, as in
    /// `temperature - degree; -order where tree`.
    ///
    /// # Errors
    /// When the text has a mistake, or names an invariant that this version lacks.
    pub fn parse(text: &str) -> Result<Objective, ObjectiveError> {
        let (maximize, require) = ObjectiveText::split(text).expressions()?;
        Ok(Objective::new(&maximize, require.as_ref(), &[]))
    }

    /// Adds an expression whose value is the archive cell, and the objectives that islands have of
    /// their own.
    pub fn with(
        mut self,
        collect: Option<&Expression>,
        island_objectives: &[Expression],
    ) -> Objective {
        self.collect = collect.map(compiled);
        self.island_objectives = island_objectives.iter().map(compiled).collect();
        let more = || self.collect.iter().chain(&self.island_objectives);
        self.needs_value |= more().any(needs_value);
        let more = extras(more().flat_map(named));
        self.extras.weight |= more.weight;
        self.extras.unit_outcome |= more.unit_outcome;
        self
    }

    /// The extra results that the objective needs from the solver besides the summary of a value.
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// Scores a board: its fitness and its cell.
    ///
    /// A condition on the board alone is tried before the solver runs.
    ///
    /// # Errors
    /// [`Unscored`] gives the reason why there is no fitness.
    pub fn score(&self, solver: &mut Solver, board: &Board) -> Result<Score, Unscored> {
        if !self.require_needs_value {
            self.meets_requirement(&Subject {
                board,
                summary: None,
            })?;
        }
        let summary = if self.needs_value {
            Some(solver.summary_with(board, self.extras)?)
        } else {
            None
        };
        self.score_evaluated(board, summary.as_ref())
    }

    /// Scores a board whose value was computed before, if the objective needs the value at all.
    ///
    /// # Errors
    /// [`Unscored`] gives the reason why there is no fitness.
    pub fn score_evaluated(
        &self,
        board: &Board,
        summary: Option<&Summary>,
    ) -> Result<Score, Unscored> {
        let subject = Subject { board, summary };
        self.meets_requirement(&subject)?;
        let numbers = self
            .maximize
            .iter()
            .map(|e| number(e, &subject))
            .collect::<Result<_, _>>()?;
        let collect = self.collect.as_ref();
        let collected = collect.map(|e| number(e, &subject)).transpose()?;
        let drive = |e: &Compiled| {
            let value = number(e, &subject).map_err(Unscored::Island)?;
            Ok(Fitness(vec![value]))
        };
        Ok(Score {
            fitness: Fitness(numbers),
            cell: self.cell(&subject, collected)?,
            collected,
            island_fitnesses: self
                .island_objectives
                .iter()
                .map(drive)
                .collect::<Result<_, Unscored>>()?,
            bounds: None,
        })
    }

    /// The cell of a board, if the board alone decides it.
    pub fn cell_of_board(&self, board: &Board) -> Option<Vec<i64>> {
        if self.collect.is_some() || self.cells.iter().any(|i| i.needs != Needs::Board) {
            return None;
        }
        self.cell(
            &Subject {
                board,
                summary: None,
            },
            None,
        )
        .ok()
    }

    /// The greatest temperature `t`, in steps of 2^-10, for which the following is certain: if the
    /// board equals its negative and its temperature is at most `t`, it meets the condition and its
    /// fitness is below the bar. `None` if there is no such `t`. The solver may stop at a board that
    /// it has proved to be no hotter than `t`.
    ///
    /// The first expression decides, by its bounds for temperatures between -1 and `t`; the other
    /// expressions only have to be defined. A wider interval never makes a conclusion more certain,
    /// so bisection finds `t`.
    pub fn cutoff(&self, board: &Board, bar: &Bar<Fitness>) -> Option<Dyadic> {
        if self.require_needs_value || !self.island_objectives.is_empty() {
            return None;
        }
        let subject = Subject {
            board,
            summary: None,
        };
        self.meets_requirement(&subject).ok()?;
        let of_board = self.known_of_board(board);
        let most = |t: Dyadic| {
            let bounds =
                Bounds::of_temperature_and_mean(board, [Dyadic::MINUS_ONE, t], [Dyadic::ZERO; 2])?;
            let known = |i: usize| match of_board.get(&i) {
                Some(&known) => known,
                None => invariants::catalogue()[i].between(board, &bounds),
            };
            let mut all = self.maximize.iter().map(|e| e.between(known)?.numbers());
            let first = all.next()??.1;
            all.all(|known| known.is_some()).then_some(first)
        };
        let is_below = |t: &Dyadic| {
            let only = self.maximize.len() == 1;
            most(*t).is_some_and(|most| {
                if only {
                    bar.is_above(&Fitness(vec![most]))
                } else {
                    most < bar.fitness.first()
                }
            })
        };
        let hottest = i64::try_from(board.order()).ok()?;
        greatest(hottest, is_below)
    }

    /// The values of the invariants of the board itself that the expressions to maximise name.
    fn known_of_board(&self, board: &Board) -> BTreeMap<usize, Option<QuantityBounds>> {
        let needed = self.maximize.iter().flat_map(|e| e.needed());
        let of_board = |&i: &usize| {
            let invariant = &invariants::catalogue()[i];
            let known = || {
                invariant
                    .of(&Subject {
                        board,
                        summary: None,
                    })
                    .ok()
            };
            (invariant.needs == Needs::Board).then(|| (i, known().map(QuantityBounds::exact)))
        };
        needed.filter_map(of_board).collect()
    }

    /// Whether bounds for a board's value can give bounds for its fitness.
    pub fn takes_bounds(&self) -> bool {
        let expressions = self.maximize.iter().chain(&self.require);
        let expressions = expressions
            .chain(&self.collect)
            .chain(&self.island_objectives);
        let mut needed = expressions
            .flat_map(named)
            .chain(self.cells.iter().copied());
        self.needs_value && needed.all(Invariant::has_bounds)
    }

    /// A lower bound for the fitness of a board whose value is out of reach, from the bounds that
    /// `enclose` proves; `None` if these do not decide the condition or the cell.
    ///
    /// # Errors
    /// [`Unscored::NotRequired`] if the condition certainly fails, [`Unscored::Undefined`] if it
    /// has no value, and [`SolveError::Stopped`] if `enclose` was stopped.
    pub fn score_by_bounds(
        &self,
        board: &Board,
        enclose: impl FnOnce() -> Result<Bounds, SolveError>,
    ) -> Result<Option<Score>, Unscored> {
        if !self.require_needs_value {
            self.meets_requirement(&Subject {
                board,
                summary: None,
            })?;
        }
        let bounds = match enclose() {
            Ok(bounds) => bounds,
            Err(SolveError::Stopped) => return Err(SolveError::Stopped.into()),
            Err(_) => return Ok(None),
        };
        let known =
            |e: &Compiled| e.between(|i| invariants::catalogue()[i].between(board, &bounds));
        match self
            .require
            .as_ref()
            .map(|e| known(e).and_then(QuantityBounds::decided))
        {
            Some(Some(false)) => return Err(Unscored::NotRequired),
            Some(None) => return Ok(None),
            Some(Some(true)) | None => {}
        }
        Ok(self.bounded(board, bounds, known))
    }

    /// The score by lower bounds, if the bounds decide the cell.
    fn bounded(
        &self,
        board: &Board,
        bounds: Bounds,
        known: impl Fn(&Compiled) -> Option<QuantityBounds>,
    ) -> Option<Score> {
        let least = |e: &Compiled| Some(known(e)?.numbers()?.0);
        let collected = match &self.collect {
            Some(e) => Some(known(e)?.number()?),
            None => None,
        };
        let cell = match collected {
            Some(value) => collected_cell(value).ok()?,
            None => {
                let certain = self
                    .cells
                    .iter()
                    .map(|i| certain_coordinate(i, board, &bounds));
                certain.collect::<Option<_>>()?
            }
        };
        Some(Score {
            fitness: Fitness(self.maximize.iter().map(least).collect::<Option<_>>()?),
            cell,
            collected,
            island_fitnesses: self
                .island_objectives
                .iter()
                .map(|e| Some(Fitness(vec![least(e)?])))
                .collect::<Option<_>>()?,
            bounds: Some(bounds),
        })
    }

    /// The cell of a board: numerator and denominator of the collected value if there is one, else
    /// the invariants in `cells`.
    fn cell(&self, subject: &Subject, collected: Option<Number>) -> Result<Vec<i64>, Unscored> {
        let Some(value) = collected else {
            let coordinates = self.cells.iter().map(|i| coordinate(i, subject));
            return Ok(coordinates.collect());
        };
        collected_cell(value)
    }

    fn meets_requirement(&self, subject: &Subject) -> Result<(), Unscored> {
        match &self.require {
            Some(require) if !condition(require, subject)? => Err(Unscored::NotRequired),
            _ => Ok(()),
        }
    }
}

/// The cell of a collected value: its numerator and denominator.
fn collected_cell(value: Number) -> Result<Vec<i64>, Unscored> {
    let parts = [*value.numer(), *value.denom()].map(i64::try_from);
    match parts {
        [Ok(numerator), Ok(denominator)] => Ok(vec![numerator, denominator]),
        _ => Err(Unscored::Undefined(Undefined::Overflow)),
    }
}

/// The greatest temperature from 0 to `hottest`, in steps of 2^-[`FINE_BITS`], for which `holds`
/// returns a temperature. The condition has to hold for every temperature below one for which it
/// holds.
fn greatest(hottest: i64, holds: impl Fn(&Dyadic) -> bool) -> Option<Dyadic> {
    let at = |steps: i64| Dyadic::new(steps, FINE_BITS).ok().filter(&holds);
    let (mut best, mut low) = (at(0)?, 0);
    let mut high = hottest.checked_mul(1 << FINE_BITS)? + 1;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match at(middle) {
            Some(t) => (best, low) = (t, middle),
            None => high = middle,
        }
    }
    Some(best)
}

fn quantity(expression: &Compiled, subject: &Subject) -> Result<Quantity, Undefined> {
    expression.eval(|i| invariants::catalogue()[i].of(subject))
}

fn number(expression: &Compiled, subject: &Subject) -> Result<Number, Undefined> {
    quantity(expression, subject)?
        .as_number()
        .ok_or(Undefined::WrongKind)
}

fn condition(expression: &Compiled, subject: &Subject) -> Result<bool, Undefined> {
    quantity(expression, subject)?
        .as_condition()
        .ok_or(Undefined::WrongKind)
}

/// The coordinate of a cell: the invariant rounded down, or -1 where the invariant is absent.
fn coordinate(invariant: &Invariant, subject: &Subject) -> i64 {
    let value = invariant.of(subject).ok().and_then(Quantity::as_number);
    value
        .and_then(|n| i64::try_from(n.floor().to_integer()).ok())
        .unwrap_or(-1)
}

/// The coordinate of a cell, if bounds for the value decide it.
fn certain_coordinate(invariant: &Invariant, board: &Board, bounds: &Bounds) -> Option<i64> {
    if invariant.needs == Needs::Board {
        return Some(coordinate(
            invariant,
            &Subject {
                board,
                summary: None,
            },
        ));
    }
    let (least, most) = invariant.between(board, bounds)?.numbers()?;
    let (least, most) = (least.floor(), most.floor());
    (least == most).then(|| i64::try_from(least.to_integer()).unwrap_or(-1))
}

/// The condition that ends a search: an expression over the invariants and `fitness`.
pub struct StopCondition(Expression);

impl StopCondition {
    /// Makes a condition from an expression that was parsed against the invariants and the name
    /// `fitness`.
    pub fn new(expression: Expression) -> StopCondition {
        StopCondition(expression)
    }

    /// Whether a board of this fitness ends the search. An undefined condition does not end it.
    pub fn holds(&self, subject: &Subject, fitness: &Fitness) -> bool {
        let mut lookup = |name: &str| match name {
            "fitness" => Ok(Quantity::Number(fitness.first())),
            _ => {
                invariants::by_name(name).map_or(Err(super::expression::Absent), |i| i.of(subject))
            }
        };
        self.0
            .eval(&mut lookup)
            .ok()
            .and_then(Quantity::as_condition)
            == Some(true)
    }

    /// Whether the condition names an invariant of the value.
    pub fn needs_value(&self) -> bool {
        self.0
            .names()
            .iter()
            .any(|n| invariants::by_name(n).is_some_and(|i| i.needs != Needs::Board))
    }
}
