use super::{
    super::{Hundredths, System, TermKind, TieBreakValue, crosstable, standings},
    second::event,
};

#[test]
fn numbers_have_the_decimals_that_they_need() {
    let text = |number, least| format!("{:.least$}", Hundredths(number));
    assert_eq!(
        (text(700, 0), text(750, 0), text(925, 0)),
        ("7".into(), "7.5".into(), "9.25".into())
    );
    assert_eq!(
        (text(700, 1), text(925, 1), text(5, 1)),
        ("7.0".into(), "9.25".into(), "0.05".into())
    );
    assert_eq!(format!("{:>6.1}|{:<4}|", Hundredths(1250), Hundredths(100)), "  12.5|1   |");
}

/// The terms of a sum are what a player needs to recompute it.
#[test]
fn a_sum_shows_its_terms() {
    let event = event(&["2w1 U Z", "1b0 3w1 H", "H 2b0 -"]);
    let table = standings(&event, System::Swiss);
    let first = &table.lines[0];
    assert_eq!((first.number, first.place, first.points), (1, 1, 20));
    let TieBreakValue::Sum(cut) = &first.tie_breaks[0] else { panic!("a sum") };
    let terms: Vec<(usize, TermKind, u32, bool)> =
        cut.terms.iter().map(|term| (term.round, term.kind, term.score, term.is_cut)).collect();
    // The bye and the round that was asked for stand against a dummy of 1.5 points, half of three
    // rounds; the round that was asked for is cut.
    assert_eq!(
        terms,
        [
            (1, TermKind::Opponent(2), 15, false),
            (2, TermKind::Dummy { voluntary: false }, 15, false),
            (3, TermKind::Dummy { voluntary: true }, 15, true),
        ]
    );
    assert_eq!(cut.total, Hundredths(300));
}

#[test]
fn who_cannot_be_parted_shares_a_place() {
    let event = event(&["2w=", "1b=", "4w1", "3b0"]);
    let table = standings(&event, System::Swiss);
    let places: Vec<(usize, u32)> =
        table.lines.iter().map(|line| (line.place, line.number)).collect();
    assert_eq!(places, [(1, 3), (2, 1), (2, 2), (4, 4)]);
}

#[test]
fn an_event_without_players_or_rounds_has_a_table() {
    assert!(standings(&event(&[]), System::Swiss).lines.is_empty());
    let table = standings(&event(&["", ""]), System::RoundRobin);
    assert_eq!(table.lines.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 1]);
}

/// Files may say what cannot be: a game with nobody, or with oneself.
#[test]
fn opponents_who_do_not_exist_count_for_nothing() {
    for system in [System::Swiss, System::RoundRobin] {
        let table = standings(&event(&["9w1 1w1", "7b+ 2b-"]), system);
        assert_eq!(table.lines.len(), 2);
    }
}

#[test]
fn the_crosstable_tells_opponents_by_their_lines() {
    let event = event(&["2w0 U", "1b1 3w=", "H 2b=", "- Z", "6w+ -", "5b- F"]);
    let table = standings(&event, System::Swiss);
    let order: Vec<u32> = table.lines.iter().map(|line| line.number).collect();
    let rows: Vec<String> = crosstable(&event, &table)
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let at = |number| 1 + order.iter().position(|one| *one == number).unwrap();
    assert_eq!(rows[at(2) - 1], format!("{}b1 {}w½", at(1), at(3)));
    assert_eq!(rows[at(1) - 1], format!("{}w0 +", at(2)));
    assert_eq!(rows[at(3) - 1], format!("½ {}b½", at(2)));
    assert_eq!(rows[at(4) - 1], "- -");
    assert_eq!(rows[at(5) - 1], format!("{}+ -", at(6)));
    assert_eq!(rows[at(6) - 1], format!("{}- +", at(5)));
}
