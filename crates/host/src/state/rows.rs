//! Rows of the store from hosted games, and hosted games from rows.

use chat::GameSummary;
use dice::Scheme;
use games::{GameKind, Roll, Seat, parse_result, result_text, rules_version};
use store::{EventRow, GameRow, GameState, GameSummaryRow, RollRow, SeatRow};
use table::{
    BoardReplay, Game, LogEntry, LogEvent, Millis, NewGame, Occupant, OfferTerms, Person, PersonId,
    PlyRoll, Stage, StoredGame,
};

/// The row in which a game is to be stored, with the next version number, and with the next instant at
/// which something about it is due.
pub(crate) fn row_of(game: &Game, due: Option<Millis>) -> GameRow {
    // If several seats are awaited, none of them stands in the row.
    let awaited = game.position().awaits();
    let to_move = awaited.iter().next().filter(|_| game.is_running() && awaited.len() == 1);
    GameRow {
        no: game.no(),
        kind: game.kind().key().to_owned(),
        rules: rules_version(game.kind()),
        options: game.options().to_owned(),
        place: game.place().clone(),
        state: match game.stage() {
            Stage::Offered(_) => GameState::Offered,
            Stage::Running => GameState::Running,
            Stage::Over(_) => GameState::Over,
        },
        terms: serde_json::to_string(game.terms())
            .expect("the terms of an offer hold nothing that JSON cannot say"),
        seats: game.seats().iter().map(seat_row).collect(),
        secret: game.secret().clone(),
        dice: game.scheme().number(),
        start_salt: game.last_salt().to_owned(),
        ply: game.position().ply(),
        announced: game.announced(),
        to_move: to_move.and_then(row_seat),
        bot_turn: game.bot_to_move().is_some(),
        version: game.version() + 1,
        created: game.created(),
        moved: game.moved(),
        expires: match game.stage() {
            Stage::Offered(until) => Some(until),
            Stage::Running | Stage::Over(_) => None,
        },
        due,
        idle_from: None,
        server: game.server().cloned(),
        result: game.outcome().map(|outcome| result_text(Some(outcome))),
    }
}

/// The number of a seat as it stands in a row.
pub(crate) fn row_seat(seat: Seat) -> Option<u8> {
    u8::try_from(seat.index()).ok()
}

/// The occupant of a seat as it stands in a row.
fn seat_row(occupant: &Occupant) -> SeatRow {
    match occupant {
        Occupant::Person(person) => SeatRow::Person(person.id.clone()),
        Occupant::Asked(person) => SeatRow::Asked(person.id.clone()),
        Occupant::Bot(level) => SeatRow::Bot(*level),
        Occupant::Open => SeatRow::Open,
    }
}

/// The occupants of a row's seats; `name` finds the names of people.
pub(crate) fn occupants(row: &GameRow, mut name: impl FnMut(&PersonId) -> String) -> Vec<Occupant> {
    row.seats
        .iter()
        .map(|seat| match seat {
            SeatRow::Person(id) => Occupant::Person(Person { id: id.clone(), name: name(id) }),
            SeatRow::Asked(id) => Occupant::Asked(Person { id: id.clone(), name: name(id) }),
            SeatRow::Bot(level) => Occupant::Bot(*level),
            SeatRow::Open => Occupant::Open,
        })
        .collect()
}

/// The stage of a stored game; `None` for a row that does not fit together.
pub(crate) fn stage(row: &GameRow) -> Option<Stage> {
    stage_of(row.state, row.expires, row.result.as_deref())
}

/// The stage that these columns of a game tell; `None` if they do not fit together.
fn stage_of(state: GameState, expires: Option<Millis>, result: Option<&str>) -> Option<Stage> {
    Some(match state {
        GameState::Offered => Stage::Offered(expires?),
        GameState::Running => Stage::Running,
        GameState::Over => Stage::Over(parse_result(result?).flatten()?),
    })
}

/// A stored game at a glance; `None` for a row that does not fit together.
pub(crate) fn glance(row: GameSummaryRow) -> Option<GameSummary> {
    let seats =
        |indices: &[u8]| indices.iter().filter_map(|index| Seat::from_index(*index)).collect();
    let terms: OfferTerms = serde_json::from_str(&row.terms).ok()?;
    Some(GameSummary {
        is_timed: terms.clock.is_limited(),
        no: row.no,
        kind: GameKind::from_key(&row.kind)?,
        stage: stage_of(row.state, row.expires, row.result.as_deref())?,
        to_move: row.to_move.and_then(Seat::from_index),
        created: row.created,
        moved: row.moved,
        seats: seats(&row.seats),
        is_asked: row.asked,
        others: seats(&row.others),
        place: row.place,
        server: row.server,
    })
}

