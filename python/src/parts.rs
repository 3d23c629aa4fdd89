//! Values taken apart into their forms, for pickles.

use boilingpoint::{Value, Values};
use boilingpoint_values::{Dyadic, ValueError};
use std::collections::HashMap;

/// A form: a number as numerator and exponent of the denominator, and the options of both players
/// as places in the list of forms before it. Only one of the two is used.
pub type Part = ((i64, u32), Vec<usize>, Vec<usize>);

/// The forms of a value, options before the games that have them; the value itself is the last.
///
/// # Errors
/// When a number does not fit.
pub fn of(values: &mut Values, v: Value) -> Result<Vec<Part>, ValueError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut places: HashMap<Value, usize> = HashMap::new();
    let mut waiting = vec![v];
    while let Some(&next) = waiting.last() {
        if places.contains_key(&next) {
            waiting.pop();
            continue;
        }
        let part = match values.as_number(next) {
            Some(x) => ((x.numerator(), x.exponent()), Vec::new(), Vec::new()),
            None => {
                let sides = [values.lefts(next)?, values.rights(next)?];
                let missing = sides.iter().flatten().filter(|w| !places.contains_key(w));
                let before = waiting.len();
                waiting.extend(missing.copied().collect::<Vec<Value>>());
                if waiting.len() > before {
                    continue;
                }
                let [lefts, rights] = sides.map(|side| side.iter().map(|w| places[w]).collect());
                ((0, 0), lefts, rights)
            }
        };
        places.insert(next, parts.len());
        parts.push(part);
        waiting.pop();
    }
    Ok(parts)
}

/// Whether a list may be that of a value.
pub fn are_sound(parts: &[Part]) -> bool {
    let is_sound = |(place, (_, lefts, rights)): (usize, &Part)| {
        lefts.iter().chain(rights).all(|&option| option < place)
    };
    !parts.is_empty() && parts.iter().enumerate().all(is_sound)
}

/// The value that was taken apart.
///
/// # Errors
/// The errors of [`Values::game`].
pub fn assemble(values: &mut Values, parts: &[Part]) -> Result<Value, ValueError> {
    let mut all: Vec<Value> = Vec::with_capacity(parts.len());
    for ((numerator, exponent), lefts, rights) in parts {
        let of = |side: &[usize]| side.iter().map(|&place| all[place]).collect::<Vec<Value>>();
        let value = match lefts.is_empty() && rights.is_empty() {
            true => values.number(Dyadic::new(*numerator, *exponent)?),
            false => values.game(&of(lefts), &of(rights))?,
        };
        all.push(value);
    }
    all.pop().ok_or(ValueError::Overflow)
}
