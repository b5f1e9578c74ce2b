//! The queues of replies, one per channel or person, as a machine without input and output: it says
//! what is to be sent when, and what has become of each reply.
//!
//! A reply *waits*, is *parked* with its whole queue until a sign of life, or comes to an [`End`].

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use chat::{LostThread, Outgoing, Reply, ThreadWork};
use serenity::model::id::{ChannelId, UserId};
use table::{GameNo, MessageId, PersonId, PlaceId, PlaceKind, Platform};

use super::{Pace, board_age::BoardAge, payload, rate_limit::Urgency, tag::Tag};
use crate::sent_lookup::{self, SeenMessage};

/// For how long Discord certainly knows the nonce of a message again. After that, whoever does not
/// know whether it has the message looks.
const NONCE_KNOWN: Duration = Duration::from_secs(60);
/// How long a place that takes nothing is left alone without a sign of life; it doubles up to the
/// second.
const FIRST_QUIET: Duration = Duration::from_secs(600);
const LONGEST_QUIET: Duration = Duration::from_secs(3_600);
/// How long talk in such a place is not heeded again after it did not help; it doubles up to the
/// second.
const FIRST_TALK_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_TALK_PAUSE: Duration = Duration::from_secs(300);
/// The soonest that a queue is tried again because of something new.
const SOONEST: Duration = Duration::from_secs(1);
/// How many replies may wait in one queue.
const MAX_WAITING: usize = 1_000;
/// Of how many games the newest board that was posted is remembered.
const MAX_GAMES: usize = 4_096;

/// The destination of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Target {
    /// A channel that is known.
    Channel(ChannelId),
    /// The private chat with a person, which may have to be opened first.
    Person(UserId),
}

/// The channel or the person of a place.
pub(super) fn target(place: &PlaceId) -> Option<Target> {
    if place.platform() != Platform::Discord {
        return None;
    }
    match place.kind() {
        PlaceKind::Private(person) => {
            payload::user(&person).map(|id| Target::Person(UserId::new(id)))
        }
        PlaceKind::Channel(key) => {
            payload::snowflake(key).map(|id| Target::Channel(ChannelId::new(id)))
        }
    }
}

/// The place of a channel, or of the private chat with a person.
pub(super) fn place(target: Target) -> PlaceId {
    match target {
        Target::Channel(channel) => PlaceId::channel(Platform::Discord, channel.to_string()),
        Target::Person(person) => {
            PersonId::new(Platform::Discord, person.to_string()).private_place()
        }
    }
}

/// The reason why something is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is a reply of the host's.
    Reply,
    /// It stands for a reply whose own place cannot be reached.
    Fallback,
    /// It tells a person that nothing can be written in a channel.
    Closed(ChannelId, UserId),
    /// It tells a person that something was refused.
    Note,
}

/// The possibility that Discord has a reply already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// It has not.
    None,
    /// An earlier run of the program may have sent it.
    EarlierRun,
    /// A request since then got no clear answer.
    Since(Instant),
}

/// One reply on its way.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The reply that is to be said.
    pub(super) outgoing: Outgoing,
    /// The nonces of its messages: the same whenever it is tried.
    pub(super) tag: Tag,
    /// Why it is said.
    pub(super) purpose: Purpose,
    /// Since when it waits.
    pub(super) since: Instant,
    /// Whether Discord may have it.
    pub(super) doubt: Doubt,
    /// How many of its messages Discord has.
    pub(super) done: usize,
    /// The first of them.
    pub(super) first: Option<MessageId>,
    /// Whether whoever has led to it was shown it elsewhere, since its place takes nothing.
    pub(super) is_shown: bool,
    /// Whether a newer board has come while it was on its way.
    overtaken: Arc<AtomicBool>,
    /// Since when it fails.
    failing: Option<Instant>,
}

impl Item {
    /// A reply that nobody has tried to send in this run.
    pub(super) fn new(outgoing: Outgoing, tag: Tag, purpose: Purpose, since: Instant) -> Self {
        let doubt = if outgoing.may_be_sent { Doubt::EarlierRun } else { Doubt::None };
        Self {
            outgoing,
            tag,
            purpose,
            since,
            doubt,
            done: 0,
            first: None,
            is_shown: false,
            overtaken: Arc::default(),
            failing: None,
        }
    }

    /// Returns `true` if it is still worth a request, when it has been waiting for its turn.
    pub(super) fn is_wanted(&self, pace: &Pace, now: Instant) -> bool {
        let is_overtaken = self.overtaken.load(Ordering::Relaxed);
        self.done > 0 || !(is_overtaken || self.is_expired(pace, now))
    }

    /// Returns `true` if a request for it has failed before.
    pub(super) fn fails(&self) -> bool {
        self.failing.is_some()
    }

    /// Returns `true` if it is too old to matter.
    fn is_expired(&self, pace: &Pace, now: Instant) -> bool {
        self.is_passing() && now.saturating_duration_since(self.since) > pace.transient_patience
    }

    /// Returns what goes before it where a limit holds several replies up.
    pub(super) fn urgency(&self) -> Urgency {
        if self.is_passing() { Urgency::Passing } else { Urgency::Needed }
    }

