//! Rows of the store from hosted games, and hosted games from rows.

use crate::{
    games::{GameKind, Roll, Seat, result_text, rules_version},
    store::{EventRow, GameRow, GameState, RollRow, SeatRow},
    table::{
        Game, LogEntry, LogEvent, LoggedRoll, NewGame, Occupant, OfferTerms, Person, PersonId,
        Stage,
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
        server: None,
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
    let plies_before =
        game.log()[..first].iter().filter(|entry| matches!(entry.event, LogEvent::Ply(..))).count();
    let mut ply = u32::try_from(plies_before).unwrap_or(u32::MAX);
    added
        .iter()
        .zip(first + 1..)
        .map(|(entry, n)| {
            let is_ply = matches!(entry.event, LogEvent::Ply(..));
            ply += u32::from(is_ply);
            let (kind, text, roll) = event_columns(&entry.event);
            EventRow {
                n: u32::try_from(n).unwrap_or(u32::MAX),
                ply: is_ply.then_some(ply),
                seat: entry.seat.and_then(|seat| u8::try_from(seat.index()).ok()),
                kind: kind.to_owned(),
                text,
                roll,
                at: entry.at,
            }
        })
        .collect()
}

/// The columns of an event: its kind, its text and its roll.
fn event_columns(event: &LogEvent) -> (&'static str, String, Option<RollRow>) {
    let bare = |kind| (kind, String::new(), None);
    match event {
        LogEvent::Ply(mv, rolled) => {
            let roll = rolled.as_ref().map(|rolled| RollRow {
                n: rolled.n,
                faces: rolled.roll.to_string(),
                salt: rolled.salt.clone(),
            });
            ("ply", mv.clone(), roll)
        }
        LogEvent::Draft(text) => ("draft", text.clone(), None),
        LogEvent::Army(text, salt) => ("setup", format!("{text}:{salt}"), None),
        LogEvent::Place(text) => ("place", text.clone(), None),
        LogEvent::Hold => bare("hold"),
        LogEvent::Resign => bare("resign"),
        LogEvent::DrawOffer => bare("draw-offer"),
        LogEvent::DrawAccept => bare("draw-accept"),
        LogEvent::DrawDecline => bare("draw-decline"),
        LogEvent::Agreement => bare("agreement"),
        LogEvent::Abort => bare("abort"),
        LogEvent::Adjudication => bare("adjudication"),
    }
}

/// The log entry that a row stands for; `None` for a row of a kind that this program does not know.
fn entry(row: &EventRow) -> Option<LogEntry> {
    let event = match row.kind.as_str() {
        "ply" => {
            let rolled = match &row.roll {
                Some(roll) => Some(LoggedRoll {
                    n: roll.n,
                    roll: roll.faces.parse::<Roll>().ok()?,
                    salt: roll.salt.clone(),
                }),
                None => None,
            };
            LogEvent::Ply(row.text.clone(), rolled)
        }
        "draft" => LogEvent::Draft(row.text.clone()),
        "setup" => {
            let (text, salt) = row.text.split_once(':')?;
            LogEvent::Army(text.to_owned(), salt.to_owned())
        }
        "place" => LogEvent::Place(row.text.clone()),
        "hold" => LogEvent::Hold,
        "resign" => LogEvent::Resign,
        "draw-offer" => LogEvent::DrawOffer,
        "draw-accept" => LogEvent::DrawAccept,
        "draw-decline" => LogEvent::DrawDecline,
        "agreement" => LogEvent::Agreement,
        "abort" => LogEvent::Abort,
        "adjudication" => LogEvent::Adjudication,
        _ => return None,
    };
    let seat = match row.seat {
        Some(index) => Some(Seat::from_index(index)?),
        None => None,
    };
    Some(LogEntry { at: row.at, seat, event })
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
    let mut game = start_of(row, name)?;
    let stored = stage(row).ok_or("a state that does not fit")?;
    match stored {
        Stage::Offered(_) => game.stage = stored,
        Stage::Running | Stage::Over(_) => {
            game.start(game.seats().to_vec(), &row.start_salt, row.created);
        }
    }
    for (index, row) in events.iter().enumerate() {
        let entry = entry(row).ok_or_else(|| format!("log line {} is unreadable", index + 1))?;
        game.add(entry).map_err(|error| format!("log line {}: {error}", index + 1))?;
    }
    if game.stage() != stored {
        return Err("the log ends otherwise than the game's state says".to_owned());
    }
    let plies = game.position().ply();
    if plies != row.ply {
        return Err(format!("the log has {plies} plies, the game's row {}", row.ply));
    }
    game.announced = row.announced;
    game.version = row.version;
    game.moved = row.moved;
    Ok(game)
}

/// The game of a row before the first entry of its log.
fn start_of(row: &GameRow, name: impl FnMut(&PersonId) -> String) -> Result<Game, String> {
    let kind = GameKind::from_key(&row.kind).ok_or("a game that this program does not know")?;
    let terms: OfferTerms = serde_json::from_str(&row.terms).map_err(|_| "unreadable terms")?;
    let game = Game::offer(NewGame {
        no: row.no,
        kind,
        options: row.options.clone(),
        place: row.place.clone(),
        server: None,
        seats: occupants(row, name),
        terms,
        secret: row.secret.clone(),
        salt: row.start_salt.clone(),
        at: row.created,
    });
    Ok(game.ok_or("unreadable options")?)
}
