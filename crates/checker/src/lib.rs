#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The independent checker: a slow evaluator that a sceptic can read in one sitting.
//!
//! The checker shares the rules, and the boards as data, with the rest of the program;
//! `docs/certificates/sharing.md` lists the names. It has its own numbers ([`Dyadic`]), its own
//! games with their order, sum and canonical form (`algebra`), its own thermographs
//! (`thermograph`), its own atomic weights (`weight`), and its own invariants of boards
//! (`invariants`). All of these follow the textbook definitions (Siegel, *Combinatorial Game
//! Theory*, ch. II).
//!
//! A position is the disjunctive sum of its connected components, and a component is {its Left
//! options | its Right options}. No other rule is used. Components are memoised under the labels of
//! their vertices on the board. Symmetries of the board, each of which is verified, identify some
//! components (`symmetry`). The checker uses no other isomorphism and no symmetry between the
//! players, and drops no edge.
//!
//! The last paragraph is about claiming games. All other games are played on their own boards, by
//! the options of their rules alone, and are split into components by the checker's own code
//! (`boards`).
//!
//! A claimed canonical form is a list of nodes, which the checker builds and compares (`form`).
//! Work and memory are counted (`meter`).
//!
//! The checker also has definitions of the classes of boards (`class`), for records that name one.
//!
//! Three more files check certificates of bounds (`docs/certificates.md`): the rules by which
//! statements are proved (`certificate`), positions and their parts (`position`), and bounds of
//! thermographs (`walls`). No code in these files searches.

mod algebra;
mod boards;
mod certificate;
#[cfg(test)]
mod certificate_tests;
mod class;
mod dominoes;
mod dyadic;
mod form;
pub mod format;
mod invariants;
mod meter;
#[cfg(test)]
mod pinned_tests;
mod position;
mod symmetry;
#[cfg(test)]
mod tests;
mod thermograph;
mod walls;
mod weight;

use algebra::{GameTable, Id, ZERO};
use boilingpoint_boards::{Board, Tint};
use boilingpoint_rules::{Algebra, Claiming, Player, Ruleset, Unfit};
pub use certificate::{CertificateError, CheckedCertificate, check_certificate, has_certificates};
pub use class::{ClassBounds, outside_class};
pub use dyadic::Dyadic;
pub use form::{FormNode, FormVerdict};
pub use invariants::{BoardQuantity, NoQuantity};
use meter::{Limits, MOST_BYTES, MOST_STEPS, Meter};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use symmetry::Symmetry;
use thermograph::Thermographer;

/// The greatest order of a board, since a mask has one bit for each vertex.
const MAX_ORDER: usize = 128;
/// The greatest length of a canonical form as text, in characters.
const LONGEST_FORM: usize = 1_000_000;

/// The reason why a position could not be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The board is not a position of the game.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The board has more vertices than the checker accepts.
    #[error("the checker takes boards of at most {MAX_ORDER} vertices; this one has {order}")]
    OrderTooLarge {
        /// The order of the board.
        order: usize,
    },
    /// The checker reached its limit of positions.
    #[error("the checker gave up at its limit of {limit} positions")]
    Positions {
        /// The limit given to [`Checker::new`].
        limit: u64,
    },
    /// Another thread set the flag to stop.
    #[error("the checker was stopped before it finished")]
    Stopped,
    /// The checker reached its limit of work.
    #[error("the checker gave up at its limit of {limit} steps of work")]
    Work {
        /// The limit given to [`Checker::within_work`].
        limit: u64,
    },
    /// The tables of positions, games, comparisons and sums are full, or the stack is.
    #[error("the checker gave up at its limit of {limit} bytes of memory")]
    Memory {
        /// The limit given to [`Checker::within_memory`].
        limit: u64,
    },
    /// The bounds of a thermograph have too many corners.
    #[error("the checker gave up: a thermograph has too many corners")]
    Corners,
    /// A number does not fit into exact 64-bit arithmetic.
    #[error("the checker gave up: a number does not fit in 64 bits")]
    Overflow,
    /// Two ways to compute a result disagree, so the checker has a mistake.
    #[error("the checker contradicts itself: {0}")]
    Inconsistent(&'static str),
    /// The operating system could not start the thread with the large stack.
    #[error("the checker could not start its thread")]
    Thread,
}

