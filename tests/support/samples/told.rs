//! Scenes of messages that tell several plies, in games with dice and with many seats.

use scene::{FightVerdict, Mark, Scene, Shade, Shape, Squares};

use super::{
    at, badge, board, fight, flat, flat8x8, fought, moved, panel, plain, ply, spot, wedge3, wedge6,
};

/// Named scenes with numbered plies: fights and steps, on one square and on several.
pub(super) fn scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("told-fights", fights()),
        ("told-answer", answer()),
        ("told-recapture", recapture()),
        ("told-lost", lost()),
        ("told-bots", bots()),
        ("told-zones", zones()),
        ("told-wedge3", on_wedge3()),
        ("told-wedge6", on_wedge6()),
    ]
}

/// A hit and a push.
fn fights() -> Scene {
    let marks = [Mark::Push(at("e5"), at("e4"))];
    let fights = [
        fought(
            ply("Captain c3×c4", &["takes the Soldier"]),
            fight(Shade::Light, (8, 6), (4, 3), FightVerdict::Hit),
        ),
        fought(
            ply("General e5×e4", &["the Assassin holds"]),
            fight(Shade::Dark, (12, 4), (10, 10), FightVerdict::Push),
        ),
    ];
    let mut board = board("l1acl1/ss2gs/2C1A1/1S4/S1S1SS/L2G1L", &marks);
    badge(&mut board, "e4", "L");
    let earlier = vec![vec![Mark::From(at("c3")), Mark::To(at("c4"))]];
    Scene { earlier, ..Scene::of(board, panel("SC", "ssl", &fights)) }
}

/// A push, answered by a step: the large dice are those of the first ply.
fn answer() -> Scene {
    let marks = [Mark::From(at("d6")), Mark::To(at("b4")), Mark::Arrow(at("d6"), at("b4"))];
    let fights = [
        fought(
            ply("Soldier d4×d5", &["the Soldier holds"]),
            fight(Shade::Light, (6, 3), (4, 3), FightVerdict::Push),
        ),
        ply("Lieutenant d6–b4", &[]),
    ];
    let board = board("lcga1l/ssssss/1l1S2/6/SSS1SS/LCAGCL", &marks);
    let earlier = vec![vec![Mark::Push(at("d4"), at("d5"))]];
    Scene { earlier, ..Scene::of(board, panel("", "", &fights)) }
}

/// A General takes where an Assassin with two medallions has just taken.
fn recapture() -> Scene {
    let marks = [Mark::From(at("e6")), Mark::To(at("d5"))];
    let fights = [
        fought(
            ply("Assassin c4×d5", &["takes the Soldier"]),
            fight(Shade::Light, (10, 9), (8, 2), FightVerdict::Hit),
        ),
        fought(
            ply("General e6×d5", &["takes the Assassin"]),
            fight(Shade::Dark, (12, 12), (8, 7), FightVerdict::Hit),
        ),
    ];
    let board = board("lc1a1l/ss1gss/6/1S4/S1S1SS/LC1GCL", &marks);
    let earlier = vec![vec![Mark::From(at("c4")), Mark::To(at("d5"))]];
    Scene { earlier, ..Scene::of(board, panel("SSA", "sslac", &fights)) }
}

/// An attacker that is lost, from Black's side, and an Assassin's hit with three medallions.
fn lost() -> Scene {
    let marks = [Mark::From(at("e4")), Mark::To(at("d5"))];
    let fights = [
        fought(
            ply("Soldier c4×b4", &["falls to the Soldier"]),
            fight(Shade::Dark, (4, 1), (6, 5), FightVerdict::Lost),
        ),
        fought(
            ply("Assassin e4×d5", &["takes the Captain", "moves like a Captain now"]),
            fight(Shade::Light, (10, 8), (10, 7), FightVerdict::Hit),
        ),
    ];
    let mut board = board("lcgac1/s1sAss/6/1S3R/S1S1SS/LC1G1L", &marks);
    badge(&mut board, "d5", "SLC");
    board.shape = Shape::Squares(Squares { files: 6, ranks: 6, turned: 2, zone: None });
    let earlier = vec![vec![Mark::Lost(at("c4"), at("b4"))]];
    Scene { earlier, ..Scene::of(board, panel("SSC", "l", &fights)) }
}

/// Six plies of two bots.
fn bots() -> Scene {
    let marks = [Mark::Push(at("c4"), at("d4"))];
    let fights = [
        fought(
            ply("Soldier e3×e4", &["takes the Soldier"]),
            fight(Shade::Light, (4, 4), (4, 1), FightVerdict::Hit),
        ),
        ply("Lieutenant b6–c4", &[]),
        fought(
            ply("Soldier e4×e5", &["the Captain holds"]),
            fight(Shade::Light, (8, 7), (8, 8), FightVerdict::Push),
        ),
        fought(
            ply("Assassin f4×e3", &["takes the Lieutenant"]),
            fight(Shade::Dark, (10, 10), (6, 3), FightVerdict::Hit),
        ),
        ply("Assassin c3–d4", &[]),
        fought(
            ply("Captain c4×d4", &["the Assassin holds"]),
            fight(Shade::Dark, (8, 2), (10, 5), FightVerdict::Push),
        ),
    ];
    let mut board = board("l1g2l/ss2ss/2cA2/4a1/SS1S1S/L1G2L", &marks);
    badge(&mut board, "e3", "C");
    let earlier = vec![
        vec![Mark::From(at("e3")), Mark::To(at("e4"))],
        vec![Mark::From(at("b6")), Mark::To(at("c4")), Mark::Arrow(at("b6"), at("c4"))],
        vec![Mark::Push(at("e4"), at("e5"))],
        vec![Mark::From(at("f4")), Mark::To(at("e3"))],
        vec![Mark::From(at("c3")), Mark::To(at("d4"))],
    ];
    Scene { earlier, ..Scene::of(board, panel("SC", "ssc", &fights)) }
}

/// Three bots in a row on four zones, two of them to the same square.
fn zones() -> Scene {
    let rows = "QQD2DQQ/QDP2PDQ/DPP2P1D/6P1/4D3/DP3PPD/Q1P2PD1/1QD2DQQ";
    let mut marks = moved("h2", "e4");
    marks.push(Mark::Grown(at("e4")));
    let board = flat(rows, 8, 1, plain, &marks);
    let earlier = vec![moved("c3", "e4"), moved("g7", "g5")];
    let mut panel = flat8x8().panel;
    panel.plies = vec![
        ply("Pawn c3–e4", &[]),
        ply("Queen g7–g5", &[]),
        ply("Queen h2+e4", &["two become one Queen"]),
    ];
    Scene { earlier, ..Scene::of(board, panel) }
}

fn on_wedge3() -> Scene {
    let earlier = vec![moved("A33", "A22"), moved("B42", "C21")];
    Scene { earlier, ..wedge3() }
}

fn on_wedge6() -> Scene {
    let earlier = vec![
        moved("A33", "A22"),
        moved("B22", "B11"),
        moved("E42", "D41"),
        vec![Mark::From(spot("F33")), Mark::To(spot("F22")), Mark::Grown(spot("F22"))],
    ];
    Scene { earlier, ..wedge6() }
}
