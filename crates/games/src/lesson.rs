//! Lessons: small positions that show what the rules say about a topic.

use super::{Diagram, PictureContext, Present, Seat};

/// A position that is shown with a topic of the rules, and the question whose answer gives the marks.
///
/// Where a piece is shown, it meets something that stops it, and an enemy that it can attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The topics in small letters. Whatever has the words of the first one is shown it too.
    pub topics: &'static [&'static str],
    /// The subject of the picture, in one or two words.
    pub headline: &'static str,
    /// The rule in a few words, under 40 letters.
    pub note: &'static str,
    /// The options, as text.
    pub options: &'static str,
    /// The position, as text.
    pub position: &'static str,
    /// The text that [`Present::why`] is asked about.
    pub asked: &'static str,
}

impl Lesson {
    /// A lesson under the default options.
    #[must_use]
    pub const fn new(
        topics: &'static [&'static str],
        [headline, note]: [&'static str; 2],
        position: &'static str,
        asked: &'static str,
    ) -> Self {
        Self { topics, headline, note, options: "", position, asked }
    }

    /// The same lesson under other options.
    #[must_use]
    pub const fn under(self, options: &'static str) -> Self {
        Self { options, ..self }
    }

    /// The position in its game; `None` if a text in it is wrong.
    #[must_use]
    pub fn position<G: Present>(&self) -> Option<G> {
        G::from_position_text(self.position, &self.options.parse().ok()?).ok()
    }

    /// The lesson as a diagram, seen from the first seat; `None` if a text in it is wrong.
    #[must_use]
    pub fn diagram<G: Present>(&self) -> Option<Diagram> {
        let position: G = self.position()?;
        let (words, marks) = position.why(self.asked).ok()?;
        let alt = format!("{words} {}", position.position_words().join(" "));
        let context = PictureContext { plies: &[], look: "", seed: 0 };
        let board = position.board(Seat::FIRST, marks, &context);
        Some(Diagram { board, headline: self.headline, note: self.note, alt })
    }
}

