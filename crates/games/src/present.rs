//! The contributions of a game to sentences and pictures.

use scene::{Board, Fight, Mark, Piece, PlyNote, Shade, Spot, SpriteSource, Theme};

use super::{Lesson, OptionLine, Outcome, Rules, Seat, lesson, text::capitalised};

/// The maker of a ply, as the subject of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor<'a> {
    /// A person, by the name that is shown.
    Named(&'a str),
    /// The bot itself, which speaks in the first person.
    Me,
}

/// The information that a picture needs besides the position so that the pieces can be painted: the game so far, and
/// how it is to look.
#[derive(Clone, Copy, Debug)]
pub struct PictureContext<'a, R> {
    /// The plies from the start of the match, with who played them.
    pub plies: &'a [(Seat, R)],
    /// Canonical text of the display options, empty for the defaults.
    pub look: &'a str,
    /// A seed for what is drawn at random; it belongs to the match, so that all its pictures agree.
    pub seed: u64,
}

/// A diagram: a board that shows what the words about a topic of the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board, marks included.
    pub board: Board,
    /// The subject of the diagram, in one or two words.
    pub headline: &'static str,
    /// A note on it, in a few words: `tier 3: any distance`.
    pub note: &'static str,
    /// The description of the whole picture for people who cannot see it.
    pub alt: String,
}

/// The words and drawings of a game.
///
/// Words are plain English in the present tense. The only mark-up is `code` around text to type and
/// `**` around rolled numbers; the head of `text` in the crate `chat` has the rules.
///
/// ```
/// use martian_cake_games::{Actor, GameKind, Play, Present, Roll, Rules, Seat};
/// use martian_cake_games::with_game;
///
/// /// Plays an example move and describes it.
/// fn described<G: Present>() -> String {
///     let mut play = Play::new(G::start(&G::Options::default()));
///     let mv = play.position().example_move().expect("the game goes on");
///     let report = play.play(&mv, &Roll::NONE).expect("the example throws no dice at the start");
///     G::ply_words(&report, Actor::Named("ann"))
/// }
///
/// assert!(with_game!(GameKind::ALL[0], G => described::<G>()).starts_with("ann "));
/// ```
pub trait Present: Rules {
    /// The game in one clause for somebody new, its name in bold and without a full stop:
    /// `**Chess** has two armies and one King each`.
    const INTRODUCTION: &'static str;

    /// The drawings of this game's pieces: every name that [`Piece::sprite`] has in its scenes.
    /// Where captured pieces are counted by kind, a later kind stands before an earlier one.
    const SPRITES: &'static [SpriteSource];

    /// The theme of this game's pictures where nobody has chosen one; one of those that [`Theme::is_face`] names.
    const FACE: Theme = Theme::Wood;

    /// The display options of a game, one line each; they change no rule.
    const LOOK_LINES: &'static [OptionLine] = &[];

    /// The positions that are shown with topics of the rules: at least one for each kind of piece.
    const LESSONS: &'static [Lesson] = &[];

    /// The name of a seat in this game, for instance `White`.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The fill of the pieces of a seat, and of what else stands for it in pictures.
    ///
    /// The default is for games of a light and a dark side, of which the light one begins.
    fn shade(seat: Seat) -> Shade {
        if seat == Seat::FIRST { Shade::Light } else { Shade::Dark }
    }

    /// Returns `true` if any move of this game throws dice under its options.
    fn rolls_dice(&self) -> bool {
        false
    }

    /// The board to draw, seen from the seat `facing`, with these marks on it.
    fn board(
        &self,
        facing: Seat,
        marks: Vec<Mark>,
        context: &PictureContext<'_, Self::Report>,
    ) -> Board;

    /// The marks of a ply just played: where it started and ended, what was pushed or lost.
    fn ply_marks(report: &Self::Report) -> Vec<Mark>;

    /// The dice of a ply, for the panel of the picture; `None` if it threw none.
    fn fight(_report: &Self::Report) -> Option<Fight> {
        None
    }

