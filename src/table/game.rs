//! A hosted game: people and bots on the seats of a match, its log, and how it goes on and ends.

use serde::{Deserialize, Serialize};

use super::{
    GameNo, Person, PersonId, PlaceId,
    any_position::{AnyPosition, LegalMove, start_position},
    record::Record,
};
use crate::{
    dice::{Secret, commitment, roll},
    games::{Arranged, BySeat, GameKind, Outcome, Reason, Roll, Seat, SeatSet},
};

/// A game ends as a draw by adjudication after this many plies.
pub const MAX_PLIES: u32 = 1_000;
/// An offer stays open this long, in milliseconds.
pub const OFFER_LIFE: i64 = 24 * 60 * 60 * 1_000;
/// Running games that one person may have.
pub const MAX_RUNNING: usize = 50;
/// Open offers that one person may have.
pub const MAX_OFFERS: usize = 10;
/// Characters of a message that are read.
pub const MAX_MESSAGE: usize = 2_000;
/// Characters of a name that are shown.
pub const MAX_NAME: usize = 32;

/// Milliseconds since 1970 UTC.
pub type Millis = i64;

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person; in an offer, one who has sat down.
    Person(Person),
    /// In an offer, a person who is asked and has not answered.
    Asked(Person),
    /// The bot at this level.
    Bot(u8),
    /// Nobody yet: open to anyone.
    Open,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Offered, until then.
    Offered(Millis),
    /// Going on.
    Running,
    /// Ended; an offer that came to nothing is `Aborted`.
    Over(Outcome),
}

/// Which seat the challenger of an offer takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatChoice {
    /// The first seat.
    White,
    /// The second seat.
    Black,
    /// The seat with this number, from 1.
    Seat(u8),
    /// By lot.
    #[default]
    Random,
}

impl SeatChoice {
    /// The seat that the challenger has chosen; `None` leaves it to the lot.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::White => Some(Seat::FIRST),
            Self::Black => Some(Seat::SECOND),
            Self::Seat(number) => match number.checked_sub(1) {
                Some(index) => Seat::from_index(index),
                None => None,
            },
            Self::Random => None,
        }
    }
}

/// OfferTerms of an offer besides game and options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferTerms {
    /// Which seat the challenger takes.
    #[serde(rename = "colour")]
    pub seat_choice: SeatChoice,
    /// Whether the others sit clockwise from the challenger in the order in which the offer
    /// names them; otherwise the lot decides.
    #[serde(default)]
    pub listed: bool,
    /// Display options, canonical text; empty for the defaults.
    #[serde(default)]
    pub look: String,
}

/// A roll in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedRoll {
    /// Number over the rolled plies of the game, from 1.
    pub n: u32,
    /// The faces.
    pub roll: Roll,
    /// What salted it.
    pub salt: String,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEvent {
    /// A ply: canonical move, and its roll if it was a fight.
    Ply(String, Option<LoggedRoll>),
    /// A hidden draft as it is now; nobody but its seat hears of it.
    Draft(String),
    /// A hidden set-up that is final: its text, and the salt of its commitment.
    Army(String, String),
    /// Something placed for all to see.
    Place(String),
    /// Nothing more is placed.
    Hold,
    /// The seat gave up.
    Resign,
    /// The seat offered a draw.
    DrawOffer,
    /// The seat takes a draw that others still have to answer.
    DrawAccept,
    /// The seat declined a draw.
    DrawDecline,
    /// The players agreed on a draw.
    Agreement,
    /// Ended before both had moved, or an offer that came to nothing.
    Abort,
    /// Draw by the host's limit of plies.
    Adjudication,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When.
    pub at: Millis,
    /// Who; `None` for what the host did.
    pub seat: Option<Seat>,
    /// What.
    pub event: LogEvent,
}

/// A hosted game or an offer of one.
#[derive(Debug)]
pub struct Game {
    /// Its number.
    pub no: GameNo,
    /// Canonical options text.
    pub options: String,
    /// Where it is played.
    pub place: PlaceId,
    /// Seats in order; in an offer the challenger comes first.
    pub seats: Vec<Occupant>,
    /// Where it stands.
    pub stage: Stage,
    /// OfferTerms of the offer.
    pub terms: OfferTerms,
    /// Dice secret.
    pub secret: Secret,
    /// Salt of the last person's message that changed the game: salts the bot's fights.
    pub last_salt: String,
    /// Plies that the players have been told of, at most all that were played.
    pub announced: u32,
    /// Version in the store; a change makes it one more.
    pub version: u64,
    /// When it was offered, or once it has started, when it did.
    pub created: Millis,
    /// Start, last ply or end.
    pub moved: Millis,
    /// The log.
    pub log: Vec<LogEntry>,
    /// The match.
    pub position: Box<dyn AnyPosition>,
    rolls: u32,
    draw_offer: Option<DrawOffer>,
}

