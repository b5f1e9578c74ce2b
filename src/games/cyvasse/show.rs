//! Cyvasse in pictures and sentences, as the host asks for them.

use super::{Centre, Deed, Fault, Figure, Hex, Kind, Move, Position, Report, Setup, Terrain};
use crate::{
    games::{Actor, Dress, Outcome, Present, Rules as _, Seat},
    scene::{self, Board, Fight, Ground, Hexes, Mark, Placed, Shade, Shape, Spot, Veil},
};

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
        let placed = |at: Hex| {
            let (kind, owner) = (self.kind_at(at)?, self.owner(at)?);
            Some(Placed { at: at.into(), piece: picture(kind, owner), badges: Vec::new() })
        };
        let shape = shape(facing, Veil::None);
        let pieces = self.men().filter_map(placed).collect();
        Board { shape, ground: grounds(self), pieces, marks }
    }

    fn ply_marks(report: &Report) -> Vec<Mark> {
        let Some(to) = report.mv.deed.target() else { return Vec::new() };
        let mut marks = Vec::new();
        if let Deed::Step { from, .. } = report.mv.deed {
            marks.push(Mark::From(from.into()));
        }
        marks.push(Mark::To(to.into()));
        marks.extend(ways(&report.way));
        marks.extend(report.helpers.iter().map(|(at, _)| Mark::Flank((*at).into(), to.into())));
        let crowned = matches!(report.mv.deed, Deed::Step { crowns: true, .. });
        marks.extend(crowned.then_some(Mark::Raised(to.into())));
        if let Some((at, ..)) = report.promoted {
            let moved = report.mv.deed.origin() == Some(at);
            marks.push(Mark::Raised(if moved { to } else { at }.into()));
        }
        marks
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
        None
    }

    fn end_words(&self, _outcome: Outcome, _name: &dyn Fn(Seat) -> String) -> Option<String> {
        None
    }

    fn ply_words(report: &Report, _actor: Actor<'_>) -> String {
        report.mv.to_string()
    }

    fn position_words(&self) -> Vec<String> {
        Vec::new()
    }

    fn fault_words(&self, typed: &str, fault: &Fault) -> String {
        format!("{typed} is not possible: {fault:?}")
    }

    fn move_label(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn move_marks(&self, _moves: &[Move]) -> Vec<Mark> {
        Vec::new()
    }

    fn moves_about(&self, _about: &str) -> Result<Vec<Move>, String> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        Ok(moves)
    }

    fn moves_words(&self, moves: &[Move]) -> String {
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    fn odds_words(&self, mv: &Move) -> String {
        format!("`{mv}` throws no dice.")
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
        moves.into_iter().find(|mv| mv.deed.origin().is_some())
    }

    fn is_full_move_text(text: &str) -> bool {
        text.parse::<Move>().is_ok()
    }
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

/// The way of a move that is more than one straight line.
fn ways(way: &[Hex]) -> Vec<Mark> {
    match way {
        [] | [_] => Vec::new(),
        [from, to] if from.distance(*to) == 1 => Vec::new(),
        [from, to] => vec![Mark::Arrow((*from).into(), (*to).into())],
        steps => {
            let pairs = steps.windows(2);
            pairs.map(|pair| Mark::Way(pair[0].into(), pair[1].into())).collect()
        }
    }
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
