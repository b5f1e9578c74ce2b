//! Somebody leaves an event that is held, or is taken out of it, and what becomes of their games.

use event::{Edition, EditionEvent, Form, Gone, Stage, Who};
use table::{DAY, EditionNo, Game, Millis, PersonId};

use super::{
    due::go_on,
    ends::last_call,
    entering::{check_takes_part, conclude, is_held_here, takes_part, too_late},
    mine::open_boards,
    people::person_name,
    progress::Progress,
    visible::meant_for,
};
use crate::{
    actions::action::{Action, Weight},
    handling::{
        changes::{announced_with_board, change_of},
        context::Context,
        step::{Change, Handled, InternalError, Step},
    },
    message::Reply,
    naming::names::name_at,
    parse::plain_text::shown,
    text,
    time::time_left::notice_ends,
};

/// The time in which whoever has left a league can come back to the games in which nobody has moved.
const WAY_BACK: Millis = DAY;

/// `tournament leave`
pub(crate) fn leave(ctx: Context<'_>, no: Option<EditionNo>, confirmed: bool) -> Handled {
    let edition =
        meant_for(ctx, no, |one| (is_held_here(ctx, one), takes_part(one, ctx.author())))?;
    check_takes_part(ctx, &edition)?;
    let is_running = edition.stage() == Stage::Running;
    // Below the call to the check-in the way out stays for good, and there it means this evening only.
    if ctx.msg.is_button() && is_running && !confirmed {
        return ctx.say_to_author(text::leave_by_word(edition.no(), ctx.prefix));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    let is_league = is_running && progress.edition.settings().form == Form::League;
    if !confirmed {
        let games = games_of(&progress, ctx.author())?;
        if is_league || !games.is_empty() {
            return ask(ctx, &progress.edition, &games);
        }
    }
    withdraw(&mut progress, ctx.author(), Gone::Left)?;
    let left = &progress.edition;
    let can_return = too_late(left, &progress.results, ctx.author()).is_none();
    let way_back = can_return.then_some((ctx.prefix, is_league));
    let words = text::left_event(left.no(), &person_name(left, &ctx.msg.author), way_back);
    conclude(ctx, progress, words)
}

/// Asks whoever wants to leave a league, in which all games go on at once, or has a game of an evening, whether they
/// are sure.
fn ask(ctx: Context<'_>, edition: &Edition, games: &[Game]) -> Handled {
    let unplayed = games.iter().filter(|game| !has_moves(game)).count();
    let lost = match edition.settings().form {
        Form::Evening => text::evening_game_is_lost(),
        Form::League => text::league_games_are_lost(games.len() - unplayed, unplayed),
    };
    let (no, name) = (edition.no(), shown(&edition.settings().name));
    let words = text::leave_sure((no, &name), &lost, ctx.prefix);
    let yes = Action::command(&format!("tournament leave {no} yes"))
        .with_label(&format!("Yes, leave {no}"))
        .weighing(Weight::Danger)
        .answering(ctx.question());
    Ok(Step::Say(vec![Reply { actions: vec![yes], ..ctx.reply(words) }]))
}

fn has_moves(game: &Game) -> bool {
    game.position().ply() > 0
}

/// The games of an edition that a person is playing.
fn games_of(progress: &Progress<'_>, who: &PersonId) -> Result<Vec<Game>, InternalError> {
    let mut games = progress.games_being_played()?;
    games.retain(|game| game.seat_of(who).is_some());
    Ok(games)
}

/// Somebody plays no further rounds, and gives up the games that they have in it; whoever leaves a league, those in
/// which somebody has moved.
pub(super) fn withdraw(
    progress: &mut Progress<'_>,
    who: &PersonId,
    why: Gone,
) -> Result<(), InternalError> {
    progress.add(EditionEvent::Went { who: Who::Person(who.clone()), why })?;
    let waits = why == Gone::Left && progress.edition.settings().form == Form::League;
    for game in games_of(progress, who)? {
        if has_moves(&game) || !waits {
            give_up(progress, game, who)?;
        }
    }
    Ok(())
}

fn give_up(
    progress: &mut Progress<'_>,
    mut game: Game,
    who: &PersonId,
) -> Result<(), InternalError> {
    let Some(seat) = game.seat_of(who) else { return Ok(()) };
    let added = game.forfeit(seat, progress.now())?;
    let change = change_of(progress.scope, game, added);
    let words = text::left_event_game(&name_at(&change.game, seat));
    progress.game_among_others(announced_with_board(progress.scope, change, words));
    Ok(())
}

/// Takes somebody out of all events that are meant. Returns their numbers.
pub(crate) fn withdrawn_from_all(
    ctx: Context<'_>,
    who: &PersonId,
    is_meant: impl Fn(&Edition) -> bool,
) -> Handled<(Change, Vec<EditionNo>)> {
    let (mut change, mut left) = (Change::default(), Vec::new());
    for no in ctx.world.editions().with(who)? {
        let Some(edition) = ctx.world.editions().edition(no)? else { continue };
        if !is_meant(&edition) {
            continue;
        }
        let mut progress = Progress::new(*ctx, edition)?;
        withdraw(&mut progress, who, Gone::TakenOut)?;
        let deadline = go_on(&mut progress)?;
        change.append(progress.into_change(deadline));
        left.push(no);
    }
    Ok((change, left))
}

/// Gives up what is left of the games of those who have left a league and did not come back in time.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn give_up_left(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let now = progress.now();
    let is_over = last_call(progress).is_some_and(|at| at <= now);
    let left: Vec<PersonId> = left_since(&progress.edition)
        .filter(|(_, went)| is_over || way_back_ends(progress, *went) <= now)
        .map(|(who, _)| who.clone())
        .collect();
    for who in left {
        for game in games_of(progress, &who)? {
            give_up(progress, game, &who)?;
        }
    }
    Ok(())
}

/// Those who have left a league, with the instant.
fn left_since(edition: &Edition) -> impl Iterator<Item = (&PersonId, Millis)> {
    let is_league = edition.settings().form == Form::League;
    let left =
        edition.entrants().iter().filter(move |one| is_league && one.gone == Some(Gone::Left));
    left.filter_map(|one| Some((one.person()?, one.went?)))
}

/// Returns until when somebody can come back who went at an instant.
fn way_back_ends(progress: &Progress<'_>, went: Millis) -> Millis {
    notice_ends(progress.scope.world, progress.edition.place(), went, WAY_BACK)
}

/// Returns when the games of somebody who has left are given up next.
pub(super) fn next_given_up(progress: &Progress<'_>) -> Option<Millis> {
    let edition = &progress.edition;
    left_since(edition)
        .filter(|(who, _)| {
            let number = edition.entrant_of(who).and_then(|one| one.number);
            number.is_some_and(|number| {
                open_boards(edition, &progress.results, number).next().is_some()
            })
        })
        .map(|(_, went)| way_back_ends(progress, went))
        .min()
}
