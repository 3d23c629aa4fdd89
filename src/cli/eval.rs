//! `boil eval`: values positions one by one.

use super::batch::Batch;
use super::failure::{CommandResult, Failure};
use super::limits::{BoardClock, FORM_LIMIT, LimitArgs, shortened};
use super::table::card;
use crate::draw::{self, DrawingOptions, Svg};
use crate::graph::{Board, opposable, parse_board_within};
use crate::problem::facts::FACT_COLUMNS;
use crate::problem::{Bounds, Facts};
use crate::record::input;
use crate::ruleset::{Algebra, Ruleset};
use crate::solver::{Budget, Effort, Evaluation, Pool, SolveError, Solver, can_enclose};
use crate::value::{Notation, Outcome};
use clap::Args;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The largest number of steps of the search for a symmetry that makes a board opposable.
const OPPOSABLE_STEPS: u64 = 10_000_000;

/// The number of steps of a search for bounds when the seconds for the exact value are over: few,
/// since they have no limit of time.
const STEPS_AFTER_A_STOP: u64 = 500;

#[derive(Args, Debug)]
#[command(mut_arg("seconds", |seconds| {
    seconds.help("Stop the exact evaluation of each board after this many seconds; 0 for no limit")
}))]
pub struct EvalArgs {
    /// Boards: graph6 (`DQc`), a family (`star(4)`), edges (`0-1,1-2`) or squares (`..|#.`),
    /// each with optional tints after a space or colon (`0-1,1-2:L..`); `-` reads one board per
    /// line from standard input. Where a game needs them: weights (`0-1*3`), loops (`0-0`),
    /// parallel edges (`0-1*1*1`), arcs (`0>1`) and a token (`cycle(5)@0`)
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
    /// Draw the board (of several boards, the last one) to an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// With `--draw`: draw every vertex of a large board; by default a repeated branch is drawn
    /// once
    #[arg(long, requires = "draw")]
    full: bool,
    /// Draw the thermograph to an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    thermograph: Option<PathBuf>,
    /// Prove bounds for the temperature, mean and stops in this many steps, in place of the
    /// exact value. Without this option, bounds are proved for boards that exceed the budget of
    /// positions or of work
    #[arg(long, value_name = "STEPS")]
    bounds: Option<u64>,
    /// Threads that value one board together; 0 for one per core
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl EvalArgs {
    pub fn run(&self) -> CommandResult {
        let ruleset = self.limits.ruleset()?;
        let (limits, clock) = self.limits.for_each_board();
        let budget = match self.bounds {
            Some(_) => limits.budget_for_bounds()?,
            None => limits.budget()?,
        };
        let budget = Budget {
            stop: Some(clock.flag()),
            ..budget
        };
        if self.thermograph.is_some() && ruleset.algebra() == Algebra::Winner {
            let game = ruleset.name();
            let problem = format!("--thermograph: positions of {game} have no thermograph");
            return Err(Failure::input(problem));
        }
        let pool = Pool::new(ruleset, &budget, self.threads)?;
        let mut batch = Batch::new(self.json);
        for text in &self.boards {
            if text != "-" {
                batch.add(text, self.one(&pool, &clock, text, ""))?;
                continue;
            }
            for (number, line) in (1..).zip(input::lines(std::io::stdin().lock())) {
                let place = format!("line {number}: ");
                match line.as_deref().map(input::board_line) {
                    Ok(Some(text)) => batch.add(text, self.one(&pool, &clock, text, &place))?,
                    Ok(None) => {}
                    Err(e) => batch.add("", Err(Failure::input(format!("{place}{e}"))))?,
                }
            }
        }
        batch.done()
    }

    fn one(&self, pool: &Pool, clock: &BoardClock, text: &str, place: &str) -> CommandResult {
        let timer = clock.start();
        let board = parse_board_within(text, self.limits.board_limit())
            .map_err(|e| Failure::input(format!("{place}board `{}`: {e}", shortened(text))))?;
        let failed = |e| Failure::input(format!("{place}board `{}`: {e}", shortened(text)));
        if let Some(steps) = self.bounds {
            let enclosure = pool.enclose(&board, Effort::of(steps)).map_err(failed)?;
            let bounds = Bounds::of_enclosure(&enclosure).map_err(Failure::input)?;
            return self.print_bounds(pool, text, &board, &bounds);
        }
        let print = |solver: &mut Solver, e| self.print_value(solver, text, &board, &e);
        match pool.together(&board, print) {
            Err(e @ (SolveError::Budget { .. } | SolveError::Stopped)) => {
                drop(timer);
                clock.reset();
                let bounds = self.bounds(pool, &board, e).map_err(failed)?;
                self.print_bounds(pool, text, &board, &bounds)
            }
            done => done.map_err(failed)?,
        }
    }

    /// Bounds for a board that has no exact value because of `why`.
    fn bounds(&self, pool: &Pool, board: &Board, why: SolveError) -> Result<Bounds, SolveError> {
        if !can_enclose(pool.ruleset()) {
            return Bounds::of_every_position(pool.ruleset()).ok_or(why);
        }
        let steps = match why {
            // A step for bounds is as much work as sixteen positions.
            SolveError::Budget { positions, .. } => positions / 16,
            _ => STEPS_AFTER_A_STOP,
        };
        Ok(Bounds::of_enclosure(
            &pool.enclose(board, Effort::of(steps))?,
        )?)
    }

    /// Prints the proved bounds of a board whose value is not known.
    fn print_bounds(
        &self,
        pool: &Pool,
        text: &str,
        board: &Board,
        bounds: &Bounds,
    ) -> CommandResult {
        if self.thermograph.is_some() {
            let problem = "--thermograph: only bounds of this board are known, not its thermograph";
            return Err(Failure::input(problem));
        }
        let facts = Facts::of_board(board).with_bounds(bounds);
        self.print(pool.ruleset(), text, board, facts, bounds.outcome())
    }

    fn print_value(
        &self,
        solver: &mut Solver,
        text: &str,
        board: &Board,
        e: &Evaluation,
    ) -> CommandResult {
        let notation = if self.json {
            Notation::Braces
        } else {
            Notation::PlusMinus
        };
        let facts = Facts::of_evaluation(solver, board, e, notation, FORM_LIMIT);
        self.print(
            solver.ruleset(),
            text,
            board,
            facts,
            Some(e.summary.outcome),
        )?;
        if let Some((file, short)) = self.thermograph.as_ref().zip(e.short.as_ref()) {
            write_picture(file, &draw::thermograph_svg(&short.thermograph, None))?;
        }
        Ok(())
    }

    fn print(
        &self,
        ruleset: &dyn Ruleset,
        text: &str,
        board: &Board,
        mut facts: Facts,
        outcome: Option<Outcome>,
    ) -> CommandResult {
        let mut out = std::io::stdout().lock();
        facts.outcome = outcome.map(|o| o.to_string());
        if self.json || is_partizan(&facts) && !facts.is_bound() {
            facts.opposable = is_opposable(board);
        }
        if self.json {
            let mut answer = object(&facts, &answered(&facts));
            answer.insert("input".to_string(), text.into());
            answer.insert("ruleset".to_string(), ruleset.name().into());
            writeln!(out, "{}", serde_json::Value::Object(answer))?;
        } else {
            let tints = if board.is_tinted() {
                format!(" {}", shortened(&facts.tints))
            } else {
                String::new()
            };
            writeln!(
                out,
                "{}  ({}{tints})",
                shortened(text),
                shortened(&facts.board)
            )?;
            writeln!(out, "{}", card(14, rows(&facts, board.is_plain(), outcome)))?;
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
}

/// Writes an SVG. If the file's name ends in `.png`, converts it to PNG first.
pub fn write_picture(file: &Path, svg: &Svg) -> CommandResult {
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

/// The names of the facts in an answer. Both bounds of a number are among them only if the number
/// itself is not known. All other facts are always among them.
fn answered(facts: &Facts) -> Vec<&'static str> {
    let names = FACT_COLUMNS.iter().map(|column| column.name);
    let has = |name: &str| match name {
        "links" => false,
        "temperature_bounds" => true,
        name => facts.is_bound() || !name.ends_with("_bounds"),
    };
    names.filter(|name| has(name)).collect()
}

/// Facts by name, as the answers of `eval` and `family` have them. The size counts loops, arcs and
/// parallel edges.
pub fn object(facts: &Facts, names: &[&str]) -> Map<String, Value> {
    let mut object = facts.object(names);
    object.insert("size".to_string(), facts.column("links").json());
    object.insert("certainty".to_string(), facts.certainty.of_value().into());
    object
}

/// Whether the board is opposable: a symmetry exchanges each vertex with a vertex that is not
/// adjacent to it. `None` if the board has marks other than tints, or if the search does not end
/// within its steps.
fn is_opposable(board: &Board) -> Option<bool> {
    let plain = board.is_plain().then_some(board)?;
    opposable(plain, OPPOSABLE_STEPS).known()
}

/// Whether the facts are about a value that is not a nimber.
fn is_partizan(facts: &Facts) -> bool {
    facts.temperature.is_some() && facts.grundy.is_none()
}

/// Names and texts, in the order of the output.
fn rows(facts: &Facts, is_plain: bool, outcome: Option<Outcome>) -> Vec<(&'static str, String)> {
    let text = |name: &str| facts.column(name).text();
    let texts = |names: &[&str], between| {
        names
            .iter()
            .map(|n| text(n))
            .collect::<Vec<_>>()
            .join(between)
    };
    let is_bound = facts.is_bound();
    let mut rows = Vec::new();
    if facts.temperature.is_some() && !is_bound {
        let form = facts.canonical_form.clone();
        let form = form.unwrap_or_else(|| "(too long to print)".to_string());
        rows.push(("canonical form", form));
    }
    if facts.grundy.is_some() {
        rows.push(("Grundy value", text("grundy")));
    } else if facts.temperature.is_some() {
        let between = if is_bound { "; " } else { ", " };
        rows.extend([
            ("temperature", text("temperature")),
            ("mean", text("mean")),
            ("stops", texts(&["left_stop", "right_stop"], between)),
        ]);
        if !is_bound {
            rows.push(("birthday", text("birthday")));
        }
    }
    rows.extend(
        facts
            .atomic_weight
            .clone()
            .map(|weight| ("atomic weight", weight)),
    );
    let outcome = outcome.map_or("not decided".to_string(), |o| format!("{o}{}", in_words(o)));
    rows.extend([
        ("outcome", outcome),
        ("order, size", texts(&["order", "links"], ", ")),
        ("degrees", texts(&["degree", "degree2", "degree3"], ", ")),
    ]);
    if is_bound {
        rows.push(("certainty", "bounds, proved".to_string()));
    } else if is_plain && is_partizan(facts) {
        let opposable = match facts.opposable {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not decided",
        };
        rows.push(("opposable", opposable.to_string()));
    }
    rows
}

/// The meaning of an outcome. Empty for the four outcomes of normal play.
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
