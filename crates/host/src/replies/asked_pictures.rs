//! The pictures of answers to questions. They are drawn one after the other, behind nothing and before nothing
//! that changes a game; what several people ask for is drawn once, and the last ones are kept a while.

use std::{collections::VecDeque, sync::Arc};

use chat::Picture;

/// How many pictures may wait or be drawn before further questions wait to be looked at.
const MOST_UNDER_WAY: usize = 16;

/// How many replies may wait for these together before that.
const MOST_WAITING: usize = 64;

/// How many bytes of finished pictures are kept, but always the last one.
const KEPT_BYTES: usize = 4 * 1024 * 1024;

/// The fate of a picture that is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// It is to be drawn.
    New,
    /// It is being drawn for somebody else.
    UnderWay,
    /// It was drawn before.
    Kept(Arc<Vec<u8>>),
}

/// The pictures that were asked for.
#[derive(Debug, Default)]
pub(crate) struct AskedPictures {
    /// Those that are not drawn yet, each with the tokens of the replies that wait for it.
    under_way: Vec<(Picture, Vec<u64>)>,
    /// Those that were drawn last, the latest one at the end.
    kept: VecDeque<(Picture, Arc<Vec<u8>>)>,
}

/// Returns `true` if two pictures look the same.
fn are_alike(one: &Picture, other: &Picture) -> bool {
    one.style == other.style && one.drawing == other.drawing
}

impl AskedPictures {
    /// Returns `true` if there is room for one more picture.
    pub(crate) fn has_room(&self) -> bool {
        let waiting: usize = self.under_way.iter().map(|(_, tokens)| tokens.len()).sum();
        self.under_way.len() < MOST_UNDER_WAY && waiting < MOST_WAITING
    }

    /// The reply with this token needs a picture.
    pub(crate) fn ask(&mut self, token: u64, picture: &Picture) -> Asked {
        if let Some(at) = self.kept.iter().position(|(kept, _)| are_alike(kept, picture))
            && let Some((kept, file)) = self.kept.remove(at)
        {
            self.kept.push_back((kept, Arc::clone(&file)));
            return Asked::Kept(file);
        }
        if let Some((_, tokens)) =
            self.under_way.iter_mut().find(|(drawn, _)| are_alike(drawn, picture))
        {
            tokens.push(token);
            return Asked::UnderWay;
        }
        self.under_way.push((picture.clone(), vec![token]));
        Asked::New
    }

    /// The picture of the reply with this token is drawn, or could not be. Gives the tokens of all replies that
    /// wait for it.
    pub(crate) fn drawn(&mut self, token: u64, file: Option<&Arc<Vec<u8>>>) -> Vec<u64> {
        let is_it = |(_, tokens): &(Picture, Vec<u64>)| tokens.first() == Some(&token);
        let Some(at) = self.under_way.iter().position(is_it) else { return vec![token] };
        let (picture, tokens) = self.under_way.swap_remove(at);
        if let Some(file) = file {
            self.kept.push_back((picture, Arc::clone(file)));
            let mut bytes: usize = self.kept.iter().map(|(_, file)| file.len()).sum();
            while bytes > KEPT_BYTES && self.kept.len() > 1 {
                bytes -= self.kept.pop_front().map_or(0, |(_, file)| file.len());
            }
        }
        tokens
    }
}

#[cfg(test)]
mod tests {
    use chat::Drawing;
    use games::Seat;
    use table::{BoardRecipe, GameNo};

    use super::*;

    /// A picture of the board of a game after so many lines of its log.
    fn board(lines: usize) -> Picture {
        let recipe = BoardRecipe::of_log(GameNo(7), lines, Seat::FIRST, 0, false);
        Picture::plain(Drawing::OfGame(recipe), String::new())
    }

    #[test]
    fn what_forty_people_ask_for_is_drawn_once() {
        let (mut asked, file) = (AskedPictures::default(), Arc::new(vec![1]));
        assert_eq!(asked.ask(1, &board(3)), Asked::New);
        assert!((2..=40).all(|token| asked.ask(token, &board(3)) == Asked::UnderWay));
        assert_eq!(asked.ask(41, &board(4)), Asked::New, "it looks different");
        assert_eq!(asked.drawn(1, Some(&file)), (1..=40).collect::<Vec<_>>());
        assert_eq!(asked.ask(42, &board(3)), Asked::Kept(file));
        assert_eq!(asked.drawn(7, None), [7], "of a reply that nobody asked for");
    }

    #[test]
    fn few_are_under_way_and_few_are_kept() {
        let mut asked = AskedPictures::default();
        for lines in 0..MOST_UNDER_WAY {
            assert!(asked.has_room());
            assert_eq!(asked.ask(lines as u64, &board(lines)), Asked::New);
        }
        assert!(!asked.has_room());
        let large = Arc::new(vec![0; KEPT_BYTES]);
        for token in 0..MOST_UNDER_WAY as u64 {
            assert_eq!(asked.drawn(token, Some(&large)), [token]);
        }
        assert_eq!(asked.kept.len(), 1, "the last one alone");
    }
}
