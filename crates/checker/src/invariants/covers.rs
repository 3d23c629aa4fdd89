//! Covers by edges and by paths, edges that meet all edges, and cuts.

use super::super::CheckError;
use super::subsets::{components_inside, least};
use super::{Answer, Marks, NoQuantity, count};

/// The fewest edges with an end at every vertex, by trying every edge at the first vertex without
/// one. Absent if a vertex has no neighbour.
pub(super) fn edge_cover(marks: &Marks) -> Answer {
    if marks.near.iter().any(Vec::is_empty) {
        return Err(NoQuantity::Absent);
    }
    count(fewest_edges(marks, &mut vec![false; marks.order()])?)
}

/// The fewest edges that cover the vertices that are not covered yet. The first such vertex of
/// least degree among them has an edge; if some neighbour is not covered, an edge to such a
/// neighbour covers more.
fn fewest_edges(marks: &Marks, covered: &mut [bool]) -> Result<usize, CheckError> {
    marks.meter.work(marks.order() + marks.links.len())?;
    let bare = |v: usize, covered: &[bool]| -> Vec<usize> {
        let near = marks.near[v].iter().copied();
        near.filter(|&u| !covered[u]).collect()
    };
    let left = (0..marks.order()).filter(|&v| !covered[v]);
    let Some(v) = left.min_by_key(|&v| bare(v, covered).len()) else {
        return Ok(0);
    };
    let partners = bare(v, covered);
    marks.meter.descend()?;
    covered[v] = true;
    // An edge to a covered vertex covers `v` alone.
    let mut fewest = 1 + fewest_edges(marks, covered)?;
    for u in partners {
        covered[u] = true;
        fewest = fewest.min(1 + fewest_edges(marks, covered)?);
        covered[u] = false;
    }
    covered[v] = false;
    marks.meter.ascend();
    Ok(fewest)
}

/// The fewest edges such that every edge meets one of them: an edge that meets none of them so far
/// needs one of those that it meets, itself among them.
pub(super) fn edge_domination(marks: &Marks) -> Answer {
    let (mut covered, mut fewest) = (vec![0; marks.order()], marks.order());
    dominate_edges(marks, &mut covered, 0, &mut fewest)?;
    count(fewest)
}

/// Looks for fewer than `fewest` edges that meet every edge, `edges` of which are chosen. `covered`
/// counts the chosen edges at each vertex.
fn dominate_edges(
    marks: &Marks,
    covered: &mut [usize],
    edges: usize,
    fewest: &mut usize,
) -> Result<(), CheckError> {
    marks.meter.work(marks.order() + marks.links.len())?;
    let links = (0..marks.order()).flat_map(|v| marks.near[v].iter().map(move |&u| (v, u)));
    let bare = links.filter(|&(v, u)| covered[v] + covered[u] == 0);
    let choices = |(v, u): &(usize, usize)| marks.near[*v].len() + marks.near[*u].len();
    let Some((v, u)) = bare.min_by_key(choices) else {
        *fewest = edges.min(*fewest);
        return Ok(());
    };
    if edges + 1 >= *fewest {
        return Ok(());
    }
    marks.meter.descend()?;
    for end in [v, u] {
        for &other in &marks.near[end] {
            covered[end] += 1;
            covered[other] += 1;
            dominate_edges(marks, covered, edges + 1, fewest)?;
            covered[end] -= 1;
            covered[other] -= 1;
        }
    }
    marks.meter.ascend();
    Ok(())
}

/// The bytes of a set of vertices in the table of [`path_cover`].
const BYTES_OF_A_SET: usize = 5;

/// The fewest disjoint paths that cover all vertices, for every set of vertices in turn (Held and
/// Karp). The table has for each set the fewest paths that cover it, and the vertices with which
/// one of that many paths can end.
pub(super) fn path_cover(marks: &Marks) -> Answer {
    let order = marks.order();
    let sets = 1usize
        .checked_shl(u32::try_from(order).unwrap_or(u32::MAX))
        .filter(|_| order < 32)
        .ok_or(CheckError::Overflow)?;
    marks.meter.hold(sets.saturating_mul(BYTES_OF_A_SET))?;
    let row = |v: usize| marks.near[v].iter().fold(0u32, |set, &u| set | 1 << u);
    let near: Vec<u32> = (0..order).map(row).collect();
    let (mut fewest, mut ends) = (vec![0u8; sets], vec![0u32; sets]);
    for set in 1..sets {
        marks.meter.work(order)?;
        let mut best = (u8::MAX, 0u32);
        for v in (0..order).filter(|&v| set >> v & 1 == 1) {
            let before = set & !(1 << v);
            let goes_on = ends[before] & near[v] != 0;
            let paths = fewest[before] + u8::from(!goes_on);
            match paths.cmp(&best.0) {
                std::cmp::Ordering::Less => best = (paths, 1 << v),
                std::cmp::Ordering::Equal => best.1 |= 1 << v,
                std::cmp::Ordering::Greater => {}
            }
        }
        (fewest[set], ends[set]) = best;
    }
    count(fewest[sets - 1].into())
}

/// The vertices that are not in a set.
fn others(marks: &Marks, set: &[usize]) -> Vec<usize> {
    (0..marks.order()).filter(|v| !set.contains(v)).collect()
}

/// The fewest vertices whose removal leaves more than one component, or a single vertex.
pub(super) fn connectivity(marks: &Marks) -> Answer {
    let cuts = |m: &Marks, set: &[usize]| {
        let left = others(m, set);
        Ok(left.len() <= 1 || components_inside(m, &left)? > 1)
    };
    count(least(marks, &cuts)?.unwrap_or(0))
}

/// The fewest edges between a set that has vertex 0 but not all vertices, and the others; 0 if
/// there is no such set.
pub(super) fn edge_connectivity(marks: &Marks) -> Answer {
    let order = marks.order();
    let sets = 1u64
        .checked_shl(u32::try_from(order.saturating_sub(1)).unwrap_or(u32::MAX))
        .ok_or(CheckError::Overflow)?;
    let mut fewest = None;
    for with_first in 0..sets.saturating_sub(1) {
        marks.meter.work(1 + marks.links.len())?;
        let inside = |v: usize| v == 0 || with_first >> (v - 1) & 1 == 1;
        let crossing = |v: usize| marks.near[v].iter().filter(move |&&u| !inside(u)).count();
        let edges = (0..order).filter(|&v| inside(v)).map(crossing).sum();
        fewest = Some(fewest.map_or(edges, |fewest: usize| fewest.min(edges)));
    }
    count(fewest.unwrap_or(0))
}

/// The number of vertices without which there are more components.
pub(super) fn cut_vertices(marks: &Marks) -> Answer {
    let all = others(marks, &[]);
    let before = components_inside(marks, &all)?;
    let mut cuts = 0;
    for v in 0..marks.order() {
        cuts += usize::from(components_inside(marks, &others(marks, &[v]))? > before);
    }
    count(cuts)
}
