//! Conditional moves: what is taken, what follows, and its dice.

mod judge;

use dice::{bot_salt, planned_salt};
use games::{Roll, random::Random};
use judge::{Judge, Line, Must, Ply, Said, end_of, may_be_said};

use super::*;
use crate::{
    HeldPlan, LegalMove, Plan, PlanFault, PlyRoll, TypedClause, move_ends,
    record::{Record, Verdict, verify},
};

/// After how many plies a match of them begins anew.
const PLIES: u32 = 60;

/// Running matches of two people, in all games and with a way to lose a fight.
fn matches() -> Vec<Game> {
    let mut all = Vec::new();
    for kind in GameKind::ALL {
        for options in ["", "v5=on"] {
            if !seats(kind).contains(&2) || canonical_options(kind, options, 2).is_err() {
                continue;
            }
            let mut game = offer_of(kind, options, vec![sits("ann"), sits("ben")]);
            game.start(|_| 0, said("m2")).unwrap();
            for seat in [Seat::FIRST, Seat::SECOND] {
                if let Some(army) = game.position().arranging().map(|men| men.draft(seat)) {
                    game.seal_army(seat, army, "0f".repeat(16), said("m2")).unwrap();
                }
            }
            all.push(game);
        }
    }
    all
}

/// Returns `true` if the attacker can lose a fight.
fn loses(game: &Game) -> bool {
    game.options().contains("v5=on")
}

fn random_move(game: &Game, random: &mut Random) -> LegalMove {
    let moves = game.position().moves();
    let fights: Vec<&String> = moves
        .iter()
        .filter(|mv| game.position().branches(mv).len() > 1)
        .filter(|_| random.below(2) == 0)
        .collect();
    let mv = if fights.is_empty() { random.pick(&moves) } else { *random.pick(&fights) };
    game.position().legal_move(mv).unwrap()
}

fn play(game: &mut Game, mv: &LegalMove, n: u64) -> Ply {
    let salt = format!("m{n}");
    let added = game.play(mv, false, said(&salt)).unwrap();
    ply_of(added.first().unwrap(), loses(game))
}

fn ply_of(entry: &LogEntry, loses: bool) -> Ply {
    let LogEvent::Ply { seat, mv, roll } = &entry.event else { panic!("{entry:?}") };
    let end = match roll {
        PlyRoll::Faces(faces, _) => end_of(faces, loses),
        PlyRoll::NoDice | PlyRoll::Outcome(_) => None,
    };
    Ply { seat: *seat, mv: mv.clone(), end }
}

/// A condition that this ply may fit, which may be the owner's own.
fn condition(ply: &Ply, own: bool, random: &mut Random) -> String {
    match (random.below(30), ply.end) {
        (0, _) => "any".to_owned(),
        (1, None) => "push".to_owned(),
        (2..10, Some(end)) => end.to_owned(),
        (10..17, Some(end)) => format!("{} {end}", ply.mv),
        (17..19, _) if !own => "legal".to_owned(),
        _ => ply.mv.clone(),
    }
}

/// Lines that somebody might say now: they begin like one another, and most of them are possible.
fn some_lines(game: &Game, owner: Seat, random: &mut Random, n: u64) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for _ in 0..=random.below(3) {
        let mut line = Line::new();
        let mut future = game.clone();
        for step in 0..=random.below(3) {
            if !future.is_running() || future.position().moves().is_empty() {
                break;
            }
            let mv = random_move(&future, random);
            let own = future.position().to_move() == owner;
            let ply = play(&mut future, &mv, n * 7 + step as u64);
            let when = condition(&ply, own, random);
            if own {
                line.push(Said { when, reply: None });
                if random.below(2) == 0 || !future.is_running() {
                    continue;
                }
                let mv = random_move(&future, random);
                play(&mut future, &mv, n);
                line.push(Said { when: "any".to_owned(), reply: None });
            } else {
                line.push(Said { when, reply: None });
            }
            if !future.is_running() {
                break;
            }
            let reply = random_move(&future, random);
            let wrong = random.below(25) == 0;
            let from = if wrong { game } else { &future };
            let reply = if wrong { random_move(from, random) } else { reply };
            line.last_mut().unwrap().reply = Some(reply.mv.clone());
            if wrong || future.position().legal_move(&reply.mv).is_none() {
                break;
            }
            play(&mut future, &reply, n);
        }
        lines.push(line);
    }
    lines
}

