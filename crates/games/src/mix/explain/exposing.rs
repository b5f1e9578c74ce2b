//! Moves that a man may not make because they would leave its King attacked, and by whom.

use crate::{
    Seat,
    mix::{
        kinds::Kind,
        moves::Move,
        position::Position,
        squares::Sq,
        tables::Line,
        words::{self, line_words, men, the},
    },
};

/// A move that would leave the own King attacked.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExposingMove {
    /// The move that its King forbids.
    pub mv: Move,
    /// The square of one of the men that would attack the King.
    pub by: Sq,
    /// The kind of that man.
    pub kind: Kind,
}

impl ExposingMove {
    /// Returns what a move of a side would bring on its own King; `None` if the King stays safe.
    pub(super) fn of(position: &Position, seat: Seat, mv: Move) -> Option<Self> {
        let after = position.after(mv);
        let by = after.checkers_of(seat).first()?;
        Some(Self { mv, by, kind: after.kind_at(by)? })
    }

    /// `that leaves two men on rank 4, and then the Liner on h4 reaches its King on f4`
    pub(super) fn words(&self, position: &Position, seat: Seat) -> String {
        let after = position.after(self.mv);
        let (king, man) = (after.king(seat), the(self.kind, self.by));
        let (options, whose) = (position.options(), format!("{}'s", words::seat_name(seat)));
        match self.kind {
            Kind::Liner => {
                let Some(line) = Line::through(self.by, king) else { return String::new() };
                let (before, now) = (position.count_on(line, king), after.count_on(line, king));
                let verb = match now.cmp(&before) {
                    std::cmp::Ordering::Less => "leaves",
                    std::cmp::Ordering::Equal => "keeps",
                    std::cmp::Ordering::Greater => "makes",
                };
                let (men, line) = (men(now.into()), line_words(line, king));
                format!(
                    "that {verb} {men} on {line}, and then {man} reaches {whose} King on {king}"
                )
            }
            Kind::Dama if options.bishop_check() => {
                format!("{man} would then attack {whose} King on {king} along the diagonal")
            }
            Kind::Checker if options.displace() => {
                format!("{man} would then attack {whose} King on {king}")
            }
            Kind::Dama | Kind::Checker => {
                format!("{man} could then jump over {whose} King on {king}")
            }
            _ => format!("{man} would attack {whose} King on {king}"),
        }
    }
}
