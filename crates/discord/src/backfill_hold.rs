//! The holds on the places that are being read back: what is said or done in such a place meanwhile waits
//! until everything of before is known, and then goes on in its order.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chat::Incoming;
use host::{Clock, HostHandle, MessageOutcome};
use serenity::model::{
    channel::Message,
    id::{ChannelId, GuildId, MessageId, UserId},
};
use table::{Area, Platform};
use tokio::runtime;

use super::{
    inbound::{Inbound, SharedState, is_handled},
    interactions::Interaction,
    queues::Target,
};
use crate::{
    ack_tracker::Origin,
    permission_probe::{Depth, PermissionProbe},
};

/// The number of messages of a place that may wait for its catching up; with more of it the oldest messages are left to the
/// reading, which begins with what is older still.
const MOST_WAITING: usize = 1_000;

/// Something that the gateway has brought for the host.
#[derive(Debug)]
pub(super) enum Live {
    /// A message, with its event.
    Message(Origin, Box<Message>),
    /// An interaction, with the message that it stands for. Unlike a message it is counted as open already, and
    /// no reading brings it again.
    Interaction(Arc<Interaction>, Box<Incoming>),
}

/// The place in which something was said or done, and the person who said or did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeldBack {
    /// The channel, thread or private chat.
    pub(super) channel: ChannelId,
    /// Its server; `None` for a private chat.
    pub(super) server: Option<GuildId>,
    /// Whoever said or did it.
    pub(super) who: UserId,
}

