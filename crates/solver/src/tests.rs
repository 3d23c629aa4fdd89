//! Tests of the solver: values from the literature, and budgets.

use super::*;
use boilingpoint_boards::{Board, Graph, enumerate, parse_board, random_connected, random_tree};
use boilingpoint_rules::{self as ruleset, NodeKayles, Ruleset, Snort};
use boilingpoint_values::{Dyadic, Notation};

fn caterpillar(n: usize) -> Board {
    let (a, b, c) = (0, 1, 2);
    let mut edges = vec![(a, b), (b, c)];
    let mut next = 3;
    for (hub, leaves) in [(a, n + 1), (b, n), (c, n + 1)] {
        for _ in 0..leaves {
            edges.push((hub, next));
            next += 1;
        }
    }
    Board::untinted(Graph::from_edges(next, edges))
}

/// All connected boards to order 6 that a game fits, with five patterns of tints.
pub fn small_boards(game: &dyn Ruleset) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut graphs = enumerate::first();
    for order in 1..=6 {
        for graph in &graphs {
            for tints in ["......", "L.....", "L.R.L.", "LR....", "..RL.L"] {
                let board = Board::with_tints(graph.clone(), &tints[..order]);
                boards.push(board.expect("the tints fit"));
            }
        }
        graphs = enumerate::next_connected(&graphs);
    }
    boards.retain(|board| game.fits(board).is_ok());
    boards
}

/// Random trees of order 17, random graphs of order 12, and paths.
pub fn larger_boards() -> impl Iterator<Item = Board> {
    let names = (1..=12).map(|seed| format!("random_tree(17,{seed})"));
    let more = (1..=6).map(|seed| format!("random_connected(12,18,{seed})"));
    let paths = (7..=19).map(|n| format!("path({n})"));
    let names = names.chain(more).chain(paths);
    names.map(|name| parse_board(&name).expect("a family"))
}

fn path(n: usize) -> Board {
    Board::untinted(Graph::from_edges(n, (1..n).map(|i| (i - 1, i))))
}

/// Table 1 of "Degrees are useless in Snort when measuring temperature".
#[test]
fn the_papers_caterpillars() {
    let mut solver = Solver::new(&Snort, Budget::default());
    for (n, form) in [
        (1, "±(3*,{5|4||*})"),
        (2, "±(5,{8|6*||0})"),
        (3, "±(7*,{11|8||*})"),
        (8, "±(17,{26|18*||0})"),
    ] {
        let e = solver.evaluate(&caterpillar(n)).unwrap();
        assert_eq!(
            solver
                .canonical_form(e.value().unwrap(), Notation::Text, 1000)
                .as_deref(),
            Some(form)
        );
        assert_eq!(
            e.temperatures().unwrap().temperature.to_string(),
            (2 * n + 1).to_string()
        );
    }
}

#[test]
fn paths() {
    let mut solver = Solver::new(&Snort, Budget::default());
    for (n, form) in [
        (1, "*"),
        (2, "{1|-1}"),
        (3, "{2|-2}"),
        (4, "{{2|1}|{-1|-2}}"),
        (6, "*"),
        (9, "{2*|-2*}"),
    ] {
        let v = solver.value(&path(n)).unwrap();
        assert_eq!(
            solver.canonical_form(v, Notation::Braces, 1000).as_deref(),
            Some(form),
            "path({n})"
        );
    }
}

#[test]
fn the_empty_board_is_zero() {
    let mut solver = Solver::new(&Snort, Budget::default());
    assert_eq!(
        solver.value(&Board::untinted(Graph::empty(0))).unwrap(),
        boilingpoint_values::Value::ZERO
    );
}

/// Budgets of positions or of work, or of both.
fn budgets(limits: &[(u64, u64)]) -> impl Iterator<Item = Budget> {
    limits.iter().map(|&(positions, work)| Budget {
        positions,
        work,
        ..Budget::default()
    })
}

const FREE: u64 = u64::MAX;

