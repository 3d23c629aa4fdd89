//! Targets and summaries of invented runs. The tests of the program carry out real runs.

#![allow(clippy::unwrap_used)]

use super::*;
use boilingpoint_book::read_boards;
use boilingpoint_problem::Fitness;
use boilingpoint_record::manifest::{Machine, Manifest, Status};
use boilingpoint_record::rows::{
    BestEvent, Decimal, Event, GenerationRows, ProgressRow, TimingRow,
};
use boilingpoint_record::view::{History, RunView};

const CONFIG: &str = "[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"temperature\"\n";

fn settings(more: &str) -> PlanGrid {
    let text = format!("{CONFIG}{more}");
    PlanGrid::resolve("made-up.toml", text.as_bytes(), &[], read_boards).unwrap()
}

/// A run with these best boards: generation, boards asked for, fitness, graph6.
fn outcome(bests: &[(u64, u64, &str, &str)], boards_asked: u64) -> RunView {
    let best = |&(generation, boards, fitness, board): &(u64, u64, &str, &str)| {
        Event::Best(BestEvent {
            generation,
            boards,
            fitness: Fitness::parse(&[fitness]).unwrap(),
            tints: ".".repeat(usize::from(board.as_bytes()[0] - 63)),
            board: board.to_string(),
            certainty: None,
        })
    };
    let machine = Machine {
        os: String::new(),
        arch: String::new(),
        threads: 1,
    };
    let manifest = Manifest {
        status: Status::Finished,
        stop_reason: Some("generations".to_string()),
        boards_valued: boards_asked,
        ..Manifest::new("made-up", 1, machine)
    };
    let mut view = RunView::new(manifest, 0, History::OUTCOME);
    for generation in 0..10 {
        let is_last = generation == 9;
        let events = bests.iter().filter(|best| best.0 == generation);
        view.add(GenerationRows {
            progress: ProgressRow {
                generation,
                asked: if is_last { boards_asked } else { 0 },
                ..ProgressRow::default()
            },
            timing: TimingRow {
                generation,
                elapsed: Decimal(generation as f64 / 2.0),
                ..TimingRow::default()
            },
            operators: Vec::new(),
            islands: Vec::new(),
            events: events.map(best).collect(),
            records: Vec::new(),
        });
    }
    view
}

fn results(more: &str, outcomes: Vec<RunView>) -> Results {
    let settings = settings(more);
    let plan = settings.settings[0].plan.clone();
    let run = |(i, view): (usize, RunView)| ComparedRun {
        seed: i as u64,
        ..ComparedRun::of(view, &plan, 0, false)
    };
    let runs = outcomes.into_iter().enumerate().map(run).collect();
    Results::new(settings, None, runs, &mut results::by_plan())
}

/// The results of settings, each with the boards until the target and the boards at the end of its
/// runs. A run without the former did not reach the target.
fn efforts(settings_of: &[&[(Option<u64>, u64)]]) -> Results {
    let names: Vec<String> = (0..settings_of.len()).map(|i| i.to_string()).collect();
    let grid = settings(&format!("[grid]\nsearch.polish = [{}]\n", names.join(", ")));
    let mut runs = Vec::new();
    for (setting, of) in settings_of.iter().enumerate() {
        for (seed, &(boards, end)) in of.iter().enumerate() {
            let better = boards.map(|boards| (5, boards, "2", "Bg"));
            let bests: Vec<_> = [(0, 1, "1", "A_")].into_iter().chain(better).collect();
            let run = ComparedRun::of(
                outcome(&bests, end),
                &grid.settings[setting].plan,
                setting,
                false,
            );
            runs.push(ComparedRun {
                seed: seed as u64,
                ..run
            });
        }
    }
    Results::new(grid, None, runs, &mut results::by_plan())
}

