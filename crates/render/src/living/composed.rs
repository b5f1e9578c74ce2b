//! A board as a surface composes it, for tests that hold it against the picture.

use std::fmt::Write as _;

use image::RgbImage;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};
use scene::{Placed, Scene};

use super::{Stroke, man_box, man_measures, man_symbol, piece_symbol, places};
use crate::{Coordinates, Renderer, Theme, board_area, default_width, mark_colours};

impl Renderer {
    /// The board of a scene in a theme as a surface composes it out of its ground, the sheet of its game and the overlay, in
    /// pixels of the default width; and the boxes of its labels, whose letters are another surface's own: left edge, upper
    /// edge, width and height. `None` if a part is missing.
    #[must_use]
    pub fn composed(
        &self,
        scene: &Scene,
        sheet: &str,
        theme: Theme,
    ) -> Option<(RgbImage, Vec<[f32; 4]>)> {
        let [_, _, width, height] = board_area(scene);
        let mut drawing = Composed::default();
        let overlay = self.overlay(scene, theme);
        drawing.strokes(&overlay.under);
        let (ghosts, fallen): (Vec<_>, Vec<_>) =
            overlay.gone.iter().partition(|(name, _)| !name.ends_with("-lying"));
        ghosts.iter().for_each(|(name, place)| drawing.symbol(name, *place, " opacity=\"0.35\""));
        let colours = mark_colours(theme);
        scene.board.pieces.iter().for_each(|placed| drawing.man(scene, placed, theme));
        fallen.iter().for_each(|(name, place)| drawing.symbol(name, *place, ""));
        drawing.strokes(&overlay.over);
        drawing.strokes(&overlay.chips);
        let symbols = sheet.split_once('>')?.1.strip_suffix("</svg>")?;
        // To read them all takes longer than to draw some.
        let is_used = |symbol: &&str| {
            symbol
                .split_once('"')
                .is_some_and(|(name, _)| drawing.svg.contains(&format!("#{name}\"")))
        };
        let used = symbols.split("<symbol id=\"").filter(is_used);
        let symbols: String = used.map(|symbol| format!("<symbol id=\"{symbol}")).collect();
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             color=\"{}\"><defs>{symbols}</defs>{}</svg>",
            colours.edge, drawing.svg
        );
        let tree = Tree::from_str(&svg, &Options::default()).ok()?;
        let mut pixmap = Pixmap::new(width, height)?;
        let mut bare = scene.clone();
        (bare.board.pieces, bare.board.gone, bare.board.marks) = Default::default();
        bare.earlier.clear();
        let width_of_all = default_width(scene);
        let ground = self.board_png(&bare, theme, width_of_all, Coordinates::Shown);
        let ground = image::load_from_memory(&ground).ok()?.into_rgba8();
        pixmap.data_mut().copy_from_slice(ground.as_raw());
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        let pixels = pixmap.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]);
        Some((RgbImage::from_raw(width, height, pixels.collect())?, drawing.labels))
    }
}

/// A drawing in the making.
#[derive(Default)]
struct Composed {
    svg: String,
    labels: Vec<[f32; 4]>,
}

impl Composed {
    fn add(&mut self, element: &str) {
        let written = write!(self.svg, "{element}");
        debug_assert!(written.is_ok(), "a text takes whatever is written");
    }

    fn symbol(&mut self, name: &str, [x, y, size]: [f32; 3], more: &str) {
        self.add(&format!(
            "<use href=\"#m-{name}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"{more}/>"
        ));
    }

    fn strokes(&mut self, strokes: &[Stroke]) {
        for stroke in strokes {
            match stroke {
                Stroke::Area(path, colour) => {
                    self.add(&format!("<path d=\"{path}\" fill=\"{colour}\"/>"));
                }
                Stroke::Line(line) => {
                    let joins = if line.path.ends_with('z') { "miter" } else { "round" };
                    let caps = if line.round { "round" } else { "butt" };
                    let dashes: Vec<String> = line.dashes.iter().map(f32::to_string).collect();
                    self.add(&format!(
                        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                         stroke-linejoin=\"{joins}\" stroke-linecap=\"{caps}\" \
                         stroke-dasharray=\"{}\"/>",
                        line.path,
                        line.colour,
                        line.width,
                        if dashes.is_empty() { "none".to_owned() } else { dashes.join(" ") }
                    ));
                }
                Stroke::Shape { place, name, core, edge } => {
                    let edge = edge.as_ref().map(|edge| format!(" color=\"{edge}\""));
                    let edge = edge.unwrap_or_default();
                    self.symbol(name, *place, &format!(" fill=\"{core}\"{edge}"));
                }
                Stroke::Text { at: [x, y], size, width, .. } => {
                    self.labels.push([x - width / 2.0 - 1.0, y - size / 2.0, width + 2.0, *size]);
                }
                Stroke::Group(part, strokes) => {
                    self.add(&format!("<g opacity=\"{part}\">"));
                    self.strokes(strokes);
                    self.add("</g>");
                }
            }
        }
    }

    /// A man with his badges: medallions of 48 in 108, or from three on a pill, which has letters alone.
    fn man(&mut self, scene: &Scene, placed: &Placed, theme: Theme) {
        let (geometry, [left, top]) = places::geometry(scene);
        let Some([x, y]) = geometry.centre(placed.at) else { return };
        let [x, y, size] = man_box(man_measures(scene), 1.0, [x - left, y - top]);
        self.symbol(&man_symbol(&scene.board, placed), [x, y, size], "");
        let count = placed.badges.len();
        let (edge, medal) = (size * 107.0 / 108.0, size * 48.0 / 108.0);
        if count > 2 {
            self.labels.push([x + size * 0.1, y + edge - size * 0.32, size * 0.9, size * 0.32]);
            return;
        }
        for (badge, behind) in placed.badges.iter().zip((0..count).rev()) {
            let at = [x + edge - medal - 0.78 * medal * behind as f32, y + edge - medal, medal];
            let fill = format!(" fill=\"{}\"", mark_colours(theme).medal);
            self.symbol("medal", at, &fill);
            if theme == Theme::Contrast {
                self.labels.push([at[0], at[1], medal, medal]);
                continue;
            }
            let inset = medal * 0.13;
            let head = [at[0] + inset, at[1] + inset, medal * 0.74];
            self.symbol(&format!("{}-head", piece_symbol(&badge.piece)), head, "");
        }
    }
}
