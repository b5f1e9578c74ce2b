//! Reads the words of a challenge, in any order.

use super::word::{level, number_after, person, seat_choice};
use crate::{
    chat::{
        command::{BadCommand, Challenge, Command, DEFAULT_LEVEL, Invited},
        command_table::{CommandInfo, Verb},
        plain_text::echo,
    },
    games::{GameKind, OptionLine, look_lines, option_words},
    table::SeatChoice,
};

/// What the words have said so far.
#[derive(Default)]
struct Said {
    who: Vec<Invited>,
    /// Whether the only one invited comes from the command's name, so that a named one replaces
    /// them.
    implied: bool,
    players: Option<u8>,
    seat_choice: SeatChoice,
    listed: bool,
    options: Vec<String>,
    look: Vec<String>,
    /// The first word that means nothing here, and whether it has the form of an option.
    unknown: Option<(String, bool)>,
    /// What was said twice, if anything was.
    twice: Option<&'static str>,
    /// Whether the game has been named.
    game_named: bool,
    /// Whether the challenger's seat has been named.
    seat_named: bool,
}

/// Reads the words behind `challenge`, `seek` or `bot`. `invited` comes from the command's name.
pub(super) fn challenge(
    info: &'static CommandInfo,
    invited: Option<Invited>,
    words: &[String],
) -> Result<Command, BadCommand> {
    let words = &as_typed_words(words);
    let kind = game_meant(words);
    let mut said =
        Said { implied: invited.is_some(), who: invited.into_iter().collect(), ..Said::default() };
    words.iter().for_each(|word| said.take(kind, word));
    // Who names a game and nobody to play with plays the bot.
    if info.verb == Verb::Challenge && said.is_for_the_bot() {
        said.who.push(Invited::Bot(DEFAULT_LEVEL));
    }
    match said.fault(info, kind, words) {
        Some((why, meant)) => Err(BadCommand { info, why, meant }),
        None => Ok(Command::Challenge(Challenge {
            who: said.who,
            kind,
            players: said.players,
            seat_choice: said.seat_choice,
            listed: said.listed,
            options: said.options.join(","),
            look: said.look.join(","),
        })),
    }
}

/// The words with what people say in two of them as it is typed: `4 players` as `players:4`, and
/// the name of a variation in two words as the game and its option.
fn as_typed_words(words: &[String]) -> Vec<String> {
    let mut typed = Vec::new();
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        let lower = first.to_lowercase();
        let next = behind.first().map(|next| next.to_lowercase()).unwrap_or_default();
        let joined = format!("{lower}{next}");
        let is_option = |kind: GameKind| option_words(kind).1.contains(&joined.as_str());
        let is_count = lower.parse::<u8>().is_ok() && matches!(next.as_str(), "players" | "player");
        rest = behind.get(1..).unwrap_or_default();
        if is_count {
            typed.push(format!("players:{lower}"));
        } else if !next.is_empty() && GameKind::from_key(&lower).is_some_and(is_option) {
            typed.extend([lower, joined]);
        } else {
            typed.push(first.clone());
            rest = behind;
        }
    }
    typed
}

/// The game that these words are about: the one that they name; otherwise the only one that has
/// one of them as a short option; otherwise the first of all games.
fn game_meant(words: &[String]) -> GameKind {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let knows = |kind: GameKind, word: &str| option_words(kind).1.contains(&word);
    let mut meant = lower.iter().filter_map(|word| {
        let mut knowing = GameKind::ALL.into_iter().filter(|kind| knows(*kind, word));
        knowing.next().filter(|_| knowing.next().is_none())
    });
    let named = lower.iter().find_map(|word| GameKind::from_key(word));
    named.or_else(|| meant.next()).unwrap_or(GameKind::ALL[0])
}

