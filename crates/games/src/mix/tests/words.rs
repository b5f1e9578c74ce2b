//! What Game Mix says and shows, as snapshots.

use insta::assert_snapshot;
use scene::{Mark, Shade, Shape, Squares};

use super::{START, at};
use crate::{
    Actor, Outcome, PictureContext, Play, Present, Reason, Roll, Seat, legal_moves,
    mix::{Position, Report, Sq},
    random::Random,
    testkit::{marked, play_text},
};

fn report(options: &str, position: &str, mv: &str) -> Report {
    play_text(&mut at(position, options), mv, "")
}

/// A ply in words and marks, and the marks of the position that it leads to.
fn told(options: &str, position: &str, mv: &str) -> String {
    let mut after = at(position, options);
    let report = play_text(&mut after, mv, "");
    let (words, marks) =
        (Position::ply_words(&report, Actor::Named("ben")), Position::ply_marks(&report));
    let state = marked(&after.state_marks());
    format!("{words}\n{}\n{state}", marked(&marks)).trim_end().to_owned()
}

#[test]
fn plies_in_words_and_marks() {
    assert_snapshot!(told("", START, "c2c4"), @"
    ben moved c2c4 (Pawn).
    from c2, to c4, arrow c2 c4
    ");
    assert_snapshot!(told("", START, "a1a5"), @"
    ben moved a1a5 (Liner: four men on file a). Check by the Liner on a5: three men stand on the diagonal a5-d8.
    from a1, to a5, arrow a1 a5
    check d8, threat a5 d8
    ");
    assert_snapshot!(told("", "lnskdsnl/ccppppcc/8/8/8/7N/CCPPPPCC/LNSDKS1L b - 1 1", "h8h3"), @"
    ben moved h8h3: the Liner takes the Knight on h3 (five men on file h).
    from h8, to h3, arrow h8 h3
    ");
    assert_snapshot!(told("", "lnskdsn1/ccppppcc/8/8/8/7l/CCPPPPCC/LNSDKS1L w - 0 2", "c2c4"), @"
    ben moved c2c4 (Pawn).
    from c2, to c4, arrow c2 c4
    ");
    assert_snapshot!(told("", "lnskdsn1/ccppppcc/8/8/2P5/7l/CC1PPPCC/LNSDKS1L b c3 0 2", "h3e6"), @"
    ben moved h3e6 (Liner: three men on the diagonal c8-h3). Checkmate.
    from h3, to e6, arrow h3 e6
    check e1, threat e6 e1
    ");
    assert_snapshot!(told("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "e5d6"), @"
    ben moved e5d6: the Pawn takes the Pawn on d5 in passing.
    from e5, to d6, taken d5
    ");
    assert_snapshot!(told("", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1xd4xf6xh8"), @"
    ben moved a1xd4xf6xh8: the Dama takes the Pawn on c3, the Knight on e5 and the Silver on g7.
    from a1, to h8, arrow a1 d4, arrow d4 f6, arrow f6 h8, taken c3, taken e5, taken g7
    ");
    assert_snapshot!(told("", "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "b7b8=L"), @"
    ben moved b7b8=L (Pawn). The Pawn becomes a Liner.
    from b7, to b8, raised b8
    ");
    assert_snapshot!(told("", "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "b7c8=N"), @"
    ben moved b7c8=N: the Pawn takes the Knight on c8. The Pawn becomes a Knight.
    from b7, to c8, raised c8
    ");
    assert_snapshot!(told("", "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "f6xh8"), @"
    ben moved f6xh8: the Checker takes the Silver on g7. The Checker becomes a Dama.
    from f6, to h8, arrow f6 h8, taken g7, raised h8
    ");
    assert_snapshot!(told("", "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "d7e8"), @"
    ben moved d7e8 (Checker). The Checker becomes a Dama.
    from d7, to e8, raised e8
    ");
    assert_snapshot!(told("", "6n1/8/8/4k3/8/2C5/8/K7 w - 0 1", "c3d4"), @"
    ben moved c3d4 (Checker). Check by the Checker on d4.
    from c3, to d4
    check e5, threat d4 e5
    ");
    assert_snapshot!(told("checker_capture=displace", "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1", "d4c5"), @"
    ben moved d4c5: the Checker takes the Knight on c5.
    from d4, to c5
    ");
    assert_snapshot!(told("", "k7/8/8/4K3/8/3P2N1/8/8 w - 0 1", "e5e4"), @"
    ben moved e5e4 (King).
    from e5, to e4
    ");
    assert_snapshot!(told("", "4k3/8/4N3/8/4L3/8/4P3/4K3 w - 0 1", "e6c7"), @"
    ben moved e6c7 (Knight). Check by the Knight on c7 and the Liner on e4 (four men on file e).
    from e6, to c7
    check e8, threat c7 e8, threat e4 e8
    ");
    assert_snapshot!(told("", "4k3/8/4N3/8/4L3/8/4P3/4K3 w - 0 1", "e6d4"), @"
    ben moved e6d4 (Knight). Check by the Liner on e4: four men stand on file e.
    from e6, to d4
    check e8, threat e4 e8
    ");
    assert_snapshot!(told("connect=off", "k7/8/1KS5/8/8/8/8/8 w - 0 1", "c6b7"), @"
    ben moved c6b7 (Silver). Checkmate.
    from c6, to b7
    check a8, threat b7 a8, covered a7, covered b7, covered b8
    ");
    assert_snapshot!(told("", "k7/2K5/8/8/3N4/8/8/8 w - 0 1", "d4b5"), @"
    ben moved d4b5 (Knight).
    from d4, to b5
    focus a8, covered a7, covered b7, covered b8
    ");
    assert_snapshot!(told("", "8/8/7k/3p3s/8/2N5/8/7K w - 0 1", "c3d5"), @"
    ben moved c3d5: the Knight takes the Pawn on d5.
    from c3, to d5
    joined h5 h6
    ");
    let me = report("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "e5d6");
    assert_snapshot!(Position::ply_words(&me, Actor::Me), @"I moved e5d6: the Pawn takes the Pawn on d5 in passing.");
}

/// The position as a list, what counts in a few words, and its marks.
fn stands(options: &str, position: &str) -> String {
    let position = at(position, options);
    let words = position.position_words().join("\n");
    let state = position.state_words().unwrap_or_default();
    format!("{words}\n[{state}] {}", marked(&position.state_marks()))
}

#[test]
fn positions_in_words() {
    assert_snapshot!(stands("", START), @"
    White: King e1; Dama d1; Liners a1, h1; Knights b1, g1; Silvers c1, f1; Checkers a2, b2, g2, h2; Pawns c2, d2, e2, f2.
    Black: King d8; Dama e8; Liners a8, h8; Knights b8, g8; Silvers c8, f8; Checkers a7, b7, g7, h7; Pawns c7, d7, e7, f7.
    []
    ");
    assert_snapshot!(stands("", "lnskdsnl/ccppppcc/8/L7/8/8/CCPPPPCC/1NSDKSNL b - 1 1"), @"
    White: King e1; Dama d1; Liners a5, h1; Knights b1, g1; Silvers c1, f1; Checkers a2, b2, g2, h2; Pawns c2, d2, e2, f2.
    Black: King d8; Dama e8; Liners a8, h8; Knights b8, g8; Silvers c8, f8; Checkers a7, b7, g7, h7; Pawns c7, d7, e7, f7.
    Black is in check by the Liner on a5 (three men on the diagonal a5-d8).
    [check] check d8, threat a5 d8
    ");
    assert_snapshot!(stands("", "lnskdsn1/ccppppcc/4l3/8/2P5/8/CC1PPPCC/LNSDKS1L w - 1 3"), @"
    White: King e1; Dama d1; Liners a1, h1; Knight b1; Silvers c1, f1; Checkers a2, b2, g2, h2; Pawns c4, d2, e2, f2.
    Black: King d8; Dama e8; Liners a8, e6; Knights b8, g8; Silvers c8, f8; Checkers a7, b7, g7, h7; Pawns c7, d7, e7, f7.
    The King of White on e1 is mated by the Liner on e6 (five men on file e), and it has no square to go to.
    [] check e1, threat e6 e1
    ");
    assert_snapshot!(stands("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2"), @"
    White: King e1; Pawn e5.
    Black: King e8; Pawn d5.
    A Pawn can take in passing on d6.
    []
    ");
    assert_snapshot!(stands("", "7k/8/8/3pPK1l/8/8/8/N7 w d6 0 2"), @"
    White: King f5; Knight a1; Pawn e5.
    Black: King h8; Liner h5; Pawn d5.
    []
    ");
    assert_snapshot!(stands("", "8/8/4k3/8/8/8/8/KN5n w - 29 61"), @"
    White: King a1; Knight b1.
    Black: King e6; Knight h1.
    []
    ");
    assert_snapshot!(stands("", "8/8/4k3/8/8/8/8/KN5n w - 30 61"), @"
    White: King a1; Knight b1.
    Black: King e6; Knight h1.
    Draw after 5 more moves each without a capture, Pawn move or Checker move.
    [draw in 5 moves]
    ");
    assert_snapshot!(stands("", "8/8/4k3/8/8/8/8/KN5n w - 39 61"), @"
    White: King a1; Knight b1.
    Black: King e6; Knight h1.
    Draw after 1 more move each without a capture, Pawn move or Checker move.
    [draw in 1 move]
    ");
    assert_snapshot!(stands("", "8/8/4k3/8/8/8/8/KN5n w - 40 61"), @"
    White: King a1; Knight b1.
    Black: King e6; Knight h1.
    []
    ");
    assert_snapshot!(stands("preset=mixchess", "8/8/4k3/8/8/8/8/KN5n w - 75 61"), @"
    White: King a1; Knight b1.
    Black: King e6; Knight h1.
    Draw after 13 more moves each without a capture, Pawn move or Checker move.
    [draw in 13 moves]
    ");
    assert_snapshot!(stands("", "6n1/8/8/4k3/3C4/8/8/K7 b - 32 1"), @"
    White: King a1; Checker d4.
    Black: King e5; Knight g8.
    Black is in check by the Checker on d4.
    Draw after 4 more moves each without a capture, Pawn move or Checker move.
    [check, draw in 4 moves] check e5, threat d4 e5
    ");
    assert_snapshot!(stands("", "k7/2K5/8/1N6/8/8/8/8 b - 0 1"), @"
    White: King c7; Knight b5.
    Black: King a8.
    Black is not in check and has no legal move; such a stalemate wins.
    [] focus a8, covered a7, covered b7, covered b8
    ");
    assert_snapshot!(stands("", "8/8/8/2k5/2p1N3/8/8/3D3K b - 0 1"), @"
    White: King h1; Dama d1; Knight e4.
    Black: King c5; Pawn c4.
    Both men of Black stand in one group since White moved.
    [] joined c4 c5
    ");
    assert_snapshot!(stands("", "8/8/7k/3KN2s/8/8/8/8 b - 0 1"), @"
    White: King d5; Knight e5.
    Black: King h6; Silver h5.
    One move connected both sides, two men of White and two of Black.
    [] joined d5 e5, joined h5 h6
    ");
    assert_snapshot!(stands("", "k7/8/8/5N2/4K3/3P4/8/8 b - 1 1"), @"
    White: King e4; Knight f5; Pawn d3.
    Black: King a8.
    All three men of White stand in one group.
    [] joined d3 e4, joined e4 f5
    ");
    assert_snapshot!(stands("dama_path=turning", "8/8/8/8/4k3/8/4n3/3D3K b - 0 1"), @"
    White: King h1; Dama d1.
    Black: King e4; Knight e2.
    Black is in check by the Dama on d1.
    [check] check e4, threat d1 e4
    ");
    assert_snapshot!(stands("progress=0", "8/8/4k3/8/8/8/8/KN5n w - 400 61"), @"
    White: King a1; Knight b1.
    Black: King e6; Knight h1.
    []
    ");
}

#[test]
fn ends_in_words() {
    let names = ["ann", "ben"];
    let name = |seat: Seat| names[seat.index()].to_owned();
    let end = |options: &str, position: &str| {
        let position = at(position, options);
        let outcome = Play::new(position).outcome().unwrap();
        position.end_words(outcome, &name).unwrap()
    };
    assert_snapshot!(end("", "lnskdsn1/ccppppcc/4l3/8/2P5/8/CC1PPPCC/LNSDKS1L w - 1 3"), @"the King of ann on e1 is mated by the Liner on e6 (five men on file e), and it has no square to go to");
    assert_snapshot!(end("", "k7/1S6/1K6/8/8/8/8/8 b - 0 1"), @"the King of ben on a8 is mated by the Silver on b7, and a7, b7 and b8 are covered");
    assert_snapshot!(end("", "k7/8/8/5N2/4K3/3P4/8/8 b - 1 1"), @"all three men of ann stand in one group");
    assert_snapshot!(end("", "8/8/7k/3N3s/8/8/8/7K b - 0 1"), @"both men of ben stand in one group since ann moved");
    assert_snapshot!(end("", "8/8/7k/3KN2s/8/8/8/8 b - 0 1"), @"one move connected both sides, two men of ann and two of ben");
    assert_snapshot!(end("connect_tie=mover", "8/8/7k/3KN2s/8/8/8/8 b - 0 1"), @"one move connected both sides, two men of ann and two of ben, and ann made it");
    assert_snapshot!(end("connect_min=1", "8/8/8/4k3/8/8/8/K6N w - 0 1"), @"the lone King of ben counts as a group");
    assert_snapshot!(end("connect=off", "k7/8/1KN5/8/8/8/8/8 b - 0 1"), @"ben is not in check and has no legal move; such a stalemate wins");
    assert_snapshot!(end("", "k7/2K5/8/1N6/8/8/8/8 b - 0 1"), @"ben is not in check and has no legal move; such a stalemate wins");
    assert_snapshot!(end("preset=mixchess", "k7/2K5/8/1N6/8/1L6/8/8 b - 0 1"), @"stalemate: ben is not in check and has no legal move");
    assert_snapshot!(end("", "8/8/4k3/8/8/8/8/K7 w - 0 1"), @"only the two Kings are left");
    assert_snapshot!(end("preset=mixchess", "8/8/4k3/8/8/8/8/KC6 w - 0 1"), @"a King and a Checker cannot win against a bare King");
    assert_snapshot!(end("preset=mixchess", "8/8/4k3/8/8/8/8/KNN5 w - 0 1"), @"a King and two Knights cannot win against a bare King");
    assert_snapshot!(end("", "8/8/4k3/8/8/8/8/KN5n w - 40 61"), @"20 moves by each side without a capture, Pawn move or Checker move");
    assert_snapshot!(end("progress=1", "8/8/4k3/8/8/8/8/KN5n w - 2 61"), @"1 move by each side without a capture, Pawn move or Checker move");
    let start = at(START, "");
    let by_table = |outcome| start.end_words(outcome, &name);
    assert_eq!(
        by_table(Outcome::Draw(Reason::Repetition)).unwrap(),
        "the position has come for the third time"
    );
    assert_eq!(by_table(Outcome::win(Seat::FIRST, Reason::Resignation)), None);
    assert_eq!(by_table(Outcome::Draw(Reason::Agreement)), None);
    assert_eq!(by_table(Outcome::Aborted), None);
}

/// Returns what `legal` answers.
fn legal(options: &str, position: &str, about: &str) -> String {
    let position = at(position, options);
    match position.moves_about(about) {
        Ok(moves) => {
            format!("{}\n{}", position.moves_words(&moves), marked(&position.move_marks(&moves)))
        }
        Err(words) => words,
    }
}

#[test]
fn legal_moves_in_words() {
    assert_snapshot!(legal("", START, ""), @"
    22 moves: Liner a1 `a1a5`, `a1e5`; Checker a2 `a2b3`; Knight b1 `b1a3`, `b1c3`; Checker b2 `b2a3`, `b2c3`; Pawn c2 `c2c3`, `c2c4`; Pawn d2 `d2d3`, `d2d4`; Pawn e2 `e2e3`, `e2e4`; Pawn f2 `f2f3`, `f2f4`; Knight g1 `g1f3`, `g1h3`; Checker g2 `g2f3`, `g2h3`; Liner h1 `h1d5`, `h1h5`; Checker h2 `h2g3`.
    step a3, step a5, step b3, step c3, step c4, step d3, step d4, step d5, step e3, step e4, step e5, step f3, step f4, step g3, step h3, step h5
    ");
    assert_snapshot!(legal("", START, "a1"), @"
    Liner a1: `a1a5` (4 men on file a), `a1e5` (4 men on the diagonal a1-h8); rank 1 holds 8, off the board.
    focus a1, step a5, step e5, count a5 4, count b1 8, count e5 4
    ");
    assert_snapshot!(legal("", START, "Liners"), @"
    4 moves: Liner a1 `a1a5`, `a1e5`; Liner h1 `h1d5`, `h1h5`.
    focus a1, focus h1, step a5, step d5, step e5, step h5
    ");
    assert_snapshot!(legal("", START, "d"), @"No move for the Dama on d1: `why d1` tells the reason.");
    assert_snapshot!(legal("", START, "D1"), @"No move for the Dama on d1: `why d1` tells the reason.");
    assert_snapshot!(legal("", START, "silver"), @"None of White's Silvers can move: `why c1` tells the reason.");
    assert_snapshot!(legal("", START, "h8"), @"The Liner on h8 is Black's, and White is to move.");
    assert_snapshot!(legal("", START, "e5"), @"No man stands on e5.");
    assert_snapshot!(legal("", START, "bishop"), @"Ask for all moves with `legal`, for one man with its square (`legal a1`), or for a kind (`legal liner`).");
    assert_snapshot!(legal("", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1"), @"
    Dama a1: moves `a1b2`; `a1xd4` takes the Pawn on c3; `a1xd4xf6` takes the Pawn on c3 and the Knight on e5; `a1xd4xf6xh8` takes the Pawn on c3, the Knight on e5 and the Silver on g7.
    focus a1, step b2, step d4, step f6, step h8, attack c3, attack e5, attack g7
    ");
    assert_snapshot!(legal("", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "dama"), @"
    Dama a1: moves `a1b2`; `a1xd4` takes the Pawn on c3; `a1xd4xf6` takes the Pawn on c3 and the Knight on e5; `a1xd4xf6xh8` takes the Pawn on c3, the Knight on e5 and the Silver on g7.
    focus a1, step b2, step d4, step f6, step h8, attack c3, attack e5, attack g7
    ");
    assert_snapshot!(legal("must_capture=piece", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", ""), @"
    4 moves: Dama a1 `a1xd4xf6xh8` (takes a Pawn, a Knight and a Silver); King h1 `h1g1`, `h1g2`, `h1h2`.
    focus a1, focus h1, step g1, step g2, step h2, step h8, attack c3, attack e5, attack g7
    ");
    assert_snapshot!(legal("", "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1", "d4"), @"
    Checker d4: `d4xb6` takes the Knight on c5; `d4xf2` takes the Silver on e3.
    focus d4, step b6, step f2, attack c5, attack e3
    ");
    assert_snapshot!(legal("checker_capture=displace", "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1", "checkers"), @"
    Checker d4: `d4c5` takes the Knight on c5; `d4e3` takes the Silver on e3; `d4e5` takes the Pawn on e5.
    focus d4, attack c5, attack e3, attack e5
    ");
    assert_snapshot!(legal("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "e5"), @"
    Pawn e5: moves `e5e6`; `e5d6` takes the Pawn on d5 in passing.
    focus e5, step d6, step e6, attack d5
    ");
    assert_snapshot!(legal("", "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "pawn"), @"
    Pawn b7: moves `b7b8=L`, `b7b8=N`, `b7b8=S`; `b7c8=L` takes the Knight on c8; `b7c8=N` takes the Knight on c8; `b7c8=S` takes the Knight on c8.
    focus b7, step b8, attack c8
    ");
    assert_snapshot!(legal("", "7k/8/8/8/Ln6/8/8/7K w - 0 1", "L"), @"
    Liner a4: `a4a3`, `a4a5` (1 man on file a), `a4c4` (2 men on rank 4), `a4b5` (1 man on the diagonal a4-e8), `a4b3` (1 man on the diagonal a4-d1).
    focus a4, step a3, step a5, step b3, step b5, step c4, count a3 1, count a5 1, count c4 2, count b5 1, count b3 1
    ");
    assert_snapshot!(legal("liner_leap=friends", "7k/8/8/8/Ln6/8/8/7K w - 0 1", "L"), @"
    Liner a4: `a4a3`, `a4a5` (1 man on file a), `a4b5` (1 man on the diagonal a4-e8), `a4b3` (1 man on the diagonal a4-d1); rank 4 holds 2, the enemy on b4 is in between.
    focus a4, step a3, step a5, step b3, step b5, count a3 1, count a5 1, count c4 2, count b5 1, count b3 1
    ");
    assert_snapshot!(legal("", "5k2/8/8/8/3L4/8/8/1K6 w - 0 1", "d4"), @"
    Liner d4: `d4d3`, `d4d5` (1 man on file d), `d4c4`, `d4e4` (1 man on rank 4), `d4c3`, `d4e5` (1 man on the diagonal a1-h8), `d4c5`, `d4e3` (1 man on the diagonal a7-g1).
    focus d4, step c3, step c4, step c5, step d3, step d5, step e3, step e4, step e5, count d3 1, count d5 1, count c4 1, count e4 1, count c3 1, count e5 1, count c5 1, count e3 1
    ");
    assert_snapshot!(legal("", "k7/8/8/3n4/8/3P4/8/K2L4 w - 0 1", "d1"), @"
    Liner d1: `d1d4` (3 men on file d), `d1b1`, `d1f1` (2 men on rank 1), `d1e2` (1 man on the diagonal d1-h5), `d1c2` (1 man on the diagonal a4-d1).
    focus d1, step b1, step c2, step d4, step e2, step f1, count d4 3, count b1 2, count f1 2, count e2 1, count c2 1
    ");
    assert_snapshot!(legal("", "k7/8/8/8/8/8/8/K6N w - 0 1", "q"), @"Ask for all moves with `legal`, for one man with its square (`legal a1`), or for a kind (`legal liner`).");
    assert_snapshot!(legal("", "8/8/8/4k3/8/8/8/K6N w - 0 1", "silver"), @"White has no Silver now.");
    assert_snapshot!(legal("", "8/8/7k/3KN2s/8/8/8/8 b - 0 1", ""), @"The game is over: no moves.");
    assert_snapshot!(legal("", "lnskdsn1/ccppppcc/8/8/8/7l/CCPPPPCC/LNSDKS1L b - 0 2", "h3"), @"
    Liner h3: `h3g3` (1 man on rank 3), `h3e6` (3 men on the diagonal c8-h3); file h holds 4, its own Checker is on h7; the diagonal f1-h3 holds 3, off the board.
    focus h3, step e6, step g3, count h7 4, count g3 1, count g2 3, count e6 3
    ");
    // One move alone is shown with its way.
    let one =
        |position: &str, mv: &str| marked(&at(position, "").move_marks(&[mv.parse().unwrap()]));
    assert_snapshot!(one("k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1xd4xf6"), @"focus a1, step f6, attack c3, attack e5, arrow a1 d4, arrow d4 f6");
    assert_snapshot!(one(START, "c2c4"), @"focus c2, step c4, arrow c2 c4");
    assert_snapshot!(one(START, "b1c3"), @"focus b1, step c3");
    assert_snapshot!(one(START, "a1e5"), @"focus a1, step e5, arrow a1 e5, count a5 4, count b1 8, count e5 4");
    assert_snapshot!(one(START, "c2c3"), @"focus c2, step c3");
    assert_eq!(at(START, "").move_marks(&[]), []);
}

#[test]
fn labels_and_odds() {
    let label = |position: &str, options: &str, mv: &str| {
        at(position, options).move_label(&mv.parse().unwrap())
    };
    assert_snapshot!(label(START, "", "c2c4"), @"Pawn");
    assert_snapshot!(label("2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "", "b7b8=L"), @"Pawn, becomes a Liner");
    assert_snapshot!(label("k7/8/8/8/2s1s3/8/2s1s3/3D3K w - 0 1", "dama_path=turning", "d1xf3xd5"), @"Dama, takes e2 and e4");
    assert_snapshot!(label("k7/8/8/8/2s1s3/8/2s1s3/3D3K w - 0 1", "", "d1xf3"), @"Dama, takes e2");
    let odds = |options: &str, position: &str, mv: &str| {
        at(position, options).odds_words(&mv.parse().unwrap())
    };
    assert_snapshot!(odds("", START, "c2c4"), @"`c2c4` takes nothing. There are no dice in this game.");
    assert_snapshot!(odds("", START, "a1a5"), @"`a1a5` takes nothing. There are no dice in this game. It gives check by the Liner on a5 (three men on the diagonal a5-d8).");
    assert_snapshot!(odds("", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1xd4xf6"), @"`a1xd4xf6` takes the Pawn on c3 and the Knight on e5. There are no dice in this game.");
    assert_snapshot!(odds("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "e5d6"), @"`e5d6` takes the Pawn on d5 in passing. There are no dice in this game.");
    assert_snapshot!(odds("", "2n5/1P1C2s1/5C1k/8/8/8/8/7K w - 0 1", "b7c8=S"), @"`b7c8=S` takes the Knight on c8. There are no dice in this game. The Pawn becomes a Silver.");
    assert_snapshot!(odds("", "lnskdsn1/ccppppcc/8/8/2P5/7l/CC1PPPCC/LNSDKS1L b c3 0 2", "h3e6"), @"`h3e6` takes nothing. There are no dice in this game. It wins: the King of White on e1 is mated by the Liner on e6 (five men on file e), and it has no square to go to.");
    assert_snapshot!(odds("", "8/8/7k/3p3s/8/2N5/8/7K w - 0 1", "c3d5"), @"`c3d5` takes the Pawn on d5. There are no dice in this game. It loses: both men of Black stand in one group since White moved.");
    assert_snapshot!(odds("", "8/8/7k/3Kp2s/8/5N2/8/8 w - 0 1", "f3e5"), @"`f3e5` takes the Pawn on e5. There are no dice in this game. It draws: one move connected both sides, two men of White and two of Black.");
    assert_snapshot!(odds("connect_tie=mover", "8/8/7k/3Kp2s/8/5N2/8/8 w - 0 1", "f3e5"), @"`f3e5` takes the Pawn on e5. There are no dice in this game. It wins: one move connected both sides, two men of White and two of Black, and White made it.");
    assert_snapshot!(odds("connect=off", "8/8/4k3/8/8/8/1n6/K7 w - 0 1", "a1b2"), @"`a1b2` takes the Knight on b2. There are no dice in this game. It draws: only the two Kings are left.");
    assert_snapshot!(odds("", "8/8/4k3/8/8/8/8/KN5n w - 39 61", "b1c3"), @"`b1c3` takes nothing. There are no dice in this game. It draws: 20 moves by each side without a capture, Pawn move or Checker move.");
    assert_snapshot!(odds("", "k7/2K5/8/8/3N4/8/8/8 w - 0 1", "d4b5"), @"`d4b5` takes nothing. There are no dice in this game. It wins: Black is not in check and has no legal move; such a stalemate wins.");
}

#[test]
fn boards_and_captures() {
    let start = at(START, "");
    let context = PictureContext { plies: &[], look: "", seed: 0 };
    let squares = |turned| Shape::Squares(Squares { files: 8, ranks: 8, turned, zone: None });
    let drawn = start.board(Seat::SECOND, vec![], &context);
    assert_eq!((drawn.shape, drawn.pieces.len()), (squares(2), 32));
    assert_eq!(start.board(Seat::FIRST, vec![], &context).shape, squares(0));
    let first = &drawn.pieces[0];
    assert_eq!((first.at.to_string(), &*first.piece.sprite), ("a1".to_owned(), "mix/liner"));
    let plies = [
        (Seat::FIRST, report("", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1xd4xf6")),
        (Seat::FIRST, report("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "e5d6")),
    ];
    let taken = start.captures(&PictureContext { plies: &plies, ..context });
    let taken = taken.iter().map(|(seat, piece)| (seat.number(), &*piece.sprite, piece.shade));
    let (pawn, knight) = ("mix/pawn", "mix/knight");
    let expected = [pawn, knight, pawn].map(|sprite| (1, sprite, Shade::Dark));
    assert_eq!(taken.collect::<Vec<_>>(), expected);
    assert_eq!(Position::fight(&plies[0].1), None);
    assert!(!start.rolls_dice());
}

#[test]
fn examples_are_simple() {
    let example = |position: &str| at(position, "").example_move().map(|mv| mv.to_string());
    assert_eq!(example(START).unwrap(), "d2d3");
    assert_eq!(example("8/8/7k/3KN2s/8/8/8/8 b - 0 1"), None);
}

/// Whatever happens in random games, there are words for it that fit a message, and marks.
#[test]
fn words_for_random_games() {
    let options = [
        "",
        "mixchess",
        "dama_path=turning,must_capture=army",
        "liner_leap=friends,checker_capture=displace,must_capture=piece",
        "connect=half,connect_tie=mover,progress=4",
    ];
    let name = |seat: Seat| if seat == Seat::FIRST { "ann" } else { "ben" }.to_owned();
    for (text, seed) in options.into_iter().zip(1..) {
        let mut random = Random::new(seed);
        let mut play = Play::new(at(START, text));
        while play.outcome().is_none() {
            let position = *play.position();
            let moves = legal_moves(&position);
            let said = position.moves_words(&moves);
            assert!(said.len() < 1900, "{position}: {said}");
            for square in Sq::all().filter(|square| position.men().contains(*square)) {
                let (said, marks) = position.why(&square.to_string()).unwrap();
                assert!((20..1900).contains(&said.len()), "{position}: {said}");
                assert!(!said.contains("  ") && said.ends_with('.'), "{position}: {said}");
                assert_eq!(marks[0], Mark::Focus(square.into()));
            }
            let checked = !position.state_marks().is_empty();
            assert_eq!(checked, position.is_check(), "{position}");
            let mv = *random.pick(&moves);
            assert!(!position.odds_words(&mv).is_empty());
            let report = play.play(&mv, &Roll::NONE).unwrap();
            let said = Position::ply_words(&report, Actor::Me);
            assert!(said.contains(&mv.to_string()) && said.ends_with('.'), "{said}");
            assert!(!play.position().position_words().is_empty());
        }
        let outcome = play.outcome().unwrap();
        assert!(play.position().end_words(outcome, &name).is_some(), "{outcome:?}");
    }
}
