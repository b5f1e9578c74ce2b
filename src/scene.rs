//! The drawing description: plain data between a game and the renderer.
//!
//! A scene says what is to be seen and never how; it holds nothing that its viewer may not know.

mod spot;

use serde::{Deserialize, Deserializer, Serialize};

pub use spot::{Cell, Hex, Spot, Square};

/// One picture: a board and the panel beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The board.
    pub board: Board,
    /// The panel at its right.
    pub panel: Panel,
}

/// A board with pieces and marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Its form.
    #[serde(flatten)]
    pub shape: Shape,
    /// What the ground itself is, where it matters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<(Spot, Ground)>,
    /// The pieces, each on its square.
    pub pieces: Vec<Placed>,
    /// Marks, drawn in this order.
    pub marks: Vec<Mark>,
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
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// By how many quarter turns clockwise the board is turned, 0 to 3; with 0 the first rank is
    /// at the bottom.
    #[serde(deserialize_with = "quarter_turns")]
    pub turned: u8,
    /// Zones of this many files and ranks, with canals between them; `None` for a plain board.
    #[serde(default)]
    pub zone: Option<[u8; 2]>,
}

/// Zones of 4 × 4 cells joined round one point, numbered clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wedges {
    /// How many, 3 to 6.
    pub zones: u8,
    /// The zone at the bottom.
    pub facing: u8,
}

/// A hexagon of hexes that stand on a point, in rows; its hexes are painted in three tones, so
/// that no two neighbours share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hexes {
    /// Hexes along an edge of the board.
    pub edge: u8,
    /// Whether it is turned by half a turn: row 1 at the top.
    pub half_turned: bool,
    /// What of it nobody may see yet.
    #[serde(default)]
    pub veil: Veil,
}

/// The part of a board behind a screen: who looks does not know what stands there.
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

/// What the ground of a hex is, besides what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ground {
    /// Nobody can stand here.
    Mountain,
    /// Hill.
    Hill,
    /// Forest.
    Forest,
    /// Grassland.
    Grassland,
    /// A fortress of the side with this fill; it may lie on a terrain too.
    Fortress(Shade),
    /// The centre that the side with this fill has instead of its ruined fortress.
    Ruin(Shade),
}

/// Quarter turns; older scenes say `true` for half a turn.
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

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Where.
    pub at: Spot,
    /// What.
    pub piece: Piece,
    /// Medallions at its lower right: the heads of pieces whose movement it holds, with the
    /// letters that stand for them.
    pub badges: Vec<Badge>,
}

/// A medallion: the head of a piece, or its letter where a theme wants letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    /// The piece whose head is shown.
    pub piece: Piece,
    /// Its letter.
    pub letter: char,
}

/// A piece picture: the name of a sprite (`lyra/captain`) and which fill it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Path of the sprite below `sprites/`, without `.svg`.
    pub sprite: String,
    /// Its fill.
    pub shade: Shade,
}

/// The piece fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shade {
    /// White's.
    Light,
    /// Black's.
    Dark,
    /// One of the fills of games in which colours mean nothing: 0 is the neutral one, 1 to 9 are
    /// nine different ones, 10 and 11 two similar ones.
    Tone(u8),
}

