//! Replies on their way out. Each goes as soon as its own picture is rendered, but what is said
//! about one game in one place keeps its order, and so do the answers to one person there, and what is said
//! to all there that is about no game, or about one of an event.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use chat::{Audience, Incoming, Outgoing};
use table::{GameNo, PersonId, PlaceId};

use crate::queues::key_queues::Ticket;

/// A reply that has not been handed to the adapter.
#[derive(Debug)]
pub(crate) struct UnsentReply {
    /// The reply with its picture, once that is rendered.
    pub(crate) outgoing: Outgoing,
    /// The message to which it is due.
    pub(crate) source: Option<Ticket>,
    lanes: Vec<Lane>,
    awaits_picture: bool,
    is_released: bool,
}

/// A group of replies that keeps its order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Lane {
    /// What is said about a game in a place.
    Game(PlaceId, GameNo),
    /// What is said to a person in a place.
    Person(PlaceId, PersonId),
    /// What is said to all in a place that is about no game, like the news of an event, and about games of events.
    Place(PlaceId),
}

impl UnsentReply {
    /// A reply that is due to this message, or to none. It may tell of an event, or of a game of one.
    pub(crate) fn new(
        outgoing: Outgoing,
        source: Option<(Ticket, &Incoming)>,
        is_of_event: bool,
    ) -> Self {
        let reply = &outgoing.reply;
        let answered = source
            .filter(|(_, incoming)| reply.reply_to.as_ref() == Some(&incoming.id))
            .map(|(_, incoming)| &incoming.author.id);
        let person = match &reply.audience {
            Audience::Only(person) => Some(person),
            Audience::Place => answered,
        };
        let game = reply.game.map(|no| Lane::Game(reply.place.clone(), no));
        let person = person.map(|who| Lane::Person(reply.place.clone(), who.clone()));
        let mut lanes: Vec<Lane> = game.into_iter().chain(person).collect();
        // The last board of a round comes before the standings, and the first ones of the next behind them.
        let is_news = is_of_event && reply.audience == Audience::Place;
        if lanes.is_empty() || is_news {
            lanes.push(Lane::Place(reply.place.clone()));
        }
        Self {
            lanes,
            awaits_picture: reply.picture().is_some(),
            is_released: false,
            source: source.map(|(ticket, _)| ticket),
            outgoing,
        }
    }
}

/// The replies that have not been handed over, by their tokens.
#[derive(Debug, Default)]
pub(crate) struct UnsentReplies {
    replies: HashMap<u64, UnsentReply>,
    /// The replies that may be said, in their order.
    lanes: HashMap<Lane, VecDeque<u64>>,
}