impl Said {
    /// Takes the next word.
    fn take(&mut self, kind: GameKind, word: &str) {
        let lower = word.to_lowercase();
        let in_title = kind.title().split(' ').any(|part| part.eq_ignore_ascii_case(&lower));
        if GameKind::from_key(&lower).is_some() {
            if std::mem::replace(&mut self.game_named, true) {
                self.twice = Some("the game");
            }
        } else if in_title || is_default_term(&lower) {
            // The word asks for what every game has anyway.
        } else if let Some(n) = number_after(&lower, "players") {
            if self.players.replace(n).is_some() {
                self.twice = Some("the number of players");
            }
        } else if let Some(choice) = seat_choice(&lower) {
            self.seat_choice = choice;
            if std::mem::replace(&mut self.seat_named, true) {
                self.twice = Some("your seat");
            }
        } else if lower == "order:listed" || lower == "order:random" {
            self.listed = lower == "order:listed";
        } else if !self.take_invited(word, &lower) {
            self.take_option(kind, word, &lower);
        }
    }

    /// Takes a word that names who plays, or the level of the bot named before; `false` if it is
    /// neither.
    fn take_invited(&mut self, word: &str, lower: &str) -> bool {
        // `bot 3`: the level is a word of its own. `bot:3` is the next bot.
        if let (Some(Invited::Bot(last)), Some(level)) = (self.who.last_mut(), level(lower))
            && !lower.starts_with("bot")
        {
            *last = level;
            return true;
        }
        if let Some(digits) = lower.strip_prefix("bot:")
            && level(digits).is_none()
        {
            self.unknown.get_or_insert((word.to_owned(), true));
            self.who.push(Invited::Bot(DEFAULT_LEVEL));
            return true;
        }
        let Some(invited) = invited(word, lower) else { return false };
        // `seek anyone` and `bot bot:3` name again what the command says.
        if std::mem::take(&mut self.implied)
            && std::mem::discriminant(&self.who[0]) == std::mem::discriminant(&invited)
        {
            self.who.clear();
        }
        self.who.push(invited);
        true
    }

    /// Takes a word that chooses an option of the game or of its pictures, or notes that it means
    /// nothing.
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

    /// Whether the words name a game, nobody to play it with, and nothing unknown.
    const fn is_for_the_bot(&self) -> bool {
        self.game_named && self.who.is_empty() && self.unknown.is_none() && self.twice.is_none()
    }

    /// What is wrong with the words, as a sentence, and whether the line is certainly meant for the
    /// bot nevertheless.
    fn fault(
        &self,
        info: &CommandInfo,
        kind: GameKind,
        words: &[String],
    ) -> Option<(String, bool)> {
        let is_challenge = info.verb == Verb::Challenge;
        if self.who.is_empty() {
            // `challenge players:4` is meant, `challenge accepted` is talk.
            let has_terms = self.players.is_some() || self.game_named;
            let meant = is_challenge && (words.is_empty() || has_terms);
            return Some(("Whom? A name with `@`, `anyone`, or `bot`.".to_owned(), meant));
        }
        if let Some(what) = self.twice {
            return Some((format!("You name {what} twice; say it once."), true));
        }
        let (word, is_like_option) = self.unknown.as_ref()?;
        let names_somebody = self.who.iter().any(|who| !matches!(who, Invited::Anyone));
        let meant = is_challenge && names_somebody
            || *is_like_option
            || word.bytes().all(|byte| byte.is_ascii_digit());
        Some((unknown_word(kind, word), meant))
    }
}

/// Who is named by a word: `anyone`, `bot`, `bot:3`, `@ann`.
fn invited(word: &str, lower: &str) -> Option<Invited> {
    match lower {
        "anyone" => Some(Invited::Anyone),
        "bot" | "@bot" => Some(Invited::Bot(DEFAULT_LEVEL)),
        _ => match lower.strip_prefix("bot:") {
            Some(digits) => level(digits).map(Invited::Bot),
            None => person(word).map(Invited::Person),
        },
    }
}

/// Whether a word names terms that every game has anyway.
fn is_default_term(lower: &str) -> bool {
    matches!(lower, "casual" | "none")
}

/// Another game that has an option of this name.
fn game_with(kind: GameKind, word: &str) -> Option<GameKind> {
    let option = word.to_lowercase().replacen(':', "=", 1);
    let key = option.split('=').next().unwrap_or_default();
    let knows = |other: &GameKind| {
        let (lines, shorts) = option_words(*other);
        *other != kind && (lines.iter().any(|line| line.key == key) || shorts.contains(&key))
    };
    GameKind::ALL.into_iter().find(knows)
}

/// Why a word of a challenge means nothing, as a sentence.
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
