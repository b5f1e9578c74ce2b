//! The rules of games and help on commands: `rules` and `help`.

use games::{GameKind, rules_diagram, rules_words};
use table::{Game, sample_position};

use crate::{
    actions::action::Action,
    handling::{
        context::Context,
        step::{Handled, InternalError, Step},
    },
    message::{Audience, Reply},
    naming::titles::{option_meanings, rules_topic, title},
    pictures::{lesson_picture, start_picture},
    text,
};

/// `rules`
pub(crate) fn rules(ctx: Context<'_>, named: Option<GameKind>, topic: &str) -> Handled {
    let kind = match named {
        Some(kind) => kind,
        None => kind_in_question(ctx, topic)?,
    };
    let Some(words) = rules_words(kind, topic) else {
        return ctx.say_if_addressed(|| text::help(ctx.world.operator(), ctx.prefix));
    };
    let words = words + &other_rules(ctx, kind, topic)?;
    let picture = if topic.is_empty() {
        Some(start_picture(&*sample_position(kind), &words))
    } else {
        rules_diagram(kind, topic).map(|lesson| lesson_picture(kind, lesson))
    };
    let key = kind.key();
    let lines = [format!("challenge bot 1 {key}"), format!("rules {key} options")];
    let actions = lines.iter().map(|line| Action::command(line)).collect();
    let attachments = picture.into_iter().collect();
    Ok(Step::Say(vec![Reply { attachments, actions, ..ctx.reply(words) }]))
}

/// A note that the game replied to or before the author, or a running game of the author's here, is played
/// by other options than the rules just told; empty if there is none.
fn other_rules(ctx: Context<'_>, kind: GameKind, topic: &str) -> Result<String, InternalError> {
    let games = match ctx.replied_game.or(ctx.facing) {
        Some(no) => vec![no],
        None => ctx.running_games()?.iter().map(|game_list_row| game_list_row.no).collect(),
    };
    for no in games {
        let Some(game) = ctx.world.game(no)?.filter(|game| game.kind() == kind) else { continue };
        // Somebody who asked for the variation that is played has been told its rules now.
        if !option_meanings(&game).is_empty() && rules_topic(&game) != topic {
            let (no, name, more) = (game.no(), title(&game), topic_of_options(&game));
            return Ok(format!("\n{no} is {name}: `{}rules {more}` tells more.", ctx.prefix));
        }
    }
    Ok(String::new())
}

/// Returns what to ask `rules` for to learn what is different in a game.
fn topic_of_options(game: &Game) -> String {
    let (key, topic) = (game.kind().key(), rules_topic(game));
    if topic == key { format!("{key} options") } else { topic.to_owned() }
}

/// The game whose rules are asked for without its name: the one replied to or before them, else the one that the
/// author plays here, if it has the topic, else the first that has it.
fn kind_in_question(ctx: Context<'_>, topic: &str) -> Result<GameKind, InternalError> {
    let replied = match ctx.replied_game.or(ctx.facing) {
        Some(no) => ctx.world.game(no)?.map(|game| game.kind()),
        None => None,
    };
    let mine = ctx.running_games()?;
    let kinds = replied.into_iter().chain(mine.iter().map(|game| game.kind)).chain(GameKind::ALL);
    let known = kinds.into_iter().find(|kind| rules_words(*kind, topic).is_some());
    Ok(known.unwrap_or(GameKind::ALL[0]))
}

/// Answers with help that only the author sees.
pub(crate) fn help(ctx: Context<'_>, words: String) -> Handled {
    let reply = Reply {
        audience: Audience::Only(ctx.author().clone()),
        actions: ["challenge bot 1", "rules", "games"].map(Action::command).into(),
        ..ctx.reply(words)
    };
    Ok(Step::Say(vec![reply]))
}