/// The outcome of a board, and its value if the game has values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The outcome: `L`, `R`, `N` (the next player wins) or `P` (the previous player wins). In
    /// games with draws also `D`, or the result when Left begins and the result when Right begins,
    /// as in `L/D`.
    pub outcome: String,
    /// The value; `None` in a game whose positions have an outcome but no value.
    pub short: Option<CheckedShort>,
    /// The Grundy value; `None` in a game that is not impartial.
    pub grundy: Option<u64>,
    /// The atomic weight. `None` if it was not requested, or if the value has none.
    pub weight: Option<CheckedShort>,
    /// The comparison with the requested form; `None` if no form was given, or if the game has no
    /// values.
    pub form: Option<FormVerdict>,
    /// For each of the [values to compare with](Questions::compared), whether the value of the
    /// board is at most that value, and whether it is at least that value.
    pub compared: Vec<[bool; 2]>,
    /// The number of positions that were evaluated. Positions with different labels count
    /// separately, unless a symmetry of the board maps one to the other.
    pub positions: u64,
    /// The number of steps of work; see [`Checker::within_work`].
    pub work: u64,
}

/// The results that [`Checker::check_with`] computes beyond the value of a board.
#[derive(Debug, Clone, Copy, Default)]
pub struct Questions<'a> {
    /// A form to compare with the canonical form of the value.
    pub form: Option<&'a [FormNode]>,
    /// Whether to compute the atomic weight.
    pub weight: bool,
    /// The canonical forms of values to compare the value with.
    pub compared: &'a [Vec<FormNode>],
}

/// The value of a position, described by its numbers, its thermograph and its canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedShort {
    /// The temperature; -1 / 2^m for a number k / 2^m.
    pub temperature: Dyadic,
    /// The mean, also called the mast value.
    pub mean: Dyadic,
    /// The Left stop: the number that is reached if Left begins and both players play well.
    pub left_stop: Dyadic,
    /// The Right stop: the number that is reached if Right begins and both players play well.
    pub right_stop: Dyadic,
    /// The corners `(t, value)` of the thermograph's left wall, from t = -1 to the mast.
    pub left_wall: Vec<(Dyadic, Dyadic)>,
    /// The corners `(t, value)` of the right wall, from t = -1 to the mast.
    pub right_wall: Vec<(Dyadic, Dyadic)>,
    /// The canonical form as text: `5`, `-3/4`, `*`, `5*`, `{a,b|c,d}`, with options in no
    /// particular order. `None` if the text has more than a million characters.
    pub form: Option<String>,
}

/// A position: for each tint, the set of the remaining vertices with this tint.
type Masks = [u128; 3];

/// The checker for one ruleset, with limits of positions, of work and of memory, and a flag to
/// stop.
#[derive(Clone)]
pub struct Checker<'r> {
    ruleset: &'r dyn Ruleset,
    limit_positions: u64,
    limits: Limits,
}

/// The rules of a claiming game as tables. Tints are given by their index in [`Masks`].
struct Tables {
    /// Whether a player may claim a vertex: `may_claim[player][tint]`.
    may_claim: [[bool; 3]; 2],
    /// The new tint of a neighbour of a claimed vertex: `neighbour[player][tint]`; `None` if the
    /// neighbour leaves the board.
    neighbour: [[Option<usize>; 3]; 2],
    /// Whether a component whose vertices all have one tint leaves the board.
    one_tint_is_over: bool,
}

impl Tables {
    fn of(game: &Claiming) -> Tables {
        let tints = [Tint::None, Tint::Left, Tint::Right];
        Tables {
            may_claim: Player::BOTH.map(|p| tints.map(|t| (game.may_claim)(t, p))),
            neighbour: Player::BOTH.map(|p| tints.map(|t| (game.neighbour)(t, p).map(place))),
            one_tint_is_over: game.one_tint_is_over,
        }
    }
}

impl<'r> Checker<'r> {
    /// A checker for a ruleset. It gives up on a board after `limit_positions` positions.
    pub fn new(ruleset: &'r dyn Ruleset, limit_positions: u64) -> Checker<'r> {
        Checker {
            ruleset,
            limit_positions,
            limits: Limits {
                steps: MOST_STEPS,
                bytes: MOST_BYTES,
                stop: None,
            },
        }
    }

    /// Adds a flag to the checker: it also gives up when the flag is set.
    pub fn until(mut self, stop: Option<Arc<AtomicBool>>) -> Checker<'r> {
        self.limits.stop = stop;
        self
    }

