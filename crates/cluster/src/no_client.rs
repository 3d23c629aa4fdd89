//! Replaces the cluster's client in a program built without the cargo feature `cluster`.

use super::{ClusterError, JobStore, Notify, ServerAccess, Stop};
use std::sync::Arc;
use std::time::Duration;

/// Fails. The error says how to build the program with the client.
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
