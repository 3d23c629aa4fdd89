//! A program without the cluster's client: the cargo feature `cluster` compiles it.

use super::{ClusterError, JobStore, Notify, ServerAccess, Stop};
use std::sync::Arc;
use std::time::Duration;

/// Says how to build the program with the client.
///
/// # Errors
/// Always [`ClusterError::NoClient`].
pub fn connect(
    _: &ServerAccess,
    _: Duration,
    _: Stop,
    _: Notify,
) -> Result<Arc<dyn JobStore>, ClusterError> {
    Err(ClusterError::NoClient)
}
