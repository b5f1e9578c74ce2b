//! Finds the handler for a message.

use games::GameKind;
use table::{MAX_MESSAGE, Setting, plain_name, record};

use super::{
    cause::{Cause, Scope},
    context::Context,
    privacy::SeenWorld,
    slash, speaking,
    step::{Handled, InternalError, Step, Write, conclude},
    verification::{Checked, Verification},
};
use crate::{
    actions::stale_button,
    commands::{CommandInfo, Effect, InSilence, Values, Where, Who, find_path},
    handling::nearest_help,
    message::{Addressing, Attached, Incoming},
    moderation::with_notices,
    owner,
    parse::{
        self, BOT_NAME, Reading,
        command::{BadCommand, Command},
        named_command::NamedCommand,
        plain_text::{echo, fold, without_prefix},
    },
    personal_data::plays_no_more::plays_no_more,
    places::{
        channel_lost::named_here,
        closed_channel,
        server_settings::{default_game, manages},
    },
    play::{
        arrange,
        moves::{TypedMove, is_full_move, is_like_move, play},
    },
    questions, text,
    world::{PlaceSettings, World, scopes},
};

/// The command that takes a record.
const VERIFY: &str = "verify";
/// The first word of the commands about what is kept of somebody.
const PRIVACY: &str = "privacy";

/// Handles a message, and returns what the host is to do about it.
///
/// # Errors
/// [`InternalError`] for a failure on our side: the caller logs it and gives the author a reference
/// to the log.
pub fn handle(world: &dyn World, msg: &Incoming) -> Result<Step, InternalError> {
    if let Some(server) = &msg.server
        && owner::is_server_banned(world, server)?
    {
        // The bot is about to leave it.
        return Ok(Step::Silent);
    }
    // Whatever answers the message sees no more than its writer may see from there.
    let seen = SeenWorld::of_writer(world, msg);
    let step = match named_here(world, msg)? {
        Some(rehoused) => {
            let seen = seen.with_game_here(rehoused.no());
            rehoused.settle(&seen, handle_seen(&seen, msg)?)
        }
        None => handle_seen(&seen, msg),
    };
    let step = step?;
    if !is_about_privacy(world, msg)
        && let Some(ban) = owner::ban_of(world, &msg.author.id)?
    {
        return Ok(closed_channel::settle(msg, owner::turned_away(msg, &ban, &step)));
    }
    let step = with_notices(world, msg, step)?;
    let step = keeping_account(world, msg, step)?;
    Ok(closed_channel::settle(msg, step))
}

/// Returns `true` if a message is about what is kept of its writer, which nobody is kept from.
fn is_about_privacy(world: &dyn World, msg: &Incoming) -> bool {
    let info = match &msg.command {
        Some(named) => find_path(&named.path),
        None => match typed(world, msg) {
            Reading::Command(command) => Some(command.info),
            Reading::Bad(bad) => Some(bad.info),
            Reading::Other(..) => None,
        },
    };
    info.is_some_and(|info| info.path.split(' ').next() == Some(PRIVACY))
}

/// Answers a line of the bot's owner that nobody else reads; `None` for any other message.
fn owned(world: &SeenWorld<'_>, msg: &Incoming) -> Result<Option<Step>, InternalError> {
    if msg.command.is_some() || !world.is_owner(&msg.author.id) {
        return Ok(None);
    }
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let text = fold(&msg.text);
    let bare = bare(msg, without_prefix(&text, &settings.prefix), &text);
    let Some(line) = owner::read(bare) else { return Ok(None) };
    let ctx = context(world, msg, &settings, true)?;
    if ctx.is_unseen() { conclude(owner::run(ctx, line)).map(Some) } else { Ok(None) }
}

/// A step that also keeps the name of its writer's account, if pictures need that and it is new.
fn keeping_account(
    world: &dyn World,
    msg: &Incoming,
    mut step: Step,
) -> Result<Step, InternalError> {
    let author = &msg.author;
    if let (Step::Change(change), Some(account)) = (&mut step, &msg.account)
        && !world.can_draw(&plain_name(&author.name))
    {
        let (scope, key) = (scopes::of_person(&author.id), scopes::ACCOUNT);
        let value = Some(plain_name(account));
        if world.setting(&scope, key)? != value {
            change.rows.push(Write::Setting(Setting { scope, key: key.to_owned(), value }));
        }
    }
    Ok(step)
}

