//! Sentences about threads of games.

use table::GameNo;

use super::check::{CLICKS, REMOVE_TIMEOUT, permission};
use crate::{
    message::placeholder::Placeholder,
    naming::names::listed,
    places::{
        place_report::Permission,
        threads::{LostThread, NoThread},
    },
};

/// Somebody asks for a thread; it is opened at this message.
#[must_use]
pub fn thread_asked(no: GameNo, name: &str) -> String {
    format!("{name} asks for a thread: {no} goes on there.")
}

/// Somebody asks for a thread that was asked for just before.
#[must_use]
pub fn thread_on_its_way(no: GameNo) -> String {
    format!("A thread for {no} is on its way.")
}

/// The first words in the thread of a game, for these people.
#[must_use]
pub fn thread_begins(no: GameNo, people: &str) -> String {
    format!("{people}: {no} is played in this thread.")
}

/// A thread was opened that its game does not need any more; `elsewhere` is where it is played.
#[must_use]
pub fn thread_not_needed(no: GameNo, elsewhere: Option<&str>) -> String {
    match elsewhere {
        Some(key) => format!("{no} is played in <#{key}>. Nothing happens in this thread."),
        None => format!("{no} is over. Nothing happens in this thread."),
    }
}

/// No thread could be opened for a game.
#[must_use]
pub fn thread_refused(no: GameNo, why: NoThread, prefix: &str) -> String {
    let again = format!("`{prefix}thread {no}` tries again.");
    let why = match why {
        NoThread::Lacks(one) => format!(
            "I cannot {} a thread, since the permission *{}* is missing. Someone who manages the \
             server can switch it on: {CLICKS}. Then {again}",
            if one == Permission::SendInThreads { "write in" } else { "open" },
            permission(one)
        ),
        NoThread::Full => format!(
            "this server has as many active threads as Discord allows. Once some are closed, {again}"
        ),
        NoThread::NotHere => "channels of this kind have no threads.".to_owned(),
        NoThread::NoMessage => format!("the message for its thread was deleted. {again}"),
        NoThread::Refused => "Discord does not let me open a thread for it.".to_owned(),
        NoThread::Failed => format!("Discord has not opened a thread. {again}"),
    };
    format!("{no} stays in this channel: {why}")
}

/// Games are to have threads, and these permissions for that are missing; `link` invites the bot with them.
#[must_use]
pub fn threads_need(missing: &[Permission], link: Option<&str>, prefix: &str) -> String {
    let names: Vec<String> = missing.iter().map(|one| format!("*{}*", permission(*one))).collect();
    let names = listed(&names);
    let (need, is, it) = match missing {
        [_] => ("the permission", "is", "it"),
        _ => ("the permissions", "are", "them"),
    };
    let link = link
        .map_or_else(String::new, |link| format!(" Or invite me once more, with {it}: <{link}>"));
    format!(
        "For that I need {need} {names}, which {is} missing in this channel: {CLICKS}. \
         `{prefix}check` shows whether it worked.{link}"
    )
}

/// The thread of a game takes nothing any more; said in its channel.
#[must_use]
pub fn thread_lost(no: GameNo, why: LostThread) -> String {
    match why {
        LostThread::Gone => format!("The thread of {no} was deleted: the game goes on here."),
        LostThread::Locked => format!("The thread of {no} is locked: the game goes on here."),
        LostThread::Lacks(one) => format!(
            "I cannot write in the thread of {no}, since the permission *{}* is missing: the game \
             goes on here. Someone who manages the server can switch it on: {CLICKS}.",
            permission(one)
        ),
        LostThread::TimedOut(until) => format!(
            "A timeout, which ends {}, keeps me from writing in the thread of {no}: the game goes on \
             here. {REMOVE_TIMEOUT}",
            Placeholder::Instant(until).tag()
        ),
        LostThread::Full => format!(
            "The thread of {no} is archived, and this server has as many active threads as Discord \
             allows: the game goes on here."
        ),
        LostThread::Closed => {
            format!("I cannot write in the thread of {no} any more: the game goes on here.")
        }
    }
}

/// There are no threads where a game is played.
#[must_use]
pub fn no_threads_there(no: GameNo) -> String {
    format!("Threads are for games in the channel of a server, and {no} is played elsewhere.")
}

/// A game is played in a thread already.
#[must_use]
pub fn has_thread(no: GameNo, key: &str) -> String {
    format!("{no} is played in a thread already: <#{key}>.")
}

