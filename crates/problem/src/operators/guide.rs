//! A walk on terms that an estimate of the temperature guides.
//!
//! Between two boards that the solver values, the walk looks at hundreds of terms, whose objective
//! it only estimates (playouts; Roucairol and Cazenave, *Refutation of spectral graph theory
//! conjectures with Monte Carlo search*, 2022). The estimate takes a microsecond and proves
//! nothing: the board at the end of the walk is valued like every child.
//!
//! A beam takes the place of half of the walks. It may start from a single vertex and goes on from
//! the best few trees of each depth even if they are worse than those before, so it gets to terms
//! that no chain of improvements leads to.
//!
//! **The estimate**, for games in which a claim keeps the other player from the neighbours. Cut a
//! tree at a vertex `h` into the branches that hang on it. After Left has claimed `h`, the root of
//! each branch is hers. Write `W(x)` for the sum of the means of the branches below `x` when their
//! roots are hers, and `M(x)` for the mean of the branch with root `x`. If Left claims `x`, she has
//! `W(x)`. If Right claims a child `s` of `x`, then `x` leaves the board, the branches below `s`
//! are his, and the rest is worth nothing on average. So `M(x)` is about half of the difference of
//! `W(x)` and the greatest `W(s)`, and 1 for a leaf. After Left has claimed `h`, the position is a
//! sum of means, `W(h)`; if no branch is hotter, `W(h)` is the temperature. For trees of height
//! three from `h`, a theorem of `docs/findings/snort-two-degrees.md` proves it as a lower bound.

use super::parts::Rng;
use super::terms::{CHANGES, MOST_COPIES, Node, Part, Term};
use crate::expression::{Absent, Number, Quantity};
use crate::fitness::Fitness;
use crate::genome::Genome;
use crate::invariants::Invariant;
use crate::objective::Objective;
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_solver::claims_exclude;
use rand::RngExt;
use std::collections::BTreeMap;

/// The number of terms that a walk looks at.
const STEPS: usize = 600;

/// The greatest number of changes from a term to the next.
const CHANGES_A_STEP: usize = 3;

/// The share of walks that a beam takes the place of.
const BEAM_SHARE: f64 = 0.5;

/// The number of trees of a beam at each depth, of children of each of them, and of depths.
const BEAM: usize = 8;
const CHILDREN: usize = 12;
const DEPTHS: usize = 24;

/// A beam keeps to trees that are smaller than the first one by a number of vertices from 0 to
/// this.
const MOST_LESS: u64 = 6;

/// A walk keeps to terms whose order differs from the first one's by at most this share.
const SHARE: u64 = 4;

/// The number 1 in the estimate's units. A mean is half of a difference on each level of a tree, so
/// that trees of twelve levels have exact estimates.
const ONE: i64 = 1 << 12;

/// Estimates the objective of terms.
pub struct Guide {
    objective: Objective,
}

/// The estimate for a branch, and facts about it. The branch hangs on its root.
struct Branch {
    order: i64,
    /// The number of neighbours below the root, and of theirs.
    below: [i64; 2],
    /// The number of copies.
    copies: i64,
    value: Value,
    branches: Vec<Branch>,
}

/// The estimate for the branches below a vertex.
#[derive(Clone, Copy, Default)]
struct Value {
    /// `W` of the vertex.
    sum: i64,
    /// The greatest `W` of a vertex below, and the next to it.
    greatest: [i64; 2],
    is_leaf: bool,
}

/// The branch of a vertex that begins with the vertex above it.
#[derive(Clone, Copy)]
struct Above {
    value: Value,
    /// The degree of the vertex above.
    degree: i64,
}

/// The estimate for a board, and the facts that objectives use.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Estimate {
    order: i64,
    degree: i64,
    degree2: i64,
    /// The temperature in units of 1/[`ONE`].
    temperature: i64,
}

