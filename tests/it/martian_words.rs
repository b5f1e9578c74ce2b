//! What pictures of Martian Chess say, for each number of seats: the man, the move and the reason of the end are whole,
//! however long the names are and however small the picture is.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::HashSet;

use games::{Outcome, Reason, Rules as _, Seat, SeatSet, martian::Position};
use scene::{Piece, Scene, Shade, SideTime};
use table::{AnyPosition as _, Caption, Highlight, PlayedPosition};

use crate::support::pictures::renderer;

/// A form of the board: what it is called, the options, and its number of zones.
type Form = (&'static str, &'static str, usize);

const FORMS: [Form; 7] = [
    ("two", "", 2),
    ("three", "", 3),
    ("four", "", 4),
    ("teams", "teams=on", 4),
    ("four wedges", "", 4),
    ("five", "", 5),
    ("six", "", 6),
];

/// Names of so many letters each; those with a `-` have one behind every seventh letter.
const NAMES: [(usize, &str); 10] = [
    (3, "annabencleodorevafay"),
    (12, "charlotteelisabethfrederickguinevere"),
    (12, "Владимир-Александрович-Екатерина"),
    (24, "שלמהבןדודאברהםיצחקיעקבמשהאהרןשמואל"),
    (24, "maximilian-theodore-of-the-long-name"),
    (32, "charlotteelisabethfrederickguinevere"),
    (32, "maximilian-theodore-of-the-long-name"),
    (32, "Владимир Александрович Екатерина Иванов"),
    (32, "王小明李大文張三李四さくらこ"),
    (32, "W"),
];

const WIDTHS: [u32; 4] = [960, 640, 400, 340];

/// A name for each seat, none like another.
fn names((letters, of): (usize, &str), seats: usize) -> Vec<String> {
    let name = |seat: usize| {
        let all = of.chars().cycle().skip(seat * 3).filter(|c| *c != ' ' || letters > 12);
        let mut name: Vec<char> = all.take(letters).collect();
        if of.len() == 1 {
            name[letters - 1] = char::from(b'A' + seat as u8);
        }
        name.into_iter().collect::<String>().trim().replace(' ', "\u{a0}").replace('\u{a0}', " ")
    };
    (0..seats).map(name).collect()
}

/// The text of a board with these men in the zone of the first seat, and many in the others.
fn board((form, _, zones): Form, first: &str) -> String {
    let all: Vec<&str> =
        std::iter::once(first).chain(["PDPD/D1DP/PD1D/DPD1"; 5]).take(zones).collect();
    let rows = |zone: usize| all[zone].split('/');
    let beside = |left: usize, right: usize| {
        rows(left)
            .zip(rows(right))
            .map(|(left, right)| format!("{left}{right}"))
            .collect::<Vec<_>>()
    };
    match form {
        "two" => format!("{}/{}", all[1], all[0]),
        "four" | "teams" => [beside(1, 2), beside(0, 3)].concat().join("/"),
        _ => all.join("|"),
    }
}

/// What zones have in common whose cells have names like this.
fn zone(cell: &str) -> (char, bool) {
    let mut signs = cell.chars();
    let (file, rank) = (signs.next().unwrap_or_default(), signs.next().unwrap_or_default());
    if file.is_uppercase() { (file, false) } else { (file.clamp('d', 'e'), rank > '4') }
}

/// A position behind so many plies: the men of the first seat, the points behind the last ply, and what stands behind
/// them in the text of a position; whether the last ply captures, and whether it calls the clock.
fn played(
    form: Form,
    options: &str,
    (first, points, rest): (&str, &[u32], &str),
    (captures, calls): (bool, bool),
) -> PlayedPosition<Position> {
    let options = [form.1, options].into_iter().filter(|text| !text.is_empty());
    let options = options.collect::<Vec<_>>().join(",").parse().unwrap();
    // The points that the ply brings are not known before.
    (0..=3)
        .find_map(|gain| {
            let mut before: Vec<String> = points.iter().map(u32::to_string).collect();
            before[0] = (points[0] - gain).to_string();
            let text = format!("{} 1 {} {rest}", board(form, first), before.join(","));
            let position = Position::from_position_text(&text, &options).unwrap();
            let mut played = PlayedPosition::new(position);
            let wanted = |mv: &&String| {
                let goes = mv.split(['-', 'x']).map(zone).collect::<HashSet<_>>().len() > 1;
                mv.contains(if captures { 'x' } else { '-' }) && (goes || !captures)
            };
            let mv = played.moves().iter().find(wanted)?.clone();
            let sign = if calls { "*" } else { "" };
            played.play(&format!("{mv}{sign}"), &games::Roll::NONE).unwrap();
            (played.scores().unwrap()[0] == points[0]).then_some(played)
        })
        .unwrap()
}

