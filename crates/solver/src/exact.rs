//! The exact solver: computes the value of a position from the values of its components.
//!
//! A position is a disjunctive sum, so the solver evaluates its components. Each component is
//! compressed by twins ([`Classes`]), keyed by isomorphism class, and looked up in the table. Since
//! the rules are fair, a component and its negative share an entry. The entry is for whichever of
//! the two has more weight in Left's tint; the key decides if the weights agree. A component
//! isomorphic to its negative needs only Left's options. One option per orbit of the automorphisms
//! that the labelling found is enough, and dominated options are left out (`solver/rules.rs`).
//!
//! Solvers on several threads share a table and a store of values, both bounded in bytes
//! (`solver/table_generation.rs`). `docs/solver.md` lists the ideas that were tried, with figures.
//!
//! # Verdicts without memory of the past
//!
//! Whether a board fits the budget of positions must not depend on earlier or concurrent
//! evaluations, or runs would depend on scheduling. So the verdict depends on `D`, the number of
//! different positions that play from the board can reach (components up to isomorphism and sign,
//! without dominated claims). `D` is a property of the board. The solver seldom has to count `D`,
//! since three bounds are known:
//!
//! - `D` is at most the size of the game tree with transpositions, which every entry carries;
//! - `D` is at most the number of positions found since the tables were last empty;
//! - `D` is at least the number of positions found for this board, as long as none of them was
//!   forgotten.
//!
//! Where none of these bounds decides, the positions are traversed and counted.
//!
//! The budget of steps works in the same way: the steps of a board (`solver/steps.rs`) are a
//! property of the board, and the same three bounds are known. The traversal looks up the values of
//! the components, since the cost of a sum depends on the sizes of the values.

use super::budget::{Budget, SolveError};
use super::evaluation::Summary;
use super::followers::Followers;
use super::listing::tables::ListingTables;
use super::recent::{self, Packed, Recent};
use super::rules::Rules;
use super::signed::{Sign, Signed};
use super::squares::Region;
use super::steps::{Account, Count, PER_CLASS, Tree, labelled};
use super::table::KnownValue;
use super::table_generation::{Shared, TableGeneration};
use boilingpoint_boards::classes::{Classes, Compressed, PerClass, with_any_rows};
use boilingpoint_boards::{BitRow, Board};
use boilingpoint_clock::is_over;
use boilingpoint_memory::is_deep;
use boilingpoint_rules::{Algebra, Claiming, Player, Ruleset};
use boilingpoint_values::{Dyadic, Limits, OptionList, Value, Values};
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// If the budget of positions is at most this number, the positions of a board with at least
/// [`LOOKED_AT_FIRST`] vertices are counted before any of them is valued. Counting costs little
/// compared with valuing, and a board that exceeds the budget is refused at once.
const COUNTED_FIRST: u64 = 10_000;
const LOOKED_AT_FIRST: usize = 32;

/// The number of times that the tables may fill up during one board before the solver gives up.
const MOST_REPLACED: u32 = 8;

/// The time that a solver waits before it checks again whether another solver is done.
const PAUSE: Duration = Duration::from_micros(20);

/// Counts of the work that a solver has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The number of components that were evaluated, since they were not in the table.
    pub positions: u64,
    /// The steps of these components; see [`Budget::work`].
    pub steps: u64,
    /// The number of times that a component was looked up in the table.
    pub lookups: u64,
    /// The number of boards whose positions were counted for a verdict on the budget.
    pub counted: u64,
}

