//! Objectives: the expressions that a search maximises, and the scores that they give to boards.

use super::bounds;
use super::expression::{
    Absent, Compiled, Expression, LONGEST_VALUE, Number, Quantity, QuantityBounds, QuantityKind,
    Undefined,
};
use super::fitness::Fitness;
use super::invariants::{self, Invariant, Needs, Subject};
use super::objective_text::{ObjectiveError, ObjectiveText};
use boilingpoint_boards::Board;
use boilingpoint_evolve::Bar;
use boilingpoint_solver::{Bounds, Extras, SolveError, Solver, Summary};
use boilingpoint_values::Dyadic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An objective: the expressions to maximise, the condition that boards have to meet, and the
/// invariants that place a board in a cell of the archive.
pub struct Objective {
    maximize: Vec<Compiled>,
    require: Option<Compiled>,
    cells: Vec<&'static Invariant>,
    collect: Option<Collect>,
    island_objectives: Vec<Compiled>,
    needs_value: bool,
    extras: Extras,
    require_needs_value: bool,
}

/// What boards are collected by.
enum Collect {
    /// The value of an expression.
    Number(Compiled),
    /// The canonical form of the board's value.
    Form,
}

/// The value that a board is collected by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Collected {
    /// The value of an expression.
    Number(Number),
    /// The canonical form of the board's value, as text.
    Form(Arc<str>),
}

/// The result of an objective on a board.
#[derive(Debug)]
pub struct Score {
    /// The values of the expressions to maximise, the most important first.
    pub fitness: Fitness,
    /// The coordinates of the board's cell in the archive.
    pub cell: Vec<i64>,
    /// The value that the board is collected by; `None` if the objective does not collect.
    pub collected: Option<Collected>,
    /// The values of the islands' own objectives on the board, in the order of the islands' list;
    /// empty if no island has its own.
    pub island_fitnesses: Vec<Fitness>,
    /// The proved bounds for the value if the exact solver could not finish. In this case `fitness`
    /// and `island_fitnesses` are lower bounds. `None` if the value is known.
    pub bounds: Option<Bounds>,
}

/// The reason why a board has no fitness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unscored {
    /// The board does not meet the condition of the objective.
    #[error("the board does not meet the required condition")]
    NotRequired,
    /// An expression to maximise, the condition or a coordinate of the cell has no value on the
    /// board.
    #[error("the objective is undefined: {0}")]
    Undefined(Undefined),
    /// The own objective of an island has no value on the board.
    #[error("`islands.maximize` is undefined: {0}")]
    Island(Undefined),
    /// The solver did not finish the board: it met a limit or was stopped.
    #[error(transparent)]
    Unsolved(SolveError),
}

impl Unscored {
    /// Whether the solver exceeded its budget of positions, of work or of memory on the board.
    pub fn is_over_budget(&self) -> bool {
        use SolveError::{Budget, Memory};
        matches!(self, Unscored::Unsolved(Budget { .. } | Memory(_)))
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

pub(super) fn compiled(expression: &Expression) -> Compiled {
    // The conditions on values that the expression names get their places.
    for name in expression.names() {
        let _ = invariants::by_name(name);
    }
    expression
        .compile(&invariants::all_names())
        .expect("parsed against the same names")
}

fn is_whole(expression: &Compiled) -> bool {
    expression.is_whole(&|place| invariants::at(place).is_whole)
}

/// The invariants that occur in an expression.
pub(super) fn named(expression: &Compiled) -> impl Iterator<Item = &'static Invariant> {
    let needed = expression.needed().iter();
    needed.map(|&i| invariants::at(i))
}

pub(super) fn needs_value(expression: &Compiled) -> bool {
    named(expression).any(|i| i.needs != Needs::Board)
}

/// The results that the solver has to compute for the invariants, beyond the summary of a value.
pub(super) fn extras(needed: impl Iterator<Item = &'static Invariant>) -> Extras {
    needed.fold(Extras::default(), |extras, i| extras.and(&i.needs.extras()))
}

impl Objective {
    /// Whether each expression to maximise is a number that is whole wherever it is defined.
    pub fn wholes(&self) -> Vec<bool> {
        self.maximize.iter().map(is_whole).collect()
    }

    /// Makes an objective from expressions that were parsed against [`invariants::names`]. `cells`
    /// are the invariants that are the coordinates of a cell.
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
        Objective::read(&ObjectiveText::split(text))
    }

