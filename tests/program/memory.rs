//! The memory of the process is what the figure says: each command runs under a limit of the
//! operating system, 1.25 times the figure. None may die, and each says its verdict.

use crate::share::Share;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;

/// The figure for the memory, in MiB.
const FIGURE: u64 = 256;

/// Runs `boil` under 1.25 times a figure as limit of the address space (`-v`), or of the memory
/// that the process itself asks for (`-d`).
fn limited(limit: &str, mebibytes: u64, args: &[&str], folder: &Path) -> Output {
    let kibibytes = mebibytes * 1024 / 4 * 5;
    let script = format!("ulimit {limit} {kibibytes} && exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_boil")])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("runs")
}

/// Checks that a command ended by itself with one of its exit codes, and said something.
fn survives(args: &[&str], folder: &Path) -> Result<(), String> {
    let output = limited("-v", FIGURE, args, folder);
    let [out, err] = [&output.stdout, &output.stderr].map(|b| String::from_utf8_lossy(b));
    let wrong = |why: &str| Err(format!("{why}: {args:?}\n{out}\n{err}"));
    match output.status.code() {
        None => return wrong("killed by a signal"),
        Some(0..=3) => {}
        Some(_) => return wrong("not an exit code of the program"),
    }
    if err.contains("panicked") || err.contains("Cannot allocate") || err.contains("cannot start") {
        return wrong("not a verdict");
    }
    if out.trim().is_empty() && err.trim().is_empty() {
        return wrong("no verdict");
    }
    Ok(())
}

