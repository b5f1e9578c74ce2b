//! The contact with the platform over restarts: what the adapter keeps, up to which message
//! each place has come, and which places are gone. All of it goes through the store's writer; nothing of
//! it keeps a game waiting, and a full disk only puts it off.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    time::Duration,
};

use chat::World as _;
use store::{Batch, Kept, LiveGame, Reader, StoreError, SyncWrite};
use table::{MessageId, Millis, Occupant, PersonId, PlaceId, Platform, ServerId};
use tokio::sync::oneshot;

use super::link::Link;
use crate::{
    base::{Base, log_unwritten},
    deadlines::timers::Timer,
    input::{Input, LinkInput},
    or_log::OrLog as _,
    places::live_place::LivePlace,
    state::committed_state::CommittedState,
};

/// The contact with the platform as it is kept over restarts.
#[derive(Debug, Default)]
pub(crate) struct SyncState {
    /// The keys under which something is kept.
    pub(crate) keys: HashSet<String>,
    /// The last message of each place up to which everything has its end.
    pub(crate) marks: BTreeMap<PlaceId, MessageId>,
    /// The same as they were when the program began.
    pub(crate) marks_at_start: BTreeMap<PlaceId, MessageId>,
    /// Marks of places in which refusals wait to be said: after a restart those messages are read again.
    pub(crate) held_back: HashMap<PlaceId, MessageId>,
    /// Places whose marks are not written yet.
    pub(crate) unwritten_marks: BTreeSet<PlaceId>,
    /// Places that are gone, or needed no more as such, which is not written yet.
    pub(crate) unwritten_gone: Vec<SyncWrite>,
    /// Whether a write of these is under way; meanwhile further ones gather.
    pub(crate) is_writing: bool,
}

impl SyncState {
    /// Returns what the store has of it.
    pub(crate) fn read(
        reader: &Reader,
        platform: Platform,
    ) -> Result<(Self, Vec<PlaceId>), StoreError> {
        let marks: BTreeMap<_, _> = reader.place_marks(platform)?.into_iter().collect();
        let keys = reader.kept(platform)?.into_iter().map(|(key, _)| key).collect();
        let sync_state = Self { keys, marks_at_start: marks.clone(), marks, ..Self::default() };
        Ok((sync_state, reader.gone_places(platform)?))
    }

    /// Returns `true` if a message is one up to which everything had its end when the program began, so that it
    /// was handled in an earlier run.
    pub(crate) fn is_past(&self, place: &PlaceId, message: &MessageId) -> bool {
        self.marks_at_start
            .get(place)
            .is_some_and(|mark| mark.platform() == message.platform() && !message.is_after(mark))
    }
}

/// The longest key of a kept text, in characters.
const MAX_KEY: usize = 200;
/// The longest kept text, in characters.
const MAX_VALUE: usize = 1 << 16;
/// How many texts are kept.
const MAX_KEYS: usize = 4_096;
/// How long a write waits that found no room on the disk.
const RETRY_PAUSE: Duration = Duration::from_secs(30);
/// How often marks are dropped that nothing needs any more.
const SWEEP_EVERY: Duration = Duration::from_secs(86_400);
/// The line in the log if any of this cannot be written.
const UNWRITTEN: &str = "what the adapter needs after a restart could not be kept";

impl Link {
    /// Reads how it was when the program last ended, and drops what nothing needs any more.
    pub(crate) fn read_sync_state(&mut self, base: &mut Base) {
        let read = SyncState::read(base.state.reader(), self.platform());
        if let Some((sync_state, gone)) = read.or_log("what adapters have kept could not be read") {
            self.sync_state = sync_state;
            gone.into_iter().for_each(|place| base.state.note_gone(place));
        }
        self.sweep_sync_state(base);
    }