/// An exact solver. Several solvers may share their tables; see [`super::Pool`].
///
/// Handles of values stay valid until the solver's next evaluation.
pub struct Solver {
    pub(super) ruleset: &'static dyn Ruleset,
    /// The representation in which the solver plays the ruleset.
    pub(super) play: Play,
    pub(super) rules: Rules,
    pub(super) budget: Budget,
    shared: Arc<Shared>,
    pub(super) generation: Arc<TableGeneration>,
    pub(super) values: Values,
    pub(super) recent: Recent<Packed, KnownValue>,
    /// The recent lookups of sets of squares in 64 bits.
    pub(super) recent_sets: Recent<u64, KnownValue>,
    /// The large sets of squares that were tried, with the numbers that they were proved to be.
    pub(super) proved: Recent<Packed, Option<Dyadic>>,
    pub(super) listing: ListingTables,
    pub(super) followers: Followers,
    work: Work,
    /// The index of the option that this solver tries first. Solvers of one board have different
    /// indices.
    turn: usize,
    /// Whether other solvers work on the same board.
    has_others: bool,
    /// The positions and steps found for the current board.
    pub(super) count: Count,
    /// The bytes of the components whose options are being evaluated.
    pub(super) held: usize,
}

/// The numbers that a traversal of a board's positions counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// Positions only. Nothing is valued.
    Positions,
    /// Positions and steps.
    Steps,
    /// Positions and steps, without the cost of adding up the components of the board itself.
    OptionSteps,
}

/// The representation in which the solver plays positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Play {
    /// Compressed boards of a claiming game; this file plays them. Sets of bits if the game is
    /// played with dominoes; `solver/squares.rs` plays them.
    Claims,
    /// Boards, where positions have values; `solver/boards.rs` plays them. Sets of bits if the game
    /// is played with stones on squares; `solver/stones.rs` plays them.
    Boards,
    /// Boards, where positions have an outcome but no value; `solver/winner.rs` plays them.
    Winner,
}

impl Play {
    fn of(ruleset: &dyn Ruleset) -> Play {
        match ruleset.algebra() {
            Algebra::Winner => Play::Winner,
            _ if ruleset.claiming().is_some() => Play::Claims,
            _ => Play::Boards,
        }
    }
}

/// Stand-in rules for games that are not claiming games: no vertex may be claimed.
static NO_CLAIMS: Claiming = Claiming {
    may_claim: |_, _| false,
    neighbour: |tint, _| Some(tint),
    edge_matters: |_, _| true,
    one_tint_is_over: false,
};

impl Solver {
    /// A solver with its own tables, which are empty at first.
    pub fn new(ruleset: &'static dyn Ruleset, budget: Budget) -> Solver {
        let shared = Shared::new(budget.bytes, 1);
        Solver::sharing(ruleset, budget, shared, 0)
    }

    /// A solver that shares tables with other solvers of the same ruleset.
    pub(super) fn sharing(
        ruleset: &'static dyn Ruleset,
        budget: Budget,
        shared: Arc<Shared>,
        turn: usize,
    ) -> Solver {
        let generation = shared.current();
        let recent = Recent::new(shared.own(), recent::MOST);
        let recent_sets = Recent::new(shared.own(), recent::MOST_SETS);
        let listing = ListingTables::new(shared.own());
        let followers = Followers::new(shared.own());
        let mut solver = Solver {
            ruleset,
            play: Play::of(ruleset),
            rules: Rules::of(ruleset.claiming().unwrap_or(&NO_CLAIMS)),
            budget,
            values: Values::sharing(generation.values.clone()),
            shared,
            generation,
            recent,
            recent_sets,
            proved: Recent::new(0, recent::MOST),
            listing,
            followers,
            work: Work::default(),
            turn,
            has_others: false,
            count: Count::default(),
            held: 0,
        };
        solver.limit_values();
        solver
    }

