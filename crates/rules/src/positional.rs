//! Positional games: the players take points in turn, and the first player who has all points of a
//! winning set wins. Multi-dimensional Tic-Tac-Toe (Hales and Jewett 1963) is the family
//! `lines(n,d)`. In the Maker-Breaker game only Left wins in this way; Right wins by taking a point
//! of every winning set.
//!
//! A vertex with a loop is a winning set. Its points are its neighbours without a loop. A taken
//! point leaves the board. If only one player has taken points of a set, the set is tinted for this
//! player. If both players have taken points of a set, the set leaves the board.

use super::{End, Options, Player, Ruleset, Unfit};
use boilingpoint_boards::{Board, Link, Tint};

/// The positional game in which either player can win by completing a set.
#[derive(Clone, Copy, Debug)]
pub struct Positional;

/// The Maker-Breaker game, in which Left is Maker.
#[derive(Clone, Copy, Debug)]
pub struct MakerBreaker;

/// For each vertex, whether it is a winning set instead of a point.
fn sets(position: &Board) -> Vec<bool> {
    let mut set = vec![false; position.order()];
    position
        .links()
        .iter()
        .filter(|l| l.is_loop())
        .for_each(|l| set[l.from] = true);
    set
}

/// The winning sets of a position, each with its tint and its remaining points.
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

/// The position after a player has taken a point. The other player can no longer win a set that
/// contains the point. So the set is tinted for this player or, if the other player has taken from
/// it, removed. With `breaker`, every set that contains the point is removed, since only Maker can
/// win sets.
fn take(position: &Board, point: usize, player: Player, breaker: bool) -> Board {
    let set = sets(position);
    let own = player.tint();
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

fn takes(position: &Board, player: Player, breaker: bool) -> Options<'_> {
    let set = sets(position);
    let points = (0..position.order()).filter(move |&v| !set[v]);
    Box::new(points.map(move |v| take(position, v, player, breaker)))
}

/// Checks that no point is tinted. Only sets have tints, which say who has taken points of the set;
/// points that were taken are not on the board.
fn check(ruleset: &dyn Ruleset, board: &Board) -> Result<(), Unfit> {
    let set = sets(board);
    let tinted = |&v: &usize| !set[v] && board.tints()[v] != Tint::None;
    if let Some(v) = (0..board.order()).find(tinted) {
        return Err(Unfit {
            ruleset: ruleset.name().to_string(),
            problem: format!(
                "has tints only on winning sets (vertices with a loop), but vertex {v} is a tinted point; remove a point that is taken from the board"
            ),
        });
    }
    let untinted = board.clone().tinted(&".".repeat(board.order()));
    let untinted = untinted.unwrap_or_else(|_| board.clone());
    ruleset.carries().check(ruleset.name(), &untinted)
}

impl Ruleset for Positional {
    about! {
        "positional", Winner, GRAPH + loops,
        "take points; the first player with all points of a winning set (a vertex with a loop) wins"
    }

    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        check(self, board)
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        takes(position, player, false)
    }

    fn ended(&self, position: &Board) -> Option<End> {
        let sets = winning_sets(position);
        let complete = |p: Player| {
            sets.iter()
                .any(|(t, points)| *t == p.tint() && points.is_empty())
        };
        let won = Player::BOTH
            .into_iter()
            .find(|&p| complete(p))
            .map(End::Won);
        let open = sets.iter().any(|(_, points)| !points.is_empty());
        won.or((!open).then_some(End::Drawn))
    }

    fn reduced(&self, position: Board) -> Board {
        without_what_cannot_matter(position, false)
    }

    fn promising<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        promising_takes(position, player, false)
    }

    fn foreseen(&self, position: &Board, mover: Player) -> [End; 2] {
        let at_best = |player| {
            if all_can_be_met(position, player, mover, false) {
                End::Drawn
            } else {
                End::Won(player)
            }
        };
        [at_best(Player::Right), at_best(Player::Left)]
    }
}

impl Ruleset for MakerBreaker {
    about! {
        "maker-breaker", Winner, GRAPH + loops,
        "take points; Left wins when she has all points of a winning set (a vertex with a loop), Right when she can no longer get them"
    }

    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        check(self, board)
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
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
        without_what_cannot_matter(position, true)
    }

    fn promising<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        promising_takes(position, player, true)
    }

    fn foreseen(&self, position: &Board, mover: Player) -> [End; 2] {
        let at_best = if all_can_be_met(position, Player::Left, mover, true) {
            Player::Right
        } else {
            Player::Left
        };
        [End::Won(Player::Right), End::Won(at_best)]
    }
}