/// Positions and their outcomes, with what each shows.
fn cases(form: Form) -> Vec<(&'static str, PlayedPosition<Position>, Option<Outcome>, u32)> {
    const LONE: &str = "4/1Q2/4/4";
    const PAIR: &str = "P3/1Q2/4/P3";
    let seats = form.2;
    let points = |first: u32, second: u32, others: u32| {
        let mut points = vec![others; seats];
        (points[0], points[1]) = (first, second);
        points
    };
    let running = |call| played(form, "", (PAIR, &points(9, 3, 5), ""), (true, call));
    let mut many = running(false);
    while many.ply() < 6 {
        let mv = many.moves().last().unwrap().clone();
        many.play(&mv, &games::Roll::NONE).unwrap();
    }
    let mut all = vec![
        ("running", running(false), None, 1),
        ("clock called", running(true), None, 1),
        ("six plies", many, None, 6),
    ];
    let rules = [
        ("empty", "", (LONE, points(3, 12, 5), ""), true),
        ("tie", "", (LONE, points(12, 12, 5), ""), true),
        ("shared", "", (LONE, points(3, 12, 12), ""), true),
        ("clock", "", (PAIR, points(3, 12, 5), "- 1"), false),
        ("clock, equal", "", (PAIR, points(12, 12, 12), "- 1"), false),
        ("auto27", "deadlock=auto27", (PAIR, points(12, 3, 12), "- - 26"), false),
    ];
    for (name, options, (men, points, rest), captures) in rules {
        let end = played(form, options, (men, &points, rest), (captures, false));
        let outcome = end.outcome();
        assert!(outcome.is_some(), "{name} is an end");
        all.push((name, end, outcome, 2));
    }
    let second = SeatSet::of(Seat::all(2).nth(1).unwrap());
    let team = second.with(Seat::all(4).nth(3).unwrap());
    let winners = if form.0 == "teams" { team } else { second };
    let by_table = [
        ("resigned", Outcome::Win(winners, Reason::Resignation)),
        ("time", Outcome::Win(winners, Reason::Time)),
        ("forfeit", Outcome::Win(winners, Reason::Forfeit)),
        ("agreed", Outcome::Draw(Reason::Agreement)),
        ("decided", Outcome::Draw(Reason::Adjudication)),
        ("aborted", Outcome::Aborted),
    ];
    all.extend(by_table.map(|(name, outcome)| (name, running(false), Some(outcome), 1)));
    all
}

/// A text without what a line break or an order of reading adds.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\u{2066}'..='\u{2069}')).collect()
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// What a picture lacks, or says in pieces.
fn faults(scene: &Scene, width: u32) -> Vec<String> {
    let panel = &scene.panel;
    let written = renderer().words(scene, scene.face, width);
    // In a lower corner the lowest line is written first.
    let upwards: String = written.iter().rev().map(|text| bare(text)).collect();
    let said = bare(&written.concat()) + "|" + &upwards;
    let mut faults = Vec::new();
    let mut wants = |whole: String, short: String| {
        let is_short = !short.is_empty() && said.contains(&bare(&short));
        if !said.contains(&bare(&whole)) && !is_short {
            faults.push(format!("lacks {whole}"));
        }
    };
    let last = panel.plies.last().unwrap();
    wants(last.words.clone(), last.words.clone());
    wants(panel.state.clone(), panel.short_state.clone());
    if panel.is_running() {
        // That the clock is called shows in what it has left.
        let told = last.came.iter().zip(&panel.short_came);
        for (came, short) in told.filter(|(came, _)| !came.contains("called")) {
            wants(came.clone(), short.clone());
        }
    } else {
        let note = &panel.note;
        wants(format!("{}{note}", panel.headline), format!("{}{note}", panel.short_headline));
    }
    for side in &panel.sides {
        let score = side.score.unwrap().to_string();
        let all = panel.sides.iter().filter(|other| other.score == side.score).count();
        if written.iter().filter(|text| **text == score).count() < all {
            faults.push(format!("lacks the points {score}"));
        }
        let name = bare(&side.name);
        let begins = |text: &String| {
            let text = bare(text);
            let head = text.split('…').next().unwrap_or_default();
            !head.is_empty() && name.starts_with(head)
        };
        if !written.iter().any(begins) {
            faults.push(format!("lacks the name {name}"));
        }
    }
    let texts = format!("{panel:?}");
    let known: HashSet<&str> = words(&texts).chain(["to", "DRAW"]).collect();
    let names: Vec<String> = panel.sides.iter().map(|side| bare(&side.name)).collect();
    let caps = [&panel.title, &panel.number, &panel.moment].map(|text| text.to_uppercase());
    let is_known = |word: &str| {
        known.contains(word)
            || caps.iter().any(|text| words(text).any(|of| of == word))
            || names.iter().any(|name| name.contains(word))
            || word.chars().all(|c| c.is_ascii_digit())
            || word.len() == 1
    };
    for text in &written {
        let broken = words(text).filter(|word| !is_known(word));
        faults.extend(broken.map(|word| format!("splits a word: {word}")));
        let cut = |part: &str| {
            let part = bare(part);
            let part = part.trim_end_matches([',', ':', ';']).trim_end_matches("'s");
            let of_name = |name: &String| part.split('…').all(|piece| name.contains(piece));
            part.contains('…') && !names.iter().any(of_name)
        };
        if text.split_whitespace().any(cut) && !names.iter().any(|name| cut_name(text, name)) {
            faults.push(format!("cuts {text}"));
        }
    }
    faults
}

