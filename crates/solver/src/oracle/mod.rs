//! Oracles that share nothing with the solver: thousands of random boards of every game, played by
//! rules of their own (`rules`) without parts, twins, keys, symmetries, bounds or theorems. Values
//! are made by the algebra of `boilingpoint-values`, whose own oracles are trees.

mod laws;
mod rules;

use super::tests::draws;
use super::*;
use boilingpoint_boards::{Board, Link, Tint};
use boilingpoint_rules::{self as ruleset, Ruleset};
use boilingpoint_values::{Dyadic, Notation, Outcome, Value, Values, Winner};
use rules::{Game, IMPARTIAL, PARTIZAN, State};
use rustc_hash::FxHashMap;

/// The number of random boards of each game.
const BOARDS: usize = 2000;

/// Random numbers, the same in every run.
pub struct Draw(Box<dyn FnMut() -> u64>);

impl Draw {
    fn new() -> Draw {
        Draw(Box::new(draws()))
    }

    fn below(&mut self, most: usize) -> usize {
        (self.0() % most as u64) as usize
    }
}

fn rules_of(game: &Game) -> &'static dyn Ruleset {
    ruleset::find(game.name).expect("a ruleset")
}

fn named(game: &str, board: &Board) -> String {
    format!("{game}: {} {}", board.name(), board.tint_string())
}

/// The value of a state, from all options of both players.
fn value(
    values: &mut Values,
    game: &Game,
    board: &Board,
    state: &State,
    known: &mut FxHashMap<State, Value>,
) -> Value {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let [lefts, rights] = [0, 1].map(|player| {
        let options = (game.options)(board, state, player);
        let valued = options
            .iter()
            .map(|next| value(values, game, board, next, known));
        valued.collect::<Vec<Value>>()
    });
    let value = values.game(&lefts, &rights).expect("small");
    known.insert(state.clone(), value);
    value
}

/// Canonical forms, outcomes, means, temperatures and stops; and the bounds by enclosures, by
/// cooling and by proofs of who wins, which contain these.
fn check_partizan(game: &Game) {
    let (rules, draw) = (rules_of(game), &mut Draw::new());
    let mut solver = Solver::new(rules, Budget::default());
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..BOARDS {
        let board = (game.board)(draw);
        let what = named(game.name, &board);
        let mut values = Values::new();
        let start = (game.start)(&board);
        let played = value(&mut values, game, &board, &start, &mut FxHashMap::default());
        let form = values.notation(played, Notation::Text, 1 << 20);
        let e = solver.evaluate(&board).expect("small");
        let found = solver.canonical_form(e.value().expect("a value"), Notation::Text, 1 << 20);
        assert_eq!(found, form, "{what}");
        let thermograph = values.thermograph(played).expect("small");
        let stops = [
            values.left_stop(played).expect("small"),
            values.right_stop(played),
        ];
        let numbers = Temperatures {
            mean: thermograph.mean,
            temperature: thermograph.temperature,
            stops: Some(stops),
        };
        assert_eq!(e.temperatures(), Some(numbers), "{what}");
        let outcome = values.outcome(played).expect("small");
        assert_eq!(e.summary.outcome, outcome, "{what}");
        if can_enclose(rules) {
            bounded(rules, &board, draw, &numbers, outcome, |enclosure| {
                let contains = enclosure.contains(&thermograph);
                assert!(contains.expect("small"), "{what}: {enclosure:?}");
            });
        }
        kinds.insert(form);
    }
    assert!(kinds.len() > 20, "{}: {kinds:?}", game.name);
}

/// Compares the bounds of a board with its numbers.
fn bounded(
    rules: &'static dyn Ruleset,
    board: &Board,
    draw: &mut Draw,
    numbers: &Temperatures,
    outcome: Outcome,
    check: impl Fn(&boilingpoint_values::Enclosure),
) {
    let budget = Budget::default();
    let what = named(rules.name(), board);
    let effort = Effort {
        steps: [0, 3, 30, 300][draw.below(4)],
        valued: [0, 3][draw.below(2)],
        cold: None,
    };
    check(&enclose(rules, &budget, board, effort).expect("enclosed"));
    let most = Dyadic::integer(2 * board.order() as i64 + 1);
    let mast = cool(rules, &budget, board, [Dyadic::MINUS_ONE, most]).expect("cooled");
    let [low, high] = mast.temperature;
    let temperature = numbers.temperature;
    assert!(
        low <= temperature && temperature <= high,
        "{what}: {mast:?}"
    );
    assert!(mast.mean.is_none_or(|mean| mean == numbers.mean), "{what}");
    let wins = [
        outcome.winners()[0] == Winner::Left,
        outcome.winners()[1] == Winner::Right,
    ];
    let proved = first_wins(rules, &budget, board).expect("small");
    for (proved, wins) in proved.into_iter().zip(wins) {
        assert!(proved.is_none_or(|proved| proved == wins), "{what}");
    }
}

macro_rules! partizan {
    ($($test:ident $game:literal;)*) => {
        $(#[test]
        fn $test() {
            check_partizan(&PARTIZAN[$game]);
        })*
    };
}

partizan! {
    snort_is_played 0;
    col_is_played 1;
    cutthroat_is_played 2;
    clobber_is_played 3;
    digraph_placement_is_played 4;
    domineering_is_played 5;
}

