//! Taps: what is pressed below an older board, or moved on one, does not count in the game as it is now, and a yes
//! counts for whoever was asked, for a while.

use table::Game;

use super::action::Question;
use crate::{
    commands::is_sure,
    handling::{
        cause::reply_to,
        step::{InternalError, Step},
    },
    message::{Consent, Incoming, Reply, placeholder::Placeholder},
    parse::{self, Reading, plain_text::fold},
    text,
    world::World,
};

/// The answer to what was pressed where that does not count any more, or not from this person; `None` if it
/// counts.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn refused(world: &dyn World, msg: &Incoming) -> Result<Option<Step>, InternalError> {
    match moved_on(world, msg)? {
        Some(step) => Ok(Some(step)),
        None => not_asked(world, msg),
    }
}

/// The answer to a tap on a game as it is no longer; `None` if it is still so.
fn moved_on(world: &dyn World, msg: &Incoming) -> Result<Option<Step>, InternalError> {
    let Some(pressed) = msg.pressed else { return Ok(None) };
    let Some(game) = world.game(pressed.game)? else { return Ok(None) };
    if pressed.holds(&game, game.seat_of(&msg.author.id)) {
        return Ok(None);
    }
    let link = board_link(world, &game)?;
    // On the page nothing is tapped so but moves.
    let words = match msg.is_tapped() {
        true => text::moved_on(game.no(), &link),
        false => text::moved_on_unplayed(game.no(), &link),
    };
    let reply = Reply { game: Some(game.no()), ..reply_to(msg, words) };
    Ok(Some(Step::Say(vec![reply])))
}

/// The link to the newest board of a game in its place; empty if there is none.
fn board_link(world: &dyn World, game: &Game) -> Result<String, InternalError> {
    let (place, server) = (game.place().clone(), game.server().cloned());
    let message = world.newest_board(game.no(), &place)?;
    let link = |message| Placeholder::Message { game: game.no(), place, message, server }.tag();
    Ok(message.map(link).unwrap_or_default())
}

/// The answer to a yes by which somebody answers what they were not asked, or not just now; `None` if it
/// counts, or is none. Whoever does not play in its game is told that as if they had typed.
fn not_asked(world: &dyn World, msg: &Incoming) -> Result<Option<Step>, InternalError> {
    let Consent::Tapped(question) = &msg.consent else { return Ok(None) };
    let Reading::Command(command) = parse::read(&fold(&msg.text)) else { return Ok(None) };
    if !is_sure(&command.values) || question.as_ref().is_some_and(|one| counts(one, msg)) {
        return Ok(None);
    }
    let no = command.values.game_no();
    if let Some(no) = no {
        let game = world.game(no)?;
        if game.is_none_or(|game| game.seat_of(&msg.author.id).is_none()) {
            return Ok(None);
        }
    }
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let (prefix, path) = (settings.prefix_for(msg.addressing), command.info.path);
    let line = no.map_or_else(|| format!("{prefix}{path}"), |no| format!("{prefix}{path} {no}"));
    let is_of_other = question.as_ref().is_some_and(|one| one.asked != msg.author.id);
    let words = if is_of_other { text::asked_of_other(&line) } else { text::asked_before(&line) };
    Ok(Some(Step::Say(vec![Reply { game: no, ..reply_to(msg, words) }])))
}

/// Returns `true` if a yes in a message answers this question: its author was asked, and not too long ago.
fn counts(question: &Question, msg: &Incoming) -> bool {
    question.asked == msg.author.id && msg.at <= question.until
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Addressing,
        tests::{NewWorld, channel, message, person},
    };
    use table::SURE_WITHIN;

    #[test]
    fn a_yes_answers_the_question_of_its_author_for_a_minute() {
        let ask = |who: &str| Question { asked: person(who).id, until: SURE_WITHIN };
        let world = NewWorld::default();
        // What is about no game is asked in the same way.
        let said = |consent, at| {
            let msg = message("ann", channel(), Addressing::Private);
            Incoming { text: "resign yes".to_owned(), consent, at, ..msg }
        };
        let answer = |consent, at| match refused(&world, &said(consent, at)).unwrap() {
            Some(Step::Say(replies)) => replies[0].text.clone(),
            other => {
                assert!(other.is_none());
                String::new()
            }
        };
        assert_eq!(answer(Consent::Typed, 0), "");
        assert_eq!(answer(Consent::Tapped(Some(ask("ann"))), SURE_WITHIN), "");
        let late = answer(Consent::Tapped(Some(ask("ann"))), SURE_WITHIN + 1);
        assert_eq!(late, text::asked_before("resign"));
        // One that tells of no question is of an earlier version, or forged.
        assert_eq!(answer(Consent::Tapped(None), 0), late);
        let other = answer(Consent::Tapped(Some(ask("ben"))), 0);
        assert_eq!(other, text::asked_of_other("resign"));
    }
}
