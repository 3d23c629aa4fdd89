//! `boil eval`: values positions one by one.

use super::batch::Batch;
use super::facts::{FactCard, answered, is_claimed, is_partizan, object, value_object};
use super::failure::{CommandResult, Failure};
use super::given::Named;
use super::limits::{BoardClock, FORM_LIMIT, LimitArgs, shortened};
use super::news::News;
use super::pictures::{PictureFile, WidthArg, check_apart, picture_group};
use super::rows::{RowWriter, TableArgs};
use super::table::card;
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, opposable, simplest_name};
use boilingpoint_draw::{BoardPicture, DrawingOptions};
use boilingpoint_formats::Given;
use boilingpoint_problem::{Bounds, Certainty, Columns, Facts};
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_solver::{Budget, Effort, Evaluation, Pool, SolveError, Solver};
use boilingpoint_values::{Notation, Outcome, Value, Values};
use clap::Args;
use serde_json::Map;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The largest number of steps of the search for a symmetry that makes a board opposable.
const OPPOSABLE_STEPS: u64 = 10_000_000;

/// The number of steps of a search for bounds when the seconds for the exact value are over: few,
/// since they have no limit of time.
const STEPS_AFTER_A_STOP: u64 = 500;

/// The work on bounds for each second of the limit that is over, about as much as the solver does in
/// half a second. A signal allows as much as one second.
const WORK_AFTER_A_STOP: u64 = Budget::WORK / 4;

#[derive(Args, Debug)]
#[command(group(picture_group()), mut_arg("seconds", |seconds| {
    seconds.default_value("0").help("Stop the exact evaluation of each board after this many seconds; 0 for no limit")
}))]
pub struct EvalArgs {
    /// Boards: graph6 (`DQc`), a name (`petersen`), a family (`star(4)`), edges (`0-1,1-2`) or
    /// squares (`..|#.`), each with optional tints after a space or colon (`0-1,1-2:L..`); files
    /// with boards in any format; `-` reads standard input. Where a game needs them: weights
    /// (`0-1*3`), loops (`0-0`), parallel edges (`0-1*1*1`), arcs (`0>1`) and a token
    /// (`cycle(5)@0`)
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Write the canonical form (of several boards, the last one) to a file, however long it is
    #[arg(long, value_name = "FILE")]
    form: Option<PathBuf>,
    /// Draw the board (of several boards, the last one) to an SVG, PNG, PDF or TikZ (`.tex`)
    /// file
    #[arg(long, value_name = "FILE", group = "pictures")]
    draw: Option<PictureFile>,
    /// With `--draw`: draw every vertex of a large board; by default a repeated branch is drawn
    /// once
    #[arg(long, requires = "draw")]
    full: bool,
    /// Draw the thermograph to an SVG, PNG, PDF or TikZ (`.tex`) file
    #[arg(long, value_name = "FILE", group = "pictures")]
    thermograph: Option<PictureFile>,
    #[command(flatten)]
    width: WidthArg,
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

/// A table with a row for each board.
struct EvalTable {
    columns: Columns,
    writer: RowWriter,
}

impl EvalArgs {
    pub fn run(&self) -> CommandResult {
        check_apart(&[
            ("--form", self.form.as_deref()),
            ("--draw", self.draw.as_ref().map(PictureFile::path)),
            (
                "--thermograph",
                self.thermograph.as_ref().map(PictureFile::path),
            ),
        ])?;
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
        if ruleset.algebra() == Algebra::Winner {
            let has_none = |option, what| {
                let game = ruleset.name();
                Failure::input(format!("{option}: positions of {game} have no {what}"))
            };
            if self.thermograph.is_some() {
                return Err(has_none("--thermograph", "thermograph"));
            }
            if self.form.is_some() {
                return Err(has_none("--form", "canonical form"));
            }
        }
        let table = self.table(ruleset)?;
        let run = EvalRun {
            args: self,
            ruleset,
            pool: Pool::new(ruleset, &budget, self.threads)?,
            clock,
            table,
        };
        run.each()
    }

    fn table(&self, ruleset: &dyn Ruleset) -> Result<Option<EvalTable>, Failure> {
        if self.table.columns.is_none() && !self.table.style.csv {
            return Ok(None);
        }
        let columns = self.table.columns(ruleset)?;
        let writer = self.table.style.writer(columns.headings());
        Ok(Some(EvalTable { columns, writer }))
    }

    fn drawing(&self) -> DrawingOptions {
        DrawingOptions {
            compress: !self.full,
            ..DrawingOptions::default()
        }
    }
}

/// The boards of a command, and the means to answer them.
struct EvalRun<'a> {
    args: &'a EvalArgs,
    ruleset: &'static dyn Ruleset,
    pool: Pool,
    clock: BoardClock,
    table: Option<EvalTable>,
}

