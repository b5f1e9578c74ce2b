//! Slips of the finger: lines that would read as a command if one word were spelt right.

mod ordinary;

use games::{GameKind, option_words, rules_words};
pub(crate) use ordinary::is_common;
use ordinary::{is_ordinary, is_other_wish};
use table::GameNo;

use super::{command::Command, plain_text::words};
use crate::{
    commands::{CommandInfo, LEVEL_NAMES, ParameterKind, Value, Where, commands, find},
    naming::games::NamedGame,
    parse::{Reading, is_like_plan, read},
};

/// The fewest letters of a word that counts as mistyped, and of a command's name that it was meant
/// to be. Behind a command's name the word that was meant may have one less.
pub(crate) const FEWEST_LETTERS: usize = 4;

/// The most words behind the first one of a line that is looked at: a command seldom has as many, and
/// each one costs all words that it may be meant to be.
const MOST_WORDS: usize = 12;

/// The most letters of a word that is looked at: no word of a command has more.
const MOST_LETTERS: usize = 24;

/// The words with which conditional moves begin, and those in their place that mean something else.
const PLAN_WORDS: [&str; 2] = ["if", "premove"];
const NO_PLAN_WORDS: [&str; 4] = ["in", "is", "it", "of"];

/// The longest line of conditional moves that is repeated.
const LONGEST_PLAN: usize = 100;

/// A mistyped word, and the line that was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    /// The word as typed.
    pub(crate) word: String,
    /// The line with that word spelt right.
    pub(crate) line: String,
}

impl Slip {
    /// The same slip in a line that named a game by its number, if the line as meant is about one. What
    /// is said unseen goes on with words of its own, so the number stands before it.
    pub(crate) fn about(self, game: Option<GameNo>) -> Self {
        let takes_game = |info: &CommandInfo| {
            info.parameter(|kind| matches!(kind, ParameterKind::GameNo { .. })).is_some()
        };
        let (path, rest) = match self.line.split_once(' ') {
            Some((path, rest)) => (path, format!(" {rest}")),
            None => (self.line.as_str(), String::new()),
        };
        match game.zip(find(path).filter(|info| takes_game(info))) {
            Some((no, info)) if info.place == Where::Unseen => {
                Self { line: format!("{no} {}", self.line), ..self }
            }
            Some((no, _)) => Self { line: format!("{path} {no}{rest}"), ..self },
            None => self,
        }
    }
}

/// The slip in a line that is meant for the bot. If only the first word can be mended, the line is
/// that word alone.
#[must_use]
pub(crate) fn slip_in(text: &str) -> Option<Slip> {
    mend(text, is_other_wish).or_else(|| {
        let word = text.split(' ').next()?;
        let line = nearest(word)?.path.to_owned();
        Some(Slip { word: word.to_owned(), line })
    })
}

/// The slip in a line that may be talk: one letter is wrong, missing, too much or has changed
/// places with its neighbour, the word is no ordinary one, and the rest is no talk.
#[must_use]
pub(crate) fn slip_in_talk(text: &str) -> Option<Slip> {
    mend(text, |word| is_ordinary(word) || is_other_wish(word))
}

/// The slip in the word with which conditional moves begin. Its line is for the eyes of its author
/// alone.
#[must_use]
pub(crate) fn slip_in_plan(text: &str) -> Option<Slip> {
    let (first, rest) = text.split_once(' ')?;
    let word = first.to_ascii_lowercase();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " -,;.*".contains(c);
    let is_plan = rest.len() <= LONGEST_PLAN
        && rest.chars().all(is_plain)
        && is_like_plan(rest, |_| false)
        && word.len() >= 2
        && !NO_PLAN_WORDS.contains(&word.as_str());
    let meant = PLAN_WORDS.into_iter().find(|meant| is_slip_of(meant, &word));
    let meant = meant.filter(|_| is_plan)?;
    Some(Slip { word: first.to_owned(), line: format!("{meant} {rest}") })
}

