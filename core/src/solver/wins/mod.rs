//! Bounds for the stops of a board, and its outcome, by proving who wins.
//!
//! A canonical form of a large board is huge, but a proof that a player wins needs one good answer
//! to each move. So proofs reach boards of hundreds of vertices that have no canonical form that
//! fits into memory. `search.rs` proves who wins sums of the board and a number; `store.rs` holds
//! the components of the board after some moves, and `sum.rs` adds them.
//!
//! **Theorem.** Let the left stop of `G` be at least `l` and its right stop at most `r`, where
//! `l > r`. Then the temperature of `G` is at least `(l - r)/2`.
//!
//! *Proof.* The left wall falls as the penalty `t` grows, with a slope of 0 or -1, and the right wall
//! rises with a slope of 0 or 1. At 0 they are at least `l - r` apart, so they do not meet below
//! `(l - r)/2` (Siegel, *Combinatorial Game Theory*, II.5). ∎
//!
//! The left stop of `G` is compared with one number after the other: it is at least `n` if Left,
//! moving first, wins `G - n + 1/ω`, and greater than `n` if she wins `G - n - 1/ω` (`search.rs`). The
//! right stop is the negative of the left stop of `-G`. Nothing is rounded: what is proved is exact.

mod search;
mod stop;
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
use stop::Stop;
use store::Store;

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
    let mut search = Search::new(Store::new(solver, valued, budget.bytes / 2));
    search.store.set_work(budget.work);
    let own_negative = match search.store.sum(position.clone(), position.all()) {
        Ok(sum) => sum.is_self_negative(),
        Err(error) => return unless_limited(Err(error)),
    };
    let mut left = Stop::new(stops.left, stops.first_wins[0]);
    let mut right = Stop::new(negative(stops.right), stops.first_wins[1]);
    if own_negative {
        // The right stop is the negative of the left stop, and not greater.
        left.least.at = left.least.at.max(Dyadic::ZERO);
        left.narrow(budget.work, |q, work| search.answer(position, q, work))?;
        right = left.clone();
    } else {
        let swapped = position.swapped();
        left.narrow(budget.work / 2, |q, work| search.answer(position, q, work))?;
        right.narrow(budget.work / 2, |q, work| search.answer(&swapped, q, work))?;
    }
    *stops = Stops {
        left: left.bounds(),
        right: negative(right.bounds()),
        first_wins: [left.first_wins, right.first_wins],
    };
    Ok(())
}

fn negative([least, most]: [Dyadic; 2]) -> [Dyadic; 2] {
    [most.neg(), least.neg()]
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
            assert!(
                least <= stop && stop <= most,
                "{name} {board:?}: {found:?}, not {stop}"
            );
            assert_eq!(least, most, "{name} {board:?}: {found:?}, not {stop}");
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
