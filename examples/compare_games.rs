//! One board in several games: outcome, and temperature where the game has values:
//! `cargo run --release --example compare_games -- 'cycle(6)'`.
#![allow(clippy::print_stdout)] // a table is all that it is for

use boilingpoint::{Budget, Solver, parse_board, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("cycle(6)".to_string());
    let board = parse_board(&text)?;
    for &game in rulesets() {
        let mut solver = Solver::new(game, Budget::default());
        match solver.evaluate(&board) {
            Ok(evaluation) => {
                let outcome = evaluation.summary.outcome;
                let numbers = evaluation.temperatures();
                let temperature = numbers.map_or("-".to_string(), |n| n.temperature.to_string());
                println!("{:20} {outcome:8} {temperature}", game.name());
            }
            // The reason why the game is not played on this board.
            Err(why) => println!("{:20} {why}", game.name()),
        }
    }
    Ok(())
}
