//! Data about people, table by table: what each table has, for the papers of whoever runs the bot, and what of it is
//! about one person, for their export.

use rusqlite::{Row, types::ValueRef};
use serde_json::{Map, Value};
use table::PersonId;

use super::{Reader, StoreError, columns::Id, queries::Query};

/// The data of a table.
#[derive(Clone, Copy, Debug)]
pub struct DataKind {
    /// The name of the table.
    pub table: &'static str,
    /// The data, in words for people; empty where it tells nothing of people.
    pub what: &'static str,
    /// The statement that finds what is about a person, whose id is `?1`; `None` where nothing is, or only what is
    /// exported with another table.
    of: Option<&'static str>,
}

/// A table about people.
const fn about(table: &'static str, what: &'static str, of: &'static str) -> DataKind {
    DataKind { table, what, of: Some(of) }
}

/// A table that tells nothing of people, or only together with another one.
const fn without(table: &'static str, what: &'static str) -> DataKind {
    DataKind { table, what, of: None }
}

/// Every table, those about people first.
///
/// No statement reads a secret: not the dice of a running game, not what a browser proves itself by, not what others
/// have arranged or registered.
pub const DATA: &[DataKind] = &[
    about(
        "person",
        "the id that the platform gave you, your name as it was seen last, and since when you are known",
        "SELECT id, platform, name, since FROM person WHERE id = ?1",
    ),
    about(
        "seat",
        "the games and offers in which you sit or are asked to sit, with their options, results and times",
        "SELECT g.no AS game, g.kind, g.options, g.place, g.server, g.state, g.created, g.moved, g.ended, g.result, \
         s.seat, s.asked FROM seat s JOIN game g ON g.no = s.game WHERE s.person = ?1 ORDER BY g.no",
    ),
    about(
        "event",
        "what you have done in them: moves and set-ups with their times, the rolls, and the ids of the messages that \
         led to fights, by which the dice can be checked",
        "SELECT e.game, e.n, e.ply, e.kind, e.text, e.roll_faces, e.at FROM seat s \
         JOIN event e ON e.game = s.game AND e.seat = s.seat WHERE s.person = ?1 ORDER BY e.game, e.n",
    ),
    without("game", "the games themselves; the secret of the dice is opened when a game is over"),
    about(
        "plan",
        "the conditional moves that you have registered, until their game is over",
        "SELECT p.game, p.ply, p.body, p.at FROM seat s JOIN plan p ON p.game = s.game AND p.seat = s.seat \
         WHERE s.person = ?1 ORDER BY p.game",
    ),
    about(
        "rated_player",
        "how you fared in rated games",
        "SELECT p.game, p.place, p.has_moved, p.out_of_time, p.scale, p.period, g.refused FROM rated_player p \
         JOIN rated_game g ON g.game = p.game WHERE p.person = ?1 ORDER BY p.game",
    ),
    without("rated_game", "which games count for ratings"),
    about(
        "rating",
        "your ratings, week by week",
        "SELECT area, scale, period, rating, deviation, volatility, games FROM rating WHERE person = ?1 \
         ORDER BY area, scale, period",
    ),
    about(
        "correction",
        "the results that you have put right as a manager, and why",
        "SELECT game, at, result, reason FROM correction WHERE person = ?1 ORDER BY n",
    ),
    about(
        "tournament_person",
        "the events in which you take part",
        "SELECT t.no, t.name, t.state FROM tournament_person p JOIN tournament t ON t.no = p.tournament \
         WHERE p.person = ?1 ORDER BY t.no",
    ),
    about(
        "tournament_log",
        "what you have brought about in events",
        "SELECT tournament, n, at, text FROM tournament_log WHERE person = ?1 ORDER BY tournament, n",
    ),
    without("tournament", "events: their names, and where they are held"),
    without("tournament_game", "which game belongs to which event"),
    without("tournament_post", "which announcements of events were made"),
    about(
        "setting",
        "what you have chosen about notices and boards, the name of your account where pictures need it, and how long \
         you may still move where that stands beside a game",
        "SELECT key, value FROM setting WHERE scope = 'person:' || ?1 ORDER BY key",
    ),
    about(
        "vacation",
        "when you were or will be on vacation",
        "SELECT scope, since, until FROM vacation WHERE person = ?1 ORDER BY since",
    ),
    about(
        "wake",
        "when you are to be reminded of something next",
        "SELECT key, at FROM wake WHERE key = 'person:' || ?1",
    ),
    about(
        "ban",
        "what managers keep you from, until when, and why",
        "SELECT scope, activity, until, why FROM ban WHERE person = ?1 ORDER BY scope, activity",
    ),
    about(
        "moderation",
        "what you have moderated or reported, and what was decided about you",
        "SELECT scope, at, act, game, words FROM moderation WHERE by = ?1
            OR person = ?1 AND act IN ('ban', 'unban') ORDER BY n",
    ),
    about(
        "block",
        "whom you block",
        "SELECT blocked FROM block WHERE person = ?1 ORDER BY blocked",
    ),
    about(
        "asked",
        "whom you have asked for a game within the last day, and whether they declined",
        "SELECT whom, at, declined FROM asked WHERE person = ?1 ORDER BY whom",
    ),
    about(
        "notice",
        "what you are still to be told in private",
        "SELECT words FROM notice WHERE person = ?1 ORDER BY n",
    ),
    about(
        "page_name",
        "on the local page: your name there and since when it is yours, with a hash of what your browser proves it by",
        "SELECT key, name, since FROM page_name WHERE 'local:' || key = ?1",
    ),
    about(
        "page_device",
        "on the local page: since when which of your other browsers has your name",
        "SELECT since, signed_out FROM page_device WHERE 'local:' || key = ?1 ORDER BY since",
    ),
    about(
        "page_line",
        "on the local page: the lines that you have said there, and those that you alone can see, as far as the page \
         keeps them",
        "SELECT id, place, author, text, alt, game, at FROM page_line WHERE author = ?1 \
         OR audience = json_object('Only', ?1) ORDER BY id",
    ),
    without(
        "outbox",
        "what the bot has yet to say, until it is said, and which message shows which game",
    ),
    without(
        "handled",
        "the ids of the last 200,000 messages that changed something, so that none counts twice",
    ),
    without("place_mark", "up to which message a channel or a private chat was read"),
    without(
        "kept",
        "what the connection to the platform keeps for itself, such as which threads are being opened",
    ),
    without("gone_place", "which channels were deleted while games were played there"),
    without(
        "forgotten",
        "a keyed hash of the id of whoever has asked to be forgotten, and when, so that no backup brings them back",
    ),
    without("outage", ""),
    without("alive", ""),
    without("host_key", ""),
    without("rating_formulas", ""),
    without("written_by", ""),
];

/// A row as an object, by the names of its columns. What is no text or number is left out.
fn object(row: &Row<'_>) -> rusqlite::Result<Value> {
    let mut fields = Map::new();
    for (at, name) in row.as_ref().column_names().into_iter().enumerate() {
        let value = match row.get_ref(at)? {
            ValueRef::Integer(number) => Value::from(number),
            ValueRef::Real(number) => Value::from(number),
            ValueRef::Text(text) => Value::from(String::from_utf8_lossy(text)),
            ValueRef::Null | ValueRef::Blob(_) => continue,
        };
        fields.insert(name.to_owned(), value);
    }
    Ok(Value::Object(fields))
}

impl Reader {
    /// All data about a person, by its tables: an object with a list of rows for each. Nothing of it is a secret of
    /// somebody else.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    pub fn data_of(&self, who: &PersonId) -> Result<Value, StoreError> {
        self.at_one_moment(|| {
            let mut all = Map::new();
            for DataKind { table, of, .. } in DATA {
                let Some(sql) = *of else { continue };
                let rows = self.all(Query { name: table, sql }, [Id(who)], object)?;
                all.insert((*table).to_owned(), Value::Array(rows));
            }
            Ok(Value::Object(all))
        })
    }
}
