//! Numbers from degrees, from distances, and of small subgraphs.

use super::super::CheckError;
use super::shape::{components, degrees, distance_counts, size};
use super::{Answer, Marks, NoQuantity, count, quotient};

/// A fraction; absent if the denominator is 0.
pub(super) fn fraction(numerator: usize, denominator: usize) -> Answer {
    match denominator {
        0 => Err(NoQuantity::Absent),
        _ => quotient(numerator as i128, denominator as i128),
    }
}

/// The numbers of vertices at each distance from each vertex, if there is one component.
fn connected_counts(marks: &Marks) -> Result<Vec<Vec<usize>>, NoQuantity> {
    match components(marks)? {
        1 => Ok(distance_counts(marks)?),
        _ => Err(NoQuantity::Absent),
    }
}

fn eccentricities(marks: &Marks) -> Result<Vec<usize>, NoQuantity> {
    let counts = connected_counts(marks)?;
    Ok(counts.iter().map(|at| at.len() - 1).collect())
}

pub(super) fn radius(marks: &Marks) -> Answer {
    let least = eccentricities(marks)?.into_iter().min();
    count(least.ok_or(NoQuantity::Absent)?)
}

pub(super) fn average_eccentricity(marks: &Marks) -> Answer {
    let all = eccentricities(marks)?;
    fraction(all.iter().sum(), all.len())
}

/// The number of vertices whose eccentricity is this one's.
fn how_many(all: &[usize], eccentricity: Option<&usize>) -> Answer {
    let eccentricity = eccentricity.ok_or(NoQuantity::Absent)?;
    count(all.iter().filter(|&e| e == eccentricity).count())
}

pub(super) fn centre(marks: &Marks) -> Answer {
    let all = eccentricities(marks)?;
    how_many(&all, all.iter().min())
}

pub(super) fn periphery(marks: &Marks) -> Answer {
    let all = eccentricities(marks)?;
    how_many(&all, all.iter().max())
}

/// The sum of the distances from every vertex to every vertex.
fn all_distances(marks: &Marks) -> Result<usize, NoQuantity> {
    let counts = connected_counts(marks)?;
    let from = |at: &Vec<usize>| at.iter().enumerate().map(|(d, n)| d * n).sum::<usize>();
    Ok(counts.iter().map(from).sum())
}

pub(super) fn wiener(marks: &Marks) -> Answer {
    count(all_distances(marks)? / 2)
}

pub(super) fn average_distance(marks: &Marks) -> Answer {
    let order = marks.order();
    fraction(all_distances(marks)?, order * order.saturating_sub(1))
}

/// The number of sets of three vertices of which all two are adjacent.
pub(super) fn triangles(marks: &Marks) -> Answer {
    let mut found = 0;
    for c in 0..marks.order() {
        for b in 0..c {
            marks.meter.work(1 + b)?;
            let closes = |&a: &usize| marks.adjacent(a, b) && marks.adjacent(a, c);
            if marks.adjacent(b, c) {
                found += (0..b).filter(closes).count();
            }
        }
    }
    count(found)
}

/// The number of cycles `a b c d` of four different vertices, where `a` is the least and `b < d`.
pub(super) fn four_cycles(marks: &Marks) -> Answer {
    let mut found = 0;
    for a in 0..marks.order() {
        for &b in marks.near[a].iter().filter(|&&b| b > a) {
            for &d in marks.near[a].iter().filter(|&&d| d > b) {
                marks.meter.work(1 + marks.near[b].len())?;
                let closes = |&&c: &&usize| c > a && c != d && marks.adjacent(c, d);
                found += marks.near[b].iter().filter(closes).count();
            }
        }
    }
    count(found)
}

/// The numbers of common neighbours of all two vertices.
fn common_neighbours(marks: &Marks) -> Result<Vec<usize>, CheckError> {
    let mut all = Vec::new();
    for b in 0..marks.order() {
        for a in 0..b {
            marks.meter.work(marks.order())?;
            let is_common = |&v: &usize| marks.adjacent(v, a) && marks.adjacent(v, b);
            all.push((0..marks.order()).filter(is_common).count());
        }
    }
    Ok(all)
}

pub(super) fn most_common_neighbours(marks: &Marks) -> Answer {
    count(common_neighbours(marks)?.into_iter().max().unwrap_or(0))
}

pub(super) fn least_common_neighbours(marks: &Marks) -> Answer {
    let least = common_neighbours(marks)?.into_iter().min();
    count(least.ok_or(NoQuantity::Absent)?)
}

/// The degrees in increasing order.
fn rising(marks: &Marks) -> Vec<usize> {
    let mut all: Vec<usize> = degrees(marks).collect();
    all.sort_unstable();
    all
}

pub(super) fn distinct_degrees(marks: &Marks) -> Answer {
    let most = degrees(marks).max().unwrap_or(0);
    count(
        (0..=most)
            .filter(|&d| degrees(marks).any(|e| e == d))
            .count(),
    )
}

