//! The binary `boil`.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    arenas::keep_to_one();
    ExitCode::from(boilingpoint::run_command_line(std::env::args_os()))
}

/// The C library's allocator under a limit of the address space (`ulimit -v`).
#[cfg(target_os = "linux")]
mod arenas {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// The variable by which glibc limits the number of its arenas.
    const ARENAS: &str = "MALLOC_ARENA_MAX";

    /// glibc reserves 64 MiB of address space for each thread that allocates, and an allocation
    /// fails when no address space is left, however little memory is in use. So the program starts
    /// again with one arena for all threads, unless the user has set the number of arenas.
    pub fn keep_to_one() {
        if std::env::var_os(ARENAS).is_some() || !address_space_is_limited() {
            return;
        }
        let Ok(program) = std::env::current_exe() else {
            return;
        };
        let mut arguments = std::env::args_os();
        let mut again = Command::new(program);
        if let Some(name) = arguments.next() {
            again.arg0(name);
        }
        // `exec` returns only if it fails. The program then keeps several arenas.
        let _ = again.args(arguments).env(ARENAS, "1").exec();
    }

    fn address_space_is_limited() -> bool {
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let mut lines = limits.lines();
        let limit = lines.find_map(|line| line.strip_prefix("Max address space"));
        limit.is_some_and(|limit| !limit.trim_start().starts_with("unlimited"))
    }
}
