//! A hosted game: a position with people and bots on its seats, its log, and its stage.

use super::{
    any_position::AnyPosition,
    ids::{GameNo, ServerId},
    limits::OFFER_LIFE,
    log::{LogEntry, LogEvent, Millis},
    occupant::Occupant,
    offer::{NewGame, OfferTerms},
    place::PlaceId,
    played_position::start_position,
};
use crate::{
    dice::{Secret, commitment},
    games::{BySeat, GameKind, Outcome, Seat, SeatSet},
};

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is offered; the offer closes at this instant.
    Offered(Millis),
    /// It is being played.
    Running,
    /// It has ended; an offer that came to nothing is [`Outcome::Aborted`].
    Over(Outcome),
}

/// An open draw offer. It stays open until all other active seats have accepted it, one of them
/// declines, or the offering seat moves again or leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The seat that offers.
    pub by: Seat,
    /// The seats that have not answered yet.
    pub awaits: SeatSet,
}

/// A hosted game or an offer of one.
#[derive(Debug)]
pub struct Game {
    /// Its number, unique over the whole database: people read `#12`.
    pub(super) no: GameNo,
    /// The options in canonical text.
    pub(super) options: String,
    /// Where it is played.
    pub(super) place: PlaceId,
    /// The server to which that place belongs; `None` where there is none, or where the platform has
    /// not told yet.
    pub(super) server: Option<ServerId>,
    /// The seats in order; in an offer the challenger comes first.
    pub(crate) seats: Vec<Occupant>,
    /// How far it has come.
    pub(crate) stage: Stage,
    /// The terms of its offer.
    pub(super) terms: OfferTerms,
    /// The dice secret.
    pub(super) secret: Secret,
    /// The salt of the last message of a person that changed the game; the salts of the bot's
    /// rolls come from it.
    pub(crate) last_salt: String,
    /// How many plies have been announced to the players, at most all that were played.
    pub(crate) announced: u32,
    /// The version in the store, one more after each change.
    pub(crate) version: u64,
    /// When it was offered; once it has started, when it started.
    pub(super) created: Millis,
    /// When it started, had its last ply, or ended, whichever was last.
    pub(crate) moved: Millis,
    /// What has happened so far.
    pub(super) log: Vec<LogEntry>,
    /// The position by the rules, which the log has led to.
    pub(super) position: Box<dyn AnyPosition>,
    /// How many plies have thrown dice.
    pub(super) rolls: u32,
    pub(super) draw_offer: Option<DrawOffer>,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            no: self.no,
            options: self.options.clone(),
            place: self.place.clone(),
            server: self.server.clone(),
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

impl Game {
    /// An offer, open for [`OFFER_LIFE`]; `None` if the game has no such options.
    #[must_use]
    pub fn offer(new: NewGame) -> Option<Self> {
        Some(Self {
            position: start_position(new.kind, &new.options)?,
            no: new.no,
            options: new.options,
            place: new.place,
            server: new.server,
            seats: new.seats,
            stage: Stage::Offered(new.at + OFFER_LIFE),
            terms: new.terms,
            secret: new.secret,
            last_salt: new.salt,
            announced: 0,
            version: 0,
            created: new.at,
            moved: new.at,
            log: Vec::new(),
            rolls: 0,
            draw_offer: None,
        })
    }

    /// Starts an offered game with these occupants in the order of the seats. The salt is that of
    /// the message by which it starts.
    pub fn start(&mut self, seats: Vec<Occupant>, salt: &str, at: Millis) {
        self.seats = seats;
        self.stage = Stage::Running;
        self.created = at;
        salt.clone_into(&mut self.last_salt);
        self.moved = at;
    }

    /// Its number, unique over the whole database: people read `#12`.
    #[must_use]
    pub const fn no(&self) -> GameNo {
        self.no
    }

    /// The options in canonical text.
    #[must_use]
    pub fn options(&self) -> &str {
        &self.options
    }

    /// Where it is played.
    #[must_use]
    pub const fn place(&self) -> &PlaceId {
        &self.place
    }

    /// The seats in order; in an offer the challenger comes first.
    #[must_use]
    pub fn seats(&self) -> &[Occupant] {
        &self.seats
    }

    /// How far it has come.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The terms of its offer.
    #[must_use]
    pub const fn terms(&self) -> &OfferTerms {
        &self.terms
    }

    /// The dice secret.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// The salt of the last message of a person that changed the game; the salts of the bot's
    /// rolls come from it.
    #[must_use]
    pub fn last_salt(&self) -> &str {
        &self.last_salt
    }

    /// How many plies have been announced to the players, at most all that were played.
    #[must_use]
    pub const fn announced(&self) -> u32 {
        self.announced
    }

    /// The version in the store, one more after each change.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When it was offered; once it has started, when it started.
    #[must_use]
    pub const fn created(&self) -> Millis {
        self.created
    }

    /// When it started, had its last ply, or ended, whichever was last.
    #[must_use]
    pub const fn moved(&self) -> Millis {
        self.moved
    }

    /// What has happened so far.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The position by the rules, which the log has led to.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.position.kind()
    }

    /// The id on which its dice depend and which its record names: the number as text.
    #[must_use]
    pub fn id(&self) -> String {
        self.no.0.to_string()
    }

    /// The commitment to the dice secret, 64 hex digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        commitment(&self.id(), &self.secret)
    }

    /// The outcome once it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(outcome) => Some(outcome),
            Stage::Offered(_) | Stage::Running => None,
        }
    }

    /// The next instant at which something about it is due, even if nobody says anything; `None` if
    /// nothing will be.
    #[must_use]
    pub const fn next_due(&self) -> Option<Millis> {
        match self.stage {
            Stage::Offered(until) => Some(until),
            Stage::Running | Stage::Over(_) => None,
        }
    }

    /// Whether it is being played.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running)
    }

    /// The open draw offer, if there is one.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<DrawOffer> {
        self.draw_offer
    }

    /// Whether players arranged something before the first ply.
    #[must_use]
    pub fn was_arranged(&self) -> bool {
        let first = self.log.first().map(|entry| &entry.event);
        matches!(
            first,
            Some(LogEvent::Draft(_) | LogEvent::Army(..) | LogEvent::Place(_) | LogEvent::Hold)
        )
    }

    /// The finished hidden armies by seat, each with its text and its salt.
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
}
