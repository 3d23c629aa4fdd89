//! `boil signature`: one number that changes only if the program's behaviour does.

use super::failure::CommandResult;
use clap::Args;
use std::io::Write;

#[derive(Args, Debug)]
pub struct SignatureArgs {}

impl SignatureArgs {
    pub fn run(&self) -> CommandResult {
        let (number, positions) = boilingpoint_search::signature()?;
        print_note!("{positions} positions and a search of 12 generations");
        writeln!(std::io::stdout().lock(), "{number}")?;
        Ok(())
    }
}