/// Handles a message by what its writer may see.
fn handle_seen(world: &SeenWorld<'_>, msg: &Incoming) -> Result<Step, InternalError> {
    if let Some(step) = forgotten(world, msg)? {
        return Ok(step);
    }
    if let Some(step) = stale_button::refused(world, msg)? {
        return Ok(step);
    }
    if let Some(step) = owned(world, msg)? {
        return Ok(step);
    }
    if let Some(asked) = &msg.command {
        return handle_named(world, msg, asked);
    }
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let prefix = settings.prefix.as_str();
    if let Some(step) = elsewhere(world, msg, &settings)? {
        return Ok(step);
    }
    if let Some(record) = given_record(msg, prefix) {
        return conclude(questions::verify_given(context(world, msg, &settings, true)?, &record));
    }
    let text = fold(&msg.text);
    let after_prefix = without_prefix(&text, prefix);
    // Where nobody else reads, every line is meant for the bot.
    let addressed = after_prefix.is_some() || msg.to_bot || !msg.others_present;
    let ctx = context(world, msg, &settings, addressed)?;
    let text = bare(msg, after_prefix, &text);
    match conclude(handle_text(ctx, text))? {
        Step::Silent if !text.is_empty() || after_prefix.is_some() => {
            conclude(nearest_help::answer(ctx, text))
        }
        step => Ok(step),
    }
}

/// Returns what somebody is answered who is forgotten; `None` for anybody else, and to what is about that.
fn forgotten(world: &SeenWorld<'_>, msg: &Incoming) -> Result<Option<Step>, InternalError> {
    if !plays_no_more(world, &msg.author.id)? {
        return Ok(None);
    }
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let text = fold(&msg.text);
    let after_prefix = without_prefix(&text, &settings.prefix);
    let is_meant = after_prefix.is_some() || msg.to_bot || !msg.others_present;
    let path = match (&msg.command, typed(world, msg)) {
        (Some(named), _) => Some(named.path.as_str()),
        (None, Reading::Command(command)) => Some(command.info.path),
        (None, _) => None,
    };
    if path.is_some_and(|path| path.split(' ').next() == Some("privacy")) {
        return Ok(None);
    }
    if msg.command.is_none() && !is_meant {
        return Ok(Some(Step::Silent));
    }
    let ctx = context(world, msg, &settings, true)?;
    conclude(ctx.say_to_author(text::you_are_forgotten(ctx.prefix))).map(Some)
}

/// Answers a message whose record was verified aside, from the state as it is by now.
///
/// # Errors
/// [`InternalError`] as for [`handle`].
pub fn verified(
    world: &dyn World,
    msg: &Incoming,
    verification: &Verification,
    checked: &Checked,
) -> Result<Step, InternalError> {
    let world = &SeenWorld::of_writer(world, msg);
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let ctx = context(world, msg, &settings, true)?;
    let step = conclude(questions::answer_verified(ctx, verification, checked))?;
    Ok(closed_channel::settle(msg, step))
}

/// Returns `true` if a message asks to verify the file that came with it, in a place with this prefix. No other
/// command takes a file, so no other message is worth fetching one.
#[must_use]
pub fn takes_file(msg: &Incoming, prefix: &str) -> bool {
    behind_verify(msg, prefix).is_some_and(str::is_empty)
}

/// Returns `true` if a message begins like a command, well typed or not. Its author uses the bot, whatever comes of
/// it, unless it is talk and gets no answer.
#[must_use]
pub fn is_command(world: &dyn World, msg: &Incoming) -> bool {
    msg.command.is_some() || !matches!(typed(world, msg), Reading::Other(..))
}

