//! Marks of done units that this process has read or stored. The first mark of a unit is never
//! replaced, so a mark need not be read again.

use super::super::blob::{BlobKind, read_card};
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The greatest number of marks that are kept.
const MOST: usize = 4096;

/// The mark of a unit that is done.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// Whether the island has skipped the epoch.
    pub(super) skipped: bool,
}

#[derive(Default)]
pub(super) struct Marks(Mutex<BTreeMap<Unit, Mark>>);

impl Marks {
    fn kept(&self) -> MutexGuard<'_, BTreeMap<Unit, Mark>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a mark. When there are too many, all are dropped.
    pub(super) fn put(&self, unit: &Unit, mark: Mark) {
        let mut kept = self.kept();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(unit.clone(), mark);
    }
}

impl Worker<'_> {
    /// The mark of an island's epoch, if it is done and was not collected before this process knew.
    pub(super) fn mark(
        &self,
        run: &str,
        epoch: u64,
        island: usize,
    ) -> Result<Option<Mark>, ClusterError> {
        let unit = Unit {
            run: run.to_string(),
            epoch,
            island,
        };
        if let Some(known) = self.marks.kept().get(&unit) {
            return Ok(Some(*known));
        }
        let key = BlobKind::Done.key(epoch, island);
        let Some(bytes) = self.store.get(run, &key)? else {
            return Ok(None);
        };
        let skipped = read_card(run, &key, &bytes)?.quarantined.is_some();
        self.marks.put(&unit, Mark { skipped });
        Ok(Some(Mark { skipped }))
    }
}
