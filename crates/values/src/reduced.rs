//! The reduced canonical form: the simplest value that differs from a value by an infinitesimal
//! (Grossman and Siegel, *Reductions of partizan games*, Games of No Chance 3, 2009).
//!
//! `G >= H` up to an infinitesimal exactly when the right stop of `G - H` is 0 or more. A game with
//! equal stops reduces to that number. In another game the options are reduced, options that are
//! dominated up to an infinitesimal are removed, and options that are reversible up to an
//! infinitesimal are bypassed. A game in which none of these steps is possible is the only such
//! game of its class.

use super::{Dyadic, Value, ValueError, Values};
use rustc_hash::FxHashMap;

impl Values {
    /// The reduced canonical form of a value.
    ///
    /// # Errors
    /// The errors of [`Values::game`].
    pub fn reduced(&mut self, g: Value) -> Result<Value, ValueError> {
        self.reduced_by(g, &mut FxHashMap::default())
    }

    fn reduced_by(
        &mut self,
        g: Value,
        memo: &mut FxHashMap<Value, Value>,
    ) -> Result<Value, ValueError> {
        let stop = self.right_stop(g);
        if self.left_stop(g)? == stop {
            return Ok(self.number(stop));
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        self.calc().tick()?;
        let mut sides = [self.left_options(g)?, self.right_options(g)?];
        for option in sides.iter_mut().flatten() {
            *option = self.reduced_by(*option, memo)?;
        }
        let mut reduced = self.game(&sides[0], &sides[1])?;
        loop {
            let lefts = self.best_up_to_infinitesimals(reduced, true)?;
            let rights = self.best_up_to_infinitesimals(reduced, false)?;
            let next = self.game(&lefts, &rights)?;
            if next == reduced {
                break;
            }
            reduced = next;
        }
        memo.insert(g, reduced);
        Ok(reduced)
    }

    /// The options of a player: those that are reversible up to an infinitesimal are bypassed once,
    /// and those that are then dominated up to an infinitesimal are removed.
    fn best_up_to_infinitesimals(
        &mut self,
        g: Value,
        left: bool,
    ) -> Result<Vec<Value>, ValueError> {
        let mut options = Vec::new();
        for option in self.options_of(g, left)? {
            match self.reversing_reply(g, option, left)? {
                Some(reply) => options.extend(self.options_of(reply, left)?),
                None => options.push(option),
            }
        }
        let mut best: Vec<Value> = Vec::new();
        'options: for option in options {
            for &other in &best {
                if self.is_as_good(other, option, left)? {
                    continue 'options;
                }
            }
            let mut kept = Vec::new();
            for other in best {
                if !self.is_as_good(option, other, left)? {
                    kept.push(other);
                }
            }
            kept.push(option);
            best = kept;
        }
        Ok(best)
    }

    /// A reply to an option that is as good for the replying player as `g` itself.
    fn reversing_reply(
        &mut self,
        g: Value,
        option: Value,
        left: bool,
    ) -> Result<Option<Value>, ValueError> {
        for reply in self.options_of(option, !left)? {
            if self.is_as_good(g, reply, left)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Whether `g` is as good for a player as `h`, up to an infinitesimal.
    fn is_as_good(&mut self, g: Value, h: Value, left: bool) -> Result<bool, ValueError> {
        let (more, less) = if left { (g, h) } else { (h, g) };
        let difference = self.sub(more, less)?;
        Ok(self.right_stop(difference) >= Dyadic::ZERO)
    }

    fn options_of(&mut self, g: Value, left: bool) -> Result<Vec<Value>, ValueError> {
        if left {
            self.left_options(g)
        } else {
            self.right_options(g)
        }
    }
}
