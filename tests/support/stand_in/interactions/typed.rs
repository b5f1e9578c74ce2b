//! Commands that people type, and those of menus.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{
    super::{
        BOT, CHANNEL, StandIn, World,
        commands::option,
        components::list,
        people::{PEOPLE, Someone, bot, user},
    },
    Act, Kind,
};

/// An option as a person fills it in: its name and its value.
pub(crate) type Filled<'a> = (&'a str, Value);

impl StandIn {
    /// Lets somebody use a command, whose path is one to three words, and gives the interaction's id.
    /// It panics where the platform's own input would not let them.
    pub(crate) fn slash(
        &self,
        who: Someone,
        channel: u64,
        path: &str,
        options: &[Filled<'_>],
    ) -> u64 {
        self.server.change(|world| {
            let typed = world.typed(who, channel, path, options, None);
            world.open_interaction(typed)
        })
    }

    /// Lets somebody type a command up to an option, and gives what may stand there, each with its
    /// value; `None` if that does not come in time.
    pub(crate) async fn type_in(
        &self,
        who: Someone,
        channel: u64,
        path: &str,
        options: &[Filled<'_>],
        focused: &str,
    ) -> Option<Vec<(String, Value)>> {
        let id = self.start_typing(who, channel, path, options, focused);
        let patience = self.world().rules.first_answer.max(Duration::from_millis(100));
        let answer = self.within(patience, |world| {
            let found = world.interactions.iter().rfind(|one| one.id == id);
            found.and_then(|one| one.acknowledged.clone())
        });
        let data = answer.await?.data;
        let choice = |one: &Value| {
            (one["name"].as_str().unwrap_or_default().to_owned(), one["value"].clone())
        };
        Some(list(&data["choices"]).iter().map(choice).collect())
    }

    /// The same without waiting: the interaction's id.
    pub(crate) fn start_typing(
        &self,
        who: Someone,
        channel: u64,
        path: &str,
        options: &[Filled<'_>],
        focused: &str,
    ) -> u64 {
        self.server.change(|world| {
            let typed = world.typed(who, channel, path, options, Some(focused));
            world.open_interaction(typed)
        })
    }

    /// Lets somebody use a command of the menu of a message.
    pub(crate) fn menu_message(&self, who: Someone, name: &str, message: u64) -> u64 {
        self.server.change(|world| {
            let (kept, seen_by) = world.find_message(message).expect("the message is there");
            assert!(seen_by.is_none_or(|id| id == who.id), "{} does not see it", who.username);
            let (channel, shown) = (kept.channel, world.message(kept, true));
            let mut data = world.menu(who, channel, name, 3);
            data["target_id"] = json!(message.to_string());
            data["resolved"] = json!({ "messages": { message.to_string(): shown } });
            world.open_interaction(Act { who, channel, kind: Kind::MessageMenu, data, on: None })
        })
    }

    /// Lets somebody use a command of the menu of a person in the first channel.
    pub(crate) fn menu_user(&self, who: Someone, name: &str, other: Someone) -> u64 {
        self.menu_user_in(who, CHANNEL, name, other)
    }

    /// The same in any channel.
    pub(crate) fn menu_user_in(
        &self,
        who: Someone,
        channel: u64,
        name: &str,
        other: Someone,
    ) -> u64 {
        self.server.change(|world| {
            let mut data = world.menu(who, channel, name, 2);
            world.people.entry(other.id).or_insert(other);
            data["target_id"] = json!(other.id.to_string());
            data["resolved"] = world.resolve(channel, &[other.id]);
            world.open_interaction(Act { who, channel, kind: Kind::UserMenu, data, on: None })
        })
    }
}

impl World {
    /// Returns what is registered under a name, if it is offered to somebody in a channel.
    fn offered(&self, who: Someone, channel: u64, name: &str, kind: u64) -> Value {
        let found = self.commands.iter().find(|one| one["name"] == name && one["type"] == kind);
        let command = found.unwrap_or_else(|| panic!("no command {name:?} is registered"));
        let in_guild = self.guild_of(channel).is_some();
        let context = u64::from(!in_guild);
        let contexts = list(&command["contexts"]);
        let fits = command["contexts"].is_null() || contexts.contains(&json!(context));
        assert!(fits, "{name} is not offered in the context {context}");
        let needed = command["default_member_permissions"].as_str();
        let needed: u64 = needed.map_or(0, |bits| bits.parse().unwrap());
        let may = self.permissions_of(who.id, channel);
        // A command that needs nothing is for administrators alone.
        let closed = command["default_member_permissions"] == "0";
        let allowed = !in_guild || may & needed == needed && (!closed || may & (1 << 3) != 0);
        assert!(allowed, "{name} is not offered to {}", who.username);
        command.clone()
    }

    fn menu(&self, who: Someone, channel: u64, name: &str, kind: u64) -> Value {
        let command = self.offered(who, channel, name, kind);
        json!({ "id": command["id"], "name": command["name"], "type": kind })
    }

    /// Returns what somebody types: a command with its options, or a part of one.
    fn typed(
        &mut self,
        who: Someone,
        channel: u64,
        path: &str,
        filled: &[Filled<'_>],
        focused: Option<&str>,
    ) -> Act {
        let mut words = path.split(' ');
        let name = words.next().unwrap_or_default();
        let command = self.offered(who, channel, name, 1);
        let mut nodes = vec![command.clone()];
        for word in words {
            let inner = list(&nodes[nodes.len() - 1]["options"]);
            let found = inner.iter().find(|one| {
                one["name"] == word
                    && matches!(one["type"].as_u64(), Some(option::SUBCOMMAND | option::GROUP))
            });
            nodes.push(found.unwrap_or_else(|| panic!("there is no {path:?}")).clone());
        }
        let leaf = nodes.pop().unwrap();
        let (mut options, named) = fill(&leaf, filled, focused);
        // From the innermost subcommand out to the command.
        let mut inner = leaf;
        while let Some(outer) = nodes.pop() {
            options = vec![json!({ "name": inner["name"], "type": inner["type"],
                "options": options })];
            inner = outer;
        }
        let mut data = json!({ "id": command["id"], "name": name, "type": 1 });
        if !options.is_empty() {
            data["options"] = json!(options);
        }
        if !named.is_empty() && focused.is_none() {
            data["resolved"] = self.resolve_all(who, channel, &named);
        }
        // Files alone are filled in as objects.
        let files = filled.iter().filter_map(|(_, value)| Some((value["id"].as_str()?, value)));
        let files: Map<String, Value> =
            files.map(|(id, file)| (id.to_owned(), file.clone())).collect();
        if !files.is_empty() && focused.is_none() {
            data["resolved"]["attachments"] = Value::Object(files);
        }
        let kind = if focused.is_some() { Kind::Typing } else { Kind::Command };
        Act { who, channel, kind, data, on: None }
    }

    /// Returns what an interaction names, by the types of the options.
    fn resolve_all(&self, who: Someone, channel: u64, named: &[(u64, u64)]) -> Value {
        let (mut people, mut out) = (Vec::new(), json!({}));
        let (mut roles, mut channels) = (Map::new(), Map::new());
        let guild = self.guild_of(channel);
        for (kind, id) in named {
            let all = guild.map(|guild| self.describe_roles(guild)).unwrap_or_default();
            let text = id.to_string();
            let role = all.into_iter().find(|role| role["id"] == text.as_str());
            match (*kind, role) {
                (option::ROLE | option::MENTIONABLE, Some(role)) => {
                    roles.insert(id.to_string(), role);
                }
                (option::CHANNEL, _) => {
                    channels.insert(id.to_string(), self.resolved_channel(who, *id));
                }
                (option::USER | option::MENTIONABLE, _) => people.push(*id),
                _ => panic!("nothing has the id {id}"),
            }
        }
        if !people.is_empty() {
            out = self.resolve(channel, &people);
        }
        for (name, found) in [("roles", roles), ("channels", channels)] {
            if !found.is_empty() {
                out[name] = json!(found);
            }
        }
        out
    }

    /// A channel that an interaction names.
    fn resolved_channel(&self, who: Someone, id: u64) -> Value {
        assert!(self.guild_of(id).is_some() && self.has_channel(id), "no channel {id}");
        let mut out = self.describe_channel(id);
        let keep = ["id", "name", "type", "parent_id", "thread_metadata"];
        out.as_object_mut().unwrap().retain(|name, _| keep.contains(&name.as_str()));
        out["permissions"] = json!(self.permissions_of(who.id, id).to_string());
        out["app_permissions"] = json!(self.permissions(id).to_string());
        out
    }

    /// The people whom an interaction names, and who they are in the server.
    pub(super) fn resolve(&self, channel: u64, people: &[u64]) -> Value {
        let (mut users, mut members) = (Map::new(), Map::new());
        for id in people {
            let known = self.people.get(id).or_else(|| PEOPLE.iter().find(|who| who.id == *id));
            let someone = known.copied();
            assert!(someone.is_some() || *id == BOT, "nobody has the id {id}");
            users.insert(id.to_string(), someone.map_or_else(bot, user));
            let mut member = match someone {
                Some(who) => self.member_of_interaction(who, channel),
                None => json!({ "nick": null, "roles": [super::super::BOT_ROLE.to_string()],
                    "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0, "pending": false,
                    "permissions": self.permissions(channel).to_string() }),
            };
            for missing in ["deaf", "mute"] {
                member.as_object_mut().unwrap().remove(missing);
            }
            members.insert(id.to_string(), member);
        }
        let mut out = json!({ "users": users });
        if self.guild_of(channel).is_some() {
            out["members"] = json!(members);
        }
        out
    }
}

/// The options of a command as they are filled in, what they name, with the options' types.
fn fill(
    command: &Value,
    filled: &[Filled<'_>],
    focused: Option<&str>,
) -> (Vec<Value>, Vec<(u64, u64)>) {
    let name = &command["name"];
    let known = list(&command["options"]);
    let by_name = |wanted: &str| known.iter().find(|one| one["name"] == wanted);
    let leads_on = known.iter().any(|one| matches!(one["type"].as_u64(), Some(1 | 2)));
    assert!(!leads_on, "{name} has subcommands");
    if focused.is_none() {
        let is_filled = |one: &Value| filled.iter().any(|(name, _)| one["name"] == *name);
        let missing = known.iter().find(|one| one["required"] == true && !is_filled(one));
        assert!(missing.is_none(), "{name} needs {missing:?}");
    }
    let (mut out, mut named) = (Vec::new(), Vec::new());
    for (i, (wanted, value)) in filled.iter().enumerate() {
        let option = by_name(wanted).unwrap_or_else(|| panic!("{name} has no option {wanted:?}"));
        let twice = filled[..i].iter().any(|(earlier, _)| earlier == wanted);
        assert!(!twice, "{wanted} is filled in twice");
        let mut given = json!({ "name": wanted, "type": option["type"], "value": value });
        if focused == Some(*wanted) {
            assert_eq!(option["autocomplete"], true, "{wanted} is not completed");
            // What is being typed is a text, whatever it is to become.
            given["value"] = json!(value.as_str().map_or(value.to_string(), str::to_owned));
            given["focused"] = json!(true);
        } else {
            option::check_value(option, value, focused.is_some());
        }
        if option["type"] == option::FILE {
            given["value"] = value["id"].clone();
        }
        if let Some(kind @ option::USER..=option::MENTIONABLE) = option["type"].as_u64() {
            named.push((kind, value.as_str().and_then(|id| id.parse().ok()).expect("an id")));
        }
        out.push(given);
    }
    let is_there = |focused: &str| filled.iter().any(|(name, _)| *name == focused);
    assert!(focused.is_none_or(is_there), "{focused:?} is not among the options");
    (out, named)
}
