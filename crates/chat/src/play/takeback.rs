//! Taking a move back, by consent of all others: `takeback`.

use games::Seat;
use table::{
    ActionError, Answer, Game, GameNo, LogEntry, LogEvent, Occupant, PersonId, PlyRoll,
    Proposed::Takeback,
};

use super::{
    plans::drop_plans,
    proposals::{asked_in_words, awaited_people, called, game_to_answer_in},
};
use crate::{
    handling::{
        cause::Scope,
        changes::{announced_in_words, announced_with_board, change_of},
        context::Context,
        selection::game_to_act_in,
        step::{Change, Handled, InternalError, SingleChange, Step},
    },
    naming::names::name_at,
    parse::command::ProposalWord,
    text,
    time::deadlines::{check_in_time, credit_running},
};

/// `takeback …`
pub(crate) fn takeback(ctx: Context<'_>, no: Option<GameNo>, word: ProposalWord) -> Handled {
    let typed = match word {
        ProposalWord::Offer => "takeback",
        ProposalWord::Accept => "takeback accept",
        ProposalWord::Decline => "takeback decline",
    };
    let no = match word {
        ProposalWord::Offer => no,
        ProposalWord::Accept | ProposalWord::Decline => {
            Some(game_to_answer_in(ctx, Takeback, no, typed)?)
        }
    };
    let (game, _) = game_to_act_in(ctx, no, |no| format!("{typed} {no}"))?;
    check_in_time(ctx, &game)?;
    let awaited = game.answers_awaited(Takeback, ctx.author());
    match word {
        ProposalWord::Offer => match awaited.first().zip(game.proposal(Takeback)) {
            Some((_, open)) => {
                let by = name_at(&game, open.by);
                ctx.say_about(game.no(), text::answer_takeback_first(&by, game.no(), ctx.prefix))
            }
            None => ask(ctx, game),
        },
        ProposalWord::Accept => accept(ctx, game, &awaited),
        ProposalWord::Decline => decline(ctx, game, &awaited),
    }
}

/// Asks the others, or takes the move back at once where there is nobody to ask.
fn ask(ctx: Context<'_>, mut game: Game) -> Handled {
    let Some(seat) = asking_seat(&game, ctx.author()) else {
        return ctx.say_about(game.no(), text::nothing_to_take_back(game.no()));
    };
    if game.terms().event.is_some() {
        return ctx.say_about(game.no(), text::no_takebacks_in_events(game.no()));
    }
    if let Err(error) = game.check_proposal(Takeback, seat) {
        return refuse(ctx, &game, seat, error);
    }
    let (what, answers) = (undone(&game, seat), answers_at_once(&game, seat));
    let is_agreed = game.position().active().without(seat).len() == answers.len();
    let mut added = if is_agreed { credit_others(*ctx, &mut game, seat)? } else { Vec::new() };
    added.extend(game.propose(Takeback, seat, &answers, ctx.stamp().at)?);
    let change = change_of(*ctx, game, added);
    if is_agreed {
        return Ok(Step::Change(taken_back(*ctx, change, seat, &what)?));
    }
    let (to, ping) = awaited_people(&change.game, Takeback, &[]);
    let is_timed = change.game.clocks().control().is_limited();
    let words = text::takeback_asked(&ctx.name_in(&change.game), &to, &what, is_timed, ctx.prefix);
    Ok(asked_in_words(*ctx, change, words, ping).into())
}

/// Agrees for these seats of one player; the move is taken back once nobody is left to answer.
fn accept(ctx: Context<'_>, mut game: Game, seats: &[Seat]) -> Handled {
    let Some(open) = game.proposal(Takeback).filter(|_| !seats.is_empty()) else {
        return refuse(ctx, &game, Seat::FIRST, ActionError::NoProposal);
    };
    let what = undone(&game, open.by);
    let is_agreed = open.awaits.iter().all(|seat| seats.contains(&seat));
    let mut added = if is_agreed { credit_others(*ctx, &mut game, open.by)? } else { Vec::new() };
    added.extend(game.accept_proposal(Takeback, seats, ctx.stamp().at)?);
    let change = change_of(*ctx, game, added);
    if is_agreed {
        return Ok(Step::Change(taken_back(*ctx, change, open.by, &what)?));
    }
    let (to, ping) = awaited_people(&change.game, Takeback, &[]);
    let words = text::takeback_agreed(&ctx.name_in(&change.game), &to, ctx.prefix);
    Ok(asked_in_words(*ctx, change, words, ping).into())
}

