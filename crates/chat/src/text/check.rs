//! Sentences about the bot's permissions in a channel: what it may do, what is missing, and where to click.

use crate::{
    naming::names::listed,
    places::place_report::{Findings, Permission, Standing},
};

/// Where a permission is given.
pub(super) const CLICKS: &str = "Server settings → Roles → Martian Cake; where the channel has permissions of its \
     own, Edit Channel → Permissions → Martian Cake";

/// Who can end a timeout of the bot, and how.
pub const REMOVE_TIMEOUT: &str =
    "Whoever moderates this server can end it: click my name → Remove Timeout.";

/// Returns what a permission is called on the platform, what it is for, and what works without it.
const fn about(permission: Permission) -> (&'static str, &'static str, &'static str) {
    match permission {
        Permission::View => (
            "View Channel",
            "I hear what is typed",
            "slash commands still work, and their games go on in private",
        ),
        Permission::Connect => (
            "Connect",
            "I read and write beside the voices",
            "slash commands still work, and their games go on elsewhere",
        ),
        Permission::Send => (
            "Send Messages",
            "I answer and show boards",
            "slash commands still work, and their games go on in private",
        ),
        Permission::Attach => {
            ("Attach Files", "boards come as pictures and records as files", "they come as text")
        }
        Permission::History => (
            "Read Message History",
            "I answer your message itself, and read what was typed while I was away",
            "answers stand alone, and moves typed while I was away have to be typed again",
        ),
        Permission::SendInThreads => (
            "Send Messages in Threads",
            "games can be played in threads",
            "they are played in channels and in private",
        ),
        Permission::OpenThreads => (
            "Create Public Threads",
            "I can open a thread for a game",
            "games stay where they are begun",
        ),
    }
}

/// Returns what a permission is called on the platform.
#[must_use]
pub fn permission(permission: Permission) -> &'static str {
    about(permission).0
}

/// Returns what was found out about a channel.
#[must_use]
pub fn checked(found: &Findings, prefix: &str) -> String {
    let mut lines = vec![format!("What I may do in <#{}>:", found.channel)];
    lines.extend(found.permissions.iter().map(|(one, standing)| line(*one, *standing)));
    lines.push(content(found.sees_content));
    if found.is_timed_out {
        lines
            .push(format!("I am in a timeout: until it is over I can only read. {REMOVE_TIMEOUT}"));
    }
    let has = |standing| found.permissions.iter().any(|(_, one)| *one == standing);
    if has(Standing::Missing) {
        lines.push(to_click(found, prefix));
    } else if has(Standing::Unknown) {
        lines.push(format!(
            "What is not known I could not find out just now. `{prefix}check` tries again."
        ));
    }
    let opens_threads = found.standing(Permission::OpenThreads).is_some();
    // No invitation gives what a server takes from everyone beside its voices.
    let may_enter = found.standing(Permission::Connect) != Some(Standing::Missing);
    if let Some(invite) = found.invite.as_ref().filter(|_| may_enter) {
        let link = if opens_threads { &invite.with_threads } else { &invite.usual };
        lines.push(format!("The link that invites me with all of them: <{link}>"));
    }
    lines.join("\n")
}

fn line(one: Permission, standing: Standing) -> String {
    let (name, what_for, without) = about(one);
    match standing {
        Standing::There => format!("- *{name}*: there, so {what_for}."),
        Standing::Idle => {
            format!("- *{name}*: there, but of no use while something else is missing.")
        }
        Standing::Missing => {
            format!("- *{name}*: **missing**. With it {what_for}; without it {without}.")
        }
        Standing::Unknown => format!("- *{name}*: not known. With it {what_for}."),
    }
}

/// Returns whether the text of messages that do not speak to the bot reaches it.
fn content(is_seen: bool) -> String {
    let how = if is_seen {
        "there, so I hear plain moves, and commands behind the prefix."
    } else {
        "**missing**. With it I hear plain moves, and commands behind the prefix; without it mention \
         me, reply to a board, use slash commands or write in private. Whoever runs me can change it: \
         <https://discord.com/developers/applications> → the application → Bot → Message Content \
         Intent → Save Changes; then start me again."
    };
    format!("- *Message Content Intent*: {how}")
}

/// Returns where to click for what is missing.
fn to_click(found: &Findings, prefix: &str) -> String {
    let missing: Vec<String> = found
        .permissions
        .iter()
        .filter(|(_, standing)| *standing == Standing::Missing)
        .map(|(one, _)| format!("*{}*", permission(*one)))
        .collect();
    let names = listed(&missing);
    format!(
        "Someone who manages the server can switch on {names}: {CLICKS}. `{prefix}check` shows \
         whether it worked."
    )
}

