//! The emojis of our application: pictures of the pieces, which stand beside the options of lists.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chat::{Pick, PickOption};
use serde_json::{Value, json};
use serenity::model::id::EmojiId;
use tokio::sync::watch;

/// How many pixels wide and high a picture for an emoji is: as many as Discord shows of it at most.
pub const EMOJI_SIDE: u32 = 128;

/// Draws the pictures of all pieces as PNGs, each with what [`PickOption::picture`] calls it. They are drawn
/// aside from everything else, at the start and whenever Discord may have lost some.
#[derive(Clone)]
pub struct PiecePictures(Arc<dyn Fn() -> Vec<(String, Vec<u8>)> + Send + Sync>);

impl PiecePictures {
    /// The pictures that this draws.
    #[must_use]
    pub fn new(draw: impl Fn() -> Vec<(String, Vec<u8>)> + Send + Sync + 'static) -> Self {
        Self(Arc::new(draw))
    }

    /// Draws them all.
    pub(super) fn draw(&self) -> Vec<(String, Vec<u8>)> {
        (self.0)()
    }
}

impl Default for PiecePictures {
    /// No pictures: lists have words alone.
    fn default() -> Self {
        Self::new(Vec::new)
    }
}

impl fmt::Debug for PiecePictures {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PiecePictures(..)")
    }
}

/// An emoji as Discord knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Emoji {
    /// Its number.
    pub(super) id: EmojiId,
    /// Its name.
    pub(super) name: String,
}

/// The emojis that there are, by the names of their pictures.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownEmojis(HashMap<String, Emoji>);

impl KnownEmojis {
    /// The emoji beside an option, as Discord takes it.
    pub(super) fn beside(&self, option: &PickOption) -> Option<Value> {
        let emoji = self.0.get(option.picture.as_ref()?)?;
        Some(json!({ "id": emoji.id.to_string(), "name": emoji.name }))
    }

    /// Returns `true` if a list has any.
    pub(super) fn stand_in(&self, pick: &Pick) -> bool {
        pick.options.iter().any(|option| self.beside(option).is_some())
    }
}

impl FromIterator<(String, Emoji)> for KnownEmojis {
    fn from_iter<I: IntoIterator<Item = (String, Emoji)>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

/// The known facts about our emojis, for those who show them and the one who uploads them.
#[derive(Debug)]
pub(super) struct Emojis {
    known: Mutex<Arc<KnownEmojis>>,
    /// How often Discord has refused a list because of them.
    refusals: watch::Sender<u32>,
}

impl Default for Emojis {
    fn default() -> Self {
        Self { known: Mutex::default(), refusals: watch::Sender::new(0) }
    }
}

impl Emojis {
    /// The emojis that there are now.
    pub(super) fn known(&self) -> Arc<KnownEmojis> {
        Arc::clone(&self.lock())
    }

    /// Learns which there are, in place of what was known.
    pub(super) fn learn_all(&self, all: KnownEmojis) {
        *self.lock() = Arc::new(all);
    }

    /// Learns of one more.
    pub(super) fn learn(&self, picture: String, emoji: Emoji) {
        Arc::make_mut(&mut self.lock()).0.insert(picture, emoji);
    }

    /// Discord has refused a list with them and taken it without: one of them is gone. Lists have none
    /// until it is known which there are.
    pub(super) fn refused(&self) {
        tracing::warn!("Discord does not know an emoji of ours any more; all are looked through");
        self.learn_all(KnownEmojis::default());
        self.refusals.send_modify(|refusals| *refusals = refusals.wrapping_add(1));
    }

    /// Returns what tells when lists are refused from now on.
    pub(super) fn refusals(&self) -> watch::Receiver<u32> {
        self.refusals.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, Arc<KnownEmojis>> {
        // A mere map, which is usable even after a panic in the middle of a change.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
