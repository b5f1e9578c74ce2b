//! Reads the words behind a command's name.

use super::{challenge::challenge, word};
use crate::{
    chat::{
        command::{BadCommand, BoardView, Command, DEFAULT_LEVEL, DrawWord, GameFilter, Invited},
        command_table::{CommandInfo, Verb, find},
    },
    games::{GameKind, rules_words},
    table::SeatChoice,
};

/// The words behind a command's name, without the number of a game.
struct Arguments<'a> {
    info: &'static CommandInfo,
    /// The words as they were typed.
    typed: &'a [String],
    /// The same words in lower case.
    lower: &'a [&'a str],
}

/// Reads the words behind a command's name.
pub(super) fn read(info: &'static CommandInfo, typed: &[String]) -> Result<Command, BadCommand> {
    let lower: Vec<String> = typed.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let arguments = Arguments { info, typed, lower: &lower };
    match info.verb {
        Verb::Challenge => challenge(info, None, typed),
        Verb::Seek => challenge(info, Some(Invited::Anyone), typed),
        Verb::Bot => challenge(info, Some(Invited::Bot(DEFAULT_LEVEL)), typed),
        Verb::Accept => arguments.none(Command::Accept),
        // A reason may follow; it is the players' talk and is not repeated.
        Verb::Decline => Ok(Command::Decline),
        Verb::Withdraw => arguments.none(Command::Withdraw),
        Verb::Fill => arguments.fill(),
        Verb::Remove => arguments.remove(),
        Verb::Leave => arguments.none(Command::Leave),
        Verb::Move => arguments.typed_move(),
        Verb::Board => arguments.board(),
        Verb::Legal => Ok(Command::Legal(lower.join(" "))),
        Verb::Odds => arguments.odds(),
        Verb::Why => arguments.why(),
        Verb::Setup => Ok(Command::Setup(typed.join(" "))),
        Verb::Resign => arguments.confirmation().map(Command::Resign),
        Verb::Abort => arguments.confirmation().map(Command::Abort),
        Verb::Draw => arguments.draw(),
        Verb::Rematch => arguments.none(Command::Rematch),
        Verb::Games => arguments.games(),
        Verb::Next => arguments.none(Command::Next),
        Verb::Record => arguments.record(),
        Verb::Verify => arguments.none(Command::Verify),
        Verb::Rules => arguments.rules(),
        Verb::Help => arguments.help(),
        Verb::About => arguments.none(Command::About),
    }
}

impl Arguments<'_> {
    /// The error for words that do not belong to the command, which are probably talk.
    const fn bad(&self) -> BadCommand {
        self.bad_if(false)
    }

    /// The error for words that do not belong to the command; `meant` says whether the line is
    /// certainly meant for the bot nevertheless.
    const fn bad_if(&self, meant: bool) -> BadCommand {
        BadCommand { info: self.info, why: String::new(), meant }
    }

    /// The command, if there are no words behind it.
    fn none(&self, command: Command) -> Result<Command, BadCommand> {
        if self.typed.is_empty() { Ok(command) } else { Err(self.bad()) }
    }

    fn typed_move(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [] => Err(self.bad_if(true)),
            [before @ .., "draw"] if !before.is_empty() => {
                Ok(Command::Move(self.typed[..before.len()].join(" "), true))
            }
            _ => Ok(Command::Move(self.typed.join(" "), false)),
        }
    }

    fn fill(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [] | ["bot"] => Ok(Command::Fill(DEFAULT_LEVEL)),
            ["bot", level] => word::level(level).map(Command::Fill).ok_or_else(|| self.bad()),
            [level] => word::level(level)
                .map(Command::Fill)
                .ok_or_else(|| self.bad_if(level.starts_with("bot:"))),
            _ => Err(self.bad()),
        }
    }

    fn remove(&self) -> Result<Command, BadCommand> {
        match self.typed {
            [name] => word::person(name).map(Command::Remove).ok_or_else(|| self.bad_if(true)),
            _ => Err(self.bad()),
        }
    }

    fn board(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [] => Ok(Command::Board(BoardView::Usual)),
            ["text"] => Ok(Command::Board(BoardView::Text)),
            [side] => word::seat_choice(side)
                .and_then(SeatChoice::seat)
                .map(|seat| Command::Board(BoardView::Side(seat)))
                .ok_or_else(|| self.bad_if(side.starts_with("seat"))),
            _ => Err(self.bad()),
        }
    }

    fn odds(&self) -> Result<Command, BadCommand> {
        match self.typed {
            // The name alone is not talk.
            [] => Err(self.bad_if(true)),
            words => Ok(Command::Odds(words.join(" "))),
        }
    }

    /// A square, or a capture by its two squares; two other words are talk.
    fn why(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [_] => {}
            [from, to] if word::has_digit(from) && word::has_digit(to) => {}
            _ => return Err(self.bad()),
        }
        Ok(Command::Why(self.lower.join(" ").trim_end_matches('?').to_owned()))
    }

    /// Whether `yes` confirms the command.
    fn confirmation(&self) -> Result<bool, BadCommand> {
        match self.lower {
            [] => Ok(false),
            ["yes"] => Ok(true),
            _ => Err(self.bad()),
        }
    }

    fn draw(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [] | ["offer"] => Ok(Command::Draw(DrawWord::Offer)),
            ["accept" | "yes"] => Ok(Command::Draw(DrawWord::Accept)),
            ["decline" | "no"] => Ok(Command::Draw(DrawWord::Decline)),
            _ => Err(self.bad()),
        }
    }

    fn games(&self) -> Result<Command, BadCommand> {
        let filter = match self.lower {
            [] | ["mine"] => GameFilter::Mine,
            ["here"] => GameFilter::Here,
            ["open"] => GameFilter::Open,
            ["done"] => GameFilter::Done,
            [_] => word::person(&self.typed[0]).map(GameFilter::Of).ok_or_else(|| self.bad())?,
            _ => return Err(self.bad()),
        };
        Ok(Command::Games(filter))
    }

    fn record(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [] | ["text"] => Ok(Command::Record),
            _ => Err(self.bad()),
        }
    }

    /// A game, a topic, or both; words that are no topic are talk.
    fn rules(&self) -> Result<Command, BadCommand> {
        let kind = self.lower.first().and_then(|word| GameKind::from_key(word));
        let topic = self.lower[usize::from(kind.is_some())..].join(" ");
        let knows = |kind: GameKind| rules_words(kind, &topic).is_some();
        if kind.map_or_else(|| GameKind::ALL.into_iter().any(knows), knows) {
            Ok(Command::Rules(kind, topic))
        } else {
            Err(self.bad_if(kind.is_some()))
        }
    }

    fn help(&self) -> Result<Command, BadCommand> {
        match self.lower {
            [] => Ok(Command::Help(None)),
            [name] => match find(name) {
                Some(about) => Ok(Command::Help(Some(about))),
                None => {
                    Err(BadCommand { why: "There is no such command.".to_owned(), ..self.bad() })
                }
            },
            _ => Err(self.bad()),
        }
    }
}