/// A mark on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// The square that the last move left.
    From(Spot),
    /// The square that the last move reached.
    To(Spot),
    /// An arrow, for moves of more than one step or over something.
    Arrow(Spot, Spot),
    /// A pushed attack: attacker's square and target, both as before.
    Push(Spot, Spot),
    /// An attack in which the attacker was lost: where it stood, and its target.
    Lost(Spot, Spot),
    /// The piece that is asked about.
    Focus(Spot),
    /// A legal step.
    Step(Spot),
    /// A legal attack with its chance in percent; `None` where every attack hits.
    Attack(Spot, Option<u8>),
    /// A square that blocks a move that was asked about.
    Block(Spot),
    /// The last ply made one bigger piece of two here.
    Grown(Spot),
    /// A piece of one's own with which the piece asked about may become one.
    Join(Spot),
    /// The king on this square is attacked.
    Check(Spot),
    /// From a piece to what it bears on: to the king that it attacks.
    Threat(Spot, Spot),
    /// A square where the king asked about may not go, for an enemy covers it.
    Covered(Spot),
    /// Two men of one connected group that touch each other.
    Joined(Spot, Spot),
    /// The last ply took a piece here, and the square is empty now: a victim on the way.
    Taken(Spot),
    /// How many men stand on the line that is asked about, 1 to 8, shown on a corner of this
    /// square.
    Count(Spot, u8),
    /// A man that was counted.
    Counted(Spot),
    /// From a man that helps in a capture to the man that is captured.
    Flank(Spot, Spot),
    /// An enemy within reach that is too strong to be taken.
    TooStrong(Spot),
    /// The last ply gave this man a higher rank.
    Raised(Spot),
    /// A step of the way that a move takes, between neighbours.
    Way(Spot, Spot),
}

/// What stands beside the board: in a panel at its right, or in the corners that it leaves free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredPanel")]
pub struct Panel {
    /// Who is to move, or the result: `ann`.
    pub headline: String,
    /// What of it: `to move`, `wins`.
    pub note: String,
    /// The sides: the one at the bottom of the board first, the others clockwise from there.
    pub sides: Vec<Side>,
    /// Fights of this message, oldest first; the last one is drawn large, one before it paler.
    pub fights: Vec<Fight>,
    /// Game number and ply, `#12 · 31`.
    pub foot: String,
    /// The turns that this message tells, in short, oldest first, for boards without dice beside
    /// them: `g5–g6`.
    pub turns: Vec<String>,
}

/// A panel as it stands in a store; older ones name the two sides `far` and `near`.
#[derive(Deserialize)]
struct StoredPanel {
    headline: String,
    note: String,
    #[serde(default)]
    sides: Vec<Side>,
    near: Option<Side>,
    far: Option<Side>,
    fights: Vec<Fight>,
    foot: String,
    #[serde(default)]
    turns: Vec<String>,
}

impl From<StoredPanel> for Panel {
    fn from(stored: StoredPanel) -> Self {
        let StoredPanel { headline, note, mut sides, near, far, fights, foot, turns } = stored;
        sides.extend(near.into_iter().chain(far));
        Self { headline, note, sides, fights, foot, turns }
    }
}

/// One side in the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Who plays it.
    pub name: String,
    /// The fill of its pieces.
    pub shade: Shade,
    /// The pieces that it has captured, in order.
    pub captured: Vec<Piece>,
    /// The pieces that it still keeps in its hand.
    #[serde(default)]
    pub hand: Vec<Piece>,
    /// What its zone is called on the board; empty where a board has no zones.
    #[serde(default)]
    pub label: String,
    /// Its points, where a game counts them.
    #[serde(default)]
    pub score: Option<u32>,
    /// Whether it is to move.
    #[serde(default)]
    pub to_move: bool,
    /// Whether it has left the game.
    #[serde(default)]
    pub out: bool,
}

impl Side {
    /// A side that has captured nothing yet, in a game without zones and points.
    #[must_use]
    pub const fn of(name: String, shade: Shade) -> Self {
        Self {
            name,
            shade,
            captured: Vec::new(),
            hand: Vec::new(),
            label: String::new(),
            score: None,
            to_move: false,
            out: false,
        }
    }
}

