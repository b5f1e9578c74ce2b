//! Notices to somebody that it is their turn, or that they are asked for an answer.

use table::{Game, Person, PersonId, Proposed};

use super::prefs::{Prefs, TurnNotice};
use crate::{
    message::{Fallback, Reply},
    naming::{
        names::{mention, others_listed},
        titles::name_of,
    },
    play::{announcements::public, proposals},
    text,
    world::World,
};

/// Lets a message that asks players for something, a move or an answer to a proposal, ping only those who
/// wish that, and returns the private messages to those who wish these. Each is asked once: whoever calls
/// this has just let them be asked.
pub(crate) fn ask_as_wished(world: &dyn World, game: &Game, reply: &mut Reply) -> Vec<Reply> {
    let wish_private = ping_as_wished(world, game, &mut reply.ping);
    let mut private: Vec<Reply> = Vec::new();
    for (_, person) in game.people().filter(|(_, person)| wish_private.contains(&person.id)) {
        let place = person.id.private_place();
        if private.iter().all(|reply| reply.place != place) {
            private.push(in_private(game, person));
        }
    }
    private
}

/// Takes those of whom a game waits and who do not wish to be pinged where it is played out of those whom
/// a message pings, and returns the ones among them who wish to be asked in private.
pub(crate) fn ping_as_wished(
    world: &dyn World,
    game: &Game,
    ping: &mut Vec<PersonId>,
) -> Vec<PersonId> {
    let mut private = Vec::new();
    if !game.is_running() {
        return private;
    }
    ping.retain(|who| {
        if !game.waits_for(who) && proposals_to(game, who).next().is_none() {
            return true;
        }
        let is_here = game.place().owner().as_ref() == Some(who);
        // What cannot be read is as it usually is: the turn is told.
        match Prefs::of(world, who).unwrap_or_default().turn {
            TurnNotice::Private if !is_here => private.push(who.clone()),
            TurnNotice::Off => {}
            TurnNotice::Channel | TurnNotice::Private => return true,
        }
        false
    });
    private
}

/// Returns what waits for an answer of this person.
fn proposals_to(game: &Game, who: &PersonId) -> impl Iterator<Item = Proposed> {
    let awaits = |what: &Proposed| !game.answers_awaited(*what, who).is_empty();
    proposals::ALL.into_iter().filter(awaits)
}

/// The private message that somebody is asked for a move, or for an answer to a proposal; where the game
/// is played, if their chat is closed.
fn in_private(game: &Game, person: &Person) -> Reply {
    let (no, is_turn) = (game.no(), game.waits_for(&person.id));
    let against = others_listed(game, game.seat_of(&person.id));
    let mut words = Vec::new();
    if is_turn {
        words.push(text::turn_in_private(no, name_of(game), &against));
    }
    for what in proposals_to(game, &person.id) {
        words.push(text::proposal_in_private(what, no, name_of(game), &against));
    }
    let fallback = Fallback {
        place: game.place().clone(),
        text: text::not_asked_in_private(&mention(person), no, is_turn),
    };
    let place = person.id.private_place();
    let ping = vec![person.id.clone()];
    Reply { place, fallback: Some(fallback), ..public(game, words.join("\n"), ping) }
}
