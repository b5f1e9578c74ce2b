//! The writes of one transaction. All of this runs on the writer thread, inside a savepoint.

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, named_params, params};
use signing::HostKey;
use table::{
    Forgotten, GameNo, Key, MessageId, Millis, Person, PersonId, PlaceId, Platform, name_key,
};

use super::{
    Appended, Batch, Claimed, EventRow, GameRow, GameState, GameWrite, OutboxRow, PageClaim,
    PageLine, SeatRow, StoreError,
    columns::{Id, audience, json, signed},
    correspondence, events, forget, forgotten, message_id, queries, ratings,
};
use crate::sync_state;

/// How many lines of a place are kept at least; see [`LINES_BETWEEN_STEPS`].
pub(super) const LINES_KEPT: u32 = 5_000;
/// With a line whose number is a multiple of this, the place of that line is looked at: counting costs
/// more than one more line does. A prime, so that no even turns of places pass one of them by; the last
/// bits of numbers are left to chance.
const LINES_BETWEEN_STEPS: u64 = 97;
/// How many lines are deleted at a time, so that a long history of before holds no commit up.
const LINES_OF_A_STEP: u32 = 500;

/// How many ids of handled messages are kept, the last ones. A platform sends a message again within
/// minutes if at all, and in that time nobody gets so many handled.
pub(super) const HANDLED_KEPT: i64 = 200_000;

/// Writes a whole batch.
pub(super) fn batch(conn: &Connection, batch: &Batch) -> Result<(), StoreError> {
    let Batch {
        people,
        games,
        deadlines,
        handled,
        outbox,
        delivered,
        servers,
        rows,
        ratings: of_ratings,
        editions: of_events,
        returned,
        forgotten: to_forget,
        chance,
        sync_state,
        at,
    } = batch;
    for who in returned {
        forgotten::come_back(conn, who, *at)?;
    }
    if let Some(source) = handled {
        mark_handled(conn, source, *at)?;
    }
    for someone in people {
        put_person(conn, someone, *at)?;
    }
    for GameWrite { row, events } in games {
        put_game(conn, row, *at)?;
        put_seats(conn, row)?;
        put_deadline(conn, &Key::Game(row.no), row.due)?;
        add_events(conn, row.no, events)?;
    }
    for write in rows {
        correspondence::write(conn, write, *at)?;
    }
    for write in of_ratings {
        ratings::write(conn, write, *at)?;
    }
    for write in of_events {
        events::write(conn, write, *at)?;
    }
    for GameWrite { row, .. } in games.iter().filter(|game| game.row.state == GameState::Over) {
        conn.prepare_cached(queries::DROP_PLANS.sql)?.execute([row.no.0])?;
    }
    for (place, server) in servers {
        conn.prepare_cached(queries::LEARN_SERVER.sql)?.execute(params![Id(place), Id(server)])?;
    }
    for (key, due) in deadlines {
        put_deadline(conn, key, *due)?;
    }
    for reply in outbox {
        add_outbox(conn, reply, *at)?;
    }
    for (id, message) in delivered {
        mark_delivered(conn, *id, message.as_ref(), *at)?;
    }
    for write in sync_state {
        sync_state::write(conn, write, *at)?;
    }
    for who in to_forget {
        let chance =
            chance.ok_or_else(|| StoreError::Other("chance for a mark is missing".into()))?;
        forget::forget(conn, who, *at, &chance.0)?;
    }
    Ok(())
}

pub(super) fn mark_handled(
    conn: &Connection,
    source: &MessageId,
    at: Millis,
) -> Result<(), StoreError> {
    let new = conn.prepare_cached(queries::MARK_HANDLED.sql)?.execute(params![Id(source), at])?;
    if new == 0 {
        return Err(StoreError::Repeated);
    }
    let forgotten = conn.last_insert_rowid() - HANDLED_KEPT;
    conn.prepare_cached(queries::FORGET_HANDLED.sql)?.execute([forgotten])?;
    Ok(())
}

fn put_person(conn: &Connection, person: &Person, at: Millis) -> Result<(), StoreError> {
    let Person { id, name } = person;
    let at = match forgotten::mark_of(conn, id)? {
        // Whoever else has a hand in this: nothing is kept of them.
        Some(mark) if mark.stands() => return Ok(()),
        Some(mark) => at.max(mark.returned.unwrap_or(at)),
        None => at,
    };
    let mut put = conn.prepare_cached(queries::PUT_PERSON.sql)?;
    put.execute(params![Id(id), id.platform().name(), name, name_key(name), at])?;
    Ok(())
}

