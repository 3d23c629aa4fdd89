use super::*;

/// A config, line and column of its first mistake, and fragments of message and help.
type Bad<'a> = (&'a str, usize, usize, &'a str, &'a str);

#[test]
fn every_mistake_has_its_line_and_column() {
    #[rustfmt::skip]
    let cases: &[Bad] = &[
        // Not TOML.
        ("seed = ", 1, 8, "a value should be here", ""),
        ("seed 5", 1, 6, "key with no value", ""),
        ("name = trees", 1, 8, "`trees` is not a value", "\"trees\""),
        ("name = night", 1, 8, "`night` is not a value", "\"night\""),
        ("[boards]\norder = [2, twelve]", 6, 13, "`twelve` is not a value", ""),
        ("seed = 1_", 1, 9, "between digits", ""),
        ("name = \"a\\q\"", 1, 11, "missing escaped value", ""),
        ("[boards]\norder = [2, 12", 6, 15, "unclosed array", ""),
        ("name = \"abc", 1, 12, "invalid basic string", ""),
        ("seed = 1\nseed = 2", 2, 1, "`seed` is given twice", ""),
        ("[boards]\n[boards]", 6, 2, "`boards` is given twice", ""),
        ("[boards", 5, 8, "", ""),
        // Unknown names.
        ("sed = 5", 1, 1, "unknown key `sed`", "`seed`"),
        ("class = \"tree\"", 1, 1, "unknown key `class`", "in the table [boards]"),
        ("generation = 4", 1, 1, "unknown key `generation`", "`search.generations`"),
        ("[boards]\nclas = \"tree\"", 6, 1, "unknown key `boards.clas`", "`boards.class`"),
        ("[boards]\nseed = 7", 6, 1, "unknown key", "at the top"),
        ("[search]\nxyzzy = 7", 6, 1, "unknown key", "the keys of [search] are `archive_share`"),
        ("[serach]\nislands = 1", 5, 2, "unknown table `serach`", "`search`"),
        ("[xyzzyx]\na = 1", 5, 2, "unknown table", "the tables are `archive`"),
        ("boards.clas = \"tree\"", 1, 8, "unknown key `boards.clas`", "`boards.class`"),
        ("[search.deep]\na = 1", 5, 9, "unknown key `search.deep`", ""),
        // Wrong types.
        ("archive = 5", 1, 11, "`archive` must be a table, found the integer 5", "[archive]"),
        ("[[archive]]\ncells = []", 5, 1, "must be a table, found a list", ""),
        ("seed = \"1\"", 1, 8, "`seed` must be an integer", "seed = 1"),
        ("seed = 1.5", 1, 8, "found the decimal 1.5", ""),
        ("seed = 2020-01-01", 1, 8, "found a date", ""),
        ("seed.x = 1", 1, 1, "found a table", ""),
        ("name = 3", 1, 8, "`name` must be a string", ""),
        ("[boards]\ntinted = 1", 6, 10, "must be true or false, found the integer 1", ""),
        ("[boards]\norder = 5", 6, 9, "a list of two integers", "[2, 12]"),
        ("[boards]\norder = [1, 2, 3]", 6, 9, "found a list with 3 items", ""),
        ("[boards]\norder = [1, \"2\"]", 6, 13, "must be an integer from 1 to 1000", "[2, 12]"),
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
        ("[search]\ntournament = 200", 6, 14, "more than `search.population`", "64"),
        ("[boards]\norder = [5, 2]", 6, 9, "`boards.order` is empty: 5 is more than 2", "[2, 5]"),
        ("[boards]\norder = [0, 2]", 6, 10, "from 1 to 1000", ""),
        ("[boards]\norder = [2, 1001]", 6, 13, "from 1 to 1000", ""),
        ("[boards]\nclass = \"tre\"", 6, 9, "unknown class `tre`", "`tree`"),
        ("[boards]\nclass = \"planar\"", 6, 9, "unknown class", "the known names are `any`"),
        ("[boards]\nstart = [\"DQc\",\n \"!!\"]", 7, 2, "of the graph6 text is '!'", "graph6"),
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
        ("[budget]\nmemory = \"1 GiB\"\nboard_memory = \"2 GiB\"", 6, 10, "too small for a search with `budget.board_memory` of 2 GiB", "give at least 4"),
        ("[budget]\nmemory = \"64 MiB\"", 6, 10, "is 64 MiB, which is too small", "give at least 1"),
        // If there are several mistakes, the first is reported.
        ("threads = -1\nseed = -1", 1, 11, "`threads`", ""),
        ("seed = -1\nthreds = 1", 1, 8, "`seed`", ""),
    ];
    for (more, line, column, message, help) in cases {
        check(&with(more), *line, *column, message, help);
    }
}

