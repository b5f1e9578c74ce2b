//! The names that people take on the page.
//!
//! A name stands in sentences, in `@name` and between `<@` and `>`, so it is one word of letters,
//! digits and a few marks that mean nothing anywhere else.

use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
};

use sha2::{Digest, Sha256};

use crate::table::{MAX_NAME, Person, PersonId, PlaceId, Platform};

/// Names that seem to speak for the bot, for everybody or for nobody; they are compared without
/// marks.
const RESERVED: [&str; 27] = [
    "admin",
    "all",
    "any",
    "anybody",
    "anyone",
    "bot",
    "bots",
    "cake",
    "channel",
    "computer",
    "everybody",
    "everyone",
    "here",
    "host",
    "level",
    "martian",
    "martianbot",
    "martiancake",
    "me",
    "moderator",
    "nobody",
    "noone",
    "server",
    "somebody",
    "someone",
    "system",
    "you",
];

/// A name that the page accepts, as it is shown and as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    shown: String,
    key: String,
}

impl Name {
    /// Reads a name as typed: trimmed, its spaces made hyphens, full-width letters made plain.
    ///
    /// # Errors
    /// [`NameFault`] says what is wrong with it, as a sentence for the person who typed it.
    pub fn parse(typed: &str) -> Result<Self, NameFault> {
        let shown = folded(typed);
        if shown.is_empty() {
            return Err(NameFault::Empty);
        }
        if shown.chars().count() > MAX_NAME {
            return Err(NameFault::TooLong);
        }
        if let Some(bad) = shown.chars().find(|&c| !allowed(c)) {
            return Err(NameFault::Character(bad));
        }
        check_letters(&shown)?;
        let key = shown.to_lowercase();
        let bare: String = key.chars().filter(|c| c.is_alphanumeric()).collect();
        if RESERVED.contains(&bare.as_str()) {
            return Err(NameFault::Reserved);
        }
        Ok(Self { shown, key })
    }

    /// The name as it is shown.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The name in lower case: two names with the same key are the same name.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The person who has this name on the page.
    #[must_use]
    pub fn person(&self) -> Person {
        Person { id: person_id(&self.key), name: self.shown.clone() }
    }

    /// The same name with a number, `ann-2`, shortened to fit. `None` if that is no valid name.
    #[must_use]
    pub(super) fn variant(&self, n: usize) -> Option<Self> {
        let tail = format!("-{n}");
        let room = MAX_NAME.saturating_sub(tail.chars().count());
        let head: String = self.shown.chars().take(room).collect();
        Self::parse(&format!("{}{tail}", head.trim_end_matches(['-', '.', '\''])))
            .ok()
            .filter(|name| name != self)
    }
}

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// There is nothing in it.
    #[error("Type a name first: one word, for instance the suggested one.")]
    Empty,
    /// It has more than [`MAX_NAME`] characters.
    #[error("A name has at most {MAX_NAME} characters; this one is longer.")]
    TooLong,
    /// It has a character that means something else here, or that cannot be seen.
    #[error("A name cannot hold {}; letters, digits and - . ' are fine.", Shown(*.0))]
    Character(char),
    /// It does not begin and end with a letter or digit, or several marks follow each other in it.
    #[error("A name needs a letter or a digit at its start and at its end.")]
    Ends,
    /// It mixes scripts whose letters look alike.
    #[error("A name keeps to one alphabet, so that nobody can look like somebody else.")]
    Mixed,
    /// It is one of the names that seem to speak for the bot, for everybody or for nobody.
    #[error("This name would speak for the bot or for everybody; please take another one.")]
    Reserved,
}

/// A character as a sentence shows it: as itself if it can be seen, otherwise by its number.
struct Shown(char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(c) = *self;
        if c.is_ascii_graphic() || c.is_alphanumeric() {
            write!(f, "{c}")
        } else {
            write!(f, "the invisible or special character U+{:04X}", u32::from(c))
        }
    }
}

