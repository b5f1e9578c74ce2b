//! From words to a command. Reading is not legality: what is read here may still be refused.

use super::{
    commands::{CommandInfo, Verb, find},
    fold::words,
};
use crate::{
    games::GameKind,
    table::{Colour, GameNo},
};

/// A line that reads as a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The game named by `#12`.
    pub(super) game: Option<GameNo>,
    /// What to do.
    pub(super) command: Command,
}

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `move …`: the text of a move, and whether a draw is offered with it.
    Move(String, bool),
    /// A challenge.
    Challenge(Challenge),
    /// Take up an offer.
    Accept,
    /// Turn an offer down.
    Decline,
    /// Take an offer back.
    Withdraw,
    /// Show the board.
    Board(View),
    /// Show legal moves of what is asked about; empty for all.
    Legal(String),
    /// Chances of a move.
    Odds(String),
    /// Explain the piece on a square.
    Why(String),
    /// Give up; with `yes`.
    Resign(bool),
    /// Draw.
    Draw(DrawWord),
    /// Abort; with `yes`.
    Abort(bool),
    /// Again.
    Rematch,
    /// List games.
    Games(Which),
    /// The most urgent board.
    Next,
    /// The game as text.
    Record,
    /// Check the dice.
    Verify,
    /// Rules of a game, about a topic (empty for all).
    Rules(GameKind, String),
    /// Help about a command, or all.
    Help(Option<&'static CommandInfo>),
    /// About this bot.
    About,
}

/// How a board is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// As usual.
    Usual,
    /// As text.
    Text,
    /// From White's side.
    White,
    /// From Black's side.
    Black,
}

/// The word behind `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawWord {
    /// `draw` or `draw offer`.
    Offer,
    /// `draw accept`.
    Accept,
    /// `draw decline`.
    Decline,
}

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// One's own.
    Mine,
    /// Of a person.
    Of(String),
    /// Of this place.
    Here,
    /// Open offers of this place.
    Open,
    /// One's finished games.
    Done,
}

/// The words of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Challenge {
    /// Who is asked.
    pub(super) who: Who,
    /// Which game.
    pub(super) kind: GameKind,
    /// The challenger's side.
    pub(super) colour: Colour,
    /// Options as `key=value` parts or short names, joined by commas.
    pub(super) options: String,
}

/// Who is challenged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// `@ann` or `<@KEY>`: the word as typed, without `@`.
    Person(String),
    /// Anyone.
    Anyone,
    /// The bot at this level.
    Bot(u8),
}

/// Why a line that begins with a command's name does not read as that command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadCommand {
    /// The command.
    pub(super) info: &'static CommandInfo,
    /// What is wrong with it, a sentence; empty where the usage line says enough.
    pub(super) why: String,
    /// Whether the line is surely meant for the bot all the same.
    pub(super) meant: bool,
}

/// What a line reads as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A command.
    Command(Line),
    /// A command's name with something else behind it.
    Bad(BadCommand),
    /// No command; perhaps a move: the game it names, the text without that, and whether `draw`
    /// stood behind it.
    Other(Option<GameNo>, String, bool),
}

/// Level of `challenge bot` where none is named.
pub(super) const DEFAULT_LEVEL: u8 = 2;

/// Reads a folded line.
#[must_use]
pub(super) fn read(text: &str) -> Reading {
    let mut words = words(text);
    let game = take_number(&mut words);
    let Some(first) = words.first().cloned() else {
        // `#12` alone asks for that board.
        return match game {
            Some(_) => command(game, Command::Board(View::Usual)),
            None => Reading::Other(None, String::new(), false),
        };
    };
    let Some(info) = find(first.trim_end_matches(['!', '?', '.'])) else {
        // `c2-c3 draw`: the bare move may carry an offer as `move` may.
        return match words.as_slice() {
            [.., last] if words.len() > 1 && last.eq_ignore_ascii_case("draw") => {
                Reading::Other(game, words[..words.len() - 1].join(" "), true)
            }
            _ => Reading::Other(game, words.join(" "), false),
        };
    };
    let mut rest: Vec<String> = words.split_off(1);
    let game = game.or_else(|| take_plain_number(info.verb, &mut rest));
    match arguments(info, &rest) {
        Ok(read) => command(game, read),
        // `b3` is a square and `m` a name, so a short name may begin a move after all.
        Err(_) if first.len() == 1 => {
            Reading::Bad(BadCommand { info, why: String::new(), meant: false })
        }
        Err(bad) => Reading::Bad(bad),
    }
}

