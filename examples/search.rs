//! A search, and the records that it found: `cargo run --release --example search -- FOLDER`.
//! FOLDER must not exist yet; `boil report FOLDER` then draws the run.
#![allow(clippy::print_stdout)] // a table is all that it is for

use boilingpoint::{Control, Driver, Plan, read_boards};
use std::path::PathBuf;

const CONFIG: &str = r#"
[game]
ruleset = "snort"

[boards]
class = "caterpillar"
order = [4, 20]

[objective]
maximize = ["temperature - degree", "-order"]

[search]
generations = 60
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args()
        .nth(1)
        .map_or("runs/from-an-example".into(), PathBuf::from);
    let plan = Plan::resolve("example", CONFIG.as_bytes(), &[], read_boards)?;
    let mut driver = Driver::begin(&plan, &folder, Control::default())?;
    let ended = driver.run(|_| ())?;
    println!("ended by {} after {:.1} s", ended.reason, driver.elapsed());
    for record in driver.folder().records()? {
        let (order, board) = (record.facts.order, &record.facts.board);
        println!("order {order}: {} on {board}", record.fitness.join(", "));
    }
    Ok(())
}
