//! Stored states in which a number is changed: an error, or a search that goes on. Never a panic.

#![allow(clippy::unwrap_used)]

use super::{Search, SearchError, SearchState};
use boilingpoint_evolve::Specimen;
use boilingpoint_plan::Plan;
use boilingpoint_plan::read_no_boards;
use boilingpoint_problem::{Fitness, Genome};
use std::panic::{AssertUnwindSafe, catch_unwind};

const CONFIG: &str = r#"
name = "stored"
seed = 5
threads = 1
[game]
ruleset = "snort"
[boards]
class = "tree"
order = [3, 7]
[objective]
maximize = "temperature - degree"
[search]
islands = 2
population = 6
generations = 100
migration_every = 2
stagnation = 3
polish = 2
"#;

/// Searches of every method, with and without marks of boards, collected values and islands with
/// objectives of their own.
fn plans() -> Vec<Plan> {
    let islands = "[islands]\nmethod = [\"anneal\", \"lookahead\"]\n";
    let own = "[islands]\nmaximize = [\"temperature\", \"order\"]\n";
    let collect = "[objective]\ncollect = \"temperature\"";
    let forms = "[objective]\nrequire = \"value != 0\"\ncollect = \"canonical_form\"";
    let terms = "[islands]\nbreeding = [\"terms\", \"edges\"]\n";
    let squares = [
        ("\"snort\"", "\"domineering\""),
        ("\"tree\"", "\"squares\""),
        ("temperature - degree", "temperature"),
    ];
    let weights = [
        ("\"snort\"", "\"nim-on-graphs\""),
        ("\"tree\"", "\"connected\""),
        ("[3, 7]", "[3, 5]\nmax_weight = 3\nloops = true"),
        ("temperature - degree", "order - degree"),
    ];
    let changes: [&[(&str, &str)]; 7] = [
        &[],
        &[("[search]", &format!("{islands}[search]"))],
        &[
            ("[search]", &format!("{own}[search]")),
            ("[objective]", collect),
        ],
        &[("[objective]", forms)],
        &[("[search]", &format!("{terms}[search]"))],
        &squares,
        &weights,
    ];
    let plan = |changes: &&[(&str, &str)]| {
        let text = changes.iter().fold(CONFIG.to_string(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        Plan::resolve("test", text.as_bytes(), &[], read_no_boards).unwrap()
    };
    changes.iter().map(plan).collect()
}

/// A search after some generations: its stored state and the keys of its boards.
fn stored(plan: &Plan) -> (Vec<u8>, Vec<Vec<u64>>) {
    let seen = vec![Vec::new(); plan.search.islands];
    stored_after(Search::new(plan, None).unwrap(), seen, 4)
}

/// A search after some more generations, with the keys that its boards had before.
fn stored_after(
    mut search: Search,
    mut seen: Vec<Vec<u64>>,
    generations: usize,
) -> (Vec<u8>, Vec<Vec<u64>>) {
    for _ in 0..generations {
        let received = search.migrate();
        let report = search.step().unwrap();
        for ((all, received), new) in seen.iter_mut().zip(received).zip(report.keys) {
            all.extend(received);
            all.extend(new);
        }
    }
    (postcard::to_stdvec(&search.state()).unwrap(), seen)
}

/// Restores a state and goes on for two generations. `None` if the bytes are no state.
fn go_on(plan: &Plan, bytes: &[u8], seen: &[Vec<u64>]) -> Option<Result<(), SearchError>> {
    let Ok((state, [])) = postcard::take_from_bytes::<SearchState>(bytes) else {
        return None;
    };
    let go_on = || {
        let mut search = Search::restore(plan, None, state, seen.to_vec())?;
        for _ in 0..2 {
            search.migrate();
            search.step()?;
        }
        Ok(())
    };
    Some(go_on())
}

/// The length of the number at the beginning of the bytes. Its last byte has no high bit.
fn length(bytes: &[u8]) -> Option<usize> {
    bytes
        .iter()
        .position(|byte| byte & 0x80 == 0)
        .map(|last| last + 1)
}

/// The bytes that replace a number: 0, 1, a few more, twice as many, and the greatest ones.
fn others(number: &[u8]) -> Vec<Vec<u8>> {
    let mut more = number.to_vec();
    more[0] = more[0] & 0x80 | (more[0].wrapping_add(1) & 0x7f);
    let mut others = vec![vec![0], vec![1], more, vec![0xff, 0xff, 0x03]];
    others.push([&[0xff; 9][..], &[0x01]].concat());
    others.push([&[0xff; 9][..], &[0x00]].concat());
    others.push([&[0xfe; 1][..], &[0xff; 8][..], &[0x01]].concat());
    others.retain(|other| other != number);
    others
}

#[test]
fn a_state_with_any_number_changed_is_refused_or_goes_on() {
    let (mut refused, mut went_on) = (0, 0);
    for (number, plan) in plans().iter().enumerate() {
        let (bytes, seen) = stored(plan);
        assert!(
            matches!(go_on(plan, &bytes, &seen), Some(Ok(()))),
            "plan {number}"
        );
        let stride = (bytes.len() / 100).max(1);
        for at in (0..bytes.len()).step_by(stride) {
            let Some(length) = length(&bytes[at..]) else {
                continue;
            };
            for other in others(&bytes[at..at + length]) {
                let changed = [&bytes[..at], &other, &bytes[at + length..]].concat();
                let done = catch_unwind(AssertUnwindSafe(|| go_on(plan, &changed, &seen)));
                let done = done.unwrap_or_else(|_| {
                    panic!("plan {number}: a panic after byte {at} became {other:?}")
                });
                match done {
                    Some(Ok(())) => went_on += 1,
                    Some(Err(_)) => refused += 1,
                    None => {}
                }
            }
        }
    }
    assert!(
        refused > 200 && went_on > 200,
        "{refused} refused, {went_on} went on"
    );
}

/// Each kind of number alone, with the words of its error.
#[test]
fn the_error_names_the_number() {
    let plan = &plans()[0];
    let (bytes, seen) = stored(plan);
    let refused = |change: &dyn Fn(&mut SearchState)| {
        let mut state: SearchState = postcard::from_bytes(&bytes).unwrap();
        change(&mut state);
        let refused = Search::restore(plan, None, state, seen.clone()).err();
        refused.map_or(String::new(), |error| error.to_string())
    };
    assert_eq!(refused(&|_| {}), "");
    let text = refused(&|state| state.totals.generation = u64::MAX);
    assert!(
        text.contains("island 0: the generation is 4; expected"),
        "{text}"
    );
    let text = refused(&|state| state.totals.asked[1] += 1);
    assert!(
        text.contains("totals: the number asked of each island"),
        "{text}"
    );
    let text = refused(&|state| state.totals.scored = u64::MAX);
    assert!(
        text.contains("totals: the number of boards scored"),
        "{text}"
    );
    let text = refused(&|state| state.totals.inexact.cut = u64::MAX);
    assert!(text.contains("a number of inexact boards"), "{text}");
    let text = refused(&|state| drop(state.islands.pop()));
    assert!(text.contains("it has 1 islands; expected 2"), "{text}");
    let text = refused(&|state| state.islands.swap(0, 1));
    assert!(
        text.contains("the number of the island is 1; expected 0"),
        "{text}"
    );
    let of_best = |change: &dyn Fn(&mut Specimen<Genome, Fitness>)| {
        refused(&|state: &mut SearchState| change(state.totals.best.as_mut().unwrap()))
    };
    let text = of_best(&|best| best.origin.operators.push(usize::MAX));
    assert!(text.contains("the operator of specimen"), "{text}");
    let text = of_best(&|best| best.origin.island = 7);
    assert!(
        text.contains("the island of specimen") && text.contains("is 7; expected "),
        "{text}"
    );
    let text = of_best(&|best| best.origin.generation = 4);
    assert!(text.contains("the generation of specimen"), "{text}");
    let text = of_best(&|best| best.cell.push(3));
    assert!(text.contains("the cell's length of specimen"), "{text}");
    let text = of_best(&|best| best.tie_break += 1);
    assert!(text.contains("the size of specimen"), "{text}");
    let text = of_best(&|best| best.genome = Genome::default());
    assert!(text.contains("outside of every class"), "{text}");
    let text = of_best(&|best| best.fitness.0.clear());
    assert!(text.contains("a fitness's length is 0"), "{text}");
    let text = of_best(&|best| best.id = u64::MAX);
    assert!(text.contains("specimen"), "{text}");
}

/// A search by walks has the same state with any number of threads, and when it was restored
/// between two generations. It finds what no random board is: a cubic graph of girth five.
#[test]
fn walks_depend_on_the_plan_alone() {
    let plan = |threads: &str| {
        let text = CONFIG
            .replace("threads = 1", threads)
            .replace("\"tree\"", "\"connected\"")
            .replace("[3, 7]", "[9, 10]")
            .replace("maximize = \"temperature - degree\"", FIND);
        Plan::resolve("test", text.as_bytes(), &[], read_no_boards).unwrap()
    };
    const FIND: &str = "find = \"degree == 3 and min_degree == 3 and girth == 5\"";
    let one = plan("threads = 1");
    let (whole, keys) = stored(&one);
    assert_eq!(stored(&plan("threads = 2")), (whole.clone(), keys.clone()));
    let none = vec![Vec::new(); one.search.islands];
    let (half, seen) = stored_after(Search::new(&one, None).unwrap(), none, 2);
    let half: SearchState = postcard::from_bytes(&half).unwrap();
    let search = Search::restore(&one, None, half, seen.clone()).unwrap();
    assert_eq!(stored_after(search, seen, 2), (whole.clone(), keys));
    let state: SearchState = postcard::from_bytes(&whole).unwrap();
    let best = state.totals.best.unwrap();
    assert_eq!(best.fitness.to_string(), "1, -10");
    assert!(best.origin.operators.len() == 1, "{:?}", best.origin);
}
