//! Catching up: after a new session, which brings nothing of what was said before it, every place in which
//! games go on is read forward from the last message that had its end there. Until a place has caught up,
//! what is said in it meanwhile waits, and so does what is due there.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use host::{Clock, HostHandle, LivePlace};
use serde_json::Value;
use serenity::model::{
    channel::Message,
    id::{ChannelId, GuildId, MessageId},
};
use table::{Area, MINUTE, Millis, PlaceId, Platform};
use tokio::sync::mpsc;

use super::{
    failure::Failure,
    inbound::{Inbound, SharedState, first_id_at},
    payload,
    queues::{Target, place, target},
    raw_message::message,
    request::ApiCall,
    rest::{RequestError, Rest},
    text,
};
use crate::backfill_hold::BackfillKeeper;

/// How many requests read back in a second; the others are for what is said now.
const READS_PER_SECOND: u32 = 5;

/// How many places are read side by side, so that one slow answer does not hold up all.
const SIDE_BY_SIDE: usize = 4;

/// How many messages come with one request; it is the most that Discord gives.
const PAGE: u8 = 100;

/// How many messages of a place are read at most.
const MOST_READ: usize = 500;

/// By how much the platform's clock, which is in the ids of messages, may be behind ours, which says when a
/// game was moved in last. What is read twice for that counts once.
const CLOCKS_DIFFER: Millis = MINUTE;

/// How often an answer may make no sense before its place is given up.
const MOST_ODD: u32 = 3;

/// How long one request is tried before its place goes to the end of the queue.
const PATIENCE: Duration = Duration::from_secs(30);

/// Reads back what was missed, while its places are held.
pub(super) struct CatchUp {
    /// The holds through which all passes that comes in.
    pub(super) gates: Arc<BackfillKeeper>,
    host: HostHandle,
    inbound: Inbound,
    shared: Arc<SharedState>,
    rest: Arc<Rest>,
    clock: Arc<dyn Clock>,
    began: mpsc::UnboundedSender<Session>,
    /// When the next request may go out.
    next_read: Mutex<Option<Instant>>,
    /// Whether the log says already that places cannot be read just now.
    reads_in_vain: AtomicBool,
}

/// A session that has begun on a shard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Session {
    pub(super) shard: u32,
    /// How many shards there are.
    pub(super) shards: u32,
}

impl Session {
    /// Returns `true` if the events of a place come with this session: those of private chats with shard 0.
    pub(super) fn brings(self, server: Option<GuildId>) -> bool {
        let shard = server.map_or(0, |id| (id.get() >> 22) % u64::from(self.shards.max(1)));
        shard == u64::from(self.shard)
    }
}

/// A thread that an earlier run has opened, and in which a game lives only now: it is to be read from its
/// beginning. Until then it is held once more, what is due there is held, and it counts as a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewlyKnown(pub(super) ChannelId);

impl NewlyKnown {
    fn reading(self) -> Reading {
        let door = Target::Channel(self.0);
        // A thread has the number of the message at which it was opened, before all that is said in it.
        let after = MessageId::new(self.0.get());
        Reading { place: place(door), door, server: None, after, read: 0, tries: 0 }
    }
}

/// A place that is to be read.
#[derive(Clone, Debug)]
struct Reading {
    place: PlaceId,
    door: Target,
    server: Option<GuildId>,
    after: MessageId,
    /// How many messages were read.
    read: usize,
    /// How often it was tried in vain.
    tries: u32,
}

/// The end, for now, of the reading of a place.
enum Outcome {
    Done,
    /// Discord has not answered: it is tried again after the others.
    Again(Reading),
}

impl CatchUp {
    /// A catching up that has nothing to read yet; [`CatchUp::run`] does it, for the sessions that the
    /// receiver gives.
    pub(super) fn new(
        host: HostHandle,
        inbound: Inbound,
        gates: Arc<BackfillKeeper>,
        shared: Arc<SharedState>,
        rest: Arc<Rest>,
        clock: Arc<dyn Clock>,
    ) -> (Arc<Self>, mpsc::UnboundedReceiver<Session>) {
        let (began, sessions) = mpsc::unbounded_channel();
        let catch_up = Self {
            gates,
            host,
            inbound,
            shared,
            rest,
            clock,
            began,
            next_read: Mutex::default(),
            reads_in_vain: AtomicBool::new(false),
        };
        (Arc::new(catch_up), sessions)
    }

