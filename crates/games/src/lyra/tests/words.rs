//! What Lyra says and shows, as snapshots.

use insta::assert_snapshot;
use scene::{Shade, Shape, Squares};

use super::super::*;
use crate::{
    Actor, Outcome, PictureContext, Present, Seat, SeatSet, isolated,
    testkit::{self, marked},
};

const START: &str = super::super::notation::START;

fn position(options: &str, text: &str) -> Position {
    testkit::at(text, options)
}

fn report(options: &str, text: &str, mv: &str, roll: &str) -> Report {
    testkit::play_text(&mut position(options, text), mv, roll)
}

fn ply(options: &str, text: &str, mv: &str, roll: &str) -> String {
    testkit::ply(&position(options, text), mv, roll)
}

fn refusals(options: &str, text: &str, typed: &[&str]) -> String {
    testkit::refusals(&position(options, text), typed)
}

fn why(options: &str, text: &str, square: &str) -> String {
    testkit::why(&position(options, text), square)
}

#[test]
fn steps_in_words() {
    assert_snapshot!(ply("", START, "c2-c3", ""), @"ben moved c2-c3 (Soldier).");
    assert_snapshot!(ply("", START, "e1-e3", ""), @"ben moved e1-e3 (Captain over its Soldier).");
    let over_enemy = "5g/6/1S1s2/2A3/6/5G w L/- 0";
    assert_snapshot!(ply("", over_enemy, "c3-e5", ""), @"ben moved c3-e5 (Assassin over the enemy Soldier).");
    let me = report("", "lcgacl/ssssss/6/6/SSSSSS/LCAGCL b -/- 0", "e6-e4", "");
    assert_snapshot!(Position::ply_words(&me, Actor::Me), @"I moved e6-e4 (Captain over its Soldier).");
    assert_snapshot!(ply("", "2l2g/1SS3/6/6/6/G5 w -/- 0", "b5-b6=L", ""), @"ben moved b5-b6=L (Soldier). The Soldier becomes a Lieutenant.");
    assert_snapshot!(ply("v3", "5g/1S4/6/6/6/GLL3 w -/- 0", "b5-b6", ""), @"ben moved b5-b6 (Soldier). It turns round there and goes back from now on.");
    assert_snapshot!(ply("v3", "5g/6/6/6/2V3/GL3L w -/- 0", "c2-c1", ""), @"ben moved c2-c1 (reversed Soldier). It turns round again and goes forward from now on.");
    assert_snapshot!(ply("v4", "g5/4L1/6/6/6/5G w -/- 0", "e5-e6=C", ""), @"ben moved e5-e6=C (Lieutenant). The Lieutenant becomes a Captain.");
    let pass = Report {
        side: Side::White,
        mv: Move::Pass,
        action: None,
        held_before: [Held::NONE; 2],
        held_after: [Held::NONE; 2],
        outcome: None,
    };
    assert_snapshot!(Position::ply_words(&pass, Actor::Named("ben")), @"ben has no move and passes.");
    assert_snapshot!(Position::ply_words(&pass, Actor::Me), @"I have no move and pass.");
}

#[test]
fn nothing_of_whose_name_is_written_from_the_right_stands_behind_it() {
    let fight = report("", "g5/6/3s2/2C3/6/5G w -/- 0", "c3xd4", "1,3");
    let words = Position::ply_words(&fight, Actor::Named("דן"));
    let head = "The Captain of \u{2067}דן\u{2069} on c3 attacks the Soldier on d4: ";
    assert!(words.starts_with(head), "{words}");
    let end = |name: &str| {
        let won = Outcome::Win(SeatSet::of(Seat::FIRST), super::super::rules::GENERAL);
        position("", START).end_words(won, &|_| isolated(name))
    };
    assert_eq!(end("ben").as_deref(), Some("the General of ben fell"));
    assert_eq!(end("דן").as_deref(), Some("the General of \u{2067}דן\u{2069} fell"));
}

