//! Helpers of the tests of impartial games: the solver, the checker, and the definition itself.

pub use crate::common::board;
use boilingpoint_boards::canon::{fingerprint, normal};
use boilingpoint_boards::{Board, Graph, enumerate, parse_board};
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::{self as ruleset, Player, Ruleset};
use boilingpoint_solver::{Budget, SolveError, Solver};
use std::collections::{BTreeMap, HashMap};

/// The ruleset of that name.
pub fn rules(name: &str) -> &'static dyn Ruleset {
    ruleset::find(name).expect(name)
}

/// The least number that is not among those given.
pub fn mex(numbers: impl IntoIterator<Item = u32>) -> u32 {
    let numbers: Vec<u32> = numbers.into_iter().collect();
    (0..).find(|n| !numbers.contains(n)).expect("there is one")
}

/// Every list of numbers, the `i`-th of them below `below[i]`.
pub fn lists(below: &[u32]) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new()];
    for &most in below {
        let grown = |list: &Vec<u32>| {
            let list = list.clone();
            (0..most).map(move |n| [&list[..], &[n]].concat())
        };
        lists = lists.iter().flat_map(grown).collect();
    }
    lists
}

/// The least order with each value, among the positions on the graphs to the order `most`. `next`
/// makes the graphs of an order from those of the order before.
pub fn least_orders(
    game: &str,
    most: usize,
    next: impl Fn(&[Graph]) -> Vec<Graph>,
    positions: impl Fn(&Graph) -> Vec<Board>,
) -> Vec<(u32, usize)> {
    let mut game = Game::new(game);
    let mut least = BTreeMap::new();
    let mut graphs = enumerate::first();
    for order in 1..=most {
        for position in graphs.iter().flat_map(&positions) {
            least.entry(game.grundy(&position)).or_insert(order);
        }
        graphs = next(&graphs);
    }
    least.into_iter().collect()
}

/// A game played by the solver and by its rules.
pub struct Game {
    rules: &'static dyn Ruleset,
    solver: Solver,
    known: HashMap<Board, u32>,
}

impl Game {
    pub fn new(name: &str) -> Game {
        Game {
            rules: rules(name),
            solver: Solver::new(rules(name), crate::kit::unlimited()),
            known: HashMap::new(),
        }
    }

    /// The solver's Grundy value. The solver's tables contain all boards that were valued before.
    pub fn grundy(&mut self, board: &Board) -> u32 {
        let value = self.solver.value(board).expect("within the budget");
        let nimber = self.solver.values().as_nimber(value);
        nimber.unwrap_or_else(|| panic!("{} has no nimber", board.name()))
    }

    /// Whether the next player wins, as the solver says.
    pub fn next_wins(&mut self, board: &Board) -> bool {
        self.grundy(board) > 0
    }

    /// The Grundy value by definition: the least number that is not the value of an option. Nothing
    /// is reduced, merged or split; boards are compared as labelled boards.
    pub fn by_rules(&mut self, board: &Board) -> u32 {
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let options = self.rules.options(board, Player::Left);
        let values: Vec<u32> = options.iter().map(|o| self.by_rules(o)).collect();
        let value = mex(values);
        self.known.insert(board.clone(), value);
        value
    }
}

/// Checks that the solver and the independent checker agree on each board, after its name was
/// parsed again.
pub fn agree(name: &str, boards: &[Board]) {
    let rules = rules(name);
    let mut solver = Solver::new(rules, crate::kit::unlimited());
    for board in boards {
        assert_eq!(parse_board(&board.name()).as_ref(), Ok(board));
        let evaluation = solver.evaluate(board).expect("within the budget");
        let verdict = verify(rules, board, &evaluation, solver.values(), 1_000_000);
        assert_eq!(verdict, Verdict::Agrees, "{name}: {}", board.name());
    }
}

/// Relabelling does not change value, normal form or fingerprint. Verdicts on budgets do not depend
/// on boards solved before; the budgets are chosen so that both verdicts occur.
pub fn laws(name: &str, boards: &[Board]) {
    let solver = |positions| {
        let budget = Budget {
            positions,
            bytes: 1 << 26,
            ..crate::kit::unlimited()
        };
        Solver::new(rules(name), budget)
    };
    let nimber = |solver: &mut Solver, board: &Board| {
        let value = solver.value(board).expect("within the budget");
        solver.values().as_nimber(value).expect("a nimber")
    };
    let mut warm = solver(1_000_000);
    for (i, board) in boards.iter().enumerate() {
        let n = board.order();
        // A rotation, and a reversed rotation.
        let place: Vec<usize> = (0..n).map(|v| (v + i + 1) % n).collect();
        let mirrored: Vec<usize> = place.iter().map(|p| n - 1 - p).collect();
        let value = nimber(&mut warm, board);
        let fresh = &mut solver(1_000_000);
        for place in [place, mirrored] {
            let other = board.relabelled(&place);
            assert_eq!(fingerprint(board), fingerprint(&other), "{}", board.name());
            assert_eq!(normal(board), normal(&other), "{}", board.name());
            let found = (nimber(&mut warm, &other), nimber(fresh, &other));
            assert_eq!(
                found,
                (value, value),
                "{name}: {} as {}",
                board.name(),
                other.name()
            );
        }
    }
    let mut kinds = [false; 2];
    for positions in [1, 3, 10, 30, 100] {
        let fits = |solver: &mut Solver, board: &Board| match solver.value(board) {
            Ok(_) => true,
            Err(SolveError::Budget { .. }) => false,
            Err(error) => panic!("{name}: {}: {error}", board.name()),
        };
        let cold: Vec<bool> = boards
            .iter()
            .map(|b| fits(&mut solver(positions), b))
            .collect();
        let mut forward = solver(positions);
        let mut backward = solver(positions);
        let warm: Vec<bool> = boards.iter().map(|b| fits(&mut forward, b)).collect();
        let mut backwards: Vec<bool> = boards
            .iter()
            .rev()
            .map(|b| fits(&mut backward, b))
            .collect();
        backwards.reverse();
        assert_eq!(
            (&warm, &backwards),
            (&cold, &cold),
            "{name}, {positions} positions"
        );
        cold.iter()
            .for_each(|&fits| kinds[usize::from(fits)] = true);
    }
    assert_eq!(kinds, [true, true], "{name}");
}
