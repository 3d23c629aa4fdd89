//! A graph with the quantities of an energy.

use super::energy::Energy;
use super::quantity::{Quantity, change, computed, count, update_cost};
use super::rows::{Pair, Rows};
use boilingpoint_boards::BitRow;

/// A graph with the values of the quantities of an energy.
pub(super) struct State<'a, R> {
    pub(super) rows: Rows<R>,
    energy: &'a dyn Energy,
    /// The values of the counted quantities; 0 for the others.
    counts: Vec<i64>,
    counted: Vec<bool>,
    /// The values of the other quantities of the present graph, as far as they are computed.
    found: Vec<Option<Option<f64>>>,
    /// The work so far, in units of about a step.
    pub(super) work: u64,
}

/// The counts of a state, to go back to.
#[derive(Clone, Default)]
pub(super) struct Counts(Vec<i64>);

impl<'a, R: BitRow> State<'a, R> {
    pub(super) fn new(energy: &'a dyn Energy, rows: Rows<R>) -> State<'a, R> {
        let counts: Vec<Option<i64>> = energy
            .quantities()
            .iter()
            .map(|&quantity| count(quantity, &rows))
            .collect();
        State {
            counted: counts.iter().map(Option::is_some).collect(),
            found: vec![None; counts.len()],
            counts: counts.into_iter().map(Option::unwrap_or_default).collect(),
            rows,
            energy,
            work: 0,
        }
    }

    /// Joins the pair, or takes its edge out.
    pub(super) fn toggle(&mut self, pair: Pair) {
        let quantities = self.energy.quantities().iter();
        for (&quantity, count) in quantities.zip(&mut self.counts) {
            *count += change(quantity, &self.rows, pair);
            self.work += update_cost(quantity, &self.rows);
        }
        self.rows.toggle(pair);
        self.forget();
    }

    /// Notes the counts, to go back to.
    pub(super) fn note(&self, counts: &mut Counts) {
        counts.0.clone_from(&self.counts);
    }

    /// Goes back to noted counts; the pairs were toggled since then.
    pub(super) fn go_back(&mut self, counts: &Counts, pairs: &[Pair]) {
        pairs.iter().for_each(|&pair| self.rows.toggle(pair));
        self.counts.clone_from(&counts.0);
        self.forget();
    }

    fn forget(&mut self) {
        self.found.iter_mut().for_each(|found| *found = None);
    }

    fn value(&mut self, place: usize) -> Option<f64> {
        if self.counted[place] {
            return Some(self.counts[place] as f64);
        }
        if let Some(known) = self.found[place] {
            return known;
        }
        let quantity = self.energy.quantities()[place];
        let value = match quantity {
            Quantity::Other(number) => {
                let (value, work) = self.energy.other(number, &self.rows.graph());
                self.work += work;
                value
            }
            quantity => Some(computed(quantity, &self.rows)),
        };
        self.work += quantity.cost();
        self.found[place] = Some(value);
        value
    }

    /// By how much the graph violates a condition.
    pub(super) fn violation(&mut self, condition: usize) -> f64 {
        let energy = self.energy;
        energy.violation(condition, &mut |place| self.value(place))
    }

    /// The loss; infinite where it is undefined.
    pub(super) fn loss(&mut self) -> f64 {
        let energy = self.energy;
        let loss = energy.loss(&mut |place| self.value(place));
        loss.unwrap_or(f64::INFINITY)
    }
}
