//! What must always hold (rules, section 13), in random games under random options.

use std::collections::HashSet;

use proptest::prelude::*;

use super::{
    oracle::Oracle,
    page::{BETWEEN_MOVES, at, cases, perft_positions},
    starts::{any_options, any_start, each_ply},
};
use crate::{
    Outcome, Play, Roll, Rules, Seat, SeatSet, conformance,
    cyvasse::{Action, Centre, Hex, HexSet, Kind, Move, Options, Position},
    legal_moves,
    random::Random,
    result_text,
    testkit::{Case, check_hashes, moves_of},
};

/// Every way to open a move that the grammar has.
fn prefixes() -> Vec<(Option<Hex>, Option<Kind>)> {
    let corners = Hex::CORNERS.map(Some).into_iter().chain([None]);
    let kinds = Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Rabble | Kind::Dragon));
    let kinds: Vec<Option<Kind>> = kinds.map(Some).chain([None]).collect();
    corners.flat_map(|corner| kinds.iter().map(move |promotion| (corner, *promotion))).collect()
}

/// Moves that are legal here or nearly so: under every opening a pass, some entries, and listed
/// actions with a crown and without.
fn near_moves(position: &Position, random: &mut Random) -> Vec<Move> {
    let hexes: Vec<Hex> = Hex::all().collect();
    let mut listed: Vec<Action> = legal_moves(position).iter().map(|mv| mv.action).collect();
    for from in position.men_of(position.turn()) {
        listed.push(Action::Step { from, to: *random.pick(&hexes), crowns: false });
    }
    let mut actions = vec![Action::Pass];
    actions.extend(Seat::all(2).filter_map(|seat| position.fortress(seat)).map(Action::Enter));
    for _ in 0..listed.len().min(6) {
        actions.push(Action::Enter(*random.pick(&hexes)));
        match *random.pick(&listed) {
            Action::Step { from, to, .. } if from != to => {
                actions.extend([false, true].map(|crowns| Action::Step { from, to, crowns }));
            }
            other => actions.push(other),
        }
    }
    let with = |action| {
        let opened = prefixes().into_iter();
        opened.map(move |(corner, promotion)| Move { corner, promotion, action })
    };
    actions.into_iter().flat_map(with).collect()
}

/// Every move of the grammar.
fn universe() -> Vec<Move> {
    let hexes: Vec<Hex> = Hex::all().collect();
    let mut actions: Vec<Action> = hexes.iter().map(|at| Action::Enter(*at)).collect();
    actions.push(Action::Pass);
    for from in &hexes {
        for to in hexes.iter().filter(|to| *to != from) {
            let step = |crowns| Action::Step { from: *from, to: *to, crowns };
            actions.extend([step(false), step(true)]);
        }
    }
    let prefixes = prefixes();
    let with = |action: Action| {
        prefixes.iter().map(move |(corner, promotion)| Move {
            corner: *corner,
            promotion: *promotion,
            action,
        })
    };
    actions.into_iter().flat_map(with).collect()
}

#[test]
fn conformance() {
    let universe = universe();
    let all = ["", "preset=v51,ports", "dragon_entry=path,fortress_bonus=any", "progress=3,ports"];
    conformance::check::<Position>(&all, &universe, 1, 9);
    // The starts of armies have neither corners nor promotions nor crownings.
    let starts = ["C42", "C46", "C47", "C48", "C49", "C65", "C70", "C72", "C76"];
    let is_start = |case: &Case| starts.iter().any(|name| case.name().starts_with(name));
    let positions = cases().into_iter().filter(is_start);
    let positions = positions.map(|case| *case.play(BETWEEN_MOVES).position());
    let tables = perft_positions().skip(8).map(|(position, opts)| at(position, opts));
    for position in positions.chain(tables) {
        let legal: Vec<&Move> = universe.iter().filter(|mv| position.is_legal(mv)).collect();
        let mut legal: Vec<String> = legal.into_iter().map(ToString::to_string).collect();
        legal.sort();
        assert_eq!(legal, moves_of(&position), "{position}");
    }
}

