//! Functions that a process of a cluster is created with.

use std::sync::Arc;

/// Returns whether this process has to stop.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;
/// Shows a message to the user.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;