    /// A new session has begun: nothing of what was said before it will come by itself.
    pub(super) fn session_began(&self, session: Session) {
        self.gates.lists(session.shard);
        // Until its places are read, whoever resumes it has to read them as well.
        self.shared.progress.gap_opened();
        // If nobody reads any more, the program is ending.
        let _ = self.began.send(session);
    }

    /// Reads for every session that begins, and `threads` from their beginning, until the adapter ends.
    pub(super) async fn run(
        self: Arc<Self>,
        mut sessions: mpsc::UnboundedReceiver<Session>,
        mut threads: mpsc::UnboundedReceiver<NewlyKnown>,
    ) {
        let mut queue: BTreeMap<u64, Reading> = BTreeMap::new();
        let mut last = 0;
        let mut reading = FuturesUnordered::new();
        loop {
            while reading.len() < SIDE_BY_SIDE
                && let Some((_, next)) = queue.pop_first()
            {
                reading.push(self.read(next));
            }
            tokio::select! {
                session = sessions.recv() => {
                    let Some(session) = session else { return };
                    for one in self.list(session).await {
                        last += 1;
                        queue.insert(last, one);
                    }
                }
                Some(thread) = threads.recv() => {
                    last += 1;
                    queue.insert(last, thread.reading());
                }
                Some(outcome) = reading.next() => {
                    if let Outcome::Again(one) = outcome {
                        last += 1;
                        queue.insert(last, one);
                    }
                }
            }
        }
    }

    /// Finds the places of a session, holds them, and lets everybody else through again.
    async fn list(&self, session: Session) -> Vec<Reading> {
        let places = self.host.live_places().await;
        let readings: Vec<Reading> = places
            .into_iter()
            .filter_map(reading)
            .filter(|reading| session.brings(reading.server))
            .collect();
        for Reading { place, .. } in &readings {
            self.host.hold(Area::Place(place.clone()));
        }
        if !readings.is_empty() {
            tracing::info!("a new session: {} places are read for what was missed", readings.len());
        }
        self.gates.listed(session.shard, readings.iter().map(|reading| reading.door));
        readings.iter().for_each(|_| self.shared.progress.gap_opened());
        self.shared.progress.gap_closed();
        self.gates.settle();
        readings
    }

    /// Reads a place to its end and lets its messages through.
    async fn read(&self, mut reading: Reading) -> Outcome {
        match self.read_on(&mut reading).await {
            Ok(()) => self.reads_in_vain.store(false, Ordering::Relaxed),
            Err(error) if self.comes_again(&mut reading, &error) => return Outcome::Again(reading),
            Err(error) => self.give_up(&reading, &error),
        }
        self.gates.let_through(reading.door, reading.after);
        self.host.release(Area::Place(reading.place));
        self.shared.progress.gap_closed();
        Outcome::Done
    }

    /// Returns `true` if a place that could not be read is tried again after the others. The log says so once
    /// for all of them.
    fn comes_again(&self, reading: &mut Reading, error: &RequestError) -> bool {
        reading.tries += 1;
        let is_odd = *error == RequestError::Odd && reading.tries >= MOST_ODD;
        if is_odd || !matches!(Failure::of(error), Failure::Later | Failure::Unsure) {
            return false;
        }
        let place = self.in_log(reading);
        if self.reads_in_vain.swap(true, Ordering::Relaxed) {
            tracing::debug!("{place} could not be read just now: {error}");
        } else {
            tracing::warn!("{place} could not be read just now: {error}");
        }
        true
    }

    /// The place of a reading as the log names it.
    fn in_log(&self, reading: &Reading) -> String {
        match (reading.door, reading.server) {
            (Target::Channel(channel), Some(_)) => format!("channel {channel}"),
            (door, _) => self.shared.in_log(door),
        }
    }

