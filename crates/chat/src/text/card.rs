//! Cards of finished games.

use scene::CardSheet;
use table::GameNo;

/// There is no card of a game that goes on.
#[must_use]
pub fn card_while_running(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} goes on: its card is there once it is over. `{prefix}board {no}` shows how it stands."
    )
}

/// There is no card of a game without moves or without a result.
#[must_use]
pub fn no_card(no: GameNo, prefix: &str) -> String {
    format!(
        "There is no card of {no}: a card shows a game that was played and has a result. `{prefix}record {no}` \
         gives what there is as text."
    )
}

/// A card is shown of a game; `named` names it and its players.
#[must_use]
pub fn card_of(named: &str) -> String {
    format!("{named}. Its card, to share wherever you like.")
}

/// All that stands on a card beside its board, in sentences: the game, when and how long it was, how it ended,
/// the fights of each side, and how to play.
#[must_use]
pub fn card_told(named: &str, sheet: &CardSheet, end: &[String], fights: &[String]) -> String {
    let day = if sheet.date.is_empty() { String::new() } else { format!("{}, ", sheet.date) };
    let first = format!("The card of {named}. {day}{}.", sheet.length);
    let fought = (!fights.is_empty()).then(|| format!("{}.", fights.join("; ")));
    let invitation = format!("{}: {}.", sheet.host, sheet.invitation);
    let rest = end.iter().cloned().chain(fought).filter(|part| !part.is_empty());
    [first].into_iter().chain(rest).chain([invitation]).collect::<Vec<_>>().join(" ")
}
