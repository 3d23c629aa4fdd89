//! A run of a comparison: how it ended, and its curve.

use super::{Target, Valuer};
use boilingpoint_plan::{Plan, Question};
use boilingpoint_problem::{Certainty, Fitness};
use boilingpoint_record::folder::RunFolder;
use boilingpoint_record::manifest::{Manifest, Status};
use boilingpoint_record::rows::{BestEvent, to_f64};
use boilingpoint_record::view::{History, RunView, ViewError};
use std::path::PathBuf;

/// A unit in which the effort of a run is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffortAxis {
    /// By the number of boards asked.
    Asked,
    /// By the number of boards valued.
    Valued,
    /// By generations.
    Generations,
    /// By seconds.
    Seconds,
}

impl EffortAxis {
    /// All units. The first one is that of the tables.
    pub const ALL: [EffortAxis; 4] = [
        EffortAxis::Asked,
        EffortAxis::Valued,
        EffortAxis::Generations,
        EffortAxis::Seconds,
    ];

    /// The name of an axis that counts in this unit.
    pub fn name(self) -> &'static str {
        match self {
            EffortAxis::Asked => "boards asked",
            EffortAxis::Valued => "boards valued",
            EffortAxis::Generations => "generations",
            EffortAxis::Seconds => "seconds",
        }
    }
}

/// The effort of a run until some board was found.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RunEffort {
    /// The number of boards asked for, up to and including the board.
    pub asked: u64,
    /// The number of boards valued until the end of the generation that asked for the board. `None`
    /// if the log lacks this generation.
    pub valued: Option<u64>,
    /// The number of generations, including the one that asked for the board.
    pub generations: u64,
    /// The seconds until the end of this generation.
    pub seconds: f64,
}

impl RunEffort {
    /// The effort in this unit.
    pub fn on(&self, axis: EffortAxis) -> Option<f64> {
        match axis {
            EffortAxis::Asked => Some(self.asked as f64),
            EffortAxis::Valued => self.valued.map(|boards| boards as f64),
            EffortAxis::Generations => Some(self.generations as f64),
            EffortAxis::Seconds => Some(self.seconds),
        }
    }

    /// The effort until a board was found: the number of boards asked for, and the generation.
    fn until(view: &RunView, asked: u64, generation: u64) -> RunEffort {
        let rows = &view.progress;
        let row = rows.binary_search_by_key(&generation, |row| row.generation);
        RunEffort {
            asked,
            valued: row.ok().map(|place| rows[place].boards_valued),
            generations: generation.saturating_add(1),
            seconds: view.seconds_at(generation).unwrap_or(view.seconds()),
        }
    }

    fn at_the_end(view: &RunView) -> RunEffort {
        RunEffort {
            asked: view.counts().asked,
            valued: view.progress.last().map(|row| row.boards_valued),
            generations: view.generations(),
            seconds: view.seconds(),
        }
    }
}

/// A run of a comparison, without its logs.
#[derive(Clone, Debug)]
pub struct ComparedRun {
    /// The index of the run's setting.
    pub setting: usize,
    /// The seed of the run.
    pub seed: u64,
    /// The run folder.
    pub dir: PathBuf,
    /// The manifest of the run.
    pub manifest: Manifest,
    /// `running`, `finished`, `stopped` or `interrupted`.
    pub status: &'static str,
    /// The effort until the run ended.
    pub end: RunEffort,
    /// The effort until the run reached the target of its setting. `None` if it did not.
    pub reached: Option<RunEffort>,
    /// The boards that became the best of the run, each with the effort until then.
    pub(super) bests: Vec<(RunEffort, BestEvent)>,
    /// In a run that collects values, the number of values after each generation that found one.
    pub(super) values: Vec<(RunEffort, u64)>,
}

impl ComparedRun {
    /// Reads a run. The comparison looks for the target later, when it has read all runs.
    ///
    /// # Errors
    /// When a file is damaged.
    pub(super) fn read(
        folder: &RunFolder,
        plan: &Plan,
        setting: usize,
    ) -> Result<ComparedRun, ViewError> {
        let view = RunView::read(folder, 0, History::OUTCOME)?;
        let in_use = view.manifest.status == Status::Running && folder.is_in_use();
        let run = ComparedRun::of(view, plan, setting, in_use);
        Ok(ComparedRun {
            dir: folder.path().to_path_buf(),
            ..run
        })
    }

    /// The run with this view.
    pub(super) fn of(view: RunView, plan: &Plan, setting: usize, in_use: bool) -> ComparedRun {
        let best = |best: &BestEvent| {
            let effort = RunEffort::until(&view, best.boards, best.generation);
            (effort, best.clone())
        };
        let bests = view.events.bests.iter().map(best).collect();
        let values = match plan.objective.question() {
            Question::Collect(_) => values(&view),
            Question::Best | Question::Find(_) => Vec::new(),
        };
        ComparedRun {
            setting,
            seed: view.manifest.seed,
            dir: PathBuf::new(),
            status: view.manifest.status.name_now(in_use),
            end: RunEffort::at_the_end(&view),
            reached: None,
            bests,
            values,
            manifest: view.manifest,
        }
    }

    /// Looks for the target.
    pub(super) fn look_for(&mut self, target: &Target, plan: &Plan, valuer: &mut Valuer) {
        self.reached = target.reached(plan, valuer, &self.bests, &self.values);
    }

    /// Whether the run has ended as its config says.
    pub fn has_finished(&self) -> bool {
        self.manifest.status == Status::Finished
    }

    /// The best fitness according to the events.
    pub fn best_fitness(&self) -> Option<&Fitness> {
        self.bests.last().map(|(_, best)| &best.fitness)
    }

    /// Whether the best fitness is exact or a lower bound.
    pub fn certainty(&self) -> Certainty {
        let best = self.bests.last();
        best.and_then(|(_, b)| b.certainty)
            .unwrap_or(Certainty::Exact)
    }

    /// The effort until the run found its best board.
    pub fn to_best(&self) -> Option<RunEffort> {
        self.bests.last().map(|(effort, _)| *effort)
    }

    /// The number of values collected.
    pub fn values(&self) -> u64 {
        self.values.last().map_or(0, |(_, values)| *values)
    }

    /// The steps of the curve, each with the effort and the height from there on: the first
    /// component of the best fitness, or the number of values collected.
    pub fn curve(&self) -> Vec<(RunEffort, f64)> {
        if !self.values.is_empty() {
            let step = |(effort, values): &(RunEffort, u64)| (*effort, *values as f64);
            return self.values.iter().map(step).collect();
        }
        let step =
            |(effort, best): &(RunEffort, BestEvent)| (*effort, to_f64(best.fitness.first()));
        let mut steps: Vec<(RunEffort, f64)> = self.bests.iter().map(step).collect();
        // A later component may be better while the first one stays the same.
        steps.dedup_by(|later, earlier| later.1 <= earlier.1);
        steps
    }
}

fn values(view: &RunView) -> Vec<(RunEffort, u64)> {
    let (mut asked, mut found) = (0_u64, Vec::new());
    for row in view.progress.iter() {
        asked = asked.saturating_add(row.asked);
        if found.last().is_none_or(|(_, values)| *values < row.cells) {
            found.push((RunEffort::until(view, asked, row.generation), row.cells));
        }
    }
    found
}
