//! Bounds for the stops of a board, and its outcome, by proving who wins.
//!
//! A canonical form of a large board is huge, but a proof that a player wins needs one good answer
//! to each move. So proofs reach boards of hundreds of vertices that have no canonical form that
//! fits into memory. `search.rs` proves who wins sums of the board and a number; `store.rs` holds
//! the components of the board after some moves, and `sum.rs` adds them.
//!
//! **Theorem.** Let `n` be a number.
//!
//! 1. If Left, moving first, wins `G - n`, then the left stop of `G` is at least `n`; else it is at
//!    most `n`.
//! 2. If the left stop of `G` is at least `l` and its right stop at most `r`, where `l > r`, then the
//!    temperature of `G` is at least `(l - r)/2`.
//!
//! *Proof.* 1. Let Left win. If `G` is a number, it is greater than `n`, and its left stop is `G`.
//! Else she has a winning move in `G`, by the Number Avoidance Theorem. So `G^L >= n` for some option,
//! and the right stop of this option is at least `n`. If Left does not win, `G <= n`, and stops keep
//! the order. 2. The left wall falls as the penalty `t` grows, with a slope of 0 or -1, and the right
//! wall rises with a slope of 0 or 1. At 0 they are at least `l - r` apart, so they do not meet below
//! `(l - r)/2` (Siegel, *Combinatorial Game Theory*, II.3 and II.5). ∎
//!
//! So `G` is compared with one number after the other, until the numbers close in on its stops.
//! Everything here is exact: nothing is rounded, and no infinitesimal is left out.

mod search;
mod store;
mod sum;

use super::budget::{Budget, SolveError};
use super::cool::unless_limited;
use super::enclose::{can_enclose, halved};
use super::exact::Solver;
use crate::graph::classes::{Classes, with_any_rows};
use crate::graph::{BitRow, Board};
use crate::ruleset::Ruleset;
use crate::value::Dyadic;
use search::Search;
use store::Store;
use sum::Sum;

/// A board is compared with the multiples of `1/2^FINEST`.
const FINEST: u32 = 3;

/// The greatest number of vertices of a component that is valued. Below this, sums have more
/// summands; above it, some values are too large.
const VALUED: usize = 16;

/// Proved facts of the stops and the outcome of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stops {
    /// The least and the greatest possible left stop.
    pub left: [Dyadic; 2],
    /// The least and the greatest possible right stop.
    pub right: [Dyadic; 2],
    /// Whether Left wins moving first, and whether Right wins moving first; `None` if it is not
    /// known.
    pub first_wins: [Option<bool>; 2],
}

/// Narrows the bounds for the stops of a board, and finds who wins it, with a new solver. The result
/// depends only on the arguments. If a limit ends the work, the facts that are proved by then hold.
///
/// # Errors
/// [`SolveError::NoEnclosure`] for a game that is not a partizan claiming game,
/// [`SolveError::Stopped`], and the errors of [`Solver::value`] for boards that are no positions of
/// the game.
pub fn stops(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    known: Stops,
) -> Result<Stops, SolveError> {
    ruleset.fits(board)?;
    if !can_enclose(ruleset) {
        return Err(SolveError::NoEnclosure(ruleset.name().to_string()));
    }
    let mut solver = Solver::new(ruleset, halved(budget));
    let compressed = solver.compressed(board)?;
    let mut stops = known;
    with_any_rows!(&compressed, position => {
        solver.move_on();
        narrow_position(&mut solver, budget, position, VALUED, &mut stops)?;
    });
    Ok(stops)
}

fn narrow_position<R: BitRow>(
    solver: &mut Solver,
    budget: &Budget,
    position: &Classes<R>,
    valued: usize,
    stops: &mut Stops,
) -> Result<(), SolveError> {
    let mut store = Store::new(solver, valued, budget.bytes / 2);
    store.set_work(budget.work);
    match store.sum(position.clone(), position.all()) {
        Ok(sum) => narrow(&mut Search::new(store), &sum, budget.work, stops),
        Err(error) => unless_limited(Err(error)),
    }
}

