//! The closed choices of a config.

use serde::Serialize;

/// How parents are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// Chances fall linearly with rank.
    Ranked,
    /// The best of a few drawn at random.
    Tournament,
}

/// Who receives an island's migrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// The next island.
    Ring,
    /// Every other island.
    Complete,
    /// Nobody.
    None,
}

/// A choice among words.
pub(super) trait Choice: Copy + 'static {
    /// Every choice; the first stands in when a config names none of them.
    const ALL: &'static [Self];

    /// The word for it in a config.
    fn word(self) -> &'static str;
}

impl Choice for Selection {
    const ALL: &'static [Self] = &[Selection::Ranked, Selection::Tournament];

    fn word(self) -> &'static str {
        match self {
            Selection::Ranked => "ranked",
            Selection::Tournament => "tournament",
        }
    }
}

impl Choice for Topology {
    const ALL: &'static [Self] = &[Topology::Ring, Topology::Complete, Topology::None];

    fn word(self) -> &'static str {
        match self {
            Topology::Ring => "ring",
            Topology::Complete => "complete",
            Topology::None => "none",
        }
    }
}
