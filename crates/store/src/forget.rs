//! Forgetting a person: in every table somebody without a name takes their place, and what is theirs alone goes.

use rusqlite::{Connection, OptionalExtension as _, ToSql, params};
use serde_json::Value;
use table::{Millis, Person, PersonId, Platform, name_key, plain_name};

use super::{StoreError, columns::Id, forgotten};

/// The games of somebody, whose id is `?1`, each by its index.
macro_rules! games {
    () => {
        "(SELECT game FROM seat WHERE person = ?1 AND phase = 0 UNION SELECT game FROM seat WHERE person = ?1 \
         AND phase = 1 UNION SELECT game FROM seat WHERE person = ?1 AND phase = 2)"
    };
}

/// The events in which somebody has taken part, or which they have managed.
const EVENTS: &str = "SELECT tournament FROM tournament_person WHERE person = ?1 \
                      UNION SELECT tournament FROM tournament_log WHERE person = ?1";

/// The statements for all of theirs that goes. `?1` is their id, `?2` their private chat, `?3` the key of their name on the page.
const DROPPED: &[&str] = &[
    "DELETE FROM setting WHERE scope = 'person:' || ?1",
    "DELETE FROM vacation WHERE person = ?1",
    "DELETE FROM wake WHERE key = 'person:' || ?1",
    "DELETE FROM block WHERE person = ?1 OR blocked = ?1",
    "DELETE FROM asked WHERE person = ?1 OR whom = ?1",
    "DELETE FROM notice WHERE person = ?1",
    "DELETE FROM page_device WHERE key = ?3",
    "DELETE FROM page_name WHERE key = ?3",
    "DELETE FROM place_mark WHERE place = ?2",
    "DELETE FROM gone_place WHERE place = ?2",
    "DELETE FROM outage WHERE area = 'place:' || ?2",
    "UPDATE outbox SET body = NULL, sent = created WHERE sent IS NULL AND place = ?2",
    "DELETE FROM page_line WHERE author = ?1 OR place = ?2 OR audience = json_object('Only', ?1)",
    concat!(
        "DELETE FROM plan WHERE game IN ",
        games!(),
        " AND seat = (SELECT s.seat FROM seat s \
             WHERE s.game = plan.game AND s.person = ?1)"
    ),
];

/// The statements for all that passes to the person in their place, whose id is `?2`; of the private chats `?3` and `?4`.
const INHERITED: &[&str] = &[
    concat!("UPDATE game SET place = ?4 WHERE no IN ", games!(), " AND place = ?3"),
    "UPDATE outbox SET place = ?4 WHERE place = ?3 AND instr(place, ':private:') > 0",
    "UPDATE tournament SET place = ?4 WHERE place = ?3",
    "UPDATE seat SET person = ?2 WHERE person = ?1 AND phase = 0",
    "UPDATE seat SET person = ?2 WHERE person = ?1 AND phase = 1",
    "UPDATE seat SET person = ?2 WHERE person = ?1 AND phase = 2",
    "UPDATE rated_player SET person = ?2 WHERE person = ?1",
    "UPDATE rating SET person = ?2 WHERE person = ?1",
    "UPDATE correction SET person = ?2 WHERE person = ?1",
    "UPDATE tournament_person SET person = ?2 WHERE person = ?1",
    "UPDATE tournament_log SET person = ?2 WHERE person = ?1",
    "UPDATE moderation SET by = ?2 WHERE by = ?1",
    "UPDATE moderation SET person = ?2 WHERE person = ?1",
    "DELETE FROM person WHERE id = ?1",
];

/// The texts in which they may be named: a table and the column.
const WORDS: &[(&str, &str)] = &[
    ("moderation", "words"),
    ("ban", "why"),
    ("correction", "reason"),
    ("notice", "words"),
    ("tournament", "name"),
];

