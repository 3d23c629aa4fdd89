//! Operators on sets of squares: squares come, go and move, parts are copied and mirrored.

use super::Rng;
use crate::graph::Square;
use crate::problem::genome::{Genome, Vertex};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::BTreeSet;

/// How far squares may lie from the first row and column.
const SPAN: i16 = 200;

fn squares(g: &Genome) -> BTreeSet<Square> {
    g.0.node_weights().filter_map(|v| v.square).collect()
}

/// The genome of a set of squares; its edges follow when it is put in order.
fn genome(squares: impl IntoIterator<Item = Square>) -> Genome {
    let mut g = Genome::default();
    for square in squares {
        g.0.add_node(Vertex {
            square: Some(square),
            ..Vertex::default()
        });
    }
    g
}

fn any_of(squares: &BTreeSet<Square>, rng: &mut Rng) -> Option<Square> {
    let place = (!squares.is_empty()).then(|| rng.random_range(0..squares.len()))?;
    squares.iter().nth(place).copied()
}

/// The squares beside those that are there.
fn beside(squares: &BTreeSet<Square>) -> Vec<Square> {
    let steps = |&[i, j]: &Square| [[i - 1, j], [i + 1, j], [i, j - 1], [i, j + 1]];
    let around: BTreeSet<Square> = squares.iter().flat_map(steps).collect();
    around.difference(squares).copied().collect()
}

/// A random set of squares that grows from one, now and then with a gap.
pub(in crate::problem) fn random(order: usize, rng: &mut Rng) -> Genome {
    let mut squares = BTreeSet::from([[0, 0]]);
    while squares.len() < order {
        let mut around = beside(&squares);
        if rng.random_bool(0.1) {
            around = beside(&around.into_iter().chain(squares.iter().copied()).collect());
        }
        squares.extend(around.choose(rng));
    }
    genome(squares)
}

/// Brings the number of squares within bounds, and moves them to the corner.
pub(in crate::problem) fn fit(g: &mut Genome, least: usize, most: usize, rng: &mut Rng) {
    let mut squares = squares(g);
    while squares.len() > most {
        let gone = any_of(&squares, rng);
        gone.map(|s| squares.remove(&s));
    }
    if squares.is_empty() {
        squares.insert([0, 0]);
    }
    while squares.len() < least {
        squares.extend(beside(&squares).choose(rng));
    }
    let low = |k: usize| squares.iter().map(|s| s[k]).min().unwrap_or(0);
    let (top, left) = (low(0), low(1));
    let moved = squares
        .iter()
        .map(|&[i, j]| [(i - top).min(SPAN), (j - left).min(SPAN)]);
    *g = genome(moved.collect::<BTreeSet<_>>());
}

pub(super) fn add_square(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut all = squares(parents[0]);
    for _ in 0..rng.random_range(1..=2) {
        all.insert(*beside(&all).choose(rng)?);
    }
    Some(genome(all))
}

pub(super) fn remove_square(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut all = squares(parents[0]);
    for _ in 0..rng.random_range(1..=2) {
        all.remove(&any_of(&all, rng)?);
    }
    Some(genome(all))
}

pub(super) fn move_square(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut all = squares(parents[0]);
    all.remove(&any_of(&all, rng)?);
    all.insert(*beside(&all).choose(rng)?);
    Some(genome(all))
}

/// The squares on one side of a row or column are moved by one.
pub(super) fn shear(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let all = squares(parents[0]);
    let cut = any_of(&all, rng)?;
    let (along, step) = (
        rng.random_range(0..2usize),
        if rng.random_bool(0.5) { 1 } else { -1 },
    );
    let across = rng.random_range(0..2usize);
    let moved = all.into_iter().map(|mut s| {
        if s[along] > cut[along] {
            s[across] += step;
        }
        s
    });
    Some(genome(moved.collect::<BTreeSet<_>>()))
}

/// The squares on one side of a line are replaced by the mirror image of the other side.
pub(super) fn mirror_squares(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let all = squares(parents[0]);
    let cut = any_of(&all, rng)?;
    let along = rng.random_range(0..2usize);
    // between the cut and the next row or column, or through the cut
    let double = 2 * cut[along] + i16::from(rng.random_bool(0.5));
    let kept = all.into_iter().filter(|s| 2 * s[along] <= double);
    let both = kept.flat_map(|s| {
        let mut image = s;
        image[along] = double - s[along];
        [s, image]
    });
    Some(genome(both.collect::<BTreeSet<_>>()))
}

/// A part of another board is laid over this one.
pub(super) fn overlay(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut all = squares(parents[0]);
    let other = squares(parents[1]);
    let (from, to) = (any_of(&other, rng)?, any_of(&all, rng)?);
    let reach = rng.random_range(1..=3);
    let near = |s: &&Square| (0..2).all(|k| (s[k] - from[k]).abs() <= reach);
    let part: Vec<Square> = other.iter().filter(near).copied().collect();
    all.retain(|s| (0..2).any(|k| (s[k] - to[k]).abs() > reach));
    all.extend(
        part.iter()
            .map(|s| [s[0] - from[0] + to[0], s[1] - from[1] + to[1]]),
    );
    Some(genome(all))
}

/// All sets of squares that differ in one: added, removed or moved.
pub(in crate::problem) fn neighbours(g: &Genome) -> Vec<(&'static str, Genome)> {
    let all = squares(g);
    let mut found = Vec::new();
    for &new in &beside(&all) {
        let mut more = all.clone();
        more.insert(new);
        found.push(("add-square", genome(more)));
    }
    for &gone in &all {
        let mut less = all.clone();
        less.remove(&gone);
        for &new in &beside(&less) {
            if new != gone {
                let mut moved = less.clone();
                moved.insert(new);
                found.push(("move-square", genome(moved)));
            }
        }
        found.push(("remove-square", genome(less)));
    }
    found
}
