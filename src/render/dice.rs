//! Dice: a shape by their sides, a large number in the middle.

use super::canvas::{Align, Canvas};
use super::kit::Coat;
use super::text::Type;
use crate::scene::{Fight, Shade, Verdict};

/// How far the colours of a die that did not win, and those of an earlier fight, are on the way to
/// the tray's, of 255.
pub(super) const PALE: u8 = 135;
pub(super) const EARLIER: u8 = 60;

/// A die's sprite, the height at which its number stands and the number's size, in hundredths.
const fn shape(sides: u8) -> (&'static str, f32, f32) {
    match sides {
        4 => ("dice/d4", 63.0, 42.0),
        6 => ("dice/d6", 50.0, 56.0),
        8 => ("dice/d8", 47.0, 46.0),
        10 => ("dice/d10", 51.0, 40.0),
        12 => ("dice/d12", 52.0, 38.0),
        _ => ("dice/any", 50.0, 44.0),
    }
}

/// Both dice of a fight, the attacker's first; the one that did not win is pale, and those of a
/// fight that is over longer (`faded`) are a little paler.
pub(super) fn pair(canvas: &mut Canvas<'_>, fight: &Fight, places: [[f32; 3]; 2], faded: u8) {
    let defender = match fight.attacker {
        Shade::Light | Shade::Tone(_) => Shade::Dark,
        Shade::Dark => Shade::Light,
    };
    let hit = fight.verdict == Verdict::Hit;
    let pale = |lost: bool| faded + if lost { PALE } else { 0 };
    let [attack, defence] = places;
    die(canvas, fight.attack, Coat { shade: fight.attacker, faded: pale(!hit) }, attack);
    die(canvas, fight.defence, Coat { shade: defender, faded: pale(hit) }, defence);
}

fn die(canvas: &mut Canvas<'_>, (sides, face): (u8, u8), coat: Coat, [left, top, size]: [f32; 3]) {
    let kit = canvas.kit;
    let (sprite, middle, figure) = shape(sides);
    let at = [kit.px(left), kit.px(top)];
    canvas.sprite(sprite, coat, at, kit.size(size));
    let ink = match coat.shade {
        Shade::Light | Shade::Tone(_) => kit.colours.white.line,
        Shade::Dark => kit.colours.white.fill,
    };
    // A number on a pale die keeps more of its ink than the die, or it could not be read.
    let ink = ink.under(kit.paint(coat).fill, coat.faded / 3);
    // Three figures are no die of ours, but must fit.
    let figure = if face > 99 { figure * 0.66 } else { figure };
    let kind = Type::bold(kit.size(size * figure / 100.0));
    let centre = [kit.px(left + size / 2.0), kit.px(top + size * middle / 100.0)];
    canvas.text(&face.to_string(), kind, ink, centre, Align::Middle);
}
