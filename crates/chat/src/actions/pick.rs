//! Choices for somebody who moves: the men that can move, then where one of them can go, then what else
//! belongs to the move. A surface shows it as a list to tap.

use games::{Arrangement, ArrangementChoice, Seat};
use table::{Game, PersonId};

use super::action::{Action, MOST_OPTIONS, Pick, PickOption};
use crate::{parse::move_parts::parts, text};

mod pictured;
#[cfg(test)]
mod tests;

use pictured::PicturedGame;

/// The command that shows a set-up and the men to choose from in it.
pub(crate) const SHOW_SET_UP: &str = "setup show";
/// The longest note beside an option, in characters.
const MAX_NOTE: usize = 100;

/// Returns what somebody can choose from in a game in which it is their turn: the men that can move, or what is
/// left of the moves that begin with the parts `about`. `None` if they cannot move, or nothing can be chosen by
/// this.
pub(crate) fn pick(game: &Game, who: &PersonId, about: &str) -> Option<Pick> {
    if !game.is_running() || !game.waits_for(who) {
        return None;
    }
    let position = game.position();
    let all = position.moves();
    let begun = Begun::all(&all, about);
    let shown = &PicturedGame::new(game);
    let (prompt, options) = if begun.is_empty() {
        // Moves can be asked for in other ways as well, as by the name of a piece.
        let asked = position.moves_about(about);
        ("Which move?", asked.iter().map(|mv| target(shown, mv)).collect())
    } else if about.is_empty() {
        men(shown, &begun)
    } else {
        ("Where to?", rest(shown, &begun))
    };
    let in_game = |option: PickOption| PickOption { action: option.action.about(game), ..option };
    let options: Vec<PickOption> = options.into_iter().take(MOST_OPTIONS).map(in_game).collect();
    let back = || Action::command("legal").with_label("Back").about(game);
    let back = (!about.is_empty()).then(back);
    (!options.is_empty()).then(|| Pick { prompt: prompt.to_owned(), options, back })
}

/// Returns what somebody can choose from to move a man of their hidden set-up: the men, or where the one on a
/// square can go. `None` if nothing stands there.
pub(crate) fn pick_set_up(
    game: &Game,
    arrangement: &dyn Arrangement,
    seat: Seat,
    from: Option<&str>,
) -> Option<Pick> {
    let option = |choice: ArrangementChoice| PickOption {
        action: Action::command(&format!("setup {}", choice.change))
            .with_label(&choice.label)
            .about(game),
        note: String::new(),
        picture: Some(choice.piece.picture_name()),
    };
    let choices = arrangement.choices(seat, from).into_iter().take(MOST_OPTIONS);
    let options: Vec<PickOption> = choices.map(option).collect();
    let which = || "Which one moves?".to_owned();
    let prompt = from.map_or_else(which, |square| format!("Where to from {square}?"));
    let back = from.map(|_| Action::command(SHOW_SET_UP).with_label("Back").about(game));
    (!options.is_empty()).then_some(Pick { prompt, options, back })
}

/// A move of which some parts are chosen.
#[derive(Clone)]
struct Begun<'a> {
    mv: &'a str,
    parts: Vec<&'a str>,
    /// How many parts are chosen.
    chosen: usize,
}

impl<'a> Begun<'a> {
    /// Those of the moves whose first parts, written together in any case, are `about`.
    fn all(moves: &'a [String], about: &str) -> Vec<Self> {
        let begun = moves.iter().filter_map(|mv| {
            let parts = parts(mv);
            let is_about = |n: &usize| parts.get(..*n).is_some_and(|of| key(of) == key(&[about]));
            let chosen = (0..=parts.len()).find(is_about)?;
            Some(Self { mv, parts, chosen })
        });
        begun.collect()
    }

    /// The first parts, one more than are chosen and so many beyond.
    fn key(&self, beyond: usize) -> String {
        let n = (self.chosen + 1 + beyond).min(self.parts.len());
        key(self.parts.get(..n).unwrap_or_default())
    }
}

/// Returns what stands for the first parts of a move.
fn key(parts: &[&str]) -> String {
    parts.concat().to_lowercase()
}

