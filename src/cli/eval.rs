//! `boil eval`: values positions, one after another.

use super::failure::{Done, Failure};
use super::limits::{FORM_LIMIT, Limits, shortened};
use crate::draw::DrawingOptions;
use crate::draw::{self, Svg};
use crate::graph::{Board, opposable, parse_board};
use crate::record::input;
use crate::ruleset::{Algebra, Ruleset};
use crate::solver::{Effort, Evaluation, Pool, SolveError, Solver, Temperatures};
use crate::value::{Dyadic, Enclosure, Notation, Outcome, ValueError};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Work allowed for the search of an opposing automorphism.
const OPPOSABLE_STEPS: u64 = 10_000_000;

#[derive(Args, Debug)]
pub struct Eval {
    /// Boards: graph6 (`DQc`), a family (`star(4)`), edges (`0-1,1-2`) or squares (`..|#.`), each with
    /// optional tints after a space or colon (`0-1,1-2:L..`); `-` reads a board a line from standard
    /// input. Where a game needs them: weights (`0-1*3`), loops (`0-0`), parallel edges (`0-1*1*1`),
    /// arcs (`0>1`) and a token (`cycle(5)@0`)
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Draw the board (with several boards: the last one) to an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// With `--draw`: every vertex of a large board, rather than a repeated branch once
    #[arg(long, requires = "draw")]
    full: bool,
    /// Draw the thermograph to an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    thermograph: Option<PathBuf>,
    /// Do not value the board, but prove bounds for its temperature, mean and stops in so many steps.
    /// Without this option it is done for boards that exceed the budget of positions
    #[arg(long, value_name = "STEPS")]
    bounds: Option<u64>,
    /// Threads that work on each board together; 0 for one per core
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    limits: Limits,
}

