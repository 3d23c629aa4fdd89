use super::*;
use crate::problem::expression::InvariantName;
use proptest::prelude::*;

const LEAST: &str = "[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"temperature - degree\"\n";

fn catalogue() -> Catalogue {
    let words = |all: &[&str]| all.iter().map(|s| s.to_string()).collect();
    let mut invariants: Vec<InvariantName> = ["temperature", "degree", "degree2", "order", "mean"]
        .into_iter()
        .map(InvariantName::number)
        .collect();
    invariants.push(InvariantName::condition("opposable"));
    Catalogue {
        rulesets: words(&["snort", "col"]),
        classes: words(&["any", "connected", "tree", "caterpillar", "bipartite"]),
        invariants,
        max_order: 256,
        check_board: |text| {
            if text.contains('!') { Err(format!("`{text}` is no board")) } else { Ok(()) }
        },
    }
}

fn resolve(text: &str, sets: &[&str]) -> Result<Plan, ConfigError> {
    let overrides: Vec<Override> = sets.iter().map(|s| Override::set(s)).collect();
    Plan::resolve("dir/hot.toml", text.as_bytes(), &overrides, &catalogue())
}

fn good(text: &str, sets: &[&str]) -> Plan {
    resolve(text, sets).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

/// The least config with another line, which comes first or in a table of its own.
fn with(more: &str) -> String {
    if more.starts_with('[') { format!("{LEAST}{more}") } else { format!("{more}\n{LEAST}") }
}

#[test]
fn the_defaults_resolve_once_ruleset_and_objective_are_given() {
    let sets = ["game.ruleset=snort", "objective.maximize=temperature - degree"];
    let plan = good(DEFAULTS, &sets);
    assert_eq!(plan, good("", &sets));
    assert_eq!(plan, good(LEAST, &[]));
    assert_eq!(plan.name, "hot");
    assert_eq!(plan.boards.order, [2, 12]);
    assert_eq!(plan.budget.memory, 4 << 30);
    assert_eq!(plan.archive.cells, ["order", "degree"]);
    assert_eq!(plan.objective.maximize[0].text(), "temperature - degree");
    assert_eq!(plan.objective.require, None);
}

#[test]
fn every_key_of_the_defaults_has_a_comment_and_is_in_the_plan() {
    let lines: Vec<&str> = DEFAULTS.lines().collect();
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
    let entries = good(LEAST, &[]).entries();
    assert_eq!(keys, entries.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>());
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
    assert_eq!(plan.objective.maximize.len(), 2);
    assert_eq!(plan.objective.stop_when.as_ref().map(|e| e.text()), Some("fitness >= 2"));
    assert_eq!(plan, good(&plan.to_toml(), &[]));
    assert_eq!(plan, good(&text.replace('\n', "\r\n"), &[]));
    assert_eq!(plan, good(&format!("\u{feff}{text}"), &[]));
    assert!(serde_json::to_string(&plan).unwrap().contains("\"maximize\":[\"temperature - degree\""));
}

/// A config, line and column of its first mistake, and fragments of message and help.
type Bad<'a> = (&'a str, usize, usize, &'a str, &'a str);

