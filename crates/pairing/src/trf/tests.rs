mod others;

use super::{
    super::{
        dutch::{
            self,
            tests::{Chance, chance, empty, play},
        },
        history::{Bye, Colour, Entry, Score},
        standings::{System, standings},
    },
    Reading, Unfinished, read, write,
};

const FILE: &str = "\
012 Club
XXR 5
XXC black1
162  W 3.0    D 1.0
XXP 1 3
001    1      One                               2100                             4.0    1     2 w 1     3 b =  0000 - H
001    2      Two                               2000                             0.0    3     1 b 0     4 w -
001    3      Three                             1900                             4.0    2  0000 - U     1 w =
001    4      Four                                                               3.0    4               2 b +
";

#[test]
fn what_is_written_is_read_as_the_same() {
    let Reading { event, remarks, unfinished, .. } = read(FILE).expect("is in the form");
    assert_eq!((remarks.len(), unfinished), (0, None));
    assert_eq!((event.name.as_str(), event.rounds, event.played), ("Club", 5, 2));
    assert_eq!(event.initial, Some(Colour::Black));
    assert_eq!((event.points.win, event.points.draw, event.points.allocated), (30, 10, 30));
    assert_eq!(event.players[0].entries[2], Entry::Bye { bye: Bye::Half });
    let forfeit = Entry::Forfeit { opponent: 4, colour: Some(Colour::White), score: Score::Loss };
    assert_eq!(event.players[1].entries[1], forfeit);
    assert_eq!(event.players[3].entries[0], Entry::Absent);
    let written = read(&write(&event)).expect("is in the form");
    let mut with_absence = event.clone();
    with_absence.players[3].entries[0] = Entry::Bye { bye: Bye::Zero };
    assert_eq!((written.event, written.remarks), (with_absence, Vec::new()));
    for ends in ["\r", "\r\n"] {
        assert_eq!(
            read(&FILE.replace('\n', ends)).expect("ends its lines in another way").event,
            event
        );
    }
}

#[test]
fn points_that_do_not_fit_are_told() {
    let remarks = read(&FILE.replace("4.0    2", "5.0    2")).expect("is in the form").remarks;
    assert_eq!(remarks, ["player 3 has 4.0 points by the results, not 5.0"]);
}

#[test]
fn faults_name_their_line() {
    for (from, to, said) in [
        ("2 w 1", "9 w 1", "line 6: round 1: there is no player 9"),
        ("2 w 1", "1 w 1", "line 6: round 1: nobody plays against himself"),
        ("2 w 1", "2 b 1", "line 6: round 1: the line of player 2 says something else"),
        ("2 w 1", "2 x 1", "line 6: round 1: the colour is w, b or -, not x"),
        ("XXR 5", "XXR five", "line 2: the round is no number: five"),
        ("001    4", "001    3", "line 9: the start number 3 stands there for the second time"),
        ("XXP 1 3", "XXP 1 8", "line 5: there is no player 8"),
        ("XXP 1 3", "XXZ 8", "line 5: there is no player 8"),
        ("XXP 1 3", "240 H 3 8", "line 5: there is no player 8"),
        ("XXP 1 3", "XXA 8 1.0", "line 5: there is no player 8"),
        ("XXR 5", "XXR 1", "line 2: 2 rounds were played, though the event has 1"),
        ("4 w -", "4 w  ", "line 7: round 2: the line of player 4 says something else"),
        ("4 w -", "9 w  ", "line 7: round 2: there is no player 9"),
        ("4 w -", "1 w -", "line 7: round 2: the line of player 1 says something else"),
        ("4 w -", "4 w +", "line 7: round 2: players 2 (Two) and 4 (Four) have both won"),
        ("1 b 0", "1 b 1", "line 6: round 1: players 1 (One) and 2 (Two) have both won"),
        ("1 b 0", "1 b =", "line 6: round 1: player 1 (One) has won, but 2 (Two) has drawn"),
        ("1 w =", "1 w 0", "line 6: round 2: player 1 (One) has drawn, but 3 (Three) has lost"),
        ("001    4", " 001    4", "line 9: 001 does not stand at the beginning of the line"),
        (
            "162  W 3.0",
            "162  W 3.0 W 2.0",
            "line 4: one kind of result is worth 3.0 and 2.0 points",
        ),
        ("162  W", "162  Q", "line 4: no result has the letter Q"),
    ] {
        let fault = read(&FILE.replacen(from, to, 1)).expect_err(said);
        assert_eq!(fault.to_string(), said);
    }
}

