//! Scenes of Cyvasse: grounds, screens, flanks, and corners full of captured men.

use scene::{
    Board, Ground, Hex, Hexes, Mark, Panel, Piece, Placed, Scene, Shade, Shape, Side, Spot, Veil,
};

use super::ply;

/// Named scenes with every ground and mark of the game.
pub(super) fn scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("cyvasse-start", start()),
        ("cyvasse-middle", middle()),
        ("cyvasse-flank", flank()),
        ("cyvasse-ruin", ruin()),
        ("cyvasse-crowned", crowned()),
        ("cyvasse-late", late()),
        ("cyvasse-dragon", dragon()),
        ("cyvasse-legal", legal()),
        ("cyvasse-setup", set_up()),
        ("cyvasse-veiled", veiled()),
        ("cyvasse-turned", turned()),
        ("cyvasse-told", told()),
    ]
}

/// A hex by its name.
fn hex(name: &str) -> Spot {
    let (file, rank) = name.split_at(1);
    let column = file.as_bytes()[0] - b'a';
    let row: u8 = rank.parse().expect("the number of a row");
    Hex { column, row: row - 1 }.into()
}

fn kind(letter: char) -> &'static str {
    match letter.to_ascii_lowercase() {
        'r' => "rabble",
        'k' => "king",
        'c' => "crossbows",
        's' => "spears",
        'l' => "light",
        'h' => "heavy",
        't' => "trebuchet",
        'e' => "elephant",
        _ => "dragon",
    }
}

/// A man by its letter: capitals are White's.
fn piece(letter: char) -> Piece {
    let shade = if letter.is_ascii_uppercase() { Shade::Light } else { Shade::Dark };
    Piece { sprite: format!("cyvasse/{}", kind(letter)), shade }
}

const START: &str =
    "6/he^k^eh/t1^ll^1t/c1^s1s^1c/1rr1rr1rr1/11/1RR1RR1RR1/C1^S1S^1C/T1^LL^1T/HE^K^EH/6";

const BASTION: [(Ground, &str); 5] = [
    (Ground::Hill, "a8 c4 i8 k4"),
    (Ground::Forest, "d8 f4 f8 h4"),
    (Ground::Grassland, "d9 e9 g3 h3"),
    (Ground::Fortress(Shade::Light), "h2"),
    (Ground::Fortress(Shade::Dark), "d10"),
];

/// Rows from the last to the first, `/` between them, numbers for empty hexes, `^` for mountains.
fn board(rows: &str, grounds: &[(Ground, &str)], marks: Vec<Mark>) -> Board {
    let (mut pieces, mut ground) = (Vec::new(), Vec::new());
    for (text, row) in rows.split('/').zip((0..11_u8).rev()) {
        let mut column = 5_u8.saturating_sub(row);
        let mut number = 0;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                number = number * 10 + digit as u8;
                continue;
            }
            column += number;
            number = 0;
            let at = Hex { column, row }.into();
            if letter == '^' {
                ground.push((at, Ground::Mountain));
            } else {
                pieces.push(Placed { at, piece: piece(letter), badges: Vec::new() });
            }
            column += 1;
        }
    }
    for (kind, names) in grounds {
        ground.extend(names.split_whitespace().map(|name| (hex(name), *kind)));
    }
    let hexes = Hexes { edge: 6, half_turned: false, veil: Veil::None };
    Board { ground, ..Board::of(Shape::Hexes(hexes), pieces, marks) }
}

/// One mark for each of these hexes.
fn each(mark: fn(Spot) -> Mark, names: &str) -> impl Iterator<Item = Mark> {
    names.split_whitespace().map(move |name| mark(hex(name)))
}

/// The marks of a last move; the way is drawn where it is more than one step.
fn moved(from: &str, to: &str) -> Vec<Mark> {
    vec![Mark::From(hex(from)), Mark::To(hex(to)), Mark::Arrow(hex(from), hex(to))]
}

/// A panel with White at the bottom, who is to move, and what White and Black have captured.
fn panel(white: &str, black: &str, turns: &[&str]) -> Panel {
    let side = |name: &str, shade, letters: &str| Side {
        captured: letters.chars().map(piece).collect(),
        ..Side::of(name.to_owned(), shade)
    };
    let near = Side { to_move: true, ..side("ann", Shade::Light, white) };
    Panel {
        title: "Cyvasse".to_owned(),
        number: "#12".to_owned(),
        moment: "move 31".to_owned(),
        headline: "ann".to_owned(),
        note: "to move".to_owned(),
        sides: vec![near, side("benjamin2", Shade::Dark, black)],
        plies: turns.iter().map(|turn| ply(turn, &[])).collect(),
        ..Panel::default()
    }
}