#[test]
fn fights_in_words() {
    let board = "g5/6/3s2/2C3/6/5G w -/- 0";
    assert_snapshot!(ply("", board, "c3xd4", "6,3"), @"ben's Captain on c3 attacks the Soldier on d4: **6** (d8) against **3** (d4). Hit, 69 % beforehand. The Soldier is off the board.");
    assert_snapshot!(ply("", board, "c3xd4", "3,3"), @"ben's Captain on c3 attacks the Soldier on d4: **3** (d8) against **3** (d4). A tie is a push: nothing moves (the hit had 69 %).");
    assert_snapshot!(ply("", board, "c3xd4", "1,3"), @"ben's Captain on c3 attacks the Soldier on d4: **1** (d8) against **3** (d4). Lower is a push: nothing moves (the hit had 69 %).");
    assert_snapshot!(ply("v5", board, "c3xd4", "1,3"), @"ben's Captain on c3 attacks the Soldier on d4: **1** (d8) against **3** (d4). Lower loses: the Captain is off the board (the hit had 69 %).");
    assert_snapshot!(ply("classic", board, "c3xd4", ""), @"ben's Captain on c3 takes the Soldier on d4.");
    let over = "g5/2s3/2S3/1LCG2/6/6 w -/- 0";
    assert_snapshot!(ply("", over, "c3xc5", "8,1"), @"ben's Captain on c3 attacks the Soldier on c5 over its own Soldier: **8** (d8) against **1** (d4). Hit, 69 % beforehand. The Soldier is off the board.");
    let me = report("", board, "c3xd4", "6,3");
    assert_snapshot!(Position::ply_words(&me, Actor::Me), @"My Captain on c3 attacks the Soldier on d4: **6** (d8) against **3** (d4). Hit, 69 % beforehand. The Soldier is off the board.");
    assert_snapshot!(ply("", "2l2g/1SS3/6/6/6/G5 w -/- 0", "c5xc6=L", "4,1"), @"ben's Soldier on c5 attacks the Lieutenant on c6: **4** (d4) against **1** (d4). Hit, 38 % beforehand. The Lieutenant is off the board. The Soldier becomes a Lieutenant.");
    assert_snapshot!(ply("", "2l2g/1SS3/6/6/6/G5 w -/- 0", "c5xc6=L", "1,1"), @"ben's Soldier on c5 attacks the Lieutenant on c6: **1** (d4) against **1** (d4). A tie is a push: nothing moves (the hit had 38 %).");
    assert_snapshot!(ply("", "6/6/3g2/2G3/6/6 w -/- 0", "c3xd4", "12,1"), @"ben's General on c3 attacks the General on d4: **12** (d12) against **1** (d10). Hit, 54 % beforehand. The General is off the board.");
    assert_snapshot!(ply("v5", "g5/6/3l2/2A3/6/5G w C/- 0", "c3xd4", "1,2"), @"ben's Assassin on c3 attacks the Lieutenant on d4: **1** (d10) against **2** (d4). Lower loses: the Assassin is off the board, and what it held goes with it (the hit had 75 %).");
}

#[test]
fn assassins_gain_in_words() {
    let words = |options, held, victim: &str| {
        let text = format!("g5/6/3{victim}2/2A3/6/5G w {held} 0");
        let all = ply(options, &text, "c3xd4", "9,1");
        all.split_once("board. ").unwrap().1.to_owned()
    };
    assert_snapshot!(words("", "L/-", "c"), @"The Assassin now also moves like a Captain (it forgets the Lieutenant) and may jump enemies. Badge: C.");
    assert_snapshot!(words("", "-/-", "s"), @"The Assassin now also moves like a Soldier. Badge: S.");
    assert_snapshot!(words("", "C/-", "c"), @"The Assassin still moves like a Captain too and may jump enemies. Badge: C.");
    assert_snapshot!(words("", "L/C", "a"), @"The Assassin gains no movement from an Assassin (it forgets the Lieutenant). Badge: A.");
    assert_snapshot!(words("inherit=full", "L/C", "a"), @"The Assassin now also moves like a Captain (it forgets the Lieutenant) and may jump enemies. Badge: C, A.");
    assert_snapshot!(words("v2", "L/-", "c"), @"The Assassin now also moves like a Lieutenant and a Captain and may jump enemies. Badge: L, C.");
    assert_snapshot!(words("v3", "-/-", "v"), @"The Assassin now also moves like a Soldier. Badge: S.");
    assert_snapshot!(ply("", "6/6/3g2/2A3/6/5G w L/- 0", "c3xd4", "9,1"), @"ben's Assassin on c3 attacks the General on d4: **9** (d10) against **1** (d10). Hit, 45 % beforehand. The General is off the board.");
}

