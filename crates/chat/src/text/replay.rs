//! Games that are shown once more, ply by ply.

use table::GameNo;

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

/// A game is shown ply by ply; `game` names it and its players, `shown` which plies are shown if these are not all.
#[must_use]
pub fn replayed(
    no: GameNo,
    game: &str,
    (plies, shown): (u32, Option<&str>),
    prefix: &str,
) -> String {
    let one = plies.div_ceil(2);
    format!(
        "{game}: {}. `{prefix}replay {no} {one}` shows one ply at a time.{}",
        n_plies(plies),
        shown_part(shown)
    )
}

/// Says which plies are shown, if these are not all.
fn shown_part(shown: Option<&str>) -> String {
    shown.map(|shown| format!(" The animation shows {shown}.")).unwrap_or_default()
}

/// An animation in three sentences: who played what, how it went, how it ended.
#[must_use]
pub fn replay_told(
    game: &str,
    (plies, shown): (u32, Option<&str>),
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
        shown_part(shown),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_says_which_plies_are_shown() {
        let plies = (500, Some("the last 159 of 500 plies"));
        let said = "The animation shows the last 159 of 500 plies.";
        let replied = replayed(GameNo(12), "#12: ann and ben", plies, "");
        let told = replay_told("#12: ann and ben", plies, 1, (0, 0), "The game goes on.");
        assert!(replied.ends_with(said) && told.contains(said), "{replied} {told}");
        let whole = replay_told("#12: ann and ben", (80, None), 1, (0, 0), "");
        assert!(!whole.contains("The animation shows"), "{whole}");
    }
}
