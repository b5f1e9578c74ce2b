//! Fights in the panel of two sides: dice, a word and the chance beforehand.

use scene::{Fight, FightVerdict};

use super::panel::{CENTRE, LEFT, PAD, ROOM, centred};
use crate::{
    canvas::{Align, Canvas},
    dice,
    marks::MarkShape,
    number::numbered_disc,
    text::Font,
    theme,
};

/// Height of the word and the chance under the dice.
const WORDS: f32 = 66.0;
/// The size of dice that lie side by side.
const BESIDE: f32 = 66.0;
/// The height of the tray of such dice.
const BESIDE_TRAY: f32 = BESIDE + 14.0;
/// The size of the dice of an earlier fight.
const EARLIER: f32 = 60.0;
/// The height of such dice with their tray and their word.
const EARLIER_HEIGHT: f32 = EARLIER + 12.0 + 32.0;
/// The size of the disc with the number of a ply.
const DISC: f32 = 30.0;
/// The sizes of the words with the chance, of which the first in which they fit is taken. The last
/// ones are for small pictures, in which the sizes of letters are rounded.
const CHANCE: [(u16, bool); 4] = [(26, false), (24, false), (22, false), (20, false)];

/// Draws the last fight, and the one before it if a message tells both and there is room.
pub(crate) fn fights(canvas: &mut Canvas<'_>, fights: &[Fight], top: f32, bottom: f32) {
    let Some((last, before)) = fights.split_last() else { return };
    // The earlier one only where there is room for both.
    let both = EARLIER_HEIGHT + 14.0 + BESIDE_TRAY + WORDS;
    let earlier = before.last().filter(|_| bottom - top >= both);
    let above = if earlier.is_some() { EARLIER_HEIGHT + 14.0 } else { 0.0 };
    // Dice above each other may be larger; where there is no room, they lie side by side.
    let stacked = ((bottom - top - above - WORDS - 24.0) / 2.0).min(94.0);
    let (die, tray) =
        if stacked >= 72.0 { (stacked, 2.0 * stacked + 24.0) } else { (BESIDE, BESIDE_TRAY) };
    let mut top = top + ((bottom - top - above - tray - WORDS) / 2.0).max(0.0);
    if let Some(fight) = earlier {
        canvas.boxed([LEFT + PAD, top, ROOM, EARLIER + 12.0], canvas.assets.colours.tray);
        dice::pair(canvas, fight, dice_beside(top, EARLIER, 6.0), theme::EARLIER);
        word(canvas, fight, 24, top + EARLIER + 28.0, true);
        top += above;
    }
    canvas.boxed([LEFT + PAD, top, ROOM, tray], canvas.assets.colours.tray);
    let places = if stacked >= 72.0 { dice_above(top, die) } else { dice_beside(top, die, 7.0) };
    dice::pair(canvas, last, places, 0);
    word(canvas, last, 34, top + tray + 24.0, false);
    chance(canvas, last.percent, top + tray + 54.0);
}

/// Writes how likely the hit was before the dice fell.
fn chance(canvas: &mut Canvas<'_>, percent: u8, middle: f32) {
    let colour = canvas.assets.colours.text;
    centred(canvas, &chance_text(percent), &CHANCE, middle, colour);
}

fn chance_text(percent: u8) -> String {
    format!("{percent} % to hit")
}

/// Says what the percentages in the rings on the board mean, between two heights.
pub(crate) fn odds_legend(canvas: &mut Canvas<'_>, top: f32, bottom: f32) {
    let assets = canvas.assets;
    let font = Font::regular(assets.size(26.0));
    let (label, gap) = ([assets.size(42.0), assets.size(36.0)], assets.px(8.0));
    let [wide, high] = label.map(i32::from);
    let (text, middle) = ("to hit", assets.px((top + bottom) / 2.0));
    let left = assets.px(CENTRE) - (wide + gap + font.width(text).round() as i32) / 2;
    let colours = assets.colours;
    let shape = MarkShape::Label(label[0], label[1]);
    canvas.mark(shape, colours.medal, [left, middle - high / 2], assets.size(108.0));
    let sign = Font::bold(assets.size(24.0));
    canvas.text("%", sign, colours.edge, [left + wide / 2, middle], Align::Middle);
    canvas.text(text, font, colours.text, [left + wide + gap, middle], Align::Left);
}

/// Left, top and size of two dice above each other.
fn dice_above(top: f32, size: f32) -> [[f32; 3]; 2] {
    let left = CENTRE - size / 2.0;
    [[left, top + 8.0, size], [left, top + 16.0 + size, size]]
}

/// Left, top and size of two dice side by side.
fn dice_beside(top: f32, size: f32, pad: f32) -> [[f32; 3]; 2] {
    let gap = 3.0;
    [[CENTRE - gap - size, top + pad, size], [CENTRE + gap, top + pad, size]]
}

/// Writes how a fight ended, behind the number of its ply if it has one.
fn word(canvas: &mut Canvas<'_>, fight: &Fight, size: u16, middle: f32, faded: bool) {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let (text, colour) = match fight.verdict {
        FightVerdict::Hit => ("HIT", colours.hit),
        FightVerdict::Push => ("PUSH", colours.push_word),
        FightVerdict::Lost => ("LOST", colours.lost_word),
    };
    let colour = if faded { colours.dim_text } else { colour };
    let Some(number) = fight.number else {
        return centred(canvas, text, &[(size, true)], middle, colour);
    };
    let font = Font::bold(assets.size(f32::from(size)));
    let (disc, gap) = (assets.px(DISC), assets.px(7.0));
    let left = assets.px(CENTRE) - (disc + gap + font.width(text).round() as i32) / 2;
    let middle = assets.px(middle);
    numbered_disc(canvas, number, [left, middle - disc / 2], disc);
    canvas.text(text, font, colour, [left + disc + gap, middle], Align::Left);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::{Format, Scale};

    #[test]
    fn every_chance_fits_under_the_dice_at_every_width() {
        for width in 100..=1200 {
            let scale = Scale::new(Format::Panel, width);
            let room = scale.px(ROOM) as f32;
            for percent in 0..=100 {
                let fits = |(size, _): &(u16, bool)| {
                    let font = Font::regular(scale.size(f32::from(*size)));
                    font.width(&chance_text(percent)) <= room
                };
                assert!(CHANCE.iter().any(fits), "{percent} % at {width}");
            }
        }
    }

    #[test]
    fn a_word_and_the_number_of_its_ply_fit_into_the_panel() {
        for width in 100..=1200 {
            let scale = Scale::new(Format::Panel, width);
            for word in ["HIT", "PUSH", "LOST"] {
                let font = Font::bold(scale.size(34.0));
                let wide = font.width(word) + (scale.px(DISC) + scale.px(7.0)) as f32;
                assert!(wide <= scale.px(ROOM + 2.0 * PAD) as f32, "{word} at {width}: {wide}");
            }
        }
    }
}
