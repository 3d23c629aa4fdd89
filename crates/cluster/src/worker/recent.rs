//! A cache of the things that were used most recently.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The largest number of things in a cache. The least recently used one is dropped first.
const KEPT: usize = 4;

/// Things by their names. The most recently used one is the last.
pub(super) struct Recent<T>(Mutex<Vec<(String, Arc<T>)>>);

impl<T> Recent<T> {
    pub(super) fn new() -> Recent<T> {
        Recent(Mutex::new(Vec::new()))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(String, Arc<T>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.kept().clear();
    }

    /// The thing of this name. If it is missing, `make` makes it; `make` gets the others.
    ///
    /// # Errors
    /// The errors of `make`.
    pub(super) fn get<E>(
        &self,
        name: &str,
        make: impl FnOnce(&[(String, Arc<T>)]) -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut kept = self.kept();
        let found = match kept.iter().position(|(other, _)| other == name) {
            Some(place) => kept.remove(place).1,
            None => {
                let new = Arc::new(make(&kept)?);
                if kept.len() >= KEPT {
                    kept.remove(0);
                }
                new
            }
        };
        kept.push((name.to_string(), found.clone()));
        Ok(found)
    }
}
