//! Positions of claiming games in certificates, and the parts of these positions.

use super::certificate::{CertificateError, CertificateResult, WithPlace, wrong};
use super::meter::Meter;
use super::walls::ProvedBounds;
use crate::format::PositionPart;
use boilingpoint_boards::{Board, Graph, Tint};
use boilingpoint_rules::{Algebra, Claiming, Features, Player, Ruleset};
use std::collections::BTreeMap;

const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// The properties of a game that certificates need, computed from its tables.
pub(super) struct RuleTables {
    /// The tint of a neighbour after a claim; `None` if the neighbour leaves the board.
    neighbour: fn(Tint, Player) -> Option<Tint>,
    /// For each two tints, whether an edge between vertices of these tints can affect the play, now
    /// or later.
    matters: [[bool; 3]; 3],
    /// Whether a component whose vertices all have one tint leaves the board.
    one_tint_is_over: bool,
    /// Whether more rights to claim never harm a player, and fewer rights of the opponent never do.
    pub(super) monotone: bool,
    /// Whether a claim takes the other player's right to the neighbours, and changes no other
    /// right.
    pub(super) excludes: bool,
}

/// Whether a player may claim a vertex of this tint; `None` stands for a vertex that has left the
/// board.
fn open(tint: Option<Tint>, player: Player) -> bool {
    tint.is_some_and(|tint| Claiming::not_the_others(tint, player))
}

impl RuleTables {
    /// Computes the properties of a game. The error is the reason why the game has no certificates.
    pub(super) fn of(ruleset: &dyn Ruleset) -> Result<RuleTables, &'static str> {
        let Some(game) = ruleset.claiming().filter(|_| claims_vertices(ruleset)) else {
            return Err("is not a game in which the players claim vertices of tinted graphs");
        };
        let after = game.neighbour;
        let all = |holds: &dyn Fn(Tint, Player) -> bool| {
            TINTS
                .iter()
                .all(|&t| Player::BOTH.iter().all(|&p| holds(t, p)))
        };
        if !all(&|t, p| (game.may_claim)(t, p) == open(Some(t), p)) {
            return Err("has tints that do not reserve a vertex for one player");
        }
        if !all(&|t, p| after(t.swapped(), p.other()) == after(t, p).map(Tint::swapped)) {
            return Err("does not have the same rules for both players");
        }
        // Whether `player` may still claim a neighbour of tint `t` after `by` has claimed the
        // vertex beside it.
        let left = |t, by, player| open(after(t, by), player);
        if !all(&|t, by| {
            Player::BOTH
                .iter()
                .all(|&p| open(Some(t), p) || !left(t, by, p))
        }) {
            return Err(
                "has claims after which a player may claim a vertex that was forbidden before",
            );
        }
        let untouched = |t, by, p| left(t, by, p) == (open(Some(t), p) && left(Tint::None, by, p));
        let matters = |a, b| game.one_tint_is_over || reaches(after, a, b) || reaches(after, b, a);
        Ok(RuleTables {
            neighbour: after,
            matters: TINTS.map(|a| TINTS.map(|b| matters(a, b))),
            one_tint_is_over: game.one_tint_is_over,
            monotone: !game.one_tint_is_over
                && all(&|t, by| Player::BOTH.iter().all(|&p| untouched(t, by, p))),
            excludes: !game.one_tint_is_over
                && all(&|t, by| left(t, by, by) == open(Some(t), by) && !left(t, by, by.other())),
        })
    }
}

/// Whether a ruleset is played by claims on graphs whose only marks are tints: those of its boards,
/// or those of the dominoes that can be placed (`dominoes.rs`).
fn claims_vertices(ruleset: &dyn Ruleset) -> bool {
    let vertex = Board::untinted(Graph::empty(1));
    let claims_its_own = ruleset.carries() == Features::TINTS && ruleset.claims(&vertex).is_none();
    ruleset.algebra() == Algebra::Partizan && (claims_its_own || ruleset.places_dominoes())
}

/// Whether a claim of one vertex can change a neighbour. The vertex has tint `a` or a tint that `a`
/// can become; the neighbour has tint `b` or a tint that `b` can become.
fn reaches(after: fn(Tint, Player) -> Option<Tint>, a: Tint, b: Tint) -> bool {
    // There are three tints, so at most two claims lead from a tint to every tint that it can
    // become.
    let becomes = |tint| {
        let next = |t: Tint| Player::BOTH.into_iter().filter_map(move |by| after(t, by));
        let later = next(tint).flat_map(next);
        [tint]
            .into_iter()
            .chain(next(tint))
            .chain(later)
            .collect::<Vec<_>>()
    };
    let changes = |a, b| {
        let claimants = Player::BOTH.into_iter().filter(|&p| open(Some(a), p));
        claimants.into_iter().any(|p| after(b, p) != Some(b))
    };
    becomes(a)
        .into_iter()
        .any(|a| becomes(b).into_iter().any(|b| changes(a, b)))
}

