//! Boards that a surface draws itself show what the program's pictures show.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use image::RgbImage;
use render::{Coordinates, Theme, default_width};
use scene::Scene;

use crate::{
    contact_sheets,
    support::pictures::{decoded, renderer},
};

/// The part of the pixels outside labels that differ by more than 48 in a channel.
fn differing(one: &RgbImage, other: &RgbImage, labels: &[[f32; 4]]) -> f32 {
    assert_eq!(one.dimensions(), other.dimensions());
    let is_label = |x: u32, y: u32| {
        let [x, y] = [x, y].map(|at| at as f32 + 0.5);
        labels.iter().any(|[left, top, width, height]| {
            (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
        })
    };
    let pixels = one.enumerate_pixels().zip(other.pixels());
    let differ = pixels.filter(|((x, y, one), other)| {
        one.0.iter().zip(other.0).any(|(one, other)| one.abs_diff(other) > 48) && !is_label(*x, *y)
    });
    differ.count() as f32 / (one.width() * one.height()) as f32
}

/// The game whose men stand on a board.
fn game_of(scene: &Scene) -> &str {
    let sprites = scene.board.pieces.iter().map(|placed| &*placed.piece.sprite);
    sprites.filter_map(|name| name.split_once('/')).map(|(game, _)| game).next().unwrap_or("lyra")
}

/// In the theme of each game; with `WHOLE_SHEETS` in all.
#[test]
fn every_board_of_the_sheets_is_composed_as_it_is_painted() {
    let renderer = renderer();
    let in_all = std::env::var_os("WHOLE_SHEETS").is_some();
    let mut worst = Vec::new();
    for (name, scene) in contact_sheets::scenes() {
        for theme in Theme::ALL.into_iter().filter(|theme| in_all || *theme == scene.face) {
            let painted =
                renderer.board_png(&scene, theme, default_width(&scene), Coordinates::Shown);
            let (composed, labels) = renderer.composed(&scene, game_of(&scene), theme).unwrap();
            let part = differing(&decoded(&painted), &composed, &labels);
            if let Some(folder) = std::env::var_os("LIVING") {
                let file = |what: &str| {
                    std::path::Path::new(&folder).join(format!("{name}-{}-{what}.png", theme.key()))
                };
                if part > 0.008 {
                    composed.save(file("composed")).unwrap();
                    std::fs::write(file("painted"), &painted).unwrap();
                }
            }
            worst.push((part, format!("{name} in {}", theme.key())));
        }
    }
    worst.sort_by(|one, other| other.0.total_cmp(&one.0));
    let list: Vec<_> = worst
        .iter()
        .take(12)
        .map(|(part, name)| format!("{name}: {:.2} %", part * 100.0))
        .collect();
    eprintln!("the most different of {}:\n{}", worst.len(), list.join("\n"));
    assert!(worst[0].0 <= 0.01);
}
