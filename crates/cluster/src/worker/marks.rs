//! Epochs that this process knows to be done, with the offers that islands made after them. The
//! first results of an epoch are never replaced, so they need not be read again.

use super::super::blob::{IslandBlob, epoch_key, unpack};
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use boilingpoint_search::IslandOffer;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The greatest number of epochs that are kept.
const MOST: usize = 1024;

/// An island's offer after an epoch; `None` if no other island receives it.
pub(super) type Mark = Option<Arc<IslandOffer>>;

#[derive(Default)]
pub(super) struct Marks(Mutex<BTreeMap<Unit, Mark>>);

impl Marks {
    fn kept(&self) -> MutexGuard<'_, BTreeMap<Unit, Mark>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the offer after a unit. When there are too many, the first run's oldest one is
    /// dropped.
    pub(super) fn put(&self, unit: &Unit, offer: Option<IslandOffer>) -> Mark {
        let mark = offer.map(Arc::new);
        let mut kept = self.kept();
        if kept.len() >= MOST {
            kept.pop_first();
        }
        kept.insert(unit.clone(), mark.clone());
        mark
    }
}

impl Worker<'_> {
    /// The offer after an island's epoch, if the epoch is done and was not collected before this
    /// process knew.
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
            return Ok(Some(known.clone()));
        }
        let key = epoch_key(epoch, island);
        let Some(bytes) = self.store.get(run, &key)? else {
            return Ok(None);
        };
        let blob: IslandBlob = unpack(run, &key, &bytes)?;
        Ok(Some(self.marks.put(&unit, blob.offer)))
    }
}
