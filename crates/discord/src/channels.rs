//! The channels as they are known: what each refuses for a while, and who has been told of it, over
//! restarts.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host::{Clock, HostHandle};
use serde::{Deserialize, Serialize};
use serenity::model::id::{ChannelId, UserId};

use super::{
    failure::{Failure, Lack},
    payload::SendOptions,
    text,
};

/// The keys under which it is kept who was told of a channel begin with this.
const TOLD: &str = "outbox/told/";
/// Of how many channels something is remembered. The host keeps a text for each, and must have room for
/// those without which no session is resumed.
const MAX_KNOWN: usize = 2_000;

/// How many people are remembered who were told of one channel: the host keeps no longer text.
const MAX_PEOPLE: usize = 1_000;

/// The known facts about a channel.
#[derive(Debug)]
struct Known {
    /// When it was heard of last.
    heard: Instant,
    /// Until when it counts as refusing pictures and files.
    no_files: Option<Instant>,
    /// Until when it counts as refusing references.
    no_quotes: Option<Instant>,
    /// Why it takes nothing at all, if that is known.
    lacks: Option<Lack>,
    /// Who has been told what.
    told: Told,
}

impl Known {
    const fn nothing(heard: Instant) -> Self {
        Self { heard, no_files: None, no_quotes: None, lacks: None, told: Told::NOTHING }
    }

    fn takes_files(&self, now: Instant) -> bool {
        self.no_files.is_none_or(|until| until <= now)
    }

    fn takes_quotes(&self, now: Instant) -> bool {
        self.no_quotes.is_none_or(|until| until <= now)
    }

    /// Returns `true` if the channel takes everything, and nobody has been told otherwise.
    fn is_nothing(&self, now: Instant) -> bool {
        let takes_all = self.takes_files(now) && self.takes_quotes(now) && self.lacks.is_none();
        takes_all && self.told == Told::NOTHING
    }
}

/// A record of who has been told what of a channel.
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

impl Told {
    const NOTHING: Self = Self { people: BTreeSet::new(), no_pictures: false, too_large: false };
}

/// The known facts about all channels.
pub(super) struct Channels {
    host: HostHandle,
    clock: Arc<dyn Clock>,
    refused_for: Duration,
    known: Mutex<HashMap<ChannelId, Known>>,
}

impl Channels {
    /// Nothing is known yet. What a channel refuses is not tried there again for this long, unless
    /// there is a sign that it has changed.
    pub(super) fn new(host: HostHandle, clock: Arc<dyn Clock>, refused_for: Duration) -> Self {
        Self { host, clock, refused_for, known: Mutex::default() }
    }

    /// Reads what earlier runs have kept.
    pub(super) async fn load(&self) {
        let kept = self.host.kept().await;
        let now = self.clock.instant();
        let mut all = self.known();
        for (key, value) in &kept {
            let Some(key) = key.strip_prefix(TOLD) else { continue };
            let id = key.parse().ok().filter(|id| *id != 0);
            if let (Some(id), Ok(told)) = (id, serde_json::from_str(value)) {
                self.insert(&mut all, ChannelId::new(id), Known { told, ..Known::nothing(now) });
            }
        }
    }

    /// Returns how to send to a channel, as far as is known.
    pub(super) fn options(&self, channel: ChannelId) -> SendOptions {
        let now = self.clock.instant();
        let known = self.known();
        let known = known.get(&channel);
        SendOptions {
            files: known.is_none_or(|known| known.takes_files(now)),
            quote: known.is_none_or(|known| known.takes_quotes(now)),
            ..SendOptions::ALL
        }
    }

    /// Returns what a channel still has to be told about why nothing is attached.
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
            known.lacks = None;
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

    /// A channel takes nothing, for this reason as far as is known.
    pub(super) fn refuses_all(&self, channel: ChannelId, lacks: Option<Lack>) {
        self.change(channel, |known| known.lacks = lacks);
    }

