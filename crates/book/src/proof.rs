//! The proof that a fitness is the greatest of its key: a count of all boards.
//!
//! A record says which count proves it. The record book does not count. It asks a
//! [`ProofCheck`](super::ProofCheck), which lists the boards again or finds the table of the atlas.

use boilingpoint_problem::Fitness;
use serde::{Deserialize, Serialize};

/// A count of all boards of a class and an order, as far as it proves the maximum of an objective.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptimumProof {
    /// The name of the table in the atlas, such as `snort-tree-12`.
    pub table: String,
    /// The number of boards that were valued, or left out since they are below the maximum: all
    /// boards of the class and the order.
    pub boards: u64,
    /// The greatest fitness.
    pub max: Fitness,
    /// The number of boards that attain it.
    pub attaining: u64,
    /// The number of boards on which the objective has no value.
    pub undefined: u64,
    /// The checksum of the tally: the numbers of boards, of boards by outcome, and the maximum with
    /// the boards that attain it.
    pub tally: String,
    /// The name and version of the program that counted.
    pub program: String,
    /// The origin of the boards, as the table names it.
    pub generator: String,
}

impl OptimumProof {
    /// The proof in words.
    pub fn text(&self) -> String {
        format!(
            "{} boards valued, {} of them attain the maximum; table {}, tally {}, {}, {}",
            self.boards, self.attaining, self.table, self.tally, self.generator, self.program
        )
    }
}

/// A proof for tests of the book's own rules.
#[cfg(test)]
pub fn a_proof(max: &str) -> OptimumProof {
    OptimumProof {
        table: "snort-tree-05".into(),
        boards: 3,
        max: Fitness::parse(&[max]).expect("a number"),
        attaining: 1,
        undefined: 0,
        tally: "00000000".into(),
        program: "boilingpoint".into(),
        generator: "built-in".into(),
    }
}
