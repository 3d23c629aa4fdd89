//! The results of a comparison: its runs, by settings and seeds.

use super::order::KnownOrder;
use super::target::BestOfAll;
use super::{ComparedRun, Comparison, ComparisonError, MOST_COMPARED, PlannedRun, Target, Valuer};
use boilingpoint_boards::Board;
use boilingpoint_plan::read_no_boards;
use boilingpoint_plan::{Plan, PlanGrid, Setting};
use boilingpoint_problem::expression::Expression;
use boilingpoint_record::folder::{FileError, RunFolder};
use boilingpoint_record::own;
use boilingpoint_solver::{Extras, Solver, Summary};
use std::path::PathBuf;

/// The largest number of keys that a setting is named by, if it can be named by its runs.
pub const MOST_KEYS: usize = 3;

/// The results of a comparison.
#[derive(Clone, Debug)]
pub struct Results {
    /// The dotted keys that vary.
    pub keys: Vec<String>,
    /// The settings, in their order.
    pub settings: Vec<Setting>,
    /// The target of each setting.
    pub targets: Vec<Target>,
    /// The place of each setting among the settings of its comparison, of which only some may be
    /// here. It decides the setting's colour.
    pub places: Vec<usize>,
    /// Every run, by setting and seed.
    pub runs: Vec<ComparedRun>,
}

impl Comparison {
    /// Reads the results of all runs, and of the finished runs of other seeds in the folder, sorted
    /// by setting and seed. All runs of the comparison have to have ended.
    ///
    /// # Errors
    /// When a file of a run is damaged.
    pub fn results(&self) -> Result<Results, ComparisonError> {
        let ended = |run: PlannedRun| -> Result<_, ComparisonError> {
            let folder = RunFolder::open(&run.dir)?;
            // The view treats a missing log as empty, so the files are checked first.
            for path in [
                folder.events_path(),
                folder.progress_path(),
                folder.timing_path(),
            ] {
                own::open(&path).map_err(FileError::of("read", &path))?;
            }
            Ok(ComparedRun::read(&folder, &run.plan, run.setting)?)
        };
        let mut runs = self.runs();
        runs.extend(self.earlier_runs());
        let runs = runs.into_iter().map(ended).collect::<Result<Vec<_>, _>>()?;
        let valuer = &mut by_plan();
        Ok(Results::new(self.settings.clone(), None, runs, valuer))
    }
}

impl Results {
    /// The results of some runs: those of the comparisons and of the single runs in these folders.
    ///
    /// # Errors
    /// When there are too many runs, a folder has no run, or a file is damaged.
    pub fn of_folders(folders: &[PathBuf]) -> Result<Results, ComparisonError> {
        let mut dirs = Vec::new();
        for folder in folders {
            dirs.extend(super::order::runs_of(folder)?);
        }
        Results::of_runs(&dirs, &mut by_plan())
    }

    /// The results of the runs in these run folders. A folder that is named twice counts once. The
    /// valuer finds the values of best boards, if a condition `stop_when` needs them.
    ///
    /// # Errors
    /// When there are too many runs, or a file is damaged.
    pub fn of_runs(dirs: &[PathBuf], valuer: &mut Valuer) -> Result<Results, ComparisonError> {
        if dirs.len() > MOST_COMPARED {
            let runs = dirs.len();
            return Err(ComparisonError::TooManyToRead { runs });
        }
        let mut folders: Vec<RunFolder> = Vec::new();
        for dir in dirs {
            if !folders.iter().any(|known| known.path() == dir) {
                folders.push(RunFolder::open(dir)?);
            }
        }
        let plans = folders.iter().map(|f| Plan::of_run(f, read_no_boards));
        let plans = plans.collect::<Result<Vec<_>, ComparisonError>>()?;
        let known = KnownOrder::of(&folders);
        let keys = known.as_ref().map_or(&[][..], |order| &order.keys);
        let (grid, setting_of) = PlanGrid::of_runs(plans, keys);
        let run = |(folder, setting): (&RunFolder, usize)| {
            ComparedRun::read(folder, &grid.settings[setting].plan, setting)
        };
        let runs = folders.iter().zip(setting_of).map(run);
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        let mut results = Results::new(grid, known.as_ref(), runs, valuer);
        if results.keys.len() > MOST_KEYS {
            results.name_by_runs();
        }
        Ok(results)
    }

