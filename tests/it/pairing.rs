//! `pair` of the real program: what it prints, gives up and refuses; and the examples of the page about tournaments.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::process::Output;

use crate::support::calls::call;

/// One line of a report file: a player with the points and the rounds, each in ten columns.
fn player(number: u32, points: &str, rounds: &str) -> String {
    format!(
        "001 {number:>4}      {:<33} {:>4}{:>28}{points:>4} {number:>4}{rounds}\n",
        "Somebody", "", ""
    )
}

fn pair(file: &str, more: &[&str]) -> Output {
    call(&[&["pair", "event.trf"], more].concat(), &[("event.trf", file)])
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn the_bye_goes_to_who_has_missed_least() {
    let file = [
        "XXR 3\n".to_owned(),
        player(1, "1.0", "     3 w 1"),
        player(2, "1.0", "     4 b 1"),
        player(3, "0.0", "     1 b 0"),
        player(4, "0.0", "     2 w 0"),
        player(5, "0.0", "  0000 - Z"),
    ];
    let output = pair(&file.concat(), &[]);
    assert_eq!((stdout(&output), stderr(&output)), ("2 1\n3 5\nbye 4\n", ""));
}

#[test]
fn a_round_that_cannot_be_paired_gives_up_a_rematch_or_says_so() {
    let file =
        ["XXR 3\n".to_owned(), player(1, "1.0", "     2 w 1"), player(2, "0.0", "     1 b 0")];
    let output = pair(&file.concat(), &[]);
    assert_eq!(stdout(&output), "2 1\n");
    assert_eq!(stderr(&output), "martian-cake: given up: 1 and 2 have met before\n");
    let output = pair(&file.concat(), &["--strict"]);
    assert_eq!((stdout(&output), stderr(&output)), ("impossible\n", ""));
    let apart = format!("{}XXP 1 2\n", file.concat());
    assert_eq!(stdout(&pair(&apart, &[])), "impossible\n");
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_its_line() {
    let file = ["XXR 3\n".to_owned(), player(1, "1.0", "     7 w 1")];
    let output = pair(&file.concat(), &[]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    assert_eq!(stderr(&output), "martian-cake: line 2: round 1: there is no player 7\n");
    let over =
        ["XXR 1\n".to_owned(), player(1, "1.0", "     2 w 1"), player(2, "0.0", "     1 b 0")];
    let output = pair(&over.concat(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("all 1 rounds are played"), "{}", stderr(&output));
    let crowd: String = (1..=1001).map(|number| player(number, "0.0", "")).collect();
    let said =
        "martian-cake: 1001 players are too many for one event: at most 1000 can be paired\n";
    assert_eq!(stderr(&pair(&crowd, &[])), said);
}

#[test]
fn json_says_what_the_lines_say() {
    let file = [
        "012 Club\nXXR 3\n".to_owned(),
        player(1, "1.0", "     2 w 1"),
        player(2, "0.0", "     1 b 0"),
    ];
    let json = |file: &str, more: &[&str]| -> serde_json::Value {
        serde_json::from_str(stdout(&pair(file, &[&["--json"], more].concat()))).unwrap()
    };
    let expected = serde_json::json!({
        "event": "Club",
        "round": 2,
        "regulations": "FIDE C.04.3, 2026-02-01",
        "possible": true,
        "games": [{ "white": 2, "black": 1 }],
        "bye": null,
        "given_up": [{ "kind": "rematch", "one": 1, "other": 2 }],
    });
    assert_eq!(json(&file.concat(), &[]), expected);
    let impossible = json(&file.concat(), &["--strict"]);
    assert_eq!(
        (&impossible["possible"], &impossible["games"]),
        (&false.into(), &serde_json::json!([]))
    );
    let odd = [file.concat(), player(3, "0.0", "")].concat();
    assert_eq!(json(&odd, &[])["bye"], 2);
}

#[test]
fn a_round_without_all_results_is_told_by_its_line() {
    let file =
        ["XXR 3\n".to_owned(), player(1, "0.0", "     2 w  "), player(2, "0.0", "     1 b  ")];
    let output = pair(&file.concat(), &[]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    let said = "martian-cake: line 2: round 1 is being played: 1 game has no result yet\n";
    assert_eq!(stderr(&output), said);
    let output = call(&["standings", "event.trf"], &[("event.trf", &file.concat())]);
    let said =
        "martian-cake: round 1 is being played (1 game has no result yet): nobody has points yet\n";
    assert_eq!(stderr(&output), said);
    assert_eq!(stdout(&output).lines().count(), 3);
}

/// A file of the form of 2026, with a name that shifts its columns: what can be read is read, and told.
#[test]
fn a_file_of_another_program_is_read_with_remarks() {
    let worths = "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5\r\n";
    let file = [
        format!("\u{feff}012 Open\r\n142 3\r\n{worths}"),
        player(1, " .5", "     2 w =").replace("Somebody", "Éva    "),
        player(2, " .5", "     1 b ="),
        player(3, "0.0", "     4 w 1"),
        player(4, "0,0", "     3 b 0"),
    ];
    let said = "martian-cake: line 4: the columns of player 1 (Éva) are shifted by the name and were read so\n\
                martian-cake: player 3 has 1.0 points by the results, not 0.0\n";
    let files = [("event.trf", &*file.concat())];
    let output = call(&["standings", "event.trf", "--crosstable"], &files);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), said));
    let table =
        "1 3 4w1 1.0 Somebody\n2 1 3w½ 0.5 Éva\n3 2 2b½ 0.5 Somebody\n4 4 1b0 0.0 Somebody\n";
    assert_eq!(stdout(&output), table);
    let output = pair(&file.concat(), &[]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), said));
    assert_eq!(stdout(&output), "2 3\n4 1\n");
}

