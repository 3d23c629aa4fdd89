//! Stored states whose numbers cannot be true are refused.
//!
//! Each number and each list of a state is changed in turn. The table has the answer to each
//! change: the message, or that the state passes. Numbers that pass are those that no other number
//! of the state contradicts.

use super::*;
use boilingpoint_pinned::places;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Elements of a list that are changed: the others are like them.
const ELEMENTS: usize = 2;

/// The changes of a value.
fn changes(value: &Value) -> Vec<(&'static str, Value)> {
    match value {
        Value::Number(number) => {
            let Some(n) = number.as_i64() else {
                return Vec::new();
            };
            // Multiples of the number of islands, so that ids stay those of an island.
            let (far, much) = (n + (5 << 39), n + (5 << 41));
            [
                ("more", n + 1),
                ("less", n - 1),
                ("far", far),
                ("much", much),
            ]
            .map(|(name, n)| (name, Value::from(n)))
            .into()
        }
        Value::Array(list) => {
            let mut longer = list.clone();
            longer.extend(list.last().cloned());
            let shorter = list[..list.len().saturating_sub(1)].to_vec();
            vec![
                ("longer", Value::from(longer)),
                ("shorter", Value::from(shorter)),
            ]
        }
        Value::Bool(known) => vec![("other", Value::from(!known))],
        _ => Vec::new(),
    }
}

/// The name of a place without the numbers in it.
fn pattern(place: &str) -> String {
    let parts = place.split('/').skip(1);
    let parts = parts.map(|part| {
        if part.parse::<u64>().is_ok() {
            "*"
        } else {
            part
        }
    });
    parts.collect::<Vec<_>>().join(".")
}

/// The answers to each change, by place.
type Answers = BTreeMap<String, Vec<String>>;

/// The message without its numbers.
fn shown(error: &StateError) -> String {
    let text = error.to_string();
    let parts = text.split(|c: char| c.is_ascii_digit());
    let mut parts = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>();
    if text.ends_with(|c: char| c.is_ascii_digit()) {
        parts.push("");
    }
    parts.join("N")
}

/// Adds the answers to all changes of a state.
fn answer<T: serde::Serialize + serde::de::DeserializeOwned>(
    name: &str,
    state: &T,
    check: impl Fn(&T) -> Result<(), StateError>,
    rows: &mut Answers,
) {
    assert_eq!(check(state), Ok(()));
    let stored = serde_json::to_value(state).unwrap();
    for place in places(&stored, ELEMENTS) {
        let value = stored.pointer(&place).unwrap();
        for (change, value) in changes(value) {
            let mut damaged = stored.clone();
            *damaged.pointer_mut(&place).unwrap() = value;
            let answer = match serde_json::from_value::<T>(damaged) {
                Err(_) => "cannot be read".to_owned(),
                Ok(read) => match check(&read) {
                    Ok(()) => "passes".to_owned(),
                    Err(error) => shown(&error),
                },
            };
            let row = rows.entry(format!("{name} {} {change}", pattern(&place)));
            let row = row.or_default();
            if !row.contains(&answer) {
                row.push(answer);
            }
        }
    }
}

fn expected<'a>(bits: &'a Bits, settings: &'a Settings) -> Expected<'a, Bits> {
    Expected {
        problem: bits,
        settings,
        coordinates: 2,
        objectives: 0,
        components: 1,
    }
}

/// A search after some generations.
fn search(bits: &Bits, settings: &Settings) -> Run {
    let mut run = Run::new(bits, settings.clone()).unwrap();
    (0..9).for_each(|_| drop(step(&mut run, bits)));
    run
}

