//! Zero forcing: vertices from which a colour spreads to all others.
//!
//! A coloured vertex with exactly one neighbour that is not coloured colours it. A set forces the
//! graph if all vertices have the colour in the end (AIM Minimum Rank – Special Graphs Work Group,
//! *Zero forcing sets and the minimum rank of graphs*, 2008).
//!
//! The vertices that do not get the colour are a *fort*: no other vertex has exactly one neighbour
//! among them. A set forces the graph if and only if it meets every fort (Fast and Hicks, *Effects
//! of vertex degrees on the zero-forcing number and propagation time of a graph*, 2018).

use super::NoAnswer;
use super::rows::{Rows, Set, Steps, count, only, vertices};

/// The least number of vertices of a set that forces the graph.
pub(super) fn zero_forcing(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut search = Search {
        rows,
        best: rows.order(),
        steps,
    };
    search.extend(0, 0, 0)?;
    Ok(search.best)
}

struct Search<'a> {
    rows: &'a Rows,
    best: usize,
    steps: &'a mut Steps,
}

impl Search<'_> {
    /// The vertices that have the colour in the end, if those of a set have it.
    fn coloured_from(&mut self, mut coloured: Set) -> Result<Set, NoAnswer> {
        self.steps.take()?;
        let mut active = coloured;
        loop {
            let before = coloured;
            for v in vertices(active) {
                let bare = self.rows.near[v] & !coloured;
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

    /// A fort without a vertex of `coloured` of which no part is a fort. Vertices outside of `kept`
    /// are left out first. The colour does not spread from `coloured`, which is not all.
    fn fort(&mut self, coloured: Set, kept: Set) -> Result<Set, NoAnswer> {
        let all = self.rows.all();
        let mut fort = all & !coloured;
        for v in vertices(fort & !kept).chain(vertices(fort & kept)) {
            if fort & only(v) != 0 {
                let rest = all & !self.coloured_from((all & !fort) | only(v))?;
                fort = if rest == 0 { fort } else { rest };
            }
        }
        Ok(fort)
    }

    /// Disjoint forts without a vertex of `coloured`: their number, and the vertices outside of
    /// `left_out` of the one that has the fewest of these.
    fn forts(&mut self, mut coloured: Set, left_out: Set) -> Result<(usize, Set), NoAnswer> {
        let (mut forts, mut fewest) = (0, self.rows.all());
        while coloured != self.rows.all() {
            let fort = self.fort(coloured, left_out)?;
            coloured = self.coloured_from(coloured | fort)?;
            forts += 1;
            let open = fort & !left_out;
            if count(open) < count(fewest) || forts == 1 {
                fewest = open;
            }
        }
        Ok((forts, fewest))
    }

    /// A number of vertices without which nothing more is coloured: the first vertex that colours
    /// another one has the colour, and all its neighbours but one.
    fn first_step(&self, coloured: Set) -> usize {
        let lacks = |v: usize| count((self.rows.near[v] | only(v)) & !coloured);
        let can = (0..self.rows.order()).filter(|&v| self.rows.near[v] & !coloured != 0);
        can.map(|v| lacks(v) - 1).min().unwrap_or(0)
    }

    /// Looks for a set of fewer than `best` vertices that forces the graph. `size` of them are
    /// chosen and colour `coloured`; none of the others is in `left_out`.
    fn extend(&mut self, coloured: Set, mut left_out: Set, size: usize) -> Result<(), NoAnswer> {
        if coloured == self.rows.all() {
            self.best = size.min(self.best);
            return Ok(());
        }
        if size + self.first_step(coloured) >= self.best {
            return Ok(());
        }
        let (forts, options) = self.forts(coloured, left_out)?;
        if size + forts >= self.best {
            return Ok(());
        }
        for v in vertices(options) {
            let wider = self.coloured_from(coloured | only(v))?;
            self.extend(wider, left_out, size + 1)?;
            left_out |= only(v);
        }
        Ok(())
    }
}
