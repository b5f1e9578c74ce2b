//! People's names as they are shown: without what could do harm, and told apart where two are the same.

use crate::{
    MAX_NAME, Person, PersonId, confusables::is_lookalike, invisible::is_seen, without_invisible,
    without_piles,
};
use unicode_normalization::char::is_combining_mark;

/// The fewest characters of an id that tell namesakes apart.
const LEAST_OF_ID: usize = 4;

/// A name as it may be shown anywhere that reads no markup: without control or direction marks, without anything
/// that mentions anyone or makes a link, at most [`MAX_NAME`] characters long, and never empty.
///
/// ```
/// use martian_cake_table::plain_name;
///
/// assert_eq!(plain_name("_ann_"), "_ann_");
/// assert_eq!(plain_name("@every\u{200b}one"), "everyone");
/// assert_eq!(plain_name("<>[]"), ">");
/// assert_eq!(plain_name("@"), "someone");
/// assert_eq!(plain_name("\u{2800} \u{3164}\u{301}"), "someone");
/// ```
#[must_use]
pub fn plain_name(name: &str) -> String {
    if is_nameless(name) { "someone".to_owned() } else { harmless(name, MAX_NAME) }
}

/// Returns `true` if nothing is left to show of a name, so that [`plain_name`] has another word for it.
#[must_use]
pub fn is_nameless(name: &str) -> bool {
    harmless(name, MAX_NAME).is_empty()
}

/// Returns what somebody wrote, in one line of at most so many characters that pings nobody and leads nowhere. It
/// keeps the marks of Markdown, which mean only themselves.
#[must_use]
pub fn harmless(typed: &str, most: usize) -> String {
    let seen = without_invisible(typed);
    let clean = seen.chars().filter(is_kept).map(|c| if c.is_whitespace() { ' ' } else { c });
    let clean: String = clean.collect();
    let clean: String = without_piles(&clean).chars().take(most).collect();
    if is_seen(&clean) { unlinked(clean.trim()) } else { String::new() }
}

/// The first of a person's names in which something can be seen; if there is none, the last.
///
/// ```
/// use martian_cake_table::first_seen;
///
/// assert_eq!(first_seen([Some("\u{2800}"), None, Some("ann_7")]), "ann_7");
/// assert_eq!(first_seen([Some("Ann"), Some("ann_7")]), "Ann");
/// ```
#[must_use]
pub fn first_seen<'a>(names: impl IntoIterator<Item = Option<&'a str>>) -> &'a str {
    let mut last = "";
    for name in names.into_iter().flatten() {
        last = name;
        if !is_nameless(name) {
            break;
        }
    }
    last
}

/// The most letters of a short name; wide ones count twice.
const SHORT: usize = 10;

/// One of several names in a few letters, other than the other ones: all of it, its first word, or its beginning.
pub(crate) fn short_name(names: &[String], index: usize) -> String {
    let Some(name) = names.get(index) else { return String::new() };
    let width = |text: &str| text.chars().map(|c| 1 + usize::from(c >= '\u{2e80}')).sum::<usize>();
    if width(name) <= SHORT {
        return name.clone();
    }
    let others = || names.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, name)| name);
    let word = name.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c)).next();
    let word = word.filter(|word| (2..=SHORT).contains(&width(word)));
    if let Some(word) = word.filter(|word| !others().any(|other| other.starts_with(word))) {
        return word.to_owned();
    }
    let same = |other: &String| {
        let letters = name.char_indices().zip(other.chars());
        letters.take_while(|((_, one), other)| one == other).count()
    };
    let alike = others().map(same).max().unwrap_or(0);
    let is_told = width(&name.chars().take(alike).collect::<String>()) < SHORT - 2;
    let head = beginning(name, if is_told { SHORT - 2 } else { SHORT - 5 });
    let tail: String =
        if is_told { String::new() } else { name.chars().skip(alike).take(4).collect() };
    format!("{head}…{tail}")
}

/// As much of a name as is this wide, without a part of a letter.
fn beginning(name: &str, most: usize) -> &str {
    let mut wide = 0;
    let end = name.char_indices().find(|(_, c)| {
        let width = usize::from(!is_combining_mark(*c)) * (1 + usize::from(*c >= '\u{2e80}'));
        wide += width;
        wide > most
    });
    end.map_or(name, |(end, _)| name[..end].trim_end())
}

