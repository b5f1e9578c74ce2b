//! Games that are shown once more, ply by ply.

use table::{GameNo, MOST_FRAMES};

use super::phrases::capital;

/// Nothing of a game can be shown again while men are arranged.
#[must_use]
pub fn replay_while_arranging(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} has no plies yet: men are being arranged. `{prefix}board {no}` shows what can be seen."
    )
}

/// No ply of a game stands: nobody has moved, or what was played was taken back.
#[must_use]
pub fn replay_without_plies(no: GameNo, was_taken_back: bool, prefix: &str) -> String {
    let why = if was_taken_back { "all was taken back" } else { "nobody has moved" };
    format!("{no} has no plies to replay: {why}. `{prefix}board {no}` shows it.")
}

/// Refuses a ply that was not played.
#[must_use]
pub fn no_such_ply(no: GameNo, plies: u32, prefix: &str) -> String {
    format!(
        "{no} has no such ply: say 0 for the start, or a ply up to {plies}, as in \
         `{prefix}replay {no} {plies}`."
    )
}

/// A game is shown from its start on; `game` names it and its players.
#[must_use]
pub fn replayed(no: GameNo, game: &str, plies: u32, prefix: &str) -> String {
    let one = plies.div_ceil(2);
    format!(
        "{game}: {}. `{prefix}replay {no} {one}` shows one ply at a time.{}",
        n_plies(plies),
        left_out(plies)
    )
}

/// Says that plies are left out, if they are.
fn left_out(plies: u32) -> String {
    if plies < MOST_FRAMES {
        return String::new();
    }
    format!(" It shows {MOST_FRAMES} positions, evenly spread.")
}

/// An animation in three sentences: who played what, how it went, how it ended.
#[must_use]
pub fn replay_told(
    game: &str,
    plies: u32,
    captures: usize,
    fights: (usize, usize),
    end: &str,
) -> String {
    let captured = match captures {
        0 => "no captures".to_owned(),
        1 => "one capture".to_owned(),
        n => format!("{n} captures"),
    };
    let fought = match fights {
        (0, _) => String::new(),
        (1, hits) => {
            format!(" and one fight{}", if hits == 1 { ", a hit" } else { " without a hit" })
        }
        (n, hits) => format!(" and {n} fights, {hits} of them hits"),
    };
    format!(
        "{game}, ply by ply. {} with {captured}{fought}.{} {}",
        capital(&n_plies(plies)),
        left_out(plies),
        end
    )
}

/// One ply of a game; `words` tell it, and are empty at the start. `end` says how it ended, if it was the last.
#[must_use]
pub fn replayed_ply(no: GameNo, ply: u32, plies: u32, words: &str, end: Option<&str>) -> String {
    let head = match ply {
        0 => format!("{no}: the start, before {}.", n_plies(plies)),
        _ => format!("{no}, ply {ply} of {plies}: {words}"),
    };
    end.map_or_else(|| head.clone(), |end| format!("{head} {end}"))
}

/// The words on the button that shows the ply before or behind the one that is shown.
#[must_use]
pub fn turn_to_ply(ply: u32, is_back: bool) -> String {
    if is_back { format!("◀ Ply {ply}") } else { format!("Ply {ply} ▶") }
}

fn n_plies(plies: u32) -> String {
    if plies == 1 { "one ply".to_owned() } else { format!("{plies} plies") }
}