    /// Parses the parts of an objective. Without expressions to maximise, it is a condition alone.
    ///
    /// # Errors
    /// As [`Objective::parse`].
    pub fn read(text: &ObjectiveText) -> Result<Objective, ObjectiveError> {
        let (maximize, require) = text.expressions()?;
        Ok(Objective::new(&maximize, require.as_ref(), &[]))
    }

    /// Adds the `collect` expression, which may be a canonical form, and the islands' own
    /// objectives. The value of `collect` then replaces the invariants as the coordinates of a
    /// cell.
    pub fn with(
        mut self,
        collect: Option<&Expression>,
        island_objectives: &[Expression],
    ) -> Objective {
        self.collect = collect.map(|collect| match collect.kind() {
            QuantityKind::Form => Collect::Form,
            _ => Collect::Number(compiled(collect)),
        });
        self.island_objectives = island_objectives.iter().map(compiled).collect();
        let more = || self.collected_number().chain(&self.island_objectives);
        let needs_value = more().any(needs_value);
        let mut more = extras(more().flat_map(named));
        if let Some(Collect::Form) = self.collect {
            more.form = LONGEST_VALUE;
        }
        self.needs_value |= needs_value || more.form > 0;
        self.extras = self.extras.and(&more);
        self
    }

    /// The expression whose value boards are collected by, if there is one.
    fn collected_number(&self) -> impl Iterator<Item = &Compiled> {
        self.collect.iter().filter_map(|collect| match collect {
            Collect::Number(expression) => Some(expression),
            Collect::Form => None,
        })
    }

    /// The number of components of a fitness.
    pub fn components(&self) -> usize {
        self.maximize.len()
    }

    /// Whether boards are collected by a value.
    pub fn collects(&self) -> bool {
        self.collect.is_some()
    }

    /// The number of coordinates of a cell.
    pub fn coordinates(&self) -> usize {
        match self.collect {
            Some(_) => 2,
            None => self.cells.len(),
        }
    }

    /// The number of the islands' own objectives.
    pub fn island_objectives(&self) -> usize {
        self.island_objectives.len()
    }

