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
use crate::value::{Notation, Value, ValueError, Values};
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
    /// All values born by the day with their negatives, as texts of canonical forms, the shortest
    /// first.
    ///
    /// # Errors
    /// When the store of values reaches a limit.
    pub fn values(&self) -> Result<Vec<[String; 2]>, ValueError> {
        let mut values = Values::new();
        let mut texts = Vec::new();
        for value in values.born_by(self.day)? {
            let negative = values.neg(value)?;
            texts.push([value, negative].map(|v| text(&mut values, v)));
        }
        texts.sort_by_cached_key(|[text, _]| (text.chars().count(), text.clone()));
        Ok(texts)
    }
}

fn text(values: &mut Values, v: Value) -> String {
    let text = values.notation(v, Notation::Text, LONGEST_FORM);
    text.unwrap_or_default()
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

    /// Adds boards that do not count. A board with the colours exchanged has the negative value,
    /// since the rules are fair, and is added as well.
    pub fn offer(&mut self, found: Homes, values: &[[String; 2]]) {
        let mut uncounted = |form: &str, smallest| {
            let home = Home {
                boards: 0,
                smallest,
            };
            let of = BTreeMap::from([(form.to_string(), home)]);
            self.merge(Homes {
                of,
                ..Homes::default()
            });
        };
        for [form, negative] in values {
            let board = found.of.get(form).and_then(|home| home.smallest.clone());
            uncounted(
                negative,
                board.as_ref().map(|board| normal(&board.swapped())),
            );
            uncounted(form, board);
        }
        self.missed.merge(found.missed);
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
        let form = text(solver.values(), value);
        let home = part.of.entry(form).or_default();
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
