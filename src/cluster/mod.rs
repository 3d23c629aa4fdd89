//! Many machines: the epochs of a search's islands, gone through by whoever is there.
//!
//! An island's epoch, the generations between two migrations, is a function of the island's state, of what its senders
//! offered, and of the plan. So the unit of work is *(run, island, epoch)*: [`Unit`]. Its inputs are what the previous epochs
//! left; it leaves a state, an offer to other islands and a log. Any worker may go through it, and two that do leave
//! the same. When what came of it is stored, the units that it makes ready are queued ([`worker`]); nobody
//! hands out work, so there is no master to lose. The process that submitted the run puts the logs together, generation by
//! generation, into an ordinary run folder ([`collector`]); it can be killed and started again while the others go on.
//!
//! The queue with its redelivery and de-duplication, and the store, are NATS JetStream's ([`nats`]); nothing of that is built
//! here. What this room asks of them is [`Exchange`], which tests have in memory.
//!
//! What was tried and dropped: results as objects of the object store whatever their size (four round trips and an
//! ephemeral consumer for what one message holds; now only what exceeds a message goes there); a watch on what is done
//! (a consumer per collector that has to survive the server; now one question for all islands of an epoch, asked anew).

pub mod collector;
mod exchange;
mod keys;
pub mod model;
pub mod nats;
mod parcel;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod unit;
pub mod worker;

pub use collector::Elsewhere;
pub use exchange::{Delivery, Exchange, ExchangeError, Outlook, RunCard, WorkerCard};
pub use nats::{Access, Nats};
pub use unit::{Dialect, DoneCard, Unit};
