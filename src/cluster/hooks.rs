//! Functions that a process of a cluster is given.

use std::sync::Arc;

/// Whether this process is to stop.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;
/// Shows a message to the user.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;
