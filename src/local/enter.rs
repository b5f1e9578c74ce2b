//! Coming in: a name is claimed, and what was said before is shown.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::{
    names::{self, Name},
    now,
    room::Room,
    view,
    wire::{LineView, Spot, ToPage, Wish, You},
    words,
};
use crate::{
    store::{PageClaim, PageRow, Reader, StoreError},
    table::{Person, PersonId, PlaceId},
};

/// Lines of a place that are shown at first.
const SHOWN: u32 = 60;

/// The most lines that are sent after a lost connection; after more the page starts afresh.
const MISSED: u32 = 200;

/// Lines before the last one that a page has which are looked at again: two places are read one
/// after the other, so a line may have come between. The page knows which it has.
const OVERLAP: u64 = 32;

/// The longest secret that is looked at.
const SECRET_LIMIT: usize = 200;

/// The shortest secret that cannot be guessed.
const SECRET_LEAST: usize = 32;

/// Claims a name for the browser that has this secret.
pub(super) async fn claim(room: &Arc<Room>, wish: Wish) -> Result<Person, ToPage> {
    let name = Name::parse(&wish.name).map_err(|fault| {
        let offer = plainer(&wish.name);
        ToPage::Refused { why: fault.to_string(), offer, key: None }
    })?;
    if !(SECRET_LEAST..=SECRET_LIMIT).contains(&wish.secret.len()) {
        return Err(refused(words::MALFORMED, None, &name));
    }
    let (done, claimed) = oneshot::channel();
    let claim = PageClaim {
        key: name.key().to_owned(),
        name: name.shown().to_owned(),
        secret_hash: names::secret_hash(&wish.secret),
        at: now(),
    };
    room.store.page_claim(claim, move |result| {
        let _ = done.send(result);
    });
    match claimed.await {
        Ok(Ok(true)) => Ok(name.person()),
        Ok(Ok(false)) => {
            let offer = free_variant(room, &name).await;
            Err(refused(&words::taken(name.shown()), offer, &name))
        }
        Ok(Err(error)) => {
            tracing::error!("a name cannot be kept: {error}");
            Err(refused(words::STORE_FAILED, None, &name))
        }
        Err(_) => Err(refused(words::STORE_FAILED, None, &name)),
    }
}

fn refused(why: &str, offer: Option<String>, name: &Name) -> ToPage {
    ToPage::Refused { why: why.to_owned(), offer, key: Some(name.key().to_owned()) }
}

/// The same without the characters that a name cannot hold, if that is a name.
fn plainer(typed: &str) -> Option<String> {
    let plain: String = typed
        .chars()
        .take(names::NAME_LIMIT)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    Name::parse(&plain).ok().map(|name| name.shown().to_owned())
}

async fn free_variant(room: &Arc<Room>, name: &Name) -> Option<String> {
    let (room, name) = (Arc::clone(room), name.clone());
    let search = move || {
        (2..100)
            .filter_map(|n| name.variant(n))
            .find(|variant| !room.is_taken(variant))
            .map(|variant| variant.shown().to_owned())
    };
    tokio::task::spawn_blocking(search).await.ok().flatten()
}

/// The first answer to a page that comes in.
pub(super) fn welcome(
    room: &Room,
    person: Option<&Person>,
    proof: Option<String>,
    known: Option<String>,
    build: &'static str,
) -> ToPage {
    ToPage::Welcome {
        run: room.run.clone(),
        build,
        you: person.map(|person| You {
            id: person.id.clone(),
            name: person.name.clone(),
            key: person.id.key().to_owned(),
            proof: proof.unwrap_or_default(),
        }),
        suggestion: if person.is_some() { None } else { Some(suggestion(room, known)) },
        greeting: words::greeting(),
    }
}

/// The name that this browser had, unless another of its tabs is here under it; else a new one.
fn suggestion(room: &Room, known: Option<String>) -> String {
    known
        .and_then(|known| Name::parse(&known).ok())
        .filter(|name| !room.is_here(&name.person().id))
        .map_or_else(
            || names::suggestion(|key| Name::parse(key).is_ok_and(|name| room.is_taken(&name))),
            |name| name.shown().to_owned(),
        )
}

