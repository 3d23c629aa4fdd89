//! The clock.

#[cfg(target_family = "wasm")]
use std::cell::Cell;
use std::time::{Duration, SystemTime};

#[cfg(target_family = "wasm")]
thread_local! {
    static SOURCE: Cell<fn() -> f64> = const { Cell::new(|| 0.0) };
}

/// Sets the function that tells the milliseconds since the beginning of 1970. In WebAssembly the
/// standard library has no clock, and before this call the time stands still.
#[cfg(target_family = "wasm")]
pub fn set_source(source: fn() -> f64) {
    SOURCE.set(source);
}

/// The time since a moment that does not change.
#[cfg(target_family = "wasm")]
pub fn now() -> Duration {
    Duration::try_from_secs_f64(SOURCE.get()() / 1000.0).unwrap_or_default()
}

/// The time since a moment that does not change.
#[cfg(not(target_family = "wasm"))]
pub fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// The time of day, for time stamps.
pub fn time_of_day() -> SystemTime {
    #[cfg(target_family = "wasm")]
    return SystemTime::UNIX_EPOCH + now();
    #[cfg(not(target_family = "wasm"))]
    SystemTime::now()
}
