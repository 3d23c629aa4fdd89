//! Numbers that follow from the degrees of a graph.

use super::Fraction;
use boilingpoint_boards::Graph;
use num_traits::CheckedAdd;

/// The degrees, the greatest first.
fn falling(graph: &Graph) -> Vec<usize> {
    let mut degrees: Vec<usize> = graph.degrees().collect();
    degrees.sort_unstable_by(|a, b| b.cmp(a));
    degrees
}

/// The number of different degrees.
pub(super) fn distinct(graph: &Graph) -> usize {
    let mut degrees = falling(graph);
    degrees.dedup();
    degrees.len()
}

/// A step of the process of Havel and Hakimi on degrees of which the greatest is first: it is
/// removed, and as many of the next degrees as it says fall by one.
fn reduced(mut degrees: Vec<usize>) -> Vec<usize> {
    let most = degrees.remove(0);
    degrees.iter_mut().take(most).for_each(|d| *d -= 1);
    degrees.sort_unstable_by(|a, b| b.cmp(a));
    degrees
}

/// The number of zeros that the process of Havel and Hakimi ends with, when all degrees are zero.
/// (Favaron, Mahéo and Saclé, *On the residue of a graph*, 1991.)
pub(super) fn residue(graph: &Graph) -> usize {
    let mut degrees = falling(graph);
    while degrees.first().is_some_and(|&most| most > 0) {
        degrees = reduced(degrees);
    }
    degrees.len()
}

/// The number of steps of the process of Havel and Hakimi until a degree is zero.
pub(super) fn first_zero(graph: &Graph) -> Option<usize> {
    let mut degrees = falling(graph);
    let mut steps = 0;
    while *degrees.last()? > 0 {
        degrees = reduced(degrees);
        steps += 1;
    }
    Some(steps)
}

/// The greatest k such that k vertices have degree at least k - 1. (Welsh and Powell, *An upper
/// bound for the chromatic number of a graph*, 1967.)
pub(super) fn welsh_powell(graph: &Graph) -> usize {
    let degrees = falling(graph).into_iter();
    degrees.zip(0..).take_while(|(d, i)| d >= i).count()
}

/// The greatest number of vertices, those of least degree first, whose degrees sum to at most the
/// number of edges. (Pepper, *Binding independence*, 2004.)
pub(super) fn annihilation(graph: &Graph) -> usize {
    let sums = falling(graph).into_iter().rev().scan(0, |sum, degree| {
        *sum += degree;
        Some(*sum)
    });
    sums.take_while(|&sum| sum <= graph.size()).count()
}

/// The sum of numbers; `None` if one of them is missing, or if the sum does not fit.
fn sum(mut parts: impl Iterator<Item = Option<Fraction>>) -> Option<Fraction> {
    parts.try_fold(Fraction::from_integer(0), |sum, part| {
        sum.checked_add(&part?)
    })
}

/// The sum of 1/d over the degrees d; `None` if a degree is 0, or if the fraction does not fit.
pub(super) fn inverse(graph: &Graph) -> Option<Fraction> {
    let part = |d| (d > 0).then(|| Fraction::new(1, d as i128));
    sum(falling(graph).into_iter().map(part))
}

/// The sum of 2/(c + d) over the edges, where c and d are the degrees of the ends; `None` if the
/// fraction does not fit. (Fajtlowicz, *On conjectures of Graffiti II*, 1987.)
pub(super) fn harmonic(graph: &Graph) -> Option<Fraction> {
    let degree = |v| graph.degree_of(v) as i128;
    let part = |(a, b)| Some(Fraction::new(2, degree(a) + degree(b)));
    sum(graph.edges().map(part))
}

/// The greatest number with which some subgraph has no vertex of a lesser degree.
pub(super) fn degeneracy(graph: &Graph) -> usize {
    let mut degree: Vec<Option<usize>> = (0..graph.order())
        .map(|v| Some(graph.degree_of(v)))
        .collect();
    let mut most = 0;
    let least = |degree: &[Option<usize>]| {
        let left = (0..degree.len()).filter_map(|v| Some((degree[v]?, v)));
        left.min()
    };
    while let Some((d, v)) = least(&degree) {
        most = most.max(d);
        degree[v] = None;
        for u in graph.neighbours(v) {
            degree[u] = degree[u].map(|d| d.saturating_sub(1));
        }
    }
    most
}

/// The median of the degrees: the middle one, or the mean of the two middle ones. `None` for the
/// empty graph.
pub(super) fn median(graph: &Graph) -> Option<Fraction> {
    let degrees = falling(graph);
    let [high, low] = [degrees.len().checked_sub(1)? / 2, degrees.len() / 2];
    Some(Fraction::new((degrees[high] + degrees[low]) as i128, 2))
}
