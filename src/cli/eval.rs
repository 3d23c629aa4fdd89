//! `boil eval`: values positions, one after another.

use super::failure::{Done, Failure};
use super::limits::{FORM_LIMIT, Limits, shortened};
use crate::graph::{Board, DrawingOptions, opposable, parse_board};
use crate::report;
use crate::solver::{Evaluation, Pool, Solver};
use crate::value::Notation;
use clap::Args;
use serde_json::json;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// Work allowed for the search of an opposing automorphism.
const OPPOSABLE_STEPS: u64 = 10_000_000;

#[derive(Args, Debug)]
pub struct Eval {
    /// Boards: graph6 (`DQc`), a family (`star(4)`), or edges (`0-1,1-2`), each with optional
    /// tints after a space or colon (`0-1,1-2:L..`); `-` reads a board a line from standard input
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Draw the board (with several boards: the last one) to an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Draw the thermograph to an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    thermograph: Option<PathBuf>,
    /// Threads that work on each board together; 0 for one per core
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    limits: Limits,
}

impl Eval {
    pub fn run(&self) -> Done {
        let (ruleset, budget) = (self.limits.ruleset()?, self.limits.budget()?);
        let pool = Pool::new(ruleset, &budget, self.threads)?;
        for text in &self.boards {
            if text == "-" {
                for (number, line) in std::io::stdin().lock().lines().enumerate() {
                    let line =
                        line.map_err(|e| Failure::input(format!("line {}: {e}", number + 1)))?;
                    if !line.trim().is_empty() {
                        self.one(&pool, line.trim(), &format!("line {}: ", number + 1))?;
                    }
                }
            } else {
                self.one(&pool, text, "")?;
            }
        }
        Ok(())
    }

    fn one(&self, pool: &Pool, text: &str, place: &str) -> Done {
        let board = parse_board(text)
            .map_err(|e| Failure::input(format!("{place}board `{}`: {e}", shortened(text))))?;
        let print = |solver: &mut Solver, e| self.print(solver, text, &board, &e);
        pool.together(&board, print)
            .map_err(|e| Failure::input(format!("{place}board `{}`: {e}", shortened(text))))?
    }

    fn print(
        &self,
        solver: &mut Solver,
        text: &str,
        board: &Board,
        evaluation: &Evaluation,
    ) -> Done {
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", as_json(solver, board, evaluation))?;
        } else {
            write!(out, "{}", as_text(solver, board, evaluation, text))?;
        }
        if let Some(file) = &self.draw {
            write_picture(file, &crate::graph::svg(board, &DrawingOptions::default()))?;
        }
        if let Some(file) = &self.thermograph {
            write_picture(
                file,
                &report::thermograph_svg(&evaluation.thermograph, None),
            )?;
        }
        Ok(())
    }
}

/// Writes an SVG as it is, or as PNG if the file is named so.
pub fn write_picture(file: &Path, svg: &str) -> Done {
    let png = file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("png"));
    let bytes = if png {
        report::png(svg, 2.0).map_err(Failure::input)?
    } else {
        svg.as_bytes().to_vec()
    };
    std::fs::write(file, bytes)
        .map_err(|e| Failure::input(format!("cannot write {}: {e}", file.display())))
}

fn as_json(solver: &mut Solver, board: &Board, e: &Evaluation) -> serde_json::Value {
    let g = board.graph();
    let t = e.temperature.to_string();
    json!({
        "board": crate::graph::graph6::write(g),
        "tints": board.tint_string(),
        "ruleset": solver.ruleset().name(),
        "order": g.order(),
        "size": g.size(),
        "degree": g.degree(),
        "degree2": g.distance_degree(2),
        "degree3": g.distance_degree(3),
        "outcome": e.outcome.to_string(),
        "canonical_form": solver.canonical_form(e.value, Notation::Braces, FORM_LIMIT),
        "temperature": t,
        "mean": e.mean.to_string(),
        "left_stop": e.left_stop.to_string(),
        "right_stop": e.right_stop.to_string(),
        "certainty": "exact",
        "temperature_bounds": [t, t],
        "opposable": opposable(board, OPPOSABLE_STEPS).known(),
    })
}

fn as_text(solver: &mut Solver, board: &Board, e: &Evaluation, name: &str) -> String {
    let g = board.graph();
    let form = solver.canonical_form(e.value, Notation::PlusMinus, FORM_LIMIT);
    let opposable = match opposable(board, OPPOSABLE_STEPS).known() {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not decided",
    };
    let tints = if board.is_tinted() {
        format!(" {}", board.tint_string())
    } else {
        String::new()
    };
    format!(
        "{}  ({}{tints})\n  canonical form  {}\n  temperature     {}\n  mean            {}\n  stops           {}, {}\n  \
         outcome         {}\n  order, size     {}, {}\n  degrees         {}, {}, {}\n  opposable       {opposable}\n",
        shortened(name),
        shortened(&crate::graph::graph6::write(g)),
        form.unwrap_or_else(|| "(too long to print)".to_string()),
        e.temperature,
        e.mean,
        e.left_stop,
        e.right_stop,
        e.outcome,
        g.order(),
        g.size(),
        g.degree(),
        g.distance_degree(2),
        g.distance_degree(3),
    )
}
