//! Placeholders in texts for what each platform shows in its own way: instants, and links to messages of the
//! bot. In a [`Reply`](crate::Reply) they are spelt like tags; whatever else people read, such as an alt
//! text, has them in plain words.

use std::ops::Range;

use table::{DAY, GameNo, MINUTE, MessageId, Millis, PlaceId, ServerId};

/// Something in a text that each platform shows in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// An instant, as it is told from now: `<t:1800000000:R>`, in seconds. It is the spelling of Discord.
    Instant(Millis),
    /// An instant that people put down in their calendars, told as a date as well as from now:
    /// `<t:1800000000:F>`.
    Date(Millis),
    /// The newest message about a game in its place: `<m:12 local:channel local:17>`, with the server
    /// behind it where there is one.
    Message {
        /// The number of the game.
        game: GameNo,
        /// The place of the message.
        place: PlaceId,
        /// The id of the message.
        message: MessageId,
        /// The server of the place.
        server: Option<ServerId>,
    },
}

impl Placeholder {
    /// Returns how it is spelt in a text.
    #[must_use]
    pub fn tag(&self) -> String {
        match self {
            Self::Instant(at) => format!("<t:{}:R>", at.div_euclid(1_000)),
            Self::Date(at) => format!("<t:{}:F>", at.div_euclid(1_000)),
            Self::Message { game, place, message, server } => {
                let server = server.as_ref().map_or_else(String::new, |id| format!(" {id}"));
                format!("<m:{} {place} {message}{server}>", game.0)
            }
        }
    }

    /// Reads what stands between `<` and `>`.
    fn read(inside: &str) -> Option<Self> {
        if let Some(ids) = inside.strip_prefix("m:") {
            let mut ids = ids.split(' ');
            let game = GameNo(ids.next()?.parse().ok()?);
            let (place, message) = (ids.next()?.parse().ok()?, ids.next()?.parse().ok()?);
            let server = match ids.next() {
                Some(id) => Some(id.parse().ok()?),
                None => None,
            };
            return Some(Self::Message { game, place, message, server });
        }
        let (seconds, how) = inside.strip_prefix("t:")?.rsplit_once(':')?;
        let at = seconds.parse::<Millis>().ok()?.checked_mul(1_000)?;
        match how {
            "R" => Some(Self::Instant(at)),
            "F" => Some(Self::Date(at)),
            _ => None,
        }
    }
}

/// The first placeholder of a text, and where it stands.
///
/// ```
/// use martian_cake_chat::{Placeholder, next_placeholder};
///
/// let (at, found) = next_placeholder("<3, due <t:1800000000:R>.").expect("there is one");
/// assert_eq!((at, found), (8..24, Placeholder::Instant(1_800_000_000_000)));
/// ```
#[must_use]
pub fn next_placeholder(text: &str) -> Option<(Range<usize>, Placeholder)> {
    text.match_indices('<').find_map(|(start, _)| {
        let end = start + text[start..].find('>')?;
        Some((start..end + 1, Placeholder::read(&text[start + 1..end])?))
    })
}

/// A text with other words for its insets.
#[must_use]
pub fn replace_placeholders(text: &str, words: impl Fn(Placeholder) -> String) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((at, inset)) = next_placeholder(rest) {
        out.push_str(&rest[..at.start]);
        out.push_str(&words(inset));
        rest = &rest[at.end..];
    }
    out + rest
}

/// A text with plain words for its insets: a date for an instant, nothing for a link.
#[must_use]
pub(crate) fn without_insets(text: &str) -> String {
    replace_placeholders(text, |inset| match inset {
        Placeholder::Instant(at) | Placeholder::Date(at) => date(at),
        Placeholder::Message { .. } => String::new(),
    })
}

/// An instant in plain words, by the calendar of UTC: `2027-01-15 08:00 UTC`.
#[must_use]
pub fn date(at: Millis) -> String {
    // The calendar repeats itself after 400 years, which have 146,097 days. Years begin in March here,
    // so that a leap day is the last day of its year.
    let days = at.div_euclid(DAY) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let minutes = at.rem_euclid(DAY) / MINUTE;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insets_are_read_as_they_are_written() {
        for (inset, tag) in [
            (Placeholder::Instant(1_800_000_000_000), "<t:1800000000:R>"),
            (Placeholder::Instant(-5_000), "<t:-5:R>"),
            (Placeholder::Date(1_800_000_000_000), "<t:1800000000:F>"),
            (
                Placeholder::Message {
                    game: GameNo(12),
                    place: "local:channel".parse().unwrap(),
                    message: "local:17".parse().unwrap(),
                    server: None,
                },
                "<m:12 local:channel local:17>",
            ),
            (
                Placeholder::Message {
                    game: GameNo(7),
                    place: "discord:77".parse().unwrap(),
                    message: "discord:99".parse().unwrap(),
                    server: Some("discord:5".parse().unwrap()),
                },
                "<m:7 discord:77 discord:99 discord:5>",
            ),
        ] {
            assert_eq!(inset.tag(), tag);
            let text = format!("a < b <@local:ann> {tag} c");
            assert_eq!(next_placeholder(&text), Some((19..19 + tag.len(), inset)));
        }
        // Of an instant whole seconds are told.
        assert_eq!(Placeholder::Instant(1_999).tag(), "<t:1:R>");
    }

    #[test]
    fn what_only_looks_like_one_stays() {
        for text in [
            "<t:now:R>",
            "<t:5>",
            "<t:5:X>",
            "<m:12 channel 17>",
            "<m:>",
            "<t:9223372036854775807:R>",
            "<",
        ] {
            assert_eq!(next_placeholder(text), None, "{text}");
            assert_eq!(without_insets(text), text);
        }
    }

    #[test]
    fn plain_words_have_dates_and_no_links() {
        let text = "due <t:1800000000:R>, board<m:12 local:channel local:17>.";
        assert_eq!(without_insets(text), "due 2027-01-15 08:00 UTC, board.");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, told) in [
            (0, "1970-01-01 00:00 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_709_164_800, "2024-02-29 00:00 UTC"),
            (1_800_000_000, "2027-01-15 08:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date(seconds * 1_000), told);
        }
    }
}
