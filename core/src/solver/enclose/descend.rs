//! One step of the search: down to what is worth a look, and back with what was found.

use super::arena::{Arena, Expansion, Sum, unless_too_fine};
use crate::graph::BitRow;
use crate::ruleset::Player;
use crate::solver::SolveError;
use crate::value::{Dyadic, Enclosure};

/// Penalties in turn, in eighths of the way from the least temperature to the greatest.
const EIGHTHS: [f64; 12] = [0.0, 1.0, 0.0, 2.0, 0.0, 4.0, 0.0, 1.0, 0.0, 2.0, 0.0, 7.0];

/// To prove more of what a player is sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Whether it is Left.
    pub left: bool,
    /// Whether she moves first.
    pub first: bool,
    /// The penalty for a move.
    pub t: Dyadic,
}

impl Goal {
    /// What is sought in a round: by turns of either player, moving first or second, and at
    /// penalties from the least temperature to the greatest. Cold summands do not matter at a high
    /// penalty.
    pub fn of_round(round: u64, known: &Enclosure) -> Result<Goal, SolveError> {
        let [least, most] = known.temperature();
        let least = least.max(Dyadic::ZERO);
        let between = most.sub(least)?.max(Dyadic::ZERO).to_f64();
        let eighths = EIGHTHS[(round / 4) as usize % EIGHTHS.len()];
        // in quarters, as finer ones make no difference
        let above = (between * eighths / 8.0 * 4.0) as i64;
        Ok(Goal {
            left: round.is_multiple_of(2),
            first: round % 4 < 2,
            t: least.add(Dyadic::new(above, 2)?)?,
        })
    }

    /// After the player's own move, or the other's.
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

/// Where to go from a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// The player's own option.
    Own(usize),
    /// The other player's.
    Other(usize),
    /// A position that the component is compared with.
    Relaxed(usize),
}