impl Eval {
    pub fn run(&self) -> Done {
        let (ruleset, budget) = (self.limits.ruleset()?, self.limits.budget()?);
        if self.thermograph.is_some() && ruleset.algebra() == Algebra::Winner {
            let game = ruleset.name();
            let problem = format!("--thermograph: positions of {game} have no thermograph");
            return Err(Failure::input(problem));
        }
        let pool = Pool::new(ruleset, &budget, self.threads)?;
        for text in &self.boards {
            if text == "-" {
                for (number, line) in input::lines(std::io::stdin().lock()).enumerate() {
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
        let failed = |e| Failure::input(format!("{place}board `{}`: {e}", shortened(text)));
        if let Some(steps) = self.bounds {
            let enclosure = pool.enclose(&board, Effort::of(steps)).map_err(failed)?;
            return self.print_bounds(pool, text, &board, &enclosure);
        }
        let print = |solver: &mut Solver, e| self.print(solver, text, &board, &e);
        match pool.together(&board, print) {
            // beyond the budget: what can be proved within as much again
            Err(SolveError::Positions(most)) if pool.ruleset().claiming().is_some() => {
                let enclosure = pool
                    .enclose(&board, Effort::of(most / 16))
                    .map_err(failed)?;
                self.print_bounds(pool, text, &board, &enclosure)
            }
            done => done.map_err(failed)?,
        }
    }

    /// Prints what is proved of a board whose value is not known.
    fn print_bounds(&self, pool: &Pool, text: &str, board: &Board, e: &Enclosure) -> Done {
        if self.thermograph.is_some() {
            let problem = "--thermograph: the thermograph is not known, only bounds";
            return Err(Failure::input(problem));
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", bounds_as_json(pool.ruleset(), board, e)?)?;
        } else {
            write!(out, "{}", bounds_as_text(board, e, text)?)?;
        }
        if let Some(file) = &self.draw {
            write_picture(file, &draw::svg(board, &self.drawing()))?;
        }
        Ok(())
    }

    fn drawing(&self) -> DrawingOptions {
        DrawingOptions {
            compress: !self.full,
            ..DrawingOptions::default()
        }
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
            write_picture(file, &draw::svg(board, &self.drawing()))?;
        }
        if let Some((file, short)) = self.thermograph.as_ref().zip(evaluation.short.as_ref()) {
            write_picture(file, &draw::thermograph_svg(&short.thermograph, None))?;
        }
        Ok(())
    }
}

/// Writes an SVG as it is, or as PNG if the file is named so.
pub fn write_picture(file: &Path, svg: &Svg) -> Done {
    let png = file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("png"));
    let bytes = if png {
        draw::png(&svg.to_string(), 2.0).map_err(Failure::input)?
    } else {
        svg.to_string().into_bytes()
    };
    std::fs::write(file, bytes)
        .map_err(|e| Failure::input(format!("cannot write {}: {e}", file.display())))
}

/// A bound, or both if they differ.
fn bounds_text([low, high]: [Dyadic; 2]) -> String {
    match low == high {
        true => low.to_string(),
        false => format!("{low} to {high}"),
    }
}

/// What is common to both bounds, if anything.
fn known([low, high]: [Dyadic; 2]) -> Option<String> {
    (low == high).then(|| low.to_string())
}

fn bounds_as_json(
    ruleset: &dyn Ruleset,
    board: &Board,
    e: &Enclosure,
) -> Result<serde_json::Value, Failure> {
    let g = board.graph();
    let texts = |bounds: [Dyadic; 2]| bounds.map(|x| x.to_string());
    let (left, right) = (stops(e.left_stop())?, stops(e.right_stop())?);
    Ok(json!({
        "board": board.name(),
        "tints": board.tint_string(),
        "ruleset": ruleset.name(),
        "order": g.order(),
        "size": board.links().len(),
        "degree": g.degree(),
        "degree2": g.distance_degree(2),
        "degree3": g.distance_degree(3),
        "outcome": outcome_of(left, right),
        "grundy": null,
        "canonical_form": null,
        "atomic_weight": null,
        "temperature": known(e.temperature()),
        "mean": known(e.mean()),
        "left_stop": known(left),
        "right_stop": known(right),
        "certainty": "bounds",
        "temperature_bounds": texts(e.temperature()),
        "mean_bounds": texts(e.mean()),
        "left_stop_bounds": texts(left),
        "right_stop_bounds": texts(right),
        "opposable": is_opposable(board),
    }))
}

fn stops(found: Result<[Dyadic; 2], ValueError>) -> Result<[Dyadic; 2], Failure> {
    found.map_err(Failure::input)
}

/// The outcome, where the stops tell it: who has a stop above or below zero wins moving first.
fn outcome_of(left: [Dyadic; 2], right: [Dyadic; 2]) -> Option<&'static str> {
    let zero = Dyadic::ZERO;
    match () {
        () if right[0] > zero => Some("L"),
        () if left[1] < zero => Some("R"),
        () if left[0] > zero && right[1] < zero => Some("N"),
        () => None,
    }
}

fn bounds_as_text(board: &Board, e: &Enclosure, name: &str) -> Result<String, Failure> {
    let g = board.graph();
    let (left, right) = (stops(e.left_stop())?, stops(e.right_stop())?);
    let degrees = [g.degree(), g.distance_degree(2), g.distance_degree(3)];
    let rows = [
        ("temperature", bounds_text(e.temperature())),
        ("mean", bounds_text(e.mean())),
        (
            "stops",
            format!("{}; {}", bounds_text(left), bounds_text(right)),
        ),
        (
            "outcome",
            outcome_of(left, right).unwrap_or("not decided").to_string(),
        ),
        (
            "order, size",
            format!("{}, {}", g.order(), board.links().len()),
        ),
        ("degrees", degrees.map(|d| d.to_string()).join(", ")),
        ("certainty", "bounds, proved".to_string()),
    ];
    let mut text = format!("{}  ({})\n", shortened(name), shortened(&board.name()));
    for (what, found) in rows {
        text += &format!("  {what:<14}  {found}\n");
    }
    Ok(text)
}