/// Returns `true` if nothing can change by a message, whatever answers it: it asks, or is no command that could be
/// done. A move is none of these.
#[must_use]
pub fn only_asks(world: &dyn World, msg: &Incoming) -> bool {
    if let Some(named) = &msg.command {
        return find_path(&named.path).is_none_or(|info| info.effect == Effect::Asks);
    }
    match typed(world, msg) {
        Reading::Command(command) => command.info.effect == Effect::Asks,
        Reading::Bad(_) => true,
        Reading::Other(..) => false,
    }
}

/// Returns what is typed in a message.
fn typed(world: &dyn World, msg: &Incoming) -> Reading {
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let text = fold(&msg.text);
    parse::read(bare(msg, without_prefix(&text, &settings.prefix), &text))
}

/// Returns `true` if a mention of the bot at the end of this line, which is given without it, invites the bot
/// to a game, and does not merely speak to it: the line is a challenge with it. Unless something else tells
/// that the line is meant for the bot (`is_addressed`, or the prefix), it must be none without it.
///
/// ```
/// use martian_cake_chat::invites_bot;
///
/// assert!(invites_bot("!challenge white", "!", false) && invites_bot("challenge", "!", false));
/// assert!(!invites_bot("challenge @ben", "!", false) && !invites_bot("!board", "!", false));
/// ```
#[must_use]
pub fn invites_bot(line: &str, prefix: &str, is_addressed: bool) -> bool {
    let text = fold(line);
    let after_prefix = without_prefix(&text, prefix);
    let bare = without_slash(after_prefix.unwrap_or(&text));
    let names_players = |line: &str| match parse::read(line) {
        Reading::Command(command) => parse::names_players(command.info),
        Reading::Bad(_) | Reading::Other(..) => false,
    };
    names_players(&format!("{bare} {BOT_NAME}"))
        && (is_addressed || after_prefix.is_some() || !names_players(bare))
}

/// Returns `true` if a text asks to verify a record that stands behind the command, whatever prefix it has.
/// Such a text may be longer than any other.
#[must_use]
pub fn brings_record(text: &str) -> bool {
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    after_verb(bare).is_some_and(|rest| record::pasted(rest).is_some())
}

/// The record that a message asks to verify: the file that came with it, or the text behind the
/// command. Folding would change the names in it, so text is only taken out of what it was pasted in.
fn given_record(msg: &Incoming, prefix: &str) -> Option<Attached> {
    let rest = behind_verify(msg, prefix)?;
    match &msg.attached {
        Some(attached) if rest.is_empty() => Some(attached.clone()),
        _ => record::pasted(rest).map(Attached::Text),
    }
}

/// Returns what stands behind `verify` in a message that is meant for the bot and begins with it.
fn behind_verify<'m>(msg: &'m Incoming, prefix: &str) -> Option<&'m str> {
    let text = msg.text.trim();
    let (is_prefixed, bare) = match text.strip_prefix(prefix).filter(|_| !prefix.is_empty()) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let is_meant = is_prefixed || msg.to_bot || msg.addressing != Addressing::Channel;
    after_verb(bare).filter(|_| is_meant)
}

/// Returns what stands behind `verify` and, if there is one, the number of a game: a record says itself which
/// game it is. `None` for another command.
fn after_verb(text: &str) -> Option<&str> {
    let (verb, rest) = text.split_at(text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len()));
    if !verb.eq_ignore_ascii_case(VERIFY) {
        return None;
    }
    let rest = rest.trim_start();
    let number =
        rest.strip_prefix('#').unwrap_or(rest).trim_start_matches(|c: char| c.is_ascii_digit());
    Some(number.trim())
}

/// A folded line without what says that it is for the bot; `after_prefix` is what follows the prefix.
pub(crate) fn bare<'t>(msg: &Incoming, after_prefix: Option<&'t str>, text: &'t str) -> &'t str {
    match after_prefix {
        Some(rest) => without_slash(rest),
        // Whoever mentions the bot may have another server's prefix at heart, or the one from before.
        None if msg.to_bot => without_signs(text),
        None => without_slash(text),
    }
}

/// The line without the slash with which commands begin elsewhere, if it then reads as a command.
fn without_slash(text: &str) -> &str {
    text.strip_prefix('/').filter(|rest| reads_as_command(rest)).unwrap_or(text)
}