#[test]
fn every_mistake_has_its_line_and_column() {
    let cases: &[Bad] = &[
        // Not TOML.
        ("seed = ", 1, 8, "", ""),
        ("seed 5", 1, 6, "", ""),
        ("name = \"abc", 1, 12, "", ""),
        ("seed = 1\nseed = 2", 2, 1, "duplicate key", ""),
        ("[boards]\n[boards]", 6, 2, "duplicate key", ""),
        ("[boards", 5, 8, "", ""),
        // Unknown names.
        ("sed = 5", 1, 1, "unknown key `sed`", "`seed`"),
        ("class = \"tree\"", 1, 1, "unknown key `class`", "belongs in [boards]"),
        ("generation = 4", 1, 1, "unknown key `generation`", "belongs in [search]"),
        ("[boards]\nclas = \"tree\"", 6, 1, "unknown key `boards.clas`", "`boards.class`"),
        ("[boards]\nseed = 7", 6, 1, "unknown key", "at the top"),
        ("[search]\nxyzzy = 7", 6, 1, "unknown key", "[search] has `archive_share`"),
        ("[serach]\nislands = 1", 5, 2, "unknown table `serach`", "`search`"),
        ("[xyzzyx]\na = 1", 5, 2, "unknown table", "the tables are `archive`"),
        ("boards.clas = \"tree\"", 1, 8, "unknown key `boards.clas`", "`boards.class`"),
        ("[search.deep]\na = 1", 5, 9, "unknown key `search.deep`", ""),
        // Wrong types.
        ("archive = 5", 1, 11, "`archive` must be a table, found the integer 5", "[archive]"),
        ("[[archive]]\ncells = []", 5, 3, "must be a table, found a list", ""),
        ("seed = \"1\"", 1, 8, "`seed` must be an integer", "seed = 1"),
        ("seed = 1.5", 1, 8, "found the decimal 1.5", ""),
        ("seed = 2020-01-01", 1, 8, "found a date", ""),
        ("seed.x = 1", 1, 1, "found a table", ""),
        ("name = 3", 1, 8, "`name` must be a string", ""),
        ("[boards]\ntinted = 1", 6, 10, "must be true or false, found the integer 1", ""),
        ("[boards]\norder = 5", 6, 9, "a list of two integers", "[2, 12]"),
        ("[boards]\norder = [1, 2, 3]", 6, 9, "found a list of 3", ""),
        ("[boards]\norder = [1, \"2\"]", 6, 13, "must be an integer from 1 to 256", ""),
        ("[boards]\nclass = true", 6, 9, "must be a string, found true", ""),
        ("[boards]\nstart = \"star(4)\"", 6, 9, "must be a list of strings", ""),
        ("[boards]\nstart = [\"DQc\", 4]", 6, 17, "must be a list of strings", ""),
        ("[search]\ntopology = 1", 6, 12, "must be a string", ""),
        ("[budget]\nmemory = 4", 6, 10, "amount of memory, found the integer 4", "\"4 GiB\""),
        // Impossible values.
        ("seed = 9223372036854775808", 1, 8, "from 0 to 9223372036854775807", ""),
        ("seed = 99999999999999999999999999999999999999999999", 1, 8, "huge integer", ""),
        ("seed = -1", 1, 8, "found the integer -1", ""),
        ("threads = 100000", 1, 11, "from 0 to 4096", ""),
        ("name = \"../x\"", 1, 8, "cannot name a folder", "letters"),
        ("[search]\npopulation = -3", 6, 14, "from 2 to 1000000, found the integer -3", ""),
        ("[search]\npopulation = 0x7fffffffffffffff", 6, 14, "from 2 to 1000000", ""),
        ("[search]\ngenerations = 0", 6, 15, "from 1 to", ""),
        ("[search]\narchive_share = 1.5", 6, 17, "from 0 to 1, found the decimal 1.5", ""),
        ("[search]\narchive_share = nan", 6, 17, "from 0 to 1", ""),
        ("[search]\nselection = \"rank\"", 6, 13, "unknown selection `rank`", "`ranked`"),
        ("[search]\ntopology = \"star\"", 6, 12, "unknown topology `star`", "`ring`"),
        ("[search]\ntournament = 200", 6, 14, "more than `search.population`", "128"),
        ("[boards]\norder = [5, 2]", 6, 9, "the fewest, 5, exceed the most, 2", "[2, 5]"),
        ("[boards]\norder = [0, 2]", 6, 10, "from 1 to 256", ""),
        ("[boards]\norder = [2, 257]", 6, 13, "from 1 to 256", ""),
        ("[boards]\nclass = \"tre\"", 6, 9, "unknown class `tre`", "`tree`"),
        ("[boards]\nclass = \"planar\"", 6, 9, "unknown class", "known are `any`"),
        ("[boards]\nstart = [\"DQc\",\n \"!!\"]", 7, 2, "`!!` is no board", "graph6"),
        ("[boards]\nstart_only = true", 6, 14, "needs boards", ""),
        ("[boards]\nmax_degree = 1\nclass = \"tree\"", 6, 14, "maximum degree 1", ""),
        ("[archive]\ncells = [\"order\", \"opposable\"]", 6, 19, "is a condition", ""),
        ("[archive]\ncells = [\"ordr\"]", 6, 10, "unknown invariant `ordr`", "`order`"),
        ("[archive]\ncells = [\"order\", \"order\"]", 6, 19, "named twice", ""),
        ("[budget]\nmemory = \"4 Gigs\"", 6, 10, "not an amount of memory", "512 MiB"),
        ("[budget]\nmemory = \"GiB\"", 6, 10, "not an amount of memory", ""),
        ("[budget]\nmemory = \"-4 GiB\"", 6, 10, "not an amount of memory", ""),
        ("[budget]\nmemory = \"1 KiB\"", 6, 10, "from 1 MiB to 1024 TiB", ""),
        ("[budget]\nmemory = \"99999999999999999999 GiB\"", 6, 10, "", "too large"),
        ("[budget]\nmemory = \"1 GiB\"\nboard_memory = \"2 GiB\"", 7, 16, "is 2 GiB, more", "1 GiB"),
        // The first of several is told.
        ("threads = -1\nseed = -1", 1, 11, "`threads`", ""),
        ("seed = -1\nthreds = 1", 1, 8, "`seed`", ""),
    ];
    for (more, line, column, message, help) in cases {
        check(&with(more), *line, *column, message, help);
    }
}

