//! Draws: offering, accepting and declining one, and the bot's answer.

use super::{
    actions::actions,
    announcements::public,
    brief::Brief,
    cause::Scope,
    changes::{add_entry, announced_in_words, announced_with_board, change_by},
    command::DrawWord,
    context::Context,
    message::Reply,
    names::{listed, mention, name_at},
    pictures::{first_line, picture},
    plain_text::shown,
    results::ending,
    selection::{game_to_act_in, which_game},
    step::{Change, Handled, InternalError, Step},
    text,
};
use crate::{
    games::{Outcome, Seat},
    table::{Game, GameNo, Highlight, LogEvent, Occupant, Person, PersonId, Stage},
};

/// How many plies a bot that has declined a draw lets pass before it considers another offer.
const BOT_PAUSE: u32 = 10;

/// `draw …`
pub(super) fn draw(ctx: Context<'_>, no: Option<GameNo>, word: DrawWord) -> Handled {
    let no = match word {
        DrawWord::Offer => no,
        DrawWord::Accept | DrawWord::Decline => game_to_answer_in(ctx, no, word)?,
    };
    let (game, seat) = game_to_act_in(ctx, no, typed(word))?;
    if game.position().arranging().is_some() {
        return ctx.say(text::nothing_to_draw(game.no(), ctx.prefix));
    }
    let awaited = awaited_seats(&game, ctx.author());
    let offered_already =
        game.draw_offer().is_some_and(|offer| game.seats_of(ctx.author()).any(|s| s == offer.by));
    match word {
        DrawWord::Offer | DrawWord::Accept if !awaited.is_empty() => accept(*ctx, game, &awaited),
        DrawWord::Offer if offered_already => ctx.say(text::draw_offered_already(game.no())),
        DrawWord::Offer if game.seats().len() == 2 && has_bot(&game) => {
            offer_to_bot(ctx, &game, seat)
        }
        DrawWord::Offer => offer(*ctx, game, seat),
        DrawWord::Decline if !awaited.is_empty() => decline(*ctx, game, awaited[0]),
        DrawWord::Accept | DrawWord::Decline => ctx.say(text::no_draw_offer(game.no(), ctx.prefix)),
    }
}

/// The words that stand for what is done about a draw.
const fn typed(word: DrawWord) -> &'static str {
    match word {
        DrawWord::Offer => "draw offer",
        DrawWord::Accept => "draw accept",
        DrawWord::Decline => "draw decline",
    }
}

/// The game whose draw offer is answered: the one that is named or replied to, otherwise the only
/// one of this place in which an offer waits for the author. `None` if the author has one game
/// here and it has no offer.
fn game_to_answer_in(
    ctx: Context<'_>,
    no: Option<GameNo>,
    word: DrawWord,
) -> Handled<Option<GameNo>> {
    if let Some(no) = ctx.named_game(no) {
        return Ok(Some(no));
    }
    match games_with_offer(ctx)?.as_slice() {
        [one] => Ok(Some(one.no)),
        [] if ctx.running_games()?.len() > 1 => {
            Err(ctx.refuse(text::no_draw_offer_here(ctx.prefix)))
        }
        [] => Ok(None),
        several => Err(which_game(ctx, text::SEVERAL_DRAW_OFFERS, several, typed(word))),
    }
}

/// Whether a draw offer waits for the author in a running game of this place: then a bare `accept`
/// or `decline` is the answer to it.
pub(super) fn is_offered(ctx: Context<'_>) -> Result<bool, InternalError> {
    Ok(!games_with_offer(ctx)?.is_empty())
}

/// The running games of this place in which a draw offer waits for the author.
fn games_with_offer(ctx: Context<'_>) -> Result<Vec<Brief>, InternalError> {
    let mut offered = Vec::new();
    for brief in ctx.running_games()? {
        let Some(game) = ctx.world.game(brief.no)? else { continue };
        if !awaited_seats(&game, ctx.author()).is_empty() {
            offered.push(brief);
        }
    }
    Ok(offered)
}

/// The seats of a person whose answer a draw offer waits for.
fn awaited_seats(game: &Game, who: &PersonId) -> Vec<Seat> {
    let Some(offer) = game.draw_offer() else { return Vec::new() };
    game.seats_of(who).filter(|seat| offer.awaits.contains(*seat)).collect()
}

/// Whether a bot plays in a game that may still be drawn.
pub(super) fn has_bot(game: &Game) -> bool {
    game.seats().iter().any(|occupant| matches!(occupant, Occupant::Bot(_)))
        && !matches!(game.stage(), Stage::Over(Outcome::Aborted))
}

/// Offers a draw to the only opponent, a bot: the host asks the bot, unless it declined an offer just
/// now.
fn offer_to_bot(ctx: Context<'_>, game: &Game, seat: Seat) -> Handled {
    match plies_of_pause(game) {
        0 => Ok(Step::AskBot(game.no(), seat)),
        plies => ctx.say(text::declined_just_now(plies)),
    }
}