    /// The invariants that the fitness depends on.
    pub fn invariants(&self) -> impl Iterator<Item = &'static Invariant> {
        self.maximize.iter().chain(&self.require).flat_map(named)
    }

    /// Whether the fitness or the cell depends on the value of a board.
    pub fn needs_value(&self) -> bool {
        self.needs_value
    }

    /// The results that the objective needs from the solver beyond the summary of a value.
    pub fn extras(&self) -> &Extras {
        &self.extras
    }

    /// Scores a board. The solver does not run if the condition needs only the board and fails.
    ///
    /// # Errors
    /// [`Unscored`] gives the reason why the board has no fitness.
    pub fn score(&self, solver: &mut Solver, board: &Board) -> Result<Score, Unscored> {
        self.score_by(board, |extras| solver.summary_with(board, extras))
    }

    /// Scores a board of a listing: [`Objective::score`], with [`Solver::summary_in_listing`].
    ///
    /// # Errors
    /// [`Unscored`] gives the reason why the board has no fitness.
    pub fn score_in_listing(&self, solver: &mut Solver, board: &Board) -> Result<Score, Unscored> {
        self.score_by(board, |extras| solver.summary_in_listing(board, extras))
    }

    fn score_by(
        &self,
        board: &Board,
        summary: impl FnOnce(&Extras) -> Result<Summary, SolveError>,
    ) -> Result<Score, Unscored> {
        self.admits(board)?;
        let summary = if self.needs_value {
            Some(summary(&self.extras)?)
        } else {
            None
        };
        self.score_evaluated(board, summary.as_ref())
    }

    /// Scores a board whose summary is known. The summary may be `None` if the objective needs only
    /// the board.
    ///
    /// # Errors
    /// [`Unscored`] gives the reason why the board has no fitness.
    pub fn score_evaluated(
        &self,
        board: &Board,
        summary: Option<&Summary>,
    ) -> Result<Score, Unscored> {
        let subject = Subject { board, summary };
        let form = summary.and_then(|summary| summary.form.as_ref());
        let (fitness, collected) = self.rescore(&mut |i| i.of(&subject), form)?;
        let drive = |e: &Compiled| {
            let value = number(e, &mut |i| i.of(&subject)).map_err(Unscored::Island)?;
            Ok(Fitness(vec![value]))
        };
        Ok(Score {
            fitness,
            cell: self.cell(&subject, collected.as_ref())?,
            collected,
            island_fitnesses: self
                .island_objectives
                .iter()
                .map(drive)
                .collect::<Result<_, Unscored>>()?,
            bounds: None,
        })
    }

    /// The fitness and the collected value that follow from the given invariants, and from the text
    /// of the canonical form, which is `None` if it is too long.
    ///
    /// # Errors
    /// [`Unscored`] gives the reason why there is no fitness.
    pub fn rescore(
        &self,
        known: Known,
        form: Option<&Arc<str>>,
    ) -> Result<(Fitness, Option<Collected>), Unscored> {
        if let Some(require) = &self.require
            && !is_met(require, known)?
        {
            return Err(Unscored::NotRequired);
        }
        let mut number = |e: &Compiled| number(e, known);
        let numbers = self
            .maximize
            .iter()
            .map(&mut number)
            .collect::<Result<_, _>>()?;
        let collected = match &self.collect {
            None => None,
            Some(Collect::Number(expression)) => Some(Collected::Number(number(expression)?)),
            Some(Collect::Form) => {
                let form = form.ok_or(Undefined::LongForm(LONGEST_VALUE))?;
                Some(Collected::Form(form.clone()))
            }
        };
        Ok((Fitness(numbers), collected))
    }

    /// Lower bounds for the fitness, and the collected value, that follow from the given invariants
    /// of the board and from bounds for its value. `None` if these do not decide the condition or
    /// the collected value.
    ///
    /// # Errors
    /// [`Unscored::NotRequired`] if the condition certainly fails.
    pub fn rescore_by_bounds(
        &self,
        of_board: Known,
        bounds: &Bounds,
    ) -> Result<Option<(Fitness, Option<Collected>)>, Unscored> {
        let mut known = |e: &Compiled| {
            e.between(|i| {
                let invariant = invariants::at(i);
                match invariant.needs {
                    Needs::Board => of_board(invariant).ok().map(QuantityBounds::exact),
                    _ => Some(bounds::of_invariant(invariant.name)?(bounds)),
                }
            })
        };
        match self
            .require
            .as_ref()
            .map(|e| known(e).and_then(QuantityBounds::decided))
        {
            Some(Some(false)) => return Err(Unscored::NotRequired),
            Some(None) => return Ok(None),
            Some(Some(true)) | None => {}
        }
        let mut least = |e: &Compiled| Some(known(e)?.numbers()?.0);
        let Some(fitness) = self.maximize.iter().map(&mut least).collect() else {
            return Ok(None);
        };
        let collected = match &self.collect {
            Some(Collect::Number(e)) => match known(e).and_then(QuantityBounds::number) {
                Some(value) => Some(Collected::Number(value)),
                None => return Ok(None),
            },
            Some(Collect::Form) => return Ok(None),
            None => None,
        };
        Ok(Some((Fitness(fitness), collected)))
    }

    /// The cell of a board; `None` if the cell depends on the board's value.
    pub fn cell_of_board(&self, board: &Board) -> Option<Vec<i64>> {
        if self.collect.is_some() || self.cells.iter().any(|i| i.needs != Needs::Board) {
            return None;
        }
        self.cell(&Subject::of_board(board), None).ok()
    }

    /// A temperature `t` below which a board cannot reach the bar, so that the solver may stop.
    ///
    /// The result is the greatest `t`, in steps of 2^-10, with this property: if the board equals
    /// its negative and its temperature is at most `t`, then the board meets the condition and its
    /// fitness is below the bar. `None` if no `t` has the property.
    ///
    /// The first expression decides, by its bounds for temperatures between -1 and `t`; the other
    /// expressions only have to be defined. A wider interval never makes a conclusion more certain,
    /// so bisection finds `t`.
    pub fn cutoff(&self, board: &Board, bar: &Bar<Fitness>) -> Option<Dyadic> {
        if self.require_needs_value || !self.island_objectives.is_empty() {
            return None;
        }
        self.admits(board).ok()?;
        let of_board = self.known_of_board(board);
        let most = |t: Dyadic| {
            let bounds =
                Bounds::of_temperature_and_mean(board, [Dyadic::MINUS_ONE, t], [Dyadic::ZERO; 2])?;
            let known = |i: usize| match of_board.get(&i) {
                Some(&known) => known,
                None => invariants::at(i).between(board, &bounds),
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

    /// Computes the invariants that the expressions to maximise use and that depend only on the
    /// board. The result maps the index of each such invariant in the catalogue to its value, or to
    /// `None` where the invariant has no value.
    fn known_of_board(&self, board: &Board) -> BTreeMap<usize, Option<QuantityBounds>> {
        let needed = self.maximize.iter().flat_map(|e| e.needed());
        let of_board = |&i: &usize| {
            let invariant = invariants::at(i);
            let known = || invariant.of(&Subject::of_board(board)).ok();
            (invariant.needs == Needs::Board).then(|| (i, known().map(QuantityBounds::exact)))
        };
        needed.filter_map(of_board).collect()
    }

    /// Whether bounds for a board's value can give bounds for its fitness: each invariant in the
    /// expressions and in the condition needs bounds.
    pub fn takes_bounds(&self) -> bool {
        let expressions = self.maximize.iter().chain(&self.require);
        let expressions = expressions
            .chain(self.collected_number())
            .chain(&self.island_objectives);
        let mut needed = expressions
            .flat_map(named)
            .chain(self.cells.iter().copied());
        let collects_forms = matches!(self.collect, Some(Collect::Form));
        self.needs_value && !collects_forms && needed.all(Invariant::has_bounds)
    }

    /// A lower bound for the fitness of a board that the exact solver cannot finish, from the
    /// bounds that `enclose` proves. `None` if these bounds do not decide the condition or the
    /// cell.
    ///
    /// # Errors
    /// [`Unscored::NotRequired`] if the condition certainly fails, [`Unscored::Undefined`] if it
    /// has no value, and [`SolveError::Stopped`] if `enclose` was stopped.
    pub fn score_by_bounds(
        &self,
        board: &Board,
        enclose: impl FnOnce() -> Result<Bounds, SolveError>,
    ) -> Result<Option<Score>, Unscored> {
        self.admits(board)?;
        let bounds = match enclose() {
            Ok(bounds) => bounds,
            Err(SolveError::Stopped) => return Err(SolveError::Stopped.into()),
            Err(_) => return Ok(None),
        };
        let subject = Subject::of_board(board);
        let rescored = self.rescore_by_bounds(&mut |i| i.of(&subject), &bounds)?;
        Ok(rescored.and_then(|(fitness, collected)| {
            let cell = match &collected {
                Some(value) => value.cell().ok()?,
                None => {
                    let cells = self.cells.iter();
                    let certain = cells.map(|i| certain_coordinate(i, board, &bounds));
                    certain.collect::<Option<_>>()?
                }
            };
            let between = |i: usize| invariants::at(i).between(board, &bounds);
            let drive = |e: &Compiled| Some(Fitness(vec![e.between(between)?.numbers()?.0]));
            Some(Score {
                fitness,
                cell,
                collected,
                island_fitnesses: self
                    .island_objectives
                    .iter()
                    .map(drive)
                    .collect::<Option<_>>()?,
                bounds: Some(bounds),
            })
        }))
    }

    /// Whether the bounds of a board's value leave one value for each expression that is maximised.
    pub fn is_decided_by(&self, board: &Board, bounds: &Bounds) -> bool {
        let between = |i: usize| invariants::at(i).between(board, bounds);
        let mut all = self.maximize.iter().chain(&self.island_objectives);
        all.all(|e| {
            e.between(between)
                .and_then(QuantityBounds::number)
                .is_some()
        })
    }

    /// The cell of a board: that of its collected value, if there is one; else the values of the
    /// invariants in `cells`.
    fn cell(&self, subject: &Subject, collected: Option<&Collected>) -> Result<Vec<i64>, Unscored> {
        match collected {
            Some(value) => value.cell(),
            None => Ok(self.cells.iter().map(|i| coordinate(i, subject)).collect()),
        }
    }

    /// Fails if the condition needs only the board and does not hold.
    fn admits(&self, board: &Board) -> Result<(), Unscored> {
        let subject = Subject::of_board(board);
        if !self.require_needs_value
            && let Some(require) = &self.require
            && !is_met(require, &mut |i| i.of(&subject))?
        {
            return Err(Unscored::NotRequired);
        }
        Ok(())
    }
}

impl Collected {
    /// The two coordinates of the cell: the numerator and the denominator of a number, or the two
    /// halves of a 128-bit hash of a canonical form's text.
    fn cell(&self) -> Result<Vec<i64>, Unscored> {
        match self {
            Collected::Number(value) => {
                let parts = [*value.numer(), *value.denom()].map(i64::try_from);
                let [Ok(numerator), Ok(denominator)] = parts else {
                    return Err(Unscored::Undefined(Undefined::Overflow));
                };
                Ok(vec![numerator, denominator])
            }
            Collected::Form(text) => {
                let hash = fnv(text.as_bytes());
                Ok(vec![(hash >> 64) as i64, hash as i64])
            }
        }
    }
}

impl std::fmt::Display for Collected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Collected::Number(value) => value.fmt(f),
            Collected::Form(text) => f.write_str(text),
        }
    }
}

