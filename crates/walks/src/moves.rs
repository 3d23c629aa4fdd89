//! Moves: the changes of a step, as pairs that are joined or whose edges are taken out.

use super::anneal::Start;
use super::rows::{Pair, Rows};
use boilingpoint_boards::{BitRow, Graph};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// How a walk changes a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// By any pairs: an edge comes or goes, moves one end, moves to another pair, or exchanges ends
    /// with another edge; or a vertex gets the neighbours of another.
    Pairs,
    /// By pairs of one of the first vertices, so many, and one of the others.
    Across(usize),
    /// By pairs across the sides of a bipartite graph.
    Sides,
    /// By whole orbits of the rotations that add 1 to each vertex of a block of this order, modulo
    /// the order. What is left over is fixed.
    Orbits(usize),
    /// By an edge of a tree that is replaced by another.
    Tree,
}

/// The kinds of moves by pairs.
const KINDS: usize = 5;

/// The least share of a kind of move.
const FLOOR: f64 = 0.05;

/// The number of moves after which the shares of the kinds change.
const PERIOD: u32 = 512;

/// Proposes moves.
pub(super) struct Proposals<R> {
    /// The pairs that may change, as rows.
    allowed: Vec<R>,
    /// The orbits of pairs, for [`Moves::Orbits`].
    orbits: Vec<Vec<Pair>>,
    is_tree: bool,
    /// The pairs of the move.
    pub(super) pairs: Vec<Pair>,
    kind: usize,
    tried: [u32; KINDS],
    taken: [u32; KINDS],
    /// The sums of the shares of the kinds up to each.
    shares: [f64; KINDS],
}

/// A number below `n`, which is not 0.
pub(super) fn below(n: usize, rng: &mut ChaCha8Rng) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// A random member of a set that is not empty.
fn member<R: BitRow>(set: R, rng: &mut ChaCha8Rng) -> usize {
    let place = below(set.count() as usize, rng);
    set.bits().nth(place).unwrap_or(0)
}

impl<R: BitRow> Proposals<R> {
    pub(super) fn new(start: &Start, rng: &mut ChaCha8Rng) -> Proposals<R> {
        let (order, moves) = (start.graph.order(), &start.moves);
        let all = R::first(order);
        let side: Option<R> = match moves {
            Moves::Across(first) => Some(R::first((*first).min(order))),
            Moves::Sides => side_of(&start.graph, rng),
            _ => None,
        };
        let allowed = |v: usize| match side {
            Some(side) if side.has(v) => all & !side,
            Some(side) => side,
            None => all & !R::one(v),
        };
        Proposals {
            allowed: (0..order).map(allowed).collect(),
            orbits: match moves {
                Moves::Orbits(length) => orbits(order, *length),
                _ => Vec::new(),
            },
            is_tree: *moves == Moves::Tree,
            pairs: Vec::new(),
            kind: 0,
            tried: [0; KINDS],
            taken: [0; KINDS],
            shares: [0.4, 0.6, 0.75, 0.95, 1.0],
        }
    }

    /// Fills a graph without edges with random ones: each orbit with this probability. A tree is a
    /// random recursive tree.
    pub(super) fn scatter(&self, rows: &mut Rows<R>, density: f64, rng: &mut ChaCha8Rng) {
        if self.is_tree {
            return (1..rows.order()).for_each(|v| rows.toggle([v, below(v, rng)]));
        }
        let chance = (density * 4_294_967_296.0) as u64;
        self.toggle_drawn(rows, false, || u64::from(rng.next_u32()) < chance);
    }

    /// Takes edges out of a graph, each orbit with probability 1/2.
    pub(super) fn thin(&self, rows: &mut Rows<R>, rng: &mut ChaCha8Rng) {
        self.toggle_drawn(rows, true, || below(2, rng) == 0);
    }