/// A fight with dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The attacker's fill.
    pub attacker: Shade,
    /// Attacker's die: sides and face.
    pub attack: (u8, u8),
    /// Defender's die: sides and face.
    pub defence: (u8, u8),
    /// How it ended.
    pub verdict: Verdict,
    /// Chance of a hit beforehand, in whole percent.
    pub percent: u8,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The attacker won.
    Hit,
    /// Nothing moved.
    Push,
    /// The attacker was lost.
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_of_the_first_version_are_still_read() {
        let old = r##"{"board":{"files":6,"ranks":6,"turned":true,"pieces":[{"at":{"file":2,"rank":0},
            "piece":{"sprite":"lyra/captain","shade":"Dark"},"badges":[]}],
            "marks":[{"From":{"file":1,"rank":1}}]},"panel":{"headline":"ann","note":"to move",
            "far":{"name":"ben","shade":"Light","captured":[]},
            "near":{"name":"ann","shade":"Dark","captured":[]},"fights":[],"foot":"#1 · 2"}}"##;
        let scene: Scene = serde_json::from_str(old).unwrap();
        let squares = Squares { files: 6, ranks: 6, turned: 2, zone: None };
        assert_eq!(scene.board.shape, Shape::Squares(squares));
        assert_eq!(scene.board.marks, [Mark::From(Square { file: 1, rank: 1 }.into())]);
        let names: Vec<&str> = scene.panel.sides.iter().map(|side| &*side.name).collect();
        assert_eq!(names, ["ann", "ben"]);
    }

    #[test]
    fn a_scene_survives_being_stored() {
        let (cell, hex) = (Cell { zone: 4, u: 1, v: 4 }, Hex { column: 10, row: 4 });
        let shade = Shade::Tone(7);
        let piece = Piece { sprite: "martian/queen".to_owned(), shade };
        let side = Side {
            name: "ann".to_owned(),
            shade,
            captured: vec![piece.clone()],
            hand: vec![piece.clone()],
            label: "E".to_owned(),
            score: Some(12),
            to_move: true,
            out: false,
        };
        let scene = Scene {
            board: Board {
                shape: Shape::Wedges(Wedges { zones: 5, facing: 4 }),
                ground: vec![(hex.into(), Ground::Ruin(shade)), (hex.into(), Ground::Hill)],
                pieces: vec![Placed { at: cell.into(), piece, badges: Vec::new() }],
                marks: vec![Mark::Grown(cell.into())],
            },
            panel: Panel {
                headline: "ann".to_owned(),
                note: "to move".to_owned(),
                sides: vec![side],
                fights: Vec::new(),
                foot: "#1".to_owned(),
                turns: vec!["g5–g6".to_owned()],
            },
        };
        let stored = serde_json::to_string(&scene).unwrap();
        assert_eq!(serde_json::from_str::<Scene>(&stored).unwrap(), scene);
    }

    #[test]
    fn a_board_of_hexes_is_told_from_the_others_when_it_is_read_again() {
        let hexes = Hexes { edge: 6, half_turned: true, veil: Veil::Far };
        let hex = Hex { column: 10, row: 4 };
        let shape = Shape::Hexes(hexes);
        let ground = vec![(hex.into(), Ground::Fortress(Shade::Dark))];
        let board = Board { shape, ground, pieces: Vec::new(), marks: vec![Mark::To(hex.into())] };
        let stored = serde_json::to_string(&board).unwrap();
        assert_eq!(serde_json::from_str::<Board>(&stored).unwrap(), board);
        assert_eq!(Spot::from(hex).to_string(), "k5");
    }

    #[test]
    fn marks_are_stored_by_their_names() {
        let [king, enemy] = [(4, 0), (7, 3)].map(|(file, rank)| Spot::from(Square { file, rank }));
        let marks = [
            Mark::Check(king),
            Mark::Threat(enemy, king),
            Mark::Covered(king),
            Mark::Joined(king, enemy),
            Mark::Taken(enemy),
            Mark::Count(enemy, 8),
            Mark::Counted(king),
            Mark::Flank(enemy, king),
            Mark::TooStrong(king),
            Mark::Raised(enemy),
            Mark::Way(king, enemy),
        ];
        let names = [
            "Check",
            "Threat",
            "Covered",
            "Joined",
            "Taken",
            "Count",
            "Counted",
            "Flank",
            "TooStrong",
            "Raised",
            "Way",
        ];
        for (mark, name) in marks.into_iter().zip(names) {
            let stored = serde_json::to_string(&mark).unwrap();
            assert!(stored.starts_with(&format!("{{\"{name}\":")), "{stored}");
            assert_eq!(serde_json::from_str::<Mark>(&stored).unwrap(), mark);
        }
    }
}
