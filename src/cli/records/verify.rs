//! `boil records verify`.

use super::super::failure::Failure;
use super::checks::{CheckArgs, verifier};
use super::filter::FilterArgs;
use super::{CommandResult, RecordsArgs, named};
use crate::book::check::{CheckedRecord, check_book};
use crate::book::harvest;
use crate::book::{Record, Unverified, Verifier};
use crate::plan::Plan;
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
    #[command(flatten)]
    checks: CheckArgs,
}

impl VerifyArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        if let Some(folder) = &self.folder {
            return verify_run(folder, self.positions);
        }
        let mut tally = VerifyCounts::default();
        let mut each = |r: &Record, checked: &CheckedRecord| {
            tally.add(&format!("record {} ({})", r.id, named(r)), checked)
        };
        let proofs = self.checks.proofs(&records.book);
        let verifier = verifier(self.positions, &proofs);
        let mut book = records.open()?;
        for filter in self
            .filter
            .filter()
            .spelled(&book)
            .map_err(Failure::input)?
        {
            check_book(&mut book, &filter, &verifier, &mut each).map_err(Failure::input)?;
        }
        tally.done()
    }
}

/// Counts of records, by the result of their check. A record counts once, with its proof.
#[derive(Default)]
struct VerifyCounts {
    agreed: usize,
    refuted: usize,
    unfinished: usize,
}

impl VerifyCounts {
    fn add(&mut self, what: &str, checked: &CheckedRecord) {
        let results = [&checked.record, &checked.proof];
        let failed = results
            .into_iter()
            .filter_map(|result| result.as_ref().err());
        let mut wrong = false;
        let mut undecided = false;
        for why in failed {
            match why {
                Unverified::Wrong(why) => {
                    wrong = true;
                    print_note!("{what}: WRONG: {why}");
                }
                Unverified::Undecided(why) => {
                    undecided = true;
                    print_note!("{what}: not decided: {why}");
                }
            }
        }
        match (wrong, undecided) {
            (true, _) => self.refuted += 1,
            (false, true) => self.unfinished += 1,
            (false, false) => self.agreed += 1,
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
        crate::search::read_no_boards,
    )
    .map_err(Failure::input)?;
    let mut solver = Solver::new(plan.game.ruleset, Budget::default());
    let verifier = Verifier {
        positions,
        proofs: None,
    };
    let mut tally = VerifyCounts::default();
    for line in folder.records().map_err(Failure::input)? {
        let entry = harvest::entry(run, &plan, &line, "");
        let entry = entry.map_err(|why| Unverified::Wrong(why.to_string()));
        let checked = CheckedRecord {
            record: entry.and_then(|e| verifier.facts(&mut solver, &e).map(|_| ())),
            proof: Ok(()),
        };
        let what = format!("order {} ({})", line.facts.order, line.facts.board);
        tally.add(&what, &checked);
    }
    tally.done()
}
