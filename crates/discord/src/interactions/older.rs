//! The buttons of older messages about a game: they are taken away once a newer message tells what holds.
//!
//! A board takes them from everything older about its game, wherever that stands. Words alone, as those that
//! decline a draw, take only what does not hold any more: a board keeps the rest of its buttons.
//!
//! Where a server wants one picture of a game alone, a board takes the pictures of the older ones in its channel too.

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use chat::{Action, Audience, Outgoing, Reply};
use host::ShownMessage;
use serde_json::Value;
use serenity::model::id::ChannelId;
use table::{GameNo, Millis};

use super::buttons;
use crate::{
    board_age::BoardAge,
    emojis::KnownEmojis,
    inbound::made_at,
    payload,
    queues::{Target, target},
};

/// Up to which age Discord lets a message be edited as often as one likes, with some room.
const EDITABLE: Duration = Duration::from_secs(55 * 60);

/// Of how many games it is known which messages have buttons, and of how many messages of each.
const MAX_GAMES: usize = 4_096;
const MAX_MESSAGES: usize = 4;

/// The messages of each game that have buttons. What is forgotten keeps them, which does no harm: a button of an
/// older board says that the game has moved on.
#[derive(Debug)]
pub(crate) struct NewestButtons {
    games: HashMap<GameNo, Vec<Shown>>,
    /// The message of each game that told that the set-up is final of the person with this private chat: what was
    /// posted there before it may be known only by now.
    finals: HashMap<(GameNo, ChannelId), u64>,
    /// The number of the first message about a game of this run.
    first: Arc<AtomicU64>,
}

impl Default for NewestButtons {
    fn default() -> Self {
        Self {
            games: HashMap::new(),
            finals: HashMap::new(),
            first: Arc::new(AtomicU64::new(u64::MAX)),
        }
    }
}

/// A message about a game with buttons.
#[derive(Clone, Debug)]
struct Shown {
    at: Spot,
    since: Instant,
    is_board: bool,
    /// Whether it has a picture, of which nothing is known but that it can be taken away.
    has_picture: bool,
    actions: Vec<Action>,
}

/// The location of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) channel: ChannelId,
    pub(crate) message: u64,
}

/// The rows that are left below an older message, and whether it loses its picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clearing {
    pub(crate) at: Spot,
    pub(crate) rows: Vec<Value>,
    pub(crate) loses_picture: bool,
}

/// The effect of a newer message about a game on older ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cleared {
    /// Those that are known, with what is left below each.
    pub(crate) known: Vec<Clearing>,
    /// The game, if nothing was said of it in this run yet: what an earlier run has said of it may have
    /// buttons.
    pub(crate) unknown: Option<GameNo>,
}

/// Returns whether a reply tells everybody what holds in its game. What only answers a question stands beside
/// it.
fn told(outgoing: &Outgoing) -> Option<GameNo> {
    let reply = &outgoing.reply;
    let is_told = outgoing.outbox.is_some() && reply.audience == Audience::Place;
    reply.game.filter(|_| is_told)
}

