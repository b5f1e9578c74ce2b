//! The cases, tables and examples of the rules page.

use crate::{
    Perft, Rules, Seat,
    cyvasse::{Army, Figure, Kind, Move, Options, Position, army::NAMED, hexes::Hex},
    perft::reference_perft,
    result_text,
    testkit::{self, Case, data, given, lines, moves_of},
};

pub(super) fn options(text: &str) -> Options {
    testkit::options::<Position>(text)
}

pub(super) fn at(position: &str, opts: &str) -> Position {
    testkit::at(position, opts)
}

/// Positions of the perft tables with their options.
pub(super) fn perft_positions() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(data!("cyvasse/perft.txt")).map(|line| {
        let mut parts = line.split("; ");
        (parts.next().unwrap(), given(parts.next().unwrap()))
    })
}

pub(super) fn cases() -> Vec<Case> {
    Case::all(data!("cyvasse/cases.txt"))
}

/// What stands between the moves of a case, since a move has spaces in it.
pub(super) const BETWEEN_MOVES: &str = ", ";

#[test]
fn the_cases_of_the_rules_page() {
    let cases = cases();
    assert_eq!(cases.len(), 77);
    for case in cases {
        let play = case.play::<Position>(BETWEEN_MOVES);
        let (position, name, after) = (play.position(), case.name(), case.field("after"));
        if !after.is_empty() {
            assert_eq!(position.to_string(), after, "{name}");
        }
        let moves = moves_of(position);
        let listed = case.field("moves");
        match listed.split_once(" | ") {
            Some((count, list)) => {
                assert_eq!(moves.join(", "), list, "{name}");
                assert_eq!(moves.len().to_string(), count, "{name}");
            }
            None => {
                let count = listed.trim_end_matches(" in all");
                assert_eq!(moves.len().to_string(), count, "{name}");
            }
        }
        if let Some((target, list)) = case.field("onto").split_once(": ") {
            let onto: Vec<&str> = moves
                .iter()
                .filter(|mv| mv.parse::<Move>().unwrap().action.target() == Hex::parse(target).ok())
                .map(String::as_str)
                .collect();
            assert_eq!(onto.join(", "), list.replace("none", ""), "{name}");
        }
        let promotions = case.field("promos");
        if !promotions.is_empty() {
            let kinds: Vec<String> =
                position.promotions().iter().map(|kind| kind.letter().to_string()).collect();
            assert_eq!(kinds.join(", "), promotions, "{name}");
        }
        assert_eq!(result_text(play.outcome()), case.field("result"), "{name}");
    }
}

#[test]
fn the_perft_tables_of_the_rules_page() {
    for line in lines(data!("cyvasse/perft.txt")) {
        let [position, opts, counts] = line.split("; ").collect::<Vec<_>>()[..] else { panic!() };
        let position = at(position, opts);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let nodes: u64 = count.parse().unwrap();
            assert_eq!(position.perft(depth), Perft { nodes, commands: nodes }, "{line}: {depth}");
            if nodes < 11_000 {
                assert_eq!(reference_perft(&position, depth).nodes, nodes, "{line}: {depth}");
            }
        }
    }
}

/// Returns what the command line says of an army.
fn verdict(text: &str, opts: &str) -> String {
    match Army::read(text, options(opts).dragon()) {
        Ok(army) => {
            let hex = army.fortress(Seat::FIRST).unwrap();
            let dragon = if army.count(Figure::Man(Kind::Dragon)) > 0 { "board" } else { "hand" };
            format!("ok {army} fortress {hex} dragon {dragon}")
        }
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            faults.join(", ")
        }
    }
}

#[test]
fn armies_and_their_faults() {
    for line in lines(data!("cyvasse/setups.txt")) {
        let [text, opts, expected] = line.split("; ").collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(verdict(text, opts), expected, "{line}");
    }
    assert_eq!(verdict(&"1".repeat(500), ""), "too long");
}

