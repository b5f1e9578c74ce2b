//! Lines of the owner, read.

/// The first word of each of them.
const OWNER: &str = "owner";
/// The last word of one whose author is sure.
const SURE: &str = "yes";

/// An act on a person or a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// They are kept out of all of the bot.
    Ban,
    /// They are let in again.
    Unban,
}

impl Act {
    /// The word for it in a line.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Ban => "ban",
            Self::Unban => "unban",
        }
    }
}

/// A line of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnerLine<'t> {
    /// `owner ban person ID why`, `owner unban person ID why`
    Person {
        /// The key of the person on their platform.
        id: &'t str,
        act: Act,
        why: &'t str,
        is_sure: bool,
    },
    /// `owner ban server ID why`, `owner unban server ID why`
    Server {
        /// The key of the server on its platform.
        id: &'t str,
        act: Act,
        why: &'t str,
        is_sure: bool,
    },
    /// `owner forget ID`
    Forget {
        /// The key of the person on their platform.
        id: &'t str,
        is_sure: bool,
    },
    /// `owner export ID`
    Export(&'t str),
    /// `owner servers`
    Servers,
    /// `owner log`
    Log,
    /// Anything else that begins with the word.
    Unread,
}

/// Reads a line without its prefix; `None` if it is none of the owner's.
pub(crate) fn read(text: &str) -> Option<OwnerLine<'_>> {
    let (first, rest) = word(text);
    if !first.eq_ignore_ascii_case(OWNER) {
        return None;
    }
    let (verb, rest) = word(rest);
    Some(match verb.to_ascii_lowercase().as_str() {
        "ban" => acted(Act::Ban, rest),
        "unban" => acted(Act::Unban, rest),
        "forget" if !rest.is_empty() => {
            let (key, rest) = word(rest);
            let (behind, is_sure) = sure(rest);
            if behind.is_empty() {
                OwnerLine::Forget { id: id(key), is_sure }
            } else {
                OwnerLine::Unread
            }
        }
        "export" if !rest.is_empty() => OwnerLine::Export(id(rest)),
        "servers" if rest.is_empty() => OwnerLine::Servers,
        "log" if rest.is_empty() => OwnerLine::Log,
        _ => OwnerLine::Unread,
    })
}

/// Reads what stands behind `ban` or `unban`.
fn acted(act: Act, rest: &str) -> OwnerLine<'_> {
    let (kind, rest) = word(rest);
    let (key, rest) = word(rest);
    let (why, is_sure) = sure(rest);
    let id = id(key);
    match kind.to_ascii_lowercase().as_str() {
        _ if id.is_empty() => OwnerLine::Unread,
        "person" => OwnerLine::Person { id, act, why, is_sure },
        "server" => OwnerLine::Server { id, act, why, is_sure },
        _ => OwnerLine::Unread,
    }
}

/// A text without the word that says that its author is sure, and whether it had that.
fn sure(text: &str) -> (&str, bool) {
    match text.rsplit_once(' ') {
        Some((before, last)) if last.eq_ignore_ascii_case(SURE) => (before.trim_end(), true),
        _ if text.eq_ignore_ascii_case(SURE) => ("", true),
        _ => (text, false),
    }
}

/// The first word of a text, and what follows it.
fn word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    (first, rest.trim_start())
}

/// The key in a word: a mention names it as well.
fn id(word: &str) -> &str {
    word.trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_any_case_and_with_mentions() {
        let ban = |why, is_sure| OwnerLine::Person { id: "12", act: Act::Ban, why, is_sure };
        let unban = |why, is_sure| OwnerLine::Server { id: "34", act: Act::Unban, why, is_sure };
        for (text, read_as) in [
            ("owner ban person 12 Insults people", Some(ban("Insults people", false))),
            ("OWNER  Ban person <@12> insults yes", Some(ban("insults", true))),
            ("owner ban person <@!12>", Some(ban("", false))),
            ("owner unban server 34 yes", Some(unban("", true))),
            ("owner unban server 34 they say yes", Some(unban("they say", true))),
            ("owner export <@12>", Some(OwnerLine::Export("12"))),
            ("owner forget <@12>", Some(OwnerLine::Forget { id: "12", is_sure: false })),
            ("owner forget 12 Yes", Some(OwnerLine::Forget { id: "12", is_sure: true })),
            ("owner forget 12 please", Some(OwnerLine::Unread)),
            ("owner servers", Some(OwnerLine::Servers)),
            ("owner log", Some(OwnerLine::Log)),
            ("owner", Some(OwnerLine::Unread)),
            ("owner export", Some(OwnerLine::Unread)),
            ("owner ban person", Some(OwnerLine::Unread)),
            ("owner ban 12 noise", Some(OwnerLine::Unread)),
            ("owner log 5", Some(OwnerLine::Unread)),
            ("owners log", None),
            ("c2-c3", None),
            ("", None),
        ] {
            assert_eq!(read(text), read_as, "{text}");
        }
    }
}
