//! `boil front`: the front of runs for any expressions.

use super::failure::{CommandResult, Failure};
use super::limits::SecondsArg;
use super::pictures::ChartFile;
use super::question::notation;
use super::rows::StyleArgs;
use boilingpoint_book::harvest::board_of;
use boilingpoint_comparison::front::{FrontError, FrontRow, RunsFront, front_of_runs};
use boilingpoint_plan::Plan;
use boilingpoint_plan::read_no_boards;
use boilingpoint_problem::expression::{Expression, QuantityKind};
use boilingpoint_problem::facts::FACT_COLUMNS;
use boilingpoint_problem::{FactCell, Fitness, Interval, invariants};
use boilingpoint_record::folder::RunFolder;
use boilingpoint_report::charts::{FrontPoint, Sheet, front_picture};
use boilingpoint_report::export::front_table;
use boilingpoint_search::SearchError;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// The numbers of expressions that a front may have.
const EXPRESSIONS: std::ops::RangeInclusive<usize> = 2..=5;

const AFTER_HELP: &str = "A board is on the front if no other board is at least as good in every expression and better \
    in one. The boards are those in the archives, the records and the fronts of the runs. Each board of the front is \
    valued again and checked by the independent checker.";

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct FrontArgs {
    /// Run folders, all of one game
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// An expression to maximise, such as temperature or -order; give two to five. By default those
    /// of the first run's `objective.maximize`
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    objective: Vec<String>,
    #[command(flatten)]
    style: StyleArgs,
    /// Print a table for LaTeX
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    latex: bool,
    /// Print one board per line, its tints after a space
    #[arg(long, conflicts_with_all = ["csv", "json", "latex"])]
    graph6: bool,
    /// Draw the front with its boards into a file (.svg, .png or .pdf)
    #[arg(long, value_name = "FILE")]
    draw: Option<ChartFile>,
    /// With `--draw`: draw for a column of a paper, without a title: a width such as `84mm`
    #[arg(long, value_name = "WIDTH", requires = "draw")]
    width: Option<Sheet>,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    seconds: SecondsArg,
}

impl FrontArgs {
    pub fn run(&self) -> CommandResult {
        let (plan, folders) = self.read()?;
        let expressions = self.expressions(&plan)?;
        let stop = self.seconds.stop();
        let front = front_of_runs(&plan, &folders, &expressions, stop).map_err(stopped)?;
        // A file is written before text is printed, since the reader of the text may stop early.
        if let Some(file) = &self.draw {
            let points: Vec<FrontPoint> =
                front.rows.iter().map(|r| FrontPoint::of(&r.line)).collect();
            let sheet = self.width.unwrap_or(Sheet::Page);
            let picture = front_picture(&expressions, &points, &[], sheet)?;
            file.write(&picture.file())?;
        }
        self.print(&expressions, &front)?;
        note(&front);
        match front.rows.is_empty() {
            true => Err(Failure::input(
                "no board of the runs has a value of every expression",
            )),
            false => Ok(()),
        }
    }

    /// The plan of the first run, and all folders.
    fn read(&self) -> Result<(Plan, Vec<RunFolder>), Failure> {
        let mut plans: Vec<Plan> = Vec::new();
        let mut folders = Vec::new();
        for path in &self.runs {
            let folder = RunFolder::open(path)?;
            let plan = Plan::of_run::<Failure>(&folder, read_no_boards)?;
            if let Some(first) = plans.first()
                && first.game.ruleset.name() != plan.game.ruleset.name()
            {
                return Err(Failure::input(format!(
                    "{} is a run of {}, but {} is one of {}; a front has boards of one game",
                    self.runs[0].display(),
                    first.game.ruleset.name(),
                    path.display(),
                    plan.game.ruleset.name()
                )));
            }
            plans.push(plan);
            folders.push(folder);
        }
        let mut plan = plans.swap_remove(0);
        plan.threads = self.threads;
        Ok((plan, folders))
    }

