//! The progress with the messages that Discord sends: which messages have no end yet, and what may be kept
//! as handled because of that.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use host::MessageOutcome;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::watch;

/// From which event of which shard a message came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The shard.
    pub(super) shard: u32,
    /// Which of the shard's sessions, as [`AckTracker::session`] counts them.
    pub(super) session: u64,
    /// The event's number in that session.
    pub(super) sequence: u64,
}

/// Up to where a session may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handled {
    /// The last event of the session up to which everything has its end.
    pub(super) sequence: u64,
    /// Whether something was missed that this session would not bring again: a program that resumes it
    /// has to read back as after a new one.
    pub(super) has_gaps: bool,
}

/// The messages that were handed to the host and have no end yet.
///
/// A message is *open* from [`AckTracker::open`] until as many ends as openings have come. That of a message which
/// is only answered comes once the answer is out. The sequence
/// that may be kept for a shard never runs ahead of an open message: a program that is killed resumes
/// its session there, and Discord sends again whatever was not handled.
#[derive(Debug, Default)]
pub(super) struct AckTracker {
    state: Mutex<State>,
    /// How many ends are still to come.
    awaited: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct State {
    shards: HashMap<u32, ShardAcks>,
    messages: HashMap<u64, Open>,
    places: HashMap<u64, PlaceAcks>,
    /// The places that have come further since they were last asked for.
    moved: HashSet<u64>,
    /// How many ends are still to come.
    awaited: usize,
    /// How many open messages no resume brings again: those of sessions that are over, and those that
    /// were read back.
    orphans: usize,
    /// How many places have to be read back.
    gaps: usize,
    /// Whether the program ends, so that what the host drops comes again.
    is_stopping: bool,
}

#[derive(Debug, Default)]
struct ShardAcks {
    /// Counts the sessions, so that the numbers of one are not taken for those of another.
    session: u64,
    received: u64,
    open: BTreeSet<u64>,
    /// Events whose messages are not handed over yet.
    waiting: BTreeSet<u64>,
}

/// A message without an end.
#[derive(Debug)]
struct Open {
    /// The channel in which it was written, if it was written in one.
    channel: Option<u64>,
    /// How many ends are to come.
    ends: usize,
    /// The events that brought the message.
    events: Vec<Origin>,
    /// Whether it was read from the history.
    is_read_back: bool,
    /// Whether the host has let go of it unhandled.
    is_lost: bool,
}

#[derive(Debug, Default)]
struct PlaceAcks {
    open: BTreeSet<u64>,
    /// Those with an end that stand behind an open one.
    ended: BTreeSet<u64>,
    /// The last message up to which everything has its end.
    caught_up: u64,
}

impl AckTracker {
    /// A message is about to be handed to the host; without an origin it was read from the history.
    pub(super) fn open(&self, origin: Option<Origin>, channel: ChannelId, message: MessageId) {
        let mut state = self.state();
        state.open(origin, Some(channel.get()), message.get());
        self.count(&state);
    }

    /// Something that is no message of a channel is about to be handed to the host, as an interaction is.
    pub(super) fn open_apart(&self, origin: Origin, number: u64) {
        let mut state = self.state();
        state.open(Some(origin), None, number);
        self.count(&state);
    }

    /// A message that was handed over has its end.
    pub(super) fn ended(&self, message: u64, end: MessageOutcome) {
        let mut state = self.state();
        state.ended(message, end);
        self.count(&state);
    }

    /// The message of an event waits, and is handed over later.
    pub(super) fn waits(&self, origin: Origin) {
        let mut state = self.state();
        let shard = state.shards.entry(origin.shard).or_default();
        if shard.session == origin.session {
            shard.waiting.insert(origin.sequence);
        }
    }

    /// The message of an event was handed over, or need not be.
    pub(super) fn waits_no_more(&self, origin: Origin) {
        let mut state = self.state();
        let shard = state.shards.get_mut(&origin.shard);
        if let Some(shard) = shard.filter(|shard| shard.session == origin.session) {
            shard.waiting.remove(&origin.sequence);
        }
    }

    /// All that an event of a shard has led to was handed over, or waits.
    pub(super) fn received(&self, origin: Origin) {
        let mut state = self.state();
        let shard = state.shards.entry(origin.shard).or_default();
        if shard.session == origin.session {
            shard.received = shard.received.max(origin.sequence);
        }
    }

