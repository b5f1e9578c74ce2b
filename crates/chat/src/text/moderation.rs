//! Sentences about blocks, bans, reports and the log of moderators.

use table::{BannedFrom, EditionNo, GameNo, Millis, ModAct};

use super::phrases::dated;

/// Refuses what is nobody else's affair where others read.
#[must_use]
pub fn block_in_private() -> String {
    "Whom you block is nobody else's affair: I take it in our private chat only.".to_owned()
}

/// Refuses a report where there is no server.
#[must_use]
pub fn report_in_server() -> String {
    "There is no server here: report in the server in which it happened, where its managers read it.".to_owned()
}

/// Nobody can block themselves.
#[must_use]
pub fn no_self_block() -> String {
    "That is you; you can only block somebody else.".to_owned()
}

/// Somebody is blocked; `code` is the name as it is typed.
#[must_use]
pub fn blocked(name: &str, code: &str, prefix: &str) -> String {
    format!(
        "You have blocked {name}: no offers between you, and no seat beside each other in new games. Games that \
         run go on. They are not told. `{prefix}unblock @{code}` ends it."
    )
}

/// Somebody is blocked already.
#[must_use]
pub fn blocked_already(name: &str, prefix: &str) -> String {
    format!("You block {name} already. `{prefix}block list` shows everybody.")
}

/// Nobody can block so many people.
#[must_use]
pub fn too_many_blocked(most: usize, prefix: &str) -> String {
    format!("You block {most} people, which is the most. `{prefix}unblock @name` makes room.")
}

/// Somebody is not blocked any more.
#[must_use]
pub fn unblocked(name: &str) -> String {
    format!("You do not block {name} any more.")
}

/// Somebody was not blocked.
#[must_use]
pub fn not_blocked(name: &str, prefix: &str) -> String {
    format!("You do not block {name}. `{prefix}block list` shows whom you block.")
}

/// The people whom somebody blocks.
#[must_use]
pub fn blocks(names: &[String], prefix: &str) -> String {
    if names.is_empty() {
        return format!("You block nobody. `{prefix}block @name` keeps somebody away from you.");
    }
    format!("You block {}. `{prefix}unblock @name` ends it.", names.join(", "))
}

/// Refuses an offer to somebody whom the author blocks.
#[must_use]
pub fn you_block(name: &str, code: &str, prefix: &str) -> String {
    format!("You block {name}. `{prefix}unblock @{code}` ends that.")
}

/// The words for what somebody is kept from.
const fn kept_from(from: BannedFrom) -> &'static str {
    match from {
        BannedFrom::Rated => "rated games",
        BannedFrom::Events => "events",
        BannedFrom::All => "new games",
    }
}

/// The end of a ban, in words that follow others.
fn until_words(until: Option<Millis>) -> String {
    until.map_or_else(String::new, |until| format!(" until {}", dated(until)))
}

/// A reason, in words that follow others.
fn why_words(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" Why: {why}.") }
}

/// Refuses something to somebody who is banned from it.
#[must_use]
pub fn you_are_banned(from: BannedFrom, until: Option<Millis>, why: &str) -> String {
    format!(
        "A manager keeps you from {} here{}.{} Games that you play go on.",
        kept_from(from),
        until_words(until),
        why_words(why),
    )
}

/// Refuses to put somebody else where they are banned.
#[must_use]
pub fn they_are_banned(name: &str, from: BannedFrom) -> String {
    format!("{name} is kept from {} here by a manager.", kept_from(from))
}

/// Asks a manager whether somebody is to be banned; `line` confirms it.
#[must_use]
pub fn ban_sure(name: &str, from: BannedFrom, until: Option<Millis>, line: &str) -> String {
    format!(
        "Keep {name} from {} here{}? Type `{line}` within a minute.",
        kept_from(from),
        until_words(until),
    )
}

/// Somebody is banned; `left` has the events that they were taken out of.
#[must_use]
pub fn banned(name: &str, from: BannedFrom, until: Option<Millis>, left: &[EditionNo]) -> String {
    let left: Vec<String> = left.iter().map(ToString::to_string).collect();
    let left = match left.as_slice() {
        [] => String::new(),
        left => format!(" They are out of {}.", left.join(", ")),
    };
    format!(
        "{name} is kept from {}{}, and is told with their next command.{left}",
        kept_from(from),
        until_words(until),
    )
}

/// Tells somebody that they are banned.
#[must_use]
pub fn ban_notice(where_: &str, from: BannedFrom, until: Option<Millis>, why: &str) -> String {
    format!(
        "A manager of {where_} keeps you from {} there{}.{} Games that you play go on.",
        kept_from(from),
        until_words(until),
        why_words(why),
    )
}