impl NewestButtons {
    /// The number of the first message about a game of this run, as soon as one is there: those before it are of
    /// earlier runs.
    pub(crate) fn first(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.first)
    }

    /// Learns that a reply stands there, as a single message if it `is_whole`: of several the last one has the
    /// buttons, and is not known. If it tells that somebody's set-up is final, `by` is their private chat.
    pub(crate) fn posted(
        &mut self,
        outgoing: &Outgoing,
        at: Spot,
        by: Option<ChannelId>,
        is_whole: bool,
        now: Instant,
    ) -> Cleared {
        self.first.fetch_min(at.message, Ordering::Relaxed);
        let Some(game) = told(outgoing) else { return Cleared::default() };
        let reply = &outgoing.reply;
        if self.games.len() >= MAX_GAMES && !self.games.contains_key(&game) {
            self.games.clear();
            self.finals.clear();
        }
        self.finals.extend(by.map(|chat| ((game, chat), at.message)));
        // Words alone leave a board of an earlier run as it is: the first board of this one does not.
        let has_board = |shown: &Vec<Shown>| shown.iter().any(|one| one.is_board);
        let unknown = (!self.games.get(&game).is_some_and(has_board)).then_some(game);
        let shown = self.games.entry(game).or_default();
        let mut known = Vec::new();
        shown.retain_mut(|older| {
            let is_editable = now.saturating_duration_since(older.since) < EDITABLE;
            if !is_editable {
                return false;
            }
            let left = older.left_by(reply, &[Some(at.channel), by]);
            let loses_picture =
                older.has_picture && is_alone(reply) && older.at.channel == at.channel;
            if left.len() == older.actions.len() && !loses_picture {
                return true;
            }
            let (before, after) = (rows_of(reply, &older.actions), rows_of(reply, &left));
            if before != after || loses_picture {
                known.push(Clearing { at: older.at, rows: after, loses_picture });
            }
            older.actions = left;
            older.has_picture &= !loses_picture;
            !older.actions.is_empty() || older.has_picture
        });
        let has_picture = reply.shows_board() && outgoing.png.is_some();
        let actions =
            if payload::has_buttons(outgoing) { reply.actions.clone() } else { Vec::new() };
        let is_late = is_set_up(&actions)
            && self.finals.get(&(game, at.channel)).is_some_and(|told| at.message < *told);
        if is_whole && is_late {
            known.push(Clearing { at, rows: Vec::new(), loses_picture: false });
        } else if is_whole && (has_picture || !actions.is_empty()) {
            let is_board = reply.shows_board();
            shown.push(Shown { at, since: now, is_board, has_picture, actions });
        }
        let surplus = shown.len().saturating_sub(MAX_MESSAGES);
        shown.drain(..surplus);
        Cleared { known, unknown }
    }
}

impl Shown {
    /// Returns what can still be done below this message once a newer one stands in one of these channels, or makes
    /// the set-up final of the person with that private chat.
    fn left_by(&self, newer: &Reply, theirs: &[Option<ChannelId>]) -> Vec<Action> {
        // A set-up is one person's alone: only what they do changes what can be done with it, until all are done.
        match (is_set_up(&self.actions), is_set_up(&newer.actions)) {
            (false, true) => return self.actions.clone(),
            (true, _) => {
                let holds = !ends_arranging(newer) && !theirs.contains(&Some(self.at.channel));
                return if holds { self.actions.clone() } else { Vec::new() };
            }
            (false, false) => {}
        }
        if newer.shows_board() {
            return Vec::new();
        }
        let holds = |action: &&Action| {
            let is_it = |one: &Action| {
                (&one.id, one.game, one.ply) == (&action.id, action.game, action.ply)
            };
            newer.actions.iter().any(is_it)
        };
        let left: Vec<Action> = self.actions.iter().filter(holds).cloned().collect();
        // What asked in words has nothing more to ask.
        if left.len() < self.actions.len() && !self.is_board { Vec::new() } else { left }
    }
}

/// Returns `true` if men can be arranged with these.
pub(crate) fn is_set_up(actions: &[Action]) -> bool {
    actions.iter().any(|action| action.id == buttons::SET_UP_DONE)
}

/// Returns `true` if a reply with a board for everyone asks nobody to arrange men.
pub(crate) fn ends_arranging(reply: &Reply) -> bool {
    BoardAge::of(reply).is_some()
        && !reply.actions.iter().any(|action| action.id == buttons::SHOW_SET_UP)
}

/// Returns `true` if the board in a reply is to be the only one of its game with a picture.
pub(crate) fn is_alone(reply: &Reply) -> bool {
    reply.shows_board() && reply.picture().is_some_and(|picture| picture.is_alone)
}

/// The rows with these buttons below a message in the place of a reply.
fn rows_of(reply: &Reply, actions: &[Action]) -> Vec<Value> {
    let actions = actions.to_vec();
    let reply = Reply { actions, ..Reply::new(reply.place.clone(), String::new()) };
    buttons::rows(&reply, false, &KnownEmojis::default())
}

