//! The error for a text that is no move.

/// A text that is no canonical move of a game; the message shows how moves are written there.
///
/// It is only the form that is judged: a text that reads may still be illegal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MoveTextError(pub &'static str);

#[cfg(test)]
mod tests {
    use crate::{
        GameKind, Rules, legal_moves,
        random::Random,
        testkit::{random_game, rare_more_often},
        with_game,
    };

    /// Texts that differ in a single place from this one.
    fn altered(text: &str) -> Vec<String> {
        let mut texts = vec![format!("{text} "), format!(" {text}"), format!("{text}{text}")];
        for (at, c) in text.char_indices() {
            let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
            texts.push(format!("{before}{after}"));
            for other in ['a', 'z', 'A', '1', '9', '-', 'x', '=', 'é'] {
                texts.push(format!("{before}{other}{after}"));
                texts.push(format!("{before}{other}{c}{after}"));
            }
        }
        texts
    }

    /// Every legal move reads back from its text, and whatever else reads as a move is written the
    /// way it was read.
    fn check_texts<G: Rules>(position: &G) {
        let moves = legal_moves(position);
        for mv in moves.iter().take(8) {
            let text = mv.to_string();
            assert_eq!(text.parse::<G::Move>().as_ref(), Ok(mv));
            for text in altered(&text) {
                if let Ok(read) = text.parse::<G::Move>() {
                    assert_eq!(read.to_string(), text);
                }
            }
        }
    }

    #[test]
    fn texts_of_moves_read_back_and_no_others_do() {
        for kind in GameKind::ALL {
            with_game!(kind, G => {
                for seed in 1..=3 {
                    let start = G::start(&Default::default());
                    let pick = |position: &G, random: &mut Random| {
                        rare_more_often(position, random, 3, |mv| mv.to_string().len() > 5)
                    };
                    random_game(start, seed, 40, pick, |play, _, _| check_texts(play.position()));
                }
                for text in ["", " ", "no move", "\u{e9}2-c3", "Pass"] {
                    assert!(text.parse::<<G as Rules>::Move>().is_err(), "{kind:?}: {text}");
                }
            });
        }
    }
}
