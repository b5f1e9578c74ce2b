//! What the evaluator sees, and what follows from it.

use games::cyvasse::Position;
use games::{Seat, cyvasse::Kind, legal_moves};

use super::{best, position, positions, thought};
use crate::{
    EvalStyle, Limit, Opponent as _, evaluate::Evaluate as _, mate_distance::MateDistance,
};

/// Two white men attack a King who has no heir; if White is to move, he is captured.
const HANGING: &str = "6/7/2k5/9/10/11/10/9/8/7/K1T3 w f1,a11 - - 0 1";

#[test]
fn a_king_without_an_heir_is_taken_at_once() {
    let here = position("k5/7/8/9/T9/11/10/9/8/7/K5 w f1,f11 - - 0 1", "");
    for level in 2..=7 {
        let choice = thought(&here, Limit::Level(level));
        let chosen = &choice.report.moves[choice.chosen];
        assert_eq!(chosen.mv.to_string(), "a7a11", "level {level}");
        let told = (level > 3).then_some(MateDistance { wins: true, plies: 1 });
        assert_eq!(chosen.proven, told);
    }
}

#[test]
fn a_king_with_an_heir_is_a_man_like_others() {
    // The Trebuchet would be crowned on f11 and Black has lost no more than a man.
    let here = position("k1^3/7/8/9/T9/11/10/9/2t5/7/K5 w f1,f11 - - 0 1", "");
    let choice = thought(&here, Limit::Depth(1));
    assert_eq!(choice.report.moves[choice.chosen].proven, None);
}

#[test]
fn a_threatened_king_without_an_heir_steps_aside() {
    let here = position("k5/7/8/9/T9/11/10/9/8/7/K5 b f1,f11 - - 0 1", "");
    let choice = thought(&here, Limit::Depth(3));
    let next = here.after(choice.into_move());
    let king = next.pieces(Seat::SECOND, Kind::King).first().unwrap();
    assert!(next.capturers(Seat::FIRST, king).is_empty(), "{next}");
}

#[test]
fn a_stormed_fortress_is_retaken() {
    let text = "2k3/7/8/9/10/11/10/9/3r4/7/KT4 w g3,a11 - - 0 1";
    let here = position(text, "");
    let choice = thought(&here, Limit::Depth(3));
    let next = here.after(choice.into_move());
    assert_eq!(next.fortress(Seat::FIRST), here.fortress(Seat::FIRST), "{next}");
}

#[test]
fn takers_are_those_who_may_capture() {
    for here in positions(200, 4).iter().filter(|here| !here.options().ports()) {
        let us = here.turn();
        for target in here.men_of(us.other()) {
            let capturers = here.capturers(us, target);
            let slow = here.men_of(us).filter(|from| here.captures_by(*from).contains(target));
            assert_eq!(capturers, slow.collect(), "{here} {target}");
        }
    }
}

#[test]
fn noisy_moves_take_and_are_not_plainly_bad() {
    for here in positions(200, 8) {
        let eval = Position::evaluator(EvalStyle::Full, here.options());
        let mut noisy = Vec::new();
        eval.noisy_moves(&here, &mut noisy);
        for mv in legal_moves(&here) {
            let men = here.men_of(here.turn().other());
            let takes = mv.action.target().is_some_and(|to| men.contains(to));
            assert_eq!(noisy.contains(&mv), eval.is_noisy(&here, &mv), "{here} {mv}");
            assert!(takes || !noisy.contains(&mv), "{here} {mv}");
            assert_eq!(eval.tactical_score(&here, &mv).is_some(), takes, "{here} {mv}");
            assert!(usize::from(eval.move_id(&mv)) < 62_976, "{mv}");
        }
    }
}

#[test]
fn a_dragon_that_can_never_come_is_worth_nothing() {
    let eval = Position::evaluator(EvalStyle::Full, position(HANGING, "").options());
    let worth = |text: &str| eval.value(&position(text, ""));
    let ruined = "6/7/2k5/9/10/11/10/9/8/7/K1T3 w @f1,a11 - - 0 1";
    let in_hand = |text: &str| worth(&text.replace(" - - ", " - D "));
    assert_eq!(in_hand(ruined), worth(ruined));
    assert!(in_hand(HANGING) > worth(HANGING) + 50_000);
}

#[test]
fn a_pass_is_left_to_sides_that_nothing_presses() {
    let eval = Position::evaluator(EvalStyle::Full, position(HANGING, "").options());
    let start = position("bastion+bastion", "");
    assert_eq!(eval.null_move(&start).unwrap().turn(), Seat::SECOND);
    let pressed = [
        // The King is gone; a corner is due; an enemy stands on the fortress; the King is bare.
        "k5/7/8/9/6T3/11/10/9/3RRRR1/7/6 w g3,a11 - - 0 1",
        "k5/7/8/9/10/11/10/9/3e4/3rrrr/4K1 b ?,a11 - - 0 1",
        "k5/7/8/9/10/11/10/9/3r4/3RRRR/4K1 w g3,a11 - - 0 1",
        "k5/7/8/9/10/5t5/10/9/3RRRR1/7/K5 w f1,a11 - - 0 1",
    ];
    for text in pressed {
        assert_eq!(eval.null_move(&position(text, "")), None, "{text}");
    }
    assert_eq!(best("k5/7/8/9/10/11/10/9/8/^^5/K^4 w f1,a11 - - 0 1", "", Limit::Depth(4)), "pass");
}
