//! How people play their games, and how they take part in editions.

use std::collections::BTreeSet;

use chat::Reply;
use store::GameState;
use table::{DAY, EditionNo, Game, GameNo, MINUTE, Millis, PersonId, PlaceId, SECOND};

use super::{
    events::Event,
    manager::Whim,
    news::{Board, News},
    people::{FIRST_KEY, Habit},
    weeks::{Deed, MANAGER, Playing},
};

/// After so many moves and no end by the rules somebody gives up.
const LONGEST: u32 = 90;

/// A game, as its players know it.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) no: EditionNo,
    pub(super) round: usize,
    /// The people among its players.
    pub(super) people: [Option<usize>; 2],
    pub(super) place: PlaceId,
    /// The post that shows the newest board.
    board: u64,
    /// Whether whoever is asked by it thinks, or has acted.
    is_thought: bool,
    /// How often its players have acted, and who has.
    pub(super) acts: u32,
    has_acted: [bool; 2],
    /// After so many acts somebody gives up, or offers a draw.
    length: u32,
    wants_draw: bool,
}

/// The number of the person with a name; a bot has none.
fn person(name: &str) -> Option<usize> {
    name.strip_prefix("player")?.parse().ok()
}

impl Playing {
    /// A game has begun.
    pub(super) fn begins(&mut self, no: EditionNo, round: usize, board: &Board) {
        let chance = &mut self.chance;
        let is_by_rules = chance.happens(3);
        let length =
            if is_by_rules { LONGEST } else { u32::try_from(chance.below(10)).expect("few") };
        let played = Played {
            no,
            round,
            people: [person(&board.white), person(&board.black)],
            place: self.story.editions[&no].event.place(),
            board: 0,
            is_thought: false,
            acts: 0,
            has_acted: [false; 2],
            length,
            wants_draw: chance.happens(15),
        };
        let before = self.story.games.insert(board.game, played);
        assert!(before.is_none(), "{} is paired twice", board.game);
        self.story.open.insert(board.game);
        self.story.figures.games += 1;
    }

    /// Something new is said about a game.
    pub(super) fn hear_of(&mut self, game: GameNo, outbox: u64, reply: &Reply) {
        let key = |id: &PersonId| id.key().parse::<usize>().expect("a number") - FIRST_KEY;
        let called: BTreeSet<usize> = reply.ping.iter().map(key).collect();
        let Some(played) = self.story.games.get_mut(&game) else { return };
        if reply.picture().is_some() && reply.place.owner().is_none() {
            (played.board, played.is_thought) = (outbox, false);
            if played.place != reply.place {
                played.place = reply.place.clone();
                self.story.figures.games_in_threads += 1;
                let mut players: BTreeSet<usize> = played.people.into_iter().flatten().collect();
                // A move may be faster than the thread, and its board has called the next player in the channel.
                let boards = self.story.pinged.iter();
                let boards = boards.filter(|((of, ..), post)| *of == game && **post != outbox);
                if let Some(((_, _, next), _)) = boards.max_by_key(|(_, post)| **post) {
                    players.remove(&key(next));
                }
                assert_eq!(called, players, "{game}: its thread calls others: {}", reply.text);
            }
        }
    }

    /// Whoever is asked by a board that stands begins to think, once its game can be read.
    pub(super) fn see(&mut self, outbox: u64) {
        let post = &self.page.posts[&outbox];
        let Some(game) = post.about.game.filter(|_| post.at.is_some()) else { return };
        let is_asked = |played: &&Played| {
            played.board == outbox && !played.is_thought && self.story.open.contains(&game)
        };
        if self.story.games.get(&game).filter(is_asked).is_none() {
            return;
        }
        let Some(stored) = self.stored(game).filter(Game::is_running) else { return };
        self.story.games.get_mut(&game).expect("it is there").is_thought = true;
        self.think(game, &stored);
    }

