//! Scenes as games show them, for tests and for `benches/picture.rs`, which reads this file too.

use scene::{
    Badge, Board, Cell, Fight, FightVerdict, Gone, Mark, Panel, Piece, Placed, PlyNote, Scene,
    Shade, Shape, Side, SideTime, Spot, Square, Squares, Wedges,
};

#[path = "samples/cyvasse.rs"]
mod cyvasse;
#[path = "samples/mix.rs"]
mod mix;
#[path = "samples/told.rs"]
mod told;

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
    Board::of(Shape::Squares(squares), pieces, marks.to_vec())
}

/// A panel with the pieces captured by the far side and by the near side, and the last plies.
pub(crate) fn panel(far: &str, near: &str, plies: &[PlyNote]) -> Panel {
    let side = |name: &str, shade, letters| Side {
        captured: pieces(letters),
        ..Side::of(name.to_owned(), shade)
    };
    let far = Side { to_move: true, lead: 2, ..side("ann", Shade::Dark, far) };
    Panel {
        title: "Lyra".to_owned(),
        number: "#12".to_owned(),
        moment: "move 31".to_owned(),
        headline: "ann".to_owned(),
        note: "to move".to_owned(),
        sides: vec![side("ben", Shade::Light, near), far],
        plies: plies.to_vec(),
        ..Panel::default()
    }
}

/// A ply in a few words: who moved where, and what came of it.
pub(crate) fn ply(words: &str, came: &[&str]) -> PlyNote {
    let short = words.split_once(' ').map_or(words, |(_, mv)| mv);
    PlyNote {
        words: words.to_owned(),
        came: came.iter().map(|came| (*came).to_owned()).collect(),
        ..PlyNote::of_move(short.to_owned())
    }
}

/// A fight.
pub(crate) fn fight(
    attacker: Shade,
    attack: (u8, u8),
    defence: (u8, u8),
    verdict: FightVerdict,
) -> Fight {
    Fight { attacker, attack, defence, verdict, percent: 69 }
}

/// The same ply with its fight.
fn fought(ply: PlyNote, fight: Fight) -> PlyNote {
    PlyNote { fight: Some(fight), ..ply }
}

/// Named scenes: the beginning, middle and end of games, with every mark and every die.
pub(crate) fn scenes() -> Vec<(&'static str, Scene)> {
    let mut scenes = vec![
        ("start", start()),
        ("step", step()),
        ("hit", hit()),
        ("push", push()),
        ("legal", legal()),
        ("lost", lost()),
        ("end", end()),
        ("blocked", blocked()),
        ("flat4x8", flat4x8()),
        ("flat8x8", flat8x8()),
        ("wedge3", wedge3()),
        ("wedge4", wedge4()),
        ("wedge5", wedge5()),
        ("wedge6", wedge6()),
        ("asked", asked()),
        ("rainbow", rainbow()),
        ("shady", shady()),
    ];
    scenes.extend(mix::scenes());
    scenes.extend(cyvasse::scenes());
    scenes.extend(told::scenes());
    let timed = [("timed-hit", "hit"), ("timed-flat4x8", "flat4x8"), ("timed-flat8x8", "flat8x8")]
        .into_iter()
        .chain([("timed-wedge5", "wedge5"), ("timed-cyvasse", "cyvasse-late")]);
    let named =
        |name: &str| scenes.iter().find(|(known, _)| *known == name).map(|(_, one)| one.clone());
    let timed: Vec<_> =
        timed.filter_map(|(name, of)| Some((name, with_clocks(named(of)?)))).collect();
    scenes.extend(timed);
    scenes
}

/// The same in a game with clocks, which show less and less time.
fn with_clocks(mut scene: Scene) -> Scene {
    let times = [(1_000, "7d"), (410, "1d 4h"), (30, "50m"), (0, "0s")];
    for (side, (part, text)) in scene.panel.sides.iter_mut().zip(times.into_iter().cycle()) {
        side.time = Some(SideTime { part, text: text.to_owned() });
    }
    scene
}

fn start() -> Scene {
    let mut panel = panel("", "", &[]);
    panel.moment = "the start".to_owned();
    Scene::of(board("lcgacl/ssssss/6/6/SSSSSS/LCAGCL", &[]), panel)
}

fn step() -> Scene {
    let marks = [Mark::From(at("b1")), Mark::To(at("b3")), Mark::Arrow(at("b1"), at("b3"))];
    let board = board("lcgacl/ss1sss/2s3/1C4/SSSSSS/L1AGCL", &marks);
    Scene::of(board, panel("", "", &[ply("Captain b1–b3", &[])]))
}

