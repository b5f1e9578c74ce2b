//! `papers`: the privacy policy and the terms of service as pages to publish, filled in with whoever runs the bot.

use std::{fs, path::Path};

use host::Operator;
use pulldown_cmark::{
    CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream, html::push_html,
};
use store::{DATA, DataKind};

use super::failure::{CommandOutcome, Failure};
use crate::config::Config;

/// A paper: the Markdown of which it is made, and what it is called as a page.
struct Paper {
    markdown: &'static str,
    source: &'static str,
    file: &'static str,
    title: &'static str,
}

const PAPERS: [Paper; 2] = [
    Paper {
        markdown: include_str!("../../docs/PRIVACY.md"),
        source: "PRIVACY.md",
        file: "privacy.html",
        title: "Privacy: Martian Cake",
    },
    Paper {
        markdown: include_str!("../../docs/TERMS.md"),
        source: "TERMS.md",
        file: "terms.html",
        title: "Terms of service: Martian Cake",
    },
];

/// The look of a page. It loads nothing from elsewhere.
const STYLE: &str = include_str!("papers.css");

/// Runs `papers`.
pub(super) fn run(dir: &Path) -> CommandOutcome {
    let config = Config::load().map_err(|err| Failure::Failed(err.to_string()))?;
    let owner = Owner::of(&config.operator)?;
    let cannot = |err| Failure::Failed(format!("the papers could not be written: {err}"));
    fs::create_dir_all(dir).map_err(cannot)?;
    let mut written = String::new();
    for paper in PAPERS {
        let file = dir.join(paper.file);
        fs::write(&file, page(&paper, &owner)).map_err(cannot)?;
        written += &format!("{}\n", file.display());
    }
    Ok(written)
}

/// Whoever runs the bot, as the papers name them.
struct Owner<'a> {
    name: &'a str,
    contact: &'a str,
    support: &'a str,
}

impl<'a> Owner<'a> {
    /// Reads it from the settings. Where no place for help is named, help comes from the owner.
    ///
    /// # Errors
    /// [`Failure::Failed`] if a setting is missing without which nobody would answer for the bot.
    fn of(operator: &'a Operator) -> Result<Self, Failure> {
        let needed = [("OWNER_NAME", &operator.name), ("OWNER_CONTACT", &operator.contact)];
        let missing = needed.iter().filter(|(_, value)| value.is_none());
        let missing: Vec<&str> = missing.map(|(name, _)| *name).collect();
        let (Some(name), Some(contact)) = (&operator.name, &operator.contact) else {
            return Err(Failure::Failed(format!(
                "{} is not set: the papers have to say who runs the bot and how to reach them. Nothing was written",
                missing.join(", ")
            )));
        };
        let support = operator.support_url.as_ref().unwrap_or(contact);
        Ok(Self { name, contact, support })
    }

    /// The value of a gap in a paper; `None` for text in braces that is none.
    fn value(&self, gap: &str) -> Option<&'a str> {
        match gap {
            "OWNER_NAME" => Some(self.name),
            "OWNER_CONTACT" => Some(self.contact),
            "SUPPORT_URL" => Some(self.support),
            "VERSION" => Some(env!("CARGO_PKG_VERSION")),
            _ => None,
        }
    }
}

/// A paper as a whole page.
fn page(paper: &Paper, owner: &Owner<'_>) -> String {
    let markdown = paper.markdown.replace("{DATA}", &data());
    let parser = TextMergeStream::new(Parser::new_ext(&markdown, Options::ENABLE_TABLES));
    let events = parser.filter(|event| !is_note(event)).flat_map(|event| match event {
        Event::Text(text) => filled(&text, owner),
        Event::Start(tag) => vec![Event::Start(to_page(tag))],
        other => vec![other],
    });
    let mut body = String::new();
    push_html(&mut body, events);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        paper.title
    )
}

/// Returns `true` for what stands in a paper for those who read its Markdown.
fn is_note(event: &Event<'_>) -> bool {
    let is_block = matches!(event, Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock));
    is_block || matches!(event, Event::Html(_) | Event::InlineHtml(_))
}

/// Every table of the database with its data, as a Markdown list.
fn data() -> String {
    let (about, without): (Vec<&DataKind>, Vec<_>) =
        DATA.iter().partition(|kind| !kind.what.is_empty());
    let mut lines: Vec<String> =
        about.iter().map(|kind| format!("- `{}`: {}.", kind.table, kind.what)).collect();
    let names: Vec<String> = without.iter().map(|kind| format!("`{}`", kind.table)).collect();
    lines.push(format!("- Nothing about people: {}.", names.join(", ")));
    lines.join("\n")
}

/// A text with its gaps filled in.
fn filled(text: &str, owner: &Owner<'_>) -> Vec<Event<'static>> {
    let mut events = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let gap = after.split_once('}').and_then(|(gap, after)| Some((owner.value(gap)?, after)));
        let Some((value, after)) = gap else { break };
        events.push(plain(before));
        events.extend(linked(value));
        rest = after;
    }
    events.push(plain(rest));
    events
}

/// A text that is shown as it is.
fn plain(text: &str) -> Event<'static> {
    Event::Text(text.to_owned().into())
}

/// An owner's value: a link if it is an address of the web or of mail, otherwise plain.
fn linked(value: &str) -> Vec<Event<'static>> {
    let is_web = value.starts_with("https://") || value.starts_with("http://");
    let has_spaces = value.chars().any(char::is_whitespace);
    let address = match value.split_once('@') {
        _ if has_spaces => None,
        _ if is_web => Some(value.to_owned()),
        Some((name, host)) if !name.is_empty() && host.contains('.') => {
            Some(format!("mailto:{value}"))
        }
        _ => None,
    };
    let Some(address) = address else { return vec![plain(value)] };
    vec![Event::Start(link(address.into())), plain(value), Event::End(TagEnd::Link)]
}

/// A tag in which a link to another paper leads to its page.
fn to_page(tag: Tag<'_>) -> Tag<'_> {
    match tag {
        Tag::Link { dest_url, .. } => {
            let paper = PAPERS.iter().find(|paper| *paper.source == *dest_url);
            link(paper.map_or(dest_url, |paper| paper.file.into()))
        }
        other => other,
    }
}

fn link(to: CowStr<'_>) -> Tag<'_> {
    Tag::Link { link_type: LinkType::Inline, dest_url: to, title: "".into(), id: "".into() }
}
