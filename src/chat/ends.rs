//! Resigning, draws, aborting.

use super::{
    context::{Context, Handled, first_line, mention, others, picture, public, sitter_name},
    parse::DrawWord,
    text, told,
    wire::Reply,
    world::{Brief, Change, Step, Trouble},
};
use crate::{
    games::Seat,
    table::{Game, GameNo, PersonId, Shown, Sitter, Stage, What},
};

/// The running game of the writer, here, in which the other side has offered a draw: then a bare
/// `accept` or `decline` is the answer to it.
pub(super) fn offered_to_me(ctx: Context<'_>) -> Result<Option<GameNo>, Trouble> {
    let mut offered = None;
    for brief in ctx.my_running()? {
        let Ok(game) = ctx.game(brief.no)? else { continue };
        let mine = game.seat_of(ctx.me());
        if game.draw_offer().is_some_and(|by| Some(by) != mine) {
            offered = Some(game.no);
        }
    }
    Ok(offered)
}

/// A running game of the writer with their seat, or what to answer instead.
fn my_game(
    ctx: Context<'_>,
    no: Option<GameNo>,
    again: &str,
) -> Result<Result<(Game, Seat), Step>, Trouble> {
    let no = match no.or(ctx.replied) {
        Some(no) => no,
        None => {
            let running = ctx.my_running()?;
            match running.as_slice() {
                [] => return Ok(Err(ctx.say(text::no_game(ctx.p))?)),
                [one] => one.no,
                several => return Ok(Err(ctx.say(which_game(ctx, several, again))?)),
            }
        }
    };
    let game = match ctx.game(no)? {
        Ok(game) => game,
        Err(step) => return Ok(Err(step)),
    };
    let refusal = match (game.stage, game.seat_of(ctx.me())) {
        (Stage::Offered(_), _) => text::not_started(no, ctx.p),
        (_, None) => text::not_your_game(no, ctx.p),
        (Stage::Over(_), _) => text::is_over(no, &told::result_words(&game), ctx.p),
        // Someone who plays both sides acts for the one to move.
        (Stage::Running, Some(seat)) => {
            let to_move = game.table.to_move();
            let mine = game.seats_of(ctx.me()).any(|seat| seat == to_move);
            return Ok(Ok((Game::clone(&game), if mine { to_move } else { seat })));
        }
    };
    Ok(Err(ctx.say(refusal)?))
}

fn which_game(ctx: Context<'_>, games: &[Brief], again: &str) -> String {
    let lines: Vec<(String, String)> = games
        .iter()
        .map(|game| {
            let names: Vec<String> = game
                .seats
                .iter()
                .filter(|s| !matches!(s, Sitter::Person(p) if p.id == *ctx.me()))
                .map(sitter_name)
                .collect();
            let about = format!("({} against {})", game.kind.title(), names.join(", "));
            (format!("{}{again} {}", ctx.p, game.no), about)
        })
        .collect();
    text::which("You have several games here.", &lines)
}

/// The end of a game, told with the final picture; everyone in it is pinged once.
fn over(ctx: Context<'_>, mut change: Change) -> Step {
    if let Some(outcome) = change.game.outcome() {
        let p = ctx.prefix_of(&change.game.place);
        let words = told::ending(&change.game, outcome, p);
        let ping = others_of(ctx, &change.game);
        change.game.told = change.game.table.ply();
        let reply = Reply {
            picture: Some(picture(
                &change.game,
                change.game.facing(),
                Shown::Plies(1),
                first_line(&words),
            )),
            chips: told::chips(&change.game),
            // An answer to who ended it, so that they are offered what comes after, too.
            reply_to: (change.game.place == ctx.msg.place).then(|| ctx.msg.id.clone()),
            ..public(&change.game, words, ping)
        };
        change.replies.push(reply);
        if change.game.place != ctx.msg.place {
            change.replies.push(ctx.reply(text::played_elsewhere(change.game.no)));
        }
    }
    Step::Change(Box::new(change))
}

/// The people of a game besides the writer.
fn others_of(ctx: Context<'_>, game: &Game) -> Vec<PersonId> {
    let people = game.people().map(|(_, person)| person.id.clone());
    people.filter(|id| id != ctx.me()).collect()
}

/// `resign`
pub(super) fn resign(ctx: Context<'_>, no: Option<GameNo>, yes: bool) -> Handled {
    let (game, seat) = match my_game(ctx, no, "resign")? {
        Ok(mine) => mine,
        Err(step) => return Ok(step),
    };
    if !yes {
        let words = text::resign_sure(game.no, &others(&game, Some(seat)), ctx.p);
        let chips = vec![format!("resign {} yes", game.no)];
        return Ok(Step::Say(vec![Reply { chips, game: Some(game.no), ..ctx.reply(words) }]));
    }
    Ok(over(ctx, ctx.change(game, Some(seat), What::Resign)?))
}

