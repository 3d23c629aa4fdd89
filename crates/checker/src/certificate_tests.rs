//! Tests of the limits of certificates: their size, steps and memory. `tests/values` has the tests
//! of what they prove.

use super::certificate::{MOST_VALUED, MOST_VERTICES, check_within, limits_of, tints};
use super::format::{Certificate, MOST_BYTES, NoCertificate};
use super::meter::{Limits, MOST_STEPS};
use super::*;
use boilingpoint_pinned::{assert_table, places};
use boilingpoint_rules::{Clobber, Col, Snort};
use serde_json::Value as Json;
use std::fmt::Write;

fn read(text: &str) -> Certificate {
    Certificate::read(text.as_bytes()).expect("a certificate")
}

/// A certificate with one statement.
fn of_statement(ruleset: &str, tints: &str, proofs: &str) -> Certificate {
    read(&format!(
        r#"{{"format":"boilingpoint-certificate-1","ruleset":"{ruleset}",
        "claim":{{"temperature":{{"least":null,"most":null}},"mean":{{"least":null,"most":null}}}},
        "statements":[{{"tints":"{tints}","edges":[],"proofs":[{proofs}]}}]}}"#
    ))
}

/// A statement is one item, and so are each tint, edge, proof, part, vertex, move and omitted
/// claim.
#[test]
fn every_item_counts_for_the_size() {
    let part = r#"[{"statement":0,"vertices":[0,1,2]},{"statement":1,"vertices":[4]}]"#; // 6 items
    let listed = format!(
        r#"{{"moves":[{{"claim":0,"parts":{part}}},{{"claim":1,"parts":[]}}],
        "omitted":[{{"claim":2,"for":0,"why":"twin"}}]}}"#
    ); // 1 + 6, 1, 1
    let rows = [
        (r#"{"by":"exact"}"#.to_owned(), 0),
        (format!(r#"{{"by":"sum","parts":{part}}}"#), 6),
        (r#"{"by":"own-negative"}"#.to_owned(), 0),
        (r#"{"by":"own-negative","map":[1,0]}"#.to_owned(), 2),
        (format!(r#"{{"by":"options","left":{listed}}}"#), 9),
        (
            format!(r#"{{"by":"options","left":{listed},"right":{listed}}}"#),
            18,
        ),
        (
            format!(r#"{{"by":"at-least","without":[3,4],"parts":{part}}}"#),
            8,
        ),
        (
            format!(r#"{{"by":"at-most","without":[3],"parts":{part}}}"#),
            7,
        ),
        (r#"{"by":"left-answers","map":[2,1,0]}"#.to_owned(), 3),
        (r#"{"by":"right-answers","map":[0]}"#.to_owned(), 1),
    ];
    let plain = of_statement("snort", "..L", "");
    assert_eq!(plain.size(), 1 + 3);
    for (proof, items) in &rows {
        let certificate = of_statement("snort", "..L", proof);
        assert_eq!(certificate.size(), 1 + 3 + 1 + items, "{proof}");
    }
    let mut whole = of_statement("snort", "..L", &rows.map(|row| row.0).join(","));
    assert_eq!(whole.size(), 1 + 3 + 10 + 54);
    whole.statements[0].edges = vec![[0, 1], [1, 2]];
    whole.statements.push(plain.statements[0].clone());
    whole.squares = Some("..|#.".to_owned());
    assert_eq!(whole.size(), 68 + 2 + 4 + 5);
    assert_eq!(limits_of(&whole, None).steps, MOST_STEPS + 79_000);
}

#[test]
fn a_text_of_the_greatest_length_is_read() {
    let mut text = serde_json::to_string(&of_statement("snort", "", "")).expect("JSON");
    text.push_str(&" ".repeat(MOST_BYTES - text.len()));
    assert!(Certificate::read(text.as_bytes()).is_ok());
    text.push(' ');
    let found = Certificate::read(text.as_bytes());
    assert!(matches!(found, Err(NoCertificate::TooLong { bytes }) if bytes == MOST_BYTES + 1));
}

#[test]
fn a_statement_has_a_greatest_order() {
    let most = ".".repeat(MOST_VERTICES);
    assert_eq!(tints(&most).map(|tints| tints.len()), Ok(MOST_VERTICES));
    assert!(tints(&format!("{most}.")).is_err());
    let exact = |order| {
        let certificate = of_statement("snort", &"L".repeat(order), r#"{"by":"exact"}"#);
        check_certificate(&certificate, 1_000, None)
    };
    let number = exact(MOST_VALUED).expect("a number");
    assert_eq!(number.mean, [Dyadic::integer(MOST_VALUED as i64); 2]);
    let order = MOST_VALUED + 1;
    let Err(CertificateError::GaveUp { error, .. }) = exact(order) else {
        panic!("valued");
    };
    assert_eq!(error, CheckError::OrderTooLarge { order });
}

#[test]
fn claiming_games_alone_have_certificates() {
    assert!(has_certificates(&Snort) && has_certificates(&Col) && !has_certificates(&Clobber));
}

fn limits(steps: u64, bytes: u64) -> Limits {
    Limits {
        steps,
        bytes,
        stop: None,
    }
}

/// A value of which the checker has to compute more than the steps that are left reports the limit
/// of the whole certificate.
#[test]
fn the_limit_of_steps_is_that_of_the_certificate() {
    let exact = r#"{"by":"exact"}"#;
    let certificate = of_statement("snort", ".LR.", &[exact; 3].join(","));
    let least = least(|steps| check_within(&certificate, 1_000, limits(steps, 1 << 29)).is_ok());
    for limit in [least - 1, least / 2, 40] {
        let found = check_within(&certificate, 1_000, limits(limit, 1 << 29));
        let Err(CertificateError::GaveUp { error, .. }) = found else {
            panic!("{limit}: {found:?}");
        };
        assert_eq!(error, CheckError::Work { limit });
    }
}

/// The least number for which something holds, below 2^29.
pub(super) fn least(holds: impl Fn(u64) -> bool) -> u64 {
    let (mut below, mut enough) = (0, 1 << 29);
    while enough - below > 1 {
        let middle = below + (enough - below) / 2;
        match holds(middle) {
            true => enough = middle,
            false => below = middle,
        }
    }
    enough
}

/// The steps and the memory that certificates take are those of a table.
#[test]
#[cfg(target_pointer_width = "64")]
fn steps_and_memory_are_those_of_the_table() {
    let mut text = String::new();
    for name in ["nary-tree-6-3", "tree-120", "nary-tree-5-4"] {
        let folder = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/records/certificates"
        );
        let json = std::fs::read(format!("{folder}/{name}.json")).expect("a file");
        let certificate = Certificate::read(&json).expect("a certificate");
        let is_proved = |limits| check_within(&certificate, 100_000, limits).is_ok();
        let steps = least(|steps| is_proved(limits(steps, 1 << 29)));
        let bytes = least(|bytes| is_proved(limits(MOST_STEPS, bytes)));
        let _ = writeln!(
            text,
            "{name}: {} items, {steps} steps, {bytes} bytes",
            certificate.size()
        );
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned_certificates.txt");
    assert_table(path, &text);
}

/// A number becomes its neighbours, each tint another one, and a list loses its last item or has
/// its first two exchanged.
fn changes(at: &str, value: &Json) -> Vec<Json> {
    match value {
        Json::Number(n) => {
            let n = n.as_u64().expect("a number from 0 on");
            let below = n.checked_sub(1);
            below.into_iter().chain([n + 1]).map(Json::from).collect()
        }
        Json::Bool(is) => vec![Json::from(!is)],
        Json::String(text) if at.ends_with("tints") || at.ends_with("squares") => (0..text.len())
            .map(|i| {
                let new = match text.as_bytes()[i] {
                    b'L' => "R",
                    b'R' => ".",
                    b'.' if at.ends_with("squares") => "#",
                    _ => "L",
                };
                Json::from(format!("{}{new}{}", &text[..i], &text[i + 1..]))
            })
            .collect(),
        Json::Array(items) if !items.is_empty() => {
            let mut exchanged = items.clone();
            exchanged[..items.len().min(2)].reverse();
            vec![items[..items.len() - 1].into(), exchanged.into()]
        }
        _ => Vec::new(),
    }
}

fn json_of(folder: &str, name: &str) -> Json {
    let text = std::fs::read(format!("{folder}/{name}.json")).expect("a file");
    serde_json::from_slice(&text).expect("JSON")
}

/// Four certificates are proved as they are, and each change of one of them has the answer of a
/// table. They have proofs of all kinds, negative parts, claims that are omitted, the dominoes of
/// Domineering and a game in which components of one tint are over.
#[test]
fn each_change_of_a_certificate_has_the_answer_of_the_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/changed");
    let answer = |json: &Json| {
        let certificate = match Certificate::read(json.to_string().as_bytes()) {
            Ok(certificate) => certificate,
            Err(error) => return error.to_string(),
        };
        match check_within(&certificate, 10_000, limits(MOST_STEPS, 1 << 29)) {
            Ok(_) => "proved".to_owned(),
            Err(error) => error.to_string(),
        }
    };
    let mut text = String::new();
    for name in ["answers", "cutthroat", "domineering", "options"] {
        let json = json_of(folder, name);
        assert_eq!(answer(&json), "proved", "{name}");
        for place in places(&json, usize::MAX) {
            for new in changes(&place, json.pointer(&place).expect("a place")) {
                let mut changed = json.clone();
                *changed.pointer_mut(&place).expect("a place") = new.clone();
                let _ = writeln!(text, "{name}{place} {new}: {}", answer(&changed));
            }
        }
    }
    assert_table(&(folder.to_owned() + "/answers.txt"), &text);
    // As many dominoes of each kind, of which others overlap.
    let mut other = json_of(folder, "domineering");
    other["squares"] = Json::from("..|..");
    assert!(answer(&other).starts_with("squares: "));
}
