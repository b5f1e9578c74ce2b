//! Earlier lines: those that a page gets when it comes in, comes back or scrolls up.

use store::{PageRow, StoreError};
use table::{Person, PersonId, PlaceId, Platform};

use super::{
    chat_room::{ChatRoom, GamesRead},
    names,
    page_place::PagePlace,
    view,
    wire::{LineView, ToPage},
};

/// How many lines of a place are sent at a time.
const SHOWN: u32 = 60;

/// The most lines of a place that are sent after a lost connection; if more were missed, the page
/// starts afresh.
const MAX_MISSED: u32 = 200;

/// How many bytes of lines of a place are sent at a time, as JSON, unless the newest line alone is
/// longer: a page that reads nothing has them held for it.
const MAX_BYTES: usize = 64 * 1024;

/// The distance before the last line that a page has the lines are sent again: two places are read one after
/// the other, so a new line may have come in between. The page knows which lines it has. Numbers of lines
/// follow the time, 1,024 a millisecond: these are five seconds.
const OVERLAP: u64 = 5_000 << 10;

/// The places that a person sees; for a guest only the channel.
fn places(person: Option<&Person>) -> Vec<(PagePlace, PlaceId)> {
    let mut places = vec![(PagePlace::Channel, names::channel())];
    places.extend(person.map(|person| (PagePlace::Private, names::private(&person.id))));
    places
}

/// The lines that a page shows when it comes in, or those that it missed since it had `last`.
pub(super) fn lines(room: &ChatRoom, person: Option<&Person>, last: Option<u64>) -> ToPage {
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
        room.log_failure("history", "the history cannot be read", &error);
        (false, Vec::new(), Vec::new())
    });
    ToPage::Lines { fresh, lines, more }
}

/// The lines after `last`; `None` if there are too many of them or they are too long.
fn missed(
    room: &ChatRoom,
    person: Option<&Person>,
    last: u64,
) -> Result<Option<Vec<LineView>>, StoreError> {
    let after = last.saturating_sub(OVERLAP);
    let mut lines = Vec::new();
    for (_, place) in places(person) {
        let rows = room.read(|reader| reader.lines_after(&place, after, MAX_MISSED + 1))?;
        if u32::try_from(rows.len()).is_ok_and(|n| n > MAX_MISSED) {
            return Ok(None);
        }
        let (fitting, cut) = newest(shown(room, person, &rows));
        // Of those that are sent again, some may be left out.
        if cut.is_some_and(|cut| cut > last) {
            return Ok(None);
        }
        lines.extend(fitting);
    }
    lines.sort_by_key(|line: &LineView| line.id);
    Ok(Some(lines))
}

/// The last lines of each place, and which places have more.
fn recent(
    room: &ChatRoom,
    person: Option<&Person>,
) -> Result<(Vec<LineView>, Vec<PagePlace>), StoreError> {
    let (mut lines, mut more) = (Vec::new(), Vec::new());
    for (spot, place) in places(person) {
        let rows = room.read(|reader| reader.last_lines(&place, None, SHOWN))?;
        let (fitting, cut) = newest(shown(room, person, &rows));
        if cut.is_some() || u32::try_from(rows.len()).is_ok_and(|n| n >= SHOWN) {
            more.push(spot);
        }
        lines.extend(fitting);
    }
    lines.sort_by_key(|line: &LineView| line.id);
    Ok((lines, more))
}

/// The lines of a place before line `before`.
pub(super) fn older(
    room: &ChatRoom,
    person: Option<&Person>,
    spot: PagePlace,
    before: u64,
) -> ToPage {
    let place = places(person).into_iter().find(|(known, _)| *known == spot);
    let rows = match place {
        Some((_, place)) => room.read(|reader| reader.last_lines(&place, Some(before), SHOWN)),
        None => Ok(Vec::new()),
    };
    let rows = rows.unwrap_or_else(|error| {
        room.log_failure("history", "the history cannot be read", &error);
        Vec::new()
    });
    let (lines, cut) = newest(shown(room, person, &rows));
    let whole = u32::try_from(rows.len()).is_ok_and(|n| n >= SHOWN);
    let before = match cut {
        Some(_) => lines.first().map(|line| line.id),
        None => rows.first().filter(|_| whole).map(|row| row.id),
    };
    ToPage::Older { place: spot, lines, before }
}

/// The newest of some lines that fit into [`MAX_BYTES`], at least one, and the number of the newest one
/// that does not.
fn newest(mut lines: Vec<LineView>) -> (Vec<LineView>, Option<u64>) {
    let (mut bytes, mut first) = (0, lines.len());
    for (at, line) in lines.iter().enumerate().rev() {
        bytes += serde_json::to_vec(line).map_or(0, |json| json.len());
        if bytes > MAX_BYTES && first < lines.len() {
            break;
        }
        first = at;
    }
    let fitting = lines.split_off(first);
    (fitting, lines.last().map(|line| line.id))
}

/// The rows that a person may see, as lines.
fn shown(room: &ChatRoom, person: Option<&Person>, rows: &[PageRow]) -> Vec<LineView> {
    let me: Option<&PersonId> = person.map(|person| &person.id);
    let visible = rows.iter().filter(|row| view::owner(row).is_none_or(|it| Some(&it) == me));
    let mut games = GamesRead::new();
    visible
        .map(|row| {
            // A picture that cannot be read must not hide the lines around it.
            let picture = row.alt.as_ref().and_then(|_| room.picture(row.id));
            let drawn = picture.and_then(|it| room.drawn(it.kept, &mut games));
            let plays = me.zip(row.game).filter(|_| drawn.is_some());
            let seat = plays.and_then(|(me, game)| room.seat_in(game, me, &mut games));
            let drawn = match (drawn, seat) {
                (Some(drawn), Some(seat)) => Some(drawn.seen_from(seat)),
                (drawn, _) => drawn,
            };
            let answered = answered_in(rows, row);
            let mut line = room.line_view(row, drawn.as_ref(), me);
            line.answers = line.answers.or(answered);
            line
        })
        .collect()
}

/// The number of the line that a row answers, if it is among these rows.
fn answered_in(rows: &[PageRow], row: &PageRow) -> Option<u64> {
    let message = row.reply_to.as_ref()?.key_on(Platform::Local)?;
    rows.iter().find(|other| view::client_id(other) == Some(message)).map(|other| other.id)
}
