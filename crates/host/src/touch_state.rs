//! What the loop knows of the touch with its platform: what is kept, marked and gone, and what of it is
//! not written yet.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use store::{Reader, StoreError, TouchWrite};
use table::{MessageId, PlaceId, Platform};

/// What the loop knows of the touch with its platform.
#[derive(Debug, Default)]
pub(super) struct Touch {
    /// The keys under which something is kept.
    pub(super) keys: HashSet<String>,
    /// The last message of each place up to which everything has its end.
    pub(super) marks: BTreeMap<PlaceId, MessageId>,
    /// The same as they were when the program began.
    pub(super) marks_at_start: BTreeMap<PlaceId, MessageId>,
    /// Marks of places in which refusals wait to be said: after a restart those messages are read again.
    pub(super) held_back: HashMap<PlaceId, MessageId>,
    /// Places whose marks are not written yet.
    pub(super) unwritten_marks: BTreeSet<PlaceId>,
    /// Places that are gone, or needed no more as such, which is not written yet.
    pub(super) unwritten_gone: Vec<TouchWrite>,
    /// Whether a write of these is under way; meanwhile further ones gather.
    pub(super) is_writing: bool,
}

impl Touch {
    /// What the store has of it.
    pub(super) fn read(
        reader: &Reader,
        platform: Platform,
    ) -> Result<(Self, Vec<PlaceId>), StoreError> {
        let marks: BTreeMap<_, _> = reader.place_marks(platform)?.into_iter().collect();
        let keys = reader.kept(platform)?.into_iter().map(|(key, _)| key).collect();
        let touch = Self { keys, marks_at_start: marks.clone(), marks, ..Self::default() };
        Ok((touch, reader.gone_places(platform)?))
    }

    /// Whether a message is one up to which everything had its end when the program began, so that it
    /// was handled in an earlier run.
    pub(super) fn is_past(&self, place: &PlaceId, message: &MessageId) -> bool {
        self.marks_at_start
            .get(place)
            .is_some_and(|mark| mark.platform() == message.platform() && !message.is_after(mark))
    }
}
