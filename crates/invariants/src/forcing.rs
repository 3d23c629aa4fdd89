//! Zero forcing: vertices from which a colour spreads to all others.
//!
//! A coloured vertex with exactly one neighbour that is not coloured colours it. A set forces the
//! graph if all vertices have the colour in the end (AIM Minimum Rank – Special Graphs Work Group,
//! *Zero forcing sets and the minimum rank of graphs*, 2008).

use super::NoAnswer;
use super::rows::{Rows, Set, Steps, count, only, vertices};
use std::collections::HashMap;

/// The least number of vertices of a set that forces the graph: the sum over its components.
pub(super) fn zero_forcing(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let (mut rest, mut size) = (rows.all(), 0);
    while rest != 0 {
        let component = rows.reached(rest.trailing_zeros() as usize, rest);
        size += match count(component) {
            1 => 1,
            _ => of_component(rows, component, steps)?,
        };
        rest &= !component;
    }
    Ok(size)
}

/// The least number of vertices of a set that forces a component of at least two vertices.
///
/// A set is *closed* if it colours no other vertex. The search goes from closed set to closed set:
/// it chooses the vertices by which a vertex and all its neighbours but one are coloured, which
/// colours the last one. The closed set with the least bound is next (Hart, Nilsson and Raphael
/// 1968).
///
/// It finds a smallest forcing set. Take the vertices that colour another one in turn, and choose
/// before each the vertices of the set among it and its neighbours. If vertices of the set remain,
/// one of them has a neighbour, and the choice for this neighbour takes fewer. (The wavefront
/// algorithm; Brimkov, Fast and Hicks, *Computational approaches for zero forcing and related
/// problems*, 2019.)
fn of_component(rows: &Rows, component: Set, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let (all, first) = (rows.all(), rows.all() & !component);
    let mut fewest: HashMap<Set, usize> = HashMap::from([(first, 0)]);
    let mut open: Vec<Vec<(usize, Set)>> = vec![Vec::new(); rows.order() + 1];
    open[next_step(rows, first)].push((0, first));
    for bound in 0..open.len() {
        while let Some((size, closed)) = open[bound].pop() {
            if closed == all {
                return Ok(size);
            }
            if fewest[&closed] < size {
                continue;
            }
            for v in vertices(component) {
                let Some(chosen) = choice(rows, closed, v) else {
                    continue;
                };
                let size = size + chosen;
                let wider = closure(rows, closed | rows.near[v] | only(v), steps)?;
                let known = fewest.entry(wider).or_insert(usize::MAX);
                if size < *known {
                    *known = size;
                    open[size + next_step(rows, wider)].push((size, wider));
                }
            }
        }
    }
    Ok(count(component))
}

/// The number of vertices to choose so that a vertex and all its neighbours but one are coloured;
/// `None` if its neighbours are.
fn choice(rows: &Rows, closed: Set, v: usize) -> Option<usize> {
    let bare = rows.near[v] & !closed;
    (bare != 0).then(|| count((bare | only(v)) & !closed) - 1)
}

/// A lower bound on the further vertices of a forcing set: the least choice, which is the next one
/// or a part of it. No choice makes the bound of a closed set smaller than that of the one before.
fn next_step(rows: &Rows, closed: Set) -> usize {
    let choices = (0..rows.order()).filter_map(|v| choice(rows, closed, v));
    choices.min().unwrap_or(0)
}

/// The vertices that have the colour in the end, if those of a set have it.
fn closure(rows: &Rows, mut coloured: Set, steps: &mut Steps) -> Result<Set, NoAnswer> {
    let mut active = coloured;
    loop {
        steps.take()?;
        let before = coloured;
        for v in vertices(active) {
            let bare = rows.near[v] & !coloured;
            if count(bare) <= 1 {
                coloured |= bare;
                active = (active | bare) & !only(v);
            }
        }
        if coloured == before {
            return Ok(coloured);
        }
    }
}
