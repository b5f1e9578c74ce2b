//! Games at a glance: lists of many are sorted and counted from them, without reading each game whole.

use rusqlite::{Params, Row};
use table::{GameNo, Millis, PersonId, PlaceId, ServerId};

use super::{
    GameState, Reader, StoreError,
    columns::{Id, id, id_if_any},
    queries::{self, Query},
};

/// A game or offer at a glance: what a list of many needs to sort and to count, without names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummaryRow {
    /// The game's number.
    pub no: GameNo,
    /// The key of the game that is played.
    pub kind: String,
    /// Where it is played.
    pub place: PlaceId,
    /// The server to which that place belongs; `None` where there is none, or where it is not known.
    pub server: Option<ServerId>,
    /// Offered, running or over.
    pub state: GameState,
    /// How many plies have been played.
    pub ply: u32,
    /// Index of the seat to move in a running game; `None` while several are awaited.
    pub to_move: Option<u8>,
    /// As in [`GameRow::created`](super::GameRow::created).
    pub created: Millis,
    /// As in [`GameRow::moved`](super::GameRow::moved).
    pub moved: Millis,
    /// When an open offer ends; `None` for every other game.
    pub expires: Option<Millis>,
    /// The result line of a game that is over.
    pub result: Option<String>,
    /// The terms of its offer as JSON, opaque to the store.
    pub terms: String,
    /// The indices of the seats on which the person whose games these are sits or is asked to sit.
    pub seats: Vec<u8>,
    /// Whether that person is asked to sit there and has not answered.
    pub asked: bool,
    /// The indices of such seats of another person.
    pub others: Vec<u8>,
}

/// Every read fails as the others do. A row that makes no sense is left out and logged: it must not hide
/// the sound ones beside it.
impl Reader {
    /// Offers and running games in which the person sits or is asked to sit, newest first.
    pub fn open_summaries_of(
        &self,
        person: &PersonId,
        other: &PersonId,
    ) -> Result<Vec<GameSummaryRow>, StoreError> {
        self.game_summaries(queries::GLANCES_OPEN_OF, [Id(person), Id(other)])
    }

    /// Offers and running games of a place, newest first, with the seats of this person, who is also
    /// the other one.
    pub fn open_summaries_at(
        &self,
        place: &PlaceId,
        person: &PersonId,
    ) -> Result<Vec<GameSummaryRow>, StoreError> {
        self.game_summaries(queries::GLANCES_OPEN_AT, (Id(place), Id(person)))
    }

    /// Finished games of a person, the last one first. A game that came to nothing before its first
    /// ply (`aborted`) is left out.
    pub fn finished_summaries_of(
        &self,
        person: &PersonId,
        other: &PersonId,
    ) -> Result<Vec<GameSummaryRow>, StoreError> {
        self.game_summaries(queries::GLANCES_FINISHED_OF, [Id(person), Id(other)])
    }

    fn game_summaries(
        &self,
        query: Query,
        of: impl Params,
    ) -> Result<Vec<GameSummaryRow>, StoreError> {
        let rows = self.all(query, of, |row| {
            let read = glance(row);
            if let Err(error) = &read {
                tracing::error!("a game cannot be listed: {error}");
            }
            Ok(read.ok())
        })?;
        Ok(joined(rows.into_iter().flatten()))
    }
}

/// A game at a glance with one seat of each person, from the columns of `glance_columns!` and these.
fn glance(row: &Row<'_>) -> rusqlite::Result<GameSummaryRow> {
    Ok(GameSummaryRow {
        no: GameNo(row.get(0)?),
        kind: row.get(1)?,
        place: id(row, 2)?,
        server: id_if_any(row, 3)?,
        state: row.get(4)?,
        ply: row.get(5)?,
        to_move: row.get(6)?,
        created: row.get(7)?,
        moved: row.get(8)?,
        expires: row.get(9)?,
        result: row.get(10)?,
        terms: row.get(11)?,
        seats: row.get::<_, Option<u8>>(12)?.into_iter().collect(),
        asked: row.get(13)?,
        others: row.get::<_, Option<u8>>(14)?.into_iter().collect(),
    })
}

/// Rows of the same game, which stand together, made one.
fn joined(rows: impl Iterator<Item = GameSummaryRow>) -> Vec<GameSummaryRow> {
    let mut games: Vec<GameSummaryRow> = Vec::new();
    for row in rows {
        match games.last_mut().filter(|last| last.no == row.no) {
            Some(last) => {
                add_new(&mut last.seats, row.seats);
                add_new(&mut last.others, row.others);
                last.asked &= row.asked;
            }
            None => games.push(row),
        }
    }
    games
}

fn add_new(to: &mut Vec<u8>, seats: Vec<u8>) {
    for seat in seats {
        if !to.contains(&seat) {
            to.push(seat);
        }
    }
}
