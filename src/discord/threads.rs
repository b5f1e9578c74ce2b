//! Threads of games: opened at a message, woken, and archived at the end. A thread that is opened at a
//! message has the number of that message, so that a second try finds the first one's thread.

use std::time::Duration;

use serde_json::json;
use serenity::model::id::ChannelId;

use super::{
    Host,
    delivery::Delivery,
    payload,
    queues::{Target, place},
    request::ApiCall,
    rest::RequestError,
};
use crate::{
    chat::{LostThread, NoThread, Permission},
    table::PlaceId,
};

/// How long it is tried to open a thread, or to archive one.
const PATIENCE: Duration = Duration::from_secs(120);
/// After how many minutes without a word Discord archives a thread of ours by itself: a week, the most that
/// there is, so that a game by correspondence stays in sight.
const ARCHIVED_AFTER: u64 = 10_080;

/// Codes with which Discord refuses.
mod code {
    pub(super) const NO_SUCH_CHANNEL: u64 = 10_003;
    pub(super) const NO_ACCESS: u64 = 50_001;
    pub(super) const MISSING_PERMISSIONS: u64 = 50_013;
    pub(super) const WRONG_KIND: u64 = 50_024;
    pub(super) const ARCHIVED: u64 = 50_083;
    pub(super) const HAS_THREAD: u64 = 160_004;
    pub(super) const LOCKED: u64 = 160_005;
    pub(super) const TOO_MANY: u64 = 160_006;
}

impl<H: Host> Delivery<H> {
    /// Opens a thread at a message of ours, and gives its place, or why there is none; `None` where that is
    /// to be tried again by the next start.
    pub(super) async fn open_thread(
        &self,
        channel: ChannelId,
        message: u64,
        name: &str,
    ) -> Option<Result<PlaceId, NoThread>> {
        let call = ApiCall::OpenThread {
            channel,
            message: message.into(),
            payload: json!({ "name": name, "auto_archive_duration": ARCHIVED_AFTER }),
        };
        let error = match self.rest().call(&call, PATIENCE).await {
            Ok(answer) => {
                let id = answer["id"].as_str().and_then(payload::snowflake);
                return Some(Ok(thread(id.unwrap_or(message))));
            }
            Err(error) => error,
        };
        match error {
            RequestError::Refused { code: code::HAS_THREAD, .. } => Some(Ok(thread(message))),
            RequestError::WrongToken => None,
            error => {
                tracing::warn!("channel {channel} gets no thread: {error}");
                Some(Err(why_none(&error)))
            }
        }
    }

    /// Archives a thread. One that cannot be archived stays open until Discord does it.
    pub(super) async fn archive_thread(&self, thread: ChannelId) {
        if let Err(error) = self.rest().call(&archiving(thread, true), PATIENCE).await {
            tracing::debug!("thread {thread} is not archived: {error}");
        }
    }

    /// Wakes an archived thread that a message does not wake; whether that helped.
    pub(super) async fn wake_thread(&self, thread: ChannelId) -> bool {
        let woken = self.rest().call(&archiving(thread, false), Duration::ZERO).await;
        woken.is_ok()
    }
}

fn thread(id: u64) -> PlaceId {
    place(Target::Channel(ChannelId::new(id)))
}

fn archiving(channel: ChannelId, archived: bool) -> ApiCall {
    ApiCall::Change { channel, payload: json!({ "archived": archived }) }
}

/// Whether a message was refused since its thread is archived.
pub(super) fn is_archived(error: &RequestError) -> bool {
    matches!(error, RequestError::Refused { code: code::ARCHIVED, .. })
}

/// Why no thread could be opened.
fn why_none(error: &RequestError) -> NoThread {
    let RequestError::Refused { status, code, .. } = error else { return NoThread::Failed };
    match (*code, *status) {
        (code::NO_ACCESS, _) => NoThread::Lacks(Permission::View),
        (code::MISSING_PERMISSIONS, _) => NoThread::Lacks(Permission::OpenThreads),
        (code::TOO_MANY, _) => NoThread::Full,
        (code::WRONG_KIND, _) => NoThread::NotHere,
        _ => NoThread::Failed,
    }
}

/// Why a thread takes no message any more.
pub(super) fn why_lost(error: &RequestError) -> LostThread {
    match error {
        RequestError::Refused { code, .. } => match *code {
            code::NO_SUCH_CHANNEL => LostThread::Gone,
            code::NO_ACCESS => LostThread::Lacks(Permission::View),
            code::MISSING_PERMISSIONS => LostThread::Lacks(Permission::SendInThreads),
            code::LOCKED | code::ARCHIVED => LostThread::Locked,
            _ => LostThread::Closed,
        },
        _ => LostThread::Closed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, code: u64) -> RequestError {
        RequestError::Refused { status, code, message: String::new() }
    }

    #[test]
    fn refusals_say_what_a_thread_lacks() {
        for (status, code, why) in [
            (403, 50_013, NoThread::Lacks(Permission::OpenThreads)),
            (403, 50_001, NoThread::Lacks(Permission::View)),
            (400, 160_006, NoThread::Full),
            (400, 50_024, NoThread::NotHere),
            (404, 10_008, NoThread::Failed),
        ] {
            assert_eq!(why_none(&refused(status, code)), why);
        }
        assert_eq!(why_none(&RequestError::Busy(503)), NoThread::Failed);
        for (status, code, why) in [
            (404, 10_003, LostThread::Gone),
            (400, 160_005, LostThread::Locked),
            (400, 50_083, LostThread::Locked),
            (403, 50_013, LostThread::Lacks(Permission::SendInThreads)),
            (403, 0, LostThread::Closed),
        ] {
            assert_eq!(why_lost(&refused(status, code)), why);
        }
    }
}