#[test]
fn a_file_without_players_is_refused() {
    for text in ["", "\u{feff}\n", "012 Nobody\nXXR 5\n"] {
        let why = "there is no player, which is a line that begins with 001";
        assert_eq!(read(text).expect_err("has none").to_string(), why);
    }
}

/// What the line of a player says about a round, in the columns of the second one.
#[test]
fn every_way_to_write_a_round() {
    let second = |cell: &str, back: &str| {
        let text = FILE.replace("4 w -", cell).replace("2 b +", back);
        read(&text).map(|reading| reading.event.players[1].entries.get(1).copied())
    };
    let game = |colour, score| Entry::Game { opponent: 4, colour, score };
    let forfeit = |colour, score| Entry::Forfeit { opponent: 4, colour, score };
    let (white, black) = (Some(Colour::White), Some(Colour::Black));
    for (cell, back, entry) in [
        ("4 w 1", "2 b 0", game(Colour::White, Score::Win)),
        ("4 b =", "2 w =", game(Colour::Black, Score::Draw)),
        ("4 w W", "2 b L", game(Colour::White, Score::Win)),
        ("4 w d", "2 b d", game(Colour::White, Score::Draw)),
        ("4 B l", "2 W w", game(Colour::Black, Score::Loss)),
        ("4 w -", "2 b -", forfeit(white, Score::Loss)),
        ("4 b +", "2 w -", forfeit(black, Score::Win)),
        ("4 - -", "2 - +", forfeit(None, Score::Loss)),
    ] {
        assert_eq!(second(cell, back), Ok(Some(entry)), "{cell}");
    }
    for (cell, bye) in [
        ("0000 - U", Bye::Allocated),
        ("0000 - +", Bye::Allocated),
        ("0000 - F", Bye::Full),
        ("0000 - H", Bye::Half),
        ("0000 - h", Bye::Half),
        ("0000 - =", Bye::Half),
        ("0000 - Z", Bye::Zero),
        ("0000 - -", Bye::Zero),
        ("0000 -  ", Bye::Zero),
        ("     -  ", Bye::Zero),
        ("0000    ", Bye::Zero),
    ] {
        let text = FILE.replace("   4 w -", cell).replace("   2 b +", "        ");
        let entry = read(&text).map(|reading| reading.event.players[1].entries[1]);
        assert_eq!(entry, Ok(Entry::Bye { bye }), "{cell}");
    }
}

/// A bye in the column of the next round, or a line about it, keeps its player out of the pairing; columns that are
/// blank do not, whether they are there or not.
#[test]
fn who_is_not_there_in_the_next_round() {
    let there = |text: &str| {
        let event = read(text).expect("is in the form").event;
        assert_eq!(event.played, 2);
        let numbers = event.players.iter().filter(|player| player.entries.len() <= event.played);
        numbers.map(|player| player.number).collect::<Vec<_>>()
    };
    assert_eq!(there(FILE), [2, 3, 4]);
    let said = |cell: &str| FILE.replace("0000 - H", cell);
    for cell in ["0000 - F", "0000 - Z", "0000 - -", "     -  "] {
        assert_eq!(there(&said(cell)), [2, 3, 4], "{cell}");
    }
    assert_eq!(there(&said("        ")), [1, 2, 3, 4]);
    assert_eq!(there(&said("")), [1, 2, 3, 4]);
    assert_eq!(there(&format!("{}XXZ 2 4\n", said(""))), [1, 3]);
    assert_eq!(there(&format!("{}240 H   3    4\n", said(""))), [1, 2, 3]);
    assert_eq!(there(&format!("{}240 H   4    4\n", said(""))), [1, 2, 3, 4]);
    // Somebody who comes late has no columns yet.
    let late = FILE.lines().last().expect("a line")[..89].replace("001    4", "001    5");
    assert_eq!(there(&format!("{FILE}{late}\n")), [2, 3, 4, 5]);
}

