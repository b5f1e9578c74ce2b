//! The conversation about one interaction: it is acknowledged at once, whatever the host does, and its
//! deferred answer becomes the answer, or a link to the board that it has led to.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use chat::{Incoming, Outgoing};
use host::{MessageOutcome, timeout};
use serde_json::json;
use table::{MessageId, PlaceId};
use tokio::sync::mpsc::UnboundedReceiver;

use super::{
    incoming::{message_id, place},
    read::{EPHEMERAL, Interaction, Request},
};
use crate::interactions::{
    follow_up::FollowUp,
    in_progress::{ACKNOWLEDGED_WITHIN, Interactions},
};
use crate::{request::ApiCall, rest::RequestError, text};

/// After how long a deferred answer becomes a word that the answer takes longer, if Discord hears it at once.
/// It is to be open for 15 s at most: the word goes out so much earlier as the acknowledgement took.
const PATIENCE: Duration = Duration::from_secs(10);
/// For how long an interaction can be answered, with some room for the way there.
pub(super) const LIFE: Duration = Duration::from_secs(14 * 60);
/// Discord's code for an interaction that has been acknowledged before.
const ACKNOWLEDGED_BEFORE: u64 = 40_060;

/// A report that the conversation hears.
pub(super) enum Heard {
    /// A reply for whoever made the interaction alone.
    Answer(Box<Outgoing>),
    /// A reply for everyone is on its way.
    Public,
    /// It is there, as this message in this place; or it will never be.
    Posted(Option<(PlaceId, MessageId)>),
    /// It came to an end without a message of its own: here, or in an answer to somebody else.
    Brought(Option<Box<Outgoing>>),
    /// It needs no message: a newer board in this place shows the same.
    Overtaken(PlaceId),
    /// Nothing more comes but what is on its way.
    Outcome(MessageOutcome),
}

/// The conversation about one interaction.
pub(super) struct Conversation {
    interactions: Arc<Interactions>,
    interaction: Arc<Interaction>,
    follow_up: FollowUp,
    hears: UnboundedReceiver<Heard>,
    /// For how long it can be answered.
    life: Duration,
    /// When a deferred answer has to become something, at the latest.
    due: Instant,
    /// Whether an earlier run has acknowledged it.
    was_acknowledged: bool,
    /// Whether it was told that the answer takes longer.
    is_put_off: bool,
    /// Whether anything was said because of it.
    is_answered: bool,
    /// Whether something that was to be said could not be.
    is_lost: bool,
    /// How many public replies are on their way.
    public: usize,
    posted: Option<(PlaceId, MessageId)>,
    /// Whether a newer board in the channel of the interaction shows what it has led to.
    is_overtaken_here: bool,
    end: Option<MessageOutcome>,
}

impl Conversation {
    /// A conversation in which nothing has been said.
    pub(super) fn new(
        interactions: Arc<Interactions>,
        interaction: Arc<Interaction>,
        hears: UnboundedReceiver<Heard>,
    ) -> Self {
        Self {
            follow_up: FollowUp::new(Arc::clone(&interactions), Arc::clone(&interaction)),
            due: interactions.clock.instant() + PATIENCE,
            interactions,
            interaction,
            hears,
            life: LIFE,
            was_acknowledged: false,
            is_put_off: false,
            is_answered: false,
            is_lost: false,
            public: 0,
            posted: None,
            is_overtaken_here: false,
            end: None,
        }
    }

    /// Acknowledges the interaction and answers it until nothing more comes. The message that it stands for
    /// is handed over behind that, if it waits for it.
    pub(super) async fn run(mut self, waits: Option<Incoming>) {
        let begun = self.interactions.clock.instant();
        let acknowledged = self.acknowledge(waits.is_some()).await;
        self.due = self.when_due(begun);
        match waits {
            Some(incoming) if acknowledged => {
                self.interactions.hand_over(&self.interaction, incoming)
            }
            Some(_) => {
                tracing::info!("an interaction came too late to be answered, and is left out");
                self.interactions
                    .shared
                    .ended(&message_id(self.interaction.id), MessageOutcome::Silent);
                self.end = Some(MessageOutcome::Dropped);
            }
            None => {}
        }
        self.converse().await;
        let is_open = self.follow_up.awaits_answer || (acknowledged && !self.is_answered);
        if self.stands_here() {
            if self.follow_up.awaits_answer || self.is_put_off {
                self.follow_up.take_back().await;
            }
        } else if is_open && !self.was_answered_before().await {
            self.conclude().await;
        }
    }

