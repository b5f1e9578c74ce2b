//! The words of a challenge, in any order.

use super::{BadCommand, Command, person};
use crate::{
    chat::{commands::CommandInfo, fold::echo},
    games::{GameKind, OptionLine, Seat, look_lines, option_words},
    table::SeatChoice,
};

/// Level of a bot where none is named.
pub(in crate::chat) const DEFAULT_LEVEL: u8 = 2;

/// The words of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::chat) struct Challenge {
    /// Who is asked, in the order in which they are named.
    pub(in crate::chat) who: Vec<Who>,
    /// Which game.
    pub(in crate::chat) kind: GameKind,
    /// The number of seats, if it is named.
    pub(in crate::chat) players: Option<u8>,
    /// The challenger's side.
    pub(in crate::chat) seat_choice: SeatChoice,
    /// Whether the others sit in the order in which they are named.
    pub(in crate::chat) listed: bool,
    /// Options as `key=value` parts or short names, joined by commas.
    pub(in crate::chat) options: String,
    /// Display options as `key=value` parts, joined by commas.
    pub(in crate::chat) look: String,
}

/// Who is challenged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::chat) enum Who {
    /// `@ann` or `<@KEY>`: the word as typed, without `@`.
    Person(String),
    /// Anyone.
    Anyone,
    /// The bot at this level.
    Bot(u8),
}

/// What the words have given so far.
struct Words {
    who: Vec<Who>,
    /// Whether the only one asked comes from the command's name, so that a named one replaces it.
    implied: bool,
    players: Option<u8>,
    seat_choice: SeatChoice,
    listed: bool,
    options: Vec<String>,
    look: Vec<String>,
    /// The first word that means nothing here, and whether it has the form of a term.
    unknown: Option<(String, bool)>,
    /// What was said twice.
    twice: Option<&'static str>,
    /// Whether the game and the challenger's seat have been named.
    named: (bool, bool),
}

/// Reads the words behind `challenge`, `seek` or `bot`.
pub(super) fn challenge(
    info: &'static CommandInfo,
    asked: Option<Who>,
    rest: &[String],
) -> Result<Command, BadCommand> {
    let kind = named_game(rest);
    let mut words = Words {
        implied: asked.is_some(),
        who: asked.into_iter().collect(),
        players: None,
        seat_choice: SeatChoice::default(),
        listed: false,
        options: Vec::new(),
        look: Vec::new(),
        unknown: None,
        twice: None,
        named: (false, false),
    };
    rest.iter().for_each(|word| words.take(kind, word));
    let Words { who, players, seat_choice, listed, options, look, unknown, twice, named, .. } =
        words;
    let bad = |why: String, meant: bool| BadCommand { info, why, meant };
    if let Some(what) = twice.filter(|_| !who.is_empty()) {
        return Err(bad(format!("You name {what} twice; say it once."), true));
    }
    match unknown {
        None if !who.is_empty() => Ok(Command::Challenge(Challenge {
            who,
            kind,
            players,
            seat_choice,
            listed,
            options: options.join(","),
            look: look.join(","),
        })),
        Some((word, term)) if !who.is_empty() => {
            let named = who.iter().any(|who| !matches!(who, Who::Anyone));
            let surely = info.name == "challenge" && named
                || term
                || word.bytes().all(|byte| byte.is_ascii_digit());
            Err(bad(unknown_word(kind, &word), surely))
        }
        _ => {
            // `challenge players:4` is meant, `challenge accepted` is talk.
            let terms = players.is_some() || named.0;
            let alone = info.name == "challenge" && (rest.is_empty() || terms);
            Err(bad("Whom? A name with `@`, `anyone`, or `bot`.".to_owned(), alone))
        }
    }
}

/// The game that these words are about: the one that is named, else the first one, unless a word
/// stands for an option of another game alone.
fn named_game(words: &[String]) -> GameKind {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let knows = |kind: GameKind, word: &str| option_words(kind).1.contains(&word);
    let mut meant = lower.iter().filter_map(|word| {
        let mut knowing = GameKind::ALL.into_iter().filter(|kind| knows(*kind, word));
        knowing.next().filter(|_| knowing.next().is_none())
    });
    let named = lower.iter().find_map(|word| GameKind::from_key(word));
    named.or_else(|| meant.next()).unwrap_or(GameKind::ALL[0])
}

impl Words {
    fn take(&mut self, kind: GameKind, word: &str) {
        let lower = word.to_lowercase();
        let in_title = kind.title().split(' ').any(|part| part.eq_ignore_ascii_case(&lower));
        if GameKind::from_key(&lower).is_some() {
            self.once("the game", |named| &mut named.0);
        } else if in_title || is_default_term(&lower) {
        } else if let Some(n) = number_after(&lower, "players") {
            if self.players.replace(n).is_some() {
                self.twice = Some("the number of players");
            }
        } else if let Some(side) = side(&lower) {
            self.seat_choice = side;
            self.once("your seat", |named| &mut named.1);
        } else if lower == "order:listed" || lower == "order:random" {
            self.listed = lower == "order:listed";
        } else if !self.take_who(word, &lower) {
            self.take_option(kind, word, &lower);
        }
    }

