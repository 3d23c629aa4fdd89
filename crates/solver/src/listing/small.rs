//! Small positions of a claiming game: a copy is a few words, and a key of 128 bits tells two of
//! them apart.
//!
//! The labelling is nearly canonical. The vertices are sorted by the tints and degrees around them,
//! and ties are broken by their places. So a position may have several keys. This costs a second
//! valuation and nothing else.

use super::super::rules::Rules;
use boilingpoint_boards::classes::{Classes, component};
use boilingpoint_boards::{BitRow, Board, Tint};
use boilingpoint_rules::Player;

/// The greatest number of vertices of a position. Its key has a bit for each of 55 pairs, two bits
/// for each vertex, and the number of vertices.
pub(super) const MOST_VERTICES: usize = 11;

/// The number of bits of a set of vertices.
const WIDTH: usize = 16;

/// The distance up to which the tints and degrees around a vertex decide its place.
const ROUNDS: usize = 2;

/// A number of 11 bits that depends on all bits of another.
fn scattered(n: u16) -> u16 {
    n.wrapping_add(1).wrapping_mul(0x9e3b) >> 5
}

/// A number for each vertex. A loop over all of them is a few instructions on words of 128 bits if
/// nothing in it is checked, so the sums wrap.
type Numbers = [u16; WIDTH];

/// The numbers with one bit each.
const BITS: Numbers = {
    let mut bits = [0; WIDTH];
    let mut v = 0;
    while v < WIDTH {
        bits[v] = 1 << v;
        v += 1;
    }
    bits
};

/// All bits at the vertices of a set, no bits at the others.
fn masks(set: u16) -> Numbers {
    BITS.map(|bit| if set & bit == bit { u16::MAX } else { 0 })
}

/// A position of at most [`MOST_VERTICES`] vertices. The sets and rows are sets of vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Small {
    /// The vertices that are on the board.
    all: u16,
    rows: [u16; WIDTH],
    /// The vertices with the tint of Left, and those with the tint of Right.
    tints: [u16; 2],
}

impl Small {
    /// An untinted board; it has from 1 to 16 vertices.
    pub fn of(board: &Board) -> Small {
        let mut rows = [0; WIDTH];
        for (v, row) in rows.iter_mut().enumerate().take(board.order()) {
            *row = board.graph().row(v)[0] as u16;
        }
        Small {
            all: ((1u32 << board.order()) - 1) as u16,
            rows,
            tints: [0; 2],
        }
    }

    pub fn degree(&self, v: usize) -> u32 {
        self.rows[v].count_ones()
    }

    pub fn is_connected(&self) -> bool {
        component(&self.rows, self.all.least(), self.all) == self.all
    }

    /// A vertex of greatest degree among those that a player may claim.
    pub fn widest(&self, rules: &Rules, player: Player) -> Option<usize> {
        self.open(rules, player)
            .bits()
            .max_by_key(|&v| self.degree(v))
    }

    /// The vertices without a tint, with the tint of Left, and with the tint of Right.
    fn by_tint(&self) -> [u16; 3] {
        let [left, right] = self.tints;
        [self.all & !(left | right), left, right]
    }

    /// The vertices that a player may claim.
    fn open(&self, rules: &Rules, player: Player) -> u16 {
        rules.open(self.by_tint(), player)
    }

    /// The vertices that a player has to try: of false twins one, and no dominated claims (the
    /// theorem in `solver/rules.rs`).
    pub fn claims(&self, rules: &Rules, player: Player) -> u16 {
        let open = [player, player.other()].map(|p| self.open(rules, p));
        let order = open[0].bits();
        let mut left = rules.undominated(open, &self.rows, |_| true, order, |_, _| ());
        let tint = |v: usize| self.tints.map(|set| set >> v & 1);
        let alike = |u: usize, v: usize| self.rows[u] == self.rows[v] && tint(u) == tint(v);
        for u in left.bits() {
            if (left & ((1 << u) - 1)).bits().any(|v| alike(u, v)) {
                left &= !(1 << u);
            }
        }
        left
    }

    /// The position after a claim, without the edges that have no effect on play.
    pub fn claim(&self, rules: &Rules, v: usize, player: Player) -> Small {
        let (tints, gone) = rules.recoloured(self.by_tint(), self.rows[v], player);
        let all = self.all & !(gone | 1 << v);
        let mut next = Small {
            all,
            rows: [0; WIDTH],
            tints: tints.map(|set| set & all),
        };
        let sets = next.by_tint();
        for (set, idle) in sets.into_iter().zip(rules.idle(sets)) {
            for v in set.bits() {
                next.rows[v] = self.rows[v] & all & !idle;
            }
        }
        next
    }

    /// The place of each vertex in the order of the key: by tint and degree, and by the tints and
    /// degrees of the vertices at distance one and two.
    fn places(&self) -> Numbers {
        let mut own: Numbers = [0; WIDTH];
        for (tint, set) in self.by_tint().into_iter().enumerate() {
            for v in set.bits() {
                own[v] = scattered((tint as u16) << 4 | self.degree(v) as u16);
            }
        }
        for _ in 0..ROUNDS {
            let mut sums: Numbers = [0; WIDTH];
            for u in self.all.bits() {
                for (sum, mask) in sums.iter_mut().zip(masks(self.rows[u])) {
                    *sum = sum.wrapping_add(own[u] & mask);
                }
            }
            for (own, sum) in own.iter_mut().zip(sums) {
                *own = scattered(own.wrapping_mul(3).wrapping_add(sum));
            }
        }
        for (v, own) in own.iter_mut().enumerate() {
            *own = *own << 4 | v as u16;
        }
        let mut places: Numbers = [0; WIDTH];
        for u in self.all.bits() {
            for (place, own_of_v) in places.iter_mut().zip(own) {
                *place = place.wrapping_add(u16::from(own_of_v > own[u]));
            }
        }
        places
    }

    /// The key of the position. Different positions have different keys.
    pub fn key(&self) -> u128 {
        let places = self.places();
        let mut at = [0; WIDTH];
        // The neighbours of each vertex, as a set of places.
        let mut rows: Numbers = [0; WIDTH];
        for u in self.all.bits() {
            let place = places[u];
            at[usize::from(place)] = u;
            for (row, mask) in rows.iter_mut().zip(masks(self.rows[u])) {
                *row |= 1 << place & mask;
            }
        }
        let len = self.all.count_ones() as usize;
        let mut key = len as u128;
        let mut used = 4;
        for (place, &v) in at[..len].iter().enumerate() {
            let earlier = u32::from(rows[v]) & ((1 << place) - 1);
            let [left, right] = self.tints.map(|set| u32::from(set >> v & 1));
            key |= u128::from(earlier << 2 | left << 1 | right) << used;
            used += place + 2;
        }
        key
    }

    /// The position as the solver plays it, with each vertex as a class, and the set of the classes
    /// that are on the board.
    pub fn classes(&self) -> (Classes<u16>, u16) {
        let mut classes = Classes::default();
        for v in 0..16 - self.all.leading_zeros() as usize {
            let tint = match self.tints.map(|set| set >> v & 1 == 1) {
                [true, _] => Tint::Left,
                [_, true] => Tint::Right,
                _ => Tint::None,
            };
            classes.push(self.rows[v], tint, 1);
        }
        (classes, self.all)
    }
}