/// The lesson about a topic: the one that names it, or else one about the same words.
pub(super) fn about<G: Present>(topic: &str) -> Option<&'static Lesson> {
    let topic = topic.trim().to_lowercase();
    let words = G::rules_words(&topic)?;
    let has_words = |topic: &str| G::rules_words(topic).as_ref() == Some(&words);
    let named = G::LESSONS.iter().find(|lesson| lesson.topics.contains(&topic.as_str()));
    named.or_else(|| {
        G::LESSONS.iter().find(|lesson| lesson.topics.first().is_some_and(|it| has_words(it)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use scene::{Mark, Spot};

    use super::*;
    use crate::{GameKind, with_game};

    /// The places to which moves go, as legal moves and answers to `why` mark them alike.
    fn targets(marks: &[Mark]) -> BTreeSet<String> {
        let is_target = |mark: &&Mark| mark.goal().is_some();
        marks.iter().filter(is_target).map(|mark| format!("{mark:?}")).collect()
    }

    /// The places that a mark lies on.
    fn places(mark: Mark) -> Vec<Spot> {
        match mark {
            Mark::Arrow(one, other)
            | Mark::Flank(one, other)
            | Mark::Threat(one, other)
            | Mark::Way(one, other) => vec![one, other],
            Mark::Focus(at)
            | Mark::Step(at)
            | Mark::Attack(at, _)
            | Mark::Join(at)
            | Mark::Block(at)
            | Mark::Covered(at)
            | Mark::Count(at, _)
            | Mark::Counted(at)
            | Mark::TooStrong(at) => vec![at],
            other => panic!("{other:?} is no mark of an answer"),
        }
    }

    /// A mark of a target is one of a legal move, and no legal move lacks its mark.
    fn check_targets<G: Present>(lesson: &Lesson) {
        let (position, shown) = (lesson.position::<G>().unwrap(), lesson.diagram::<G>().unwrap());
        // A question about one capture shows what helps, and no other move.
        let Ok(moves) = position.moves_about(lesson.asked) else {
            assert!(lesson.asked.contains('x'), "{lesson:?}");
            return;
        };
        assert!(!moves.is_empty(), "{lesson:?}");
        let legal = targets(&position.move_marks(&moves));
        assert_eq!(targets(&shown.board.marks), legal, "{lesson:?}");
    }

    #[test]
    fn every_marked_target_is_that_of_a_legal_move() {
        fn check<G: Present>() {
            G::LESSONS.iter().for_each(check_targets::<G>);
            assert!(G::LESSONS.len() >= G::SPRITES.len(), "{}", G::INTRODUCTION);
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    /// What blocks is on the board, and nobody may go there.
    #[test]
    fn blocked_places_are_no_targets() {
        fn check<G: Present>() {
            for lesson in G::LESSONS {
                let marks = lesson.diagram::<G>().unwrap().board.marks;
                let goals: Vec<Spot> = marks.iter().filter_map(|mark| mark.goal()).collect();
                let is_free = |mark: &Mark| !matches!(mark, Mark::Block(at) if goals.contains(at));
                assert!(marks.iter().all(is_free), "{lesson:?}");
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    /// Whoever cannot see the picture reads of every mark in it, and of every piece.
    #[test]
    fn alt_texts_name_every_marked_place_and_every_piece() {
        fn check<G: Present>() {
            for lesson in G::LESSONS {
                let Diagram { board, alt, note, headline } = lesson.diagram::<G>().unwrap();
                // The squares of a jump stand in one word, `c3xe5`.
                let words: BTreeSet<&str> = alt
                    .split(|letter: char| !letter.is_ascii_alphanumeric() || letter == 'x')
                    .collect();
                // Where a man may come out is said by its bounds: `on any hex within four steps of h2`.
                let is_said =
                    |mark: &&Mark| !matches!(mark, Mark::Step(_)) || !alt.contains(" on any ");
                let marked = board.marks.iter().filter(is_said).flat_map(|mark| places(*mark));
                for at in marked.chain(board.pieces.iter().map(|placed| placed.at)) {
                    assert!(words.contains(at.to_string().as_str()), "{at} in {lesson:?}: {alt}");
                }
                assert!(alt.chars().count() <= 1_024, "{lesson:?}: {}", alt.len());
                assert!(note.chars().count() < 40 && !note.is_empty(), "{note}");
                assert!(headline.chars().count() < 20, "{headline}");
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    /// Every kind of piece has a picture with one of that kind in the middle, which is named.
    #[test]
    fn every_piece_has_a_picture() {
        fn check<G: Present>() {
            for sprite in G::SPRITES {
                let (_, topic) = sprite.name.split_once('/').unwrap();
                // The same man, who points the other way.
                let topic = topic.trim_end_matches("_up");
                let shown = G::rules_diagram(topic).unwrap_or_else(|| panic!("{topic}"));
                let lesson = about::<G>(topic).unwrap();
                let Some(Mark::Focus(at)) = shown.board.marks.first() else { panic!("{topic}") };
                let placed = shown.board.pieces.iter().find(|placed| placed.at == *at).unwrap();
                assert_eq!(
                    placed.piece.sprite.trim_end_matches("_up"),
                    sprite.name.trim_end_matches("_up")
                );
                let name = lesson.position::<G>().unwrap().piece_name(lesson.asked).unwrap();
                assert!(shown.headline.eq_ignore_ascii_case(name), "{}: {name}", shown.headline);
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn topics_of_a_lesson_have_words_and_words_without_a_board_have_none() {
        fn check<G: Present>() {
            for lesson in G::LESSONS {
                for topic in lesson.topics {
                    assert!(G::rules_words(topic).is_some(), "{topic}");
                    assert_eq!(about::<G>(&topic.to_uppercase()), Some(lesson), "{topic}");
                }
            }
            for none in ["", "options", "typing", "no such topic"] {
                assert_eq!(about::<G>(none), None, "{none}");
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }
}