    /// Returns `true` if nothing depends on it: it is dropped when it is old.
    fn is_passing(&self) -> bool {
        let told = matches!(self.purpose, Purpose::Closed(..) | Purpose::Note);
        self.outgoing.outbox.is_none() && !told
    }

    fn board(&self) -> Option<BoardAge> {
        BoardAge::of(&self.outgoing.reply)
    }

    /// Returns `true` if a newer board may take its place: neither the result of a game nor what opens its
    /// thread yields to any.
    fn may_yield(&self) -> bool {
        let opens_thread = matches!(self.outgoing.reply.thread, Some(ThreadWork::Opens(_)));
        // Half a reply is finished.
        self.outgoing.outbox.is_some() && self.done == 0 && !opens_thread
    }

    /// Returns `true` if a newer board takes its place.
    fn yields_to(&self, newer: &BoardAge) -> bool {
        self.may_yield()
            && self
                .board()
                .is_some_and(|own| own.game == newer.game && own.age < newer.age && !own.is_over)
    }
}

/// The outcome of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Discord has it, as this message.
    Sent(Option<MessageId>),
    /// A newer board of its game has taken its place.
    Superseded,
    /// It is too old to matter, and nothing depends on it.
    Expired,
    /// It cannot be said there: its people are told elsewhere.
    Failed(Why),
}

/// The reason why something cannot be said in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Nothing can be written there.
    Closed,
    /// The person takes no private messages.
    PrivateClosed,
    /// The place is gone.
    Gone,
    /// It is a thread of a game, which takes nothing any more: the game goes back to its channel.
    Lost(LostThread),
    /// This one message is refused for good.
    Refused,
    /// Too much waits there.
    Full,
}

/// The outcome of one try.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// Discord has the whole reply.
    Sent,
    /// These are the last messages of the place, or none where they may not be read.
    Read(Vec<SeenMessage>),
    /// It may succeed later.
    Later,
    /// It was not worth a request any more.
    Unwanted,
    /// It will not, for this reason.
    Impossible(Why),
}

/// The next task: one try to send, or a look at what the place has already.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) target: Target,
    pub(super) item: Item,
    /// Whether the last messages of the place are wanted first.
    pub(super) reads: bool,
}

/// A place that takes nothing.
#[derive(Clone, Copy, Debug)]
struct Parked {
    why: Why,
    /// When it is tried again, at the latest.
    next: Instant,
    quiet: Duration,
    tried: Instant,
    talk_pause: Duration,
}

impl Parked {
    /// Returns `true` if the person takes no private messages, as far as is known.
    fn closes_private_chat(&self, now: Instant) -> bool {
        self.why == Why::PrivateClosed && self.next > now
    }
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Item>,
    /// Whether its first reply is on its way.
    is_busy: bool,
    /// Whether a sign of life has come since that try began; its refusal may be older.
    signed: bool,
    /// Whether the place itself has changed since that try began.
    changed: bool,
    /// The board on its way, and what tells it that a newer one has come.
    under_way: Option<(BoardAge, Arc<AtomicBool>)>,
    parked: Option<Parked>,
    /// When it is tried again after a failure, and how long that pause was.
    retry: Option<(Instant, Duration)>,
    tried: Option<Instant>,
    /// The last messages of the place, while they are needed.
    history: Option<Vec<SeenMessage>>,
    /// Under which time it stands in the agenda.
    agenda: Option<Instant>,
}

impl Queue {
    /// Takes out the boards that yield to a newer one of their game, and tells the one on its way.
    fn overtake(&mut self, newer: &BoardAge) -> VecDeque<Item> {
        if let Some((board, overtaken)) = &self.under_way
            && (board.game, true) == (newer.game, board.age < newer.age)
        {
            overtaken.store(true, Ordering::Relaxed);
        }
        if !self.waiting.iter().any(|item| item.yields_to(newer)) {
            return VecDeque::new();
        }
        let (older, kept) = self.waiting.drain(..).partition(|item| item.yields_to(newer));
        self.waiting = kept;
        older
    }
}

/// Looks for a reply among the last messages of its place.
fn recognise(history: &mut Vec<SeenMessage>, item: &mut Item) -> Option<End> {
    let found = sent_lookup::recognise(history, &item.outgoing, item.tag);
    if found.ids.len() > item.done {
        item.done = found.ids.len();
        item.first = found.ids.first().map(|id| payload::message_id(*id));
    }
    if found.is_whole {
        return Some(End::Sent(item.first.clone()));
    }
    let board = item.board().filter(|board| item.may_yield() && !board.is_over);
    board.is_some_and(|board| sent_lookup::has_newer(history, &board)).then_some(End::Superseded)
}

/// All queues.
#[derive(Debug)]
pub(super) struct Queues {
    pace: Pace,
    all: HashMap<Target, Queue>,
    /// When each queue that has something to send is due.
    agenda: BTreeSet<(Instant, Target)>,
    /// The age of the newest board that was posted of each game, where everybody may see it.
    newest: HashMap<GameNo, usize>,
    ended: Vec<(Target, Item, End)>,
    last_success: Option<Instant>,
}

