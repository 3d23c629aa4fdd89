//! The known numbers of boards, with which every table is compared.

use crate::problem::Kind;

/// The kinds of boards that the atlas covers.
pub const ATLAS_KINDS: [Kind; 2] = [Kind::Tree, Kind::Connected];

/// Trees with 1, 2, … vertices, up to isomorphism (OEIS A000055).
const TREES: [u64; 26] = [
    1,
    1,
    1,
    2,
    3,
    6,
    11,
    23,
    47,
    106,
    235,
    551,
    1_301,
    3_159,
    7_741,
    19_320,
    48_629,
    123_867,
    317_955,
    823_065,
    2_144_505,
    5_623_756,
    14_828_074,
    39_299_897,
    104_636_890,
    279_793_450,
];

/// Connected graphs with 1, 2, … vertices, up to isomorphism (OEIS A001349).
const CONNECTED: [u64; 12] = [
    1,
    1,
    2,
    6,
    21,
    112,
    853,
    11_117,
    261_080,
    11_716_571,
    1_006_700_565,
    164_059_830_476,
];

fn counts(kind: Kind) -> &'static [u64] {
    match kind {
        Kind::Tree => &TREES,
        Kind::Connected => &CONNECTED,
        _ => &[],
    }
}

/// The number of boards of a kind and order. `None` if the number is not in these tables.
pub fn known_count(kind: Kind, order: usize) -> Option<u64> {
    counts(kind).get(order.checked_sub(1)?).copied()
}

/// The largest order for which these tables have the number of boards of a kind; 0 if they have
/// none.
pub fn known_orders(kind: Kind) -> usize {
    counts(kind).len()
}

/// The sequence of the Online Encyclopedia of Integer Sequences that counts the boards of a kind.
pub fn sequence(kind: Kind) -> &'static str {
    match kind {
        Kind::Tree => "A000055",
        _ => "A001349",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts rooted trees by their recurrence, and free trees from them (Otter, *The number of
    /// trees*, 1948).
    #[test]
    fn trees_are_as_many_as_otter_says() {
        let most = TREES.len();
        // rooted[n]: n·rooted[n+1] = Σ_k (Σ_{d | k} d·rooted[d]) rooted[n-k+1]
        let mut rooted = vec![0u64, 1];
        for n in 1..most {
            let divided = |k: usize| -> u64 {
                let divisors = (1..=k).filter(|d| k.is_multiple_of(*d));
                divisors.map(|d| d as u64 * rooted[d]).sum()
            };
            let sum: u64 = (1..=n).map(|k| divided(k) * rooted[n + 1 - k]).sum();
            rooted.push(sum / n as u64);
        }
        for n in 1..=most {
            let pairs: u64 = (1..n).map(|k| rooted[k] * rooted[n - k]).sum();
            let doubled = if n % 2 == 0 { rooted[n / 2] } else { 0 };
            let free = rooted[n] - (pairs - doubled) / 2;
            assert_eq!(known_count(Kind::Tree, n), Some(free), "order {n}");
        }
        assert_eq!(known_count(Kind::Tree, most + 1), None);
        assert_eq!(known_count(Kind::Connected, 0), None);
    }
}
