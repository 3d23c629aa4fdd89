//! Classes of boards: the boards that a search may visit, and the repair of a board that lies
//! outside its class.
//!
//! Operators are written for graphs in general. A child outside of the class is repaired rather
//! than refused: components are joined for connectivity, a random spanning tree is kept for a tree,
//! stray vertices are moved to the spine for a caterpillar, edges within a side are dropped for
//! bipartiteness, edges of short cycles are dropped for the girth. Penalties instead would waste most
//! children of a constrained class.

use super::expression::Expression;
use super::genome::{Genome, Vertex};
use super::invariants;
use super::operators::{parts::kinds, squares};
use super::properties::Properties;
use boilingpoint_boards::{BreadthFirst, Tint};
use boilingpoint_rules::{Feature, Features};
use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::unionfind::UnionFind;
use petgraph::visit::EdgeRef;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The table of kinds: each row has the name and a description.
macro_rules! kinds {
    ($($kind:ident $name:literal $summary:literal)*) => {
        /// The kind of graph that a class consists of.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Kind {
            $(
                #[doc = $summary]
                $kind,
            )*
        }

        impl Kind {
            /// All kinds, in the order in which `boil list` and the documentation list the kinds.
            pub const ALL: [Kind; [$($name),*].len()] = [$(Kind::$kind),*];

            /// The name of the kind in configs.
            pub fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }

            /// A description of the graphs of this kind, for `boil list`.
            pub fn summary(self) -> &'static str {
                [$($summary),*][self as usize]
            }
        }
    };
}

kinds! {
    Any "any" "every graph"
    Connected "connected" "connected graphs"
    Tree "tree" "connected graphs without a cycle"
    Caterpillar "caterpillar" "trees whose vertices of degree two or more form a path"
    Bipartite "bipartite" "connected graphs without an odd cycle"
    Girth5 "girth-5" "connected graphs without a cycle of three or four edges"
    Squares "squares" "sets of squares, for games that are played on squares"
}

impl Kind {
    /// Whether every graph of this kind is also of kind `other`.
    pub fn is_within(self, other: Kind) -> bool {
        match other {
            Kind::Squares => self == Kind::Squares,
            _ if self == Kind::Squares => false,
            Kind::Any => true,
            Kind::Connected => self != Kind::Any,
            Kind::Bipartite | Kind::Girth5 => self == other || self.is_within(Kind::Tree),
            Kind::Tree => matches!(self, Kind::Tree | Kind::Caterpillar),
            Kind::Caterpillar => self == Kind::Caterpillar,
        }
    }

    /// The kind with this name in configs; `None` for an unknown name.
    pub fn by_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.name() == name)
    }

    /// The names of some kinds, for messages: `tree, connected or bipartite`.
    pub fn names(kinds: &[Kind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let names = names.join(", ");
        match names.rsplit_once(", ") {
            Some((others, last)) => format!("{others} or {last}"),
            None => names,
        }
    }
}

/// A class: the boards that a search may visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// The kind of graph that the boards are.
    pub kind: Kind,
    /// The least number of vertices, at least 1.
    pub min_order: usize,
    /// The greatest number of vertices.
    pub max_order: usize,
    /// The greatest degree of a vertex; 0 for no bound.
    pub max_degree: usize,
    /// The greatest number of kinds of vertices, where colour refinement separates the kinds; 0 for
    /// no bound. A board of few kinds repeats a few branches, and is cheap to value however large
    /// the board is.
    pub max_kinds: usize,
    /// Further bounds on the graph.
    pub properties: Properties,
    /// The features that boards may have: tints, weights, loops, directions, token. A class with
    /// the token feature requires the token. The feature of squares follows from `kind` alone.
    pub features: Features,
}

