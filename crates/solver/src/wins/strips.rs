//! Lower bounds of sets of squares in Domineering: sums of a number and some switches.
//!
//! If Left gives up all dominoes across some lines between rows, a set `X` falls apart into strips,
//! and their sum is at most `X` (`solver/cuts.rs`). A strip of one row is a number. Strips of two
//! or three rows have values, if these are within reach.
//!
//! The *classes* are the sums `s` of some of `±1`, `±1/2` and `*`. Each is its own negative, so the
//! sum of two classes is a class: that of the switches which one of both has, and the other has
//! not. The *floors* of a game `G` are a number for each class: the greatest known multiple `n` of
//! 1/64 with `G >= n + s`.
//!
//! **Theorem.**
//!
//! 1. Let `r` be the right stop of `G + s`. Then `G >= n + s` if `n < r`, and not if `n > r`.
//! 2. If `G >= n + s` and `H >= m + c`, then `G + H >= (n + m) + (s + c)`.
//!
//! *Proof.* `G >= n + s` if and only if `G + s - n >= 0`, since `s + s = 0`: if Right, moving
//! first, loses `G + s - n`. He loses if its right stop `r - n` is positive, and wins if it is
//! negative: this is 1. Sums keep the order: this is 2. ∎
//!
//! By 2, the best floors of the first rows of a set follow from those of fewer rows and of the last
//! strip. So all cuts into strips are compared row by row.

use super::squares::valued;
use crate::SolveError;
use crate::cuts::Cutter;
use crate::playable::Playable;
use crate::recent::Recent;
use crate::squares::Region;
use boilingpoint_values::{Dyadic, Value, Values};
use rustc_hash::FxHashMap;

/// The multiples that floors are counted in: of `1/2^PLACES`.
const PLACES: u32 = 6;
pub const PARTS: i16 = 1 << PLACES;

const SWITCHES: usize = 3;
const CLASSES: usize = 1 << SWITCHES;

/// The floors of a game. Bit `k` of a place tells whether the class has the switch `k`.
pub type Floors = [i16; CLASSES];

/// The floors of a game of which nothing is known.
const UNKNOWN: Floors = [i16::MIN / 8; CLASSES];

/// The most rows of a strip.
const ROWS: usize = 3;

/// The greatest number of squares of a component of a strip of three rows that is valued.
const VALUED: u32 = 14;

/// The greatest number of values whose floors are kept.
const KEPT: usize = 1 << 16;

/// The most slots of the cache of strips.
const SLOTS: usize = 1 << 20;

/// A source of floors, with those that it found.
pub struct Strips {
    classes: [Value; CLASSES],
    /// For each class the least `n` such that Left wins `n` plus the class, moving first or second.
    least: [Floors; 2],
    values: FxHashMap<Value, Floors>,
    strips: Recent<u64, Floors>,
    /// The greatest number of squares of a component of a strip of three rows that is valued.
    pub valued: u32,
}

/// The greatest number of dominoes that fit into a line of squares.
pub fn dominoes(mut line: u16) -> i16 {
    let mut dominoes = 0;
    loop {
        let starts = line & line >> 1;
        if starts == 0 {
            return dominoes;
        }
        // The first domino leaves the most room.
        let first = starts & starts.wrapping_neg();
        line &= !(first | first << 1);
        dominoes += 1;
    }
}

impl Strips {
    /// The cache takes at most about `bytes` bytes.
    pub fn new(values: &mut Values, bytes: usize) -> Result<Strips, SolveError> {
        let mut classes = [Value::ZERO; CLASSES];
        let half = Dyadic::integer(1).half()?;
        for (k, x) in [Dyadic::integer(1), half, Dyadic::ZERO]
            .into_iter()
            .enumerate()
        {
            let ends = [x, x.neg()].map(|x| values.number(x));
            let switch = values.game(&ends[..1], &ends[1..])?;
            for (place, class) in classes.iter_mut().enumerate() {
                if place >> k & 1 == 1 {
                    *class = values.add(*class, switch)?;
                }
            }
        }
        let mut least = [[0; CLASSES]; 2];
        for (place, &class) in classes.iter().enumerate() {
            least[1][place] = -floor(values, class)?;
            // Left wins moving first unless the sum is at most 0.
            least[0][place] = 1 + floor(values, class)?;
        }
        Ok(Strips {
            classes,
            least,
            values: FxHashMap::default(),
            strips: Recent::new(bytes, SLOTS),
            valued: VALUED,
        })
    }
}

/// The greatest floor of a value for the class 0, by 1 of the theorem.
fn floor(values: &mut Values, value: Value) -> Result<i16, SolveError> {
    let stop = values.right_stop(value);
    let below = stop.times(i64::from(PARTS))?.floor();
    let number = values.number(Dyadic::new(below, PLACES)?);
    let is_floor = values.le(number, value)?;
    let floor = i16::try_from(below - i64::from(!is_floor));
    floor.map_err(|_| SolveError::Overflow)
}

/// Raises floors to those of the sum of two games.
fn raise(floors: &mut Floors, a: &Floors, b: &Floors) {
    for (x, a) in a.iter().enumerate() {
        for (y, b) in b.iter().enumerate() {
            floors[x ^ y] = floors[x ^ y].max(a.saturating_add(*b));
        }
    }
}

/// The floors of the sum of two games, by 2 of the theorem.
pub fn sum(a: &Floors, b: &Floors) -> Floors {
    let mut sum = UNKNOWN;
    raise(&mut sum, a, b);
    sum
}

