//! Answers to whoever made an interaction, for them alone, as long as Discord lets us.

use std::{sync::Arc, time::Duration};

use chat::Outgoing;
use serde_json::{Value, json};
use table::MessageId;

use super::{
    older::is_set_up,
    read::{EPHEMERAL, Interaction},
};
use crate::interactions::in_progress::Interactions;
use crate::{
    failure::Failure,
    payload::{self, PrivateMessage},
    rate_limit::Urgency,
    request::{ApiCall, Attachment},
    rest::RequestError,
};

/// For how long an answer is tried.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
/// The flag of a message that only announces an answer.
const LOADING: u64 = 1 << 7;
/// Discord's code for a message that is not there.
const UNKNOWN_MESSAGE: u64 = 10_008;

/// The state of the answers to one interaction.
pub(super) struct FollowUp {
    interactions: Arc<Interactions>,
    interaction: Arc<Interaction>,
    /// Whether Discord shows that an answer is to come, and none has.
    pub(super) awaits_answer: bool,
}

impl FollowUp {
    /// A way to answer behind what was said already.
    pub(super) const fn new(
        interactions: Arc<Interactions>,
        interaction: Arc<Interaction>,
    ) -> Self {
        Self { interactions, interaction, awaits_answer: false }
    }

    /// Returns `true` if an answer stands where an earlier run has announced one, or was taken back there.
    pub(super) async fn has_spoken_before(&self) -> bool {
        let (application, token) = (self.interaction.application, self.interaction.token.clone());
        let read = ApiCall::ReadAnswer { application, token };
        let shown = self.interactions.rest.call(&read, ANSWERED_WITHIN).await;
        match shown {
            Ok(shown) => shown["flags"].as_u64().unwrap_or(0) & LOADING == 0,
            Err(error) => is_gone(&error),
        }
    }

    /// Takes back what stands in private for an answer that is public.
    pub(super) async fn take_back(&mut self) {
        let (application, token) = (self.interaction.application, self.interaction.token.clone());
        let call = ApiCall::DeleteAnswer { application, token };
        // Whoever has dismissed it sees it no more.
        let _ = self.interactions.rest.call(&call, ANSWERED_WITHIN).await;
        self.awaits_answer = false;
    }

    /// Says something of our own.
    pub(super) async fn say(&mut self, words: String) {
        // Whoever waits for an answer has asked for it: nothing else depends on it.
        let _ = self.send(payload::private_words(&words), None).await;
    }

    /// Brings a reply of the host's, without its emojis or its file where Discord does not take those; gives it
    /// back where it takes nothing.
    pub(super) async fn bring(&mut self, outgoing: Outgoing) -> Result<(), Box<Outgoing>> {
        match self.send_all(&outgoing).await {
            Ok(message) => {
                if let Some(number) = outgoing.outbox {
                    let now = self.interactions.clock.now();
                    self.interactions.host.delivered(number, message, now);
                }
                outgoing.is_out();
                Ok(())
            }
            Err(error) => {
                tracing::info!("an interaction cannot be answered any more: {error}");
                Err(Box::new(outgoing))
            }
        }
    }

    /// Sends all messages of a reply, and gives the first. What stands in the words comes also where Discord
    /// does not take a file, a button or an emoji.
    async fn send_all(&mut self, outgoing: &Outgoing) -> Result<Option<MessageId>, RequestError> {
        let mut first = None;
        let emojis = self.interactions.shared.emojis.known();
        for message in payload::private(outgoing, &emojis) {
            let PrivateMessage { payload, file, without_emojis, in_words } = message;
            let mut sent = self.send(payload, file.clone()).await;
            if let Some(payload) = without_emojis
                && matches!(&sent, Err(error) if Failure::of(error) == Failure::Invalid)
            {
                sent = self.send(payload, file).await;
                if sent.is_ok() {
                    self.interactions.shared.emojis.refused();
                }
            }
            if let Err(error) = &sent
                && matches!(Failure::of(error), Failure::FileRefused | Failure::Invalid)
            {
                for words in in_words {
                    sent = self.send(words, None).await;
                    if sent.is_err() {
                        break;
                    }
                }
            }
            first = first.or(sent?);
        }
        if let (Some(game), Some(message)) = (outgoing.reply.game, &first)
            && is_set_up(&outgoing.reply.actions)
        {
            self.interactions.shows_set_up(&self.interaction, game, message);
        }
        Ok(first)
    }

    /// Sends one message that one person alone sees: in place of the deferred answer if there is one, or
    /// behind it.
    async fn send(
        &mut self,
        mut payload: Value,
        file: Option<Attachment>,
    ) -> Result<Option<MessageId>, RequestError> {
        let (application, token) = (self.interaction.application, self.interaction.token.clone());
        let mut answer = None;
        if self.awaits_answer {
            // It takes the place of all that stood there.
            let mut payload = payload.clone();
            for part in ["components", "attachments"] {
                if payload[part].is_null() {
                    payload[part] = json!([]);
                }
            }
            let (token, file) = (token.clone(), file.clone());
            let call = ApiCall::Answer { application, token, message: None, payload, file };
            let sent = self.interactions.rest.call(&call, ANSWERED_WITHIN).await;
            // Of a list that is tapped twice the first tap may have taken it away.
            answer = if matches!(&sent, Err(error) if is_gone(error)) { None } else { Some(sent?) };
        }
        let answer = match answer {
            Some(answer) => answer,
            None => {
                payload["flags"] = json!(EPHEMERAL);
                let call = ApiCall::FollowUp { application, token, payload, file };
                // Tried again without a clear answer it could come twice.
                let now = self.interactions.clock.instant();
                self.interactions.rest.once(&call, Urgency::Needed, now, || true).await?
            }
        };
        self.awaits_answer = false;
        let id = answer["id"].as_str().and_then(payload::snowflake);
        Ok(id.map(payload::message_id))
    }
}

/// Returns `true` if the message that was to be changed or read is not there any more.
fn is_gone(error: &RequestError) -> bool {
    matches!(error, RequestError::Refused { code: UNKNOWN_MESSAGE, .. })
}
