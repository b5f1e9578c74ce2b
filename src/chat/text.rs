//! Every sentence of the host, as functions with named arguments. What is special to a game comes
//! from the game (`games::Present`).
//!
//! Say what happened, then what matters, then what to type; plain words; no exclamation marks.
//! `p` is what stands before commands in the place: the prefix in a channel, nothing elsewhere.

mod arrange;

use std::ops::RangeInclusive;

use super::commands::{COMMANDS, CommandInfo};
use crate::{
    games::GameKind,
    table::{GameNo, Millis},
};

pub use arrange::*;

/// A span of time, short: `4 minutes`, `2 days`.
#[must_use]
pub fn span(millis: Millis) -> String {
    let minutes = millis / 60_000;
    let (n, unit) = match minutes {
        ..1 => return "less than a minute".to_owned(),
        1..120 => (minutes, "minute"),
        120..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}

/// Codes joined by commas: `` `a`, `b` ``.
#[must_use]
pub fn codes<T: AsRef<str>>(items: &[T]) -> String {
    let codes: Vec<String> = items.iter().map(|item| format!("`{}`", item.as_ref())).collect();
    codes.join(", ")
}

// Offers

/// An offer to a person.
#[must_use]
pub fn offer_to(
    to: &str,
    from: &str,
    game: &str,
    terms: &str,
    no: GameNo,
    p: &str,
    key: &str,
) -> String {
    format!(
        "{to}, {from} invites you to {game}. {terms}\n\
         Type `{p}accept` or `{p}decline`. New to it? `{p}rules {key}`. Offer {no}, open for 24 hours."
    )
}

/// An offer to anyone.
#[must_use]
pub fn offer_open(from: &str, game: &str, terms: &str, no: GameNo, p: &str, key: &str) -> String {
    format!(
        "{from} looks for an opponent at {game}. {terms}\n\
         Type `{p}accept {no}` to play. New to it? `{p}rules {key}`. Offer {no}, open for 24 hours."
    )
}

/// An offer for more than two seats, to these people or to anyone.
#[must_use]
#[expect(clippy::too_many_arguments, reason = "a sentence names what it needs")]
pub fn offer_many(
    to: &str,
    from: &str,
    game: &str,
    seats: &str,
    terms: &str,
    no: GameNo,
    p: &str,
    key: &str,
) -> String {
    let invites = if to.is_empty() {
        format!("{from} looks for players: {game}.")
    } else {
        format!("{to}, {from} invites you to {game}.")
    };
    format!(
        "{invites} {seats} {terms}\n\
         Type `{p}accept {no}` to sit down, `{p}leave` to get up again. It starts when all seats \
         are taken.\nNew to it? `{p}rules {key}`. {}: `{p}fill` (bots take the open seats), \
         `{p}remove @name`, `{p}withdraw`. Offer {no}, open for 24 hours.",
        capital(from),
    )
}

/// Who sits in an offer, who is asked, how many seats are open.
#[must_use]
pub fn seats(sitting: &str, asked: &str, open: usize) -> String {
    let mut parts = vec![format!("Sitting: {sitting}.")];
    if !asked.is_empty() {
        parts.push(format!("Asked: {asked}."));
    }
    if open > 0 {
        let seats = if open == 1 { "seat is" } else { "seats are" };
        parts.push(format!("{} {seats} open.", capital(&number(open))));
    }
    parts.join(" ")
}

/// What follows a change of who sits in an offer.
#[must_use]
pub fn offer_state(seats: &str, no: GameNo, p: &str) -> String {
    format!("{seats}\nType `{p}accept {no}` to sit down.")
}

/// Somebody has sat down.
#[must_use]
pub fn sat_down(who: &str, state: &str) -> String {
    format!("{who} sits down. {state}")
}

/// Somebody has got up again.
#[must_use]
pub fn got_up(who: &str, state: &str) -> String {
    format!("{who} gets up again. {state}")
}

/// Somebody who was asked declines; the seat is open.
#[must_use]
pub fn seat_declined(who: &str, state: &str) -> String {
    format!("{who} does not want to play, so that seat is open. {state}")
}

/// The challenger has freed a seat.
#[must_use]
pub fn removed(who: &str, state: &str) -> String {
    format!("The seat of {who} is open again. {state}")
}

/// Bots have taken the open seats, and others are still waited for.
#[must_use]
pub fn filled(level: u8, state: &str) -> String {
    format!("Bots of level {level} take the open seats. {state}")
}

/// No seat is open for a bot.
#[must_use]
pub fn nothing_to_fill(waiting: &str, first: &str, p: &str) -> String {
    format!(
        "No seat is open: it waits for {waiting}. `{p}remove @{first}` opens that seat, then \
         `{p}fill` gives it to a bot."
    )
}

/// A seat that the game does not have.
#[must_use]
pub fn no_such_seat(n: u8) -> String {
    format!("There is no such seat: the seats are numbered 1 to {n}, for instance `seat:{n}`.")
}

/// A number of players that the game cannot have.
#[must_use]
pub fn seats_not_allowed(
    game: &str,
    allowed: &RangeInclusive<u8>,
    n: u8,
    other: Option<&str>,
    p: &str,
) -> String {
    let (least, most) = (allowed.start(), allowed.end());
    let seats = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let next = match other {
        Some(key) => format!("For {n} there is another: `{p}challenge {key} players:{n} anyone`."),
        None => format!("Try `{p}challenge @name`."),
    };
    let n = match n {
        1 => "one player".to_owned(),
        2..=20 => format!("{n} players"),
        _ => "that many players".to_owned(),
    };
    format!("{game} cannot have {n}: it is played by {seats}. {next}")
}

/// More people and bots are named than there are seats.
#[must_use]
pub fn too_many_asked(game: &str, named: u8, n: u8, enough: bool, p: &str) -> String {
    let next = if enough {
        format!("say `players:{named}`")
    } else {
        format!("leave the rest to others, as in `{p}challenge anyone players:{n}`")
    };
    format!(
        "That is {named} with you, and this game of {game} has {n} seats. Name fewer, or {next}."
    )
}

/// A person is named twice.
#[must_use]
pub fn asked_twice(who: &str, p: &str) -> String {
    format!(
        "{who} is named twice, and nobody plays two seats of an offer. Name somebody else, or \
         `anyone`: `{p}challenge @{who} anyone`."
    )
}

/// The person sits in the offer already.
#[must_use]
pub fn sits_already(no: GameNo, p: &str) -> String {
    format!("You sit in {no} already; it starts when all seats are taken. `{p}leave {no}` gets up.")
}

/// The person sits in no offer.
#[must_use]
pub fn sits_nowhere(p: &str) -> String {
    format!("You sit in no offer that waits to start. `{p}games` lists what is yours.")
}

/// The person does not sit in this offer.
#[must_use]
pub fn not_seated(no: GameNo, p: &str) -> String {
    format!("You do not sit in {no}, so there is no seat to leave. `{p}accept {no}` sits down.")
}

/// A game that has started is not left so.
#[must_use]
pub fn leave_running(no: GameNo, p: &str) -> String {
    format!("{no} has started, so nobody can get up any more. `{p}resign {no}` gives it up.")
}

/// The challenger cannot leave the own offer.
#[must_use]
pub fn leave_own(no: GameNo, p: &str) -> String {
    format!("Offer {no} is yours, so your seat stays. `{p}withdraw {no}` takes all of it back.")
}

/// Only the challenger may do that.
#[must_use]
pub fn not_your_offer(no: GameNo, p: &str) -> String {
    format!(
        "Offer {no} is somebody else's, and only they can change it. `{p}accept {no}` sits down, \
         `{p}leave {no}` gets up."
    )
}

/// Nobody of that name is in the offer.
#[must_use]
pub fn not_in_offer(who: &str, no: GameNo, seats: &str) -> String {
    format!("{who} neither sits nor is asked in {no}, so nothing was changed. {seats}")
}

/// The terms of an offer.
#[must_use]
pub fn terms(sides: &str) -> String {
    format!("{sides}, no clock, casual.")
}

/// A game has started.
#[must_use]
pub fn started(no: GameNo, game: &str, players: &str) -> String {
    format!("{no} {game}: {players}.")
}

/// Who begins, and how to type.
#[must_use]
pub fn how_to_move(first: &str, example: &str, dice: bool, p: &str) -> String {
    let fights = if dice {
        format!(" A capture is a fight with dice: `{p}odds` shows the chances.")
    } else {
        String::new()
    };
    format!("{first} begins.\nA move is from and to: `{example}`.{fights}")
}

/// The seal of the dice, on a line of its own.
#[must_use]
pub fn sealed(seal: &str, p: &str) -> String {
    format!("\nDice sealed: `{seal}…` (`{p}verify` after the game).")
}

/// An offer was declined.
#[must_use]
pub fn declined(from: &str, to: &str, no: GameNo) -> String {
    format!("{to}, {from} declined offer {no}. It is closed.")
}

/// An offer to anyone cannot be declined for the others.
#[must_use]
pub fn open_to_others(no: GameNo) -> String {
    format!("Offer {no} is open to anyone, so it stays for the others; you need not answer it.")
}

/// An offer was withdrawn.
#[must_use]
pub fn withdrawn(from: &str, no: GameNo) -> String {
    format!("{from} took offer {no} back. It is closed.")
}

/// An offer ran out.
#[must_use]
pub fn expired(no: GameNo, many: bool) -> String {
    let why = if many { "with seats still open" } else { "without an answer" };
    format!("Offer {no} ran out after 24 hours {why}.")
}

/// Nobody of that name.
#[must_use]
pub fn nobody(name: &str, p: &str) -> String {
    format!(
        "I know nobody called `{name}` here: only people who have written where I could see it. \
         Mention them, or type `{p}challenge anyone`."
    )
}

/// Several people of that name.
#[must_use]
pub fn several_people(name: &str) -> String {
    format!(
        "Several people are called `{name}`. Mention the one you mean instead of typing the name."
    )
}

/// A challenge to oneself.
#[must_use]
pub fn yourself(p: &str) -> String {
    format!(
        "You cannot challenge yourself: a game needs two people or the bot. \
         Try `{p}challenge anyone` or `{p}challenge bot 1`."
    )
}

/// A challenge to people in a private chat, where nobody else could see it.
#[must_use]
pub fn only_us_here(p: &str) -> String {
    format!(
        "Only the two of us read here, so nobody could answer or see the board. Type it in a \
         channel (there with `{p}` where that is needed); `challenge bot` works here."
    )
}

/// A draw offer to the bot soon after it declined one.
#[must_use]
pub fn declined_just_now(plies: u32) -> String {
    format!(
        "I declined a draw just now; ask again in {plies} plies, when the position has changed."
    )
}

/// A draw offer to the bot together with a move.
#[must_use]
pub fn draw_by_itself(mv: &str, p: &str) -> String {
    format!(
        "A draw offer to me goes by itself, so nothing was played: type `{mv}`, then `{p}draw offer`."
    )
}

/// Options that the game does not take.
#[must_use]
pub fn bad_options(why: &str, key: &str, p: &str) -> String {
    format!("{} `{p}rules {key} options` lists them.", sentence(why))
}

/// Too many running games.
#[must_use]
pub fn too_many_games(who: &str, most: usize, p: &str) -> String {
    format!(
        "{who} already has {most} running games, the most I keep for one person. `{p}games` lists them; finish one first."
    )
}

/// Too many open offers.
#[must_use]
pub fn too_many_offers(most: usize, oldest: GameNo, p: &str) -> String {
    format!(
        "You already have {most} open offers, the most I keep. `{p}withdraw {oldest}` closes the oldest."
    )
}

/// No offer to answer.
#[must_use]
pub fn no_offer(p: &str) -> String {
    format!(
        "No offer waits for your answer here. `{p}games open` lists open offers; `{p}challenge bot` starts a game at once."
    )
}

/// No own offer to take back.
#[must_use]
pub fn no_own_offer(p: &str) -> String {
    format!("You have no open offer here. `{p}games` lists yours.")
}

/// The offer is for somebody else.
#[must_use]
pub fn not_asked(no: GameNo, p: &str) -> String {
    format!("Offer {no} is for somebody else. `{p}challenge anyone` opens one of your own.")
}

/// The offer is one's own.
#[must_use]
pub fn own_offer(no: GameNo, p: &str) -> String {
    format!(
        "Offer {no} is yours, so somebody else has to accept it. `{p}withdraw {no}` takes it back."
    )
}

/// The offer is no longer open.
#[must_use]
pub fn offer_closed(no: GameNo, p: &str) -> String {
    format!("Offer {no} is no longer open. `{p}games open` lists what is.")
}

/// Several offers or games could be meant.
#[must_use]
pub fn which(what: &str, lines: &[(String, String)]) -> String {
    let mut text = format!("{what} Type one of these lines:");
    for (line, about) in lines.iter().take(10) {
        text.push_str(&format!("\n`{line}` {about}"));
    }
    if lines.len() > 10 {
        text.push_str(&format!("\n… and {} more.", lines.len() - 10));
    }
    text
}

// Playing

/// Whose turn it is, at the end of a told ply.
#[must_use]
pub fn your_turn(who: &str) -> String {
    format!("{who}, your turn.")
}

/// The bot has not finished thinking.
#[must_use]
pub fn thinking() -> String {
    "I am thinking.".to_owned()
}

/// One of several bots has not finished thinking.
#[must_use]
pub fn is_thinking(bot: &str) -> String {
    format!("{bot} is thinking.")
}

/// Several moves fit.
#[must_use]
pub fn ambiguous(open: Option<&str>, typed: &str, choices: &[(String, String)]) -> String {
    const LISTED: usize = 8;
    let mut list: Vec<String> =
        choices.iter().take(LISTED).map(|(mv, label)| format!("`{mv}` ({label})")).collect();
    let rest = choices.len().saturating_sub(LISTED);
    list.extend((rest > 0).then(|| format!("and {rest} more")));
    let open = open.map_or_else(String::new, |open| format!("; say {open}"));
    let n = capital(&number(choices.len()));
    format!("{n} moves fit `{typed}`{open}: {}. Type one of them.", list.join(", "))
}

/// A move that is not possible.
#[must_use]
pub fn refused(words: &str, near: &[String], p: &str) -> String {
    match near {
        [] => format!("{words}\nType `{p}legal` to see your moves."),
        [one] => format!("{words}\nDid you mean `{one}`?"),
        _ => format!("{words}\nNear to it: {}.", codes(near)),
    }
}

/// A command needs a move that reads as none.
#[must_use]
pub fn not_a_move(typed: &str, example: &str, p: &str) -> String {
    format!(
        "`{typed}` does not read as a move: a move is from and to, like `{example}`. `{p}legal` lists yours."
    )
}

/// The legal moves of somebody else.
#[must_use]
pub fn legal_of_other(who: &str, words: &str) -> String {
    format!("It is {who}'s turn. {words}")
}

/// Not the writer's turn.
#[must_use]
pub fn not_your_turn(no: GameNo, whose: &str, p: &str) -> String {
    format!(
        "It is not your turn in {no}: {whose} is to move. Nothing was played; `{p}board {no}` shows the position."
    )
}

/// It is not the writer's game.
#[must_use]
pub fn not_your_game(no: GameNo, p: &str) -> String {
    format!(
        "You do not play in {no}, so nothing in it is yours to do. `{p}challenge bot` starts a game of your own."
    )
}

/// The game has ended.
#[must_use]
pub fn is_over(no: GameNo, result: &str, p: &str) -> String {
    format!("{no} is over: {result}. Nothing was played; `{p}rematch {no}` plays again.")
}

/// The game has not started.
#[must_use]
pub fn not_started(no: GameNo, p: &str) -> String {
    format!("{no} is an offer and has not started yet. `{p}games open` lists open offers.")
}

/// No such game.
#[must_use]
pub fn no_such_game(no: GameNo, p: &str) -> String {
    format!("There is no game {no}. `{p}games` lists yours.")
}

/// The person has no running game here.
#[must_use]
pub fn no_game(p: &str) -> String {
    format!(
        "You have no running game here. `{p}challenge bot` starts one; `{p}games` lists yours elsewhere."
    )
}

/// The move was played in another place than it was typed.
#[must_use]
pub fn played_elsewhere(no: GameNo) -> String {
    format!("Done in {no}; the board is where that game is played.")
}

// Ends

/// Ask before giving up.
#[must_use]
pub fn resign_sure(no: GameNo, against: &str, p: &str) -> String {
    format!("Give up {no} against {against}? Type `{p}resign {no} yes`.")
}

/// Ask before leaving a game that the others play on.
#[must_use]
pub fn resign_sure_of_many(no: GameNo, p: &str) -> String {
    format!(
        "Give up {no}? Your pieces stay, the others play on, and you cannot come back. \
         Type `{p}resign {no} yes`."
    )
}

/// Somebody has left a game that goes on.
#[must_use]
pub fn left_game(who: &str, no: GameNo) -> String {
    format!("**{who} gives up {no}** and is out; the pieces stay, and the others play on.")
}

/// Somebody who has left a game wants to act in it.
#[must_use]
pub fn has_left(no: GameNo, p: &str) -> String {
    format!("You gave up {no} and are out of it; the others play on. `{p}board {no}` shows it.")
}

/// Plies that are not told one by one.
#[must_use]
pub fn plies_before(n: u32) -> String {
    format!(
        "{} earlier {} not listed.",
        capital(&number(n as usize)),
        if n == 1 { "ply is" } else { "plies are" }
    )
}

/// Ask before aborting.
#[must_use]
pub fn abort_sure(no: GameNo, against: &str, p: &str) -> String {
    format!("End {no} against {against} without a result? Type `{p}abort {no} yes`.")
}

/// Too late to abort.
#[must_use]
pub fn abort_late(no: GameNo, p: &str) -> String {
    format!(
        "{no} can no longer be aborted: everyone has moved. `{p}draw offer` and `{p}resign {no}` end it."
    )
}

/// A draw was offered.
#[must_use]
pub fn draw_offered(by: &str, to: &str, p: &str) -> String {
    format!("{to}, {by} offers a draw. Type `{p}draw accept` or `{p}draw decline`, or just move.")
}

/// One of several has taken a draw.
#[must_use]
pub fn draw_taken(by: &str, to: &str, p: &str) -> String {
    format!("{by} takes the draw. {to}, it needs you too: `{p}draw accept` or `{p}draw decline`.")
}

/// A bot of several declines a draw.
#[must_use]
pub fn bot_declines_for(bot: &str, by: &str) -> String {
    format!("{by} offers a draw. {bot} has the most points and plays on; the game goes on.")
}

/// A draw offer ends with a move of who made it.
#[must_use]
pub fn draw_lapsed(who: &str) -> String {
    format!("{who} has moved on, so the draw offer is off.")
}

/// A draw offer stands already.
#[must_use]
pub fn draw_offered_already(no: GameNo) -> String {
    format!("Your draw offer in {no} stands; not everyone has answered yet.")
}

/// A draw was declined.
#[must_use]
pub fn draw_declined(by: &str, to: &str) -> String {
    format!("{to}, {by} declines the draw. The game goes on.")
}

/// The bot declines a draw.
#[must_use]
pub fn bot_declines() -> String {
    "I decline the draw: I still see chances. The game goes on.".to_owned()
}

/// Nothing to accept.
#[must_use]
pub fn no_draw_offer(no: GameNo, p: &str) -> String {
    format!("Nobody has offered you a draw in {no}. `{p}draw offer` offers one.")
}

/// Aborted.
#[must_use]
pub fn aborted(no: GameNo, by: &str) -> String {
    format!("{by} ended {no} before it counted. No result.")
}

/// What to do with a finished game.
#[must_use]
pub fn afterwards(no: GameNo, dice: bool, p: &str) -> String {
    let first =
        if dice { format!("Dice opened: `{p}verify {no}` · the") } else { "The".to_owned() };
    format!("{first} game as text: `{p}record {no}` · again with the seats changed: `{p}rematch`")
}

/// A rematch of a game that goes on.
#[must_use]
pub fn rematch_running(no: GameNo, p: &str) -> String {
    format!("{no} is not over yet; a rematch comes after it. `{p}board {no}` shows it.")
}

/// Nothing to play again.
#[must_use]
pub fn no_rematch(p: &str) -> String {
    format!("You have no finished game to play again. `{p}challenge bot` starts one.")
}

// Asking

/// No games to list.
#[must_use]
pub fn no_games(p: &str) -> String {
    format!(
        "You have no games. `{p}challenge bot 1` starts one, `{p}challenge anyone` looks for an opponent."
    )
}

/// No games in a list that was asked for.
#[must_use]
pub fn empty_list(which: &str, p: &str) -> String {
    format!("No {which}. `{p}challenge anyone` opens an offer, `{p}challenge bot` starts a game.")
}

/// Nothing waits.
#[must_use]
pub fn nothing_waits(p: &str) -> String {
    format!("No game waits for you. `{p}games` lists yours.")
}

/// No board to show.
#[must_use]
pub fn no_board(p: &str) -> String {
    format!(
        "There is no game of yours here to show. `{p}board #12` shows any game by its number; `{p}games` lists yours."
    )
}

/// The dice of a game cannot be checked yet.
#[must_use]
pub fn verify_later(no: GameNo, seal: &str, p: &str) -> String {
    format!(
        "{no} is still going on: its dice secret stays sealed until the end. The seal is `{seal}`. \
         After the game `{p}verify {no}` recomputes every roll."
    )
}

/// Everything was found right.
#[must_use]
pub fn verified(no: GameNo, rolls: usize, seal: &str) -> String {
    format!(
        "{no}: the opened secret fits the seal `{}…`, and all {rolls} rolls follow from it. \
         Check it yourself: save the record and run `martian-cake verify FILE`.",
        &seal[..seal.len().min(8)]
    )
}

/// A game that nothing was rolled in.
#[must_use]
pub fn verified_without_rolls(no: GameNo) -> String {
    format!("{no}: the opened secret fits the seal. No dice were rolled in this game.")
}

/// A game without dice.
#[must_use]
pub fn verified_without_dice(no: GameNo, p: &str) -> String {
    format!(
        "{no}: every move is legal and the result follows from them. There are no dice in this \
         game, so nothing is sealed. `{p}record {no}` gives the game as text."
    )
}

/// Something does not fit.
#[must_use]
pub fn verify_failed(no: GameNo, fault: &str) -> String {
    format!("{no}: the record does not hold. {fault}")
}

/// The bot has found a win that cannot be averted, in so many of its moves from now.
#[must_use]
pub fn wins_in(moves: u32) -> String {
    if moves == 1 {
        "I win with my next move, whatever is played.".to_owned()
    } else {
        format!("I win in {moves} moves, whatever is played.")
    }
}

/// About.
#[must_use]
pub fn about(p: &str) -> String {
    format!(
        "Martian Cake {}, a host for chess-like board games: {}. Each is its inventor's, whose rules I follow: `{p}rules`.\n\
         Dice: sealed before the first move, opened after the last; `{p}verify` recomputes every roll.\n\
         Source and licence (MIT): {}. Type `{p}help` for what I can do.",
        env!("CARGO_PKG_VERSION"),
        GameKind::ALL.map(GameKind::title).join(", "),
        env!("CARGO_PKG_REPOSITORY"),
    )
}

/// Help on everything.
#[must_use]
pub fn help(p: &str) -> String {
    let list = |names: &[&str]| codes(&names.iter().map(|n| format!("{p}{n}")).collect::<Vec<_>>());
    let mut learn: Vec<String> =
        GameKind::ALL.into_iter().map(|kind| format!("rules {}", kind.key())).collect();
    learn.extend(["rules options", "about"].map(str::to_owned));
    format!(
        "**Play**: {}, then moves like `c2-c3`; {}.\n\
         **See**: {}.\n**End**: {}.\n**Learn**: {}. More on one: `{p}help challenge`.",
        list(&["challenge @name", "challenge anyone", "challenge bot 1"]),
        list(&["accept", "decline", "leave", "withdraw", "rematch"]),
        list(&["board", "legal", "odds c3xd4", "why c1", "games", "next", "record", "verify"]),
        list(&["draw", "resign", "abort"]),
        list(&learn.iter().map(String::as_str).collect::<Vec<_>>()),
    )
}

/// Help on one command.
#[must_use]
pub fn help_on(info: &CommandInfo, p: &str) -> String {
    let usage = format!("{p}{} {}", info.name, info.arguments);
    let also = if info.aliases.is_empty() {
        String::new()
    } else {
        format!(" Also: {}.", codes(info.aliases))
    };
    format!("`{}`: {}.{also}\nFor instance `{p}{}`.", usage.trim(), info.does, info.example)
}

/// A command that does not read.
#[must_use]
pub fn bad_command(info: &CommandInfo, why: &str, p: &str) -> String {
    let why = if why.is_empty() {
        format!("I could not read that as `{}`.", info.name)
    } else {
        why.to_owned()
    };
    let usage = format!("{p}{} {}", info.name, info.arguments);
    format!("{why}\nIt goes `{}`, for instance `{p}{}`.", usage.trim(), info.example)
}

/// A word that is no command.
#[must_use]
pub fn unknown(typed: &str, meant: Option<&CommandInfo>, p: &str) -> String {
    match meant {
        Some(info) => format!("I do not know `{typed}`. Did you mean `{p}{}`?", info.name),
        None => format!(
            "I do not know `{typed}`. A move is from and to, like `c2-c3`; `{p}help` lists what I can do."
        ),
    }
}

/// A message that is too long to read.
#[must_use]
pub fn too_long(most: usize, p: &str) -> String {
    format!(
        "That is more than {most} characters, the most I read in one message. Commands are short: `{p}help` lists them."
    )
}

// InternalError

/// Something failed on our side, at an attempt to change something.
#[must_use]
pub fn internal_error(reference: &str) -> String {
    format!(
        "Something went wrong on my side (reference {reference}). Nothing was changed; please send it again."
    )
}

/// Too many messages of one person wait for their first one.
#[must_use]
pub fn too_fast(most: usize) -> String {
    format!(
        "{most} messages of yours still wait for an answer, the most I keep. Wait a moment, then send the last one again."
    )
}

/// A sentence with a capital and a full stop.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '?']) { text } else { format!("{text}.") }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Small numbers in words.
fn number(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// README's table of commands.
#[must_use]
pub fn command_table() -> String {
    let mut table = "| command | does |\n|---|---|\n".to_owned();
    for info in COMMANDS {
        let usage = format!("{} {}", info.name, info.arguments).replace('|', "\\|");
        let aliases = if info.aliases.is_empty() {
            String::new()
        } else {
            format!(" ({})", codes(info.aliases))
        };
        table.push_str(&format!(
            "| `{}`{aliases} | {} |\n",
            usage.trim(),
            info.does.replace('|', "\\|")
        ));
    }
    table
}
