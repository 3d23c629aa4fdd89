//! Resolves a config file and the options of the command line into a plan.

use super::keys::SCHEMA;
use super::layers::{Layers, decode};
use super::reader::Reader;
use super::{ConfigError, Override, Plan, ReadBoards};
use boilingpoint_language::nearest;
use boilingpoint_record::folder::{FileError, RunFolder};
use boilingpoint_record::input::{MOST_CONFIG, named_bytes};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

impl Plan {
    /// Reads the config file at `path` and resolves it.
    ///
    /// # Errors
    /// The first mistake.
    pub fn load(
        path: &Path,
        overrides: &[Override],
        read_boards: ReadBoards,
    ) -> Result<Plan, ConfigError> {
        let (file, bytes) = read(path)?;
        let text = decode(&file, &bytes)?;
        let layers = Layers::new(&SCHEMA, &file, text, None, overrides)?;
        Plan::checked(&Reader::of_user(layers), read_boards)
    }

    /// Resolves the config with the content `bytes`. Its path `file` is used in messages, and makes
    /// the name of a run whose config has no name. A plan is a single setting, so a `[grid]` is a
    /// mistake, and so is a ruleset that is the path of a game file: only [`Plan::load`] reads it.
    ///
    /// # Errors
    /// The first mistake.
    pub fn resolve(
        file: &str,
        bytes: &[u8],
        overrides: &[Override],
        read_boards: ReadBoards,
    ) -> Result<Plan, ConfigError> {
        let text = decode(file, bytes)?;
        let layers = Layers::new(&SCHEMA, file, text, None, overrides)?;
        Plan::checked(&Reader::new(layers), read_boards)
    }

    /// Resolves the config of a run, as [`Plan::resolve`] does. It has every key that the program
    /// knew when the run began. A key that it lacks has the value by which older runs go on.
    ///
    /// # Errors
    /// The first mistake.
    pub fn resolve_of_run(
        file: &str,
        bytes: &[u8],
        overrides: &[Override],
        read_boards: ReadBoards,
    ) -> Result<Plan, ConfigError> {
        let text = decode(file, bytes)?;
        let mut layers = Layers::new(&SCHEMA, file, text, None, overrides)?;
        layers.take_values_before()?;
        Plan::checked(&Reader::new(layers), read_boards)
    }

    /// The plan of the run in a folder, by [`Plan::resolve_of_run`].
    ///
    /// # Errors
    /// The first mistake, or why the config cannot be read.
    pub fn of_run<E>(folder: &RunFolder, read_boards: ReadBoards) -> Result<Plan, E>
    where
        E: From<FileError> + From<ConfigError>,
    {
        let config = folder.config()?;
        let file = folder.config_path().display().to_string();
        Ok(Plan::resolve_of_run(
            &file,
            config.as_bytes(),
            &[],
            read_boards,
        )?)
    }

    /// Reads every key, and checks that the keys fit each other.
    pub(super) fn checked(from: &Reader, read_boards: ReadBoards) -> Result<Plan, ConfigError> {
        let mut plan = Plan::read(from);
        plan.fit_defaults(from);
        plan.fit_start();
        plan.check_carries(from);
        from.check()?;
        plan.read_start_files(from, read_boards)?;
        plan.check_together(from);
        from.check()?;
        Ok(plan)
    }
}

/// The path of a config, for messages, and its content.
pub(super) fn read(path: &Path) -> Result<(String, Vec<u8>), ConfigError> {
    let file = path.display().to_string();
    let bytes = named_bytes(path, MOST_CONFIG).map_err(|e| {
        let help = (e.kind() == ErrorKind::NotFound).then(|| similar(path));
        ConfigError::elsewhere(
            &file,
            format!("cannot read the config: {e}"),
            help.flatten(),
        )
    })?;
    Ok((file, bytes))
}

/// A question that names the config in the same folder whose name is nearest to that of a file
/// which does not exist. `None` if no name is near.
fn similar(path: &Path) -> Option<String> {
    let wanted = path.file_stem()?.to_str()?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let configs: Vec<PathBuf> = entries
        .filter_map(|entry| Some(PathBuf::from(entry.ok()?.file_name())))
        .filter(|name| name.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    let stems = configs.iter().filter_map(|name| name.file_stem()?.to_str());
    let found = format!("{}.toml", nearest(wanted, stems)?);
    let found = folder.map_or(PathBuf::from(&found), |folder| folder.join(&found));
    Some(format!("did you mean `{}`?", found.display()))
}
