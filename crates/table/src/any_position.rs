//! A position of any game behind one object-safe trait, so that the code that hosts games need not
//! know which game it is.

use std::fmt::Debug;

use games::{
    Actor, Arrangement, ArrangementStep, Branch, BySeat, Dice, GameKind, Outcome, PlayError,
    Reason, Roll, Seat, SeatSet,
};
use scene::{Fight, FightVerdict, Mark, Piece, Scene, Spot};

use super::picture::{Caption, Highlight};

/// A position of any game and the plies that led to it. It knows nothing but the rules: no people,
/// no storage, no clock.
pub trait AnyPosition: Debug + Send + Sync {
    /// Returns which game it is.
    fn kind(&self) -> GameKind;
    /// The number of seats; it never changes.
    fn n_seats(&self) -> u8;
    /// Returns what a seat is called in this game, such as `White`.
    fn seat_name(&self, seat: Seat) -> &'static str;
    /// Returns whose turn it is; while several arrange their men, the first of them.
    fn to_move(&self) -> Seat;
    /// The arrangement before the first ply, in games in which players arrange their men
    /// themselves; `None` once all men stand. Until then nothing can be moved.
    fn arranging(&self) -> Option<&dyn Arrangement>;
    /// Lets a seat arrange something. Once all seats have finished, the first ply can be played.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] or [`PlayError::Over`]; nothing has changed then.
    fn arrange(&mut self, seat: Seat, step: &ArrangementStep) -> Result<(), PlayError>;
    /// The seats that the game waits for: the one to move, or all that have not finished arranging.
    fn awaits(&self) -> SeatSet;
    /// The seats that have not left the game.
    fn active(&self) -> SeatSet;
    /// The points of each seat; `None` in games that count no points.
    fn scores(&self) -> Option<BySeat<u32>>;
    /// Returns what else matters in this position, in a few words; `None` if nothing does.
    fn state_words(&self) -> Option<String>;
    /// Returns why the rules ended the game, as a clause; `None` for an end by the players or the host.
    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String>;
    /// A seat leaves the game for this reason.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError>;
    /// The outcome, once the rules have ended the game.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns how many plies were played, those that were taken back included: the number of the last one in
    /// the log. People count only those that stand.
    fn ply(&self) -> u32;
    /// The numbers in the log of the plies that stand, oldest first. People call the first of them ply 1, and
    /// so on.
    fn standing(&self) -> &[u32];
    /// Returns how many plies stand: what people are told, whatever was taken back.
    fn n_standing(&self) -> u32 {
        u32::try_from(self.standing().len()).unwrap_or(u32::MAX)
    }
    /// Returns how many plies stand that were played behind the one with this number in the log.
    fn n_standing_behind(&self, ply: u32) -> u32 {
        let standing = self.standing();
        let behind = standing.len() - standing.partition_point(|number| *number <= ply);
        u32::try_from(behind).unwrap_or(u32::MAX)
    }
    /// The canonical text of the position.
    fn position_text(&self) -> String;
    /// The texts of all positions since the last ply after which no earlier position can come
    /// again; the present one is the last.
    fn positions_since_irreversible(&self) -> &[String];
    /// Reads a move as people type it.
    ///
    /// # Errors
    /// [`NotPlayed`] if it is no legal move.
    fn read(&self, text: &str) -> Result<LegalMove, NotPlayed>;
    /// The legal move with exactly this canonical text, if there is one.
    fn legal_move(&self, text: &str) -> Option<LegalMove>;
    /// The ways in which a move in canonical text can turn out; none if it is not legal.
    fn branches(&self, mv: &str) -> Vec<Branch>;
    /// Plays a move in canonical text with the roll of its dice.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    fn play(&mut self, mv: &str, roll: &Roll) -> Result<(), PlayError>;
    /// Lets the position after the ply with this number stand again, 0 being the start. The numbers of
    /// plies go on.
    ///
    /// # Errors
    /// [`PlayError::NotBack`] if that ply does not stand, is the last one, or if dice fell, a set-up was
    /// revealed or a seat left after it, [`PlayError::Over`]; nothing has changed then.
    fn take_back(&mut self, ply: u32) -> Result<(), PlayError>;
    /// The number of the ply that stands before the last one of this seat, 0 for the start: the one to
    /// go back to if that one is taken back. `None` where it cannot be.
    fn before_last_of(&self, seat: Seat) -> Option<u32>;
    /// The number of the last ply of this seat that stands.
    fn last_of(&self, seat: Seat) -> Option<u32>;
    /// The ply with this number, from 1, in words; empty for one that was not played or was taken back.
    fn ply_words(&self, ply: u32, actor: Actor<'_>) -> String;
    /// The last ply in words, with the name of its seat; empty before the first.
    fn last_ply_words(&self) -> String;
    /// Returns `true` if any ply can throw dice under the options.
    fn rolls_dice(&self) -> bool;
    /// Returns how the fight ended that the last ply was; `None` if it threw no dice.
    fn last_verdict(&self) -> Option<FightVerdict>;
    /// All fights so far, each with the seat that attacked.
    fn fights(&self) -> Vec<(Seat, Fight)>;
    /// The men that each seat has taken, in one sentence; `None` before the first. `name` gives the name of the
    /// player on a seat.
    fn captures_words(&self, name: &dyn Fn(Seat) -> String) -> Option<String>;
    /// The position in words, one line per side.
    fn position_words(&self) -> Vec<String>;
    /// Returns what a seat sees of its own men while they are arranged unseen, as a picture and in words. It is
    /// for that seat alone; `None` at any other time.
    fn own_scene(&self, caption: &Caption, seat: Seat) -> Option<(Scene, Vec<String>)>;
    /// The picture of the position. While men are arranged it shows what everyone may see.
    fn scene(&self, caption: &Caption, highlight: Highlight<'_>) -> Scene;
    /// The legal moves, all of them or those asked about, in words and marks.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn legal(&self, about: &str) -> Result<Explanation, String>;
    /// The exact chances of a move, as people type it.
    ///
    /// # Errors
    /// [`NotPlayed`] if it is no legal move.
    fn odds(&self, text: &str) -> Result<String, NotPlayed>;
    /// Returns how the piece on a square can move now.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn why(&self, square: &str) -> Result<Explanation, String>;
    /// All legal moves in canonical text, sorted; none once the game is over. While men are
    /// arranged, what the seat to move can place.
    fn moves(&self) -> Vec<String>;
    /// The legal moves of the man on a square, or whatever else [`Self::legal`] can be asked about,
    /// in canonical text; none if nothing can be asked by this.
    fn moves_about(&self, about: &str) -> Vec<String>;
    /// The name of the piece on a square, as moves name that square, or in hand, `D@`. `None` if
    /// there is none.
    fn piece_name(&self, square: &str) -> Option<&'static str>;
    /// The piece of the side to move that a part of a move names by its letter: one in hand, `D@`, or
    /// what a man becomes, `=Q`. `None` if there is none.
    fn piece_called(&self, part: &str) -> Option<Piece>;
    /// Returns where the pieces stand that a legal move in canonical text attacks or joins; none if it is not
    /// legal.
    fn attacked(&self, mv: &str) -> Vec<Spot>;
    /// A legal move to show as an example; `None` if there is none.
    fn example_move(&self) -> Option<String>;
    /// A copy of the position, on which a move can be tried.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

/// A legal move and the dice that it throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move in canonical text.
    pub mv: String,
    /// The dice; empty if it throws none.
    pub dice: Dice,
}

/// The reason why a text was not taken as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlayed {
    /// The text does not read as a move at all, so it may be talk.
    NotAMove,
    /// Several legal moves fit the text.
    Ambiguous {
        /// The part that the text leaves open, if the game can name it.
        open: Option<String>,
        /// The moves that fit, each in canonical text and with a label.
        choices: Vec<(String, String)>,
    },
    /// The text reads as a move that is not legal.
    Refused {
        /// A sentence that says what is not possible and why.
        words: String,
        /// Legal moves close to it, in canonical text.
        near: Vec<String>,
        /// Marks that show those moves.
        marks: Vec<Mark>,
    },
}

/// An answer about a position: words and the marks that go with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The words, in whole sentences.
    pub words: String,
    /// The marks for the picture.
    pub marks: Vec<Mark>,
}
