//! Game Mix in pictures and sentences, as the host asks for them.

use super::{Fault, Kind, Move, Position, Report, Sq, refusals};
use crate::{
    games::{Actor, Dress, Outcome, Present, Rules as _, Seat},
    scene::{self, Board, Fight, Mark, Placed, Shade, Shape, Spot, Squares},
};

impl From<Sq> for Spot {
    fn from(at: Sq) -> Self {
        at.square().into()
    }
}

impl Present for Position {
    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == Seat::FIRST { "White" } else { "Black" }
    }

    fn shade(seat: Seat) -> Shade {
        if seat == Seat::FIRST { Shade::Light } else { Shade::Dark }
    }

    fn rolls_dice(&self) -> bool {
        false
    }

    fn board(&self, facing: Seat, marks: Vec<Mark>, _dress: &Dress<'_, Report>) -> Board {
        let placed = |at: Sq| {
            let (kind, owner) = (self.kind_at(at)?, self.owner(at)?);
            Some(Placed { at: at.into(), piece: picture(kind, owner), badges: Vec::new() })
        };
        let pieces = self.men().filter_map(placed).collect();
        let turned = if facing == Seat::FIRST { 0 } else { 2 };
        let shape = Shape::Squares(Squares { files: 8, ranks: 8, turned, zone: None });
        Board { shape, pieces, marks }
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        vec![Mark::From(report.mv.from().into()), Mark::To(report.mv.to().into())]
    }

    fn fight(_report: &Report) -> Option<Fight> {
        None
    }

    fn captures(&self, dress: &Dress<'_, Report>) -> Vec<(Seat, scene::Piece)> {
        let of_ply = |(seat, report): &(Seat, Report)| {
            let seat = *seat;
            report
                .taken
                .clone()
                .into_iter()
                .map(move |(_, kind)| (seat, picture(kind, seat.other())))
        };
        dress.plies.iter().flat_map(of_ply).collect()
    }

    fn end_words(&self, _outcome: Outcome, _name: &dyn Fn(Seat) -> String) -> Option<String> {
        None
    }

    fn ply_words(report: &Report, actor: Actor<'_>) -> String {
        let who = match actor {
            Actor::Named(name) => name,
            Actor::Me => "I",
        };
        format!("{who} moved {} ({}).", report.mv, report.kind.name())
    }

    fn position_words(&self) -> Vec<String> {
        vec![self.to_string()]
    }

    fn fault_words(&self, typed: &str, fault: &Fault) -> String {
        refusals::words(self, typed, fault)
    }

    fn move_label(&self, mv: &Move) -> String {
        self.kind_at(mv.from()).map_or("", Kind::name).to_owned()
    }

    fn move_marks(&self, moves: &[Move]) -> Vec<Mark> {
        moves.iter().map(|mv| Mark::Step(mv.to().into())).collect()
    }

    fn moves_about(&self, _about: &str) -> Result<Vec<Move>, String> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        Ok(moves)
    }

    fn moves_words(&self, _moves: &[Move]) -> String {
        String::new()
    }

    fn odds_words(&self, _mv: &Move) -> String {
        String::new()
    }

    fn why(&self, _square: &str) -> Result<(String, Vec<Mark>), String> {
        Err(String::new())
    }

    fn rules_words(_topic: &str) -> Option<String> {
        None
    }

    fn example_move(&self) -> Option<Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.first().copied()
    }

    fn is_full_move_text(text: &str) -> bool {
        text.parse::<Move>().is_ok()
    }
}

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
