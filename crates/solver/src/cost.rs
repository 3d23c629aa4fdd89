//! The costs that an evaluation charges while it goes on (`solver/steps.rs`).

use super::budget::SolveError;
use super::exact::Solver;
use super::steps::Account;
use boilingpoint_values::Value;
use smallvec::SmallVec;

impl Solver {
    /// The verdict that a board exceeds the budget.
    pub(super) fn over_budget(&self) -> SolveError {
        SolveError::Budget {
            positions: self.budget.positions,
            work: self.budget.work,
        }
    }

    /// Charges a cost to a position that is being valued.
    pub(super) fn charge(&mut self, account: &mut Account, units: u64) -> Result<(), SolveError> {
        self.count.charge(account, units);
        match self.count.is_exceeded() {
            true => Err(self.over_budget()),
            false => Ok(()),
        }
    }

    /// Adds up the values of the components of an option, the smallest first, since the cost of a
    /// sum depends on the order. Calls `charge` with the cost of each addition before it is made.
    /// If `last` is false, the last addition is only charged, and the result is an earlier sum.
    pub(super) fn add_up(
        &mut self,
        mut parts: SmallVec<[Value; 4]>,
        last: bool,
        mut charge: impl FnMut(&mut Solver, u64) -> Result<(), SolveError>,
    ) -> Result<Value, SolveError> {
        // Most options are one component.
        if let &[part] = parts.as_slice() {
            if self.values.as_number(part).is_none() {
                charge(self, self.values.size(part))?;
            }
            return Ok(if last { part } else { Value::ZERO });
        }
        self.values.sort_by_size(&mut parts);
        let mut sum = Value::ZERO;
        for (place, &part) in parts.iter().enumerate() {
            let is_number = |v| self.values.as_number(v).is_some();
            if !is_number(sum) && !is_number(part) {
                let product = self.values.size(sum).saturating_mul(self.values.size(part));
                charge(self, product.saturating_mul(product.isqrt()))?;
            } else if !is_number(part) {
                let size = self.values.size(part);
                charge(self, size)?;
            }
            if last || place + 1 < parts.len() {
                sum = self.values.add(sum, part)?;
            }
        }
        Ok(sum)
    }

    /// The cost of adding up the values of the components of an option. If the cost is more than
    /// `most`, the result is some number greater than `most`, and the additions beyond are not
    /// made.
    pub(super) fn cost_of_sum(
        &mut self,
        parts: SmallVec<[Value; 4]>,
        most: u64,
    ) -> Result<u64, SolveError> {
        let mut total = 0u64;
        let added = self.add_up(parts, false, |solver, cost| {
            total = total.saturating_add(cost);
            match total > most {
                true => Err(solver.over_budget()),
                false => Ok(()),
            }
        });
        match added {
            Err(SolveError::Budget { .. }) | Ok(_) => Ok(total),
            Err(error) => Err(error),
        }
    }
}
