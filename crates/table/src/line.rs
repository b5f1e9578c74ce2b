//! The line of plies that stand: each with its number, and as far back as plies can be taken back the
//! means to let an earlier position stand again.

use games::{Play, PlayError, Present, Reason, Roll, Seat};

/// A game under way from its first position: the plies that stand, and what was taken back only as numbers
/// that are missing, since numbering goes on.
#[derive(Debug)]
pub struct Line<G: Present> {
    play: Play<G>,
    /// Who played each ply that stands, and what came of it.
    plies: Vec<(Seat, G::Report)>,
    /// The number of each of these plies.
    numbers: Vec<u32>,
    /// How many plies were played, those that were taken back included.
    played: u32,
    /// The texts of the positions that can come again, the present one last.
    reversible: Vec<String>,
    anchor: Anchor<G>,
}

/// The last position behind which nothing is taken back, because dice fell or a seat left before it, and
/// how the line went on from there.
#[derive(Debug)]
struct Anchor<G: Present> {
    play: Play<G>,
    reversible: Vec<String>,
    /// How many plies stand before it.
    plies: usize,
    since: Vec<(G::Move, Roll)>,
}

impl<G: Present> Clone for Anchor<G> {
    fn clone(&self) -> Self {
        Self {
            play: self.play.clone(),
            reversible: self.reversible.clone(),
            plies: self.plies,
            since: self.since.clone(),
        }
    }
}

impl<G: Present> Clone for Line<G> {
    fn clone(&self) -> Self {
        Self {
            play: self.play.clone(),
            plies: self.plies.clone(),
            numbers: self.numbers.clone(),
            played: self.played,
            reversible: self.reversible.clone(),
            anchor: self.anchor.clone(),
        }
    }
}

impl<G: Present> Line<G> {
    /// A line that begins with this position.
    pub fn new(position: G) -> Self {
        let reversible = vec![position.to_string()];
        let play = Play::new(position);
        let anchor = Anchor {
            play: play.clone(),
            reversible: reversible.clone(),
            plies: 0,
            since: Vec::new(),
        };
        Self { play, plies: Vec::new(), numbers: Vec::new(), played: 0, reversible, anchor }
    }

    /// The position now, and whether the rules have ended the game.
    pub const fn play(&self) -> &Play<G> {
        &self.play
    }

    /// The position now.
    pub const fn now(&self) -> &G {
        self.play.position()
    }

    /// The plies that stand, oldest first: who played each, and what came of it.
    pub fn plies(&self) -> &[(Seat, G::Report)] {
        &self.plies
    }

    /// The numbers of the plies that stand.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns how many plies were played, those that were taken back included: the number of the last one.
    pub const fn played(&self) -> u32 {
        self.played
    }

    /// The ply with this number, if it stands.
    pub fn ply(&self, number: u32) -> Option<&(Seat, G::Report)> {
        self.plies.get(self.numbers.binary_search(&number).ok()?)
    }

    /// The texts of the positions that can come again, the present one last.
    pub fn reversible(&self) -> &[String] {
        &self.reversible
    }

    /// Plays a move with its roll.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    pub fn advance(&mut self, mv: &G::Move, roll: &Roll) -> Result<(), PlayError> {
        let throws = !self.play.dice(mv).is_empty();
        self.step(mv, roll)?;
        self.played = self.played.saturating_add(1);
        self.numbers.push(self.played);
        if throws {
            self.drop_anchor();
        } else {
            self.anchor.since.push((mv.clone(), *roll));
        }
        Ok(())
    }

    /// Plays a move, whatever its number is.
    fn step(&mut self, mv: &G::Move, roll: &Roll) -> Result<(), PlayError> {
        let seat = self.now().to_move();
        let report = self.play.play(mv, roll)?;
        self.plies.push((seat, report));
        if self.now().is_after_irreversible_ply() {
            self.reversible.clear();
        }
        self.reversible.push(self.now().to_string());
        Ok(())
    }

    /// A seat leaves the game.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    pub fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError> {
        self.play.leave(seat, reason)?;
        self.reversible.clear();
        self.reversible.push(self.now().to_string());
        self.drop_anchor();
        Ok(())
    }

    /// Nothing before the present position can be taken back from now on.
    fn drop_anchor(&mut self) {
        self.anchor = Anchor {
            play: self.play.clone(),
            reversible: self.reversible.clone(),
            plies: self.plies.len(),
            since: Vec::new(),
        };
    }

    /// The number of the ply that stood last before the last one of this seat: the one to go back to if
    /// that is taken back, 0 for the start. `None` if no ply of the seat stands, or dice or a leaving
    /// forbid to take it back.
    pub fn before_last_of(&self, seat: Seat) -> Option<u32> {
        let last = self.last_index_of(seat)?;
        (last >= self.anchor.plies).then(|| self.number_before(last))
    }

    /// The number of the last ply of this seat that stands.
    pub fn last_of(&self, seat: Seat) -> Option<u32> {
        self.numbers.get(self.last_index_of(seat)?).copied()
    }

    fn last_index_of(&self, seat: Seat) -> Option<usize> {
        self.plies.iter().rposition(|(of, _)| *of == seat)
    }

    /// The number of the last of the first `n` plies that stand, 0 if there is none.
    fn number_before(&self, n: usize) -> u32 {
        n.checked_sub(1).and_then(|index| self.numbers.get(index)).copied().unwrap_or(0)
    }

    /// Lets the position after the ply with this number stand again, 0 being the start.
    ///
    /// # Errors
    /// [`PlayError::Over`] once the rules have ended the game, [`PlayError::NotBack`] if that ply does
    /// not stand, is the last one, or if dice fell or a seat left after it; nothing has changed then.
    pub fn take_back(&mut self, number: u32) -> Result<(), PlayError> {
        if self.play.outcome().is_some() {
            return Err(PlayError::Over);
        }
        let stands =
            (self.anchor.plies..self.plies.len()).find(|n| self.number_before(*n) == number);
        let stands = stands.ok_or(PlayError::NotBack)?;
        let mut back = Self {
            play: self.anchor.play.clone(),
            plies: self.plies.iter().take(self.anchor.plies).cloned().collect(),
            numbers: self.numbers.iter().take(stands).copied().collect(),
            played: self.played,
            reversible: self.anchor.reversible.clone(),
            anchor: self.anchor.clone(),
        };
        back.anchor.since.truncate(stands - self.anchor.plies);
        for (mv, roll) in &self.anchor.since[..back.anchor.since.len()] {
            back.step(mv, roll)?;
        }
        *self = back;
        Ok(())
    }
}
