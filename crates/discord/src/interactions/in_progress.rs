//! The interactions that are in progress: they are taken in here, and what is said because of them is brought to
//! them. Each has a task of its own, so that nothing holds up another's acknowledgement.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use chat::{Audience, Choice, Incoming, OpenedModal, Outgoing, PlaceReport, Pressed};
use host::{Clock, HostHandle, MessageOutcome};
use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, ChannelId, InteractionId, UserId};
use table::{GameNo, MessageId, PersonId, PlaceId};
use tokio::{
    runtime,
    sync::{
        mpsc::{UnboundedSender, error::SendError, unbounded_channel},
        watch,
    },
    task::AbortHandle,
};

use super::{
    buttons,
    conversation::{Conversation, Heard, LIFE},
    form,
    incoming::{is_interaction, message_id},
    older::{ends_arranging, is_set_up},
    read::{self, Interaction, NotUnderstood, Token, Unread},
    registration::register,
};
use crate::interactions::follow_up::FollowUp;
use crate::{
    Pace, PiecePictures, Settings,
    ack_tracker::Origin,
    backfill_hold::{BackfillKeeper, Live},
    emoji_upload::EmojiUpload,
    emojis::KnownEmojis,
    failure::Lack,
    inbound::{SharedState, made_at},
    payload,
    permission_probe::{Depth, PermissionProbe, report_told},
    queues::{Target, target},
    request::ApiCall,
    rest::Rest,
    text,
};

/// Of how many people the last interaction is remembered.
const MOST_LATEST: usize = 1_000;

/// How long Discord waits for the acknowledgement of an interaction, with some room for the way there.
pub(super) const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(2_500);

/// The part of that in which the host has to say what opens, or what completes a value.
const SAID_WITHIN: Duration = Duration::from_millis(1_200);

/// Takes interactions in.
pub(crate) struct Interactions {
    pub(crate) host: HostHandle,
    pub(super) rest: Arc<Rest>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) shared: Arc<SharedState>,
    /// All that is handed over to the host goes through them.
    pub(crate) gates: Arc<BackfillKeeper>,
    probe: Arc<PermissionProbe>,
    /// Where the tasks run: not on the thread of the shards, whose heartbeats they would hold up.
    runtime: runtime::Handle,
    open: Mutex<HashMap<MessageId, Open>>,
    /// Those that can be answered no more, although the host has not done with them.
    outlived: Mutex<HashMap<MessageId, Outlived>>,
    /// The last interaction of each person that can still be answered, and until when.
    latest: Mutex<HashMap<PersonId, (Instant, Arc<Interaction>)>>,
    /// The answers in which men can be arranged, until that can be taken from them no more.
    set_ups: Mutex<Vec<SetUpAnswer>>,
    /// How many conversations go on.
    n_open: watch::Sender<usize>,
    returned: UnboundedSender<Outgoing>,
    /// Whether the commands are registered in this run, or are about to be.
    is_registered: AtomicBool,
    pictures: PiecePictures,
    pace: Pace,
    /// The task that uploads the emojis.
    upload: Mutex<Option<AbortHandle>>,
}

/// An answer in which whoever made an interaction can arrange their men, as this message.
struct SetUpAnswer {
    interaction: Arc<Interaction>,
    game: GameNo,
    message: u64,
    until: Instant,
}

/// An interaction without an end.
struct Open {
    interaction: Arc<Interaction>,
    heard: UnboundedSender<Heard>,
    asked: Outlived,
}

/// The person who has asked by an interaction, and the place: what is left of one that can be answered no more.
#[derive(Clone)]
struct Outlived {
    place: PlaceId,
    who: PersonId,
    /// Whether a board that it asks for is for everyone in the place.
    shows_boards: bool,
}

impl Outlived {
    /// Returns `true` if a reply is for whoever made the interaction alone.
    fn keeps(&self, outgoing: &Outgoing) -> bool {
        let reply = &outgoing.reply;
        if reply.place != self.place {
            return false;
        }
        match &reply.audience {
            Audience::Only(person) => *person == self.who,
            // What nothing depends on answers this person; but whoever replies to a board plays.
            Audience::Place => {
                outgoing.outbox.is_none() && !(self.shows_boards && reply.is_for_everyone())
            }
        }
    }
}