/// `abort`
pub(super) fn abort(ctx: Context<'_>, no: Option<GameNo>, yes: bool) -> Handled {
    let (game, seat) = match my_game(ctx, no, "abort")? {
        Ok(mine) => mine,
        Err(step) => return Ok(step),
    };
    if game.all_have_moved() {
        return ctx.say(text::abort_late(game.no, ctx.p));
    }
    if !yes {
        let words = text::abort_sure(game.no, &others(&game, Some(seat)), ctx.p);
        let chips = vec![format!("abort {} yes", game.no)];
        return Ok(Step::Say(vec![Reply { chips, game: Some(game.no), ..ctx.reply(words) }]));
    }
    let mut change = ctx.change(game, Some(seat), What::Abort)?;
    change.game.told = change.game.table.ply();
    let words = text::aborted(change.game.no, &ctx.my_name());
    let ping = others_of(ctx, &change.game);
    change.replies = ctx.announce(&change.game, words, ping);
    Ok(Step::Change(Box::new(change)))
}

/// `draw …`
pub(super) fn draw(ctx: Context<'_>, no: Option<GameNo>, word: DrawWord) -> Handled {
    let (game, seat) = match my_game(ctx, no, "draw offer")? {
        Ok(mine) => mine,
        Err(step) => return Ok(step),
    };
    let offered_by_other = game.draw_offer().is_some_and(|by| by != seat);
    match word {
        DrawWord::Offer | DrawWord::Accept if offered_by_other => {
            Ok(over(ctx, ctx.change(game, Some(seat), What::Agreement)?))
        }
        DrawWord::Offer if game.draw_offer() == Some(seat) => {
            ctx.say(text::draw_offered_already(game.no))
        }
        DrawWord::Offer if super::play::is_bot_game(&game) => match bot_waits(&game) {
            0 => Ok(Step::AskBot(game.no, seat)),
            plies => ctx.say(text::declined_just_now(plies)),
        },
        DrawWord::Offer => {
            let change = ctx.change(game, Some(seat), What::DrawOffer)?;
            Ok(told_to_other(ctx, change, seat, text::draw_offered))
        }
        DrawWord::Decline if offered_by_other => {
            let change = ctx.change(game, Some(seat), What::DrawDecline)?;
            Ok(told_to_other(ctx, change, seat, |by, to, _| text::draw_declined(by, to)))
        }
        DrawWord::Accept | DrawWord::Decline => ctx.say(text::no_draw_offer(game.no, ctx.p)),
    }
}

/// Plies until a bot that has declined a draw listens again.
fn bot_waits(game: &Game) -> u32 {
    const PAUSE: u32 = 10;
    let since = game.log.iter().rev().take_while(|entry| entry.what != What::DrawDecline);
    let declined = game.log.iter().any(|entry| entry.what == What::DrawDecline);
    let plies = since.filter(|entry| matches!(entry.what, What::Ply(..))).count();
    if declined { PAUSE.saturating_sub(u32::try_from(plies).unwrap_or(PAUSE)) } else { 0 }
}

/// A change told to the other side, who is pinged.
fn told_to_other(
    ctx: Context<'_>,
    mut change: Change,
    seat: Seat,
    words: fn(&str, &str, &str) -> String,
) -> Step {
    let (to, ping) = match change.game.sitter(seat.other()) {
        Sitter::Person(person) => (mention(person), vec![person.id.clone()]),
        sitter @ (Sitter::Bot(_) | Sitter::Open) => (sitter_name(sitter), Vec::new()),
    };
    let p = ctx.prefix_of(&change.game.place);
    let words = words(&ctx.my_name(), &to, p);
    change.replies = ctx.announce(&change.game, words, ping);
    if let Some(reply) = change.replies.first_mut() {
        reply.chips = told::chips(&change.game);
    }
    Step::Change(Box::new(change))
}

/// The bot's answer to a draw offer.
///
/// # Errors
/// [`Trouble`] if the log does not take it.
pub fn bot_answers_draw(
    game: &Game,
    seat: Seat,
    accepts: bool,
    now: i64,
    p: &str,
) -> Result<Change, Trouble> {
    let mut game = game.clone();
    let what = if accepts { What::Agreement } else { What::DrawDecline };
    let offer = crate::table::Entry { at: now, seat: Some(seat), what: What::DrawOffer };
    let answer = crate::table::Entry { at: now, seat: Some(seat.other()), what };
    game.add(offer.clone()).map_err(super::context::ours)?;
    game.add(answer.clone()).map_err(super::context::ours)?;
    let reply = match game.outcome() {
        Some(outcome) => {
            let words = told::ending(&game, outcome, p);
            Reply {
                picture: Some(picture(&game, game.facing(), Shown::Plies(1), first_line(&words))),
                chips: told::chips(&game),
                ..public(&game, words, Vec::new())
            }
        }
        None => {
            Reply { chips: told::chips(&game), ..public(&game, text::bot_declines(), Vec::new()) }
        }
    };
    Ok(Change { game, added: vec![offer, answer], people: Vec::new(), replies: vec![reply] })
}
