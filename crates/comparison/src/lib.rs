#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Every setting of a config with every seed is a run in its own folder. If a comparison is stopped
//! and started again, it keeps the runs that have finished and continues the unfinished runs.

mod error;
mod files;
pub mod front;
mod order;
mod results;
mod run;
mod start;
pub mod statistics;
mod summary;
mod target;
mod tested;
#[cfg(test)]
mod tests;
mod words;

pub use error::ComparisonError;
pub use files::{CHART, write_files};
pub use order::{is_comparison, natural};
pub use results::{MOST_KEYS, Results};
pub use run::{ComparedRun, EffortAxis, RunEffort};
pub use start::{OpenedRun, begun};
pub use summary::{Attained, ComparisonSummary, Spread, middle, middle_of_heights};
pub use target::{Target, Valuer};
pub use tested::{Measure, SettingTests, p_text, percent};

use boilingpoint_plan::{Plan, PlanGrid};
use boilingpoint_record::folder::FileError;
use boilingpoint_record::own::{self, OwnPath};
use results::aims;
use std::path::{Path, PathBuf};

/// The largest number of runs of a comparison.
const MOST_RUNS: usize = 100_000;

/// The largest number of runs that are compared on one page.
pub const MOST_COMPARED: usize = 2_000;

/// The settings and seeds to compare, and the folder for their runs.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The folder above the runs.
    pub dir: PathBuf,
    /// The settings, in their order.
    pub settings: PlanGrid,
    /// The seeds with which each setting is run.
    pub seeds: Vec<u64>,
}

/// A run of a comparison.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// The index of the run's setting.
    pub setting: usize,
    /// The run folder.
    pub dir: PathBuf,
    /// The plan of the setting, with the run's seed.
    pub plan: Plan,
}

/// The name of the folder of the run with this seed.
fn folder_of_seed(seed: u64) -> String {
    format!("seed-{seed}")
}

/// The seeds of the folders of runs in the folder of a setting, in order.
fn seeds_in(folder: &Path) -> Vec<u64> {
    let seed = |name: &str| {
        let seed = name.strip_prefix("seed-")?.parse().ok()?;
        (folder_of_seed(seed) == name).then_some(seed)
    };
    // A folder that does not exist has no runs.
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut seeds: Vec<u64> = entries
        .filter_map(|entry| seed(entry.file_name().to_str()?))
        .collect();
    seeds.sort_unstable();
    seeds
}

impl Comparison {
    /// The comparison of some settings. Without `seeds`, each setting is run with the config's
    /// seed.
    ///
    /// # Errors
    /// When there are too many runs, or the runs have no common target.
    pub fn new(
        settings: PlanGrid,
        seeds: Option<Vec<u64>>,
        dir: &Path,
    ) -> Result<Comparison, ComparisonError> {
        let seeds = seeds.unwrap_or_else(|| vec![settings.settings[0].plan.seed]);
        let runs = settings.settings.len().saturating_mul(seeds.len());
        if runs > MOST_RUNS {
            return Err(ComparisonError::TooMany { runs });
        }
        let plans = || settings.settings.iter().map(|s| &s.plan);
        let first = plans().next().map(aims);
        if plans().any(|plan| plan.objective.stop_when.is_none())
            && plans().any(|plan| Some(aims(plan)) != first)
        {
            return Err(ComparisonError::NoCommonTarget);
        }
        Ok(Comparison {
            dir: dir.to_path_buf(),
            settings,
            seeds,
        })
    }

    /// All runs, setting by setting.
    pub fn runs(&self) -> Vec<PlannedRun> {
        self.runs_of(|_| self.seeds.clone()).collect()
    }

    /// The runs of the seeds that each setting has by its folder, setting by setting.
    fn runs_of(&self, seeds: impl Fn(&Path) -> Vec<u64>) -> impl Iterator<Item = PlannedRun> {
        let settings = self.settings.settings.iter().enumerate();
        settings.flat_map(move |(setting, s)| {
            let folder = self.dir.join(&s.name);
            seeds(&folder).into_iter().map(move |seed| PlannedRun {
                setting,
                dir: folder.join(folder_of_seed(seed)),
                plan: Plan {
                    seed,
                    ..s.plan.clone()
                },
            })
        })
    }

    /// The finished runs of other seeds that are in the folder, setting by setting. Runs of another
    /// config are left out.
    pub fn earlier_runs(&self) -> Vec<PlannedRun> {
        self.runs_of(seeds_in)
            .filter(|run| !self.seeds.contains(&run.plan.seed))
            .filter(|run| {
                let inside = own::refuse_linked(OwnPath::below(&self.dir, &run.dir));
                inside.is_ok() && run.has_finished()
            })
            .collect()
    }

    /// Refuses a folder that cannot hold the comparison, before any run begins. A folder cannot
    /// hold it if it is itself a run, or has runs of other configs.
    ///
    /// # Errors
    /// Names the folder. For a run of another config, also names a key that differs.
    pub fn check_folder(&self, runs: &[PlannedRun]) -> Result<(), ComparisonError> {
        if begun(&self.dir)?.is_some() {
            let dir = self.dir.clone();
            return Err(ComparisonError::IsRun { dir });
        }
        for run in runs {
            own::refuse_linked(OwnPath::below(&self.dir, &run.dir))
                .map_err(FileError::of("use", &run.dir))?;
            run.check_folder()?;
        }
        Ok(())
    }
}
