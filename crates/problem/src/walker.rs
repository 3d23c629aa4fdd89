//! Walks on boards: a search at a board's level of detail, where the engine breeds whole boards.
//!
//! A walk is a bounded run of simulated annealing on the rows of a graph (`crates/walks`). It
//! brings down the distances from the conditions of the objective, and the objective. It begins
//! with a random board, with the best board of an order, with such a board and a vertex more or
//! less, or with a random board that is symmetric or bipartite, and keeps it so. The board at its
//! end is labelled, valued and checked like every child.
//!
//! **Orders.** Where a search looks for the smallest or the largest board that meets conditions,
//! walks stay with orders better than the best that is met, and half of them with the next.
//! Otherwise half of the walks take the order of the best board, or one beside it, and the others
//! any order.

use super::class::{Class, Kind};
use super::energy::GraphEnergy;
use super::expression::Expression;
use super::genome::Genome;
use boilingpoint_boards::{Board, Graph};
use boilingpoint_evolve::stream;
use boilingpoint_rules::Features;
use boilingpoint_walks::{MOST_VERTICES, Moves, Start, Walked, assess, repair, walk};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng as Rng;
use std::collections::BTreeMap;

/// The work after which no further walk begins in a generation, in units of about a step: a few
/// hundredths of a second.
const WORK: u64 = 200_000;

/// After this many generations, the work is twice that of the first.
const LONGER_AFTER: u64 = 100;

/// The work of the shortest walk at first, and the generations after which it is twice as much.
const SHORTEST: u64 = 8_000;
const LONGER_EACH_AFTER: u64 = 16;

/// A walk is `2^k` times as long as the shortest with probability `2^-(k + 1)`, up to this `k`: the
/// lengths get equal shares of the work, as in the universal strategy of Luby, Sinclair and
/// Zuckerman, *Optimal speedup of Las Vegas algorithms* (1993).
const MOST_DOUBLINGS: u32 = 6;

/// The share of walks that take the next better order, or the one after it half as often, and so
/// on. The others take any better order.
const NEXT_SHARE: f64 = 0.75;

/// Half of these take the order whose best board is nearest to the conditions, of so many orders.
const CONTEST: usize = 3;

/// The work of a repair.
const REPAIR_WORK: u64 = 4_000;

/// The heat at which a walk from a good board begins.
const LOW_HEAT: f64 = 0.3;

/// Where a walk begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WalkStart {
    /// A random board.
    Anew,
    /// The best board of an order.
    Elite,
    /// The best board of the next order, with a vertex more or less.
    Grown,
    /// A random board with a rotation, which stays.
    Symmetric,
    /// A random board with two sides, which stay.
    TwoSided,
}

/// The sort of walks of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Conditions and goals need only the graph: walks look for boards.
    Aim,
    /// Some conditions need only the graph: walks repair children that miss them.
    Repair,
    /// There is nothing to bring down.
    None,
}

/// Walks for the boards of one class.
struct ClassWalks {
    class: Class,
    is_for: Use,
    /// The energies on the boards of each order that the conditions admit.
    energies: BTreeMap<usize, GraphEnergy>,
}

/// Walks for the classes of the islands.
pub struct Walker(Vec<ClassWalks>);

impl ClassWalks {
    fn of(class: Class, goals: Option<&[Expression]>, conditions: &[&Expression]) -> ClassWalks {
        let mut walks = ClassWalks {
            class,
            is_for: Use::None,
            energies: BTreeMap::new(),
        };
        let features = Features {
            tints: false,
            ..class.features
        };
        let is_graph = features == Features::GRAPH && class.max_kinds == 0;
        if !is_graph || matches!(class.kind, Kind::Squares | Kind::Caterpillar) {
            return walks;
        }
        for order in class.min_order..=class.max_order.min(MOST_VERTICES) {
            let (energy, is_whole) = GraphEnergy::of_conditions(conditions, &class, order);
            // Walks set no tints.
            let goals = goals.filter(|_| is_whole && !class.features.tints);
            let has_conditions = energy.has_conditions();
            let energy = match energy.with_goals(goals) {
                Ok(energy) => {
                    walks.is_for = Use::Aim;
                    energy
                }
                Err(energy) => {
                    if has_conditions {
                        walks.is_for = Use::Repair;
                    }
                    energy
                }
            };
            if energy.is_admitted() {
                walks.energies.insert(order, energy);
            }
        }
        walks
    }

    /// The orders that the conditions admit.
    fn orders(&self) -> Vec<usize> {
        self.energies.keys().copied().collect()
    }

