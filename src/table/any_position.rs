//! One match by its rules, behind an object-safe trait, so that the host needs not know the game.

use std::fmt::Debug;

use super::picture;
use crate::{
    games::{
        Actor, Arranged, Arrangement, Arranging, BySeat, Dice, GameKind, Outcome, Play, PlayError,
        Present, ReadError, Reason, Roll, Rules as _, Seat, SeatSet,
    },
    scene::{Fight, Mark, Scene},
    with_game,
};

/// A match in progress by the rules alone: no people, no storage, no clock.
pub trait AnyPosition: Debug + Send + Sync {
    /// Which game.
    fn kind(&self) -> GameKind;
    /// Number of seats.
    fn n_seats(&self) -> u8;
    /// What a seat is called in this game, `White`.
    fn seat_name(&self, seat: Seat) -> &'static str;
    /// Whose turn it is.
    fn to_move(&self) -> Seat;
    /// The men being arranged, before the first ply of games in which players do that themselves;
    /// `None` once they stand. Until then there is no position to ask about.
    fn arranging(&self) -> Option<&dyn Arrangement>;
    /// Lets a seat arrange something. Once all have finished the match begins.
    ///
    /// # Errors
    /// [`PlayError::Illegal`]; nothing has changed then.
    fn arrange(&mut self, seat: Seat, step: &Arranged) -> Result<(), PlayError>;
    /// The seats from which something is awaited now: whose turn it is, or all that still arrange
    /// their men unseen.
    fn awaits(&self) -> SeatSet;
    /// The seats that have not left the game.
    fn active(&self) -> SeatSet;
    /// The points of each seat, in games that count them.
    fn scores(&self) -> Option<BySeat<u32>>;
    /// What else counts now, in a few words.
    fn state_words(&self) -> Option<String>;
    /// Why the rules ended the game, as a clause; `None` for an end that the table made.
    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String>;
    /// A seat leaves the game for this reason.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError>;
    /// The end by the rules.
    fn outcome(&self) -> Option<Outcome>;
    /// Plies played.
    fn ply(&self) -> u32;
    /// Canonical position text.
    fn position_text(&self) -> String;
    /// Position texts since the last ply that cannot be undone, the present one last.
    fn positions_since_irreversible(&self) -> &[String];
    /// Reads a move as people type it.
    ///
    /// # Errors
    /// [`NotPlayed`] says what to tell, if anything.
    fn read(&self, text: &str) -> Result<LegalMove, NotPlayed>;
    /// Plays a canonical move.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    fn play(&mut self, mv: &str, roll: &Roll) -> Result<(), PlayError>;
    /// A ply (from 1) in words; empty for a ply that is not there.
    fn ply_words(&self, ply: u32, actor: Actor<'_>) -> String;
    /// The last ply in short, in the third person without a name; empty before the first.
    fn last_ply_words(&self) -> String;
    /// Whether this match throws dice at all, under its options.
    fn rolls_dice(&self) -> bool;
    /// The fights so far, with the seat that attacked.
    fn fights(&self) -> Vec<(Seat, Fight)>;
    /// The position in words, a line per side.
    fn position_words(&self) -> Vec<String>;
    /// What a seat sees of its own men while they are arranged unseen, for that seat alone.
    fn own_scene(&self, caption: &Caption, seat: Seat) -> Option<(Scene, Vec<String>)>;
    /// The picture of the position now. While men are arranged it shows what everyone may see.
    fn scene(&self, caption: &Caption, marks: Highlight<'_>) -> Scene;
    /// Legal moves, all or those asked about, in words and marks.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn legal(&self, about: &str) -> Result<Explanation, String>;
    /// The exact chances of a move as people type it.
    ///
    /// # Errors
    /// As [`AnyPosition::read`].
    fn odds(&self, text: &str) -> Result<String, NotPlayed>;
    /// How the piece on a square moves now.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn why(&self, square: &str) -> Result<Explanation, String>;
    /// Every legal move, canonical text, sorted; none once the game is over.
    fn moves(&self) -> Vec<String>;
    /// A legal move to show as an example.
    fn example_move(&self) -> Option<String>;
    /// A copy to try something on.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

/// A legal move and the dice that it throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// Canonical text.
    pub mv: String,
    /// Its dice.
    pub dice: Dice,
}

/// Why a typed text was not taken as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlayed {
    /// It does not read as a move at all.
    NotAMove,
    /// Several moves fit.
    Ambiguous {
        /// What must still be said, if the game tells.
        open: Option<String>,
        /// Canonical text and label of each.
        choices: Vec<(String, String)>,
    },
    /// It is not possible.
    Refused {
        /// What and why.
        words: String,
        /// Legal moves near to it.
        near: Vec<String>,
        /// Marks for those.
        marks: Vec<Mark>,
    },
}

/// Words and the marks that go with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The words.
    pub words: String,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// What a picture's panel says besides the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// Whose side is at the bottom.
    pub facing: Seat,
    /// A name for each seat.
    pub names: BySeat<String>,
    /// The result, if the game is over in any way.
    pub outcome: Option<Outcome>,
    /// Number of the game, if it has one.
    pub number: Option<u32>,
    /// Display options of the game, canonical text.
    pub look: String,
}

