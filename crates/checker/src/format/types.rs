//! The contents of a certificate: statements about positions, each with reasons. A statement may
//! only use statements before it. `docs/certificates.md` defines the format and its rules.

use serde::{Deserialize, Serialize};

/// The name and version of the format.
pub const FORMAT: &str = "boilingpoint-certificate-1";

/// A proof of bounds for the temperature and the mean of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The name and version of the format; always [`FORMAT`].
    pub format: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The squares of the board in Domineering, row by row: `.` for a square of the board, `#` for
    /// a square outside of it, `|` between rows. The statements are about the dominoes that can be
    /// placed. Absent in games on graphs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<String>,
    /// The bounds that the certificate claims for the position of the last statement.
    pub claim: Claimed,
    /// The statements. Each statement uses only earlier statements. The last statement is about the
    /// board itself.
    pub statements: Vec<Statement>,
}

impl Certificate {
    /// The number of statements, proofs, vertices, edges and other items of the certificate: at
    /// most the length of its text.
    pub fn size(&self) -> usize {
        let parts = |parts: &[PositionPart]| -> usize {
            parts.iter().map(|part| 1 + part.vertices.len()).sum()
        };
        let listed = |listed: &Listed| -> usize {
            let moves: usize = listed.moves.iter().map(|to| 1 + parts(&to.parts)).sum();
            moves + listed.omitted.len()
        };
        let proof = |proof: &Proof| match proof {
            Proof::Exact {} => 0,
            Proof::Sum { parts: of } => parts(of),
            Proof::OwnNegative { map } => map.as_ref().map_or(0, Vec::len),
            Proof::Options { left, right } => listed(left) + right.as_ref().map_or(0, listed),
            Proof::AtLeast { without, parts: of } | Proof::AtMost { without, parts: of } => {
                without.len() + parts(of)
            }
            Proof::LeftAnswers { map } | Proof::RightAnswers { map } => map.len(),
        };
        let statement = |statement: &Statement| {
            let proofs: usize = statement.proofs.iter().map(|p| 1 + proof(p)).sum();
            1 + statement.tints.len() + statement.edges.len() + proofs
        };
        let squares = self.squares.as_ref().map_or(0, String::len);
        squares + self.statements.iter().map(statement).sum::<usize>()
    }
}

/// The bounds that a certificate claims for the temperature and for the mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimed {
    /// The claimed bounds for the temperature.
    pub temperature: FractionBounds,
    /// The claimed bounds for the mean.
    pub mean: FractionBounds,
}

/// A lower and an upper bound as fractions such as `-7/4`; `null` where the certificate claims no
/// bound.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FractionBounds {
    /// The lower bound; `None` if none is claimed.
    pub least: Option<String>,
    /// The upper bound; `None` if none is claimed.
    pub most: Option<String>,
}

/// A position, with reasons for bounds of its thermograph. All reasons hold together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The tints: one character `.`, `L` or `R` for each vertex. Vertices are numbered from 0.
    pub tints: String,
    /// The edges, as pairs of vertex numbers.
    pub edges: Vec<[usize; 2]>,
    /// The reasons, in the order in which the checker applies them.
    pub proofs: Vec<Proof>,
}

/// A reason: a rule, with the data to which the rule is applied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// The position is small, so the checker values it.
    // The variant has braces, since a unit variant would accept other fields beside `by`.
    Exact {},
    /// The position is a sum of parts.
    Sum {
        /// The parts of the position.
        parts: Vec<PositionPart>,
    },
    /// The position equals its negative: an automorphism of the graph exchanges the players' tints.
    OwnNegative {
        /// The image of each vertex under the automorphism; absent if every vertex is its own
        /// image.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        map: Option<Vec<usize>>,
    },
    /// The bounds follow from the options of the players.
    Options {
        /// The moves of Left.
        left: Listed,
        /// The moves of Right; optional for a position that equals its negative.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<Listed>,
    },
    /// The position is at least another position: the position in which Left has given up some
    /// vertices.
    AtLeast {
        /// The vertices that Left may no longer claim.
        without: Vec<usize>,
        /// The parts of the other position.
        parts: Vec<PositionPart>,
    },
    /// The position is at most another position: the position in which Right has given up some
    /// vertices.
    AtMost {
        /// The vertices that Right may no longer claim.
        without: Vec<usize>,
        /// The parts of the other position.
        parts: Vec<PositionPart>,
    },
    /// The position is at least 0: Left, moving second, answers every claim of Right by claiming
    /// the vertex's image.
    LeftAnswers {
        /// The image of each vertex under the map.
        map: Vec<usize>,
    },
    /// The position is at most 0: Right, moving second, answers every claim of Left by claiming the
    /// vertex's image.
    RightAnswers {
        /// The image of each vertex under the map.
        map: Vec<usize>,
    },
}

/// Moves of a player, and claims of the player that are left out for a reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The moves of the list, each with the position it leads to.
    pub moves: Vec<ClaimMove>,
    /// Claims that are left out, since another claim is as good. If `moves` and `omitted` together
    /// do not contain all claims of the player, then nothing is known about the missing claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
}

/// A claim of a vertex, with the position after the claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimMove {
    /// The claimed vertex.
    pub claim: usize,
    /// The parts of the position after the claim.
    pub parts: Vec<PositionPart>,
}

/// A claim that is left out, since another claim is as good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Omitted {
    /// The vertex whose claim is left out.
    pub claim: usize,
    /// The vertex of the other claim, which is listed or was left out before.
    #[serde(rename = "for")]
    pub other: usize,
    /// The reason why the other claim is as good.
    pub why: Instead,
}

/// The reason why a claim is as good as another claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The vertices are twins: they have the same tint and, each other aside, the same neighbours.
    Twin,
    /// The theorem on dominated claims applies; see `docs/certificates.md`.
    Dominated,
}

/// A part of a position: the position of another statement, or its negative.
///
/// The parts of a position have no vertex in common, and no edge that can affect the play joins two
/// parts. A vertex outside of all parts has no such edge; its value is 1, -1 or *.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionPart {
    /// The number of the other statement, from 0.
    pub statement: usize,
    /// For each vertex of the other statement, the corresponding vertex of the position.
    pub vertices: Vec<usize>,
    /// Whether the part is the negative of the other statement's position, with the tints
    /// exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negative: bool,
}
