//! Reads the words behind a command's name, by the parameters of its row.

use games::{GameKind, rules_words};

use super::{
    challenge::{challenge, is_challenge},
    value::read_value,
    word::{digits, value_after},
};
use crate::{
    commands::{CommandInfo, Form, Parameter, ParameterKind, Value, Values, Who, commands},
    naming::games::NamedGame,
    parse::{
        command::{BadCommand, Command},
        plain_text::{echo, nearest_of},
        typos::is_common,
    },
    text,
};

/// Reads the words behind a command's name, of which the number of a game has been taken out. A challenge
/// that tells of no game is one to `usual`.
pub(super) fn read(
    info: &'static CommandInfo,
    typed: &[String],
    mut values: Values,
    usual: GameKind,
) -> Result<Command, BadCommand> {
    if is_challenge(info) {
        return challenge(info, typed, usual);
    }
    let mut rest = typed;
    if let Some((flag, before)) = flag_at_end(info, typed) {
        values.set(flag, Value::Yes);
        rest = before;
    }
    if let Some(bad) = misspelt(info, rest) {
        return Err(bad);
    }
    let mut used: Vec<&str> = Vec::new();
    while !rest.is_empty() {
        let mut free = info
            .parameters
            .iter()
            .filter(|parameter| !used.contains(&parameter.name) && !values.has(parameter));
        let taken = free.find_map(|parameter| Some((parameter, take(parameter, rest)?)));
        let Some((parameter, (value, n))) = taken else {
            return Err(unread(info, typed, rest, &values));
        };
        used.push(parameter.name);
        if let Some(value) = value {
            values.set(parameter, value);
        }
        rest = rest.get(n..).unwrap_or_default();
    }
    finish(info, values)
}

/// A flag whose word stands at the end, and the words before it. Where something else is required,
/// a lone word is that.
fn flag_at_end<'w>(
    info: &'static CommandInfo,
    typed: &'w [String],
) -> Option<(&'static Parameter, &'w [String])> {
    let (last, before) = typed.split_last()?;
    let flag = info.parameters.iter().find(|parameter| {
        matches!(parameter.kind, ParameterKind::Flag(word) if last.eq_ignore_ascii_case(word))
    })?;
    let is_lone = before.is_empty() && info.parameters.iter().any(|other| other.required);
    (!is_lone).then_some((flag, before))
}

/// The value of a parameter at the beginning of these words, if it is one to keep, and how many
/// words it takes; `None` if they do not begin with one.
fn take(parameter: &Parameter, words: &[String]) -> Option<(Option<Value>, usize)> {
    let first = words.first()?;
    match (parameter.kind, parameter.form) {
        (ParameterKind::Talk, _) => Some((None, words.len())),
        (ParameterKind::Idle(idle), _) => {
            idle.iter().any(|word| first.eq_ignore_ascii_case(word)).then_some((None, 1))
        }
        // A flag stands at the end, and the number of a game has been taken out.
        (ParameterKind::Flag(_) | ParameterKind::GameNo { .. }, _) => None,
        // A game may be named by several words.
        (ParameterKind::Game, Form::Word) => {
            let (game, n) = NamedGame::read(words)?;
            Some((Some(Value::Game(game)), n))
        }
        // `bot 3`: the level may be a word of its own, or left out.
        (ParameterKind::Level, _) if first.eq_ignore_ascii_case("bot") => match words.get(1) {
            Some(level) => Some((Some(read_value(parameter, level)?), 2)),
            None => Some((None, 1)),
        },
        (ParameterKind::Level, _) | (_, Form::Word | Form::Repeated) => {
            Some((Some(read_value(parameter, first)?), 1))
        }
        // What stands within quotation marks has been taken out. Without them a slip would become a name; `off`
        // stands in place of one.
        (_, Form::Quoted) => {
            let off = Some(&**first).filter(|word| word.eq_ignore_ascii_case("off"));
            let plain = value_after(first, parameter.name).or(off)?;
            Some((Some(read_value(parameter, plain)?), 1))
        }
        (_, Form::Keyed(key)) => Some((Some(read_value(parameter, value_after(first, key)?)?), 1)),
        (_, Form::Rest) => Some((Some(read_value(parameter, &words.join(" "))?), words.len())),
    }
}

