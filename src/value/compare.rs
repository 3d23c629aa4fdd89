//! The order of values: `G <= H` when no Left option of `G` is `>= H` and no Right option of `H`
//! is `<= G` (Conway, *On Numbers and Games*, ch. 7).
//!
//! Most pairs are settled by their stops alone: `G <= H` implies `LS(G) <= LS(H)` and
//! `RS(G) <= RS(H)`, and `LS(G) < RS(H)` implies `G < H`. Against a number only the options of
//! the other game count (number avoidance).

use super::store::pair;
use super::{Value, ValueError, Values};
use std::cmp::Ordering;

impl Values {
    /// Whether `g <= h`.
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool, ValueError> {
        if let Some(known) = self.le_by_stops(g, h) {
            return Ok(known);
        }
        let key = pair(g, h);
        if let Some(&known) = self.le_memo.get(&key) {
            return Ok(known);
        }
        self.tick()?;
        let answer = self.le_by_options(g, h)?;
        self.le_memo.insert(key, answer);
        Ok(answer)
    }

    /// The answer where equality, numbers or stops give it.
    #[inline]
    pub(super) fn le_by_stops(&self, g: Value, h: Value) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let (a, b) = (self.node(g), self.node(h));
        if a.left_stop > b.left_stop || a.right_stop > b.right_stop {
            return Some(false);
        }
        if a.left_stop < b.right_stop {
            return Some(true);
        }
        (a.is_number && b.is_number).then_some(false)
    }

    fn le_by_options(&mut self, g: Value, h: Value) -> Result<bool, ValueError> {
        if !self.node(g).is_number {
            for i in 0..self.lefts(g).len() {
                if self.le(h, self.lefts(g)[i])? {
                    return Ok(false);
                }
            }
        }
        if !self.node(h).is_number {
            for i in 0..self.rights(h).len() {
                if self.le(self.rights(h)[i], g)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// How `g` stands to `h`; `None` when they are confused.
    pub fn partial_cmp(&mut self, g: Value, h: Value) -> Result<Option<Ordering>, ValueError> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        })
    }
}
