//! Draws: offering, accepting and declining one, and the bot's answer.

use games::{Outcome, Seat};
use table::{
    ActionError, Answer, Game, GameNo, Highlight, LogEntry, LogEvent, Occupant, PersonId,
    Proposed::Draw, Stage,
};

use super::{
    announcements::public,
    proposals::{asked_in_words, awaited_people, called, game_to_answer_in},
    results::ending,
};
use crate::{
    handling::{
        cause::Scope,
        changes::{announced_in_words, announced_with_board, change_of},
        context::Context,
        selection::game_to_act_in,
        step::{Change, Handled, InternalError, SingleChange, Step},
    },
    message::Reply,
    naming::names::name_at,
    parse::command::ProposalWord,
    pictures::{first_line, picture},
    text,
    time::deadlines::check_in_time,
};

/// How many plies a bot that has declined a draw lets pass before it considers another offer.
const BOT_PAUSE: u32 = 10;

/// `draw …`
pub(crate) fn draw(ctx: Context<'_>, no: Option<GameNo>, word: ProposalWord) -> Handled {
    let no = match word {
        ProposalWord::Offer => no,
        ProposalWord::Accept | ProposalWord::Decline => {
            Some(game_to_answer_in(ctx, Draw, no, typed(word))?)
        }
    };
    let (game, seat) = game_to_act_in(ctx, no, |no| format!("{} {no}", typed(word)))?;
    check_in_time(ctx, &game)?;
    let (no, awaited) = (game.no(), game.answers_awaited(Draw, ctx.author()));
    let done = match word {
        ProposalWord::Offer if awaited.is_empty() && only_bot(&game) => {
            offer_to_bot(ctx, &game, seat)
        }
        ProposalWord::Offer if awaited.is_empty() => offer(*ctx, game, seat).map(Step::from),
        ProposalWord::Offer | ProposalWord::Accept => accept(*ctx, game, &awaited).map(Step::from),
        ProposalWord::Decline => decline(*ctx, game, &awaited).map(Step::from),
    };
    done.or_else(|error| match error {
        ActionError::StillArranging => ctx.say_about(no, text::nothing_to_draw(no, ctx.prefix)),
        ActionError::ProposesAlready => ctx.say_about(no, text::draw_offered_already(no)),
        ActionError::AskedBefore => ctx.say_about(no, text::draw_offered_before(no)),
        ActionError::NoProposal => ctx.say_about(no, text::no_draw_offer(no, ctx.prefix)),
        other => Err(other.into()),
    })
}

/// Returns `true` if somebody can offer a draw now.
pub(crate) fn may_offer(game: &Game, who: &PersonId) -> bool {
    game.seats_of(who).any(|seat| game.check_proposal(Draw, seat).is_ok())
}

/// The words that stand for what is done about a draw.
const fn typed(word: ProposalWord) -> &'static str {
    match word {
        ProposalWord::Offer => "draw offer",
        ProposalWord::Accept => "draw accept",
        ProposalWord::Decline => "draw decline",
    }
}

/// Returns `true` if a bot plays in a game that may still be drawn.
pub(crate) fn has_bot(game: &Game) -> bool {
    game.seats().iter().any(|occupant| matches!(occupant, Occupant::Bot(_)))
        && !matches!(game.stage(), Stage::Over(Outcome::Aborted))
}

/// Returns `true` if the only opponent in a game is a bot.
fn only_bot(game: &Game) -> bool {
    game.seats().len() == 2 && has_bot(game)
}

/// Offers a draw to the only opponent, a bot: the host asks the bot, unless it declined an offer just
/// now.
fn offer_to_bot(ctx: Context<'_>, game: &Game, seat: Seat) -> Result<Step, ActionError> {
    let pause = plies_of_pause(game);
    if pause > 0 {
        return Ok(Step::Say(vec![ctx.reply_about(game.no(), text::declined_just_now(pause))]));
    }
    game.check_proposal(Draw, seat)?;
    Ok(Step::AskBot(game.no(), seat))
}

/// Offers a draw to people. In a game of more than two, bots answer at once.
fn offer(scope: Scope<'_>, mut game: Game, seat: Seat) -> Result<SingleChange, ActionError> {
    let from = scope.name_of(&game, seat);
    let added = game.propose(Draw, seat, &answers_at_once(&game, seat), scope.stamp().at)?;
    let change = change_of(scope, game, added);
    let game = &change.game;
    if let Some(LogEvent::DrawDecline(bot)) = change.added.last().map(|entry| &entry.event) {
        let words = text::bot_declines_for(&name_at(game, *bot), &from);
        return Ok(announced_in_words(scope, change, words, Vec::new()));
    }
    if !game.is_running() {
        return Ok(announced_with_board(scope, change, String::new()));
    }
    let (to, ping) = awaited_people(game, Draw, &[]);
    let words = text::draw_offered(&from, &to, &scope.prefix_of(game));
    Ok(asked_in_words(scope, change, words, ping))
}

/// Returns what bots, and other seats of the same person, answer to a draw offer by `seat` at once: a bot that
/// has the most points, alone or with others, plays on.
fn answers_at_once(game: &Game, seat: Seat) -> Vec<(Seat, Answer)> {
    let answer = |other: Seat| match game.occupant(other) {
        Occupant::Bot(_) if bot_plays_on(game, other) => Some((other, Answer::Decline)),
        Occupant::Bot(_) => Some((other, Answer::Accept)),
        _ => game.is_same_person(seat, other).then_some((other, Answer::Accept)),
    };
    game.position().active().without(seat).iter().filter_map(answer).collect()
}