    /// Keeps a text for the adapter, or forgets it.
    pub(crate) fn keep(
        &mut self,
        base: &Base,
        (key, value): (String, Option<String>),
        done: oneshot::Sender<bool>,
    ) {
        let is_short = |text: &str, most: usize| text.chars().nth(most).is_none();
        let fits = !key.is_empty()
            && is_short(&key, MAX_KEY)
            && value.as_ref().is_none_or(|value| is_short(value, MAX_VALUE))
            && (value.is_none()
                || self.sync_state.keys.contains(&key)
                || self.sync_state.keys.len() < MAX_KEYS);
        if !fits {
            tracing::error!("a text of the adapter is too long to be kept, or there are too many");
            let _ = done.send(false);
            return;
        }
        match &value {
            Some(_) => self.sync_state.keys.insert(key.clone()),
            None => self.sync_state.keys.remove(&key),
        };
        let kept = Kept { platform: self.platform(), key, value };
        let batch = Batch { sync_state: vec![SyncWrite::Keep(kept)], ..base.batch() };
        let throttle = base.store.throttle().clone();
        base.write(batch, move |result| {
            if let Err(error) = &result {
                log_unwritten(&throttle, UNWRITTEN, error);
            }
            // Most callers do not wait.
            let _ = done.send(result.is_ok());
            None
        });
    }

    /// All that the adapter has kept.
    pub(crate) fn kept(&self, base: &Base) -> Vec<(String, String)> {
        let kept = base.state.reader().kept(self.platform());
        kept.or_log("what the adapter has kept could not be read").unwrap_or_default()
    }

    /// Everything that was said in a place up to this message has its end.
    pub(crate) fn caught_up(
        &mut self,
        base: &Base,
        waits: bool,
        place: PlaceId,
        message: MessageId,
    ) {
        let known = self.sync_state.marks.get(&place);
        let is_news = known.is_none_or(|known| message.is_after(known));
        if place.platform() != self.platform() || !is_news || !base.state.is_live(&place) {
            return;
        }
        if waits {
            let held = self.sync_state.held_back.entry(place).or_insert_with(|| message.clone());
            if message.is_after(held) {
                *held = message;
            }
            return;
        }
        self.sync_state.marks.insert(place.clone(), message);
        self.sync_state.unwritten_marks.insert(place);
        self.write_sync_state(base);
    }

    /// The refusals of a place are on their way, so that nobody needs its messages again.
    pub(crate) fn let_mark_go(&mut self, base: &Base, place: &PlaceId) {
        if let Some(message) = self.sync_state.held_back.remove(place) {
            self.caught_up(base, false, place.clone(), message);
        }
    }

    /// Nothing is kept of a place any more.
    pub(crate) fn let_go_of_place(&mut self, place: &PlaceId) {
        self.sync_state.marks.remove(place);
        self.sync_state.held_back.remove(place);
        self.sync_state.unwritten_marks.remove(place);
    }

    /// Writes what has gathered, unless a write is under way.
    pub(crate) fn write_sync_state(&mut self, base: &Base) {
        let sync_state = &mut self.sync_state;
        if sync_state.is_writing
            || sync_state.unwritten_marks.is_empty() && sync_state.unwritten_gone.is_empty()
        {
            return;
        }
        let marks = std::mem::take(&mut sync_state.unwritten_marks).into_iter();
        let marks = marks.filter_map(|place| {
            let message = sync_state.marks.get(&place)?.clone();
            Some(SyncWrite::Mark(place, message))
        });
        // What is dropped goes first: a place may have got a new mark since.
        let drops = std::mem::take(&mut sync_state.unwritten_gone).into_iter();
        let writes: Vec<_> = drops.chain(marks).collect();
        sync_state.is_writing = true;
        let batch = Batch { sync_state: writes.clone(), ..base.batch() };
        base.write(batch, move |result| Some(Input::Link(LinkInput::Written(writes, result))));
    }

    /// A write of marks and of places that are gone has ended.
    pub(crate) fn sync_state_written(
        &mut self,
        base: &mut Base,
        writes: Vec<SyncWrite>,
        result: Result<(), StoreError>,
    ) {
        self.sync_state.is_writing = false;
        let Err(error) = result else { return self.write_sync_state(base) };
        log_unwritten(base.store.throttle(), UNWRITTEN, &error);
        for write in writes {
            match write {
                SyncWrite::Mark(place, _) => drop(self.sync_state.unwritten_marks.insert(place)),
                write => self.sync_state.unwritten_gone.push(write),
            }
        }
        if base.store.stopped().is_none() {
            base.set_timer(RETRY_PAUSE, Timer::SyncRetry);
        }
    }

    /// Writes what is left when the loop ends.
    pub(crate) fn write_sync_state_at_end(&mut self, base: &Base) {
        self.sync_state.is_writing = false;
        self.write_sync_state(base);
    }

