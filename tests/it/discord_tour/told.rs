//! How the tour is written down: what people do, and what everybody, or one person alone, then sees. It is
//! Markdown, so that it can be read with its pictures.

use std::{collections::HashMap, fmt::Write as _};

use serde_json::Value;

use crate::support::stand_in::{BOT, CHANNEL, OTHER_CHANNEL, Someone, dm};

/// How many options of a list are written down; of a longer one the first ones, and how many there are.
const MOST_OPTIONS: usize = 12;
const FIRST_OPTIONS: usize = 6;

/// The bits of a message's flags: whether one person alone sees it, and whether it comes without a sound.
const EPHEMERAL: u64 = 1 << 6;
const SILENT: u64 = 1 << 12;

/// The story so far.
pub(super) struct Told {
    pub(super) text: String,
    /// Everybody who takes part.
    cast: &'static [Someone],
    /// The numbers of the messages of channels, by their ids.
    numbers: HashMap<u64, usize>,
    /// The names of threads, by their ids.
    pub(super) threads: HashMap<u64, String>,
    /// The pictures that are kept, and the name under which the next one is.
    pub(super) pictures: Vec<(&'static str, Vec<u8>)>,
    pub(super) next_picture: Option<&'static str>,
}

/// Returns how somebody is called in the server.
pub(super) fn name(who: Someone) -> &'static str {
    who.nick.or(who.global).unwrap_or(who.username)
}

impl Told {
    pub(super) fn new(title: &str, cast: &'static [Someone]) -> Self {
        Self {
            text: format!("# {title}\n"),
            cast,
            numbers: HashMap::new(),
            threads: HashMap::new(),
            pictures: Vec::new(),
            next_picture: None,
        }
    }

    pub(super) fn heading(&mut self, words: &str) {
        let _ = write!(self.text, "\n## {words}\n");
    }

    pub(super) fn paragraph(&mut self, words: &str) {
        let _ = write!(self.text, "\n{words}\n");
    }

    /// The number of a message, which it gets when it is first named.
    pub(super) fn number(&mut self, message: u64) -> usize {
        let next = self.numbers.len() + 1;
        *self.numbers.entry(message).or_insert(next)
    }

    /// Returns how a channel is called.
    pub(super) fn place(&self, channel: u64) -> String {
        let private = self.cast.iter().find(|who| dm(**who) == channel);
        match (channel, private, self.threads.get(&channel)) {
            (CHANNEL, ..) => "#games".to_owned(),
            (OTHER_CHANNEL, ..) => "#lobby".to_owned(),
            (_, Some(who), _) => format!("the private chat with {}", name(*who)),
            (_, _, Some(thread)) => format!("the thread *{thread}*"),
            (..) => panic!("a channel that nobody knows: {channel}"),
        }
    }

