//! What `why` answers, as snapshots.

use insta::assert_snapshot;

use super::{START, at};
use crate::testkit;

fn why(options: &str, position: &str, square: &str) -> String {
    testkit::why(&at(position, options), square)
}

#[test]
fn whys() {
    assert_snapshot!(why("", START, "c2"), @"
    White's Pawn on c2 moves one square straight forward, from its second rank also two, and takes diagonally forward. From here it can go to c3 and c4.
    focus c2, step c3, step c4
    ");
    assert_snapshot!(why("", START, "A1"), @"
    White's Liner on a1 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to a5 and e5. File a: 4 men (a1, a2, a7, a8), to a5. Rank 1: 8 men, off the board. Diagonal a1-h8: 4 men (a1, b2, g7, h8), to e5.
    focus a1, step a5, step e5, count a5 4, count b1 8, count e5 4, counted a2, counted a7, counted a8, counted b1, counted b2, counted c1, counted d1, counted e1, counted f1, counted g1, counted g7, counted h1, counted h8
    ");
    assert_snapshot!(why("", START, "d1"), @"
    White's Dama on d1 moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. It cannot move now. Men of its own side stand on c2 and e2.
    focus d1, block c2, block e2
    ");
    assert_snapshot!(why("", START, "c1"), @"
    White's Silver on c1 moves one square diagonally or straight forward. It cannot move now. Men of its own side stand on b2, c2 and d2.
    focus c1, block b2, block c2, block d2
    ");
    assert_snapshot!(why("", START, "b1"), @"
    White's Knight on b1 moves two squares straight and one aside, over anybody. From here it can go to a3 and c3. A man of its own side stands on d2.
    focus b1, step a3, step c3, block d2
    ");
    assert_snapshot!(why("", START, "e1"), @"
    White's King on e1 moves one square in any direction, but not into check. It cannot move now. Men of its own side stand on d1, d2, e2, f1 and f2.
    focus e1, block d1, block d2, block e2, block f1, block f2
    ");
    assert_snapshot!(why("", START, "a2"), @"
    White's Checker on a2 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. From here it can go to b3.
    focus a2, step b3
    ");
    assert_snapshot!(why("", START, "h8"), @"
    Black's Liner on h8 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to d4 and h4. File h: 4 men (h1, h2, h7, h8), to h4. Rank 8: 8 men, off the board. Diagonal a1-h8: 4 men (a1, b2, g7, h8), to d4.
    focus h8, step d4, step h4, count h4 4, count g8 8, count d4 4, counted a1, counted a8, counted b2, counted b8, counted c8, counted d8, counted e8, counted f8, counted g7, counted g8, counted h1, counted h2, counted h7
    ");
    assert_snapshot!(why("", START, "e4"), @"No man stands on e4. `why` takes a square with a man, for instance `why a1`.");
    assert_snapshot!(why("", START, "x9"), @"`why` takes a square with a man on it, for instance `why a1`.");
    assert_snapshot!(why("", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1"), @"
    White's Dama on a1 moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. From here it can go to b2. It can jump: `a1xd4` takes c3; `a1xd4xf6` takes c3 and e5; `a1xd4xf6xh8` takes c3, e5 and g7.
    focus a1, step b2, step d4, step f6, step h8, attack c3, attack e5, attack g7, arrow a1 d4, arrow d4 f6, arrow f6 h8
    ");
    assert_snapshot!(why("must_capture=piece", "k7/6s1/8/4n3/8/2p5/8/D6K w - 0 1", "a1"), @"
    White's Dama on a1 moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. It can jump: `a1xd4xf6xh8` takes c3, e5 and g7. It can take, so it must (`must_capture=piece`). Captures are carried to their end, which leaves out `a1xd4` and `a1xd4xf6`.
    focus a1, step h8, attack c3, attack e5, attack g7, arrow a1 d4, arrow d4 f6, arrow f6 h8
    ");
    assert_snapshot!(why("dama_path=turning", "k7/8/8/8/2s1s3/8/2s1s3/3D3K w - 0 1", "d1"), @"
    White's Dama on d1 moves along free diagonals, and takes by up to three jumps, turning as it likes, each to the square right behind its victim. It can jump: `d1xf3` takes e2; `d1xf3xd5` takes e2 and e4; `d1xf3xd5xb3` takes e2, e4 and c4; `d1xb3` takes c2; `d1xb3xd5` takes c2 and c4; `d1xb3xd5xf3` takes c2, c4 and e4.
    focus d1, step b3, step d5, step f3, attack c2, attack c4, attack e2, attack e4, arrow b3 d5, arrow d1 b3, arrow d1 f3, arrow d5 b3, arrow d5 f3, arrow f3 d5
    ");
    assert_snapshot!(why("", "k7/8/8/8/3n4/2p5/8/D6K w - 0 1", "a1"), @"
    White's Dama on a1 moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. From here it can go to b2. It cannot take the Pawn on c3, as the Knight on d4 stands right behind it.
    focus a1, step b2, block c3
    ");
    assert_snapshot!(why("", "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1", "d4"), @"
    White's Checker on d4 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. It can jump: `d4xf2` takes e3; `d4xb6` takes c5. It cannot take the Pawn on e5, as the Pawn on f6 stands right behind it.
    focus d4, step b6, step f2, attack c5, attack e3, arrow d4 b6, arrow d4 f2, block e5
    ");
    assert_snapshot!(why("checker_capture=displace", "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1", "d4"), @"
    White's Checker on d4 moves one square diagonally forward, and takes on a neighbouring square in any diagonal direction. From here it can take the Knight on c5, the Silver on e3 and the Pawn on e5.
    focus d4, attack c5, attack e3, attack e5
    ");
    assert_snapshot!(why("", "7k/8/5p2/2n1p3/3C4/2P1s3/8/7K w - 0 1", "c3"), @"
    White's Pawn on c3 moves one square straight forward, from its second rank also two, and takes diagonally forward. From here it can go to c4.
    focus c3, step c4
    ");
    assert_snapshot!(why("", "7k/8/8/8/Ln6/8/8/7K w - 0 1", "a4"), @"
    White's Liner on a4 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to a3, a5, b3, b5 and c4. File a: 1 man (a4), to a3 and to a5. Rank 4: 2 men (a4, b4), to c4. Diagonal a4-e8: 1 man (a4), to b5. Diagonal a4-d1: 1 man (a4), to b3.
    focus a4, step a3, step a5, step b3, step b5, step c4, count a3 1, count a5 1, count c4 2, count b5 1, count b3 1, counted b4
    ");
    assert_snapshot!(why("liner_leap=friends", "7k/8/8/8/Ln6/8/8/7K w - 0 1", "a4"), @"
    White's Liner on a4 moves along a line exactly as many squares as men stand on that line, over friends only. From here it can go to a3, a5, b3 and b5. File a: 1 man (a4), to a3 and to a5. Rank 4: 2 men (a4, b4), not to c4, as the enemy Knight on b4 is in between. Diagonal a4-e8: 1 man (a4), to b5. Diagonal a4-d1: 1 man (a4), to b3.
    focus a4, step a3, step a5, step b3, step b5, count a3 1, count a5 1, count c4 2, count b5 1, count b3 1, counted b4
    ");
    assert_snapshot!(why("", "k7/8/8/3n4/8/3P4/8/K2L4 w - 0 1", "d1"), @"
    White's Liner on d1 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to b1, c2, d4, e2 and f1. File d: 3 men (d1, d3, d5), to d4. Rank 1: 2 men (a1, d1), to b1 and to f1. Diagonal d1-h5: 1 man (d1), to e2. Diagonal a4-d1: 1 man (d1), to c2.
    focus d1, step b1, step c2, step d4, step e2, step f1, count d4 3, count b1 2, count f1 2, count e2 1, count c2 1, counted a1, counted d3, counted d5
    ");
    assert_snapshot!(why("", "k7/8/8/3p4/4CK1l/8/1C6/8 w - 0 1", "e4"), @"
    White's Checker on e4 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. It cannot move now: that leaves two men on rank 4, and then the Liner on h4 reaches White's King on f4.
    focus e4, threat h4 f4
    ");
    assert_snapshot!(why("", "k7/8/8/3p4/4CK1l/8/1C6/8 w - 0 1", "f4"), @"
    White's King on f4 moves one square in any direction, but not into check. From here it can go to e3, e5, f3, f5, g3, g4 and g5. A man of its own side stands on e4.
    focus f4, step e3, step e5, step f3, step f5, step g3, step g4, step g5, block e4
    ");
    assert_snapshot!(why("must_capture=army", "k7/8/8/3p4/2C1CK1l/8/1C6/8 w - 0 1", "b2"), @"
    White's Checker on b2 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. It cannot move now. Checkers and Damas must take while one of them can (`must_capture=army`): `c4xe6` and `e4xc6`.
    focus b2
    ");
    assert_snapshot!(why("", "l6k/8/8/K7/8/8/8/1N6 w - 0 1", "b1"), @"
    White's Knight on b1 moves two squares straight and one aside, over anybody. From here it can go to c3 and d2. `b1a3` is not allowed: that makes three men on file a, and then the Liner on a8 reaches White's King on a5.
    focus b1, step c3, step d2, threat a8 a5
    ");
    assert_snapshot!(why("", "l6k/8/8/K7/8/8/8/1N6 w - 0 1", "a5"), @"
    White's King on a5 moves one square in any direction, but not into check. From here it can go to a4, b4, b5 and b6. It may not go where an enemy reaches it: a6 by the Liner on a8.
    focus a5, step a4, step b4, step b5, step b6, covered a6
    ");
    assert_snapshot!(why("", "l6k/8/8/K7/8/8/8/1N6 w - 0 1", "a8"), @"
    Black's Liner on a8 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to a6, b7 and c8. File a: 2 men (a5, a8), to a6. Rank 8: 2 men (a8, h8), to c8. Diagonal a8-h1: 1 man (a8), to b7.
    focus a8, step a6, step b7, step c8, count a6 2, count c8 2, count b7 1, counted a5, counted h8
    ");
    assert_snapshot!(why("", "7n/6k1/8/8/8/8/8/D5K1 b - 0 1", "h8"), @"
    Black's Knight on h8 moves two squares straight and one aside, over anybody. It cannot move now: the Dama on a1 could then jump over Black's King on g7.
    focus h8, threat a1 g7
    ");
    assert_snapshot!(why("preset=mixchess", "7k/6n1/8/8/8/8/8/D5K1 b - 0 1", "g7"), @"
    Black's Knight on g7 moves two squares straight and one aside, over anybody. It cannot move now: the Dama on a1 would then attack Black's King on h8 along the diagonal.
    focus g7, threat a1 h8
    ");
    assert_snapshot!(why("", "7k/8/8/3pPK1l/8/8/8/N7 w d6 0 2", "e5"), @"
    White's Pawn on e5 moves one square straight forward, from its second rank also two, and takes diagonally forward. From here it can go to e6. `e5d6` is not allowed: that leaves two men on rank 5, and then the Liner on h5 reaches White's King on f5.
    focus e5, step e6, threat h5 f5
    ");
    assert_snapshot!(why("", "4k3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "e5"), @"
    White's Pawn on e5 moves one square straight forward, from its second rank also two, and takes diagonally forward. From here it can go to e6, or take the Pawn on d5 in passing.
    focus e5, step d6, step e6, attack d5
    ");
    assert_snapshot!(why("", "lnskdsnl/ccppppcc/8/L7/8/8/CCPPPPCC/1NSDKSNL b - 1 1", "c7"), @"
    Black's Pawn on c7 moves one square straight forward, from its second rank also two, and takes diagonally forward. From here it can go to c5 and c6.
    focus c7, step c5, step c6
    ");
    assert_snapshot!(why("", "lnskdsnl/ccppppcc/8/L7/8/8/CCPPPPCC/1NSDKSNL b - 1 1", "b8"), @"
    Black's Knight on b8 moves two squares straight and one aside, over anybody. It cannot move now. A man of its own side stands on d7. Black's King is in check by the Liner on a5 (three men on the diagonal a5-d8). No move of it ends that.
    focus b8, block d7, threat a5 d8
    ");
    assert_snapshot!(why("must_capture=piece", "7k/8/8/8/3p4/2C3C1/8/N6K w - 0 1", "c3"), @"
    White's Checker on c3 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. It can jump: `c3xe5` takes d4. It can take, so it must (`must_capture=piece`).
    focus c3, step e5, attack d4, arrow c3 e5
    ");
    assert_snapshot!(why("must_capture=piece", "7k/8/8/8/3p4/2C3C1/8/N6K w - 0 1", "g3"), @"
    White's Checker on g3 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. From here it can go to f4 and h4.
    focus g3, step f4, step h4
    ");
    assert_snapshot!(why("must_capture=army", "7k/8/8/8/3p4/2C3C1/8/N6K w - 0 1", "g3"), @"
    White's Checker on g3 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. It cannot move now. Checkers and Damas must take while one of them can (`must_capture=army`): `c3xe5`.
    focus g3
    ");
    assert_snapshot!(why("must_capture=piece", "4l3/8/4K3/4n3/8/2s5/8/D6k w - 0 1", "a1"), @"
    White's Dama on a1 moves along free diagonals, and takes by up to three jumps in one line, each to the square right behind its victim. It can jump: `a1xd4` takes c3. `a1xd4xf6` is not allowed: that leaves two men on file e, and then the Liner on e8 reaches White's King on e6. It can take, so it must (`must_capture=piece`).
    focus a1, step d4, attack c3, arrow a1 d4, threat e8 e6
    ");
    assert_snapshot!(why("", "8/8/7k/3KN2s/8/8/8/8 b - 0 1", "h5"), @"
    The game is over. Black's Silver on h5 moves one square diagonally or straight forward. From here it can go to g4, g6 and h4.
    focus h5, step g4, step g6, step h4
    ");
    assert_snapshot!(why("", "8/8/8/7k/6C1/8/8/K7 b - 0 1", "g4"), @"
    White's Checker on g4 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. From here it can go to f5. It cannot take the King on h5, as Kings are never taken.
    focus g4, step f5, block h5
    ");
    assert_snapshot!(why("", "4k3/8/8/3s4/3S4/8/8/4K3 w - 0 1", "d4"), @"
    White's Silver on d4 moves one square diagonally or straight forward. From here it can go to c3, c5, e3 and e5, or take the Silver on d5.
    focus d4, step c3, step c5, step e3, step e5, attack d5
    ");
    assert_snapshot!(why("", "8/8/8/4n3/4P3/3k4/8/K7 w - 0 1", "e4"), @"
    White's Pawn on e4 moves one square straight forward, from its second rank also two, and takes diagonally forward. It cannot move now. The Knight on e5 is in its way.
    focus e4, block e5
    ");
    assert_snapshot!(why("", "lnskdsn1/ccppppcc/4l3/8/2P5/8/CC1PPPCC/LNSDKS1L w - 1 3", "e1"), @"
    The game is over. White's King on e1 moves one square in any direction, but not into check. It cannot move now. It is in check by the Liner on e6 (five men on file e). Men of its own side stand on d1, d2, e2, f1 and f2.
    focus e1, block d1, block d2, block e2, block f1, block f2, threat e6 e1
    ");
    assert_snapshot!(why("", "lnskdsnl/ccppppcc/8/L7/8/8/CCPPPPCC/1NSDKSNL b - 1 1", "a5"), @"
    White's Liner on a5 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to a1 and b5. File a: 4 men (a2, a5, a7, a8), to a1. Rank 5: 1 man (a5), to b5. Diagonal a5-d8: 3 men (a5, c7, d8), at the enemy King on d8. Diagonal a5-e1: 3 men (a5, d2, e1), but its own Pawn stands on d2. It gives check to Black's King on d8.
    focus a5, step a1, step b5, block d2, count a1 4, count b5 1, count d8 3, count d2 3, counted a2, counted a7, counted a8, counted c7, counted d2, counted d8, counted e1, threat a5 d8
    ");
    assert_snapshot!(why("", "6n1/8/8/4k3/3C4/8/8/K7 b - 32 1", "d4"), @"
    White's Checker on d4 moves one square diagonally forward, and takes by jumping over a neighbour in any diagonal direction. From here it can go to c5. It gives check to Black's King on e5.
    focus d4, step c5, threat d4 e5
    ");
    assert_snapshot!(why("", "7k/8/8/8/8/2C1L3/2s5/7K w - 0 1", "e3"), @"
    White's Liner on e3 moves along a line exactly as many squares as men stand on that line, over anybody. From here it can go to d2, d4, e2, e4, f2, f4 and g3. File e: 1 man (e3), to e2 and to e4. Rank 3: 2 men (c3, e3), to g3, but its own Checker stands on c3. Diagonal c1-h6: 1 man (e3), to d2 and to f4. Diagonal a7-g1: 1 man (e3), to d4 and to f2.
    focus e3, step d2, step d4, step e2, step e4, step f2, step f4, step g3, block c3, count e2 1, count e4 1, count c3 2, count g3 2, count d2 1, count f4 1, count d4 1, count f2 1, counted c3
    ");
    assert_snapshot!(why("", "lnskdsnl/ccppppcc/8/L7/8/8/CCPPPPCC/1NSDKSNL b - 1 1", "d8"), @"
    Black's King on d8 moves one square in any direction, but not into check. It cannot move now. It is in check by the Liner on a5 (three men on the diagonal a5-d8). Men of its own side stand on c7, c8, d7, e7 and e8.
    focus d8, block c7, block c8, block d7, block e7, block e8, threat a5 d8
    ");
    assert_snapshot!(why("", "Dnskns2/6cc/2pp2d1/2CN4/3PPp2/5CC1/1SP1DP2/L3KSNL w - 0 19", "d8"), @"
    Black's King on d8 moves one square in any direction, but not into check. From here it can go to d7. Men of its own side stand on c8 and e8. It may not go where an enemy reaches it: c7 and e7 by the Knight on d5.
    focus d8, step d7, block c8, block e8, covered c7, covered e7
    ");
    assert_snapshot!(why("must_capture=army", "3k1snl/n6d/8/4pN2/2P2Pl1/CC2K2N/2c2S2/3D2dL b - 0 26", "f2"), @"
    White's Silver on f2 moves one square diagonally or straight forward. From here it can take the Dama on g1. A man of its own side stands on e3. `f2e1`, `f2f3` and `f2g3` are not allowed: the Dama on g1 could then jump over White's King on e3.
    focus f2, attack g1, block e3, threat g1 e3
    ");
    assert_snapshot!(why("dama_path=turning", "8/8/8/8/4k3/8/4n3/3D3K b - 0 1", "e4"), @"
    Black's King on e4 moves one square in any direction, but not into check. From here it can go to d3, d4, e3, e5, f3, f4 and f5. It is in check by the Dama on d1. It may not go where an enemy reaches it: d5 by the Dama on d1.
    focus e4, step d3, step d4, step e3, step e5, step f3, step f4, step f5, threat d1 e4, covered d5
    ");
}
