//! Builds the board of a construction for given parameters.

use super::operators::{Operands, Operator};
use super::{BuildError, Construction, Part, values};
use crate::expr::{Expr, Parameters};
use crate::marks::Link;
use crate::{Board, BoardLimit, CodeFault, Graph, Tint, graph6};

/// A board under construction: its tints and its links.
#[derive(Clone)]
struct PartialBoard {
    tints: Vec<Tint>,
    links: Vec<Link>,
    limit: BoardLimit,
}

/// The parameters of the construction, and the limit of its board.
#[derive(Clone, Copy)]
struct Given<'a> {
    parameters: &'a Parameters,
    limit: BoardLimit,
}

impl PartialBoard {
    fn empty(limit: BoardLimit) -> PartialBoard {
        PartialBoard {
            tints: Vec::new(),
            links: Vec::new(),
            limit,
        }
    }

    fn vertex(tint: Tint, limit: BoardLimit) -> PartialBoard {
        PartialBoard {
            tints: vec![tint],
            ..PartialBoard::empty(limit)
        }
    }

    fn of_board(
        board: &Board,
        call: &Construction,
        limit: BoardLimit,
    ) -> Result<PartialBoard, BuildError> {
        if board.squares().is_some() {
            return Err(BuildError::NotAPart {
                call: call.to_string(),
                what: "a board of squares",
            });
        }
        Ok(PartialBoard {
            tints: board.tints().to_vec(),
            links: board.links(),
            limit,
        })
    }

    /// The board as an operand of an operator, which has neither tints nor other marks.
    fn plain(&self, call: &Construction) -> Result<Graph, BuildError> {
        let refused = |what| BuildError::NotAPart {
            call: call.to_string(),
            what,
        };
        if self.is_tinted() {
            return Err(refused("a tinted operand"));
        }
        let ends = self.links.iter().map(|l| (l.from, l.to));
        let graph = match self.links.iter().all(Link::is_plain) {
            true => Graph::from_edges(self.order(), ends),
            false => return Err(refused("an operand with loops, weights or arcs")),
        };
        match graph.size() == self.links.len() {
            true => Ok(graph),
            false => Err(refused("an operand with parallel edges")),
        }
    }

    fn is_tinted(&self) -> bool {
        self.tints.iter().any(|&t| t != Tint::None)
    }

    fn order(&self) -> usize {
        self.tints.len()
    }

    /// Fails if `vertices` more vertices and `links` more links would make the board too large.
    fn room_for(&self, vertices: usize, links: usize) -> Result<(), BuildError> {
        let order = self.order().saturating_add(vertices);
        let size = self.links.len().saturating_add(links);
        if self.limit.allows(order, size) {
            Ok(())
        } else {
            Err(BuildError::TooLarge(self.limit))
        }
    }

    /// Adds a copy of another board; returns the number of its first vertex.
    fn add(&mut self, other: &PartialBoard) -> Result<usize, BuildError> {
        self.room_for(other.order(), other.links.len() + 1)?;
        let first = self.order();
        self.tints.extend(&other.tints);
        let moved = other.links.iter().map(|l| l.renamed(|v| v + first));
        self.links.extend(moved);
        Ok(first)
    }

    /// Adds a copy of another board, and joins its root (vertex 0) to vertex `on`. Does nothing if
    /// the other board is empty.
    fn hang(&mut self, on: usize, other: &PartialBoard) -> Result<(), BuildError> {
        if other.order() > 0 {
            let root = self.add(other)?;
            self.join(on, root);
        }
        Ok(())
    }

    fn join(&mut self, a: usize, b: usize) {
        self.links.push(Link::edge(a.min(b), a.max(b), 1));
    }

    fn board(self) -> Board {
        let mut board = Board::of_links(self.order(), self.links);
        for (v, &tint) in self.tints.iter().enumerate() {
            board.set_tint(v, tint);
        }
        board
    }
}