    /// Returns how a person or the bot is called who has this id.
    pub(super) fn called(&self, id: &str) -> Option<&'static str> {
        let found = self.cast.iter().find(|who| who.id.to_string() == id);
        found.map(|who| name(*who)).or((id == BOT.to_string()).then_some("Martian Cake"))
    }

    /// A message that everybody in its place sees.
    pub(super) fn post(&mut self, channel: u64, id: u64, message: &Value, now: i64, file: &[u8]) {
        let number = self.number(id);
        let mut head = format!("**{number}** · Martian Cake in {}", self.place(channel));
        if let Some(to) = message["message_reference"]["message_id"].as_str() {
            let to = to.parse().ok().and_then(|id: u64| self.numbers.get(&id));
            let to = to.map_or("what is not told here".to_owned(), usize::to_string);
            let _ = write!(head, " · in reply to {to}");
        }
        let pinged = message["allowed_mentions"]["users"].as_array().into_iter().flatten();
        let pinged: Vec<_> =
            pinged.filter_map(|id| self.called(id.as_str().unwrap_or_default())).collect();
        if !pinged.is_empty() {
            let _ = write!(head, " · pings {}", pinged.join(", "));
        }
        if message["flags"].as_u64().unwrap_or(0) & SILENT != 0 {
            head.push_str(" · without a sound");
        }
        self.shown(&head, message, now, file);
    }

    /// What somebody alone sees.
    pub(super) fn alone(&mut self, who: Someone, message: &Value, now: i64, file: &[u8]) {
        assert!(message["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0, "all see it: {message}");
        self.shown(&format!("Only {} sees", name(who)), message, now, file);
    }

    /// A form that opens before somebody.
    pub(super) fn form(&mut self, who: Someone, form: &Value) {
        let mut lines =
            vec![format!("A form opens before {}: **{}**", name(who), words(&form["title"]))];
        for label in form["components"].as_array().into_iter().flatten() {
            let about = format!("{} ({})", words(&label["label"]), words(&label["description"]));
            let input = &label["component"];
            let typed = input["value"].as_str().or_else(|| input["placeholder"].as_str());
            lines.push(format!("{about}: `{}`", typed.unwrap_or("________")));
        }
        self.quote(&lines);
    }

    fn shown(&mut self, head: &str, message: &Value, now: i64, file: &[u8]) {
        let mut lines = vec![head.to_owned()];
        let text = message["content"].as_str().unwrap_or_default();
        lines.extend(self.readable(text, now).lines().map(str::to_owned));
        for picture in message["attachments"].as_array().into_iter().flatten() {
            let alt = words(&picture["description"]).replace('\n', " ");
            lines.push(match self.next_picture.take() {
                Some(name) => {
                    self.pictures.push((name, file.to_vec()));
                    format!("![{alt}]({name}.png)")
                }
                None if alt.is_empty() => format!("*A file:* {}", words(&picture["filename"])),
                None => format!("*A picture:* {alt}"),
            });
        }
        for row in message["components"].as_array().into_iter().flatten() {
            lines.extend(below(row));
        }
        self.quote(&lines);
    }

    /// Lines that stand apart, each for itself; those of a list together.
    fn quote(&mut self, lines: &[String]) {
        let mut was_item = false;
        for (n, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
            let is_item = line.starts_with("- ");
            if !(was_item && is_item) {
                self.text.push_str(if n == 0 { "\n" } else { ">\n" });
            }
            let _ = writeln!(self.text, "> {line}");
            was_item = is_item;
        }
    }

    /// A text as Discord shows it: with names for ids, words for instants and numbers for links.
    pub(super) fn readable(&self, text: &str, now: i64) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, tag, after)) = next_tag(rest) {
            out.push_str(before);
            out.push_str(&self.tag(tag, now).unwrap_or_else(|| format!("<{tag}>")));
            rest = after;
        }
        out.push_str(rest);
        self.linked(&out)
    }

    /// Returns what a tag shows; `None` if it is none.
    fn tag(&self, tag: &str, now: i64) -> Option<String> {
        if let Some(channel) = tag.strip_prefix('#') {
            return Some(self.place(channel.parse().ok()?));
        }
        if let Some(id) = tag.strip_prefix("@&").or(tag.strip_prefix('@')) {
            return self.called(id).map(|name| format!("@{name}"));
        }
        let seconds: i64 = tag.strip_prefix("t:")?.strip_suffix(":R")?.parse().ok()?;
        Some(from_now(seconds - now / 1_000))
    }

    /// A text that has the numbers of messages in place of links to them.
    fn linked(&self, text: &str) -> String {
        const LINK: &str = "https://discord.com/channels/";
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(LINK) {
            out.push_str(&rest[..at]);
            let link = &rest[at + LINK.len()..];
            let end = link.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(link.len());
            let id = link[..end].rsplit('/').next().and_then(|id| id.parse::<u64>().ok());
            let number = id.and_then(|id| self.numbers.get(&id));
            let number = number.unwrap_or_else(|| panic!("a link to what nobody has seen: {text}"));
            let _ = write!(out, "→ {number}");
            rest = &link[end..];
        }
        out.push_str(rest);
        out
    }
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The first `<…>` of a text, with what stands before and behind it.
fn next_tag(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('<')?;
    let (tag, after) = rest.split_once('>')?;
    Some((before, tag, after))
}

/// An instant so many seconds from now, as Discord's app tells it.
fn from_now(seconds: i64) -> String {
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];
    let size = seconds.abs();
    let (unit, of_unit) = *units.iter().find(|(_, of)| size >= *of).unwrap_or(&("second", 1));
    let n = (size + of_unit / 2) / of_unit;
    let many = if n == 1 { "" } else { "s" };
    if seconds < 0 { format!("{n} {unit}{many} ago") } else { format!("in {n} {unit}{many}") }
}

/// Returns what stands below a message in one row: buttons, or a list.
fn below(row: &Value) -> Vec<String> {
    let parts = row["components"].as_array().cloned().unwrap_or_default();
    match parts.as_slice() {
        [list] if list["type"] == 3 => {
            let options = list["options"].as_array().cloned().unwrap_or_default();
            let shown = if options.len() > MOST_OPTIONS { FIRST_OPTIONS } else { options.len() };
            let mut lines = vec![format!("A list: *{}*", words(&list["placeholder"]))];
            lines.extend(options.iter().take(shown).map(option));
            if shown < options.len() {
                lines.push(format!("- and {} more", options.len() - shown));
            }
            lines
        }
        buttons => {
            let all: Vec<String> = buttons.iter().map(button).collect();
            vec![format!("Buttons: {}", all.join(" · "))]
        }
    }
}

/// An option of a list, without the small picture beside it, which is there as soon as it is uploaded.
fn option(option: &Value) -> String {
    let (label, note) = (words(&option["label"]), words(&option["description"]));
    if note.is_empty() { format!("- {label}") } else { format!("- {label}: {note}") }
}

fn button(button: &Value) -> String {
    let colour = match button["style"].as_u64() {
        Some(1) => " (blue)",
        Some(3) => " (green)",
        Some(4) => " (red)",
        _ => "",
    };
    format!("`{}`{colour}", words(&button["label"]))
}
