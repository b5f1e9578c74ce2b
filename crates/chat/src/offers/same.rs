//! Offers that are the same: of the same game on the same terms, by the same person to the same people, in the
//! same place. Whoever asks for what they have offered already gets that offer again.

use std::{cmp::Reverse, sync::Arc};

use games::GameKind;
use table::{Game, Millis, Occupant, OfferTerms, Person, PlaceId, ServerId, Stage};

use crate::{
    handling::step::InternalError,
    world::{
        World,
        game_list_row::{GameListRow, sits},
    },
};

/// The parts that make up a new offer.
pub(super) struct NewOffer {
    /// Who makes the offer, and sits.
    pub(super) challenger: Person,
    /// Which game is offered.
    pub(super) kind: GameKind,
    /// Canonical options text.
    pub(super) options: String,
    /// The order of seats and the look of the pictures.
    pub(super) terms: OfferTerms,
    /// Who sits or is asked besides the challenger.
    pub(super) others: Vec<Occupant>,
    /// The place in which the game is played.
    pub(super) place: PlaceId,
    /// The server to which that place belongs, if it is known to belong to one.
    pub(super) server: Option<ServerId>,
}

impl NewOffer {
    /// An offer that asks for the same as this one; `None` if it is none.
    pub(super) fn like(offer: &Game) -> Option<Self> {
        Some(Self {
            challenger: offer.challenger()?.clone(),
            kind: offer.kind(),
            options: offer.options().to_owned(),
            terms: offer.terms().clone(),
            others: offer.seats().iter().skip(1).cloned().collect(),
            place: offer.place().clone(),
            server: offer.server().cloned(),
        })
    }
}

/// The challenger's open offer that is what they ask for at an instant; `None` if there is none.
pub(super) fn standing(
    world: &dyn World,
    new: &NewOffer,
    at: Millis,
) -> Result<Option<Arc<Game>>, InternalError> {
    let mut open = offers_like(world, new, at)?;
    open.sort_by_key(|offer| (Reverse(seated(offer.seats())), offer.no()));
    Ok(open.into_iter().next())
}

/// Leaves one of offers that are the same: that in which most people sit, of these the first one.
pub(crate) fn each_once(
    world: &dyn World,
    offers: Vec<GameListRow>,
) -> Result<Vec<GameListRow>, InternalError> {
    let mut once: Vec<(GameListRow, Option<Arc<Game>>)> = Vec::new();
    for offer in offers {
        let game = world.game(offer.no)?;
        let same = once.iter().position(|(row, other)| match (other, &game) {
            // Most are told apart by this already.
            _ if row.kind != offer.kind || row.seats.first() != offer.seats.first() => false,
            (Some(other), Some(game)) => are_same(other, game),
            _ => false,
        });
        match same {
            None => once.push((offer, game)),
            Some(at) if seated(&offer.seats) > seated(&once[at].0.seats) => {
                once[at] = (offer, game)
            }
            Some(_) => {}
        }
    }
    Ok(once.into_iter().map(|(offer, _)| offer).collect())
}

/// The other open offers that are the same as one which is answered, and in which nobody has sat down.
pub(super) fn others_like(
    world: &dyn World,
    offer: &Game,
    at: Millis,
) -> Result<Vec<Arc<Game>>, InternalError> {
    let Some(new) = NewOffer::like(offer) else { return Ok(Vec::new()) };
    let mut others = offers_like(world, &new, at)?;
    others.retain(|other| other.no() != offer.no() && seated(other.seats()) == 1);
    Ok(others)
}

/// The open offers that are what somebody asks for.
fn offers_like(
    world: &dyn World,
    new: &NewOffer,
    at: Millis,
) -> Result<Vec<Arc<Game>>, InternalError> {
    let mut like = Vec::new();
    for row in world.open_games_of(&new.challenger.id)? {
        let is_open = matches!(row.stage, Stage::Offered(until) if until > at);
        if is_open
            && row.seats.first().is_some_and(|first| sits(first, &new.challenger.id))
            && (row.kind, &row.place) == (new.kind, &new.place)
            && let Some(offer) = world.game(row.no)?
            && is_same(&offer, new)
        {
            like.push(offer);
        }
    }
    Ok(like)
}

fn are_same(one: &Game, other: &Game) -> bool {
    NewOffer::like(other).is_some_and(|other| is_same(one, &other))
}

/// Returns `true` if an offer is what somebody asks for, whoever has sat down in it since. The order in which people
/// are named counts where they are to sit in it.
fn is_same(offer: &Game, new: &NewOffer) -> bool {
    let (ours, theirs) = (offer.terms(), &new.terms);
    let [_, seats @ ..] = offer.seats() else { return false };
    let in_order = theirs.listed && seats.len() > 1;
    offer.is_challenger(&new.challenger.id)
        && (offer.kind(), offer.options(), offer.place()) == (new.kind, &*new.options, &new.place)
        && ours.challenger_seat() == theirs.challenger_seat()
        && (ours.listed == theirs.listed || seats.len() == 1)
        && (ours.clock, ours.rated, &ours.look) == (theirs.clock, theirs.rated, &theirs.look)
        && asks_same(seats, &new.others, in_order)
}

/// Returns `true` if these seats are, or were when nobody had sat down, for these others.
fn asks_same(seats: &[Occupant], others: &[Occupant], in_order: bool) -> bool {
    if in_order || seats.len() != others.len() {
        return seats.len() == others.len()
            && seats.iter().zip(others).all(|(seat, other)| is_for(seat, other));
    }
    let mut left: Vec<&Occupant> = seats.iter().collect();
    let is_open = |other: &&Occupant| **other == Occupant::Open;
    let (open, named): (Vec<&Occupant>, Vec<&Occupant>) = others.iter().partition(is_open);
    named.into_iter().chain(open).all(|other| {
        let found = left.iter().position(|seat| is_for(seat, other));
        found.map(|at| left.swap_remove(at)).is_some()
    })
}

/// Returns `true` if a seat is for somebody. Where anyone was asked, somebody may have sat down.
fn is_for(seat: &Occupant, other: &Occupant) -> bool {
    match other {
        Occupant::Open => matches!(seat, Occupant::Open | Occupant::Person(_)),
        Occupant::Bot(_) => seat == other,
        Occupant::Person(person) | Occupant::Asked(person) => seat.is_or_asks(&person.id),
    }
}

/// Returns how many people sit.
fn seated(seats: &[Occupant]) -> usize {
    seats.iter().filter(|seat| matches!(seat, Occupant::Person(_))).count()
}
