//! Lines that could be typed next, which the page offers to click.

use super::titles::rules_topic;
use crate::{games::Arrangement, table::Game};

/// An example of a move, for games that give no better one.
const EXAMPLE: &str = "c2-c3";

/// What could be typed next about a game that has started: commands, then every legal move of the
/// side to move.
pub(super) fn actions(game: &Game) -> Vec<String> {
    if !game.is_running() {
        return owned(&["rematch", "record", "verify"]);
    }
    let rules = format!("rules {}", rules_topic(game));
    let mut actions = Vec::new();
    if game.position().arranging().is_some() {
        actions.extend(["board".to_owned(), rules, "resign".to_owned()]);
    } else {
        if game.draw_offer().is_some() {
            actions.extend(owned(&["draw accept", "draw decline"]));
        }
        actions.extend(["legal".to_owned(), "board".to_owned(), rules, "resign".to_owned()]);
    }
    actions.extend(game.position().moves());
    actions
}

/// What could be typed next about an offer.
pub(super) fn offer_actions(game: &Game) -> Vec<String> {
    let mut actions = owned(&["accept", "decline"]);
    if game.seats().len() > 2 {
        actions.extend(owned(&["leave", "fill"]));
    }
    actions.push(format!("rules {}", rules_topic(game)));
    actions
}

/// What could be typed next in the private chat with somebody who is arranging their men.
pub(super) fn private_actions(game: &Game) -> Vec<String> {
    let names = game.position().arranging().map_or(&[][..], Arrangement::names);
    let words = ["done", "show"].into_iter().chain(names.iter().copied());
    words.map(|word| format!("setup {word}")).collect()
}

/// A legal move, to show how moves are typed.
pub(super) fn example_move(game: &Game) -> String {
    game.position().example_move().unwrap_or_else(|| EXAMPLE.to_owned())
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}
