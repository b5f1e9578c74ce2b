//! What comes before the first ply in games whose players arrange their men themselves.

use std::fmt::Debug;

use super::{Seat, SeatSet};
use crate::scene::Board;

/// Something that a seat does while the men are arranged; this is what logs hold of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arranged {
    /// A hidden draft as it is now, canonical text, faulty or not.
    Draft(String),
    /// A hidden set-up that is final, canonical text.
    Done(String),
    /// Something is placed for all to see, `M@f3`.
    Place(String),
    /// Nothing more is placed.
    Hold,
}

/// What a viewer gets to see of an arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The board.
    pub board: Board,
    /// The same in words, a line a side.
    pub words: Vec<String>,
}

/// Why a typed text arranges nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotArranged {
    /// It is no text of that kind: talk, perhaps.
    NotOne,
    /// It cannot be done: why, and what to type, in sentences.
    Refused(String),
}

/// Men being arranged. Whoever looks gets a [`Sight`], which an implementation builds from no
/// more than that viewer may know.
pub trait Arrangement: Debug + Send + Sync {
    /// Whether everything is public and the seats take turns; otherwise each arranges unseen, all
    /// at the same time.
    fn is_open(&self) -> bool;

    /// The seats that have something to do now.
    fn busy(&self) -> SeatSet;

    /// Whether a seat has finished.
    fn is_done(&self, seat: Seat) -> bool;

    /// What a seat's draft would be after a change that it asks for: a name, a whole text, or a
    /// single move; `below(n)` draws a number below `n`. Canonical text.
    ///
    /// # Errors
    /// What is wrong with it and what to type, in sentences. They speak of this seat's men and may
    /// be shown to it alone.
    fn changed(
        &self,
        seat: Seat,
        typed: &str,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Result<String, String>;

    /// A seat's draft, canonical text; for that seat alone.
    fn draft(&self, seat: Seat) -> String;

    /// What keeps a seat's draft from being final, a sentence each; for that seat alone.
    fn faults(&self, seat: Seat) -> Vec<String>;

    /// Reads what the seat whose turn it is places in an open arrangement.
    ///
    /// # Errors
    /// [`NotArranged`].
    fn placing(&self, typed: &str) -> Result<Arranged, NotArranged>;

    /// What the seat whose turn it is does next in an open arrangement to come to this set-up.
    fn toward(&self, setup: &str) -> Option<Arranged>;

    /// What the seat whose turn it is may place in an open arrangement, as texts.
    fn placings(&self) -> Vec<String>;

    /// Lets a seat do this; `None`, and nothing has changed, if it cannot.
    fn take(&mut self, seat: Seat, step: &Arranged) -> Option<()>;

    /// What this viewer sees, a seat or anybody else, with `facing` at the bottom.
    fn sight(&self, viewer: Option<Seat>, facing: Seat) -> Sight;

    /// How this seat changes single men of its draft, as lines to type.
    fn examples(&self, seat: Seat) -> Vec<String>;

    /// Whole set-ups that can be asked for by a word.
    fn names(&self) -> &'static [&'static str];

    /// What somebody who places a man in an open arrangement types, in words that follow an
    /// example and `is`: `a letter, … and a … of your half`.
    fn placing_form(&self) -> &'static str;

    /// Whether a line has the form of a whole set-up, right or wrong. Such a line is taken for one
    /// that was typed in the wrong place, and never for talk.
    fn is_like_set_up(&self, typed: &str) -> bool;

    /// Whether words typed after `setup` ask for a change ([`Arrangement::changed`]), right or
    /// wrong, rather than being talk.
    fn is_like_change(&self, typed: &str) -> bool;

    /// Whether a line of talk could tell others anything about a hidden arrangement. The words are
    /// in lower case and consist of letters and digits alone: any other sign has parted two words.
    ///
    /// Such a line is hidden from others, so an answer in doubt is yes. Lines with the word `setup`
    /// are the caller's to judge.
    fn may_reveal(&self, words: &[&str]) -> bool;
}

/// An arrangement of a certain game.
pub trait Arranging<G>: Arrangement {
    /// The start position, once every seat has finished.
    fn start(&self) -> Option<G>;

    /// The start position of these set-ups, canonical texts by seat, whether or not they fit what
    /// was arranged so far.
    ///
    /// # Errors
    /// The first seat whose text is none, and what is wrong with it.
    fn start_of(&self, set_ups: &[&str]) -> Result<G, (Seat, String)>;

    /// As what anybody may ask of it.
    fn arrangement(&self) -> &dyn Arrangement;

    /// A copy to try something on.
    fn boxed(&self) -> Box<dyn Arranging<G>>;
}
