//! Dice: a shape by their number of sides, and a large number in the middle.

use scene::{Fight, FightVerdict, Shade};

use super::{
    canvas::{Align, Canvas},
    text::Font,
    theme::{Colouring, Colours, PALE, Rgb},
};

/// The margin of a tray around a die.
const AROUND: f32 = 4.0;

/// A die's sprite, the height at which its number stands and the number's size, in hundredths.
const fn shape(sides: u8) -> (&'static str, f32, f32) {
    match sides {
        4 => ("dice/d4", 63.0, 46.0),
        6 => ("dice/d6", 50.0, 62.0),
        8 => ("dice/d8", 47.0, 52.0),
        10 => ("dice/d10", 51.0, 47.0),
        12 => ("dice/d12", 52.0, 46.0),
        _ => ("dice/any", 50.0, 50.0),
    }
}

/// In which colours the dice of a fight are painted, the attacker's first: how far the one that won
/// is faded, and how far the other.
pub(crate) fn colourings(fight: &Fight, [won, lost]: [u8; 2]) -> [Colouring; 2] {
    let defender = match fight.attacker {
        Shade::Light | Shade::Tone(_) => Shade::Dark,
        Shade::Dark => Shade::Light,
    };
    let [attack, defence] =
        if fight.verdict == FightVerdict::Hit { [won, lost] } else { [lost, won] };
    [
        Colouring { shade: fight.attacker, faded: attack },
        Colouring { shade: defender, faded: defence },
    ]
}

/// The colour of the number on a die.
pub(crate) fn figure_colour(colours: &Colours, colouring: Colouring) -> Rgb {
    let colour = match colouring.shade {
        Shade::Light | Shade::Tone(_) => colours.white.line,
        Shade::Dark => colours.white.fill,
    };
    // A number on a pale die keeps more of its colour than the die, or it could not be read.
    let paint = colours.paint(colouring.shade).faded(colours.tray, colouring.faded);
    colour.under(paint.fill, colouring.faded / 3)
}

/// Draws both dice of a fight, the attacker's first. The one that did not win is pale.
pub(crate) fn pair(canvas: &mut Canvas<'_>, fight: &Fight, places: [[f32; 3]; 2]) {
    let dice = [fight.attack, fight.defence].into_iter().zip(colourings(fight, [0, PALE]));
    for ((shown, colouring), place) in dice.zip(places) {
        die(canvas, shown, colouring, place);
    }
}

/// Returns `true` if a die in the colours of a shade stands out from the panel; else it lies on a tray.
pub(crate) fn stands_out(colours: &Colours, shade: Shade) -> bool {
    let paint = colours.paint(shade);
    [paint.fill, paint.line].iter().any(|part| part.contrast_percent(colours.panel) >= 300)
}

/// Draws a die in a box given by its left edge, its upper edge and its size.
fn die(
    canvas: &mut Canvas<'_>,
    (sides, face): (u8, u8),
    colouring: Colouring,
    [left, top, size]: [f32; 3],
) {
    let assets = canvas.assets;
    let (sprite, middle, figure) = shape(sides);
    let at = [assets.px(left), assets.px(top)];
    if colouring.faded == 0 && !stands_out(assets.colours, colouring.shade) {
        canvas.boxed(
            [left - AROUND, top - AROUND, size + 2.0 * AROUND, size + 2.0 * AROUND],
            assets.colours.tray,
        );
    }
    canvas.sprite(sprite, colouring, at, assets.size(size));
    let colour = figure_colour(assets.colours, colouring);
    // No die of ours shows three figures, but a scene may.
    let figure = if face > 99 { figure * 0.66 } else { figure };
    let font = Font::narrow_bold(assets.size(size * figure / 100.0));
    let centre = [assets.px(left + size / 2.0), assets.px(top + size * middle / 100.0)];
    canvas.text(&face.to_string(), font, colour, centre, Align::Middle);
}
