//! Claims: a player who waits in a game without clocks asks once more for whoever has gone. Whoever does not move
//! within three days then loses the game, or leaves it to the others.
//!
//! Only the platform knows who has left the server, so that no warning need be waited for: a claim that comes to that
//! question is handled again once the platform was asked.

use table::{Claim, ClockEvent, Game, GameNo, PersonId};

use super::{
    claimed::{again, can_be_claimed, ends, pending},
    idle::{self, Idle, awaited, closed, whom},
    vacation::away_in,
};
use crate::{
    handling::{
        cause::Scope,
        changes::{announced_in_words, change_of},
        context::Context,
        selection::game_to_act_in,
        step::{Early, Handled, InternalError, SingleChange, Step},
    },
    naming::names::{channel_name, listed, name_at},
    places::server_settings::manages,
    play::resign::leave,
    text,
};

/// `claim`
pub(crate) fn claim(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let (mut game, seat) = game_to_act_in(ctx, no, |no| format!("claim {no}"))?;
    if let Some(words) = refusal(ctx, &game)? {
        return ctx.say_about(game.no(), words);
    }
    let (at, no) = (ctx.written_at(), game.no());
    let manages = manages(ctx.world, ctx.msg)?;
    let since = text::span(at - game.still_since());
    let (absent, ping) = whom(&game);
    let by = name_at(&game, seat);
    let added = game.note_clock(ClockEvent::Claimed { seat, manages }, at)?;
    let ends = (ends(ctx.world, &game, at)?, manages);
    let mut words = text::claimed(no, (&by, &absent), &since, ends, ctx.prefix);
    if !game.clocks().is_idle_warned() {
        words = text::claimed_unwarned(&words);
    }
    Ok(announced_in_words(*ctx, change_of(*ctx, game, added), words, ping).into())
}

/// The refusal of a claim by the author; `None` if they can claim the game.
fn refusal(ctx: Context<'_>, game: &Game) -> Handled<Option<String>> {
    let (no, now) = (game.no(), ctx.written_at());
    if game.server() != ctx.msg.server.as_ref() {
        // It counts whether the claimant manages the server, which is known only there.
        return Ok(Some(text::claim_elsewhere(no, channel_name(game.place()).as_deref())));
    }
    if game.terms().event.is_some() {
        return Ok(Some(text::claim_in_event(no)));
    }
    if !can_be_claimed(game) {
        return Ok(Some(text::claim_with_clock(no, ctx.prefix)));
    }
    if awaited(game).any(|one| game.seats_of(ctx.author()).any(|own| own == one)) {
        return Ok(Some(text::claim_own_turn(no, ctx.prefix)));
    }
    if ctx.msg.late {
        // Nor is it known of what was read back late.
        return Ok(Some(text::claim_late(no)));
    }
    if let Some((_, ends)) = pending(ctx.world, game)? {
        return Ok(Some(text::claim_stands(no, ends)));
    }
    if let Some(at) = again(game, ctx.author()).filter(|at| *at > now) {
        return Ok(Some(text::claim_again(no, at)));
    }
    for (seat, person) in awaited(game).filter_map(|seat| Some((seat, game.occupant(seat).who()?)))
    {
        if let Some(until) = away_in(ctx.world, &person.id, game, now)? {
            return Ok(Some(text::claim_on_vacation(no, &name_at(game, seat), until)));
        }
    }
    if !game.clocks().is_idle_warned() && !have_left(ctx, game)? {
        let warns = match idle::next(ctx.world, game)? {
            Some(Idle::Warn(at)) => Some(at),
            _ => None,
        };
        let absent: Vec<String> = awaited(game).map(|seat| name_at(game, seat)).collect();
        return Ok(Some(text::claim_early(no, &listed(&absent), warns)));
    }
    Ok(None)
}

/// Returns `true` if all who are to move are known to have left the server; the platform is asked first.
fn have_left(ctx: Context<'_>, game: &Game) -> Handled<bool> {
    let people = awaited(game).map(|seat| Some(game.occupant(seat).who()?.id.clone()));
    // A bot that is to move moves.
    let Some(people) = people.collect::<Option<Vec<PersonId>>>() else { return Ok(false) };
    match &ctx.msg.left {
        Some(left) => Ok(people.iter().all(|one| left.contains(one))),
        None if ctx.msg.server.is_some() => Err(Early::Answered(Step::AskWhoLeft(people))),
        None => Ok(false),
    }
}

/// The end of the time that a claim leaves: whoever has not moved is out. Where the claimant could decide about others'
/// games, nobody wins by it.
///
/// # Errors
/// [`InternalError`] if the game does not take it.
pub(super) fn ended(
    scope: Scope<'_>,
    game: &Game,
    claim: Claim,
) -> Result<SingleChange, InternalError> {
    if claim.manages {
        let mut game = game.clone();
        let added = game.close_idle(scope.world.now())?;
        return Ok(closed(scope, &game, added, |names: &str| text::claim_closed(game.no(), names)));
    }
    let absent = awaited(game).next().unwrap_or(claim.by);
    leave(scope, game.clone(), absent, (Game::forfeit, text::left_by_claim))
}
