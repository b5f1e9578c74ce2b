//! The sentences that only the page needs; the answers of the bot come from the host.

use super::{
    markup,
    wire::{Action, Greeting, TEXT_LIMIT},
};

/// What the bot says to someone new, and what to tap.
pub(super) fn greeting() -> Greeting {
    let text = "Welcome. I host board games in this chat: you type moves, I keep the board. \
                **Lyra** is a small battle on six by six squares, where a capture is a fight with \
                dice. **Martian Chess** has pyramids and two to six players, and whose a piece is \
                depends on where it stands: `challenge bot martian`. **Game Mix** has men of chess \
                and draughts, and three ways to win: `challenge bot mix`. **Cyvasse** has two armies on 91 hexes, arranged \
                unseen: `challenge bot cyvasse`.\nType one of these, or \
                pick below; it starts at once.";
    Greeting {
        text: markup::spans(text, |id| id.key().to_owned()),
        actions: vec![
            Action { label: "play the bot", text: "challenge bot" },
            Action { label: "play someone here", text: "challenge anyone" },
            Action { label: "how does Lyra work?", text: "rules lyra" },
        ],
    }
}

/// For a name that belongs to another browser.
pub(super) fn taken(name: &str) -> String {
    format!("{name} is somebody else's name: it belongs to the browser that took it first.")
}

/// For a store that cannot be written to.
pub(super) const STORE_FAILED: &str =
    "Something went wrong on my side. Nothing is lost; I try again in a moment.";

/// For a guest who says something.
pub(super) const NAME_FIRST: &str = "Take a name first, then send it again.";

/// For a message without text.
pub(super) const EMPTY: &str = "There is nothing in this message.";

/// For a message that is too long.
pub(super) fn too_long(characters: usize) -> String {
    format!(
        "This message has {characters} characters; {TEXT_LIMIT} is the most. Please send it in \
         parts."
    )
}

/// For a message whose id, salt or secret is not of the form that the page's script makes.
pub(super) const MALFORMED: &str = "This message is not in the form that this page sends.";

/// For a page that is one too many.
pub(super) const FULL: &str = "Too many pages are open here; close some and reload this one.\n";

/// For a picture's address that cannot be read.
pub(super) const PICTURE_ADDRESS: &str =
    "A picture is /picture/12.png, with ?width= 300, 400, 450, 600, 900, 1200 or 1800.\n";