/// The rows of these entries, which are new and the last ones of the game's log.
pub(crate) fn event_rows(game: &Game, added: &[LogEntry]) -> Vec<EventRow> {
    let first = game.log().len() - added.len();
    let (mut plies, mut rolls) = (0, 0);
    for entry in &game.log()[..first] {
        count(&entry.event, &mut plies, &mut rolls);
    }
    let row = |(entry, n): (&LogEntry, usize)| {
        let event = &entry.event;
        count(event, &mut plies, &mut rolls);
        EventRow {
            n: u32::try_from(n).unwrap_or(u32::MAX),
            ply: event.is_ply().then_some(plies),
            seat: event.seat().and_then(row_seat),
            kind: event.kind().to_owned(),
            text: event.text(),
            roll: roll_row(event, rolls),
            at: entry.at,
        }
    };
    added.iter().zip(first + 1..).map(row).collect()
}

/// Counts an event if it is a ply, and its roll if it has one.
const fn count(event: &LogEvent, plies: &mut u32, rolls: &mut u32) {
    if let LogEvent::Ply { roll, .. } = event {
        *plies += 1;
        if matches!(roll, PlyRoll::Faces(..)) {
            *rolls += 1;
        }
    }
}

/// The roll of a ply, the `n`th of the game; `None` if it has none.
fn roll_row(event: &LogEvent, n: u32) -> Option<RollRow> {
    let LogEvent::Ply { roll: PlyRoll::Faces(faces, salt), .. } = event else { return None };
    Some(RollRow { n, faces: faces.to_string(), salt: salt.clone().unwrap_or_default() })
}

/// The log entry that a row stands for; `None` for a row that this program does not understand.
fn entry(row: &EventRow) -> Option<LogEntry> {
    let roll = match &row.roll {
        Some(roll) => PlyRoll::Faces(roll.faces.parse::<Roll>().ok()?, Some(roll.salt.clone())),
        None => PlyRoll::NoDice,
    };
    let seat = match row.seat {
        Some(index) => Some(Seat::from_index(index)?),
        None => None,
    };
    Some(LogEntry { at: row.at, event: LogEvent::read(&row.kind, seat, &row.text, roll)? })
}

/// Replays a stored game from its row and its log; `name` finds the names of people.
///
/// # Errors
/// A clause that says what does not fit, for the program's own log and for `db check`.
pub fn replay_game(
    row: &GameRow,
    events: &[EventRow],
    name: impl FnMut(&PersonId) -> String,
) -> Result<Game, String> {
    let kind = GameKind::from_key(&row.kind).ok_or("a game that this program does not know")?;
    let terms: OfferTerms = serde_json::from_str(&row.terms).map_err(|_| "unreadable terms")?;
    let scheme = Scheme::from_number(row.dice)
        .ok_or_else(|| format!("a dice scheme that this program does not know: {}", row.dice))?;
    let stage = stage(row).ok_or("a state that does not fit")?;
    let entries = events
        .iter()
        .zip(1..)
        .map(|(row, line)| entry(row).ok_or_else(|| format!("log line {line} is unreadable")));
    let stored = StoredGame {
        new: NewGame {
            no: row.no,
            kind,
            options: row.options.clone(),
            place: row.place.clone(),
            server: row.server.clone(),
            seats: occupants(row, name),
            terms,
            secret: row.secret.clone(),
            salt: row.start_salt.clone(),
            at: row.created,
        },
        scheme,
        stage,
        plies: row.ply,
        announced: row.announced,
        version: row.version,
        moved: row.moved,
        idle_from: row.idle_from,
        log: entries.collect::<Result<_, _>>()?,
    };
    Game::restore(stored).map_err(|error| error.to_string())
}