/// What the second judge says, against a position of the rules.
fn agree(position: &Position) {
    let (text, options) = (position.to_string(), position.options().to_string());
    let judge = Oracle::new(&text, &options);
    assert_eq!(judge.text(), text);
    assert_eq!(judge.moves_unsorted(), moves_of(position), "{text} {options}");
    assert_eq!(judge.result(), result_text(Play::new(*position).outcome()), "{text} {options}");
    let attacks: Vec<_> = judge.attacks();
    for (from, to, strength, defence) in &attacks {
        let [from, to] = [from, to].map(|name| Hex::parse(name).unwrap());
        let attack = position.attack(from, to).unwrap();
        let sums = (attack.eighths as usize, 8 * usize::from(attack.defence));
        assert_eq!(sums, (*strength, *defence), "{text} {options}: {from}{to}");
    }
    let men = position.men_of(position.turn());
    let aims = men.map(|from| position.reach(from) & position.men_of(position.turn().other()));
    assert_eq!(aims.map(|set| set.size() as usize).sum::<usize>(), attacks.len(), "{text}");
}

/// The judge is itself held to the rules page.
#[test]
fn a_second_judge_passes_the_cases_of_the_rules_page() {
    for case in cases() {
        let (name, after) = (case.name(), case.field("after"));
        let mut judge = Oracle::new(case.field("pos"), case.field("opts"));
        for mv in case.plies(BETWEEN_MOVES) {
            assert!(judge.moves_unsorted().iter().any(|listed| listed == mv), "{name}: {mv}");
            judge = judge.after(mv);
        }
        if !after.is_empty() {
            assert_eq!(judge.text(), after, "{name}");
        }
        let moves = judge.moves_unsorted();
        let listed = case.field("moves");
        match listed.split_once(" | ") {
            Some((_, list)) => assert_eq!(moves.join(", "), list, "{name}"),
            None => assert_eq!(moves.len().to_string(), listed.replace(" in all", ""), "{name}"),
        }
        assert_eq!(judge.result(), case.field("result"), "{name}");
    }
}

/// A man sails from a free port, not past an enemy in another.
#[test]
fn a_way_over_sea_begins_in_a_free_port() {
    let position = at("r5/7/8/5^3/10/5T5/10/9/8/7/K4k w f1,k1 - - 0 1", "ports=on");
    let [from, port, to] = ["f6", "k6", "f11"].map(|name| Hex::parse(name).unwrap());
    assert_eq!(position.path(from, to), [from, port, to]);
}

/// The Rabble behind mountains cannot move; as Spears it slips out, so nobody may pass.
#[test]
fn no_pass_where_a_promoted_man_can_move() {
    let position = at("k5/7/8/9/10/11/10/9/8/^^3^^/K^2^R w k1,a11 - - 0 1", "");
    agree(&position);
    assert!(position.is_legal(&"=S k1i2".parse().unwrap()));
    assert!(moves_of(&position).iter().all(|mv| mv.starts_with('=')));
    for pass in ["pass", "=C pass", "=S pass"] {
        assert!(!position.is_legal(&pass.parse().unwrap()), "{pass}");
    }
}

/// A mirrored or turned move.
fn mapped(mv: Move, map: fn(Hex) -> Hex) -> Move {
    let action = match mv.action {
        Action::Step { from, to, crowns } => Action::Step { from: map(from), to: map(to), crowns },
        Action::Enter(at) => Action::Enter(map(at)),
        Action::Pass => Action::Pass,
    };
    Move { corner: mv.corner.map(map), action, ..mv }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
    texts.sort();
    texts
}

/// The moves but for passes, with an option set to this value.
fn under(position: &Position, key: &str, value: &str) -> Vec<String> {
    let kept = position.options().to_string();
    let kept =
        kept.split(',').filter(|part| !part.is_empty() && !part.starts_with(&format!("{key}=")));
    let text =
        kept.map(str::to_owned).chain([format!("{key}={value}")]).collect::<Vec<_>>().join(",");
    let moves = moves_of(&at(&position.to_string(), &text));
    moves.into_iter().filter(|mv| !mv.ends_with("pass")).collect()
}

/// Returns `true` if the centre of a side may become this one by a move.
fn centre_may_change(position: &Position, mv: Move, seat: Seat, after: Centre) -> bool {
    let is_own = seat == position.turn();
    let instant = position.options().instant_ruin();
    match (position.centre(seat), after) {
        (before, after) if before == after => true,
        (Centre::Fortress(_), Centre::Fallen) => is_own && !instant,
        (Centre::Fallen, Centre::Ruin(hex)) => !is_own && mv.corner == Some(hex),
        (Centre::Fortress(hex), Centre::Ruin(same)) => {
            !is_own && instant && hex == same && mv.action.target() == Some(hex)
        }
        _ => false,
    }
}

