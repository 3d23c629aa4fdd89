//! What is in a certificate: statements about positions, each with the reasons for it, every
//! statement after those that it rests on. `docs/certificates.md` defines the format and its rules.

use serde::{Deserialize, Serialize};

/// The name and version of the format.
pub const FORMAT: &str = "boilingpoint-certificate-1";

/// Bounds for the temperature and the mean of a position, and why they hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The game.
    pub ruleset: String,
    /// What is proved of the position of the last statement.
    pub claim: Claimed,
    /// A statement rests on earlier ones only; the last is about the position itself.
    pub statements: Vec<Statement>,
}

/// What is claimed: for each quantity the least and the greatest that it can be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimed {
    /// Of the temperature.
    pub temperature: FractionBounds,
    /// Of the mean.
    pub mean: FractionBounds,
}

/// The least and the greatest value, as fractions like `-7/4`; `null` where nothing is claimed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FractionBounds {
    /// It is not less than this.
    pub least: Option<String>,
    /// It is not greater than this.
    pub most: Option<String>,
}

/// A position, and reasons for what is known of it, which all hold together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// A tint a vertex: `.`, `L` or `R`. Vertices are numbered from 0.
    pub tints: String,
    /// The edges.
    pub edges: Vec<[usize; 2]>,
    /// The reasons, in the order in which they are used.
    pub proofs: Vec<Proof>,
}

/// A reason: a rule, and what it is applied to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// The position is small: the checker values it.
    // with braces, or other fields beside `by` would be let through
    Exact {},
    /// The position is the sum of parts.
    Sum {
        /// Its parts.
        parts: Vec<PositionPart>,
    },
    /// The position equals its negative: an automorphism of the graph exchanges the players' tints.
    OwnNegative {
        /// The image of each vertex; absent if every vertex is its own image.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        map: Option<Vec<usize>>,
    },
    /// What moves lead to.
    Options {
        /// Left's moves.
        left: Listed,
        /// Right's moves; need not be given for a position that is its own negative.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<Listed>,
    },
    /// The position is at least what is left when Left gives up some vertices.
    AtLeast {
        /// Vertices that Left may no longer claim.
        without: Vec<usize>,
        /// The parts of what is left.
        parts: Vec<PositionPart>,
    },
    /// The position is at most what is left when Right gives up some vertices.
    AtMost {
        /// Vertices that Right may no longer claim.
        without: Vec<usize>,
        /// The parts of what is left.
        parts: Vec<PositionPart>,
    },
    /// Left, moving second, can answer every claim of Right by that of its image: at least 0.
    LeftAnswers {
        /// The image of each vertex.
        map: Vec<usize>,
    },
    /// Right, moving second, can answer every claim of Left by that of its image: at most 0.
    RightAnswers {
        /// The image of each vertex.
        map: Vec<usize>,
    },
}

/// Some moves of a player, and which others need not be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Moves.
    pub moves: Vec<ClaimMove>,
    /// Vertices that need not be claimed, since another claim is as good. Together with `moves`
    /// they are all that the player may claim, or else nothing is known of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
}

/// A claim and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimMove {
    /// The vertex claimed.
    pub claim: usize,
    /// The parts of what is left.
    pub parts: Vec<PositionPart>,
}

/// A claim that another one is as good as.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Omitted {
    /// The vertex that need not be claimed.
    pub claim: usize,
    /// The other vertex: one of a move, or one that was omitted before.
    #[serde(rename = "for")]
    pub other: usize,
    /// Why that is as good.
    pub why: Instead,
}

/// Why one claim is as good as another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// They have the same tint and, each other aside, the same neighbours.
    Twin,
    /// By the theorem on dominated claims.
    Dominated,
}

/// A part of a position: another statement's position, or its negative.
///
/// The parts of a position are disjoint, there is no edge that matters between two of them, and
/// what is in none are vertices without edges that matter, whose values are 1, -1 and *.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionPart {
    /// The number of the statement, from 0.
    pub statement: usize,
    /// Which vertex of the position each vertex of the statement stands for.
    pub vertices: Vec<usize>,
    /// Whether the tints are exchanged: it is the negative of the statement's position.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negative: bool,
}
