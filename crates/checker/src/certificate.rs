//! The checker of certificates. It applies the rules of `docs/certificates.md`, which also has
//! their proofs.
//!
//! The checker processes the statements in order, and stores the proved bounds of each statement.
//! It never searches: the certificate contains the data to which each rule is applied, and the
//! checker only verifies these data. It counts its work in steps, and gives up at a limit that is
//! proportional to the size of the certificate.

use super::dominoes;
use super::meter::{Limits, MOST_BYTES, MOST_STEPS, Meter};
use super::position::{Position, Proved, RuleTables, bounds_of_sum};
use super::walls::{OptionBounds, ProvedBounds};
use super::{CheckError, Checker, Dyadic};
use crate::format::{
    Certificate, FORMAT, FractionBounds as Claim, Instead, Listed, Omitted, Proof, Statement,
};
use boilingpoint_boards::{Board, BoardLimit, Graph, Tint};
use boilingpoint_rules::{Player, Ruleset, find};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The limit of steps for each item of a certificate ([`Certificate::size`]). The steps of one
/// board ([`MOST_STEPS`]) come on top. A move on a graph with `n` vertices and `m` edges takes `n +
/// m` steps or a few times as many, and has up to `n` items. The certificates that the program
/// writes need less than a twentieth of the limit.
const STEPS_OF_AN_ITEM: u64 = 1_000;
/// The memory for the proved statements, and for each board that the checker values, in bytes.
const BYTES: u64 = MOST_BYTES / 2;
/// The greatest number of vertices of the position in a statement.
pub(super) const MOST_VERTICES: usize = BoardLimit::MOST.order;
/// The greatest number of vertices of a position that the checker values itself, since a mask has
/// one bit for each vertex.
pub(super) const MOST_VALUED: usize = 128;

/// The reason why a certificate does not prove its claim.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// A statement of the certificate is wrong, or a rule does not apply to its data.
    #[error("{place}: {problem}")]
    Wrong {
        /// The place of the mistake, as in
        /// `statement 12, proof 1 (options), move 3 of Left, part 0`. All numbers count from 0.
        place: String,
        /// A description of the mistake.
        problem: String,
    },
    /// The certificate may be right, but the checker reached a limit or was stopped.
    #[error("{place}: {error}")]
    GaveUp {
        /// The place at which the checker gave up, in the same form as for a mistake.
        place: String,
        /// The limit that was reached, or the stop.
        error: CheckError,
    },
}

/// The bounds that a certificate proves for the position of its last statement. Each pair is a
/// lower and an upper bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedCertificate {
    /// Bounds for the temperature. The lower bound is -1 if the certificate proves none.
    pub temperature: [Dyadic; 2],
    /// Bounds for the mean of the position.
    pub mean: [Dyadic; 2],
}

pub(super) type CertificateResult<T> = Result<T, CertificateError>;

/// Makes an error without a place; [`WithPlace::at`] adds the place.
pub(super) fn wrong<T>(problem: impl Into<String>) -> CertificateResult<T> {
    Err(CertificateError::Wrong {
        place: String::new(),
        problem: problem.into(),
    })
}

/// Adds the place in the certificate to an error.
pub(super) trait WithPlace<T> {
    fn at(self, within: impl FnOnce() -> String) -> CertificateResult<T>;
}

impl<T, E: Into<CertificateError>> WithPlace<T> for Result<T, E> {
    fn at(self, within: impl FnOnce() -> String) -> CertificateResult<T> {
        self.map_err(|error| {
            let mut error = error.into();
            let (CertificateError::Wrong { place, .. } | CertificateError::GaveUp { place, .. }) =
                &mut error;
            let comma = if place.is_empty() { "" } else { ", " };
            *place = format!("{}{comma}{place}", within());
            error
        })
    }
}

/// Whether positions of a game have certificates.
pub fn has_certificates(ruleset: &dyn Ruleset) -> bool {
    RuleTables::of(ruleset).is_ok()
}

