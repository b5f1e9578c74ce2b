//! What Martian Chess says and shows, as snapshots.

use insta::assert_snapshot;
use scene::{Shade, Shape, Squares, Wedges};

use super::super::*;
use crate::{
    Actor, Outcome, PictureContext, Present, Roll, Rules as _, Seat,
    testkit::{self, Block, data, marked},
};

const START: &str = "QQD1/QDP1/DPP1/4/4/1PPD/1PDQ/1DQQ 1";
const THREE: &str = "QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4 1";
const PLAIN: PictureContext<'_, Report> =
    PictureContext { plies: &[], look: "colours=plain", seed: 0 };

fn position(options: &str, text: &str) -> Position {
    testkit::at(text, options)
}

fn report(options: &str, text: &str, mv: &str) -> Report {
    testkit::play_text(&mut position(options, text), mv, "")
}

fn ply(options: &str, text: &str, mv: &str) -> String {
    testkit::ply(&position(options, text), mv, "")
}

fn refusals(options: &str, text: &str, typed: &[&str]) -> String {
    testkit::refusals(&position(options, text), typed)
}

fn why(options: &str, text: &str, cell: &str) -> String {
    testkit::why(&position(options, text), cell)
}

#[test]
fn plies_in_words() {
    assert_snapshot!(ply("", START, "b2-a1"), @"ben moved b2-a1 (Pawn).");
    assert_snapshot!(ply("", START, "d3-d5"), @"ben moved d3-d5 (Drone). It belongs to North now.");
    assert_snapshot!(ply("", "3P/4/4/1Q2/P3/4/4/4 1 3,0", "a4xb5"), @"ben's Pawn on a4 takes the Queen on b5 for 3 points, 6 in all. The Pawn belongs to North now.");
    assert_snapshot!(ply("", "3P/4/4/1Q2/1D2/4/4/D3 1 4,6 - 3 3", "b4xb5"), @"ben's Drone on b4 takes the Queen on b5 for 3 points, 7 in all. The Drone belongs to North now. The end clock starts again at 7.");
    assert_snapshot!(ply("", "3P/4/4/4/1D2/4/4/4 1", "b4-b3*"), @"ben moved b4-b3 (Drone). ben called the end clock: after 7 moves without a capture the game is over.");
    assert_snapshot!(ply("", "3Q/4/4/4/4/1P2/D1P1/4 1", "b3+a2"), @"ben merged b3+a2: Pawn and Drone are one Queen now.");
    assert_snapshot!(ply("", "3Q/4/4/4/4/1P2/2P1/4 1", "b3+c2"), @"ben merged b3+c2: two Pawns are one Drone now.");
    assert_snapshot!(ply("", THREE, "A42-C14"), @"ben moved A42-C14 (Drone). It belongs to zone C now.");
    let me = report("", "P6P/8/8/3P4/3P4/8/8/7P 1", "d4-e5");
    assert_snapshot!(Position::ply_words(&me, Actor::Me), @"I moved d4-e5 (Pawn). It belongs to North-East now.");
    let me = report("", "P6P/8/8/4Q3/3P4/8/8/7P 1 0,1,0,0", "d4xe5*");
    assert_snapshot!(Position::ply_words(&me, Actor::Me), @"My Pawn on d4 takes the Queen on e5 for 3 points, 3 in all. The Pawn belongs to North-East now. I called the end clock: after 14 moves without a capture the game is over.");
}

