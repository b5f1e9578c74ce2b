//! The memory of what was heard: the messages that were handled last, and the refusals of those that were read back late.

use chat::{Incoming, InternalError};

use super::{late::LateRefusals, recent::RecentIds};
use crate::{
    connection::sync_state::SyncState, host_event::MessageOutcome, queues::work::WorkStep,
    state::committed_state::CommittedState,
};

/// The messages that were heard lately.
#[derive(Debug, Default)]
pub(crate) struct Hearing {
    /// The messages that were handled last.
    pub(crate) recent: RecentIds,
    /// Refusals of messages that were read back late.
    pub(crate) late: LateRefusals,
}

impl Hearing {
    /// Says nothing to a message.
    pub(crate) fn left_silent(&mut self, message: &Incoming) -> WorkStep {
        self.recent.note_silent(&message.id, &message.place);
        WorkStep::Done(MessageOutcome::Silent)
    }

    /// Returns whether a message was handled before: in this run, by a change that is committed or an answer
    /// that is kept, or among all that was said in its place until an earlier run ended.
    pub(crate) fn was_handled(
        &self,
        state: &CommittedState,
        sync_state: &SyncState,
        message: &Incoming,
    ) -> Result<bool, InternalError> {
        Ok(self.recent.has(&message.id)
            || sync_state.is_past(&message.place, &message.id)
            || state.was_handled(&message.id)?)
    }
}
