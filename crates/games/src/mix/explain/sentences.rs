//! The sentences of an explanation.

use super::{
    blockers::{JumpBlocker, NoJump},
    exposing::ExposingMove,
    view::ManView,
};
use crate::{
    mix::{
        kinds::Kind,
        liner_lines::{LinerLine, Target},
        movement,
        moves::Move,
        options::MustCapture,
        squares::Sq,
        words::{self, lists, seat_name, the},
    },
    text::{commas, list, sentence},
};

impl ManView {
    /// Returns how the man moves, however the other men stand.
    pub(super) fn movement_words(&self) -> String {
        let over = if self.is_over { "The game is over. " } else { "" };
        let (whose, name) = (seat_name(self.owner), self.kind.name());
        let how = movement::words(self.kind, self.position.options());
        format!("{over}{whose}'s {name} on {} moves {how}.", self.at)
    }

    /// Returns `true` if a move is a step that takes nothing.
    fn is_step(&self, mv: &Move) -> bool {
        !mv.is_jump() && !self.position.is_capture(*mv)
    }

    /// Returns where it can go and what it can take, jumps left out.
    pub(super) fn steps_words(&self) -> Option<String> {
        let steps: Vec<Sq> =
            self.legal.iter().filter(|mv| self.is_step(mv)).map(|mv| mv.to()).collect();
        let is_capture = |mv: &&Move| !mv.is_jump() && self.position.is_capture(**mv);
        let takes: Vec<String> = self
            .legal
            .iter()
            .filter(is_capture)
            .map(|mv| lists::taken(&self.position, *mv))
            .collect();
        let mut parts = Vec::new();
        if !steps.is_empty() {
            parts.push(format!("go to {}", list(steps)));
        }
        if !takes.is_empty() {
            parts.push(format!("take {}", list(takes)));
        }
        if self.legal.is_empty() {
            // If there is a single reason, the sentence about it says so.
            return (!self.is_pinned()).then(|| "It cannot move now.".to_owned());
        }
        (!parts.is_empty()).then(|| format!("From here it can {}.", parts.join(", or ")))
    }

    /// ``It can jump: `d4xb6` takes c5; `d4xf2` takes e3.``
    pub(super) fn jumps_words(&self) -> Option<String> {
        let jump = |mv: &Move| format!("`{mv}` takes {}", list(mv.jumped()));
        let jumps: Vec<String> = self.legal.iter().filter(|mv| mv.is_jump()).map(jump).collect();
        (!jumps.is_empty()).then(|| format!("It can jump: {}.", jumps.join("; ")))
    }

    /// The check that it gives, or that a King is in.
    pub(super) fn check_words(&self) -> Option<String> {
        if self.attacks_king() {
            let (king, whose) = (self.enemy_king(), seat_name(self.owner.other()));
            return Some(format!("It gives check to {whose}'s King on {king}."));
        }
        let by = words::checkers(&self.position, self.owner);
        let checked = self.kind == Kind::King && !by.is_empty();
        checked.then(|| format!("It is in check by {}.", words::attackers(&by, self.at)))
    }

    /// The lines of a Liner: `File a: 4 men (a1, a2, a7, a8), to a5.`
    pub(super) fn lines_words(&self) -> Option<String> {
        let lines: Vec<String> = self.lines().iter().map(|line| self.line_words(line)).collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    }

    /// One line of a Liner.
    fn line_words(&self, line: &LinerLine) -> String {
        let what = if line.men.size() == 1 { "man" } else { "men" };
        let words = |reached: bool| {
            let of_kind = line.targets.iter().filter(move |(_, found)| found.is_open() == reached);
            of_kind.map(|(to, found)| self.target_words(*to, *found))
        };
        let reached = Some(list(words(true))).filter(|reached| !reached.is_empty());
        let mut targets: Vec<String> = reached.into_iter().chain(words(false)).collect();
        if targets.is_empty() {
            targets.push("off the board".to_owned());
        }
        let targets = targets.join(", ");
        // If nothing is in reach, the names would be many and of little use.
        let names = if line.targets.is_empty() {
            String::new()
        } else {
            format!(" ({})", commas(line.men))
        };
        let name = words::line_words(line.line, self.at);
        let name = name.trim_start_matches("the ");
        let text = format!("{name}: {} {what}{names}, {targets}", line.men.size());
        sentence(&text)
    }