impl Interactions {
    /// No interaction is in progress yet; its tasks run where it is made. What can no longer be said to an
    /// interaction is returned there.
    pub(crate) fn new(
        settings: &Settings,
        host: HostHandle,
        rest: Arc<Rest>,
        clock: Arc<dyn Clock>,
        shared: Arc<SharedState>,
        gates: Arc<BackfillKeeper>,
        returned: UnboundedSender<Outgoing>,
    ) -> Self {
        let runtime = runtime::Handle::current();
        Self {
            host,
            rest,
            clock,
            shared,
            probe: gates.probe(),
            gates,
            runtime,
            open: Mutex::default(),
            outlived: Mutex::default(),
            latest: Mutex::default(),
            set_ups: Mutex::default(),
            n_open: watch::Sender::new(0),
            returned,
            is_registered: AtomicBool::new(false),
            pictures: settings.pictures.clone(),
            pace: settings.pace,
            upload: Mutex::default(),
        }
    }

    /// Sees to it that Discord offers our commands and has our emojis.
    pub(crate) fn register(&self, application: ApplicationId) {
        if self.is_registered.swap(true, Ordering::Relaxed) {
            return;
        }
        let (host, rest) = (self.host.clone(), Arc::clone(&self.rest));
        self.runtime.spawn(register(host, rest, application));
        let upload = EmojiUpload {
            rest: Arc::clone(&self.rest),
            shared: Arc::clone(&self.shared),
            clock: Arc::clone(&self.clock),
            pace: self.pace,
            application,
            pictures: self.pictures.clone(),
        };
        let upload = self.runtime.spawn(upload.run()).abort_handle();
        *self.upload.lock().unwrap_or_else(PoisonError::into_inner) = Some(upload);
    }

    /// Takes an interaction in: it is acknowledged, and handed over to the host if it is understood.
    ///
    /// # Errors
    ///
    /// The part of it that is not as Discord describes it. It may quote the event, so it does not belong into a
    /// log.
    pub(crate) fn take(self: &Arc<Self>, origin: Origin, raw: Value) -> serde_json::Result<()> {
        let interaction = match Interaction::read(raw, self.shared.own_id()) {
            Ok(interaction) => interaction,
            Err(Unread::NotUnderstood(mut what)) => {
                let error = what.error.take();
                self.runtime.spawn(Arc::clone(self).answer_not_understood(what));
                return error.map_or(Ok(()), Err);
            }
            Err(Unread::OfUnknownKind(kind)) => {
                tracing::debug!("an interaction of the unknown kind {kind} is left out");
                return Ok(());
            }
            Err(Unread::Unanswerable(error)) => return Err(error),
        };
        if interaction.typing().is_some() {
            self.runtime.spawn(Arc::clone(self).complete(interaction));
        } else if let Some(incoming) = interaction.incoming() {
            self.begin(origin, interaction, incoming);
        } else {
            self.runtime.spawn(Arc::clone(self).answer_at_once(interaction));
        }
        Ok(())
    }

    /// Begins the conversation about an interaction.
    fn begin(self: &Arc<Self>, origin: Origin, interaction: Interaction, incoming: Incoming) {
        let told =
            interaction.checked().map(|one| report_told(&self.shared, one.id, one.ours, one.kind));
        let elsewhere = interaction.sets_channel().filter(|channel| {
            interaction.server.is_some_and(|here| self.shared.guilds.lack(here, *channel))
        });
        let report = elsewhere.map(|_| PlaceReport::NoSuchChannel).or(told);
        let incoming = Incoming { report, ..incoming };
        let (heard, hears) = unbounded_channel();
        let interaction = Arc::new(interaction);
        let open = Open {
            interaction: Arc::clone(&interaction),
            heard,
            asked: Outlived {
                place: incoming.place.clone(),
                who: incoming.author.id.clone(),
                shows_boards: !incoming.private_answers && interaction.may_write(),
            },
        };
        // A resumed session brings again what had no end when it was lost.
        if self.open().contains_key(&incoming.id) {
            return;
        }
        self.open().insert(incoming.id.clone(), open);
        self.n_open.send_modify(|n| *n += 1);
        self.shared.progress.open_apart(origin, interaction.id.get());
        let is_fresh = self.age(&interaction) < ACKNOWLEDGED_WITHIN;
        // Of one that comes late Discord has told its author already that it failed, unless it was
        // acknowledged before: only then it is still wanted.
        let waits = (!is_fresh).then(|| incoming.clone());
        if is_fresh {
            self.hand_over(&interaction, incoming);
        }
        let conversation = Conversation::new(Arc::clone(self), interaction, hears);
        self.runtime.spawn(conversation.run(waits));
    }