fn hit() -> Scene {
    let marks = [Mark::From(at("d3")), Mark::To(at("d4"))];
    let fight = fight(Shade::Light, (8, 6), (4, 3), FightVerdict::Hit);
    let plies = [fought(ply("Captain d3×d4", &["takes the Lieutenant"]), fight)];
    let mut board = board("lcg1cl/ss1sss/3C2/2A3/SSSSSS/L2G1L", &marks);
    badge(&mut board, "c3", "L");
    board.gone.push(Gone { at: at("d4"), piece: piece('l'), lies: false });
    Scene::of(board, panel("SC", "ssl", &plies))
}

fn push() -> Scene {
    let marks = [Mark::Push(at("f6"), at("e5"))];
    let fight = fight(Shade::Dark, (6, 3), (12, 11), FightVerdict::Push);
    let plies = [fought(ply("Lieutenant f6×e5", &["the General holds"]), fight)];
    let mut board = board("1cg1al/s1s1Gs/2s3/1S1A2/S3SS/LC2CL", &marks);
    badge(&mut board, "d3", "CL");
    badge(&mut board, "e6", "s");
    Scene::of(board, panel("SSS", "sslac", &plies))
}

fn legal() -> Scene {
    let steps = ["b3", "c4", "d4", "e4"].map(|name| Mark::Step(at(name)));
    let attacks = [("b4", 36), ("d5", 69), ("e5", 100)];
    let attacks = attacks.map(|(name, percent)| Mark::Attack(at(name), Some(percent)));
    let marks: Vec<_> = [Mark::Focus(at("c3"))].into_iter().chain(steps).chain(attacks).collect();
    let mut board = board("l1g1cl/ss1ass/1r4/2A3/SS1SSS/LC1GCL", &marks);
    badge(&mut board, "c3", "l");
    badge(&mut board, "d5", "SLC");
    Scene::of(board, panel("SS", "s", &[]))
}

fn lost() -> Scene {
    let marks = [Mark::Lost(at("c4"), at("d5"))];
    let fight = fight(Shade::Light, (4, 1), (6, 5), FightVerdict::Lost);
    let plies = [fought(ply("Soldier c4×d5", &["falls to the Soldier"]), fight)];
    let mut board = board("lcgac1/s1ssss/6/1S3R/S1S1SS/LCAG1L", &marks);
    board.shape = Shape::Squares(Squares { files: 6, ranks: 6, turned: 2, zone: None });
    board.gone.push(Gone { at: at("c4"), piece: piece('S'), lies: false });
    Scene::of(board, panel("SSC", "l", &plies))
}

fn end() -> Scene {
    let marks = [Mark::From(at("e4")), Mark::To(at("c6")), Mark::Arrow(at("e4"), at("c6"))];
    let fight = fight(Shade::Light, (10, 10), (12, 8), FightVerdict::Hit);
    let plies = [fought(ply("Assassin e4×c6", &["the General falls"]), fight)];
    let mut board = board("2A3/s5/5s/2S3/S2S2/3G2", &marks);
    badge(&mut board, "c6", "c");
    board.gone.push(Gone { at: at("c6"), piece: piece('g'), lies: true });
    let mut panel = panel("CCCLLLSSSSS", "acclllssssg", &plies);
    panel.headline = "benjamin-the-second".to_owned();
    panel.note = "wins".to_owned();
    panel.state = "the General of ann fell".to_owned();
    panel.sides[0].name = "benjamin-the-second".to_owned();
    panel.sides[0].won = true;
    panel.sides[1].to_move = false;
    (panel.number, panel.moment) = ("#1234".to_owned(), "move 87".to_owned());
    Scene::of(board, panel)
}

fn blocked() -> Scene {
    let marks = [
        Mark::Focus(at("a1")),
        Mark::Step(at("a2")),
        Mark::Block(at("b2")),
        Mark::Attack(at("c3"), None),
    ];
    let board = board("lcgacl/s2sss/1s4/2s3/1SSSSS/LCAGCL", &marks);
    Scene::of(board, panel("S", "", &[]))
}

/// Gives medallions to the piece on a square.
fn badge(board: &mut Board, square: &str, letters: &str) {
    let badges = letters.chars().map(|letter| Badge { piece: piece(letter), letter });
    if let Some(placed) = board.pieces.iter_mut().find(|placed| placed.at == at(square)) {
        placed.badges = badges.collect();
    }
}

/// A square, or a cell of a wedge, by its name.
fn spot(name: &str) -> Spot {
    match name.as_bytes() {
        &[zone @ b'A'..=b'F', u, v] => Cell { zone: zone - b'A', u: u - b'0', v: v - b'0' }.into(),
        _ => at(name),
    }
}

