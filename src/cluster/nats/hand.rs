//! Units in hand.

use super::super::exchange::Delivery;
use super::super::unit::Unit;
use super::REQUEST;
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// How often a unit in hand is said to be alive; less than half of [`super::streams::ACK_WAIT`].
const ALIVE_EVERY: Duration = Duration::from_secs(5);

/// Says again and again that a unit is being worked on.
async fn stay_alive(message: Arc<Message>) {
    loop {
        tokio::time::sleep(ALIVE_EVERY).await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}

/// A unit that the queue has handed out.
pub(super) struct InHand {
    unit: Unit,
    message: Arc<Message>,
    alive: JoinHandle<()>,
    runtime: Handle,
}

impl InHand {
    /// The unit of a message; from now on it is said to be alive.
    pub(super) fn new(unit: Unit, message: Message, runtime: &Handle) -> InHand {
        let message = Arc::new(message);
        InHand {
            unit,
            alive: runtime.spawn(stay_alive(message.clone())),
            message,
            runtime: runtime.clone(),
        }
    }
}

impl Drop for InHand {
    fn drop(&mut self) {
        self.alive.abort();
    }
}

impl Delivery for InHand {
    fn unit(&self) -> &Unit {
        &self.unit
    }

    fn done(self: Box<Self>) {
        // if the server does not hear it, somebody gets the unit again and sees that it is done
        let ack = async { tokio::time::timeout(REQUEST, self.message.double_ack()).await };
        let _ = self.runtime.block_on(ack);
    }

    fn again(self: Box<Self>, after: Duration) {
        let after = (!after.is_zero()).then_some(after);
        let ack = self.message.ack_with(AckKind::Nak(after));
        let ack = async { tokio::time::timeout(REQUEST, ack).await };
        let _ = self.runtime.block_on(ack);
    }
}