    /// Hands over what an interaction stands for, behind what was said before it in its place.
    pub(super) fn hand_over(&self, interaction: &Arc<Interaction>, incoming: Incoming) {
        self.gates.take(Live::Interaction(Arc::clone(interaction), Box::new(incoming)));
    }

    /// Returns `true` if whoever made an interaction may hear of a channel: it is the one in which they made
    /// it, or it is certain that they see it. Of other servers it is not known what they see there.
    fn may_be_named(&self, interaction: &Interaction, channel: ChannelId) -> bool {
        if channel == interaction.channel {
            return true;
        }
        let (Some(server), Some(channel)) = (interaction.server, self.shared.shown_with(channel))
        else {
            return false;
        };
        self.shared.guilds.sees(server, channel, &interaction.member()) == Some(true)
    }

    /// Returns where whoever made an interaction finds a message that it has led to; `None` if they may not
    /// hear of its place. What is not known of their server is found out first.
    pub(super) async fn address(
        &self,
        interaction: &Interaction,
        (place, message): &(PlaceId, MessageId),
    ) -> Option<String> {
        let Some(Target::Channel(channel)) = target(place) else { return None };
        if let Some(server) = interaction.server.filter(|_| channel != interaction.channel) {
            self.probe.learn_server(server, Depth::Channels).await;
        }
        let address = payload::address(place, message, interaction.server_id().as_ref());
        address.filter(|_| self.may_be_named(interaction, channel))
    }

    /// Returns how long ago an interaction was made.
    pub(super) fn age(&self, interaction: &Interaction) -> Duration {
        let now = self.shared.skew.by_discord(self.clock.now());
        let age = now.saturating_sub(made_at(interaction.id.get()));
        Duration::from_millis(u64::try_from(age).unwrap_or(0))
    }

    /// Offers what completes a value.
    async fn complete(self: Arc<Self>, interaction: Interaction) {
        let Some(typing) = interaction.typing() else { return };
        let asked = self.host.completions(typing);
        let choices = host::timeout(&*self.clock, SAID_WITHIN, asked).await.unwrap_or_default();
        let wants_numbers = interaction.wants_numbers();
        let choices = choices.iter().filter_map(|one| choice(one, wants_numbers)).collect();
        // Whoever types goes on typing: an answer that is lost is not missed.
        let _ = self.callback(interaction.id, &interaction.token, completing(choices)).await;
    }

    /// Answers what is not understood, so that nobody waits for more.
    async fn answer_not_understood(self: Arc<Self>, what: NotUnderstood) {
        let answer = match what.words {
            Some(words) => privately(payload::private_words(words)),
            None => completing(Vec::new()),
        };
        let _ = self.callback(what.id, &what.token, answer).await;
    }

    /// Answers what opens something, with what the host says beside its messages, or that nothing of ours has
    /// this id.
    async fn answer_at_once(self: Arc<Self>, interaction: Interaction) {
        let answer = match interaction.opens() {
            Some((wanted, tap)) => {
                let pressed = tap.pressed;
                let asked = self.host.open_modal(tap, wanted);
                let opened = host::timeout(&*self.clock, SAID_WITHIN, asked).await.flatten();
                opening(opened, pressed)
            }
            None => privately(payload::private_words(text::UNKNOWN_BUTTON)),
        };
        let _ = self.callback(interaction.id, &interaction.token, answer).await;
    }

