use super::*;
use crate::size::print_size;

#[test]
fn the_defaults_resolve_once_ruleset_and_objective_are_given() {
    let sets = [
        "game.ruleset=snort",
        "objective.maximize=temperature - degree",
    ];
    let plan = good(&defaults(), &sets);
    assert_eq!(plan, good("", &sets));
    assert_eq!(plan, good(LEAST, &[]));
    assert_eq!(plan.name, "hot");
    assert_eq!(plan.boards.order, [2, 12]);
    assert_eq!(plan.budget.memory, 4 << 30);
    let cells: Vec<&str> = plan.archive.cells.iter().map(|cell| cell.name).collect();
    assert_eq!(cells, ["order", "degree"]);
    assert_eq!(
        plan.objective.maximize.expressions[0].text(),
        "temperature - degree"
    );
    assert_eq!(plan.objective.require, None);
}

#[test]
fn every_key_of_the_defaults_has_a_comment_and_is_in_the_plan() {
    let text = defaults();
    let lines: Vec<&str> = text.lines().collect();
    let mut table = String::new();
    let mut keys = Vec::new();
    for pair in lines.windows(2) {
        let line = pair[1];
        if let Some(name) = line.strip_prefix('[') {
            table = format!("{}.", name.trim_end_matches(']'));
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            assert!(pair[0].starts_with("# "), "no comment above {line}");
            keys.push(format!("{table}{key}"));
        }
    }
    let plan = good(LEAST, &[]);
    let entries: Vec<&str> = plan.entries().map(|(key, _)| key.name).collect();
    assert_eq!(keys, entries);
}

#[test]
fn the_config_of_the_design_resolves() {
    let text = r#"
name = "snort-trees"
seed = 1
[game]
ruleset = "snort"
[boards]
class = "tree"                      # any, connected, tree, caterpillar, bipartite, …
order = [2, 14]                     # fewest and most vertices
tinted = false
start = ["star(4)", '0-1,1-2']
[objective]
maximize = ["temperature - degree", "-order"]
require = "order >= 2"              # optional condition
stop_when = "fitness >= 2"          # optional
[search]
generations = 500
population = 128                    # per island
islands = 4
migration_every = 10                # generations
[archive]
cells = ["order", "degree"]
[budget]
seconds = 600                       # the whole run; optional
positions = 5_000_000               # one evaluation
memory = "4 GiB"                    # tables of the whole process
"#;
    let plan = good(text, &[]);
    assert_eq!(plan.name, "snort-trees");
    assert_eq!(plan.objective.maximize.expressions.len(), 2);
    assert_eq!(
        plan.objective.stop_when.as_ref().map(|e| e.text()),
        Some("fitness >= 2")
    );
    assert_eq!(plan, good(&plan.to_toml(), &[]));
    assert_eq!(plan, good(&text.replace('\n', "\r\n"), &[]));
    assert_eq!(plan, good(&format!("\u{feff}{text}"), &[]));
    assert!(
        plan.to_toml()
            .contains("\nmaximize = [\"temperature - degree\", ")
    );
}

#[test]
fn start_boards_have_the_meaning_of_their_game() {
    let tints = |ruleset: &str| {
        let set = format!("game.ruleset={ruleset}");
        let sets = [&set[..], "boards.start=L-.-.", "boards.tinted=true"];
        good(LEAST, &sets).boards.start[0].board.tint_string()
    };
    // In Col, CGSuite's tints name the player who has a neighbour.
    assert_eq!((&tints("snort")[..], &tints("col")[..]), ("L..", "R.."));
}

#[test]
fn the_command_line_overrides_the_file() {
    let sets = [
        "seed=7",
        "name = night-3",
        "boards.class=tree",
        "boards.order=[3, 9]",
        "boards.start=star(4)",
        "objective.maximize=temperature / degree",
        "objective.require='order >= 2'",
        "archive.cells=[]",
        "budget.memory=512 MiB",
        "search.topology=\"none\"",
        "seed=8",
    ];
    let plan = good(LEAST, &sets);
    assert_eq!((plan.seed, plan.name.as_str()), (8, "night-3"));
    assert_eq!(
        (plan.boards.class.name(), plan.boards.order),
        ("tree", [3, 9])
    );
    let start: Vec<&str> = plan.boards.start.iter().map(|s| s.text.as_str()).collect();
    assert_eq!(start, ["star(4)"]);
    assert_eq!(
        plan.objective.maximize.expressions[0].text(),
        "temperature / degree"
    );
    assert_eq!(plan.search.topology, boilingpoint_evolve::Topology::None);
    assert!(plan.archive.cells.is_empty());
    // The default of `board_memory` is lowered to the tables' share of an explicit `memory`.
    assert_eq!(plan.budget.memory, 512 << 20);
    assert_eq!(plan.budget.board_memory, plan.account().tables());
    assert!(plan.budget.board_memory < 192 << 20);
    let few = good(LEAST, &["search.population=6"]).search;
    assert_eq!((few.migrants, few.immigrants, few.polish), (4, 6, 6));
    assert_eq!(good(LEAST, &["name=2026"]).name, "2026");
    assert_eq!(
        good(LEAST, &["objective.maximize=1"])
            .objective
            .maximize
            .expressions[0]
            .text(),
        "1"
    );
}

