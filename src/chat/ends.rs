//! Resigning, draws, aborting.

use super::{
    context::{
        Context, Handled, first_line, listed, mention, name_at, occupant_name, others, ours,
        picture, public,
    },
    fold::shown,
    news,
    parse::DrawWord,
    text,
    wire::Reply,
    world::{Brief, Change, InternalError, Step},
};
use crate::{
    games::Seat,
    table::{Game, GameNo, Highlight, LogEntry, LogEvent, Occupant, Person, PersonId, Stage},
};

/// The running game of the writer, here, in which a draw offer waits for them: then a bare
/// `accept` or `decline` is the answer to it.
pub(super) fn offered_to_me(ctx: Context<'_>) -> Result<Option<GameNo>, InternalError> {
    let mut offered = None;
    for brief in ctx.my_running()? {
        let Ok(game) = ctx.game(brief.no)? else { continue };
        if !awaited(&game, ctx.me()).is_empty() {
            offered = Some(game.no);
        }
    }
    Ok(offered)
}

/// The seats of a person whose answer a draw offer waits for.
fn awaited(game: &Game, who: &PersonId) -> Vec<Seat> {
    let Some(offer) = game.draw_offer() else { return Vec::new() };
    game.seats_of(who).filter(|seat| offer.awaits.contains(*seat)).collect()
}

/// A running game of the writer with their seat, or what to answer instead.
fn my_game(
    ctx: Context<'_>,
    no: Option<GameNo>,
    again: &str,
) -> Result<Result<(Game, Seat), Step>, InternalError> {
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
        (Stage::Over(_), _) => text::is_over(no, &news::result_words(&game), ctx.p),
        (Stage::Running, Some(_)) => match acting_seat(&game, ctx.me()) {
            Some(seat) => return Ok(Ok((Game::clone(&game), seat))),
            None => text::has_left(no, ctx.p),
        },
    };
    Ok(Err(ctx.say(refusal)?))
}

/// The seat that a person acts for: the one to move if it is theirs, else their first one that has
/// not left the game.
fn acting_seat(game: &Game, who: &PersonId) -> Option<Seat> {
    let active = game.position.active();
    let mine: Vec<Seat> = game.seats_of(who).filter(|seat| active.contains(*seat)).collect();
    let to_move = game.position.to_move();
    if mine.contains(&to_move) { Some(to_move) } else { mine.first().copied() }
}

fn which_game(ctx: Context<'_>, games: &[Brief], again: &str) -> String {
    let lines: Vec<(String, String)> = games
        .iter()
        .map(|game| {
            let names: Vec<String> = game
                .seats
                .iter()
                .filter(|s| !matches!(s, Occupant::Person(p) if p.id == *ctx.me()))
                .map(occupant_name)
                .collect();
            let about = format!("({} against {})", game.kind.title(), listed(&names));
            (format!("{}{again} {}", ctx.p, game.no), about)
        })
        .collect();
    text::which("You have several games here.", &lines)
}

