//! Genomes: boards in the form in which a search breeds them.
//!
//! A genome is a petgraph graph whose vertices carry tints and other marks. Operators add and
//! remove vertices and edges all the time. petgraph's graphs are made for such changes; the
//! solver's rows of bits are not. [`Genome::board`] and [`Genome::of_board`] convert between the
//! two.
//!
//! On a board of squares, the squares determine the edges. Operators there change only the squares;
//! see `operators/squares.rs`.

use super::rows::Rows;
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, Graph, Link, Square, Tint};
use petgraph::graph::{EdgeIndex, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

/// A board that operators work on: a petgraph graph. The canonical board is computed at the first
/// request, and kept until the graph changes.
#[derive(Clone, Debug, Default)]
pub struct Genome {
    graph: UnGraph<Vertex, Edge>,
    canonical: OnceLock<Arc<Board>>,
}

impl Deref for Genome {
    type Target = UnGraph<Vertex, Edge>;

    fn deref(&self) -> &UnGraph<Vertex, Edge> {
        &self.graph
    }
}

impl DerefMut for Genome {
    /// Gives mutable access to the graph and drops the stored canonical board.
    fn deref_mut(&mut self) -> &mut UnGraph<Vertex, Edge> {
        self.canonical.take();
        &mut self.graph
    }
}

impl From<UnGraph<Vertex, Edge>> for Genome {
    fn from(graph: UnGraph<Vertex, Edge>) -> Genome {
        Genome {
            graph,
            canonical: OnceLock::new(),
        }
    }
}

/// A vertex of a genome, which consists of its marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vertex {
    /// The player for whom the vertex is reserved, if any.
    pub tint: Tint,
    /// Whether the token lies on the vertex.
    pub token: bool,
    /// The weight of each loop at the vertex; empty for a vertex without loops.
    pub loops: Vec<u32>,
    /// The square that the vertex stands for; `None` in a game that is not played on squares.
    pub square: Option<Square>,
}

impl Vertex {
    /// A vertex with a tint and no other marks.
    pub fn tinted(tint: Tint) -> Vertex {
        Vertex {
            tint,
            ..Vertex::default()
        }
    }

    /// A copy of the vertex without the token, since a board has at most one token.
    pub fn copied(&self) -> Vertex {
        Vertex {
            token: false,
            ..self.clone()
        }
    }
}

/// The directions in which an edge can be used, seen from the end that petgraph calls its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Course {
    /// The edge can be used in both directions: an ordinary edge.
    #[default]
    Both,
    /// The edge can only be used from its source: an arc.
    Forth,
    /// The edge can only be used towards its source: an arc in the other direction.
    Back,
}

/// An edge of a genome, which consists of its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// The weight, which the rulesets with weighted edges use; 1 on other boards.
    pub weight: u32,
    /// The directions in which the edge can be used.
    pub course: Course,
}

impl Default for Edge {
    fn default() -> Edge {
        Edge {
            weight: 1,
            course: Course::Both,
        }
    }
}

/// The stored form of a genome: tints as text, edges as pairs of vertices. Fields for other marks
/// are left out if the board has no such marks.
#[derive(Serialize, Deserialize)]
struct StoredGenome {
    tints: String,
    edges: Vec<(u32, u32)>,
    marks: Option<StoredMarks>,
}

/// No coordinate of a stored square is as great. A board of squares has fewer vertices.
const FARTHEST: u16 = 1 << 14;

#[derive(Serialize, Deserialize)]
struct StoredMarks {
    edges: Vec<Edge>,
    loops: Vec<Vec<u32>>,
    token: Option<u32>,
    squares: Vec<Square>,
}

