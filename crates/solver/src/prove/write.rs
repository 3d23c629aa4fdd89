//! Writes the statements of a certificate: a statement for each component with numbered vertices,
//! and references from larger components to smaller ones.
//!
//! A component of the arena consists of classes of twins; its statement numbers the vertices class
//! by class. Claims are made on these numbered vertices, as a reader of the certificate makes them.
//! The position after a claim splits into components. Each component is found in the arena by its
//! canonical form, and the two canonical orders show which vertex of the component corresponds to
//! which vertex of the statement.

use super::plan::{Plans, Reasons, UsedPosition};
use crate::SolveError;
use crate::enclose::arena::{Arena, PartRef, ReasonList};
use crate::enclose::relax::{Side, given_up};
use crate::signed::{Sign, Signed};
use boilingpoint_boards::canon::{CanonicalKey, canonical};
use boilingpoint_boards::classes::{Classes, Compressed, with_any_rows};
use boilingpoint_boards::{BitRow, Board, Graph, Tint};
use boilingpoint_checker::format::{
    ClaimMove, Instead, Listed, Omitted, PositionPart, Proof, Statement,
};
use boilingpoint_rules::{Claiming, Player};
use rustc_hash::FxHashMap;

/// A position on vertices with numbers, as the statements of a certificate describe it.
#[derive(Clone)]
struct NumberedPosition {
    neighbours: Vec<Vec<usize>>,
    /// The tint of each vertex; `None` if the vertex has left the board.
    tints: Vec<Option<Tint>>,
}

impl NumberedPosition {
    fn of_board(board: &Board) -> NumberedPosition {
        let neighbours = |v| board.graph().neighbours(v).collect();
        NumberedPosition {
            neighbours: (0..board.order()).map(neighbours).collect(),
            tints: board.tints().iter().map(|&t| Some(t)).collect(),
        }
    }

    /// The position with its vertices numbered class by class, and the first vertex of each class.
    fn of_classes<R: BitRow>(position: &Classes<R>) -> (NumberedPosition, Vec<usize>) {
        let (mut first, mut tints) = (Vec::with_capacity(position.len()), Vec::new());
        for c in 0..position.len() {
            first.push(tints.len());
            let count = usize::from(position.counts[c]);
            tints.extend(std::iter::repeat_n(Some(position.tint(c)), count));
        }
        let mut neighbours = vec![Vec::new(); tints.len()];
        for c in 0..position.len() {
            for v in vertices_of(position, &first, c) {
                for d in position.rows[c].bits() {
                    let around = vertices_of(position, &first, d).filter(|&w| w != v);
                    neighbours[v].extend(around);
                }
            }
        }
        (NumberedPosition { neighbours, tints }, first)
    }

    fn statement(&self, proofs: Vec<Proof>) -> Statement {
        let symbol = |tint: &Option<Tint>| tint.unwrap_or(Tint::None).symbol();
        let edges = self.neighbours.iter().enumerate();
        let edges = edges.flat_map(|(v, around)| {
            let later = around.iter().filter(move |&&w| v < w);
            later.map(move |&w| [v, w])
        });
        Statement {
            tints: self.tints.iter().map(symbol).collect(),
            edges: edges.collect(),
            proofs,
        }
    }

    fn after_claim(&self, game: &Claiming, v: usize, player: Player) -> NumberedPosition {
        let mut next = self.clone();
        next.tints[v] = None;
        for &w in &self.neighbours[v] {
            next.tints[w] = self.tints[w].and_then(|t| (game.neighbour)(t, player));
        }
        next
    }

    fn without(&self, game: &Claiming, vertices: &[usize], player: Player) -> NumberedPosition {
        let mut next = self.clone();
        for &v in vertices {
            let others = self.tints[v].filter(|&t| (game.may_claim)(t, player.other()));
            next.tints[v] = others.map(|_| match player {
                Player::Left => Tint::Right,
                Player::Right => Tint::Left,
            });
        }
        next
    }

