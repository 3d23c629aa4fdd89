//! Types and formats of table cells.

use boilingpoint_problem::expression::Number;
use serde::{Deserialize, Serialize, Serializer};

/// A number that is written with `PLACES` decimal places.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Decimal<const PLACES: usize>(pub f64);

impl<const PLACES: usize> Serialize for Decimal<PLACES> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.PLACES$}", self.0))
    }
}

/// Rounds an exact rational, for charts.
pub fn to_f64(number: Number) -> f64 {
    *number.numer() as f64 / *number.denom() as f64
}

/// Serializes the first component of a fitness; `None` is an empty cell.
pub mod first_component {
    use boilingpoint_problem::Fitness;
    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(fitness: &Option<Fitness>, to: S) -> Result<S::Ok, S::Error> {
        super::rational::serialize(&fitness.as_ref().map(Fitness::first), to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Fitness>, D::Error> {
        let first = super::rational::deserialize(from)?;
        Ok(first.map(|first| Fitness(vec![first])))
    }
}

/// Serializes an exact rational; `None` is an empty cell.
pub mod rational {
    use boilingpoint_problem::Fitness;
    use boilingpoint_problem::expression::Number;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(number: &Option<Number>, to: S) -> Result<S::Ok, S::Error> {
        match number {
            Some(number) => to.collect_str(number),
            None => to.serialize_str(""),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Number>, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() {
            return Ok(None);
        }
        // The message does not quote the cell, since the text of a damaged cell may be long.
        let refused = |_| de::Error::custom("a cell is not a fraction like 3 or -7/4");
        let fitness = Fitness::parse(&[text]).map_err(refused)?;
        Ok(Some(fitness.first()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rational_is_rounded_to_the_nearest_number() {
        let rounded = |n, d| to_f64(Number::new(n, d));
        assert_eq!(
            [rounded(-7, 4), rounded(5, 1), rounded(0, 3)],
            [-1.75, 5.0, 0.0]
        );
        assert_eq!(rounded(1, 3), 1.0 / 3.0);
    }
}
