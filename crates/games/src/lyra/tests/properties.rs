//! The properties of section 12, by their numbers there, in random games under random options.

use proptest::{prelude::*, sample::select};

use super::{
    super::*,
    oracle::{Oracle, turned_move},
};
use crate::{
    Outcome, Perft, Play, Roll, Rules as _, Seat, conformance, legal_moves,
    random::Random,
    testkit::{
        all_rolls, any_move, at, check_hashes, check_readers, check_replay, moves_of, random_game,
        rare_more_often,
    },
};

/// Every move text of the grammar.
fn universe() -> Vec<Move> {
    let promotions = [None, Some(Promotion::Lieutenant), Some(Promotion::Captain)];
    let mut all = vec![Move::Pass];
    for from in Sq::all() {
        for to in Sq::all() {
            for attack in [false, true] {
                for promotion in promotions {
                    all.push(Move::Action(Action { from, attack, to, promotion }));
                }
            }
        }
    }
    all
}

#[test]
fn conformance() {
    let options = [
        "",
        "v5",
        "classic,v3,v4",
        "v1,v2,v3,v4,v5",
        "v2,inherit=full,captain_diag=all,jump=soldiers,repetition=2",
        "v3,inherit=full,progress=5",
    ];
    conformance::check::<Position>(&options, &universe(), 3, 200);
}

/// A random options text; short limits now and then, so that draws occur.
fn any_options() -> impl Strategy<Value = String> {
    let flag = |key: &'static str| prop_oneof![Just(String::new()), Just(format!("{key},"))];
    let limit = select(vec!["", "progress=3,", "repetition=2,", "progress=0,", "repetition=0,"]);
    (
        [flag("v1"), flag("v2"), flag("v3"), flag("v4")],
        select(vec!["", "", "v5,", "classic,"]),
        [flag("jump=soldiers"), flag("inherit=full"), flag("captain_diag=all")],
        limit,
    )
        .prop_map(|(variants, combat, house, limit)| {
            let text = variants.concat() + combat + &house.concat() + limit;
            text.trim_end_matches(',').to_owned()
        })
}

/// Starts in the middle of things: positions of the page under the options that they need.
fn any_start() -> impl Strategy<Value = &'static str> {
    select(vec![
        "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0",
        "1cg2l/2a2c/1s1S2/6/L1C1s1/2AGCl b -/S 0",
        "l3cl/4s1/s1g1s1/1CAa2/S2GS1/L3C1 b C/S 0",
        "3g2/1SS1SL/2aL2/2AC2/l1sss1/3G2 w L/C 0",
    ])
}

/// Plays a random game and shows every position to `look`. Attacks come more often than their
/// share, so that sets and promotions come up.
fn each_ply(options: &str, start: &str, seed: u64, mut look: impl FnMut(&Position, &mut Random)) {
    let pick = |position: &Position, random: &mut Random| {
        rare_more_often(position, random, 2, |mv| mv.is_attack())
    };
    random_game(at(start, options), seed, 150, pick, |play, _, random| {
        look(play.position(), random)
    });
}

/// The children of a position, with move and outcome letter.
fn children(position: &Position) -> Vec<(Move, char, Position)> {
    let mut list = Vec::new();
    for mv in legal_moves(position) {
        let mut branches = Vec::new();
        position.branches(&mv, &mut branches);
        for branch in branches {
            let mut next = *position;
            next.apply(&mv, &branch.roll);
            list.push((mv, branch.mark.unwrap_or('w'), next));
        }
    }
    list
}

fn counts(position: &Position) -> Vec<[i32; 6]> {
    let count = |side, kind| position.pieces(side, kind).size() as i32;
    Side::ALL.map(|side| Kind::ALL.map(|kind| count(side, kind))).to_vec()
}

/// 5 and 6: what a ply may do to pieces and sets.
fn check_changes(before: &Position, mv: Move, outcome: char, after: &Position) {
    let label = format!("{before} {} {mv}:{outcome} {after}", before.options());
    let (old, new) = (counts(before), counts(after));
    let total = |side: &[i32; 6]| side.iter().sum::<i32>();
    let (us, them) = (before.side().index(), before.side().other().index());
    let (lost_us, lost_them) =
        (total(&old[us]) - total(&new[us]), total(&old[them]) - total(&new[them]));
    let expected = match outcome {
        'w' if mv.is_attack() => (0, 1),
        'l' => (1, 0),
        _ => (0, 0),
    };
    assert_eq!((lost_us, lost_them), expected, "{label}");
    for (old, new) in old.iter().zip(&new) {
        let [s, v, l, c, a, g] = [0, 1, 2, 3, 4, 5].map(|i| new[i] - old[i]);
        assert!(s + v <= 0 && s + v + l <= 0 && s + v + l + c <= 0 && a <= 0 && g <= 0, "{label}");
    }
    if outcome == 'p' {
        let mut same = *before;
        (same.side, same.quiet) = (after.side, 0);
        assert_eq!(same, *after, "{label}");
    }
    for side in Side::ALL {
        let held = after.held(side);
        let alive = !after.pieces(side, Kind::Assassin).is_empty();
        assert!(alive || held.is_empty(), "{label}");
        let options = before.options();
        if !options.v2() && !options.inherit_full() {
            assert!(held.size() <= 1, "{label}");
        }
        if options.v2() && alive {
            assert!(held.includes(before.held(side)), "{label}");
        }
    }
}