#[test]
fn positions_in_words() {
    assert_snapshot!(position("", START).position_words().join("\n"), @"
    South, 0 points: Queens c1, d1, d2; Drones b1, c2, d3; Pawns b2, b3, c3.
    North, 0 points: Queens a7, a8, b8; Drones a6, b7, c8; Pawns b6, c6, c7.
    ");
    let later = position("", "3P/4/4/4/1P2/4/4/D3 1 12,1 b4-c5 5 2");
    assert_snapshot!(later.position_words().join("\n"), @"
    South, 12 points: Drone a1; Pawn b4.
    North, 1 point: Pawn d8.
    No-undo: b4-c5 is not allowed now.
    End clock: 5 moves left.
    ");
    let teams = position("teams=on,deadlock=auto27", "P6P/8/8/8/1P6/8/8/7P 1 4,6,2,6 - - 14 2");
    assert_snapshot!(teams.position_words().join("\n"), @"
    South-West, 4 points: Pawn b4.
    North-West, 6 points, has left: Pawn a8.
    North-East, 2 points: Pawn h8.
    South-East, 6 points: Pawn h1.
    Together South-West and North-East have 6 points, North-West and South-East have 12 points.
    14 of 27 moves without a capture.
    ");
    let over = position("", "3Q/QDQ1/4/4|4/1D2/4/D3|4/4/4/4 1 10,15,14 - 1 1");
    assert_snapshot!(over.position_words().join("\n"), @"
    Zone A, 10 points: Queens A32, A34, A41; Drone A33.
    Zone B, 15 points: Drones B14, B33.
    Zone C, 14 points: no piece.
    End clock: 1 move left.
    ");
}

#[test]
fn refusals_in_words() {
    assert_snapshot!(refusals("", START, &[
        "b3xc4", "b3+c4", "b3xd4", "xc4", "A11", "e1-e2", "a9-b8", "c5-c4", "a6-a5", "b1-b1",
        "b1-b3", "d3-d6", "d1-c2", "b3-c3", "Db3-c4", "Qd5", "Pd5", "c3", "d1", "d8",
    ]), @"
    b3xc4 is not possible: c4 is empty, so there is nothing to take.
    b3+c4 is not possible: c4 is empty, so there is nothing to merge with.
    b3xd4 is not possible: a Pawn moves one step diagonally, in any direction.
    xc4 is not possible: c4 is empty, so there is nothing to take.
    There is no cell A11 here. This board has files and ranks, a1 to d8; a move is for instance `c3-d4`.
    There is no cell e1 here. This board has files and ranks, a1 to d8; a move is for instance `c3-d4`.
    There is no cell a9 here. This board has files and ranks, a1 to d8; a move is for instance `c3-d4`.
    c5-c4 is not possible: no piece stands on c5.
    a6-a5 is not possible: the Drone on a6 is in North's zone; you play South.
    b1-b1 goes nowhere: it starts and ends on b1.
    b1-b3 is not possible: your own Pawn on b2 is in the way, and no piece jumps.
    d3-d6 is not possible: it is too far; a Drone moves one or two steps straight along a line, without turning or jumping.
    d1-c2 is not possible: your own Drone stands on c2, and a Queen never merges.
    b3-c3 is not possible: a Pawn moves one step diagonally, in any direction.
    Db3-c4 is not possible: a Pawn stands on b3, not a Drone.
    None of your Queens can go to d5 now.
    None of your Pawns can go to d5 now.
    Your own Pawn stands on c3; say where it should go.
    Your own Queen stands on d1 and cannot move now.
    None of your pieces can go to d8 now.
    ");
    assert_snapshot!(refusals("", "3Q/4/4/4/3Q/1P2/D1P1/4 1", &["b3-a2", "a2+c2", "b3+c2"]), @"
    b3-a2 is not possible: your own Drone stands on a2, and they cannot merge, because you have a Queen on d4.
    a2+c2 is not possible: your own Pawn stands on c2, and they cannot merge, because you have a Queen on d4.
    b3+c2 is not possible: your own Pawn stands on c2, and they cannot merge, because you have a Drone on a2.
    ");
    assert_snapshot!(refusals("", "3P/4/4/2Q1/P3/4/4/DD2 1", &["a1-b1", "a4-a5", "c5-a7"]), @"
    a1-b1 is not possible: your own Drone stands on b1, and two Drones never merge.
    a4-a5 is not possible: a Pawn moves one step diagonally, in any direction.
    c5-a7 is not possible: the Queen on c5 is in North's zone; you play South.
    ");
    assert_snapshot!(refusals("", "3P/4/4/1Q2/P3/4/4/4 1", &["a4+b5", "Qb5"]), @"
    a4+b5 is not possible: the Queen on b5 is in North's zone, so this is a capture.
    There is no Queen in your zone.
    ");
    assert_snapshot!(refusals("", "3Q/4/4/4/4/1P2/D1P1/4 1", &["a2xc2"]), @"a2xc2 is not possible: your own Pawn stands on c2, so this is no capture but a merge.");
    assert_snapshot!(refusals("promotion=off", "3Q/4/4/4/4/2P1/1P2/Q3 1", &["b2-c3", "a1-d4"]), @"
    b2-c3 is not possible: your own Pawn stands on c3, and promotions are off in this game.
    a1-d4 is not possible: your own Pawn on b2 is in the way, and no piece jumps.
    ");
    assert_snapshot!(refusals("", "3P/4/4/4/1P2/4/4/D3 1 0,0 b4-c5", &["b4-c5", "c5"]), @"
    b4-c5 is not possible: by the no-undo rule this piece, which has just come from c5, may not go straight back; it may go there in a later turn.
    c5 is not possible: by the no-undo rule this piece, which has just come from c5, may not go straight back; it may go there in a later turn.
    ");
    assert_snapshot!(refusals("", "3P/4/4/4/1D2/4/4/4 1 5,5 - 3 9", &["b4-b3*"]), @"The end clock is running already (3 left), so it cannot be called again: leave out the call.");
    assert_snapshot!(refusals("deadlock=off", "3P/4/4/4/1D2/4/4/4 1", &["b4-b3*"]), @"There is no end clock to call under these options: leave out the call.");
    assert_snapshot!(refusals("", "4/4/3Q/3P|P3/4/4/4|P3/4/4/4 1", &["d4", "a21-d11", "b44-b33", "A11-a13"]), @"
    There is no cell d4 here. This board has zones; a cell is a zone letter and two numbers from 1 to 4, A11 to C44; a move is for instance `A11-A22`.
    There is no cell D11 here. This board has zones; a cell is a zone letter and two numbers from 1 to 4, A11 to C44; a move is for instance `A11-A22`.
    B44-B33 is not possible: the Pawn on B44 is in zone B; you play zone A.
    A11-A13 is not possible: a Pawn moves one step diagonally, in any direction.
    ");
    assert_snapshot!(refusals("", "3P/4/4/1D2/4/4/4/4 2 5,5 b5-b4 - 1", &["b5-b6"]), @"The game is over, so no move is taken.");
}

#[test]
fn whys() {
    assert_snapshot!(why("", START, "b2"), @"
    The Pawn on b2 (1 point) moves one step diagonally, in any direction. It stands in South's zone and belongs to the player there. From here it can go to a1 and a3. The pieces of South's zone on c1 and c3 are in its way. It cannot merge with c3, because the zone has a Drone on b1.
    focus b2, step a1, step a3, block c1, block c3
    ");
    assert_snapshot!(why("", START, "D1"), @"
    The Queen on d1 (3 points) moves straight or diagonally, as far as the way is free. It stands in South's zone and belongs to the player there. It cannot move now. The pieces of South's zone on c1, c2 and d2 are in its way.
    focus d1, block c1, block c2, block d2
    ");
    assert_snapshot!(why("", START, "a6"), @"
    The Drone on a6 (2 points) moves one or two steps straight along a line, without turning or jumping. It stands in North's zone and belongs to the player there. From here it can go to a4 and a5. The pieces of North's zone on a7 and b6 are in its way. It cannot merge with b6, because the zone has a Queen on a7.
    focus a6, step a4, step a5, block a7, block b6
    ");
    assert_snapshot!(why("", START, "a1"), @"No piece stands on a1. `why` takes a cell with a piece, for instance `why b1`.");
    assert_snapshot!(why("", START, "A11"), @"`why` takes a cell with a piece on it, for instance `why b1`.");
    assert_snapshot!(why("", "3P/4/4/2P1/1P2/4/4/D3 1 0,0 b4-a5", "b4"), @"
    The Pawn on b4 (1 point) moves one step diagonally, in any direction. It stands in South's zone and belongs to the player there. From here it can go to a3 and c3, or take the Pawn on c5. It may not go to a5 in this turn: it has just come from there (no-undo).
    focus b4, step a3, step c3, attack c5, block a5
    ");
    assert_snapshot!(why("", "3Q/4/4/4/4/1P2/D1P1/4 1", "a2"), @"
    The Drone on a2 (2 points) moves one or two steps straight along a line, without turning or jumping. It stands in South's zone and belongs to the player there. From here it can go to a1, a3, a4 and b2, or merge with the Pawn on c2. There is no Queen in the zone, so a merge makes one.
    focus a2, step a1, step a3, step a4, step b2, join c2
    ");
    assert_snapshot!(why("", "3Q/4/4/4/3Q/1P2/D1P1/4 1", "a2"), @"
    The Drone on a2 (2 points) moves one or two steps straight along a line, without turning or jumping. It stands in South's zone and belongs to the player there. From here it can go to a1, a3, a4 and b2. The piece of South's zone on c2 is in its way. It cannot merge with c2, because the zone has a Queen on d4.
    focus a2, step a1, step a3, step a4, step b2, block c2
    ");
    assert_snapshot!(why("promotion=off", "3Q/4/4/4/4/2P1/1P2/Q3 1", "b2"), @"
    The Pawn on b2 (1 point) moves one step diagonally, in any direction. It stands in South's zone and belongs to the player there. From here it can go to a3 and c1. The pieces of South's zone on a1 and c3 are in its way. It cannot merge with c3, because promotions are off in this game.
    focus b2, step a3, step c1, block a1, block c3
    ");
    assert_snapshot!(why("", "4/4/3Q/3P|P3/4/4/4|P3/4/4/4 1", "a11"), @"
    The Pawn on A11 (1 point) moves one step diagonally, in any direction. It stands in zone A and belongs to the player there. From here it can go to A22, B21 and C12.
    focus A11, step A22, step B21, step C12
    ");
}

#[test]
fn moves_in_words() {
    let words = |options, text, about: &str| {
        let position = position(options, text);
        position.moves_about(about).map_or_else(
            |err| err,
            |moves| {
                format!(
                    "{}\n{}",
                    position.moves_words(&moves),
                    marked(&position.move_marks(&moves))
                )
            },
        )
    };
    assert_snapshot!(words("", START, ""), @"
    10 moves: to empty cells `b1-a1`, `b2-a1`, `b2-a3`, `b3-a2`, `b3-a4`, `b3-c4`, `c3-b4`, `c3-d4`, `d3-d4`, `d3-d5`.
    step a1, step a2, step a3, step a4, step b4, step c4, step d4, step d5
    ");
    assert_snapshot!(words("", START, "d3"), @"
    Drone d3: moves `d3-d4`, `d3-d5`.
    focus d3, step d4, step d5
    ");
    assert_snapshot!(words("", START, "queens"), @"No move for the piece on c1: `why c1` tells the reason.");
    assert_snapshot!(words("", START, "a6"), @"The Drone on a6 is in North's zone, and South is to move.");
    assert_snapshot!(words("", START, "a1"), @"No piece stands on a1.");
    assert_snapshot!(words("", START, "knight"), @"Ask for all moves with `legal`, for one piece with its cell (`legal b1`), or for a kind (`legal queen`).");
    assert_snapshot!(words("", "3Q/4/4/1P2/P3/1P2/D1P1/4 1", "pawn"), @"
    6 moves: to empty cells `b3-c4`, `c2-b1`, `c2-d1`, `c2-d3`; captures `a4xb5` (Pawn, 1 point); merges `b3+a2` (makes a Queen).
    focus a4, focus b3, focus c2, step b1, step c4, step d1, step d3, attack b5, join a2
    ");
    assert_snapshot!(words("", "3Q/4/4/1P2/P3/1P2/D1P1/4 1", "q"), @"South has no Queen now.");
    assert_snapshot!(words("", "3P/4/4/1D2/4/4/4/4 2 5,5 b5-b4 - 1", ""), @"The game is over: no moves.");
    let at = position("", "3Q/4/4/1P2/P3/1P2/D1P1/4 1");
    let labels: Vec<String> =
        at.moves_about("").unwrap().iter().take(6).map(|mv| at.move_label(mv)).collect();
    assert_snapshot!(labels.join("; "), @"Drone, makes a Queen; Drone, makes a Queen; Drone; Drone; Drone; Pawn");
    assert_snapshot!(at.odds_words(&"a4xb5".parse().unwrap()), @"`a4xb5` is certain: there are no dice in this game. It takes a Pawn for 1 point.");
    assert_snapshot!(at.odds_words(&"a4-b3".parse().unwrap()), @"`a4-b3` is certain: there are no dice in this game.");
    assert_eq!(position("", START).example_move().unwrap().to_string(), "c3-d4");
}

#[test]
fn ends_in_words() {
    let names = ["ann", "ben", "cleo", "dan"];
    let end = |options: &str, text: &str| {
        let position = position(options, text);
        let name = |seat: Seat| names[seat.index()].to_owned();
        position.end_words(position.outcome().unwrap(), &name).unwrap()
    };
    assert_snapshot!(end("", "3P/4/4/1D2/4/4/4/4 2 5,5 b5-b4 - 1"), @"the zone of ann is empty, and ann wins the tie");
    assert_snapshot!(end("", "3P/4/4/1D2/4/4/4/4 2 5,6 b5-b4 - 1"), @"the zone of ann is empty; ben has the most points, 6");
    assert_snapshot!(end("", "4/2P1/4/4/4/1D2/4/4 1 5,5 - 0 17"), @"its end clock ran out, and all have 5 points");
    assert_snapshot!(end("deadlock=auto27", "4/2P1/4/4/4/1D2/4/4 1 5,4 - - 27"), @"27 moves without a capture; ann has the most points, 5");
    assert_snapshot!(end("", "P6P/8/8/2P5/8/8/8/7P 2 6,6,2,6"), @"the zone of ann is empty, and ann wins the tie");
    assert_snapshot!(end("", "P6P/8/8/2P5/8/8/8/7P 2 4,6,2,6"), @"the zone of ann is empty; ben and dan share the lead with 6 points");
    assert_snapshot!(end("teams", "P6P/8/8/2P5/8/8/8/7P 2 4,6,2,6"), @"the zone of ann is empty; ben and dan have the most points, 12");
    assert_snapshot!(end("teams", "P6P/8/8/2P5/8/8/8/7P 2 4,6,8,6"), @"the zone of ann is empty, and ann and cleo win the tie");
    let running = position("", START);
    let resigned = Outcome::win(Seat::FIRST, crate::Reason::Resignation);
    assert_eq!(running.end_words(resigned, &|_| String::new()), None);
    assert_eq!(running.state_words(), None);
    assert_eq!(
        position("", "3P/4/4/4/1D2/4/4/4 1 5,5 - 1 9").state_words().unwrap(),
        "end clock: 1 move left"
    );
    assert_eq!(
        position("deadlock=auto27", "3P/4/4/4/1D2/4/4/4 1 5,5 - - 9").state_words().unwrap(),
        "9 of 27 moves without a capture"
    );
}

#[test]
fn every_topic_has_words() {
    for topic in [
        "",
        "pawn",
        "drones",
        "Q",
        "capture",
        "promotion",
        "undo",
        "clock",
        "end",
        "wedge",
        "tips",
        "options",
        "type",
        "players",
        "centre",
        "teams",
    ] {
        let words = Position::rules_words(topic).unwrap_or_else(|| panic!("{topic}"));
        assert!(words.len() < 1000 && !words.is_empty(), "{topic}: {}", words.len());
    }
    assert_eq!(Position::rules_words("general"), None);
    for line in Position::OPTION_LINES {
        assert!(Position::rules_words(line.key).is_some(), "{}", line.key);
        assert!(Position::rules_words("options").unwrap().contains(line.key), "{}", line.key);
    }
}

#[test]
fn boards() {
    let squares =
        |files, turned| Shape::Squares(Squares { files, ranks: 8, turned, zone: Some([4, 4]) });
    let shapes = |text: &str| -> Vec<Shape> {
        let position = position("", text);
        position.seats().map(|seat| position.board(seat, vec![], &PLAIN).shape).collect()
    };
    assert_eq!(shapes(START), [squares(4, 0), squares(4, 2)]);
    let square = "QQD2DQQ/QDP2PDQ/DPP2PPD/8/8/DPP2PPD/QDP2PDQ/QQD2DQQ 1";
    assert_eq!(shapes(square), [squares(8, 0), squares(8, 3), squares(8, 2), squares(8, 1)]);
    let wedges = |facing| Shape::Wedges(Wedges { zones: 3, facing });
    assert_eq!(shapes(THREE), [wedges(0), wedges(1), wedges(2)]);
    let drawn = position("", THREE).board(Seat::FIRST, vec![], &PLAIN);
    assert_eq!(drawn.pieces.len(), 27);
    let first = &drawn.pieces[0];
    assert_eq!((first.at.to_string(), &*first.piece.sprite), ("A22".to_owned(), "martian/pawn"));
    assert!(drawn.pieces.iter().all(|placed| placed.piece.shade == Shade::Tone(0)));
    let names = |text: &str| {
        let position = position("", text);
        let named = |seat| format!("{} {}", position.seat_name(seat), position.zone_label(seat));
        position.seats().map(named).collect::<Vec<_>>().join(", ")
    };
    assert_snapshot!([START, square, THREE].map(names).join("\n"), @"
    South 1, North 2
    South-West 1, North-West 2, North-East 3, South-East 4
    zone A A, zone B B, zone C C
    ");
}

#[test]
fn marks_of_plies() {
    let marks = |text: &str, mv: &str| marked(&Position::ply_marks(&report("", text, mv)));
    assert_snapshot!(marks(START, "b2-a1"), @"from b2, to a1");
    assert_snapshot!(marks(START, "d3-d5"), @"from d3, to d5, arrow d3 d5");
    assert_snapshot!(marks("3Q/4/4/4/4/1P2/D1P1/4 1", "a2+c2"), @"from a2, to c2, arrow a2 c2, grown c2");
    assert_snapshot!(marks(THREE, "A42-C14"), @"from A42, to C14, arrow A42 C14");
}

/// The plies of a game of these moves from the start, and the position after them.
fn played(options: &str, moves: &str) -> (Vec<(Seat, Report)>, Position) {
    let mut position = Position::start(&options.parse().unwrap());
    let plies = moves.split(' ').map(|mv| {
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(&mv));
        (position.to_move(), position.apply(&mv, &Roll::NONE))
    });
    (plies.collect(), position)
}

#[test]
fn pieces_keep_their_colours() {
    let tones = |position: &Position, context: &PictureContext<'_, Report>| -> Vec<(String, u8)> {
        let board = position.board(Seat::FIRST, vec![], context);
        let tone = |shade| match shade {
            Shade::Tone(tone) => tone,
            Shade::Light | Shade::Dark => unreachable!("no sides in this game"),
        };
        board.pieces.iter().map(|p| (p.at.to_string(), tone(p.piece.shade))).collect()
    };
    let at = |tones: &[(String, u8)], cell: &str| {
        tones.iter().find(|(name, _)| name == cell).map(|(_, tone)| *tone).unwrap()
    };
    let start = Position::start(&Options::default());
    for look in ["colours=rainbow", "colours=shady"] {
        let context = PictureContext { plies: &[], look, seed: 12 };
        let dealt = tones(&start, &context);
        assert_eq!(dealt, tones(&start, &context));
        assert_ne!(dealt, tones(&start, &PictureContext { seed: 13, ..context }));
        let mut zone: Vec<u8> = dealt
            .iter()
            .filter(|(name, _)| name.ends_with(['1', '2', '3', '4']))
            .map(|p| p.1)
            .collect();
        zone.sort_unstable();
        if look == "colours=rainbow" {
            assert_eq!(zone, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        } else {
            assert_eq!(dealt.iter().filter(|p| p.1 == 10).count(), 9);
            assert!(dealt.iter().all(|p| matches!(p.1, 10 | 11)));
        }

        let moves = "d3-d5 d5-b5 b3-a4 a6xa4 a4-c4 a7-a3 a3xa8 a8-a4 a4xb5 b6-a5 c4xc6";
        let (plies, end) = played("", moves);
        let context = PictureContext { plies: &plies, look, seed: 12 };
        let now = tones(&end, &context);
        // c6 holds what stood on a6, d1 never moved.
        assert_eq!(at(&now, "c6"), at(&dealt, "a6"));
        assert_eq!(at(&now, "d1"), at(&dealt, "d1"));
        let captured: Vec<String> = Present::captures(&end, &context)
            .iter()
            .map(|(seat, piece)| format!("{seat} {} {:?}", piece.sprite, piece.shade))
            .collect();
        assert_eq!(captured.len(), 4);
        // b3 went to a4 and fell there; d3 went to b5 by d5 and fell there.
        let expected = |seat: u8, sprite: &str, from: &str| {
            format!("{seat} martian/{sprite} Tone({})", at(&dealt, from))
        };
        assert_eq!(captured[0], expected(2, "pawn", "b3"));
        assert_eq!(captured[1], expected(1, "queen", "a8"));
        assert_eq!(captured[2], expected(1, "drone", "d3"));
        assert_eq!(captured[3], expected(1, "pawn", "c6"));

        // What did not begin at the game's own start is plain.
        let other = position("", "3P/4/4/1Q2/P3/4/4/4 1");
        let ply = report("", "3P/4/4/1Q2/P3/4/4/4 1", "a4xb5");
        let after = other.after(ply.mv);
        let context = PictureContext { plies: &[(Seat::FIRST, ply)], look, seed: 12 };
        assert!(tones(&after, &context).iter().all(|p| p.1 == 0));
        assert_eq!(Present::captures(&after, &context)[0].1.shade, Shade::Tone(0));
        assert!(tones(&other, &PictureContext { plies: &[], ..context }).iter().all(|p| p.1 == 0));
    }
    let (plies, end) = played("", "d3-d5 d5-b5");
    assert!(
        tones(&end, &PictureContext { plies: &plies, look: "colours=plain", seed: 1 })
            .iter()
            .all(|p| p.1 == 0)
    );
}

/// A merged piece takes the colour of the one that stood on the target.
#[test]
fn merged_pieces_take_the_colour_of_the_target() {
    let block = Block::all(data!("martian/games.txt"), " ").next().unwrap();
    let moves = block.get("play").unwrap().replace('*', "");
    let upto = moves.find("c8+c7").unwrap();
    let (plies, end) = played("", &moves[..upto + "c8+c7".len()]);
    let (before, last) = (&plies[..plies.len() - 1], plies.len() - 1);
    let context = PictureContext { plies: before, look: "colours=rainbow", seed: 5 };
    let (_, earlier) = played("", moves[..upto].trim_end());
    let shade = |position: &Position, context: &PictureContext<'_, Report>| {
        let board = position.board(Seat::FIRST, vec![], context);
        board.pieces.iter().find(|p| p.at.to_string() == "c7").unwrap().piece.shade
    };
    assert_eq!(
        shade(&earlier, &context),
        shade(&end, &PictureContext { plies: &plies, ..context })
    );
    assert!(plies[last].1.made().is_some());
}