/// Narrows the bounds for the stops of a sum.
fn narrow<R: BitRow>(
    search: &mut Search<R>,
    sum: &Sum,
    work: u64,
    stops: &mut Stops,
) -> Result<(), SolveError> {
    let own_negative = sum.is_self_negative();
    let mut left = Stop::new(stops.left, stops.first_wins[0]);
    if own_negative {
        // The left stop is at least the right stop, its negative.
        left.least = left.least.max(Dyadic::ZERO);
        left.narrow(search, sum, work)?;
        stops.right = [left.most, left.least].map(Dyadic::neg);
        stops.first_wins[1] = left.first_wins;
    } else {
        left.narrow(search, sum, work / 2)?;
        let [least, most] = stops.right;
        let mut right = Stop::new([most, least].map(Dyadic::neg), stops.first_wins[1]);
        right.narrow(search, &sum.clone().negative(), work / 2)?;
        stops.right = [right.most, right.least].map(Dyadic::neg);
        stops.first_wins[1] = right.first_wins;
    }
    stops.left = [left.least, left.most];
    stops.first_wins[0] = left.first_wins;
    Ok(())
}

/// Bounds for the left stop of a sum.
struct Stop {
    least: Dyadic,
    most: Dyadic,
    /// The least and the greatest number whose comparison exceeded a limit.
    undecided: Option<[Dyadic; 2]>,
    first_wins: Option<bool>,
}

impl Stop {
    fn new([least, most]: [Dyadic; 2], first_wins: Option<bool>) -> Stop {
        Stop {
            least,
            most,
            undecided: None,
            first_wins,
        }
    }

    /// Compares the sum with numbers while there are some to ask about. Each comparison may take a
    /// half of the work that is left.
    fn narrow<R: BitRow>(
        &mut self,
        search: &mut Search<R>,
        sum: &Sum,
        mut work: u64,
    ) -> Result<(), SolveError> {
        while let Some(n) = self.next()? {
            search.forget();
            search.store.set_work(work / 2);
            let difference = sum.clone().plus_number(n.neg())?;
            let won = search.is_won(&difference);
            work -= work / 2 - search.store.work();
            match won {
                Ok(won) => self.learn(n, won),
                Err(error) => {
                    unless_limited(Err(error))?;
                    let [low, high] = self.undecided.unwrap_or([n; 2]);
                    self.undecided = Some([low.min(n), high.max(n)]);
                }
            }
        }
        Ok(())
    }

    /// Takes in whether Left, moving first, wins the sum less `n`.
    fn learn(&mut self, n: Dyadic, won: bool) {
        match won {
            true => self.least = self.least.max(n),
            false => self.most = self.most.min(n),
        }
        if n == Dyadic::ZERO {
            self.first_wins = Some(won);
        }
    }

    /// The next number to compare with: 0 if it is open who wins, then a number between the bounds.
    fn next(&mut self) -> Result<Option<Dyadic>, SolveError> {
        let zero = Dyadic::ZERO;
        if self.least > zero {
            self.first_wins = Some(true);
        } else if self.most < zero {
            self.first_wins = Some(false);
        }
        let [low, high] = match self.undecided {
            None if self.first_wins.is_none() => return Ok(Some(zero)),
            None => return between(self.least, self.most),
            Some(undecided) => undecided,
        };
        Ok(match between(self.least, low)? {
            Some(next) => Some(next),
            None => between(high, self.most)?,
        })
    }
}

