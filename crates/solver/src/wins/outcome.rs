//! Who wins a set of squares in Domineering.
//!
//! A depth-first search with a table of the positions that it decided. Each set is seen by the
//! player who moves: she is Left, and the other player gets the negative. Left wins if some move
//! leads to a set that the other player, moving first, loses. Components within one line are
//! replaced by their integers, whose moves are searched as well.
//!
//! A set is decided without a search where the floors of the set or of its negative tell who wins
//! (`strips.rs`), or where values of its components do. Of the other moves, those come first whose
//! floors are the farthest in Left's favour.
//!
//! Breuker, Uiterwijk and van den Herik (*Solving 8 x 8 Domineering*, 2000) and Bullock
//! (*Domineering: solving large combinatorial search spaces*, 2002) searched with a table of
//! positions and with bounds that count moves; Uiterwijk (2016) decides by values of components.

use super::lines::Lines;
use super::squares::valued;
use super::strips::{Floors, PARTS, Strips, sum};
use crate::SolveError;
use crate::cuts::Cutter;
use crate::playable::Playable;
use crate::squares::Region;
use boilingpoint_memory::{Share, is_deep};
use boilingpoint_values::Value;
use smallvec::SmallVec;

/// The greatest number of squares of a component that is valued.
const VALUED: u32 = 12;

/// The steps of work on values that take as long as a step.
const VALUE_WORK_A_STEP: u64 = 2;

/// The bits of an entry that tell who wins, and the first bit of those for the size of the search.
const WON: u32 = 120;
const SIZE: u32 = 121;

/// The positions that were decided. An entry is a word: a key, who wins, and the logarithm of the
/// steps that the search took. Of the two entries of a slot, the first took the most steps, and the
/// second is the newest.
struct Decided(Vec<[u128; 2]>);

impl Decided {
    fn new(bytes: usize) -> Decided {
        let slots = bytes / size_of::<[u128; 2]>();
        Decided(vec![[0; 2]; 1 << slots.max(1).ilog2()])
    }

    fn slot(&self, key: u128) -> usize {
        let mixed = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x1656_67b1_9e37_79f9);
        // The number of slots is a power of two.
        (mixed >> 20) as usize & (self.0.len() - 1)
    }

    fn get(&self, key: u128) -> Option<bool> {
        let entries = self.0[self.slot(key)];
        let is_own = |entry: &u128| entry >> SIZE != 0 && (entry ^ key) << (128 - WON) == 0;
        let entry = entries.into_iter().find(is_own)?;
        Some(entry >> WON & 1 == 1)
    }

    fn put(&mut self, key: u128, won: bool, steps: u64) {
        let size = u128::from((steps + 1).ilog2() + 1);
        let entry = key | u128::from(won) << WON | size << SIZE;
        let slot = self.slot(key);
        let [largest, newest] = &mut self.0[slot];
        if size >= *largest >> SIZE {
            *newest = std::mem::replace(largest, entry);
        } else {
            *newest = entry;
        }
    }
}

/// The verdict on a set without a search: who wins, or by how much the floors favour the player
/// who moves.
enum Sight {
    Won(bool),
    Margin(i16),
}

/// An option that is not decided at sight.
struct Open {
    lines: Lines,
    key: u128,
    /// By how much the floors are in favour of the other player, and by how many moves.
    rank: (i16, i64),
}

/// A search for the winner.
pub struct OutcomeSearch<'c, 's> {
    cutter: &'c mut Cutter<'s>,
    pub strips: Strips,
    decided: Decided,
    /// The greatest number of squares of a component that is valued.
    pub valued: u32,
    /// The steps that are left.
    work: u64,
    /// The memory is counted while this lives.
    _share: Share,
}

impl<'c, 's> OutcomeSearch<'c, 's> {
    /// A search of at most `work` steps, whose tables take at most about `bytes` bytes.
    pub fn new(cutter: &'c mut Cutter<'s>, work: u64, bytes: usize) -> Result<Self, SolveError> {
        let mut share = Share::take();
        share.hold(bytes);
        let strips = Strips::new(&mut cutter.solver.values, bytes / 2)?;
        // No step makes more than one entry.
        let entries = usize::try_from(work).unwrap_or(usize::MAX);
        let bytes = (bytes / 2).min(entries.saturating_mul(size_of::<u128>()));
        Ok(OutcomeSearch {
            cutter,
            strips,
            decided: Decided::new(bytes),
            valued: VALUED,
            work,
            _share: share,
        })
    }

    /// The steps that are left.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Whether Left, moving first, wins a set.
    pub fn left_wins(&mut self, region: Region) -> Result<bool, SolveError> {
        let lines = Lines::of_rows(region.rows());
        match self.sight(&lines)? {
            Sight::Won(won) => Ok(won),
            Sight::Margin(_) => self.wins(&lines),
        }
    }

    fn charge(&mut self, steps: u64) -> Result<(), SolveError> {
        let left = self.work.checked_sub(steps);
        self.work = left.unwrap_or(0);
        left.map(drop)
            .ok_or_else(|| self.cutter.solver.over_budget())
    }

    /// Whether the player who moves wins a set that is not decided at sight.
    fn wins(&mut self, lines: &Lines) -> Result<bool, SolveError> {
        self.cutter.solver.look_at_stop()?;
        if is_deep() {
            return Err(self.cutter.solver.memory());
        }
        let before = self.work;
        let won = match self.open_options(lines)? {
            Some(open) => self.some_is_lost(&open)?,
            None => true,
        };
        self.decided.put(lines.key(), won, before - self.work);
        Ok(won)
    }