/// The least number that is the Grundy value of no option.
fn grundy(game: &Game, board: &Board, state: &State, known: &mut FxHashMap<State, u32>) -> u32 {
    if let Some(&grundy) = known.get(state) {
        return grundy;
    }
    let options = (game.options)(board, state, 0);
    let met: Vec<u32> = options
        .iter()
        .map(|next| self::grundy(game, board, next, known))
        .collect();
    let least = (0..)
        .find(|n| !met.contains(n))
        .expect("finitely many are met");
    known.insert(state.clone(), least);
    least
}

/// Grundy values and outcomes of impartial games.
#[test]
fn impartial_games_are_played() {
    for game in &IMPARTIAL {
        let (rules, draw) = (rules_of(game), &mut Draw::new());
        let mut solver = Solver::new(rules, Budget::default());
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..BOARDS {
            let board = (game.board)(draw);
            let start = (game.start)(&board);
            let played = grundy(game, &board, &start, &mut FxHashMap::default());
            let found = solver.evaluate(&board).expect("small").summary;
            let outcome = if played == 0 { Outcome::P } else { Outcome::N };
            let found = (found.grundy, found.outcome);
            assert_eq!(
                found,
                (Some(played), outcome),
                "{}",
                named(game.name, &board)
            );
            met.insert(played);
        }
        assert!(met.len() > 2, "{}: {met:?}", game.name);
    }
}

/// The result of best play from a state in which all places are taken in turn, as 1 for Left, -1
/// for Right and 0 for neither. `ended` gives the result of a state that has ended; a full state
/// has.
fn result(
    state: &State,
    player: usize,
    ended: &dyn Fn(&State) -> Option<i8>,
    known: &mut FxHashMap<(State, usize), i8>,
) -> i8 {
    if let Some(result) = ended(state) {
        return result;
    }
    if let Some(&result) = known.get(&(state.clone(), player)) {
        return result;
    }
    let free = (0..state.len()).filter(|&place| state[place] == 0);
    let results = free.map(|place| {
        let mut next = state.clone();
        next[place] = player as u8 + 1;
        result(&next, 1 - player, ended, known)
    });
    let best = if player == 0 {
        results.max()
    } else {
        results.min()
    };
    let best = best.expect("a full state has ended");
    known.insert((state.clone(), player), best);
    best
}

/// Compares the outcome of a board with that of best play.
fn check_winner(name: &str, board: &Board, places: usize, ended: &dyn Fn(&State) -> Option<i8>) {
    let rules = ruleset::find(name).expect("a ruleset");
    let [left, right] = [0, 1].map(|player| {
        match result(&vec![0; places], player, ended, &mut FxHashMap::default()) {
            1 => Winner::Left,
            -1 => Winner::Right,
            _ => Winner::Nobody,
        }
    });
    let mut solver = Solver::new(rules, Budget::default());
    let found = solver.evaluate(board).expect("small").summary.outcome;
    assert_eq!(found, Outcome::of(left, right), "{}", named(name, board));
}

/// The Shannon switching game: Left deletes an edge, Right keeps one, until none is left; Right
/// wins if the kept edges connect all vertices.
#[test]
fn shannon_is_played() {
    let draw = &mut Draw::new();
    for _ in 0..BOARDS {
        let board = draw.edges();
        let links = board.links();
        let ended = |state: &State| {
            if state.contains(&0) {
                return None;
            }
            let mut part: Vec<usize> = (0..board.order()).collect();
            for (link, _) in links.iter().zip(state).filter(|(_, mark)| **mark == 2) {
                let [a, b] = [part[link.from], part[link.to]];
                part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
            }
            let connected = part.iter().all(|&p| p == part[0]);
            Some(if connected { -1 } else { 1 })
        };
        check_winner("shannon", &board, links.len(), &ended);
    }
}

/// The points of a winning set, and the player whom its tint says to have taken from it.
fn sets_of(board: &Board) -> Vec<(Tint, Vec<usize>)> {
    let links = board.links();
    let looped = links.iter().filter(|l| l.from == l.to);
    let sets = looped.map(|set: &Link| {
        let set = set.from;
        let points = links.iter().filter(|l| l.to == set && l.from != set);
        (board.tints()[set], points.map(|l| l.from).collect())
    });
    sets.collect()
}

/// Positional games, in which the first to complete a set wins, and Maker-Breaker games.
#[test]
fn positional_games_are_played() {
    let draw = &mut Draw::new();
    for round in 0..2 * BOARDS {
        let maker = round % 2 == 0;
        let board = draw.sets(!maker);
        let sets = sets_of(&board);
        let points = board.order() - sets.len();
        let ended = |state: &State| {
            let complete = |player: u8, tint: Tint| {
                let mut own = sets.iter().filter(|(t, _)| [Tint::None, tint].contains(t));
                own.any(|(_, points)| points.iter().all(|&p| state[p] == player))
            };
            let none = if maker { -1 } else { 0 };
            if complete(1, Tint::Left) {
                Some(1)
            } else if !maker && complete(2, Tint::Right) {
                Some(-1)
            } else {
                (!state.contains(&0)).then_some(none)
            }
        };
        let name = if maker { "maker-breaker" } else { "positional" };
        check_winner(name, &board, points, &ended);
    }
}
