//! All values that are born by a day.
//!
//! The canonical form of a value that is born by day n + 1 has options that are born by day n, and
//! the options of a player are incomparable (Siegel, II.2). So the values born by day n + 1 are the
//! values of `{A|B}` for all antichains A and B of values born by day n, where A and B may be
//! empty. There are 1, 4, 22 and 1474 values born by the days 0 to 3 (Siegel, III.1), and too many
//! to list by day 4 (Wolfe and Fraser, *Counting the number of games*, 2004).

use super::calc::Values;
use super::{Value, ValueError};

impl Values {
    /// The last day whose values can be listed.
    pub const LAST_DAY: u64 = 3;

    /// All values that are born by a day, at most [`Values::LAST_DAY`], in no particular order.
    ///
    /// # Errors
    /// When the store reaches a limit.
    pub fn born_by(&mut self, day: u64) -> Result<Vec<Value>, ValueError> {
        let mut born = vec![self.integer(0)];
        for _ in 0..day.min(Self::LAST_DAY) {
            let sides = self.antichains(&born)?;
            let mut next = Vec::new();
            for lefts in &sides {
                for rights in &sides {
                    next.push(self.game(lefts, rights)?);
                }
                next.sort_unstable();
                next.dedup();
            }
            born = next;
        }
        Ok(born)
    }

    /// All sets of incomparable values among these, the empty set first.
    fn antichains(&mut self, of: &[Value]) -> Result<Vec<Vec<Value>>, ValueError> {
        let mut all = vec![Vec::new()];
        for &new in of {
            for i in 0..all.len() {
                let mut more = all[i].clone();
                let mut is_antichain = true;
                for &old in &more {
                    is_antichain &= !self.le(old, new)? && !self.le(new, old)?;
                }
                if is_antichain {
                    more.push(new);
                    all.push(more);
                }
            }
        }
        Ok(all)
    }
}
