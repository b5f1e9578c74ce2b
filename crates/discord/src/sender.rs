//! The sending half: it carries out what the queues say, and sees to it that whoever cannot be reached
//! in one place hears of it in another.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use chat::{
    Attachment, Drawing, Fallback, LostThread, Outgoing, Permission, Picture, Receipt, Reply,
    ThreadWork, WeakReceipt,
};
use host::{Clock, HostEvent, HostHandle, Outbox, Voice};
use serenity::model::id::{ChannelId, GuildId, UserId};
use table::{GameNo, MessageId, PersonId, PlaceId, Platform, ServerId};
use tokio::{
    sync::{
        mpsc::{UnboundedReceiver, UnboundedSender},
        watch,
    },
    task::{Id, JoinError, JoinSet},
};

use super::{
    Settings,
    catch_up::NewlyKnown,
    channels::Channels,
    delivery::Delivery,
    ids,
    inbound::{SharedState, made_at},
    interactions::{Interactions, NewestButtons, Spot, is_alone, of_earlier_run},
    payload,
    queues::{End, Item, Outcome, Purpose, Queues, Target, Why, place, target},
    request::ApiCall,
    rest::{RequestError, Rest},
    tag::{Tag, TagKey},
    text,
    threads::{Tended, Threads},
};
use crate::{channel_events::Sign, permission_probe::PermissionProbe};

/// How many of those whom a message pings are told that it cannot be written: as many as play a game.
const MOST_INFORMED: usize = 6;

/// Sends what the host says, in a queue per channel.
pub(super) struct Sender {
    host: HostHandle,
    delivery: Arc<Delivery>,
    threads: Arc<Threads>,
    channels: Arc<Channels>,
    interactions: Arc<Interactions>,
    newest_buttons: NewestButtons,
    edits_again: bool,
    voice: Voice,
    /// Since when nothing may be said.
    silent_since: Option<Instant>,
    /// The replies that could not be said to an interaction.
    returned: UnboundedReceiver<Outgoing>,
    shared: Arc<SharedState>,
    clock: Arc<dyn Clock>,
    /// How long what still waits is sent once the host is gone.
    grace: Duration,
    signs: UnboundedReceiver<Sign>,
    queues: Queues,
    sending: JoinSet<(Item, Outcome)>,
    /// The work on threads that is under way. It is done again by the next start if the program ends before.
    tending: JoinSet<()>,
    /// Where each task sends to.
    targets: HashMap<Id, Target>,
    key: TagKey,
    rest: Arc<Rest>,
    patience: Duration,
    /// The places of which the host knows that they take nothing.
    cut_off: BTreeSet<Target>,
    /// The receipts of the answers to messages that have no end yet.
    answering: HashMap<MessageId, WeakReceipt>,
    /// Who is about to learn that nothing can be written in a channel.
    informing: HashSet<(ChannelId, UserId)>,
}

impl Sender {
    /// Prepares the queues; nothing is sent yet.
    pub(super) fn new(
        settings: &Settings,
        rest: Arc<Rest>,
        probe: Arc<PermissionProbe>,
        interactions: Arc<Interactions>,
        returned: UnboundedReceiver<Outgoing>,
        signs: UnboundedReceiver<Sign>,
        unread: UnboundedSender<NewlyKnown>,
    ) -> Self {
        let (host, clock) = (interactions.host.clone(), Arc::clone(&interactions.clock));
        let shared = Arc::clone(&interactions.shared);
        let pace = settings.pace;
        let channels = Channels::new(host.clone(), Arc::clone(&clock), pace.refused_for);
        let channels = Arc::new(channels);
        let delivery = Delivery::new(
            pace,
            Arc::clone(&clock),
            Arc::clone(&rest),
            probe,
            Arc::clone(&shared),
            Arc::clone(&channels),
        );
        let delivery = Arc::new(delivery);
        let threads = Threads {
            host: host.clone(),
            delivery: Arc::clone(&delivery),
            gates: Arc::clone(&interactions.gates),
            shared: Arc::clone(&shared),
            unread,
        };
        Self {
            host,
            delivery,
            threads: Arc::new(threads),
            channels,
            interactions,
            newest_buttons: NewestButtons::default(),
            edits_again: settings.edits_again,
            voice: settings.voice.clone(),
            silent_since: None,
            returned,
            shared,
            clock,
            grace: pace.shutdown_grace,
            patience: pace.patience,
            rest: Arc::clone(&rest),
            signs,
            queues: Queues::new(pace),
            sending: JoinSet::new(),
            tending: JoinSet::new(),
            targets: HashMap::new(),
            cut_off: BTreeSet::new(),
            answering: HashMap::new(),
            informing: HashSet::new(),
            key: TagKey::of(&settings.token),
        }
    }

