//! Settings of a server: the bot's prefix, where it speaks, and who may set it.

use table::{PlaceId, ServerId, Setting};

use super::asked::{Asked, Read};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    message::Incoming,
    naming::names::channel_name,
    parse::plain_text::echo,
    places::place_report::PlaceReport,
    text,
    world::{World, scopes},
};

/// The key of the prefix of a server.
pub const PREFIX_SETTING: &str = "prefix";
/// The key of the channels in which the bot speaks: their ids with a space between them.
const CHANNELS: &str = "channels";
/// The key of the role whose people manage the bot, by the platform's key.
const MANAGER: &str = "manager";

/// The key of the channel to which reports go: its id.
const REPORTS: &str = "reports";

/// The longest prefix, in characters: people have to type it.
const MAX_PREFIX: usize = 5;
/// The most channels: their ids have to fit into one setting.
const MAX_CHANNELS: usize = 20;

/// The server whose prefix a setting is; `None` for any other setting.
#[must_use]
pub fn server_of_prefix(setting: &Setting) -> Option<ServerId> {
    let of_server = setting.scope.strip_prefix("server:")?;
    (setting.key == PREFIX_SETTING).then(|| of_server.parse().ok()).flatten()
}

/// Returns whether the writer of a message may set the bot where they write: by what the platform lets them do,
/// or by the role that the server has chosen.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn manages(world: &dyn World, msg: &Incoming) -> Result<bool, InternalError> {
    let Incoming { manages, ref roles, ref server, .. } = *msg;
    may_manage(world, Manager { manages, roles, server: server.as_ref() })
}

/// The known facts about somebody who may be allowed to set the bot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manager<'a> {
    /// Whether the platform lets them.
    pub(crate) manages: bool,
    /// The roles that they have in the server, by the platform's keys.
    pub(crate) roles: &'a [String],
    /// The server, where there is one.
    pub(crate) server: Option<&'a ServerId>,
}

/// Returns whether somebody may set the bot in a server, as [`manages`] says it of the writer of a message.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn may_manage(world: &dyn World, who: Manager<'_>) -> Result<bool, InternalError> {
    if who.manages || who.server.is_none() || who.roles.is_empty() {
        return Ok(who.manages);
    }
    let role = world.setting(&scopes::of_server(who.server), MANAGER)?;
    Ok(role.is_some_and(|role| who.roles.contains(&role)))
}

/// The channels in which the bot speaks in a server; `None` for all.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn channels(
    world: &dyn World,
    scope: &str,
) -> Result<Option<Vec<PlaceId>>, InternalError> {
    let chosen = world.setting(scope, CHANNELS)?;
    let read = |ids: String| ids.split(' ').filter_map(|id| id.parse().ok()).collect();
    Ok(chosen.map(read).filter(|channels: &Vec<PlaceId>| !channels.is_empty()))
}

/// The channel to which reports of a server go, if one is chosen.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn reports_channel(
    world: &dyn World,
    server: Option<&ServerId>,
) -> Result<Option<PlaceId>, InternalError> {
    let chosen = world.setting(&scopes::of_server(server), REPORTS)?;
    Ok(chosen.and_then(|id| id.parse().ok()))
}

pub(super) fn show_reports(ctx: Context<'_>, _: &str) -> Result<String, InternalError> {
    let channel = reports_channel(ctx.world, ctx.msg.server.as_ref())?;
    Ok(text::reports_shown(channel.as_ref().and_then(channel_name).as_deref()))
}

pub(super) fn read_reports(asked: Asked<'_>) -> Handled<Read> {
    if asked.is_reset() {
        return Ok(Read::one(REPORTS, None, text::reports_shown(None)));
    }
    // What nobody else should read goes to no other server.
    if asked.ctx.msg.report == Some(PlaceReport::NoSuchChannel) {
        return Err(asked.ctx.refuse(text::no_such_channel(asked.ctx.prefix)));
    }
    let channel = channel(asked.ctx.msg, asked.typed);
    let read = channel.map(|channel| {
        let how = text::reports_shown(channel_name(&channel).as_deref());
        Read::one(REPORTS, channel.to_string(), how)
    });
    asked.or_unread(read)
}

pub(super) fn show_prefix(ctx: Context<'_>, _: &str) -> Result<String, InternalError> {
    let settings = ctx.world.settings(&ctx.msg.place, ctx.msg.server.as_ref());
    Ok(text::prefix_shown(&settings.prefix))
}

pub(super) fn read_prefix(asked: Asked<'_>) -> Handled<Read> {
    let ctx = asked.ctx;
    if asked.is_reset() {
        return Ok(Read::one(PREFIX_SETTING, None, text::usual_prefix_is_set()));
    }
    if !is_prefix(asked.typed) {
        return Err(ctx.refuse(text::prefix_unread(&echo(asked.typed), MAX_PREFIX, ctx.prefix)));
    }
    let how = text::prefix_is_set(asked.typed);
    Ok(Read::one(PREFIX_SETTING, asked.typed.to_owned(), how))
}

/// Returns `true` if commands can begin with this: not with what begins something else, and not so that
/// ordinary words begin with it.
fn is_prefix(typed: &str) -> bool {
    let is_visible = |c: char| !c.is_whitespace() && !c.is_control() && c != '`';
    let begins_else = typed.starts_with(['#', '@', '<', '/']);
    let ends_as_word = typed.ends_with(|c: char| c.is_alphanumeric());
    (1..=MAX_PREFIX).contains(&typed.chars().count())
        && typed.chars().all(is_visible)
        && !begins_else
        && !ends_as_word
}