#[test]
fn numbers_that_cannot_be_true_are_refused() {
    let mut bits = Bits::new(8);
    bits.narrow = true;
    let settings = Settings {
        islands: 5,
        population: 6,
        isolation: 2,
        cells: 6,
        per_cell: 2,
        methods: Method::WORDS.iter().map(|(_, method)| *method).collect(),
        ..settings(5)
    };
    let mut run = search(&bits, &settings);
    run.migrate(&bits);
    let expected = expected(&bits, &settings);
    let mut rows = Answers::new();
    for state in run.states() {
        let index = state.index;
        let check = |state: &IslandState<u32, i64>| state.check(&expected, index, 9);
        answer("island", state, check, &mut rows);
    }
    let asked: Vec<u64> = run.states().map(|state| state.asked).collect();
    let check = |totals: &SearchTotals<u32, i64>| totals.check(&expected, &asked);
    answer("totals", &run.totals, check, &mut rows);
    for (from, island) in run.islands.iter().enumerate() {
        let offer = island.offer();
        let check = |offer: &Offer<u32, i64>| offer.check(&expected, from, 9);
        answer("offer", &offer, check, &mut rows);
    }
    let mut text = String::new();
    for (place, answers) in rows {
        writeln!(text, "{place}: {}", answers.join(" / ")).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/damaged.txt");
    boilingpoint_pinned::assert_table(path, &text);
}

/// The number of a state's island and generation are those that the caller names.
#[test]
fn states_are_those_of_the_search() {
    let bits = Bits::new(12);
    let settings = settings(5);
    let run = search(&bits, &settings);
    let expected = expected(&bits, &settings);
    let state = run.states().nth(1).unwrap();
    let said = |index, generation| {
        state
            .check(&expected, index, generation)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(said(0, 9), "the number of the island is 1; expected 0");
    assert_eq!(said(1, 8), "the generation is 9; expected 8");
    let wrong = Expected {
        components: 2,
        ..self::expected(&bits, &settings)
    };
    let said = state.check(&wrong, 1, 9).unwrap_err().to_string();
    assert_eq!(said, "a fitness's length is 1; expected 2");
    assert!(wrong.that(true, "it").is_ok());
    assert_eq!(
        wrong.that(false, "it").unwrap_err().to_string(),
        "it is another; expected that of the search"
    );
    assert!(StateError::unless_at_most("it", 3, 3).is_ok());
    assert_eq!(
        StateError::unless_at_most("it", 4, 3)
            .unwrap_err()
            .to_string(),
        "it is 4; expected at most 3"
    );
}

/// Each change of a report, with the message.
#[test]
fn reports_that_cannot_be_true_are_refused() {
    type Report = IslandReport<u32, i64>;
    type Change = fn(&mut Report);
    const CHANGES: &[(Change, &str)] = &[
        (
            |r| r.island = 3,
            "the number of the island is 3; expected at most 2",
        ),
        (
            |r| r.generation = 1 << 40,
            "the generation is 1099511627776; expected at most 1099511627775",
        ),
        (
            |r| r.counts.asked = 25,
            "the number of boards asked is 25; expected at most 24",
        ),
        (
            |r| r.counts.scored = u64::MAX,
            "the number of boards told is 18446744073709551615; expected at most 24",
        ),
        (
            |r| r.counts.scored += 1,
            "the number of boards told is 25; expected at most 24",
        ),
        (
            |r| r.undefined = Some((r.counts.infeasible + 1, String::new())),
            "the number of undefined boards",
        ),
        (
            |r| r.counts.duplicates = (1 << 40) + 1,
            "the number of duplicates",
        ),
        (|r| r.counts.steps = (1 << 40) + 1, "the number of steps"),
        (
            |r| r.counts.inexact.cut = 25,
            "a number of inexact boards is 25; expected at most 24",
        ),
        (
            |r| r.counts.inexact.bounded = 25,
            "a number of inexact boards is 25; expected at most 24",
        ),
        (
            |r| r.counts.inexact.screened = 25,
            "a number of inexact boards is 25; expected at most 24",
        ),
        (
            |r| r.operators.truncate(3),
            "the number of operators is 3; expected 4",
        ),
        (
            |r| r.operators[0].tried = (1 << 40) + 1,
            "a count of an operator",
        ),
        (
            |r| r.rates.truncate(3),
            "the number of rates is 3; expected 4",
        ),
        (|r| r.rates[0] = RATE_UNIT + 1, "the rate of an operator"),
        (
            |r| {
                let specimen = &mut r.archived[0].specimen;
                specimen.origin.generation -= 1;
                specimen.lineage.clear();
            },
            "the generation of an elite is 7; expected 8",
        ),
        (
            |r| r.archived[0].specimen.origin.generation += 1,
            "the generation of specimen",
        ),
        (|r| r.island = 0, "the island of an elite is 1; expected 0"),
        (
            |r| r.archived[0].specimen.id += 3 * r.counts.asked,
            "the id of an elite",
        ),
        (
            |r| r.archived[0].specimen.id -= 3 * r.counts.asked,
            "the id of an elite",
        ),
        (
            |r| {
                r.migrations.push(Migration {
                    from: 3,
                    ..migration(1)
                })
            },
            "the sender of a migrant is 3; expected at most 2",
        ),
        (
            |r| r.migrations.push(migration(2)),
            "the receiver of a migrant is 2; expected 1",
        ),
        (
            |r| r.bounded = (0..25).collect(),
            "the number of bounded boards is 25; expected at most 24",
        ),
        (
            |r| r.unfinished = vec![Default::default(); 25],
            "the number of unfinished boards is 25; expected at most 24",
        ),
    ];
    let bits = Bits::new(14);
    let settings = settings(5);
    let mut run = Run::new(&bits, settings.clone()).unwrap();
    let expected = expected(&bits, &settings);
    for generation in 0..9 {
        let batches = run.ask(&bits);
        let outcomes = evaluate(&batches, bits.length);
        let asked = run.islands[1].state().asked;
        let mut reports = Vec::new();
        for ((island, batch), outcomes) in run.islands.iter_mut().zip(batches).zip(outcomes) {
            reports.push(island.tell::<()>(&bits, batch, outcomes).unwrap());
        }
        let report = reports[1].clone();
        assert_eq!(
            report.check(&expected, asked),
            Ok(()),
            "generation {generation}"
        );
        run.totals.tell::<(), ()>(reports, bits.comparison());
        if generation < 8 {
            continue;
        }
        assert!(!report.archived.is_empty());
        for (change, message) in CHANGES {
            let mut damaged = report.clone();
            change(&mut damaged);
            let said = damaged.check(&expected, asked).unwrap_err().to_string();
            assert!(said.contains(message), "{said}, not {message}");
        }
        let other = Expected {
            components: 2,
            ..self::expected(&bits, &settings)
        };
        assert!(report.check(&other, asked).is_err());
    }
}

fn migration(to: usize) -> Migration {
    Migration { from: 0, to, id: 0 }
}