/// The fields of kept replies and of logs of events that hold words for people. Elsewhere in them only whole ids stand,
/// and words of ours, as which anybody may be called.
const PROSE: &[&str] = &[
    "name",
    "names",
    "text",
    "alt",
    "label",
    "title",
    "note",
    "foot",
    "headline",
    "short_headline",
    "state",
    "short_state",
    "came",
    "short_came",
    "words",
    "short",
    "turns",
    "how",
];
/// The fields that hold commands.
const COMMANDS: &[&str] = &["line", "id"];
/// A name of fewer letters and digits that is none but digits is not looked for in words: it may be any number.
const SHORTEST_NUMBER: usize = 6;

/// A person who is forgotten, and who takes their place.
struct Parting<'a> {
    who: &'a PersonId,
    /// The forms in which their name may stand in a text.
    names: Vec<String>,
    heir: Person,
}

/// Forgets a person: their mark stands from now on.
pub(super) fn forget(
    conn: &Connection,
    who: &PersonId,
    now: Millis,
    chance: &[u8; 32],
) -> Result<(), StoreError> {
    if who.is_deleted() {
        return Ok(());
    }
    forgotten::mark(conn, who, now, chance)?;
    replace(conn, who, now)
}

/// Puts somebody without a name in the place of a person of whom there is a mark.
pub(super) fn replace(conn: &Connection, who: &PersonId, now: Millis) -> Result<(), StoreError> {
    let heir = Person::deleted(who.platform(), next_number(conn)?);
    let row = params![Id(&heir.id), who.platform().name(), heir.name, name_key(&heir.name), now];
    conn.execute(super::queries::PUT_PERSON.sql, row)?;
    let parting = Parting { who, names: names_of(conn, who)?, heir };
    parting.drop_lines(conn)?;
    let places = [who, &parting.heir.id].map(PersonId::private_place);
    let key = who.key_on(Platform::Local).unwrap_or_default();
    run(conn, DROPPED, &[&Id(who), &Id(&places[0]), &key])?;
    for banned in forgotten::hashed(conn, who)? {
        let pass = "UPDATE OR REPLACE ban SET person = ?2 WHERE person = ?1";
        conn.execute(pass, [Id(who), Id(&banned)])?;
    }
    let events = format!("WHERE tournament IN ({EVENTS})");
    parting.rename_in(conn, ("tournament_log", "text", &events), Parting::json_without_them)?;
    let unsent = "WHERE sent IS NULL";
    parting.rename_in(conn, ("outbox", "body", unsent), Parting::json_without_them)?;
    for (table, column) in WORDS {
        parting
            .rename_in(conn, (table, column, ""), |parting, text| Some(parting.renamed(text)))?;
    }
    let (old, new) = (Id(who), Id(&parting.heir.id));
    run(conn, INHERITED, &[&old, &new, &Id(&places[0]), &Id(&places[1])])?;
    // What they have begun is ended by its rules, a game at a time.
    let wake = "INSERT INTO wake (key, at) VALUES ('person:' || ?1, ?2)";
    conn.execute(wake, params![Id(&parting.heir.id), now])?;
    Ok(())
}

/// Runs statements, each with as many of these parameters as it has.
fn run(conn: &Connection, all: &[&str], with: &[&dyn ToSql]) -> Result<(), StoreError> {
    for sql in all {
        let mut statement = conn.prepare(sql)?;
        let n = statement.parameter_count();
        statement.execute(&with[..n])?;
    }
    Ok(())
}

/// A number that nobody has who stands in the place of somebody.
fn next_number(conn: &Connection) -> Result<u64, StoreError> {
    let like = "SELECT coalesce(max(CAST(substr(id, instr(id, ':deleted:') + 9) AS INTEGER)), 0) + 1 \
                FROM person WHERE id LIKE '%:deleted:%'";
    let n: i64 = conn.query_row(like, [], |row| row.get(0))?;
    Ok(n.unsigned_abs())
}

/// The forms in which somebody's name may stand in a text, and their id on the platform.
fn names_of(conn: &Connection, who: &PersonId) -> Result<Vec<String>, StoreError> {
    let find = |sql: &str| -> Result<Option<String>, StoreError> {
        Ok(conn.query_row(sql, [Id(who)], |row| row.get(0)).optional()?)
    };
    let name = find("SELECT name FROM person WHERE id = ?1")?;
    let account =
        find("SELECT value FROM setting WHERE scope = 'person:' || ?1 AND key = 'account'")?;
    let mut names: Vec<String> = name.into_iter().chain(account).collect();
    let plain: Vec<String> = names.iter().map(|name| plain_name(name)).collect();
    names.extend(plain);
    names.push(who.key().to_owned());
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    Ok(names)
}

