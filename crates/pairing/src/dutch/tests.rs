use judge::judge;

use super::super::{
    history::{Bye, Entry, PairingHistory, Player, PointSystem, Score},
    trf,
};
use super::{form::Float, *};

mod gacrux;
mod judge;

/// A small generator, so that the same events come everywhere.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn one_in(&mut self, limit: u64) -> bool {
        self.below(limit) == 0
    }
}

pub(crate) fn chance(seed: u64) -> Chance {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..8).for_each(|_| {
        chance.below(2);
    });
    chance
}

pub(crate) fn empty(players: u32, rounds: usize) -> PairingHistory {
    let player = |number| Player {
        number,
        name: format!("P{number}"),
        rating: 2500 - number,
        entries: Vec::new(),
        acceleration: Vec::new(),
    };
    PairingHistory {
        name: "Test".into(),
        rounds,
        played: 0,
        initial: Some(Colour::White),
        players: (1..=players).map(player).collect(),
        forbidden: Vec::new(),
        points: PointSystem::default(),
    }
}

/// Some are not there in the next round, and have asked for it or not.
fn absences(event: &mut PairingHistory, chance: &mut Chance) {
    let played = event.played;
    for player in &mut event.players {
        let late = played < 3
            && player.entries.iter().all(|entry| *entry == Entry::Absent)
            && player.number % 7 == 3;
        let gone = player.entries.len() == played
            && played > 0
            && player.rating % 11 == 0
            && chance.one_in(4);
        if late && chance.one_in(2) {
            player.entries.push(Entry::Absent);
        } else if gone || chance.one_in(14) {
            let bye = [Bye::Half, Bye::Zero, Bye::Zero, Bye::Full][chance.below(4) as usize];
            let bye = if bye == Bye::Full && !chance.one_in(4) { Bye::Half } else { bye };
            player.entries.push(Entry::Bye { bye });
        }
    }
}

/// Plays a round as it was paired.
pub(crate) fn play(event: &mut PairingHistory, pairing: &Pairing, chance: &mut Chance) {
    let mut set = |number: Number, entry: Entry| {
        let player = event
            .players
            .iter_mut()
            .find(|one| one.number == number)
            .expect("paired players exist");
        player.entries.push(entry);
    };
    for &(white, black) in &pairing.games {
        let scores = match chance.below(10) {
            0..4 => (Score::Win, Score::Loss),
            4..7 => (Score::Draw, Score::Draw),
            _ => (Score::Loss, Score::Win),
        };
        let forfeit = chance.one_in(15);
        for (one, other, colour, score) in
            [(white, black, Colour::White, scores.0), (black, white, Colour::Black, scores.1)]
        {
            let entry = match (forfeit, score) {
                (true, Score::Draw) => {
                    Entry::Forfeit { opponent: other, colour: Some(colour), score: Score::Loss }
                }
                (true, score) => Entry::Forfeit { opponent: other, colour: Some(colour), score },
                (false, score) => Entry::Game { opponent: other, colour, score },
            };
            set(one, entry);
        }
    }
    if let Some(number) = pairing.bye {
        set(number, Entry::Bye { bye: Bye::Allocated });
    }
    event.played += 1;
    for player in &mut event.players {
        player.entries.resize(event.played, Entry::Absent);
    }
}

/// The floats of four players, of whom the first and the third have won, from a second round as it stands in a file.
fn floats_after(round: [&str; 4]) -> [Float; 4] {
    let first = ["   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0"];
    let line = |at| format!("001 {:>4}{:>83}{}  {}\n", at + 1, "", first[at], round[at]);
    let text: String = (0..4).map(line).collect();
    let event = trf::read(&text).expect("is in the form").event;
    assert_eq!(event.played, 2);
    let mut forms = form::forms(&event);
    forms.sort_by_key(|form| form.number);
    [0, 1, 2, 3].map(|at: usize| forms[at].floats[0])
}

#[test]
fn a_game_floats_and_points_without_one_but_no_loss_without_one() {
    use Float::{Down, None, Up};
    // 1 and 3 have a point, 2 and 4 have none.
    for (round, floats) in [
        (["   4 w 0", "   3 w 0", "   2 b 1", "   1 b 1"], [Down, Up, Down, Up]),
        (["   3 w 0", "   4 w =", "   1 b 1", "   2 b ="], [None; 4]),
        // The higher loses without playing and the lower wins so, and the other way round; then nobody comes.
        (["   4 w -", "   3 w -", "   2 b +", "   1 b +"], [None, None, Down, Down]),
        (["   4 w +", "   3 w +", "   2 b -", "   1 b -"], [Down, Down, None, None]),
        (["   4 w -", "   3 w -", "   2 b -", "   1 b -"], [None; 4]),
        // Between equals the same.
        (["   3 w -", "   4 w +", "   1 b +", "   2 b -"], [None, Down, Down, None]),
        (["   3 w -", "   4 w -", "   1 b -", "   2 b -"], [None; 4]),
        // Without an opponent there is one for points alone.
        (["0000 - U", "0000 - H", "0000 - F", "0000 - Z"], [Down, Down, Down, None]),
        (["        ", "   3 w 1", "   2 b 0", "0000 - -"], [None, Up, Down, None]),
    ] {
        assert_eq!(floats_after(round), floats, "{round:?}");
    }
}

