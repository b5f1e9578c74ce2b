//! A hosted game: a match with people and bots on its seats, its log, and its stage. Whatever happens
//! to it is an action here, a method that checks what the match itself must see to, lets it take effect,
//! and gives the new lines of the log.

mod ending;
mod error;
mod plans;
mod playing;
mod proposals;
mod restore;
mod seat_order;
mod seating;
mod timing;

pub use error::ActionError;
pub use plans::{Followed, HeldPlan};
pub use proposals::Answer;
pub use restore::{RestoreError, StoredGame};

use dice::{Agreement, Scheme, Secret};
use games::{BySeat, GameKind, Outcome, PlayError, Seat};

use super::{
    any_position::AnyPosition,
    clocks::Clocks,
    ids::{GameNo, ServerId},
    limits::OFFER_LIFE,
    log::{LogEntry, LogEvent, Millis},
    occupant::Occupant,
    offer::{NewGame, OfferTerms},
    place::PlaceId,
    played_position::start_position,
};
use crate::replay::{Proposal, Proposed, Replayed};

/// The point that a game has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is offered; the offer closes at this instant.
    Offered(Millis),
    /// It is being played.
    Running,
    /// It has ended; an offer that came to nothing is [`Outcome::Aborted`].
    Over(Outcome),
}

/// A hosted game or an offer of one.
#[derive(Clone, Debug)]
pub struct Game {
    no: GameNo,
    options: String,
    place: PlaceId,
    server: Option<ServerId>,
    seats: Vec<Occupant>,
    /// When the offer closes; `None` once the match has started.
    offered_until: Option<Millis>,
    terms: OfferTerms,
    secret: Secret,
    scheme: Scheme,
    last_salt: String,
    announced: u32,
    version: u64,
    created: Millis,
    moved: Millis,
    log: Vec<LogEntry>,
    curve: Replayed,
    clocks: Clocks,
    idle_from: Option<Millis>,
}

/// The instant and the salt of an action that may throw dice, or after which others may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp<'a> {
    /// When it happens.
    pub at: Millis,
    /// The salt that the message of a person who acts adds to rolls; `None` where no message asks for it.
    pub salt: Option<&'a str>,
}

