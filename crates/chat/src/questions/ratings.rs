//! Ratings: `rating` of one person, `top` of all.

use std::{cmp::Reverse, collections::BTreeSet};

use games::GameKind;
use pairing::ratings::Rating;
use scene::{CurvePoint, RatingCurve};
use table::{Person, PersonId, RatingArea, ScaleName, StoredRating};

use crate::{
    handling::{
        context::Context,
        privacy::Asker,
        step::{Handled, InternalError, Step},
    },
    message::{Attachment, Audience, Drawing, Picture},
    naming::{games::NamedGame, people::find_person},
    parse::plain_text::shown,
    pictures::drawn_names::drawn_person,
    places::server_settings::default_game,
    ratings::{at_period, first_day, kept, period_of},
    text::{self, RatedLine},
    world::World,
};

/// How many people a table lists.
const LISTED: usize = 10;

/// With how many people, whose ratings are not provisional, somebody must have played to have a place: a circle of
/// friends who let one of them win does not make a best player.
const OPPONENTS: usize = 3;

/// `rating`: of the author, or of somebody else, in all games or in one.
pub(crate) fn rating(ctx: Context<'_>, word: Option<&str>, game: Option<NamedGame>) -> Handled {
    let person = match word {
        Some(word) => find_person(ctx, word)?,
        None => ctx.msg.author.clone(),
    };
    let Person { id, name } = &person;
    let name = (id != ctx.author()).then(|| shown(name));
    if let Some(name) = name.as_deref().filter(|_| areas_of(Asker::of(ctx.msg), id).is_empty()) {
        return ctx.say_to_author(text::rating_of_others_elsewhere(name));
    }
    let lines = rating_lines(ctx, id, game)?;
    if lines.is_empty() {
        let in_server = name.is_some() && ctx.msg.server.is_some();
        let words = game.map(|game| (game.title(), game.words()));
        let game = words.as_ref().map(|(title, words)| (*title, words.as_str()));
        let words = text::no_rating(name.as_deref(), game, in_server, ctx.prefix);
        return ctx.say_to_author(words);
    }
    let curve = curve(ctx, &person, game)?;
    let mut reply = ctx.reply(text::ratings_of(name.as_deref(), &lines));
    reply.audience = Audience::Only(ctx.author().clone());
    reply.attachments.extend(curve);
    Ok(Step::Say(vec![reply]))
}

/// The picture of the course that somebody's rating has taken on the scale on which they have played most,
/// of all games or of one.
fn curve(
    ctx: Context<'_>,
    person: &Person,
    game: Option<NamedGame>,
) -> Result<Option<Attachment>, InternalError> {
    let courses = courses(ctx.world, Asker::of(ctx.msg), &person.id, scales(game))?;
    // Of those with the same number the first one, which has the default options.
    let most = courses.into_iter().rev().max_by_key(|course| course.now.games);
    Ok(most.map(|course| picture(ctx, person, &course)))
}

/// The course that a rating on a scale has taken.
pub(crate) struct Course {
    /// The scale.
    pub(crate) scale: ScaleName,
    /// The rating that it has come to by now.
    pub(crate) now: RatedLine,
    /// The rating after each period with games, the first one first.
    pub(crate) periods: Vec<StoredRating>,
}

/// The courses of somebody's ratings on these scales, as far as the asker may read them where they ask: on each the
/// one of this server, or of the whole platform.
pub(crate) fn courses(
    world: &dyn World,
    asker: Asker<'_>,
    who: &PersonId,
    scales: Vec<ScaleName>,
) -> Result<Vec<Course>, InternalError> {
    let mut courses = Vec::new();
    for scale in scales {
        for area in areas_of(asker, who) {
            let periods = world.ratings().rating_curve(&area, &scale, who)?;
            if let Some(last) = periods.last() {
                let now = RatedLine { rating: now(world, last), games: games_in(&periods) };
                courses.push(Course { scale, now, periods });
                break;
            }
        }
    }
    Ok(courses)
}

