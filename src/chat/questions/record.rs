//! The record of a game, and the result of checking it: `record` and `verify`.

use crate::{
    chat::{
        context::Context,
        message::{Attachment, Reply, TextFile},
        names::players,
        selection::started_game,
        step::{Handled, Step},
        text,
        titles::name_of,
    },
    table::{
        Game, GameNo,
        record::{self, ArmyTags, Record, Verdict, Verified},
    },
};

/// `record`
pub(in crate::chat) fn record(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
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
pub(in crate::chat) fn verify(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = started_game(ctx, no)?;
    let words = if !game.position().rolls_dice() {
        without_dice(&game, ctx.prefix)
    } else if game.is_running() {
        text::verify_later(game.no(), &game.commitment(), ctx.prefix)
    } else {
        with_dice(&game)
    };
    ctx.say_about(game.no(), words)
}

/// The result of checking a game without dice: its moves, and its armies if they were sealed.
fn without_dice(game: &Game, prefix: &str) -> String {
    let record = Record::of_game(game);
    if let Err(fault) = record::verify(&record.to_text()) {
        return text::verify_failed(game.no(), &fault.to_string());
    }
    let is_hidden = game.position().arranging().is_some_and(|arranging| !arranging.is_open());
    if game.armies().iter().all(Option::is_some) {
        let seal = |army: &ArmyTags| army.commitment.clone();
        let seals: Vec<String> = record.armies.iter().filter_map(seal).collect();
        text::verified_set_ups(game.no(), &seals, prefix)
    } else if is_hidden {
        text::verified_while_sealed(game.no(), game.is_running())
    } else {
        text::verified_without_dice(game.no(), prefix)
    }
}

/// The result of checking a finished game with dice: its seal and every roll.
fn with_dice(game: &Game) -> String {
    let n_rolls = game.position().fights().len();
    match record::verify(&Record::of_game(game).to_text()) {
        Ok(Verified { verdict: Verdict::NotProven(why), .. }) => {
            text::verify_failed(game.no(), &why)
        }
        Ok(_) if n_rolls == 0 => text::verified_without_rolls(game.no(), &game.commitment()),
        Ok(_) => text::verified(game.no(), n_rolls, &game.commitment()),
        Err(fault) => text::verify_failed(game.no(), &fault.to_string()),
    }
}
