//! What managers ask of an event. Each of it stands in the event's log.

use super::{
    due::go_on,
    ends,
    entering::{check_may_enter, conclude, enter, withdraw},
    people::count_people,
    progress::Progress,
    visible::meant,
};
use crate::{
    chat::{
        action::{Action, Weight},
        changes::{announced_in_words, announced_with_board, change_of},
        context::Context,
        message::Reply,
        names::name_at,
        people::find_person,
        plain_text::shown,
        server_settings::manages,
        step::{Handled, Step},
        text,
    },
    edition::{Form, Gone, Stage, Tournament, TournamentEvent, TournamentSettings},
    games::{Seat, SeatSet},
    table::{Game, GameNo, PersonId, Platform, TournamentNo},
};

/// Refuses what only managers may ask.
pub(super) fn check_manages(ctx: Context<'_>) -> Handled<()> {
    if manages(ctx.world, ctx.msg)? {
        return Ok(());
    }
    let is_page = ctx.msg.place.platform() == Platform::Local;
    Err(ctx.refuse(text::only_managers_run_events(is_page)))
}

/// The edition that a manager means, where it is theirs.
pub(super) fn managed(ctx: Context<'_>, no: Option<TournamentNo>) -> Handled<Tournament> {
    let tournament = meant(ctx, no)?;
    check_manages(ctx)?;
    if tournament.server() != ctx.msg.server.as_ref() {
        return Err(ctx.refuse(text::event_of_another_server(tournament.no())));
    }
    if tournament.stage().is_over() {
        return Err(ctx.refuse(text::event_is_over(tournament.no(), ctx.prefix)));
    }
    Ok(tournament)
}

/// `tournament start`
pub(in crate::chat) fn start_now(ctx: Context<'_>, no: Option<TournamentNo>) -> Handled {
    let tournament = managed(ctx, no)?;
    let no = tournament.no();
    if tournament.stage() != Stage::Open {
        return ctx.say(text::event_has_begun(no, ctx.prefix));
    }
    let mut progress = Progress::new(*ctx, tournament)?;
    let old = progress.tournament.settings().clone();
    // Whoever is there when a manager begins need not have checked in before that was asked.
    let asks = progress.tournament.check_in_opened().is_some();
    let check_in = if asks { old.check_in } else { 0 };
    let settings = TournamentSettings { start: progress.now(), check_in, ..old };
    progress.add(TournamentEvent::Edited { settings: Box::new(settings) })?;
    if progress.tournament.is_paused() {
        progress.add(TournamentEvent::Resumed)?;
    }
    super::start::start(&mut progress)?;
    let wake = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(wake)))
}

/// `tournament pause`
pub(in crate::chat) fn pause(ctx: Context<'_>, no: Option<TournamentNo>) -> Handled {
    let tournament = managed(ctx, no)?;
    let no = tournament.no();
    if tournament.is_paused() {
        return ctx.say(text::event_is_paused(no, ctx.prefix));
    }
    let mut progress = Progress::new(*ctx, tournament)?;
    progress.add(TournamentEvent::Paused)?;
    conclude(ctx, progress, text::event_paused(no, ctx.prefix))
}

/// `tournament resume`
pub(in crate::chat) fn resume(ctx: Context<'_>, no: Option<TournamentNo>) -> Handled {
    let tournament = managed(ctx, no)?;
    let no = tournament.no();
    if !tournament.is_paused() {
        return ctx.say(text::event_is_not_paused(no));
    }
    let mut progress = Progress::new(*ctx, tournament)?;
    progress.add(TournamentEvent::Resumed)?;
    conclude(ctx, progress, text::event_resumed(no))
}

/// `tournament cancel`
pub(in crate::chat) fn cancel_event(
    ctx: Context<'_>,
    no: Option<TournamentNo>,
    confirmed: bool,
) -> Handled {
    let tournament = managed(ctx, no)?;
    let no = tournament.no();
    if !confirmed {
        let name = shown(&tournament.settings().name);
        let words = text::cancel_sure(no, &name, count_people(&tournament), ctx.prefix);
        let yes = Action::command(&format!("tournament cancel {no} yes"));
        let yes = yes
            .with_label(&format!("Yes, cancel {no}"))
            .weighing(Weight::Danger)
            .answering(ctx.question());
        return Ok(Step::Say(vec![Reply { actions: vec![yes], ..ctx.reply(words) }]));
    }
    let mut progress = Progress::new(*ctx, tournament)?;
    for board in unfinished(&progress) {
        let Some(game) = progress.scope.world.game(board)?.filter(|game| game.is_running()) else {
            continue;
        };
        let mut game = Game::clone(&game);
        let added = game.close_idle(progress.now())?;
        let ping: Vec<PersonId> = game.people().map(|(_, person)| person.id.clone()).collect();
        let words = text::event_game_closed(game.no(), no);
        let change = change_of(progress.scope, game, added);
        progress.game(announced_in_words(progress.scope, change, words, ping));
    }
    ends::cancel(&mut progress, text::cancelled_by(&ctx.author_name()))?;
    let wake = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(wake)))
}

/// The games of an edition that are not over.
fn unfinished(progress: &Progress<'_>) -> Vec<GameNo> {
    let boards = progress.tournament.rounds().iter().flat_map(|round| &round.boards);
    let is_open =
        |no: &GameNo| progress.results.get(no).is_some_and(|result| result.outcome.is_none());
    boards.map(|board| board.game).filter(is_open).collect()
}

