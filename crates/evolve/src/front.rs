//! Fronts: of specimens whose fitness has several components without an order among them, those
//! that no other specimen dominates.
//!
//! A fitness dominates another if it is at least as good in each component, and better in one. The
//! populations are chosen as in NSGA-II (Deb, Pratap, Agarwal and Meyarivan, *A fast and elitist
//! multiobjective genetic algorithm: NSGA-II*, 2002): by the number of the front that a specimen is
//! in, then by its distance to its neighbours along the front. The fronts are found by the
//! efficient sort of Zhang, Tian, Cheng and Jin (2015), which needs fewer comparisons and finds the
//! same fronts.
//!
//! One rule is added: of specimens of equal fitness, only the preferred one is in the first front.
//! Objectives of boards are often small integers, and copies of one fitness would fill a
//! population.
//!
//! The comparisons are exact. The distances along a front are floating-point numbers, which only
//! decide which specimens of a crowded front survive.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::specimen::{FitnessValue, Specimen};

/// The order in which specimens are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Comparison {
    /// By their fitness, the first component first.
    #[default]
    InOrder,
    /// By dominance: a fitness has several components, and none comes first.
    ByDominance,
}

/// The greatest number of specimens on the front of an archive. Beyond it, the specimen nearest to
/// its neighbours along the front is left out.
pub const MOST_ON_FRONT: usize = 512;

/// Whether a fitness is at least as good as another in each component, and better in one.
pub fn dominates<F: FitnessValue>(a: &F, b: &F) -> bool {
    let mut components = (0..a.components()).map(|i| a.compare(b, i));
    let mut is_better = false;
    let as_good = components.all(|order| {
        is_better |= order == Ordering::Greater;
        order != Ordering::Less
    });
    as_good && is_better
}

/// Whether a fitness is at least as good as another in each component.
pub(super) fn covers<F: FitnessValue>(a: &F, b: &F) -> bool {
    (0..a.components()).all(|i| a.compare(b, i) != Ordering::Less)
}

/// Adds a specimen to a front, unless a specimen of the front is as good. Returns whether it is on
/// the front then. The specimens that it dominates leave the front. Of equal fitnesses the smaller
/// specimen stays, then the one with the smaller key.
pub(super) fn join<G: Clone, F: FitnessValue>(
    front: &mut BTreeMap<u64, Specimen<G, F>>,
    specimen: &Specimen<G, F>,
) -> bool {
    let wins = |known: &Specimen<G, F>| {
        let same = known.fitness == specimen.fitness;
        match same {
            true => known.by_merit_and_key(specimen).is_le(),
            false => covers(&known.fitness, &specimen.fitness),
        }
    };
    if front.values().any(wins) {
        return false;
    }
    front.retain(|_, known| !covers(&specimen.fitness, &known.fitness));
    front.insert(specimen.id, specimen.clone());
    if front.len() > MOST_ON_FRONT {
        let members: Vec<&Specimen<G, F>> = front.values().collect();
        let distances = distances(&members);
        // At equal distance, the specimen of least merit goes.
        let crowded = (0..members.len()).min_by(|&a, &b| {
            let merit = members[b].by_merit_and_key(members[a]);
            distances[a].total_cmp(&distances[b]).then(merit)
        });
        if let Some(id) = crowded.map(|i| members[i].id) {
            front.remove(&id);
        }
    }
    front.contains_key(&specimen.id)
}

/// Sorts specimens for an island, the best first: in order by the island's fitness, or by
/// dominance. Islands with objectives of their own always compare in order.
pub(super) fn arrange<G: Clone, F: FitnessValue>(
    members: &mut Vec<Specimen<G, F>>,
    island: usize,
    comparison: Comparison,
) {
    members.sort_by(|a, b| a.by_island_fitness_and_youth(b, island));
    if is_by_dominance(members, comparison) {
        let places = crowded_order(members);
        let mut placed: Vec<Option<Specimen<G, F>>> =
            std::mem::take(members).into_iter().map(Some).collect();
        members.extend(places.into_iter().filter_map(|i| placed[i].take()));
    }
}

/// Whether the specimens of an island are compared by dominance.
pub(super) fn is_by_dominance<G, F>(members: &[Specimen<G, F>], comparison: Comparison) -> bool {
    comparison == Comparison::ByDominance && members.iter().all(|m| m.island_fitnesses.is_empty())
}

/// The order of sorted specimens by the number of their front, then by their distance along it, the
/// greatest first. At equal distances the given order stays.
fn crowded_order<G, F: FitnessValue>(sorted: &[Specimen<G, F>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(sorted.len());
    for front in fronts(sorted) {
        let members: Vec<&Specimen<G, F>> = front.iter().map(|&i| &sorted[i]).collect();
        let distances = distances(&members);
        let mut places: Vec<usize> = (0..front.len()).collect();
        places.sort_by(|&a, &b| distances[b].total_cmp(&distances[a]));
        order.extend(places.into_iter().map(|place| front[place]));
    }
    order
}

/// The fronts of specimens that are sorted in order, as indices. The first front has the specimens
/// that no other one dominates or equals, the second those that only the first front does, and so
/// on. No specimen is dominated by a later one, since the order in which they are sorted extends
/// dominance.
fn fronts<G, F: FitnessValue>(sorted: &[Specimen<G, F>]) -> Vec<Vec<usize>> {
    let mut fronts: Vec<Vec<usize>> = Vec::new();
    for (i, specimen) in sorted.iter().enumerate() {
        let is_covered = |front: &Vec<usize>| {
            let mut members = front.iter().rev();
            members.any(|&j| covers(&sorted[j].fitness, &specimen.fitness))
        };
        // If a front covers the specimen, so do the fronts before it.
        let place = fronts.partition_point(is_covered);
        match fronts.get_mut(place) {
            Some(front) => front.push(i),
            None => fronts.push(vec![i]),
        }
    }
    fronts
}

/// The crowding distances of the members of a front: the sum over the components of the distance
/// between the two neighbours, as a share of the front's extent. It is infinite for the ends of the
/// front in a component.
fn distances<G, F: FitnessValue>(members: &[&Specimen<G, F>]) -> Vec<f64> {
    let mut distances = vec![0.0; members.len()];
    let components = members.first().map_or(0, |m| m.fitness.components());
    for component in 0..components {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by(|&a, &b| members[a].fitness.compare(&members[b].fitness, component));
        let number = |place: usize| members[order[place]].fitness.number(component);
        let last = order.len() - 1;
        let extent = number(last) - number(0);
        distances[order[0]] = f64::INFINITY;
        distances[order[last]] = f64::INFINITY;
        for place in 1..last {
            if extent > 0.0 {
                distances[order[place]] += (number(place + 1) - number(place - 1)) / extent;
            }
        }
    }
    distances
}
