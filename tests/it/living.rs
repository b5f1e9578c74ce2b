//! Boards that a surface draws itself show what the program's pictures show.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod corner;
mod games;
mod scenes;

use std::{collections::HashMap, path::Path};

use render::{Coordinates, Theme, default_width};
use scene::Scene;

use crate::{
    contact_sheets,
    support::pictures::{decoded, differing, renderer},
};

/// The most pixels that may differ, as a part of all.
const MOST: f32 = 0.01;

/// The game whose men stand on a board.
fn game_of(scene: &Scene) -> &str {
    let sprites = scene.board.pieces.iter().map(|placed| &*placed.piece.sprite);
    sprites.filter_map(|name| name.split_once('/')).map(|(game, _)| game).next().unwrap_or("lyra")
}

/// Boards that differ more: some of them in the theme of their game, or all in every one. Those that differ most are told,
/// and those that differ too much are kept in `target/living`.
fn too_different(in_all: bool) -> Vec<String> {
    let (renderer, mut parts, mut sheets) = (renderer(), Vec::new(), HashMap::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/living");
    let some = if in_all { 1 } else { 5 };
    for (name, scene) in contact_sheets::scenes().into_iter().step_by(some) {
        for theme in Theme::ALL.into_iter().filter(|theme| in_all || *theme == scene.face) {
            let width = default_width(&scene);
            let painted = renderer.board_png(&scene, theme, width, Coordinates::Shown);
            let game = game_of(&scene);
            let sheet = sheets.entry((game.to_owned(), theme));
            let sheet = sheet.or_insert_with(|| renderer.sheet(game, theme).unwrap());
            let (composed, labels) = renderer.composed(&scene, sheet, theme).unwrap();
            let part = differing(&decoded(&painted), &composed, &labels);
            let name = format!("{name}-{}", theme.key());
            if part > MOST {
                std::fs::create_dir_all(&folder).unwrap();
                composed.save(folder.join(format!("{name}-composed.png"))).unwrap();
                std::fs::write(folder.join(format!("{name}-painted.png")), painted).unwrap();
            }
            parts.push((part, name));
        }
    }
    told(parts)
}

/// Tells which boards differ most, and gives those that differ too much.
fn told(mut parts: Vec<(f32, String)>) -> Vec<String> {
    parts.sort_by(|one, other| other.0.total_cmp(&one.0));
    let lines = parts.iter().map(|(part, name)| format!("{name}: {:.2} %", part * 100.0));
    let lines: Vec<String> = lines.collect();
    eprintln!("of {} boards differ most: {}", lines.len(), lines[..lines.len().min(9)].join(", "));
    let too_many = parts.iter().filter(|(part, _)| *part > MOST).count();
    lines.into_iter().take(too_many).collect()
}

#[test]
fn boards_of_the_sheets_are_composed_as_they_are_painted() {
    assert_eq!(too_different(false), [""; 0]);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn boards_of_the_sheets_are_composed_in_every_theme_as_they_are_painted() {
    assert_eq!(too_different(true), [""; 0]);
}
