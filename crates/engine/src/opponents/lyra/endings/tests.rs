//! Checks the tables of endings against the rules, and against figures found by other code.

use super::{
    super::tests::{position, throw, turned},
    making::{made_of, positions},
    *,
};
use crate::{
    EvalStyle, Limit, Opponent, SearchRequest, choose, evaluate::Evaluate, expected_score,
    random::SplitMix, value::WIN,
};

use games::{Outcome, Play, Rules, legal_moves};

fn value(text: &str) -> Option<i32> {
    exact(&position(text, ""))
}

/// The best value that a look at each move finds.
fn by_moves(here: &Position) -> i32 {
    let value = |mv| {
        let mut branches = Vec::new();
        here.branches(mv, &mut branches);
        let (mut sum, mut total) = (0, 0);
        for branch in branches {
            let mut next = *here;
            next.apply(mv, &branch.roll);
            let after = if next.is_decided() { WIN } else { -exact(&next).unwrap() };
            let faded = if next.quiet() > 0 { after - after / FADING } else { after };
            sum += i64::from(branch.weight) * i64::from(faded);
            total += i64::from(branch.weight);
        }
        (sum / total) as i32
    };
    legal_moves(here).iter().map(value).max().unwrap()
}

fn every_piece() -> impl Iterator<Item = Option<(Kind, Held)>> {
    std::iter::once(None).chain(PIECES.into_iter().map(Some))
}

/// Compares every so-manieth position with its moves. Both sides are rounded to a unit.
fn agree(step: usize) {
    for here in every_piece().flat_map(positions).step_by(step) {
        let (stored, found) = (exact(&here).unwrap(), by_moves(&here));
        assert!(stored.abs_diff(found) <= UNIT as u32 + 1, "{here}: {stored}, {found}");
        assert!(stored.abs() < 970_000, "{here}: {stored}");
    }
}

#[test]
fn endings_are_worth_what_their_moves_are() {
    agree(101);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn endings_are_worth_what_their_moves_are_in_many_positions() {
    agree(1);
}

#[test]
fn two_generals_made_anew_are_the_same() {
    assert_eq!(made_of(std::iter::once(None))[..2 * BARE], VALUES[..2 * BARE]);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn endings_made_anew_are_the_same_in_many_positions() {
    assert!(made() == *VALUES);
}

#[test]
fn whoever_strikes_first_between_generals_has_686_thousandths() {
    // A hit has 65 of 120 rolls; after a push the other one is as well off.
    let p = 1.0 / (2.0 - 65.0 / 120.0);
    let found = expected_score(value("6/6/3g2/2G3/6/6 w -/- 0").unwrap());
    assert!((f64::from(found) / 1e6 - p).abs() < 0.000_02, "{found}");
    assert_eq!(value("g5/6/6/6/6/5G w -/- 0"), Some(0));
}

#[test]
fn the_mean_scores_are_those_found_elsewhere() {
    // Thousandths, for the side with the piece to move and waiting; those of held movements are our own.
    let means = [
        [532, 468],
        [689, 600],
        [667, 574],
        [699, 601],
        [693, 602],
        [697, 606],
        [706, 610],
        [740, 628],
    ];
    for (piece, expected) in every_piece().zip(means) {
        let (mut sums, mut n, mut n_even) = ([0_i64; 2], 0, 0);
        for here in positions(piece) {
            let value = exact(&here).unwrap();
            let waits = here.side() == Side::Black;
            sums[usize::from(waits)] += i64::from(if waits { -value } else { value });
            n += 1;
            n_even += i32::from(value == 0);
        }
        if piece.is_none() {
            sums[1] = -sums[0];
            assert_eq!((100 * n_even + n / 2) / n, 83);
        } else {
            n /= 2;
        }
        for (sum, mean) in sums.into_iter().zip(expected) {
            let found = 500.0 + sum as f64 / f64::from(n) / 2000.0;
            assert!((found - f64::from(mean)).abs() <= 2.0, "{piece:?}: {found}, not {mean}");
        }
    }
}

/// The position in a mirror, left for right.
fn mirrored(here: &Position) -> Position {
    let text = here.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    position(&format!("{} {rest}", ranks.join("/")), "")
}

#[test]
fn mirrored_and_turned_endings_are_equal() {
    for here in every_piece().flat_map(positions).step_by(89) {
        let value = exact(&here);
        for other in [mirrored(&here), turned(&here), turned(&mirrored(&here))] {
            assert_eq!(exact(&other), value, "{here}: {other}");
        }
    }
}

#[test]
fn no_table_has_other_positions() {
    for text in [
        "6/6/3G2/6/6/6 b -/- 0",
        "6/6/3G2/2S3/6/6 b -/- 0",
        "g4s/6/6/6/6/S4G w -/- 0",
        "g5/6/6/6/6/SS3G w -/- 0",
        "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0",
    ] {
        assert_eq!(value(text), None, "{text}");
    }
    for options in ["v1=on", "v5=on", "combat=classic", "progress=0", "repetition=2"] {
        assert_eq!(exact(&position("g5/6/6/6/6/S4G w -/- 0", options)), None, "{options}");
    }
    let [plain, holding] = ["-", "A"].map(|held| value(&format!("g5/6/3A2/6/6/5G b {held}/- 0")));
    assert!(plain.is_some() && plain == holding);
}

#[test]
fn the_evaluator_knows_endings_under_the_default_options() {
    let text = "g5/6/1S4/6/6/5G w -/- 0";
    let valued = |style, options: &str| {
        let here = position(text, options);
        Position::evaluator(style, here.options()).value(&here)
    };
    let known = value(text).unwrap();
    assert_eq!(valued(EvalStyle::Full, ""), known);
    for (style, options) in
        [(EvalStyle::Full, "v1=on"), (EvalStyle::WithoutTactics, ""), (EvalStyle::Yardstick, "")]
    {
        assert_ne!(valued(style, options), known, "{style:?} {options}");
    }
}

#[test]
fn the_bot_does_not_put_its_fights_off() {
    let mut random = SplitMix::new(1);
    let (mut n, mut n_drawn) = (0, 0);
    for start in every_piece().skip(1).flat_map(|piece| positions(piece).step_by(2003)) {
        let mut play = Play::new(start);
        let mut past = vec![start];
        while play.outcome().is_none() {
            let request = SearchRequest::new(Limit::Depth(2), 1, 50);
            let mv = choose(&past, &request, &|| false).unwrap().into_move();
            let roll = throw(&play.dice(&mv), &mut random);
            play.play(&mv, &roll).unwrap();
            past.push(*play.position());
        }
        n += 1;
        n_drawn += u32::from(matches!(play.outcome(), Some(Outcome::Draw(_))));
    }
    // Without the tables, and with tables in which a step costs nothing, more than half are.
    assert!(5 * n_drawn < n, "{n_drawn} of {n} games were drawn");
}