    /// Sends until the program stops, and then what is already on its way; or until the host is gone, and
    /// then what it has said last, for a moment.
    pub(super) async fn run(mut self, mut outbox: Outbox, stopped: watch::Receiver<bool>) {
        self.send(&mut outbox, stopped).await;
        // What is left is not out: an answer among it comes after the next start.
        outbox.close();
        while let Ok(event) = outbox.try_recv() {
            if let HostEvent::Say(outgoing) = event {
                outgoing.receipt.iter().for_each(Receipt::awaits);
            }
        }
    }

    async fn send(&mut self, outbox: &mut Outbox, mut stopped: watch::Receiver<bool>) {
        self.channels.load().await;
        let (mut is_gone, mut late) = (false, self.clock.sleep(Duration::MAX));
        loop {
            self.go_on();
            if is_gone && self.sending.is_empty() {
                return;
            }
            let (voice, wakes) = (self.voice.clone(), self.queues.wakes());
            let wake = match wakes {
                Some(at) => self.clock.sleep_until(at),
                None => self.clock.sleep(Duration::MAX),
            };
            let due = async move {
                voice.begun().await;
                wake.await;
            };
            tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => break,
                () = &mut late => return,
                Some(done) = self.sending.join_next_with_id() => self.tried(done),
                Some(_) = self.tending.join_next() => {}
                // The signs come before the replies to what was a sign.
                Some(sign) = self.signs.recv() => self.heed(sign),
                Some(outgoing) = self.returned.recv() => self.take(outgoing),
                event = outbox.recv(), if !is_gone => match event {
                    Some(HostEvent::Say(outgoing)) => {
                        if let (Some(cause), Some(receipt)) = (&outgoing.cause, &outgoing.receipt) {
                            receipt.awaits();
                            self.answering.insert(cause.clone(), receipt.downgrade());
                        }
                        let elsewhere = self.interactions.say(outgoing);
                        elsewhere.into_iter().for_each(|outgoing| self.take(outgoing));
                    }
                    Some(HostEvent::Forgotten { waiting, .. }) => self.queues.reword(&waiting),
                    Some(HostEvent::MessageOutcome { message, end }) => {
                        self.interactions.ended(&message, end);
                        // A message that is only answered has its end once the answer is out: whoever is killed
                        // before is brought it again.
                        let receipt = self.answering.remove(&message).unwrap_or_default();
                        let shared = Arc::clone(&self.shared);
                        receipt.then(move || shared.ended(&message, end));
                    }
                    Some(HostEvent::LeaveServer(server)) => self.leave(&server),
                    Some(HostEvent::AskWhoLeft { message, server, people }) => {
                        self.ask_who_left(message, &server, people);
                    }
                    None => {
                        is_gone = true;
                        late = self.clock.sleep(self.grace);
                    }
                },
                () = due => {}
            }
        }
        while let Some(done) = self.sending.join_next_with_id().await {
            self.tried(done);
            self.settle();
        }
    }

    /// Leaves a server out of which the owner keeps the bot. If that fails, the next start does it.
    fn leave(&mut self, server: &ServerId) {
        let Some(id) = ids::snowflake(server.key()) else { return };
        let (rest, patience) = (Arc::clone(&self.rest), self.patience);
        self.tending.spawn(async move {
            match rest.call(&ApiCall::Leave(id.into()), patience).await {
                Ok(_) => tracing::info!("the bot has left server {id}, which its owner keeps out"),
                // It is not there.
                Err(RequestError::Refused { status: 404, .. }) => {}
                Err(error) => tracing::warn!("the bot could not leave server {id}: {error}"),
            }
        });
    }

    /// Finds out for a message which of these people have left a server. The host is told within some seconds, whatever
    /// Discord answers.
    fn ask_who_left(&mut self, message: MessageId, server: &ServerId, people: Vec<PersonId>) {
        let server = ids::snowflake(server.key()).map(GuildId::new);
        let (host, delivery) = (self.host.clone(), Arc::clone(&self.delivery));
        self.tending.spawn(async move {
            let left = match server {
                Some(server) => delivery.probe().who_left(server, people).await,
                None => Vec::new(),
            };
            host.who_left(message, left);
        });
    }

    /// Puts a reply of the host's into its queue, or one that an interaction does not take any more.
    fn take(&mut self, outgoing: Outgoing) {
        let Some(target) = self.target(&outgoing.reply.place) else {
            // The page's replies in a database that both adapters use: they wait for the page.
            tracing::debug!("a reply is not for Discord");
            return outgoing.is_out();
        };
        self.enqueue(target, outgoing, Purpose::Reply);
    }

    fn enqueue(&mut self, target: Target, outgoing: Outgoing, purpose: Purpose) {
        // The answer to a message that comes again after a kill is known by the message.
        let cause = outgoing.cause.as_ref().and_then(|cause| payload::snowflake(cause.key()));
        let tag = match outgoing.outbox.or(cause.filter(|_| outgoing.receipt.is_some())) {
            Some(number) => self.key.tag(number, &outgoing.reply),
            None => Tag::random(),
        };
        let now = self.clock.instant();
        let parked = self.queues.parked(target, now);
        let is_closed = parked == Some(Why::Closed);
        let mut item = Item::new(outgoing, tag, purpose, now);
        let copy = match is_closed {
            true => show(&self.interactions, &self.shared, &self.channels, target, &mut item),
            false => None,
        };
        if parked == Some(Why::PrivateClosed) && bring(&self.interactions, target, &item) {
            return;
        }
        let people = if is_closed { self.awaiting(&item) } else { Vec::new() };
        self.queues.take(target, item, now);
        self.say_copies(copy);
        self.inform(target, people);
    }

    /// The queue of a place: that of the person, where it is known to be somebody's private chat.
    fn target(&self, place: &PlaceId) -> Option<Target> {
        target(place).map(|target| self.one_queue(target))
    }

    fn one_queue(&self, target: Target) -> Target {
        match target {
            Target::Channel(channel) => {
                self.delivery.person_of(channel).map_or(target, Target::Person)
            }
            Target::Person(_) => target,
        }
    }

    /// Starts whatever is due, and draws the consequences of what has come to its end.
    fn go_on(&mut self) {
        self.settle();
        let now = self.clock.instant();
        let is_heard = self.voice.is_heard();
        if !is_heard {
            // Whether Discord has something already is asked once it may be said, which can be long after.
            self.silent_since.get_or_insert(now);
        } else if let Some(since) = self.silent_since.take() {
            self.queues.were_silent(since, now);
        }
        while let Some(mut job) = is_heard.then(|| self.queues.next(now)).flatten() {
            let delivery = Arc::clone(&self.delivery);
            let task = self.sending.spawn(async move {
                let outcome = delivery.run(job.target, &mut job.item, job.reads).await;
                (job.item, outcome)
            });
            self.targets.insert(task.id(), job.target);
        }
        self.settle();
        self.tell_reach();
    }

    /// Tells the host which places take nothing any more, or something again.
    fn tell_reach(&mut self) {
        let parked: BTreeSet<Target> = self.queues.all_parked().into_iter().collect();
        if parked == self.cut_off {
            return;
        }
        for target in parked.symmetric_difference(&self.cut_off) {
            self.host.unreachable(place(*target), parked.contains(target));
        }
        let channel = |target: &Target| match target {
            Target::Channel(channel) => Some(*channel),
            Target::Person(_) => None,
        };
        self.shared.guilds.learn_refusing(parked.iter().filter_map(channel).collect());
        self.cut_off = parked;
    }

    /// A try is over.
    fn tried(&mut self, done: Result<(Id, (Item, Outcome)), JoinError>) {
        let now = self.clock.instant();
        let (id, (mut item, outcome)) = match done {
            Ok(done) => done,
            Err(error) => {
                tracing::error!(
                    "a reply is left to the next start, since its task failed: {error}"
                );
                if let Some(target) = self.targets.remove(&error.id()) {
                    self.queues.lost(target, now);
                }
                return;
            }
        };
        let Some(target) = self.targets.remove(&id) else { return };
        match &outcome {
            Outcome::Impossible(Why::PrivateClosed) => {
                self.queues.done(target, item, outcome, now);
                let interactions = &self.interactions;
                return self.queues.offer(target, now, |item| !bring(interactions, target, item));
            }
            Outcome::Impossible(Why::Closed) => {
                let show = |item: &mut Item| {
                    show(&self.interactions, &self.shared, &self.channels, target, item)
                };
                // Whoever waits behind it would wait for nothing.
                let behind = self.queues.waiting_mut(target);
                let copies: Vec<Copy> =
                    [&mut item].into_iter().chain(behind).filter_map(show).collect();
                let waiting = self.queues.waiting(target).flat_map(|item| self.awaiting(item));
                let people = self.awaiting(&item).into_iter().chain(waiting).collect();
                self.queues.done(target, item, outcome, now);
                self.say_copies(copies);
                return self.inform(target, people);
            }
            // What was refused on the way may have been refused before the change.
            Outcome::Sent if self.queues.changed_meanwhile(target) => {
                if let Target::Channel(channel) = target {
                    self.channels.has_changed(channel);
                }
            }
            Outcome::Impossible(Why::Gone) => self.host_loses(target),
            Outcome::Impossible(Why::Lost(why)) => self.lose_thread(target, *why),
            _ => {}
        }
        self.queues.done(target, item, outcome, now);
    }

    /// The people who wait for a reply: whoever wrote what it answers, and whom it pings, as far as these are as few
    /// as play a game: Discord takes many private chats at once for those of a bot that pesters people. An
    /// answer for one person is for its asker alone.
    fn people(&self, item: &Item) -> Vec<UserId> {
        let reply = &item.outgoing.reply;
        let author = payload::answered(reply).and_then(|id| self.shared.author(id));
        let pinged = reply.ping.iter().take(MOST_INFORMED).filter_map(payload::user);
        author.into_iter().chain(pinged).map(UserId::new).collect()
    }

    /// The same people, each with the game that the reply is about and what it says of that.
    fn awaiting(&self, item: &Item) -> Vec<Awaiting> {
        let reply = &item.outgoing.reply;
        let told = reply.game.map(|game| (game, reply.text.clone()));
        self.people(item).into_iter().map(|person| (person, told.clone())).collect()
    }

    /// Shows people in private what they have done, since its own place takes nothing. That tells them of it.
    fn say_copies(&mut self, copies: impl IntoIterator<Item = Copy>) {
        for Copy { channel, person, mut outgoing } in copies {
            let (lacks, us) = (self.channels.lacks(channel), self.shared.application());
            outgoing.reply.fallback =
                self.where_heard(channel, person, &text::cannot_write(None, lacks, us, None));
            self.informing.insert((channel, person));
            self.enqueue(Target::Person(person), outgoing, Purpose::Closed(channel, person));
        }
    }

    /// Tells people in private, once each, that nothing can be written in a channel.
    fn inform(&mut self, target: Target, people: Vec<Awaiting>) {
        let Target::Channel(channel) = target else { return };
        for (person, told) in people {
            if !self.channels.is_told(channel, person) && self.informing.insert((channel, person)) {
                let lacks = self.channels.lacks(channel);
                let us = self.shared.application();
                // Where others read, it is not told what is played elsewhere.
                let words = |channel: Option<u64>| match told.as_ref().filter(|_| channel.is_some())
                {
                    Some((game, told)) => {
                        let why = text::cannot_write(channel, lacks, us, Some(*game));
                        format!("{why}\n{told}")
                    }
                    None => text::cannot_write(channel, lacks, us, None),
                };
                self.note(channel, person, words, Purpose::Closed(channel, person));
            }
        }
    }

    /// Says something about a channel to a person in private; if that is impossible, where they were heard last,
    /// and there without its name, since not all who read it need see it.
    fn note(
        &mut self,
        about: ChannelId,
        person: UserId,
        words: impl Fn(Option<u64>) -> String,
        purpose: Purpose,
    ) {
        let who = PersonId::new(Platform::Discord, person.to_string());
        let fallback = self.where_heard(about, person, &words(None));
        let place = who.private_place();
        let text = words(Some(about.get()));
        let reply = Reply { ping: vec![who], fallback, ..Reply::new(place, text) };
        let outgoing = Outgoing::new(None, reply);
        self.enqueue(Target::Person(person), outgoing, purpose);
    }

    /// The words for a person where they were heard last, other than in this channel.
    fn where_heard(&self, not: ChannelId, person: UserId, words: &str) -> Option<Fallback> {
        let channel = self.shared.heard_elsewhere(person.get(), not)?;
        let place = PlaceId::channel(Platform::Discord, channel.to_string());
        Some(Fallback { place, text: format!("<@{person}>: {words}") })
    }

    /// Draws the consequences of every reply that has come to its end.
    fn settle(&mut self) {
        loop {
            let ended = self.queues.ended();
            if ended.is_empty() {
                return;
            }
            for (target, item, end) in ended {
                self.end(target, item, end);
            }
        }
    }

    fn end(&mut self, target: Target, item: Item, end: End) {
        if let Purpose::Closed(channel, person) = item.purpose {
            self.informing.remove(&(channel, person));
        }
        let message = match &end {
            End::Sent(message) => message.clone(),
            _ => None,
        };
        // Whoever was shown it waits for it no more.
        let cause = item.outgoing.cause.clone().filter(|_| !item.is_shown);
        let (place, receipt) = (item.outgoing.reply.place.clone(), item.outgoing.receipt.clone());
        match end {
            End::Sent(message) => self.sent(target, &item, message),
            End::Superseded => {
                tracing::debug!("a board for {} is superseded", self.shared.in_log(target));
                self.acknowledge(&item.outgoing, None);
                item.outgoing.is_out();
                // What it shows is seen on the newer one: nothing is lost.
                return self.interactions.overtaken(cause.as_ref(), place);
            }
            End::Expired => {
                let place = self.shared.in_log(target);
                tracing::debug!("an answer for {place} is too old to be sent");
            }
            End::Failed(Why::Full) => {
                let place = self.shared.in_log(target);
                tracing::error!("too much waits for {place}: a reply is left to the next start");
            }
            // Whoever waits for it is told when it is said elsewhere.
            End::Failed(why) if self.say_elsewhere(target, item, why) => return,
            End::Failed(_) => {}
        }
        receipt.iter().for_each(Receipt::out);
        self.interactions.posted(cause.as_ref(), message.map(|message| (place, message)));
    }

    fn sent(&mut self, target: Target, item: &Item, message: Option<MessageId>) {
        match item.purpose {
            Purpose::Reply => {
                self.clear_older(target, item, message.as_ref());
                match (&item.outgoing.reply.thread, target) {
                    (Some(work), Target::Channel(channel)) => {
                        self.tend_thread(channel, work.clone(), &item.outgoing, message);
                    }
                    _ => self.acknowledge(&item.outgoing, message),
                }
            }
            Purpose::Fallback => self.acknowledge(&item.outgoing, None),
            Purpose::Closed(channel, person) => self.channels.told(channel, person),
            Purpose::Note => {}
        }
    }

    /// Does what is to be done about a thread with a message, and acknowledges that only then: if the program
    /// is killed meanwhile, the next start finds the message and does it again.
    fn tend_thread(
        &mut self,
        channel: ChannelId,
        work: ThreadWork,
        outgoing: &Outgoing,
        message: Option<MessageId>,
    ) {
        let posted =
            message.clone().zip(message.as_ref().and_then(|id| payload::snowflake(id.key())));
        let Some((outbox, (message, number))) = outgoing.outbox.zip(posted) else {
            return self.acknowledge(outgoing, message);
        };
        let at = made_at(number);
        self.shared.skew.note(at, self.clock.now());
        let is_of_earlier_run = outgoing.may_be_sent;
        let tended = Tended { outbox, channel, message, number, at, is_of_earlier_run };
        let threads = Arc::clone(&self.threads);
        self.tending.spawn(async move {
            match work {
                ThreadWork::Opens(new) => threads.open(tended, &new).await,
                ThreadWork::Closes => threads.close(tended).await,
            }
        });
    }

    /// A thread takes nothing any more. One that is there and lacks us is archived, since its games leave it.
    fn lose_thread(&mut self, target: Target, why: LostThread) {
        self.host.thread_lost(place(target), why);
        if let (Target::Channel(thread), LostThread::Lacks(Permission::SendInThreads)) =
            (target, why)
        {
            let delivery = Arc::clone(&self.delivery);
            self.tending.spawn(async move { delivery.archive(thread, true).await });
        }
    }

    /// Takes from the older messages about a game the buttons that do not hold any more, now that this one is
    /// there.
    fn clear_older(&mut self, target: Target, item: &Item, message: Option<&MessageId>) {
        let channel = match target {
            Target::Channel(channel) => Some(channel),
            Target::Person(person) => self.delivery.chat_of(person),
        };
        let Some(channel) = channel else { return };
        let cause = item.outgoing.cause.as_ref();
        let by = cause.and_then(|cause| self.interactions.arranger(cause));
        self.interactions.take_set_up_buttons(&item.outgoing, by);
        let by = by.and_then(|person| self.delivery.chat_of(person));
        let number = message.and_then(|id| payload::snowflake(id.key()));
        let Some(at) = number.map(|message| Spot { channel, message }) else { return };
        // Of a reply of several messages the last one has the buttons.
        let (is_whole, now) = (item.done == 1, self.clock.instant());
        let cleared = self.newest_buttons.posted(&item.outgoing, at, by, is_whole, now);
        for clearing in cleared.known {
            let delivery = Arc::clone(&self.delivery);
            tokio::spawn(async move { delivery.clear_buttons(clearing).await });
        }
        let Some(game) = cleared.unknown else { return };
        let (host, delivery) = (self.host.clone(), Arc::clone(&self.delivery));
        let reply = &item.outgoing.reply;
        let (boards, is_alone) = (usize::from(reply.shows_board()), is_alone(reply));
        let boards = if self.edits_again { boards * 2 } else { boards };
        let first = self.newest_buttons.first();
        tokio::spawn(async move {
            let shown = host.shown_messages(game).await;
            // Another message of this run may have come first and be known only by now.
            let first = first.load(Ordering::Relaxed);
            for clearing in of_earlier_run(&shown, at, first, boards, is_alone) {
                delivery.clear_buttons(clearing).await;
            }
        });
    }

    /// Says what cannot be said in its own place where its people can be reached; whether it can be.
    fn say_elsewhere(&mut self, target: Target, item: Item, why: Why) -> bool {
        let place = item.outgoing.reply.fallback.as_ref().and_then(|to| self.target(&to.place));
        if let Some(place) = place.filter(|place| *place != target) {
            self.fall_back(place, item);
            return true;
        }
        if why == Why::Refused {
            tracing::error!("a reply to {} is refused for good", self.shared.in_log(target));
            if let (Target::Channel(channel), Purpose::Reply) = (target, item.purpose) {
                let game = item.outgoing.reply.game.map(|game| game.0);
                for person in self.people(&item) {
                    let words = |channel| text::refused(channel, game);
                    self.note(channel, person, words, Purpose::Note);
                }
            }
        }
        self.give_up(&item.outgoing, why);
        false
    }

    /// Tells the host that a reply is never said in its place: whether that is since the place takes nothing,
    /// or since this reply is refused, decides what becomes of it.
    fn give_up(&self, outgoing: &Outgoing, why: Why) {
        let why = match why {
            Why::Gone => LostThread::Gone,
            Why::Lost(why) => why,
            Why::Closed | Why::PrivateClosed | Why::Refused | Why::Full => {
                return self.acknowledge(outgoing, None);
            }
        };
        if let Some(number) = outgoing.outbox {
            self.host.lost(number, why, self.clock.now());
        }
    }

    /// Sends the fallback of a reply.
    fn fall_back(&mut self, place: Target, item: Item) {
        let Outgoing { outbox, may_be_sent, reply, cause, receipt, .. } = item.outgoing;
        let cause = cause.filter(|_| !item.is_shown);
        let Some(fallback) = reply.fallback else { return };
        let owner = reply.place.owner().into_iter().collect();
        let reply = Reply {
            audience: reply.audience,
            ping: owner,
            game: reply.game,
            ..Reply::new(fallback.place, fallback.text)
        };
        let purpose = match item.purpose {
            Purpose::Closed(..) | Purpose::Note => item.purpose,
            Purpose::Reply | Purpose::Fallback => Purpose::Fallback,
        };
        if let Purpose::Closed(channel, person) = purpose {
            self.informing.insert((channel, person));
        }
        let instead = Outgoing { may_be_sent, cause, receipt, ..Outgoing::new(outbox, reply) };
        self.enqueue(place, instead, purpose);
    }

    /// Tells the host what became of a reply with an outbox number, and which message has become of
    /// any other about a game.
    fn acknowledge(&self, outgoing: &Outgoing, message: Option<MessageId>) {
        match (outgoing.outbox, outgoing.reply.game, message) {
            (Some(number), _, message) => {
                // The message itself says when Discord got it.
                let (id, now) = (message.as_ref().map(MessageId::key), self.clock.now());
                let made = id.and_then(payload::snowflake).map(made_at);
                made.inspect(|made| self.shared.skew.note(*made, now));
                self.host.delivered(number, message, made.unwrap_or(now));
            }
            (None, Some(game), Some(message)) => {
                self.host.posted(outgoing.reply.place.clone(), game, message);
            }
            (None, _, _) => {}
        }
    }

    /// Tries again what a place refused, since there is a sign of life from it.
    fn heed(&mut self, sign: Sign) {
        let now = self.clock.instant();
        match sign {
            Sign::Talk(channel) => self.queues.heard_talk(Target::Channel(channel), now),
            Sign::Channel(channel) => self.changed(channel, now),
            Sign::Server(server) => {
                self.channels.all_have_changed();
                for target in self.queues.targets() {
                    let Target::Channel(channel) = target else { continue };
                    match self.shared.server_of(channel) {
                        Some(of) if of == server => self.changed(channel, now),
                        Some(_) => {}
                        None => {
                            self.queues.may_have_changed(target);
                            self.queues.heard_talk(target, now);
                        }
                    }
                }
            }
            Sign::Private(person, channel) => {
                self.delivery.learn_private(person, channel);
                self.queues.has_changed(Target::Person(person), now);
                self.queues.has_changed(Target::Channel(channel), now);
            }
            Sign::Deleted(channel) => {
                let target = Target::Channel(channel);
                self.host_loses(target);
                self.queues.gone(target, now);
            }
        }
    }

    fn changed(&mut self, channel: ChannelId, now: Instant) {
        self.channels.has_changed(channel);
        self.queues.has_changed(Target::Channel(channel), now);
    }

    /// Tells the host that a channel is gone, so that its games go on elsewhere.
    fn host_loses(&self, target: Target) {
        if let Target::Channel(channel) = target {
            self.host.gone(place(Target::Channel(channel)));
        }
    }
}