    /// The orders that are better than those that are met, if the order alone decides.
    fn better_orders(&self, elites: &[Elite]) -> Option<Vec<usize>> {
        let loss = |order: usize| self.energies.get(&order)?.loss_of_order();
        let met = elites.iter().filter(|elite| elite.found.violation == 0.0);
        let best = met
            .filter_map(|elite| loss(elite.order()))
            .min_by(f64::total_cmp);
        let mut better: Vec<(usize, f64)> = Vec::new();
        for order in self.orders() {
            let loss = loss(order)?;
            if best.is_none_or(|best| loss < best) {
                better.push((order, loss));
            }
        }
        better.sort_by(|a, b| b.1.total_cmp(&a.1));
        Some(better.into_iter().map(|(order, _)| order).collect())
    }

    /// Draws the order of a walk; `None` if there is nothing to gain.
    fn order(&self, elites: &[Elite], rng: &mut Rng) -> Option<usize> {
        if let Some(better) = self.better_orders(elites) {
            let is_met = elites.iter().any(|elite| elite.found.violation == 0.0);
            if is_met && rng.random_bool(NEXT_SHARE) {
                let skipped = rng.random_range(0..1u32 << 16).leading_zeros() - 16;
                return better.get(skipped as usize).or(better.last()).copied();
            }
            let violation = |order: usize| {
                let elite = elites.iter().find(|elite| elite.order() == order);
                elite.map_or(0.0, |elite| elite.found.violation)
            };
            let drawn = (0..CONTEST).filter_map(|_| better.choose(rng).copied());
            let drawn: Vec<usize> = drawn.collect();
            return match rng.random_bool(0.5) {
                true => drawn.first().copied(),
                false => drawn
                    .into_iter()
                    .min_by(|&a, &b| violation(a).total_cmp(&violation(b))),
            };
        }
        let best = elites.iter().min_by(|a, b| {
            let merit = |elite: &Elite| (elite.found.violation, elite.found.loss);
            let ((a, b), (c, d)) = (merit(a), merit(b));
            a.total_cmp(&c).then(b.total_cmp(&d))
        });
        if let Some(best) = best.filter(|_| rng.random_bool(0.5)) {
            let near = (best.order() + rng.random_range(0..3)).saturating_sub(1);
            if self.energies.contains_key(&near) {
                return Some(near);
            }
        }
        self.orders().choose(rng).copied()
    }
}

/// The best board of an order.
struct Elite {
    /// Its place among the boards that were given.
    place: usize,
    graph: Graph,
    found: Walked,
}

impl Elite {
    fn order(&self) -> usize {
        self.graph.order()
    }
}

/// A board at the end of a walk.
pub(super) struct WalkEnd {
    pub(super) genome: Genome,
    /// The place of the board that it began with.
    pub(super) from: Option<usize>,
    pub(super) steps: u64,
}

impl Walker {
    /// Walks for searches in these classes. `goals` are the expressions to maximise; `None` if the
    /// search has another sort of goal.
    pub fn of(
        classes: &[Class],
        goals: Option<&[Expression]>,
        conditions: &[&Expression],
    ) -> Walker {
        let of_class = |&class: &Class| ClassWalks::of(class, goals, conditions);
        Walker(classes.iter().map(of_class).collect())
    }

    /// Whether some class has walks.
    pub(super) fn has_aim(&self) -> bool {
        self.0.iter().any(|walks| walks.is_for == Use::Aim)
    }

    fn of_class(&self, class: &Class) -> Option<&ClassWalks> {
        // The bound on the order may be tighter.
        self.0.iter().find(|walks| walks.class.kind == class.kind)
    }

    /// Whether walks of this start are for boards of a class.
    pub(super) fn suits(&self, class: &Class, start: WalkStart) -> bool {
        let walks = self
            .of_class(class)
            .filter(|walks| walks.is_for == Use::Aim);
        walks.is_some_and(|_| match start {
            WalkStart::Anew | WalkStart::Elite | WalkStart::Grown => true,
            WalkStart::Symmetric => !matches!(class.kind, Kind::Tree | Kind::Bipartite),
            WalkStart::TwoSided => class.kind != Kind::Tree,
        })
    }

