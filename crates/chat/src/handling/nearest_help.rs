//! Lines that no handler has answered: talk, slips of the finger, and what people ask for in other
//! words than a command's. Where others read, only what is hardly ever talk is answered.

use games::{GameKind, option_words};

use super::{
    context::Context,
    step::{Handled, InternalError, Step},
};
use crate::{
    commands::{CommandInfo, ParameterKind, explain, find_topic, group_of},
    parse::{
        Reading,
        command::BadCommand,
        plain_text::echo,
        read,
        typos::{FEWEST_LETTERS, Slip, is_slip_of, slip_in, slip_in_plan, slip_in_talk},
    },
    play::plans,
    text,
};

/// Answers a line that reads as neither a command nor a move. What is meant for the bot gets the
/// help that is nearest; where it may be talk, only a mistyped command and a plain wish get an answer.
pub(crate) fn answer(ctx: Context<'_>, typed: &str) -> Handled {
    let (game, words) = match read(typed) {
        // A command that nothing came of: what stands behind its name is not for it.
        Reading::Command(command) if ctx.addressed => {
            return ctx.say(text::bad_command(command.info, "", ctx.prefix));
        }
        Reading::Other(Some(no), words, false) => (Some(no), words),
        _ => (None, typed.to_owned()),
    };
    if let Some(slip) = slip_in_plan(&words) {
        let slip = slip.about(game);
        return plans::mistyped(ctx, &slip.word, &slip.line);
    }
    if let Some(info) = explained(ctx, &words) {
        return explain(ctx, info);
    }
    let slip = if ctx.addressed { slip_in(&words) } else { slip_in_talk(&words) };
    match (hint(ctx, &words)?, slip) {
        (Some(words), _) => ctx.say_aside(words),
        (None, None) if !ctx.addressed => Ok(Step::Silent),
        (None, Some(slip)) => did_you_mean(ctx, &slip.about(game)),
        (None, None) => match mistyped_wish(&words) {
            Some(wish) => ctx.say_aside(help_with(ctx, wish)?),
            None => {
                let word = words.split(' ').next().unwrap_or_default();
                ctx.say(text::unknown(&echo(word), ctx.prefix))
            }
        },
    }
}

/// Returns `true` if there is an answer to a line other than that it is unknown.
pub(crate) fn has_answer(ctx: Context<'_>, typed: &str) -> bool {
    let is_slip = || slip_in_plan(typed).or_else(|| slip_in(typed)).is_some();
    ctx.addressed && (wish(typed).or_else(|| mistyped_wish(typed)).is_some() || is_slip())
}

/// Answers a line that begins with a command's name and goes on with something else, and is
/// certainly meant for the bot.
pub(crate) fn refuse(ctx: Context<'_>, bad: &BadCommand, typed: &str) -> Handled {
    if let Some(info) = explained(ctx, typed) {
        return explain(ctx, info);
    }
    // `help undo` asks for what `undo` asks for; `help me` asks for help.
    let topic = typed.split_once(' ').map_or("", |(_, topic)| topic.trim());
    let explains = bad.info.parameter(|kind| kind == ParameterKind::Command).is_some();
    let is_about_topic = explains && !topic.is_empty() && wish(typed).is_none();
    let wished = if is_about_topic { topic } else { typed };
    match (hint(ctx, wished)?, slip_in_talk(typed)) {
        (Some(words), _) => ctx.say_aside(words),
        (None, Some(slip)) => did_you_mean(ctx, &slip),
        (None, None) => ctx.say_aside(refusal(ctx, bad)),
    }
}

/// Returns what is wrong with a command, and either the line as it was meant or how the command goes.
pub(crate) fn refusal(ctx: Context<'_>, bad: &BadCommand) -> String {
    match &bad.line {
        Some(line) => text::corrected(&bad.why, line, ctx.prefix),
        None => text::bad_command(bad.info, &bad.why, ctx.prefix),
    }
}

