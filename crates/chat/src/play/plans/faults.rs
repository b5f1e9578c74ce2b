//! Why conditional moves are not taken, in words.

use games::Seat;
use table::{Game, NotPlayed, PlanFault, verdict_of, verdict_word};

use crate::{naming::names::name_at, parse::plain_text::echo, text};

/// Returns what is wrong, why, and what to type.
pub(super) fn fault_words(game: &Game, owner: Seat, fault: &PlanFault, prefix: &str) -> String {
    match fault {
        PlanFault::Nothing => text::plan_says_nothing(),
        // Where a word is missing there is nothing to repeat.
        PlanFault::NoReply(typed)
        | PlanFault::NoCondition(typed)
        | PlanFault::NotAMove { typed, .. }
            if typed.trim().is_empty() =>
        {
            text::plan_says_nothing()
        }
        PlanFault::NoReply(when) => {
            let is_move = !when.eq_ignore_ascii_case("any") && verdict_of(when).is_none();
            if is_move && game.position().to_move() == owner {
                text::plan_is_own_move(&echo(when))
            } else {
                text::plan_has_no_reply(&echo(when), is_move)
            }
        }
        PlanFault::NoCondition(reply) => text::plan_has_no_condition(&echo(reply)),
        PlanFault::NotAMove { mover, typed, why, is_reply } => {
            let typed = echo(typed);
            let head = if *is_reply {
                text::plan_reply_refused(&typed)
            } else if *mover == owner {
                text::plan_own_move_refused(&typed)
            } else {
                text::plan_move_refused(&typed, &name_at(game, *mover))
            };
            move_words(&head, &typed, why, prefix)
        }
        PlanFault::NoSuchFight(_) if !game.position().rolls_dice() => text::plan_without_dice(),
        PlanFault::NoSuchFight(verdict) => text::no_such_fight(verdict_word(*verdict)),
        PlanFault::NotSuchAFight(mv, verdict) => {
            text::not_such_a_fight(&echo(mv), verdict_word(*verdict))
        }
        PlanFault::MaybeIllegal { reply, after, fight } => {
            text::reply_may_be_illegal(reply, after, fight.map(verdict_word))
        }
        PlanFault::Over => text::over_before_that(),
        PlanFault::Unreachable { earlier, later } => text::never_asked(earlier, later),
        PlanFault::TwoReplies(when) => text::two_replies(when),
        PlanFault::TooMany => text::too_many_conditions(),
        PlanFault::TooDeep => text::too_long_a_chain(),
        PlanFault::TooLong => text::too_long_a_plan(),
        PlanFault::TooOpen => text::too_open_a_plan(),
    }
}

/// Returns why a move was not taken; `head` says whose it would be.
fn move_words(head: &str, typed: &str, why: &NotPlayed, prefix: &str) -> String {
    let words = match why {
        NotPlayed::NotAMove => text::plan_reads_no_move(typed),
        NotPlayed::Ambiguous { open, choices } => text::ambiguous(open.as_deref(), typed, choices),
        NotPlayed::Refused { words, near, .. } => text::refused(words, near, prefix),
    };
    format!("{head}\n{words}")
}
