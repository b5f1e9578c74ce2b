//! Replies on their way out. Each goes as soon as its own picture is rendered, but what is said
//! about one game in one place keeps its order, and so do the answers to one person there, and what is said
//! to all there that is about no game, or about one of an event. What tells of a change never waits for the
//! answer to a question, on which nothing depends.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use chat::{Audience, Incoming, Outgoing, Receipt};
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
    /// Whether it answers a question: nothing changes with it.
    is_asked: bool,
    awaits_picture: bool,
    is_released: bool,
}

/// A group of replies that keeps its order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Lane {
    /// Replies about a game in a place.
    Game(PlaceId, GameNo),
    /// Replies to a person in a place.
    Person(PlaceId, PersonId),
    /// Replies to all in a place that are about no game, like the news of an event, and about games of events.
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
            is_asked: is_asked(&outgoing, source),
            awaits_picture: reply.picture().is_some() && outgoing.png.is_none(),
            is_released: false,
            source: source.map(|(ticket, _)| ticket),
            outgoing,
        }
    }
}

/// Returns `true` if a reply that is due to this message, or to none, answers a question.
pub(crate) const fn is_asked(outgoing: &Outgoing, source: Option<(Ticket, &Incoming)>) -> bool {
    outgoing.outbox.is_none() && source.is_some()
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

    /// Returns how many have not been handed over.
    pub(crate) fn len(&self) -> usize {
        self.replies.len()
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

    /// Drops the answers to questions. Gives the messages to which they were due.
    #[must_use]
    pub(crate) fn drop_asked(&mut self) -> Vec<Ticket> {
        let asked = self.replies.extract_if(|_, reply| reply.is_asked);
        // Its message is not noted as handled: what comes again after the next start is answered then.
        let asked =
            asked.inspect(|(_, reply)| reply.outgoing.receipt.iter().for_each(Receipt::awaits));
        let mut sources: Vec<Ticket> = asked.filter_map(|(_, reply)| reply.source).collect();
        sources.sort_unstable();
        self.lanes.retain(|_, lane| {
            lane.retain(|token| self.replies.contains_key(token));
            !lane.is_empty()
        });
        sources
    }

    /// Takes out this reply and those behind it, as far as nothing is in their way.
    fn take_ready(&mut self, token: u64) -> Vec<UnsentReply> {
        let (mut ready, mut next) = (Vec::new(), VecDeque::from([token]));
        while let Some(token) = next.pop_front() {
            if !self.is_ready(token) {
                continue;
            }
            let Some(reply) = self.replies.remove(&token) else { continue };
            if reply.outgoing.reply.shows_board() && !reply.is_asked {
                self.outdate(token, &reply);
            }
            for lane in &reply.lanes {
                next.extend(self.leave(token, lane));
            }
            ready.push(reply);
        }
        ready
    }

    /// Returns `true` if a reply has its picture and nothing is in its way in any of its lanes.
    fn is_ready(&self, token: u64) -> bool {
        self.replies.get(&token).is_some_and(|reply| {
            let is_free = |lane| {
                let before = self.lanes.get(lane).into_iter().flatten();
                let before = before.take_while(|other| **other != token);
                // People have their answers in order.
                let waits_for_asked = reply.is_asked && matches!(lane, Lane::Person(..));
                before.into_iter().all(|other| !waits_for_asked && self.is_of_question(*other))
            };
            reply.is_released && !reply.awaits_picture && reply.lanes.iter().all(is_free)
        })
    }

    fn is_of_question(&self, token: u64) -> bool {
        self.replies.get(&token).is_none_or(|reply| reply.is_asked)
    }

    /// Takes the picture from the answers that this reply, which has just been taken out, overtakes with a newer
    /// board of their game: they are given in words.
    fn outdate(&mut self, token: u64, newer: &UnsentReply) {
        for lane in newer.lanes.iter().filter(|lane| matches!(lane, Lane::Game(..))) {
            let before = self.lanes.get(lane).into_iter().flatten();
            for other in before.take_while(|other| **other != token) {
                if let Some(reply) = self.replies.get_mut(other)
                    && reply.outgoing.reply.shows_board()
                {
                    reply.outgoing.reply.attachments.clear();
                    reply.outgoing.png = None;
                    reply.awaits_picture = false;
                }
            }
        }
    }

    /// Takes a reply out of a lane, and gives those that may have waited for it.
    fn leave(&mut self, token: u64, lane: &Lane) -> Vec<u64> {
        let Some(queue) = self.lanes.get_mut(lane) else { return Vec::new() };
        queue.retain(|other| *other != token);
        if queue.is_empty() {
            self.lanes.remove(lane);
            return Vec::new();
        }
        let queue = self.lanes.get(lane).into_iter().flatten().copied();
        let behind = queue.clone().position(|token| !self.is_of_question(token));
        queue.take(behind.map_or(usize::MAX, |at| at + 1)).collect()
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
        assert_eq!(rig.release(4), ["four"], "nothing was asked for it");
        assert_eq!(rig.release(5), ["five"], "it is due to ann's message, but answers nobody");
        assert_eq!(rig.rendered(1), ["one", "two"]);
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
