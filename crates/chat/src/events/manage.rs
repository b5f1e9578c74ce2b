//! Requests of managers to an event. Each of them stands in the event's log.

use event::{Edition, EditionEvent, Form, Gone, Stage};
use games::{Outcome, SeatSet};
use table::{EditionNo, Game, GameNo, Person};

use super::{
    due::{begins, go_on},
    ends,
    entering::{check_has_place, check_not_banned, conclude, enter, entered},
    leaving::withdraw,
    people::{count_people, person_name},
    progress::Progress,
    rounds::{Called, close, take_back},
    start::{FEWEST, count_present},
    visible::{meant, who_manages},
};
use crate::events::channel_lost::{come_here, is_homeless};
use crate::{
    actions::action::{Action, Weight},
    handling::{
        changes::{announced_with_board, change_of},
        context::Context,
        step::{Handled, Step},
    },
    message::Reply,
    naming::{
        names::{self, name_at},
        people::find_person,
    },
    parse::plain_text::shown,
    ratings::correct::outcome_meant,
    text,
};

/// The sentence for whoever may not manage events there: who may.
pub(crate) fn refusal(ctx: Context<'_>) -> Handled<String> {
    Ok(match who_manages(ctx)? {
        Some(words) => words,
        None => text::only_managers(ctx.is_on_page()),
    })
}

/// The edition that a manager means, where it is theirs.
///
/// # Errors
/// An answer that says that it belongs to another server, or is over.
pub(super) fn managed(ctx: Context<'_>, no: Option<EditionNo>) -> Handled<Edition> {
    let edition = meant(ctx, no)?;
    if edition.server() != ctx.msg.server.as_ref() {
        return Err(ctx.refuse(text::event_of_another_server(edition.no())));
    }
    if edition.stage().is_over() {
        return Err(ctx.refuse(text::event_is_over(edition.no(), ctx.prefix)));
    }
    Ok(edition)
}

/// `tournament start`
pub(crate) fn start_now(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = managed(ctx, no)?;
    let no = edition.no();
    if edition.stage() != Stage::Open {
        return ctx.say(text::event_has_begun(no, ctx.prefix));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    let there = count_present(&progress);
    if there < FEWEST {
        return ctx.say(text::too_few_to_begin(no, there, FEWEST, ctx.prefix));
    }
    come_here(ctx, &mut progress)?;
    if progress.edition.is_paused() {
        progress.add(EditionEvent::Resumed)?;
    }
    super::start::start(&mut progress)?;
    let deadline = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(deadline)))
}

