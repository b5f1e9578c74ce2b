//! Files that other programs write: what can be understood is read, what contradicts itself is refused.

use super::{
    super::super::{
        history::{Bye, Entry, PairingHistory, Points, Score},
        standings::{System, standings},
    },
    super::{read, write, write_ranked},
    FILE,
};

/// The lines of a file of 2026 before the players.
const FORM_OF_2026: &str = "\
### a comment
012 Open
142 3
152 B
162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5
192 FIDE_DUTCH_2026
";

/// A player's line with all of its fields.
fn row(number: u32, name: &str, points: &str, rounds: &str) -> String {
    format!(
        "001 {number:>4} wWGM {name:<33} 2400 CZE 12345678901 1990/01/01 {points:>4} {number:>4}{rounds}\n"
    )
}

/// Four players and two rounds by the form of 2026, with a late one who has no columns for the first round.
fn open_event() -> String {
    [
        FORM_OF_2026.to_owned(),
        row(1, "Dvořák, Antonín", "1.5", "     2 w 1     3 b ="),
        row(2, "Two", ".5", "     1 b 0     4 w ="),
        row(3, "Three", "1,5", "  0000 - U     1 w ="),
        row(4, "Four", "0.5", "               2 b ="),
    ]
    .concat()
}

fn event(text: &str) -> PairingHistory {
    read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}")).event
}

fn points_of(event: &PairingHistory) -> Vec<Points> {
    event.players.iter().map(|player| event.points_of(player)).collect()
}

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

/// The file with a word in place of another one of the same length.
fn with(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "{from}");
    FILE.replacen(from, to, 1)
}

#[test]
fn a_file_of_2026_is_read_without_a_remark() {
    let reading = read(&open_event()).expect("is in the form");
    assert_eq!(reading.remarks, Vec::<String>::new());
    assert_eq!(points_of(&reading.event), [15, 5, 15, 5]);
    assert_eq!((reading.event.rounds, reading.event.played), (3, 2));
    assert_eq!(reading.event.players[0].name, "Dvořák, Antonín");
    let marked = format!("\u{feff}{}", open_event().replace('\n', "\r\n"));
    assert_eq!(event(&marked), reading.event);
}

/// Every letter of a line `162`, and the codes of other programs, say what they mean and nothing else.
#[test]
fn every_result_may_be_worth_something_else() {
    let usual =
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    F 1.0    H 0.5    Z 0.0    X 0.5";
    let entries = [
        row(1, "One", "", "     2 w 1     2 b +  0000 - U"),
        row(2, "Two", "", "     1 b 0     1 w -  0000 - F"),
        row(3, "Three", "", "     4 w =  0000 - H  0000 - Z"),
        row(4, "Four", "", "     3 b =  0000 - Z"),
    ]
    .concat();
    let points = |line: &str| points_of(&event(&format!("{line}\n{entries}")));
    assert_eq!(points(usual), [30, 10, 10, 5]);
    for (letter, expected) in [
        ("W 2.5", [60, 10, 10, 5]),
        ("D  .5", [30, 10, 10, 5]),
        ("D 2,5", [30, 10, 30, 25]),
        ("L  .5", [30, 15, 10, 5]),
        ("A  .5", [30, 15, 10, 5]),
        ("P  .5", [25, 10, 10, 5]),
        ("F  .5", [30, 5, 10, 5]),
        ("H 0.0", [30, 10, 5, 5]),
        ("Z  .5", [30, 10, 15, 15]),
        ("X  .0", [30, 10, 10, 5]),
    ] {
        let (before, after) = usual.split_once(&letter[..2]).expect("is there");
        let line = format!("{before}{letter}{}", &after[3..]);
        assert_eq!(points(&line), expected, "{line}");
    }
    for (line, expected) in [
        ("162  W 3.0    D 1.0", [90, 30, 20, 10]),
        ("162 w3 x.5", [90, 30, 10, 5]),
        ("162  A 0.5", [30, 15, 15, 15]),
        ("162  Z 0.5", [30, 15, 15, 15]),
        ("XXS FW=0.5 FPB=2 HPB=.0", [25, 20, 5, 5]),
        ("XXS W=2.0 PAB=1.0", [50, 20, 10, 5]),
        ("BBF  .5", [30, 15, 10, 5]),
    ] {
        assert_eq!(points(line), expected, "{line}");
        let written = write(&event(&format!("{line}\n{entries}")));
        assert_eq!(points_of(&event(&written)), expected, "{written}");
    }
    let colours = format!("XXS WW=1.0 BW=2.0\n{entries}");
    assert_eq!(refused(&colours), "line 1: one kind of result is worth 1.0 and 2.0 points");
}

