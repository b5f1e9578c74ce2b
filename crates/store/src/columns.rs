//! Conversions between our types and columns: reading them from rows, and turning them into values to write.

use std::{fmt::Display, str::FromStr};

use dice::Secret;
use rusqlite::{
    Row, ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, Type, ValueRef},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use signing::HostKey;
use table::{GameNo, IdError, Person, PersonId, Platform};

use super::{EventRow, GameRow, GameState, PagePicture, PageRow, RollRow, SeatRow, StoreError};

impl GameState {
    const ALL: [(Self, &str); 3] =
        [(Self::Offered, "offered"), (Self::Running, "running"), (Self::Over, "over")];
}

impl ToSql for GameState {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(match self {
            Self::Offered => "offered",
            Self::Running => "running",
            Self::Over => "over",
        }))
    }
}

impl FromSql for GameState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let found = Self::ALL.iter().find(|(_, name)| *name == text);
        found.map(|&(state, _)| state).ok_or(FromSqlError::InvalidType)
    }
}

/// An id in a column, where it is spelt as everywhere.
pub(super) struct Id<T>(pub(super) T);

impl<T: Display> ToSql for Id<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.0.to_string()))
    }
}

impl<T: FromStr<Err = IdError>> FromSql for Id<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map(Self).map_err(FromSqlError::other)
    }
}

/// The id in a column.
pub(super) fn id<T: FromStr<Err = IdError>>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    row.get(column).map(|Id(id)| id)
}

/// The id in a column that may be empty.
pub(super) fn id_if_any<T: FromStr<Err = IdError>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    Ok(row.get::<_, Option<Id<T>>>(column)?.map(|Id(id)| id))
}

/// A platform by its name.
pub(super) fn platform(row: &Row<'_>, column: usize) -> rusqlite::Result<Platform> {
    let name: String = row.get(column)?;
    let found = Platform::ALL.into_iter().find(|one| one.name() == name);
    found.ok_or_else(|| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(IdError))
    })
}

/// A value kept as JSON in a text column.
struct Json<T>(T);

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        // The error says only where the fault is: serde's message would quote what people wrote.
        serde_json::from_str(value.as_str()?).map(Self).map_err(|error| {
            FromSqlError::other(std::io::Error::other(format!(
                "JSON of an unknown form at column {}",
                error.column()
            )))
        })
    }
}

/// The people who may see a line of the page, as the column `audience` spells it.
#[derive(Serialize, Deserialize)]
enum AudienceColumn {
    /// Everyone in the place.
    Place,
    /// This person alone.
    Only(PersonId),
}

/// The column of the one person who may see a line, or of everyone.
pub(super) fn audience(only: Option<&PersonId>) -> Result<String, StoreError> {
    json(&only.map_or(AudienceColumn::Place, |person| AudienceColumn::Only(person.clone())))
}

/// The one person whom an audience column names; `None` for everyone in the place.
fn only(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<PersonId>> {
    Ok(match row.get::<_, Json<AudienceColumn>>(column)?.0 {
        AudienceColumn::Place => None,
        AudienceColumn::Only(person) => Some(person),
    })
}

/// JSON text of a value.
pub(super) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Other(error.to_string()))
}

/// A number as SQLite keeps it, with a sign. A number beyond that range is a fault of ours.
pub(super) fn signed(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::Other(format!("{number} is out of range")))
}

/// Reads a number that the schema keeps from being negative.
pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

/// A game without its seats, from the columns of `game_columns!`.
pub(super) fn game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        no: GameNo(row.get(0)?),
        kind: row.get(1)?,
        rules: row.get(2)?,
        options: row.get(3)?,
        place: id(row, 4)?,
        state: row.get(5)?,
        terms: row.get(6)?,
        seats: Vec::new(),
        secret: Secret::from_bytes(row.get(7)?),
        start_salt: row.get(8)?,
        ply: row.get(9)?,
        announced: row.get(10)?,
        to_move: row.get(11)?,
        bot_turn: row.get(12)?,
        version: unsigned(row, 13)?,
        created: row.get(14)?,
        moved: row.get(15)?,
        expires: row.get(16)?,
        result: row.get(17)?,
        server: id_if_any(row, 18)?,
        dice: row.get(19)?,
        due: row.get(20)?,
        idle_from: row.get(21)?,
    })
}

/// A seat's number and who is on it, from the columns of `SEATS`.
pub(super) fn seat(row: &Row<'_>) -> rusqlite::Result<(u8, SeatRow)> {
    let (person, bot): (Option<PersonId>, Option<u8>) = (id_if_any(row, 1)?, row.get(2)?);
    let who = match (person, bot) {
        (Some(id), _) if row.get(3)? => SeatRow::Asked(id),
        (Some(id), _) => SeatRow::Person(id),
        (None, Some(level)) => SeatRow::Bot(level),
        (None, None) => SeatRow::Open,
    };
    Ok((row.get(0)?, who))
}

/// A line of a game's log, from the columns of `EVENTS`.
pub(super) fn event(row: &Row<'_>) -> rusqlite::Result<EventRow> {
    let roll = match row.get(5)? {
        Some(n) => Some(RollRow { n, faces: row.get(6)?, salt: row.get(7)? }),
        None => None,
    };
    Ok(EventRow {
        n: row.get(0)?,
        ply: row.get(1)?,
        seat: row.get(2)?,
        kind: row.get(3)?,
        text: row.get(4)?,
        roll,
        at: row.get(8)?,
    })
}

/// The host's key, from the column of `HOST_KEY`.
pub(super) fn host_key(row: &Row<'_>) -> rusqlite::Result<HostKey> {
    row.get(0).map(HostKey::from_bytes)
}

/// A person, from the columns of `PERSON`.
pub(super) fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person { id: id(row, 0)?, name: row.get(1)? })
}

/// The picture of a line, from the columns of `PAGE_PICTURE`.
pub(super) fn picture(row: &Row<'_>) -> rusqlite::Result<PagePicture> {
    Ok(PagePicture { place: id(row, 0)?, only: only(row, 1)?, scene: row.get(2)? })
}

/// A line of the page, from the columns of `line_columns!`.
pub(super) fn line(row: &Row<'_>) -> rusqlite::Result<PageRow> {
    let author = match id_if_any(row, 2)? {
        Some(id) => Some(Person { id, name: row.get(3)? }),
        None => None,
    };
    Ok(PageRow {
        id: unsigned(row, 0)?,
        place: id(row, 1)?,
        author,
        only: only(row, 4)?,
        reply_to: id_if_any(row, 5)?,
        text: row.get(6)?,
        ping: row.get::<_, Json<_>>(7)?.0,
        alt: row.get(8)?,
        game: row.get::<_, Option<u32>>(9)?.map(GameNo),
        actions: row.get::<_, Json<_>>(10)?.0,
        at: row.get(11)?,
        client: row.get(12)?,
    })
}
