//! A run on disk: its folder, checkpoints, logs and records, and the record book across runs.
//!
//! Whatever is written here survives `kill -9` and a full disk: whole files are replaced
//! atomically, logs are cut back to the length that the checkpoint recorded, and a checkpoint
//! carries a checksum. Nothing here reads a clock or the environment; times come in as text.

pub mod book;
pub mod checkpoint;
pub mod folder;
pub mod manifest;
pub mod records;
