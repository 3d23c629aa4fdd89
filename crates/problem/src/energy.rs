//! The energy that walks bring down: the distances of a graph from conditions, then a loss.

use super::class::{Class, Kind};
use super::companions::quantity_of;
use super::expression::{Approximate, Distance, Expression, Number, Places, float_of};
use super::invariants::{self, Invariant, Needs};
use boilingpoint_boards::{Board, Graph};
use boilingpoint_walks::{Energy, Known, Quantity};

/// The name of the order in expressions.
const ORDER: &str = "order";

/// The greatest number of steps for an invariant of a graph of a walk, and the number of steps that
/// take about as long as a step of a walk.
const MOST_STEPS: u64 = 100_000;
const STEPS_OF_WORK: u64 = 2;

/// The weight of a goal, relative to the goal before it.
const NEXT_GOAL: f64 = 1.0 / 1024.0;

/// The energy of graphs by conditions and by goals to maximise.
#[derive(Debug, Default)]
pub(super) struct GraphEnergy {
    order: usize,
    quantities: Vec<Quantity>,
    /// The invariants that are computed from the board.
    others: Vec<&'static Invariant>,
    conditions: Vec<Distance>,
    /// Whether changes of edges can meet or miss a condition that is not the class's.
    has_conditions: bool,
    goals: Vec<Approximate>,
    has_loss: bool,
}

impl Places for GraphEnergy {
    fn of_name(&mut self, name: &str) -> Option<usize> {
        let invariant = invariants::by_name(name).filter(|i| i.needs == Needs::Board)?;
        let number = self.others.iter().position(|&other| other == invariant);
        let quantity = quantity_of(name).unwrap_or_else(|| {
            Quantity::Other(number.unwrap_or_else(|| {
                self.others.push(invariant);
                self.others.len() - 1
            }))
        });
        Some(self.of(quantity))
    }

    fn of(&mut self, quantity: Quantity) -> usize {
        let known = self.quantities.iter().position(|&q| q == quantity);
        known.unwrap_or_else(|| {
            self.quantities.push(quantity);
            self.quantities.len() - 1
        })
    }
}

impl GraphEnergy {
    /// The energy on graphs of an order of the parts of conditions that are computed from the graph
    /// alone, and whether these are all.
    pub(super) fn of_conditions(
        conditions: &[&Expression],
        class: &Class,
        order: usize,
    ) -> (GraphEnergy, bool) {
        let mut energy = GraphEnergy {
            order,
            ..GraphEnergy::default()
        };
        let mut parts: Vec<Option<Distance>> = Vec::new();
        let of_class = class.properties.condition();
        for condition in conditions.iter().copied().chain(&of_class) {
            parts.extend(energy.at_order(condition).distances(&mut energy));
        }
        let is_whole = parts.iter().all(Option::is_some);
        energy.conditions = parts.into_iter().flatten().collect();
        energy.has_conditions = energy.conditions.iter().any(Distance::is_of_graph);
        energy.keep_to(class);
        energy.sort();
        (energy, is_whole)
    }

    /// An expression with the order as a number.
    fn at_order(&self, expression: &Expression) -> Expression {
        let order = Number::from_integer(self.order as i128);
        expression.clone().with(ORDER, order)
    }

    /// The energy with goals to maximise, the most important first.
    ///
    /// # Errors
    /// The energy as it is, if there are no goals, or if a goal is not computed from the graph
    /// alone.
    pub(super) fn with_goals(
        mut self,
        goals: Option<&[Expression]>,
    ) -> Result<GraphEnergy, GraphEnergy> {
        let Some(goals) = goals else { return Err(self) };
        let goals = goals.iter().map(|goal| self.at_order(goal).over(&mut self));
        let goals: Option<Vec<Approximate>> = goals.collect();
        let Some(goals) = goals else { return Err(self) };
        self.has_loss = goals.iter().any(|goal| !goal.places().is_empty());
        self.goals = goals;
        Ok(self)
    }

