//! The ground of a hex without a man, whom it helps, and who can go there.

use scene::Mark;

use super::attack;
use crate::{
    Rules as _, Seat,
    cyvasse::{
        Centre, Hex, HexSet, Kind, Position, Terrain,
        words::{plural, seat_name, the},
    },
    text::list,
};

/// The explanation of a hex on which no man stands, with its marks.
pub(super) fn why(position: &Position, at: Hex) -> (String, Vec<Mark>) {
    let focus = Mark::Focus(at.into());
    if position.mountains().contains(at) {
        let words = format!(
            "A mountain stands on {at}. It never moves and is never taken; it stops everybody but \
             the Dragon, which flies over it."
        );
        return (words, vec![focus]);
    }
    let mut said: Vec<String> =
        Seat::all(2).filter_map(|seat| centre(position, seat, at)).collect();
    let terrains = Terrain::ALL.into_iter().filter(|it| position.ground(*it).contains(at));
    said.extend(terrains.map(|it| terrain(it, at)));
    if said.is_empty() {
        let corner = if HexSet::CORNERS.contains(at) { ", a corner of the board" } else { "" };
        said.push(format!("{at} is empty{corner}."));
    } else {
        said.push("Nobody stands there.".to_owned());
    }
    let movers = attack::attackers(position, position.turn(), at);
    let mut marks = vec![focus];
    if position.outcome().is_none() {
        said.push(goers(position, movers));
        marks.extend(movers.map(|from| Mark::Arrow(from.into(), at.into())));
    }
    (said.join(" "), marks)
}

/// The sentence about the men of the side to move that can go there.
fn goers(position: &Position, movers: HexSet) -> String {
    let name = seat_name(position.turn());
    let men = movers.filter_map(|at| Some((position.kind_at(at)?, at)));
    let men = list(men.map(|(kind, at)| the(kind, at)));
    if men.is_empty() {
        return format!("None of {name}'s men reaches it now.");
    }
    format!("Of {name}'s men it is reached by {men}.")
}

/// The sentence about what a terrain does.
fn terrain(terrain: Terrain, at: Hex) -> String {
    let helped = Kind::ALL.into_iter().filter(|kind| kind.home() == Some(terrain));
    let helped = list(helped.map(plural));
    let of = if terrain == Terrain::Grassland { "grassland" } else { terrain.name() };
    let article = if terrain == Terrain::Grassland { "" } else { "a " };
    format!(
        "{at} is {article}{of}: {helped} of either side, standing here, are defended one tier \
         higher."
    )
}

/// The sentence about a fortress or ruin on this hex.
fn centre(position: &Position, seat: Seat, at: Hex) -> Option<String> {
    let name = seat_name(seat);
    match position.centre(seat) {
        Centre::Fortress(hex) if hex == at => {
            let whom = if position.options().bonus_for_any() { "every man" } else { "its own men" };
            Some(format!(
                "{at} is {name}'s fortress: it helps {whom} in defence by one tier (no Dragon), \
                 {name} promotes and crowns on it, and all Horses ride round it. An enemy on it \
                 must be retaken at once, or it falls."
            ))
        }
        Centre::Ruin(hex) if hex == at => Some(format!(
            "{at} is the centre of {name}'s ruined fortress: all Horses ride round it, and it \
             helps nobody."
        )),
        _ => None,
    }
}

/// The explanation of where the Dragon in hand of the side to move may come out, with its marks.
pub(super) fn dragon_in_hand(position: &Position) -> (String, Vec<Mark>) {
    let name = seat_name(position.turn());
    let Some(fortress) = position.fortress(position.turn()) else {
        let words = format!(
            "{name}'s Dragon stays in hand: it comes out at the fortress, which is ruined."
        );
        return (words, Vec::new());
    };
    let entries = position.entries();
    let enemies = position.men_of(position.turn().other());
    let how = if position.options().entry_by_path() {
        format!("on {fortress} or wherever a Dragon could fly to from there")
    } else {
        format!("on any hex within four steps of {fortress}, whatever stands between")
    };
    let takes = (entries & enemies).filter_map(|at| Some(the(position.kind_at(at)?, at)));
    let takes = list(takes);
    let takes = if takes.is_empty() { takes } else { format!(" It could take {takes}.") };
    let example = entries.last().map_or_else(String::new, |at| format!(", typed `D@{at}`"));
    let words = format!(
        "{name}'s Dragon is in hand. Bringing it out is a whole turn{example}: {how}, but not on \
         a mountain or an own man.{takes}"
    );
    let mut marks = vec![Mark::Focus(fortress.into())];
    marks.extend(entries.without(enemies).map(|at| Mark::Step(at.into())));
    marks.extend((entries & enemies).map(|at| Mark::Attack(at.into(), None)));
    (words, marks)
}
