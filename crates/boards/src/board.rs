//! Boards: a graph, the tints of its vertices, and the marks that some games use.

use super::marks::{Link, Marks, Square};
use super::{Graph, graph6};
use serde::{Deserialize, Serialize};

/// The tint of a vertex: the player for whom the vertex is reserved.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Tint {
    /// Untinted, `.`: either player may claim it.
    #[default]
    None,
    /// Tinted blue, `L`: only Left may claim it.
    Left,
    /// Tinted red, `R`: only Right may claim it.
    Right,
}

impl Tint {
    /// The character for this tint in a tint string: `.`, `L` or `R`.
    pub fn symbol(self) -> char {
        match self {
            Tint::None => '.',
            Tint::Left => 'L',
            Tint::Right => 'R',
        }
    }

    /// The tint for a character of a tint string; `None` for other characters.
    pub fn of_symbol(symbol: char) -> Option<Tint> {
        match symbol {
            '.' => Some(Tint::None),
            'L' => Some(Tint::Left),
            'R' => Some(Tint::Right),
            _ => None,
        }
    }

    /// The tint with Left and Right exchanged.
    pub fn swapped(self) -> Tint {
        match self {
            Tint::None => Tint::None,
            Tint::Left => Tint::Right,
            Tint::Right => Tint::Left,
        }
    }
}

/// A board: a graph with a tint on each vertex.
///
/// Some games use more marks. Links may be loops, arcs or parallel edges, and may have weights. A
/// token may lie on a vertex. The vertices may be squares of a lattice. [`Board::graph`] is the
/// underlying simple graph, in which two vertices are adjacent if a link joins them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    graph: Graph,
    tints: Vec<Tint>,
    marks: Option<Box<Marks>>,
    names: Option<Box<[usize]>>,
}

impl Board {
    /// The board as a text that [`parse_board`](super::parse_board) reads, with its tints.
    pub fn text(&self) -> String {
        board_text(&self.name(), &self.tint_string())
    }
}

/// A board as a text that [`parse_board`](super::parse_board) reads: the graph6 text, followed by a
/// colon and the tints if any vertex is tinted.
pub fn board_text(graph6: &str, tints: &str) -> String {
    if tints.contains(['L', 'R']) {
        format!("{graph6}:{tints}")
    } else {
        graph6.to_string()
    }
}

/// The reason why a tint string does not fit a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The number of characters of the tint string differs from the number of vertices.
    #[error("the tint string has {found} characters, but the board has {expected} vertices")]
    TintLength {
        /// The order of the board.
        expected: usize,
        /// The number of characters of the tint string.
        found: usize,
    },
    /// The tint string has a character other than `.`, `L` and `R`.
    #[error("character {position} of the tint string is `{found}`; expected `.`, `L` or `R`")]
    TintSymbol {
        /// The position of the character in the tint string, counted from 1.
        position: usize,
        /// The character at this position.
        found: char,
    },
}

fn check_length(tints: &[Tint], expected: usize) -> Result<(), BoardError> {
    match tints.len() {
        found if found != expected => Err(BoardError::TintLength { expected, found }),
        _ => Ok(()),
    }
}

impl Board {
    /// A board without tints and without other marks.
    pub fn untinted(graph: Graph) -> Board {
        let tints = vec![Tint::None; graph.order()];
        Board::of(graph, tints)
    }

    fn of(graph: Graph, tints: Vec<Tint>) -> Board {
        Board {
            graph,
            tints,
            marks: None,
            names: None,
        }
    }

    /// A board with `order` untinted vertices and the given links. Links of weight zero are
    /// dropped.
    ///
    /// # Panics
    /// If a link names a vertex outside `0..order`. Callers that read a file or user input check it
    /// before this call.
    pub fn of_links(order: usize, links: Vec<Link>) -> Board {
        Board::untinted(Graph::empty(order)).with_links(links)
    }

