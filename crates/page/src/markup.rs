//! Turns the texts of replies into spans: the small part of Markdown that the bot uses.
//!
//! The page makes one DOM node of each span, so no text can ever become mark-up there.

use chat::{
    Placeholder, date, next_placeholder,
    text::{DICE_SEALED, SET_UP_SEALED},
};
use serde::Serialize;
use table::{Millis, PersonId, Platform};

use super::text;

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Span {
    /// The text, line breaks included.
    #[serde(rename = "s")]
    pub text: String,
    /// The style of the text.
    #[serde(rename = "k", skip_serializing_if = "Style::is_plain")]
    pub style: Style,
    /// The person whom it mentions.
    #[serde(rename = "who", skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The instant that it tells, in milliseconds since 1970: the page tells it by its reader's clock.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub instant: Option<Millis>,
    /// Whether it tells that instant as a date, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dated: bool,
    /// The number of the game to whose newest board it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The text folded away behind it.
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<Self>,
}

impl Span {
    /// Text that is nothing but text.
    const fn of(text: String, style: Style) -> Self {
        Self {
            text,
            style,
            person: None,
            instant: None,
            dated: false,
            game: None,
            folded: Vec::new(),
        }
    }

    /// Returns `true` if it is nothing but text.
    const fn is_text(&self) -> bool {
        self.person.is_none() && self.instant.is_none() && self.game.is_none()
    }
}

/// The style of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Style {
    Plain,
    Bold,
    Italic,
    Code,
    /// A file: its name in the first line, its content in the lines below.
    File,
    /// A few words, behind which others are folded away.
    Fold,
}

impl Style {
    /// Returns `true` if two neighbouring spans in this style can be joined to one.
    const fn flows(self) -> bool {
        matches!(self, Self::Plain | Self::Bold | Self::Italic)
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde's skip_serializing_if asks for it"
    )]
    fn is_plain(&self) -> bool {
        *self == Self::Plain
    }
}

/// The parts folded away: the words with which it begins, and what is seen in its place.
const FOLDED: [(&str, &str); 2] =
    [(DICE_SEALED, text::FAIR_DICE), (SET_UP_SEALED, text::SEALED_SET_UP)];

/// Reads a reply: `**bold**`, `*italic*`, `` `code` ``, `<@PERSON>`, what is a [`Placeholder`], and `\` before
/// a mark that means only itself. A mark that is not closed stays text. Seals are folded away.
pub(super) fn spans(text: &str, name_of: impl Fn(&PersonId) -> String) -> Vec<Span> {
    Parser { rest: text, style: Style::Plain, out: Vec::new() }.run(&name_of)
}

/// A file as text that [`spans`] reads back.
pub(super) fn file(name: &str, content: &str) -> String {
    let longest = content.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{}\n{}\n{fence}", name.replace(['`', '\n'], ""), content.trim_end())
}

/// Returns what a person wrote, as one plain span.
pub(super) fn plain(text: &str) -> Vec<Span> {
    vec![Span::of(text.to_owned(), Style::Plain)]
}

struct Parser<'a> {
    rest: &'a str,
    style: Style,
    out: Vec<Span>,
}

impl<'a> Parser<'a> {
    fn run(mut self, name_of: &impl Fn(&PersonId) -> String) -> Vec<Span> {
        while let Some(first) = self.rest.chars().next() {
            self.step(first, name_of);
        }
        self.out
    }

    fn step(&mut self, first: char, name_of: &impl Fn(&PersonId) -> String) {
        let taken = match first {
            '\\' => self.escape(),
            '`' => self.code(),
            '*' => self.star(),
            '<' => self.mention(name_of) || self.inset(),
            _ => self.fold(name_of),
        };
        if !taken {
            let (head, tail) = self.rest.split_at(first.len_utf8());
            self.rest = tail;
            self.push(head, self.style);
        }
    }

    fn push(&mut self, text: &str, style: Style) {
        match self.out.last_mut() {
            Some(last) if last.style == style && last.is_text() && style.flows() => {
                last.text.push_str(text);
            }
            _ => self.out.push(Span::of(text.to_owned(), style)),
        }
    }

