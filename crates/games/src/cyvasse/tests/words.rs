//! What Cyvasse says and shows, as snapshots.

use insta::assert_snapshot;

use super::page::at;
use crate::{
    Actor, Outcome, Present, Reason, Roll, Rules, Seat,
    cyvasse::Position,
    testkit::{marked, play_text},
};

/// A ply in words and marks, and what the position that it leads to says and shows.
fn told(options: &str, position: &str, mv: &str) -> String {
    let mut after = at(position, options);
    let report = play_text(&mut after, mv, "");
    let (words, marks) =
        (Position::ply_words(&report, Actor::Named("ben")), Position::ply_marks(&report));
    let state = after.state_words().unwrap_or_default();
    format!("{words}\n{}\n[{state}] {}", marked(&marks), marked(&after.state_marks()))
}

/// A board on which all kinds of things have happened.
pub(super) const MIDDLE: &str = "1d2hk/h^1r1^c/1l1^^el1/t1rs2r2/er1r^^1r2/6c4/4RR1RR1/1R^S2^1C/TR^L1^1T/H1^K^EH/2E1D1 b @h2,f11 h=c4,g10,h8,k4;f=d8,f4,f8,h4;g=b9,g3,g9,h3 - 1 11";
/// The King of White is taken, and an enemy stands on the fortress.
pub(super) const LOST: &str = "6/he^k^dh/2^ll^1t/1t^3^2/C1S1rr4/2c8/4RRR3/^3DS1c^/HL^1R^2/1ER2E1/^1s2^ w h1,d10 h=a8,d4,i8,j4;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 12";
const FALLEN: &str = "k5/7/8/9/10/11/10/9/3e4/7/4K1 b ?,a11 - - 7 3";

