//! Greatest and least sets of vertices, by listing sets.

use super::super::CheckError;
use super::{Answer, Marks, NoQuantity, count};

/// A property of a set of vertices. The set is in increasing order.
type Property<'a> = &'a dyn Fn(&Marks, &[usize]) -> Result<bool, CheckError>;

/// The size of a largest set with a property that every part of such a set has. Sets grow vertex by
/// vertex; a set that lacks the property does not grow.
pub(super) fn greatest_of_parts(marks: &Marks, has: Property) -> Result<usize, CheckError> {
    let mut best = 0;
    grow(marks, has, &mut Vec::new(), 0, &mut best)?;
    Ok(best)
}

fn grow(
    marks: &Marks,
    has: Property,
    set: &mut Vec<usize>,
    next: usize,
    best: &mut usize,
) -> Result<(), CheckError> {
    marks.meter.work(1 + set.len())?;
    *best = set.len().max(*best);
    if next == marks.order() || set.len() + marks.order() - next <= *best {
        return Ok(());
    }
    marks.meter.descend()?;
    set.push(next);
    if has(marks, set)? {
        grow(marks, has, set, next + 1, best)?;
    }
    set.pop();
    grow(marks, has, set, next + 1, best)?;
    marks.meter.ascend();
    Ok(())
}

/// The size of a largest set with a property: all sets are listed, the largest first. `None` if no
/// set has the property.
pub(super) fn greatest(marks: &Marks, has: Property) -> Result<Option<usize>, CheckError> {
    first(marks, has, (0..=marks.order()).rev())
}

/// The size of a smallest set with a property: all sets are listed, the smallest first. `None` if
/// no set has the property.
pub(super) fn least(marks: &Marks, has: Property) -> Result<Option<usize>, CheckError> {
    first(marks, has, 0..=marks.order())
}

/// The first of these sizes for which some set has the property.
fn first(
    marks: &Marks,
    has: Property,
    mut sizes: impl Iterator<Item = usize>,
) -> Result<Option<usize>, CheckError> {
    let some = |size| some_set(marks, has, &mut Vec::from_iter(0..size));
    let found = sizes.find_map(|size| match some(size) {
        Ok(false) => None,
        Ok(true) => Some(Ok(size)),
        Err(error) => Some(Err(error)),
    });
    found.transpose()
}

/// Whether a set from this one on has the property. Sets of one size are listed in lexicographic
/// order.
fn some_set(marks: &Marks, has: Property, set: &mut [usize]) -> Result<bool, CheckError> {
    let (order, size) = (marks.order(), set.len());
    loop {
        marks.meter.work(1 + size)?;
        if has(marks, set)? {
            return Ok(true);
        }
        let may_rise = |&i: &usize| set[i] + size < order + i;
        let Some(i) = (0..size).rev().find(may_rise) else {
            return Ok(false);
        };
        let risen = set[i] + 1;
        for (place, v) in set[i..].iter_mut().zip(risen..) {
            *place = v;
        }
    }
}

fn of_size(size: Option<usize>) -> Answer {
    count(size.ok_or(NoQuantity::Absent)?)
}

/// The edges between the vertices of a set.
fn edges_inside(marks: &Marks, set: &[usize]) -> Result<usize, CheckError> {
    marks.meter.work(set.len() * set.len())?;
    let pairs = set.iter().enumerate();
    let pairs = pairs.flat_map(|(i, &v)| set[..i].iter().map(move |&u| (u, v)));
    Ok(pairs.filter(|&(u, v)| marks.adjacent(u, v)).count())
}

/// Whether the last vertex of a set is adjacent to all of the others, or to none of them.
pub(super) fn last_is(marks: &Marks, set: &[usize], adjacent: bool) -> Result<bool, CheckError> {
    let Some((&last, others)) = set.split_last() else {
        return Ok(true);
    };
    marks.meter.work(others.len())?;
    Ok(others.iter().all(|&v| marks.adjacent(v, last) == adjacent))
}

