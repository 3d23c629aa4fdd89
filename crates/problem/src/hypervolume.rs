//! The hypervolume of a front (Zitzler and Thiele 1998): the volume of the fitnesses that are at
//! least as good as a reference point and that a fitness of the front covers. It grows when a board
//! joins the front.

use super::expression::Number;
use super::fitness::Fitness;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Zero};
use std::cmp::Reverse;

/// The most slices that are computed: of `n` fitnesses of `d` components there are `n^(d - 2)`.
const MOST_SLICES: u64 = 10_000;

/// The exact hypervolume of fitnesses above a reference point. A fitness that is worse than the
/// reference in a component adds nothing. `None` if the volume does not fit into 128 bits, or takes
/// too long to compute: for a front of four expressions with more than 100 boards, or of five with
/// more than 21.
pub fn hypervolume<'a>(
    front: impl Iterator<Item = &'a Fitness>,
    reference: &Fitness,
) -> Option<Number> {
    let components = reference.0.len();
    let is_above = |f: &&Fitness| f.0.iter().zip(&reference.0).all(|(a, b)| a > b);
    let mut points: Vec<Vec<Number>> = Vec::new();
    for fitness in front.filter(is_above) {
        let above = fitness.0.iter().zip(&reference.0);
        points.push(
            above
                .map(|(a, b)| a.checked_sub(b))
                .collect::<Option<_>>()?,
        );
    }
    let slices = (points.len() as u64).checked_pow(components.saturating_sub(2) as u32);
    slices.filter(|&slices| slices <= MOST_SLICES)?;
    volume(points, components)
}

/// The volume that points cover above the origin, by their first components.
fn volume(mut points: Vec<Vec<Number>>, components: usize) -> Option<Number> {
    match components {
        0 => return Some(Number::zero()),
        1 => return Some(points.iter().map(|p| p[0]).max().unwrap_or_default()),
        _ => points.sort_by_key(|p| Reverse(p[components - 1])),
    }
    if components == 2 {
        return area(&points);
    }
    // Slices of equal last component, from the highest down.
    let mut sum = Number::zero();
    for i in 0..points.len() {
        let last = components - 1;
        let below = points.get(i + 1).map_or(Number::zero(), |p| p[last]);
        let height = points[i][last].checked_sub(&below)?;
        if height > Number::zero() {
            let slice = volume(points[..=i].to_vec(), last)?;
            sum = sum.checked_add(&slice.checked_mul(&height)?)?;
        }
    }
    Some(sum)
}

/// The area that points cover above the origin; the points with the greatest second component come
/// first.
fn area(points: &[Vec<Number>]) -> Option<Number> {
    let (mut sum, mut width) = (Number::zero(), Number::zero());
    for point in points {
        if point[0] > width {
            let more = point[0].checked_sub(&width)?;
            sum = sum.checked_add(&more.checked_mul(&point[1])?)?;
            width = point[0];
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitness(numbers: &[i128]) -> Fitness {
        Fitness(numbers.iter().map(|&n| Number::from_integer(n)).collect())
    }

    /// The number of unit cubes that the fitnesses cover, one by one.
    fn counted(front: &[Fitness], components: usize, most: i128) -> i128 {
        let cubes = (most as usize).pow(components as u32);
        let corner = |mut i: usize| -> Vec<i128> {
            let mut corner = Vec::new();
            for _ in 0..components {
                corner.push((i % most as usize) as i128);
                i /= most as usize;
            }
            corner
        };
        let is_covered = |corner: &[i128]| {
            front.iter().any(|f| {
                let mut both = f.0.iter().zip(corner);
                both.all(|(a, &b)| *a >= Number::from_integer(b + 1))
            })
        };
        (0..cubes).filter(|&i| is_covered(&corner(i))).count() as i128
    }

    #[test]
    fn volumes_are_numbers_of_cubes() {
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((seed >> 33) % 6) as i128
        };
        for components in 1..=5 {
            let reference = fitness(&vec![0; components]);
            for size in 0..7 {
                let front: Vec<Fitness> = (0..size)
                    .map(|_| fitness(&(0..components).map(|_| next()).collect::<Vec<_>>()))
                    .collect();
                let found = hypervolume(front.iter(), &reference).unwrap();
                let expected = counted(&front, components, 6);
                assert_eq!(found, Number::from_integer(expected), "{front:?}");
            }
        }
    }

    #[test]
    fn the_reference_and_fractions_count_exactly() {
        let front = [
            Fitness::parse(&["3/2", "-4"]).unwrap(),
            Fitness::parse(&["1/3", "-2"]).unwrap(),
            Fitness::parse(&["-5", "9"]).unwrap(),
        ];
        let reference = Fitness::parse(&["-1", "-8"]).unwrap();
        // 5/2 times 4, and 4/3 times 2 more; the last is worse than the reference.
        let found = hypervolume(front.iter(), &reference).unwrap();
        assert_eq!(found.to_string(), "38/3");
    }

    #[test]
    fn a_volume_that_takes_too_long_is_left_out() {
        let front: Vec<Fitness> = (0..60).map(|i| fitness(&[i, 60 - i, i, i, 1])).collect();
        assert_eq!(hypervolume(front.iter(), &fitness(&[-1; 5])), None);
        assert!(hypervolume(front.iter().take(20), &fitness(&[-1; 5])).is_some());
    }
}
