//! The result of a comparison: a row for each run, and a summary for each setting.

use super::{Comparison, ComparisonError, PlannedRun, Reached, Target};
use crate::plan::Setting;
use crate::problem::Fitness;
use crate::record::folder::{FileError, RunFolder};
use crate::record::view::{History, RunView};

/// A run of a comparison.
#[derive(Clone, Debug)]
pub struct SettingRow {
    /// Its setting, as an index.
    pub setting: usize,
    /// Its seed.
    pub seed: u64,
    /// The run.
    pub view: RunView,
    /// When it reached the target; none if it did not.
    pub reached: Option<Reached>,
}

/// The least, the middle and the most of some values. Of an even number, the middle is the lesser
/// of the two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread<T> {
    /// The least.
    pub min: T,
    /// The middle.
    pub median: T,
    /// The most.
    pub max: T,
}

/// The runs of one setting.
#[derive(Clone, Debug)]
pub struct ComparisonSummary {
    /// How many runs there are.
    pub runs: usize,
    /// How many of them reached the target.
    pub reached: usize,
    /// Boards asked until the target, over those that reached it.
    pub boards_to_target: Option<Spread<u64>>,
    /// Seconds until the target, over those that reached it.
    pub seconds_to_target: Option<Spread<f64>>,
    /// Boards asked in all.
    pub boards: Option<Spread<u64>>,
    /// The best fitness of each run that has any.
    pub best: Option<Spread<Fitness>>,
}

/// What came out of a comparison.
#[derive(Clone, Debug)]
pub struct Results {
    /// The dotted keys that vary.
    pub keys: Vec<String>,
    /// The settings.
    pub settings: Vec<Setting>,
    /// The target of each setting.
    pub targets: Vec<Target>,
    /// Every run, setting by setting.
    pub rows: Vec<SettingRow>,
}

impl Comparison {
    /// Reads the results of all runs, which have ended.
    ///
    /// # Errors
    /// When a file of a run is damaged.
    pub fn results(&self) -> Result<Results, ComparisonError> {
        let ended = |run: PlannedRun| -> Result<_, ComparisonError> {
            let view = read(&RunFolder::open(&run.dir)?)?;
            Ok((run, view))
        };
        let ended = self.runs().into_iter().map(ended);
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

/// What a comparison needs of a run.
fn read(folder: &RunFolder) -> Result<RunView, ComparisonError> {
    // the view of a run takes a log that is missing for one without rows
    for path in [
        folder.events_path(),
        folder.progress_path(),
        folder.timing_path(),
    ] {
        std::fs::metadata(&path).map_err(FileError::of("read", &path))?;
    }
    Ok(RunView::read(folder, 0, History::OUTCOME)?)
}

impl Results {
    /// The runs of a setting.
    pub fn of(&self, setting: usize) -> impl Iterator<Item = &SettingRow> {
        self.rows.iter().filter(move |row| row.setting == setting)
    }

    /// The runs of a setting in sum.
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

    /// The target of all settings; none if it differs.
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