/// What contradicts itself is refused with its line and player by each command, and nothing is printed.
#[test]
fn a_file_that_contradicts_itself_is_refused() {
    let file = |first: &str, second: &str| {
        ["XXR 3\n".to_owned(), player(1, "1.0", first), player(2, "1.0", second)].concat()
    };
    for (file, said) in [
        (
            file("     2 w 1", "     1 b 1"),
            "round 1: players 1 (Somebody) and 2 (Somebody) have both won",
        ),
        (
            file("     2 w +", "     1 b +"),
            "round 1: players 1 (Somebody) and 2 (Somebody) have both won",
        ),
        (
            file("     2 w 1", "     1 b ="),
            "round 1: player 1 (Somebody) has won, but 2 (Somebody) has drawn",
        ),
        (file("     2 w 1", "     3 b 0"), "round 1: the line of player 2 says something else"),
        (
            file("     2 w 1  0000 - U", "     1 b 0"),
            "round 2: player 1 (Somebody) has a bye, though nobody else has that round",
        ),
        (file("    2 w 1", "     1 b 0"), "round 1: the columns of player 1 are shifted"),
        (file("", ""), "player 1 (Somebody) has 1.0 points, but the file has no rounds"),
    ] {
        for command in ["pair", "standings"] {
            let output = call(&[command, "event.trf"], &[("event.trf", &file)]);
            assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""), "{file}");
            assert_eq!(stderr(&output), format!("martian-cake: line 2: {said}\n"), "{file}");
        }
    }
}

/// The types of events that line 192 may name, as FIDE's list of encoded types has them (ETT26), by what `pair` makes of
/// them. The first ones are the Dutch system of 2026, `FIDE_DUTCH_2025` by its name in the draft.
const PAIRED: &str = "FIDE_DUTCH FIDE_DUTCH_2026 FIDE_DUTCH_2025";
const ACCELERATED: &str = "FIDE_DUTCH_BAKU FIDE_DUTCH_2026_BAKU FIDE_DUTCH_2025_BAKU";
const OTHERS: &str = "FIDE_DUTCH_2017 FIDE_DUBOV FIDE_BURSTEIN FIDE_DUTCH_2017_BAKU FIDE_DUBOV_BAKU \
    FIDE_BURSTEIN_BAKU CUSTOM_SWISS FIDE_DOUBLESWISS FIDE_DOUBLESWISS_BAKU CUSTOM_DOUBLESWISS \
    BERGER_ROUNDROBIN BERGER_ROUNDROBIN_G1 BERGER_ROUNDROBIN_G3 BERGER_DOUBLEROUNDROBIN FIDE_ROUNDROBIN \
    FIDE_DOUBLEROUNDROBIN FIDE_DOUBLE_ROUNDROBIN CUSTOM_ROUNDROBIN FIDE_SCHILLER FIDE_SCHILLER_6x2 CUSTOM_SCHILLER \
    FIDE_SCHEVENINGEN FIDE_SCHEVENINGEN_G2 FIDE_DOUBLESCHEVENINGEN CUSTOM_SCHEVENINGEN CUSTOM_KNOCKOUT \
    FIDE_TEAM_TYPEA_MP_GP FIDE_TEAM_TYPEA_GP_MP FIDE_TEAM_TYPEA_MP FIDE_TEAM_TYPEA_GP FIDE_TEAM_TYPEB_MP_GP \
    FIDE_TEAM_TYPEB_GP_MP FIDE_TEAM_TYPEB_MP FIDE_TEAM_TYPEB_GP FIDE_TEAM_MP_GP FIDE_TEAM_GP_MP FIDE_TEAM_MP \
    FIDE_TEAM_GP FIDE_TEAM CUSTOM_TEAM_SWISS_MP CUSTOM_TEAM_SWISS_GP FIDE_TEAM_TYPEA_MP_GP_BAKU \
    FIDE_TEAM_TYPEA_MP_BAKU FIDE_TEAM_TYPEB_MP_GP_BAKU FIDE_TEAM_TYPEB_MP_BAKU FIDE_TEAM_MP_GP_BAKU \
    FIDE_TEAM_MP_BAKU FIDE_TEAM_BAKU CUSTOM_TEAM_SWISS BERGER_TEAM_ROUNDROBIN BERGER_TEAM_ROUNDROBIN_G2 \
    BERGER_TEAM_DOUBLEROUNDROBIN FIDE_TEAM_ROUNDROBIN FIDE_TEAM_DOUBLEROUNDROBIN CUSTOM_TEAM_ROUNDROBIN \
    CUSTOM_TEAM_KNOCKOUT AN_UNKNOWN_TYPE";