    async fn callback(
        &self,
        id: InteractionId,
        token: &Token,
        payload: Value,
    ) -> Result<Value, ()> {
        let call = ApiCall::Acknowledge { id, token: token.clone(), payload };
        self.rest.call(&call, ACKNOWLEDGED_WITHIN).await.map_err(|error| {
            tracing::debug!("an interaction is not answered: {error}");
        })
    }

    /// Brings a reply to the interaction that has led to it; gives it back if it belongs elsewhere.
    pub(crate) fn say(&self, outgoing: Outgoing) -> Option<Outgoing> {
        let open = self.open();
        let Some(conversation) = outgoing.cause.as_ref().and_then(|cause| open.get(cause)) else {
            let outlived = self.outlived();
            let asked = outgoing.cause.as_ref().and_then(|cause| outlived.get(cause));
            return homeless(outgoing, asked);
        };
        let asked = &conversation.asked;
        if !asked.keeps(&outgoing) {
            let _ = conversation.heard.send(Heard::Public);
            return Some(outgoing);
        }
        match conversation.heard.send(Heard::Answer(Box::new(outgoing))) {
            Err(SendError(Heard::Answer(outgoing))) => homeless(*outgoing, Some(asked)),
            Ok(()) | Err(_) => None,
        }
    }

    /// An interaction can be answered for so long.
    pub(super) fn can_be_told(&self, interaction: &Arc<Interaction>, life: Duration) {
        let now = self.clock.instant();
        let mut latest = self.latest();
        if latest.len() >= MOST_LATEST {
            latest.retain(|_, (until, _)| *until > now);
        }
        if latest.len() < MOST_LATEST {
            let entry = (now + life, Arc::clone(interaction));
            latest.insert(interaction.who.id.clone(), entry);
        }
    }

    /// Learns that an answer shows buttons with which men are arranged.
    pub(super) fn shows_set_up(
        &self,
        interaction: &Arc<Interaction>,
        game: GameNo,
        message: &MessageId,
    ) {
        let Some(message) = payload::snowflake(message.key()) else { return };
        let now = self.clock.instant();
        let mut set_ups = self.set_ups();
        set_ups.retain(|one| one.until > now && one.message != message);
        if set_ups.len() < MOST_LATEST {
            let (interaction, until) = (Arc::clone(interaction), now + LIFE);
            set_ups.push(SetUpAnswer { interaction, game, message, until });
        }
    }

    /// Takes the buttons from the answers in which men can be arranged that are final by this reply: those of the
    /// person whose set-up it tells of, or all once nobody arranges any more.
    pub(crate) fn take_set_up_buttons(&self, outgoing: &Outgoing, by: Option<UserId>) {
        let reply = &outgoing.reply;
        let Some(game) = reply.game.filter(|_| outgoing.outbox.is_some()) else { return };
        if reply.audience != Audience::Place || is_set_up(&reply.actions) {
            return;
        }
        let is_final = |one: &mut SetUpAnswer| {
            one.game == game && (ends_arranging(reply) || by == Some(one.interaction.user))
        };
        for one in self.set_ups().extract_if(.., is_final) {
            let call = ApiCall::Answer {
                application: one.interaction.application,
                token: one.interaction.token.clone(),
                message: Some(one.message),
                payload: json!({ "components": [] }),
                file: None,
            };
            let rest = Arc::clone(&self.rest);
            // Whoever presses one that is left is told that the set-up is final.
            self.runtime.spawn(async move { rest.call(&call, ACKNOWLEDGED_WITHIN).await });
        }
    }

    /// The person who arranges men by the interaction that a message stands for, while it is open.
    pub(crate) fn arranger(&self, message: &MessageId) -> Option<UserId> {
        let open = self.open();
        let interaction = &open.get(message)?.interaction;
        interaction.arranges().then_some(interaction.user)
    }

