//! The maximum of an objective over some boards, and examples of boards that attain it.

use boilingpoint_problem::Fitness;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The maximum of an objective over some boards. The maxima over parts combine to the maximum over
/// the whole.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Maximum<E> {
    /// The greatest fitness. `None` if no board has a fitness.
    #[serde(with = "as_text")]
    pub max: Option<Fitness>,
    /// The number of boards that attain the maximum.
    pub attaining: u64,
    /// The number of boards that have no fitness.
    pub undefined: u64,
    /// Examples of boards that attain the maximum.
    pub boards: E,
}

impl<E: Default> Maximum<E> {
    /// Adds a board with its fitness. If the board attains the maximum so far, `example` makes an
    /// example, and `keep` adds it to the other examples.
    pub fn add(
        &mut self,
        fitness: Option<Fitness>,
        example: impl FnOnce() -> E,
        keep: impl FnOnce(&mut E, E),
    ) {
        self.add_alike(fitness, 1, example, keep);
    }

    /// Adds `count` boards of the same fitness. If they attain the maximum so far, `examples` makes
    /// examples of them.
    pub fn add_alike(
        &mut self,
        fitness: Option<Fitness>,
        count: u64,
        examples: impl FnOnce() -> E,
        keep: impl FnOnce(&mut E, E),
    ) {
        let is_some = fitness.is_some();
        let attains = is_some && fitness >= self.max;
        let alike = Maximum {
            attaining: if attains { count } else { 0 },
            undefined: if is_some { 0 } else { count },
            boards: if attains { examples() } else { E::default() },
            max: fitness,
        };
        self.merge(alike, keep);
    }

    /// Adds the maximum over other boards. `keep` adds the examples of `other` to the earlier
    /// examples.
    pub fn merge(&mut self, other: Maximum<E>, keep: impl FnOnce(&mut E, E)) {
        let undefined = self.undefined + other.undefined;
        match other.max.cmp(&self.max) {
            Ordering::Less => {}
            Ordering::Equal => {
                self.attaining += other.attaining;
                keep(&mut self.boards, other.boards);
            }
            Ordering::Greater => *self = other,
        }
        self.undefined = undefined;
    }
}

/// Stores a fitness as a text such as `7/4`.
mod as_text {
    use boilingpoint_problem::Fitness;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        fitness: &Option<Fitness>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        fitness
            .as_ref()
            .map(Fitness::to_string)
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Fitness>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let fitness = text.map(|text| Fitness::parse_joined(&text));
        fitness.transpose().map_err(D::Error::custom)
    }
}
