//! What is said when a game loses its place or gets another one.

use crate::table::GameNo;

/// How a game gets another place; `prefix` stands before commands there. `None` where its server is not
/// known.
fn elsewhere(no: GameNo, prefix: Option<&str>) -> String {
    prefix.map_or_else(String::new, |prefix| {
        format!(
            " To play it in another channel of that server, name it there, for instance \
             `{prefix}board {no}`."
        )
    })
}

/// The place of a running game is gone.
#[must_use]
pub fn place_gone(no: GameNo, prefix: Option<&str>) -> String {
    let how = elsewhere(no, prefix);
    format!(
        "The channel of {no} is gone. The game goes on here: I show its boards in private, and you \
         can play here.{how}"
    )
}

/// The place of an offer is gone.
#[must_use]
pub fn offer_place_gone(no: GameNo, prefix: Option<&str>) -> String {
    let how = elsewhere(no, prefix);
    format!(
        "The channel of offer {no} is gone. It stays open: what happens to it I tell in private.{how}"
    )
}

/// A game without a place is played where this is said.
#[must_use]
pub fn played_here_now(no: GameNo) -> String {
    format!("{no} is played here from now on.")
}

/// What was typed here has been done in a game whose channel is gone.
#[must_use]
pub fn played_in_private(no: GameNo) -> String {
    format!(
        "Done in {no}; its channel is gone, and its board is in the private chats of its players."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_a_place() {
        insta::assert_snapshot!(
            [
                place_gone(GameNo(12), Some("!")),
                place_gone(GameNo(12), None),
                offer_place_gone(GameNo(12), Some("@Martian Cake ")),
                played_here_now(GameNo(12)),
                played_in_private(GameNo(12)),
            ]
            .join("\n"),
            @r"
        The channel of #12 is gone. The game goes on here: I show its boards in private, and you can play here. To play it in another channel of that server, name it there, for instance `!board #12`.
        The channel of #12 is gone. The game goes on here: I show its boards in private, and you can play here.
        The channel of offer #12 is gone. It stays open: what happens to it I tell in private. To play it in another channel of that server, name it there, for instance `@Martian Cake board #12`.
        #12 is played here from now on.
        Done in #12; its channel is gone, and its board is in the private chats of its players.
        "
        );
    }
}
