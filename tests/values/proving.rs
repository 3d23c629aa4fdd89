//! Helpers of the tests of certificates: certificates made by random use of every rule, together
//! with the enclosure that `value/enclosure/` derives from the same premises; and exact values.

use boilingpoint_boards::{Board, Graph, Tint};
use boilingpoint_checker::format::{
    Certificate, ClaimMove, Claimed, FORMAT, FractionBounds, Instead, Listed, Omitted,
    PositionPart, Proof, Statement,
};
use boilingpoint_checker::{self as checker, CheckedCertificate};
use boilingpoint_rules::{Claiming, Player, Ruleset};
use boilingpoint_solver::{Budget, Solver, Temperatures};
use boilingpoint_values::{Dyadic, Enclosure, Options, Value};
use std::collections::HashMap;

/// The same number in the arithmetic of the solver.
pub fn number(x: checker::Dyadic) -> Dyadic {
    Dyadic::new(x.numerator(), x.denominator().trailing_zeros()).expect("as fine as it was")
}

/// Whether one interval lies within another.
pub fn within(inner: [Dyadic; 2], outer: [Dyadic; 2]) -> bool {
    outer[0] <= inner[0] && inner[1] <= outer[1]
}

/// The board that a statement is about.
pub fn board(statement: &Statement) -> Board {
    let tints = statement.tints.chars();
    let tints: Vec<Tint> = tints.map(|c| Tint::of_symbol(c).expect("a tint")).collect();
    let edges = statement.edges.iter().map(|&[a, b]| (a, b));
    Board::new(Graph::from_edges(tints.len(), edges), tints).expect("a tint each")
}

/// The exact values of statements' positions, each computed once.
pub struct Truth {
    solver: Solver,
    known: HashMap<(String, Vec<[usize; 2]>), Temperatures>,
}

impl Truth {
    pub fn of(rules: &'static dyn Ruleset) -> Truth {
        Truth {
            solver: Solver::new(rules, Budget::default()),
            known: HashMap::new(),
        }
    }

    pub fn thermal(&mut self, statement: &Statement) -> Temperatures {
        let key = (statement.tints.clone(), statement.edges.clone());
        let solver = &mut self.solver;
        *self.known.entry(key).or_insert_with(|| {
            let evaluation = solver.evaluate(&board(statement)).expect("small");
            evaluation.temperatures().expect("a value")
        })
    }

    /// Fails if the checker's finding on a statement is false.
    pub fn assert(&mut self, statement: &Statement, found: &CheckedCertificate) {
        let exact = self.thermal(statement);
        let holds = |x, found: [checker::Dyadic; 2]| within([x; 2], found.map(number));
        assert!(
            holds(exact.temperature, found.temperature) && holds(exact.mean, found.mean),
            "{found:?} is proved of {statement:?}, of which the truth is {exact:?}"
        );
    }
}

/// A certificate that claims nothing.
pub fn unclaimed(ruleset: &str, statements: Vec<Statement>) -> Certificate {
    Certificate {
        format: FORMAT.into(),
        squares: None,
        ruleset: ruleset.into(),
        claim: Claimed {
            temperature: FractionBounds::default(),
            mean: FractionBounds::default(),
        },
        statements,
    }
}

/// Pseudo-random numbers (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A position during the making of a certificate: some vertices are removed.
#[derive(Clone)]
struct Position {
    edges: Vec<[usize; 2]>,
    tints: Vec<Option<Tint>>,
}

/// Makes a certificate of a board by randomly drawn rules, and the enclosure by the same rules.
pub struct Maker {
    rules: &'static dyn Ruleset,
    game: &'static Claiming,
    solver: Solver,
    dice: Dice,
    pub statements: Vec<Statement>,
    enclosures: Vec<Enclosure>,
    own: Vec<bool>,
    met: HashMap<(String, Vec<[usize; 2]>), usize>,
}

impl Maker {
    pub fn new(rules: &'static dyn Ruleset, seed: u64) -> Maker {
        Maker {
            rules,
            game: rules.claiming().expect("a claiming game"),
            solver: Solver::new(rules, Budget::default()),
            dice: Dice(seed),
            statements: Vec::new(),
            enclosures: Vec::new(),
            own: Vec::new(),
            met: HashMap::new(),
        }
    }