/// Accepts a draw for these seats of one player; it is agreed once nobody is left to answer.
fn accept(scope: Scope<'_>, mut game: Game, seats: &[Seat]) -> Result<SingleChange, ActionError> {
    let added = game.accept_proposal(Draw, seats, scope.stamp().at)?;
    let change = change_of(scope, game, added);
    let game = &change.game;
    if !game.is_running() {
        return Ok(announced_with_board(scope, change, String::new()));
    }
    let from = scope.name_of(game, seats.first().copied().unwrap_or(Seat::FIRST));
    let (to, ping) = awaited_people(game, Draw, &[]);
    let words = text::draw_taken(&from, &to, &scope.prefix_of(game));
    Ok(asked_in_words(scope, change, words, ping))
}

/// Declines the draw for the first of these seats of one player.
fn decline(scope: Scope<'_>, mut game: Game, seats: &[Seat]) -> Result<SingleChange, ActionError> {
    let seat = seats.first().copied().ok_or(ActionError::NoProposal)?;
    let by = game.proposal(Draw).map(|offer| offer.by);
    let offerers = game.people().filter(|(seat, _)| Some(*seat) == by);
    let (to, ping) = called(&game, offerers.map(|(_, person)| person), &[]);
    let words = text::draw_declined(&scope.name_of(&game, seat), &to);
    let added = game.decline_proposal(Draw, seat, scope.stamp().at)?;
    Ok(announced_in_words(scope, change_of(scope, game, added), words, ping))
}

/// Returns `true` if a bot in a game of more than two declines a draw: it does if it has the most points, alone
/// or with others.
fn bot_plays_on(game: &Game, seat: Seat) -> bool {
    let Some(scores) = game.position().scores() else { return true };
    let active = game.position().active();
    let best = active.iter().filter_map(|seat| scores.get(seat.index())).max();
    scores.get(seat.index()) >= best
}

/// Returns how many plies must still pass before a bot that has declined a draw considers another offer.
fn plies_of_pause(game: &Game) -> u32 {
    let is_decline = |entry: &LogEntry| matches!(entry.event, LogEvent::DrawDecline(_));
    let Some(declined) = game.log().iter().rposition(is_decline) else { return 0 };
    let before = game.log().iter().take(declined).filter(|entry| entry.event.is_ply()).count();
    let before = u32::try_from(before).unwrap_or(u32::MAX);
    BOT_PAUSE.saturating_sub(game.position().n_standing_behind(before))
}

/// The change that a draw offer by `seat` makes once the bot, its only opponent, has answered it.
///
/// # Errors
/// [`InternalError`] if the game takes no offer now.
pub fn answer_draw_for_bot(
    scope: Scope<'_>,
    game: &Game,
    seat: Seat,
    accepts: bool,
) -> Result<Change, InternalError> {
    let (mut game, now, bot) = (game.clone(), scope.world.now(), seat.other());
    let mut added = game.propose(Draw, seat, &[], now)?;
    added.extend(if accepts {
        game.accept_proposal(Draw, &[bot], now)?
    } else {
        game.decline_proposal(Draw, bot, now)?
    });
    let mut change = change_of(scope, game, added);
    let game = &change.game;
    let words = match game.outcome() {
        Some(outcome) => ending(scope, game, outcome),
        None => text::bot_declines(),
    };
    let board = game.outcome().map(|_| {
        picture(scope.world, game, game.facing(), Highlight::Plies(1), first_line(&words))
    });
    let attachments = board.into_iter().collect();
    let reply = Reply { attachments, ..public(game, words, Vec::new()) };
    change.replies.push(reply);
    Ok(change.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        handling::cause::Cause,
        tests::{NewWorld, person, started},
    };
    use games::Reason;

    #[test]
    fn a_draw_is_offered_and_agreed_without_a_message() {
        let (world, game) = (NewWorld::default(), started(&["ann", "ben", "carl"]));
        let scope = world.scope(Cause::Host);
        let offered = offer(scope, game, Seat::FIRST).unwrap();
        assert_eq!(offered.replies[0].ping, [person("ben").id, person("carl").id]);
        let third = offered.game.answers_awaited(Draw, &person("carl").id);
        let taken = accept(scope, offered.game, &third).unwrap();
        assert_eq!(taken.replies[0].ping, [person("ben").id]);
        let again = offer(scope, taken.game.clone(), Seat::FIRST).map(|_| ());
        assert_eq!(again, Err(ActionError::ProposesAlready));
        let agreed = accept(scope, taken.game, &[Seat::SECOND]).unwrap();
        assert_eq!(agreed.game.outcome(), Some(Outcome::Draw(Reason::Agreement)));
        assert_eq!(agreed.replies[0].ping.len(), 3);
    }

    #[test]
    fn a_bot_that_declines_says_so_and_waits() {
        let (world, game) = (NewWorld::default(), started(&["ann", "ben"]));
        let scope = world.scope(Cause::Bot(Seat::SECOND));
        let change = answer_draw_for_bot(scope, &game, Seat::FIRST, false).unwrap();
        let declined = &change.games[0];
        assert_eq!(declined.added.len(), 2);
        assert_eq!(plies_of_pause(&declined.game), BOT_PAUSE);
        let mut later = declined.game.clone();
        let legal_move = later.position().read(&later.position().example_move().unwrap()).unwrap();
        later.play(&legal_move, false, scope.stamp()).unwrap();
        assert_eq!(plies_of_pause(&later), BOT_PAUSE - 1);
        let change = answer_draw_for_bot(scope, &later, Seat::FIRST, true).unwrap();
        assert_eq!(change.games[0].game.outcome(), Some(Outcome::Draw(Reason::Agreement)));
        assert!(answer_draw_for_bot(scope, &change.games[0].game, Seat::FIRST, true).is_err());
    }
}
