//! The properties of section 13.1, by their numbers there, in random games with any number of
//! seats under random options.

use proptest::{prelude::*, sample::select};

use super::{
    super::{results::EMPTY, *},
    oracle::Oracle,
};
use crate::{
    Outcome, Play, Roll, Rules as _, Seat, conformance, legal_moves,
    perft::reference_perft,
    random::Random,
    result_text,
    testkit::{at, check_hashes, check_replay, moves_of, random_game, rare_more_often},
};

/// Every move text of the grammar on a board.
fn universe(form: Form) -> Vec<Move> {
    let mut all = Vec::new();
    for from in form.cells() {
        for to in form.cells() {
            for way in [Way::Merge, Way::Plain, Way::Capture] {
                all.push(Move { from, way, to, call: false });
            }
        }
    }
    all
}

#[test]
fn conformance() {
    let check = |form: Form, options: &[&str]| {
        conformance::check::<Position>(options, &universe(form), 2, 120);
    };
    check(Form::Narrow, &["", "promotion=off,deadlock=auto27", "undo_rule=off,deadlock=off"]);
    check(Form::Wedge3, &["players=3", "players=3,undo_rule=on,deadlock=auto27"]);
    check(Form::Square, &["players=4,teams", "players=4,undo_rule=on"]);
    check(Form::Wedge5, &["players=5"]);
    check(Form::Wedge5Closed, &["players=5,centre=closed"]);
    check(Form::Wedge6, &["players=6"]);
}

/// A random options text without the number of players.
fn any_options() -> impl Strategy<Value = String> {
    (
        select(vec!["undo_rule=on,", "undo_rule=off,", ""]),
        select(vec!["promotion=off,", "", ""]),
        select(vec!["deadlock=auto27,", "deadlock=off,", "", ""]),
        select(vec!["centre=closed,", ""]),
        select(vec!["teams=on,", ""]),
    )
        .prop_map(|(a, b, c, d, e)| [a, b, c, d, e].concat().trim_end_matches(',').to_owned())
}

/// The start of each board, and positions in the middle of things.
fn any_start() -> impl Strategy<Value = &'static str> {
    const N4: &str = "QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4 1";
    select(vec![
        "QQD1/QDP1/DPP1/4/4/1PPD/1PDQ/1DQQ 1",
        "2D1/PQP1/4/4/4/2P1/1P2/Q2P 1 10,13",
        "3D/QQPD/D1QP/4/PP1P/1Q1D/PQ1D/1DQ1 2",
        "QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4 1",
        "1Q2/1DD1/4/4|Q3/Q1P1/1P1P/Q2Q|QQ2/1D2/D1P1/4 2 11,4,6",
        "QQD2DQQ/QDP2PDQ/DPP2PPD/8/8/DPP2PPD/QDP2PDQ/QQD2DQQ 1",
        "3Q4/Q1Q5/3Q3Q/8/8/3P4/4Q3/2DP4 1 8,15,12,15",
        N4,
        "1QDQ/Q1P1/1DQ1/4|4/1DP1/4/2QP|1QDD/4/1P2/4|QQD1/QDPP/4/4|Q3/1DD1/2P1/2P1 1 7,7,6,7,7",
        "QQQ1/3P/2PP/1P2|Q1Q1/Q1DP/1P2/4|QD2/QD2/D1P1/4|4/QDP1/1P2/1Q2|1Q2/1DQ1/Q3/2P1|QQD1/1DP1/4/4 1 7,2,2,10,6,9",
    ])
}

/// Plays a random game, with calls of the clock and seats that leave now and then, and shows
/// every position to `look`.
fn each_ply(options: &str, start: &str, seed: u64, mut look: impl FnMut(&Position, &mut Random)) {
    let start: Position = at(start, options);
    random_game(start, seed, 80, any_move, |play, _, random| look(play.position(), random));
}

/// A random move; captures and merges come more often than their share.
fn any_move(position: &Position, random: &mut Random) -> Move {
    let mv = rare_more_often(position, random, 3, |mv| mv.way != Way::Plain);
    if position.may_call() && random.below(30) == 0 { mv.calling() } else { mv }
}

fn oracle(position: &Position) -> Oracle {
    Oracle::new(&position.to_string(), &position.options().to_string())
}

