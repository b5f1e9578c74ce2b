//! Moves that a man may not make because its King would be attacked, and by whom.

use super::View;
use crate::games::{
    Seat,
    mix::{
        Kind, Line, Move, Position, Sq,
        words::{self, line_words, men, the},
    },
    text::list,
};

/// A move that would leave the own King attacked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Danger {
    pub mv: Move,
    /// One of the men that would attack the King.
    pub by: Sq,
    pub kind: Kind,
}

impl Danger {
    /// What a move of a side would bring on its own King; `None` if nothing.
    pub(super) fn of(position: &Position, seat: Seat, mv: Move) -> Option<Self> {
        let after = position.after(mv);
        let by = after.checkers_of(seat).first()?;
        Some(Self { mv, by, kind: after.kind_at(by)? })
    }

    /// `that leaves two men on rank 4, and then the Liner on h4 reaches its King on f4`
    fn words(&self, position: &Position, seat: Seat) -> String {
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

impl View {
    /// What keeps the man from moves that it could make otherwise, by who would attack the King.
    pub(super) fn dangers_words(&self) -> Option<String> {
        if self.dangers.is_empty() || self.kind == Kind::King {
            return None;
        }
        if self.position.is_check() {
            let king = self.position.king(self.owner);
            let by = words::attackers(&words::checkers(&self.position, self.owner), king);
            let whose = words::seat_name(self.owner);
            let what = if self.legal.is_empty() {
                "No move of it ends that."
            } else {
                "None of its other moves ends that."
            };
            return Some(format!("{whose}'s King is in check by {by}. {what}"));
        }
        let mut sources: Vec<Sq> = self.dangers.iter().map(|danger| danger.by).collect();
        sources.sort_unstable();
        sources.dedup();
        let of_source = |by: &Sq| {
            let of_source: Vec<&Danger> =
                self.dangers.iter().filter(|danger| danger.by == *by).collect();
            let reason = of_source.first()?.words(&self.position, self.owner);
            let what = match of_source.as_slice() {
                _ if self.is_pinned() => "It cannot move now".to_owned(),
                [one] => format!("`{}` is not allowed", one.mv),
                several => {
                    let names = several.iter().map(|danger| format!("`{}`", danger.mv));
                    format!("{} are not allowed", list(names))
                }
            };
            Some(format!("{what}: {reason}."))
        };
        let sentences: Vec<String> = sources.iter().filter_map(of_source).collect();
        Some(sentences.join(" "))
    }

    /// Whether every move of it would expose its King to one and the same enemy.
    pub(super) fn is_pinned(&self) -> bool {
        let Some(first) = self.dangers.first() else { return false };
        let one = self.dangers.iter().all(|danger| danger.by == first.by);
        let quiet = !self.position.is_check() && self.kind != Kind::King;
        quiet && one && self.legal.is_empty() && self.withheld.is_empty()
    }

    /// The squares beside a King that enemies cover: `Covered: d2 by the Knight on b1.`
    pub(super) fn covered_words(&self) -> Option<String> {
        if self.kind != Kind::King || self.dangers.is_empty() {
            return None;
        }
        let mut sources: Vec<(Sq, Kind)> =
            self.dangers.iter().map(|danger| (danger.by, danger.kind)).collect();
        sources.sort_unstable();
        sources.dedup();
        let covered = sources.into_iter().map(|(by, kind)| {
            let of_source = self.dangers.iter().filter(|danger| danger.by == by);
            format!("{} by {}", list(of_source.map(|danger| danger.mv.to())), the(kind, by))
        });
        let covered: Vec<String> = covered.collect();
        Some(format!("It may not go where an enemy reaches it: {}.", covered.join("; ")))
    }
}