    /// Brings what a person's private chat does not take to the last interaction of that person; whether there
    /// is one that can still be answered.
    pub(crate) fn bring(self: &Arc<Self>, who: &PersonId, outgoing: &Outgoing) -> bool {
        let now = self.clock.instant();
        let latest = self.latest().get(who).filter(|(until, _)| *until > now).cloned();
        let Some((_, interaction)) = latest else { return false };
        let brought = Box::new(with_word(outgoing, text::PRIVATE_IS_CLOSED));
        let id = message_id(interaction.id);
        let is_its_own = outgoing.cause.as_ref() == Some(&id);
        if !is_its_own {
            // It is said in an answer to somebody else.
            self.tell(outgoing.cause.as_ref(), Heard::Brought(None));
        }
        let open = self.open();
        match open.get(&id) {
            Some(conversation) if is_its_own => {
                let _ = conversation.heard.send(Heard::Brought(Some(brought)));
            }
            Some(conversation) => {
                let _ = conversation.heard.send(Heard::Answer(brought));
            }
            None => {
                let interactions = Arc::clone(self);
                self.runtime.spawn(async move {
                    let mut follow_up =
                        FollowUp::new(Arc::clone(&interactions), Arc::clone(&interaction));
                    if let Err(outgoing) = follow_up.bring(*brought).await {
                        interactions.give_up(&interaction, *outgoing);
                    }
                });
            }
        }
        true
    }

    /// Shows a reply for everyone, which its channel does not take yet for this reason as far as is known, to
    /// whoever made the interaction that has led to it, with a word about that; `false` if none has.
    pub(crate) fn show(&self, outgoing: &Outgoing, channel: ChannelId, lack: Option<Lack>) -> bool {
        let open = self.open();
        let Some(cause) = outgoing.cause.as_ref().and_then(|cause| open.get(cause)) else {
            return false;
        };
        let is_named = self.may_be_named(&cause.interaction, channel);
        let named = is_named.then_some(channel.get());
        let why = text::nobody_else_sees(
            named,
            lack,
            self.shared.application(),
            outgoing.reply.game.filter(|_| is_named),
        );
        let shown = Outgoing { outbox: None, ..with_word(outgoing, &why) };
        let _ = cause.heard.send(Heard::Brought(Some(Box::new(shown))));
        true
    }

    /// Tells what has become of a public reply that an interaction has led to: the message that it is, and
    /// where, if it is one.
    pub(crate) fn posted(&self, cause: Option<&MessageId>, posted: Option<(PlaceId, MessageId)>) {
        self.tell(cause, Heard::Posted(posted));
    }

    /// Tells that a public reply that an interaction has led to needs no message of its own: a newer board in its
    /// place shows the same.
    pub(crate) fn overtaken(&self, cause: Option<&MessageId>, place: PlaceId) {
        self.tell(cause, Heard::Overtaken(place));
    }

    fn tell(&self, cause: Option<&MessageId>, heard: Heard) {
        let open = self.open();
        if let Some(conversation) = cause.and_then(|cause| open.get(cause)) {
            let _ = conversation.heard.send(heard);
        }
    }

    /// Tells that the host has done with a message.
    pub(crate) fn ended(&self, message: &MessageId, end: MessageOutcome) {
        self.outlived().remove(message);
        if let Some(conversation) = self.open().get(message) {
            let _ = conversation.heard.send(Heard::Outcome(end));
        }
    }

    /// Forgets an interaction whose conversation is over, but for who has asked what if the host has not
    /// `ended` it.
    pub(super) fn close(&self, interaction: &Interaction, ended: bool) {
        let id = message_id(interaction.id);
        let mut open = self.open();
        if let Some(closed) = open.remove(&id) {
            if !ended {
                self.outlived().insert(id, closed.asked);
            }
            self.n_open.send_modify(|n| *n -= 1);
        }
    }

    /// Ends all conversations, since the program ends: none is left without a word.
    pub(crate) async fn stop(&self) {
        // What it has not uploaded is uploaded by the next start.
        let upload = self.upload.lock().unwrap_or_else(PoisonError::into_inner).take();
        upload.iter().for_each(AbortHandle::abort);
        self.open().values().for_each(|conversation| {
            let _ = conversation.heard.send(Heard::Outcome(MessageOutcome::Unknown));
        });
        // The sender is our own field, so the wait cannot fail.
        let _ = self.n_open.subscribe().wait_for(|n| *n == 0).await;
    }

    /// Gives back what an interaction does not take, to which nothing more is brought then.
    pub(super) fn give_up(&self, interaction: &Interaction, outgoing: Outgoing) {
        self.latest().retain(|_, (_, latest)| latest.id != interaction.id);
        self.give_back(interaction, outgoing);
    }

