//! Running a search: its config and plan.

pub mod config;
