//! Runs a search to its end, although other processes may hand in results that cannot be true.
//!
//! A back end refuses such results ([`RunError::Refused`]) and drops its state. The run then goes
//! on from its last checkpoint, which holds nothing of these results. If results are refused again
//! and again and no checkpoint is reached, this process computes the rest itself. So no other
//! process can stop a run by its results.

use super::super::backend::{Backend, Ended, LocalBackend};
use super::super::error::RunError;
use super::Driver;
use boilingpoint_record::rows::GenerationRows;

/// The number of refusals without a checkpoint between them after which this process computes the
/// rest of the run.
const MOST_REFUSED: u64 = 3;

impl Driver {
    /// Like [`Driver::run`], but goes on from the last checkpoint when results of other processes
    /// are refused. Returns the driver that ended the run. `notify` gets a message for each
    /// refusal.
    ///
    /// # Errors
    /// As [`Driver::run`].
    pub fn run_by(
        mut self,
        backend: &dyn Backend,
        mut watch: impl FnMut(GenerationRows),
        notify: impl Fn(&str),
    ) -> Result<(Driver, Ended), RunError> {
        let (mut saved, mut refused) = (self.saved, 0);
        loop {
            let why = match self.run(&mut watch) {
                Err(RunError::Refused(why)) => why,
                ended => return Ok((self, ended?)),
            };
            refused = if self.saved > saved { 1 } else { refused + 1 };
            saved = self.saved;
            let (next, place): (&dyn Backend, &str) = match refused < MOST_REFUSED {
                true => (backend, ""),
                false => (&LocalBackend, ", in this process"),
            };
            notify(&format!(
                "warning: {why}; going on from generation {saved}{place}"
            ));
            self = self.reopened(next)?;
        }
    }

    /// The run, resumed from its last checkpoint.
    fn reopened(self, backend: &dyn Backend) -> Result<Driver, RunError> {
        let Driver {
            plan,
            counted,
            writer,
            control,
            ..
        } = self;
        let dir = writer.folder().path().to_path_buf();
        // The folder is locked as long as the writer lives.
        drop(writer);
        let resumed = Driver::resume_by(backend, &dir, control, |_| Ok::<_, RunError>(plan));
        let (driver, _) = resumed?;
        Ok(Driver { counted, ..driver })
    }
}
