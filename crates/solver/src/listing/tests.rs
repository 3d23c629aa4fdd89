use super::small::Small;
use super::*;
use crate::Budget;
use crate::rules::Rules;
use crate::steps::Count;
use boilingpoint_boards::canon::canonical;
use boilingpoint_boards::{Graph, enumerate, random_connected};
use boilingpoint_rules::{Col, Cutthroat, Ruleset, Snort};
use boilingpoint_values::Outcome;
use std::collections::HashMap;

const GAMES: [&dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];

fn connected(most: usize) -> Vec<Graph> {
    let mut graphs = enumerate::first();
    let mut all = graphs.clone();
    while graphs[0].order() < most {
        graphs = enumerate::next_connected(&graphs);
        all.extend(graphs.iter().cloned());
    }
    all
}

fn same(game: &'static dyn Ruleset, graphs: &[Graph]) -> usize {
    let [mut listing, mut single] = [(); 2].map(|()| Solver::new(game, Budget::default()));
    let mut without_stops = 0;
    for graph in graphs {
        let board = Board::untinted(graph.clone());
        let found = listing.summary_in_listing(&board, &Extras::default());
        let (found, own) = (
            found.expect("small"),
            single.summary(&board).expect("small"),
        );
        assert_eq!(
            found.outcome,
            own.outcome,
            "{} {}",
            game.name(),
            board.name()
        );
        let [f, o] = [&found, &own].map(|s| s.temperatures.expect("a game with values"));
        assert_eq!(
            (f.temperature, f.mean),
            (o.temperature, o.mean),
            "{}",
            board.name()
        );
        assert!(f.stops.is_none() || f.stops == o.stops);
        without_stops += usize::from(f.stops.is_none());
    }
    without_stops
}

#[test]
fn the_tables_of_a_listing_change_no_temperature() {
    let graphs = connected(7);
    for game in GAMES {
        let found = same(game, &graphs);
        assert!(
            game.name() != "snort" || found > graphs.len() / 2,
            "{found}"
        );
    }
}

#[test]
fn random_boards_of_the_greatest_orders_have_the_temperatures_of_their_values() {
    for game in GAMES {
        let board = |seed: u64| {
            let order = 8 + seed as usize % 6;
            random_connected(order, order + seed as usize % 9, seed)
        };
        same(game, &(0..40).map(board).collect::<Vec<_>>());
    }
}

/// The walls of the theorem, read off the thermographs of all options of small boards.
#[test]
fn replies_have_the_numbers_of_their_thermographs() {
    let mut solver = Solver::new(&Snort, Budget::default());
    solver.count = Count::unlimited();
    let quarter = |n: i64| Dyadic::new(n, 2).expect("small");
    for graph in connected(5) {
        let board = Small::of(&Board::untinted(graph));
        for v in board.claims(&solver.rules, Player::Left).bits() {
            let option = board.claim(&solver.rules, v, Player::Left);
            for w in option.claims(&solver.rules, Player::Right).bits() {
                let position = option.claim(&solver.rules, w, Player::Right);
                let Ok(reply) = solver.reply(&position) else {
                    panic!("the numbers are coarse")
                };
                let value = solver.value_of_small(&position).expect("small");
                let thermograph = solver.values.thermograph(value).expect("small");
                for t in (0..20).map(quarter) {
                    let units = tax(t).unwrap_or(NEVER);
                    let (left, right) = (&thermograph.left, &thermograph.right);
                    assert_eq!(left.at(t).unwrap() <= Dyadic::ZERO, reply.lambda <= units);
                    let double = t.add(t).unwrap();
                    assert_eq!(right.at(t).unwrap() >= double, reply.omega >= units);
                }
            }
        }
    }
}

/// Positions with the same key are isomorphic, and most isomorphic positions have the same key.
#[test]
fn keys_tell_positions_apart() {
    let rules = Rules::of(Snort.claiming().expect("a claiming game"));
    let mut forms: HashMap<u128, Vec<u8>> = HashMap::new();
    let (mut positions, mut keys) = (std::collections::HashSet::new(), 0);
    for graph in connected(6) {
        let board = Small::of(&Board::untinted(graph));
        for player in Player::BOTH {
            for v in board.claims(&rules, player).bits() {
                let option = board.claim(&rules, v, player);
                let (classes, rest) = option.classes();
                let form = canonical(&classes.part(rest)).key.to_vec();
                positions.insert(form.clone());
                let known = forms.entry(option.key()).or_insert_with(|| {
                    keys += 1;
                    form.clone()
                });
                assert_eq!(*known, form);
            }
        }
    }
    assert!(
        keys < positions.len() * 11 / 10,
        "{keys} keys of {} positions",
        positions.len()
    );
}

