//! Moves as people type them: what they are read as, and what is said if they are not legal.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::{
    super::{Position, typed::is_full},
    START, at, cases,
};
use crate::{
    Present as _, ReadError, Refusal, Rules as _, legal_moves,
    testkit::{any_move, check_readers, check_reading, data, lines, random_game, refused},
};

/// Returns what a text is read as, in the words of `typed.txt`.
fn came_to(position: &Position, typed: &str) -> String {
    match position.read(typed) {
        Ok(mv) => format!("`{mv}`"),
        Err(ReadError::NotAMove) => "cannot be read".to_owned(),
        Err(ReadError::Ambiguous(moves)) => {
            let moves: Vec<String> = moves.iter().map(|mv| format!("`{mv}`")).collect();
            format!("ambiguous: {}", moves.join(", "))
        }
        Err(ReadError::Refused(Refusal { fault, near })) => {
            assert!(near.iter().all(|mv| position.is_legal(mv)) && near.len() <= 4, "{typed}");
            match (&fault, near.first()) {
                (super::super::Fault::Castling, _) => "no castling".to_owned(),
                (super::super::Fault::TakenByJump { victim, .. }, Some(mv)) => {
                    format!("no such legal move; to take {victim}: `{mv}`")
                }
                _ => "no such legal move".to_owned(),
            }
        }
    }
}

