//! What a config may name, put together from the rooms below.

use super::config::{Boards, Catalogue, Misfit};
use super::stock;
use crate::graph::MAX_WEIGHT;
use crate::problem::{Kind, invariants, operators};
use crate::ruleset::{self, Carries};

/// The largest order that a search may visit. The solver takes boards of up to 1024 twin classes,
/// whatever their order; this bounds what breeding costs.
const MAX_ORDER: usize = 1000;

/// The names of everything, and the check of boards.
pub fn catalogue() -> Catalogue {
    Catalogue {
        // games on piles are for tables: there is nothing to breed
        rulesets: crate::ruleset::catalogue()
            .iter()
            .filter(|r| r.carries() != Carries::PILES)
            .map(|r| r.name().to_string())
            .collect(),
        classes: Kind::ALL.iter().map(|k| k.name().to_string()).collect(),
        is_within: |class, other| {
            let kinds = Kind::by_name(class).zip(Kind::by_name(other));
            kinds.is_none_or(|(class, other)| class.is_within(other))
        },
        operators: operators::catalogue()
            .iter()
            .map(|o| o.operator.name.to_string())
            .collect(),
        invariants: invariants::names(),
        check_game,
        max_weight: MAX_WEIGHT,
        max_order: MAX_ORDER,
        check_board: |text| {
            crate::graph::parse_board(text)
                .map(drop)
                .map_err(|e| e.to_string())
        },
        read_boards: |path, ruleset, boards: &Boards| stock::read(path.as_ref(), ruleset, boards),
    }
}

/// What of the boards a ruleset cannot use, or lacks.
fn check_game(ruleset: &str, boards: &Boards) -> Vec<Misfit> {
    let Some(carries) = ruleset::by_name(ruleset).map(|r| r.carries()) else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    let squares = Kind::by_name(&boards.class) == Some(Kind::Squares);
    if squares != carries.squares {
        let (message, help) = match squares {
            true => (
                "is not played on squares",
                "use another class, such as \"connected\"",
            ),
            false => ("is played on squares", "use the class \"squares\""),
        };
        wrong.push((
            "boards.class",
            format!("{ruleset} {message}"),
            help.to_string(),
        ));
    }
    for (key, set, known) in [
        ("boards.tinted", boards.tinted, carries.tints),
        ("boards.max_weight", boards.max_weight > 1, carries.weights),
        ("boards.loops", boards.loops, carries.loops),
        ("boards.parallel", boards.parallel, carries.parallel),
        ("boards.arcs", boards.arcs, carries.arcs),
    ] {
        if set && !known {
            let name = key
                .trim_start_matches("boards.")
                .replace("max_weight", "weights");
            let message = format!("{ruleset} has no use for `{key}`");
            wrong.push((
                key,
                message,
                format!("leave it out: the game knows no {name}"),
            ));
        }
    }
    wrong
}