#[test]
fn plies_in_words_and_marks() {
    assert_snapshot!(told("", "bastion+bastion", "g5g6"), @"
    ben moved g5-g6 (Rabble).
    from g5, to g6
    []
    ");
    assert_snapshot!(told("", "bastion+bastion", "D@h6"), @"
    ben brought out the Dragon on h6.
    to h6
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/3KL3/7/6 w g3,a11 - - 0 1", "h3f4"), @"
    ben moved h3-f4 (Light Horse).
    from h3, to f4, way h3 g4, way g4 f4
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/4RcR4/10/9/8/7/K5 w f1,a11 - - 0 1", "e6f6"), @"
    ben moved e6-f6: the Rabble takes the Crossbows on f6, helped by the Rabble on g6.
    from e6, to f6, flank g6 f6
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6f6"), @"
    ben moved b6-f6: the Trebuchet takes the Dragon on f6, helped by the Rabble on g5, the Crossbows on g6 and the Rabble on f7.
    from b6, to f6, arrow b6 f6, flank g5 f6, flank g6 f6, flank f7 f6
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/4Dd5/10/9/8/7/K5 w f1,f6 - - 0 1", "e6f6"), @"
    ben moved e6-f6: the Dragon takes the Dragon on f6. White holds Black's fortress: it falls unless Black retakes f6 now.
    from e6, to f6
    [retake f6 now] check f6
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/4R4/3e4/2R4/5K w g3,a11 - D 0 1", "D@g3"), @"
    ben brought out the Dragon on g3, where it takes the Elephant.
    to g3
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", "=T f1g1"), @"
    ben made the Crossbows on f1 a Trebuchet and moved f1-g1 (Trebuchet).
    from f1, to g1, raised g1
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", "=T k1j1"), @"
    ben made the Crossbows on f1 a Trebuchet and moved k1-j1 (King).
    from k1, to j1, raised f1
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/8/^^5/R4K w f1,a11 - - 0 1", "=L k1j1"), @"
    ben made the Rabble on f1 a Light Horse and moved k1-j1 (King).
    from k1, to j1, raised f1
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/3T4/7/6 w g3,a11 - - 0 1", "=K g3f3"), @"
    ben crowned the Trebuchet on g3 and moved g3-f3 (King).
    from g3, to f3, raised f3
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/6T3/11/10/9/3rC3/7/6 w g3,a11 - - 0 1", "g7g3=K"), @"
    ben moved g7-g3: the Trebuchet takes the Rabble on g3 and is crowned King.
    from g7, to g3, arrow g7 g3, raised g3
    []
    ");
    assert_snapshot!(told("", FALLEN, "@k1 g3i2"), @"
    ben named the corner k1 and moved g3-i2 (Elephant).
    from g3, to i2, arrow g3 i2
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/3e4/7/5K w g3,a11 - - 0 1", "k1j1"), @"
    ben moved k1-j1 (King). White's fortress on g3 was not retaken and falls, and Black now names a corner for Horses to ride round in its place.
    from k1, to j1
    [name a corner]
    ");
    assert_snapshot!(told("", "k5/7/8/9/6T3/11/10/9/3e4/7/5K w g3,a11 - - 0 1", "g7g3"), @"
    ben moved g7-g3: the Trebuchet takes the Elephant on g3.
    from g7, to g3, arrow g7 g3
    []
    ");
    assert_snapshot!(told("", "6/7/7t/9/10/1T3k5/10/9/8/7/K5 w f1,e9 - - 0 1", "b6f6"), @"
    ben moved b6-f6: the Trebuchet takes the King on f6. Black has one turn to crown another King.
    from b6, to f6, arrow b6 f6
    [crown a King now] focus e9
    ");
    assert_snapshot!(told("", "6/7/8/9/10/1T3k5/10/9/8/7/K5 w f1,e9 - - 0 1", "b6f6"), @"
    ben moved b6-f6: the Trebuchet takes the King on f6.
    from b6, to f6, arrow b6 f6
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/3T4/7/K5 w f1,g10 - - 0 1", "g3g10"), @"
    ben moved g3-g10 (Trebuchet). White holds Black's fortress: it falls unless Black retakes g10 now.
    from g3, to g10, arrow g3 g10
    [retake g10 now] check g10
    ");
    assert_snapshot!(told("ruin=instant", "k5/7/8/9/10/11/10/9/3T4/7/K5 w f1,g10 - - 0 1", "g3g10"), @"
    ben moved g3-g10 (Trebuchet). Black's fortress falls; Horses still ride round g10.
    from g3, to g10, arrow g3 g10
    []
    ");
    assert_snapshot!(told("", "6/7/8/9/10/11/10/9/8/^^5/K^1k2 w i1,a11 - - 7 3", "pass"), @"
    ben passed, as nothing can move. White's fortress on i1 was not retaken and falls, and Black now names a corner for Horses to ride round in its place.

    [name a corner]
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/8/^^3^^/K^2^C w k1,a11 - - 0 1", "=T pass"), @"
    ben made the Crossbows on k1 a Trebuchet and passed, as nothing can move.
    raised k1
    []
    ");
    assert_snapshot!(told("ports=on", "k5/7/8/9/10/r10/10/9/4K3/R6/6 w h3,a10 - - 0 1", "e2a6"), @"
    ben moved e2-a6: the Rabble takes the Rabble on a6.
    from e2, to a6, way e2 f1, way f1 a6
    []
    ");
    assert_snapshot!(told("", "k5/7/8/9/10/11/10/9/8/7/K5 w f1,a11 - - 80 80", "f1g1"), @"
    ben moved f1-g1 (King).
    from f1, to g1
    [draw in 10 turns]
    ");
    assert_snapshot!(told("progress=2", "k5/7/8/9/10/11/10/9/8/7/K5 w f1,a11 - - 3 80", "f1g1"), @"
    ben moved f1-g1 (King).
    from f1, to g1
    []
    ");
    let mut position = at("k5/7/8/9/10/4RcR4/10/9/8/7/K5 w f1,a11 - - 0 1", "");
    let report = position.apply(&"e6f6".parse().unwrap(), &Roll::NONE);
    assert_snapshot!(Position::ply_words(&report, Actor::Me), @"I moved e6-f6: the Rabble takes the Crossbows on f6, helped by the Rabble on g6.");
}

/// The position as a list, what counts in a few words, and its marks.
fn stands(options: &str, position: &str) -> String {
    let position = at(position, options);
    let words = position.position_words().join("\n");
    let state = position.state_words().unwrap_or_default();
    format!("{words}\n[{state}] {}", marked(&position.state_marks())).trim_end().to_owned()
}

#[test]
fn positions_in_words() {
    assert_snapshot!(stands("", "bastion+vanguard"), @"
    White: King h2; Trebuchets d3, k3; Elephants f2, j2; Heavy Horses e2, k2; Crossbows c4, k4; Spears f4, h4; Light Horses g3, h3; Rabble c5, d5, f5, g5, i5, j5; Dragon in hand.
    Black: King d11; Dragon e8; Trebuchets a7, j7; Elephants b10, f10; Heavy Horses a9, h9; Crossbows b8, h8; Spears d8, f8; Light Horses b9, g9; Rabble d7, e7, f7, g7, c10, e10.
    White's fortress h2; Black's fortress d11.
    Hills c4, k4, b8, h8; forests f4, h4, d8, f8; grassland g3, h3, b9, g9; mountains g2, i2, f3, i3, e4, i4, a8, i8, c9, f9, a11, f11.
    []
    ");
    assert_snapshot!(stands("ruin=instant", MIDDLE), @"
    White: King h2; Dragon j1; Trebuchets d3, k3; Elephants h1, j2; Heavy Horses e2, k2; Crossbows k4; Spears f4; Light Horse g3; Rabble e3, d4, f5, g5, i5, j5.
    Black: King f11; Dragon b11; Trebuchet a8; Elephants a7, f9; Heavy Horses a10, e11; Crossbows g6, g10; Spears d8; Light Horses b9, g9; Rabble b7, d7, h7, c8, g8, d10.
    White's fortress ruined, its centre h2; Black's fortress f11.
    Hills c4, k4, h8, g10; forests f4, h4, d8, f8; grassland g3, h3, b9, g9; mountains g2, i2, f3, i3, e4, i4, e7, f7, d9, e9, b10, f10.
    []
    ");
    assert_snapshot!(stands("", LOST), @"
    White: Dragon g4; Elephants f2, j2; Heavy Horse d3; Crossbows a7; Spears h4, c7; Light Horse e3; Rabble g2, h3, f5, g5, h5.
    Black: King d10; Dragon f10; Trebuchets b8, h9; Elephant b10; Heavy Horses a10, g10; Crossbows j4, c6; Spears h1; Light Horses d9, e9; Rabble e7, f7.
    White's fortress h1; Black's fortress d10.
    Hills d4, j4, a8, i8; forests f4, h4, d8, f8; grassland e3, j3, d9, e9; mountains f1, k1, f3, i3, c4, k4, c8, g8, c9, f9, c10, e10.
    White has lost the King and must crown another this turn.
    [crown a King now] check h1
    ");
    assert_snapshot!(stands("", FALLEN), @"
    White: King j1.
    Black: King a11; Elephant g3.
    White's fortress ruined, its corner not named yet; Black's fortress a11.
    Black names a corner this turn, one of f1, k1, a6, k6, f11.
    [name a corner]
    ");
    assert_snapshot!(stands("", "k5/7/8/9/10/11/10/9/3rC3/7/4T1 w g3,@a11 - - 0 1"), @"
    White: Trebuchet j1; Crossbows h3.
    Black: King a11; Rabble g3.
    White's fortress g3; Black's fortress ruined, its centre a11.
    The King of White is taken, and no Trebuchet, Elephant or Heavy Horse can go to g3 to be crowned.
    []
    ");
    assert_snapshot!(stands("", "k5/7/8/9/6T3/11/10/9/3rC3/7/6 w g3,a11 - - 0 1"), @"
    White: Trebuchet g7; Crossbows h3.
    Black: King a11; Rabble g3.
    White's fortress g3; Black's fortress a11.
    White has lost the King and must crown another this turn.
    [crown a King now] check g3
    ");
    assert_snapshot!(stands("", "k5/7/8/6T2/10/6R4/10/9/4C3/7/6 w g3,a11 - - 0 1"), @"
    White: Trebuchet g8; Crossbows h3; Rabble g6.
    Black: King a11.
    White's fortress g3; Black's fortress a11.
    The King of White is taken, and no Trebuchet, Elephant or Heavy Horse can go to g3 to be crowned.
    []
    ");
    assert_snapshot!(stands("", "k5/7/8/9/10/11/10/9/3TC3/7/6 w @k1,a11 - - 0 1"), @"
    White: Trebuchet g3; Crossbows h3.
    Black: King a11.
    White's fortress ruined, its centre k1; Black's fortress a11.
    The King of White is taken, and a ruined fortress crowns no other.
    []
    ");
    assert_snapshot!(stands("", "6/7/3t4/9/10/11/10/9/3T4/7/6 w g3,d9 - - 0 1"), @"
    White: Trebuchet g3.
    Black: Trebuchet d9.
    White's fortress g3; Black's fortress d9.
    The King of Black is gone.
    []
    ");
    assert_snapshot!(stands("", "k5/7/8/9/10/11/10/9/8/7/K5 w f1,a11 - - 75 80"), @"
    White: King f1.
    Black: King a11.
    White's fortress f1; Black's fortress a11.
    Draw after 13 more turns each without a capture or other progress.
    [draw in 13 turns]
    ");
    assert_snapshot!(stands("", "6/7/8/9/10/11/10/9/8/7/6 w f1,a11 - - 0 1"), @"
    White: nobody.
    Black: nobody.
    White's fortress f1; Black's fortress a11.
    The King of Black is gone.
    []
    ");
}

#[test]
fn ends_in_words() {
    let name = |seat: Seat| if seat == Seat::FIRST { "ann" } else { "ben" }.to_owned();
    let end = |position: &str| {
        let position = at(position, "");
        let outcome = position.outcome().or_else(|| position.drawn_by_count(1)).unwrap();
        position.end_words(outcome, &name).unwrap()
    };
    assert_snapshot!(end("k5/7/8/6T2/10/6R4/10/9/4C3/7/6 w g3,a11 - - 0 1"), @"the King of ann is taken, and no Trebuchet, Elephant or Heavy Horse can go to g3 to be crowned");
    assert_snapshot!(end("k5/7/8/9/10/6R4/10/9/4C3/7/6 w g3,a11 - - 0 1"), @"the King of ann is taken, and no Trebuchet, Elephant or Heavy Horse is left to be crowned");
    assert_snapshot!(end("K5/7/8/9/10/11/10/9/3tc3/7/6 b a11,@k1 - - 0 1"), @"the King of ben is taken, and a ruined fortress crowns no other");
    assert_snapshot!(end("6/7/3t4/9/10/11/10/9/3T4/7/6 w g3,d9 - - 0 1"), @"the King of ben is gone");
    assert_snapshot!(end("k5/7/8/9/10/11/10/9/8/7/K5 w f1,a11 - - 100 80"), @"50 turns by each side without a capture, a promotion, a Dragon brought out or a fortress that fell");
    let position = at("bastion+bastion", "");
    let won = Outcome::win(Seat::FIRST, Reason::Resignation);
    assert_eq!(position.end_words(won, &name), None);
}

/// Returns what `legal` answers, and its marks.
fn legal(options: &str, position: &str, about: &str) -> String {
    let position = at(position, options);
    match position.moves_about(about) {
        Ok(moves) => {
            let marks = marked(&position.move_marks(&moves));
            format!("{}\n{marks}", position.moves_words(&moves)).trim_end().to_owned()
        }
        Err(words) => words,
    }
}

#[test]
fn legal_turns_in_words_and_marks() {
    assert_snapshot!(legal("", "bastion+bastion", ""), @"
    64 moves: King h2: h1, i1; Dragon in hand: f1, g1, h1, i1, j1, k1, e3, j3, d4, g4, j4, e5, h5, d6, e6, f6, g6, h6; Trebuchet d3: e3, d4; Trebuchet k3: j3, j4; Elephant f2: h1; Elephant j2: i1; Heavy Horse e2: f1, e3; Heavy Horse k2: k1, j3; Crossbows c4: d4, b5, a6; Crossbows k4: j4, k5, k6; Spears f4: e3, e6; Spears h4: j3, g6; Rabble c5: d4, b5, b6, c6; Rabble d5: d4, e5, c6, d6; Rabble f5: g4, e5, e6, f6; Rabble g5: g4, h5, f6, g6; Rabble i5: j4, h5, h6, i6; Rabble j5: j4, k5, i6, j6.
    step f1, step g1, step h1, step i1, step j1, step k1, step e3, step j3, step d4, step g4, step j4, step b5, step e5, step h5, step k5, step a6, step b6, step c6, step d6, step e6, step f6, step g6, step h6, step i6, step j6, step k6
    ");
    assert_snapshot!(legal("", MIDDLE, ""), @"
    66 moves: Dragon b11: e8, f8, c9, c10, e10, a11, c11, d11; Trebuchet a8: b8, a9; Elephant a7: g4, b5, e5, c6, b8, c9; Elephant f9: h5, g7, j7, e8, h8; Heavy Horse e11: c11, d11; Crossbows g6: g5 (takes a Rabble), h5, d6, e6, f6, h6, i6, j6, g7; Crossbows g10: j7, i8, h9; Spears d8: b6, e6, c7, c10; Light Horse b9: a9, c9; Light Horse g9: j7, i8, h9; Rabble b7: b6, c6, c7, b8; Rabble d7: d6, e6, c7; Rabble h7: h6, i6, g7, i7, h8; Rabble c8: c7, b8, c9; Rabble g8: g7, f8, h8; Rabble d10: c10, e10, c11, d11.
    step g4, step b5, step e5, step h5, step b6, step c6, step d6, step e6, step f6, step h6, step i6, step j6, step c7, step g7, step i7, step j7, step b8, step e8, step f8, step h8, step i8, step a9, step c9, step h9, step c10, step e10, step a11, step c11, step d11, attack g5
    ");
    assert_snapshot!(legal("", MIDDLE, "e9"), @"No man stands on e9. `why e9` tells what is there.");
    assert_snapshot!(legal("", MIDDLE, "elephants"), @"
    11 moves: Elephant a7: g4, b5, e5, c6, b8, c9; Elephant f9: h5, g7, j7, e8, h8.
    focus a7, focus f9, step g4, step b5, step e5, step h5, step c6, step g7, step j7, step b8, step e8, step h8, step c9
    ");
    assert_snapshot!(legal("", MIDDLE, "dragon"), @"
    Dragon b11: `b11e8`, `b11f8`, `b11c9`, `b11c10`, `b11e10`, `b11a11`, `b11c11`, `b11d11`.
    focus b11, step e8, step f8, step c9, step c10, step e10, step a11, step c11, step d11
    ");
    assert_snapshot!(legal("", MIDDLE, "light horse"), @"
    5 moves: Light Horse b9: a9, c9; Light Horse g9: j7, i8, h9.
    focus b9, focus g9, step j7, step i8, step a9, step c9, step h9
    ");
    assert_snapshot!(legal("", MIDDLE, "horses"), @"
    7 moves: Heavy Horse e11: c11, d11; Light Horse b9: a9, c9; Light Horse g9: j7, i8, h9.
    focus b9, focus g9, focus e11, step j7, step i8, step a9, step c9, step h9, step c11, step d11
    ");
    assert_snapshot!(legal("", MIDDLE, "S"), @"
    Spears d8: `d8b6`, `d8e6`, `d8c7`, `d8c10`.
    focus d8, step b6, step e6, step c7, step c10, too strong f4
    ");
    assert_snapshot!(legal("", MIDDLE, "a8"), @"
    Trebuchet a8: `a8b8`, `a8a9`.
    focus a8, step b8, step a9
    ");
    assert_snapshot!(legal("", MIDDLE, "e4"), @"No man stands on e4. `why e4` tells what is there.");
    assert_snapshot!(legal("", MIDDLE, "k4"), @"The Crossbows on k4 are White's, and Black is to move. `why k4` tells who can take it.");
    assert_snapshot!(legal("", MIDDLE, "b3"), @"Ask for all turns with `legal`, for one man with his hex (`legal f11`), or for a kind (`legal elephant`).");
    assert_snapshot!(legal("", MIDDLE, "castle"), @"Ask for all turns with `legal`, for one man with his hex (`legal f11`), or for a kind (`legal elephant`).");
    assert_snapshot!(legal("", LOST, ""), @"
    Elephant f2: `f2h1=K` takes the Spears on h1.
    focus f2, attack h1, arrow f2 h1
    ");
    assert_snapshot!(legal("", LOST, "king"), @"White has no King now.");
    assert_snapshot!(legal("", LOST, "f2"), @"
    Elephant f2: `f2h1=K` takes the Spears on h1.
    focus f2, attack h1, arrow f2 h1
    ");
    assert_snapshot!(legal("", LOST, "dragon"), @"White must crown a King this turn: `legal` lists the turns that do.");
    assert_snapshot!(legal("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6"), @"
    Trebuchet b6: `b6g1`, `b6f2`, `b6e3`, `b6d4`, `b6b5`, `b6c5`, `b6a6`, `b6c6`, `b6d6`, `b6e6`, `b6a7`, `b6b7`, `b6b8`, `b6b9`, `b6b10`, `b6b11`; `b6f6` takes the Dragon on f6, 3 + ½ + ¼ + ¼ = 4 with the Rabble on g5, the Crossbows on g6 and the Rabble on f7.
    focus b6, step g1, step f2, step e3, step d4, step b5, step c5, step a6, step c6, step d6, step e6, step a7, step b7, step b8, step b9, step b10, step b11, attack f6, flank g5 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(legal("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "g6"), @"
    Crossbows g6: `g6j3`, `g6i4`, `g6h5`, `g6h6`, `g6i6`, `g6j6`, `g6g7`, `g6g8`, `g6g9`.
    focus g6, step j3, step i4, step h5, step h6, step i6, step j6, step g7, step g8, step g9, too strong f6
    ");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/8/RR5/KR4 w f1,a11 - D 0 1", "dragon"), @"
    Dragon in hand: `D@h1`, `D@i1`, `D@j1`, `D@g2`, `D@h2`, `D@i2`, `D@d3`, `D@e3`, `D@f3`, `D@g3`, `D@h3`, `D@c4`, `D@d4`, `D@e4`, `D@f4`, `D@g4`, `D@b5`, `D@c5`, `D@d5`, `D@e5`, `D@f5`.
    step h1, step i1, step j1, step g2, step h2, step i2, step d3, step e3, step f3, step g3, step h3, step c4, step d4, step e4, step f4, step g4, step b5, step c5, step d5, step e5, step f5
    ");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/8/7/K5 w @k6,a11 - D 0 1", "dragon"), @"White's Dragon cannot come out now: `why dragon` tells the reason.");
    assert_snapshot!(legal("", FALLEN, ""), @"
    Name a corner first: `@a6`, `@f1`, `@f11`, `@k1`, `@k6`, as in `@a6 a11a10`. 17 moves: King a11: a10, b10, b11; Elephant g3: h1, k1, f2, i2, e4, h4, c5, f5, i5, a6, j6, e7, d9, c11.
    focus g3, focus a11, step h1, step k1, step f2, step i2, step e4, step h4, step c5, step f5, step i5, step a6, step j6, step e7, step d9, step a10, step b10, step b11, step c11
    ");
    assert_snapshot!(legal("", "k5/7/8/9/10/5K5/10/9/3l4/7/6 b ?,a11 - - 0 1", ""), @"
    Name a corner first: `@a6`, `@f1`, `@f11`, `@k1`, `@k6`, as in `@a6 a11a10`. 24 moves: King a11: a10, b10, b11; Light Horse g3: g1 (with @a6 or @k1), i1 (with @f1 or @k6), g2 (with @a6 or @k1), h2 (with @f1 or @k6), d3, e3, f3, h3, i3, j3 (with @f11), d4 (with @f1), e4 (with @f1 or @f11), f4 (with @f1 or @k6), g4 (with @a6 or @k1), i4, d5 (with @f11), e5 (with @k6), g5 (with @a6 or @k1), h5 (with @k1), d6 (with @k6), g6 (with @a6).
    focus g3, focus a11, step g1, step i1, step g2, step h2, step d3, step e3, step f3, step h3, step i3, step j3, step d4, step e4, step f4, step g4, step i4, step d5, step e5, step g5, step h5, step d6, step g6, step a10, step b10, step b11
    ");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", ""), @"
    Before the move the Crossbows on f1 may become a Trebuchet (`=T`). 10 moves: King k1: j1, j2, k2; Trebuchet f1 (`=T`): g1, h1, i1, j1; Crossbows f1: g1, h1, i1.
    focus f1, focus k1, step g1, step h1, step i1, step j1, step j2, step k2
    ");
    assert_snapshot!(legal("promotion=forced", "k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", "f1"), @"
    Before the move the Crossbows on f1 must become a Trebuchet (`=T`). Trebuchet f1 (`=T`): `f1g1`, `f1h1`, `f1i1`, `f1j1`.
    focus f1, step g1, step h1, step i1, step j1
    ");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/8/^^5/R4K w f1,a11 - - 0 1", "f1"), @"
    Before the move the Rabble on f1 may become Crossbows (`=C`), a Light Horse (`=L`) or Spears (`=S`). Crossbows f1 (`=C`): `f1g1`, `f1h1`, `f1i1`. Spears f1 (`=S`): `f1g2`, `f1e3`, `f1h3`, `f1d5`. Light Horse f1 (`=L`): `f1g1`, `f1h1`, `f1i1`. Rabble f1: `f1g1`.
    focus f1, step g1, step h1, step i1, step g2, step e3, step h3, step d5
    ");
    assert_snapshot!(legal("", "k5/7/8/9/6T3/11/10/9/3rC3/7/6 w g3,a11 - - 0 1", ""), @"
    Trebuchet g7: `g7g3=K` takes the Rabble on g3.
    focus g7, attack g3, arrow g7 g3
    ");
    assert_snapshot!(legal("", "k5/7/8/9/6T3/11/10/9/3rC3/7/6 w g3,a11 - - 0 1", "h3"), @"White must crown a King this turn: `legal` lists the turns that do.");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/3T4/7/6 w g3,a11 - - 0 1", ""), @"
    First the Trebuchet on g3 is crowned King (`=K`). King g3 (`=K`): `g3g2`, `g3h2`, `g3f3`, `g3h3`, `g3f4`, `g3g4`.
    focus g3, step g2, step h2, step f3, step h3, step f4, step g4
    ");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/8/^^3^^/K^2^C w k1,a11 - - 0 1", ""), @"Before the move the Crossbows on k1 may become a Trebuchet (`=T`). Nothing can move: type `pass`.");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/8/^^5/K^4 w f1,a11 - - 0 1", ""), @"Nothing can move: type `pass`.");
    assert_snapshot!(legal("", "k5/7/8/9/10/11/10/9/3TC3/7/6 w @k1,a11 - - 0 1", ""), @"The game is over: no moves.");
}

fn odds(options: &str, position: &str, mv: &str) -> String {
    at(position, options).odds_words(&mv.parse().unwrap())
}

#[test]
fn sums_in_place_of_odds() {
    assert_snapshot!(odds("", "bastion+bastion", "g5g6"), @"`g5g6` takes nothing; there are no dice in this game.");
    assert_snapshot!(odds("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6f6"), @"`b6f6` takes the Dragon on f6; there are no dice in this game. The Trebuchet has 3 + ½ + ¼ + ¼ = 4 with the Rabble on g5, the Crossbows on g6 and the Rabble on f7; the Dragon has 4.");
    assert_snapshot!(odds("", "k5/7/8/9/5R4/4RcR4/10/9/8/7/K5 w f1,f6 h=f6 - 0 1", "e6f6"), @"`e6f6` takes the Crossbows on f6; there are no dice in this game. The Rabble has 1 + 1 + 1 = 3 with the Rabble on g6 and the Rabble on f7; the Crossbows on the hill have 3.");
    assert_snapshot!(odds("flanking=cascade", "k5/7/8/9/5R4/1T3dR4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6f6"), @"`b6f6` takes the Dragon on f6; there are no dice in this game. The Trebuchet has 3 + 1 = 4 with the Rabble on g5, the Rabble on g6 and the Rabble on f7; the Dragon has 4.");
    assert_snapshot!(odds("", "6/7/7t/9/10/1T3k5/10/9/8/7/K5 w f1,e9 - - 0 1", "b6f6"), @"`b6f6` takes the King on f6; there are no dice in this game. The Trebuchet has 3; the King has 1. Black then has one turn to crown another King.");
    assert_snapshot!(odds("", "6/7/8/9/10/1T3k5/10/9/8/7/K5 w f1,e9 - - 0 1", "b6f6"), @"`b6f6` takes the King on f6; there are no dice in this game. The Trebuchet has 3; the King has 1. It wins: the King of Black is taken, and no Trebuchet, Elephant or Heavy Horse is left to be crowned.");
    assert_snapshot!(odds("", "k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", "=T k1j1"), @"`=T k1j1` takes nothing; there are no dice in this game.");
    assert_snapshot!(odds("progress=2", "k5/7/8/9/10/11/10/9/8/7/K5 w f1,a11 - - 3 80", "f1g1"), @"`f1g1` takes nothing; there are no dice in this game. It draws: 2 turns by each side without a capture, a promotion, a Dragon brought out or a fortress that fell.");
}

#[test]
fn labels_and_examples() {
    let label = |position: &str, mv: &str| at(position, "").move_label(&mv.parse().unwrap());
    assert_snapshot!(label("bastion+bastion", "g5g6"), @"Rabble");
    assert_snapshot!(label("bastion+bastion", "D@h6"), @"Dragon from hand");
    assert_snapshot!(label(FALLEN, "@k1 g3i2"), @"Elephant, corner k1");
    assert_snapshot!(label("k5/7/8/9/10/4RcR4/10/9/8/7/K5 w f1,a11 - - 0 1", "e6f6"), @"Rabble, takes Crossbows");
    assert_snapshot!(label("k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", "=T f1j1"), @"Trebuchet, promoted from Crossbows");
    assert_snapshot!(label("k5/7/8/9/10/11/10/9/8/^^5/R4K w f1,a11 - - 0 1", "=S k1j1"), @"King, the Rabble on f1 becomes Spears");
    assert_snapshot!(label("k5/7/8/9/6T3/11/10/9/3rC3/7/6 w g3,a11 - - 0 1", "g7g3=K"), @"Trebuchet, takes a Rabble, is crowned");
    assert_snapshot!(label("k5/7/8/9/10/11/10/9/8/^^3^^/K^2^C w k1,a11 - - 0 1", "=T pass"), @"nothing can move, the Crossbows on k1 become a Trebuchet");
    let example = |position: &str| at(position, "").example_move().map(|mv| mv.to_string());
    assert_eq!(example("bastion+bastion").as_deref(), Some("f5f6"));
    assert_eq!(example(FALLEN).as_deref(), Some("@a6 a11b10"));
    assert_eq!(example("k5/7/8/9/10/11/10/9/3TC3/7/6 w @k1,a11 - - 0 1"), None);
}
