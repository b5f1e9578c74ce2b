//! Fights in the panel of two sides: dice, a word and the chance beforehand.

use super::{
    dice,
    panel::{CENTRE, LEFT, PAD, ROOM, centred},
};
use crate::{
    render::{canvas::Canvas, theme},
    scene::{Fight, FightVerdict},
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
        word(canvas, fight.verdict, 24, top + EARLIER + 28.0, true);
        top += above;
    }
    canvas.boxed([LEFT + PAD, top, ROOM, tray], canvas.assets.colours.tray);
    let places = if stacked >= 72.0 { dice_above(top, die) } else { dice_beside(top, die, 7.0) };
    dice::pair(canvas, last, places, 0);
    word(canvas, last.verdict, 34, top + tray + 24.0, false);
    let colour = canvas.assets.colours.text;
    centred(canvas, &format!("{} %", last.percent), &[(26, false)], top + tray + 54.0, colour);
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

/// Writes how a fight ended.
fn word(canvas: &mut Canvas<'_>, verdict: FightVerdict, size: u16, middle: f32, faded: bool) {
    let colours = canvas.assets.colours;
    let (text, colour) = match verdict {
        FightVerdict::Hit => ("HIT", colours.hit),
        FightVerdict::Push => ("PUSH", colours.push_word),
        FightVerdict::Lost => ("LOST", colours.lost_word),
    };
    let colour = if faded { colours.dim_text } else { colour };
    centred(canvas, text, &[(size, true)], middle, colour);
}
