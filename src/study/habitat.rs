//! Habitats: the smallest board of each value that is born by a day.
//!
//! The boards of a class are listed by increasing order, so the first board of a value is a
//! smallest one of the class. Boards from elsewhere can give an upper bound for other values.

use super::boards::{Missed, MissedBoards, Tally};
use super::table::meets;
use crate::graph::Board;
use crate::graph::canon::normal;
use crate::problem::Objective;
use crate::solver::{SolveError, Solver};
use crate::value::{Notation, ValueError, Values};
use std::collections::BTreeMap;

/// The longest text of a value that is born by [`Values::LAST_DAY`], in characters.
const LONGEST_FORM: usize = 1000;

/// The values born by a day, and the condition under which a board counts.
pub struct Habitat<'a> {
    /// The day, at most [`Values::LAST_DAY`].
    pub day: u64,
    /// An objective that maximises nothing and has the condition.
    pub condition: &'a Objective,
}

/// The boards of one value.
#[derive(Clone, Debug, Default)]
pub struct Home {
    /// The number of boards that were seen.
    pub boards: u64,
    /// The first of the smallest boards, in canonical labelling; `None` if no board was seen.
    pub smallest: Option<Board>,
}

/// The boards by their values, as texts.
#[derive(Default)]
pub struct Homes {
    /// The boards by the canonical form of their value.
    pub of: BTreeMap<String, Home>,
    /// The boards and lines that have no answer.
    pub missed: MissedBoards,
}

impl Habitat<'_> {
    /// The canonical forms of all values born by the day, the shortest first, without boards.
    ///
    /// # Errors
    /// When the store of values reaches a limit.
    pub fn values(&self) -> Result<Vec<String>, ValueError> {
        let mut values = Values::new();
        let born = values.born_by(self.day)?.into_iter();
        let texts = born.filter_map(|v| values.notation(v, Notation::Text, LONGEST_FORM));
        let mut texts: Vec<String> = texts.collect();
        texts.sort_by_cached_key(|text| (text.chars().count(), text.clone()));
        Ok(texts)
    }
}

impl Homes {
    /// Adds later boards.
    pub fn merge(&mut self, later: Homes) {
        for (form, more) in later.of {
            let home = self.of.entry(form).or_default();
            home.boards += more.boards;
            let order = |board: &Option<Board>| board.as_ref().map_or(usize::MAX, Board::order);
            if order(&more.smallest) < order(&home.smallest) {
                home.smallest = more.smallest;
            }
        }
        self.missed.merge(later.missed);
    }

    /// The same boards, with 0 as the number of boards.
    pub fn uncounted(mut self) -> Homes {
        self.of.values_mut().for_each(|home| home.boards = 0);
        self
    }
}

impl Tally for Habitat<'_> {
    type Part = Homes;

    fn empty(&self) -> Homes {
        Homes::default()
    }

    fn add(
        &self,
        part: &mut Homes,
        solver: &mut Solver,
        board: &Board,
        _: &str,
    ) -> Result<(), SolveError> {
        if !meets(self.condition, solver, board)? {
            return Ok(());
        }
        let value = solver.value(board)?;
        if solver.values().birthday(value)? > self.day {
            return Ok(());
        }
        let form = solver
            .values()
            .notation(value, Notation::Text, LONGEST_FORM);
        let home = part.of.entry(form.unwrap_or_default()).or_default();
        home.boards += 1;
        let is_smaller = |best: &Board| board.order() < best.order();
        if home.smallest.as_ref().is_none_or(is_smaller) {
            home.smallest = Some(normal(board));
        }
        Ok(())
    }

    fn missed(&self, part: &mut Homes, missed: Missed) {
        part.missed.add(missed);
    }
}
