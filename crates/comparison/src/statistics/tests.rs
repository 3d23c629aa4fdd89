//! The statistics against SciPy 1.17.1: `mannwhitneyu` (methods `exact` and `asymptotic`),
//! `binomtest(k, n).proportion_ci(method="wilson")` and `binom.sf`. The exact p-values of samples
//! with ties come from all choices of ranks, listed with `itertools.combinations`.

use super::*;

fn close(found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(
        error <= 1e-12 + 1e-9 * expected,
        "{found} is not {expected}"
    );
}

fn tested(first: &[u64], second: &[u64], p: f64, smaller: f64) -> RankTest {
    let test = rank_test(first, second).expect("values");
    close(test.p, p);
    close(test.smaller, smaller);
    let turned = rank_test(second, first).expect("values");
    close(turned.p, p);
    close(turned.smaller, 1.0 - smaller);
    test
}

#[test]
fn small_samples_have_exact_p_values() {
    for (first, second, p, smaller) in [
        (&[1, 2, 3][..], &[4, 5, 6][..], 0.1, 1.0),
        (&[441, 519, 627], &[387, 388, 455], 0.2, 1.0 / 9.0),
        (
            &[3, 1, 4, 15, 9],
            &[2, 6, 5, 35, 8, 97],
            0.428_571_428_571_428_55,
            2.0 / 3.0,
        ),
        (
            &[12, 30, 7, 55, 41, 18, 29],
            &[33, 44, 52, 61, 70, 25, 90, 77],
            0.020_512_820_512_820_513,
            0.857_142_857_142_857_1,
        ),
        // With ties.
        (
            &[1, 1, 2],
            &[1, 2, 3, 3],
            0.314_285_714_285_714_3,
            0.791_666_666_666_666_6,
        ),
        (
            &[5, 9, 9, 9],
            &[2, 3, 5, 5, 9],
            0.134_920_634_920_634_9,
            0.175,
        ),
        (&[7, 7], &[7, 7, 7], 1.0, 0.5),
    ] {
        assert!(tested(first, second, p, smaller).is_exact);
    }
}

#[test]
fn large_samples_have_those_of_the_normal_approximation() {
    let of = |n: u64, value: fn(u64) -> u64| -> Vec<u64> { (0..n).map(value).collect() };
    let (first, second) = (
        of(30, |i| i * 37 % 101 + 5 * (i % 3)),
        of(25, |i| i * 53 % 97 + 20),
    );
    assert!(!tested(&first, &second, 0.302_438_412_390_385_6, 0.582).is_exact);
    let (first, second) = (
        of(50, |i| (i * 29 % 70).min(40)),
        of(50, |i| (i * 31 % 90).min(40)),
    );
    tested(&first, &second, 0.306_111_564_618_619_55, 0.5562);
    let (first, second) = (of(60, |i| i), of(60, |i| i + 40));
    tested(
        &first,
        &second,
        4.639_580_007_157_043e-17,
        0.944_444_444_444_444_4,
    );
    tested(&[5; 30], &[5; 30], 1.0, 0.5);
}

/// The approximation and the exact p-value are near each other where one gives way to the other.
#[test]
fn the_p_value_has_no_jump_between_the_methods() {
    for shift in [0, 3, 6, 9] {
        let p = |n: u64| {
            let first: Vec<u64> = (0..n).map(|i| 2 * i).collect();
            let second: Vec<u64> = (0..n).map(|i| 2 * i + 1 + 2 * shift).collect();
            rank_test(&first, &second).expect("values")
        };
        let (exact, approximate) = (p(20), p(21));
        assert!(exact.is_exact && !approximate.is_exact);
        assert!(
            (exact.p - approximate.p).abs() < 0.05,
            "{exact:?} {approximate:?}"
        );
    }
}

#[test]
fn few_runs_cannot_show_a_difference() {
    let least = |n: usize| rank_test(&vec![0; n], &vec![1; n]).expect("values").least_p;
    close(least(3), 0.1);
    close(least(4), 2.0 / 70.0);
    assert!(rank_test::<u64>(&[], &[1]).is_none());
}

#[test]
fn shares_have_intervals_of_wilson() {
    for (hits, of, low, high) in [
        (0, 1, 0.0, 0.793_450_685_622_762_6),
        (3, 3, 0.438_502_968_244_954_6, 1.0),
        (0, 20, 0.0, 0.161_125_158_052_819_35),
        (1, 20, 0.008_881_448_800_795_402, 0.236_131_193_446_742_05),
        (12, 20, 0.386_581_500_762_253_17, 0.781_193_467_627_182_9),
        (50, 50, 0.928_652_400_866_641_2, 1.0),
        (37, 113, 0.247_828_188_304_555_58, 0.418_386_181_204_047_36),
    ] {
        let share = share(hits, of).expect("runs");
        close(share.share, hits as f64 / of as f64);
        close(share.interval[0], low);
        close(share.interval[1], high);
    }
    assert!(share(0, 0).is_none());
}

#[test]
fn medians_have_the_interval_of_endless_resampling() {
    for (n, ends) in [
        (1, [0, 0]),
        (2, [0, 1]),
        (3, [0, 2]),
        (5, [0, 4]),
        (10, [1, 7]),
        (20, [5, 13]),
        (50, [17, 31]),
        (101, [40, 60]),
        (1000, [468, 530]),
    ] {
        assert_eq!(median_interval(n), Some(ends), "{n}");
    }
    assert_eq!(median_interval(0), None);
    let [low, high] = median_interval(100_000).expect("values");
    assert!(49_500 < low && low < 50_000 && 50_000 < high && high < 50_500);
}

/// The draws that the formula stands for, with a fixed seed.
#[test]
fn resampling_gives_the_same_interval() {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    let (n, resamples) = (15, 20_000);
    let mut random = ChaCha8Rng::seed_from_u64(1979);
    let mut median = || {
        let mut drawn: Vec<u64> = (0..n).map(|_| u64::from(random.next_u32()) % n).collect();
        drawn.sort_unstable();
        drawn[drawn.len().div_ceil(2) - 1]
    };
    let mut medians: Vec<u64> = (0..resamples).map(|_| median()).collect();
    medians.sort_unstable();
    let ends = [medians[resamples / 40], medians[resamples - resamples / 40]];
    assert_eq!(median_interval(15), Some(ends.map(|end| end as usize)));
}

#[test]
fn several_tests_are_corrected_by_holm() {
    let corrected = holm(&[0.01, 0.04, 0.03, 0.005], 4);
    for (found, expected) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
        close(found, expected);
    }
    // Tests that are left out count as well.
    close(holm(&[0.01], 3)[0], 0.03);
    close(holm(&[0.9, 0.8], 2)[0], 1.0);
}
