//! Which setting is the best, and whether its lead over the others is more than chance.

use super::statistics::{LEVEL, RankTest, holm, rank_test};
use super::{ComparedRun, Results, Target};
use std::cmp::Reverse;

/// The largest number of settings that the sentences about a measure name.
const MOST_NAMED: usize = 12;

/// The results by which runs are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The number of boards asked until the target. Runs that did not reach it rank last, tied.
    BoardsToTarget,
    /// The best fitness at the end. Runs without a fitness rank last, tied.
    BestFitness,
}

/// A setting against the best one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SettingTest {
    /// The rank test. The first sample is that of the best setting.
    pub test: RankTest,
    /// The p-value, corrected by Holm's method for all pairs of settings. All pairs count, since the
    /// best setting is chosen by the same runs.
    pub p: f64,
    /// The least p-value that so many runs can give, with the same correction.
    pub least_p: f64,
}

/// All settings against the best one.
#[derive(Clone, Debug)]
pub struct SettingTests {
    /// The measure of the tests.
    pub measure: Measure,
    /// The setting whose runs have the best mean rank among all runs; the first one of several.
    pub best: usize,
    /// The test of each setting; `None` for the best setting and for settings without a finished
    /// run.
    pub on: Vec<Option<SettingTest>>,
}

/// The verdict on the runs of two settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    Difference,
    Nothing,
    /// There is no difference that so few runs could show.
    TooFew,
}

impl SettingTest {
    /// The verdict of the rank test.
    pub fn evidence(&self) -> Evidence {
        match (self.p, self.least_p) {
            (p, _) if p < LEVEL => Evidence::Difference,
            (_, least) if least >= LEVEL => Evidence::TooFew,
            _ => Evidence::Nothing,
        }
    }
}

impl Measure {
    /// Both measures.
    pub const ALL: [Measure; 2] = [Measure::BoardsToTarget, Measure::BestFitness];

    /// The words for what is better by this measure.
    fn better(self) -> &'static str {
        match self {
            Measure::BoardsToTarget => "needs fewer boards than",
            Measure::BestFitness => "ends with a better board than",
        }
    }

    /// The measure as a heading.
    pub fn heading(self) -> &'static str {
        match self {
            Measure::BoardsToTarget => "boards to target",
            Measure::BestFitness => "best fitness",
        }
    }
}

impl Results {
    /// The tests by a measure. `None` if fewer than two settings have finished runs, or their runs
    /// cannot be compared: if they have different targets or objectives, if all end with the same
    /// fitness, or if runs stop at the target and so have no more to show than that.
    pub fn tests(&self, measure: Measure) -> Option<SettingTests> {
        let samples = match measure {
            Measure::BoardsToTarget => {
                self.common_target().filter(|_| self.some_reached())?;
                self.efforts()
            }
            Measure::BestFitness => {
                let stops =
                    |target: &Target| matches!(target, Target::Condition(_) | Target::Found(_));
                let may = self.has_common_objective() && !self.targets.iter().any(stops);
                self.fitness_ranks().filter(|_| may)?
            }
        };
        let best = best(&samples)?;
        let tests: Vec<Option<RankTest>> = (0..samples.len())
            .map(|setting| {
                let other = Some(&samples[setting]).filter(|_| setting != best);
                rank_test(&samples[best], other?)
            })
            .collect();
        let compared = samples.iter().filter(|sample| !sample.is_empty()).count();
        let pairs = compared * compared.saturating_sub(1) / 2;
        let found: Vec<f64> = tests.iter().flatten().map(|test| test.p).collect();
        let mut corrected = holm(&found, pairs).into_iter();
        let mut corrected_test = |test: RankTest| SettingTest {
            test,
            p: corrected.next().unwrap_or(1.0),
            least_p: (test.least_p * pairs as f64).min(1.0),
        };
        let on: Vec<Option<SettingTest>> = tests
            .into_iter()
            .map(|test| test.map(&mut corrected_test))
            .collect();
        let is_any = on.iter().any(Option::is_some);
        is_any.then_some(SettingTests { measure, best, on })
    }

    fn some_reached(&self) -> bool {
        self.runs.iter().any(|run| run.reached.is_some())
    }

    /// For each setting, the boards asked of its finished runs until the target.
    fn efforts(&self) -> Vec<Vec<u64>> {
        let of = |setting: usize| self.finished(setting).map(effort).collect();
        (0..self.settings.len()).map(of).collect()
    }

    /// For each setting, the ranks of the best fitness of its finished runs, or of the number of
    /// values that they collected. `None` if all are the same.
    fn fitness_ranks(&self) -> Option<Vec<Vec<u64>>> {
        let key = |run: &ComparedRun| Reverse((run.values(), run.best_fitness().cloned()));
        let mut keys: Vec<_> = self.runs.iter().map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() < 2 {
            return None;
        }
        let rank = |run: &ComparedRun| keys.binary_search(&key(run)).unwrap_or(0) as u64;
        let of = |setting: usize| self.finished(setting).map(rank).collect();
        Some((0..self.settings.len()).map(of).collect())
    }

    /// A key by which the settings with the best results come first: those of which most runs reached
    /// the target, and of these the ones that needed the fewest boards.
    pub fn standing(&self, setting: usize) -> impl Ord {
        let mut efforts: Vec<u64> = self.finished(setting).map(effort).collect();
        efforts.sort_unstable();
        let reached = efforts.partition_point(|&boards| boards < u64::MAX);
        let share = reached * 1_000_000 / efforts.len().max(1);
        (
            Reverse(share),
            efforts.get(super::middle(efforts.len())).copied(),
        )
    }