impl Class {
    /// The boards of a kind within a range of orders, of any degree and without features.
    pub fn of(kind: Kind, orders: RangeInclusive<usize>) -> Class {
        Class {
            kind,
            min_order: *orders.start(),
            max_order: *orders.end(),
            max_degree: 0,
            max_kinds: 0,
            properties: Properties::default(),
            features: Features::GRAPH,
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, least, most) = (self.kind.name(), self.min_order, self.max_order);
        write!(f, "{kind}, order {least} to {most}")?;
        if self.max_degree > 0 {
            write!(f, ", degree at most {}", self.max_degree)?;
        }
        if self.max_kinds > 0 {
            write!(f, ", at most {} kinds of vertices", self.max_kinds)?;
        }
        write!(f, "{}", self.properties)?;
        if !self.has(Feature::Tints) {
            write!(f, ", no tints")?;
        }
        if self.has(Feature::Weights) {
            write!(f, ", weights to {}", self.features.max_weight)?;
        }
        let named = [
            (Feature::Loops, "loops"),
            (Feature::Parallel, "parallel edges"),
            (Feature::Arcs, "arcs"),
            (Feature::Token, "a token"),
        ];
        for (_, name) in named.iter().filter(|(feature, _)| self.has(*feature)) {
            write!(f, ", {name}")?;
        }
        Ok(())
    }
}

impl Class {
    /// Whether boards of the class may carry a feature.
    pub fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Squares => self.kind == Kind::Squares,
            other => self.features.has(other),
        }
    }

    /// Whether the class has fewer connected graphs than its kind.
    pub(super) fn is_narrow(&self) -> bool {
        self.max_degree > 0 || !self.properties.is_none()
    }

    /// The greatest degree that a vertex may have.
    pub(super) fn degree_bound(&self) -> usize {
        if self.max_degree == 0 {
            usize::MAX
        } else {
            self.max_degree
        }
    }

    /// The condition that no vertex exceeds the greatest degree; `None` without a bound.
    pub fn degree_condition(&self) -> Option<Expression> {
        let text = format!("degree <= {}", self.max_degree);
        let condition = Expression::parse(&text, &invariants::names()).ok();
        condition.filter(|_| self.max_degree > 0)
    }

    /// Whether the board meets all bounds of the class: kind, order, degree, number of kinds of
    /// vertices, properties, and features.
    pub fn contains(&self, genome: &Genome) -> bool {
        self.fits(genome) && (self.properties.is_none() || self.properties.hold(&genome.board()))
    }

    /// Whether the board meets all bounds of the class but the properties. Moves and repairs keep
    /// these bounds.
    pub fn fits(&self, genome: &Genome) -> bool {
        (self.min_order..=self.max_order).contains(&genome.order())
            && (self.max_degree == 0
                || genome
                    .node_indices()
                    .all(|v| genome.degree(v) <= self.max_degree))
            && (self.max_kinds == 0 || kinds(genome) <= self.max_kinds)
            && (self.features.tints || genome.node_weights().all(|v| v.tint == Tint::None))
            && self.admits_marks(genome)
            && match self.kind {
                Kind::Any | Kind::Squares => true,
                Kind::Connected => genome.is_connected(),
                Kind::Tree => is_tree(genome),
                Kind::Caterpillar => is_tree(genome) && stray(genome, spine(genome)).is_empty(),
                Kind::Bipartite => {
                    genome.is_connected()
                        && petgraph::algo::is_bipartite_undirected(&**genome, 0.into())
                }
                Kind::Girth5 => {
                    genome.is_connected() && short_cycle(genome, Lengths::ThreeAndFour).is_none()
                }
            }
    }

    /// Repairs a board with few changes such that it fits the class; `None` if the repair fails.
    pub fn repaired(&self, mut genome: Genome, rng: &mut ChaCha8Rng) -> Option<Genome> {
        if genome.order() == 0 {
            return None;
        }
        if self.kind == Kind::Squares {
            squares::fit(&mut genome, self.min_order, self.max_order, rng);
            let genome = genome.in_order();
            return self.fits(&genome).then_some(genome);
        }
        self.restrict_marks(&mut genome);
        if !self.features.tints {
            genome.node_weights_mut().for_each(|v| v.tint = Tint::None);
        }
        self.fit_order(&mut genome, rng);
        if self.kind == Kind::Bipartite {
            drop_odd_edges(&mut genome, rng);
        }
        if self.kind == Kind::Girth5 {
            drop_cycles(&mut genome, Lengths::ThreeAndFour, usize::MAX, rng);
        }
        self.fit_degree(&mut genome, rng);
        if self.kind != Kind::Any {
            self.connect(&mut genome, rng)?;
        }
        match self.kind {
            Kind::Tree => keep_spanning_tree(&mut genome, rng),
            Kind::Caterpillar => {
                keep_spanning_tree(&mut genome, rng);
                self.straighten(&mut genome);
            }
            _ => {}
        }
        self.place_token(&mut genome, rng);
        self.fits(&genome).then(|| genome.in_order())
    }

    fn fit_order(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) {
        while genome.order() > self.max_order {
            let leaves: Vec<NodeIndex> = genome
                .node_indices()
                .filter(|&v| genome.degree(v) <= 1)
                .collect();
            let any = NodeIndex::new(rng.random_range(0..genome.order()));
            let gone = leaves.choose(rng).copied().unwrap_or(any);
            genome.remove_node(gone);
        }
        while genome.order() < self.min_order {
            let hub = NodeIndex::new(rng.random_range(0..genome.order()));
            let leaf = genome.add_node(Vertex::default());
            genome.join(hub, leaf);
        }
    }

    fn fit_degree(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) {
        if self.max_degree == 0 {
            return;
        }
        for v in genome.node_indices() {
            while genome.degree(v) > self.max_degree {
                let edges: Vec<_> = genome.edges(v).map(|e| e.id()).collect();
                let gone = edges
                    .choose(rng)
                    .copied()
                    .expect("over the bound, so not empty");
                genome.remove_edge(gone);
            }
        }
    }

    /// Joins components by random edges between vertices whose degree is below the bound; `None` if
    /// no such pair is left.
    fn connect(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) -> Option<()> {
        if genome.is_connected() {
            return Some(());
        }
        loop {
            let component = genome.components();
            let count = component.iter().max().map_or(0, |c| c + 1);
            if count <= 1 {
                return Some(());
            }
            let open = |inside: bool| -> Vec<NodeIndex> {
                let all = genome.node_indices();
                all.filter(|&v| {
                    (component[v.index()] == 0) == inside && genome.degree(v) < self.degree_bound()
                })
                .collect()
            };
            let (a, b) = (*open(true).choose(rng)?, *open(false).choose(rng)?);
            genome.join(a, b);
        }
    }

    /// Turns a tree into a caterpillar: each vertex at distance two or more from the spine moves to
    /// the nearest vertex of the spine.
    fn straighten(&self, genome: &mut Genome) {
        for (v, anchor) in stray(genome, spine(genome)) {
            genome.detach(v);
            genome.join(v, anchor);
        }
    }
}

