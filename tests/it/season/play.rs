//! How a season goes on, from one instant at which something happens to the next.

use std::collections::{BTreeMap, BTreeSet};

use chat::Outgoing;
use host::replay_game;
use store::{GameState, SeatRow};
use table::{DAY, Game, GameNo, HOUR, LogEntry, LogEvent, MINUTE, Millis, Person, PlaceId, SECOND};

use super::{
    Size,
    judge::{Control, Judge},
    matches::{Match, Said, channel, replies},
    people::Someone,
};
use crate::support::{
    chance::Chance,
    simulation::{Pace, Simulation, Story, Tally},
};

/// When a season begins: 2027-01-15, 08:00 UTC.
pub(super) const START: Millis = 1_800_000_000_000;
/// A channel in which nothing is played, for commands that are about no game.
pub(super) const LOBBY: usize = 400;

/// Something that happens at an instant.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    Begin(usize),
    /// Somebody moves, or gives up, unless the game has gone on.
    Act {
        game: usize,
        seat: usize,
        count: u32,
        words: String,
        is_private: bool,
    },
    /// Somebody says beforehand what they reply.
    Plan {
        game: usize,
        seat: usize,
        said: Said,
    },
    /// A player gives the one to move more time.
    Give {
        game: usize,
        to: usize,
        count: u32,
    },
    Vacation(usize),
    EndVacation(usize),
    /// The program has read back what it missed in this channel.
    CaughtUpIn(usize),
    /// A channel takes nothing, for so long.
    Close(usize, Millis),
    Open(usize),
}

/// What a season came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub(super) begun: usize,
    pub(super) finished: usize,
    pub(super) plies: u64,
    pub(super) conditional: u64,
    pub(super) time_outs: u64,
    pub(super) reminders: u64,
    pub(super) vacations: u64,
    /// How long the platform was away in all, and how long that was credited to clocks.
    pub(super) hours_away: i64,
    pub(super) hours_credited_for_outages: i64,
    pub(super) hours_credited_for_vacations: i64,
}

/// The people and games of a season, and its judge.
pub(super) struct Season {
    pub(super) size: Size,
    /// When the timer of the program's signs of life began, and the last sign.
    pub(super) timer: Millis,
    pub(super) alive: Millis,
    /// The channels that take nothing, and those that are being read back.
    pub(super) closed: BTreeSet<usize>,
    pub(super) held: BTreeSet<usize>,
    /// The closed ones of which this run of the program knows.
    pub(super) told_closed: BTreeSet<usize>,
    pub(super) people: Vec<Someone>,
    pub(super) matches: Vec<Match>,
    pub(super) by_no: BTreeMap<GameNo, usize>,
    pub(super) judge: Judge,
    /// Games in which something was written, to be compared once that is heard.
    touched: BTreeSet<usize>,
    /// Whom a board of a position has pinged, and in which post.
    pinged: BTreeMap<(usize, u32, usize), u64>,
    pub(super) figures: Figures,
}

/// A season under way.
pub(super) type Playing = Simulation<Season>;

impl Story for Season {
    type Deed = Deed;
    /// The game, and how often its position had changed.
    type About = Option<(usize, u32)>;
    const PACE: Pace = Pace { lost_later: HOUR, unnoticed: MINUTE, reading_back: 2 * MINUTE };

    fn do_it(of: &mut Playing, deed: Deed) {
        match deed {
            Deed::Begin(game) => of.begin(game),
            Deed::Act { game, seat, count, words, is_private } => {
                if of.story.matches[game].count == count || is_private {
                    of.act(game, seat, &words, is_private);
                }
            }
            Deed::Plan { game, seat, said } => of.say_beforehand(game, seat, said),
            Deed::Give { game, to, count } => of.give(game, to, count),
            Deed::Vacation(person) => of.go_on_vacation(person),
            Deed::EndVacation(person) => of.end_vacation(person),
            Deed::CaughtUpIn(n) => of.catch_up_in(n),
            Deed::Close(n, time) => of.close(n, time),
            Deed::Open(n) => of.open(n),
        }
    }

