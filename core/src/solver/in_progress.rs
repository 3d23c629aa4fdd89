//! The components that solvers of one board are evaluating, so that they share the work.
//!
//! All solvers evaluate the whole board, each beginning with a different option, and find the
//! others' results in the table. A component is *in progress* while a solver evaluates it. The
//! other solvers first try other options, and wait for the component when no other option is left
//! (the idea of ABDADA: Weill, *The ABDADA distributed minimax search algorithm*, ICCA Journal 19,
//! 1996).
//!
//! No solver waits for ever. The components that a solver has in progress form a chain, each a
//! proper part of a position below the one before, and the solver waits only for a component below
//! the last of them. In a ring of solvers that wait for each other, the components would have to
//! become smaller all the way round.

use crate::graph::canon::CanonicalKey;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The keys of the components in progress.
#[derive(Default)]
pub(super) struct InProgress(Mutex<FxHashSet<CanonicalKey>>);

impl InProgress {
    fn lock(&self) -> MutexGuard<'_, FxHashSet<CanonicalKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a component as in progress; `false` if another solver has marked it.
    pub fn start(&self, key: &CanonicalKey) -> bool {
        self.lock().insert(key.clone())
    }

    /// Whether a component is in progress.
    pub fn contains(&self, key: &CanonicalKey) -> bool {
        self.lock().contains(key)
    }

    /// Removes the mark of a component, whether or not its evaluation succeeded.
    pub fn finish(&self, key: &CanonicalKey) {
        self.lock().remove(key);
    }
}
