//! Operators on sets of squares: add, remove and move squares and arms, copy and mirror parts.

use super::parts::Rng;
use super::sites::{Anchor, Orbits, Sites};
use crate::genome::{Genome, Vertex};
use boilingpoint_boards::{Board, Square};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::BTreeSet;

/// The greatest distance of a square from the first row and the first column.
const SPAN: i16 = 200;

fn squares(g: &Genome) -> BTreeSet<Square> {
    g.node_weights().filter_map(|v| v.square).collect()
}

/// The genome of a set of squares, without edges; [`Genome::in_order`] adds the edges.
fn genome(squares: impl IntoIterator<Item = Square>) -> Genome {
    let mut g = Genome::default();
    for square in squares {
        g.add_node(Vertex {
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

impl Anchor for Square {
    fn draw(g: &Genome, rng: &mut Rng) -> Option<Square> {
        any_of(&squares(g), rng)
    }

    fn all(board: &Orbits<'_>) -> Vec<Square> {
        squares(board.genome).into_iter().collect()
    }
}

/// The whole board as one anchor.
impl Anchor for () {
    fn draw(_: &Genome, _: &mut Rng) -> Option<()> {
        Some(())
    }

    fn all(_: &Orbits<'_>) -> Vec<()> {
        vec![()]
    }
}

/// The steps from a square to the squares that are adjacent to it.
const STEPS: [Square; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];

fn next([i, j]: Square, step: Square) -> Square {
    [i + step[0], j + step[1]]
}

/// The squares that are adjacent to the set and not in it.
fn beside(squares: &BTreeSet<Square>) -> Vec<Square> {
    let around = |&square: &Square| STEPS.map(|step| next(square, step));
    let around: BTreeSet<Square> = squares.iter().flat_map(around).collect();
    around.difference(squares).copied().collect()
}

/// A random set of squares that grows from one square, sometimes across a gap.
pub(crate) fn random(order: usize, rng: &mut Rng) -> Genome {
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

/// Removes or adds random squares until the number of squares is within the bounds, and moves the
/// set to the corner.
pub(crate) fn fit(g: &mut Genome, least: usize, most: usize, rng: &mut Rng) {
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

/// Adds one or two squares; a neighbourhood adds one.
pub(super) static ADD_SQUARE: Sites<(), Vec<Square>> = Sites {
    at: |board, ()| {
        let free = beside(&squares(board.genome)).into_iter();
        free.map(|new| vec![new]).collect()
    },
    draw: Some(|g, rng| {
        let mut all = squares(g);
        let count = rng.random_range(1..=2);
        let mut new = || {
            let square = *beside(&all).choose(rng)?;
            all.insert(square);
            Some(square)
        };
        (0..count).map(|_| new()).collect()
    }),
    apply: with,
};

/// Removes one or two squares; a neighbourhood removes one.
pub(super) static REMOVE_SQUARE: Sites<Square, Vec<Square>> = Sites {
    at: |_, gone| vec![vec![gone]],
    draw: Some(|g, rng| {
        let mut all = squares(g);
        let count = rng.random_range(1..=2);
        let mut gone = || {
            let square = any_of(&all, rng)?;
            all.remove(&square).then_some(square)
        };
        (0..count).map(|_| gone()).collect()
    }),
    apply: |g, gone| {
        Some(genome(
            squares(&g).into_iter().filter(|s| !gone.contains(s)),
        ))
    },
};

/// Removes a square and adds a square that is adjacent to the others. A mutation may add the
/// removed square again.
pub(super) static MOVE_SQUARE: Sites<Square, (Square, Square)> = Sites {
    at: |board, gone| {
        let free = beside(&less(board.genome, gone)).into_iter();
        let moved = free.filter(|&new| new != gone);
        moved.map(|new| (gone, new)).collect()
    },
    draw: Some(|g, rng| {
        let gone = any_of(&squares(g), rng)?;
        Some((gone, *beside(&less(g, gone)).choose(rng)?))
    }),
    apply: |g, (gone, new)| {
        let mut all = less(&g, gone);
        all.insert(new);
        Some(genome(all))
    },
};

/// The squares of a board except for `gone`.
fn less(g: &Genome, gone: Square) -> BTreeSet<Square> {
    let mut all = squares(g);
    all.remove(&gone);
    all
}

/// Moves all squares on one side of a line between rows or columns by one place, in a random
/// direction.
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

/// Replaces the squares on one side of a line by the mirror image of the other side.
pub(super) fn mirror_squares(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let all = squares(parents[0]);
    let cut = any_of(&all, rng)?;
    let along = rng.random_range(0..2usize);
    // The axis lies between the cut and the next row or column, or in the cut itself.
    let double = 2 * cut[along] + i16::from(rng.random_bool(0.5));
    let kept = all.into_iter().filter(|s| 2 * s[along] <= double);
    let both = kept.flat_map(|s| {
        let mut image = s;
        image[along] = double - s[along];
        [s, image]
    });
    Some(genome(both.collect::<BTreeSet<_>>()))
}

/// Replaces the squares near a square of the first board by the squares near a square of the second
/// board.
pub(super) fn overlay(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut all = squares(parents[0]);
    let other = squares(parents[1]);
    let (from, to) = (any_of(&other, rng)?, any_of(&all, rng)?);
    let reach = rng.random_range(1..=3);
    let near = |s: &&Square| (0..2).all(|k| (s[k] - from[k]).abs() <= reach);
    let part: Vec<Square> = other.iter().filter(near).copied().collect();
    all.retain(|s| (0..2).any(|k| (s[k] - to[k]).abs() > reach));
    all.extend(part.iter().map(|&s| next(to, self::from(from, s))));
    Some(genome(all))
}

/// The greatest number of squares of a new arm.
const LONGEST_ARM: usize = 8;

/// Adds an arm: a path of two to eight squares with at most one bend. Only its first square is
/// adjacent to the squares before.
pub(super) static ARM: Sites<(), Vec<Square>> = Sites {
    at: |board, ()| arms(&squares(board.genome)),
    draw: None,
    apply: with,
};

/// Adds an arm, and its mirror image at another square. The axis is parallel to a side or a diagonal
/// of the squares.
pub(super) static MIRROR_ARM: Sites<(), Vec<Square>> = Sites {
    at: |board, ()| {
        let all = squares(board.genome);
        let places = beside(&all);
        let mut pairs = Vec::new();
        for arm in arms(&all) {
            for &to in &places {
                let by = from(arm[0], to);
                // A map that is a reflection takes the image of a square back to the square.
                let back = by.map(|x| -x);
                for turn in REFLECTIONS
                    .iter()
                    .filter(|turn| by != back && turn(by) == back)
                {
                    let image = arm.iter().map(|&s| next(to, turn(from(arm[0], s))));
                    let image: Vec<Square> = image.collect();
                    let is_free = |s: &Square| !arm.contains(s) && !touches(&all, *s);
                    if !arm.contains(&to) && image.iter().skip(1).all(is_free) {
                        pairs.push(arm.iter().copied().chain(image).collect());
                    }
                }
            }
        }
        pairs
    },
    draw: None,
    apply: with,
};

/// The reflections of the lattice at the four axes through a square.
const REFLECTIONS: [fn(Square) -> Square; 4] = [
    |[i, j]| [i, -j],
    |[i, j]| [-i, j],
    |[i, j]| [j, i],
    |[i, j]| [-j, -i],
];

/// The turns and reflections of the lattice that keep a square in its place.
fn images() -> impl Iterator<Item = fn(Square) -> Square> {
    TURNS.into_iter().chain(REFLECTIONS)
}

/// The step from a square to another.
fn from(a: Square, b: Square) -> Square {
    [b[0] - a[0], b[1] - a[1]]
}

/// Whether a square is in the set or adjacent to it.
fn touches(squares: &BTreeSet<Square>, s: Square) -> bool {
    squares.contains(&s) || STEPS.iter().any(|&step| squares.contains(&next(s, step)))
}

/// All arms that fit on a set.
fn arms(all: &BTreeSet<Square>) -> Vec<Vec<Square>> {
    let ways = |first| STEPS.map(|step| (vec![first], step));
    let straight: Vec<_> = (beside(all).into_iter().flat_map(ways))
        .flat_map(|(first, step)| longer(all, first, step).map(move |arm| (arm, step)))
        .collect();
    let bent = straight.iter().flat_map(|(arm, [i, j])| {
        let turns = [[*j, *i], [-j, -i]];
        turns.map(|turn| longer(all, arm.clone(), turn))
    });
    let bent: Vec<_> = bent.flatten().collect();
    straight
        .into_iter()
        .map(|(arm, _)| arm)
        .chain(bent)
        .collect()
}

/// The paths that continue `arm` by steps in one direction, as long as they touch no square of the
/// board beside the first square of the arm.
fn longer(
    all: &BTreeSet<Square>,
    arm: Vec<Square>,
    step: Square,
) -> impl Iterator<Item = Vec<Square>> {
    let grown = move |arm: &Vec<Square>| {
        let end = next(*arm.last()?, step);
        let longer = || arm.iter().copied().chain([end]).collect();
        (!touches(all, end) && arm.len() < LONGEST_ARM).then(longer)
    };
    std::iter::successors(grown(&arm), grown)
}

/// The board with more squares.
fn with(g: Genome, more: Vec<Square>) -> Option<Genome> {
    let all: BTreeSet<Square> = squares(&g).into_iter().chain(more).collect();
    Some(genome(all))
}

/// The parts that the removal of a square leaves, the largest first.
fn parts_without(g: &Genome, gone: Square) -> Vec<Vec<Square>> {
    let rest: Vec<Square> = less(g, gone).into_iter().collect();
    let mut parts = Board::of_squares(rest.clone()).graph().components();
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let squares = |part: &Vec<usize>| part.iter().map(|&v| rest[v]).collect();
    parts.iter().map(squares).collect()
}

/// Removes a square, and with it every part of the board but the largest.
pub(super) fn cut_squares(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let gone = any_of(&squares(parents[0]), rng)?;
    let mut parts = parts_without(parents[0], gone);
    (parts.len() > 1).then(|| genome(parts.swap_remove(0)))
}

/// Copies a part that hangs on one square to another place, turned or reflected in any way.
pub(super) static COPY_ARM: Sites<Square, Vec<Square>> = Sites {
    at: |board, at| {
        let all = squares(board.genome);
        let (parts, places) = (parts_without(board.genome, at), beside(&all));
        let mut copies = Vec::new();
        for part in parts.iter().skip(1) {
            let Some(root) = part.iter().find(|&&s| is_beside(s, at)) else {
                continue;
            };
            for (to, turn) in places
                .iter()
                .flat_map(|to| images().map(move |turn| (to, turn)))
            {
                let image = |&s: &Square| next(*to, turn(from(*root, s)));
                let copy: Vec<Square> = part.iter().map(image).collect();
                if copy.iter().all(|s| !all.contains(s)) {
                    copies.push(copy);
                }
            }
        }
        copies
    },
    draw: None,
    apply: with,
};

/// The turns of the lattice around a square.
const TURNS: [fn(Square) -> Square; 4] =
    [|s| s, |[i, j]| [-i, -j], |[i, j]| [j, -i], |[i, j]| [-j, i]];

fn is_beside(a: Square, b: Square) -> bool {
    STEPS.contains(&from(a, b))
}
