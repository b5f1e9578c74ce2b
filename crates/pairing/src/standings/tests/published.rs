//! Published tables.

use std::collections::BTreeMap;

use super::{
    super::{Standings, System, TieBreak, TieBreakValue, standings},
    second::{event, places_by_encounter},
};

/// The event of M. Held, *Exercises in Tie-Breaking* (FIDE Technical Commission, 2024), exercises 1
/// to 13 and 23, 24, 27: sixteen players, five rounds.
const FIVE_ROUNDS: [&str; 16] = [
    "9w1 13b= 2w= 15b1 4w=",
    "10b1 7w1 1b= 16w1 3b=",
    "11w= 6b1 8w1 4b= 2w=",
    "12b1 H 13w1 3w= 1b=",
    "13w0 15b0 11w1 7b= 10w1",
    "14b0 3w0 U 10w1 8b1",
    "15w1 2b0 16b0 5w= 11b0",
    "16b= 14w1 3b0 13w1 6w0",
    "1b0 10w0 H 11b- U",
    "2w0 9b1 15w0 6b0 5b0",
    "3b= 16w0 5b0 9w+ 7w1",
    "4w0 U 14w+ Z Z",
    "5b1 1w= 4b0 8b0 14w0",
    "6w1 8b0 12b- Z 13b1",
    "7b0 5w1 10b1 1w0 16b0",
    "8w= 11b1 7w1 2b0 15w1",
];

/// Exercise 25: nine rounds.
const NINE_ROUNDS: [&str; 16] = [
    "9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1",
    "10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=",
    "11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1",
    "12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1",
    "13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=",
    "14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1",
    "15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1",
    "16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0",
    "1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=",
    "2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0",
    "3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=",
    "4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=",
    "5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=",
    "6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0",
    "7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0",
    "8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0",
];

/// Exercises 14 and 26: everybody against everybody, with a forfeit.
const ROUND_ROBIN: [&str; 6] = [
    "5w= 2w1 3b1 4w0 6b1",
    "6w1 1b0 5w1 3w= 4b1",
    "4w1 6b1 1w0 2b= 5w1",
    "3b0 5b0 6w= 1b1 2w0",
    "1b= 4w1 2b0 6w- 3b0",
    "2b0 3w0 4b= 5b+ 1w0",
];

/// The regression table of the tie-break server of FIDE's Technical Commission for the rules of 1
/// March 2026: fifteen players, seven rounds, unplayed rounds of every kind.
const MANY_UNPLAYED: [&str; 15] = [
    "8b= 6w1 3b= 14w+ 5w= 2b0 9w=",
    "9w0 11b1 15w1 5b- 7b1 1w1 5b0",
    "10b+ 7b1 1w= 9b= H Z H",
    "11w- 13w- 6b- U 8w= 15b= 6w=",
    "13b1 9w= 7b= 2w+ 1b= 11w= 2w1",
    "14w= 1b0 4w+ 7w= 9b0 10w0 4b=",
    "15b1 3w0 5w= 6b= 2w0 14b0 U",
    "1w= 14b- Z Z 4b= 13w1 14b0",
    "2b1 5b= H 3w= 6w1 H 1b=",
    "3w- 15w- 13w= 15b1 14w1 6b1 11w0",
    "4b- 2w0 U 13b1 15w1 5b= 10b1",
    "H F 14b1 H Z F Z",
    "5w0 4b- 10b= 11w0 U 8b0 15w0",
    "6b= 8w+ 12w0 1b- 10b0 7w1 8w1",
    "7w0 10b+ 2b0 10w0 11b0 4w= 13b1",
];

/// Returns what each player has in a tie-break, in hundredths, by start number.
fn column(standings: &Standings, tie_break: TieBreak) -> Vec<u64> {
    let at = standings.tie_breaks.iter().position(|one| *one == tie_break).unwrap();
    let value = |value: &TieBreakValue| match value {
        TieBreakValue::Sum(sum) => sum.total.0,
        TieBreakValue::Count(count) => u64::from(*count),
        TieBreakValue::Encounter(_) => panic!("no sum"),
    };
    let values: BTreeMap<u32, u64> =
        standings.lines.iter().map(|line| (line.number, value(&line.tie_breaks[at]))).collect();
    values.into_values().collect()
}

fn hundredths(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| (number * 100.0).round() as u64).collect()
}