    /// Notes that something was named, and if it was before.
    fn once(&mut self, what: &'static str, slot: fn(&mut (bool, bool)) -> &mut bool) {
        if std::mem::replace(slot(&mut self.named), true) {
            self.twice = Some(what);
        }
    }

    /// Takes a word that names who plays, or the level of the bot named before.
    fn take_who(&mut self, word: &str, lower: &str) -> bool {
        // `bot 3`: the level is a word of its own. `bot:3` is the next bot.
        if let (Some(Who::Bot(last)), Some(level)) = (self.who.last_mut(), level(lower))
            && !lower.starts_with("bot")
        {
            *last = level;
            return true;
        }
        let found = match lower {
            "anyone" => Who::Anyone,
            "bot" | "@bot" => Who::Bot(DEFAULT_LEVEL),
            _ => match lower.strip_prefix("bot:").map(level) {
                Some(Some(level)) => Who::Bot(level),
                Some(None) => {
                    self.unknown.get_or_insert((word.to_owned(), true));
                    self.who.push(Who::Bot(DEFAULT_LEVEL));
                    return true;
                }
                None => match person(word) {
                    Some(name) => Who::Person(name),
                    None => return false,
                },
            },
        };
        // `seek anyone` and `bot bot:3` name again what the command says.
        if std::mem::take(&mut self.implied)
            && std::mem::discriminant(&self.who[0]) == std::mem::discriminant(&found)
        {
            self.who.clear();
        }
        self.who.push(found);
        true
    }

    fn take_option(&mut self, kind: GameKind, word: &str, lower: &str) {
        let option = lower.replacen(':', "=", 1);
        let key = option.split('=').next().unwrap_or_default();
        let (lines, shorts) = option_words(kind);
        let has = |lines: &[OptionLine]| lines.iter().any(|line| line.key == key);
        if has(look_lines(kind)) {
            self.look.push(option);
        } else if has(lines) || shorts.contains(&key) {
            self.options.push(option);
        } else {
            self.unknown.get_or_insert((word.to_owned(), lower.contains(['/', '=', ':'])));
        }
    }
}

/// OfferTerms that every game has anyway.
fn is_default_term(lower: &str) -> bool {
    matches!(lower, "casual" | "none")
}

/// Another game that knows this word as an option.
fn game_with(kind: GameKind, word: &str) -> Option<GameKind> {
    let option = word.to_lowercase().replacen(':', "=", 1);
    let key = option.split('=').next().unwrap_or_default();
    let knows = |other: &GameKind| {
        let (lines, shorts) = option_words(*other);
        *other != kind && (lines.iter().any(|line| line.key == key) || shorts.contains(&key))
    };
    GameKind::ALL.into_iter().find(knows)
}

fn unknown_word(kind: GameKind, word: &str) -> String {
    if let Some(other) = game_with(kind, word) {
        let (word, title, key) = (echo(word), other.title(), other.key());
        return format!("`{word}` is an option of {title}; for that game add `{key}`.");
    }
    let word = echo(word);
    match word.to_lowercase().as_str() {
        digits if digits.trim_start_matches("bot:").bytes().all(|b| b.is_ascii_digit()) => {
            "The bot's levels are 1 to 7.".to_owned()
        }
        "rated" => "Rated games are not offered yet; every game is casual.".to_owned(),
        clock if clock.contains('/') && clock.starts_with(|c: char| c.is_ascii_digit()) => {
            "Clocks are not offered yet; games have no time limit.".to_owned()
        }
        _ => format!("I do not know `{word}` in a challenge."),
    }
}

/// `white`, `black`, `random`, `seat:3`.
pub(super) fn side(word: &str) -> Option<SeatChoice> {
    match word {
        "white" => Some(SeatChoice::White),
        "black" => Some(SeatChoice::Black),
        "random" => Some(SeatChoice::Random),
        _ => {
            let number = number_after(word, "seat")?;
            (1..=Seat::MAX).contains(&number).then_some(SeatChoice::Seat(number))
        }
    }
}

/// The number in `KEY:N` or `KEY=N`; one too great for anything is 255.
fn number_after(word: &str, key: &str) -> Option<u8> {
    let digits = word.strip_prefix(key)?.strip_prefix([':', '='])?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u8::MAX))
}

/// A bot's level: `3`, `bot:3`, `level:3`.
pub(super) fn level(word: &str) -> Option<u8> {
    let digits = word.trim_start_matches("bot:").trim_start_matches("level:");
    digits.parse().ok().filter(|level| (1..=7).contains(level))
}
