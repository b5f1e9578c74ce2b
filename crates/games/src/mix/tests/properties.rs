//! The properties of section 14, by their numbers there, in random games under random options.

use proptest::{prelude::*, sample::select};

use super::{
    super::{Kind, Move, Position, Sq, SquareSet, movegen::MoveGenerator, tables::DIAGONALS},
    moves_of,
    oracle::Oracle,
};
use crate::{
    Play, Roll, Rules, Seat, conformance,
    random::Random,
    result_text,
    testkit::{check_hashes, random_game, rare_more_often},
};

/// Every step and promotion of the grammar, and every jump, with turns between its hops only if
/// `turning` says so.
fn universe(turning: bool) -> Vec<Move> {
    let mut all = Vec::new();
    for from in Sq::all() {
        for to in Sq::all().filter(|to| *to != from) {
            let step = Move::step(from, to);
            all.push(step);
            if [(6, 7), (1, 0)].contains(&(from.rank(), to.rank())) {
                all.extend(Kind::PROMOTIONS.map(|kind| step.promoting(kind)));
            }
        }
        let mut chains = vec![(from, None, Vec::new())];
        while let Some((here, came, landings)) = chains.pop() {
            for way in DIAGONALS {
                let goes_on = turning || came.is_none_or(|came| came == way);
                for n in (2..8).filter(|_| goes_on && landings.len() < 3) {
                    if let Some(to) = here.offset(way.0 * n, way.1 * n) {
                        let landings = [landings.as_slice(), &[to]].concat();
                        all.push(Move::jump(from, &landings));
                        chains.push((to, Some(way), landings));
                    }
                }
            }
        }
    }
    all
}

#[test]
fn conformance() {
    let straight = universe(false);
    for options in [
        "",
        "preset=mixchess",
        "connect=half,liner_leap=friends",
        "checker_capture=displace,must_capture=piece",
        "must_capture=army,connect_min=1,connect_tie=mover",
        "progress=3,stalemate=draw,bare",
    ] {
        conformance::check::<Position>(&[options], &straight, 1, 150);
    }
    // There are very many chains that turn, so fewer positions are checked.
    conformance::check::<Position>(&["dama_path=turning"], &universe(true), 1, 24);
}

/// A random options text.
fn any_options() -> impl Strategy<Value = String> {
    (
        select(vec!["preset=mixchess,", "", "", ""]),
        select(vec!["connect=half,", "connect=off,", "", ""]),
        select(vec!["connect_min=1,", "connect_min=4,", "", ""]),
        select(vec!["connect_tie=mover,", "stalemate=draw,", "stalemate=win,", ""]),
        select(vec!["dama_check=bishop,", "dama_check=jump,", ""]),
        select(vec!["dama_path=turning,", ""]),
        select(vec!["must_capture=piece,", "must_capture=army,", "", ""]),
        select(vec!["liner_leap=friends,", ""]),
        select(vec!["checker_capture=displace,", ""]),
        select(vec!["progress=0,", "progress=4,", "bare=on,", "bare=off,", ""]),
    )
        .prop_map(|(a, b, c, d, e, f, g, h, i, j)| {
            [a, b, c, d, e, f, g, h, i, j].concat().trim_end_matches(',').to_owned()
        })
}

/// The start position, and positions from the middle and the end of games.
fn any_start() -> impl Strategy<Value = &'static str> {
    select(vec![
        super::START,
        super::START,
        "l1s2Snl/1ckd3c/5c2/c7/1nPp4/N7/C2PPSCC/L1SDK1N1 b c3 0 13",
        "2skd2s/ccp5/4Lpc1/Cn1p2c1/5p2/2P2D2/C6C/LNS2KNl w d6 0 19",
        "ln2ssn1/2L1C1kc/2L5/4p3/D1P1PC2/7l/C3KP2/1NS2SN1 b - 0 19",
        "3k1snl/n6d/8/4pN2/2P2Pl1/CC2K2N/2c2S2/3D2dL b - 0 26",
        "Dnskns2/6cc/2pp2d1/2CN4/3PPp2/5CC1/1SP1DP2/L3KSNL w - 0 19",
        "2k5/4s3/1P6/1d6/8/8/n1D5/d5NK b - 1 36",
        "k7/3D4/2s1s3/8/2s1s3/1D6/2s1c3/3D3K w - 0 1",
        "3k4/1P1C1p2/8/2d1D3/8/8/2p1c1P1/4K3 b - 7 40",
        "8/8/2k5/3p4/4P3/3K4/8/8 w - 2 70",
    ])
}

