//! The record of a game, and the result of checking it: `record` and `verify`. What is costly of that,
//! the replay, is done aside.

use table::{
    Game, GameNo, MAX_PLIES,
    record::{ArmyTags, MAX_RECORD, Record, Verdict, Verified},
};

use crate::{
    handling::{
        context::Context,
        selection::started_game,
        step::{Handled, Step},
        verification::{Checked, Verification},
    },
    message::{Attached, Attachment, Reply, TextFile},
    naming::{names::players, titles::name_of},
    parse::plain_text::echo,
    text::{self, Signer},
};

/// `record`
pub(crate) fn record(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = started_game(ctx, no)?;
    let file = TextFile {
        name: format!("{}-{}.txt", game.kind().key(), game.no().0),
        text: Record::of_game(&game).signed_by(ctx.world.host_key()).to_text(),
    };
    let words = format!("{} {}: {}.", game.no(), name_of(&game), players(&game));
    let reply = Reply {
        game: Some(game.no()),
        attachments: vec![Attachment::File(file)],
        ..ctx.reply(words)
    };
    Ok(Step::Say(vec![reply]))
}

/// `verify`
pub(crate) fn verify(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = started_game(ctx, no)?;
    if game.position().rolls_dice() && game.is_running() {
        let words = text::verify_later(game.no(), &game.commitment(), ctx.prefix);
        return ctx.say_about(game.no(), words);
    }
    Ok(Step::Verify(Verification::Stored(game)))
}

/// `verify` with a record. What can be refused without replaying it is refused at once.
pub(crate) fn verify_given(ctx: Context<'_>, given: &Attached) -> Handled {
    let given = match given {
        Attached::Text(given) if given.len() <= MAX_RECORD => given,
        Attached::Text(_) | Attached::TooLong => {
            return ctx.say(text::record_too_long(MAX_RECORD >> 20, ctx.prefix));
        }
        Attached::Unreadable => return ctx.say(text::record_unreadable()),
        Attached::Later => return ctx.say(text::record_not_fetched()),
    };
    if has_more_plies(given) {
        return ctx.say(text::record_has_more_plies(MAX_PLIES));
    }
    Ok(Step::Verify(Verification::Given(given.as_str().into())))
}

/// The answer to `verify` once the record is verified.
pub(crate) fn answer_verified(
    ctx: Context<'_>,
    verification: &Verification,
    checked: &Checked,
) -> Handled {
    match verification {
        Verification::Given(_) => match checked {
            Ok(verified) => given_holds(ctx, verified),
            Err(fault) => ctx.say(text::record_does_not_hold(&fault.to_string())),
        },
        Verification::Stored(game) => {
            let words = match checked {
                Err(fault) => text::verify_failed(game.no(), &fault.to_string()),
                Ok(verified) if game.position().rolls_dice() => with_dice(game, verified),
                Ok(verified) => without_dice(game, verified, ctx.prefix),
            };
            ctx.say_about(game.no(), words)
        }
    }
}

/// The answer about a record that holds: who has signed it, and whether it is the game as it is stored
/// here. A game that its author may not see is answered like one that does not exist.
fn given_holds(ctx: Context<'_>, verified: &Verified) -> Handled {
    let signer = match verified.signer() {
        None => Signer::Nobody,
        Some(key) if key == ctx.world.host_key().public() => Signer::Us,
        Some(key) => Signer::Other(key.to_string()),
    };
    let unproven = match &verified.verdict {
        Verdict::Proven => None,
        Verdict::NotProven(reason) => Some(reason.as_str()),
    };
    let holds = text::record_holds(unproven, &signer);
    let no = verified.record.id.as_deref().and_then(|id| id.parse().ok()).map(GameNo);
    let game = match no {
        Some(no) => ctx.world.game(no)?.filter(|game| !game.is_offered()),
        None => None,
    };
    let Some(game) = game else {
        return ctx.say(format!("{holds} {}", text::record_of_no_game()));
    };
    let stored = Record::of_game(&game);
    let mut given = verified.record.clone();
    // A record from before somebody was forgotten names them, and holds all the same.
    for ((given, stored), occupant) in given.names.iter_mut().zip(&stored.names).zip(game.seats()) {
        if occupant.who().is_some_and(|person| person.id.is_deleted()) {
            given.clone_from(stored);
        }
    }
    let (given, stored) = (unsigned(given), unsigned(stored));
    let compared = match first_difference(&given, &stored) {
        None if signer == Signer::Us => text::record_as_stored(game.no()),
        None => text::record_lacks_signature(game.no(), ctx.prefix),
        Some((line, right)) => text::record_differs(game.no(), line, &echo(right), ctx.prefix),
    };
    ctx.say_about(game.no(), format!("{holds} {compared}"))
}