impl Construction {
    /// Builds the board of the construction for these parameters.
    ///
    /// # Errors
    /// When an expression has no value, when a family has no member for its arguments, or when the
    /// board would be too large. The size is checked before the board is built.
    pub fn build(&self, given: &Parameters) -> Result<Board, BuildError> {
        self.build_within(given, BoardLimit::MOST)
    }

    /// Like [`Construction::build`], for boards within a limit.
    ///
    /// # Errors
    /// As [`Construction::build`].
    pub fn build_within(&self, given: &Parameters, limit: BoardLimit) -> Result<Board, BuildError> {
        match self {
            Construction::Family(call) => call.build_within(given, limit),
            Construction::Defined(definition, args) => {
                let inside = definition.inside(args, given)?;
                definition.body().build_within(&inside, limit)
            }
            _ => {
                let parameters = given;
                Ok(self.piece(Given { parameters, limit })?.board())
            }
        }
    }

    fn piece(&self, given: Given) -> Result<PartialBoard, BuildError> {
        match self {
            Construction::Family(call) => {
                let board = call.build_within(given.parameters, given.limit)?;
                PartialBoard::of_board(&board, self, given.limit)
            }
            Construction::Named(graph) => {
                let board = Board::untinted(graph.graph());
                match given.limit.allows(graph.order, graph.size) {
                    true => PartialBoard::of_board(&board, self, given.limit),
                    false => Err(BuildError::TooLarge(given.limit)),
                }
            }
            Construction::Graph6(text) => {
                let graph =
                    graph6::read_within(text, given.limit.order).map_err(|e| match e.fault {
                        CodeFault::TooLarge { .. } => BuildError::TooLarge(given.limit),
                        _ => BuildError::NotAPart {
                            call: self.to_string(),
                            what: "text that is not graph6",
                        },
                    })?;
                PartialBoard::of_board(&Board::untinted(graph), self, given.limit)
            }
            Construction::Tree(tint, parts) => {
                let mut tree = PartialBoard::vertex(*tint, given.limit);
                each(parts, given, |part| tree.hang(0, part))?;
                Ok(tree)
            }
            Construction::Chain(parts) => chain(parts, given),
            Construction::Attach(first, parts) => attach(&first.piece(given)?, parts, given),
            Construction::Sum(parts) => {
                let mut sum = PartialBoard::empty(given.limit);
                each(parts, given, |part| sum.add(part).map(drop))?;
                Ok(sum)
            }
            Construction::Product(factors) => {
                let mut product = PartialBoard::vertex(Tint::None, given.limit);
                for factor in factors {
                    product = times(&product, &factor.piece(given)?, self)?;
                }
                Ok(product)
            }
            Construction::Compose(first, parts) => {
                compose(&first.piece(given)?, parts, given, self)
            }
            Construction::Operator(operator, parts, numbers) => {
                operate(operator, parts, numbers, given, self)
            }
            Construction::Defined(definition, args) => {
                let parameters = &definition.inside(args, given.parameters)?;
                definition.body().piece(Given {
                    parameters,
                    ..given
                })
            }
        }
    }
}

/// Calls `take` for each copy of each part, in order.
fn each(
    parts: &[Part],
    given: Given,
    mut take: impl FnMut(&PartialBoard) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    for part in parts {
        let times = part.count(given.parameters)?;
        let piece = part.what.piece(given)?;
        if piece.order() == 0 {
            continue;
        }
        for _ in 0..times {
            take(&piece)?;
        }
    }
    Ok(())
}

fn chain(parts: &[Part], given: Given) -> Result<PartialBoard, BuildError> {
    let mut chain = PartialBoard::empty(given.limit);
    let mut last = None;
    each(parts, given, |part| {
        let root = chain.add(part)?;
        if let Some(last) = last {
            chain.join(last, root);
        }
        last = Some(root);
        Ok(())
    })?;
    Ok(chain)
}

