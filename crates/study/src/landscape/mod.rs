//! The landscape of an objective on small boards: where a search by moves can get stuck.
//!
//! The *landscape* has all boards of a class on which the objective has a value. A board's height
//! is its fitness. For a set of moves, the *neighbours* of a board are the other boards of the
//! landscape to which a move of the set leads. The sets of moves are each of [`NEIGHBOURHOODS`] by
//! itself, and then the unions of the first two, of the first three and of all. Moves have no
//! inverse in general: if a move leads from one board to another, there may be no move back.
//!
//! - A board is a *local optimum* if no neighbour has a greater fitness.
//! - A local optimum is a *false optimum* if its fitness is below the maximum of its own order: no
//!   move improves it, although a better board of its order exists.
//! - A false optimum is a *false plateau* if moves between boards of equal fitness never lead from
//!   it to a board with a better neighbour. A search that accepts ties is trapped there, too.
//!
//! A board of the greatest order cannot grow. So the landscape of more orders may have fewer traps
//! among the same boards. Moves are made as the search makes them: among moves that colour
//! refinement does not tell apart, only one is made (see [`neighbours`]). On trees, and on all
//! boards up to order five, these are all moves. On connected boards of order eight they miss one
//! neighbour in 300, and that changes no count of traps for `temperature - degree`.

use super::Maximum;
use boilingpoint_boards::Board;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_problem::operators::{Breeding, OperatorId};
use boilingpoint_problem::{
    Class, Fitness, Genome, NEIGHBOURHOODS, Objective, Unscored, list, neighbours,
};
use boilingpoint_solver::{Pool, SolveError};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(test)]
mod tests;

/// A set of neighbourhoods, with a bit for each.
type Bits = u8;

/// A set of moves: the union of some neighbourhoods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSet(Bits);

impl MoveSet {
    /// Each neighbourhood by itself, then the unions of the nearest ones, up to all.
    pub fn all() -> Vec<MoveSet> {
        let count = NEIGHBOURHOODS.len();
        let single = (0..count).map(|n| MoveSet(1 << n));
        let nearest = (2..=count).map(|n| MoveSet((1 << n) - 1));
        single.chain(nearest).collect()
    }

    /// The names of the neighbourhoods in the set.
    pub fn names(self) -> Vec<&'static str> {
        let named = NEIGHBOURHOODS.iter().enumerate();
        named
            .filter(|(n, _)| self.meets(1 << n))
            .map(|(_, neighbourhood)| neighbourhood.name)
            .collect()
    }

    fn meets(self, neighbourhoods: Bits) -> bool {
        self.0 & neighbourhoods != 0
    }
}

/// The landscape among the boards of one order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderLandscape {
    /// The number of boards of the class.
    pub boards: u64,
    /// The maximum. Boards on which the objective has no value are not in the landscape.
    pub maximum: Maximum<()>,
    /// The traps for each set of [`MoveSet::all`].
    pub traps: Vec<Traps>,
}

/// Counts of the boards of an order that stop a set of moves. The module defines the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Traps {
    /// Local optima.
    pub optima: u64,
    /// False optima.
    pub false_optima: u64,
    /// False plateaus.
    pub false_plateaus: u64,
    /// The sum of the numbers of neighbours over all boards.
    pub neighbours: u64,
}

/// The reason why there is no landscape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LandscapeError {
    /// A board could not be solved. Without its fitness, nothing is certain about its neighbours.
    #[error("a board could not be solved: {1}")]
    Unsolved(Box<Board>, SolveError),
    /// The computation was stopped from outside.
    #[error(
        "stopped by the limit of time (--seconds; 0 for none) before the landscape was complete"
    )]
    Stopped,
}

/// Computes the landscape of an objective on a class without tints, by order.
///
/// The time is that of solving all boards, and of labelling every board to which a move leads: some
/// hundred for each board, and more if the board has more edges. The memory is that of the boards,
/// and of the moves between boards of equal fitness.
///
/// # Errors
/// When a board cannot be solved, or when `stop` was set.
pub fn landscape(
    class: &Class,
    objective: &Objective,
    pool: &Pool,
    stop: Option<&AtomicBool>,
) -> Result<BTreeMap<usize, OrderLandscape>, LandscapeError> {
    let look_at_stop = || match stop {
        Some(stop) if stop.load(Ordering::Relaxed) => Err(LandscapeError::Stopped),
        _ => Ok(()),
    };
    let mut boards = Vec::new();
    list(class, |board| {
        boards.push(board);
        look_at_stop()
    })?;
    let scores = pool.map(&boards, |solver, board| {
        match objective.score(solver, board) {
            Ok(score) => Ok(Some(score.fitness)),
            Err(Unscored::NotRequired | Unscored::Undefined(_) | Unscored::Island(_)) => Ok(None),
            Err(Unscored::Unsolved(SolveError::Stopped)) => Err(LandscapeError::Stopped),
            Err(Unscored::Unsolved(error)) => {
                Err(LandscapeError::Unsolved(Box::new(board.clone()), error))
            }
        }
    });
    let mut orders = BTreeMap::new();
    let mut scored = Vec::new();
    for (board, fitness) in boards.into_iter().zip(scores) {
        let fitness = fitness?;
        let order: &mut OrderLandscape = orders.entry(board.order()).or_default();
        order.boards += 1;
        order.maximum.add(fitness.clone(), || (), |_, ()| ());
        scored.extend(fitness.map(|fitness| (board, fitness)));
    }
    let boards = LandscapeBoards::new(class, scored);
    let around = boards.surroundings(pool, stop)?;
    boards.tally(&around, &mut orders);
    Ok(orders)
}

