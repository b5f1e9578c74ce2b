//! The platform's definitions of the slash commands, made from the command table.

use chat::{CommandInfo, GROUPS, Parameter, ParameterKind, SeenBy, Where, Who, commands};
use serde_json::{Value, json};

/// Numbers by which the platform calls the types of options.
mod option_type {
    pub(super) const SUBCOMMAND: u8 = 1;
    pub(super) const GROUP: u8 = 2;
    pub(super) const TEXT: u8 = 3;
    pub(super) const INTEGER: u8 = 4;
    pub(super) const BOOLEAN: u8 = 5;
    pub(super) const USER: u8 = 6;
    pub(super) const CHANNEL: u8 = 7;
    pub(super) const FILE: u8 = 11;
}

/// Where a command is offered: in a server, and in a private chat with the bot.
const SERVER: u8 = 0;
const PRIVATE_CHAT: u8 = 1;

/// The number of the kind of installation that brings the commands into servers.
const IN_SERVERS: u8 = 0;

/// The permission *Manage Server*, as the platform writes it.
const MANAGE_SERVER: &str = "32";

/// The platform's name of the language of the descriptions.
const ENGLISH: &str = "en-US";

/// The definitions of all slash commands as the platform takes them in one bulk overwrite, in the
/// order of the command table. Commands with a path of two words are the subcommands of one, and with three
/// words those of a group within one.
#[must_use]
pub fn definitions() -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for info in commands() {
        match info.slash.map(|path| path.split_once(' ')) {
            None => {}
            Some(None) => all.push(command(info)),
            Some(Some((root, path))) => {
                let root = named(&mut all, root, || command_group(root));
                // Discord has permissions and places for whole commands alone.
                add_contexts(root, &contexts(info));
                add_subcommand(root, path, info);
            }
        }
    }
    all
}

/// The one of this name, which is made where it is missing.
fn named<'v>(all: &'v mut Vec<Value>, name: &str, make: impl FnOnce() -> Value) -> &'v mut Value {
    let at = all.iter().position(|one| one["name"] == name).unwrap_or_else(|| {
        all.push(make());
        all.len() - 1
    });
    &mut all[at]
}

/// Adds a command below another one, at a path of one word, or of two with a group between them.
fn add_subcommand(root: &mut Value, path: &str, info: &CommandInfo) {
    let Some(below) = root["options"].as_array_mut() else { return };
    match path.split_once(' ') {
        Some((group, name)) => add_subcommand(named(below, group, || subgroup(group)), name, info),
        None => {
            let mut subcommand = json!({
                "type": option_type::SUBCOMMAND,
                "name": path,
                "options": options(info),
            });
            describe(&mut subcommand, info.does);
            below.push(subcommand);
        }
    }
}

/// A group of subcommands within a command.
fn subgroup(name: &str) -> Value {
    let mut group = json!({ "type": option_type::GROUP, "name": name, "options": [] });
    describe(&mut group, group_does(name));
    group
}

/// Returns what the commands of a group do.
fn group_does(name: &str) -> &str {
    GROUPS.iter().find(|(group, ..)| *group == name).map_or(name, |(_, does, _)| does)
}

fn command(info: &CommandInfo) -> Value {
    let mut command = json!({
        "type": 1,
        "name": info.slash,
        "contexts": contexts(info),
        "integration_types": [IN_SERVERS],
        "default_member_permissions": permissions(info.who),
        "options": options(info),
    });
    describe(&mut command, info.does);
    command
}

/// Returns where Discord offers a command: only where it can work.
fn contexts(info: &CommandInfo) -> Vec<u8> {
    match (info.place, info.seen_by) {
        (Where::Unseen, SeenBy::Place) => vec![PRIVATE_CHAT],
        (Where::InServer | Where::OfChannel, _) => vec![SERVER],
        (Where::Anywhere, _) | (Where::Unseen, SeenBy::Author) => vec![SERVER, PRIVATE_CHAT],
    }
}

/// Lets a group be offered also where this subcommand of it can work.
fn add_contexts(group: &mut Value, more: &[u8]) {
    let Some(known) = group["contexts"].as_array_mut() else { return };
    for context in more.iter().map(|one| json!(one)) {
        if !known.contains(&context) {
            known.push(context);
        }
    }
}

/// Returns whom Discord offers a command by itself; who manages a server can offer it to others as well.
fn permissions(who: Who) -> Value {
    if who == Who::Manager { json!(MANAGE_SERVER) } else { Value::Null }
}

/// Gives a command or an option its description, also as that in English: without it Discord would show
/// another language's to people who chose a kind of English.
fn describe(what: &mut Value, does: &str) {
    let description = capital(does);
    what["description_localizations"] = json!({ ENGLISH: description });
    what["description"] = json!(description);
}