/// The line without the signs at its beginning, if it then reads as a command.
fn without_signs(text: &str) -> &str {
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '#');
    if reads_as_command(bare) { bare } else { text }
}

fn reads_as_command(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && matches!(parse::read(text), Reading::Command(_))
}

/// Handles a command that comes with named values in place of a text.
fn handle_named(
    world: &dyn World,
    msg: &Incoming,
    asked: &NamedCommand,
) -> Result<Step, InternalError> {
    let settings = world.settings(&msg.place, msg.server.as_ref());
    let ctx = context(world, msg, &settings, true)?;
    let closed = speaking::closed_here(world, msg)?;
    let Some(info) = find_path(&asked.path) else {
        return conclude(ctx.say(text::unknown(&echo(&asked.path), ctx.prefix)));
    };
    if msg.about_reply && ctx.replied_game.is_none() {
        return conclude(ctx.say(text::no_game_of_message(ctx.prefix)));
    }
    let usual = if parse::invites(info) { usual_game(ctx)? } else { GameKind::ALL[0] };
    let step = conclude(match parse::read_named(info, &asked.values, usual) {
        Ok(command) => match closed {
            Some(channels) if !is_followed(ctx, &command)? => {
                ctx.say_to_author(text::speaks_elsewhere(&channels))
            }
            _ => match &msg.attached {
                Some(record) => questions::verify_given(ctx, record),
                None => run(ctx, &command),
            },
        },
        Err(bad) => ctx.say(nearest_help::refusal(ctx, &bad)),
    })?;
    Ok(slash::spelt(msg, ctx.prefix, step))
}

/// Returns what becomes of a line in a channel in which the bot does not speak; `None` for a line that is
/// answered as anywhere.
fn elsewhere(
    world: &dyn World,
    msg: &Incoming,
    settings: &PlaceSettings,
) -> Result<Option<Step>, InternalError> {
    let Some(channels) = speaking::closed_here(world, msg)? else { return Ok(None) };
    let text = fold(&msg.text);
    let after_prefix = without_prefix(&text, &settings.prefix);
    let ctx = context(world, msg, settings, after_prefix.is_some() || msg.to_bot)?;
    let reading = parse::read(bare(msg, after_prefix, &text));
    let goes_on = match &reading {
        Reading::Command(command) => is_followed(ctx, command)?,
        Reading::Bad(bad) => is_followed(ctx, &bare_command(bad))?,
        Reading::Other(no, ..) => speaking::game_goes_on(ctx, *no)?,
    };
    if goes_on {
        return Ok(None);
    }
    // Another bot may have the same prefix.
    let is_command = !matches!(reading, Reading::Other(..));
    if msg.to_bot || after_prefix.is_some() && is_command {
        return Ok(Some(Step::Say(vec![ctx.reply(text::speaks_elsewhere(&channels))])));
    }
    Ok(Some(Step::Silent))
}

/// A command of which only the name could be read.
fn bare_command(bad: &BadCommand) -> Command {
    Command { info: bad.info, values: Values::default() }
}

/// Returns what handlers need to know about a message; `addressed` if it is surely meant for the bot.
pub(crate) fn context<'a>(
    world: &'a dyn World,
    msg: &'a Incoming,
    settings: &'a PlaceSettings,
    addressed: bool,
) -> Result<Context<'a>, InternalError> {
    let replied_game = match &msg.reply_to {
        Some(message) => world.game_of_message(message)?,
        None => None,
    };
    let facing = match msg.facing {
        Some(no) => world.game_list_row(no)?.filter(|game| game.has(&msg.author.id)),
        None => None,
    };
    let facing = facing.map(|game| game.no);
    Ok(Context {
        scope: Scope { world, cause: Cause::Message(msg) },
        msg,
        prefix: settings.prefix_for(msg.addressing),
        addressed,
        replied_game,
        facing,
    })
}