impl Value {
    fn add(&mut self, of: Value, copies: i64) {
        self.is_leaf = false;
        self.sum += copies * of.mean();
        for _ in 0..copies.min(2) {
            let [a, b] = self.greatest;
            self.greatest = [a.max(of.sum), b.max(a.min(of.sum))];
        }
    }

    /// The value without a branch that is part of it.
    fn without(self, of: Value, degree: i64) -> Value {
        let [a, b] = self.greatest;
        Value {
            sum: self.sum - of.mean(),
            greatest: if of.sum == a { [b, 0] } else { [a, b] },
            is_leaf: degree == 1,
        }
    }

    fn mean(self) -> i64 {
        match self.is_leaf {
            true => ONE,
            false => (self.sum - self.greatest[0]) / 2,
        }
    }

    /// An estimate of the temperature of the branch when its root is Left's.
    fn heat(self) -> i64 {
        match self.is_leaf {
            true => 0,
            false => (self.sum + self.greatest[0]) / 2,
        }
    }
}

impl Branch {
    fn of(node: &Node, copies: i64) -> Branch {
        let parts = node.parts.iter();
        let branches: Vec<Branch> = parts
            .map(|part| Branch::of(&part.node, i64::from(part.copies)))
            .collect();
        let mut branch = Branch {
            order: 1,
            below: [0; 2],
            copies,
            value: Value {
                is_leaf: true,
                ..Value::default()
            },
            branches: Vec::new(),
        };
        for below in &branches {
            branch.order += below.copies * below.order;
            branch.below[0] += below.copies;
            branch.below[1] += below.copies * below.below[0];
            branch.value.add(below.value, below.copies);
        }
        branch.branches = branches;
        branch
    }

    /// Takes the vertex and all vertices below it into the estimate.
    fn estimate(&self, above: Option<Above>, total: &mut Estimate) {
        let mut value = self.value;
        let (mut degree, [_, mut degree2]) = (self.below[0], self.below);
        if let Some(above) = above {
            value.add(above.value, 1);
            degree += 1;
            degree2 += above.degree - 1;
        }
        total.degree = total.degree.max(degree);
        total.degree2 = total.degree2.max(degree2);
        let values = self.branches.iter().map(|branch| branch.value);
        let mut heats = values
            .chain(above.map(|above| above.value))
            .map(Value::heat);
        if heats.all(|heat| heat <= value.sum) {
            total.temperature = total.temperature.max(value.sum);
        }
        for branch in &self.branches {
            let above = Above {
                value: value.without(branch.value, degree),
                degree,
            };
            branch.estimate(Some(above), total);
        }
    }
}

impl Estimate {
    fn of(tree: &Node) -> Estimate {
        let root = Branch::of(tree, 1);
        let mut estimate = Estimate {
            order: root.order,
            ..Estimate::default()
        };
        root.estimate(None, &mut estimate);
        estimate
    }

    /// The estimate for the invariant of this name.
    fn invariant(&self, name: &str) -> Result<Quantity, Absent> {
        Ok(Quantity::Number(match name {
            "order" => Number::from_integer(self.order.into()),
            "size" => Number::from_integer((self.order - 1).into()),
            "degree" => Number::from_integer(self.degree.into()),
            "degree2" => Number::from_integer(self.degree2.into()),
            "mean" => Number::from_integer(0),
            "temperature" => Number::new(self.temperature.into(), ONE.into()),
            _ => return Err(Absent::NoValue),
        }))
    }
}

impl Guide {
    /// The guide for an objective; `None` if there is no estimate for the game.
    pub fn of(ruleset: &'static dyn Ruleset, objective: Objective) -> Option<Guide> {
        let claiming = ruleset.claiming()?;
        let is_known = ruleset.algebra() == Algebra::Partizan && claims_exclude(claiming);
        is_known.then_some(Guide { objective })
    }