/// `pair undo`
pub(in crate::chat) fn unpair(ctx: Context<'_>, no: Option<TournamentNo>) -> Handled {
    let tournament = managed(ctx, no)?;
    let no = tournament.no();
    let is_evening = tournament.settings().form == Form::Evening;
    let Some(latest) = tournament.rounds().len().checked_sub(1).filter(|_| is_evening) else {
        return ctx.say(text::no_round_to_undo(no));
    };
    let mut progress = Progress::new(*ctx, tournament)?;
    let boards = progress.tournament.rounds()[latest].boards.clone();
    let has_begun = boards.iter().any(|board| {
        let result = progress.results.get(&board.game);
        result.is_some_and(|result| result.plies > 0 || result.outcome.is_some())
    });
    if has_begun {
        return ctx.say(text::round_has_begun(no, latest + 1));
    }
    for board in boards {
        let Some(game) = progress.scope.world.game(board.game)? else { continue };
        let mut game = Game::clone(&game);
        let added = game.close_idle(progress.now())?;
        let words = text::event_game_closed(game.no(), no);
        let change = change_of(progress.scope, game, added);
        progress.game(announced_in_words(progress.scope, change, words, Vec::new()));
    }
    progress.add(TournamentEvent::Unpaired { round: latest })?;
    // So that whoever is to be taken out or added can be, before the round is paired anew.
    if !progress.tournament.is_paused() {
        progress.add(TournamentEvent::Paused)?;
    }
    conclude(ctx, progress, text::round_undone(no, latest + 1, ctx.prefix))
}

/// `tournament add @ann`
pub(in crate::chat) fn add(
    ctx: Context<'_>,
    no: Option<TournamentNo>,
    word: Option<&str>,
) -> Handled {
    let tournament = managed(ctx, no)?;
    let person = find_person(ctx, word.unwrap_or_default())?;
    let was_taken_out =
        tournament.entrant_of(&person.id).is_some_and(|one| one.gone == Some(Gone::TakenOut));
    if !was_taken_out {
        check_may_enter(ctx, &tournament, &person)?;
    }
    let no = tournament.no();
    let mut progress = Progress::new(*ctx, tournament)?;
    enter(&mut progress, &person)?;
    progress.remember(&person);
    let count = count_people(&progress.tournament);
    let words = text::entered(no, &shown(&person.name), count, false);
    conclude(ctx, progress, words)
}

/// `tournament withdraw @ann`
pub(in crate::chat) fn take_out(
    ctx: Context<'_>,
    no: Option<TournamentNo>,
    word: Option<&str>,
) -> Handled {
    let tournament = managed(ctx, no)?;
    let person = find_person(ctx, word.unwrap_or_default())?;
    let no = tournament.no();
    if tournament.entrant_of(&person.id).is_none_or(|one| one.gone.is_some()) {
        return ctx.say(text::does_not_take_part(no, &shown(&person.name)));
    }
    let mut progress = Progress::new(*ctx, tournament)?;
    withdraw(&mut progress, &person.id, Gone::TakenOut)?;
    conclude(ctx, progress, text::taken_out(no, &shown(&person.name)))
}

/// The running game of an event that a manager means, with its edition.
fn managed_game(ctx: Context<'_>, no: Option<GameNo>) -> Handled<(Game, Tournament)> {
    let Some(no) = ctx.named_game(no) else {
        return Err(ctx.refuse(text::which_event_game(ctx.prefix)));
    };
    let game = ctx.game(no)?;
    let Some(event) = game.terms().event else {
        return Err(ctx.refuse_about(no, text::no_event_game(no)));
    };
    let tournament = managed(ctx, Some(event.tournament))?;
    if !game.is_running() {
        return Err(ctx.refuse_about(no, text::correct_instead(no, ctx.prefix)));
    }
    Ok((Game::clone(&game), tournament))
}

/// `tournament forfeit #12 @ann`
pub(in crate::chat) fn forfeit(
    ctx: Context<'_>,
    no: Option<GameNo>,
    word: Option<&str>,
) -> Handled {
    let (mut game, tournament) = managed_game(ctx, no)?;
    let person = find_person(ctx, word.unwrap_or_default())?;
    let seat = game.people().find(|(_, one)| one.id == person.id).map(|(seat, _)| seat);
    let Some(seat) = seat else {
        return ctx.say_about(game.no(), text::plays_not_there(game.no(), &shown(&person.name)));
    };
    let progress = Progress::new(*ctx, tournament)?;
    let added = game.forfeit(seat, progress.now())?;
    let how = text::decided_forfeit(&name_at(&game, seat));
    decide(progress, ctx, game, added, how)
}

/// `tournament adjudicate #12 RESULT`
pub(in crate::chat) fn adjudicate(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    let (mut game, tournament) = managed_game(ctx, no)?;
    let winners = match typed.trim() {
        "1-0" => SeatSet::of(Seat::FIRST),
        "0-1" => SeatSet::of(Seat::SECOND),
        "draw" | "1/2-1/2" | "½-½" => SeatSet::default(),
        _ => return ctx.say_about(game.no(), text::adjudication_unread(game.no(), ctx.prefix)),
    };
    let progress = Progress::new(*ctx, tournament)?;
    let added = game.adjudicate(winners, progress.now())?;
    let winner = winners.iter().next().map(|seat| name_at(&game, seat));
    let how = text::decided_result(winner.as_deref());
    decide(progress, ctx, game, added, how)
}

/// A manager has ended a game of an event.
fn decide(
    mut progress: Progress<'_>,
    ctx: Context<'_>,
    game: Game,
    added: Vec<crate::table::LogEntry>,
    how: String,
) -> Handled {
    let no = game.no();
    let change = change_of(*ctx, game, added);
    progress.game(announced_with_board(*ctx, change, how.clone()));
    progress.add(TournamentEvent::Decided { game: no, how })?;
    let wake = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(wake)))
}
