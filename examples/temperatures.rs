//! The temperature, the mean and the canonical form of boards, one board per line:
//! `cargo run --release --example temperatures -- snort 'path(6)' 'star(4) L....'`.
#![allow(clippy::print_stdout)] // a table is all that it is for

use boilingpoint::{Budget, Notation, Solver, parse_board, ruleset};

/// Canonical forms of more bytes are left out.
const LONGEST: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or("snort".to_string());
    let mut boards: Vec<String> = args.collect();
    if boards.is_empty() {
        boards = ["path(6)", "star(4) L....", "cycle(5)"]
            .map(String::from)
            .to_vec();
    }
    let mut solver = Solver::new(ruleset(&game)?, Budget::default());
    for text in boards {
        let evaluation = solver.evaluate(&parse_board(&text)?)?;
        let Some(numbers) = evaluation.temperatures() else {
            println!("{text}: outcome {}", evaluation.summary.outcome);
            continue;
        };
        let form = evaluation.value();
        let form = form.and_then(|value| solver.canonical_form(value, Notation::Braces, LONGEST));
        let form = form.unwrap_or("(long)".to_string());
        println!(
            "{text}: temperature {}, mean {}, {form}",
            numbers.temperature, numbers.mean
        );
    }
    Ok(())
}
