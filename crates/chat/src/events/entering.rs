//! Requests of players to an event: to enter, to leave, to say that they are there, to be left out of a
//! round.

use event::{Edition, EditionEntry, EditionEvent, Form, Format, Gone, Results, Stage, Who};
use pairing::standings::System;
use table::{BannedFrom, EditionNo, MINUTE, Person, PersonId};

use super::{
    due::{begins, go_on},
    mine::open_boards,
    people::{count_people, person_name},
    progress::Progress,
    rounds::take_back,
    visible::meant_for,
};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError, Step},
    },
    message::{Audience, Reply},
    moderation::checks::check,
    parse::plain_text::shown,
    places::server_settings::too_new,
    ratings::rating_now,
    text::{self, PlaysFrom},
    world::World,
};

/// Up to so many people a tap of each is told to all, so that friends see who comes. With more, whoever taps is
/// answered alone: a channel carries about one message a second.
const MOST_TOLD: usize = 16;
/// So many comings and goings of a minute are told to all. What comes beyond is answered to its author alone, so that
/// nobody fills a channel by entering and leaving.
const MOST_TOLD_A_MINUTE: usize = 12;
/// The most people in an edition.
pub(super) const MOST_PLAYERS: usize = 200;

/// `tournament join`
pub(crate) fn join(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = meant_for(ctx, no, |one| {
        let may_check_in = asks_who_is_here(one) && takes_part(one, ctx.author());
        let results = ctx.world.editions().results(one.no()).unwrap_or_default();
        (is_held_here(ctx, one), takes_entry(one, &results, ctx.author()) || may_check_in)
    })?;
    let person = ctx.msg.author.clone();
    // Whoever comes once more while it is asked who is there says that they are.
    if asks_who_is_here(&edition) && edition.entrant_of(&person.id).is_some_and(|one| !one.is_here)
    {
        return say_is_here(ctx, edition);
    }
    check_may_enter(ctx, &edition, &person)?;
    let mut progress = Progress::new(*ctx, edition)?;
    enter(&mut progress, &person)?;
    let words = entered(&progress.edition, &person_name(&progress.edition, &person));
    conclude(ctx, progress, words)
}

/// Returns what is said once somebody has entered.
pub(super) fn entered(edition: &Edition, name: &str) -> String {
    let from = match (edition.restarts(), edition.stage()) {
        (Some(at), _) if !edition.is_paused() => PlaysFrom::Restart(at),
        (Some(_), _) => PlaysFrom::Start,
        (None, Stage::Running) if edition.settings().form == Form::Evening => PlaysFrom::NextRound,
        _ => PlaysFrom::Start,
    };
    text::entered(edition.no(), name, count_people(edition), from)
}

/// Returns `true` if an edition waits for people to check in.
fn asks_who_is_here(edition: &Edition) -> bool {
    edition.stage() == Stage::Open && edition.check_in_opened().is_some()
}

/// The reason why nobody can still enter an edition that has begun.
#[derive(Clone, Copy)]
pub(super) enum TooLate {
    /// Everybody plays everybody, from the beginning.
    Table,
    /// There is no further round.
    LastRound,
}

/// Returns why somebody cannot enter any more; `None` if they can. While nobody has moved in a round robin, it can
/// begin once more with whoever comes.
pub(super) fn too_late(edition: &Edition, results: &Results, who: &PersonId) -> Option<TooLate> {
    if edition.stage() != Stage::Running {
        return None;
    }
    // Whoever has a place in the table of an evening comes back to it.
    let has_place = edition.entrant_of(who).is_some_and(|one| one.number.is_some());
    let is_table = edition.system() == System::RoundRobin;
    if edition.settings().form == Form::League {
        // Whoever comes back in time finds their games as they were.
        let number = edition.entrant_of(who).and_then(|one| one.number);
        let is_late =
            number.is_none_or(|number| open_boards(edition, results, number).next().is_none());
        return is_late.then_some(TooLate::Table);
    }
    if is_table && !has_place && !edition.is_unplayed(results) {
        return Some(TooLate::Table);
    }
    let rounds_left = edition.rounds().len() < edition.planned_rounds();
    (!rounds_left).then_some(TooLate::LastRound)
}

/// Returns `true` if somebody who does not take part could enter now, as far as the edition says.
pub(super) fn takes_entry(edition: &Edition, results: &Results, who: &PersonId) -> bool {
    let known = edition.entrant_of(who);
    let may_come = known.is_none_or(|one| one.gone == Some(Gone::Left));
    let has_room = count_people(edition) < MOST_PLAYERS;
    may_come
        && !edition.is_taken_out(who)
        && has_room
        && !edition.stage().is_over()
        && too_late(edition, results, who).is_none()
}

