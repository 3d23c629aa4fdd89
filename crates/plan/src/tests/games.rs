//! Games from files: every mistake in a file has its place, and only a config that a user names may
//! name a file.

use super::*;

const SNORT: &str = "[[move]]\npath = \"own or uncoloured\"\nbecomes = \"removed\"\n";

/// Writes a game file and reads it. Returns the name of the game, or the message.
fn read(text: &str) -> Result<&'static str, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, text).unwrap();
    game_from_file(&path).map(|game| game.name())
}

#[test]
fn every_mistake_in_a_game_file_has_its_place() {
    #[rustfmt::skip]
    let cases: &[(&str, usize, usize, &str, &str)] = &[
        ("", 1, 1, "the file has no move", "[[move]]"),
        ("path = \"own\"", 1, 1, "a game file has no key `path`", "below a line [[move]]"),
        ("wins = \"first\"\n[[move]]", 1, 8, "`wins` must be \"last\"", "misère"),
        ("win = \"last\"", 1, 1, "a game file has no key `win`", "`wins`"),
        ("[move]\npath = \"own\"", 1, 1, "`move` must be a list of tables", "[[move]]"),
        ("move = [1]", 1, 9, "`move` must be a table, found the integer 1", ""),
        ("move = []", 1, 1, "from 1 to 16 kinds of moves", ""),
        ("[[move]]\nbecomes = \"own\"", 1, 1, "the move has no `path`", "path = \"own\""),
        ("[[move]]\npath = \"own\"", 1, 1, "the move has no `becomes`", "becomes = \"removed\""),
        ("[[move]]\npat = \"own\"", 2, 1, "a move has no key `pat`", "`path`"),
        ("[[move]]\npath = 1\nbecomes = \"own\"", 2, 8, "`path` must be a string, found the integer 1", ""),
        ("[[move]]\npath = \"owm\"\nbecomes = \"own\"", 2, 8, "`owm` is no colour", "`own`"),
        ("[[move]]\npath = \"tokn\"\nbecomes = \"own\"", 2, 8, "`tokn` is no colour", "`token`"),
        ("[[move]]\npath = [\"own\", \"blue\"]\nbecomes = [\"own\", \"own\"]", 2, 16, "`blue` is no colour", "`uncoloured`, `own`, `other`"),
        ("[[move]]\npath = \"own\"\nbecomes = \"remove\"", 3, 11, "`remove` is no change", "`removed`"),
        ("[[move]]\npath = \"own\"\nbecomes = [\"own\", \"own\"]", 3, 11, "`becomes` has 2 entries, but the path has 1", "each vertex"),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = 3", 4, 6, "`if` must be a table", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = [{}, {}]", 4, 6, "conditions for 2 vertices, but the path has 1", "a table for each"),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = { red = 1 }", 4, 8, "`red` is no colour", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = { own = \"some\" }", 4, 14, "found 's'; expected a number, `1..`", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = { own = -1 }", 4, 14, "found '-'; expected a number", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = { own = true }", 4, 14, "found true", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nif = { own = \"3..1\" }", 4, 6, "accepts no number", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nneighbours = \"own\"", 4, 14, "must be a table", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nneighbours = { own = \"token\" }", 4, 22, "the token cannot go to all neighbours", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nneighbours = { own = \"gone\" }", 4, 22, "`gone` is no change", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nwithin = \"2\"", 4, 10, "`within` must be a distance such as 2", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nwithin = 0\nif = { own = 1 }", 4, 10, "from 1 to 9", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nedges = \"gone\"", 4, 9, "`edges` cannot be `gone`", "`removed`"),
        ("[[move]]\npath = \"own\"\nbecomes = \"removed\"\nedges = \"removed\"", 4, 9, "a path of one vertex has no edges", ""),
        ("[[move]]\npath = [\"token\", \"token\"]\nbecomes = [\"removed\", \"token\"]", 2, 8, "the token lies on one vertex only", ""),
        ("[[move]]\npath = \"own\"\nbecomes = \"own\"", 1, 1, "the game may never end; expected a move that removes", ""),
        ("# two\n[[move]]\npath = \"own\"\nbecomes = \"removed\"\n[[move]]\npath = [\"own\", \"uncoloured\"]\nbecomes = [\"uncoloured\", \"own\"]", 5, 1, "the game may never end", ""),
        ("[[move]", 1, 8, "", ""),
    ];
    for (text, line, column, message, help) in cases {
        let error = read(text).expect_err(text);
        let told = error.render(false);
        assert!(error.message.contains(message), "{text}\n{told}");
        assert_eq!(
            (error.line, error.column),
            (*line, *column),
            "{text}\n{told}"
        );
        let given = error.help.unwrap_or_default();
        assert!(given.contains(help), "{text}\n{told}");
        assert!(told.contains("mine.toml:"), "{told}");
    }
}

#[test]
fn a_game_file_is_read() {
    for (more, name) in [
        ("", "rules([.L]>-)"),
        (
            "neighbours = { uncoloured = \"own\", other = \"removed\" }",
            "rules([.L]>- neighbours .>L,R>-)",
        ),
        (
            "neighbours = { any = \"removed\" }\nwithin = 2",
            "rules([.L]>- neighbours .>-,L>-,R>- within 2)",
        ),
        (
            "if = { other = 0, \"own or uncoloured\" = \"1..\" }",
            "rules([.L]>- if R=0,[.L]=1..)",
        ),
        (
            "[[move]]\npath = [\"token\", \"any\"]\nbecomes = [\"unchanged\", \"token\"]\nedges = \"removed\"\nif = [{}, { any = \"even\" }]",
            "rules(*@*>==@ if 2:*=even edges removed; [.L]>-)",
        ),
        (
            "[[move]]\npath = [\"own with token\", \"other\"]\nbecomes = [\"removed\", \"own with token\"]",
            "rules(L@R>-L@; [.L]>-)",
        ),
    ] {
        let game = read(&format!("wins = \"last\"\n{SNORT}{more}"));
        let game = game.unwrap_or_else(|e| panic!("{}", e.render(false)));
        let whole = boilingpoint_rules::find(name).unwrap();
        assert_eq!(game, whole.name(), "{more}");
    }
}

#[test]
fn files_that_are_no_text_or_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let told = || game_from_file(&path).unwrap_err().to_string();
    assert!(
        told().contains("mine.toml: cannot read the game: "),
        "{}",
        told()
    );
    std::fs::write(&path, b"# \xff").unwrap();
    assert!(
        told().contains("mine.toml:1:3: the byte 0xFF is not UTF-8"),
        "{}",
        told()
    );
    std::fs::write(&path, "#".repeat(70_000)).unwrap();
    assert!(
        told().contains("it has more than 65536 bytes"),
        "{}",
        told()
    );
}

