//! Cyvasse in pictures and sentences, as the rest of the program asks for them.

pub(super) mod board;
mod marks;

use board::piece;
use scene::{Board, Mark, PlyNote, Spot};

use super::{
    Action, Fault, Hex, Kind, Move, Position, Report, explain, help, refusals, typed,
    words::{self, lists},
};
use crate::{
    Actor, Lesson, Outcome, PictureContext, Present, Seat, legal_moves, present::pieces_in,
    text::only_letter,
};

impl Present for Position {
    const INTRODUCTION: &'static str = "**Cyvasse** has two armies on 91 hexes, arranged unseen";
    const SPRITES: &'static [scene::SpriteSource] = super::sprites::SPRITES;
    const LESSONS: &'static [Lesson] = help::LESSONS;

    fn seat_name(&self, seat: Seat) -> &'static str {
        words::seat_name(seat)
    }

    fn board(&self, facing: Seat, marks: Vec<Mark>, _dress: &PictureContext<'_, Report>) -> Board {
        board::board(self, facing, marks)
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        marks::of_ply(report)
    }

    fn captures(&self, context: &PictureContext<'_, Report>) -> Vec<(Seat, scene::Piece)> {
        let of_ply =
            |(seat, report): &(Seat, Report)| Some((*seat, piece(report.taken?, seat.other())));
        context.plies.iter().filter_map(of_ply).collect()
    }

    fn hand(&self, seat: Seat) -> Vec<scene::Piece> {
        let dragon = self.has_dragon_in_hand(seat);
        dragon.then(|| piece(Kind::Dragon, seat)).into_iter().collect()
    }

    fn ply_note(report: &Report, _name: &dyn Fn(Seat) -> String) -> PlyNote {
        words::note(report)
    }

    fn taken_at(report: &Report) -> Vec<Spot> {
        report.taken.and(report.mv.action.target()).map(Spot::from).into_iter().collect()
    }

    fn men_words(sprite: &str, count: usize) -> String {
        let kind = Kind::ALL.into_iter().find(|kind| board::sprite(*kind) == sprite);
        match (kind, count) {
            (None, _) => String::new(),
            (Some(kind), 1) => kind.name().to_owned(),
            (Some(kind), count) => format!("{count} {}", words::plural(kind)),
        }
    }

    /// By tier; a King, whose fall may be the end, counts for nothing.
    fn worth(sprite: &str) -> u32 {
        let kind = Kind::ALL.into_iter().find(|kind| board::sprite(*kind) == sprite);
        kind.filter(|kind| *kind != Kind::King).map_or(0, |kind| kind.tier().into())
    }

    fn state_words(&self) -> Option<String> {
        words::state(self)
    }

    fn state_marks(&self) -> Vec<Mark> {
        marks::of_position(self)
    }

    fn end_words(&self, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<String> {
        words::end(self, outcome, name)
    }

    fn ply_words(report: &Report, actor: Actor<'_>) -> String {
        words::ply(report, actor)
    }

    fn position_words(&self) -> Vec<String> {
        words::position(self)
    }

    fn fault_words(&self, typed: &str, fault: &Fault) -> String {
        refusals::words(self, typed, fault)
    }

    fn open_words(&self, moves: &[Move]) -> Option<String> {
        Some(refusals::open(moves))
    }

    fn move_label(&self, mv: &Move) -> String {
        lists::label(self, *mv)
    }

    fn move_marks(&self, moves: &[Move]) -> Vec<Mark> {
        marks::of_moves(self, moves)
    }

    fn piece_name(&self, hex: &str) -> Option<&'static str> {
        match Hex::parse(hex) {
            Ok(at) => Some(self.kind_at(at)?.name()),
            Err(_) => (hex == "D@").then(|| Kind::Dragon.name()),
        }
    }

    fn piece_called(&self, part: &str) -> Option<scene::Piece> {
        let letter = part.strip_prefix('=').or_else(|| part.strip_suffix('@'))?;
        Some(piece(only_letter(letter).and_then(Kind::from_letter)?, self.turn()))
    }

    /// The men of both sides, and the mountains that are placed with them.
    fn pieces() -> Vec<scene::Piece> {
        let shades = Seat::all(2).map(Self::shade).collect::<Vec<_>>();
        let men = pieces_in(Self::SPRITES, &shades);
        men.into_iter().chain([board::mountain()]).collect()
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

    /// A step forward of a Rabble near the middle if there is one, because it explains itself.
    fn example_move(&self) -> Option<Move> {
        let moves = legal_moves(self);
        let forward = |from: Hex, to: Hex| match self.turn() {
            Seat::FIRST => to.row() > from.row(),
            _ => to.row() < from.row(),
        };
        let rank = |mv: &&Move| match mv.action {
            Action::Step { from, to, .. } => Some((
                mv.promotion.is_some(),
                self.kind_at(from) != Some(Kind::Rabble),
                self.kind_at(to).is_some(),
                !forward(from, to),
                to.distance(Hex::CENTRE),
            )),
            Action::Enter(_) | Action::Pass => None,
        };
        let steps = moves.iter().filter(|mv| mv.action.origin().is_some());
        steps.min_by_key(rank).or(moves.first()).copied()
    }

    fn is_full_move_text(text: &str) -> bool {
        typed::is_full(text)
    }
}
