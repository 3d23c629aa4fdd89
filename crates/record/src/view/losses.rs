//! Detects that a run's logs have lost rows.

use super::RunView;
use crate::folder::RunFolder;
use crate::own;
use std::path::PathBuf;

impl RunView {
    /// Describes the rows that the logs have lost and the files that have changed, as far as this
    /// can be detected. The manifest counts generations, and a search writes to its logs before it
    /// writes the manifest. The newest checkpoint records a checksum of each log. The view has to
    /// have the whole history, and no process may be writing the run.
    pub fn losses(&self, folder: &RunFolder) -> Vec<String> {
        let counted = self.manifest.generations;
        let islands = self.islands.iter().map(|island| island.rows.len());
        let generations = [
            (folder.progress_path(), self.progress.len()),
            (folder.timing_path(), self.timing.len()),
            (folder.islands_path(), islands.min().unwrap_or(0)),
        ];
        let short = generations
            .into_iter()
            .filter(|(_, found)| (*found as u64) < counted);
        let short = short.map(|(path, found)| {
            let shown = path.display();
            let why = format!(
                "{shown} has {found} of the {counted} generations that manifest.json counts"
            );
            (path, why)
        });
        let others = [
            folder.operators_path(),
            folder.events_path(),
            folder.records_path(),
            folder.archive_path(),
        ];
        let missing = others.into_iter().filter(|path| !own::exists(path));
        let missing = missing.map(|path| {
            let why = format!("{} does not exist", path.display());
            (path, why)
        });
        let elites = folder.archive_path();
        // The archive is written with each checkpoint, and the manifest after it.
        let latest = self
            .progress
            .last()
            .filter(|row| row.generation + 1 == counted);
        let held = latest.map_or(u64::from(self.manifest.best.is_some()), |row| row.elites);
        let found = self.archive.len() as u64;
        let lost = (found < held && own::exists(&elites)).then(|| {
            let shown = elites.display();
            let why = format!("{shown} has {found} of the {held} elites that progress.csv counts");
            (elites, why)
        });
        let mut losses: Vec<(PathBuf, String)> = short.chain(missing).chain(lost).collect();
        for (path, why) in folder.changes() {
            if losses.iter().all(|(known, _)| *known != path) {
                losses.push((path, why));
            }
        }
        losses.into_iter().map(|(_, why)| why).collect()
    }
}