    /// A shard goes on with a session from this sequence.
    pub(super) fn resume(&self, shard: u32, sequence: u64) {
        self.state().shards.entry(shard).or_default().received = sequence;
    }

    /// Returns which session of a shard this is, for the origins of its events.
    pub(super) fn session(&self, shard: u32) -> u64 {
        self.state().shards.get(&shard).map_or(0, |shard| shard.session)
    }

    /// A shard has begun a new session: its events count from one again.
    pub(super) fn begin(&self, shard: u32) {
        let mut state = self.state();
        let shard = state.shards.entry(shard).or_default();
        let orphans = shard.open.len();
        *shard = ShardAcks { session: shard.session + 1, ..ShardAcks::default() };
        state.orphans += orphans;
    }

    /// The messages before a new session have to be read back: until [`AckTracker::gap_closed`] whoever
    /// resumes a session has to read back as well.
    pub(super) fn gap_opened(&self) {
        self.state().gaps += 1;
    }

    /// The gap of which [`AckTracker::gap_opened`] has told was read back.
    pub(super) fn gap_closed(&self) {
        let mut state = self.state();
        state.gaps = state.gaps.saturating_sub(1);
    }

    /// Up to where a shard's session may be kept; `None` without one.
    pub(super) fn kept(&self, shard: u32) -> Option<Handled> {
        let state = self.state();
        let has_gaps = state.orphans > 0 || state.gaps > 0;
        let shard = state.shards.get(&shard)?;
        let unhandled = [shard.open.first(), shard.waiting.first()].into_iter().flatten();
        let before = unhandled.map(|first| first - 1).min();
        let sequence = before.map_or(shard.received, |before| before.min(shard.received));
        Some(Handled { sequence, has_gaps })
    }

    /// An event cannot be handled, nor will it ever be: nothing waits for its messages.
    pub(super) fn abandoned(&self, origin: Origin) {
        let mut state = self.state();
        let messages = state.messages.iter().filter(|(_, open)| open.events.contains(&origin));
        let messages: Vec<u64> = messages.map(|(message, _)| *message).collect();
        messages.into_iter().for_each(|message| state.ended(message, MessageOutcome::Silent));
        self.count(&state);
    }

    /// The places that have come further since the last call, each with the last message up to which
    /// everything has its end.
    pub(super) fn take_caught_up(&self) -> Vec<(ChannelId, MessageId)> {
        let mut state = self.state();
        let mut moved: Vec<u64> = std::mem::take(&mut state.moved).into_iter().collect();
        moved.sort_unstable();
        let mut told = Vec::with_capacity(moved.len());
        for channel in moved {
            let Some(place) = state.places.get(&channel) else { continue };
            told.push((ChannelId::new(channel), MessageId::new(place.caught_up)));
            if place.open.is_empty() {
                state.places.remove(&channel);
            }
        }
        told
    }

    /// The program ends: what the host drops from now on was not handled.
    pub(super) fn stopping(&self) {
        self.state().is_stopping = true;
    }

    /// Completes once no more ends are to be expected.
    pub(super) async fn settled(&self) {
        // The sender is our own field, so the wait cannot fail.
        let _ = self.awaited.subscribe().wait_for(|awaited| *awaited == 0).await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, state: &State) {
        let awaited = state.awaited;
        self.awaited.send_if_modified(|count| std::mem::replace(count, awaited) != awaited);
    }
}

impl State {
    fn open(&mut self, origin: Option<Origin>, channel: Option<u64>, message: u64) {
        let open = self.messages.entry(message).or_insert_with(|| Open {
            channel,
            ends: 0,
            events: Vec::new(),
            is_read_back: false,
            is_lost: false,
        });
        self.awaited += 1;
        open.ends += 1;
        match origin {
            Some(origin) if !open.events.contains(&origin) => {
                open.events.push(origin);
                let shard = self.shards.entry(origin.shard).or_default();
                if shard.session == origin.session {
                    shard.open.insert(origin.sequence);
                } else {
                    self.orphans += 1;
                }
            }
            Some(_) => {}
            // A program that resumes the session does not read back again.
            None if !std::mem::replace(&mut open.is_read_back, true) => self.orphans += 1,
            None => {}
        }
        if let Some(channel) = channel {
            self.places.entry(channel).or_default().open.insert(message);
        }
    }