impl Queues {
    /// Puts these replies in the place of those with their outbox numbers that wait here and read otherwise, and those
    /// without their pictures, which show what was to be said before.
    pub(super) fn reword(&mut self, replies: &[(u64, Reply)]) {
        for item in self.all.values_mut().flat_map(|queue| &mut queue.waiting) {
            let anew = replies.iter().find(|(outbox, _)| item.outgoing.outbox == Some(*outbox));
            // What was drawn of it is not kept.
            let kept = |reply: &Reply| serde_json::to_value(reply).ok();
            if let Some((_, reply)) =
                anew.filter(|(_, reply)| kept(reply) != kept(&item.outgoing.reply))
            {
                item.outgoing =
                    Outgoing { reply: reply.clone(), png: None, ..item.outgoing.clone() };
            }
        }
    }

    /// Nothing could be said from then until now: nobody has waited for too long because of that.
    pub(super) fn were_silent(&mut self, since: Instant, now: Instant) {
        let silence = now.saturating_duration_since(since);
        for item in self.all.values_mut().flat_map(|queue| &mut queue.waiting) {
            item.since = now.min(item.since + silence);
        }
    }

    /// No queues yet.
    pub(super) fn new(pace: Pace) -> Self {
        Self {
            pace,
            all: HashMap::new(),
            agenda: BTreeSet::new(),
            newest: HashMap::new(),
            ended: Vec::new(),
            last_success: None,
        }
    }

    /// Puts a reply at the end of its queue. A board takes the place of the older ones of its game.
    pub(super) fn take(&mut self, target: Target, item: Item, now: Instant) {
        if self.is_outdated(target, &item) {
            return self.ended.push((target, item, End::Superseded));
        }
        let queue = self.all.entry(target).or_default();
        if let Some(board) = item.board().filter(|_| item.outgoing.outbox.is_some()) {
            let older = queue.overtake(&board);
            self.ended.extend(older.into_iter().map(|old| (target, old, End::Superseded)));
        }
        let is_closed = queue.parked.is_some_and(|parked| parked.closes_private_chat(now));
        if is_closed && item.outgoing.reply.fallback.is_some() {
            return self.ended.push((target, item, End::Failed(Why::PrivateClosed)));
        }
        queue.waiting.push_back(item);
        if let Some((at, _)) = &mut queue.retry {
            // Whatever made somebody speak may have mended the rest as well.
            *at = (*at).min(queue.tried.map_or(now, |tried| tried + SOONEST));
        }
        if queue.waiting.len() > MAX_WAITING {
            let at = queue.waiting.iter().position(Item::is_passing).unwrap_or(0);
            let dropped = queue.waiting.remove(at);
            self.ended.extend(dropped.map(|item| (target, item, End::Failed(Why::Full))));
        }
        self.schedule(target, now);
    }

    /// Returns what has to be done now, if anything; the queue waits until [`Queues::done`].
    pub(super) fn next(&mut self, now: Instant) -> Option<Job> {
        while let Some(&(at, target)) = self.agenda.first() {
            if at > now {
                return None;
            }
            let job = self.first_of(target, now);
            self.schedule(target, now);
            if job.is_some() {
                return job;
            }
        }
        None
    }

    /// The first reply of a queue that still has to be sent.
    fn first_of(&mut self, target: Target, now: Instant) -> Option<Job> {
        loop {
            let queue = self.all.get_mut(&target)?;
            let mut item = queue.waiting.pop_front()?;
            if item.is_expired(&self.pace, now) {
                self.ended.push((target, item, End::Expired));
                continue;
            }
            if self.is_outdated(target, &item) {
                self.ended.push((target, item, End::Superseded));
                continue;
            }
            let queue = self.all.get_mut(&target)?;
            let in_doubt = match item.doubt {
                Doubt::None => false,
                Doubt::EarlierRun => true,
                Doubt::Since(since) => now.saturating_duration_since(since) > NONCE_KNOWN,
            };
            if let Some(history) = queue.history.as_mut().filter(|_| in_doubt) {
                if let Some(end) = recognise(history, &mut item) {
                    self.ended.push((target, item, end));
                    continue;
                }
                item.doubt = Doubt::None;
            }
            (queue.is_busy, queue.signed, queue.changed) = (true, false, false);
            let yields = item.board().filter(|board| !board.is_over && item.may_yield());
            queue.under_way = yields.map(|board| (board, Arc::clone(&item.overtaken)));
            queue.tried = Some(now);
            let reads = in_doubt && queue.history.is_none();
            return Some(Job { target, item, reads });
        }
    }

    /// Learns what came of a job.
    pub(super) fn done(&mut self, target: Target, item: Item, outcome: Outcome, now: Instant) {
        let queue = self.all.entry(target).or_default();
        (queue.is_busy, queue.under_way) = (false, None);
        match outcome {
            Outcome::Sent => self.sent(target, item, now),
            Outcome::Read(history) => {
                let queue = self.all.entry(target).or_default();
                queue.history = Some(history);
                queue.waiting.push_front(item);
            }
            Outcome::Unwanted => self.all.entry(target).or_default().waiting.push_front(item),
            Outcome::Later => self.failed(target, item, now),
            Outcome::Impossible(why @ (Why::Closed | Why::PrivateClosed)) => {
                self.park(target, item, why, now);
            }
            Outcome::Impossible(why @ (Why::Gone | Why::Lost(_))) => {
                let queue = self.all.entry(target).or_default();
                let rest = std::mem::take(&mut queue.waiting);
                let all = std::iter::once(item).chain(rest);
                self.ended.extend(all.map(|item| (target, item, End::Failed(why))));
            }
            Outcome::Impossible(why) => self.ended.push((target, item, End::Failed(why))),
        }
        self.schedule(target, now);
    }