    /// Toggles the orbits that are drawn: of those that are in the graph, or of the others that moves
    /// change.
    fn toggle_drawn(&self, rows: &mut Rows<R>, present: bool, mut is_drawn: impl FnMut() -> bool) {
        for orbit in &self.orbits {
            if rows.has(orbit[0]) == present && is_drawn() {
                orbit.iter().for_each(|&pair| rows.toggle(pair));
            }
        }
        if !self.orbits.is_empty() {
            return;
        }
        for v in 0..rows.order() {
            let pairs = match present {
                true => rows.near[v],
                false => self.allowed[v] & rows.far[v],
            };
            for u in (pairs & R::first(v)).bits().filter(|_| is_drawn()) {
                rows.toggle([v, u]);
            }
        }
    }

    /// Proposes a move in `pairs`; returns whether there is one.
    pub(super) fn propose(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) -> bool {
        self.pairs.clear();
        if rows.order() < 2 {
            return false;
        }
        if self.is_tree {
            return self.replace_edge(rows, rng);
        }
        let draw = f64::from(rng.next_u32()) / 4_294_967_296.0;
        self.kind = self.shares.iter().position(|&sum| draw < sum).unwrap_or(0);
        if self.orbits.is_empty() {
            match self.kind {
                0 => self.flip(rng),
                1 => self.shift(rows, rng),
                2 => self.exchange(rows, rng),
                3 => self.switch(rows, rng),
                _ => self.copy(rows, rng),
            }
        } else {
            self.flip_orbits(rows, rng);
        }
        self.tried[self.kind] += 1;
        if self.tried.iter().sum::<u32>() >= PERIOD {
            self.share();
        }
        !self.pairs.is_empty()
    }

    /// Notes that the move was taken.
    pub(super) fn take(&mut self) {
        self.taken[self.kind] += 1;
    }

    /// Gives each kind of move a share by how many of its moves were taken.
    fn share(&mut self) {
        let rates: Vec<f64> = self
            .taken
            .iter()
            .zip(&self.tried)
            .map(|(&taken, &tried)| f64::from(taken + 1) / f64::from(tried + 2))
            .collect();
        let total: f64 = rates.iter().sum();
        let free = 1.0 - FLOOR * KINDS as f64;
        let mut sum = 0.0;
        for (share, rate) in self.shares.iter_mut().zip(rates) {
            sum += FLOOR + free * rate / total;
            *share = sum;
        }
        (self.tried, self.taken) = ([0; KINDS], [0; KINDS]);
    }

    fn flip(&mut self, rng: &mut ChaCha8Rng) {
        let v = below(self.allowed.len(), rng);
        if !self.allowed[v].is_none() {
            self.pairs.push([v, member(self.allowed[v], rng)]);
        }
    }

    /// A random edge that may change.
    fn edge(&self, rows: &Rows<R>, rng: &mut ChaCha8Rng) -> Option<Pair> {
        (0..4).find_map(|_| {
            let v = below(rows.order(), rng);
            let near = rows.near[v] & self.allowed[v];
            (!near.is_none()).then(|| [v, member(near, rng)])
        })
    }

    /// Moves an end of an edge.
    fn shift(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) {
        let Some([v, u]) = self.edge(rows, rng) else {
            return;
        };
        let open = rows.far[v] & self.allowed[v];
        if !open.is_none() {
            self.pairs.extend([[v, u], [v, member(open, rng)]]);
        }
    }

    /// Takes an edge out and joins another pair.
    fn exchange(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) {
        let Some(edge) = self.edge(rows, rng) else {
            return;
        };
        let v = below(rows.order(), rng);
        let open = rows.far[v] & self.allowed[v];
        if !open.is_none() {
            self.pairs.extend([edge, [v, member(open, rng)]]);
        }
    }

    /// Exchanges ends of two edges, so that each vertex keeps its degree.
    fn switch(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) {
        let (Some([a, b]), Some([c, d])) = (self.edge(rows, rng), self.edge(rows, rng)) else {
            return;
        };
        let joins = |v: usize, u: usize| v != u && rows.far[v].has(u) && self.allowed[v].has(u);
        if a != c && b != d && joins(a, d) && joins(c, b) {
            self.pairs.extend([[a, b], [c, d], [a, d], [c, b]]);
        }
    }

