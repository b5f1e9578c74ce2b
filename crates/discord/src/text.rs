//! The sentences that only this platform needs: permissions, the token, the intents. Everything
//! else that people read comes from `chat`.

use chat::{
    Placeholder,
    text::{REMOVE_TIMEOUT, permission},
};
use table::GameNo;

use super::{failure::Lack, permissions, rest::RequestError};

/// For somebody who starts the bot on Discord without a token.
pub const NO_TOKEN: &str = "DISCORD_TOKEN is not set. Open \
     https://discord.com/developers/applications, choose your application (or New Application), \
     Bot, Reset Token, Copy; put it into .env as DISCORD_TOKEN=... and start again. To play \
     without Discord: martian-cake local";

/// Said once per channel, below the first text that should have been a picture.
pub(super) const NO_PICTURES: &str = "I cannot attach pictures here: the permission *Attach Files* \
     is missing. Server settings → Roles → Martian Cake → Attach Files. Until then I answer in \
     text. `/check` shows all that I need.";

/// Said once per channel, below the first text whose picture or file Discord did not take.
pub(super) const TOO_LARGE: &str = "Discord does not take my picture or file here, since it is \
     larger than this place allows. I answer in text and try again later.";

/// Stands for words that a server's own filter refuses, below the mentions of whoever they were for.
pub(super) fn filtered(people: &str, game: Option<u32>) -> String {
    let see = game.map_or_else(String::new, |no| {
        format!(" To read it, write to me in private: `board #{no}`.")
    });
    let text = format!(
        "this server's AutoMod refused my words.{see} Someone who manages the server can let me \
         through: Server settings → AutoMod → the rule → exempt roles → Martian Cake."
    );
    if people.is_empty() { text.replacen('t', "T", 1) } else { format!("{people}, {text}") }
}

/// Said to whoever a message was for that Discord refused for good; the channel is named where all who read it
/// may hear of it.
pub(super) fn refused(channel: Option<u64>, game: Option<u32>) -> String {
    let see = game.map_or_else(String::new, |no| format!(" `board #{no}` shows the game."));
    format!(
        "Discord refused what I wanted to say in {}.{see} Nothing of the game is lost.",
        named(channel)
    )
}

/// A channel as the platform shows it, or a word for one that is not named.
fn named(channel: Option<u64>) -> String {
    channel.map_or_else(|| "another channel".to_owned(), |id| format!("<#{id}>"))
}

/// The switch to click when Discord refuses the content of messages; for the log.
pub(super) const NO_CONTENT: &str = "Discord does not let this bot read messages (close code \
     4014). To play with plain moves: https://discord.com/developers/applications, your \
     application, Bot, Privileged Gateway Intents, Message Content Intent on, Save Changes; then \
     start again. The bot connects again without it. Until then people mention the bot, reply to a \
     board, or write in a private chat. What they write while the bot is away it can read later only \
     if it is one of these: everything else is empty in the history of a channel as well";

/// Said to the player, once per channel, when the bot may not write where they play, for this reason as far as is
/// known; the channel and the game are named where all who read it may hear of them. `application` makes the link
/// that invites the bot.
pub(super) fn cannot_write(
    channel: Option<u64>,
    lack: Option<Lack>,
    application: Option<u64>,
    game: Option<GameNo>,
) -> String {
    let game = game.map_or_else(|| "Your game".to_owned(), |no| no.to_string());
    let (why, what) = match lack {
        Some(removed @ (Lack::Removed | Lack::Hidden)) => {
            let why = match removed {
                Lack::Removed => "I am not in its server any more",
                _ => "I cannot see it, or am not in its server any more",
            };
            let link = application.map(|id| format!(": <{}>", invite(id, false)));
            return format!(
                "I cannot answer in {}: {why}. Someone who manages the server can invite me{}. {game} \
                 goes on; you can also play here.",
                named(channel),
                link.unwrap_or_default()
            );
        }
        Some(Lack::TimedOut(until)) => {
            return format!(
                "I cannot answer in {}: I am in a timeout, which ends {}. {REMOVE_TIMEOUT} {game} \
                 goes on; you can also play here.",
                named(channel),
                Placeholder::Instant(until).tag()
            );
        }
        Some(Lack::Permission(one)) => {
            let name = permission(one);
            (format!("the permission *{name}* is missing"), format!("*{name}*"))
        }
        None => {
            let all = "*View Channel*, *Send Messages*, *Attach Files*, *Read Message History*";
            ("I may not write there".to_owned(), all.to_owned())
        }
    };
    format!(
        "I cannot answer in {}: {why}. Someone who manages the server can change it: Server \
         settings → Roles → Martian Cake → {what}; in a channel with permissions of its own: Edit \
         Channel → Permissions. `/check` there shows all that I need. {game} goes on; you can \
         also play here.",
        named(channel)
    )
}