    fn think(&mut self, game: GameNo, stored: &Game) {
        let played = self.story.games[&game].clone();
        let Some(seat) = stored.position().awaits().iter().next() else { return };
        let Some(person) = played.people[seat.index()] else { return };
        let edition = &self.story.editions[&played.no];
        let habit = edition.habits.get(&person).copied().unwrap_or(Habit::Regular);
        let has_acted = played.has_acted[seat.index()];
        let is_lost = match habit {
            Habit::Sleeps => !has_acted,
            Habit::Misses(round) => round == played.round && !has_acted,
            Habit::Stops(round) => round == played.round && has_acted,
            _ => false,
        };
        if is_lost {
            return;
        }
        let is_league = edition.event.is_league();
        let who = self.story.people[person].clone();
        let pause = match (is_league, played.length == LONGEST) {
            (false, true) => self.chance.between(SECOND, 3 * SECOND),
            _ => who.hesitates(&mut self.chance, is_league),
        };
        let at = self.now() + pause;
        let mut act = |at: Millis, person: usize, words: String| {
            self.plan(at, Deed::Act { game, board: played.board, person, words });
        };
        if played.acts < played.length {
            let mv = who.chooses(&mut self.chance, stored);
            return self.plan(
                at,
                Deed::Act { game, board: played.board, person, words: format!("{game} {mv}") },
            );
        }
        let other =
            played.people[1 - seat.index()].filter(|_| played.wants_draw && played.acts > 1);
        let mut end = at;
        if let Some(other) = other {
            act(at, person, format!("{game} draw offer"));
            act(at + 10 * SECOND, other, format!("{game} draw accept"));
            end = at + MINUTE;
        }
        act(end, person, format!("resign {game} yes"));
    }

    /// Somebody acts in a game, if it still shows the same board.
    pub(super) fn act(&mut self, game: GameNo, board: u64, person: usize, words: &str) {
        let played = self.story.games.get_mut(&game).expect("it has begun");
        if played.board != board || !self.story.open.contains(&game) {
            return;
        }
        played.acts += 1;
        if let Some(seat) = played.people.iter().position(|one| *one == Some(person)) {
            played.has_acted[seat] = true;
        }
        let place = played.place.clone();
        self.say(person, place, &format!("!{words}"), &[]);
    }

    /// Somebody types something about an edition.
    pub(super) fn types(&mut self, person: usize, no: EditionNo, words: &'static str) {
        let now = self.now();
        let edition = self.story.editions.get_mut(&no).expect("it was announced");
        let name = self.story.people[person].person.name.clone();
        let is_early = now < edition.start;
        let enters = if edition.event.is_league() { "tournament join" } else { "checkin" };
        match words {
            "tournament leave" | "tournament leave yes" => {
                edition.expected.remove(&name);
                self.story.figures.withdrawals += 1;
            }
            words if words == enters && is_early => {
                edition.expected.insert(name);
            }
            _ => {}
        }
        let place = edition.event.place();
        self.say(person, place, &format!("!{words} {no}"), &[]);
    }

    /// What people do about what they read of an edition.
    pub(super) fn react(&mut self, no: EditionNo, news: News) {
        match news {
            News::Announced { .. } => self.people_enter(no),
            News::CheckIn => self.people_check_in(no),
            News::Round(round) => self.people_come_and_go(no, round.round),
            News::League(league) => {
                (0..league.rounds()).for_each(|round| self.people_come_and_go(no, round));
            }
            News::Podium | News::CalledOff => self.after_the_end(no),
            News::Reminder
            | News::Undone(_)
            | News::Restarted
            | News::Paused
            | News::Resumed
            | News::Entered(_)
            | News::Left(_) => {}
        }
    }

    fn people_enter(&mut self, no: EditionNo) {
        let (event, number, start) = {
            let edition = &self.story.editions[&no];
            (edition.event, edition.edition as usize, edition.start)
        };
        let (editions, (fewest, most)) = self.story.size.of(event);
        if number == editions {
            self.say(MANAGER, event.place(), &format!("!tournament weekly off {no}"), &[]);
        }
        let n = match number {
            2 => most,
            3 => fewest,
            // Nearly nobody comes.
            7 => 1,
            _ => fewest + self.chance.below(most - fewest + 1),
        };
        let mut free: Vec<usize> = (1..=self.story.size.people).collect();
        let now = self.now();
        for _ in 0..n.min(free.len()) {
            let person = free.swap_remove(self.chance.below(free.len()));
            let mut habit = Habit::of(&mut self.chance);
            let stays_away = matches!(habit, Habit::Absent | Habit::Reconsiders);
            // So few are not to be fewer, and once as many as can play.
            if n <= fewest || number == 2 && stays_away {
                habit = Habit::Regular;
            }
            habit = self.story.size.habit.unwrap_or(habit);
            self.habit(no, person, habit);
            let latest = (start - 20 * MINUTE).max(now + SECOND);
            let enters = self.chance.between(now + SECOND, latest);
            let is_known = event.is_league() || self.chance.happens(85);
            if !matches!(habit, Habit::Late(_)) && is_known {
                self.plan(enters, Deed::Type { person, no, words: "tournament join" });
            }
            if habit == Habit::Reconsiders {
                let leaves = self.chance.between(enters + SECOND, latest + 2 * SECOND);
                self.plan(leaves, Deed::Type { person, no, words: "tournament leave" });
            }
        }
    }