    /// Gives a vertex the neighbours of another; half of the time it is joined to it, or its edge to
    /// it taken out. Graphs with many alike vertices, such as cliques, are far apart for moves of
    /// single edges.
    fn copy(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) {
        let (v, u) = (below(rows.order(), rng), below(rows.order(), rng));
        let others = self.allowed[v] & !R::one(u);
        let changed = (rows.near[v] ^ rows.near[u]) & others;
        self.pairs.extend(changed.bits().map(|w| [v, w]));
        if self.allowed[v].has(u) && below(2, rng) == 0 {
            self.pairs.push([v, u]);
        }
    }

    /// One orbit of pairs comes or goes, or one comes and one goes.
    fn flip_orbits(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) {
        self.kind = usize::from(self.kind > 1);
        let first = &self.orbits[below(self.orbits.len(), rng)];
        self.pairs.extend(first);
        if self.kind == 1 {
            let is_in = rows.has(first[0]);
            let others = (0..8).map(|_| &self.orbits[below(self.orbits.len(), rng)]);
            let mut others = others.filter(|orbit| rows.has(orbit[0]) != is_in);
            self.pairs.extend(others.next().into_iter().flatten());
        }
    }

    /// Takes an edge out of a tree, and joins the two parts by another.
    fn replace_edge(&mut self, rows: &Rows<R>, rng: &mut ChaCha8Rng) -> bool {
        let Some([v, u]) = self.edge(rows, rng) else {
            return false;
        };
        let part = rows.reached_without(v, u);
        let other = rows.all() & !part;
        let (a, b) = match below(4, rng) {
            // A branch moves as it is; a leaf does, if it is one.
            0 => (member(part, rng), member(other, rng)),
            1 | 2 => (v, member(other, rng)),
            _ => (member(part, rng), u),
        };
        if [a, b] != [v, u] {
            self.pairs.extend([[v, u], [a, b]]);
        }
        !self.pairs.is_empty()
    }
}

impl<R: BitRow> Rows<R> {
    /// The vertices of a tree that are joined to `v` when its edge to `u` is out.
    fn reached_without(&self, v: usize, u: usize) -> R {
        self.reached(v, self.all() & !R::one(u))
    }
}

/// A side of a bipartite graph, where each component is put either way; `None` if the graph is not
/// bipartite.
fn side_of<R: BitRow>(graph: &Graph, rng: &mut ChaCha8Rng) -> Option<R> {
    let (first, _) = graph.two_colouring()?;
    let first = first.into_iter().fold(R::NONE, |set, v| set | R::one(v));
    let component = |vertices: Vec<usize>| {
        let all = vertices.into_iter().fold(R::NONE, |set, v| set | R::one(v));
        match below(2, rng) {
            0 => all & first,
            _ => all & !first,
        }
    };
    let components = graph.components().into_iter().map(component);
    Some(components.fold(R::NONE, |side, part| side | part))
}

/// The orbits of pairs under the rotations by 1 of blocks of this order. The blocks are the
/// vertices `0..length`, `length..2*length` and so on; the vertices left over are fixed.
fn orbits(order: usize, length: usize) -> Vec<Vec<Pair>> {
    let blocks = order / length;
    let image = |v: usize| match v / length {
        block if block < blocks => block * length + (v + 1) % length,
        _ => v,
    };
    let mut seen = vec![false; order * order];
    let mut all = Vec::new();
    for b in 0..order {
        for a in 0..b {
            if seen[a * order + b] {
                continue;
            }
            let mut orbit = Vec::new();
            let [mut x, mut y] = [a, b];
            while !seen[x.min(y) * order + x.max(y)] {
                seen[x.min(y) * order + x.max(y)] = true;
                orbit.push([x, y]);
                (x, y) = (image(x), image(y));
            }
            all.push(orbit);
        }
    }
    all
}
