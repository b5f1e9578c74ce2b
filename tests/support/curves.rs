//! Courses of ratings as the chat hands them over.

use chat::{Attachment, Drawing, Picture, Reply};
use scene::{CurvePoint, RatingCurve};
use table::PlaceId;

/// The alt text of the pictures here.
pub(crate) const ALT: &str = "ann, rating in Lyra: 1662? ± 290. It was never another.";

/// A course of these periods, ratings and deviations; the periods are weeks from 5 January on.
fn curve(title: &str, note: &str, points: &[(u32, i64, i64)]) -> RatingCurve {
    const MONTHS: [(&str, u32); 12] = [
        ("Jan", 31),
        ("Feb", 28),
        ("Mar", 31),
        ("Apr", 30),
        ("May", 31),
        ("Jun", 30),
        ("Jul", 31),
        ("Aug", 31),
        ("Sep", 30),
        ("Oct", 31),
        ("Nov", 30),
        ("Dec", 31),
    ];
    let label = |week: u32| {
        let mut day = 5 + 7 * week;
        for (month, days) in MONTHS.into_iter().cycle() {
            if day <= days {
                return format!("{day} {month}");
            }
            day -= days;
        }
        unreachable!("the months begin again")
    };
    let point = |&(at, rating, deviation)| CurvePoint { label: label(at), at, rating, deviation };
    let points = points.iter().map(point).collect();
    RatingCurve { title: title.to_owned(), note: note.to_owned(), points }
}

/// Somebody after the games of one week.
pub(crate) fn one() -> RatingCurve {
    curve("ann, Lyra", "1662? ± 290, 2 games", &[(0, 1662, 290)])
}

/// A year in which most weeks have games.
fn year() -> RatingCurve {
    let (mut points, mut rating, mut deviation, mut chance) = (Vec::new(), 1500, 290, 20_u32);
    for week in 0..52 {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if [4, 5, 17, 29, 30, 31, 32].contains(&week) {
            continue;
        }
        rating += (i64::from(chance >> 16) % 100 - 42) * deviation / 150;
        deviation = (deviation * 93 / 100).max(58);
        points.push((week, rating, deviation));
    }
    curve(
        "benjamin-the-second-of-his-name, Martian Chess",
        &format!("{rating} ± 58, 112 games"),
        &points,
    )
}

/// Somebody of whom little is known after three weeks with games.
fn unsure() -> RatingCurve {
    curve(
        "dora, Game Mix",
        "1388? ± 214, 5 games",
        &[(0, 1410, 290), (1, 1322, 251), (5, 1388, 214)],
    )
}

/// Great jumps, and less than nothing.
fn jumps() -> RatingCurve {
    let points = [(0, 200, 80), (1, 3000, 80), (2, -350, 80), (5, 2800, 80), (6, 3000, 60)];
    curve("charlotte, Cyvasse", "3000 ± 60, 9 games", &points)
}

/// All courses by name.
pub(crate) fn curves() -> [(&'static str, RatingCurve); 4] {
    [("one", one()), ("year", year()), ("unsure", unsure()), ("jumps", jumps())]
}

/// A reply with the first of them.
pub(crate) fn reply(place: PlaceId) -> Reply {
    let picture = Picture::plain(Drawing::Curve(one()), ALT.to_owned());
    let attachments = vec![Attachment::Picture(picture)];
    Reply { attachments, ..Reply::new(place, "ann: 1662? in Lyra.") }
}