/// Somebody who waits for a reply, with the game that it is about and what it says of that.
type Awaiting = (UserId, Option<(GameNo, String)>);

/// A reply that its channel does not take, for the private chat of whoever has typed what led to it.
struct Copy {
    channel: ChannelId,
    person: UserId,
    outgoing: Outgoing,
}

/// Shows what a channel does not take, once, to whoever has asked for it, if they can see it elsewhere: in the
/// answer to their interaction, or what was done by a message in this private copy.
fn show(
    interactions: &Interactions,
    shared: &SharedState,
    channels: &Channels,
    target: Target,
    item: &mut Item,
) -> Option<Copy> {
    let (Target::Channel(channel), Purpose::Reply, false) = (target, item.purpose, item.is_shown)
    else {
        return None;
    };
    item.is_shown = true;
    let (outgoing, lacks) = (&item.outgoing, channels.lacks(channel));
    if interactions.show(outgoing, channel, lacks) || outgoing.outbox.is_none() {
        return None;
    }
    let typed = payload::snowflake(outgoing.cause.as_ref()?.key_on(Platform::Discord)?)?;
    let person = UserId::new(shared.author(typed)?);
    let why = text::nobody_else_sees(
        Some(channel.get()),
        lacks,
        shared.application(),
        outgoing.reply.game,
    );
    Some(Copy { channel, person, outgoing: private_copy(outgoing, person, &why) })
}

