//! The boards of the sheets as a real browser shows them.

use std::path::Path;

use render::{Coordinates, Theme, default_width};

use super::{MOST, corner::Corner, game_of};
use crate::{
    contact_sheets,
    support::pictures::{decoded, differing, renderer},
};

/// Boards that the page's own scripts draw otherwise than the program: those of every so many-th scene in the theme of its
/// game, or all in every one. Those that differ most are told, and those that differ too much are kept in `target/living`.
async fn too_different(every: usize, in_all: bool) -> Vec<String> {
    let Some(corner) = Corner::open().await else { return Vec::new() };
    let (renderer, mut parts) = (renderer(), Vec::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/living");
    let scenes: Vec<_> = contact_sheets::scenes().into_iter().step_by(every).collect();
    for theme in Theme::ALL {
        for (name, scene) in scenes.iter().filter(|(_, scene)| in_all || scene.face == theme) {
            let painted =
                renderer.board_png(scene, theme, default_width(scene), Coordinates::Shown);
            let ground = page::testkit::ground(&renderer, scene, theme);
            let src = data_encoding::BASE64.encode(&ground);
            // What the page adds to an address is none of the picture.
            let src = format!("data:image/png;base64,{src}#");
            let sheet = format!("/men/{}/{}.svg", theme.key(), game_of(scene));
            let board = page::testkit::board(&renderer, scene, theme, (sheet, src));
            let board = board.expect("a board");
            let words = corner.asks(&format!("corner.draws({board})")).await;
            let words: Vec<[f32; 4]> = serde_json::from_value(words).expect(name);
            let name = format!("{name}-{}", theme.key());
            let pixels = decoded(&painted);
            let png = corner.picture(pixels.dimensions().into()).await;
            let part = differing(&pixels, &decoded(&png), &words);
            if part > MOST {
                std::fs::create_dir_all(&folder).expect("a folder");
                for (what, png) in [("drawn", png), ("painted", painted)] {
                    std::fs::write(folder.join(format!("{name}-{what}.png")), png).expect("a file");
                }
            }
            parts.push((part, name));
        }
    }
    corner.close().await;
    super::told(parts)
}

#[tokio::test]
async fn boards_of_the_sheets_are_drawn_as_they_are_painted() {
    assert_eq!(too_different(30, false).await, [""; 0]);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn boards_of_the_sheets_are_drawn_in_every_theme_as_they_are_painted() {
    assert_eq!(too_different(1, true).await, [""; 0]);
}
