//! The help that is nearest to a line which asks for something in other words than a command's.

/// How to begin.
#[must_use]
pub fn how_to_play(prefix: &str) -> String {
    format!(
        "`{prefix}challenge bot 1` starts a game, then type a move like `c2-c3`; `{prefix}rules` \
         tells how it goes, `{prefix}help` lists the rest."
    )
}

/// Moves are not taken back.
#[must_use]
pub fn no_takeback(prefix: &str) -> String {
    format!(
        "I cannot take a move back. The nearest: `{prefix}abort` before everyone has moved, later \
         `{prefix}draw offer` or `{prefix}resign`, then `{prefix}rematch`."
    )
}

/// No move is suggested.
#[must_use]
pub fn no_hints(prefix: &str) -> String {
    format!(
        "I give no hints. The nearest: `{prefix}legal` shows your moves, `{prefix}why c2` what a \
         piece can do, `{prefix}odds c3xd4` the chances of a fight with dice."
    )
}

/// How a new game is begun; `alone` where nobody else could take up an offer.
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

/// How a game is ended.
#[must_use]
pub fn how_to_end(prefix: &str) -> String {
    format!(
        "`{prefix}resign` gives a game up, `{prefix}draw offer` offers a draw, `{prefix}games` lists \
         yours."
    )
}