/// A person is banned from nothing.
#[must_use]
pub fn not_banned(name: &str) -> String {
    format!("{name} is kept from nothing here.")
}

/// Asks a manager whether the bans of somebody are to end.
#[must_use]
pub fn unban_sure(name: &str, line: &str) -> String {
    format!("Let {name} do everything again here? Type `{line}` within a minute.")
}

/// The bans of somebody have ended.
#[must_use]
pub fn unbanned(name: &str) -> String {
    format!("{name} can do everything again here, and is told with their next command.")
}

/// Tells somebody that their bans have ended.
#[must_use]
pub fn unban_notice(where_: &str) -> String {
    format!("A manager of {where_} lets you do everything again there.")
}

/// A ban is to end before it begins.
#[must_use]
pub fn span_unread(prefix: &str) -> String {
    format!(
        "How long? A ban is for at least an hour: `{prefix}mod ban @name all 30d why`, or without end."
    )
}

/// A moderator cannot ban themselves.
#[must_use]
pub fn no_self_ban() -> String {
    "That is you; another manager would have to.".to_owned()
}

/// A game is to be closed, and none is named.
#[must_use]
pub fn close_which(prefix: &str) -> String {
    format!("Which game, and why? `{prefix}mod close #12 a dispute`.")
}

/// A reason is missing.
#[must_use]
pub fn say_why(line: &str) -> String {
    format!("Say why, in a few words: `{line}`. The log keeps it, and whom it concerns is told.")
}

/// Asks a manager whether a game is to be closed.
#[must_use]
pub fn close_sure(no: GameNo, players: &str, line: &str) -> String {
    format!("Close {no} of {players} without a result? Type `{line}` within a minute.")
}

/// A manager has closed a game.
#[must_use]
pub fn closed_by_manager(no: GameNo, players: &str, why: &str) -> String {
    format!("{players}: a manager has closed {no}. No result.{}", why_words(why))
}

/// Only results of running games can be closed.
#[must_use]
pub fn not_running(no: GameNo, prefix: &str) -> String {
    format!("{no} is over. `{prefix}mod result {no} none why` takes its result away.")
}

/// A game of an event is decided by its own commands.
#[must_use]
pub fn close_in_event(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} is of an event, where a game needs a result: `{prefix}tournament adjudicate {no} 1-0` or \
         `{prefix}tournament forfeit {no} @name`."
    )
}

/// The log of moderators, in lines.
#[must_use]
pub fn mod_log(lines: &[String]) -> String {
    if lines.is_empty() {
        return "Nothing has been moderated here.".to_owned();
    }
    lines.join("\n")
}

/// A line of the log of moderators.
#[must_use]
pub fn mod_line(at: Millis, by: &str, act: ModAct, of: &str, words: &str) -> String {
    let act = match act {
        ModAct::Close => "closed",
        ModAct::Result => "put right",
        ModAct::Ban => "banned",
        ModAct::Unban => "unbanned",
        ModAct::Report => "reported",
        ModAct::Export => "exported",
        ModAct::Forget => "forgot",
    };
    let words = if words.is_empty() { String::new() } else { format!(": {words}") };
    format!("{} · {by} {act} {of}{words}", dated(at))
}

/// A report needs a game or a person, and a reason.
#[must_use]
pub fn report_what(prefix: &str) -> String {
    format!("What is it about? `{prefix}report #12 why` or `{prefix}report @name why`.")
}

/// Somebody has reported too much on one day.
#[must_use]
pub fn too_many_reports(most: usize) -> String {
    format!(
        "You have sent {most} reports within a day, which is the most. Write to a manager yourself."
    )
}

/// A report was taken down.
#[must_use]
pub fn reported() -> String {
    "Thank you. The managers of this server can read your report; nobody else can.".to_owned()
}

/// Tells managers of a report.
#[must_use]
pub fn report_for_managers(by: &str, of: &str, why: &str, prefix: &str) -> String {
    format!("{by} reports {of}: {why}\n`{prefix}mod log` has it, too.")
}

/// The state of the channel of reports, as a sentence without its full stop.
#[must_use]
pub fn reports_shown(channel: Option<&str>) -> String {
    match channel {
        Some(channel) => format!("Reports: to {channel}"),
        None => "Reports: in the log alone".to_owned(),
    }
}

/// The place that a manager manages.
#[must_use]
pub const fn managed_place(is_on_page: bool) -> &'static str {
    if is_on_page { "this page" } else { "this server" }
}
