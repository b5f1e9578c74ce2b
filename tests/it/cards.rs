//! Cards of finished games: what they tell, when there is one, and that they are drawn anew as they were.

use games::{GameKind, Seat};
use render::{CARD_WIDTH, Renderer};
use table::{
    BoardReplay, CardRecipe, FightTally, GameNo, LogEvent,
    record::{self, Record},
};

use crate::support::{
    cards::{card, cards, resigned},
    matches::played,
    pictures::renderer,
};

/// The chance that a die of so many sides shows more than one of so many others.
fn chance(attack: u8, defence: u8) -> f64 {
    let higher = (1..=attack).map(|face| (face - 1).min(defence));
    higher.map(f64::from).sum::<f64>() / (f64::from(attack) * f64::from(defence))
}

#[test]
fn the_expected_wins_are_the_odds_of_own_attacks() {
    let game = resigned(GameKind::ALL[0], "", 2, 500);
    let fights = game.position().fights();
    let recipe = card(&game, &["ann", "ben"]).unwrap();
    let told = &recipe.sheet().unwrap().fights;
    assert_eq!(*told, ["5 of 14 fights won, 8.2 expected", "8 of 22 fights won, 9.2 expected"]);
    for seat in Seat::all(2) {
        let own = fights.iter().filter(|(by, _)| *by == seat);
        let by_dice: f64 = own.map(|(_, fight)| chance(fight.attack.0, fight.defence.0)).sum();
        let expected: f64 = FightTally::of(&fights, seat).expected().parse().unwrap();
        // Of each fight the chance is known in whole percent.
        assert!((expected - by_dice).abs() < 0.15, "{expected} and {by_dice}");
    }
}

#[test]
fn there_is_a_card_of_games_with_moves_and_a_result_alone() {
    for kind in GameKind::ALL {
        let running = played(kind, "", 1, 3);
        assert_eq!(card(&running, &[]), None, "{kind:?} goes on");
        let mut unplayed = played(kind, "", 1, 0);
        unplayed.resign(unplayed.position().to_move(), 9).unwrap();
        assert_eq!(card(&unplayed, &[]), None, "{kind:?} without a move");
        let mut aborted = played(kind, "", 1, 1);
        aborted.abort(aborted.position().to_move(), 9).unwrap();
        assert_eq!(card(&aborted, &[]), None, "{kind:?} without a result");
        assert!(card(&resigned(kind, "", 1, 3), &[]).is_some(), "{kind:?}");
    }
}

#[test]
fn cards_are_drawn_anew_from_the_log_and_from_the_record() {
    for kind in GameKind::ALL {
        let game = resigned(kind, "", 3, 30);
        let recipe = card(&game, &["ann", "ben"]).unwrap();
        let mut kept: CardRecipe =
            serde_json::from_str(&serde_json::to_string(&recipe).unwrap()).unwrap();
        assert!(kept.sheet().is_none(), "what the log tells is not kept");
        let log: Vec<LogEvent> = game.log().iter().map(|line| line.event.clone()).collect();
        let options = game.options().to_owned();
        kept.redraw(&BoardReplay::new(game.no(), kind, options, String::new(), log).unwrap());
        assert_eq!(kept, recipe, "{kind:?}");
        let other = BoardReplay::new(GameNo(1), kind, String::new(), String::new(), vec![]);
        kept.redraw(&other.unwrap());
        assert!(kept.sheet().is_none(), "of another game");

        let read = record::replay(&Record::of_game(&game).to_text()).unwrap().unwrap();
        let of_record = read.replay.card(&read.date, "play").unwrap();
        let sheet = recipe.sheet().unwrap();
        assert_eq!(of_record.scene.board, sheet.scene.board, "{kind:?}");
        assert_eq!((&of_record.fights, &of_record.date), (&sheet.fights, &sheet.date));
    }
}

#[test]
fn cards_are_the_same_each_time() {
    for (name, recipe) in cards() {
        let sheet = recipe.sheet().unwrap();
        let bytes = renderer().card_png(sheet, None, CARD_WIDTH);
        let anew = Renderer::new(games::sprites()).card_png(sheet, None, CARD_WIDTH);
        assert!(bytes == anew, "{name}: nothing that was drawn before shows in it");
        assert!(bytes.len() < 80 << 10, "{name}: {}", bytes.len());
    }
}
