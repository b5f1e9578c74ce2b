//! An edition as pairing and standings see it.

use pairing::history::{Bye, Colour, Entry, PairingHistory, Player, PointSystem, Score};

use super::{
    edition::Edition,
    entrant::Entrant,
    results::{GameResult, Results},
    round::{Free, Round},
};

/// The edition after the rounds that were paired. A game without a result counts as if it were not there.
///
/// With `is_out` it is as the next round is to be paired: of whom this is true has an entry more, and is not
/// paired in it.
pub(super) fn field(
    edition: &Edition,
    results: &Results,
    is_out: Option<&dyn Fn(&Entrant) -> bool>,
) -> PairingHistory {
    let played = edition.rounds().len();
    let players = edition.players().filter_map(|one| {
        let number = one.number?;
        let rounds = edition.rounds().iter().enumerate();
        let mut entries: Vec<Entry> =
            rounds.map(|(at, round)| entry(edition, one, (at, round), results)).collect();
        match is_out {
            Some(is_out) if is_out(one) => entries.push(entry_to_come(one, played)),
            _ => {}
        }
        Some(Player {
            number,
            name: one.name.clone(),
            rating: one.rating,
            entries,
            acceleration: Vec::new(),
        })
    });
    PairingHistory {
        name: edition.settings().name.clone(),
        rounds: edition.planned_rounds(),
        played,
        initial: Some(edition.settings().initial),
        players: players.collect(),
        forbidden: Vec::new(),
        points: PointSystem::default(),
    }
}

/// Returns what a player has who is not paired in a round that is to come.
fn entry_to_come(one: &Entrant, round: usize) -> Entry {
    match one.byes.iter().position(|asked| *asked == round) {
        Some(0) => Entry::Bye { bye: Bye::Half },
        Some(_) => Entry::Bye { bye: Bye::Zero },
        None => Entry::Absent,
    }
}

/// Returns what a player did in a round, counted from 0.
fn entry(
    edition: &Edition,
    one: &Entrant,
    (at, round): (usize, &Round),
    results: &Results,
) -> Entry {
    let number = one.number.unwrap_or(0);
    for board in &round.boards {
        let seat = match number {
            number if number == board.white => Some((Colour::White, board.black)),
            number if number == board.black => Some((Colour::Black, board.white)),
            _ => None,
        };
        if let Some((colour, opponent)) = seat {
            let result = results.get(&board.game).filter(|result| edition.counts(result));
            let entry = result.and_then(|result: &GameResult| result.entry(colour, opponent));
            return entry.unwrap_or(Entry::Absent);
        }
    }
    let forfeit = |opponent, score| Entry::Forfeit { opponent, colour: None, score };
    match round.free.iter().find(|free| free.number == number).map(|free| free.why) {
        Some(Free::LeftOver) => Entry::Bye { bye: Bye::Allocated },
        Some(Free::AskedHalf) => Entry::Bye { bye: Bye::Half },
        Some(Free::AskedZero) => Entry::Bye { bye: Bye::Zero },
        Some(Free::Walkover(opponent)) => forfeit(opponent, Score::Win),
        Some(Free::Missing(opponent)) => forfeit(opponent, Score::Loss),
        // Whoever comes during the first round has half a point for it.
        None if one.came_in_first_round && at == 0 => Entry::Bye { bye: Bye::Half },
        Some(Free::Rests) | None => Entry::Absent,
    }
}
