//! Why something is done: most changes answer a message, but a deadline, a delivery or a bot may
//! start, move on or end a game just as well.

use std::fmt;

use games::Seat;
use table::{Game, GameNo, Key, MessageId, Millis, Person, PersonId, PlaceId, ServerId, Stamp};

use crate::{
    message::{Audience, Incoming, Reply},
    naming::names::{channel_name, name_at, person_name},
    play::announcements::public,
    text,
    world::World,
};

/// The cause of a change: who or what asks for it.
#[derive(Clone, Copy, Debug)]
pub enum Cause<'a> {
    /// Somebody wrote this message.
    Message(&'a Incoming),
    /// The instant has come at which something about this key was due.
    Due(&'a Key, Millis),
    /// The platform has a board that was sent to it.
    Delivery(&'a Delivery),
    /// The bot on this seat has decided.
    Bot(Seat),
    /// The host does it by itself.
    Host,
}

/// The platform has the board of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The game that the board shows.
    pub game: GameNo,
    /// Where it was said.
    pub place: PlaceId,
    /// The part of the game that it shows, as [`BoardRecipe::age`](table::BoardRecipe::age) counts; `None`
    /// for what one player alone sees before the game.
    pub shows: Option<usize>,
    /// The id that the message with the board has on its platform.
    pub message: MessageId,
    /// When the platform had it.
    pub at: Millis,
}

/// The information that an action may look at: the committed state, and why it happens.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The committed state, the time and chance.
    pub world: &'a dyn World,
    /// Why it happens.
    pub cause: Cause<'a>,
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("cause", &self.cause).finish_non_exhaustive()
    }
}

impl<'a> Scope<'a> {
    /// The message that asks for it, if one does.
    pub(crate) const fn message(self) -> Option<&'a Incoming> {
        match self.cause {
            Cause::Message(msg) => Some(msg),
            Cause::Due(..) | Cause::Delivery(_) | Cause::Bot(_) | Cause::Host => None,
        }
    }

    /// The person who asks for it, if one does.
    pub(crate) fn person(self) -> Option<&'a Person> {
        self.message().map(|msg| &msg.author)
    }

    /// Returns `true` if this is the person who asks for it.
    pub(crate) fn is_asked_by(self, who: &PersonId) -> bool {
        self.person().is_some_and(|person| person.id == *who)
    }

    /// The people to remember: the one who asks for it, if there is one.
    pub(crate) fn people(self) -> Vec<Person> {
        self.person().cloned().into_iter().collect()
    }

    /// Returns when it happens, and what the message adds to rolls if one asks for it. What a message asks for
    /// happens when it was written, which is never later than now.
    pub(crate) fn stamp(self) -> Stamp<'a> {
        let now = self.world.now();
        let message = self.message();
        Stamp {
            at: message.map_or(now, |msg| msg.at.min(now)),
            salt: message.map(|msg| msg.salt.as_str()),
        }
    }

    /// The name of whoever acts for a seat: that of the person who asks for it, otherwise the name
    /// of the seat's occupant.
    pub(crate) fn name_of(self, game: &Game, seat: Seat) -> String {
        self.person()
            .map_or_else(|| name_at(game, seat), |person| person_name(game.seats(), person))
    }

    /// The prefix of commands where a game is played; empty where none is needed, in particular where
    /// the message itself needed none.
    pub(crate) fn prefix_of(self, game: &Game) -> String {
        let here = self.server_of(game.place());
        let settings = self.world.settings(game.place(), here.as_ref().or(game.server()));
        match self.message().filter(|msg| msg.place == *game.place()) {
            Some(msg) => settings.prefix_for(msg.addressing).to_owned(),
            None => settings.needed_prefix().to_owned(),
        }
    }

    /// The server to which a place belongs, if the message comes from there, or tells of it.
    pub(crate) fn server_of(self, place: &PlaceId) -> Option<ServerId> {
        let is_there = |msg: &&Incoming| {
            msg.place == *place || msg.closed.as_ref().is_some_and(|closed| closed.opens(place))
        };
        self.message().filter(is_there)?.server.clone()
    }

    /// A public message in words about a game, with a short note where the message was written if
    /// the game is played elsewhere.
    pub(crate) fn announce(self, game: &Game, words: String, ping: Vec<PersonId>) -> Vec<Reply> {
        let mut replies = vec![public(game, words, ping)];
        replies.extend(self.note_elsewhere(game));
        replies
    }

    /// The short note for the author of a message if the game is played elsewhere.
    pub(crate) fn note_elsewhere(self, game: &Game) -> Option<Reply> {
        let msg = self.message().filter(|msg| msg.place != *game.place())?;
        if !self.world.settings(game.place(), game.server()).is_gone {
            // Whoever taps is shown a link to the board.
            let channel = channel_name(game.place());
            let is_private = game.place().owner().is_some();
            let words = text::played_elsewhere(game.no(), channel.as_deref(), is_private);
            return (!msg.is_tapped()).then(|| reply_to(msg, words));
        }
        // The board itself comes to the private chats of its people.
        let owner = msg.place.owner();
        let comes_here =
            owner.is_some_and(|owner| game.seats().iter().any(|seat| seat.is_or_asks(&owner)));
        (!comes_here).then(|| {
            let note = reply_to(msg, text::played_in_private(game.no()));
            let alone = Audience::Only(msg.author.id.clone());
            Reply { audience: if msg.is_tapped() { alone } else { note.audience.clone() }, ..note }
        })
    }
}

