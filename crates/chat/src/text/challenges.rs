//! Sentences about challenges that cannot be made: because of the people, their number or the options.

use std::ops::RangeInclusive;

use table::GameNo;

use super::phrases::sentence;

/// The game cannot have `n` players; `other` is the line that asks for one that can.
#[must_use]
pub fn seats_not_allowed(
    game: &str,
    allowed: &RangeInclusive<u8>,
    n: u8,
    other: Option<&str>,
    prefix: &str,
) -> String {
    let (least, most) = (allowed.start(), allowed.end());
    let seats = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let next = match other {
        Some(line) => format!("For {n} there is another: `{prefix}{line}`."),
        None => format!("Try `{prefix}challenge @name`."),
    };
    let n = match n {
        1 => "one player".to_owned(),
        2..=20 => format!("{n} players"),
        _ => "that many players".to_owned(),
    };
    format!("{game} cannot have {n}: it is played by {seats}. {next}")
}

/// More people and bots are named than the game has seats; `enough` if it could have as many.
#[must_use]
pub fn too_many_asked(game: &str, named: u8, n: u8, enough: bool, prefix: &str) -> String {
    let next = if enough {
        format!("say `players:{named}`")
    } else {
        format!("leave the rest to others, as in `{prefix}challenge anyone players:{n}`")
    };
    format!(
        "That is {named} with you, and this game of {game} has {n} seats. Name fewer, or {next}."
    )
}

/// A person is named twice; `typed` is how a command names them.
#[must_use]
pub fn asked_twice(who: &str, typed: &str, prefix: &str) -> String {
    format!(
        "{who} is named twice, and nobody plays two seats of an offer. Name somebody else, or \
         `anyone`: `{prefix}challenge @{typed} anyone`."
    )
}

/// Nobody is known by that name.
#[must_use]
pub fn nobody(name: &str, prefix: &str) -> String {
    format!(
        "I know nobody called `{name}` here: only people who have played or typed a command. \
         Mention them, or type `{prefix}challenge anyone`."
    )
}

/// Several people have that name.
#[must_use]
pub fn several_people(name: &str) -> String {
    format!(
        "Several people are called `{name}`. Mention the one you mean instead of typing the name."
    )
}

/// The author challenges themselves.
#[must_use]
pub fn yourself(prefix: &str) -> String {
    format!(
        "You cannot challenge yourself: a game needs two people or the bot. \
         Try `{prefix}challenge anyone` or `{prefix}challenge bot 1`."
    )
}

/// The author challenges another bot than this one, which could never answer.
#[must_use]
pub fn another_bot(name: &str, prefix: &str) -> String {
    format!(
        "{name} is no person who could answer, and does not know these games. I do: try \
         `{prefix}challenge bot 1`, or `{prefix}challenge anyone`."
    )
}

/// The author challenges people in a private chat, where nobody else could see it.
#[must_use]
pub fn only_us_here(prefix: &str) -> String {
    let prefix = prefix.trim_end();
    format!(
        "Only the two of us read here, so nobody could answer or see the board. Type it in a \
         channel (there with `{prefix}` where that is needed); `challenge bot` works here."
    )
}

/// The game does not take these options.
#[must_use]
pub fn bad_options(why: &str, key: &str, prefix: &str) -> String {
    format!("{} `{prefix}rules {key} options` lists them.", sentence(why))
}

/// A person already has as many running games as are kept for one.
#[must_use]
pub fn too_many_games(who: &str, most: usize, prefix: &str) -> String {
    format!(
        "{who} already has {most} running games, the most I keep for one person. `{prefix}games` lists them; finish one first."
    )
}

/// The author already has as many open offers as are kept for one person.
#[must_use]
pub fn too_many_offers(most: usize, oldest: GameNo, prefix: &str) -> String {
    format!(
        "You already have {most} open offers, the most I keep. `{prefix}withdraw {oldest}` closes the oldest."
    )
}

/// The game, which has `n` seats, has no seat of that number.
#[must_use]
pub fn no_such_seat(n: u8) -> String {
    format!("There is no such seat: the seats are numbered 1 to {n}, for instance `seat:{n}`.")
}