    /// Says that a place cannot be read.
    fn give_up(&self, reading: &Reading, error: &RequestError) {
        match Failure::of(error) {
            Failure::WrongToken => {}
            Failure::Gone => self.host.gone(reading.place.clone()),
            _ => {
                tracing::warn!("{}", text::cannot_read_back(&self.in_log(reading), error));
            }
        }
    }

    /// Reads a place from where its reading stands, and hands over what it finds.
    async fn read_on(&self, reading: &mut Reading) -> Result<(), RequestError> {
        let channel = self.channel(reading).await?;
        loop {
            let call = ApiCall::Messages { channel, after: Some(reading.after), limit: PAGE };
            let answer = self.call(&call).await?;
            let Value::Array(page) = answer else {
                return Err(RequestError::Odd);
            };
            let n = page.len();
            let mut messages: Vec<Message> =
                page.into_iter().filter_map(|raw| message(raw).ok()).collect();
            messages.sort_unstable_by_key(|message| message.id);
            for mut message in messages {
                // What is read back does not say its server.
                message.guild_id = reading.server;
                reading.after = reading.after.max(message.id);
                self.inbound.missed(&message);
            }
            reading.read += n;
            if n < usize::from(PAGE) {
                return Ok(());
            }
            if reading.read >= MOST_READ {
                tracing::warn!("{}", text::more_was_said(&self.in_log(reading), MOST_READ));
                return Ok(());
            }
        }
    }

    /// The channel of a place, and its server if that is not known yet.
    async fn channel(&self, reading: &mut Reading) -> Result<ChannelId, RequestError> {
        let channel = match reading.door {
            Target::Person(person) => {
                let answer = self.call(&ApiCall::OpenDm(person)).await?;
                let id = answer["id"].as_str().and_then(payload::snowflake);
                return id.map(ChannelId::new).ok_or(RequestError::Odd);
            }
            Target::Channel(channel) => channel,
        };
        if reading.server.is_none() {
            let answer = self.call(&ApiCall::Channel(channel)).await?;
            reading.server =
                answer["guild_id"].as_str().and_then(payload::snowflake).map(GuildId::new);
        }
        Ok(channel)
    }

    /// Sends a request in its turn.
    async fn call(&self, call: &ApiCall) -> Result<Value, RequestError> {
        let turn = {
            let mut next = self.next_read.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = next.map_or_else(|| self.clock.instant(), |at| at.max(self.clock.instant()));
            *next = Some(turn + Duration::from_secs(1) / READS_PER_SECOND);
            turn
        };
        self.clock.sleep_until(turn).await;
        self.rest.call(call, PATIENCE).await
    }
}

/// Returns how a place is to be read; `None` for one of another platform.
fn reading(live: LivePlace) -> Option<Reading> {
    let door = target(&live.place)?;
    let after = live.after.and_then(|id| payload::snowflake(id.key_on(Platform::Discord)?));
    let after = after.unwrap_or_else(|| first_id_at(live.since.saturating_sub(CLOCKS_DIFFER)));
    let server = live.server.and_then(|id| payload::snowflake(id.key_on(Platform::Discord)?));
    Some(Reading {
        door,
        server: server.map(GuildId::new),
        after: MessageId::new(after.max(1)),
        place: live.place,
        read: 0,
        tries: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_without_a_mark_is_read_from_a_minute_before_its_last_move() {
        const MOVED: Millis = 1_800_000_000_000;
        let after = |mark: Option<u64>, since| {
            let place = PlaceId::channel(Platform::Discord, "5");
            let after = mark.map(payload::message_id);
            let live = LivePlace { place, server: None, after, since };
            reading(live).expect("it is Discord's").after.get()
        };
        // What was said behind a clock that is half a minute late is not missed.
        let said = first_id_at(MOVED - 30_000);
        assert!(after(None, MOVED) < said && after(None, MOVED) == first_id_at(MOVED - 60_000));
        assert_eq!(after(Some(said), MOVED), said, "a mark is the platform's own");
        assert_eq!(after(None, 5), 1, "there is no id 0");
    }
}
