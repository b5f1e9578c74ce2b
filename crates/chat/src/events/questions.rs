//! Questions about events: which there are, how one stands, who plays whom.

use std::collections::BTreeMap;

use event::{Board, Edition, Form, Free, Results, Stage, table, whole_event};
use games::{Outcome, Seat};
use pairing::{
    standings::{Term, TermKind, TieBreak, TieBreakValue},
    trf,
};
use table::{EditionNo, Person};

use super::{
    due::begins,
    entering::check_may_enter,
    mine::{open_boards, opponent, waiting_words},
    people::{entrants, named, person_name},
    posts::{terms_of, whom_to_ask},
    standing::{standings_lines, standings_picture, standings_stage},
    tools::tools_for,
    visible::{held_here, may_see, meant, no_event_here},
};
use crate::{
    handling::{
        context::Context,
        privacy::Asker,
        step::{Early, Handled, InternalError, Step},
    },
    message::{Attachment, Audience, Reply, TextFile},
    naming::people::find_person,
    parse::plain_text::shown,
    places::server_settings::manages,
    text::{self, PairLine},
    world::World,
};

/// How many events a page of a list shows.
const LISTED: usize = 12;
/// How many events of a server the pages of a list show in all, the newest ones.
const LISTED_IN_ALL: u32 = 600;

/// `tournament list`: those that are being played first, then those to come, then what is over.
pub(crate) fn list(ctx: Context<'_>, page: usize) -> Handled {
    let (log, asker) = (ctx.world.editions(), Asker::of(ctx.msg));
    let order = |is_running: bool, is_over: bool| (is_over, !is_running);
    let held = held_here(log, asker, LISTED_IN_ALL)?;
    let mut found: BTreeMap<EditionNo, _> =
        held.into_iter().map(|one| (one.no, order(one.is_running, one.is_over))).collect();
    // What somebody plays in other servers is nobody's business where others read.
    if !ctx.others_read() || !asker.place.platform().has_servers() {
        for no in log.with(ctx.author())? {
            let stage = log.edition(no)?.map(|one| one.stage());
            let is_running = stage == Some(Stage::Running);
            found.entry(no).or_insert_with(|| order(is_running, false));
        }
    }
    let mut numbers: Vec<EditionNo> = found.keys().rev().copied().collect();
    numbers.sort_by_key(|no| found.get(no).copied());
    let pages = numbers.len().div_ceil(LISTED);
    let page = page.clamp(1, pages.max(1));
    let mut lines = Vec::new();
    for no in numbers.into_iter().skip((page - 1) * LISTED).take(LISTED) {
        let Some(one) = log.edition(no)?.filter(|one| may_see(asker, one)) else { continue };
        let takes_part = one.entrant_of(ctx.author()).is_some_and(|one| one.gone.is_none());
        let (terms, stage) = (terms_of(&one), stage_words(ctx.world, &one));
        let of_me = (takes_part, one.stage().is_over());
        lines.push(text::event_listed(no, &terms, &stage, of_me));
    }
    if lines.is_empty() {
        return ctx.say_to_author(no_event_here(ctx)?);
    }
    lines.extend((page < pages).then(|| text::more_events(page + 1, pages, ctx.prefix)));
    ctx.say_to_author(lines.join("\n"))
}

/// Returns how far an edition has come, in words.
pub(super) fn stage_words(world: &dyn World, edition: &Edition) -> String {
    let rounds = (edition.rounds().len(), edition.planned_rounds());
    match edition.stage() {
        Stage::Open => text::event_opens(begins(world, edition), edition.is_paused()),
        Stage::Running if edition.settings().form == Form::League => text::league_runs(),
        Stage::Running => text::event_runs(rounds, edition.is_paused()),
        Stage::Finished => text::event_ended(),
        Stage::Cancelled => text::event_was_cancelled(),
    }
}

