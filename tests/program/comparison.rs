//! Comparisons on the command line: one command for many runs, which can be stopped and repeated.

use crate::process::{self, ended};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CONFIG: &str = "name = \"polish\"\n[game]\nruleset = \"snort\"\n\
    [boards]\nclass = \"tree\"\norder = [2, 8]\n\
    [objective]\nmaximize = \"temperature - degree\"\nstop_when = \"fitness >= 1/2\"\n\
    [search]\ncount = 0\ngenerations = 12\npopulation = 12\nislands = 2\ncheckpoint_every = 2\n\
    [grid]\n\"search.polish\" = [0, 12]\n";

const SEEDS: [&str; 2] = ["--seeds", "1..3"];

struct Bench {
    dir: tempfile::TempDir,
    config: PathBuf,
}

impl Bench {
    fn new(config: &str) -> Bench {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("c.toml");
        fs::write(&path, config).expect("writable");
        Bench { dir, config: path }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// `boil search` into a folder of this name.
    fn search(&self, name: &str, more: &[&str]) -> Command {
        let mut command = process::command();
        command.arg("search").arg(&self.config);
        command.arg("--out").arg(self.at(name)).args(more);
        command
    }

    fn table(&self, name: &str) -> String {
        fs::read_to_string(self.at(name).join("comparison.csv")).expect("a table")
    }
}

fn refuses(command: Command, words: &[&str]) {
    let (code, out, err) = ended(command);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    for word in words {
        assert!(err.contains(word), "does not say `{word}`: {err}");
    }
}

fn rows(table: &str) -> Vec<csv::StringRecord> {
    let rows = csv::Reader::from_reader(table.as_bytes()).into_records();
    rows.collect::<Result<_, _>>().expect("CSV")
}

#[test]
fn a_comparison_is_one_command() {
    let bench = Bench::new(CONFIG);
    let (code, out, err) = ended(bench.search("all", &SEEDS));
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("run 6 of 6: polish=12, seed 3: finished"),
        "{err}"
    );
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].contains("boards to target") && lines[1].starts_with("setting"),
        "{out}"
    );
    assert!(
        lines[2].starts_with("polish=0 ") && lines[3].starts_with("polish=12 "),
        "{out}"
    );
    assert_eq!(lines[4], "target: fitness >= 1 / 2");

    let rows = rows(&bench.table("all"));
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let folder = format!("all/polish={}/seed-{}", &row[0], &row[1]);
        let file = |name: &str| fs::read_to_string(bench.at(&folder).join(name)).expect(name);
        assert!(!file("config.toml").contains("grid"));
        assert_eq!(&row[4] == "true", &row[3] == "stop_when", "{row:?}");
        if &row[4] == "true" {
            let boards: u64 = row[5].parse().expect("boards");
            assert!(boards >= 1 && boards <= row[6].parse().expect("boards"));
            assert!(file("events.jsonl").contains(&format!("\"boards\":{boards},")));
        }
    }
    assert!(
        rows.iter().any(|row| &row[4] == "true"),
        "no run reached the target"
    );
    for chart in ["comparison.svg", "comparison-best.svg"] {
        let svg = fs::read_to_string(bench.at("all").join(chart)).expect("a chart");
        assert!(svg.contains("polish=12: "), "no legend");
    }
    assert!(bench.at("all/comparison-timing.csv").exists());
    let settings = fs::read_to_string(bench.at("all/comparison-settings.csv")).expect("a table");
    assert_eq!(settings.lines().count(), 3, "{settings}");
    assert!(bench.at("records.db").exists() && !bench.at("all/records.db").exists());
}

#[test]
fn json_has_a_line_for_each_setting() {
    let bench = Bench::new(&CONFIG.replace("stop_when = \"fitness >= 1/2\"", ""));
    let (code, out, err) = ended(bench.search("all", &["--seeds", "4,2", "--json"]));
    assert_eq!(code, 0, "{err}");
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["values"]["search.polish"], "12");
    assert_eq!(lines[1]["runs"], 2);
    // Without `stop_when`, the target is the best fitness of all runs.
    let best = |i: usize| lines[i]["best_fitness"]["best"][0].as_str().expect("exact");
    let target = lines[0]["target"].as_str().expect("a target");
    assert!(
        [0, 1]
            .iter()
            .any(|&i| target == format!("fitness >= {}", best(i)))
    );
    assert!(lines.iter().any(|l| l["reached"].as_u64() > Some(0)));
}

