//! Every format, on boards with each kind of marks.

#![allow(clippy::unwrap_used)]

use super::*;
use boilingpoint_book::proof::OptimumProof;
use boilingpoint_book::{BoardClass, BookEntry, Finder};
use boilingpoint_problem::{Certainty, Facts, Fitness, Interval};

fn record(id: i64, ruleset: &str, board: &str, form: Option<&str>) -> Record {
    let read = boilingpoint_boards::parse_board(board).unwrap();
    let number = |text: &str| Interval::exact(Fitness::parse(&[text]).unwrap().first());
    let entry = BookEntry {
        ruleset: ruleset.into(),
        objective: "temperature - degree".into(),
        class: BoardClass::parse(if read.is_tinted() {
            "any, tinted"
        } else {
            "any"
        })
        .unwrap(),
        fitness: Fitness::parse(&["-1/2"]).unwrap(),
        facts: Facts {
            temperature: Some(number("3/2")),
            mean: Some(number("0")),
            canonical_form: form.map(str::to_string),
            certainty: Certainty::Exact,
            ..Facts::of_board(&read)
        },
        certificate: None,
        proof: None,
        found_by: Finder {
            run: "r".into(),
            folder: None,
            game: None,
            seed: 1,
            generation: 2,
        },
        found_at: "then".into(),
        lineage: Vec::new(),
    };
    Record {
        id,
        entry,
        conflict: None,
        verified_by: "checker".into(),
    }
}

/// A plain board, a tinted one, one with every mark, and squares.
fn all() -> Vec<Record> {
    vec![
        record(1, "snort", "path(3)", Some("{2|-2}")),
        record(2, "snort", "path(3) L.R", Some("0")),
        record(3, "vertex-geography", "0-1*2,1>2,2>1,0-0@1", None),
        record(4, "domineering", "..|#.", Some("{1|-1}")),
    ]
}

#[test]
fn graph6_has_tints_after_a_space_and_names_what_it_cannot_hold() {
    let exported = export(&all(), Format::Graph6, false);
    assert_eq!(exported.text(), "Bg\nBg L.R\n");
    assert_eq!(exported.left_out.len(), 2);
    let first = &exported.left_out[0];
    assert!(first.starts_with("record 3 (0-0,") && first.contains("graph6 has no weights"));
}

#[test]
fn node_link_data_have_every_mark() {
    let text = export(&all(), Format::NodeLink, false).text();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["links"].as_array().unwrap().len(), 2);
    assert_eq!(lines[1]["nodes"][0]["tint"], "L");
    let marked = &lines[2];
    assert_eq!(
        (&marked["directed"], &marked["multigraph"]),
        (&true.into(), &false.into())
    );
    // The edge in both directions, two arcs, and the loop once.
    assert_eq!(marked["links"].as_array().unwrap().len(), 5);
    assert_eq!(marked["nodes"][1]["token"], true);
    assert_eq!(lines[3]["nodes"][2]["square"], serde_json::json!([1, 1]));
    assert_eq!(marked["links"], marked["edges"]);
    let parallel = record(1, "snort", "0-1*1*1", None);
    let text = export(&[parallel], Format::NodeLink, false).text();
    assert!(text.contains("\"multigraph\":true"));
}

#[test]
fn tables_have_a_row_for_each_record() {
    let text = export(&all(), Format::Csv, false).text();
    assert_eq!(text.lines().count(), 5);
    assert!(
        text.lines()
            .nth(2)
            .unwrap()
            .starts_with("2,snort,temperature - degree,")
    );
    let invariants = export(&all(), Format::Invariants, false);
    assert_eq!(invariants.left_out.len(), 2);
    let rows = invariants.text();
    let header = rows.lines().next().unwrap();
    assert!(header.starts_with("graph6,tints,ruleset,order,size,degree,degree2"));
    let columns: Vec<&str> = header.split(',').collect();
    assert!(!columns.contains(&"connected"), "conditions are no numbers");
    // The value is computed again.
    let path = rows.lines().nth(1).unwrap();
    assert!(
        path.starts_with("Bg,,snort,3,2,2,") && path.contains(",2,32,0,"),
        "{path}"
    );
}

#[test]
fn latex_says_what_is_proved_and_what_is_a_bound() {
    let mut records = all();
    records[0].entry.proof = Some(OptimumProof {
        table: "snort-tree-05".into(),
        boards: 3,
        max: Fitness::parse(&["-1/2"]).unwrap(),
        attaining: 1,
        undefined: 0,
        tally: "00000000".into(),
        program: "boilingpoint".into(),
        generator: "built-in".into(),
    });
    records[1].entry.facts.certainty = Certainty::LowerBound;
    let text = export(&records, Format::Latex, true).text();
    assert_eq!(text.matches("\\begin{tabular}").count(), 4);
    let proved = "\\texttt{Bg} & \\raggedright $\\pm 2$ & $3/2$ & 2 & 1 & $-1/2$ & proved";
    assert!(text.contains(proved), "{text}");
    assert!(text.contains("$\\ge -1/2$ & bound"));
    let whole = export(&records, Format::Latex, false).text();
    assert!(whole.starts_with("\\documentclass") && whole.ends_with("\\end{document}\n"));
    let pictures = export(&records, Format::Tikz, true);
    assert_eq!(pictures.text().matches("\\begin{tikzpicture}").count(), 4);
    assert!(!pictures.text().contains("document") && pictures.left_out.is_empty());
}

#[test]
fn cgsuite_gets_statements_about_values_that_are_known() {
    let mut records = all();
    records.push(record(5, "clobber", "path(3) LRL", Some("v")));
    let exported = export(&records, Format::Cgsuite, false);
    let text = exported.text();
    let snort = "(game.graph.Snort(\".-.-.\")).CanonicalForm == {2|-2}\n";
    assert!(text.contains(snort), "{}", text);
    assert!(text.contains(".CanonicalForm.Temperature == 3/2\n"));
    assert!(text.contains("(game.grid.Domineering(\"..|#.\"))"));
    // A game that CGSuite lacks: the options' values.
    let clobber = text.lines().find(|l| l.contains("== v")).unwrap();
    assert!(
        clobber.starts_with("({") && !clobber.contains("game."),
        "{clobber}"
    );
    assert_eq!(exported.left_out.len(), 1);
    assert!(exported.left_out[0].contains("record 3"));
}

#[test]
fn every_format_takes_a_book_without_records() {
    for format in [
        Format::Graph6,
        Format::Csv,
        Format::Json,
        Format::Tikz,
        Format::Latex,
    ] {
        assert!(export(&[], format, false).left_out.is_empty());
    }
}
