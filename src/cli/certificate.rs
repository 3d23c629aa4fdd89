//! `boil certificate`: proofs of bounds, written and checked.

use super::failure::{CommandResult, Failure};
use super::given;
use super::limits::{LimitArgs, SecondsArg, shortened};
use super::table::card;
use boilingpoint_boards::{Board, Graph};
use boilingpoint_checker::check_certificate;
use boilingpoint_checker::format::{Certificate, FractionBounds, MOST_BYTES, Statement};
use boilingpoint_record::input::named_bytes;
use boilingpoint_solver::{Aim, CHECKED_POSITIONS, Effort, certify};
use clap::{Args, Subcommand};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
pub struct CertificateArgs {
    #[command(subcommand)]
    action: CertificateAction,
}

#[derive(Subcommand, Debug)]
enum CertificateAction {
    /// Prove bounds for the temperature and the mean of a position, and write the proof
    Write(WriteArgs),
    /// Check certificates by the checker alone; exit code 1 if a certificate is wrong
    Check {
        /// Files with certificates, as docs/certificates.md defines them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Most positions that the checker may visit to value one small position
        #[arg(long, default_value_t = CHECKED_POSITIONS, value_name = "N")]
        positions: u64,
        #[command(flatten)]
        seconds: SecondsArg,
    },
}

/// The steps of a search for bounds if none are given.
const STEPS: u64 = 20_000;

#[derive(Args, Debug)]
struct WriteArgs {
    /// A board, written as for `boil eval`
    board: String,
    /// The file that the certificate is written to
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Steps of the search for bounds; more steps never give worse bounds. 20,000 by default, which
    /// end earlier at the default of --work
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Prove only a lower bound of the temperature, by a much shorter proof
    #[arg(long)]
    lower: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl CertificateArgs {
    pub fn run(&self) -> CommandResult {
        match &self.action {
            CertificateAction::Write(write) => write.run(),
            CertificateAction::Check {
                files,
                positions,
                seconds,
            } => check_all(files, *positions, seconds.stop()),
        }
    }
}

impl WriteArgs {
    fn run(&self) -> CommandResult {
        let ruleset = self.limits.ruleset()?;
        let budget = match self.steps {
            Some(_) => self.limits.budget_for_bounds()?,
            None => self.limits.budget()?,
        };
        let effort = Effort::of(self.steps.unwrap_or(STEPS));
        let named = given::one(&self.board, Some(ruleset), self.limits.board_limit())?;
        let board = &named.board()?.board;
        let aim = if self.lower { Aim::Heat } else { Aim::Both };
        let certified =
            certify(ruleset, &budget, board, effort, aim).map_err(|e| named.failure(e))?;
        let text = serde_json::to_string(&certified.certificate)?;
        if text.len() >= MOST_BYTES {
            return Err(Failure::input(format!(
                "the certificate has {} bytes, and `check` reads at most {MOST_BYTES}: \
                 choose fewer --steps or --lower",
                text.len()
            )));
        }
        std::fs::write(&self.out, text + "\n")
            .map_err(|e| Failure::input(format!("cannot write {}: {e}", self.out.display())))?;
        Ok(describe(&self.out, &certified.certificate)?)
    }
}

fn check_all(files: &[PathBuf], positions: u64, stop: Option<Arc<AtomicBool>>) -> CommandResult {
    let (mut wrong, mut unread) = (0, 0);
    for file in files {
        let text = match named_bytes(file, MOST_BYTES as u64) {
            Ok(text) => text,
            Err(why) => {
                print_note!("{}: the file cannot be read: {why}", file.display());
                unread += 1;
                continue;
            }
        };
        match check(&text, positions, stop.clone()) {
            Ok(certificate) => describe(file, &certificate)?,
            Err(why) => {
                print_result!("{}: {why}", file.display())?;
                wrong += 1;
            }
        }
    }
    let all = files.len();
    match (wrong, unread) {
        (0, 0) => Ok(()),
        (_, 0) => Err(Failure::refuted(format!(
            "{wrong} of {all} certificates failed their check"
        ))),
        _ => Err(Failure::input(format!(
            "{unread} of {all} files cannot be read, and {wrong} failed their check"
        ))),
    }
}

fn check(
    text: &[u8],
    positions: u64,
    stop: Option<Arc<AtomicBool>>,
) -> Result<Certificate, Box<dyn Error>> {
    let certificate = Certificate::read(text)?;
    check_certificate(&certificate, positions, stop)?;
    Ok(certificate)
}

/// Prints the claims of a certificate, and the board that they are about.
fn describe(file: &Path, certificate: &Certificate) -> std::io::Result<()> {
    let statements = &certificate.statements;
    let board = || statements.last().and_then(board_of).map(|b| b.text());
    let board = certificate.squares.clone().or_else(board);
    let board = board.unwrap_or_default();
    print_result!(
        "{}: proved, {} statements",
        file.display(),
        statements.len()
    )?;
    let claim = &certificate.claim;
    let rows = [
        ("ruleset", certificate.ruleset.clone()),
        ("board", shortened(&board)),
        ("temperature", bounds(&claim.temperature)),
        ("mean", bounds(&claim.mean)),
    ];
    print_result!("{}", card(12, rows))
}

fn bounds(bounds: &FractionBounds) -> String {
    match (&bounds.least, &bounds.most) {
        (Some(least), Some(most)) if least == most => least.clone(),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("at least {least}"),
        (None, Some(most)) => format!("at most {most}"),
        (None, None) => "nothing is claimed".into(),
    }
}

/// The board that a statement is about.
fn board_of(statement: &Statement) -> Option<Board> {
    let edges = statement.edges.iter().map(|&[a, b]| (a, b));
    let graph = Graph::from_edges(statement.tints.len(), edges);
    Board::with_tints(graph, &statement.tints).ok()
}
