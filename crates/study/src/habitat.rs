//! Habitats: the smallest board of each value that is born by a day.
//!
//! The boards of a class are listed by increasing order, so the first board of a value is a
//! smallest one of the class. Boards from elsewhere can give an upper bound for other values.

use super::boards::{Input, Missed, Tally};
use super::table::{Bin, BinKey, Bins, meets};
use boilingpoint_boards::Board;
use boilingpoint_boards::canon::normal;
use boilingpoint_problem::{FactCell, Objective};
use boilingpoint_solver::{SolveError, Solver};
use boilingpoint_values::{Notation, Value, ValueError, Values};

/// The longest text of a value that is born by [`Values::LAST_DAY`], in characters.
const LONGEST_FORM: usize = 1000;

/// The values born by a day, and the condition under which a board counts. The boards are counted
/// by the canonical form of their value.
pub struct Habitat<'a> {
    /// The day, at most [`Values::LAST_DAY`].
    pub day: u64,
    /// An objective that maximises nothing and has the condition.
    pub condition: &'a Objective,
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

/// The place of a value in the bins, by the text of its canonical form.
pub fn key(form: &str) -> BinKey {
    BinKey(vec![FactCell::Text(form.to_string())])
}

/// Adds boards that do not count. A board with the players exchanged has the negative value, since
/// the rules are fair, and is added as well.
pub fn offer(bins: &mut Bins, found: Bins, values: &[[String; 2]]) {
    for [form, negative] in values {
        if let Some(bin) = found.bins.get(&key(form)) {
            let uncounted = |example| Bin { boards: 0, example };
            bins.add(key(negative), uncounted(normal(&bin.example.swapped())));
            bins.add(key(form), uncounted(bin.example.clone()));
        }
    }
    bins.missed.merge(found.missed);
}

impl Tally for Habitat<'_> {
    type Part = Bins;

    fn add(
        &self,
        part: &mut Bins,
        solver: &mut Solver,
        board: &Board,
        _: Input<'_>,
    ) -> Result<(), SolveError> {
        if !meets(self.condition, solver, board)? {
            return Ok(());
        }
        let value = solver.value(board)?;
        if solver.values().birthday(value)? <= self.day {
            part.count(key(&text(solver.values(), value)), board, 1);
        }
        Ok(())
    }

    fn missed(&self, part: &mut Bins, missed: Missed) {
        part.missed.add(missed);
    }
}
