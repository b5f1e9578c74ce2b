//! The arrangement before the first ply, in games whose players arrange their men themselves.
//!
//! A hidden draft goes into the log like everything else. What anybody gets to see comes from a view,
//! which is built from the viewer's own men and from which sides are done, and from nothing else.

use std::fmt::Debug;

use scene::{Board, Piece, Spot};

use super::{Seat, SeatSet};

/// Something that a seat does while the men are arranged, as logs keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrangementStep {
    /// The canonical text of a hidden draft as it now is, faulty or not.
    Draft(String),
    /// The canonical text of a hidden army that is final.
    Done(String),
    /// A placing for all to see, in canonical text, `M@f3`.
    Place(String),
    /// The seat places nothing more.
    Hold,
}

/// The part of an arrangement that a viewer gets to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangementView {
    /// The board with what this viewer may see of it.
    pub board: Board,
    /// The same in words, one line per side.
    pub words: Vec<String>,
}

/// A change of an army that somebody can choose, or a man whose changes are to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangementChoice {
    /// The change, as [`Arrangement::changed`] takes it, or `move c4`, which only names a man.
    pub change: String,
    /// Its description, in a few words.
    pub label: String,
    /// The piece where it leads, or else the piece that moves.
    pub piece: Piece,
    /// Where it leads, or where the man stands that is only named.
    pub at: Spot,
}

/// The reason why a typed text places nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotArranged {
    /// The text does not have the form of a placing; perhaps it is talk.
    NotAPlacing,
    /// The placing is not possible: sentences that say why, and what to type.
    Refused(String),
}

/// The men of all sides while they are arranged. Every viewer gets an [`ArrangementView`], which an
/// implementation builds from no more than that viewer may know.
pub trait Arrangement: Debug + Send + Sync {
    /// Returns `true` if everything is public and the seats take turns. Otherwise all seats arrange at the same
    /// time, hidden from each other.
    fn is_open(&self) -> bool;

    /// The seats for which the arrangement waits now.
    fn awaited(&self) -> SeatSet;

    /// Returns `true` if a seat has finished.
    fn is_done(&self, seat: Seat) -> bool;

    /// The canonical text of a seat's draft after a change that it asks for: the name or the text of
    /// a whole army, or a change of single men. `below(n)` draws a number below `n`.
    ///
    /// # Errors
    /// Sentences about what is wrong and what to type. They speak of this seat's men, so they may be
    /// shown to that seat alone.
    fn changed(
        &self,
        seat: Seat,
        typed: &str,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Result<String, String>;

    /// The canonical text of a seat's draft, for that seat alone.
    fn draft(&self, seat: Seat) -> String;

    /// Returns what keeps a seat's draft from being final, one sentence each, for that seat alone.
    fn faults(&self, seat: Seat) -> Vec<String>;

    /// Reads a placing of the seat whose turn it is in an open arrangement.
    ///
    /// # Errors
    /// [`NotArranged`], which tells talk from a placing that is not possible.
    fn read_placing(&self, typed: &str) -> Result<ArrangementStep, NotArranged>;

    /// The next step of the seat whose turn it is in an open arrangement towards this army.
    fn next_step(&self, army: &str) -> Option<ArrangementStep>;

    /// All placings that are possible now in an open arrangement, in canonical text.
    fn placings(&self) -> Vec<String>;

    /// The changes of a seat's draft that move one man: for each man one that only names it, `move c4`, or
    /// where the man on this square can go. They are for that seat alone.
    fn choices(&self, seat: Seat, from: Option<&str>) -> Vec<ArrangementChoice>;

    /// The name of what a placing that begins so places: `Mountain` for `M@`; `None` for anything else.
    fn figure_name(&self, placing: &str) -> Option<&'static str>;

    /// Returns what such a placing places, as the pictures show it.
    fn figure_piece(&self, placing: &str) -> Option<Piece>;

    /// Takes a step of a seat; `None` if the seat cannot take it, and then nothing has changed.
    fn apply(&mut self, seat: Seat, step: &ArrangementStep) -> Option<()>;

    /// Returns what a viewer sees, with the side of `facing` at the bottom; `None` stands for anybody who has
    /// no seat.
    fn seen_by(&self, viewer: Option<Seat>, facing: Seat) -> ArrangementView;

    /// Examples of lines with which this seat changes single men of its draft.
    fn examples(&self, seat: Seat) -> Vec<String>;

    /// The words that stand for a whole army.
    fn names(&self) -> &'static [&'static str];

    /// Returns what somebody who places a man in an open arrangement types, in words that follow an example and
    /// `is`: `a letter, … and a … of your half`.
    fn placing_form(&self) -> &'static str;

    /// Returns `true` if a line has the form of a whole army, right or wrong. Such a line is taken for one that
    /// was typed in the wrong place, and never for talk.
    fn is_like_army(&self, typed: &str) -> bool;

    /// Returns `true` if words typed after `setup` ask for a change ([`Arrangement::changed`]), right or wrong,
    /// rather than being talk.
    fn is_like_change(&self, typed: &str) -> bool;

    /// Returns `true` if a line of talk could tell others anything about a hidden arrangement. The words are in
    /// lower case and consist of letters and digits alone: any other sign has parted two words.
    ///
    /// Such a line is hidden from others, so an answer in doubt is yes. Lines with the word `setup`
    /// are the caller's to judge.
    fn may_reveal(&self, words: &[&str]) -> bool;
}

/// An arrangement of the game with positions `G`.
pub trait Arranging<G>: Arrangement {
    /// The start position; `None` until every seat has finished.
    fn start(&self) -> Option<G>;

    /// The start position of these armies, given in canonical text by seat. What has been arranged
    /// so far does not matter.
    ///
    /// # Errors
    /// The first seat whose text is not a canonical army, and what is wrong with the text.
    fn start_of(&self, armies: &[&str]) -> Result<G, (Seat, String)>;

    /// The same arrangement without the type of its game.
    fn arrangement(&self) -> &dyn Arrangement;

    /// A copy, on which steps can be tried.
    fn boxed(&self) -> Box<dyn Arranging<G>>;
}