/// The file is named from the folder of the config. The plan has the rules, and reads back.
#[test]
fn a_config_names_a_game_file_and_the_plan_has_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("games")).unwrap();
    std::fs::write(folder.path().join("games/mine.toml"), SNORT).unwrap();
    let config = folder.path().join("c.toml");
    let named = LEAST.replace("snort", "games/mine.toml");
    std::fs::write(&config, &named).unwrap();
    let plan = Plan::load(&config, &[], read_boards).unwrap();
    assert_eq!(plan.game.ruleset.name(), "rules([.L]>-)");
    let written = plan.to_toml();
    assert!(
        written.contains("ruleset = \"rules([.L]>-)\"\n"),
        "{written}"
    );
    std::fs::remove_file(folder.path().join("games/mine.toml")).unwrap();
    assert_eq!(good(&written, &[]), plan);

    // The file has gone, or has a mistake.
    let told = || {
        Plan::load(&config, &[], read_boards)
            .unwrap_err()
            .render(false)
    };
    assert!(
        told().contains("c.toml:2:11: ") && told().contains("cannot read the game"),
        "{}",
        told()
    );
    std::fs::write(
        folder.path().join("games/mine.toml"),
        "[[move]]\npath = \"owm\"",
    )
    .unwrap();
    assert!(
        told().contains("mine.toml:1:1: the move has no `becomes`"),
        "{}",
        told()
    );

    // Boards have only marks that the game knows.
    std::fs::write(folder.path().join("games/mine.toml"), SNORT).unwrap();
    std::fs::write(&config, format!("{named}[boards]\nloops = true")).unwrap();
    assert!(
        told().contains("rules([.L]>-) has no use for `boards.loops`"),
        "{}",
        told()
    );
}

/// The config of a run names no files, as it may come from another machine.
#[test]
fn a_config_that_no_user_names_reads_no_game_file() {
    let error = resolve(&LEAST.replace("snort", "/etc/game.toml"), &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("2:11: the config of a run names no files"),
        "{error}"
    );
    let error = resolve(&LEAST.replace("snort", "rules(Q>-)"), &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("2:11: ruleset `rules(Q>-)`: rules, character 1"),
        "{error}"
    );
}