/// Declines for the first of these seats of one player.
fn decline(ctx: Context<'_>, mut game: Game, seats: &[Seat]) -> Handled {
    let open = game.proposal(Takeback);
    let Some((seat, open)) = seats.first().zip(open) else {
        return refuse(ctx, &game, Seat::FIRST, ActionError::NoProposal);
    };
    let asking = game.people().filter(|(seat, _)| *seat == open.by).map(|(_, person)| person);
    let (to, ping) = called(&game, asking, &[]);
    let words = text::takeback_declined(&ctx.name_in(&game), &to);
    let added = game.decline_proposal(Takeback, *seat, ctx.stamp().at)?;
    Ok(announced_in_words(*ctx, change_of(*ctx, game, added), words, ping).into())
}

/// Returns `true` if somebody can ask for a takeback now.
pub(crate) fn may_ask(game: &Game, who: &PersonId) -> bool {
    asking_seat(game, who).is_some_and(|seat| game.check_proposal(Takeback, seat).is_ok())
}

/// The seat of a person whose last move is the later one, of those that have not left.
fn asking_seat(game: &Game, who: &PersonId) -> Option<Seat> {
    let active = game.position().active();
    let moved = |seat: &Seat| active.contains(*seat) && game.position().last_of(*seat).is_some();
    game.seats_of(who).filter(moved).max_by_key(|seat| game.position().last_of(*seat))
}

/// The move of a seat that would be taken back, and whether others after it would be.
fn undone(game: &Game, by: Seat) -> text::Undone {
    let last = game.position().last_of(by).unwrap_or_default();
    let plies = game.log().iter().map(|entry| &entry.event).filter(|event| event.is_ply());
    let mv = plies.into_iter().nth(last.saturating_sub(1) as usize).map(LogEvent::text);
    text::Undone { mv: mv.unwrap_or_default(), with_replies: is_followed(game, by) }
}

/// Returns `true` if a ply of somebody else stands behind the last one of this seat.
fn is_followed(game: &Game, by: Seat) -> bool {
    let last = |seat| game.position().last_of(seat);
    Seat::all(game.position().n_seats()).any(|seat| last(seat) > last(by))
}

/// Returns who has nothing against it, or cannot: bots, and other seats of the same person.
fn answers_at_once(game: &Game, by: Seat) -> Vec<(Seat, Answer)> {
    let agrees = |seat: &Seat| {
        matches!(game.occupant(*seat), Occupant::Bot(_)) || game.is_same_person(by, *seat)
    };
    let others = game.position().active().without(by);
    others.iter().filter(agrees).map(|seat| (seat, Answer::Accept)).collect()
}

/// Credits the pauses of the clocks that a takeback of this seat's move stops.
fn credit_others(
    scope: Scope<'_>,
    game: &mut Game,
    by: Seat,
) -> Result<Vec<LogEntry>, InternalError> {
    credit_running(scope.world, game, scope.stamp().at, |seat| seat != by)
}

/// The change by which a move is taken back, announced with the board. What was said beforehand hung on
/// the plies that are gone, so it goes with them.
fn taken_back(
    scope: Scope<'_>,
    change: SingleChange,
    by: Seat,
    what: &text::Undone,
) -> Result<Change, InternalError> {
    let (rows, told) = drop_plans(scope, &change.game)?;
    let to = change.game.position().n_standing();
    let words = text::taken_back(&name_at(&change.game, by), what, to);
    let mut change = Change::from(announced_with_board(scope, change, words));
    change.rows.extend(rows);
    change.replies.extend(told);
    Ok(change)
}

/// Refuses a takeback with its reason.
fn refuse(ctx: Context<'_>, game: &Game, by: Seat, error: ActionError) -> Handled {
    let no = game.no();
    let words = match error {
        ActionError::StillArranging => text::no_takeback_of_set_ups(no),
        ActionError::NothingToTakeBack => text::nothing_to_take_back(no),
        ActionError::CannotGoBack if has_thrown(game, by) => text::no_takeback_across_dice(no),
        ActionError::CannotGoBack => text::no_takeback_across_leaving(no),
        ActionError::AskedBefore => text::takeback_asked_before(no),
        ActionError::ProposesAlready => text::takeback_asked_already(no),
        ActionError::NoProposal => text::no_takeback_asked(no, ctx.prefix),
        other => return Err(other.into()),
    };
    ctx.say_about(no, words)
}

/// Returns `true` if dice fell in the last move of a seat or after it.
fn has_thrown(game: &Game, by: Seat) -> bool {
    let last = game.position().last_of(by).unwrap_or_default();
    let plies = game.log().iter().filter_map(|entry| match &entry.event {
        LogEvent::Ply { roll, .. } => Some(*roll != PlyRoll::NoDice),
        _ => None,
    });
    plies.into_iter().skip(last.saturating_sub(1) as usize).any(|throws| throws)
}