/// A budget below that of the tables gives the verdict of every other board.
#[test]
fn a_small_budget_refuses_as_before() {
    let budget = Budget {
        positions: 3,
        ..Budget::default()
    };
    let mut solver = Solver::new(&Snort, budget);
    let board = boilingpoint_boards::parse_board("cycle(9)").expect("a family");
    assert!(!solver.is_for_listing(&board));
    assert!(
        solver
            .summary_in_listing(&board, &Extras::default())
            .is_err()
    );
    let mut solver = Solver::new(&Snort, Budget::default());
    let found = solver.summary_in_listing(&board, &Extras::default());
    assert_eq!(found.expect("small").outcome, Outcome::N);
}

/// The keys choose the slots of the tables. They are those of a fixed labelling, and the same on
/// every machine.
#[test]
fn keys_and_claims_stay_as_they_are() {
    let graphs = connected(6);
    let sums = GAMES.map(|game| {
        let rules = Rules::of(game.claiming().expect("a claiming game"));
        let mut text = String::new();
        for graph in &graphs {
            let board = Small::of(&Board::untinted(graph.clone()));
            for player in Player::BOTH {
                for v in board.claims(&rules, player).bits() {
                    let option = board.claim(&rules, v, player);
                    let claims = option.claims(&rules, player.other());
                    let widest = option.widest(&rules, player);
                    let is_connected = option.key() != 0 && option.is_connected();
                    text += &format!("{:x} {claims:x} {widest:?} {is_connected}\n", option.key());
                }
            }
        }
        boilingpoint_pinned::sum(&text)
    });
    assert_eq!(
        sums,
        [
            0x1633_0cb4_6f98_e3e3,
            0xa6ad_0d10_f1e0_bb32,
            0x1382_c05a_6b0f_7d1b
        ]
    );
}

/// The temperatures of a listing, what it takes to find them, and which bounds it proves.
#[test]
#[cfg(target_pointer_width = "64")]
fn a_listing_takes_the_work_and_the_memory_of_the_table() {
    let mut text = String::new();
    for game in GAMES {
        let mut solver = Solver::new(game, Budget::default());
        for seed in 0..24 {
            let order = 3 + seed as usize % 9;
            let size = (order + seed as usize % 5).min(order * (order - 1) / 2);
            let board = Board::untinted(random_connected(order, size, seed));
            let found = solver.summary_in_listing(&board, &Extras::default());
            let temperature = found.map(|found| found.temperatures.map(|t| t.temperature));
            let bounds = [
                (0, 0),
                (7, 1),
                (19, 2),
                (9, 3),
                (2, 0),
                (5, 20),
                (3, 0),
                (1 << 40, 0),
            ];
            let proved = bounds.map(|(n, places)| {
                let t = Dyadic::new(n, places).expect("small");
                solver.is_at_most_in_listing(&board, t).expect("small")
            });
            let work = solver.work();
            let temperature = temperature.expect("small").map(|t| t.to_string());
            let bytes = solver.listing.bytes();
            text += &format!(
                "{} {seed} {temperature:?} {proved:?} {work:?} {bytes}\n",
                game.name()
            );
        }
    }
    let path = format!("{}/src/pinned/listing.txt", env!("CARGO_MANIFEST_DIR"));
    boilingpoint_pinned::assert_table(path, &text);
}

/// The boards that the theorem is for.
#[test]
fn only_plain_small_boards_of_claiming_games_are_for_listings() {
    let is_for = |game: &'static dyn Ruleset, name: &str, least: [u64; 2]| {
        let [positions, work] = least;
        let budget = Budget {
            positions,
            work,
            ..Budget::default()
        };
        let board = boilingpoint_boards::parse_board(name).expect(name);
        Solver::new(game, budget).is_for_listing(&board)
    };
    let enough = [LEAST_BUDGET; 2];
    assert!(is_for(&Snort, "path(9)", enough));
    assert!(!is_for(&Snort, "path(9)", [LEAST_BUDGET - 1, LEAST_BUDGET]));
    assert!(!is_for(&Snort, "path(9)", [LEAST_BUDGET, LEAST_BUDGET - 1]));
    assert!(!is_for(&Snort, "path(9):L........", enough));
    assert!(!is_for(&Snort, "path(30)", enough));
    assert!(!is_for(&boilingpoint_rules::NodeKayles, "path(9)", enough));
    assert!(!is_for(
        &boilingpoint_rules::Domineering,
        "squares(3,3)",
        enough
    ));
}
