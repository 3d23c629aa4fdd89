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

/// How an island searches; see [`crate::evolve::Method`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A population with an archive.
    Evolve,
    /// Random boards only.
    Random,
    /// Hill climbing with restarts.
    Climb,
    /// Greedy look-ahead with restarts.
    LookAhead,
    /// Simulated annealing.
    Anneal,
}

/// How a cell of the archive is picked; see [`crate::evolve::Emission`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Emitter {
    /// By all of the others, at rates that follow their success.
    Adaptive,
    /// At random.
    Uniform,
    /// By how seldom it was picked.
    Novelty,
    /// By how often its children were kept.
    Promise,
    /// By its best board.
    Merit,
    /// The best board of an order.
    Frontier,
}

/// What an island takes of the boards that it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// What differs most from its own.
    Different,
    /// The best.
    Best,
    /// Some at random.
    Random,
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

impl Choice for Method {
    const ALL: &'static [Self] = &[
        Method::Evolve,
        Method::Random,
        Method::Climb,
        Method::LookAhead,
        Method::Anneal,
    ];

    fn word(self) -> &'static str {
        match self {
            Method::Evolve => "evolve",
            Method::Random => "random",
            Method::Climb => "climb",
            Method::LookAhead => "lookahead",
            Method::Anneal => "anneal",
        }
    }
}

impl Choice for Emitter {
    const ALL: &'static [Self] = &[
        Emitter::Adaptive,
        Emitter::Uniform,
        Emitter::Novelty,
        Emitter::Promise,
        Emitter::Merit,
        Emitter::Frontier,
    ];

    fn word(self) -> &'static str {
        match self {
            Emitter::Adaptive => "adaptive",
            Emitter::Uniform => "uniform",
            Emitter::Novelty => "novelty",
            Emitter::Promise => "promise",
            Emitter::Merit => "merit",
            Emitter::Frontier => "frontier",
        }
    }
}

impl Choice for Policy {
    const ALL: &'static [Self] = &[Policy::Different, Policy::Best, Policy::Random];

    fn word(self) -> &'static str {
        match self {
            Policy::Different => "different",
            Policy::Best => "best",
            Policy::Random => "random",
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