/// A reply for a person alone, with a word below it. It is no board of its game any more: the one that waits is.
fn private_copy(outgoing: &Outgoing, person: UserId, why: &str) -> Outgoing {
    let who = PersonId::new(Platform::Discord, person.to_string());
    let Reply { text, attachments, game, .. } = &outgoing.reply;
    let seen = |attachment: &Attachment| match attachment {
        Attachment::Picture(picture) if matches!(picture.drawing, Drawing::OfGame(_)) => {
            let drawing = Drawing::Board(picture.drawing.scene()?.clone());
            Some(Attachment::Picture(Picture { drawing, ..picture.clone() }))
        }
        Attachment::Picture(_) | Attachment::File(_) => Some(attachment.clone()),
    };
    let reply = Reply {
        attachments: attachments.iter().filter_map(seen).collect(),
        game: *game,
        ..Reply::new(who.private_place(), format!("{text}\n{why}"))
    };
    Outgoing { png: outgoing.png.clone(), ..Outgoing::new(None, reply) }
}

/// Brings what a closed private chat does not take to where its person can see it; whether that is possible.
/// A reply with a fallback is said there.
fn bring(interactions: &Arc<Interactions>, target: Target, item: &Item) -> bool {
    let Target::Person(person) = target else { return false };
    let is_whole = item.purpose == Purpose::Reply && item.done == 0;
    let who = PersonId::new(Platform::Discord, person.to_string());
    is_whole && item.outgoing.reply.fallback.is_none() && interactions.bring(&who, &item.outgoing)
}