impl Genome {
    /// Converts a board to a genome with the same vertex numbers.
    pub fn of_board(board: &Board) -> Genome {
        let mut graph = UnGraph::with_capacity(board.order(), board.graph().size());
        for (v, &tint) in board.tints().iter().enumerate() {
            graph.add_node(Vertex {
                token: board.token() == Some(v),
                square: board.squares().map(|squares| squares[v]),
                ..Vertex::tinted(tint)
            });
        }
        if board.has_plain_links() {
            board.graph().edges().for_each(|(a, b)| {
                graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), Edge::default());
            });
            return graph.into();
        }
        for link in board.links() {
            let ([a, b], weight) = ([link.from, link.to].map(NodeIndex::new), link.weight);
            if a == b {
                graph[a].loops.push(weight);
                continue;
            }
            let course = if link.arc {
                Course::Forth
            } else {
                Course::Both
            };
            graph.add_edge(a, b, Edge { weight, course });
        }
        graph.into()
    }

    /// Converts the genome to a board with the same vertex numbers. On a board of squares, the
    /// squares are sorted instead.
    pub fn board(&self) -> Board {
        self.plain_board().unwrap_or_else(|| self.marked_board())
    }

    /// The board of a genome that has no marks but tints; `None` for other genomes. Most genomes of
    /// most searches have none, and each child of an operator is converted several times.
    fn plain_board(&self) -> Option<Board> {
        let is_plain = |v: &Vertex| !v.token && v.loops.is_empty() && v.square.is_none();
        if !self.graph.node_weights().all(is_plain) {
            return None;
        }
        let mut graph = Graph::empty(self.order());
        for edge in self.graph.raw_edges() {
            if edge.weight != Edge::default() {
                return None;
            }
            graph.add_edge(edge.source().index(), edge.target().index());
        }
        if graph.size() < self.graph.edge_count() {
            return None;
        }
        let tints = self.graph.node_weights().map(|v| v.tint);
        Board::new(graph, tints.collect()).ok()
    }

    fn marked_board(&self) -> Board {
        let squares: Vec<Square> = self.graph.node_weights().filter_map(|v| v.square).collect();
        if !squares.is_empty() {
            return Board::of_squares(squares);
        }
        let mut links: Vec<Link> = self.graph.edge_references().map(link).collect();
        for (v, vertex) in self.graph.node_weights().enumerate() {
            links.extend(vertex.loops.iter().map(|&weight| Link::edge(v, v, weight)));
        }
        let tints: String = self.graph.node_weights().map(|v| v.tint.symbol()).collect();
        let token = self.graph.node_weights().position(|v| v.token);
        let board = Board::of_links(self.order(), links).with_token(token);
        board.tinted(&tints).expect("a tint for each vertex")
    }

    /// The board with its vertices in canonical order. Isomorphic genomes have equal canonical
    /// boards.
    pub fn canonical_board(&self) -> Arc<Board> {
        let canonical = || Arc::new(normal(&self.board()));
        self.canonical.get_or_init(canonical).clone()
    }

    /// About the number of bytes of the graph and of the stored canonical board.
    pub fn bytes(&self) -> usize {
        let node = size_of::<petgraph::graph::Node<Vertex>>();
        let edge = size_of::<petgraph::graph::Edge<Edge>>();
        let graph = self.node_count() * node + self.edge_count() * edge;
        graph + self.canonical.get().map_or(0, |board| board.bytes())
    }

    /// Rebuilds the genome with its edges in the order of the board's links.
    ///
    /// petgraph's iterators depend on the history of a graph, and operators depend on the
    /// iterators. The child of every operator is therefore rebuilt, so that the child breeds the
    /// same children before and after it is stored.
    pub fn in_order(self) -> Genome {
        Genome::of_board(&self.board())
    }

    /// Whether the squares, if there are any, are different, and are joined as in a lattice.
    pub(super) fn is_whole(&self) -> bool {
        if self.graph.node_weights().all(|v| v.square.is_none()) {
            return true;
        }
        let board = self.board();
        board.order() == self.order() && board.graph().size() == self.graph.edge_count()
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.graph.node_count()
    }

    /// The number of edges at a vertex; loops do not count.
    pub fn degree(&self, v: NodeIndex) -> usize {
        self.graph.neighbors(v).count()
    }

    /// The neighbours of a vertex by number. A neighbour occurs once for each edge between the two.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph
            .neighbors(NodeIndex::new(v))
            .map(NodeIndex::index)
    }

    /// The vertex that the token lies on; `None` on a board without a token.
    pub fn token(&self) -> Option<NodeIndex> {
        self.graph.node_indices().find(|&v| self.graph[v].token)
    }

    /// Whether two vertices are different and not adjacent.
    pub fn can_join(&self, a: NodeIndex, b: NodeIndex) -> bool {
        a != b && self.graph.find_edge(a, b).is_none()
    }

    /// Joins two vertices unless the two are equal or adjacent; returns whether an edge was added.
    pub fn join(&mut self, a: NodeIndex, b: NodeIndex) -> bool {
        let new = self.can_join(a, b);
        if new {
            self.add_edge(a, b, Edge::default());
        }
        new
    }

    /// Whether two vertices are joined by more than one edge.
    pub fn has_parallel(&self) -> bool {
        if let Some(rows) = Rows::of(self) {
            return rows.pairs() < self.graph.edge_count();
        }
        let mut last = vec![usize::MAX; self.order()];
        (0..self.order()).any(|v| {
            self.neighbours(v)
                .any(|u| std::mem::replace(&mut last[u], v) == v)
        })
    }

    /// An edge whose two ends are also joined by another edge, if there is one.
    pub fn parallel_edge(&self) -> Option<EdgeIndex> {
        let mut seen = rustc_hash::FxHashSet::default();
        self.graph.edge_indices().find(|&e| {
            let ends = self.graph.edge_endpoints(e);
            ends.is_some_and(|(a, b)| !seen.insert((a.min(b), a.max(b))))
        })
    }

    /// Removes all edges of a vertex.
    ///
    /// petgraph's `first_edge` follows the direction in which an edge was added, even in undirected
    /// graphs, so this function does not use it.
    pub fn detach(&mut self, v: NodeIndex) {
        while let Some(edge) = self.graph.edges(v).next().map(|e| e.id()) {
            self.remove_edge(edge);
        }
    }

    /// The number of each vertex's component. Components are numbered in the order of their least
    /// vertices.
    pub fn components(&self) -> Vec<usize> {
        let mut component = vec![usize::MAX; self.order()];
        let mut found = 0;
        for v in self.graph.node_indices() {
            if component[v.index()] != usize::MAX {
                continue;
            }
            let mut walk = petgraph::visit::Dfs::new(&self.graph, v);
            while let Some(u) = walk.next(&self.graph) {
                component[u.index()] = found;
            }
            found += 1;
        }
        component
    }

    /// Whether the graph is connected; the empty graph counts as not connected.
    pub fn is_connected(&self) -> bool {
        match Rows::of(self) {
            Some(rows) => rows.is_connected(),
            None => petgraph::algo::connected_components(&self.graph) == 1,
        }
    }
}