impl<R: BitRow> Arena<'_, R> {
    /// A step towards a goal in a sum.
    pub fn improve_sum(&mut self, sum: &mut Sum, goal: Goal) -> Result<(), SolveError> {
        sum.visits += 1;
        let before = goal.bounds(&sum.enclosure)?[0];
        if let Some((place, goal)) = self.part_to_improve(sum, goal)? {
            let part = sum.parts[place];
            self.improve(part.node, goal.of_part(part.negative))?;
        }
        self.refresh(sum)?;
        if goal.bounds(&sum.enclosure)?[0] > before {
            sum.stalled = 0
        } else {
            sum.stalled += 1
        }
        Ok(())
    }

    /// The part of which least is known; of one of them the player makes the first move if she
    /// begins.
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
            // by turns the first move is made here
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

    /// A step towards a goal in a component.
    fn improve(&mut self, number: usize, goal: Goal) -> Result<(), SolveError> {
        self.left = self.left.saturating_sub(1);
        let node = self.node_mut(number);
        if node.done {
            return Ok(());
        }
        node.visits += 1;
        let visits = node.visits;
        // an own negative has Left's options only
        let goal = if node.own && !goal.left {
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
        self.refresh_all(&mut expansion)?;
        self.meet_more(number, &mut expansion, goal)?;
        let mut way = self.way(number, &expansion, goal)?;
        if way.is_none() && self.meet_any(number, &mut expansion)? {
            way = self.way(number, &expansion, goal)?;
        }
        if let Some(way) = way {
            let own = self.node(number).own;
            let (sum, goal) = chosen(&mut expansion, way, goal, own);
            self.improve_sum(sum, goal)?;
        } else {
            self.node_mut(number).done = true;
        }
        self.node_mut(number).expansion = Some(expansion);
        self.take_in(number)
    }

    /// Draws all conclusions from what is known by now, from the smallest component to the largest:
    /// on the way back they were drawn for those on the way only.
    pub fn settle(&mut self) -> Result<(), SolveError> {
        for number in self.by_order() {
            let Some(mut expansion) = self.node_mut(number).expansion.take() else {
                continue;
            };
            self.refresh_all(&mut expansion)?;
            self.node_mut(number).expansion = Some(expansion);
            self.take_in(number)?;
        }
        Ok(())
    }

    fn refresh_all(&mut self, expansion: &mut Expansion) -> Result<(), SolveError> {
        let lists = [
            &mut expansion.lefts,
            &mut expansion.rights,
            &mut expansion.below,
            &mut expansion.above,
        ];
        lists
            .into_iter()
            .flatten()
            .try_for_each(|sum| self.refresh(sum))
    }

    /// Draws the conclusions of what is known of a component's options.
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

    /// Meets more options where some have not been met: now and then of the player whose goal it
    /// is, and of the other one if all of them have to be answered.
    fn meet_more(
        &mut self,
        number: usize,
        expansion: &mut Expansion,
        goal: Goal,
    ) -> Result<(), SolveError> {
        let node = self.node(number);
        let [mine, others] = players(goal, node.own);
        if node.visits.is_multiple_of(4) {
            let player = if goal.first && !node.visits.is_multiple_of(16) {
                mine
            } else {
                others
            };
            self.meet_options(number, expansion, player)?;
        }
        Ok(())
    }

    /// Meets more options of whom there are any.
    fn meet_any(&mut self, number: usize, expansion: &mut Expansion) -> Result<bool, SolveError> {
        let mut some = false;
        for player in Player::BOTH {
            some |= !expansion.has_all(player);
            self.meet_options(number, expansion, player)?;
        }
        Ok(some)
    }

    /// Where to go on towards a goal.
    fn way(
        &self,
        number: usize,
        expansion: &Expansion,
        goal: Goal,
    ) -> Result<Option<Way>, SolveError> {
        let node = self.node(number);
        let (own, visits) = (node.own, node.visits);
        let (mine, others, relaxed) = sides(expansion, goal, own);
        let [_, answers] = players(goal, own);
        let compares = if expansion.has_all(answers) {
            visits % 4 == 3
        } else {
            // before all answers have been looked at
            visits % 4 != 0
        };
        if compares && let Some(i) = self.best(relaxed, goal, visits)? {
            return Ok(Some(Way::Relaxed(i)));
        }
        let first = self.best(mine, goal.after(), visits / 2)?.map(Way::Own);
        if goal.first {
            let second = || self.worst(others, reply(goal, own));
            return match first {
                Some(way) if visits % 16 != 15 => Ok(Some(way)),
                way => Ok(second()?.map(Way::Other).or(way)),
            };
        }
        let second = self.worst(others, reply(goal, own))?.map(Way::Other);
        if visits % 4 == 3 {
            Ok(first.or(second))
        } else {
            Ok(second.or(first))
        }
    }

    /// The option to look at that promises most: by what is proved of it, by what is possible, by a
    /// guess, in turn.
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

    /// The option of the other player that is worst, as far as is proved.
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

/// Whose options are met for the player whose goal it is, and for the other one.
fn players(goal: Goal, own: bool) -> [Player; 2] {
    match (own, goal.left) {
        (true, _) => [Player::Left; 2],
        (false, true) => [Player::Left, Player::Right],
        (false, false) => [Player::Right, Player::Left],
    }
}

/// The goal after the other player's move; if those are Left's moves in an own negative, of Right.
fn reply(goal: Goal, own: bool) -> Goal {
    Goal {
        left: goal.left != own,
        first: true,
        ..goal
    }
}

/// Three lists of positions that a component rests on.
type Sides<'e> = (&'e [Sum], &'e [Sum], &'e [Sum]);

/// The player's options, the other's, and the positions that the component is at least as good as
/// for the player.
fn sides(expansion: &Expansion, goal: Goal, own: bool) -> Sides<'_> {
    match (goal.left, own) {
        (_, true) => (&expansion.lefts, &expansion.lefts, &expansion.below),
        (true, _) => (&expansion.lefts, &expansion.rights, &expansion.below),
        (false, _) => (&expansion.rights, &expansion.lefts, &expansion.above),
    }
}

fn chosen(expansion: &mut Expansion, way: Way, goal: Goal, own: bool) -> (&mut Sum, Goal) {
    let Expansion {
        lefts,
        rights,
        below,
        above,
        ..
    } = expansion;
    let (mine, others, relaxed) = if own {
        (lefts, None, below)
    } else if goal.left {
        (lefts, Some(rights), below)
    } else {
        (rights, Some(lefts), above)
    };
    match (way, others) {
        (Way::Own(i), _) => (&mut mine[i], goal.after()),
        (Way::Other(i), Some(others)) => (&mut others[i], reply(goal, false)),
        (Way::Other(i), None) => (&mut mine[i], reply(goal, true)),
        (Way::Relaxed(i), _) => (&mut relaxed[i], goal),
    }
}