impl UnsentReplies {
    /// Returns `true` if everything has been handed over.
    pub(crate) fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }

    /// Keeps a reply whose picture is being rendered, until it may be said.
    pub(crate) fn prepare(&mut self, token: u64, reply: UnsentReply) {
        self.replies.insert(token, reply);
    }

    /// The message to which a reply is due.
    pub(crate) fn source(&self, token: u64) -> Option<Ticket> {
        self.replies.get(&token)?.source
    }

    /// Drops a reply that is not to be said after all.
    pub(crate) fn discard(&mut self, token: u64) {
        self.replies.remove(&token);
    }

    /// A reply may be said, behind what was released before. Gives what can be handed over now.
    #[must_use]
    pub(crate) fn release(&mut self, token: u64) -> Vec<UnsentReply> {
        let Some(reply) = self.replies.get_mut(&token) else { return Vec::new() };
        reply.is_released = true;
        for lane in &reply.lanes {
            self.lanes.entry(lane.clone()).or_default().push_back(token);
        }
        self.take_ready(token)
    }

    /// The picture of a reply is rendered, or could not be. Gives what can be handed over now.
    #[must_use]
    pub(crate) fn rendered(&mut self, token: u64, png: Option<Arc<Vec<u8>>>) -> Vec<UnsentReply> {
        let Some(reply) = self.replies.get_mut(&token) else { return Vec::new() };
        reply.outgoing.png = png;
        reply.awaits_picture = false;
        self.take_ready(token)
    }

    /// Takes out this reply and those behind it, as far as nothing is in their way.
    fn take_ready(&mut self, token: u64) -> Vec<UnsentReply> {
        let (mut ready, mut next) = (Vec::new(), VecDeque::from([token]));
        while let Some(token) = next.pop_front() {
            if !self.is_ready(token) {
                continue;
            }
            let Some(reply) = self.replies.remove(&token) else { continue };
            next.extend(reply.lanes.iter().filter_map(|lane| self.advance(lane)));
            ready.push(reply);
        }
        ready
    }

    /// Returns `true` if a reply has its picture and is the first one in each of its lanes.
    fn is_ready(&self, token: u64) -> bool {
        let is_first = |lane| self.lanes.get(lane).and_then(VecDeque::front) == Some(&token);
        self.replies.get(&token).is_some_and(|reply| {
            reply.is_released && !reply.awaits_picture && reply.lanes.iter().all(is_first)
        })
    }

    /// Takes the first reply off a lane, and gives the one behind it.
    fn advance(&mut self, lane: &Lane) -> Option<u64> {
        let queue = self.lanes.get_mut(lane)?;
        queue.pop_front();
        let next = queue.front().copied();
        if next.is_none() {
            self.lanes.remove(lane);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use chat::Reply;
    use table::{MessageId, Person, Platform};

    /// A reply in `local:channel`, as the store keeps it.
    fn reply(text: &str, game: Option<u32>, picture: bool) -> Reply {
        let board = json!({ "files": 1, "ranks": 1, "turned": 0, "pieces": [], "marks": [] });
        let panel = json!({ "headline": "", "note": "", "fights": [], "foot": "" });
        let picture =
            picture.then(|| json!({ "alt": "", "scene": { "board": board, "panel": panel } }));
        let reply = json!({
            "place": "local:channel", "audience": "Place", "reply_to": "local:1", "text": text,
            "ping": [], "picture": picture, "file": null, "game": game, "chips": [],
        });
        serde_json::from_value(reply).unwrap()
    }

    /// The first message of a person.
    fn message_of(name: &str) -> Incoming {
        let author = PersonId::new(Platform::Local, name);
        Incoming::line(
            MessageId::new(Platform::Local, "1"),
            Person { id: author, name: name.into() },
            PlaceId::channel(Platform::Local, "channel"),
            "",
            0,
        )
    }

    #[derive(Default)]
    struct Rig(UnsentReplies);

    impl Rig {
        /// News of an event, or of a game of one.
        fn prepare_news(&mut self, token: u64, reply: Reply) {
            let reply = Reply { reply_to: None, ..reply };
            self.0.prepare(token, UnsentReply::new(Outgoing::new(None, reply), None, true));
        }

        fn prepare(&mut self, token: u64, reply: Reply, to: Option<&str>) {
            let source = to.map(message_of);
            let source = source.as_ref().map(|incoming| (Ticket(token), incoming));
            let outgoing = Outgoing::new(None, reply);
            self.0.prepare(token, UnsentReply::new(outgoing, source, false));
        }

        fn release(&mut self, token: u64) -> Vec<String> {
            texts(self.0.release(token))
        }

        fn rendered(&mut self, token: u64) -> Vec<String> {
            texts(self.0.rendered(token, None))
        }
    }

    fn texts(replies: Vec<UnsentReply>) -> Vec<String> {
        replies.into_iter().map(|reply| reply.outgoing.reply.text).collect()
    }

    #[test]
    fn no_reply_waits_for_the_picture_of_another_game() {
        let mut rig = Rig::default();
        rig.prepare(1, reply("one", Some(1), true), None);
        rig.prepare(2, reply("two", Some(2), true), None);
        assert!(rig.rendered(2).is_empty(), "it may not be said yet");
        assert!(rig.release(1).is_empty(), "its picture is not there");
        assert_eq!(rig.release(2), ["two"]);
        assert_eq!(rig.rendered(1), ["one"]);
        assert!(rig.0.is_empty() && rig.0.lanes.is_empty());
    }

    #[test]
    fn what_is_said_about_a_game_in_a_place_keeps_its_order() {
        let mut rig = Rig::default();
        let elsewhere = PlaceId::channel(Platform::Local, "other");
        rig.prepare(1, reply("one", Some(1), true), None);
        rig.prepare(2, reply("two", Some(1), false), None);
        rig.prepare(3, Reply { place: elsewhere, ..reply("three", Some(1), false) }, None);
        rig.prepare(4, reply("four", Some(1), true), None);
        // They are said in another order than they were made.
        assert!(rig.release(4).is_empty());
        assert!(rig.release(1).is_empty());
        assert!(rig.release(2).is_empty());
        assert_eq!(rig.release(3), ["three"]);
        assert!(rig.rendered(1).is_empty(), "the fourth was to be said before it");
        assert_eq!(rig.rendered(4), ["four", "one", "two"]);
    }

    #[test]
    fn games_of_an_event_keep_their_order_with_its_news() {
        let mut rig = Rig::default();
        rig.prepare_news(1, reply("last board", Some(1), true));
        rig.prepare_news(2, reply("standings", None, true));
        rig.prepare_news(3, reply("round", None, false));
        rig.prepare_news(4, reply("first board", Some(2), true));
        rig.prepare(5, reply("another game", Some(3), false), None);
        for token in 1..=4 {
            assert!(rig.release(token).is_empty());
        }
        assert_eq!(rig.release(5), ["another game"]);
        for token in [4, 2] {
            assert!(rig.rendered(token).is_empty());
        }
        assert_eq!(rig.rendered(1), ["last board", "standings", "round", "first board"]);
    }

    #[test]
    fn answers_to_a_person_keep_their_order_whatever_they_are_about() {
        let mut rig = Rig::default();
        rig.prepare(1, reply("one", Some(1), true), Some("ann"));
        rig.prepare(2, reply("two", Some(2), false), Some("ann"));
        rig.prepare(3, reply("three", None, false), Some("ben"));
        let to_ann = Audience::Only(PersonId::new(Platform::Local, "ann"));
        rig.prepare(4, Reply { audience: to_ann, ..reply("four", None, false) }, None);
        let to_nobody = Reply { reply_to: None, ..reply("five", None, false) };
        rig.prepare(5, to_nobody, Some("ann"));
        assert!(rig.release(1).is_empty());
        assert!(rig.release(2).is_empty());
        assert_eq!(rig.release(3), ["three"]);
        assert!(rig.release(4).is_empty());
        assert_eq!(rig.release(5), ["five"], "it is due to ann's message, but answers nobody");
        assert_eq!(rig.rendered(1), ["one", "two", "four"]);
    }

    #[test]
    fn news_of_a_place_keep_their_order() {
        let mut rig = Rig::default();
        let news = |text, picture| Reply { reply_to: None, ..reply(text, None, picture) };
        let elsewhere = PlaceId::channel(Platform::Local, "other");
        rig.prepare(1, news("one", true), None);
        rig.prepare(2, news("two", false), None);
        rig.prepare(3, Reply { place: elsewhere, ..news("three", false) }, None);
        rig.prepare(4, reply("four", Some(1), false), None);
        assert!(rig.release(1).is_empty());
        assert!(rig.release(2).is_empty(), "it comes behind the picture of the first one");
        assert_eq!(rig.release(3), ["three"]);
        assert_eq!(rig.release(4), ["four"], "it is about a game");
        assert_eq!(rig.rendered(1), ["one", "two"]);
    }

    #[test]
    fn what_is_not_to_be_said_is_forgotten() {
        let mut rig = Rig::default();
        rig.prepare(1, reply("one", Some(1), true), Some("ann"));
        assert_eq!(rig.0.source(1), Some(Ticket(1)));
        rig.0.discard(1);
        assert!(rig.rendered(1).is_empty() && rig.release(1).is_empty());
        assert!(rig.0.is_empty() && rig.0.lanes.is_empty());
    }
}