/// The server wishes no threads.
#[must_use]
pub fn threads_are_off(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} stays here: this server has no threads for games. Whoever manages it can change that: \
         `{prefix}server set threads ask`."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_about_threads() {
        let no = GameNo(12);
        insta::assert_snapshot!(
            [
                thread_asked(no, "ann"),
                thread_on_its_way(no),
                thread_begins(no, "<@1> and <@2>"),
                thread_not_needed(no, Some("7")),
                thread_not_needed(no, None),
                thread_refused(no, NoThread::Lacks(Permission::OpenThreads), "!"),
                thread_refused(no, NoThread::Full, "!"),
                thread_refused(no, NoThread::NotHere, "!"),
                thread_refused(no, NoThread::Lacks(Permission::SendInThreads), "!"),
                thread_refused(no, NoThread::NoMessage, "!"),
                thread_refused(no, NoThread::Refused, "!"),
                thread_refused(no, NoThread::Failed, "!"),
                threads_need(&[Permission::OpenThreads], Some("https://example.org/invite"), "!"),
                threads_need(&[Permission::OpenThreads, Permission::SendInThreads], None, "!"),
                thread_lost(no, LostThread::Gone),
                thread_lost(no, LostThread::Locked),
                thread_lost(no, LostThread::Lacks(Permission::SendInThreads)),
                thread_lost(no, LostThread::TimedOut(1_800_000_000_000)),
                thread_lost(no, LostThread::Full),
                thread_lost(no, LostThread::Closed),
                no_threads_there(no),
                has_thread(no, "7"),
                threads_are_off(no, "!"),
            ]
            .join("\n"),
            @r"
        ann asks for a thread: #12 goes on there.
        A thread for #12 is on its way.
        <@1> and <@2>: #12 is played in this thread.
        #12 is played in <#7>. Nothing happens in this thread.
        #12 is over. Nothing happens in this thread.
        #12 stays in this channel: I cannot open a thread, since the permission *Create Public Threads* is missing. Someone who manages the server can switch it on: Server settings → Roles → Martian Cake; where the channel has permissions of its own, Edit Channel → Permissions → Martian Cake. Then `!thread #12` tries again.
        #12 stays in this channel: this server has as many active threads as Discord allows. Once some are closed, `!thread #12` tries again.
        #12 stays in this channel: channels of this kind have no threads.
        #12 stays in this channel: I cannot write in a thread, since the permission *Send Messages in Threads* is missing. Someone who manages the server can switch it on: Server settings → Roles → Martian Cake; where the channel has permissions of its own, Edit Channel → Permissions → Martian Cake. Then `!thread #12` tries again.
        #12 stays in this channel: the message for its thread was deleted. `!thread #12` tries again.
        #12 stays in this channel: Discord does not let me open a thread for it.
        #12 stays in this channel: Discord has not opened a thread. `!thread #12` tries again.
        For that I need the permission *Create Public Threads*, which is missing in this channel: Server settings → Roles → Martian Cake; where the channel has permissions of its own, Edit Channel → Permissions → Martian Cake. `!check` shows whether it worked. Or invite me once more, with it: <https://example.org/invite>
        For that I need the permissions *Create Public Threads* and *Send Messages in Threads*, which are missing in this channel: Server settings → Roles → Martian Cake; where the channel has permissions of its own, Edit Channel → Permissions → Martian Cake. `!check` shows whether it worked.
        The thread of #12 was deleted: the game goes on here.
        The thread of #12 is locked: the game goes on here.
        I cannot write in the thread of #12, since the permission *Send Messages in Threads* is missing: the game goes on here. Someone who manages the server can switch it on: Server settings → Roles → Martian Cake; where the channel has permissions of its own, Edit Channel → Permissions → Martian Cake.
        A timeout, which ends <t:1800000000:R>, keeps me from writing in the thread of #12: the game goes on here. Whoever moderates this server can end it: click my name → Remove Timeout.
        The thread of #12 is archived, and this server has as many active threads as Discord allows: the game goes on here.
        I cannot write in the thread of #12 any more: the game goes on here.
        Threads are for games in the channel of a server, and #12 is played elsewhere.
        #12 is played in a thread already: <#7>.
        #12 stays here: this server has no threads for games. Whoever manages it can change that: `!server set threads ask`.
        "
        );
    }
}