/// Runs all commands, two at a time, and reports every failure.
fn all_survive(commands: &[Vec<String>]) {
    let folder = tempfile::tempdir().expect("a folder");
    let (next, failures) = (Mutex::new(commands.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(command) = next.lock().expect("no panic").next() else {
                        return;
                    };
                    let args: Vec<&str> = command.iter().map(String::as_str).collect();
                    if let Err(failure) = survives(&args, folder.path()) {
                        failures.lock().expect("no panic").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// A row has the text of its board, which grows with the square of the order.
#[test]
fn rows_of_a_family_do_not_gather_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    for more in [&[][..], &["--fit"]] {
        let family = ["family", "star(n)", "--n", "1..2000", "--memory", "256 MiB"];
        let output = limited("-v", FIGURE, &[&family, more].concat(), folder.path());
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{err}");
    }
}

/// The words of a command with the figure and a limit of time.
fn words(command: &[&str]) -> Vec<String> {
    let memory = format!("{FIGURE} MiB");
    let limits = ["--memory", memory.as_str(), "--seconds", "1"];
    command
        .iter()
        .chain(&limits)
        .map(|word| word.to_string())
        .collect()
}

/// A star of 30 links with weight 10,000 and the token at its centre: 300,000 options.
fn weighted_star() -> String {
    let links: Vec<String> = (1..=30).map(|leaf| format!("0-{leaf}*10000")).collect();
    links.join(",") + "@0"
}

/// Many parallel links of different weights.
fn parallel() -> String {
    let weights = |from: u32| {
        (from..from + 40)
            .map(|w| format!("*{w}"))
            .collect::<String>()
    };
    format!(
        "0-1{},1-2{},2-0{}@0",
        weights(9000),
        weights(8000),
        weights(7000)
    )
}

#[test]
fn boards_of_every_game_stay_within_the_memory() {
    let squares = ["............................"; 28].join("|");
    let stones = "tinted_bipartite(150,150)";
    let piles = "0-0*10000,1-1*9999,2-2*9998";
    let many = (1..=400)
        .map(|n| n.to_string())
        .collect::<Vec<_>>()
        .join(",");
    let boards: [(&str, &str); 28] = [
        ("snort", "path(1000)"),
        ("snort", "path(60)"),
        ("snort", "grid(30,30)"),
        ("snort", "star(10000)"),
        ("snort", "path(20000)"),
        ("snort", "path(100000)"),
        ("snort", "star(11000)"),
        ("snort", "complete(2000)"),
        ("snort", "random_connected(120,3000,1)"),
        ("col", "random_connected(300,600,1)"),
        ("col", "bipartite(3000,3000)"),
        ("cutthroat", "random_tree(900,1)"),
        ("node-kayles", "grid(25,25)"),
        ("node-kayles", "cycle(1000)"),
        ("arc-kayles", "complete(40)"),
        ("arc-kayles", "grid(20,20)"),
        ("domineering", &squares),
        ("clobber", stones),
        (
            "clobber",
            "grid(9,9) LRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRLRL",
        ),
        ("nim-on-graphs", &weighted_star()),
        ("nim-on-graphs", &parallel()),
        ("nim-on-graphs", "0-0*10000*9999*9998@0"),
        ("vertex-geography", "grid(12,12)@0"),
        ("edge-geography", "complete(24)@0"),
        ("even-odd", piles),
        ("take-away(3*n)", piles),
        ("shannon", "complete(30)"),
        ("positional", "lines(4,3)"),
    ];
    let eval = |(ruleset, board): &(&str, &str)| words(&["eval", "--ruleset", ruleset, board]);
    let mut commands: Vec<Vec<String>> = boards.iter().map(eval).collect();
    let nested = "tree(".repeat(60);
    let subtraction = format!("subtraction({many})");
    let more: [&[&str]; 9] = [
        &["eval", "--ruleset", &subtraction, piles],
        &["eval", "--ruleset", "maker-breaker", "lines(3,3)"],
        &["eval", &nested],
        &["eval", "--threads", "2", "path(48)"],
        &[
            "eval",
            "--threads",
            "2",
            "--positions",
            "20000",
            "random_connected(60,100,1)",
        ],
        &[
            "eval",
            "--positions",
            "3",
            "--ruleset",
            "nim-on-graphs",
            &weighted_star(),
        ],
        &["eval", "--bounds", "100000", "path(200)"],
        &["eval", "--bounds", "100000", "path(1000)"],
        &[
            "eval",
            "--bounds",
            "1000000",
            "random_connected(400,4000,1)",
        ],
    ];
    commands.extend(more.iter().map(|command| words(command)));
    // Each command takes seconds. Without `BOIL_MEMORY`, the first of four shares is run.
    let share = Share::wanted("BOIL_MEMORY");
    let is_taken = |case: usize| share.map_or(case.is_multiple_of(4), |share| share.takes(case));
    let commands = commands.into_iter().enumerate();
    let taken = commands.filter_map(|(case, command)| is_taken(case).then_some(command));
    all_survive(&taken.collect::<Vec<_>>());
}

#[test]
fn commands_stay_within_the_memory() {
    let search = |class: &str, more: &[&str]| -> Vec<String> {
        let sets = [
            "game.ruleset=snort",
            "objective.maximize=temperature - degree",
            &format!("boards.class={class}"),
            &format!("budget.memory={FIGURE} MiB"),
            "budget.seconds=2",
        ];
        let out = format!("{class}{}", more.len());
        let sets = sets.iter().chain(more).flat_map(|set| ["--set", set]);
        let words = ["search", "config.toml", "--out", &out]
            .into_iter()
            .chain(sets);
        words.map(str::to_string).collect()
    };
    let commands: [&[&str]; 7] = [
        &["family", "star(n)", "--n", "1..3000"],
        &["explain", "path(30)"],
        &["explain", "grid(5,5)"],
        &["scan", "--class", "tree", "--order", "2..17"],
        &["landscape", "--class", "tree", "--order", "9"],
        &["certificate", "write", "path(60)", "--out", "path.json"],
        &[
            "certificate",
            "write",
            "random_connected(100,300,1)",
            "--out",
            "graph.json",
        ],
    ];
    let mut all: Vec<Vec<String>> = commands.iter().map(|command| words(command)).collect();
    all.push(search("connected", &["threads=1", "boards.order=[2,40]"]));
    all.push(search(
        "connected",
        &["threads=2", "boards.order=[2,14]", "budget.bounds=20000"],
    ));
    all.push(search(
        "tree",
        &[
            "threads=2",
            "boards.order=[2,260]",
            "search.islands=3",
            "seed=2",
        ],
    ));
    all_survive(&all);
}

/// With a figure that is too small for the program, the message says what is enough; and the
/// program works with that.
#[test]
fn a_figure_that_is_too_small_names_the_least() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = limited(
        "-v",
        FIGURE,
        &["eval", "path(4)", "--memory", "16 MiB"],
        folder.path(),
    );
    let err = String::from_utf8_lossy(&small.stderr);
    assert_eq!(small.status.code(), Some(2), "{err}");
    assert!(err.contains("at least 64 MiB"), "{err}");
    // The address space also holds the code of the build of the tests, which is not optimised.
    let least = limited(
        "-d",
        64,
        &["eval", "path(4)", "--memory", "64 MiB"],
        folder.path(),
    );
    assert_eq!(least.status.code(), Some(0), "{least:?}");
}
