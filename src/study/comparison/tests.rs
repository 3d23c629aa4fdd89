//! Targets and summaries of invented runs. The tests of the program carry out real runs.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::problem::Fitness;
use crate::record::manifest::{Machine, Manifest, Status};
use crate::record::rows::{BestEvent, Decimal, Event, GenerationRows, ProgressRow, TimingRow};
use crate::record::view::{History, RunView};
use crate::search::read_boards;

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
    let best = outcomes
        .iter()
        .filter_map(RunView::best_fitness)
        .max()
        .cloned();
    let plan = settings.settings[0].plan.clone();
    let target = Target::of(&plan, best.as_ref());
    let row = |(i, view): (usize, RunView)| SettingRow {
        setting: 0,
        seed: i as u64,
        reached: target.reached(&plan, &view),
        view,
    };
    Results {
        keys: settings.keys,
        rows: outcomes.into_iter().enumerate().map(row).collect(),
        settings: settings.settings,
        targets: vec![target.clone()],
    }
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
        .rows
        .iter()
        .map(|row| Some(row.reached?.boards))
        .collect();
    assert_eq!(reached, [Some(40), None, Some(90)]);
    let summary = results.summary(0);
    assert_eq!((summary.runs, summary.reached), (3, 2));
    let boards = summary.boards_to_target.unwrap();
    assert_eq!((boards.min, boards.median, boards.max), (40, 40, 90));
    assert_eq!(summary.boards.unwrap().median, 110);
    assert_eq!(summary.seconds_to_target.unwrap().max, 1.0);
    assert_eq!(summary.best.unwrap().min.to_string(), "1");
}

#[test]
fn a_condition_counts_the_first_best_board_that_meets_it() {
    let boards = |condition: &str| -> Vec<u64> {
        let stop = format!("stop_when = \"{condition}\"\n");
        let rows = results(&stop, three()).rows;
        rows.iter()
            .map(|row| row.reached.map_or(0, |r| r.boards))
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
    assert!(summary.best.is_none() && summary.boards_to_target.is_none());
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
    let times = std::fs::read_to_string(&files[1]).unwrap();
    assert!(times.contains("\"[2, 8]\",1,,4.500\n"), "{times}");
}
