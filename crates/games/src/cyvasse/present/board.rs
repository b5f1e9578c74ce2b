//! Positions and armies as boards of a scene.

use scene::{Board, Ground, Hexes, Mark, Placed, Shade, Shape, Spot, Veil};

use crate::{
    Present as _, Seat,
    cyvasse::{Army, Centre, Figure, Hex, Kind, Position, Terrain, hexes::EDGE},
};

/// The board of a position, with these marks.
pub(in crate::cyvasse) fn board(position: &Position, facing: Seat, marks: Vec<Mark>) -> Board {
    let placed = |at: Hex| {
        let (kind, owner) = (position.kind_at(at)?, position.owner(at)?);
        Some(Placed { at: at.into(), piece: piece(kind, owner), badges: Vec::new() })
    };
    let shape = shape(facing, Veil::None);
    let pieces = position.men().filter_map(placed).collect();
    Board { ground: grounds(position), ..Board::of(shape, pieces, marks) }
}

/// The shape of the board as this side sees it.
pub(in crate::cyvasse) fn shape(facing: Seat, veil: Veil) -> Shape {
    Shape::Hexes(Hexes { edge: EDGE, half_turned: facing == Seat::SECOND, veil })
}

/// The sprite of a kind.
pub(super) const fn sprite(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabble => "cyvasse/rabble",
        Kind::King => "cyvasse/king",
        Kind::Crossbows => "cyvasse/crossbows",
        Kind::Spears => "cyvasse/spears",
        Kind::LightHorse => "cyvasse/light",
        Kind::Trebuchet => "cyvasse/trebuchet",
        Kind::Elephant => "cyvasse/elephant",
        Kind::HeavyHorse => "cyvasse/heavy",
        Kind::Dragon => "cyvasse/dragon",
    }
}

/// A man as a piece of the scene.
pub(in crate::cyvasse) fn piece(kind: Kind, owner: Seat) -> scene::Piece {
    scene::Piece { sprite: sprite(kind).to_owned(), shade: Position::shade(owner) }
}

/// A figure of an army as a piece of the scene.
pub(in crate::cyvasse) fn figure_piece(figure: Figure, owner: Seat) -> scene::Piece {
    match figure {
        Figure::Man(kind) => piece(kind, owner),
        Figure::Mountain => mountain(),
    }
}

/// A mountain, which belongs to nobody.
pub(in crate::cyvasse) fn mountain() -> scene::Piece {
    scene::Piece { sprite: "ground/mountain".to_owned(), shade: Shade::Tone(0) }
}

/// The ground of the scene that shows a terrain.
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

/// The board with these armies on it and nothing else.
pub(in crate::cyvasse) fn army_board<'s>(
    shape: Shape,
    halves: impl IntoIterator<Item = (Seat, &'s Army)>,
    marks: Vec<Mark>,
) -> Board {
    let mut board = Board::of(shape, Vec::new(), marks);
    for (seat, army) in halves {
        for (at, figure) in army.figures(seat) {
            let Figure::Man(kind) = figure else {
                board.ground.push((at.into(), Ground::Mountain));
                continue;
            };
            board.ground.extend(kind.tile().map(|terrain| (at.into(), terrain_ground(terrain))));
            if kind == Kind::King {
                board.ground.push((at.into(), Ground::Fortress(Position::shade(seat))));
            }
            board.pieces.push(Placed {
                at: at.into(),
                piece: piece(kind, seat),
                badges: Vec::new(),
            });
        }
    }
    board
}