    /// The ruleset that the solver plays.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.ruleset
    }

    /// The limits of the solver's evaluations.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The values that the handles of this solver refer to, for arithmetic, comparison and
    /// printing.
    pub fn values(&mut self) -> &mut Values {
        &mut self.values
    }

    /// Counts of the solver's work since it was made.
    pub fn work(&self) -> Work {
        self.work
    }

    /// Three sizes: the number of positions in the table, the number of canonical forms in the
    /// store, and the bytes of memory of table, store and the solver's own caches.
    pub fn sizes(&self) -> (usize, usize, usize) {
        let bytes = self.generation.bytes() + self.own_bytes();
        (
            self.generation.table.len() as usize,
            self.values.len(),
            bytes,
        )
    }

    /// The number of times that the tables were full and were replaced by tables with the more
    /// useful half of the entries.
    pub fn replaced(&self) -> u64 {
        self.shared.replaced()
    }

    /// The bytes of the memory that the solver does not share with other solvers.
    pub(super) fn own_bytes(&self) -> usize {
        let recent = self.recent.bytes() + self.recent_sets.bytes();
        self.values.memory_bytes() + recent + self.listing.bytes() + self.followers.bytes()
    }

    /// Records whether other solvers work on the same board; if so, they share sums of values.
    pub(super) fn set_has_others(&mut self, has_others: bool) {
        self.has_others = has_others;
        self.values.share_sums(has_others);
    }

    fn limit_values(&mut self) {
        self.values.set_limits(Limits {
            bytes: Some(self.shared.limit()),
            memory: Some(self.shared.own()),
            work: None,
            stop: self.budget.stop.clone(),
        });
    }

    /// Switches to the current tables if another solver has replaced them.
    pub(super) fn move_on(&mut self) {
        if !self.shared.is_current(&self.generation) {
            self.generation = self.shared.current();
            self.recent = Recent::new(self.shared.own(), recent::MOST);
            self.recent_sets = Recent::new(self.shared.own(), recent::MOST_SETS);
            self.values = Values::sharing(self.generation.values.clone());
            self.values.share_sums(self.has_others);
            self.limit_values();
        }
    }

    /// The outcome of a board and, in a game with values, its temperature, mean and stops. The
    /// canonical form is not computed if the numbers can be found without it.
    ///
    /// # Errors
    /// The errors of [`Solver::value`].
    pub fn summary(&mut self, board: &Board) -> Result<Summary, SolveError> {
        if self.play == Play::Claims && Region::of(self.ruleset, board).is_none() {
            self.ruleset.fits(board)?;
            let compressed = self.compressed(board)?;
            return with_any_rows!(&compressed, position => {
                self.claims_within_budget(position, Solver::root_summary)
            });
        }
        Ok(self.evaluate(board)?.summary)
    }

    /// Whether positions of the game have an outcome but no value.
    pub(super) fn decides_winners(&self) -> bool {
        self.play == Play::Winner
    }

    /// The value of a component, if the computation takes at most `positions` new positions and
    /// about `work` steps of work on values; else an error.
    pub(super) fn value_within<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        positions: u64,
        work: u64,
    ) -> Result<Value, SolveError> {
        self.count = Count::within(positions, u64::MAX);
        if let Some(known) = self.generation.table.get(&signed.labelling.key) {
            return Ok(known.value);
        }
        let held = self.held;
        self.values.limit_work(Some(work));
        let found = self.found(signed);
        self.values.limit_work(None);
        // An evaluation that fails leaves its components counted.
        self.held = held;
        Ok(found?.value)
    }

    /// Compresses a board. If the ruleset translates its boards to a claiming game, the translated
    /// position is compressed.
    pub(super) fn compressed(&self, board: &Board) -> Result<Compressed, SolveError> {
        Ok(match self.ruleset.claims(board) {
            Some(position) => Compressed::of(&position)?,
            None => Compressed::of(board)?,
        })
    }

    pub(super) fn claims_within_budget<R: BitRow, T>(
        &mut self,
        position: &Classes<R>,
        find: impl Fn(&mut Solver, &Classes<R>) -> Result<(T, Tree), SolveError>,
    ) -> Result<T, SolveError> {
        if self.budget.positions <= COUNTED_FIRST && position.order() >= LOOKED_AT_FIRST {
            self.move_on();
            if !self.few_positions(position, position.all(), Counted::Positions)? {
                return Err(self.over_budget());
            }
        }
        self.within_budget(
            |solver| find(solver, position),
            |solver| solver.few_positions(position, position.all(), Counted::Steps),
        )
    }

    /// Evaluates a board by `find` and checks the budget. `find` returns a result and bounds for
    /// its positions and steps. `few` counts both, and returns whether they are within the budget.
    /// Returns the result, or an error when the board exceeds the budget.
    pub(super) fn within_budget<T>(
        &mut self,
        find: impl Fn(&mut Solver) -> Result<(T, Tree), SolveError>,
        few: impl Fn(&mut Solver) -> Result<bool, SolveError>,
    ) -> Result<T, SolveError> {
        let mut forgotten = 0;
        let count = Count::within(self.budget.positions, self.budget.work);
        self.count = count.clone();
        loop {
            self.move_on();
            self.held = 0;
            let found = find(self).and_then(|(found, tree)| {
                let fits = self.surely_fits(tree) || {
                    // The traversal values again the components that the tables have dropped.
                    self.count = Count::unlimited();
                    few(self)?
                };
                fits.then_some(found).ok_or(self.over_budget())
            });
            match found {
                Err(SolveError::Memory(_)) if self.is_full() && forgotten < MOST_REPLACED => {
                    forgotten += 1;
                    self.replace_tables();
                    self.count = count.clone().with_tables_dropped();
                }
                Err(SolveError::Memory(_)) => return Err(self.memory()),
                found => return found,
            }
        }
    }

    /// Replaces full tables by new ones with the more useful half of the entries.
    fn replace_tables(&mut self) {
        let full = self.generation.clone();
        self.shared.replace(&full);
        self.move_on();
    }

    /// The cost that `find` returns for an option while positions are counted. If the tables are
    /// full, they are replaced, and the count goes on.
    pub(super) fn cost_in_any_tables(
        &mut self,
        mut find: impl FnMut(&mut Solver) -> Result<u64, SolveError>,
    ) -> Result<u64, SolveError> {
        for _ in 0..MOST_REPLACED {
            match find(self) {
                Err(SolveError::Memory(_)) if self.is_full() => self.replace_tables(),
                found => return found,
            }
            self.held = 0;
        }
        Err(self.memory())
    }

    pub(super) fn root_value<R: BitRow>(
        &mut self,
        position: &Classes<R>,
    ) -> Result<(Value, Tree), SolveError> {
        match self.root_options(position)? {
            Some((lefts, tree)) => Ok((self.value_of_self_negative(&lefts)?, tree)),
            None => self.sum(position),
        }
    }

    fn root_summary<R: BitRow>(
        &mut self,
        position: &Classes<R>,
    ) -> Result<(Summary, Tree), SolveError> {
        let (value, tree) = match self.root_options(position)? {
            None => self.sum(position)?,
            Some((lefts, tree)) => match self.summary_of_hot_self_negative(&lefts)? {
                Some(summary) => return Ok((summary, tree)),
                None => (self.value_of_self_negative(&lefts)?, tree),
            },
        };
        Ok((self.evaluation(value)?.summary, tree))
    }

    fn sum<R: BitRow>(&mut self, position: &Classes<R>) -> Result<(Value, Tree), SolveError> {
        let mut account = Account::default();
        let rest = position.all();
        let value = self.sum_of_components(position.clone(), rest, &mut account)?;
        Ok((value, account.closed()))
    }

    /// The value of the game `{lefts | -lefts}`, which equals its own negative.
    pub(super) fn value_of_self_negative(&mut self, lefts: &[Value]) -> Result<Value, SolveError> {
        if self.ruleset.algebra() == Algebra::Impartial {
            return self.least_excluded(lefts);
        }
        let rights = self.negatives(lefts)?;
        Ok(self.values.game(lefts, &rights)?)
    }

    /// The summary of the game `{lefts | -lefts}` if its left and right stop differ; else `None`.
    fn summary_of_hot_self_negative(
        &mut self,
        lefts: &[Value],
    ) -> Result<Option<Summary>, SolveError> {
        let stops = lefts.iter().map(|&v| self.values.right_stop(v));
        let Some(stop) = stops.max().filter(|&stop| stop > Dyadic::ZERO) else {
            return Ok(None);
        };
        let temperature = self.values.temperature_of_hot_self_negative(lefts)?;
        let stops = Some([stop, stop.neg()]);
        Ok(Some(Summary::of_hot_self_negative(temperature, stops)))
    }

    /// Left's options of an untinted connected board; `None` for any other position. Such a board
    /// equals its negative.
    ///
    /// The board is not put into the table, for two reasons. After a claim every component has a
    /// tint, so play never reaches an untinted component again. And callers that breed or list
    /// boards evaluate each board once. The claims need no canonical labelling, either: of two
    /// classes at most one dominates the other, so the result does not depend on their order.
    fn root_options<R: BitRow>(
        &mut self,
        position: &Classes<R>,
    ) -> Result<Option<(OptionList, Tree)>, SolveError> {
        if !self.is_self_negative(position) {
            return Ok(None);
        }
        let mut account = self.count_position(None)?;
        let claims = self.root_claims(position);
        let lefts = self.options(position, claims, Player::Left, &mut account)?;
        self.count_steps(account.steps());
        Ok(Some((lefts, account.closed())))
    }

    /// Left's claims on an untinted connected board.
    pub(super) fn root_claims<R: BitRow>(&self, position: &Classes<R>) -> R {
        let order: PerClass<u16> = (0..position.len() as u16).collect();
        self.rules.claims(position, Player::Left, &order)
    }

    /// Whether a position is an untinted connected board on which play has not ended.
    pub(super) fn is_self_negative<R: BitRow>(&self, position: &Classes<R>) -> bool {
        let untinted = (position.left | position.right).is_none();
        let all = position.all();
        let whole = position.len() >= 2 && position.component(0, all) == all;
        untinted && whole && !self.rules.is_over(position, all)
    }

    fn negatives(&mut self, options: &[Value]) -> Result<OptionList, SolveError> {
        let negatives = options.iter().map(|&v| self.values.neg(v));
        Ok(negatives.collect::<Result<_, _>>()?)
    }

    /// Whether a board with these bounds certainly fits the budget. `false` means that positions
    /// and steps have to be counted.
    fn surely_fits(&self, tree: Tree) -> bool {
        let fits = |bound: u32, total: u64, budget: u64| {
            bound < u32::MAX && u64::from(bound) <= budget || total <= budget || budget == u64::MAX
        };
        fits(
            tree.positions,
            self.generation.inserted(),
            self.budget.positions,
        ) && fits(tree.steps, self.generation.steps(), self.budget.work)
    }

    /// Splits a position. Returns the components of two or more vertices, and the sum of the
    /// isolated vertices: an integer, and whether `*` is added to it.
    pub(super) fn parts<R: BitRow>(
        &self,
        position: &mut Classes<R>,
        mut rest: R,
    ) -> (SmallVec<[Classes<R>; 2]>, i64, bool) {
        self.rules.drop_idle_edges(position);
        let (mut integer, mut star) = (0i64, false);
        let mut parts = SmallVec::new();
        while !rest.is_none() {
            let c = rest.least();
            let part = position.component(c, rest);
            rest &= !part;
            if self.rules.is_over(position, part) {
                continue;
            }
            if (position.rows[c] & part).is_none() {
                let count = i64::from(position.counts[c]);
                match self.rules.may_claim[position.tint(c) as usize] {
                    [true, true] => star ^= count % 2 == 1,
                    [left, right] => integer += count * (i64::from(left) - i64::from(right)),
                }
                continue;
            }
            parts.push(position.part(part));
        }
        (parts, integer, star)
    }

    /// The value of an option, or of a sum at the root: drops edges without effect, splits the
    /// position, and adds up the values of its components. Charges the cost to an account.
    pub(super) fn sum_of_components<R: BitRow>(
        &mut self,
        position: Classes<R>,
        rest: R,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let (summands, integer) = self.summands(position, rest, &mut account.tree)?;
        self.charge(account, labelled(u64::from(rest.count())) * PER_CLASS)?;
        let games = self.add_up(summands, true, |solver, cost| solver.charge(account, cost))?;
        Ok(self.values.add(games, self.values.integer(integer))?)
    }

    /// The values whose sum is the value of a position: a number, and the values of the components.
    /// Values that add up to 0 are left out.
    pub(super) fn summands<R: BitRow>(
        &mut self,
        mut position: Classes<R>,
        rest: R,
        tree: &mut Tree,
    ) -> Result<(SmallVec<[Value; 4]>, i64), SolveError> {
        let (parts, integer, star) = self.parts(&mut position, rest);
        let mut summands: SmallVec<[Value; 4]> = SmallVec::new();
        if star {
            summands.push(Value::STAR);
        }
        for part in parts {
            let known = self.component(part)?;
            *tree += known.tree;
            self.add_summand(&mut summands, known.value)?;
        }
        Ok((summands, integer))
    }

    /// Adds a value to a list of summands, or removes its negative from the list.
    pub(super) fn add_summand(
        &mut self,
        summands: &mut SmallVec<[Value; 4]>,
        value: Value,
    ) -> Result<(), SolveError> {
        if summands.is_empty() {
            summands.push(value);
            return Ok(());
        }
        let negative = self.values.neg(value)?;
        match summands.iter().position(|&g| g == negative) {
            Some(i) => drop(summands.swap_remove(i)),
            None => summands.push(value),
        }
        Ok(())
    }

    /// The value of a connected component, from the table or from its options.
    pub(super) fn component<R: BitRow>(
        &mut self,
        component: Classes<R>,
    ) -> Result<KnownValue, SolveError> {
        self.work.lookups += 1;
        let Some(packed) = Packed::of(&component) else {
            return match component.len() {
                0..=64 if R::BITS > 64 => self.component_by_key(component.with_rows::<u64>()),
                65..=128 if R::BITS > 128 => self.component_by_key(component.with_rows::<u128>()),
                _ => self.component_by_key(component),
            };
        };
        if let Some(known) = self.recent.get(packed) {
            return Ok(known);
        }
        let known = match component.len() {
            0..=16 if R::BITS > 16 => self.component_by_key(component.with_rows::<u16>())?,
            17 if R::BITS > 64 => self.component_by_key(component.with_rows::<u64>())?,
            _ => self.component_by_key(component)?,
        };
        self.recent.put(packed, known);
        Ok(known)
    }

    /// The value of a connected component by its canonical key, from the table or from its options.
    fn component_by_key<R: BitRow>(
        &mut self,
        component: Classes<R>,
    ) -> Result<KnownValue, SolveError> {
        let signed = Signed::of(component);
        let known = match self.generation.table.get(&signed.labelling.key) {
            Some(known) => known,
            None if self.has_others => self.found_with_others(&signed)?,
            None => self.found(&signed)?,
        };
        let value = self.signed(known.value, signed.sign)?;
        Ok(KnownValue { value, ..known })
    }

    /// The value of a component whose stored position has a value.
    pub(super) fn signed(&mut self, stored: Value, sign: Sign) -> Result<Value, SolveError> {
        Ok(match sign {
            Sign::Negative => self.values.neg(stored)?,
            _ => stored,
        })
    }

    /// Evaluates a component that is not in the table, and puts its value into the table.
    fn found<R: BitRow>(&mut self, signed: &Signed<R>) -> Result<KnownValue, SolveError> {
        let bytes = signed.component.bytes();
        self.held += bytes;
        let mut account = self.count_position(Some(&signed.labelling.key))?;
        let value = self.valued_by_options(signed, &mut account)?;
        self.held -= bytes;
        Ok(self.keep(&signed.labelling.key, value, account))
    }

    /// Puts a value into the table. Counts its steps, unless another solver has put it there.
    pub(super) fn keep(&mut self, key: &[u8], value: Value, account: Account) -> KnownValue {
        let steps = account.steps();
        let tree = account.closed();
        let known = KnownValue { value, tree };
        if self.generation.table.insert(key, known) {
            self.count_steps(steps);
        }
        known
    }

    /// Does the work of [`Solver::found`] when several solvers work on one board. If another solver
    /// is evaluating the component, waits for its result.
    fn found_with_others<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
    ) -> Result<KnownValue, SolveError> {
        let key = &signed.labelling.key;
        while !self.shared.in_progress.start(key) {
            self.look_at_stop()?;
            std::thread::sleep(PAUSE);
        }
        let known = match self.generation.table.get(key) {
            Some(known) => Ok(known),
            None => self.found(signed),
        };
        self.shared.in_progress.finish(key);
        known
    }

    /// Whether another solver is evaluating a component of a position.
    fn is_in_progress<R: BitRow>(&self, position: &Classes<R>, rest: R) -> bool {
        let (parts, ..) = self.parts(&mut position.clone(), rest);
        parts.into_iter().any(|part| {
            let key = Signed::of(part).labelling.key;
            self.shared.in_progress.contains(&key)
        })
    }

    /// Counts a position before it is valued; `key` is `None` for the root. Returns its account.
    pub(super) fn count_position(&mut self, key: Option<&[u8]>) -> Result<Account, SolveError> {
        self.work.positions += 1;
        let account = self.count.position(key);
        if self.count.is_exceeded() {
            return Err(self.over_budget());
        }
        self.look_at_stop()?;
        if self.is_full() || is_deep() || self.held > self.shared.held() {
            return Err(self.memory());
        }
        Ok(account)
    }

    /// Whether the tables have reached their limit, so that new tables help.
    fn is_full(&self) -> bool {
        let limit = self.shared.limit();
        self.generation.bytes() > limit || self.values.limited_bytes() > limit
    }

    /// The verdict that the memory does not suffice.
    pub(super) fn memory(&self) -> SolveError {
        SolveError::Memory(self.budget.bytes)
    }

    /// Counts a board whose positions are counted for a verdict.
    pub(super) fn count_a_board(&mut self) {
        self.work.counted += 1;
    }

    /// Counts a position that was valued, with its steps.
    pub(super) fn count_steps(&mut self, steps: u64) {
        self.work.steps += steps;
        self.generation.count(steps);
    }

    pub(super) fn look_at_stop(&self) -> Result<(), SolveError> {
        match &self.budget.stop {
            Some(stop) if stop.load(Relaxed) || is_over() => Err(SolveError::Stopped),
            _ => Ok(()),
        }
    }

    fn valued_by_options<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let position = &signed.component;
        let claims = signed.claims(&self.rules, Player::Left);
        let lefts = self.options(position, claims, Player::Left, account)?;
        if signed.sign == Sign::SelfNegative {
            return self.value_of_self_negative(&lefts);
        }
        let claims = signed.claims(&self.rules, Player::Right);
        let rights = self.options(position, claims, Player::Right, account)?;
        Ok(self.values.game(&lefts, &rights)?)
    }

    fn options<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        claims: R,
        player: Player,
        account: &mut Account,
    ) -> Result<OptionList, SolveError> {
        let mut claims: SmallVec<[usize; 16]> = claims.bits().collect();
        let first = self.turn % claims.len().max(1);
        claims.rotate_left(first);
        let mut options = OptionList::new();
        let mut later: SmallVec<[usize; 16]> = SmallVec::new();
        let mut next = 0;
        while let Some(&c) = claims.get(next) {
            next += 1;
            let (after, rest) = self.rules.claim(position, c, player);
            let once = next <= claims.len() - later.len();
            if self.has_others && once && self.is_in_progress(&after, rest) {
                later.push(c);
                claims.push(c);
                continue;
            }
            options.push(self.sum_of_components(after, rest, account)?);
        }
        Ok(options)
    }
}
