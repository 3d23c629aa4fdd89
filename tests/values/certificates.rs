//! The checker of certificates: each rule, what breaks it, and that no false claim is ever
//! accepted.

use crate::kit::{TINTS, connected, random_board, tintings};
use crate::proving::{Dice, Maker, Truth, number, unclaimed, within};
use boilingpoint_boards::{Board, Graph, parse_board, random_connected};
use boilingpoint_checker::format::{
    Certificate, ClaimMove, FORMAT, Instead, Listed, Omitted, PositionPart, Proof, Statement,
};
use boilingpoint_checker::{CheckedCertificate, check_certificate};
use boilingpoint_pinned::places;
use boilingpoint_rules::{self as ruleset, Col, Cutthroat, Ruleset, Snort};
use boilingpoint_solver::CHECKED_POSITIONS;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const POSITIONS: u64 = 10_000;

fn check(certificate: &Certificate) -> Result<CheckedCertificate, String> {
    check_certificate(certificate, POSITIONS, None).map_err(|e| e.to_string())
}

/// The claims that a text proves, or the reason why it is refused.
fn check_json(json: &Value) -> Result<CheckedCertificate, String> {
    let certificate = Certificate::read(json.to_string().as_bytes()).map_err(|e| e.to_string())?;
    check(&certificate)
}

/// A certificate that claims nothing.
fn certificate(ruleset: &str, statements: Value) -> Value {
    let open = json!({ "least": null, "most": null });
    json!({
        "format": "boilingpoint-certificate-1",
        "ruleset": ruleset,
        "claim": { "temperature": open, "mean": open },
        "statements": statements,
    })
}

/// Checks the bounds of temperature and mean that a certificate proves.
fn assert_proves(json: &Value, temperature: [&str; 2], mean: [&str; 2]) {
    let found = check_json(json).expect("accepted");
    let found = [found.temperature, found.mean].map(|pair| pair.map(|x| x.to_string()));
    assert_eq!(
        found,
        [temperature, mean].map(|pair| pair.map(String::from))
    );
}

/// The reason why a certificate is refused after the value at `place` was replaced.
fn refusal(json: &Value, place: &str, other: Value) -> String {
    let mut json = json.clone();
    *json.pointer_mut(place).expect("it is there") = other;
    check_json(&json).expect_err("refused")
}

fn options_of_an_edge() -> Value {
    certificate(
        "snort",
        json!([{
            "tints": "..",
            "edges": [[0, 1]],
            "proofs": [{
                "by": "options",
                "left": { "moves": [{ "claim": 0, "parts": [] }, { "claim": 1, "parts": [] }] },
                "right": { "moves": [{ "claim": 1, "parts": [] }],
                           "omitted": [{ "claim": 0, "for": 1, "why": "twin" }] },
            }],
        }]),
    )
}

