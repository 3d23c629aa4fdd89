//! One step of the search for bounds. A step descends to a component whose bounds are worth
//! improving, improves them, and updates the bounds along its path.

use super::arena::{Arena, Expansion, ReasonList, Sum, WORK_AN_OPTION, unless_too_fine};
use crate::SolveError;
use boilingpoint_boards::BitRow;
use boilingpoint_memory::is_deep;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Enclosure};

/// The penalties of successive rounds, in eighths of the interval from the least possible
/// temperature to the greatest.
const EIGHTHS: [f64; 12] = [0.0, 1.0, 0.0, 2.0, 0.0, 4.0, 0.0, 1.0, 0.0, 2.0, 0.0, 7.0];

/// The goal of a step: to raise the score that is proved for a player, at a penalty for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Whether the goal is Left's; if not, it is Right's.
    pub left: bool,
    /// Whether the player of the goal moves first.
    pub first: bool,
    /// The penalty for a move (the tax of a thermograph).
    pub t: Dyadic,
}

impl Goal {
    /// The goal of a round. The rounds alternate between the players, between moving first and
    /// moving second, and between penalties from the least possible temperature to the greatest. At
    /// a high penalty, cold summands do not matter.
    pub fn of_round(round: u64, known: &Enclosure) -> Result<Goal, SolveError> {
        let [least, most] = known.temperature();
        let least = least.max(Dyadic::ZERO);
        let between = most.sub(least)?.max(Dyadic::ZERO).to_f64();
        let eighths = EIGHTHS[(round / 4) as usize % EIGHTHS.len()];
        // The penalty is rounded to quarters, since finer penalties improve nothing.
        let above = (between * eighths / 8.0 * 4.0) as i64;
        Ok(Goal {
            left: round.is_multiple_of(2),
            first: round % 4 < 2,
            t: least.add(Dyadic::new(above, 2)?)?,
        })
    }

    /// The goal after a move of either player: the other player moves next.
    fn after(self) -> Goal {
        Goal {
            first: !self.first,
            ..self
        }
    }

    fn of_part(self, negative: bool) -> Goal {
        Goal {
            left: self.left != negative,
            ..self
        }
    }

    fn bounds(self, enclosure: &Enclosure) -> Result<[Dyadic; 2], SolveError> {
        Ok(enclosure.guarantee(self.left, self.first, self.t)?)
    }

    fn gap(self, enclosure: &Enclosure) -> Result<Dyadic, SolveError> {
        let [low, high] = self.bounds(enclosure)?;
        Ok(high.sub(low)?)
    }
}

/// The position under a component that a step descends to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// An option of the player who has the goal, by its index.
    Own(usize),
    /// An option of the other player, by its index.
    Other(usize),
    /// A position that bounds the component from below or above, by its index.
    Relaxed(usize),
}