/// Returns `true` if exactly one letter is wrong, missing, too many, or changed places with its neighbour.
pub(crate) fn is_slip_of(meant: &str, typed: &str) -> bool {
    // The distance is dear, so the lengths are looked at first.
    meant.len().abs_diff(typed.len()) <= 1 && strsim::damerau_levenshtein(meant, typed) == 1
}

/// Mends the first word of a line that can be mended so that the line reads as a command; words of
/// which `is_right` is true stand as they are.
fn mend(text: &str, is_right: impl Fn(&str) -> bool) -> Option<Slip> {
    let words = words(text);
    let (first, rest) = words.split_first().filter(|(_, rest)| rest.len() <= MOST_WORDS)?;
    let with = |at: usize, word: &str| {
        let mut mended = words.clone();
        mended[at] = word.to_owned();
        Slip { word: bare(&words[at]).to_owned(), line: mended.join(" ") }
    };
    let Some(info) = find(bare(first)) else {
        let meant = commands().flat_map(CommandInfo::names);
        let meant = meant.filter(|name| name.len() >= FEWEST_LETTERS);
        let is_bare = rest.iter().all(|word| is_number(word));
        let mended = slips_of(bare(first), meant, is_right)?;
        return Some(with(0, mended)).filter(|slip| is_bare || is_whole(&slip.line));
    };
    let known = vocabulary(info);
    rest.iter().enumerate().find_map(|(at, word)| {
        let meant = slips_of(bare(word), known.iter().map(String::as_str), &is_right)?;
        Some(with(at + 1, meant)).filter(|slip| is_whole(&slip.line))
    })
}

/// The word that this one is a slip of, with no more than one letter wrong.
fn slips_of<'w>(
    typed: &str,
    meant: impl Iterator<Item = &'w str>,
    is_right: impl Fn(&str) -> bool,
) -> Option<&'w str> {
    if !(FEWEST_LETTERS..=MOST_LETTERS).contains(&typed.len()) {
        return None;
    }
    let typed = typed.to_ascii_lowercase();
    let is_word = typed.bytes().all(|b| b.is_ascii_lowercase());
    if !is_word || is_right(&typed) {
        return None;
    }
    let is_slip = |word: &&str| {
        word.len() + 1 >= FEWEST_LETTERS && (**word == typed || is_slip_of(word, &typed))
    };
    // A word that means something as it stands is no slip of another.
    meant.filter(is_slip).min_by_key(|word| **word != typed).filter(|word| *word != typed)
}

