//! The rules in short, by topic (rules, section 14).

use super::{Kind, options::LINES};
use crate::{
    Lesson,
    text::{called, singular},
};

const ALL: &str = "\
**Martian Chess**: score the most points. You own every piece that stands in your zone, and no \
other, whatever its colour; a piece that crosses the canal, the line between two zones, is no \
longer yours.
Each turn one of your pieces moves, `d3-d5`. Pawn (1 point): one step diagonally. Drone (2): one or \
two steps straight. Queen (3): any distance. No jumping. Move onto a piece in another zone and you \
score its points, `a4xb5`; your piece then stands there and is that player's.
The game ends when a zone is empty. The highest score wins; in a tie the player who emptied their \
zone.
More: `rules martian pawn` (drone, queen), `capture`, `promotion`, `undo`, `clock`, `end`, `wedge`, \
`tips`, `options`.";

const PAWN: &str = "\
**Pawn (P)**, the small one, 1 point: one step diagonally, forwards or backwards, to an empty cell \
or onto a piece in another zone.
It may merge with a Pawn or a Drone of your zone: `rules martian promotion`.";

const DRONE: &str = "\
**Drone (D)**, the medium one, 2 points: one or two steps along a line, never diagonally, without \
turning and without jumping.
It may merge with a Pawn of your zone: `rules martian promotion`.";

const QUEEN: &str = "\
**Queen (Q)**, the large one, 3 points: as far as the way is free, along lines and diagonals, also \
across several zones.
She never merges, and while one stands in your zone no other can be made there.";

const CAPTURE: &str = "\
**Capture**: move onto a piece in another zone, `a4xb5`. It leaves the board and you score its \
points: Pawn 1, Drone 2, Queen 3. Your piece now stands in that zone and belongs to that player, so \
look first what it can take there.
No capture is forced, and nothing is ever in check.";

const PROMOTION: &str = "\
**Promotion**: two of your pieces may merge into a bigger one, `a2+b2`, if one can move onto the \
other and the bigger kind is missing in your zone. No Queen there: Drone and Pawn make a Queen. No \
Drone there: Pawn and Pawn make a Drone.
It takes the whole turn and scores nothing. Other pairs block each other. `promotion=off` plays \
without.";

const UNDO: &str = "\
**No undo**, with two players: a piece that has just come into your zone may not go straight back \
to the cell that it came from. Everything else is allowed, and a turn later this too.
`undo_rule=on` or `off` sets it for any number of players.";

const CLOCK: &str = "\
**End clock**: going in circles? Add `*` to your move, `b4-b3*`, and you call it. After 7 more \
moves without a capture the game is over (11, 14, 18, 21 with 3, 4, 5, 6 players); each capture \
starts the count again. It cannot be stopped or called twice.
`deadlock=auto27` ends the game after 27 moves without a capture in place of it; \
`deadlock=off` has neither.";

const END: &str = "\
**End**: the game is over as soon as a zone is empty, and only the player who moves can empty a \
zone: the own one. The highest score wins. In a tie the player who emptied the zone wins, if among \
the best; otherwise the best share the win. When the end clock ends the game, ties stay ties.
Whoever resigns or runs out of time with more than two players is out: the pieces stay, can be \
captured, and are not moved any more.";

const WEDGE: &str = "\
**Wedge board**, for three, five and six players: zones A, B, C… lie clockwise round one point. A \
cell is the zone's letter and two numbers: `A41` is 4 away from the line with the next zone and 1 \
from the line with the previous one; A11 is at the centre, A44 in the outer corner.
A line bends where two zones meet, not the rule: lay the two zones side by side and it is straight. \
A diagonal over the centre goes on in the opposite zone; with five players in either of two, with \
three it ends there.";

const TIPS: &str = "\
**Tips**: before a capture, see whether the piece that you send can take one of yours at once.
Ahead on points and low on pieces? Run for the border: with one piece left you end the game by \
moving it across. Look at the score first.";

