//! Positional games: the players take points in turn, and whoever has all points of a winning set
//! first has won. Multi-dimensional Tic-Tac-Toe (Hales and Jewett 1963) is the family `lines(n,d)`.
//! In the Maker-Breaker game only Left wins so; Right wins by taking a point of every set.
//!
//! A vertex with a loop is a winning set: its points are its neighbours without a loop. A point
//! that is taken leaves the board. A set that only one player has taken from is tinted for that
//! player; one that both have taken from is nobody's, and leaves.

use super::{Algebra, Carries, End, Player, Ruleset};
use crate::graph::{Board, Link, Tint};

/// The positional game that both players can win.
#[derive(Clone, Copy, Debug)]
pub struct Positional;

/// The Maker-Breaker game: Left is Maker.
#[derive(Clone, Copy, Debug)]
pub struct MakerBreaker;

/// Which vertices are winning sets.
fn sets(position: &Board) -> Vec<bool> {
    let mut set = vec![false; position.order()];
    position
        .links()
        .iter()
        .filter(|l| l.is_loop())
        .for_each(|l| set[l.from] = true);
    set
}

/// The winning sets of a position, each with its tint and the points that are left in it.
pub fn winning_sets(position: &Board) -> Vec<(Tint, Vec<usize>)> {
    let set = sets(position);
    let points = |v: usize| {
        position
            .graph()
            .neighbours(v)
            .filter(|&u| !set[u])
            .collect()
    };
    let sets = (0..position.order()).filter(|&v| set[v]);
    sets.map(|v| (position.tints()[v], points(v))).collect()
}

fn tint_of(player: Player) -> Tint {
    match player {
        Player::Left => Tint::Left,
        Player::Right => Tint::Right,
    }
}

/// The position after a player has taken a point. A set of that point is lost to the other player
/// and tinted for this one, unless only Maker can win sets.
fn take(position: &Board, point: usize, player: Player, breaker: bool) -> Board {
    let set = sets(position);
    let own = tint_of(player);
    let met = |v: usize| set[v] && position.graph().has_edge(point, v);
    let lost = |v: usize| met(v) && (breaker || position.tints()[v] == own.swapped());
    let stays: Vec<usize> = (0..position.order())
        .filter(|&v| v != point && !lost(v))
        .collect();
    let mut next = position.kept(&stays);
    for (place, &v) in stays.iter().enumerate() {
        if met(v) {
            next.set_tint(place, own);
        }
    }
    next
}

fn takes(position: &Board, player: Player, breaker: bool) -> Vec<Board> {
    let set = sets(position);
    let points = (0..position.order()).filter(|&v| !set[v]);
    points.map(|v| take(position, v, player, breaker)).collect()
}

const CARRIES: Carries = Carries {
    tints: true,
    loops: true,
    ..Carries::GRAPH
};

impl Ruleset for Positional {
    fn name(&self) -> &str {
        "positional"
    }

    fn summary(&self) -> &str {
        "take points; whoever first has all points of a winning set (a vertex with a loop) wins"
    }

    fn algebra(&self) -> Algebra {
        Algebra::Winner
    }

    fn carries(&self) -> Carries {
        CARRIES
    }

    fn options(&self, position: &Board, player: Player) -> Vec<Board> {
        takes(position, player, false)
    }

    fn ended(&self, position: &Board) -> Option<End> {
        let sets = winning_sets(position);
        let complete = |p| {
            sets.iter()
                .any(|(t, points)| *t == tint_of(p) && points.is_empty())
        };
        let won = Player::BOTH
            .into_iter()
            .find(|&p| complete(p))
            .map(End::Won);
        let open = sets.iter().any(|(_, points)| !points.is_empty());
        won.or((!open).then_some(End::Drawn))
    }

    fn reduced(&self, position: Board) -> Board {
        without_what_cannot_matter(position)
    }
}

impl Ruleset for MakerBreaker {
    fn name(&self) -> &str {
        "maker-breaker"
    }

    fn summary(&self) -> &str {
        "take points; Left wins when she has all points of a winning set (a vertex with a loop), Right when she cannot"
    }

    fn algebra(&self) -> Algebra {
        Algebra::Winner
    }

    fn carries(&self) -> Carries {
        CARRIES
    }

    fn options(&self, position: &Board, player: Player) -> Vec<Board> {
        takes(position, player, player == Player::Right)
    }

    fn ended(&self, position: &Board) -> Option<End> {
        let sets = winning_sets(position);
        if sets
            .iter()
            .any(|(t, points)| *t == Tint::Left && points.is_empty())
        {
            return Some(End::Won(Player::Left));
        }
        let open = sets
            .iter()
            .any(|(t, points)| *t != Tint::Right && !points.is_empty());
        (!open).then_some(End::Won(Player::Right))
    }

    fn reduced(&self, position: Board) -> Board {
        without_what_cannot_matter(position)
    }
}

/// Without links between two points or two sets, which say nothing.
fn without_what_cannot_matter(position: Board) -> Board {
    let set = sets(&position);
    let says = |l: &Link| l.is_loop() || set[l.from] != set[l.to];
    let links = position.links();
    if links.iter().all(says) {
        return position;
    }
    position.with_links(links.into_iter().filter(says).collect())
}

/// Two points of each winning set, all of them different, if there are such: then the second player
/// answers one of a pair by the other and never loses (Theorem 7 of the notes on combinatorial
/// games; Hales and Jewett 1963). By Hall's theorem there are exactly when any `k` sets have `2k`
/// points in common or apart. Found by augmenting paths (Kuhn 1955).
pub fn draw_forcing_pairing(board: &Board) -> Option<Vec<[usize; 2]>> {
    let sets: Vec<Vec<usize>> = winning_sets(board)
        .into_iter()
        .map(|(_, points)| points)
        .collect();
    // every set is there twice, and each copy takes a point
    let mut taker: Vec<Option<usize>> = vec![None; board.order()];
    for copy in 0..2 * sets.len() {
        let mut seen = vec![false; board.order()];
        if !assign(&sets, copy, &mut taker, &mut seen) {
            return None;
        }
    }
    let mut pairs = vec![Vec::new(); sets.len()];
    for (point, copy) in taker.iter().enumerate() {
        if let Some(copy) = copy {
            pairs[copy / 2].push(point);
        }
    }
    pairs
        .into_iter()
        .map(|pair| <[usize; 2]>::try_from(pair).ok())
        .collect()
}

fn assign(
    sets: &[Vec<usize>],
    copy: usize,
    taker: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for &point in &sets[copy / 2] {
        if std::mem::replace(&mut seen[point], true) {
            continue;
        }
        let free = match taker[point] {
            None => true,
            Some(other) => assign(sets, other, taker, seen),
        };
        if free {
            taker[point] = Some(copy);
            return true;
        }
    }
    false
}

/// The potential of Erdős and Selfridge (1973) as a fraction `(p, e)` for `p / 2^e`: the sum of
/// `2^-k` over the winning sets, `k` being the points of each. Below 1/2 the second player draws
/// (Theorem 9 of the notes on combinatorial games). `None` beyond sets of 100 points.
pub fn erdos_selfridge(board: &Board) -> Option<(u128, u32)> {
    let sizes: Vec<u32> = winning_sets(board)
        .iter()
        .map(|(_, p)| p.len() as u32)
        .collect();
    let most = sizes.iter().copied().max().unwrap_or(0);
    if most > 100 {
        return None;
    }
    Some((sizes.iter().map(|&k| 1u128 << (most - k)).sum(), most))
}