/// Returns `true` if a line begins with the owner's own ply, after which the opponent's stands as implied.
fn is_implied(line: &Line) -> bool {
    line.first().is_some_and(|first| first.reply.is_none())
        && line.get(1).is_some_and(|second| second.when == "any")
}

/// A line as it is typed, with `then` or without.
fn typed(line: &Line, random: &mut Random) -> Vec<TypedClause> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut clauses: Vec<TypedClause> = Vec::new();
    for (n, said) in line.iter().enumerate() {
        let reply = said.reply.as_deref().map(words);
        if n == 1 && is_implied(line) {
            clauses.last_mut().unwrap().reply = reply;
            continue;
        }
        let mut when = words(&said.when);
        let joins = random.below(2) == 0;
        let reply = reply.filter(|reply| {
            if joins {
                when.extend(reply.iter().cloned());
            }
            !joins
        });
        clauses.push(TypedClause { when, reply });
    }
    clauses
}

/// Returns `true` if a line is one that can be said at all: it ends with a reply, and there is one.
fn is_whole(line: &Line) -> bool {
    line.last().is_some_and(|last| last.reply.is_some())
}

/// Returns `true` if the order of the lines is refused: a condition stands twice with two replies, or behind
/// one that takes it all.
fn are_at_odds(fault: &PlanFault) -> bool {
    matches!(fault, PlanFault::TwoReplies(_) | PlanFault::Unreachable { .. })
}

/// Returns `true` if a plan has the moves that the lines say, letter by letter: one that nobody can make is
/// read as the one that people mean by it, `e2-e4` as `e2xe4`, of which the judge knows nothing.
fn says_just(plan: &Plan, lines: &[Line]) -> bool {
    let text = plan.lines().join(" ");
    let read: Vec<&str> = text.split([' ', ',', ';']).collect();
    let said = lines.iter().flatten();
    let mut words = said.flat_map(|said| said.when.split(' ').chain(said.reply.as_deref()));
    words.all(|word| word == "any" || read.contains(&word))
}

/// Registers random lines for a seat; `None` if they are refused, as the judge says they must be.
fn registered(game: &Game, owner: Seat, random: &mut Random, n: u64) -> Option<(HeldPlan, Judge)> {
    let lines = some_lines(game, owner, random, n);
    let words: Vec<Vec<TypedClause>> = lines.iter().map(|line| typed(line, random)).collect();
    let read = Plan::read(game.position(), owner, &words);
    let may = |line: &Line| {
        is_whole(line) && may_be_said(game.position(), line, is_implied(line), loses(game))
    };
    match read {
        Ok(plan) if !says_just(&plan, &lines) => None,
        Ok(plan) => {
            assert!(lines.iter().all(may), "tree {n} is taken: {lines:?}");
            assert_eq!(Plan::from_stored(&plan.to_stored()).as_ref(), Some(&plan));
            let ply = game.position().ply();
            let held = HeldPlan { seat: owner, ply, plan, salt: format!("r{n}"), at: NOW };
            Some((held, Judge::new(owner, lines)))
        }
        Err(fault) if are_at_odds(&fault) || matches!(fault, PlanFault::TooOpen) => None,
        Err(_) => {
            assert!(!lines.iter().all(may), "tree {n} is refused: {lines:?}");
            None
        }
    }
}

/// Lets somebody play on by hand until nothing is planned any more, and compares what follows with
/// what the judge says must follow. Gives how many planned plies there were.
fn play_out(mut game: Game, random: &mut Random, n: u64, held: Vec<(HeldPlan, Judge)>) -> usize {
    let (mut plans, mut judges): (Vec<_>, Vec<_>) = held.into_iter().unzip();
    let mut count = 0;
    for step in 0..8 {
        if plans.is_empty() || !game.is_running() {
            break;
        }
        let mv = likely_move(&game, &plans, random);
        let by_hand = play(&mut game, &mv, n + step);
        let before = game.clone();
        let followed = game.follow_plans(&mut plans, NOW).unwrap();
        let salts = followed.added.iter().filter_map(|entry| match &entry.event {
            LogEvent::Ply { roll: PlyRoll::Faces(_, salt), .. } => salt.clone(),
            _ => None,
        });
        let trigger = format!(".m{}", n + step);
        assert!(salts.into_iter().all(|salt| salt.starts_with('r') && salt.ends_with(&trigger)));
        let mut lapsed = Vec::new();
        let mut must = judged(&before, &mut judges, by_hand, &followed.added, &mut lapsed);
        count += followed.added.len();
        let mut given_up = followed.lapsed.clone();
        given_up.sort_unstable();
        lapsed.sort_unstable();
        assert_eq!(given_up, lapsed, "tree {n}");
        let mut left: Vec<Seat> = plans.iter().map(|plan| plan.seat).collect();
        left.sort_unstable();
        must.sort_unstable();
        assert_eq!(left, must, "tree {n}");
    }
    count
}

