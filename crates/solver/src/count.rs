//! Counts the different positions that play from a board can reach, and their steps, for verdicts
//! on the budget.

use super::boards::Lookup;
use super::budget::SolveError;
use super::exact::{Counted, Solver};
use super::playable::Playable;
use super::signed::{Sign, Signed};
use super::squares::Region;
use super::steps::{Account, Count, PER_CLASS, PositionHash, Tree, labelled, position_hash};
use boilingpoint_boards::BitRow;
use boilingpoint_boards::classes::Classes;
use boilingpoint_memory::{Share, bytes_of_growing_table, is_deep};
use boilingpoint_rules::Player;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// A count under way.
struct Counting<K> {
    total: Count,
    /// The account of the steps; which position they belong to does not matter here.
    account: Account,
    seen: FxHashSet<K>,
    share: Share,
    /// The bytes of the positions whose options are being counted.
    waiting: usize,
}

impl<K: Eq + Hash> Counting<K> {
    /// Adds a position; returns whether it is new.
    fn add(&mut self, key: K) -> bool {
        let is_new = self.seen.insert(key);
        if is_new {
            self.account = self.total.position(None);
        }
        is_new
    }

    fn charge(&mut self, units: u64) {
        self.total.charge(&mut self.account, units);
    }

    /// The bytes of the set and of the waiting positions.
    fn bytes(&self) -> usize {
        bytes_of_growing_table(self.seen.capacity(), size_of::<K>()) + self.waiting
    }
}

/// A position whose options are being counted, with the claims of each player that are left.
struct Waiting<R: BitRow> {
    component: Classes<R>,
    claims: [R; 2],
}

impl<R: BitRow> Waiting<R> {
    fn bytes(&self) -> usize {
        size_of::<Waiting<R>>() + self.component.bytes()
    }

    /// Takes a claim from the list.
    fn next(&mut self) -> Option<(usize, Player)> {
        let mut players = Player::BOTH.into_iter();
        let player = players.find(|&p| !self.claims[p as usize].is_none())?;
        let claims = &mut self.claims[player as usize];
        let c = claims.least();
        *claims &= !R::one(c);
        Some((c, player))
    }
}

impl Solver {
    fn counting<K>(&mut self) -> Counting<K> {
        self.count_a_board();
        Counting {
            total: Count::within(self.budget.positions, self.budget.work),
            account: Account::default(),
            seen: FxHashSet::default(),
            share: Share::take(),
            waiting: 0,
        }
    }

