//! Finds the game or offer that a message is about if it names none by number. If several fit, the
//! answer is a question that lists them.

use std::{cmp::Reverse, sync::Arc};

use games::Seat;
use table::{Game, GameNo, PersonId, Proposed, Stage};

use super::{
    candidates::{Candidate, since, which},
    context::Context,
    step::{Early, Handled, InternalError, Step},
};
use crate::{
    naming::names::{listed, occupant_name},
    offers::each_once,
    play::{proposals::command, results::result_words},
    text,
    world::game_list_row::{GameListRow, sits},
};

/// The game that a question is about: the one that is named or replied to or before the author, otherwise theirs
/// (first one in which it is their turn), the only one of the place, or their last finished one.
pub(crate) fn game_in_question(ctx: Context<'_>, no: Option<GameNo>) -> Handled<Arc<Game>> {
    if let Some(no) = ctx.game_to_tell(no)? {
        return ctx.game(no);
    }
    let mut mine = ctx.running_games()?;
    mine.sort_by_key(|game| (!game.waits_for(ctx.author()), Reverse(game.moved)));
    let found = match mine.first() {
        Some(game) => Some(game.no),
        None => {
            let here = ctx.world.open_games_at(&ctx.msg.place)?;
            let running: Vec<&GameListRow> = here.iter().filter(|game| game.is_running()).collect();
            match running.as_slice() {
                [one] => Some(one.no),
                _ => last_finished(ctx)?,
            }
        }
    };
    match found {
        Some(no) => ctx.game(no),
        None => Err(nothing_to_show(ctx)?),
    }
}

/// There is no game to show: says so, and which offers wait for the author instead.
fn nothing_to_show(ctx: Context<'_>) -> Result<Early, InternalError> {
    let mut asking = offers_asking(ctx)?;
    asking.retain(|offer| ctx.may_tell_of(&offer.place, offer.server.as_ref()));
    Ok(match asking.as_slice() {
        [] => ctx.refuse(text::no_board(ctx.prefix)),
        [one] => ctx.refuse_about(
            one.no,
            text::offer_but_no_board(one.no, &challenger_of(one), ctx.prefix),
        ),
        several => {
            let line = |no| format!("accept {no}");
            which_of(ctx, text::OFFERS_BUT_NO_BOARD, several, line, challenger_of)
        }
    })
}

/// The game whose record a question is about: the one that is named, otherwise the author's running
/// one, otherwise their last finished one. An offer has no record.
pub(crate) fn started_game(ctx: Context<'_>, no: Option<GameNo>) -> Handled<Arc<Game>> {
    let no = match ctx.game_to_tell(no)? {
        Some(no) => Some(no),
        None => match ctx.running_games()?.first() {
            Some(game) => Some(game.no),
            None => last_finished(ctx)?,
        },
    };
    let game = game_in_question(ctx, no)?;
    if matches!(game.stage(), Stage::Offered(_)) {
        return Err(ctx.refuse_about(game.no(), text::not_started(game.no(), ctx.prefix)));
    }
    Ok(game)
}

fn last_finished(ctx: Context<'_>) -> Result<Option<GameNo>, InternalError> {
    let finished = ctx.world.finished_games_of(ctx.author())?;
    let may_be_meant = |game: &&GameListRow| {
        game.was_played() && ctx.may_tell_of(&game.place, game.server.as_ref())
    };
    Ok(finished.iter().find(may_be_meant).map(|game| game.no))
}

/// The running game in which the author wants to act, and the seat for which they do. `again` gives
/// the command to repeat with a number if several games could be meant.
pub(crate) fn game_to_act_in(
    ctx: Context<'_>,
    no: Option<GameNo>,
    again: impl Fn(GameNo) -> String,
) -> Handled<(Game, Seat)> {
    let no = match ctx.game_to_act(no) {
        Some(no) => no,
        None => match ctx.running_games()?.as_slice() {
            [] => return Err(ctx.refuse(text::no_game(ctx.prefix))),
            [one] => one.no,
            several => {
                return Err(which_game(ctx, "You have several games here.", several, again));
            }
        },
    };
    let game = ctx.game(no)?;
    let refusal = match (game.stage(), game.seat_of(ctx.author())) {
        (Stage::Offered(_), _) => text::not_started(no, ctx.prefix),
        (_, None) => text::not_your_game(no, ctx.prefix),
        (Stage::Over(_), _) => text::is_over(no, &result_words(&game), ctx.prefix),
        (Stage::Running, Some(_)) => match acting_seat(&game, ctx.author()) {
            Some(seat) => return Ok((Game::clone(&game), seat)),
            None => text::has_left(no, ctx.prefix),
        },
    };
    Err(ctx.refuse_about(no, refusal))
}

