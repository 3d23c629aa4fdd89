//! Tests how sound and how tight enclosures are: `cargo run --release --example enclosures --
//! [ORDER] [BOARDS]`.
//!
//! The boards are every connected graph up to ORDER (by default 8) without tints, and BOARDS random
//! boards (by default 3000) of orders 9 to 16, two thirds of them tinted. Each is enclosed with
//! efforts from tiny to ample and valued exactly. The program fails if an exact value is outside of
//! its bounds, if more steps give weaker bounds, or if the checker refuses a certificate. It prints
//! how often the lower bound of the temperature is the temperature.
#![allow(clippy::print_stdout)] // a table is all that it is for

use boilingpoint_boards::{Board, Graph, Tint, enumerate, random_connected, random_tree};
use boilingpoint_rules::Snort;
use boilingpoint_solver::{Aim, Budget, Effort, Solver, certify, enclose};
use boilingpoint_values::Dyadic;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

const STEPS: [u64; 6] = [0, 10, 100, 1000, 10_000, 100_000];

/// The order of the largest components that are valued exactly: 0, so that everything depends on
/// bounds; and the default.
const VALUED: [usize; 2] = [0, 14];

/// Certificates are written at these efforts.
const CERTIFIED: [Effort; 2] = [
    Effort {
        steps: 100,
        valued: 0,
        cold: None,
    },
    Effort {
        steps: 1000,
        valued: 14,
        cold: None,
    },
];

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<usize>());
    let mut number = |default| match args.next() {
        Some(Ok(n)) => Ok(n),
        Some(Err(e)) => Err(e.to_string()),
        None => Ok(default),
    };
    let (order, random) = (number(8)?, number(3000)?);
    println!("lower bound = temperature, of 100 boards, by steps: {STEPS:?}");
    let mut graphs = enumerate::first();
    for n in 1..=order {
        if n > 1 {
            graphs = enumerate::next_connected(&graphs);
        }
        let boards: Vec<Board> = graphs.iter().cloned().map(Board::untinted).collect();
        report(&format!("all of order {n}"), &boards)?;
    }
    for n in 9..=16 {
        let boards: Vec<Board> = (0..random / 8).map(|i| random_board(n, i as u64)).collect();
        report(&format!("random, order {n}"), &boards)?;
    }
    for n in [18, 20, 22] {
        let tree = |seed| Board::untinted(random_tree(n, seed));
        let boards: Vec<Board> = (0..random as u64 / 60).map(tree).collect();
        report(&format!("trees of order {n}"), &boards)?;
    }
    println!("every exact value is within its bounds, and every certificate was accepted");
    Ok(())
}

/// A connected board: a third are trees, a third have no tints.
fn random_board(order: usize, seed: u64) -> Board {
    let most = order * (order - 1) / 2;
    let graph: Graph = match seed % 3 {
        0 => random_tree(order, seed),
        _ => {
            let size = (order + seed as usize % order).min(most);
            random_connected(order, size, seed)
        }
    };
    let mut state = seed ^ order as u64;
    let mut tint = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        match (state >> 60) % 4 {
            0 => Tint::Left,
            1 => Tint::Right,
            _ => Tint::None,
        }
    };
    let tints = match seed % 9 {
        0..3 => vec![Tint::None; order],
        _ => (0..order).map(&mut tint).collect(),
    };
    Board::new(graph, tints).unwrap_or_else(|_| Board::untinted(random_tree(order, seed)))
}

/// Checks all boards, and prints a row for each order in [`VALUED`].
fn report(name: &str, boards: &[Board]) -> Result<(), String> {
    for valued in VALUED {
        let tight: [AtomicUsize; STEPS.len()] = Default::default();
        boards
            .par_iter()
            .try_for_each(|board| checked(board, valued, &tight))?;
        let share =
            |n: &AtomicUsize| 100.0 * n.load(Ordering::Relaxed) as f64 / boards.len() as f64;
        let shares: Vec<String> = tight.iter().map(|n| format!("{:6.1}", share(n))).collect();
        println!(
            "{name:18} {:6}  valued to {valued:2}  {}",
            boards.len(),
            shares.join(" ")
        );
    }
    boards.par_iter().try_for_each(|board| {
        CERTIFIED.iter().try_for_each(|&effort| {
            certify(&Snort, &Budget::default(), board, effort, Aim::Both)
                .map(drop)
                .map_err(|e| format!("{} {effort:?}: {e}", board.name()))
        })
    })
}

/// Encloses a board with every effort, and counts how often the lower bound is the temperature.
fn checked(board: &Board, valued: usize, tight: &[AtomicUsize]) -> Result<(), String> {
    let name = || format!("{} {}", board.name(), board.tint_string());
    let failed = |e: &dyn std::fmt::Display| format!("{}: {e}", name());
    let mut solver = Solver::new(&Snort, Budget::default());
    let evaluation = solver.evaluate(board).map_err(|e| failed(&e))?;
    let temperatures = evaluation.temperatures();
    let exact = evaluation.short.ok_or_else(|| failed(&"no value"))?;
    let temperature = temperatures.ok_or_else(|| failed(&"no value"))?.temperature;
    let mut before: Option<[Dyadic; 2]> = None;
    for (steps, tight) in STEPS.into_iter().zip(tight) {
        let effort = Effort {
            valued,
            ..Effort::of(steps)
        };
        let found = enclose(&Snort, &Budget::default(), board, effort).map_err(|e| failed(&e))?;
        let bounds = found.temperature();
        let contains = found.contains(&exact.thermograph).map_err(|e| failed(&e))?;
        if !contains || before.is_some_and(|b| bounds[0] < b[0] || bounds[1] > b[1]) {
            return Err(failed(&format!(
                "{effort:?} gives {bounds:?}, not {temperature}"
            )));
        }
        // Enclosures give no temperature below 0: only numbers have one.
        if bounds[0] == temperature || temperature < Dyadic::ZERO {
            tight.fetch_add(1, Ordering::Relaxed);
        }
        before = Some(bounds);
    }
    Ok(())
}
