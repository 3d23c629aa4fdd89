//! Certificates: the checker ends on any text, and the claims that it accepts are true.

use super::solver::number;
use super::{Choices, as_bytes};
use boilingpoint_boards::{Board, Graph, parse_board};
use boilingpoint_checker::format::{Certificate, Statement};
use boilingpoint_checker::{self as checker, CheckedCertificate, check_certificate};
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Aim, Budget, Effort, Solver, certify};
use boilingpoint_values::Dyadic;
use serde_json::Value as Json;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Claims on larger positions are not compared with the position's value.
const LARGE: usize = 13;
/// The most positions that the checker may visit for a position that it values.
const POSITIONS: u64 = 20_000;

/// Any text.
pub fn text(bytes: &[u8]) {
    if let Ok(certificate) = Certificate::read(bytes) {
        check(&certificate);
    }
}

/// A sound certificate, damaged in a few places.
pub fn damaged(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let mut json = choices.among(sound()).clone();
    for _ in 0..=choices.below(3) {
        damage(&mut json, &mut choices);
    }
    if let Ok(certificate) = serde_json::from_value::<Certificate>(json) {
        check(&certificate);
    }
}

fn check(certificate: &Certificate) {
    let size: usize = certificate
        .statements
        .iter()
        .map(|s| s.tints.len() + s.edges.len())
        .sum();
    if size > 5_000 {
        return;
    }
    let Ok(found) = check_certificate(certificate, POSITIONS, None) else {
        return;
    };
    if let Some(last) = certificate
        .statements
        .last()
        .filter(|s| s.tints.len() <= LARGE)
    {
        assert_true(&certificate.ruleset, last, &found);
    }
}

thread_local! {
    static SOLVERS: RefCell<HashMap<String, Solver>> = RefCell::default();
}

/// Fails if what the checker found is false of the position.
fn assert_true(game: &str, statement: &Statement, found: &CheckedCertificate) {
    let edges = statement.edges.iter().map(|&[a, b]| (a, b));
    let graph = Graph::from_edges(statement.tints.len(), edges);
    let board = Board::with_tints(graph, &statement.tints).expect("the checker has read it");
    let rules = ruleset::find(game).expect("the checker knows it");
    let exact = SOLVERS.with_borrow_mut(|solvers| {
        let solver = solvers.entry(game.to_string());
        let solver = solver.or_insert_with(|| Solver::new(rules, budget()));
        solver
            .evaluate(&board)
            .expect("small")
            .temperatures()
            .expect("a value")
    });
    let holds =
        |x: Dyadic, [least, most]: [checker::Dyadic; 2]| number(least) <= x && x <= number(most);
    assert!(
        holds(exact.temperature, found.temperature) && holds(exact.mean, found.mean),
        "{found:?} is accepted of {statement:?}, of which the truth is {exact:?}"
    );
}

fn budget() -> Budget {
    Budget {
        bytes: 1 << 26,
        ..Budget::default()
    }
}

/// Certificates of small boards, by every rule.
fn sound() -> &'static [Json] {
    static SOUND: OnceLock<Vec<Json>> = OnceLock::new();
    SOUND.get_or_init(|| {
        let boards = [
            "star(4)",
            "path(5):L...R",
            "caterpillar(2,2,2)",
            "cycle(6)",
            "complete(4):L..R",
            "nary_tree(2,2)",
            "bipartite(2,3)",
            "grid(2,4)",
            "0-1,1-2,3-4:.L.R.",
            "tree(2*tree(3*leaf))",
        ];
        let mut all = Vec::new();
        for (game, board) in ["snort", "col"]
            .iter()
            .flat_map(|g| boards.map(|b| (*g, b)))
        {
            let rules = ruleset::find(game).expect("a ruleset");
            let board = parse_board(board).expect("a board");
            for (aim, valued) in [(Aim::Heat, 3), (Aim::Both, 3), (Aim::Both, 6)] {
                let effort = Effort {
                    valued,
                    ..Effort::of(200)
                };
                let made = certify(rules, &budget(), &board, effort, aim).expect("a certificate");
                all.push(serde_json::to_value(&made.certificate).expect("JSON"));
            }
        }
        all
    })
}

pub fn text_seeds() -> Vec<Vec<u8>> {
    let mut texts: Vec<String> = sound().iter().map(Json::to_string).collect();
    texts.sort_by_key(String::len);
    texts.truncate(40);
    as_bytes(texts)
}

/// Changes one thing somewhere.
fn damage(json: &mut Json, choices: &mut Choices) {
    let mut places = 0;
    each(json, &mut |_| places += 1);
    let (at, mut i) = (choices.below(places), 0);
    // A value may be replaced by one from another place.
    let (from, mut j, mut other) = (choices.below(places), 0, Json::Null);
    each(json, &mut |value| {
        if j == from {
            other = value.clone();
        }
        j += 1;
    });
    each(json, &mut |value| {
        if i == at {
            change(value, &other, choices);
        }
        i += 1;
    });
}

fn each(json: &mut Json, see: &mut impl FnMut(&mut Json)) {
    see(json);
    match json {
        Json::Array(items) => items.iter_mut().for_each(|item| each(item, see)),
        Json::Object(fields) => fields.values_mut().for_each(|item| each(item, see)),
        _ => {}
    }
}

fn change(value: &mut Json, other: &Json, choices: &mut Choices) {
    match value {
        Json::Number(n) => {
            let n = n.as_u64().unwrap_or(0);
            let other = other.as_u64().unwrap_or(u64::MAX);
            let small = choices.below(8) as u64;
            *value =
                (*choices.among(&[n.wrapping_add(1), n.saturating_sub(1), small, small, other]))
                    .into();
        }
        Json::String(text) => {
            let mut chars: Vec<char> = text.chars().collect();
            let new = *choices.among(&['.', 'L', 'R', '0', '1', '2', '/', '-']);
            match (chars.is_empty(), choices.below(4)) {
                (true, _) | (_, 0) => chars.push(new),
                (_, 1) => drop(chars.remove(choices.below(chars.len()))),
                _ => {
                    let at = choices.below(chars.len());
                    chars[at] = new;
                }
            }
            *text = chars.into_iter().collect();
        }
        Json::Array(items) if !items.is_empty() => {
            let (a, b) = (choices.below(items.len()), choices.below(items.len()));
            match choices.below(4) {
                0 => items.swap(a, b),
                1 => drop(items.remove(a)),
                2 => items.push(items[a].clone()),
                _ => items.insert(a, other.clone()),
            }
        }
        Json::Bool(truth) => *truth = !*truth,
        _ => *value = other.clone(),
    }
}
