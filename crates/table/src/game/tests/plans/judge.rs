//! A slow second judge of conditional moves: it keeps the lines as they were said and all plies that
//! were played, and tries every sequence of plies by the rules alone.

use games::{Roll, Seat};

use crate::AnyPosition;

/// The statement of a line about one of the opponent's plies, or about the owner's first one, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// `any`, `legal`, `hit`, `push`, `lost`, or a move in canonical text, with one of these words behind it or
    /// alone.
    pub(super) when: String,
    /// The reply in canonical text; `None` where the ply was the owner's own.
    pub(super) reply: Option<String>,
}

pub(super) type Line = Vec<Said>;

/// A ply as the judge sees it: the move, and how its fight ended, if it was one.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) seat: Seat,
    pub(super) mv: String,
    pub(super) end: Option<&'static str>,
}

/// Returns how a roll ends a fight.
pub(super) fn end_of(roll: &Roll, loses: bool) -> Option<&'static str> {
    match *roll.as_slice() {
        [attack, defence] if attack > defence => Some("hit"),
        [attack, defence] if attack < defence && loses => Some("lost"),
        [_, _] => Some("push"),
        _ => None,
    }
}

fn fits(when: &str, ply: &Ply) -> bool {
    let end = ply.end.unwrap_or("none");
    when == "any"
        || when == "legal"
        || when == end
        || when == ply.mv
        || when == format!("{} {end}", ply.mv)
}

/// All positions after each legal ply that may be meant, and each of its ends.
fn all_after(
    position: &dyn AnyPosition,
    when: &str,
    loses: bool,
) -> Vec<(Ply, Box<dyn AnyPosition>)> {
    let mut all = Vec::new();
    let names_none = ["any", "legal", "hit", "push", "lost"].contains(&when);
    for mv in position.moves().into_iter().filter(|mv| names_none || when.starts_with(mv)) {
        for branch in position.branches(&mv) {
            let mut next = position.boxed_clone();
            next.play(&mv, &branch.roll).unwrap();
            let end = end_of(&branch.roll, loses);
            all.push((Ply { seat: position.to_move(), mv: mv.clone(), end }, next));
        }
    }
    all
}

/// Returns `true` if a line may be said in this position. An implied reply of the opponent to the owner's own
/// first ply stands in it as `any`, which `implied` tells from one that was said.
pub(super) fn may_be_said(
    position: &dyn AnyPosition,
    line: &[Said],
    implied: bool,
    loses: bool,
) -> bool {
    let mut now = vec![position.boxed_clone()];
    for (n, said) in line.iter().enumerate() {
        let goes_on = now.iter().filter(|one| one.outcome().is_none());
        let after = goes_on.flat_map(|one| all_after(&**one, &said.when, loses));
        let fitting: Vec<Box<dyn AnyPosition>> = after
            .filter(|(ply, next)| fits(&said.when, ply) && next.outcome().is_none())
            .map(|(_, next)| next)
            .collect();
        let Some(reply) = &said.reply else {
            now = fitting;
            continue;
        };
        let legal: Vec<_> = fitting.iter().filter(|one| one.moves().contains(reply)).collect();
        let first_said = line.first().is_some_and(|first| first.when == "any");
        let always = said.when == "any" && (!(implied && n == 1) || first_said);
        if legal.is_empty() || always && legal.len() < fitting.len() {
            return false;
        }
        let replied = legal.iter().flat_map(|one| all_after(&***one, reply, loses));
        now = replied.filter(|(ply, _)| ply.mv == *reply).map(|(_, next)| next).collect();
    }
    !now.is_empty()
}

/// The lines of one player, and how far they have come.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    owner: Seat,
    /// The lines that still fit.
    lines: Vec<Line>,
    /// How many conditions of each have been met.
    met: usize,
}

/// The consequence that a ply must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Must {
    /// Nothing: the lines wait.
    Wait,
    /// This reply, if it is legal.
    Reply(String),
    /// The lines are over without fitting.
    Lapse,
}

impl Judge {
    pub(super) fn new(owner: Seat, lines: Vec<Line>) -> Self {
        Self { owner, lines, met: 0 }
    }

    pub(super) const fn owner(&self) -> Seat {
        self.owner
    }

    /// Returns what must come of a ply that is not the reply of these lines; `read` gives the legal move that a
    /// reply is then.
    pub(super) fn take(&mut self, ply: &Ply, read: impl Fn(&str) -> Option<String>) -> Must {
        let own = ply.seat == self.owner;
        let said = |line: &Line| line.get(self.met).cloned();
        let is_legal = |said: &Said| {
            said.when != "legal" || said.reply.as_ref().is_some_and(|reply| read(reply).is_some())
        };
        let first =
            self.lines.iter().filter_map(said).find(|said| {
                fits(&said.when, ply) && said.reply.is_none() == own && is_legal(said)
            });
        let Some(first) = first else { return Must::Lapse };
        let is_same = |said: &Said| {
            said.when == first.when && (first.when != "legal" || said.reply == first.reply)
        };
        self.lines.retain(|line| line.get(self.met).is_some_and(&is_same));
        self.met += 1;
        match first.reply {
            Some(reply) if first.when == "legal" => Must::Reply(read(&reply).unwrap_or(reply)),
            Some(reply) => Must::Reply(reply),
            None => Must::Wait,
        }
    }

    /// Returns `true` if nothing is left to wait for.
    pub(super) fn is_done(&self) -> bool {
        self.lines.iter().all(|line| line.len() <= self.met)
    }
}