fn check(text: &str, line: usize, column: usize, message: &str, help: &str) {
    let Err(error) = resolve(text, &[]) else { panic!("accepted:\n{text}") };
    let told = error.render(false);
    assert_eq!((error.line, error.column), (line, column), "{told}\n{text}");
    assert!(error.message.contains(message), "{told}");
    assert!(error.help.clone().unwrap_or_default().contains(help), "{told}");
    let first = format!("dir/hot.toml:{line}:{column}: {}", error.message);
    assert_eq!(told.lines().next(), Some(first.as_str()));
    assert!(error.render(true).contains(&error.message.split_whitespace().next().unwrap()));
}

#[test]
fn mistakes_in_expressions_have_their_place_in_the_file() {
    let at = |line: &str| format!("[game]\nruleset = \"snort\"\n[objective]\n{line}\n");
    let cases: &[Bad] = &[
        ("maximize = \"temperature / 0\"", 4, 27, "division by zero", ""),
        ("maximize = \"temperture\"", 4, 13, "unknown invariant `temperture`", "`temperature`"),
        ("maximize = 'temperature - x1'", 4, 27, "unknown invariant `x1`", ""),
        ("maximize = [\"degree\", \"ordr\"]", 4, 24, "unknown invariant", "`order`"),
        ("maximize = \"\"\"\ndegree +\n  ordr\"\"\"", 6, 3, "unknown invariant", ""),
        ("maximize = \"\"\"degree \\\n   + ordr\"\"\"", 5, 6, "unknown invariant", ""),
        ("maximize = \"degree\\u0020+ \\t ordr\"", 4, 30, "unknown invariant", ""),
        ("maximize = \"degree +\"", 4, 21, "ends where a value", ""),
        ("maximize = \"order >= 2\"", 4, 12, "must be a number, but this is a condition", "require"),
        ("maximize = 5", 4, 12, "a string or a list of strings", ""),
        ("maximize = \"degree\"\nrequire = \"order\"", 5, 11, "must be a condition", ">= 2"),
        ("maximize = \"degree\"\nrequire = \"fitness > 1\"", 5, 12, "unknown invariant", ""),
        ("maximize = \"degree\"\nstop_when = \"fitnes > 1\"", 5, 14, "unknown", "`fitness`"),
        ("maximize = \"degree\"\nstop_when = true", 5, 13, "must be a string", ""),
        ("maximize = []", 3, 2, "`objective.maximize` is required", "maximize = "),
        ("maximize = \"\"", 3, 2, "`objective.maximize` is required", "maximize = "),
    ];
    for (line, row, column, message, help) in cases {
        check(&at(line), *row, *column, message, help);
    }
}