/// A position on the graph of a statement.
#[derive(Clone)]
pub(super) struct Position<'a> {
    rules: &'a RuleTables,
    meter: &'a Meter,
    /// The neighbours of each vertex, in increasing order.
    graph: &'a [Vec<usize>],
    /// The number of vertices, and of entries in the lists of neighbours.
    size: usize,
    /// The tint of each vertex; `None` if the vertex has left the board.
    tints: Vec<Option<Tint>>,
}

impl<'a> Position<'a> {
    pub(super) fn new(
        rules: &'a RuleTables,
        meter: &'a Meter,
        graph: &'a [Vec<usize>],
        tints: &[Tint],
    ) -> CertificateResult<Position<'a>> {
        let tints = tints.iter().map(|&t| Some(t)).collect();
        let position = Position {
            rules,
            meter,
            graph,
            size: graph.iter().map(|neighbours| 1 + neighbours.len()).sum(),
            tints,
        };
        position.count_whole()?;
        Ok(position.without_what_is_over())
    }

    /// Counts one look at each vertex and at each of its neighbours.
    pub(super) fn count_whole(&self) -> CertificateResult<()> {
        Ok(self.meter.work(self.size)?)
    }

    /// Counts one look at each neighbour of a vertex.
    pub(super) fn count_neighbours(&self, v: usize) -> CertificateResult<()> {
        Ok(self.meter.work(1 + self.graph[v].len())?)
    }

    pub(super) fn order(&self) -> usize {
        self.tints.len()
    }

    pub(super) fn tint(&self, v: usize) -> Option<Tint> {
        self.tints[v]
    }

    pub(super) fn is_open(&self, v: usize, player: Player) -> bool {
        open(self.tints[v], player)
    }

    /// The number of vertices that a player may claim.
    pub(super) fn count_open(&self, player: Player) -> usize {
        (0..self.order())
            .filter(|&v| self.is_open(v, player))
            .count()
    }

    /// Whether two vertices are joined by an edge that can affect the play.
    pub(super) fn joined(&self, u: usize, v: usize) -> bool {
        self.matters(u, v) && self.graph[u].binary_search(&v).is_ok()
    }

    fn matters(&self, u: usize, v: usize) -> bool {
        match (self.tints[u], self.tints[v]) {
            (Some(a), Some(b)) => self.rules.matters[super::place(a)][super::place(b)],
            _ => false,
        }
    }

    /// The neighbours of a vertex, where edges that cannot affect the play do not count.
    pub(super) fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        let all = self.graph[v].iter().copied();
        all.filter(move |&u| self.matters(u, v))
    }

    /// Returns the vertex if the player may claim it, else an error.
    pub(super) fn claimable(&self, v: usize, player: Player) -> CertificateResult<usize> {
        if v < self.order() && self.is_open(v, player) {
            Ok(v)
        } else {
            wrong(format!("{player:?} may not claim vertex {v}"))
        }
    }

    /// The position after a player has claimed a vertex.
    pub(super) fn after_claim(&self, v: usize, player: Player) -> CertificateResult<Position<'a>> {
        let v = self.claimable(v, player)?;
        self.count_whole()?;
        let mut next = self.clone();
        next.tints[v] = None;
        for &u in &self.graph[v] {
            next.tints[u] = self.tints[u].and_then(|t| (self.rules.neighbour)(t, player));
        }
        Ok(next.without_what_is_over())
    }

    /// The position after a player has given up the right to claim some vertices.
    pub(super) fn without(
        &self,
        vertices: &[usize],
        player: Player,
    ) -> CertificateResult<Position<'a>> {
        self.count_whole()?;
        let mut next = self.clone();
        for &v in vertices {
            let v = next.claimable(v, player)?;
            next.tints[v] = match (next.is_open(v, player.other()), player) {
                (false, _) => None,
                (true, Player::Left) => Some(Tint::Right),
                (true, Player::Right) => Some(Tint::Left),
            };
        }
        Ok(next)
    }

    /// Removes the components whose vertices all have one tint, if such components leave the board.
    fn without_what_is_over(mut self) -> Position<'a> {
        let mut seen = vec![!self.rules.one_tint_is_over; self.order()];
        for start in 0..self.order() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&v) = component.get(next) {
                for u in self.neighbours(v) {
                    if !std::mem::replace(&mut seen[u], true) {
                        component.push(u);
                    }
                }
                next += 1;
            }
            if component
                .iter()
                .all(|&v| self.tints[v] == self.tints[start])
            {
                component.iter().for_each(|&v| self.tints[v] = None);
            }
        }
        self
    }
}

/// A proved statement: its position, and the bounds that were proved for it.
pub(super) struct Proved {
    tints: Vec<Option<Tint>>,
    /// The neighbours of each vertex, where edges that cannot affect the play do not count.
    graph: Vec<Vec<usize>>,
    pub(super) bounds: ProvedBounds,
}

