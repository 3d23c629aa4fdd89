//! A board as the search breeds it: a petgraph graph whose vertices carry tints.
//!
//! Operators add and take away vertices and edges all the time, which petgraph is made for; the
//! solver's bit rows are not. The two meet in [`Genome::board`] and [`Genome::of_board`].

use crate::graph::{Board, Graph, Tint};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A board that operators work on.
#[derive(Clone, Debug, Default)]
pub struct Genome(pub UnGraph<Tint, ()>);

/// As it is stored: tints as text, edges as pairs.
#[derive(Serialize, Deserialize)]
struct Stored {
    tints: String,
    edges: Vec<(u32, u32)>,
}

impl Genome {
    /// The genome of a board, with the same numbering.
    pub fn of_board(board: &Board) -> Genome {
        let mut graph = UnGraph::with_capacity(board.order(), board.graph().size());
        for &tint in board.tints() {
            graph.add_node(tint);
        }
        for (a, b) in board.graph().edges() {
            graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), ());
        }
        Genome(graph)
    }

    /// The board, with the same numbering.
    pub fn board(&self) -> Board {
        let edges = self
            .0
            .edge_indices()
            .filter_map(|e| self.0.edge_endpoints(e));
        let graph = Graph::from_edges(self.order(), edges.map(|(a, b)| (a.index(), b.index())));
        Board::new(graph, self.0.node_weights().copied().collect()).expect("a tint for each vertex")
    }

    /// The same genome, its edges put in order.
    ///
    /// petgraph's iterators follow the history of a graph, and operators follow the iterators; so
    /// whatever leaves an operator is put in order, and then breeds alike before and after it
    /// has been stored.
    pub fn in_order(self) -> Genome {
        Genome::of_board(&self.board())
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.0.node_count()
    }

    /// Number of neighbours.
    pub fn degree(&self, v: NodeIndex) -> usize {
        self.0.neighbors(v).count()
    }

    /// Joins two different vertices that are not joined yet; says whether it did.
    pub fn join(&mut self, a: NodeIndex, b: NodeIndex) -> bool {
        let new = a != b && self.0.find_edge(a, b).is_none();
        if new {
            self.0.add_edge(a, b, ());
        }
        new
    }

    /// Removes all edges of a vertex.
    ///
    /// (petgraph's `first_edge` goes by the direction in which an edge was added, even where edges
    /// have none.)
    pub fn detach(&mut self, v: NodeIndex) {
        while let Some(edge) = self.0.edges(v).next().map(|e| e.id()) {
            self.0.remove_edge(edge);
        }
    }

    /// The component of each vertex, numbered by their least vertices.
    pub fn components(&self) -> Vec<usize> {
        let mut component = vec![usize::MAX; self.order()];
        let mut found = 0;
        for v in self.0.node_indices() {
            if component[v.index()] != usize::MAX {
                continue;
            }
            let mut walk = petgraph::visit::Dfs::new(&self.0, v);
            while let Some(u) = walk.next(&self.0) {
                component[u.index()] = found;
            }
            found += 1;
        }
        component
    }

    /// Whether it is connected; the empty board is not.
    pub fn is_connected(&self) -> bool {
        petgraph::algo::connected_components(&self.0) == 1
    }
}

impl Serialize for Genome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = self
            .0
            .edge_indices()
            .filter_map(|e| self.0.edge_endpoints(e));
        Stored {
            tints: self.0.node_weights().map(|t| t.symbol()).collect(),
            edges: ends
                .map(|(a, b)| (a.index() as u32, b.index() as u32))
                .collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Genome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Genome, D::Error> {
        use serde::de::Error;
        let stored = Stored::deserialize(deserializer)?;
        let order = stored.tints.chars().count();
        let empty =
            Board::with_tints(Graph::empty(order), &stored.tints).map_err(D::Error::custom)?;
        let mut genome = Genome::of_board(&empty);
        // in the stored order: operators pick edges by index, so a restored run needs the same
        for (a, b) in stored.edges {
            let fits = (a as usize) < order && (b as usize) < order;
            if !fits || !genome.join(NodeIndex::new(a as usize), NodeIndex::new(b as usize)) {
                return Err(D::Error::custom(format!(
                    "edge {a}-{b} does not fit a board of order {order}"
                )));
            }
        }
        Ok(genome)
    }
}
