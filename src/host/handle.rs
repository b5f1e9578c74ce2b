//! The adapters' side of the host: the handle by which messages come in, and the outbox.

use tokio::sync::{mpsc, oneshot};

use super::input::Input;
use crate::{
    chat::{Incoming, Outgoing},
    table::{MessageId, Platform},
};

/// The settings of a host.
#[derive(Clone, Debug)]
pub struct HostSettings {
    /// What stands before commands in a public channel.
    pub prefix: String,
    /// The platform whose replies this host may send; others wait in the store for their own
    /// adapter.
    pub platform: Platform,
    /// How many searches run at the same time, at least 1.
    pub bot_threads: usize,
}

/// The handle by which an adapter talks to the host.
#[derive(Clone, Debug)]
pub struct HostHandle {
    pub(super) inputs: mpsc::UnboundedSender<Input>,
}

impl HostHandle {
    /// Hands a message over and returns at once; the answer, if there is one, comes as an
    /// [`Outgoing`].
    pub fn receive(&self, incoming: Incoming) {
        // A host that has stopped takes no more messages.
        let _ = self.inputs.send(Input::Message(incoming));
    }

    /// Acknowledges a reply by its outbox number: the platform has it as the message with this id,
    /// or will never take it (`None`).
    pub fn delivered(&self, outbox: u64, message: Option<MessageId>) {
        let _ = self.inputs.send(Input::Delivered(outbox, message));
    }

    /// Waits until nothing is under way: all messages handed over so far are answered, all commits
    /// and pictures are done, and no bot is thinking.
    pub async fn settled(&self) {
        let (done, wait) = oneshot::channel();
        if self.inputs.send(Input::WhenSettled(done)).is_ok() {
            let _ = wait.await;
        }
    }

    /// Lets what is under way finish, then ends the loop.
    pub async fn stop(&self) {
        let (done, wait) = oneshot::channel();
        if self.inputs.send(Input::Stop(done)).is_ok() {
            let _ = wait.await;
        }
    }
}

/// The replies of the host, in the order in which they are to be sent. A reply with an outbox number
/// comes again after every restart until it is acknowledged.
pub type Outbox = mpsc::UnboundedReceiver<Outgoing>;
