//! Proved bounds for the numbers of a value that is not known.

use super::cutoff::temperature_by_theorem;
use super::enclose::{FirstBounds, enclose_from};
use super::{Budget, Effort, SolveError, can_enclose, cool, enclose, narrow};
use boilingpoint_boards::{Board, domination_at_least};
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_values::{Dyadic, Enclosure, Outcome, ValueError};

/// The most memory, in bytes, for the solver that encloses a board. Each board gets a solver of its
/// own, so that the bounds depend on the board alone.
const BYTES: usize = 256 << 20;

/// The steps of the search for bounds before a board is cooled. Most boards that the search can
/// enclose exactly take fewer steps; for others, cooling begins at these bounds.
const STEPS_BEFORE_COOLING: u64 = 300;

/// Proved bounds for the numbers of a value's thermograph. Each pair is the least and the greatest
/// possible value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least and the greatest possible temperature.
    pub temperature: [Dyadic; 2],
    /// The least and the greatest possible mean.
    pub mean: [Dyadic; 2],
    /// The least and the greatest possible left stop.
    pub left_stop: [Dyadic; 2],
    /// The least and the greatest possible right stop.
    pub right_stop: [Dyadic; 2],
    /// Whether Left wins moving first, and whether Right wins moving first. `None` if only the
    /// stops may tell.
    pub first_wins: [Option<bool>; 2],
}

impl Bounds {
    /// The budget of a search for bounds: the given budget, with at most 256 MiB of memory.
    pub fn budget(given: &Budget) -> Budget {
        Budget {
            bytes: given.bytes.min(BYTES),
            ..given.clone()
        }
    }

    /// Encloses the thermograph of a board within an effort and the budget's work. The result is a
    /// function of the ruleset, the board, the effort, the work and the bytes.
    ///
    /// # Errors
    /// The errors of [`enclose()`].
    pub fn of_board(
        ruleset: &'static dyn Ruleset,
        board: &Board,
        effort: Effort,
        budget: &Budget,
    ) -> Result<Bounds, SolveError> {
        let enclosure = enclose(ruleset, budget, board, effort)?;
        Ok(Bounds::of_enclosure(&enclosure)?)
    }

    /// Bounds for a board that the exact solver cannot finish: by a short search for bounds from
    /// stars, by a theorem about the game, by cooling, by proofs of who wins, and by a search of
    /// `steps` steps. Cooling takes half of the budget's work, of squares up to three times as much
    /// as the budget; the proofs take as much as the budget. The result is a function of the
    /// arguments.
    ///
    /// # Errors
    /// The errors of [`enclose()`].
    pub fn of_hard_board(
        ruleset: &'static dyn Ruleset,
        board: &Board,
        steps: u64,
        budget: &Budget,
    ) -> Result<Bounds, SolveError> {
        let short = Effort::of(steps.min(STEPS_BEFORE_COOLING));
        let by_stars = |effort| {
            let found = enclose_from(ruleset, budget, board, effort, FirstBounds::ByStars)?;
            Ok::<_, SolveError>(Bounds::of_enclosure(&found)?)
        };
        let mut found = by_stars(short)?;
        if let Some(most) = temperature_by_theorem(ruleset, board, domination_at_least) {
            found.temperature[1] = found.temperature[1].min(most);
        }
        let half = Budget {
            work: budget.work / 2,
            ..budget.clone()
        };
        if !found.has_mast() {
            let mast = cool(ruleset, &half, board, found.temperature)?;
            found.temperature = mast.temperature;
            found.mean = mast.mean.map_or(found.mean, |mean| [mean; 2]);
        }
        if !found.are_exact() || found.outcome().is_none() {
            found = narrow(ruleset, budget, board, found)?;
        }
        if found.has_mast() || steps <= STEPS_BEFORE_COOLING {
            return Ok(found);
        }
        Ok(by_stars(Effort::of(steps))?.and(&found))
    }