/// Offers a draw to people. In a game of more than two, bots answer at once: a bot that has the most
/// points, alone or with others, plays on.
fn offer(scope: Scope<'_>, game: Game, seat: Seat) -> Handled {
    let from = scope.name_of(&game, seat);
    let mut change = change_by(scope, game, seat, LogEvent::DrawOffer)?;
    let active = change.game.position().active();
    for other in active.without(seat).iter() {
        let answer = match change.game.occupant(other) {
            Occupant::Bot(_) if bot_plays_on(&change.game, other) => LogEvent::DrawDecline,
            Occupant::Bot(_) => LogEvent::DrawAccept,
            same @ Occupant::Person(_) if same == change.game.occupant(seat) => {
                LogEvent::DrawAccept
            }
            Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => continue,
        };
        let is_declined = answer == LogEvent::DrawDecline;
        add_entry(scope, &mut change, other, answer)?;
        if is_declined {
            let words = text::bot_declines_for(&name_at(&change.game, other), &from);
            return Ok(announced_in_words(scope, change, words, Vec::new()));
        }
    }
    if change.game.draw_offer().is_none_or(|offer| offer.awaits.is_empty()) {
        add_entry(scope, &mut change, seat, LogEvent::Agreement)?;
        return Ok(announced_with_board(scope, change, String::new()).into());
    }
    let (to, ping) = awaited_people(&change.game, &[]);
    let words = text::draw_offered(&from, &to, &scope.prefix_of(change.game.place()));
    Ok(announced_in_words(scope, change, words, ping))
}

/// Accepts a draw for these seats of one player; it is agreed once nobody is left to answer.
fn accept(scope: Scope<'_>, game: Game, seats: &[Seat]) -> Handled {
    let n_awaited = game.draw_offer().map_or(0, |offer| offer.awaits.len());
    let seat = seats.first().copied().unwrap_or(Seat::FIRST);
    if n_awaited <= seats.len() {
        let change = change_by(scope, game, seat, LogEvent::Agreement)?;
        return Ok(announced_with_board(scope, change, String::new()).into());
    }
    let from = scope.name_of(&game, seat);
    let mut change = change_by(scope, game, seat, LogEvent::DrawAccept)?;
    for seat in &seats[1..] {
        add_entry(scope, &mut change, *seat, LogEvent::DrawAccept)?;
    }
    let (to, ping) = awaited_people(&change.game, &[]);
    let words = text::draw_taken(&from, &to, &scope.prefix_of(change.game.place()));
    Ok(announced_in_words(scope, change, words, ping))
}

/// Declines the draw for a seat.
fn decline(scope: Scope<'_>, game: Game, seat: Seat) -> Handled {
    let by = game.draw_offer().map(|offer| offer.by);
    let offerers = game.people().filter(|(seat, _)| Some(*seat) == by);
    let (to, ping) = called(offerers.map(|(_, person)| person), &[]);
    let words = text::draw_declined(&scope.name_of(&game, seat), &to);
    let change = change_by(scope, game, seat, LogEvent::DrawDecline)?;
    Ok(announced_in_words(scope, change, words, ping))
}

/// Whether a bot in a game of more than two declines a draw: it does if it has the most points,
/// alone or with others.
fn bot_plays_on(game: &Game, seat: Seat) -> bool {
    let Some(scores) = game.position().scores() else { return true };
    let active = game.position().active();
    let best = active.iter().filter_map(|seat| scores.get(seat.index())).max();
    scores.get(seat.index()) >= best
}

/// The people whose answer to a draw offer is awaited, and those of them to ping: those who are
/// not `pinged` anyway.
pub(super) fn awaited_people(game: &Game, pinged: &[PersonId]) -> (String, Vec<PersonId>) {
    let awaits = game.draw_offer().map(|offer| offer.awaits).unwrap_or_default();
    let people = game.people().filter(|(seat, _)| awaits.contains(*seat));
    called(people.map(|(_, person)| person), pinged)
}

/// How a sentence refers to people, and which of them it pings: it mentions those who are not
/// `pinged` anyway and names the others.
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

/// How many plies must still pass before a bot that has declined a draw considers another offer.
fn plies_of_pause(game: &Game) -> u32 {
    let since = game.log().iter().rev().take_while(|entry| entry.event != LogEvent::DrawDecline);
    let has_declined = game.log().iter().any(|entry| entry.event == LogEvent::DrawDecline);
    let plies = since.filter(|entry| matches!(entry.event, LogEvent::Ply(..))).count();
    if has_declined {
        BOT_PAUSE.saturating_sub(u32::try_from(plies).unwrap_or(BOT_PAUSE))
    } else {
        0
    }
}

/// The change that a draw offer by `seat` makes once the bot, its only opponent, has answered it.
///
/// # Errors
/// [`InternalError`] if the log does not take the offer or the answer.
pub fn answer_draw_for_bot(
    scope: Scope<'_>,
    game: &Game,
    seat: Seat,
    accepts: bool,
) -> Result<Change, InternalError> {
    let mut change = change_by(scope, game.clone(), seat, LogEvent::DrawOffer)?;
    let answer = if accepts { LogEvent::Agreement } else { LogEvent::DrawDecline };
    add_entry(scope, &mut change, seat.other(), answer)?;
    let game = &change.game;
    let words = match game.outcome() {
        Some(outcome) => ending(game, outcome, &scope.prefix_of(game.place())),
        None => text::bot_declines(),
    };
    let board = game
        .outcome()
        .map(|_| picture(game, game.facing(), Highlight::Plies(1), first_line(&words)));
    let attachments = board.into_iter().collect();
    let reply = Reply { attachments, actions: actions(game), ..public(game, words, Vec::new()) };
    change.replies.push(reply);
    Ok(change.into())
}
