//! The binary `boil`.

use boilingpoint::cli::Cli;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    Cli::parse().run()
}
