//! Detects that a run's logs have lost rows.

use super::RunView;
use crate::record::folder::RunFolder;

impl RunView {
    /// Describes the rows that the logs have lost, as far as this can be detected: the manifest
    /// counts generations, and a search writes to its logs before it writes the manifest. The view
    /// has to have the whole history, and no process may be writing the run.
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
            let path = path.display();
            format!("{path} has {found} of the {counted} generations that manifest.json counts")
        });
        let others = [
            folder.operators_path(),
            folder.events_path(),
            folder.records_path(),
            folder.archive_path(),
        ];
        let missing = others.into_iter().filter(|path| !path.exists());
        let missing = missing.map(|path| format!("{} does not exist", path.display()));
        let elites = folder.archive_path();
        let lost = self.manifest.best.is_some() && self.archive.is_empty() && elites.exists();
        let lost = lost.then(|| format!("{} is empty", elites.display()));
        short.chain(missing).chain(lost).collect()
    }
}