#[test]
fn the_table_does_not_depend_on_threads_or_on_repetition() {
    let bench = Bench::new(CONFIG);
    for (name, threads) in [("one", "1"), ("two", "2")] {
        let (code, _, err) =
            ended(bench.search(name, &[&SEEDS[..], &["--threads", threads]].concat()));
        assert_eq!(code, 0, "{err}");
    }
    let table = bench.table("one");
    assert_eq!(table, bench.table("two"));
    // All earlier runs are kept, and a run for the new seed is added.
    let (code, _, err) = ended(bench.search("one", &["--seeds", "1..4"]));
    assert_eq!(
        (code, err.matches(": finished before, kept").count()),
        (0, 6),
        "{err}"
    );
    assert_eq!(rows(&bench.table("one")).len(), 8);
    // Fewer seeds leave the other runs in the table.
    let all = bench.table("one");
    assert_eq!(ended(bench.search("one", &SEEDS)).0, 0);
    assert_eq!(bench.table("one"), all);
}

/// The timer of a run ends that run alone.
#[test]
fn a_run_that_ends_by_its_seconds_does_not_stop_the_next_one() {
    let bench = Bench::new(CONFIG);
    let mut args = vec!["--seeds", "1..2"];
    for setting in [
        "budget.seconds=1",
        "search.generations=1000000",
        "boards.order=[2, 16]",
        "objective.stop_when=fitness >= 9",
    ] {
        args.extend(["--set", setting]);
    }
    let (code, _, err) = ended(bench.search("timed", &args));
    assert_eq!(
        (code, err.matches(": finished (seconds)").count()),
        (0, 4),
        "{err}"
    );
}

/// Starts a comparison and waits until this many runs have a folder.
fn started(bench: &Bench, name: &str, runs: usize) -> std::process::Child {
    let mut command = bench.search(name, &SEEDS);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("starts");
    let limit = Instant::now() + Duration::from_secs(120);
    while folders(&bench.at(name)) < runs && child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < limit, "no progress");
        std::thread::sleep(Duration::from_micros(200));
    }
    child
}

fn folders(dir: &Path) -> usize {
    let inner = |dir: &Path| -> Vec<PathBuf> {
        fs::read_dir(dir).map_or(Vec::new(), |entries| {
            entries.flatten().map(|e| e.path()).collect()
        })
    };
    inner(dir).iter().flat_map(|setting| inner(setting)).count()
}