pub(super) fn independence(marks: &Marks) -> Result<usize, CheckError> {
    greatest_of_parts(marks, &|m, set| last_is(m, set, false))
}

pub(super) fn clique(marks: &Marks) -> Answer {
    let size = greatest_of_parts(marks, &|m, set| last_is(m, set, true))?;
    count(size)
}

/// For each vertex, the size of a largest independent set among its neighbours.
pub(super) fn local_independence(marks: &Marks) -> Result<Vec<usize>, CheckError> {
    let of = |v: usize| {
        greatest_of_parts(marks, &|marks, set| {
            let is_near = set.last().is_none_or(|&last| marks.adjacent(v, last));
            Ok(is_near && last_is(marks, set, false)?)
        })
    };
    (0..marks.order()).map(of).collect()
}

/// The fewest vertices such that every edge has an end among them, by trying both ends of the first
/// edge without one.
pub(super) fn vertex_cover(marks: &Marks) -> Answer {
    let mut fewest = marks.order();
    cover_edges(marks, &mut Vec::new(), &mut fewest)?;
    count(fewest)
}

fn cover_edges(
    marks: &Marks,
    cover: &mut Vec<usize>,
    fewest: &mut usize,
) -> Result<(), CheckError> {
    if cover.len() >= *fewest {
        return Ok(());
    }
    marks.meter.work(1 + marks.links.len())?;
    let mut edges = (0..marks.order()).flat_map(|v| marks.near[v].iter().map(move |&u| [u, v]));
    let Some(bare) = edges.find(|ends| ends.iter().all(|end| !cover.contains(end))) else {
        *fewest = cover.len();
        return Ok(());
    };
    marks.meter.descend()?;
    for end in bare {
        cover.push(end);
        cover_edges(marks, cover, fewest)?;
        cover.pop();
    }
    marks.meter.ascend();
    Ok(())
}

/// Whether every vertex has at least `needs` neighbours in the set, where the vertices of the set
/// need none unless `also_inside`.
fn dominates(
    marks: &Marks,
    set: &[usize],
    needs: usize,
    also_inside: bool,
) -> Result<bool, CheckError> {
    marks.meter.work(marks.order())?;
    let has = |v: usize| set.iter().filter(|&&u| marks.adjacent(u, v)).count() >= needs;
    Ok((0..marks.order()).all(|v| (!also_inside && set.contains(&v)) || has(v)))
}

pub(super) fn domination(marks: &Marks) -> Answer {
    of_size(least(marks, &|m, set| dominates(m, set, 1, false))?)
}

pub(super) fn total_domination(marks: &Marks) -> Answer {
    of_size(least(marks, &|m, set| dominates(m, set, 1, true))?)
}

/// Most vertices of a set that dominates totally, and that does not without one of them. A set with
/// a vertex that may be left out keeps it when it grows.
pub(super) fn upper_total_domination(marks: &Marks) -> Answer {
    let mut best = None;
    grow_minimal(marks, &mut Vec::new(), 0, &mut best)?;
    of_size(best)
}

fn grow_minimal(
    marks: &Marks,
    set: &mut Vec<usize>,
    next: usize,
    best: &mut Option<usize>,
) -> Result<(), CheckError> {
    marks.meter.work(1 + set.len() * marks.order())?;
    let neighbours = |w: usize| set.iter().filter(|&&v| marks.adjacent(v, w)).count();
    let is_only = |v: usize| marks.near[v].iter().any(|&w| neighbours(w) == 1);
    if !set.iter().all(|&v| is_only(v)) {
        return Ok(());
    }
    if dominates(marks, set, 1, true)? {
        *best = (*best).max(Some(set.len()));
    }
    marks.meter.descend()?;
    for v in next..marks.order() {
        set.push(v);
        grow_minimal(marks, set, v + 1, best)?;
        set.pop();
    }
    marks.meter.ascend();
    Ok(())
}

pub(super) fn two_domination(marks: &Marks) -> Answer {
    of_size(least(marks, &|m, set| dominates(m, set, 2, false))?)
}