/// In round 2 Dan lost without playing and Ann won so: she has floated down, and he has not floated up.
#[test]
fn a_loss_without_playing_is_no_float() {
    let rows = [
        ("Ann", "1.0", "   4 w -     4 w +"),
        ("Ben", "1.5", "   5 b +     3 b ="),
        ("Cem", "1.5", "   6 w +     2 w ="),
        ("Dan", "1.0", "   1 b +     1 b -"),
        ("Eve", "0.5", "   2 w -     6 w ="),
        ("Fay", "0.5", "   3 b -     5 b ="),
    ];
    let row = |(at, (name, points, rounds)): (usize, &(&str, &str, &str))| {
        format!("001 {:>4}      {name:<33}{:>33}{points:>4} {:>4}  {rounds}\n", at + 1, "", at + 1)
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    let event = trf::read(&format!("XXR 5\nXXC white1\n{rows}")).expect("is in the form").event;
    let games = pair(&event).expect("can be paired").games;
    assert_eq!(games, [(2, 1), (6, 3), (4, 5)]);
}

/// 5 has had the points of a win for nothing, and 4 meets one of the three above, who have all met: so the bye comes
/// to one of the others, in the bracket of 5. It is the first, who has missed a round less than the second (C9).
#[test]
fn who_was_moved_down_gets_the_bye_by_what_was_missed() {
    let rounds = [
        ["   2 w =", "   3 b =", "0000 - H", "   4 b ="],
        ["   1 b =", "0000 - H", "   3 w =", "0000 - H"],
        ["0000 - H", "   1 w =", "   2 b =", "0000 - H"],
        ["0000 - F", "0000 - Z", "0000 - Z", "   1 w ="],
        ["0000 - F", "0000 - Z", "0000 - Z", "0000 - Z"],
    ];
    let line = |at: usize| format!("001 {:>4}{:>83}{}\n", at + 1, "", rounds[at].join("  "));
    let text: String = (0..5).map(line).collect();
    let pairing = strict(&trf::read(&text).expect("is in the form").event).expect("can be paired");
    assert_eq!((pairing.games, pairing.bye), (vec![(3, 4), (5, 2)], Some(1)));
}

fn unordered(field: &Field, pairing: &Pairing) -> (Vec<(Number, Number)>, Option<Number>) {
    let place = |number: Number| field.forms.iter().position(|form| form.number == number);
    let mut games: Vec<_> = pairing
        .games
        .iter()
        .map(|&(one, other)| if place(one) < place(other) { (one, other) } else { (other, one) })
        .collect();
    games.sort_unstable();
    (games, pairing.bye)
}

#[test]
fn the_same_as_trying_everything() {
    let events = 150;
    let mut compared = 0;
    let mut stuck = 0;
    for seed in 0..events {
        let mut chance = chance(seed + 1);
        let players = 2 + chance.below(7) as u32;
        let rounds = 2 + chance.below(6) as usize;
        let mut event = empty(players, rounds);
        for _ in 0..rounds {
            absences(&mut event, &mut chance);
            let field = Field::new(&event, false);
            let slow = judge(&field).map(|(mut games, bye)| {
                games.sort_unstable();
                (games, bye)
            });
            let fast = strict(&event).ok().map(|pairing| unordered(&field, &pairing));
            assert_eq!(
                fast,
                slow,
                "seed {seed}, round {}\n{}",
                event.played + 1,
                super::super::trf::write(&event)
            );
            compared += 1;
            stuck += usize::from(fast.is_none());
            let Ok(pairing) = pair(&event) else { break };
            play(&mut event, &pairing, &mut chance);
        }
    }
    assert!(compared > 400 && stuck > 0, "{compared} rounds, {stuck} without a pairing");
}

#[test]
fn absolute_criteria_hold() {
    let events = 40;
    for seed in 0..events {
        let mut chance = chance(seed + 77);
        let players = 2 + chance.below(39) as u32;
        let rounds = 3 + chance.below(7) as usize;
        let mut event = empty(players, rounds);
        for _ in 0..rounds {
            absences(&mut event, &mut chance);
            let Ok(pairing) = pair(&event) else { panic!("seed {seed}: stuck") };
            let field = Field::new(&event, false);
            let mut seen: Vec<Number> =
                pairing.games.iter().flat_map(|game| [game.0, game.1]).chain(pairing.bye).collect();
            seen.sort_unstable();
            let mut wanted: Vec<Number> = field.forms.iter().map(|form| form.number).collect();
            wanted.sort_unstable();
            assert_eq!(seen, wanted, "seed {seed}");
            if pairing.given_up.is_empty() {
                let at = |number| {
                    field.forms.iter().position(|form| form.number == number).expect("is there")
                };
                for &(one, other) in &pairing.games {
                    assert!(field.broken(at(one), at(other)).is_some(), "seed {seed}");
                }
                if let Some(bye) = pairing.bye {
                    assert!(field.forms[at(bye)].bye, "seed {seed}");
                }
            } else {
                assert_eq!(strict(&event), Err(Impossible));
            }
            play(&mut event, &pairing, &mut chance);
        }
    }
}
