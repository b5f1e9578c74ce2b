//! The names of pictures on Discord, which tells pictures from other files by it, and we our own
//! messages from each other: a channel's history shows it.

use std::fmt;

use chat::Outgoing;
use table::GameNo;

use super::{board_age::BoardAge, tag::Tag};

/// The name of a picture. Everybody can read it, so it says no more than everybody may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PictureName {
    /// The game that it shows, if it shows one.
    pub(super) game: Option<GameNo>,
    /// The nonce of its reply, and the age of the board on it, if everybody may see one; `None` for an
    /// answer that is never sent again.
    pub(super) known_by: Option<(Tag, Option<usize>)>,
}

impl PictureName {
    /// The name of a reply's picture.
    pub(super) fn of(outgoing: &Outgoing, tag: Tag) -> Self {
        let age = BoardAge::of(&outgoing.reply).map(|board| board.age);
        let known_by = outgoing.outbox.map(|_| (tag, age));
        Self { game: outgoing.reply.game, known_by }
    }

    /// Reads a name; `None` for one that no picture of ours has. Before there were tags a name ended with
    /// the outbox number, as in `board-12-o345.png`: such a picture is not recognised.
    pub(super) fn read(name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix("board")?.strip_suffix(".png")?.split('-');
        if !parts.next()?.is_empty() {
            return None;
        }
        let (mut game, mut age, mut tag) = (None, None, None);
        for part in parts {
            if let Some(lines) = part.strip_prefix('a') {
                age = Some(lines.parse().ok()?);
            } else if let Some(text) = part.strip_prefix('t') {
                tag = Some(Tag::read(text)?);
            } else {
                game = Some(GameNo(part.parse().ok()?));
            }
        }
        Some(Self { game, known_by: tag.map(|tag| (tag, age)) })
    }

    /// Returns `true` if it is that of a newer board of the same game.
    pub(super) fn is_newer_than(&self, board: &BoardAge) -> bool {
        let age = self.known_by.and_then(|(_, age)| age);
        self.game == Some(board.game) && age.is_some_and(|age| age > board.age)
    }
}

impl fmt::Display for PictureName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("board")?;
        if let Some(game) = self.game {
            write!(out, "-{}", game.0)?;
        }
        if let Some((tag, age)) = self.known_by {
            if let Some(age) = age {
                write!(out, "-a{age}")?;
            }
            write!(out, "-t{tag}")?;
        }
        out.write_str(".png")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_the_picture_is() {
        let tag = Tag::read("00c0ffee00c0ffee").expect("a tag");
        let game = Some(GameNo(12));
        for (game, known_by, name) in [
            (game, Some((tag, Some(34))), "board-12-a34-t00c0ffee00c0ffee.png"),
            (game, Some((tag, None)), "board-12-t00c0ffee00c0ffee.png"),
            (None, Some((tag, None)), "board-t00c0ffee00c0ffee.png"),
            (game, None, "board-12.png"),
            (None, None, "board.png"),
        ] {
            let told = PictureName { game, known_by };
            assert_eq!(told.to_string(), name);
            assert_eq!(PictureName::read(name), Some(told));
        }
    }

    #[test]
    fn other_names_and_those_of_earlier_versions_are_not_read() {
        let others = ["cat.png", "board-x.png", "board-12-a.png", "board-12-t345.png", "board-1"];
        for name in
            others.into_iter().chain(["boards-1.png", "board-12-o345.png", "board-o7.png", ""])
        {
            assert_eq!(PictureName::read(name), None, "{name}");
        }
    }

    #[test]
    fn of_two_boards_of_a_game_that_with_more_lines_is_newer() {
        let board = BoardAge { game: GameNo(12), age: 9, is_over: false };
        for (name, is_newer) in [
            ("board-12-a10-t00c0ffee00c0ffee.png", true),
            ("board-12-a9-t00c0ffee00c0ffee.png", false),
            ("board-13-a10-t00c0ffee00c0ffee.png", false),
            ("board-12-t00c0ffee00c0ffee.png", false),
            ("board-12.png", false),
        ] {
            let read = PictureName::read(name).expect("a name of ours");
            assert_eq!(read.is_newer_than(&board), is_newer, "{name}");
        }
    }
}
