//! A handle without a host: a test holds its other ends, and answers what comes out of them.

use tokio::sync::mpsc;

use crate::{handle::HostHandle, input::Input, messages::prefixes::Prefixes};
pub use crate::{
    input::{AdapterInput, Delivered, HearingInput, KeepingInput, PlaceInput, ReplyInput},
    messages::query::Query,
};

impl HostHandle {
    /// A handle with its other ends: at one comes out what is told and asked in its order, at the other what is
    /// asked beside that. This prefix stands before commands everywhere.
    #[must_use]
    pub fn with_ends(prefix: &str) -> (Self, Inputs, mpsc::UnboundedReceiver<Query>) {
        let (inputs, told) = mpsc::unbounded_channel();
        let (queries, asked) = mpsc::unbounded_channel();
        (Self { inputs, queries, prefixes: Prefixes::usual(prefix) }, Inputs(told), asked)
    }
}

/// The end at which comes out what is told and asked by a handle.
#[derive(Debug)]
pub struct Inputs(mpsc::UnboundedReceiver<Input>);

impl Inputs {
    /// Waits for the next one; `None` once all handles are gone.
    pub async fn recv(&mut self) -> Option<AdapterInput> {
        self.0.recv().await.and_then(of_adapter)
    }

    /// The next one, if it has come already.
    pub fn try_recv(&mut self) -> Option<AdapterInput> {
        self.0.try_recv().ok().and_then(of_adapter)
    }
}

/// Unwraps an item of an adapter; nothing else comes from a handle.
fn of_adapter(input: Input) -> Option<AdapterInput> {
    match input {
        Input::Adapter(input) => Some(input),
        _ => None,
    }
}