fn start() -> Scene {
    let mut panel = panel("", "", &[]);
    panel.moment = "the start".to_owned();
    panel.sides[0].hand.push(piece('D'));
    panel.sides[1].hand.push(piece('d'));
    Scene::of(board(START, &BASTION, Vec::new()), panel)
}

fn middle() -> Scene {
    let rows = "6/he^k^e1/t1^ll^1t/c1^s1s^2/1r2rr1hr1/2r4r3/1RR2R1CR1/3S1S^1C/T1^LL^1T/HE^K^EH/6";
    let mut marks = vec![Mark::From(hex("g10")), Mark::To(hex("h7"))];
    for (from, to) in [("g10", "h9"), ("h9", "i8"), ("i8", "h7")] {
        marks.push(Mark::Way(hex(from), hex(to)));
    }
    marks.push(Mark::Arrow(hex("i8"), hex("h7")));
    let mut panel = panel("r", "RR", &["Rabble c4–f4", "Dragon g10–h7"]);
    panel.sides[0].hand.push(piece('D'));
    Scene::of(board(rows, &BASTION, marks), panel)
}

/// Four helpers at once.
fn flank() -> Scene {
    let rows = "6/he^k^eh/t1^ll^1t/c1^s1s^1c/1rr3D1rr/3S1T1R3/1R3R1LR1/C1^3^1C/T1^1L^2/HE^K^E1/6";
    let mut marks = moved("h4", "g7");
    for helper in ["f6", "d6", "h6", "i5"] {
        marks.push(Mark::Flank(hex(helper), hex("g7")));
    }
    marks.push(Mark::Raised(hex("d6")));
    let panel = panel("rrd", "RRRS", &["Spears d8–e7", "Elephant h4×g7"]);
    Scene::of(board(rows, &BASTION, marks), panel)
}

/// A fallen fortress, the corner that stands for it, and its owner to move.
fn ruin() -> Scene {
    let rows = "1t4/E1^1^e1/2^l1^1t/c1^k1s^2/1r3r2r1/4R6/2R3R3/C1^S2^2/T1^1L^1T/1E^K^1H/6";
    let mut grounds = BASTION;
    grounds[4] = (Ground::Ruin(Shade::Dark), "d10 a11");
    let mut marks = moved("e2", "a10");
    marks.push(Mark::Raised(hex("f2")));
    let mut panel = panel("rrllhhsc", "RRRLSCHE", &["Trebuchet e2–a10"]);
    panel.sides[0].to_move = false;
    panel.sides[1].to_move = true;
    panel.headline = "benjamin2".to_owned();
    panel.sides[0].hand.push(piece('D'));
    panel.sides[1].hand.push(piece('d'));
    Scene::of(board(rows, &grounds, marks), panel)
}

/// A new King has come to his fortress, and stands on it as an enemy stands on the other one.
fn crowned() -> Scene {
    let rows = "5t/1e^C^1h/2^l1^2/c1^1k1^1c/1r4r2r/11/2R4R2/C1^S2^1C/T1^L1^2/HE^K^1H/6";
    let mut marks = moved("h7", "h2");
    marks.push(Mark::Raised(hex("h2")));
    let mut board = board(rows, &BASTION, marks);
    board.ground.push((hex("d10"), Ground::Hill));
    let panel = panel("rrsslte", "RRRRLKDS", &["Crossbows f4×h2", "Elephant h7–h2"]);
    Scene::of(board, panel)
}

/// Nearly everything taken, the game over.
fn late() -> Scene {
    let rows = "6/2^1^2/2^2^2/2^3^2/10/11/4D5/2^3^2/2^2^2/2^K^2/6";
    let mut panel =
        panel("rrrrrrccsslltteehhdk", "RRRRRRCCSSLLTTEEHHD", &["Dragon g5×g8", "Dragon e9×g5"]);
    panel.sides[0].to_move = false;
    panel.headline = "benjamin-the-second".to_owned();
    (panel.note, panel.state) = ("wins".to_owned(), "the King is lost".to_owned());
    panel.sides[1].name = "benjamin-the-second".to_owned();
    panel.sides[0].name = "maximiliane-the-first".to_owned();
    (panel.number, panel.moment) = ("#1234".to_owned(), "move 187".to_owned());
    panel.sides[1].won = true;
    Scene::of(board(rows, &BASTION, moved("e9", "g5")), panel)
}