/// The simplest multiple of `1/2^FINEST` in the middle half between two numbers; `None` if no
/// multiple lies between them.
fn between(least: Dyadic, most: Dyadic) -> Result<Option<Dyadic>, SolveError> {
    let scale = 1 << FINEST;
    let low = least.times(scale)?.floor();
    let high = most.neg().times(scale)?.floor().saturating_neg();
    let margin = (high.saturating_sub(low) / 4).max(1);
    let [low, high] = [low.saturating_add(margin), high.saturating_sub(margin)];
    if low > high {
        return Ok(None);
    }
    let end = |n: i64| Dyadic::new(n, FINEST).map(|x| Some((x, true)));
    Ok(Dyadic::simplest(end(low)?, end(high)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{enumerate, parse_board};
    use crate::ruleset;
    use crate::value::Outcome;

    fn unknown(board: &Board) -> Stops {
        let moves = 2 * i64::try_from(board.order()).expect("small");
        let all = [-moves, moves].map(Dyadic::integer);
        Stops {
            left: all,
            right: all,
            first_wins: [None; 2],
        }
    }

    /// Compares what is proved of a board with its value. Components of at most `valued` vertices
    /// are valued in the search.
    fn check(solver: &mut Solver, board: &Board, valued: usize) -> Outcome {
        let exact = solver.evaluate(board).expect("small");
        let stops = exact.temperatures().expect("the game has values");
        let [left, right] = [stops.left_stop, stops.right_stop];
        let mut own = Solver::new(solver.ruleset(), Budget::default());
        let compressed = own.compressed(board).expect("a position");
        let mut found = unknown(board);
        with_any_rows!(&compressed, position => {
            own.move_on();
            let budget = Budget::default();
            narrow_position(&mut own, &budget, position, valued, &mut found).expect("no error");
        });
        let name = solver.ruleset().name();
        for ([least, most], stop) in [(found.left, left), (found.right, right)] {
            assert!(least <= stop && stop <= most, "{name} {board:?}: {found:?}, not {stop}");
            let width = most.sub(least).expect("small");
            assert!(width <= Dyadic::new(1, 2).expect("small"), "{name} {board:?}: {found:?}");
        }
        let outcome = exact.summary.outcome;
        let wins = match outcome {
            Outcome::L => [true, false],
            Outcome::R => [false, true],
            Outcome::N => [true, true],
            Outcome::P => [false, false],
            other => panic!("{other:?}"),
        };
        assert_eq!(found.first_wins, wins.map(Some), "{name} {board:?}");
        outcome
    }

    #[test]
    fn proofs_agree_with_values_on_all_small_boards() {
        let games = ruleset::catalogue().iter().filter(|r| can_enclose(**r));
        let mut outcomes = std::collections::BTreeMap::new();
        for &game in games {
            let mut solver = Solver::new(game, Budget::default());
            let mut graphs = enumerate::first();
            for order in 1..=6 {
                for graph in &graphs {
                    for tints in ["......", "L.....", "L.R.L.", "LR....", "..RL.L"] {
                        let board = Board::with_tints(graph.clone(), &tints[..order]);
                        let board = board.expect("the tints fit");
                        if game.fits(&board).is_ok() {
                            let outcome = check(&mut solver, &board, 1);
                            *outcomes.entry(outcome.to_string()).or_insert(0) += 1;
                        }
                    }
                }
                graphs = enumerate::next_connected(&graphs);
            }
        }
        assert_eq!(outcomes.len(), 4, "{outcomes:?}");
        assert!(outcomes.values().all(|&n| n > 50), "{outcomes:?}");
    }

    #[test]
    fn proofs_agree_with_values_on_larger_boards() {
        let snort = ruleset::find("snort").expect("in the catalogue");
        let mut solver = Solver::new(snort, Budget::default());
        let names = (1..=12).map(|seed| format!("random_tree(17,{seed})"));
        let more = (1..=6).map(|seed| format!("random_connected(12,18,{seed})"));
        let paths = (7..=19).map(|n| format!("path({n})"));
        for name in names.chain(more).chain(paths) {
            let board = parse_board(&name).expect("a family");
            for valued in [3, 9] {
                check(&mut solver, &board, valued);
            }
        }
    }
}
