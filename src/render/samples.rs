//! Scenes as games show them, for tests and for `benches/picture.rs`, which reads this file too.

use super::scene::{
    Badge, Board, Fight, Mark, Panel, Piece, Placed, Scene, Shade, Shape, Side, Spot, Square,
    Squares, Verdict,
};

/// A square by its name.
pub(crate) fn at(name: &str) -> Spot {
    Square::parse(name, 26, 9).expect("the name of a square").into()
}

/// A piece by its letter: capitals are White's.
pub(crate) fn piece(letter: char) -> Piece {
    let kind = match letter.to_ascii_lowercase() {
        's' => "soldier",
        'r' => "reversed",
        'l' => "lieutenant",
        'c' => "captain",
        'a' => "assassin",
        'g' => "general",
        _ => "none such",
    };
    let shade = if letter.is_ascii_uppercase() { Shade::Light } else { Shade::Dark };
    Piece { sprite: format!("lyra/{kind}"), shade }
}

fn pieces(letters: &str) -> Vec<Piece> {
    letters.chars().map(piece).collect()
}

/// Ranks from the last to the first, `/` between them, figures for empty squares.
pub(crate) fn board(text: &str, marks: &[Mark]) -> Board {
    let rows: Vec<&str> = text.split('/').collect();
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..rows.len() as u8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
            } else {
                let at = Square { file, rank }.into();
                pieces.push(Placed { at, piece: piece(letter), badges: Vec::new() });
                file += 1;
            }
        }
    }
    let squares = Squares { files: 6, ranks: 6, turned: 0, zone: None };
    Board { shape: Shape::Squares(squares), pieces, marks: marks.to_vec() }
}

/// A panel with the pieces captured by the far side and by the near side.
pub(crate) fn panel(far: &str, near: &str, fights: &[Fight]) -> Panel {
    let side = |name: &str, shade, letters| Side {
        captured: pieces(letters),
        ..Side::of(name.to_owned(), shade)
    };
    Panel {
        headline: "ann".to_owned(),
        note: "to move".to_owned(),
        sides: vec![side("ben", Shade::Light, near), side("ann", Shade::Dark, far)],
        fights: fights.to_vec(),
        foot: "#12 · 31".to_owned(),
    }
}

/// A fight.
pub(crate) fn fight(
    attacker: Shade,
    attack: (u8, u8),
    defence: (u8, u8),
    verdict: Verdict,
) -> Fight {
    Fight { attacker, attack, defence, verdict, percent: 69 }
}

/// Named scenes: beginning, middle and end of games, with every mark and every die.
pub(crate) fn scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("start", start()),
        ("step", step()),
        ("hit", hit()),
        ("push", push()),
        ("legal", legal()),
        ("lost", lost()),
        ("end", end()),
        ("blocked", blocked()),
    ]
}

fn start() -> Scene {
    let mut panel = panel("", "", &[]);
    panel.foot = "#12 · 0".to_owned();
    Scene { board: board("lcgacl/ssssss/6/6/SSSSSS/LCAGCL", &[]), panel }
}

fn step() -> Scene {
    let marks = [Mark::From(at("b1")), Mark::To(at("b3")), Mark::Arrow(at("b1"), at("b3"))];
    let board = board("lcgacl/ss1sss/2s3/1C4/SSSSSS/L1AGCL", &marks);
    Scene { board, panel: panel("", "", &[]) }
}

fn hit() -> Scene {
    let marks = [Mark::From(at("d3")), Mark::To(at("d4"))];
    let fights = [fight(Shade::Light, (8, 6), (4, 3), Verdict::Hit)];
    let mut board = board("lcg1cl/ss1sss/3C2/2A3/SSSSSS/L2G1L", &marks);
    badge(&mut board, "c3", "L");
    Scene { board, panel: panel("SC", "ssl", &fights) }
}

fn push() -> Scene {
    let marks = [Mark::Push(at("f6"), at("e5"))];
    let fights = [
        fight(Shade::Light, (10, 9), (8, 2), Verdict::Hit),
        fight(Shade::Dark, (6, 3), (12, 11), Verdict::Push),
    ];
    let mut board = board("1cg1al/s1s1Gs/2s3/1S1A2/S3SS/LC2CL", &marks);
    badge(&mut board, "d3", "CL");
    badge(&mut board, "e6", "s");
    Scene { board, panel: panel("SSS", "sslac", &fights) }
}

fn legal() -> Scene {
    let steps = ["b3", "c4", "d4", "e4"].map(|name| Mark::Step(at(name)));
    let attacks = [("b4", 36), ("d5", 69), ("e5", 100)];
    let attacks = attacks.map(|(name, percent)| Mark::Attack(at(name), Some(percent)));
    let marks: Vec<_> = [Mark::Focus(at("c3"))].into_iter().chain(steps).chain(attacks).collect();
    let mut board = board("l1g1cl/ss1ass/1r4/2A3/SS1SSS/LC1GCL", &marks);
    badge(&mut board, "c3", "l");
    badge(&mut board, "d5", "SLC");
    Scene { board, panel: panel("SS", "s", &[]) }
}

fn lost() -> Scene {
    let marks = [Mark::Lost(at("c4"), at("d5"))];
    let fights = [fight(Shade::Light, (4, 1), (6, 5), Verdict::Lost)];
    let mut board = board("lcgac1/s1ssss/6/1S3R/S1S1SS/LCAG1L", &marks);
    board.shape = Shape::Squares(Squares { files: 6, ranks: 6, turned: 2, zone: None });
    Scene { board, panel: panel("SSC", "l", &fights) }
}

fn end() -> Scene {
    let marks = [Mark::From(at("e4")), Mark::To(at("c6")), Mark::Arrow(at("e4"), at("c6"))];
    let fights = [fight(Shade::Light, (10, 10), (12, 8), Verdict::Hit)];
    let mut board = board("2A3/s5/5s/2S3/S2S2/3G2", &marks);
    badge(&mut board, "c6", "c");
    let mut panel = panel("SSSLLCCSSLC", "ssslllccasg", &fights);
    panel.headline = "benjamin-the-second".to_owned();
    panel.note = "wins by capture".to_owned();
    panel.sides[0].name = "benjamin-the-second".to_owned();
    panel.foot = "#1234 · 87".to_owned();
    Scene { board, panel }
}

fn blocked() -> Scene {
    let marks = [
        Mark::Focus(at("a1")),
        Mark::Step(at("a2")),
        Mark::Block(at("b2")),
        Mark::Attack(at("c3"), None),
    ];
    let fights = [fight(Shade::Dark, (8, 8), (8, 8), Verdict::Push)];
    let board = board("lcgacl/s2sss/1s4/2s3/1SSSSS/LCAGCL", &marks);
    Scene { board, panel: panel("S", "", &fights) }
}

/// Gives medallions to the piece on a square.
fn badge(board: &mut Board, square: &str, letters: &str) {
    let badges = letters.chars().map(|letter| Badge { piece: piece(letter), letter });
    if let Some(placed) = board.pieces.iter_mut().find(|placed| placed.at == at(square)) {
        placed.badges = badges.collect();
    }
}