/// Standings need none of them; `pair` names the one that it cannot pair, and its line.
#[test]
fn every_type_of_event_is_read() {
    let file = |kind: &str, more: &str| {
        let players: String = (1..=8).map(|number| player(number, "0.0", "")).collect();
        format!("012 Open\n142 5\n152 W\n192 {kind}\n{more}{players}")
    };
    let run = |command: &str, file: &str| call(&[command, "event.trf"], &[("event.trf", file)]);
    let table = run("standings", &file("", ""));
    let usual = pair(&file("", ""), &[]);
    assert_eq!(stdout(&usual), "1 5\n6 2\n3 7\n8 4\n");
    let lines = "250       1.0   1   2    1    4\n";
    let accelerated = "1 3\n4 2\n5 7\n8 6\n";
    for kind in [PAIRED, ACCELERATED, OTHERS].iter().flat_map(|kinds| kinds.split_whitespace()) {
        for kind in [kind.to_owned(), kind.to_lowercase(), format!("{kind}  \r")] {
            let standings = run("standings", &file(&kind, ""));
            assert_eq!((stderr(&standings), stdout(&standings)), ("", stdout(&table)), "{kind}");
        }
        let (plain, helped) = (pair(&file(kind, ""), &[]), pair(&file(kind, lines), &["--strict"]));
        let is_of = |kinds: &str| kinds.split_whitespace().any(|one| one == kind);
        if is_of(PAIRED) {
            assert_eq!((stderr(&plain), stdout(&plain)), ("", stdout(&usual)), "{kind}");
        } else {
            let why = match is_of(ACCELERATED) {
                true => {
                    "is accelerated, and the points for that are to be written out (250 or XXA)"
                }
                false => "is not the Dutch system of 2026, and no other is paired here",
            };
            assert_eq!((plain.status.code(), stdout(&plain)), (Some(1), ""), "{kind}");
            let kind = kind.to_uppercase();
            assert_eq!(stderr(&plain), format!("martian-cake: line 4: {kind} {why}\n"));
        }
        if !is_of(OTHERS) {
            assert_eq!((stderr(&helped), stdout(&helped)), ("", accelerated), "{kind}");
        }
    }
    // The older lines say the same.
    let older: String = (1..=4).map(|number| format!("XXA {number:>4}  1.0  1.0\n")).collect();
    assert_eq!(stdout(&pair(&file("FIDE_DUTCH_2026_BAKU", &older), &[])), accelerated);
}

/// Every block of these pages that shows a file and calls is what the program prints, stderr first.
#[test]
fn the_pages_show_what_the_program_prints() {
    let editions = include_str!("../../docs/TOURNAMENTS.md");
    let mut files: Vec<(&str, &str)> = Vec::new();
    let mut calls = 0;
    for page in [editions, include_str!("../../docs/CLI.md")] {
        for block in page.split("```").skip(1).step_by(2) {
            for part in block.split("\n$ ").skip(1) {
                let (line, shown) = part.split_once('\n').unwrap();
                if let Some(name) = line.strip_prefix("cat ") {
                    files.push((name, shown));
                    continue;
                }
                let words: Vec<&str> = line.split(' ').collect();
                if !["pair", "standings", "rate"].contains(&words[1]) {
                    continue;
                }
                let output = call(&words[1..], &files);
                let printed = [stderr(&output), stdout(&output)].concat();
                assert_eq!(printed.trim_end(), shown.trim_end(), "{line}");
                calls += 1;
            }
        }
    }
    assert!(calls >= 12, "{calls} calls");
}
