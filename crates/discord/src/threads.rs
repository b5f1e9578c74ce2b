//! Threads of games: opened at a message, woken, and archived at the end. A thread that is opened at a
//! message has the number of that message, so that a second try finds the first one's thread.

use std::sync::Arc;

use chat::{LostThread, NewThread, NoThread, Permission};
use host::HostHandle;
use serde_json::json;
use serenity::model::id::ChannelId;
use table::{Area, MessageId, Millis, PlaceId};
use tokio::sync::mpsc::UnboundedSender;

use super::{
    catch_up::NewlyKnown,
    delivery::Delivery,
    inbound::SharedState,
    payload,
    queues::{Item, Target, place},
    request::ApiCall,
    rest::RequestError,
};
use crate::backfill_hold::BackfillKeeper;

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

/// Does what is to be done about threads with a message that Discord has, and acknowledges it.
pub(super) struct Threads {
    pub(super) host: HostHandle,
    pub(super) delivery: Arc<Delivery>,
    pub(super) gates: Arc<BackfillKeeper>,
    pub(super) shared: Arc<SharedState>,
    /// To whoever reads places back.
    pub(super) unread: UnboundedSender<NewlyKnown>,
}

/// A message of ours with which something is done about a thread.
pub(super) struct Tended {
    /// The outbox number of its reply.
    pub(super) outbox: u64,
    /// Where it stands.
    pub(super) channel: ChannelId,
    pub(super) message: MessageId,
    /// Its number on Discord, which that of a thread at it will be as well.
    pub(super) number: u64,
    /// Since when Discord has it.
    pub(super) at: Millis,
    /// Whether the reply comes from an earlier run, which may have opened the thread.
    pub(super) is_of_earlier_run: bool,
}

impl Threads {
    /// Opens a thread at a message. What is said there waits until its game lives in it; what was said in the
    /// thread of an earlier run is read then.
    pub(super) async fn open(&self, tended: Tended, new: &NewThread) {
        let thread = ChannelId::new(tended.number);
        let (door, area) = (Target::Channel(thread), Area::Place(place(Target::Channel(thread))));
        self.gates.close(door);
        self.host.hold(area.clone());
        let opened = self.delivery.open_thread(tended.channel, tended.number, new).await;
        let is_read = tended.is_of_earlier_run && matches!(opened, Some(Ok(_)));
        if is_read {
            self.shared.progress.gap_opened();
        }
        if let Some(opened) = opened {
            let Tended { outbox, message, at, .. } = tended;
            self.host.threaded(outbox, message, at, opened).await;
        }
        if is_read {
            // If nobody reads any more, the program is ending.
            let _ = self.unread.send(NewlyKnown(thread));
        } else {
            self.gates.let_through(door, thread.get().into());
            self.host.release(area);
        }
    }

    /// Archives the thread in which a message stands, unless a game lives there by now.
    pub(super) async fn close(&self, tended: Tended) {
        let Tended { outbox, channel, message, at, .. } = tended;
        let is_needed = || self.host.is_thread_needed(place(Target::Channel(channel)));
        let patience = self.delivery.pace().thread_patience;
        let call = archiving(channel, true);
        let is_free = || async { !is_needed().await };
        match self.delivery.rest().call_while(&call, patience, is_free).await {
            // A game may have come while that was on its way.
            Ok(_) if is_needed().await => self.delivery.archive(channel, false).await,
            Ok(_) | Err(RequestError::Unwanted) => {}
            Err(error) => tracing::debug!("thread {channel} is not archived: {error}"),
        }
        self.host.delivered(outbox, Some(message), at);
    }
}

impl Delivery {
    /// Opens a thread at a message of ours, and gives its place, or why there is none; `None` where that is
    /// to be tried again by the next start.
    async fn open_thread(
        &self,
        channel: ChannelId,
        message: u64,
        new: &NewThread,
    ) -> Option<Result<PlaceId, NoThread>> {
        // Discord opens one also where we could not write in it.
        if let Some(lacking) = self.probe().lacks_for_threads(channel).await {
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
            // Discord may have opened it all the same.
            Err(error) if error.is_transient() && self.has_thread(message).await? => {
                tracing::info!("channel {channel} has a thread, though no answer said so: {error}");
                Some(Ok(thread(message)))
            }
            Err(error) => {
                tracing::warn!("channel {channel} gets no thread: {error}");
                Some(Err(why_none(&error)))
            }
        }
    }

    /// Returns whether there is a thread at a message, which has the number of that. It is asked until Discord
    /// answers; `None` if it does not know our token.
    async fn has_thread(&self, message: u64) -> Option<bool> {
        let call = ApiCall::Channel(ChannelId::new(message));
        loop {
            match self.rest().call(&call, self.pace().thread_patience).await {
                Ok(_) => return Some(true),
                Err(RequestError::WrongToken) => return None,
                Err(error) if error.is_transient() => {
                    tracing::debug!("whether message {message} has a thread is not known: {error}");
                }
                Err(_) => return Some(false),
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
        match self.rest().call(&call, self.pace().thread_patience).await {
            Ok(answer) => {
                let id = answer["id"].as_str().and_then(payload::snowflake);
                Ok(thread(id.unwrap_or(message)))
            }
            Err(RequestError::Refused { code: code::HAS_THREAD, .. }) => Ok(thread(message)),
            Err(error) => Err(error),
        }
    }

    /// Archives a thread, or wakes it. One that cannot be archived stays open until Discord does it.
    pub(super) async fn archive(&self, thread: ChannelId, archived: bool) {
        let call = archiving(thread, archived);
        if let Err(error) = self.rest().call(&call, self.pace().thread_patience).await {
            tracing::debug!("thread {thread} is not archived or woken: {error}");
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

/// Returns `true` if a message was refused since its thread is archived.
pub(super) fn is_archived(error: &RequestError) -> bool {
    matches!(error, RequestError::Refused { code: code::ARCHIVED, .. })
}

/// Returns `true` if a refusal to wake a thread says more than that it is archived.
const fn tells_why(code: u64) -> bool {
    matches!(code, code::NO_SUCH_CHANNEL | code::TOO_MANY | code::TOO_MANY_NEWS)
}

/// Returns `true` if a thread was refused for what is in its name, as far as Discord says so.
fn is_of_name(error: &RequestError) -> bool {
    matches!(error, RequestError::Refused { code: code::FILTERED | code::INVALID, .. })
}

/// Returns why no thread could be opened.
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

/// Returns why a thread takes no message any more.
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
