//! The values of a plan: how they are written, read and taken.

use super::*;

fn branch(when: Condition, reply: Option<&str>, then: Vec<Branch>) -> Branch {
    Branch { when, reply: reply.map(str::to_owned), then }
}

fn mv(text: &str) -> Condition {
    Condition::Move(text.to_owned(), None)
}

/// Two replies to a move, each with more behind it, and one to a fight.
fn plan() -> Plan {
    let chain =
        vec![branch(mv("b8"), Some("f1"), Vec::new()), branch(mv("d7"), Some("d4"), Vec::new())];
    let fight = Condition::Move("c3".to_owned(), Some(FightVerdict::Push));
    Plan(vec![
        branch(mv("e7"), Some("g1"), chain),
        branch(fight, Some("c4"), Vec::new()),
        branch(Condition::Fight(FightVerdict::Hit), Some("a2"), Vec::new()),
    ])
}

fn ply(mv: &str, fight: Option<FightVerdict>) -> PlayedPly<'_> {
    PlayedPly { seat: Seat::SECOND, mv, fight }
}

#[test]
fn lines_lead_from_the_first_condition_to_a_last_reply() {
    let expected = "if e7 then g1 if b8 then f1, if e7 then g1 if d7 then d4, if c3 push then c4, \
                    if hit then a2";
    assert_eq!(plan().to_string(), expected);
    assert_eq!((plan().size(), plan().waits_for_owner()), (5, false));
    let any = |reply| branch(Condition::Any, Some(reply), Vec::new());
    let own = Plan(vec![
        branch(Condition::Fight(FightVerdict::Hit), None, vec![any("c4")]),
        branch(
            Condition::Fight(FightVerdict::Push),
            None,
            vec![branch(mv("e7"), Some("c3"), Vec::new())],
        ),
    ]);
    assert_eq!(own.to_string(), "if hit then c4, if push if e7 then c3");
    assert!(own.waits_for_owner());
}

#[test]
fn a_plan_is_stored_and_read_back_and_shows_nothing() {
    let stored = plan().to_stored();
    assert_eq!(Plan::from_stored(&stored), Some(plan()));
    for broken in ["", "{}", "[{}]", &stored[1..]] {
        assert_eq!(Plan::from_stored(broken), None, "{broken}");
    }
    assert_eq!(format!("{:?}", plan()), "Plan(…)");
    let next = plan().after(Seat::FIRST, ply("e7", None), |_| None);
    assert_eq!(format!("{next:?}"), "Some(Continuation(…))");
    assert_eq!(format!("{:?}", PlanFault::NoReply("e7".to_owned())), "PlanFault(…)");
}

#[test]
fn the_first_condition_that_fits_counts() {
    let after = |seat, ply| plan().after(seat, ply, |_| None);
    let reply = |mv, fight| after(Seat::FIRST, ply(mv, fight)).and_then(|next| next.reply);
    assert_eq!(reply("e7", None).as_deref(), Some("g1"));
    assert_eq!(reply("e7", Some(FightVerdict::Hit)).as_deref(), Some("g1"));
    assert_eq!(reply("c3", Some(FightVerdict::Push)).as_deref(), Some("c4"));
    assert_eq!(reply("c3", Some(FightVerdict::Hit)).as_deref(), Some("a2"));
    assert_eq!(reply("c3", None), None);
    let rest = after(Seat::FIRST, ply("e7", None)).unwrap().rest;
    assert_eq!(rest.to_string(), "if b8 then f1, if d7 then d4");
    // The owner's own ply is answered by nobody.
    assert_eq!(after(Seat::SECOND, ply("e7", None)), None);
}

#[test]
fn the_first_reply_that_is_legal_is_played() {
    let legal = |reply| branch(Condition::Legal, Some(reply), Vec::new());
    let any = branch(Condition::Any, Some("a2"), Vec::new());
    let plan = Plan(vec![legal("c2-c3"), legal("d2-d3"), any]);
    assert_eq!(plan.to_string(), "if legal then c2-c3, if legal then d2-d3, if any then a2");
    let reply = |read: fn(&str) -> Option<String>| {
        plan.after(Seat::FIRST, ply("e7", None), read).and_then(|next| next.reply)
    };
    // A reply is played as it reads then.
    assert_eq!(reply(|mv| Some(mv.replace('-', "x"))).as_deref(), Some("c2xc3"));
    assert_eq!(reply(|mv| (mv == "d2-d3").then(|| mv.to_owned())).as_deref(), Some("d2-d3"));
    assert_eq!(reply(|_| None).as_deref(), Some("a2"));
}

#[test]
fn a_condition_covers_what_could_never_come_up_behind_it() {
    let (hit, push) = (Condition::Fight(FightVerdict::Hit), Condition::Fight(FightVerdict::Push));
    let hits = Condition::Move("c3".to_owned(), Some(FightVerdict::Hit));
    for (earlier, later) in [(&Condition::Any, &hit), (&hit, &hits), (&mv("c3"), &hits)] {
        assert!(earlier.covers(later), "{earlier} {later}");
        assert!(!later.covers(earlier), "{later} {earlier}");
    }
    let legal = &Condition::Legal;
    assert!(Condition::Any.covers(legal) && !legal.covers(&Condition::Any));
    for (one, two) in [(&hit, &push), (&push, &hits), (&hit, &mv("c3")), (&mv("c3"), &mv("d3"))] {
        assert!(!one.covers(two) && !two.covers(one), "{one} {two}");
    }
}
