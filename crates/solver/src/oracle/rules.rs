//! The rules of the games, read off the papers that name them, on lists of marks. A state has a
//! byte for each vertex, link, square or pile; the board stays as it is.

use super::Draw;
use boilingpoint_boards::{Board, Graph, Link, Tint};

/// A state: the marks that moves change.
pub type State = Vec<u8>;

/// A move changes nothing but the state. Left is player 0, Right player 1.
type Options = fn(&Board, &State, usize) -> Vec<State>;

/// A game on small boards.
pub struct Game {
    /// The name of the ruleset.
    pub name: &'static str,
    /// A random board.
    pub board: fn(&mut Draw) -> Board,
    /// The state at the beginning.
    pub start: fn(&Board) -> State,
    /// The states that a player can move to.
    pub options: Options,
}

/// Marks of vertices and edges that nobody has taken, for either player's use.
const FREE: u8 = 0;
/// The mark for a vertex, edge or square that is not there any more.
const GONE: u8 = 3;

/// The mark of a player.
fn own(player: usize) -> u8 {
    player as u8 + 1
}

/// The tints as marks.
fn tints(board: &Board) -> State {
    let mark = |tint: &Tint| match tint {
        Tint::None => FREE,
        Tint::Left => own(0),
        Tint::Right => own(1),
    };
    board.tints().iter().map(mark).collect()
}

/// The state with some marks changed.
fn with(state: &State, changes: &[(usize, u8)]) -> State {
    let mut next = state.clone();
    changes.iter().for_each(|&(place, mark)| next[place] = mark);
    next
}

/// The vertices that a link leads to from a vertex.
fn ends(board: &Board, v: usize) -> Vec<usize> {
    let links = board.links();
    let ends = links.iter().filter_map(|link| match link {
        l if l.from == v => Some(l.to),
        l if l.to == v && !l.arc => Some(l.from),
        _ => None,
    });
    ends.collect()
}

/// The partizan games, the impartial ones, and those that are won or drawn.
pub const PARTIZAN: [Game; 6] = [
    Game {
        name: "snort",
        board: |draw| draw.tinted(7),
        start: |board| vec![FREE; board.order()],
        options: |board, state, player| claims(board, state, player, own(1 - player)),
    },
    Game {
        name: "col",
        board: |draw| draw.tinted(7),
        start: |board| vec![FREE; board.order()],
        options: |board, state, player| claims(board, state, player, own(player)),
    },
    Game {
        name: "cutthroat",
        board: |draw| draw.tinted(6),
        start: tints,
        options: cuts,
    },
    Game {
        name: "clobber",
        board: |draw| draw.tinted(8),
        start: tints,
        options: clobbers,
    },
    Game {
        name: "digraph-placement",
        board: |draw| {
            let board = draw.tinted(7);
            draw.with_arcs(board)
        },
        start: tints,
        options: placements,
    },
    Game {
        name: "domineering",
        board: |draw| draw.squares(3, 4),
        start: |board| vec![FREE; board.order()],
        options: |board, state, player| dominoes(board, state, &[player]),
    },
];

pub const IMPARTIAL: [Game; 10] = [
    Game {
        name: "cram",
        board: |draw| draw.squares(3, 4),
        start: |board| vec![FREE; board.order()],
        options: |board, state, _| dominoes(board, state, &[0, 1]),
    },
    Game {
        name: "node-kayles",
        board: |draw| Board::untinted(draw.graph(8)),
        start: |board| vec![FREE; board.order()],
        options: |board, state, _| claims(board, state, 0, own(0)),
    },
    Game {
        name: "arc-kayles",
        board: |draw| draw.looped(7, 1, false),
        start: |board| vec![FREE; board.order()],
        options: |board, state, _| {
            let free = |l: &Link| state[l.from] == FREE && state[l.to] == FREE;
            let links = board.links().into_iter().filter(free);
            let taken = links.map(|l| with(state, &[(l.from, GONE), (l.to, GONE)]));
            taken.collect()
        },
    },
    Game {
        name: "nim-on-graphs",
        board: |draw| draw.looped(5, 3, true),
        start: weights,
        options: |board, state, _| {
            let (token, links) = (usize::from(state[0]), board.links());
            let mut options = Vec::new();
            for (i, to) in at(&links, token) {
                let fewer = 0..state[i + 1];
                options.extend(fewer.map(|w| with(state, &[(0, to as u8), (i + 1, w)])));
            }
            options
        },
    },
    Game {
        name: "edge-geography",
        board: |draw| draw.looped(6, 1, true),
        start: weights,
        options: |board, state, _| {
            let (token, links) = (usize::from(state[0]), board.links());
            let there = at(&links, token).filter(|&(i, _)| state[i + 1] > 0);
            let moved = there.map(|(i, to)| with(state, &[(0, to as u8), (i + 1, 0)]));
            moved.collect()
        },
    },
    Game {
        name: "vertex-geography",
        board: |draw| {
            let board = Board::untinted(draw.graph(7));
            let board = draw.with_arcs(board);
            let token = draw.below(board.order());
            board.with_token(Some(token))
        },
        start: |board| {
            let mut state = vec![FREE; board.order()];
            state.insert(0, board.token().unwrap_or(0) as u8);
            state
        },
        options: |board, state, _| {
            let token = usize::from(state[0]);
            let there = ends(board, token).into_iter();
            let there = there.filter(|&to| to != token && state[to + 1] == FREE);
            let moved = there.map(|to| with(state, &[(0, to as u8), (token + 1, GONE)]));
            moved.collect()
        },
    },
    Game {
        name: "even-odd",
        board: |draw| draw.piles(3, 7),
        start: chips,
        options: |_, state, _| {
            let allowed = |chips: u8, k: u8| match k % 2 {
                0 => k < chips,
                _ => k == chips,
            };
            taken(state, allowed)
        },
    },
    Game {
        name: "subtraction(1,3,4)",
        board: |draw| draw.piles(3, 7),
        start: chips,
        options: |_, state, _| taken(state, |_, k| [1, 3, 4].contains(&k)),
    },
    Game {
        name: "take-away(n)",
        board: |draw| draw.piles(2, 9),
        start: first_chips,
        options: |_, state, _| bounded(state, 1),
    },
    Game {
        name: "take-away(2*n)",
        board: |draw| draw.piles(2, 9),
        start: first_chips,
        options: |_, state, _| bounded(state, 2),
    },
];