    fn ended(&mut self, message: u64, end: MessageOutcome) {
        let Some(open) = self.messages.get_mut(&message) else { return };
        // A host that ends drops what it has not handled, and after an error of the disk nobody knows:
        // in both cases the message has to come again.
        open.is_lost |=
            end == MessageOutcome::Unknown || (end == MessageOutcome::Dropped && self.is_stopping);
        open.ends = open.ends.saturating_sub(1);
        self.awaited = self.awaited.saturating_sub(1);
        if open.ends > 0 || open.is_lost {
            return;
        }
        let Some(open) = self.messages.remove(&message) else { return };
        if open.is_read_back {
            self.orphans = self.orphans.saturating_sub(1);
        }
        for Origin { shard, session, sequence } in open.events {
            match self.shards.get_mut(&shard).filter(|shard| shard.session == session) {
                Some(shard) => {
                    shard.open.remove(&sequence);
                }
                None => self.orphans = self.orphans.saturating_sub(1),
            }
        }
        if let Some(channel) = open.channel
            && let Some(place) = self.places.get_mut(&channel)
            && (place.end(message) || place.open.is_empty())
        {
            self.moved.insert(channel);
        }
    }
}

impl PlaceAcks {
    /// Notes the end of a message, and tells whether the place has come further by it.
    fn end(&mut self, message: u64) -> bool {
        self.open.remove(&message);
        self.ended.insert(message);
        let behind =
            self.open.first().map_or_else(BTreeSet::new, |open| self.ended.split_off(open));
        let before = std::mem::replace(&mut self.ended, behind);
        match before.last() {
            Some(last) if *last > self.caught_up => {
                self.caught_up = *last;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use futures_util::FutureExt as _;
    use proptest::prelude::*;

    use super::*;

    const PLACE: ChannelId = ChannelId::new(7);

    /// An event of the present session.
    fn event(progress: &AckTracker, sequence: u64) -> Origin {
        Origin { shard: 0, session: progress.session(0), sequence }
    }

    /// Up to where the session may be kept if nothing was missed; `None` if something was.
    fn kept(progress: &AckTracker) -> Option<u64> {
        let handled = progress.kept(0).expect("a session");
        (!handled.has_gaps).then_some(handled.sequence)
    }

    fn open(progress: &AckTracker, sequence: u64) {
        let origin = event(progress, sequence);
        progress.open(Some(origin), PLACE, MessageId::new(100 + sequence));
        progress.received(origin);
    }

    fn end(progress: &AckTracker, sequence: u64) {
        progress.ended(100 + sequence, MessageOutcome::Answered);
    }

    #[test]
    fn the_kept_sequence_stands_before_the_first_open_message() {
        let progress = AckTracker::default();
        progress.begin(0);
        progress.received(event(&progress, 1));
        assert_eq!(kept(&progress), Some(1));
        for sequence in [2, 3, 5] {
            open(&progress, sequence);
        }
        end(&progress, 3);
        assert_eq!(kept(&progress), Some(1));
        assert!(progress.take_caught_up().is_empty(), "the one before has no end");
        end(&progress, 2);
        assert_eq!(kept(&progress), Some(4));
        assert_eq!(progress.take_caught_up(), [(PLACE, MessageId::new(103))]);
        end(&progress, 5);
        assert_eq!(kept(&progress), Some(5));
        assert_eq!(progress.take_caught_up(), [(PLACE, MessageId::new(105))]);
        assert!(progress.take_caught_up().is_empty());
        assert!(progress.state().places.is_empty() && progress.state().messages.is_empty());
    }

    #[test]
    fn a_message_that_came_twice_needs_both_its_ends() {
        let progress = AckTracker::default();
        progress.begin(0);
        open(&progress, 2);
        open(&progress, 2);
        // The repetition is told first, while the message itself is still being written.
        progress.ended(102, MessageOutcome::Repeated);
        assert_eq!(kept(&progress), Some(1));
        end(&progress, 2);
        assert_eq!(kept(&progress), Some(2));
    }

    #[test]
    fn a_new_session_has_gaps_while_the_one_before_has_open_messages_or_a_place_is_to_be_read() {
        let progress = AckTracker::default();
        progress.begin(0);
        open(&progress, 8);
        progress.begin(0);
        progress.received(event(&progress, 1));
        assert_eq!(kept(&progress), None);
        end(&progress, 8);
        assert_eq!(kept(&progress), Some(1));
        progress.gap_opened();
        assert_eq!(kept(&progress), None);
        progress.gap_closed();
        assert_eq!(kept(&progress), Some(1));
    }

    #[test]
    fn there_is_a_gap_while_something_that_was_read_back_has_no_end() {
        let progress = AckTracker::default();
        progress.begin(0);
        progress.received(event(&progress, 1));
        // It was read twice, since a second session began meanwhile, and came by the gateway as well.
        for _ in 0..2 {
            progress.open(None, PLACE, MessageId::new(102));
        }
        open(&progress, 2);
        for end in [MessageOutcome::Answered, MessageOutcome::Repeated] {
            assert_eq!(kept(&progress), None, "a resumed session would not bring it");
            progress.ended(102, end);
        }
        assert_eq!(kept(&progress), None);
        progress.ended(102, MessageOutcome::Repeated);
        assert_eq!(kept(&progress), Some(2));
    }

    #[test]
    fn what_waits_to_be_handed_over_comes_again_unless_its_session_is_over() {
        let progress = AckTracker::default();
        progress.begin(0);
        let [first, second] = [1, 2].map(|sequence| event(&progress, sequence));
        for origin in [first, second] {
            progress.waits(origin);
            progress.received(origin);
        }
        assert_eq!(kept(&progress), Some(0));
        progress.waits_no_more(first);
        assert_eq!(kept(&progress), Some(1));
        progress.begin(0);
        progress.received(event(&progress, 7));
        assert_eq!(kept(&progress), Some(7));
        // It is handed over in the next session, which would not bring it again.
        progress.open(Some(second), PLACE, MessageId::new(102));
        progress.waits_no_more(second);
        assert_eq!(kept(&progress), None);
        end(&progress, 2);
        assert_eq!(kept(&progress), Some(7));
    }

    #[test]
    fn what_the_host_drops_at_its_end_comes_again() {
        let progress = AckTracker::default();
        progress.begin(0);
        open(&progress, 1);
        progress.ended(101, MessageOutcome::Dropped);
        assert_eq!(kept(&progress), Some(1), "too many messages of one person");
        open(&progress, 2);
        open(&progress, 3);
        progress.stopping();
        assert_eq!(progress.settled().now_or_never(), None);
        progress.ended(102, MessageOutcome::Dropped);
        progress.ended(103, MessageOutcome::Unknown);
        assert_eq!(progress.settled().now_or_never(), Some(()));
        assert_eq!(kept(&progress), Some(1));
    }

    proptest! {
        /// Whatever comes and ends in whatever order, nothing open is ever counted as handled, and once
        /// everything has its end all of it is.
        #[test]
        fn nothing_open_is_ever_kept_as_handled(
            steps in prop::collection::vec((0_u8..4, 0_usize..8, 1_u64..4), 1..200),
        ) {
            let progress = AckTracker::default();
            progress.begin(0);
            let (mut sequence, mut next) = (0, 0);
            // The open messages: where they were said, and the event of this session that brought them.
            let mut model: BTreeMap<u64, (u64, Option<u64>)> = BTreeMap::new();
            for (step, which, channel) in steps {
                let chosen = model.keys().nth(which % model.len().max(1)).copied();
                match (step, chosen) {
                    (0 | 1, _) => {
                        (sequence, next) = (sequence + 1, next + 1);
                        let origin = event(&progress, sequence);
                        progress.open(Some(origin), ChannelId::new(channel), MessageId::new(next));
                        progress.received(origin);
                        model.insert(next, (channel, Some(sequence)));
                    }
                    (2, Some(message)) => {
                        progress.ended(message, MessageOutcome::Silent);
                        model.remove(&message);
                    }
                    (3, _) if which == 0 => {
                        progress.begin(0);
                        sequence = 0;
                        model.values_mut().for_each(|(_, sequence)| *sequence = None);
                    }
                    _ => {}
                }
                match kept(&progress) {
                    None => prop_assert!(model.values().any(|(_, at)| at.is_none())),
                    Some(kept) => {
                        let first = model.values().filter_map(|(_, at)| *at).min();
                        prop_assert_eq!(kept, first.map_or(sequence, |first| first - 1));
                    }
                }
                for (place, message) in progress.take_caught_up() {
                    let open = model.iter().find(|(_, (at, _))| *at == place.get());
                    prop_assert!(open.is_none_or(|(open, _)| *open > message.get()));
                }
            }
            for message in model.keys() {
                progress.ended(*message, MessageOutcome::Answered);
            }
            prop_assert_eq!(kept(&progress), Some(sequence));
            prop_assert!(progress.state().places.values().all(|place| place.open.is_empty()));
        }
    }
}
