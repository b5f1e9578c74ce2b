//! Moves as people type them: what they are read as, and what is said if they are not legal.

use proptest::prelude::*;

use super::page::at;
use crate::{
    Present as _, ReadError, Refusal, Rules as _,
    cyvasse::{
        Action, Fault, Hex, HexSet, Kind, Move, Position,
        faults::{Hindrance, RideEnd, Unreached},
        typed::is_full,
    },
    legal_moves,
    testkit::{any_move, check_readers, check_reading, data, lines, random_game, refused},
};

/// What is read under options that change what may be typed or why it is refused.
const OPTIONS: [&str; 5] = [
    "-",
    "preset=v51",
    "ports=on,dragon_entry=path",
    "promotion=forced",
    "flanking=cascade,fortress_bonus=any",
];

/// Positions with a corner due, a King lost, a promotion, a pass, besides the starts.
const PLACES: [&str; 10] = [
    "bastion+vanguard",
    "harbour+bastion",
    "h2k2/2^d^1t/t1^ll^2/c1^s1s^2/2r2r1r2/1T9/3H2R1c1/^1CS1S2^/1L^2^LH/1E1KRE1/^1R2^ w h1,d10 h=a8,d4,i8,j4;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 14",
    "3k2/he^1^e1/2^ll^2/2^3^2/2S3L1r1/11/3R^^4/5s3/1LE^^3/1^1R1^1/dK4 b ?,d10 h=a8,d4,e2,i8;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 26",
    "6/he^k^dh/2^ll^1t/1t^3^2/C1S1rr4/2c8/4RRR3/^3DS1c^/HL^1R^2/1ER2E1/^1s2^ w h1,d10 h=a8,d4,i8,j4;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 12",
    "k5/7/8/9/10/11/10/9/3e4/7/4K1 b ?,a11 - - 7 3",
    "k5/7/8/9/10/11/10/9/8/7/C4K w f1,a11 - - 7 3",
    "k5/7/8/9/10/11/10/9/8/RR5/TR4 w f1,a11 - D 0 1",
    "k5/7/8/9/6T3/11/10/9/8/7/R5 w g3,a11 - D 7 3",
    "k5/7/8/9/10/11/10/9/8/^^3^^/K^2^C w k1,a11 - - 0 1",
];