/// The boards of the landscape with their fitness, numbered.
struct LandscapeBoards<'a> {
    class: &'a Class,
    boards: Vec<(Board, Fitness)>,
    /// The number of the board that has this fingerprint.
    place: FxHashMap<u128, u32>,
}

/// The neighbours of a board, by fitness and neighbourhood.
struct BoardNeighbours {
    /// The neighbourhoods with a better board.
    better: Bits,
    /// The neighbours of equal fitness, and the neighbourhoods in which each of them is.
    level: Vec<(u32, Bits)>,
    /// The number of neighbours for each set of [`MoveSet::all`].
    count: Vec<u32>,
}

impl LandscapeBoards<'_> {
    fn new(class: &Class, boards: Vec<(Board, Fitness)>) -> LandscapeBoards<'_> {
        let keys = boards.iter().map(|(board, _)| fingerprint(board));
        let place = keys.zip(0..).collect();
        LandscapeBoards {
            class,
            boards,
            place,
        }
    }

    /// The neighbours of every board.
    fn surroundings(
        &self,
        pool: &Pool,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<BoardNeighbours>, LandscapeError> {
        let one = |number: usize| {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(LandscapeError::Stopped);
            }
            Ok(self.around(number))
        };
        pool.install(|| (0..self.boards.len()).into_par_iter().map(one).collect())
    }

    fn around(&self, number: usize) -> BoardNeighbours {
        let (board, fitness) = &self.boards[number];
        let near = self.near(number, &Genome::of_board(board));
        let mut around = BoardNeighbours {
            better: 0,
            level: Vec::new(),
            count: Vec::new(),
        };
        for (&other, &by) in &near {
            match self.boards[other as usize].1.cmp(fitness) {
                std::cmp::Ordering::Greater => around.better |= by,
                std::cmp::Ordering::Equal => around.level.push((other, by)),
                std::cmp::Ordering::Less => {}
            }
        }
        let by = |moves: MoveSet| near.values().filter(|&&by| moves.meets(by)).count() as u32;
        around.count = MoveSet::all().into_iter().map(by).collect();
        around
    }

    /// The neighbours of a board, and the neighbourhoods in which each of them is.
    fn near(&self, number: usize, genome: &Genome) -> FxHashMap<u32, Bits> {
        let mut near = FxHashMap::default();
        for neighbourhood in 0..NEIGHBOURHOODS.len() {
            let by_default =
                |id: OperatorId| (id.operator().by_default == Some(Breeding::Edges)).then_some(());
            let reached = neighbours(genome, neighbourhood, self.class, by_default)
                .into_iter()
                .filter(|((), child)| self.class.contains(child))
                .filter_map(|((), child)| self.place.get(&fingerprint(&child.board())))
                .filter(|&&other| other as usize != number);
            for &other in reached {
                *near.entry(other).or_default() |= 1 << neighbourhood;
            }
        }
        near
    }

    /// Counts the traps of every order, for each set of moves.
    fn tally(&self, around: &[BoardNeighbours], orders: &mut BTreeMap<usize, OrderLandscape>) {
        let into = arcs_into(around);
        for (index, moves) in MoveSet::all().into_iter().enumerate() {
            for order in orders.values_mut() {
                order.traps.push(Traps::default());
            }
            let free = free(moves, around, &into);
            for (number, (board, fitness)) in self.boards.iter().enumerate() {
                let Some(order) = orders.get_mut(&board.order()) else {
                    continue; // every board has its order in `orders`
                };
                let stuck = !moves.meets(around[number].better);
                let below = Some(fitness) < order.maximum.max.as_ref();
                let traps = &mut order.traps[index];
                traps.optima += u64::from(stuck);
                traps.false_optima += u64::from(stuck && below);
                traps.false_plateaus += u64::from(!free[number] && below);
                traps.neighbours += u64::from(around[number].count[index]);
            }
        }
    }
}

/// The moves to each board from boards of equal fitness.
fn arcs_into(around: &[BoardNeighbours]) -> Vec<Vec<(u32, Bits)>> {
    let mut into = vec![Vec::new(); around.len()];
    for (from, surroundings) in (0..).zip(around) {
        for &(to, by) in &surroundings.level {
            into[to as usize].push((from, by));
        }
    }
    into
}

/// Whether each board has a better neighbour, or reaches such a board by moves between boards of
/// equal fitness. Since moves have no inverse in general, the search goes backwards from the boards
/// that have a better neighbour.
fn free(moves: MoveSet, around: &[BoardNeighbours], into: &[Vec<(u32, Bits)>]) -> Vec<bool> {
    let mut free: Vec<bool> = around.iter().map(|a| moves.meets(a.better)).collect();
    let mut queue: Vec<usize> = (0..free.len()).filter(|&number| free[number]).collect();
    while let Some(to) = queue.pop() {
        for &(from, by) in &into[to] {
            let from = from as usize;
            if moves.meets(by) && !free[from] {
                free[from] = true;
                queue.push(from);
            }
        }
    }
    free
}
