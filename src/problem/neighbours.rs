//! Neighbourhoods: all boards that a single move of some kind leads to.
//!
//! The kinds are those of the operators that make a single choice, from small changes to large
//! ones; on small boards `boil landscape` counts the local optima of each. One move is made per
//! orbit as far as colour refinement tells (on trees: exactly).

use super::class::{Class, Kind};
use super::genome::{Course, Genome, Vertex};
use super::marks::Marks;
use super::operators::parts::{alike, arcs_alike, attach, beyond, induced, without};
use super::operators::squares;
use crate::graph::Tint;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashSet;

/// The neighbourhoods, from the nearest to the widest, each with what its moves are.
pub const NEIGHBOURHOODS: [(&str, &str); 4] = [
    (
        "leaves",
        "a leaf is added, removed or moved; a tint, a weight, a loop, a direction or the token changed; a square added, removed or moved",
    ),
    (
        "edges",
        "an edge is added, removed, moved at one end, subdivided or contracted, a vertex removed",
    ),
    (
        "branches",
        "a vertex is duplicated, a pendant branch copied on its hub, pruned or moved",
    ),
    (
        "alike",
        "a leaf is added to or removed from all vertices alike, a branch repeated on them",
    ),
];

/// The neighbours of a board in a neighbourhood, each with the operator that leads there. They may
/// lie outside the class, and one may come several times.
pub fn neighbours(
    genome: &Genome,
    neighbourhood: usize,
    class: &Class,
) -> Vec<(&'static str, Genome)> {
    if class.kind == Kind::Squares {
        return match neighbourhood {
            0 => squares::neighbours(genome),
            _ => Vec::new(),
        };
    }
    let mut moves = Moves {
        genome,
        colours: alike(genome),
        found: Vec::new(),
    };
    match neighbourhood {
        0 => {
            moves.leaves(class.tinted);
            moves.marks(&class.marks);
        }
        1 => moves.edges(),
        2 => moves.branches(),
        _ => moves.alike(),
    }
    moves.found
}

struct Moves<'a> {
    genome: &'a Genome,
    colours: Vec<u64>,
    found: Vec<(&'static str, Genome)>,
}