/// Checks whether a certificate proves its claim. `positions` is the limit of positions for each
/// value that the checker computes. The checker also gives up when `stop` is set, and after a
/// number of steps that is proportional to the size of the certificate.
///
/// # Errors
/// An error with the place of the mistake, or with the place at which the checker gave up.
pub fn check_certificate(
    certificate: &Certificate,
    positions: u64,
    stop: Option<Arc<AtomicBool>>,
) -> Result<CheckedCertificate, CertificateError> {
    check_within(certificate, positions, limits_of(certificate, stop))
}

/// The limits of a certificate: its steps grow with its size.
pub(super) fn limits_of(certificate: &Certificate, stop: Option<Arc<AtomicBool>>) -> Limits {
    Limits {
        steps: MOST_STEPS + STEPS_OF_AN_ITEM * certificate.size() as u64,
        bytes: BYTES,
        stop,
    }
}

/// Checks a certificate within some limits.
pub(super) fn check_within(
    certificate: &Certificate,
    positions: u64,
    limits: Limits,
) -> Result<CheckedCertificate, CertificateError> {
    if certificate.format != FORMAT {
        let problem = format!("expected `{FORMAT}`, found `{}`", certificate.format);
        return wrong(problem).at(|| "format".into());
    }
    let ruleset = find(&certificate.ruleset).or_else(|e| wrong(e.to_string()));
    let ruleset = ruleset.at(|| "ruleset".into())?;
    let rules = RuleTables::of(ruleset)
        .or_else(|why| wrong(format!("`{}` {why}", ruleset.name())))
        .at(|| "ruleset".into())?;
    let mut check = CertificateCheck {
        ruleset,
        rules,
        positions,
        stop: limits.stop.clone(),
        meter: Meter::new(limits),
        proved: Vec::new(),
    };
    for (i, statement) in certificate.statements.iter().enumerate() {
        let proved = check.statement(statement);
        let proved = proved.at(|| format!("statement {i}"))?;
        check.proved.push(proved);
    }
    let (Some(last), Some(statement)) = (check.proved.last(), certificate.statements.last()) else {
        return wrong("the certificate has no statement").at(|| "statements".into());
    };
    let about = match (ruleset.places_dominoes(), &certificate.squares) {
        (false, None) => Ok(()),
        (true, Some(squares)) => dominoes::is_about(statement, squares).or_else(wrong),
        (true, None) => wrong("expected the squares of the board"),
        (false, Some(_)) => wrong(format!("`{}` is not played on squares", ruleset.name())),
    };
    about.at(|| "squares".into())?;
    let found = CheckedCertificate {
        temperature: last.bounds.temperature,
        mean: last.bounds.mean,
    };
    let claim = &certificate.claim;
    compare(&claim.temperature, found.temperature).at(|| "claim, temperature".into())?;
    compare(&claim.mean, found.mean).at(|| "claim, mean".into())?;
    Ok(found)
}

/// Checks that the claimed bounds follow from the proved bounds.
fn compare(claim: &Claim, [least, most]: [Dyadic; 2]) -> CertificateResult<()> {
    let number = |text: &str| match Dyadic::parse(text) {
        Some(number) => Ok(number),
        None => wrong(format!("`{text}` is not a number like `-3` or `7/4`")),
    };
    if let Some(text) = &claim.least
        && number(text)? > least
    {
        return wrong(format!(
            "the certificate claims at least {text}, but proves only at least {least}"
        ));
    }
    if let Some(text) = &claim.most
        && number(text)? < most
    {
        return wrong(format!(
            "the certificate claims at most {text}, but proves only at most {most}"
        ));
    }
    Ok(())
}

/// The state of the check of one certificate.
struct CertificateCheck {
    ruleset: &'static dyn Ruleset,
    rules: RuleTables,
    positions: u64,
    stop: Option<Arc<AtomicBool>>,
    meter: Meter,
    proved: Vec<Proved>,
}