fn command(game: Option<GameNo>, command: Command) -> Reading {
    Reading::Command(Line { game, command })
}

/// Takes the first `#12` out of the words.
fn take_number(words: &mut Vec<String>) -> Option<GameNo> {
    let (index, no) = words.iter().enumerate().find_map(|(index, word)| {
        let digits = word.strip_prefix('#')?.trim_end_matches([':', ',', '.']);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // A number too great for any game is one that no game has.
        plain.then(|| (index, GameNo(digits.parse().unwrap_or(u32::MAX))))
    })?;
    words.remove(index);
    Some(no)
}

/// `resign 12` where a number can mean nothing else.
fn take_plain_number(verb: Verb, rest: &mut Vec<String>) -> Option<GameNo> {
    match verb {
        Verb::Accept
        | Verb::Decline
        | Verb::Withdraw
        | Verb::Board
        | Verb::Resign
        | Verb::Draw
        | Verb::Abort
        | Verb::Rematch
        | Verb::Record
        | Verb::Verify => {
            let no = rest.first()?.parse().ok()?;
            rest.remove(0);
            Some(GameNo(no))
        }
        Verb::Move
        | Verb::Challenge
        | Verb::Seek
        | Verb::Bot
        | Verb::Legal
        | Verb::Odds
        | Verb::Why
        | Verb::Games
        | Verb::Next
        | Verb::Rules
        | Verb::Help
        | Verb::About => None,
    }
}

fn arguments(info: &'static CommandInfo, rest: &[String]) -> Result<Command, BadCommand> {
    let lower: Vec<String> = rest.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let bad = || BadCommand { info, why: String::new(), meant: false };
    let alone = |command: Command| if rest.is_empty() { Ok(command) } else { Err(bad()) };
    match info.verb {
        Verb::Challenge => challenge(info, None, rest),
        Verb::Seek => challenge(info, Some(Who::Anyone), rest),
        Verb::Bot => challenge(info, Some(Who::Bot(DEFAULT_LEVEL)), rest),
        Verb::Accept => alone(Command::Accept),
        // A reason may follow; it is the players' talk and is not repeated.
        Verb::Decline => Ok(Command::Decline),
        Verb::Withdraw => alone(Command::Withdraw),
        Verb::Move => match lower.as_slice() {
            [] => Err(BadCommand { meant: true, ..bad() }),
            [.., "draw"] if rest.len() > 1 => {
                Ok(Command::Move(rest[..rest.len() - 1].join(" "), true))
            }
            _ => Ok(Command::Move(rest.join(" "), false)),
        },
        Verb::Board => match lower.as_slice() {
            [] => Ok(Command::Board(View::Usual)),
            ["text"] => Ok(Command::Board(View::Text)),
            ["white"] => Ok(Command::Board(View::White)),
            ["black"] => Ok(Command::Board(View::Black)),
            _ => Err(bad()),
        },
        Verb::Legal => Ok(Command::Legal(lower.join(" "))),
        Verb::Odds if !rest.is_empty() => Ok(Command::Odds(rest.join(" "))),
        Verb::Why if rest.len() == 1 => Ok(Command::Why(lower[0].trim_end_matches('?').to_owned())),
        // The name alone is no talk.
        Verb::Odds => Err(BadCommand { meant: rest.is_empty(), ..bad() }),
        Verb::Why => Err(bad()),
        Verb::Resign => yes(&lower).map(Command::Resign).ok_or_else(bad),
        Verb::Abort => yes(&lower).map(Command::Abort).ok_or_else(bad),
        Verb::Draw => match lower.as_slice() {
            [] | ["offer"] => Ok(Command::Draw(DrawWord::Offer)),
            ["accept" | "yes"] => Ok(Command::Draw(DrawWord::Accept)),
            ["decline" | "no"] => Ok(Command::Draw(DrawWord::Decline)),
            _ => Err(bad()),
        },
        Verb::Rematch => alone(Command::Rematch),
        Verb::Games => which(rest, &lower).map(Command::Games).ok_or_else(bad),
        Verb::Next => alone(Command::Next),
        Verb::Record => match lower.as_slice() {
            [] | ["text"] => Ok(Command::Record),
            _ => Err(bad()),
        },
        Verb::Verify => alone(Command::Verify),
        Verb::Rules => rules(&lower).ok_or_else(bad),
        Verb::Help => {
            match lower.as_slice() {
                [] => Ok(Command::Help(None)),
                [name] => find(name).map(|info| Command::Help(Some(info))).ok_or_else(|| {
                    BadCommand { info, why: "There is no such command.".to_owned(), meant: false }
                }),
                _ => Err(bad()),
            }
        }
        Verb::About => alone(Command::About),
    }
}

