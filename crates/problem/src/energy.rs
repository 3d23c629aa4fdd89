//! The energy that walks bring down: the distances of a graph from conditions, then a loss.

use super::class::{Class, Kind};
use super::companions::quantity_of;
use super::expression::{Approximate, Distance, Expression, Places, float_of};
use super::invariants::{self, Invariant, Needs, Subject};
use boilingpoint_boards::{Board, Graph};
use boilingpoint_walks::{Energy, Known, Quantity, assess};

/// The weight of a goal, relative to the goal before it.
const NEXT_GOAL: f64 = 1.0 / 1024.0;

/// The energy of graphs by conditions and by goals to maximise.
#[derive(Debug, Default)]
pub(super) struct GraphEnergy {
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
    /// The energy of the parts of conditions that are computed from the graph alone, and whether
    /// these are all.
    pub(super) fn of_conditions(conditions: &[&Expression], class: &Class) -> (GraphEnergy, bool) {
        let mut energy = GraphEnergy::default();
        let mut parts: Vec<Option<Distance>> = Vec::new();
        for condition in conditions
            .iter()
            .copied()
            .chain(&class.properties.condition())
        {
            parts.extend(condition.distances(&mut energy));
        }
        let is_whole = parts.iter().all(Option::is_some);
        energy.conditions = parts.into_iter().flatten().collect();
        let mut conditions = energy.conditions.iter();
        energy.has_conditions = conditions.any(|distance| !energy.is_of_order(distance));
        energy.keep_to(class);
        energy.sort();
        (energy, is_whole)
    }

    /// The energy with goals to maximise, the most important first. `None` if a goal is not
    /// computed from the graph alone.
    pub(super) fn with_goals(mut self, goals: &[Expression]) -> Option<GraphEnergy> {
        for goal in goals {
            let goal = goal.over(&mut self)?;
            self.goals.push(goal);
        }
        let depends = |place: usize| self.quantities[place] != Quantity::Order;
        self.has_loss = self
            .goals
            .iter()
            .any(|goal| goal.places().into_iter().any(depends));
        Some(self)
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

    /// Whether a distance depends on the order alone.
    fn is_of_order(&self, distance: &Distance) -> bool {
        let mut is_of_order = true;
        let mut note = |place: usize| is_of_order &= self.quantities[place] == Quantity::Order;
        distance.for_each_place(&mut note);
        is_of_order
    }

    /// Whether a graph of this order can meet the conditions, as far as these depend on the order
    /// alone.
    pub(super) fn admits_order(&self, order: usize) -> bool {
        let empty = Graph::empty(order);
        let Some(of_empty) = assess(self, &empty) else {
            return false;
        };
        let mut conditions = self.conditions.iter().zip(&of_empty.violations);
        conditions.all(|(distance, &violation)| violation == 0.0 || !self.is_of_order(distance))
    }

    /// The loss of the graphs of an order, if it depends on the order alone.
    pub(super) fn loss_of_order(&self, order: usize) -> Option<f64> {
        if self.has_loss || self.goals.is_empty() {
            return None;
        }
        self.total(&mut |_| Some(order as f64))
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

    fn other(&self, number: usize, graph: &Graph) -> Option<f64> {
        let board = Board::untinted(graph.clone());
        let value = self.others[number].of(&Subject::of_board(&board)).ok()?;
        Some(float_of(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Quantity as Exact;
    use crate::objective::{compiled, quantity};
    use boilingpoint_boards::random_connected;

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
    ];

    /// The distance of a graph is 0 exactly where the condition holds.
    #[test]
    fn the_distance_is_zero_where_the_condition_holds() {
        let names = invariants::names();
        let mut met = 0;
        for text in CONDITIONS {
            let condition = Expression::parse(text, &names).unwrap();
            let class = Class::of(Kind::Any, 1..=9);
            let (energy, is_whole) = GraphEnergy::of_conditions(&[&condition], &class);
            assert!(is_whole, "{text}");
            let exact = compiled(&condition);
            for seed in 0..120 {
                let order = 5 + seed as usize % 4;
                let size = order - 1 + seed as usize % 8;
                let board = Board::untinted(random_connected(order, size.min(order * 2), seed));
                let holds = quantity(&exact, &Subject::of_board(&board));
                let holds = holds == Ok(Exact::Condition(true));
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
        let energy = |text: &str| {
            let condition = Expression::parse(text, &names).unwrap();
            GraphEnergy::of_conditions(&[&condition], &class)
        };
        let (cubic, is_whole) = energy("temperature > 1 and degree == 3 and order != 6");
        assert!(!is_whole && cubic.has_conditions());
        assert!(cubic.admits_order(8) && !cubic.admits_order(6));
        let goal = Expression::parse("-2 * order", &names).unwrap();
        let ordered = cubic.with_goals(&[goal]).unwrap();
        assert_eq!(ordered.loss_of_order(7), Some(14.0));
        let goal = Expression::parse("temperature", &names).unwrap();
        assert!(energy("order > 4").0.with_goals(&[goal]).is_none());
        assert!(!energy("order > 4").0.has_conditions());
    }
}