/// The mean of the two degrees in the middle, which may be one twice.
pub(super) fn median_degree(marks: &Marks) -> Answer {
    let all = rising(marks);
    match all.len() {
        0 => Err(NoQuantity::Absent),
        n => fraction(all[(n - 1) / 2] + all[n / 2], 2),
    }
}

/// Removes the last of rising degrees, and lessens as many of those before it as it says.
fn removed(marks: &Marks, all: &mut Vec<usize>) -> Result<(), CheckError> {
    marks.meter.work(1 + all.len())?;
    if let Some(most) = all.pop() {
        let next = all.len().saturating_sub(most);
        all[next..].iter_mut().for_each(|d| *d -= 1);
        all.sort_unstable();
    }
    Ok(())
}

/// The least number of vertices that are left when the process of Havel and Hakimi has no edge to
/// remove any more.
pub(super) fn residue(marks: &Marks) -> Answer {
    let mut all = rising(marks);
    while all.iter().any(|&d| d > 0) {
        removed(marks, &mut all)?;
    }
    count(all.len())
}

/// The number of steps of that process before some number is 0.
pub(super) fn first_zero(marks: &Marks) -> Answer {
    let mut all = rising(marks);
    let mut steps = 0;
    while !all.contains(&0) {
        if all.is_empty() {
            return Err(NoQuantity::Absent);
        }
        removed(marks, &mut all)?;
        steps += 1;
    }
    count(steps)
}

/// The greatest number of vertices of which each has as many neighbours as there are others: the
/// n-th one of falling degrees has n - 1.
pub(super) fn welsh_powell(marks: &Marks) -> Answer {
    let falling = rising(marks).into_iter().rev();
    count(
        falling
            .zip(0..)
            .filter(|(degree, others)| degree >= others)
            .count(),
    )
}

/// For each edge, the number of vertices that are adjacent to one of its ends.
pub(super) fn edge_neighbours(marks: &Marks) -> Result<Vec<usize>, CheckError> {
    let mut all = Vec::new();
    for (a, near) in marks.near.iter().enumerate() {
        for &b in near {
            marks.meter.work(marks.order())?;
            let is_near = |&v: &usize| marks.adjacent(v, a) || marks.adjacent(v, b);
            all.push((0..marks.order()).filter(is_near).count());
        }
    }
    Ok(all)
}

/// The most vertices of least degrees whose degrees sum to at most the size.
pub(super) fn annihilation(marks: &Marks) -> Answer {
    let all = rising(marks);
    let fits = |&n: &usize| all[..n].iter().sum::<usize>() <= size(marks);
    count((0..=all.len()).rev().find(fits).unwrap_or(0))
}

/// The sum of `numerator / d` over these numbers d, on the common denominator of all; absent if one
/// of them is 0.
fn sum_of_parts(numerator: i128, denominators: &[usize]) -> Answer {
    let overflow = || NoQuantity::GaveUp(CheckError::Overflow);
    let mut common = 1i128;
    for &d in denominators {
        let (mut a, mut b) = (common, d as i128);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        if d == 0 {
            return Err(NoQuantity::Absent);
        }
        common = common.checked_mul(d as i128 / a).ok_or_else(overflow)?;
    }
    let mut parts = denominators.iter().map(|&d| common / d as i128);
    let sum = parts.try_fold(0i128, |sum, part| {
        sum.checked_add(part.checked_mul(numerator)?)
    });
    quotient(sum.ok_or_else(overflow)?, common)
}

pub(super) fn inverse_degree(marks: &Marks) -> Answer {
    sum_of_parts(1, &degrees(marks).collect::<Vec<usize>>())
}

/// The sum of 2/(c + d) over all two adjacent vertices of degrees c and d.
pub(super) fn harmonic(marks: &Marks) -> Answer {
    let degree = |v: usize| marks.near[v].len();
    let after = |v: usize| marks.near[v].iter().filter(move |&&u| u > v);
    let sums = (0..marks.order()).flat_map(|v| after(v).map(move |&u| degree(u) + degree(v)));
    sum_of_parts(2, &sums.collect::<Vec<usize>>())
}

/// The greatest d for which vertices are left when those with fewer than d neighbours are removed
/// again and again.
pub(super) fn degeneracy(marks: &Marks) -> Answer {
    let mut greatest = 0;
    for d in 1..=marks.order() {
        let mut left: Vec<usize> = (0..marks.order()).collect();
        loop {
            marks.meter.work(1 + left.len() * left.len())?;
            let degree = |v: usize| left.iter().filter(|&&u| marks.adjacent(u, v)).count();
            let kept: Vec<usize> = left.iter().copied().filter(|&v| degree(v) >= d).collect();
            if kept.len() == left.len() {
                break;
            }
            left = kept;
        }
        if left.is_empty() {
            break;
        }
        greatest = d;
    }
    count(greatest)
}
