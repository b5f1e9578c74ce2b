//! The card of a finished game: the board as it ended and all that is told beside it, from its log or its record.

use std::sync::Arc;

use games::{BySeat, Outcome, Seat};
use scene::CardSheet;
use serde::{Deserialize, Serialize};
use time::Month;

use super::{
    board_recipe::BoardReplay, fight_tally::FightTally, game::Game, game_replay::GameReplay,
    game_replay::ReplayRecipe, ids::GameNo, occupant::BOT, record::first_day,
};

impl GameReplay {
    /// The card of the game; `None` while it goes on, and if it ended without a result. The date is written as
    /// records have it, `invitation` is what is typed to play such a game.
    #[must_use]
    pub fn card(&self, date: &str, invitation: &str) -> Option<CardSheet> {
        let end = self.at(self.plies())?;
        if matches!(end.outcome()?, Outcome::Aborted) {
            return None;
        }
        let fights = end.position().fights();
        let seats = Seat::all(end.position().n_seats());
        let mut told: Vec<String> =
            seats.map(|seat| FightTally::of(&fights, seat).to_string()).collect();
        // The side at the bottom of the board comes first.
        let first = self.facing().index().min(told.len().saturating_sub(1));
        told.rotate_left(first);
        Some(CardSheet {
            scene: self.scene(&end),
            fights: if fights.is_empty() { Vec::new() } else { told },
            length: length_words(self.plies()),
            date: day_words(date),
            host: BOT.to_owned(),
            invitation: invitation.to_owned(),
        })
    }
}

/// `43 moves`
fn length_words(plies: u32) -> String {
    if plies == 1 { "1 move".to_owned() } else { format!("{plies} moves") }
}

/// `27 November 2026`; empty for what is no day, such as `?`.
fn day_words(date: &str) -> String {
    let mut parts = date.splitn(3, '-').map(str::parse::<u16>);
    let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) =
        (parts.next(), parts.next(), parts.next())
    else {
        return String::new();
    };
    let month = u8::try_from(month).ok().and_then(|month| Month::try_from(month).ok());
    month.map(|month| format!("{day} {month} {year}")).unwrap_or_default()
}

/// The card of a hosted game as it is kept: without what is drawn from the game's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRecipe {
    /// The game as it ended.
    card: ReplayRecipe,
    /// The day on which it began, as records have it.
    date: String,
    /// The command to play such a game.
    invitation: String,
    #[serde(skip)]
    sheet: Option<Arc<CardSheet>>,
}

impl CardRecipe {
    /// The card of a game whose seats have these names; `invitation` is what is typed to play such a game. `None`
    /// while the game goes on, if nothing was played, and if it ended without a result.
    #[must_use]
    pub fn of(game: &Game, names: BySeat<String>, invitation: String) -> Option<Self> {
        let card = ReplayRecipe::of(game, names, None)?;
        let date = first_day(game).unwrap_or_default();
        let mut recipe = Self { card, date, invitation, sheet: None };
        recipe.draw();
        recipe.sheet.is_some().then_some(recipe)
    }

    /// The game whose card it is.
    #[must_use]
    pub const fn game(&self) -> GameNo {
        self.card.game()
    }

    /// Returns what the card shows; `None` if it was read from where it is kept, and not drawn since.
    #[must_use]
    pub const fn sheet(&self) -> Option<&Arc<CardSheet>> {
        self.sheet.as_ref()
    }

    /// Draws it from a replay of its game. Without the lines of its log it shows nothing then.
    pub fn redraw(&mut self, board: &BoardReplay) {
        self.card.redraw(board);
        self.draw();
    }

    fn draw(&mut self) {
        let replay = self.card.replay();
        let sheet = replay.and_then(|replay| replay.card(&self.date, &self.invitation));
        self.sheet = sheet.map(Arc::new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_told_in_words() {
        assert_eq!(day_words("2026-11-27"), "27 November 2026");
        assert_eq!(day_words("2027-01-05"), "5 January 2027");
        for none in ["?", "", "2026-13-01", "2026-11", "x-1-2", "2026-11-27-1", "2026-300-1"] {
            assert_eq!(day_words(none), "", "{none}");
        }
        assert_eq!([length_words(1), length_words(2)], ["1 move", "2 moves"]);
    }
}