impl CertificateCheck {
    /// Proves bounds for the position of a statement, first from the numbers of moves, then from
    /// the statement's proofs.
    fn statement(&self, statement: &Statement) -> CertificateResult<Proved> {
        self.meter.look_at_stop()?;
        let tints = tints(&statement.tints).at(|| "tints".into())?;
        let graph = adjacency(tints.len(), &statement.edges).at(|| "edges".into())?;
        let position = Position::new(&self.rules, &self.meter, &graph, &tints)?;
        let [left, right] = Player::BOTH.map(|player| position.count_open(player));
        let mut bounds = ProvedBounds::of_moves(left, right)?;
        for (i, proof) in statement.proofs.iter().enumerate() {
            let name = match proof {
                Proof::Exact {} => "exact",
                Proof::Sum { .. } => "sum",
                Proof::OwnNegative { .. } => "own-negative",
                Proof::Options { .. } => "options",
                Proof::AtLeast { .. } => "at-least",
                Proof::AtMost { .. } => "at-most",
                Proof::LeftAnswers { .. } => "left-answers",
                Proof::RightAnswers { .. } => "right-answers",
            };
            let applied = match proof {
                Proof::Exact {} => self.exact(statement, &tints, &mut bounds),
                proof => self.apply(proof, &position, &mut bounds),
            };
            let counted = applied.and_then(|()| Ok(self.meter.work(1 + bounds.points())?));
            counted.at(|| format!("proof {i} ({name})"))?;
        }
        let proved = Proved::new(&position, bounds);
        self.meter.hold(proved.bytes())?;
        Ok(proved)
    }

    /// Improves the bounds by the value of the position, which the checker computes itself.
    fn exact(
        &self,
        statement: &Statement,
        tints: &[Tint],
        bounds: &mut ProvedBounds,
    ) -> CertificateResult<()> {
        if tints.len() > MOST_VALUED {
            let order = tints.len();
            return Err(CheckError::OrderTooLarge { order }.into());
        }
        let edges = statement.edges.iter().map(|&[a, b]| (a, b));
        let graph = Graph::from_edges(tints.len(), edges);
        let board = Board::new(graph, tints.to_vec()).or_else(|e| wrong(e.to_string()))?;
        let checker = Checker::new(self.ruleset, self.positions)
            .until(self.stop.clone())
            .within_work(self.meter.left().min(MOST_STEPS))
            .within_memory(BYTES);
        let checked = checker.check_claims(&board).or_else(|error| match error {
            // Not the limit of a board, but what the other statements have left of the whole limit.
            CheckError::Work { limit } if limit < MOST_STEPS => {
                self.meter.work(usize::MAX)?;
                Err(error)
            }
            _ => Err(error),
        })?;
        self.meter
            .work(usize::try_from(checked.work).unwrap_or(usize::MAX))?;
        match checked.short {
            Some(short) => Ok(bounds.refine(&ProvedBounds::exact(&short)?)?),
            None => wrong("the position has no value"),
        }
    }

    fn apply(
        &self,
        proof: &Proof,
        position: &Position,
        bounds: &mut ProvedBounds,
    ) -> CertificateResult<()> {
        match proof {
            Proof::Exact {} => Ok(()),
            Proof::Sum { parts } => {
                Ok(bounds.refine(&bounds_of_sum(position, parts, &self.proved)?)?)
            }
            Proof::OwnNegative { map } => {
                own_negative(position, map.as_deref())?;
                bounds.own_negative = true;
                Ok(bounds.settle()?)
            }
            Proof::Options { left, right } => {
                let left = self.options(position, left, Player::Left)?;
                let right = match right {
                    Some(listed) => self.options(position, listed, Player::Right)?,
                    None if bounds.own_negative => left.clone(),
                    None => {
                        return wrong(
                            "Right's moves are missing, and no earlier proof shows that the position equals its negative",
                        );
                    }
                };
                Ok(bounds.refine_by_options(&left, &right, &self.meter)?)
            }
            Proof::AtLeast { without, parts } | Proof::AtMost { without, parts } => {
                if !self.rules.monotone {
                    return wrong(
                        "this kind of proof does not hold for this game: a player may be better off with fewer vertices to claim",
                    );
                }
                let player = match proof {
                    Proof::AtLeast { .. } => Player::Left,
                    _ => Player::Right,
                };
                let rest = position.without(without, player);
                let rest = rest.at(|| "without".into())?;
                refine_for(player, bounds, &bounds_of_sum(&rest, parts, &self.proved)?)
            }
            Proof::LeftAnswers { map } | Proof::RightAnswers { map } => {
                if !self.rules.excludes {
                    return wrong(
                        "this kind of proof does not hold for this game: a claim does more than forbid the neighbours to the other player",
                    );
                }
                let player = match proof {
                    Proof::LeftAnswers { .. } => Player::Left,
                    _ => Player::Right,
                };
                answers(position, map, player)?;
                refine_for(player, bounds, &ProvedBounds::number(Dyadic::integer(0))?)
            }
        }
    }

