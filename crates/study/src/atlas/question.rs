//! The questions that tables answer.

use super::error::AtlasError;
use super::known::atlas_kind;
use super::source::Generator;
use boilingpoint_problem::{Fitness, Kind};
use boilingpoint_rules::{Algebra, Ruleset};
use serde::{Deserialize, Serialize};

/// The default objectives of an atlas of a partizan game.
const OBJECTIVES: [&str; 3] = [
    "temperature - degree",
    "temperature / degree",
    "temperature - degree - degree2 / 2",
];

/// The objectives that an atlas of a game has by default: those that have a value on its boards.
pub fn usual_objectives(ruleset: &dyn Ruleset) -> &'static [&'static str] {
    match ruleset.algebra() {
        Algebra::Partizan => &OBJECTIVES,
        Algebra::Impartial => &["grundy"],
        Algebra::Winner => &[],
    }
}

/// The question that a table answers, and the origin of its boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name and version of the program.
    pub program: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The class of boards: the name of a [`Kind`].
    pub class: String,
    /// The number of vertices of the boards.
    pub order: usize,
    /// The origin of the boards.
    pub generator: Generator,
    /// The objectives, in the record book's spelling.
    pub objectives: Vec<String>,
    /// Set if only the maxima are asked for: boards below them need not be listed and valued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum_only: Option<OptimumOnly>,
}

/// The maxima of the order before, one for each objective, as far as they are known. The maxima of
/// the order have to be at least as great.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptimumOnly {
    pub at_least: Vec<Option<Fitness>>,
}

impl Question {
    /// The name and version of this program, for questions.
    pub const PROGRAM: &str = concat!("boilingpoint ", env!("CARGO_PKG_VERSION"));

    /// The question for the outcomes and the maxima of objectives, answered by this program, with the
    /// default generator.
    pub fn new(ruleset: &str, kind: Kind, order: usize, objectives: Vec<String>) -> Question {
        Question {
            program: Question::PROGRAM.to_string(),
            ruleset: ruleset.to_string(),
            class: kind.name().to_string(),
            order,
            generator: Generator::usual(kind, order),
            objectives,
            optimum_only: None,
        }
    }

    /// The kind of boards.
    ///
    /// # Errors
    /// When the class is not one of the atlas.
    pub fn kind(&self) -> Result<Kind, AtlasError> {
        atlas_kind(&self.class).ok_or_else(|| AtlasError::Class(self.class.clone()))
    }

    /// The name of the table, such as `snort-tree-12`.
    pub fn name(&self) -> String {
        format!("{}-{}-{:02}", self.ruleset, self.class, self.order)
    }
}
