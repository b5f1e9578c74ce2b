//! What a game says and shows of itself, for words and pictures.

use super::{OptionLine, Outcome, Rules, Seat};
use crate::scene::{Board, Fight, Mark, Piece, Shade, SpriteSource};

/// Who made a ply, in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor<'a> {
    /// A person, by the name to show.
    Named(&'a str),
    /// The bot that speaks.
    Me,
}

/// What a picture needs besides the position to paint the pieces: the game so far, and how it is
/// to look.
#[derive(Clone, Copy, Debug)]
pub struct Dress<'a, R> {
    /// The plies from the start of the match, with who played them.
    pub plies: &'a [(Seat, R)],
    /// Canonical text of the display options, empty for the defaults.
    pub look: &'a str,
    /// A number of the match's own, for what is dealt by lot; the same in every picture.
    pub seed: u64,
}

/// A board that shows what the words about a topic of the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The board, with its marks.
    pub board: Board,
    /// What it shows: `Elephant`.
    pub headline: &'static str,
    /// What of it, in a few words: `tier 3: any distance`.
    pub note: &'static str,
    /// All that the picture tells.
    pub alt: String,
}

/// Words and drawings of a game. Plain English, present tense, no mark-up but `code` for text to
/// type and `**` around rolled numbers; see `docs/ARCHITECTURE.md`.
pub trait Present: Rules {
    /// The name of a seat in this game, `White`.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The fill that stands for a seat.
    fn shade(seat: Seat) -> Shade;

    /// The drawings of this game's pieces: every name that [`Piece::sprite`] has in its scenes.
    /// Where captured pieces are counted by kind, a later kind stands before an earlier one.
    fn sprites() -> &'static [SpriteSource];

    /// What can be chosen of the looks of a game, a line per display option; they change no rule.
    fn look_lines() -> &'static [OptionLine] {
        &[]
    }

    /// Whether any move of this game throws dice, under its options.
    fn rolls_dice(&self) -> bool;

    /// The board for drawing, seen from `facing`, with these marks on it.
    fn board(&self, facing: Seat, marks: Vec<Mark>, dress: &Dress<'_, Self::Report>) -> Board;

    /// The marks of a ply just played: where from, where to, pushed or lost.
    fn ply_marks(report: &Self::Report) -> Vec<Mark>;

    /// The fight of a ply, for the panel.
    fn fight(report: &Self::Report) -> Option<Fight>;

    /// The pieces that were captured so far, in order, each with the seat that captured it.
    fn captures(&self, dress: &Dress<'_, Self::Report>) -> Vec<(Seat, Piece)>;

    /// The pieces that a side still keeps in its hand.
    fn hand(&self, _seat: Seat) -> Vec<Piece> {
        Vec::new()
    }

    /// A ply in short, `g5–g6`, where the picture has room for it; `None` in games whose fights
    /// stand there.
    fn turn_text(_report: &Self::Report) -> Option<String> {
        None
    }

    /// What else counts now, in a few words for a picture: `clock: 5 moves left`.
    fn state_words(&self) -> Option<String> {
        None
    }

    /// What the position itself has to show beside the last ply: a check, or how the game ended on
    /// the board.
    fn state_marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    /// Why the rules ended the game, as a clause: `ben's General fell`. `None` for an end that
    /// the table made. `name` gives the name of who sits on a seat.
    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String>;

    /// What a zone of the board is called where the board has zones, `A`; otherwise empty.
    fn zone_label(&self, _seat: Seat) -> &'static str {
        ""
    }

    /// A ply in words, one to three sentences: `ben moved c2-c3 (Soldier).`
    fn ply_words(report: &Self::Report, actor: Actor<'_>) -> String;

    /// The position as a list, for `board text` and alt text: one line per side, no picture.
    fn position_words(&self) -> Vec<String>;

    /// Why a text is not a move here: `d6-c5 is not possible: your own Soldier stands on c5.`
    /// One or two sentences, without the legal moves.
    fn fault_words(&self, typed: &str, fault: &Self::Fault) -> String;

    /// What tells a move from the others that it could be: `Lieutenant`, `Lieutenant, stays one`.
    fn move_label(&self, mv: &Self::Move) -> String;

    /// What must still be said where a text fits several moves, if their labels do not tell it:
    /// `the corner`.
    fn open_words(&self, _moves: &[Self::Move]) -> Option<String> {
        None
    }

    /// Marks for a set of legal moves: dots for steps, rings with the odds for attacks.
    fn move_marks(&self, moves: &[Self::Move]) -> Vec<Mark>;

    /// The legal moves that a person asks about (`legal c2`, `legal captain`, nothing for all).
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn moves_about(&self, about: &str) -> Result<Vec<Self::Move>, String>;

    /// The legal moves in words, with the odds of the fights.
    fn moves_words(&self, moves: &[Self::Move]) -> String;

    /// The exact chances of a move in words.
    fn odds_words(&self, mv: &Self::Move) -> String;

    /// How the piece on a square moves now, what it has taken over and what blocks it, and the
    /// marks that show it.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn why(&self, square: &str) -> Result<(String, Vec<Mark>), String>;

    /// The game in one clause for somebody new, its name in bold and without a full stop:
    /// `**Chess** has two armies and one King each`.
    fn introduction() -> &'static str;

    /// The rules in short: all, one piece, or `options`; `None` for an unknown topic.
    fn rules_words(topic: &str) -> Option<String>;

    /// The board that goes with [`Present::rules_words`] about a topic; `None` where words are
    /// enough.
    fn rules_board(_topic: &str) -> Option<Lesson> {
        None
    }

    /// A legal move to show as an example of typing.
    fn example_move(&self) -> Option<Self::Move>;

    /// Whether a text with from and to reads as a full move of this game, whatever the position:
    /// decides if a line without prefix in a public channel is meant for the bot.
    fn is_full_move_text(text: &str) -> bool;
}