    /// The bounds of a player's options, as seen by this player: Right's options are negated.
    fn options(
        &self,
        position: &Position,
        listed: &Listed,
        player: Player,
    ) -> CertificateResult<OptionBounds> {
        let open = position.count_open(player);
        if open == 0 {
            return wrong(format!(
                "a proof by options needs moves of both players, and {player:?} has none"
            ));
        }
        let mut done = vec![false; position.order()];
        let (mut known, mut bytes) = (Vec::new(), 0);
        for (i, to) in listed.moves.iter().enumerate() {
            let option = position.after_claim(to.claim, player);
            let option = option.and_then(|after| bounds_of_sum(&after, &to.parts, &self.proved));
            let option = option.at(|| format!("move {i} of {player:?}"))?;
            done[to.claim] = true;
            bytes += 2 * option.bytes();
            self.meter.hold(2 * option.bytes())?;
            known.push(match player {
                Player::Left => option,
                Player::Right => option.negative()?,
            });
        }
        self.meter.release(bytes);
        for (i, omitted) in listed.omitted.iter().enumerate() {
            let as_good = is_as_good(position, omitted, player, &self.rules, &done);
            as_good.at(|| format!("omitted claim {i} of {player:?}"))?;
            done[omitted.claim] = true;
        }
        let all = done.iter().filter(|&&done| done).count() == open;
        Ok(OptionBounds { known, all })
    }
}

/// Improves the bounds by another position. The position is at least the other position if `player`
/// is Left, and at most the other position if `player` is Right.
fn refine_for(
    player: Player,
    bounds: &mut ProvedBounds,
    other: &ProvedBounds,
) -> CertificateResult<()> {
    if player == Player::Left {
        return Ok(bounds.refine_at_least(other)?);
    }
    let mut negative = bounds.negative()?;
    negative.refine_at_least(&other.negative()?)?;
    *bounds = negative.negative()?;
    Ok(())
}

pub(super) fn tints(text: &str) -> CertificateResult<Vec<Tint>> {
    let mut tints = Vec::new();
    for (v, symbol) in text.chars().enumerate() {
        match Tint::of_symbol(symbol) {
            _ if v >= MOST_VERTICES => {
                return wrong(format!("there are more than {MOST_VERTICES} vertices"));
            }
            Some(tint) => tints.push(tint),
            None => {
                return wrong(format!(
                    "vertex {v}: expected `.`, `L` or `R`, found `{symbol}`"
                ));
            }
        }
    }
    Ok(tints)
}

/// The neighbours of each vertex, in increasing order.
fn adjacency(order: usize, edges: &[[usize; 2]]) -> CertificateResult<Vec<Vec<usize>>> {
    let mut graph = vec![Vec::new(); order];
    for &[a, b] in edges {
        if a == b || a >= order || b >= order {
            return wrong(format!(
                "edge {a}-{b} does not join two different vertices of {order}"
            ));
        }
        graph[a].push(b);
        graph[b].push(a);
    }
    for (v, neighbours) in graph.iter_mut().enumerate() {
        neighbours.sort_unstable();
        if let Some(twice) = neighbours.windows(2).find(|pair| pair[0] == pair[1]) {
            return wrong(format!("edge {v}-{} occurs twice", twice[0]));
        }
    }
    Ok(graph)
}

