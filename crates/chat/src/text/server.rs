//! Sentences about the settings of a server.

use table::TimeControl;

use super::{clocks::clock_words, phrases::codes};

/// Returns how a setting stands, as a sentence without its full stop, and how it is set: `line` is a whole
/// line, `also` has other values.
#[must_use]
pub fn setting_shown(how: &str, line: &str, also: &[&str], prefix: &str) -> String {
    let mut ways = vec![format!("{prefix}{line}")];
    ways.extend(also.iter().map(|value| (*value).to_owned()));
    let ways: Vec<String> = ways.iter().map(|way| format!("`{way}`")).collect();
    format!("{how}. {}.", either(&ways))
}

/// Several things of which one is chosen: `a, b or c`.
fn either(things: &[String]) -> String {
    match things {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        one => one.concat(),
    }
}

/// Returns how many days of vacation a year there are.
#[must_use]
pub fn vacation_shown(days: u16) -> String {
    if days == 0 { "Vacation: none".to_owned() } else { format!("Vacation: {days} days a year") }
}

/// The game of challenges that name none, and games with the clocks of challenges that name none.
#[must_use]
pub fn default_shown(game: &str, clocks: &[String]) -> String {
    let game = format!("Challenges that name no game: {game}");
    match clocks {
        [] => game,
        clocks => format!("{game}; that name no clock: {}", clocks.join(", ")),
    }
}

/// After how many idle days a game without a clock is warned of and closed.
#[must_use]
pub fn idle_shown((warn, close): (u16, u16)) -> String {
    format!("Games without a clock: a word after {warn} idle days, closed after {close}")
}

/// Returns what stands before commands.
#[must_use]
pub fn prefix_shown(prefix: &str) -> String {
    format!("Prefix: `{prefix}`")
}

/// The channels in which the bot speaks; none for all.
#[must_use]
pub fn channels_shown(channels: &[String]) -> String {
    let channels = if channels.is_empty() { "all".to_owned() } else { channels.join(", ") };
    format!("Channels where I speak: {channels}")
}

/// The role whose people manage the bot, by the platform's key.
#[must_use]
pub fn manager_shown(role: Option<&str>) -> String {
    let role = role.map_or_else(|| "none".to_owned(), |role| format!("<@&{role}>"));
    format!("Managers besides those with *Manage Server*: {role}")
}

/// A server has been set, or the channel alone; `how` says what holds now, as a sentence.
#[must_use]
pub fn server_set(how: &str, here: bool) -> String {
    if here { format!("Set for this channel: {how}") } else { format!("Set: {how}") }
}

/// Only whoever manages the server may set it; `is_page` if it is the local page.
#[must_use]
pub fn not_manager(is_page: bool, prefix: &str) -> String {
    let who = if is_page {
        "whoever took the first name on this page"
    } else {
        "the server's owner, or somebody with the permission *Manage Server* or the manager role,"
    };
    format!("Only {who} can change that. `{prefix}server show` says how it is.")
}

/// Settings of a server are asked for where there is none.
#[must_use]
pub fn no_server_here(prefix: &str) -> String {
    format!(
        "There is no server here. Type `{prefix}server show` in a channel of the server that you mean."
    )
}

/// The value of a setting cannot be read; `form` says how its line goes.
#[must_use]
pub fn server_unread(typed: &str, form: &str, prefix: &str) -> String {
    format!("I cannot read `{typed}`. It goes `{prefix}{form}`.")
}

/// So many days of vacation a year; a server that has not chosen has `usual`.
#[must_use]
pub fn vacation_is_set(days: u16, usual: u16) -> String {
    match days {
        0 => {
            "no vacation in games of this server. One that has begun goes on to its end.".to_owned()
        }
        1 => "everybody here has 1 day of vacation a year.".to_owned(),
        _ => format!("everybody here has {days} days of vacation a year (usually {usual})."),
    }
}

/// Challenges to these games that name no clock have this one.
#[must_use]
pub fn default_clock_is_set(games: &[&str], clock: TimeControl) -> String {
    format!("challenges to {} that name no clock have {}.", games.join(", "), clock_words(clock))
}

/// After so many idle days a game without a clock is warned of, and closed.
#[must_use]
pub fn idle_is_set(warn: u16, close: u16) -> String {
    format!(
        "a game without a clock in which nobody moves gets a word after {warn} days, and is closed without a \
         result after {close}."
    )
}

/// From now on commands begin with this.
#[must_use]
pub fn prefix_is_set(prefix: &str) -> String {
    format!(
        "commands begin with `{prefix}` here, like `{prefix}help`. A mention of me works as well."
    )
}

/// From now on commands begin as they do where nothing is chosen.
#[must_use]
pub fn usual_prefix_is_set() -> String {
    "commands begin as usual again. A mention of me works as well.".to_owned()
}

