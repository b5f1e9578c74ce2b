//! The page's own cases, from `tests/data/lyra/`; its properties are in the modules below.

mod oracle;
mod properties;
mod words;

use super::*;
use crate::{
    Perft, Play, Roll, Rules as _, result_text,
    testkit::{
        Block, check_cases, check_moves, check_no_lines, check_reference_perft, data, lines,
        moves_of, reading,
    },
};

fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(|n| n.parse().unwrap()).collect()
}

/// Plays `c3xd4:w`, or a move without outcome.
fn play_outcome(play: &mut Play<Position>, ply: &str) {
    let (mv, mark) = match ply.split_once(':') {
        Some((mv, mark)) => (mv.parse().unwrap(), mark.chars().next()),
        None => (ply.parse().unwrap(), None),
    };
    let mut branches = Vec::new();
    play.position().branches(&mv, &mut branches);
    let branch = branches.iter().find(|branch| branch.mark == mark || mark.is_none()).unwrap();
    play.play(&mv, &branch.roll).unwrap();
}

#[test]
fn cases_of_section_11() {
    assert_eq!(check_cases(data!("lyra/cases.txt"), play_outcome), 47);
}

#[test]
fn perft_of_section_10() {
    for block in Block::all(data!("lyra/perft.txt"), " ") {
        let position: Position = block.position();
        let counts = numbers(block.get("nodes").unwrap())
            .into_iter()
            .zip(numbers(block.get("commands").unwrap()));
        for (depth, (nodes, commands)) in (1..).zip(counts) {
            let label = format!("{position} {} depth {depth}", position.options());
            assert_eq!(position.perft(depth), Perft { nodes, commands }, "{label}");
        }
        if let Some(expected) = block.get("moves") {
            check_moves("perft", &position, expected);
        }
    }
}

#[test]
fn slow_perft_agrees() {
    for block in Block::all(data!("lyra/perft.txt"), " ") {
        check_reference_perft(&block.position::<Position>());
    }
}

#[test]
fn perft_of_a_finished_position_has_no_lines() {
    let position =
        Position::from_position_text("6/6/3G2/6/6/6 b -/- 0", &Options::default()).unwrap();
    check_no_lines(&position);
}

#[test]
fn perft_counts_two_soldiers_that_meet() {
    // Both Soldiers may go to b4, one up and one down.
    let options = "v3=on".parse().unwrap();
    let position = Position::from_position_text("g5/1V4/1S4/6/6/5G w -/- 0", &options).unwrap();
    assert_eq!(position.perft(1).commands, 7);
    let position = Position::from_position_text("g5/1V4/6/1S4/6/5G w -/- 0", &options).unwrap();
    assert_eq!(position.perft(1).commands, 9);
}

#[test]
fn whole_game_of_section_9() {
    let text = data!("lyra/game.txt");
    let block = Block::all(text, " ").next().unwrap();
    let options = block.get("options").unwrap().parse().unwrap();
    let mut play = Play::new(Position::start(&options));
    for (_, ply) in block.fields().iter().filter(|(key, _)| key.ends_with('.')) {
        let (mv, roll) = match ply.split_once(' ') {
            Some((mv, roll)) => {
                (mv, roll.trim_matches(|c| matches!(c, '(' | ')')).parse().unwrap())
            }
            None => (*ply, Roll::NONE),
        };
        play.play(&mv.parse().unwrap(), &roll).unwrap();
    }
    assert_eq!(play.position().to_string(), block.get("after").unwrap());
    assert_eq!(result_text(play.outcome()), block.get("result").unwrap());
}

