//! A board and the film of a game as the page gets them, for tests that show it scenes and games which no table has.

use games::Seat;
use render::{Coordinates, Renderer, Theme};
use scene::Scene;
use serde::Serialize;
use table::Game;

use super::{
    click_map::ClickMap,
    film,
    living::{Living, Still, Wanted},
    table_pictures::without_men,
};

/// The parts of a table's message out of which its board is drawn.
#[derive(Serialize)]
struct Shown {
    living: Living,
    frame: ClickMap,
    whole: u32,
    side: u8,
}

/// The board of a scene in a theme as the page gets it. `sheet` is the address of its men, `src` that of its ground; both
/// are the test's own choice.
#[must_use]
pub fn board(
    renderer: &Renderer,
    scene: &Scene,
    theme: Theme,
    (sheet, src): (String, String),
) -> Option<String> {
    let stills = vec![Still { lines: 1, scene: scene.clone() }];
    let shown = Shown {
        living: Living::of(renderer, Wanted { stills, theme, sheet, src }, 1)?,
        frame: ClickMap::of_board(scene),
        whole: render::default_width(scene),
        side: scene.facing() + 1,
    };
    serde_json::to_string(&shown).ok()
}

/// The ground of a scene's board in a theme as the page gets it, a PNG of the default width.
#[must_use]
pub fn ground(renderer: &Renderer, scene: &Scene, theme: Theme) -> Vec<u8> {
    let scene = without_men(scene.clone());
    renderer.board_png(&scene, theme, render::default_width(&scene), Coordinates::Shown)
}

/// The film of a game as it is, from a side and in a theme, as the page gets it.
#[must_use]
pub fn film(renderer: &Renderer, game: &Game, side: Seat, theme: Theme) -> Option<String> {
    film::film_of(renderer, game, side, theme)
}