/// The states after claiming a free vertex without a neighbour that has the mark `bars`. A vertex
/// tinted for a player is adjacent, as it were, to a claim that bars the other player.
fn claims(board: &Board, state: &State, player: usize, bars: u8) -> Vec<State> {
    let may = |&v: &usize| {
        let near = board.graph().neighbours(v).any(|u| state[u] == bars);
        let tint = tints(board)[v];
        state[v] == FREE && !near && tint != own(1 - player)
    };
    let free = (0..board.order()).filter(may);
    free.map(|v| with(state, &[(v, own(player))])).collect()
}

/// Cutthroat: a vertex that is not the opponent's leaves, in a component of more than one colour.
fn cuts(board: &Board, state: &State, player: usize) -> Vec<State> {
    let mut reached: Vec<Vec<usize>> = (0..board.order()).map(|v| vec![v]).collect();
    for set in &mut reached {
        let mut next = 0;
        while let Some(&v) = set.get(next) {
            let near = board.graph().neighbours(v).filter(|&u| state[u] != GONE);
            let new: Vec<usize> = near.filter(|u| !set.contains(u)).collect();
            set.extend(new);
            next += 1;
        }
    }
    let may = |&v: &usize| {
        let colours = reached[v].iter().any(|&u| state[u] != state[v]);
        state[v] != GONE && state[v] != own(1 - player) && colours
    };
    let there = (0..board.order()).filter(may);
    there.map(|v| with(state, &[(v, GONE)])).collect()
}

/// Clobber: a stone moves to a neighbour with a stone of the opponent.
fn clobbers(board: &Board, state: &State, player: usize) -> Vec<State> {
    let pairs = board.graph().edges().flat_map(|(a, b)| [(a, b), (b, a)]);
    let met = pairs.filter(|&(a, b)| state[a] == own(player) && state[b] == own(1 - player));
    met.map(|(a, b)| with(state, &[(a, FREE), (b, own(player))]))
        .collect()
}

/// Digraph Placement: a vertex leaves with the vertices that its arcs and edges lead to.
fn placements(board: &Board, state: &State, player: usize) -> Vec<State> {
    let may = |&v: &usize| state[v] == FREE || state[v] == own(player);
    let there = (0..board.order()).filter(may);
    let taken = there.map(|v| {
        let ends = ends(board, v).into_iter().chain([v]);
        with(state, &ends.map(|u| (u, GONE)).collect::<Vec<_>>())
    });
    taken.collect()
}

/// Dominoes along columns (0) and along rows (1).
fn dominoes(board: &Board, state: &State, ways: &[usize]) -> Vec<State> {
    let squares = board.squares().unwrap_or_default();
    let mut options = Vec::new();
    for (v, &[i, j]) in squares.iter().enumerate() {
        for way in ways {
            let next = [[i + 1, j], [i, j + 1]][*way];
            let Some(u) = squares.iter().position(|&square| square == next) else {
                continue;
            };
            if state[v] == FREE && state[u] == FREE {
                options.push(with(state, &[(v, GONE), (u, GONE)]));
            }
        }
    }
    options
}

/// The token and the weight of each link.
fn weights(board: &Board) -> State {
    let links = board.links();
    let weights = links.iter().map(|l| l.weight as u8);
    std::iter::once(board.token().unwrap_or(0) as u8)
        .chain(weights)
        .collect()
}

