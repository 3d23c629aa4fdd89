//! Fitness: the exact values of an objective's expressions, compared one after another.

use super::expression::Number;
use num_rational::Ratio;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The values of an objective: greater is better, the first expression first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fitness(pub Vec<Number>);

impl Fitness {
    /// The value of the first expression.
    pub fn first(&self) -> Number {
        self.0.first().copied().unwrap_or_default()
    }

    /// Each value as text, such as `3/2`.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(Number::to_string).collect()
    }
}

impl fmt::Display for Fitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join(", "))
    }
}

impl Serialize for Fitness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.texts().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Fitness {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fitness, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let read = |t: &String| t.parse::<Ratio<i128>>().map_err(serde::de::Error::custom);
        Ok(Fitness(texts.iter().map(read).collect::<Result<_, _>>()?))
    }
}