/// Refuses somebody who is banned from an edition, or cannot play rated games yet.
pub(super) fn check_not_banned(
    ctx: Context<'_>,
    edition: &Edition,
    person: &Person,
) -> Handled<()> {
    check(ctx, person, edition.server(), BannedFrom::Events)?;
    if edition.settings().rated {
        check(ctx, person, edition.server(), BannedFrom::Rated)?;
    }
    Ok(())
}

/// Refuses somebody who comes of their own accord and cannot.
pub(super) fn check_may_enter(ctx: Context<'_>, edition: &Edition, person: &Person) -> Handled<()> {
    let no = edition.no();
    check_not_banned(ctx, edition, person)?;
    if edition.is_taken_out(&person.id) {
        return Err(ctx.refuse(text::was_taken_out(no)));
    }
    if edition.entrant_of(&person.id).is_some_and(|one| one.gone == Some(Gone::NoShows)) {
        return Err(ctx.refuse(text::is_out_by_no_shows(no)));
    }
    check_has_place(ctx, edition, person)
}

/// Refuses somebody for whom there is no place in an edition, or who has one.
pub(super) fn check_has_place(ctx: Context<'_>, edition: &Edition, person: &Person) -> Handled<()> {
    let no = edition.no();
    let settings = edition.settings();
    if edition.stage().is_over() {
        return Err(ctx.refuse(text::event_is_over(no, ctx.prefix)));
    }
    if edition.entrant_of(&person.id).is_some_and(|one| one.gone.is_none()) {
        let other = (person.id != *ctx.author()).then(|| person_name(edition, person));
        return Err(ctx.refuse(text::entered_before(no, other.as_deref(), ctx.prefix)));
    }
    if count_people(edition) >= MOST_PLAYERS {
        return Err(ctx.refuse(text::event_is_full(no, MOST_PLAYERS)));
    }
    match too_late(edition, &ctx.world.editions().results(no)?, &person.id) {
        Some(TooLate::Table) => {
            return Err(ctx.refuse(text::too_late_for_table(
                no,
                settings.form == Form::League,
                ctx.prefix,
            )));
        }
        Some(TooLate::LastRound) => {
            return Err(ctx.refuse(text::last_round_is_played(no, ctx.prefix)));
        }
        None => {}
    }
    if settings.rated {
        check_is_old_enough(ctx, edition, (&person.id, &person.name))?;
    }
    Ok(())
}

/// Refuses somebody whose account is too new for rated games.
pub(super) fn check_is_old_enough(
    ctx: Context<'_>,
    edition: &Edition,
    (id, name): (&PersonId, &str),
) -> Handled<()> {
    let Some((least, left)) = too_new(ctx.world, id, edition.server())? else { return Ok(()) };
    let name = (id != ctx.author()).then(|| shown(name));
    Err(ctx.refuse(text::account_too_new(name.as_deref(), least, left)))
}

/// Somebody enters. Whoever enters while one can check in is there; whoever comes to a round robin before anybody
/// has moved takes its first round back.
pub(super) fn enter(progress: &mut Progress<'_>, person: &Person) -> Result<(), InternalError> {
    let edition = &progress.edition;
    let has_place = edition.entrant_of(&person.id).is_some_and(|one| one.number.is_some());
    if edition.system() == System::RoundRobin && !has_place && edition.rounds().len() == 1 {
        let closed = take_back(progress, 0, false)?;
        let words = text::begins_once_more(progress.edition.no(), &closed);
        progress.say(Reply::new(progress.edition.place().clone(), words));
    }
    let rating = rating_in(progress.scope.world, &progress.edition, &person.id)?;
    let who = Who::Person(person.id.clone());
    progress.add(EditionEvent::Joined { who, name: person.name.clone(), rating })?;
    let opened = progress.edition.check_in_opened().is_some();
    if opened && progress.edition.stage() == Stage::Open {
        progress.add(EditionEvent::CheckedIn { who: person.id.clone() })?;
    }
    Ok(())
}

/// The rating that counts for somebody in an edition, 0 without one.
pub(super) fn rating_in(
    world: &dyn World,
    edition: &Edition,
    who: &PersonId,
) -> Result<u32, InternalError> {
    let settings = edition.settings();
    rating_now(world, settings.game, &settings.options, edition.server(), who)
}

/// `tournament checkin`
pub(crate) fn check_in(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = meant_for(ctx, no, |one| {
        (asks_who_is_here(one), one.stage() == Stage::Open && one.settings().check_in > 0)
    })?;
    let (no, start) = (edition.no(), begins(ctx.world, &edition));
    let is_entered = edition.entrant_of(ctx.author()).is_some();
    if edition.stage() != Stage::Open {
        return ctx.say(text::check_in_is_over(no, ctx.prefix));
    }
    if edition.settings().check_in == 0 {
        return ctx.say(text::no_check_in(no, start));
    }
    if edition.check_in_opened().is_none() {
        let opens = edition.settings().check_in_opens().unwrap_or(start);
        return ctx.say(text::check_in_later(no, opens, is_entered, ctx.prefix));
    }
    if edition.entrant_of(ctx.author()).is_some_and(|one| one.is_here) {
        return ctx.say(text::checked_in_before(no, start));
    }
    say_is_here(ctx, edition)
}