    /// The estimated fitness of a tree, with its order. `None` if the objective needs what is not
    /// estimated, or if the board would miss its condition.
    fn fitness(&self, tree: &Node) -> Option<(i64, Fitness)> {
        let estimate = Estimate::of(tree);
        let mut known = |i: &'static Invariant| estimate.invariant(i.name);
        let (fitness, _) = self.objective.rescore(&mut known, None).ok()?;
        Some((estimate.order, fitness))
    }

    /// The best tree, by the estimate, that a beam from a tree meets, among trees of at most this
    /// order. At each depth the beam is the best few children of the beam before it, even if they
    /// are worse.
    fn best_of_beam(&self, from: Node, most: u64, rng: &mut Rng) -> Option<Node> {
        let mut beam = vec![from];
        let mut best: Option<(Fitness, Node)> = None;
        for _ in 0..DEPTHS {
            let mut next: BTreeMap<Node, Fitness> = BTreeMap::new();
            for node in beam.iter().cycle().take(BEAM) {
                for _ in 0..CHILDREN {
                    let child = child(node, rng);
                    if child.order() > most {
                        continue;
                    }
                    let Some((_, fitness)) = self.fitness(&child) else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|(known, _)| fitness > *known) {
                        best = Some((fitness.clone(), child.clone()));
                    }
                    next.insert(child, fitness);
                }
            }
            if next.is_empty() {
                break;
            }
            let mut all: Vec<(Node, Fitness)> = next.into_iter().collect();
            all.sort_by(|a, b| b.1.cmp(&a.1));
            all.truncate(BEAM);
            beam = all.into_iter().map(|(node, _)| node).collect();
        }
        Some(best?.1)
    }

    /// The board at the end of a walk from a board; `None` if the board is no untinted tree, or if
    /// there is no estimate.
    pub(super) fn walk(&self, genome: &Genome, rng: &mut Rng) -> Option<Genome> {
        let start = Term::of(&genome.board()).filter(Term::is_untinted_tree)?;
        let tree = &start.trees[0];
        let (order, fitness) = self.fitness(tree)?;
        let ended = |end: Node| (end != *tree).then(|| start.with_trees(vec![end]).genome())?;
        if rng.random_bool(BEAM_SHARE) {
            let less = rng.random_range(0..=MOST_LESS.min(order as u64 - 1));
            let from = match rng.random_bool(0.5) {
                true => Node::default(),
                false => tree.clone(),
            };
            return ended(self.best_of_beam(from, order as u64 - less, rng)?);
        }
        let reach = (order / SHARE as i64).max(8);
        let mut best = BTreeMap::from([(order, (fitness.clone(), tree.clone()))]);
        let mut orders = vec![order];
        for _ in 0..STEPS {
            let from = orders[rng.random_range(0..orders.len())];
            let next = changed(best[&from].1.clone(), rng);
            if next.order().abs_diff(order as u64) > reach as u64 {
                continue;
            }
            let Some((order, fitness)) = self.fitness(&next) else {
                continue;
            };
            match best.get(&order) {
                Some((known, _)) if fitness < *known => {}
                Some(_) => drop(best.insert(order, (fitness, next))),
                None => {
                    orders.push(order);
                    best.insert(order, (fitness, next));
                }
            }
        }
        // Half of the walks end with the smallest board that is as good as the first one.
        let end = match rng.random_bool(0.5) {
            true => best.values().find(|(found, _)| *found >= fitness),
            false => best.get(&orders[rng.random_range(0..orders.len())]),
        };
        ended(end?.1.clone())
    }
}

/// A tree after a few random changes. A vertex alone has nothing to change, and gets leaves.
fn child(of: &Node, rng: &mut Rng) -> Node {
    let mut tree = of.clone();
    if tree.parts.is_empty() {
        tree.parts.push(Part {
            node: Node::default(),
            copies: rng.random_range(1..=MOST_COPIES),
        });
        return tree;
    }
    changed(tree, rng)
}