/// A word without the marks at its end.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['!', '?', '.', ','])
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('#').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` if a line reads as a command in which every word has its meaning: free words might be talk,
/// and those of a command for private use are not to be repeated.
fn is_whole(line: &str) -> bool {
    let Reading::Command(command) = read(line) else { return false };
    let takes_talk = command.info.parameter(|kind| kind == ParameterKind::Talk).is_some();
    !takes_talk && command.info.place != Where::Unseen && !has_free_words(&command)
}

/// Returns `true` if words of a command may be anything. A topic of rules has been looked up, and squares are
/// no talk.
fn has_free_words(command: &Command) -> bool {
    let topic = command.info.parameter(|kind| kind == ParameterKind::Topic);
    if topic.is_some_and(|topic| command.values.has(topic)) {
        return false;
    }
    let names_squares =
        |text: &str| text.split(' ').all(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
    command.values.all().any(|value| matches!(value, Value::Text(text) if !names_squares(text)))
}

/// The words that mean something behind a command's name.
fn vocabulary(info: &CommandInfo) -> Vec<String> {
    info.parameters.iter().flat_map(|parameter| words_for(parameter.kind)).collect()
}

/// The words that are values of a parameter of this kind, as far as they can be listed.
fn words_for(kind: ParameterKind) -> Vec<String> {
    let games = || GameKind::ALL.into_iter();
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match kind {
        ParameterKind::Opponents => owned(&["anyone", "someone"]),
        ParameterKind::Game => {
            let families = NamedGame::all().map(|game| game.option.to_owned());
            let families = families.filter(|option| !option.is_empty());
            games().flat_map(names_of).chain(families).collect()
        }
        ParameterKind::Level => LEVEL_NAMES.map(|(name, _)| name.to_owned()).into(),
        ParameterKind::Choice(words) => words.iter().map(|one| one.word.to_owned()).collect(),
        ParameterKind::Side(words) => owned(&[words, &["white", "black"]].concat()),
        ParameterKind::Topic => games().flat_map(rules_topics).collect(),
        ParameterKind::Options => games().flat_map(|kind| owned(option_words(kind).1)).collect(),
        ParameterKind::Command => commands().map(|info| info.path.to_owned()).collect(),
        ParameterKind::Flag(word) => owned(&[word]),
        ParameterKind::Idle(words) => owned(words),
        ParameterKind::GameNo { .. }
        | ParameterKind::EventNo
        | ParameterKind::Person
        | ParameterKind::Channel
        | ParameterKind::Number { .. }
        | ParameterKind::Page
        | ParameterKind::Ply
        | ParameterKind::Square
        | ParameterKind::Piece
        | ParameterKind::Move
        | ParameterKind::Text
        | ParameterKind::Setting
        | ParameterKind::Clock
        | ParameterKind::Span
        | ParameterKind::File
        | ParameterKind::Talk => Vec::new(),
    }
}

/// A game's key and the words of its name.
fn names_of(kind: GameKind) -> Vec<String> {
    let title = kind.title().to_lowercase();
    title.split(' ').chain([kind.key()]).map(str::to_owned).collect()
}

/// Returns what the rules of a game can be asked about: `options`, each of these, and whatever the rules in
/// short name that they know more of.
fn rules_topics(kind: GameKind) -> Vec<String> {
    let (lines, shorts) = option_words(kind);
    let text = rules_words(kind, "").unwrap_or_default().to_lowercase();
    let named = text
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| word.len() >= FEWEST_LETTERS && rules_words(kind, word).is_some());
    let keys = lines.iter().map(|line| line.key).chain(shorts.iter().copied());
    named.chain(keys).chain(["options"]).map(str::to_owned).collect()
}

/// The command that a mistyped word was probably meant to be, where it is certainly one; `None` if
/// none is near.
#[must_use]
fn nearest(word: &str) -> Option<&'static CommandInfo> {
    if word.len() > MOST_LETTERS || find(bare(word)).is_some() {
        return None;
    }
    let word = word.to_ascii_lowercase();
    commands()
        .flat_map(|info| info.names().map(move |name| (name, info)))
        // The distance is dear, so whatever tells without it comes first.
        .filter(|(name, _)| {
            name.len().abs_diff(word.len()) <= 1 && name.bytes().next() == word.bytes().next()
        })
        .map(|(name, info)| (strsim::damerau_levenshtein(name, &word), info))
        .filter(|(distance, _)| (1..=2).contains(distance) && distance * 3 <= word.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, info)| info)
}

#[cfg(test)]
mod tests {
    use super::{ordinary::COMMON, *};

    #[test]
    fn ordinary_words_are_no_slips() {
        let woken: Vec<&str> =
            COMMON.split_whitespace().filter(|word| slip_in_talk(word).is_some()).collect();
        assert!(woken.is_empty(), "{woken:?}");
        assert!(COMMON.split_whitespace().count() > 900);
    }

    #[test]
    fn slips_of_one_letter_are_found() {
        for (typed, meant) in [
            ("hlep", "help"),
            ("Hepl!", "help"),
            ("resing #12", "resign #12"),
            ("baord 3", "board 3"),
            ("chalenge", "challenge"),
            ("chalenge bot 2", "challenge bot 2"),
            ("bot hrad", "bot hard"),
            ("legl c2", "legal c2"),
            ("draw ofer", "draw offer"),
            ("games heer", "games here"),
            ("board wihte", "board white"),
            ("odss", "odds"),
        ] {
            let slip = slip_in_talk(typed).unwrap_or_else(|| panic!("{typed}"));
            assert_eq!(slip.line, meant, "{typed}");
        }
        let key = GameKind::ALL[0].key();
        let mut typed: Vec<char> = key.chars().collect();
        typed.swap(1, 2);
        let typed: String = typed.into_iter().collect();
        let slip = slip_in_talk(&format!("rules {typed}"));
        assert_eq!(slip.map(|slip| slip.line), Some(format!("rules {key}")));
    }

    #[test]
    fn talk_is_no_slip() {
        for talk in [
            "hlep me please",
            "xylophone",
            "bot hello",
            "bos",
            "legl tender is money",
            "declin because of you",
            "setpu my men",
            "recrod of the year",
            "rules of thumb",
            "draw me a sheep",
            "hepl2",
            "",
        ] {
            assert_eq!(slip_in_talk(talk), None, "{talk}");
        }
    }

    #[test]
    fn overlong_words_are_no_slips() {
        for name in commands().flat_map(CommandInfo::names) {
            assert!(name.len() < MOST_LETTERS, "{name} could not be mended");
        }
        let long = "zzzqx".repeat(390);
        for typed in [long.clone(), format!("resing{long}"), "x".repeat(MOST_LETTERS + 1)] {
            assert_eq!(slip_in(&typed), None);
            assert_eq!(slip_in_talk(&typed), None);
            assert_eq!(slip_in(&format!("bot {typed}")), None);
        }
    }

    #[test]
    fn conditional_moves_behind_a_mistyped_word_are_mended() {
        let line = |typed: &str| slip_in_plan(typed).map(|slip| slip.about(Some(GameNo(1))).line);
        for (typed, expected) in [
            ("iff any then c2-c3", "#1 if any then c2-c3"),
            ("Fi hit c4-c5, if push c3xc4", "#1 if hit c4-c5, if push c3xc4"),
            ("premvoe e7-e5 then g1-f3", "#1 premove e7-e5 then g1-f3"),
            ("pre-move any then c3", "#1 premove any then c3"),
        ] {
            assert_eq!(line(typed).as_deref(), Some(expected));
        }
        let long = format!("iff any then c2-c3{}", ", if hit c4-c5".repeat(10));
        let talk =
            ["is any then c4", "iff c2-c3 is good", "iff any then I go", "offer any then c4"];
        let odd =
            ["iff any then c2-c3 `x`", "iff any then c2-c3 @ann", "iff", "if any then c4", &long];
        for typed in talk.into_iter().chain(odd) {
            assert_eq!(line(typed), None, "{typed}");
        }
    }

    #[test]
    fn lines_of_many_words_are_no_slips() {
        let line = |n: usize| format!("bot {}hrad", "x ".repeat(n));
        assert_eq!(slip_in("bot hrad").map(|slip| slip.line).as_deref(), Some("bot hard"));
        for n in [MOST_WORDS, 900] {
            assert_eq!(slip_in_talk(&line(n)), None);
        }
    }

    #[test]
    fn what_is_meant_for_the_bot_is_mended_more_freely() {
        let line = |typed: &str| slip_in(typed).map(|slip| slip.line);
        assert_eq!(line("hlep me please").as_deref(), Some("help"));
        assert_eq!(line("reisng").as_deref(), Some("resign"));
        assert_eq!(line("setpu my men").as_deref(), Some("setup"));
        // A command's own name is no slip of itself, and far words are no slips at all.
        for typed in ["xylophone", "move c2-c3 now", "board please", "hello", "replay", "premove"] {
            assert_eq!(line(typed), None, "{typed}");
        }
    }
}
