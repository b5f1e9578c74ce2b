//! Sentences about conditional moves, said to their owner alone, but for [`was_planned`] and
//! [`plan_in_public`].

use games::whose;
use table::{GameNo, LEGAL, MAX_PLAN_DEPTH, MAX_PLAN_NODES, MAX_PLAN_TEXT, PlanStep, verdict_of};

use super::phrases::capital;

/// In public, behind the plies: some of them were conditional moves of these players.
#[must_use]
pub fn was_planned(who: &str, one: bool) -> String {
    if one {
        format!("{who} had said so beforehand: a conditional move.")
    } else {
        format!("{who} had said so beforehand: conditional moves.")
    }
}

/// Refuses what was typed in a public place; `read` if others may have read it.
#[must_use]
pub fn plan_in_public(read: bool) -> String {
    let seen = if read {
        " Others may have read this line: delete it if you can, and think of another move."
    } else {
        ""
    };
    format!(
        "Conditional moves are secret: I take them in our private chat only, and took nothing from \
         here. There, `premove show` lists yours.{seen}"
    )
}

/// Heads what is registered; `replaces` if something else was.
#[must_use]
pub fn plan_head(no: GameNo, replaces: bool) -> String {
    let instead = if replaces { ", in place of the earlier ones" } else { "" };
    format!("{no}, your conditional moves{instead}; nobody else sees them:")
}

/// Returns what is registered, where the opponent is to move.
#[must_use]
pub fn plan_after_other(no: GameNo, line: &str, opponent: &str) -> String {
    format!(
        "`{no} {line}`\nThey wait for {}: what fits is played at once if it is legal then.\n{}",
        whose("the", "move", opponent),
        plan_next(no)
    )
}

/// Returns what is registered, where its owner is to move.
#[must_use]
pub fn plan_after_own(no: GameNo, line: &str) -> String {
    format!(
        "`{no} {line}`\nThey begin with your own next move, which you play yourself; after the reply \
         to it, what fits is played at once if it is legal then.\n{}",
        plan_next(no)
    )
}

fn plan_next(no: GameNo) -> String {
    format!("To change them send the whole line anew; `{no} premove clear` drops them.")
}

/// A line of conditional moves in words.
#[must_use]
pub fn plan_line(path: &[PlanStep]) -> String {
    let steps: Vec<String> = path.iter().map(step_words).collect();
    capital(&steps.join("; then "))
}

fn step_words(PlanStep { when, reply }: &PlanStep) -> String {
    let fight = |word: &str| match word {
        "lost" => "a lost fight".to_owned(),
        word => format!("a {word}"),
    };
    let after = match when.rsplit_once(' ') {
        Some((mv, word)) => format!("after {mv} with {}", fight(word)),
        None if verdict_of(when).is_some() => format!("after {}", fight(when)),
        None if when == "any" || when == LEGAL => "whatever comes".to_owned(),
        None => format!("after {when}"),
    };
    match reply {
        Some(reply) if when == LEGAL => format!("{after}: {reply}, if it is legal"),
        Some(reply) => format!("{after}: {reply}"),
        None => format!("{after} of yours"),
    }
}

/// Nothing is registered.
#[must_use]
pub fn no_plan(no: GameNo) -> String {
    format!(
        "{no}: you have no conditional moves there. `{no} if MOVE then REPLY` plays your reply at once \
         when that move comes; `help premove` tells more."
    )
}

/// Returns what was registered is dropped.
#[must_use]
pub fn plan_dropped(no: GameNo) -> String {
    format!("{no}: your conditional moves are dropped.")
}

/// Returns what was registered does not fit what was played.
#[must_use]
pub fn plan_gone(no: GameNo) -> String {
    format!(
        "{no}: your conditional moves did not fit what was played, so they are gone. `board {no}` shows \
         the position, `{no} if MOVE then REPLY` says new ones."
    )
}

/// Refuses conditional moves that were thought of in an earlier position.
#[must_use]
pub fn plan_too_late(no: GameNo) -> String {
    format!(
        "{no}: a move was played meanwhile, so nothing is changed. Look at the board, and say your conditional \
         moves for the position now."
    )
}

/// Refuses conditional moves while men are arranged.
#[must_use]
pub fn plans_after_set_up(no: GameNo) -> String {
    format!(
        "In {no} the men are still being arranged; conditional moves can be said once they stand."
    )
}

/// Refuses conditional moves in a game of more than two.
#[must_use]
pub fn plans_for_two(no: GameNo) -> String {
    format!("{no} has more than two players still in it, and conditional moves are for two.")
}

/// Nothing was said.
#[must_use]
pub fn plan_says_nothing() -> String {
    "Say what you answer to what: `if MOVE then REPLY`, `if hit REPLY, if push REPLY`, `if legal then REPLY`."
        .to_owned()
}

/// There is no reply behind a condition, which `is_move` says of a move.
#[must_use]
pub fn plan_has_no_reply(when: &str, is_move: bool) -> String {
    let meant = if is_move {
        format!(" If that is your own reply, to whatever comes: `if legal then {when}`.")
    } else {
        String::new()
    };
    format!("Behind `if {when}` there is no move of yours: `if {when} then REPLY`.{meant}")
}

