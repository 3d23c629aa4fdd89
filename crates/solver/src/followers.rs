//! The parts of the options of sets of squares, remembered for counts of positions.
//!
//! The verdict on the budget of a set often needs the number of its different positions
//! (`solver/count.rs`). A search breeds sets that have most of their positions in common. The parts
//! of a set's options, and the cost of adding up their values, depend on the set alone. So a solver
//! remembers them from one count to the next, and mostly only follows lists.

use super::squares::Region;
use boilingpoint_memory::bytes_of_table;
use rustc_hash::FxHashMap;

/// The most bytes of the lists of a solver.
const MOST: usize = 64 << 20;

/// The lists of a solver.
pub(super) struct Followers {
    lists: FxHashMap<Region, PartList>,
    /// The parts of all lists, one list after another.
    parts: Vec<Region>,
    most: usize,
}

/// The different parts of the options of a set.
#[derive(Clone, Copy)]
struct PartList {
    start: usize,
    len: usize,
    /// The cost of the options, in units.
    units: u64,
}

impl Followers {
    /// No lists; they may take about a quarter of `bytes`.
    pub fn new(bytes: usize) -> Followers {
        Followers {
            lists: FxHashMap::default(),
            parts: Vec::new(),
            most: MOST.min(bytes / 4),
        }
    }

    pub fn bytes(&self) -> usize {
        let entry = size_of::<(Region, PartList)>();
        bytes_of_table(self.lists.capacity(), entry) + self.parts.capacity() * size_of::<Region>()
    }

    /// The list of a set, and the cost of its options in units.
    pub fn of(&self, set: Region) -> Option<(&[Region], u64)> {
        let &PartList { start, len, units } = self.lists.get(&set)?;
        Some((&self.parts[start..][..len], units))
    }

    /// Keeps a list, each part once. If there is no room, all lists are forgotten first.
    pub fn keep(&mut self, set: Region, parts: &mut Vec<Region>, units: u64) {
        parts.sort_unstable();
        parts.dedup();
        // A vector or a table that grows doubles.
        if self.bytes() > self.most / 2 {
            (self.lists, self.parts) = Default::default();
        }
        let (start, len) = (self.parts.len(), parts.len());
        self.parts.extend_from_slice(parts);
        self.lists.insert(set, PartList { start, len, units });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;
    use boilingpoint_rules::Domineering;

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn lists_are_found_until_the_memory_is_full() {
        let set = |n: usize| {
            let board = parse_board(&format!("squares(2,{n})")).expect("small");
            Region::of(&Domineering, &board).expect("in the box")
        };
        let mut followers = Followers::new(1 << 12);
        assert_eq!((followers.most, followers.bytes()), (1 << 10, 0));
        assert_eq!(Followers::new(1 << 40).most, MOST);
        assert_eq!(followers.of(set(3)), None);
        followers.keep(set(3), &mut vec![set(2), set(1), set(2)], 70);
        assert_eq!(
            followers
                .of(set(3))
                .map(|(parts, units)| (parts.len(), units)),
            Some((2, 70))
        );
        let entry = size_of::<(Region, PartList)>();
        let bytes = bytes_of_table(3, entry) + followers.parts.capacity() * size_of::<Region>();
        assert_eq!(followers.bytes(), bytes);
        let mut kept = Vec::new();
        for n in 1..=8 {
            followers.keep(set(n), &mut vec![set(n); n], n as u64);
            kept.push((followers.lists.len(), followers.bytes()));
            assert_eq!(followers.of(set(n)), Some((&[set(n)][..], n as u64)));
        }
        assert_eq!(
            kept,
            [
                (2, 211),
                (3, 211),
                (3, 520),
                (1, 211),
                (2, 211),
                (3, 211),
                (4, 456),
                (5, 520)
            ]
        );
    }
}
