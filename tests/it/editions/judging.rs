//! What is judged of everything that the program says: nothing comes twice, nobody is called twice, no
//! edition stands still.

use std::collections::BTreeSet;

use chat::Reply;
use store::GameState;
use table::{DAY, EditionNo, GameNo, HOUR, MINUTE, Millis, PersonId, WEEK};

use super::{
    edition::{Edition, Ended},
    events::EVENTS,
    news::{self, Free, League, News, Round},
    weeks::Playing,
};

/// For so long an evening may stand still in which nobody runs out of time, beyond a clock.
const SLACK: Millis = 3 * MINUTE;
/// For so long the start may be late: each time that the program was away it has to catch up first, and knows
/// to ten seconds how long it was away.
const LATE: Millis = 15 * MINUTE;

impl Playing {
    /// Nobody is called twice by a message, or twice for the same move.
    pub(super) fn judge_pings(&mut self, outbox: u64, reply: &Reply) {
        let called: BTreeSet<&PersonId> = reply.ping.iter().collect();
        assert_eq!(called.len(), reply.ping.len(), "somebody is called twice by {}", reply.text);
        let Some(game) = reply.game.filter(|_| reply.picture().is_some()) else { return };
        let Some(played) = self.story.games.get(&game) else { return };
        let begins = reply.text.contains(" begins.");
        // The platform shows a thread to those whom its first message calls, which may be heard after the next move.
        if begins
            || reply.text.contains("is played in this thread.")
            || !reply.text.contains(", your turn.")
        {
            assert!(!begins || reply.ping.is_empty(), "called by round and board: {}", reply.text);
            return;
        }
        let acts = played.acts;
        for person in &reply.ping {
            let before = self.story.pinged.insert((game, acts, person.clone()), outbox);
            assert!(before.is_none(), "called twice for one move: {}", reply.text);
        }
    }

    /// Something is told of an edition.
    pub(super) fn judge_news(&mut self, no: EditionNo, news: News, reply: &Reply) {
        let now = self.now();
        if let News::Announced { name, edition, start } = news {
            return self.announced(no, &name, (edition, start));
        }
        let edition = self.story.editions.get_mut(&no).expect("it was announced");
        edition.last = now;
        match news {
            News::Reminder => {
                edition.posts_once("reminder");
                assert!(reply.ping.is_empty(), "a reminder calls people: {}", reply.text);
            }
            News::CheckIn => edition.posts_once("check-in"),
            News::Round(round) => self.begins_round(no, round, reply),
            News::League(league) => self.begins_league(no, league, reply),
            News::Podium => {
                edition.posts_once("end");
                edition.ended = Some(Ended::Podium);
                edition.check_league();
                self.story.figures.editions += 1;
                self.check_that_games_are_over(no);
                self.check_podium(no, &reply.text);
            }
            News::CalledOff => {
                edition.posts_once("end");
                assert!(!edition.has_begun(), "{no} is called off while it is played");
                edition.ended = Some(Ended::CalledOff);
                self.story.figures.called_off += 1;
            }
            News::Undone(round) => {
                edition.unpaired(round);
                self.story.figures.undone += 1;
            }
            News::Restarted => edition.restarted(),
            News::Paused => {
                edition.is_paused = true;
                self.story.figures.pauses += 1;
            }
            News::Resumed => edition.is_paused = false,
            News::Entered(name) => {
                edition.entered(&name);
                if edition.has_begun() {
                    self.story.figures.late_entries += 1;
                }
            }
            News::Left(name) => {
                edition.expected.remove(&name);
            }
            News::Announced { .. } => unreachable!("it has a branch of its own"),
        }
    }

    /// An edition is announced: the next one of its event, at the time of its event.
    fn announced(&mut self, no: EditionNo, name: &str, (number, start): (u32, Millis)) {
        let now = self.now();
        let event = EVENTS.iter().find(|event| event.name == name);
        let event = event.unwrap_or_else(|| panic!("{no}: nobody made {name}"));
        let before = self.story.editions.values().filter(|one| one.event.name == name);
        let last = before.max_by_key(|one| one.edition);
        assert_eq!(last.map_or(1, |last| last.edition + 1), number, "{no}: another edition");
        assert!(last.is_none_or(|last| last.ended.is_some()), "{no} before the last one is over");
        let behind = match last {
            // One that was called off has not taken its time.
            Some(last) if event.is_league() && matches!(last.ended, Some(Ended::Podium)) => {
                now.max(last.start + WEEK)
            }
            Some(last) => now.max(last.start),
            None => now,
        };
        assert_eq!(start, event.start_after(behind), "{no} begins at another time");
        let mut edition = Edition::new(no, event, (number, start), now);
        edition.posts_once("announcement");
        let other = self.story.editions.insert(no, edition);
        assert!(other.is_none(), "{no} is announced twice");
    }