/// The links at a vertex, each with its other end; an arc leads one way.
fn at(links: &[Link], v: usize) -> impl Iterator<Item = (usize, usize)> {
    links.iter().enumerate().filter_map(move |(i, l)| match l {
        l if l.from == v => Some((i, l.to)),
        l if l.to == v && !l.arc => Some((i, l.from)),
        _ => None,
    })
}

/// The chips of each pile.
fn chips(board: &Board) -> State {
    board.links().iter().map(|l| l.weight as u8).collect()
}

/// The states after taking a number of chips that is allowed from a pile.
fn taken(state: &State, allowed: impl Fn(u8, u8) -> bool) -> Vec<State> {
    let piles = state.iter().enumerate();
    let options = piles.flat_map(|(pile, &chips)| {
        let numbers = (1..=chips).filter(|&k| allowed(chips, k));
        numbers
            .map(|k| with(state, &[(pile, chips - k)]))
            .collect::<Vec<_>>()
    });
    options.collect()
}

/// The chips of each pile, each with the greatest number that may be taken: all but one at first.
fn first_chips(board: &Board) -> State {
    chips(board).into_iter().flat_map(|n| [n, n - 1]).collect()
}

/// The states after taking at most so many times the last number from a pile.
fn bounded(state: &State, times: u8) -> Vec<State> {
    let mut options = Vec::new();
    for pile in (0..state.len()).step_by(2) {
        let [chips, most] = [state[pile], state[pile + 1]];
        for k in 1..=most.min(chips) {
            options.push(with(state, &[(pile, chips - k), (pile + 1, times * k)]));
        }
    }
    options
}

/// Random graphs and boards of games on them.
impl Draw {
    /// A graph with at most this many vertices.
    fn graph(&mut self, most: usize) -> Graph {
        let order = 1 + self.below(most);
        let chance = 1 + self.below(8);
        let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
        Graph::from_edges(order, pairs.filter(|_| self.below(9) < chance))
    }

    /// A board with no tints, few or many.
    fn tinted(&mut self, most: usize) -> Board {
        let mut board = Board::untinted(self.graph(most));
        let chance = self.below(4);
        for v in 0..board.order() {
            if self.below(3) < chance {
                board.set_tint(v, [Tint::Left, Tint::Right][self.below(2)]);
            }
        }
        board
    }

    fn with_arcs(&mut self, board: Board) -> Board {
        let mut links = board.links();
        for link in &mut links {
            link.arc = self.below(2) == 0;
            if self.below(2) == 0 {
                (link.from, link.to) = (link.to, link.from);
            }
        }
        links.retain(|l| l.arc || l.from <= l.to);
        board.with_links(links)
    }

    /// At most six links, some of them loops, with weights.
    fn looped(&mut self, most: usize, weight: usize, token: bool) -> Board {
        let graph = self.graph(most);
        let order = graph.order();
        let board = Board::untinted(graph);
        let mut links = board.links();
        links.extend(
            (0..order)
                .filter(|_| self.below(4) == 0)
                .map(|v| Link::edge(v, v, 1)),
        );
        while links.len() > 6 {
            links.remove(self.below(links.len()));
        }
        for link in &mut links {
            link.weight = 1 + self.below(weight) as u32;
        }
        let token = token.then(|| self.below(order));
        board.with_links(links).with_token(token)
    }

    /// Some squares of a rectangle.
    fn squares(&mut self, rows: i16, columns: i16) -> Board {
        let squares = (0..rows * columns).map(|k| [k / columns, k % columns]);
        Board::of_squares(squares.filter(|_| self.below(3) < 2).collect())
    }

    fn piles(&mut self, piles: usize, chips: usize) -> Board {
        let count = 1 + self.below(piles);
        let piles = (0..count).map(|v| Link::edge(v, v, 1 + self.below(chips) as u32));
        let links = piles.collect();
        Board::of_links(count, links)
    }

    /// A multigraph of at most seven edges.
    pub fn edges(&mut self) -> Board {
        let order = 1 + self.below(5);
        let mut links = Vec::new();
        for _ in 0..self.below(8) {
            let [a, b] = [self.below(order), self.below(order)];
            if a != b {
                links.push(Link::edge(a.min(b), a.max(b), 1));
            }
        }
        Board::of_links(order, links)
    }

    /// At most six points and four winning sets, each with a point.
    pub fn sets(&mut self, tinted: bool) -> Board {
        let (points, sets) = (1 + self.below(6), self.below(5));
        let mut links = Vec::new();
        for set in points..points + sets {
            links.push(Link::edge(set, set, 1));
            let first = self.below(points);
            let all = (0..points).filter(|&p| p == first || self.below(3) == 0);
            links.extend(all.map(|p| Link::edge(p, set, 1)));
        }
        let mut board = Board::of_links(points + sets, links);
        for set in points..points + sets {
            if tinted && self.below(3) == 0 {
                board.set_tint(set, [Tint::Left, Tint::Right][self.below(2)]);
            }
        }
        board
    }
}
