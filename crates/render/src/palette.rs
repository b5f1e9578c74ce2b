//! The palette of a picture: at most 256 entries, colours of its theme and blends between those
//! that meet in it.

mod armies;
mod charts;
mod hexes;
mod standings;
mod tones;

use std::sync::OnceLock;

use super::theme::{Colours, Rgb};

/// How many values [`Edge`] has.
const EDGES: usize = 3;

/// Bits per channel by which blends are looked up.
const BITS: u32 = 5;

/// The use for which a palette is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PaletteKind {
    /// Two armies on plain boards.
    Armies,
    /// Tones on boards with zones.
    Tones,
    /// Two armies on boards of hexes.
    Hexes,
    /// Charts.
    Charts,
    /// Standings of events.
    Standings,
}

impl PaletteKind {
    /// The colours that cover areas; all of them have entries.
    pub(crate) fn areas(self, colours: &Colours) -> Vec<Rgb> {
        match self {
            Self::Armies => armies::areas(colours),
            Self::Tones => tones::areas(colours),
            Self::Hexes => hexes::areas(colours),
            Self::Charts => charts::areas(colours),
            Self::Standings => standings::areas(colours),
        }
    }

    /// The pairs of colours that meet at an edge, and how many blends between them are worth an entry; the
    /// palette may be full before the last ones.
    pub(crate) fn meetings(self, colours: &Colours) -> Vec<(Rgb, Rgb, u8)> {
        match self {
            Self::Armies => armies::meetings(colours),
            Self::Tones => tones::meetings(colours),
            Self::Hexes => hexes::meetings(colours),
            Self::Charts => charts::meetings(colours),
            Self::Standings => standings::meetings(colours),
        }
    }
}

/// The covered part of a pixel at the edge of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Third,
    Half,
    TwoThirds,
}

/// At most 256 colours, and the nearest of them for any other.
#[derive(Debug)]
pub(crate) struct Palette {
    entries: Vec<Rgb>,
    nearest: Vec<u8>,
    /// Of each entry and each shade of an edge what is seen where it covers another one.
    covers: Vec<OnceLock<Box<[u8; 256]>>>,
}

impl Palette {
    /// The palette of a theme: colours that cover areas first, then blends of the pairs that meet.
    pub(crate) fn new(colours: &Colours, palette_kind: PaletteKind) -> Self {
        let mut entries = Vec::with_capacity(256);
        for colour in palette_kind.areas(colours) {
            push_new(&mut entries, colour);
        }
        for (under, over, steps) in palette_kind.meetings(colours) {
            for step in 1..=steps {
                let part = 255 * u32::from(step) / (u32::from(steps) + 1);
                push_new(&mut entries, under.under(over, part as u8));
            }
        }
        let nearest = (0..1_u32 << (3 * BITS)).map(|cell| search(&entries, centre(cell))).collect();
        let covers = (0..EDGES * entries.len()).map(|_| OnceLock::new()).collect();
        Self { entries, nearest, covers }
    }

    /// The colours, in the order of their indices.
    pub(crate) fn entries(&self) -> &[Rgb] {
        &self.entries
    }

    /// The colours as files have them: red, green and blue of each, in the order of their indices.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|&Rgb(red, green, blue)| [red, green, blue]).collect()
    }

    /// The index of a colour: its own if it is in the palette, otherwise the nearest.
    pub(crate) fn index(&self, colour: Rgb) -> u8 {
        search(&self.entries, colour)
    }

    /// The indices of what is seen where an edge of an entry covers each one.
    pub(crate) fn covers(&self, over: u8, edge: Edge) -> &[u8; 256] {
        let alpha = match edge {
            Edge::Third => 85,
            Edge::Half => 127,
            Edge::TwoThirds => 170,
        };
        self.covers[EDGES * usize::from(over) + edge as usize].get_or_init(|| {
            let colour = self.entries[usize::from(over)];
            let last = self.entries.len() - 1;
            let under = |index: usize| self.cover(index.min(last) as u8, colour, alpha);
            Box::new(std::array::from_fn(under))
        })
    }

    /// The index of what is seen where `alpha` of 255 of a colour covers an entry.
    pub(crate) fn cover(&self, under: u8, over: Rgb, alpha: u8) -> u8 {
        let Rgb(red, green, blue) = self.entries[usize::from(under)].under(over, alpha);
        let cell = [red, green, blue]
            .iter()
            .fold(0, |cell, &channel| cell << BITS | usize::from(channel) >> (8 - BITS));
        self.nearest[cell]
    }
}

/// The colour in the middle of a cell of the look-up table.
fn centre(cell: u32) -> Rgb {
    let channel = |shift: u32| {
        let high = cell >> (shift * BITS) & ((1 << BITS) - 1);
        (high * 255 / ((1 << BITS) - 1)) as u8
    };
    Rgb(channel(2), channel(1), channel(0))
}

/// The index of the nearest entry, the first of equals; the eye sees green best and blue least.
fn search(entries: &[Rgb], colour: Rgb) -> u8 {
    let distance = |entry: &Rgb| {
        let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        3 * square(entry.0, colour.0) + 6 * square(entry.1, colour.1) + square(entry.2, colour.2)
    };
    let best = entries.iter().enumerate().min_by_key(|(_, entry)| distance(entry));
    best.map_or(0, |(index, _)| index as u8)
}

/// Adds a colour unless the palette has it or is full.
fn push_new(entries: &mut Vec<Rgb>, colour: Rgb) {
    if entries.len() < 256 && !entries.contains(&colour) {
        entries.push(colour);
    }
}