/// There is nothing behind a condition about the author's own next move.
#[must_use]
pub fn plan_is_own_move(mv: &str) -> String {
    format!(
        "It is your turn: to play `{mv}`, type it without `if`. To say beforehand what comes after it: \
         `if {mv} if MOVE then REPLY`."
    )
}

/// There is no condition before a reply.
#[must_use]
pub fn plan_has_no_condition(reply: &str) -> String {
    format!(
        "Nothing says when `{reply}` is to be played: `if MOVE then REPLY`, or `if legal then REPLY`."
    )
}

/// Returns what was typed is no move at all.
#[must_use]
pub fn plan_reads_no_move(typed: &str) -> String {
    format!(
        "`{typed}` reads neither as a move nor as `hit`, `push`, `any` or `legal`: `if MOVE then REPLY`."
    )
}

/// Heads the refusal of a condition about a move of somebody else.
#[must_use]
pub fn plan_move_refused(typed: &str, whose: &str) -> String {
    format!("Nothing is changed. As a move of {whose}, `{typed}` is not taken:")
}

/// Heads the refusal of a condition about a move of the author's own.
#[must_use]
pub fn plan_own_move_refused(typed: &str) -> String {
    format!(
        "Nothing is changed. It is your turn: play your own move first (just type it), then send this line \
         again; or put your own move in front of it, `if MOVE if {typed} then REPLY`. As your own move, \
         `{typed}` is not taken:"
    )
}

/// Heads the refusal of a reply.
#[must_use]
pub fn plan_reply_refused(typed: &str) -> String {
    format!("Nothing is changed. As your reply then, `{typed}` is not taken:")
}

/// There are no fights in this game.
#[must_use]
pub fn plan_without_dice() -> String {
    "This game throws no dice, so there is no `hit` or `push`. Name the move: `if MOVE then REPLY`."
        .to_owned()
}

/// No move that can come is a fight that ends like this.
#[must_use]
pub fn no_such_fight(word: &str) -> String {
    format!(
        "No move that can come there is a fight that ends by `{word}`. Name the move: `if MOVE then \
         REPLY`."
    )
}

/// A move is no fight that can end like this.
#[must_use]
pub fn not_such_a_fight(mv: &str, word: &str) -> String {
    format!(
        "`{mv}` cannot come out like that: it is no fight that ends by `{word}`. `odds` tells of fights."
    )
}

/// A reply to any move is not always legal: for instance not after this ply.
#[must_use]
pub fn reply_may_be_illegal(reply: &str, after: &str, end: Option<&str>) -> String {
    let end = end.map_or_else(String::new, |end| format!(" ({end})"));
    format!(
        "`{reply}` cannot be played after every move: after `{after}`{end} it is not legal. Say to which \
         moves it is the reply: `if MOVE then {reply}`; or play it only where it is: `if legal then {reply}`."
    )
}

/// The game ends before a condition comes up.
#[must_use]
pub fn over_before_that() -> String {
    "The game is over before all of that could be played: leave out what comes after its end."
        .to_owned()
}

/// A condition can never come up behind another.
#[must_use]
pub fn never_asked(earlier: &str, later: &str) -> String {
    format!(
        "`if {later}` would never come up, since `if {earlier}` stands before it and takes it all. Put \
         `if {later}` first."
    )
}

/// A condition has two replies.
#[must_use]
pub fn two_replies(when: &str) -> String {
    format!("There are two replies to `if {when}`, and only one can be played: leave one out.")
}

/// There are too many conditions.
#[must_use]
pub fn too_many_conditions() -> String {
    format!(
        "That is more than {MAX_PLAN_NODES} conditions, the most I keep for a game. Leave some out."
    )
}

/// Too many conditions follow one another.
#[must_use]
pub fn too_long_a_chain() -> String {
    format!("I look ahead {MAX_PLAN_DEPTH} conditions in a row at most. Leave out the last ones.")
}

/// The text of all of it is too long.
#[must_use]
pub fn too_long_a_plan() -> String {
    format!(
        "Written out in full that has more than {MAX_PLAN_TEXT} characters, the most I keep. Leave some out."
    )
}

/// It leaves too much open.
#[must_use]
pub fn too_open_a_plan() -> String {
    "That leaves so much open that I cannot look at all of it. Name more of the moves in place of `any`, \
     `hit` or `push`."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_told_in_words() {
        let step = |(when, reply): &(&str, Option<&str>)| PlanStep {
            when: (*when).to_owned(),
            reply: reply.map(str::to_owned),
        };
        let words =
            |steps: &[(&str, Option<&str>)]| plan_line(&steps.iter().map(step).collect::<Vec<_>>());
        let chain = words(&[("c5-c4", Some("b3xc4")), ("any", Some("c2-c3"))]);
        assert_eq!(chain, "After c5-c4: b3xc4; then whatever comes: c2-c3");
        let own = words(&[("hit", None), ("legal", Some("c4-c5"))]);
        assert_eq!(own, "After a hit of yours; then whatever comes: c4-c5, if it is legal");
        let lost = words(&[("c5xc4 lost", Some("a2-a3"))]);
        assert_eq!(lost, "After c5xc4 with a lost fight: a2-a3");
    }
}
