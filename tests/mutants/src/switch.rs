//! Which change is on. The copy of the workspace has this file as a crate of its own.
//!
//! `BOIL_MUTANT=17` turns change 17 on. With `BOIL_MUTANT_TRACE=FILE` none is on, and the file gets
//! the numbers of the changes whose places were reached, four bytes for each.

use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex};

/// Not read yet.
const UNREAD: u32 = u32::MAX;
/// Places are recorded.
const TRACE: u32 = u32::MAX - 1;
/// Nothing is on.
const NONE: u32 = u32::MAX - 2;

const PLACES: usize = 1 << 17;

static ON: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; PLACES] = [const { AtomicBool::new(false) }; PLACES];
static FILE: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
    let path = std::env::var_os("BOIL_MUTANT_TRACE")?;
    let file = File::options().create(true).append(true).open(path).ok()?;
    Some(Mutex::new(file))
});

/// Whether this change is on.
#[inline]
pub fn on(change: u32) -> bool {
    let on = ON.load(Ordering::Relaxed);
    if on > NONE { rare(change, on) } else { on == change }
}

#[cold]
#[inline(never)]
fn rare(change: u32, on: u32) -> bool {
    if on == TRACE {
        let reached = &REACHED[change as usize];
        if !reached.load(Ordering::Relaxed)
            && !reached.swap(true, Ordering::Relaxed)
            && let Some(file) = &*FILE
            && let Ok(mut file) = file.lock()
        {
            let _ = file.write_all(&change.to_le_bytes());
        }
        return false;
    }
    let first = if std::env::var_os("BOIL_MUTANT_TRACE").is_some() {
        TRACE
    } else {
        let text = std::env::var("BOIL_MUTANT").unwrap_or_default();
        text.parse().unwrap_or(NONE)
    };
    ON.store(first, Ordering::Relaxed);
    self::on(change)
}