    /// Gives back what cannot be said to an interaction any more: it goes to the private chat with whoever
    /// was to see it, as nobody else did.
    pub(super) fn give_back(&self, interaction: &Interaction, mut outgoing: Outgoing) {
        outgoing.reply.place = match &outgoing.reply.audience {
            Audience::Only(person) => person.private_place(),
            Audience::Place => interaction.who.id.private_place(),
        };
        if let Some(words) = outgoing.reply.text.strip_suffix(text::PRIVATE_IS_CLOSED) {
            outgoing.reply.text = words.trim_end().to_owned();
        }
        outgoing.cause = None;
        // The sender is gone once the program ends.
        let _ = self.returned.send(outgoing);
    }

    fn latest(&self) -> MutexGuard<'_, HashMap<PersonId, (Instant, Arc<Interaction>)>> {
        // As below.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_ups(&self) -> MutexGuard<'_, Vec<SetUpAnswer>> {
        // As below.
        self.set_ups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outlived(&self) -> MutexGuard<'_, HashMap<MessageId, Outlived>> {
        // As below.
        self.outlived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<MessageId, Open>> {
        // It is usable even after a panic in the middle of a change.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer that opens a modal below a game in this state, or says why none opens.
fn opening(opened: Option<OpenedModal>, pressed: Option<Pressed>) -> Value {
    match (opened, pressed) {
        (Some(OpenedModal::SetUp(draft)), Some(at)) => {
            json!({ "type": 9, "data": form::of_set_up(at, draft.as_deref()) })
        }
        (Some(OpenedModal::More(actions)), Some(at)) => {
            let mut data = payload::private_words(&text::more(at.game.0));
            data["components"] = json!(buttons::beside_moving(&actions));
            privately(data)
        }
        (Some(OpenedModal::Refused(reply)), _) => {
            let refusal = Outgoing::new(None, *reply);
            let said = payload::private(&refusal, &KnownEmojis::default()).into_iter().next();
            let words = said.map(|one| one.payload);
            privately(words.unwrap_or_else(|| payload::private_words(text::NOT_OPENED)))
        }
        _ => privately(payload::private_words(text::NOT_OPENED)),
    }
}

/// The answer that offers these choices to complete a value.
fn completing(choices: Vec<Value>) -> Value {
    json!({ "type": 8, "data": { "choices": choices } })
}

/// The answer to an interaction that is this message, for whoever made it alone.
fn privately(mut message: Value) -> Value {
    message["flags"] = json!(read::EPHEMERAL);
    json!({ "type": 4, "data": message })
}

/// A reply with a word about why it comes here.
fn with_word(outgoing: &Outgoing, why: &str) -> Outgoing {
    let mut outgoing = outgoing.clone();
    outgoing.reply.text = format!("{}\n{why}", outgoing.reply.text);
    outgoing
}

/// A reply to no open interaction, of which may be known who has `asked`. What one person alone was to see in
/// answer to one goes to their private chat: everywhere else others would read it. What is for a place is said
/// there. Of what nothing depends on and nobody knows who asked, it was asked again by now.
fn homeless(mut outgoing: Outgoing, asked: Option<&Outlived>) -> Option<Outgoing> {
    if !outgoing.reply.reply_to.as_ref().is_some_and(is_interaction) {
        return Some(outgoing);
    }
    if let Audience::Only(person) = &outgoing.reply.audience {
        outgoing.reply.place = person.private_place();
    } else if let Some(asked) = asked.filter(|asked| asked.keeps(&outgoing)) {
        outgoing.reply.place = asked.who.private_place();
    } else if asked.is_none() && outgoing.outbox.is_none() && outgoing.cause.is_some() {
        outgoing.is_out();
        return None;
    }
    Some(outgoing)
}

/// A choice as Discord takes it; `None` for one that is no number where it wants numbers.
fn choice(choice: &Choice, wants_numbers: bool) -> Option<Value> {
    let value =
        if wants_numbers { json!(choice.value.parse::<u32>().ok()?) } else { json!(choice.value) };
    Some(json!({ "name": choice.label, "value": value }))
}