    fn is_typed(deed: &Deed) -> bool {
        matches!(deed, Deed::Act { .. })
    }

    fn kill(of: &mut Playing) {
        of.kill();
    }

    fn note(of: &Playing, out: &Outgoing) -> Self::About {
        let game = *of.story.by_no.get(&out.reply.game?)?;
        Some((game, of.story.matches[game].count))
    }

    fn hears(of: &mut Playing, outbox: u64, out: &Outgoing) {
        let is_refused = out.reply.text.contains("while I was away you wrote");
        assert!(!is_refused, "refused at {}: {}\n{:?}", of.now(), out.reply.text, of.page.open);
        let about = of.page.posts[&outbox].about;
        if let Some((game, count)) = about.filter(|(game, _)| !of.story.matches[*game].is_over) {
            of.hear_about(game, count, (outbox, out));
        }
    }

    fn hears_unkept(of: &mut Playing, out: Outgoing) {
        panic!("refused at {}: {}\n{:?}", of.now(), out.reply.text, of.page.open);
    }

    fn stands(of: &mut Playing, outbox: u64) {
        of.think_about(outbox);
    }

    fn is_open(of: &Playing, place: &PlaceId) -> bool {
        !of.story.closed.iter().any(|closed| channel(*closed) == *place)
    }

    fn is_read(of: &Playing, place: &PlaceId) -> bool {
        !of.story.held.iter().any(|held| channel(*held) == *place)
    }

    fn settled(of: &mut Playing) {
        of.judge_deadlines();
    }

    fn heard(of: &mut Playing) {
        of.compare();
    }

    fn passed(of: &mut Playing) {
        let now = of.now();
        if of.hosted.is_some() && now - of.story.timer >= 10 * SECOND {
            (of.story.timer, of.story.alive) = (now, now);
        }
    }

    fn started(of: &mut Playing) {
        of.begins_anew();
    }

    fn lost(of: &mut Playing) {
        of.story.judge.lost(of.told_until);
    }

    fn noticed(of: &mut Playing) {
        of.story.alive = of.now();
    }

    fn reads_back(of: &mut Playing) {
        of.hold_some();
    }

    fn caught_up(of: &mut Playing) {
        of.story.alive = of.now();
        of.story.judge.back(of.story.alive);
    }
}

/// Plays a season to its end.
pub(super) fn play(size: Size) -> (Figures, Tally) {
    let mut chance = Chance::new(size.seed);
    let season = Season::new(size, &mut chance);
    let mut played = Simulation::new(season, chance, START);
    played.arrange();
    let end = START + size.days * DAY;
    while let Some(at) = played.next_to_judge().filter(|at| *at <= end) {
        played.go_on_to(at);
    }
    played.pass_to(end);
    played.finish();
    let (season, tally) = played.stop();
    (season.figures, tally)
}

impl Season {
    fn new(size: Size, chance: &mut Chance) -> Self {
        let span = (START, size.days);
        let people = (0..size.people).map(|n| Someone::new(n, chance, span)).collect();
        let matches = (0..size.games).map(|n| Match::new(n, chance, size.channels)).collect();
        Self {
            size,
            timer: START,
            alive: START,
            closed: BTreeSet::new(),
            held: BTreeSet::new(),
            told_closed: BTreeSet::new(),
            people,
            matches,
            by_no: BTreeMap::new(),
            judge: Judge::default(),
            touched: BTreeSet::new(),
            pinged: BTreeMap::new(),
            figures: Figures::default(),
        }
    }
}