/// Plays a random game and shows every position to `look`, with the move that is played next;
/// captures and promotions come more often than their share.
fn each_ply(
    options: &str,
    start: &str,
    seed: u64,
    mut look: impl FnMut(&Play<Position>, Option<Move>, &mut Random),
) {
    let pick = |position: &Position, random: &mut Random| {
        rare_more_often(position, random, 3, |mv| {
            position.is_capture(*mv) || mv.promotion().is_some()
        })
    };
    let start = super::at(start, options);
    random_game(start, seed, 100, pick, |play, next, random| look(play, next.copied(), random));
}

fn parsed(text: &str, like: &Position) -> Position {
    Position::from_position_text(text, like.options()).unwrap_or_else(|err| panic!("{text}: {err}"))
}

/// The text of the position with the ranks turned over and the sides changed, or with the files
/// turned over.
fn turned(text: &str, rank: bool, file: bool) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut rows: Vec<String> = fields[0].split('/').map(str::to_owned).collect();
    if rank {
        rows.reverse();
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        rows = rows.iter().map(|row| row.chars().map(swap).collect()).collect();
    }
    if file {
        rows = rows.iter().map(|row| row.chars().rev().collect()).collect();
    }
    let side = match (fields[1], rank) {
        ("w", true) => "b",
        ("b", true) => "w",
        (side, _) => side,
    };
    let passed =
        if fields[2] == "-" { "-".to_owned() } else { turned_squares(fields[2], rank, file) };
    format!("{} {side} {passed} {} {}", rows.join("/"), fields[3], fields[4])
}

