//! The version that a run's submitter and workers must share.

use boilingpoint_record::checkpoint;
use serde::{Deserialize, Serialize};
use std::fmt;

pub(super) const FORMAT: u32 = 4;

/// The version of the program, of its checkpoints and of its blobs. Only workers of the version
/// that submitted a run compute it, since other versions may have other results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProtocolVersion(String);

impl ProtocolVersion {
    /// The version of this program.
    pub fn current() -> ProtocolVersion {
        let program = env!("CARGO_PKG_VERSION").replace('.', "_");
        ProtocolVersion(format!("{program}-{}-{FORMAT}", checkpoint::FORMAT))
    }

    /// The version as a part of a queue's subject.
    pub fn token(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, formats) = self.0.split_once('-').unwrap_or((&self.0, ""));
        let (program, formats) = (program.replace('_', "."), formats.replace('-', "."));
        write!(f, "boilingpoint {program} (formats {formats})")
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::is_name;
    use super::*;

    #[test]
    fn a_version_can_be_part_of_a_subject() {
        let version = ProtocolVersion::current();
        assert!(is_name(version.token()));
        assert!(version.to_string().starts_with(&format!(
            "boilingpoint {} (formats ",
            env!("CARGO_PKG_VERSION")
        )));
        let old = ProtocolVersion("0_0_9-1-2".to_string());
        assert_eq!(old.to_string(), "boilingpoint 0.0.9 (formats 1.2)");
    }
}
