//! The people of the editions: how they play, and how they take part.

use engine::{Job, Limit, best_move};
use table::{Game, HOUR, MINUTE, Millis, Person, PersonId, Platform, SECOND};

use crate::support::chance::Chance;

/// The key of the first person.
pub(super) const FIRST_KEY: usize = 1_000;

/// Somebody who may play.
#[derive(Clone, Debug)]
pub(super) struct Someone {
    pub(super) person: Person,
    /// The level of the bot that chooses their moves; 0 takes any legal one.
    level: u8,
    is_slow: bool,
}

impl Someone {
    pub(super) fn new(n: usize, chance: &mut Chance) -> Self {
        let id = PersonId::new(Platform::Discord, (FIRST_KEY + n).to_string());
        let level = u8::try_from(chance.below(3)).expect("few");
        let person = Person { id, name: format!("player{n}") };
        Self { person, level, is_slow: chance.happens(20) }
    }

    /// Returns how they are mentioned in what is typed.
    pub(super) fn mention(&self) -> String {
        format!("<@{}>", self.person.id.key())
    }

    /// After how long they act who have seen a board.
    pub(super) fn hesitates(&self, chance: &mut Chance, is_league: bool) -> Millis {
        match (is_league, self.is_slow) {
            (true, false) => chance.between(10 * MINUTE, 6 * HOUR),
            (true, true) => chance.between(2 * HOUR, 20 * HOUR),
            (false, false) => chance.between(4 * SECOND, 15 * SECOND),
            (false, true) => chance.between(10 * SECOND, 50 * SECOND),
        }
    }

    /// The move that they play.
    pub(super) fn chooses(&self, chance: &mut Chance, game: &Game) -> String {
        let position = game.position();
        let moves = position.moves();
        let any = chance.one_of(&moves).clone();
        if self.level == 0 || chance.happens(20) {
            return any;
        }
        let job = Job {
            kind: game.kind(),
            options: game.options().to_owned(),
            positions: vec![position.position_text()],
            limit: Limit::Level(self.level),
            seed: chance.below(1 << 30) as u64,
            ply: position.ply(),
        };
        best_move(&job, &|| false).map_or(any, |best| best.mv)
    }
}

/// How somebody takes part in an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    Regular,
    /// They enter, but do not say that they are there.
    Absent,
    /// They enter during this round.
    Late(usize),
    /// They change their mind before it begins.
    Reconsiders,
    /// They leave during this round, and come back after a while or not.
    Leaves(usize, bool),
    /// They come to no game.
    Sleeps,
    /// They do not come to the game of this round.
    Misses(usize),
    /// They do not go on with the game of this round.
    Stops(usize),
    /// They sit out the round after this many.
    Rests(usize),
}

impl Habit {
    pub(super) fn of(chance: &mut Chance) -> Self {
        let round = chance.below(4);
        match chance.below(100) {
            0..4 => Self::Absent,
            4..9 => Self::Late(round),
            9..11 => Self::Reconsiders,
            11..17 => Self::Leaves(round, chance.happens(40)),
            17..20 => Self::Sleeps,
            20..23 => Self::Misses(round),
            23..29 => Self::Stops(round),
            29..36 => Self::Rests(round),
            _ => Self::Regular,
        }
    }
}