/// Commands cannot begin with this, or it is longer than `most` characters.
#[must_use]
pub fn prefix_unread(typed: &str, most: usize, prefix: &str) -> String {
    format!(
        "Commands cannot begin with `{typed}`. A prefix has up to {most} characters without spaces, ends with \
         a sign, and does not begin with `#`, `@`, `<` or `/`: `{prefix}server set prefix ?`, or `mc!`."
    )
}

/// From now on the bot speaks in these channels only; `is_here` if this is one of them.
#[must_use]
pub fn channels_are_set(channels: &[String], is_here: bool) -> String {
    let not_here = if is_here {
        ""
    } else {
        " Not here: only games and events that are going on here do, and you can still set me from here."
    };
    format!("I speak in {} and in private chats only.{not_here}", channels.join(", "))
}

/// From now on the bot speaks in all channels.
#[must_use]
pub fn all_channels_are_set() -> String {
    "I speak in all channels in which I may write.".to_owned()
}

/// A word names no channel.
#[must_use]
pub fn channel_unread(typed: &str, prefix: &str) -> String {
    format!(
        "`{typed}` names no channel. Pick channels from the list that appears when you type `#`, or say \
         `{prefix}server set channels here` in the one that you mean; `all` opens all of them."
    )
}

/// More channels are named than can be kept.
#[must_use]
pub fn too_many_channels(most: usize) -> String {
    format!(
        "I can keep {most} channels at most. Where there are more, `all` with my permissions \
             taken away in the others does the same."
    )
}

/// In this channel the bot does not speak, but in these.
#[must_use]
pub fn speaks_elsewhere(channels: &[String]) -> String {
    const MOST: usize = 3;
    let shown = channels.get(..MOST).unwrap_or(channels);
    let mut places = shown.to_vec();
    if channels.len() > MOST {
        places.push(format!("{} more", channels.len() - MOST));
    }
    let places = match places.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        one => one.concat(),
    };
    format!("Not here: I answer in {places}, and in private.")
}

/// From now on this role manages the bot, by the platform's key, or none does.
#[must_use]
pub fn manager_is_set(role: Option<&str>) -> String {
    match role {
        Some(role) => {
            format!("whoever has <@&{role}> may set me, like those with *Manage Server*.")
        }
        None => "only those with the permission *Manage Server* may set me.".to_owned(),
    }
}

/// A text names no role that could manage the bot.
#[must_use]
pub fn manager_unread(typed: &str, prefix: &str) -> String {
    format!(
        "`{typed}` names no role that some people have. Pick one from the list that appears when you type `@`: \
         `{prefix}server set manager @role`; `off` ends it."
    )
}

/// On the page there is no such setting.
#[must_use]
pub fn not_on_the_page(what: &str, prefix: &str) -> String {
    let why = match what {
        "prefix" => "On this page commands need no prefix",
        "manager" => "On this page the first name manages",
        "threads" => "This page has no threads",
        _ => "This page has one channel, and I speak there",
    };
    format!("{why}. `{prefix}server show` lists what can be set here.")
}

/// Returns how boards look, without a theme each game's as its own, and which keep their pictures where that
/// can be chosen.
#[must_use]
pub fn boards_shown(theme: Option<&str>, size: &str, is_last_alone: Option<bool>) -> String {
    let kept = match is_last_alone {
        Some(true) => "; of each game the `last` alone keeps its picture, or `all`",
        Some(false) => "; all keep their pictures, or the `last` of each game alone",
        None => "",
    };
    format!("Boards: {}, {size}{kept}", theme.unwrap_or("each game in its own colours"))
}

/// From now on boards look like this, as far as it is chosen; with nothing chosen as they do where nobody has.
#[must_use]
pub fn boards_are_set(
    theme: Option<&str>,
    size: Option<&str>,
    is_last_alone: Option<bool>,
) -> String {
    let theme = theme.map(|theme| format!("in `{theme}`"));
    let look: Vec<String> = size.map(str::to_owned).into_iter().chain(theme).collect();
    let look = (!look.is_empty()).then(|| format!("boards are {}", look.join(" and ")));
    let kept = is_last_alone.map(|is_last_alone| match is_last_alone {
        true => "a new board takes the picture from the one before of its game, whose words stay",
        false => "all boards keep their pictures",
    });
    let said: Vec<String> = look.into_iter().chain(kept.map(str::to_owned)).collect();
    if said.is_empty() {
        return "boards are as usual again.".to_owned();
    }
    format!("{}.", said.join("; "))
}

/// A word is neither a theme nor a size of boards.
#[must_use]
pub fn no_such_boards(
    typed: &str,
    themes: &[&str],
    sizes: &[&str],
    near: Option<&str>,
    prefix: &str,
) -> String {
    let guess = near.map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
    format!(
        "`{typed}` is no look of boards.{guess} Themes are {}, sizes {}: `{prefix}server set boards small slate`.",
        codes(themes),
        codes(sizes),
    )
}