impl Playing {
    /// Puts everything on the agenda that does not depend on how games go.
    fn arrange(&mut self) {
        self.restart();
        for person in 0..self.story.people.len() {
            if let Some(quiet) = self.story.people[person].quiet {
                self.write_in(person, LOBBY, &format!("!notify quiet {}", quiet.words));
                self.look();
            }
            for at in self.story.people[person].vacations.clone() {
                self.plan(at, Deed::Vacation(person));
            }
        }
        let days = self.story.size.days;
        for game in 0..self.story.matches.len() {
            let at = self.chance.between(START + MINUTE, START + days * DAY * 2 / 3);
            self.plan(at, Deed::Begin(game));
        }
        self.arrange_troubles();
    }

    /// The next instant at which something happens: by chance, by the second judge, or in the program.
    fn next_to_judge(&mut self) -> Option<Millis> {
        let now = self.now();
        let deadlines = self.story.judge.deadlines().into_iter().map(|(at, ..)| at);
        deadlines.filter(|at| *at > now).chain(self.next_instant()).min()
    }

    /// Somebody writes something in a channel.
    fn write_in(&mut self, person: usize, place: usize, text: &str) {
        self.write_mentioning(person, Some(place), text, &[]);
    }

    /// Somebody writes something in a channel or in private.
    pub(super) fn write_mentioning(
        &mut self,
        person: usize,
        place: Option<usize>,
        text: &str,
        mentioned: &[usize],
    ) {
        let people = &self.story.people;
        let author = people[person].person.clone();
        let place = place.map_or_else(|| people[person].private(), channel);
        let mentioned: Vec<Person> =
            mentioned.iter().map(|person| people[*person].person.clone()).collect();
        self.write(&author, place, (text.to_owned(), mentioned), |_| ());
    }

    /// A game is offered, and everybody accepts at once.
    fn begin(&mut self, game: usize) {
        let is_closed = self.story.closed.contains(&self.story.matches[game].channel)
            || self.story.held.contains(&self.story.matches[game].channel);
        if !self.is_caught_up || !self.is_connected || is_closed {
            return self.plan(self.now() + HOUR, Deed::Begin(game));
        }
        let mut running = vec![0; self.story.people.len()];
        for one in self.story.matches.iter().filter(|one| !one.is_over) {
            one.seats.iter().for_each(|person| running[*person] += 1);
        }
        let mut free: Vec<usize> = (0..running.len()).filter(|who| running[*who] < 45).collect();
        let n = self.story.matches[game].n_people;
        if free.len() < n {
            return self.plan(self.now() + DAY, Deed::Begin(game));
        }
        let players: Vec<usize> =
            (0..n).map(|_| free.swap_remove(self.chance.below(free.len()))).collect();
        let (one, others) = (self.story.matches[game].clone(), &players[1..]);
        let asked: Vec<String> =
            others.iter().map(|who| self.story.people[*who].mention()).collect();
        let offer = format!("!challenge {} {} {}", asked.join(" "), one.kind, one.clock);
        self.write_mentioning(players[0], Some(one.channel), &offer, others);
        self.look();
        let no = self.committed().greatest_numbers().expect("it is read").0;
        assert!(self.story.by_no.insert(GameNo(no), game).is_none(), "no game by {offer}");
        self.story.matches[game].no = Some(GameNo(no));
        for player in others {
            self.write_in(*player, one.channel, &format!("!accept #{no}"));
            self.settle();
        }
        self.seat(game, &players);
        self.look();
    }

    /// Notes who sits where in a game that has begun.
    fn seat(&mut self, game: usize, players: &[usize]) {
        let no = self.story.matches[game].no.expect("it has a number");
        let row = self.committed().game_row(no).expect("it is read").expect("a row");
        assert_eq!(row.state, GameState::Running, "{row:?}");
        let seat = |seat: &SeatRow| {
            let id = seat.person().expect("people play");
            *players
                .iter()
                .find(|who| self.story.people[**who].person.id == *id)
                .expect("one of them")
        };
        let seats: Vec<usize> = row.seats.iter().map(seat).collect();
        let one = &self.story.matches[game];
        self.story.judge.begin_game(game, one.channel, one.control, &seats);
        let is_endless = matches!(one.control, Control::None) && self.chance.happens(20);
        self.story.matches[game].is_forgotten = is_endless;
        self.story.matches[game].seats = seats;
        self.story.figures.begun += 1;
    }

