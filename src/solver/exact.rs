//! The exact solver: the value of a position, component by component.
//!
//! A position is a disjunctive sum of its components, so components are what is evaluated. Each
//! is compressed by twins ([`Classes`]), keyed by isomorphism class, and looked up. Since the
//! rules are fair, a component and its negative share an entry: the one with the greater weight
//! of Left is kept, by key when the weights agree. A component isomorphic to its negative needs
//! only Left's options. One option per twin class is enough.
//!
//! What was learned from the throwaway experiment of the design: interning, twin merging and
//! isomorphism keys are what makes it fast. Not done yet: pendant branches as classes, orbits
//! beyond twins, a table shared by threads.
//!
//! # Budgets without memory of the past
//!
//! The tables stay from board to board, which makes a stream of related boards much cheaper; but
//! the verdict on a board must not depend on the boards before it, or runs would depend on
//! scheduling. Let `T` be the positions evaluated since the tables were last empty. An evaluation
//! from empty tables visits a subset of those, so as long as `T` is within the budget, so is it.
//! When `T` would exceed the budget, the tables are emptied and the board is begun again: the
//! verdict is then the verdict from empty tables. So the verdict always is.

use super::budget::{Budget, SolveError};
use super::table::Table;
use crate::graph::canon::{Key, canonical};
use crate::graph::classes::{Classes, bits};
use crate::graph::{Board, Tint};
use crate::ruleset::{Player, Ruleset};
use crate::value::{Limits, Value, Values};
use smallvec::SmallVec;
use std::sync::atomic::Ordering;

const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Components evaluated (not found in the table).
    pub positions: u64,
    /// Components looked up.
    pub lookups: u64,
    /// Times that the tables were emptied because they were full.
    pub emptied: u64,
}

/// The rules as tables, indexed by tint and player.
struct Rules {
    may_claim: [[bool; 2]; 3],
    /// The tint of a neighbour after a claim; 3 for "leaves the board".
    neighbour: [[u8; 2]; 3],
    edge_matters: [[bool; 3]; 3],
}

impl Rules {
    fn of(ruleset: &dyn Ruleset) -> Rules {
        let claim = |tint| Player::BOTH.map(|p| ruleset.may_claim(tint, p));
        let after = |tint| Player::BOTH.map(|p| ruleset.neighbour(tint, p).map_or(3, |t| t as u8));
        Rules {
            may_claim: TINTS.map(claim),
            neighbour: TINTS.map(after),
            edge_matters: TINTS.map(|a| TINTS.map(|b| ruleset.edge_matters(a, b))),
        }
    }
}

/// An exact solver with its tables.
///
/// Handles of values stay good until the next evaluation, which may empty the tables.
pub struct Solver {
    ruleset: &'static dyn Ruleset,
    rules: Rules,
    budget: Budget,
    values: Values,
    table: Table,
    work: Work,
}

impl Solver {
    /// A solver with empty tables.
    pub fn new(ruleset: &'static dyn Ruleset, budget: Budget) -> Solver {
        let mut solver = Solver {
            ruleset,
            rules: Rules::of(ruleset),
            budget,
            values: Values::new(),
            table: Table::default(),
            work: Work::default(),
        };
        solver.empty_tables();
        solver
    }

