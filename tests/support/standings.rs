//! Standings of events as the chat hands them over.

use chat::{Attachment, Drawing, Picture, Reply};
use scene::{Honour, RoundSign, StandingsRow, StandingsSection, StandingsSheet};
use table::PlaceId;

/// The alt text of the pictures here.
pub(crate) const ALT: &str =
    "Standings of Friday, T7, Lyra, after round 3 of 5. 1. ann 3; 2. ben 2½.";

/// A line: place, name, results, points, tie-breaks. The results are the signs as they are drawn, with `f` for
/// half a point without a game.
type Line<'a> = (u32, &'a str, &'a str, &'a str, &'a str);

fn sign(letter: char) -> RoundSign {
    match letter {
        '1' => RoundSign::Won,
        '½' => RoundSign::Drawn,
        '0' => RoundSign::Lost,
        '+' => RoundSign::FreePoint,
        'f' => RoundSign::FreeHalf,
        '-' => RoundSign::FreeNothing,
        _ => RoundSign::Open,
    }
}

fn row(&(place, name, results, points, tie_breaks): &Line<'_>, is_over: bool) -> StandingsRow {
    let honour = match place {
        1 if is_over => Honour::Winner,
        1..=3 => Honour::Podium,
        _ => Honour::None,
    };
    StandingsRow {
        place: Some(place),
        honour,
        name: name.to_owned(),
        results: results.chars().map(sign).collect(),
        points: points.to_owned(),
        tie_breaks: tie_breaks.split_whitespace().map(str::to_owned).collect(),
    }
}

fn section(title: &str, codes: &str, lines: &[Line<'_>], is_over: bool) -> StandingsSection {
    let rounds = lines.iter().map(|line| line.2.chars().count()).max().unwrap_or(0);
    StandingsSection {
        title: title.to_owned(),
        rounds: (1..=rounds).map(|round| round.to_string()).collect(),
        points: "Pts".to_owned(),
        codes: codes.split_whitespace().map(str::to_owned).collect(),
        rows: lines.iter().map(|line| row(line, is_over)).collect(),
        more: String::new(),
    }
}

fn sheet(
    title: &str,
    note: &str,
    sections: Vec<StandingsSection>,
    foot: &[&str],
) -> StandingsSheet {
    StandingsSheet {
        title: title.to_owned(),
        note: note.to_owned(),
        sections,
        foot: foot.iter().map(|line| (*line).to_owned()).collect(),
    }
}

const SWISS: &str = "BH-C1 BH SB DE WIN";
const ROBIN: &str = "SB DE WIN";
const NO_BOX: &str = "No box: a round without a game.";

/// An evening of nine after the third of five rounds.
pub(crate) fn evening() -> StandingsSheet {
    let lines = [
        (1, "ann", "111", "3", "4 5.5 5 - 3"),
        (2, "ben", "1½1", "2½", "4.5 6 4.25 - 2"),
        (3, "charlotte", "01+", "2", "4 5 2.5 - 2"),
        (4, "benjamin-the-second-of-his-name", "1½½", "2", "3.5 4.5 3 - 1"),
        (5, "dora", "101", "2", "3 4 1.5 - 2"),
        (6, "emil", "+00", "1", "5 6.5 1 - 1"),
        (7, "Frida K.", "f½0", "1", "4.5 5 1.25 - 0"),
        (8, "gus", "00½", "½", "3 4 .5 - 0"),
        (9, "hana", "0-.", "0", "2 2.5 0 - 0"),
    ];
    let section = section("", SWISS, &lines, false);
    sheet("Friday", "T7 · Lyra · after round 3 of 5", vec![section], &[NO_BOX])
}

/// The end of a large evening, of which not all have room.
fn over() -> StandingsSheet {
    let names = [
        "Wanda Wagner-Maximilian",
        "ann",
        "ben",
        "charlotte",
        "dora",
        "emil",
        "Frida K.",
        "gus",
        "hana",
        "ivo",
        "jana",
        "kim",
        "lars",
        "mia",
        "noa",
        "otto",
    ];
    let results = [
        "1111111",
        "111101½",
        "11½1101",
        "1101110",
        "½½11½1½",
        "1110010",
        "0111100",
        "1010110",
        "01½½½1½",
        "0101011",
        "1100½01",
        "0011½10",
        "+0½½001",
        "00½10+½",
        "0001100",
        "f-00½00",
    ];
    let points =
        ["7", "5½", "5½", "5", "5", "4", "4", "4", "4", "4", "3½", "3½", "3", "3", "2", "1"];
    let places = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 13, 14, 15, 16];
    let lines: Vec<Line<'_>> = (0..names.len())
        .map(|at| (places[at], names[at], results[at], points[at], "26.5 30 24.75 - 5"))
        .collect();
    let section =
        StandingsSection { more: "And 7 more.".to_owned(), ..section("", SWISS, &lines, true) };
    sheet("The great Friday of December", "T12 · Game Mix · at the end", vec![section], &[NO_BOX])
}

/// Two groups of a league that goes on.
fn league() -> StandingsSheet {
    let first = [
        (1, "ann", "11½..", "2½", "3.25 - 2"),
        (2, "ben", "1½.1.", "2½", "2.75 - 2"),
        (3, "charlotte", "0.11.", "2", "1.5 1 2"),
        (4, "dora", "01.0.", "1", "1 0 1"),
        (5, "emil", "..0½.", "½", "1.25 - 0"),
        (6, "Frida K.", "00...", "0", "0 - 0"),
    ];
    let second = [
        (1, "gus", "1...", "1", "0 - 1"),
        (2, "hana", "½½..", "1", "0.75 - 0"),
        (3, "ivo", "½...", "½", "0.5 - 0"),
        (4, "jana", "0½..", "½", "0.25 - 0"),
    ];
    let sections =
        vec![section("Group 1", ROBIN, &first, false), section("Group 2", ROBIN, &second, false)];
    sheet(
        "Winter league",
        "T9 · Cyvasse · after 13 of 21 games",
        sections,
        &["Groups 1 to 2 of 4."],
    )
}

/// Two before anything is played.
fn begun() -> StandingsSheet {
    let lines = [(1, "ann", "", "0", "0 - 0"), (1, "ben", "", "0", "0 - 0")];
    let mut section = section("", ROBIN, &lines, false);
    section.rows.iter_mut().for_each(|row| row.honour = Honour::None);
    sheet("Friday", "T1 · Martian Chess · before the end of round 1", vec![section], &[])
}

/// All standings by name.
pub(crate) fn sheets() -> [(&'static str, StandingsSheet); 4] {
    [("evening", evening()), ("over", over()), ("league", league()), ("begun", begun())]
}

/// A reply with the first of them.
pub(crate) fn reply(place: PlaceId) -> Reply {
    let picture = Picture::plain(Drawing::Standings(evening()), ALT.to_owned());
    let attachments = vec![Attachment::Picture(picture)];
    Reply { attachments, ..Reply::new(place, "Friday after round 3.") }
}
