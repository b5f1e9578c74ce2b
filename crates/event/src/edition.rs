//! An edition as its log has made it.

use games::Outcome;
use pairing::{history::Number, standings::System};
use table::{
    EditionNo, MINUTE, Millis, Person, PersonId, PlaceId, ServerId, plain_name, told_apart,
};

use super::{
    entrant::{Entrant, Gone, Who},
    log::{EditionEntry, EditionEvent},
    results::{GameResult, Results},
    round::Round,
    settings::{EditionSettings, Form},
    stage::Stage,
};

/// One edition of an event: the replay of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    no: EditionNo,
    event: EditionNo,
    ordinal: u32,
    place: PlaceId,
    server: Option<ServerId>,
    settings: EditionSettings,
    entrants: Vec<Entrant>,
    /// Whom a manager has taken out before it began.
    barred: Vec<Who>,
    groups: Vec<Vec<Number>>,
    rounds: Vec<Round>,
    starters: usize,
    /// `None` before the start.
    system: Option<System>,
    stage: Stage,
    /// When it begins once more, with whoever has come since its first round was taken back.
    restarts: Option<Millis>,
    paused: bool,
    place_lost: bool,
    /// When its start and its check-in were set up as they are.
    set_up_at: Millis,
    reminded: bool,
    time_over: Option<Millis>,
    check_in_opened: Option<Millis>,
    log: Vec<EditionEntry>,
}

/// A log that does not replay: what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the log of an event: {why}")]
pub struct BadLog {
    /// The line, from 1.
    pub line: usize,
    /// The fault in that line.
    pub why: &'static str,
}

impl Edition {
    /// A new edition, made at an instant by somebody, or by itself.
    #[must_use]
    pub fn new(
        no: EditionNo,
        (event, ordinal): (EditionNo, u32),
        (place, server): (PlaceId, Option<ServerId>),
        settings: EditionSettings,
        (at, by): (Millis, Option<PersonId>),
    ) -> Self {
        let created = EditionEvent::Created { settings: Box::new(settings.clone()) };
        Self {
            no,
            event,
            ordinal,
            place,
            server,
            settings,
            entrants: Vec::new(),
            barred: Vec::new(),
            groups: Vec::new(),
            rounds: Vec::new(),
            starters: 0,
            system: None,
            stage: Stage::Open,
            restarts: None,
            paused: false,
            place_lost: false,
            set_up_at: at,
            reminded: false,
            time_over: None,
            check_in_opened: None,
            log: vec![EditionEntry { at, by, event: created }],
        }
    }

    /// The edition that a log has made.
    ///
    /// # Errors
    /// [`BadLog`] for a log that no edition can have.
    pub fn replay(
        no: EditionNo,
        of: (EditionNo, u32),
        at: (PlaceId, Option<ServerId>),
        log: Vec<EditionEntry>,
    ) -> Result<Self, BadLog> {
        let mut entries = log.into_iter();
        let first = entries.next().ok_or(BadLog { line: 1, why: "there is none" })?;
        let EditionEvent::Created { settings } = first.event else {
            return Err(BadLog { line: 1, why: "it does not make the edition" });
        };
        let mut made = Self::new(no, of, at, *settings, (first.at, first.by));
        for (entry, line) in entries.zip(2..) {
            made.add(entry).map_err(|why| BadLog { line, why })?;
        }
        Ok(made)
    }

