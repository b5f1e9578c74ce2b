//! Whole matches of random actions, in every game and with every number of seats.

use games::{ArrangementStep, SeatSet, random::Random};

use super::*;
use crate::{
    Answer, LegalMove,
    Proposed::{Draw, Takeback},
    Replayed, StoredGame,
    record::{Record, Verdict, verify},
    start_position,
};

/// The most actions of one match.
const ACTIONS: usize = 120;
const MATCHES: u64 = 12;

/// One random action; most of them are moves. Any of them may be refused.
fn act(game: &mut Game, random: &mut Random) -> Result<Vec<LogEntry>, ActionError> {
    let at = NOW + Millis::try_from(random.below(1_000)).unwrap();
    let n = usize::from(game.position().n_seats());
    let one = Seat::from_index(u8::try_from(random.below(n)).unwrap()).unwrap();
    let salt = format!("m{}", random.below(1_000));
    let stamp = Stamp { at, salt: (random.below(3) > 0).then_some(&salt) };
    match random.below(72) {
        0 => game.resign(one, at),
        1 => game.run_out_of_time(one, at),
        2 => game.forfeit(one, at),
        3..8 => {
            let answers = [(one, *random.pick(&[Answer::Accept, Answer::Decline]))];
            let answers = if random.below(2) == 0 { &answers[..] } else { &[] };
            game.propose(Draw, game.position().to_move(), answers, at)
        }
        8..12 => game.accept_proposal(Draw, &[one], at),
        12 => game.decline_proposal(Draw, one, at),
        13 => game.abort(one, at),
        14..18 => game.propose(Takeback, one, &[], at),
        18..24 => game.accept_proposal(Takeback, &[one], at),
        24 => game.decline_proposal(Takeback, one, at),
        25 if random.below(4) == 0 => game.adjudicate(SeatSet::of(one), at),
        _ if game.position().arranging().is_some() => arrange(game, random, one, stamp),
        _ => play(game, random, stamp),
    }
}

fn play(
    game: &mut Game,
    random: &mut Random,
    stamp: Stamp<'_>,
) -> Result<Vec<LogEntry>, ActionError> {
    let position = game.position();
    let moves: Vec<LegalMove> =
        position.moves().iter().filter_map(|text| position.legal_move(text)).collect();
    if moves.is_empty() {
        return Err(ActionError::NotRunning);
    }
    let mv = random.pick(&moves).clone();
    game.play(&mv, random.below(5) == 0, stamp)
}

fn arrange(
    game: &mut Game,
    random: &mut Random,
    seat: Seat,
    stamp: Stamp<'_>,
) -> Result<Vec<LogEntry>, ActionError> {
    let arrangement = game.position().arranging().unwrap();
    if arrangement.is_open() {
        let placings = arrangement.placings();
        let step = match random.below(placings.len() + 1).checked_sub(1) {
            Some(at) => ArrangementStep::Place(placings[at].clone()),
            None => ArrangementStep::Hold,
        };
        return game.place_openly(step, stamp);
    }
    let name = *random.pick(arrangement.names());
    let Ok(army) = arrangement.changed(seat, name, &mut |n| random.below(n.max(1))) else {
        return Err(ActionError::StillArranging);
    };
    if random.below(2) == 0 {
        game.draft(seat, army, stamp.at)
    } else {
        game.seal_army(seat, army, "0f".repeat(16), stamp)
    }
}

/// Returns what is stored of a game, and nothing that could be replayed from its log.
fn stored(game: &Game) -> StoredGame {
    StoredGame {
        new: NewGame {
            no: game.no(),
            kind: game.kind(),
            options: game.options().to_owned(),
            place: game.place().clone(),
            server: None,
            seats: game.seats().to_vec(),
            terms: game.terms().clone(),
            secret: game.secret().clone(),
            salt: game.last_salt().to_owned(),
            at: game.created(),
        },
        scheme: game.scheme(),
        stage: game.stage(),
        plies: game.position().ply(),
        announced: game.announced(),
        version: game.version(),
        idle_from: None,
        moved: game.moved(),
        log: game.log().to_vec(),
    }
}

/// All that is to be told of a game, apart from its log.
fn state(game: &Game) -> String {
    let position = game.position();
    let (repeatable, arrangement) = (position.positions_since_irreversible(), position.arranging());
    let drafts = Seat::all(position.n_seats()).map(|seat| arrangement.map(|men| men.draft(seat)));
    format!(
        "{:?} {:?} {:?} {:?} {repeatable:?} {:?} {}",
        StoredGame { log: Vec::new(), ..stored(game) },
        [Draw, Takeback].map(|what| game.proposal(what)),
        position.awaits(),
        position.active(),
        drafts.collect::<Vec<_>>(),
        game.curve.rolls(),
    )
}

/// Plays a random match, and checks what can be made of its log lines.
fn check(mut game: Game, random: &mut Random) {
    let start = || start_position(game.kind(), game.options()).unwrap();
    let mut curve = Replayed::new(start());
    game.start(|n| u32::try_from(random.below(n as usize)).unwrap(), said("m2")).unwrap();
    let mut told = Vec::new();
    for _ in 0..ACTIONS {
        let before = format!("{game:?}");
        match act(&mut game, random) {
            Ok(added) => {
                assert!(!added.is_empty());
                told.extend(added);
            }
            Err(_) => assert_eq!(format!("{game:?}"), before, "a refusal leaves no trace"),
        }
    }
    assert_eq!(told, game.log());
    for entry in &told {
        curve.take(&entry.event).unwrap();
    }
    assert_eq!(curve.position().position_text(), game.position().position_text());
    assert_eq!(
        (curve.outcome(), [Draw, Takeback].map(|what| curve.proposal(what))),
        (game.outcome(), [Draw, Takeback].map(|what| game.proposal(what)))
    );
    let restored = Game::restore(stored(&game)).unwrap();
    assert_eq!(state(&restored), state(&game));
    assert_eq!(restored.log(), game.log());

    let record = Record::of_game(&game);
    let text = record.to_text();
    assert_eq!(Record::parse(&text).as_ref(), Ok(&record), "{text}");
    let verdict = verify(&text).unwrap().verdict;
    // A game that is over shows all that proves it; only armies that were never revealed stay hidden.
    let is_hidden = record.armies.iter().any(|army| army.text.is_none());
    let is_proven = verdict == Verdict::Proven;
    assert_eq!(is_proven, !is_hidden && record.secret.is_some() == record.commitment.is_some());
}

#[test]
fn the_log_lines_of_actions_replay_to_the_same_game() {
    let mut random = Random::new(14);
    for kind in GameKind::ALL {
        let lines = games::option_words(kind).0;
        for n in seats(kind) {
            for round in 0..MATCHES {
                let occupants = (1..=n).map(|i| sits(&format!("p{i}"))).collect();
                // Every option takes part in some of the matches.
                let line = &lines[usize::try_from(round).unwrap() % lines.len()];
                let values = line.values.suggestions().into_iter();
                let mut options: Vec<String> =
                    values.map(|value| format!("{}={value}", line.key)).collect();
                options.retain(|text| canonical_options(kind, text, n).is_ok());
                let chosen = options.get(random.below(options.len().max(1)));
                let chosen = chosen.map_or("", String::as_str);
                check(offer_of(kind, chosen, occupants), &mut random);
            }
        }
    }
}