    /// Counts the different positions that play from a position can reach, and their steps; returns
    /// whether both numbers are within the budget.
    pub(super) fn few_positions<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        rest: R,
        counted: Counted,
    ) -> Result<bool, SolveError> {
        let mut counting = self.counting();
        let mut waiting: Vec<Waiting<R>> = Vec::new();
        let mut next = None;
        let mut has_cost = counted == Counted::Steps;
        if rest == position.all() && self.is_self_negative(position) {
            counting.account = counting.total.position(None);
            waiting.push(Waiting {
                component: position.clone(),
                claims: [self.root_claims(position), R::NONE],
            });
            counting.waiting = waiting[0].bytes();
        } else {
            next = Some((position.clone(), rest));
        }
        loop {
            if let Some((mut position, rest)) = next.take() {
                if has_cost {
                    self.charge_option(&mut counting, &position, rest)?;
                }
                for part in self.parts(&mut position, rest).0 {
                    let signed = Signed::of(part);
                    if counting.add(position_hash(&signed.labelling.key)) {
                        let new = self.waiting(signed);
                        counting.waiting += new.bytes();
                        waiting.push(new);
                    }
                }
                if !self.goes_on(&mut counting)? {
                    return Ok(false);
                }
            }
            has_cost = counted != Counted::Positions;
            let Some(last) = waiting.last_mut() else {
                return Ok(true);
            };
            match last.next() {
                Some((c, player)) => next = Some(self.rules.claim(&last.component, c, player)),
                None => {
                    counting.waiting -= last.bytes();
                    waiting.pop();
                }
            }
        }
    }

    /// Charges the cost of an option: of its classes, and of adding up its components.
    fn charge_option<R: BitRow>(
        &mut self,
        counting: &mut Counting<PositionHash>,
        position: &Classes<R>,
        rest: R,
    ) -> Result<(), SolveError> {
        let left = counting.total.units_left();
        let cost = self.cost_in_any_tables(|solver| {
            let (summands, _) = solver.summands(position.clone(), rest, &mut Tree::default())?;
            solver.cost_of_sum(summands, left)
        })?;
        counting.charge(cost.saturating_add(labelled(u64::from(rest.count())) * PER_CLASS));
        Ok(())
    }

    fn waiting<R: BitRow>(&self, signed: Signed<R>) -> Waiting<R> {
        let right = match signed.sign {
            Sign::SelfNegative => R::NONE,
            _ => signed.claims(&self.rules, Player::Right),
        };
        Waiting {
            claims: [signed.claims(&self.rules, Player::Left), right],
            component: signed.component,
        }
    }

    /// Whether the numbers are still within the budget.
    fn goes_on<K: Eq + Hash>(&self, counting: &mut Counting<K>) -> Result<bool, SolveError> {
        self.look_at_stop()?;
        let bytes = counting.bytes();
        if bytes > self.budget.bytes / 2 || is_deep() {
            return Err(self.memory());
        }
        counting.share.hold(bytes);
        Ok(!counting.total.is_exceeded())
    }

    /// Does the work of [`Solver::few_positions`] for a game that is played part by part.
    pub(super) fn few_in_parts<P: Lookup>(&mut self, position: &P) -> Result<bool, SolveError> {
        match position.squares() {
            Some(set) => {
                let mut counting = self.counting();
                self.few_sets_from(set, &mut counting)
            }
            None => {
                let mut counting = self.counting();
                self.few_parts_from(position.clone(), &mut counting)
            }
        }
    }

    /// Does the same for a set of squares, whose parts are remembered (`solver/followers.rs`).
    fn few_sets_from(
        &mut self,
        set: Region,
        counting: &mut Counting<Region>,
    ) -> Result<bool, SolveError> {
        let (mut parts, mut waiting) = (Vec::new(), Vec::new());
        let units = self.parts_of_option(set, &mut parts)?;
        counting.charge(units);
        loop {
            waiting.extend(parts.drain(..).filter(|&part| counting.add(part)));
            counting.waiting = waiting.capacity() * size_of::<Region>();
            if !self.goes_on(counting)? {
                return Ok(false);
            }
            let Some(next) = waiting.pop() else {
                return Ok(true);
            };
            counting.charge(self.parts_below(next, &mut parts)?);
        }
    }

    /// Adds the parts of a set to a list, each in the image that the table has. Returns the cost of
    /// the set as an option, in units.
    fn parts_of_option(&mut self, set: Region, list: &mut Vec<Region>) -> Result<u64, SolveError> {
        let cost = self.cost_in_any_tables(|solver| {
            let (values, _) = solver.values_of_parts(set, &mut Tree::default())?;
            solver.cost_of_sum(values, u64::MAX)
        })?;
        for part in set.parts(self.ruleset).0 {
            list.push(part.keyed()?.position);
        }
        Ok(cost.saturating_add(set.units()))
    }

    /// Adds the parts of all options of a set to an empty list. Returns the cost of the set, in
    /// units.
    fn parts_below(&mut self, set: Region, list: &mut Vec<Region>) -> Result<u64, SolveError> {
        if let Some((parts, units)) = self.followers.of(set) {
            list.extend_from_slice(parts);
            return Ok(units);
        }
        let mut units = 0u64;
        for &player in set.keyed()?.players(self.ruleset.algebra()) {
            for option in set.options(self.ruleset, player) {
                units = units.saturating_add(self.parts_of_option(option, list)?);
            }
        }
        self.followers.keep(set, list, units);
        Ok(units)
    }

    fn few_parts_from<P: Lookup>(
        &mut self,
        position: P,
        counting: &mut Counting<PositionHash>,
    ) -> Result<bool, SolveError> {
        let left = counting.total.units_left();
        let cost = self.cost_in_any_tables(|solver| {
            let (values, _) = solver.values_of_parts(position.clone(), &mut Tree::default())?;
            solver.cost_of_sum(values, left)
        })?;
        counting.charge(cost.saturating_add(position.units()));
        let algebra = self.ruleset.algebra();
        for part in position.parts(self.ruleset).0 {
            let keyed = part.keyed()?;
            if !counting.add(position_hash(&keyed.key)) {
                continue;
            }
            let bytes = keyed.position.bytes();
            counting.waiting += bytes;
            for &player in keyed.players(algebra) {
                for option in keyed.position.options(self.ruleset, player) {
                    if !self.goes_on(counting)? || !self.few_parts_from(option, counting)? {
                        return Ok(false);
                    }
                }
            }
            counting.waiting -= bytes;
        }
        self.goes_on(counting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::tests::draws;
    use boilingpoint_boards::Board;
    use boilingpoint_rules::{Cram, Domineering, Ruleset};

    /// Counts of sets of squares by the lists of their parts and without them: of all sets within 3
    /// by 3, and of sets within 4 by 5 and within 10 by 3, which do not fit into 64 bits.
    #[test]
    fn sets_of_squares_are_counted_as_other_positions() {
        let rulesets: [&'static dyn Ruleset; 2] = [&Domineering, &Cram];
        for ruleset in rulesets {
            let budget = Budget {
                work: u64::MAX,
                ..Budget::default()
            };
            let mut solver = Solver::new(ruleset, budget);
            solver.count = Count::unlimited();
            let mut next = draws();
            let boxes = [(3, 3, 512), (4, 5, 24), (3, 10, 5)];
            for (height, width, sets) in boxes {
                for set in 1..sets {
                    let mut is_in = |k: usize| match sets {
                        512 => set >> k & 1 == 1,
                        _ => !next().is_multiple_of(4),
                    };
                    let squares = (0..height * width)
                        .filter(|&k| is_in(k))
                        .collect::<Vec<_>>();
                    let square = |k: usize| [(k / width) as i16, (k % width) as i16];
                    let board = Board::of_squares(squares.into_iter().map(square).collect());
                    let set = Region::of(ruleset, &board).unwrap();
                    let (mut slow, mut fast) = (solver.counting(), solver.counting());
                    assert!(solver.few_parts_from(set, &mut slow).unwrap());
                    assert!(solver.few_sets_from(set, &mut fast).unwrap());
                    assert_eq!(slow.total, fast.total, "{board:?}");
                }
            }
            assert!(solver.followers.bytes() > 10_000);
        }
    }
}
