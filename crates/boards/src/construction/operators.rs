//! Operators: constructions that make a graph of plain graphs, such as `complement(G)`.
//!
//! The operands have neither tints nor other marks. The summary of each operator describes the
//! numbering of the vertices, which never changes. In a product, the last factor runs fastest.

use crate::bitgraph::members;
use crate::{BoardLimit, Graph};
use std::fmt;

/// The operands and the numbers of a call. The caller has checked how many there are.
pub(super) struct Operands<'a> {
    pub graphs: &'a [Graph],
    pub numbers: &'a [usize],
    pub limit: BoardLimit,
}

/// A construction that makes a graph of plain graphs.
#[derive(Clone, Copy)]
pub struct Operator {
    /// The name of the operator, as written before the parenthesis.
    pub name: &'static str,
    /// The name with its operands, such as `join(A,B,...)`.
    pub signature: &'static str,
    /// A description of the graph and of the numbering of its vertices, in one line.
    pub summary: &'static str,
    /// The number of operands; `None` if any positive number is accepted.
    pub(super) operands: Option<usize>,
    /// Whether an operand may be taken several times, as in `3*leaf`.
    pub(super) copies: bool,
    /// The least and the greatest number of integers after the operands.
    pub(super) numbers: (usize, usize),
    build: fn(&Operands) -> Option<Graph>,
}

/// All operators.
pub(super) const OPERATORS: &[Operator] = &[
    Operator {
        name: "complement",
        signature: "complement(G)",
        summary: "the vertices of G, joined where G has no edge",
        operands: Some(1),
        copies: false,
        numbers: (0, 0),
        build: |given| complement(&given.graphs[0], given.limit),
    },
    Operator {
        name: "line_graph",
        signature: "line_graph(G)",
        summary: "the edges of G in lexicographic order, joined if they share a vertex",
        operands: Some(1),
        copies: false,
        numbers: (0, 0),
        build: |given| line_graph(&given.graphs[0], given.limit),
    },
    Operator {
        name: "mycielskian",
        signature: "mycielskian(G)",
        summary: "G, then a copy of each vertex joined to its neighbours, then a vertex joined to the copies",
        operands: Some(1),
        copies: false,
        numbers: (0, 0),
        build: |given| mycielskian(&given.graphs[0], given.limit),
    },
    Operator {
        name: "subdivision",
        signature: "subdivision(G[,k])",
        summary: "G with k vertices (or 1) on each edge: G, then those of each edge from its lesser end on",
        operands: Some(1),
        copies: false,
        numbers: (0, 1),
        build: subdivision,
    },
    Operator {
        name: "power",
        signature: "power(G,k)",
        summary: "the vertices of G, joined if their distance is from 1 to k",
        operands: Some(1),
        copies: false,
        numbers: (1, 1),
        build: |given| power(&given.graphs[0], given.numbers[0], given.limit),
    },
    Operator {
        name: "join",
        signature: "join(A,B,...)",
        summary: "parts side by side, with all edges between different parts; 3*A takes A three times",
        operands: None,
        copies: true,
        numbers: (0, 0),
        build: join,
    },
    Operator {
        name: "corona",
        signature: "corona(G,H)",
        summary: "G with a copy of H for each vertex, which is joined to all of its copy: G, then the copies",
        operands: Some(2),
        copies: false,
        numbers: (0, 0),
        build: |given| corona(&given.graphs[0], &given.graphs[1], given.limit),
    },
    Operator {
        name: "strong",
        signature: "strong(A,B,...)",
        summary: "the strong product: in each factor, neighbours are adjacent or equal",
        operands: None,
        copies: false,
        numbers: (0, 0),
        build: |given| folded(given, strong),
    },
    Operator {
        name: "tensor",
        signature: "tensor(A,B,...)",
        summary: "the categorical product: in each factor, neighbours are adjacent",
        operands: None,
        copies: false,
        numbers: (0, 0),
        build: |given| folded(given, tensor),
    },
    Operator {
        name: "lexicographic",
        signature: "lexicographic(A,B,...)",
        summary: "the lexicographic product: neighbours are adjacent in the first factor in which they differ",
        operands: None,
        copies: false,
        numbers: (0, 0),
        build: |given| folded(given, lexicographic),
    },
];

/// The other names of operators and of the constructions that are like them.
static ALIASES: &[(&str, &str)] = &[
    ("cartesian", "product"),
    ("cartesian_product", "product"),
    ("strong_product", "strong"),
    ("tensor_product", "tensor"),
    ("lexicographic_product", "lexicographic"),
    ("corona_product", "corona"),
    ("disjoint_union", "sum"),
];

/// The name in the language of constructions that a word means.
pub(super) fn without_alias(word: &str) -> &str {
    let row = ALIASES.iter().find(|row| row.0 == word);
    row.map_or(word, |row| row.1)
}