    /// Replaces the links of the board. Links of weight zero are dropped.
    ///
    /// # Panics
    /// If a link names a vertex outside of the board.
    pub fn with_links(self, mut links: Vec<Link>) -> Board {
        links.retain(|l| l.weight > 0);
        links.sort_unstable();
        let ends = links
            .iter()
            .filter(|l| !l.is_loop())
            .map(|l| (l.from, l.to));
        let graph = Graph::from_edges(self.order(), ends);
        let plain = links.iter().all(Link::is_plain) && links.len() == graph.size();
        let links = if plain { Vec::new() } else { links };
        Board { graph, ..self }.marked(|marks| marks.links = links)
    }

    /// The board after a change of its marks.
    fn marked(self, change: impl FnOnce(&mut Marks)) -> Board {
        let mut marks = self.marks.map_or_else(Marks::default, |m| *m);
        change(&mut marks);
        let marks = marks.boxed();
        Board { marks, ..self }
    }

    /// Puts the token on a vertex; removes the token if `token` is `None`.
    pub fn with_token(self, token: Option<usize>) -> Board {
        let order = self.order();
        let token = token.inspect(|&v| assert!(v < order, "no vertex {v}"));
        self.marked(|marks| marks.token = token)
    }

    /// The board of these squares, which are sorted first. Each square is joined to the adjacent
    /// squares in its row and in its column.
    pub fn of_squares(mut squares: Vec<Square>) -> Board {
        squares.sort_unstable();
        squares.dedup();
        let place = |s: Square| squares.binary_search(&s).ok();
        let mut graph = Graph::empty(squares.len());
        for (v, &[i, j]) in squares.iter().enumerate() {
            for next in [[i + 1, j], [i, j + 1]] {
                if let Some(u) = place(next) {
                    graph.add_edge(v, u);
                }
            }
        }
        Board::untinted(graph).marked(|marks| marks.squares = squares)
    }

    /// A board with a graph and a tint for each of its vertices.
    ///
    /// # Errors
    /// When the number of tints is not the order of the graph.
    pub fn new(graph: Graph, tints: Vec<Tint>) -> Result<Board, BoardError> {
        check_length(&tints, graph.order())?;
        Ok(Board::of(graph, tints))
    }

    /// A board with a graph and tints, which are given as a string over `.LR`.
    ///
    /// # Errors
    /// [`BoardError`] names the position of the mistake in the string.
    pub fn with_tints(graph: Graph, tints: &str) -> Result<Board, BoardError> {
        Board::untinted(graph).tinted(tints)
    }

    /// Replaces the tints of the board; the new tints are given as a string over `.LR`.
    ///
    /// # Errors
    /// [`BoardError`] names the position of the mistake in the string.
    pub fn tinted(self, tints: &str) -> Result<Board, BoardError> {
        let tints: Vec<Tint> = tints
            .chars()
            .enumerate()
            .map(|(i, found)| {
                Tint::of_symbol(found).ok_or(BoardError::TintSymbol {
                    position: i + 1,
                    found,
                })
            })
            .collect::<Result<_, _>>()?;
        check_length(&tints, self.order())?;
        Ok(Board { tints, ..self })
    }

    /// The links in order. Each loop, each arc and each of several parallel edges is an entry of
    /// its own.
    pub fn links(&self) -> Vec<Link> {
        match &self.marks {
            Some(marks) if !marks.links.is_empty() => marks.links.clone(),
            _ => self
                .graph
                .edges()
                .map(|(a, b)| Link::edge(a, b, 1))
                .collect(),
        }
    }

    /// The number of links.
    pub fn link_count(&self) -> usize {
        match &self.marks {
            Some(marks) if !marks.links.is_empty() => marks.links.len(),
            _ => self.graph.size(),
        }
    }

    /// Whether every link is an edge of weight 1, and there are no loops, arcs or parallel edges.
    pub fn has_plain_links(&self) -> bool {
        self.marks.as_ref().is_none_or(|m| m.links.is_empty())
    }

    /// The vertex on which the token lies; `None` on a board without a token.
    pub fn token(&self) -> Option<usize> {
        self.marks.as_ref().and_then(|m| m.token)
    }

