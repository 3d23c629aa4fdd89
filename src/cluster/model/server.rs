//! The server: requests one after the other.

use super::Setting;

/// One queue of requests. As they come in the order of time, it is enough to know when the
/// last of them will be done.
pub(super) struct Server {
    bandwidth: f64,
    operations_per_second: f64,
    free_at: f64,
    busy: f64,
    bytes: f64,
}

impl Server {
    /// An idle server.
    pub(super) fn new(setting: &Setting) -> Self {
        Self {
            bandwidth: setting.bandwidth,
            operations_per_second: setting.server_operations,
            free_at: 0.0,
            busy: 0.0,
            bytes: 0.0,
        }
    }

    /// Accepts a request and returns the time at which it will be done.
    pub(super) fn serve(&mut self, now: f64, bytes: f64, operations: f64) -> f64 {
        let seconds = bytes / self.bandwidth + operations / self.operations_per_second;
        self.busy += seconds;
        self.bytes += bytes;
        self.free_at = self.free_at.max(now) + seconds;
        self.free_at
    }

    /// Seconds in which the server was busy until now.
    pub(super) fn busy_until(&self, now: f64) -> f64 {
        self.busy - (self.free_at - now).max(0.0)
    }

    /// Bytes of all requests it accepted.
    pub(super) fn bytes(&self) -> f64 {
        self.bytes
    }
}