fn yes(words: &[&str]) -> Option<bool> {
    match words {
        [] => Some(false),
        ["yes"] => Some(true),
        _ => None,
    }
}

fn which(rest: &[String], lower: &[&str]) -> Option<Which> {
    Some(match lower {
        [] | ["mine"] => Which::Mine,
        ["here"] => Which::Here,
        ["open"] => Which::Open,
        ["done"] => Which::Done,
        [_] => Which::Of(person(&rest[0])?),
        _ => return None,
    })
}

/// `@ann` or `<@KEY>` without the marks.
fn person(word: &str) -> Option<String> {
    let key = word.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
    let name = key.map(|_| word.to_owned()).or_else(|| word.strip_prefix('@').map(str::to_owned));
    name.filter(|name| !name.is_empty())
}

fn rules(lower: &[&str]) -> Option<Command> {
    let (kind, topic) = match lower {
        [first, topic @ ..] => match GameKind::from_key(first) {
            Some(kind) => (kind, topic),
            None => (GameKind::ALL[0], lower),
        },
        [] => (GameKind::ALL[0], lower),
    };
    let topic = match topic {
        [] => "",
        [one] => one,
        _ => return None,
    };
    let known = topic.is_empty() || crate::games::rules_words(kind, topic).is_some();
    known.then(|| Command::Rules(kind, topic.to_owned()))
}

/// The words of a challenge in any order.
fn challenge(
    info: &'static CommandInfo,
    asked: Option<Who>,
    rest: &[String],
) -> Result<Command, BadCommand> {
    let kind = rest.iter().find_map(|word| GameKind::from_key(word)).unwrap_or(GameKind::ALL[0]);
    let (mut who, mut colour, mut options) = (asked, Colour::default(), Vec::new());
    let mut unknown: Option<(&str, bool)> = None;
    for word in rest {
        let lower = word.to_lowercase();
        if GameKind::from_key(&lower).is_some() || matches!(lower.as_str(), "casual" | "none") {
            continue;
        }
        if let Some(side) = colour_word(&lower) {
            colour = side;
        } else if let Some(found) = who_word(word, &lower, who.as_ref()) {
            who = Some(found);
        } else if let Some(option) = option_word(kind, &lower) {
            options.push(option);
        } else {
            unknown.get_or_insert((word, lower.contains(['/', '=', ':'])));
            if lower.starts_with("bot:") {
                who.get_or_insert(Who::Bot(DEFAULT_LEVEL));
            }
        }
    }
    let bad = |why: String, meant: bool| BadCommand { info, why, meant };
    match (who, unknown) {
        (Some(who), None) => {
            Ok(Command::Challenge(Challenge { who, kind, colour, options: options.join(",") }))
        }
        (Some(who), Some((word, term))) => {
            let surely = info.name == "challenge" && !matches!(who, Who::Anyone)
                || term
                || word.bytes().all(|byte| byte.is_ascii_digit());
            Err(bad(unknown_word(word), surely))
        }
        (None, _) => {
            let alone = rest.is_empty() && info.name == "challenge";
            Err(bad("Whom? A name with `@`, `anyone`, or `bot`.".to_owned(), alone))
        }
    }
}

