//! The names that people take on the page.
//!
//! A name stands in sentences, in `@name` and between `<@` and `>`, so it is one word of letters,
//! digits and a few marks that mean nothing anywhere else.

use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
    sync::LazyLock,
};

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest, Sha256};
use table::{MAX_NAME, Person, PersonId, PlaceId, Platform, name_key, skeleton, without_piles};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_script::{Script, UnicodeScript as _};
use unicode_security::MixedScript as _;

/// How many characters of what is typed are looked at: those of the longest name, each with as many
/// marks as it may have.
pub(super) const MAX_TYPED_NAME: usize = 4 * MAX_NAME;

/// Words that seem to speak for the bot, for everybody or for nobody. They are compared by what they
/// look like, without marks and accents.
const RESERVED: [&str; 39] = [
    "admin",
    "administrator",
    "admins",
    "all",
    "any",
    "anybody",
    "anyone",
    "bot",
    "bots",
    "botlevel",
    "cake",
    "channel",
    "computer",
    "discord",
    "everybody",
    "everyone",
    "here",
    "host",
    "level",
    "martian",
    "martianbot",
    "martiancake",
    "me",
    "mod",
    "moderator",
    "moderators",
    "mods",
    "nobody",
    "noone",
    "operator",
    "root",
    "server",
    "somebody",
    "someone",
    "staff",
    "support",
    "system",
    "thebot",
    "you",
];

/// The words of the bot's own name: a name that has them in this order is never a person's.
const OWN: [&str; 2] = ["martian", "cake"];

/// The skeletons of a word, see [`in_every_case`].
type Forms = [String; 3];

/// The skeletons of the [`RESERVED`] words and of those of [`OWN`]. Every name is compared with all of
/// them, so they are worked out once.
static RESERVED_FORMS: LazyLock<[Forms; RESERVED.len()]> =
    LazyLock::new(|| RESERVED.map(in_every_case));
static OWN_FORMS: LazyLock<[Forms; 2]> = LazyLock::new(|| OWN.map(in_every_case));
static BOT_FORMS: LazyLock<[Forms; 2]> = LazyLock::new(|| ["bot", "bots"].map(in_every_case));

/// A name that the page accepts, as it is shown and as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    shown: String,
    key: String,
}

impl Name {
    /// Reads a name as typed: trimmed, its spaces made hyphens, letters of other shapes made plain
    /// (NFKC), so that one name has one spelling.
    ///
    /// # Errors
    /// [`NameFault`] says what is wrong with it, as a sentence for the person who typed it.
    pub fn parse(typed: &str) -> Result<Self, NameFault> {
        let shown = joined(&typed.chars().take(MAX_TYPED_NAME).nfkc().collect::<String>());
        check_characters(&shown)?;
        if let Some(bad) = shown.chars().find(|&c| is_missed_mark(c) || is_like_punctuation(c)) {
            return Err(NameFault::Character(bad));
        }
        check_letters(&shown)?;
        if is_reserved(&shown) {
            return Err(NameFault::Reserved);
        }
        let key = name_key(&shown);
        Ok(Self { shown, key })
    }