fn attach(first: &PartialBoard, parts: &[Part], given: Given) -> Result<PartialBoard, BuildError> {
    let mut hung: Vec<(i64, PartialBoard)> = Vec::new();
    for part in parts {
        hung.push((part.count(given.parameters)?, part.what.piece(given)?));
    }
    let mut whole = first.clone();
    for v in 0..first.order() {
        for (times, piece) in hung.iter().filter(|(_, piece)| piece.order() > 0) {
            for _ in 0..*times {
                whole.hang(v, piece)?;
            }
        }
    }
    Ok(whole)
}

/// The Cartesian product of two boards: vertex `(a, b)` gets number `a * order of B + b`.
fn times(
    a: &PartialBoard,
    b: &PartialBoard,
    call: &Construction,
) -> Result<PartialBoard, BuildError> {
    if a.is_tinted() || b.is_tinted() {
        return Err(BuildError::NotAPart {
            call: call.to_string(),
            what: "a tinted factor",
        });
    }
    let (m, n) = (a.order(), b.order());
    let mut product = PartialBoard::empty(a.limit);
    let size = a
        .links
        .len()
        .saturating_mul(n)
        .saturating_add(b.links.len().saturating_mul(m));
    product.room_for(m.saturating_mul(n), size)?;
    product.tints = vec![Tint::None; m * n];
    for v in 0..m {
        let row = b.links.iter().map(|l| l.renamed(|w| v * n + w));
        product.links.extend(row);
    }
    for w in 0..n {
        let column = a.links.iter().map(|l| l.renamed(|v| v * n + w));
        product.links.extend(column);
    }
    Ok(product)
}

fn compose(
    first: &PartialBoard,
    parts: &[Part],
    given: Given,
    call: &Construction,
) -> Result<PartialBoard, BuildError> {
    if parts.len() != first.order() {
        return Err(BuildError::Composition {
            call: call.to_string(),
            parts: parts.len(),
            order: first.order(),
        });
    }
    let mut whole = PartialBoard::empty(given.limit);
    let mut begins = vec![0];
    for part in parts {
        each(std::slice::from_ref(part), given, |piece| {
            whole.add(piece).map(drop)
        })?;
        begins.push(whole.order());
    }
    for link in &first.links {
        let (from, to) = (
            begins[link.from]..begins[link.from + 1],
            begins[link.to]..begins[link.to + 1],
        );
        whole.room_for(0, from.len().saturating_mul(to.len()))?;
        for a in from {
            to.clone().for_each(|b| whole.join(a, b));
        }
    }
    Ok(whole)
}

/// Builds the graph of an operator from its operands.
fn operate(
    operator: &Operator,
    parts: &[Part],
    numbers: &[Expr],
    given: Given,
    call: &Construction,
) -> Result<PartialBoard, BuildError> {
    let limit = given.limit;
    let mut graphs = Vec::new();
    let mut order = 0usize;
    for part in parts {
        let times = part.count(given.parameters)?;
        let graph = part.what.piece(given)?.plain(call)?;
        // A copy without vertices changes nothing, except as the only factor of a product.
        let times = usize::try_from(times).unwrap_or(usize::MAX);
        let times = if graph.order() == 0 {
            times.min(1)
        } else {
            times
        };
        order = order.saturating_add(graph.order().saturating_mul(times));
        if order > limit.order && operator.copies {
            return Err(BuildError::TooLarge(limit));
        }
        graphs.extend(std::iter::repeat_n(graph, times));
    }
    let number = |number: i64| {
        usize::try_from(number).map_err(|_| BuildError::NegativeNumber {
            call: call.to_string(),
            number,
        })
    };
    let numbers = values(numbers, given.parameters, || call.to_string())?;
    let numbers: Vec<usize> = numbers.into_iter().map(number).collect::<Result<_, _>>()?;
    let operands = Operands {
        graphs: &graphs,
        numbers: &numbers,
        limit,
    };
    let graph = operator
        .build(&operands)
        .ok_or(BuildError::TooLarge(limit))?;
    PartialBoard::of_board(&Board::untinted(graph), call, limit)
}