    /// The task of a queue ended without a result; its reply is left to the next start.
    pub(super) fn lost(&mut self, target: Target, now: Instant) {
        self.all.entry(target).or_default().is_busy = false;
        self.schedule(target, now);
    }

    /// Discord has a reply: its place is open, and older boards of its game are of no use.
    fn sent(&mut self, target: Target, item: Item, now: Instant) {
        let queue = self.all.entry(target).or_default();
        (queue.parked, queue.retry) = (None, None);
        if queue.waiting.iter().all(|waiting| waiting.doubt == Doubt::None) {
            queue.history = None;
        }
        self.last_success = Some(now);
        if let Some(board) = item.board().filter(|_| item.outgoing.outbox.is_some()) {
            self.posted(target, &board);
        }
        let message = item.first.clone();
        self.ended.push((target, item, End::Sent(message)));
        self.hurry_all(now);
    }

    /// Remembers the newest board of a game, and drops what is older wherever it waits.
    fn posted(&mut self, target: Target, board: &BoardAge) {
        if matches!(target, Target::Person(_)) {
            return;
        }
        if self.newest.len() >= MAX_GAMES && !self.newest.contains_key(&board.game) {
            self.newest.clear();
        }
        let newest = self.newest.entry(board.game).or_default();
        *newest = board.age.max(*newest);
        let ended = &mut self.ended;
        let channels =
            self.all.iter_mut().filter(|(target, _)| matches!(target, Target::Channel(_)));
        channels.for_each(|(target, queue)| {
            let older = queue.overtake(board);
            ended.extend(older.into_iter().map(|item| (*target, item, End::Superseded)));
        });
    }

    /// Returns `true` if a newer board of its game was posted, or waits behind it.
    fn is_outdated(&self, target: Target, item: &Item) -> bool {
        let Some(board) = item.board().filter(|board| !board.is_over) else { return false };
        if !item.may_yield() {
            return false;
        }
        let posted = self.newest.get(&board.game).filter(|_| matches!(target, Target::Channel(_)));
        let waiting = self.all.get(&target).into_iter().flat_map(|queue| &queue.waiting);
        posted.is_some_and(|newest| *newest > board.age)
            || waiting
                .filter(|other| other.outgoing.outbox.is_some())
                .filter_map(Item::board)
                .any(|other| item.yields_to(&other))
    }

    /// Something went wrong that may pass: the queue pauses, longer each time.
    fn failed(&mut self, target: Target, mut item: Item, now: Instant) {
        let since = *item.failing.get_or_insert(now);
        let queue = self.all.entry(target).or_default();
        let pause = match queue.retry {
            Some((_, pause)) => (pause * 2).min(self.pace.longest_retry),
            None => self.pace.first_retry,
        };
        queue.retry = Some((now + pause, pause));
        queue.history = None;
        // Where everything else gets through, the fault is with this reply: the others go first.
        let others_pass = self.last_success.is_some_and(|success| success > since);
        if others_pass && now.saturating_duration_since(since) > self.pace.patience {
            item.failing = None;
            queue.waiting.push_back(item);
        } else {
            queue.waiting.push_front(item);
        }
    }

    /// The place takes nothing: its replies wait for a sign of life, but for those that have something
    /// to say elsewhere.
    fn park(&mut self, target: Target, item: Item, why: Why, now: Instant) {
        let queue = self.all.entry(target).or_default();
        (queue.retry, queue.history) = (None, None);
        let before = queue.parked;
        let quiet = before.map_or(FIRST_QUIET, |p| (p.quiet * 2).min(LONGEST_QUIET));
        let talk_pause =
            before.map_or(FIRST_TALK_PAUSE, |p| (p.talk_pause * 2).min(LONGEST_TALK_PAUSE));
        let next = now + if queue.signed { talk_pause } else { quiet };
        queue.parked = Some(Parked { why, next, quiet, tried: now, talk_pause });
        // While it was tried a newer board may have been posted elsewhere, which nothing tells it later.
        if self.is_outdated(target, &item) {
            self.ended.push((target, item, End::Superseded));
        } else if let Some(queue) = self.all.get_mut(&target) {
            queue.waiting.push_front(item);
        }
        if why == Why::PrivateClosed
            && let Some(queue) = self.all.get_mut(&target)
        {
            let (elsewhere, kept): (VecDeque<_>, _) =
                queue.waiting.drain(..).partition(|item| item.outgoing.reply.fallback.is_some());
            queue.waiting = kept;
            self.ended.extend(elsewhere.into_iter().map(|i| (target, i, End::Failed(why))));
        }
    }

    /// Returns why a place takes nothing at present; `None` if it may.
    pub(super) fn parked(&self, target: Target, now: Instant) -> Option<Why> {
        let parked = self.all.get(&target)?.parked?;
        (parked.next > now).then_some(parked.why)
    }