/// The command to explain to whoever types `mod help` in place of `help mod`. Where it may be talk, the first word
/// is one that commands have in common: `tournament help` is no talk, `seek help` is.
fn explained(ctx: Context<'_>, typed: &str) -> Option<&'static CommandInfo> {
    let line = typed.to_lowercase();
    let topic = line.trim_end_matches(['!', '?', '.']).strip_suffix(" help")?;
    find_topic(topic)
        .filter(|info| ctx.addressed || ctx.takes_commands() && group_of(info) == Some(topic))
}

fn did_you_mean(ctx: Context<'_>, slip: &Slip) -> Handled {
    ctx.say_aside(text::did_you_mean(&echo(&slip.word), &slip.line, ctx.prefix))
}

/// A request that people make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// To be told how it works.
    Explanation,
    /// To play or to learn a game, by its topic of `rules`.
    About(&'static str),
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
    (Wish::Takeback, &["take back", "take it back", "take that back", "back", "go back", "redo"]),
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

/// Those of the wishes, and questions, that nobody is asked but the bot. The others are talk where others read.
const PLAIN_WISHES: [&str; 33] = [
    "take back",
    "hint",
    "hints",
    "best move",
    "analyse",
    "analyze",
    "what should i play",
    "new game",
    "newgame",
    "new match",
    "start game",
    "start a game",
    "end game",
    "tutorial",
    "instructions",
    "teach me",
    "help me",
    "i need help",
    "how do i play",
    "how do you play",
    "how do we play",
    "how to play",
    "how do i start",
    "how do i move",
    "how do i resign",
    "how does this work",
    "how does it work",
    "how does this game work",
    "what is this",
    "whats this",
    "what s this",
    "what can i do",
    "what can i do here",
];

/// The lower-case words of a line, without marks, and without what is said for politeness.
fn plain_words(typed: &str) -> Vec<String> {
    let plain = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let text: String = typed.to_lowercase().chars().map(plain).collect();
    text.split_whitespace().filter(|word| *word != "please").map(str::to_owned).collect()
}

/// Returns `true` if a line asks for something that nobody is asked but the bot, even where others read it.
fn is_plain_wish(typed: &str) -> bool {
    let words = plain_words(typed);
    let is_plain = |words: &[String]| PLAIN_WISHES.contains(&words.join(" ").as_str());
    // `how do I play GAME`
    let is_about = |at: usize| {
        let (how, game) = words.split_at(at);
        let game: Vec<&str> = game.iter().map(String::as_str).collect();
        how.last().is_some_and(|word| word == "play") && is_plain(how) && names_only_a_game(&game)
    };
    is_plain(&words) || (0..words.len()).any(is_about)
}

/// Returns what a line asks for; `None` if it asks for nothing that is known.
fn wish(typed: &str) -> Option<Wish> {
    let words = plain_words(typed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = words.join(" ");
    let known = WISHES.iter().find(|(_, lines)| lines.contains(&text.as_str()));
    if let Some((wish, _)) = known {
        return Some(*wish);
    }
    match (asks_how(&words), topic(&words)) {
        (true, Some(topic)) => Some(Wish::About(topic)),
        (true, None) => Some(Wish::Explanation),
        (false, topic) => topic.filter(|_| names_only_a_game(&words)).map(Wish::About),
    }
}

/// Returns what a line asks for if it is one of the wishes with a single slip: `hitn`.
fn mistyped_wish(typed: &str) -> Option<Wish> {
    let line = plain_words(typed).join(" ");
    // A first letter is seldom mistyped, and tells `hint` from `mint`.
    let is_near = |meant: &&str| {
        meant.len().min(line.len()) >= FEWEST_LETTERS
            && meant.chars().next() == line.chars().next()
            && is_slip_of(meant, &line)
    };
    let known = WISHES.iter().find(|(_, lines)| lines.iter().any(is_near));
    known.map(|(wish, _)| *wish)
}

fn asks_how(words: &[&str]) -> bool {
    matches!(words.first(), Some(&("how" | "what" | "whats")))
}

/// The topic of `rules` that these words name: a game by its key, or a variation of one by its name
/// in two words.
fn topic(words: &[&str]) -> Option<&'static str> {
    let pair = |pair: &[&str]| {
        let kind = GameKind::from_key(pair.first()?)?;
        option_words(kind).1.iter().copied().find(|option| *option == pair.concat())
    };
    let key = |word: &&str| GameKind::from_key(word).map(GameKind::key);
    words.windows(2).find_map(pair).or_else(|| words.iter().find_map(key))
}

/// Returns `true` if all that the words say is a game's name, with a word or two for its beginning.
fn names_only_a_game(words: &[&str]) -> bool {
    let is_name = |word: &str| {
        let in_title = |kind: GameKind| {
            let title = kind.title().to_lowercase();
            kind.key() == word || title.split(' ').any(|part| part == word)
        };
        GameKind::ALL.into_iter().any(in_title)
            || matches!(word, "start" | "begin" | "new" | "a" | "game" | "of" | "match")
    };
    words.iter().all(|word| is_name(word))
}

/// The help that is nearest to what a line asks for, if it is meant for the bot.
fn hint(ctx: Context<'_>, typed: &str) -> Handled<Option<String>> {
    let is_meant = ctx.addressed || ctx.takes_commands() && is_plain_wish(typed);
    wish(typed).filter(|_| is_meant).map(|wish| help_with(ctx, wish)).transpose()
}

fn help_with(ctx: Context<'_>, wish: Wish) -> Handled<String> {
    Ok(match wish {
        Wish::Explanation => text::how_to_play(ctx.prefix),
        Wish::About(topic) => text::about_game(topic, ctx.prefix),
        Wish::Takeback => text::how_to_take_back(ctx.prefix),
        Wish::Hint => text::no_hints(rolls_dice_here(ctx)?, ctx.prefix),
        Wish::NewGame => text::new_game(!ctx.msg.others_present, ctx.prefix),
        Wish::End => text::how_to_end(ctx.prefix),
    })
}

/// Returns whether a game of the author's here is played with dice; if they play none, one could be.
fn rolls_dice_here(ctx: Context<'_>) -> Result<bool, InternalError> {
    let running = ctx.running_games()?;
    let mut rolls = running.is_empty();
    for game_list_row in running {
        rolls |= ctx.world.game(game_list_row.no)?.is_some_and(|game| game.position().rolls_dice());
    }
    Ok(rolls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_understood() {
        for (typed, expected) in [
            ("?", Wish::Explanation),
            ("How do I play?", Wish::Explanation),
            ("what is this", Wish::Explanation),
            ("go back", Wish::Takeback),
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
    fn wishes_with_one_slip_are_understood() {
        for (typed, expected) in
            [("hitn", Wish::Hint), ("new gmae!", Wish::NewGame), ("surender", Wish::End)]
        {
            assert_eq!(mistyped_wish(typed), Some(expected), "{typed}");
        }
        let long = format!("hitn{}", "n".repeat(3000));
        for typed in ["", "tip", "mint", "hello", "c2-c3", &long] {
            assert_eq!(mistyped_wish(typed), None, "{typed}");
        }
    }

    #[test]
    fn no_wish_is_a_command_that_works() {
        for line in WISHES.iter().flat_map(|(_, lines)| *lines).chain(&PLAIN_WISHES) {
            assert!(!matches!(read(line), Reading::Command(_)), "{line}");
        }
    }

    #[test]
    fn plain_wishes_are_told_from_talk() {
        let key = GameKind::ALL[0].key();
        let about = format!("How do I play {key}?");
        for typed in PLAIN_WISHES.into_iter().chain(["Hint, please!", "What's this?", &about]) {
            assert!(is_plain_wish(typed) && wish(typed).is_some(), "{typed}");
        }
        let of = format!("{key} is nice");
        for typed in ["", "?", "back", "how do I play the piano", "what is this noise", &of] {
            assert!(!is_plain_wish(typed), "{typed}");
        }
    }
}