    /// The square that each vertex stands for; `None` on a board that is not made of squares.
    pub fn squares(&self) -> Option<&[Square]> {
        let squares = self.marks.as_ref().map(|m| m.squares.as_slice());
        squares.filter(|s| !s.is_empty())
    }

    /// Whether the board has no marks except for tints.
    pub fn is_plain(&self) -> bool {
        self.marks.is_none()
    }

    /// The board without its tints, as a text that [`parse_board`](super::parse_board) reads. The
    /// text is graph6 if the board has no marks; otherwise it lists the links or the squares.
    pub fn name(&self) -> String {
        match self.squares() {
            _ if self.is_plain() => graph6::write(&self.graph),
            Some(squares) => squares_text(squares),
            None => self.links_text(),
        }
    }

    fn links_text(&self) -> String {
        let links = self.links();
        let mut items: Vec<String> = Vec::new();
        let mut seen = vec![false; self.order()];
        for same in links.chunk_by(|a, b| (a.from, a.to, a.arc) == (b.from, b.to, b.arc)) {
            let link = same[0];
            (seen[link.from], seen[link.to]) = (true, true);
            let sign = if link.arc { '>' } else { '-' };
            let mut item = format!("{}{sign}{}", link.from, link.to);
            if same.len() > 1 || link.weight > 1 {
                same.iter().for_each(|l| item += &format!("*{}", l.weight));
            }
            items.push(item);
        }
        let alone = (0..self.order()).filter(|&v| !seen[v]);
        items.extend(alone.map(|v| v.to_string()));
        let token = self.token().map_or(String::new(), |v| format!("@{v}"));
        items.join(",") + &token
    }

    /// Gives each vertex its number as a name. A vertex keeps its name when other vertices are
    /// removed ([`Board::kept`]), so later positions of a game can refer to the vertices of the
    /// first.
    pub fn named(self) -> Board {
        let names = Some((0..self.order()).collect());
        Board { names, ..self }
    }

    /// Removes the names of the vertices, so that each vertex is called by its number.
    pub fn without_names(self) -> Board {
        let names = None;
        Board { names, ..self }
    }

    /// The name of a vertex. The name is the vertex number if the vertices have no names.
    pub fn name_of(&self, v: usize) -> usize {
        self.names.as_ref().map_or(v, |names| names[v])
    }

    /// The board induced by `vertices`. Vertex `i` of the result is vertex `vertices[i]` of this
    /// board, with its tint, its name and its square. Links to other vertices are dropped. The
    /// token is dropped if its vertex is not in the list.
    pub fn kept(&self, vertices: &[usize]) -> Board {
        let mut place = vec![usize::MAX; self.order()];
        for (i, &v) in vertices.iter().enumerate() {
            place[v] = i;
        }
        let stays = |l: &Link| place[l.from] != usize::MAX && place[l.to] != usize::MAX;
        let links = |m: &Marks| {
            let kept = m.links.iter().filter(|l| stays(l));
            let mut links: Vec<Link> = kept.map(|l| l.renamed(|v| place[v])).collect();
            links.sort_unstable();
            links
        };
        let marks = self.marks.as_ref().map(|m| Marks {
            links: links(m),
            token: m.token.map(|v| place[v]).filter(|&v| v != usize::MAX),
            squares: vertices
                .iter()
                .filter_map(|&v| m.squares.get(v).copied())
                .collect(),
        });
        let board = Board {
            graph: self.graph.induced(vertices),
            tints: vertices.iter().map(|&v| self.tints[v]).collect(),
            marks: marks.and_then(Marks::boxed),
            names: self
                .names
                .as_ref()
                .map(|names| vertices.iter().map(|&v| names[v]).collect()),
        };
        board.settled()
    }

    /// Drops the stored links if each link is an edge of weight 1 and no two links are parallel.
    fn settled(self) -> Board {
        let links = self.links();
        if self.has_plain_links() {
            self
        } else {
            self.with_links(links)
        }
    }