/// A draw offer that stands: until all other active seats have taken it, one declines, or the
/// offering seat moves again or leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// Who offers.
    pub by: Seat,
    /// Who has not answered yet.
    pub awaits: SeatSet,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            no: self.no,
            options: self.options.clone(),
            place: self.place.clone(),
            seats: self.seats.clone(),
            stage: self.stage,
            terms: self.terms.clone(),
            secret: self.secret.clone(),
            last_salt: self.last_salt.clone(),
            announced: self.announced,
            version: self.version,
            created: self.created,
            moved: self.moved,
            log: self.log.clone(),
            position: self.position.boxed_clone(),
            rolls: self.rolls,
            draw_offer: self.draw_offer,
        }
    }
}

/// What a new game or offer starts with.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Number.
    pub no: GameNo,
    /// Game.
    pub kind: GameKind,
    /// Canonical options text.
    pub options: String,
    /// Where.
    pub place: PlaceId,
    /// Seats; in an offer the challenger first.
    pub seats: Vec<Occupant>,
    /// OfferTerms.
    pub terms: OfferTerms,
    /// Dice secret, fresh from the operating system.
    pub secret: Secret,
    /// Salt of the message that opens it.
    pub salt: String,
    /// When.
    pub at: Millis,
}

impl Game {
    /// An offer; `None` if the options are none of the game.
    #[must_use]
    pub fn offer(opening: NewGame) -> Option<Self> {
        Some(Self {
            position: start_position(opening.kind, &opening.options)?,
            no: opening.no,
            options: opening.options,
            place: opening.place,
            seats: opening.seats,
            stage: Stage::Offered(opening.at + OFFER_LIFE),
            terms: opening.terms,
            secret: opening.secret,
            last_salt: opening.salt,
            announced: 0,
            version: 0,
            created: opening.at,
            moved: opening.at,
            log: Vec::new(),
            rolls: 0,
            draw_offer: None,
        })
    }

    /// Starts an offered game with everyone seated, in this order.
    pub fn start(&mut self, seats: Vec<Occupant>, salt: &str, at: Millis) {
        self.seats = seats;
        self.stage = Stage::Running;
        self.created = at;
        salt.clone_into(&mut self.last_salt);
        self.moved = at;
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.position.kind()
    }

    /// The id that dice and records use.
    #[must_use]
    pub fn id(&self) -> String {
        self.no.0.to_string()
    }

    /// The commitment to the dice secret.
    #[must_use]
    pub fn commitment(&self) -> String {
        commitment(&self.id(), &self.secret)
    }

