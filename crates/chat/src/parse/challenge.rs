//! Reads the words of a challenge, which stand in any order, or its named values.

use games::{GameKind, look_lines, option_words, seats};

use super::{
    clock::{clock_fault, clock_of_words, glued, unknown_clock},
    value::read_value,
    word::{level, person, value_after},
};
use crate::{
    commands::{CommandInfo, Form, Parameter, ParameterKind, Value, Values},
    naming::games::NamedGame,
    parse::{
        command::{BadCommand, Command, DEFAULT_LEVEL, Invited},
        named_command::NamedValues,
        plain_text::{echo, nearest_of},
    },
};

/// The name of the bot in a text that mentions it.
pub const BOT_NAME: &str = "@bot";

/// How many words a challenge may have: everybody's names, and each option twice.
const MOST_WORDS: usize = 60;

/// The information that the words have given so far.
struct Said {
    info: &'static CommandInfo,
    /// The game that the words are about.
    kind: GameKind,
    /// The values read so far, but for the next three.
    values: Values,
    who: Vec<Invited>,
    /// Whether the only one invited comes from the command's name, so that a named one replaces
    /// them.
    implied: bool,
    /// Whether the level of the bot named last has been said.
    is_level_said: bool,
    /// A level that stands before anybody is named, with its word.
    lone_level: Option<(u8, String)>,
    options: Vec<String>,
    /// The first word that means nothing here, and whether it has the form of an option.
    unknown: Option<(String, bool)>,
    /// The part that was said twice, if any was.
    twice: Option<&'static str>,
}

/// Returns `true` if a command invites people to a game, with options of that game.
pub(crate) fn is_challenge(info: &CommandInfo) -> bool {
    info.parameter(|kind| kind == ParameterKind::Opponents).is_some()
}

/// Returns `true` if the words behind a command say who plays, as those of `challenge` do: `bot` and `seek` say
/// it themselves.
pub(crate) fn names_players(info: &CommandInfo) -> bool {
    is_challenge(info) && implied(info).is_none()
}

/// Returns who is invited by the name of the command alone: by `bot` the bot, by `seek` anyone, by `challenge`
/// nobody.
fn implied(info: &CommandInfo) -> Option<Invited> {
    match info.path {
        "bot" => Some(Invited::Bot(DEFAULT_LEVEL)),
        "seek" => Some(Invited::Anyone),
        _ => None,
    }
}

/// Reads the words behind a command that invites people, in any order.
pub(super) fn challenge(
    info: &'static CommandInfo,
    words: &[String],
    usual: GameKind,
) -> Result<Command, BadCommand> {
    if let Some((why, meant)) = too_long(words) {
        return Err(BadCommand { info, why, meant, line: None });
    }
    let words = &as_typed_words(words);
    let mut said = Said::new(info, game_meant(words, usual));
    said.imply();
    words.iter().for_each(|word| said.take(word));
    said.settle_level();
    // Who names a game and nobody to play with plays the bot.
    if said.is_for_the_bot() {
        said.who.push(Invited::Bot(DEFAULT_LEVEL));
    }
    let (unknown, kind) = (said.unknown.clone(), said.kind);
    said.finish(words.is_empty()).map_err(|bad| match unknown {
        Some((word, _)) => match mended(&bad, kind, &word) {
            Some(mended) => with_word_mended(bad, &word, &mended, words),
            None => bad,
        },
        None => bad,
    })
}

/// Returns why words are too many to be read as a challenge, if they are, and whether one is certainly meant. Each
/// word costs time that others wait for.
fn too_long(words: &[String]) -> Option<(String, bool)> {
    let most = GameKind::ALL.into_iter().map(|kind| usize::from(*seats(kind).end())).max()?;
    let names = words.iter().filter(|word| person(word).is_some()).count();
    if names >= most {
        let why = format!("You name {names} people, and no game has more than {most} seats.");
        return Some((why, true));
    }
    (words.len() > MOST_WORDS).then(|| ("That is too long for a challenge.".to_owned(), false))
}

/// Returns what a word was probably meant to be, if it is what is wrong: a clock, or a game with a slip in its name.
fn mended(bad: &BadCommand, kind: GameKind, wrong: &str) -> Option<String> {
    let lower = wrong.to_lowercase();
    match clock_fault(value_after(&lower, "clock").unwrap_or(&lower)) {
        Some((why, mended)) => (bad.why == why).then_some(mended),
        None => {
            let game = nearest_of(&lower, GameKind::ALL.into_iter().map(GameKind::key))?;
            (bad.why == unknown_word(kind, wrong)).then(|| game.to_owned())
        }
    }
}

