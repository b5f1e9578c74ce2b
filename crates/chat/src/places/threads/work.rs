//! Work for a platform on a thread, as it stands with a reply.

use serde::{Deserialize, Serialize};
use table::Game;

use crate::naming::{names::short_name, titles::name_of};

/// The longest name of a thread, in the units of UTF-16, so that no platform counts more.
const MAX_NAME: usize = 100;
/// The sign in place of the rest of a name that is cut.
const CUT: char = '…';

/// The task to be done about a thread once the platform has the message with which this stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThreadWork {
    /// A thread for the game of the message is opened at it.
    Opens(NewThread),
    /// The thread in which the message stands is archived. Whatever is said there later wakes it.
    Closes,
}

/// A thread that is to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewThread {
    /// Its name, for good: plain text, at most 100 characters.
    pub name: String,
    /// Whether somebody has asked for it, and so is told in any case if there can be none.
    pub is_asked: bool,
}

impl NewThread {
    /// The thread for a game, called after it and its players: `#12 …: ann v. ben`.
    pub(super) fn of(game: &Game, is_asked: bool) -> Self {
        let head = format!("{} {}: ", game.no(), name_of(game));
        let names: Vec<String> =
            game.seats().iter().map(|one| short_name(game.seats(), one)).collect();
        let between = " v. ";
        let room = MAX_NAME.saturating_sub(length(&head) + between.len() * (names.len() - 1));
        let most = room / names.len().max(1);
        let names: Vec<String> = names.iter().map(|name| cut(name, most)).collect();
        Self { name: format!("{head}{}", names.join(between)), is_asked }
    }

    /// The name without the players, for where their names are not taken: `#12 …`.
    #[must_use]
    pub fn name_without_people(&self) -> &str {
        self.name.split_once(": ").map_or(&*self.name, |(head, _)| head)
    }
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A name without what is too much of it, cut behind a whole character.
fn cut(name: &str, most: usize) -> String {
    if length(name) <= most {
        return name.to_owned();
    }
    let mut out = String::new();
    let room = most.saturating_sub(1);
    for c in name.chars() {
        if length(&out) + c.len_utf16() > room {
            break;
        }
        out.push(c);
    }
    format!("{}{CUT}", out.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::started;

    #[test]
    fn a_thread_is_called_after_its_game() {
        let name = |names: &[&str]| NewThread::of(&started(names), false).name;
        let short = name(&["ann", "ben"]);
        assert!(
            short.starts_with('#') && short.contains(": ") && short.contains(" v. "),
            "{short}"
        );
        let whole = NewThread::of(&started(&["ann", "ben"]), false);
        let head = whole.name_without_people();
        assert!(!head.contains(" v. ") && short.starts_with(&format!("{head}: ")), "{head}");
        let (long, wide) = ("n".repeat(60), "🦀".repeat(40));
        for names in [[&*long, &*wide, &*long, &*wide], ["@everyone", "**x**", "<@1>", "`y`"]] {
            let called = name(&names);
            assert!(length(&called) <= MAX_NAME && !called.contains(['@', '<', '\\']), "{called}");
        }
    }
}