    /// The pieces captured so far, in order, each with the seat that captured it.
    fn captures(&self, context: &PictureContext<'_, Self::Report>) -> Vec<(Seat, Piece)>;

    /// The pieces that a seat still holds in hand.
    fn hand(&self, _seat: Seat) -> Vec<Piece> {
        Vec::new()
    }

    /// A ply in a few words for the picture, without its dice. `name` gives the name of the player on a seat.
    fn ply_note(report: &Self::Report, name: &dyn Fn(Seat) -> String) -> PlyNote;

    /// Returns where a ply took men off the board, in the order in which [`Present::captures`] has them.
    fn taken_at(_report: &Self::Report) -> Vec<Spot> {
        Vec::new()
    }

    /// The value of a captured piece with this sprite, by which captures are sorted and compared; 0 for one
    /// whose fall decides the game.
    fn worth(_sprite: &str) -> u32 {
        1
    }

    /// Men with this sprite in words: `Pawn`, `2 Pawns`.
    fn men_words(sprite: &str, count: usize) -> String {
        let name = capitalised(sprite.rsplit('/').next().unwrap_or_default());
        if count == 1 { name } else { format!("{count} {name}s") }
    }

    /// Returns what else matters now, in a few words for the picture: `clock: 5 moves left`.
    fn state_words(&self) -> Option<String> {
        None
    }

    /// The marks of the position itself, beside those of the last ply: a check, or how the game
    /// ended on the board.
    fn state_marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    /// Returns why the rules ended the game, as a clause; `None` for an end that does not come from the rules
    /// of this game. `name` gives the name of the player on a seat.
    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String>;

    /// The same in fewer words, for a picture that names the winners beside it; `None` where it can be said without
    /// names.
    fn short_end_words(&self, _outcome: Outcome, _name: &dyn Fn(Seat) -> String) -> Option<String> {
        None
    }

    /// The label of the zone of a seat, for instance `A`; empty if the board has no zones.
    fn zone_label(&self, _seat: Seat) -> &'static str {
        ""
    }

    /// A ply in words, one to three sentences.
    fn ply_words(report: &Self::Report, actor: Actor<'_>) -> String;

    /// The position in words, for `board text` and the descriptions of pictures: one line per side.
    fn position_words(&self) -> Vec<String>;

    /// Returns why a text is not a move here, in one or two sentences without the legal moves.
    fn fault_words(&self, typed: &str, fault: &Self::Fault) -> String;

    /// Returns what tells a move apart from the others that the same text could mean, in a word or two.
    fn move_label(&self, mv: &Self::Move) -> String;

    /// Returns what a text that fits several moves leaves open, if their labels do not show it: `the corner`.
    fn open_words(&self, _moves: &[Self::Move]) -> Option<String> {
        None
    }

    /// The name of the piece on a square, as moves name that square, or in hand, `D@`: `Queen`. `None` if
    /// there is none.
    fn piece_name(&self, square: &str) -> Option<&'static str>;

    /// Every piece that its pictures show, with each fill that it has in them.
    ///
    /// The default is for games of a light and a dark side.
    fn pieces() -> Vec<Piece> {
        let shades = [Shade::Light, Shade::Dark];
        pieces_in(Self::SPRITES, &shades)
    }

    /// The piece of the side to move that a part of a move names by its letter: one in hand, `D@`, or
    /// what a man becomes, `=Q`. `None` if there is none.
    fn piece_called(&self, _part: &str) -> Option<Piece> {
        None
    }

    /// The marks for these legal moves: dots for steps, rings with the odds for attacks.
    fn move_marks(&self, moves: &[Self::Move]) -> Vec<Mark>;

    /// The legal moves that a person asks about: of one square, of one kind of piece, or all of them
    /// if the text is empty.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn moves_about(&self, about: &str) -> Result<Vec<Self::Move>, String>;

    /// These legal moves in words, with the odds of those that throw dice.
    fn moves_words(&self, moves: &[Self::Move]) -> String;

    /// The exact chances of a move in words.
    fn odds_words(&self, mv: &Self::Move) -> String;

    /// Returns how the piece on a square moves now and what blocks it, in words, with the marks that show it.
    ///
    /// # Errors
    /// A sentence that says what can be asked.
    fn why(&self, square: &str) -> Result<(String, Vec<Mark>), String>;

    /// The rules in short: all of them if the topic is empty, one piece, or `options`; `None` for an
    /// unknown topic.
    fn rules_words(topic: &str) -> Option<String>;

    /// The diagram that goes with [`Present::rules_words`] about a topic; `None` if words are
    /// enough.
    fn rules_diagram(topic: &str) -> Option<Diagram> {
        lesson::about::<Self>(topic)?.diagram::<Self>()
    }

    /// A legal move to show as an example of how to type one; `None` if the game is over.
    fn example_move(&self) -> Option<Self::Move>;

    /// Returns `true` if a text has the form of a full move, with from and to, whatever the position. It
    /// decides whether a line without prefix in a public channel is meant for the bot.
    fn is_full_move_text(text: &str) -> bool;
}

/// The pieces with these sprites, each in all of these fills.
pub(super) fn pieces_in(sprites: &[SpriteSource], shades: &[Shade]) -> Vec<Piece> {
    let of_sprite = |sprite: &SpriteSource| {
        let name = sprite.name.to_owned();
        shades.iter().map(move |shade| Piece { sprite: name.clone(), shade: *shade })
    };
    sprites.iter().flat_map(of_sprite).collect()
}