/// The boards in any order, on one solver or on many, have the same verdicts.
fn check_history(ruleset: &'static dyn Ruleset, boards: &[Board], limits: &[(u64, u64)]) {
    let mut seen = [0, 0];
    for budget in budgets(limits) {
        let verdict = |solver: &mut Solver, board: &Board| solver.evaluate(board).map(drop);
        let alone = |b| verdict(&mut Solver::new(ruleset, budget.clone()), b);
        let cold: Vec<_> = boards.iter().map(alone).collect();
        let mut solver = Solver::new(ruleset, budget.clone());
        let warm: Vec<_> = boards.iter().map(|b| verdict(&mut solver, b)).collect();
        let mut solver = Solver::new(ruleset, budget.clone());
        let mut backward: Vec<_> = boards
            .iter()
            .map(|b| verdict(&mut solver, b))
            .rev()
            .collect();
        backward.reverse();
        assert_eq!(cold, warm, "{} {budget:?}", ruleset.name());
        assert_eq!(cold, backward, "{} {budget:?}", ruleset.name());
        cold.iter()
            .for_each(|verdict| seen[usize::from(verdict.is_ok())] += 1);
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{}: {seen:?}", ruleset.name());
}

#[test]
fn verdicts_do_not_depend_on_what_was_solved_before() {
    let paths: Vec<Board> = (2..15).map(path).collect();
    let limits = [1, 5, 30, 100, 400].map(|positions| (positions, FREE));
    check_history(&Snort, &paths, &limits);
    let work = [10, 100, 1000, 4000].map(|work| (FREE, work));
    check_history(&Snort, &paths, &work);
    let squares = [
        "...|...",
        "....|....",
        "..#|...|#..",
        ".....|.....",
        "...|...|...",
        ".#.|...|..",
    ];
    let squares: Vec<Board> = squares.map(|text| parse_board(text).unwrap()).into();
    let limits = [(FREE, 20), (FREE, 60), (FREE, 200), (FREE, 600), (20, 200)];
    let game = |name| ruleset::by_name(name).unwrap();
    check_history(game("domineering"), &squares, &limits);
    check_history(game("arc-kayles"), &paths, &limits);
    let edges: Vec<Board> = (4..9)
        .map(|seed| Board::untinted(random_connected(9, 15, seed)))
        .collect();
    check_history(game("shannon"), &edges, &[(FREE, 20), (FREE, FREE)]);
}

#[test]
fn budgets_end_with_a_verdict() {
    let board = path(40);
    let few = Budget {
        positions: 20,
        ..Budget::default()
    };
    let mut solver = Solver::new(&Snort, few.clone());
    assert_eq!(
        solver.value(&path(16)),
        Err(SolveError::Budget {
            positions: 20,
            work: Budget::WORK
        })
    );
    let tiny = Budget {
        bytes: 1 << 16,
        work: FREE,
        ..Budget::default()
    };
    let mut solver = Solver::new(&Snort, tiny);
    assert_eq!(solver.value(&board), Err(SolveError::Memory(1 << 16)));
    let stop = std::sync::Arc::new(true.into());
    let mut solver = Solver::new(
        &Snort,
        Budget {
            stop: Some(stop),
            ..Budget::default()
        },
    );
    assert_eq!(solver.value(&board), Err(SolveError::Stopped));
    // The solver works as before afterwards.
    let mut solver = Solver::new(&Snort, few);
    assert!(solver.value(&path(16)).is_err() && solver.value(&path(6)).is_ok());
}

fn described(solver: &mut Solver, board: &Board) -> String {
    let e = solver.evaluate(board).unwrap();
    let form = solver.canonical_form(e.value().unwrap(), Notation::Braces, 1 << 20);
    format!(
        "{} {} {:?}",
        e.temperatures().unwrap().temperature,
        e.temperatures().unwrap().mean,
        form
    )
}

fn mixed_boards() -> Vec<Board> {
    let trees = (1..=12).map(|seed| Board::untinted(random_tree(14, seed)));
    let sparse = (1..=12).map(|seed| Board::untinted(random_connected(13, 18, seed)));
    let tinted = (1..=12).map(|seed| {
        let tints = "L...R..L.R..".to_string();
        Board::with_tints(random_connected(12, 16, seed), &tints).unwrap()
    });
    trees.chain(sparse).chain(tinted).collect()
}

#[test]
fn a_small_cap_costs_time_and_nothing_else() {
    let boards = mixed_boards();
    let mut free = Solver::new(&Snort, Budget::default());
    let expected: Vec<String> = boards.iter().map(|b| described(&mut free, b)).collect();
    let (_, _, needed) = free.sizes();
    for divisor in [3, 6] {
        let bytes = needed / divisor;
        let budget = Budget {
            bytes,
            ..Budget::default()
        };
        let mut solver = Solver::new(&Snort, budget);
        for (board, expected) in boards.iter().zip(&expected) {
            assert_eq!(&described(&mut solver, board), expected);
            let (_, _, used) = solver.sizes();
            assert!(used <= bytes, "{used} bytes of {bytes}");
        }
        assert!(
            solver.replaced() > 0,
            "nothing was forgotten in {bytes} bytes"
        );
    }
}

#[test]
fn threads_with_one_table_agree_with_one_thread() {
    let boards = mixed_boards();
    let mut one = Solver::new(&Snort, Budget::default());
    let expected: Vec<String> = boards.iter().map(|b| described(&mut one, b)).collect();
    for (threads, bytes) in [(4, 1 << 30), (3, 4 << 20)] {
        let budget = Budget {
            bytes,
            ..Budget::default()
        };
        let pool = Pool::new(&Snort, &budget, threads).unwrap();
        assert_eq!(pool.map(&boards, described), expected);
        let together: Vec<String> = boards
            .iter()
            .map(|b| pool.together(b, |solver, _| described(solver, b)).unwrap())
            .collect();
        assert_eq!(together, expected);
        assert!(pool.work().bytes <= bytes as u64);
    }
}

#[test]
fn verdicts_do_not_depend_on_threads_or_memory() {
    let boards = mixed_boards();
    let limits = [
        (10, FREE),
        (60, FREE),
        (250, FREE),
        (FREE, 100),
        (FREE, 1500),
        (FREE, 10_000),
        (250, 1500),
    ];
    let mut seen = [0, 0];
    for budget in budgets(&limits) {
        let cold: Vec<bool> = boards
            .iter()
            .map(|b| Solver::new(&Snort, budget.clone()).value(b).is_ok())
            .collect();
        cold.iter().for_each(|&fits| seen[usize::from(fits)] += 1);
        for bytes in [1 << 30, 1 << 20] {
            let budget = Budget {
                bytes,
                ..budget.clone()
            };
            let pool = Pool::new(&Snort, &budget, 3).unwrap();
            let verdicts = pool.map(&boards, |solver, b| solver.value(b).is_ok());
            assert_eq!(verdicts, cold, "{budget:?}");
            let together: Vec<bool> = boards
                .iter()
                .map(|b| pool.together(b, |_, _| ()).is_ok())
                .collect();
            assert_eq!(together, cold);
        }
    }
    assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
}

/// A board of several hundred vertices with few kinds of branches.
#[test]
fn large_boards_of_few_kinds() {
    // A hub with 24 stars of 12 leaves: 313 vertices, 49 classes.
    let (stars, leaves) = (24, 12);
    let mut edges = Vec::new();
    let mut next = 1;
    for _ in 0..stars {
        let centre = next;
        edges.push((0, centre));
        edges.extend((1..=leaves).map(|i| (centre, centre + i)));
        next += leaves + 1;
    }
    let board = Board::untinted(Graph::from_edges(next, edges));
    let mut solver = Solver::new(&Snort, Budget::default());
    let e = solver.evaluate(&board).unwrap();
    assert!(e.temperatures().unwrap().temperature > Dyadic::ZERO);
    assert!(solver.work().positions < 10_000, "{:?}", solver.work());
}

/// Legs of two vertices at a centre: the temperature is half their number, for each width of rows
/// (16, 64, 128 or 1024 bits).
#[test]
fn boards_of_hundreds_of_classes() {
    for legs in [4usize, 7, 8, 31, 32, 63, 64, 90] {
        let edges = (0..legs).flat_map(|i| [(0, 2 * i + 1), (2 * i + 1, 2 * i + 2)]);
        let board = Board::untinted(Graph::from_edges(2 * legs + 1, edges));
        let mut solver = Solver::new(&Snort, Budget::default());
        let heat = solver.summary(&board).unwrap();
        let half = Dyadic::integer(legs as i64).half().unwrap();
        assert_eq!(heat.temperatures.unwrap().temperature, half, "{legs} legs");
        assert_eq!(solver.evaluate(&board).unwrap().summary, heat);
    }
}

/// A summary without the value agrees with the value.
#[test]
fn heat_is_read_off_the_options_as_off_the_value() {
    let mut solver = Solver::new(&Snort, Budget::default());
    let mut graphs = enumerate::first();
    let mut hot = 0;
    for _ in 1..=7 {
        for graph in &graphs {
            let board = Board::untinted(graph.clone());
            let heat = solver.summary(&board).unwrap();
            assert_eq!(heat, solver.evaluate(&board).unwrap().summary, "{board:?}");
            hot += usize::from(heat.temperatures.unwrap().temperature > Dyadic::ZERO);
        }
        graphs = enumerate::next_connected(&graphs);
    }
    assert!(hot > 800);
    // The summary needs the same positions as the value, whether or not the board is hot.
    for board in &opening_boards() {
        let cost = |find: fn(&mut Solver, &Board)| {
            let mut solver = Solver::new(&Snort, Budget::default());
            find(&mut solver, board);
            solver.work().positions
        };
        let heat = cost(|s, b| assert!(s.summary(b).is_ok()));
        assert_eq!(heat, cost(|s, b| assert!(s.value(b).is_ok())), "{board:?}");
    }
    for board in mixed_boards() {
        let heat = solver.summary(&board).unwrap();
        assert_eq!(heat, solver.evaluate(&board).unwrap().summary, "{board:?}");
    }
}

/// A hot board, one of value 0 and one of value `*`.
fn opening_boards() -> [Board; 3] {
    let cycle = |n| Graph::from_edges(n, (0..n).map(|i| (i, (i + 1) % n)));
    [
        caterpillar(2),
        Board::untinted(cycle(6)),
        Board::untinted(cycle(5)),
    ]
}

#[test]
fn one_board_on_many_threads() {
    let boards = [
        Board::untinted(random_tree(20, 3)),
        Board::untinted(random_connected(14, 20, 5)),
        Board::with_tints(random_tree(18, 8), "L..R..L..R..L..R..").unwrap(),
        caterpillar(5),
    ];
    for board in &boards {
        let mut alone = Solver::new(&Snort, Budget::default());
        let e = alone.evaluate(board).unwrap();
        let form = alone.canonical_form(e.value().unwrap(), Notation::Braces, 1 << 20);
        for threads in [2, 3, 5] {
            let pool = Pool::new(&Snort, &Budget::default(), threads).unwrap();
            let look = |solver: &mut Solver, e: Evaluation| {
                let form = solver.canonical_form(e.value().unwrap(), Notation::Braces, 1 << 20);
                (e.summary, e.short.unwrap().thermograph, form)
            };
            let found = pool.together(board, look).unwrap();
            assert_eq!(
                found,
                (
                    e.summary.clone(),
                    e.short.as_ref().unwrap().thermograph.clone(),
                    form.clone()
                )
            );
            // No component stays in progress: a second board does not wait.
            pool.together(board, |_, e| {
                assert_eq!(
                    e.temperatures().unwrap().mean,
                    found.0.temperatures.unwrap().mean
                )
            })
            .unwrap();
        }
        let tiny = Budget {
            positions: 5,
            ..Budget::default()
        };
        let expected = Solver::new(&Snort, tiny.clone()).evaluate(board).map(drop);
        let pool = Pool::new(&Snort, &tiny, 3).unwrap();
        assert_eq!(pool.together(board, |_, _| ()), expected);
    }
}

/// Grundy values above the bound are an error that names the value.
#[test]
fn large_grundy_values_are_refused() {
    let mut solver = Solver::new(&NodeKayles, Budget::default());
    let mut nimbers = Vec::new();
    for _ in 0..=4096 {
        let next = solver.least_excluded(&nimbers).unwrap();
        nimbers.push(next);
    }
    assert_eq!(solver.values().as_nimber(nimbers[4096]), Some(4096));
    let refused = solver.least_excluded(&nimbers);
    assert_eq!(refused, Err(SolveError::Grundy(4097)));
}

/// The facts that cooling finds of a board with these numbers, and whether it is hot.
pub(super) fn mast_by_cooling(exact: &Temperatures) -> (Mast, bool) {
    let hot = exact.temperature > Dyadic::ZERO;
    let temperature = match hot {
        true => [exact.temperature; 2],
        false => [Dyadic::MINUS_ONE, Dyadic::ZERO],
    };
    let mean = Some(exact.mean);
    (Mast { mean, temperature }, hot)
}

/// Numbers of 24 bits by a fixed rule.
pub(super) fn draws() -> impl FnMut() -> u64 {
    let mut state = 1u64;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state >> 40
    }
}