/// The error with the line as it was probably meant, if it works with another word in place of the wrong one.
fn with_word_mended(bad: BadCommand, wrong: &str, mended: &str, words: &[String]) -> BadCommand {
    let word = |word: &String| match word {
        word if word == wrong => mended.to_owned(),
        // A name of two words is one word within quotation marks.
        word if word.contains(' ') => format!("\"{word}\""),
        word => word.clone(),
    };
    let line: Vec<String> =
        std::iter::once(bad.info.path.to_owned()).chain(words.iter().map(word)).collect();
    let line = line.join(" ");
    BadCommand { line: super::works(&line).then_some(line), ..bad }
}

/// Reads the named values of a command that invites people. Where they name nobody, the level of a
/// bot asks for a game against it, otherwise anyone may play.
pub(super) fn named_challenge(
    info: &'static CommandInfo,
    named: &NamedValues,
    usual: GameKind,
) -> Result<Command, BadCommand> {
    let value = |parameter: &Parameter| named.get(parameter.name).map(String::as_str);
    let text = |is_meant: fn(ParameterKind) -> bool| {
        info.parameter(is_meant).and_then(value).unwrap_or_default()
    };
    let options = text(|kind| kind == ParameterKind::Options);
    let game = NamedGame::from_text(text(|kind| kind == ParameterKind::Game));
    let of_family = game.map_or("", |game| game.option);
    let options: Vec<String> = std::iter::once(of_family)
        .chain(options.split([' ', ',']))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let kind = game.map_or_else(|| game_meant(&options, usual), |game| game.kind);
    let mut said = Said::new(info, kind);
    said.imply();
    for parameter in info.parameters {
        match parameter.kind {
            ParameterKind::Opponents => {
                for typed in parameter.names().iter().filter_map(|name| named.get(name)) {
                    if !said.take_invited(typed, &typed.to_lowercase()) {
                        said.unknown.get_or_insert((typed.clone(), true));
                    }
                }
            }
            ParameterKind::Options | ParameterKind::Level => {}
            _ => {
                let Some(typed) = value(parameter) else { continue };
                match read_value(parameter, typed) {
                    Some(value) => said.values.set(parameter, value),
                    None => drop(said.unknown.get_or_insert((typed.to_owned(), true))),
                }
            }
        }
    }
    for word in &options {
        let lower = word.to_lowercase();
        // `players=4` is no option, but may well be typed as one. An option that is called like the
        // game asks for what holds anyway.
        if GameKind::from_key(&lower) != Some(said.kind) && !said.take_term(&lower) {
            said.take_option(word, &lower);
        }
    }
    said.set_level(text(|kind| kind == ParameterKind::Level));
    if said.who.is_empty() {
        said.who.push(Invited::Anyone);
    }
    said.finish(false)
}