/// Returns what a Dragon on an open board reaches.
fn dragon() -> Scene {
    let rows = "5k/7/8/9/10/5D5/10/9/8/7/K5";
    let mut marks = vec![Mark::Focus(hex("f6"))];
    for row in 0..11_i8 {
        for column in 0..11_i8 {
            let (x, y) = (column - 5, row - 5);
            let far = x.abs().max(y.abs()).max((x + y).abs());
            if (1..=4).contains(&far) {
                let at = Hex { column: column as u8, row: row as u8 };
                marks.push(Mark::Step(at.into()));
            }
        }
    }
    Scene::of(board(rows, &BASTION, marks), panel("", "", &["King f7–g7"]))
}

fn legal() -> Scene {
    let rows = "6/he^k^eh/t1^ll^1t/c1^s1s^1c/2r1rr1dr1/2r5t2/1R1RTR1C2/C1^1LS^2/T1^L1^1T/HE^K^EH/6";
    let mut marks = vec![Mark::Focus(hex("f5"))];
    marks.extend(each(Mark::Step, "f6 e6 d7 f4"));
    marks.extend(each(|at| Mark::Attack(at, None), "f7 e7"));
    marks.extend(each(Mark::TooStrong, "h7 i6 d8"));
    marks.extend(each(Mark::Block, "g5 e5"));
    marks.extend(["h4", "i5", "g5"].map(|helper| Mark::Flank(hex(helper), hex("f7"))));
    let panel = panel("rr", "RR", &["Dragon d6–c6", "Rabble i7–h7"]);
    Scene::of(board(rows, &BASTION, marks), panel)
}

/// A half that is being set up, and a screen before the other one.
fn set_up() -> Scene {
    let rows = "6/7/8/9/10/11/1RR1R5/C1^S1S^1C/2^LL^2/1E^K^EH/6";
    let own = [(Ground::Hill, "c4 k4"), (Ground::Forest, "f4 h4"), (Ground::Grassland, "g3 h3")];
    let mut board = board(rows, &own, Vec::new());
    board.ground.push((hex("h2"), Ground::Fortress(Shade::Light)));
    board.shape = Shape::Hexes(Hexes { edge: 6, half_turned: false, veil: Veil::Far });
    let mut panel = panel("", "", &[]);
    "placing".clone_into(&mut panel.note);
    panel.moment = "the start".to_owned();
    Scene::of(board, panel)
}

fn veiled() -> Scene {
    let mut board = board("6/7/8/9/10/11/10/9/8/7/6", &[], Vec::new());
    board.shape = Shape::Hexes(Hexes { edge: 6, half_turned: false, veil: Veil::Both });
    let mut panel = panel("", "", &[]);
    panel.sides[0].to_move = false;
    panel.headline = "Setting up".to_owned();
    "both place their men".clone_into(&mut panel.note);
    panel.moment = "the start".to_owned();
    Scene::of(board, panel)
}

/// The middle game from Black's side.
fn turned() -> Scene {
    let Scene { mut board, mut panel, .. } = middle();
    board.shape = Shape::Hexes(Hexes { edge: 6, half_turned: true, veil: Veil::None });
    panel.sides.reverse();
    Scene::of(board, panel)
}

/// Two plies of one message, seen by Black: a capture with help, and the capture of him who made it.
fn told() -> Scene {
    let rows = "6/he^k^e1/t1^ll^1t/c1^s1s^2/1r2rr2r1/2r4h3/1RR2R2R1/3S1S^1C/T1^LL^1T/HE^K^EH/6";
    let mut earlier = vec![Mark::From(hex("i5")), Mark::To(hex("h6"))];
    earlier.push(Mark::Flank(hex("j5"), hex("h6")));
    let mut marks = vec![Mark::From(hex("g10")), Mark::To(hex("h6"))];
    for (from, to) in [("g10", "h9"), ("h9", "h8"), ("h8", "h7"), ("h7", "h6")] {
        marks.push(Mark::Way(hex(from), hex(to)));
    }
    marks.push(Mark::Raised(hex("h6")));
    let mut board = board(rows, &BASTION, marks);
    board.shape = Shape::Hexes(Hexes { edge: 6, half_turned: true, veil: Veil::None });
    let mut panel = panel("rc", "rrt", &["i5–h6", "g10–h6"]);
    panel.sides.reverse();
    Scene { earlier: vec![earlier], ..Scene::of(board, panel) }
}
