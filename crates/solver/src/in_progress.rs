//! The set of components that are being evaluated, by which solvers of one board share the work.
//!
//! All solvers evaluate the whole board. Each begins with a different option, and finds the results
//! of the other solvers in the table. A component is *in progress* while a solver evaluates it. The
//! other solvers first try other options, and wait for the component when no other option is left
//! (the idea of ABDADA: Weill, *The ABDADA distributed minimax search algorithm*, ICCA Journal 19,
//! 1996).
//!
//! No solver waits for ever. The components that a solver has in progress form a chain: each is
//! smaller than the component before it, since it is a part of a position after moves there. The
//! solver waits only for a component below the last one of its chain. If solvers waited for each
//! other in a ring, the components would have to become smaller all the way round the ring, which
//! is impossible.

use boilingpoint_boards::canon::CanonicalKey;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The keys of the components that some solver is evaluating.
#[derive(Default)]
pub(super) struct InProgress(Mutex<FxHashSet<CanonicalKey>>);

impl InProgress {
    fn lock(&self) -> MutexGuard<'_, FxHashSet<CanonicalKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a component as in progress; returns `false` if another solver has marked it before.
    pub fn start(&self, key: &CanonicalKey) -> bool {
        self.lock().insert(key.clone())
    }

    /// Whether some solver is evaluating the component.
    pub fn contains(&self, key: &CanonicalKey) -> bool {
        self.lock().contains(key)
    }

    /// Removes the mark of a component after its evaluation, whether or not the evaluation
    /// succeeded.
    pub fn finish(&self, key: &CanonicalKey) {
        self.lock().remove(key);
    }
}
