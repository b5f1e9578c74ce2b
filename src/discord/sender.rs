//! The sending half: one queue per channel, each in order, and no queue waits for another.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{mpsc::UnboundedReceiver, watch},
    task::{Id, JoinSet},
};

use super::{
    Host, Settings,
    delivery::{Delivery, Target, target},
    inbound::SharedState,
    rest::Rest,
    signs::Sign,
};
use crate::{
    chat::Outgoing,
    host::{Clock, HostEvent, Outbox},
};

/// Sends what the host says, in a queue per channel.
pub(super) struct Sender<H> {
    delivery: Arc<Delivery<H>>,
    clock: Arc<dyn Clock>,
    /// How long what still waits is sent once the host is gone.
    grace: Duration,
    shared: Arc<SharedState>,
    signs: UnboundedReceiver<Sign>,
}

/// The queues. A target has one while something for it is on its way.
#[derive(Default)]
struct Queues {
    /// The replies that wait behind the one on its way.
    waiting: HashMap<Target, VecDeque<Outgoing>>,
    sending: JoinSet<()>,
    targets: HashMap<Id, Target>,
}

impl<H: Host> Sender<H> {
    /// Prepares the queues; nothing is sent yet.
    pub(super) fn new(
        settings: &Settings,
        clock: Arc<dyn Clock>,
        rest: Arc<Rest>,
        shared: Arc<SharedState>,
        host: H,
        signs: UnboundedReceiver<Sign>,
    ) -> Self {
        let grace = settings.pace.shutdown_grace;
        let delivery =
            Delivery::new(settings.pace, Arc::clone(&clock), rest, Arc::clone(&shared), host);
        Self { delivery: Arc::new(delivery), clock, grace, shared, signs }
    }

    /// Sends until the program stops, and then what is already on its way; or until the host is gone, and
    /// then what it has said last, for a moment.
    pub(super) async fn run(mut self, mut outbox: Outbox, mut stopped: watch::Receiver<bool>) {
        let mut queues = Queues::default();
        let (mut is_gone, mut late) = (false, self.clock.sleep(Duration::MAX));
        while !is_gone || !queues.sending.is_empty() {
            tokio::select! {
                event = outbox.recv(), if !is_gone => match event {
                    Some(HostEvent::Say(outgoing)) => self.take(&mut queues, outgoing),
                    Some(HostEvent::End { message, end }) => self.shared.ended(&message, end),
                    None => {
                        is_gone = true;
                        late = self.clock.sleep(self.grace);
                    }
                },
                Some(sign) = self.signs.recv() => tracing::trace!("a sign of life: {sign:?}"),
                () = &mut late => return,
                Some(done) = queues.sending.join_next_with_id() => {
                    let id = match done {
                        Ok((id, ())) => id,
                        Err(error) => {
                            tracing::error!("a reply could not be sent: {error}");
                            error.id()
                        }
                    };
                    self.next(&mut queues, id);
                }
                _ = stopped.wait_for(|stopped| *stopped) => break,
            }
        }
        while queues.sending.join_next().await.is_some() {}
    }

    /// Puts a reply into its queue, or sends it at once if nothing is on its way there.
    fn take(&self, queues: &mut Queues, outgoing: Outgoing) {
        let Some(target) = target(&outgoing.reply.place) else {
            // The page's replies in a database that both adapters use: they wait for the page.
            tracing::debug!("a reply for {} is not for Discord", outgoing.reply.place);
            return;
        };
        match queues.waiting.get_mut(&target) {
            Some(waiting) => waiting.push_back(outgoing),
            None => {
                queues.waiting.insert(target, VecDeque::new());
                self.send(queues, target, outgoing);
            }
        }
    }

    /// Sends the next reply of the queue whose task is done.
    fn next(&self, queues: &mut Queues, done: Id) {
        let Some(target) = queues.targets.remove(&done) else { return };
        let waiting = queues.waiting.get_mut(&target);
        match waiting.and_then(VecDeque::pop_front) {
            Some(outgoing) => self.send(queues, target, outgoing),
            None => {
                queues.waiting.remove(&target);
            }
        }
    }

    /// Sends a reply in a task of its own.
    fn send(&self, queues: &mut Queues, target: Target, outgoing: Outgoing) {
        let delivery = Arc::clone(&self.delivery);
        let task = queues.sending.spawn(async move {
            delivery.deliver_to(target, outgoing).await;
        });
        queues.targets.insert(task.id(), target);
    }
}
