//! The result of a comparison: a row for each run, and a summary for each setting.

use super::{Comparison, ComparisonError, PlannedRun, Target, TargetEffort};
use crate::plan::Setting;
use crate::problem::Fitness;
use crate::record::folder::{FileError, RunFolder};
use crate::record::own;
use crate::record::view::{History, RunView};

/// A run of a comparison that has ended.
#[derive(Clone, Debug)]
pub struct SettingRow {
    /// The index of the run's setting.
    pub setting: usize,
    pub seed: u64,
    pub view: RunView,
    /// The effort until the run reached the target. `None` if the run did not reach it.
    pub reached: Option<TargetEffort>,
}

/// The minimum, the median and the maximum of some values. If the number of values is even, the
/// median is the smaller of the two values in the middle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread<T> {
    pub min: T,
    pub median: T,
    pub max: T,
}

/// A summary of the runs of a setting.
#[derive(Clone, Debug)]
pub struct ComparisonSummary {
    /// The number of runs.
    pub runs: usize,
    /// The number of runs that reached the target.
    pub reached: usize,
    /// The number of boards that a run asked for until it reached the target. Only runs that
    /// reached the target count.
    pub boards_to_target: Option<Spread<u64>>,
    /// The seconds until a run reached the target. Only runs that reached the target count.
    pub seconds_to_target: Option<Spread<f64>>,
    /// The number of boards that a run asked for until it ended.
    pub boards: Option<Spread<u64>>,
    /// The best fitness of each run that has one.
    pub best: Option<Spread<Fitness>>,
}

/// The results of a comparison.
#[derive(Clone, Debug)]
pub struct Results {
    /// The dotted keys that vary.
    pub keys: Vec<String>,
    pub settings: Vec<Setting>,
    /// The target of each setting.
    pub targets: Vec<Target>,
    /// Every run, setting by setting.
    pub rows: Vec<SettingRow>,
}

impl Comparison {
    /// Reads the results of all runs, and of the finished runs of other seeds in the folder, sorted
    /// by setting and seed. All runs of the comparison have to have ended.
    ///
    /// # Errors
    /// When a file of a run is damaged.
    pub fn results(&self) -> Result<Results, ComparisonError> {
        let ended = |run: PlannedRun| -> Result<_, ComparisonError> {
            let view = read(&RunFolder::open(&run.dir)?)?;
            Ok((run, view))
        };
        let mut runs = self.runs();
        runs.extend(self.earlier_runs());
        runs.sort_by_key(|run| (run.setting, run.plan.seed));
        let ended = runs.into_iter().map(ended);
        let ended = ended.collect::<Result<Vec<_>, _>>()?;
        let best = ended.iter().filter_map(|(_, v)| v.best_fitness());
        let best = best.max().cloned();
        let settings = self.settings.settings.clone();
        let targets: Vec<Target> = settings
            .iter()
            .map(|s| Target::of(&s.plan, best.as_ref()))
            .collect();
        let row = |(run, view): (PlannedRun, RunView)| SettingRow {
            setting: run.setting,
            seed: run.plan.seed,
            reached: targets[run.setting].reached(&run.plan, &view),
            view,
        };
        Ok(Results {
            keys: self.settings.keys.clone(),
            rows: ended.into_iter().map(row).collect(),
            settings,
            targets,
        })
    }
}

/// Reads the parts of a run that a comparison needs.
fn read(folder: &RunFolder) -> Result<RunView, ComparisonError> {
    // The view treats a missing log as empty, so the files are checked first.
    for path in [
        folder.events_path(),
        folder.progress_path(),
        folder.timing_path(),
    ] {
        own::open(&path).map_err(FileError::of("read", &path))?;
    }
    Ok(RunView::read(folder, 0, History::OUTCOME)?)
}

impl Results {
    /// The runs of a setting.
    pub fn of(&self, setting: usize) -> impl Iterator<Item = &SettingRow> {
        self.rows.iter().filter(move |row| row.setting == setting)
    }

    /// The summary of a setting's runs.
    pub fn summary(&self, setting: usize) -> ComparisonSummary {
        let reached = || self.of(setting).filter_map(|row| row.reached);
        let views = || self.of(setting).map(|row| &row.view);
        ComparisonSummary {
            runs: self.of(setting).count(),
            reached: reached().count(),
            boards_to_target: Spread::of(reached().map(|r| r.boards), u64::cmp),
            seconds_to_target: Spread::of(reached().map(|r| r.seconds), f64::total_cmp),
            boards: Spread::of(views().map(|v| v.counts().asked), u64::cmp),
            best: Spread::of(
                views().filter_map(|v| v.best_fitness().cloned()),
                Fitness::cmp,
            ),
        }
    }

    /// The target, if all settings have the same target.
    pub fn common_target(&self) -> Option<String> {
        let mut texts = self.targets.iter().map(Target::text);
        let first = texts.next()?;
        texts.all(|text| text == first).then_some(first)
    }
}

impl<T: Clone> Spread<T> {
    fn of(
        values: impl Iterator<Item = T>,
        order: impl Fn(&T, &T) -> std::cmp::Ordering,
    ) -> Option<Spread<T>> {
        let mut values: Vec<T> = values.collect();
        values.sort_by(order);
        Some(Spread {
            min: values.first()?.clone(),
            median: values.get((values.len() - 1) / 2)?.clone(),
            max: values.last()?.clone(),
        })
    }
}
