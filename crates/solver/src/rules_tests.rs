//! Tests of the theorem on dominated claims.

use super::*;
use crate::{Budget, Solver};
use boilingpoint_boards::{Board, Graph, enumerate};
use boilingpoint_checker::Checker;
use boilingpoint_rules::{Features, Options, Ruleset, Snort};

/// Every tinting of the connected graphs to order `most`.
fn tinted_boards(most: usize) -> Vec<Board> {
    let mut graphs = enumerate::first();
    let mut boards = Vec::new();
    for order in 1..=most {
        for graph in &graphs {
            boards.extend((0..3_usize.pow(order as u32)).map(|code| {
                let tint = |v: usize| TINTS[code / 3_usize.pow(v as u32) % 3];
                Board::new(graph.clone(), (0..order).map(tint).collect()).unwrap()
            }));
        }
        graphs = enumerate::next_connected(&graphs);
    }
    boards
}

/// Snort, but a component leaves the board as soon as all its vertices have one tint.
struct OneTintSnort;

static ONE_TINT_SNORT: Claiming = Claiming {
    may_claim: Claiming::not_the_others,
    neighbour: |tint, player| match (tint, player) {
        (Tint::Right, Player::Left) | (Tint::Left, Player::Right) => None,
        (_, Player::Left) => Some(Tint::Left),
        (_, Player::Right) => Some(Tint::Right),
    },
    edge_matters: |_, _| true,
    one_tint_is_over: true,
};

impl Ruleset for OneTintSnort {
    fn name(&self) -> &str {
        "one-tint-snort"
    }
    fn summary(&self) -> &str {
        "snort in which components of one tint leave"
    }
    fn carries(&self) -> Features {
        Features::TINTS
    }
    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        ONE_TINT_SNORT.options(position, player)
    }
    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&ONE_TINT_SNORT)
    }
}

/// Solver and checker agree on a game for which the theorem does not hold.
#[test]
fn no_claim_is_dominated_where_components_of_one_tint_leave() {
    assert!(Rules::of(Snort.claiming().unwrap()).claims_exclude());
    assert!(!Rules::of(&ONE_TINT_SNORT).claims_exclude());
    let mut solver = Solver::new(&OneTintSnort, Budget::default());
    for board in tinted_boards(4) {
        let checked = Checker::new(&OneTintSnort, 10_000).check(&board).unwrap();
        let form = checked.short.unwrap().form.unwrap();
        let value = solver.value(&board).unwrap();
        assert_eq!(solver.values().parse(&form).unwrap(), value, "{board:?}");
    }
}

/// The position after Left's claim of a vertex, on a board.
fn after_left(board: &Board, v: usize) -> Board {
    let claiming = Snort.claiming().unwrap();
    let choices = claiming.choices(board, Player::Left);
    let i = choices.iter().position(|choice| choice == &[v]).unwrap();
    let mut options = claiming.options(board, Player::Left);
    options.nth(i).unwrap()
}

/// The theorem, by the condition as it is written above, by values alone.
#[test]
fn a_dominated_claim_is_no_better() {
    let mut solver = Solver::new(&Snort, Budget::default());
    let mut dominated = 0;
    for board in tinted_boards(5) {
        let open = |v: usize, p| Claiming::not_the_others(board.tints()[v], p);
        let g: &Graph = board.graph();
        for u in (0..g.order()).filter(|&u| open(u, Player::Left)) {
            for v in (0..g.order()).filter(|&v| v != u && open(v, Player::Left)) {
                let mut reach = g
                    .neighbours(u)
                    .filter(|&w| w != v && open(w, Player::Right));
                let safe = g.has_edge(u, v) || !open(u, Player::Right);
                if !safe || reach.any(|w| !g.has_edge(w, v)) {
                    continue;
                }
                let better = solver.value(&after_left(&board, v)).unwrap();
                let other = solver.value(&after_left(&board, u)).unwrap();
                let no_better = solver.values().le(other, better).unwrap();
                assert!(no_better, "{board:?}: {v}, {u}");
                dominated += 1;
            }
        }
    }
    assert!(dominated > 5_000, "{dominated}");
}

/// Which claiming games have claims that give rights, and whose claims exclude the other player.
#[test]
fn rights_and_exclusions_of_the_games() {
    let mut found = Vec::new();
    for game in boilingpoint_rules::catalogue() {
        if let Some(claiming) = game.claiming() {
            let rules = Rules::of(claiming);
            found.push((game.name(), rules.gives_rights(), claims_exclude(claiming)));
        }
    }
    let expected = [
        ("snort", false, true),
        ("col", false, false),
        ("cutthroat", false, false),
        ("domineering", false, false),
        ("cram", false, false),
        ("node-kayles", false, false),
        ("arc-kayles", false, false),
    ];
    assert_eq!(found, expected);
    // In no game of the catalogue a claim gives rights. Here one gives them to either player.
    let giving = |player| Claiming {
        may_claim: match player {
            Player::Left => |tint, by| tint == Tint::Left && by == Player::Left,
            Player::Right => |tint, by| tint == Tint::Left && by == Player::Right,
        },
        neighbour: |tint, by| match (tint, by) {
            (Tint::Right, Player::Right) => Some(Tint::Left),
            _ => Some(tint),
        },
        edge_matters: |_, _| true,
        one_tint_is_over: false,
    };
    for player in Player::BOTH {
        assert!(Rules::of(&giving(player)).gives_rights());
    }
}