pub(super) fn show_channels(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    let channels = channels(ctx.world, scope)?.unwrap_or_default();
    Ok(text::channels_shown(&mentions(&channels)))
}

pub(super) fn read_channels(asked: Asked<'_>) -> Handled<Read> {
    let ctx = asked.ctx;
    if asked.is_reset() || matches!(asked.lower().as_str(), "all" | "everywhere") {
        return Ok(Read::one(CHANNELS, None, text::all_channels_are_set()));
    }
    let spread = asked.typed.replace('<', " <").replace(',', " ");
    let mut channels: Vec<PlaceId> = Vec::new();
    for word in spread.split_whitespace() {
        let Some(channel) = channel(ctx.msg, word) else {
            return Err(ctx.refuse(text::channel_unread(&echo(word), ctx.prefix)));
        };
        if !channels.contains(&channel) {
            channels.push(channel);
        }
    }
    if channels.len() > MAX_CHANNELS {
        return Err(ctx.refuse(text::too_many_channels(MAX_CHANNELS)));
    }
    let is_here = channels.iter().any(|channel| is_in(ctx.msg, channel));
    let how = text::channels_are_set(&mentions(&channels), is_here);
    let ids: Vec<String> = channels.iter().map(PlaceId::to_string).collect();
    Ok(Read::one(CHANNELS, ids.join(" "), how))
}

/// Returns `true` if a message was written in a channel, or in a thread of it.
pub(crate) fn is_in(msg: &Incoming, channel: &PlaceId) -> bool {
    msg.place == *channel || msg.within.as_ref() == Some(channel)
}

/// The channel that a word means: `<#KEY>`, its key, or `here`.
fn channel(msg: &Incoming, word: &str) -> Option<PlaceId> {
    if word.eq_ignore_ascii_case("here") {
        return Some(msg.within.as_ref().unwrap_or(&msg.place).clone());
    }
    channel_key(word).map(|key| PlaceId::channel(msg.place.platform(), key))
}

/// The platform's key of the channel that a word means: `<#KEY>`, or the key.
pub(crate) fn channel_key(word: &str) -> Option<&str> {
    let key = word.strip_prefix("<#").and_then(|rest| rest.strip_suffix('>')).unwrap_or(word);
    is_key(key).then_some(key)
}

/// Returns `true` if this is a platform's key of something.
fn is_key(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Channels as a platform shows them.
pub(crate) fn mentions(channels: &[PlaceId]) -> Vec<String> {
    channels.iter().filter_map(channel_name).collect()
}

pub(super) fn show_manager(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::manager_shown(ctx.world.setting(scope, MANAGER)?.as_deref()))
}

pub(super) fn read_manager(asked: Asked<'_>) -> Handled<Read> {
    let ctx = asked.ctx;
    if asked.is_reset() {
        return Ok(Read::one(MANAGER, None, text::manager_is_set(None)));
    }
    let role = asked.typed.strip_prefix("<@&").and_then(|rest| rest.strip_suffix('>'));
    let everyone = ctx.msg.server.as_ref().map(ServerId::key);
    match role.filter(|role| is_key(role) && everyone != Some(*role)) {
        Some(role) => Ok(Read::one(MANAGER, role.to_owned(), text::manager_is_set(Some(role)))),
        None => Err(ctx.refuse(text::manager_unread(&echo(asked.typed), ctx.prefix))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{message::Addressing, tests::message};
    use table::Platform;

    #[test]
    fn a_prefix_begins_nothing_else() {
        for prefix in ["!", "?", "mc!", "!!", "m.", "§", ">"] {
            assert!(is_prefix(prefix), "{prefix}");
        }
        for other in ["", "mc", "#", "@x!", "<", "/", "a b!", "`", "!!!!!!", "!1"] {
            assert!(!is_prefix(other), "{other}");
        }
    }

    #[test]
    fn a_prefix_is_that_of_its_server() {
        let setting = |scope: &str, key: &str| Setting {
            scope: scope.to_owned(),
            key: key.to_owned(),
            value: Some("?".to_owned()),
        };
        let of = |scope, key| server_of_prefix(&setting(scope, key));
        let server = ServerId::new(Platform::Discord, "5");
        assert_eq!(of("server:discord:5", PREFIX_SETTING), Some(server));
        for (scope, key) in
            [("server:discord:5", "zone"), ("server:none", "prefix"), ("place:discord:5", "prefix")]
        {
            assert_eq!(of(scope, key), None, "{scope} {key}");
        }
    }

    #[test]
    fn a_channel_is_named_as_the_platform_does_or_meant_by_here() {
        let place = |key| PlaceId::channel(Platform::Discord, key);
        let mut msg = message("ann", place("7"), Addressing::Channel);
        assert_eq!(channel(&msg, "<#12>"), Some(place("12")));
        assert_eq!(channel(&msg, "12"), Some(place("12")));
        assert_eq!(channel(&msg, "Here"), Some(place("7")));
        msg.within = Some(place("6"));
        assert_eq!(channel(&msg, "here"), Some(place("6")));
        for word in ["#chess", "<#>", "<@12>", "<#12", "123456789012345678901"] {
            assert_eq!(channel(&msg, word), None, "{word}");
        }
    }
}
