//! The answers at small budgets, and the work of exact values, are those of a table.
//!
//! A budget ends a search at a place that the order of the search decides. So the table notices a
//! change of the order, of a threshold, or of what a step costs, though each answer is true: users
//! would find other bounds, and other boards within their budgets. After a change that means to do
//! this, `BOIL_GOLDEN=write cargo test -p boilingpoint-solver pinned` writes the table again.

use super::enclose::FirstBounds;
use super::exact::{Counted, Play};
use super::squares::Region;
use super::steps::Count;
use super::stones::Stones;
use super::wins::tests::unknown;
use super::*;
use boilingpoint_boards::classes::with_any_rows;
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_rules::{self as ruleset, Algebra, Ruleset};
use boilingpoint_values::{Dyadic, ValueCondition};
use std::fmt::Write;

/// The games with their boards: some of each sort, of up to 40 vertices.
const BOARDS: &[(&str, &[&str])] = &[
    (
        "snort",
        &[
            "path(9)",
            "path(17)",
            "cycle(12)",
            "caterpillar(4,3,4)",
            "caterpillar(6,1,2,5)",
            "random_tree(17,1)",
            "random_tree(24,3)",
            "random_tree(40,5)",
            "random_connected(10,14,2)",
            "random_connected(14,20,4)",
            "random_connected(20,24,7)",
            "random_connected(30,45,1)",
            "grid(3,4)",
            "generalised_petersen(5,2)",
        ],
    ),
    (
        "col",
        &[
            "path(12)",
            "random_tree(15,2)",
            "random_connected(12,16,3)",
            "grid(3,4)",
        ],
    ),
    (
        "cutthroat",
        &[
            "path(10)",
            "random_tree(14,4)",
            "random_connected(11,15,5)",
            "star(7)",
        ],
    ),
    (
        "domineering",
        &[
            "squares(3,4)",
            "squares(4,4)",
            "squares(4,5)",
            "squares(5,5)",
            "...#|.#..|....|#...",
            "....#..|.#.....|...##..|##.....",
            ".#######|.#######|....#...|###.#.##|###...##|#....###|##...###",
            "......|.#..#.|......|..##..",
        ],
    ),
    ("clobber", &["path(8):LRLRLRLR", "grid(2,4):LRLRRLRL"]),
    (
        "node-kayles",
        &["path(14)", "random_tree(16,3)", "grid(3,4)"],
    ),
];

/// A board of each other game, and boards of all-small games with weights.
const OTHERS: &[(&str, &str)] = &[
    ("clobber", "path(6):LRLRLR"),
    ("clobber", "path(9):LRRLRLLRL"),
    ("clobber", "grid(3,3):LRLRLRLRL"),
    ("cutthroat", "path(7):LRLLRLR"),
    ("cutthroat", "star(4):L.RR."),
    ("snort", "path(7):L.....R"),
    ("col", "cycle(7)"),
    ("cram", "squares(3,5)"),
    ("domineering", "squares(3,3)"),
    ("arc-kayles", "path(9)"),
    ("arc-kayles", "grid(2,5)"),
    ("node-kayles", "cycle(9)"),
    ("nim-on-graphs", "0-1*2,1-2*3,2-0*1@1"),
    ("nim-on-graphs", "0-1*3,1-2*2,1-1*2@1"),
    ("vertex-geography", "grid(2,4)@0"),
    ("edge-geography", "cycle(5)@0"),
    ("shannon", "complete(4)"),
    ("shannon", "grid(3,3)"),
    ("positional", "lines(3,2)"),
    ("positional", "lines(4,2)"),
    ("maker-breaker", "lines(2,2)"),
    ("maker-breaker", "lines(3,3)"),
    ("digraph-placement", "0>1,1>2,2>0,2>3:LRLR"),
    ("even-odd", "0-0*7@0"),
];

fn pair([least, most]: [Dyadic; 2]) -> String {
    if least == most {
        least.to_string()
    } else {
        format!("{least}..{most}")
    }
}

fn bounds(found: &Bounds) -> String {
    let wins = found.first_wins.map(|wins| match wins {
        Some(true) => 'w',
        Some(false) => 'l',
        None => '?',
    });
    let [left, right] = [found.left_stop, found.right_stop].map(pair);
    let (mean, temperature) = (pair(found.mean), pair(found.temperature));
    format!(
        "{left}, {right}, mean {mean}, t {temperature}, {}{}",
        wins[0], wins[1]
    )
}