    fn escape(&mut self) -> bool {
        let Some(next) = self.rest[1..].chars().next().filter(char::is_ascii_punctuation) else {
            return false;
        };
        let (head, tail) = self.rest[1..].split_at(next.len_utf8());
        self.rest = tail;
        self.push(head, self.style);
        true
    }

    /// Takes what stands between a run of backticks and the next run of the same length.
    fn code(&mut self) -> bool {
        let fence = ticks(self.rest);
        let body = &self.rest[fence..];
        let mut at = 0;
        while let Some(next) = body[at..].find('`') {
            let (end, run) = (at + next, ticks(&body[at + next..]));
            if run == fence {
                let inside = &body[..end];
                let file = fence >= 3 && inside.contains('\n');
                let style = if file { Style::File } else { Style::Code };
                self.push(inside.trim_matches('\n'), style);
                self.rest = &body[end + fence..];
                return true;
            }
            at = end + run;
        }
        false
    }

    /// Opens or closes bold (`**`) or italic (`*`); it opens only if a closing mark follows.
    fn star(&mut self) -> bool {
        let (mark, style) =
            if self.rest.starts_with("**") { ("**", Style::Bold) } else { ("*", Style::Italic) };
        let tail = &self.rest[mark.len()..];
        if self.style == style {
            self.style = Style::Plain;
        } else if self.style == Style::Plain && opens(tail, mark) {
            self.style = style;
        } else {
            return false;
        }
        self.rest = tail;
        true
    }

    /// Folds a seal away with all that follows it in its line.
    fn fold(&mut self, name_of: &impl Fn(&PersonId) -> String) -> bool {
        let is_here = |(words, _): &&(&str, &str)| {
            self.rest.strip_prefix(words).is_some_and(|seal| seal.starts_with('`'))
        };
        let Some((words, shown)) = FOLDED.iter().find(is_here) else { return false };
        let (line, tail) = self.rest.split_at(self.rest.find('\n').unwrap_or(self.rest.len()));
        let mut inside =
            Parser { rest: &line[words.len()..], style: Style::Plain, out: Vec::new() };
        inside.push(words, Style::Plain);
        let folded = inside.run(name_of);
        self.out.push(Span { folded, ..Span::of((*shown).to_owned(), Style::Fold) });
        self.rest = tail;
        true
    }

    fn mention(&mut self, name_of: &impl Fn(&PersonId) -> String) -> bool {
        let Some((id, tail)) = self.rest.strip_prefix("<@").and_then(|r| r.split_once('>')) else {
            return false;
        };
        let Some(id) = id.parse().ok().filter(|id: &PersonId| !id.key().contains(['\n', '<']))
        else {
            return false;
        };
        let text = format!("@{}", name_of(&id));
        self.out.push(Span { person: Some(id), ..Span::of(text, self.style) });
        self.rest = tail;
        true
    }

    /// Takes an instant or a link to a board. A link to what the page does not have is left out.
    fn inset(&mut self) -> bool {
        let Some((at, inset)) = next_placeholder(self.rest).filter(|(at, _)| at.start == 0) else {
            return false;
        };
        match inset {
            Placeholder::Instant(instant) => {
                let words = Span::of(date(instant), self.style);
                self.out.push(Span { instant: Some(instant), ..words });
            }
            Placeholder::Date(instant) => {
                let words = Span::of(date(instant), self.style);
                self.out.push(Span { instant: Some(instant), dated: true, ..words });
            }
            Placeholder::Message { game, message, .. } => {
                if message.platform() == Platform::Local {
                    self.push(" ", self.style);
                    let words = Span::of("board".to_owned(), self.style);
                    self.out.push(Span { game: Some(game.0), ..words });
                }
            }
        }
        self.rest = &self.rest[at.end..];
        true
    }
}