/// 11: the quiet counter.
fn check_quiet(before: &Position, mv: Move, after: &Position) {
    let action = mv.action();
    let progress = action.is_some_and(|action| action.attack || action.promotion.is_some());
    assert_eq!(after.quiet(), if progress { 0 } else { before.quiet() + 1 }, "{before} {mv}");
}

/// A random spelling of a canonical move, as section 8.4 allows them.
fn spelling(position: &Position, action: Action, random: &mut Random) -> String {
    let kind = position.piece_at(action.from).unwrap().kind;
    let letter = kind.letter().to_string();
    let name = if kind == Kind::Reversed { "Soldier" } else { kind.name() };
    let piece = random.pick(&["", "", letter.as_str(), name]).to_string();
    let steps = ["", "-", "–", "—", "→", "->", ">", "to"];
    let takes = ["x", "×", ":", "takes"];
    let sep = if action.attack && random.below(2) == 0 {
        *random.pick(&takes)
    } else {
        *random.pick(&steps)
    };
    let promotion = match action.promotion {
        None => "",
        Some(Promotion::Lieutenant) => *random.pick(&["", "L", "=L"]),
        Some(Promotion::Captain) => *random.pick(&["C", "=C"]),
    };
    let end = *random.pick(&["", ".", "!", "?", "?!", " "]);
    let gap = *random.pick(&["", " ", "  "]);
    let parts = [&piece, &action.from.to_string(), sep, &action.to.to_string(), promotion];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let text = parts.join(gap) + end;
    match random.below(3) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        _ => text,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// 1, 2, 10: the judge lists the same moves, plays them to the same positions, and counts
    /// the same.
    #[test]
    fn agrees_with_the_oracle(options in any_options(), seed: u64, start in any_start()) {
        let mut ply = 0;
        each_ply(&options, start, seed, |position, _| {
            let oracle = Oracle::new(&position.to_string(), position.options());
            assert_eq!(oracle.text(), position.to_string());
            let list = moves_of(position);
            assert_eq!(list, oracle.moves(), "{position} {options}");
            assert_eq!(position.perft(1).commands, list.len() as u64, "{position} {options}");
            assert!(list.len() == 1 || !list.iter().any(|mv| mv == "pass"));
            for (mv, outcome, next) in children(position) {
                let expected = oracle.play(&mv.to_string(), outcome).text();
                assert_eq!(next.to_string(), expected, "{position} {options} {mv}:{outcome}");
                let outcomes = oracle.outcomes(&mv.to_string());
                assert!(outcomes.contains(outcome));
            }
            ply += 1;
            if ply % 40 == 0 {
                let Perft { nodes, commands } = position.perft(3);
                assert_eq!((nodes, commands), oracle.perft(3), "{position} {options}");
                assert!(nodes >= commands);
                assert!(nodes == commands || !position.options().classic());
            }
        });
    }

    /// 3: texts read back, and moves read in any spelling.
    #[test]
    fn texts_read_back(options in any_options(), seed: u64, start in any_start()) {
        each_ply(&options, start, seed, |position, random| {
            let text = position.to_string();
            assert_eq!(Position::from_position_text(&text, position.options()), Ok(*position));
            position.for_each_action(|action| {
                for _ in 0..3 {
                    let typed = spelling(position, action, random);
                    assert_eq!(position.read(&typed), Ok(Move::Action(action)), "{text}: {typed}");
                }
            });
        });
    }

    /// 4: half-turn symmetry.
    #[test]
    fn half_turn_changes_nothing(options in any_options(), seed: u64, start in any_start()) {
        let turn = |position: &Position| {
            let text = Oracle::new(&position.to_string(), position.options()).turned().text();
            Position::from_position_text(&text, position.options()).unwrap()
        };
        each_ply(&options, start, seed, |position, _| {
            let turned = turn(position);
            let mut expected: Vec<String> = moves_of(position).iter().map(|mv| turned_move(mv)).collect();
            expected.sort();
            assert_eq!(moves_of(&turned), expected, "{position}");
            let winner = |position: &Position| match position.outcome() {
                Some(Outcome::Win(seats, _)) => seats.iter().next(),
                _ => None,
            };
            assert_eq!(winner(&turned), winner(position).map(Seat::other));
            assert_eq!(turned.drawn_by_count(1), position.drawn_by_count(1));
            for (mv, outcome, next) in children(position) {
                let mv: Move = turned_move(&mv.to_string()).parse().unwrap();
                let verdict = match outcome {
                    'w' => Verdict::Hit,
                    'p' => Verdict::Push,
                    _ => Verdict::Lost,
                };
                assert_eq!(turned.after(mv, verdict), turn(&next), "{position} {mv}:{outcome}");
            }
        });
    }

    /// 5, 6, 11: what a ply may change; sets stay possible, so the text of every position
    /// passes N1 to N15.
    #[test]
    fn plies_change_only_what_they_may(options in any_options(), seed: u64) {
        let start = super::super::notation::START;
        each_ply(&options, start, seed, |position, _| {
            for (mv, outcome, next) in children(position) {
                check_changes(position, mv, outcome, &next);
                check_quiet(position, mv, &next);
                assert_eq!(Position::from_position_text(&next.to_string(), next.options()), Ok(next));
            }
        });
    }

    /// 9: more freedom is never less.
    #[test]
    fn more_freedom_is_never_less(options in any_options(), seed: u64, start in any_start()) {
        let squares = |position: &Position| {
            let mut list = Vec::new();
            position.for_each_action(|action| list.push((action.from, action.to)));
            list
        };
        each_ply(&options, start, seed, |position, _| {
            let here = squares(position);
            let check = |change: &dyn Fn(&mut Position)| {
                let mut freer = *position;
                change(&mut freer);
                let there = squares(&freer);
                assert!(here.iter().all(|pair| there.contains(pair)), "{position} {options}");
            };
            check(&|freer| freer.options.v1 = false);
            check(&|freer| freer.options.jump_soldiers = false);
            check(&|freer| freer.options.captain_diag_all = true);
            for kind in Held::KINDS {
                check(&|freer| freer.held = freer.held.map(|held| held.with(Held::of(kind))));
            }
        });
    }

    /// 11: with `progress` on, quiet games end in time.
    #[test]
    fn quiet_games_end(seed: u64, progress in 1_u16..8) {
        let options: Options = format!("repetition=0,progress={progress}").parse().unwrap();
        let mut random = Random::new(seed);
        let mut play = Play::new(Position::start(&options));
        while play.outcome().is_none() {
            let mv = any_move(play.position(), &mut random);
            let rolls = all_rolls(play.position(), &mv);
            play.play(&mv, random.pick(&rolls)).unwrap();
            prop_assert!(play.position().quiet() <= 2 * progress);
        }
    }

    /// 12: moves and rolls replayed as text give the same game.
    #[test]
    fn replays_to_the_same_position(options in any_options(), seed: u64) {
        check_replay::<Position>(&at("start", &options), seed, 200, any_move);
    }

    /// The hash tells positions apart by what repetition compares, and by nothing else.
    #[test]
    fn hashes_follow_the_key(options in any_options(), seed: u64, start in any_start()) {
        let mut seen = Vec::new();
        each_ply(&options, start, seed, |position, _| seen.push(*position));
        check_hashes(&seen, Position::hash64);
    }
}