/// The replay on which the boards of a stored game are drawn anew; `None` if its rows cannot be read.
#[must_use]
pub fn board_replay(row: &GameRow, events: &[EventRow]) -> Option<BoardReplay> {
    let kind = GameKind::from_key(&row.kind)?;
    let terms: OfferTerms = serde_json::from_str(&row.terms).ok()?;
    let log = events.iter().map(|row| Some(entry(row)?.event)).collect::<Option<_>>()?;
    BoardReplay::new(row.no, kind, row.options.clone(), terms.look, log)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Secret;
    use games::{Outcome, Reason};
    use table::{GameNo, LegalMove, PlaceId, Platform, Stamp};

    fn person(name: &str) -> Person {
        Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
    }

    /// A running game of two people in a game with dice.
    fn game() -> Game {
        let of = |kind: GameKind| {
            let new = NewGame {
                no: GameNo(12),
                kind,
                options: String::new(),
                place: PlaceId::channel(Platform::Local, "channel"),
                server: None,
                seats: vec![Occupant::Person(person("ann")), Occupant::Person(person("ben"))],
                terms: OfferTerms::default(),
                secret: Secret::from_bytes([7; 32]),
                salt: "m1".to_owned(),
                at: 1_000,
            };
            Game::offer(new).filter(|game| game.position().rolls_dice())
        };
        let mut game = GameKind::ALL.into_iter().find_map(of).unwrap();
        game.start(|_| 0, Stamp { at: 2_000, salt: Some("m2") }).unwrap();
        game
    }

    /// A legal move, with dice if there is one.
    fn some_move(game: &Game) -> LegalMove {
        let moves = game.position().moves();
        let moves = || moves.iter().filter_map(|text| game.position().legal_move(text));
        moves().find(|mv| !mv.dice.is_empty()).or_else(|| moves().next_back()).unwrap()
    }

    #[test]
    fn a_stored_game_comes_back_with_its_rolls_counted() {
        let mut game = game();
        let mut rows = Vec::new();
        while rows.iter().filter(|row: &&EventRow| row.roll.is_some()).count() < 2 {
            let mv = some_move(&game);
            // The rows of each commit count on from those before.
            let added = game.play(&mv, false, Stamp { at: 3_000, salt: Some("m3") }).unwrap();
            rows.extend(event_rows(&game, &added));
        }
        let seat = game.position().to_move();
        let added = game.run_out_of_time(seat, 4_000).unwrap();
        rows.extend(event_rows(&game, &added));
        assert_eq!(rows, event_rows(&game, game.log()));

        let numbers =
            |of: fn(&EventRow) -> Option<u32>| -> Vec<u32> { rows.iter().filter_map(of).collect() };
        assert_eq!(numbers(|row| Some(row.n)), (1..=rows.len() as u32).collect::<Vec<_>>());
        assert_eq!(numbers(|row| row.roll.as_ref().map(|roll| roll.n)), [1, 2]);
        assert_eq!(numbers(|row| row.ply), (1..rows.len() as u32).collect::<Vec<_>>());
        let last = rows.last().unwrap();
        assert_eq!((&*last.kind, &*last.text), ("time", ""));
        assert_eq!(last.seat.map(usize::from), Some(seat.index()));

        let back = replay_game(&row_of(&game, None), &rows, |id| id.key().to_owned()).unwrap();
        assert_eq!((back.log(), back.seats()), (game.log(), game.seats()));
        assert_eq!(back.outcome(), Some(Outcome::win(seat.other(), Reason::Time)));
        assert_eq!(back.position().position_text(), game.position().position_text());
        assert_eq!(back.version(), game.version() + 1);
    }

    #[test]
    fn what_does_not_fit_together_is_named() {
        let mut game = game();
        let mv = some_move(&game);
        let added = game.play(&mv, false, Stamp { at: 3_000, salt: Some("m3") }).unwrap();
        let (row, rows) = (row_of(&game, None), event_rows(&game, &added));
        let fault = |row: &GameRow, rows: &[EventRow]| {
            replay_game(row, rows, |_| String::new()).map(|_| ()).unwrap_err()
        };
        let changed = |change: fn(&mut EventRow)| {
            let mut rows = rows.clone();
            change(&mut rows[0]);
            fault(&row, &rows)
        };
        assert_eq!(changed(|row| row.kind = "plies".to_owned()), "log line 1 is unreadable");
        assert_eq!(changed(|row| row.seat = None), "log line 1 is unreadable");
        let illegal = "log line 1: the logged ply does not fit the position: \
                       this move is not legal here";
        assert_eq!(changed(|row| row.text = "nowhere".to_owned()), illegal);
        // The seat that is logged has to be the one to move.
        assert_eq!(changed(|row| row.seat = Some(1)), illegal);
        assert_eq!(fault(&row, &[]), "the log has 0 plies, the game's row 1");
        let over = GameRow {
            state: GameState::Over,
            result: Some("draw agreement".to_owned()),
            ..row.clone()
        };
        assert_eq!(fault(&over, &rows), "the log ends otherwise than the game's state says");
    }
}
