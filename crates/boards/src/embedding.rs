//! Embeddings in the plane: the order of the neighbours around each vertex in a drawing without
//! crossings.
//!
//! Each block is embedded by the method of Demoucron, Malgrange and Pertuiset (*Graphes planaires:
//! reconnaissance et construction de représentations planaires topologiques*, 1964): a cycle, and
//! then a path through one piece of the rest after another. A piece that fits into one face only
//! goes first. If there is no such piece, a 2-connected planar graph has a drawing for every
//! choice.

use crate::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// The neighbours of each vertex in clockwise order in a drawing without crossings; `None` if the
/// graph is not planar. Takes `O(size * (order + size))` steps.
pub fn embedding(graph: &Graph) -> Option<Vec<Vec<usize>>> {
    let (order, size) = (graph.order(), graph.size());
    // By Euler's formula.
    if order >= 3 && size > 3 * order - 6 {
        return None;
    }
    let mut around = vec![Vec::new(); order];
    // Blocks share single vertices: one after another fits into the same face there.
    for block in blocks(graph) {
        for (v, neighbours) in Drawing::of_block(&block)?.around() {
            around[v].extend(neighbours);
        }
    }
    Some(around)
}

/// The edges of each block: a greatest subgraph without a cut vertex. By the depth-first search of
/// Hopcroft and Tarjan (*Efficient algorithms for graph manipulation*, 1973).
fn blocks(graph: &Graph) -> Vec<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    let mut depth: Vec<Option<usize>> = vec![None; graph.order()];
    // The least depth that the tree below a vertex reaches by one edge.
    let mut low = vec![0; graph.order()];
    let mut edges = Vec::new();
    for root in 0..graph.order() {
        if depth[root].is_some() {
            continue;
        }
        depth[root] = Some(0);
        let neighbours = |v: usize| graph.neighbours(v).collect::<Vec<_>>();
        let mut stack = vec![(root, usize::MAX, neighbours(root))];
        while let Some((v, parent, waiting)) = stack.last_mut() {
            let (v, parent) = (*v, *parent);
            let here = depth[v].unwrap_or(0);
            if let Some(u) = waiting.pop() {
                match depth[u] {
                    None => {
                        edges.push((v, u));
                        (depth[u], low[u]) = (Some(here + 1), here + 1);
                        stack.push((u, v, neighbours(u)));
                    }
                    Some(above) if u != parent && above < here => {
                        edges.push((v, u));
                        low[v] = low[v].min(above);
                    }
                    Some(_) => {}
                }
                continue;
            }
            stack.pop();
            if parent == usize::MAX {
                continue;
            }
            low[parent] = low[parent].min(low[v]);
            if low[v] + 1 >= here {
                // The parent cuts the edges below it off.
                let first = edges.iter().rposition(|&edge| edge == (parent, v));
                found.push(edges.split_off(first.unwrap_or(0)));
            }
        }
    }
    found
}

/// A part of a block that is not drawn: an edge between drawn vertices, or a component of the other
/// vertices with its edges.
struct Piece {
    /// The vertices that are not drawn.
    inside: BTreeSet<usize>,
    /// The drawn vertices that it hangs on, at least two.
    feet: Vec<usize>,
}

/// A drawing of a part of a block.
struct Drawing {
    /// The neighbours of the vertices of the block.
    graph: BTreeMap<usize, BTreeSet<usize>>,
    /// The vertices around each face, in an order in which each edge occurs once in each direction.
    faces: Vec<Vec<usize>>,
    /// The faces at each drawn vertex.
    faces_at: BTreeMap<usize, BTreeSet<usize>>,
    /// The edges that are drawn, from the lesser vertex.
    drawn: BTreeSet<(usize, usize)>,
}

