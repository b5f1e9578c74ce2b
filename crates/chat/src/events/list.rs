//! The events that somebody sees from where they are, as data for a surface that shows them beside the chat.

use event::{Edition, Results, Stage};
use pairing::history::Number;
use serde::Serialize;
use table::{DAY, EditionNo, GameNo, Millis, PersonId, plain_name};

use super::{
    mine::{actions_for, open_boards, opponent, waiting_words},
    people::plainly_named,
    posts::terms_of,
    questions::stage_words,
    tools::tools_for,
    view::{EventTable, event_table},
    visible::{manages_page, may_see},
};
use crate::{
    actions::action::Action,
    handling::{privacy::Asker, step::InternalError},
    text,
    world::World,
};

/// For how long an event is listed that is over, in milliseconds: a day.
const LISTED_AFTER: Millis = DAY;
/// The most events of a list: it moves up and down, and more than these are held nowhere at a time.
const MOST_LISTED: u32 = 60;

/// An event in a list, as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventEntry {
    /// The number of the edition.
    pub no: EditionNo,
    /// The name of the event, harmless to show.
    pub name: String,
    /// Its stage in words, with placeholders for instants.
    pub stage: String,
    /// A note for the person who has entered: before it begins, and while they wait in it for a game.
    pub note: Option<String>,
    /// Whether nothing can happen in it any more.
    pub is_over: bool,
    /// The games that the person is to play in it now.
    pub games: Vec<OwnGame>,
    /// The person's actions to tap, the likeliest first.
    pub actions: Vec<Action>,
}

/// A game that somebody is to play in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnGame {
    /// The number of the game.
    pub game: GameNo,
    /// The name of the opponent, harmless to show.
    pub against: String,
    /// Whether they have White.
    pub white: bool,
}

/// All about an event, as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventView {
    /// Its entry in the list.
    pub entry: EventEntry,
    /// Its settings, in a sentence.
    pub terms: String,
    /// The actions of its manager to tap; `None` for everybody else.
    pub tools: Option<Vec<Action>>,
    /// Its players, standings and rounds.
    pub table: EventTable,
}

/// The events that somebody may see from where they ask and that are not over, or have not been for long:
/// those that are being played first, then those to come, the next one first.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn events(world: &dyn World, asker: Asker<'_>) -> Result<Vec<EventEntry>, InternalError> {
    let log = world.editions();
    let since = world.now().saturating_sub(LISTED_AFTER);
    let platform = asker.place.platform();
    let mut numbers = log.lately_in(platform, asker.server, since, MOST_LISTED)?;
    numbers.extend(log.with(asker.who)?);
    numbers.sort_unstable();
    numbers.dedup();
    let mut seen = Vec::new();
    for no in numbers {
        seen.extend(log.edition(no)?.filter(|one| may_see(asker, one)));
    }
    seen.sort_by_key(|one| {
        let order = match one.stage() {
            Stage::Running => 0,
            Stage::Open => 1,
            Stage::Finished | Stage::Cancelled => 2,
        };
        (order, one.settings().start)
    });
    seen.iter()
        .map(|one| {
            let is_played = one.stage() == Stage::Running;
            let results = if is_played { log.results(one.no())? } else { Results::new() };
            Ok(entry(world, one, &results, asker.who))
        })
        .collect()
}

/// All about an event; `None` if there is none with this number that the asker may see.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn event(
    world: &dyn World,
    asker: Asker<'_>,
    no: EditionNo,
) -> Result<Option<EventView>, InternalError> {
    let log = world.editions();
    let Some(edition) = log.edition(no)?.filter(|one| may_see(asker, one)) else {
        return Ok(None);
    };
    let results = log.results(no)?;
    let manages = manages_page(world, asker)?;
    Ok(Some(EventView {
        tools: manages.then(|| tools_for(world, &edition, &results)),
        entry: entry(world, &edition, &results, asker.who),
        terms: text::event_terms(&terms_of(&edition)),
        table: event_table(&edition, &results, asker.who),
    }))
}

/// An edition as a list shows it to a person. Only of one that is being played the results count.
fn entry(world: &dyn World, edition: &Edition, results: &Results, who: &PersonId) -> EventEntry {
    let settings = edition.settings();
    let me = edition.entrant_of(who).filter(|one| one.gone.is_none());
    let entered = me.filter(|_| edition.stage() == Stage::Open);
    let plays = me.filter(|_| edition.stage() == Stage::Running).and_then(|me| me.number);
    let games = plays.map_or_else(Vec::new, |number| own_games(edition, results, number));
    EventEntry {
        no: edition.no(),
        name: plain_name(&settings.name),
        stage: stage_words(world, edition),
        note: match entered {
            Some(me) => Some(text::you_have_entered(
                me.is_here,
                settings.check_in > 0 && !me.misses_first_round(),
            )),
            None => plays
                .filter(|_| games.is_empty())
                .map(|me| waiting_words(edition, Some(me), |one| plainly_named(edition, one))),
        },
        is_over: edition.stage().is_over(),
        games,
        actions: actions_for(edition, results, who),
    }
}

fn own_games(edition: &Edition, results: &Results, number: Number) -> Vec<OwnGame> {
    open_boards(edition, results, number)
        .map(|board| OwnGame {
            game: board.game,
            against: plainly_named(edition, opponent(board, number)),
            white: board.white == number,
        })
        .collect()
}