    /// The bounds that follow from two bounds of the same value.
    fn and(&self, other: &Bounds) -> Bounds {
        let first_wins = [0, 1].map(|i| self.first_wins[i].or(other.first_wins[i]));
        Bounds {
            temperature: both(self.temperature, other.temperature),
            mean: both(self.mean, other.mean),
            left_stop: both(self.left_stop, other.left_stop),
            right_stop: both(self.right_stop, other.right_stop),
            first_wins,
        }
    }

    /// Whether the bounds leave one possible mean and temperature.
    fn has_mast(&self) -> bool {
        [self.temperature, self.mean]
            .iter()
            .all(|[least, most]| least == most)
    }

    /// Bounds without a search; `None` if none are known.
    ///
    /// The value of a position of an impartial game is a nimber (Sprague and Grundy): both stops
    /// are 0, and so is the mean. The temperature of 0 is -1, that of another nimber is 0. The same
    /// holds of an all-small game, since it is infinitesimal.
    ///
    /// If every play from a position of a partizan game ends after `n` moves, the game and its
    /// followers have stops from `-n` to `n`. So no wall leaves this strip at a temperature of 0 or
    /// more. At the temperature `n` the left scaffold is at most `n - n` and the right scaffold at
    /// least `-n + n`, so the temperature is at most `n`.
    pub fn without_search(ruleset: &dyn Ruleset, board: &Board) -> Option<Bounds> {
        let zero = [Dyadic::ZERO; 2];
        let small = Bounds::of_stops([Dyadic::MINUS_ONE, Dyadic::ZERO], zero, zero);
        match ruleset.algebra() {
            Algebra::Impartial => Some(small),
            Algebra::Partizan if ruleset.is_all_small() => Some(small),
            Algebra::Partizan => {
                let moves = i64::try_from(ruleset.moves_at_most(board)?).ok()?;
                let strip = [-moves, moves].map(Dyadic::integer);
                let temperature = [Dyadic::MINUS_ONE, Dyadic::integer(moves)];
                Some(Bounds::of_stops(temperature, strip, strip))
            }
            Algebra::Winner => None,
        }
    }

    /// Bounds for a board that has no value because of `why`: those that `enclose` proves, else
    /// those that hold without a search. `None` if the game has no values.
    ///
    /// # Errors
    /// `why`, if the board is no position of the game.
    pub fn in_place_of_value(
        ruleset: &dyn Ruleset,
        board: &Board,
        why: SolveError,
        enclose: impl FnOnce() -> Result<Bounds, SolveError>,
    ) -> Result<Option<Bounds>, SolveError> {
        if !why.is_limit() {
            return Err(why);
        }
        if can_enclose(ruleset) {
            match enclose() {
                Ok(bounds) if ruleset.is_number_or_star() => {
                    return Ok(Some(bounds.of_number_or_star()));
                }
                Ok(bounds) => return Ok(Some(bounds)),
                Err(error) if error.is_limit() => {}
                Err(error) => return Err(error),
            }
        }
        let bounds = Bounds::without_search(ruleset, board);
        let bounds = match ruleset.is_number_or_star() {
            true => bounds.map(Bounds::of_number_or_star),
            false => bounds,
        };
        let has_values = ruleset.algebra() != Algebra::Winner;
        match bounds {
            None if has_values => Err(why),
            bounds => Ok(bounds),
        }
    }

    /// The bounds that hold as well if the value is a number or a number plus `*`: the stops are
    /// the mean, and the temperature is at most 0.
    fn of_number_or_star(self) -> Bounds {
        let all = [self.mean, self.left_stop, self.right_stop];
        let least = all.map(|[least, _]| least).into_iter().max();
        let most = all.map(|[_, most]| most).into_iter().min();
        let (Some(least), Some(most)) = (least, most) else {
            return self;
        };
        let [coldest, hottest] = self.temperature;
        Bounds {
            temperature: [coldest, hottest.min(Dyadic::ZERO)],
            mean: [least, most],
            left_stop: [least, most],
            right_stop: [least, most],
            first_wins: self.first_wins,
        }
    }

    /// Whether the bounds leave one possible value for each number.
    pub fn are_exact(&self) -> bool {
        let all = [self.temperature, self.mean, self.left_stop, self.right_stop];
        all.iter().all(|[least, most]| least == most)
    }