/// Removes everything that cannot affect the play: links between two points or two sets, which have
/// no meaning; sets that neither player can win any more; and points that are in no set. Taking a
/// point that is in no set amounts to passing. Passing is never better than taking another point,
/// since an additional point never harms its owner.
fn without_what_cannot_matter(position: Board, breaker: bool) -> Board {
    let set = sets(&position);
    let says = |l: &Link| l.is_loop() || set[l.from] != set[l.to];
    let lost = |v: usize| breaker && position.tints()[v] == Tint::Right;
    let live: Vec<bool> = (0..position.order()).map(|v| set[v] && !lost(v)).collect();
    let matters =
        |v: &usize| live[*v] || !set[*v] && position.graph().neighbours(*v).any(|u| live[u]);
    let stays: Vec<usize> = (0..position.order()).filter(matters).collect();
    let links = position.links();
    if stays.len() == position.order() && links.iter().all(says) {
        return position;
    }
    position
        .with_links(links.into_iter().filter(says).collect())
        .kept(&stays)
}

/// For each set that a player can still win, its remaining points.
fn open_to(position: &Board, player: Player, breaker: bool) -> Vec<Vec<usize>> {
    let sets = winning_sets(position).into_iter();
    let open = sets.filter(|(tint, _)| {
        *tint != player.other().tint() && !(breaker && player == Player::Right)
    });
    open.map(|(_, points)| points).collect()
}

/// Options that include a best option. If the player has a set with one point left, the only option
/// listed takes this point and wins. Otherwise, if the opponent has such a set, the only option
/// listed takes its last point, since the player has to. Otherwise all options are listed; options
/// whose point is in many small sets come first.
fn promising_takes(position: &Board, player: Player, breaker: bool) -> Options<'_> {
    let [own, others] = [player, player.other()].map(|p| open_to(position, p, breaker));
    let taken = move |point| take(position, point, player, breaker && player == Player::Right);
    if let Some(last) = own.iter().chain(&others).find(|points| points.len() == 1) {
        return Box::new(std::iter::once(taken(last[0])));
    }
    let mut weight = vec![0u64; position.order()];
    for points in own.iter().chain(&others) {
        points
            .iter()
            .for_each(|&v| weight[v] += 1 << 50u32.saturating_sub(points.len() as u32));
    }
    let set = sets(position);
    let mut points: Vec<usize> = (0..position.order()).filter(|&v| !set[v]).collect();
    points.sort_by_key(|&v| std::cmp::Reverse(weight[v]));
    Box::new(points.into_iter().map(taken))
}

/// Whether the other player can certainly take a point of every set that `player` can still win.
/// This is certain if the potential of these sets is below 1/2, or below 1 when the other player is
/// to move (Erdős and Selfridge 1973).
fn all_can_be_met(position: &Board, player: Player, mover: Player, breaker: bool) -> bool {
    let sizes = open_to(position, player, breaker)
        .into_iter()
        .map(|points| points.len() as u32);
    let potential = potential(&sizes.collect::<Vec<_>>());
    potential.is_some_and(|(p, e)| p << u32::from(player == mover) < 1 << e)
}

/// A draw-forcing pairing: two points of each winning set, where all these points are different;
/// `None` if there is none. With a pairing, the second player answers a point of a pair by the
/// other point, and never loses (Theorem 7 of the notes on combinatorial games; Hales and Jewett
/// 1963). By Hall's theorem, a pairing exists exactly when any `k` sets together have at least `2k`
/// points. The function finds a pairing by augmenting paths (Kuhn 1955).
pub fn draw_forcing_pairing(board: &Board) -> Option<Vec<[usize; 2]>> {
    let sets: Vec<Vec<usize>> = winning_sets(board)
        .into_iter()
        .map(|(_, points)| points)
        .collect();
    // Each set has two copies, and each copy is matched with a point.
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

/// The potential of Erdős and Selfridge (1973): the sum of `2^-k` over the winning sets, where `k`
/// is the number of points of the set. The result is a pair `(p, e)` that stands for the fraction
/// `p / 2^e`. If the potential is below 1/2, the second player at least draws (Theorem 9 of the
/// notes on combinatorial games). `None` if a set has more than 100 points.
pub fn erdos_selfridge(board: &Board) -> Option<(u128, u32)> {
    let sets = winning_sets(board).into_iter();
    potential(
        &sets
            .map(|(_, points)| points.len() as u32)
            .collect::<Vec<_>>(),
    )
}

fn potential(sizes: &[u32]) -> Option<(u128, u32)> {
    let most = sizes.iter().copied().max().unwrap_or(0);
    if most > 100 {
        return None;
    }
    Some((sizes.iter().map(|&k| 1u128 << (most - k)).sum(), most))
}