    /// The result once it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(outcome) => Some(outcome),
            Stage::Offered(_) | Stage::Running => None,
        }
    }

    /// Whether it is going on.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running)
    }

    /// The seat of a person; the first one if they play several.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.seats_of(person).next()
    }

    /// All seats of a person.
    pub fn seats_of<'a>(&'a self, person: &'a PersonId) -> impl Iterator<Item = Seat> + 'a {
        self.seats.iter().zip(0..).filter_map(move |(occupant, index)| match occupant {
            Occupant::Person(sits) if sits.id == *person => Seat::from_index(index),
            _ => None,
        })
    }

    /// Whether this person plays, and none of their seats is in the game any more.
    #[must_use]
    pub fn has_left(&self, person: &PersonId) -> bool {
        let active = self.position.active();
        let mut seats = self.seats_of(person).peekable();
        self.is_running() && seats.peek().is_some() && seats.all(|seat| !active.contains(seat))
    }

    /// Who sits there.
    #[must_use]
    pub fn occupant(&self, seat: Seat) -> &Occupant {
        self.seats.get(seat.index()).unwrap_or(&Occupant::Open)
    }

    /// The seats of people.
    pub fn people(&self) -> impl Iterator<Item = (Seat, &Person)> {
        self.seats.iter().zip(0..).filter_map(|(occupant, index)| match occupant {
            Occupant::Person(person) => Some((Seat::from_index(index)?, person)),
            Occupant::Asked(_) | Occupant::Bot(_) | Occupant::Open => None,
        })
    }

    /// The people who sit on seats that have not left the game.
    pub fn active_people(&self) -> impl Iterator<Item = (Seat, &Person)> {
        let active = self.position.active();
        self.people().filter(move |(seat, _)| active.contains(*seat))
    }

    /// Whether everyone who is to play has sat down.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.seats.iter().any(|occupant| matches!(occupant, Occupant::Asked(_) | Occupant::Open))
    }

    /// The bot's level if the seat to move of a running game is a bot's.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<u8> {
        let plays = self.is_running() && self.position.arranging().is_none();
        match (plays, self.occupant(self.position.to_move())) {
            (true, Occupant::Bot(level)) => Some(*level),
            _ => None,
        }
    }

    /// Whether it is this person's turn in a running game.
    #[must_use]
    pub fn waits_for(&self, person: &PersonId) -> bool {
        let awaits = self.position.awaits();
        self.is_running() && self.seats_of(person).any(|seat| awaits.contains(seat))
    }

    /// The draw offer that stands.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<DrawOffer> {
        self.draw_offer
    }

    /// Whether every seat has moved at least once, or has left.
    #[must_use]
    pub fn all_have_moved(&self) -> bool {
        let moved: SeatSet = self
            .log
            .iter()
            .filter(|entry| matches!(entry.event, LogEvent::Ply(..) | LogEvent::Resign))
            .filter_map(|entry| entry.seat)
            .collect();
        Seat::all(self.position.n_seats()).all(|seat| moved.contains(seat))
    }

    /// The seats with their standings, best first: the winners, then by points, then those who have
    /// left, the last one to leave first. Equals share a place. `None` in a game that counts no
    /// points.
    #[must_use]
    pub fn standings(&self) -> Option<Vec<Standing>> {
        let scores: BySeat<u32> = self.position.scores()?;
        let winners = match self.outcome() {
            Some(Outcome::Win(winners, _)) => winners,
            _ => SeatSet::default(),
        };
        let left = |seat: Seat| {
            let resigned =
                |entry: &LogEntry| entry.event == LogEvent::Resign && entry.seat == Some(seat);
            self.log.iter().position(resigned).map_or(usize::MAX, |at| at)
        };
        let rank = |seat: Seat| {
            let score = scores.get(seat.index()).copied().unwrap_or(0);
            // Who has left is placed by when, whatever the points.
            let counted = if left(seat) == usize::MAX { score } else { 0 };
            std::cmp::Reverse((winners.contains(seat), left(seat), counted))
        };
        let mut seats: Vec<Seat> = Seat::all(self.position.n_seats()).collect();
        seats.sort_by_key(|seat| rank(*seat));
        let mut standings: Vec<Standing> = Vec::new();
        for (seat, n) in seats.into_iter().zip(1..) {
            let equal = standings.last().filter(|last| rank(last.seat) == rank(seat));
            let place = equal.map_or(n, |last| last.place);
            let points = scores.get(seat.index()).copied().unwrap_or(0);
            let out = left(seat) != usize::MAX;
            standings.push(Standing { place, seat, points, out });
        }
        Some(standings)
    }

    /// The game as a record; the dice secret is in it only when the game is over.
    #[must_use]
    pub fn record(&self) -> Record {
        Record::of_game(self)
    }

    /// Throws the dice of a move with the next roll number.
    #[must_use]
    pub fn throw(&self, wanted: &LegalMove, salt: &str) -> Option<LoggedRoll> {
        if wanted.dice.is_empty() {
            return None;
        }
        let n = self.rolls + 1;
        let roll = roll(&self.id(), &self.secret, n, salt, &wanted.dice);
        Some(LoggedRoll { n, roll, salt: salt.to_owned() })
    }

    /// Adds something to the log and lets it happen.
    ///
    /// # Errors
    /// A log that does not fit the rules, for the log of errors; nothing has changed then.
    pub fn add(&mut self, entry: LogEntry) -> Result<(), LogError> {
        match &entry.event {
            LogEvent::Ply(mv, rolled) => self.add_ply(mv, rolled.as_ref(), entry.at)?,
            LogEvent::DrawOffer => {
                let by = entry.seat.ok_or(LogError::NoSeat)?;
                self.draw_offer =
                    Some(DrawOffer { by, awaits: self.position.active().without(by) });
            }
            LogEvent::DrawAccept => {
                let seat = entry.seat.ok_or(LogError::NoSeat)?;
                if let Some(offer) = &mut self.draw_offer {
                    offer.awaits = offer.awaits.without(seat);
                }
            }
            LogEvent::DrawDecline => self.draw_offer = None,
            LogEvent::Draft(_) | LogEvent::Army(..) | LogEvent::Place(_) | LogEvent::Hold => {
                self.arrange(&entry)?;
            }
            LogEvent::Resign => {
                let seat = entry.seat.ok_or(LogError::NoSeat)?;
                self.position.leave(seat, Reason::Resignation).map_err(LogError::Play)?;
                self.draw_offer = self
                    .draw_offer
                    .filter(|offer| offer.by != seat)
                    .map(|offer| DrawOffer { awaits: offer.awaits.without(seat), ..offer });
                self.end_by_rules();
            }
            LogEvent::Agreement => self.stage = Stage::Over(Outcome::Draw(Reason::Agreement)),
            LogEvent::Abort => self.stage = Stage::Over(Outcome::Aborted),
            LogEvent::Adjudication => self.stage = Stage::Over(Outcome::Draw(Reason::Adjudication)),
        }
        if self.outcome().is_some() {
            self.moved = entry.at;
        }
        self.log.push(entry);
        Ok(())
    }

    /// Something that a seat arranges before the first ply. A draft leaves no trace, not even the
    /// time of it.
    fn arrange(&mut self, entry: &LogEntry) -> Result<(), LogError> {
        let seat = entry.seat.ok_or(LogError::NoSeat)?;
        let step = match &entry.event {
            LogEvent::Draft(text) => Arranged::Draft(text.clone()),
            LogEvent::Army(text, _) => Arranged::Done(text.clone()),
            LogEvent::Place(text) => Arranged::Place(text.clone()),
            _ => Arranged::Hold,
        };
        self.position.arrange(seat, &step).map_err(LogError::Play)?;
        if !matches!(step, Arranged::Draft(_)) {
            self.moved = entry.at;
        }
        Ok(())
    }

    /// Whether men were arranged before the first ply.
    #[must_use]
    pub fn was_arranged(&self) -> bool {
        let first = self.log.first().map(|entry| &entry.event);
        matches!(
            first,
            Some(LogEvent::Draft(_) | LogEvent::Army(..) | LogEvent::Place(_) | LogEvent::Hold)
        )
    }

    /// The hidden set-ups that are final, by seat: text and salt.
    #[must_use]
    pub fn armies(&self) -> BySeat<Option<(&str, &str)>> {
        let of_seat = |seat: Seat| {
            self.log.iter().find_map(|entry| match &entry.event {
                LogEvent::Army(text, salt) if entry.seat == Some(seat) => Some((&**text, &**salt)),
                _ => None,
            })
        };
        Seat::all(self.position.n_seats()).map(of_seat).collect()
    }

    fn add_ply(
        &mut self,
        mv: &str,
        rolled: Option<&LoggedRoll>,
        at: Millis,
    ) -> Result<(), LogError> {
        let roll = rolled.map_or(Roll::NONE, |rolled| rolled.roll);
        let mover = self.position.to_move();
        self.position.play(mv, &roll).map_err(LogError::Play)?;
        self.rolls += u32::from(rolled.is_some());
        self.moved = at;
        if self.draw_offer.is_some_and(|offer| offer.by == mover) {
            self.draw_offer = None;
        }
        self.end_by_rules();
        Ok(())
    }

    fn end_by_rules(&mut self) {
        if let Some(outcome) = self.position.outcome() {
            self.stage = Stage::Over(outcome);
        }
    }

    /// The side from which everyone sees it: a game with one person from theirs, others from the
    /// side to move.
    #[must_use]
    pub fn facing(&self) -> Seat {
        let mut people = self.people();
        match (people.next(), people.next()) {
            (Some((seat, _)), None) => seat,
            _ => self.position.to_move(),
        }
    }
}

/// How a seat of a game that counts points stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// From 1; equals share one.
    pub place: u8,
    /// Who.
    pub seat: Seat,
    /// Points.
    pub points: u32,
    /// Whether it has left the game.
    pub out: bool,
}

/// A log entry that does not fit: a fault of ours or of the file, never of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// The ply does not follow.
    #[error("the logged ply does not fit the position: {0}")]
    Play(crate::games::PlayError),
    /// An entry that needs a seat has none.
    #[error("a log entry names no seat")]
    NoSeat,
}
