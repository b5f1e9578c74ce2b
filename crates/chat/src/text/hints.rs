//! The help that is nearest to a line which asks for something in other words than a command's.

use super::phrases::move_line;

/// Returns how to begin.
#[must_use]
pub fn how_to_play(prefix: &str) -> String {
    let example = move_line("c2-c3", prefix);
    format!(
        "`{prefix}challenge bot 1` starts a game, then type a move like {example}; `{prefix}rules` \
         tells how it goes, `{prefix}help` lists the rest."
    )
}

/// Returns how a move is taken back.
#[must_use]
pub fn how_to_take_back(prefix: &str) -> String {
    format!(
        "`{prefix}takeback` asks the others to take your last move back; what dice have decided stands."
    )
}

/// No move is suggested; `with_dice` if fights may be decided by dice.
#[must_use]
pub fn no_hints(with_dice: bool, prefix: &str) -> String {
    let nearest = format!("I give no hints. The nearest: `{prefix}legal` shows your moves,");
    let piece = format!("`{prefix}why c2` what a piece can do");
    if with_dice {
        format!("{nearest} {piece}, `{prefix}odds c3xd4` the chances of a fight with dice.")
    } else {
        format!("{nearest} {piece}.")
    }
}

/// Returns how a game is learnt and begun; `topic` is its topic of `rules`.
#[must_use]
pub fn about_game(topic: &str, prefix: &str) -> String {
    format!(
        "`{prefix}rules {topic}` tells how it goes, `{prefix}challenge bot 1 {topic}` starts a game \
         against me."
    )
}

/// Returns how a new game is begun; `alone` where nobody else could take up an offer.
#[must_use]
pub fn new_game(alone: bool, prefix: &str) -> String {
    let others = if alone {
        String::new()
    } else {
        format!(" `{prefix}challenge anyone` looks for an opponent,")
    };
    format!(
        "`{prefix}challenge bot 1` starts a game against me,{others} `{prefix}about` names the games."
    )
}

/// Returns how a game is ended.
#[must_use]
pub fn how_to_end(prefix: &str) -> String {
    format!(
        "`{prefix}resign` gives a game up, `{prefix}draw offer` offers a draw, `{prefix}games` lists \
         yours."
    )
}