/// A round without all its results is left out, with what stands behind it, and told.
#[test]
fn a_round_that_is_being_played_is_left_out() {
    let open = FILE.replace("4 w -", "4 w  ").replace("2 b +", "2 b  ");
    let reading = read(&open).expect("is in the form");
    assert_eq!(reading.unfinished, Some(Unfinished { round: 2, games: 1, line: 7 }));
    assert_eq!((reading.event.played, reading.remarks.len()), (1, 0));
    assert!(reading.event.players.iter().all(|player| player.entries.len() <= 1));
    let first = open.replace("2 w 1", "2 w  ").replace("1 b 0", "1 b  ");
    let reading = read(&first).expect("is in the form");
    assert_eq!(reading.unfinished, Some(Unfinished { round: 1, games: 1, line: 6 }));
    assert_eq!(reading.event.played, 0);
}

#[test]
fn no_file_is_worse_than_refused() {
    let chars: Vec<char> = FILE.chars().collect();
    let signs = ['0', '9', ' ', '\n', '\r', 'w', '-', 'é', 'X', 'U', '.', '\t', '\u{0}'];
    for at in 0..chars.len() {
        for sign in signs {
            let mut changed = chars.clone();
            changed[at] = sign;
            let _ = read(&changed.iter().collect::<String>());
        }
        let _ = read(&chars[..at].iter().collect::<String>());
        let _ = read(&chars[at..].iter().collect::<String>());
    }
}

/// Changed files are read or refused with a line that there is, and what is read can be paired, ranked and written.
#[test]
fn no_change_of_a_file_does_harm() {
    let mut chance = chance(19);
    let mut files: Vec<String> = vec![FILE.to_owned()];
    for seed in 0..6 {
        let mut event = empty(5 + seed, 6);
        for _ in 0..4 {
            let Ok(pairing) = dutch::pair(&event) else { break };
            play(&mut event, &pairing, &mut chance);
        }
        files
            .push(write(&event) + "XXA 2 1.0 0.5\n260 1 3 1 2 4\n250      1.0   1   2    1    3\n");
    }
    let (mut read_well, mut refused) = (0, 0);
    for round in 0..4_000_u32 {
        let mut text = files[chance.below(files.len() as u64) as usize].clone();
        for _ in 0..=round % 4 {
            text = changed(&text, &mut chance);
        }
        match read(&text) {
            Ok(Reading { event, .. }) => {
                read_well += 1;
                if let Ok(pairing) = dutch::pair(&event) {
                    let paired = 2 * pairing.games.len() + usize::from(pairing.bye.is_some());
                    assert!(paired <= event.players.len(), "{text}");
                }
                let _ = (standings(&event, System::Swiss), standings(&event, System::RoundRobin));
                assert!(read(&write(&event)).is_ok(), "{text}\n{}", write(&event));
            }
            Err(fault) => {
                refused += 1;
                let lines = text.split(['\n', '\r']).count();
                assert!(
                    (1..=lines).contains(&fault.line)
                        || fault.why.starts_with("there is no player,"),
                    "{fault}\n{text}"
                );
                assert!(fault.to_string().len() < 120, "{fault}");
            }
        }
    }
    assert!(read_well > 500 && refused > 500, "{read_well} read, {refused} refused");
}

/// The text with one small change somewhere.
fn changed(text: &str, chance: &mut Chance) -> String {
    let signs = b"0123456789  wbUHFZ=+-1.\n\rX\t";
    let sign = char::from(signs[chance.below(signs.len() as u64) as usize]);
    let mut lines: Vec<&str> = text.lines().collect();
    let line = chance.below(lines.len().max(1) as u64) as usize;
    match chance.below(8) {
        0 if !lines.is_empty() => {
            lines.remove(line);
            return lines.join("\n");
        }
        1 if !lines.is_empty() => {
            lines.insert(line, lines[line]);
            return lines.join("\n");
        }
        _ => {}
    }
    let mut chars: Vec<char> = text.chars().collect();
    let at = chance.below(chars.len() as u64 + 1) as usize;
    match chance.below(8) {
        0 => chars.truncate(at),
        1 => chars.insert(at, sign),
        _ => chars.iter_mut().skip(at).take(1).for_each(|old| *old = sign),
    }
    chars.into_iter().collect()
}