/// For the log: why what was missed in a place could not be read, and what to do.
pub(super) fn cannot_read_back(place: &str, failure: &RequestError) -> String {
    format!(
        "what was said in {place} while the bot was away cannot be read ({failure}): moves typed \
         meanwhile have to be typed again. In Discord: Server settings → Roles → Martian Cake → Read \
         Message History"
    )
}

/// For the log: more was said in a place than is read back.
pub(super) fn more_was_said(place: &str, most: usize) -> String {
    format!(
        "more was said in {place} while the bot was away than the {most} messages that are read back; \
         moves among the later ones have to be typed again"
    )
}

/// Said to whoever pressed a button that we do not know, as of another version.
pub(super) const UNKNOWN_BUTTON: &str =
    "I do not know this button any more. `board` shows your game with buttons that work.";

/// Said to whoever chose an entry of a menu that we do not know, as of another version.
pub(super) const OTHER_VERSION: &str = "That entry is of another version of me. Reload Discord (Ctrl+R; \
     on a phone close and open it) and choose again; `help` lists what I know.";

/// Said to whoever chose to play a message of which Discord does not tell the text.
pub(super) const MESSAGE_NOT_TOLD: &str =
    "Discord did not tell me what that message says. Please type the move instead.";

/// Said to whoever made an interaction that is not as Discord describes it.
pub(super) const NOT_READ: &str =
    "I could not read that. Please try again, or type it instead; `help` lists what I know.";

/// Stands below what was meant for a private chat that its person has closed.
pub(super) const PRIVATE_IS_CLOSED: &str =
    "I cannot open a private chat with you, so this comes here, where only you see it.";

/// Said to whoever pressed a button that opens something, while the bot is too slow to say what.
pub(super) const NOT_OPENED: &str = "I am slow just now. Press that once more in a moment.";

/// Stands above the buttons for what can be done in a game beside moving.
pub(super) fn more(game: u32) -> String {
    format!("#{game}: what would you like?")
}

/// Stands for the answer to a command while it takes long.
pub(super) const ANSWER_FOLLOWS: &str = "This takes longer than usual. The answer comes here.";

/// Stands for the answer to a command while Discord does not take what it has led to.
pub(super) const BOARD_FOLLOWS: &str =
    "Done. Discord is slow to take my message: it comes as soon as it does.";

/// Stands below what was done while its channel takes nothing from us, for this reason as far as is known; the
/// channel is named where whoever has done it may hear of it.
pub(super) fn nobody_else_sees(
    channel: Option<u64>,
    lack: Option<Lack>,
    application: Option<u64>,
    game: Option<GameNo>,
) -> String {
    format!("Nobody else sees this yet. {}", cannot_write(channel, lack, application, game))
}

/// Ends a command that has led to a message elsewhere, as a move leads to a board.
pub(super) fn done_there(address: &str) -> String {
    format!("Done: [see it]({address})")
}

/// Ends a command that was done.
pub(super) const DONE: &str = "Done.";

/// Ends a command to which there was nothing to do.
pub(super) const NOTHING_DONE: &str = "There was nothing to do. `help` lists what I know.";

/// Ends a command that was handled, but whose answer Discord did not take.
pub(super) const NOT_SHOWN: &str =
    "Discord did not take my answer. Please ask again; `board` shows how your game stands.";

/// Ends a command of which nobody knows what has become of it.
pub(super) const NOT_KNOWN: &str = "Something went wrong on my side. `board` shows how your game stands; if nothing has changed, \
     please try again.";

/// Returns what to type, below the bot's name; without the content of messages a prefix would not be heard.
pub(super) fn status(prefix: &str, sees_content: bool) -> String {
    let help = if sees_content { prefix } else { "/" };
    format!("/challenge · {help}help")
}

/// For the log: the links to papers that the application does not have.
pub(super) fn missing_papers(links: &[&str]) -> String {
    format!(
        "the application has no {}: https://discord.com/developers/applications, your application, General \
         Information. Discord wants both before it verifies or lists a bot; martian-cake papers DIR writes the pages",
        links.join(" and no ")
    )
}

/// The link that invites the bot into a server with the permissions that it needs.
pub(super) fn invite(application: u64, with_threads: bool) -> String {
    let permissions = permissions::wanted(with_threads).bits();
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot%20applications.commands&permissions={permissions}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invite_asks_for_what_is_needed() {
        assert_eq!(
            invite(12, false),
            "https://discord.com/oauth2/authorize?client_id=12&scope=bot%20applications.commands&permissions=274878008320"
        );
    }
}
