//! A round begins: its games are made and started, all in one change.

use event::{Board, EditionEvent, Form, NextRound, Unpairable, league_rounds, next_round};
use table::{EventGame, Game, GameNo, NewGame, OfferTerms, Person, SeatChoice};

use super::{
    crowded::{in_threads, paused_if_crowded},
    posts,
    progress::Progress,
};
use crate::{
    handling::{
        changes::{announced_in_words, change_of},
        step::{InternalError, SingleChange},
    },
    message::Reply,
    naming::names::mention,
    offers::start_event_game,
    text,
    time::notices::ping_as_wished,
};

/// The outcome of opening the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// It is open.
    Opened,
    /// It cannot be played here, and the event is paused.
    Paused,
    /// Its pairing is to be made first.
    Awaited,
    /// There is none.
    NoMore,
}

/// Opens the next round, or all rounds of a league.
///
/// # Errors
/// [`InternalError`] if a game cannot be made.
pub(super) fn open_next(progress: &mut Progress<'_>) -> Result<Opening, InternalError> {
    let rounds = match progress.edition.settings().form {
        Form::Evening => match next_of_evening(progress) {
            Ok(round) => vec![round],
            Err(Unpairable::Awaited) => return Ok(Opening::Awaited),
            Err(Unpairable::AllPlayed | Unpairable::NobodyLeft) => return Ok(Opening::NoMore),
        },
        Form::League if progress.edition.rounds().is_empty() => league_rounds(&progress.edition),
        Form::League => return Ok(Opening::NoMore),
    };
    if paused_if_crowded(progress, rounds.iter().map(|round| round.games.len()).sum())? {
        return Ok(Opening::Paused);
    }
    let in_threads = in_threads(progress)?;
    let first = progress.edition.rounds().len();
    let is_evening = progress.edition.settings().form == Form::Evening;
    // Where nobody has played, nothing has changed that is worth a message.
    let had_games = progress.edition.rounds().last().is_none_or(|last| !last.boards.is_empty());
    if is_evening && first > 0 && had_games && !was_taken_back(progress, first) {
        let reply = posts::standings(progress)?;
        progress.post(&format!("standings:{first}"), reply);
    }
    let mut games = Vec::new();
    for (next, round) in rounds.into_iter().zip(first..) {
        let (event, of_round) = paired(progress, next, round)?;
        progress.add(event)?;
        games.extend(of_round);
    }
    let reply = match is_evening {
        true => posts::round(progress, first, in_threads),
        false => posts::league(progress, in_threads),
    };
    if had_games || !games.is_empty() {
        // A round that was taken back is paired, and told, once more.
        let key = format!("round:{}:{}", first + 1, progress.edition.log().len());
        begin(progress, (&key, reply), games, in_threads);
    }
    Ok(Opening::Opened)
}

/// Begins these games. One post tells of all of them.
fn begin(
    progress: &mut Progress<'_>,
    (key, mut reply): (&str, Reply),
    games: Vec<SingleChange>,
    in_threads: bool,
) {
    for game in &games {
        ping_as_wished(progress.scope.world, &game.game, &mut reply.ping);
    }
    // Who reads it in the post need not be called by each board as well.
    let pinged = reply.ping.clone();
    let place = progress.edition.place().clone();
    progress.post(key, reply);
    for mut game in games {
        for reply in game.replies.iter_mut().filter(|reply| reply.place == place) {
            // In a thread its first message calls both.
            reply.ping.retain(|who| !in_threads && !pinged.contains(who));
        }
        progress.game(game);
    }
}

/// The next round of an evening. If its pairing is to be made first, it is noted for which event.
fn next_of_evening(progress: &mut Progress<'_>) -> Result<NextRound, Unpairable> {
    let (editions, no) = (progress.scope.world.editions(), progress.edition.no());
    let mut awaited = None;
    let pair = |event| {
        let pairing = editions.pairing(no, &event);
        if pairing.is_none() {
            awaited = Some(Box::new(event));
        }
        pairing
    };
    let next = next_round(&progress.edition, &progress.results, pair);
    progress.awaited = awaited;
    next
}

