//! The moves of a described game: the paths of a position to which a kind of moves applies, and the
//! position after a move.

use super::{Change, Colour, MoveKind, Place};
use crate::Player;
use boilingpoint_boards::{Board, Link, Tint};

/// A vertex of a path, and the link that leads to it from the vertex before.
#[derive(Clone, Copy, Debug)]
struct Step {
    vertex: usize,
    link: Option<Link>,
}

/// A move: a kind, and the path that it points at.
pub(super) struct Made<'a> {
    kind: &'a MoveKind,
    path: Vec<Step>,
}

/// The paths to which a kind of moves applies. Each is found when it is asked for, since a position
/// can have very many.
pub(super) struct Paths<'a> {
    kind: &'a MoveKind,
    position: &'a Board,
    player: Player,
    /// The links of a position that has other links than edges; they are listed once.
    links: Option<Vec<Link>>,
    path: Vec<Step>,
    /// For each vertex of the path, and for the next one, the steps that are not yet tried.
    untried: Vec<std::vec::IntoIter<Step>>,
}

impl<'a> Paths<'a> {
    pub(super) fn new(kind: &'a MoveKind, position: &'a Board, player: Player) -> Paths<'a> {
        let starts = (0..position.order()).map(|vertex| Step { vertex, link: None });
        Paths {
            kind,
            position,
            player,
            links: (!position.has_plain_links()).then(|| position.links()),
            path: Vec::new(),
            untried: vec![starts.collect::<Vec<_>>().into_iter()],
        }
    }

    /// Whether a vertex meets the conditions of a place.
    fn admits(&self, place: &Place, v: usize) -> bool {
        let colour = |v: usize| Colour::of(self.position.tints()[v], self.player);
        if !place.colours.has(colour(v)) || place.has_token && self.position.token() != Some(v) {
            return false;
        }
        if place.counts.is_empty() {
            return true;
        }
        let near = around(self.position, &[v], self.kind.within);
        place.counts.iter().all(|count| {
            let counted = near.iter().filter(|&&u| count.colours.has(colour(u)));
            count.amount.admits(counted.count())
        })
    }

    /// The steps from a vertex. Of several that lead to the same position, there is one.
    fn steps(&self, v: usize) -> Vec<Step> {
        let step = |vertex, link| Step {
            vertex,
            link: Some(link),
        };
        let Some(links) = &self.links else {
            let neighbours = self.position.graph().neighbours(v);
            return neighbours.map(|u| step(u, Link::edge(v, u, 1))).collect();
        };
        let mut steps: Vec<Step> = Vec::new();
        for (i, &link) in links.iter().enumerate() {
            let repeats = match self.kind.removes_edges {
                true => links[..i].last() == Some(&link),
                false => {
                    let end = link.other_end(v);
                    steps.iter().any(|known| Some(known.vertex) == end)
                }
            };
            if let Some(end) = link.other_end(v).filter(|_| !repeats) {
                steps.push(step(end, link));
            }
        }
        steps
    }

    /// Whether the path is one of two that are each other's reversals, and not the one that counts.
    fn is_reversal(&self) -> bool {
        let ends = self.path.first().zip(self.path.last());
        self.kind.is_reversible() && ends.is_some_and(|(first, last)| first.vertex > last.vertex)
    }
}

impl<'a> Iterator for Paths<'a> {
    type Item = Made<'a>;

    fn next(&mut self) -> Option<Made<'a>> {
        loop {
            let Some(step) = self.untried.last_mut()?.next() else {
                self.untried.pop();
                self.path.pop();
                continue;
            };
            let place = &self.kind.places[self.path.len()];
            let is_used = self.path.iter().any(|s| s.vertex == step.vertex);
            if is_used || !self.admits(place, step.vertex) {
                continue;
            }
            self.path.push(step);
            if self.path.len() < self.kind.places.len() {
                self.untried.push(self.steps(step.vertex).into_iter());
                continue;
            }
            let made = (!self.is_reversal()).then(|| Made {
                kind: self.kind,
                path: self.path.clone(),
            });
            self.path.pop();
            if made.is_some() {
                return made;
            }
        }
    }
}

impl Made<'_> {
    /// The vertices that the player points at: the path, of which the token's vertex is known.
    pub(super) fn chosen(&self) -> impl Iterator<Item = usize> {
        let places = self.kind.places.iter().zip(&self.path);
        let one = self.path.len() == 1;
        places
            .filter(move |(place, _)| one || !place.has_token)
            .map(|(_, step)| step.vertex)
    }

    /// The position after the move. The vertices that stay keep their order.
    pub(super) fn after(&self, position: &Board, player: Player) -> Board {
        let path: Vec<usize> = self.path.iter().map(|step| step.vertex).collect();
        let mut tints: Vec<Option<Tint>> = position.tints().iter().copied().map(Some).collect();
        let changed = |v: usize, change: Change| {
            let before = Colour::of(position.tints()[v], player);
            change.after(before).map(|colour| colour.tint(player))
        };
        if self.kind.neighbours != [Change::Unchanged; 3] {
            for u in around(position, &path, self.kind.within) {
                let colour = Colour::of(position.tints()[u], player);
                tints[u] = changed(u, self.kind.neighbour(colour));
            }
        }
        let mut next = position.clone();
        for (place, &v) in self.kind.places.iter().zip(&path) {
            tints[v] = changed(v, place.change);
            if place.gets_token {
                next = next.with_token(Some(v));
            }
        }
        if self.kind.removes_edges {
            let mut links = next.links();
            for used in self.path.iter().filter_map(|step| step.link) {
                if let Some(i) = links.iter().position(|link| *link == used) {
                    links.remove(i);
                }
            }
            next = next.with_links(links);
        }
        let mut stays = Vec::with_capacity(tints.len());
        for (v, tint) in tints.into_iter().enumerate() {
            if let Some(tint) = tint {
                next.set_tint(v, tint);
                stays.push(v);
            }
        }
        match stays.len() == position.order() {
            true => next,
            false => next.kept(&stays),
        }
    }
}

/// The vertices at a distance from 1 to `within` from the nearest of the given vertices.
fn around(position: &Board, from: &[usize], within: u32) -> Vec<usize> {
    let mut found: Vec<usize> = from.to_vec();
    let mut known = vec![false; position.order()];
    from.iter().for_each(|&v| known[v] = true);
    let mut ring = 0;
    for _ in 0..within {
        let end = found.len();
        for i in ring..end {
            for u in position.graph().neighbours(found[i]) {
                if !std::mem::replace(&mut known[u], true) {
                    found.push(u);
                }
            }
        }
        ring = end;
    }
    found.split_off(from.len())
}