    /// Walks from a start until a walk ends better than the best board of its order, or until the
    /// work of a generation is done; the board at the end of the last walk. `elites` are good
    /// boards, at most one of each order.
    pub(super) fn walk(
        &self,
        class: &Class,
        generation: u64,
        start: WalkStart,
        elites: &[&Genome],
        rng: &mut Rng,
    ) -> Option<WalkEnd> {
        let walks = self.of_class(class).filter(|w| w.is_for == Use::Aim)?;
        let elites: Vec<Elite> = elites
            .iter()
            .enumerate()
            .filter_map(|(place, genome)| {
                let graph = genome.board().graph().clone();
                let found = assess(walks.energies.get(&graph.order())?, &graph)?;
                Some(Elite {
                    place,
                    graph,
                    found,
                })
            })
            .collect();
        let mut left = WORK + WORK * generation / LONGER_AFTER;
        let shortest = SHORTEST + SHORTEST * generation / LONGER_EACH_AFTER;
        let mut steps = 0;
        loop {
            let order = walks.order(&elites, rng)?.min(class.max_order);
            let doublings = rng.random_range(1..1u32 << MOST_DOUBLINGS).leading_zeros();
            let work = shortest << (doublings + MOST_DOUBLINGS - u32::BITS);
            let energy = walks.energies.get(&order);
            let walked = begin(class, start, order, &elites, rng).and_then(|(from, begin)| {
                let walked = walk(energy?, begin, work, rng)?;
                Some((from, walked))
            });
            left = left.saturating_sub(work);
            let Some((from, walked)) = walked else {
                if left == 0 {
                    return None;
                }
                continue;
            };
            steps += walked.steps;
            let known = elites.iter().find(|elite| elite.order() == order);
            let is_better = |known: &Elite| {
                let merits = [&walked, &known.found].map(|found| (found.violation, found.loss));
                merits[0] < merits[1]
            };
            if left == 0 || known.is_none_or(is_better) {
                return Some(WalkEnd {
                    genome: Genome::of_board(&Board::untinted(walked.graph)),
                    from,
                    steps,
                });
            }
        }
    }

    /// A board near this one that meets the conditions that need only the graph, as far as a short
    /// walk finds one. `None` if the board is as near as the walk came, or there are no such
    /// conditions.
    pub(super) fn repaired(&self, class: &Class, genome: &Genome, rng: &mut Rng) -> Option<Genome> {
        let walks = self.of_class(class).filter(|w| w.is_for == Use::Repair)?;
        let board = genome.board();
        let graph = board.graph();
        let order = graph.order();
        let near = |start: WalkStart, graph: Graph, rng: &mut Rng| {
            let begin = Start {
                heat: LOW_HEAT,
                moves: moves(class, start, graph.order(), rng),
                graph,
            };
            repair(
                walks.energies.get(&begin.graph.order())?,
                begin,
                REPAIR_WORK,
                rng,
            )
        };
        let before = walks.energies.get(&order);
        let before = before.and_then(|energy| assess(energy, graph));
        let before = before.map_or(f64::INFINITY, |found| found.violation);
        if before == 0.0 {
            return None;
        }
        let walked = near(WalkStart::Elite, graph.clone(), rng);
        let mut walked = walked.filter(|walked| walked.violation < before);
        // Some orders have no board that meets the conditions, as odd orders have no cubic graph.
        // Few boards have one orbit, and steps by single edges hardly lead to them.
        let is_met = walked
            .as_ref()
            .is_some_and(|walked| walked.violation == 0.0);
        if !is_met && !board.is_tinted() && class.kind != Kind::Tree {
            let other = match rng.random_bool(0.5) && order < class.max_order {
                true => {
                    let from = walked.as_ref().map_or(graph, |walked| &walked.graph);
                    near(WalkStart::Elite, grown(from, false, rng), rng)
                }
                false => near(WalkStart::Symmetric, Graph::empty(order), rng),
            };
            let nearest = walked.as_ref().map_or(before, |walked| walked.violation);
            walked = other.filter(|other| other.violation < nearest).or(walked);
        }
        let walked = walked?;
        let repaired = Board::untinted(walked.graph);
        let tinted = repaired.tinted(&board.tint_string()).ok()?;
        Some(Genome::of_board(&tinted))
    }
}

/// The distances of boards from a condition, as far as it needs only the graph.
pub struct Distances(BTreeMap<usize, GraphEnergy>);

impl Distances {
    /// The distances from a condition on the boards of a class.
    pub fn of(condition: &Expression, class: &Class) -> Distances {
        let orders = class.min_order..=class.max_order.min(MOST_VERTICES);
        let any = Class::of(Kind::Any, orders.clone());
        let of_order = |order: usize| {
            let (energy, is_whole) = GraphEnergy::of_conditions(&[condition], &any, order);
            is_whole.then_some((order, energy))
        };
        Distances(orders.filter_map(of_order).collect())
    }

    /// The distance of a board; `None` if the condition needs more than the graph, or if the graph is
    /// too large.
    pub fn of_board(&self, board: &Board) -> Option<f64> {
        Some(assess(self.0.get(&board.order())?, board.graph())?.violation)
    }
}

/// The work of a walk to a near board, and the number of orders of such walks.
const NEAR_WORK: u64 = 400_000;
const NEAR_ORDERS: usize = 16;

