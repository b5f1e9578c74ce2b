//! Moves, and the arranging of men before the first one.

use dice::{bot_salt, roll};
use games::{ArrangementStep, PlayError, Seat, SeatSet};

use super::{ActionError, Game, Stamp};
use crate::{LegalMove, LogEntry, LogEvent, MAX_PLIES, Millis, PlyRoll};

impl Game {
    /// The seat to move plays a move that the position has read, with its throw. Without the salt of
    /// a message it is a bot's, whose rolls take the salt of the last person and the number of the
    /// ply. With `offers_draw` the seat offers a draw as well, unless the move ends the match. At
    /// [`MAX_PLIES`] the match is drawn.
    ///
    /// ```
    /// use martian_cake_table::Stamp;
    /// # use dice::Secret;
    /// # use games::GameKind;
    /// # use martian_cake_table::{Game, GameNo, NewGame, Occupant, OfferTerms};
    /// # let new = NewGame {
    /// #     no: GameNo(12),
    /// #     kind: GameKind::ALL[0],
    /// #     options: String::new(),
    /// #     place: "local:channel".parse().expect("a place of the page"),
    /// #     server: None,
    /// #     seats: vec![Occupant::Bot(1), Occupant::Bot(2)],
    /// #     terms: OfferTerms::default(),
    /// #     secret: Secret::from_bytes([7; 32]),
    /// #     salt: "m1".to_owned(),
    /// #     at: 0,
    /// # };
    /// # let mut game = Game::offer(new).expect("every game has default options");
    /// game.start(|_| 0, Stamp { at: 1_000, salt: Some("m2") }).expect("all seats are taken");
    /// let typed = game.position().example_move().expect("a start has a legal move");
    /// let mv = game.position().read(&typed).expect("an example reads back");
    /// let added = game.play(&mv, false, Stamp { at: 2_000, salt: Some("m3") }).expect("it is legal");
    /// assert_eq!((added.len(), game.position().ply()), (1, 1));
    /// ```
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], [`ActionError::StillArranging`], or [`ActionError::Rules`] if the
    /// move was read in another position.
    pub fn play(
        &mut self,
        mv: &LegalMove,
        offers_draw: bool,
        stamp: Stamp<'_>,
    ) -> Result<Vec<LogEntry>, ActionError> {
        let before = self.log.len();
        let seat = self.position().to_move();
        let of_bot = || bot_salt(&self.last_salt, self.position().ply() + 1);
        let salt = stamp.salt.map_or_else(of_bot, str::to_owned);
        self.play_with_salt(mv, salt, stamp.at)?;
        self.take_salt(stamp);
        if offers_draw && self.is_running() {
            self.add(stamp.at, LogEvent::DrawOffer(seat))?;
        }
        Ok(self.added_after(before))
    }

    /// The seat to move plays a move whose roll takes this salt. At [`MAX_PLIES`] the match is drawn.
    pub(super) fn play_with_salt(
        &mut self,
        mv: &LegalMove,
        salt: String,
        at: Millis,
    ) -> Result<(), ActionError> {
        self.check_moving()?;
        let seat = self.position().to_move();
        let roll = self.throw(mv, salt);
        self.add(at, LogEvent::Ply { seat, mv: mv.mv.clone(), roll })?;
        if self.is_running() && self.position().ply() >= MAX_PLIES {
            self.add(at, LogEvent::Adjudication(SeatSet::default()))?;
        }
        Ok(())
    }

    /// Throws the dice of a move as the next roll of the match. The same match, secret, number and
    /// salt always give the same faces.
    fn throw(&self, mv: &LegalMove, salt: String) -> PlyRoll {
        if mv.dice.is_empty() {
            return PlyRoll::NoDice;
        }
        let n = self.curve.rolls() + 1;
        PlyRoll::Faces(roll(&self.id(), &self.secret, n, &salt, &mv.dice), Some(salt))
    }

    /// A seat changes its hidden draft; `text` is all of it as it is now.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], or [`ActionError::Rules`] if the seat arranges nothing.
    pub fn draft(
        &mut self,
        seat: Seat,
        text: String,
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.arrange(LogEvent::Draft(seat, text), Stamp { at, salt: None })
    }

    /// A seat's hidden army is final. The `army_salt` goes into its commitment.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], or [`ActionError::Rules`] if the army is not one that the seat
    /// may have.
    pub fn seal_army(
        &mut self,
        seat: Seat,
        text: String,
        army_salt: String,
        stamp: Stamp<'_>,
    ) -> Result<Vec<LogEntry>, ActionError> {
        self.arrange(LogEvent::Army { seat, text, salt: army_salt }, stamp)
    }

    /// The seat whose turn it is takes a step for all to see: it places something, or keeps the rest
    /// in its hand.
    ///
    /// # Errors
    /// [`ActionError::NotRunning`], or [`ActionError::Rules`] if the step is not possible.
    pub fn place_openly(
        &mut self,
        step: ArrangementStep,
        stamp: Stamp<'_>,
    ) -> Result<Vec<LogEntry>, ActionError> {
        let seat = self.position().to_move();
        let event = match step {
            ArrangementStep::Place(text) => LogEvent::Place(seat, text),
            ArrangementStep::Hold => LogEvent::Hold(seat),
            // What is hidden is not placed for all to see.
            ArrangementStep::Draft(_) | ArrangementStep::Done(_) => {
                return Err(PlayError::Illegal.into());
            }
        };
        self.arrange(event, stamp)
    }

    fn arrange(&mut self, event: LogEvent, stamp: Stamp<'_>) -> Result<Vec<LogEntry>, ActionError> {
        self.check_running()?;
        let before = self.log.len();
        self.add(stamp.at, event)?;
        self.take_salt(stamp);
        Ok(self.added_after(before))
    }

    /// Refuses an action that needs all men to stand.
    pub(super) fn check_moving(&self) -> Result<(), ActionError> {
        self.check_running()?;
        if self.position().arranging().is_some() {
            return Err(ActionError::StillArranging);
        }
        Ok(())
    }
}