    fn begins_round(&mut self, no: EditionNo, round: Round, reply: &Reply) {
        let boards = round.boards.clone();
        // Each game has a thread, which calls its players.
        assert!(reply.ping.is_empty(), "{no}: somebody is called twice: {}", reply.text);
        let edition = &self.story.editions[&no];
        if !edition.event.is_league() {
            self.check_that_games_are_over(no);
        }
        self.story.figures.rounds += 1;
        let is_bye = |(_, why): &&(String, Free)| *why != Free::Rests;
        self.story.figures.byes += round.free.iter().filter(is_bye).count();
        let at = round.round;
        let edition = self.story.editions.get_mut(&no).expect("it was announced");
        edition.paired(round);
        for board in &boards {
            self.begins(no, at, board);
        }
    }

    fn begins_league(&mut self, no: EditionNo, league: League, reply: &Reply) {
        assert!(reply.ping.is_empty(), "{no}: somebody is called twice: {}", reply.text);
        self.story.figures.rounds += league.rounds();
        self.story.editions.get_mut(&no).expect("it was announced").league_begins(league);
    }

    /// The board of a game of a league tells, as the first one, in which round it is.
    pub(super) fn hear_of_league_game(&mut self, reply: &Reply) {
        let Some((no, round, pair)) = news::game_begins(&reply.text) else { return };
        if !self.story.games.contains_key(&pair.1) {
            let edition = self.story.editions.get_mut(&no).expect("it was announced");
            let board = edition.game_begins(round, pair);
            self.begins(no, round, &board);
        }
    }

    /// Nobody is to be called to a second game while a first one goes on.
    fn check_that_games_are_over(&self, no: EditionNo) {
        let Some(reader) = &self.reader else { return };
        for board in self.story.editions[&no].boards() {
            let row = reader.game_row(board.game).expect("it is read").expect("a game");
            assert_eq!(row.state, GameState::Over, "{no} goes on before {} is over", board.game);
        }
    }

    /// Something is told of a game.
    pub(super) fn judge_game(&mut self, game: GameNo, outbox: u64, reply: &Reply) {
        if let Some((game, result)) = news::correction(&reply.text) {
            self.story.corrected.insert(game, result);
            self.story.figures.corrections += 1;
            return;
        }
        self.hear_of(game, outbox, reply);
        let now = self.now();
        let Some(played) = self.story.games.get(&game) else { return };
        let edition = self.story.editions.get_mut(&played.no).expect("it was announced");
        edition.last = now;
        if let Some((name, _)) = reply.text.split_once(" did not come in time.") {
            *edition.no_shows.entry(name.to_owned()).or_default() += 1;
            self.story.figures.no_shows += 1;
        }
        self.story.figures.decided += usize::from(reply.text.starts_with("A manager has decided"));
        self.story.figures.time_outs += usize::from(reply.text.contains("time ran out"));
    }

    /// No edition stands still for longer than its clocks allow.
    pub(super) fn check_that_all_go_on(&self) {
        if !self.is_heard() {
            return;
        }
        let now = self.now();
        for edition in
            self.story.editions.values().filter(|one| one.ended.is_none() && !one.is_paused)
        {
            let (since, allowed) = if !edition.has_begun() {
                (edition.start.max(edition.last), LATE)
            } else if edition.event.is_league() {
                (edition.last, edition.event.clock + DAY)
            } else {
                (edition.last, edition.event.clock + SLACK)
            };
            // An outage before the start makes the check-in longer.
            let away = self.away_between(since - HOUR, now);
            assert!(
                now <= since + allowed + away,
                "stands still since {since}, now {now}, away {away}: {edition:?}"
            );
        }
    }
}
