//! Kinds of values, by which tables count boards.

use super::{Dyadic, Notation, Value, ValueError, Values};

/// The longest name of a kind that is a value itself, in characters.
const LONGEST: usize = 60;

impl Values {
    /// The kind of a value, in a word or two:
    ///
    /// - `integer`, or the denominator of another number, as in `number/8`;
    /// - the value itself if it is 0, a nimber, a sum of ups and a nimber, or the tiny or miny of a
    ///   game, as in `*2`, `^*`, `tiny(2)`;
    /// - `infinitesimal` for the others with both stops 0;
    /// - `number plus infinitesimal` if both stops are another number;
    /// - `hot` if the left stop is greater than the right stop.
    ///
    /// # Errors
    /// When the store of values reaches a limit.
    pub fn kind(&mut self, v: Value) -> Result<String, ValueError> {
        if let Some(x) = self.as_number(v) {
            return Ok(match (x == Dyadic::ZERO, x.exponent()) {
                (true, _) => "0".to_string(),
                (false, 0) => "integer".to_string(),
                (false, exponent) => format!("number/{}", 1u128 << exponent),
            });
        }
        if self.left_stop(v)? > self.right_stop(v) {
            return Ok("hot".to_string());
        }
        if !self.is_infinitesimal(v) {
            return Ok("number plus infinitesimal".to_string());
        }
        let is_named = self.nus(v).is_some() || self.tiny_or_miny(v)?.is_some();
        let name = is_named.then(|| self.notation(v, Notation::Text, LONGEST));
        Ok(name.flatten().unwrap_or("infinitesimal".to_string()))
    }
}