pub(super) fn independent_domination(marks: &Marks) -> Answer {
    let has =
        |m: &Marks, set: &[usize]| Ok(dominates(m, set, 1, false)? && edges_inside(m, set)? == 0);
    of_size(least(marks, &has)?)
}

/// The number of components of the graph that a set induces.
pub(super) fn components_inside(marks: &Marks, set: &[usize]) -> Result<usize, CheckError> {
    marks.meter.work(set.len() * set.len())?;
    let mut left = set.to_vec();
    let mut components = 0;
    while let Some(v) = left.pop() {
        components += 1;
        let mut open = vec![v];
        while let Some(v) = open.pop() {
            let (near, far) = left.into_iter().partition(|&u| marks.adjacent(u, v));
            open.extend::<Vec<usize>>(near);
            left = far;
        }
    }
    Ok(components)
}

fn is_connected_dominating(marks: &Marks, set: &[usize]) -> Result<bool, CheckError> {
    Ok(dominates(marks, set, 1, false)? && components_inside(marks, set)? == 1)
}

pub(super) fn connected_domination(marks: &Marks) -> Answer {
    of_size(least(marks, &is_connected_dominating)?)
}

/// The most leaves of a spanning tree. Vertices may be the leaves of one if the others are joined
/// without them, and each of them has a neighbour among the others. A tree of two vertices has two
/// leaves, a tree of one has none.
pub(super) fn leaf_number(marks: &Marks) -> Answer {
    let all: Vec<usize> = (0..marks.order()).collect();
    match (marks.order(), components_inside(marks, &all)?) {
        (1, _) => count(0),
        (2, 1) => count(2),
        _ => {
            let others = least(marks, &is_connected_dominating)?;
            of_size(others.map(|others| marks.order() - others))
        }
    }
}

pub(super) fn induced_forest(marks: &Marks) -> Answer {
    let is_forest = |m: &Marks, set: &[usize]| {
        Ok(edges_inside(m, set)? + components_inside(m, set)? == set.len())
    };
    count(greatest_of_parts(marks, &is_forest)?)
}

/// Most vertices each of which is adjacent to at most one of the others.
pub(super) fn dissociation(marks: &Marks) -> Answer {
    let has = |m: &Marks, set: &[usize]| {
        m.meter.work(set.len() * set.len())?;
        let inside = |v: usize| set.iter().filter(|&&u| m.adjacent(u, v)).count();
        Ok(set.iter().all(|&v| inside(v) <= 1))
    };
    count(greatest_of_parts(marks, &has)?)
}

pub(super) fn induced_tree(marks: &Marks) -> Answer {
    let is_tree = |m: &Marks, set: &[usize]| {
        Ok(edges_inside(m, set)? + 1 == set.len() && components_inside(m, set)? == 1)
    };
    count(greatest(marks, &is_tree)?.unwrap_or(0))
}

/// Most vertices that induce a path: a tree whose vertices have at most two neighbours in it.
pub(super) fn induced_path(marks: &Marks) -> Answer {
    let is_path = |m: &Marks, set: &[usize]| {
        let degree = |v: usize| set.iter().filter(|&&u| m.adjacent(u, v)).count();
        let is_tree = edges_inside(m, set)? + 1 == set.len() && components_inside(m, set)? == 1;
        Ok(is_tree && set.iter().all(|&v| degree(v) <= 2))
    };
    count(greatest(marks, &is_path)?.unwrap_or(0))
}

/// Most vertices that two colours suffice for: no two adjacent ones get the same colour.
pub(super) fn induced_bipartite(marks: &Marks) -> Answer {
    count(greatest_of_parts(marks, &|m, set| {
        colours_suffice(m, set, 2)
    })?)
}

/// Whether the vertices of a set can have one of this many colours each, adjacent ones different
/// colours. A vertex gets a colour that occurs before it, or the next one.
fn colours_suffice(marks: &Marks, set: &[usize], colours: usize) -> Result<bool, CheckError> {
    extends_colours(marks, set, colours, &mut Vec::new())
}

