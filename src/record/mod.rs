//! A run on the disk: its folder, logs, checkpoints, manifest and records, written and read.
//!
//! All that is written here survives `kill -9` and a full disk: whole files are replaced
//! atomically, logs are cut back to the length that the checkpoint recorded, and a checkpoint
//! carries a checksum.

pub mod checkpoint;
pub mod collection;
pub mod envelope;
pub mod folder;
pub mod input;
pub mod manifest;
pub mod quarantine;
pub mod records;
pub mod rows;
pub(crate) mod table;
pub mod view;
