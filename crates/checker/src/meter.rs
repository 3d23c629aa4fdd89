//! Limits of a check: work in steps, memory in bytes, and the depth of recursion.
//!
//! A step is one comparison, sum, option, vertex or corner that the checker looks at. A new entry
//! of a table counts as several. A checker begins each board with empty tables, so the number of
//! steps depends on the board alone.

use super::CheckError;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The greatest number of steps, if the caller sets no other: a few seconds of work.
pub(super) const MOST_STEPS: u64 = 60_000_000;
/// The greatest number of bytes, if the caller sets no other.
pub(super) const MOST_BYTES: u64 = 1 << 30;
/// The part of the memory that is the stack, and the greatest size of the stack. Pages of the stack
/// that are never touched use no memory.
const STACK_SHARE: u64 = 4;
const MOST_STACK: u64 = 1 << 28;
/// The least size of the stack. A thread needs some stack for its start.
const LEAST_STACK: u64 = 1 << 18;
/// The bytes of the stack that one level of recursion takes at most, in a build without
/// optimisation.
const LEVEL: u64 = 1 << 12;
/// The number of steps that a new entry of a table counts for, by the time it takes.
const STEPS_OF_AN_ENTRY: usize = 3;
/// The number of steps between two looks at the flag to stop.
const STEPS_TO_LOOK: u64 = 1 << 10;

/// The limits of a check.
#[derive(Clone)]
pub(super) struct Limits {
    pub(super) steps: u64,
    pub(super) bytes: u64,
    pub(super) stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// The size of the stack in bytes: a part of the memory.
    pub(super) fn stack(&self) -> u64 {
        (self.bytes / STACK_SHARE).clamp(LEAST_STACK, MOST_STACK)
    }
}

/// The steps and bytes that a check has used, with its limits.
pub(super) struct Meter {
    limits: Limits,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    depth: Cell<u64>,
}

impl Meter {
    /// A meter with the same limits that has used nothing.
    pub(super) fn anew(&self) -> Meter {
        Meter::new(self.limits.clone())
    }

    pub(super) fn new(limits: Limits) -> Meter {
        Meter {
            limits,
            steps: Cell::new(0),
            bytes: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// The number of steps so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// The number of steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.steps())
    }

    /// Counts steps. Fails if these are more than the limit, or if the flag to stop is set.
    pub(super) fn work(&self, steps: usize) -> Result<(), CheckError> {
        let before = self.steps.get();
        let after = before.saturating_add(steps as u64);
        self.steps.set(after);
        if after > self.limits.steps {
            let limit = self.limits.steps;
            return Err(CheckError::Work { limit });
        }
        match before / STEPS_TO_LOOK == after / STEPS_TO_LOOK {
            true => Ok(()),
            false => self.look_at_stop(),
        }
    }

    /// Fails if the flag to stop is set.
    pub(super) fn look_at_stop(&self) -> Result<(), CheckError> {
        match &self.limits.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(CheckError::Stopped),
            _ => Ok(()),
        }
    }

    /// Counts the work and the bytes of a new entry in a table. A table that grows keeps the old
    /// entries beside the new ones for a time, and has free places: together at most seven places
    /// for two entries.
    pub(super) fn entry(&self, bytes: usize) -> Result<(), CheckError> {
        self.work(STEPS_OF_AN_ENTRY)?;
        self.hold(bytes.saturating_mul(7) / 2)
    }

    /// Counts bytes. Fails if these are more than the limit.
    pub(super) fn hold(&self, bytes: usize) -> Result<(), CheckError> {
        let held = self.bytes.get().saturating_add(bytes as u64);
        self.bytes.set(held);
        if held > self.limits.bytes.saturating_sub(self.limits.stack()) {
            return Err(self.is_full());
        }
        Ok(())
    }

    /// Counts bytes as free again.
    pub(super) fn release(&self, bytes: usize) {
        self.bytes
            .set(self.bytes.get().saturating_sub(bytes as u64));
    }

    /// Counts a level of recursion. Fails if there are more levels than the stack holds.
    pub(super) fn descend(&self) -> Result<(), CheckError> {
        let depth = self.depth.get() + 1;
        self.depth.set(depth);
        if depth > self.limits.stack() / LEVEL {
            return Err(self.is_full());
        }
        Ok(())
    }

    /// Ends a level of recursion.
    pub(super) fn ascend(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    fn is_full(&self) -> CheckError {
        CheckError::Memory {
            limit: self.limits.bytes,
        }
    }
}