#[test]
fn odds_of_section_4() {
    let parse_fraction = |text: &str| {
        let (n, d) = text.split_once('/').unwrap();
        (n.trim().parse::<u32>().unwrap(), d.trim().parse::<u32>().unwrap())
    };
    let columns = [Kind::Soldier, Kind::Lieutenant, Kind::Captain, Kind::Assassin, Kind::General];
    let text = data!("lyra/odds.txt");
    let mut cells = 0;
    for line in lines(text) {
        let (head, row) = line.split_once(": ").unwrap();
        let (table, attacker) = head.split_once(' ').unwrap();
        let attacker = Kind::from_letter(attacker.chars().next().unwrap()).unwrap();
        for (defender, cell) in columns.into_iter().zip(row.split(" ; ")) {
            let v5 = table == "v5";
            let odds = Odds::of(attacker, defender, &Options { v5, ..Options::default() });
            let fraction = |verdict| odds.fraction(verdict);
            match table {
                "hit" => {
                    let (chance, counts) = cell.split_once(" (").unwrap();
                    assert_eq!(fraction(Verdict::Hit), parse_fraction(chance), "{line}");
                    assert_eq!(format!("{} of {})", odds.hit, odds.total()), counts, "{line}");
                }
                "push" => assert_eq!(fraction(Verdict::Push), parse_fraction(cell), "{line}"),
                _ => {
                    let chances: Vec<_> = cell.split(" / ").map(parse_fraction).collect();
                    let all = [Verdict::Hit, Verdict::Push, Verdict::Lost].map(fraction);
                    assert_eq!(all.as_slice(), chances, "{line}");
                }
            }
            cells += 1;
        }
    }
    assert_eq!(cells, 75);
}

#[test]
fn positions_refused() {
    let mut n = 0;
    for block in Block::all(data!("lyra/refused.txt"), " ") {
        let options = block.get("options").unwrap_or("").parse().unwrap();
        let text = block.get("position").unwrap();
        let error = Position::from_position_text(text, &options).expect_err(text);
        for words in block.get("says").unwrap().split(" & ") {
            assert!(error.0.contains(words), "{text}: {error}");
        }
        n += 1;
    }
    assert!(n >= 50, "only {n} cases");
}

#[test]
fn positions_accepted() {
    for (options, text) in [
        ("", "6/6/3G2/6/6/6 b -/- 0"),
        ("", "6/6/3G2/6/6/6 b -/- 9999"),
        ("inherit=full", "g5/6/6/2A3/6/5G w CA/- 0"),
        ("v3=on", "g5/6/6/2VV2/6/5G w -/- 0"),
        ("v3=on", "g2V2/6/6/6/6/SG1v2 w -/- 0"),
        ("v4=on", "g5/6/6/CCCCCC/CCCC2/5G w -/- 0"),
        ("", "g5/6/6/LLLLLL/LL4/CC3G w -/- 0"),
    ] {
        let position = Position::from_position_text(text, &options.parse().unwrap()).unwrap();
        assert_eq!(position.to_string(), text);
    }
}

#[test]
fn options_text() {
    for (text, canonical) in [
        ("", ""),
        ("standard", ""),
        ("dice", ""),
        ("v1", "v1=on"),
        ("v5,v1=on,combat=dice", "v1=on,v5=on"),
        ("classic", "combat=classic"),
        ("progress=60,v3=on", "v3=on,progress=60"),
        ("repetition=0,progress=0", "repetition=0,progress=0"),
        ("repetition=100,progress=1000", "repetition=100,progress=1000"),
        ("repetition=3,progress=40,jump=any", ""),
        (
            "captain_diag=all,inherit=full,jump=soldiers",
            "jump=soldiers,inherit=full,captain_diag=all",
        ),
    ] {
        let options: Options = text.parse().unwrap();
        assert_eq!(options.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(options));
    }
}

