//! Bytes as choices, and boards made by them.

use boilingpoint_boards::{Board, Graph, Link, Tint};
use boilingpoint_rules::{self as ruleset, Algebra, Feature, Ruleset};

const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// Makes choices one after another from bytes; from zeros when there are no more bytes.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Choices by these bytes.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        let bytes = if n > 256 { 2 } else { 1 };
        (0..bytes).fold(0, |number, _| number << 8 | usize::from(self.byte())) % n
    }

    /// One of these items.
    pub fn among<'b, T>(&mut self, these: &'b [T]) -> &'b T {
        &these[self.below(these.len())]
    }

    /// A permutation of `0..n`.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// A simple graph with at least one vertex and at most `most`.
    pub fn graph(&mut self, most: usize) -> Graph {
        let order = 1 + self.below(most);
        let density = self.below(6);
        let mut graph = Graph::empty(order);
        for b in 1..order {
            // Most graphs are connected.
            let a = self.below(b + 1);
            if a < b {
                graph.add_edge(a, b);
            }
            for a in 0..b {
                if self.below(6) < density {
                    graph.add_edge(a, b);
                }
            }
        }
        graph
    }

    /// A plain board whose vertices may be tinted.
    pub fn tinted(&mut self, most: usize) -> Board {
        let mut board = Board::untinted(self.graph(most));
        let tinted = self.below(2) == 1;
        for v in 0..board.order() {
            if tinted {
                board.set_tint(v, *self.among(&TINTS));
            }
        }
        board
    }

    /// A ruleset of the catalogue, or one with parameters.
    pub fn ruleset(&mut self) -> &'static dyn Ruleset {
        let more = [
            "subtraction(1,3,4)",
            "take-away(n)",
            "take-away(2*n)",
            "rules(.>L if R=0 within 2)",
            "rules([.L]@*>-=@ edges removed; L>. if *=even)",
        ];
        let known = ruleset::catalogue();
        match self
            .below(known.len() + more.len())
            .checked_sub(known.len())
        {
            Some(i) => ruleset::find(more[i]).expect("a ruleset"),
            None => *self.among(known),
        }
    }

    /// A board of this game, with marks of all kinds that the game has.
    pub fn playable(&mut self, rules: &dyn Ruleset, most: usize) -> Board {
        let carries = rules.carries();
        if carries.squares {
            let count = 1 + self.below(2 * most);
            let square = |_| [self.below(4) as i16, self.below(4) as i16];
            return Board::of_squares((0..count).map(square).collect());
        }
        let mut board = match carries.tints {
            true => self.tinted(most),
            false => Board::untinted(self.graph(most)),
        };
        let mut links = board.links();
        if carries.has(Feature::Weights) && carries.loops && !carries.token {
            links.clear(); // piles
        }
        for link in &mut links {
            if carries.has(Feature::Weights) {
                link.weight = 1 + self.below(3) as u32;
            }
            if carries.arcs && self.below(3) == 0 {
                link.arc = true;
                if self.below(2) == 0 {
                    (link.from, link.to) = (link.to, link.from);
                }
            }
        }
        if carries.loops {
            let most = if carries.has(Feature::Weights) { 6 } else { 2 };
            let weights: Vec<u32> = (0..board.order())
                .map(|_| self.below(most) as u32)
                .collect();
            links.extend((0..board.order()).map(|v| Link::edge(v, v, weights[v])));
        }
        if carries.parallel && rules.algebra() != Algebra::Impartial && self.below(2) == 0 {
            links.extend(links.first().copied());
        }
        board = board.with_links(links);
        let token = carries.token.then(|| self.below(board.order()));
        board.with_token(token)
    }
}

/// Pseudo-random bytes.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..64)
        .map(|i| (0..32 + i).map(|_| byte()).collect())
        .collect()
}
