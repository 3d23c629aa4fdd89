//! The result of a comparison: a row for each run, and a summary for each setting.

use super::{Comparison, ComparisonError, Outcome, PlannedRun, Reached, Target};
use crate::problem::Fitness;
use crate::run::config::Setting;
use crate::run::folder::RunFolder;

/// A run of a comparison.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its setting, as an index.
    pub setting: usize,
    /// Its seed.
    pub seed: u64,
    /// What became of it.
    pub outcome: Outcome,
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
pub struct Summary {
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
    pub rows: Vec<Row>,
}

impl Comparison {
    /// Reads the results of all runs, which have ended.
    ///
    /// # Errors
    /// When a file of a run is damaged.
    pub fn results(&self) -> Result<Results, ComparisonError> {
        let read = |run: PlannedRun| -> Result<_, ComparisonError> {
            let outcome = Outcome::read(&RunFolder::open(&run.dir)?)?;
            Ok((run, outcome))
        };
        let ended = self.runs().into_iter().map(read);
        let ended = ended.collect::<Result<Vec<_>, _>>()?;
        let best = ended.iter().filter_map(|(_, o)| o.best()).max().cloned();
        let settings = self.settings.settings.clone();
        let targets: Vec<Target> = settings
            .iter()
            .map(|s| Target::of(&s.plan, best.as_ref()))
            .collect();
        let row = |(run, outcome): (PlannedRun, Outcome)| Row {
            setting: run.setting,
            seed: run.plan.seed,
            reached: targets[run.setting].reached(&run.plan, &outcome),
            outcome,
        };
        Ok(Results {
            keys: self.settings.keys.clone(),
            rows: ended.into_iter().map(row).collect(),
            settings,
            targets,
        })
    }
}

impl Results {
    /// The runs of a setting.
    pub fn of(&self, setting: usize) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.setting == setting)
    }

    /// The runs of a setting in sum.
    pub fn summary(&self, setting: usize) -> Summary {
        let reached = || self.of(setting).filter_map(|row| row.reached);
        let outcomes = || self.of(setting).map(|row| &row.outcome);
        Summary {
            runs: self.of(setting).count(),
            reached: reached().count(),
            boards_to_target: Spread::of(reached().map(|r| r.boards), u64::cmp),
            seconds_to_target: Spread::of(reached().map(|r| r.seconds), f64::total_cmp),
            boards: Spread::of(outcomes().map(|o| o.boards_asked), u64::cmp),
            best: Spread::of(outcomes().filter_map(|o| o.best().cloned()), Fitness::cmp),
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
