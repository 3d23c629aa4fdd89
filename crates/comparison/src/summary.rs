//! The summary of a setting's runs.

use super::statistics::{ShareInterval, median_interval, share};
use super::{ComparedRun, Results, RunEffort};
use boilingpoint_problem::Fitness;

/// The minimum, the median and the maximum of some values. If the number of values is even, the
/// median is the better of the two values in the middle: half of the runs did at least as well. So
/// the median fitness reaches the target where the median effort says, and half of the runs have
/// reached it then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread<T> {
    /// The least value.
    pub min: T,
    /// The median.
    pub median: T,
    /// The greatest value.
    pub max: T,
}

/// The efforts until runs reached their target, of all finished runs. A run that did not reach the
/// target ranks last, as one without a number.
#[derive(Clone, PartialEq, Debug)]
pub struct Attained<T> {
    /// The least value.
    pub min: Option<T>,
    /// `None` if at least half of the runs did not reach the target.
    pub median: Option<T>,
    /// `None` if a run did not reach the target.
    pub max: Option<T>,
    /// The bootstrap interval of the median.
    pub interval: [Option<T>; 2],
    /// The least median that is possible if runs that did not reach the target had gone on.
    pub least_median: T,
}

/// A summary of the runs of a setting that have finished.
#[derive(Clone, Debug)]
pub struct ComparisonSummary {
    /// The number of finished runs.
    pub runs: usize,
    /// The number of runs that have not finished, and count nowhere else.
    pub unfinished: usize,
    /// The number of runs that reached the target.
    pub reached: usize,
    /// The share of runs that reached the target.
    pub share: Option<ShareInterval>,
    /// The number of boards that a run asked for until it reached the target.
    pub boards_to_target: Option<Attained<u64>>,
    /// The seconds until a run reached the target.
    pub seconds_to_target: Option<Attained<f64>>,
    /// The number of boards that a run asked for until it ended.
    pub boards: Option<Spread<u64>>,
    /// The best fitness of each run that has one.
    pub best: Option<Spread<Fitness>>,
}

impl Results {
    /// The runs of a setting.
    pub fn of(&self, setting: usize) -> impl Iterator<Item = &ComparedRun> {
        self.runs.iter().filter(move |run| run.setting == setting)
    }

    /// The runs of a setting that have finished.
    pub fn finished(&self, setting: usize) -> impl Iterator<Item = &ComparedRun> {
        self.of(setting).filter(|run| run.has_finished())
    }

    /// The summary of a setting's runs.
    pub fn summary(&self, setting: usize) -> ComparisonSummary {
        let runs: Vec<&ComparedRun> = self.finished(setting).collect();
        let reached = runs.iter().filter(|run| run.reached.is_some()).count();
        let best = runs.iter().filter_map(|run| run.best_fitness().cloned());
        ComparisonSummary {
            runs: runs.len(),
            unfinished: self.of(setting).count() - runs.len(),
            reached,
            share: share(reached, runs.len()),
            boards_to_target: Attained::of(&runs, |effort| effort.asked, u64::cmp),
            seconds_to_target: Attained::of(&runs, |effort| effort.seconds, f64::total_cmp),
            boards: Spread::of(runs.iter().map(|run| run.end.asked), u64::cmp, middle),
            best: Spread::of(best, Fitness::cmp, middle_of_heights),
        }
    }
}

impl<T: Clone> Spread<T> {
    fn of(
        values: impl Iterator<Item = T>,
        order: impl Fn(&T, &T) -> std::cmp::Ordering,
        middle: impl Fn(usize) -> usize,
    ) -> Option<Spread<T>> {
        let mut values: Vec<T> = values.collect();
        values.sort_by(order);
        Some(Spread {
            min: values.first()?.clone(),
            median: values.get(middle(values.len()))?.clone(),
            max: values.last()?.clone(),
        })
    }
}

impl<T: Copy> Attained<T> {
    fn of(
        runs: &[&ComparedRun],
        of: impl Fn(&RunEffort) -> T,
        order: impl Fn(&T, &T) -> std::cmp::Ordering,
    ) -> Option<Attained<T>> {
        let reached = runs.iter().filter_map(|run| run.reached.as_ref());
        let mut reached: Vec<T> = reached.map(&of).collect();
        let until = |run: &&ComparedRun| of(run.reached.as_ref().unwrap_or(&run.end));
        let mut until: Vec<T> = runs.iter().map(until).collect();
        reached.sort_by(&order);
        until.sort_by(&order);
        let at = |place: usize| reached.get(place).copied();
        let n = runs.len();
        Some(Attained {
            min: at(0),
            median: at(middle(n)),
            max: at(n.checked_sub(1)?),
            interval: median_interval(n)?.map(at),
            least_median: *until.get(middle(n))?,
        })
    }
}

/// The place of the median of `n` sorted efforts, of which the least is the best.
pub fn middle(n: usize) -> usize {
    n.saturating_sub(1) / 2
}

/// The place of the median of `n` sorted heights, of which the greatest is the best.
pub fn middle_of_heights(n: usize) -> usize {
    n / 2
}
