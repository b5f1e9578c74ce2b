//! The colours of standings.

use super::{colour::Rgb, colours::Colours};

/// The colours in which the standings of an event are drawn.
pub(crate) struct StandingsColours {
    /// The colour of the ground.
    pub ground: Rgb,
    /// Names, points, places, and the box of a game that was won.
    pub text: Rgb,
    /// The colour of the heads, the note, tie-breaks, and what of a round matters less.
    pub dim_text: Rgb,
    /// The lines between rows.
    pub rule: Rgb,
    /// The box of a game that was drawn.
    pub drawn: Rgb,
    /// The disc of the first place, and the crown.
    pub gold: Rgb,
    /// The row of whoever has won the event.
    pub won_row: Rgb,
}

impl StandingsColours {
    /// The share of the text's colour in a line between rows, of 255.
    const RULE: u8 = 46;
    /// Its share in the box of a drawn game.
    const DRAWN: u8 = 74;
    /// The share of the crown's colour in the winner's row.
    const WON_ROW: u8 = 24;

    /// The colours that go with those of a theme.
    pub(crate) fn of(colours: &Colours) -> Self {
        let ground = colours.panel;
        Self {
            ground,
            text: colours.text,
            dim_text: colours.dim_text,
            rule: ground.under(colours.text, Self::RULE),
            drawn: ground.under(colours.text, Self::DRAWN),
            gold: colours.hit,
            won_row: ground.under(colours.hit, Self::WON_ROW),
        }
    }
}