/// `tournament info`
pub(crate) fn info(ctx: Context<'_>, no: Option<EditionNo>) -> Handled {
    let edition = meant(ctx, no)?;
    let words = text::event_info(
        edition.no(),
        &terms_of(&edition),
        &stage_words(ctx.world, &edition),
        (&entrants(&edition), edition.stage().is_over()),
        &whom_to_ask(ctx.world, &edition),
        &my_next(ctx, &edition)?,
    );
    let actions = match manages(ctx.world, ctx.msg)? && edition.server() == ctx.msg.server.as_ref()
    {
        true => tools_for(ctx.world, &edition, &ctx.world.editions().results(edition.no())?),
        false => Vec::new(),
    };
    let audience = Audience::Only(ctx.author().clone());
    Ok(Step::Say(vec![Reply { actions, audience, ..ctx.reply(words) }]))
}

/// Returns what comes next for the author, in words.
fn my_next(ctx: Context<'_>, edition: &Edition) -> Handled<String> {
    let no = edition.no();
    if edition.stage().is_over() {
        return Ok(text::see_how_it_ended(no, ctx.prefix));
    }
    let Some(me) = edition.entrant_of(ctx.author()).filter(|one| one.gone.is_none()) else {
        return Ok(match check_may_enter(ctx, edition, &ctx.msg.author) {
            Ok(()) => text::join_enters_you(no, ctx.prefix),
            Err(Early::Failed(error)) => return Err(error.into()),
            Err(Early::Answered(_)) => text::nobody_enters_now(no, ctx.prefix),
        });
    };
    if edition.stage() == Stage::Open {
        let must_check_in = edition.settings().check_in > 0 && !me.misses_first_round();
        return Ok(text::you_have_entered(me.is_here, must_check_in));
    }
    let results = ctx.world.editions().results(edition.no())?;
    let against = |board: &Board, number| named(edition, opponent(board, number));
    let open: Vec<String> = me.number.map_or_else(Vec::new, |number| {
        open_boards(edition, &results, number)
            .map(|board| format!("{} against {}", board.game, against(board, number)))
            .collect()
    });
    Ok(match open.is_empty() {
        false => text::your_event_games(&open),
        true => waiting_words(edition, me.number, |one| named(edition, one)),
    })
}

/// `tournament standings`
///
/// `whose` is whose place is to be explained, `Some(None)` for that of the author.
pub(crate) fn standings(
    ctx: Context<'_>,
    no: Option<EditionNo>,
    whose: Option<Option<&str>>,
) -> Handled {
    let edition = meant(ctx, no)?;
    let no = edition.no();
    if edition.players().next().is_none() {
        return ctx.say_to_author(text::no_standings_yet(no, begins(ctx.world, &edition)));
    }
    let results = ctx.world.editions().results(no)?;
    if let Some(word) = whose {
        let person = match word {
            Some(word) => find_person(ctx, word)?,
            None => ctx.msg.author.clone(),
        };
        return explain(ctx, &edition, &results, &person);
    }
    let own = edition.entrant_of(ctx.author()).and_then(|one| one.number);
    let mut groups = standings_lines(&edition, &results);
    let of_own = own.and_then(|own| edition.groups().iter().position(|all| all.contains(&own)));
    if let Some(at) = of_own.filter(|at| *at < groups.len()) {
        // A text of many groups shows the first ones.
        groups[..=at].rotate_right(1);
    }
    let (name, stage) = (shown(&edition.settings().name), standings_stage(&edition, &results));
    let mut reply = ctx.reply(text::standings_of(no, &name, stage, &groups));
    let picture = standings_picture(ctx.world, &edition, &results, own);
    reply.attachments.push(Attachment::Picture(picture));
    reply.audience = Audience::Only(ctx.author().clone());
    Ok(Step::Say(vec![reply]))
}

