//! `why`: whose a piece is, how it moves now, and what is in its way.

use scene::Mark;

use super::{
    Cell, CellSet, Kind, NoMerge, Position,
    moves::Turn,
    words::{cells, movement, points, zone_words},
};
use crate::{Seat, text::list};

/// The explanation of the piece on the named cell, and marks that show it.
pub(super) fn why(position: &Position, text: &str) -> Result<(String, Vec<Mark>), String> {
    let example = position.own().next().or_else(|| position.occupied().next());
    let example = example.map(|at| position.cell(at));
    let hint = example.map_or_else(String::new, |at| format!(", for instance `why {at}`"));
    let Some(at) = position.form().named(text) else {
        return Err(format!("`why` takes a cell with a piece on it{hint}."));
    };
    let Some(kind) = position.piece_at(at) else {
        return Err(format!("No piece stands on {at}. `why` takes a cell with a piece{hint}."));
    };
    let view = View::of(position, at, kind);
    let sentences = [Some(view.moves()), view.free(), view.merges(), view.blocks(), view.ban()];
    let said: Vec<String> = sentences.into_iter().flatten().collect();
    Ok((said.join(" "), view.marks()))
}

/// A piece and the cells around it, seen by the seat in whose zone it stands.
struct View {
    position: Position,
    at: Cell,
    kind: Kind,
    owner: Seat,
    /// Cells that it could go to, disregarding a ban.
    targets: CellSet,
    own: CellSet,
    /// Own pieces that it sees and cannot merge with.
    blockers: CellSet,
}

impl View {
    fn of(position: &Position, at: Cell, kind: Kind) -> Self {
        let owner = position.owner(at);
        let mut position = *position;
        if owner != position.turn {
            position.turn = owner;
            position.ban = None;
        }
        let turn = Turn::<CellSet>::of(&position);
        let targets = turn.targets(kind, at.index());
        let blockers = (position.reach(kind, at.index()) & turn.own).without(targets);
        Self { position, at, kind, owner, targets, own: turn.own, blockers }
    }

    fn moves(&self) -> String {
        let Self { at, kind, owner, .. } = self;
        let form = self.position.form();
        format!(
            "The {} on {at} ({}) moves {}. It stands in {} and belongs to the player there.",
            kind.name(),
            points(kind.pips().into()),
            movement(*kind),
            zone_words(form, *owner)
        )
    }

    fn banned(&self) -> CellSet {
        let ban = self.position.ban.filter(|ban| ban.from == self.at);
        ban.map_or(CellSet::EMPTY, |ban| CellSet::of(ban.to))
    }

    fn steps(&self) -> CellSet {
        self.targets.without(self.position.occupied() | self.banned())
    }

    fn captures(&self) -> CellSet {
        (self.targets & self.position.occupied()).without(self.own)
    }

    fn joins(&self) -> CellSet {
        self.targets & self.own
    }

    /// Returns where it can go.
    fn free(&self) -> Option<String> {
        let named =
            |at: Cell| format!("the {} on {at}", self.position.piece_at(at).map_or("", Kind::name));
        let set = |set| cells(&self.position, set);
        let mut parts = Vec::new();
        if !self.steps().is_empty() {
            parts.push(format!("go to {}", list(set(self.steps()))));
        }
        if !self.captures().is_empty() {
            parts.push(format!("take {}", list(set(self.captures()).into_iter().map(named))));
        }
        if !self.joins().is_empty() {
            parts.push(format!("merge with {}", list(set(self.joins()).into_iter().map(named))));
        }
        Some(if parts.is_empty() {
            "It cannot move now.".to_owned()
        } else {
            format!("From here it can {}.", parts.join(", or "))
        })
    }

    /// Returns what its merges make.
    fn merges(&self) -> Option<String> {
        let first = self.joins().next()?;
        let made = self.kind.merged(self.position.kind_on(first))?;
        let only = self.joins().all(|at| self.kind.merged(self.position.kind_on(at)) == Some(made));
        let name = made.name();
        only.then(|| format!("There is no {name} in the zone, so a merge makes one."))
    }

    /// Returns what is in its way, with the reason where one might expect a merge.
    fn blocks(&self) -> Option<String> {
        if self.blockers.is_empty() {
            return None;
        }
        let mut reasons = self.blockers.filter_map(|at| {
            let why = self.position.no_merge(self.kind, self.position.kind_on(at))?;
            let cell = self.position.cell(at);
            match why {
                NoMerge::Queen | NoMerge::Drones => None,
                NoMerge::Have(kind, by) => Some(format!(
                    " It cannot merge with {cell}, because the zone has a {} on {by}.",
                    kind.name()
                )),
                NoMerge::Off => Some(format!(
                    " It cannot merge with {cell}, because promotions are off in this game."
                )),
            }
        });
        let why = reasons.next().unwrap_or_default();
        let (blockers, zone) =
            (cells(&self.position, self.blockers), zone_words(self.position.form(), self.owner));
        let one = blockers.len() == 1;
        let (piece, verb) = if one { ("piece", "is") } else { ("pieces", "are") };
        let names = list(blockers);
        Some(format!("The {piece} of {zone} on {names} {verb} in its way.{why}"))
    }

    fn ban(&self) -> Option<String> {
        let ban = self.position.ban.filter(|ban| ban.from == self.at)?;
        Some(format!(
            "It may not go to {} in this turn: it has just come from there (no-undo).",
            ban.to
        ))
    }

    fn marks(&self) -> Vec<Mark> {
        let spots = |set| cells(&self.position, set).into_iter();
        let mut marks = vec![Mark::Focus(self.at.into())];
        marks.extend(spots(self.steps()).map(|at| Mark::Step(at.into())));
        marks.extend(spots(self.captures()).map(|at| Mark::Attack(at.into(), None)));
        marks.extend(spots(self.joins()).map(|at| Mark::Join(at.into())));
        marks.extend(spots(self.blockers | self.banned()).map(|at| Mark::Block(at.into())));
        marks
    }
}