    /// Somebody takes part in a way.
    fn habit(&mut self, no: EditionNo, person: usize, habit: Habit) {
        self.story.editions.get_mut(&no).expect("it was announced").habits.insert(person, habit);
    }

    fn people_check_in(&mut self, no: EditionNo) {
        let edition = &self.story.editions[&no];
        let (now, start, habits) = (self.now(), edition.start, edition.habits.clone());
        for (person, habit) in habits {
            if matches!(habit, Habit::Absent | Habit::Late(_) | Habit::Reconsiders) {
                continue;
            }
            let at = self.chance.between(now + SECOND, start.max(now + 10 * SECOND) - SECOND / 10);
            self.plan(at, Deed::Type { person, no, words: "checkin" });
            if habit == Habit::Rests(0) {
                let at = at + SECOND;
                self.plan(at, Deed::Type { person, no, words: "bye next" });
            }
        }
    }

    /// A round begins: some come, some leave, some ask for a bye; and the manager has their whims.
    fn people_come_and_go(&mut self, no: EditionNo, round: usize) {
        let edition = &self.story.editions[&no];
        let (event, habits, now) = (edition.event, edition.habits.clone(), self.now());
        let span = if event.is_league() { 3 * DAY } else { 4 * MINUTE };
        for (person, habit) in habits {
            let at = self.chance.between(now, now + span);
            let mut types = |at, words| self.plan(at, Deed::Type { person, no, words });
            match habit {
                Habit::Late(when) if when == round => types(at, "tournament join"),
                Habit::Leaves(when, returns) if when == round => {
                    // Whoever would lose games is asked whether they are sure.
                    types(at, "tournament leave yes");
                    if returns {
                        types(at + 5 * MINUTE, "tournament join");
                    }
                }
                Habit::Rests(when) if when == round => types(at, "bye next"),
                _ => {}
            }
        }
        self.manager_follows(no, event, round);
    }

    fn manager_follows(&mut self, no: EditionNo, event: &Event, round: usize) {
        // A league has all its rounds at once; and where all take part in the same way nobody meddles.
        if event.is_league() && round > 0 || self.story.size.habit.is_some() {
            return;
        }
        let now = self.now();
        let span = if event.is_league() { 4 * DAY } else { 3 * MINUTE };
        let whims = [
            (7, Whim::Undo, 2 * SECOND),
            (7, Whim::Pause, 2 * MINUTE),
            (5, Whim::Add, MINUTE),
            (5, Whim::Withdraw, span),
            (8, Whim::Forfeit, span),
            (10, Whim::Adjudicate, span),
            (6, Whim::Correct, span),
        ];
        for (percent, whim, within) in whims {
            if self.chance.happens(percent) {
                let at = self.chance.between(now, now + within);
                self.plan(at, Deed::Manage(no, whim));
            }
        }
    }

    fn after_the_end(&mut self, no: EditionNo) {
        let now = self.now();
        self.plan(now + SECOND, Deed::Compare(no));
        if self.chance.happens(40) {
            let at = self.chance.between(now + MINUTE, now + 60 * MINUTE);
            self.plan(at, Deed::Manage(no, Whim::Correct));
        }
    }

    /// Which games have ended.
    pub(super) fn look_at_games(&mut self) {
        let Some(reader) = &self.reader else { return };
        let is_over = |game: &&GameNo| {
            let row = reader.game_row(**game).expect("it is read").expect("a game");
            row.state != GameState::Running
        };
        let over: Vec<GameNo> = self.story.open.iter().filter(is_over).copied().collect();
        let now = self.now();
        for game in over {
            self.story.open.remove(&game);
            let no = self.story.games[&game].no;
            self.story.editions.get_mut(&no).expect("it was announced").last = now;
        }
    }
}