impl Moves<'_> {
    /// A vertex of each colour.
    fn vertices(&self) -> Vec<NodeIndex> {
        let mut seen = FxHashSet::default();
        let all = self.genome.0.node_indices();
        all.filter(|v| seen.insert(self.colours[v.index()]))
            .collect()
    }

    /// The arcs, both directions of every edge; where `one` is set, one of each pair of colours.
    fn arcs(&self, one: bool) -> Vec<(NodeIndex, NodeIndex)> {
        let mut seen = FxHashSet::default();
        let ends = self.genome.0.edge_indices();
        ends.filter_map(|e| self.genome.0.edge_endpoints(e))
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .filter(|(a, b)| {
                !one || seen.insert((self.colours[a.index()], self.colours[b.index()]))
            })
            .collect()
    }

    fn leaves(&mut self, tinted: bool) {
        for v in self.vertices() {
            self.found.push(("add-leaf", with_leaf(self.genome, &[v])));
            if self.genome.degree(v) == 1 {
                self.found.push(("remove-leaf", without(self.genome, &[v])));
                for u in self.genome.0.node_indices() {
                    if u != v && self.genome.0.find_edge(u, v).is_none() {
                        let mut moved = self.genome.clone();
                        moved.detach(v);
                        moved.join(v, u);
                        self.found.push(("move-leaf", moved));
                    }
                }
            }
            for tint in [Tint::None, Tint::Left, Tint::Right] {
                if tinted && tint != self.genome.0[v].tint {
                    let mut other = self.genome.clone();
                    other.0[v].tint = tint;
                    self.found.push(("tint", other));
                }
            }
        }
    }

    fn marks(&mut self, marks: &Marks) {
        for v in self.vertices() {
            if marks.token && !self.genome.0[v].token {
                let mut other = self.genome.clone();
                other.0.node_weights_mut().for_each(|v| v.token = false);
                other.0[v].token = true;
                self.found.push(("move-token", other));
            }
            if marks.loops {
                let own = self.genome.0[v].loops.first().copied().unwrap_or(0);
                for weight in [0, 1, own.saturating_sub(1), own + 1] {
                    if weight != own && weight <= marks.max_weight {
                        let mut other = self.genome.clone();
                        other.0[v].loops = if weight == 0 { vec![] } else { vec![weight] };
                        self.found.push(("toggle-loop", other));
                    }
                }
            }
        }
        for edge in self.genome.0.edge_indices() {
            let own = self.genome.0[edge];
            for weight in [own.weight - 1, own.weight + 1] {
                if (1..=marks.max_weight).contains(&weight) {
                    let mut other = self.genome.clone();
                    other.0[edge].weight = weight;
                    self.found.push(("weigh", other));
                }
            }
            for course in [Course::Both, Course::Forth, Course::Back] {
                if marks.arcs && course != own.course {
                    let mut other = self.genome.clone();
                    other.0[edge].course = course;
                    self.found.push(("turn", other));
                }
            }
            if let Some((a, b)) = self
                .genome
                .0
                .edge_endpoints(edge)
                .filter(|_| marks.parallel)
            {
                let mut other = self.genome.clone();
                other.0.add_edge(a, b, own);
                self.found.push(("double-edge", other));
            }
        }
    }

    fn edges(&mut self) {
        for v in self.vertices() {
            if self.genome.degree(v) != 1 {
                self.found
                    .push(("remove-vertex", without(self.genome, &[v])));
            }
            for u in self.genome.0.node_indices() {
                let mut joined = self.genome.clone();
                if joined.join(u, v) {
                    self.found.push(("add-edge", joined));
                }
            }
        }
        for (a, b) in self.arcs(true) {
            let mut less = self.genome.clone();
            if let Some(edge) = less.0.find_edge(a, b) {
                less.0.remove_edge(edge);
            }
            for to in self.genome.0.node_indices().filter(|&v| v != b) {
                let mut moved = less.clone();
                if moved.join(a, to) {
                    self.found.push(("move-edge", moved));
                }
            }
            let mut longer = less.clone();
            let middle = longer.0.add_node(Vertex::default());
            longer.join(a, middle);
            longer.join(middle, b);
            self.found.push(("subdivide", longer));
            self.found.push(("remove-edge", less));
            let mut shorter = self.genome.clone();
            let around: Vec<NodeIndex> = shorter.0.neighbors(b).collect();
            for v in around {
                shorter.join(a, v);
            }
            shorter.0.remove_node(b);
            self.found.push(("contract", shorter));
        }
    }

    fn branches(&mut self) {
        for v in self.vertices() {
            let mut double = self.genome.clone();
            let twin = double.0.add_node(double.0[v].copied());
            for u in self.genome.0.neighbors(v) {
                double.join(twin, u);
            }
            self.found.push(("twin", double));
        }
        for (hub, root) in self.arcs(true) {
            let Some(vertices) = beyond(self.genome, hub, root) else {
                continue;
            };
            let copy = induced(self.genome, &vertices);
            let mut more = self.genome.clone();
            attach(&mut more, &copy, hub);
            self.found.push(("copy-branch", more));
            let rest = without(self.genome, &vertices);
            if vertices.len() > 1 {
                for to in rest.0.node_indices() {
                    let mut moved = rest.clone();
                    attach(&mut moved, &copy, to);
                    self.found.push(("move-branch", moved));
                }
            }
            self.found.push(("prune-branch", rest));
        }
    }

    fn alike(&mut self) {
        for v in self.vertices() {
            let same = |u: &NodeIndex| self.colours[u.index()] == self.colours[v.index()];
            let hubs: Vec<NodeIndex> = self.genome.0.node_indices().filter(same).collect();
            self.found
                .push(("repeat-branch", with_leaf(self.genome, &hubs)));
        }
        for arc in self.arcs(true) {
            let arcs = arcs_alike(self.genome, arc);
            let cut = arcs
                .iter()
                .map(|&(hub, root)| beyond(self.genome, hub, root));
            let Some(cut) = cut.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let copy = induced(self.genome, &cut[0]);
            let mut double = self.genome.clone();
            for (hub, _) in arcs.iter().filter(|(hub, _)| *hub == arc.0) {
                attach(&mut double, &copy, *hub);
            }
            self.found.push(("double-branch", double));
            self.found
                .push(("prune-alike", without(self.genome, &cut.concat())));
        }
    }
}

fn with_leaf(genome: &Genome, hubs: &[NodeIndex]) -> Genome {
    let mut more = genome.clone();
    for &hub in hubs {
        let leaf = more.0.add_node(Vertex::default());
        more.join(hub, leaf);
    }
    more
}
