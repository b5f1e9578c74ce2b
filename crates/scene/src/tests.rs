//! Tests of the form in which scenes are stored.

use super::*;

#[test]
fn scenes_of_the_first_version_are_still_read() {
    let old = r##"{"board":{"files":6,"ranks":6,"turned":true,"pieces":[{"at":{"file":2,"rank":0},
        "piece":{"sprite":"set/captain","shade":"Dark"},"badges":[]}],
        "marks":[{"From":{"file":1,"rank":1}}]},"panel":{"headline":"ann","note":"to move",
        "far":{"name":"ben","shade":"Light","captured":[]},
        "near":{"name":"ann","shade":"Dark","captured":[]},"fights":[],"foot":"#1 · 2"}}"##;
    let scene: Scene = serde_json::from_str(old).unwrap();
    let squares = Squares { files: 6, ranks: 6, turned: 2, zone: None };
    assert_eq!(scene.board.shape, Shape::Squares(squares));
    assert_eq!(scene.board.marks, [Mark::From(Square { file: 1, rank: 1 }.into())]);
    let names: Vec<&str> = scene.panel.sides.iter().map(|side| &*side.name).collect();
    assert_eq!(names, ["ann", "ben"]);
}

/// Scenes whose panels tell fights and moves apart, as an outbox and a page's history hold them: what they
/// tell is kept.
#[test]
fn stored_scenes_of_older_panels_are_still_read() {
    let stored = include_str!("../../../tests/data/scenes/stored.jsonl");
    for line in stored.lines() {
        let scene: Scene = serde_json::from_str(line).unwrap();
        assert!(scene.earlier.is_empty() && scene.numbered().next().is_none());
        let old: serde_json::Value = serde_json::from_str(line).unwrap();
        let (panel, old) = (scene.panel, &old["panel"]);
        assert_eq!(panel.number, old["foot"].as_str().unwrap());
        let fights = panel.plies.iter().filter(|ply| ply.fight.is_some()).count();
        assert_eq!(fights, old["fights"].as_array().unwrap().len());
        let words: Vec<&str> = panel.plies.iter().map(|ply| &*ply.words).collect();
        let turns = old["turns"].as_array().into_iter().flatten();
        assert!(turns.zip(words).all(|(turn, words)| turn == words));
    }
}

#[test]
fn numbered_plies_survive_being_stored() {
    let [one, other] = [(2, 2), (2, 3)].map(|(file, rank)| Spot::from(Square { file, rank }));
    let squares = Squares { files: 6, ranks: 6, turned: 0, zone: None };
    let marks = vec![Mark::Push(other, one)];
    let board = Board::of(Shape::Squares(squares), Vec::new(), marks);
    let fight = Fight {
        attacker: Shade::Dark,
        attack: (8, 3),
        defence: (4, 4),
        verdict: FightVerdict::Push,
        percent: 69,
    };
    let note = PlyNote { fight: Some(fight), ..PlyNote::of_move("c4×c3".to_owned()) };
    let panel = Panel { plies: vec![PlyNote::default(), note], ..Panel::default() };
    let earlier = vec![vec![Mark::From(other), Mark::To(one)]];
    let scene = Scene { board, panel, earlier, face: Theme::Mars };
    let stored = serde_json::to_string(&scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&stored).unwrap(), scene);
    // As earlier versions wrote it.
    let older = stored.replace(r#","face":"mars""#, "");
    assert_ne!(older, stored);
    assert_eq!(serde_json::from_str::<Scene>(&older).unwrap().face, Theme::Wood);
    let targets: Vec<_> = scene.numbered().map(ply_target).collect();
    assert_eq!(targets, [Some(one), Some(one)]);
}

#[test]
fn a_ply_ends_where_it_went_or_where_a_man_changed() {
    let [from, to, on] = [1, 2, 3].map(|file| Spot::from(Square { file, rank: 0 }));
    assert_eq!(ply_target(&[Mark::Raised(on), Mark::From(from), Mark::To(to)]), Some(to));
    assert_eq!(ply_target(&[Mark::Push(from, to)]), Some(to));
    assert_eq!(ply_target(&[Mark::Lost(from, to)]), Some(to));
    assert_eq!(ply_target(&[Mark::Raised(on)]), Some(on));
    assert_eq!(ply_target(&[Mark::Check(on)]), None);
    assert_eq!(Mark::Push(from, to).origin(), Some(from));
    assert_eq!(Mark::To(to).origin(), None);
}