    /// The ruleset it plays by.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.ruleset
    }

    /// The store that its values live in.
    pub fn values(&mut self) -> &mut Values {
        &mut self.values
    }

    /// What it has done so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// Positions in the table, values in the store, and bytes of both.
    pub fn sizes(&self) -> (usize, usize, usize) {
        (self.table.len(), self.values.len(), self.bytes())
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.values.bytes()
    }

    fn empty_tables(&mut self) {
        self.table = Table::default();
        self.values = Values::new();
        self.values.set_limits(Limits {
            bytes: Some(self.budget.bytes),
            stop: self.budget.stop.clone(),
        });
    }

    /// The value of a board.
    ///
    /// Recursion is as deep as the board has vertices: for boards of more than a few hundred run
    /// it on a [deep stack](super::with_deep_stack).
    ///
    /// # Errors
    /// The verdict when the budget does not suffice; see [`SolveError`].
    pub fn value(&mut self, board: &Board) -> Result<Value, SolveError> {
        let (classes, _) = Classes::of_board(board)?;
        self.value_of(&classes)
    }

    /// The value of a position given by twin classes.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn value_of(&mut self, position: &Classes) -> Result<Value, SolveError> {
        let warm = self.table.len() > 0;
        match self.sum_of_components(position.clone()) {
            Err(SolveError::Positions(_) | SolveError::Memory(_)) if warm => {
                self.empty_tables();
                self.work.emptied += 1;
                self.sum_of_components(position.clone())
            }
            verdict => verdict,
        }
    }

    /// Drops idle edges, splits the position and adds up the values of its components.
    fn sum_of_components(&mut self, mut position: Classes) -> Result<Value, SolveError> {
        self.drop_idle_edges(&mut position);
        let mut rest = (0..position.len()).fold(0u128, |set, c| set | 1 << c);
        let (mut integer, mut star) = (0i64, false);
        let mut games: SmallVec<[Value; 8]> = SmallVec::new();
        while rest != 0 {
            let c = rest.trailing_zeros() as usize;
            let part = position.component(c, rest);
            rest &= !part;
            if part.is_power_of_two() && position.rows[c] == 0 {
                let count = i64::from(position.counts[c]);
                match self.rules.may_claim[position.tints[c] as usize] {
                    [true, true] => star ^= count % 2 == 1,
                    [left, right] => integer += count * (i64::from(left) - i64::from(right)),
                }
                continue;
            }
            let value = self.component(position.part(part))?;
            let negative = self.values.neg(value)?;
            match games.iter().position(|&g| g == negative) {
                Some(i) => drop(games.swap_remove(i)),
                None => games.push(value),
            }
        }
        let mut sum = Value::ZERO;
        for value in games {
            sum = self.values.add(sum, value)?;
        }
        if star {
            sum = self.values.add(sum, Value::STAR)?;
        }
        let integer = self.values.integer(integer);
        Ok(self.values.add(sum, integer)?)
    }

    fn drop_idle_edges(&self, position: &mut Classes) {
        let mut of_tint = [0u128; 3];
        for (c, &tint) in position.tints.iter().enumerate() {
            of_tint[tint as usize] |= 1 << c;
        }
        for (row, &tint) in position.rows.iter_mut().zip(&position.tints) {
            for (other, set) in of_tint.iter().enumerate() {
                if !self.rules.edge_matters[tint as usize][other] {
                    *row &= !set;
                }
            }
        }
    }

    /// The value of a connected component, from the table or from its options.
    fn component(&mut self, component: Classes) -> Result<Value, SolveError> {
        let (key, sign) = signed_key(&component);
        self.work.lookups += 1;
        if let Some(value) = self.table.get(&key) {
            return Ok(if sign == Sign::Negative {
                self.values.neg(value)?
            } else {
                value
            });
        }
        self.count_position()?;
        let component = if sign == Sign::Negative {
            component.swapped()
        } else {
            component
        };
        let value = self.value_from_options(&component, sign == Sign::Own)?;
        self.table.insert(&key, value);
        Ok(if sign == Sign::Negative {
            self.values.neg(value)?
        } else {
            value
        })
    }

    fn count_position(&mut self) -> Result<(), SolveError> {
        self.work.positions += 1;
        if self.table.len() as u64 >= self.budget.positions {
            return Err(SolveError::Positions(self.budget.positions));
        }
        if self.work.positions & 0xff == 0 {
            if self
                .budget
                .stop
                .as_ref()
                .is_some_and(|s| s.load(Ordering::Relaxed))
            {
                return Err(SolveError::Stopped);
            }
            if self.bytes() > self.budget.bytes {
                return Err(SolveError::Memory(self.budget.bytes));
            }
        }
        Ok(())
    }

    fn value_from_options(
        &mut self,
        component: &Classes,
        own_negative: bool,
    ) -> Result<Value, SolveError> {
        let lefts = self.options(component, Player::Left)?;
        let rights: SmallVec<[Value; 16]> = if own_negative {
            lefts
                .iter()
                .map(|&v| self.values.neg(v))
                .collect::<Result<_, _>>()?
        } else {
            self.options(component, Player::Right)?
        };
        Ok(self.values.game(&lefts, &rights)?)
    }

    fn options(
        &mut self,
        component: &Classes,
        player: Player,
    ) -> Result<SmallVec<[Value; 16]>, SolveError> {
        let mut options = SmallVec::new();
        let gone = self.dominated(component, player);
        for c in 0..component.len() {
            if gone >> c & 1 == 1 {
                continue;
            }
            if self.rules.may_claim[component.tints[c] as usize][player as usize] {
                let after = self.claim(component, c, player);
                options.push(self.sum_of_components(after)?);
            }
        }
        Ok(options)
    }

    fn dominated(&self, g: &Classes, player: Player) -> u128 {
        let (mut own, mut other) = (0u128, 0u128);
        for (c, &t) in g.tints.iter().enumerate() {
            own |= u128::from(self.rules.may_claim[t as usize][player as usize]) << c;
            other |= u128::from(self.rules.may_claim[t as usize][1 - player as usize]) << c;
        }
        let mut gone = 0u128;
        for u in bits(own) {
            let need = g.rows[u] & other;
            let cand = if other >> u & 1 == 1 {
                own & g.rows[u]
            } else {
                own
            };
            let cand = cand & !gone & !(1 << u);
            if bits(cand).any(|v| {
                let have = g.rows[v] | u128::from(g.counts[v] == 1) << v;
                need & !have == 0
            }) {
                gone |= 1 << u;
            }
        }
        gone
    }

    /// The position after `player` has claimed a vertex of class `c`.
    fn claim(&self, component: &Classes, c: usize, player: Player) -> Classes {
        let mut next = component.clone();
        next.counts[c] -= 1;
        let mut gone = 0u128;
        for d in bits(component.rows[c]) {
            match self.rules.neighbour[component.tints[d] as usize][player as usize] {
                3 => gone |= 1 << d,
                tint => next.tints[d] = TINTS[tint as usize],
            }
        }
        if next.counts[c] == 0 {
            gone |= 1 << c;
        } else if next.counts[c] == 1 {
            next.rows[c] &= !(1 << c);
        }
        remove(&mut next, gone);
        next
    }
}

