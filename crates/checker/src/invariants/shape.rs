//! Degrees, distances, cycles and trees.

use super::super::CheckError;
use super::super::boards::component_names;
use super::{Answer, Marks, NoQuantity, count, holds};

pub(super) fn degrees(marks: &Marks) -> impl Iterator<Item = usize> {
    marks.near.iter().map(Vec::len)
}

/// The number of pairs of neighbours.
pub(super) fn size(marks: &Marks) -> usize {
    degrees(marks).sum::<usize>() / 2
}

pub(super) fn components(marks: &Marks) -> Result<usize, CheckError> {
    let names = component_names(marks.order(), &marks.links, &marks.meter)?;
    Ok((0..marks.order()).filter(|&v| names[v] == v).count())
}

/// The distances from a vertex, as far as `most`; `None` for a vertex that is farther or in another
/// component. The edge `without` does not count.
pub(super) fn distances(
    marks: &Marks,
    from: usize,
    most: usize,
    without: Option<[usize; 2]>,
) -> Result<Vec<Option<usize>>, CheckError> {
    let mut distance = vec![None; marks.order()];
    marks.meter.work(1 + marks.order() / 64)?;
    distance[from] = Some(0);
    let mut sphere = vec![from];
    for next in 1..=most {
        let mut wider = Vec::new();
        for &v in &sphere {
            marks.meter.work(1 + marks.near[v].len())?;
            for &u in &marks.near[v] {
                let is_left_out = without == Some([v, u]) || without == Some([u, v]);
                if distance[u].is_none() && !is_left_out {
                    distance[u] = Some(next);
                    wider.push(u);
                }
            }
        }
        if wider.is_empty() {
            break;
        }
        sphere = wider;
    }
    Ok(distance)
}

/// For each vertex, the number of vertices at each distance.
pub(super) fn distance_counts(marks: &Marks) -> Result<Vec<Vec<usize>>, CheckError> {
    let mut all = Vec::with_capacity(marks.order());
    for v in 0..marks.order() {
        let mut counts = Vec::new();
        for distance in distances(marks, v, marks.order(), None)?
            .into_iter()
            .flatten()
        {
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        marks.meter.hold(2 * counts.len() * size_of::<usize>())?;
        all.push(counts);
    }
    Ok(all)
}

/// The greatest number of vertices at a distance from a vertex.
pub(super) fn most_at_distance(marks: &Marks, distance: usize) -> Answer {
    let mut most = 0;
    for v in 0..marks.order() {
        let found = distances(marks, v, distance, None)?;
        most = most.max(found.iter().filter(|&&d| d == Some(distance)).count());
    }
    count(most)
}

/// The greatest distance between two vertices, if each two have a distance.
pub(super) fn diameter(marks: &Marks) -> Answer {
    let mut most = None;
    for v in 0..marks.order() {
        for distance in distances(marks, v, marks.order(), None)? {
            most = most.max(Some(distance.ok_or(NoQuantity::Absent)?));
        }
    }
    count(most.ok_or(NoQuantity::Absent)?)
}

/// The least length of a cycle. A cycle consists of an edge and a path between its ends that does
/// not use the edge.
pub(super) fn girth(marks: &Marks) -> Answer {
    let mut least: Option<usize> = None;
    for v in 0..marks.order() {
        for &u in marks.near[v].iter().filter(|&&u| u > v) {
            let most = least.map_or(marks.order(), |length| length - 1);
            if let Some(path) = distances(marks, v, most, Some([v, u]))?[u] {
                least = Some(least.map_or(path + 1, |length| length.min(path + 1)));
            }
        }
    }
    count(least.ok_or(NoQuantity::Absent)?)
}

/// Whether no cycle is odd. In a component with an odd cycle, and only there, walks of even and of
/// odd length lead from a vertex to each other vertex.
pub(super) fn bipartite(marks: &Marks) -> Answer {
    let mut reached = vec![[false; 2]; marks.order()];
    for root in 0..marks.order() {
        if reached[root] != [false; 2] {
            continue;
        }
        let mut open = vec![(root, 0)];
        reached[root][0] = true;
        while let Some((v, parity)) = open.pop() {
            marks.meter.work(1 + marks.near[v].len())?;
            for &u in &marks.near[v] {
                if !reached[u][1 - parity] {
                    reached[u][1 - parity] = true;
                    open.push((u, 1 - parity));
                }
            }
        }
    }
    holds(!reached.contains(&[true; 2]))
}

/// Whether the board has a vertex, is connected, and becomes a single vertex when leaves are
/// removed one by one.
pub(super) fn is_tree(marks: &Marks) -> Result<bool, CheckError> {
    if components(marks)? != 1 {
        return Ok(false);
    }
    let mut degree: Vec<usize> = degrees(marks).collect();
    let mut leaves: Vec<usize> = (0..marks.order()).filter(|&v| degree[v] == 1).collect();
    let mut removed = vec![false; marks.order()];
    while let Some(leaf) = leaves.pop() {
        if degree[leaf] != 1 {
            continue;
        }
        marks.meter.work(1 + marks.near[leaf].len())?;
        removed[leaf] = true;
        for &v in marks.near[leaf].iter().filter(|&&v| !removed[v]) {
            degree[v] -= 1;
            if degree[v] == 1 {
                leaves.push(v);
            }
        }
    }
    Ok(removed.iter().filter(|&&removed| !removed).count() == 1)
}

/// Whether the board is a tree in which every vertex that is no leaf has at most two neighbours
/// that are no leaves.
pub(super) fn caterpillar(marks: &Marks) -> Answer {
    let is_leaf = |v: usize| marks.near[v].len() <= 1;
    let inner = |v: usize| marks.near[v].iter().filter(|&&u| !is_leaf(u)).count();
    let is_path = (0..marks.order()).all(|v| is_leaf(v) || inner(v) <= 2);
    holds(is_tree(marks)? && is_path)
}
