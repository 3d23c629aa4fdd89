//! `boil records verify`.

use super::super::failure::Failure;
use super::super::limits::SecondsArg;
use super::checks::{CheckArgs, STOPPED, is_stopped, verifier};
use super::filter::FilterArgs;
use super::{CommandResult, RecordsArgs, named, numbered};
use boilingpoint_book::check::{CheckedRecord, ConflictOutcome, check_book};
use boilingpoint_book::harvest;
use boilingpoint_book::runs::RunClasses;
use boilingpoint_book::{BoardClass, Record, SubmitOutcome, Unverified, Verifier};
use boilingpoint_plan::Plan;
use boilingpoint_record::folder::RunFolder;
use boilingpoint_solver::{Budget, Solver};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    seconds: SecondsArg,
    #[command(flatten)]
    checks: CheckArgs,
}

impl VerifyArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let stop = self.seconds.stop();
        if let Some(folder) = &self.folder {
            if self.filter.is_given() {
                let problem = "a RUN is checked as a whole: leave out RUN, or the options that \
                               choose records of the book";
                return Err(Failure::input(problem));
            }
            return verify_run(folder, self.positions, stop);
        }
        let mut tally = VerifyCounts::default();
        let mut each = |r: &Record, checked: &CheckedRecord| {
            tally.add(&format!("record {} ({})", r.id, named(r)), checked)
        };
        let proofs = self.checks.proofs(&records.book);
        let verifier = verifier(self.positions, &proofs, stop.as_ref());
        let mut book = records.open()?;
        let filters = self.filter.filter().spelled(&book)?;
        for filter in filters {
            // The runs are looked for only if a record needs its own.
            let listed = book.list(&filter)?;
            let is_needed = listed.iter().any(|r| r.entry.class.is_partly_known);
            let runs = is_needed
                .then(|| RunClasses::beside(&records.book, boilingpoint_plan::read_no_boards));
            let all = check_book(&mut book, &filter, &verifier, runs.as_ref(), &mut each);
            if is_stopped(all)? {
                return tally.done_in_part();
            }
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
    /// Records that are in conflict still.
    in_conflict: usize,
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
        self.note_conflict(what, checked.conflict.as_ref());
        if let Some((class, outcome)) = &checked.class {
            self.note_class(what, class, outcome);
        }
        match (wrong, undecided) {
            (true, _) => self.refuted += 1,
            (false, true) => self.unfinished += 1,
            (false, false) => self.agreed += 1,
        }
    }

    /// Prints the class that the run of a record tells, and the outcome of entering it there.
    fn note_class(&mut self, what: &str, class: &BoardClass, outcome: &SubmitOutcome) {
        let place = match outcome {
            SubmitOutcome::New { id }
            | SubmitOutcome::Improved { id, .. }
            | SubmitOutcome::Tied { id: Some(id) } => format!("it is record {id} now"),
            SubmitOutcome::Tied { id: None } => "other boards that tie rank before it".to_string(),
            SubmitOutcome::NotBetter { best } => format!("the book has a better record, {best}"),
            SubmitOutcome::InConflict { id, why } => {
                self.in_conflict += 1;
                format!("it is {} now, in conflict: {why}", numbered(*id))
            }
        };
        print_note!("{what}: its run has the class `{class}`; {place}");
    }

    /// Prints what became of a record that was in conflict.
    fn note_conflict(&mut self, what: &str, outcome: Option<&ConflictOutcome>) {
        match outcome {
            None => {}
            Some(ConflictOutcome::Settled) => print_note!("{what}: in no conflict any more"),
            Some(ConflictOutcome::Removed) => print_note!("{what}: removed, since it is false"),
            Some(ConflictOutcome::Beaten) => {
                print_note!("{what}: removed, since a better record is true")
            }
            Some(ConflictOutcome::Remains(why)) => {
                self.in_conflict += 1;
                print_note!("{what}: in conflict: {why}");
            }
        }
    }

    /// Prints the counts of the records that were checked before the time was over.
    fn done_in_part(&self) -> CommandResult {
        self.done()?;
        Err(Failure::input(STOPPED))
    }

    fn done(&self) -> CommandResult {
        let in_conflict = match self.in_conflict {
            0 => String::new(),
            n => format!(", {n} in conflict"),
        };
        print_result!(
            "records: {} verified, {} wrong, {} not decided{in_conflict}",
            self.agreed,
            self.refuted,
            self.unfinished
        )?;
        match (self.refuted, self.in_conflict) {
            (0, 0) => Ok(()),
            (0, n) => Err(Failure::refuted(format!(
                "{n} records contradict each other, and their checks could not decide"
            ))),
            (n, _) => Err(Failure::refuted(format!("{n} records failed their check"))),
        }
    }
}

fn verify_run(run: &Path, positions: u64, stop: Option<Arc<AtomicBool>>) -> CommandResult {
    let folder = RunFolder::open(run)?;
    let plan = Plan::of_run::<Failure>(&folder, boilingpoint_plan::read_no_boards)?;
    let budget = Budget {
        stop: stop.clone(),
        ..Budget::default()
    };
    let mut solver = Solver::new(plan.game.ruleset, budget);
    let verifier = Verifier {
        positions,
        proofs: None,
        stop: stop.as_ref(),
    };
    let mut tally = VerifyCounts::default();
    for line in folder.records()? {
        let entry = harvest::entry(run, &plan, &line, "");
        let entry = entry.map_err(|why| Unverified::Wrong(why.to_string()));
        let record = entry.and_then(|e| verifier.facts(&mut solver, &e).map(|_| ()));
        if is_stopped(verifier.look_at_stop())? {
            return tally.done_in_part();
        }
        let checked = CheckedRecord {
            record,
            proof: Ok(()),
            conflict: None,
            class: None,
        };
        let what = format!("order {} ({})", line.facts.order, line.facts.board);
        tally.add(&what, &checked);
    }
    tally.done()
}