/// Men stay what and where they are, but for what the move says.
fn men_stay(position: &Position, mv: Move, after: &Position) {
    let (us, them) = (position.turn(), position.turn().other());
    let one = |hex: Option<Hex>| hex.map_or(HexSet::EMPTY, HexSet::of);
    let (from, to) = (one(mv.action.origin()), one(mv.action.target()));
    assert_eq!(after.men_of(us), position.men_of(us).without(from) | to);
    assert_eq!(after.men_of(them), position.men_of(them).without(to));
    let kinds = |at: Hex| {
        let was = if mv.action.target() == Some(at) { mv.action.origin() } else { Some(at) };
        (was.map_or(Some(Kind::Dragon), |was| position.kind_at(was)), after.kind_at(at), was)
    };
    let changed = after.men().map(kinds).filter(|(was, is, _)| was != is);
    let changed: Vec<(Option<Kind>, Option<Kind>, Option<Hex>)> = changed.collect();
    let fortress = position.fortress(us);
    let by_promotion = |was: Option<Hex>| mv.promotion.is_some() && was == fortress;
    let by_arriving =
        matches!(mv.action, Action::Step { to, crowns: true, .. } if Some(to) == fortress);
    assert!(fortress.is_some() || changed.is_empty());
    assert!(changed.len() <= 1 && changed.iter().all(|it| by_promotion(it.2) || by_arriving));
    for seat in Seat::all(2) {
        for kind in Kind::ALL {
            let n = after.pieces(seat, kind).size()
                + u32::from(kind == Kind::Dragon && after.has_dragon_in_hand(seat));
            assert!(n <= u32::from(kind.set_size()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// All rules: the second judge says the same.
    #[test]
    fn a_second_judge_agrees(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 40, |play, next, random| {
            let position = play.position();
            let is_plain = moves_of(position).iter().all(|mv| {
                !mv.starts_with('@') && !mv.contains('=') && mv != "pass"
            });
            if is_plain && random.below(3) != 0 {
                return;
            }
            agree(position);
            if let Some(mv) = next {
                let text = position.to_string();
                let after = Oracle::new(&text, &options).after(&mv.to_string()).text();
                assert_eq!(position.after(mv).to_string(), after, "{text} {mv} {options}");
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Turned and mirrored positions have turned and mirrored moves, which lead to positions that
    /// are turned and mirrored; the result has the other seat.
    #[test]
    fn turned_and_mirrored(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 40, |play, next, _| {
            let position = play.position();
            let (turned, mirrored) = (position.turned(), position.mirrored());
            assert_eq!((turned.turned(), mirrored.mirrored()), (*position, *position));
            let exchanged = |outcome| match outcome {
                Outcome::Win(seats, why) => {
                    Outcome::Win(seats.iter().map(Seat::other).collect::<SeatSet>(), why)
                }
                draw => draw,
            };
            let outcome = Play::new(*position).outcome();
            assert_eq!(Play::new(turned).outcome(), outcome.map(exchanged));
            assert_eq!(Play::new(mirrored).outcome(), outcome);
            let list = legal_moves(position);
            for (other, map) in [(turned, Hex::turned as fn(Hex) -> Hex), (mirrored, Hex::mirrored)] {
                assert_eq!(sorted(list.iter().map(|mv| mapped(*mv, map))), moves_of(&other), "{position}");
            }
            let Some(mv) = next else { return };
            let after = position.after(mv);
            assert_eq!(mirrored.after(mapped(mv, Hex::mirrored)), after.mirrored(), "{position} {mv}");
            let board = |position: Position| (position.key(), position.quiet());
            let turned = turned.after(mapped(mv, Hex::turned));
            assert_eq!(board(turned), board(after.turned()), "{position} {mv}");
        });
    }

    /// Men, mountains, terrain and centres change only as said.
    #[test]
    fn what_a_move_changes(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 80, |play, next, _| {
            let (position, Some(mv)) = (play.position(), next) else { return };
            let after = position.after(mv);
            men_stay(position, mv, &after);
            assert_eq!(after.mountains(), position.mountains());
            let field = |position: &Position| position.to_string().split(' ').nth(3).map(str::to_owned);
            assert_eq!(field(&after), field(position));
            for seat in Seat::all(2) {
                assert!(centre_may_change(position, mv, seat, after.centre(seat)), "{position} {mv}");
            }
            let (us, them) = (after.turn(), after.turn().other());
            assert!(after.centre(us) != Centre::Fallen, "{position} {mv}");
            assert!(after.centre(us).hex() != after.centre(them).hex(), "{position} {mv}");
            if let Some(fortress) = after.fortress(them).filter(|_| !position.options().instant_ruin()) {
                assert!(!after.men_of(us).contains(fortress), "{position} {mv}");
            }
            let mut told = *position;
            told.apply(&mv, &Roll::NONE);
            assert_eq!(told, after);
        });
    }

    /// With both Kings there is always a move; a pass stands alone; no text stands twice.
    #[test]
    fn there_is_a_move(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 80, |play, _, _| {
            let position = play.position();
            let mut texts = moves_of(position);
            let passes = texts.iter().filter(|text| text.ends_with("pass")).count();
            assert!(passes == 0 || passes == texts.len(), "{position}");
            if Seat::all(2).all(|seat| position.has_king(seat)) {
                assert!(!texts.is_empty(), "{position}");
            }
            let (n, enemies) = (texts.len(), position.men_of(position.turn().other()));
            let mut captures = Vec::new();
            position.captures(&mut captures);
            let takes = |mv: &Move| mv.action.target().is_some_and(|to| enemies.contains(to));
            let taking = legal_moves(position).into_iter().filter(takes);
            assert_eq!(sorted(captures), sorted(taking), "{position}");
            texts.dedup();
            assert!(texts.is_sorted() && texts.len() == n, "{position}");
        });
    }

    /// What is answered about a single move is what the list says.
    #[test]
    fn single_moves(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 30, |play, _, random| {
            let position = play.position();
            let listed: HashSet<Move> = legal_moves(position).into_iter().collect();
            for mv in near_moves(position, random) {
                assert_eq!(position.is_legal(&mv), listed.contains(&mv), "{position}: {mv}");
            }
        });
    }

    /// Without ports, who covers an enemy man is who bears on him.
    #[test]
    fn covering(options in any_options(), start in any_start(), seed: u64) {
        let options = options.replace("ports=on", "ports=off");
        each_ply(&options, &start, seed, 30, |play, _, _| {
            let position = play.position();
            for seat in Seat::all(2) {
                for at in position.men_of(seat.other()) {
                    let men = position.men_of(seat);
                    let bearing: HexSet = men.filter(|from| position.reach(*from).contains(at)).collect();
                    assert_eq!(position.attackers(seat, at), bearing, "{position}: {at}");
                }
            }
        });
    }

    /// What stricter and freer options leave.
    #[test]
    fn options_leave_less_or_more(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 40, |play, _, _| {
            for (key, less, more) in [
                ("dragon_entry", "path", "area"),
                ("ports", "off", "on"),
                ("promotion", "forced", "optional"),
                ("flanking", "halves", "cascade"),
                ("fortress_bonus", "any", "owner"),
                ("dragon_flanks", "no", "yes"),
            ] {
                let position = play.position();
                let (less, more) = (under(position, key, less), under(position, key, more));
                assert!(less.iter().all(|mv| more.binary_search(mv).is_ok()), "{position} {key}");
            }
        });
    }

    /// A way leads from the one hex to the other, past nobody.
    #[test]
    fn paths(options in any_options(), start in any_start(), seed: u64) {
        each_ply(&options, &start, seed, 40, |play, _, _| {
            let position = play.position();
            for from in position.men_of(position.turn()) {
                for to in position.reach(from) {
                    let path = position.path(from, to);
                    assert!(path.len() >= 2 && path[0] == from && path[path.len() - 1] == to);
                    let between = &path[1..path.len() - 1];
                    let is_free = |at: &Hex| !position.men().contains(*at) && *at != from;
                    assert!(between.iter().all(is_free), "{position}: {path:?}");
                }
            }
        });
    }

    /// Texts come back the same; the hash that is kept up to date equals the one computed anew, and
    /// tells positions apart by what the key holds.
    #[test]
    fn texts_and_hashes(options in any_options(), start in any_start(), seed: u64) {
        let mut seen = Vec::new();
        each_ply(&options, &start, seed, 80, |play, _, _| {
            let position = play.position();
            let chosen = position.options().to_string();
            assert_eq!(chosen.parse::<Options>().as_ref(), Ok(position.options()));
            for mv in legal_moves(position) {
                assert_eq!(mv.to_string().parse(), Ok(mv), "{position}");
            }
            seen.push(*position);
        });
        check_hashes(&seen, Position::hash64);
    }
}