    /// A game as it is stored.
    pub(super) fn stored(&self, game: usize) -> Game {
        let no = self.story.matches[game].no.expect("it has a number");
        let stored = self.committed().game(no).expect("it is read");
        let (row, events) = stored.expect("it is there");
        replay_game(&row, &events, |id| id.key().to_owned()).expect("it replays")
    }

    /// Whoever has no time left by now has lost, as of then, if all is heard; nobody else has.
    fn judge_deadlines(&mut self) {
        if !self.is_caught_up {
            return;
        }
        let now = self.now();
        for (at, game, seat) in self.story.judge.deadlines() {
            if at > now {
                break;
            }
            if self.story.matches[game].is_over
                || self.story.held.contains(&self.story.matches[game].channel)
            {
                continue;
            }
            let stored = self.stored(game);
            let is_out = |entry: &&LogEntry| matches!(entry.event, LogEvent::Time(out) if out.index() == seat);
            let out = stored.log().iter().find(is_out);
            let told = format!("game {game}, seat {seat}, at {at}: {:?}", self.story.matches[game]);
            if at > self.told_until {
                assert!(out.is_none(), "called before all was heard: {told}");
                continue;
            }
            let out = out.unwrap_or_else(|| panic!("a deadline is missed: {told}"));
            assert_eq!(out.at, at, "called for another instant: {told}");
            assert!(
                self.story.judge.were_reminded(game, seat, at) || self.is_quiet(game, seat),
                "{told}"
            );
            self.story.judge.timed_out(game, seat, at);
            self.story.figures.time_outs += 1;
            let one = &mut self.story.matches[game];
            one.active[seat] = false;
            (one.count, one.said, one.promised) = (one.count + 1, None, None);
            if !stored.is_running() {
                self.over(game);
            }
        }
    }

    pub(super) fn is_quiet(&self, game: usize, seat: usize) -> bool {
        self.story.people[self.story.matches[game].seats[seat]].quiet.is_some()
    }

    /// Something new is said about a game.
    fn hear_about(&mut self, game: usize, count: u32, (outbox, out): (u64, &Outgoing)) {
        let reply = &out.reply;
        let who: Vec<usize> = reply
            .ping
            .iter()
            .filter_map(|id| self.story.people.iter().position(|one| one.person.id == *id))
            .collect();
        if reply.text.contains(", a reminder: ") || reply.text.contains(", last call: ") {
            let seat = self.story.matches[game].seats.iter().position(|person| *person == who[0]);
            let seat = seat.expect("a player is reminded");
            let is_exact = !out.may_be_sent && self.is_caught_up && self.is_connected;
            let (quiet, now) = (self.story.people[who[0]].quiet, self.now());
            self.story.judge.reminded(game, seat, now, quiet, is_exact);
            self.story.figures.reminders += 1;
        } else if reply.picture().is_some() && reply.place.owner().is_none() {
            for person in who {
                let before = self.story.pinged.insert((game, count, person), outbox);
                assert!(before.is_none(), "pinged twice in one turn: {}", reply.text);
            }
        }
    }

