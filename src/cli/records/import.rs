//! `boil records import`.

use super::super::failure::Failure;
use super::super::limits::{LimitArgs, shortened};
use super::checks::{CheckArgs, verifier};
use super::{CommandResult, RecordsArgs, SubmissionTally, filter};
use boilingpoint_boards::BoardLimit;
use boilingpoint_book::import::{self, EnteredLine, ImportEffort, ImportRequest, RejectedLine};
use boilingpoint_book::{BoardClass, Book};
use boilingpoint_formats::{Item, Misread, board_line, read_each};
use boilingpoint_record::input::{bounded, named_bytes};
use clap::Args;
use std::time::SystemTime;

/// The size of the largest import, in bytes.
const MOST_BYTES: u64 = 1 << 28;

#[derive(Args, Debug)]
pub struct ImportArgs {
    /// A file, or `-` for standard input: boards in any format; or the lines of `export --format
    /// json`, which contain their ruleset, objective and class
    #[arg(value_name = "FILE")]
    input: String,
    /// The objective: an expression over invariants, or several separated by `;`, then
    /// optionally ` where ` and a condition
    #[arg(
        long,
        default_value = "temperature - degree",
        value_name = "EXPRESSION",
        allow_hyphen_values = true
    )]
    objective: String,
    /// The class of boards, such as `tree` or `connected, tinted, max_degree 4`
    #[arg(long, value_parser = filter::class)]
    class: Option<BoardClass>,
    /// The run name for boards that have none of their own
    #[arg(long = "run", value_name = "NAME", default_value = "import")]
    run_name: String,
    /// Most positions that the checker may visit per board
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    checker_positions: u64,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    checks: CheckArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The number of rejected lines that are printed. Of the other rejected lines, only the number is
/// printed.
const MOST_NAMED: usize = 20;

impl ImportArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let ruleset = self.limits.ruleset()?.name().to_string();
        let (places, lines) = self.lines()?;
        let asked = ImportRequest {
            ruleset,
            objective: self.objective.clone(),
            class: self.class.clone(),
            run: self.run_name.clone(),
            at: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        };
        let proofs = self.checks.proofs(&records.book);
        let budget = self.limits.budget()?;
        let effort = ImportEffort {
            budget: budget.clone(),
            threads: self.threads,
            verifier: verifier(self.checker_positions, &proofs, budget.stop.as_ref()),
        };
        let mut book = Book::open(&records.book)?;
        let mut tally = SubmissionTally::default();
        let mut named = 0;
        let each = |place: usize, submitted: Result<_, RejectedLine>| match submitted {
            Ok(EnteredLine {
                submitted,
                lost_proof,
            }) => {
                let what = &places[place];
                tally.add(what, &submitted);
                tally.note_lost_proof(what, lost_proof.as_ref());
            }
            Err(rejected) => {
                let (what, text) = (&places[place], shortened(&lines[place]));
                named += 1;
                if named <= MOST_NAMED {
                    print_note!("{what}: `{text}`: {rejected}");
                }
                match rejected {
                    RejectedLine::Input(_) => tally.failed += 1,
                    RejectedLine::Refuted(_) => tally.refuted += 1,
                }
            }
        };
        import::import(&mut book, &lines, &asked, &effort, each)?;
        if named > MOST_NAMED {
            print_note!("{} more lines were rejected", named - MOST_NAMED);
        }
        tally.done()
    }

    /// The texts of the boards, and their places.
    fn lines(&self) -> Result<(Vec<String>, Vec<String>), Failure> {
        let read = match self.input.as_str() {
            "-" => bounded(std::io::stdin().lock(), MOST_BYTES),
            file => named_bytes(file.as_ref(), MOST_BYTES),
        };
        let bytes = read.map_err(|e| Failure::input(format!("cannot read {}: {e}", self.input)))?;
        let mut boards = Vec::new();
        if is_export(&bytes) {
            for (line, n) in bytes.split(|&b| b == b'\n').zip(1..) {
                let line = String::from_utf8_lossy(line);
                boards
                    .extend(board_line(&line).map(|text| (format!("line {n}"), text.to_string())));
            }
        } else {
            read_each(&bytes[..], BoardLimit::MOST, |item| {
                let (line, text) = match item {
                    Item::Line(line, text) => (line, text),
                    item => {
                        let given = item.board(BoardLimit::MOST)?;
                        (given.line, given.board.text())
                    }
                };
                let place = match line {
                    0 => format!("board {}", boards.len() + 1),
                    line => format!("line {line}"),
                };
                boards.push((place, text));
                Ok(())
            })
            .map_err(|e: Misread| Failure::input(format!("cannot read {}: {e}", self.input)))?;
        }
        Ok(boards.into_iter().unzip())
    }
}

/// Whether a file has the lines of `export --format json`, which name their rulesets.
fn is_export(bytes: &[u8]) -> bool {
    let first = bytes
        .trim_ascii_start()
        .split(|&b| b == b'\n')
        .next()
        .unwrap_or_default();
    let key = b"\"ruleset\"";
    first.starts_with(b"{") && first.windows(key.len()).any(|part| part == key)
}