/// What was typed, trimmed, with runs of spaces as one hyphen and full-width forms made plain.
fn folded(typed: &str) -> String {
    let plain: String = typed
        .chars()
        .take(4 * MAX_NAME)
        .map(|c| match u32::from(c) {
            wide @ 0xFF01..=0xFF5E => char::from_u32(wide - 0xFEE0).unwrap_or(c),
            0x2019 => '\'',
            _ => c,
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Whether a character may stand in a name: letters and digits of any script with the marks that
/// belong to them, and `-`, `.`, `'`.
fn allowed(c: char) -> bool {
    (c.is_alphanumeric() || is_joiner(c) || is_mark(c)) && !is_filler(c)
}

/// Whether a character counts as a letter or mark but shows nothing: with it a name could look like
/// another one.
fn is_filler(c: char) -> bool {
    matches!(u32::from(c), 0x034F | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x3164 | 0xFFA0)
}

fn is_joiner(c: char) -> bool {
    matches!(c, '-' | '.' | '\'')
}

/// Whether a character is an accent that combines, or a sign that Indic scripts need inside a word.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x093C | 0x094D | 0x09BC | 0x09CD | 0x0A3C | 0x0A4D | 0x0ABC | 0x0ACD
        | 0x0B3C | 0x0B4D | 0x0BCD | 0x0C4D | 0x0CCD | 0x0D4D | 0x0E47..=0x0E4E)
}

/// Checks how a name begins and ends, what stands side by side, and that it keeps to one script.
fn check_letters(shown: &str) -> Result<(), NameFault> {
    let ends_well = shown.starts_with(char::is_alphanumeric)
        && shown.ends_with(|c: char| c.is_alphanumeric() || is_mark(c));
    let letters: Vec<char> = shown.chars().collect();
    let piled = letters.windows(3).any(|w| w.iter().all(|&c| is_mark(c)));
    let joined = letters.windows(2).any(|w| w.iter().all(|&c| is_joiner(c)));
    if !ends_well || piled || joined {
        return Err(NameFault::Ends);
    }
    let scripts = [latin, greek, cyrillic].into_iter().filter(|is| shown.chars().any(is));
    if scripts.count() > 1 { Err(NameFault::Mixed) } else { Ok(()) }
}

// The three scripts whose letters look alike.

fn latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(u32::from(c), 0x00C0..=0x024F | 0x1E00..=0x1EFF)
}

fn greek(c: char) -> bool {
    matches!(u32::from(c), 0x0370..=0x03FF | 0x1F00..=0x1FFF)
}

fn cyrillic(c: char) -> bool {
    matches!(u32::from(c), 0x0400..=0x052F | 0x1C80..=0x1C8F | 0x2DE0..=0x2DFF | 0xA640..=0xA69F)
}

/// The person with this key.
pub(super) fn person_id(key: &str) -> PersonId {
    PersonId::new(Platform::Local, key)
}

/// The channel that everybody sees.
pub(super) fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

/// A person's private chat with the bot.
pub(super) fn private(person: &PersonId) -> PlaceId {
    person.private_place()
}

/// The hash of a browser's secret, which the store keeps in place of the secret.
pub(super) fn secret_hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Bytes as lower-case hex digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads 64 hex digits; `None` for anything else.
pub(super) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// A name to suggest that is not `taken`, as far as is known: two friendly words, and after a few
/// tries a number too.
pub(super) fn suggestion(taken: impl Fn(&str) -> bool) -> String {
    const FIRST: [&str; 24] = [
        "Amber", "Brisk", "Calm", "Clever", "Coral", "Dusty", "Early", "Gentle", "Golden", "Hazel",
        "Ivory", "Jolly", "Keen", "Lucky", "Mellow", "Noble", "Polar", "Quick", "Quiet", "Rapid",
        "Silver", "Steady", "Sunny", "Velvet",
    ];
    const SECOND: [&str; 24] = [
        "Badger", "Bear", "Crane", "Deer", "Falcon", "Ferret", "Finch", "Fox", "Hare", "Heron",
        "Ibis", "Koala", "Lark", "Lynx", "Marten", "Mole", "Newt", "Otter", "Owl", "Panda",
        "Robin", "Seal", "Stork", "Wren",
    ];
    for attempt in 0..40_usize {
        let draw = usize::try_from(random() % (24 * 24)).unwrap_or(attempt);
        let plain = format!("{}-{}", FIRST[draw / 24], SECOND[draw % 24]);
        let name =
            if attempt < 20 { plain } else { format!("{plain}-{}", attempt + random_below_900()) };
        if !taken(&name.to_lowercase()) {
            return name;
        }
    }
    format!("Guest-{}", random() % 1_000_000)
}

