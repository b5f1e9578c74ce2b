//! Uploads the pictures of the pieces as emojis of our application, once for all starts: the name of each
//! says which picture it has. Nobody waits for it, and everything else goes first. Another program on the same
//! application, as one of another version, keeps its own.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use data_encoding::BASE64;
use host::Clock;
use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, EmojiId};
use sha2::{Digest, Sha256};
use table::Millis;

use super::{
    Pace,
    emojis::{Emoji, PiecePictures},
    inbound::{SharedState, made_at},
    payload,
    request::ApiCall,
    rest::{RequestError, Rest},
};

/// The start of the names of our emojis. The owner of the application may have others.
const PREFIX: &str = "mc_";
/// How many digits of its picture's hash stand at the end of a name.
const DIGITS: usize = 8;
/// The longest name that Discord takes, in characters.
const MAX_NAME: usize = 32;

/// After how many milliseconds a picture that we do not have counts as one that nobody has any more: 4 weeks.
const OLD_AFTER: Millis = 28 * 24 * 60 * 60 * 1_000;

/// The longest time between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Discord's codes: an emoji that is not there, as many as it takes, a request that it does not take so.
const UNKNOWN_EMOJI: u64 = 10_014;
const NO_MORE_ROOM: u64 = 30_008;
const INVALID: u64 = 50_035;

/// Sees to it that our application has the emojis.
pub(super) struct EmojiUpload {
    pub(super) rest: Arc<Rest>,
    pub(super) shared: Arc<SharedState>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) pace: Pace,
    pub(super) application: ApplicationId,
    pub(super) pictures: PiecePictures,
}

/// A picture that is to be there as an emoji.
struct Wanted {
    /// Its name in the options of lists.
    picture: String,
    /// The name of its emoji.
    name: String,
    png: Vec<u8>,
}

impl Wanted {
    fn new(picture: String, png: Vec<u8>) -> Self {
        let digest = Sha256::new().chain_update(&picture).chain_update([0]).chain_update(&png);
        let hash: String =
            digest.finalize().iter().map(|byte| format!("{byte:02x}")).take(DIGITS / 2).collect();
        let room = MAX_NAME - PREFIX.len() - DIGITS - 1;
        let words: String = picture.chars().take(room).collect();
        Self { name: format!("{PREFIX}{words}_{hash}"), picture, png }
    }
}

/// Returns `true` if an emoji of this name is one that this program, or an earlier one, has uploaded.
fn is_ours(name: &str) -> bool {
    let hash = name.strip_prefix(PREFIX).and_then(|rest| rest.rsplit_once('_'));
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    hash.is_some_and(|(_, hash)| hash.len() == DIGITS && hash.bytes().all(is_digit))
}

impl EmojiUpload {
    /// Uploads what is missing, and again whenever a list was refused; it never ends by itself unless there
    /// are no pictures or the token is refused.
    pub(super) async fn run(self) {
        let mut refusals = self.shared.emojis.refusals();
        let mut pause = self.pace.emoji_pause;
        let mut has_failed = false;
        let mut may_remove = true;
        loop {
            // Whoever removed one of ours may be a program like this one, which would lose its own by us.
            may_remove &= !refusals.has_changed().unwrap_or(false);
            refusals.mark_unchanged();
            let began = self.clock.instant();
            match self.bring_up_to_date(may_remove).await {
                Ok(0) | Err(RequestError::WrongToken) => return,
                Ok(_) => {
                    if has_failed {
                        tracing::info!("the pictures of the pieces are on Discord now");
                    }
                    has_failed = false;
                    may_remove = false;
                    // The sender is part of what we share, so the wait cannot fail.
                    let _ = refusals.changed().await;
                }
                Err(error) if has_failed => {
                    tracing::debug!("the pictures of the pieces are not on Discord yet: {error}");
                }
                Err(error) => {
                    has_failed = true;
                    tracing::warn!(
                        "the pictures of the pieces are not all on Discord, and lists may lack \
                         them; they are tried again: {error}"
                    );
                }
            }
            pause = self.pause(pause, began).await;
        }
    }

    /// Rests, and gives the time to rest before the try after the next one: longer each time, unless all
    /// went well for long.
    async fn pause(&self, pause: Duration, began: Instant) -> Duration {
        let went_well = self.clock.instant().saturating_duration_since(began) > LONGEST_PAUSE;
        let pause = if went_well { self.pace.emoji_pause } else { pause };
        self.clock.sleep(pause).await;
        (pause * 2).min(LONGEST_PAUSE)
    }