/// Returns what a person is called among others: the `name`, and if somebody else has the same [`plain_name`], or one
/// that looks like it, also the last characters of the id, as many as tell them apart: `ann (…4711)`. A long name is cut for them.
///
/// All others are given as names with the ids of people; a bot has none.
#[must_use]
pub fn told_apart<'a>(
    name: String,
    person: &Person,
    all: impl Iterator<Item = (Option<&'a PersonId>, &'a str)>,
) -> String {
    let namesakes = namesakes(person, all);
    if namesakes.is_empty() {
        return name;
    }
    let key: Vec<char> = person.id.key().chars().collect();
    let last = |n: usize| key[key.len().saturating_sub(n)..].iter().collect::<String>();
    let tells = |end: &String| !namesakes.iter().any(|other| other.ends_with(end));
    let end = (LEAST_OF_ID..key.len()).map(last).find(tells).unwrap_or_else(|| last(key.len()));
    let tail = format!(" (…{end})");
    let room = MAX_NAME.saturating_sub(tail.chars().count());
    let head: String = name.chars().take(room).collect();
    head.trim_end().to_owned() + &tail
}

/// The keys of the others whose plain name looks like that of this person; of a bot an empty one.
fn namesakes<'a>(
    person: &Person,
    all: impl Iterator<Item = (Option<&'a PersonId>, &'a str)>,
) -> Vec<&'a str> {
    let name = plain_name(&person.name);
    all.filter(|(id, other)| *id != Some(&person.id) && is_lookalike(&plain_name(other), &name))
        .map(|(id, _)| id.map_or("", PersonId::key))
        .collect()
}

/// Returns `true` if a character neither rules a terminal nor mentions anyone nor makes a link.
fn is_kept(c: &char) -> bool {
    !c.is_control() && !matches!(c, '<' | '@' | '[' | ']')
}

