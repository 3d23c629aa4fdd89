//! Makes jobs from the messages of the queue.

use super::super::store::{Delivery, Job};
use super::super::unit::Unit;
use super::REQUEST;
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The interval between two signs of life of a job; less than half of
/// [`super::streams::ACK_WAIT`].
const ALIVE_EVERY: Duration = Duration::from_secs(5);

/// A unit that the queue has delivered to this process.
pub(super) struct NatsJob {
    unit: Unit,
    message: Arc<Message>,
    alive: JoinHandle<()>,
    runtime: Handle,
}

impl NatsJob {
    /// Makes the job of a message. Until the job is dropped, it tells the server regularly that it
    /// is in progress. So the server does not deliver the unit again.
    pub(super) fn new(unit: Unit, message: Message, runtime: &Handle) -> NatsJob {
        let message = Arc::new(message);
        NatsJob {
            unit,
            alive: runtime.spawn(keep_alive(message.clone())),
            message,
            runtime: runtime.clone(),
        }
    }
}

async fn keep_alive(message: Arc<Message>) {
    loop {
        tokio::time::sleep(ALIVE_EVERY).await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}

impl Drop for NatsJob {
    fn drop(&mut self) {
        self.alive.abort();
    }
}

impl Job for NatsJob {
    fn unit(&self) -> &Unit {
        &self.unit
    }

    fn delivery(&self) -> Delivery {
        // A message without these numbers counts as delivered before, so that its unit cannot end
        // one worker after the other.
        let unknown = Delivery {
            message: 0,
            count: 2,
        };
        self.message.info().map_or(unknown, |info| Delivery {
            message: info.stream_sequence,
            count: u64::try_from(info.delivered).unwrap_or_default().max(1),
        })
    }

    fn done(self: Box<Self>) {
        // If the acknowledgement is lost, another worker gets the unit and finds it done.
        let ack = async { timeout(REQUEST, self.message.double_ack()).await };
        let _ = self.runtime.block_on(ack);
    }

    fn again(self: Box<Self>, after: Duration) {
        let after = (!after.is_zero()).then_some(after);
        let ack = self.message.ack_with(AckKind::Nak(after));
        let ack = async { timeout(REQUEST, ack).await };
        let _ = self.runtime.block_on(ack);
    }
}
