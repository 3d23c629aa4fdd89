//! Random streams by address. A stream is a function of its address (seed, island, generation,
//! specimen), and no two specimens share a stream. So a draw depends neither on the thread that
//! makes it nor on other draws. The idea is the idea of counter-based generators (Salmon, Moraes,
//! Dror and Shaw, SC 2011); ChaCha is by Bernstein.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The stream at an address. The key of the cipher consists of the four numbers in little-endian
/// order.
pub fn stream(seed: u64, island: u64, generation: u64, specimen: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, number) in key
        .chunks_exact_mut(8)
        .zip([seed, island, generation, specimen])
    {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// A number in `0..n`, uniform up to a bias below `n / 2^64`. The method is Lemire's multiplication
/// without its rejection step, so a call always takes one draw.
///
/// # Panics
/// If `n` is 0.
pub fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    assert!(n > 0, "a choice among nothing");
    let wide = u128::from(rng.next_u64()) * n as u128;
    (wide >> 64) as usize
}

/// Returns true with the given probability, with an error of at most `2^-32`.
pub fn chance(rng: &mut ChaCha8Rng, probability: f64) -> bool {
    // A product with a power of two is exact, and the cast saturates.
    let threshold = (probability * 4_294_967_296.0) as u64;
    u64::from(rng.next_u32()) < threshold
}

/// `-log2(u)` for a uniform `u` in `(0, 1]`, interpolated linearly between powers of two. The
/// interpolation makes the result the same on every machine. Annealing at heat `t` takes a loss `d`
/// if `d <= t * surprise`: with probability `2^(-d / t)`.
pub fn surprise(rng: &mut ChaCha8Rng) -> f64 {
    let draw = rng.next_u64();
    let zeros = draw.leading_zeros().min(52);
    // The bits after the leading 1, as a fraction in `[0, 1)`.
    let rest = ((draw << zeros << 1) >> 11) as f64 / (1u64 << 53) as f64;
    f64::from(zeros) + 1.0 - rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_the_address() {
        let mut key = [0u8; 32];
        key[0] = 1;
        key[8] = 2;
        key[16] = 3;
        key[24] = 4;
        let mut direct = ChaCha8Rng::from_seed(key);
        assert_eq!(stream(1, 2, 3, 4).next_u64(), direct.next_u64());
        assert_ne!(stream(1, 2, 3, 4).next_u64(), stream(1, 2, 4, 3).next_u64());
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut rng = stream(7, 0, 0, 0);
        let mut counts = [0; 5];
        for _ in 0..5000 {
            counts[below(&mut rng, 5)] += 1;
        }
        assert!(
            counts.iter().all(|&c| (850..1150).contains(&c)),
            "{counts:?}"
        );
    }

    #[test]
    fn chance_respects_its_ends() {
        let mut rng = stream(7, 0, 0, 0);
        assert!((0..100).all(|_| !chance(&mut rng, 0.0)));
        assert!((0..100).all(|_| chance(&mut rng, 1.0)));
    }

    #[test]
    fn a_loss_of_one_at_heat_one_is_taken_by_even_chances() {
        let mut rng = stream(1, 2, 3, 4);
        let draws: Vec<f64> = (0..10_000).map(|_| surprise(&mut rng)).collect();
        let share = |loss: f64| draws.iter().filter(|&&d| loss <= d).count();
        assert!((4800..5200).contains(&share(1.0)), "{}", share(1.0));
        assert!((1150..1350).contains(&share(3.0)), "{}", share(3.0));
        assert_eq!(share(0.0), 10_000);
    }
}