impl Parting<'_> {
    /// Gives the heir's name to whoever is named in these words, which may hold commands between backquotes.
    fn renamed(&self, words: &str) -> String {
        let parts: Vec<&str> = words.split('`').collect();
        let has_commands = parts.len() % 2 == 1;
        let part = |(n, part): (usize, &&str)| {
            if has_commands && n % 2 == 1 { self.command(part) } else { self.prose(part) }
        };
        parts.iter().enumerate().map(part).collect::<Vec<_>>().join("`")
    }

    fn prose(&self, words: &str) -> String {
        let mut words = self.without_mentions(words);
        for name in self.names.iter().filter(|name| is_distinct(name)) {
            words = self.in_place_of(name, &words);
        }
        words
    }

    /// The same for a command, in which a person is a mention or stands behind an `@`.
    fn command(&self, line: &str) -> String {
        let keyed = format!("<@{}>", self.who.key());
        let line = self.without_mentions(line).replace(&keyed, &self.heir.name);
        self.names.iter().fold(line, |line, name| {
            line.replace(&format!("@{name}"), &format!("@{}", self.heir.name))
        })
    }

    /// The same for their id and mentions of them alone.
    fn without_mentions(&self, words: &str) -> String {
        let mention = format!("<@{}>", self.who);
        let words = words.replace(&mention, &self.heir.name);
        words.replace(&self.who.to_string(), &self.heir.id.to_string())
    }

    /// Puts the heir's name in the place of a name wherever it stands by itself.
    fn in_place_of(&self, name: &str, words: &str) -> String {
        let (mut renamed, mut at) = (String::new(), 0);
        while let Some((from, to)) = find_name(words, name, at) {
            renamed.push_str(&words[at..from]);
            renamed.push_str(&self.heir.name);
            at = to;
        }
        renamed.push_str(&words[at..]);
        renamed
    }

    /// Returns `true` if they are named in these words.
    fn is_named_in(&self, words: &str) -> bool {
        words.contains(&self.who.to_string())
            || self.names.iter().any(|name| find_name(words, name, 0).is_some())
    }

    /// The same in a value of JSON that stands in a field with this name.
    fn rename_in_json(&self, field: &str, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.renamed_in_field(field, text),
            Value::Array(all) => all.iter_mut().for_each(|one| self.rename_in_json(field, one)),
            Value::Object(fields) => {
                // Why somebody went is one of our words, why an event was called off are a manager's.
                let is_called_off = fields.get("what").is_some_and(|what| what == "cancelled");
                for (name, one) in fields {
                    let is_prose = is_called_off && name == "why";
                    self.rename_in_json(if is_prose { "words" } else { name }, one);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn renamed_in_field(&self, field: &str, text: &str) -> String {
        let private = [self.who, &self.heir.id].map(|who| who.private_place().to_string());
        match text {
            id if id == self.who.to_string() => self.heir.id.to_string(),
            place if place == private[0] => private[1].clone(),
            name if self.names.iter().any(|one| one == name) && field.starts_with("name") => {
                self.heir.name.clone()
            }
            words if PROSE.contains(&field) => self.renamed(words),
            line if COMMANDS.contains(&field) => self.command(line),
            other => other.to_owned(),
        }
    }

    /// JSON with the heir in their place; `None` if it cannot be read.
    fn json_without_them(&self, text: &str) -> Option<String> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let before = value.clone();
        self.rename_in_json("", &mut value);
        (value != before).then(|| value.to_string())
    }

    /// Renames them in a column of some rows of a table; `?1` is their id there, if it stands there.
    fn rename_in(
        &self,
        conn: &Connection,
        (table, column, which): (&str, &str, &str),
        renamed: impl Fn(&Self, &str) -> Option<String>,
    ) -> Result<(), StoreError> {
        let mut find = conn.prepare(&format!("SELECT DISTINCT {column} FROM {table} {which}"))?;
        let id = Id(self.who);
        let with: &[&dyn ToSql] = &[&id];
        let texts = find.query_map(&with[..find.parameter_count()], |row| row.get(0))?;
        let put = format!("UPDATE {table} SET {column} = ?2 WHERE {column} = ?1");
        for text in texts.collect::<Result<Vec<String>, _>>()? {
            if let Some(renamed) = renamed(self, &text).filter(|renamed| *renamed != text) {
                conn.execute(&put, [text, renamed])?;
            }
        }
        Ok(())
    }

    /// Deletes the lines of the page in which they are named or pinged, or which show a game of theirs.
    fn drop_lines(&self, conn: &Connection) -> Result<(), StoreError> {
        if self.who.platform() != Platform::Local {
            return Ok(());
        }
        let mut find = conn.prepare(concat!(
            "SELECT id, text || ' ' || coalesce(alt, '') || ' ' || ping || ' ' || chips || ' ' || audience, \
             alt IS NOT NULL AND game IN ",
            games!(),
            // What was said before they were known is not about them.
            " FROM page_line WHERE at >= (WITH known (of_name, of_person) AS (SELECT                  (SELECT since FROM page_name WHERE key = ?2), (SELECT since FROM person WHERE id = ?1))              SELECT coalesce(min(of_name, of_person), of_name, of_person, 0) FROM known)"
        ))?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let key = self.who.key_on(Platform::Local).unwrap_or_default();
        let rows = find.query_map(params![Id(self.who), key], row)?;
        for (line, words, shows_them) in rows.collect::<Result<Vec<(i64, String, bool)>, _>>()? {
            if shows_them || self.is_named_in(&words) {
                conn.execute("DELETE FROM page_line WHERE id = ?1", [line])?;
            }
        }
        Ok(())
    }
}

/// Returns `true` if a name that stands by itself in words is likely to be that name: no number of a game is.
fn is_distinct(name: &str) -> bool {
    name.chars().any(|c| !c.is_ascii_digit()) || name.len() >= SHORTEST_NUMBER
}

/// The next place behind `from` in which a name stands by itself in a text, in upper or lower case and whatever
/// backslashes Markdown has put into it.
fn find_name(text: &str, name: &str, from: usize) -> Option<(usize, usize)> {
    let starts = text[from..].char_indices().map(|(at, _)| from + at);
    let mut before = text[..from].chars().next_back();
    for at in starts {
        let is_first = before.is_none_or(|c| !c.is_alphanumeric());
        before = text[at..].chars().next();
        if let Some(to) = is_first.then(|| match_name(&text[at..], name)).flatten() {
            return Some((at, at + to));
        }
    }
    None
}

/// The length of a name with which a text begins, and which ends there.
fn match_name(text: &str, name: &str) -> Option<usize> {
    let mut wanted = name.chars().flat_map(char::to_lowercase).peekable();
    wanted.peek()?;
    let mut ends = text.char_indices();
    while wanted.peek().is_some() {
        let (_, c) = ends.find(|(_, c)| *c != '\\')?;
        if !c.to_lowercase().all(|c| wanted.next() == Some(c)) {
            return None;
        }
    }
    let end = ends.as_str();
    (!end.starts_with(char::is_alphanumeric)).then(|| text.len() - end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_itself_alone() {
        let text = "ann: Hannah, ann_1 ANN's banner \\_ann\\_ o\\_brien.";
        let found = |name: &str| {
            let mut at = 0;
            std::iter::from_fn(|| {
                let found = find_name(text, name, at)?;
                at = found.1;
                Some(found.0)
            })
            .count()
        };
        assert_eq!((found("ann"), found("o_brien"), found("brien"), found("bann")), (4, 1, 1, 0));
        assert_eq!((found(""), found("ann: Hannah"), found("nothing")), (0, 1, 0));
        assert_eq!(match_name("İstanbul", "i\u{307}stanbul"), Some("İstanbul".len()));
    }
}