/// Three runs. `A_` is an edge, of temperature 1; `Bg` is the star with two leaves, of temperature
/// 2.
fn three() -> Vec<RunView> {
    vec![
        outcome(&[(0, 3, "1", "A_"), (2, 40, "2", "Bg")], 100),
        outcome(&[(0, 7, "1", "A_")], 120),
        outcome(&[(1, 90, "2", "Bg")], 110),
    ]
}

#[test]
fn without_a_condition_the_target_is_the_best_of_all_runs() {
    let results = results("", three());
    assert_eq!(results.common_target().unwrap(), "fitness >= 2");
    let reached: Vec<Option<u64>> = results
        .runs
        .iter()
        .map(|run| Some(run.reached?.asked))
        .collect();
    assert_eq!(reached, [Some(40), None, Some(90)]);
    let summary = results.summary(0);
    assert_eq!((summary.runs, summary.reached), (3, 2));
    let boards = summary.boards_to_target.unwrap();
    // The run that did not reach the target ranks last.
    let found = (boards.min, boards.median, boards.max, boards.interval);
    assert_eq!(found, (Some(40), Some(90), None, [Some(40), None]));
    assert_eq!(summary.boards.unwrap().median, 110);
    assert_eq!(summary.seconds_to_target.unwrap().median, Some(1.0));
    assert_eq!(summary.best.unwrap().min.to_string(), "1");
}

#[test]
fn a_condition_counts_the_first_best_board_that_meets_it() {
    let boards = |condition: &str| -> Vec<u64> {
        let stop = format!("stop_when = \"{condition}\"\n");
        let runs = results(&stop, three()).runs;
        runs.iter()
            .map(|run| run.reached.map_or(0, |effort| effort.asked))
            .collect()
    };
    assert_eq!(boards("fitness >= 1"), [3, 7, 90]);
    assert_eq!(boards("fitness >= 3"), [0, 0, 0]);
    assert_eq!(boards("order >= 3"), [40, 0, 90]);
    // The condition needs the board's value.
    assert_eq!(boards("temperature >= 2"), [40, 0, 90]);
    // The first run has a best board that meets the condition, but its last best board does not.
    // So it does not count.
    assert_eq!(boards("order <= 2"), [0, 7, 0]);
}

#[test]
fn runs_that_found_nothing_reach_nothing() {
    let results = results("", vec![outcome(&[], 0)]);
    let summary = results.summary(0);
    assert_eq!((summary.runs, summary.reached), (1, 0));
    assert!(summary.best.is_none() && summary.boards_to_target.unwrap().median.is_none());
    assert_eq!(results.common_target().unwrap(), "none");
}

#[test]
fn every_run_has_a_folder_of_its_own() {
    let dir = Path::new("here");
    let grid = settings("[grid]\nsearch.polish = [0, 32]\n");
    let comparison = Comparison::new(grid, Some(vec![5, 2]), dir).unwrap();
    let runs = comparison.runs();
    let folders: Vec<String> = runs.iter().map(|r| r.dir.display().to_string()).collect();
    assert_eq!(
        folders,
        [
            "here/polish=0/seed-5",
            "here/polish=0/seed-2",
            "here/polish=32/seed-5",
            "here/polish=32/seed-2"
        ]
    );
    assert_eq!((runs[3].plan.seed, runs[3].plan.search.polish), (2, 32));
    let single = Comparison::new(settings(""), None, dir).unwrap();
    assert_eq!(single.runs()[0].dir, Path::new("here/seed-1"));
}

#[test]
fn settings_without_a_common_target_are_refused() {
    let grid = "[grid]\nobjective.maximize = [\"temperature\", \"degree\"]\n";
    let new = |more: &str| Comparison::new(settings(more), None, Path::new(""));
    let error = new(grid).unwrap_err().to_string();
    assert!(error.contains("objective.stop_when"), "{error}");
    assert!(new(&format!("stop_when = \"fitness > 1\"\n{grid}")).is_ok());
    let many = Comparison::new(settings(""), Some((0..100_001).collect()), Path::new(""));
    assert!(many.unwrap_err().to_string().contains("100001 runs"));
}