    /// Keeps of what waits in a queue only what `keeps` does.
    pub(super) fn offer(&mut self, target: Target, now: Instant, keeps: impl Fn(&Item) -> bool) {
        if let Some(queue) = self.all.get_mut(&target) {
            queue.waiting.retain(keeps);
        }
        self.schedule(target, now);
    }

    /// The replies that wait in a queue.
    pub(super) fn waiting(&self, target: Target) -> impl Iterator<Item = &Item> {
        self.all.get(&target).into_iter().flat_map(|queue| &queue.waiting)
    }

    /// The same, for those who note what was shown of them.
    pub(super) fn waiting_mut(&mut self, target: Target) -> impl Iterator<Item = &mut Item> {
        self.all.get_mut(&target).into_iter().flat_map(|queue| &mut queue.waiting)
    }

    /// The places for which something waits or is on its way, and those that take nothing.
    pub(super) fn targets(&self) -> Vec<Target> {
        self.all.keys().copied().collect()
    }

    /// The places that take nothing.
    pub(super) fn all_parked(&self) -> Vec<Target> {
        self.all.iter().filter(|(_, queue)| queue.parked.is_some()).map(|(at, _)| *at).collect()
    }

    /// Somebody has written in a place: what it refused is tried again, though talk that did not help
    /// is heeded less and less often.
    pub(super) fn heard_talk(&mut self, target: Target, now: Instant) {
        self.heard(target, now, |parked| parked.tried + parked.talk_pause);
    }

    /// A place has changed, or a person has written to us in private: it is tried again at once.
    pub(super) fn has_changed(&mut self, target: Target, now: Instant) {
        self.may_have_changed(target);
        self.heard(target, now, |parked| {
            parked.talk_pause = FIRST_TALK_PAUSE;
            now
        });
    }

    /// A place may have changed: what the try under way was refused before no longer counts.
    pub(super) fn may_have_changed(&mut self, target: Target) {
        if let Some(queue) = self.all.get_mut(&target) {
            queue.changed = true;
        }
    }

    /// Returns `true` if a place has changed since its try that is under way was begun.
    pub(super) fn changed_meanwhile(&self, target: Target) -> bool {
        self.all.get(&target).is_some_and(|queue| queue.changed)
    }

    fn heard(&mut self, target: Target, now: Instant, when: impl Fn(&mut Parked) -> Instant) {
        let Some(queue) = self.all.get_mut(&target) else { return };
        if queue.waiting.is_empty() && !queue.is_busy {
            queue.parked = None;
        }
        queue.signed = true;
        let Some(parked) = &mut queue.parked else { return self.schedule(target, now) };
        parked.next = when(parked).max(now).min(parked.next);
        self.schedule(target, now);
    }

    /// Everything that waits there has to be said elsewhere, since the place is gone.
    pub(super) fn gone(&mut self, target: Target, now: Instant) {
        let Some(queue) = self.all.get_mut(&target) else { return };
        let rest = std::mem::take(&mut queue.waiting);
        self.ended.extend(rest.into_iter().map(|item| (target, item, End::Failed(Why::Gone))));
        self.schedule(target, now);
    }

    /// Returns what has become of replies since this was asked last.
    pub(super) fn ended(&mut self) -> Vec<(Target, Item, End)> {
        std::mem::take(&mut self.ended)
    }

    /// Returns when there is something to do next.
    pub(super) fn wakes(&self) -> Option<Instant> {
        self.agenda.first().map(|(at, _)| *at)
    }

    /// Something got through: whatever paused because nothing did is due.
    fn hurry_all(&mut self, now: Instant) {
        let pausing: Vec<Target> =
            self.all.iter().filter(|(_, q)| q.retry.is_some()).map(|(at, _)| *at).collect();
        for target in pausing {
            if let Some(queue) = self.all.get_mut(&target)
                && let Some((at, _)) = &mut queue.retry
            {
                *at = (*at).min(queue.tried.map_or(now, |tried| tried + SOONEST));
            }
            self.schedule(target, now);
        }
    }

