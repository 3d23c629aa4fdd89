//! Winning sets, pairings and spanning trees.

use super::super::CheckError;
use super::{Answer, Marks, NoQuantity, count, holds, quotient};
use boilingpoint_boards::Link;

/// The points of each winning set. A vertex with a loop is a winning set; its points are its
/// neighbours without a loop.
pub(super) fn winning_sets(marks: &Marks) -> Vec<Vec<usize>> {
    let mut is_set = vec![false; marks.order()];
    for link in marks.links.iter().filter(|link| link.from == link.to) {
        is_set[link.from] = true;
    }
    let points = |v: usize| marks.near[v].iter().copied().filter(|&u| !is_set[u]);
    let sets = (0..marks.order()).filter(|&v| is_set[v]);
    sets.map(|v| points(v).collect()).collect()
}

pub(super) fn least_set(marks: &Marks) -> Answer {
    let sizes = winning_sets(marks).into_iter().map(|points| points.len());
    count(sizes.min().ok_or(NoQuantity::Absent)?)
}

pub(super) fn most_sets_at_a_point(marks: &Marks) -> Answer {
    let sets = winning_sets(marks);
    let mut most = 0;
    for v in 0..marks.order() {
        marks.meter.work(sets.iter().map(Vec::len).sum())?;
        most = most.max(sets.iter().filter(|points| points.contains(&v)).count());
    }
    count(most)
}

/// The sum of `1/2^k` over the winning sets of `k` points, added one by one.
pub(super) fn potential(marks: &Marks) -> Answer {
    let overflow = || NoQuantity::GaveUp(CheckError::Overflow);
    let (mut numerator, mut denominator) = (0i128, 1i128);
    for points in winning_sets(marks) {
        let size = u32::try_from(points.len()).map_err(|_| overflow())?;
        let whole = 1i128
            .checked_shl(size)
            .filter(|&whole| whole > 0)
            .ok_or_else(overflow)?;
        while denominator < whole {
            denominator *= 2;
            numerator = numerator.checked_mul(2).ok_or_else(overflow)?;
        }
        numerator = numerator
            .checked_add(denominator / whole)
            .ok_or_else(overflow)?;
    }
    quotient(numerator, denominator)
}

/// Whether each winning set can get two of its points, and no point is given twice.
///
/// A set that lacks a point takes one from another set, which takes one from a third, and so on,
/// along a shortest chain to a point that nobody has. If no chain exists, the sets in the chains
/// have fewer points together than twice their number (Hall), which is checked.
pub(super) fn pairing(marks: &Marks) -> Answer {
    let sets = winning_sets(marks);
    let mut owner: Vec<Option<usize>> = vec![None; marks.order()];
    for needy in (0..sets.len()).flat_map(|set| [set, set]) {
        // For each point in a chain, the set that takes the point; for each set, the point that it
        // gives up.
        let mut taker: Vec<Option<usize>> = vec![None; marks.order()];
        let mut given: Vec<Option<usize>> = vec![None; sets.len()];
        let mut chained = vec![needy];
        let mut next = 0;
        let mut free = None;
        while free.is_none() && next < chained.len() {
            let set = chained[next];
            next += 1;
            for &point in &sets[set] {
                marks.meter.work(1)?;
                if taker[point].is_some() || owner[point] == Some(set) {
                    continue;
                }
                taker[point] = Some(set);
                match owner[point] {
                    None => free = free.or(Some(point)),
                    Some(other) if !chained.contains(&other) => {
                        given[other] = Some(point);
                        chained.push(other);
                    }
                    Some(_) => {}
                }
            }
        }
        if free.is_none() {
            let mut points: Vec<usize> = chained.iter().flat_map(|&s| sets[s].clone()).collect();
            points.sort_unstable();
            points.dedup();
            return match points.len() < 2 * chained.len() {
                true => holds(false),
                false => Err(CheckError::Inconsistent("sets without a pairing have points").into()),
            };
        }
        let mut moved = free;
        while let Some(point) = moved {
            owner[point] = taker[point];
            moved = taker[point]
                .filter(|&set| set != needy)
                .and_then(|set| given[set]);
        }
    }
    let is_fair = |set: usize| {
        let own = (0..marks.order()).filter(|&p| owner[p] == Some(set));
        let own: Vec<usize> = own.collect();
        own.len() == 2 && own.iter().all(|p| sets[set].contains(p))
    };
    match (0..sets.len()).all(is_fair) {
        true => holds(true),
        false => Err(CheckError::Inconsistent("a pairing gives a set no two points").into()),
    }
}

/// Whether every partition of the vertices into `k` parts has at least `2(k - 1)` links between the
/// parts. By Nash-Williams and Tutte (1961) there are two disjoint spanning trees exactly then.
///
/// The partition into single vertices comes first, then the partitions into a vertex and the
/// others, since most boards without two such trees fail there. Then all partitions are listed one
/// by one.
pub(super) fn two_spanning_trees(marks: &Marks) -> Answer {
    let order = marks.order();
    let single: Vec<usize> = (0..order).collect();
    let alone = |v: usize| {
        (0..order)
            .map(|u| usize::from(u == v))
            .collect::<Vec<usize>>()
    };
    for part in std::iter::once(single).chain((0..order).map(alone)) {
        if has_few_links(marks, &part)? {
            return holds(false);
        }
    }
    // A partition gives each vertex the number of its part; each part is numbered when its first
    // vertex comes.
    let mut part = vec![0; order];
    loop {
        if has_few_links(marks, &part)? {
            return holds(false);
        }
        let may_grow = |&v: &usize| part[..v].contains(&part[v]);
        let Some(v) = (1..order).rev().find(may_grow) else {
            return holds(true);
        };
        part[v] += 1;
        part[v + 1..].fill(0);
    }
}

/// Whether a partition into `k` parts has fewer than `2(k - 1)` links between the parts.
fn has_few_links(marks: &Marks, part: &[usize]) -> Result<bool, CheckError> {
    marks.meter.work(1 + part.len() + marks.links.len())?;
    let mut names = part.to_vec();
    names.sort_unstable();
    names.dedup();
    let crossing = |link: &&Link| part[link.from] != part[link.to];
    let between = marks.links.iter().filter(crossing).count();
    Ok(between + 2 < 2 * names.len())
}