#[test]
fn killed_and_begun_again_gives_the_same_table() {
    let bench = Bench::new(CONFIG);
    assert_eq!(ended(bench.search("whole", &SEEDS)).0, 0);
    let kills = [1, 2, 3, 5].into_iter().filter(|&runs| {
        let mut child = started(&bench, "killed", runs);
        let _ = child.kill();
        child.wait().expect("ends").code().is_none()
    });
    assert!(kills.count() > 0, "no kill met a process");
    let (code, _, err) = ended(bench.search("killed", &SEEDS));
    assert_eq!(code, 0, "{err}");
    assert_eq!(bench.table("killed"), bench.table("whole"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_whole_comparison() {
    let bench = Bench::new(&CONFIG.replace("generations = 12", "generations = 60"));
    assert_eq!(ended(bench.search("whole", &SEEDS)).0, 0);
    let mut child = started(&bench, "stopped", 2);
    let signal = format!("kill -INT {}", child.id());
    let sent = Command::new("sh").args(["-c", &signal]).status();
    assert!(sent.expect("kill").success());
    let code = child.wait().expect("ends").code();
    assert!(code == Some(3) || code == Some(0), "{code:?}");
    if code == Some(3) {
        assert!(!bench.at("stopped/comparison.csv").exists());
    }
    let (code, _, err) = ended(bench.search("stopped", &SEEDS));
    assert_eq!(code, 0, "{err}");
    assert_eq!(bench.table("stopped"), bench.table("whole"));
}

#[test]
fn a_run_without_a_checkpoint_begins_anew() {
    let bench = Bench::new(CONFIG);
    assert_eq!(ended(bench.search("all", &SEEDS)).0, 0);
    let table = bench.table("all");
    let run = bench.at("all/polish=0/seed-2");
    fs::remove_dir_all(run.join("checkpoint")).expect("removed");
    fs::create_dir(run.join("checkpoint")).expect("made");
    let manifest = fs::read_to_string(run.join("manifest.json")).expect("manifest");
    fs::write(
        run.join("manifest.json"),
        manifest.replace("\"finished\"", "\"running\""),
    )
    .expect("writable");
    let (code, _, err) = ended(bench.search("all", &SEEDS));
    assert_eq!(
        (code, err.matches(": finished before, kept").count()),
        (0, 5),
        "{err}"
    );
    assert_eq!(bench.table("all"), table);
}

#[test]
fn runs_of_another_config_are_refused_before_anything_is_run() {
    let bench = Bench::new(CONFIG);
    assert_eq!(ended(bench.search("all", &["--seeds", "2"])).0, 0);
    for (set, key) in [
        ("boards.order=[2, 7]", "boards.order"),
        ("search.generations=13", "search.generations"),
        ("objective.stop_when=fitness > 1", "objective.stop_when"),
    ] {
        let command = bench.search("all", &[&SEEDS[..], &["--set", set]].concat());
        refuses(
            command,
            &["seed-2 holds a run of another config", key, "--out"],
        );
        assert!(!bench.at("all/polish=0/seed-1").exists(), "a run was begun");
    }
    let changed = [
        "--seeds",
        "2",
        "--set",
        "search.checkpoint_every=3",
        "--threads",
        "1",
    ];
    assert_eq!(ended(bench.search("all", &changed)).0, 0);
}

#[test]
fn runs_of_a_comparison_are_runs() {
    let bench = Bench::new(CONFIG);
    assert_eq!(ended(bench.search("all", &["--seeds", "1"])).0, 0);
    let run = bench.at("all/polish=12/seed-1");
    let boil = |args: &[&str], run: &Path| {
        let mut command = process::command();
        command.args(args).arg(run);
        command
    };
    assert_eq!(ended(boil(&["report", "--cards", "1"], &run)).0, 0);
    assert_eq!(ended(boil(&["resume"], &run)).0, 0);
    // A run with a grid in its config is refused.
    let config = fs::read_to_string(run.join("config.toml")).expect("config");
    let damaged = format!("{config}\n[grid]\nsearch.polish = [1]\n");
    fs::write(run.join("config.toml"), damaged).expect("writable");
    refuses(
        boil(&["report"], &run),
        &["config.toml:", "a config for a single run, without [grid]"],
    );
    // The folder of a single run cannot hold a comparison, nor the other way round.
    refuses(
        bench.search("all/polish=0/seed-1", &SEEDS),
        &["a single run"],
    );
    let single = Bench::new(&CONFIG.replace("[grid]\n\"search.polish\" = [0, 12]\n", ""));
    let all = bench.at("all").display().to_string();
    refuses(single.search(&all, &[]), &["other files", "--out"]);
    refuses(single.search("x", &["--json"]), &["--seeds"]);
    refuses(
        single.search("x", &["--seed", "1", "--seeds", "2"]),
        &["--seeds"],
    );
    refuses(single.search("x", &["--seeds", "3..1"]), &["empty"]);
    assert_eq!(ended(single.search("x", &["--seeds", "3"])).0, 0);
    assert!(single.at("x/seed-3/manifest.json").exists());
}

#[test]
fn check_counts_the_runs() {
    let bench = Bench::new(CONFIG);
    let check = |bench: &Bench, more: &[&str]| {
        let mut command = process::command();
        command.arg("check").arg(&bench.config).args(more);
        command
    };
    let (code, out, _) = ended(check(&bench, &["--seeds", "1..20"]));
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "polish=0\npolish=12\n# settings: 2, seeds: 20, runs: 40\n"
    );
    let (_, out, _) = ended(check(&bench, &[]));
    assert!(out.ends_with("runs: 2\n"), "{out}");
    let bad = Bench::new(&CONFIG.replace("[0, 12]", "[0, \"x\"]"));
    refuses(
        check(&bad, &[]),
        &["c.toml:17:23", "`search.polish` must be an integer"],
    );
}

#[test]
fn other_seeds_add_to_a_comparison() {
    let bench = Bench::new(CONFIG);
    assert_eq!(ended(bench.search("all", &["--seeds", "1..2"])).0, 0);
    let first = bench.table("all");
    let (code, out, err) = ended(bench.search("all", &["--seeds", "3"]));
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("includes 4 finished runs of other seeds"),
        "{err}"
    );
    assert!(out.contains("polish=0        3"), "{out}");
    let all = bench.table("all");
    assert_eq!(rows(&all).len(), 6);
    assert!(first.lines().all(|line| all.contains(line)), "{first}{all}");
    // The same table as that of one command.
    assert_eq!(ended(bench.search("once", &SEEDS)).0, 0);
    assert_eq!(all, bench.table("once"));
    // A run that has not finished, or of another config, is not part of the comparison.
    let unfinished = bench.at("all").join("polish=0/seed-1/manifest.json");
    let text = fs::read_to_string(&unfinished).expect("a manifest");
    let running = text.replace("\"finished\"", "\"running\"");
    fs::write(&unfinished, running).expect("writable");
    let other = bench.at("all").join("polish=0/seed-2/config.toml");
    let text = fs::read_to_string(&other).expect("a config");
    fs::write(&other, text.replace("generations = 12", "generations = 13")).expect("writable");
    assert_eq!(ended(bench.search("all", &["--seeds", "3"])).0, 0);
    assert_eq!(rows(&bench.table("all")).len(), 4);
}

/// The points of each curve of a chart.
fn curves(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let points = svg.split("<polyline").skip(1).map(|line| {
        let points = line.split_once("points=\"").expect("points").1;
        let points = points.split_once('"').expect("an end").0.split_whitespace();
        let point = |point: &str| {
            let (x, y) = point.split_once(',').expect("a pair");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        };
        points.map(point).collect()
    });
    points.collect()
}

#[test]
fn no_curve_runs_backwards_where_boards_are_refused() {
    let config = CONFIG.replace("stop_when", "require = \"order >= 7\"\nstop_when");
    let bench = Bench::new(&config);
    let (code, _, err) = ended(bench.search("all", &SEEDS));
    assert_eq!(code, 0, "{err}");
    let rows = rows(&bench.table("all"));
    let count = |cell: &str| cell.parse::<u64>().expect("a count");
    assert!(
        rows.iter().all(|row| count(&row[7]) < count(&row[6])),
        "no board is refused"
    );
    for chart in ["comparison.svg", "comparison-best.svg"] {
        let svg = fs::read_to_string(bench.at("all").join(chart)).expect("a chart");
        assert!(svg.contains("boards asked"), "{chart}");
        let curves = curves(&svg);
        assert!(curves.iter().any(|curve| curve.len() > 3), "{chart}");
        for curve in curves {
            let forward = curve.windows(2).all(|pair| pair[0].0 <= pair[1].0);
            assert!(forward, "{chart}: {curve:?}");
        }
    }
}

/// The report of a comparison has the settings in the same order and colours as the search.
#[test]
fn a_report_takes_the_folder_of_a_comparison() {
    let grid = "[grid]\n\"search.polish\" = [12, 0, 3]\n\"search.islands\" = [2]\n";
    let bench = Bench::new(&CONFIG.replace("[grid]\n\"search.polish\" = [0, 12]\n", grid));
    assert_eq!(ended(bench.search("all", &SEEDS)).0, 0);
    let chart = || fs::read_to_string(bench.at("all/comparison.svg")).expect("a chart");
    let first = chart();
    let report = |args: &[&str]| {
        let mut command = process::command();
        command
            .arg("report")
            .args(args)
            .current_dir(bench.dir.path());
        ended(command)
    };
    let (code, out, err) = report(&["all"]);
    assert_eq!(code, 0, "{err}");
    let files = ["comparison.svg", "comparison-best.svg", "comparison.html"];
    assert_eq!(out, files.map(|file| format!("all/{file}\n")).concat());
    assert_eq!(chart(), first);
    let page = fs::read_to_string(bench.at("all/comparison.html")).expect("a page");
    let places: Vec<usize> = ["12", "0", "3"]
        .iter()
        .map(|value| {
            page.find(&format!(" polish={value},islands=2</th>"))
                .expect("a setting")
        })
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(
        !bench
            .at("all/polish=0,islands=2/seed-1/report.html")
            .exists()
    );

    // A choice of the runs keeps their colours.
    let some = [
        "all/polish=3,islands=2/seed-1",
        "all/polish=3,islands=2/seed-2",
    ];
    let (code, out, err) = report(&[&some[..], &["--out", "some.html"]].concat());
    assert_eq!((code, out.lines().last()), (0, Some("some.html")), "{err}");
    let page = fs::read_to_string(bench.at("some.html")).expect("a page");
    let colour = "<path d=\"M1 5H33\" stroke=\"#047857\"";
    assert!(
        page.to_lowercase().contains(&colour.to_lowercase()),
        "not the third colour"
    );

    let (code, _, err) = report(&["."]);
    assert!(
        code == 2 && err.contains("not a run folder"),
        "{code} {err}"
    );
}