/// The messages of an earlier run from which a newer one takes the buttons, if Discord still let it when that was
/// sent: what was said about the game since its newest board, and so many `boards` of the newest ones with what stands
/// between them. If the newer one `is_alone`, the boards in its channel lose their pictures. Messages from the number `first` on are
/// of this run, which knows what they show.
pub(crate) fn of_earlier_run(
    shown: &[ShownMessage],
    newer: Spot,
    first: u64,
    boards: usize,
    is_alone: bool,
) -> Vec<Clearing> {
    let spot = |one: &ShownMessage| match target(&one.place)? {
        Target::Channel(channel) => {
            Some(Spot { channel, message: payload::snowflake(one.message.key())? })
        }
        Target::Person(_) => None,
    };
    let spots = shown.iter().filter_map(|one| Some((spot(one)?, one.is_board)));
    let mut older: Vec<_> = spots.filter(|(at, _)| at.message < newer.message.min(first)).collect();
    older.sort_by_key(|(at, _)| Reverse(at.message));
    let mut at_boards = older.iter().zip(0..).filter(|((_, is_board), _)| *is_board);
    let last = at_boards.nth(boards.saturating_sub(1)).map(|(_, at)| at + boards.min(1));
    older.truncate(last.unwrap_or(older.len()));
    let life = Millis::try_from(EDITABLE.as_millis()).unwrap_or(Millis::MAX);
    let now = made_at(newer.message);
    older.retain(|(at, _)| now.saturating_sub(made_at(at.message)) < life);
    let clearing = |(at, was_board): (Spot, bool)| Clearing {
        at,
        rows: Vec::new(),
        loses_picture: is_alone && was_board && at.channel == newer.channel,
    };
    older.into_iter().map(clearing).collect()
}

#[cfg(test)]
mod tests {
    use table::{MessageId, PlaceId, Platform};

    use super::*;

    #[test]
    fn a_half_that_is_known_only_once_the_set_up_is_final_loses_its_buttons_too() {
        let place = PlaceId::channel(Platform::Discord, "5");
        let reply = |actions| Reply {
            game: Some(GameNo(1)),
            actions,
            ..Reply::new(place.clone(), String::new())
        };
        let half = Outgoing::new(Some(1), reply(vec![Action::command("setup done")]));
        let told = Outgoing::new(Some(2), reply(Vec::new()));
        let at = |channel, message| Spot { channel: ChannelId::new(channel), message };
        let (mut newest, now) =
            (NewestButtons::default(), host::Clock::instant(&host::ManualClock::new(0)));
        let mut cleared = |outgoing, at, by: Option<u64>| -> Vec<u64> {
            let by = by.map(ChannelId::new);
            let cleared = newest.posted(outgoing, at, by, true, now);
            cleared.known.into_iter().map(|clearing| clearing.at.message).collect()
        };
        assert_eq!(cleared(&half, at(7, 10), None), [0; 0]);
        assert_eq!(cleared(&told, at(5, 30), Some(7)), [10]);
        assert_eq!(cleared(&half, at(7, 20), None), [20], "it was there before");
        assert_eq!(cleared(&half, at(8, 20), None), [0; 0], "somebody else still arranges");
        assert_eq!(cleared(&half, at(7, 40), None), [0; 0]);
    }

    #[test]
    fn what_this_run_has_said_is_not_taken_for_an_earlier_runs() {
        let at = |message| Spot { channel: ChannelId::new(5), message };
        let shown = |message: u64| ShownMessage {
            place: PlaceId::channel(Platform::Discord, "5"),
            message: MessageId::new(Platform::Discord, message.to_string()),
            is_board: false,
        };
        let all = [shown(10), shown(20)];
        let cleared = |first| -> Vec<u64> {
            let cleared = of_earlier_run(&all, at(30), first, 1, false);
            cleared.into_iter().map(|clearing| clearing.at.message).collect()
        };
        assert_eq!(cleared(30), [20, 10], "both are of an earlier run");
        assert_eq!(
            cleared(20),
            [10],
            "the second one has come before this one, and is known later"
        );
        assert!(cleared(10).is_empty());
    }
    #[test]
    fn a_successor_goes_one_board_further() {
        let at = |message| Spot { channel: ChannelId::new(5), message };
        let shown = |(message, is_board): (u64, bool)| ShownMessage {
            place: PlaceId::channel(Platform::Discord, "5"),
            message: MessageId::new(Platform::Discord, message.to_string()),
            is_board,
        };
        let all = [(10, true), (20, false), (30, true), (40, false), (50, true), (60, false)];
        let all = all.map(shown);
        let cleared = |boards| -> Vec<u64> {
            let cleared = of_earlier_run(&all, at(70), 70, boards, false);
            cleared.into_iter().map(|clearing| clearing.at.message).collect()
        };
        assert_eq!(cleared(0), [60]);
        assert_eq!(cleared(1), [60, 50]);
        assert_eq!(cleared(2), [60, 50, 40, 30]);
        assert_eq!(cleared(9), [60, 50, 40, 30, 20, 10]);
    }
}
