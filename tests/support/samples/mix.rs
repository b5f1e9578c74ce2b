//! Scenes of Game Mix: jumps, checks, connections and counted lines.

use scene::{Board, Mark, Panel, Piece, Placed, Scene, Shade, Shape, Side, Spot, Square, Squares};

use super::{at, moved, ply};

/// Named scenes with every mark of the game.
pub(super) fn scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("mix-start", start()),
        ("mix-chain", chain()),
        ("mix-check", check()),
        ("mix-mate", mate()),
        ("mix-joined", joined()),
        ("mix-counts", counts()),
        ("mix-stuck", stuck()),
        ("mix-late", late()),
        ("mix-told", told()),
    ]
}

/// A piece by its letter: capitals are White's.
fn piece(letter: char) -> Piece {
    let kind = match letter.to_ascii_lowercase() {
        'k' => "king",
        'd' => "dama",
        's' => "silver",
        'n' => "knight",
        'l' => "liner",
        'p' => "pawn",
        _ => "checker",
    };
    let shade = if letter.is_ascii_uppercase() { Shade::Light } else { Shade::Dark };
    Piece { sprite: format!("mix/{kind}"), shade }
}

/// Ranks from the last to the first, `/` between them, figures for empty squares.
fn board(text: &str, turned: u8, marks: Vec<Mark>) -> Board {
    let mut pieces = Vec::new();
    for (row, rank) in text.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let at = Square { file, rank }.into();
            pieces.push(Placed { at, piece: piece(letter), badges: Vec::new() });
            file += 1;
        }
    }
    let squares = Squares { files: 8, ranks: 8, turned, zone: None };
    Board::of(Shape::Squares(squares), pieces, marks)
}

/// A panel with White at the bottom, and what White and Black have captured.
fn panel(headline: &str, note: &str, white: &str, black: &str) -> Panel {
    let side = |name: &str, shade, letters: &str| Side {
        captured: letters.chars().map(piece).collect(),
        ..Side::of(name.to_owned(), shade)
    };
    let mut sides = vec![side("ann", Shade::Light, white), side("benjamin2", Shade::Dark, black)];
    let (note, state) = note.split_once(" by ").unwrap_or((note, ""));
    for side in sides.iter_mut().filter(|side| side.name == headline) {
        (side.to_move, side.won) = (note == "to move", note == "wins");
    }
    Panel {
        title: "Game Mix".to_owned(),
        number: "#12".to_owned(),
        moment: "move 31".to_owned(),
        headline: headline.to_owned(),
        note: note.to_owned(),
        state: state.to_owned(),
        sides,
        plies: vec![ply("Liner c3×c7", &["takes the Pawn", "check"])],
        ..Panel::default()
    }
}

/// One mark for each of these squares.
fn each(mark: fn(Spot) -> Mark, squares: &str) -> impl Iterator<Item = Mark> {
    squares.split_whitespace().map(move |name| mark(at(name)))
}

fn start() -> Scene {
    let board = board("lnskdsnl/ccppppcc/8/8/8/8/CCPPPPCC/LNSDKSNL", 0, Vec::new());
    Scene::of(board, panel("ann", "to move", "", ""))
}

/// Three men taken in one line.
fn chain() -> Scene {
    let mut marks = vec![Mark::From(at("a1")), Mark::To(at("h8"))];
    for (from, to) in [("a1", "d4"), ("d4", "f6"), ("f6", "h8")] {
        marks.push(Mark::Arrow(at(from), at(to)));
    }
    marks.extend(each(Mark::Taken, "c3 e5 g7"));
    let board = board("l2k1s1D/c1pp1p2/1n5c/7p/1P3LC1/5P2/C2P2C1/1N2KSNL", 0, marks);
    Scene::of(board, panel("benjamin2", "to move", "psncc", "SPD"))
}

/// A Liner and a Knight that its move uncovered.
fn check() -> Scene {
    let mut marks = moved("h5", "c5");
    marks.extend([Mark::Check(at("c2")), Mark::Threat(at("c5"), at("c2"))]);
    marks.push(Mark::Threat(at("d4"), at("c2")));
    let board = board("1nskd3/ccpp1pcc/5p2/2l5/3n4/1P2P3/CCKP1PCC/LNSD1SNL", 2, marks);
    Scene::of(board, panel("ann", "to move", "sl", "P"))
}

