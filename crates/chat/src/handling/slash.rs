//! Answers to slash commands: where others are told what to type, whoever uses these is told which one to use.

use super::step::Step;
use crate::{
    commands::{Value, find_in},
    message::{Audience, Incoming, Reply},
    parse::{
        self, Reading,
        command::{Command, Invited},
        plain_text::words,
    },
    play::moves::is_full_move,
};

/// The step to which a slash command leads, with its answers in terms of slash commands; `prefix` stands before the
/// commands that they name now. A step to which anything else leads is itself.
pub(crate) fn spelt(msg: &Incoming, prefix: &str, mut step: Step) -> Step {
    let replies = match &mut step {
        Step::Say(replies) => replies,
        Step::Change(change) => &mut change.replies,
        Step::Silent
        | Step::AskBot(..)
        | Step::AskWhoLeft(_)
        | Step::Verify(_)
        | Step::Pair(..) => return step,
    };
    if msg.command.is_some() {
        for reply in replies.iter_mut().filter(|reply| is_answer(msg, reply)) {
            reply.text = in_slash_commands(&reply.text, prefix);
        }
    }
    step
}

/// Returns `true` if a reply is for whoever made the command, and not for all.
fn is_answer(msg: &Incoming, reply: &Reply) -> bool {
    reply.reply_to.as_ref() == Some(&msg.id)
        || matches!(&reply.audience, Audience::Only(who) if *who == msg.author.id)
}

/// A text with every command that stands in `code` as a slash command.
fn in_slash_commands(text: &str, prefix: &str) -> String {
    let parts: Vec<String> = text
        .split('`')
        .enumerate()
        .map(|(n, part)| {
            let slash = (n % 2 == 1).then(|| slash_command(part, prefix)).flatten();
            slash.unwrap_or_else(|| part.to_owned())
        })
        .collect();
    parts.join("`")
}

/// The slash command that does what a line does; `None` if there is none, or it is no line.
fn slash_command(code: &str, prefix: &str) -> Option<String> {
    let prefixed = code.strip_prefix(prefix);
    // A move that names its game needs no prefix. Where one is needed, sentences of games leave it out.
    let line = prefixed.unwrap_or(code);
    if prefixed.is_none() && !code.starts_with('#') && !is_whole_command(code) {
        return None;
    }
    if prefix.is_empty() && !line.contains(' ') {
        // A word alone may be a word of the rules, and works as it stands where no prefix is needed.
        return None;
    }
    match parse::read(line) {
        Reading::Command(command) => {
            let path = command.info.slash?;
            let given = given(&command, line).unwrap_or_else(|| rest(line));
            Some(format!("/{path} {given}").trim_end().to_owned())
        }
        // What a command takes stands for what is to be given.
        Reading::Bad(bad) => {
            Some(format!("/{} {}", bad.info.slash?, rest(line)).trim_end().to_owned())
        }
        Reading::Other(Some(no), mv, _) if is_full_move(&mv) => {
            Some(format!("/move move:{mv} game:{}", no.0))
        }
        Reading::Other(..) => None,
    }
}

/// Returns `true` if a line is a command with something behind its name.
fn is_whole_command(line: &str) -> bool {
    line.contains(' ') && matches!(parse::read(line), Reading::Command(_))
}

/// The words of a line behind the name of its command.
fn rest(line: &str) -> String {
    let words = words(line);
    let n = find_in(&words).map_or(0, |(_, n)| n);
    words.get(n..).unwrap_or_default().join(" ")
}

/// The values of a command by their names, as far as its line has them; `None` if one of them has no short form.
fn given(command: &Command, line: &str) -> Option<String> {
    let parameters = command.info.parameters.iter();
    let given = parameters.filter_map(|one| Some((one, command.values.get(one)?)));
    let spelt = given.map(|(parameter, value)| {
        let value = match value {
            Value::GameNo(no) => no.0.to_string(),
            Value::EventNo(no) => no.to_string(),
            Value::Person(name) if !name.starts_with('<') => format!("@{name}"),
            Value::Person(name) => name.clone(),
            Value::Number(n) => n.to_string(),
            Value::Page(n) | Value::Ply(n) => n.to_string(),
            Value::Word(word) => (*word).to_owned(),
            Value::Text(text) => text.clone(),
            // A challenge that names no game is one to the usual one.
            Value::Game(game) if !line.contains(&game.words()) => return Some(String::new()),
            Value::Game(game) => game.words(),
            Value::Command(info) => info.path.to_owned(),
            Value::Opponents(who) => return opponents(who),
            // What the platform offers for a choice of two.
            Value::Yes => "True".to_owned(),
            Value::Channel(_)
            | Value::Side(_)
            | Value::Clock(_)
            | Value::Span(_)
            | Value::Options(_) => return None,
        };
        Some(format!("{}:{value}", parameter.name))
    });
    let spelt: Option<Vec<String>> = spelt.collect();
    spelt.map(|all| all.into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Who is challenged: nobody is named where anyone may come, and the bot by its level.
fn opponents(who: &[Invited]) -> Option<String> {
    match who {
        [] | [Invited::Anyone | Invited::Someone] => Some(String::new()),
        [Invited::Bot(level)] => Some(format!("level:{level}")),
        [Invited::Person(name)] => Some(format!("opponent:@{}", name.trim_start_matches('@'))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_typed_is_told_as_a_slash_command() {
        for (text, told) in [
            ("`!games` lists yours.", "`/games` lists yours."),
            ("`!board #12` shows it.", "`/board game:12` shows it."),
            ("`!challenge bot 1` or `!challenge anyone`", "`/challenge level:1` or `/challenge`"),
            ("`!accept #3`", "`/challenge-answer accept game:3`"),
            ("`!draw accept #3`", "`/draw game:3 answer:accept`"),
            ("`!draw offer | accept | decline`", "`/draw offer | accept | decline`"),
            ("`#2 c2-c3`", "`/move move:c2-c3 game:2`"),
            ("Did you mean `c2-c3`?", "Did you mean `c2-c3`?"),
            ("`setup done` makes it final.", "`/setup change:done` makes it final."),
            ("`why`, `legal` or `hit`", "`why`, `legal` or `hit`"),
            ("no `code", "no `code"),
        ] {
            assert_eq!(in_slash_commands(text, "!"), told, "{text}");
        }
        assert_eq!(in_slash_commands("`board #2`: `c2-c3`", ""), "`/board game:2`: `c2-c3`");
    }
}
