//! The walls of a thermograph, corner by corner, and a picture of it:
//! `cargo run --release --example thermograph -- 'caterpillar(3,2,3)' > thermograph.svg`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a picture is all that it is for

use boilingpoint::{Budget, Solver, Wall, parse_board, ruleset, thermograph_svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let board = parse_board(text.as_deref().unwrap_or("caterpillar(3,2,3)"))?;
    let mut solver = Solver::new(ruleset("snort")?, Budget::default());
    let evaluation = solver.evaluate(&board)?;
    let short = evaluation.short.ok_or("the game has no values")?;
    let corners = |wall: &Wall| {
        let corners = wall.corners().iter().map(|(t, x)| format!("{x} at {t}"));
        corners.collect::<Vec<_>>().join(", ")
    };
    eprintln!("left wall: {}", corners(&short.thermograph.left));
    eprintln!("right wall: {}", corners(&short.thermograph.right));
    eprintln!("temperature {}", short.thermograph.temperature);
    println!("{}", thermograph_svg(&short.thermograph, None));
    Ok(())
}
