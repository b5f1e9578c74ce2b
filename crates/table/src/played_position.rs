//! Makes a position of one game, by that game's own rules, usable as a position of any game.

use games::{
    Actor, Arrangement, ArrangementStep, Arranging, Branch, BySeat, GameKind, Outcome, PlayError,
    Present, ReadError, Reason, Roll, Rules, Seat, SeatSet, with_game,
};
use scene::{Fight, FightVerdict, Mark, Piece, Scene, Spot};

use super::{
    any_position::{AnyPosition, Explanation, LegalMove, NotPlayed},
    line::Line,
    picture::{self, Caption, Highlight},
};

/// A position of one game, with the plies that led to it.
#[derive(Debug)]
pub struct PlayedPosition<G: Present> {
    /// The arrangement, until all men stand; the position means nothing before that.
    arranging: Option<Box<dyn Arranging<G>>>,
    line: Line<G>,
}

impl<G: Present> Clone for PlayedPosition<G> {
    fn clone(&self) -> Self {
        Self {
            arranging: self.arranging.as_ref().map(|arranging| arranging.boxed()),
            line: self.line.clone(),
        }
    }
}

impl<G: Present> PlayedPosition<G> {
    /// A position from which play begins.
    #[must_use]
    pub fn new(position: G) -> Self {
        Self { arranging: None, line: Line::new(position) }
    }

    /// The start under these options. Where players arrange their men themselves, it begins with the
    /// arrangement.
    #[must_use]
    pub fn start(options: &G::Options) -> Self {
        Self { arranging: G::arranging(options), ..Self::new(G::start(options)) }
    }

    /// The arrangement, until all men stand.
    fn arrangement(&self) -> Option<&dyn Arrangement> {
        self.arranging.as_deref().map(|arranging| arranging.arrangement())
    }

    /// The position now.
    pub const fn now(&self) -> &G {
        self.line.now()
    }

    /// The legal move of a canonical text; `None` while men are arranged.
    fn legal_here(&self, text: &str) -> Option<G::Move> {
        let mv: G::Move = text.parse().ok().filter(|_| self.arranging.is_none())?;
        self.now().is_legal(&mv).then_some(mv)
    }

    /// Refuses to move or to answer while men are arranged.
    fn check_arranged(&self) -> Result<(), NotPlayed> {
        let refused = || NotPlayed::Refused {
            words: STILL_ARRANGED.to_owned(),
            near: Vec::new(),
            marks: Vec::new(),
        };
        if self.arranging.is_some() { Err(refused()) } else { Ok(()) }
    }

