//! The notices that a person wishes, as they are kept with their settings.

use table::{DAY, MINUTE, Millis, PersonId, parse_span, span_text};

use super::quiet::QuietHours;
use crate::{
    handling::step::InternalError,
    world::{World, scopes},
};

/// The shortest time before a deadline at which somebody can be reminded, in milliseconds.
const SHORTEST: Millis = MINUTE;
/// The longest, in milliseconds: 60 days.
const LONGEST: Millis = 60 * DAY;
/// The most reminders before one deadline.
pub(crate) const MOST_REMINDERS: usize = 5;

/// The place in which somebody hears that it is their turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TurnNotice {
    /// By a ping where the game is played.
    #[default]
    Channel,
    /// In their private chat with the bot.
    Private,
    /// Nowhere.
    Off,
}

/// The times at which somebody is reminded before a deadline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reminding {
    /// At half and at a tenth of the time, and a last time.
    #[default]
    Usual,
    /// So long before the deadline, in milliseconds, the longest first; never if there are none.
    Before(Vec<Millis>),
}

/// The wishes of a person about what they are told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Prefs {
    /// Where they hear that it is their turn.
    pub(crate) turn: TurnNotice,
    /// When they are reminded before a deadline.
    pub(crate) remind: Reminding,
    /// When they are not reminded.
    pub(crate) quiet: Option<QuietHours>,
}

impl Prefs {
    /// The keys of the settings: of the turn, of reminders, of quiet hours.
    pub(crate) const TURN: &str = "notify_turn";
    pub(crate) const REMIND: &str = "notify_remind";
    pub(crate) const QUIET: &str = "notify_quiet";

    /// Returns what a person wishes; where nothing is kept, or nothing that can be read, what is usual.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    pub(crate) fn of(world: &dyn World, who: &PersonId) -> Result<Self, InternalError> {
        let scope = scopes::of_person(who);
        let kept = |key| world.setting(&scope, key);
        let turn = kept(Self::TURN)?.and_then(|text| TurnNotice::read(&text));
        let remind = kept(Self::REMIND)?.and_then(|text| Reminding::read(&text));
        let quiet = kept(Self::QUIET)?.and_then(|text| QuietHours::kept(&text));
        Ok(Self { turn: turn.unwrap_or_default(), remind: remind.unwrap_or_default(), quiet })
    }
}

impl TurnNotice {
    /// Every choice with its word.
    const WORDS: [(Self, &str); 3] =
        [(Self::Channel, "channel"), (Self::Private, "dm"), (Self::Off, "off")];

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(choice, _)| *choice == self).map_or("channel", |(_, word)| word)
    }

    /// The choice of this word.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|(choice, _)| *choice)
    }
}

impl Reminding {
    /// Reads `24h 3h`, `1 day, 90 min`, `off` or `default`; `None` for any other text, and for times that
    /// are too short, too long or too many.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text.trim() {
            "default" => return Some(Self::Usual),
            "off" | "none" => return Some(Self::Before(Vec::new())),
            _ => {}
        }
        let mut spans = Vec::new();
        let mut words = text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and");
        while let Some(word) = words.next() {
            // A number alone has its unit behind it.
            let has_unit = word.ends_with(|last: char| last.is_ascii_alphabetic());
            let whole =
                if has_unit { word.to_owned() } else { format!("{word} {}", words.next()?) };
            spans.push(parse_span(&whole).filter(|span| (SHORTEST..=LONGEST).contains(span))?);
        }
        spans.sort_unstable_by(|one, other| other.cmp(one));
        spans.dedup();
        (1..=MOST_REMINDERS).contains(&spans.len()).then_some(Self::Before(spans))
    }

    /// The text that reads as this.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Usual => "default".to_owned(),
            Self::Before(spans) if spans.is_empty() => "off".to_owned(),
            Self::Before(spans) => {
                spans.iter().map(|span| span_text(*span)).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::HOUR;

    #[test]
    fn times_before_a_deadline_are_read_as_people_type_them() {
        for (typed, spans, shown) in [
            ("24h 3h", vec![24 * HOUR, 3 * HOUR], "1d 3h"),
            ("3h, 1 day", vec![24 * HOUR, 3 * HOUR], "1d 3h"),
            ("1.5h and 30 min", vec![3 * HOUR / 2, HOUR / 2], "90m 30m"),
            ("3h 3h", vec![3 * HOUR], "3h"),
            ("off", Vec::new(), "off"),
            ("none", Vec::new(), "off"),
        ] {
            let read = Reminding::read(typed);
            assert_eq!(read, Some(Reminding::Before(spans)), "{typed}");
            let text = read.unwrap().text();
            assert_eq!(text, shown);
            assert!(Reminding::read(&text).is_some());
        }
        assert_eq!(Reminding::read("default"), Some(Reminding::Usual));
        for typed in ["", "soon", "3", "3h soon", "10s", "61d", "6h 5h 4h 3h 2h 1h", "-3h"] {
            assert_eq!(Reminding::read(typed), None, "{typed}");
        }
    }

    #[test]
    fn every_choice_for_turns_has_its_word() {
        for (choice, word) in TurnNotice::WORDS {
            assert_eq!(TurnNotice::read(word), Some(choice));
        }
        assert_eq!(TurnNotice::read("loud"), None);
    }
}