/// A change told in the game's place with the picture: what happened in words, then the end or
/// whose turn it is. Everyone who is pinged is so once, the writer never.
fn told(ctx: Context<'_>, mut change: Change, words: String) -> Step {
    let p = ctx.prefix_of(&change.game.place);
    let mut reply = news::news_with(&change.game, words, p);
    change.game.announced = change.game.position.ply();
    reply.ping.retain(|who| who != ctx.me());
    // An answer to who did it, so that they are offered what comes after, too.
    reply.reply_to = (change.game.place == ctx.msg.place).then(|| ctx.msg.id.clone());
    change.replies.push(reply);
    if change.game.place != ctx.msg.place {
        change.replies.push(ctx.reply(text::played_elsewhere(change.game.no)));
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
        let words = if game.position.active().len() > 2 {
            text::resign_sure_of_many(game.no, ctx.p)
        } else {
            let active = game.position.active();
            let left = active.without(seat).iter().map(|seat| name_at(&game, seat));
            text::resign_sure(game.no, &listed(&left.collect::<Vec<_>>()), ctx.p)
        };
        let actions = vec![format!("resign {} yes", game.no)];
        return Ok(Step::Say(vec![Reply { actions, game: Some(game.no), ..ctx.reply(words) }]));
    }
    let in_turn = game.position.to_move() == seat;
    let mut change = ctx.change(game, Some(seat), LogEvent::Resign)?;
    // Who leaves need not answer a draw offer any more; it may be that nobody else need.
    if let Some(offer) = change.game.draw_offer().filter(|_| change.game.is_running())
        && offer.awaits.is_empty()
    {
        add(ctx, &mut change, offer.by, LogEvent::Agreement)?;
    }
    let words = if change.game.is_running() || change.added.len() > 1 {
        text::left_game(&name_at(&change.game, seat), change.game.no)
    } else {
        String::new()
    };
    let goes_on = change.game.is_running();
    let mut step = told(ctx, change, words);
    if let Step::Change(change) = &mut step
        && goes_on
        && !in_turn
    {
        // Whose turn it is has been told before.
        change.replies.iter_mut().for_each(|reply| reply.ping.clear());
    }
    Ok(step)
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
        let actions = vec![format!("abort {} yes", game.no)];
        return Ok(Step::Say(vec![Reply { actions, game: Some(game.no), ..ctx.reply(words) }]));
    }
    let mut change = ctx.change(game, Some(seat), LogEvent::Abort)?;
    change.game.announced = change.game.position.ply();
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
    if game.position.arranging().is_some() {
        return ctx.say(text::nothing_to_draw(game.no, ctx.p));
    }
    let awaited = awaited(&game, ctx.me());
    let offered =
        game.draw_offer().is_some_and(|offer| game.seats_of(ctx.me()).any(|s| s == offer.by));
    match word {
        DrawWord::Offer | DrawWord::Accept if !awaited.is_empty() => accept(ctx, game, &awaited),
        DrawWord::Offer if offered => ctx.say(text::draw_offered_already(game.no)),
        DrawWord::Offer if game.seats.len() == 2 && super::play::is_bot_game(&game) => {
            match bot_waits(&game) {
                0 => Ok(Step::AskBot(game.no, seat)),
                plies => ctx.say(text::declined_just_now(plies)),
            }
        }
        DrawWord::Offer => offer(ctx, game, seat),
        DrawWord::Decline if !awaited.is_empty() => {
            let by = game.draw_offer().map(|offer| offer.by);
            let offerer =
                called(game.people().filter(|(seat, _)| Some(*seat) == by).map(|(_, p)| p), &[]);
            let change = ctx.change(game, Some(awaited[0]), LogEvent::DrawDecline)?;
            let (to, ping) = offerer;
            Ok(announced(ctx, change, text::draw_declined(&ctx.my_name(), &to), ping))
        }
        DrawWord::Accept | DrawWord::Decline => ctx.say(text::no_draw_offer(game.no, ctx.p)),
    }
}

/// A draw offer to people. Bots of a game of many answer at once: one that has the most points,
/// alone or with others, plays on.
fn offer(ctx: Context<'_>, game: Game, seat: Seat) -> Handled {
    let mut change = ctx.change(game, Some(seat), LogEvent::DrawOffer)?;
    let active = change.game.position.active();
    for other in active.without(seat).iter() {
        let what = match change.game.occupant(other) {
            Occupant::Bot(_) if bot_plays_on(&change.game, other) => LogEvent::DrawDecline,
            Occupant::Bot(_) => LogEvent::DrawAccept,
            Occupant::Person(person) if person.id == *ctx.me() => LogEvent::DrawAccept,
            Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => continue,
        };
        let declined = what == LogEvent::DrawDecline;
        add(ctx, &mut change, other, what)?;
        if declined {
            let words = text::bot_declines_for(&name_at(&change.game, other), &ctx.my_name());
            return Ok(announced(ctx, change, words, Vec::new()));
        }
    }
    if change.game.draw_offer().is_none_or(|offer| offer.awaits.is_empty()) {
        add(ctx, &mut change, seat, LogEvent::Agreement)?;
        return Ok(told(ctx, change, String::new()));
    }
    let (to, ping) = those_awaited(&change.game, &[]);
    let words = text::draw_offered(&ctx.my_name(), &to, ctx.prefix_of(&change.game.place));
    Ok(announced(ctx, change, words, ping))
}

/// The writer's seats take a draw; it is agreed once nobody has to answer any more.
fn accept(ctx: Context<'_>, game: Game, seats: &[Seat]) -> Handled {
    let open = game.draw_offer().map_or(0, |offer| offer.awaits.len());
    let seat = seats.first().copied().unwrap_or(Seat::FIRST);
    if open <= seats.len() {
        let change = ctx.change(game, Some(seat), LogEvent::Agreement)?;
        return Ok(told(ctx, change, String::new()));
    }
    let mut change = ctx.change(game, Some(seat), LogEvent::DrawAccept)?;
    for seat in &seats[1..] {
        add(ctx, &mut change, *seat, LogEvent::DrawAccept)?;
    }
    let (to, ping) = those_awaited(&change.game, &[]);
    let words = text::draw_taken(&ctx.my_name(), &to, ctx.prefix_of(&change.game.place));
    Ok(announced(ctx, change, words, ping))
}