#[test]
fn options_refused() {
    for (text, says) in [
        ("v6", "there is no option `v6`; allowed: combat, v1"),
        ("V1", "there is no option `V1`"),
        (" v1", "there is no option"),
        ("v1,", "missing beside a comma"),
        (",", "missing beside a comma"),
        ("v1=", "`v1` needs a value; allowed: on|off"),
        ("v1=yes", "`v1` cannot be `yes`; allowed: on|off"),
        ("combat", "`combat` needs a value; allowed: dice|classic"),
        ("jump=both", "`jump` cannot be `both`; allowed: any|soldiers"),
        ("v1,v1=off", "`v1` is given twice"),
        ("classic,dice", "`combat` is given twice"),
        ("standard,v1", "`standard` means all defaults"),
        ("repetition=1", "allowed: 0, 2 to 100"),
        ("repetition=101", "allowed: 0, 2 to 100"),
        ("repetition=03", "allowed: 0, 2 to 100"),
        ("progress=+4", "allowed: 0 to 1000"),
        ("progress=1001", "allowed: 0 to 1000"),
        ("progress=99999999999999999999", "cannot be `999999999999…`; allowed: 0 to 1000"),
        ("classic,v5", "v5 needs dice"),
        ("v5=on,combat=classic", "v5 needs dice"),
        ("ключ=значение-и-дальше", "there is no option `????`"),
    ] {
        let error = text.parse::<Options>().expect_err(text);
        assert!(error.0.contains(says), "{text}: {error}");
    }
}

#[test]
fn quiet_counter_stops_at_its_greatest_value() {
    let options = "progress=0,repetition=0".parse().unwrap();
    let mut position = Position::from_position_text("g5/6/6/6/6/5G w -/- 9999", &options).unwrap();
    position.apply(&"f1-e1".parse().unwrap(), &Roll::NONE);
    assert_eq!(position.to_string(), "g5/6/6/6/6/4G1 b -/- 9999");
    assert_eq!(position.drawn_by_count(1), None);
}

#[test]
fn moves_refused_as_text() {
    for text in [
        "", "c2", "c2c3", "c2-c3 ", "C2-C3", "c2-c7", "g2-c3", "c2-c3=S", "c2-c3=", "é2-c3", "Pass",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn a_side_without_action_passes() {
    // More material than a side can have, so no text gives this position.
    let mut position = Position::start(&"v3=on".parse().unwrap());
    position.kinds = [Bitboard::EMPTY; 6];
    position.sides = [Bitboard::EMPTY; 2];
    let rows = ["VVVVLg", "SSSSSA", "SSSSSS", "SSSSSS", "SSSSSS", "GSSSSS"];
    for (rank, row) in (0..SIZE).rev().zip(rows) {
        for (file, letter) in (0..SIZE).zip(row.chars()) {
            let piece = Piece::from_letter(letter).unwrap();
            position.put(piece.side, piece.kind, Sq::new(file, rank).unwrap());
        }
    }
    assert_eq!(moves_of(&position), ["pass"]);
    assert!(position.is_legal(&Move::Pass));
    assert_eq!(position.perft(1), Perft { nodes: 1, commands: 1 });
    position.apply(&Move::Pass, &Roll::NONE);
    assert_eq!(moves_of(&position), ["f6xe5", "f6xe6", "f6xf5"]);
    assert!(!position.is_legal(&Move::Pass));
    assert_eq!(position.quiet(), 1);
}

#[test]
fn typed_text_of_section_8() {
    let cases: Vec<Block<'_>> = Block::all(data!("lyra/cases.txt"), " ").collect();
    let mut wrong = Vec::new();
    for block in data!("lyra/typed.txt").split("\n\n").skip(1) {
        let (head, lines) = block.split_once('\n').unwrap();
        let position = match head.strip_prefix("position ").unwrap() {
            "start" => Position::start(&Options::default()),
            text => match text.strip_prefix("of ") {
                None => Position::from_position_text(text, &Options::default()).unwrap(),
                Some(case) => {
                    let label = format!("{case}:");
                    let of = |block: &&Block<'_>| block.get("case").unwrap().starts_with(&label);
                    cases.iter().find(of).unwrap().position()
                }
            },
        };
        for line in lines.lines() {
            let (typed, expected) = line.split_once("=> ").or(line.split_once("=>")).unwrap();
            let typed = typed.strip_suffix(' ').unwrap_or(typed);
            let read = reading(&position, typed);
            if read != expected.trim_end() {
                wrong.push(format!("{head}: {typed} => {read}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
