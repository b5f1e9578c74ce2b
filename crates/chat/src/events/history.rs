//! The history of an event: `tournament log`.

use event::{Edition, EditionEntry, EditionEvent};
use games::{Outcome, parse_result};
use table::{Correction, EditionNo, Millis, PersonId};

use super::{people, questions::result_words, visible::meant};
use crate::{
    handling::{context::Context, step::Handled},
    parse::plain_text::{escaped, shown},
    text,
};

/// How many lines of a log are shown at once.
const LOG_LINES: usize = 15;

/// Something that has happened.
struct Line {
    at: Millis,
    by: Option<PersonId>,
    words: String,
}

/// `tournament log`
pub(crate) fn log(ctx: Context<'_>, no: Option<EditionNo>, page: usize) -> Handled {
    let edition = meant(ctx, no)?;
    let name_of = |who: &PersonId| match edition.entrant_of(who) {
        Some(one) => people::name_of(&edition, one),
        None => shown(&ctx.world.ratings().name_of(who)),
    };
    let mut happened = own_lines(&edition, &name_of);
    happened.extend(put_right(ctx, edition.no())?);
    happened.sort_by_key(|line| line.at);
    let pages = happened.len().div_ceil(LOG_LINES);
    let page = page.clamp(1, pages.max(1));
    let newest_first = happened.iter().rev().skip((page - 1) * LOG_LINES).take(LOG_LINES);
    let mut lines: Vec<String> = newest_first
        .map(|line| text::log_line(line.at, line.by.as_ref().map(name_of).as_deref(), &line.words))
        .collect();
    if page < pages {
        lines.push(text::older_lines(edition.no(), page + 1, pages, ctx.prefix));
    }
    ctx.say_to_author(lines.join("\n"))
}

/// The log of the edition itself.
fn own_lines(edition: &Edition, name_of: &dyn Fn(&PersonId) -> String) -> Vec<Line> {
    let mut before = None;
    let mut lines = Vec::new();
    for EditionEntry { at, by, event } in edition.log() {
        let words = text::event_words(event, before, name_of);
        lines.push(Line { at: *at, by: by.clone(), words });
        if let EditionEvent::Created { settings } | EditionEvent::Edited { settings } = event {
            before = Some(&**settings);
        }
    }
    lines
}

/// The results of its games that were put right. They stand with the games.
fn put_right(ctx: Context<'_>, no: EditionNo) -> Handled<Vec<Line>> {
    let corrections = ctx.world.editions().corrections(no)?;
    let line = |(at, correction): (Millis, Correction)| {
        let Correction { game, by, result, reason } = correction;
        let held = parse_result(&result).flatten().filter(|one| *one != Outcome::Aborted);
        let words = text::put_right(game, held.map(result_words).as_deref(), &escaped(&reason));
        Line { at, by: Some(by), words }
    };
    Ok(corrections.into_iter().map(line).collect())
}
