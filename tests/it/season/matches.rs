//! The games of the season: which are played, and what their players have in mind.

use games::{Roll, Seat};
use table::{AnyPosition, DAY, GameNo, HOUR, MINUTE, PlaceId, Platform};

use super::judge::Control;
use crate::support::chance::Chance;

/// The clocks, each as it is typed.
const CLOCKS: [(&str, Control); 7] = [
    ("2d/move", Control::PerMove(2 * DAY)),
    ("36h/move", Control::PerMove(36 * HOUR)),
    ("5d/move", Control::PerMove(5 * DAY)),
    ("7d+12h", Control::Bank(7 * DAY, 12 * HOUR)),
    ("3d+1d", Control::Bank(3 * DAY, DAY)),
    ("30m+10s", Control::Bank(30 * MINUTE, 10_000)),
    ("none", Control::None),
];

/// The four kinds of games, and the one for three.
const KINDS: [(&str, usize); 5] =
    [("lyra", 2), ("martian", 2), ("mix", 2), ("cyvasse", 2), ("martian", 3)];

pub(super) fn channel(n: usize) -> PlaceId {
    PlaceId::channel(Platform::Discord, (501 + n).to_string())
}

/// What somebody has said beforehand of the next plies.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// The position that it is about.
    pub(super) count: u32,
    /// A move of the opponent, and the reply to it; then the same again.
    pub(super) steps: Vec<(String, String)>,
}

/// A game, as its players know it.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) kind: &'static str,
    pub(super) clock: &'static str,
    pub(super) control: Control,
    pub(super) channel: usize,
    pub(super) n_people: usize,
    pub(super) no: Option<GameNo>,
    /// Who sits where.
    pub(super) seats: Vec<usize>,
    /// Which seats still play.
    pub(super) active: Vec<bool>,
    /// How often the position has changed: by a ply, a set-up, or somebody who left.
    pub(super) count: u32,
    pub(super) plies: u32,
    /// After so many somebody gives up.
    pub(super) length: u32,
    pub(super) said: Option<Said>,
    /// A move that has to be the next one, since the opponent counts on it.
    pub(super) promised: Option<String>,
    /// Nobody ever moves in it again.
    pub(super) is_forgotten: bool,
    pub(super) is_over: bool,
}

impl Match {
    pub(super) fn new(n: usize, chance: &mut Chance, channels: usize) -> Self {
        let (kind, n_people) = KINDS[if chance.happens(8) { 4 } else { n % 4 }];
        let (clock, control) = *chance.one_of(&CLOCKS);
        let is_live = clock == "30m+10s";
        Self {
            kind,
            clock,
            control,
            channel: chance.below(channels),
            n_people,
            no: None,
            seats: Vec::new(),
            active: vec![true; n_people],
            count: 0,
            plies: 0,
            length: u32::try_from(if is_live { 30 } else { 20 + chance.below(40) }).expect("few"),
            said: None,
            promised: None,
            is_forgotten: false,
            is_over: false,
        }
    }

    /// Returns what somebody types about it.
    pub(super) fn line(&self, words: &str) -> String {
        format!("{} {words}", self.no.expect("it has a number"))
    }
}

/// A move that throws no dice and does not end the game, with the position behind it.
fn quiet_move(
    position: &dyn AnyPosition,
    chance: &mut Chance,
) -> Option<(String, Box<dyn AnyPosition>)> {
    let moves = position.moves();
    for _ in 0..6 {
        let mv = moves.get(chance.below(moves.len().max(1)))?;
        if let Some(after) = played(position, mv) {
            return Some((mv.clone(), after));
        }
    }
    None
}

/// The position behind a move that throws no dice and does not end the game.
fn played(position: &dyn AnyPosition, mv: &str) -> Option<Box<dyn AnyPosition>> {
    let legal = position.legal_move(mv)?;
    let mut after = position.boxed_clone();
    after.play(&legal.mv, &Roll::NONE).ok().filter(|()| legal.dice.is_empty())?;
    after.outcome().is_none().then_some(after)
}

/// Returns what the opponent of whoever plays this move now may reply, once or twice in a row.
pub(super) fn replies(
    position: &dyn AnyPosition,
    mv: &str,
    chance: &mut Chance,
) -> Vec<(String, String)> {
    let mover: Seat = position.to_move();
    let (mut steps, mut position, mut mv) = (Vec::new(), position.boxed_clone(), mv.to_owned());
    for _ in 0..2 {
        let Some(after) = played(&*position, &mv).filter(|after| after.to_move() != mover) else {
            break;
        };
        let Some((reply, next)) = quiet_move(&*after, chance) else { break };
        steps.push((mv, reply));
        if next.to_move() != mover || chance.happens(60) {
            break;
        }
        let Some((promised, _)) = quiet_move(&*next, chance) else { break };
        (position, mv) = (next, promised);
    }
    steps
}