    /// A reply stands on the platform: whoever is asked for a move begins to think.
    fn think_about(&mut self, outbox: u64) {
        let post = self.page.posts[&outbox].clone();
        let Some((game, count)) = post.about.filter(|_| post.has_picture) else { return };
        let one = &self.story.matches[game];
        if one.is_over {
            return;
        }
        let at = post.at.expect("it stands");
        let owner = post.place.owner();
        let stored = self.stored(game);
        if !stored.is_running() {
            return;
        }
        let asked: Vec<usize> = match (owner, stored.position().arranging()) {
            (None, None) if count == one.count => {
                stored.position().awaits().iter().map(|seat| seat.index()).collect()
            }
            (Some(owner), Some(men)) => {
                let of_owner =
                    |seat: &usize| self.story.people[one.seats[*seat]].person.id == owner;
                men.awaited().iter().map(|seat| seat.index()).filter(of_owner).collect()
            }
            _ => Vec::new(),
        };
        for seat in asked {
            self.story.judge.asked(game, seat, at);
            if !self.story.matches[game].is_forgotten || self.story.matches[game].count < 4 {
                self.think(game, seat, &stored);
            }
        }
    }

    /// Somebody who is asked for a move decides what to do, and when.
    fn think(&mut self, game: usize, seat: usize, stored: &Game) {
        let one = &self.story.matches[game];
        let count = one.count;
        let (person, now) = (&self.story.people[one.seats[seat]], self.now());
        let left = match one.control {
            Control::None => None,
            Control::PerMove(_) | Control::Bank(..) => {
                Some(self.story.judge.clocks(game)[seat].left)
            }
        };
        let mut at = now + person.hesitates(&mut self.chance, now, left);
        if self.story.judge.is_away(one.seats[seat], at) && self.chance.happens(80) {
            at += self.chance.between(0, 2 * DAY);
        }
        let is_private = stored.position().arranging().is_some();
        let words = if is_private {
            "setup random done".to_owned()
        } else if one.plies >= one.length {
            "resign".to_owned()
        } else {
            let promised = self.story.matches[game].promised.take();
            let promised = promised.filter(|mv| stored.position().legal_move(mv).is_some());
            let mv =
                promised.unwrap_or_else(|| self.chance.one_of(&stored.position().moves()).clone());
            self.foresee(game, seat, (stored, &mv), at);
            mv
        };
        self.plan(at, Deed::Act { game, seat, count, words, is_private });
        if self.chance.happens(2) && left.is_some() && !is_private {
            let give = self.chance.between(now, at);
            self.plan(give, Deed::Give { game, to: seat, count });
        }
    }

    /// The opponent may say beforehand what they reply to a move, before it is played.
    fn foresee(&mut self, game: usize, seat: usize, (stored, mv): (&Game, &str), at: Millis) {
        let one = &self.story.matches[game];
        let (is_pair, count) = (one.seats.len() == 2, one.count);
        let other = 1 - seat.min(1);
        if !is_pair || one.said.is_some() || !self.story.people[one.seats[other]].plans {
            return;
        }
        // Now and then they expect another move.
        let moves = stored.position().moves();
        let is_wrong = self.chance.happens(20);
        let expected = if is_wrong { self.chance.one_of(&moves).clone() } else { mv.to_owned() };
        let steps = replies(stored.position(), &expected, &mut self.chance);
        let now = self.now();
        if !steps.is_empty() && self.chance.happens(60) && at - now > 2 {
            let when = self.chance.between(now + 1, at - 1);
            self.plan(when, Deed::Plan { game, seat: other, said: Said { count, steps } });
        }
    }

    fn say_beforehand(&mut self, game: usize, seat: usize, said: Said) {
        let one = &self.story.matches[game];
        // What two people write while nobody hears it may be heard in another order, so that a move comes
        // before what was said of it.
        let is_heard = self.is_caught_up && self.is_connected;
        if one.is_over || one.count != said.count || !is_heard {
            return;
        }
        let said_words = |(mv, reply): &(String, String)| format!("if {mv} then {reply}");
        let words: Vec<String> = said.steps.iter().map(said_words).collect();
        let (line, person) = (one.line(&words.join(" ")), one.seats[seat]);
        self.write_mentioning(person, None, &line, &[]);
        self.story.matches[game].said = Some(said);
    }