/// Converts an edge of the genome's graph to a link of the board.
fn link(edge: petgraph::graph::EdgeReference<'_, Edge>) -> Link {
    let (a, b) = (edge.source().index(), edge.target().index());
    let Edge { weight, course } = *edge.weight();
    match course {
        Course::Both => Link::edge(a, b, weight),
        Course::Forth => Link::arc(a, b, weight),
        Course::Back => Link::arc(b, a, weight),
    }
}

impl Serialize for Genome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = self
            .edge_indices()
            .filter_map(|e| self.graph.edge_endpoints(e));
        let vertices = || self.graph.node_weights();
        let marks = StoredMarks {
            edges: self.graph.edge_weights().copied().collect(),
            loops: vertices().map(|v| v.loops.clone()).collect(),
            token: vertices().position(|v| v.token).map(|v| v as u32),
            squares: vertices().filter_map(|v| v.square).collect(),
        };
        let plain = marks.edges.iter().all(|&e| e == Edge::default())
            && marks.loops.iter().all(Vec::is_empty)
            && marks.token.is_none()
            && marks.squares.is_empty()
            && !self.has_parallel();
        StoredGenome {
            tints: vertices().map(|v| v.tint.symbol()).collect(),
            edges: ends
                .map(|(a, b)| (a.index() as u32, b.index() as u32))
                .collect(),
            marks: (!plain).then_some(marks),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Genome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Genome, D::Error> {
        use serde::de::Error;
        StoredGenome::deserialize(deserializer)?
            .restored()
            .map_err(D::Error::custom)
    }
}

/// The reason why stored data is not a genome.
#[derive(Debug, thiserror::Error)]
enum StoredError {
    #[error("`{0}` is not a tint")]
    Tint(char),
    #[error("edge {a}-{b} does not join two different vertices of a board of order {order}")]
    Edge { a: u32, b: u32, order: usize },
    #[error(
        "the stored weights, loops, token or squares do not fit a board with {order} vertices and {size} edges"
    )]
    Marks { order: usize, size: usize },
}

impl StoredGenome {
    /// Restores the genome with its edges in the stored order. Operators pick edges by index, so a
    /// resumed run needs the same order.
    fn restored(self) -> Result<Genome, StoredError> {
        let mut genome = Genome::default();
        for symbol in self.tints.chars() {
            let tint = Tint::of_symbol(symbol).ok_or(StoredError::Tint(symbol))?;
            genome.add_node(Vertex::tinted(tint));
        }
        let order = genome.order();
        let marked = self.marks.is_some();
        for &(a, b) in &self.edges {
            let fits = (a as usize) < order && (b as usize) < order && a != b;
            let (from, to) = (NodeIndex::new(a as usize), NodeIndex::new(b as usize));
            if !fits || !marked && genome.find_edge(from, to).is_some() {
                return Err(StoredError::Edge { a, b, order });
            }
            genome.add_edge(from, to, Edge::default());
        }
        if let Some(marks) = self.marks {
            marks.put_on(&mut genome)?;
        }
        Ok(genome)
    }
}

impl StoredMarks {
    fn put_on(self, genome: &mut Genome) -> Result<(), StoredError> {
        let (order, size) = (genome.order(), genome.edge_count());
        let token = self.token.map(|v| v as usize);
        let squares = self.squares.len();
        let fits = self.edges.len() == size
            && self.loops.len() == order
            && token.is_none_or(|v| v < order)
            && (squares == 0 || squares == order)
            && self
                .squares
                .iter()
                .flatten()
                .all(|x| x.unsigned_abs() < FARTHEST);
        if !fits {
            return Err(StoredError::Marks { order, size });
        }
        genome
            .edge_weights_mut()
            .zip(self.edges)
            .for_each(|(own, edge)| *own = edge);
        for (v, (vertex, loops)) in genome.node_weights_mut().zip(self.loops).enumerate() {
            vertex.loops = loops;
            vertex.token = token == Some(v);
            vertex.square = self.squares.get(v).copied();
        }
        Ok(())
    }
}