fn parsed(game: &Oracle, like: &Position) -> Position {
    let options = Options { players: None, ..*like.options() };
    let text = game.text();
    Position::from_position_text(&text, &options).unwrap_or_else(|err| panic!("{text}: {err}"))
}

fn pips(position: &Position) -> u64 {
    let board: u32 = position.occupied().map(|at| position.kind_on(at).pips()).sum();
    u64::from(board) + position.seats().map(|seat| u64::from(position.score(seat))).sum::<u64>()
}

/// 1, 2, 3: what a ply may do to pieces and points.
fn check_changes(before: &Position, mv: Move, after: &Position) {
    let label = format!("{before} {mv} {after}");
    assert_eq!(pips(before), pips(after), "{label}");
    let lost = before.occupied().size() - after.occupied().size();
    assert_eq!(lost, u32::from(mv.way != Way::Plain), "{label}");
    let count = |position: &Position, seat| position.pieces_of(seat).size();
    for seat in before.seats().filter(|seat| *seat != before.to_move()) {
        let grows = mv.way == Way::Plain && after.owner(mv.to) == seat;
        assert_eq!(count(after, seat), count(before, seat) + u32::from(grows), "{label}");
    }
    let empty: Vec<Seat> = after.seats().filter(|seat| count(after, *seat) == 0).collect();
    assert!(empty.is_empty() || empty == [before.to_move()], "{label}");
    // 10: an empty zone never draws.
    if !empty.is_empty() {
        assert!(matches!(after.outcome(), Some(Outcome::Win(_, EMPTY))), "{label}");
    }
    if let (Some(left), Deadlock::Clock) = (after.clock(), after.options().deadlock()) {
        assert!(left <= after.full_clock(), "{label}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// The judge lists the same moves, plays them to the same positions, and ends them the same
    /// way; 1 to 3 and 10 hold of every ply.
    #[test]
    fn agrees_with_the_oracle(options in any_options(), seed: u64, start in any_start()) {
        let mut ply = 0;
        each_ply(&options, start, seed, |position, random| {
            let judge = oracle(position);
            assert_eq!(judge.text(), position.to_string());
            let list = moves_of(position);
            assert_eq!(list, judge.moves(), "{position} {options}");
            assert_eq!(position.n_moves() as usize, list.len(), "{position} {options}");
            assert_eq!(result_text(position.outcome()), judge.result(), "{position} {options}");
            let mut captures = Vec::new();
            position.captures(&mut captures);
            let listed: Vec<Move> = legal_moves(position).into_iter().filter(Move::is_capture).collect();
            assert_eq!(captures, listed, "{position} {options}");
            for mv in legal_moves(position) {
                let called = position.may_call() && random.below(8) == 0;
                let mv = if called { mv.calling() } else { mv };
                let next = position.after(mv);
                assert_eq!(next.to_string(), judge.play(&mv.to_string()).text(), "{position} {options} {mv}");
                check_changes(position, mv, &next);
            }
            ply += 1;
            if ply % 20 == 0 {
                let counted = position.perft(2);
                assert_eq!(counted.nodes, judge.perft(2), "{position} {options}");
                assert_eq!(counted, reference_perft(position, 2), "{position} {options}");
            }
        });
    }

    /// 4, 5, 6, 13: a move always exists, start and target decide it, what it hangs on, and no
    /// other pair is taken.
    #[test]
    fn moves_are_what_they_hang_on(options in any_options(), seed: u64, start in any_start()) {
        each_ply(&options, start, seed, |position, random| {
            let list = legal_moves(position);
            assert_eq!(list.is_empty(), position.outcome().is_some(), "{position}");
            let pairs: std::collections::BTreeSet<(Cell, Cell)> =
                list.iter().map(|mv| (mv.from, mv.to)).collect();
            assert_eq!(pairs.len(), list.len());
            let mut other = *position;
            (other.scores, other.quiet) = ([3; 6], 5);
            other.clock = other.clock.filter(|left| *left == 0);
            if position.outcome().is_none() {
                assert_eq!(legal_moves(&other), list, "{position}");
            }
            if let (Some(ban), None) = (position.ban(), position.outcome()) {
                let banned = Move { from: ban.from, way: Way::Plain, to: ban.to, call: false };
                assert!(!position.is_legal(&banned));
                assert!(Position { ban: None, ..*position }.is_legal(&banned), "{position}");
            }
            for _ in 0..40 {
                let cells: Vec<Cell> = position.form().cells().collect();
                let (from, to) = (*random.pick(&cells), *random.pick(&cells));
                let way = *random.pick(&[Way::Merge, Way::Plain, Way::Capture]);
                let mv = Move { from, way, to, call: false };
                assert_eq!(position.is_legal(&mv), list.contains(&mv), "{position} {mv}");
                let may_call = position.may_call() && list.contains(&mv);
                assert_eq!(position.is_legal(&mv.calling()), may_call, "{position} {mv}");
            }
        });
    }

    /// 8: turning the board by a zone, and the mirror of the wedge boards, change nothing.
    #[test]
    fn symmetries(options in any_options(), seed: u64, start in any_start()) {
        each_ply(&options, start, seed, |position, _| {
            let here = oracle(position);
            let check = |there: Oracle, map: &dyn Fn(&str) -> String| -> Position {
                let image = parsed(&there, position);
                let mut expected: Vec<String> = moves_of(position).iter().map(|mv| map(mv)).collect();
                expected.sort();
                assert_eq!(moves_of(&image), expected, "{position}");
                image
            };
            let turned = check(here.turned(), &|mv| here.turned_move(mv));
            for mv in legal_moves(position) {
                let image: Move = here.turned_move(&mv.to_string()).parse().unwrap();
                let expected = oracle(&position.after(mv)).turned().text();
                assert_eq!(turned.after(image).to_string(), expected, "{position} {mv}");
            }
            // A finished position has the wrong seat to move in the mirror (V14).
            if !position.form().is_flat() && position.outcome().is_none() {
                check(here.mirrored(), &|mv| here.mirrored_move(mv));
            }
        });
    }

    /// 9: the 8×8 board and four wedges are one game.
    #[test]
    fn four_wedges_are_the_square_board(options in any_options(), seed: u64) {
        let start = "QQD2DQQ/QDP2PDQ/DPP2PPD/8/8/DPP2PPD/QDP2PDQ/QQD2DQQ 1";
        each_ply(&options, start, seed, |position, _| {
            let here = oracle(position);
            let wedges = parsed(&here.as_wedges(), position);
            assert_eq!(wedges.form(), Form::Wedge4);
            let mut expected: Vec<String> =
                moves_of(position).iter().map(|mv| here.as_wedges_move(mv)).collect();
            expected.sort();
            assert_eq!(moves_of(&wedges), expected, "{position}");
            assert_eq!(wedges.outcome(), position.outcome());
            assert_eq!(wedges.perft(2), position.perft(2));
        });
    }

    /// 11: games with a running clock, or under `auto27`, end; F − clock ≤ quiet.
    #[test]
    fn clocks_end_games(seed: u64, n in 2_u8..=6, auto: bool) {
        let text = if auto { "deadlock=auto27" } else { "" };
        let options = text.parse::<Options>().unwrap().for_players(n).unwrap();
        let mut random = Random::new(seed);
        let mut play = Play::new(Position::start(&options));
        let mut plies = 0;
        while play.outcome().is_none() {
            let mut mv = *random.pick(&legal_moves(play.position()));
            mv.call = play.position().may_call() && random.below(4) == 0;
            play.play(&mv, &Roll::NONE).unwrap();
            let position = play.position();
            if let Some(left) = position.clock() {
                prop_assert!(u32::from(position.full_clock() - left) <= position.quiet());
            }
            plies += 1;
            prop_assert!(plies < 9 * u32::from(n) * 40);
        }
    }

    /// 12: texts of positions and moves read back; replaying the moves gives the position.
    #[test]
    fn texts_read_back(options in any_options(), seed: u64, start in any_start()) {
        each_ply(&options, start, seed, |position, _| {
            assert!(position.to_string().len() <= 400);
        });
        check_replay(&at(start, &options), seed, 100, any_move);
    }

    /// The hash tells positions apart by what the key holds, and by nothing else.
    #[test]
    fn hashes_follow_the_key(options in any_options(), seed: u64, start in any_start()) {
        let mut seen = Vec::new();
        each_ply(&options, start, seed, |position, _| seen.push(*position));
        check_hashes(&seen, Position::hash64);
        for a in &seen {
            let mut same = *a;
            same.scores[0] += 1;
            prop_assert_eq!(same.key(), a.key());
            prop_assert_ne!(same, *a);
        }
    }
}