fn extends_colours(
    marks: &Marks,
    set: &[usize],
    colours: usize,
    given: &mut Vec<usize>,
) -> Result<bool, CheckError> {
    marks.meter.work(1 + given.len())?;
    let Some(&v) = set.get(given.len()) else {
        return Ok(true);
    };
    let used = given.iter().max().map_or(0, |most| most + 1);
    marks.meter.descend()?;
    for colour in 0..colours.min(used + 1) {
        let mut before = set.iter().zip(given.iter());
        if before.all(|(&u, &other)| other != colour || !marks.adjacent(u, v)) {
            given.push(colour);
            if extends_colours(marks, set, colours, given)? {
                return Ok(true);
            }
            given.pop();
        }
    }
    marks.meter.ascend();
    Ok(false)
}

pub(super) fn chromatic(marks: &Marks) -> Answer {
    let all: Vec<usize> = (0..marks.order()).collect();
    let mut colours = 0;
    while !colours_suffice(marks, &all, colours)? {
        colours += 1;
    }
    count(colours)
}

/// The vertices that have no colour in the end when these have it, where a coloured vertex colours
/// its only neighbour that is not coloured.
fn left_bare(marks: &Marks, coloured: Vec<usize>) -> Result<Vec<usize>, CheckError> {
    let mut bare = vec![true; marks.order()];
    coloured.iter().for_each(|&v| bare[v] = false);
    let mut waiting = coloured;
    while let Some(v) = waiting.pop() {
        marks.meter.work(1 + marks.near[v].len())?;
        let mut without = marks.near[v].iter().filter(|&&u| bare[u]);
        if let (Some(&u), None) = (without.next(), without.next()) {
            bare[u] = false;
            waiting.push(u);
            waiting.extend(marks.near[u].iter().filter(|&&w| !bare[w]));
        }
    }
    Ok((0..marks.order()).filter(|&v| bare[v]).collect())
}

/// A part of a fort that is a fort and has no smaller one inside, with barred vertices if it can.
///
/// Where a colouring ends, no coloured vertex has exactly one neighbour among the bare vertices, so
/// none of these is ever coloured from outside: each forcing set has one of them. They are a *fort*
/// (Fast and Hicks, *Effects of vertex degrees on the zero-forcing number and propagation time of a
/// graph*, 2018).
fn least_fort(
    marks: &Marks,
    mut fort: Vec<usize>,
    barred: &[usize],
) -> Result<Vec<usize>, CheckError> {
    fort.sort_by_key(|v| barred.contains(v));
    for v in fort.clone() {
        if !fort.contains(&v) {
            continue;
        }
        let outside = (0..marks.order()).filter(|u| *u == v || !fort.contains(u));
        let smaller = left_bare(marks, outside.collect())?;
        if !smaller.is_empty() {
            fort = smaller;
        }
    }
    Ok(fort)
}

/// Whether this many further vertices, none of them barred, make a set force the graph. One of them
/// is in each fort.
fn extends_forcing(
    marks: &Marks,
    chosen: &mut Vec<usize>,
    barred: &mut Vec<usize>,
    further: usize,
) -> Result<bool, CheckError> {
    let bare = left_bare(marks, chosen.clone())?;
    if bare.is_empty() || further == 0 {
        return Ok(bare.is_empty());
    }
    marks.meter.descend()?;
    let before = barred.len();
    for v in least_fort(marks, bare, barred)? {
        if !barred.contains(&v) {
            chosen.push(v);
            if extends_forcing(marks, chosen, barred, further - 1)? {
                return Ok(true);
            }
            chosen.pop();
            barred.push(v);
        }
    }
    barred.truncate(before);
    marks.meter.ascend();
    Ok(false)
}

pub(super) fn zero_forcing(marks: &Marks) -> Answer {
    let mut size = 0;
    while !extends_forcing(marks, &mut Vec::new(), &mut Vec::new(), size)? {
        size += 1;
    }
    count(size)
}