    /// The components, where edges without effect do not connect. Isolated vertices and components
    /// on which play has ended are left out.
    fn components(&self, game: &Claiming) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.tints.len()];
        let mut components = Vec::new();
        for v in 0..self.tints.len() {
            if seen[v] || self.tints[v].is_none() {
                continue;
            }
            seen[v] = true;
            let (mut component, mut next) = (vec![v], 0);
            while let Some(&u) = component.get(next) {
                for w in self.joined(game, u) {
                    if !std::mem::replace(&mut seen[w], true) {
                        component.push(w);
                    }
                }
                next += 1;
            }
            let one_tint = component.iter().all(|&w| self.tints[w] == self.tints[v]);
            if component.len() > 1 && !(game.one_tint_is_over && one_tint) {
                components.push(component);
            }
        }
        components
    }

    /// The neighbours of a vertex, where edges without effect do not count.
    fn joined<'l>(&'l self, game: &'l Claiming, v: usize) -> impl Iterator<Item = usize> + 'l {
        self.neighbours[v].iter().copied().filter(move |&w| {
            let tints = self.tints[v].zip(self.tints[w]);
            tints.is_some_and(|(a, b)| (game.edge_matters)(a, b))
        })
    }

    /// The board induced by some vertices, without the edges that have no effect.
    fn induced(&self, game: &Claiming, vertices: &[usize]) -> Option<Board> {
        let mut place = FxHashMap::default();
        place.extend(vertices.iter().enumerate().map(|(i, &v)| (v, i)));
        let edges = vertices.iter().enumerate().flat_map(|(i, &v)| {
            let joined = self.joined(game, v).filter_map(|w| place.get(&w).copied());
            joined.filter(move |&j| i < j).map(move |j| (i, j))
        });
        let graph = Graph::from_edges(vertices.len(), edges.collect::<Vec<_>>());
        let tints = vertices.iter().map(|&v| self.tints[v]);
        Board::new(graph, tints.collect::<Option<Vec<_>>>()?).ok()
    }
}

/// A statement about a board.
pub fn statement(board: &Board, proofs: Vec<Proof>) -> Statement {
    NumberedPosition::of_board(board).statement(proofs)
}

fn vertices_of<R: BitRow>(
    position: &Classes<R>,
    first: &[usize],
    c: usize,
) -> impl Iterator<Item = usize> + use<R> {
    let start = first[c];
    start..start + usize::from(position.counts[c])
}

/// A component of a position: its part in the arena, and its vertices in the order of the statement
/// about it.
struct PlacedPart {
    part: PartRef,
    vertices: Vec<usize>,
}

/// The state of writing one certificate.
pub struct Writer<'w, 's, R: BitRow> {
    arena: &'w Arena<'s, R>,
    game: &'static Claiming,
    plans: &'w Plans,
    statements: Vec<Statement>,
    components: FxHashMap<usize, usize>,
    pairs: FxHashMap<[PartRef; 2], usize>,
}

impl<'w, 's, R: BitRow> Writer<'w, 's, R> {
    pub fn of(
        arena: &'w Arena<'s, R>,
        game: &'static Claiming,
        plans: &'w Plans,
    ) -> Writer<'w, 's, R> {
        Writer {
            arena,
            game,
            plans,
            statements: Vec::new(),
            components: FxHashMap::default(),
            pairs: FxHashMap::default(),
        }
    }

    /// Writes the statements; the last statement is about the board.
    pub fn write(mut self, board: &Board) -> Result<Vec<Statement>, SolveError> {
        let order = |&n: &usize| (self.arena.node(n).position.order(), n);
        let mut numbers: Vec<usize> = self.plans.reasons.keys().copied().collect();
        numbers.sort_by_key(order);
        for number in numbers {
            self.arena.solver.look_at_stop()?;
            self.component(number)?;
        }
        let plans = self.plans;
        let numbered = NumberedPosition::of_board(board);
        let parts = self.parts(&numbered, &plans.pairs)?;
        self.statements
            .push(numbered.statement(vec![Proof::Sum { parts }]));
        Ok(self.statements)
    }

    /// The number of the statement about a component. The statement is written now if it does not
    /// exist yet.
    fn component(&mut self, number: usize) -> Result<usize, SolveError> {
        if let Some(&statement) = self.components.get(&number) {
            return Ok(statement);
        }
        let position = &self.arena.node(number).position;
        let (numbered, first) = NumberedPosition::of_classes(position);
        let mut proofs = Vec::new();
        if self.arena.node(number).self_negative {
            proofs.push(self_negative(position, &first));
        }
        let plans = self.plans;
        if let Some(reasons) = plans.reasons.get(&number) {
            self.proofs(number, &numbered, &first, reasons, &mut proofs)?;
        }
        self.statements.push(numbered.statement(proofs));
        let statement = self.statements.len() - 1;
        self.components.insert(number, statement);
        Ok(statement)
    }

