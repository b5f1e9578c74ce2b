//! Threads of games: opened at a message, woken, and archived at the end. A thread that is opened at a
//! message has the number of that message, so that a second try finds the first one's thread.

use std::time::Duration;

use serde_json::json;
use serenity::model::id::ChannelId;

use super::{
    Host,
    delivery::Delivery,
    payload,
    queues::{Item, Target, place},
    request::ApiCall,
    rest::RequestError,
};
use crate::{
    chat::{LostThread, NewThread, NoThread, Permission},
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
    pub(super) const NO_SUCH_MESSAGE: u64 = 10_008;
    pub(super) const NO_ACCESS: u64 = 50_001;
    pub(super) const MISSING_PERMISSIONS: u64 = 50_013;
    pub(super) const WRONG_KIND: u64 = 50_024;
    pub(super) const INVALID: u64 = 50_035;
    pub(super) const ARCHIVED: u64 = 50_083;
    pub(super) const HAS_THREAD: u64 = 160_004;
    pub(super) const LOCKED: u64 = 160_005;
    pub(super) const TOO_MANY: u64 = 160_006;
    pub(super) const TOO_MANY_NEWS: u64 = 160_007;
    pub(super) const FILTERED: u64 = 200_000;
}

impl<H: Host> Delivery<H> {
    /// Opens a thread at a message of ours, and gives its place, or why there is none; `None` where that is
    /// to be tried again by the next start.
    pub(super) async fn open_thread(
        &self,
        channel: ChannelId,
        message: u64,
        new: &NewThread,
    ) -> Option<Result<PlaceId, NoThread>> {
        // Discord opens one also where we could not write in it.
        if let Some(lacking) = self.doctor().lacks_for_threads(channel).await {
            return Some(Err(NoThread::Lacks(lacking)));
        }
        let mut opened = self.open_named(channel, message, &new.name).await;
        if opened.as_ref().is_err_and(is_of_name) {
            tracing::info!("channel {channel} refuses the name of a thread: it gets a shorter one");
            opened = self.open_named(channel, message, new.name_without_people()).await;
        }
        match opened {
            Ok(place) => Some(Ok(place)),
            Err(RequestError::WrongToken) => None,
            Err(error) => {
                tracing::warn!("channel {channel} gets no thread: {error}");
                Some(Err(why_none(&error)))
            }
        }
    }

    /// Opens a thread of this name, or finds that which is there from an earlier try.
    async fn open_named(
        &self,
        channel: ChannelId,
        message: u64,
        name: &str,
    ) -> Result<PlaceId, RequestError> {
        let call = ApiCall::OpenThread {
            channel,
            message: message.into(),
            payload: json!({ "name": name, "auto_archive_duration": ARCHIVED_AFTER }),
        };
        match self.rest().call(&call, PATIENCE).await {
            Ok(answer) => {
                let id = answer["id"].as_str().and_then(payload::snowflake);
                Ok(thread(id.unwrap_or(message)))
            }
            Err(RequestError::Refused { code: code::HAS_THREAD, .. }) => Ok(thread(message)),
            Err(error) => Err(error),
        }
    }

    /// Archives a thread. One that cannot be archived stays open until Discord does it.
    pub(super) async fn archive_thread(&self, thread: ChannelId) {
        if let Err(error) = self.rest().call(&archiving(thread, true), PATIENCE).await {
            tracing::debug!("thread {thread} is not archived: {error}");
        }
    }

    /// Wakes an archived thread that a message does not wake, which has refused the reply with `refused`.
    ///
    /// # Errors
    /// Why the reply cannot be sent there: what may pass, what is wrong with the thread, or else `refused`.
    pub(super) async fn wake_thread(
        &self,
        thread: ChannelId,
        item: &Item,
        refused: RequestError,
    ) -> Result<(), RequestError> {
        let Err(error) = self.once(&archiving(thread, false), item).await else { return Ok(()) };
        tracing::debug!("thread {thread} is not woken: {error}");
        Err(match error {
            RequestError::Refused { code, .. } if !tells_why(code) => refused,
            error => error,
        })
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

/// Whether a refusal to wake a thread says more than that it is archived.
const fn tells_why(code: u64) -> bool {
    matches!(code, code::NO_SUCH_CHANNEL | code::TOO_MANY | code::TOO_MANY_NEWS)
}

/// Whether a thread was refused for what is in its name, as far as Discord says so.
fn is_of_name(error: &RequestError) -> bool {
    matches!(error, RequestError::Refused { code: code::FILTERED | code::INVALID, .. })
}

/// Why no thread could be opened.
fn why_none(error: &RequestError) -> NoThread {
    let RequestError::Refused { code, .. } = error else { return NoThread::Failed };
    match *code {
        code::NO_ACCESS => NoThread::Lacks(Permission::View),
        code::MISSING_PERMISSIONS => NoThread::Lacks(Permission::OpenThreads),
        code::TOO_MANY | code::TOO_MANY_NEWS => NoThread::Full,
        code::WRONG_KIND => NoThread::NotHere,
        code::NO_SUCH_MESSAGE => NoThread::NoMessage,
        _ => NoThread::Refused,
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
            code::TOO_MANY | code::TOO_MANY_NEWS => LostThread::Full,
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
            (400, 160_007, NoThread::Full),
            (404, 10_008, NoThread::NoMessage),
            (400, 200_000, NoThread::Refused),
            (400, 50_035, NoThread::Refused),
        ] {
            assert_eq!(why_none(&refused(status, code)), why);
        }
        assert_eq!(why_none(&RequestError::Busy(503)), NoThread::Failed);
        for (status, code, why) in [
            (404, 10_003, LostThread::Gone),
            (400, 160_005, LostThread::Locked),
            (400, 50_083, LostThread::Locked),
            (400, 160_006, LostThread::Full),
            (400, 160_007, LostThread::Full),
            (403, 50_013, LostThread::Lacks(Permission::SendInThreads)),
            (403, 0, LostThread::Closed),
        ] {
            assert_eq!(why_lost(&refused(status, code)), why);
        }
    }
}