#[test]
fn empty_and_unreadable_files() {
    check("", 1, 1, "`game.ruleset` is required", "ruleset = \"snort\"");
    check("# nothing\n", 1, 1, "`game.ruleset` is required", "");
    check("seed = 1\n[game]\n", 2, 2, "`game.ruleset` is required", "");
    check("[game]\nruleset = \"snrt\"\n", 2, 11, "unknown ruleset `snrt`", "`snort`");
    let bytes = b"seed = 1\nname = \"\xc3\xa9\xff\"";
    let error = Plan::resolve("hot.toml", bytes, &[], &catalogue()).unwrap_err();
    assert_eq!(error.to_string(), "hot.toml:2:10: the byte 0xFF is not UTF-8");
    let nowhere = std::path::Path::new("no/such/file.toml");
    let error = Plan::load(nowhere, &[], &catalogue()).unwrap_err();
    assert!(error.to_string().starts_with("no/such/file.toml: cannot read"), "{error}");
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
    assert_eq!((plan.boards.class.as_str(), plan.boards.order), ("tree", [3, 9]));
    assert_eq!(plan.boards.start, ["star(4)"]);
    assert_eq!(plan.objective.maximize[0].text(), "temperature / degree");
    assert_eq!(plan.search.topology, Topology::None);
    assert!(plan.archive.cells.is_empty());
    // A default gives way to an explicit cap.
    assert_eq!((plan.budget.memory, plan.budget.board_memory), (512 << 20, 512 << 20));
    assert_eq!(good(LEAST, &["name=2026"]).name, "2026");
    assert_eq!(good(LEAST, &["objective.maximize=1"]).objective.maximize[0].text(), "1");
}

#[test]
fn mistakes_on_the_command_line_name_the_option() {
    let cases = [
        ("boards.clas=tree", "unknown key `boards.clas`", "`boards.class`"),
        ("clas=tree", "unknown key `clas`", ""),
        ("boards=tree", "`boards` is a table", "boards.key=value"),
        ("boards.class", "there is no `=`", "table.key=value"),
        ("boards.class=tre", "unknown class `tre`", "`tree`"),
        ("boards.order=[5, 2]", "the fewest, 5, exceed", ""),
        ("boards.order=[5,", "", ""),
        ("seed=many", "must be an integer", ""),
        ("seed=99999999999999999999", "from 0 to", ""),
        ("search.topology=star", "unknown topology", "ring"),
        ("objective.maximize=temperature / 0", "division by zero", ""),
        ("game.x.y=1", "unknown key `game.x.y`", ""),
        ("=1", "unknown key ``", ""),
    ];
    for (set, message, help) in cases {
        let Err(error) = resolve(LEAST, &[set]) else { panic!("accepted {set}") };
        let told = error.render(false);
        assert!(told.starts_with(&format!("--set {set}: ")), "{told}");
        assert!(error.message.contains(message), "{told}");
        assert!(error.help.clone().unwrap_or_default().contains(help), "{told}");
        assert!(!error.render(true).is_empty());
    }
    let seed = [Override::option("--seed", "seed", "x")];
    let error = Plan::resolve("a.toml", LEAST.as_bytes(), &seed, &catalogue()).unwrap_err();
    assert!(error.to_string().starts_with("--seed x: `seed` must be an integer"), "{error}");
}

#[test]
fn a_plain_message_shows_the_place() {
    let error = resolve(&with("[objective2]\nx=1"), &[]).unwrap_err();
    let expected = "dir/hot.toml:5:2: unknown table `objective2`\n 5 | [objective2]\n   |  ^^^^^^^^^^\n \
                    help: did you mean `objective`?";
    assert_eq!(error.render(false), expected);
    let error = resolve(LEAST, &["objective.maximize=temperature / 0"]).unwrap_err();
    let expected = "--set objective.maximize=temperature / 0: division by zero\n  | \
                    objective.maximize=temperature / 0\n  |                                  ^\n \
                    help: this divisor is zero on every board";
    assert_eq!(error.render(false), expected);
}

