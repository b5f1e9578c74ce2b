//! The gates before the places that are being read back: what is said or done in such a place meanwhile waits
//! until everything of before is known, and then goes on in its order.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serenity::model::{
    channel::Message,
    id::{ChannelId, GuildId, MessageId, UserId},
};

use super::{
    Host,
    doctor::Doctor,
    inbound::{Inbound, SharedState},
    progress::Origin,
    queues::Target,
};
use crate::{
    chat::Incoming,
    table::{Area, Platform},
};

/// How much of a place may wait for its catching up; with more of it the oldest messages are left to the
/// reading, which begins with what is older still.
const MOST_WAITING: usize = 1_000;

/// Something that the gateway has brought for the host.
#[derive(Debug)]
pub(super) enum Live {
    /// A message, with its event.
    Message(Origin, Box<Message>),
    /// An interaction as the message that it stands for. Unlike a message it is counted as open already, and
    /// no reading brings it again.
    Interaction(Doorstep, Box<Incoming>),
}

/// Where something was said or done, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doorstep {
    /// The channel, thread or private chat.
    pub(super) channel: ChannelId,
    /// Its server; `None` for a private chat.
    pub(super) server: Option<GuildId>,
    /// Whoever said or did it.
    pub(super) who: UserId,
}

impl Live {
    fn doorstep(&self) -> Doorstep {
        match self {
            Self::Message(_, message) => Doorstep {
                channel: message.channel_id,
                server: message.guild_id,
                who: message.author.id,
            },
            Self::Interaction(doorstep, _) => *doorstep,
        }
    }

    /// The event of a message.
    fn origin(&self) -> Option<Origin> {
        match self {
            Self::Message(origin, _) => Some(*origin),
            Self::Interaction(..) => None,
        }
    }
}

/// Something waits, and this does not any more.
#[derive(Debug)]
struct Waits {
    instead_of: Option<Live>,
}

/// What waits, and for what.
#[derive(Debug, Default)]
struct Gates {
    /// The shards whose places are not known yet since their session began.
    listing: HashSet<u32>,
    /// The shards that are not connected.
    away: HashSet<u32>,
    /// Whether what is due on the whole platform is held. So it is from the start of the program on.
    is_released: bool,
    /// What has come while the places were being listed.
    early: Vec<Live>,
    /// The places that are being read, with how many readings are to come and what waits behind them.
    closed: HashMap<Target, (usize, VecDeque<Live>)>,
}

impl Gates {
    /// Keeps what has to wait, and gives anything else back. Where too much waits, the first message goes,
    /// which the reading brings all the same.
    fn pass(&mut self, live: Live) -> Result<Live, Waits> {
        if !self.listing.is_empty() {
            self.early.push(live);
            return Err(Waits { instead_of: None });
        }
        let door = self.door(live.doorstep());
        match door.and_then(|door| self.closed.get_mut(&door)) {
            Some((_, waiting)) => {
                // None passes those before it: its end would count for all of them.
                let is_full = waiting.len() >= MOST_WAITING;
                let is_message = |live: &Live| live.origin().is_some();
                let first = waiting.iter().position(is_message).filter(|_| is_full);
                let instead_of = first.and_then(|first| waiting.remove(first));
                waiting.push_back(live);
                Err(Waits { instead_of })
            }
            None => Ok(live),
        }
    }

    /// The closed door before which somebody stands.
    fn door(&self, at: Doorstep) -> Option<Target> {
        let (person, channel) = (Target::Person(at.who), Target::Channel(at.channel));
        if at.server.is_none() && self.closed.contains_key(&person) {
            return Some(person);
        }
        self.closed.contains_key(&channel).then_some(channel)
    }

    /// Closes a door once more.
    fn close(&mut self, door: Target) {
        self.closed.entry(door).or_default().0 += 1;
    }

    /// One reading is over: gives what has waited, if it was the last one.
    fn open(&mut self, door: Target) -> VecDeque<Live> {
        let Some((readings, _)) = self.closed.get_mut(&door) else { return VecDeque::new() };
        *readings -= 1;
        if *readings > 0 {
            return VecDeque::new();
        }
        self.closed.remove(&door).map_or_else(VecDeque::new, |(_, waiting)| waiting)
    }