    /// Uploads the pictures that are missing, and then, if that `may_remove` any, removes those that nobody has
    /// any more, or as many of other programs as there is no room for; how many there are to be.
    async fn bring_up_to_date(&self, may_remove: bool) -> Result<usize, RequestError> {
        let all = self.draw().await;
        if all.is_empty() {
            return Ok(0);
        }
        let there = self.list().await?;
        let emoji_of = |wanted: &Wanted| {
            let emoji = there.iter().find(|emoji| emoji.name == wanted.name)?;
            Some((wanted.picture.clone(), emoji.clone()))
        };
        self.shared.emojis.learn_all(all.iter().filter_map(emoji_of).collect());
        let missing: Vec<&Wanted> = all.iter().filter(|one| emoji_of(one).is_none()).collect();
        let (n_added, added) = self.add(&missing).await;
        let is_of_others = |emoji: &&Emoji| {
            is_ours(&emoji.name) && all.iter().all(|wanted| wanted.name != emoji.name)
        };
        let of_others = there.iter().filter(|emoji| may_remove && is_of_others(emoji));
        match added {
            Ok(()) => self.remove(of_others.filter(|emoji| self.is_old(emoji))).await?,
            Err(RequestError::Refused { code: NO_MORE_ROOM, .. }) => {
                let mut oldest: Vec<&Emoji> = of_others.collect();
                oldest.sort_unstable_by_key(|emoji| emoji.id);
                self.remove(oldest.into_iter().take(missing.len() - n_added)).await?;
            }
            Err(_) => {}
        }
        added.map(|()| all.len())
    }

    /// Returns `true` if an emoji was uploaded so long ago that no program that has another picture needs it.
    fn is_old(&self, emoji: &Emoji) -> bool {
        let now = self.shared.skew.by_discord(self.clock.now());
        now.saturating_sub(made_at(emoji.id.get())) > OLD_AFTER
    }

    /// The pictures, drawn where nothing waits for it; none if that fails.
    async fn draw(&self) -> Vec<Wanted> {
        let pictures = self.pictures.clone();
        let drawn = tokio::task::spawn_blocking(move || pictures.draw()).await;
        let drawn = drawn.unwrap_or_else(|error| {
            tracing::error!("the pictures of the pieces cannot be drawn: {error}");
            Vec::new()
        });
        drawn.into_iter().map(|(picture, png)| Wanted::new(picture, png)).collect()
    }

    /// The emojis that our application has.
    async fn list(&self) -> Result<Vec<Emoji>, RequestError> {
        let answer = self.rest.once_last(&ApiCall::Emojis(self.application)).await?;
        let items = answer["items"].as_array().ok_or(RequestError::Odd)?;
        Ok(items.iter().filter_map(emoji).collect())
    }

    /// Uploads pictures one after the other, and tells how many. One that Discord does not take keeps no other
    /// from it.
    async fn add(&self, missing: &[&Wanted]) -> (usize, Result<(), RequestError>) {
        let (mut n_added, mut refused) = (0, None);
        for wanted in missing {
            let image = format!("data:image/png;base64,{}", BASE64.encode(&wanted.png));
            let payload = json!({ "name": wanted.name, "image": image });
            let call = ApiCall::AddEmoji { application: self.application, payload };
            match self.rest.once_last(&call).await {
                Ok(answer) => {
                    let Some(emoji) = emoji(&answer) else {
                        return (n_added, Err(RequestError::Odd));
                    };
                    self.shared.emojis.learn(wanted.picture.clone(), emoji);
                    n_added += 1;
                }
                Err(error @ RequestError::Refused { code: INVALID, .. }) => refused = Some(error),
                Err(error) => return (n_added, Err(error)),
            }
            self.clock.sleep(self.pace.emoji_gap).await;
        }
        (n_added, refused.map_or(Ok(()), Err))
    }

    /// Removes emojis one after the other.
    async fn remove(&self, old: impl Iterator<Item = &Emoji>) -> Result<(), RequestError> {
        for emoji in old {
            let call = ApiCall::RemoveEmoji { application: self.application, emoji: emoji.id };
            match self.rest.once_last(&call).await {
                Ok(_) | Err(RequestError::Refused { code: UNKNOWN_EMOJI, .. }) => {}
                Err(error) => return Err(error),
            }
            self.clock.sleep(self.pace.emoji_gap).await;
        }
        Ok(())
    }
}

/// An emoji as Discord shows it.
fn emoji(shown: &Value) -> Option<Emoji> {
    let id = shown["id"].as_str().and_then(payload::snowflake)?;
    Some(Emoji { id: EmojiId::new(id), name: shown["name"].as_str()?.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_ours_says_which_picture_it_has_and_is_short_enough() {
        let one = Wanted::new("set_piece_l".into(), vec![1, 2, 3]);
        assert!(is_ours(&one.name) && one.name.starts_with("mc_set_piece_l_"), "{}", one.name);
        let name = |picture: &str, png: &[u8]| Wanted::new(picture.into(), png.to_vec()).name;
        assert_eq!(one.name, name("set_piece_l", &[1, 2, 3]));
        assert_ne!(one.name, name("set_piece_l", &[1, 2, 4]), "another picture");
        let long = ["l", "d"].map(|end| name(&format!("set_{}_{end}", "x".repeat(40)), &[1]));
        assert!(long.iter().all(|name| name.len() == MAX_NAME && is_ours(name)), "{long:?}");
        assert_ne!(long[0], long[1]);
        for other in ["mc_smile", "smile_0a1b2c3d", "mc_smile_0a1b2c3", "mc_x_0A1B2C3D", "mc_"] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