/// A move that the plans wait for, more often than not.
fn likely_move(game: &Game, plans: &[HeldPlan], random: &mut Random) -> LegalMove {
    let lines: Vec<String> = plans.iter().flat_map(|held| held.plan.lines()).collect();
    let named = lines.iter().filter_map(|line| {
        let words = line.strip_prefix("if ")?.split(" then ").next()?;
        let mv = words.split(" if ").next()?;
        let bare = ["hit", "push", "lost"].iter().find_map(|end| mv.strip_suffix(end));
        game.position().legal_move(bare.unwrap_or(mv).trim())
    });
    let named: Vec<LegalMove> = named.collect();
    if named.is_empty() || random.below(5) == 0 {
        random_move(game, random)
    } else {
        random.pick(&named).clone()
    }
}

/// Checks ply by ply that just what must follow has followed, and gives the seats whose plans wait on.
fn judged(
    before: &Game,
    judges: &mut Vec<Judge>,
    first: Ply,
    added: &[LogEntry],
    lapsed: &mut Vec<Seat>,
) -> Vec<Seat> {
    let mut position = before.position().boxed_clone();
    let mut added = added.iter().filter(|entry| entry.event.is_ply());
    let (mut ply, mut mover) = (first, None);
    loop {
        if position.outcome().is_some() {
            judges.clear();
            break;
        }
        let mut reply = None;
        judges.retain_mut(|judge| {
            if Some(judge.owner()) == mover {
                return true;
            }
            let read = |mv: &str| {
                let mv = position.read(mv).ok()?.mv;
                let (from, came) = (move_ends(&mv).0, move_ends(&ply.mv).1);
                (from.is_empty() || from != came).then_some(mv)
            };
            let must = match judge.take(&ply, read) {
                Must::Reply(mv) if !position.moves().contains(&mv) => Must::Lapse,
                must => must,
            };
            match must {
                Must::Wait => true,
                Must::Reply(mv) => {
                    reply = Some((judge.owner(), mv));
                    true
                }
                Must::Lapse => {
                    lapsed.push(judge.owner());
                    false
                }
            }
        });
        let Some((seat, mv)) = reply else { break };
        let entry = added.next().unwrap_or_else(|| panic!("{mv} has to follow"));
        ply = ply_of(entry, loses(before));
        assert_eq!((ply.seat, &ply.mv), (seat, &mv));
        let LogEvent::Ply { roll, .. } = &entry.event else { panic!("{entry:?}") };
        let roll = match roll {
            PlyRoll::Faces(faces, _) => *faces,
            PlyRoll::NoDice | PlyRoll::Outcome(_) => Roll::NONE,
        };
        position.play(&mv, &roll).unwrap();
        mover = Some(seat);
        judges.retain(|judge| !judge.is_done());
    }
    assert!(added.next().is_none(), "nothing else follows");
    judges.iter().map(Judge::owner).collect()
}

/// The next match to try something in: one whose moves are many takes long, and comes seldom.
fn pick_game(n_moves: &[usize], random: &mut Random) -> usize {
    loop {
        let which = random.below(n_moves.len());
        if n_moves[which] < 60 || random.below(12) == 0 {
            return which;
        }
    }
}

/// Tries so many trees.
fn random_trees(trees: u64) {
    let starts = matches();
    let mut games = starts.clone();
    let n_moves: Vec<usize> = starts.iter().map(|game| game.position().moves().len()).collect();
    let (mut taken, mut played) = (0, 0);
    for n in 0..trees {
        let mut random = Random::new(n);
        let which = pick_game(&n_moves, &mut random);
        let game = &mut games[which];
        let (mover, other) = (game.position().to_move(), game.position().to_move().other());
        let owners = match random.below(90) {
            0 => vec![mover],
            1 => vec![mover, other],
            _ => vec![other],
        };
        let held: Vec<_> = owners
            .iter()
            .filter_map(|seat| registered(game, *seat, &mut random, n * 100))
            .collect();
        taken += held.len();
        played += play_out(game.clone(), &mut random, n * 100 + 1, held);
        let mv = random_move(game, &mut random);
        play(game, &mv, n);
        if !game.is_running() || game.position().ply() > PLIES {
            *game = starts[which].clone();
        }
    }
    let least = trees as usize;
    let is_enough = taken > least / 2 && played > least * 2 / 5;
    assert!(is_enough, "{taken} of {trees} trees were taken, {played} plies followed");
}

