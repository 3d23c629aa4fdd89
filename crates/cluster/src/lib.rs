#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Many machines: workers compute the epochs of a search's islands, and a collector writes its run
//! folder.
//!
//! An island's epoch, the generations between two migrations, is a function of the island's state,
//! of the offers of its senders and of the plan. So the unit of work is *(run, epoch, island)*:
//! [`Unit`]. Its inputs are results of the epoch before. Its results are a state, an offer to other
//! islands and a log, in one entry of the store. The first entry of a unit is never replaced, and
//! the unit is done when it exists. Any worker may process a unit.
//!
//! There is no master: the [`worker`] that completes a unit queues the units that are now ready.
//! Results are stored before the unit leaves the queue. So if a worker is killed, another worker
//! computes the unfinished units again, with the same results. The process that submitted the run
//! ([`collector`]) merges the logs, generation by generation, into an ordinary run folder. The
//! collector can be killed and resumed while workers continue.
//!
//! NATS JetStream provides the queue, with redelivery and de-duplication, and the store (`nats`).
//! This crate uses them only through [`JobStore`], which the tests implement in memory.
//!
//! Tried and dropped:
//!
//! - Results as objects of the object store. An object takes four round trips and an ephemeral
//!   consumer. Objects of given-up uploads stay, and a collector must read the entries of an epoch
//!   to remove its objects. Now contents larger than a message are stored in pieces, each an entry.
//! - An entry for each of the state, the offer, the log and the mark that the unit is done. A unit
//!   took 16 to 20 requests in place of 7 to 9, and a skipped epoch needed names of its own, since
//!   another worker might compute it at the same time.
//! - A watch on finished units. It needs a consumer for each collector that survives a restart of
//!   the server. Now the collector repeats a query for all islands of an epoch.
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
pub use cards::{RunCard, RunStatus, RunWork, WorkerCard};
pub use collector::ClusterBackend;
pub use error::ClusterError;
pub use hooks::{Notify, Stop};
pub use names::unix_seconds;
#[cfg(feature = "cluster")]
pub use nats::connect;
#[cfg(not(feature = "cluster"))]
pub use no_client::connect;
pub use protocol::ProtocolVersion;
pub use store::JobStore;
pub use unit::Unit;
