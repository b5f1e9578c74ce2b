//! Comparison with gacrux, a program from PyPI that follows the rules of 2026, also with Baku's acceleration. It is
//! looked for where `PYTHON` says, else in `python3`; without it the tests that need it are skipped.

use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
};

use super::*;

/// An event that gacrux made: 17 players and 7 rounds, the first four accelerated.
const EVENT: &str = include_str!("gacrux.trf");

/// The event as it stood before a round, counted from 0.
fn before(event: &PairingHistory, round: usize) -> PairingHistory {
    let mut event = event.clone();
    event.played = round;
    for player in &mut event.players {
        let next = player.entry(round);
        player.entries.truncate(round);
        if !next.paired() {
            player.entries.resize(round, Entry::Absent);
            player.entries.push(next);
        }
    }
    event
}

/// The games and the bye of a round, counted from 0, in the order of the numbers.
fn paired(event: &PairingHistory, round: usize) -> (Vec<(Number, Number)>, Option<Number>) {
    let (mut games, mut bye) = (Vec::new(), None);
    for player in &event.players {
        match player.entry(round) {
            Entry::Game { opponent, colour: Colour::White, .. }
            | Entry::Forfeit { opponent, colour: Some(Colour::White), .. } => {
                games.push((player.number, opponent));
            }
            Entry::Bye { bye: Bye::Allocated } => bye = Some(player.number),
            _ => {}
        }
    }
    games.sort_unstable();
    (games, bye)
}

/// Pairs each round of a file anew, and gives their number.
fn pairs_the_same(file: &str, name: &str) -> usize {
    let reading = trf::read(file).expect(name);
    assert_eq!((reading.unpairable, reading.remarks), (None, Vec::new()), "{name}");
    let event = reading.event;
    for round in 0..event.played {
        let mut pairing = strict(&before(&event, round)).expect(name);
        pairing.games.sort_unstable();
        assert_eq!(
            (pairing.games, pairing.bye),
            paired(&event, round),
            "{name}, round {}",
            round + 1
        );
    }
    event.played
}

#[test]
fn an_accelerated_event_of_another_program_is_paired_the_same() {
    assert_eq!(pairs_the_same(EVENT, "the kept event"), 7);
    let plain: String = EVENT
        .lines()
        .filter(|line| !line.starts_with("250"))
        .map(|line| format!("{line}\n"))
        .collect();
    let event = trf::read(&plain).expect("is in the form").event;
    let mut pairing = strict(&before(&event, 0)).expect("can be paired");
    pairing.games.sort_unstable();
    assert_ne!(pairing.games, paired(&event, 0).0, "the acceleration matters");
}

/// Runs a module of gacrux; `None` if it is not there.
fn gacrux(module: &str, arguments: &[&str]) -> Option<Output> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let module = format!("gacrux.{module}");
    let output = Command::new(&python).arg("-m").arg(module).args(arguments).output().ok();
    let is_there = |output: &Output| !String::from_utf8_lossy(&output.stderr).contains("No module");
    let output = output.filter(is_there);
    if output.is_none() {
        eprintln!("skipped: `{python}` has no gacrux (pip install gacrux)");
    }
    output
}

/// Gacrux makes events, and each of their rounds is paired anew. It makes none where a round cannot be paired.
#[test]
#[ignore = "second tier: cargo xtask long"]
fn gacrux_is_followed_in_many_events() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("event.trf");
    let path = file.to_str().expect("a plain path");
    let mut rounds = [0, 0];
    for seed in 0..160 {
        let is_accelerated = seed % 2 == 1;
        let [number, players, length] = [seed, 10 + seed % 37, 5 + seed % 5].map(|n| n.to_string());
        let mut arguments = vec!["-g", &number, "1", "-p", &players, "-n", &length, "-o", path];
        arguments.extend(["-S", "0.04", "0.08", "0.1"]);
        arguments.extend(is_accelerated.then_some("-a"));
        let Some(_) = gacrux("tournamentgenerator", &arguments) else { return };
        if let Ok(made) = fs::read_to_string(path) {
            rounds[usize::from(is_accelerated)] += pairs_the_same(&made, &format!("event {seed}"));
            fs::remove_file(path).expect("was read");
        }
    }
    told("rounds of gacrux paired the same", rounds);
}

/// Says how many rounds were compared, of plain events and of accelerated ones.
fn told(what: &str, rounds: [usize; 2]) {
    eprintln!("{} {what}, {} of accelerated events", rounds[0] + rounds[1], rounds[1]);
    assert!(rounds.iter().all(|rounds| *rounds > 400), "{rounds:?}");
}

/// Events are played here, and gacrux pairs each of their rounds anew.
#[test]
#[ignore = "second tier: cargo xtask long"]
fn gacrux_follows_in_many_events() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rounds = [0, 0];
    for seed in 0..240 {
        let is_accelerated = seed % 2 == 1;
        let file = folder.path().join(format!("{seed}.trf"));
        rounds[usize::from(is_accelerated)] += played(seed, is_accelerated, &file);
        let path = file.to_str().expect("a plain path");
        let Some(output) = gacrux("pairingchecker", &["-i", path, "-o", "-", "-c", "-dT"]) else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        let file = fs::read_to_string(&file).expect("was written");
        assert!(said.contains("Check: True"), "seed {seed}:\n{said}\n{file}");
    }
    told("rounds paired the same by gacrux", rounds);
}

/// Plays an event, as long as the rules allow a pairing, writes it, and gives the number of its rounds.
fn played(seed: u64, is_accelerated: bool, file: &Path) -> usize {
    let mut chance = chance(seed + 1);
    let players = 6 + chance.below(25) as u32;
    let mut event = empty(players, 3 + chance.below(7) as usize);
    // C.04.7: half of the players, rounded up to an even number, in half of the rounds; a point in the first half of
    // those, half a point in the others.
    let (group, accelerated) = (players.div_ceil(4) * 2, event.rounds.div_ceil(2));
    let full = accelerated.div_ceil(2);
    let mut lines = "152 W\n192 FIDE_DUTCH_2026\n".to_owned();
    if is_accelerated {
        let bonus = |round: usize| if round < full { 10 } else { 5 };
        for player in event.players.iter_mut().take(group as usize) {
            player.acceleration = (0..accelerated).map(bonus).collect();
        }
        let line = |points, first: usize, last: usize| {
            format!("250      {points:>4} {first:>3} {last:>3}    1 {group:>4}\n")
        };
        lines = "152 W\n192 FIDE_DUTCH_2026_BAKU\n".to_owned() + &line("1.0", 1, full);
        lines.extend((full < accelerated).then(|| line("0.5", full + 1, accelerated)));
    }
    for _ in 0..event.rounds {
        absences(&mut event, &mut chance);
        let Ok(pairing) = strict(&event) else { break };
        play(&mut event, &pairing, &mut chance);
    }
    event.players.iter_mut().for_each(|player| player.entries.truncate(event.played));
    let mut plain = event.clone();
    plain.players.iter_mut().for_each(|player| player.acceleration.clear());
    fs::write(file, lines + &trf::write(&plain)).expect("can be written");
    event.played
}
