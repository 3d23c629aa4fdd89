//! The boards that a command runs over: a stream, or every board of a class.

use super::failure::{CommandResult, Failure};
use super::limits::LimitArgs;
use super::question::{MarkOptions, listed_by_all, listed_class, stream};
use super::rows::{all_answered, report};
use boilingpoint_boards::Board;
use boilingpoint_book::BoardClass;
use boilingpoint_problem::{Class, Kind};
use boilingpoint_solver::{Pool, SolveError, Solver};
use boilingpoint_study::boards::{BoardSource, Input, Missed, MissedBoards, Tally};
use boilingpoint_study::scan::{ScanAsk, ScanQuestion};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The file to read, or `-` for standard input: boards in any format, such as those that `geng`
    /// writes
    #[arg(
        value_name = "FILE",
        required_unless_present = "class",
        conflicts_with = "class"
    )]
    input: Option<String>,
    /// List every board of this class instead of reading a stream (connected, tree,
    /// caterpillar, bipartite, girth-5, squares)
    #[arg(long, requires = "order")]
    class: Option<String>,
    /// The orders of `--class`: `2..8`, both ends included
    #[arg(long, value_name = "RANGE")]
    order: Option<String>,
    #[command(flatten)]
    marks: MarkOptions,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl BoardArgs {
    /// Runs over the boards of the class or of the stream.
    pub fn each<T: Tally>(
        &self,
        tally: &T,
        take: impl FnMut(T::Part) -> CommandResult,
    ) -> CommandResult {
        let marks = self.marks.class(self.limits.ruleset()?)?;
        match (&self.class, self.input.as_deref()) {
            (Some(class), _) => {
                let class = listed_class(class, self.order.as_deref().unwrap_or_default())?;
                self.over(marks, |boards| boards.class(&class, tally, take))
            }
            (None, Some(name)) => self.over(marks, |boards| of_file(boards, name, tally, take)),
            (None, None) => Err(Failure::input(
                "nothing to scan: give a file, `-` or --class",
            )),
        }
    }

    /// The class whose boards the command lists, as other processes read it.
    ///
    /// # Errors
    /// When the command reads a stream, or nobody lists the class.
    pub fn question(&self, ask: ScanAsk) -> Result<ScanQuestion, Failure> {
        let Some(class) = &self.class else {
            return Err(Failure::input(
                "--cluster: expected boards that every machine can list; give a --class",
            ));
        };
        let ruleset = self.limits.ruleset()?;
        let class = listed_by_all(class, self.order.as_deref().unwrap_or_default())?;
        Ok(ScanQuestion {
            ruleset: ruleset.name().to_string(),
            class: BoardClass::of_graphs(&class).to_string(),
            orders: [class.min_order, class.max_order],
            features: self.marks.class(ruleset)?.features,
            ask,
        })
    }

    /// Runs over the boards of another file, as they are.
    pub fn each_found<T: Tally>(
        &self,
        name: &str,
        tally: &T,
        take: impl FnMut(T::Part) -> CommandResult,
    ) -> CommandResult {
        self.over(bare(), |boards| of_file(boards, name, tally, take))
    }

    fn over(&self, marks: Class, run: impl FnOnce(&BoardSource) -> CommandResult) -> CommandResult {
        over(&self.limits, self.threads, marks, run)
    }
}

/// Runs over boards with the features of `marks`, and shows the number of boards that are done.
///
/// # Errors
/// The errors of `run`; also when there are no boards.
pub fn over(
    limits: &LimitArgs,
    threads: usize,
    marks: Class,
    run: impl FnOnce(&BoardSource) -> CommandResult,
) -> CommandResult {
    let pool = Pool::new(limits.ruleset()?, &limits.budget()?, threads)?;
    let (bar, seen) = (progress(), AtomicU64::new(0));
    let done = run(&BoardSource {
        pool: &pool,
        marks,
        progress: &|boards| {
            seen.fetch_add(boards, Ordering::Relaxed);
            bar.inc(boards);
        },
    });
    bar.finish_and_clear();
    done?;
    match seen.into_inner() {
        0 => Err(Failure::input("no boards were given")),
        _ => Ok(()),
    }
}

fn of_file<T: Tally>(
    boards: &BoardSource,
    name: &str,
    tally: &T,
    take: impl FnMut(T::Part) -> CommandResult,
) -> CommandResult {
    let of_file = OfFile {
        tally,
        file: if name == "-" { "" } else { name },
    };
    boards.stream(stream(name)?, &of_file, take)
}

/// A tally that hears the name of the file whose boards have no answer.
struct OfFile<'a, T> {
    tally: &'a T,
    file: &'a str,
}

impl<T: Tally> Tally for OfFile<'_, T> {
    type Part = T::Part;

    fn add(
        &self,
        part: &mut T::Part,
        solver: &mut Solver,
        board: &Board,
        input: Input<'_>,
    ) -> Result<(), SolveError> {
        self.tally.add(part, solver, board, input)
    }

    fn missed(&self, part: &mut T::Part, missed: Missed) {
        let file = self.file.to_string();
        self.tally.missed(part, Missed { file, ..missed });
    }
}

/// A class that adds no marks to boards.
pub fn bare() -> Class {
    Class::of(Kind::Any, 0..=usize::MAX)
}

/// Prints the boards that have no answer, and fails if there are any.
pub fn told(missed: &MissedBoards) -> CommandResult {
    missed.first.iter().for_each(report);
    all_answered(missed.number)
}

/// Shows the number of boards that are done.
pub fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {pos} boards, {per_sec} {msg}")
            .expect("a valid template"),
    );
    bar
}