/// `tournament pause`
pub(crate) fn pause(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = managed(ctx, no)?;
    let no = edition.no();
    if edition.is_paused() {
        return ctx.say(text::event_is_paused(no, ctx.prefix));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    progress.add(EditionEvent::Paused)?;
    conclude(ctx, progress, text::event_paused(no, ctx.prefix))
}

/// `tournament resume`
pub(crate) fn resume(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = managed(ctx, no)?;
    let no = edition.no();
    if !edition.is_paused() && !is_homeless(ctx.world, &edition) {
        return ctx.say(text::event_is_not_paused(no));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    come_here(ctx, &mut progress)?;
    if progress.edition.is_paused() {
        progress.add(EditionEvent::Resumed)?;
    }
    let start = begins(ctx.world, &progress.edition);
    let start = Some(start).filter(|at| *at != progress.edition.settings().start);
    conclude(ctx, progress, text::event_resumed(no, start))
}

/// `tournament cancel`
pub(crate) fn cancel_event(ctx: Context<'_>, no: Option<EditionNo>, confirmed: bool) -> Handled {
    let edition = managed(ctx, no)?;
    let no = edition.no();
    if !confirmed {
        let name = shown(&edition.settings().name);
        let words = text::cancel_sure(no, &name, count_people(&edition), ctx.prefix);
        let yes = Action::command(&format!("tournament cancel {no} yes"));
        let yes = yes
            .with_label(&format!("Yes, cancel {no}"))
            .weighing(Weight::Danger)
            .answering(ctx.question());
        return Ok(Step::Say(vec![Reply { actions: vec![yes], ..ctx.reply(words) }]));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    for game in progress.games_being_played()? {
        close(&mut progress, game, Some(Called::Players))?;
    }
    let why = text::cancelled_by(&ctx.author_name());
    if is_homeless(ctx.world, &progress.edition) {
        let name = shown(&progress.edition.settings().name);
        progress.say(ctx.reply(text::event_cancelled(no, &name, &why, false)));
    }
    ends::cancel(&mut progress, text::cancelled_by("a manager"), &why)?;
    let deadline = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(deadline)))
}

/// `pair undo`
pub(crate) fn unpair(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = managed(ctx, no)?;
    let no = edition.no();
    let is_evening = edition.settings().form == Form::Evening;
    let Some(latest) = edition.rounds().len().checked_sub(1).filter(|_| is_evening) else {
        return ctx.say(text::no_round_to_undo(no));
    };
    let mut progress = Progress::new(*ctx, edition)?;
    let boards = progress.edition.rounds()[latest].boards.clone();
    let results = boards.iter().filter_map(|board| progress.results.get(&board.game));
    let has_moved = results.clone().any(|result| result.plies > 0);
    if has_moved || results.clone().any(|result| result.outcome.is_some()) {
        return ctx.say(text::round_has_begun(no, latest + 1, has_moved));
    }
    take_back(&mut progress, latest, true)?;
    // So that whoever is to be taken out or added can be, before the round is paired anew.
    if !progress.edition.is_paused() {
        progress.add(EditionEvent::Paused)?;
    }
    conclude(ctx, progress, text::round_undone(no, latest + 1, ctx.prefix))
}

/// The edition and the person that a manager means.
fn managed_person(
    ctx: Context<'_>,
    no: Option<EditionNo>,
    word: Option<&str>,
) -> Handled<(Edition, Person)> {
    let edition = managed(ctx, no)?;
    Ok((edition, find_person(ctx, word.unwrap_or_default())?))
}

/// `tournament add @ann`
pub(crate) fn add(ctx: Context<'_>, no: Option<EditionNo>, word: Option<&str>) -> Handled {
    let (edition, person) = managed_person(ctx, no, word)?;
    if ctx.msg.other_bots.contains(&person.id) {
        return ctx.say(text::another_bot(&shown(&person.name), ctx.prefix));
    }
    check_not_banned(ctx, &edition, &person)?;
    check_has_place(ctx, &edition, &person)?;
    let mut progress = Progress::new(*ctx, edition)?;
    enter(&mut progress, &person)?;
    progress.remember(&person);
    let words = entered(&progress.edition, &person_name(&progress.edition, &person));
    conclude(ctx, progress, words)
}

/// `tournament withdraw @ann`
pub(crate) fn take_out(ctx: Context<'_>, no: Option<EditionNo>, word: Option<&str>) -> Handled {
    let (edition, person) = managed_person(ctx, no, word)?;
    let no = edition.no();
    if edition.entrant_of(&person.id).is_none_or(|one| one.gone.is_some()) {
        return ctx.say(text::does_not_take_part(no, &person_name(&edition, &person)));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    withdraw(&mut progress, &person.id, Gone::TakenOut)?;
    let name = person_name(&progress.edition, &person);
    conclude(ctx, progress, text::taken_out(no, &name))
}

/// The running game of an event that a manager means, with its edition.
fn managed_game(ctx: Context<'_>, no: Option<GameNo>) -> Handled<(Game, Edition)> {
    let Some(no) = ctx.named(no) else {
        return Err(ctx.refuse(text::which_event_game(ctx.prefix)));
    };
    let game = ctx.game(no)?;
    let Some(event) = game.terms().event else {
        return Err(ctx.refuse_about(no, text::no_event_game(no)));
    };
    let edition = managed(ctx, Some(event.edition))?;
    if !game.is_running() {
        return Err(ctx.refuse_about(no, text::correct_instead(no, ctx.prefix)));
    }
    Ok((Game::clone(&game), edition))
}

/// `tournament forfeit #12 @ann`
pub(crate) fn forfeit(ctx: Context<'_>, no: Option<GameNo>, word: Option<&str>) -> Handled {
    let (mut game, edition) = managed_game(ctx, no)?;
    let person = find_person(ctx, word.unwrap_or_default())?;
    let seat = game.people().find(|(_, one)| one.id == person.id).map(|(seat, _)| seat);
    let Some(seat) = seat else {
        return ctx.say_about(
            game.no(),
            text::plays_not_there(game.no(), &names::person_name(game.seats(), &person)),
        );
    };
    let progress = Progress::new(*ctx, edition)?;
    let added = game.forfeit(seat, progress.now())?;
    let kept = text::decided_forfeit(game.position().seat_name(seat));
    let how = text::decided_forfeit(&name_at(&game, seat));
    decide(progress, ctx, (game, added), how, kept)
}

/// `tournament adjudicate #12 RESULT`
pub(crate) fn adjudicate(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    let (mut game, edition) = managed_game(ctx, no)?;
    let winners = match outcome_meant(ctx, &game, typed.trim())? {
        Some(Outcome::Win(winners, _)) => winners,
        Some(Outcome::Draw(_)) => SeatSet::default(),
        Some(Outcome::Aborted) | None => {
            return ctx.say_about(game.no(), text::adjudication_unread(game.no(), ctx.prefix));
        }
    };
    let progress = Progress::new(*ctx, edition)?;
    let added = game.adjudicate(winners, progress.now())?;
    let winner = winners.iter().next();
    let kept = text::decided_result(winner.map(|seat| game.position().seat_name(seat)));
    let how = text::decided_result(winner.map(|seat| name_at(&game, seat)).as_deref());
    decide(progress, ctx, (game, added), how, kept)
}

/// A manager has ended a game of an event. The words that are `kept` name a seat and nobody on it.
fn decide(
    mut progress: Progress<'_>,
    ctx: Context<'_>,
    (game, added): (Game, Vec<table::LogEntry>),
    how: String,
    kept: String,
) -> Handled {
    let no = game.no();
    let change = change_of(*ctx, game, added);
    progress.game(announced_with_board(*ctx, change, how));
    progress.add(EditionEvent::Decided { game: no, how: kept })?;
    let deadline = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(deadline)))
}
