//! The lines of a record that are no plies: an event by its kind, then its seat, then its text.

use games::{Seat, SeatSet};

use super::fault::excerpt;
use crate::{LogEvent, PlyRoll, log::seat_number};

/// The line of an event, without the number that a ply has.
pub(super) fn line(event: &LogEvent) -> String {
    let text = match (event, event.text()) {
        (LogEvent::Adjudication(_), text) if text.is_empty() => "draw".to_owned(),
        (_, text) => text,
    };
    let seat = event.seat().map(|seat| seat.to_string()).unwrap_or_default();
    let parts = [event.kind(), &seat, &text].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Reads the words of a line.
///
/// # Errors
/// A clause that says what the line should be.
pub(super) fn read(words: &[&str]) -> Result<LogEvent, String> {
    let seat = |text: &str, kind: &str| -> Result<Option<Seat>, String> {
        let seat = seat_number(text);
        if seat.is_some() { Ok(seat) } else { Err(format!("a seat number must follow `{kind}`")) }
    };
    let (kind, seat, text) = match *words {
        [kind @ "place", n, what] => (kind, seat(n, kind)?, what),
        [kind @ ("hold" | "resign" | "time" | "forfeit"), n] => (kind, seat(n, kind)?, ""),
        [kind @ ("agreement" | "abort")] | [kind @ "adjudication", "draw"] => (kind, None, ""),
        [kind @ "adjudication", winners] => (kind, None, winners),
        [kind @ "takeback", ply] => (kind, None, ply),
        _ => {
            let read = excerpt(&words.join(" "));
            return Err(format!("`{read}` is neither a ply (`1. MOVE`) nor an event nor a result"));
        }
    };
    LogEvent::read(kind, seat, text, PlyRoll::NoDice).ok_or_else(|| {
        match kind {
            "takeback" => {
                "`takeback` takes the number of the ply that stands again, 0 for the start"
            }
            _ => "`adjudication` takes `draw` or the numbers of the winners, ascending",
        }
        .to_owned()
    })
}

/// The seats that an event names.
pub(super) fn named_seats(event: &LogEvent) -> impl Iterator<Item = Seat> {
    let winners = match event {
        LogEvent::Adjudication(winners) => *winners,
        _ => SeatSet::default(),
    };
    event.seat().into_iter().chain(winners.iter())
}
