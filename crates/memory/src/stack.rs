//! Stacks of a known size. A recursion asks [`is_deep`] before it goes deeper, and ends with a
//! verdict when little of the stack is left.

use std::cell::Cell;

/// The part of a stack, in bytes, that is kept for calls between two questions: an eighth, but at
/// most a mebibyte.
fn reserve(bytes: usize) -> usize {
    (bytes / 8).min(1 << 20)
}

thread_local! {
    /// The least address that the recursion of this thread may reach; 0 on a thread whose stack has
    /// an unknown size.
    static LEAST: Cell<usize> = const { Cell::new(0) };
}

/// The address of a variable in the frame of the caller's callee. Stacks grow downwards on all
/// systems that the program runs on.
#[inline(never)]
fn here() -> usize {
    let mark = 0u8;
    std::hint::black_box(std::ptr::from_ref(&mark)).addr()
}

/// Notes that this thread begins with a stack of `bytes` bytes.
pub fn enter(bytes: usize) {
    LEAST.set(here().saturating_sub(bytes - reserve(bytes)));
}

/// Whether little of this thread's stack is left. `false` on a thread that did not [`enter`].
#[inline]
pub fn is_deep() -> bool {
    here() < LEAST.get()
}

/// Runs `work` on a thread of its own with a stack of `bytes` bytes. Pages of the stack that are
/// never touched use no memory. In WebAssembly, which has no threads, `work` runs on the stack of
/// the module, whose size [`enter`] is told.
///
/// # Errors
/// When the operating system cannot start the thread.
pub fn with_stack<T: Send>(
    bytes: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, std::io::Error> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(bytes)
            .spawn_scoped(scope, || {
                enter(bytes);
                work()
            })?;
        match thread.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The stack of [`with_deep_stack`], in bytes.
const DEEP_STACK: usize = 64 << 20;

/// Runs `work` on a thread of its own with a stack for evaluations.
///
/// # Panics
/// When the operating system cannot start the thread.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    with_stack(DEEP_STACK, work).expect("a thread can be started")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(most: usize) -> usize {
        let frame = std::hint::black_box([0u8; 256]);
        if is_deep() || most == 0 {
            return 0;
        }
        1 + depth(most - 1) + usize::from(frame[0])
    }

    #[test]
    fn recursion_ends_before_the_stack_does() {
        let found = with_stack(1 << 20, || depth(usize::MAX)).expect("a thread");
        assert!((300..4000).contains(&found), "{found}");
        let deeper = with_stack(1 << 22, || depth(usize::MAX)).expect("a thread");
        assert!(deeper > 3 * found, "{deeper} {found}");
    }
}
