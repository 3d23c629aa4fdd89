//! The threads of a pool. In WebAssembly, which has none, the caller does the work.

#[cfg(not(target_family = "wasm"))]
pub(super) use rayon::ThreadPool as Threads;

/// Starts threads with stacks of this size, at most `most`; 0 means one thread per core.
///
/// # Errors
/// When the operating system cannot start the threads.
#[cfg(not(target_family = "wasm"))]
pub(super) fn start(most: usize, stack: usize) -> std::io::Result<Threads> {
    let builder = rayon::ThreadPoolBuilder::new()
        .num_threads(most)
        .stack_size(stack)
        .start_handler(move |_| boilingpoint_memory::enter(stack));
    let wanted = || match most {
        0 => "a thread per core".to_string(),
        most => format!("{most} threads"),
    };
    builder
        .build()
        .map_err(|e| std::io::Error::other(format!("cannot start {}: {e}", wanted())))
}

#[cfg(target_family = "wasm")]
pub(super) use by_caller::{Threads, start};

#[cfg(target_family = "wasm")]
mod by_caller {
    /// The thread of the caller. The global pool of `rayon` consists of it, too.
    pub struct Threads;

    pub fn start(_: usize, _: usize) -> std::io::Result<Threads> {
        Ok(Threads)
    }

    impl Threads {
        pub fn current_num_threads(&self) -> usize {
            1
        }

        pub fn install<R>(&self, work: impl FnOnce() -> R) -> R {
            work()
        }

        pub fn broadcast<R: Send>(
            &self,
            work: impl Fn(rayon::BroadcastContext<'_>) -> R + Sync,
        ) -> Vec<R> {
            rayon::broadcast(work)
        }
    }
}
