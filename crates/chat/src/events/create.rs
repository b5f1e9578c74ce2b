//! Making an event, and setting it up otherwise.

use event::{Edition, EditionEvent, EditionSettings, Form, Format, Stage, Weekly};
use games::{GameKind, canonical_options};
use pairing::history::Colour;
use table::{
    DAY, EditionNo, HOUR, MAX_NAME, MINUTE, Millis, PlaceId, ServerId, TimeControl, WEEK, harmless,
    parse_span,
};

use super::{
    ends::{announced, drawn_colour},
    entering::{check_is_old_enough, conclude},
    manage::managed,
    progress::Progress,
    when::{self, Meant},
};
use crate::events::channel_lost::place_here;
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError, Step},
    },
    parse::{command::DEFAULT_LEVEL, level, plain_text::echo, value_after},
    places::server_settings::{default_game, zone},
    text,
    world::World,
};

/// The clock of an evening where none is named: a quarter of an hour.
const USUAL_CLOCK: TimeControl = TimeControl::Bank { bank: 15 * MINUTE, increment: 0 };
/// The longest clock of an evening: with more nobody would sit through it.
const LONGEST_BANK: Millis = 3 * HOUR;
/// The longest increment of an evening.
const LONGEST_INCREMENT: Millis = 5 * MINUTE;
/// How many rounds an evening has where that is not said.
const USUAL_ROUNDS: u8 = 5;
/// How many weeks a league has where that is not said.
const USUAL_WEEKS: u8 = 5;
/// The most rounds of an evening.
pub(crate) const MOST_ROUNDS: u8 = 20;
/// The longest league, in weeks.
pub(crate) const MOST_WEEKS: u8 = 12;
/// The length of an evening's check-in where none is given.
const USUAL_CHECK_IN: Millis = 15 * MINUTE;
/// The longest check-in.
const LONGEST_CHECK_IN: Millis = DAY;
/// Within which time one has to come to a game of an evening where that is not said.
const USUAL_NO_SHOW: Millis = 5 * MINUTE;
/// The shortest time in which one has to come to a game: with less nobody could.
const SHORTEST_NO_SHOW: Millis = MINUTE / 2;
/// The zone by whose clocks a place lives that has chosen none.
const UTC: &str = "UTC";
/// The farthest start.
const FARTHEST: Millis = 366 * DAY;

/// The settings requested for an event. What is not named is usual, or stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked<'a> {
    /// Its name.
    pub(crate) name: Option<&'a str>,
    /// Its game.
    pub(crate) game: Option<GameKind>,
    /// `evening` or `league`.
    pub(crate) form: Option<&'a str>,
    /// The pairing of an evening: `auto`, `swiss` or `roundrobin`. Without a form it means an evening.
    pub(crate) pairing: Option<&'a str>,
    /// When it begins, as typed.
    pub(crate) start: Option<&'a str>,
    /// The most rounds.
    pub(crate) rounds: Option<u8>,
    /// How many weeks it lasts.
    pub(crate) weeks: Option<u8>,
    /// The clock of its games.
    pub(crate) clock: Option<TimeControl>,
    /// Whether its games are rated.
    pub(crate) rated: Option<bool>,
    /// The length of the check-in, as typed.
    pub(crate) check_in: Option<&'a str>,
    /// Within which time one has to come.
    pub(crate) no_show: Option<Millis>,
    /// The level of the bot that fills up, as typed.
    pub(crate) fill: Option<&'a str>,
    /// Options of the game, as typed.
    pub(crate) options: Option<String>,
}

/// `tournament create`
pub(crate) fn create(ctx: Context<'_>, asked: &Asked<'_>) -> Handled {
    make(ctx, asked, false)
}

/// `tournament weekly`
pub(crate) fn create_weekly(ctx: Context<'_>, no: Option<EditionNo>, asked: &Asked<'_>) -> Handled {
    if asked.name.is_some_and(|name| name.eq_ignore_ascii_case("off")) {
        return end_weekly(ctx, no);
    }
    make(ctx, asked, true)
}