/// A text in which nothing is left that a platform would make a link of, or show a card of as it does of
/// an invitation (`discord.gg/…`), which needs no scheme: `://`, and a slash behind a name with a dot,
/// become a space.
#[must_use]
pub fn unlinked(text: &str) -> String {
    let text = text.replace("://", " ");
    let words = text.split(' ').map(|word| {
        let Some(slash) = word.find('/') else { return word.to_owned() };
        let is_host = word[..slash].contains('.');
        if is_host { word.replace('/', " ") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Platform;

    #[test]
    fn short_names_stay_apart() {
        for (names, short) in [
            (["ann", "ben"], ["ann", "ben"]),
            (["maximilian-of-the-name", "Zoë Müller-Lüdenscheidt"], ["maximilian", "Zoë"]),
            (["maximilian-the-east", "maximilian-the-west"], ["maxim…east", "maxim…west"]),
            (["maxi", "maxi-of-the-long-name"], ["maxi", "maxi-of-…"]),
            (["WWWWWWWWWWWWWWWWM", "WWWWWWWWWWWWWWWWW"], ["WWWWW…M", "WWWWW…W"]),
            (["iiiiiiiiiiiii", "iiiiiiiiiiiiiii"], ["iiiii…", "iiiii…ii"]),
            (["王小明王小明王小明", "ben"], ["王小明王…", "ben"]),
            (["שלמה בן דוד", "שלמהההההההה"], ["שלמה בן…", "שלמההההה…"]),
            (
                ["q\u{302}q\u{302}q\u{302}q\u{302}q\u{302}qqqqqqq", ""],
                ["q\u{302}q\u{302}q\u{302}q\u{302}q\u{302}qqq…", ""],
            ),
        ] {
            let names = names.map(str::to_owned);
            assert_eq!([0, 1].map(|index| short_name(&names, index)), short);
        }
    }

    #[test]
    fn no_name_is_a_link_or_a_ping() {
        for (name, shown) in [
            ("discord.gg/abc", "discord.gg abc"),
            ("join discord.gg/abc/def now", "join discord.gg abc def now"),
            ("https://discord.com/invite/abc", "https discord.com invite abc"),
            ("DISCORD.GG/ABC", "DISCORD.GG ABC"),
            ("disc\u{200b}ord.gg/a", "discord.gg a"),
            ("discord.gg@/@a", "discord.gg a"),
            ("discord.gg://a", "discord.gg a"),
            ("AC/DC", "AC/DC"),
            ("St. Ann / Ben", "St. Ann / Ben"),
            ("://", "someone"),
            ("@everyone", "everyone"),
            ("<@1> <#2> <t:3:R>", "1> #2> t:3:R>"),
            ("[x](http://y)", "x(http y)"),
            ("\u{202E}evil\n", "evil"),
            ("**x** `y` ~z~ |w| \\_#->", "**x** `y` ~z~ |w| \\_#->"),
            ("___", "___"),
            (" \u{200b}\t", "someone"),
            ("\u{2800}", "someone"),
            ("\u{2800} \u{3164}\u{115f}\u{1160}\u{ffa0}", "someone"),
            ("\u{e0041}\u{fe0f}\u{e0100}\u{180f}", "someone"),
            ("\u{3000}\u{301}\u{200b}\u{302}", "someone"),
            ("\u{1d159}\u{fffc}\u{2063}\u{34f}", "someone"),
            ("a\u{2800}b", "a b"),
            ("\u{200c}\u{200d}", "someone"),
            ("علی\u{200c}رضا\u{200c}", "علی\u{200c}رضا"),
            ("👩\u{200d}💻", "👩\u{200d}💻"),
        ] {
            assert_eq!(plain_name(name), shown, "{name}");
        }
        let piled = format!("a{}nn", "\u{301}\u{200b}".repeat(20));
        assert_eq!(plain_name(&piled), "a\u{301}\u{301}nn");
        let piled = format!("क{}", "\u{94d}\u{200d}".repeat(20));
        assert_eq!(plain_name(&piled).matches('\u{94d}').count(), 2);
        assert_eq!(plain_name(&"n".repeat(99)).len(), MAX_NAME);
    }

    #[test]
    fn namesakes_are_told_apart_by_their_ids() {
        let person = |(key, name): &(&str, &str)| Person {
            id: PersonId::new(Platform::Discord, *key),
            name: (*name).to_owned(),
        };
        for (all, names) in [
            ([("1", "ann"), ("2", "ben"), ("3", "*ann*")], ["ann", "ben", "*ann*"]),
            (
                [("184711", "ann"), ("190815", "ann"), ("3", "ben")],
                ["ann (…4711)", "ann (…0815)", "ben"],
            ),
            (
                [("184711", "ann"), ("194711", "@ann"), ("3", "Anne")],
                ["ann (…84711)", "ann (…94711)", "Anne"],
            ),
            (
                [("184711", "Ann"), ("190815", "\u{410}nn"), ("201234", "Ａnn")],
                ["Ann (…4711)", "\u{410}nn (…0815)", "Ａnn (…1234)"],
            ),
            (
                [("184711", "Iris"), ("190815", "iris"), ("201234", "lris")],
                ["Iris (…4711)", "iris (…0815)", "lris (…1234)"],
            ),
            (
                [("14711", "ann"), ("4711", "ann\u{200b}"), ("7", "ann")],
                ["ann (…14711)", "ann (…4711)", "ann (…7)"],
            ),
            (
                [("184711", "علی\u{200c}رضا"), ("190815", "علیرضا"), ("3", "رضا")],
                ["علی\u{200c}رضا (…4711)", "علیرضا (…0815)", "رضا"],
            ),
            (
                [("123456", "@"), ("234567", "<>"), ("345678", "<")],
                ["someone (…3456)", ">", "someone (…5678)"],
            ),
        ] {
            let people = all.each_ref().map(person);
            let called = || people.iter().map(|one| (Some(&one.id), one.name.as_str()));
            let told = |one: &Person| told_apart(plain_name(&one.name), one, called());
            assert_eq!(people.each_ref().map(told), names, "{all:?}");
        }
        let apart = |name: &str| {
            let bot = std::iter::once((None, name));
            told_apart(plain_name(name), &person(&("54321", name)), bot)
        };
        assert_eq!(apart("Martian Cake"), "Martian Cake (…4321)");
        assert_eq!(apart(&"n".repeat(99)).chars().count(), MAX_NAME);
    }
}