fn is_tree(genome: &Genome) -> bool {
    genome.is_connected() && genome.edge_count() + 1 == genome.order()
}

/// A longest path of a tree. The vertex farthest from any vertex is one end of a longest path. The
/// vertex farthest from this end is the other end.
fn spine(tree: &Genome) -> Vec<usize> {
    let farthest = |start| {
        let search = breadth_first(tree, vec![start]);
        (search.order[search.order.len() - 1], search.parent)
    };
    let (start, _) = farthest(0);
    let (end, parent) = farthest(start);
    std::iter::successors(Some(end), |&v| parent[v]).collect()
}

fn breadth_first(tree: &Genome, starts: Vec<usize>) -> BreadthFirst {
    BreadthFirst::new(tree.order(), starts, |v| tree.neighbours(v))
}

/// The vertices of a tree at distance two or more from the path, each with the nearest vertex of
/// the path.
fn stray(tree: &Genome, path: Vec<usize>) -> Vec<(NodeIndex, NodeIndex)> {
    let search = breadth_first(tree, path);
    let mut anchor: Vec<usize> = (0..tree.order()).collect();
    for &v in &search.order {
        anchor[v] = search.parent[v].map_or(v, |parent| anchor[parent]);
    }
    let is_far = |&v: &usize| search.distance[v] > Some(1);
    let far = (0..tree.order()).filter(is_far);
    far.map(|v| (NodeIndex::new(v), NodeIndex::new(anchor[v])))
        .collect()
}