fn mate() -> Scene {
    let mut marks = moved("b8", "e5");
    marks.extend([Mark::Check(at("e2")), Mark::Threat(at("e5"), at("e2"))]);
    marks.push(Mark::Threat(at("c4"), at("e2")));
    marks.extend(each(Mark::Covered, "d1 e1 f1 d3 e3 f3 f2"));
    let board = board("k7/2p2c2/4s1p1/4l3/2d4C/3D1s2/3PKp2/N6L", 0, marks);
    Scene::of(board, panel("benjamin2", "wins by checkmate", "nncppld", "SNLPPPCC"))
}

/// All pairs of touching men of a fill.
fn joints(board: &Board, shade: Shade) -> Vec<Mark> {
    let of_shade = board.pieces.iter().filter(|placed| placed.piece.shade == shade);
    let men: Vec<Spot> = of_shade.map(|placed| placed.at).collect();
    let sync_state = |one: Spot, other: Spot| match (one, other) {
        (Spot::Square(one), Spot::Square(other)) => {
            one.file.abs_diff(other.file).max(one.rank.abs_diff(other.rank)) == 1
        }
        _ => false,
    };
    let mut marks = Vec::new();
    for (index, &one) in men.iter().enumerate() {
        let touching = men[index + 1..].iter().filter(|&&other| sync_state(one, other));
        marks.extend(touching.map(|&other| Mark::Joined(one, other)));
    }
    marks
}

fn joined() -> Scene {
    let mut board = board("4k3/3c4/2D2n2/2SP1L1c/1C1CKP2/2P1N3/p5c1/l6l", 0, moved("a6", "d3"));
    board.pieces.retain(|placed| placed.at != at("e3"));
    board.pieces.push(Placed { at: at("d3"), piece: piece('L'), badges: Vec::new() });
    board.marks.extend(joints(&board, Shade::Light));
    Scene::of(board, panel("ann", "wins by connection", "dpppsnc", "SCCCPN"))
}

/// Returns where a Liner may go, and how many men stand on each of its lines.
fn counts() -> Scene {
    let mut marks = vec![Mark::Focus(at("d4"))];
    marks.extend(each(Mark::Step, "a1 a4 d1 f2 g4"));
    marks.extend(each(|at| Mark::Attack(at, None), "b6 d7 g7"));
    marks.extend(each(|at| Mark::Count(at, 3), "a1 a4 d1 d7 g4 g7"));
    marks.extend(each(|at| Mark::Count(at, 2), "b6 f2"));
    marks.extend(each(Mark::Counted, "b4 b6 d6 d7 f4 g7 h8"));
    let board = board("lns1ks1d/1c1p1pcc/1c1p4/8/1P1L1P2/8/C5CC/1NS1KS1L", 0, marks);
    Scene::of(board, panel("ann", "to move", "pp", "P"))
}

fn stuck() -> Scene {
    let mut marks = moved("b3", "b5");
    marks.push(Mark::Focus(at("a8")));
    marks.extend(each(Mark::Covered, "a7 b7 b8"));
    marks.extend(each(Mark::Block, "h5 g7"));
    let board = board("k7/1SK3p1/6P1/1N5c/6P1/8/8/8", 2, marks);
    Scene::of(board, panel("ann", "wins by stalemate", "lnsdsnlccpppc", "LDLSNCCCCPPN"))
}

/// Nearly everything taken.
fn late() -> Scene {
    let board = board("8/3k4/8/2d5/8/4P3/8/5K2", 2, moved("a7", "c5"));
    let mut panel = panel("benjamin-the-second", "to move", "lnssnlccppppccd", "LNSDSNLCCPPPPCC");
    panel.sides[1].name = "benjamin-the-second".to_owned();
    panel.sides.reverse();
    (panel.number, panel.moment) = ("#1234".to_owned(), "move 187".to_owned());
    Scene::of(board, panel)
}

/// Two plies of one message: a chain of jumps, and the capture of the man who made it.
fn told() -> Scene {
    let mut earlier = vec![Mark::From(at("a1")), Mark::To(at("f6"))];
    earlier.extend([Mark::Arrow(at("a1"), at("d4")), Mark::Arrow(at("d4"), at("f6"))]);
    earlier.extend(each(Mark::Taken, "c3 e5"));
    let marks = vec![Mark::From(at("g7")), Mark::To(at("f6"))];
    let board = board("lns1dsnl/ccppp2c/5c2/7k/1P3L2/5P2/C2PP1CC/1NSDKSNL", 0, marks);
    let panel = panel("ann", "to move", "pc", "D");
    Scene { earlier: vec![earlier], ..Scene::of(board, panel) }
}