/// A pyramid by its letter.
fn pyramid(letter: char, tone: u8) -> Piece {
    let kind = match letter {
        'P' => "pawn",
        'D' => "drone",
        _ => "queen",
    };
    Piece { sprite: format!("martian/{kind}"), shade: Shade::Tone(tone) }
}

/// Which tone the piece with a number has.
type Dye = fn(usize) -> u8;

fn plain(_: usize) -> u8 {
    0
}

/// Places row by row, figures for empty ones.
fn pyramids(rows: &str, dye: Dye, place: impl Fn(u8, u8) -> Spot) -> Vec<Placed> {
    let mut pieces = Vec::new();
    for (row, letters) in (0..).zip(rows.split('/')) {
        let mut column = 0;
        for letter in letters.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty as u8;
                continue;
            }
            let piece = pyramid(letter, dye(pieces.len()));
            pieces.push(Placed { at: place(row, column), piece, badges: Vec::new() });
            column += 1;
        }
    }
    pieces
}

fn flat(rows: &str, files: u8, turned: u8, dye: Dye, marks: &[Mark]) -> Board {
    let pieces = pyramids(rows, dye, |row, file| Square { file, rank: 7 - row }.into());
    let squares = Squares { files, ranks: 8, turned, zone: Some([4, 4]) };
    Board::of(Shape::Squares(squares), pieces, marks.to_vec())
}

fn wedges(zones: &str, facing: u8, dye: Dye, marks: &[Mark]) -> Board {
    let mut pieces = Vec::new();
    for (zone, rows) in (0..).zip(zones.split('|')) {
        let cell = |row, column| Cell { zone, u: 4 - row, v: 4 - column }.into();
        pieces.extend(pyramids(rows, dye, cell));
    }
    let zones = zones.split('|').count() as u8;
    Board::of(Shape::Wedges(Wedges { zones, facing }), pieces, marks.to_vec())
}

/// The marks of a last move.
fn moved(from: &str, to: &str) -> Vec<Mark> {
    let (from, to) = (spot(from), spot(to));
    vec![Mark::From(from), Mark::To(to), Mark::Arrow(from, to)]
}

/// Sides from the one at the bottom on: label, name, points and captures; the first is to move.
fn table(sides: &[(&str, &str, u32, &str)], dye: Dye) -> Panel {
    let side = |(index, &(label, name, score, letters)): (usize, &(&str, &str, u32, &str))| {
        let captured = letters.chars().enumerate();
        Side {
            captured: captured.map(|(index, letter)| pyramid(letter, dye(index))).collect(),
            label: label.to_owned(),
            score: Some(score),
            to_move: index == 0,
            ..Side::of(name.to_owned(), Shade::Tone(0))
        }
    };
    Panel {
        headline: sides.first().map(|side| side.1.to_owned()).unwrap_or_default(),
        title: "Martian Chess".to_owned(),
        number: "#12".to_owned(),
        moment: "move 31".to_owned(),
        note: "to move".to_owned(),
        sides: sides.iter().enumerate().map(side).collect(),
        plies: vec![ply("Queen d1–c4", &["the Queen is ann's now"])],
        ..Panel::default()
    }
}

fn flat4x8() -> Scene {
    let board = flat("QQD1/Q1P1/1PP1/1D2/2Q1/1P1D/1PDQ/1DQ1", 4, 0, plain, &moved("d1", "c4"));
    Scene::of(board, table(&[("1", "ann", 2, "D"), ("2", "benjamin2", 7, "PPDQ")], plain))
}

fn flat8x8() -> Scene {
    let rows = "QQD2DQQ/QDP2PDQ/DPP2P1D/6P1/4D3/DP3PPD/Q1P2PD1/1QD2DQQ";
    let mut marks = moved("h2", "e5");
    marks.push(Mark::Grown(spot("e4")));
    let sides = [
        ("2", "katharina", 9, "PPDQP"),
        ("3", "charlotte", 27, "PPPPPPDDDDDQQQ"),
        ("4", "dora", 3, "Q"),
        ("1", "ann", 0, ""),
    ];
    let mut panel = table(&sides, plain);
    panel.sides[2].out = true;
    "end clock: 5 moves left".clone_into(&mut panel.state);
    Scene::of(flat(rows, 8, 3, plain, &marks), panel)
}

const START: &str = "QQD1/QDP1/DPP1/4";

fn wedge3() -> Scene {
    let zones = [START, "QQD1/1DP1/D1P1/1P2", "QQ2/QDP1/DPP1/3D"].join("|");
    let sides =
        [("A", "ann", 12, "QQDDPP"), ("B", "benjamin2", 3, "PD"), ("C", "charlotte", 0, "")];
    let board = wedges(&zones, 0, plain, &moved("C42", "C11"));
    Scene::of(board, table(&sides, plain))
}

