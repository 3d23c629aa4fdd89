//! `boil certificate`: proofs of bounds, written and checked.

use super::failure::{CommandResult, Failure};
use super::limits::{LimitArgs, shortened};
use super::table::card;
use crate::checker::check_certificate;
use crate::checker::format::{Certificate, FractionBounds, MOST_BYTES, Statement};
use crate::graph::{Board, Graph, board_text, parse_board};
use crate::record::input::named_bytes;
use crate::solver::{Aim, CHECKED_POSITIONS, Effort, certify};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

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
    },
}

#[derive(Args, Debug)]
struct WriteArgs {
    /// A board, written as for `boil eval`
    board: String,
    /// The file that the certificate is written to
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Steps of the search for bounds; more steps never give worse bounds
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    steps: u64,
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
            CertificateAction::Check { files, positions } => check_all(files, *positions),
        }
    }
}

impl WriteArgs {
    fn run(&self) -> CommandResult {
        let (ruleset, budget) = (self.limits.ruleset()?, self.limits.budget()?);
        let failed = |e: &dyn std::fmt::Display| {
            Failure::input(format!("board `{}`: {e}", shortened(&self.board)))
        };
        let board = parse_board(&self.board).map_err(|e| failed(&e))?;
        let aim = if self.lower { Aim::Heat } else { Aim::Both };
        let certified = certify(ruleset, &budget, &board, Effort::of(self.steps), aim)
            .map_err(|e| failed(&e))?;
        let text = serde_json::to_string(&certified.certificate).map_err(Failure::input)?;
        std::fs::write(&self.out, text + "\n")
            .map_err(|e| Failure::input(format!("cannot write {}: {e}", self.out.display())))?;
        Ok(describe(&self.out, &certified.certificate)?)
    }
}

fn check_all(files: &[PathBuf], positions: u64) -> CommandResult {
    let mut wrong = 0;
    for file in files {
        match check(file, positions) {
            Ok(certificate) => describe(file, &certificate)?,
            Err(why) => {
                print_result!("{}: {}", file.display(), why.message)?;
                wrong += 1;
            }
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::refuted(format!(
            "{wrong} of {} certificates failed their check",
            files.len()
        ))),
    }
}

fn check(file: &Path, positions: u64) -> Result<Certificate, Failure> {
    let unread = |e| Failure::refuted(format!("the file cannot be read: {e}"));
    let text = named_bytes(file, MOST_BYTES as u64).map_err(unread)?;
    let certificate = Certificate::read(&text).map_err(Failure::refuted)?;
    check_certificate(&certificate, positions, None).map_err(Failure::refuted)?;
    Ok(certificate)
}

/// Prints the claims of a certificate, and the board that they are about.
fn describe(file: &Path, certificate: &Certificate) -> std::io::Result<()> {
    let statements = &certificate.statements;
    let board = statements.last().and_then(board_of);
    let board = board.map_or_else(String::new, |b| board_text(&b.name(), &b.tint_string()));
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
