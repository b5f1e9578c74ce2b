//! What can be done next, which replies offer.

use super::{action::Action, titles::rules_topic};
use crate::{games::Arrangement, table::Game};

/// An example of a move, for games that give no better one.
const EXAMPLE: &str = "c2-c3";

/// What could be typed next about a game that has started: commands, then every legal move of the
/// side to move.
pub(super) fn actions(game: &Game) -> Vec<Action> {
    let rules = format!("rules {}", rules_topic(game));
    let mut words = Vec::new();
    if !game.is_running() {
        words.extend(["rematch", "record", "verify"]);
    } else if game.position().arranging().is_some() {
        words.extend(["board", &rules, "resign"]);
    } else {
        if game.draw_offer().is_some() {
            words.extend(["draw accept", "draw decline"]);
        }
        words.extend(["legal", "board", &rules, "resign"]);
    }
    let mut actions: Vec<Action> = words.into_iter().map(Action::command).collect();
    if game.is_running() {
        actions.extend(game.position().moves().iter().map(|mv| Action::of_move(mv)));
    }
    actions
}

/// What could be typed next about an offer.
pub(super) fn offer_actions(game: &Game) -> Vec<Action> {
    let rules = format!("rules {}", rules_topic(game));
    let mut words = vec!["accept", "decline"];
    if game.seats().len() > 2 {
        words.extend(["leave", "fill"]);
    }
    words.push(&rules);
    words.into_iter().map(Action::command).collect()
}

/// What could be typed next in the private chat with somebody who is arranging their men.
pub(super) fn private_actions(game: &Game) -> Vec<Action> {
    let names = game.position().arranging().map_or(&[][..], Arrangement::names);
    let words = ["done", "show"].into_iter().chain(names.iter().copied());
    words.map(|word| Action::command(&format!("setup {word}"))).collect()
}

/// A legal move, to show how moves are typed.
pub(super) fn example_move(game: &Game) -> String {
    game.position().example_move().unwrap_or_else(|| EXAMPLE.to_owned())
}
