//! Selection of parents in a population that is sorted with the best specimen first, so that an
//! index is a rank.

use rand_chacha::ChaCha8Rng;

use super::settings::{Selection, Settings};
use super::stream::below;

/// Draws the rank of a parent among `n` specimens.
pub(super) fn select(settings: &Settings, n: usize, rng: &mut ChaCha8Rng) -> usize {
    match settings.selection {
        Selection::Tournament => tournament(n, settings.tournament, rng),
        Selection::Ranked => ranked(n, rng),
    }
}

/// The best of `size` ranks that are drawn at random.
fn tournament(n: usize, size: usize, rng: &mut ChaCha8Rng) -> usize {
    (0..size.max(1)).map(|_| below(rng, n)).min().unwrap_or(0)
}

/// Linear ranking (Baker 1985): rank `r` has probability in proportion to `n - r`.
fn ranked(n: usize, rng: &mut ChaCha8Rng) -> usize {
    let mut draw = below(rng, n * (n + 1) / 2);
    for rank in 0..n {
        match draw.checked_sub(n - rank) {
            Some(rest) => draw = rest,
            None => return rank,
        }
    }
    n - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::stream;

    #[test]
    fn pressure_grows_with_the_tournament() {
        let mut rng = stream(1, 0, 0, 0);
        let mut total = |size| {
            (0..2000)
                .map(|_| tournament(100, size, &mut rng))
                .sum::<usize>()
                / 2000
        };
        assert!((45..55).contains(&total(1)));
        assert!((20..29).contains(&total(3)));
        assert!(total(10) < 12);
    }

    #[test]
    fn linear_ranking_is_linear() {
        let mut rng = stream(1, 0, 0, 0);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[ranked(4, &mut rng)] += 1;
        }
        for (rank, expected) in [4000, 3000, 2000, 1000].into_iter().enumerate() {
            assert!(
                (expected - 200..expected + 200).contains(&counts[rank]),
                "{counts:?}"
            );
        }
    }
}