#[test]
fn random_trees_do_what_a_slow_second_judge_says() {
    random_trees(2_000);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn many_random_trees_do_what_a_slow_second_judge_says() {
    random_trees(10_000);
}

/// The line of somebody who answers the move with that one.
fn line(when: &str, reply: &str) -> Vec<TypedClause> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    vec![TypedClause { when: words(when), reply: Some(words(reply)) }]
}

#[test]
fn a_planned_fight_takes_the_salt_of_its_message_and_that_of_its_trigger() {
    let fights = matches().into_iter().find(|game| game.position().rolls_dice()).unwrap();
    for bot in [false, true] {
        let mut random = Random::new(3);
        let second = if bot { Occupant::Bot(1) } else { sits("ben") };
        let mut game = offer_of(fights.kind(), "", vec![sits("ann"), second]);
        game.start(|_| 0, said("m2")).unwrap();
        // Until the second seat has a move after which the first one can fight.
        let salt = loop {
            let mv = random_move(&game, &mut random);
            let mut future = game.clone();
            let of_bot = game.position().to_move() == Seat::SECOND;
            let stamp = Stamp { at: NOW, salt: (!(bot && of_bot)).then_some("m9") };
            future.play(&mv, false, stamp).unwrap();
            let moves = future.position().moves();
            let fight = moves.iter().find(|mv| future.position().branches(mv).len() > 1);
            if let (Some(fight), true) = (fight, of_bot) {
                let lines = [line(&mv.mv, fight)];
                let plan = Plan::read(game.position(), Seat::FIRST, &lines).unwrap();
                let ply = game.position().ply();
                let held =
                    HeldPlan { seat: Seat::FIRST, ply, plan, salt: "m7".to_owned(), at: NOW };
                let mut plans = vec![held];
                let followed = future.follow_plans(&mut plans, NOW).unwrap();
                assert!(plans.is_empty() && followed.played == [Seat::FIRST]);
                let trigger =
                    if bot { bot_salt(game.last_salt(), ply + 1) } else { "m9".to_owned() };
                let expected = planned_salt("m7", &trigger);
                assert_ne!(future.last_salt(), expected, "later rolls take no salt of three parts");
                game = future;
                break expected;
            }
            game = future;
        };
        let Some(LogEvent::Ply { roll: PlyRoll::Faces(_, used), .. }) =
            game.log().last().map(|entry| entry.event.clone())
        else {
            panic!("the fight was rolled")
        };
        assert_eq!(used, Some(salt));
        game.resign(Seat::FIRST, NOW).unwrap();
        let verified = verify(&Record::of_game(&game).to_text()).unwrap();
        assert_eq!(verified.verdict, Verdict::Proven);
    }
}

#[test]
fn what_does_not_fit_is_given_up_and_the_end_clears_all() {
    let mut game = duel();
    let moves = game.position().moves();
    let reply = |game: &Game, mv: &str| {
        let mut future = game.clone();
        let mv = future.position().legal_move(mv).unwrap();
        future.play(&mv, false, said("m3")).unwrap();
        future.position().moves()[0].clone()
    };
    let lines = [line(&moves[0], &reply(&game, &moves[0]))];
    let plan = Plan::read(game.position(), Seat::SECOND, &lines).unwrap();
    let held = HeldPlan { seat: Seat::SECOND, ply: 0, plan, salt: "m7".to_owned(), at: NOW };
    assert_eq!(format!("{held:?}"), "HeldPlan(…)");
    let other = game.position().legal_move(&moves[1]).unwrap();
    let mut gone = game.clone();
    gone.play(&other, false, said("m3")).unwrap();
    let mut plans = vec![held.clone()];
    let followed = gone.follow_plans(&mut plans, NOW).unwrap();
    assert_eq!((plans.len(), followed.lapsed), (0, vec![Seat::SECOND]));
    // One of another position is given up, too.
    game.play(&other, false, said("m3")).unwrap();
    let mut plans = vec![HeldPlan { ply: 7, ..held.clone() }];
    assert_eq!(game.follow_plans(&mut plans, NOW).unwrap().lapsed, [Seat::SECOND]);
    game.resign(Seat::FIRST, NOW).unwrap();
    let mut plans = vec![held];
    let followed = game.follow_plans(&mut plans, NOW).unwrap();
    assert_eq!((plans.len(), followed.lapsed.len(), followed.added.len()), (0, 0, 0));
}

