//! Lines that no handler has answered: talk, slips of the finger, and what people ask for in other
//! words than a command's.

use super::{
    command::BadCommand,
    context::Context,
    plain_text::echo,
    slips::{Slip, slip_in, slip_in_talk},
    step::{Handled, Step},
    text,
};

/// Answers a line that reads as neither a command nor a move. What is meant for the bot gets the
/// help that is nearest; where it may be talk, only a mistyped command gets an answer.
pub(super) fn answer(ctx: Context<'_>, typed: &str) -> Handled {
    if !ctx.addressed {
        return match slip_in_talk(typed) {
            Some(slip) => did_you_mean(ctx, &slip),
            None => Ok(Step::Silent),
        };
    }
    match (hint(ctx, typed), slip_in(typed)) {
        (Some(words), _) => ctx.say(words),
        (None, Some(slip)) => did_you_mean(ctx, &slip),
        (None, None) => {
            let word = typed.split(' ').next().unwrap_or_default();
            ctx.say(text::unknown(&echo(word), ctx.prefix))
        }
    }
}

/// Answers a line that begins with a command's name and goes on with something else, and is
/// certainly meant for the bot.
pub(super) fn refuse(ctx: Context<'_>, bad: &BadCommand, typed: &str) -> Handled {
    match (hint(ctx, typed), slip_in_talk(typed)) {
        (Some(words), _) => ctx.say(words),
        (None, Some(slip)) => did_you_mean(ctx, &slip),
        (None, None) => ctx.say(text::bad_command(bad.info, &bad.why, ctx.prefix)),
    }
}

fn did_you_mean(ctx: Context<'_>, slip: &Slip) -> Handled {
    ctx.say(text::did_you_mean(&echo(&slip.word), &slip.line, ctx.prefix))
}

/// What people ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// To be told how it works.
    Explanation,
    /// To take a move back.
    Takeback,
    /// To be told a good move.
    Hint,
    /// To begin a game.
    NewGame,
    /// To end one.
    End,
}

/// Whole lines, in lower case and without marks, by what they ask for.
const WISHES: [(Wish, &[&str]); 5] = [
    (
        Wish::Takeback,
        &[
            "undo",
            "takeback",
            "take back",
            "take it back",
            "take that back",
            "back",
            "go back",
            "redo",
        ],
    ),
    (
        Wish::Hint,
        &[
            "hint",
            "hints",
            "tip",
            "tips",
            "best move",
            "suggest",
            "analyse",
            "analyze",
            "analysis",
            "what should i play",
            "what should i do",
        ],
    ),
    (
        Wish::NewGame,
        &[
            "new game",
            "new",
            "newgame",
            "game",
            "new match",
            "match",
            "start",
            "start game",
            "start a game",
            "begin",
            "again",
            "play again",
            "another game",
            "next game",
            "lets play",
            "let s play",
            "i want to play",
            "play a game",
        ],
    ),
    (
        Wish::End,
        &[
            "quit",
            "exit",
            "stop",
            "end",
            "end game",
            "give up",
            "i give up",
            "surrender",
            "concede",
            "forfeit",
        ],
    ),
    (
        Wish::Explanation,
        &[
            "",
            "info",
            "menu",
            "tutorial",
            "instructions",
            "manual",
            "guide",
            "learn",
            "teach me",
            "help me",
            "i need help",
            "who are you",
        ],
    ),
];

/// What a line asks for; `None` if it asks for nothing that is known.
fn wish(typed: &str) -> Option<Wish> {
    let plain = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let text: String = typed.to_lowercase().chars().map(plain).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let known = WISHES.iter().find(|(_, lines)| lines.contains(&text.as_str()));
    let asks = matches!(text.split(' ').next(), Some("how" | "what"));
    known.map(|(wish, _)| *wish).or_else(|| asks.then_some(Wish::Explanation))
}

/// The help that is nearest to what a line asks for, if it is meant for the bot.
fn hint(ctx: Context<'_>, typed: &str) -> Option<String> {
    let wish = wish(typed).filter(|_| ctx.addressed)?;
    Some(match wish {
        Wish::Explanation => text::how_to_play(ctx.prefix),
        Wish::Takeback => text::no_takeback(ctx.prefix),
        Wish::Hint => text::no_hints(ctx.prefix),
        Wish::NewGame => text::new_game(!ctx.msg.others_present, ctx.prefix),
        Wish::End => text::how_to_end(ctx.prefix),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::parse::{Reading, read};

    #[test]
    fn wishes_are_understood() {
        for (typed, expected) in [
            ("?", Wish::Explanation),
            ("How do I play?", Wish::Explanation),
            ("what is this", Wish::Explanation),
            ("undo", Wish::Takeback),
            ("Take back!", Wish::Takeback),
            ("hint", Wish::Hint),
            ("what should I play?", Wish::Hint),
            ("new game", Wish::NewGame),
            ("Let's play", Wish::NewGame),
            ("quit", Wish::End),
        ] {
            assert_eq!(wish(typed), Some(expected), "{typed}");
        }
        for typed in ["c2-c3", "hello", "however", "good morning"] {
            assert_eq!(wish(typed), None, "{typed}");
        }
    }

    #[test]
    fn no_wish_is_a_command_that_works() {
        for line in WISHES.iter().flat_map(|(_, lines)| *lines) {
            assert!(!matches!(read(line), Reading::Command(_)), "{line}");
        }
    }
}
