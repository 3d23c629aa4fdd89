//! Automorphisms: their number, orbits and opposability. The automorphisms are those of the underlying graph that
//! keep tints; marks other than tints do not count.
//!
//! An automorphism is searched for vertex by vertex. A vertex may go only to a vertex with equally
//! many vertices at each distance, whose links to the images so far are the links of the vertex.

use super::super::CheckError;
use super::shape::distance_counts;
use super::{Answer, Marks, count, holds, quotient};
use boilingpoint_boards::Tint;

/// The number of orbits: two vertices are in one orbit if an automorphism takes one to the other.
pub(super) fn orbits(marks: &Marks) -> Answer {
    let mut search = Search::of(marks, false)?;
    // For each vertex, the least vertex that is known to be in its orbit.
    let mut orbit: Vec<usize> = (0..marks.order()).collect();
    for w in 0..marks.order() {
        for v in 0..w {
            if orbit[v] != v || orbit[w] != w || !search.may_go(v, w) {
                continue;
            }
            search.clear();
            search.set(v, w);
            if search.extends()? {
                for a in 0..marks.order() {
                    let image = search.image[a].unwrap_or(a);
                    let (low, high) = (orbit[a].min(orbit[image]), orbit[a].max(orbit[image]));
                    orbit
                        .iter_mut()
                        .filter(|o| **o == high)
                        .for_each(|o| *o = low);
                }
            }
        }
    }
    count((0..marks.order()).filter(|&v| orbit[v] == v).count())
}

/// The number of automorphisms: the product over the vertices of the number of vertices to which an
/// automorphism can take the vertex that keeps the vertices before it where they are.
pub(super) fn automorphisms(marks: &Marks) -> Answer {
    let mut search = Search::of(marks, false)?;
    let mut product = 1i128;
    for v in 0..marks.order() {
        let mut images = 0;
        for w in v..marks.order() {
            search.clear();
            (0..v).for_each(|kept| search.set(kept, kept));
            if search.may_go(v, w) && search.keeps_links(v, w) {
                search.set(v, w);
                images += i128::from(search.extends()?);
            }
        }
        product = product.checked_mul(images).ok_or(CheckError::Overflow)?;
    }
    quotient(product, 1)
}

/// Whether an automorphism exchanges each vertex with another vertex that is no neighbour, and
/// Left's tint with Right's.
///
/// The exchanged vertices are pairs, so the order is even.
pub(super) fn opposable(marks: &Marks) -> Answer {
    if marks.order() % 2 == 1 {
        return holds(false);
    }
    holds(Search::of(marks, true)?.extends()?)
}

/// A search for an automorphism.
struct Search<'a> {
    marks: &'a Marks,
    /// Whether to search for an opposing automorphism.
    opposes: bool,
    /// For each vertex, the number of its kind: vertices of one kind have equally many vertices at
    /// each distance, and neighbours with the same degrees.
    kind: Vec<usize>,
    image: Vec<Option<usize>>,
    origin: Vec<Option<usize>>,
}

impl<'a> Search<'a> {
    fn of(marks: &'a Marks, opposes: bool) -> Result<Search<'a>, CheckError> {
        let mut signs: Vec<(Vec<usize>, Vec<usize>)> = Vec::with_capacity(marks.order());
        for (v, distances) in distance_counts(marks)?.into_iter().enumerate() {
            let mut around: Vec<usize> =
                marks.near[v].iter().map(|&u| marks.near[u].len()).collect();
            around.sort_unstable();
            signs.push((distances, around));
        }
        let mut names: Vec<&(Vec<usize>, Vec<usize>)> = signs.iter().collect();
        names.sort_unstable();
        names.dedup();
        marks
            .meter
            .work(signs.iter().map(|(far, near)| far.len() + near.len()).sum())?;
        let kind = signs
            .iter()
            .map(|sign| names.partition_point(|&name| name < sign));
        Ok(Search {
            marks,
            opposes,
            kind: kind.collect(),
            image: vec![None; marks.order()],
            origin: vec![None; marks.order()],
        })
    }

    fn clear(&mut self) {
        self.image.fill(None);
        self.origin.fill(None);
    }

    fn set(&mut self, v: usize, w: usize) {
        (self.image[v], self.origin[w]) = (Some(w), Some(v));
        if self.opposes {
            (self.image[w], self.origin[v]) = (Some(v), Some(w));
        }
    }

    fn unset(&mut self, v: usize, w: usize) {
        (self.image[v], self.origin[w]) = (None, None);
        if self.opposes {
            (self.image[w], self.origin[v]) = (None, None);
        }
    }

    /// Whether an automorphism may take a vertex to another, by the two vertices alone.
    fn may_go(&self, v: usize, w: usize) -> bool {
        let [of_v, of_w] = [v, w].map(|v| self.marks.tints[v]);
        let tint = match (self.opposes, of_v) {
            (true, Tint::Left) => Tint::Right,
            (true, Tint::Right) => Tint::Left,
            (_, tint) => tint,
        };
        let is_apart = v != w && !self.marks.adjacent(v, w);
        self.kind[v] == self.kind[w] && tint == of_w && (!self.opposes || is_apart)
    }

    /// Whether the neighbours of `v` with an image go to neighbours of `w`, and no other vertices
    /// do.
    fn keeps_links(&self, v: usize, w: usize) -> bool {
        let mut kept = 0;
        for image in self.marks.near[v].iter().filter_map(|&u| self.image[u]) {
            if !self.marks.adjacent(image, w) {
                return false;
            }
            kept += 1;
        }
        let origins = self.marks.near[w]
            .iter()
            .filter(|&&u| self.origin[u].is_some());
        kept == origins.count()
    }

    /// The vertex whose image is chosen next. A vertex beside vertices with images comes before
    /// others, a vertex of higher degree before one of lower degree, and a vertex of a rare kind
    /// before one of a common kind.
    fn next(&self) -> Option<usize> {
        let mut members = vec![0; self.image.len()];
        self.kind.iter().for_each(|&kind| members[kind] += 1);
        let open = (0..self.image.len()).filter(|&v| self.image[v].is_none());
        open.max_by_key(|&v| {
            let near = &self.marks.near[v];
            let is_beside = near.iter().any(|&u| self.image[u].is_some());
            let rare = std::cmp::Reverse(members[self.kind[v]]);
            (is_beside, near.len() > 1, rare, near.len())
        })
    }

    /// Whether the images so far extend to an automorphism; if they do, `image` holds it.
    fn extends(&mut self) -> Result<bool, CheckError> {
        let Some(v) = self.next() else {
            return Ok(true);
        };
        let work = self.marks.order() + self.marks.links.len();
        self.marks.meter.work(work)?;
        self.marks.meter.descend()?;
        for w in 0..self.marks.order() {
            if self.origin[w].is_some() || !self.may_go(v, w) {
                continue;
            }
            let degree = self.marks.near[v].len();
            self.marks.meter.work(1 + degree * degree)?;
            if !self.keeps_links(v, w) {
                continue;
            }
            self.set(v, w);
            if self.extends()? {
                return Ok(true);
            }
            self.unset(v, w);
        }
        self.marks.meter.ascend();
        Ok(false)
    }
}
