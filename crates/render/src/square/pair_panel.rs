//! The panel of two sides: who is to move, what was captured, how the dice fell.

use scene::{Mark, Scene, Side};

use super::{
    captured::{Strip, captured},
    fights::{fights, odds_legend},
    panel::{BOTTOM, CENTRE, LEFT, PAD, ROOM, TOP, centred},
};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    text::Font,
    theme::Colouring,
    time_bar,
};

/// Draws the panel of two sides, the far one above and the near one below.
pub(crate) fn render_pair(canvas: &mut Canvas<'_>, scene: &Scene, geometry: &BoardGeometry) {
    let panel = &scene.panel;
    let has_odds = |mark: &Mark| matches!(mark, Mark::Attack(_, Some(_)));
    let tells_odds = panel.fights.is_empty() && scene.board.marks.iter().any(has_odds);
    let is_roomy = panel.fights.is_empty() && !tells_odds && geometry.is_large();
    let mut top = TOP + 12.0;
    top = headline(canvas, &panel.headline, top);
    top = note(canvas, &panel.note, top) + 12.0;
    let (near, far) = match panel.sides.as_slice() {
        [near, far, ..] => (near, far),
        _ => return,
    };
    name(canvas, far, top);
    top += 34.0;
    top += time(canvas, far, top);
    top += captured(canvas, far, top, Strip::of(far, is_roomy));

    let mut bottom = BOTTOM - 10.0;
    foot(canvas, &panel.foot, bottom - 12.0);
    bottom -= 32.0;
    if near.time.is_some() {
        bottom -= time_bar::HEIGHT;
        time(canvas, near, bottom);
    }
    name(canvas, near, bottom - 32.0);
    bottom -= 36.0;
    let strip = Strip::of(near, is_roomy);
    let height = strip.height();
    captured(canvas, near, bottom - height, strip);
    fights(canvas, &panel.fights, top + 8.0, bottom - height - 8.0);
    if tells_odds {
        odds_legend(canvas, top + 8.0, bottom - height - 8.0);
    }
}

/// Writes the headline; returns where the next line begins.
fn headline(canvas: &mut Canvas<'_>, text: &str, top: f32) -> f32 {
    let colour = canvas.assets.colours.text;
    centred(canvas, text, &[(32, true), (28, true), (24, true), (24, false)], top + 16.0, colour);
    top + 34.0
}

/// Writes the note on one line, or on two where it has more words than fit; returns where what
/// follows begins.
fn note(canvas: &mut Canvas<'_>, text: &str, top: f32) -> f32 {
    let colour = canvas.assets.colours.text;
    let font = Font::regular(canvas.assets.size(24.0));
    let room = canvas.assets.px(ROOM) as f32;
    let words: Vec<&str> = text.split_whitespace().take(40).collect();
    let fits = |count: &usize| font.width(&words[..*count].join(" ")) <= room;
    let split = (1..=words.len()).rev().find(fits).unwrap_or(words.len().min(1));
    let fonts = [(26, false), (24, false)];
    centred(canvas, &words[..split].join(" "), &fonts, top + 15.0, colour);
    if split == words.len() {
        return top + 30.0;
    }
    centred(canvas, &words[split..].join(" "), &fonts, top + 43.0, colour);
    top + 58.0
}

/// Shows the time of a side that has a clock; returns how high that is.
fn time(canvas: &mut Canvas<'_>, side: &Side, top: f32) -> f32 {
    time_bar::line(canvas, side, [LEFT + PAD, top, ROOM], Align::Middle);
    if side.time.is_some() { time_bar::HEIGHT } else { 0.0 }
}

/// Writes a side's name after a ball in its colour.
fn name(canvas: &mut Canvas<'_>, side: &Side, top: f32) {
    let assets = canvas.assets;
    let font = Font::regular(assets.size(24.0));
    let (ball, gap) = (assets.px(22.0), assets.px(7.0));
    let text = font.fit(&side.name, (assets.px(ROOM) - ball - gap) as f32);
    let width = font.width(&text).round() as i32 + ball + gap;
    let left = assets.px(CENTRE) - width / 2;
    let middle = assets.px(top + 16.0);
    let colouring = Colouring::of(side.shade);
    canvas.ball(colouring, [left, middle - ball / 2], ball);
    let at = [left + ball + gap, middle];
    canvas.text(&text, font, assets.colours.text, at, Align::Left);
}

/// Writes the number of the game and the ply, closer together where there is no room for the blanks
/// between them.
fn foot(canvas: &mut Canvas<'_>, text: &str, middle: f32) {
    let font = Font::regular(canvas.assets.size(24.0));
    let fits = font.width(text) <= canvas.assets.px(ROOM) as f32;
    let closer = if fits { text.to_owned() } else { text.replace(' ', "") };
    centred(canvas, &closer, &[(24, false)], middle, canvas.assets.colours.dim_text);
}