/// Points stand for themselves in some form, and the results decide.
#[test]
fn points_in_any_form() {
    for (points, remarks) in
        [(" 4.0", 0), ("4.0 ", 0), (" 4,0", 0), ("   4", 0), (" 3½ ", 1), ("  .5", 1)]
    {
        let text = with(" 4.0    2", &format!("{points}    2"));
        let reading = read(&text).expect(points);
        assert_eq!((reading.remarks.len(), &reading.event), (remarks, &event(FILE)), "{points}");
    }
    for points in [" 4.x", "   .", "4.25", "-1.0"] {
        let said = refused(&with(" 4.0    2", &format!("{points}    2")));
        assert_eq!(said, format!("line 8: these are no points: {}", points.trim()));
    }
}

/// Programs that count bytes, or what a name takes on a screen, write the columns behind it too far to the left; those
/// that do not cut long names too far to the right.
#[test]
fn names_that_shift_their_columns() {
    let expected = event(FILE);
    for (name, columns) in [
        ("Bébé", 31),
        ("Дмитрий", 26),
        ("Константин Циолковский", 12),
        ("王小明", 30),
        ("王小明", 27),
        ("🙂 Two", 32),
        ("🙂 Two", 30),
        ("Somebody whose name is longer than that", 39),
    ] {
        let text = with(&format!("{:<33}", "Two"), &format!("{name:<columns$}"));
        let reading = read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(reading.event.players[1].name, name);
        let mut event = reading.event;
        event.players[1].name = "Two".into();
        assert_eq!(event, expected, "{text}");
        let who: String = name.chars().take(20).collect();
        let what = "are shifted by the name and were read so";
        let remark = format!("line 7: the columns of player 2 ({}) {what}", who.trim_end());
        assert_eq!(reading.remarks, [remark], "{text}");
    }
    // Where no points stand the rounds alone show it.
    let bare = row(1, "One", "", "     2 w 1")
        + &row(2, "Bébé", "", "     1 b 0").replacen("  2400", "2400", 1);
    assert_eq!(points_of(&event(&bare)), [10, 0]);
    // Whoever comes late has nothing in the first round that could be taken for the second one.
    let late = with(&format!("{:<33}", "Four"), &format!("{:<23}", "Екатериной"));
    assert_eq!(event(&late).players[3].entries, expected.players[3].entries);
}

#[test]
fn a_line_that_cannot_be_aligned_is_refused() {
    let two = FILE.lines().nth(6).expect("a line");
    let in_place = |line: &str| FILE.replacen(two, line, 1);
    let tabs = two.split_whitespace().collect::<Vec<_>>().join("\t");
    let words = two.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
    let words = format!("001    {words}");
    let cut = two.replacen("Two  ", "Two ", 1);
    let unrated = |line: &str| line.replacen("2000", "    ", 1);
    let tab = two.replacen("   0.0", "\t  0.0", 1);
    for (line, said) in [
        (&*tabs, "line 7: the start number in columns 5 to 8 is no number: 2Tw"),
        (&words, "line 7: the columns of player 2 are not where the form has them"),
        (&cut, "line 7: the columns of player 2 (Two) are shifted, as column 49 shows"),
        (&unrated(&cut), "line 7: round 1: the columns of player 2 are shifted"),
        (
            &unrated(&cut).replacen("Two ", "Two", 1),
            "line 7: the columns of player 2 (Two) are shifted, as column 81 shows",
        ),
        (&tab, "line 7: the columns of player 2 (Two) cannot be counted: there is a tab"),
    ] {
        assert_eq!(refused(&in_place(line)), said, "{line}");
    }
    // Somebody who has just entered has neither points nor rounds.
    assert_eq!(event(&format!("{FILE}001    5      Ann B. w 3\n")).players.len(), 5);
}