/// The seat that a person acts for: the one to move if it is theirs, else their first one that has
/// not left the game.
pub(crate) fn acting_seat(game: &Game, who: &PersonId) -> Option<Seat> {
    let active = game.position().active();
    let mine: Vec<Seat> = game.seats_of(who).filter(|seat| active.contains(*seat)).collect();
    let to_move = game.position().to_move();
    if mine.contains(&to_move) { Some(to_move) } else { mine.first().copied() }
}

/// The names of all occupants but this person.
fn others_of(game: &GameListRow, who: &PersonId) -> String {
    let others = game.seats.iter().filter(|occupant| !sits(occupant, who));
    listed(&others.map(|one| occupant_name(&game.seats, one)).collect::<Vec<_>>())
}

/// The offer that the author answers: the one that is named by number or by a reply, otherwise the
/// only one that asks them by name, of several that of this place, otherwise the only one of this place that
/// they can accept.
pub(crate) fn offer_to_answer(ctx: Context<'_>, no: Option<GameNo>, again: &str) -> Handled<Game> {
    if let Some(no) = ctx.named(no) {
        return Ok(Game::clone(&*ctx.game(no)?));
    }
    let who = ctx.author();
    let mine = ctx.world.open_games_of(who)?;
    let seated_in = mine.iter().find(|game| game.has_seated(who)).map(|game| game.no);
    let mut asking = offers_asking(ctx)?;
    if asking.iter().any(|offer| ctx.is_here(offer)) {
        asking.retain(|offer| ctx.is_here(offer));
    }
    match asking.as_slice() {
        [] => Err(match seated_in {
            Some(no) => ctx.refuse_about(no, text::sits_already(no, ctx.prefix)),
            None => ctx.refuse(text::no_offer(ctx.prefix)),
        }),
        [one] => Ok(Game::clone(&*ctx.game(one.no)?)),
        several => {
            let line = |no| format!("{again} {no}");
            Err(which_of(ctx, "Several offers wait for you.", several, line, challenger_of))
        }
    }
}

/// The offers that the author could answer here: those that ask them by name, otherwise those of
/// this place that they can accept. Nobody has to choose between offers that are the same.
pub(crate) fn offers_asking(ctx: Context<'_>) -> Result<Vec<GameListRow>, InternalError> {
    let who = ctx.author();
    let mut asking = ctx.world.open_games_of(who)?;
    asking.retain(|game| game.asks(who));
    if asking.is_empty() {
        asking = ctx.world.open_games_at(&ctx.msg.place)?;
        asking.retain(|game| game.asks(who));
    }
    each_once(ctx.world, asking)
}

/// Returns who made an offer.
fn challenger_of(offer: &GameListRow) -> String {
    let name = offer.seats.first().map(|one| occupant_name(&offer.seats, one));
    format!("from {}", name.unwrap_or_default())
}

/// The offer in which the author has sat down and now gets up.
pub(crate) fn offer_to_leave(ctx: Context<'_>, no: Option<GameNo>) -> Handled<Game> {
    let no = match ctx.named(no) {
        Some(no) => no,
        None => {
            let mut mine = ctx.world.open_games_of(ctx.author())?;
            mine.retain(|game| game.has_seated(ctx.author()));
            match mine.as_slice() {
                [] => return Err(ctx.refuse_if_addressed(|| text::sits_nowhere(ctx.prefix))),
                [one] => one.no,
                several => return Err(which_offer(ctx, several, "leave")),
            }
        }
    };
    Ok(Game::clone(&*ctx.game(no)?))
}