/// The text of a file of the repository.
fn text_of(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// Checks a certificate of the repository with the limits of `boil certificate check`, and that its
/// last statement is about this board, with the same numbers of the vertices.
fn checked_file(file: &str, board: &str) -> (Certificate, CheckedCertificate) {
    let certificate = Certificate::read(text_of(file).as_bytes()).expect(file);
    let checked = check_certificate(&certificate, CHECKED_POSITIONS, None);
    let checked = checked.unwrap_or_else(|e| panic!("{file}: {e}"));
    assert_about(&certificate, &parse_board(board).expect(board), file);
    (certificate, checked)
}

fn assert_about(certificate: &Certificate, board: &Board, file: &str) {
    let sorted = |edges: &mut dyn Iterator<Item = [usize; 2]>| {
        let mut edges: Vec<_> = edges.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges
    };
    let last = certificate.statements.last().expect(file);
    assert_eq!(last.tints, board.tint_string(), "{file}");
    assert_eq!(
        sorted(&mut last.edges.iter().copied()),
        sorted(&mut board.graph().edges().map(|(a, b)| [a, b])),
        "{file}"
    );
}

/// The certificates of the findings: the file, the board that the page names, the same board as an
/// argument, and the bound that the page gives.
const FINDINGS: [[&str; 4]; 8] = [
    [
        "tree-117",
        "tree(13*leaf,tree(15*leaf),tree(9*leaf,6*tree(5*leaf)),tree(10*leaf,5*tree(5*leaf)))",
        "tree(13*leaf,tree(15*leaf),tree(9*leaf,6*tree(5*leaf)),tree(10*leaf,5*tree(5*leaf)))",
        "155/4",
    ],
    [
        "tree-120",
        "chain(tree(2*tree(20*leaf),18*leaf),tree(4*tree(8*leaf),tree(7*leaf),14*leaf))",
        "chain(tree(2*tree(20*leaf),18*leaf),tree(4*tree(8*leaf),tree(7*leaf),14*leaf))",
        "203/4",
    ],
    [
        "tree-126",
        "tree(2*tree(5*tree(7*leaf),4*leaf),3*tree(9*leaf),5*leaf)",
        "tree(2*tree(5*tree(7*leaf),4*leaf),3*tree(9*leaf),5*leaf)",
        "33",
    ],
    [
        "tree-5-6-5",
        "T(5,6,5)",
        "tree(5*tree(6*tree(5*leaf)))",
        "25",
    ],
    ["nary-tree-6-3", "T(6,6,6)", "nary_tree(6,3)", "36"],
    ["nary-tree-10-3", "T(10,10,10)", "nary_tree(10,3)", "200"],
    [
        "nary-tree-5-4",
        "T(5,5,5,5), of height four",
        "nary_tree(5,4)",
        "75/4",
    ],
    [
        "caterpillar-300-299-300",
        "C(300,299,300)",
        "caterpillar(300,299,300)",
        "599",
    ],
];

/// The certificates that the page docs/findings/snort-two-degrees-checks.md names prove what it
/// says, of the boards that it says.
#[test]
fn the_certificates_of_the_findings() {
    let page = text_of("docs/findings/snort-two-degrees-checks.md");
    for [name, named, board, least] in FINDINGS {
        let row = format!("| `{name}.json` | {named} | ≥ {least} | ");
        assert!(page.contains(&row), "no row {row}");
        let file = format!("docs/records/certificates/{name}.json");
        let (certificate, checked) = checked_file(&file, board);
        assert_eq!(certificate.ruleset, "snort");
        assert_eq!(certificate.claim.temperature.least.as_deref(), Some(least));
        assert_eq!(checked.temperature[0].to_string(), least);
    }
}

/// The certificates that commands of the golden files write: the file, the board and the game of
/// the command, and what the proof shows of the temperature.
const WRITTEN: [(&str, &str, [&str; 2]); 3] = [
    ("path", "path(9)", ["2", "2"]),
    ("lower", "caterpillar(3,2,3)", ["5", "5"]),
    ("tints", "grid(2,3):LR..L.", ["7/4", "7/4"]),
];

/// The runs of the repository that have certificates.
const RUNS: [&str; 2] = [
    "tests/golden/kept/tinted",
    "tests/golden/files/tinted/runs/tinted",
];

/// Every certificate of the repository is about the board that it is named for, and proves what the
/// file beside it says.
#[test]
fn every_certificate_of_the_repository_is_about_its_board() {
    let mut known: Vec<String> = FINDINGS
        .map(|[name, ..]| format!("docs/records/certificates/{name}.json"))
        .into();
    // A claim that its proof does not support, for a test of the message.
    known.push("tests/golden/input/wrong.json".into());
    for (name, board, expected) in WRITTEN {
        let file = format!("tests/golden/files/certificate/{name}.json");
        let (_, checked) = checked_file(&file, board);
        assert_eq!(
            checked.temperature.map(|t| t.to_string()),
            expected,
            "{file}"
        );
        known.push(file);
    }
    for run in RUNS {
        let config = text_of(&format!("{run}/config.toml"));
        for line in text_of(&format!("{run}/records.jsonl")).lines() {
            let record: Value = serde_json::from_str(line).expect("a record");
            let Some(name) = record["certificate"].as_str() else {
                continue;
            };
            let file = format!("{run}/{name}");
            let [board, tints, least] =
                ["board", "tints", "temperature"].map(|k| record[k].as_str().expect(k));
            let (certificate, checked) = checked_file(&file, &format!("{board}:{tints}"));
            assert!(config.contains(&format!("ruleset = \"{}\"", certificate.ruleset)));
            assert!(
                fraction(&checked.temperature[0].to_string()) >= fraction(least),
                "{file}"
            );
            known.push(file);
        }
    }
    known.sort();
    assert_eq!(
        certificates_in(&["docs", "tests", "configs", "runs", "examples"]),
        known
    );
}

/// The files of the repository that begin as certificates do, sorted.
fn certificates_in(folders: &[&str]) -> Vec<String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<_> = folders.iter().map(|folder| top.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                let text = std::fs::read_to_string(&path).expect("text");
                if text.contains(FORMAT) {
                    let name = path.strip_prefix(top).expect("below the top");
                    found.push(name.to_string_lossy().into_owned());
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_head() {
    let json = options_of_an_edge();
    assert_proves(&json, ["1", "1"], ["0", "0"]);
    let refused = [
        (
            "/format",
            json!("boilingpoint-certificate-2"),
            "format: expected `boilingpoint-certificate-1`, found `boilingpoint-certificate-2`",
        ),
        (
            "/ruleset",
            json!("snorts"),
            "ruleset: there is no ruleset `snorts`; did you mean `snort`?",
        ),
        (
            "/ruleset",
            json!("node-kayles"),
            "ruleset: `node-kayles` is not a game in which the players claim vertices of tinted graphs",
        ),
        (
            "/statements",
            json!([]),
            "statements: the certificate has no statement",
        ),
        (
            "/claim/temperature/least",
            json!("5/4"),
            "claim, temperature: the certificate claims at least 5/4, but proves only at least 1",
        ),
        (
            "/claim/temperature/most",
            json!("1/2"),
            "claim, temperature: the certificate claims at most 1/2, but proves only at most 1",
        ),
        (
            "/claim/mean/most",
            json!("-1/8"),
            "claim, mean: the certificate claims at most -1/8, but proves only at most 0",
        ),
        (
            "/claim/mean/least",
            json!("1/3"),
            "claim, mean: `1/3` is not a number like `-3` or `7/4`",
        ),
        (
            "/claim/mean/least",
            json!("-9999999999999999999999"),
            "claim, mean: `-9999999999999999999999` is not a number like `-3` or `7/4`",
        ),
        (
            "/statements/0/tints",
            json!(".l"),
            "statement 0, tints: vertex 1: expected `.`, `L` or `R`, found `l`",
        ),
        (
            "/statements/0/tints",
            json!("."),
            "statement 0, edges: edge 0-1 does not join two different vertices of 1",
        ),
        (
            "/statements/0/edges",
            json!([[1, 1]]),
            "statement 0, edges: edge 1-1 does not join two different vertices of 2",
        ),
        (
            "/statements/0/edges",
            json!([[0, u64::MAX]]),
            "statement 0, edges: edge 0-18446744073709551615 does not join two different vertices of 2",
        ),
        (
            "/statements/0/edges",
            json!([[0, 1], [1, 0]]),
            "statement 0, edges: edge 0-1 occurs twice",
        ),
        (
            "/statements/0/tints",
            json!(".".repeat(100_001)),
            "statement 0, tints: there are more than 32768 vertices",
        ),
    ];
    for (place, other, expected) in refused {
        assert_eq!(refusal(&json, place, other), expected);
    }
}

#[test]
fn texts_that_are_no_certificates() {
    let refused = |text: &str| {
        Certificate::read(text.as_bytes())
            .expect_err("refused")
            .to_string()
    };
    let head = "this is not a certificate as docs/certificates.md defines it: ";
    for (text, expected) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{\n  \"format\": }", "expected value at line 2 column 13"),
        ("{}", "missing field `format` at line 1 column 2"),
        (
            "[3]",
            "invalid type: integer `3`, expected a string at line 1 column 2",
        ),
    ] {
        assert_eq!(refused(text), format!("{head}{expected}"));
    }
    let whole = options_of_an_edge().to_string();
    let text = whole.replace("\"why\":\"twin\"", "\"why\":\"twins\"");
    assert!(refused(&text).contains("unknown variant `twins`, expected `twin` or `dominated`"));
    let text = whole.replace("\"by\":\"options\"", "\"by\":\"opinion\"");
    assert!(refused(&text).contains("unknown variant `opinion`, expected one of `exact`, `sum`"));
    let text = whole.replace("[[0,1]]", "[[0,-1]]");
    assert!(refused(&text).contains("invalid value: integer `-1`, expected usize at line 1"));
    let text = whole.replace("[[0,1]]", "[[0,1]],\"extra\":1");
    assert!(refused(&text).contains("unknown field `extra`"));
    let with_exact = whole.replace(
        "\"proofs\":[",
        "\"proofs\":[{\"by\":\"exact\",\"extra\":1},",
    );
    assert!(refused(&with_exact).contains("unknown field `extra`"));
    let text = whole.replace("[[0,1]]", &"[".repeat(1000));
    assert!(refused(&text).contains("at line 1 column"));
    let long = vec![b' '; boilingpoint_checker::format::MOST_BYTES + 1];
    let error = Certificate::read(&long).expect_err("refused").to_string();
    assert_eq!(
        error,
        "a certificate has at most 67108864 bytes; this one has 67108865"
    );
}

#[test]
fn exact() {
    let json = certificate(
        "snort",
        json!([{ "tints": "...", "edges": [[0, 1], [1, 2]], "proofs": [{ "by": "exact" }] }]),
    );
    assert_proves(&json, ["2", "2"], ["0", "0"]);
    let large = |order: usize| (".".repeat(order), Vec::<[usize; 2]>::new());
    let mut wide = json.clone();
    (
        wide["statements"][0]["tints"],
        wide["statements"][0]["edges"],
    ) = (json!(large(129).0), json!(large(129).1));
    assert_eq!(
        check_json(&wide).expect_err("refused"),
        "statement 0, proof 0 (exact): the checker takes boards of at most 128 vertices; this one has 129"
    );
    let certificate = Certificate::read(json.to_string().as_bytes()).expect("one");
    assert_eq!(
        check_certificate(&certificate, 2, None)
            .expect_err("refused")
            .to_string(),
        "statement 0, proof 0 (exact): the checker gave up at its limit of 2 positions"
    );
    let stop = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(
        check_certificate(&certificate, 2, stop)
            .expect_err("refused")
            .to_string(),
        "statement 0: the checker was stopped before it finished"
    );
}

/// An edge with one tinted end; and a sum of three parts, the second of them the negative of that
/// edge, with two isolated vertices.
fn a_sum() -> Value {
    certificate(
        "snort",
        json!([
            { "tints": "L.", "edges": [[0, 1]], "proofs": [{ "by": "exact" }] },
            {
                "tints": "L..RL..R",
                "edges": [[0, 1], [3, 2], [5, 4], [0, 4]],
                "proofs": [{ "by": "sum", "parts": [
                    { "statement": 0, "vertices": [0, 1] },
                    { "statement": 0, "vertices": [3, 2], "negative": true },
                    { "statement": 0, "vertices": [4, 5] },
                ] }],
            },
        ]),
    )
}

#[test]
fn sum() {
    let json = a_sum();
    // L. is {1|0}. Its negative cancels one of the two copies; the isolated vertices add * and -1.
    assert_proves(&json, ["1/2", "1/2"], ["-1/2", "-1/2"]);
    let place = "/statements/1/proofs/0/parts";
    let refused = [
        (
            "/0/statement",
            json!(1),
            "part 0: statement 1 does not come before this one",
        ),
        (
            "/2/statement",
            json!(77),
            "part 2: statement 77 does not come before this one",
        ),
        (
            "/0/vertices",
            json!([0]),
            "part 0: statement 0 has 2 vertices, but the part has 1",
        ),
        (
            "/0/vertices",
            json!([0, 8]),
            "part 0: the position has no vertex 8",
        ),
        (
            "/0/vertices",
            json!([0, 0]),
            "part 0: vertex 0 is already in part 0",
        ),
        (
            "/2/vertices",
            json!([4, 1]),
            "part 2: vertex 1 is already in part 0",
        ),
        (
            "/0/vertices",
            json!([1, 0]),
            "part 0: vertex 1 is `.`, but to match vertex 0 of statement 0 it must be `L`",
        ),
        (
            "/1/negative",
            json!(false),
            "part 1: vertex 3 is `R`, but to match vertex 0 of statement 0 it must be `L`",
        ),
        (
            "/0/vertices",
            json!([0, 6]),
            "part 0: the edge 0-1 leaves the part and still affects the game",
        ),
        (
            "",
            json!([{ "statement": 0, "vertices": [0, 1] }]),
            "vertex 2 is in no part of the sum, but its edge to vertex 3 still affects the game",
        ),
    ];
    for (within, other, expected) in refused {
        assert_eq!(
            refusal(&json, &format!("{place}{within}"), other),
            format!("statement 1, proof 0 (sum), {expected}")
                .replace("(sum), vertex", "(sum): vertex")
        );
    }
    let edges = |edges: Value| refusal(&json, "/statements/1/edges", edges);
    assert_eq!(
        edges(json!([[3, 2], [5, 4]])),
        "statement 1, proof 0 (sum), part 0: statement 0 has 1 edges at vertex 0, but the matching vertex 0 has 0"
    );
    assert_eq!(
        edges(json!([[0, 1], [3, 2], [5, 4], [1, 2]])),
        "statement 1, proof 0 (sum), part 0: the edge 1-2 leaves the part and still affects the game"
    );
    assert_eq!(
        refusal(&json, "/statements/0/edges", json!([])),
        "statement 1, proof 0 (sum), part 0: statement 0 has no edge 0-1 to match the edge 0-1"
    );
}

#[test]
fn own_negative() {
    let json = certificate(
        "snort",
        json!([{
            "tints": "L..R",
            "edges": [[0, 1], [1, 2], [2, 3]],
            "proofs": [{ "by": "own-negative", "map": [3, 2, 1, 0] }],
        }]),
    );
    assert_proves(&json, ["-1", "3"], ["0", "0"]);
    let place = "/statements/0/proofs/0/map";
    for (map, expected) in [
        (json!([3, 2, 1]), "the map has 3 entries for 4 vertices"),
        (
            json!([3, 2, 1, 1]),
            "the map is not a permutation: 1, the image of vertex 3, is no vertex, or is the image of another vertex, too",
        ),
        (
            json!([3, 2, 1, 9]),
            "the map is not a permutation: 9, the image of vertex 3, is no vertex, or is the image of another vertex, too",
        ),
        (
            json!([3, 1, 2, 0]),
            "the map does not take the neighbours of vertex 0 to the neighbours of its image 3",
        ),
        (
            Value::Null,
            "vertex 0 must have the tint of vertex 0 with the players exchanged",
        ),
    ] {
        assert_eq!(
            refusal(&json, place, map),
            format!("statement 0, proof 0 (own-negative): {expected}")
        );
    }
    assert_eq!(
        refusal(&json, "/statements/0/tints", json!("L..L")),
        "statement 0, proof 0 (own-negative): vertex 3 must have the tint of vertex 0 with the players exchanged"
    );
}

#[test]
fn options() {
    let json = options_of_an_edge();
    let place = "/statements/0/proofs/0";
    let refused = [
        (
            "/left/moves/1/claim",
            json!(2),
            ", move 1 of Left: Left may not claim vertex 2",
        ),
        (
            "/right/moves/0/claim",
            json!(u64::MAX),
            ", move 0 of Right: Right may not claim vertex 18446744073709551615",
        ),
        (
            "/right/moves/0/parts",
            json!([{ "statement": 0, "vertices": [0, 1] }]),
            ", move 0 of Right, part 0: statement 0 does not come before this one",
        ),
        (
            "/right/omitted/0/claim",
            json!(1),
            ", omitted claim 0 of Right: the claim of vertex 1 may be omitted only because of another claim that is listed or omitted before it; the claim of vertex 1 is not such a claim",
        ),
        (
            "/right/omitted/0/for",
            json!(0),
            ", omitted claim 0 of Right: the claim of vertex 0 may be omitted only because of another claim that is listed or omitted before it; the claim of vertex 0 is not such a claim",
        ),
        (
            "/right",
            Value::Null,
            ": Right's moves are missing, and no earlier proof shows that the position equals its negative",
        ),
    ];
    for (within, other, expected) in refused {
        assert_eq!(
            refusal(&json, &format!("{place}{within}"), other),
            format!("statement 0, proof 0 (options){expected}")
        );
    }
    // Without all moves, a weaker bound is proved.
    let mut fewer = json.clone();
    fewer["statements"][0]["proofs"][0]["right"]["omitted"] = json!([]);
    assert_proves(&fewer, ["1", "2"], ["-2", "0"]);
    fewer["statements"][0]["proofs"][0]["left"]["moves"] = json!([]);
    assert_proves(&fewer, ["-1", "2"], ["-2", "2"]);
    let mut integer = json.clone();
    integer["statements"][0]["tints"] = json!("LL");
    assert_eq!(
        check_json(&integer).expect_err("refused"),
        "statement 0, proof 0 (options): a proof by options needs moves of both players, and Right has none"
    );
}

/// A spider in which Left's claims of leaves and twins are left out.
fn omissions() -> Value {
    certificate(
        "snort",
        json!([{
            "tints": "...R",
            "edges": [[0, 1], [0, 2], [0, 3]],
            "proofs": [{
                "by": "options",
                "left": {
                    "moves": [{ "claim": 0, "parts": [] }],
                    "omitted": [
                        { "claim": 2, "for": 0, "why": "dominated" },
                        { "claim": 1, "for": 2, "why": "twin" },
                    ],
                },
                "right": { "moves": [{ "claim": 0, "parts": [] }] },
            }],
        }]),
    )
}

#[test]
fn omitted_claims() {
    let json = omissions();
    assert!(check_json(&json).is_ok());
    let place = "/statements/0/proofs/0/left/omitted";
    let refused = [
        ("/1/for", json!(3), "1 of Left: Left may not claim vertex 3"),
        (
            "/0/claim",
            json!(3),
            "0 of Left: Left may not claim vertex 3",
        ),
        (
            "/0/for",
            json!(1),
            "0 of Left: the claim of vertex 2 may be omitted only because of another claim that is listed or omitted before it; the claim of vertex 1 is not such a claim",
        ),
        (
            "/0/why",
            json!("twin"),
            "0 of Left: vertices 2 and 0 are not twins",
        ),
    ];
    for (within, other, expected) in refused {
        assert_eq!(
            refusal(&json, &format!("{place}{within}"), other),
            format!("statement 0, proof 0 (options), omitted claim {expected}")
        );
    }
    let omitted = |tints: &str, edges: Value, expected: &str| {
        let mut json = json.clone();
        json["statements"][0]["tints"] = json!(tints);
        json["statements"][0]["edges"] = edges;
        assert_eq!(
            check_json(&json).expect_err(expected),
            format!("statement 0, proof 0 (options), {expected}")
        );
    };
    omitted(
        "...R",
        json!([[0, 1], [0, 3]]),
        "omitted claim 0 of Left: the claim of vertex 2 is not dominated by the claim of vertex 0: Right may claim vertex 2, which is not adjacent to 0",
    );
    omitted(
        "..LR",
        json!([[0, 1], [0, 2], [0, 3]]),
        "omitted claim 1 of Left: vertices 1 and 2 are not twins",
    );
    let beyond = certificate(
        "snort",
        json!([
            { "tints": "LR", "edges": [[0, 1]], "proofs": [] },
            { "tints": ".LR", "edges": [[1, 2]], "proofs": [{ "by": "options", "left": {
                "moves": [{ "claim": 0, "parts": [{ "statement": 0, "vertices": [1, 2] }] }],
                "omitted": [{ "claim": 1, "for": 0, "why": "dominated" }],
            } }] },
        ]),
    );
    assert_eq!(
        check_json(&beyond).expect_err("refused"),
        "statement 1, proof 0 (options), omitted claim 0 of Left: the claim of vertex 1 is not dominated by the claim of vertex 0: only the former forbids vertex 2 to Right"
    );
    for ruleset in ["col", "cutthroat"] {
        assert_eq!(
            refusal(&json, "/ruleset", json!(ruleset)),
            "statement 0, proof 0 (options), omitted claim 0 of Left: the theorem on dominated claims does not hold for this game"
        );
    }
}

#[test]
fn at_least_and_at_most() {
    // Left gives up the tinted vertex: the other one is * then. Right gives up the other one: the
    // value is 2 then.
    let json = certificate(
        "snort",
        json!([{
            "tints": "L.",
            "edges": [[0, 1]],
            "proofs": [
                { "by": "at-least", "without": [0], "parts": [] },
                { "by": "at-most", "without": [1], "parts": [] },
            ],
        }]),
    );
    assert_proves(&json, ["-1", "3/2"], ["0", "2"]);
    let at_least = "statement 0, proof 0 (at-least)";
    let refused = [
        (
            "/0/without",
            json!([2]),
            format!("{at_least}, without: Left may not claim vertex 2"),
        ),
        (
            "/0/without",
            json!([1, 1]),
            format!("{at_least}, without: Left may not claim vertex 1"),
        ),
        (
            "/0/without",
            json!([]),
            format!(
                "{at_least}: vertex 0 is in no part of the sum, but its edge to vertex 1 still affects the game"
            ),
        ),
        (
            "/1/without",
            json!([0]),
            "statement 0, proof 1 (at-most), without: Right may not claim vertex 0".to_string(),
        ),
        (
            "/0/parts",
            json!([{ "statement": 0, "vertices": [] }]),
            format!("{at_least}, part 0: statement 0 does not come before this one"),
        ),
    ];
    for (within, other, expected) in refused {
        assert_eq!(
            refusal(&json, &format!("/statements/0/proofs{within}"), other),
            expected
        );
    }
    assert_eq!(
        refusal(&json, "/ruleset", json!("cutthroat")),
        format!(
            "{at_least}: this kind of proof does not hold for this game: a player may be better off with fewer vertices to claim"
        )
    );
}

#[test]
fn answers() {
    // Two edges: every move in one of them is answered in the other.
    let json = certificate(
        "snort",
        json!([{
            "tints": "....",
            "edges": [[0, 1], [2, 3]],
            "proofs": [
                { "by": "left-answers", "map": [2, 3, 0, 1] },
                { "by": "right-answers", "map": [3, 2, 1, 0] },
            ],
        }]),
    );
    assert_proves(&json, ["-1", "0"], ["0", "0"]);
    let place = "/statements/0/proofs/0/map";
    for (map, expected) in [
        (json!([2, 3, 0]), "the map has 3 entries for 4 vertices"),
        (
            json!([2, 3, 0, 3]),
            "the map is not a permutation: 3, the image of vertex 3, is no vertex, or is the image of another vertex, too",
        ),
        (
            json!([2, 1, 0, 3]),
            "the map does not take the neighbours of vertex 0 to the neighbours of its image 2",
        ),
        (
            json!([2, 3, 1, 0]),
            "the map must be its own inverse: it takes vertex 0 to 2, but 2 to 1",
        ),
        (
            json!([1, 0, 3, 2]),
            "a claim of vertex 0 has no answer: the vertex is adjacent to its image",
        ),
        (
            json!([0, 1, 2, 3]),
            "a claim of vertex 0 has no answer: the vertex is its own image",
        ),
    ] {
        assert_eq!(
            refusal(&json, place, map),
            format!("statement 0, proof 0 (left-answers): {expected}")
        );
    }
    assert_eq!(
        refusal(&json, "/statements/0/tints", json!("R...")),
        "statement 0, proof 0 (left-answers): a claim of vertex 2 has no answer: the player who answers may not claim its image"
    );
    // Left need not answer moves in her own vertices; Right would have to.
    assert_eq!(
        refusal(&json, "/statements/0/tints", json!("L...")),
        "statement 0, proof 1 (right-answers): a claim of vertex 3 has no answer: the player who answers may not claim its image"
    );
    assert_eq!(
        refusal(&json, "/ruleset", json!("col")),
        "statement 0, proof 0 (left-answers): this kind of proof does not hold for this game: a claim does more than forbid the neighbours to the other player"
    );
}

/// Every tinting of every connected graph to order 4 and of two other graphs, and every permutation
/// of the vertices: a statement proved by answers or by a map to the negative is true.
#[test]
fn every_map_of_every_small_board() {
    let games: [&'static dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];
    let mut accepted = 0;
    for rules in games {
        let mut truth = Truth::of(rules);
        for graph in connected(4).iter().chain([&Graph::empty(2), &two_edges()]) {
            for board in tintings(graph, &TINTS) {
                for map in permutations(graph.order()) {
                    let map_too = Some(map.clone());
                    for proof in [
                        Proof::LeftAnswers { map: map.clone() },
                        Proof::RightAnswers { map },
                        Proof::OwnNegative { map: map_too },
                    ] {
                        let statement = statement(&board, vec![proof]);
                        let made = unclaimed(rules.name(), vec![statement]);
                        if let Ok(found) = check(&made) {
                            truth.assert(&made.statements[0], &found);
                            accepted += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
}

fn two_edges() -> Graph {
    Graph::from_edges(4, [(0, 1), (2, 3)])
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for place in 0..n {
            let mut longer = shorter.clone();
            longer.insert(place, n - 1);
            all.push(longer);
        }
    }
    all
}

fn statement(board: &Board, proofs: Vec<Proof>) -> Statement {
    Statement {
        tints: board.tints().iter().map(|t| t.symbol()).collect(),
        edges: board.graph().edges().map(|(a, b)| [a, b]).collect(),
        proofs,
    }
}

/// Certificates made by random rules are accepted, true, and prove no less than the enclosure.
#[test]
fn the_checker_proves_what_the_solver_does() {
    let games: [&'static dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];
    let (mut tight, mut statements) = (0, 0);
    for rules in games {
        let mut truth = Truth::of(rules);
        for seed in 0..400 {
            let board = random_board(3 + seed as usize % 5, seed);
            let board = match seed % 4 {
                0 => Board::untinted(board.graph().clone()),
                _ => board,
            };
            let (made, enclosure) = Maker::new(rules, seed).prove(&board, 1 + seed as usize % 3);
            let found = check(&made).expect("accepted");
            truth.assert(&made.statements[made.statements.len() - 1], &found);
            let (temperature, mean) = (found.temperature.map(number), found.mean.map(number));
            assert!(
                within(temperature, enclosure.temperature()) && within(mean, enclosure.mean()),
                "{found:?} is proved, {enclosure:?} expected: {}",
                serde_json::to_string(&made).expect("written")
            );
            tight += usize::from(found.temperature[0] == found.temperature[1]);
            statements += made.statements.len();
        }
    }
    assert!(
        tight > 200 && statements > 5000,
        "{tight} known, {statements} statements"
    );
}

/// Other values for a place.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(n) => {
            let n = n.as_u64().expect("a natural number");
            let near = (0..8).filter(|&m| m != n);
            near.chain([u64::MAX, 1 << 40]).map(|m| json!(m)).collect()
        }
        Value::Bool(b) => vec![json!(!b)],
        Value::Array(items) => {
            let mut all = Vec::new();
            for i in 0..items.len() {
                let (mut fewer, mut more) = (items.clone(), items.clone());
                fewer.remove(i);
                more.insert(i, items[i].clone());
                all.extend([json!(fewer), json!(more)]);
                if i > 0 {
                    let mut swapped = items.clone();
                    swapped.swap(i, i - 1);
                    all.push(json!(swapped));
                }
            }
            all
        }
        Value::String(text) if text.chars().all(|c| ".LR".contains(c)) => {
            let mut all = Vec::new();
            for (i, found) in text.char_indices() {
                for other in ['.', 'L', 'R'].into_iter().filter(|&c| c != found) {
                    let mut tints = text.clone();
                    tints.replace_range(i..i + 1, &other.to_string());
                    all.push(json!(tints));
                }
            }
            all
        }
        Value::String(text) if ["twin", "dominated"].contains(&text.as_str()) => {
            vec![json!("twin"), json!("dominated")]
        }
        Value::String(_) | Value::Null => {
            let words = [
                "snort",
                "col",
                "cutthroat",
                "-2",
                "-1/2",
                "0",
                "1/2",
                "2",
                "at-least",
            ];
            let more = ["at-most", "left-answers", "right-answers", "exact", "sum"];
            words.iter().chain(&more).map(|w| json!(w)).collect()
        }
        Value::Object(_) => Vec::new(),
    }
}

/// Checks every prefix of a certificate: each accepted statement is true, and so is the claim.
fn assert_nothing_false(truths: &mut [(&str, Truth)], made: &Certificate, from: usize) -> bool {
    let Some((_, truth)) = truths.iter_mut().find(|(name, _)| *name == made.ruleset) else {
        assert!(check(made).is_err());
        return false;
    };
    for end in from..=made.statements.len() {
        let beginning = unclaimed(&made.ruleset, made.statements[..end].to_vec());
        match check(&beginning) {
            Ok(found) if end > 0 => truth.assert(&beginning.statements[end - 1], &found),
            _ if end > 0 => return false,
            _ => {}
        }
    }
    let accepted = check(made);
    if accepted.is_ok() {
        let exact = truth.thermal(&made.statements[made.statements.len() - 1]);
        for (claim, x) in [
            (&made.claim.temperature, exact.temperature),
            (&made.claim.mean, exact.mean),
        ] {
            let x = x.to_f64();
            let claimed = |text: &Option<String>| text.as_deref().map(fraction);
            assert!(
                claimed(&claim.least).is_none_or(|least| least <= x),
                "{claim:?} of {x}"
            );
            assert!(
                claimed(&claim.most).is_none_or(|most| x <= most),
                "{claim:?} of {x}"
            );
        }
    }
    accepted.is_ok()
}

/// The fraction as a float; exact for small fractions.
fn fraction(text: &str) -> f64 {
    let (a, b) = text.split_once('/').unwrap_or((text, "1"));
    let part = |text: &str| text.parse::<f64>().expect("a number");
    part(a) / part(b)
}

fn truths() -> Vec<(&'static str, Truth)> {
    let games: [&'static dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];
    games
        .into_iter()
        .map(|rules| (rules.name(), Truth::of(rules)))
        .collect()
}

/// A certificate that claims everything that it proves.
fn claiming_all(mut made: Certificate) -> Certificate {
    let found = check(&made).expect("accepted");
    for (claim, [least, most]) in [
        (&mut made.claim.temperature, found.temperature),
        (&mut made.claim.mean, found.mean),
    ] {
        claim.least = Some(least.to_string());
        claim.most = Some(most.to_string());
    }
    made
}

/// Every field of valid certificates changed, one after another.
#[test]
fn nothing_false_by_tampering() {
    let mut truths = truths();
    let mut made: Vec<Certificate> = [a_sum(), omissions(), documented()]
        .iter()
        .map(|json| Certificate::read(json.to_string().as_bytes()).expect("one"))
        .collect();
    let snort: &'static dyn Ruleset = &Snort;
    for seed in [2, 5, 7] {
        let board = random_board(5, seed);
        made.push(Maker::new(snort, seed).prove(&board, 2).0);
    }
    let (mut accepted, mut refused) = (0, 0);
    for certificate in made {
        let certificate = claiming_all(certificate);
        let json = serde_json::to_value(&certificate).expect("written");
        for place in places(&json, usize::MAX) {
            let value = json.pointer(&place).expect("it is there");
            for other in others(value).into_iter().filter(|other| other != value) {
                let mut json = json.clone();
                *json.pointer_mut(&place).expect("it is there") = other;
                let Ok(tampered) = Certificate::read(json.to_string().as_bytes()) else {
                    refused += 1;
                    continue;
                };
                let changed = place
                    .split('/')
                    .nth(2)
                    .and_then(|i| i.parse::<usize>().ok());
                let from = match changed {
                    Some(i) if place.starts_with("/statements") => i + 1,
                    _ => 1,
                };
                match assert_nothing_false(&mut truths, &tampered, from) {
                    true => accepted += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(
        refused > 2000 && accepted > 100,
        "{refused} refused, {accepted} accepted"
    );
}

/// The example of the documentation.
fn documented() -> Value {
    let path = format!("{}/docs/certificates.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the page is there");
    let (_, example) = text.split_once("```json\n").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    serde_json::from_str(example).expect("JSON")
}

#[test]
fn the_documented_example() {
    let json = documented();
    assert_proves(&json, ["3", "3"], ["0", "0"]);
    let made = Certificate::read(json.to_string().as_bytes()).expect("one");
    let mut truth = Truth::of(&Snort);
    for end in 1..=made.statements.len() {
        let beginning = unclaimed("snort", made.statements[..end].to_vec());
        truth.assert(
            &made.statements[end - 1],
            &check(&beginning).expect("accepted"),
        );
    }
    // Writing it gives the text that was read.
    assert_eq!(serde_json::to_value(&made).expect("written"), json);
}

/// A thousand vertices, a thousand moves, each with parts of a thousand vertices.
#[test]
fn a_large_certificate() {
    let n = 1000;
    let star = |n: usize| (1..n).map(|v| [0, v]).collect::<Vec<_>>();
    let after = Statement {
        tints: format!("L{}", ".".repeat(n - 2)),
        edges: star(n - 1),
        proofs: Vec::new(),
    };
    let part = |v: usize| PositionPart {
        statement: 0,
        vertices: (0..n).filter(|&u| u != v).collect(),
        negative: false,
    };
    let mut moves: Vec<ClaimMove> = (1..n)
        .map(|v| ClaimMove {
            claim: v,
            parts: vec![part(v)],
        })
        .collect();
    moves.push(ClaimMove {
        claim: 0,
        parts: Vec::new(),
    });
    let whole = Statement {
        tints: ".".repeat(n),
        edges: star(n),
        proofs: vec![
            Proof::OwnNegative { map: None },
            Proof::Options {
                left: Listed {
                    moves,
                    omitted: Vec::new(),
                },
                right: None,
            },
        ],
    };
    let made = unclaimed("snort", vec![after, whole]);
    let json = serde_json::to_string(&made).expect("written");
    let start = std::time::Instant::now();
    let made = Certificate::read(json.as_bytes()).expect("one");
    let found = check(&made).expect("accepted");
    assert_eq!(found.temperature.map(|t| t.to_string()), ["999", "999"]);
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 5.0, "{} bytes took {seconds} s", json.len());
}

/// A statement with these tints, edges and proofs.
fn stated(tints: &str, edges: Vec<[usize; 2]>, proofs: Vec<Proof>) -> Statement {
    Statement {
        tints: tints.into(),
        edges,
        proofs,
    }
}

/// Claims of these vertices, each with no parts after it.
fn bare_moves(claims: impl Iterator<Item = usize>) -> Listed {
    let moves = claims.map(|claim| ClaimMove {
        claim,
        parts: Vec::new(),
    });
    Listed {
        moves: moves.collect(),
        omitted: Vec::new(),
    }
}

/// Certificates whose rules take far more steps than their text has characters: the checker gives
/// up soon, at the same place each time.
#[test]
fn hostile_certificates_end_soon() {
    let dense: Vec<[usize; 2]> = (0..400).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let options = |order: usize, times: usize| Proof::Options {
        left: bare_moves((0..times).map(|i| i % order)),
        right: Some(bare_moves(0..1)),
    };
    let twins = |order: usize| {
        let omitted = (0..30 * order).map(|_| Omitted {
            claim: 1,
            other: 0,
            why: Instead::Twin,
        });
        let mut left = bare_moves(0..1);
        left.omitted.extend(omitted);
        let right = Some(bare_moves(2..3));
        Proof::Options { left, right }
    };
    let complete_bipartite: Vec<[usize; 2]> = (2..20_000).flat_map(|v| [[0, v], [1, v]]).collect();
    let random = random_connected(12, 16, 1);
    let random: Vec<[usize; 2]> = random.edges().map(|(a, b)| [a, b]).collect();
    let large = ".".repeat(20_000);
    let two_of_left = format!("LL{}", &large[2..]);
    let hostile = [
        (
            "moves on a large board",
            stated(&large, Vec::new(), vec![options(20_000, 60_000)]),
        ),
        (
            "moves on a dense board",
            stated(&large[..400], dense, vec![options(400, 20_000)]),
        ),
        (
            "many proofs",
            stated(
                &large,
                Vec::new(),
                vec![Proof::OwnNegative { map: None }; 100_000],
            ),
        ),
        (
            "omitted claims",
            stated(&two_of_left, complete_bipartite, vec![twins(20_000)]),
        ),
        (
            "many values",
            stated(&large[..12], random, vec![Proof::Exact {}; 20_000]),
        ),
    ];
    for (what, statement) in hostile {
        let made = unclaimed("snort", vec![statement]);
        let start = Instant::now();
        let refused = check(&made).expect_err(what);
        let took = start.elapsed();
        println!("{what}: {took:.1?}, {refused}");
        assert!(
            refused.contains("the checker gave up at its limit"),
            "{what}: {refused}"
        );
        assert!(took < Duration::from_secs(100), "{what}: {took:?}");
    }
}

/// The flag ends a check within a statement.
#[test]
fn a_flag_stops_the_check_of_a_long_statement() {
    let large = ".".repeat(32_768);
    let proofs = vec![Proof::OwnNegative { map: None }; 10_000];
    let made = unclaimed("snort", vec![stated(&large, Vec::new(), proofs)]);
    let stop = Arc::new(AtomicBool::new(false));
    let refused = std::thread::scope(|scope| {
        let flag = stop.clone();
        let checked = scope.spawn(move || check_certificate(&made, POSITIONS, Some(flag)));
        std::thread::sleep(Duration::from_millis(50));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        checked.join().expect("no panic").expect_err("stopped")
    });
    let refused = refused.to_string();
    assert!(
        refused.contains("the checker was stopped before it finished"),
        "{refused}"
    );
}

/// The steps of a written certificate are few for each of its items.
#[test]
fn the_size_of_a_certificate_is_at_most_its_length() {
    for json in [a_sum(), options_of_an_edge(), documented()] {
        let text = json.to_string();
        let size = Certificate::read(text.as_bytes()).expect("one").size();
        assert!(0 < size && size <= text.len(), "{size} of {}", text.len());
    }
}

fn small() -> impl Strategy<Value = usize> {
    prop_oneof![20 => 0..5usize, 1 => Just(usize::MAX), 1 => 5..12usize]
}

fn any_parts() -> impl Strategy<Value = Vec<PositionPart>> {
    let part = (
        0..3usize,
        prop::collection::vec(small(), 0..4),
        any::<bool>(),
    );
    let part = part.prop_map(|(statement, vertices, negative)| PositionPart {
        statement,
        vertices,
        negative,
    });
    prop::collection::vec(part, 0..3)
}

fn any_listed() -> impl Strategy<Value = Listed> {
    let made = (small(), any_parts()).prop_map(|(claim, parts)| ClaimMove { claim, parts });
    let why = prop_oneof![Just(Instead::Twin), Just(Instead::Dominated)];
    let omitted = (small(), small(), why);
    let omitted = omitted.prop_map(|(claim, other, why)| Omitted { claim, other, why });
    (
        prop::collection::vec(made, 0..3),
        prop::collection::vec(omitted, 0..3),
    )
        .prop_map(|(moves, omitted)| Listed { moves, omitted })
}

fn any_proof() -> impl Strategy<Value = Proof> {
    let map = || prop::collection::vec(small(), 0..5);
    prop_oneof![
        Just(Proof::Exact {}),
        any_parts().prop_map(|parts| Proof::Sum { parts }),
        prop::option::of(map()).prop_map(|map| Proof::OwnNegative { map }),
        (any_listed(), prop::option::of(any_listed()))
            .prop_map(|(left, right)| Proof::Options { left, right }),
        (map(), any_parts()).prop_map(|(without, parts)| Proof::AtLeast { without, parts }),
        (map(), any_parts()).prop_map(|(without, parts)| Proof::AtMost { without, parts }),
        map().prop_map(|map| Proof::LeftAnswers { map }),
        map().prop_map(|map| Proof::RightAnswers { map }),
    ]
}

fn any_statement() -> impl Strategy<Value = Statement> {
    let edges = prop::collection::vec((small(), small()), 0..4);
    (
        "[.LR]{0,4}",
        edges,
        prop::collection::vec(any_proof(), 0..3),
    )
        .prop_map(|(tints, edges, proofs)| Statement {
            tints,
            edges: edges.into_iter().map(|(a, b)| [a, b]).collect(),
            proofs,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused_or_true(
        statements in prop::collection::vec(any_statement(), 0..4),
        game in 0..3usize,
    ) {
        let mut truths = truths();
        let name = truths[game].0;
        assert_nothing_false(&mut truths, &unclaimed(name, statements), 0);
    }

    /// Several fields of a valid certificate are changed at once.
    #[test]
    fn what_is_nearly_right_is_refused_or_true(seed in 0..1_000_000u64) {
        let mut truths = truths();
        let rules = ruleset::by_name(truths[seed as usize % 3].0).expect("known");
        let board = random_board(2 + seed as usize / 3 % 4, seed);
        let (made, _) = Maker::new(rules, seed).prove(&board, 2);
        let mut json = serde_json::to_value(&made).expect("written");
        let mut dice = Dice(seed);
        for _ in 0..1 + dice.below(3) {
            let mut places = places(&json, usize::MAX);
            places.retain(|place| place.starts_with("/statements"));
            let place = &places[dice.below(places.len())];
            let value = json.pointer_mut(place).expect("it is there");
            let others = others(value);
            if !others.is_empty() {
                *value = others[dice.below(others.len())].clone();
            }
        }
        if let Ok(tampered) = Certificate::read(json.to_string().as_bytes()) {
            assert_nothing_false(&mut truths, &tampered, 1);
        }
    }
}

/// The reader panics at no text and at no number in a claim.
#[test]
fn claims_of_any_size() {
    let json = options_of_an_edge();
    for text in [
        "9223372036854775807/4611686018427387904",
        "0/9223372036854775808",
        "-0",
        "+1",
    ] {
        let mut json = json.clone();
        json["claim"]["temperature"]["most"] = json!(text);
        json["claim"]["temperature"]["least"] = json!(text);
        let _ = check_json(&json);
    }
    for text in [
        "1/9223372036854775808",
        "1/18446744073709551616",
        "1/0",
        "/",
        "",
        "1/-2",
        "1.5",
    ] {
        let expected = format!("claim, mean: `{text}` is not a number like `-3` or `7/4`");
        assert_eq!(refusal(&json, "/claim/mean/most", json!(text)), expected);
    }
}