#[test]
fn positions_in_words() {
    let start = position("", START).position_words().join("\n");
    assert_snapshot!(start, @"
    White: General d1; Assassin c1; Captains b1, e1; Lieutenants a1, f1; Soldiers a2, b2, c2, d2, e2, f2.
    Black: General c6; Assassin d6; Captains b6, e6; Lieutenants a6, f6; Soldiers a5, b5, c5, d5, e5, f5.
    ");
    let later = position("v2,v3", "1V3g/6/3a2/2A3/6/GLL3 w SC/A 0").position_words().join("\n");
    assert_snapshot!(later, @"
    White: General a1; Assassin c3 (moves like a Soldier and a Captain too); Lieutenants b1, c1; reversed Soldier b6.
    Black: General f6; Assassin d4 (holds an Assassin's movement).
    ");
    let over = position("", "6/6/3G2/6/6/6 b -/- 0").position_words().join("\n");
    assert_snapshot!(over, @"
    White: General d4.
    Black: no General.
    ");
}

#[test]
fn refusals_in_words() {
    assert_snapshot!(refusals("", START, &[
        "c2xc3", "xb3", "c2", "a1", "c1", "Lc2-c3", "d1-d2", "c2-c4", "c5-c4", "c3-c4", "c2-c2",
        "c2-c3=L", "pass", "c1-c3", "c1-d2", "f6", "captain c3", "vc3", "c2-c3 (2,1)",
    ]), @"
    c2xc3 is not possible: c3 is empty, so there is nothing to take.
    xb3 is not possible: b3 is empty, so there is nothing to take.
    Your own Soldier stands on c2; say where it should go.
    Your own Lieutenant stands on a1; say where it should go.
    Your own Assassin stands on c1 and has no free square yet.
    Lc2-c3 is not possible: a Soldier stands on c2, not a Lieutenant.
    d1-d2 is not possible: your own Soldier stands on d2. Your General on d1 has no free square yet.
    c2-c4 is not possible: a Soldier moves one step forward or sideways.
    c5-c4 is not possible: the Soldier on c5 is the opponent's; you play White.
    c3-c4 is not possible: no piece stands on c3.
    c2-c2 goes nowhere: it starts and ends on c2.
    c2-c3=L is not possible: there is no promotion here; a Soldier becomes a Lieutenant on the last rank.
    You may not pass: that is only for a side without a move, and you have 10.
    c1-c3 is not possible: an Assassin moves one step diagonally or sideways. Your Assassin on c1 has no free square yet.
    c1-d2 is not possible: your own Soldier stands on d2. Your Assassin on c1 has no free square yet.
    None of your pieces can go to f6 now.
    None of your Captains can go to c3 now.
    You have no reversed Soldier on the board.
    Type the move alone: the host rolls the dice.
    ");
    let l14 = "g5/6/2s3/2Cl2/6/5G w -/- 0";
    assert_snapshot!(refusals("", l14, &["c3-c5", "Ce3", "c3-d2"]), @"
    c3-c5 is not possible: the enemy Soldier on c4 is in the way; a Captain never steps over an enemy.
    Ce3 is not possible: the enemy Lieutenant on d3 is in the way; a Captain never steps over an enemy.
    c3-d2 is not possible: a Captain moves one or two steps straight in any of four directions, or one step diagonally forward.
    ");
    let l09 = "g5/2s3/2S3/1LCG2/6/6 w -/- 0";
    assert_snapshot!(refusals("jump=soldiers", l09, &["c3-a3", "c3-e3"]), @"
    c3-a3 is not possible: your own Lieutenant on b3 is in the way; under `jump=soldiers` only Soldiers may be stepped over.
    c3-e3 is not possible: your own General on d3 is in the way; under `jump=soldiers` only Soldiers may be stepped over.
    ");
    assert_snapshot!(refusals("v1", l09, &["c3-e3"]), @"c3-e3 is not possible: your own General on d3 is in the way; under variant 1 a Captain steps over lower-ranking friends only.");
    let l29 = "2l2g/1SS3/6/6/6/G5 w -/- 0";
    assert_snapshot!(refusals("", l29, &["c5xc6=C", "b5-a5=L"]), @"
    c5xc6=C is not possible: a Soldier becomes a Lieutenant there, `c5xc6=L`.
    b5-a5=L is not possible: there is no promotion here; a Soldier becomes a Lieutenant on the last rank.
    ");
    let l38 = "g5/4L1/6/6/6/5G w -/- 0";
    assert_snapshot!(refusals("v4", l38, &["e5-e6=L", "e5-e4=C"]), @"
    e5-e6=L is not possible: `e5-e6` stays a Lieutenant, `e5-e6=C` makes a Captain.
    e5-e4=C is not possible: there is no promotion here; a Lieutenant may become a Captain on the last rank.
    ");
    assert_snapshot!(refusals("", l38, &["e5-e6=C", "f1-f2=C"]), @"
    e5-e6=C is not possible: there is no promotion here; a Lieutenant becomes a Captain under variant 4 only.
    f1-f2=C is not possible: there is no promotion here; only Soldiers promote in this game.
    ");
    assert_snapshot!(refusals("v3", "5g/1S4/6/6/6/GLL3 w -/- 0", &["b5-b6=L"]), @"b5-b6=L is not possible: under variant 3 a side with two Lieutenants gets no third, so the Soldier turns round there, `b5-b6`.");
    assert_snapshot!(refusals("classic", l14, &["c3xc4:w"]), @"Type the move alone: there are no dice in this game.");
    let promoted = "g5/6/6/2A3/6/5G w L/- 0";
    assert_snapshot!(refusals("", promoted, &["c3-c5"]), @"c3-c5 is not possible: your Assassin moves one step diagonally or sideways, and like a Lieutenant.");
    assert_snapshot!(refusals("", "6/6/3G2/6/6/6 b -/- 0", &["c3xd4"]), @"The game is over, so no move is taken.");
}

#[test]
fn whys() {
    assert_snapshot!(why("", START, "c1"), @"
    The Assassin on c1 moves one step diagonally or sideways. All four squares within its reach hold pieces of its own side. It has no two-step move until it captures a Lieutenant or Captain.
    focus c1, block b1, block b2, block d1, block d2
    ");
    assert_snapshot!(why("", START, " B1 "), @"
    The Captain on b1 moves one or two steps straight in any of four directions, or one step diagonally forward. It steps over friends, never over enemies. From here it can go to b3. Pieces of its own side stand on a1, a2, b2, c1, c2 and d1.
    focus b1, step b3, block a1, block a2, block b2, block c1, block c2, block d1
    ");
    assert_snapshot!(why("", START, "c5"), @"
    The Soldier on c5 moves one step forward or sideways. From here it can go to c4. Pieces of its own side stand on b5 and d5.
    focus c5, step c4, block b5, block d5
    ");
    assert_snapshot!(why("", START, "c3"), @"No piece stands on c3. `why` takes a square with a piece, for instance `why a1`.");
    assert_snapshot!(why("", START, "not"), @"`why` takes a square with a piece on it, for instance `why a1`.");
    assert_snapshot!(why("", "g5/6/2s3/2Cl2/6/5G w -/- 0", "c3"), @"
    The Captain on c3 moves one or two steps straight in any of four directions, or one step diagonally forward. It steps over friends, never over enemies. From here it can go to a3, b3, b4, c1, c2 and d4, or attack c4 (69 %) and d3 (69 %). Out of reach: c5 (behind the Soldier on c4) and e3 (behind the Lieutenant on d3); a Captain never steps over an enemy.
    focus c3, step a3, step b3, step b4, step c1, step c2, step d4, attack c4 69, attack d3 69
    ");
    assert_snapshot!(why("v1", "g5/2s3/2S3/1LCG2/6/6 w -/- 0", "c3"), @"
    The Captain on c3 moves one or two steps straight in any of four directions, or one step diagonally forward. It steps over lower-ranking friends, never over enemies. From here it can go to a3, b4, c1, c2 and d4, or attack c5 (69 %). Pieces of its own side stand on b3, c4 and d3. Out of reach: e3 (behind the General on d3); under variant 1 a Captain steps over lower-ranking friends only.
    focus c3, step a3, step b4, step c1, step c2, step d4, attack c5 69, block b3, block c4, block d3
    ");
    assert_snapshot!(why("jump=soldiers", "g5/2s3/2S3/1LCG2/6/6 w -/- 0", "c3"), @"
    The Captain on c3 moves one or two steps straight in any of four directions, or one step diagonally forward. It steps over friendly Soldiers, never over enemies. From here it can go to b4, c1, c2 and d4, or attack c5 (69 %). Pieces of its own side stand on b3, c4 and d3. Out of reach: a3 (behind the Lieutenant on b3) and e3 (behind the General on d3); under `jump=soldiers` only Soldiers may be stepped over.
    focus c3, step b4, step c1, step c2, step d4, attack c5 69, block b3, block c4, block d3
    ");
    assert_snapshot!(why("", "5g/6/1S1s2/2A3/6/5G w L/- 0", "c3"), @"
    The Assassin on c3 moves one step diagonally or sideways. It also moves like a Lieutenant (one or two steps diagonally, or one step forward or back). It steps over friends and over enemies. From here it can go to a1, a5, b2, b3, c2, c4, d2, d3, e1 and e5, or attack d4 (75 %). Pieces of its own side stand on b4.
    focus c3, step a1, step a5, step b2, step b3, step c2, step c4, step d2, step d3, step e1, step e5, attack d4 75, block b4
    ");
    assert_snapshot!(why("v2,captain_diag=all", "5g/6/1S1s2/2A3/6/5G w SC/- 0", "c3"), @"
    The Assassin on c3 moves one step diagonally or sideways. It also moves like a Soldier (one step forward or sideways) and like a Captain (one or two steps straight in any of four directions, or one step diagonally). It steps over friends and over enemies. From here it can go to a3, b2, b3, c1, c2, c4, c5, d2, d3 and e3, or attack d4 (75 %). Pieces of its own side stand on b4.
    focus c3, step a3, step b2, step b3, step c1, step c2, step c4, step c5, step d2, step d3, step e3, attack d4 75, block b4
    ");
    assert_snapshot!(why("", "5g/6/1S1s2/2A3/6/5G w S/- 0", "c3"), @"
    The Assassin on c3 moves one step diagonally or sideways. It also moves like a Soldier (one step forward or sideways). From here it can go to b2, b3, c4, d2 and d3, or attack d4 (75 %). Pieces of its own side stand on b4. It has no two-step move until it captures a Lieutenant or Captain.
    focus c3, step b2, step b3, step c4, step d2, step d3, attack d4 75, block b4
    ");
    assert_snapshot!(why("", "5g/6/1S1s2/2A3/6/5G w A/- 0", "c3"), @"
    The Assassin on c3 moves one step diagonally or sideways. It has taken over an Assassin's movement, which adds nothing. From here it can go to b2, b3, d2 and d3, or attack d4 (75 %). Pieces of its own side stand on b4. It has no two-step move until it captures a Lieutenant or Captain.
    focus c3, step b2, step b3, step d2, step d3, attack d4 75, block b4
    ");
    assert_snapshot!(why("v3", "1V3g/6/6/6/6/GLL3 w -/- 0", "b6"), @"
    The reversed Soldier on b6 moves one step back towards its own first rank, or sideways. It has turned round (variant 3). From here it can go to a6, b5 and c6.
    focus b6, step a6, step b5, step c6
    ");
    assert_snapshot!(why("classic", "6/6/3g2/2G3/6/6 w -/- 0", "c3"), @"
    The General on c3 moves one step in any direction. From here it can go to b2, b3, b4, c2, c4, d2 and d3, or attack d4.
    focus c3, step b2, step b3, step b4, step c2, step c4, step d2, step d3, attack d4
    ");
}

#[test]
fn legal_moves_in_words() {
    let words = |options: &str, text: &str, about: &str| {
        let position = position(options, text);
        match position.moves_about(about) {
            Ok(moves) => {
                format!(
                    "{}\n{}",
                    position.moves_words(&moves),
                    marked(&position.move_marks(&moves))
                )
            }
            Err(words) => words,
        }
    };
    let middle = "lcga1l/ssss1s/4c1/4S1/SSSS1S/LCAGCL w -/- 0";
    assert_snapshot!(words("", middle, "e3"), @"
    Soldier e3: steps `e3-d3`, `e3-f3`; fights `e3xe4` against the Captain, 25 %.
    focus e3, step d3, step f3, attack e4 25
    ");
    assert_snapshot!(words("classic", middle, "E3"), @"
    Soldier e3: steps `e3-d3`, `e3-f3`; attacks `e3xe4` against the Captain.
    focus e3, step d3, step f3, attack e4
    ");
    assert_snapshot!(words("", middle, "soldiers"), @"
    10 moves: steps `a2-a3`, `b2-b3`, `c2-c3`, `d2-d3`, `d2-e2`, `e3-d3`, `e3-f3`, `f2-e2`, `f2-f3`; fights `e3xe4` (Soldier against Captain, 25 %).
    step a3, step b3, step c3, step d3, step e2, step f3, attack e4 25
    ");
    assert_snapshot!(words("", START, ""), @"
    10 moves: steps `a1-c3`, `a2-a3`, `b1-b3`, `b2-b3`, `c2-c3`, `d2-d3`, `e1-e3`, `e2-e3`, `f1-d3`, `f2-f3`.
    step a3, step b3, step c3, step d3, step e3, step f3
    ");
    assert_snapshot!(words("", START, "captain"), @"
    2 moves: steps `b1-b3`, `e1-e3`.
    focus b1, focus e1, step b3, step e3
    ");
    assert_snapshot!(words("", START, "L"), @"
    2 moves: steps `a1-c3`, `f1-d3`.
    focus a1, focus f1, step c3, step d3
    ");
    assert_snapshot!(words("", START, "c1"), @"No move for the piece on c1: `why c1` tells the reason.");
    assert_snapshot!(words("", START, "c5"), @"The Soldier on c5 is Black's, and White is to move.");
    assert_snapshot!(words("", START, "c3"), @"No piece stands on c3.");
    assert_snapshot!(words("", START, "v"), @"White has no reversed Soldier on the board.");
    assert_snapshot!(words("", START, "banana"), @"Ask for all moves with `legal`, for one piece with its square (`legal c2`), or for a kind (`legal captain`).");
    assert_snapshot!(words("", "6/6/3G2/6/6/6 b -/- 0", ""), @"The game is over: no moves.");
    assert_snapshot!(words("v4", "g5/4L1/6/6/6/5G w -/- 0", "e5"), @"
    Lieutenant e5: steps `e5-c3`, `e5-d4`, `e5-d6`, `e5-d6=C`, `e5-e4`, `e5-e6`, `e5-e6=C`, `e5-f4`, `e5-f6`, `e5-f6=C`.
    focus e5, step c3, step d4, step d6, step e4, step e6, step f4, step f6
    ");
}

#[test]
fn odds_in_words() {
    let odds = |options: &str, mv: &str| {
        position(options, "g5/6/2s3/2Cl2/6/5G w -/- 0").odds_words(&mv.parse().unwrap())
    };
    assert_snapshot!(odds("", "c3xd3"), @"`c3xd3`: Captain against Lieutenant, d8 against d4: hit 11/16 (69 %), push 5/16 (31 %). 22 of 32 rolls hit.");
    assert_snapshot!(odds("v5", "c3xd3"), @"`c3xd3`: Captain against Lieutenant, d8 against d4: hit 11/16 (69 %), push 1/8 (13 %), attacker lost 3/16 (19 %). 22 of 32 rolls hit.");
    assert_snapshot!(odds("classic", "c3xd3"), @"`c3xd3`: Captain against Lieutenant: there are no dice in this game, every attack hits.");
    assert_snapshot!(odds("", "c3-c2"), @"`c3-c2` is no fight: no dice are thrown.");
}

#[test]
fn labels() {
    let label = |options: &str, text: &str, mv: &str| {
        position(options, text).move_label(&mv.parse().unwrap())
    };
    assert_snapshot!(label("", START, "a1-c3"), @"Lieutenant");
    assert_snapshot!(label("v4", "g5/4L1/6/6/6/5G w -/- 0", "e5-e6"), @"Lieutenant, stays one");
    assert_snapshot!(label("v4", "g5/4L1/6/6/6/5G w -/- 0", "e5-e6=C"), @"Lieutenant, becomes a Captain");
    assert_snapshot!(label("v3", "5g/1S4/6/6/6/GLL3 w -/- 0", "b5-b6"), @"Soldier, turns round");
    assert_snapshot!(label("", "5g/1S4/6/6/6/GLL3 w -/- 0", "b5-b6=L"), @"Soldier, becomes a Lieutenant");
}

#[test]
fn rules_in_words() {
    for topic in [
        "",
        "options",
        "dice",
        "draw",
        "soldier",
        "Captains",
        "a",
        "general",
        "v1",
        "V3",
        "v4",
        "v5",
        "classic",
        "jump",
        "inherit",
        "captain_diag",
        "badge",
        "moves",
        "repetition",
        "progress",
        "lieutenant",
        "reversed soldier",
        "fights",
        "odds",
        "pass",
    ] {
        let words = Position::rules_words(topic);
        assert_eq!(words.is_some(), topic != "pass", "{topic}");
        let words = words.unwrap_or_default();
        assert!(words.lines().count() <= 6, "{topic}");
        assert!(words.len() < 1000, "{topic}");
    }
    assert_snapshot!(Position::rules_words("").unwrap(), @"
    **Lyra**: capture the enemy General. There is no check: he may walk into danger, and you have to watch for yourself.
    Each turn one piece moves or attacks, `c2-c3` or `c3xd4`. Attacker and defender roll; only the higher number takes the piece, otherwise it is a push: nothing moves and the turn is over.
    Soldiers step forward or sideways and become Lieutenants on the last rank. A two-step move in a straight line may step over friends. An Assassin takes over the movement of what it captures.
    More: `rules lyra soldier` (lieutenant, captain, assassin, general), `rules lyra dice`, `rules lyra draw`, `rules lyra options`.
    ");
    assert_snapshot!(Position::rules_words("assassin").unwrap(), @"
    **Assassin (A)**: one step diagonally or sideways. Attacks with a d10, defends with a d8.
    A hit gives it its victim's movement on top, until the next hit; the badge beside it shows whose (`rules lyra badge`). With a Lieutenant's or Captain's movement it steps over friends and enemies.
    ");
    assert_snapshot!(Position::rules_words("inherit").unwrap(), @"`inherit=printed|full`: what an Assassin gains from an Assassin; without a word it is `printed`.");
}

#[test]
fn percents_are_never_certain() {
    let options = [Options::default(), "v5".parse().unwrap()];
    for (attacker, victim) in Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|v| (a, v))) {
        for options in options {
            let odds = Odds::of(attacker, victim, &options);
            for verdict in [Verdict::Hit, Verdict::Push, Verdict::Lost] {
                let (percent, rolls) = (odds.percent(verdict), odds.rolls(verdict));
                assert_eq!(percent == 0, rolls == 0);
                assert!(percent < 100);
                let exact = f64::from(rolls) * 100.0 / f64::from(odds.total());
                assert!((f64::from(percent) - exact).abs() <= 0.5);
            }
        }
    }
    let rare = Odds { hit: 1, push: 999, lost: 0 };
    assert_eq!((rare.percent(Verdict::Hit), rare.percent(Verdict::Push)), (1, 99));
    let sure = Odds::of(Kind::Soldier, Kind::General, &"classic".parse().unwrap());
    assert_eq!((sure.percent(Verdict::Hit), sure.percent(Verdict::Push)), (100, 0));
}

#[test]
fn boards() {
    let board = position("v2", "1s3g/6/3a2/2A3/6/5G w SC/- 0");
    let context = PictureContext { plies: &[], look: "", seed: 0 };
    let squares = |turned| Shape::Squares(Squares { files: 6, ranks: 6, turned, zone: None });
    let drawn = board.board(Seat::SECOND, vec![], &context);
    assert_eq!((drawn.shape, drawn.pieces.len()), (squares(2), 5));
    assert_eq!(board.board(Seat::FIRST, vec![], &context).shape, squares(0));
    let assassin = drawn.pieces.iter().find(|placed| placed.at.to_string() == "c3").unwrap();
    assert_eq!(assassin.piece.sprite, "lyra/assassin");
    let badges: Vec<(&str, Shade, char)> = assassin
        .badges
        .iter()
        .map(|badge| (badge.piece.sprite.as_str(), badge.piece.shade, badge.letter))
        .collect();
    assert_eq!(badges, [("lyra/soldier", Shade::Light, 'S'), ("lyra/captain", Shade::Light, 'C')]);
    for placed in drawn.pieces.iter().filter(|placed| placed.at.to_string() != "c3") {
        assert!(placed.badges.is_empty());
    }
}

/// White's go down the picture that White sees and up the one that Black sees, and the other way round.
#[test]
fn a_reversed_soldier_points_where_he_goes_in_the_picture() {
    let board = position("v3", "1V3g/6/6/6/4v1/GLL3 w -/- 0");
    let context = PictureContext { plies: &[], look: "", seed: 0 };
    let seen = |facing, square: &str| {
        let pieces = board.board(facing, vec![], &context).pieces;
        let placed = pieces.into_iter().find(|placed| placed.at.to_string() == square);
        placed.map(|placed| placed.piece.sprite)
    };
    let (down, up) = ("lyra/reversed".to_owned(), "lyra/reversed_up".to_owned());
    for (square, side) in [("b6", Seat::FIRST), ("e2", Seat::SECOND)] {
        for facing in [Seat::FIRST, Seat::SECOND] {
            let wanted = if side == facing { &down } else { &up };
            assert_eq!(seen(facing, square).as_ref(), Some(wanted), "{square} seen by {facing}");
        }
    }
}

#[test]
fn marks_and_losses() {
    let board = "g5/6/3s2/2C3/6/5G w -/- 0";
    let end = |options: &str, board: &str, mv: &str, roll: &str| {
        marked(&Position::ply_marks(&report(options, board, mv, roll)))
    };
    let marks = |options: &str, mv: &str, roll: &str| end(options, board, mv, roll);
    assert_snapshot!(marks("", "c3-b3", ""), @"from c3, to b3");
    assert_snapshot!(marks("", "c3-a3", ""), @"from c3, to a3, arrow c3 a3");
    assert_snapshot!(marks("", "c3xd4", "2,1"), @"from c3, to d4");
    assert_snapshot!(marks("", "c3xd4", "1,1"), @"push c3 d4");
    assert_snapshot!(marks("v5", "c3xd4", "1,2"), @"lost c3 d4");

    let last = "gs1s2/1SL1S1/6/6/6/L4G w -/- 0";
    assert_snapshot!(end("", last, "e5-e6=L", ""), @"from e5, to e6, raised e6");
    assert_snapshot!(end("", last, "b5xb6=L", "4,1"), @"from b5, to b6, raised b6");
    assert_snapshot!(end("", last, "b5xb6=L", "1,4"), @"push b5 b6");
    assert_snapshot!(end("v3", last, "e5-e6", ""), @"from e5, to e6");
    assert_snapshot!(end("v4", last, "c5xd6=C", "6,1"), @"from c5, to d6, raised d6");
    assert_snapshot!(end("v4", last, "c5xd6", "6,1"), @"from c5, to d6");

    let at = position("", board);
    let lost = |options: &str, roll: &str| {
        let report = report(options, board, "c3xd4", roll);
        let context = PictureContext { plies: &[(Seat::FIRST, report)], look: "", seed: 0 };
        let captured = at.captures(&context).pop();
        captured.map(|(seat, piece)| format!("{seat} {} {:?}", piece.sprite, piece.shade))
    };
    assert_eq!(lost("", "2,1").unwrap(), "1 lyra/soldier Dark");
    assert_eq!(lost("", "1,1"), None);
    assert_eq!(lost("v5", "1,2").unwrap(), "2 lyra/captain Light");
    assert_eq!(lost("classic", "").unwrap(), "1 lyra/soldier Dark");

    let fight = Position::fight(&report("", board, "c3xd4", "6,3")).unwrap();
    assert_eq!((fight.attack, fight.defence, fight.percent), ((8, 6), (4, 3), 69));
    assert_eq!(fight.verdict, scene::FightVerdict::Hit);
    assert_eq!(Position::fight(&report("classic", board, "c3xd4", "")), None);
    assert_eq!(Position::fight(&report("", board, "c3-c4", "")), None);
}

#[test]
fn full_move_texts() {
    for text in ["c2-c3", "c2c3", "Captain c2 to c3", "c2xd3=L", "c2-c3 (2,1)", " C2–C3! "] {
        assert!(Position::is_full_move_text(text), "{text}");
    }
    for text in ["c3", "xc3", "pass", "c2-c3 or not", "c2-c7", "", "hello", "c2-"] {
        assert!(!Position::is_full_move_text(text), "{text}");
    }
    let example = position("", START).example_move().unwrap();
    assert_eq!(example.to_string(), "c2-c3");
}