/// Four fifths of the squares of a rectangle.
pub(super) fn random_squares(next: &mut impl FnMut() -> u64, [rows, columns]: [i16; 2]) -> Board {
    let squares = (0..rows * columns).map(|k| [k / columns, k % columns]);
    Board::of_squares(squares.filter(|_| next() % 5 < 4).collect())
}

#[test]
fn a_pool_answers_in_the_order_of_the_items_and_counts_its_work() {
    let budget = Budget {
        positions: 77_777,
        ..Budget::default()
    };
    let trees = (3..12).map(|n| Board::untinted(random_tree(n, 1)));
    let boards: Vec<Board> = trees.collect();
    let mut alone = Solver::new(&Snort, budget.clone());
    let expected: Vec<_> = boards.iter().map(|board| alone.summary(board)).collect();
    for threads in [1, 3] {
        let pool = Pool::new(&Snort, &budget, threads).unwrap();
        let facts = (
            pool.threads(),
            pool.ruleset().name(),
            pool.budget().positions,
        );
        assert_eq!(facts, (threads, "snort", 77_777));
        assert_eq!(pool.summaries(&boards), expected);
        let order = std::sync::Mutex::new(Vec::new());
        let work = pool.work();
        let found = pool.map_dearest_first(
            &boards,
            |board| board.order() as u64 / 3,
            |solver, board| {
                order.lock().unwrap().push(board.order());
                solver.summary(board)
            },
        );
        assert_eq!(found, expected);
        if threads == 1 {
            assert_eq!(*order.lock().unwrap(), [9, 10, 11, 6, 7, 8, 3, 4, 5]);
            let (_, values, bytes) = alone.sizes();
            let of_pool = (work.positions, work.values, work.bytes, work.replaced);
            assert_eq!(
                of_pool,
                (alone.work().positions, values as u64, bytes as u64, 0)
            );
        }
    }
}

#[test]
fn a_set_flag_stops_every_search() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget {
        stop: Some(stop.clone()),
        ..Budget::default()
    };
    let graph = Board::untinted(random_connected(30, 45, 1));
    let squares = parse_board("squares(6,6)").unwrap();
    let stopped = Err(SolveError::Stopped);
    let snort: &'static dyn Ruleset = &Snort;
    for (rules, board) in [(snort, &graph), (&ruleset::Domineering, &squares)] {
        let known = wins::tests::unknown(board);
        let effort = Effort::of(100);
        let value = Solver::new(rules, budget.clone()).value(board).map(drop);
        assert_eq!(value, stopped);
        assert_eq!(
            cool(rules, &budget, board, known.temperature).map(drop),
            stopped
        );
        assert_eq!(narrow(rules, &budget, board, known).map(drop), stopped);
        assert_eq!(enclose(rules, &budget, board, effort).map(drop), stopped);
    }
    let wins = first_wins(&ruleset::Domineering, &budget, &squares);
    assert_eq!(wins.map(drop), stopped);
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    let path = parse_board("path(6)").unwrap();
    assert!(Solver::new(&Snort, budget).value(&path).is_ok());
}
