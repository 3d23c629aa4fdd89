//! Many machines: workers compute the epochs of a search's islands, and a collector writes its run
//! folder.
//!
//! An island's epoch, the generations between two migrations, is a function of the island's state,
//! of the offers of its senders and of the plan. So the unit of work is *(run, epoch, island)*:
//! [`Unit`]. Its inputs are results of the epoch before; its results are a state, an offer to other
//! islands and a log. Any worker may process a unit, and two that do store the same bytes.
//!
//! There is no master: the [`worker`] that completes a unit queues the units that are now ready.
//! Results are stored before the unit is marked as done, and the unit is marked before it leaves
//! the queue; so if a worker is killed, another one computes its unfinished units again, to the
//! same bytes. The process that submitted the run ([`collector`]) merges the logs, generation by
//! generation, into an ordinary run folder; it can be killed and resumed while workers continue.
//!
//! NATS JetStream provides the queue, with redelivery and de-duplication, and the store (`nats`).
//! This room uses them only through [`JobStore`], which the tests implement in memory.
//!
//! Tried and dropped: all results as objects of the object store (four round trips and an ephemeral
//! consumer for contents that fit into one message; now only contents larger than a message are
//! objects); a watch on finished units (it needs a consumer per collector that survives a restart
//! of the server; now a query for all islands of an epoch, repeated).
#![cfg_attr(not(feature = "cluster"), allow(dead_code))] // only the client uses the rest

mod access;
mod blob;
mod blocks;
mod cards;
pub mod collector;
mod error;
mod hooks;
mod names;
#[cfg(feature = "cluster")]
mod nats;
#[cfg(not(feature = "cluster"))]
mod no_client;
mod protocol;
mod store;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod unit;
pub mod worker;

pub use access::ServerAccess;
pub use blob::units_done;
pub use cards::{RunCard, RunStatus, WorkerCard};
pub use collector::ClusterBackend;
pub use error::ClusterError;
pub use hooks::{Notify, Stop};
#[cfg(feature = "cluster")]
pub use nats::connect;
#[cfg(not(feature = "cluster"))]
pub use no_client::connect;
pub use protocol::ProtocolVersion;
pub use store::JobStore;
pub use unit::Unit;
