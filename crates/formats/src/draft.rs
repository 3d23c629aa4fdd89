//! A board that a reader puts together: vertices by their labels, links, and marks.

use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit, Graph, Link, MAX_WEIGHT, Square, Tint};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How a format lists the edges of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Twice {
    /// Once. Two entries are parallel edges.
    Parallel,
    /// Once. Two entries are a mistake.
    Refused,
    /// As often as the writer likes; the entries are one edge.
    Merged,
    /// Once, or all edges from both ends. The entries are arcs from the vertex that lists the other.
    Symmetric,
    /// From both ends. If some are not, all are arcs.
    SymmetricOrArcs,
}

/// A board in the making.
#[derive(Debug)]
pub(crate) struct Draft {
    limit: BoardLimit,
    labels: Vec<String>,
    /// The names of vertices whose labels are only keys of the file.
    names: BTreeMap<usize, String>,
    /// The vertex of each label. The hash is a keyed one, since labels may be chosen to collide.
    index: HashMap<String, usize>,
    links: Vec<Link>,
    /// The place of each link in the file, as `here` was.
    places: Vec<(usize, usize)>,
    /// The line and the column of the next link; a column of 0 stands for the whole line.
    pub here: (usize, usize),
    tints: Vec<Tint>,
    squares: BTreeMap<usize, Square>,
    token: Option<usize>,
}

impl Draft {
    pub fn new(limit: BoardLimit) -> Draft {
        Draft {
            limit,
            labels: Vec::new(),
            names: BTreeMap::new(),
            index: HashMap::new(),
            links: Vec::new(),
            places: Vec::new(),
            here: (0, 0),
            tints: Vec::new(),
            squares: BTreeMap::new(),
            token: None,
        }
    }

    /// A draft with the vertices `first`, `first + 1`, ..., `order` in all.
    pub fn numbered(limit: BoardLimit, order: usize, first: usize) -> Result<Draft, String> {
        let mut draft = Draft::new(limit);
        if order > limit.order {
            return Err(format!(
                "{order} vertices are too many; at most {} are accepted",
                limit.order
            ));
        }
        for v in first..first + order {
            draft.vertex(&v.to_string())?;
        }
        Ok(draft)
    }

    pub fn order(&self) -> usize {
        self.labels.len()
    }

    /// The vertex with this label, if there is one.
    pub fn find(&self, label: &str) -> Option<usize> {
        self.index.get(label).copied()
    }

    /// The end of an edge, `source` or `target`, that names a vertex by its label.
    pub fn end(&self, which: &str, label: Option<&str>) -> Result<usize, String> {
        let label = label.ok_or_else(|| format!("the edge has no `{which}`"))?;
        let unknown = || format!("the {which} of the edge is `{label}`, but no node has this id");
        self.find(label).ok_or_else(unknown)
    }

    /// The vertex with this label, which is added if there is none.
    pub fn vertex(&mut self, label: &str) -> Result<usize, String> {
        if let Some(v) = self.find(label) {
            return Ok(v);
        }
        let v = self.order();
        if v >= self.limit.order {
            return Err(format!("more than {v} vertices are not accepted"));
        }
        self.index.insert(label.to_string(), v);
        self.labels.push(label.to_string());
        self.tints.push(Tint::None);
        Ok(v)
    }

    /// Adds a vertex that must be new.
    pub fn new_vertex(&mut self, label: &str) -> Result<usize, String> {
        match self.find(label) {
            Some(_) => Err(format!("the vertex `{label}` is defined twice")),
            None => self.vertex(label),
        }
    }

    /// Names a vertex whose label is only a key of the file.
    pub fn name(&mut self, v: usize, name: &str) {
        self.names.insert(v, name.to_string());
    }