/// An answer to a message, without picture, file or ping.
pub(crate) fn reply_to(msg: &Incoming, words: String) -> Reply {
    Reply { reply_to: Some(msg.id.clone()), ..Reply::new(msg.place.clone(), words) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        message::Addressing,
        tests::{NewWorld, channel, message, person, started},
    };
    use table::Platform;

    #[test]
    fn a_message_says_who_asks_and_where() {
        let (world, game) = (NewWorld::default(), started(&["ann", "ben"]));
        let msg = message("ben", channel(), Addressing::Channel);
        let scope = world.scope(Cause::Message(&msg));
        assert_eq!(scope.stamp(), Stamp { at: 0, salt: Some("m7") });
        assert_eq!((scope.people(), scope.note_elsewhere(&game)), (vec![person("ben")], None));
        assert!(scope.is_asked_by(&person("ben").id) && !scope.is_asked_by(&person("ann").id));
        assert_eq!(scope.name_of(&game, Seat::FIRST), "ben");
        assert_eq!(scope.prefix_of(&game), "!");

        let private = message("ben", person("ben").id.private_place(), Addressing::Private);
        let scope = world.scope(Cause::Message(&private));
        assert_eq!(scope.prefix_of(&game), "!");
        assert_eq!(
            scope.note_elsewhere(&game).map(|reply| reply.place),
            Some(private.place.clone())
        );
    }

    #[test]
    fn without_a_message_nobody_asks() {
        let (world, game) = (NewWorld::default(), started(&["ann", "ben"]));
        let key = Key::Game(game.no());
        let delivery = Delivery {
            game: game.no(),
            place: channel(),
            shows: None,
            message: MessageId::new(Platform::Discord, "7"),
            at: 5,
        };
        let causes =
            [Cause::Due(&key, 5), Cause::Delivery(&delivery), Cause::Bot(Seat::FIRST), Cause::Host];
        for cause in causes {
            let scope = world.scope(cause);
            assert_eq!(scope.stamp(), Stamp { at: 0, salt: None });
            assert_eq!((scope.people(), scope.note_elsewhere(&game)), (Vec::new(), None));
            assert!(!scope.is_asked_by(&person("ann").id));
            assert_eq!(scope.name_of(&game, Seat::SECOND), "ben");
            assert_eq!(
                (scope.prefix_of(&game), scope.server_of(&channel())),
                ("!".to_owned(), None)
            );
        }
    }
}