    /// Adds the proofs of the needed bounds of a component.
    fn proofs(
        &mut self,
        number: usize,
        numbered: &NumberedPosition,
        first: &[usize],
        reasons: &Reasons,
        proofs: &mut Vec<Proof>,
    ) -> Result<(), SolveError> {
        if reasons.exact {
            proofs.push(Proof::Exact {});
            return Ok(());
        }
        for (list, side) in [
            (ReasonList::Below, Side::Below),
            (ReasonList::Above, Side::Above),
        ] {
            for used in &reasons.used[list as usize] {
                proofs.push(self.relaxed(number, numbered, first, side, used)?);
            }
        }
        let [lefts, rights, ..] = &reasons.used;
        if reasons.passes == 0 || lefts.is_empty() && rights.is_empty() {
            return Ok(());
        }
        let left = self.listed(number, numbered, first, Player::Left, reasons)?;
        let right = if self.arena.node(number).self_negative {
            None
        } else {
            Some(self.listed(number, numbered, first, Player::Right, reasons)?)
        };
        let options = Proof::Options { left, right };
        proofs.extend(std::iter::repeat_n(options, reasons.passes));
        Ok(())
    }

    /// The proof that the component is at least or at most a relaxed position.
    fn relaxed(
        &mut self,
        number: usize,
        numbered: &NumberedPosition,
        first: &[usize],
        side: Side,
        used: &UsedPosition,
    ) -> Result<Proof, SolveError> {
        let position = &self.arena.node(number).position;
        let set = given_up(&self.arena.solver.rules, position, side, used.claim);
        let without = set.bits().flat_map(|c| vertices_of(position, first, c));
        let without: Vec<usize> = without.collect();
        let player = match side {
            Side::Below => Player::Left,
            Side::Above => Player::Right,
        };
        let rest = numbered.without(self.game, &without, player);
        let parts = self.parts(&rest, &used.pairs)?;
        Ok(match side {
            Side::Below => Proof::AtLeast { without, parts },
            Side::Above => Proof::AtMost { without, parts },
        })
    }

    /// The listed moves of a player. The list has the moves that are used, or all moves together
    /// with the reasons for the moves that are left out.
    fn listed(
        &mut self,
        number: usize,
        numbered: &NumberedPosition,
        first: &[usize],
        player: Player,
        reasons: &Reasons,
    ) -> Result<Listed, SolveError> {
        let used = &reasons.used[player as usize];
        let position = &self.arena.node(number).position;
        let mut listed = Listed::default();
        if !reasons.all[player as usize] {
            for used in used {
                let to = self.after_claim(numbered, first[used.claim], player, &used.pairs)?;
                listed.moves.push(to);
            }
            return Ok(listed);
        }
        let signed = Signed::of(position.clone());
        let labelling = &signed.labelling;
        let mut dominated = Vec::new();
        let rules = &self.arena.solver.rules;
        let good = rules.claims_but(position, player, &labelling.order, |u, v| {
            dominated.push((u, v));
        });
        let twins = |c: usize| {
            let others = vertices_of(position, first, c).skip(1);
            others.map(move |claim| Omitted {
                claim,
                other: first[c],
                why: Instead::Twin,
            })
        };
        for c in good.bits() {
            let alike = usize::from(labelling.orbits[c]);
            let pairs = used.iter().find(|used| used.claim == alike);
            let pairs = pairs.map_or(&[][..], |used| &used.pairs);
            let to = self.after_claim(numbered, first[c], player, pairs)?;
            listed.moves.push(to);
            listed.omitted.extend(twins(c));
        }
        // A class that dominates another class may itself be dominated by a class found later, so
        // the list is written in reverse order.
        for &(u, v) in dominated.iter().rev() {
            listed.omitted.push(Omitted {
                claim: first[u],
                other: first[v],
                why: Instead::Dominated,
            });
            listed.omitted.extend(twins(u));
        }
        Ok(listed)
    }

    fn after_claim(
        &mut self,
        numbered: &NumberedPosition,
        claim: usize,
        player: Player,
        pairs: &[[PartRef; 2]],
    ) -> Result<ClaimMove, SolveError> {
        let after = numbered.after_claim(self.game, claim, player);
        let parts = self.parts(&after, pairs)?;
        Ok(ClaimMove { claim, parts })
    }

