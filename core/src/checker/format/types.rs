//! The contents of a certificate: statements about positions with their reasons; each statement
//! comes after those that it rests on. `docs/certificates.md` defines the format and its rules.

use serde::{Deserialize, Serialize};

/// The name and version of the format.
pub const FORMAT: &str = "boilingpoint-certificate-1";

/// Bounds for the temperature and the mean of a position, and why they hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The format, [`FORMAT`].
    pub format: String,
    /// The name of the game.
    pub ruleset: String,
    /// The bounds claimed for the position of the last statement.
    pub claim: Claimed,
    /// The statements. Each rests on earlier ones only; the last is about the board itself.
    pub statements: Vec<Statement>,
}

/// The claimed bounds of temperature and mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimed {
    /// Bounds for the temperature.
    pub temperature: FractionBounds,
    /// Bounds for the mean.
    pub mean: FractionBounds,
}

/// The least and the greatest value as fractions like `-7/4`; `null` where nothing is claimed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FractionBounds {
    /// The lower bound.
    pub least: Option<String>,
    /// The upper bound.
    pub most: Option<String>,
}

/// A position with reasons for bounds of its thermograph, which all hold together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The tints, a character `.`, `L` or `R` for each vertex. Vertices are numbered from 0.
    pub tints: String,
    /// The edges.
    pub edges: Vec<[usize; 2]>,
    /// The reasons, in the order in which they are used.
    pub proofs: Vec<Proof>,
}

/// A reason: a rule with the data that it is applied to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// The position is small: the checker values it.
    // The variant has braces: a unit variant would accept other fields beside `by`.
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
    /// Bounds that follow from the options.
    Options {
        /// Left's moves.
        left: Listed,
        /// Right's moves; optional for a position that equals its negative.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<Listed>,
    },
    /// The position is at least the position in which Left has given up some vertices.
    AtLeast {
        /// Vertices that Left may no longer claim.
        without: Vec<usize>,
        /// The parts of that position.
        parts: Vec<PositionPart>,
    },
    /// The position is at most the position in which Right has given up some vertices.
    AtMost {
        /// Vertices that Right may no longer claim.
        without: Vec<usize>,
        /// The parts of that position.
        parts: Vec<PositionPart>,
    },
    /// The position is at least 0: Left, moving second, answers every claim of Right by claiming
    /// the vertex's image.
    LeftAnswers {
        /// The image of each vertex.
        map: Vec<usize>,
    },
    /// The position is at most 0: Right, moving second, answers every claim of Left by claiming the
    /// vertex's image.
    RightAnswers {
        /// The image of each vertex.
        map: Vec<usize>,
    },
}

/// Moves of a player, and claims that can be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The listed moves.
    pub moves: Vec<ClaimMove>,
    /// Claims that can be left out, since another claim is as good. If `moves` and `omitted`
    /// together are not all claims of the player, nothing is known of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
}

/// A claim with the position it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimMove {
    /// The claimed vertex.
    pub claim: usize,
    /// The parts of the position after the claim.
    pub parts: Vec<PositionPart>,
}

/// A claim that can be left out, since another one is as good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Omitted {
    /// The claimed vertex.
    pub claim: usize,
    /// The vertex of the other claim: listed, or omitted earlier.
    #[serde(rename = "for")]
    pub other: usize,
    /// The reason why the other claim is as good.
    pub why: Instead,
}

/// The reason why one claim is as good as another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The vertices are twins: they have the same tint and, each other aside, the same neighbours.
    Twin,
    /// The theorem on dominated claims.
    Dominated,
}

/// A part of a position: another statement's position, or its negative.
///
/// The parts of a position are disjoint, and no edge that matters joins two of them. A vertex in no
/// part has no edge that matters; its value is 1, -1 or *.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionPart {
    /// The number of the statement, from 0.
    pub statement: usize,
    /// For each vertex of the statement, the corresponding vertex of the position.
    pub vertices: Vec<usize>,
    /// Whether the part is the negative of the statement's position, with tints exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negative: bool,
}