/// Returns what a channel has of its own: sentences without their full stops, with the words of the settings.
#[must_use]
pub fn settings_here(own: &[(String, &str)], prefix: &str) -> String {
    let lines = own.iter().map(|(how, word)| {
        format!("In this channel: {how}. `{prefix}server set {word} off here` takes that back.")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A channel is asked for in a private chat.
#[must_use]
pub fn no_channel_here(prefix: &str) -> String {
    format!(
        "`here` means a channel, and this is none. Without it the line is for all: `{prefix}server show`."
    )
}

/// From now on the boards that somebody sees alone are in this theme, or as where nobody has chosen.
#[must_use]
pub fn own_theme_noted(theme: Option<&str>, prefix: &str) -> String {
    match theme {
        Some(theme) => format!(
            "Noted: the boards that you alone see are in `{theme}`. `{prefix}theme default` goes back."
        ),
        None => "Noted: the boards that you alone see are as usual again.".to_owned(),
    }
}

/// From now on the boards that somebody sees alone have this size, or that where nobody has chosen.
#[must_use]
pub fn own_size_noted(size: Option<&str>, prefix: &str) -> String {
    match size {
        Some(size) => format!(
            "Noted: the boards that you alone see are {size}. `{prefix}size default` goes back."
        ),
        None => "Noted: the boards that you alone see have their usual size again.".to_owned(),
    }
}

/// Returns how a chosen theme holds on the page.
#[must_use]
pub const fn theme_on_the_page() -> &'static str {
    " This holds for the board beside the chat too, unless the settings of the page have another theme."
}

/// Returns how a chosen size holds on the page.
#[must_use]
pub const fn size_on_the_page() -> &'static str {
    " This page draws boards as large as they fit; its settings have the size of the one beside the chat."
}

/// From now on challenges that name no game are to this one.
#[must_use]
pub fn default_game_is_set(game: &str) -> String {
    format!("challenges that name no game are to {game}.")
}

/// From now on challenges have the game and the clock that they have where nobody has chosen.
#[must_use]
pub fn usual_default_is_set() -> String {
    "game and clock of challenges that name none are as usual again.".to_owned()
}

/// By whose clocks a server lives.
#[must_use]
pub fn server_zone_shown(zone: Option<&str>) -> String {
    format!("Time zone: {}", zone.unwrap_or("none"))
}

/// From now on a server lives by the clocks of this zone, or of none.
#[must_use]
pub fn server_zone_is_set(zone: Option<&str>) -> String {
    match zone {
        Some(zone) => {
            format!(
                "the clocks here are those of {zone}: quiet hours that name no zone are by them."
            )
        }
        None => "quiet hours have to name their zone.".to_owned(),
    }
}

/// No zone has the name that was typed; these come near.
#[must_use]
pub fn server_zone_unknown(typed: &str, near: &[String], prefix: &str) -> String {
    let guess = if near.is_empty() {
        "Name a continent and a large city, like".to_owned()
    } else {
        format!("Did you mean {}? A whole line is", codes(near))
    };
    let zone = near.first().map_or("Europe/Berlin", String::as_str);
    format!("I know no time zone `{typed}`. {guess} `{prefix}server set zone {zone}`.")
}

/// An offset from UTC, or an abbreviation that stands for one, in place of a zone.
#[must_use]
pub fn server_zone_is_an_offset(typed: &str, city: Option<&str>, prefix: &str) -> String {
    let zone = city.unwrap_or("Europe/Berlin");
    format!("`{typed}` knows no summer time, so name a city: `{prefix}server set zone {zone}`.")
}

/// The language in which the bot speaks in a server.
#[must_use]
pub fn language_shown(language: &str) -> String {
    format!("Language: {language}")
}

/// From now on the bot speaks this language.
#[must_use]
pub fn language_is_set(language: &str) -> String {
    format!("I speak {language} here.")
}

/// The bot does not speak this language, but those, with their tags.
#[must_use]
pub fn no_such_language(typed: &str, known: &[(&str, &str)], prefix: &str) -> String {
    let names: Vec<String> = known.iter().map(|(tag, name)| format!("{name} (`{tag}`)")).collect();
    let tag = known.first().map_or("en", |(tag, _)| tag);
    format!(
        "I do not speak `{typed}` yet, only {}: `{prefix}server set language {tag}`.",
        names.join(", ")
    )
}

/// Returns whether games have threads of their own.
#[must_use]
pub fn threads_shown(threads: &str) -> String {
    format!("A thread for each game: {threads}")
}

/// From now on games have threads of their own like this.
#[must_use]
pub fn threads_are_set(threads: &str) -> String {
    format!("a thread for each game: {threads}.")
}

/// A word says nothing of threads.
#[must_use]
pub fn no_such_threads(typed: &str, words: &[&str], near: Option<&str>, prefix: &str) -> String {
    let guess = near.map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
    format!(
        "`{typed}` says nothing of threads.{guess} It is one of {}: `{prefix}server set threads always`.",
        codes(words)
    )
}