/// The author's own open offer: the one that is named, or the only one.
pub(crate) fn own_offer(ctx: Context<'_>, no: Option<GameNo>, again: &str) -> Handled<Game> {
    let no = match ctx.named(no) {
        Some(no) => no,
        None => {
            let mut mine = ctx.world.open_games_of(ctx.author())?;
            mine.retain(|game| game.is_offer_of(ctx.author()));
            match mine.as_slice() {
                [] if again == "withdraw" => {
                    return Err(ctx.refuse(text::no_own_offer(ctx.prefix)));
                }
                // The other words may be talk.
                [] => return Err(ctx.refuse_if_addressed(|| text::no_own_offer(ctx.prefix))),
                [one] => one.no,
                several => return Err(which_offer(ctx, several, again)),
            }
        }
    };
    let game = ctx.game(no)?;
    check_open(ctx, &game)?;
    if !game.is_challenger(ctx.author()) {
        return Err(ctx.refuse_about(no, text::not_your_offer(no, ctx.prefix)));
    }
    Ok(Game::clone(&game))
}

/// Refuses to change an offer that has been answered, withdrawn or has run out.
fn check_open(ctx: Context<'_>, game: &Game) -> Handled<()> {
    match game.stage() {
        Stage::Offered(until) if until > ctx.written_at() => Ok(()),
        _ => Err(ctx.refuse_about(game.no(), text::offer_closed(game.no(), ctx.prefix))),
    }
}

/// Asks which of the author's games is meant, with a line to type for each, which `again` gives.
pub(crate) fn which_game(
    ctx: Context<'_>,
    what: &str,
    games: &[GameListRow],
    again: impl Fn(GameNo) -> String,
) -> Early {
    let about = |game: &GameListRow| format!("against {}", others_of(game, ctx.author()));
    which_of(ctx, what, games, again, about)
}

/// Asks which of several offers is meant.
fn which_offer(ctx: Context<'_>, offers: &[GameListRow], again: &str) -> Early {
    let about = |game: &GameListRow| {
        let others = game.seats.iter().skip(1).map(|one| occupant_name(&game.seats, one));
        format!("with {}", listed(&others.collect::<Vec<_>>()))
    };
    which_of(ctx, "There are several such offers.", offers, |no| format!("{again} {no}"), about)
}

/// Asks whether the author answers one of these proposals or one of these offers to play; `verb` is the
/// bare word that could mean any of them.
pub(crate) fn proposal_or_game(
    ctx: Context<'_>,
    proposals: &[(Proposed, GameListRow)],
    offers: &[GameListRow],
    verb: &str,
) -> Early {
    let proposal = |(what, game): &(Proposed, GameListRow)| {
        let (what, others) = (command(*what), others_of(game, ctx.author()));
        let about =
            format!("{what} at {} against {others}, {}", game.kind.title(), since(ctx, game));
        Candidate::of_line(ctx, game.no, &format!("{what} {verb} {}", game.no), about)
    };
    let offer = |game: &GameListRow| {
        let title = game.kind.title();
        let about = format!("offer of {title} {}, {}", challenger_of(game), since(ctx, game));
        Candidate::of_line(ctx, game.no, &format!("{verb} {}", game.no), about)
    };
    let all = proposals.iter().map(proposal).chain(offers.iter().map(offer)).collect();
    ask_which(ctx, text::SEVERAL_ANSWERS, all)
}

/// Ends with the question which of these is meant.
pub(crate) fn ask_which(ctx: Context<'_>, what: &str, all: Vec<Candidate>) -> Early {
    match which(ctx, what, all) {
        Ok(reply) => Early::Answered(Step::Say(vec![reply])),
        Err(error) => error.into(),
    }
}

/// Asks which of several games is meant, with a line to type for each, which `again` gives, and what
/// the game is about.
fn which_of(
    ctx: Context<'_>,
    what: &str,
    games: &[GameListRow],
    again: impl Fn(GameNo) -> String,
    about: impl Fn(&GameListRow) -> String,
) -> Early {
    let candidate = |game: &GameListRow| {
        let about = format!("{} {}, {}", game.kind.title(), about(game), since(ctx, game));
        Candidate::of_line(ctx, game.no, &again(game.no), about)
    };
    ask_which(ctx, what, games.iter().map(candidate).collect())
}