/// Checks somebody in, who enters by that if they have not before.
fn say_is_here(ctx: Context<'_>, edition: Edition) -> Handled {
    let (no, start) = (edition.no(), begins(ctx.world, &edition));
    let mut progress = Progress::new(*ctx, edition)?;
    if progress.edition.entrant_of(ctx.author()).is_some() {
        progress.add(EditionEvent::CheckedIn { who: ctx.author().clone() })?;
    } else {
        check_may_enter(ctx, &progress.edition, &ctx.msg.author)?;
        enter(&mut progress, &ctx.msg.author)?;
    }
    let here = progress.edition.entrants().iter().filter(|one| one.is_here).count();
    let name = person_name(&progress.edition, &ctx.msg.author);
    let words = text::checked_in(no, &name, here, start);
    conclude(ctx, progress, words)
}

/// `bye next`
pub(crate) fn bye_next(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition =
        meant_for(ctx, no, |one| (is_held_here(ctx, one), takes_part(one, ctx.author())))?;
    check_takes_part(ctx, &edition)?;
    let (no, round) = (edition.no(), edition.rounds().len());
    let settings = edition.settings();
    let is_known = edition.stage() == Stage::Running || settings.format != Format::Auto;
    if is_known && edition.system() == System::RoundRobin || settings.form == Form::League {
        return ctx.say(text::no_byes_in_table(no));
    }
    if edition.stage() == Stage::Running && round >= edition.planned_rounds() {
        return ctx.say(text::last_round_is_played(no, ctx.prefix));
    }
    let asked = edition.entrant_of(ctx.author()).map(|one| one.byes.clone()).unwrap_or_default();
    if asked.contains(&round) {
        return ctx.say(text::bye_asked_before(no, round + 1));
    }
    let mut progress = Progress::new(*ctx, edition)?;
    progress.add(EditionEvent::ByeAsked { who: ctx.author().clone(), round })?;
    let may_check_in =
        progress.edition.stage() == Stage::Open && progress.edition.settings().check_in > 0;
    let name = person_name(&progress.edition, &ctx.msg.author);
    let words = text::bye_asked((no, &name), round + 1, asked.is_empty(), is_known, may_check_in);
    conclude(ctx, progress, words)
}

/// Returns `true` if an edition is held in the place of a message.
pub(super) fn is_held_here(ctx: Context<'_>, edition: &Edition) -> bool {
    *edition.place() == ctx.msg.place
}

/// Returns `true` if somebody plays, or is to play, in an edition that goes on.
pub(super) fn takes_part(edition: &Edition, who: &PersonId) -> bool {
    !edition.stage().is_over() && edition.entrant_of(who).is_some_and(|one| one.gone.is_none())
}

pub(super) fn check_takes_part(ctx: Context<'_>, edition: &Edition) -> Handled<()> {
    let no = edition.no();
    if edition.stage().is_over() {
        return Err(ctx.refuse(text::event_is_over(no, ctx.prefix)));
    }
    match edition.entrant_of(ctx.author()) {
        Some(one) if one.gone.is_none() => Ok(()),
        Some(_) => Err(ctx.refuse(text::left_before(no))),
        None => Err(ctx.refuse(text::not_entered(no, ctx.prefix))),
    }
}

/// The change with its answer, and with whatever is due by now.
pub(super) fn conclude(ctx: Context<'_>, mut progress: Progress<'_>, words: String) -> Handled {
    let mut reply = ctx.reply(words);
    let is_crowded = ctx.msg.is_tapped() && count_people(&progress.edition) > MOST_TOLD;
    if is_crowded || has_many_news(&progress) {
        reply.audience = Audience::Only(ctx.author().clone());
    }
    progress.say(reply);
    let deadline = go_on(&mut progress)?;
    Ok(Step::Change(progress.into_change(deadline)))
}

/// Returns `true` if more people have come and gone in the last minute than are told to all.
fn has_many_news(progress: &Progress<'_>) -> bool {
    let since = progress.now().saturating_sub(MINUTE);
    let news = progress.edition.log().iter().rev().take_while(|entry| entry.at > since);
    let is_of_somebody = |entry: &&EditionEntry| {
        matches!(
            entry.event,
            EditionEvent::Joined { .. }
                | EditionEvent::Went { .. }
                | EditionEvent::CheckedIn { .. }
                | EditionEvent::ByeAsked { .. }
        )
    };
    news.filter(is_of_somebody).count() > MOST_TOLD_A_MINUTE
}