    /// The underlying simple graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The tint of each vertex, by vertex number.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// Changes the tint of vertex `v`.
    ///
    /// # Panics
    /// If the board has no vertex `v`.
    pub fn set_tint(&mut self, v: usize, tint: Tint) {
        self.tints[v] = tint;
    }

    /// About the number of bytes of the board.
    pub fn bytes(&self) -> usize {
        let marks = self.marks.as_ref().map_or(0, |m| {
            size_of::<Marks>() + size_of_val(&m.links[..]) + size_of_val(&m.squares[..])
        });
        let named = self
            .names
            .as_ref()
            .map_or(0, |names| size_of_val(&names[..]));
        size_of::<Board>() + self.graph.bytes() + self.order() + marks + named
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.graph.order()
    }

    /// The tints as a string over `.LR`, one character for each vertex.
    pub fn tint_string(&self) -> String {
        self.tints.iter().map(|t| t.symbol()).collect()
    }

    /// Whether any vertex is tinted.
    pub fn is_tinted(&self) -> bool {
        self.tints.iter().any(|&t| t != Tint::None)
    }

    /// The board with another one beside it, whose vertices come after its own. The vertices lose
    /// their names and their squares.
    pub fn beside(&self, other: &Board) -> Board {
        let shift = self.order();
        let moved = other.links().into_iter().map(|l| l.renamed(|v| v + shift));
        let links = self.links().into_iter().chain(moved).collect();
        let token = self.token().or(other.token().map(|v| v + shift));
        let board = Board {
            tints: [self.tints(), other.tints()].concat(),
            ..Board::of_links(shift + other.order(), links)
        };
        board.with_token(token)
    }

    /// The board with Left and Right exchanged. The tints are exchanged; on a board of squares,
    /// rows and columns are exchanged as well.
    pub fn swapped(&self) -> Board {
        let mut marks = self.marks.clone();
        if let Some(marks) = &mut marks {
            marks.squares.iter_mut().for_each(|s| s.swap(0, 1));
        }
        Board {
            graph: self.graph.clone(),
            tints: self.tints.iter().map(|t| t.swapped()).collect(),
            marks,
            names: self.names.clone(),
        }
    }

    /// The board with vertex `v` renamed to `place[v]`.
    ///
    /// # Panics
    /// If `place` is not a permutation of `0..order()`.
    pub fn relabelled(&self, place: &[usize]) -> Board {
        let mut tints = vec![Tint::None; self.order()];
        for (v, &t) in self.tints.iter().enumerate() {
            tints[place[v]] = t;
        }
        let marks = self.marks.as_ref().map(|m| {
            let mut squares = m.squares.clone();
            for (v, &square) in m.squares.iter().enumerate() {
                squares[place[v]] = square;
            }
            let mut links: Vec<Link> = m.links.iter().map(|l| l.renamed(|v| place[v])).collect();
            links.sort_unstable();
            let token = m.token.map(|v| place[v]);
            Box::new(Marks {
                links,
                token,
                squares,
            })
        });
        Board {
            graph: self.graph.relabelled(place),
            tints,
            marks,
            names: self.names.as_ref().map(|old| {
                let mut names = old.clone();
                for (v, &name) in old.iter().enumerate() {
                    names[place[v]] = name;
                }
                names
            }),
        }
    }
}

/// Squares as text, row by row: `.` for a square of the board, `#` for a square outside of the
/// board, `|` between rows.
fn squares_text(squares: &[Square]) -> String {
    let bounds = |k: usize| {
        let all = squares.iter().map(move |s| s[k]);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (bounds(0), bounds(1));
    let there: std::collections::HashSet<Square> = squares.iter().copied().collect();
    let symbol = |i, j| if there.contains(&[i, j]) { '.' } else { '#' };
    let rows = (top..=bottom).map(|i| (left..=right).map(|j| symbol(i, j)).collect::<String>());
    rows.collect::<Vec<_>>().join("|")
}
