//! From words to a command. Reading is not legality: what is read here may still be refused.

mod challenge;

use challenge::challenge;
pub(super) use challenge::{Challenge, DEFAULT_LEVEL, Who};

use super::{
    commands::{CommandInfo, Verb, find},
    fold::words,
};
use crate::{
    games::{GameKind, Seat, rules_words},
    table::GameNo,
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
    /// Let bots of this level take the open seats of one's offer.
    Fill(u8),
    /// Free a seat of one's offer: the person as typed, without `@`.
    Remove(String),
    /// Get up from a seat of somebody's offer.
    Leave,
    /// Show the board.
    Board(View),
    /// Show legal moves of what is asked about; empty for all.
    Legal(String),
    /// Chances of a move.
    Odds(String),
    /// Explain the piece on a square.
    Why(String),
    /// Arrange one's men: what, as typed.
    Setup(String),
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
    /// Rules of a game, about a topic (empty for all); without a game, the writer's own.
    Rules(Option<GameKind>, String),
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
    /// From the side of this seat.
    Side(Seat),
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
        | Verb::Fill
        | Verb::Remove
        | Verb::Leave
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
        | Verb::Setup
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
        Verb::Fill => fill(&lower, bad()),
        Verb::Remove => match rest {
            [name] => {
                person(name).map(Command::Remove).ok_or_else(|| BadCommand { meant: true, ..bad() })
            }
            _ => Err(bad()),
        },
        Verb::Leave => alone(Command::Leave),
        Verb::Setup => Ok(Command::Setup(rest.join(" "))),
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
        Verb::Board => board(&lower, bad()),
        Verb::Legal => Ok(Command::Legal(lower.join(" "))),
        // A capture may be asked about by its two squares; two other words are talk.
        Verb::Why if rest.len() == 2 && lower.iter().all(|word| has_digit(word)) => {
            Ok(Command::Why(lower.join(" ").trim_end_matches('?').to_owned()))
        }
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
        Verb::Rules => rules(&lower).ok_or_else(|| {
            let meant = lower.first().is_some_and(|word| GameKind::from_key(word).is_some());
            BadCommand { meant, ..bad() }
        }),
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

fn fill(words: &[&str], bad: BadCommand) -> Result<Command, BadCommand> {
    match words {
        [] | ["bot"] => Ok(Command::Fill(DEFAULT_LEVEL)),
        ["bot", level] => challenge::level(level).map(Command::Fill).ok_or(bad),
        [level] => challenge::level(level)
            .map(Command::Fill)
            .ok_or(BadCommand { meant: level.starts_with("bot:"), ..bad }),
        _ => Err(bad),
    }
}

fn board(words: &[&str], bad: BadCommand) -> Result<Command, BadCommand> {
    match words {
        [] => Ok(Command::Board(View::Usual)),
        ["text"] => Ok(Command::Board(View::Text)),
        [side] => challenge::side(side)
            .and_then(crate::table::SeatChoice::seat)
            .map(|seat| Command::Board(View::Side(seat)))
            .ok_or(BadCommand { meant: side.starts_with("seat"), ..bad }),
        _ => Err(bad),
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

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn rules(lower: &[&str]) -> Option<Command> {
    let (kind, topic) = match lower {
        [first, topic @ ..] => match GameKind::from_key(first) {
            Some(kind) => (Some(kind), topic),
            None => (None, lower),
        },
        [] => (None, lower),
    };
    let topic = topic.join(" ");
    let knows = |kind: GameKind| rules_words(kind, &topic).is_some();
    let known = kind.map_or_else(|| GameKind::ALL.into_iter().any(knows), knows);
    known.then_some(Command::Rules(kind, topic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::SeatChoice;

    fn line(text: &str) -> (Option<u32>, Command) {
        match read(text) {
            Reading::Command(line) => (line.game.map(|no| no.0), line.command),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_challenge_takes_its_words_in_any_order() {
        let kind = GameKind::ALL[0];
        let expected = Command::Challenge(Challenge {
            who: vec![Who::Person("ann".to_owned())],
            kind,
            players: None,
            seat_choice: SeatChoice::White,
            listed: false,
            options: "v1,jump=soldiers".to_owned(),
            look: String::new(),
        });
        let key = kind.key();
        assert_eq!(line(&format!("challenge @ann {key} white v1 jump:soldiers")).1, expected);
        assert_eq!(line(&format!("play WHITE V1 {key} jump=soldiers @ann")).1, expected);
    }

    #[test]
    fn the_bot_takes_its_level_in_three_spellings() {
        for text in ["challenge bot:3", "challenge bot 3", "bot 3", "vs bot 3 casual none"] {
            let Command::Challenge(challenge) = line(text).1 else { panic!("{text}") };
            assert_eq!(challenge.who, [Who::Bot(3)], "{text}");
        }
        assert!(matches!(read("challenge bot 9"), Reading::Bad(_)));
    }

    #[test]
    fn several_may_be_asked() {
        let text = "challenge players:6 @ann <@7> anyone bot:2 bot 5 seat:3 order:listed";
        let Command::Challenge(challenge) = line(text).1 else { panic!("{text}") };
        let person = |name: &str| Who::Person(name.to_owned());
        let who = [person("ann"), person("<@7>"), Who::Anyone, Who::Bot(2), Who::Bot(5)];
        assert_eq!((challenge.who.as_slice(), challenge.players), (&who[..], Some(6)));
        assert_eq!((challenge.seat_choice, challenge.listed), (SeatChoice::Seat(3), true));
        for (text, n) in [
            ("seek anyone", 1),
            ("seek @ann", 2),
            ("bot bot:3", 1),
            ("bot bot bot", 2),
            ("vs bot:1 bot:1", 2),
        ] {
            let Command::Challenge(challenge) = line(text).1 else { panic!("{text}") };
            assert_eq!(challenge.who.len(), n, "{text}");
        }
        assert!(matches!(read("challenge bot:9 players:4"), Reading::Bad(_)));
        assert!(matches!(
            read("challenge players:4"),
            Reading::Bad(BadCommand { meant: true, .. })
        ));
    }

    #[test]
    fn numbers_select_games() {
        assert_eq!(line("resign #12 yes"), (Some(12), Command::Resign(true)));
        assert_eq!(line("resign 12"), (Some(12), Command::Resign(false)));
        assert_eq!(line("#7"), (Some(7), Command::Board(View::Usual)));
        assert_eq!(read("#12 c2-c3"), Reading::Other(Some(GameNo(12)), "c2-c3".to_owned(), false));
    }

    #[test]
    fn why_takes_a_place_or_from_and_to() {
        assert_eq!(line("why C2?").1, Command::Why("c2".to_owned()));
        assert_eq!(line("why c2xd3").1, Command::Why("c2xd3".to_owned()));
        assert_eq!(line("why c2 D3?").1, Command::Why("c2 d3".to_owned()));
        assert!(matches!(read("why not now"), Reading::Bad(BadCommand { meant: false, .. })));
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
