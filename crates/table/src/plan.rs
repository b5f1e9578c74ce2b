//! Conditional moves: what somebody has said beforehand about the next plies of a game, as a tree of
//! conditions and replies.

mod draft;
mod fault;
mod future;

pub use draft::TypedClause;
pub use fault::PlanFault;

use std::fmt;

use games::Seat;
use scene::FightVerdict;
use serde::{Deserialize, Serialize};

/// How many replies and conditions a plan may have.
pub const MAX_PLAN_NODES: usize = 60;
/// How many conditions may follow one another in a plan.
pub const MAX_PLAN_DEPTH: usize = 20;
/// How many characters the canonical text of a plan may have, so that one message can show it.
pub const MAX_PLAN_TEXT: usize = 1_500;

/// The word of a condition that each ply meets.
const ANY: &str = "any";
/// The word of a condition that each ply meets after which the reply is legal.
pub const LEGAL: &str = "legal";

/// The conditional moves of one seat. They hang on a position: the first conditions are about the
/// next ply, whoever plays it.
///
/// It is its owner's secret until it is played, so its debug form shows nothing of it. `Display`
/// writes the lines that read as the same plan.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Plan(Vec<Branch>);

/// One condition about the next ply, with what follows if it holds.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Branch {
    /// The condition that the next ply must meet.
    when: Condition,
    /// The move that the owner plays then; `None` where the next ply is the owner's own, after which
    /// the opponent replies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    /// The plans for the ply after that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    then: Vec<Self>,
}

/// The condition that a ply must meet for a plan to go on.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Condition {
    /// Any ply at all.
    Any,
    /// Any ply after which the reply is legal.
    Legal,
    /// A fight that ends like this.
    Fight(FightVerdict),
    /// This move in canonical text; a fight also with this end, if one is named.
    Move(String, Option<FightVerdict>),
}

/// A condition of a plan and the reply to it, in words of a line.
#[derive(Clone, PartialEq, Eq)]
pub struct PlanStep {
    /// The condition on the ply.
    pub when: String,
    /// The move that the owner plays then; `None` where the ply is the owner's own.
    pub reply: Option<String>,
}

/// A ply that was played, as far as conditions ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPly<'a> {
    /// Who played it.
    pub seat: Seat,
    /// The move in canonical text.
    pub mv: &'a str,
    /// The verdict of its fight, if it was one.
    pub fight: Option<FightVerdict>,
}

/// The course of a plan after a ply that fits it.
#[derive(Clone, PartialEq, Eq)]
pub struct Continuation {
    /// The move that is to be played now; `None` where the ply was the owner's own.
    pub reply: Option<String>,
    /// The rest of the plan after that.
    pub rest: Plan,
}

impl Plan {
    /// Returns how the plan of `owner` goes on after this ply, by the first condition that fits; `None` if none
    /// does. `read` gives the legal move that a reply is as things stand, if it is one.
    #[must_use]
    pub fn after(
        &self,
        owner: Seat,
        ply: PlayedPly<'_>,
        read: impl Fn(&str) -> Option<String>,
    ) -> Option<Continuation> {
        let fits = |branch: &&Branch| {
            branch.when.holds(ply) && branch.reply.is_some() == (ply.seat != owner)
        };
        self.0.iter().filter(fits).find_map(|branch| {
            let reply = match (&branch.when, &branch.reply) {
                (Condition::Legal, Some(reply)) => Some(read(reply)?),
                (_, reply) => reply.clone(),
            };
            Some(Continuation { reply, rest: Self(branch.then.clone()) })
        })
    }

    /// Returns `true` if nothing is left of it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if its first conditions are about the owner's own next ply.
    #[must_use]
    pub fn waits_for_owner(&self) -> bool {
        self.0.first().is_some_and(|branch| branch.reply.is_none())
    }

    /// Its lines, from the first condition to a last reply each: `if e7-e5 then g1-f3`.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.paths().iter().map(|path| line_of(path)).collect()
    }

    /// Its lines as steps.
    #[must_use]
    pub fn paths(&self) -> Vec<Vec<PlanStep>> {
        paths_of(&self.0)
    }

    /// The text as which it is stored.
    #[must_use]
    pub fn to_stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Self::to_stored`] writes; `None` if the text is anything else.
    #[must_use]
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Returns how many conditions it has.
    fn size(&self) -> usize {
        fn size_of(branches: &[Branch]) -> usize {
            branches.iter().map(|branch| 1 + size_of(&branch.then)).sum()
        }
        size_of(&self.0)
    }
}

fn paths_of(branches: &[Branch]) -> Vec<Vec<PlanStep>> {
    let mut paths = Vec::new();
    for branch in branches {
        let step = PlanStep { when: branch.when.to_string(), reply: branch.reply.clone() };
        if branch.then.is_empty() {
            paths.push(vec![step]);
            continue;
        }
        let rest = paths_of(&branch.then).into_iter();
        paths.extend(rest.map(|rest| [step.clone()].into_iter().chain(rest).collect()));
    }
    paths
}

/// The steps of a line as they are typed.
fn line_of(path: &[PlanStep]) -> String {
    let mut line = String::new();
    let mut is_own = false;
    for PlanStep { when, reply } in path {
        // Whatever the opponent replies to the owner's own ply goes without saying.
        if !(is_own && when == ANY) {
            line.push_str(if line.is_empty() { "if " } else { " if " });
            line.push_str(when);
        }
        if let Some(reply) = reply {
            line.push_str(" then ");
            line.push_str(reply);
        }
        is_own = reply.is_none();
    }
    line
}

impl Condition {
    fn holds(&self, ply: PlayedPly<'_>) -> bool {
        match self {
            Self::Any | Self::Legal => true,
            Self::Fight(verdict) => ply.fight == Some(*verdict),
            Self::Move(mv, verdict) => mv == ply.mv && (verdict.is_none() || *verdict == ply.fight),
        }
    }

    /// Returns `true` if each ply that fits `other` fits this one, so that `other` behind it is never asked.
    fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any, _) => true,
            // Another reply may be legal where this one is not.
            (Self::Legal, _) => false,
            (Self::Fight(one), Self::Fight(two) | Self::Move(_, Some(two))) => one == two,
            (Self::Move(one, end), Self::Move(two, ending)) => {
                one == two && (end.is_none() || end == ending)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str(ANY),
            Self::Legal => f.write_str(LEGAL),
            Self::Fight(verdict) => f.write_str(verdict_word(*verdict)),
            Self::Move(mv, None) => f.write_str(mv),
            Self::Move(mv, Some(verdict)) => write!(f, "{mv} {}", verdict_word(*verdict)),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join(", "))
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plan(…)")
    }
}

impl fmt::Debug for PlanStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlanStep(…)")
    }
}

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation(…)")
    }
}

/// The word by which a condition asks for a fight that ends like this.
#[must_use]
pub const fn verdict_word(verdict: FightVerdict) -> &'static str {
    match verdict {
        FightVerdict::Hit => "hit",
        FightVerdict::Push => "push",
        FightVerdict::Lost => "lost",
    }
}

/// Returns how a fight must end, by the word of a condition; `None` for any other word.
#[must_use]
pub fn verdict_of(word: &str) -> Option<FightVerdict> {
    [FightVerdict::Hit, FightVerdict::Push, FightVerdict::Lost]
        .into_iter()
        .find(|verdict| verdict_word(*verdict).eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests;
