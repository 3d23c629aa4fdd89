//! Beyond the exact horizon: an enclosure of a board's thermograph, within any effort.
//!
//! A component that the exact solver values within a few positions is known. Any other is enclosed by
//! its options (`value/enclosure.rs` has the theorems), the most promising one first: the option
//! that could be best is looked at with twice the effort, until the effort is used up or no other
//! could be better (after B*: Berliner 1979). At the bottom stands what is always true: a player
//! gains at most the moves that she has. Enclosures of components are kept and only get tighter.
//!
//! For claiming games. Dominated claims are left out on both sides, as in the exact solver.

use super::budget::SolveError;
use super::exact::Solver;
use super::signed::{Sign, Signed};
use crate::graph::canon::Key;
use crate::graph::classes::{Classes, with_any_rows};
use crate::graph::{Board, Row};
use crate::ruleset::Player;
use crate::value::{Dyadic, Enclosure, Options, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Positions of the exact solver that count as one step of effort.
const POSITIONS_A_STEP: u64 = 16;

/// Steps of work on values that count as one position of the exact solver.
const WORK_A_POSITION: u64 = 256;

/// What is known of a component, and with how much effort it was found.
struct Known {
    enclosure: Rc<Enclosure>,
    effort: u64,
}

/// The enclosures of one board's components.
struct Search {
    known: FxHashMap<Key, Known>,
    /// Steps that may still be taken.
    left: u64,
}

/// An option while it is looked at: its parts, and what is known of their sum.
struct Candidate<R: Row> {
    parts: Vec<Classes<R>>,
    /// What the vertices that stand alone add.
    rest: Enclosure,
    enclosure: Enclosure,
    effort: u64,
}

impl Solver {
    /// What is proved of a board within so many steps: more steps never prove less. A step is the
    /// look at a component, or sixteen positions of the exact solver.
    ///
    /// # Errors
    /// `NoEnclosure` for games that are not claiming games, and errors of [`Solver::value`] but for
    /// an exceeded budget.
    pub fn enclose(&mut self, board: &Board, steps: u64) -> Result<Enclosure, SolveError> {
        self.ruleset.fits(board)?;
        if !self.plays_claims() {
            return Err(SolveError::NoEnclosure(self.ruleset.name().to_string()));
        }
        let compressed = self.compressed(board)?;
        with_any_rows!(&compressed, position => self.enclose_position(position, steps))
    }

    fn enclose_position<R: Row>(
        &mut self,
        position: &Classes<R>,
        steps: u64,
    ) -> Result<Enclosure, SolveError> {
        let mut search = Search {
            known: FxHashMap::default(),
            left: steps,
        };
        self.move_on();
        let root = position.all();
        let mut root = self.candidate(position.clone(), root)?;
        let mut effort = 1;
        while search.left > 0 && !is_tight(&root.enclosure) {
            self.refine(&mut search, &mut root, effort)?;
            effort *= 2;
            if effort > 4 * steps {
                break;
            }
        }
        Ok(root.enclosure)
    }

    /// A position with what is known of it at once.
    fn candidate<R: Row>(
        &mut self,
        mut position: Classes<R>,
        rest: R,
    ) -> Result<Candidate<R>, SolveError> {
        let (parts, integer, star) = self.parts(&mut position, rest);
        let alone = self.values.integer(integer);
        let alone = if star {
            self.values.add(alone, Value::STAR)?
        } else {
            alone
        };
        let rest = self.known_exactly(alone)?;
        let moves = parts.iter().map(|part| self.by_moves(part));
        let mut all = moves.collect::<Result<Vec<_>, _>>()?;
        all.push(rest.clone());
        Ok(Candidate {
            parts: parts.into_vec(),
            enclosure: Enclosure::sum(&all)?,
            rest,
            effort: 0,
        })
    }

    fn known_exactly(&mut self, value: Value) -> Result<Enclosure, SolveError> {
        let thermograph = self.values.thermograph(value)?;
        Ok(Enclosure::exact(&thermograph)?)
    }

    /// What follows from the number of moves that each player has.
    fn by_moves<R: Row>(&self, part: &Classes<R>) -> Result<Enclosure, SolveError> {
        let [left, right] = Player::BOTH.map(|p| self.rules.moves(part, p));
        Ok(Enclosure::of_moves(left, right)?)
    }

    /// Looks at all parts of a position with so much effort.
    fn refine<R: Row>(
        &mut self,
        search: &mut Search,
        candidate: &mut Candidate<R>,
        effort: u64,
    ) -> Result<(), SolveError> {
        candidate.effort = effort;
        let mut all = vec![Rc::new(candidate.rest.clone())];
        let share = (effort / candidate.parts.len().max(1) as u64).max(1);
        for part in &candidate.parts {
            all.push(self.enclose_part(search, part.clone(), share)?);
        }
        let sum = Enclosure::sum(all.iter().map(|e| &**e))?;
        candidate.enclosure = candidate.enclosure.and(&sum)?;
        Ok(())
    }

    /// The enclosure of a component.
    fn enclose_part<R: Row>(
        &mut self,
        search: &mut Search,
        part: Classes<R>,
        effort: u64,
    ) -> Result<Rc<Enclosure>, SolveError> {
        self.look_at_stop()?;
        let signed = Signed::of(part);
        let negative = signed.sign == Sign::Negative;
        let around = match search.known.get(&signed.labelling.key) {
            Some(known) if known.effort >= effort || search.left == 0 => {
                return Ok(turned(&known.enclosure, negative));
            }
            Some(known) => known.enclosure.clone(),
            None => Rc::new(self.by_moves(&signed.component)?),
        };
        if search.left == 0 {
            return Ok(turned(&around, negative));
        }
        search.left -= 1;
        let (enclosure, effort) = match self.exactly(search, &signed, effort)? {
            Some(exact) => (exact, u64::MAX),
            None => {
                let found = self.enclose_by_options(search, &signed, &around, effort)?;
                let effort = if is_tight(&found) { u64::MAX } else { effort };
                (found, effort)
            }
        };
        let enclosure = Rc::new(enclosure);
        let known = Known {
            enclosure: enclosure.clone(),
            effort,
        };
        search.known.insert(signed.labelling.key.clone(), known);
        Ok(turned(&enclosure, negative))
    }

    /// The exact value of a component as an enclosure, if it is found within the effort.
    fn exactly<R: Row>(
        &mut self,
        search: &mut Search,
        signed: &Signed<R>,
        effort: u64,
    ) -> Result<Option<Enclosure>, SolveError> {
        let most = effort.min(search.left).saturating_mul(POSITIONS_A_STEP);
        let work = |solver: &Solver| (solver.work().positions, solver.values.work());
        let before = work(self);
        let found = self.value_within(signed, most, most.saturating_mul(WORK_A_POSITION));
        let after = work(self);
        let positions = (after.0 - before.0).max((after.1 - before.1) / WORK_A_POSITION);
        search.left = search.left.saturating_sub(positions / POSITIONS_A_STEP);
        match found {
            Ok(value) => Ok(Some(self.known_exactly(value)?)),
            Err(SolveError::Positions(_) | SolveError::Memory(_) | SolveError::Work) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn enclose_by_options<R: Row>(
        &mut self,
        search: &mut Search,
        signed: &Signed<R>,
        around: &Enclosure,
        effort: u64,
    ) -> Result<Enclosure, SolveError> {
        let own = signed.sign == Sign::Own;
        let lefts = self.looked_at(search, signed, Player::Left, around, effort)?;
        if own {
            return Ok(Enclosure::of_own_negative(all_of(&lefts), around)?);
        }
        let rights = self.looked_at(search, signed, Player::Right, &around.negative(), effort)?;
        Ok(Enclosure::of_options(
            all_of(&lefts),
            all_of(&rights),
            around,
        )?)
    }

    /// The options of a player, seen by that player, after the most promising have been looked at.
    fn looked_at<R: Row>(
        &mut self,
        search: &mut Search,
        signed: &Signed<R>,
        player: Player,
        around: &Enclosure,
        effort: u64,
    ) -> Result<Vec<Enclosure>, SolveError> {
        let mut candidates = Vec::new();
        for c in signed.claims(&self.rules, player).bits() {
            let (after, rest) = self.rules.claim(&signed.component, c, player);
            let after = match player {
                Player::Left => after,
                Player::Right => after.swapped(),
            };
            candidates.push(self.candidate(after, rest)?);
        }
        let t = around.temperature()[0].max(Dyadic::ZERO);
        let mut used = 0;
        while used < effort && search.left > 0 {
            let Some(next) = most_promising(&candidates, t)? else {
                break;
            };
            let more = (2 * candidates[next].effort).max(1);
            self.refine(search, &mut candidates[next], more)?;
            used += more;
        }
        Ok(candidates.into_iter().map(|c| c.enclosure).collect())
    }
}

fn turned(enclosure: &Rc<Enclosure>, negative: bool) -> Rc<Enclosure> {
    match negative {
        true => Rc::new(enclosure.negative()),
        false => enclosure.clone(),
    }
}

fn all_of(known: &[Enclosure]) -> Options<'_> {
    Options { known, all: true }
}

/// Whether temperature and mean are known.
fn is_tight(enclosure: &Enclosure) -> bool {
    let ([a, b], [c, d]) = (enclosure.temperature(), enclosure.mean());
    a == b && c == d
}

/// The option that could be best at a penalty and is not known there, if another could not be as
/// good for certain.
fn most_promising<R: Row>(
    candidates: &[Candidate<R>],
    t: Dyadic,
) -> Result<Option<usize>, SolveError> {
    let mut best: Option<(Dyadic, std::cmp::Reverse<u64>, usize)> = None;
    for (i, candidate) in candidates.iter().enumerate() {
        let e = &candidate.enclosure;
        if e.least_at(t)? == e.most_at(t)? && is_tight(e) {
            continue;
        }
        let rank = (e.most_at(t)?, std::cmp::Reverse(candidate.effort), i);
        if best.as_ref().is_none_or(|b| rank > *b) {
            best = Some(rank);
        }
    }
    Ok(best.map(|(_, _, i)| i))
}
