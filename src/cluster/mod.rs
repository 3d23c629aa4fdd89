//! Many machines: workers compute the epochs of a search's islands, and a collector writes its run
//! folder.
//!
//! An island's epoch, the generations between two migrations, is a function of the island's state,
//! of the offers of its senders and of the plan. So the unit of work is *(run, epoch, island)*:
//! [`Unit`]. Its inputs are results of the epoch before; its results are a state, an offer to other
//! islands and a log. Any worker may process a unit, and two that do store the same bytes.
//!
//! Nobody hands out work, so there is no master to lose: the [`worker`] that completes a unit
//! queues the units that are ready then. Results are stored before the unit is marked as done, and
//! the unit is marked before it leaves the queue; so a worker that is killed at any instant leaves
//! nothing that another would not compute again, to the same bytes. The process that submitted the
//! run ([`collector`]) merges the logs, generation by generation, into an ordinary run folder; it
//! can be killed and resumed while the workers go on.
//!
//! NATS JetStream provides the queue, with redelivery and de-duplication, and the store (`nats`).
//! This room needs of them only a [`JobStore`], which the tests have in memory.
//!
//! What was tried and dropped: results as objects of the object store whatever their size (four
//! round trips and an ephemeral consumer for what one message holds; now only what exceeds a
//! message goes there); a watch on what is done (a consumer per collector that has to survive the
//! server; now one question for all islands of an epoch, asked again and again).
#![cfg_attr(not(feature = "cluster"), allow(dead_code))] // the client alone uses the rest

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
