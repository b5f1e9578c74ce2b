//! The colours of the pieces, which mean nothing (R23): they are dealt at the start of a game, and
//! each piece carries its own along.

use std::ops::Range;

use scene::Shade;

use super::{CellSet, Kind, MAX_CELLS, Position, Report, Way};
use crate::{PictureContext, Rules as _, Seat, random::Random};

/// The tones that pieces may have: the neutral one, nine different ones, two similar ones.
pub(super) const TONES: Range<u8> = 0..12;

/// The colouring of pieces, a display option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colours {
    Plain,
    /// The nine pieces of each zone in nine colours.
    Rainbow,
    /// Two similar colours, mixed over all pieces.
    Shady,
}

impl Colours {
    /// Reads display options in canonical text.
    fn of(look: &str) -> Self {
        let value = look.split(',').find_map(|part| part.strip_prefix("colours="));
        match value {
            Some("plain") => Self::Plain,
            Some("shady") => Self::Shady,
            _ => Self::Rainbow,
        }
    }
}

/// The colours of the pieces on the board, and of those captured on the way there.
pub(super) struct Painted {
    /// The tone of the piece on each cell, by the index of the cell.
    tones: [u8; MAX_CELLS],
    /// Who captured what, in order.
    pub(super) captures: Vec<(Seat, Kind, Shade)>,
}

impl Painted {
    /// The colours in a position after these plies; all are plain if the plies do not lead from the
    /// start position to this one.
    pub(super) fn of(position: &Position, context: &PictureContext<'_, Report>) -> Self {
        let start = Position::start(position.options());
        let colours = Colours::of(context.look);
        let mut kinds = [None; MAX_CELLS];
        start.occupied().for_each(|at| kinds[at] = Some(start.kind_on(at)));
        let mut painted = Self { tones: [0; MAX_CELLS], captures: Vec::new() };
        if colours != Colours::Plain {
            painted.tones = deal(&start, colours, context.seed);
        }
        for (_, report) in context.plies {
            painted.follow(&mut kinds, report);
        }
        let is_its_game = start.form() == position.form()
            && (0..MAX_CELLS)
                .all(|at| kinds[at] == position.occupied().has(at).then(|| position.kind_on(at)));
        if !is_its_game {
            painted.tones = [0; MAX_CELLS];
            painted.captures.iter_mut().for_each(|(_, _, shade)| *shade = Shade::Tone(0));
        }
        painted
    }

    /// Carries the colours along a ply.
    fn follow(&mut self, kinds: &mut [Option<Kind>; MAX_CELLS], report: &Report) {
        let (from, to) = (report.mv.from.index(), report.mv.to.index());
        if let Some(victim) = report.captured() {
            self.captures.push((report.seat, victim, Shade::Tone(self.tones[to])));
        }
        // A merged piece keeps the colour of the one on the target.
        if report.mv.way != Way::Merge {
            self.tones[to] = self.tones[from];
        }
        self.tones[from] = 0;
        let arrives = report.made().unwrap_or(report.kind);
        // A piece that moves from where none of its kind stood shows that this is another game.
        kinds[to] = kinds[from].filter(|kind| *kind == report.kind).map(|_| arrives);
        kinds[from] = None;
    }

    /// The fill of the piece on the cell with this index.
    pub(super) const fn shade(&self, at: usize) -> Shade {
        Shade::Tone(self.tones[at])
    }
}

/// The colours of the start position, the same for the same seed.
fn deal(start: &Position, colours: Colours, seed: u64) -> [u8; MAX_CELLS] {
    let mut tones = [0; MAX_CELLS];
    let mut random = Random::new(seed);
    let mut lay = |cells: CellSet, mut hand: Vec<u8>| {
        random.shuffle(&mut hand);
        cells.zip(hand).for_each(|(at, tone)| tones[at] = tone);
    };
    match colours {
        Colours::Plain => {}
        Colours::Rainbow => {
            start.seats().for_each(|seat| lay(start.pieces_of(seat), (1..=9).collect()));
        }
        Colours::Shady => {
            let all = start.occupied();
            lay(all, [10, 11].into_iter().cycle().take(all.size() as usize).collect());
        }
    }
    tones
}
