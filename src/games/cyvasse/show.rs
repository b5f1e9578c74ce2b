//! Cyvasse in pictures and sentences, as the host asks for them.

mod marks;

use super::{
    Centre, Deed, Fault, Figure, Hex, Kind, Move, Position, Report, Setup, Terrain, explain, help,
    read, refusals,
    words::{self, lists},
};
use crate::{
    games::{Actor, Dress, Lesson, Outcome, Present, Rules as _, Seat},
    scene::{self, Board, Fight, Ground, Hexes, Mark, Placed, Shade, Shape, Spot, Veil},
};

impl Present for Position {
    fn seat_name(&self, seat: Seat) -> &'static str {
        words::seat_name(seat)
    }

    fn shade(seat: Seat) -> Shade {
        if seat == Seat::FIRST { Shade::Light } else { Shade::Dark }
    }

    fn rolls_dice(&self) -> bool {
        false
    }

    fn board(&self, facing: Seat, marks: Vec<Mark>, _dress: &Dress<'_, Report>) -> Board {
        board(self, facing, marks)
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        marks::of_ply(report)
    }

    fn fight(_report: &Report) -> Option<Fight> {
        None
    }

    fn captures(&self, dress: &Dress<'_, Report>) -> Vec<(Seat, scene::Piece)> {
        let of_ply =
            |(seat, report): &(Seat, Report)| Some((*seat, picture(report.taken?, seat.other())));
        dress.plies.iter().filter_map(of_ply).collect()
    }

    fn hand(&self, seat: Seat) -> Vec<scene::Piece> {
        let dragon = self.has_dragon_in_hand(seat);
        dragon.then(|| picture(Kind::Dragon, seat)).into_iter().collect()
    }

    fn turn_text(report: &Report) -> Option<String> {
        let text = report.mv.to_string();
        match report.mv.deed {
            Deed::Step { from, to, .. } => {
                Some(text.replacen(&format!("{from}{to}"), &format!("{from}\u{2013}{to}"), 1))
            }
            Deed::Enter(_) | Deed::Pass => Some(text),
        }
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

    fn rules_board(topic: &str) -> Option<Lesson> {
        help::board(topic)
    }

    /// A Rabble's step forward near the middle where there is one, as it explains itself.
    fn example_move(&self) -> Option<Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let forward = |from: Hex, to: Hex| match self.turn() {
            Seat::FIRST => to.row() > from.row(),
            _ => to.row() < from.row(),
        };
        let rank = |mv: &&Move| match mv.deed {
            Deed::Step { from, to, .. } => Some((
                mv.promotion.is_some(),
                self.kind_at(from) != Some(Kind::Rabble),
                self.kind_at(to).is_some(),
                !forward(from, to),
                to.distance(Hex::CENTRE),
            )),
            Deed::Enter(_) | Deed::Pass => None,
        };
        let steps = moves.iter().filter(|mv| mv.deed.origin().is_some());
        steps.min_by_key(rank).or(moves.first()).copied()
    }

    fn is_full_move_text(text: &str) -> bool {
        read::is_full(text)
    }
}

/// A position as a board.
pub(super) fn board(position: &Position, facing: Seat, marks: Vec<Mark>) -> Board {
    let placed = |at: Hex| {
        let (kind, owner) = (position.kind_at(at)?, position.owner(at)?);
        Some(Placed { at: at.into(), piece: picture(kind, owner), badges: Vec::new() })
    };
    let shape = shape(facing, Veil::None);
    let pieces = position.men().filter_map(placed).collect();
    Board { shape, ground: grounds(position), pieces, marks }
}

/// The form of the board as this side sees it.
pub(super) fn shape(facing: Seat, veil: Veil) -> Shape {
    Shape::Hexes(Hexes { edge: super::hexes::EDGE, half_turned: facing == Seat::SECOND, veil })
}

/// The picture of a man.
pub(super) fn picture(kind: Kind, owner: Seat) -> scene::Piece {
    let sprite = match kind {
        Kind::Rabble => "cyvasse/rabble",
        Kind::King => "cyvasse/king",
        Kind::Crossbows => "cyvasse/crossbows",
        Kind::Spears => "cyvasse/spears",
        Kind::LightHorse => "cyvasse/light",
        Kind::Trebuchet => "cyvasse/trebuchet",
        Kind::Elephant => "cyvasse/elephant",
        Kind::HeavyHorse => "cyvasse/heavy",
        Kind::Dragon => "cyvasse/dragon",
    };
    scene::Piece { sprite: sprite.to_owned(), shade: Position::shade(owner) }
}

/// How a terrain is drawn.
const fn terrain_ground(terrain: Terrain) -> Ground {
    match terrain {
        Terrain::Hill => Ground::Hill,
        Terrain::Forest => Ground::Forest,
        Terrain::Grassland => Ground::Grassland,
    }
}

fn grounds(position: &Position) -> Vec<(Spot, Ground)> {
    let mountains = position.mountains().map(|at| (at.into(), Ground::Mountain));
    let terrains = Terrain::ALL.into_iter().flat_map(|terrain| {
        position.ground(terrain).map(move |at| (at.into(), terrain_ground(terrain)))
    });
    let centres = Seat::all(2).filter_map(|seat| {
        let shade = Position::shade(seat);
        match position.centre(seat) {
            Centre::Fortress(hex) => Some((hex.into(), Ground::Fortress(shade))),
            Centre::Ruin(hex) => Some((hex.into(), Ground::Ruin(shade))),
            Centre::Fallen => None,
        }
    });
    terrains.chain(mountains).chain(centres).collect()
}

/// The board with these set-ups on it and nothing else.
pub(super) fn setup_board<'s>(
    shape: Shape,
    halves: impl IntoIterator<Item = (Seat, &'s Setup)>,
    marks: Vec<Mark>,
) -> Board {
    let mut board = Board { shape, ground: Vec::new(), pieces: Vec::new(), marks };
    for (seat, setup) in halves {
        for (at, figure) in setup.figures(seat) {
            let Figure::Man(kind) = figure else {
                board.ground.push((at.into(), Ground::Mountain));
                continue;
            };
            board.ground.extend(kind.tile().map(|terrain| (at.into(), terrain_ground(terrain))));
            if kind == Kind::King {
                board.ground.push((at.into(), Ground::Fortress(Position::shade(seat))));
            }
            let piece = picture(kind, seat);
            board.pieces.push(Placed { at: at.into(), piece, badges: Vec::new() });
        }
    }
    board
}
