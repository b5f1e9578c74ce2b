//! Actions that fit now for a person in a place, over all offers and games there.

use std::cmp::Reverse;

use table::{Game, Occupant, PersonId, PlaceId};

use super::action::{Action, Weight};
use crate::{
    actions::{View, actions, board_action},
    handling::{
        privacy::{Asker, SeenWorld},
        step::InternalError,
    },
    naming::{names::plain_person, titles::name_of},
    world::{World, game_list_row::GameListRow},
};

/// How many offers that the person could take are listed.
const MOST_OFFERS: usize = 3;

/// Returns what fits now for a person in a place: what can be done in the game that waits for them or else went on
/// last, the boards of the other games that wait, and last, by name, the offers of others that they could take.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn actions_at(
    world: &dyn World,
    viewer: &PersonId,
    place: &PlaceId,
) -> Result<Vec<Action>, InternalError> {
    let asker = Asker { who: viewer, place, server: None };
    let world = &SeenWorld::new(world, asker);
    let private = place.owner().is_some();
    let view = View { viewer: Some(viewer), place, private, alone: private };
    let mut fitting = Vec::new();
    let games = games(world, viewer, place)?;
    if let Some(first) = games.first()
        && let Some(game) = world.game(first.no)?
    {
        fitting.extend(actions(world, &game, view)?);
    }
    for other in games.iter().skip(1).filter(|game| game.waits_for(viewer)) {
        fitting.extend(world.game(other.no)?.map(|game| board_action(&game)));
    }
    let plays = games.iter().any(|game| game.is_running());
    for offer in offers(world, viewer, place)?.iter().take(MOST_OFFERS) {
        if let Some(offer) = world.game(offer.no)? {
            // With one offer everything about it fits, with several the way into each.
            let about = actions(world, &offer, view)?.into_iter();
            let about = about.filter(|action| action.game.is_some());
            fitting.extend(about.map(|action| of_other(action, &offer, plays)));
        }
    }
    Action::tell_apart(&mut fitting);
    Ok(fitting)
}

/// An action about somebody else's offer, named so that nobody takes it for one about their own game. Whoever plays
/// is not led away from that.
fn of_other(action: Action, offer: &Game, plays: bool) -> Action {
    let Some(Occupant::Person(host)) = offer.seats().first() else { return action };
    let label =
        format!("{} {} with {}", action.label, name_of(offer), plain_person(offer.seats(), host));
    let action = action.with_label(&label);
    if plays { action.weighing(Weight::Normal) } else { action }
}

/// The offers that the person could take: those to them by name first, then those of the place.
fn offers(
    world: &dyn World,
    viewer: &PersonId,
    place: &PlaceId,
) -> Result<Vec<GameListRow>, InternalError> {
    let mut offers = world.open_games_of(viewer)?;
    for open in world.open_games_at(place)? {
        if offers.iter().all(|known| known.no != open.no) {
            offers.push(open);
        }
    }
    offers.retain(|offer| offer.asks(viewer));
    Ok(offers)
}

/// The person's own games and offers of the place, in a private chat those of every place: the one
/// that waits for them longest first. If there is none, the game of the place that ended last.
fn games(
    world: &dyn World,
    viewer: &PersonId,
    place: &PlaceId,
) -> Result<Vec<GameListRow>, InternalError> {
    let here = |game: &GameListRow| game.place == *place || place.owner().is_some();
    let mut mine = world.open_games_of(viewer)?;
    mine.retain(|game| game.has(viewer) && here(game));
    mine.sort_by_key(|game| (!game.waits_for(viewer), !game.is_running(), Reverse(game.moved)));
    if mine.is_empty() {
        let finished = world.finished_games_of(viewer)?;
        mine.extend(finished.into_iter().find(|game| game.was_played() && game.place == *place));
    }
    Ok(mine)
}