impl Game {
    /// An offer, open for [`OFFER_LIFE`]; `None` if the game has no such options.
    #[must_use]
    pub fn offer(new: NewGame) -> Option<Self> {
        Some(Self {
            curve: Replayed::new(start_position(new.kind, &new.options)?),
            clocks: Clocks::new(new.terms.clock, new.seats.len()),
            no: new.no,
            options: new.options,
            place: new.place,
            server: new.server,
            seats: new.seats,
            offered_until: Some(new.at + OFFER_LIFE),
            terms: new.terms,
            secret: new.secret,
            scheme: Scheme::NEWEST,
            last_salt: new.salt,
            announced: 0,
            version: 0,
            created: new.at,
            moved: new.at,
            log: Vec::new(),
            idle_from: None,
        })
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

    /// Returns where it is played.
    #[must_use]
    pub const fn place(&self) -> &PlaceId {
        &self.place
    }

    /// Lets the game be played in another place of the same server.
    pub fn move_to(&mut self, place: PlaceId) {
        self.place = place;
    }

    /// The server to which that place belongs; `None` where there is none, or where the platform has
    /// not told yet.
    #[must_use]
    pub const fn server(&self) -> Option<&ServerId> {
        self.server.as_ref()
    }

    /// The seats in order; in an offer the challenger comes first.
    #[must_use]
    pub fn seats(&self) -> &[Occupant] {
        &self.seats
    }

    /// Returns how far it has come.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match (self.outcome(), self.offered_until) {
            (Some(outcome), _) => Stage::Over(outcome),
            (None, Some(until)) => Stage::Offered(until),
            (None, None) => Stage::Running,
        }
    }

    /// Since when nobody has moved; in a game of before such days counted, since they count at the
    /// earliest.
    #[must_use]
    pub fn still_since(&self) -> Millis {
        self.idle_from.map_or(self.moved, |from| from.max(self.moved))
    }

    /// The clocks of its seats.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
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

    /// The version of the dice scheme: the newest one when it was offered.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The salt of the last message of a person that changed the game; the salts of the bot's
    /// rolls come from it.
    #[must_use]
    pub fn last_salt(&self) -> &str {
        &self.last_salt
    }

    /// Returns how many plies have been announced to the players, at most all that were played.
    #[must_use]
    pub const fn announced(&self) -> u32 {
        self.announced
    }

    /// The version in the store, one more after each change.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns when it was offered; once it has started, when it started.
    #[must_use]
    pub const fn created(&self) -> Millis {
        self.created
    }

    /// Returns when it started, had its last ply, or ended, whichever was last.
    #[must_use]
    pub const fn moved(&self) -> Millis {
        self.moved
    }

    /// Returns what has happened so far.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The position by the rules, which the log has led to.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.curve.position()
    }

    /// Notes the server to which its place belongs, if that is not known yet: a game of before has
    /// none until a message from its place tells.
    pub fn learn_server(&mut self, server: &ServerId) {
        self.server.get_or_insert_with(|| server.clone());
    }

    /// Returns which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.position().kind()
    }

    /// The id on which its dice depend and which its record names: the number as text.
    #[must_use]
    pub fn id(&self) -> String {
        self.no.0.to_string()
    }

    /// The commitment to the dice secret, 64 hex digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        // Where men are arranged before the first ply, nobody knows the start position yet.
        let start = start_position(self.kind(), &self.options)
            .filter(|start| start.arranging().is_none())
            .map_or_else(String::new, |start| start.position_text());
        let agreed = Agreement {
            id: &self.id(),
            game: self.kind().key(),
            options: &self.options,
            seats: self.position().n_seats(),
            start: &start,
        };
        agreed.commitment(self.scheme, &self.secret)
    }

    /// The outcome once it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.curve.outcome()
    }

    /// Returns `true` if it is being played.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.stage() == Stage::Running
    }

    /// Returns `true` if it is an open offer.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        matches!(self.stage(), Stage::Offered(_))
    }

    /// The open proposal of this kind, if there is one; a game that is over has none.
    #[must_use]
    pub fn proposal(&self, what: Proposed) -> Option<Proposal> {
        self.curve.proposal(what)
    }

    /// The number of the position, by which boards and buttons name it: it grows with each ply and each takeback,
    /// and stands for no other position of the game. If nothing was taken back, it is the number of plies. While
    /// men are arranged, it is the number of those that were placed openly.
    #[must_use]
    pub fn position_no(&self) -> u32 {
        let is_arranging = self.position().arranging().is_some();
        let counts = |event: &LogEvent| match event {
            LogEvent::Place(..) | LogEvent::Hold(_) => is_arranging,
            LogEvent::Takeback(_) => true,
            _ => event.is_ply(),
        };
        self.count_events(counts)
    }

    /// Returns how often a seat has changed its hidden army before it was finished. Only that seat gets to know of it.
    #[must_use]
    pub fn drafts_of(&self, of: Seat) -> u32 {
        self.count_events(|event| matches!(event, LogEvent::Draft(seat, _) if *seat == of))
    }

    fn count_events(&self, counts: impl Fn(&LogEvent) -> bool) -> u32 {
        let found = self.log.iter().filter(|entry| counts(&entry.event)).count();
        u32::try_from(found).unwrap_or(u32::MAX)
    }

    /// Returns `true` if players arranged something before the first ply.
    #[must_use]
    pub fn was_arranged(&self) -> bool {
        self.log.first().is_some_and(|entry| entry.event.is_arrangement())
    }

    /// The finished hidden armies by seat, each with its text and its salt.
    #[must_use]
    pub fn armies(&self) -> BySeat<Option<(&str, &str)>> {
        let of_seat = |of: Seat| {
            self.log.iter().find_map(|entry| match &entry.event {
                LogEvent::Army { seat, text, salt } if *seat == of => Some((&**text, &**salt)),
                _ => None,
            })
        };
        Seat::all(self.position().n_seats()).map(of_seat).collect()
    }

    /// All plies so far have been announced to the players.
    pub fn mark_announced(&mut self) {
        self.announced = self.position().ply();
    }

    /// The store has the game under this version.
    pub const fn mark_stored(&mut self, version: u64) {
        self.version = version;
    }

    /// Refuses an action for which the match has to be under way.
    fn check_running(&self) -> Result<(), ActionError> {
        if self.is_running() { Ok(()) } else { Err(ActionError::NotRunning) }
    }

    /// Lets an event take effect and adds it to the log. A draft leaves no trace for others, not even
    /// its time.
    fn add(&mut self, at: Millis, event: LogEvent) -> Result<(), PlayError> {
        let at = self.counts_at(&event, at);
        let awaited = self.position().awaits();
        self.curve.take(&event)?;
        self.clocks.take(at, &event);
        let passes = event.leaver().is_some() && self.position().awaits() != awaited;
        if passes {
            self.clocks.turn_passed();
        }
        let goes_back = matches!(event, LogEvent::Takeback(_));
        if goes_back {
            self.clocks.keep_only(self.position().awaits(), at);
        }
        let is_public = event.is_arrangement() && !matches!(event, LogEvent::Draft(..));
        if event.is_ply() || is_public || goes_back || passes || self.outcome().is_some() {
            let is_army = matches!(event, LogEvent::Army { .. });
            self.moved = if is_army { self.moved.max(at) } else { at };
        }
        self.log.push(LogEntry { at, event });
        Ok(())
    }

    /// The instant at which a move counts that was written at this one.
    #[must_use]
    pub fn moves_at(&self, at: Millis) -> Millis {
        self.not_before(at, |_| true)
    }

    /// The instant at which an event counts that is said to have happened at this one. What was written
    /// before the last turn was passed on and is heard behind that does not turn the log's time back. A
    /// reminder or a draw offer that came meanwhile takes no time from whoever has moved already, nor does
    /// the army of somebody else from whoever arranges their own.
    fn counts_at(&self, event: &LogEvent, at: Millis) -> Millis {
        let is_army = |event: &LogEvent| matches!(event, LogEvent::Army { .. });
        self.not_before(at, |other| !(is_army(event) && is_army(other)))
    }

    /// This instant, or that at which a turn was last passed on by an event of which this is true.
    fn not_before(&self, at: Millis, is_before: impl Fn(&LogEvent) -> bool) -> Millis {
        let passes = |event: &LogEvent| event.passes_turn() && is_before(event);
        // The armies, at most one for each seat, stand in the order in which they were heard.
        let before = self.log.iter().rev().filter(|entry| passes(&entry.event));
        let last = before.take(usize::from(Seat::MAX)).map(|entry| entry.at).max();
        last.map_or(at, |last| at.max(last))
    }

    /// The entries of the log after the first `n`.
    fn added_after(&self, n: usize) -> Vec<LogEntry> {
        self.log.get(n..).unwrap_or_default().to_vec()
    }
}

#[cfg(test)]
mod tests;