fn put_game(conn: &Connection, game: &GameRow, at: Millis) -> Result<(), StoreError> {
    let query = if game.version == 1 { queries::NEW_GAME } else { queries::CHANGE_GAME };
    let written = conn.prepare_cached(query.sql)?.execute(named_params! {
        ":no": game.no.0,
        ":kind": game.kind,
        ":rules": game.rules,
        ":options": game.options,
        ":place": Id(&game.place),
        ":state": game.state,
        ":terms": game.terms,
        ":secret": game.secret.bytes(),
        ":dice": game.dice,
        ":start_salt": game.start_salt,
        ":ply": game.ply,
        ":told": game.announced,
        ":to_move": game.to_move,
        ":bot_turn": game.bot_turn,
        ":version": signed(game.version)?,
        ":created": game.created,
        ":moved": game.moved,
        ":expires": game.expires,
        ":result": game.result,
        ":server": game.server.as_ref().map(Id),
        ":at": at,
    })?;
    if written == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

/// Keeps when something is due next; `None` if nothing is.
fn put_deadline(conn: &Connection, key: &Key, due: Option<Millis>) -> Result<(), StoreError> {
    let key = key.to_string();
    match due {
        Some(at) => conn.prepare_cached(queries::PUT_DEADLINE.sql)?.execute(params![key, at])?,
        None => conn.prepare_cached(queries::DROP_DEADLINE.sql)?.execute(params![key])?,
    };
    Ok(())
}

fn put_seats(conn: &Connection, game: &GameRow) -> Result<(), StoreError> {
    let phase = phase(game);
    let mut put = conn.prepare_cached(queries::PUT_SEAT.sql)?;
    for (seat, who) in game.seats.iter().enumerate() {
        let (person, bot) = match who {
            SeatRow::Person(id) | SeatRow::Asked(id) => (Some(Id(id)), None),
            SeatRow::Bot(level) => (None, Some(*level)),
            SeatRow::Open => (None, None),
        };
        let asked = matches!(who, SeatRow::Asked(_));
        put.execute(params![game.no.0, signed(seat as u64)?, person, bot, asked, phase])?;
    }
    let mut drop = conn.prepare_cached(queries::DROP_SEATS.sql)?;
    drop.execute(params![game.no.0, signed(game.seats.len() as u64)?])?;
    Ok(())
}

/// The `phase` column of a game's seats: 0 open, 1 finished, 2 came to nothing.
pub(super) fn phase(game: &GameRow) -> u8 {
    match game.state {
        GameState::Offered | GameState::Running => 0,
        GameState::Over if game.ply == 0 && game.result.as_deref() == Some("aborted") => 2,
        GameState::Over => 1,
    }
}

/// Appends to a game's log. A caller that takes the log to be shorter or longer than it is has an
/// outdated view of the game, whatever its version says.
fn add_events(conn: &Connection, game: GameNo, events: &[EventRow]) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let mut last: u32 =
        conn.prepare_cached(queries::LAST_EVENT.sql)?.query_row([game.0], |row| row.get(0))?;
    let mut add = conn.prepare_cached(queries::ADD_EVENT.sql)?;
    for event in events {
        if event.n != last + 1 {
            return Err(StoreError::Conflict);
        }
        last = event.n;
        let roll = event.roll.as_ref();
        let row = params![
            game.0,
            event.n,
            event.ply,
            event.seat,
            event.kind,
            event.text,
            roll.map(|roll| roll.n),
            roll.map(|roll| &roll.faces),
            roll.map(|roll| &roll.salt),
            event.at,
        ];
        add.execute(row).map_err(add_event_error)?;
    }
    Ok(())
}

/// An error of adding a log line: a ply or roll number that is already there means that someone
/// else has played it.
fn add_event_error(error: rusqlite::Error) -> StoreError {
    const UNIQUE: i32 = rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE;
    match error.sqlite_error() {
        Some(known)
            if known.code == ErrorCode::ConstraintViolation && known.extended_code == UNIQUE =>
        {
            StoreError::Conflict
        }
        _ => error.into(),
    }
}

fn add_outbox(conn: &Connection, reply: &OutboxRow, at: Millis) -> Result<(), StoreError> {
    let OutboxRow { id, place, game, board, body } = reply;
    let mut add = conn.prepare_cached(queries::ADD_OUTBOX.sql)?;
    add.execute(params![signed(*id)?, game.map(|no| no.0), Id(place), at, body, board])?;
    Ok(())
}

fn mark_delivered(
    conn: &Connection,
    id: u64,
    message: Option<&MessageId>,
    at: Millis,
) -> Result<(), StoreError> {
    let mut mark = conn.prepare_cached(queries::DELIVERED.sql)?;
    mark.execute(params![signed(id)?, at, message.map(Id)])?;
    Ok(())
}

/// Makes this the host's key if it has none.
pub(super) fn keep_host_key(conn: &Connection, fresh: &HostKey) -> Result<(), StoreError> {
    conn.prepare_cached(queries::MAKE_HOST_KEY.sql)?.execute([fresh.bytes()])?;
    Ok(())
}