/// The squares in a move text, mirrored; letters in capitals stay.
fn turned_squares(text: &str, rank: bool, file: bool) -> String {
    let turn = |c: char| match c {
        'a'..='h' if file => char::from(b'a' + b'h' - c as u8),
        '1'..='8' if rank => char::from(b'1' + b'8' - c as u8),
        _ => c,
    };
    text.chars().map(turn).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// 1, 2, 9, 10, 14 and all rules: the second judge says the same.
    #[test]
    fn a_second_judge_agrees(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, start, seed, |play, next, random| {
            if random.below(4) != 0 {
                return;
            }
            let position = play.position();
            let text = position.to_string();
            let judge = Oracle::new(&text, &options);
            assert_eq!(judge.text(), text);
            assert_eq!(moves_of(position), judge.moves(), "{text} {options}");
            assert_eq!(position.is_check(), judge.is_check(), "{text} {options}");
            let alone = Play::new(*position).outcome();
            assert_eq!(result_text(alone), judge.result(), "{text} {options}");
            if let Some(mv) = next {
                assert_eq!(position.after(mv).to_string(), judge.played(&mv.to_string()), "{text}");
            }
        });
    }

    /// 3, 6: one King each, the mover's safe; so many men fewer; Checkers and Damas keep colour.
    #[test]
    fn men_go_one_by_one(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, start, seed, |play, next, _| {
            let (position, Some(mv)) = (play.position(), next) else { return };
            let (mover, kind) = (position.turn(), position.kind_at(mv.from()).unwrap());
            let victims = position.victims(mv);
            let mut after = *position;
            let report = after.apply(&mv, &Roll::NONE);
            assert_eq!(after.men().size() + victims.size(), position.men().size());
            assert!(victims.size() <= 3);
            let taken: SquareSet = report.taken.iter().map(|(at, _)| *at).collect();
            assert_eq!(taken, victims);
            for seat in Seat::all(2) {
                assert_eq!(after.pieces(seat, Kind::King).size(), 1);
            }
            assert!(after.checkers_of(mover).is_empty());
            if matches!(kind, Kind::Checker | Kind::Dama) {
                let colour = |at: Sq| (at.file() + at.rank()) % 2;
                assert!(mv.path().all(|at| colour(at) == colour(mv.from())));
            }
        });
    }

    /// 4, 5: mirrored positions mirror moves, check and result.
    #[test]
    fn mirrors(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, start, seed, |play, _, random| {
            if random.below(8) != 0 {
                return;
            }
            let (position, text) = (play.position(), play.position().to_string());
            for (rank, file) in [(true, false), (false, true)] {
                let mirror = parsed(&turned(&text, rank, file), position);
                let moves = moves_of(position).into_iter().map(|mv| turned_squares(&mv, rank, file));
                let mut moves: Vec<String> = moves.collect();
                moves.sort();
                assert_eq!(moves, moves_of(&mirror), "{text}");
                assert_eq!(position.is_check(), mirror.is_check());
                let result = result_text(Play::new(*position).outcome());
                let seats = |c: char| match c {
                    '1' if rank => '2',
                    '2' if rank => '1',
                    _ => c,
                };
                let turned: String = result.chars().map(seats).collect();
                assert_eq!(turned, result_text(Play::new(mirror).outcome()), "{text}");
            }
        });
    }

    /// 7: the moves that compulsory captures leave are among the others.
    #[test]
    fn stricter_options_leave_less(start in any_start(), seed: u64) {
        each_ply("", start, seed, |play, _, _| {
            let text = play.position().to_string();
            let under = |options: &str| moves_of(&super::at(&text, options));
            let [off, piece, army] =
                ["", "must_capture=piece", "must_capture=army"].map(under);
            assert!(army.iter().all(|mv| piece.contains(mv)), "{text}");
            assert!(piece.iter().all(|mv| off.contains(mv)), "{text}");
            assert!(off.is_empty() == piece.is_empty() && piece.is_empty() == army.is_empty());
        });
    }

    /// 8: before the own King is looked at, straight chains are among those that turn, and leaps
    /// over friends among those over anybody.
    #[test]
    fn freer_options_leave_more(start in any_start(), seed: u64) {
        each_ply("dama_path=turning", start, seed, |play, _, _| {
            let text = play.position().to_string();
            let moves = |options: &str, kind: Kind| -> Vec<Move> {
                let position = super::at(&text, options);
                let generator = MoveGenerator::new(&position);
                let men = position.pieces(position.turn(), kind);
                men.flat_map(|from| generator.moves_from(from)).collect()
            };
            let turning = moves("dama_path=turning", Kind::Dama);
            assert!(moves("", Kind::Dama).iter().all(|mv| turning.contains(mv)), "{text}");
            let any = moves("", Kind::Liner);
            assert!(moves("liner_leap=friends", Kind::Liner).iter().all(|mv| any.contains(mv)), "{text}");
        });
    }

    /// 11, 12: the connected do not move; without connection and stalemate every win is a mate.
    #[test]
    fn ends(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, start, seed, |play, _, _| {
            let position = play.position();
            if Seat::all(2).any(|seat| position.is_connected(seat)) {
                assert!(moves_of(position).is_empty() && moves_of(&position.passed()).is_empty());
            }
            let result = result_text(play.outcome());
            let options = position.options();
            if options.connect() == super::super::Connect::Off {
                assert!(!result.contains("connection"));
                assert!(!options.stalemate_draws() || !result.starts_with("win") || result.ends_with("mate"));
            }
        });
    }

    /// 13: the hash that is kept up to date equals the one computed anew, and tells positions apart
    /// by what the key holds.
    #[test]
    fn hashes_follow_the_key(options in any_options(), start in any_start(), seed: u64) {
        let mut seen = Vec::new();
        each_ply(&options, start, seed, |play, _, _| seen.push(*play.position()));
        check_hashes(&seen, Position::hash64);
    }
}