    /// Proves something about a board; the enclosure is the one that the solver's theorems give.
    pub fn prove(mut self, board: &Board, depth: usize) -> (Certificate, Enclosure) {
        let position = Position {
            edges: board.graph().edges().map(|(a, b)| [a, b]).collect(),
            tints: board.tints().iter().map(|&t| Some(t)).collect(),
        };
        let last = match self.dice.one_in(3) {
            // As the sum of its components.
            true => {
                let rest = self.without_what_is_over(position.clone());
                let (parts, enclosure) = self.parts(&rest, depth);
                self.state(&position, vec![Proof::Sum { parts }], enclosure, false)
            }
            false => self.statement(position, depth),
        };
        let enclosure = self.enclosures[last].clone();
        (unclaimed(self.rules.name(), self.statements), enclosure)
    }

    fn state(
        &mut self,
        position: &Position,
        proofs: Vec<Proof>,
        enclosure: Enclosure,
        own: bool,
    ) -> usize {
        let tint = |t: &Option<Tint>| t.expect("all are there").symbol();
        self.statements.push(Statement {
            tints: position.tints.iter().map(tint).collect(),
            edges: position.edges.clone(),
            proofs,
        });
        self.enclosures.push(enclosure);
        self.own.push(own);
        self.statements.len() - 1
    }

    fn statement(&mut self, position: Position, depth: usize) -> usize {
        let tints: String = position
            .tints
            .iter()
            .map(|t| t.expect("all are there").symbol())
            .collect();
        let key = (tints, position.edges.clone());
        if let Some(&known) = self.met.get(&key) {
            return known;
        }
        let present = self.without_what_is_over(position.clone());
        let open = Player::BOTH.map(|p| self.open(&present, p).len());
        let mut enclosure = Enclosure::of_moves(open[0] as u32, open[1] as u32).expect("small");
        let mut proofs = Vec::new();
        let own = present
            .tints
            .iter()
            .all(|&t| t != Some(Tint::Left) && t != Some(Tint::Right));
        if own {
            proofs.push(Proof::OwnNegative { map: None });
            enclosure = enclosure.opposed().expect("small");
        }
        if depth == 0 || self.dice.one_in(6) {
            if position.tints.len() <= 3 || self.dice.one_in(4) {
                proofs.push(Proof::Exact {});
                enclosure = enclosure.and(&self.exact(&position)).expect("small");
            }
        } else {
            for player in Player::BOTH {
                if !self.game.one_tint_is_over && self.dice.one_in(3) {
                    let (proof, more) = self.weaker(&present, player, &enclosure, depth);
                    enclosure = more;
                    proofs.push(proof);
                }
            }
            if own {
                enclosure = enclosure.opposed().expect("small");
            }
            if open[0] > 0 && open[1] > 0 {
                let (proof, more) = self.by_options(&present, own, &enclosure, depth);
                enclosure = more;
                proofs.push(proof);
            }
        }
        let number = self.state(&position, proofs, enclosure, own);
        self.met.insert(key, number);
        number
    }

    fn exact(&mut self, position: &Position) -> Enclosure {
        let tints = position.tints.iter().map(|t| t.expect("all are there"));
        let tints: Vec<Tint> = tints.collect();
        let edges = position.edges.iter().map(|&[a, b]| (a, b));
        let board = Board::new(Graph::from_edges(tints.len(), edges), tints).expect("a tint each");
        let short = self.solver.evaluate(&board).expect("small").short;
        Enclosure::exact(&short.expect("a value").thermograph).expect("small")
    }

    fn open(&self, position: &Position, player: Player) -> Vec<usize> {
        let may =
            |v: &usize| position.tints[*v].is_some_and(|t| Claiming::not_the_others(t, player));
        (0..position.tints.len()).filter(may).collect()
    }

