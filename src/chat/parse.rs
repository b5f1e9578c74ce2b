//! Reads a command from a typed line. What is read here may still be refused later.

mod arguments;
mod challenge;
mod word;

use super::{
    command::{BadCommand, BoardView, Command, CommandLine},
    command_table::find,
    plain_text::words,
};
use crate::table::GameNo;

/// What a line reads as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A command.
    Command(CommandLine),
    /// A command's name with something else behind it.
    Bad(BadCommand),
    /// No command, but perhaps a move: the game that it names, the text without that, and whether
    /// `draw` stood behind it.
    Other(Option<GameNo>, String, bool),
}

/// Reads a line from which phone typography has been folded away.
#[must_use]
pub(super) fn read(text: &str) -> Reading {
    let mut words = words(text);
    let game = take_number(&mut words);
    let Some(first) = words.first().cloned() else {
        // `#12` alone asks for that board.
        return match game {
            Some(_) => command(game, Command::Board(BoardView::Usual)),
            None => Reading::Other(None, String::new(), false),
        };
    };
    let Some(info) = find(first.trim_end_matches(['!', '?', '.'])) else {
        return no_command(game, &words);
    };
    let mut rest: Vec<String> = words.split_off(1);
    let game = match game {
        None if info.verb.takes_plain_number() => take_plain_number(&mut rest),
        game => game,
    };
    match arguments::read(info, &rest) {
        Ok(read) => command(game, read),
        // `b3` is a square and `m` a name, so a short name may begin a move after all.
        Err(_) if first.len() == 1 => {
            Reading::Bad(BadCommand { info, why: String::new(), meant: false })
        }
        Err(bad) => Reading::Bad(bad),
    }
}

/// A line that begins with no command: `c2-c3 draw`, for the bare move may carry a draw offer as
/// `move` may.
fn no_command(game: Option<GameNo>, words: &[String]) -> Reading {
    match words {
        [before @ .., last] if !before.is_empty() && last.eq_ignore_ascii_case("draw") => {
            Reading::Other(game, before.join(" "), true)
        }
        _ => Reading::Other(game, words.join(" "), false),
    }
}

fn command(game: Option<GameNo>, command: Command) -> Reading {
    Reading::Command(CommandLine { game, command })
}

/// Takes the first `#12` out of the words.
fn take_number(words: &mut Vec<String>) -> Option<GameNo> {
    let (index, no) = words.iter().enumerate().find_map(|(index, word)| {
        let digits = word.strip_prefix('#')?.trim_end_matches([':', ',', '.']);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // A number that is too great for any game becomes one that no game has.
        plain.then(|| (index, GameNo(digits.parse().unwrap_or(u32::MAX))))
    })?;
    words.remove(index);
    Some(no)
}

/// Takes the number out of `resign 12`.
fn take_plain_number(rest: &mut Vec<String>) -> Option<GameNo> {
    let no = rest.first()?.parse().ok()?;
    rest.remove(0);
    Some(GameNo(no))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chat::{
            COMMANDS,
            command::{Challenge, Invited},
        },
        games::{GameKind, option_words},
        table::SeatChoice,
    };

    fn line(text: &str) -> (Option<u32>, Command) {
        match read(text) {
            Reading::Command(line) => (line.game.map(|no| no.0), line.command),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_challenge_takes_its_words_in_any_order() {
        let kind = GameKind::ALL[0];
        let (lines, shorts) = option_words(kind);
        let (key, short) = (kind.key(), shorts[0]);
        let (option, value) = (lines[0].key, lines[0].default);
        let expected = Command::Challenge(Challenge {
            who: vec![Invited::Person("ann".to_owned())],
            kind,
            players: None,
            seat_choice: SeatChoice::White,
            listed: false,
            options: format!("{short},{option}={value}"),
            look: String::new(),
        });
        let text = format!("challenge @ann {key} white {short} {option}:{value}");
        assert_eq!(line(&text).1, expected);
        let text = format!("play WHITE {} {key} {option}={value} @ann", short.to_uppercase());
        assert_eq!(line(&text).1, expected);
    }

    #[test]
    fn the_bot_takes_its_level_in_three_spellings() {
        for text in ["challenge bot:3", "challenge bot 3", "bot 3", "vs bot 3 casual none"] {
            let Command::Challenge(challenge) = line(text).1 else { panic!("{text}") };
            assert_eq!(challenge.who, [Invited::Bot(3)], "{text}");
        }
        assert!(matches!(read("challenge bot 9"), Reading::Bad(_)));
    }

    #[test]
    fn several_may_be_asked() {
        let text = "challenge players:6 @ann <@7> anyone bot:2 bot 5 seat:3 order:listed";
        let Command::Challenge(challenge) = line(text).1 else { panic!("{text}") };
        let person = |name: &str| Invited::Person(name.to_owned());
        let who =
            [person("ann"), person("<@7>"), Invited::Anyone, Invited::Bot(2), Invited::Bot(5)];
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
    fn challenges_are_read_as_people_say_them() {
        let key = GameKind::ALL[1].key();
        for (text, typed) in [
            (format!("play {key}"), format!("challenge bot {key}")),
            (format!("vs {key} black"), format!("challenge bot {key} black")),
            (format!("challenge bot {key} 4 players"), format!("challenge bot {key} players:4")),
            (format!("challenge bot 3 4 players {key}"), format!("bot 3 players:4 {key}")),
            ("challenge bot easy".to_owned(), "bot 1".to_owned()),
            ("challenge bot medium".to_owned(), "bot 4".to_owned()),
            ("bot hard".to_owned(), "challenge bot:7".to_owned()),
        ] {
            assert_eq!(line(&text), line(&typed), "{text}");
            let Command::Challenge(challenge) = line(&text).1 else { panic!("{text}") };
            assert!(matches!(challenge.who.as_slice(), [Invited::Bot(_)]), "{text}");
        }
        for kind in GameKind::ALL {
            let longer = option_words(kind).1.iter().filter_map(|w| w.strip_prefix(kind.key()));
            for word in longer.filter(|word| !word.is_empty()) {
                let text = format!("challenge bot {} {word}", kind.key());
                let typed = format!("challenge bot {0} {0}{word}", kind.key());
                assert_eq!(line(&text), line(&typed), "{text}");
            }
        }
        for talk in [format!("play {key} tomorrow then"), "play 4 players".to_owned()] {
            assert!(matches!(read(&talk), Reading::Bad(_)), "{talk}");
        }
    }

    #[test]
    fn numbers_select_games() {
        assert_eq!(line("resign #12 yes"), (Some(12), Command::Resign(true)));
        assert_eq!(line("resign 12"), (Some(12), Command::Resign(false)));
        assert_eq!(line("#7"), (Some(7), Command::Board(BoardView::Usual)));
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
        for info in COMMANDS {
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
                // Whether the word is a square is checked later; `not` is no square.
                Reading::Command(line) => matches!(line.command, Command::Why(_)),
            };
            assert!(talk, "{text}");
        }
    }
}
