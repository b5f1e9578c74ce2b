//! The one text form of an event: the kind, the seat and a text. The store keeps them in columns; a
//! record has them as words of a line.

use std::fmt;

use games::{Seat, SeatSet};

use super::{super::clocks::ClockEvent, LogEvent, PlyRoll};

impl LogEvent {
    /// The word for what kind of event it is, the same in the store and in records.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Ply { .. } => "ply",
            Self::Draft(..) => "draft",
            Self::Army { .. } => "setup",
            Self::Place(..) => "place",
            Self::Hold(_) => "hold",
            Self::Resign(_) => "resign",
            Self::Time(_) => "time",
            Self::Forfeit(_) => "forfeit",
            Self::DrawOffer(_) => "draw-offer",
            Self::DrawAccept(_) => "draw-accept",
            Self::DrawDecline(_) => "draw-decline",
            Self::TakebackOffer(_) => "takeback-offer",
            Self::TakebackAccept(_) => "takeback-accept",
            Self::TakebackDecline(_) => "takeback-decline",
            Self::Takeback(_) => "takeback",
            Self::Agreement(_) => "agreement",
            Self::Adjudication(_) => "adjudication",
            Self::Abort(_) => "abort",
            Self::Clock(event) => event.kind(),
        }
    }

    /// Returns what the event says besides its kind and its seat: the move, the army with its salt, what was
    /// placed, the ply that stands again, or the numbers of the winners.
    ///
    /// ```
    /// use games::{Seat, SeatSet};
    /// use martian_cake_table::{LogEvent, PlyRoll};
    ///
    /// let winners: SeatSet = [Seat::FIRST, Seat::SECOND].into_iter().collect();
    /// let event = LogEvent::Adjudication(winners);
    /// assert_eq!((event.kind(), event.text()), ("adjudication", "1,2".to_owned()));
    /// assert_eq!(LogEvent::read("adjudication", None, "1,2", PlyRoll::NoDice), Some(event));
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Ply { mv: text, .. } | Self::Draft(_, text) | Self::Place(_, text) => {
                text.clone()
            }
            Self::Army { text, salt, .. } => format!("{text}:{salt}"),
            Self::Adjudication(winners) => seats_text(*winners),
            Self::Takeback(ply) => ply.to_string(),
            Self::Clock(event) => event.text(),
            _ => String::new(),
        }
    }

    /// The event of this kind, seat and text; only a ply has a `roll`. `None` if they do not fit
    /// together.
    #[must_use]
    pub fn read(kind: &str, seat: Option<Seat>, text: &str, roll: PlyRoll) -> Option<Self> {
        let own = text.to_owned();
        Some(match kind {
            "ply" => Self::Ply { seat: seat?, mv: own, roll },
            "draft" => Self::Draft(seat?, own),
            "setup" => {
                let (text, salt) = text.split_once(':')?;
                Self::Army { seat: seat?, text: text.to_owned(), salt: salt.to_owned() }
            }
            "place" => Self::Place(seat?, own),
            "hold" => Self::Hold(seat?),
            "resign" => Self::Resign(seat?),
            "time" => Self::Time(seat?),
            "forfeit" => Self::Forfeit(seat?),
            "draw-offer" => Self::DrawOffer(seat?),
            "draw-accept" => Self::DrawAccept(seat?),
            "draw-decline" => Self::DrawDecline(seat?),
            "takeback-offer" => Self::TakebackOffer(seat?),
            "takeback-accept" => Self::TakebackAccept(seat?),
            "takeback-decline" => Self::TakebackDecline(seat?),
            "takeback" => Self::Takeback(ply_number(text)?),
            "agreement" => Self::Agreement(seat),
            "adjudication" => Self::Adjudication(read_seats(text)?),
            "abort" => Self::Abort(seat),
            kind => Self::Clock(ClockEvent::read(kind, seat, text)?),
        })
    }
}

/// The numbers of seats joined by commas, ascending.
pub(crate) fn seats_text(seats: SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    numbers.join(",")
}

/// Seat numbers joined by commas, ascending; none in an empty text.
pub(crate) fn read_seats(text: &str) -> Option<SeatSet> {
    if text.is_empty() {
        return Some(SeatSet::default());
    }
    let seats: Vec<Seat> = text.split(',').map(seat_number).collect::<Option<_>>()?;
    let is_ascending = seats.windows(2).all(|pair| pair[0] < pair[1]);
    is_ascending.then(|| seats.into_iter().collect())
}