/// A command that only holds subcommands.
fn command_group(name: &str) -> Value {
    let group = GROUPS.iter().find(|(group, ..)| *group == name);
    let mut command = json!({
        "type": 1,
        "name": name,
        "contexts": [],
        "integration_types": [IN_SERVERS],
        "default_member_permissions": permissions(group.map_or(Who::Anyone, |(.., who)| *who)),
        "options": [],
    });
    describe(&mut command, group_does(name));
    command
}

/// The options of a command; the platform wants those that are required first.
fn options(info: &CommandInfo) -> Vec<Value> {
    let mut options: Vec<(bool, Value)> = Vec::new();
    for parameter in info.parameters.iter().filter(|parameter| parameter.in_slash) {
        for (i, name) in parameter.names().iter().enumerate() {
            let required = parameter.required && i == 0;
            options.push((required, option(parameter, name, required)));
        }
    }
    options.sort_by_key(|(required, _)| !required);
    options.into_iter().map(|(_, option)| option).collect()
}

fn option(parameter: &Parameter, name: &str, required: bool) -> Value {
    let kind = match parameter.kind {
        ParameterKind::GameNo { .. }
        | ParameterKind::Level
        | ParameterKind::Number { .. }
        | ParameterKind::Page
        | ParameterKind::Ply => option_type::INTEGER,
        ParameterKind::Person | ParameterKind::Opponents => option_type::USER,
        ParameterKind::Channel => option_type::CHANNEL,
        ParameterKind::File => option_type::FILE,
        ParameterKind::Flag(_) => option_type::BOOLEAN,
        _ => option_type::TEXT,
    };
    let mut option = json!({
        "type": kind,
        "name": name,
        "required": required,
    });
    describe(&mut option, parameter.help);
    let choices: Vec<Value> = parameter.kind.choices().into_iter().map(|choice| {
        let number = choice.value.parse::<u32>().ok().filter(|_| kind == option_type::INTEGER);
        json!({ "name": choice.label, "value": number.map_or(json!(choice.value), |n| json!(n)) })
    }).collect();
    if !choices.is_empty() {
        option["choices"] = Value::Array(choices);
    }
    if parameter.kind.is_completed() {
        option["autocomplete"] = Value::Bool(true);
    }
    if let ParameterKind::Number { least, most } = parameter.kind {
        option["min_value"] = json!(least);
        option["max_value"] = json!(most);
    }
    let least = match parameter.kind {
        ParameterKind::Page => Some(1),
        ParameterKind::Ply => Some(0),
        _ => None,
    };
    if let Some(least) = least {
        option["min_value"] = json!(least);
    }
    option
}

