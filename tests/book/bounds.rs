//! The table of `docs/trust/limits.md`: every command has a row, and every option of a row exists.

use super::run::Folder;
use std::collections::BTreeSet;

/// The codes between backticks of a text.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_command_has_its_limits_on_the_page() {
    let page = include_str!("../../docs/trust/limits.md");
    let (_, table) = page.split_once("| command | limits |").expect("a table");
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let folder = Folder::default();
    let help = |line: &str| {
        let output = folder.output(&format!("boil {line} --help"));
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let mut described = BTreeSet::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        for command in codes(cells[0]) {
            let text = help(command);
            for option in codes(cells[1]).filter(|code| code.starts_with("--")) {
                assert!(text.contains(option), "boil {command} has no {option}");
            }
            let first = command.split(' ').next().expect("a word");
            described.insert(first.to_string());
        }
    }
    let all = help("");
    let (_, commands) = all.split_once("Commands:").expect("a list");
    let names = commands.lines().skip(1).take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let named: BTreeSet<String> = names
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_string)
        .collect();
    assert!(named.len() > 20, "{named:?}");
    assert_eq!(described, named);
}
