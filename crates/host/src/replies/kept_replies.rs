//! Replies that belong to no change: they are committed alone, so that they reach their people over a
//! restart as well.

use chat::Reply;
use store::{Batch, StoreError, SyncWrite};

use crate::{
    event_loop::HostLoop,
    input::{Delivered, Input, SpeechInput},
};

impl HostLoop {
    /// Says replies once they are in the outbox, together with these marks, and in place of a reply that
    /// the platform will never take.
    pub(crate) fn tell_kept(
        &mut self,
        replies: Vec<Reply>,
        sync_state: Vec<SyncWrite>,
        instead_of: Option<Delivered>,
    ) {
        let mut replies = self.rehomed(replies, &[], None);
        self.finish_replies(None, &[], &mut replies);
        let (outgoing, outbox) = self.numbered(replies);
        let delivered = instead_of.map(Delivered::mark).into_iter().collect();
        let batch = Batch { outbox, delivered, sync_state, ..self.batch() };
        let tokens = outgoing.into_iter().map(|out| self.prepare(out, None)).collect();
        self.write(batch, move |result| Some(Input::Speech(SpeechInput::Kept(tokens, result))));
    }

    /// Replies are in the outbox, or could not be kept. Without room they are said all the same: they
    /// confirm nothing.
    pub(crate) fn reply_kept(&mut self, tokens: Vec<u64>, result: &Result<(), StoreError>) {
        match result {
            Ok(()) => {}
            Err(StoreError::NoRoom(_)) => {}
            Err(StoreError::Stopped | StoreError::Unknown) => {
                tokens.into_iter().for_each(|token| self.unsent.discard(token));
                return;
            }
            Err(error) => tracing::error!("a message could not be kept: {error}"),
        }
        tokens.into_iter().for_each(|token| self.release(token));
    }
}
