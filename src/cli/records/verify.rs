//! `boil records verify`.

use super::super::failure::Failure;
use super::filter::FilterArgs;
use super::{CommandResult, RecordsArgs, named};
use crate::book::Record;
use crate::book::harvest::{self, Claim};
use crate::plan::Plan;
use crate::problem::{Objective, Verdict};
use crate::record::folder::RunFolder;
use crate::solver::{Budget, Solver};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Check the `records.jsonl` of this run folder, instead of the book
    #[arg(value_name = "RUN")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Most positions that the checker may visit per record
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    positions: u64,
}

impl VerifyArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        if let Some(folder) = &self.folder {
            return verify_run(folder, self.positions);
        }
        let mut tally = VerifyCounts::default();
        let each = |r: &Record, verdict: &Verdict| {
            tally.add(&format!("record {} ({})", r.id, named(r)), verdict)
        };
        harvest::check_book(
            &mut records.open()?,
            &self.filter.filter(),
            self.positions,
            each,
        )
        .map_err(Failure::input)?;
        tally.done()
    }
}

/// Counts of claims, by verdict.
#[derive(Default)]
struct VerifyCounts {
    agreed: usize,
    refuted: usize,
    unfinished: usize,
}

impl VerifyCounts {
    fn add(&mut self, what: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Agrees => self.agreed += 1,
            Verdict::Disagrees(why) => {
                self.refuted += 1;
                print_note!("{what}: WRONG: {why}");
            }
            Verdict::Unfinished(why) => {
                self.unfinished += 1;
                print_note!("{what}: not decided: {why}");
            }
        }
    }

    fn done(&self) -> CommandResult {
        print_result!(
            "records: {} verified, {} wrong, {} not decided",
            self.agreed,
            self.refuted,
            self.unfinished
        )?;
        match self.refuted {
            0 => Ok(()),
            n => Err(Failure::refuted(format!("{n} records failed their check"))),
        }
    }
}

fn verify_run(run: &Path, positions: u64) -> CommandResult {
    let folder = RunFolder::open(run).map_err(Failure::input)?;
    let config = folder.config().map_err(Failure::input)?;
    let plan = Plan::resolve(
        &folder.config_path().display().to_string(),
        config.as_bytes(),
        &[],
        crate::search::read_boards,
    )
    .map_err(Failure::input)?;
    let mut solver = Solver::new(plan.game.ruleset, Budget::default());
    let mut tally = VerifyCounts::default();
    for line in folder.records().map_err(Failure::input)? {
        let asked = harvest::objective_text(&plan, line.collected.as_deref());
        let objective = Objective::parse(&asked).map_err(Failure::input)?;
        let claim = Claim::of_line(run, &line);
        let verdict = claim.check(&mut solver, &objective, positions);
        tally.add(
            &format!("order {} ({})", line.facts.order, line.facts.board),
            &verdict,
        );
    }
    tally.done()
}
