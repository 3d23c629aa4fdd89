use super::*;

fn settings(text: &str, sets: &[&str]) -> Result<PlanGrid, ConfigError> {
    let overrides: Vec<Override> = sets.iter().map(|s| Override::set(s)).collect();
    PlanGrid::resolve("dir/hot.toml", text.as_bytes(), &overrides, read_boards)
}

/// The least config with these lines as its grid. They begin at line 6.
fn grid(lines: &str) -> String {
    format!("{LEAST}[grid]\n{lines}\n")
}

fn names(lines: &str) -> Vec<String> {
    let settings = settings(&grid(lines), &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
    settings.settings.into_iter().map(|s| s.name).collect()
}

#[test]
fn settings_are_the_product_in_the_order_of_the_file() {
    let lines = "\"search.polish\" = [0, 32]\n\"boards.class\" = [\"tree\", \"caterpillar\"]";
    let all = settings(&grid(lines), &[]).unwrap();
    assert_eq!(all.keys, ["search.polish", "boards.class"]);
    let found: Vec<(&str, usize, &str)> = all
        .settings
        .iter()
        .map(|s| {
            (
                s.name.as_str(),
                s.plan.search.polish,
                s.plan.boards.class.name(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("polish=0,class=tree", 0, "tree"),
            ("polish=0,class=caterpillar", 0, "caterpillar"),
            ("polish=32,class=tree", 32, "tree"),
            ("polish=32,class=caterpillar", 32, "caterpillar"),
        ]
    );
    assert_eq!(all.settings[3].values, ["32", "caterpillar"]);
    // A plan has no grid.
    let text = all.settings[3].plan.to_toml();
    assert!(!text.contains("grid"));
    assert_eq!(good(&text, &["name=hot"]).search.polish, 32);
}

#[test]
fn without_a_grid_there_is_one_setting() {
    let text = with("seed = 4");
    for text in [text.clone(), format!("{text}[grid]\n")] {
        let all = settings(&text, &["search.polish=5"]).unwrap();
        assert!(all.keys.is_empty());
        assert_eq!(all.settings.len(), 1);
        assert_eq!(all.settings[0].name, "");
        assert_eq!(all.settings[0].plan.search.polish, 5);
        assert_eq!(all.settings[0].plan.seed, 4);
    }
}

#[test]
fn a_value_of_the_grid_stands_in_for_that_of_the_file() {
    let text = format!("{LEAST}[search]\npolish = 7\n[grid]\nsearch.polish = [1, 2]\n");
    let all = settings(&text, &[]).unwrap();
    let polish: Vec<usize> = all.settings.iter().map(|s| s.plan.search.polish).collect();
    assert_eq!(polish, [1, 2]);
}

#[test]
fn names_are_short_and_unlike() {
    assert_eq!(
        names("\"boards.order\" = [[2, 8], [2, 10]]"),
        ["order=2-8", "order=2-10"]
    );
    assert_eq!(
        names("\"objective.stop_when\" = [\"\", \"fitness > 1\", \"fitness >= 1\"]"),
        [
            "stop_when=none",
            "stop_when=fitness-1",
            "stop_when=fitness-1~2"
        ]
    );
    assert_eq!(
        names("\"search.archive_share\" = [0, 0.5]\n\"boards.tinted\" = [true]"),
        [
            "archive_share=0.0,tinted=true",
            "archive_share=0.5,tinted=true"
        ]
    );
    let long = "order / 7 + ".repeat(30);
    let names = names(&format!(
        "\"objective.maximize\" = [\"{long} 1\", \"{long} 2\"]"
    ));
    assert!(
        names
            .iter()
            .all(|name| name.len() < 60 && !name.contains('/')),
        "{names:?}"
    );
    assert_ne!(names[0], names[1]);
}

#[test]
fn mistakes_in_a_grid_have_their_place_in_the_file() {
    #[rustfmt::skip]
    let cases: &[(&str, usize, usize, &str, &str)] = &[
        ("\"search.polsh\" = [1]", 6, 1, "unknown key `search.polsh`", "`search.polish`"),
        ("polish = [1]", 6, 1, "unknown key `polish`", "[search]"),
        ("\"a.b.c\" = [1]", 6, 1, "unknown key `a.b.c`", ""),
        ("\"search\" = [1]", 6, 1, "`search` is a table", "search.polish"),
        ("[grid.search]\npolsh = [1]", 7, 1, "unknown key `search.polsh`", "`search.polish`"),
        ("\"search.polish\" = 32", 6, 19, "must have a list of values in [grid], found the integer 32", "[0, 32]"),
        ("\"search.polish\" = []", 6, 19, "has no values", "[0, 32]"),
        ("\"search.polish\" = [0, \"x\"]", 6, 23, "`search.polish` must be an integer", ""),
        ("\"search.polish\" = [0, -1]", 6, 23, "from 0 to", ""),
        ("\"boards.class\" = [\"tree\",\n \"tre\"]", 7, 2, "unknown class `tre`", "`tree`"),
        ("\"boards.order\" = [2, 8]", 6, 19, "a list of two integers", "[2, 12]"),
        ("\"boards.order\" = [[8, 2]]", 6, 19, "empty: 8 is more than 2", ""),
        ("\"objective.maximize\" = [\"degree\", \"degre\"]", 6, 36, "unknown invariant", "`degree`"),
        ("\"search.migrants\" = [4, 500]", 6, 25, "more than `search.population`", ""),
        ("seed = [1, 2]", 6, 1, "`seed` cannot vary", "--seeds 1..20"),
        ("name = [\"a\"]", 6, 1, "`name` cannot vary", ""),
        ("\"search.polish\" = [1, 2, 0x1]", 6, 26, "has the value 1 twice", "keep one"),
        ("\"search.polish\" = [1]\nsearch.polish = [2]", 7, 8, "given twice", "keep one"),
    ];
    for (lines, line, column, message, help) in cases {
        let Err(error) = settings(&grid(lines), &[]) else {
            panic!("accepted {lines}")
        };
        let told = error.render(false);
        assert_eq!((error.line, error.column), (*line, *column), "{told}");
        assert!(error.message.contains(message), "{told}");
        let found = error.help.clone().unwrap_or_default();
        assert!(found.contains(help), "{told}");
    }
}

#[test]
fn a_grid_must_be_a_table_of_no_more_settings_than_can_be_counted() {
    let error = settings(&with("grid = 3"), &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("dir/hot.toml:1:8: `grid` must be a table")
    );
    let error = settings(&with("[gird]\na = [1]"), &[]).unwrap_err();
    assert_eq!(error.help.as_deref(), Some("did you mean `grid`?"));
    let numbers: Vec<String> = (0..200).map(|n| n.to_string()).collect();
    let values = numbers.join(", ");
    let lines: String = ["polish", "immigrants", "stagnation"]
        .map(|key| format!("search.{key} = [{values}]\n"))
        .concat();
    let error = settings(&grid(&lines), &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains(":5:2: the grid spans more than 10000"),
        "{error}"
    );
}

#[test]
fn a_single_plan_has_no_grid_and_the_command_line_does_not_touch_one() {
    let text = grid("search.polish = [0, 32]");
    let error = resolve(&text, &[]).unwrap_err();
    assert!(error.to_string().starts_with(
        "dir/hot.toml:5:2: this command takes a config for a single run, without [grid]"
    ));
    let error = settings(&text, &["search.polish=3"]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`search.polish` varies in [grid]"),
        "{error}"
    );
    assert!(settings(&text, &["search.islands=2"]).is_ok());
    assert!(settings(&text, &["grid.search.polish=3"]).is_err());
}

#[test]
fn runs_that_differ_in_name_and_seed_share_a_setting() {
    let lines = "\"search.polish\" = [0, 32]\n\"boards.class\" = [\"tree\"]";
    let all = settings(&grid(lines), &[]).unwrap();
    let run = |setting: usize, seed: u64| Plan {
        seed,
        name: format!("run-{seed}"),
        ..all.settings[setting].plan.clone()
    };
    let runs = || vec![run(1, 1), run(0, 2), run(1, 3)];
    let (found, setting_of) = PlanGrid::of_runs(runs(), &[]);
    let names =
        |grid: &PlanGrid| -> Vec<String> { grid.settings.iter().map(|s| s.name.clone()).collect() };
    assert_eq!(found.keys, ["search.polish"]);
    assert_eq!(names(&found), ["polish=32", "polish=0"]);
    assert_eq!(setting_of, [0, 1, 0]);
    // The keys of the grid, in its order, also if a key has only one value.
    let (found, _) = PlanGrid::of_runs(runs(), &all.keys);
    assert_eq!(
        names(&found),
        ["polish=32,class=tree", "polish=0,class=tree"]
    );
    let (found, _) = PlanGrid::of_runs(runs(), &["boards.class".to_string()]);
    assert_eq!(names(&found), ["polish=32", "polish=0"]);
    let (found, setting_of) = PlanGrid::of_runs(vec![run(0, 1), run(0, 2)], &[]);
    assert_eq!(
        (names(&found), setting_of),
        (vec![String::new()], vec![0, 0])
    );
    assert!(PlanGrid::of_runs(Vec::new(), &[]).0.settings.is_empty());
}
