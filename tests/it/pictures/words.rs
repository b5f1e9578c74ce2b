//! What pictures write: nothing twice, and the name of what is played.

use games::GameKind;
use render::{CARD_WIDTH, Theme};
use scene::Scene;
use table::{Caption, Highlight, start_position};

use super::samples;
use crate::support::{
    cards::{card, resigned},
    pictures::renderer,
};

/// The lines that a board and a card of this width write.
fn lines(scene: &Scene, width: u32) -> Vec<String> {
    renderer().words(scene, Theme::Wood, width)
}

#[test]
fn a_check_is_said_once() {
    for (name, scene) in samples::scenes() {
        for width in [960, 400] {
            let said = lines(&scene, width).iter().filter(|line| *line == "check").count();
            let most = usize::from(name.starts_with("mix-"));
            assert!(said <= most && (said > 0 || name != "mix-check"), "{name} at {width}: {said}");
        }
    }
}

#[test]
fn a_picture_is_headed_by_the_name_of_what_is_played() {
    for (options, title) in [("", "GAME MIX"), ("preset=mixchess", "MIX CHESS")] {
        let caption = Caption {
            facing: games::Seat::FIRST,
            names: Vec::new(),
            outcome: None,
            number: None,
            look: String::new(),
            times: Vec::new(),
        };
        let position = start_position(GameKind::Mix, options).unwrap();
        let board = position.scene(&caption, Highlight::Plies(1));
        assert!(lines(&board, 960).contains(&title.to_owned()), "{:?}", lines(&board, 960));
        let card = card(&resigned(GameKind::Mix, options, 3, 20), &["ann", "ben"]).unwrap();
        let words = renderer().card_words(card.sheet().unwrap(), CARD_WIDTH).join(" ");
        assert!(words.contains(title), "{words}");
    }
}