fn check(text: &str, line: usize, column: usize, message: &str, help: &str) {
    let Err(error) = resolve(text, &[]) else {
        panic!("accepted:\n{text}")
    };
    let told = error.render(false);
    assert_eq!((error.line, error.column), (line, column), "{told}\n{text}");
    assert!(error.message.contains(message), "{told}");
    assert!(
        error.help.clone().unwrap_or_default().contains(help),
        "{told}"
    );
    let first = format!("dir/hot.toml:{line}:{column}: {}", error.message);
    assert_eq!(told.lines().next(), Some(first.as_str()));
    assert!(
        error
            .render(true)
            .contains(error.message.split(' ').next().unwrap())
    );
}

#[test]
fn mistakes_in_expressions_have_their_place_in_the_file() {
    let at = |line: &str| format!("[game]\nruleset = \"snort\"\n[objective]\n{line}\n");
    #[rustfmt::skip]
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
        ("maximize = {any = [\"degree\", \"ordr\"]}", 4, 31, "unknown invariant", "`order`"),
        ("maximize = {any = [\"degree\"]}", 4, 19, "`objective.maximize.any` must have 2 to 5 expressions, found 1", "write {any ="),
        ("maximize = {any = \"degree\"}", 4, 19, "must be a list of strings, found a string", "write {any ="),
        ("maximize = {any = [\"degree\", 5]}", 4, 30, "must be a list of strings, found the integer 5", ""),
        ("maximize = {any = [\"degree\", \"degree\"]}", 4, 30, "has degree twice", "leave it out"),
        ("maximize = {any = [\"degree\", \"tree\"]}", 4, 30, "must be a number, but this is a condition", ""),
        ("maximize = {all = [\"degree\", \"order\"]}", 4, 13, "`objective.maximize` has no key `all`", "write {any ="),
        ("maximize = {}", 4, 12, "is a table without expressions", "write {any ="),
        ("maximize = {any = [\"degree\", \"order\"]}\ncollect = \"mean\"", 5, 11, "a front has no best board", "as a list"),
        ("maximize = {any = [\"degree\", \"order\"]}\n[search]\nmethod = \"climb\"", 6, 10, "a front has no order", "\"random\""),
        ("maximize = []", 3, 2, "`objective.maximize` is required", "maximize = "),
        ("maximize = \"\"", 3, 2, "`objective.maximize` is required", "maximize = "),
    ];
    for (line, row, column, message, help) in cases {
        check(&at(line), *row, *column, message, help);
    }
}

#[test]
fn empty_and_unreadable_files() {
    check(
        "",
        1,
        1,
        "`game.ruleset` is required",
        "ruleset = \"snort\"",
    );
    check("# nothing\n", 1, 1, "`game.ruleset` is required", "");
    check("seed = 1\n[game]\n", 2, 2, "`game.ruleset` is required", "");
    check(
        "[game]\nruleset = \"snrt\"\n",
        2,
        11,
        "unknown ruleset `snrt`",
        "`snort`",
    );
    let bytes = b"seed = 1\nname = \"\xc3\xa9\xff\"";
    let error = Plan::resolve("hot.toml", bytes, &[], read_boards).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hot.toml:2:10: the byte 0xFF is not UTF-8"
    );
    let nowhere = std::path::Path::new("no/such/file.toml");
    let error = Plan::load(nowhere, &[], read_boards).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("no/such/file.toml: cannot read"),
        "{error}"
    );
}

