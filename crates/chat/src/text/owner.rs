//! Sentences for the owner of the bot, and for those whom they keep out.

use table::EditionNo;

use crate::owner::Alarm;

/// The lines that the owner can say.
#[must_use]
pub fn owner_lines(prefix: &str) -> String {
    format!(
        "As my owner you can say, in private alone:\n\
         `{prefix}owner ban person ID why`, `{prefix}owner unban person ID why`: keeps somebody out of all of me\n\
         `{prefix}owner ban server ID why`, `{prefix}owner unban server ID why`: I leave that server, also when I am invited again\n\
         `{prefix}owner forget ID`: deletes what I keep of somebody · `{prefix}owner export ID`: all of it · `{prefix}owner servers` · `{prefix}owner log`"
    )
}

/// A person by name and id.
#[must_use]
pub fn person_with_id(name: &str, id: &str) -> String {
    if name == id { format!("`{id}`") } else { format!("{name} (`{id}`)") }
}

/// A server by its id.
#[must_use]
pub fn server_with_id(id: &str) -> String {
    format!("the server `{id}`")
}

/// A word is no id of a person or a server.
#[must_use]
pub fn no_such_id(prefix: &str) -> String {
    format!(
        "That is no id. It is a number: on Discord Settings → Advanced → Developer Mode, then right-click → Copy ID. \
         `{prefix}owner` shows what can be said."
    )
}

/// A reason of the owner's is missing.
#[must_use]
pub fn owner_says_why(line: &str) -> String {
    format!("Say why, in a few words: `{line}`. The log keeps it.")
}

/// Nobody who owns the bot is kept out of it.
#[must_use]
pub fn no_ban_of_owner() -> String {
    "That is one of my owners.".to_owned()
}

/// Asks the owner whether somebody is to be kept out; `line` confirms it.
#[must_use]
pub fn keep_out_sure(name: &str, line: &str) -> String {
    format!("Keep {name} out of all of me? Type `{line}` within a minute.")
}

/// Asks the owner whether somebody is to be let in again; `line` confirms it.
#[must_use]
pub fn let_in_sure(name: &str, line: &str) -> String {
    format!("Let {name} in again? Type `{line}` within a minute.")
}

/// Somebody is kept out already.
#[must_use]
pub fn kept_out_already(name: &str) -> String {
    format!("{name} is kept out already.")
}

/// Somebody is not kept out.
#[must_use]
pub fn not_kept_out(name: &str) -> String {
    format!("{name} is not kept out.")
}

/// A person is kept out; `left` has the events that they were taken out of.
#[must_use]
pub fn person_kept_out(name: &str, left: &[EditionNo]) -> String {
    let left: Vec<String> = left.iter().map(ToString::to_string).collect();
    let left = match left.as_slice() {
        [] => String::new(),
        left => format!(" They are out of {}.", left.join(", ")),
    };
    format!("{name} is kept out: they read so, and can use `privacy` alone.{left}")
}

/// A person is let in again.
#[must_use]
pub fn person_let_in(name: &str) -> String {
    format!("{name} can use me again.")
}

/// A server is kept out.
#[must_use]
pub fn server_kept_out(name: &str) -> String {
    format!(
        "I leave {name}, and do so again whenever I am invited there. Its games stay with their players."
    )
}

/// A server is let in again.
#[must_use]
pub fn server_let_in(name: &str) -> String {
    format!("I can be invited into {name} again.")
}

/// The one answer to somebody who is kept out.
#[must_use]
pub fn kept_out(why: &str) -> String {
    format!("You are kept from using me. Why: {why}. `privacy` still works.")
}

/// Refuses to put somebody into a game or an event who is kept out.
#[must_use]
pub fn they_are_kept_out(name: &str) -> String {
    format!("{name} does not play with me.")
}

/// The servers of the bot with how many games run and are over there.
#[must_use]
pub fn servers(n: usize, (running, finished): (u64, u64), lines: &[String]) -> String {
    if n == 0 {
        return "I know of no server.".to_owned();
    }
    let more = match n - lines.len() {
        0 => String::new(),
        more => format!("\nand {more} more"),
    };
    format!(
        "Servers: {n}, with {running} running and {finished} finished games.\n{}{more}",
        lines.join("\n")
    )
}

/// A line of the list of servers.
#[must_use]
pub fn server_line(id: &str, (running, finished): (u64, u64), is_banned: bool) -> String {
    let banned = if is_banned { " · kept out" } else { "" };
    format!("`{id}` · {running} running, {finished} finished{banned}")
}

/// The log of the owner's acts, in lines.
#[must_use]
pub fn owner_log(lines: &[String]) -> String {
    if lines.is_empty() { "No owner has done anything yet.".to_owned() } else { lines.join("\n") }
}

/// Hands the owner all that is kept of somebody.
#[must_use]
pub fn data_of_person(name: &str) -> String {
    format!("All that I keep of {name}. Hand it to nobody else.")
}

/// Tells the owner of something that only they can mend.
#[must_use]
pub fn alarm(alarm: &Alarm) -> String {
    let set_aside;
    let (what, then) = match alarm {
        Alarm::NoRoom => (
            "the disk of my database takes nothing. What people do is not kept, and they are told so",
            "Make room; nothing else is needed.",
        ),
        Alarm::NoBackup => (
            "there has been no backup for two days",
            "It needs room, and the right to write in BACKUP_DIR; my log has the reason.",
        ),
        Alarm::Unsent => (
            "something that I have to say has not been taken for ten minutes",
            "My log says to whom or where, and why.",
        ),
        Alarm::SetAside(names) => {
            let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            set_aside = format!(
                "files beside my database were set aside before somebody asked to be forgotten, whom they may still hold: {}",
                all.join(", ")
            );
            (&*set_aside, "Delete them as soon as you need them no more.")
        }
        Alarm::Elsewhere(names) if names.is_empty() => (
            "somebody was forgotten, whom backups and archives of the database server may still hold",
            "Those from before today have to go within 30 days.",
        ),
        Alarm::Elsewhere(names) => {
            let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            set_aside = format!(
                "somebody was forgotten whom these processes may still know, which were not seen since: {}",
                all.join(", ")
            );
            (
                &*set_aside,
                "Start them once, or delete their copies and backups; backups and archives of the database server from \
                 before have to go within 30 days.",
            )
        }
    };
    format!("To my owner: {what}. {then} I tell you of this once a day.")
}