/// Which marks a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight<'a> {
    /// The last plies, this many of them told in one message (their fights go into the panel).
    Plies(u32),
    /// An answer's marks.
    Marks(&'a [Mark]),
}

/// A match of one game.
#[derive(Debug)]
pub struct PlayedPosition<G: Present> {
    /// Until the men stand; the position means nothing before that.
    arranging: Option<Box<dyn Arranging<G>>>,
    play: Play<G>,
    plies: Vec<(Seat, G::Report)>,
    since: Vec<String>,
}

impl<G: Present> Clone for PlayedPosition<G> {
    fn clone(&self) -> Self {
        Self {
            arranging: self.arranging.as_ref().map(|arranging| arranging.boxed()),
            play: self.play.clone(),
            plies: self.plies.clone(),
            since: self.since.clone(),
        }
    }
}

impl<G: Present> PlayedPosition<G> {
    /// A match from this position.
    #[must_use]
    pub fn new(position: G) -> Self {
        let since = vec![position.to_string()];
        Self { arranging: None, play: Play::new(position), plies: Vec::new(), since }
    }

    /// A match under these options, from the very first: the arranging of men, where there is one.
    #[must_use]
    pub fn from_the_first(options: &G::Options) -> Self {
        Self { arranging: G::arranging(options), ..Self::new(G::start(options)) }
    }

    /// The men being arranged.
    fn screen(&self) -> Option<&dyn Arrangement> {
        self.arranging.as_deref().map(|arranging| arranging.arrangement())
    }

    /// The position now.
    pub const fn now(&self) -> &G {
        self.play.position()
    }

    /// While men are arranged there is nothing to move or to ask about.
    fn stands(&self) -> Result<(), NotPlayed> {
        let refused = || NotPlayed::Refused {
            words: STILL_ARRANGED.to_owned(),
            near: Vec::new(),
            marks: Vec::new(),
        };
        if self.arranging.is_some() { Err(refused()) } else { Ok(()) }
    }

    fn not_played(&self, typed: &str, error: ReadError<G::Move, G::Fault>) -> NotPlayed {
        match error {
            ReadError::NotAMove => NotPlayed::NotAMove,
            ReadError::Ambiguous(moves) => NotPlayed::Ambiguous {
                open: self.now().open_words(&moves),
                choices: moves
                    .iter()
                    .map(|mv| (mv.to_string(), self.now().move_label(mv)))
                    .collect(),
            },
            ReadError::Refused(refusal) => NotPlayed::Refused {
                words: self.now().fault_words(typed, &refusal.fault),
                near: refusal.near.iter().map(ToString::to_string).collect(),
                marks: self.now().move_marks(&refusal.near),
            },
        }
    }
}

impl<G: Present> AnyPosition for PlayedPosition<G> {
    fn kind(&self) -> GameKind {
        G::KIND
    }

    fn n_seats(&self) -> u8 {
        self.now().n_seats()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.now().seat_name(seat)
    }

    fn to_move(&self) -> Seat {
        let placer = self.screen().and_then(|screen| screen.busy().iter().next());
        placer.unwrap_or_else(|| self.now().to_move())
    }

    fn arranging(&self) -> Option<&dyn Arrangement> {
        self.screen()
    }

    fn arrange(&mut self, seat: Seat, step: &Arranged) -> Result<(), PlayError> {
        if self.outcome().is_some() {
            return Err(PlayError::Over);
        }
        let arranging = self.arranging.as_mut().ok_or(PlayError::Illegal)?;
        arranging.take(seat, step).ok_or(PlayError::Illegal)?;
        if let Some(start) = arranging.start() {
            *self = Self::new(start);
        }
        Ok(())
    }

    fn awaits(&self) -> SeatSet {
        self.screen().map_or_else(|| SeatSet::of(self.now().to_move()), Arrangement::busy)
    }

    fn active(&self) -> SeatSet {
        self.now().active()
    }

    fn scores(&self) -> Option<BySeat<u32>> {
        self.now().scores()
    }