fn make(ctx: Context<'_>, asked: &Asked<'_>, weekly: bool) -> Handled {
    let place = place_here(ctx)?;
    // A span from now is the same by all clocks.
    let is_relative = asked.start.is_some_and(when::is_relative);
    let zone = zone_named(ctx.world, &ctx.msg.place, ctx.msg.server.as_ref())?;
    let zone = zone.or_else(|| is_relative.then(|| UTC.to_owned()));
    let Some(zone_name) = zone else {
        return ctx.say(text::event_needs_zone(ctx.prefix));
    };
    let kind = default_game(ctx.world, &ctx.msg.place, ctx.msg.server.as_ref())?;
    let usual = usual(kind, zone_name, drawn_colour(ctx.world)?);
    let settings = changed(ctx, usual, asked, weekly)?;
    if settings.start <= ctx.world.now() {
        return ctx.say(text::event_needs_start(ctx.prefix));
    }
    let no = ctx.world.editions().fresh();
    let by = (ctx.written_at(), Some(ctx.author().clone()));
    let made = Edition::new(no, (no, 1), (place, ctx.msg.server.clone()), settings, by);
    let (made, deadline) = announced(*ctx, made)?;
    Ok(Step::Change(made.into_change(deadline)))
}

/// `tournament edit`
pub(crate) fn edit(ctx: Context<'_>, no: Option<EditionNo>, asked: &Asked<'_>) -> Handled {
    let edition = managed(ctx, no)?;
    if edition.stage() != Stage::Open {
        return ctx.say(text::event_has_begun(edition.no(), ctx.prefix));
    }
    let is_weekly = edition.settings().weekly.is_some();
    let settings = changed(ctx, edition.settings().clone(), asked, is_weekly)?;
    if settings.start != edition.settings().start && settings.start <= ctx.world.now() {
        return ctx.say(text::start_by_command(edition.no(), ctx.prefix));
    }
    if settings.rated && !edition.settings().rated {
        for entrant in edition.entrants() {
            let Some(person) = entrant.person() else { continue };
            check_is_old_enough(ctx, &edition, (person, &entrant.name))?;
        }
    }
    let mut progress = Progress::new(*ctx, edition)?;
    progress.add(EditionEvent::Edited { settings: Box::new(settings) })?;
    let terms = super::posts::terms(progress.edition.settings());
    let words = text::event_edited(progress.edition.no(), &terms);
    conclude(ctx, progress, words)
}

/// `tournament weekly off`
fn end_weekly(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = managed(ctx, no)?;
    let no = edition.no();
    if edition.settings().weekly.is_none() {
        return ctx.say(text::event_is_single(no));
    }
    let settings = EditionSettings { weekly: None, ..edition.settings().clone() };
    let mut progress = Progress::new(*ctx, edition)?;
    progress.add(EditionEvent::Edited { settings: Box::new(settings) })?;
    conclude(ctx, progress, text::weekly_is_off(no, ctx.prefix))
}

/// The name of the zone by whose clocks a place lives: on a platform without servers that of the page's owner,
/// else UTC.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn zone_named(
    world: &dyn World,
    place: &PlaceId,
    server: Option<&ServerId>,
) -> Result<Option<String>, InternalError> {
    let name = zone(world, server)?.and_then(|zone| zone.iana_name().map(str::to_owned));
    let is_page = !place.platform().has_servers();
    Ok(name.or_else(|| is_page.then(|| UTC.to_owned())))
}

/// Returns what an event is set up with where nothing is asked; its start is over.
fn usual(kind: GameKind, zone: String, initial: Colour) -> EditionSettings {
    EditionSettings {
        name: String::new(),
        game: kind,
        options: String::new(),
        form: Form::Evening,
        format: Format::Auto,
        rounds: u16::from(USUAL_ROUNDS),
        clock: USUAL_CLOCK,
        rated: false,
        start: 0,
        zone,
        check_in: USUAL_CHECK_IN,
        no_show: USUAL_NO_SHOW,
        period: 0,
        filler: None,
        weekly: None,
        initial,
    }
}