fn wedge4() -> Scene {
    let zones = [START; 4].join("|");
    let sides = [
        ("A", "ann", 12, "QQDDPP"),
        ("B", "benjamin2", 33, "QQQQQQDDDDDPPPPP"),
        ("C", "charlotte", 0, ""),
        ("D", "dora", 1, "P"),
    ];
    Scene::of(wedges(&zones, 0, plain, &[]), table(&sides, plain))
}

fn wedge5() -> Scene {
    let zones = [START, "QQD1/1DP1/D1P1/1P2", "QQ2/QDP1/DPP1/3D", START, "Q1D1/QD2/1PP1/4"];
    let mut marks = moved("E42", "B13");
    marks.push(Mark::Grown(spot("C11")));
    let sides = [
        ("C", "charlotte", 33, "QQQQQQDDDDDPPPPP"),
        ("D", "dora", 0, ""),
        ("E", "elisabeth", 27, "PPPPPPDDDDDQQQ"),
        ("A", "ann", 12, "QQDDPP"),
        ("B", "benjamin2", 3, "PD"),
    ];
    let mut panel = table(&sides, plain);
    panel.sides[1].out = true;
    "to move; end clock: 5 moves left".clone_into(&mut panel.note);
    Scene::of(wedges(&zones.join("|"), 2, plain, &marks), panel)
}

fn wedge6() -> Scene {
    let zones = [START, "QQD1/1DP1/D1P1/1P2", "QQ2/QDP1/DPP1/3D", START, "Q1D1/QD2/1PP1/4", START];
    let sides = [
        ("A", "ann", 12, "QQDDPP"),
        ("B", "benjamin2", 33, "QQQQQQDDDDDPPPPP"),
        ("C", "charlotte", 10, "QQQP"),
        ("D", "desdemona", 27, "PPPPPPDDDDDQQQ"),
        ("E", "elisabeth", 0, ""),
        ("F", "frederick", 5, "QD"),
    ];
    let board = wedges(&zones.join("|"), 0, plain, &moved("D14", "D41"));
    Scene::of(board, table(&sides, plain))
}

fn asked() -> Scene {
    let zones =
        ["QQD1/1DP1/D1P1/4", "QQD1/1DP1/D1P1/1P2", "4/1D2/4/2P1", "4/4/4/4", "4/4/4/4", START];
    let steps = ["A33", "A13", "B31", "B42", "A12"].map(|name| Mark::Step(spot(name)));
    let attacks = ["B32", "F24"].map(|name| Mark::Attack(spot(name), None));
    let more = [Mark::Focus(spot("A23")), Mark::Join(spot("A22")), Mark::Block(spot("C21"))];
    let marks: Vec<_> = steps.into_iter().chain(attacks).chain(more).collect();
    let names = ["ann", "ben", "charlotte", "dora", "elisabeth", "frederick"];
    let sides: Vec<_> = names
        .into_iter()
        .zip(["A", "B", "C", "D", "E", "F"])
        .map(|(name, label)| (label, name, 0, ""))
        .collect();
    Scene::of(wedges(&zones.join("|"), 0, plain, &marks), table(&sides, plain))
}

fn rainbow() -> Scene {
    fn dye(index: usize) -> u8 {
        (index % 9) as u8 + 1
    }
    let marks = [
        Mark::Focus(spot("b2")),
        Mark::Step(spot("a4")),
        Mark::Step(spot("b4")),
        Mark::Attack(spot("c5"), None),
        Mark::Join(spot("d3")),
        Mark::Grown(spot("a7")),
        Mark::Block(spot("c1")),
    ];
    let board = flat("QQD1/QDP1/DPP1/2D1/4/2PD/1PDQ/1DQQ", 4, 2, dye, &marks);
    let mut panel =
        table(&[("N", "benjamin2", 33, "PPDQQDPPDQQDPPQQQP"), ("S", "ann", 17, "PPDQDDD")], dye);
    "to move; end clock: 5 moves left".clone_into(&mut panel.note);
    Scene::of(board, panel)
}

fn shady() -> Scene {
    fn dye(index: usize) -> u8 {
        10 + (index * 7 / 3 % 2) as u8
    }
    let zones = [START; 3].join("|");
    let sides = [("B", "ben", 10, "QQQP"), ("C", "charlotte", 0, ""), ("A", "ann", 5, "QD")];
    Scene::of(wedges(&zones, 1, dye, &moved("A24", "B41")), table(&sides, dye))
}
