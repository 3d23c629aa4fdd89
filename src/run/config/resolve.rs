//! From a config file and the command line to a plan.

use super::layers::Layers;
use super::place::line_and_column;
use super::read::Reader;
use super::size::print_size;
use super::{Catalogue, ConfigError, Override, Plan, sections};
use crate::run::input::{MOST_CONFIG, named_bytes};
use std::path::Path;

/// Characters that a run's name may have.
const LONGEST_NAME: usize = 100;

impl Plan {
    /// Reads the config file at `path` and resolves it.
    pub fn load(
        path: &Path,
        overrides: &[Override],
        catalogue: &Catalogue,
    ) -> Result<Plan, ConfigError> {
        let (file, bytes) = read(path)?;
        Plan::resolve(&file, &bytes, overrides, catalogue)
    }

    /// Resolves the config with the content `bytes`; `file` is its path, for messages and for
    /// the name of a run that has none. A plan is one setting: a `[grid]` is a mistake.
    pub fn resolve(
        file: &str,
        bytes: &[u8],
        overrides: &[Override],
        catalogue: &Catalogue,
    ) -> Result<Plan, ConfigError> {
        let text = decode(file, bytes)?;
        let layers = Layers::new(file, text, None, overrides)?;
        Plan::read(file, &Reader::new(layers, catalogue))
    }

    /// Reads every key.
    pub(super) fn read(file: &str, from: &Reader) -> Result<Plan, ConfigError> {
        let game = sections::game(from);
        let plan = Plan {
            name: name(from, file),
            seed: from.integer("seed", 0..=i128::from(i64::MAX)),
            threads: from.integer("threads", 0..=4096),
            boards: sections::boards(from, &game),
            game,
            objective: sections::objective(from),
            search: sections::search(from),
            islands: sections::islands(from),
            archive: sections::archive(from),
            budget: sections::budget(from),
            records: sections::records(from),
        };
        from.check()?;
        check_together(&plan, from);
        from.check()?;
        Ok(plan)
    }
}

/// The path of a config, for messages, and its content.
pub(super) fn read(path: &Path) -> Result<(String, Vec<u8>), ConfigError> {
    let file = path.display().to_string();
    let bytes = named_bytes(path, MOST_CONFIG)
        .map_err(|e| ConfigError::elsewhere(&file, format!("cannot read the config: {e}"), None))?;
    Ok((file, bytes))
}

pub(super) fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, ConfigError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let (line, column) = line_and_column(&valid, valid.len());
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or(0);
        let message = format!("the byte 0x{byte:02X} is not UTF-8");
        let help = Some("save the file as UTF-8".to_string());
        let mut error = ConfigError::elsewhere(file, message, help);
        (error.line, error.column) = (line, column);
        error
    })
}

/// The run's name; if none is given, that of the file.
fn name(from: &Reader, file: &str) -> String {
    let (given, spot) = from.text("name");
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if given.is_empty() {
        let stem = Path::new(file)
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned());
        let stem: String = stem
            .unwrap_or_default()
            .chars()
            .map(|c| if allowed(c) { c } else { '-' })
            .take(LONGEST_NAME)
            .collect();
        let stem = stem.trim_start_matches('.');
        return if stem.is_empty() {
            "search".to_string()
        } else {
            stem.to_string()
        };
    }
    let good = given.chars().all(allowed) && !given.starts_with('.') && given.len() <= LONGEST_NAME;
    if !good {
        let message = format!("`name` cannot name a folder: \"{given}\"");
        let help = format!("up to {LONGEST_NAME} letters, digits, `-`, `_` and `.`, no `.` first");
        from.wrong(spot, message, Some(help));
    }
    given
}

/// What only several keys together can get wrong.
fn check_together(plan: &Plan, from: &Reader) {
    let at = |key: &str, message: String, help: &str| {
        from.misfit(key, message, help.to_string());
    };
    let (search, boards, budget) = (&plan.search, &plan.boards, &plan.budget);
    for (key, count) in [
        ("search.tournament", search.tournament),
        ("search.migrants", search.migrants),
        ("search.immigrants", search.immigrants),
    ] {
        if count > search.population {
            let message = format!("`{key}` is {count}, more than `search.population`");
            at(
                key,
                message,
                &format!("the population is {}", search.population),
            );
        }
    }
    if budget.board_memory > budget.memory {
        let message = format!(
            "`budget.board_memory` is {}, more than `budget.memory`",
            print_size(budget.board_memory)
        );
        at(
            "budget.board_memory",
            message,
            &format!("the whole is {}", print_size(budget.memory)),
        );
    }
    if boards.grow_until > 0 && boards.grow_from == 0 {
        let message = "`boards.grow_until` needs `boards.grow_from`".to_string();
        at(
            "boards.grow_until",
            message,
            "say how many vertices the first boards may have",
        );
    }
    let [least, most] = boards.order;
    if boards.grow_from > 0 && !(least..=most).contains(&boards.grow_from) {
        let message = format!(
            "`boards.grow_from` is {}, outside of `boards.order`",
            boards.grow_from
        );
        at(
            "boards.grow_from",
            message,
            &format!("the orders are {least} to {most}"),
        );
    }
    for class in &plan.islands.class {
        if !(from.catalogue.is_within)(class, &boards.class) {
            let message = format!(
                "`islands.class` names \"{class}\", which is not a part of \"{}\"",
                boards.class
            );
            at(
                "islands.class",
                message,
                "islands may narrow `boards.class`, not widen it",
            );
        }
    }
    if let (Some(_), Some(_)) = (&plan.objective.find, &plan.objective.collect) {
        let message = "`find` and `collect` exclude each other".to_string();
        at(
            "objective.collect",
            message,
            "look for a condition, or collect values",
        );
    }
    if boards.grow_from > 0 && boards.grow_until == 0 {
        let message = "`boards.grow_from` needs `boards.grow_until`".to_string();
        at(
            "boards.grow_from",
            message,
            "say in which generation growth ends",
        );
    }
    if boards.start_only && boards.start.is_empty() {
        let message = "`boards.start_only` needs boards to start from".to_string();
        at("boards.start_only", message, "list some in `boards.start`");
    }
    // Connected boards of three vertices or more have a vertex with two neighbours.
    if boards.class != "any" && boards.max_degree == 1 && boards.order[1] > 2 {
        let message = "no connected board of order 3 or more has maximum degree 1".to_string();
        at(
            "boards.max_degree",
            message,
            "allow degree 2, or orders up to 2",
        );
    }
}