impl Live {
    fn held_back(&self) -> HeldBack {
        match self {
            Self::Message(_, message) => HeldBack {
                channel: message.channel_id,
                server: message.guild_id,
                who: message.author.id,
            },
            Self::Interaction(interaction, _) => interaction.held_back(),
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

/// A record of what waits, and for what.
#[derive(Debug, Default)]
struct BackfillHold {
    /// The shards whose places are not known yet since their session began.
    listing: HashSet<u32>,
    /// The shards that are not connected.
    away: HashSet<u32>,
    /// Whether what is due on the whole platform is held. So it is from the start of the program on.
    is_released: bool,
    /// The messages that have come while the places were being listed.
    early: Vec<Live>,
    /// The places that are being read, with how many readings are to come and what waits behind them.
    closed: HashMap<Target, (usize, VecDeque<Live>)>,
    /// The servers about which Discord is asked, with what no place holds any more and waits for the answer.
    unknown: HashMap<GuildId, VecDeque<Live>>,
}

/// The decision about something that no place holds.
#[derive(Debug)]
enum Passed {
    /// It goes on.
    Free(Live),
    /// It waits for what is asked about its server already.
    Waits,
    /// It waits, and somebody has to ask this about its server.
    Asks(GuildId, Depth),
}

impl BackfillHold {
    /// Keeps what has to wait, and gives anything else back. Where too much waits, the first message goes,
    /// which the reading brings all the same.
    fn pass(&mut self, live: Live) -> Result<Live, Waits> {
        if !self.listing.is_empty() {
            self.early.push(live);
            return Err(Waits { instead_of: None });
        }
        let door = self.door(live.held_back());
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

    /// The held place for which somebody waits.
    fn door(&self, at: HeldBack) -> Option<Target> {
        let (person, channel) = (Target::Person(at.who), Target::Channel(at.channel));
        if at.server.is_none() && self.closed.contains_key(&person) {
            return Some(person);
        }
        self.closed.contains_key(&channel).then_some(channel)
    }

    /// Holds a place once more.
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

    /// Keeps what has to wait until more is known of its server: what needs it, and what was said or done
    /// behind that in the same place.
    fn hold(&mut self, live: Live, needs: Option<Depth>) -> Passed {
        let HeldBack { channel, server: Some(server), .. } = live.held_back() else {
            return Passed::Free(live);
        };
        let is_there = |one: &Live| one.held_back().channel == channel;
        match (self.unknown.get_mut(&server), needs) {
            (Some(waiting), needs) if needs.is_some() || waiting.iter().any(is_there) => {
                waiting.push_back(live);
                Passed::Waits
            }
            (None, Some(depth)) => {
                self.unknown.insert(server, [live].into());
                Passed::Asks(server, depth)
            }
            _ => Passed::Free(live),
        }
    }

    /// Takes out the first that waits for what is asked about a server, if `goes` says so; nothing waits there
    /// any more once there is none.
    fn first_of(&mut self, server: GuildId, goes: impl FnOnce(&Live) -> bool) -> Option<Live> {
        let waiting = self.unknown.get_mut(&server)?;
        if waiting.is_empty() {
            self.unknown.remove(&server);
            return None;
        }
        waiting.pop_front_if(|live| goes(live))
    }

    /// Returns `true` if what is due on the platform has to wait: something may have been said that is not
    /// known.
    fn holds_all(&self) -> bool {
        !self.listing.is_empty() || !self.away.is_empty()
    }
}

/// Lets what the gateway brings through to the host, or keeps it waiting.
pub(super) struct BackfillKeeper {
    host: HostHandle,
    inbound: Inbound,
    shared: Arc<SharedState>,
    clock: Arc<dyn Clock>,
    /// Where the questions run: not on the thread of the shards, whose heartbeats they would hold up.
    runtime: runtime::Handle,
    gates: Mutex<BackfillHold>,
}

impl BackfillKeeper {
    /// No place is held, but what is due on the platform is held until the shards have connected. What has to
    /// be found out is found out where they are made.
    pub(super) fn new(
        host: HostHandle,
        inbound: Inbound,
        shared: Arc<SharedState>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let runtime = runtime::Handle::current();
        Self { host, inbound, shared, clock, runtime, gates: Mutex::default() }
    }

    /// Whoever finds out what we may do in a place, for what comes in.
    pub(super) fn probe(&self) -> Arc<PermissionProbe> {
        Arc::clone(&self.inbound.probe)
    }

    /// Hands something over to the host, or lets it wait until its place has caught up.
    pub(super) fn take(self: &Arc<Self>, live: Live) {
        // The lock is held until it is handed over, so that nothing overtakes another.
        let mut gates = self.gates();
        let free = self.pass(&mut gates, live);
        self.let_go(&mut gates, free);
    }

    /// Lets something wait if it has to, and gives it back otherwise. A session is kept from before those
    /// messages that wait, so that a program that is killed receives them again.
    fn pass(&self, gates: &mut BackfillHold, live: Live) -> Option<Live> {
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

    /// Lets go on what no place holds, or lets it wait until enough is known of its server.
    fn let_go(self: &Arc<Self>, gates: &mut BackfillHold, all: impl IntoIterator<Item = Live>) {
        for live in all {
            let (needs, origin) = (self.needs(&live), live.origin());
            match gates.hold(live, needs) {
                Passed::Free(live) => {
                    self.hand_over(live);
                    continue;
                }
                Passed::Waits => {}
                Passed::Asks(server, depth) => self.ask(server, depth),
            }
            if let Some(origin) = origin {
                self.shared.progress.waits(origin);
            }
        }
    }

    /// Returns what has to be known of its server before something is handed over: where else we may write, for
    /// what was done where we may not; who may manage it, for a message that sets something.
    fn needs(&self, live: &Live) -> Option<Depth> {
        match live {
            Live::Message(_, message) => self.inbound.needs_roles(message).then_some(Depth::Roles),
            Live::Interaction(interaction, _) => {
                let server = interaction.closed_server()?;
                let is_unknown = self.inbound.probe.is_worth_asking(server, Depth::Channels);
                is_unknown.then_some(Depth::Channels)
            }
        }
    }

    /// Finds out what a server is like, and lets go on what waits for that, in its order.
    fn ask(self: &Arc<Self>, server: GuildId, depth: Depth) {
        let (gates, probe) = (Arc::clone(self), self.probe());
        self.runtime.spawn(async move {
            // In a task of its own, so that not even a panic leaves them waiting.
            let asked = tokio::spawn(async move { probe.learn_server(server, depth).await });
            let _ = asked.await;
            gates.answered(server);
        });
    }

    fn answered(self: &Arc<Self>, server: GuildId) {
        let mut gates = self.gates();
        // It has been asked for the first, whatever came of it.
        let mut next = gates.first_of(server, |_| true);
        while let Some(live) = next {
            self.hand_over(live);
            let mut needs = None;
            next = gates.first_of(server, |live| {
                needs = self.needs(live);
                needs.is_none()
            });
            if let Some(depth) = needs {
                return self.ask(server, depth);
            }
        }
    }

    fn hand_over(&self, live: Live) {
        match live {
            Live::Message(origin, message) => {
                self.inbound.message(origin, &message);
                self.shared.progress.waits_no_more(origin);
            }
            Live::Interaction(interaction, incoming) => {
                let is_handled = is_handled("an interaction", || {
                    let at = self.shared.skew.by_discord(self.clock.now()) / 1_000;
                    let closed = interaction.closed(&self.shared.guilds, at);
                    let incoming = Incoming { closed, ..*incoming };
                    match interaction.file() {
                        Some(url) => self.inbound.receive_with(incoming, url),
                        None => self.host.receive(incoming),
                    }
                });
                if !is_handled {
                    self.shared.progress.ended(interaction.id.get(), MessageOutcome::Silent);
                }
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
    pub(super) fn listed(self: &Arc<Self>, shard: u32, to_read: impl Iterator<Item = Target>) {
        let mut gates = self.gates();
        to_read.for_each(|door| gates.close(door));
        for live in gates.listed(shard) {
            let free = self.pass(&mut gates, live);
            self.let_go(&mut gates, free);
        }
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
    pub(super) fn let_through(self: &Arc<Self>, door: Target, up_to: MessageId) {
        let mut gates = self.gates();
        let is_read =
            |live: &Live| matches!(live, Live::Message(_, message) if message.id <= up_to);
        let (read, unread): (Vec<_>, Vec<_>) = gates.open(door).into_iter().partition(is_read);
        let read = read.iter().filter_map(Live::origin);
        read.for_each(|origin| self.shared.progress.waits_no_more(origin));
        self.let_go(&mut gates, unread);
    }

    /// Changes what is known of the shards, and what is held accordingly.
    fn change_holds(&self, change: impl FnOnce(&mut BackfillHold)) {
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

    fn gates(&self) -> MutexGuard<'_, BackfillHold> {
        self.gates.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use host::{
        HostHandle, ManualClock,
        testkit::{AdapterInput, Inputs},
    };
    use serde_json::{Value, json};
    use tokio::sync::mpsc;

    use super::*;
    use crate::{DiscordToken, Settings, raw_message::message, rest::Rest};

    fn live(id: u64) -> Live {
        said(id, "c2-c3", json!([]))
    }

    /// A message with these files.
    fn said(id: u64, text: &str, files: Value) -> Live {
        let author = json!({ "id": "7", "username": "ann", "discriminator": "0" });
        let raw = json!({ "id": id.to_string(), "channel_id": "5", "guild_id": "4", "author": author,
            "content": text, "timestamp": "2026-01-01T00:00:00+00:00", "tts": false, "type": 0,
            "mentions": [], "attachments": files, "mention_everyone": false });
        Live::Message(origin(id), Box::new(message(raw).expect("a message")))
    }

    /// An event of the first session.
    fn origin(sequence: u64) -> Origin {
        Origin { shard: 0, session: 1, sequence }
    }

    /// Returns what somebody asks for by an interaction.
    fn interaction(door: HeldBack) -> Live {
        called(door, json!({ "name": "board", "type": 1 }))
    }

    /// Returns what somebody asks for by this command.
    fn called(door: HeldBack, data: Value) -> Live {
        let user = json!({ "id": door.who.to_string(), "username": "ann" });
        let raw = json!({ "id": "9", "application_id": "900", "type": 2, "token": "secret",
            "guild_id": door.server.map(|id| id.to_string()), "channel_id": door.channel.to_string(),
            "user": user, "data": data });
        let made = Interaction::read(raw, 900).expect("an interaction");
        let incoming = made.incoming().expect("a message");
        Live::Interaction(Arc::new(made), Box::new(incoming))
    }

    #[test]
    fn no_message_passes_those_that_wait_for_a_place_however_many_they_are() {
        let door = Target::Channel(ChannelId::new(5));
        let mut gates = BackfillHold::default();
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
            |channel: u64, server| HeldBack { channel: ChannelId::new(channel), server, who: ann };
        let (here, private) = (at(5, server), at(9, None));
        let mut gates = BackfillHold::default();
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

    #[test]
    fn what_needs_an_answer_about_its_server_waits_in_its_order_with_what_comes_behind_it() {
        let at = |channel: u64, server: u64| {
            let (channel, server) = (ChannelId::new(channel), GuildId::new(server));
            HeldBack { channel, server: Some(server), who: UserId::new(7) }
        };
        let (server, roles, channels) =
            (GuildId::new(4), Some(Depth::Roles), Some(Depth::Channels));
        let mut gates = BackfillHold::default();
        let is_free = |passed| matches!(passed, Passed::Free(_));
        assert!(is_free(gates.hold(live(1), None)), "nothing is asked");
        let Passed::Asks(about, Depth::Channels) = gates.hold(interaction(at(6, 4)), channels)
        else {
            panic!("somebody has to ask")
        };
        assert_eq!(about, server);
        assert!(is_free(gates.hold(live(2), None)), "another place");
        assert!(is_free(gates.hold(interaction(at(6, 9)), None)), "another server");
        assert!(matches!(gates.hold(live(3), roles), Passed::Waits));
        assert!(matches!(gates.hold(live(4), None), Passed::Waits), "behind it in its place");
        assert!(matches!(gates.hold(interaction(at(6, 4)), None), Passed::Waits));
        assert!(gates.first_of(server, |_| false).is_none());
        let mut waited = Vec::new();
        while let Some(live) = gates.first_of(server, |_| true) {
            waited.push(live.origin().map(|origin| origin.sequence));
        }
        assert_eq!(waited, [None, Some(3), Some(4), None]);
        assert!(gates.unknown.is_empty() && is_free(gates.hold(live(5), None)));
        let private = HeldBack { server: None, ..at(6, 4) };
        assert!(is_free(gates.hold(interaction(private), None)));
    }

    /// A keeper in the first session of a shard, and what comes out of it. No runtime runs where it is used: what
    /// has to be fetched before it is handed over panics, as a fault in our own code does.
    fn keeper() -> (Arc<BackfillKeeper>, Inputs) {
        let settings = Settings::new(DiscordToken::new("token".to_owned()));
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(0));
        let (host, inputs, _) = HostHandle::with_ends("!");
        let shared = Arc::new(SharedState::new(mpsc::unbounded_channel().0));
        shared.progress.begin(0);
        let rest = Arc::new(Rest::new(&settings, Arc::clone(&clock)).expect("a client"));
        let inbound =
            Inbound::new(&settings, host.clone(), Arc::clone(&shared), Arc::clone(&clock), rest);
        let inbound = inbound.expect("a client");
        let runtime = runtime::Builder::new_current_thread().build().expect("a runtime");
        let _entered = runtime.enter();
        (Arc::new(BackfillKeeper::new(host, inbound, shared, clock)), inputs)
    }

    /// A message whose file is to be fetched.
    fn with_file(id: u64) -> Live {
        let file =
            json!({ "id": "1", "filename": "game.txt", "size": 9, "url": "", "proxy_url": "" });
        said(id, "!verify", json!([file]))
    }

    /// The messages that the host has heard since it was asked last.
    fn heard(inputs: &mut Inputs) -> Vec<String> {
        let message = |input| match input {
            AdapterInput::Message(incoming) => Some(incoming.id.key().to_owned()),
            _ => None,
        };
        std::iter::from_fn(|| inputs.try_recv()).filter_map(message).collect()
    }

    /// Up to which event the session may be kept.
    fn kept(keeper: &BackfillKeeper) -> u64 {
        keeper.shared.progress.kept(0).expect("a session").sequence
    }

    #[test]
    fn a_message_that_our_own_code_fails_on_holds_up_nothing_and_does_not_come_again() {
        let (keeper, mut inputs) = keeper();
        // In a new session they wait until it is known which places are read back.
        keeper.lists(0);
        for live in [with_file(1), live(2)] {
            let origin = live.origin().expect("an event");
            keeper.take(live);
            keeper.shared.progress.received(origin);
        }
        assert!(heard(&mut inputs).is_empty() && kept(&keeper) == 0, "they wait");
        keeper.listed(0, std::iter::empty());
        assert_eq!((heard(&mut inputs), kept(&keeper)), (vec!["2".to_owned()], 1));
        for live in [with_file(3), live(4)] {
            keeper.take(live);
        }
        keeper.shared.progress.received(origin(4));
        assert_eq!((heard(&mut inputs), kept(&keeper)), (vec!["4".to_owned()], 1));
        for message in [2, 4] {
            keeper.shared.progress.ended(message, MessageOutcome::Answered);
        }
        assert_eq!(kept(&keeper), 4);
    }

    #[test]
    fn an_interaction_that_our_own_code_fails_on_does_not_come_again() {
        let (keeper, mut inputs) = keeper();
        let door = HeldBack { channel: ChannelId::new(5), server: None, who: UserId::new(7) };
        let data = json!({ "name": "verify", "type": 1,
            "options": [{ "name": "file", "type": 11, "value": "1" }],
            "resolved": { "attachments": { "1": { "url": "" } } } });
        keeper.shared.progress.open_apart(origin(1), 9);
        keeper.shared.progress.received(origin(1));
        assert_eq!(kept(&keeper), 0);
        keeper.take(called(door, data));
        assert_eq!((heard(&mut inputs).len(), kept(&keeper)), (0, 1));
        keeper.take(interaction(door));
        assert_eq!(heard(&mut inputs).len(), 1);
    }
}
