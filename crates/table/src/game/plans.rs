//! Plies that were said beforehand: how conditional moves go on after a ply.

use std::fmt;

use dice::{bot_salt, planned_salt};
use games::{PlayError, Seat};

use super::{ActionError, Game};
use crate::{LogEntry, LogEvent, Millis, Occupant, Plan, PlayedPly, StoredPlan, move_ends};

/// The conditional moves of a seat, as they stand.
#[derive(Clone, PartialEq, Eq)]
pub struct HeldPlan {
    /// Whose they are.
    pub seat: Seat,
    /// How many plies had been played when they were registered or last went on.
    pub ply: u32,
    /// The plan for the next ply.
    pub plan: Plan,
    /// The salt of the message that registered them.
    pub salt: String,
    /// When that message was written.
    pub at: Millis,
}

impl HeldPlan {
    /// The conditional moves of a seat that are stored; `None` if they cannot be read.
    #[must_use]
    pub fn from_stored(seat: Seat, stored: StoredPlan) -> Option<Self> {
        let StoredPlan { ply, body, salt, at } = stored;
        Some(Self { seat, ply, plan: Plan::from_stored(&body)?, salt, at })
    }

    /// The form in which they are stored.
    #[must_use]
    pub fn to_stored(&self) -> StoredPlan {
        let Self { seat: _, ply, plan, salt, at } = self;
        StoredPlan { ply: *ply, body: plan.to_stored(), salt: salt.clone(), at: *at }
    }
}

impl fmt::Debug for HeldPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeldPlan(…)")
    }
}

/// The outcome of conditional moves after a ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// The new entries of the log.
    pub added: Vec<LogEntry>,
    /// The seats whose plies were played, in the order of these plies.
    pub played: Vec<Seat>,
    /// The seats whose conditional moves fit no longer, and are gone.
    pub lapsed: Vec<Seat>,
}

impl Game {
    /// Lets conditional moves go on after the ply that was just played: what applies and is legal is
    /// played at once, and so on after that. In `plans` there remains what still waits; the end of the
    /// match leaves nothing.
    ///
    /// # Errors
    /// [`ActionError`] if a reply cannot be played though it is legal, which would be our own fault.
    pub fn follow_plans(
        &mut self,
        plans: &mut Vec<HeldPlan>,
        at: Millis,
    ) -> Result<Followed, ActionError> {
        let mut followed = Followed::default();
        while let Some((seat, reply)) = self.next_planned(plans, &mut followed.lapsed) {
            let Some(plan) = plans.iter().position(|plan| plan.seat == seat) else { break };
            let salt = plans.get(plan).map_or("", |plan| plan.salt.as_str()).to_owned();
            followed.added.extend(self.play_planned(&reply, &salt, at)?);
            followed.played.push(seat);
            if let Some(plan) = plans.get_mut(plan) {
                plan.ply = self.position().ply();
            }
            plans.retain(|plan| !plan.plan.is_empty());
        }
        Ok(followed)
    }

    /// Lets each plan take the last ply, and gives the reply that one of them has to it.
    fn next_planned(
        &self,
        plans: &mut Vec<HeldPlan>,
        lapsed: &mut Vec<Seat>,
    ) -> Option<(Seat, String)> {
        if !self.is_running() {
            plans.clear();
            return None;
        }
        let ply = self.last_ply()?;
        let mut reply = None;
        plans.retain_mut(|held| {
            if held.ply == self.position().ply() {
                return true;
            }
            let is_next = held.ply + 1 == self.position().ply();
            let read = |reply: &str| {
                let mv = self.position().read(reply).ok()?.mv;
                // Whoever has come to the cell since is not the man who was meant.
                let (from, came) = (move_ends(&mv).0, move_ends(ply.mv).1);
                (from.is_empty() || from != came).then_some(mv)
            };
            let next = held.plan.after(held.seat, ply, read).filter(|_| is_next);
            let next = next.filter(|next| match &next.reply {
                Some(mv) => self.can_play(held.seat, mv),
                None => true,
            });
            let Some(next) = next else {
                lapsed.push(held.seat);
                return false;
            };
            held.plan = next.rest;
            held.ply = self.position().ply();
            if let Some(mv) = next.reply {
                reply = Some((held.seat, mv));
            }
            true
        });
        reply
    }

    /// Returns `true` if it is this seat's turn, and the move is legal now.
    fn can_play(&self, seat: Seat, mv: &str) -> bool {
        self.position().to_move() == seat && self.position().legal_move(mv).is_some()
    }

    /// The last ply, as conditions ask for it.
    fn last_ply(&self) -> Option<PlayedPly<'_>> {
        self.log().iter().rev().find_map(|entry| match &entry.event {
            LogEvent::Ply { seat, mv, .. } => {
                Some(PlayedPly { seat: *seat, mv, fight: self.position().last_verdict() })
            }
            _ => None,
        })
    }

    /// Returns what the ply before adds to the roll of one that it has triggered: the salt of the last message
    /// of a person, or that which the ply of a bot has or would have had.
    fn trigger_salt(&self) -> String {
        match self.last_ply().map(|ply| self.occupant(ply.seat)) {
            Some(Occupant::Bot(_)) => bot_salt(self.last_salt(), self.position().ply()),
            _ => self.last_salt().to_owned(),
        }
    }

    /// The seat to move plays what it has said beforehand, in a message with this salt.
    fn play_planned(
        &mut self,
        mv: &str,
        salt: &str,
        at: Millis,
    ) -> Result<Vec<LogEntry>, ActionError> {
        let legal = self.position().legal_move(mv).ok_or(PlayError::Illegal)?;
        let salt = planned_salt(salt, &self.trigger_salt());
        let before = self.log().len();
        self.play_with_salt(&legal, salt, at)?;
        Ok(self.added_after(before))
    }
}