/// Boards of some orders of a class that are near to conditions: the ends of walks that bring down
/// the distances, as far as these need only the graph.
pub fn nearest_boards(class: &Class, conditions: &[Expression], seed: u64) -> Vec<Board> {
    let conditions: Vec<&Expression> = conditions.iter().collect();
    let walks = ClassWalks::of(*class, None, &conditions);
    let step = walks.energies.len().div_ceil(NEAR_ORDERS).max(1);
    let mut rng = stream(seed, u64::MAX, 0, 0);
    // The orders are counted from the greatest on, so that this is among them.
    let chosen = walks.energies.iter().rev().step_by(step).rev();
    let free = Class {
        max_degree: 0,
        ..*class
    };
    chosen
        .filter_map(|(&order, energy)| {
            let (_, start) = begin(class, WalkStart::Anew, order, &[], &mut rng)?;
            Some(walk(energy, start, NEAR_WORK, &mut rng)?.graph)
        })
        .filter(|graph| free.fits(&Genome::of_board(&Board::untinted(graph.clone()))))
        .map(Board::untinted)
        .collect()
}

/// Begins a walk on boards of an order; also the place of the elite that it begins with. `None` if
/// there is no elite to begin with.
fn begin(
    class: &Class,
    start: WalkStart,
    order: usize,
    elites: &[Elite],
    rng: &mut Rng,
) -> Option<(Option<usize>, Start)> {
    let at = |order: usize| elites.iter().find(|elite| elite.order() == order);
    let (from, graph) = match start {
        WalkStart::Elite => at(order).map(|elite| (Some(elite.place), elite.graph.clone()))?,
        WalkStart::Grown => {
            let is_tree = class.kind == Kind::Tree;
            match (at(order.checked_sub(1)?), at(order + 1)) {
                (Some(fewer), _) => (Some(fewer.place), grown(&fewer.graph, is_tree, rng)),
                (None, Some(more)) => (Some(more.place), shrunk(&more.graph, is_tree, rng)),
                (None, None) => return None,
            }
        }
        _ => (None, Graph::empty(order)),
    };
    let heat = if from.is_some() { LOW_HEAT } else { 1.0 };
    let moves = moves(class, start, order, rng);
    Some((from, Start { graph, moves, heat }))
}

/// The moves of a walk on boards of a class.
fn moves(class: &Class, start: WalkStart, order: usize, rng: &mut Rng) -> Moves {
    match (class.kind, start) {
        (Kind::Tree, _) => Moves::Tree,
        (_, WalkStart::Symmetric) => Moves::Orbits(length(order, rng)),
        (Kind::Bipartite, WalkStart::Elite | WalkStart::Grown) => Moves::Sides,
        (Kind::Bipartite, _) | (_, WalkStart::TwoSided) => Moves::Across(side(order, rng)),
        _ => Moves::Pairs,
    }
}

/// Draws the length of a rotation's cycles: one to four cycles, or a divisor.
fn length(order: usize, rng: &mut Rng) -> usize {
    let fixed = rng.random_range(0..8).max(6) - 6;
    let moved = order.saturating_sub(fixed).max(2);
    let lengths: Vec<usize> = (2..=moved).filter(|l| moved.is_multiple_of(*l)).collect();
    match rng.random_bool(0.5) {
        true => (moved / rng.random_range(1..=4)).max(2),
        false => lengths.choose(rng).copied().unwrap_or(moved),
    }
}

/// Draws the number of vertices of the first side: half of them, or any.
fn side(order: usize, rng: &mut Rng) -> usize {
    match rng.random_bool(0.5) {
        true => order / 2,
        false => rng.random_range(0..=order / 2).max(1),
    }
}

/// The graph with a vertex more, joined to about as many vertices as the others, or to one for a
/// tree.
fn grown(graph: &Graph, is_tree: bool, rng: &mut Rng) -> Graph {
    let order = graph.order();
    let degree = match is_tree {
        true => 1,
        false => (2 * graph.size()).div_ceil(order.max(1)),
    };
    let mut near: Vec<usize> = (0..order).collect();
    near.shuffle(rng);
    let near = near.into_iter().take(degree);
    let edges = graph.edges().chain(near.map(|v| (v, order)));
    Graph::from_edges(order + 1, edges)
}

/// The graph without a vertex, which is a leaf of a tree.
fn shrunk(graph: &Graph, is_tree: bool, rng: &mut Rng) -> Graph {
    let fits = |v: &usize| !is_tree || graph.degree_of(*v) <= 1;
    let open: Vec<usize> = (0..graph.order()).filter(fits).collect();
    let gone = open.choose(rng).copied();
    let kept: Vec<usize> = (0..graph.order()).filter(|&v| Some(v) != gone).collect();
    graph.induced(&kept)
}