impl<R: BitRow> Arena<'_, R> {
    /// Takes a step towards a goal in a sum: improves one of its parts. Returns whether the bounds
    /// of the sum changed.
    pub fn improve_sum(&mut self, sum: &mut Sum, goal: Goal) -> Result<bool, SolveError> {
        sum.visits += 1;
        let before = goal.bounds(&sum.enclosure)?[0];
        if let Some((place, goal)) = self.part_to_improve(sum, goal)? {
            let part = sum.parts[place];
            self.improve(part.node, goal.of_part(part.negative))?;
        }
        let changed = self.refresh(sum)?;
        if changed && goal.bounds(&sum.enclosure)?[0] > before {
            sum.stalled = 0
        } else {
            sum.stalled += 1
        }
        Ok(changed)
    }

    /// The part with the widest bounds for the goal. A player who moves first in a sum moves first
    /// in one part, and second in the other parts.
    fn part_to_improve(&self, sum: &Sum, goal: Goal) -> Result<Option<(usize, Goal)>, SolveError> {
        let mut best: Option<(f64, usize, Goal)> = None;
        let second = Goal {
            first: false,
            ..goal
        };
        for (place, part) in sum.parts.iter().enumerate() {
            let node = self.node(part.node);
            if node.done {
                continue;
            }
            // On every second visit, the player makes the first move in this part.
            let here = if goal.first && (sum.parts.len() == 1 || sum.visits.is_multiple_of(2)) {
                goal
            } else {
                second
            };
            let gap = here.of_part(part.negative).gap(&node.enclosure)?.to_f64();
            let gap = gap / f64::from(1 + node.visits);
            if best.is_none_or(|b| gap > b.0) {
                best = Some((gap, place, here));
            }
        }
        Ok(best.map(|(_, place, goal)| (place, goal)))
    }

    /// Takes a step towards a goal in a component: improves one of the positions under it.
    fn improve(&mut self, number: usize, goal: Goal) -> Result<(), SolveError> {
        self.left = self.left.saturating_sub(1);
        let node = self.node_mut(number);
        if node.done {
            return Ok(());
        }
        if is_deep() {
            self.left = 0;
            return Ok(());
        }
        node.visits += 1;
        let visits = node.visits;
        // For a component that equals its negative, the arena has only Left's options.
        let goal = if node.self_negative && !goal.left {
            Goal { left: true, ..goal }
        } else {
            goal
        };
        if visits == 1 && self.value(number)? {
            return Ok(());
        }
        let Some(mut expansion) = self.node_mut(number).expansion.take() else {
            self.expand(number)?;
            return self.take_in(number);
        };
        let mut changed = self.refresh_all(&mut expansion)?;
        changed |= self.add_more_options(number, &mut expansion, goal)?;
        let mut way = self.way(number, &expansion, goal)?;
        if way.is_none() && self.add_any_options(number, &mut expansion)? {
            changed = true;
            way = self.way(number, &expansion, goal)?;
        }
        if let Some(way) = way {
            let self_negative = self.node(number).self_negative;
            let (sum, goal) = chosen(&mut expansion, way, goal, self_negative);
            changed |= self.improve_sum(sum, goal)?;
        } else {
            self.node_mut(number).done = true;
        }
        self.node_mut(number).expansion = Some(expansion);
        match changed {
            true => self.take_in(number),
            false => Ok(()),
        }
    }

    /// Updates the bounds of all components, from the smallest to the largest. A step of the search
    /// only updates the components on its own path, so other components may be out of date.
    pub fn settle(&mut self) -> Result<(), SolveError> {
        for number in self.by_order() {
            let Some(mut expansion) = self.node_mut(number).expansion.take() else {
                continue;
            };
            let changed = self.refresh_all(&mut expansion)?;
            self.node_mut(number).expansion = Some(expansion);
            if changed {
                self.take_in(number)?;
            }
        }
        Ok(())
    }

    /// Updates all positions under a component. Returns whether the bounds of any changed.
    fn refresh_all(&mut self, expansion: &mut Expansion) -> Result<bool, SolveError> {
        self.charge(expansion.options() * WORK_AN_OPTION);
        let mut changed = false;
        for sum in expansion.lists.iter_mut().flatten() {
            changed |= self.refresh(sum)?;
        }
        Ok(changed)
    }

    /// Updates the enclosure of a component from its options and its bounding positions.
    fn take_in(&mut self, number: usize) -> Result<(), SolveError> {
        let Some(expansion) = self.node_mut(number).expansion.take() else {
            return Ok(());
        };
        let enclosure = unless_too_fine(self.by_expansion(number, &expansion))?;
        let node = self.node_mut(number);
        node.expansion = Some(expansion);
        if let Some(enclosure) = enclosure
            && enclosure != node.enclosure
        {
            node.enclosure = enclosure;
            node.version += 1;
        }
        Ok(())
    }

    /// Adds more options on every fourth visit. If the player who has the goal moves first, the
    /// options are hers, except on every sixteenth visit. Otherwise the options are the other
    /// player's, since a score is proved only when all of his options have an answer. Returns
    /// whether options were added.
    fn add_more_options(
        &mut self,
        number: usize,
        expansion: &mut Expansion,
        goal: Goal,
    ) -> Result<bool, SolveError> {
        let node = self.node(number);
        let [mine, others] = players(goal, node.self_negative);
        if node.visits.is_multiple_of(4) {
            let player = if goal.first && !node.visits.is_multiple_of(16) {
                mine
            } else {
                others
            };
            return self.add_options(number, expansion, player);
        }
        Ok(false)
    }

    /// Adds more options of both players; returns whether any option was left to add.
    fn add_any_options(
        &mut self,
        number: usize,
        expansion: &mut Expansion,
    ) -> Result<bool, SolveError> {
        let mut some = false;
        for player in Player::BOTH {
            some |= self.add_options(number, expansion, player)?;
        }
        Ok(some)
    }

    /// Chooses the position under a component to descend to; `None` if no position is worth
    /// improving.
    fn way(
        &self,
        number: usize,
        expansion: &Expansion,
        goal: Goal,
    ) -> Result<Option<Way>, SolveError> {
        let node = self.node(number);
        let (self_negative, visits) = (node.self_negative, node.visits);
        let lists = sides(goal, self_negative);
        let [mine, others, relaxed] = lists.map(|list| &expansion.lists[list as usize]);
        let [_, answers] = players(goal, self_negative);
        let compares = if expansion.has_all(answers) {
            visits % 4 == 3
        } else {
            // Until all of the other player's options are in the arena, bounding positions prove
            // more than options.
            visits % 4 != 0
        };
        if compares && let Some(i) = self.best(relaxed, goal, visits)? {
            return Ok(Some(Way::Relaxed(i)));
        }
        let first = self.best(mine, goal.after(), visits / 2)?.map(Way::Own);
        if goal.first {
            let second = || self.worst(others, reply(goal, self_negative));
            return match first {
                Some(way) if visits % 16 != 15 => Ok(Some(way)),
                way => Ok(second()?.map(Way::Other).or(way)),
            };
        }
        let second = self
            .worst(others, reply(goal, self_negative))?
            .map(Way::Other);
        if visits % 4 == 3 {
            Ok(first.or(second))
        } else {
            Ok(second.or(first))
        }
    }

    /// The most promising option. Successive turns use three criteria: the proved bound, an
    /// estimate of the mean, and the bound that is still possible.
    fn best(&self, options: &[Sum], goal: Goal, turn: u32) -> Result<Option<usize>, SolveError> {
        let sign = if goal.left { 1.0 } else { -1.0 };
        let mut best: Option<(f64, usize)> = None;
        for (i, sum) in options.iter().enumerate() {
            if self.is_done(sum) {
                continue;
            }
            let [low, high] = goal.bounds(&sum.enclosure)?.map(Dyadic::to_f64);
            let (visits, stalled) = (f64::from(sum.visits), f64::from(sum.stalled));
            let score = match turn % 4 {
                0 | 2 => low - stalled / 16.0,
                1 => sign * sum.guess - visits / 4.0,
                _ => high - visits / 4.0,
            };
            if best.is_none_or(|b| score > b.0) {
                best = Some((score, i));
            }
        }
        Ok(best.map(|b| b.1))
    }

    /// The option of the other player with the least proved bound for the goal.
    fn worst(&self, options: &[Sum], goal: Goal) -> Result<Option<usize>, SolveError> {
        let mut worst: Option<(Dyadic, u32, usize)> = None;
        for (i, sum) in options.iter().enumerate() {
            if self.is_done(sum) {
                continue;
            }
            let low = goal.bounds(&sum.enclosure)?[0];
            let rank = (low, sum.visits, i);
            if worst.is_none_or(|w| rank < w) {
                worst = Some(rank);
            }
        }
        Ok(worst.map(|w| w.2))
    }
}