impl Drawing {
    fn of_block(edges: &[(usize, usize)]) -> Option<Drawing> {
        let mut drawing = Drawing {
            graph: BTreeMap::new(),
            faces: Vec::new(),
            faces_at: BTreeMap::new(),
            drawn: BTreeSet::new(),
        };
        for &(a, b) in edges {
            drawing.graph.entry(a).or_default().insert(b);
            drawing.graph.entry(b).or_default().insert(a);
        }
        let (a, b) = edges[0];
        let others = drawing
            .graph
            .keys()
            .copied()
            .filter(|v| ![a, b].contains(v));
        let others: BTreeSet<usize> = others.collect();
        if others.is_empty() {
            drawing.add_face(vec![a, b]);
            return Some(drawing);
        }
        let cycle = drawing.path(a, b, &others);
        drawing.add_path(&cycle);
        drawing.add_path(&[a, b]);
        drawing.add_face(cycle.iter().rev().copied().collect());
        drawing.add_face(cycle);
        while let Some((piece, face)) = drawing.next_piece()? {
            let path = drawing.path(piece.feet[0], piece.feet[1], &piece.inside);
            drawing.split(face, &path);
        }
        Some(drawing)
    }

    fn add_face(&mut self, face: Vec<usize>) {
        for &v in &face {
            self.faces_at.entry(v).or_default().insert(self.faces.len());
        }
        self.faces.push(face);
    }

    fn add_path(&mut self, path: &[usize]) {
        let edges = path.windows(2).map(|e| (e[0].min(e[1]), e[0].max(e[1])));
        self.drawn.extend(edges);
    }

    /// A shortest path between two vertices with other vertices between them, all of a set, or none
    /// if the set is empty.
    fn path(&self, from: usize, to: usize, inside: &BTreeSet<usize>) -> Vec<usize> {
        if inside.is_empty() {
            return vec![from, to];
        }
        let mut before = BTreeMap::new();
        let mut level = vec![to];
        while !before.contains_key(&from) && !level.is_empty() {
            let mut next = Vec::new();
            for &v in &level {
                for &u in &self.graph[&v] {
                    let fits = inside.contains(&u) || u == from && v != to;
                    if fits && !before.contains_key(&u) {
                        before.insert(u, v);
                        next.push(u);
                    }
                }
            }
            level = next;
        }
        let mut path = vec![from];
        while let Some(&next) = path
            .last()
            .filter(|&&v| v != to)
            .and_then(|v| before.get(v))
        {
            path.push(next);
        }
        path
    }

    /// The next piece, and a face for it; nothing if all is drawn. `None` if a piece fits into no
    /// face.
    fn next_piece(&self) -> Option<Option<(Piece, usize)>> {
        let mut any = None;
        for piece in self.pieces() {
            let mut common = self.faces_at[&piece.feet[0]].clone();
            for v in &piece.feet[1..] {
                common.retain(|face| self.faces_at[v].contains(face));
            }
            let face = *common.first()?;
            if common.len() == 1 {
                return Some(Some((piece, face)));
            }
            any = any.or(Some((piece, face)));
        }
        Some(any)
    }

    fn pieces(&self) -> Vec<Piece> {
        let is_drawn = |v: &usize| self.faces_at.contains_key(v);
        let mut pieces = Vec::new();
        let mut seen = BTreeSet::new();
        for (&v, neighbours) in &self.graph {
            if is_drawn(&v) {
                let edges = neighbours.iter().filter(|&&u| v < u && is_drawn(&u));
                let edges = edges.filter(|&&u| !self.drawn.contains(&(v, u)));
                pieces.extend(edges.map(|&u| Piece {
                    inside: BTreeSet::new(),
                    feet: vec![v, u],
                }));
                continue;
            }
            let (mut inside, mut feet, mut stack) = (BTreeSet::new(), BTreeSet::new(), vec![v]);
            while let Some(v) = stack.pop() {
                if is_drawn(&v) {
                    feet.insert(v);
                } else if seen.insert(v) {
                    inside.insert(v);
                    stack.extend(&self.graph[&v]);
                }
            }
            if !inside.is_empty() {
                let feet = feet.into_iter().collect();
                pieces.push(Piece { inside, feet });
            }
        }
        pieces
    }

    /// Draws a path between two vertices of a face.
    fn split(&mut self, face: usize, path: &[usize]) {
        self.add_path(path);
        let old = std::mem::take(&mut self.faces[face]);
        for v in &old {
            if let Some(faces) = self.faces_at.get_mut(v) {
                faces.remove(&face);
            }
        }
        let (from, inside, to) = (path[0], &path[1..path.len() - 1], path[path.len() - 1]);
        let at = |v: usize| old.iter().position(|&u| u == v).unwrap_or(0);
        let along = |from: usize, to: usize| {
            let length = (at(to) + old.len() - at(from)) % old.len();
            let walk = old.iter().cycle().skip(at(from)).take(length + 1);
            walk.copied().collect::<Vec<usize>>()
        };
        let mut back = along(from, to);
        back.extend(inside.iter().rev());
        let mut there = along(to, from);
        there.extend(inside);
        for &v in &back {
            self.faces_at.entry(v).or_default().insert(face);
        }
        self.faces[face] = back;
        self.add_face(there);
    }

