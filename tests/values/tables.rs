//! The statements of the pages about the tables in `docs/records/`: how many boards they have, and
//! which is the best. That each row holds is tested in `golden.rs`.

use boilingpoint_values::Dyadic;
use std::collections::{BTreeSet, HashMap};

/// The rows of a table of records, column by column.
fn rows(file: &str) -> Vec<HashMap<String, String>> {
    let path = format!("{}/docs/records/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).expect("a table");
    reader
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("rows")
}

/// A column as whole numbers.
fn number(row: &HashMap<String, String>, column: &str) -> i64 {
    row[column].parse().expect("a whole number")
}

/// A temperature in 64ths.
fn temperature(row: &HashMap<String, String>) -> i64 {
    let text: Dyadic = row["temperature"].parse().expect("a number");
    assert!(text.exponent() <= 6, "{text}");
    text.numerator() << (6 - text.exponent())
}

/// `docs/findings/snort-two-degrees.md`: the table has 44 orders, 7 to 48, 56 and 59; the greatest
/// (temperature - degree) / degree2 is 21/46, at order 48.
#[test]
fn the_table_of_conjecture_5_1() {
    let rows = rows("snort-conjecture-5-1.csv");
    let orders: Vec<i64> = rows.iter().map(|row| number(row, "order")).collect();
    assert_eq!(orders, (7..=48).chain([56, 59]).collect::<Vec<_>>());
    let ratio = |row| {
        (
            temperature(row) - 64 * number(row, "degree"),
            64 * number(row, "degree2"),
        )
    };
    let best = rows.iter().map(|row| (ratio(row), number(row, "order")));
    let ((over, under), order) = best
        .max_by(|((a, b), _), ((c, d), _)| (a * d).cmp(&(c * b)))
        .expect("a row");
    assert_eq!((46 * over, order), (21 * under, 48));
}

/// `docs/findings/snort-differences.md`: 38 different values, on boards of order at most 20: every
/// multiple of 1/8 to 5/2, every multiple of 1/16 to 9/8, and nine others.
#[test]
fn the_table_of_differences() {
    let rows = rows("snort-dyadic.csv");
    assert!(rows.iter().all(|row| number(row, "order") <= 20));
    let difference = |row| temperature(row) - 64 * number(row, "degree");
    let found: BTreeSet<i64> = rows.iter().map(difference).collect();
    let eighths = (1..=20).map(|k| 8 * k);
    let sixteenths = (1..=18).map(|k| 4 * k);
    let others = [2, 10, 14, 18, 84, 92, 176, 192, 224];
    let expected: BTreeSet<i64> = eighths.chain(sixteenths).chain(others).collect();
    assert_eq!(
        (found, rows.len(), expected.len()),
        (expected.clone(), 38, 38)
    );
}

/// `docs/findings/snort-ratio.md`: the table has 18 orders from 14 to 38; temperature / degree is
/// 9/5, 2, 9/4 at orders 22, 26 and 32.
#[test]
fn the_table_of_ratios() {
    let rows = rows("snort-ratio.csv");
    let orders: BTreeSet<i64> = rows.iter().map(|row| number(row, "order")).collect();
    assert_eq!((rows.len(), orders.len()), (18, 18));
    assert_eq!((orders.first(), orders.last()), (Some(&14), Some(&38)));
    for (order, over, under) in [(22, 9, 5), (26, 2, 1), (32, 9, 4)] {
        let row = rows.iter().find(|row| number(row, "order") == order);
        let row = row.expect("a row of that order");
        assert_eq!(
            under * temperature(row),
            64 * over * number(row, "degree"),
            "{order}"
        );
    }
}