#[test]
fn a_scene_survives_being_stored() {
    let (cell, hex) = (Cell { zone: 4, u: 1, v: 4 }, Hex { column: 10, row: 4 });
    let shade = Shade::Tone(7);
    let piece = Piece { sprite: "set/queen".to_owned(), shade };
    let side = Side {
        name: "ann".to_owned(),
        shade,
        captured: vec![piece.clone()],
        lead: 3,
        hand: vec![piece.clone()],
        label: "E".to_owned(),
        score: Some(12),
        to_move: true,
        won: false,
        out: false,
        time: Some(SideTime { part: 250, text: "1d 4h".to_owned() }),
    };
    let scene = Scene::of(
        Board {
            shape: Shape::Wedges(Wedges { zones: 5, facing: 4 }),
            ground: vec![(hex.into(), Ground::Ruin(shade)), (hex.into(), Ground::Hill)],
            pieces: vec![Placed { at: cell.into(), piece: piece.clone(), badges: Vec::new() }],
            gone: vec![Gone { at: cell.into(), piece, lies: true }],
            marks: vec![Mark::Grown(cell.into())],
        },
        Panel {
            headline: "ann".to_owned(),
            note: "to move".to_owned(),
            sides: vec![side],
            title: "Lyra".to_owned(),
            number: "#1".to_owned(),
            moment: "move 3".to_owned(),
            state: "check".to_owned(),
            plies: vec![PlyNote::of_move("g5–g6".to_owned())],
            ..Panel::default()
        },
    );
    let stored = serde_json::to_string(&scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&stored).unwrap(), scene);
}

#[test]
fn a_board_of_hexes_is_told_from_the_others_when_it_is_read_again() {
    let hexes = Hexes { edge: 6, half_turned: true, veil: Veil::Far };
    let hex = Hex { column: 10, row: 4 };
    let shape = Shape::Hexes(hexes);
    let ground = vec![(hex.into(), Ground::Fortress(Shade::Dark))];
    let board = Board { ground, ..Board::of(shape, Vec::new(), vec![Mark::To(hex.into())]) };
    let stored = serde_json::to_string(&board).unwrap();
    assert_eq!(serde_json::from_str::<Board>(&stored).unwrap(), board);
    assert_eq!(Spot::from(hex).to_string(), "k5");
}

/// Scenes come from outside too.
#[test]
fn a_square_of_any_board_has_a_name() {
    let named = |file, rank| Square { file, rank }.to_string();
    assert_eq!([named(2, 2), named(160, 0), named(25, 255)], ["c3", "e1", "z256"]);
}

#[test]
fn marks_are_stored_by_their_names() {
    let [king, enemy] = [(4, 0), (7, 3)].map(|(file, rank)| Spot::from(Square { file, rank }));
    let marks = [
        Mark::Check(king),
        Mark::Threat(enemy, king),
        Mark::Covered(king),
        Mark::Joined(king, enemy),
        Mark::Taken(enemy),
        Mark::Count(enemy, 8),
        Mark::Counted(king),
        Mark::Flank(enemy, king),
        Mark::TooStrong(king),
        Mark::Raised(enemy),
        Mark::Way(king, enemy),
        Mark::Names,
    ];
    let names = [
        "Check",
        "Threat",
        "Covered",
        "Joined",
        "Taken",
        "Count",
        "Counted",
        "Flank",
        "TooStrong",
        "Raised",
        "Way",
        "Names",
    ];
    for (mark, name) in marks.into_iter().zip(names) {
        let stored = serde_json::to_string(&mark).unwrap();
        let has_name =
            stored == format!("\"{name}\"") || stored.starts_with(&format!("{{\"{name}\":"));
        assert!(has_name, "{stored}");
        assert_eq!(serde_json::from_str::<Mark>(&stored).unwrap(), mark);
    }
}
