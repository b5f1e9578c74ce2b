//! A new offer: making it, or starting it at once where nobody has to be waited for.

use table::{Game, NewGame, Occupant, PersonId, Stage};

use super::{
    same::NewOffer,
    seats::{asked_people, seats_words, terms_words},
    start::start,
};
use crate::{
    actions::{View, actions},
    handling::{
        cause::{Cause, Scope},
        changes::change_of,
        context::Context,
        step::{Handled, InternalError, SingleChange, Step},
    },
    moderation::checks::decline_for_blockers,
    naming::{
        names::{challenger_name, listed, mention},
        titles::{option_meanings, rules_topic, title},
    },
    play::announcements::public,
    text,
    time::vacation::who_is_away,
    world::{World, scopes},
};

/// Makes the offer, and starts it where nobody has to be waited for.
pub(super) fn make(scope: Scope<'_>, new: NewOffer) -> Result<SingleChange, InternalError> {
    let NewOffer { challenger, kind, options, terms, others, place, server } = new;
    let mut seats = vec![Occupant::Person(challenger)];
    seats.extend(others);
    let stamp = scope.stamp();
    let game = Game::offer(NewGame {
        no: scope.world.fresh_no(),
        kind,
        options,
        server,
        place,
        seats,
        terms,
        secret: scope.world.fresh_secret()?,
        salt: stamp.salt.unwrap_or_default().to_owned(),
        at: stamp.at,
    });
    let mut game =
        game.ok_or_else(|| InternalError("canonical options were not read".to_owned()))?;
    let (added, declined) = decline_for_blockers(scope, &mut game)?;
    match game.challenger() {
        Some(to) if !game.is_offered() => {
            let words = text::declined(&declined, &mention(to), game.no());
            let replies = scope.announce(&game, words, Vec::new());
            Ok(SingleChange { replies, ..change_of(scope, game, added) })
        }
        _ if game.is_full() => start(scope, game),
        _ => announced(scope, game, &declined),
    }
}

/// The new offer with its message; the people who are asked are pinged. `declined` are those who do not want to play.
fn announced(scope: Scope<'_>, game: Game, declined: &str) -> Result<SingleChange, InternalError> {
    let asked = asked_people(&game);
    let mut people = scope.people();
    people.extend(asked.iter().map(|person| (*person).clone()));
    let ping: Vec<PersonId> = asked.iter().map(|person| person.id.clone()).collect();
    let mut words = format!("{} {}", offer_words(scope, &game), text::open_for_a_day(game.no()));
    words.push_str(&away_lines(scope, &game)?);
    if !declined.is_empty() {
        words.push_str(&format!("\n{}", text::seat_declined(declined, "").trim_end()));
    }
    let replies = vec![public(&game, words, ping)];
    Ok(SingleChange { people, replies, ..change_of(scope, game, Vec::new()) })
}

/// Says who of a game is on vacation, in lines that follow others; empty if nobody is.
pub(super) fn away_lines(scope: Scope<'_>, game: &Game) -> Result<String, InternalError> {
    if game.terms().event.is_some() {
        // There nobody's clock stands for that.
        return Ok(String::new());
    }
    let (rules, now) = (scopes::of_game(game), scope.world.now());
    let away = who_is_away(scope.world, game.seats(), None, &rules, now)?;
    Ok(away.into_iter().map(|sentence| format!("\n{sentence}")).collect())
}

/// An offer in the words in which it was made, and whom it pings, where it is said once more.
pub(crate) fn offer_again(world: &dyn World, game: &Game) -> (String, Vec<PersonId>) {
    let asked = asked_people(game).into_iter().map(|person| person.id.clone());
    (words_of_open(Scope { world, cause: Cause::Host }, game), asked.collect())
}

/// An offer that is open already in words, with the instant at which it ends.
fn words_of_open(scope: Scope<'_>, game: &Game) -> String {
    let words = offer_words(scope, game);
    match game.stage() {
        Stage::Offered(until) => format!("{words} {}", text::open_already(game.no(), until)),
        Stage::Running | Stage::Over(_) => words,
    }
}

/// The offer in words: to one person, to anyone, or for more than two seats.
fn offer_words(scope: Scope<'_>, game: &Game) -> String {
    let from = challenger_name(game);
    let (no, prefix) = (game.no(), &*scope.prefix_of(game));
    let terms = format!("{}{}", terms_words(game), option_meanings(game));
    let (name, topic) = (title(game), rules_topic(game));
    let to: Vec<String> = asked_people(game).into_iter().map(mention).collect();
    match (game.seats().len(), to.as_slice()) {
        (2, [to]) => text::offer_to(to, &from, &name, &terms, prefix, topic),
        (2, _) => text::offer_open(&from, &name, &terms, no, prefix, topic),
        (_, to) => {
            let seats = seats_words(game);
            let rated = game.terms().rated;
            text::offer_many(&listed(to), &from, &name, &seats, &terms, no, prefix, topic, rated)
        }
    }
}

/// The open offer of the author once more, as the answer to a line that asks for the same. Nobody is pinged again.
/// If all can read it, the buttons are those of the offer.
pub(super) fn offered_again(ctx: Context<'_>, offer: &Game) -> Handled {
    let mut reply = ctx.reply_about(offer.no(), words_of_open(*ctx, offer));
    if *offer.place() == ctx.msg.place && !ctx.msg.is_answered_alone(&reply) {
        let view = View { viewer: None, place: offer.place(), private: false, alone: false };
        reply.actions = actions(ctx.world, offer, view)?;
    }
    Ok(Step::Say(vec![reply]))
}