/// Handles a folded text, from which the prefix has been taken off. What may be talk is silent.
fn handle_text(ctx: Context<'_>, text: &str) -> Handled {
    if text.chars().count() > MAX_MESSAGE {
        return ctx.say_if_addressed(|| text::too_long(MAX_MESSAGE, ctx.prefix));
    }
    if text.is_empty() {
        return if ctx.msg.to_bot {
            questions::help(ctx, text::help(ctx.world.operator(), ctx.prefix))
        } else {
            Ok(Step::Silent)
        };
    }
    if ctx.takes_commands() { line(ctx, text) } else { bare_line(ctx, text) }
}

/// Handles a line without a prefix in a public channel: only a full move counts, or what looks like
/// one, and only from somebody who plays in a running game of that place.
fn bare_line(ctx: Context<'_>, text: &str) -> Handled {
    let Reading::Other(game, text, draw) = parse::read(text) else { return Ok(Step::Silent) };
    if arrange::is_stray(ctx, &text)? {
        return arrange::setup(ctx, game, &text);
    }
    let is_move = is_full_move(&text) || is_like_move(&text);
    if !is_move || ctx.running_games()?.is_empty() {
        return Ok(Step::Silent);
    }
    play(ctx, TypedMove { game, text: &text, draw, has_help: false })
}

/// Handles a line that may be a command, a move, or talk.
fn line(ctx: Context<'_>, text: &str) -> Handled {
    match reading(ctx, text)? {
        Reading::Command(command) if is_talk(ctx, &command, text) => Ok(Step::Silent),
        Reading::Command(command) => run(ctx, &command),
        Reading::Bad(bad) if ctx.addressed || bad.meant => nearest_help::refuse(ctx, &bad, text),
        Reading::Bad(_) => Ok(Step::Silent),
        Reading::Other(game, text, _)
            if arrange::is_stray(ctx, &text)? || arrange::is_for_my_set_up(ctx, &text)? =>
        {
            arrange::setup(ctx, game, &text)
        }
        Reading::Other(game, text, draw) => {
            let has_help = game.is_some() && nearest_help::has_answer(ctx, &text);
            play(ctx, TypedMove { game, text: &text, draw, has_help })
        }
    }
}

/// Returns `true` if a command with free words is more likely said to somebody else: nothing tells that it is meant
/// for the bot, and it is no reply to a board.
fn is_talk(ctx: Context<'_>, command: &Command, text: &str) -> bool {
    !ctx.addressed && ctx.replied_game.is_none() && parse::is_talk(command, text)
}

/// Returns what a line reads as; a challenge that tells of no game is one to the game that is usual there.
fn reading(ctx: Context<'_>, text: &str) -> Result<Reading, InternalError> {
    let reading = parse::read(text);
    let invites = match &reading {
        Reading::Command(command) => parse::invites(command.info),
        Reading::Bad(bad) => parse::invites(bad.info),
        Reading::Other(..) => false,
    };
    if !invites {
        return Ok(reading);
    }
    let usual = usual_game(ctx)?;
    Ok(if usual == GameKind::ALL[0] { reading } else { parse::read_for(text, usual) })
}

fn usual_game(ctx: Context<'_>) -> Result<GameKind, InternalError> {
    default_game(ctx.world, &ctx.msg.place, ctx.msg.server.as_ref())
}

/// Does what a command asks for, or refuses it by its row: this is the one place that does so.
fn run(ctx: Context<'_>, command: &Command) -> Handled {
    let info = command.info;
    if is_outside(ctx, info) || info.who == Who::Manager && !manages(ctx.world, ctx.msg)? {
        return ctx.say((info.refusal)(ctx)?);
    }
    (info.run)(ctx, &command.values)
}

/// Returns `true` if a command is about a server, and there is none.
fn is_outside(ctx: Context<'_>, info: &CommandInfo) -> bool {
    info.place == Where::InServer && ctx.msg.server.is_none() && !ctx.is_on_page()
}

/// Returns whether a command is followed where the bot does not speak.
fn is_followed(ctx: Context<'_>, command: &Command) -> Result<bool, InternalError> {
    let is_theirs =
        command.info.in_silence == InSilence::ForManagers && manages(ctx.world, ctx.msg)?;
    Ok(is_theirs || speaking::goes_on(ctx, command)?)
}