impl Proved {
    /// An upper bound for the memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let ends: usize = self.graph.iter().map(Vec::len).sum();
        let vertex = size_of::<Vec<usize>>() + size_of::<Option<Tint>>();
        size_of::<Proved>()
            + vertex * self.graph.len()
            + size_of::<usize>() * ends
            + self.bounds.bytes()
    }

    pub(super) fn new(position: &Position, bounds: ProvedBounds) -> Proved {
        let neighbours = |v| position.neighbours(v).collect();
        Proved {
            graph: (0..position.order()).map(neighbours).collect(),
            tints: position.tints.clone(),
            bounds,
        }
    }
}

/// The bounds of a position that consists of the given parts and of isolated vertices.
pub(super) fn bounds_of_sum(
    position: &Position,
    parts: &[PositionPart],
    proved: &[Proved],
) -> CertificateResult<ProvedBounds> {
    position.count_whole()?;
    // For each vertex, the index of its part, and its own index within the part.
    let mut place: Vec<Option<(usize, usize)>> = vec![None; position.order()];
    let mut counts: BTreeMap<usize, i32> = BTreeMap::new();
    for (i, part) in parts.iter().enumerate() {
        settle_part(position, part, i, proved, &mut place).at(|| format!("part {i}"))?;
        *counts.entry(part.statement).or_default() += if part.negative { -1 } else { 1 };
    }
    for (i, part) in parts.iter().enumerate() {
        compare_edges(position, part, i, proved, &place).at(|| format!("part {i}"))?;
    }
    let (mut integer, mut stars) = (0, 0);
    for v in (0..position.order()).filter(|&v| place[v].is_none()) {
        if let Some(u) = position.neighbours(v).next() {
            return wrong(format!(
                "vertex {v} is in no part of the sum, but its edge to vertex {u} still affects the game"
            ));
        }
        match position.tint(v) {
            Some(Tint::None) => stars += 1,
            Some(Tint::Left) => integer += 1,
            Some(Tint::Right) => integer -= 1,
            None => {}
        }
    }
    let mut summands = vec![(stars, ProvedBounds::star()?)];
    for (statement, count) in counts {
        position.meter.work(proved[statement].bounds.points())?;
        // A position and its negative add up to 0, so only the difference of their numbers counts.
        let bounds = &proved[statement].bounds;
        let bounds = if count < 0 {
            bounds.negative()?
        } else {
            bounds.clone()
        };
        summands.push((count.abs(), bounds));
    }
    Ok(ProvedBounds::sum(summands, integer, position.meter)?)
}

/// Records the vertices of a part, and checks that their tints agree with the part's statement.
fn settle_part(
    position: &Position,
    part: &PositionPart,
    i: usize,
    proved: &[Proved],
    place: &mut [Option<(usize, usize)>],
) -> CertificateResult<()> {
    let Some(statement) = proved.get(part.statement) else {
        return wrong(format!(
            "statement {} does not come before this one",
            part.statement
        ));
    };
    let (expected, found) = (statement.tints.len(), part.vertices.len());
    if expected != found {
        return wrong(format!(
            "statement {} has {expected} vertices, but the part has {found}",
            part.statement
        ));
    }
    for (s, &v) in part.vertices.iter().enumerate() {
        match place.get_mut(v) {
            None => return wrong(format!("the position has no vertex {v}")),
            Some(Some((other, _))) => {
                return wrong(format!("vertex {v} is already in part {other}"));
            }
            Some(free) => *free = Some((i, s)),
        }
        let tint = statement.tints[s];
        let expected = if part.negative {
            tint.map(Tint::swapped)
        } else {
            tint
        };
        let found = position.tint(v);
        if expected != found {
            let name =
                |tint: Option<Tint>| tint.map_or("gone".into(), |t| format!("`{}`", t.symbol()));
            return wrong(format!(
                "vertex {v} is {}, but to match vertex {s} of statement {} it must be {}",
                name(found),
                part.statement,
                name(expected)
            ));
        }
    }
    Ok(())
}

/// Checks that a part has the edges of its statement, and no other edge that can affect the play.
fn compare_edges(
    position: &Position,
    part: &PositionPart,
    i: usize,
    proved: &[Proved],
    place: &[Option<(usize, usize)>],
) -> CertificateResult<()> {
    for (s, &v) in part.vertices.iter().enumerate() {
        let expected = &proved[part.statement].graph[s];
        let mut found = 0;
        for u in position.neighbours(v) {
            match place[u] {
                Some((other, t)) if other == i => {
                    if expected.binary_search(&t).is_err() {
                        return wrong(format!(
                            "statement {} has no edge {s}-{t} to match the edge {v}-{u}",
                            part.statement
                        ));
                    }
                }
                _ => {
                    return wrong(format!(
                        "the edge {v}-{u} leaves the part and still affects the game"
                    ));
                }
            }
            found += 1;
        }
        if found != expected.len() {
            return wrong(format!(
                "statement {} has {} edges at vertex {s}, but the matching vertex {v} has {found}",
                part.statement,
                expected.len()
            ));
        }
    }
    Ok(())
}

impl From<super::CheckError> for CertificateError {
    fn from(error: super::CheckError) -> CertificateError {
        CertificateError::GaveUp {
            place: String::new(),
            error,
        }
    }
}
