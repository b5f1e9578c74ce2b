//! Boards: their forms, their grounds and what stands on them.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Mark, Piece, Shade, Spot};

/// A board with pieces and marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The form of the board.
    #[serde(flatten)]
    pub shape: Shape,
    /// The kind of ground, for the spots where it matters. A spot may have a terrain and a fortress.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<(Spot, Ground)>,
    /// The pieces, each on its place.
    pub pieces: Vec<Placed>,
    /// The men whom the last ply took, where each stood: shown faintly where there is room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<Gone>,
    /// The marks, drawn in this order.
    pub marks: Vec<Mark>,
}

impl Board {
    /// A board with these pieces and marks, the same ground everywhere.
    #[must_use]
    pub const fn of(shape: Shape, pieces: Vec<Placed>, marks: Vec<Mark>) -> Self {
        Self { shape, ground: Vec::new(), pieces, gone: Vec::new(), marks }
    }
}

/// A man who is no longer on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gone {
    /// Where he stood.
    pub at: Spot,
    /// The piece that fell.
    pub piece: Piece,
    /// Whether his fall decided the game: then he lies there, in front of whoever stands there now.
    pub lies: bool,
}

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Shape {
    /// A rectangle of squares.
    Squares(Squares),
    /// Zones of 4 × 4 cells joined round one point.
    Wedges(Wedges),
    /// A hexagon of hexes.
    Hexes(Hexes),
}

/// A rectangle of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Squares {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// By how many quarter turns clockwise the board is turned, 0 to 3; with 0 the first rank is
    /// at the bottom.
    #[serde(deserialize_with = "quarter_turns")]
    pub turned: u8,
    /// Zones of this many files and ranks, with canals between them; `None` for a plain board.
    #[serde(default)]
    pub zone: Option<[u8; 2]>,
}

impl Squares {
    /// The quarter turns that bring a seat's side of a board of so many seats to the bottom: of two it is half a
    /// turn, of four the zones come to the lower left from the last to the second.
    #[must_use]
    pub const fn turns_for(seat: u8, seats: u8) -> u8 {
        if seats == 4 { (4 - seat % 4) % 4 } else { seat % 2 * 2 }
    }
}

impl Shape {
    /// The seat whose side is at the bottom, from 0, on a board of so many seats.
    pub(super) const fn facing(self, seats: u8) -> u8 {
        match self {
            // What turns a board of four to a seat turns it back as well.
            Self::Squares(squares) if seats == 4 => Squares::turns_for(squares.turned, seats),
            Self::Squares(squares) => squares.turned / 2,
            Self::Wedges(wedges) => wedges.facing,
            Self::Hexes(hexes) => hexes.half_turned as u8,
        }
    }

    /// The same board with the side of this seat at the bottom.
    pub(super) const fn turned_to(self, seat: u8, seats: u8) -> Self {
        match self {
            Self::Squares(it) => {
                Self::Squares(Squares { turned: Squares::turns_for(seat, seats), ..it })
            }
            Self::Wedges(it) => Self::Wedges(Wedges { facing: seat, ..it }),
            Self::Hexes(it) => Self::Hexes(Hexes { half_turned: seat == 1, ..it }),
        }
    }
}

/// Reads a number of quarter turns; older scenes say `true` for half a turn.
fn quarter_turns<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Turned {
        Half(bool),
        Quarters(u8),
    }
    Ok(match Turned::deserialize(from)? {
        Turned::Half(half) => 2 * u8::from(half),
        Turned::Quarters(quarters) => quarters % 4,
    })
}

/// Zones of 4 × 4 cells joined round one point, numbered clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wedges {
    /// The number of zones, 3 to 6.
    pub zones: u8,
    /// The zone at the bottom of the picture.
    pub facing: u8,
}

/// A hexagon of hexes that stand on a point, in rows. The hexes are painted in three tones, so that
/// no two neighbours share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hexes {
    /// How many hexes an edge of the board has.
    pub edge: u8,
    /// Whether it is turned by half a turn: row 1 at the top.
    pub half_turned: bool,
    /// The part of it that the viewer may not see yet.
    #[serde(default)]
    pub veil: Veil,
}

/// The part of a board behind a screen: the viewer does not know what stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Veil {
    /// Nothing is hidden.
    #[default]
    None,
    /// All rows above the middle one, as the picture shows them; a screen stands on the middle row.
    Far,
    /// All rows but the middle one, on which a screen stands.
    Both,
}

/// The kind of ground of a hex, whatever stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ground {
    /// Nobody can stand here.
    Mountain,
    /// A hill, shown by its sign.
    Hill,
    /// A forest, shown by its sign.
    Forest,
    /// Grassland, shown by its sign.
    Grassland,
    /// A fortress of the side with this fill; it may lie on a terrain too.
    Fortress(Shade),
    /// The ruin of the fallen fortress of the side with this fill.
    Ruin(Shade),
}

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Where it stands.
    pub at: Spot,
    /// The piece that stands there.
    pub piece: Piece,
    /// The badges at its lower right, for pieces whose way of moving it has taken over.
    pub badges: Vec<Badge>,
}

/// A badge: the head of a piece on a medallion, or its letter in themes with letters and where a piece
/// has many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    /// The piece whose head is shown.
    pub piece: Piece,
    /// The letter that stands for it.
    pub letter: char,
}