/// Returns `true` if a record may have more plies than any game here. Whoever verifies one too waits while it
/// is replayed, and short moves make many plies of few bytes. Whatever is replayed bears its number in front.
fn has_more_plies(given: &str) -> bool {
    let next = format!("{}.", MAX_PLIES + 1);
    let parts = |c: char| c.is_whitespace() || matches!(c, '{' | '}');
    // Records are long, and nobody may wait until each of its words was looked at.
    given.match_indices(&next).any(|(at, _)| {
        let (before, after) = (&given[..at], &given[at + next.len()..]);
        before.chars().next_back().is_none_or(parts) && after.chars().next().is_none_or(parts)
    })
}

/// The canonical text of a record without its signature.
fn unsigned(record: Record) -> String {
    Record { signed: None, ..record }.to_text()
}

/// The number of the first line, from 1, in which a text is not as it should be, with what should
/// stand there; nothing should if it is longer.
fn first_difference<'t>(given: &str, stored: &'t str) -> Option<(usize, &'t str)> {
    let mut lines = given.lines();
    let wrong = stored.lines().zip(1..).find(|(line, _)| lines.next() != Some(line));
    let longer = || lines.clone().next().map(|_| (stored.lines().count() + 1, ""));
    wrong.map(|(right, line)| (line, right)).or_else(longer)
}

/// The words about a sound game without dice: its moves, and its armies if they were sealed.
fn without_dice(game: &Game, verified: &Verified, prefix: &str) -> String {
    let is_hidden = game.position().arranging().is_some_and(|arranging| !arranging.is_open());
    if game.armies().iter().all(Option::is_some) {
        let seal = |army: &ArmyTags| army.commitment.clone();
        let seals: Vec<String> = verified.record.armies.iter().filter_map(seal).collect();
        text::verified_set_ups(game.no(), &seals, prefix)
    } else if is_hidden {
        text::verified_while_sealed(game.no(), game.is_running())
    } else {
        text::verified_without_dice(game.no(), prefix)
    }
}

/// The words about a sound finished game with dice: its seal and every roll.
fn with_dice(game: &Game, verified: &Verified) -> String {
    let n_rolls = game.position().fights().len();
    match &verified.verdict {
        Verdict::NotProven(why) => text::verify_failed(game.no(), why),
        Verdict::Proven if n_rolls == 0 => {
            text::verified_without_rolls(game.no(), &game.commitment())
        }
        Verdict::Proven => text::verified(game.no(), n_rolls, &game.commitment()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_with_more_plies_than_any_game_is_not_replayed() {
        let plies = |n: u32, between: &str| {
            (1..=n).map(|ply| format!("{ply}. a1-a2{between}")).collect::<String>()
        };
        for between in ["\n", " ", "{a comment}"] {
            assert!(!has_more_plies(&plies(MAX_PLIES, between)), "{between:?}");
            assert!(has_more_plies(&plies(MAX_PLIES + 1, between)), "{between:?}");
            let longer = plies(MAX_PLIES, between) + "12001. 1001.5";
            assert!(!has_more_plies(&longer.replace("1001", &(MAX_PLIES + 1).to_string())));
        }
    }
}
