//! The file of a run folder that names the run in the cluster.

use super::super::names::is_name;
use super::super::store::JobStore;
use boilingpoint_record::folder::{FileError, write_atomic};
use boilingpoint_record::input;
use serde::{Deserialize, Serialize};
use std::path::Path;

const LINK_FILE: &str = "cluster.json";

/// The link from a folder to its run in a cluster.
#[derive(Serialize, Deserialize)]
pub(super) struct RunLink {
    /// The server's address, without user and password.
    server: String,
    run: String,
}

impl RunLink {
    /// Links a folder to a run of a store.
    pub(super) fn write(store: &dyn JobStore, run: &str, dir: &Path) -> Result<(), FileError> {
        let link = RunLink {
            server: store.server().to_string(),
            run: run.to_string(),
        };
        let path = dir.join(LINK_FILE);
        let text = serde_json::to_vec(&link);
        let mut text = text.map_err(|e| FileError::of("write", &path)(e.into()))?;
        text.push(b'\n');
        write_atomic(&path, &text)
    }
}

/// The name of a folder's run in a cluster, if it has ever been submitted.
pub fn linked_run(dir: &Path) -> Option<String> {
    let text = input::own_text(&dir.join(LINK_FILE), input::MOST_CONFIG).ok()?;
    let link: RunLink = serde_json::from_str(&text).ok()?;
    is_name(&link.run).then_some(link.run)
}
