//! Numbers that follow from the distances of a connected graph; `None` for other graphs and for the
//! empty graph.

use super::Fraction;
use boilingpoint_boards::Graph;

/// The eccentricity of each vertex.
fn eccentricities(graph: &Graph) -> Option<Vec<usize>> {
    let all = || (0..graph.order()).map(|v| graph.eccentricity(v));
    (graph.order() > 0 && graph.is_connected()).then(|| all().collect())
}

/// The sum of the distances of all pairs (Wiener 1947).
pub(super) fn wiener(graph: &Graph) -> Option<usize> {
    if graph.order() == 0 || !graph.is_connected() {
        return None;
    }
    let sum = |v| -> usize {
        let counts = graph.distance_counts(v).into_iter();
        counts
            .zip(1..)
            .map(|(n, distance): (usize, usize)| n * distance)
            .sum()
    };
    Some((0..graph.order()).map(sum).sum::<usize>() / 2)
}

/// The mean of the distances of all pairs; `None` also for a single vertex.
pub(super) fn average(graph: &Graph) -> Option<Fraction> {
    let pairs = graph.order() * graph.order().saturating_sub(1) / 2;
    let sum = wiener(graph).filter(|_| pairs > 0)?;
    Some(Fraction::new(sum as i128, pairs as i128))
}

/// The mean of the eccentricities.
pub(super) fn average_eccentricity(graph: &Graph) -> Option<Fraction> {
    let all = eccentricities(graph)?;
    let sum: usize = all.iter().sum();
    Some(Fraction::new(sum as i128, all.len() as i128))
}

/// The number of vertices of least eccentricity.
pub(super) fn centre(graph: &Graph) -> Option<usize> {
    let all = eccentricities(graph)?;
    let least = all.iter().min()?;
    Some(all.iter().filter(|&e| e == least).count())
}

/// The number of vertices of greatest eccentricity.
pub(super) fn periphery(graph: &Graph) -> Option<usize> {
    let all = eccentricities(graph)?;
    let most = all.iter().max()?;
    Some(all.iter().filter(|&e| e == most).count())
}
