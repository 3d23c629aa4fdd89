//! Sums of summands and a number.

use boilingpoint_values::{Dyadic, ValueError};
use smallvec::SmallVec;

/// The name of a summand: its place in the [store](super::store), and whether it equals its
/// negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(u32);

impl Id {
    pub fn new(place: usize, self_negative: bool) -> Option<Id> {
        let id = u32::try_from(2 * place + usize::from(self_negative)).ok()?;
        Some(Id(id))
    }

    pub fn place(self) -> usize {
        self.0 as usize / 2
    }

    pub fn is_self_negative(self) -> bool {
        self.0 % 2 == 1
    }
}

/// A number `x`, or a number that is nearer to `x` than all dyadics and infinitesimals: `x` plus or
/// minus `1/ω` (Conway, *On Numbers and Games*, ch. 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nearness {
    At,
    Above,
    Below,
}

impl Nearness {
    pub fn negative(self) -> Nearness {
        match self {
            Nearness::At => Nearness::At,
            Nearness::Above => Nearness::Below,
            Nearness::Below => Nearness::Above,
        }
    }
}

/// A sum of summands and a number. Summands that are negatives of each other are left out, since
/// `X - X = 0`; so equal sums are often equal as data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    pub number: Dyadic,
    /// Where the number of the sum is, relative to `number`.
    pub near: Nearness,
    /// The level whose penalty cools the sum.
    pub level: u8,
    /// Each summand once, in order, with its count; a negative count counts negatives.
    summands: SmallVec<[(Id, i32); 6]>,
}

impl Sum {
    pub fn of_number(number: Dyadic) -> Sum {
        Sum {
            number,
            near: Nearness::At,
            level: 0,
            summands: SmallVec::new(),
        }
    }

    pub fn of_summand(id: Id, count: i32) -> Sum {
        let mut sum = Sum::of_number(Dyadic::ZERO);
        sum.push(id, count);
        sum
    }

    pub fn summands(&self) -> &[(Id, i32)] {
        &self.summands
    }

    /// Adds a sum whose number is a dyadic, and stays at its level.
    pub fn plus(mut self, other: &Sum) -> Result<Sum, ValueError> {
        debug_assert_eq!(other.near, Nearness::At);
        self.number = self.number.add(other.number)?;
        for &(id, count) in other.summands() {
            self.push(id, count);
        }
        Ok(self)
    }

    pub fn plus_number(mut self, number: Dyadic) -> Result<Sum, ValueError> {
        self.number = self.number.add(number)?;
        Ok(self)
    }

    /// The sum at a level.
    pub fn at(self, level: u8) -> Sum {
        Sum { level, ..self }
    }

    /// The sum with its number at `number`, above it or below it.
    pub fn near(self, near: Nearness) -> Sum {
        Sum { near, ..self }
    }

    /// Drops the summands that are not kept.
    pub fn retain(&mut self, mut keep: impl FnMut(Id) -> bool) {
        self.summands.retain(|s| keep(s.0));
    }

    pub fn negative(mut self) -> Sum {
        self.number = self.number.neg();
        self.near = self.near.negative();
        for (id, count) in &mut self.summands {
            if !id.is_self_negative() {
                *count = -*count;
            }
        }
        self
    }

    /// Whether the sum is its own negative because its summands are.
    pub fn is_self_negative(&self) -> bool {
        self.number == Dyadic::ZERO && self.summands.iter().all(|s| s.0.is_self_negative())
    }

    /// Adds a summand `count` times.
    pub fn push(&mut self, id: Id, count: i32) {
        let place = self.summands.binary_search_by_key(&id, |s| s.0);
        let before = place.map_or(0, |place| self.summands[place].1);
        let after = match id.is_self_negative() {
            true => (before + count).rem_euclid(2),
            false => before + count,
        };
        match place {
            Ok(place) if after == 0 => drop(self.summands.remove(place)),
            Ok(place) => self.summands[place].1 = after,
            Err(_) if after == 0 => {}
            Err(place) => self.summands.insert(place, (id, after)),
        }
    }

    /// The number of bytes that the sum takes.
    pub fn bytes(&self) -> usize {
        let spilled = match self.summands.spilled() {
            true => self.summands.capacity() * size_of::<(Id, i32)>(),
            false => 0,
        };
        size_of::<Sum>() + spilled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(place: usize, is_self_negative: bool) -> Id {
        Id::new(place, is_self_negative).expect("small")
    }

    /// Two copies of a summand that equals its negative cancel, and so do a summand and its negative.
    #[test]
    fn equal_summands_cancel() {
        let (plain, own) = (id(3, false), id(4, true));
        let counts = |pushed: &[(Id, i32)]| {
            let mut sum = Sum::of_number(Dyadic::ZERO);
            pushed.iter().for_each(|&(id, count)| sum.push(id, count));
            sum.summands().to_vec()
        };
        assert_eq!(counts(&[(plain, 2), (plain, -2)]), []);
        assert_eq!(counts(&[(plain, 2), (plain, -3)]), [(plain, -1)]);
        assert_eq!(counts(&[(plain, 0), (own, 2), (own, -2)]), []);
        assert_eq!(counts(&[(own, -1)]), [(own, 1)]);
        assert_eq!(counts(&[(own, 1), (own, 2)]), [(own, 1)]);
        assert_eq!(counts(&[(own, 1), (own, 1), (plain, 5)]), [(plain, 5)]);
    }

    #[test]
    fn many_summands_take_more_bytes() {
        let mut sum = Sum::of_number(Dyadic::ZERO);
        assert_eq!((sum.level, sum.bytes()), (0, size_of::<Sum>()));
        (0..100).for_each(|place| sum.push(id(place, false), 1));
        let more = sum.summands.capacity() * size_of::<(Id, i32)>();
        assert_eq!(sum.bytes(), size_of::<Sum>() + more);
    }
}
