//! Connectivity: cut vertices, and the least cuts, which have as many parts as there are disjoint
//! paths (Menger).

use super::NoAnswer;
use super::rows::{Rows, Steps, count, only, vertices};

/// The number of vertices whose removal makes more components.
pub(super) fn cut_vertices(rows: &Rows) -> usize {
    let cuts = |&v: &usize| {
        let others = rows.reached(v, rows.all()) & !only(v);
        !rows.is_connected(others)
    };
    (0..rows.order()).filter(cuts).count()
}

/// The number of vertices whose removal leaves an unconnected graph or a single vertex; for the
/// empty graph 0.
pub(super) fn connectivity(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let order = rows.order();
    let mut least = order.saturating_sub(1);
    for t in 0..order {
        for s in (0..t).filter(|&s| rows.near[t] & only(s) == 0) {
            least = least.min(Flow::of_vertices(rows).between(s + order, t, least, steps)?);
        }
    }
    Ok(least)
}

/// The number of edges whose removal leaves an unconnected graph; 0 for a single vertex.
pub(super) fn edge_connectivity(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut least = rows.near.iter().map(|&near| count(near)).min().unwrap_or(0);
    for t in 1..rows.order() {
        least = least.min(Flow::of_edges(rows).between(0, t, least, steps)?);
    }
    Ok(least)
}

/// A flow along arcs: the room that each arc has left.
struct Flow {
    room: Vec<Vec<u8>>,
}

impl Flow {
    /// Each edge takes one unit in either direction.
    fn of_edges(rows: &Rows) -> Flow {
        let row = |&near| (0..rows.order()).map(move |b| u8::from(near & only(b) != 0));
        Flow {
            room: rows.near.iter().map(|near| row(near).collect()).collect(),
        }
    }

    /// Each vertex takes one unit: from its entry `v` to its exit `v + order`. Edges lead from exits
    /// to entries.
    fn of_vertices(rows: &Rows) -> Flow {
        let order = rows.order();
        let mut room = vec![vec![0; 2 * order]; 2 * order];
        for v in 0..order {
            room[v][v + order] = 1;
            for w in vertices(rows.near[v]) {
                room[v + order][w] = 1;
            }
        }
        Flow { room }
    }

    /// The greatest flow from `s` to `t`, but at most `enough`.
    fn between(
        mut self,
        s: usize,
        t: usize,
        enough: usize,
        steps: &mut Steps,
    ) -> Result<usize, NoAnswer> {
        for flow in 0..enough {
            if !self.augment(s, t, steps)? {
                return Ok(flow);
            }
        }
        Ok(enough)
    }

    /// Adds a unit along a shortest path, if there is one with room.
    fn augment(&mut self, s: usize, t: usize, steps: &mut Steps) -> Result<bool, NoAnswer> {
        let mut before = vec![None; self.room.len()];
        before[s] = Some(s);
        let mut queue = vec![s];
        let mut head = 0;
        while head < queue.len() && before[t].is_none() {
            steps.take()?;
            let v = queue[head];
            head += 1;
            for (w, (&room, before)) in self.room[v].iter().zip(&mut before).enumerate() {
                if room > 0 && before.is_none() {
                    *before = Some(v);
                    queue.push(w);
                }
            }
        }
        let mut at = t;
        while let Some(v) = before[at].filter(|_| at != s) {
            self.room[v][at] -= 1;
            self.room[at][v] += 1;
            at = v;
        }
        Ok(before[t].is_some())
    }
}