    /// Reads the bounds from an enclosure of the thermograph.
    ///
    /// # Errors
    /// When a number does not fit into a [`Dyadic`].
    pub fn of_enclosure(enclosure: &Enclosure) -> Result<Bounds, ValueError> {
        Ok(Bounds {
            temperature: enclosure.temperature(),
            mean: enclosure.mean(),
            left_stop: enclosure.left_stop()?,
            right_stop: enclosure.right_stop()?,
            first_wins: [None; 2],
        })
    }

    /// The outcome, if it is known which players win moving first. Left does if a stop is positive,
    /// since no left stop is less than the right stop, and she does not if the left stop is
    /// negative. The same holds of Right and the negatives of the stops.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_stops = |[own, other]: [[Dyadic; 2]; 2]| {
            let wins = own[0].max(other[0]) > Dyadic::ZERO;
            (wins || own[1] < Dyadic::ZERO).then_some(wins)
        };
        let left = by_stops([self.left_stop, self.right_stop]).or(self.first_wins[0]);
        let right = [self.right_stop, self.left_stop].map(negative);
        let right = by_stops(right).or(self.first_wins[1]);
        Some(match (left?, right?) {
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
        })
    }

    /// The bounds for all numbers that follow from bounds for the temperature and the mean. No stop
    /// exceeds the number of vertices in absolute value. `None` if that number is too large for a
    /// dyadic.
    pub fn of_temperature_and_mean(
        board: &Board,
        temperature: [Dyadic; 2],
        mean: [Dyadic; 2],
    ) -> Option<Bounds> {
        let moves = i64::try_from(board.order()).ok()?;
        let stops = [-moves, moves].map(Dyadic::integer);
        Some(Bounds::of_stops(temperature, mean, stops))
    }

    /// The bounds that are the same for both stops.
    fn of_stops(temperature: [Dyadic; 2], mean: [Dyadic; 2], stops: [Dyadic; 2]) -> Bounds {
        Bounds {
            temperature,
            mean,
            left_stop: stops,
            right_stop: stops,
            first_wins: [None; 2],
        }
    }

    /// The number that both stops are, if the bounds leave one.
    pub(super) fn only_stop(&self) -> Option<Dyadic> {
        let [least, most] = both(self.left_stop, self.right_stop);
        let is_one = self.left_stop == self.right_stop && least == most;
        is_one.then_some(least)
    }

    /// Whether the value is hot: whether its left stop exceeds its right stop.
    pub fn is_hot(&self) -> Option<bool> {
        if self.left_stop[0] > self.right_stop[1] {
            return Some(true);
        }
        // The left stop of a game is never less than its right stop.
        (self.left_stop[1] <= self.right_stop[0]).then_some(false)
    }
}

