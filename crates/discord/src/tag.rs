//! Tags: what a reply is known by on Discord when it is sent again. They stand in nonces and in the names
//! of pictures, where everybody may read them, so they tell nobody anything: outbox numbers count all that
//! the bot says, and gaps between them would show that something was said in private.

use std::fmt;

use chat::Reply;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::DiscordToken;

/// The use of the key, so that it is of no use for anything else that is made from the token.
const PURPOSE: &[u8] = b"martian-cake: tags of replies";

/// The key with which tags are made.
///
/// It comes from the bot's token. So it needs nothing kept, which could not be read or written just when
/// it matters, and whoever sees a copy of the database cannot tell numbers from tags. A new token makes
/// other tags: a picture that was sent right before a kill and before the token was changed may come
/// twice. That is rarer than what a lost key would cost.
#[derive(Clone)]
pub(super) struct TagKey(Hmac<Sha256>);

impl fmt::Debug for TagKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("TagKey(…)")
    }
}

impl TagKey {
    /// The key of the bot with this token.
    pub(super) fn of(token: &DiscordToken) -> Self {
        let key = mac(token.reveal().trim().as_bytes()).chain_update(PURPOSE).finalize();
        Self(mac(&key.into_bytes()))
    }

    /// The tag of a reply with an outbox number: the same when the reply is sent again, also after a
    /// restart, and another one for the same number in another database.
    pub(super) fn tag(&self, outbox: u64, reply: &Reply) -> Tag {
        let place = reply.place.to_string();
        let said = [&outbox.to_be_bytes(), place.as_bytes(), b"\n", reply.text.as_bytes()];
        let hash = said.into_iter().fold(self.0.clone(), Mac::chain_update).finalize();
        let first = hash.into_bytes().into_iter().take(8);
        Tag(first.fold(0, |tag, byte| tag << 8 | u64::from(byte)))
    }
}

/// A keyed hash that has taken nothing yet.
fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("a key of any length is taken")
}

/// The mark by which a reply is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag(u64);

impl Tag {
    /// How many characters it has.
    const LENGTH: usize = 16;

    /// The tag of something without an outbox number, which is never sent again by another run.
    pub(super) fn random() -> Self {
        Self(rand::random())
    }

    /// Reads a tag as it is displayed.
    pub(super) fn read(text: &str) -> Option<Self> {
        let is_plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let reads = text.len() == Self::LENGTH && text.bytes().all(is_plain);
        u64::from_str_radix(text, 16).ok().filter(|_| reads).map(Self)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:0width$x}", self.0, width = Self::LENGTH)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use table::{PlaceId, Platform};

    fn key(token: &str) -> TagKey {
        TagKey::of(&DiscordToken::new(token.to_owned()))
    }

    fn reply(channel: &str, text: &str) -> Reply {
        Reply::new(PlaceId::channel(Platform::Discord, channel), text)
    }

    #[test]
    fn a_tag_is_the_same_in_every_run_and_version() {
        // A version with other tags would post again what the one before has posted.
        let tag = key("token").tag(7, &reply("5", "Ann moved."));
        assert_eq!(tag.to_string(), "c23ad4f28d8cab29");
        assert_eq!(Tag::read(&tag.to_string()), Some(tag));
        assert_eq!(key(" token\n").tag(7, &reply("5", "Ann moved.")), tag);
    }

    #[test]
    fn whatever_differs_gives_another_tag() {
        let tags = [
            key("token").tag(7, &reply("5", "Ann moved.")),
            key("other").tag(7, &reply("5", "Ann moved.")),
            key("token").tag(8, &reply("5", "Ann moved.")),
            key("token").tag(7, &reply("6", "Ann moved.")),
            key("token").tag(7, &reply("5", "Ben moved.")),
            Tag::random(),
            Tag::random(),
        ];
        let different: BTreeSet<String> = tags.iter().map(Tag::to_string).collect();
        assert_eq!(different.len(), tags.len());
    }

    #[test]
    fn only_what_is_displayed_is_read() {
        let shown = "00000000000000ff";
        assert_eq!(Tag::read(shown).map(|tag| tag.to_string()).as_deref(), Some(shown));
        for text in ["", "345", "+0000000000000ff", "00000000000000FF", "00000000000000fff"] {
            assert_eq!(Tag::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        assert_eq!(format!("{:?}", key("token")), "TagKey(…)");
    }
}