/// The places that a person sees.
fn places(person: Option<&Person>) -> Vec<(Spot, PlaceId)> {
    let mut places = vec![(Spot::Channel, names::channel())];
    places.extend(person.map(|person| (Spot::Private, names::private(&person.id))));
    places
}

/// What a page shows when it comes in, or what it missed since it had `last`.
pub(super) fn lines(room: &Room, person: Option<&Person>, last: Option<u64>) -> ToPage {
    let result = match last {
        Some(last) => missed(room, person, last),
        None => Ok(None),
    };
    let result = match result {
        Ok(Some(lines)) => Ok((false, lines, Vec::new())),
        Ok(None) => recent(room, person).map(|(lines, more)| (true, lines, more)),
        Err(error) => Err(error),
    };
    let (fresh, lines, more) = result.unwrap_or_else(|error| {
        tracing::error!("the history cannot be read: {error}");
        (false, Vec::new(), Vec::new())
    });
    ToPage::Lines { fresh, lines, more }
}

/// The lines after `last`; `None` if they are too many.
fn missed(
    room: &Room,
    person: Option<&Person>,
    last: u64,
) -> Result<Option<Vec<LineView>>, StoreError> {
    let after = last.saturating_sub(OVERLAP);
    let mut lines = Vec::new();
    for (_, place) in places(person) {
        let rows = room.read(|reader| reader.page_lines_after(&place, after, MISSED + 1))?;
        if u32::try_from(rows.len()).is_ok_and(|n| n > MISSED) {
            return Ok(None);
        }
        lines.extend(shown(room, person, &rows)?);
    }
    lines.sort_by_key(|line: &LineView| line.id);
    Ok(Some(lines))
}

/// The last lines of each place, and which places have more.
fn recent(room: &Room, person: Option<&Person>) -> Result<(Vec<LineView>, Vec<Spot>), StoreError> {
    let (mut lines, mut more) = (Vec::new(), Vec::new());
    for (spot, place) in places(person) {
        let rows = room.read(|reader| reader.page_lines(&place, None, SHOWN))?;
        if u32::try_from(rows.len()).is_ok_and(|n| n >= SHOWN) {
            more.push(spot);
        }
        lines.extend(shown(room, person, &rows)?);
    }
    lines.sort_by_key(|line: &LineView| line.id);
    Ok((lines, more))
}

/// The lines of a place before one.
pub(super) fn older(room: &Room, person: Option<&Person>, spot: Spot, before: u64) -> ToPage {
    let place = places(person).into_iter().find(|(known, _)| *known == spot);
    let rows = match place {
        Some((_, place)) => room.read(|reader| reader.page_lines(&place, Some(before), SHOWN)),
        None => Ok(Vec::new()),
    };
    let lines = rows.and_then(|rows| Ok((shown(room, person, &rows)?, rows)));
    let (lines, rows) = lines.unwrap_or_else(|error| {
        tracing::error!("the history cannot be read: {error}");
        (Vec::new(), Vec::new())
    });
    let whole = u32::try_from(rows.len()).is_ok_and(|n| n >= SHOWN);
    let before = rows.first().filter(|_| whole).map(|row| row.id);
    ToPage::Older { place: spot, lines, before }
}

/// The rows that a person may see, as lines.
fn shown(
    room: &Room,
    person: Option<&Person>,
    rows: &[PageRow],
) -> Result<Vec<LineView>, StoreError> {
    let me: Option<&PersonId> = person.map(|person| &person.id);
    let visible = rows.iter().filter(|row| view::owner(row).is_none_or(|it| Some(&it) == me));
    visible
        .map(|row| {
            let scene = match row.alt {
                // A picture that cannot be read must not hide the lines around it.
                Some(_) => {
                    room.read(|reader: &Reader| reader.page_picture(row.id)).unwrap_or_default()
                }
                None => None,
            };
            let answered = answered_in(rows, row);
            let mut line = room.line_view(row, scene.as_ref().map(|it| &it.scene), me);
            line.answers = line.answers.or(answered);
            Ok(line)
        })
        .collect()
}

/// The line among these that a row answers by the id of the message.
fn answered_in(rows: &[PageRow], row: &PageRow) -> Option<u64> {
    let message = row.reply_to.as_deref()?.strip_prefix("local:")?;
    rows.iter().find(|other| view::client_id(other) == Some(message)).map(|other| other.id)
}