#[test]
fn typed_moves_of_the_rules_page() {
    let cases = cases();
    let mut rows = 0;
    for line in lines(data!("mix/typed.txt")) {
        let [place, typed, expected] = line.splitn(3, "; ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position = match cases.iter().find(|case| case.name().starts_with(place)) {
            Some(case) => *case.play(" ").position(),
            None => at(START, "-"),
        };
        // Here the rules page says only that there is no such move.
        let found = came_to(&position, typed);
        let found = if expected == "no such legal move" {
            found.split(';').next().unwrap_or_default().to_owned()
        } else {
            found
        };
        assert_eq!(found, expected, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 44);
}

/// The refusals of these texts, with the moves near.
fn refusals(options: &str, position: &str, typed: &[&str]) -> String {
    let position = at(position, options);
    let line = |typed: &&str| {
        let (words, near) = refused(&position, typed);
        assert!(near.len() <= 4, "{typed}");
        format!("{words} [{}]\n", near.join(" "))
    };
    typed.iter().map(line).collect()
}

#[test]
fn squares_and_men() {
    assert_snapshot!(refusals("-", START, &[
        "O-O", "0-0-0", "c4-c5", "c7-c5", "Nc2-c4", "c2 c2", "a1a2", "Ke2", "Ke2-e4", "d2-e8", "c2",
        "h1", "e1", "Nc6", "c6", "Nbd2", "Nhf3", "N3f5", "Kxe8", "dxc6", "cxd3", "a1b3",
    ]), @"
    There is no castling in Game Mix: the King moves one square at a time. []
    There is no castling in Game Mix: the King moves one square at a time. []
    c4c5 is not possible: no man stands on c4. [c2c4]
    c7c5 is not possible: the Pawn on c7 is Black's, and White is to move. [c2c4]
    Nc2c4 is not possible: a Pawn stands on c2, not a Knight. [c2c4]
    c2c2 goes nowhere: it starts and ends on c2. [c2c3]
    a1a2 is not possible: your own Checker stands on a2. [a1a5]
    Ke2 is not possible: your own Pawn stands on e2. Your King on e1 cannot move now. [e2e3]
    Ke2e4 is not possible: a Pawn stands on e2, not a King. [e2e4]
    d2e8 is not possible: a Pawn moves one square straight forward, from its second rank also two, and takes diagonally forward. [d2d4]
    Your own Pawn stands on c2; say where it should go. [c2c3 c2c4]
    Your own Liner stands on h1; say where it should go. [h1d5 h1h5]
    Your own King stands on e1 and cannot move now. []
    None of your Knights can go to c6 now. [b1c3]
    None of your men can go to c6 now. [c2c4 h1d5]
    Nbd2 is not possible: your own Pawn stands on d2. [b1c3]
    You have no Knight on file h. [g1f3 f2f3 g2f3]
    You have no Knight on rank 3. [g1f3]
    Kxe8 is not possible: a King moves one square in any direction, but not into check. Your King on e1 cannot move now. [a1e5]
    dxc6 is not possible: a Pawn moves one square straight forward, from its second rank also two, and takes diagonally forward. [d2d4]
    cxd3 is not possible: d3 is empty, and a Pawn goes diagonally only to take. [d2d3]
    a1b3 is not possible: b3 is on no line of the Liner on a1. It goes along its file, its rank and its diagonals, each time as many squares as men stand on that line. [a1a5]
    ");
    assert_snapshot!(refusals("-", "8/8/4k3/8/8/8/8/KC5n w - 0 1", &["Nf2", "Daxd4", "Ca3", "b1e4", "f2"]), @"
    You have no Knight on the board. [b1c2]
    You have no Dama on the board. [b1c2]
    Ca3 is not possible: a Checker moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. [b1a2]
    b1e4 is not possible: a Checker moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. [b1c2]
    None of your men can go to f2 now. [b1c2]
    ");
    assert_snapshot!(refusals("-", "8/8/4k3/8/3S4/8/8/K6N w - 0 1", &["d4d3", "h1h2", "a1a3", "Nc3"]), @"
    d4d3 is not possible: a Silver moves one square diagonally or straight forward. [d4c3 d4e3]
    h1h2 is not possible: a Knight moves two squares straight and one aside, over anybody. [h1f2 h1g3]
    a1a3 is not possible: a King moves one square in any direction, but not into check. [a1a2]
    Nc3 is not possible: a Knight moves two squares straight and one aside, over anybody. [d4c3]
    ");
    assert_snapshot!(refusals("connect=off", "k7/8/1KN5/8/8/8/8/8 b - 0 1", &["a8a7", "O-O"]), @"
    The game is over, so no move is taken. []
    The game is over, so no move is taken. []
    ");
}

#[test]
fn liners() {
    assert_snapshot!(refusals("-", START, &["a1a4", "a1-d1", "La4", "h1xh8", "a1g1"]), @"
    a1a4 is not possible: four men stand on file a (a1, a2, a7, a8), so the Liner goes exactly four squares: a5. [a1a5]
    a1d1 is not possible: your own Dama stands on d1. [a1e5]
    None of your Liners can go to a4 now: on file a the one on a1 goes exactly four squares. [a1a5]
    h1xh8 is not possible: four men stand on file h (h1, h2, h7, h8), so the Liner goes exactly four squares: h5. [h1h5]
    a1g1 is not possible: your own Knight stands on g1. [a1e5]
    ");
    let four = "7k/8/8/8/Ln6/8/8/7K w - 0 1";
    assert_snapshot!(refusals("-", four, &["a4xb4", "a4a7", "La8"]), @"
    a4xb4 is not possible: two men stand on rank 4 (a4, b4), so the Liner goes exactly two squares: c4. [a4b3 a4b5 a4c4]
    a4a7 is not possible: one man stands on file a (a4), so the Liner goes exactly one square: a3 or a5. [a4a5]
    La8 is not possible: one man stands on file a (a4), so the Liner goes exactly one square: a3 or a5. [a4a5]
    ");
    assert_snapshot!(refusals("liner_leap=friends", four, &["a4c4", "Lxc4"]), @"
    a4c4 is not possible: the enemy Knight on b4 is in the way; under `liner_leap=friends` a Liner leaps over friends only. [a4b3 a4b5]
    Lxc4 is not possible: the enemy Knight on b4 is in the way; under `liner_leap=friends` a Liner leaps over friends only. [a4b3 a4b5]
    ");
    assert_snapshot!(refusals("-", "8/8/8/8/L1k5/8/8/7K w - 0 1", &["a4c4", "a4b4"]), @"
    a4c4 is not possible: the enemy King stands on c4, and a King is never taken. [a4b3 a4b5]
    a4b4 is not possible: two men stand on rank 4 (a4, c4), so the Liner goes exactly two squares: c4 (a King is never taken). [a4b3 a4b5]
    ");
    let off = "3k4/3p4/3p4/3p4/3L4/8/8/3K4 w - 0 1";
    assert_snapshot!(refusals("-", off, &["d4d3"]), @"d4d3 is not possible: six men stand on file d (d1, d4, d5, d6, d7, d8), so the Liner would go exactly six squares, off the board both ways. [d4c3 d4e3]");
    assert_snapshot!(refusals("-", "7k/8/8/8/L1P5/8/8/7K w - 0 1", &["a4d4", "a4h4"]), @"
    a4d4 is not possible: two men stand on rank 4 (a4, c4), so the Liner goes exactly two squares: c4 (your own Pawn stands there). [a4b3 a4b5]
    a4h4 is not possible: two men stand on rank 4 (a4, c4), so the Liner goes exactly two squares: c4 (your own Pawn stands there). [a4b3 a4b5]
    ");
}

#[test]
fn pawns() {
    let pawns = "4k3/3p4/8/2Pp1c2/4Pp2/3PP3/2N5/4K3 w - 0 2";
    assert_snapshot!(refusals("-", pawns, &[
        "e3e4", "d3d5", "d3d4d5", "c5d6", "c5b6", "e4e6", "e4e3", "e3f4f5", "d3-d2", "exg6", "cxd6 e.p.",
        "e4d6",
    ]), @"
    e3e4 is not possible: your own Pawn stands on e4. [e3f4]
    d3d5 is not possible: a Pawn goes two squares only from its own second rank, and this one stands on d3. [d3d4 e4d5]
    d3d4d5 is not possible: a Pawn moves one square straight forward, from its second rank also two, and takes diagonally forward. [d3d4 e4d5]
    c5d6 is not possible: the Pawn on d5 can be taken in passing only on the very next move after its double step. [c5c6]
    c5b6 is not possible: b6 is empty, and a Pawn goes diagonally only to take. [c5c6]
    e4e6 is not possible: a Pawn goes two squares only from its own second rank, and this one stands on e4. [e4e5]
    e4e3 is not possible: your own Pawn stands on e3. [e4e5]
    e3f4f5 is not possible: a Pawn moves one square straight forward, from its second rank also two, and takes diagonally forward. [e3f4 e4f5]
    d3d2 is not possible: a Pawn moves one square straight forward, from its second rank also two, and takes diagonally forward. [d3d4]
    None of your men on file e can go to g6 now. [e4f5]
    cxd6 is not possible: the Pawn on d5 can be taken in passing only on the very next move after its double step. [c5c6]
    e4d6 is not possible: a Pawn moves one square straight forward, from its second rank also two, and takes diagonally forward. [e4d5]
    ");
    assert_snapshot!(refusals("-", "4k3/8/8/4P3/4p3/4n3/4P1P1/4K3 w - 0 2", &["e2e3", "e2-e4", "e4"]), @"
    e2e3 is not possible: the enemy Knight on e3 is in the way; a Pawn takes diagonally forward only. [g2g3]
    e2e4 is not possible: the enemy Knight on e3 is in the way; a Pawn takes diagonally forward only. [g2g4]
    None of your men can go to e4 now. [e5e6 g2g4]
    ");
    assert_snapshot!(refusals("-", "4k3/8/8/3c1P2/8/4n3/6P1/4K3 w - 0 2", &["f5e6"]), @"f5e6 is not possible: e6 is empty, and a Pawn goes diagonally only to take. [f5f6]");
    assert_snapshot!(refusals("-", "7k/8/8/3cP3/8/8/8/7K w - 0 2", &["exd6", "e5xd6 ep"]), @"
    exd6 is not possible: only a Pawn can be taken in passing, and on d5 stands a Checker. [e5e6]
    e5xd6 is not possible: only a Pawn can be taken in passing, and on d5 stands a Checker. [e5e6]
    ");
    assert_snapshot!(refusals("-", "4k3/8/8/8/8/4N3/4P3/4K3 w - 0 2", &["e2e4"]), @"e2e4 is not possible: your own Knight on e3 is in the way. [e3c4 e3d5 e3f5 e3g4]");
    assert_snapshot!(refusals("-", "8/8/8/8/2Pp4/8/8/K6k b - 0 2", &["dxc3 e.p."]), @"dxc3 is not possible: the Pawn on c4 can be taken in passing only on the very next move after its double step. [d4d3]");
}

#[test]
fn checkers() {
    let m07 = "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1";
    assert_snapshot!(refusals("-", m07, &[
        "d4xc5", "d4xe5", "d4xf6", "d4xb6xd8", "d4b2", "d4h8", "d4d5", "xc5", "Cxe3", "Cd5",
    ]), @"
    d4xc5 is not possible: a jump is named by where it lands, and the Checker on d4 takes the Knight on c5 by landing on b6. [d4xb6]
    d4xe5 is not possible: the enemy Pawn stands on f6, right behind the Pawn on e5, where the Checker would land. [d4xb6 d4xf2]
    d4xf6 is not possible: the enemy Pawn stands on f6, right behind the Pawn on e5, where the Checker would land. [d4xb6 d4xf2]
    d4xb6xd8 is not possible: a Checker takes one man in a turn, and then its turn ends. [d4xb6]
    d4b2 is not possible: your own Pawn on c3 is in the way, and only enemies are jumped over. [d4xb6 d4xf2]
    d4h8 is not possible: the enemy King stands on h8, and a King is never taken. [d4xb6 d4xf2]
    d4d5 is not possible: a Checker moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. [d4xb6]
    xc5 is not possible: a jump is named by where it lands, and the Checker on d4 takes the Knight on c5 by landing on b6. [d4xb6]
    Cxe3 is not possible: a jump is named by where it lands, and the Checker on d4 takes the Silver on e3 by landing on f2. [d4xf2]
    Cd5 is not possible: a Checker moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. [d4xb6]
    ");
    assert_snapshot!(refusals("checker_capture=displace", m07, &["d4xb6", "d4xf6", "d4b2", "d4c5b6"]), @"
    d4xb6 is not possible: under `checker_capture=displace` a Checker does not jump; it takes by stepping onto its victim. [d4c5]
    d4xf6 is not possible: under `checker_capture=displace` a Checker does not jump; it takes by stepping onto its victim. [d4e5]
    d4b2 is not possible: a Checker moves one square diagonally forward, and takes on a neighbouring square in any diagonal direction. [d4c5 d4e3]
    d4c5b6 is not possible: a Checker takes one man in a turn, and then its turn ends. [d4c5]
    ");
    assert_snapshot!(refusals("-", "8/8/8/8/C5k1/8/8/K6n w - 0 1", &["a4c6", "a4xa6"]), @"
    a4c6 is not possible: nobody stands between a4 and c6 to be jumped over. [a4b5]
    a4xa6 is not possible: a Checker moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. [a4b5]
    ");
    let rim = "8/8/1n6/C7/8/6p1/5C2/K6k w - 0 1";
    assert_snapshot!(refusals("-", rim, &["f2xg3", "f2e1", "f2d4", "a5-b4", "a5xb6"]), @"
    f2xg3 is not possible: a jump is named by where it lands, and the Checker on f2 takes the Pawn on g3 by landing on h4. [f2xh4]
    f2e1 is not possible: a Checker goes back only to take. [f2e3]
    f2d4 is not possible: nobody stands between f2 and d4 to be jumped over. [f2e3]
    a5b4 is not possible: a Checker goes back only to take. [a5xc7]
    a5xb6 is not possible: a jump is named by where it lands, and the Checker on a5 takes the Knight on b6 by landing on c7. [a5xc7]
    ");
    assert_snapshot!(refusals("-", "7k/n7/1C6/8/8/8/8/K7 w - 0 1", &["b6xa7", "b6d8"]), @"
    b6xa7 is not possible: the Knight on a7 stands on the rim, and there is no square behind it to land on. [b6c7]
    b6d8 is not possible: nobody stands between b6 and d8 to be jumped over. [b6c7]
    ");
}

#[test]
fn damas() {
    let m12 = "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1";
    assert_snapshot!(refusals("-", m12, &[
        "a1xc3", "a1xc3xe5", "Dxe5", "a1d5", "a1xb2xd4", "a1xe5", "a1xd4xh8", "a1xd4xb6", "a1xd4xf6xh8xa1",
        "Da5", "a1xd4xe5",
    ]), @"
    a1xc3 is not possible: a jump is named by where it lands, and the Dama on a1 takes the Pawn on c3 by landing on d4. [a1xd4 a1xd4xf6 a1xd4xf6xh8]
    a1xc3xe5 is not possible: a jump is named by where it lands, and the Dama on a1 takes the Knight on e5 by landing on f6. [a1xd4xf6 a1xd4xf6xh8]
    Dxe5 is not possible: a jump is named by where it lands, and the Dama on a1 takes the Knight on e5 by landing on f6. [a1xd4xf6 a1xd4xf6xh8]
    a1d5 is not possible: a Dama moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. [a1xd4]
    a1xb2xd4 is not possible: nobody stands between a1 and b2 to be jumped over. [a1xd4]
    a1xe5 is not possible: a jump is named by where it lands, and the Dama on a1 takes the Knight on e5 by landing on f6. [a1xd4xf6 a1xd4xf6xh8]
    a1xd4xh8 is not possible: a jump over the Knight on e5 ends on f6, right behind it. [a1xd4xf6xh8]
    a1xd4xb6 is not possible: a Dama takes in one straight line and does not turn on d4. [a1b2 a1xd4 a1xd4xf6]
    a1xd4xf6xh8xa1 is not possible: a Dama takes at most three men in a turn. [a1b2]
    Da5 is not possible: a Dama moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. [a1b2 a1xd4]
    a1xd4xe5 is not possible: a jump is named by where it lands, and the Dama on a1 takes the Knight on e5 by landing on f6. [a1xd4xf6 a1xd4xf6xh8]
    ");
    assert_snapshot!(refusals("-", "k7/8/8/8/3n4/2p5/8/D6K w - 0 1", &["a1xc3", "a1d4", "a1xe5", "Dxe5"]), @"
    a1xc3 is not possible: the Pawn on c3 and the Knight on d4 stand in a row, with no empty square between to land on. [a1b2]
    a1d4 is not possible: the Pawn on c3 and the Knight on d4 stand in a row, with no empty square between to land on. [a1b2]
    a1xe5 is not possible: the Pawn on c3 and the Knight on d4 stand in a row, with no empty square between to land on. [a1b2]
    Dxe5 is not possible: the Pawn on c3 and the Knight on d4 stand in a row, with no empty square between to land on. [a1b2]
    ");
    assert_snapshot!(refusals("-", "k7/8/5n2/8/8/8/1p6/D6K w - 0 1", &["a1d4", "a1xe5", "a1b2xd4", "a1xh8"]), @"
    a1d4 is not possible: a jump over the Pawn on b2 ends on c3, right behind it. [a1xc3]
    a1xe5 is not possible: a jump over the Pawn on b2 ends on c3, right behind it. [a1xc3 a1xc3xg7]
    a1xb2xd4 is not possible: a jump over the Pawn on b2 ends on c3, right behind it. [a1xc3]
    a1xh8 is not possible: a jump over the Knight on f6 ends on g7, right behind it. [a1xc3xg7]
    ");
    assert_snapshot!(refusals("-", "k6n/8/8/4N3/8/2p5/8/D6K w - 0 1", &["a1f6", "a1xd4xf6", "a1e5"]), @"
    a1f6 is not possible: your own Knight on e5 is in the way, and only enemies are jumped over. [a1xd4]
    a1xd4xf6 is not possible: your own Knight on e5 is in the way, and only enemies are jumped over. [a1xd4]
    a1e5 is not possible: your own Knight stands on e5. [a1xd4]
    ");
    assert_snapshot!(refusals("-", "k7/7p/8/8/4N3/3p4/8/1D5K w - 0 1", &["b1xd3", "b1e4", "b1f5"]), @"
    b1xd3 is not possible: your own Knight stands on e4, right behind the Pawn on d3, where the Dama would land. [b1c2]
    b1e4 is not possible: your own Knight stands on e4. [b1c2]
    b1f5 is not possible: your own Knight stands on e4, right behind the Pawn on d3, where the Dama would land. [b1c2]
    ");
    assert_snapshot!(refusals("-", "8/8/8/8/3k4/8/1p6/D6K w - 0 1", &["a1xd4", "a1xe5", "a1xc3xe5", "a1e5"]), @"
    a1xd4 is not possible: the enemy King stands on d4, and a King is never taken. [a1xc3]
    a1xe5 is not possible: the enemy King stands on d4, and a King is never taken. [a1xc3]
    a1xc3xe5 is not possible: the enemy King stands on d4, and a King is never taken. [a1xc3]
    a1e5 is not possible: the enemy King stands on d4, and a King is never taken. [a1xc3]
    ");
    assert_snapshot!(refusals("-", "k6n/8/8/8/8/8/8/D6K w - 0 1", &["a1xh8", "Dxh8"]), @"
    a1xh8 is not possible: the Knight on h8 stands on the rim, and there is no square behind it to land on. [a1g7]
    Dxh8 is not possible: the Knight on h8 stands on the rim, and there is no square behind it to land on. [a1g7]
    ");
    assert_snapshot!(refusals("-", "k7/8/8/8/8/2p1n3/8/D6K w - 0 1", &["a1xd4xf2"]), @"a1xd4xf2 is not possible: a Dama takes in one straight line and does not turn on d4. [a1b2 a1xd4]");
    let m40 = "k7/8/8/8/2s1s3/8/2s1s3/3D3K w - 0 1";
    assert_snapshot!(refusals("dama_path=turning", m40, &[
        "d1xb3xd5xb3", "d1xb3xd5xf3xd1", "Dd8", "d1xb3xd1", "Dxb3xf3",
    ]), @"
    d1xb3xd5xb3 is not possible: the Silver on c4 is taken already; it stays on the board until the chain ends, and nobody is jumped over twice. [d1xb3 d1xf3xd5xb3]
    d1xb3xd5xf3xd1 is not possible: a Dama takes at most three men in a turn. [d1xb3 d1xb3xd5 d1xb3xd5xf3 d1xf3]
    Dd8 is not possible: a Dama moves along free diagonals, and takes by up to three jumps, turning as it likes, each to the square right behind its victim. [d1xb3xd5 d1xf3xd5]
    d1xb3xd1 is not possible: the Silver on c2 is taken already; it stays on the board until the chain ends, and nobody is jumped over twice. [d1xb3 d1xb3xd5 d1xb3xd5xf3 d1xf3]
    Dxb3xf3 is not possible: a Dama moves along free diagonals, and takes by up to three jumps, turning as it likes, each to the square right behind its victim. [d1xb3xd5xf3 d1xf3]
    ");
}

#[test]
fn kings_in_check() {
    // A Checker could go there, but it does not become a Liner.
    assert_snapshot!(refusals("-", "7k/CP6/8/8/4K3/8/6l1/8 w - 0 1", &["b8=L"]), @"b8=L leaves your King on e4 in check: two men are left on the diagonal a8-h1, and the Liner on g2 is two squares away. [a7b8]");
    // The man behind the King holds the landing square.
    let behind = "7n/6k1/8/8/8/8/8/D5K1 b - 0 1";
    assert_snapshot!(refusals("-", behind, &["h8f7"]), @"h8f7 leaves your King on g7 in check: the Dama on a1 would jump it. [g7f7]");
    let blacks = "8/p7/5n2/4k3/3C4/8/8/K7 b - 0 1";
    assert_snapshot!(refusals("-", blacks, &["f6-h5", "Nh5", "e5c3", "e5f4g3"]), @"
    f6h5 leaves your King on e5 in check: the Checker on d4 would jump it. [e5f5]
    Nh5 leaves your King on e5 in check: the Checker on d4 would jump it. [e5f5]
    e5c3 is not possible: a King moves one square in any direction, but not into check. [e5d4]
    e5f4g3 is not possible: a King moves one square in any direction, but not into check. [e5f4]
    ");
    assert_snapshot!(refusals("checker_capture=displace", blacks, &["f6-h5"]), @"f6h5 does not help: your King on e5 is in check by the Checker on d4. [e5f5 e5d4 e5d5 e5d6]");
    assert_snapshot!(refusals("-", "8/p7/5n2/4k3/8/8/8/D5K1 b - 0 1", &["f6h5"]), @"f6h5 leaves your King on e5 in check: the Dama on a1 would jump it. [e5f5]");
    assert_snapshot!(refusals("dama_check=bishop", "7k/8/5n2/8/8/8/8/D5K1 b - 0 1", &["f6h5"]), @"f6h5 leaves your King on h8 in check: the Dama on a1 would attack it along the open diagonal. [h8h7]");
    let mated = "lnskdsn1/ccppppcc/4l3/8/8/2N5/CC1PPPCC/L1SDK2L w - 0 3";
    assert_snapshot!(refusals("-", mated, &["e2e3", "h1h5", "Kd2", "La5", "a1a4", "b3"]), @"
    e2e3 does not help: your King on e1 is in check by the Liner on e6 (five men stand on file e, and it is five squares away). [c3e4 e1f1 a1e5]
    h1h5 is not possible: three men stand on file h (h1, h2, h7), so the Liner goes exactly three squares: h4. Your King is in check. [a1e5 c3e4 e1f1]
    Kd2 is not possible: your own Pawn stands on d2. Your King is in check. [e1f1 a1e5 c3e4]
    La5 does not help: your King on e1 is in check by the Liner on e6 (five men stand on file e, and it is five squares away). [a1e5 c3e4 e1f1]
    a1a4 is not possible: four men stand on file a (a1, a2, a7, a8), so the Liner goes exactly four squares: a5. Your King is in check. [a1e5 c3e4 e1f1]
    b3 does not help: your King on e1 is in check by the Liner on e6 (five men stand on file e, and it is five squares away). [c3e4 a1e5 e1f1]
    ");
    assert_snapshot!(refusals("-", "8/8/8/8/3k4/8/1p6/D6K b - 0 1", &["b2b1=L", "b1", "d4e5"]), @"
    b2b1=L does not help: your King on d4 is in check by the Dama on a1. [b2a1=L b2a1=N b2a1=S d4c3]
    b1 does not help: your King on d4 is in check by the Dama on a1. [b2a1=L b2a1=N b2a1=S d4c3]
    d4e5 is not possible: on e5 your King would be in check by the Dama on a1. [d4d5 d4e4 b2a1=L b2a1=N]
    ");
    assert_snapshot!(refusals("-", "k7/8/8/3p4/4CK1l/8/1C6/8 w - 0 1", &["e4xc6", "e4f5", "Cf5"]), @"
    e4xc6 leaves your King on f4 in check: two men are left on rank 4, and the Liner on h4 is two squares away. [b2c3]
    e4f5 leaves your King on f4 in check: two men are left on rank 4, and the Liner on h4 is two squares away. [f4f5]
    Cf5 leaves your King on f4 in check: two men are left on rank 4, and the Liner on h4 is two squares away. [f4f5]
    ");
    assert_snapshot!(refusals("-", "l6k/8/8/K7/8/8/8/1N6 w - 0 1", &["b1a3", "a5a6"]), @"
    b1a3 leaves your King on a5 in check: three men would stand on file a, and the Liner on a8 is three squares away. [b1c3]
    a5a6 is not possible: on a6 your King would be in check by the Liner on a8 (two men would stand on file a, and it is two squares away). [a5b6]
    ");
    assert_snapshot!(refusals("-", "7k/8/8/3pPK1l/8/8/8/N7 w d6 0 2", &["e5d6", "exd6 e.p.", "f5e4"]), @"
    e5d6 leaves your King on f5 in check: two men are left on rank 5, and the Liner on h5 is two squares away. [e5e6]
    exd6 leaves your King on f5 in check: two men are left on rank 5, and the Liner on h5 is two squares away. [e5e6]
    f5e4 is not possible: on e4 your King would be in check by the Pawn on d5. [f5f4]
    ");
    assert_snapshot!(refusals("-", "8/8/4k3/8/8/1n6/8/K6N w - 0 1", &["Nf2", "h1h2", "Nc6"]), @"
    Nf2 does not help: your King on a1 is in check by the Knight on b3. [a1b2 a1a2 a1b1]
    h1h2 is not possible: a Knight moves two squares straight and one aside, over anybody. Your Knight on h1 cannot move now. Your King is in check. [a1b2 a1a2 a1b1]
    Nc6 is not possible: a Knight moves two squares straight and one aside, over anybody. Your Knight on h1 cannot move now. Your King is in check. [a1b2 a1a2 a1b1]
    ");
    assert_snapshot!(refusals("-", "8/8/8/8/n7/2k5/8/K6N w - 0 1", &["a1b2"]), @"a1b2 is not possible: on b2 your King would be in check by the Knight on a4 and the King on c3. [a1a2 a1b1]");
}

#[test]
fn promotions() {
    let m24 = "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1";
    assert_snapshot!(refusals("-", m24, &[
        "b7b8=D", "b8=Q", "bxc8=D", "d7e8=L", "d7e8=Q", "e8=N", "f6e7=D", "h1h2=L", "Kg1=N", "b7b8=K",
    ]), @"
    b7b8=D is not possible: a Pawn becomes a Liner (L), a Knight (N) or a Silver (S). Only a Checker becomes a Dama. [b7b8=L b7b8=N b7b8=S]
    b8=Q is not possible: a Pawn becomes a Liner (L), a Knight (N) or a Silver (S). [b7b8=L b7b8=N b7b8=S]
    bxc8=D is not possible: a Pawn becomes a Liner (L), a Knight (N) or a Silver (S). Only a Checker becomes a Dama. [b7c8=L b7c8=N b7c8=S]
    d7e8=L is not possible: a Checker always becomes a Dama, and a Pawn something else. [d7e8]
    d7e8=Q is not possible: a Checker always becomes a Dama. [d7e8]
    e8=N is not possible: a Checker always becomes a Dama, and a Pawn something else. [d7e8]
    f6e7=D is not possible: a Checker becomes a Dama on rank 8 only. [f6e7]
    h1h2=L is not possible: a King stays what it is; only Pawns and Checkers promote. [h1h2]
    Kg1=N is not possible: a King stays what it is; only Pawns and Checkers promote. [h1g1]
    b7b8=K is not possible: a Pawn becomes a Liner (L), a Knight (N) or a Silver (S). [b7b8=L b7b8=N b7b8=S]
    ");
    assert_snapshot!(refusals("-", START, &["c4=L", "b3=D"]), @"
    c4=L is not possible: a Pawn becomes a Liner, Knight or Silver on rank 8 only. [c2c4]
    b3=D is not possible: a Checker becomes a Dama on rank 8 only. [a2b3]
    ");
    assert_snapshot!(refusals("-", "8/8/4k3/8/8/8/1p6/K7 b - 0 1", &["b2b1=D", "b2a1=L"]), @"
    b2b1=D is not possible: a Pawn becomes a Liner (L), a Knight (N) or a Silver (S). Only a Checker becomes a Dama. [b2b1=L b2b1=N b2b1=S]
    b2a1=L is not possible: the enemy King stands on a1, and a King is never taken. [b2b1=L b2b1=N b2b1=S]
    ");
}

#[test]
fn compulsory_captures() {
    let m31 = "7k/8/8/8/3p4/2C3C1/8/N6K w - 0 1";
    assert_snapshot!(refusals("must_capture=piece", m31, &["c3b4", "b4"]), @"
    c3b4 is not possible: the Checker on c3 can take, and in this game it must. [c3xe5]
    b4 is not possible: the Checker on c3 can take, and in this game it must. [c3xe5]
    ");
    assert_snapshot!(refusals("must_capture=army", m31, &["c3b4", "g3f4", "Cf4"]), @"
    c3b4 is not possible: the Checker on c3 can take, and in this game it must. [c3xe5]
    g3f4 is not possible: in this game no Checker or Dama may do anything else while one can take, and your Checker on c3 can. [c3xe5]
    Cf4 is not possible: in this game no Checker or Dama may do anything else while one can take, and your Checker on c3 can. [c3xe5]
    ");
    let two = "7k/8/8/1s1p4/C1C3C1/8/8/N6K w - 0 1";
    assert_snapshot!(refusals("must_capture=army", two, &["g4f5", "a4xc6xe4"]), @"
    g4f5 is not possible: in this game no Checker or Dama may do anything else while one can take, and your Checker on a4 and Checker on c4 can. [a4xc6 c4xa6 c4xe6]
    a4xc6xe4 is not possible: a Checker takes one man in a turn, and then its turn ends. [a4xc6]
    ");
    let m12 = "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1";
    assert_snapshot!(refusals("must_capture=piece", m12, &["a1b2", "a1xd4", "Df6"]), @"
    a1b2 is not possible: the Dama on a1 can take, and in this game it must. [a1xd4xf6xh8]
    a1xd4 is not possible: captures are compulsory in this game, and the chain is not finished there; it goes on to f6. [a1xd4xf6xh8]
    Df6 is not possible: captures are compulsory in this game, and the chain is not finished there; it goes on to h8. [a1xd4xf6xh8]
    ");
    let m44 = "4l3/8/4K3/4n3/8/2s5/8/D6k w - 0 1";
    assert_snapshot!(refusals("must_capture=piece", m44, &["a1b2", "a1xd4xf6"]), @"
    a1b2 is not possible: the Dama on a1 can take, and in this game it must. [a1xd4]
    a1xd4xf6 leaves your King on e6 in check: two men are left on file e, and the Liner on e8 is two squares away. [a1xd4]
    ");
    let m40 = "k7/8/8/8/2s1s3/8/2s1s3/3D3K w - 0 1";
    assert_snapshot!(refusals("dama_path=turning,must_capture=army", m40, &["d1xb3xd5", "d1c2"]), @"
    d1xb3xd5 is not possible: captures are compulsory in this game, and the chain is not finished there; it goes on to f3. [d1xb3xd5xf3]
    d1c2 is not possible: a jump is named by where it lands, and the Dama on d1 takes the Silver on c2 by landing on b3. [d1xb3xd5xf3]
    ");
}

#[test]
fn ways_of_typing() {
    for (typed, mv) in [
        ("c2 \u{2013} c4", "c2c4"),
        ("c2\u{2212}c4", "c2c4"),
        ("c2 to c4", "c2c4"),
        ("C2->c4.", "c2c4"),
        (" c 2 c 4 ! ", "c2c4"),
        ("pawn c2 to c4", "c2c4"),
        ("Pc4", "c2c4"),
        ("pc2c4", "c2c4"),
        ("knight f3", "g1f3"),
        ("nf3+", "g1f3"),
        ("Ngf3?!", "g1f3"),
        ("N1f3", "g1f3"),
        ("Ng1-f3#", "g1f3"),
        ("LINER D5", "h1d5"),
        ("checker b3", "a2b3"),
        ("b2:c3", "b2c3"),
        ("b2\u{d7}c3", "b2c3"),
        ("ca3", ""),
        ("Cba3", "b2a3"),
        ("d4 ep", "d2d4"),
        ("cc4", "c2c4"),
    ] {
        let read = at(START, "-").read(typed).ok().map(|mv| mv.to_string());
        assert_eq!(read.unwrap_or_default(), mv, "{typed}");
    }
    let m12 = at("k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "-");
    for (typed, mv) in [
        ("Dd4f6", "a1xd4xf6"),
        ("dama takes f6", "a1xd4xf6"),
        ("Da1 d4 f6 h8", "a1xd4xf6xh8"),
        ("a1xf6", "a1xd4xf6"),
        ("A1XD4XF6", "a1xd4xf6"),
        ("ah8", "a1xd4xf6xh8"),
    ] {
        let read = m12.read(typed).ok().map(|mv| mv.to_string());
        assert_eq!(read.unwrap_or_default(), mv, "{typed}");
    }
}

#[test]
fn talk_is_no_move() {
    for text in [
        "",
        " ",
        "-",
        "hello",
        "ep",
        "e.p.",
        "c9",
        "i4",
        "c2c9",
        "c4 please",
        "knight",
        "N",
        "c",
        "x",
        "a1xx4",
        "b8=",
        "b8=1",
        "b8==L",
        "ooo",
        "oo",
        "Oo",
        "no",
        "\u{e9}4",
        "c4\u{e9}",
        "c2c4=\u{e9}",
        "to",
        "=L",
        "0",
        "0000",
        "Cc",
        "\u{1f600}",
        "c2c4 d2d4 e",
    ] {
        assert_eq!(came_to(&at(START, "-"), text), "cannot be read", "{text}");
    }
    for text in ["O-O", "0-0-0", "OO", "000", "o-o", "O\u{2013}O"] {
        assert_eq!(came_to(&at(START, "-"), text), "no castling", "{text}");
    }
}

#[test]
fn full_moves_are_told_from_talk() {
    for text in [
        "c2c4",
        "c2-c4",
        "Ng1f3",
        "a1xd4xf6",
        "b7b8=L",
        "b7 to b8 n",
        "knight g1 to f3",
        "A1:A5",
        "h8-h1",
    ] {
        assert!(is_full(text), "{text}");
    }
    for text in ["c4", "Nf3", "cxd3", "Nbd2", "Dxd4xf6", "b8=L", "O-O", "hello", "c2", "c2 c9", ""]
    {
        assert!(!is_full(text), "{text}");
    }
}

/// The position of the random game of this seed after so many plies, or at its end.
fn after_random_plies(options: &str, seed: u64, plies: usize) -> Position {
    let mut last = at("start", options);
    random_game(last, seed, plies, any_move, |play, _, _| last = *play.position());
    last
}

/// Options under which men move and take in all ways.
const RULES: [&str; 5] = [
    "",
    "mixchess",
    "dama_path=turning,must_capture=army,connect=off",
    "liner_leap=friends,must_capture=piece,connect=off",
    "checker_capture=displace,dama_path=turning,stalemate=draw",
];

/// Checks the answer to a text, which shows at most four moves.
fn check(position: &Position, text: &str) {
    let refusal = check_reading(position, text);
    assert!(refusal.is_none_or(|refusal| refusal.near.len() <= 4), "{position}: {text}");
}

#[test]
fn legal_moves_read_back() {
    for (options, seed) in RULES.into_iter().cycle().zip(1..=40) {
        for plies in [3, 20, 60, 120] {
            let position = after_random_plies(options, seed, plies);
            for mv in legal_moves(&position) {
                let text = mv.to_string();
                let dashed = format!("{}-{}", &text[..2], &text[2..]);
                for typed in [&text, &dashed, &text.to_uppercase(), &format!(" {text} !")] {
                    assert_eq!(position.read(typed), Ok(mv), "{position}: {typed}");
                }
                let named = format!("{}{text}", position.kind_at(mv.from()).unwrap().letter());
                let several = matches!(position.read(&named), Err(ReadError::Ambiguous(_)));
                assert!(several || position.read(&named) == Ok(mv), "{position}: {named}");
            }
        }
    }
}

/// From every square to every square, alone and with a promotion: each has a reason.
#[test]
fn every_refusal_has_words() {
    use super::super::Sq;
    for (options, seed) in RULES.into_iter().zip(1..) {
        for plies in [0, 30, 90] {
            let position = after_random_plies(options, seed, plies);
            for from in Sq::all() {
                check(&position, &from.to_string());
                for to in Sq::all() {
                    check(&position, &format!("{from}{to}"));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(
        text in prop_oneof![
            any::<String>(),
            "[a-hA-HxX:=+\\-\u{2013}\u{d7} 1-8PLNSKDCO0.!?ep]{0,14}",
            "[KDNSLCP]?[a-h]?[1-8]?(x?[a-h][1-8]){1,5}(=?[LNSDQlnsd])?( ?e\\.?p\\.?)?[+#!?]{0,2}",
            "([a-h][1-8]){0,400}",
        ],
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        plies in 0_usize..140,
    ) {
        check_readers::<Position>(&text, &RULES);
        check(&after_random_plies(RULES[rules], seed, plies), &text);
    }
}

/// A chess player may look for a Queen and Rooks.
#[test]
fn letters_that_the_game_does_not_have() {
    let start = super::at(super::START, "-");
    for (typed, name) in [("Qd4", "Queen"), ("Rxa7", "Rook"), ("qd4", ""), ("Queen", ""), ("Q", "")]
    {
        match (start.read(typed), name) {
            (Err(ReadError::NotAMove), "") => {}
            (Err(ReadError::Refused(refusal)), name) if !name.is_empty() => {
                let words = start.fault_words(typed, &refusal.fault);
                assert!(words.contains(&format!("no {name} in Game Mix")), "{typed}: {words}");
            }
            other => panic!("{typed}: {other:?}"),
        }
    }
    // Where it may not leap, the square at the right distance is no way out.
    let friends = super::at("7k/8/8/8/Ln6/8/8/7K w - 0 1", "liner_leap=friends");
    let Err(ReadError::Refused(refusal)) = friends.read("a4b4") else { panic!("b4 is not c4") };
    let words = friends.fault_words("a4b4", &refusal.fault);
    assert!(words.contains("c4 (the enemy on b4 is in the way)"), "{words}");
}

/// Another reason does not hide the jump that takes the man that is named.
#[test]
fn the_jump_that_takes_the_named_man_is_told() {
    let position = at("7k/8/8/4n3/6cK/7C/8/7N w - 0 1", "-");
    for typed in ["hxg4", "g4", "h3xg4", "Cxg4"] {
        let Err(ReadError::Refused(refusal)) = position.read(typed) else { panic!("{typed}") };
        assert_eq!(
            refusal.near.first().map(ToString::to_string).as_deref(),
            Some("h3xf5"),
            "{typed}"
        );
    }
}