    fn state_words(&self) -> Option<String> {
        if self.arranging.is_some() { None } else { self.now().state_words() }
    }

    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        self.now().end_words(outcome, name)
    }

    fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError> {
        self.play.leave(seat, reason)?;
        self.since.clear();
        self.since.push(self.now().to_string());
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.play.outcome()
    }

    fn ply(&self) -> u32 {
        u32::try_from(self.plies.len()).unwrap_or(u32::MAX)
    }

    fn position_text(&self) -> String {
        self.now().to_string()
    }

    fn positions_since_irreversible(&self) -> &[String] {
        &self.since
    }

    fn read(&self, text: &str) -> Result<LegalMove, NotPlayed> {
        // What could be talk is none of our business, also while men are arranged.
        if self.arranging.is_some() && !G::is_full_move_text(text) {
            return Err(NotPlayed::NotAMove);
        }
        self.stands()?;
        let mv = self.now().read(text).map_err(|error| self.not_played(text, error))?;
        Ok(LegalMove { mv: mv.to_string(), dice: self.now().dice(&mv) })
    }

    fn play(&mut self, mv: &str, roll: &Roll) -> Result<(), PlayError> {
        if self.arranging.is_some() {
            return Err(PlayError::Illegal);
        }
        let mv: G::Move = mv.parse().map_err(|_| PlayError::Illegal)?;
        let seat = self.to_move();
        let report = self.play.play(&mv, roll)?;
        self.plies.push((seat, report));
        if self.now().is_after_irreversible_ply() {
            self.since.clear();
        }
        self.since.push(self.now().to_string());
        Ok(())
    }

    fn ply_words(&self, ply: u32, actor: Actor<'_>) -> String {
        let index = (ply as usize).checked_sub(1);
        index
            .and_then(|index| self.plies.get(index))
            .map(|(_, report)| G::ply_words(report, actor))
            .unwrap_or_default()
    }

    fn last_ply_words(&self) -> String {
        self.plies.last().map_or_else(String::new, |(seat, report)| {
            G::ply_words(report, Actor::Named(self.now().seat_name(*seat)))
        })
    }

    fn rolls_dice(&self) -> bool {
        self.now().rolls_dice()
    }

    fn fights(&self) -> Vec<(Seat, Fight)> {
        self.plies.iter().filter_map(|(seat, report)| Some((*seat, G::fight(report)?))).collect()
    }

    fn position_words(&self) -> Vec<String> {
        match self.screen() {
            Some(screen) => screen.sight(None, Seat::FIRST).words,
            None => self.now().position_words(),
        }
    }

    fn own_scene(&self, caption: &Caption, seat: Seat) -> Option<(Scene, Vec<String>)> {
        let sight = self.screen()?.sight(Some(seat), seat);
        let caption = Caption { facing: seat, ..caption.clone() };
        Some((picture::unplayed(self.now(), sight.board, &caption, self.awaits()), sight.words))
    }

    fn scene(&self, caption: &Caption, shown: Highlight<'_>) -> Scene {
        match self.screen() {
            Some(screen) => {
                let board = screen.sight(None, caption.facing).board;
                picture::unplayed(self.now(), board, caption, self.awaits())
            }
            None => picture::scene(self.now(), &self.plies, caption, shown),
        }
    }

    fn legal(&self, about: &str) -> Result<Explanation, String> {
        self.stands().map_err(|_| STILL_ARRANGED.to_owned())?;
        let moves = self.now().moves_about(about)?;
        Ok(Explanation {
            words: self.now().moves_words(&moves),
            marks: self.now().move_marks(&moves),
        })
    }

    fn odds(&self, text: &str) -> Result<String, NotPlayed> {
        self.stands()?;
        let mv = self.now().read(text).map_err(|error| self.not_played(text, error))?;
        Ok(self.now().odds_words(&mv))
    }

    fn why(&self, square: &str) -> Result<Explanation, String> {
        self.stands().map_err(|_| STILL_ARRANGED.to_owned())?;
        let (words, marks) = self.now().why(square)?;
        Ok(Explanation { words, marks })
    }

    fn moves(&self) -> Vec<String> {
        if let Some(screen) = self.screen() {
            return if self.outcome().is_none() { screen.placings() } else { Vec::new() };
        }
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.now().legal_moves(&mut moves);
        }
        moves.iter().map(ToString::to_string).collect()
    }

    fn example_move(&self) -> Option<String> {
        if let Some(screen) = self.screen() {
            return screen.placings().into_iter().next();
        }
        self.now().example_move().map(|mv| mv.to_string())
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}

/// Why nothing moves yet.
const STILL_ARRANGED: &str = "The men are still being arranged, so nothing moves yet.";

/// A new match of a game under options in canonical text; `None` if the text is none.
#[must_use]
pub fn start_position(kind: GameKind, options: &str) -> Option<Box<dyn AnyPosition>> {
    with_game!(kind, G => {
        let options = options.parse::<<G as crate::games::Rules>::Options>().ok()?;
        Some(Box::new(PlayedPosition::<G>::from_the_first(&options)) as Box<dyn AnyPosition>)
    })
}

/// The match as it stands at the start of a game under its default options, to be looked at.
#[must_use]
pub fn sample_position(kind: GameKind) -> Box<dyn AnyPosition> {
    with_game!(kind, G => Box::new(PlayedPosition::new(G::start(&Default::default()))) as Box<dyn AnyPosition>)
}