#[test]
fn a_front_is_read_and_written_in_every_form() {
    let table = "{any = [\"temperature\", \"-order\"]}";
    let inline = format!("game.ruleset = \"snort\"\nobjective.maximize = {table}\n");
    let below =
        "[game]\nruleset = \"snort\"\n[objective.maximize]\nany = ['temperature', '-order']\n";
    let option = format!("objective.maximize={table}");
    for plan in [
        good(&inline, &[]),
        good(below, &[]),
        good(LEAST, &[&option]),
    ] {
        assert!(plan.objective.is_front());
        let texts: Vec<&str> = plan.objective.goals().iter().map(|e| e.text()).collect();
        assert_eq!(texts, ["temperature", "-order"]);
        assert!(plan.to_toml().contains(&format!("\nmaximize = {table}\n")));
        assert!(good(&plan.to_toml(), &[]).objective == plan.objective);
    }
    let list = good(LEAST, &["objective.maximize=[\"temperature\", \"-order\"]"]);
    assert!(!list.objective.is_front());
}

#[test]
fn plans_differ_in_the_keys_that_change_results() {
    let plan = good(LEAST, &[]);
    let sets = [
        "threads=2",
        "search.generations=9",
        "budget.seconds=9",
        "name=x",
    ];
    let longer = good(LEAST, &sets);
    assert_eq!(plan.differences(&longer), []);
    let other = good(LEAST, &["seed=2", "boards.order=[2, 9]"]);
    let keys: Vec<&str> = plan.differences(&other).iter().map(|d| d.key).collect();
    assert_eq!(keys, ["seed", "boards.order"]);
    assert_eq!(plan.differences(&other)[1].new, "[2, 9]");
}

/// The config of a run lacks the keys that the program did not know when the run began. The run
/// goes on as it began.
#[test]
fn the_config_of_an_older_run_counts_nothing() {
    let text = "[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"order\"\n";
    let of_run = |text: &str| {
        let plan = Plan::resolve_of_run("config.toml", text.as_bytes(), &[], |_, _| Ok(Vec::new()));
        plan.unwrap().search.count
    };
    assert_eq!(of_run(text), 0);
    assert_eq!(of_run(&format!("{text}[search]\ncount = 7\n")), 7);
    let plan = Plan::resolve("t.toml", text.as_bytes(), &[], |_, _| Ok(Vec::new())).unwrap();
    assert_eq!(plan.search.count, 20_000);
    assert_eq!(of_run(&plan.to_toml()), 20_000);
}

#[test]
fn amounts_of_memory() {
    let cases = [
        ("4 GiB", 4 << 30),
        ("1.5gib", 3 << 29),
        ("512MiB", 512 << 20),
        ("7 B", 7),
    ];
    for (text, bytes) in cases {
        assert_eq!(parse_size(text), Ok(bytes), "{text}");
        assert_eq!(parse_size(&print_size(bytes)), Ok(bytes), "{text}");
    }
    for text in [
        "", "4", "GiB", "1..5 GiB", "1. GiB", ".5 GiB", "0.3 KiB", "4 G", "é GiB",
    ] {
        assert!(parse_size(text).is_err(), "{text}");
    }
}

/// The file of defaults in the repository, which users read, has the text made from the table.
#[test]
fn the_file_of_defaults_is_that_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/defaults.toml");
    let (text, file) = (defaults(), std::fs::read_to_string(path).unwrap());
    if text != file {
        assert!(
            std::env::var_os("BOIL_WRITE_DEFAULTS").is_some(),
            "{path} is not that of the table of keys: run this test with BOIL_WRITE_DEFAULTS=1"
        );
        std::fs::write(path, &text).unwrap();
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100));
}
