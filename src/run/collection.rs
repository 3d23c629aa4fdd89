//! `collection.csv`: the values that a search collected, each with its best board.

use super::records::RecordLine;
use crate::problem::Fitness;
use crate::problem::expression::Number;
use std::collections::BTreeMap;

/// The columns of `collection.csv`.
pub const COLUMNS: [&str; 9] = [
    "value",
    "order",
    "board",
    "tints",
    "temperature",
    "degree",
    "degree2",
    "verified",
    "generation",
];

/// The last record of each value collected, fine denominators last. Later records are better ones.
pub fn collected(records: &[RecordLine]) -> Vec<&RecordLine> {
    let mut best: BTreeMap<(i128, i128), &RecordLine> = BTreeMap::new();
    for record in records {
        if let Some(value) = record.collected.as_deref().and_then(number) {
            best.insert((*value.denom(), *value.numer()), record);
        }
    }
    best.into_values().collect()
}

fn number(text: &str) -> Option<Number> {
    Fitness::parse(&[text]).ok().map(|f| f.first())
}

/// The file's content.
pub fn to_csv(records: &[RecordLine]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: &[String]| writer.write_record(row);
    let rows = collected(records).into_iter().map(|r| {
        [
            r.collected.clone().unwrap_or_default(),
            r.order.to_string(),
            r.board.clone(),
            r.tints.clone(),
            r.temperature.clone(),
            r.degree.to_string(),
            r.degree2.to_string(),
            r.verified.to_string(),
            r.generation.to_string(),
        ]
    });
    for row in std::iter::once(COLUMNS.map(str::to_string)).chain(rows) {
        write(&row).expect("memory takes any row");
    }
    writer.into_inner().expect("memory takes any row")
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
            record("1/2", 7),
        ];
        let best: Vec<(String, u64)> = collected(&lines)
            .into_iter()
            .map(|r| (r.collected.clone().unwrap(), r.order))
            .collect();
        let expected = [("-1", 4), ("3", 8), ("1/2", 7)];
        assert_eq!(best, expected.map(|(v, o)| (v.to_string(), o)));
        let text = String::from_utf8(to_csv(&lines)).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert!(text.ends_with("1/2,7,C],....,1,2,1,true,1\n"), "{text}");
    }
}