    /// Sets the limit of work, in steps. A step is one comparison, sum, option, vertex or corner
    /// that the checker looks at; a new entry of a table counts as several. The number of steps
    /// depends on the board alone. Without this call the limit is a few seconds of work.
    pub fn within_work(mut self, steps: u64) -> Checker<'r> {
        self.limits.steps = steps;
        self
    }

    /// Sets the limit of memory, in bytes, for the tables and the stack together. Without this call
    /// the limit is 1 GiB.
    pub fn within_memory(mut self, bytes: u64) -> Checker<'r> {
        self.limits.bytes = bytes;
        self
    }

    /// The limit of memory, in bytes.
    pub fn memory(&self) -> u64 {
        self.limits.bytes
    }

    /// Values a board. The tables are empty at first, and the work runs on a thread with a large
    /// stack.
    ///
    /// # Errors
    /// [`CheckError`] when the board is not a position of the game, or when the checker reached a
    /// limit or was stopped.
    pub fn check(&self, board: &Board) -> Result<Checked, CheckError> {
        self.check_with(board, Questions::default())
    }

    /// Values a board, and answers questions about its value.
    ///
    /// # Errors
    /// The errors of [`Checker::check`].
    pub fn check_with(&self, board: &Board, asked: Questions) -> Result<Checked, CheckError> {
        self.ruleset.fits(board)?;
        let order = board.order();
        if order > MAX_ORDER {
            return Err(CheckError::OrderTooLarge { order });
        }
        self.on_its_stack(|| self.evaluate(board, asked))?
    }

    /// Values a position in which the players claim vertices, whether or not it is a board of the
    /// game: in Domineering its vertices are dominoes.
    pub(crate) fn check_claims(&self, position: &Board) -> Result<Checked, CheckError> {
        let order = position.order();
        let Some(game) = self.ruleset.claiming().filter(|_| order <= MAX_ORDER) else {
            return Err(CheckError::OrderTooLarge { order });
        };
        self.on_its_stack(|| {
            ClaimingEvaluation::new(self, Tables::of(game), position)?
                .check(position, Questions::default())
        })?
    }

    /// Runs some work on a thread with the stack that the limits allow. In WebAssembly, which has
    /// no threads, the work runs on the stack of the module.
    fn on_its_stack<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, CheckError> {
        if cfg!(target_family = "wasm") {
            return Ok(work());
        }
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .stack_size(self.limits.stack() as usize)
                .spawn_scoped(scope, work)
                .map_err(|_| CheckError::Thread)?;
            let result = thread.join();
            Ok(result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}

impl Checker<'_> {
    fn evaluate(&self, board: &Board, asked: Questions) -> Result<Checked, CheckError> {
        match self.ruleset.claiming() {
            Some(game) if self.ruleset.claims(board).is_none() => {
                ClaimingEvaluation::new(self, Tables::of(game), board)?.check(board, asked)
            }
            _ => boards::check(self, board, asked),
        }
    }

    /// The description of a value, with the answers to the questions about it.
    fn answered(
        &self,
        algebra: &mut GameTable,
        value: Id,
        asked: Questions,
        positions: usize,
    ) -> Result<Checked, CheckError> {
        let (outcome, short) = described(algebra, value)?;
        let grundy = match self.ruleset.algebra() {
            Algebra::Impartial => {
                let grundy = algebra.grundy(value, &mut FxHashMap::default())?;
                let no_nimber = "a position of an impartial game is no nimber";
                Some(grundy.ok_or(CheckError::Inconsistent(no_nimber))?)
            }
            _ => None,
        };
        let form = asked.form.map(|form| algebra.compare_form(form, value));
        let form = form.transpose()?;
        let no_form = CheckError::Inconsistent("a value to compare with is not in canonical form");
        let compared = asked.compared.iter();
        let compared = compared
            .map(|form| algebra.order_to_form(value, form)?.ok_or(no_form.clone()))
            .collect::<Result<_, _>>()?;
        let weight = match asked.weight {
            true => algebra.atomic_weight(value)?,
            false => None,
        };
        let weight = weight
            .map(|weight| described(algebra, weight))
            .transpose()?;
        Ok(Checked {
            outcome,
            short: Some(short),
            grundy,
            weight: weight.map(|(_, short)| short),
            form,
            compared,
            positions: positions as u64,
            work: algebra.meter.steps(),
        })
    }

    /// Empty tables, with the limits of this checker.
    fn tables(&self) -> Result<GameTable, CheckError> {
        GameTable::new(Meter::new(self.limits.clone()))
    }

    /// Fails if the limit of positions is reached.
    fn look(&self, positions: usize) -> Result<(), CheckError> {
        match self.limit_positions {
            limit if positions as u64 >= limit => Err(CheckError::Positions { limit }),
            _ => Ok(()),
        }
    }
}

/// The outcome and the description of a value, for the caller of the checker.
fn described(algebra: &mut GameTable, value: Id) -> Result<(String, CheckedShort), CheckError> {
    let outcome = algebra.outcome(value)?.to_string();
    let algebra = &*algebra;
    let thermograph = Thermographer::new(algebra).draw(value)?;
    let (left_stop, right_stop) = (algebra.left_stop(value), algebra.right_stop(value));
    if thermograph.walls_at(Dyadic::integer(0))? != [left_stop, right_stop] {
        return Err(CheckError::Inconsistent(
            "the walls at temperature 0 are not the stops",
        ));
    }
    let [left_wall, right_wall] = thermograph.corners();
    let short = CheckedShort {
        temperature: thermograph.temperature,
        mean: thermograph.mean,
        left_stop,
        right_stop,
        left_wall,
        right_wall,
        form: algebra.notation(value, LONGEST_FORM),
    };
    Ok((outcome, short))
}