/// Returns what the values come to, whatever they were read from: a command, if nothing is missing, and nothing
/// stands in place of something else that is given too.
pub(super) fn finish(
    info: &'static CommandInfo,
    mut values: Values,
) -> Result<Command, BadCommand> {
    for parameter in info.parameters {
        let both = parameter.instead_of.is_some_and(|other| values.has_named(other));
        if values.has(parameter) && both {
            return Err(bad(info, false));
        }
        if parameter.required && !values.has(parameter) {
            let usual = parameter.usual.and_then(|usual| read_value(parameter, usual));
            // The name alone of a command that takes a move, or that has two words, is not talk.
            let is_meant = parameter.kind == ParameterKind::Move || info.path.contains(' ');
            let why = match parameter.form {
                Form::Quoted => text::name_is_missing(),
                _ => String::new(),
            };
            let missing = || BadCommand { why, ..bad(info, is_meant) };
            values.set(parameter, usual.ok_or_else(missing)?);
        }
        if parameter.kind == ParameterKind::Topic
            && !is_topic(values.game(), values.text(parameter))
        {
            // Words that are no topic are talk, unless they are said of a game.
            return Err(bad(info, values.game().is_some()));
        }
    }
    Ok(Command { info, values })
}

/// Returns `true` if the rules of a game, or of any if none is named, know a topic.
fn is_topic(kind: Option<GameKind>, topic: &str) -> bool {
    let knows = |kind: GameKind| rules_words(kind, topic).is_some();
    kind.map_or_else(|| GameKind::ALL.into_iter().any(knows), knows)
}

/// The error for words that do not belong to the command.
const fn bad(info: &'static CommandInfo, meant: bool) -> BadCommand {
    BadCommand { info, why: String::new(), meant, line: None }
}

/// The error for the words of a line from which no parameter takes a value. A single word that has
/// the form of a value, and a topic of a game that is named, are no talk.
fn unread(
    info: &'static CommandInfo,
    typed: &[String],
    rest: &[String],
    values: &Values,
) -> BadCommand {
    if info.path.contains(' ') {
        return unread_in_group(info, typed, rest, values);
    }
    // Nobody says a game or a name right behind a command's in talk; an option's name may be any word.
    let has_own = values.all().any(|value| match value {
        Value::Game(game) => game.option.is_empty(),
        value => matches!(value, Value::Person(_)),
    });
    let [only] = typed else { return bad(info, has_own && rest.len() < typed.len()) };
    let lower = only.to_lowercase();
    if let Some(other) = in_group(info, &lower) {
        return bad(other, true);
    }
    let free = info.parameters.iter().filter(|parameter| !values.has(parameter));
    let meant = rest.len() == 1
        && free.clone().any(|parameter| match parameter.kind {
            ParameterKind::Level => lower.starts_with("bot:"),
            ParameterKind::Side(_) => lower.starts_with("seat"),
            ParameterKind::Person => parameter.required && !is_common(&lower),
            ParameterKind::Span => digits(&lower).is_some(),
            _ => false,
        });
    let is_command = free.clone().any(|parameter| parameter.kind == ParameterKind::Command);
    let why = if is_command { "There is no such command.".to_owned() } else { String::new() };
    let line = named_with_mark(info, rest, values);
    let why = if line.is_some() { text::unread_word(&echo(only)) } else { why };
    BadCommand { why, line, ..bad(info, meant) }
}

/// The line of a command that lacks the person whom it is about, if this one word is a name without its `@`.
fn named_with_mark(info: &CommandInfo, rest: &[String], values: &Values) -> Option<String> {
    let [name] = rest else { return None };
    let is_wanted =
        |one: &Parameter| one.required && one.kind == ParameterKind::Person && !values.has(one);
    let is_name = name.chars().all(char::is_alphanumeric);
    let line = mended(info.path, &[format!("@{name}")]);
    let is_meant = is_name && values.is_empty() && info.parameters.iter().any(is_wanted);
    Some(line).filter(|line| is_meant && super::works(line))
}