/// The answer about a board, beside its facts.
struct BoardAnswer<'a> {
    /// The board as it was given.
    text: &'a str,
    given: &'a Given,
    outcome: Option<Outcome>,
    /// The length of the canonical form, and its options and thermograph; `None` if only bounds are
    /// known.
    known: Option<(u64, Map<String, serde_json::Value>)>,
    /// The reason why the value is not known, if it is not.
    why: Option<&'a str>,
}

impl EvalRun<'_> {
    fn each(&self) -> CommandResult {
        if let Some(table) = &self.table {
            table.writer.head(&mut std::io::stdout().lock())?;
        }
        let batch = Batch::new("boards", self.args.table.style.json);
        let limit = self.args.limits.board_limit();
        let done = batch.boards(&self.args.boards, Some(self.ruleset), limit, |named| {
            self.one(named)
        });
        if let Some(table) = &self.table {
            table.writer.finish(&mut std::io::stdout().lock())?;
        }
        done
    }

    fn one(&self, named: &Named) -> CommandResult {
        let timer = self.clock.start();
        let (text, given) = (&named.text[..], named.board()?);
        let board = &given.board;
        if let Some(file) = &self.args.draw {
            let options = self.args.drawing();
            file.write(&BoardPicture { board, options }, &self.args.width)?;
        }
        let failed = |e| named.failure(e);
        if let Some(steps) = self.args.bounds {
            let enclosure = self
                .pool
                .enclose(board, Effort::of(steps))
                .map_err(failed)?;
            let bounds = Bounds::of_enclosure(&enclosure)?;
            return self.print_bounds(text, given, Some(&bounds), None);
        }
        if let Some(table) = &self.table {
            let budget = self.pool.budget();
            let winners = || {
                let columns = &table.columns;
                columns.row_by_winners(self.ruleset, &budget, board, text)
            };
            if let Some(cells) = self.pool.install(winners).map_err(failed)? {
                return table.writer.row(&mut std::io::stdout().lock(), &cells);
            }
        }
        let news = News::of(self.ruleset, board, text);
        let print = |solver: &mut Solver, e| {
            drop(news);
            self.print_value(solver, text, given, &e)
        };
        match self.pool.together(board, print) {
            Err(why) => {
                drop(timer);
                self.clock.reset();
                let reason = why.to_string();
                let bounds = self.bounds(board, why).map_err(failed)?;
                self.print_bounds(text, given, bounds.as_ref(), Some(&reason))
            }
            Ok(printed) => printed,
        }
    }

    /// Bounds for a board that has no exact value because of `why`; `None` if the game has no
    /// values.
    fn bounds(&self, board: &Board, why: SolveError) -> Result<Option<Bounds>, SolveError> {
        let mut budget = self.pool.budget();
        let steps = match why {
            // A step for bounds is as much work as sixteen positions.
            SolveError::Budget { positions, .. } => positions / 16,
            _ => {
                let seconds = self.clock.seconds().max(1);
                let most = WORK_AFTER_A_STOP.saturating_mul(seconds).min(Budget::WORK);
                budget.work = budget.work.min(most);
                STEPS_AFTER_A_STOP
            }
        };
        let search = || Bounds::of_hard_board(self.ruleset, board, steps, &budget);
        Bounds::in_place_of_value(self.ruleset, board, why, || self.pool.install(search))
    }

    /// Prints the proved bounds of a board whose value is not known because of `why`; `None` stands
    /// for a board of a game without values, and for bounds that were asked for.
    fn print_bounds(
        &self,
        text: &str,
        given: &Given,
        bounds: Option<&Bounds>,
        why: Option<&str>,
    ) -> CommandResult {
        let board = &given.board;
        if self.args.thermograph.is_some() || self.args.form.is_some() {
            let problem =
                "--thermograph, --form: only bounds of this board are known, not its value";
            return Err(Failure::input(problem));
        }
        if let Some(table) = &self.table {
            let cells = table.columns.row_by_bounds(board, text, bounds);
            return table.writer.row(&mut std::io::stdout().lock(), &cells);
        }
        let facts = Facts::of_board(&normal(board));
        let facts = match bounds {
            Some(bounds) => facts.with_bounds(bounds),
            None => facts,
        };
        let certainty = match bounds {
            Some(bounds) if bounds.are_exact() => Certainty::Exact,
            _ => facts.certainty,
        };
        let facts = Facts { certainty, ..facts };
        let by_theorem = || self.ruleset.outcome_by_theorem(board);
        let outcome = bounds.and_then(Bounds::outcome).or_else(by_theorem);
        let answer = BoardAnswer {
            text,
            given,
            outcome,
            known: None,
            why,
        };
        self.print(facts, answer)
    }

    fn print_value(
        &self,
        solver: &mut Solver,
        text: &str,
        given: &Given,
        e: &Evaluation,
    ) -> CommandResult {
        let board = &given.board;
        // The reader of standard output may go away, so files are written before anything is
        // printed.
        if let Some((file, v)) = self.args.form.as_ref().zip(e.value()) {
            write_form(file, solver.values(), v)?;
        }
        if let Some((file, short)) = self.args.thermograph.as_ref().zip(e.short.as_ref()) {
            file.write(short.thermograph.as_ref(), &self.args.width)?;
        }
        if let Some(table) = &self.table {
            let cells = table.columns.row(solver, board, text);
            let cells =
                cells.map_err(|e| Failure::input(format!("board `{}`: {e}", shortened(text))))?;
            table.writer.row(&mut std::io::stdout().lock(), &cells)?;
        } else {
            let facts = Facts::of_evaluation(solver, &normal(board), e, Notation::Text, FORM_LIMIT);
            let known = e.value().map(|v| {
                let values = solver.values();
                let length = values.notation_length(v, Notation::Text)?;
                Ok((length, value_object(values, v)?))
            });
            let known = known
                .transpose()
                .map_err(|e: SolveError| Failure::input(e))?;
            let answer = BoardAnswer {
                text,
                given,
                outcome: Some(e.summary.outcome),
                known,
                why: None,
            };
            self.print(facts, answer)?;
        }
        Ok(())
    }

    /// Prints the facts of a board, whose canonical labelling they name.
    fn print(&self, mut facts: Facts, answer: BoardAnswer) -> CommandResult {
        let BoardAnswer {
            text,
            given,
            outcome,
            known,
            why,
        } = answer;
        let (board, labels) = (&given.board, given.labels.as_ref());
        let ruleset = self.ruleset;
        let mut out = std::io::stdout().lock();
        facts.outcome = outcome.map(|o| o.to_string());
        if self.args.table.style.json
            || is_claimed(ruleset) && is_partizan(&facts) && known.is_some()
        {
            facts.opposable = is_opposable(board);
        }
        let name = simplest_name(board);
        let card_of_facts = FactCard {
            ruleset,
            facts: &facts,
            outcome,
            form_length: known.as_ref().map(|known| known.0),
            why,
        };
        if self.args.table.style.json {
            let mut answer = object(&facts, &answered(&facts));
            let length = card_of_facts.form_length;
            let way = card_of_facts.way();
            answer.extend(known.into_iter().flat_map(|known| known.1));
            answer.insert("form_length".to_string(), length.into());
            answer.insert("way".to_string(), way.into());
            answer.insert("reason".to_string(), why.into());
            answer.insert("name".to_string(), name.into());
            answer.insert("input".to_string(), text.into());
            answer.insert("labels".to_string(), labels.cloned().into());
            answer.insert("ruleset".to_string(), ruleset.name().into());
            writeln!(out, "{}", serde_json::Value::Object(answer))?;
        } else {
            let own = shortened(&facts.board_text());
            let name = name.filter(|name| name != text);
            let name = name.map_or(String::new(), |name| format!(" = {name}"));
            writeln!(out, "{}  ({own}{name})", shortened(text))?;
            let mut rows = card_of_facts.rows();
            rows.extend(labels.map(|labels| ("labels", shortened(&labels.join(", ")))));
            writeln!(out, "{}", card(14, rows))?;
        }
        Ok(())
    }
}

/// The longest canonical form that is written to a file, in bytes.
const LONGEST_FORM: usize = 1 << 28;

/// Writes a canonical form to a file.
pub fn write_form(file: &Path, values: &mut Values, v: Value) -> CommandResult {
    let Some(form) = values.notation(v, Notation::Text, LONGEST_FORM) else {
        let problem = "--form: the canonical form has more than 268,435,456 characters";
        return Err(Failure::input(problem));
    };
    std::fs::write(file, form + "\n")
        .map_err(|e| Failure::input(format!("cannot write {}: {e}", file.display())))
}

/// Whether the board is opposable: a symmetry exchanges each vertex with a vertex that is not
/// adjacent to it. `None` if the board has marks other than tints, or if the search does not end
/// within its steps.
fn is_opposable(board: &Board) -> Option<bool> {
    let plain = board.is_plain().then_some(board)?;
    opposable(plain, OPPOSABLE_STEPS).known()
}
