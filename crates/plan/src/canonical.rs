//! Writes keys as TOML: the keys of a plan, or all keys with their defaults.

use super::Plan;
use super::key::Key;
use super::keys::{KEYS, TABLES};
use super::schema::split;
use super::table::key;

const HEAD: &str = "\
# Every key of a config, with its default. A config needs only the keys that differ; ruleset and
# objective have no default. `boil check CONFIG` prints the resolved plan of a config, and
# `--set table.key=value` overrides a key on the command line.
";

const GRID: &str = "
# A comparison: `boil search CONFIG --seeds 1..20` runs every combination of the values listed in
# [grid], with every seed, one run after the other, and compares them in a table and a chart.
# Every key above may vary, except `name` and `seed`. A value here replaces the one above.
#
# [grid]
# \"search.polish\" = [0, 32]
# \"boards.class\" = [\"tree\", \"caterpillar\"]
";

/// Every key with its documentation and its default: the text of `crates/plan/src/defaults.toml`.
pub fn defaults() -> String {
    let mut out = HEAD.to_string();
    let mut table = "";
    for key in KEYS {
        let (of, name) = split(key.name);
        if of != table {
            table = of;
            out += &format!("\n[{of}]\n");
            let about = TABLES.iter().find(|(name, _)| *name == of);
            out += &about.map_or(String::new(), |(_, about)| comment(about));
        }
        out += &format!("\n{}{name} = {}\n", comment(key.about), key.default);
    }
    out + GRID
}

fn comment(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("#{line}\n")).collect()
}

/// The entry of a game without a name, which the text of a plan leaves out. So the texts of plans
/// are those of earlier versions.
const UNNAMED: (&str, &str) = (key!(game.name), "\"\"");

impl Plan {
    /// The plan as TOML that resolves to the same plan: the text of `config.toml` in a run folder.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let mut table = "";
        for (key, value) in self.entries() {
            if UNNAMED == (key.name, value.as_str()) {
                continue;
            }
            let (of, name) = split(key.name);
            if of != table {
                out += &format!("\n[{of}]\n");
                table = of;
            }
            out += &format!("{name} = {value}\n");
        }
        out
    }

    /// Every key with its value in TOML.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'static Key, String)> {
        KEYS.iter().zip(self.values())
    }
}
