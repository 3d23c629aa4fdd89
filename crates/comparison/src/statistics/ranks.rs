//! The rank test of Mann and Whitney, and the effect size of Vargha and Delaney.

/// The greatest number of values of both samples for which the p-value is exact. With more values
/// the normal approximation is as good.
const EXACT: usize = 40;

/// The result of a rank test of two samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankTest {
    /// The probability, if the samples came from one distribution, of a difference of ranks at least
    /// as great in either direction.
    pub p: f64,
    /// The share of pairs in which the value of the first sample is smaller. Equal pairs count half.
    pub smaller: f64,
    /// Whether the p-value is exact, given the ties. Otherwise it is that of the normal approximation
    /// with correction for ties and for continuity.
    pub is_exact: bool,
    /// The p-value of the greatest possible difference of samples of these sizes without ties.
    pub least_p: f64,
}

/// Compares two samples by the ranks of their values. `None` if a sample is empty.
pub fn rank_test<T: Ord>(first: &[T], second: &[T]) -> Option<RankTest> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let (n, m) = (first.len(), second.len());
    let ranks = Ranks::of(first, second);
    // Twice the number of pairs in which the first value is greater, with ties as halves.
    let greater = ranks.sum - (n * (n + 1)) as u64;
    let pairs = (n * m) as f64;
    let is_exact = n + m <= EXACT;
    let p = if is_exact {
        ranks.exact(n)
    } else {
        ranks.approximate(n, greater)
    };
    Some(RankTest {
        p,
        smaller: 1.0 - greater as f64 / 2.0 / pairs,
        is_exact,
        least_p: 2.0 / choices(n + m, n),
    })
}

/// The ranks of two samples together. All ranks are doubled, since equal values share the mean of
/// their ranks.
struct Ranks {
    doubled: Vec<u64>,
    /// The sum over the first sample.
    sum: u64,
    /// The sum of t^3 - t over the groups of t equal values.
    ties: f64,
}

impl Ranks {
    fn of<T: Ord>(first: &[T], second: &[T]) -> Ranks {
        let mut all: Vec<(&T, bool)> = first.iter().map(|value| (value, true)).collect();
        all.extend(second.iter().map(|value| (value, false)));
        all.sort_by(|a, b| a.0.cmp(b.0));
        let mut ranks = Ranks {
            doubled: Vec::with_capacity(all.len()),
            sum: 0,
            ties: 0.0,
        };
        for group in all.chunk_by(|a, b| a.0 == b.0) {
            let (before, size) = (ranks.doubled.len(), group.len());
            let rank = (2 * before + size + 1) as u64;
            let of_first = group.iter().filter(|(_, is_first)| *is_first).count();
            ranks.sum += rank * of_first as u64;
            ranks.doubled.extend(std::iter::repeat_n(rank, size));
            let size = size as f64;
            ranks.ties += size * size * size - size;
        }
        ranks
    }

    /// The share of all choices of `n` ranks whose sum is as far from the mean as that of the first
    /// sample, or farther.
    fn exact(&self, n: usize) -> f64 {
        let most = self.doubled.iter().sum::<u64>() as usize;
        // The number of choices of so many ranks with this sum. At most 40 over 20, about 10^11.
        let mut counts = vec![vec![0_u64; most + 1]; n + 1];
        counts[0][0] = 1;
        for (seen, &rank) in self.doubled.iter().enumerate() {
            for size in (1..=n.min(seen + 1)).rev() {
                for sum in rank as usize..=most {
                    counts[size][sum] += counts[size - 1][sum - rank as usize];
                }
            }
        }
        let mean = (n * (self.doubled.len() + 1)) as u64;
        let far = self.sum.abs_diff(mean);
        let all: u64 = counts[n].iter().sum();
        let sums = counts[n].iter().enumerate();
        let is_far = |(sum, _): &(usize, &u64)| (*sum as u64).abs_diff(mean) >= far;
        let as_far: u64 = sums.filter(is_far).map(|(_, count)| count).sum();
        as_far as f64 / all as f64
    }

    fn approximate(&self, n: usize, doubled_u: u64) -> f64 {
        let all = self.doubled.len() as f64;
        let pairs = n as f64 * (all - n as f64);
        let ties = self.ties / (all * (all - 1.0));
        let deviation = (pairs / 12.0 * (all + 1.0 - ties)).sqrt();
        let distance = (doubled_u as f64 / 2.0 - pairs / 2.0).abs() - 0.5;
        if deviation <= 0.0 || distance <= 0.0 {
            return 1.0;
        }
        libm::erfc(distance / deviation / std::f64::consts::SQRT_2)
    }
}

/// The number of ways to choose `k` of `n`.
fn choices(n: usize, k: usize) -> f64 {
    (1..=k).fold(1.0, |ways, i| ways * (n - k + i) as f64 / i as f64)
}