    /// A position in which a player gives up some vertices.
    fn weaker(
        &mut self,
        position: &Position,
        player: Player,
        enclosure: &Enclosure,
        depth: usize,
    ) -> (Proof, Enclosure) {
        let mut without = self.open(position, player);
        without.retain(|_| self.dice.one_in(2));
        let mut rest = position.clone();
        for &v in &without {
            rest.tints[v] = match (position.tints[v], player) {
                (Some(Tint::None), Player::Left) => Some(Tint::Right),
                (Some(Tint::None), Player::Right) => Some(Tint::Left),
                _ => None,
            };
        }
        let (parts, other) = self.parts(&rest, depth - 1);
        match player {
            Player::Left => (
                Proof::AtLeast { without, parts },
                enclosure.at_least(&other).expect("small"),
            ),
            Player::Right => (
                Proof::AtMost { without, parts },
                enclosure.at_most(&other).expect("small"),
            ),
        }
    }

    fn by_options(
        &mut self,
        position: &Position,
        own: bool,
        around: &Enclosure,
        depth: usize,
    ) -> (Proof, Enclosure) {
        let (left, lefts, all_left) = self.listed(position, Player::Left, depth);
        let known = |known, all| Options { known, all };
        if own {
            let more = Enclosure::of_self_negative(known(&lefts, all_left), around);
            return (Proof::Options { left, right: None }, more.expect("small"));
        }
        let (right, rights, all_right) = self.listed(position, Player::Right, depth);
        let right = Some(right);
        let more =
            Enclosure::of_options(known(&lefts, all_left), known(&rights, all_right), around);
        (Proof::Options { left, right }, more.expect("small"))
    }

    /// A player's moves; some are omitted with a reason, some without.
    fn listed(
        &mut self,
        position: &Position,
        player: Player,
        depth: usize,
    ) -> (Listed, Vec<Enclosure>, bool) {
        let open = self.open(position, player);
        let (mut moves, mut omitted): (Vec<usize>, Vec<Omitted>) = (open.clone(), Vec::new());
        for &u in &open {
            let reason = moves.iter().find_map(|&v| {
                let why = self.as_good(position, player, u, v)?;
                Some((v, why))
            });
            if let Some((other, why)) = reason.filter(|_| !self.dice.one_in(4)) {
                moves.retain(|&v| v != u);
                omitted.insert(
                    0,
                    Omitted {
                        claim: u,
                        other,
                        why,
                    },
                );
            }
        }
        // Leaving this move out without a reason removes a claim that another omission may rest on,
        // so it is done only if nothing is omitted.
        let mut all = true;
        if self.dice.one_in(6) && moves.len() > 1 && omitted.is_empty() {
            moves.pop();
            all = false;
        }
        let mut listed = Listed {
            moves: Vec::new(),
            omitted,
        };
        let mut known = Vec::new();
        for v in moves {
            let after = self.after_claim(position, v, player);
            let (parts, enclosure) = self.parts(&after, depth - 1);
            known.push(match player {
                Player::Left => enclosure,
                Player::Right => enclosure.negative(),
            });
            listed.moves.push(ClaimMove { claim: v, parts });
        }
        (listed, known, all)
    }

    /// The reason why claiming `v` is as good as claiming `u`, if there is one.
    fn as_good(&self, position: &Position, player: Player, u: usize, v: usize) -> Option<Instead> {
        let joined = |a: usize, b: usize| self.neighbours(position, a).contains(&b);
        let beside = |a: usize, b: usize| {
            let mut beside = self.neighbours(position, a);
            beside.retain(|&w| w != b);
            beside.sort_unstable();
            beside
        };
        if u == v {
            return None;
        }
        if position.tints[u] == position.tints[v] && beside(u, v) == beside(v, u) {
            return Some(Instead::Twin);
        }
        let others = self.open(position, player.other());
        let snort = self.rules.name() == "snort";
        let reached = beside(u, v);
        let reaches = reached
            .iter()
            .filter(|w| others.contains(w))
            .all(|&w| joined(w, v));
        let safe = !others.contains(&u) || joined(u, v);
        (snort && reaches && safe).then_some(Instead::Dominated)
    }