    /// The places in which something may have been said about games, offers and events.
    pub(crate) fn live_places(&self, base: &Base) -> Vec<LivePlace> {
        let games = base.state.reader().live_games(self.platform());
        let mut found = Places::default();
        for game in games.or_log("the running games cannot be read").iter().flatten() {
            add_places_of(&base.state, game, &mut found);
        }
        let events = base.state.reader().live_editions(self.platform());
        for (place, server, since) in
            events.or_log("the running events cannot be read").into_iter().flatten()
        {
            if !base.state.is_gone(&place) {
                found.add(place, server.as_ref(), since);
            }
        }
        for place in self.sync_state.marks.keys() {
            if let Some(waits) = place.owner().and_then(|owner| waits_since(&base.state, &owner)) {
                found.add(place.clone(), None, waits);
            }
        }
        for place in found.0.values_mut() {
            place.after = self.sync_state.marks.get(&place.place).cloned();
        }
        let mut places: Vec<LivePlace> = found.0.into_values().collect();
        places.sort_by_key(|place| place.since);
        places
    }

    /// Drops what nothing needs any more: marks of places in which nothing goes on, and places that are gone and
    /// have no game, offer or event left.
    pub(crate) fn sweep_sync_state(&mut self, base: &mut Base) {
        base.set_timer(SWEEP_EVERY, Timer::SyncSweep);
        let places: Vec<PlaceId> = self.sync_state.marks.keys().cloned().collect();
        for place in places {
            if !base.state.is_live(&place) {
                self.sync_state.marks.remove(&place);
                self.sync_state.unwritten_marks.remove(&place);
                self.sync_state.unwritten_gone.push(SyncWrite::DropMark(place));
            }
        }
        for place in base.state.gone_places() {
            if !base.state.is_live(&place) {
                base.state.forget_gone(&place);
                self.sync_state.unwritten_gone.push(SyncWrite::DropGone(place));
            }
        }
        self.write_sync_state(base);
    }
}

impl Base {
    /// The answer to a message that has changed nothing is out: remembers that, so that it is not answered a
    /// second time, also after a restart. Nobody waits for that.
    pub(crate) fn answer_out(&self, message: MessageId) {
        let sync_state = vec![SyncWrite::Answered(message)];
        self.write_unawaited(Batch { sync_state, ..self.batch() }, UNWRITTEN);
    }
}

impl CommittedState {
    /// Returns `true` if what is said in a place may concern a game, an offer or an event that has not ended.
    pub(crate) fn is_live(&self, place: &PlaceId) -> bool {
        let reader = self.reader();
        let is_live = match place.owner() {
            Some(owner) => reader.has_open_games(&owner),
            None => reader
                .is_live(place)
                .and_then(|has_games| Ok(has_games || !reader.editions_at(place)?.is_empty())),
        };
        is_live.or_log("what goes on in a place cannot be read").unwrap_or(false)
    }
}

/// Adds the place of a game, and the private chats in which it is played.
fn add_places_of(state: &CommittedState, game: &LiveGame, found: &mut Places) {
    let is_gone = state.is_gone(&game.place);
    if !is_gone {
        found.add(game.place.clone(), game.server.as_ref(), game.moved);
    }
    if !is_gone && !game.at_first_ply {
        return;
    }
    let Ok(Some(whole)) = state.game(game.no) else { return };
    if is_gone || whole.position().arranging().is_some() {
        for person in whole.seats().iter().filter_map(Occupant::who) {
            found.add(person.id.private_place(), None, game.moved);
        }
    }
}

/// Since when the game of a person waits that has waited longest; `None` without one.
fn waits_since(state: &CommittedState, who: &PersonId) -> Option<Millis> {
    let open = state.reader().open_games_of(who).ok()?;
    open.iter().map(|game| game.moved).min()
}

/// The places in which something may have been said.
#[derive(Default)]
struct Places(BTreeMap<PlaceId, LivePlace>);

impl Places {
    /// Adds a place in which a game or an event has been waiting since this instant.
    fn add(&mut self, place: PlaceId, server: Option<&ServerId>, since: Millis) {
        let known = self.0.entry(place).or_insert_with_key(|place| LivePlace {
            place: place.clone(),
            server: None,
            after: None,
            since,
        });
        known.since = since.min(known.since);
        if known.server.is_none() {
            known.server = server.cloned();
        }
    }
}