    /// Says in words why a text was not read as a move.
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
        let arranger =
            self.arrangement().and_then(|arrangement| arrangement.awaited().iter().next());
        arranger.unwrap_or_else(|| self.now().to_move())
    }

    fn arranging(&self) -> Option<&dyn Arrangement> {
        self.arrangement()
    }

    fn arrange(&mut self, seat: Seat, step: &ArrangementStep) -> Result<(), PlayError> {
        if self.outcome().is_some() {
            return Err(PlayError::Over);
        }
        let arranging = self.arranging.as_mut().ok_or(PlayError::Illegal)?;
        arranging.apply(seat, step).ok_or(PlayError::Illegal)?;
        if let Some(start) = arranging.start() {
            *self = Self::new(start);
        }
        Ok(())
    }

    fn awaits(&self) -> SeatSet {
        self.arrangement().map_or_else(|| SeatSet::of(self.now().to_move()), Arrangement::awaited)
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
        self.line.leave(seat, reason)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.play().outcome()
    }

    fn ply(&self) -> u32 {
        self.line.played()
    }

    fn standing(&self) -> &[u32] {
        self.line.numbers()
    }

    fn position_text(&self) -> String {
        self.now().to_string()
    }

    fn positions_since_irreversible(&self) -> &[String] {
        self.line.reversible()
    }

    fn read(&self, text: &str) -> Result<LegalMove, NotPlayed> {
        // A text that may be talk gets no answer, even while men are being arranged.
        if self.arranging.is_some() && !G::is_full_move_text(text) {
            return Err(NotPlayed::NotAMove);
        }
        self.check_arranged()?;
        let mv = self.now().read(text).map_err(|error| self.not_played(text, error))?;
        Ok(LegalMove { mv: mv.to_string(), dice: self.now().dice(&mv) })
    }

    fn legal_move(&self, text: &str) -> Option<LegalMove> {
        let mv = self.legal_here(text).filter(|mv| mv.to_string() == text)?;
        Some(LegalMove { dice: self.now().dice(&mv), mv: mv.to_string() })
    }

    fn branches(&self, mv: &str) -> Vec<Branch> {
        let mut branches = Vec::new();
        if let Some(mv) = self.legal_here(mv) {
            self.now().branches(&mv, &mut branches);
        }
        branches
    }

    fn play(&mut self, mv: &str, roll: &Roll) -> Result<(), PlayError> {
        if self.arranging.is_some() {
            return Err(PlayError::Illegal);
        }
        let mv: G::Move = mv.parse().map_err(|_| PlayError::Illegal)?;
        self.line.advance(&mv, roll)
    }

    fn take_back(&mut self, ply: u32) -> Result<(), PlayError> {
        if self.arranging.is_some() {
            return Err(PlayError::NotBack);
        }
        self.line.take_back(ply)
    }

    fn before_last_of(&self, seat: Seat) -> Option<u32> {
        self.line.before_last_of(seat)
    }

    fn last_of(&self, seat: Seat) -> Option<u32> {
        self.line.last_of(seat)
    }

    fn ply_words(&self, ply: u32, actor: Actor<'_>) -> String {
        self.line.ply(ply).map(|(_, report)| G::ply_words(report, actor)).unwrap_or_default()
    }

    fn last_ply_words(&self) -> String {
        self.line.plies().last().map_or_else(String::new, |(seat, report)| {
            G::ply_words(report, Actor::Named(self.now().seat_name(*seat)))
        })
    }

    fn rolls_dice(&self) -> bool {
        self.now().rolls_dice()
    }

    fn last_verdict(&self) -> Option<FightVerdict> {
        self.line.plies().last().and_then(|(_, report)| G::fight(report)).map(|fight| fight.verdict)
    }

    fn fights(&self) -> Vec<(Seat, Fight)> {
        self.line
            .plies()
            .iter()
            .filter_map(|(seat, report)| Some((*seat, G::fight(report)?)))
            .collect()
    }

    fn captures_words(&self, name: &dyn Fn(Seat) -> String) -> Option<String> {
        picture::captures_words(&self.line, name)
    }

    fn position_words(&self) -> Vec<String> {
        match self.arrangement() {
            Some(arrangement) => arrangement.seen_by(None, Seat::FIRST).words,
            None => self.now().position_words(),
        }
    }

    fn own_scene(&self, caption: &Caption, seat: Seat) -> Option<(Scene, Vec<String>)> {
        let sight = self.arrangement()?.seen_by(Some(seat), seat);
        let caption = Caption { facing: seat, ..caption.clone() };
        Some((picture::unplayed(self.now(), sight.board, &caption, self.awaits()), sight.words))
    }

    fn scene(&self, caption: &Caption, highlight: Highlight<'_>) -> Scene {
        match self.arrangement() {
            Some(arrangement) => {
                let board = arrangement.seen_by(None, caption.facing).board;
                picture::unplayed(self.now(), board, caption, self.awaits())
            }
            None => picture::scene(&self.line, caption, highlight),
        }
    }

    fn legal(&self, about: &str) -> Result<Explanation, String> {
        self.check_arranged().map_err(|_| STILL_ARRANGED.to_owned())?;
        let moves = self.now().moves_about(about)?;
        Ok(Explanation {
            words: self.now().moves_words(&moves),
            marks: self.now().move_marks(&moves),
        })
    }

    fn odds(&self, text: &str) -> Result<String, NotPlayed> {
        self.check_arranged()?;
        let mv = self.now().read(text).map_err(|error| self.not_played(text, error))?;
        Ok(self.now().odds_words(&mv))
    }

    fn why(&self, square: &str) -> Result<Explanation, String> {
        self.check_arranged().map_err(|_| STILL_ARRANGED.to_owned())?;
        let (words, marks) = self.now().why(square)?;
        Ok(Explanation { words, marks })
    }

    fn moves(&self) -> Vec<String> {
        if let Some(arrangement) = self.arrangement() {
            return if self.outcome().is_none() { arrangement.placings() } else { Vec::new() };
        }
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.now().legal_moves(&mut moves);
        }
        moves.iter().map(ToString::to_string).collect()
    }

    fn moves_about(&self, about: &str) -> Vec<String> {
        let is_open = self.check_arranged().is_ok() && self.outcome().is_none();
        let moves = is_open.then(|| self.now().moves_about(about).ok()).flatten();
        moves.unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    fn piece_name(&self, square: &str) -> Option<&'static str> {
        match self.arrangement() {
            Some(arrangement) => arrangement.figure_name(square),
            None => self.now().piece_name(square),
        }
    }

    fn piece_called(&self, part: &str) -> Option<Piece> {
        match self.arrangement() {
            Some(arrangement) => arrangement.figure_piece(part),
            None => self.now().piece_called(part),
        }
    }

    fn attacked(&self, mv: &str) -> Vec<Spot> {
        let Some(mv) = self.legal_here(mv) else { return Vec::new() };
        let attacked = |mark: Mark| match mark {
            Mark::Attack(at, _) | Mark::Join(at) => Some(at),
            _ => None,
        };
        self.now().move_marks(&[mv]).into_iter().filter_map(attacked).collect()
    }

    fn example_move(&self) -> Option<String> {
        if let Some(arrangement) = self.arrangement() {
            return arrangement.placings().into_iter().next();
        }
        self.now().example_move().map(|mv| mv.to_string())
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}

/// Why nothing moves yet.
const STILL_ARRANGED: &str = "The men are still being arranged, so nothing moves yet.";

/// The start of a game under options in canonical text; `None` if the game has no such options.
/// Where players arrange their men themselves, it begins with that.
///
/// ```
/// use games::{GameKind, Roll};
/// use martian_cake_table::{NotPlayed, start_position};
///
/// let kind = GameKind::ALL[0];
/// assert!(start_position(kind, "no such option").is_none());
///
/// let mut position = start_position(kind, "").expect("every game has default options");
/// assert_eq!(position.read("good luck"), Err(NotPlayed::NotAMove));
///
/// let typed = position.example_move().expect("a start has a legal move");
/// let mv = position.read(&typed).expect("an example reads back");
/// assert!(mv.dice.is_empty());
/// position.play(&mv.mv, &Roll::NONE).expect("the move is legal and throws no dice");
/// assert_eq!(position.ply(), 1);
/// ```
#[must_use]
pub fn start_position(kind: GameKind, options: &str) -> Option<Box<dyn AnyPosition>> {
    with_game!(kind, G => {
        let options = options.parse::<<G as Rules>::Options>().ok()?;
        Some(Box::new(PlayedPosition::<G>::start(&options)) as Box<dyn AnyPosition>)
    })
}

/// A start of a game under its default options with all men on the board, to be looked at.
#[must_use]
pub fn sample_position(kind: GameKind) -> Box<dyn AnyPosition> {
    with_game!(kind, G => {
        Box::new(PlayedPosition::new(G::start(&Default::default()))) as Box<dyn AnyPosition>
    })
}