/// A random number that is good enough to pick a word: the seed of a fresh hasher.
pub(super) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A random number below 900.
fn random_below_900() -> usize {
    usize::try_from(random() % 900).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(typed: &str) -> NameFault {
        Name::parse(typed).unwrap_err()
    }

    #[test]
    fn takes_what_people_call_themselves() {
        for (typed, shown, key) in [
            (" ann ", "ann", "ann"),
            ("Ann Lee", "Ann-Lee", "ann-lee"),
            ("Åsa", "Åsa", "åsa"),
            ("ＡＮＮ", "ANN", "ann"),
            ("O’Brien", "O'Brien", "o'brien"),
            ("Дарья", "Дарья", "дарья"),
            ("हिन्दी", "हिन्दी", "हिन्दी"),
            ("李雷", "李雷", "李雷"),
            ("r2.d2", "r2.d2", "r2.d2"),
        ] {
            let name = Name::parse(typed).unwrap();
            assert_eq!((name.shown(), name.key()), (shown, key));
            assert_eq!(name.person().id.to_string(), format!("local:{key}"));
        }
        assert!(Name::parse(&"x".repeat(MAX_NAME)).is_ok());
    }

    #[test]
    fn refuses_what_means_something_else() {
        assert_eq!(fault(" \t"), NameFault::Empty);
        assert_eq!(fault(&"x".repeat(MAX_NAME + 1)), NameFault::TooLong);
        assert_eq!(fault(&"x".repeat(100_000)), NameFault::TooLong);
        for bad in ['@', '<', '>', '`', '*', '_', '~', '|', '\\', '#', ':', '"', '[', '\u{202e}'] {
            assert_eq!(fault(&format!("an{bad}n")), NameFault::Character(bad));
        }
        for invisible in ["an\u{200b}n", "an\u{0}n", "an\u{2066}n", "an\u{e000}n", "an\u{1b}n"] {
            assert!(matches!(fault(invisible), NameFault::Character(_)), "{invisible:?}");
        }
        for shape in ["-ann", "ann-", "a--b", "…"] {
            assert!(matches!(fault(shape), NameFault::Ends | NameFault::Character(_)), "{shape}");
        }
        assert_eq!(fault("a\u{301}\u{301}\u{301}b"), NameFault::Ends);
        assert_eq!(fault("Аnn"), NameFault::Mixed);
    }

    #[test]
    fn nobody_is_the_bot() {
        for name in ["Martian Cake", "martian-cake", "MARTIANCAKE", "bot", "Bot", "anyone", "b.o.t"]
        {
            assert_eq!(fault(name), NameFault::Reserved, "{name}");
        }
    }

    #[test]
    fn variants_stay_names() {
        let ann = Name::parse("ann").unwrap();
        assert_eq!(ann.variant(2).unwrap().shown(), "ann-2");
        let long = Name::parse(&"ü".repeat(MAX_NAME)).unwrap();
        assert_eq!(long.variant(12).unwrap().shown().chars().count(), MAX_NAME);
    }

    #[test]
    fn suggestions_are_free_names() {
        let name = suggestion(|_| false);
        assert_eq!(Name::parse(&name).unwrap().shown(), name);
        let other = suggestion(|_| true);
        assert!(Name::parse(&other).is_ok());
    }
}