/// The settings with what is asked.
fn changed(
    ctx: Context<'_>,
    mut settings: EditionSettings,
    asked: &Asked<'_>,
    weekly: bool,
) -> Handled<EditionSettings> {
    if let Some(name) = asked.name {
        settings.name = harmless(name, MAX_NAME);
    }
    if settings.name.is_empty() {
        return Err(ctx.refuse(text::event_needs_name(ctx.prefix)));
    }
    set_form(ctx, &mut settings, asked)?;
    set_game(ctx, &mut settings, asked)?;
    if let Some(clock) = asked.clock {
        if settings.form == Form::League {
            return Err(ctx.refuse(text::league_has_its_clock()));
        }
        let is_live = |bank, increment| bank <= LONGEST_BANK && increment <= LONGEST_INCREMENT;
        if !matches!(clock, TimeControl::Bank { bank, increment } if is_live(bank, increment)) {
            return Err(ctx.refuse(text::evening_needs_live_clock(ctx.prefix)));
        }
        settings.clock = clock;
    }
    settings.rated = asked.rated.unwrap_or(settings.rated);
    set_no_show(ctx, &mut settings, asked.no_show)?;
    set_check_in(ctx, &mut settings, asked)?;
    set_filler(ctx, &mut settings, asked)?;
    set_start(ctx, &mut settings, asked, weekly)?;
    Ok(settings)
}

/// Within which time one has to come: in an evening, and within the time that the clock has. What was not asked for
/// becomes less with the clock.
fn set_no_show(
    ctx: Context<'_>,
    settings: &mut EditionSettings,
    asked: Option<Millis>,
) -> Handled<()> {
    let TimeControl::Bank { bank, .. } = settings.clock else { return Ok(()) };
    let Some(within) = asked else {
        settings.no_show = settings.no_show.min(bank);
        return Ok(());
    };
    if settings.form == Form::League {
        return Err(ctx.refuse(text::league_has_no_shows()));
    }
    if within < SHORTEST_NO_SHOW || within > bank {
        return Err(ctx.refuse(text::no_show_out_of_range(SHORTEST_NO_SHOW, bank)));
    }
    settings.no_show = within;
    Ok(())
}

fn is_off(typed: &str) -> bool {
    ["off", "none", "no"].iter().any(|off| typed.eq_ignore_ascii_case(off))
}

fn set_check_in(
    ctx: Context<'_>,
    settings: &mut EditionSettings,
    asked: &Asked<'_>,
) -> Handled<()> {
    let Some(typed) = asked.check_in else { return Ok(()) };
    let span = if is_off(typed) { Some(0) } else { parse_span(&typed.to_lowercase()) };
    settings.check_in = span
        .filter(|span| *span <= LONGEST_CHECK_IN)
        .ok_or_else(|| ctx.refuse(text::check_in_unread(&echo(typed), ctx.prefix)))?;
    Ok(())
}

fn set_filler(ctx: Context<'_>, settings: &mut EditionSettings, asked: &Asked<'_>) -> Handled<()> {
    let Some(typed) = asked.fill else { return Ok(()) };
    settings.filler = match &*typed.to_lowercase() {
        off if is_off(off) => None,
        "on" | "yes" => Some(DEFAULT_LEVEL),
        typed => Some(
            level(typed).ok_or_else(|| ctx.refuse(text::fill_unread(&echo(typed), ctx.prefix)))?,
        ),
    };
    Ok(())
}