/// A text with a capital at the start.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns `true` if the platform takes a name: lower-case letters, digits, `-` and `_`, at most 32.
    fn is_name(name: &str) -> bool {
        (1..=32).contains(&name.chars().count())
            && name.chars().all(|c| c.is_lowercase() || c.is_numeric() || matches!(c, '-' | '_'))
    }

    fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
        value[key].as_array().map_or(&[], Vec::as_slice)
    }

    /// Checks a command or an option, and returns its characters as the platform counts them.
    fn check(value: &Value, level: u8) -> usize {
        let (name, description) =
            (value["name"].as_str().unwrap(), value["description"].as_str().unwrap());
        assert!(is_name(name), "{name}");
        assert!((1..=100).contains(&description.chars().count()), "{name}: {description}");
        let mut characters = name.chars().count() + description.chars().count();
        let choices = list(value, "choices");
        assert!(choices.len() <= 25, "{name}");
        assert!(choices.is_empty() || value["autocomplete"].is_null(), "{name} has both");
        for choice in choices {
            let label = choice["name"].as_str().unwrap();
            assert!((1..=100).contains(&label.chars().count()), "{name}: {label}");
            let text = choice["value"].as_str().unwrap_or_default();
            assert!(text.chars().count() <= 100, "{name}: {text}");
            assert_eq!(choice["value"].is_string(), value["type"] == option_type::TEXT, "{name}");
            characters += label.chars().count() + text.chars().count();
        }
        let options = list(value, "options");
        assert!(options.len() <= 25, "{name}");
        let names: BTreeSet<&str> =
            options.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), options.len(), "{name} has a name twice");
        let required: Vec<bool> =
            options.iter().map(|one| one["required"].as_bool().unwrap_or(false)).collect();
        assert!(
            required.is_sorted_by_key(|required| !required),
            "{name}: required ones come first"
        );
        let leads_on = |one: &&Value| {
            one["type"] == option_type::SUBCOMMAND || one["type"] == option_type::GROUP
        };
        let n = options.iter().filter(leads_on).count();
        let deepest = if value["type"] == option_type::GROUP { 1 } else { 0 };
        assert!(n == 0 || n == options.len() && level <= deepest, "{name} has too many levels");
        characters + options.iter().map(|one| check(one, level + 1)).sum::<usize>()
    }

    #[test]
    fn the_definitions_keep_the_limits_of_the_platform() {
        let all = definitions();
        assert!((10..=100).contains(&all.len()), "{}", all.len());
        let names: BTreeSet<&str> = all.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), all.len());
        for one in &all {
            assert!(check(one, 0) <= 8_000, "{one}");
        }
    }

    #[test]
    fn a_limit_that_is_broken_is_seen() {
        let broken = [
            json!({ "name": "Board", "description": "x" }),
            json!({ "name": "board", "description": "x".repeat(101) }),
            json!({ "name": "board", "description": "x", "options": [
                { "name": "a", "description": "x", "required": false },
                { "name": "b", "description": "x", "required": true },
            ] }),
            json!({ "name": "board", "description": "x",
                "options": vec![json!({ "name": "a", "description": "x" }); 26] }),
        ];
        for value in broken {
            assert!(std::panic::catch_unwind(|| check(&value, 0)).is_err(), "{value}");
        }
    }

    /// The path of each slash command with the command that Discord keeps contexts and permissions for.
    fn by_path() -> Vec<(String, Value)> {
        let paths = |one: Value| {
            let paths = paths_below(&one);
            paths.into_iter().map(move |path| (path, one.clone())).collect::<Vec<_>>()
        };
        definitions().into_iter().flat_map(paths).collect()
    }

    /// The path of what is defined here, or of all that stands below it.
    fn paths_below(one: &Value) -> Vec<String> {
        let name = one["name"].as_str().unwrap();
        let leads_on = |option: &&Value| {
            let kind = &option["type"];
            *kind == option_type::SUBCOMMAND || *kind == option_type::GROUP
        };
        let below: Vec<String> =
            list(one, "options").iter().filter(leads_on).flat_map(paths_below).collect();
        match below.is_empty() {
            true => vec![name.to_owned()],
            false => below.iter().map(|path| format!("{name} {path}")).collect(),
        }
    }

    #[test]
    fn a_command_is_offered_only_where_it_can_work_and_to_whom_it_is_for() {
        let of_managers = [
            "mod ban",
            "mod close",
            "mod log",
            "mod result",
            "mod unban",
            "server set",
            "server show",
        ];
        let in_servers = [&of_managers[..], &["check", "report"]].concat();
        for (path, one) in by_path() {
            let is_of_server = in_servers.contains(&path.as_str());
            let contexts = if is_of_server { json!([0]) } else { json!([0, 1]) };
            assert_eq!(one["contexts"], contexts, "{path}");
            let is_managers = of_managers.contains(&path.as_str());
            let wanted = if is_managers { json!("32") } else { Value::Null };
            assert_eq!(one["default_member_permissions"], wanted, "{path}");
            assert_eq!(one["integration_types"], json!([0]), "{path}");
        }
    }

    #[test]
    fn the_options_have_the_names_of_their_contract() {
        let contract: [(&str, &[&str]); 23] = [
            ("move", &["move", "game", "offer_draw"]),
            ("challenge", &["opponent", "game", "colour", "clock", "rated", "options", "level"]),
            ("board", &["game", "view"]),
            ("legal", &["from"]),
            ("odds", &["move"]),
            ("why", &["square"]),
            ("resign", &["game"]),
            ("resign-all", &["sure"]),
            ("draw", &["game"]),
            ("abort", &["game"]),
            ("claim", &["game"]),
            ("takeback", &["game"]),
            ("premove", &["plan"]),
            ("setup", &["change"]),
            ("clock", &["game"]),
            ("record", &["game", "as"]),
            ("replay", &["game", "ply"]),
            ("verify", &["game", "record"]),
            ("profile", &["player", "versus"]),
            ("check", &["channel"]),
            ("mod result", &["game", "result"]),
            ("tournament create", &["name", "game", "form", "start", "rounds", "clock", "rated"]),
            ("tournament manage adjudicate", &["game", "result"]),
        ];
        let all: Vec<Value> = by_path().into_iter().map(|(_, one)| one).collect();
        for (path, names) in contract {
            let mut words = path.split(' ');
            let root = words.next().unwrap();
            let command = all.iter().find(|one| one["name"] == root).unwrap();
            let inner = words.fold(command, |outer, word| {
                list(outer, "options").iter().find(|one| one["name"] == word).unwrap()
            });
            let options = list(inner, "options");
            for name in names {
                assert!(options.iter().any(|one| one["name"] == *name), "{path} {name}");
            }
        }
    }

    #[test]
    fn a_challenge_has_what_a_line_has() {
        let all = definitions();
        let challenge = all.iter().find(|one| one["name"] == "challenge").unwrap();
        let names: Vec<&str> =
            list(challenge, "options").iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(
            names,
            [
                "opponent",
                "opponent2",
                "opponent3",
                "opponent4",
                "opponent5",
                "game",
                "players",
                "colour",
                "level",
                "order",
                "clock",
                "rated",
                "options"
            ]
        );
        let options = list(challenge, "options").last().unwrap();
        assert_eq!(options["autocomplete"], true);
        let answers = all.iter().find(|one| one["name"] == "challenge-answer").unwrap();
        assert_eq!(list(answers, "options").len(), 6);
    }
}