/// Returns what a place is made of.
fn explain(ctx: Context<'_>, edition: &Edition, results: &Results, person: &Person) -> Handled {
    let number = edition.entrant_of(&person.id).and_then(|one| one.number);
    let Some(number) = number else {
        return ctx.say(text::does_not_take_part(edition.no(), &person_name(edition, person)));
    };
    for one in table(edition, results) {
        let Some(line) = one.standings.lines.iter().find(|line| line.number == number) else {
            continue;
        };
        let values = one.standings.tie_breaks.iter().zip(&line.tie_breaks);
        let mut sums: Vec<String> =
            values.map(|(tie_break, value)| sum_shown(edition, *tie_break, value)).collect();
        let has_dummy = |value: &TieBreakValue| match value {
            TieBreakValue::Sum(sum) => sum.terms.iter().any(is_of_dummy),
            TieBreakValue::Encounter(_) | TieBreakValue::Count(_) => false,
        };
        sums.extend(line.tie_breaks.iter().any(has_dummy).then(text::about_dummy));
        let (name, place) = (named(edition, number), one.place(line));
        return ctx.say_to_author(text::place_explained(&name, place, line.points, &sums));
    }
    ctx.say_to_author(text::no_standings_yet(edition.no(), begins(ctx.world, edition)))
}

const fn is_of_dummy(term: &Term) -> bool {
    matches!(term.kind, TermKind::Dummy { .. })
}

/// A tie-break with what it is made of.
fn sum_shown(edition: &Edition, tie_break: TieBreak, value: &TieBreakValue) -> String {
    let terms = match value {
        TieBreakValue::Sum(sum) => &*sum.terms,
        TieBreakValue::Encounter(_) | TieBreakValue::Count(_) => &[],
    };
    let term = |term: &Term| {
        let whom = match term.kind {
            TermKind::Opponent(number) => named(edition, number),
            TermKind::Dummy { .. } => text::dummy(),
        };
        text::term(&term.value.to_string(), &whom, term.is_cut)
    };
    let terms: Vec<String> = terms.iter().map(term).collect();
    text::tie_break_sum(tie_break, &value.shown(), &terms)
}

/// `tournament pairings`
pub(crate) fn pairings(ctx: Context<'_>, no: Option<EditionNo>, round: Option<usize>) -> Handled {
    let edition = meant(ctx, no)?;
    let (no, paired) = (edition.no(), edition.rounds().len());
    let round = round.unwrap_or(paired);
    let Some(shown_round) = round.checked_sub(1).and_then(|at| edition.rounds().get(at)) else {
        return ctx.say_to_author(text::no_such_round(no, paired, begins(ctx.world, &edition)));
    };
    let results = ctx.world.editions().results(no)?;
    let lines: Vec<PairLine> = shown_round
        .boards
        .iter()
        .map(|board| PairLine {
            white: named(&edition, board.white),
            black: named(&edition, board.black),
            game: board.game,
            result: results.get(&board.game).and_then(|one| one.outcome).map(result_words),
        })
        .collect();
    let free: Vec<String> = shown_round
        .free
        .iter()
        .filter(|free| !matches!(free.why, Free::Missing(_)))
        .map(|free| named(&edition, free.number))
        .collect();
    ctx.say_to_author(text::round_shown(no, round, &lines, &free))
}

/// A result between two as in tables.
pub(super) fn result_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winners, _) if winners.contains(Seat::FIRST) => "1–0".to_owned(),
        Outcome::Win(..) => "0–1".to_owned(),
        Outcome::Draw(_) => "½–½".to_owned(),
        Outcome::Aborted => "–".to_owned(),
    }
}

/// `tournament export`
pub(crate) fn export(ctx: Context<'_>, no: Option<EditionNo>, as_json: bool) -> Handled {
    let edition = meant(ctx, no)?;
    let no = edition.no();
    let results = ctx.world.editions().results(no)?;
    let event = whole_event(&edition, &results);
    let (ending, body) = if as_json {
        let body = serde_json::to_string_pretty(&event)
            .map_err(|error| InternalError(format!("{no} cannot be exported: {error}")))?;
        ("json", body)
    } else {
        let tables = table(&edition, &results);
        let lines =
            tables.iter().flat_map(|one| one.standings.lines.iter().map(move |it| (one, it)));
        let places = lines.filter_map(|(one, line)| Some((line.number, one.place(line)?)));
        let places = places.collect();
        ("trf", trf::write_ranked(&event, &places))
    };
    let file = TextFile { name: format!("{no}.{ending}"), text: body };
    let mut reply = ctx.reply(text::event_exported(no, as_json));
    reply.audience = Audience::Only(ctx.author().clone());
    reply.attachments.push(Attachment::File(file));
    Ok(Step::Say(vec![reply]))
}
