//! Work on a list, from its description.

use super::atlas::PartCounter;
use super::families::SweepWork;
use super::part::{Cause, ListWork, WorkDescription, WorkKind};
use super::scan::ScanWork;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The work that a description names, with this number of threads. The flag stops its solvers.
///
/// # Errors
/// When the description cannot be used, or the threads cannot be started.
pub fn open(
    description: &[u8],
    threads: usize,
    stop: Arc<AtomicBool>,
) -> Result<Box<dyn ListWork>, Cause> {
    let WorkDescription::<Value> {
        program: _,
        kind,
        limits,
        question,
    } = serde_json::from_slice(description)?;
    let budget = limits.budget(stop);
    let read = question;
    Ok(match kind {
        WorkKind::Atlas => {
            let question = serde_json::from_value(read)?;
            Box::new(PartCounter::new(question, &budget, threads)?)
        }
        WorkKind::Scan => {
            let question = serde_json::from_value(read)?;
            Box::new(ScanWork::new(question, &budget, threads)?)
        }
        WorkKind::Family => {
            let question = serde_json::from_value(read)?;
            Box::new(SweepWork::new(question, &budget, threads)?)
        }
    })
}