fn picture(ctx: Context<'_>, person: &Person, course: &Course) -> Attachment {
    let Course { scale, now, periods } = course;
    let first = periods.first().map_or(0, |one| one.period);
    let point = |one: &StoredRating| CurvePoint {
        label: first_day(one.period),
        at: one.period.saturating_sub(first),
        rating: kept(one).points(),
        deviation: kept(one).spread() / 2,
    };
    let points: Vec<CurvePoint> = periods.iter().map(point).collect();
    let note = now.plain();
    let name = drawn_person(ctx.world, &[], person);
    let title = name.map_or_else(|| scale.title(), |name| format!("{name}, {}", scale.title()));
    let alt = text::course_alt(&title, &note, &points);
    let drawing = Drawing::Curve(RatingCurve { title, note, points });
    Attachment::Picture(Picture::plain(drawing, alt))
}

/// Returns how many rated games there are in the periods of a course.
fn games_in(curve: &[StoredRating]) -> u32 {
    curve.iter().map(|one| one.games).fold(0, u32::saturating_add)
}

/// Returns what somebody has on each scale, of all games or of one, as far as it may be told in the place of
/// the message: here and overall.
pub(super) fn rating_lines(
    ctx: Context<'_>,
    who: &PersonId,
    game: Option<NamedGame>,
) -> Result<Vec<String>, InternalError> {
    let mut lines = Vec::new();
    for scale in scales(game) {
        let mut found = Vec::new();
        for area in areas_of(Asker::of(ctx.msg), who) {
            found.extend(rated(ctx, &area, &scale, who)?.map(|one| (area, one)));
        }
        let Some((area, first)) = found.first() else { continue };
        // Of somebody who has never played here there is only the rating of elsewhere.
        let is_overall = matches!(area, RatingArea::Overall(_)) && ctx.msg.server.is_some();
        let elsewhere = found.get(1).map(|(_, one)| one).filter(|one| *one != first);
        lines.push(text::rating_line(&scale.title(), first, is_overall, elsewhere));
    }
    Ok(lines)
}

/// `top`: the best of this server, or of the page, in a game.
pub(crate) fn top(ctx: Context<'_>, game: Option<NamedGame>) -> Handled {
    let game = match game {
        Some(game) => game,
        None => NamedGame::of(default_game(ctx.world, &ctx.msg.place, ctx.msg.server.as_ref())?),
    };
    let Some(area) = area_here(Asker::of(ctx.msg)) else {
        let elsewhere = text::top_elsewhere(game.title(), &game.words());
        let parts: Vec<String> = std::iter::once(elsewhere).chain(bots(ctx, game)).collect();
        return ctx.say(parts.join("\n"));
    };
    let (mut parts, mut placeless) = (Vec::new(), Vec::new());
    for scale in game.scales() {
        let rated = table(ctx, &area, &scale)?;
        if rated.is_empty() {
            continue;
        }
        parts.push(top_of(ctx, &scale, &rated));
        placeless.extend(rated.into_iter().take(LISTED).filter(|one| !one.has_place));
    }
    if parts.is_empty() {
        return ctx.say(text::nobody_rated(game.title(), &game.words(), ctx.prefix));
    }
    let is_provisional = |one: &TableRow| one.rating.is_provisional();
    parts.extend(placeless.iter().any(is_provisional).then(text::without_place));
    let is_stranger = |one: &TableRow| !is_provisional(one);
    parts.extend(placeless.iter().any(is_stranger).then(|| text::too_few_opponents(OPPONENTS)));
    parts.extend(bots(ctx, game));
    ctx.say(parts.join("\n"))
}

/// A line of the table of a scale.
struct TableRow {
    who: PersonId,
    rating: Rating,
    has_place: bool,
}

/// Everybody who is rated on a scale. Whoever has a place stands first: the rating says something, and was not
/// won over newcomers alone, but in games with [`OPPONENTS`] people of whose ratings the same is true; with all
/// others where they are fewer.
fn table(
    ctx: Context<'_>,
    area: &RatingArea,
    scale: &ScaleName,
) -> Result<Vec<TableRow>, InternalError> {
    let rated = everybody(ctx, area, scale)?;
    let needed = OPPONENTS.min(rated.len().saturating_sub(1));
    let is_known = |(_, one): &&(PersonId, Rating)| !one.is_provisional();
    let known: BTreeSet<&PersonId> = rated.iter().filter(is_known).map(|(who, _)| who).collect();
    let mut rows = Vec::new();
    for (who, rating) in &rated {
        let log = ctx.world.ratings();
        let has_place = known.contains(who)
            && log.has_met(area, scale, who, needed, &|one| known.contains(one))?;
        rows.push(TableRow { who: who.clone(), rating: *rating, has_place });
    }
    rows.retain(|row| !row.who.is_deleted());
    rows.sort_by_key(|row| (!row.has_place, Reverse(row.rating.points()), row.who.to_string()));
    Ok(rows)
}

