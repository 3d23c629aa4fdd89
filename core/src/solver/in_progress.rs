//! Several solvers at one board: who works on what.
//!
//! All of them evaluate the whole board, each beginning at another option, and find in the table
//! what the others have done. So that they do not do the same at the same time, a component that
//! one of them is at is *taken*: the others go on with other options, and wait for it when nothing
//! else is left (the idea of ABDADA: Weill, *The ABDADA distributed minimax search algorithm*,
//! ICCA Journal 19, 1996).
//!
//! Nobody waits for ever. What a solver has taken are components each below the one before, and
//! it waits only for one below all of these. So along a ring of solvers that wait for each other
//! components would have to become smaller all the way round.

use crate::graph::canon::CanonicalKey;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The components that somebody is at.
#[derive(Default)]
pub(super) struct InProgress(Mutex<FxHashSet<CanonicalKey>>);

impl InProgress {
    fn lock(&self) -> MutexGuard<'_, FxHashSet<CanonicalKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a component; `false` when somebody has it already.
    pub fn take(&self, key: &CanonicalKey) -> bool {
        self.lock().insert(key.clone())
    }

    /// Whether somebody is at it.
    pub fn is_taken(&self, key: &CanonicalKey) -> bool {
        self.lock().contains(key)
    }

    /// Gives a component back, done or not.
    pub fn give_back(&self, key: &CanonicalKey) {
        self.lock().remove(key);
    }
}
