//! What is known of each channel: what it refuses for a while, and who has been told of it, over
//! restarts.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serenity::model::id::{ChannelId, UserId};

use super::{Host, failure::Failure, payload::SendOptions, text};
use crate::host::Clock;

/// The keys under which it is kept who was told of a channel begin with this.
const TOLD: &str = "outbox/told/";
/// Of how many channels something is remembered that nobody has been told of.
const MAX_KNOWN: usize = 10_000;

/// What is known of a channel.
#[derive(Debug, Default)]
struct Known {
    /// Until when it counts as refusing pictures and files.
    no_files: Option<Instant>,
    /// Until when it counts as refusing references.
    no_quotes: Option<Instant>,
    /// Who has been told what.
    told: Told,
}

/// Who has been told what of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Told {
    /// The people who know that nothing can be written there.
    people: BTreeSet<u64>,
    /// Whether it has been said there that pictures are not allowed.
    no_pictures: bool,
    /// Whether it has been said there that pictures are too large.
    too_large: bool,
}

/// What is known of all channels.
pub(super) struct Channels<H> {
    host: H,
    clock: Arc<dyn Clock>,
    refused_for: Duration,
    known: Mutex<HashMap<ChannelId, Known>>,
}

impl<H: Host> Channels<H> {
    /// Nothing is known yet. What a channel refuses is not tried there again for this long, unless
    /// there is a sign that it has changed.
    pub(super) fn new(host: H, clock: Arc<dyn Clock>, refused_for: Duration) -> Self {
        Self { host, clock, refused_for, known: Mutex::default() }
    }

    /// Reads what earlier runs have kept.
    pub(super) async fn load(&self) {
        let kept = self.host.kept().await;
        let mut known = self.known();
        for (key, value) in &kept {
            let Some(key) = key.strip_prefix(TOLD) else { continue };
            let id = key.parse().ok().filter(|id| *id != 0);
            if let (Some(id), Ok(told)) = (id, serde_json::from_str(value)) {
                known.entry(ChannelId::new(id)).or_default().told = told;
            }
        }
    }

    /// How to send to a channel, as far as is known.
    pub(super) fn options(&self, channel: ChannelId) -> SendOptions {
        let now = self.clock.instant();
        let known = self.known();
        let known = known.get(&channel);
        let over = |until: Option<Instant>| until.is_none_or(|until| until <= now);
        SendOptions {
            files: known.is_none_or(|known| over(known.no_files)),
            quote: known.is_none_or(|known| over(known.no_quotes)),
            ..SendOptions::ALL
        }
    }

    /// What a channel still has to be told about why nothing is attached.
    pub(super) fn notice(&self, channel: ChannelId, failure: Failure) -> Option<&'static str> {
        let known = self.known();
        let told = known.get(&channel).map(|known| &known.told);
        match failure {
            Failure::NotAllowed if !told.is_some_and(|told| told.no_pictures) => {
                Some(text::NO_PICTURES)
            }
            Failure::FileRefused if !told.is_some_and(|told| told.too_large) => {
                Some(text::TOO_LARGE)
            }
            _ => None,
        }
    }

    /// A channel has taken a message, sent in this way after it had refused others for these reasons.
    pub(super) fn accepted(
        &self,
        channel: ChannelId,
        options: SendOptions,
        refused: &[Failure],
        had_file: bool,
    ) {
        let until = Some(self.clock.instant() + self.refused_for);
        self.change(channel, |known| {
            known.told.people.clear();
            if had_file && options.files {
                (known.told.no_pictures, known.told.too_large) = (false, false);
            }
            known.told.no_pictures |= options.notice == Some(text::NO_PICTURES);
            known.told.too_large |= options.notice == Some(text::TOO_LARGE);
            if refused.iter().any(|f| matches!(f, Failure::NotAllowed | Failure::FileRefused)) {
                known.no_files = until;
            }
            if refused.contains(&Failure::QuoteRefused) {
                known.no_quotes = until;
            }
        });
    }

    /// A channel has changed: what it refused is tried again.
    pub(super) fn has_changed(&self, channel: ChannelId) {
        if let Some(known) = self.known().get_mut(&channel) {
            (known.no_files, known.no_quotes) = (None, None);
        }
    }

    /// Something has changed that may let pictures through again in any channel.
    pub(super) fn all_have_changed(&self) {
        self.known().values_mut().for_each(|known| {
            (known.no_files, known.no_quotes) = (None, None);
        });
    }

    /// Whether a person knows that nothing can be written in a channel.
    pub(super) fn is_told(&self, channel: ChannelId, person: UserId) -> bool {
        self.known().get(&channel).is_some_and(|known| known.told.people.contains(&person.get()))
    }

    /// A person knows that nothing can be written in a channel.
    pub(super) fn told(&self, channel: ChannelId, person: UserId) {
        self.change(channel, |known| {
            known.told.people.insert(person.get());
        });
    }

    /// Changes what is known of a channel, and keeps who was told.
    fn change(&self, channel: ChannelId, change: impl FnOnce(&mut Known)) {
        let mut all = self.known();
        let mut known = all.remove(&channel).unwrap_or_default();
        let before = known.told.clone();
        change(&mut known);
        if known.told != before {
            let value = (known.told != Told::default())
                .then(|| serde_json::to_string(&known.told).unwrap_or_default());
            // Nobody waits for it: at worst somebody is told twice.
            drop(self.host.keep(format!("{TOLD}{channel}"), value));
        }
        let is_blank = known.no_files.is_none() && known.no_quotes.is_none();
        if is_blank && known.told == Told::default() {
            return;
        }
        if all.len() >= MAX_KNOWN {
            all.retain(|_, known| known.told != Told::default());
        }
        all.insert(channel, known);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<ChannelId, Known>> {
        // It is usable even after a panic in the middle of a change.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