    /// The neighbours of each vertex in the order around it.
    fn around(&self) -> BTreeMap<usize, Vec<usize>> {
        // Between two edges that follow each other at a vertex is one face.
        let mut after: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for face in &self.faces {
            for i in 0..face.len() {
                let [before, v, next] = [0, 1, 2].map(|step| face[(i + step) % face.len()]);
                after.insert((v, before), next);
            }
        }
        let ring = |(&v, neighbours): (&usize, &BTreeSet<usize>)| {
            let first = neighbours.first().copied();
            let next = |&u: &usize| after.get(&(v, u)).copied().filter(|&u| Some(u) != first);
            (v, std::iter::successors(first, next).collect())
        };
        self.graph.iter().map(ring).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::any_graph;
    use crate::enumerate::{first, next_connected};
    use proptest::prelude::*;

    /// The number of faces around the vertices of one component after another.
    fn faces(around: &[Vec<usize>]) -> usize {
        let mut seen = BTreeSet::new();
        let mut count = 0;
        for start in (0..around.len()).flat_map(|v| around[v].iter().map(move |&u| (v, u))) {
            let mut edge = start;
            count += usize::from(!seen.contains(&edge));
            while seen.insert(edge) {
                let (v, u) = edge;
                let back = around[u].iter().position(|&w| w == v).unwrap();
                edge = (u, around[u][(back + 1) % around[u].len()]);
            }
        }
        count
    }

    /// An order of neighbours belongs to a drawing in the plane if Euler's formula holds for each
    /// component.
    fn check(graph: &Graph, around: &[Vec<usize>]) {
        for (v, neighbours) in around.iter().enumerate() {
            let sorted: BTreeSet<usize> = neighbours.iter().copied().collect();
            assert_eq!(sorted.len(), neighbours.len());
            assert!(graph.neighbours(v).eq(sorted));
        }
        let with_edges = graph.components().into_iter().filter(|c| c.len() > 1);
        let expected: usize = with_edges.clone().map(|_| 2).sum();
        let vertices: usize = with_edges.map(|c| c.len()).sum();
        assert_eq!(vertices + faces(around), expected + graph.size());
    }

    /// The numbers of connected planar graphs: OEIS A003094.
    #[test]
    fn small_graphs_are_embedded_as_often_as_they_are_planar() {
        let mut graphs = first();
        for planar in [1, 1, 2, 6, 20, 99, 646] {
            let embedded = graphs.iter().filter_map(|g| Some((g, embedding(g)?)));
            assert_eq!(
                embedded.map(|(g, around)| check(g, &around)).count(),
                planar
            );
            graphs = next_connected(&graphs);
        }
    }

    proptest! {
        #[test]
        fn drawings_have_no_crossings(graph in any_graph(14)) {
            if let Some(around) = embedding(&graph) {
                check(&graph, &around);
            }
        }

        /// A graph whose faces are all triangles, after some edges are removed.
        #[test]
        fn planar_graphs_are_embedded(
            splits in proptest::collection::vec(any::<prop::sample::Index>(), 0..40),
            kept in proptest::collection::vec(0..4, 130),
        ) {
            let mut faces = vec![[0, 1, 2], [2, 1, 0]];
            for (face, v) in splits.iter().zip(3..) {
                let [a, b, c] = faces.swap_remove(face.index(faces.len()));
                faces.extend([[a, b, v], [b, c, v], [c, a, v]]);
            }
            let edges: BTreeSet<(usize, usize)> = faces
                .iter()
                .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
                .filter(|(a, b)| a < b)
                .collect();
            let edges = edges.into_iter().zip(kept).filter(|(_, k)| *k > 0).map(|(e, _)| e);
            let graph = Graph::from_edges(splits.len() + 3, edges);
            check(&graph, &embedding(&graph).unwrap());
        }
    }
}
