#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! A run on the disk: its folder, logs, checkpoints, manifest and records.
//!
//! Runs survive `kill -9` and a full disk. Whole files are replaced atomically. A resume cuts the
//! logs back to the length that the checkpoint recorded. A checkpoint carries a checksum.

pub mod asked;
#[allow(missing_docs)] // other programs see none of its names
pub mod checkpoint;
pub mod collection;
pub mod counted;
pub mod envelope;
pub mod folder;
pub mod front;
pub mod input;
pub mod manifest;
pub mod missed;
pub mod own;
pub mod quarantine;
pub mod records;
pub mod rows;
pub mod table;
pub mod view;