fn as_json(solver: &mut Solver, board: &Board, e: &Evaluation) -> serde_json::Value {
    let g = board.graph();
    let thermal = |of: fn(&Temperatures) -> Dyadic| e.temperatures().map(|t| of(&t).to_string());
    let t = thermal(|t| t.temperature);
    json!({
        "board": board.name(),
        "tints": board.tint_string(),
        "ruleset": solver.ruleset().name(),
        "order": g.order(),
        "size": board.links().len(),
        "degree": g.degree(),
        "degree2": g.distance_degree(2),
        "degree3": g.distance_degree(3),
        "outcome": e.summary.outcome.to_string(),
        "grundy": e.summary.grundy,
        "canonical_form": e.value().and_then(|v| solver.canonical_form(v, Notation::Braces, FORM_LIMIT)),
        "atomic_weight": solver.atomic_weight(e, FORM_LIMIT),
        "temperature": t,
        "mean": thermal(|t| t.mean),
        "left_stop": thermal(|t| t.left_stop),
        "right_stop": thermal(|t| t.right_stop),
        "certainty": "exact",
        "temperature_bounds": t.as_ref().map(|t| [t, t]),
        "opposable": is_opposable(board),
    })
}

/// Whether the board is opposable: of those that carry nothing but tints, and where it is decided.
fn is_opposable(board: &Board) -> Option<bool> {
    let plain = board.is_plain().then_some(board)?;
    opposable(plain, OPPOSABLE_STEPS).known()
}

fn as_text(solver: &mut Solver, board: &Board, e: &Evaluation, name: &str) -> String {
    let g = board.graph();
    let mut rows: Vec<(&str, String)> = Vec::new();
    if let Some(short) = &e.short {
        let form = solver.canonical_form(short.value, Notation::PlusMinus, FORM_LIMIT);
        let form = form.unwrap_or_else(|| "(too long to print)".to_string());
        rows.push(("canonical form", form));
    }
    match (e.summary.grundy, e.temperatures()) {
        (Some(grundy), _) => rows.push(("Grundy value", grundy.to_string())),
        (None, Some(t)) => rows.extend([
            ("temperature", t.temperature.to_string()),
            ("mean", t.mean.to_string()),
            ("stops", format!("{}, {}", t.left_stop, t.right_stop)),
        ]),
        (None, None) => {}
    }
    if let Some(weight) = solver.atomic_weight(e, FORM_LIMIT) {
        rows.push(("atomic weight", weight));
    }
    rows.push((
        "outcome",
        format!("{}{}", e.summary.outcome, in_words(e.summary.outcome)),
    ));
    rows.push((
        "order, size",
        format!("{}, {}", g.order(), board.links().len()),
    ));
    let degrees = [g.degree(), g.distance_degree(2), g.distance_degree(3)];
    rows.push(("degrees", degrees.map(|d| d.to_string()).join(", ")));
    if board.is_plain() && e.short.is_some() && e.summary.grundy.is_none() {
        let opposable = match is_opposable(board) {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not decided",
        };
        rows.push(("opposable", opposable.to_string()));
    }
    let tints = match board.is_tinted() {
        true => format!(" {}", board.tint_string()),
        false => String::new(),
    };
    let mut text = format!(
        "{}  ({}{tints})\n",
        shortened(name),
        shortened(&board.name())
    );
    for (what, found) in rows {
        text += &format!("  {what:<14}  {found}\n");
    }
    text
}

/// What an outcome that is not one of the four of normal play means.
fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L | Outcome::R | Outcome::N | Outcome::P => "",
        Outcome::D => " (drawn)",
        Outcome::LeftOrDrawn => " (Left wins if she begins, else drawn)",
        Outcome::RightOrDrawn => " (Right wins if he begins, else drawn)",
        Outcome::LeftSecondOrDrawn => " (Left wins if Right begins, else drawn)",
        Outcome::RightSecondOrDrawn => " (Right wins if Left begins, else drawn)",
    }
}