/// The words with what people say in two of them as it is typed: `4 players` as `players:4`, `against bot` as `bot`,
/// and the name of a variation in two words as the game and its option.
fn as_typed_words(words: &[String]) -> Vec<String> {
    let words = glued(words);
    let mut typed = Vec::new();
    let mut rest = words.as_slice();
    while let [first, behind @ ..] = rest {
        let lower = first.to_lowercase();
        let next = behind.first().map(|next| next.to_lowercase()).unwrap_or_default();
        let joined = format!("{lower}{next}");
        let is_option = |kind: GameKind| option_words(kind).1.contains(&joined.as_str());
        let is_count = lower.parse::<u8>().is_ok() && matches!(next.as_str(), "players" | "player");
        if let Some((clock, behind)) = clock_of_words(rest) {
            typed.push(clock);
            rest = behind;
            continue;
        }
        let is_before_who = matches!(&*lower, "against" | "versus" | "vs" | "with")
            && behind.first().is_some_and(|word| invited(word, &next).is_some());
        if is_before_who {
            rest = behind;
            continue;
        }
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
/// one of them as a short option; otherwise `usual`.
pub(crate) fn game_meant(words: &[String], usual: GameKind) -> GameKind {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let knows = |kind: GameKind, word: &str| option_words(kind).1.contains(&word);
    let mut meant = lower.iter().filter_map(|word| {
        let mut knowing = GameKind::ALL.into_iter().filter(|kind| knows(*kind, word));
        knowing.next().filter(|_| knowing.next().is_none())
    });
    let named = lower.iter().find_map(|word| GameKind::from_key(word));
    named.or_else(|| meant.next()).unwrap_or(usual)
}

impl Said {
    fn new(info: &'static CommandInfo, kind: GameKind) -> Self {
        Self {
            info,
            kind,
            values: Values::default(),
            who: Vec::new(),
            implied: false,
            is_level_said: false,
            lone_level: None,
            options: Vec::new(),
            unknown: None,
            twice: None,
        }
    }

    /// Invites whom the name of the command invites.
    fn imply(&mut self) {
        self.who.extend(implied(self.info));
        self.implied = !self.who.is_empty();
    }

    /// Takes the next word of a typed line.
    fn take(&mut self, word: &str) {
        let lower = word.to_lowercase();
        let in_title = self.kind.title().split(' ').any(|part| part.eq_ignore_ascii_case(&lower));
        let is_open = matches!(self.who.last(), Some(Invited::Anyone | Invited::Someone));
        if GameKind::from_key(&lower).is_none() && in_title {
            // The word belongs to the name of the game.
        } else if lower == "here" && is_open && !self.implied {
            // Whoever is asked without a name is asked in this place: `anyone here`.
        } else if !self.take_term(&lower) && !self.take_invited(word, &lower) {
            self.take_option(word, &lower);
        }
    }

    /// Takes a word that is the value of a parameter by itself, as `white` or `players:4` is;
    /// `false` if it is none.
    fn take_term(&mut self, lower: &str) -> bool {
        for parameter in self.info.parameters {
            let value = match (parameter.kind, parameter.form) {
                // The level of a bot belongs to the one who is invited.
                (ParameterKind::Level, _) => None,
                // An option that names a family stays an option.
                (ParameterKind::Game, _) => {
                    GameKind::from_key(lower).map(|kind| Value::Game(NamedGame::of(kind)))
                }
                (ParameterKind::Idle(idle), _) if idle.contains(&lower) => return true,
                // People write `clock:2d/move` as well.
                (ParameterKind::Clock, _) => {
                    read_value(parameter, value_after(lower, "clock").unwrap_or(lower))
                }
                (_, Form::Keyed(key)) => {
                    value_after(lower, key).and_then(|value| read_value(parameter, value))
                }
                _ => read_value(parameter, lower),
            };
            let Some(value) = value else { continue };
            if self.values.has(parameter) {
                self.twice = twice(parameter.kind).or(self.twice);
            }
            self.values.set(parameter, value);
            return true;
        }
        false
    }

    /// Takes a word that names who plays, or the level of the bot named before; `false` if it is
    /// neither.
    fn take_invited(&mut self, word: &str, lower: &str) -> bool {
        // `bot 3`: the level is a word of its own. `bot:3` is the next bot.
        if let Some(level) = level(lower).filter(|_| !lower.starts_with("bot")) {
            match self.who.last_mut() {
                Some(Invited::Bot(_)) if self.is_level_said => self.twice = Some("the level"),
                Some(Invited::Bot(last)) => {
                    (*last, self.is_level_said, self.implied) = (level, true, false);
                }
                None if self.lone_level.is_none() => {
                    self.lone_level = Some((level, word.to_owned()));
                }
                _ => return false,
            }
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
        self.is_level_said = lower.starts_with("bot:");
        self.who.push(invited);
        true
    }

    /// Takes a word that chooses an option of the game or of its pictures, or notes that it means
    /// nothing.
    fn take_option(&mut self, word: &str, lower: &str) {
        let option = lower.replacen(':', "=", 1);
        let key = option.split('=').next().unwrap_or_default();
        let (lines, shorts) = option_words(self.kind);
        let mut all = look_lines(self.kind).iter().chain(lines);
        if all.any(|line| line.key == key) || shorts.contains(&key) {
            self.options.push(option);
        } else {
            self.unknown.get_or_insert((word.to_owned(), lower.contains(['/', '=', ':', '+'])));
        }
    }

    /// Gives a level that stood before anybody was named to the first bot, or to the bot where a
    /// game is named and nobody to play it with. Elsewhere it means nothing.
    fn settle_level(&mut self) {
        let Some((level, word)) = self.lone_level.take() else { return };
        let is_for_the_bot = self.is_for_the_bot();
        match self.who.as_mut_slice() {
            [Invited::Bot(_)] if self.is_level_said => self.twice = Some("the level"),
            [Invited::Bot(first), ..] => *first = level,
            [] if is_for_the_bot => self.who.push(Invited::Bot(level)),
            _ => drop(self.unknown.get_or_insert((word, false))),
        }
    }

    /// Takes the level of all bots that are invited; if nobody is, it invites one.
    fn set_level(&mut self, typed: &str) {
        let Some(level) = level(&typed.to_lowercase()) else {
            if !typed.is_empty() {
                self.unknown.get_or_insert((typed.to_owned(), true));
            }
            return;
        };
        if self.who.is_empty() {
            self.who.push(Invited::Bot(level));
        }
        for who in &mut self.who {
            if let Invited::Bot(of_bot) = who {
                *of_bot = level;
            }
        }
    }

    /// Returns `true` if the words name a game, nobody to play it with, and nothing unknown.
    fn is_for_the_bot(&self) -> bool {
        let is_game_named = self.values.game().is_some();
        is_game_named && self.who.is_empty() && self.unknown.is_none() && self.twice.is_none()
    }

    /// The command, unless something is wrong; `is_bare` if nothing was said behind its name.
    fn finish(mut self, is_bare: bool) -> Result<Command, BadCommand> {
        if let Some((why, meant)) = self.fault(is_bare) {
            return Err(BadCommand { info: self.info, why, meant, line: None });
        }
        for parameter in self.info.parameters {
            match parameter.kind {
                ParameterKind::Opponents => {
                    let who = std::mem::take(&mut self.who);
                    self.values.set(parameter, Value::Opponents(who));
                }
                ParameterKind::Options if !self.options.is_empty() => {
                    let options = std::mem::take(&mut self.options);
                    self.values.set(parameter, Value::Options(options));
                }
                ParameterKind::Game => {
                    self.values.set(parameter, Value::Game(NamedGame::of(self.kind)))
                }
                _ => {}
            }
        }
        Ok(Command { info: self.info, values: self.values })
    }

    /// Returns `true` if the words name a game and something that means nothing in it.
    fn is_about_a_game(&self) -> bool {
        self.values.game().is_some() && self.unknown.is_some()
    }

    /// Returns what is wrong with the words, as a sentence, and whether the line is certainly meant for the bot
    /// nevertheless.
    fn fault(&self, is_bare: bool) -> Option<(String, bool)> {
        // A line that begins with another command's name, such as `bot`, is more often talk.
        let is_challenge = implied(self.info).is_none();
        if self.who.is_empty() && !(is_challenge && self.is_about_a_game()) {
            // `challenge players:4` is meant, `challenge accepted` is talk.
            let has_terms = self.values.has_named("players") || self.values.game().is_some();
            let meant = is_challenge && (is_bare || has_terms);
            return Some(("Whom? A name with `@`, `anyone`, or `bot`.".to_owned(), meant));
        }
        if let Some(what) = self.twice {
            return Some((format!("You name {what} twice; say it once."), true));
        }
        let (word, is_like_option) = self.unknown.as_ref()?;
        let names_somebody =
            self.who.iter().any(|who| !matches!(who, Invited::Anyone | Invited::Someone));
        let meant = is_challenge && (names_somebody || self.who.is_empty())
            || self.values.game().is_some()
            || *is_like_option
            || word.bytes().all(|byte| byte.is_ascii_digit());
        Some((unknown_word(self.kind, word), meant))
    }
}

/// Returns what a value that is given twice is called; `None` where the last one counts.
const fn twice(kind: ParameterKind) -> Option<&'static str> {
    match kind {
        ParameterKind::Game => Some("the game"),
        ParameterKind::Number { .. } => Some("the number of players"),
        ParameterKind::Side(_) => Some("your seat"),
        ParameterKind::Clock => Some("the clock"),
        _ => None,
    }
}

/// Returns who is named by a word: `anyone`, `someone`, `bot`, `bot:3`, `@ann`.
fn invited(word: &str, lower: &str) -> Option<Invited> {
    match lower {
        "anyone" => Some(Invited::Anyone),
        "someone" => Some(Invited::Someone),
        "bot" | BOT_NAME => Some(Invited::Bot(DEFAULT_LEVEL)),
        _ => match lower.strip_prefix("bot:") {
            Some(digits) => level(digits).map(Invited::Bot),
            None => person(word).map(Invited::Person),
        },
    }
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

/// Returns why a word of a challenge means nothing, as a sentence.
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
        "rated" => "Games with the bot are casual; a rated one is between people.".to_owned(),
        clock => unknown_clock(clock)
            .unwrap_or_else(|| format!("I do not know `{word}` in a challenge.")),
    }
}