/// Returns how many backticks a text begins with.
fn ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// Returns `true` if a mark before this text opens a style: no space follows it, and a closing mark does.
fn opens(tail: &str, mark: &str) -> bool {
    tail.starts_with(|c: char| !c.is_whitespace() && c != '*')
        && tail.find(mark).is_some_and(|end| end > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Style, &str)]) {
        let found = spans(text, |id| id.key().to_uppercase());
        let found: Vec<_> = found.iter().map(|span| (span.style, span.text.as_str())).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn reads_what_the_bot_says() {
        use Style::{Bold, Code, Italic, Plain};
        check(
            "ben moved.\n<@local:ann>, your turn.",
            &[(Plain, "ben moved.\n"), (Plain, "@ANN"), (Plain, ", your turn.")],
        );
        check(
            "d4: **6** (d8), type `c2-c3`.",
            &[(Plain, "d4: "), (Bold, "6"), (Plain, " (d8), type "), (Code, "c2-c3"), (Plain, ".")],
        );
        check(
            "**<@local:ben> wins #12**: *well*",
            &[(Bold, "@BEN"), (Bold, " wins #12"), (Plain, ": "), (Italic, "well")],
        );
        check("`a``b` ``x`y``", &[(Code, "a``b"), (Plain, " "), (Code, "x`y")]);
    }

    #[test]
    fn a_seal_is_folded_away_with_its_line() {
        use Style::{Code, Fold, Plain};
        let said = chat::text::sealed("1f83aeb5 3582b692", false, "!");
        let found = spans(&format!("ann begins.{said}\nben moved."), |_| String::new());
        let seen: Vec<_> = found.iter().map(|span| (span.style, span.text.as_str())).collect();
        let expected = [(Plain, "ann begins.\n"), (Fold, text::FAIR_DICE), (Plain, "\nben moved.")];
        assert_eq!(seen, expected);
        let inside = &found[1].folded;
        assert_eq!(inside[1], Span::of("1f83aeb5 3582b692".to_owned(), Code));
        let whole: String = inside.iter().map(|span| span.text.as_str()).collect();
        assert_eq!(whole, said.trim().replace('`', ""));
        let set_up = chat::text::set_up_sealed("ann", "1f83aeb5");
        check(&set_up, &[(Plain, "ann is done. "), (Fold, text::SEALED_SET_UP)]);
        check("Dice sealed: by me", &[(Plain, "Dice sealed: by me")]);
    }

    #[test]
    fn a_file_comes_back_whole() {
        let content = "[Game \"lyra\"]\n\n1. ```c2-c3```\n";
        let whole = format!("lyra-1.txt\n{}", content.trim_end());
        let text = format!("Here: {}", file("lyra-1.txt", content));
        check(&text, &[(Style::Plain, "Here: "), (Style::File, &whole)]);
    }

    #[test]
    fn reads_instants_and_links() {
        let text =
            "**due <t:1800000000:R>**<m:12 local:channel local:17> <m:12 discord:7 discord:9>.";
        let found = serde_json::to_value(spans(text, |_| String::new())).unwrap();
        let expected = serde_json::json!([
            { "s": "due ", "k": "bold" },
            { "s": "2027-01-15 08:00 UTC", "k": "bold", "at": 1_800_000_000_000_i64 },
            { "s": " " },
            { "s": "board", "game": 12 },
            { "s": " ." },
        ]);
        assert_eq!(found, expected);
    }

    #[test]
    fn leaves_the_rest_as_text() {
        use Style::Plain;
        for text in
            ["2 * 3 * 4", "**open", "`open", "<@open", "<script>alert(1)</script>", "a * b*"]
        {
            check(text, &[(Plain, text)]);
        }
        check(r"\*not bold\* c:\dir \<@x>", &[(Plain, r"*not bold* c:\dir <@x>")]);
        check("", &[]);
    }

    #[test]
    fn keeps_whom_it_mentions() {
        let found = spans("<@local:ann>", |_| "Ann".to_owned());
        assert_eq!(serde_json::to_string(&found).unwrap(), r#"[{"s":"@Ann","who":"local:ann"}]"#);
    }
}
