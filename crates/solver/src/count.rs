//! Counts the different positions that play from a board can reach, and their steps, for verdicts
//! on the budget.

use super::boards::Lookup;
use super::budget::SolveError;
use super::exact::{Counted, Solver};
use super::signed::{Sign, Signed};
use super::steps::{Account, Count, PER_CLASS, PositionHash, Tree, labelled, position_hash};
use boilingpoint_boards::BitRow;
use boilingpoint_boards::classes::Classes;
use boilingpoint_memory::{Share, is_deep};
use boilingpoint_rules::Player;
use rustc_hash::FxHashSet;

/// A count under way.
struct Counting {
    total: Count,
    /// The account of the steps; which position they belong to does not matter here.
    account: Account,
    seen: FxHashSet<PositionHash>,
    share: Share,
    /// The bytes of the positions whose options are being counted.
    waiting: usize,
}

impl Counting {
    /// Adds a position; returns whether it is new.
    fn add(&mut self, key: &[u8]) -> bool {
        let is_new = self.seen.insert(position_hash(key));
        if is_new {
            self.account = self.total.position(None);
        }
        is_new
    }

    fn charge(&mut self, units: u64) {
        self.total.charge(&mut self.account, units);
    }

    /// The bytes of the set and of the waiting positions. A set that grows keeps its old entries
    /// beside the new ones for a time; together these are at most half as much again.
    fn bytes(&self) -> usize {
        let slots = self.seen.capacity() * 8 / 7;
        slots * (size_of::<PositionHash>() + 1) / 2 * 3 + self.waiting
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
    fn counting(&mut self) -> Counting {
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
                    if counting.add(&signed.labelling.key) {
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
        counting: &mut Counting,
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
    fn goes_on(&self, counting: &mut Counting) -> Result<bool, SolveError> {
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
        let mut counting = self.counting();
        self.few_parts_from(position.clone(), &mut counting)
    }

    fn few_parts_from<P: Lookup>(
        &mut self,
        position: P,
        counting: &mut Counting,
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
            if !counting.add(&keyed.key) {
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
