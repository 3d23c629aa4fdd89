//! Fitness: the exact values of an objective's expressions, the most important first.

use super::expression::Number;
use num_rational::Ratio;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// The values of an objective's expressions. A greater fitness is better. The order is
/// lexicographic, and extends dominance.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fitness(pub Vec<Number>);

/// The reason why a text is not a fitness.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitnessError {
    /// The list of components is empty.
    #[error("the fitness is empty")]
    Empty,
    /// A component is not a fraction of integers that fit into 128 bits.
    #[error("`{0}` is not a fraction like 3 or -7/4 of numbers that fit in 128 bits")]
    NotRational(String),
}

impl Fitness {
    /// Reads a fitness from its components. Each text is one component, such as `3` or `-7/4`.
    ///
    /// # Errors
    /// When there is no component, or a component is not a fraction that fits into 128 bits.
    pub fn parse<T: AsRef<str>>(components: &[T]) -> Result<Fitness, FitnessError> {
        if components.is_empty() {
            return Err(FitnessError::Empty);
        }
        let parsed = components.iter().map(|text| parse_rational(text.as_ref()));
        Ok(Fitness(parsed.collect::<Result<_, _>>()?))
    }

    /// The value of the first expression, which is the most important one.
    pub fn first(&self) -> Number {
        self.0.first().copied().unwrap_or_default()
    }

    /// The components as texts: fractions in lowest terms.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(Ratio::to_string).collect()
    }

    /// Reads the text that [`Display`](fmt::Display) writes: components joined by commas.
    ///
    /// # Errors
    /// The errors of [`Fitness::parse`].
    pub fn parse_joined(text: &str) -> Result<Fitness, FitnessError> {
        let components: Vec<&str> = text.split(", ").collect();
        Fitness::parse(&components)
    }
}

impl boilingpoint_evolve::FitnessValue for Fitness {
    fn lead(&self, other: &Fitness) -> f64 {
        (self.number(0) - other.number(0)).max(0.0)
    }

    fn components(&self) -> usize {
        self.0.len()
    }

    fn compare(&self, other: &Fitness, component: usize) -> Ordering {
        self.0.get(component).cmp(&other.0.get(component))
    }

    fn number(&self, component: usize) -> f64 {
        // IEEE conversions and divisions give the same result on every machine.
        let component = self.0.get(component);
        component.map_or(0.0, |n| *n.numer() as f64 / *n.denom() as f64)
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
        Fitness::parse(&Vec::<String>::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// Reads a fraction such as `3` or `-7/4`.
pub(super) fn parse_rational(text: &str) -> Result<Ratio<i128>, FitnessError> {
    let refused = || FitnessError::NotRational(text.to_string());
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !plain(numerator.strip_prefix('-').unwrap_or(numerator)) || !plain(denominator) {
        return Err(refused());
    }
    let numerator: i128 = numerator.parse().map_err(|_| refused())?;
    let denominator: i128 = denominator.parse().map_err(|_| refused())?;
    // `i128::MIN` has no negative in 128 bits, and reducing to lowest terms may need the negative.
    if denominator == 0 || numerator == i128::MIN {
        return Err(refused());
    }
    Ok(Ratio::new(numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitness(components: &[&str]) -> Fitness {
        Fitness::parse(components).unwrap()
    }

    #[test]
    fn compares_exactly_and_lexicographically() {
        assert!(fitness(&["3/2"]) > fitness(&["7/5"]));
        assert!(fitness(&["-3/2"]) < fitness(&["-7/5"]));
        assert!(fitness(&["10"]) > fitness(&["9"]));
        assert_eq!(fitness(&["6/4"]), fitness(&["3/2"]));
        assert!(fitness(&["1", "0"]) > fitness(&["1", "-1/2"]));
        assert!(fitness(&["1", "-9"]) > fitness(&["1/2", "9"]));
    }

    #[test]
    fn compares_where_cross_products_would_overflow() {
        let max = i128::MAX;
        let a = fitness(&[&format!("{max}/{}", max - 1)]);
        let b = fitness(&[&format!("{}/{}", max - 1, max - 2)]);
        assert!(a < b);
        assert!(fitness(&[&format!("-{max}/{}", max - 1)]) > fitness(&[&format!("-{max}/3")]));
        // The two integers are the same number as a 64-bit float.
        assert!(fitness(&["9007199254740993"]) > fitness(&["9007199254740992"]));
    }

    #[test]
    fn is_written_in_lowest_terms_and_read_back() {
        let f = fitness(&["6/4", "-0", "-14/2", "0/5"]);
        assert_eq!(f.to_string(), "3/2, 0, -7, 0");
        assert_eq!(Fitness::parse_joined(&f.to_string()).unwrap(), f);
        assert_eq!(f.texts(), ["3/2", "0", "-7", "0"]);
    }

    #[test]
    fn refuses_what_is_not_a_rational() {
        let min = i128::MIN.to_string();
        let texts = [
            "",
            "/",
            "1/",
            "/2",
            "1/0",
            "1.5",
            "1/-2",
            "+1",
            "1/+2",
            "--1",
            " 1",
            "1/2/3",
            "x",
            "nan",
            &min,
            "999999999999999999999999999999999999999999",
        ];
        for text in texts {
            let refused = Fitness::parse(&[text]).unwrap_err();
            assert_eq!(refused, FitnessError::NotRational(text.to_string()));
        }
        assert_eq!(Fitness::parse::<&str>(&[]), Err(FitnessError::Empty));
    }
}