/// Gives a name to a browser if no other browser has it, nor one that looks like it. Whoever holds a
/// name already keeps it, whatever it looks like.
pub(super) fn claim(conn: &Connection, claim: &PageClaim) -> Result<Claimed, StoreError> {
    let PageClaim { key, name, skeleton, secret_hash, at } = claim;
    let mut holder = conn.prepare_cached(queries::PAGE_NAME.sql)?;
    match holder.query_row(params![key, secret_hash], |row| row.get(1)).optional()? {
        Some(true) => return Ok(Claimed::Yours),
        Some(false) => return Ok(Claimed::Taken),
        None => {}
    }
    let mut twin = conn.prepare_cached(queries::NAME_TWIN.sql)?;
    if let Some(twin) = twin.query_row([skeleton, key], |row| row.get(0)).optional()? {
        return Ok(Claimed::LooksLike(twin));
    }
    let new = params![key, name, secret_hash, at, skeleton];
    conn.prepare_cached(queries::CLAIM_NAME.sql)?.execute(new)?;
    // Whoever takes a name of somebody forgotten is a new person.
    forgotten::come_back(conn, &PersonId::new(Platform::Local, key), *at)?;
    Ok(Claimed::Yours)
}

/// Adds a line of the page and, if it is a reply, marks that reply as sent.
pub(super) fn append(
    conn: &Connection,
    line: &PageLine,
    delivered: Option<u64>,
) -> Result<Appended, StoreError> {
    if let Some(author) = &line.author
        && forgotten::mark_of(conn, &author.id)?.is_some_and(Forgotten::stands)
    {
        // It was on its way when its author was forgotten.
        return Ok(Appended { id: 0, is_new: false });
    }
    let appended = add_line(conn, line)?;
    if appended.is_new && appended.id.is_multiple_of(LINES_BETWEEN_STEPS) {
        drop_old_lines(conn, &line.place)?;
    }
    if let Some(outbox) = delivered {
        mark_delivered(conn, outbox, Some(&message_id(appended.id)), line.at)?;
    }
    Ok(appended)
}

/// Deletes some of the oldest lines of a place that has more than are kept. What was said to the host by
/// them stays with the games: the ids of replies are the outbox's, and a line exists only once its
/// reply is marked as sent.
fn drop_old_lines(conn: &Connection, place: &PlaceId) -> Result<(), StoreError> {
    let oldest: Option<i64> = conn
        .prepare_cached(queries::OLDEST_KEPT_LINE.sql)?
        .query_row(params![Id(place), LINES_KEPT - 1], |row| row.get(0))
        .optional()?;
    if let Some(oldest) = oldest {
        let mut drop = conn.prepare_cached(queries::DROP_OLD_LINES.sql)?;
        drop.execute(params![Id(place), oldest, LINES_OF_A_STEP])?;
    }
    Ok(())
}

/// The number of a line that is said at an instant, at least. Numbers follow the time, and chance: were they
/// counted, the gaps would tell whoever sees a channel when something is said to others in private. They
/// stay below 2⁵³, beyond which a browser does not count.
fn line_number(at: Millis) -> i64 {
    const CHANCE: u32 = 10;
    let chance = i64::from(rand::random::<u16>()) & ((1 << CHANCE) - 1);
    (at.clamp(0, (1 << 42) - 1) << CHANCE) | chance
}

fn add_line(conn: &Connection, line: &PageLine) -> Result<Appended, StoreError> {
    let picture = line.picture.as_ref();
    let last: i64 = conn.prepare_cached(queries::LAST_LINE.sql)?.query_row([], |row| row.get(0))?;
    let new = conn.prepare_cached(queries::ADD_LINE.sql)?.execute(named_params! {
        ":id": line_number(line.at).max(last.saturating_add(1)),
        ":place": Id(&line.place),
        ":author": line.author.as_ref().map(|author| Id(&author.id)),
        ":name": line.author.as_ref().map(|author| &author.name),
        ":audience": audience(line.only.as_ref())?,
        ":reply_to": line.reply_to.as_ref().map(Id),
        ":text": line.text,
        ":ping": json(&line.ping)?,
        ":alt": picture.map(|picture| &picture.alt),
        ":game": line.game.map(|no| no.0),
        ":chips": json(&line.actions)?,
        ":at": line.at,
        ":client": line.client,
        ":scene": picture.map(|picture| &picture.scene),
    })?;
    let id = if new == 1 {
        conn.last_insert_rowid()
    } else {
        conn.prepare_cached(queries::LINE_OF_CLIENT.sql)?
            .query_row([&line.client], |row| row.get(0))?
    };
    let id = u64::try_from(id).map_err(|_| StoreError::Damaged("a line number below 0".into()))?;
    Ok(Appended { id, is_new: new == 1 })
}
