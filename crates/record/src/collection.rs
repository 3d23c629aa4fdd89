//! `collection.csv`: the values that a search with `collect` found, each with its best board.

use super::folder::FileError;
use super::records::RecordLine;
use super::table;
use boilingpoint_problem::Fitness;
use boilingpoint_problem::expression::Number;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Serialize, Default)]
struct CollectionRow<'a> {
    value: &'a str,
    order: u64,
    board: &'a str,
    tints: &'a str,
    temperature: String,
    degree: u64,
    degree2: u64,
    verified: bool,
    generation: u64,
}

/// The place of a collected value in the table.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank<'a> {
    /// A number, by denominator, then by numerator.
    Number(i128, i128),
    /// Another canonical form, by the order of its board, then by length and text.
    Form(u64, usize, &'a str),
}

impl<'a> Rank<'a> {
    fn with((value, record): (&'a str, &'a RecordLine)) -> (Rank<'a>, &'a RecordLine) {
        let rank = match number(value) {
            Some(number) => Rank::Number(*number.denom(), *number.numer()),
            None => Rank::Form(record.facts.order, value.len(), value),
        };
        (rank, record)
    }
}

/// The last record of each collected value: numbers by denominator, then by numerator; then other
/// canonical forms by the order of their boards. Later records of a value are better ones.
pub fn collected(records: &[RecordLine]) -> Vec<&RecordLine> {
    let with_value = |record| Some((value_of(record)?, record));
    let best: BTreeMap<&str, &RecordLine> = records.iter().filter_map(with_value).collect();
    let mut best: Vec<_> = best.into_iter().map(Rank::with).collect();
    best.sort_by(|a, b| a.0.cmp(&b.0));
    best.into_iter().map(|(_, record)| record).collect()
}

fn value_of(record: &RecordLine) -> Option<&str> {
    record.collected.as_deref()
}

fn number(text: &str) -> Option<Number> {
    Fitness::parse(&[text]).ok().map(|f| f.first())
}

/// Replaces the file at `path` by the table of the collected values.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, records: &[RecordLine]) -> Result<(), FileError> {
    let rows = collected(records).into_iter().map(|r| CollectionRow {
        value: value_of(r).unwrap_or_default(),
        order: r.facts.order,
        board: &r.facts.board,
        tints: &r.facts.tints,
        temperature: r.facts.filed_text("temperature"),
        degree: r.facts.degree,
        degree2: r.facts.degree2,
        verified: r.verified,
        generation: r.generation,
    });
    table::write(path, &[], rows.map(|row| (&[][..], row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    fn record(value: &str, order: u64) -> RecordLine {
        let text = format!(
            r#"{{"generation":1,"fitness":["-{order}"],"board":"C]","tints":"....","order":{order},"size":4,
            "temperature":"1","mean":"0","degree":2,"degree2":1,"canonical_form":null,"certainty":"exact",
            "verified":true,"collected":"{value}","lineage":[]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn each_value_once_with_its_last_board() {
        let lines = [
            record("1/2", 9),
            record("3", 8),
            record("-1", 4),
            record("±1", 3),
            record("{2||1|0}", 2),
            record("1/2", 7),
        ];
        let best: Vec<(String, u64)> = collected(&lines)
            .into_iter()
            .map(|r| (r.collected.clone().unwrap(), r.facts.order))
            .collect();
        let expected = [("-1", 4), ("3", 8), ("1/2", 7), ("{2||1|0}", 2), ("±1", 3)];
        assert_eq!(best, expected.map(|(v, o)| (v.to_string(), o)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("collection.csv");
        write(&path, &lines).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 6);
        assert!(text.contains("\n1/2,7,C],....,1,2,1,true,1\n"), "{text}");
        assert!(text.ends_with("\n±1,3,C],....,1,2,1,true,1\n"), "{text}");
    }
}
