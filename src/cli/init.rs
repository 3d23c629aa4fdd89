//! `boil init`: writes a config to begin with.

use super::failure::{CommandResult, Failure};
use super::search::in_config;
use boilingpoint_plan::Plan;
use boilingpoint_plan::read_no_boards;
use boilingpoint_record::folder::in_command;
use clap::Args;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// A config that runs, with comments on the keys that most questions need.
const STARTER: &str = include_str!("starter.toml");

#[derive(Args, Debug)]
pub struct InitArgs {
    /// The file to write; a file that exists is not overwritten
    #[arg(default_value = "question.toml")]
    file: PathBuf,
}

impl InitArgs {
    pub fn run(&self) -> CommandResult {
        let name = self.file.display().to_string();
        // The name of the file becomes the name of the run folder, so it may be refused.
        Plan::resolve(&name, STARTER.as_bytes(), &[], read_no_boards).map_err(|e| in_config(&e))?;
        let mut file = File::create_new(&self.file).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::input(format!(
                "{name} exists; give another name, as in `boil init FILE`"
            )),
            _ => Failure::input(format!("cannot write {name}: {error}")),
        })?;
        file.write_all(STARTER.as_bytes())
            .map_err(|error| Failure::input(format!("cannot write {name}: {error}")))?;
        let word = in_command(&self.file);
        print_result!("{name} is written; to run it: boil search {word}")?;
        Ok(())
    }
}
