//! Games as people name them.

use games::{GameKind, families, family, option_words};
use table::ScaleName;

/// The most words that name a game.
const MOST_WORDS: usize = 3;

/// A game as it is named: by itself, or as one of the families of its options that have ratings of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedGame {
    /// Which game it is.
    pub(crate) kind: GameKind,
    /// The short option that makes the family; empty if the game alone is named.
    pub(crate) option: &'static str,
}

impl NamedGame {
    /// A game by itself.
    pub(crate) const fn of(kind: GameKind) -> Self {
        Self { kind, option: "" }
    }

    /// Every game by itself, with its families behind it.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        GameKind::ALL.into_iter().flat_map(|kind| {
            let options = option_words(kind).1.iter().copied();
            let options = options.filter(move |option| family(kind, option).is_some());
            std::iter::once("").chain(options).map(move |option| Self { kind, option })
        })
    }

    /// Reads the game that these words begin with, and returns how many of them name it: its key or its title,
    /// for a family also its option.
    pub(crate) fn read(words: &[String]) -> Option<(Self, usize)> {
        (1..=MOST_WORDS).rev().find_map(|n| {
            let typed = words.get(..n)?.join(" ").to_lowercase();
            Some((Self::all().find(|game| game.is_called(&typed))?, n))
        })
    }

    /// The game that a whole text names.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        Self::read(&words).filter(|(_, n)| *n == words.len()).map(|(game, _)| game)
    }

    fn is_called(self, typed: &str) -> bool {
        let is_title = self.title().eq_ignore_ascii_case(typed);
        match self.option {
            "" => is_title || self.kind.key() == typed,
            option => {
                is_title || option == typed || format!("{} {option}", self.kind.key()) == typed
            }
        }
    }

    /// Returns what it is called.
    pub(crate) fn title(self) -> &'static str {
        let key = family(self.kind, self.option);
        let named = families(self.kind).iter().find(|(family, _)| Some(*family) == key);
        named.map_or_else(|| self.kind.title(), |(_, title)| title)
    }

    /// The words that name it in a typed line.
    pub(crate) fn words(self) -> String {
        let key = self.kind.key();
        match self.option {
            "" => key.to_owned(),
            // The option says which game it is.
            option if option.starts_with(key) => option.to_owned(),
            option => format!("{key} {option}"),
        }
    }

    /// Its scales: of a game by itself those of its families too.
    pub(crate) fn scales(self) -> Vec<ScaleName> {
        let mut scales = ScaleName::all_of(self.kind);
        let is_its = |scale: &ScaleName| *scale == self.scale(scale.n_seats());
        scales.retain(|scale| self.option.is_empty() || is_its(scale));
        scales
    }

    /// The scale of its games with so many seats; of a game by itself that of its default options.
    pub(crate) fn scale(self, n_seats: u8) -> ScaleName {
        ScaleName::new(self.kind, self.option, n_seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_and_family_is_found_by_its_words_and_its_title() {
        for game in NamedGame::all() {
            for text in [game.words(), game.title().to_uppercase()] {
                assert_eq!(NamedGame::from_text(&text), Some(game), "{text}");
            }
            let typed = [game.words().as_str(), "please"].join(" ");
            assert_eq!(NamedGame::from_text(&typed), None);
            assert!(!game.scales().is_empty());
        }
        for kind in GameKind::ALL {
            let n = NamedGame::all().filter(|game| game.kind == kind).count();
            assert_eq!(n, 1 + families(kind).len(), "every family has an option of its own");
        }
    }
}