    /// Tells Discord that an answer will come; whether it still wants one. If that `is_late`, whoever made the
    /// interaction may have been told that it failed.
    async fn acknowledge(&mut self, is_late: bool) -> bool {
        let is_press = matches!(self.interaction.request, Request::Press { .. });
        // Of a button nothing is seen until there is something to say.
        let payload = if is_press {
            json!({ "type": 6 })
        } else {
            json!({ "type": 5, "data": { "flags": EPHEMERAL } })
        };
        let (id, token) = (self.interaction.id, self.interaction.token.clone());
        let call = ApiCall::Acknowledge { id, token, payload };
        let is_acknowledged = match self.interactions.rest.call(&call, ACKNOWLEDGED_WITHIN).await {
            Ok(_) => true,
            Err(RequestError::Refused { code: ACKNOWLEDGED_BEFORE, .. }) => {
                // An earlier run has done it, some of the time ago that there is.
                self.was_acknowledged = true;
                self.life = LIFE.saturating_sub(self.interactions.age(&self.interaction));
                true
            }
            Err(error) => {
                tracing::warn!("an interaction could not be acknowledged: {error}");
                // Without an answer it may have been acknowledged all the same.
                error.is_transient() && !is_late
            }
        };
        // What is pressed in a private answer changes that one.
        let shows_answer = !is_press || self.interaction.is_in_private_answer();
        self.follow_up.awaits_answer = is_acknowledged && shows_answer;
        if is_acknowledged {
            self.interactions.can_be_told(&self.interaction, self.life);
        }
        is_acknowledged
    }

    /// Returns when a deferred answer has to become something at the latest, if its acknowledgement, which has
    /// just come, was begun then. What an earlier run has acknowledged may be open since it was made.
    fn when_due(&self, begun: Instant) -> Instant {
        let now = self.interactions.clock.instant();
        let took = now.saturating_duration_since(begun);
        let age = self.interactions.age(&self.interaction);
        let open = if self.was_acknowledged { age } else { took };
        now + PATIENCE.saturating_sub(open.saturating_add(took))
    }

    /// For how much longer a deferred answer may stay as it is.
    fn left(&self) -> Duration {
        self.due.saturating_duration_since(self.interactions.clock.instant())
    }

    /// Says what there is to say, until nothing more comes.
    async fn converse(&mut self) {
        let clock = Arc::clone(&self.interactions.clock);
        let mut late = clock.sleep(self.left());
        let mut over = clock.sleep(self.life);
        while self.end.is_none() || self.public > 0 {
            tokio::select! {
                biased;
                heard = self.hears.recv() => match heard {
                    Some(heard) => self.hear(heard).await,
                    None => return,
                },
                () = &mut late, if self.follow_up.awaits_answer => {
                    // What an earlier run has said stays.
                    if self.was_acknowledged && self.follow_up.has_spoken_before().await {
                        self.follow_up.awaits_answer = false;
                    } else {
                        self.is_put_off = true;
                        self.follow_up.say(self.why_it_takes_long()).await;
                    }
                    late = clock.sleep(Duration::MAX);
                }
                () = &mut over => return,
            }
        }
    }

    /// Returns what stands for an answer that takes long.
    fn why_it_takes_long(&self) -> String {
        match self.public {
            0 => text::ANSWER_FOLLOWS.to_owned(),
            _ => text::BOARD_FOLLOWS.to_owned(),
        }
    }