/// The number of a ply that is written without sign or leading zero; 0 stands for the start.
fn ply_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|ply: &u32| ply.to_string() == text)
}

/// The seat of a number that is written without sign or leading zero.
pub(crate) fn seat_number(text: &str) -> Option<Seat> {
    let seat = Seat::from_index(text.parse::<u8>().ok()?.checked_sub(1)?)?;
    (seat.to_string() == text).then_some(seat)
}

impl fmt::Display for PlyRoll {
    /// Writes what follows the move in a record: nothing, ` (3,4)`, ` (3,4) {salt}` or `:w`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDice => Ok(()),
            Self::Faces(roll, None) => write!(f, " ({roll})"),
            Self::Faces(roll, Some(salt)) => write!(f, " ({roll}) {{{salt}}}"),
            Self::Outcome(letter) => write!(f, ":{letter}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pause::Paused;

    /// One event of every kind.
    fn events() -> Vec<LogEvent> {
        let (seat, text) = (Seat::SECOND, || "c3-c4".to_owned());
        let winners: SeatSet = [Seat::FIRST, Seat::SECOND].into_iter().collect();
        let paused = Paused { outage: 5, vacation: 7 };
        vec![
            LogEvent::Ply { seat, mv: text(), roll: PlyRoll::NoDice },
            LogEvent::Draft(seat, text()),
            LogEvent::Army { seat, text: text(), salt: "ab".to_owned() },
            LogEvent::Place(seat, text()),
            LogEvent::Hold(seat),
            LogEvent::Resign(seat),
            LogEvent::Time(seat),
            LogEvent::Forfeit(seat),
            LogEvent::DrawOffer(seat),
            LogEvent::DrawAccept(seat),
            LogEvent::DrawDecline(seat),
            LogEvent::TakebackOffer(seat),
            LogEvent::TakebackAccept(seat),
            LogEvent::TakebackDecline(seat),
            LogEvent::Takeback(0),
            LogEvent::Takeback(12),
            LogEvent::Agreement(Some(seat)),
            LogEvent::Agreement(None),
            LogEvent::Adjudication(SeatSet::default()),
            LogEvent::Adjudication(winners),
            LogEvent::Abort(Some(seat)),
            LogEvent::Abort(None),
            LogEvent::Clock(ClockEvent::Asked(winners)),
            LogEvent::Clock(ClockEvent::Credited { seat, paused }),
            LogEvent::Clock(ClockEvent::Given { from: seat, to: Seat::FIRST, span: 86_400_000 }),
            LogEvent::Clock(ClockEvent::Reminded { seat, n: 2, left: None }),
            LogEvent::Clock(ClockEvent::Reminded { seat, n: 2, left: Some(3_600_000) }),
            LogEvent::Clock(ClockEvent::Snoozed { seat, until: 1_800_000_000_000 }),
            LogEvent::Clock(ClockEvent::IdleWarned),
            LogEvent::Clock(ClockEvent::Claimed { seat, manages: false }),
            LogEvent::Clock(ClockEvent::Claimed { seat, manages: true }),
        ]
    }

    #[test]
    fn events_read_back() {
        for event in events() {
            let (kind, seat, text) = (event.kind(), event.seat(), event.text());
            let read = LogEvent::read(kind, seat, &text, PlyRoll::NoDice);
            assert_eq!(read.as_ref(), Some(&event));
            let takes_seat = !matches!(
                kind,
                "takeback" | "agreement" | "adjudication" | "abort" | "asked" | "idle-warned"
            );
            let seatless = LogEvent::read(kind, None, &text, PlyRoll::NoDice);
            assert_eq!(seatless.is_none(), takes_seat, "{kind}");
        }
    }

    #[test]
    fn what_does_not_fit_is_no_event() {
        let read = |kind, text| LogEvent::read(kind, Some(Seat::FIRST), text, PlyRoll::NoDice);
        for (kind, text) in [
            ("", ""),
            ("resigns", ""),
            ("setup", "no salt"),
            ("takeback", ""),
            ("takeback", "03"),
            ("takeback", "+3"),
            ("takeback", "-1"),
            ("adjudication", "2,1"),
            ("adjudication", "1,1"),
            ("adjudication", "01"),
            ("adjudication", "0"),
            ("adjudication", "7"),
            ("adjudication", "draw"),
            ("asked", ""),
            ("credited", "5"),
            ("given", ",5"),
        ] {
            assert_eq!(read(kind, text), None, "{kind} {text}");
        }
    }
}