fn set_form(ctx: Context<'_>, settings: &mut EditionSettings, asked: &Asked<'_>) -> Handled<()> {
    let form = match (asked.form, asked.pairing) {
        (Some("league"), Some(_)) => return Err(ctx.refuse(text::league_has_its_pairing())),
        (Some("league"), None) => Form::League,
        (None, None) => settings.form,
        _ => Form::Evening,
    };
    match form {
        Form::Evening if asked.weeks.is_some() => {
            return Err(ctx.refuse(text::weeks_are_for_leagues()));
        }
        Form::League if asked.rounds.is_some() => {
            return Err(ctx.refuse(text::rounds_are_for_evenings()));
        }
        _ => {}
    }
    let is_new_form = form != settings.form;
    settings.form = form;
    if let Some(rounds) = asked.rounds {
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(ctx.refuse(text::rounds_out_of_range(MOST_ROUNDS)));
        }
        settings.rounds = u16::from(rounds);
    }
    if asked.weeks.is_some_and(|weeks| !(1..=MOST_WEEKS).contains(&weeks)) {
        return Err(ctx.refuse(text::weeks_out_of_range(MOST_WEEKS)));
    }
    match form {
        Form::Evening => {
            if is_new_form {
                (settings.clock, settings.check_in, settings.period) =
                    (USUAL_CLOCK, USUAL_CHECK_IN, 0);
                settings.no_show = USUAL_NO_SHOW;
            }
            settings.format = match asked.pairing {
                Some("swiss") => Format::Swiss,
                Some("roundrobin") => Format::RoundRobin,
                Some(_) => Format::Auto,
                None => settings.format,
            };
            if asked.rounds.is_some() && settings.format == Format::RoundRobin {
                return Err(ctx.refuse(text::round_robin_has_its_rounds()));
            }
        }
        Form::League => {
            if is_new_form {
                (settings.format, settings.check_in) = (Format::Auto, 0);
            }
            if is_new_form || asked.weeks.is_some() {
                let weeks = asked.weeks.unwrap_or(USUAL_WEEKS);
                settings.period = Millis::from(weeks) * WEEK;
            }
            // Both together cannot take longer than the whole.
            settings.clock = TimeControl::Bank { bank: settings.period / 2, increment: 0 };
        }
    }
    Ok(())
}

fn set_game(ctx: Context<'_>, settings: &mut EditionSettings, asked: &Asked<'_>) -> Handled<()> {
    if let Some(kind) = asked.game {
        if settings.game != kind {
            settings.options = String::new();
        }
        settings.game = kind;
    }
    let kind = settings.game;
    let typed = asked.options.as_ref().unwrap_or(&settings.options).replace(' ', ",");
    // The number of seats would be overruled without a word.
    let players = |option: &str| value_after(option, "players").is_some_and(|n| n != "2");
    if typed.split(',').any(players) {
        return Err(ctx.refuse(text::events_are_for_two()));
    }
    settings.options = canonical_options(kind, &typed, 2).map_err(|error| {
        ctx.refuse(text::event_options_unread(kind.title(), &error.to_string(), ctx.prefix))
    })?;
    Ok(())
}

fn set_start(
    ctx: Context<'_>,
    settings: &mut EditionSettings,
    asked: &Asked<'_>,
    weekly: bool,
) -> Handled<()> {
    let zone = crate::time::notices::zone_called(&settings.zone).unwrap_or(jiff::tz::TimeZone::UTC);
    if let Some(typed) = asked.start {
        let now = ctx.world.now();
        let refused = match when::instant(typed, &zone, now) {
            Meant::At(at) if at <= now.saturating_add(FARTHEST) => {
                settings.start = at;
                None
            }
            Meant::At(_) => Some(text::start_too_far(&echo(typed))),
            Meant::Over => Some(text::start_is_over(&echo(typed))),
            Meant::HalfOfDay(day, hour) => Some(text::which_half_of_day(&echo(&day), hour)),
            Meant::Unread => Some(text::start_unread(&echo(typed), ctx.prefix)),
        };
        if let Some(words) = refused {
            return Err(ctx.refuse(words));
        }
    }
    settings.weekly = if weekly { Weekly::of(settings.start, &zone) } else { None };
    Ok(())
}