impl Operator {
    /// The operator with this name; `None` if there is none.
    pub fn find(name: &str) -> Option<&'static Operator> {
        OPERATORS.iter().find(|operator| operator.name == name)
    }

    /// Builds the graph; `None` if it would not be within the limit. The limit is checked before
    /// the graph is built.
    pub(super) fn build(&self, given: &Operands) -> Option<Graph> {
        (self.build)(given)
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.signature)
    }
}

impl PartialEq for Operator {
    /// Operators have different names.
    fn eq(&self, other: &Operator) -> bool {
        self.name == other.name
    }
}

impl Eq for Operator {}

/// The graph of this order without edges, if a graph of this order and size is within the limit.
fn room(limit: BoardLimit, order: usize, size: usize) -> Option<Graph> {
    limit.allows(order, size).then(|| Graph::empty(order))
}

/// The number of pairs of `n` things.
fn pairs(n: usize) -> usize {
    n.saturating_mul(n.saturating_sub(1)) / 2
}

/// The graph with the same vertices whose edges are the pairs that are no edges.
pub(crate) fn complement(graph: &Graph, limit: BoardLimit) -> Option<Graph> {
    let n = graph.order();
    let mut other = room(limit, n, pairs(n) - graph.size())?;
    for b in 0..n {
        let apart = (0..b).filter(|&a| !graph.has_edge(a, b));
        apart.for_each(|a| other.add_edge(a, b));
    }
    Some(other)
}

fn line_graph(graph: &Graph, limit: BoardLimit) -> Option<Graph> {
    let size = graph
        .degrees()
        .map(pairs)
        .fold(0usize, usize::saturating_add);
    let mut lines = room(limit, graph.size(), size)?;
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); graph.order()];
    for (edge, (a, b)) in graph.edges().enumerate() {
        for end in [a, b] {
            at[end]
                .iter()
                .for_each(|&other| lines.add_edge(other, edge));
            at[end].push(edge);
        }
    }
    Some(lines)
}

/// The Mycielskian: for each vertex `v` of a graph of order `n` a copy `n + v` that is joined to
/// the neighbours of `v`, and a vertex `2n` that is joined to the copies.
pub(crate) fn mycielskian(graph: &Graph, limit: BoardLimit) -> Option<Graph> {
    let n = graph.order();
    let mut more = room(limit, 2 * n + 1, 3 * graph.size() + n)?;
    for (a, b) in graph.edges() {
        more.add_edge(a, b);
        more.add_edge(a, n + b);
        more.add_edge(n + a, b);
    }
    (n..2 * n).for_each(|copy| more.add_edge(copy, 2 * n));
    Some(more)
}

fn subdivision(given: &Operands) -> Option<Graph> {
    let graph = &given.graphs[0];
    let k = given.numbers.first().map_or(1, |&k| k);
    let inner = graph.size().saturating_mul(k);
    let order = graph.order().saturating_add(inner);
    let mut longer = room(given.limit, order, inner.saturating_add(graph.size()))?;
    for (edge, (a, b)) in graph.edges().enumerate() {
        let first = graph.order() + edge * k;
        let mut last = a;
        for v in first..first + k {
            longer.add_edge(last, v);
            last = v;
        }
        longer.add_edge(last, b);
    }
    Some(longer)
}

/// The edges are counted while they are added, since no formula gives their number.
fn power(graph: &Graph, k: usize, limit: BoardLimit) -> Option<Graph> {
    let mut near = room(limit, graph.order(), 0)?;
    let mut ball = Ball::of(graph);
    let mut size = 0;
    for v in 0..graph.order() {
        for &w in ball.around(v, k).iter().filter(|&&w| w > v) {
            size += 1;
            if size > limit.size {
                return None;
            }
            near.add_edge(v, w);
        }
    }
    Some(near)
}

/// The vertices near a vertex. The memory is used again for each vertex.
struct Ball<'a> {
    graph: &'a Graph,
    neighbours: Vec<Vec<usize>>,
    /// Whether each vertex is in the ball.
    reached: Vec<u64>,
    /// The vertices of the ball, by their distance.
    members: Vec<usize>,
}

