//! Why men move and stand as they do, as snapshots.

use insta::assert_snapshot;

use super::{
    page::at,
    words::{LOST, MIDDLE},
};
use crate::testkit;

fn why(options: &str, position: &str, text: &str) -> String {
    testkit::why(&at(position, options), text)
}

#[test]
fn why_men_move_as_they_do() {
    assert_snapshot!(why("", "bastion+bastion", "f2"), @"
    White's Elephant on f2 (tier 3) moves any number of steps diagonally, from hex to hex of one colour. From here it can go to h1. In the way: own men on d3 and g3; the mountain on e4.
    focus f2, step h1, block d3, block g3, block e4
    ");
    assert_snapshot!(why("", "bastion+bastion", "H2"), @"
    White's King on h2 (tier 1) moves one step to a neighbouring hex. From here it can go to h1 and i1. In the way: own men on g3 and h3; the mountains on g2 and i2. The fortress helps it in defence: 1 + 1 = 2.
    focus h2, step h1, step i1, block g2, block i2, block g3, block h3
    ");
    assert_snapshot!(why("", "bastion+bastion", "e2"), @"
    White's Heavy Horse on e2 (tier 3) moves any number of steps round a fortress, keeping the distance to it. Its rings: round White's fortress h2 at distance 3 and round Black's fortress d10 at distance 8. From here it can go to f1 and e3. In the way: own man on f2; the mountain on e4.
    focus e2, way f1 e2, way e2 e3, step f1, step e3, block f2, block e4
    ");
    assert_snapshot!(why("", "bastion+bastion", "h3"), @"
    White's Light Horse on h3 (tier 2) moves up to three steps round a fortress, keeping the distance to it. Its rings: round White's fortress h2 at distance 1 and round Black's fortress d10 at distance 7. It cannot move now. In the way: own man on g3; the mountains on i2 and i3. The grassland helps it in defence: 2 + 1 = 3.
    focus h3, block i2, block g3, block i3
    ");
    assert_snapshot!(why("", "bastion+bastion", "d10"), @"
    Black's King on d10 (tier 1) moves one step to a neighbouring hex. From here it can go to c11 and d11. In the way: own men on d9 and e9; the mountains on c10 and e10. The fortress helps it in defence: 1 + 1 = 2.
    focus d10, step c11, step d11, block d9, block e9, block c10, block e10
    ");
    assert_snapshot!(why("", "k5/7/8/5^3/4r5/5C1R3/10/9/8/7/K5 w f1,a11 - - 0 1", "f6"), @"
    White's Crossbows on f6 (tier 2) move up to three steps in a straight line. From here they can go to f3, i3, f4, h4, f5, g5, c6, d6, e6, g6 and f7, or take the Rabble on e7. In the way: own man on h6; the mountain on f8. Black's Rabble on e7 bears on them, but is too weak: 1 against 2.
    focus f6, step f3, step i3, step f4, step h4, step f5, step g5, step c6, step d6, step e6, step g6, step f7, attack e7, block h6, block f8
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/4^1R2/3KH3/2r4/6 w g3,a11 - - 0 1", "h3"), @"
    White's Heavy Horse on h3 (tier 3) moves any number of steps round a fortress, keeping the distance to it. Its rings: round White's fortress g3 at distance 1 and round Black's fortress a11 at distance 8. From here it can go to h2 and i3, or take the Rabble on g2. In the way: own men on g3 and i4; the mountain on g4.
    focus h3, way h2 h3, way g2 h2, way h3 i3, step h2, step i3, attack g2, block g3, block g4, block i4
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/3H4/7/5K w g3,a11 - - 0 1", "g3"), @"
    White's Heavy Horse on g3 (tier 3) moves any number of steps round a fortress, keeping the distance to it. Its rings: round Black's fortress a11 at distance 8. It stands on White's fortress g3 itself and has no ring round it. From here it can go to d3, e3, f3, h3, i3, i4, i5, i6, i7 and i8. The fortress helps it in defence: 3 + 1 = 4.
    focus g3, way g3 h3, way h3 i3, way i3 i4, way i4 i5, way i5 i6, way i6 i7, way i7 i8, way f3 g3, way e3 f3, way d3 e3, step d3, step e3, step f3, step h3, step i3, step i4, step i5, step i6, step i7, step i8
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/5K5/10/9/8/7/4L1 w @k1,a11 - - 0 1", "j1"), @"
    White's Light Horse on j1 (tier 2) moves up to three steps round a fortress, keeping the distance to it. Its rings: round White's ruin k1 at distance 1 and round Black's fortress a11 at distance 10. From here it can go to g1, h1, i1, k1, j2, k2 and k3.
    focus j1, way j1 j2, way j2 k2, way j1 k1, way k1 k2, way k2 k3, way i1 j1, way h1 i1, way g1 h1, step g1, step h1, step i1, step k1, step j2, step k2, step k3
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/8/RR5/D^3K w k1,a11 - - 0 1", "f1"), @"
    White's Dragon on f1 (tier 4) moves up to four steps with any bends, over mountains but not through men. From here it can go to h1, i1, j1, g2, h2, i2, e3, f3, g3, h3, e4, f4 and g4.
    focus f1, step h1, step i1, step j1, step g2, step h2, step i2, step e3, step f3, step g3, step h3, step e4, step f4, step g4
    ");
    assert_snapshot!(why("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6"), @"
    White's Trebuchet on b6 (tier 3) moves any number of steps in a straight line. From here it can go to g1, f2, e3, d4, b5, c5, a6, c6, d6, e6, a7, b7, b8, b9, b10 and b11, or take the Dragon on f6 (3 + ½ + ¼ + ¼ = 4 with the Rabble on g5, the Crossbows on g6 and the Rabble on f7). Black's Dragon on f6 can take it: 4 against 3.
    focus b6, step g1, step f2, step e3, step d4, step b5, step c5, step a6, step c6, step d6, step e6, step a7, step b7, step b8, step b9, step b10, step b11, attack f6, flank g5 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "g6"), @"
    White's Crossbows on g6 (tier 2) move up to three steps in a straight line. From here they can go to j3, i4, h5, h6, i6, j6, g7, g8 and g9. The Dragon on f6 (2 + ½ + ½ = 3 against 4) is within reach but too strong for them. In the way: own men on g5 and f7. Black's Dragon on f6 can take them: 4 against 2.
    focus g6, step j3, step i4, step h5, step h6, step i6, step j6, step g7, step g8, step g9, too strong f6, block g5, block f7
    ");
    assert_snapshot!(why("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "f6"), @"
    Black's Dragon on f6 (tier 4) moves up to four steps with any bends, over mountains but not through men. From here it can go to f2, g2, h2, i2, e3, f3, g3, h3, i3, d4, e4, f4, g4, h4, i4, c5, d5, e5, f5, h5, c6, d6, e6, b7, c7, d7, e7, g7, b8, c8, d8, e8, f8, g8, b9, c9, d9, e9, f9, b10, c10, d10 and e10, or take the Rabble on g5, the Trebuchet on b6, the Crossbows on g6 and the Rabble on f7. White's Trebuchet on b6 can take it with the Rabble on g5, the Crossbows on g6 and the Rabble on f7: 3 + ½ + ¼ + ¼ = 4 against 4.
    focus f6, step f2, step g2, step h2, step i2, step e3, step f3, step g3, step h3, step i3, step d4, step e4, step f4, step g4, step h4, step i4, step c5, step d5, step e5, step f5, step h5, step c6, step d6, step e6, step b7, step c7, step d7, step e7, step g7, step b8, step c8, step d8, step e8, step f8, step g8, step b9, step c9, step d9, step e9, step f9, step b10, step c10, step d10, step e10, attack g5, attack b6, attack g6, attack f7, flank g5 f6, flank b6 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4RcR4/10/9/8/7/K5 w f1,a11 h=f6 - 0 1", "f6"), @"
    Black's Crossbows on f6 (tier 2) move up to three steps in a straight line. From here they can go to f3, i3, f4, h4, f5, g5, e7, f7, d8, f8, c9 and f9, or take the Rabble on e6 and the Rabble on g6. The hill helps them in defence: 2 + 1 = 3. White's Rabble on e6 bears on them with the Rabble on g6, but is too weak: 1 + 1 = 2 against 3.
    focus f6, step f3, step i3, step f4, step h4, step f5, step g5, step e7, step f7, step d8, step f8, step c9, step f9, attack e6, attack g6, flank e6 f6, flank g6 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/8/^^5/C4K w f1,a11 - - 0 1", "f1"), @"
    White's Crossbows on f1 (tier 2) move up to three steps in a straight line. From here they can go to g1, h1 and i1. In the way: the mountains on e2 and f2. On the fortress they may become a Trebuchet (`=T`) before White's move. The fortress helps them in defence: 2 + 1 = 3.
    focus f1, step g1, step h1, step i1, block e2, block f2
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/6TT/^^5/C4K w f1,a11 - - 0 1", "f1"), @"
    White's Crossbows on f1 (tier 2) move up to three steps in a straight line. From here they can go to g1, h1 and i1. In the way: the mountains on e2 and f2. They cannot become a Trebuchet now: none of White's has been lost. The fortress helps them in defence: 2 + 1 = 3.
    focus f1, step g1, step h1, step i1, block e2, block f2
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/1CS7/C8/8/7/R4K w f1,a11 - - 0 1", "f1"), @"
    White's Rabble on f1 (tier 1) moves one step to a neighbouring hex. From here it can go to g1, e2 and f2. On the fortress it may become a Light Horse (`=L`) or Spears (`=S`) before White's move. The fortress helps it in defence: 1 + 1 = 2.
    focus f1, step g1, step e2, step f2
    ");
    assert_snapshot!(why("ports=on", "k5/7/8/9/10/11/10/9/8/R6/2K3 w h4,a10 - - 0 1", "e2"), @"
    White's Rabble on e2 (tier 1) moves one step to a neighbouring hex; from a port within reach it may sail on to the next. From here it can go to f1, k1, f2, d3, e3 and a6.
    focus e2, step f1, step k1, step f2, step d3, step e3, step a6
    ");
    assert_snapshot!(why("", LOST, "f2"), @"
    White must crown a King this turn: `legal` lists the turns that do. White's Elephant on f2 (tier 3) moves any number of steps diagonally, from hex to hex of one colour. From here it can go to g3, e4 and d6, or take the Spears on h1. In the way: own men on d3 and h4; the mountain on c8. Black's Spears on h1 bear on it, but are too weak: 2 against 3.
    focus f2, step g3, step e4, step d6, attack h1, block d3, block h4, block c8
    ");
    assert_snapshot!(why("", LOST, "h1"), @"
    Black's Spears on h1 (tier 2) move one or two steps diagonally, from hex to hex of one colour. From here they can go to i2, g3 and j3, or take the Rabble on f5. The Elephant on f2 (2 against 3) is within reach but too strong for them. White's Elephant on f2 can take them: 3 against 2.
    focus h1, step i2, step g3, step j3, attack f5, too strong f2, flank f2 h1, flank g2 h1, flank g4 h1
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/3l4/7/4K1 b ?,a11 - - 7 3", "g3"), @"
    Black first names the corner of White's ruined fortress, round which Horses then ride too. Black's Light Horse on g3 (tier 2) moves up to three steps round a fortress, keeping the distance to it. Its rings: round Black's fortress a11 at distance 8. From here it can go to d3, e3, f3, h3, i3 and i4.
    focus g3, way g3 h3, way h3 i3, way i3 i4, way f3 g3, way e3 f3, way d3 e3, step d3, step e3, step f3, step h3, step i3, step i4
    ");
    assert_snapshot!(why("ruin=instant", MIDDLE, "e10"), @"
    e10 is empty. Of Black's men it is reached by the Rabble on d10 and the Dragon on b11.
    focus e10, arrow d10 e10, arrow b11 e10
    ");
    assert_snapshot!(why("ruin=instant", MIDDLE, "b11"), @"
    Black's Dragon on b11 (tier 4) moves up to four steps with any bends, over mountains but not through men. From here it can go to e8, f8, c9, c10, e10, a11, c11 and d11.
    focus b11, step e8, step f8, step c9, step c10, step e10, step a11, step c11, step d11
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/3TC3/7/6 w @k1,a11 - - 0 1", "h3"), @"
    The game is over. White's Crossbows on h3 (tier 2) move up to three steps in a straight line. From here they can go to h1, j1, h2, i2, i3, j3, k3, g4, h4, f5, h5, e6 and h6. In the way: own man on g3.
    focus h3, step h1, step j1, step h2, step i2, step i3, step j3, step k3, step g4, step h4, step f5, step h5, step e6, step h6, block g3
    ");
}

#[test]
fn why_captures_can_be_made_or_not() {
    assert_snapshot!(why("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6xf6"), @"
    White's Trebuchet on b6 (tier 3) bears on the Dragon on f6. The Rabble on g5 (¼), the Crossbows on g6 (½) and the Rabble on f7 (¼) help. The strength is 3 + ½ + ¼ + ¼ = 4, the Dragon has 4: enough.
    focus b6, arrow b6 f6, attack f6, flank g5 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "g6f6"), @"
    White's Crossbows on g6 (tier 2) bear on the Dragon on f6. The Rabble on g5 (½) and the Rabble on f7 (½) help. The strength is 2 + ½ + ½ = 3, the Dragon has 4: too weak. The Trebuchet on b6 bears on it too but counts nothing: ranked above the mover, who must be the highest. But the Trebuchet on b6 can take there: 3 + ½ + ¼ + ¼ = 4.
    focus g6, too strong f6, flank g5 f6, flank f7 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/5R4/1T3dR4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6-f6"), @"
    White's Trebuchet on b6 (tier 3) bears on the Dragon on f6. The Rabble on g5 (¼), the Rabble on g6 (¼) and the Rabble on f7 (¼) help. The strength is 3 + ¼ + ¼ + ¼ = 3¾, the Dragon has 4: too weak. ¼ is missing: one more man of tier 1, 2 or 3, or the King, aiming at f6 would do.
    focus b6, arrow b6 f6, too strong f6, flank g5 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(why("flanking=cascade", "k5/7/8/9/5R4/1T3dR4/5R4/9/8/7/K5 w f1,a11 - - 0 1", "b6 f6"), @"
    White's Trebuchet on b6 (tier 3) bears on the Dragon on f6. The Rabble on g5 (¼), the Rabble on g6 (¼) and the Rabble on f7 (¼) help. The strength is 3 + 1 = 4, the Dragon has 4: enough.
    focus b6, arrow b6 f6, attack f6, flank g5 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4RcR4/10/9/8/7/K5 w f1,a11 h=f6 - 0 1", "e6 f6"), @"
    White's Rabble on e6 (tier 1) bears on the Crossbows on f6. The Rabble on g6 (1) helps. The strength is 1 + 1 = 2, the Crossbows on the hill have 3: too weak. 1 is missing: one more man of tier 1, or the King, aiming at f6 would do.
    focus e6, too strong f6, flank g6 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4Kd5/10/9/2T5/7/6 w e6,a11 - - 0 1", "e6xf6"), @"
    White's King on e6 (tier 1) bears on the Dragon on f6. A King who moves takes the tier of a helper, here 3. The Trebuchet on f3 (1) helps. The strength is 3 + 1 = 4, the Dragon has 4: enough.
    focus e6, attack f6, flank f3 f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4Ke5/10/9/2D5/7/6 w e6,a11 f=f6 - 0 1", "e6xf6"), @"
    White's King on e6 (tier 1) bears on the Elephant on f6. A King who moves takes the tier of a helper, here 4. The Dragon on f3 (1) helps. The strength is 4 + 1 = 5, the Elephant in the forest has 4: enough.
    focus e6, attack f6, flank f3 f6
    ");
    assert_snapshot!(why("dragon_flanks=no", "k5/7/8/9/10/4Ke5/10/9/2D5/7/6 w e6,a11 f=f6 - 0 1", "e6xf6"), @"
    White's King on e6 (tier 1) bears on the Elephant on f6. The strength is 1, the Elephant in the forest has 4: too weak. The Dragon on f3 bears on it too but counts nothing: no Dragon helps in this game (`dragon_flanks=no`). But the Dragon on f3 can take there: 4.
    focus e6, too strong f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/TT3d5/10/9/8/7/K5 w f1,a11 - - 0 1", "b6xf6"), @"
    White's Trebuchet on b6 (tier 3) bears on the Dragon on f6. The strength is 3, the Dragon has 4: too weak. 1 is missing: one more man of tier 3, or the King, aiming at f6 would do.
    focus b6, arrow b6 f6, too strong f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/TT3d5/10/9/8/7/K5 w f1,a11 - - 0 1", "a6xf6"), @"
    White's Trebuchet on a6 does not reach f6 now. The Trebuchet on b6 is in between. The Trebuchet moves any number of steps in a straight line.
    focus a6, step e2, step d3, step c4, step b5, step a7, step a8, step a9, step a10, attack a11, block f1, block b6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4RdC4/10/9/8/7/K5 w f1,a11 - - 0 1", "e6xf6"), @"
    White's Rabble on e6 (tier 1) bears on the Dragon on f6. The strength is 1, the Dragon has 4: too weak. The Crossbows on g6 bear on it too but count nothing: ranked above the mover, who must be the highest. 3 is missing: three more men of tier 1 aiming at f6 would do.
    focus e6, too strong f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4RdC4/10/9/8/7/K5 w f1,a11 - - 0 1", "e6xg6"), @"
    White's Rabble on e6 cannot take the Crossbows on g6: they are of its own side. The Rabble moves one step to a neighbouring hex.
    focus e6, step e5, step f5, step d6, step d7, step e7, too strong f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4RdC4/10/9/8/7/K5 w f1,a11 - - 0 1", "e6e7"), @"
    White's Rabble on e6 can go to e7, where nobody stands. The Rabble moves one step to a neighbouring hex.
    focus e6, step e5, step f5, step d6, step d7, step e7, too strong f6
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/4^1R2/3KH3/2r4/6 w g3,a11 - - 0 1", "h3g5"), @"
    White's Heavy Horse on h3 does not reach g5 now. The Heavy Horse moves any number of steps round a fortress, keeping the distance to it. Its rings: round White's fortress g3 at distance 1 and round Black's fortress a11 at distance 8.
    focus h3, way h2 h3, way g2 h2, way h3 i3, step h2, step i3, attack g2, block g3, block g4, block i4
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/4^1R2/3KH3/2r4/6 w g3,a11 - - 0 1", "h3f4"), @"
    White's Heavy Horse on h3 does not reach f4 now. The mountain on g4 is in between. The Heavy Horse moves any number of steps round a fortress, keeping the distance to it. Its rings: round White's fortress g3 at distance 1 and round Black's fortress a11 at distance 8.
    focus h3, way h2 h3, way g2 h2, way h3 i3, step h2, step i3, attack g2, block g3, block g4, block i4
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/4RdC4/10/9/8/7/K5 w f1,a11 - - 0 1", "f5f6"), @"
    Nobody stands on f5 who could take anybody on f6.
    focus f5
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/3KL3/3r3/6 w g3,a11 - - 0 1", "h3xh2"), @"
    White's Light Horse on h3 (tier 2) bears on the Rabble on h2. The King on g3 (1) helps. The strength is 2 + 1 = 3, the Rabble has 1: enough.
    focus h3, attack h2, flank g3 h2
    ");
}

#[test]
fn what_the_ground_is() {
    assert_snapshot!(why("", "bastion+bastion", "e4"), @"
    A mountain stands on e4. It never moves and is never taken; it stops everybody but the Dragon, which flies over it.
    focus e4
    ");
    assert_snapshot!(why("", "bastion+bastion", "f6"), @"
    f6 is empty. Of White's men it is reached by the Rabble on f5 and the Rabble on g5.
    focus f6, arrow f5 f6, arrow g5 f6
    ");
    assert_snapshot!(why("", "bastion+bastion", "k6"), @"
    k6 is empty, a corner of the board. Of White's men it is reached by the Crossbows on k4.
    focus k6, arrow k4 k6
    ");
    assert_snapshot!(why("ruin=instant", MIDDLE, "c4"), @"
    c4 is a hill: Crossbows and Trebuchets of either side, standing here, are defended one tier higher. Nobody stands there. None of Black's men reaches it now.
    focus c4
    ");
    assert_snapshot!(why("ruin=instant", MIDDLE, "h4"), @"
    h4 is a forest: Spears and Elephants of either side, standing here, are defended one tier higher. Nobody stands there. None of Black's men reaches it now.
    focus h4
    ");
    assert_snapshot!(why("ruin=instant", MIDDLE, "g9"), @"
    Black's Light Horse on g9 (tier 2) moves up to three steps round a fortress, keeping the distance to it. Its rings: round White's ruin h2 at distance 7 and round Black's fortress f11 at distance 2. From here it can go to j7, i8 and h9. In the way: own man on f9. The grassland helps it in defence: 2 + 1 = 3.
    focus g9, way g9 h9, way i8 h9, way j7 i8, step j7, step i8, step h9, block f9
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/8/RR5/1R3K w f1,a11 - D 0 1", "f1"), @"
    f1 is White's fortress: it helps its own men in defence by one tier (no Dragon), White promotes and crowns on it, and all Horses ride round it. An enemy on it must be retaken at once, or it falls. Nobody stands there. Of White's men it is reached by the Rabble on g1, the Rabble on e2 and the Rabble on f2.
    focus f1, arrow g1 f1, arrow e2 f1, arrow f2 f1
    ");
    assert_snapshot!(why("fortress_bonus=any", "1k4/7/8/9/10/11/10/9/8/RR5/1R3K w @k1,a11 - - 0 1", "a11"), @"
    a11 is Black's fortress: it helps every man in defence by one tier (no Dragon), Black promotes and crowns on it, and all Horses ride round it. An enemy on it must be retaken at once, or it falls. Nobody stands there. None of White's men reaches it now.
    focus a11
    ");
    assert_snapshot!(why("", "1k4/7/8/9/10/11/10/9/8/RR5/1R2K1 w @k1,a11 - - 0 1", "k1"), @"
    k1 is the centre of White's ruined fortress: all Horses ride round it, and it helps nobody. Nobody stands there. Of White's men it is reached by the King on j1.
    focus k1, arrow j1 k1
    ");
    assert_snapshot!(why("", "bastion+bastion", "dragon"), @"
    White's Dragon is in hand. Bringing it out is a whole turn, typed `D@h6`: on any hex within four steps of h2, whatever stands between, but not on a mountain or an own man.
    focus h2, step f1, step g1, step h1, step i1, step j1, step k1, step e3, step j3, step d4, step g4, step j4, step e5, step h5, step d6, step e6, step f6, step g6, step h6
    ");
    assert_snapshot!(why("dragon_entry=path", "k5/7/8/9/10/11/10/9/8/RR5/1R3K w f1,a11 - D 0 1", "dragon"), @"
    White's Dragon is in hand. Bringing it out is a whole turn, typed `D@f1`: on f1 or wherever a Dragon could fly to from there, but not on a mountain or an own man.
    focus f1, step f1
    ");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/8/7/K5 w @k6,a11 - D 0 1", "dragon"), @"White's Dragon stays in hand: it comes out at the fortress, which is ruined.");
    assert_snapshot!(why("", "k5/7/8/9/10/11/10/9/8/7/K5 w @k6,a11 - - 0 1", "dragon"), @"`why` takes a hex, for instance `why f1`, or from and to of a capture, as in `why d3xd9`.");
    assert_snapshot!(why("", "bastion+bastion", "z9"), @"`why` takes a hex, for instance `why j5`, or from and to of a capture, as in `why d3xd9`.");
    assert_snapshot!(why("", "bastion+bastion", "not"), @"`why` takes a hex, for instance `why j5`, or from and to of a capture, as in `why d3xd9`.");
}