const MOVES: &str = "\
**How to type**: `d3-d5` moves, `a4xb5` captures, `a2+b2` merges; `d3d5` or just `d5` will do where \
only one move fits, and `Dd5` names the piece. `*` or the word `clock` after a move calls the end clock.
On wedge boards a cell has three signs: `A24xB41`.";

const OPTIONS: &str = "\
**Options**: `players=2` to `6`; `undo_rule=auto`, `on` or `off` (a piece may not go straight back; \
auto: with two players only); `promotion=on` or `off`; `deadlock=clock`, `auto27` or `off` (what \
ends an endless game); `centre=nearest` or `closed` (five players: diagonals over the centre); \
`teams=on` (four players: opposite players add their points).
To play with them, name them in the offer: `challenge anyone martian players=3 promotion=off`.
For the looks alone: `colours:rainbow` (nine colours for each zone), `plain` or `shady` (two similar \
ones); a colour means nothing.";

/// Boards that show the pieces and what happens between zones.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson::new(
        &["pawn"],
        ["Pawn", "1 point: one step diagonally"],
        "2Q1/4/4/2D1/1P2/P1D1/4/4 1",
        "b4",
    ),
    Lesson::new(
        &["drone"],
        ["Drone", "2 points: one or two steps straight"],
        "1P2/4/4/1Q2/4/1DP1/1D2/4 1",
        "b3",
    ),
    Lesson::new(
        &["queen"],
        ["Queen", "3 points: any way, any distance"],
        "3Q/4/1P2/4/2P1/1Q1D/4/4 1",
        "b3",
    ),
    Lesson::new(
        &["capture"],
        ["Capture", "the taker belongs to that zone then"],
        "8/8/2P2D2/8/8/1PQ2P2/2P5/8 1",
        "c3",
    ),
    Lesson::new(
        &["promotion"],
        ["Promotion", "two Pawns make a Drone"],
        "2Q1/4/4/1D2/2P1/1P2/2P1/4 1",
        "b3",
    ),
    Lesson::new(
        &["undo"],
        ["No undo", "not straight back to c5"],
        "2Q1/4/4/4/1P2/2D1/4/4 1 0,1 b4-c5",
        "b4",
    ),
    Lesson::new(
        &["wedge"],
        ["Wedge board", "lines bend at the canals"],
        "4/4/2Q1/4|4/4/1P2/4|4/2P1/4/4 1",
        "A22",
    ),
];

/// The words about a topic in any case, singular or plural; `None` for an unknown one.
pub(super) fn rules(topic: &str) -> Option<String> {
    let topic = topic.trim().to_lowercase();
    let words = match singular(&topic, 3) {
        "" | "martian" | "martian ches" | "all" | "goal" | "turn" | "your" | "owner" => ALL,
        "capture" | "take" | "point" | "score" | "pip" => CAPTURE,
        "promotion" | "merge" | "merging" | "join" => PROMOTION,
        "undo" | "no-undo" | "noundo" | "no undo" | "ban" | "undo_rule" => UNDO,
        "clock" | "call" | "deadlock" | "draw" | "auto27" | "*" => CLOCK,
        "end" | "empty" | "win" | "tie" | "resign" => END,
        "wedge" | "wedge board" | "zone" | "seam" | "canal" | "board" => WEDGE,
        "tip" => TIPS,
        "type" | "typing" | "move" | "notation" => MOVES,
        "option" | "variant" | "colour" => OPTIONS,
        key @ ("player" | "centre" | "team") => return option(key),
        name => piece(name)?,
    };
    Some(words.to_owned())
}

fn piece(name: &str) -> Option<&'static str> {
    let kind = called(Kind::ALL, name, Kind::name, Kind::letter)?;
    Some(match kind {
        Kind::Pawn => PAWN,
        Kind::Drone => DRONE,
        Kind::Queen => QUEEN,
    })
}

/// `centre=nearest|closed` with its meaning; the key may lack its last s.
fn option(key: &str) -> Option<String> {
    let line = LINES.iter().find(|line| line.key.trim_end_matches('s') == key)?;
    Some(format!(
        "`{}={}`: {}; without a word it is `{}`.",
        line.key, line.values, line.meaning, line.default
    ))
}