impl<'a> Ball<'a> {
    fn of(graph: &'a Graph) -> Ball<'a> {
        let neighbours = (0..graph.order()).map(|v| graph.neighbours(v).collect());
        Ball {
            graph,
            neighbours: neighbours.collect(),
            reached: vec![0; graph.order().div_ceil(64)],
            members: Vec::new(),
        }
    }

    /// The vertices at distance at most `k` from `v`, which is the first.
    fn around(&mut self, v: usize, k: usize) -> &[usize] {
        self.members.iter().for_each(|&w| self.reached[w / 64] = 0);
        self.members.clear();
        self.reach(v / 64, 1 << (v % 64));
        let mut first = 0;
        for _ in 0..k {
            let sphere = first..self.members.len();
            first = sphere.end;
            if sphere.is_empty() {
                break;
            }
            sphere.for_each(|i| self.grow(self.members[i]));
        }
        &self.members
    }

    /// Adds the neighbours of a vertex: one by one, or by words of bits if they are many.
    fn grow(&mut self, v: usize) {
        let graph = self.graph;
        if self.neighbours[v].len() < self.reached.len() {
            for i in 0..self.neighbours[v].len() {
                let w = self.neighbours[v][i];
                self.reach(w / 64, 1 << (w % 64));
            }
        } else {
            let row = graph.row(v).iter().enumerate();
            row.for_each(|(word, &bits)| self.reach(word, bits));
        }
    }

    /// Adds the vertices of a word of bits that are not in the ball yet.
    fn reach(&mut self, word: usize, bits: u64) {
        let new = bits & !self.reached[word];
        self.reached[word] |= new;
        self.members
            .extend(members(&[new]).map(|bit| 64 * word + bit));
    }
}

fn join(given: &Operands) -> Option<Graph> {
    let (mut order, mut size) = (0usize, 0usize);
    for graph in given.graphs {
        let across = order.saturating_mul(graph.order());
        size = size.saturating_add(across).saturating_add(graph.size());
        order = order.saturating_add(graph.order());
    }
    let mut whole = room(given.limit, order, size)?;
    let mut first = 0;
    for graph in given.graphs {
        graph
            .edges()
            .for_each(|(a, b)| whole.add_edge(first + a, first + b));
        for v in first..first + graph.order() {
            (0..first).for_each(|u| whole.add_edge(u, v));
        }
        first += graph.order();
    }
    Some(whole)
}

fn corona(graph: &Graph, hung: &Graph, limit: BoardLimit) -> Option<Graph> {
    let (n, m) = (graph.order(), hung.order());
    let copies = n.saturating_mul(m);
    let size = n
        .saturating_mul(hung.size())
        .saturating_add(copies)
        .saturating_add(graph.size());
    let mut whole = room(limit, n.saturating_add(copies), size)?;
    graph.edges().for_each(|(a, b)| whole.add_edge(a, b));
    for v in 0..n {
        let first = n + v * m;
        (first..first + m).for_each(|w| whole.add_edge(v, w));
        hung.edges()
            .for_each(|(a, b)| whole.add_edge(first + a, first + b));
    }
    Some(whole)
}

/// The product of the operands from left to right.
fn folded(
    given: &Operands,
    product: fn(&Graph, &Graph, BoardLimit) -> Option<Graph>,
) -> Option<Graph> {
    let (first, rest) = given.graphs.split_first()?;
    rest.iter().try_fold(first.clone(), |all, factor| {
        product(&all, factor, given.limit)
    })
}

/// The order of a product and the number of edges of three kinds: those along the first factor,
/// those along the second, and those along both.
fn kinds(a: &Graph, b: &Graph) -> (usize, [usize; 3]) {
    let times = usize::saturating_mul;
    let along = [times(a.size(), b.order()), times(b.size(), a.order())];
    let both = times(2, times(a.size(), b.size()));
    (times(a.order(), b.order()), [along[0], along[1], both])
}

/// Adds the edges between `(u, x)` and `(v, y)` for each edge of both factors.
fn add_both(product: &mut Graph, a: &Graph, b: &Graph) {
    let n = b.order();
    for (u, v) in a.edges() {
        for (x, y) in b.edges() {
            product.add_edge(u * n + x, v * n + y);
            product.add_edge(u * n + y, v * n + x);
        }
    }
}

/// Adds a copy of the second factor for each vertex of the first.
fn add_second(product: &mut Graph, a: &Graph, b: &Graph) {
    let n = b.order();
    for u in 0..a.order() {
        b.edges()
            .for_each(|(x, y)| product.add_edge(u * n + x, u * n + y));
    }
}

fn tensor(a: &Graph, b: &Graph, limit: BoardLimit) -> Option<Graph> {
    let (order, [.., both]) = kinds(a, b);
    let mut product = room(limit, order, both)?;
    add_both(&mut product, a, b);
    Some(product)
}

fn strong(a: &Graph, b: &Graph, limit: BoardLimit) -> Option<Graph> {
    let (order, kinds) = kinds(a, b);
    let size = kinds.into_iter().fold(0, usize::saturating_add);
    let mut product = room(limit, order, size)?;
    add_both(&mut product, a, b);
    add_second(&mut product, a, b);
    for (u, v) in a.edges() {
        (0..b.order()).for_each(|x| product.add_edge(u * b.order() + x, v * b.order() + x));
    }
    Some(product)
}

fn lexicographic(a: &Graph, b: &Graph, limit: BoardLimit) -> Option<Graph> {
    let (order, [along_a, along_b, _]) = kinds(a, b);
    let n = b.order();
    let size = along_a.saturating_mul(n).saturating_add(along_b);
    let mut product = room(limit, order, size)?;
    add_second(&mut product, a, b);
    for (u, v) in a.edges() {
        for x in 0..n {
            (0..n).for_each(|y| product.add_edge(u * n + x, v * n + y));
        }
    }
    Some(product)
}
