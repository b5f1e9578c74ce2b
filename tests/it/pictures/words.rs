//! What pictures write: nothing twice, the name of what is played, and people's names whichever way they are written.

use games::{GameKind, Outcome};
use render::{CARD_WIDTH, Theme};
use scene::{Animated as _, Scene};
use table::{
    Caption, Highlight, ReplayRecipe,
    record::{self, Record},
    start_position,
};

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

#[test]
fn a_player_of_whose_name_nothing_is_seen_has_the_name_of_the_side_everywhere() {
    let mut game = resigned(GameKind::Lyra, "", 3, 20);
    let record = Record::of_game(&game).to_text();
    for name in ["\u{2800}", "\u{3164}", "\u{ad}", "\u{115f}\u{301}", " \u{200b}"] {
        let recipe = card(&game, &[name, "ben"]).unwrap();
        let words = renderer().card_words(recipe.sheet().unwrap(), CARD_WIDTH);
        assert!(words.contains(&"White".to_owned()), "{name:?}: {words:?}");
        let names = vec![name.to_owned(), "ben".to_owned()];
        let replay = ReplayRecipe::of(&game, names, None).unwrap();
        let written = record.replacen("Martian Cake, level 1", name, 1);
        assert_ne!(written, record);
        let read = record::replay(&written).unwrap().unwrap().replay;
        for frame in replay.replay().unwrap().frames().chain(read.frames()) {
            assert_eq!(frame.scene.panel.sides[0].name, "White", "{name:?}");
        }
    }
    game = resigned(GameKind::Martian, "", 1, 20);
    let recipe = card(&game, &["ann", "\u{2800}"]).unwrap();
    let words = renderer().card_words(recipe.sheet().unwrap(), CARD_WIDTH);
    assert!(words.contains(&"North".to_owned()), "{words:?}");
}

/// What ends a game by its rules, told of people whose names are written from right to left.
#[test]
fn no_possessive_stands_behind_a_name_in_a_picture() {
    for kind in GameKind::ALL {
        for seed in 1..4 {
            let game = resigned(kind, "", seed, 500);
            let names = ["דן 7", "שלום"];
            let recipe = card(&game, &names).unwrap();
            let sheet = recipe.sheet().unwrap();
            let words = renderer().card_words(sheet, CARD_WIDTH).join(" ");
            assert!(!words.contains("'s"), "{kind:?}: {words}");
            let state = &sheet.scene.panel.state;
            let is_isolated = |name: &&str| {
                !state.contains(name) || state.contains(&format!("\u{2067}{name}\u{2069}"))
            };
            assert!(names.iter().all(is_isolated), "{state}");
            let is_won = matches!(game.outcome(), Some(Outcome::Win(..)));
            if kind == GameKind::Lyra && is_won && state.contains("fell") {
                assert!(state.starts_with("the General of \u{2067}"), "{state}");
            }
        }
    }
}