/// Removes classes, keeping the order of the others.
fn remove(position: &mut Classes, gone: u128) {
    if gone == 0 {
        return;
    }
    let kept: SmallVec<[usize; 16]> = (0..position.len()).filter(|c| gone >> c & 1 == 0).collect();
    for (place, &c) in kept.iter().enumerate() {
        let row = position.rows[c];
        let moved = kept
            .iter()
            .enumerate()
            .fold(0u128, |set, (i, &d)| set | (row >> d & 1) << i);
        position.rows[place] = moved;
        position.tints[place] = position.tints[c];
        position.counts[place] = position.counts[c];
    }
    position.rows.truncate(kept.len());
    position.tints.truncate(kept.len());
    position.counts.truncate(kept.len());
}

/// How a component stands to the entry that it shares with its negative.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Positive,
    Negative,
    /// It is isomorphic to its negative.
    Own,
}

fn signed_key(component: &Classes) -> (Key, Sign) {
    let weight = |tint: Tint| -> u32 {
        let counts = component.tints.iter().zip(&component.counts);
        counts
            .filter(|(t, _)| **t == tint)
            .map(|(_, &n)| u32::from(n))
            .sum()
    };
    let (left, right) = (weight(Tint::Left), weight(Tint::Right));
    if (left, right) == (0, 0) {
        return (canonical(component).0, Sign::Own);
    }
    if left > right {
        return (canonical(component).0, Sign::Positive);
    }
    let swapped = canonical(&component.swapped()).0;
    if left < right {
        return (swapped, Sign::Negative);
    }
    let own = canonical(component).0;
    match own.cmp(&swapped) {
        std::cmp::Ordering::Less => (own, Sign::Positive),
        std::cmp::Ordering::Equal => (own, Sign::Own),
        std::cmp::Ordering::Greater => (swapped, Sign::Negative),
    }
}