    /// Adds the bounds of a class that moves do not keep.
    fn keep_to(&mut self, class: &Class) {
        let mut few = |quantities: &[Quantity]| {
            let places = quantities
                .iter()
                .map(|&quantity| self.of(quantity))
                .collect();
            self.conditions.push(Distance::Count(places));
        };
        if class.max_degree > 0 {
            few(&[Quantity::Excess(class.max_degree)]);
        }
        if class.kind == Kind::Girth5 {
            few(&[Quantity::Cycles(3), Quantity::Cycles(4)]);
        }
        if !matches!(class.kind, Kind::Any | Kind::Tree) {
            few(&[Quantity::Apart]);
        }
    }

    /// Puts the cheapest conditions first.
    fn sort(&mut self) {
        let cost = |distance: &Distance| {
            let mut cost = 0;
            distance.for_each_place(&mut |place| cost = cost.max(self.quantities[place].cost()));
            cost
        };
        let costs = self.conditions.iter().map(cost);
        let mut conditions: Vec<(u64, Distance)> = costs.zip(self.conditions.clone()).collect();
        conditions.sort_by_key(|(cost, _)| *cost);
        self.conditions = conditions
            .into_iter()
            .map(|(_, distance)| distance)
            .collect();
    }

    /// Whether changes of edges can meet or miss a condition that is not the class's.
    pub(super) fn has_conditions(&self) -> bool {
        self.has_conditions
    }

    /// Whether graphs of the order can meet the conditions, as far as these depend on the order
    /// alone: a regular graph has more vertices than the degree, and the sum of its degrees is even.
    pub(super) fn is_admitted(&self) -> bool {
        let mut conditions = self.conditions.iter();
        let is_met =
            |distance: &Distance| distance.is_of_graph() || distance.value(&mut |_| None) == 0.0;
        let has = |quantity: Quantity| {
            let place = self.quantities.iter().position(|&q| q == quantity);
            let counts = |distance: &Distance| match distance {
                Distance::Count(places) => place.is_some_and(|place| *places == [place]),
                _ => false,
            };
            self.conditions.iter().any(|distance| match distance {
                Distance::Sum(parts) => parts.iter().any(counts),
                other => counts(other),
            })
        };
        let mut least = self
            .quantities
            .iter()
            .filter_map(|&quantity| match quantity {
                Quantity::Lack(degree) if has(quantity) => Some(degree),
                _ => None,
            });
        conditions.all(is_met)
            && least.all(|degree| {
                let is_even = (degree * self.order).is_multiple_of(2);
                degree < self.order && (is_even || !has(Quantity::Excess(degree)))
            })
    }

    /// The loss of the graphs of the order, if it depends on the order alone.
    pub(super) fn loss_of_order(&self) -> Option<f64> {
        if self.has_loss || self.goals.is_empty() {
            return None;
        }
        self.total(&mut |_| None)
    }

    fn total(&self, known: Known) -> Option<f64> {
        let mut weight = 1.0;
        let mut loss = 0.0;
        for goal in &self.goals {
            loss -= weight * goal.value(known)?;
            weight *= NEXT_GOAL;
        }
        Some(loss)
    }
}

impl Energy for GraphEnergy {
    fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    fn conditions(&self) -> usize {
        self.conditions.len()
    }

    fn violation(&self, condition: usize, known: Known) -> f64 {
        self.conditions[condition].value(known)
    }

    fn loss(&self, known: Known) -> Option<f64> {
        match self.has_loss {
            true => self.total(known),
            false => Some(0.0),
        }
    }

    fn has_loss(&self) -> bool {
        self.has_loss
    }