/// The rows of a data file with the position that each is about: what is typed, and what is
/// expected.
fn rows(text: &'static str) -> Vec<(Position, &'static str, &'static str)> {
    let (mut place, mut position, mut rows) = ("", at("bastion+bastion", "-"), Vec::new());
    for line in lines(text) {
        if let Some(text) = line.strip_prefix("position: ") {
            place = text;
        } else if let Some(options) = line.strip_prefix("options: ") {
            position = at(place, options);
        } else {
            let (typed, expected) = line.split_once("; ").unwrap_or_else(|| panic!("{line}"));
            rows.push((position, typed, expected));
        }
    }
    rows
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns what a text is read as, in the words of `typed.txt`.
fn came_to(position: &Position, typed: &str) -> String {
    match position.read(typed) {
        Ok(mv) => mv.to_string(),
        Err(ReadError::NotAMove) => "unread".to_owned(),
        Err(ReadError::Ambiguous(moves)) => format!("ambiguous: {}", texts(&moves)),
        Err(ReadError::Refused(_)) => "refused".to_owned(),
    }
}

#[test]
fn typed_moves() {
    let rows = rows(data!("cyvasse/typed.txt"));
    for (position, typed, expected) in &rows {
        assert_eq!(came_to(position, typed), *expected, "{position}: {typed}");
    }
    assert!(rows.len() > 120, "{}", rows.len());
}

#[test]
fn what_is_open_is_asked_for() {
    let rows = [
        (0, "e5", "who goes"),
        (5, "g3i2", "the corner"),
        (5, "Ei2", "the corner"),
        (5, "@k1", "who goes and where to"),
        (5, "h4", "the corner"),
        (6, "=T", "who goes and where to"),
    ];
    for (place, typed, open) in rows {
        let position = at(PLACES[place], "-");
        let Err(ReadError::Ambiguous(moves)) = position.read(typed) else { panic!("{typed}") };
        assert_eq!(position.open_words(&moves).as_deref(), Some(open), "{typed}");
    }
    let position = at("k5/7/8/9/10/11/10/9/8/^^5/R4K w f1,a11 - - 0 1", "promotion=forced");
    let Err(ReadError::Ambiguous(moves)) = position.read("k1j1") else { panic!() };
    let open = position.open_words(&moves);
    assert_eq!(open.as_deref(), Some("what the man in your fortress becomes"));
}

#[test]
fn refused_moves_are_explained() {
    let rows = rows(data!("cyvasse/refused_turns.txt"));
    for (position, typed, expected) in &rows {
        let (words, near) = refused(position, typed);
        let said = format!("{words} [{}]", near.join(", "));
        assert_eq!(said, *expected, "{position}: {typed}");
    }
    assert!(rows.len() > 120, "{}", rows.len());
}

#[test]
fn a_full_move_is_known_by_its_text() {
    let full = [
        "g3i2",
        "g3-i2",
        "G3xI2",
        "g3 to i2",
        "Eg3i2",
        "elephant g3 i2",
        "D@h5",
        "dragon @h5",
        "@k1 g3i2",
        "corner k1, g3i2",
        "=T f1j1",
        "f1j1=T",
        "g7g3=K",
        "a1b2",
        "@k1 D@h5",
    ];
    for text in full {
        assert!(Position::is_full_move_text(text) && is_full(text), "{text}");
    }
    let bare = [
        "pass",
        "=T pass",
        "i2",
        "Ei2",
        "dragon h5",
        "Dh5",
        "@k1",
        "=T",
        "promote T",
        "crown",
        "king",
        "e",
        "",
        "hello",
        "e4 and e5",
        "g3 h3 i3",
        "l3m4",
        "g3 i2 please",
    ];
    for text in bare {
        assert!(!is_full(text), "{text}");
    }
}

/// Other ways to write a move.
fn spellings(position: &Position, mv: &Move) -> Vec<String> {
    let corner = mv.corner.map(|corner| format!("corner {corner}, ")).unwrap_or_default();
    let promote = mv.promotion.map(|up| format!("promote {}, ", up.name())).unwrap_or_default();
    let behind = mv.promotion.map(|up| format!(" ={}", up.letter())).unwrap_or_default();
    let at = mv.corner.map(|corner| format!(" @{corner}")).unwrap_or_default();
    let mut texts = vec![mv.to_string().to_uppercase(), mv.to_string().to_lowercase()];
    match mv.action {
        Action::Step { from, to, crowns } => {
            let kind = position.kind_at(from).unwrap();
            let (name, letter) = (kind.name(), kind.letter());
            let crown = if crowns { "=k" } else { "" };
            texts.push(format!("{corner}{promote}{from}-{to}{crown}"));
            texts.push(format!("{promote}{corner}{from} to {to}"));
            texts.push(format!("{letter}{from}x{to}{crown}{behind}{at}"));
            texts.push(
                format!("{from}\u{2013}{to}{behind}, corner{at}").replace(", corner", at_sign(&at)),
            );
            texts.push(format!("{name} {from} {to}{at}{behind}"));
            texts.push(format!("{at} {}{from}:{to}{behind}", name.to_lowercase()));
        }
        Action::Enter(to) => {
            texts.push(format!("{corner}{promote}dragon {to}"));
            texts.push(format!("d@{to}{behind}{at}"));
            texts.push(format!("D{to}{at}{behind}"));
        }
        Action::Pass => texts.push(format!("{corner}{promote}pass")),
    }
    texts
}

/// `, corner` before a corner, nothing where there is none.
fn at_sign(at: &str) -> &'static str {
    if at.is_empty() { "" } else { ", corner" }
}

/// Some positions of random play from each place, under each options text.
fn positions(plies: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for options in OPTIONS {
        for (place, seed) in PLACES.iter().zip(1..) {
            let mut ply = 0;
            random_game(at(place, options), seed, plies, any_move, |play, _, _| {
                if ply % 9 == 0 && play.outcome().is_none() && ply < plies {
                    found.push(*play.position());
                }
                ply += 1;
            });
        }
    }
    found
}

#[test]
fn every_move_is_read_in_every_spelling() {
    let mut parts = [0; 4];
    for position in positions(28) {
        let moves = legal_moves(&position);
        let step = moves.len() / 12 + 1;
        for mv in moves.iter().step_by(step) {
            assert_eq!(position.read(&mv.to_string()), Ok(*mv), "{position}: {mv}");
            for text in spellings(&position, mv) {
                assert_eq!(position.read(&text), Ok(*mv), "{position}: {mv} as {text}");
            }
            let crowns = matches!(mv.action, Action::Step { crowns: true, .. });
            let has =
                [mv.corner.is_some(), mv.promotion.is_some(), crowns, mv.action == Action::Pass];
            parts.iter_mut().zip(has).for_each(|(n, has)| *n += u32::from(has));
        }
    }
    assert!(parts.iter().all(|n| *n > 0), "{parts:?}");
}