/// The table of a scale in words: its first lines, and that of the author.
fn top_of(ctx: Context<'_>, scale: &ScaleName, rated: &[TableRow]) -> String {
    let mut lines = vec![text::top_head(&scale.title(), ctx.msg.server.is_some())];
    let line = |at: usize, row: &TableRow| {
        let place = row.has_place.then_some(at + 1);
        text::top_line(place, &shown(&ctx.world.ratings().name_of(&row.who)), &row.rating)
    };
    lines.extend(rated.iter().take(LISTED).enumerate().map(|(at, one)| line(at, one)));
    let own = rated.iter().position(|row| row.who == *ctx.author()).filter(|at| *at >= LISTED);
    lines.extend(own.map(|at| line(at, &rated[at])));
    if rated.len() > LISTED {
        lines.push(text::rated_people(rated.len(), LISTED));
    }
    lines.join("\n")
}

/// The ratings of the bots in a game for two, as they were measured.
fn bots(ctx: Context<'_>, game: NamedGame) -> Option<String> {
    let scale = game.scale(2);
    let ratings: Vec<u16> = (1..).map_while(|level| ctx.world.bot_rating(&scale, level)).collect();
    (!ratings.is_empty()).then(|| text::bot_ratings(&scale.title(), &ratings))
}

/// Every scale, or those of one game.
pub(crate) fn scales(game: Option<NamedGame>) -> Vec<ScaleName> {
    match game {
        Some(game) => game.scales(),
        None => GameKind::ALL.into_iter().flat_map(ScaleName::all_of).collect(),
    }
}

/// Returns whose ratings anybody may read who asks there: those of its server or, where all are one community, of
/// the whole platform; nobody's in a private chat that belongs to no server.
fn area_here(asker: Asker<'_>) -> Option<RatingArea> {
    let platform = asker.place.platform();
    match asker.server {
        Some(server) => Some(RatingArea::Server(server.clone())),
        None => (!platform.has_servers()).then_some(RatingArea::Overall(platform)),
    }
}

/// Returns which ratings of somebody the asker may read: what anybody may read where they ask, and all that they have
/// themselves.
fn areas_of(asker: Asker<'_>, who: &PersonId) -> Vec<RatingArea> {
    let here = area_here(asker);
    let overall = RatingArea::Overall(asker.place.platform());
    let own = (who == asker.who && here.as_ref() != Some(&overall)).then_some(overall);
    here.into_iter().chain(own).collect()
}

/// Returns what somebody has on a scale now, after how many games; `None` if they have played none.
fn rated(
    ctx: Context<'_>,
    area: &RatingArea,
    scale: &ScaleName,
    who: &PersonId,
) -> Result<Option<RatedLine>, InternalError> {
    let curve = ctx.world.ratings().rating_curve(area, scale, who)?;
    let Some(last) = curve.last() else { return Ok(None) };
    Ok(Some(RatedLine { rating: now(ctx.world, last), games: games_in(&curve) }))
}

/// Returns what everybody has on a scale now.
fn everybody(
    ctx: Context<'_>,
    area: &RatingArea,
    scale: &ScaleName,
) -> Result<Vec<(PersonId, Rating)>, InternalError> {
    let all = ctx.world.ratings().last_ratings(area, scale)?;
    Ok(all.iter().map(|one| (one.person.clone(), now(ctx.world, one))).collect())
}

/// A kept rating with what a pause has added to it until now: the present period is not over.
fn now(world: &dyn World, last: &StoredRating) -> Rating {
    at_period(Some(last), period_of(world.now()).max(last.period + 1))
}
