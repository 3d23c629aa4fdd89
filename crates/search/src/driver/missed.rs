//! The end of a run in which no board meets the condition: the nearest boards are looked at, part
//! by part, so that the run can say why.
//!
//! These are the best boards of the archive, and boards at the ends of short walks that bring down
//! the distance from the conditions. They depend on the plan and on the archive alone.

use super::super::error::SearchError;
use super::Driver;
use boilingpoint_boards::{Board, board_text};
use boilingpoint_plan::Question;
use boilingpoint_problem::expression::{Expression, Quantity, float_of};
use boilingpoint_problem::{Class, Distances, Objective, Unscored, invariants, nearest_boards};
use boilingpoint_record::missed::{Missed, MissedOrder, MissedPart};
use boilingpoint_solver::Solver;
use std::collections::BTreeMap;

/// A board, with its distance from each part of the condition; `None` where it is unknown.
struct Looked {
    board: Board,
    distances: Vec<Option<f64>>,
}

impl Looked {
    /// The sum of the distances; a part whose distance is unknown counts 1.
    fn distance(&self) -> f64 {
        let distances = self.distances.iter();
        distances.map(|distance| distance.unwrap_or(1.0)).sum()
    }

    fn at(&self, distance: f64) -> MissedOrder {
        // Only a board that meets everything is at the distance 0.
        let least = if distance > 0.0 { 0.01 } else { 0.0 };
        let shown = ((distance * 100.0).round() / 100.0).max(least);
        MissedOrder {
            order: self.board.order(),
            distance: format!("{shown}"),
            board: board_text(&self.board.name(), &self.board.tint_string()),
        }
    }
}

/// A part of the condition, with the ways to measure how far a board is from it.
struct AskedPart {
    condition: Objective,
    distances: Distances,
    /// The margin; `None` if it cannot be written.
    margin: Option<Objective>,
}

impl AskedPart {
    fn of(part: &Expression, class: &Class) -> AskedPart {
        let margin = part.margin(&invariants::names()).ok();
        AskedPart {
            condition: Objective::new(&[], Some(part), &[]),
            distances: Distances::of(part, class),
            margin: margin.map(|margin| Objective::new(&[margin], None, &[])),
        }
    }

    /// The distance of a board; `None` if it is unknown.
    fn distance(&self, solver: &mut Solver, board: &Board) -> Option<f64> {
        match self.condition.score(solver, board) {
            Ok(_) => return Some(0.0),
            Err(Unscored::NotRequired) => {}
            Err(_) => return None,
        }
        let by_margin = |solver: &mut Solver| {
            let score = self.margin.as_ref()?.score(solver, board).ok()?;
            let margin = float_of(Quantity::Number(score.fitness.first()));
            Some(-margin).filter(|distance| *distance > 0.0)
        };
        let distance = self.distances.of_board(board).or_else(|| by_margin(solver));
        // A board at the margin 0 misses a strict inequality.
        Some(distance.unwrap_or(0.5))
    }
}

impl Driver {
    /// Why no board meets the condition. `None` if one does, or if there is no condition.
    ///
    /// # Errors
    /// `Interrupted` if a person has asked the run to stop.
    pub(super) fn missed(&self) -> Result<Option<Missed>, SearchError> {
        let objective = &self.plan.objective;
        let is_met = match objective.question() {
            Question::Find(_) => self.has_found(),
            _ => self.search.totals().best.is_some(),
        };
        let find = objective.find.as_ref().map(|find| &find.condition);
        let required = self.plan.required();
        let class = self.plan.class_of(self.plan.boards.class);
        let degree = class.degree_condition();
        let conditions = find.into_iter().chain(&required).chain(&degree);
        let parts: Vec<Expression> = conditions.flat_map(Expression::parts).collect();
        if is_met || parts.is_empty() {
            return Ok(None);
        }
        let looked = self.look(&class, &parts)?;
        Ok(Some(Missed {
            parts: parts
                .iter()
                .enumerate()
                .map(|(place, part)| of_part(part, place, &looked))
                .collect(),
            orders: by_order(&looked),
        }))
    }

    /// The nearest boards, with their distances from the parts.
    fn look(&self, class: &Class, parts: &[Expression]) -> Result<Vec<Looked>, SearchError> {
        let evaluator = self.search.evaluator();
        let mut archived = BTreeMap::new();
        for specimen in self.search.totals().archive.specimens() {
            let best = archived.entry(specimen.genome.order()).or_insert(specimen);
            if specimen.fitness > best.fitness {
                *best = specimen;
            }
        }
        let archived = archived.into_values();
        let archived = archived.map(|specimen| specimen.genome.canonical_board().as_ref().clone());
        let near = nearest_boards(class, parts, self.plan.seed);
        let boards: Vec<Board> = archived.chain(near).collect();
        let asked: Vec<AskedPart> = parts
            .iter()
            .map(|part| AskedPart::of(part, class))
            .collect();
        let distances = evaluator.pool.map(&boards, |solver, board| {
            let distances = asked.iter().map(|part| part.distance(solver, board));
            let distances: Vec<Option<f64>> = distances.collect();
            match evaluator.is_stopped() {
                true => Err(SearchError::Interrupted),
                false => Ok(distances),
            }
        });
        let looked = boards.into_iter().zip(distances);
        looked
            .map(|(board, distances)| {
                let distances = distances?;
                Ok(Looked { board, distances })
            })
            .collect()
    }
}

fn of_part(part: &Expression, place: usize, looked: &[Looked]) -> MissedPart {
    let known = looked
        .iter()
        .filter_map(|looked| Some((looked, looked.distances[place]?)));
    let met = known
        .clone()
        .filter(|(_, distance)| *distance == 0.0)
        .count();
    let nearest = known.min_by(|(_, a), (_, b)| a.total_cmp(b));
    MissedPart {
        text: part.to_string(),
        met,
        nearest: nearest.map(|(looked, distance)| looked.at(distance)),
    }
}

/// The nearest board of each order.
fn by_order(looked: &[Looked]) -> Vec<MissedOrder> {
    let mut orders: BTreeMap<usize, &Looked> = BTreeMap::new();
    for board in looked {
        let best = orders.entry(board.board.order()).or_insert(board);
        if board.distance() < best.distance() {
            *best = board;
        }
    }
    orders
        .into_values()
        .map(|looked| looked.at(looked.distance()))
        .collect()
}
