//! The program as a process: its exit code, its standard output and its standard error.

use crate::folders;
use std::borrow::BorrowMut;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// `boil` without input, and without the variables that change what it prints.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boil"));
    folders::without_settings(&mut command);
    command.stdin(Stdio::null());
    command
}

/// Runs a command, which does not panic.
pub fn ended(mut command: impl BorrowMut<Command>) -> (i32, String, String) {
    ended_with(command.borrow_mut(), "")
}

/// Runs a command with this input.
pub fn ended_with(command: &mut Command, input: &str) -> (i32, String, String) {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // The program may end before it has read everything.
        scope.spawn(move || drop(pipe.write_all(input.as_bytes())));
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap(), out, err)
}

/// Runs `boil`.
pub fn boil(args: &[&str]) -> (i32, String, String) {
    boil_with(args, "")
}

/// Runs `boil` with this input.
pub fn boil_with(args: &[&str], input: &str) -> (i32, String, String) {
    ended_with(command().args(args), input)
}

/// Runs `boil`, which succeeds: standard output.
pub fn told(args: &[&str]) -> String {
    let (code, out, err) = boil(args);
    assert_eq!(code, 0, "{args:?}: {out}{err}");
    out
}