#[test]
fn tables_are_written_with_times_apart() {
    let dir = tempfile::tempdir().unwrap();
    let mut results = results("[grid]\n\"boards.order\" = [[2, 8]]\n", three());
    results.settings[0].values = vec!["[2, 8]".to_string()];
    let files = write_files(&results, dir.path()).unwrap();
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let expected = "boards.order,seed,status,stop_reason,reached,boards_to_target,boards_asked,boards_valued,best\n\
                    \"[2, 8]\",0,finished,generations,true,40,100,100,2\n\
                    \"[2, 8]\",1,finished,generations,false,,120,120,1\n\
                    \"[2, 8]\",2,finished,generations,true,90,110,110,2\n";
    assert_eq!(text, expected);
    let settings = std::fs::read_to_string(&files[1]).unwrap();
    let row = "\"[2, 8]\",3,2,0.6667,0.2077,0.9385,40,90,40,,,110,1,2,2,,,,\n";
    assert!(settings.ends_with(row), "{settings}");
    let times = std::fs::read_to_string(&files[2]).unwrap();
    assert!(times.contains("\"[2, 8]\",1,,4.500\n"), "{times}");
}

#[test]
fn a_median_that_too_few_runs_reached_has_a_bound() {
    let results = efforts(&[&[(Some(40), 50), (None, 70), (None, 100), (Some(60), 60)]]);
    let boards = results.summary(0).boards_to_target.unwrap();
    // The smaller of the two in the middle was reached.
    assert_eq!((boards.median, boards.least_median), (Some(60), 60));
    let results = efforts(&[&[(Some(40), 50), (None, 70), (None, 100)]]);
    let boards = results.summary(0).boards_to_target.unwrap();
    assert_eq!((boards.median, boards.least_median), (None, 70));
}

/// Half of four runs reach 2, so the curve of the median does, and so does the median of the table.
#[test]
fn the_median_fitness_of_an_even_number_of_runs_is_the_better_one() {
    let results = efforts(&[&[(Some(40), 50), (None, 70), (None, 100), (Some(60), 60)]]);
    let best = results.summary(0).best.unwrap();
    assert_eq!(
        (best.median.texts(), best.min.texts()),
        (vec!["2".to_string()], vec!["1".to_string()])
    );
}

#[test]
fn runs_that_have_not_finished_are_counted_apart() {
    let mut results = efforts(&[&[(Some(40), 50), (Some(60), 60), (None, 9)]]);
    results.runs[2].manifest.status = Status::Running;
    let summary = results.summary(0);
    assert_eq!(
        (summary.runs, summary.unfinished, summary.reached),
        (2, 1, 2)
    );
    assert_eq!(summary.boards.unwrap().min, 50);
    assert!(results.notes()[0].contains("1 run has not finished"));
}

#[test]
fn a_clear_difference_is_told_with_its_size() {
    let fast: Vec<_> = (0..10).map(|i| (Some(10 + i), 200)).collect();
    let slow: Vec<_> = (0..10).map(|i| (Some(18 + 5 * i), 200)).collect();
    let never: Vec<_> = (0..10).map(|_| (None, 200)).collect();
    let results = efforts(&[&slow, &fast, &never]);
    let tests = results.tests(Measure::BoardsToTarget).unwrap();
    assert_eq!(tests.best, 1);
    let words: Vec<String> = (0..3)
        .filter_map(|setting| tests.words(setting, |s| results.name(s)))
        .collect();
    assert_eq!(
        words,
        [
            "polish=1 needs fewer boards than polish=0 in 99 % of pairs (p < 0.001)",
            "polish=1 needs fewer boards than polish=2 in 100 % of pairs (p < 0.001)",
        ]
    );
    assert_eq!(results.missed(), (10, 0));
}

