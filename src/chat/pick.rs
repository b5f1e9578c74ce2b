//! What somebody can choose from to move: the men that can move, then where one of them can go. A surface
//! shows it as a list to tap.

use super::{
    action::{Action, MOST_OPTIONS, Pick, PickOption},
    origins::origins,
    text,
};
use crate::table::{Game, PersonId};

/// The longest note beside an option, in characters.
const MAX_NOTE: usize = 100;

/// What somebody can choose from in a game in which it is their turn: the men that can move, or if one is
/// named by its square, its moves. `None` if they cannot move, or nothing can be chosen by this.
pub(super) fn pick(game: &Game, who: &PersonId, about: &str) -> Option<Pick> {
    if !game.is_running() || !game.waits_for(who) {
        return None;
    }
    let position = game.position();
    let all = position.moves();
    let from = origins(&all);
    let is_arranging = position.arranging().is_some();
    let (prompt, mut options): (&str, Vec<PickOption>) = match (is_arranging, about.is_empty()) {
        (false, true) if from.len() > 1 => {
            let options = from.iter().map(|square| man(game, square)).collect();
            ("Which one moves?", options)
        }
        (false, false) => {
            let moves = position.moves_about(about);
            ("Where to?", moves.iter().map(|mv| target(game, mv)).collect())
        }
        _ => ("Which move?", all.iter().map(|mv| target(game, mv)).collect()),
    };
    options.truncate(MOST_OPTIONS);
    let in_game = |option: PickOption| PickOption {
        action: Action { game: Some(game.no()), ply: Some(position.ply()), ..option.action },
        ..option
    };
    let options: Vec<PickOption> = options.into_iter().map(in_game).collect();
    (!options.is_empty()).then(|| Pick { prompt: prompt.to_owned(), options })
}

/// A man that can move, as an option.
fn man(game: &Game, square: &str) -> PickOption {
    let moves = game.position().legal(square).map(|answer| answer.words).unwrap_or_default();
    let action = Action::command(&format!("legal {square}")).with_label(square);
    PickOption { action, note: cut(&moves) }
}

/// A move, as an option; that of a fight with its chances.
fn target(game: &Game, mv: &str) -> PickOption {
    let ways = game.position().branches(mv);
    let all: u32 = ways.iter().map(|way| way.weight).sum();
    let note = match ways.as_slice() {
        [hit, _, ..] => text::hits(hit.weight, all),
        _ => String::new(),
    };
    PickOption { action: Action::of_move(mv), note }
}

/// As much of a note as there is room for, on one line.
fn cut(note: &str) -> String {
    let line = note.lines().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_NOTE {
        return line;
    }
    line.chars().take(MAX_NOTE - 1).chain(['…']).collect()
}
