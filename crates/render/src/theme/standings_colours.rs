//! The colours of standings.

use super::{colour::Rgb, colours::Colours};

/// The colours in which the standings of an event are drawn.
pub(crate) struct StandingsColours {
    /// What lies under everything.
    pub ground: Rgb,
    /// Names, points, places, and the box of a game that was won.
    pub text: Rgb,
    /// What stands above the columns, the note, tie-breaks, and what of a round matters less.
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
    /// How much of the text's colour a line between rows has, of 255.
    const RULE: u8 = 46;
    /// How much of it the box of a drawn game has.
    const DRAWN: u8 = 74;
    /// How much of the crown's colour the winner's row has.
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