    /// Puts a queue at its place in the agenda, or forgets it if it has nothing to tell.
    fn schedule(&mut self, target: Target, now: Instant) {
        let Some(queue) = self.all.get_mut(&target) else { return };
        let is_idle = queue.is_busy || queue.waiting.is_empty();
        let due = [queue.retry.map(|(at, _)| at), queue.parked.map(|parked| parked.next)];
        // Whoever is due keeps its place before those that become due later.
        let already = queue.agenda.filter(|at| *at <= now).unwrap_or(now);
        let at = (!is_idle).then(|| due.into_iter().flatten().max().unwrap_or(already));
        if queue.agenda != at {
            if let Some(before) = queue.agenda {
                self.agenda.remove(&(before, target));
            }
            queue.agenda = at;
            if let Some(at) = at {
                self.agenda.insert((at, target));
            }
        }
        if queue.waiting.is_empty() && !queue.is_busy && queue.parked.is_none() {
            self.all.remove(&target);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::picture_name::PictureName;
    use chat::{Attachment, Drawing, Fallback, Picture, Reply};
    use games::BySeat;
    use host::{Clock as _, SystemClock};
    use table::BoardRecipe;

    const HERE: Target = Target::Channel(ChannelId::new(5));
    const THERE: Target = Target::Channel(ChannelId::new(6));
    const ANN: Target = Target::Person(UserId::new(7));

    /// The queues and the time, which tests move.
    struct Machine {
        queues: Queues,
        now: Instant,
    }

    impl Machine {
        fn new() -> Self {
            Self { queues: Queues::new(Pace::default()), now: SystemClock.instant() }
        }

        fn take(&mut self, target: Target, outgoing: Outgoing) {
            let item = Item::new(outgoing, Tag::random(), Purpose::Reply, self.now);
            self.queues.take(target, item, self.now);
        }

        /// Returns what is sent now, if anything.
        fn next(&mut self) -> Option<Job> {
            self.queues.next(self.now)
        }

        fn done(&mut self, job: Job, outcome: Outcome) {
            self.queues.done(job.target, job.item, outcome, self.now);
        }

        fn pass(&mut self, seconds: u64) {
            self.now += Duration::from_secs(seconds);
        }

        /// The texts of what has come to an end, with how it ended.
        fn ended(&mut self) -> Vec<(String, End)> {
            let ended = self.queues.ended().into_iter();
            ended.map(|(_, item, end)| (item.outgoing.reply.text, end)).collect()
        }

        /// The text of what is sent now.
        fn says(&mut self) -> Option<String> {
            let job = self.next()?;
            let text = job.item.outgoing.reply.text.clone();
            self.done(job, Outcome::Sent);
            Some(text)
        }
    }

    fn text(words: &str) -> Outgoing {
        let reply = Reply::new(PlaceId::channel(Platform::Discord, "5"), words);
        Outgoing::new(Some(1), reply)
    }

    fn passing(words: &str) -> Outgoing {
        Outgoing { outbox: None, ..text(words) }
    }

    fn board(lines: usize, over: bool) -> Outgoing {
        let names: BySeat<String> = vec!["a".to_owned(), "b".to_owned()];
        let recipe: BoardRecipe = serde_json::from_value(json!({
            "game": 12, "lines": lines, "facing": 0, "plies": 1, "over": over, "names": names,
        }))
        .unwrap();
        let mut outgoing = text(&lines.to_string());
        let drawing = Drawing::OfGame(recipe);
        outgoing.reply.attachments =
            vec![Attachment::Picture(Picture::plain(drawing, String::new()))];
        outgoing
    }

    /// Nobody who was forgotten meanwhile is named in what waits, or seen on its picture.
    #[test]
    fn what_waits_is_said_in_other_words() {
        let mut machine = Machine::new();
        let place = PlaceId::channel(Platform::Discord, "5");
        let moved = |who: &str| Reply::new(place.clone(), format!("{who} moved"));
        let png = Some(Default::default());
        machine.take(HERE, Outgoing { png, ..Outgoing::new(Some(2), moved("Xanthippe")) });
        machine.take(HERE, text("good evening"));
        machine.take(THERE, Outgoing::new(Some(3), moved("Xanthippe")));
        let anew = [2, 3].map(|outbox| (outbox, moved("deleted player 1")));
        machine.queues.reword(&anew);
        let job = machine.next().expect("something waits");
        let Outgoing { reply, png, .. } = &job.item.outgoing;
        assert_eq!((&*reply.text, png.is_none()), ("deleted player 1 moved", true));
        machine.done(job, Outcome::Sent);
        let mut left = Vec::new();
        for _ in 0..4 {
            left.extend(machine.says());
            machine.pass(5);
        }
        left.sort();
        assert_eq!(left, ["deleted player 1 moved", "good evening"]);
    }

    #[test]
    fn a_queue_keeps_its_order_and_sends_one_at_a_time() {
        let mut machine = Machine::new();
        for words in ["one", "two"] {
            machine.take(HERE, text(words));
        }
        machine.take(THERE, text("elsewhere"));
        let (first, other) = (machine.next().unwrap(), machine.next().unwrap());
        assert_eq!((first.target, other.target), (HERE, THERE));
        assert!(machine.next().is_none(), "the second waits for the first");
        machine.done(first, Outcome::Sent);
        assert_eq!(machine.says().unwrap(), "two");
    }

    #[test]
    fn a_newer_board_takes_the_place_of_what_waits_but_not_of_a_result() {
        let mut machine = Machine::new();
        machine.take(HERE, text("first"));
        let sending = machine.next().unwrap();
        for outgoing in [board(5, false), text("a word"), board(6, false), board(7, true)] {
            machine.take(HERE, outgoing);
        }
        machine.take(HERE, board(8, false));
        let superseded = ["5", "6"].map(|words| (words.to_owned(), End::Superseded));
        assert_eq!(machine.ended(), superseded);
        machine.done(sending, Outcome::Sent);
        let said: Vec<String> = std::iter::from_fn(|| machine.says()).collect();
        assert_eq!(said, ["a word", "7", "8"]);
    }

    #[test]
    fn an_older_board_never_comes_after_a_newer_one() {
        let mut machine = Machine::new();
        machine.take(HERE, board(5, false));
        let old = machine.next().unwrap();
        machine.done(old, Outcome::Impossible(Why::Closed));
        machine.take(THERE, board(6, false));
        assert_eq!(machine.says().unwrap(), "6");
        machine.take(HERE, board(4, false));
        let mut ended: Vec<String> = machine.ended().into_iter().map(|(words, _)| words).collect();
        ended.sort_unstable();
        assert_eq!(ended, ["4", "5", "6"]);
        machine.pass(3_600);
        assert!(machine.next().is_none());
    }

    #[test]
    fn a_board_that_is_refused_while_a_newer_one_is_posted_elsewhere_does_not_wait() {
        let mut machine = Machine::new();
        machine.take(HERE, board(5, false));
        let old = machine.next().unwrap();
        machine.take(THERE, board(6, false));
        assert_eq!(machine.says().unwrap(), "6");
        machine.done(old, Outcome::Impossible(Why::Closed));
        let ended = machine.ended();
        assert!(ended.contains(&("5".to_owned(), End::Superseded)), "{ended:?}");
    }

    #[test]
    fn a_board_that_waits_for_its_turn_learns_that_it_is_overtaken() {
        let mut machine = Machine::new();
        machine.take(HERE, board(5, false));
        let old = machine.next().unwrap();
        assert!(old.item.is_wanted(&Pace::default(), machine.now));
        machine.take(HERE, board(6, false));
        assert!(!old.item.is_wanted(&Pace::default(), machine.now));
        machine.done(old, Outcome::Unwanted);
        assert_eq!(machine.says().unwrap(), "6");
        assert_eq!(machine.ended()[0], ("5".to_owned(), End::Superseded));
    }

    #[test]
    fn an_answer_that_was_asked_for_is_not_superseded() {
        let mut machine = Machine::new();
        machine.take(HERE, Outgoing { outbox: None, ..board(5, false) });
        machine.take(HERE, board(6, false));
        assert_eq!(machine.says().unwrap(), "5");
        assert_eq!(machine.says().unwrap(), "6");
    }

    #[test]
    fn failures_are_tried_again_after_growing_pauses_for_ever() {
        let mut machine = Machine::new();
        machine.take(HERE, text("word"));
        let mut last = Duration::ZERO;
        for _ in 0..100 {
            let job = machine.next().unwrap();
            machine.done(job, Outcome::Later);
            let pause = machine.queues.wakes().unwrap() - machine.now;
            assert!(pause >= last && pause <= Pace::default().longest_retry);
            assert!(machine.next().is_none());
            (last, machine.now) = (pause, machine.now + pause);
        }
        assert_eq!(last, Pace::default().longest_retry);
        // As soon as anything gets through anywhere, it is tried.
        let job = machine.next().unwrap();
        machine.done(job, Outcome::Later);
        machine.pass(2);
        machine.take(THERE, text("elsewhere"));
        assert_eq!(machine.says().unwrap(), "elsewhere");
        assert_eq!(machine.says().unwrap(), "word");
    }

    #[test]
    fn one_reply_that_fails_while_others_pass_lets_its_queue_go_first() {
        let mut machine = Machine::new();
        for words in ["bad", "good"] {
            machine.take(HERE, text(words));
        }
        let mut tries = 0;
        loop {
            let Some(job) = machine.next() else {
                machine.pass(60);
                machine.take(THERE, text("elsewhere"));
                continue;
            };
            if job.target == THERE {
                machine.done(job, Outcome::Sent);
            } else if job.item.outgoing.reply.text == "bad" {
                tries += 1;
                assert!(tries < 100, "the good one never comes");
                machine.done(job, Outcome::Later);
            } else {
                break;
            }
        }
        assert!(tries > 5);
    }

    #[test]
    fn a_closed_place_waits_for_a_sign_of_life() {
        let mut machine = Machine::new();
        machine.take(HERE, text("word"));
        let job = machine.next().unwrap();
        machine.done(job, Outcome::Impossible(Why::Closed));
        assert_eq!(machine.queues.parked(HERE, machine.now), Some(Why::Closed));
        machine.pass(599);
        assert!(machine.next().is_none());
        machine.queues.heard_talk(HERE, machine.now);
        let job = machine.next().unwrap();
        // It did not help: talk is heeded later, a change of the channel at once.
        machine.done(job, Outcome::Impossible(Why::Closed));
        machine.queues.heard_talk(HERE, machine.now);
        assert!(machine.next().is_none());
        machine.queues.has_changed(HERE, machine.now);
        assert_eq!(machine.says().unwrap(), "word");
        assert_eq!(machine.queues.parked(HERE, machine.now), None);
    }

    #[test]
    fn a_sign_during_a_try_is_not_forgotten() {
        for sign in [Queues::heard_talk, Queues::has_changed] {
            let mut machine = Machine::new();
            machine.take(HERE, text("word"));
            for pause in [1, 2] {
                let job = machine.next().unwrap();
                sign(&mut machine.queues, HERE, machine.now);
                machine.done(job, Outcome::Impossible(Why::Closed));
                assert!(machine.next().is_none(), "not at once");
                machine.pass(pause);
            }
            assert_eq!(machine.says().unwrap(), "word");
        }
    }

    #[test]
    fn a_sign_before_a_try_says_nothing_about_its_end() {
        let mut machine = Machine::new();
        machine.take(HERE, text("word"));
        let job = machine.next().unwrap();
        machine.queues.has_changed(HERE, machine.now);
        machine.done(job, Outcome::Later);
        machine.pass(60);
        let job = machine.next().unwrap();
        machine.done(job, Outcome::Impossible(Why::Closed));
        machine.pass(599);
        assert!(machine.next().is_none());
        machine.pass(1);
        assert_eq!(machine.says().unwrap(), "word");
    }

    #[test]
    fn what_cannot_be_said_in_private_is_said_elsewhere_or_waits() {
        let mut machine = Machine::new();
        let mut invited = text("come");
        let place = PlaceId::channel(Platform::Discord, "5");
        invited.reply.fallback = Some(Fallback { place, text: "open your chat".to_owned() });
        machine.take(ANN, text("your men"));
        machine.take(ANN, invited.clone());
        let job = machine.next().unwrap();
        machine.done(job, Outcome::Impossible(Why::PrivateClosed));
        let failed = ("come".to_owned(), End::Failed(Why::PrivateClosed));
        assert_eq!(machine.ended(), std::slice::from_ref(&failed));
        machine.take(ANN, invited);
        assert_eq!(machine.ended(), [failed], "at once");
        machine.queues.has_changed(ANN, machine.now);
        assert_eq!(machine.says().unwrap(), "your men");
    }

    #[test]
    fn everything_in_a_place_that_is_gone_ends() {
        let mut machine = Machine::new();
        for words in ["one", "two"] {
            machine.take(HERE, text(words));
        }
        let job = machine.next().unwrap();
        machine.done(job, Outcome::Impossible(Why::Gone));
        let ended = ["one", "two"].map(|words| (words.to_owned(), End::Failed(Why::Gone)));
        assert_eq!(machine.ended(), ended);
        assert!(machine.queues.all.is_empty(), "nothing is remembered of it");
    }

    #[test]
    fn old_answers_expire_and_full_queues_drop_answers_first() {
        let mut machine = Machine::new();
        machine.take(HERE, text("first"));
        let job = machine.next().unwrap();
        machine.take(HERE, passing("old"));
        for n in 0..MAX_WAITING {
            machine.take(HERE, text(&n.to_string()));
        }
        assert_eq!(machine.ended(), [("old".to_owned(), End::Failed(Why::Full))]);
        machine.done(job, Outcome::Sent);
        machine.take(THERE, passing("older"));
        machine.pass(3_600);
        while machine.says().is_some() {}
        assert!(machine.ended().contains(&("older".to_owned(), End::Expired)));
    }

    #[test]
    fn what_may_have_been_sent_is_looked_for_once_per_place() {
        let mut machine = Machine::new();
        let doubtful = |words| Outgoing { may_be_sent: true, ..text(words) };
        for words in ["one", "two", "three"] {
            machine.take(HERE, doubtful(words));
        }
        let job = machine.next().unwrap();
        assert!(job.reads);
        let seen = SeenMessage { id: 9, text: "one".to_owned(), files: Vec::new(), answers: None };
        machine.done(job, Outcome::Read(vec![seen]));
        let job = machine.next().unwrap();
        assert!(!job.reads);
        assert_eq!(job.item.outgoing.reply.text, "two");
        let sent = End::Sent(Some(payload::message_id(9)));
        assert_eq!(machine.ended(), [("one".to_owned(), sent)]);
        machine.done(job, Outcome::Sent);
        assert!(!machine.next().unwrap().reads);
    }

    #[test]
    fn a_board_that_a_place_may_have_is_there_or_yields_to_a_newer_one_or_is_sent() {
        let newer = "board-12-a9-t1111111111111111.png".to_owned();
        for (lines, has_own, has_newer, expected) in [
            (8, true, true, Some(End::Sent(Some(payload::message_id(8))))),
            (8, false, true, Some(End::Superseded)),
            (9, false, true, None),
            (8, false, false, None),
        ] {
            let mut machine = Machine::new();
            let mut outgoing = board(lines, false);
            outgoing.reply.game = Some(GameNo(12));
            outgoing.png = Some(Arc::new(Vec::new()));
            machine.take(HERE, Outgoing { may_be_sent: true, ..outgoing });
            let job = machine.next().unwrap();
            let own = PictureName::of(&job.item.outgoing, job.item.tag).to_string();
            let files = [(8, own, has_own), (9, newer.clone(), has_newer)];
            let seen = files.into_iter().filter(|(.., is_there)| *is_there).map(|(id, name, _)| {
                SeenMessage { id, text: String::new(), files: vec![name], answers: None }
            });
            machine.done(job, Outcome::Read(seen.collect()));
            let said = machine.says();
            let ended = machine.ended().into_iter().next().map(|(_, end)| end);
            match expected {
                Some(_) => assert_eq!((said, ended), (None, expected)),
                None => assert_eq!(said, Some(lines.to_string())),
            }
        }
    }

    #[test]
    fn a_doubt_of_this_run_is_looked_into_once_the_nonce_may_be_forgotten() {
        let mut machine = Machine::new();
        machine.take(HERE, text("word"));
        let mut job = machine.next().unwrap();
        job.item.doubt = Doubt::Since(machine.now);
        machine.done(job, Outcome::Later);
        machine.pass(30);
        let job = machine.next().unwrap();
        assert!(!job.reads, "the nonce is known");
        machine.done(job, Outcome::Later);
        machine.pass(60);
        assert!(machine.next().unwrap().reads);
    }
}