    fn other(&self, number: usize, graph: &Graph) -> (Option<f64>, u64) {
        let board = Board::untinted(graph.clone());
        let (value, steps) = self.others[number].of_board(&board, MOST_STEPS);
        (value.ok().map(float_of), steps / STEPS_OF_WORK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Quantity as Exact;
    use crate::invariants::Subject;
    use crate::objective::{compiled, quantity};
    use boilingpoint_boards::random_connected;
    use boilingpoint_walks::assess;

    const CONDITIONS: &[&str] = &[
        "clique <= 2",
        "clique >= 4 or independence < 4",
        "independence <= 3 and chromatic > 2",
        "chromatic <= 3",
        "not (chromatic >= 4)",
        "degree == 3 and min_degree >= 2",
        "girth >= 5",
        "girth == 4",
        "diameter <= 2",
        "diameter == 3",
        "most_common_neighbours <= 2 and least_common_neighbours >= 1",
        "bipartite",
        "not bipartite and triangles == 0",
        "tree or cyclomatic == 2",
        "connected and size != 9",
        "clique == chromatic",
        "if(bipartite, size > 8, triangles >= 2)",
        "2 * matching < order",
        "sqrt(size) > independence - 1",
        "copies(\"star(3)\") == 0 and cliques(3) <= 4",
        "copies('path(4)') < 3 or independent_sets(3) == 1",
        "cycles(5) == 0",
        "colourings(3) == 0",
        "colourings(3) > 0 and cycles(4) >= 1",
        "colourings(3) < 100",
        "matching <= 3",
        "2 * matching <= order - 2",
        "domination >= 3 or total_domination >= 4",
        "connectivity >= 2",
        "connectivity >= 3",
        "chromatic >= clique + 1",
        "2 * clique < independence + 1",
        "3 * triangles - 2 * four_cycles <= 1 - size / 3",
        "order / 2 < independence",
    ];

    /// The distance of a graph is 0 exactly where the condition holds.
    #[test]
    fn the_distance_is_zero_where_the_condition_holds() {
        let names = invariants::names();
        let mut met = 0;
        for text in CONDITIONS {
            let condition = Expression::parse(text, &names).unwrap();
            let class = Class::of(Kind::Any, 1..=9);
            let exact = compiled(&condition);
            for seed in 0..120 {
                let order = 5 + seed as usize % 4;
                let size = order - 1 + seed as usize % 8;
                let board = Board::untinted(random_connected(order, size.min(order * 2), seed));
                let holds = quantity(&exact, &Subject::of_board(&board));
                let holds = holds == Ok(Exact::Condition(true));
                let (energy, is_whole) = GraphEnergy::of_conditions(&[&condition], &class, order);
                assert!(is_whole, "{text}");
                let found = assess(&energy, board.graph()).unwrap();
                assert_eq!(found.violation == 0.0, holds, "{text} on {}", board.name());
                met += usize::from(holds);
            }
        }
        assert!(met > 500, "{met}");
    }

    #[test]
    fn conditions_on_values_are_left_out_and_orders_are_known() {
        let names = invariants::names();
        let class = Class::of(Kind::Connected, 4..=9);
        let energy = |text: &str, order: usize| {
            let condition = Expression::parse(text, &names).unwrap();
            GraphEnergy::of_conditions(&[&condition], &class, order)
        };
        let cubic = |order| energy("temperature > 1 and degree == 3 and order != 6", order);
        let (at_eight, is_whole) = cubic(8);
        assert!(!is_whole && at_eight.has_conditions());
        assert!(at_eight.is_admitted() && !cubic(6).0.is_admitted());
        let goal = Expression::parse("-2 * order", &names).unwrap();
        let ordered = cubic(7).0.with_goals(Some(&[goal])).unwrap();
        assert_eq!(ordered.loss_of_order(), Some(14.0));
        let goal = Expression::parse("temperature", &names).unwrap();
        let (small, _) = energy("order > 4", 8);
        assert!(!small.has_conditions());
        assert!(small.with_goals(Some(&[goal])).is_err());
    }
}