#[test]
fn a_forfeit_that_only_one_line_has_is_told() {
    let reading = read(&with("2 b +", "     ")).expect("is understood");
    assert_eq!(reading.event.players[1].entries, event(FILE).players[1].entries);
    let remarks = [
        "line 7: round 2: player 2 (Two) has a forfeit, but not 4 (Four)",
        "player 4 has 0.0 points by the results, not 3.0",
    ];
    assert_eq!(reading.remarks, remarks);
    let nobody = event(&with("2 b +", "2 b -"));
    let entry = nobody.players[3].entries[1];
    assert!(matches!(entry, Entry::Forfeit { score: Score::Loss, .. }), "both have lost");
}

/// What has no result stands before rounds that have some: they are left out, and that is told.
#[test]
fn results_behind_a_round_that_is_not_whole_are_told() {
    let text = FILE.replace("2 w 1", "2 w  ").replace("1 b 0", "1 b  ");
    let remark = "line 6: results are missing in round 1, so the rounds behind it do not count";
    assert_eq!(read(&text).expect("is understood").remarks, [remark]);
}

#[test]
fn a_bye_in_a_round_that_nobody_else_has() {
    let alone = "has a bye, though nobody else has that round";
    for (from, to, said) in [
        ("0000 - H", "0000 - U", format!("line 6: round 3: player 1 (One) {alone}")),
        ("0000 - H", "0000 - +", format!("line 6: round 3: player 1 (One) {alone}")),
        (
            "0000 - H",
            "          0000 - H",
            "line 6: round 4: player 1 (One) has a bye, though nobody has round 3".to_owned(),
        ),
    ] {
        assert_eq!(refused(&with(from, to)), said);
    }
    let others = FILE.replace("4 w -", "4 w -  0000 - H").replace("0000 - H\n", "0000 - Z\n");
    assert_eq!(event(&others.replace("0000 - Z", "0000 - U")).played, 3, "two have it");
}

#[test]
fn points_without_any_round_make_no_table() {
    let cut: String =
        FILE.lines().map(|line| line.get(..89).unwrap_or(line).to_owned() + "\n").collect();
    let said = "line 6: player 1 (One) has 4.0 points, but the file has no rounds";
    assert_eq!(refused(&cut), said);
}

#[test]
fn points_given_by_hand_are_told() {
    let remarks = read(&format!("{FILE}299      -0.5     0    1\n")).expect("is read").remarks;
    assert_eq!(remarks, ["line 10: points that were given or taken away (299) do not count"]);
}

/// The ranks are the places, also shared ones, and nothing is left blank.
#[test]
fn what_is_written_has_places_and_absences() {
    let event = event(&open_event());
    let table = standings(&event, System::Swiss);
    let file = write(&event);
    for line in &table.lines {
        let row = file.lines().find(|row| row.starts_with(&format!("001 {:>4}", line.number)));
        let row: Vec<char> = row.expect("a line").chars().collect();
        let column = |from: usize, to: usize| row[from - 1..to].iter().collect::<String>();
        assert_eq!(column(86, 89).trim(), line.place.to_string(), "{file}");
        let absent = if line.number == 4 { "0000 - Z" } else { &column(92, 99) };
        assert_eq!(column(92, 99), absent, "{file}");
    }
    let again = read(&file).expect("is in the form").event;
    assert_eq!(standings(&again, System::Swiss), table);
    assert_eq!(again.players[3].entries[0], Entry::Bye { bye: Bye::Zero });
    let ranked = write_ranked(&event, &[(2, 7)].into());
    assert_eq!(ranked.lines().filter(|row| row.contains(" 0.5    7 ")).count(), 1, "{ranked}");
}