/// The index of a tint in [`Masks`] and in the tables of the rules.
fn place(tint: Tint) -> usize {
    match tint {
        Tint::None => 0,
        Tint::Left => 1,
        Tint::Right => 2,
    }
}

/// The vertices in a mask, in increasing order.
fn vertices(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(vertex)
    })
}

/// The evaluation of one board of a claiming game.
struct ClaimingEvaluation<'a> {
    checker: &'a Checker<'a>,
    rules: Tables,
    adjacent: Vec<u128>,
    symmetry: Symmetry,
    values: FxHashMap<Masks, Id>,
    algebra: GameTable,
}

impl<'a> ClaimingEvaluation<'a> {
    fn new(
        checker: &'a Checker<'a>,
        rules: Tables,
        board: &Board,
    ) -> Result<ClaimingEvaluation<'a>, CheckError> {
        let neighbours = |v| board.graph().neighbours(v).fold(0, |mask, u| mask | 1 << u);
        let adjacent: Vec<u128> = (0..board.order()).map(neighbours).collect();
        Ok(ClaimingEvaluation {
            checker,
            rules,
            symmetry: Symmetry::of(&adjacent, board.tints()),
            adjacent,
            values: FxHashMap::default(),
            algebra: checker.tables()?,
        })
    }

    fn check(mut self, board: &Board, asked: Questions) -> Result<Checked, CheckError> {
        let mut position = [0; 3];
        for (v, &tint) in board.tints().iter().enumerate() {
            position[place(tint)] |= 1 << v;
        }
        let value = self.value(position)?;
        let positions = self.values.len();
        self.checker
            .answered(&mut self.algebra, value, asked, positions)
    }

    /// The value of a position, computed as the sum of its components.
    fn value(&mut self, position: Masks) -> Result<Id, CheckError> {
        let mut rest = position[0] | position[1] | position[2];
        let mut sum = ZERO;
        while rest != 0 {
            let component = self.component(rest)?;
            rest &= !component;
            let summand = self.component_value(position.map(|mask| mask & component))?;
            sum = self.algebra.sum(sum, summand)?;
        }
        Ok(sum)
    }

    /// The connected component of the least vertex in `present`.
    fn component(&self, present: u128) -> Result<u128, CheckError> {
        let mut reached = 1 << present.trailing_zeros();
        loop {
            self.algebra.meter.work(1)?;
            let next = vertices(reached).fold(reached, |mask, v| mask | self.adjacent[v]) & present;
            if next == reached {
                return Ok(reached);
            }
            reached = next;
        }
    }

    /// The value of a connected position, from its options or from the memo.
    fn component_value(&mut self, position: Masks) -> Result<Id, CheckError> {
        self.algebra.meter.work(1 + self.symmetry.len())?;
        let position = self.symmetry.normal(position);
        if let Some(&known) = self.values.get(&position) {
            return Ok(known);
        }
        self.algebra.meter.look_at_stop()?;
        if self.is_over(position) {
            return Ok(ZERO);
        }
        self.checker.look(self.values.len())?;
        self.algebra.meter.descend()?;
        let left = self.options(position, Player::Left)?;
        let right = self.options(position, Player::Right)?;
        let value = self.algebra.canonical(left, right)?;
        self.algebra.meter.ascend();
        self.checker.look(self.values.len())?;
        self.algebra.meter.entry(size_of::<(Masks, Id)>() + 1)?;
        self.values.insert(position, value);
        Ok(value)
    }

    /// Whether a component has left the board because all its vertices have one tint.
    fn is_over(&self, component: Masks) -> bool {
        let tints = component.iter().filter(|&&mask| mask != 0).count();
        self.rules.one_tint_is_over && tints <= 1
    }

    /// The values of the options of `player`, one for each vertex that the player may claim.
    fn options(&mut self, position: Masks, player: Player) -> Result<Vec<Id>, CheckError> {
        let mut options = Vec::new();
        for (tint, &mask) in position.iter().enumerate() {
            if self.rules.may_claim[player as usize][tint] {
                for v in vertices(mask) {
                    options.push(self.value(self.claim(position, v, player))?);
                }
            }
        }
        Ok(options)
    }

    /// The position after `player` has claimed `v`.
    fn claim(&self, position: Masks, v: usize, player: Player) -> Masks {
        let mut next = position.map(|mask| mask & !(1 << v) & !self.adjacent[v]);
        for (tint, &mask) in position.iter().enumerate() {
            if let Some(after) = self.rules.neighbour[player as usize][tint] {
                next[after] |= mask & self.adjacent[v];
            }
        }
        next
    }
}