    /// A name as typed in the spelling in which earlier versions gave names away; `None` if they
    /// gave no such name away. Whoever took one then keeps it, although it would be refused today.
    #[must_use]
    pub(super) fn of_before(typed: &str) -> Option<Self> {
        let shown = joined(&typed.chars().take(MAX_TYPED_NAME).map(narrow).collect::<String>());
        check_characters(&shown).ok()?;
        let key = shown.to_lowercase();
        Some(Self { shown, key })
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

    /// Returns what the name looks like: two names with the same skeleton can be mistaken for each other.
    #[must_use]
    pub fn skeleton(&self) -> String {
        skeleton(&self.shown)
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

/// A fault in a name.
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
    /// It does not begin and end with a letter or digit, or hyphens, dots or apostrophes follow each
    /// other in it.
    #[error("A name needs a letter or a digit at its start and at its end.")]
    Edges,
    /// It piles more than two marks on a letter.
    #[error("A name can have at most two marks over or under a letter.")]
    Piled,
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
        if c.is_ascii_graphic() || (c.is_alphanumeric() && !is_combining_mark(c)) {
            write!(f, "{c}")
        } else {
            write!(f, "the invisible or special character U+{:04X}", u32::from(c))
        }
    }
}

/// A text, trimmed, with runs of spaces as one hyphen and curly apostrophes made plain.
fn joined(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join("-").replace('\u{2019}', "'")
}

/// A full-width form made plain; any other character is itself.
fn narrow(c: char) -> char {
    match u32::from(c) {
        wide @ 0xFF01..=0xFF5E => char::from_u32(wide - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// Checks how long a name is, and that it holds nothing but what may stand in one.
fn check_characters(shown: &str) -> Result<(), NameFault> {
    if shown.is_empty() {
        return Err(NameFault::Empty);
    }
    if shown.chars().count() > MAX_NAME {
        return Err(NameFault::TooLong);
    }
    match shown.chars().find(|&c| !allowed(c)) {
        Some(bad) => Err(NameFault::Character(bad)),
        None => Ok(()),
    }
}

/// Returns `true` if a character may stand in a name: letters and digits of any script with the marks that
/// belong to them, and `-`, `.`, `'`.
fn allowed(c: char) -> bool {
    (c.is_alphanumeric() || is_joiner(c) || is_mark(c)) && !is_filler(c)
}

/// Returns `true` if a character counts as a letter or mark but shows nothing, or a letter in a box or disc:
/// with it a name could look like another one.
fn is_filler(c: char) -> bool {
    matches!(
        u32::from(c),
        0x034F | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x3164 | 0xFFA0 | 0x1F100..=0x1F1FF
    )
}

fn is_joiner(c: char) -> bool {
    matches!(c, '-' | '.' | '\'')
}

/// Returns `true` if a character is an accent that combines, or a sign that Indic scripts need inside a word.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x093C | 0x094D | 0x09BC | 0x09CD | 0x0A3C | 0x0A4D | 0x0ABC | 0x0ACD
        | 0x0B3C | 0x0B4D | 0x0BCD | 0x0C4D | 0x0CCD | 0x0D4D | 0x0E47..=0x0E4E)
}

/// Returns `true` if a character is a mark of no script of its own that no language needs in a name: an
/// overlay, a line, a tie. Such a mark is easily missed, so that the name would look like the one without it.
fn is_missed_mark(c: char) -> bool {
    let is_needed = matches!(u32::from(c),
        // Accents above and below, with the dot and the line of Taiwan and the horn of Vietnam.
        0x0300..=0x0304 | 0x0306..=0x030D | 0x030F | 0x0311 | 0x031B | 0x0323..=0x0328 | 0x032D
        | 0x032E | 0x0330 | 0x0331 | 0x0342 | 0x0345 | 0x0358
        // Vowel signs of Arabic, tones of Vedic texts, sound marks of kana.
        | 0x064B..=0x0655 | 0x0670 | 0x0951..=0x0954 | 0x3099 | 0x309A);
    is_combining_mark(c) && c.script() == Script::Inherited && !is_needed
}

/// Returns `true` if a character counts as a letter but looks like a mark of punctuation, as `ǃ` and `ː` do, or
/// like a stroke.
fn is_like_punctuation(c: char) -> bool {
    // The scripts that have such letters of right, as `ノ` and `ः` are, do not stand beside Latin ones.
    let is_latin = matches!(c.script(), Script::Latin | Script::Common) && !c.is_ascii();
    let is_stroke = matches!(c, 'ǀ'..='ǃ');
    let looks = |c: char| c.is_ascii_punctuation() && !is_joiner(c);
    is_stroke || (is_latin && unicode_security::skeleton(c.encode_utf8(&mut [0; 4])).any(looks))
}

/// Checks how a name begins and ends, what stands side by side, and that it keeps to one script.
fn check_letters(shown: &str) -> Result<(), NameFault> {
    let apart: String = shown.nfd().collect();
    if without_piles(&apart) != apart {
        return Err(NameFault::Piled);
    }
    let ends_well = shown.starts_with(char::is_alphanumeric)
        && !shown.starts_with(is_combining_mark)
        && shown.ends_with(|c: char| c.is_alphanumeric() || is_combining_mark(c));
    let letters: Vec<char> = shown.chars().collect();
    let joined = letters.windows(2).any(|w| w.iter().all(|&c| is_joiner(c)));
    if !ends_well || joined {
        return Err(NameFault::Edges);
    }
    if has_one_script(shown) { Ok(()) } else { Err(NameFault::Mixed) }
}

/// Returns `true` if a name keeps to one script, as UTS 39 counts them: Chinese, Japanese and Korean have
/// several, and may stand beside Latin, which nobody takes for them.
fn has_one_script(shown: &str) -> bool {
    let others: String = shown.chars().filter(|c| c.script() != Script::Latin).collect();
    let scripts = others.resolve_script_set();
    let far_eastern = scripts.hanb || scripts.jpan || scripts.kore;
    shown.is_single_script() || far_eastern
}

/// Returns `true` if a name seems to speak for the bot, for everybody or for nobody: as a whole, word by word,
/// or with a number beside such a word, such as `bot-3`.
fn is_reserved(shown: &str) -> bool {
    let bare: String = shown.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let words: Vec<String> = bare
        .split(is_joiner)
        .map(|word| skeleton(word.trim_matches(char::is_numeric)))
        .filter(|word| !word.is_empty())
        .collect();
    let numberless = bare.trim_matches(|c: char| c.is_numeric() || is_joiner(c));
    let whole = |text: &str| skeleton(&text.replace(is_joiner, ""));
    let all = whole(&bare);
    looks_like(&all, &*RESERVED_FORMS)
        || looks_like(&whole(numberless), &*RESERVED_FORMS)
        || words.iter().any(|word| looks_like(word, &*BOT_FORMS))
        || (!words.is_empty() && words.iter().all(|word| looks_like(word, &*RESERVED_FORMS)))
        || has_own_name(&all)
}

/// Returns `true` if a skeleton is that of one of some words, in whichever case the word is written.
fn looks_like(skeleton: &str, words: &[Forms]) -> bool {
    words.iter().flatten().any(|form| form == skeleton)
}

/// Returns `true` if a skeleton has the words of the bot's own name in their order.
fn has_own_name(skeleton: &str) -> bool {
    let [first, last] = &*OWN_FORMS;
    let ends = first.iter().filter_map(|form| Some(skeleton.find(form.as_str())? + form.len()));
    ends.into_iter().any(|end| {
        let rest = skeleton.get(end..).unwrap_or_default();
        last.iter().any(|form| rest.contains(form.as_str()))
    })
}

/// The skeletons of a word in lower case, in capitals, and with one in front: a capital may look like
/// another letter than its small form does.
fn in_every_case(word: &str) -> Forms {
    let capitals = word.to_uppercase();
    let titled =
        format!("{}{}", capitals.get(..1).unwrap_or_default(), word.get(1..).unwrap_or_default());
    [word, &capitals, &titled].map(skeleton)
}

/// The person with this key.
pub(super) fn person_id(key: &str) -> PersonId {
    PersonId::new(Platform::Local, key)
}

/// Nobody: no name has this key.
pub(super) fn nobody() -> PersonId {
    person_id("")
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
    HEXLOWER.encode(bytes)
}

/// Reads 64 hex digits; `None` for anything else.
pub(super) fn from_hex(text: &str) -> Option<[u8; 32]> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
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
            assert!(matches!(fault(shape), NameFault::Edges | NameFault::Character(_)), "{shape}");
        }
        for mixed in ["Аnn", "Ꭺnn", "annа", "αnn", "aոո", "ann李а", "ไทย-ann"] {
            assert_eq!(fault(mixed), NameFault::Mixed, "{mixed}");
        }
        for own in ["Ann李", "山田たろう", "김철수", "みちこ-x"] {
            assert!(Name::parse(own).is_ok(), "{own}");
        }
    }

    #[test]
    fn a_mark_that_an_eye_misses_is_refused() {
        for mark in ('\u{335}'..='\u{338}')
            .chain('\u{35c}'..='\u{362}')
            .chain(['\u{332}', '\u{333}', '\u{305}', '\u{33f}', '\u{363}', '\u{1dc4}', '\u{20d2}'])
        {
            for name in [format!("an{mark}n"), format!("ann{mark}"), format!("И{mark}ра")] {
                assert_eq!(fault(&name), NameFault::Character(mark), "U+{:04X}", u32::from(mark));
            }
        }
        assert_eq!(
            NameFault::Character('\u{363}').to_string(),
            "A name cannot hold the invisible or special character U+0363; letters, digits and \
             - . ' are fine."
        );
        for letter in ['ǀ', 'ǁ', 'ǂ', 'ǃ', 'ː', 'ʔ'] {
            assert_eq!(fault(&format!("ann{letter}")), NameFault::Character(letter));
        }
    }

    #[test]
    fn what_languages_need_is_taken() {
        for name in [
            "Ånna",
            "Zoë",
            "Łukasz",
            "Søren",
            "Ирина",
            "Алёна",
            "美咲",
            "ノブ",
            "हिन्दी",
            "नमः",
            "Nguyễn",
            "José",
            "O'Brien",
            "Kaʻiulani",
            "Ẹ\u{301}niọlá",
            "Ma\u{303}g\u{303}a",
            "Kho\u{358}",
            "مُحَمَّد",
            "שָׁלוֹם",
            "น้ำ",
            "Ελένη",
            "İbrahim",
            "Ayşe",
            "ПЁТР",
            "がぎ",
            "김철수",
            "தமிழ்",
            "বাংলা",
        ] {
            assert!(Name::parse(name).is_ok(), "{name}: {:?}", Name::parse(name));
        }
    }

    #[test]
    fn marks_pile_up_at_most_twice() {
        for mark in ['\u{301}', 'ि', '\u{e34}', '\u{489}', '\u{5b0}'] {
            for n in [3, 20] {
                let piled = format!("ka{}", mark.to_string().repeat(n));
                let is_refused =
                    matches!(Name::parse(&piled), Err(NameFault::Piled | NameFault::Character(_)));
                assert!(is_refused, "{n} times U+{:04X}", u32::from(mark));
            }
        }
        assert_eq!(fault("a\u{301}\u{301}\u{301}b"), NameFault::Piled);
        assert_eq!(fault(&format!("क{}", "ि".repeat(20))), NameFault::Piled);
        assert!(Name::parse("Việt-Ngọc").is_ok() && Name::parse("น้ำ").is_ok());
    }

    #[test]
    fn one_name_has_one_spelling() {
        for (one, other) in
            [("ánn", "a\u{301}nn"), ("ann", "𝐚𝐧𝐧"), ("ann", "ⓐⓝⓝ"), ("fish", "ﬁsh"), ("ann", "ªnn")]
        {
            assert_eq!(Name::parse(one), Name::parse(other), "{one} and {other}");
        }
        // What was given away before is found by its spelling of then.
        let before = Name::of_before("𝐚𝐧𝐧").unwrap();
        assert_eq!((before.key(), before.shown()), ("𝐚𝐧𝐧", "𝐚𝐧𝐧"));
        assert_eq!(Name::of_before("bot-3").map(|name| name.key), Some("bot-3".to_owned()));
        assert_eq!(Name::of_before("a b\u{202e}"), None);
    }

    #[test]
    fn nobody_is_the_bot() {
        let own = ["Martian Cake", "martian-cake", "MARTIANCAKE", "Martianıcake", "Martian.Cake.2"];
        let bots = ["bot", "Bot", "b.o.t", "bot-3", "bot3", "3bot", "b0t", "BOT 7", "bot level 2"];
        let all = ["anyone", "a11", "AlI", "someone", "some-one", "here2", "Everyone", "ëveryone"];
        let more =
            ["MARTlAN", "Mаrtian-Cаke", "the Martian Cake", "ᴍartian ᴄake", "ВОТ", "bot-ann"];
        let staff = ["mod", "Moderator", "ADMIN", "Disc0rd", "root", "Support", "ƅot", "system-2"];
        for name in [&own[..], &bots, &all, &more, &staff].concat() {
            let is_refused =
                matches!(Name::parse(name), Err(NameFault::Reserved | NameFault::Mixed));
            assert!(is_refused, "{name}");
        }
        for name in ["Ali", "Robot", "Alice", "Hermione", "Martin", "Cakewalk", "Botond", "Ben-2"] {
            assert!(Name::parse(name).is_ok(), "{name}");
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
