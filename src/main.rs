//! The binary `boil`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(boilingpoint::run_command_line(std::env::args_os()))
}