/// Takes the latest round back, in which nobody has moved. Its games that are still being played are closed, and their
/// numbers returned; `each_is_told` says whether that is told of each, also in the place of the event.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn take_back(
    progress: &mut Progress<'_>,
    round: usize,
    each_is_told: bool,
) -> Result<Vec<GameNo>, InternalError> {
    let mut closed = Vec::new();
    // Nothing else of the edition is being played.
    for game in progress.games_being_played()? {
        closed.push(game.no());
        let is_told = each_is_told || game.place() != progress.edition.place();
        close(progress, game, is_told.then_some(Called::Nobody))?;
    }
    progress.add(EditionEvent::Unpaired { round })?;
    Ok(closed)
}

/// Whom it calls that a game is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// Both players, who should know at once.
    Players,
    /// Nobody.
    Nobody,
}

/// Closes a game of the edition without a result, and tells of it in the place of the game, unless that is told
/// elsewhere.
///
/// # Errors
/// [`InternalError`] if the game cannot be closed.
pub(super) fn close(
    progress: &mut Progress<'_>,
    mut game: Game,
    told: Option<Called>,
) -> Result<(), InternalError> {
    let added = game.close_idle(progress.now())?;
    let calls = told == Some(Called::Players);
    let people: Vec<&Person> = game.people().filter(|_| calls).map(|(_, person)| person).collect();
    let called: Vec<String> = people.iter().map(|person| mention(person)).collect();
    let ping = people.into_iter().map(|person| person.id.clone()).collect();
    let words = text::event_game_closed(game.no(), progress.edition.no(), &called);
    let change = change_of(progress.scope, game, added);
    let change = match told {
        Some(_) => announced_in_words(progress.scope, change, words, ping),
        None => change,
    };
    progress.game_among_others(change);
    Ok(())
}

/// Returns `true` if a round was paired before, so that the standings before it are known.
fn was_taken_back(progress: &Progress<'_>, round: usize) -> bool {
    let is_it = |event: &EditionEvent| matches!(event, EditionEvent::Unpaired { round: taken } if *taken == round);
    progress.edition.log().iter().any(|entry| is_it(&entry.event))
}

/// The games of a round, and what the log says of them.
fn paired(
    progress: &Progress<'_>,
    next: NextRound,
    round: usize,
) -> Result<(EditionEvent, Vec<SingleChange>), InternalError> {
    let (mut boards, mut games) = (Vec::new(), Vec::new());
    for (&(white, black), pair) in next.games.iter().zip(1..) {
        let place = EventGame {
            edition: progress.edition.no(),
            round: u16::try_from(round + 1).unwrap_or(u16::MAX),
            pair,
        };
        let game = start_event_game(progress.scope, new_game(progress, (white, black), place)?)?;
        boards.push(Board { pair, white, black, game: game.game.no() });
        games.push(game);
    }
    let NextRound { free, given_up, .. } = next;
    Ok((EditionEvent::Paired { round, boards, free, given_up }, games))
}

/// The game of a pair as it is to be started.
fn new_game(
    progress: &Progress<'_>,
    (white, black): (u32, u32),
    place: EventGame,
) -> Result<Game, InternalError> {
    let (edition, world) = (&progress.edition, progress.scope.world);
    let settings = edition.settings();
    let missing = || InternalError(format!("{} has no such player", edition.no()));
    let players = [white, black].map(|number| edition.entrant(number));
    let [Some(white), Some(black)] = players else { return Err(missing()) };
    let terms = OfferTerms {
        seat_choice: SeatChoice::White,
        listed: true,
        clock: settings.clock,
        // Bots move nobody's rating.
        rated: settings.rated && white.person().is_some() && black.person().is_some(),
        event: Some(place),
        ..OfferTerms::default()
    };
    let EventGame { edition: no, round, pair } = place;
    let game = Game::offer(NewGame {
        no: world.fresh_no(),
        kind: settings.game,
        options: settings.options.clone(),
        place: edition.place().clone(),
        server: edition.server().cloned(),
        seats: vec![white.occupant(), black.occupant()],
        terms,
        secret: world.fresh_secret()?,
        // No message starts it, and a bot's first roll needs something that is settled beforehand.
        salt: format!("{no}.{round}.{pair}"),
        at: progress.now(),
    });
    game.ok_or_else(|| InternalError("canonical options were not read".to_owned()))
}
