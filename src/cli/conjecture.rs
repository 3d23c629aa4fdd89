//! `boil conjecture`: inequalities that hold on all boards of a class, and boards that refute them.

use super::boards::{bare, over, told};
use super::failure::{CommandResult, Failure};
use super::limits::LimitArgs;
use super::question::{ConditionArgs, MarkOptions, listed_class, number, range, stream, unsolved};
use super::signals::Signals;
use boilingpoint_boards::{Board, with_name};
use boilingpoint_book::BoardClass;
use boilingpoint_language::suggestion;
use boilingpoint_problem::Class;
use boilingpoint_problem::invariants::{Invariant, by_name};
use boilingpoint_record::folder::write_atomic;
use boilingpoint_report::page::conjectures_page;
use boilingpoint_solver::Solver;
use boilingpoint_study::conjecture::{
    Conjecture, ExcludedBoards, RefutationSearch, Side, Survey, search_for_refutation,
};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The invariants that bounds are made of, if the user names none.
const INVARIANTS: &str = "order,size,degree,degree2,min_degree,leaves,diameter,radius,independence,matching,\
    domination,clique,chromatic,triangles";

const AFTER_HELP: &str = "A bound is a sum of one or two invariants, with coefficients of which the denominators are at \
    most 3, and a constant. The constant is the least with which the inequality holds on all boards. An inequality is \
    kept if on some board it says more than all before it; those with equality on the most boards come first. With \
    --search, each is the question of a search on larger boards. A board that refutes one is added, and the \
    inequalities are made anew, until the search refutes none.";

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ConjectureArgs {
    /// The class of boards (connected, tree, caterpillar, bipartite, girth-5)
    #[arg(long)]
    class: String,
    /// The orders: `2..7`, both ends included
    #[arg(long, value_name = "RANGE")]
    order: String,
    /// The quantity that is bounded: an expression over invariants
    #[arg(long, default_value = "temperature", value_name = "EXPRESSION")]
    of: String,
    /// A file of boards that join those of the class, as they are, such as records of greater
    /// orders; `-` for standard input
    #[arg(long, value_name = "FILE")]
    found: Option<String>,
    #[command(flatten)]
    condition: ConditionArgs,
    #[command(flatten)]
    marks: MarkOptions,
    /// The invariants of bounds, separated by commas (`boil list invariants`)
    #[arg(long, default_value = INVARIANTS, value_name = "LIST")]
    by: String,
    /// Bound the quantity from below
    #[arg(long)]
    lower: bool,
    /// The greatest number of inequalities
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,
    /// The seconds of the search for a board that refutes an inequality; 0 for no search
    #[arg(long = "search", default_value_t = 0, value_name = "SECONDS")]
    search_seconds: u64,
    /// The orders of the boards of the search
    #[arg(long, default_value = "2..30", value_name = "RANGE")]
    search_order: String,
    /// The seed of the searches
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The folder for the runs of the searches
    #[arg(long, default_value = "runs/conjecture", value_name = "DIR")]
    out: PathBuf,
    /// Write a page with the inequalities and drawings of their boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl ConjectureArgs {
    pub fn run(&self) -> CommandResult {
        let class = listed_class(&self.class, &self.order)?;
        let quantity = number("--of", &self.of)?;
        let condition = self.condition.expression()?;
        let mut survey = Survey::new(&quantity, condition.as_ref(), self.invariants()?)?;
        self.value_all(&class, &mut survey)?;
        self.note_excluded(&survey)?;
        let side = if self.lower { Side::Lower } else { Side::Upper };
        let signals = Signals::listen();
        let mut survived = BTreeSet::new();
        let mut solver = Solver::new(self.limits.ruleset()?, self.limits.budget()?);
        let conjectures = loop {
            let conjectures = survey.sweep(side, self.top);
            let Some(board) = self.refute(&class, &conjectures, &mut survived, &signals)? else {
                break conjectures;
            };
            let added = survey.add_board(&mut solver, &board);
            added.map_err(|error| unsolved(&board, &error))?;
        };
        if let Some(file) = &self.html {
            self.write_page(file, &survey, &conjectures)?;
        }
        if conjectures.is_empty() {
            print_note!(
                "note: no inequality is an equality at three orders, the greatest among them"
            );
        }
        self.print(&conjectures, survey.boards)
    }

    /// Says on how many boards nothing can be claimed, and why.
    ///
    /// # Errors
    /// When these are all boards.
    fn note_excluded(&self, survey: &Survey) -> CommandResult {
        let ExcludedBoards {
            unmet,
            undefined,
            reason,
        } = &survey.excluded;
        let all = survey.boards + unmet + undefined;
        let mut why = Vec::new();
        if *unmet > 0 {
            let condition = self.condition.text()?.unwrap_or_default();
            why.push(format!("{unmet} do not meet `{condition}`"));
        }
        if *undefined > 0 {
            let (of, reason) = (&self.of, reason.as_deref().unwrap_or("no reason is known"));
            why.push(format!("`{of}` is undefined on {undefined} ({reason})"));
        }
        let why = why.join(", ");
        if survey.boards == 0 {
            let problem = format!("nothing to claim: of {all} boards, {why}");
            return Err(Failure::input(problem));
        }
        if *undefined > 0 {
            print_note!("note: of {all} boards, {why}; the inequalities are about the others");
        }
        Ok(())
    }

    fn write_page(
        &self,
        file: &Path,
        survey: &Survey,
        conjectures: &[Conjecture],
    ) -> CommandResult {
        let mut heading = format!(
            "{} of {} boards of orders {}",
            self.of, self.class, self.order
        );
        if let Some(found) = &self.found {
            heading += &format!(" and of {found}");
        }
        if let Some(condition) = self.condition.text()? {
            heading += &format!(" with {condition}");
        }
        let searched = (self.search_seconds > 0).then_some(self.search_seconds);
        let page = conjectures_page(&heading, survey.boards, conjectures, searched)?;
        write_atomic(file, page.as_bytes())?;
        print_note!("{} written", file.display());
        Ok(())
    }

    fn invariants(&self) -> Result<Vec<&'static Invariant>, Failure> {
        let mut invariants = Vec::new();
        for name in self.by.split(',').map(str::trim) {
            let Some(invariant) = by_name(name) else {
                let known = boilingpoint_problem::invariants::names();
                let help = suggestion(name, known.iter().map(|known| &*known.name));
                let help = help.unwrap_or_else(|| "see `boil list invariants`".to_string());
                let why = format!("--by: `{name}` is not an invariant; {help}");
                return Err(Failure::input(why));
            };
            if !invariants.contains(&invariant) && name != self.of {
                invariants.push(invariant);
            }
        }
        Ok(invariants)
    }

    /// Adds all boards of a class to the survey, and those of `--found`.
    fn value_all(&self, class: &Class, survey: &mut Survey) -> CommandResult {
        let marks = self.marks.class(self.limits.ruleset()?)?;
        over(&self.limits, self.threads, marks, |boards| {
            Ok(survey.add_class(boards, class)?)
        })?;
        if let Some(found) = &self.found {
            over(&self.limits, self.threads, bare(), |boards| {
                Ok(survey.add_stream(boards, stream(found)?)?)
            })?;
        }
        // Boards with a line are those of the file.
        let mut missed = survey.missed.clone();
        for board in missed.first.iter_mut().filter(|board| board.line.is_some()) {
            board.file = self
                .found
                .clone()
                .filter(|file| file != "-")
                .unwrap_or_default();
        }
        told(&missed)
    }

    /// A board that refutes one of the inequalities, if the search finds one. Those that no search
    /// has refuted are remembered, and not tried again.
    fn refute(
        &self,
        class: &Class,
        conjectures: &[Conjecture],
        survived: &mut BTreeSet<String>,
        signals: &Signals,
    ) -> Result<Option<Board>, Failure> {
        if self.search_seconds == 0 {
            return Ok(None);
        }
        let ruleset = self.limits.ruleset()?;
        let settings = RefutationSearch {
            ruleset: ruleset.name().to_string(),
            class: BoardClass {
                features: self.marks.class(ruleset)?.features,
                ..BoardClass::of_graphs(class)
            },
            condition: self.condition.text()?,
            orders: range(&self.search_order)?,
            seconds: self.search_seconds,
            seed: self.seed,
            threads: self.threads,
        };
        for conjecture in conjectures {
            let text = conjecture.to_string();
            if survived.contains(&text) {
                continue;
            }
            let dir = unused(&self.out);
            if let Some(board) =
                search_for_refutation(&settings, conjecture, &dir, signals.control())?
            {
                let (order, name) = (board.order(), with_name(&board.text()));
                print_note!("{text}: refuted at order {order} by {name}");
                return Ok(Some(board));
            }
            print_note!("{text}: not refuted in {} s", self.search_seconds);
            survived.insert(text);
        }
        Ok(None)
    }

    fn print(&self, conjectures: &[Conjecture], boards: u64) -> CommandResult {
        let mut out = std::io::stdout().lock();
        for conjecture in conjectures {
            let examples: Vec<String> = conjecture.boards.iter().map(Board::text).collect();
            if self.json {
                let object = json!({
                    "inequality": conjecture.to_string(),
                    "equal": conjecture.equal,
                    "boards": boards,
                    "examples": examples,
                });
                writeln!(out, "{object}")?;
                continue;
            }
            let first = examples.first().map_or("-", String::as_str);
            writeln!(
                out,
                "{:<56}  {:>7} of {boards}  {}",
                conjecture.to_string(),
                conjecture.equal,
                with_name(first)
            )?;
        }
        Ok(())
    }
}

/// The first folder `1`, `2`, … that does not exist.
fn unused(above: &Path) -> PathBuf {
    let folders = (1u64..).map(|number| above.join(number.to_string()));
    let mut free = folders.filter(|folder| !folder.exists());
    free.next().expect("some number is not used")
}