    /// The parts of a position. Each of the given pairs of components becomes one part.
    fn parts(
        &mut self,
        position: &NumberedPosition,
        pairs: &[[PartRef; 2]],
    ) -> Result<Vec<PositionPart>, SolveError> {
        let mut placed: Vec<PlacedPart> = Vec::new();
        for component in position.components(self.game) {
            placed.extend(self.placed(position, &component)?);
        }
        let mut parts = Vec::new();
        for &pair in pairs {
            let find =
                |part: PartRef, from: usize| (from..placed.len()).find(|&i| placed[i].part == part);
            let Some(i) = find(pair[0], 0) else { continue };
            let from = if pair[0] == pair[1] { i + 1 } else { 0 };
            let Some(j) = find(pair[1], from) else {
                continue;
            };
            let mut vertices = placed[i].vertices.clone();
            vertices.extend_from_slice(&placed[j].vertices);
            placed.remove(i.max(j));
            placed.remove(i.min(j));
            parts.push(PositionPart {
                statement: self.pair(pair),
                vertices,
                negative: false,
            });
        }
        for PlacedPart { part, vertices } in placed {
            parts.push(PositionPart {
                statement: self.component(part.node)?,
                vertices,
                negative: part.negative,
            });
        }
        Ok(parts)
    }

    /// Finds a component in the arena; `None` if the arena does not have it.
    fn placed(
        &self,
        position: &NumberedPosition,
        vertices: &[usize],
    ) -> Result<Option<PlacedPart>, SolveError> {
        let Some(board) = position.induced(self.game, vertices) else {
            return Ok(None);
        };
        let (compressed, class_of) = Compressed::with_classes(&board)?;
        let (key, order, negative) = with_any_rows!(&compressed, component => labelled(component));
        let Some(node) = self.arena.find(&key) else {
            debug_assert!(
                false,
                "not in the arena: {} {}",
                board.name(),
                board.tint_string()
            );
            return Ok(None);
        };
        let mut members = vec![Vec::new(); order.len()];
        for (i, &c) in class_of.iter().enumerate() {
            members[c].push(vertices[i]);
        }
        // Class `order[i]` of the component corresponds to class `there[i]` of the statement.
        let there = &self.arena.node(node).order;
        let mut by_class = vec![Vec::new(); order.len()];
        for (&here, &there) in order.iter().zip(there) {
            by_class[usize::from(there)] = std::mem::take(&mut members[usize::from(here)]);
        }
        let negative = negative && !self.arena.node(node).self_negative;
        Ok(Some(PlacedPart {
            part: PartRef { node, negative },
            vertices: by_class.concat(),
        }))
    }

    /// The number of the statement about the sum of two components.
    fn pair(&mut self, pair: [PartRef; 2]) -> usize {
        if let Some(&statement) = self.pairs.get(&pair) {
            return statement;
        }
        let [mut both, second] = pair.map(|part| {
            let position = &self.arena.node(part.node).position;
            if part.negative {
                NumberedPosition::of_classes(&position.swapped()).0
            } else {
                NumberedPosition::of_classes(position).0
            }
        });
        let order = both.tints.len();
        both.tints.extend(second.tints);
        let moved = |around: Vec<usize>| around.into_iter().map(|w| w + order).collect();
        both.neighbours
            .extend(second.neighbours.into_iter().map(moved));
        self.statements.push(both.statement(vec![Proof::Exact {}]));
        let statement = self.statements.len() - 1;
        self.pairs.insert(pair, statement);
        statement
    }
}

/// The key of a component, the canonical order of its classes, and whether the arena stores the
/// negative of the component.
fn labelled<R: BitRow>(component: &Classes<R>) -> (CanonicalKey, Vec<u16>, bool) {
    let signed = Signed::of(component.clone());
    let order = signed.labelling.order.to_vec();
    (signed.labelling.key, order, signed.sign == Sign::Negative)
}

/// A proof that a position equals its negative: an automorphism that exchanges the tints. It
/// follows from the canonical orders of the position and of its negative.
fn self_negative<R: BitRow>(position: &Classes<R>, first: &[usize]) -> Proof {
    if (position.left | position.right).is_none() {
        return Proof::OwnNegative { map: None };
    }
    let (here, there) = (canonical(position), canonical(&position.swapped()));
    let mut map = vec![0; position.order()];
    for (&c, &d) in here.order.iter().zip(&there.order) {
        let images = vertices_of(position, first, usize::from(d));
        for (v, w) in vertices_of(position, first, usize::from(c)).zip(images) {
            map[v] = w;
        }
    }
    Proof::OwnNegative { map: Some(map) }
}