/// Texts that are nearly right, and texts that are not.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-fxX:=\\-–→ (),0-9wplLCSVAG!?.>]{0,16}",
        "[SLCAGVslcagv1-6/]{0,40} [wb]{0,2} [SLCA/-]{0,8} [0-9]{0,12}",
        "(v[0-9]|combat|jump|progress|repetition|classic|standard|=|,|on|[0-9]{1,25}| ){0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// 13: the readers survive any text, and say what they read the way they read it.
    #[test]
    fn readers_survive_any_text(text in any_text()) {
        check_readers::<Position>(&text, &["", "v2,v3,v4"]);
        // Positions are read in canonical form only.
        if let Ok(position) = Position::from_position_text(&text, &Options::default()) {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}

/// 7: chances add up and equal the count over all rolls.
#[test]
fn chances_are_counts() {
    for text in ["", "v5"] {
        let options: Options = text.parse().unwrap();
        for attacker in Kind::ALL {
            for victim in Kind::ALL {
                let mut counted = Odds { hit: 0, push: 0, lost: 0 };
                for a in 1..=attacker.attack_die().sides() {
                    for d in 1..=victim.defence_die().sides() {
                        match judge(&Roll::pair(a, d), &options) {
                            Verdict::Hit => counted.hit += 1,
                            Verdict::Push => counted.push += 1,
                            Verdict::Lost => counted.lost += 1,
                        }
                    }
                }
                let odds = Odds::of(attacker, victim, &options);
                assert_eq!(odds, counted, "{attacker:?} {victim:?}");
                let sides = |die: crate::Die| u32::from(die.sides());
                assert_eq!(
                    odds.total(),
                    sides(attacker.attack_die()) * sides(victim.defence_die())
                );
            }
        }
    }
}

/// 4: the start position maps to itself with Black to move.
#[test]
fn start_is_point_symmetric() {
    let start = Position::start(&Options::default()).to_string();
    let turned = Oracle::new(&start, &Options::default()).turned().text();
    assert_eq!(turned, start.replace(" w ", " b "));
}