/// The fault of these lines, said by the second player of a game that begins.
fn fault(game: &Game, lines: &[Vec<TypedClause>]) -> PlanFault {
    Plan::read(game.position(), Seat::SECOND, lines).unwrap_err()
}

#[test]
fn what_is_refused_says_why() {
    let game = duel();
    let moves = game.position().moves();
    let (first, second) = (moves[0].as_str(), moves[1].as_str());
    let mut future = game.clone();
    let mv = future.position().legal_move(first).unwrap();
    future.play(&mv, false, said("m3")).unwrap();
    let replies = future.position().moves();
    let (one, two) = (replies[0].as_str(), replies[1].as_str());
    assert!(matches!(fault(&game, &[]), PlanFault::Nothing));
    assert!(matches!(fault(&game, &[line(first, "")]), PlanFault::NoReply(_)));
    let no_condition = [TypedClause { when: Vec::new(), reply: Some(vec![one.to_owned()]) }];
    assert!(matches!(fault(&game, &[no_condition.to_vec()]), PlanFault::NoCondition(_)));
    let wrong = fault(&game, &[line("nonsense", one)]);
    assert!(matches!(wrong, PlanFault::NotAMove { mover: Seat::FIRST, is_reply: false, .. }));
    let wrong = fault(&game, &[line(first, "nonsense")]);
    assert!(matches!(wrong, PlanFault::NotAMove { mover: Seat::SECOND, is_reply: true, .. }));
    assert!(matches!(fault(&game, &[line("hit", one)]), PlanFault::NoSuchFight(_)));
    let never = format!("{first} push");
    assert!(matches!(fault(&game, &[line(&never, one)]), PlanFault::NotSuchAFight(..)));
    let twice = [line(first, one), line(second, one), line(first, two)];
    assert!(matches!(fault(&game, &twice), PlanFault::TwoReplies(_)));
    let either = [line("legal", one), line("legal", two), line(first, two), line("any", one)];
    let either = Plan::read(game.position(), Seat::SECOND, &either);
    assert!(either.is_ok_and(|plan| plan.lines().len() == 4), "a reply after another one");
    let behind = [line("any", one), line(first, one)];
    assert!(matches!(fault(&game, &behind), PlanFault::Unreachable { .. }));
    let deep = vec![line(first, one).remove(0); 21];
    assert!(matches!(fault(&game, &[deep]), PlanFault::TooDeep));
    let many = vec![line(first, one); 61];
    assert!(matches!(fault(&game, &many), PlanFault::TooMany));
    let open: Vec<TypedClause> = replies.iter().take(9).flat_map(|mv| line("any", mv)).collect();
    let open = fault(&game, &[open]);
    assert!(matches!(open, PlanFault::TooOpen | PlanFault::MaybeIllegal { .. }));
}

#[test]
fn behind_any_stands_only_what_is_always_legal() {
    let mut counts = [0, 0];
    for game in matches() {
        let mut random = Random::new(7);
        let mut game = game;
        for n in 0..12 {
            let owner = game.position().to_move().other();
            let mut future = game.clone();
            let mv = random_move(&future, &mut random);
            play(&mut future, &mv, n);
            let reply = random_move(&future, &mut random).mv;
            let read = Plan::read(game.position(), owner, &[line("any", &reply)]);
            let is_always = may_be_said(
                game.position(),
                &[Said { when: "any".to_owned(), reply: Some(reply.clone()) }],
                false,
                loses(&game),
            );
            counts[usize::from(is_always)] += 1;
            match read {
                Ok(_) => assert!(is_always, "{reply}"),
                Err(PlanFault::MaybeIllegal { after, .. }) => {
                    assert!(!is_always && game.position().legal_move(&after).is_some(), "{reply}");
                }
                Err(other) => panic!("{other:?}"),
            }
            game = future;
        }
    }
    assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
}