/// A tree after one to [`CHANGES_A_STEP`] random changes.
fn changed(mut tree: Node, rng: &mut Rng) -> Node {
    for _ in 0..rng.random_range(1..=CHANGES_A_STEP) {
        let change = CHANGES[rng.random_range(0..CHANGES.len())];
        if change(&mut tree, rng).is_some() {
            tree = tree.normal();
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Expression;
    use crate::invariants;
    use boilingpoint_boards::{Board, parse_board, random_tree};
    use boilingpoint_rules::{NodeKayles, Snort};
    use boilingpoint_solver::{Budget, Solver};
    use boilingpoint_values::Dyadic;
    use rand::SeedableRng;

    fn estimate(board: &Board) -> Estimate {
        Estimate::of(&Term::of(board).unwrap().trees[0])
    }

    /// The facts of the estimate are those of the board.
    #[test]
    fn estimates_know_order_and_degrees() {
        for seed in 0..200 {
            let board = Board::untinted(random_tree(3 + seed as usize % 30, seed));
            let found = estimate(&board);
            let degrees = [found.degree, found.degree2];
            let expected = [1, 2].map(|d| board.graph().distance_degree(d) as i64);
            assert_eq!(degrees, expected, "{}", board.name());
            assert_eq!(found.order, board.order() as i64);
        }
    }

    /// On trees of few kinds of branches whose hub is the hottest vertex, the estimate is exact.
    #[test]
    fn estimates_are_near_the_temperature() {
        let mut solver = Solver::new(&Snort, Budget::default());
        let mut temperature = |text: &str| {
            let board = parse_board(text).unwrap();
            let summary = solver.summary(&board).unwrap();
            (estimate(&board), summary.temperatures.unwrap().temperature)
        };
        for text in [
            "nary_tree(4,2)",
            "nary_tree(7,2)",
            "tree(5*tree(6*tree(5*leaf)))",
            "tree(6*tree(5*tree(4*leaf)))",
            "caterpillar(6,5,6)",
            "tree(13*leaf,tree(15*leaf),tree(9*leaf,6*tree(5*leaf)),tree(10*leaf,5*tree(5*leaf)))",
        ] {
            let (found, exact) = temperature(text);
            let found = Dyadic::new(found.temperature, ONE.ilog2()).unwrap();
            assert_eq!(found, exact, "{text}");
        }
    }

    /// Walks from a counterexample to Conjecture 5.1 lead to trees whose order is as estimated.
    /// Some of them are smaller counterexamples, by the estimate.
    #[test]
    fn walks_lead_to_fitter_trees() {
        let margin = "temperature - degree - degree2 / 2";
        let margin = Expression::parse(margin, &invariants::names()).unwrap();
        let guide = Guide::of(&Snort, Objective::new(&[margin], None, &[])).unwrap();
        let board = "tree(14*leaf,tree(16*leaf),2*tree(9*leaf,6*tree(5*leaf)))";
        let board = parse_board(board).unwrap();
        let start = Genome::of_board(&board);
        let walk = |seed| guide.walk(&start, &mut Rng::seed_from_u64(seed));
        let fitness = |genome: &Genome| {
            let term = Term::of(&genome.board()).unwrap();
            guide.fitness(&term.trees[0]).unwrap()
        };
        let (order, _) = fitness(&start);
        let (mut ends, mut smaller) = (0, 0);
        for seed in 0..60 {
            // A walk that ends where it began has no child.
            let Some(end) = walk(seed) else { continue };
            assert_eq!(end.board(), walk(seed).unwrap().board());
            let (found, fitness) = fitness(&end);
            assert_eq!(found, end.order() as i64);
            ends += 1;
            smaller += usize::from(found < order && fitness.first() > Number::from_integer(0));
        }
        assert!(ends >= 20 && smaller >= 1, "{ends}, {smaller}");
        let cycle = Genome::of_board(&parse_board("cycle(5)").unwrap());
        assert!(guide.walk(&cycle, &mut Rng::seed_from_u64(1)).is_none());
        assert!(Guide::of(&NodeKayles, Objective::new(&[], None, &[])).is_none());
    }
}