    /// Adds a link.
    pub fn link(&mut self, from: usize, to: usize, weight: u32, arc: bool) -> Result<(), String> {
        if self.links.len() >= self.limit.size {
            return Err(format!(
                "more than {} edges are not accepted",
                self.limit.size
            ));
        }
        self.places.push(self.here);
        // A loop has no direction.
        self.links.push(match arc && from != to {
            true => Link::arc(from, to, weight),
            false => Link::edge(from, to, weight),
        });
        Ok(())
    }

    /// Sets a mark of a vertex, if the attribute is one: `tint`, `token` or `square`.
    pub fn mark(&mut self, v: usize, key: &str, value: &str) -> Result<(), String> {
        match key {
            "tint" => {
                let mut symbols = value.chars();
                let tint = match (symbols.next(), symbols.next()) {
                    (None, _) => Some(Tint::None),
                    (Some(symbol), None) => Tint::of_symbol(symbol),
                    _ => None,
                };
                self.tints[v] =
                    tint.ok_or_else(|| format!("the tint is `{value}`; expected `.`, `L` or `R`"))?;
            }
            "token" => match value {
                "1" | "true" | "True" => {
                    if self.token.is_some_and(|other| other != v) {
                        return Err("two vertices have the token".to_string());
                    }
                    self.token = Some(v);
                }
                "0" | "false" | "False" | "" => {}
                _ => {
                    return Err(format!(
                        "the token is `{value}`; expected `true` or `false`"
                    ));
                }
            },
            "square" => {
                let numbers: Vec<Option<i16>> = value
                    .split([',', ' ', '[', ']'])
                    .filter(|text| !text.is_empty())
                    .map(|text| text.parse().ok())
                    .collect();
                let [Some(row), Some(column)] = numbers[..] else {
                    return Err(format!(
                        "the square is `{value}`; expected its row and its column, such as `0,1`"
                    ));
                };
                self.squares.insert(v, [row, column]);
            }
            _ => {}
        }
        Ok(())
    }

    /// The board, which begins at `line`. `twice` says how the format lists edges.
    pub fn finish(mut self, line: usize, twice: Twice) -> Result<Given, Misread> {
        if let Err((link, problem)) = self.once(twice) {
            let place = Some(self.places[link]).filter(|place| *place != (0, 0));
            return Err(Misread::at(place.unwrap_or((line, 0)), problem));
        }
        self.board(line)
            .map_err(|problem| Misread::line(line, problem))
    }

    fn board(mut self, line: usize) -> Result<Given, String> {
        let place = self.sorted();
        let order = self.order();
        let links = self.links.iter().map(|l| renamed(l, &place)).collect();
        let mut board = Board::untinted(Graph::empty(order)).with_links(links);
        if !self.squares.is_empty() {
            board = self.of_squares(&board, &place)?;
        }
        for (v, &tint) in self.tints.iter().enumerate() {
            board.set_tint(place[v], tint);
        }
        let board = board.with_token(self.token.map(|v| place[v]));
        // Names that two vertices share do not tell them apart.
        let distinct: BTreeSet<&String> = self.names.values().collect();
        let named = distinct.len() == order;
        let mut labels = vec![String::new(); order];
        for (v, label) in self.labels.into_iter().enumerate() {
            let name = self.names.remove(&v).filter(|_| named);
            // No format has a place for control characters in a name.
            labels[place[v]] = name.unwrap_or(label).replace(char::is_control, " ");
        }
        let is_plain = (0..order).all(|v| labels[v] == v.to_string());
        Ok(Given {
            labels: (!is_plain).then_some(labels),
            ..Given::of_board(board, line)
        })
    }