    /// The places of a shard are known: gives what has waited for that, if it was the last one.
    fn listed(&mut self, shard: u32) -> Vec<Live> {
        self.listing.remove(&shard);
        if self.listing.is_empty() { std::mem::take(&mut self.early) } else { Vec::new() }
    }

    /// Whether what is due on the platform has to wait: something may have been said that is not known.
    fn holds_all(&self) -> bool {
        !self.listing.is_empty() || !self.away.is_empty()
    }
}

/// Lets what the gateway brings through to the host, or keeps it waiting.
pub(super) struct Gatekeeper<H> {
    host: H,
    inbound: Inbound<H>,
    shared: Arc<SharedState>,
    gates: Mutex<Gates>,
}

impl<H: Host> Gatekeeper<H> {
    /// All gates are open, but what is due on the platform is held until the shards have connected.
    pub(super) fn new(host: H, inbound: Inbound<H>, shared: Arc<SharedState>) -> Self {
        Self { host, inbound, shared, gates: Mutex::default() }
    }

    /// Whoever finds out what we may do in a place, for what comes in.
    pub(super) fn doctor(&self) -> Arc<Doctor> {
        Arc::clone(&self.inbound.doctor)
    }

    /// Hands something over to the host, or lets it wait until its place has caught up.
    pub(super) fn take(&self, live: Live) {
        // The lock is held until it is handed over, so that nothing overtakes another.
        let mut gates = self.gates();
        let free = self.pass(&mut gates, live);
        self.hand_over(free);
    }

    /// Lets something wait if it has to, and gives it back otherwise. A session is kept from before those
    /// messages that wait, so that a program that is killed receives them again.
    fn pass(&self, gates: &mut Gates, live: Live) -> Option<Live> {
        let origin = live.origin();
        match gates.pass(live) {
            Ok(live) => Some(live),
            Err(Waits { instead_of }) => {
                if let Some(origin) = origin {
                    self.shared.progress.waits(origin);
                }
                if let Some(gone) = instead_of.and_then(|live| live.origin()) {
                    self.shared.progress.waits_no_more(gone);
                }
                None
            }
        }
    }

    fn hand_over(&self, all: impl IntoIterator<Item = Live>) {
        for live in all {
            match live {
                Live::Message(origin, message) => {
                    self.inbound.message(origin, &message);
                    self.shared.progress.waits_no_more(origin);
                }
                Live::Interaction(_, incoming) => self.host.receive(*incoming),
            }
        }
    }

    /// So many shards are about to connect, and no others.
    pub(super) fn shards(&self, count: u32) {
        self.change_holds(|gates| {
            gates.away = (0..count).collect();
            gates.listing.retain(|shard| *shard < count);
        });
    }

    /// A shard is about to connect, or has lost its connection: what is said meanwhile is not known.
    pub(super) fn lost(&self, shard: u32) {
        self.change_holds(|gates| {
            gates.away.insert(shard);
        });
    }

    /// A shard's session goes on, and what was said meanwhile has come.
    pub(super) fn resumed(&self, shard: u32) {
        self.change_holds(|gates| {
            gates.away.remove(&shard);
        });
    }

    /// A new session has begun on a shard: everything waits until its places are listed.
    pub(super) fn lists(&self, shard: u32) {
        self.change_holds(|gates| {
            gates.away.remove(&shard);
            gates.listing.insert(shard);
        });
    }

    /// The places of a shard are known: those that are to be read are closed, each once more, and the others
    /// let everything through.
    pub(super) fn listed(&self, shard: u32, to_read: impl Iterator<Item = Target>) {
        let mut gates = self.gates();
        to_read.for_each(|door| gates.close(door));
        let listed = gates.listed(shard).into_iter();
        self.hand_over(listed.filter_map(|live| self.pass(&mut gates, live)));
    }

    /// Lets what is said and done in a place wait until it is [let through](Self::let_through) so many times.
    pub(super) fn close(&self, door: Target) {
        self.gates().close(door);
    }

    /// Holds or releases what is due on the platform, now that the places of a shard are known.
    pub(super) fn settle(&self) {
        self.change_holds(|_| {});
    }