/// The bounds that follow from two bounds of the same number.
pub fn both(a: [Dyadic; 2], b: [Dyadic; 2]) -> [Dyadic; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

/// The bounds for the negative of a number.
pub fn negative([least, most]: [Dyadic; 2]) -> [Dyadic; 2] {
    [most.neg(), least.neg()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::tests::{larger_boards, small_boards};
    use boilingpoint_boards::Graph;
    use boilingpoint_rules as rules;

    /// Compares the bounds of a board, proved with little work, with its value.
    fn check(solver: &mut Solver, board: &Board, work: u64) {
        let exact = solver.evaluate(board).unwrap();
        let numbers = exact.temperatures().unwrap();
        let budget = Budget {
            work,
            ..Budget::default()
        };
        let steps = STEPS_BEFORE_COOLING + work;
        let found = Bounds::of_hard_board(solver.ruleset(), board, steps, &budget).unwrap();
        for ([least, most], number) in [
            (found.left_stop, numbers.left_stop().unwrap()),
            (found.right_stop, numbers.right_stop().unwrap()),
            (found.mean, numbers.mean),
            (found.temperature, numbers.temperature),
        ] {
            let name = solver.ruleset().name();
            assert!(
                least <= number && number <= most,
                "{name} {board:?}: {found:?}, not {number}"
            );
        }
        assert!(found.outcome().is_none_or(|o| o == exact.summary.outcome));
    }

    #[test]
    fn bounds_hold_for_all_small_boards() {
        for &game in rules::catalogue().iter().filter(|r| can_enclose(**r)) {
            let mut solver = Solver::new(game, Budget::default());
            for board in small_boards(game) {
                check(&mut solver, &board, 20);
            }
        }
    }

    #[test]
    fn bounds_hold_for_larger_boards() {
        let mut solver = Solver::new(&rules::Snort, Budget::default());
        for board in larger_boards() {
            for work in [100, 5000] {
                check(&mut solver, &board, work);
            }
        }
    }

    /// Bounds that leave one number each, but for what the caller sets.
    fn of_numbers(left: [i64; 2], right: [i64; 2]) -> Bounds {
        let numbers = |pair: [i64; 2]| pair.map(Dyadic::integer);
        Bounds {
            left_stop: numbers(left),
            right_stop: numbers(right),
            ..Bounds::of_stops(numbers([0, 0]), numbers([0, 0]), numbers([0, 0]))
        }
    }

    #[test]
    fn stops_tell_whether_a_value_is_hot() {
        for (left, right, hot) in [
            ([2, 3], [0, 1], Some(true)),
            ([1, 3], [0, 1], None),
            ([1, 1], [1, 1], Some(false)),
            ([0, 2], [1, 2], None),
            ([0, 1], [1, 1], Some(false)),
        ] {
            let bounds = of_numbers(left, right);
            assert_eq!(bounds.is_hot(), hot, "{left:?} {right:?}");
        }
    }

    #[test]
    fn each_inexact_number_makes_bounds_inexact() {
        let exact = of_numbers([1, 1], [-1, -1]);
        assert!(exact.are_exact() && exact.has_mast());
        let apart = [0, 1].map(Dyadic::integer);
        let mast = |bounds: Bounds| (bounds.are_exact(), bounds.has_mast());
        let [temperature, mean, left_stop, right_stop] = [apart; 4];
        assert_eq!(
            mast(Bounds {
                temperature,
                ..exact
            }),
            (false, false)
        );
        assert_eq!(mast(Bounds { mean, ..exact }), (false, false));
        assert_eq!(mast(Bounds { left_stop, ..exact }), (false, true));
        assert_eq!(
            mast(Bounds {
                right_stop,
                ..exact
            }),
            (false, true)
        );
    }

    #[test]
    fn stops_are_within_the_order() {
        let [cold, zero] = [Dyadic::MINUS_ONE, Dyadic::ZERO];
        let board = Board::untinted(Graph::empty(7));
        let bounds = Bounds::of_temperature_and_mean(&board, [cold, zero], [zero; 2]).unwrap();
        let stops = [-7, 7].map(Dyadic::integer);
        let expected = [[cold, zero], [zero; 2], stops, stops];
        let found = [
            bounds.temperature,
            bounds.mean,
            bounds.left_stop,
            bounds.right_stop,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_error_that_is_no_limit_is_not_replaced_by_bounds() {
        let board = Board::untinted(Graph::empty(2));
        let full = || SolveError::Memory(1);
        let ask = |ruleset: &dyn Ruleset, why, bounds: Result<Bounds, SolveError>| {
            Bounds::in_place_of_value(ruleset, &board, why, || bounds)
        };
        let wrong = SolveError::NoValue("chess".to_owned());
        let exact = of_numbers([1, 1], [1, 1]);
        let snort = |why, bounds| ask(&rules::Snort, why, bounds);
        assert_eq!(snort(wrong.clone(), Ok(exact)), Err(wrong.clone()));
        assert_eq!(snort(full(), Err(wrong.clone())), Err(wrong));
        assert_eq!(snort(full(), Ok(exact)), Ok(Some(exact)));
        let loose = Bounds::without_search(&rules::Snort, &board);
        assert_eq!(snort(full(), Err(full())), Ok(loose));
        // A game of winners has no bounds, and needs none.
        assert_eq!(ask(&rules::Shannon, full(), Ok(exact)), Ok(None));
    }
}