    /// The number of finished runs that did not reach the target, and of those among them that ended
    /// after fewer boards than the slowest run that reached it. With as many boards they might have
    /// reached it too.
    pub fn missed(&self) -> (usize, usize) {
        let finished = || self.runs.iter().filter(|run| run.has_finished());
        let slowest = finished().filter_map(|run| Some(run.reached?.asked)).max();
        let missed = || finished().filter(|run| run.reached.is_none());
        let early = missed().filter(|run| Some(run.end.asked) < slowest);
        (missed().count(), early.count())
    }
}

/// The boards that a run asked until the target. A run that did not reach it ranks last.
fn effort(run: &ComparedRun) -> u64 {
    run.reached.map_or(u64::MAX, |effort| effort.asked)
}

/// The sample with the least mean rank among all values; the first one of several. `None` if all are
/// empty.
fn best(samples: &[Vec<u64>]) -> Option<usize> {
    let mut all: Vec<u64> = samples.iter().flatten().copied().collect();
    all.sort_unstable();
    // Twice the mean rank of equal values, without a constant.
    let rank = |value: &u64| {
        let below = all.partition_point(|other| other < value);
        (below + all.partition_point(|other| other <= value)) as u128
    };
    let sums = samples
        .iter()
        .map(|sample| sample.iter().map(rank).sum::<u128>());
    let of = sums
        .zip(samples)
        .enumerate()
        .filter(|(_, (_, s))| !s.is_empty());
    // Compares the means as fractions.
    let least = of.min_by(|(_, (a, of_a)), (_, (b, of_b))| {
        (a * of_b.len() as u128).cmp(&(b * of_a.len() as u128))
    });
    least.map(|(setting, _)| setting)
}

impl SettingTests {
    /// The verdict on a setting as a sentence without its full stop, such as `a needs fewer boards
    /// than b in 84 % of pairs (p = 0.002)`. `name` gives the names of settings.
    pub fn words(&self, setting: usize, name: impl Fn(usize) -> String) -> Option<String> {
        let test = (*self.on.get(setting)?)?;
        let (best, other, p) = (name(self.best), name(setting), p_text(test.p));
        let smaller = test.test.smaller;
        let (first, second, share) = if smaller >= 0.5 {
            (&best, &other, smaller)
        } else {
            (&other, &best, 1.0 - smaller)
        };
        let better = self.measure.better();
        Some(match test.evidence() {
            Evidence::Difference => {
                format!(
                    "{first} {better} {second} in {} of pairs ({p})",
                    percent(share)
                )
            }
            none => format!("{} {best} and {other} ({p})", self.nothing_shown(none)),
        })
    }

    /// The verdicts on all settings as sentences. Settings without a difference from the best one
    /// share a sentence.
    pub fn sentences(&self, name: impl Fn(usize) -> String) -> Vec<String> {
        let of = |evidence: Evidence| -> Vec<(usize, SettingTest)> {
            let tests = self.on.iter().enumerate();
            let tests = tests.filter_map(|(setting, test)| Some((setting, (*test)?)));
            tests
                .filter(|(_, test)| test.evidence() == evidence)
                .collect()
        };
        let shown = of(Evidence::Difference);
        let more = shown.len().saturating_sub(MOST_NAMED);
        let named = shown.iter().take(MOST_NAMED);
        let mut all: Vec<String> = named.filter_map(|(s, _)| self.words(*s, &name)).collect();
        if more > 0 {
            all.push(format!(
                "{more} more differences are in the table of settings"
            ));
        }
        for evidence in [Evidence::Nothing, Evidence::TooFew] {
            let settings = of(evidence);
            let more = settings.len().saturating_sub(MOST_NAMED);
            let named = settings.iter().take(MOST_NAMED);
            let mut parts: Vec<String> = named
                .map(|(setting, test)| format!("{} ({})", name(*setting), p_text(test.p)))
                .collect();
            if more > 0 {
                parts.push(format!("{more} more settings"));
            }
            let Some(last) = parts.pop() else { continue };
            let others = if parts.is_empty() {
                last
            } else {
                format!("{} or {last}", parts.join(", "))
            };
            let nothing = self.nothing_shown(evidence);
            all.push(format!("{nothing} {} and {others}", name(self.best)));
        }
        all
    }

    /// The beginning of a verdict without a difference.
    fn nothing_shown(&self, evidence: Evidence) -> String {
        let heading = self.measure.heading();
        match evidence {
            Evidence::TooFew => format!("too few runs to show a difference in {heading} between"),
            _ => format!("no difference in {heading} shown between"),
        }
    }
}

/// A p-value as people read it.
pub fn p_text(p: f64) -> String {
    match p {
        p if p < 0.001 => "p < 0.001".to_string(),
        p if p < 0.1 => format!("p = {p:.3}"),
        p => format!("p = {p:.2}"),
    }
}

/// A share in percent. It is 0 or 100 only if it is none or all.
pub fn percent(share: f64) -> String {
    let rounded = (100.0 * share).round();
    let shown = match share {
        s if s > 0.0 && rounded < 1.0 => 1.0,
        s if s < 1.0 && rounded > 99.0 => 99.0,
        _ => rounded,
    };
    format!("{shown:.0} %")
}