    /// The neighbours, without idle edges.
    fn neighbours(&self, position: &Position, v: usize) -> Vec<usize> {
        let matters = |u: usize| match (position.tints[u], position.tints[v]) {
            (Some(a), Some(b)) => (self.game.edge_matters)(a, b),
            _ => false,
        };
        let ends = position.edges.iter().filter_map(|&[a, b]| match () {
            () if a == v => Some(b),
            () if b == v => Some(a),
            () => None,
        });
        ends.filter(|&u| matters(u)).collect()
    }

    fn after_claim(&self, position: &Position, v: usize, player: Player) -> Position {
        let mut next = position.clone();
        for &[a, b] in &position.edges {
            if a == v || b == v {
                let u = a + b - v;
                next.tints[u] = position.tints[u].and_then(|t| (self.game.neighbour)(t, player));
            }
        }
        next.tints[v] = None;
        self.without_what_is_over(next)
    }

    fn components(&self, position: &Position) -> Vec<Vec<usize>> {
        let mut seen = vec![false; position.tints.len()];
        let mut components = Vec::new();
        for start in 0..seen.len() {
            if seen[start] || position.tints[start].is_none() {
                continue;
            }
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&v) = component.get(next) {
                for u in self.neighbours(position, v) {
                    if !std::mem::replace(&mut seen[u], true) {
                        component.push(u);
                    }
                }
                next += 1;
            }
            components.push(component);
        }
        components
    }

    fn without_what_is_over(&self, mut position: Position) -> Position {
        if self.game.one_tint_is_over {
            for component in self.components(&position) {
                let tint = position.tints[component[0]];
                if component.iter().all(|&v| position.tints[v] == tint) {
                    component.iter().for_each(|&v| position.tints[v] = None);
                }
            }
        }
        position
    }

    /// The parts of a position and the enclosure of their sum, without parts that cancel each
    /// other.
    fn parts(&mut self, position: &Position, depth: usize) -> (Vec<PositionPart>, Enclosure) {
        let mut parts = Vec::new();
        let mut rest = Value::ZERO;
        let mut counts: HashMap<usize, i32> = HashMap::new();
        for component in self.components(position) {
            if let [v] = component[..] {
                let values = self.solver.values();
                let value = match position.tints[v] {
                    Some(Tint::None) => Value::STAR,
                    Some(Tint::Left) => values.integer(1),
                    _ => values.integer(-1),
                };
                rest = values.add(rest, value).expect("small");
                continue;
            }
            let part = self.part(position, component, depth);
            *counts.entry(part.statement).or_default() += if part.negative { -1 } else { 1 };
            parts.push(part);
        }
        let thermograph = self.solver.values().thermograph(rest).expect("small");
        let mut all = vec![Enclosure::exact(&thermograph).expect("small")];
        for (statement, count) in counts {
            let count = if self.own[statement] {
                count % 2
            } else {
                count
            };
            let enclosure = &self.enclosures[statement];
            let signed = match count < 0 {
                true => enclosure.negative(),
                false => enclosure.clone(),
            };
            all.extend((0..count.abs()).map(|_| signed.clone()));
        }
        (
            parts,
            Enclosure::sum(all.iter().map(|part| (part, 1))).expect("small"),
        )
    }

    /// A component, or its negative, with its vertices in a new order.
    fn part(
        &mut self,
        position: &Position,
        mut vertices: Vec<usize>,
        depth: usize,
    ) -> PositionPart {
        if self.dice.one_in(3) {
            vertices.sort_unstable();
        }
        let negative = self.dice.one_in(4);
        let place: HashMap<usize, usize> =
            vertices.iter().enumerate().map(|(s, &v)| (v, s)).collect();
        let mut edges = Vec::new();
        for (&v, &s) in &place {
            for u in self.neighbours(position, v) {
                if s < place[&u] {
                    edges.push([s, place[&u]]);
                }
            }
        }
        edges.sort_unstable();
        let tint = |&v: &usize| match negative {
            true => position.tints[v].map(Tint::swapped),
            false => position.tints[v],
        };
        let tints = vertices.iter().map(tint).collect();
        let statement = self.statement(Position { edges, tints }, depth);
        PositionPart {
            statement,
            vertices,
            negative,
        }
    }
}