    fn expressions(&self, plan: &Plan) -> Result<Vec<Expression>, Failure> {
        if self.objective.is_empty() {
            let goals = plan.objective.goals();
            if plan.objective.find.is_none() && EXPRESSIONS.contains(&goals.len()) {
                return Ok(goals.to_vec());
            }
            return Err(Failure::input(
                "the first run maximises one expression; name the expressions of the front: \
                 --objective temperature --objective -order",
            ));
        }
        if !EXPRESSIONS.contains(&self.objective.len()) {
            return Err(Failure::input(format!(
                "--objective: expected {} to {} expressions, found {}",
                EXPRESSIONS.start(),
                EXPRESSIONS.end(),
                self.objective.len()
            )));
        }
        let names = invariants::names();
        let mut read: Vec<Expression> = Vec::new();
        for text in &self.objective {
            let expression = Expression::parse(text, &names)
                .map_err(|e| Failure::input(format!("--objective: {}", e.render(text))))?;
            if expression.kind() != QuantityKind::Number {
                let problem = format!("--objective: `{text}` is not a number");
                return Err(Failure::input(problem));
            }
            if read.contains(&expression) {
                let problem = format!("--objective: {expression} is given twice");
                return Err(Failure::input(problem));
            }
            read.push(expression);
        }
        Ok(read)
    }

    fn print(&self, expressions: &[Expression], front: &RunsFront) -> CommandResult {
        let mut out = std::io::stdout().lock();
        let lines = || front.rows.iter().map(|row| &row.line);
        if self.latex {
            return Ok(write!(out, "{}", front_table(expressions, lines()))?);
        }
        if self.graph6 {
            return self.print_boards(&mut out, front);
        }
        let is_table = !self.style.csv && !self.style.json;
        let several = self.runs.len() > 1;
        let mut headings: Vec<&str> = expressions.iter().map(Expression::text).collect();
        let facts: Vec<&str> = match is_table {
            true => vec!["order"],
            false => FACT_COLUMNS.iter().map(|c| c.name).collect(),
        };
        headings.extend(&facts);
        headings.extend(match is_table {
            true => vec!["equal", "checked", "certainty", "board"],
            false => vec!["equal", "checked", "run"],
        });
        if is_table && several {
            headings.push("run");
        }
        let writer = self.style.writer(headings);
        writer.head(&mut out)?;
        for row in &front.rows {
            let mut cells = values(&row.line.fitness, row.line.facts.is_bound());
            cells.extend(facts.iter().map(|name| row.line.facts.column(name)));
            cells.extend([
                FactCell::Count(row.equal),
                FactCell::Flag(row.line.verified),
            ]);
            if is_table {
                cells.extend([
                    row.line.facts.column("certainty"),
                    FactCell::Text(row.line.facts.named_text()),
                ]);
            }
            if !is_table || several {
                let run = self.runs[row.run].display().to_string();
                cells.push(FactCell::Text(run));
            }
            writer.row(&mut out, &cells)?;
        }
        writer.finish(&mut out)
    }

    fn print_boards(&self, out: &mut impl Write, front: &RunsFront) -> CommandResult {
        for FrontRow { line, .. } in &front.rows {
            let board = board_of(&line.facts.board, &line.facts.tints)?;
            writeln!(out, "{}", notation(&board))?;
        }
        Ok(())
    }
}

/// The failure of a front: a front of some of the boards is none.
fn stopped(error: FrontError) -> Failure {
    match error {
        FrontError::Search(SearchError::Interrupted) => Failure::input(
            "the time of --seconds was over (0 for no limit) before all boards were compared",
        ),
        error => error.into(),
    }
}

/// The values of the expressions as cells.
fn values(fitness: &[String], is_bound: bool) -> Vec<FactCell> {
    let numbers = Fitness::parse(fitness).map_or(Vec::new(), |fitness| fitness.0);
    let cell = |n| match is_bound {
        true => FactCell::Number(Interval::at_least(n)),
        false => FactCell::Number(Interval::exact(n)),
    };
    numbers.into_iter().map(cell).collect()
}

/// Notes what the front does not say.
fn note(front: &RunsFront) {
    if front.valued > 0 {
        print_note!(
            "note: {} of {} boards were valued again: the files of the runs lack a fact",
            front.valued,
            front.compared
        );
    }
    let (undefined, why) = &front.undefined;
    if let Some(why) = why {
        print_note!(
            "note: {undefined} of {} boards are left out: {why}",
            front.compared
        );
    }
    if front.unfinished > 0 {
        print_note!(
            "note: {} of {} boards are left out: they exceed the run's budget",
            front.unfinished,
            front.compared
        );
    }
    let unchecked = front.rows.iter().filter(|row| !row.line.verified).count();
    if unchecked > 0 {
        print_note!(
            "note: the checker did not finish {unchecked} of {} boards of the front",
            front.rows.len()
        );
    }
}
