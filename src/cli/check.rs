//! `boil check`: resolves a config and prints the plan, or the settings of its grid.

use super::failure::CommandResult;
use super::search::Overrides;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The config, a TOML file
    config: PathBuf,
    #[command(flatten)]
    overrides: Overrides,
}

impl CheckArgs {
    pub fn run(&self) -> CommandResult {
        let settings = self.overrides.load(&self.config)?;
        let mut out = std::io::stdout().lock();
        if settings.keys.is_empty() {
            write!(out, "{}", settings.settings[0].plan.to_toml())?;
        }
        if !self.overrides.compares(&settings) {
            return Ok(());
        }
        let comparison = self.overrides.comparison(settings, Path::new(""))?;
        let settings = &comparison.settings;
        for setting in settings.settings.iter().filter(|s| !s.name.is_empty()) {
            writeln!(out, "{}", setting.name)?;
        }
        let (settings, seeds) = (settings.settings.len(), comparison.seeds.len());
        let runs = settings * seeds;
        // A line that is a comment in TOML. So the whole output is valid input.
        writeln!(out, "# settings: {settings}, seeds: {seeds}, runs: {runs}")?;
        Ok(())
    }
}