    /// Returns what a Liner finds on a square at the right distance.
    fn target_words(&self, to: Sq, found: Target) -> String {
        match found {
            Target::Free => format!("to {to}"),
            Target::Takes(kind) => format!("onto {}", the(kind, to)),
            Target::Friend(kind) => format!("but its own {} stands on {to}", kind.name()),
            Target::King => format!("at the enemy King on {to}"),
            Target::Blocked(at) => {
                let kind = self.position.kind_at(at).map_or("", Kind::name);
                format!("not to {to}, as the enemy {kind} on {at} is in between")
            }
        }
    }

    /// Returns what is in its way; for a Liner, the words about its lines say it.
    pub(super) fn blockers_words(&self) -> Option<String> {
        let blockers = self.blocking_men();
        if blockers.is_empty() || self.kind == Kind::Liner {
            return None;
        }
        if self.kind == Kind::Pawn {
            let man = blockers.filter_map(|at| Some(the(self.position.kind_at(at)?, at)));
            return Some(sentence(&format!("{} is in its way", list(man))));
        }
        let jump_blockers = self.jump_blockers();
        let (friends, enemies): (Vec<&JumpBlocker>, Vec<&JumpBlocker>) =
            jump_blockers.iter().partition(|blocker| blocker.why == NoJump::Friend);
        let own = if jump_blockers.is_empty() {
            blockers
        } else {
            friends.iter().map(|blocker| blocker.at).collect()
        };
        let mut sentences = Vec::new();
        match own.size() {
            0 => {}
            1 => sentences.push(format!("A man of its own side stands on {}.", list(own))),
            _ => sentences.push(format!("Men of its own side stand on {}.", list(own))),
        }
        let words = enemies.iter().map(|blocker| blocker.words(&self.position));
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            sentences.push(format!("It cannot take {}.", words.join("; nor ")));
        }
        Some(sentences.join(" "))
    }

    /// Returns what compulsory captures forbid it to do.
    pub(super) fn compulsory_words(&self) -> Option<String> {
        let (jumps, steps): (Vec<Move>, Vec<Move>) =
            self.withheld.iter().partition(|mv| self.position.is_capture(**mv));
        let mut sentences = Vec::new();
        if !steps.is_empty() && self.position.options().must_capture() == MustCapture::Army {
            let captures = list(self.captures().iter().map(|mv| format!("`{mv}`")));
            sentences.push(format!(
                "Checkers and Damas must take while one of them can (`must_capture=army`): {captures}."
            ));
        } else if !steps.is_empty() {
            sentences.push("It can take, so it must (`must_capture=piece`).".to_owned());
        }
        if !jumps.is_empty() {
            let names = list(jumps.iter().map(|mv| format!("`{mv}`")));
            sentences.push(format!("Captures are carried to their end, which leaves out {names}."));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Returns which of its moves its King forbids, grouped by the man that would attack the King.
    pub(super) fn exposing_words(&self) -> Option<String> {
        if self.exposing.is_empty() || self.kind == Kind::King {
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
        let mut sources: Vec<Sq> = self.exposing.iter().map(|one| one.by).collect();
        sources.sort_unstable();
        sources.dedup();
        let of_source = |by: &Sq| {
            let of_source: Vec<&ExposingMove> =
                self.exposing.iter().filter(|one| one.by == *by).collect();
            let reason = of_source.first()?.words(&self.position, self.owner);
            let what = match of_source.as_slice() {
                _ if self.is_pinned() => "It cannot move now".to_owned(),
                [one] => format!("`{}` is not allowed", one.mv),
                several => {
                    let names = several.iter().map(|one| format!("`{}`", one.mv));
                    format!("{} are not allowed", list(names))
                }
            };
            Some(format!("{what}: {reason}."))
        };
        let sentences: Vec<String> = sources.iter().filter_map(of_source).collect();
        Some(sentences.join(" "))
    }

    /// The squares beside a King that enemies attack: `… where an enemy reaches it: d2 by the
    /// Knight on b1.`
    pub(super) fn covered_words(&self) -> Option<String> {
        if self.kind != Kind::King || self.exposing.is_empty() {
            return None;
        }
        let mut sources: Vec<(Sq, Kind)> =
            self.exposing.iter().map(|danger| (danger.by, danger.kind)).collect();
        sources.sort_unstable();
        sources.dedup();
        let covered = sources.into_iter().map(|(by, kind)| {
            let of_source = self.exposing.iter().filter(|one| one.by == by);
            format!("{} by {}", list(of_source.map(|one| one.mv.to())), the(kind, by))
        });
        let covered: Vec<String> = covered.collect();
        Some(format!("It may not go where an enemy reaches it: {}.", covered.join("; ")))
    }
}
