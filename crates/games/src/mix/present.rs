//! Sentences and pictures of Game Mix, as the shared code asks for them.

use scene::{Board, Mark, Placed, PlyNote, Shape, Spot, Squares};

use super::{
    explain,
    faults::Fault,
    help,
    kinds::Kind,
    marks,
    moves::Move,
    position::Position,
    refusals,
    report::Report,
    squares::Sq,
    typed,
    words::{self, ends, lists, plies, positions},
};
use crate::{
    Actor, Lesson, Outcome, PictureContext, Present, Seat, legal_moves, text::only_letter,
};

impl From<Sq> for Spot {
    fn from(at: Sq) -> Self {
        at.square().into()
    }
}

impl Present for Position {
    const INTRODUCTION: &'static str =
        "**Game Mix** has men of chess and draughts, and three ways to win";
    const SPRITES: &'static [scene::SpriteSource] = super::sprites::SPRITES;
    const LESSONS: &'static [Lesson] = help::LESSONS;
    const FACE: scene::Theme = scene::Theme::Felt;

    fn seat_name(&self, seat: Seat) -> &'static str {
        words::seat_name(seat)
    }

    fn board(&self, facing: Seat, marks: Vec<Mark>, _dress: &PictureContext<'_, Report>) -> Board {
        let placed = |at: Sq| {
            let (kind, owner) = (self.kind_at(at)?, self.owner(at)?);
            Some(Placed { at: at.into(), piece: picture(kind, owner), badges: Vec::new() })
        };
        let pieces = self.men().filter_map(placed).collect();
        let turned = Squares::turns_for(facing.index() as u8, 2);
        let shape = Shape::Squares(Squares { files: 8, ranks: 8, turned, zone: None });
        Board::of(shape, pieces, marks)
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        marks::of_ply(report)
    }

    fn captures(&self, context: &PictureContext<'_, Report>) -> Vec<(Seat, scene::Piece)> {
        let of_ply = |(seat, report): &(Seat, Report)| {
            let seat = *seat;
            report
                .taken
                .clone()
                .into_iter()
                .map(move |(_, kind)| (seat, picture(kind, seat.other())))
        };
        context.plies.iter().flat_map(of_ply).collect()
    }

    fn ply_note(report: &Report, _name: &dyn Fn(Seat) -> String) -> PlyNote {
        plies::note(report)
    }

    fn taken_at(report: &Report) -> Vec<Spot> {
        report.taken.iter().map(|(at, _)| (*at).into()).collect()
    }

    /// About what they are worth to somebody who counts men; the King, who is mated and never taken, nothing.
    fn worth(sprite: &str) -> u32 {
        match sprite {
            "mix/king" => 0,
            "mix/dama" => 10,
            "mix/liner" => 8,
            "mix/knight" => 6,
            "mix/silver" => 5,
            "mix/checker" => 3,
            _ => 2,
        }
    }

    fn state_words(&self) -> Option<String> {
        positions::state(self)
    }

    fn state_marks(&self) -> Vec<Mark> {
        marks::of_position(self)
    }

    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        ends::words(self, outcome, name)
    }

    fn ply_words(report: &Report, actor: Actor<'_>) -> String {
        plies::ply(report, actor)
    }

    fn position_words(&self) -> Vec<String> {
        positions::position(self)
    }

    fn fault_words(&self, typed: &str, fault: &Fault) -> String {
        refusals::words(self, typed, fault)
    }

    fn move_label(&self, mv: &Move) -> String {
        lists::label(self, *mv)
    }

    fn move_marks(&self, moves: &[Move]) -> Vec<Mark> {
        marks::of_moves(self, moves)
    }

    fn piece_name(&self, square: &str) -> Option<&'static str> {
        Some(self.kind_at(Sq::parse(square)?)?.name())
    }

    fn piece_called(&self, part: &str) -> Option<scene::Piece> {
        let kind = only_letter(part.strip_prefix('=')?).and_then(Kind::from_letter)?;
        Some(picture(kind, self.turn()))
    }

    fn moves_about(&self, about: &str) -> Result<Vec<Move>, String> {
        lists::about(self, about)
    }

    fn moves_words(&self, moves: &[Move]) -> String {
        lists::moves(self, moves)
    }

    fn odds_words(&self, mv: &Move) -> String {
        lists::odds(self, *mv)
    }

    fn why(&self, square: &str) -> Result<(String, Vec<Mark>), String> {
        explain::why(self, square)
    }

    fn rules_words(topic: &str) -> Option<String> {
        help::rules(topic)
    }

    /// A single step of a Pawn in the middle if there is one, since it needs no explanation.
    fn example_move(&self) -> Option<Move> {
        let moves = legal_moves(self);
        let is_pawn = |mv: &&Move| self.kind_at(mv.from()) == Some(Kind::Pawn);
        let is_plain = |mv: &&Move| !self.is_capture(**mv) && mv.promotion().is_none();
        let is_single = |mv: &&Move| mv.from().distance(mv.to()) == 1;
        let from_middle = |mv: &&Move| (2 * mv.from().file()).abs_diff(7);
        let simple = moves.iter().filter(|mv| is_plain(mv) && is_single(mv));
        let pawns = simple.clone().filter(is_pawn).min_by_key(from_middle);
        pawns.or(simple.min_by_key(from_middle)).or(moves.first()).copied()
    }

    fn is_full_move_text(text: &str) -> bool {
        typed::is_full(text)
    }
}

/// A man in pictures.
fn picture(kind: Kind, owner: Seat) -> scene::Piece {
    let sprite = match kind {
        Kind::Pawn => "mix/pawn",
        Kind::Checker => "mix/checker",
        Kind::Liner => "mix/liner",
        Kind::Silver => "mix/silver",
        Kind::Knight => "mix/knight",
        Kind::Dama => "mix/dama",
        Kind::King => "mix/king",
    };
    scene::Piece { sprite: sprite.to_owned(), shade: Position::shade(owner) }
}