/// The 128-bit hash FNV-1a, which is the same on every machine and in every version (Fowler, Noll
/// and Vo).
fn fnv(bytes: &[u8]) -> u128 {
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = (1 << 88) + 0x13b;
    bytes.iter().fold(START, |hash, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}

/// Finds by bisection the greatest temperature from 0 to `hottest`, in steps of 2^-[`FINE_BITS`],
/// for which `holds` is true; `None` if `holds` is false at 0. If `holds` is true for a
/// temperature, it must be true for all lower temperatures from 0 up.
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

/// A source of invariants, such as a [`Subject`] or the checker.
pub type Known<'a> = &'a mut dyn FnMut(&'static Invariant) -> Result<Quantity, Absent>;

fn eval(expression: &Compiled, known: Known) -> Result<Quantity, Undefined> {
    expression.eval(|i| known(invariants::at(i)))
}

pub(super) fn quantity(expression: &Compiled, subject: &Subject) -> Result<Quantity, Undefined> {
    eval(expression, &mut |i| i.of(subject))
}

fn number(expression: &Compiled, known: Known) -> Result<Number, Undefined> {
    let value = eval(expression, known)?;
    value.as_number().ok_or(Undefined::WrongKind)
}

pub(super) fn is_met(condition: &Compiled, known: Known) -> Result<bool, Undefined> {
    let value = eval(condition, known)?;
    value.as_condition().ok_or(Undefined::WrongKind)
}

/// A coordinate of a cell: the value of the invariant rounded down, or -1 if the invariant has no
/// value.
fn coordinate(invariant: &Invariant, subject: &Subject) -> i64 {
    let value = invariant.of(subject).ok().and_then(Quantity::as_number);
    value
        .and_then(|n| i64::try_from(n.floor().to_integer()).ok())
        .unwrap_or(-1)
}

/// A coordinate of a cell, computed from bounds for the value; `None` if the bounds do not decide
/// it.
fn certain_coordinate(invariant: &Invariant, board: &Board, bounds: &Bounds) -> Option<i64> {
    if invariant.needs == Needs::Board {
        return Some(coordinate(invariant, &Subject::of_board(board)));
    }
    let (least, most) = invariant.between(board, bounds)?.numbers()?;
    let (least, most) = (least.floor(), most.floor());
    (least == most).then(|| i64::try_from(least.to_integer()).unwrap_or(-1))
}

/// The condition that ends a search: an expression over the invariants and the name `fitness`.
pub struct StopCondition(Expression);

impl StopCondition {
    /// Makes a condition from an expression that was parsed against the invariants and the name
    /// `fitness`.
    pub fn new(expression: Expression) -> StopCondition {
        StopCondition(expression)
    }

    /// Whether a board of this fitness ends the search. A condition without a value on the board
    /// does not end the search.
    pub fn holds(&self, subject: &Subject, fitness: &Fitness) -> bool {
        let mut lookup = |name: &str| match name {
            "fitness" => Ok(Quantity::Number(fitness.first())),
            _ => invariants::by_name(name).map_or(Err(Absent::NoValue), |i| i.of(subject)),
        };
        self.0
            .eval(&mut lookup)
            .ok()
            .and_then(Quantity::as_condition)
            == Some(true)
    }

    /// Whether the condition uses an invariant of the value, so that it needs the solver's result.
    pub fn needs_value(&self) -> bool {
        self.invariants().any(|i| i.needs != Needs::Board)
    }

    /// The results that the condition needs from the solver beyond the summary of a value.
    pub fn extras(&self) -> Extras {
        extras(self.invariants())
    }

    fn invariants(&self) -> impl Iterator<Item = &'static Invariant> {
        self.0.names().iter().filter_map(|n| invariants::by_name(n))
    }
}
