//! Sentences said when a game loses its place or gets another one.

use table::GameNo;

use super::check::permission;
use crate::places::place_report::Permission;

/// Returns how a game gets another place; `prefix` stands before commands there. `None` where its server is not
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

/// Returns what was typed here has been done in a game whose channel is gone.
#[must_use]
pub fn played_in_private(no: GameNo) -> String {
    format!(
        "Done in {no}; its channel is gone, and its board is in the private chats of its players."
    )
}

/// A game that was asked for where the bot may not write is elsewhere: in that channel, or in private.
#[must_use]
pub fn begun_elsewhere(here: &str, there: Option<&str>) -> String {
    let there = there.unwrap_or("our private chat");
    format!("I may not write in {here}, so this game is in {there}.")
}

/// There is no channel for a game that was asked for where the bot may not write.
#[must_use]
pub fn no_place_for_game(here: &str, lacks: Permission) -> String {
    let name = permission(lacks);
    format!(
        "I may not write in {here}: the permission *{name}* is missing. I also know no other channel \
         in which I may and which all who are to play can see. Someone who manages the server can \
         change it: Edit Channel → Permissions → Martian Cake → *{name}*. `/check` shows all that I need."
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
                begun_elsewhere("<#5>", Some("<#6>")),
                begun_elsewhere("<#5>", None),
                no_place_for_game("<#5>", Permission::Send),
            ]
            .join("\n"),
            @r"
        The channel of #12 is gone. The game goes on here: I show its boards in private, and you can play here. To play it in another channel of that server, name it there, for instance `!board #12`.
        The channel of #12 is gone. The game goes on here: I show its boards in private, and you can play here.
        The channel of offer #12 is gone. It stays open: what happens to it I tell in private. To play it in another channel of that server, name it there, for instance `@Martian Cake board #12`.
        #12 is played here from now on.
        Done in #12; its channel is gone, and its board is in the private chats of its players.
        I may not write in <#5>, so this game is in <#6>.
        I may not write in <#5>, so this game is in our private chat.
        I may not write in <#5>: the permission *Send Messages* is missing. I also know no other channel in which I may and which all who are to play can see. Someone who manages the server can change it: Edit Channel → Permissions → Martian Cake → *Send Messages*. `/check` shows all that I need.
        "
        );
    }
}
