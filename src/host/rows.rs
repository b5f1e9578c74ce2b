//! Rows of the store from hosted games, and hosted games from rows.

use crate::{
    games::{GameKind, Roll, Seat, result_text, rules_version},
    store::{EventRow, GameRow, GameState, RollRow, SeatRow},
    table::{
        Game, LogEntry, LogEvent, NewGame, Occupant, OfferTerms, Person, PersonId, PlyRoll, Stage,
        StoredGame,
    },
};

/// The row in which a game is to be stored, with the next version number.
pub(super) fn row_of(game: &Game) -> GameRow {
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
        start_salt: game.last_salt().to_owned(),
        ply: game.position().ply(),
        announced: game.announced(),
        to_move: to_move.and_then(|seat| u8::try_from(seat.index()).ok()),
        bot_turn: game.bot_to_move().is_some(),
        version: game.version() + 1,
        created: game.created(),
        moved: game.moved(),
        expires: match game.stage() {
            Stage::Offered(until) => Some(until),
            Stage::Running | Stage::Over(_) => None,
        },
        due: game.next_due(),
        server: game.server().cloned(),
        result: game.outcome().map(|outcome| result_text(Some(outcome))),
    }
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
pub(super) fn occupants(row: &GameRow, mut name: impl FnMut(&PersonId) -> String) -> Vec<Occupant> {
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
pub(super) fn stage(row: &GameRow) -> Option<Stage> {
    Some(match row.state {
        GameState::Offered => Stage::Offered(row.expires?),
        GameState::Running => Stage::Running,
        GameState::Over => {
            Stage::Over(crate::games::parse_result(row.result.as_deref()?).flatten()?)
        }
    })
}

/// The rows of these entries, which are new and the last ones of the game's log.
pub(super) fn event_rows(game: &Game, added: &[LogEntry]) -> Vec<EventRow> {
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
            seat: event.seat().and_then(|seat| u8::try_from(seat.index()).ok()),
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
        stage,
        plies: row.ply,
        announced: row.announced,
        version: row.version,
        moved: row.moved,
        log: entries.collect::<Result<_, _>>()?,
    };
    Game::restore(stored).map_err(|error| error.to_string())
}