/// The men that can move; what the only one can do, if there is one.
fn men(shown: &PicturedGame<'_>, all: &[Begun<'_>]) -> (&'static str, Vec<PickOption>) {
    let groups = groups(all, 0);
    match groups.as_slice() {
        [_] => ("Which move?", rest(shown, all)),
        _ => ("Which one moves?", groups.iter().map(|group| man(shown, group)).collect()),
    }
}

/// Returns what is left to choose of moves of one man: the moves themselves, or their next parts if they are
/// too many for one list.
fn rest(shown: &PicturedGame<'_>, begun: &[Begun<'_>]) -> Vec<PickOption> {
    if begun.len() <= MOST_OPTIONS {
        return begun.iter().map(|begun| target(shown, begun.mv)).collect();
    }
    let most = begun.iter().map(|begun| begun.parts.len()).max().unwrap_or(0);
    let beyond = (0..most).rev().find(|beyond| groups(begun, *beyond).len() <= MOST_OPTIONS);
    let beyond = beyond.unwrap_or(0);
    groups(begun, beyond).iter().map(|group| part(shown, group, beyond)).collect()
}

/// Moves that begin alike, together, in the order in which they stand.
fn groups<'a>(begun: &[Begun<'a>], beyond: usize) -> Vec<Vec<Begun<'a>>> {
    let mut groups: Vec<(String, Vec<Begun<'a>>)> = Vec::new();
    for begun in begun {
        let key = begun.key(beyond);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(begun.clone()),
            None => groups.push((key, vec![begun.clone()])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// A man that can move, as an option; a move without a square as itself.
fn man(shown: &PicturedGame<'_>, group: &[Begun<'_>]) -> PickOption {
    let Some(first) = group.first() else { return target(shown, "") };
    let square = first.parts.first().copied().unwrap_or_default();
    if group.len() == 1 && first.parts.len() == 1 {
        return target(shown, first.mv);
    }
    let label = match shown.game.position().piece_name(square) {
        Some(name) => format!("{square} {name}"),
        None => square.to_owned(),
    };
    // No second list asks what is no choice.
    if let [only] = group {
        let option = target(shown, only.mv);
        let note = [only.mv, option.note.as_str()].join(", ");
        let note = cut(note.trim_end_matches(", "));
        return PickOption { action: option.action.with_label(&label), note, ..option };
    }
    let to = |begun: &Begun<'_>| begun.mv.to_owned();
    let moves: Vec<String> = group.iter().map(to).collect();
    let action = Action::command(&format!("legal {}", first.key(0))).with_label(&label);
    PickOption { action, note: cut(&moves.join(", ")), picture: shown.of_part(square) }
}

/// Moves that go on alike, as an option.
fn part(shown: &PicturedGame<'_>, group: &[Begun<'_>], beyond: usize) -> PickOption {
    match group {
        [only] => target(shown, only.mv),
        [first, ..] => {
            let n = (first.chosen + 1 + beyond).min(first.parts.len());
            let parts = first.parts.get(..n).unwrap_or_default();
            let action = Action::command(&format!("legal {}", first.key(beyond)));
            let moves: Vec<&str> = group.iter().map(|begun| begun.mv).collect();
            PickOption {
                action: action.with_label(&parts.join(" ")),
                note: cut(&moves.join(", ")),
                picture: shown.of_parts(parts),
            }
        }
        [] => target(shown, ""),
    }
}

/// A move, as an option; that of a fight with its chances.
fn target(shown: &PicturedGame<'_>, mv: &str) -> PickOption {
    let ways = shown.game.position().branches(mv);
    let all: u32 = ways.iter().map(|way| way.weight).sum();
    let note = match ways.as_slice() {
        [hit, _, ..] => text::hits(hit.weight, all),
        _ => String::new(),
    };
    PickOption { action: Action::of_move(mv), note, picture: shown.of_move(mv) }
}

/// As much of a note as there is room for, on one line.
fn cut(note: &str) -> String {
    if note.chars().count() <= MAX_NOTE {
        return note.to_owned();
    }
    note.chars().take(MAX_NOTE - 1).chain(['…']).collect()
}
