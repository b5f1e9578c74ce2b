//! How a hosted game goes on: each log entry takes effect as it is added.

use super::{
    any_position::LegalMove,
    game::{DrawOffer, Game, Stage},
    log::{LogEntry, LogError, LogEvent, LoggedRoll, Millis},
};
use crate::{
    dice::roll,
    games::{ArrangementStep, Outcome, Reason, Roll, Seat},
};

impl Game {
    /// Throws the dice of a move as the next roll of the game; `None` if it throws none. The same
    /// game, secret, number and salt always give the same faces, and nothing changes before the roll
    /// is [added](Self::add) with its ply.
    #[must_use]
    pub fn throw(&self, mv: &LegalMove, salt: &str) -> Option<LoggedRoll> {
        if mv.dice.is_empty() {
            return None;
        }
        let n = self.rolls + 1;
        let roll = roll(&self.id(), &self.secret, n, salt, &mv.dice);
        Some(LoggedRoll { n, roll, salt: salt.to_owned() })
    }

    /// Lets an entry take effect and adds it to the log. An entry after which the rules end the
    /// game ends it.
    ///
    /// ```
    /// use martian_cake::{
    ///     games::{Outcome, Reason, Seat, SeatSet},
    ///     table::{LogEntry, LogEvent, Stage},
    /// };
    /// # use martian_cake::{dice::Secret, games::GameKind};
    /// # use martian_cake::table::{Game, GameNo, NewGame, Occupant, OfferTerms, PlaceId, Platform};
    /// # let new = NewGame {
    /// #     no: GameNo(12),
    /// #     kind: GameKind::ALL[0],
    /// #     options: String::new(),
    /// #     place: PlaceId::channel(Platform::Local, "channel"),
    /// #     seats: vec![Occupant::Bot(1), Occupant::Bot(2)],
    /// #     terms: OfferTerms::default(),
    /// #     secret: Secret::from_bytes([7; 32]),
    /// #     salt: "m1".to_owned(),
    /// #     at: 0,
    /// # };
    /// # let mut game = Game::offer(new).expect("every game has default options");
    /// # let seats = game.seats().to_vec();
    /// # game.start(seats, "m2", 1_000);
    ///
    /// let entry = LogEntry { at: 2_000, seat: Some(Seat::FIRST), event: LogEvent::Resign };
    /// game.add(entry).expect("a seat of a running game can resign");
    /// let winner = SeatSet::of(Seat::SECOND);
    /// assert_eq!(game.stage(), Stage::Over(Outcome::Win(winner, Reason::Resignation)));
    /// ```
    ///
    /// # Errors
    /// [`LogError`] if the entry does not fit the game; nothing has changed then.
    pub fn add(&mut self, entry: LogEntry) -> Result<(), LogError> {
        match &entry.event {
            LogEvent::Ply(mv, rolled) => self.add_ply(mv, rolled.as_ref(), entry.at)?,
            LogEvent::Draft(_) | LogEvent::Army(..) | LogEvent::Place(_) | LogEvent::Hold => {
                self.arrange(&entry)?;
            }
            LogEvent::Resign => self.resign(seat_of(&entry)?)?,
            LogEvent::DrawOffer => {
                let by = seat_of(&entry)?;
                let awaits = self.position.active().without(by);
                self.draw_offer = Some(DrawOffer { by, awaits });
            }
            LogEvent::DrawAccept => {
                let seat = seat_of(&entry)?;
                self.draw_offer = self.draw_offer.map(|offer| offer.without(seat));
            }
            LogEvent::DrawDecline => self.draw_offer = None,
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

    fn resign(&mut self, seat: Seat) -> Result<(), LogError> {
        self.position.leave(seat, Reason::Resignation).map_err(LogError::Play)?;
        let standing = self.draw_offer.filter(|offer| offer.by != seat);
        self.draw_offer = standing.map(|offer| offer.without(seat));
        self.end_by_rules();
        Ok(())
    }

    /// A seat arranges something before the first ply. A draft leaves no trace for others, not even
    /// its time.
    fn arrange(&mut self, entry: &LogEntry) -> Result<(), LogError> {
        let seat = seat_of(entry)?;
        let step = match &entry.event {
            LogEvent::Draft(text) => ArrangementStep::Draft(text.clone()),
            LogEvent::Army(text, _) => ArrangementStep::Done(text.clone()),
            LogEvent::Place(text) => ArrangementStep::Place(text.clone()),
            _ => ArrangementStep::Hold,
        };
        self.position.arrange(seat, &step).map_err(LogError::Play)?;
        if !matches!(step, ArrangementStep::Draft(_)) {
            self.moved = entry.at;
        }
        Ok(())
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
}

impl DrawOffer {
    /// The same offer, which no longer waits for this seat.
    const fn without(self, seat: Seat) -> Self {
        Self { awaits: self.awaits.without(seat), ..self }
    }
}

/// The seat of an entry that must have one.
fn seat_of(entry: &LogEntry) -> Result<Seat, LogError> {
    entry.seat.ok_or(LogError::NoSeat)
}