    async fn hear(&mut self, heard: Heard) {
        self.is_answered |= !matches!(heard, Heard::Outcome(_));
        match heard {
            Heard::Answer(outgoing) => self.answer(*outgoing).await,
            Heard::Public => self.public += 1,
            Heard::Posted(message) => {
                self.public = self.public.saturating_sub(1);
                self.is_lost |= message.is_none();
                self.posted = message.or(self.posted.take());
            }
            Heard::Overtaken(place) => {
                self.public = self.public.saturating_sub(1);
                self.is_overtaken_here |= self.is_here(&place);
            }
            Heard::Brought(outgoing) => {
                self.public = self.public.saturating_sub(1);
                if let Some(outgoing) = outgoing
                    && let Err(outgoing) = self.follow_up.bring(*outgoing).await
                {
                    self.is_lost = true;
                    if !waits_elsewhere(&outgoing) {
                        self.interactions.give_up(&self.interaction, *outgoing);
                    }
                }
            }
            Heard::Outcome(MessageOutcome::Unknown) => {
                (self.end, self.public) = (Some(MessageOutcome::Unknown), 0)
            }
            Heard::Outcome(end) => self.end = Some(end),
        }
    }

    /// Returns `true` if an earlier run has done all that there was to do, and nobody waits for a word any
    /// more.
    async fn was_answered_before(&self) -> bool {
        if !(self.was_acknowledged && self.end == Some(MessageOutcome::Repeated)) || self.is_put_off
        {
            return false;
        }
        // Below what was pressed nothing shows that an answer is to come.
        let is_press = matches!(self.interaction.request, Request::Press { .. });
        is_press || self.follow_up.has_spoken_before().await
    }

    /// Returns `true` if all that it has led to can be seen in the channel in which it was made.
    fn stands_here(&self) -> bool {
        let is_posted_here = self.posted.as_ref().map(|(place, _)| self.is_here(place));
        !self.is_lost && is_posted_here.unwrap_or(self.is_overtaken_here)
    }

    fn is_here(&self, other: &PlaceId) -> bool {
        *other == place(self.interaction.channel)
    }

    /// Ends an interaction to which nothing was said in private, if something is to be seen of it.
    async fn conclude(&mut self) {
        // Whether its author may hear of the place is perhaps not known, and slow to be found out.
        let patience = if self.follow_up.awaits_answer { self.left() } else { self.life };
        let address = match &self.posted {
            Some(posted) => {
                let address = self.interactions.address(&self.interaction, posted);
                timeout(&*self.interactions.clock, patience, address).await.flatten()
            }
            None => None,
        };
        let words = match (self.end, address) {
            (_, Some(address)) => text::done_there(&address),
            (Some(MessageOutcome::Answered | MessageOutcome::Repeated), None) if self.is_lost => {
                text::NOT_SHOWN.to_owned()
            }
            (Some(MessageOutcome::Answered | MessageOutcome::Repeated), None) => {
                text::DONE.to_owned()
            }
            (Some(MessageOutcome::Silent), None) => text::NOTHING_DONE.to_owned(),
            (
                Some(MessageOutcome::Dropped | MessageOutcome::Failed | MessageOutcome::Unknown)
                | None,
                None,
            ) => text::NOT_KNOWN.to_owned(),
        };
        self.follow_up.say(words).await;
    }

    /// Brings a reply of the host's.
    async fn answer(&mut self, outgoing: Outgoing) {
        if let Err(outgoing) = self.follow_up.bring(outgoing).await {
            self.is_lost = true;
            self.interactions.give_up(&self.interaction, *outgoing);
        }
    }
}

impl Drop for Conversation {
    /// Ends it, also after a panic: what comes later must not be brought to nobody.
    fn drop(&mut self) {
        self.interactions.close(&self.interaction, self.end.is_some());
        while let Ok(heard) = self.hears.try_recv() {
            match heard {
                Heard::Brought(Some(outgoing)) if waits_elsewhere(&outgoing) => {}
                Heard::Answer(outgoing) | Heard::Brought(Some(outgoing)) => {
                    self.interactions.give_back(&self.interaction, *outgoing);
                }
                Heard::Outcome(end) => {
                    self.interactions.ended(&message_id(self.interaction.id), end)
                }
                Heard::Public | Heard::Posted(_) | Heard::Brought(None) | Heard::Overtaken(_) => {}
            }
        }
    }
}

/// Returns `true` if what was brought is only shown here, and waits to be said in its channel all the same.
fn waits_elsewhere(brought: &Outgoing) -> bool {
    brought.reply.place.owner().is_none()
}