    /// Returns why a channel takes nothing, if that is known.
    pub(super) fn lacks(&self, channel: ChannelId) -> Option<Lack> {
        self.known().get(&channel).and_then(|known| known.lacks)
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

    /// Returns `true` if a person knows that nothing can be written in a channel.
    pub(super) fn is_told(&self, channel: ChannelId, person: UserId) -> bool {
        self.known().get(&channel).is_some_and(|known| known.told.people.contains(&person.get()))
    }

    /// A person knows that nothing can be written in a channel.
    pub(super) fn told(&self, channel: ChannelId, person: UserId) {
        self.change(channel, |known| {
            let people = &mut known.told.people;
            if people.len() >= MAX_PEOPLE {
                people.pop_first();
            }
            people.insert(person.get());
        });
    }

    /// Changes what is known of a channel, and keeps who was told.
    fn change(&self, channel: ChannelId, change: impl FnOnce(&mut Known)) {
        let now = self.clock.instant();
        let mut all = self.known();
        let mut known = all.remove(&channel).unwrap_or_else(|| Known::nothing(now));
        let before = known.told.clone();
        known.heard = now;
        change(&mut known);
        if known.told != before {
            self.keep(channel, &known.told);
        }
        if !known.is_nothing(now) {
            self.insert(&mut all, channel, known);
        }
    }

    /// Adds what is known of a channel, if need be in place of another: of one that takes everything again,
    /// otherwise of the one that was heard of longest ago.
    fn insert(&self, all: &mut HashMap<ChannelId, Known>, channel: ChannelId, known: Known) {
        if all.len() >= MAX_KNOWN {
            let now = self.clock.instant();
            let least = all.iter().min_by_key(|(id, one)| (!one.is_nothing(now), one.heard, **id));
            if let Some(least) = least.map(|(id, _)| *id)
                && all.remove(&least).is_some_and(|one| one.told != Told::NOTHING)
            {
                self.keep(least, &Told::NOTHING);
            }
        }
        all.insert(channel, known);
    }

    /// Keeps who was told of a channel. Nobody waits for it: at worst somebody is told twice.
    fn keep(&self, channel: ChannelId, told: &Told) {
        let value =
            (*told != Told::NOTHING).then(|| serde_json::to_string(told).unwrap_or_default());
        drop(self.host.keep(format!("{TOLD}{channel}"), value));
    }

    fn known(&self) -> MutexGuard<'_, HashMap<ChannelId, Known>> {
        // It is usable even after a panic in the middle of a change.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::{HostSettings, ManualClock, SystemEntropy};
    use render::Renderer;
    use store::Store;
    use table::Platform;

    const ANN: UserId = UserId::new(101);
    const REFUSED_FOR: Duration = Duration::from_secs(600);
    const MOST: u64 = MAX_KNOWN as u64;

    fn channels(host: &HostHandle, clock: &ManualClock) -> Channels {
        Channels::new(host.clone(), Arc::new(clock.clone()), REFUSED_FOR)
    }

    /// A host and its clock, on a store in this folder.
    fn host(folder: &tempfile::TempDir) -> (HostHandle, ManualClock) {
        let store = Store::open(&folder.path().join("games.db")).expect("the store opens");
        let clock = ManualClock::new(0);
        let started = host::start(
            store,
            HostSettings::new(Platform::Discord),
            Arc::new(clock.clone()),
            Box::new(SystemEntropy),
            Renderer::new(games::sprites()),
        );
        (started.expect("the host starts").0, clock)
    }

    async fn count_kept(host: &HostHandle) -> usize {
        host.kept().await.iter().filter(|(key, _)| key.starts_with(TOLD)).count()
    }

    #[tokio::test]
    async fn closed_channels_leave_room_for_what_a_session_is_resumed_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let (host, clock) = host(&folder);
        let known = channels(&host, &clock);
        let tell = |id: u64| {
            clock.advance(Duration::from_millis(1));
            known.told(ChannelId::new(id), ANN);
        };
        (1..=MOST).for_each(tell);
        // The first is heard of once more, so that the second is the one of longest ago.
        tell(1);
        (MOST + 1..MOST + 2_500).for_each(tell);
        tell(1);
        assert!(host.keep("gateway/identifies".into(), Some("now".into())).await);
        assert_eq!(count_kept(&host).await, MAX_KNOWN);
        let again = channels(&host, &clock);
        again.load().await;
        for known in [known, again] {
            let is_told = |id: u64| known.is_told(ChannelId::new(id), ANN);
            assert!(is_told(1) && is_told(MOST + 2_499) && !is_told(2) && !is_told(MOST));
        }
        host.stop().await;
    }

    #[tokio::test]
    async fn what_is_kept_of_a_channel_stays_short() {
        let folder = tempfile::tempdir().expect("a folder");
        let (host, clock) = host(&folder);
        let known = channels(&host, &clock);
        let channel = ChannelId::new(1);
        let people = (0..MAX_PEOPLE as u64 + 50).map(|n| UserId::new(u64::MAX - n));
        people.clone().for_each(|person| known.told(channel, person));
        // Behind all that was kept before.
        assert!(host.keep("gateway/identifies".into(), Some("now".into())).await);
        let again = channels(&host, &clock);
        again.load().await;
        let told = people.filter(|person| again.is_told(channel, *person)).count();
        assert_eq!(told, MAX_PEOPLE);
        host.stop().await;
    }

    #[tokio::test]
    async fn a_channel_that_takes_everything_again_is_forgotten_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let (host, clock) = host(&folder);
        let known = channels(&host, &clock);
        (2..=MOST).for_each(|id| known.told(ChannelId::new(id), ANN));
        clock.advance(Duration::from_secs(1));
        let first = ChannelId::new(1);
        known.accepted(first, SendOptions::ALL, &[Failure::FileRefused], true);
        assert!(!known.options(first).files);
        clock.advance(REFUSED_FOR);
        assert!(known.options(first).files);
        known.told(ChannelId::new(MOST + 1), ANN);
        let is_told = |id: u64| known.is_told(ChannelId::new(id), ANN);
        assert!((2..=MOST + 1).all(is_told), "nobody is told twice");
        assert!(host.keep("gateway/identifies".into(), Some("now".into())).await);
        assert_eq!(count_kept(&host).await, MAX_KNOWN);
        host.stop().await;
    }
}
