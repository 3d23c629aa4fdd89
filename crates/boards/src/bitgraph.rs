//! Finite simple graphs as rows of bits.
//!
//! Vertices are `0..order`. Row `v` has a bit for each neighbour of `v`, 64 bits to a word. So
//! neighbourhoods are intersected and counted a word at a time.

/// A finite simple undirected graph on the vertices `0..order()`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Graph {
    order: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Graph {
    /// The graph with `order` vertices and no edges.
    pub fn empty(order: usize) -> Graph {
        let words = order.div_ceil(64).max(1);
        Graph {
            order,
            words,
            rows: vec![0; words * order],
        }
    }

    /// The graph with `order` vertices and the given edges.
    ///
    /// # Panics
    /// If an edge is a loop or names a vertex outside `0..order`. Callers that read a file or user
    /// input check it before this call.
    pub fn from_edges(order: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut graph = Graph::empty(order);
        for (a, b) in edges {
            graph.add_edge(a, b);
        }
        graph
    }

    /// The bytes of the rows.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.rows[..])
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of edges.
    pub fn size(&self) -> usize {
        self.rows
            .iter()
            .map(|w| w.count_ones() as usize)
            .sum::<usize>()
            / 2
    }

    /// Adds an edge between `a` and `b`. Has no effect if the two are adjacent.
    pub fn add_edge(&mut self, a: usize, b: usize) {
        assert!(
            a != b && a < self.order && b < self.order,
            "edge {a}-{b} in a graph of order {}",
            self.order
        );
        self.rows[a * self.words + b / 64] |= 1 << (b % 64);
        self.rows[b * self.words + a / 64] |= 1 << (a % 64);
    }

    /// Removes the edge between `a` and `b`, if there is one.
    pub fn remove_edge(&mut self, a: usize, b: usize) {
        self.rows[a * self.words + b / 64] &= !(1 << (b % 64));
        self.rows[b * self.words + a / 64] &= !(1 << (a % 64));
    }

    /// Whether `a` and `b` are adjacent.
    pub fn has_edge(&self, a: usize, b: usize) -> bool {
        self.rows[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    /// The neighbours of `v` as words of bits. Bit `b` of word `w` stands for vertex `64 w + b`.
    pub fn row(&self, v: usize) -> &[u64] {
        &self.rows[v * self.words..(v + 1) * self.words]
    }

    /// The neighbours of `v` in increasing order.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        members(self.row(v))
    }

    /// The number of neighbours of `v`.
    pub fn degree_of(&self, v: usize) -> usize {
        self.row(v).iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The degree of each vertex.
    pub fn degrees(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.order).map(move |v| self.degree_of(v))
    }

    /// All edges `(a, b)` with `a < b`, in lexicographic order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order).flat_map(move |a| {
            self.neighbours(a)
                .filter(move |&b| a < b)
                .map(move |b| (a, b))
        })
    }

    /// The graph with vertex `v` renamed to `place[v]`.
    ///
    /// # Panics
    /// If `place` is not a permutation of `0..order()`.
    pub fn relabelled(&self, place: &[usize]) -> Graph {
        assert_eq!(place.len(), self.order);
        Graph::from_edges(self.order, self.edges().map(|(a, b)| (place[a], place[b])))
    }
}

/// The indices of the bits that are set, in increasing order.
#[inline]
pub(super) fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let (mut place, mut word) = (0, bits.first().copied().unwrap_or(0));
    std::iter::from_fn(move || {
        while word == 0 {
            place += 1;
            word = *bits.get(place)?;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(64 * place + bit)
    })
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Graph({}; ", self.order)?;
        f.debug_list().entries(self.edges()).finish()?;
        write!(f, ")")
    }
}