    /// Sorts runs and settings, and looks for the targets.
    pub(super) fn new(
        grid: PlanGrid,
        known: Option<&KnownOrder>,
        runs: Vec<ComparedRun>,
        valuer: &mut Valuer,
    ) -> Results {
        let best: Vec<BestOfAll> = (0..grid.settings.len())
            .map(|setting| best_of_all(&grid.settings, setting, &runs))
            .collect();
        let of = |(s, best): (&Setting, &BestOfAll)| Target::of(&s.plan, best);
        let targets: Vec<Target> = grid.settings.iter().zip(&best).map(of).collect();
        let places = known.and_then(|known| known.places(&grid.settings));
        let mut results = Results {
            places: places.unwrap_or_else(|| (0..grid.settings.len()).collect()),
            keys: grid.keys,
            settings: grid.settings,
            targets,
            runs,
        };
        for run in &mut results.runs {
            let plan = &results.settings[run.setting].plan;
            run.look_for(&results.targets[run.setting], plan, valuer);
        }
        results.sort();
        results
    }

    /// Sorts the settings by their places, and the runs by setting and seed.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.settings.len()).collect();
        order.sort_by_key(|&setting| self.places[setting]);
        self.settings = order.iter().map(|&s| self.settings[s].clone()).collect();
        self.targets = order.iter().map(|&s| self.targets[s].clone()).collect();
        self.places = order.iter().map(|&s| self.places[s]).collect();
        let mut new = vec![0; order.len()];
        for (place, setting) in order.into_iter().enumerate() {
            new[setting] = place;
        }
        for run in &mut self.runs {
            run.setting = new[run.setting];
        }
        self.runs.sort_by_key(|run| (run.setting, run.seed));
    }

    /// Names the settings by the names in the configs of their runs, or else by the folders of their
    /// runs, if these names tell them apart.
    pub(super) fn name_by_runs(&mut self) {
        let by_config = |run: &ComparedRun| run.manifest.name.clone();
        let by_folder = |run: &ComparedRun| run.dir.display().to_string();
        for name in [&by_config as &dyn Fn(&ComparedRun) -> String, &by_folder] {
            let mut names: Vec<String> = Vec::new();
            for setting in 0..self.settings.len() {
                let mut of_runs = self.of(setting).map(name);
                let first = of_runs.next().unwrap_or_default();
                if of_runs.all(|other| other == first) && !names.contains(&first) {
                    names.push(first);
                }
            }
            if names.len() == self.settings.len() {
                for (setting, name) in self.settings.iter_mut().zip(names) {
                    setting.name = name;
                }
                return;
            }
        }
    }

    /// The target, if all settings have the same target.
    pub fn common_target(&self) -> Option<String> {
        let mut texts = self.targets.iter().map(Target::text);
        let first = texts.next()?;
        texts.all(|text| text == first).then_some(first)
    }

    /// Whether all settings score boards by the same objective.
    pub fn has_common_objective(&self) -> bool {
        let first = self.settings.first().map(|s| aims(&s.plan));
        let mut all = self.settings.iter();
        all.all(|s| Some(aims(&s.plan)) == first)
    }
}

/// Values boards like the search of their plan, within its budget.
pub(super) fn by_plan() -> impl FnMut(&Plan, &Board, &Extras) -> Option<Summary> {
    let mut kept: Option<(Plan, Solver)> = None;
    move |plan, board, extras| {
        let solver = |plan: &Plan| Solver::new(plan.game.ruleset, plan.solver_budget(None));
        let is_same = |old: &Plan| old.differences_of_runs(plan).is_empty();
        if kept.as_ref().is_none_or(|(old, _)| !is_same(old)) {
            kept = Some((plan.clone(), solver(plan)));
        }
        let (_, solver) = kept.as_mut()?;
        solver.summary_with(board, extras).ok()
    }
}

/// The parts of a plan by which its runs score boards.
pub(super) fn aims(plan: &Plan) -> (Vec<Expression>, Option<Expression>, Option<String>) {
    let objective = &plan.objective;
    (
        objective.goals().to_vec(),
        objective.require.clone(),
        objective
            .collect
            .as_ref()
            .map(|collect| collect.text().to_string()),
    )
}

/// The best results of all runs that score boards like the runs of a setting.
fn best_of_all(settings: &[Setting], setting: usize, runs: &[ComparedRun]) -> BestOfAll {
    let aim = aims(&settings[setting].plan);
    let alike: Vec<bool> = settings.iter().map(|s| aims(&s.plan) == aim).collect();
    let rivals = || runs.iter().filter(|run| alike[run.setting]);
    BestOfAll {
        fitness: rivals()
            .filter_map(ComparedRun::best_fitness)
            .max()
            .cloned(),
        values: rivals().map(ComparedRun::values).max().unwrap_or(0),
    }
}