/// Returns `true` if a line is a name that was cut.
fn cut_name(line: &str, name: &str) -> bool {
    bare(line).split('…').all(|piece| name.contains(piece))
}

/// The scene of a case, with as many captures as there can be.
fn scene(
    position: &PlayedPosition<Position>,
    outcome: Option<Outcome>,
    told: u32,
    (names, is_timed): (Vec<String>, bool),
) -> Scene {
    let time = is_timed.then(|| SideTime { part: 410, text: "1d 4h".to_owned() });
    let caption = Caption {
        facing: Seat::FIRST,
        times: vec![time; names.len()],
        names,
        outcome,
        number: Some(1234),
        look: String::new(),
    };
    let mut scene = position.scene(&caption, Highlight::Plies(told));
    for side in &mut scene.panel.sides {
        let kinds = ["martian/queen", "martian/drone", "martian/pawn"].into_iter().zip([3, 7, 9]);
        let pieces = kinds.flat_map(|(kind, n)| {
            vec![Piece { sprite: kind.to_owned(), shade: Shade::Tone(0) }; n]
        });
        side.captured = pieces.collect();
    }
    scene
}

/// Draws the scene of each form, end and name once, at one of the widths, every other one with clocks.
#[test]
fn pictures_of_martian_chess_say_all_that_matters() {
    let all: Vec<_> = FORMS
        .into_iter()
        .flat_map(|form| cases(form).into_iter().map(move |case| (form, case)))
        .collect();
    let mut faulty = Vec::new();
    let mut table = vec![vec!["  "; NAMES.len()]; all.len()];
    // What pictures of one width need is prepared once.
    for (nth, width) in WIDTHS.into_iter().enumerate() {
        for (row, (form, (case, position, outcome, told))) in all.iter().enumerate() {
            for (column, named) in NAMES.into_iter().enumerate() {
                // A sixth of all names with each end, each form with all names.
                if (row + column) % WIDTHS.len() != nth || (row + 5 * column) % 6 != 0 {
                    continue;
                }
                let is_timed = (row + column / 2) % 2 == 1;
                let names = names(named, form.2);
                let scene = scene(position, *outcome, *told, (names, is_timed));
                let found = faults(&scene, width);
                table[row][column] = "ok";
                if !found.is_empty() {
                    table[row][column] = "--";
                    let what = (form.0, case, named, width, is_timed);
                    faulty.push(format!("{what:?}: {found:?}"));
                }
            }
        }
    }
    eprintln!("names of {:?}", NAMES.map(|(letters, of)| (letters, of.chars().next())));
    for ((form, (case, ..)), row) in all.iter().zip(&table) {
        eprintln!("{:12} {case:14} {}", form.0, row.join(" "));
    }
    let few = faulty.iter().take(60).cloned().collect::<Vec<_>>().join("\n");
    assert!(faulty.is_empty(), "{} pictures:\n{few}", faulty.len());
}