#[test]
fn plans_that_give_the_same_results_have_one_digest() {
    let plan = good(LEAST, &[]);
    let sets = ["threads=2", "search.generations=9", "budget.seconds=9", "name=x"];
    let longer = good(LEAST, &sets);
    assert_eq!(plan.differences(&longer), []);
    assert_eq!(plan.digest(), longer.digest());
    let other = good(LEAST, &["seed=2", "boards.order=[2, 9]"]);
    let keys: Vec<&str> = plan.differences(&other).iter().map(|d| d.key).collect();
    assert_eq!(keys, ["seed", "boards.order"]);
    assert_eq!(plan.differences(&other)[1].new, "[2, 9]");
    assert_ne!(plan.digest(), other.digest());
    assert_eq!(plan.digest().len(), 32);
}

#[test]
fn amounts_of_memory() {
    let cases = [("4 GiB", 4 << 30), ("1.5gib", 3 << 29), ("512MiB", 512 << 20), ("7 B", 7)];
    for (text, bytes) in cases {
        assert_eq!(parse_size(text), Ok(bytes), "{text}");
        assert_eq!(parse_size(&print_size(bytes)), Ok(bytes), "{text}");
    }
    for text in ["", "4", "GiB", "1..5 GiB", "1. GiB", ".5 GiB", "0.3 KiB", "4 G", "é GiB"] {
        assert!(parse_size(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn a_plan_reads_back(
        seed in 0..=i64::MAX,
        orders in (1..50_usize, 0..50_usize),
        share in 0.0..=1.0_f64,
        numbers in (2..999_u32, 1..99_u32, 0..99_u32),
        memory in (1_u64 << 20)..(1 << 40),
        boards in proptest::collection::vec("[^!]{0,12}", 0..4),
        choices in (0..2_usize, 0..3_usize, any::<bool>()),
    ) {
        let (selection, topology, truth) = choices;
        let sets = [
            format!("seed={seed}"),
            format!("boards.order=[{}, {}]", orders.0, orders.0 + orders.1),
            format!("boards.tinted={truth}"),
            format!("search.archive_share={share:?}"),
            format!("search.population={}", numbers.0 + 99),
            format!("search.islands={}", numbers.1),
            format!("search.polish={}", numbers.2),
            format!("search.selection={}", ["ranked", "tournament"][selection]),
            format!("search.topology={}", ["ring", "complete", "none"][topology]),
            format!("budget.memory={memory} B"),
            format!("objective.maximize=temperature-{}*degree", numbers.2),
        ];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let mut plan = good(LEAST, &sets);
        plan.boards.start = boards.iter().map(|b| b.trim().to_string()).collect();
        let again = good(&plan.to_toml(), &[]);
        prop_assert_eq!(&again, &plan);
        prop_assert_eq!(again.to_toml(), plan.to_toml());
        prop_assert_eq!(again.digest(), plan.digest());
    }

    #[test]
    fn no_file_panics(text in "[a-z=\\[\\]\". \n0-9\\\\]{0,60}", at in 0..90_usize, c in any::<char>()) {
        let mut damaged: String = LEAST.to_string();
        let at = at.min(damaged.len());
        damaged.insert(at, c);
        for text in [text, damaged] {
            if let Err(error) = resolve(&text, &[&text]) {
                let _ = (error.render(false), error.render(true));
            }
        }
    }

    #[test]
    fn places_in_strings_are_found(before in "\\PC{0,10}") {
        // The content `before + ordr`, written by the canonical writer, with the mistake found.
        let text = before.replace(['"', '\\'], "");
        let line = format!("maximize = \"{text}");
        let config = format!("[objective]\n{line} §\"\n");
        let error = resolve(&config, &[]).unwrap_err();
        prop_assert_eq!(error.line, 2);
        prop_assert!(error.column <= line.chars().count() + 2);
    }
}