/// Adds one more entry to a change.
fn add(
    ctx: Context<'_>,
    change: &mut Change,
    seat: Seat,
    event: LogEvent,
) -> Result<(), InternalError> {
    let entry = LogEntry { at: ctx.world.now(), seat: Some(seat), event };
    change.game.add(entry.clone()).map_err(ours)?;
    change.added.push(entry);
    Ok(())
}

/// Whether a bot of a game of many declines a draw: it has the most points, alone or with others.
fn bot_plays_on(game: &Game, seat: Seat) -> bool {
    let Some(scores) = game.position.scores() else { return true };
    let active = game.position.active();
    let best = active.iter().filter_map(|seat| scores.get(seat.index())).max();
    scores.get(seat.index()) >= best
}

/// The people whose answer is awaited, and whom that pings: those who are not `pinged` anyway.
pub(super) fn those_awaited(game: &Game, pinged: &[PersonId]) -> (String, Vec<PersonId>) {
    let awaits = game.draw_offer().map(|offer| offer.awaits).unwrap_or_default();
    let people = game.people().filter(|(seat, _)| awaits.contains(*seat));
    called(people.map(|(_, person)| person), pinged)
}

/// Names of people: mentions of those who are not pinged anyway.
fn called<'a>(
    people: impl Iterator<Item = &'a Person>,
    pinged: &[PersonId],
) -> (String, Vec<PersonId>) {
    let mut people: Vec<&Person> = people.collect();
    people.dedup_by_key(|person| &person.id);
    let is_new = |person: &Person| !pinged.contains(&person.id);
    let name = |person: &&Person| {
        if is_new(person) { mention(person) } else { shown(&person.name) }
    };
    let names: Vec<String> = people.iter().map(name).collect();
    let new = people.into_iter().filter(|person| is_new(person));
    (listed(&names), new.map(|person| person.id.clone()).collect())
}

/// Plies until a bot that has declined a draw listens again.
fn bot_waits(game: &Game) -> u32 {
    const PAUSE: u32 = 10;
    let since = game.log.iter().rev().take_while(|entry| entry.event != LogEvent::DrawDecline);
    let declined = game.log.iter().any(|entry| entry.event == LogEvent::DrawDecline);
    let plies = since.filter(|entry| matches!(entry.event, LogEvent::Ply(..))).count();
    if declined { PAUSE.saturating_sub(u32::try_from(plies).unwrap_or(PAUSE)) } else { 0 }
}

/// A change told in words alone.
fn announced(ctx: Context<'_>, mut change: Change, words: String, ping: Vec<PersonId>) -> Step {
    change.replies = ctx.announce(&change.game, words, ping);
    if let Some(reply) = change.replies.first_mut() {
        reply.actions = news::actions(&change.game);
    }
    Step::Change(Box::new(change))
}

/// The bot's answer to a draw offer.
///
/// # Errors
/// [`InternalError`] if the log does not take it.
pub fn bot_answers_draw(
    game: &Game,
    seat: Seat,
    accepts: bool,
    now: i64,
    p: &str,
) -> Result<Change, InternalError> {
    let mut game = game.clone();
    let what = if accepts { LogEvent::Agreement } else { LogEvent::DrawDecline };
    let offer = LogEntry { at: now, seat: Some(seat), event: LogEvent::DrawOffer };
    let answer = LogEntry { at: now, seat: Some(seat.other()), event: what };
    game.add(offer.clone()).map_err(super::context::ours)?;
    game.add(answer.clone()).map_err(super::context::ours)?;
    let reply = match game.outcome() {
        Some(outcome) => {
            let words = news::ending(&game, outcome, p);
            Reply {
                picture: Some(picture(
                    &game,
                    game.facing(),
                    Highlight::Plies(1),
                    first_line(&words),
                )),
                actions: news::actions(&game),
                ..public(&game, words, Vec::new())
            }
        }
        None => Reply {
            actions: news::actions(&game),
            ..public(&game, text::bot_declines(), Vec::new())
        },
    };
    Ok(Change { game, added: vec![offer, answer], people: Vec::new(), replies: vec![reply] })
}