#[test]
fn mistakes_on_the_command_line_name_the_option() {
    let cases = [
        (
            "boards.clas=tree",
            "unknown key `boards.clas`",
            "`boards.class`",
        ),
        ("clas=tree", "unknown key `clas`", ""),
        ("boards=tree", "`boards` is a table", "boards.key=value"),
        ("boards.class", "the option has no `=`", "table.key=value"),
        ("boards.class=tre", "unknown class `tre`", "`tree`"),
        ("boards.order=[5, 2]", "empty: 5 is more than 2", ""),
        ("boards.order=[5,", "", ""),
        ("seed=many", "must be an integer", ""),
        ("seed=99999999999999999999", "from 0 to", ""),
        ("search.topology=star", "unknown topology", "ring"),
        ("objective.maximize=temperature / 0", "division by zero", ""),
        ("game.x.y=1", "unknown key `game.x.y`", ""),
        ("=1", "unknown key ``", ""),
    ];
    for (set, message, help) in cases {
        let Err(error) = resolve(LEAST, &[set]) else {
            panic!("accepted {set}")
        };
        let told = error.render(false);
        assert!(told.starts_with(&format!("--set {set}: ")), "{told}");
        assert!(error.message.contains(message), "{told}");
        assert!(
            error.help.clone().unwrap_or_default().contains(help),
            "{told}"
        );
        assert!(!error.render(true).is_empty());
    }
    let seed = [Override::option("--seed", "seed", "x")];
    let error = Plan::resolve("a.toml", LEAST.as_bytes(), &seed, read_boards).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("--seed x: `seed` must be an integer"),
        "{error}"
    );
}

#[test]
fn hostile_files_end_in_an_error() {
    let deep = format!("boards.start = {}", "[".repeat(100_000));
    let dotted = format!("{}a = 1", "a.".repeat(100_000));
    let tables = format!("[{}a]", "a.".repeat(100_000));
    for text in [deep, dotted, tables, "\0".repeat(1000), "[[".repeat(9999)] {
        let error = resolve(&text, &[]).unwrap_err();
        assert!(error.line >= 1, "{error}");
        assert!(resolve(LEAST, &[&format!("seed={text}")]).is_err());
    }
}

#[test]
fn a_default_that_does_not_fit_is_told_of_the_file() {
    let text = "[game]\nruleset = \"snort\"\n[boards]\nstart_only = true\n[budget]\nmemory = \"2 GiB\"\n\
                [objective]\nmaximize = \"order\"\n";
    let error = resolve(text, &[]).unwrap_err();
    assert_eq!(
        (error.line, error.file.as_str()),
        (4, "dir/hot.toml"),
        "{error}"
    );
}

#[test]
fn a_message_does_not_repeat_a_long_line() {
    let long = "a".repeat(1_000_000);
    for text in [
        format!("name = \"{long}\""),
        format!("{long} = 1"),
        format!("name = {long}"),
        format!("[{long}]"),
        format!("seed = \"{long}\""),
        long,
    ] {
        let error = resolve(&text, &[]).unwrap_err();
        for shown in [error.render(false), error.render(true), error.to_string()] {
            assert!(shown.len() < 2_000, "{} bytes", shown.len());
            assert!(shown.contains("hot.toml:1:"), "{shown}");
        }
    }
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
                    help: the divisor is zero on every board";
    assert_eq!(error.render(false), expected);
}

#[test]
fn several_mistakes_are_told_at_a_time() {
    let text =
        "sed = 5\n[boards]\nclass = \"three\"\norder = [9, 2]\n[search]\npopulation = \"x\"\n";
    let error = resolve(text, &[]).unwrap_err();
    let told = error.render(false);
    let places: Vec<&str> = told
        .lines()
        .filter_map(|line| {
            line.strip_prefix("error: ")
                .unwrap_or(line)
                .strip_prefix("dir/hot.toml:")
        })
        .map(|line| &line[..line.find(": ").unwrap_or(0)])
        .collect();
    assert_eq!(places, ["1:1", "3:9", "4:9", "6:14"], "{told}");
    // Ruleset and objective are missing too. A misspelt key may be the cause.
    assert!(!told.contains("required"), "{told}");
    let missing = resolve("seed = 5\n", &[]).unwrap_err().render(false);
    assert_eq!(missing.matches("is required").count(), 2, "{missing}");
    let many: String = (0..20).map(|n| format!("k{n} = 1\n")).collect();
    let many = resolve(&many, &[]).unwrap_err().render(false);
    assert_eq!(many.matches("unknown key").count(), 10, "{many}");
    assert!(many.ends_with("\n10 more mistakes"), "{many}");
}