/// The channel that `check` names is none, or none of this server.
#[must_use]
pub fn no_such_channel(prefix: &str) -> String {
    format!("I know no such channel here. `{prefix}check` in a channel looks at that one.")
}

/// `check` on the local page.
#[must_use]
pub fn nothing_to_check() -> String {
    "There is nothing to check on this page: permissions are a matter of servers on Discord."
        .to_owned()
}

/// `check` in a private chat, which is about no channel.
#[must_use]
pub fn check_which_channel() -> String {
    "In private I may do all that I need. Type `check` in a channel of a server, or name one here: \
     `check #channel`."
        .to_owned()
}

/// Nothing is known of the channel.
#[must_use]
pub fn check_failed(prefix: &str) -> String {
    format!("I could not find out what I may do there. `{prefix}check` tries again.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::place_report::Invite;

    fn found<const N: usize>(standings: [Standing; N]) -> Findings {
        let all = [
            Permission::View,
            Permission::Send,
            Permission::Attach,
            Permission::History,
            Permission::SendInThreads,
            Permission::OpenThreads,
        ];
        Findings {
            channel: "500".to_owned(),
            permissions: all.into_iter().zip(standings).collect(),
            is_timed_out: false,
            sees_content: true,
            invite: Some(Invite {
                usual: "https://example.org/invite".to_owned(),
                with_threads: "https://example.org/with-threads".to_owned(),
            }),
        }
    }

    #[test]
    fn each_permission_is_told_with_what_it_is_for() {
        use Standing::{Idle, Missing, There, Unknown};
        insta::assert_snapshot!(checked(&found([There; 5]), "!"), @r"
        What I may do in <#500>:
        - *View Channel*: there, so I hear what is typed.
        - *Send Messages*: there, so I answer and show boards.
        - *Attach Files*: there, so boards come as pictures and records as files.
        - *Read Message History*: there, so I answer your message itself, and read what was typed while I was away.
        - *Send Messages in Threads*: there, so games can be played in threads.
        - *Message Content Intent*: there, so I hear plain moves, and commands behind the prefix.
        The link that invites me with all of them: <https://example.org/invite>
        ");
        insta::assert_snapshot!(checked(&found([There, Missing, Idle, Unknown, Missing]), "!"), @r"
        What I may do in <#500>:
        - *View Channel*: there, so I hear what is typed.
        - *Send Messages*: **missing**. With it I answer and show boards; without it slash commands still work, and their games go on in private.
        - *Attach Files*: there, but of no use while something else is missing.
        - *Read Message History*: not known. With it I answer your message itself, and read what was typed while I was away.
        - *Send Messages in Threads*: **missing**. With it games can be played in threads; without it they are played in channels and in private.
        - *Message Content Intent*: there, so I hear plain moves, and commands behind the prefix.
        Someone who manages the server can switch on *Send Messages* and *Send Messages in Threads*: Server settings → Roles → Martian Cake; where the channel has permissions of its own, Edit Channel → Permissions → Martian Cake. `!check` shows whether it worked.
        The link that invites me with all of them: <https://example.org/invite>
        ");
        let silenced = Findings {
            is_timed_out: true,
            sees_content: false,
            invite: None,
            ..found([There, Idle, Idle, Unknown, Idle])
        };
        insta::assert_snapshot!(checked(&silenced, ""), @r"
        What I may do in <#500>:
        - *View Channel*: there, so I hear what is typed.
        - *Send Messages*: there, but of no use while something else is missing.
        - *Attach Files*: there, but of no use while something else is missing.
        - *Read Message History*: not known. With it I answer your message itself, and read what was typed while I was away.
        - *Send Messages in Threads*: there, but of no use while something else is missing.
        - *Message Content Intent*: **missing**. With it I hear plain moves, and commands behind the prefix; without it mention me, reply to a board, use slash commands or write in private. Whoever runs me can change it: <https://discord.com/developers/applications> → the application → Bot → Message Content Intent → Save Changes; then start me again.
        I am in a timeout: until it is over I can only read. Whoever moderates this server can end it: click my name → Remove Timeout.
        What is not known I could not find out just now. `check` tries again.
        ");
    }

    #[test]
    fn where_games_have_threads_the_link_asks_for_them() {
        let told = checked(&found([Standing::Missing; 6]), "!");
        let line = "- *Create Public Threads*: **missing**. With it I can open a thread for a game; \
                    without it games stay where they are begun.";
        assert!(told.contains(line), "{told}");
        assert!(told.contains("<https://example.org/with-threads>"), "{told}");
    }

    #[test]
    fn the_longest_answer_is_one_message() {
        let longest =
            Findings { is_timed_out: true, sees_content: false, ..found([Standing::Missing; 6]) };
        let longest = checked(&longest, "@Martian Cake ");
        assert!(longest.chars().count() < 1_900, "{}", longest.chars().count());
    }
}