#[test]
fn no_more_is_claimed_than_the_runs_show() {
    let words = |results: &Results| {
        let tests = results.tests(Measure::BoardsToTarget).unwrap();
        let other = 1 - tests.best;
        tests.words(other, |s| results.name(s)).unwrap()
    };
    let all = |from: u64| -> Vec<_> { (from..from + 10).map(|i| (Some(7 * i), 900)).collect() };
    assert_eq!(
        words(&efforts(&[&all(10), &all(11)])),
        "no difference in boards to target shown between polish=0 and polish=1 (p = 0.51)"
    );
    let few = efforts(&[
        &[(Some(9), 99); 3],
        &[(Some(1), 99), (Some(2), 99), (Some(3), 99)],
    ]);
    assert_eq!(
        words(&few),
        "too few runs to show a difference in boards to target between polish=1 and polish=0 (p = 0.10)"
    );
    // A run that ended early might have reached the target.
    let early = efforts(&[
        &[(Some(90), 90), (None, 20)],
        &[(Some(50), 60), (None, 100)],
    ]);
    assert_eq!(early.missed(), (2, 1));
    assert!(
        early
            .notes()
            .iter()
            .any(|note| note.contains("they might have reached it"))
    );
}

#[test]
fn settings_with_other_targets_are_not_tested() {
    let grid = "[grid]\nobjective.maximize = [\"temperature\", \"degree\"]\n";
    let grid = settings(grid);
    let runs = (0..2).map(|i| {
        ComparedRun::of(
            outcome(&[(0, 3, "1", "A_")], 9),
            &grid.settings[i].plan,
            i,
            false,
        )
    });
    let mut runs: Vec<ComparedRun> = runs.collect();
    runs.push(ComparedRun::of(
        outcome(&[(0, 3, "2", "Bg")], 9),
        &grid.settings[1].plan,
        1,
        false,
    ));
    let results = Results::new(grid, None, runs, &mut results::by_plan());
    assert_eq!(results.common_target(), None);
    assert!(Measure::ALL.iter().all(|&m| results.tests(m).is_none()));
    // Each run is measured by the best of the runs with its own objective.
    let reached: Vec<bool> = results
        .runs
        .iter()
        .map(|run| run.reached.is_some())
        .collect();
    assert_eq!(reached, [true, false, true]);
}

#[test]
fn settings_that_differ_in_much_are_named_by_their_runs() {
    let named = |names: [&str; 3]| -> Vec<String> {
        let grid = settings("[grid]\nsearch.polish = [0, 1]\n");
        let run = |(i, name): (usize, &str)| {
            let plan = &grid.settings[i / 2].plan;
            let mut run = ComparedRun::of(outcome(&[], 9), plan, i / 2, false);
            run.manifest.name = name.to_string();
            ComparedRun {
                dir: PathBuf::from(format!("runs/{i}")),
                ..run
            }
        };
        let runs = names.into_iter().enumerate().map(run).collect();
        let mut results = Results::new(grid.clone(), None, runs, &mut results::by_plan());
        results.name_by_runs();
        results.settings.into_iter().map(|s| s.name).collect()
    };
    assert_eq!(named(["a", "a", "b"]), ["a", "b"]);
    // Neither the configs nor the folders name the first setting.
    assert_eq!(named(["a", "c", "b"]), ["polish=0", "polish=1"]);
    assert_eq!(named(["a", "a", "a"]), ["polish=0", "polish=1"]);
}

#[test]
fn curves_count_boards_asked_and_never_fall() {
    let results = results("", three());
    let steps = results.runs[0].curve();
    let asked: Vec<(u64, u64, f64)> = steps
        .iter()
        .map(|(effort, height)| (effort.asked, effort.generations, *height))
        .collect();
    assert_eq!(asked, [(3, 1, 1.0), (40, 3, 2.0)]);
    assert_eq!(results.runs[0].end.asked, 100);
}