    /// The options that are not decided, those in favour of the player first; `None` if the other
    /// player is known to lose some option.
    fn open_options(&mut self, lines: &Lines) -> Result<Option<Vec<Open>>, SolveError> {
        let mut open = Vec::new();
        for option in lines.options() {
            let margin = match self.sight(&option)? {
                Sight::Won(true) => continue,
                Sight::Won(false) => return Ok(None),
                Sight::Margin(margin) => margin,
            };
            let key = option.key();
            match self.decided.get(key) {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => {
                    let [own, other] = [option.turned(), option].map(|l| i64::from(l.moves()));
                    open.push(Open {
                        lines: option,
                        key,
                        rank: (margin, other - own),
                    });
                }
            }
        }
        open.sort_by_key(|option| option.rank);
        Ok(Some(open))
    }

    /// Whether the other player, moving first, loses some option.
    fn some_is_lost(&mut self, open: &[Open]) -> Result<bool, SolveError> {
        for Open { lines, key, .. } in open {
            // A search of another option may have decided it.
            let wins = match self.decided.get(*key) {
                Some(known) => known,
                None => self.wins(lines)?,
            };
            if !wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn sight(&mut self, lines: &Lines) -> Result<Sight, SolveError> {
        self.charge(1)?;
        let before = self.cutter.solver.values.work();
        let sight = match self.by_strips(lines)? {
            Sight::Margin(margin) => self.by_components(lines, margin),
            won @ Sight::Won(_) => Ok(won),
        };
        let work = self.cutter.solver.values.work() - before;
        self.charge(work / VALUE_WORK_A_STEP)?;
        sight
    }

    fn by_strips(&mut self, lines: &Lines) -> Result<Sight, SolveError> {
        let number = PARTS * lines.number;
        let mut sides = [Floors::default(); 2];
        for (floors, (rows, number)) in sides
            .iter_mut()
            .zip([(&lines.rows, number), (&lines.columns, -number)])
        {
            *floors = self.strips.of_set(self.cutter, rows)?.map(|n| n + number);
        }
        Ok(self.compared(&sides))
    }

    /// Who wins, by the floors of a set and those of its negative.
    fn compared(&self, [own, other]: &[Floors; 2]) -> Sight {
        let own = self.strips.margin(own, 0);
        if own >= 0 {
            return Sight::Won(true);
        }
        let other = self.strips.margin(other, 1);
        if other >= 0 {
            return Sight::Won(false);
        }
        Sight::Margin(own - other)
    }

    /// Who wins, by the values of small components and the floors of large ones. `margin` is what
    /// the floors of the whole set tell.
    fn by_components(&mut self, lines: &Lines, margin: i16) -> Result<Sight, SolveError> {
        let (parts, _) = Region::of_rows(&lines.rows).parts(self.cutter.solver.ruleset);
        if parts.len() == 1 && parts[0].len() > self.valued {
            return Ok(Sight::Margin(margin));
        }
        let mut small = self.cutter.solver.values.integer(lines.number.into());
        let mut large: SmallVec<[Region; 2]> = SmallVec::new();
        for part in parts {
            let value = match part.len() > self.valued {
                true => None,
                false => valued(self.cutter, part)?,
            };
            match value {
                Some(value) => small = self.cutter.solver.values.add(small, value)?,
                None => large.push(part),
            }
        }
        let values = &mut self.cutter.solver.values;
        if large.is_empty() {
            return Ok(Sight::Won(!values.le(small, Value::ZERO)?));
        }
        let negative = values.neg(small)?;
        let mut sides = [Floors::default(); 2];
        for (floors, value) in sides.iter_mut().zip([small, negative]) {
            *floors = self
                .strips
                .of_value(&mut self.cutter.solver.values, value)?;
        }
        for part in large {
            let images = [part, part.turned()].map(Region::rows);
            for (floors, rows) in sides.iter_mut().zip(images) {
                *floors = sum(floors, &self.strips.of_set(self.cutter, &rows)?);
            }
        }
        Ok(self.compared(&sides))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the two entries of a slot, one took the most steps, and the other is the newest.
    #[test]
    fn a_slot_keeps_the_largest_and_the_newest() {
        let sizes = [0, 31, 32, 63, 64, 1_000].map(|bytes| Decided::new(bytes).0.len());
        assert_eq!(sizes, [1, 1, 1, 1, 2, 16]);
        let mut decided = Decided::new(0);
        let kept = |decided: &Decided| [5, 6, 7, 8, 9].map(|key| decided.get(key));
        assert_eq!(kept(&decided), [None; 5]);
        assert_eq!(decided.get(0), None);
        decided.put(5, true, 100);
        assert_eq!(kept(&decided), [Some(true), None, None, None, None]);
        decided.put(6, false, 3);
        decided.put(7, true, 60);
        assert_eq!(kept(&decided), [Some(true), None, Some(true), None, None]);
        decided.put(8, false, 64);
        assert_eq!(kept(&decided), [Some(true), None, None, Some(false), None]);
        decided.put(9, true, 0);
        assert_eq!(kept(&decided), [None, None, None, Some(false), Some(true)]);
        decided.put(1 << 119, true, 1);
        assert_eq!(decided.get(1 << 119), Some(true));
        let logarithms = [0, 1, 2, 3, 6, 7].map(|steps| {
            let mut decided = Decided::new(0);
            decided.put(0, false, steps);
            decided.0[0][0] >> SIZE
        });
        assert_eq!(logarithms, [1, 2, 2, 3, 3, 4]);
    }
}