    /// Lets something happen to it. Whether it may is for whoever asks to know; here only what no
    /// edition can have is refused.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn add(&mut self, entry: EditionEntry) -> Result<(), &'static str> {
        self.apply(&entry)?;
        self.log.push(entry);
        Ok(())
    }

    fn apply(&mut self, entry: &EditionEntry) -> Result<(), &'static str> {
        match &entry.event {
            EditionEvent::Created { .. } => return Err("it is made twice"),
            EditionEvent::Edited { settings } => self.set_up(settings, entry.at),
            EditionEvent::Joined { who, name, rating } => {
                let has_place = self.players().any(|one| one.who == *who);
                self.join(who, name, *rating);
                // The table of a round robin is made for as many as begin.
                let is_table = self.system() == System::RoundRobin;
                if self.awaits_first_round() && is_table && !has_place {
                    self.restarts = Some(entry.at.saturating_add(NEWCOMERS));
                }
            }
            EditionEvent::Went { who, why } => self.remove(who, *why, entry.at)?,
            EditionEvent::CheckedIn { who } => self.of_person(who)?.is_here = true,
            EditionEvent::Reminded => self.reminded = true,
            EditionEvent::CheckInOpened => self.check_in_opened = Some(entry.at),
            EditionEvent::Started { players, ratings, groups, system } => {
                self.start(players, ratings, groups)?;
                let of_old = || self.settings.system_of_old(players.len());
                self.system = Some(system.unwrap_or_else(of_old));
            }
            EditionEvent::Paired { round, boards, free, given_up } => {
                if *round != self.rounds.len() || self.stage != Stage::Running {
                    return Err("a round comes at the wrong time");
                }
                self.restarts = None;
                self.rounds.push(Round {
                    at: entry.at,
                    boards: boards.clone(),
                    free: free.clone(),
                    given_up: given_up.clone(),
                });
            }
            EditionEvent::Unpaired { round } => {
                if *round + 1 != self.rounds.len() {
                    return Err("it is not the latest round that is taken back");
                }
                self.rounds.pop();
                // Whoever has come during it is there when it is paired anew.
                for one in &mut self.entrants {
                    one.first_round = one.first_round.min(*round);
                    one.came_in_first_round &= *round > 0;
                }
            }
            EditionEvent::ByeAsked { who, round } => {
                let round = *round;
                self.of_person(who)?.byes.push(round);
            }
            EditionEvent::NoShow { who, .. } => self.of_person(who)?.no_shows += 1,
            EditionEvent::Decided { .. } => {}
            EditionEvent::TimeOver => self.time_over = Some(entry.at),
            EditionEvent::Paused => self.paused = true,
            EditionEvent::Resumed => {
                (self.paused, self.place_lost) = (false, false);
                self.restarts = self.restarts.map(|at| at.min(entry.at));
            }
            EditionEvent::PlaceLost => (self.paused, self.place_lost) = (true, true),
            EditionEvent::Moved { place } => {
                self.place = place.clone();
                self.place_lost = false;
            }
            EditionEvent::Finished => self.stage = Stage::Finished,
            EditionEvent::Cancelled { .. } => self.stage = Stage::Cancelled,
        }
        Ok(())
    }

    /// What was said of the start counts for no other one: all are called again. Without a check-in all are there.
    fn set_up(&mut self, settings: &EditionSettings, at: Millis) {
        let (start, check_in) = (self.settings.start, self.settings.check_in);
        if settings.start != start {
            (self.reminded, self.check_in_opened) = (false, None);
            self.entrants.iter_mut().for_each(|one| one.is_here = false);
        }
        if settings.check_in == 0 {
            self.check_in_opened = None;
        }
        if (settings.start, settings.check_in) != (start, check_in) {
            self.set_up_at = at;
        }
        self.settings = settings.clone();
    }

    fn join(&mut self, who: &Who, name: &str, rating: u32) {
        self.barred.retain(|barred| barred != who);
        let first_round = self.rounds.len();
        let is_second =
            |entry: &EditionEntry| matches!(entry.event, EditionEvent::Paired { round: 1, .. });
        let came_in_first_round = first_round == 1 && !self.log.iter().any(is_second);
        let number = (self.stage == Stage::Running).then(|| self.next_number());
        if let Some(back) = self.entrants.iter_mut().find(|one| one.who == *who) {
            back.gone = None;
            back.is_here = self.stage == Stage::Running;
            back.number = back.number.or(number);
            name.clone_into(&mut back.name);
            return;
        }
        self.entrants.push(Entrant {
            who: who.clone(),
            name: name.to_owned(),
            rating,
            number,
            first_round,
            came_in_first_round,
            is_here: false,
            gone: None,
            went: None,
            byes: Vec::new(),
            no_shows: 0,
        });
    }

    fn next_number(&self) -> Number {
        self.entrants.iter().filter_map(|one| one.number).max().unwrap_or(0) + 1
    }

    fn remove(&mut self, who: &Who, why: Gone, went: Millis) -> Result<(), &'static str> {
        let at = self.entrants.iter().position(|one| one.who == *who).ok_or(UNKNOWN)?;
        if self.stage == Stage::Open {
            self.entrants.remove(at);
            if why == Gone::TakenOut {
                self.barred.push(who.clone());
            }
        } else {
            (self.entrants[at].gone, self.entrants[at].went) = (Some(why), Some(went));
        }
        Ok(())
    }

    fn start(
        &mut self,
        players: &[Who],
        ratings: &[u32],
        groups: &[Vec<Number>],
    ) -> Result<(), &'static str> {
        if self.stage != Stage::Open && !self.awaits_first_round() {
            return Err("it begins twice");
        }
        let is_taken_out = |one: &&Entrant| one.gone == Some(Gone::TakenOut);
        self.barred.extend(self.entrants.iter().filter(is_taken_out).map(|one| one.who.clone()));
        self.entrants.retain(|one| players.contains(&one.who));
        for ((who, number), at) in players.iter().zip(1..).zip(0..) {
            let one = self.entrants.iter_mut().find(|one| one.who == *who).ok_or(UNKNOWN)?;
            one.number = Some(number);
            one.rating = ratings.get(at).copied().unwrap_or(one.rating);
        }
        self.entrants.sort_by_key(|one| one.number);
        self.starters = self.entrants.len();
        self.groups = groups.to_vec();
        self.stage = Stage::Running;
        self.restarts = None;
        Ok(())
    }

    fn of_person(&mut self, who: &PersonId) -> Result<&mut Entrant, &'static str> {
        self.entrants.iter_mut().find(|one| one.person() == Some(who)).ok_or(UNKNOWN)
    }

    /// Its number, unique over the whole database: people read `T7`.
    #[must_use]
    pub const fn no(&self) -> EditionNo {
        self.no
    }

    /// The number of the first edition of its event.
    #[must_use]
    pub const fn event(&self) -> EditionNo {
        self.event
    }

    /// Returns which edition of its event it is, from 1.
    #[must_use]
    pub const fn ordinal(&self) -> u32 {
        self.ordinal
    }

    /// Returns where it is held.
    #[must_use]
    pub const fn place(&self) -> &PlaceId {
        &self.place
    }

    /// The server to which that place belongs, if it belongs to one.
    #[must_use]
    pub const fn server(&self) -> Option<&ServerId> {
        self.server.as_ref()
    }

    /// Returns what it is set up with.
    #[must_use]
    pub const fn settings(&self) -> &EditionSettings {
        &self.settings
    }

    /// Returns how it is paired, by the number of those who began; before the start, as one of nobody.
    #[must_use]
    pub fn system(&self) -> System {
        self.system.unwrap_or_else(|| self.settings.system(0))
    }

    /// Returns how far it has come.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns `true` if it has begun and its first round is to be paired, since it was taken back.
    #[must_use]
    pub fn awaits_first_round(&self) -> bool {
        self.stage == Stage::Running && self.rounds.is_empty()
    }

    /// Returns when it begins once more, with whoever has come since its first round was taken back; `None` if
    /// nobody has, or if newcomers have no need of that.
    #[must_use]
    pub const fn restarts(&self) -> Option<Millis> {
        self.restarts
    }

    /// Returns `true` if it has begun, and nobody has made a move in it, nor has a manager decided a game, so that
    /// its first round can be taken back.
    #[must_use]
    pub fn is_unplayed(&self, results: &Results) -> bool {
        let is_decided = |entry: &EditionEntry| matches!(entry.event, EditionEvent::Decided { .. });
        let boards = self.rounds.iter().flat_map(|round| &round.boards);
        let mut plies = boards.map(|board| results.get(&board.game).map_or(0, |game| game.plies));
        self.stage == Stage::Running
            && self.rounds.len() <= 1
            && plies.all(|plies| plies == 0)
            && !self.log.iter().any(is_decided)
    }

    /// Returns `true` if no further round is paired for now.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns `true` if its players were reminded of the start.
    #[must_use]
    pub const fn is_reminded(&self) -> bool {
        self.reminded
    }

    /// Returns when it was said that the time of the league is over while games of it are not; `None` before that.
    #[must_use]
    pub const fn time_over_said(&self) -> Option<Millis> {
        self.time_over
    }

    /// Returns when it was said that one can check in; `None` before that.
    #[must_use]
    pub const fn check_in_opened(&self) -> Option<Millis> {
        self.check_in_opened
    }

    /// Returns when it was made.
    #[must_use]
    pub fn created(&self) -> Millis {
        self.log.first().map_or(0, |entry| entry.at)
    }

    /// Everybody who takes part, once it has begun in the order of the start numbers.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Those who have a start number.
    pub fn players(&self) -> impl Iterator<Item = &Entrant> + Clone {
        self.entrants.iter().filter(|one| one.number.is_some())
    }

    /// Returns who has this start number.
    #[must_use]
    pub fn entrant(&self, number: Number) -> Option<&Entrant> {
        self.entrants.iter().find(|one| one.number == Some(number))
    }

    /// Returns what a person is in it; `None` for who does not take part.
    #[must_use]
    pub fn entrant_of(&self, who: &PersonId) -> Option<&Entrant> {
        self.entrants.iter().find(|one| one.person() == Some(who))
    }

    /// The name of somebody who takes part as a [`plain_name`]. Namesakes are told apart.
    #[must_use]
    pub fn plain_name(&self, one: &Entrant) -> String {
        self.told_apart(plain_name(&one.name), one)
    }

    /// The name of a person among those who take part, as a [`plain_name`].
    #[must_use]
    pub fn plain_name_of(&self, person: &Person) -> String {
        told_apart(plain_name(&person.name), person, self.entrants.iter().map(Entrant::called))
    }

    /// A name of somebody who takes part, told apart from those of namesakes.
    pub(super) fn told_apart(&self, name: String, one: &Entrant) -> String {
        match one.occupant().who() {
            Some(person) => told_apart(name, person, self.entrants.iter().map(Entrant::called)),
            None => name,
        }
    }

    /// Returns `true` if a manager has taken somebody out who would play otherwise.
    #[must_use]
    pub fn is_taken_out(&self, who: &PersonId) -> bool {
        let gone = self.entrant_of(who).and_then(|one| one.gone);
        gone == Some(Gone::TakenOut) || self.barred.contains(&Who::Person(who.clone()))
    }

    /// Returns `true` if its place is gone, so that nothing can be said there.
    #[must_use]
    pub const fn has_lost_its_place(&self) -> bool {
        self.place_lost
    }

    /// Returns when its start and its check-in were set up as they are.
    #[must_use]
    pub const fn set_up_at(&self) -> Millis {
        self.set_up_at
    }

    /// The times in which a manager, or the loss of its place, has kept it from going on; the last one may not be
    /// over.
    #[must_use]
    pub fn pauses(&self) -> Vec<(Millis, Option<Millis>)> {
        let mut pauses: Vec<(Millis, Option<Millis>)> = Vec::new();
        for EditionEntry { at, event, .. } in &self.log {
            let is_open = pauses.last().is_some_and(|(_, to)| to.is_none());
            match (event, pauses.last_mut()) {
                (EditionEvent::Paused | EditionEvent::PlaceLost, _) if !is_open => {
                    pauses.push((*at, None));
                }
                (EditionEvent::Resumed, Some((_, to))) if is_open => *to = Some(*at),
                _ => {}
            }
        }
        pauses
    }

    /// Returns when it has begun; `None` before that.
    #[must_use]
    pub fn began(&self) -> Option<Millis> {
        let is_start = |event: &EditionEvent| matches!(event, EditionEvent::Started { .. });
        self.log.iter().find(|entry| is_start(&entry.event)).map(|entry| entry.at)
    }

    /// Returns when a league is to be over, before anything is credited: its whole length after it has begun,
    /// or is to begin. `None` for an evening.
    #[must_use]
    pub fn ends(&self) -> Option<Millis> {
        let start = self.began().unwrap_or(self.settings.start);
        (self.settings.form == Form::League).then(|| start.saturating_add(self.settings.period))
    }

    /// Returns how many have begun it.
    #[must_use]
    pub const fn starters(&self) -> usize {
        self.starters
    }

    /// The groups of a league by start numbers, the strongest first.
    #[must_use]
    pub fn groups(&self) -> &[Vec<Number>] {
        &self.groups
    }

    /// The rounds that were paired.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns how many rounds are over, from the first one on: all their games have a result.
    #[must_use]
    pub fn whole_rounds(&self, results: &Results) -> usize {
        let is_over = |round: &&Round| {
            let mut games = round.boards.iter().map(|board| results.get(&board.game));
            games.all(|game| game.is_some_and(|game| self.counts(game)))
        };
        self.rounds.iter().take_while(is_over).count()
    }

    /// Returns `true` if a game of it has come to something: it is over, and was not broken off with the edition.
    #[must_use]
    pub fn counts(&self, result: &GameResult) -> bool {
        let is_broken_off =
            self.stage == Stage::Cancelled && result.outcome == Some(Outcome::Aborted);
        result.is_over() && !is_broken_off
    }

    /// Returns what has happened in it.
    #[must_use]
    pub fn log(&self) -> &[EditionEntry] {
        &self.log
    }
}

/// The time in which others can still come once somebody has, before the first round is paired anew.
const NEWCOMERS: Millis = MINUTE;

/// The fault where somebody is named who does not take part.
const UNKNOWN: &str = "it names somebody who does not take part";