impl Strips {
    /// The floors of a value.
    pub fn of_value(&mut self, values: &mut Values, value: Value) -> Result<Floors, SolveError> {
        if let Some(known) = self.values.get(&value) {
            return Ok(*known);
        }
        let mut floors = UNKNOWN;
        for (n, class) in floors.iter_mut().zip(self.classes) {
            let sum = values.add(value, class)?;
            *n = floor(values, sum)?;
        }
        if self.values.len() >= KEPT {
            self.values = FxHashMap::default();
        }
        self.values.insert(value, floors);
        Ok(floors)
    }

    /// The floors of a set by the best cuts into strips.
    pub fn of_set(&mut self, cutter: &mut Cutter<'_>, rows: &[u16]) -> Result<Floors, SolveError> {
        // The floors of the rows above the last `k` rows come at `k`.
        let mut above = [UNKNOWN; ROWS];
        above[0][0] = 0;
        for (i, &row) in rows.iter().enumerate() {
            let line = PARTS * dominoes(row);
            let mut floors = above[0].map(|n| n - line);
            // A cut without dominoes across it loses nothing.
            let links = (1..ROWS.min(i + 1)).take_while(|k| rows[i - k] & rows[i - k + 1] != 0);
            for k in links {
                if let Some(strip) = self.strip(cutter, &rows[i - k..=i])? {
                    raise(&mut floors, &above[k], &strip);
                }
            }
            above.rotate_right(1);
            above[0] = floors;
        }
        Ok(above[0])
    }

    /// The floors of a strip; `None` if it has no value within reach.
    fn strip(
        &mut self,
        cutter: &mut Cutter<'_>,
        rows: &[u16],
    ) -> Result<Option<Floors>, SolveError> {
        let key = rows.iter().fold(0, |key, &row| key << 16 | u64::from(row));
        let floors = match self.strips.get(key) {
            Some(known) => known,
            None => {
                let new = self.new_strip(cutter, rows)?;
                self.strips.put(key, new);
                new
            }
        };
        Ok((floors != UNKNOWN).then_some(floors))
    }

    fn new_strip(&mut self, cutter: &mut Cutter<'_>, rows: &[u16]) -> Result<Floors, SolveError> {
        let (parts, number) = Region::of_rows(rows).parts(cutter.solver.ruleset);
        if rows.len() == ROWS && parts.iter().any(|part| part.len() > self.valued) {
            return Ok(UNKNOWN);
        }
        let mut sum = cutter.solver.values.integer(number);
        for part in parts {
            let Some(value) = valued(cutter, part)? else {
                return Ok(UNKNOWN);
            };
            sum = cutter.solver.values.add(sum, value)?;
        }
        self.of_value(&mut cutter.solver.values, sum)
    }

    /// By how much Left wins a game with these floors, moving first (`turn` is 0) or second (1): at
    /// least 0 if she wins, in parts of 1.
    pub fn margin(&self, floors: &Floors, turn: usize) -> i16 {
        let margins = floors
            .iter()
            .zip(&self.least[turn])
            .map(|(n, least)| n - least);
        margins.max().unwrap_or(i16::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::Lookup;
    use crate::tests::draws;
    use crate::{Budget, Solver};
    use boilingpoint_rules::Domineering;

    /// Compares the floors of sets of up to four rows, by the value and by strips, with sums.
    #[test]
    fn floors_are_lower_bounds_and_those_of_values_are_the_best() {
        let mut solver = Solver::new(&Domineering, Budget::default());
        let budget = Budget::default();
        let mut next = draws();
        let (mut strict, mut equal) = (0, 0);
        for i in 0..200 {
            let mask = (1 << (3 + i % 3)) - 1;
            let rows: [u16; 4] = std::array::from_fn(|_| (next() | next()) as u16 & mask);
            let region = Region::of_rows(&rows);
            let mut cutter = Cutter::new(&mut solver, &budget, region);
            let (parts, number) = region.parts(&Domineering);
            let mut value = cutter.solver.values.integer(number);
            for part in parts {
                let known = part.known(cutter.solver).expect("small").value;
                value = cutter.solver.values.add(value, known).expect("small");
            }
            let mut strips = Strips::new(&mut cutter.solver.values, 1 << 20).expect("small");
            strips.valued = if i % 2 == 0 { 0 } else { 6 };
            let found = strips.of_set(&mut cutter, &rows).expect("small");
            let values = &mut cutter.solver.values;
            let best = strips.of_value(values, value).expect("small");
            for place in 0..CLASSES {
                let mut at_least = |n: i16| {
                    let number = Dyadic::new(i64::from(n), PLACES).expect("small");
                    let number = values.number(number);
                    let sum = values.add(number, strips.classes[place]).expect("small");
                    values.le(sum, value).expect("small")
                };
                assert!(found[place] <= best[place], "{rows:?}");
                assert!(
                    at_least(best[place]) && !at_least(best[place] + 1),
                    "{rows:?}"
                );
                strict += u32::from(found[place] < best[place]);
                equal += u32::from(found[place] == best[place]);
            }
            // The floors of the value tell no more than the value.
            let wins = [
                !values.le(value, Value::ZERO).expect("small"),
                values.le(Value::ZERO, value).expect("small"),
            ];
            for (turn, wins) in wins.into_iter().enumerate() {
                assert!(wins || strips.margin(&best, turn) < 0, "{rows:?}");
            }
        }
        assert!(strict > 50 && equal > 50, "{strict} {equal}");
    }

    #[test]
    fn dominoes_of_lines() {
        for (line, expected) in [(0, 0), (1, 0), (0b11, 1), (0b111, 1), (0b11_0111_1011, 4)] {
            assert_eq!(dominoes(line), expected, "{line:b}");
        }
    }
}