/// The exercises are printed by the rules of 2023; the limit of article 16.4, which is new, lowers
/// numbers 4, 6 and 11. Those of 4 and 11, and Sonneborn-Berger of all three, are published too (in
/// the tests of the tie-break server); Buchholz of 6 is 12 less half a point for the same dummy.
#[test]
fn the_exercises_in_five_rounds() {
    let table = standings(&event(&FIVE_ROUNDS), System::Swiss);
    let buchholz = [
        12.5, 13.0, 15.5, 14.0, 8.5, 11.5, 14.5, 13.5, 9.0, 13.0, 12.5, 11.5, 14.0, 11.0, 12.0,
        12.5,
    ];
    let cut_1 = [
        11.0, 12.0, 13.0, 11.5, 7.5, 10.5, 12.5, 12.0, 7.5, 11.5, 11.0, 9.5, 12.0, 9.0, 11.0, 11.0,
    ];
    let berger =
        [8.0, 9.5, 10.5, 9.25, 4.25, 6.0, 3.25, 5.25, 2.25, 1.5, 4.75, 4.0, 4.25, 4.5, 3.5, 7.25];
    assert_eq!(column(&table, TieBreak::Buchholz), hundredths(&buchholz));
    assert_eq!(column(&table, TieBreak::BuchholzCut1), hundredths(&cut_1));
    assert_eq!(column(&table, TieBreak::SonnebornBerger), hundredths(&berger));
    let wins = [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3];
    assert_eq!(column(&table, TieBreak::Wins), wins);
}

#[test]
fn the_exercises_in_direct_encounter() {
    let places = places_by_encounter(&event(&FIVE_ROUNDS), System::Swiss);
    assert_eq!([1, 3, 4, 16].map(|number| places[&number]), [2; 4]);
    assert_eq!([5, 8, 11].map(|number| places[&number]), [7; 3]);
    let places = places_by_encounter(&event(&NINE_ROUNDS), System::Swiss);
    let expected = [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6];
    assert_eq!(places.into_values().collect::<Vec<_>>(), expected);
    let places = places_by_encounter(&event(&ROUND_ROBIN), System::RoundRobin);
    assert_eq!(places.into_values().collect::<Vec<_>>(), [1, 2, 2, 6, 5, 4]);
}

#[test]
fn the_exercise_of_everybody_against_everybody() {
    let table = standings(&event(&ROUND_ROBIN), System::RoundRobin);
    let berger = column(&table, TieBreak::SonnebornBerger);
    assert_eq!(berger, hundredths(&[9.25, 6.25, 6.25, 4.25, 3.25, 2.25]));
    assert!(!table.tie_breaks.contains(&TieBreak::Buchholz));
}

#[test]
fn the_table_with_many_unplayed_rounds() {
    let table = standings(&event(&MANY_UNPLAYED), System::Swiss);
    let points: BTreeMap<u32, u32> =
        table.lines.iter().map(|line| (line.number, line.points)).collect();
    let expected = [40, 40, 40, 25, 50, 25, 30, 20, 45, 35, 45, 40, 15, 35, 25];
    assert_eq!(points.into_values().collect::<Vec<_>>(), expected);
    let buchholz =
        [26.0, 27.5, 25.5, 16.0, 25.5, 23.5, 25.0, 17.5, 27.0, 20.5, 22.5, 24.5, 20.5, 21.0, 21.5];
    let cut_1 =
        [24.0, 23.5, 22.0, 14.5, 24.0, 21.0, 22.5, 15.5, 23.5, 18.0, 20.0, 21.0, 19.0, 17.5, 20.0];
    let berger =
        [14.0, 14.0, 14.25, 6.0, 17.5, 7.0, 9.25, 4.75, 16.75, 9.25, 13.5, 14.0, 3.25, 8.25, 5.25];
    assert_eq!(column(&table, TieBreak::Buchholz), hundredths(&buchholz));
    assert_eq!(column(&table, TieBreak::BuchholzCut1), hundredths(&cut_1));
    assert_eq!(column(&table, TieBreak::SonnebornBerger), hundredths(&berger));
    let wins = [2, 4, 2, 1, 3, 1, 2, 1, 2, 3, 4, 3, 1, 3, 2];
    assert_eq!(column(&table, TieBreak::Wins), wins);
}