    /// Keeps one entry of each edge, as the format lists them. An error has the number of a link.
    fn once(&mut self, twice: Twice) -> Result<(), (usize, String)> {
        let key = |l: &Link| (l.from, l.to, l.arc);
        if twice == Twice::Parallel {
            return Ok(());
        }
        let mut seen: HashMap<(usize, usize, bool), u32> = HashMap::new();
        for (i, l) in self.links.iter().enumerate() {
            if seen.insert(key(l), l.weight).is_some() && twice != Twice::Merged {
                return Err((i, format!("the edge {} occurs twice", self.edge(l))));
            }
        }
        if twice == Twice::Refused {
            return Ok(());
        }
        if twice == Twice::Merged {
            self.links.retain(|l| seen.remove(&key(l)).is_some());
            return Ok(());
        }
        let back = |l: &Link| seen.get(&(l.to, l.from, true));
        let arcs = || self.links.iter().enumerate().filter(|(_, l)| l.arc);
        let both = arcs().filter(|(_, l)| back(l).is_some()).count();
        match arcs().find(|(_, l)| back(l).is_none()) {
            Some(_) if twice == Twice::SymmetricOrArcs => return Ok(()),
            Some((i, l)) if both > 0 => {
                let problem = "is listed once, but others are listed from both ends";
                return Err((i, format!("the edge {} {problem}", self.edge(l))));
            }
            _ => {}
        }
        let differs = |l: &Link| back(l).is_some_and(|weight| *weight != l.weight);
        if let Some((i, l)) = arcs().find(|(_, l)| differs(l)) {
            return Err((i, format!("the edge {} has two weights", self.edge(l))));
        }
        self.links.retain(|l| both == 0 || l.from <= l.to);
        for l in &mut self.links {
            *l = Link::edge(l.from, l.to, l.weight);
        }
        Ok(())
    }

    /// An edge in words.
    fn edge(&self, l: &Link) -> String {
        format!("between {} and {}", self.labels[l.from], self.labels[l.to])
    }

    /// The place of each vertex: by its square, by its number if all labels are numbers, or else by
    /// appearance.
    fn sorted(&self) -> Vec<usize> {
        let number = |label: &String| {
            label
                .parse::<u64>()
                .ok()
                .filter(|n| n.to_string() == *label)
        };
        let mut order: Vec<usize> = (0..self.order()).collect();
        if self.squares.len() == order.len() {
            order.sort_by_key(|v| self.squares[v]);
        } else if let Some(numbers) = self.labels.iter().map(number).collect::<Option<Vec<u64>>>() {
            order.sort_by_key(|&v| numbers[v]);
        }
        let mut place = vec![0; self.order()];
        order
            .into_iter()
            .enumerate()
            .for_each(|(at, v)| place[v] = at);
        place
    }

    /// The board of the squares, if its links are those of the draft.
    fn of_squares(&self, board: &Board, place: &[usize]) -> Result<Board, String> {
        let squares: Vec<Square> = self.squares.values().copied().collect();
        let made = Board::of_squares(squares);
        let mut at = vec![[0; 2]; board.order()];
        self.squares.iter().for_each(|(&v, &s)| at[place[v]] = s);
        let fits = made.order() == board.order()
            && made.squares() == Some(&at[..])
            && made.graph() == board.graph()
            && board.has_plain_links();
        match fits {
            true => Ok(made),
            false => Err("the squares are not those of the edges; expected a square for each vertex, and the edges between adjacent squares".to_string()),
        }
    }
}

fn renamed(l: &Link, place: &[usize]) -> Link {
    match l.arc {
        true => Link::arc(place[l.from], place[l.to], l.weight),
        false => Link::edge(place[l.from], place[l.to], l.weight),
    }
}

/// Reads a weight, which may be written as a decimal number such as `3.0`.
pub(crate) fn weight(text: &str) -> Result<u32, String> {
    let whole = text.split_once('.').map_or(text, |(whole, rest)| {
        if rest.chars().all(|c| c == '0') {
            whole
        } else {
            ""
        }
    });
    match whole.parse::<u32>() {
        Ok(w) if (1..=MAX_WEIGHT).contains(&w) => Ok(w),
        _ => Err(format!(
            "the weight is `{text}`; expected a whole number from 1 to {MAX_WEIGHT}"
        )),
    }
}