fn unknown_word(word: &str) -> String {
    let word = super::fold::echo(word);
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

fn colour_word(word: &str) -> Option<Colour> {
    match word {
        "white" => Some(Colour::White),
        "black" => Some(Colour::Black),
        "random" => Some(Colour::Random),
        _ => None,
    }
}

fn who_word(word: &str, lower: &str, so_far: Option<&Who>) -> Option<Who> {
    let level = |text: &str| text.parse().ok().filter(|level| (1..=7).contains(level));
    match (lower, so_far) {
        ("anyone", None | Some(Who::Anyone)) => Some(Who::Anyone),
        ("bot" | "@bot", None) => Some(Who::Bot(DEFAULT_LEVEL)),
        // `bot 3`: the level is a word of its own.
        (_, Some(Who::Bot(_))) => level(lower.trim_start_matches("level:")).map(Who::Bot),
        (_, None) => match lower.strip_prefix("bot:") {
            Some(digits) => level(digits).map(Who::Bot),
            None => person(word).map(Who::Person),
        },
        _ => None,
    }
}

/// `v1`, `V3:on`, `jump=soldiers` as the options text spells them.
fn option_word(kind: GameKind, lower: &str) -> Option<String> {
    let option = lower.replacen(':', "=", 1);
    let key = option.split('=').next().unwrap_or_default();
    let (lines, shorts) = crate::games::option_words(kind);
    let known = lines.iter().any(|line| line.key == key) || shorts.contains(&key);
    known.then_some(option)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> (Option<u32>, Command) {
        match read(text) {
            Reading::Command(line) => (line.game.map(|no| no.0), line.command),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_challenge_takes_its_words_in_any_order() {
        let expected = Command::Challenge(Challenge {
            who: Who::Person("ann".to_owned()),
            kind: GameKind::Lyra,
            colour: Colour::White,
            options: "v1,jump=soldiers".to_owned(),
        });
        assert_eq!(line("challenge @ann lyra white v1 jump:soldiers").1, expected);
        assert_eq!(line("play WHITE V1 Lyra jump=soldiers @ann").1, expected);
    }

    #[test]
    fn the_bot_takes_its_level_in_three_spellings() {
        for text in ["challenge bot:3", "challenge bot 3", "bot 3", "vs bot 3 lyra casual none"] {
            let Command::Challenge(challenge) = line(text).1 else { panic!("{text}") };
            assert_eq!(challenge.who, Who::Bot(3), "{text}");
        }
        assert!(matches!(read("challenge bot 9"), Reading::Bad(_)));
    }

    #[test]
    fn numbers_select_games() {
        assert_eq!(line("resign #12 yes"), (Some(12), Command::Resign(true)));
        assert_eq!(line("resign 12"), (Some(12), Command::Resign(false)));
        assert_eq!(line("#7"), (Some(7), Command::Board(View::Usual)));
        assert_eq!(read("#12 c2-c3"), Reading::Other(Some(GameNo(12)), "c2-c3".to_owned(), false));
    }

    #[test]
    fn every_example_reads() {
        for info in super::super::commands::COMMANDS {
            assert!(matches!(read(info.example), Reading::Command(_)), "{}", info.example);
        }
    }

    #[test]
    fn talk_is_no_command() {
        for text in ["play nice", "draw me a sheep", "next week then", "help me please", "why not?"]
        {
            let talk = match read(text) {
                Reading::Bad(bad) => !bad.meant,
                Reading::Other(..) => true,
                // A square is asked for later; `not` is none.
                Reading::Command(line) => matches!(line.command, Command::Why(_)),
            };
            assert!(talk, "{text}");
        }
    }
}
