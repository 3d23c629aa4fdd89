//! The known numbers of boards of a kind and an order, from the Online Encyclopedia of Integer
//! Sequences.

use super::class::Kind;

/// The numbers of graphs of a kind with 1, 2, … vertices, up to isomorphism; empty if they are not
/// known here.
#[rustfmt::skip] // one number a line would hide the sequences
fn counts(kind: Kind) -> &'static [u64] {
    match kind {
        // Trees (OEIS A000055).
        Kind::Tree => &[
            1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1_301, 3_159, 7_741, 19_320, 48_629,
            123_867, 317_955, 823_065, 2_144_505, 5_623_756, 14_828_074, 39_299_897, 104_636_890,
            279_793_450,
        ],
        // Connected graphs (OEIS A001349).
        Kind::Connected => &[
            1, 1, 2, 6, 21, 112, 853, 11_117, 261_080, 11_716_571, 1_006_700_565, 164_059_830_476,
        ],
        // Connected bipartite graphs (OEIS A005142).
        Kind::Bipartite => &[
            1, 1, 1, 3, 5, 17, 44, 182, 730, 4_032, 25_598, 212_780, 2_241_730, 31_193_324,
            575_252_112, 14_218_209_962,
        ],
        // Connected graphs of girth at least 5 (OEIS A126757).
        Kind::Girth5 => &[
            1, 1, 1, 2, 4, 8, 18, 47, 137, 464, 1_793, 8_167, 43_645, 275_480, 2_045_279,
            17_772_647, 179_593_823, 2_098_423_758,
        ],
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The graphs whose components are the counted ones, by the Euler transform: as many as in OEIS
    /// A000088 (all graphs), A033995 (bipartite) and A006787 (girth at least 5).
    #[test]
    fn components_make_the_known_numbers_of_graphs() {
        let graphs = [
            (Kind::Connected, 10, 12_005_168),
            (Kind::Connected, 12, 165_091_172_592),
            (Kind::Bipartite, 12, 251_135),
            (Kind::Bipartite, 15, 611_846_940),
            (Kind::Girth5, 12, 12_066),
            (Kind::Girth5, 18, 2_322_206_466),
        ];
        for (kind, order, expected) in graphs {
            let count = |n: usize| known_count(kind, n).unwrap();
            // n·graphs[n] = Σ_k (Σ_{d | k} d·connected[d]) graphs[n-k]
            let mut all = vec![1u64];
            for n in 1..=order {
                let divided = |k: usize| -> u64 {
                    let divisors = (1..=k).filter(|d| k.is_multiple_of(*d));
                    divisors.map(|d| d as u64 * count(d)).sum()
                };
                let sum: u64 = (1..=n).map(|k| divided(k) * all[n - k]).sum();
                all.push(sum / n as u64);
            }
            assert_eq!(all[order], expected, "{} of order {order}", kind.name());
        }
    }

    /// Counts rooted trees by their recurrence, and free trees from them (Otter, *The number of
    /// trees*, 1948).
    #[test]
    fn trees_are_as_many_as_otter_says() {
        let most = known_orders(Kind::Tree);
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