/// The player whose options can reach the goal, and the player whose options must all be answered.
fn players(goal: Goal, self_negative: bool) -> [Player; 2] {
    match (self_negative, goal.left) {
        (true, _) => [Player::Left; 2],
        (false, true) => [Player::Left, Player::Right],
        (false, false) => [Player::Right, Player::Left],
    }
}

/// The goal after a move of the other player. In a component that equals its negative, the arena
/// has the other player's moves as moves of Left, so the goal becomes Right's.
fn reply(goal: Goal, self_negative: bool) -> Goal {
    Goal {
        left: goal.left != self_negative,
        first: true,
        ..goal
    }
}

/// The options of the player who has the goal, the options of the other player, and the positions
/// that are no better for the player than the component.
fn sides(goal: Goal, self_negative: bool) -> [ReasonList; 3] {
    match (goal.left, self_negative) {
        (_, true) => [ReasonList::Lefts, ReasonList::Lefts, ReasonList::Below],
        (true, _) => [ReasonList::Lefts, ReasonList::Rights, ReasonList::Below],
        (false, _) => [ReasonList::Rights, ReasonList::Lefts, ReasonList::Above],
    }
}

fn chosen(
    expansion: &mut Expansion,
    way: Way,
    goal: Goal,
    self_negative: bool,
) -> (&mut Sum, Goal) {
    let [mine, others, relaxed] = sides(goal, self_negative);
    let (list, i, goal) = match way {
        Way::Own(i) => (mine, i, goal.after()),
        Way::Other(i) => (others, i, reply(goal, self_negative)),
        Way::Relaxed(i) => (relaxed, i, goal),
    };
    (&mut expansion.lists[list as usize][i], goal)
}