/// Checks that a map is an automorphism of the graph, where only edges that can affect the play
/// count.
fn automorphism(position: &Position, map: &[usize]) -> CertificateResult<()> {
    position.count_whole()?;
    let order = position.order();
    if map.len() != order {
        return wrong(format!(
            "the map has {} entries for {order} vertices",
            map.len()
        ));
    }
    let mut seen = vec![false; order];
    for (v, &image) in map.iter().enumerate() {
        if image >= order || std::mem::replace(&mut seen[image], true) {
            return wrong(format!(
                "the map is not a permutation: {image}, the image of vertex {v}, is no vertex, or is the image of another vertex, too"
            ));
        }
    }
    for (v, &image) in map.iter().enumerate() {
        let mut images: Vec<usize> = position.neighbours(v).map(|u| map[u]).collect();
        images.sort_unstable();
        if !images.into_iter().eq(position.neighbours(image)) {
            return wrong(format!(
                "the map does not take the neighbours of vertex {v} to the neighbours of its image {image}"
            ));
        }
    }
    Ok(())
}

/// Checks that an automorphism exchanges the tints of the two players.
fn own_negative(position: &Position, map: Option<&[usize]>) -> CertificateResult<()> {
    position.count_whole()?;
    if let Some(map) = map {
        automorphism(position, map)?;
    }
    for v in 0..position.order() {
        let image = map.map_or(v, |map| map[v]);
        if position.tint(image) != position.tint(v).map(Tint::swapped) {
            return wrong(format!(
                "vertex {image} must have the tint of vertex {v} with the players exchanged"
            ));
        }
    }
    Ok(())
}

/// Checks that the player can answer every claim of the opponent by claiming the image of the
/// claimed vertex. The player moves second.
fn answers(position: &Position, map: &[usize], player: Player) -> CertificateResult<()> {
    automorphism(position, map)?;
    for (v, &image) in map.iter().enumerate() {
        if map[image] != v {
            return wrong(format!(
                "the map must be its own inverse: it takes vertex {v} to {image}, but {image} to {}",
                map[image]
            ));
        }
        if !position.is_open(v, player.other()) {
            continue;
        }
        let problem = if image == v {
            "the vertex is its own image"
        } else if position.joined(v, image) {
            "the vertex is adjacent to its image"
        } else if !position.is_open(image, player) {
            "the player who answers may not claim its image"
        } else {
            continue;
        };
        return wrong(format!("a claim of vertex {v} has no answer: {problem}"));
    }
    Ok(())
}

/// Checks that an omitted claim is no better than the claim that stands for it.
fn is_as_good(
    position: &Position,
    omitted: &Omitted,
    player: Player,
    rules: &RuleTables,
    done: &[bool],
) -> CertificateResult<()> {
    let u = position.claimable(omitted.claim, player)?;
    let v = position.claimable(omitted.other, player)?;
    position.count_neighbours(u)?;
    position.count_neighbours(v)?;
    if !done[v] || u == v {
        return wrong(format!(
            "the claim of vertex {u} may be omitted only because of another claim that is listed or omitted before it; the claim of vertex {v} is not such a claim"
        ));
    }
    match omitted.why {
        Instead::Twin => {
            let beside_u = position.neighbours(u).filter(|&w| w != v);
            let beside_v = position.neighbours(v).filter(|&w| w != u);
            if position.tint(u) != position.tint(v) || !beside_u.eq(beside_v) {
                return wrong(format!("vertices {u} and {v} are not twins"));
            }
        }
        Instead::Dominated => {
            let other = player.other();
            if !rules.excludes {
                return wrong("the theorem on dominated claims does not hold for this game");
            }
            if position.is_open(u, other) && !position.joined(u, v) {
                return wrong(format!(
                    "the claim of vertex {u} is not dominated by the claim of vertex {v}: {other:?} may claim vertex {u}, which is not adjacent to {v}"
                ));
            }
            let mut reached = position
                .neighbours(u)
                .filter(|&w| w != v && position.is_open(w, other));
            if let Some(w) = reached.find(|&w| !position.joined(w, v)) {
                return wrong(format!(
                    "the claim of vertex {u} is not dominated by the claim of vertex {v}: only the former forbids vertex {w} to {other:?}"
                ));
            }
        }
    }
    Ok(())
}