    fn give(&mut self, game: usize, to: usize, count: u32) {
        let deadline = self.judge_of(game, to);
        let one = &self.story.matches[game];
        if one.is_over || one.count != count || deadline.is_some_and(|at| at <= self.now()) {
            return;
        }
        let giver = (0..one.seats.len()).find(|seat| *seat != to && one.active[*seat]);
        let (giver, line) =
            (one.seats[giver.expect("somebody else plays")], one.line("time give 5h"));
        let place = one.channel;
        self.write_in(giver, place, &format!("!{line}"));
        self.story.judge.given(game, to, 5 * HOUR);
    }

    fn judge_of(&mut self, game: usize, seat: usize) -> Option<Millis> {
        if self.story.matches[game].is_over { None } else { self.story.judge.deadline(game, seat) }
    }

    /// Somebody moves, arranges their men, or gives up, if they still can.
    pub(super) fn act(&mut self, game: usize, seat: usize, words: &str, is_private: bool) {
        let deadline = self.judge_of(game, seat);
        let now = self.now();
        if self.story.matches[game].is_over || deadline.is_some_and(|at| at <= now) {
            return;
        }
        let one = &self.story.matches[game];
        let (person, place) = (one.seats[seat], one.channel);
        if words == "resign" {
            let line = format!("!resign {} yes", one.no.expect("a number"));
            self.write_in(person, place, &line);
            self.story.touched.insert(game);
            self.story.judge.left(game, seat, now);
            let one = &mut self.story.matches[game];
            one.active[seat] = false;
            (one.count, one.said, one.promised) = (one.count + 1, None, None);
            return;
        }
        let line = self.story.matches[game].line(words);
        if is_private {
            self.write_mentioning(person, None, &line, &[]);
        } else {
            self.write_in(person, place, &format!("!{line}"));
        }
        self.story.touched.insert(game);
        let told = format!("{line}: {:?}", self.story.judge.clocks(game));
        assert!(
            self.story.judge.were_reminded(game, seat, now) || self.is_quiet(game, seat),
            "{told}"
        );
        self.story.judge.moved(game, seat, now);
        let one = &mut self.story.matches[game];
        one.count += 1;
        if !is_private {
            one.plies += 1;
            self.story.figures.plies += 1;
            self.reply_as_said(game, seat, words, now);
        }
    }

    /// What the opponent has said beforehand is played in the same message.
    fn reply_as_said(&mut self, game: usize, seat: usize, mv: &str, now: Millis) {
        let one = &mut self.story.matches[game];
        let Some(mut said) = one.said.take() else { return };
        if said.count + 1 != one.count || said.steps[0].0 != mv {
            return;
        }
        said.steps.remove(0);
        one.count += 1;
        one.plies += 1;
        said.count = one.count;
        one.promised = said.steps.first().map(|(mv, _)| mv.clone());
        one.said = one.promised.is_some().then_some(said);
        self.story.figures.plies += 1;
        self.story.figures.conditional += 1;
        self.story.judge.moved(game, 1 - seat, now);
    }

    /// A game is over.
    pub(super) fn over(&mut self, game: usize) {
        self.story.matches[game].is_over = true;
        let clocks = self.story.judge.over(game);
        self.check_clocks(game, &clocks);
        self.story.figures.finished += 1;
    }

    /// Compares the games in which something was written with the store.
    fn compare(&mut self) {
        if !self.is_caught_up || !self.is_connected || !self.story.held.is_empty() {
            return;
        }
        for game in std::mem::take(&mut self.story.touched) {
            let stored = self.stored(game);
            let one = &self.story.matches[game];
            if one.is_over {
                continue;
            }
            let left = stored.log().iter().filter(|entry| entry.event.leaver().is_some()).count();
            let out = one.active.iter().filter(|active| !**active).count();
            let told = format!("game {game} at {}: {one:?}, {:?}", self.now(), self.page.open);
            assert_eq!((stored.position().ply(), left), (one.plies, out), "{told}");
            if !stored.is_running() {
                self.over(game);
            }
        }
    }
}