#[test]
fn starts_written_as_two_armies() {
    let fortresses = [("bastion", "h2,d10"), ("vanguard", "h1,d11"), ("harbour", "f1,f11")];
    for (name, centres) in fortresses {
        let start = at(&format!("{name}+{name}"), "-").to_string();
        assert_eq!(start.split(' ').nth(2), Some(centres), "{name}");
    }
    let hexes = |name: &str, letter: char| {
        let army = Army::named(name, Default::default()).unwrap();
        let figure = Figure::from_letter(letter).unwrap();
        let figures = army.figures(Seat::FIRST).filter(|(_, found)| *found == figure);
        let mut hexes: Vec<Hex> = figures.map(|(hex, _)| hex).collect();
        hexes.sort_by_key(|hex| (std::cmp::Reverse(hex.row()), hex.x()));
        hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    for (name, letter, listed) in [
        ("bastion", 'M', "e4 i4 f3 i3 g2 i2"),
        ("bastion", 'R', "c5 d5 f5 g5 i5 j5"),
        ("vanguard", 'D', "g4"),
        ("vanguard", 'R', "e5 f5 g5 h5 g2 i2"),
        ("vanguard", 'M', "c4 k4 f3 i3 f1 k1"),
        ("harbour", 'R', "c5 e5 h5 j5 i4 h2"),
        ("harbour", 'H', "k2 g1"),
        ("harbour", 'M', "f5 g5 g3 h3 f2 j2"),
    ] {
        assert_eq!(hexes(name, letter), listed, "{name} {letter}");
    }
    let fault = |text: &str| Position::from_position_text(text, &options("-")).unwrap_err().0;
    let heavy = NAMED[0].1.replacen("1RR", "RRR", 1);
    assert_eq!(fault(&format!("bastion+{heavy}")), "Black: R: 7");
    assert_eq!(fault("bastion+bastion+bastion"), "need 2 set-ups with one `+` between, not 3");
    // The option does not reach this short form.
    assert_eq!(at("harbour+default", "dragon=board"), at("harbour+bastion", "dragon=board"));
}

#[test]
fn options_text() {
    let canonical = |text: &str| options(text).to_string();
    assert_eq!(
        canonical("preset=v51"),
        "flanking=cascade,dragon_flanks=no,dragon=board,ruin=instant,promotion=forced"
    );
    assert_eq!(
        canonical("ruin=delayed,preset=v51,dragon=hold"),
        "flanking=cascade,dragon_flanks=no,dragon=hold,promotion=forced"
    );
    assert_eq!(canonical("preset=v50,progress=50,ports"), "ports=on");
    assert_eq!(canonical("progress=100000,setup=open"), "progress=100000,setup=open");
    for wrong in ["x=1", "ports=maybe", "progress=-1", "progress=007", "preset=v52", "ports,ports"]
    {
        assert!(wrong.parse::<Options>().is_err(), "{wrong}");
    }
}

#[test]
fn position_texts_that_are_refused() {
    let board = "k5/7/8/9/10/11/10/9/8/7/K5";
    let fault = |text: &str| Position::from_position_text(text, &options("-")).unwrap_err().0;
    let whole = |rest: &str| format!("{board} {rest}");
    for (text, expected) in [
        (whole("w f1,a11 - - 0"), "need 7 fields"),
        ("k5/7/8/9/10/11/10/9/8/7 w f1,a11 - - 0 1".to_owned(), "need 11 rows"),
        (whole("w f1,a11 - - 0 1").replace("K5", "X5"), "bad letter X"),
        (whole("w f1,a11 - - 0 1").replace("/11/10/", "/11/9/"), "row 5 has 9 hexes"),
        (whole("w f1,a11 - - 0 1").replace("/11/10/", "/11/0010R/"), "row 5 has 11 hexes"),
        (whole("x f1,a11 - - 0 1"), "bad side x"),
        (whole("w f1 - - 0 1"), "need 2 centres"),
        (whole("w z1,a11 - - 0 1"), "bad hex z1"),
        (whole("w f01,a11 - - 0 1"), "bad hex f01"),
        (whole("w @?,a11 - - 0 1"), "bad hex ?"),
        (whole("w a1,a11 - - 0 1"), "off board a1"),
        (whole("w f12,a11 - - 0 1"), "off board f12"),
        (whole("w f1,a11 q=f6 - 0 1"), "bad terrain q=f6"),
        (whole("w f1,a11 h= - 0 1"), "bad terrain h="),
        (whole("w f1,a11 h=f6;g=e6,f6 - 0 1"), "two terrains on f6"),
        (whole("w f1,a11 - X 0 1"), "bad dragon field X"),
        (whole("w f1,a11 - - 0 1").replace("k5", "kk4"), "too many k"),
        (whole("w f1,a11 - - 65536 1"), "bad number 65536"),
        (whole("w f1,a11 - - 0 0"), "bad number 0"),
        (whole("w f1,a11 - - +1 1"), "bad number +1"),
        (
            whole("w f1,a11 - - 0 1").replace("/11/", "/^^^^^^^^^^^/").replace("/9/8/", "/^^7/8/"),
            "too many ^",
        ),
        (whole("w f1,@f1 - - 0 1"), "centres on one hex"),
        (whole("w f2,a11 - - 0 1").replace("/7/K5", "/1^5/K5"), "mountain on a fortress"),
        (whole("w ?,a11 - - 0 1"), "corner due to the wrong side"),
        (whole("b ?,? - - 0 1"), "corner due to the wrong side"),
        (whole("w f1,a11 - d 0 1").replace("k5", "kd4"), "two dragons"),
    ] {
        assert_eq!(fault(&text), expected, "{text}");
    }
    // Mild forms are read and written canonically.
    let mild = format!("  {board}  w f1,a11\tg=b9,a11;h=a9 Dd 007 01");
    let mild = mild.replace("/11/", "/011/");
    assert_eq!(at(&mild, "-").to_string(), format!("{board} w f1,a11 h=a9;g=a11,b9 Dd 7 1"));
}