/// Checks the answer to a text, which is short and shows at most four moves; the fault, if it is
/// refused.
fn check(position: &Position, typed: &str) -> Option<Fault> {
    let Refusal { fault, near } = check_reading(position, typed)?;
    assert!(near.len() <= 4, "{position}: {typed}: {near:?}");
    let words = position.fault_words(typed, &fault);
    assert!(words.len() < 420, "{position}: {typed}: {words}");
    Some(fault)
}

/// Returns where a man would get to if nobody else stood on the board.
fn reach_alone(position: &Position, kind: Kind, from: Hex) -> HexSet {
    let mut alone = Position::empty(position.options());
    (alone.centres, alone.turn) = (position.centres, position.turn);
    alone.put(position.turn, kind, from);
    alone.reach(from)
}

#[test]
fn the_reason_of_every_pair_of_hexes_holds() {
    let mut seen = [0; 5];
    for position in positions(12).iter().filter(|it| it.has_king(it.turn) && !it.options().ports())
    {
        let men: Vec<Hex> = position.men_of(position.turn).collect();
        for (from, to) in men.iter().flat_map(|from| Hex::all().map(move |to| (*from, to))) {
            let Some(fault) = check(position, &format!("{from}{to}")) else { continue };
            let reached = position.reach(from).contains(to);
            let own = position.men_of(position.turn).contains(to);
            let (holds, n) = match &fault {
                Fault::SameHex(at) => ((*at, *at) == (from, to), 0),
                Fault::Mountain(at) => (*at == to && position.mountains.contains(to), 1),
                Fault::OwnMan { to: at, .. } => (*at == to && own, 2),
                Fault::TooWeak(weak) => (reached && !weak.attack.suffices(), 3),
                Fault::OutOfReach(unreached) => (!reached && is_true(position, unreached), 4),
                _ => (false, 0),
            };
            assert!(holds, "{position}: {from}{to}: {fault:?}");
            seen[n] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

/// A man is said to be blocked exactly where he would get there alone; a Horse only if, as its ring
/// may be too long all the same.
fn is_true(position: &Position, unreached: &Unreached) -> bool {
    let Unreached { kind, from, to, why, .. } = unreached;
    let alone = reach_alone(position, *kind, *from).contains(*to);
    let is_blocked = match why {
        Hindrance::Blocked(_) | Hindrance::Walled => true,
        Hindrance::Rides(rides) => {
            let blocked = |end: RideEnd| matches!(end, RideEnd::Blocked(_));
            alone && rides.iter().any(|ride| blocked(ride.end))
        }
        Hindrance::OffLine { .. } | Hindrance::TooFar { .. } | Hindrance::OffRing(_) => false,
    };
    is_blocked == alone
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text in "\\PC{0,30}", place in 0..PLACES.len()) {
        check_readers::<Position>(&text, &OPTIONS);
        check(&at(PLACES[place], "-"), &text);
    }

    #[test]
    fn texts_of_the_words_of_moves_get_an_answer(
        words in proptest::collection::vec(0..26_usize, 1..7),
        place in 0..PLACES.len(),
        options in 0..OPTIONS.len(),
    ) {
        const WORDS: [&str; 26] = [
            "@", "=", "corner ", "promote ", "crown ", "pass ", " to ", "x", " then ", "k1", "f1",
            "g3", "h2", "a1", "e4", "d5", "m3", "k12", "T", "elephant ", "D", "K", "light horse ",
            "a6", "f6", ", ",
        ];
        let text: String = words.iter().map(|word| WORDS[*word]).collect();
        check(&at(PLACES[place], OPTIONS[options]), &text);
    }
}

#[test]
fn long_texts_are_harmless() {
    let position = at(PLACES[0], "-");
    for piece in ["x", "g5", "@k1 ", "=T", "1", "k", "elephant ", "  "] {
        assert_eq!(position.read(&piece.repeat(200_000)), Err(ReadError::NotAMove), "{piece}");
    }
}
