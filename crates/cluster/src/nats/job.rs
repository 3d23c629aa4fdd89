//! Makes jobs from the messages of the queue.

use super::super::error::{Cause, ClusterError};
use super::super::store::{Delivery, Job, JobStore};
use super::super::unit::Unit;
use super::{AGAIN, REQUEST};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use serde_json::json;
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
    fn new(unit: Unit, message: Message, runtime: &Handle) -> NatsJob {
        let message = Arc::new(message);
        NatsJob {
            unit,
            alive: runtime.spawn(keep_alive(message.clone())),
            message,
            runtime: runtime.clone(),
        }
    }

    /// Acknowledges the message and asks for the next one in one request (`+NXT`). If the request
    /// is lost, another worker gets the unit and finds it done.
    async fn next(&self, patience: Duration) -> Result<Option<Message>, Cause> {
        let context = self.message.context.clone();
        let client = context.client();
        let Some(place) = self.message.reply.clone() else {
            return Ok(None);
        };
        let inbox = client.new_inbox();
        let mut answers = client.subscribe(inbox.clone()).await?;
        let nanos = u64::try_from(patience.as_nanos()).unwrap_or(u64::MAX);
        let ask = format!("+NXT {}", json!({ "batch": 1, "expires": nanos }));
        client.publish_with_reply(place, inbox, ask.into()).await?;
        let answer = answers.next().await;
        // An answer with a status says that there is no message.
        let message = answer.filter(|message| message.status.is_none());
        Ok(message.map(|message| Message { message, context }))
    }
}

/// Waits at most `patience` for the message of the next job.
pub(super) fn take(
    runtime: &Handle,
    patience: Duration,
    next: impl Future<Output = Result<Option<Message>, Cause>>,
) -> Result<Option<Box<dyn Job>>, ClusterError> {
    let limit = patience + REQUEST;
    let Ok(Ok(next)) = runtime.block_on(async { timeout(limit, next).await }) else {
        // The server is unreachable. The worker takes again, so a short pause is enough here.
        std::thread::sleep(AGAIN.0);
        return Ok(None);
    };
    let Some(message) = next else {
        return Ok(None);
    };
    let text = std::str::from_utf8(&message.payload).unwrap_or_default();
    match text.parse() {
        Ok(unit) => Ok(Some(Box::new(NatsJob::new(unit, message, runtime)))),
        Err(error) => {
            // The message is removed: no worker can ever process it.
            let _ = runtime.block_on(message.ack_with(AckKind::Term));
            Err(ClusterError::Unit(error))
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

    fn done_and_take(
        self: Box<Self>,
        _: &dyn JobStore,
        patience: Duration,
    ) -> Result<Option<Box<dyn Job>>, ClusterError> {
        self.alive.abort();
        take(&self.runtime, patience, self.next(patience))
    }

    fn again(self: Box<Self>, after: Duration) {
        let after = (!after.is_zero()).then_some(after);
        let ack = self.message.ack_with(AckKind::Nak(after));
        let ack = async { timeout(REQUEST, ack).await };
        let _ = self.runtime.block_on(ack);
    }
}
