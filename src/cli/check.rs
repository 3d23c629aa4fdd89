//! `boil check`: resolves a config and prints the plan.

use super::failure::Done;
use super::search::Overrides;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Check {
    /// The config, a TOML file
    config: PathBuf,
    #[command(flatten)]
    overrides: Overrides,
}

impl Check {
    pub fn run(&self) -> Done {
        let plan = self.overrides.load(&self.config)?;
        write!(std::io::stdout().lock(), "{}", plan.to_toml())?;
        Ok(())
    }
}
