//! The file of a run folder that names its run in a cluster.

use super::super::names::is_name;
use crate::record::folder::write_atomic;
use crate::record::input;
use crate::search::RunError;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The file's name.
const LINK_FILE: &str = "cluster.json";

/// The run of a folder in a cluster.
#[derive(Serialize, Deserialize)]
pub(super) struct RunLink {
    /// The server's address, without its secrets.
    pub(super) server: String,
    /// The run's name there.
    pub(super) run: String,
}

impl RunLink {
    pub(super) fn write(&self, dir: &Path) -> Result<(), RunError> {
        let mut text = serde_json::to_vec(self).map_err(|e| RunError::Backend(e.into()))?;
        text.push(b'\n');
        Ok(write_atomic(&dir.join(LINK_FILE), &text)?)
    }
}

/// The name of a folder's run in its cluster, if it ever was in one.
pub fn linked_run(dir: &Path) -> Option<String> {
    let text = input::own_text(&dir.join(LINK_FILE), input::MOST_CONFIG).ok()?;
    let link: RunLink = serde_json::from_str(&text).ok()?;
    is_name(&link.run).then_some(link.run)
}
