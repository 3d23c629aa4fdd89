//! What a config may name, put together from the rooms below.

use super::config::{Boards, Catalogue};
use super::stock;
use crate::problem::{Kind, invariants, operators};

/// The largest order that a search may visit. The solver takes boards of up to 1024 twin classes,
/// whatever their order; this bounds what breeding costs.
const MAX_ORDER: usize = 1000;

/// The names of everything, and the check of boards.
pub fn catalogue() -> Catalogue {
    Catalogue {
        rulesets: crate::ruleset::catalogue()
            .iter()
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
        max_order: MAX_ORDER,
        check_board: |text| {
            crate::graph::parse_board(text)
                .map(drop)
                .map_err(|e| e.to_string())
        },
        read_boards: |path, ruleset, boards: &Boards| stock::read(path.as_ref(), ruleset, boards),
    }
}
