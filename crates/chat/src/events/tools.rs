//! Actions to tap for whoever manages an edition.

use event::{Edition, Form, Results, Stage};

use super::{channel_lost::is_homeless, people::count_people, posts::action, start::FEWEST};
use crate::{
    actions::action::{Action, Weight},
    world::World,
};

/// Returns what fits an edition as it stands, what is likeliest first. Before it is called off its manager is asked.
pub(super) fn tools_for(world: &dyn World, edition: &Edition, results: &Results) -> Vec<Action> {
    let stage = edition.stage();
    let goes_on = !stage.is_over();
    let stands = edition.is_paused() || is_homeless(world, edition);
    let comes_again = edition.settings().weekly.is_some();
    let can_begin = stage == Stage::Open && count_people(edition) >= FEWEST;
    let undo =
        Action::command(&format!("pair undo {}", edition.no())).with_label("Take back the round");
    let all = [
        (can_begin, action(edition, "start", "Begin now")),
        (goes_on && stands, action(edition, "resume", "Go on")),
        (goes_on && !stands, action(edition, "pause", "Pause")),
        (goes_on && can_be_undone(edition, results), undo),
        (goes_on && comes_again, action(edition, "weekly off", "End the series")),
        (goes_on, action(edition, "cancel", "Call off").weighing(Weight::Danger)),
        (true, action(edition, "log", "Log")),
        (stage != Stage::Open, action(edition, "export", "Export")),
    ];
    all.into_iter().filter(|(fits, _)| *fits).map(|(_, action)| action).collect()
}

/// Returns `true` if nobody has moved in the newest round of an evening, so that it can be taken back.
fn can_be_undone(edition: &Edition, results: &Results) -> bool {
    let round = edition.rounds().last().filter(|_| edition.settings().form == Form::Evening);
    round.is_some_and(|round| {
        let mut results = round.boards.iter().filter_map(|board| results.get(&board.game));
        results.all(|result| result.plies == 0 && result.outcome.is_none())
    })
}
