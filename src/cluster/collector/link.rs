//! The file of a run folder that names the run in the cluster.

use super::super::names::is_name;
use crate::record::folder::write_atomic;
use crate::record::input;
use crate::search::RunError;
use serde::{Deserialize, Serialize};
use std::path::Path;

const LINK_FILE: &str = "cluster.json";

/// The link from a folder to its run in a cluster.
#[derive(Serialize, Deserialize)]
pub(super) struct RunLink {
    /// The server's address, without user and password.
    pub(super) server: String,
    pub(super) run: String,
}

impl RunLink {
    pub(super) fn write(&self, dir: &Path) -> Result<(), RunError> {
        let mut text = serde_json::to_vec(self).map_err(|e| RunError::Backend(e.into()))?;
        text.push(b'\n');
        Ok(write_atomic(&dir.join(LINK_FILE), &text)?)
    }
}

/// The name of a folder's run in a cluster, if it has ever been submitted.
pub fn linked_run(dir: &Path) -> Option<String> {
    let text = input::own_text(&dir.join(LINK_FILE), input::MOST_CONFIG).ok()?;
    let link: RunLink = serde_json::from_str(&text).ok()?;
    is_name(&link.run).then_some(link.run)
}