/// The answers of a method on a board, each with the budget that led to it.
pub type Answers = Vec<(String, String)>;
/// A method of the solver, asked with small budgets about a board of a game.
pub type Method = fn(&'static dyn Ruleset, &Board) -> Answers;

fn with_work(work: u64) -> Budget {
    Budget {
        work,
        ..Budget::default()
    }
}

fn effort(steps: u64, valued: usize) -> Effort {
    Effort {
        valued,
        ..Effort::of(steps)
    }
}

/// The works that the methods get.
const WORKS: [u64; 3] = [100, 1_000, 8_000];

fn value(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let mut solver = Solver::new(rules, with_work(20_000));
    let exact = match solver.evaluate(board) {
        Ok(found) => format!(
            "{} {:?}",
            found.summary.outcome.letters(),
            found
                .summary
                .temperatures
                .map(|t| (t.mean.to_string(), t.temperature.to_string()))
        ),
        Err(error) => error.to_string(),
    };
    vec![("value".to_owned(), format!("{exact} {:?}", solver.work()))]
}

fn enclosed(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |(steps, valued)| {
        let answer = match enclose(rules, &Budget::default(), board, effort(steps, valued)) {
            Ok(found) => {
                let [left, right] =
                    [found.left_stop(), found.right_stop()].map(|s| pair(s.unwrap()));
                format!(
                    "{left}, {right}, mean {}, t {}",
                    pair(found.mean()),
                    pair(found.temperature())
                )
            }
            Err(error) => error.to_string(),
        };
        (format!("enclose({steps},{valued})"), answer)
    };
    [(4, 0), (40, 4), (400, 4), (400, 14)].map(with).to_vec()
}

/// The bounds that small efforts find in little memory, and the steps and the bytes that they take.
fn searched(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |(steps, valued, exponent, first, cold): (_, _, u32, _, Option<i64>)| {
        let budget = Budget {
            bytes: 1 << exponent,
            ..with_work(2_000)
        };
        let mut solver = Solver::new(rules, budget);
        let compressed = solver.compressed(board).expect("a position");
        let effort = effort(steps, valued).until(cold.map(Dyadic::integer));
        let answer = with_any_rows!(&compressed, position => {
            match super::enclose::searched(&mut solver, position, effort, first) {
                Ok((arena, root)) => {
                    let [mean, temperature] = [root.enclosure.mean(), root.enclosure.temperature()];
                    format!("{}, {}, {:?}", pair(mean), pair(temperature), arena.account())
                }
                Err(error) => error.to_string(),
            }
        });
        (
            format!("searched({steps},{valued},2^{exponent},{first:?},{cold:?})"),
            answer,
        )
    };
    let efforts = [
        (15, 0, 24, FirstBounds::OfMoves, None),
        (60, 3, 24, FirstBounds::ByStars, None),
        (200, 6, 24, FirstBounds::OfMoves, None),
        (200, 6, 24, FirstBounds::ByStars, Some(3)),
        (200, 3, 14, FirstBounds::ByStars, None),
    ];
    efforts.map(with).to_vec()
}

/// The least numbers of positions, of steps and of bytes that are enough to count a board.
fn least_budgets(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let fits = |positions: u64, work: u64, bytes: u64| {
        let mut solver = Solver::new(rules, Budget::default());
        // The tables keep their size.
        solver.budget = Budget {
            positions,
            bytes: bytes as usize,
            ..with_work(work)
        };
        solver.count = Count::unlimited();
        match solver.play {
            Play::Winner => Err(solver.over_budget()),
            Play::Boards => match Stones::of(rules, board) {
                Some(stones) => solver.few_in_parts(&stones),
                None => solver.few_in_parts(board),
            },
            Play::Claims => match Region::of(rules, board) {
                Some(region) => solver.few_in_parts(&region),
                None => {
                    let compressed = solver.compressed(board)?;
                    with_any_rows!(&compressed, position => {
                        solver.few_positions(position, position.all(), Counted::Steps)
                    })
                }
            },
        }
    };
    let least = |fits: &dyn Fn(u64) -> Result<bool, SolveError>| {
        let (mut low, mut high) = (0, 1 << 20);
        while low < high {
            let middle = (low + high) / 2;
            match fits(middle) {
                Ok(true) => high = middle,
                Ok(false) | Err(SolveError::Memory(_)) => low = middle + 1,
                Err(error) => return error.to_string(),
            }
        }
        low.to_string()
    };
    let most = u64::MAX;
    let positions = least(&|n| fits(n, most, most));
    let work = least(&|n| fits(most, n, most));
    let bytes = least(&|n| fits(most, most, n));
    vec![(
        "least".to_owned(),
        format!("{positions} positions, {work} steps, {bytes} bytes"),
    )]
}

fn cooled(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |work| {
        let known = unknown(board).temperature;
        let answer = match cool(rules, &with_work(work), board, known) {
            Ok(mast) => format!(
                "mean {:?}, t {}",
                mast.mean.map(|m| m.to_string()),
                pair(mast.temperature)
            ),
            Err(error) => error.to_string(),
        };
        (format!("cool({work})"), answer)
    };
    WORKS.map(with).to_vec()
}

fn narrowed(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |work| {
        let answer = narrow(rules, &with_work(work), board, unknown(board));
        let answer = answer.map_or_else(|e| e.to_string(), |found| bounds(&found));
        (format!("narrow({work})"), answer)
    };
    WORKS.map(with).to_vec()
}

fn won(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |work| {
        let answer = first_wins(rules, &with_work(work), board);
        (format!("first_wins({work})"), format!("{answer:?}"))
    };
    let works = board.squares().map_or(&[][..], |_| &WORKS);
    works.iter().copied().map(with).collect()
}

/// Values within few positions, little work and little memory, and what they take.
fn limited(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let positions = [1, 3, 10, 30, 100, 300].map(|positions| Budget {
        positions,
        ..with_work(20_000)
    });
    let works = [1, 10, 40, 160, 640, 2_560].map(with_work);
    let memories = [10, 12, 14, 16, 18].map(|exponent| Budget {
        bytes: 1 << exponent,
        ..with_work(5_000)
    });
    let all = positions.into_iter().chain(works).chain(memories);
    let with = all.map(|budget| {
        let Budget {
            positions,
            work,
            bytes,
            ..
        } = budget;
        let mut solver = Solver::new(rules, budget);
        let answer = match solver.summary_with(board, &Extras::default()) {
            Ok(found) => found.outcome.letters().to_string(),
            Err(error) => error.to_string(),
        };
        let method = format!("value({positions},{work},{bytes})");
        (
            method,
            format!("{answer} {:?} {:?}", solver.work(), solver.sizes()),
        )
    });
    with.collect()
}

/// A summary with all that it can have.
fn extras(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let conditions = ["= *", ">= 0", "<| ^"];
    let conditions = conditions.map(|text| ValueCondition::parse(text, 100).expect(text));
    let conditions = conditions.map(|condition| &*Box::leak(Box::new(condition)));
    let all = [
        Extras::default(),
        Extras {
            weight: true,
            stops: true,
            ..Extras::default()
        },
        Extras {
            unit_outcome: true,
            form: 60,
            ..Extras::default()
        },
        Extras {
            form: 9,
            conditions: conditions.to_vec(),
            ..Extras::default()
        },
    ];
    let joined = all.iter().fold(Extras::default(), Extras::and);
    let mut solver = Solver::new(rules, with_work(20_000));
    let mut answers = Vec::new();
    for extras in all.iter().chain([&joined]) {
        let summary = solver.summary_with(board, extras);
        let answer = summary.map_or_else(
            |error| error.to_string(),
            |summary| {
                let numbers = |t: Option<Temperatures>| {
                    t.map(|t| {
                        let stops = t.stops.map(|stops| stops.map(|x| x.to_string()));
                        format!("{} {} {stops:?}", t.mean, t.temperature)
                    })
                };
                let held: Vec<bool> = summary.conditions.iter().map(|c| c.1).collect();
                format!(
                    "{:?} {:?} {:?} {:?} {:?} {held:?} {:?}",
                    summary.outcome,
                    numbers(summary.temperatures),
                    summary.grundy,
                    numbers(summary.weight),
                    summary.unit_outcome,
                    summary.form
                )
            },
        );
        answers.push(("extras".to_owned(), answer));
    }
    let evaluation = solver.evaluate(board);
    let weight = evaluation.map(|e| (solver.atomic_weight(&e, 40), solver.atomic_weight(&e, 2)));
    answers.push(("weight".to_owned(), format!("{:?}", weight.ok())));
    answers
}

/// Certificates, as sums of what they say, with the checker's answers.
fn certified(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |(steps, valued, aim)| {
        let budget = with_work(5_000);
        let answer = match certify(rules, &budget, board, effort(steps, valued), aim) {
            Ok(found) => {
                let text = format!("{:?} {:?}", found.certificate, found.checked);
                let size = found.certificate.size();
                format!("{size} {:016x}", boilingpoint_pinned::sum(&text))
            }
            Err(error) => error.to_string(),
        };
        (format!("certify({steps},{valued},{aim:?})"), answer)
    };
    let efforts = [(4, 0, Aim::Both), (40, 4, Aim::Heat), (40, 9, Aim::Both)];
    efforts.map(with).to_vec()
}

/// All bounds that take the place of a value.
fn in_place(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let with = |(steps, work, exponent): (u64, u64, u32)| {
        let budget = Budget {
            bytes: 1 << exponent,
            ..with_work(work)
        };
        let answer = Bounds::of_hard_board(rules, board, steps, &budget);
        let answer = answer.map_or_else(
            |e| e.to_string(),
            |found| format!("{} {:?}", bounds(&found), found.outcome()),
        );
        (format!("bounds({steps},{work},2^{exponent})"), answer)
    };
    let budgets = [
        (3, 100, 30),
        (60, 1_000, 30),
        (600, 4_000, 30),
        (60, 4_000, 12),
        (60, 4_000, 15),
        (60, 4_000, 18),
    ];
    budgets.map(with).to_vec()
}

/// For -1/2, 0, 1/2 and so on, whether the temperature is at most this by a theorem (`t`), by a
/// proof (`p`), or neither is found (`.`).
fn cold(rules: &'static dyn Ruleset, board: &Board) -> Answers {
    let halves = (-1..12).map(|n| Dyadic::new(n, 1).unwrap());
    let budgets = [(4, 100), (60, 400), (800, 4_000), (20_000, 100_000)];
    let row = |(positions, work)| {
        let ask = |t| {
            let budget = Budget {
                positions,
                ..with_work(work)
            };
            let mut solver = Solver::new(rules, budget);
            match (solver.is_bounded_by(board, t), solver.is_at_most(board, t)) {
                (true, Ok(true)) => 't',
                (false, Ok(true)) => 'p',
                (false, Ok(false)) => '.',
                _ => '!',
            }
        };
        let method = format!("cold({positions},{work})");
        (method, halves.clone().map(ask).collect())
    };
    budgets.map(row).to_vec()
}

/// An answer, or the limit that ended the search for it.
pub fn brief(answer: Result<Option<bool>, SolveError>) -> &'static str {
    match answer {
        Ok(Some(true)) => "yes",
        Ok(Some(false)) => "no",
        Ok(None) => "neither",
        Err(SolveError::Memory(_)) => "no memory",
        Err(error) if error.is_limit() => "no work",
        Err(_) => "an error",
    }
}

