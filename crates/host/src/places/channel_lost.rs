//! Games whose place their platform has deleted: whatever is said about them there goes to each of their
//! people in private.

use std::collections::BTreeSet;

use chat::{Audience, GameChange, Incoming, LostThread, Reply, World as _};
use store::SyncWrite;
use table::{Game, GameNo, Key, Occupant, PersonId, PlaceId, Platform};

use crate::{
    base::Base,
    event_loop::HostLoop,
    input::Delivered,
    or_log::OrLog as _,
    replies::{outbox::kept_reply, speech::Speech},
    state::committed_state::CommittedState,
};

impl HostLoop {
    /// A place is gone: that is kept, its games lose it at once, and their people hear so.
    pub(crate) fn place_gone(&mut self, place: PlaceId) {
        let is_ours = place.platform() == self.link.platform() && place.owner().is_none();
        if is_ours && self.base.state.channel_of_own_thread(&place).is_some() {
            return self.leave_thread(&place, LostThread::Gone);
        }
        if !is_ours || self.base.state.is_gone(&place) {
            return;
        }
        self.lose_place(place.clone());
        // Of the threads that go with their channel the platform says nothing.
        for thread in self.base.state.own_threads_in(self.link.platform(), &place) {
            self.lose_place(thread);
        }
    }

    /// A place is gone, and no other takes its games.
    fn lose_place(&mut self, place: PlaceId) {
        // Also where no game is left: the end of the last one may not have been said yet.
        self.base.state.note_gone(place.clone());
        if !self.base.state.is_live(&place) {
            return;
        }
        let notices = self.base.state.notices_of_gone(&place);
        let events = self.base.state.reader().editions_at(&place);
        self.speech.tell_kept(&mut self.base, notices, vec![SyncWrite::Gone(place)], None);
        // What is due in an event finds that its place is gone.
        if let Some(events) = events.or_log("the events of a place that is gone cannot be read") {
            self.base.wake_now(events.into_iter().map(Key::Edition));
        }
    }
}

impl CommittedState {
    /// The threads that we have opened in a channel and in which games go on.
    fn own_threads_in(&self, platform: Platform, channel: &PlaceId) -> BTreeSet<PlaceId> {
        let games = self.reader().live_games(platform);
        let games = games.or_log("the games in threads cannot be read").unwrap_or_default();
        let is_in = |place: &PlaceId| {
            let of = chat::channel_of_own_thread(self, place);
            of.is_ok_and(|of| of.as_ref() == Some(channel)) && !self.is_gone(place)
        };
        games.into_iter().map(|game| game.place).filter(is_in).collect()
    }

    /// Returns what the people of the games in a place are told when it is gone.
    fn notices_of_gone(&self, place: &PlaceId) -> Vec<Reply> {
        let rows = self.open_games_at(place);
        let rows = rows.or_log("the games of a place that is gone cannot be read").into_iter();
        let games = rows.flatten().filter_map(|row| self.game(row.no).ok().flatten());
        games.map(|game| chat::place_gone(self, &game)).collect()
    }

    /// The replies as they are said: what was meant for a place that is gone goes to each person of its
    /// game in private. `changed` has the games as they are to be.
    pub(crate) fn rehomed(
        &self,
        replies: Vec<Reply>,
        changed: &[GameChange],
        source: Option<&Incoming>,
    ) -> Vec<Reply> {
        let copies = replies.into_iter().flat_map(|mut reply| {
            reply.fallback = reply.fallback.take().filter(|other| !self.is_gone(&other.place));
            match reply.game.filter(|_| self.is_gone(&reply.place)) {
                Some(no) => in_private(&reply, &self.people_of(no, changed), source),
                None => vec![reply],
            }
        });
        copies.collect()
    }

    /// The people who play in a game or are asked to.
    fn people_of(&self, no: GameNo, changed: &[GameChange]) -> Vec<PersonId> {
        let people = |game: &Game| {
            let mut people: Vec<PersonId> = Vec::new();
            for person in game.seats().iter().filter_map(Occupant::who) {
                if !people.contains(&person.id) {
                    people.push(person.id.clone());
                }
            }
            people
        };
        match changed.iter().find(|change| change.game.no() == no) {
            Some(change) => people(&change.game),
            None => self.game(no).ok().flatten().map(|game| people(&game)).unwrap_or_default(),
        }
    }

    /// Returns `true` if a reply is about a game that is over, and shows no board of before.
    fn tells_of_end(&self, reply: &Reply) -> bool {
        let game = reply.game.and_then(|no| self.game(no).ok().flatten());
        let is_over = game.is_some_and(|game| game.outcome().is_some());
        is_over && reply.board().is_none_or(|board| board.is_over())
    }
}

impl Speech {
    /// A reply is never said in its place, which takes nothing any more. If it tells of the end of a game, its
    /// people are told in the channel of its thread, or else in private, and the reply is marked with it;
    /// the board of a game that goes on they have seen when the place went.
    pub(crate) fn tell_elsewhere(&mut self, base: &mut Base, lost: Delivered, place: &PlaceId) {
        let channel = base.state.channel_of_own_thread(place);
        if channel.is_none() && !base.state.is_gone(place) {
            return base.mark_delivered(lost);
        }
        let kept = kept_reply(base.state.reader(), lost.outbox);
        let Some(mut reply) = kept.filter(|reply| base.state.tells_of_end(reply)) else {
            return base.mark_delivered(lost);
        };
        if let Some(channel) = channel {
            (reply.place, reply.reply_to, reply.thread) = (channel, None, None);
        }
        // Without a channel, `tell_kept` sends it to the people.
        self.tell_kept(base, vec![reply], Vec::new(), Some(lost));
    }
}

/// A copy of a reply for the private chat of each of these people.
fn in_private(reply: &Reply, people: &[PersonId], source: Option<&Incoming>) -> Vec<Reply> {
    let sees = |who: &&PersonId| match &reply.audience {
        Audience::Place => true,
        Audience::Only(only) => only == *who,
    };
    let copy = |who: &PersonId| {
        let place = who.private_place();
        let asked = source.filter(|source| source.place == place);
        Reply {
            audience: Audience::Place,
            reply_to: asked.map(|source| source.id.clone()),
            ping: reply.ping.iter().filter(|pinged| *pinged == who).cloned().collect(),
            fallback: None,
            place,
            ..reply.clone()
        }
    };
    people.iter().filter(sees).map(copy).collect()
}
