//! Colour refinement by hashes.

use smallvec::SmallVec;

/// The greatest number of labels for which nothing is allocated on the heap.
const INLINE: usize = 16;

/// A bijective mixing function (the finaliser of SplitMix64; Steele, Lea, Flood 2014).
#[inline]
pub fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Refines labels until the number of different labels stays the same; returns whether all labels
/// are different.
///
/// In a round, every vertex mixes its label with the sum of its neighbours' labels. Vertices that
/// an automorphism of the labelled graph exchanges have the same label in the end; on forests the
/// converse holds as well. Labels are hashes: a collision can only make two labels equal that
/// should differ. There are at most as many rounds as vertices, and each round takes time linear in
/// the size of the graph.
#[inline]
pub fn refine<N: Iterator<Item = usize>>(
    labels: &mut [u64],
    neighbours: impl Fn(usize) -> N,
) -> bool {
    let mut cells = count_cells(labels);
    while cells < labels.len() {
        let mixed: SmallVec<[u64; INLINE]> = labels.iter().map(|&l| mix(l)).collect();
        for (v, label) in labels.iter_mut().enumerate() {
            let around = neighbours(v).fold(0u64, |sum, w| sum.wrapping_add(mixed[w]));
            *label = mix(*label ^ around.rotate_left(17));
        }
        let now = count_cells(labels);
        if now == cells {
            return false;
        }
        cells = now;
    }
    true
}

/// The number of different labels.
pub fn count_cells(labels: &[u64]) -> usize {
    if labels.len() <= 8 {
        let new = |&i: &usize| !labels[..i].contains(&labels[i]);
        return (0..labels.len()).filter(new).count();
    }
    let mut sorted: SmallVec<[u64; INLINE]> = labels.into();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}