/// At most so many boards of each game, with the game.
fn boards(most: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_game = move |(game, names): &'static (&str, &[&str])| {
        names.iter().take(most).map(move |name| (*game, *name))
    };
    BOARDS.iter().flat_map(of_game)
}

/// The answers of a method for all boards are those of its table.
pub fn assert_answers(method: Method, takes: fn(&dyn Ruleset) -> bool, table: &str) {
    assert_answers_for(boards(usize::MAX), method, takes, table);
}

fn assert_answers_for<'a>(
    boards: impl Iterator<Item = (&'a str, &'a str)>,
    method: Method,
    takes: fn(&dyn Ruleset) -> bool,
    table: &str,
) {
    let mut text = String::new();
    for (game, name) in boards {
        let rules = ruleset::by_name(game).expect("a game");
        if !takes(rules) {
            continue;
        }
        let board = parse_board(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        for (method, answer) in method(rules, &board) {
            let _ = writeln!(text, "{game} {name} {method}: {answer}");
        }
    }
    boilingpoint_pinned::assert_table(
        format!("{}/src/pinned/{table}.txt", env!("CARGO_MANIFEST_DIR")),
        &text,
    );
}

#[test]
fn exact_values_take_the_work_of_the_table() {
    assert_answers(value, |_| true, "value");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn limits_end_the_work_where_the_table_says() {
    assert_answers(limited, |_| true, "limited");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn limits_of_every_game_end_the_work_where_the_table_says() {
    assert_answers_for(OTHERS.iter().copied(), limited, |_| true, "limited_others");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn searches_for_bounds_take_what_the_table_says() {
    assert_answers(searched, can_enclose, "searched");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn counts_are_those_of_the_table() {
    assert_answers_for(
        boards(3).chain(OTHERS.iter().copied()),
        least_budgets,
        |rules| rules.algebra() != Algebra::Winner,
        "counts",
    );
}

#[test]
fn certificates_are_those_of_the_table() {
    assert_answers(certified, can_enclose, "certify");
}

#[test]
fn extras_of_every_game_are_those_of_the_table() {
    assert_answers_for(OTHERS.iter().copied(), extras, |_| true, "extras");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn bounds_of_hard_boards_are_those_of_the_table() {
    assert_answers(in_place, can_enclose, "bounds");
}

#[test]
fn what_is_proved_cold_is_that_of_the_table() {
    assert_answers(cold, can_enclose, "cold");
}

#[test]
fn enclosures_are_those_of_the_table() {
    assert_answers(enclosed, can_enclose, "enclose");
}

#[test]
fn masts_are_those_of_the_table() {
    assert_answers(cooled, can_enclose, "cool");
}

#[test]
fn narrowed_bounds_are_those_of_the_table() {
    assert_answers(narrowed, can_enclose, "narrow");
}

#[test]
fn winners_are_those_of_the_table() {
    assert_answers(won, can_enclose, "first_wins");
}