/// Removes edges until a random spanning forest is left.
fn keep_spanning_tree(genome: &mut Genome, rng: &mut ChaCha8Rng) {
    let mut ends: Vec<(NodeIndex, NodeIndex)> = genome
        .edge_indices()
        .filter_map(|e| genome.edge_endpoints(e))
        .collect();
    if ends.len() < genome.order() {
        return; // connected before, so a tree already
    }
    ends.shuffle(rng);
    let mut union = UnionFind::<usize>::new(genome.order());
    for (a, b) in ends {
        if !union.union(a.index(), b.index()) {
            let edge = genome.find_edge(a, b).expect("it was there");
            genome.remove_edge(edge);
        }
    }
}

/// Lengths of short cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lengths {
    /// Three and four.
    ThreeAndFour,
    /// Only four.
    Four,
}

/// The edges of a cycle of one of the lengths, if there is one: some vertex is reached from another
/// by two paths of at most two edges, or of two edges for a cycle of four.
pub(super) fn short_cycle(genome: &Genome, lengths: Lengths) -> Option<Vec<EdgeIndex>> {
    // One edge to each neighbour.
    let links = |v: NodeIndex| -> BTreeMap<NodeIndex, EdgeIndex> {
        let edges = genome.edges(v).map(|e| match e.source() == v {
            true => (e.target(), e.id()),
            false => (e.source(), e.id()),
        });
        edges.filter(|&(u, _)| u != v).collect()
    };
    for v in genome.node_indices() {
        let first = links(v);
        let one = |(&u, &e): (&NodeIndex, &EdgeIndex)| (u, vec![e]);
        let mut paths: BTreeMap<NodeIndex, Vec<EdgeIndex>> = match lengths {
            Lengths::ThreeAndFour => first.iter().map(one).collect(),
            Lengths::Four => BTreeMap::new(),
        };
        for (&u, &e) in &first {
            for (w, f) in links(u).into_iter().filter(|&(w, _)| w != v) {
                if let Some(earlier) = paths.insert(w, vec![e, f]) {
                    return Some([&earlier[..], &[e, f]].concat());
                }
            }
        }
    }
    None
}

/// Removes a random edge of a cycle of one of the lengths until there is no such cycle, or until
/// `most` edges are removed.
pub(super) fn drop_cycles(
    genome: &mut Genome,
    lengths: Lengths,
    most: usize,
    rng: &mut ChaCha8Rng,
) {
    for _ in 0..most {
        let Some(cycle) = short_cycle(genome, lengths) else {
            return;
        };
        let gone = cycle.choose(rng).copied().expect("a cycle has edges");
        genome.remove_edge(gone);
    }
}

/// Makes a graph bipartite: a search from random vertices puts each vertex on one of two sides, and
/// the edges within a side are dropped.
fn drop_odd_edges(genome: &mut Genome, rng: &mut ChaCha8Rng) {
    let mut side: Vec<Option<bool>> = vec![None; genome.order()];
    let mut starts: Vec<NodeIndex> = genome.node_indices().collect();
    starts.shuffle(rng);
    for start in starts {
        if side[start.index()].is_some() {
            continue;
        }
        side[start.index()] = Some(false);
        let mut queue = vec![start];
        while let Some(v) = queue.pop() {
            let own = side[v.index()].expect("queued vertices have a side");
            for u in genome.neighbors(v) {
                if side[u.index()].is_none() {
                    side[u.index()] = Some(!own);
                    queue.push(u);
                }
            }
        }
    }
    genome.retain_edges(|g, e| {
        let (a, b) = g.edge_endpoints(e).expect("the edge is there");
        side[a.index()] != side[b.index()]
    });
}