    /// A place was read up to this message: what has waited goes through. What was read is not handed over
    /// again.
    pub(super) fn let_through(&self, door: Target, up_to: MessageId) {
        let mut gates = self.gates();
        let is_read =
            |live: &Live| matches!(live, Live::Message(_, message) if message.id <= up_to);
        let (read, unread): (Vec<_>, Vec<_>) = gates.open(door).into_iter().partition(is_read);
        let read = read.iter().filter_map(Live::origin);
        read.for_each(|origin| self.shared.progress.waits_no_more(origin));
        self.hand_over(unread);
    }

    /// Changes what is known of the shards, and what is held accordingly.
    fn change_holds(&self, change: impl FnOnce(&mut Gates)) {
        let mut gates = self.gates();
        change(&mut gates);
        let platform = Area::Platform(Platform::Discord);
        if gates.is_released && gates.holds_all() {
            gates.is_released = false;
            self.host.hold(platform);
        } else if !gates.is_released && !gates.holds_all() {
            gates.is_released = true;
            self.host.release(platform);
        }
    }

    fn gates(&self) -> MutexGuard<'_, Gates> {
        self.gates.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        discord::raw_message::message,
        table::{MessageId as Id, Person, PersonId, PlaceId},
    };

    fn live(id: u64) -> Live {
        let author = json!({ "id": "7", "username": "ann", "discriminator": "0" });
        let raw = json!({ "id": id.to_string(), "channel_id": "5", "guild_id": "4", "author": author,
            "content": "c2-c3", "timestamp": "2026-01-01T00:00:00+00:00", "tts": false, "type": 0,
            "mentions": [], "attachments": [], "mention_everyone": false });
        let origin = Origin { shard: 0, session: 1, sequence: id };
        Live::Message(origin, Box::new(message(raw).expect("a message")))
    }

    /// What somebody asks for by an interaction.
    fn interaction(door: Doorstep) -> Live {
        let id = PersonId::new(Platform::Discord, door.who.to_string());
        let place = PlaceId::channel(Platform::Discord, door.channel.to_string());
        let who = Person { id, name: "ann".to_owned() };
        let message = Id::new(Platform::Discord, "i9");
        Live::Interaction(door, Box::new(Incoming::line(message, who, place, "board", 0)))
    }

    #[test]
    fn no_message_passes_those_that_wait_for_a_place_however_many_they_are() {
        let door = Target::Channel(ChannelId::new(5));
        let mut gates = Gates::default();
        gates.close(door);
        let most = u64::try_from(MOST_WAITING).unwrap_or(0);
        for id in 1..=most + 3 {
            let first = id.checked_sub(most).filter(|n| *n > 0);
            let Err(Waits { instead_of }) = gates.pass(live(id)) else { panic!("{id} passes") };
            assert_eq!(
                instead_of.and_then(|live| live.origin()).map(|origin| origin.sequence),
                first,
                "{id}"
            );
        }
        let waited = gates.open(door).into_iter().filter_map(|live| live.origin());
        let waited: Vec<u64> = waited.map(|origin| origin.sequence).collect();
        assert_eq!(waited, (4..=most + 3).collect::<Vec<_>>());
        assert!(gates.pass(live(most + 4)).is_ok(), "the door is open");
    }

    #[test]
    fn an_interaction_waits_behind_what_was_said_before_and_is_never_left_to_the_reading() {
        let (ann, server) = (UserId::new(7), Some(GuildId::new(4)));
        let at =
            |channel: u64, server| Doorstep { channel: ChannelId::new(channel), server, who: ann };
        let (here, private) = (at(5, server), at(9, None));
        let mut gates = Gates::default();
        gates.listing.insert(0);
        assert!(gates.pass(interaction(here)).is_err(), "it is not known which places are read");
        gates.close(Target::Channel(here.channel));
        gates.close(Target::Person(ann));
        let early = gates.listed(0);
        assert!(early.into_iter().all(|live| gates.pass(live).is_err()));
        assert!(gates.pass(interaction(at(6, server))).is_ok(), "of another place all is known");
        assert!(gates.pass(interaction(private)).is_err());
        for id in 1..=MOST_WAITING as u64 {
            assert!(gates.pass(live(id)).is_err());
        }
        let waited = gates.open(Target::Channel(here.channel));
        assert!(matches!(waited.front(), Some(Live::Interaction(..))), "{waited:?}");
        assert_eq!(waited.len(), MOST_WAITING);
        assert_eq!(gates.open(Target::Person(ann)).len(), 1);
    }
}
