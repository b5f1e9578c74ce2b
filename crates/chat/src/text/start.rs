//! The start of a game.

use table::GameNo;

use super::phrases::move_line;

/// A game has started, with these players.
#[must_use]
pub fn started(no: GameNo, game: &str, players: &str) -> String {
    format!("{no} {game}: {players}.")
}

/// Returns who begins, and how a move is typed; `dice` if captures are fights.
#[must_use]
pub fn how_to_move(first: &str, example: &str, dice: bool, prefix: &str) -> String {
    let fights = if dice {
        format!(" A capture is a fight with dice: `{prefix}odds` shows the chances.")
    } else {
        String::new()
    };
    let example = move_line(example, prefix);
    format!("{first} begins.\nA move is from and to: {example}.{fights}")
}

/// The words before the seal of the dice. Where it can be folded away, it is known by them.
pub const DICE_SEALED: &str = "Dice sealed: ";

/// The seal of the dice, on a line of its own; `is_bound` if it also binds whoever runs the program,
/// as he cannot choose what the rolls are salted with.
#[must_use]
pub fn sealed(seal: &str, is_bound: bool, prefix: &str) -> String {
    let unbound = if is_bound {
        String::new()
    } else {
        format!(
            " Whoever runs this page can know rolls beforehand and choose their own nonces: \
             `{prefix}about`."
        )
    };
    format!("\n{DICE_SEALED}`{seal}` (`{prefix}verify` after the game).{unbound}")
}