/// The error for the words behind a command of two words, or behind the word that such commands have in common.
fn unread_in_group(
    info: &'static CommandInfo,
    typed: &[String],
    rest: &[String],
    values: &Values,
) -> BadCommand {
    let wrong = rest.first().map(String::as_str).unwrap_or_default();
    let lower = wrong.to_lowercase();
    if let Some(other) = in_group(info, &lower).filter(|_| typed.len() == 1) {
        return bad(other, true);
    }
    // By the word alone that they have in common, the first one of a group is meant.
    let is_head = info.aliases.iter().any(|alias| info.path.split(' ').next() == Some(*alias));
    if info.parameters.is_empty() || is_head && rest.len() == typed.len() {
        let group = info.path.split(' ').next().unwrap_or_default();
        let of_group =
            |other: &'static CommandInfo| other.path.strip_prefix(group)?.strip_prefix(' ');
        let words: Vec<&str> = commands().filter_map(of_group).collect();
        let near = nearest_of(&lower, words.iter().copied()).filter(|_| !is_common(&lower));
        let path = near.map(|near| format!("{group} {near}"));
        let line = path.as_deref().map(|path| mended(path, rest.get(1..).unwrap_or_default()));
        let meant = commands().find(|other| path.as_deref() == Some(other.path)).unwrap_or(info);
        let why = text::none_of_these(&echo(wrong), &words);
        let line = line.filter(|line| super::works(line));
        return BadCommand { why, line, ..bad(meant, near.is_some()) };
    }
    // What looks like a value, or stands alone, is no talk.
    let is_value = |word: &String| word.contains([':', '=', '@', '#']) || digits(word).is_some();
    let meant = typed.len() == 1 && !is_common(&lower)
        || typed.iter().any(is_value)
        || info.who == Who::Manager && !values.is_empty();
    let line = named_with_mark(info, rest, values);
    let line = line.or_else(|| with_key(info, typed, rest, values));
    let takes_name = info.parameters.iter().any(|one| one.form == Form::Quoted);
    let may_be_name = takes_name && !wrong.contains([':', '=']);
    let why = match (may_be_name, &line) {
        (true, None) => text::unread_setting(&echo(wrong)),
        _ => text::unread_word(&echo(wrong)),
    };
    BadCommand { why, line, ..bad(info, meant) }
}

/// The line with `clock:15m` in place of a bare `15m`, if one of what can be set may be meant by such a word.
fn with_key(
    info: &CommandInfo,
    typed: &[String],
    rest: &[String],
    values: &Values,
) -> Option<String> {
    let (wrong, at) = (rest.first()?, typed.len() - rest.len());
    let mut free = info.parameters.iter().filter(|one| !values.has(one));
    let key = free.find_map(|one| match one.form {
        Form::Keyed(key) if one.kind != ParameterKind::Text => read_value(one, wrong).map(|_| key),
        _ => None,
    })?;
    let mut meant = typed.to_vec();
    meant[at] = format!("{key}:{wrong}");
    let name = info.parameters.iter().find(|one| one.form == Form::Quoted);
    let name = name.filter(|name| values.has(name)).map(|name| values.text(name));
    if let Some(name) = name {
        meant.push(format!("\"{name}\""));
    }
    Some(mended(info.path, &meant)).filter(|line| super::works(line))
}

/// The error for words of which the first is none of those that must stand behind a command of two words,
/// which is no talk unless that word is a common one: what can stand there, with the line as it was probably
/// meant.
fn misspelt(info: &'static CommandInfo, typed: &[String]) -> Option<BadCommand> {
    let wanted = info.parameters.first().filter(|parameter| parameter.required)?;
    let ParameterKind::Choice(words) = wanted.kind else { return None };
    let (wrong, behind) = typed.split_first()?;
    if !info.path.contains(' ') || read_value(wanted, wrong).is_some() {
        return None;
    }
    let words: Vec<&str> = words.iter().map(|choice| choice.word).collect();
    let lower = wrong.to_lowercase();
    let near = nearest_of(&lower, words.iter().copied());
    let line = near.map(|near| mended(&format!("{} {near}", info.path), behind));
    let why = text::none_of_these(&echo(wrong), &words);
    Some(BadCommand {
        why,
        line: line.filter(|line| super::works(line)),
        ..bad(info, !is_common(&lower))
    })
}

/// The line of a command with these words behind it, within quotation marks where they need them.
fn mended(path: &str, behind: &[String]) -> String {
    let typed = |word: &String| match word.split_once(':') {
        _ if !word.contains(' ') => word.clone(),
        Some((key, value)) if !key.contains(' ') => format!("{key}:\"{value}\""),
        _ => format!("\"{word}\""),
    };
    let words = std::iter::once(path.to_owned()).chain(behind.iter().map(typed));
    words.collect::<Vec<_>>().join(" ")
}

/// The command that this one's name begins and that takes this word: behind `notify`, `off` is what
/// `notify turn` takes.
fn in_group(info: &CommandInfo, lower: &str) -> Option<&'static CommandInfo> {
    let takes = |parameter: &Parameter| {
        matches!(parameter.kind, ParameterKind::Choice(_)) && read_value(parameter, lower).is_some()
    };
    let is_in_group = |other: &&CommandInfo| {
        other.path.strip_prefix(info.path).is_some_and(|rest| rest.starts_with(' '))
    };
    commands().filter(is_in_group).find(|other| other.parameters.iter().any(takes))
}
