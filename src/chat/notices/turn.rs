//! How somebody hears that it is their turn.

use super::prefs::{Prefs, TurnNotice};
use crate::{
    chat::{
        announcements::public,
        message::{Fallback, Reply},
        names::{mention, others_listed},
        text,
        titles::name_of,
        world::World,
    },
    table::{Game, Person},
};

/// Lets a message that tells whose turn it is ping only those who wish that, and returns the private
/// messages to those who wish these. A turn is told once: whoever calls this has just let it begin.
pub(in crate::chat) fn ask_as_wished(
    world: &dyn World,
    game: &Game,
    reply: &mut Reply,
) -> Vec<Reply> {
    let mut private = Vec::new();
    if !game.is_running() {
        return private;
    }
    for (_, person) in game.people().filter(|(_, person)| game.waits_for(&person.id)) {
        let is_here = game.place().owner().as_ref() == Some(&person.id);
        let Some(at) = reply.ping.iter().position(|who| *who == person.id) else { continue };
        // What cannot be read is as it usually is: the turn is told.
        let turn = Prefs::of(world, &person.id).unwrap_or_default().turn;
        match turn {
            TurnNotice::Private if !is_here => {
                reply.ping.remove(at);
                private.push(in_private(game, person));
            }
            TurnNotice::Off => {
                reply.ping.remove(at);
            }
            TurnNotice::Channel | TurnNotice::Private => {}
        }
    }
    private
}

/// The private message that it is somebody's turn; where the game is played, if their chat is closed.
fn in_private(game: &Game, person: &Person) -> Reply {
    let seat = game.seat_of(&person.id);
    let words = text::turn_in_private(game.no(), name_of(game), &others_listed(game, seat));
    let fallback = Fallback {
        place: game.place().clone(),
        text: text::turn_not_in_private(&mention(person), game.no()),
    };
    let place = person.id.private_place();
    Reply { place, fallback: Some(fallback), ..public(game, words, vec![person.id.clone()]) }
}
