//! The palette of a theme: its colours, and the blends between those that meet in a picture.

use super::dice::{EARLIER, PALE};
use super::theme::{Colours, Rgb, Tone};

/// Bits per channel by which blends are looked up.
const BITS: u32 = 5;

/// The fills that a palette is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Dyes {
    /// Two armies on plain boards.
    Armies,
    /// Tones on boards with zones.
    Tones,
    /// Two armies on boards of hexes.
    Hexes,
}

/// At most 256 colours, and the nearest of them for any other.
#[derive(Debug)]
pub(super) struct Palette {
    entries: Vec<Rgb>,
    nearest: Vec<u8>,
}

impl Palette {
    /// The palette of a theme: `exact` colours first, then blends of the pairs that meet.
    pub(super) fn new(colours: &Colours, dyes: Dyes) -> Self {
        let mut entries = Vec::with_capacity(256);
        let (flat, meetings) = match dyes {
            Dyes::Armies => (flat(colours), meetings(colours)),
            Dyes::Tones => (tones::flat(colours), tones::meetings(colours)),
            Dyes::Hexes => (hexes::flat(colours), hexes::meetings(colours)),
        };
        for colour in flat {
            push_new(&mut entries, colour);
        }
        for (under, over, steps) in meetings {
            for step in 1..=steps {
                let part = 255 * u32::from(step) / (u32::from(steps) + 1);
                push_new(&mut entries, under.under(over, part as u8));
            }
        }
        let nearest = (0..1_u32 << (3 * BITS)).map(|cell| search(&entries, centre(cell))).collect();
        Self { entries, nearest }
    }

    /// The colours by index.
    pub(super) fn entries(&self) -> &[Rgb] {
        &self.entries
    }

    /// The index of a colour: its own if it is in the palette, otherwise the nearest.
    pub(super) fn index(&self, colour: Rgb) -> u8 {
        search(&self.entries, colour)
    }

    /// The index of what is seen where `alpha` of 255 of a colour covers an entry.
    pub(super) fn cover(&self, under: u8, over: Rgb, alpha: u8) -> u8 {
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

/// The nearest entry, the first of equals; the eye sees green best and blue least.
fn search(entries: &[Rgb], colour: Rgb) -> u8 {
    let distance = |entry: &Rgb| {
        let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        3 * square(entry.0, colour.0) + 6 * square(entry.1, colour.1) + square(entry.2, colour.2)
    };
    let best = entries.iter().enumerate().min_by_key(|(_, entry)| distance(entry));
    best.map_or(0, |(index, _)| index as u8)
}

fn push_new(entries: &mut Vec<Rgb>, colour: Rgb) {
    if entries.len() < 256 && !entries.contains(&colour) {
        entries.push(colour);
    }
}

/// Colours that cover areas.
fn flat(colours: &Colours) -> Vec<Rgb> {
    let c = colours;
    let mut all = vec![c.light, c.dark, c.margin, c.panel, c.ink, c.dim, c.tray];
    all.extend([c.last, c.push, c.lost, c.hit, c.legal, c.edge, c.medal]);
    all.extend([c.push_word, c.lost_word]);
    all.extend(c.hatched);
    all.extend(c.halo);
    for square in [c.light, c.dark] {
        all.push(square.under(c.last, c.tint));
        all.push(square.under(c.legal, c.tint));
    }
    for paint in [c.white, c.black] {
        for paint in [paint, paint.faded(c.tray, PALE), paint.faded(c.tray, EARLIER)] {
            all.extend([paint.fill, paint.line, paint.shade, paint.shine, paint.mark]);
        }
    }
    all
}

/// Pairs of colours that meet at an edge, and how many blends between them are worth an entry;
/// the most frequent first, for the last ones may find the palette full. Three blends make an
/// edge smooth to the eye; more only make the file larger.
fn meetings(colours: &Colours) -> Vec<(Rgb, Rgb, u8)> {
    let c = colours;
    let mut pairs = vec![(c.margin, c.ink, 4), (c.panel, c.ink, 4)];
    for paint in [c.white, c.black] {
        pairs.extend([
            (c.light, paint.line, 3),
            (c.dark, paint.line, 3),
            (paint.fill, paint.line, 3),
        ]);
        pairs.extend([(paint.shade, paint.line, 2), (paint.shade, paint.mark, 2)]);
        pairs.extend([(paint.fill, paint.mark, 3), (paint.fill, paint.shade, 1)]);
        pairs.extend([(paint.line, paint.mark, 2), (paint.fill, paint.shine, 1)]);
    }
    for square in [c.light, c.dark] {
        pairs.extend([(square, c.edge, 3), (square.under(c.last, c.tint), c.edge, 3)]);
        pairs.extend([(square, c.last, 3), (square, c.legal, 2), (square, c.push, 2)]);
    }
    pairs.extend([(c.panel, c.dim, 4), (c.panel, c.hit, 4), (c.panel, c.push_word, 4)]);
    pairs.extend([(c.panel, c.lost_word, 4), (c.panel, c.tray, 3), (c.margin, c.light, 2)]);
    for mark in [c.last, c.push, c.lost, c.legal] {
        pairs.push((c.edge, mark, 3));
    }
    for paint in [c.white, c.black] {
        let faded = paint.faded(c.tray, PALE);
        pairs.extend([(faded.fill, faded.line, 3), (c.tray, faded.line, 3)]);
    }
    pairs.extend(c.hatched.map(|hatch| (c.light, hatch, 4)));
    pairs.extend(c.halo.map(|halo| (c.dark, halo, 4)));
    pairs
}

/// Boards with zones, and pieces in tones.
mod tones {
    use super::{Colours, Rgb, Tone};
    use crate::scene::Shade;

    const TONES: std::ops::Range<u8> = 0..12;

    /// Both cells of each zone.
    fn cells(c: &Colours) -> Vec<Rgb> {
        let mut cells = Vec::new();
        for zone in 0..c.zones.len() {
            cells.extend([Tone::Light, Tone::Dark].map(|tone| c.ground(Some(zone), tone)));
        }
        cells
    }

    pub(super) fn flat(c: &Colours) -> Vec<Rgb> {
        let mut all = vec![c.light, c.dark, c.margin, c.panel, c.ink, c.dim, c.tray];
        all.extend([c.last, c.lost, c.hit, c.legal, c.edge, c.medal, c.water]);
        all.extend(c.hatched);
        all.extend(c.halo);
        all.extend(cells(c));
        all.extend((0..c.zones.len()).map(|zone| c.label(zone)));
        for cell in [c.light, c.dark] {
            all.extend([cell.under(c.last, c.tint), cell.under(c.legal, c.tint)]);
        }
        for tone in TONES {
            let paint = c.paint(Shade::Tone(tone));
            all.extend([paint.fill, paint.shade, paint.shine, paint.mark]);
        }
        all
    }

    /// As [`super::meetings`].
    pub(super) fn meetings(c: &Colours) -> Vec<(Rgb, Rgb, u8)> {
        let mut pairs = vec![(c.margin, c.ink, 4), (c.panel, c.ink, 4)];
        pairs.extend([(c.margin, c.dim, 3), (c.panel, c.dim, 3), (c.margin, c.edge, 1)]);
        pairs.extend([(c.water, c.edge, 3), (c.tray, c.edge, 3), (c.medal, c.edge, 2)]);
        for tone in TONES {
            let paint = c.paint(Shade::Tone(tone));
            pairs.push((paint.fill, paint.line, if tone == 0 { 3 } else { 2 }));
            pairs.push((paint.fill, paint.mark, if tone == 0 { 3 } else { 2 }));
        }
        pairs.extend(cells(c).into_iter().map(|cell| (cell, c.edge, 3)));
        for mark in [c.last, c.legal] {
            pairs.push((c.edge, mark, 3));
            for cell in [c.light, c.dark] {
                pairs.push((cell.under(mark, c.tint), c.edge, 3));
            }
        }
        pairs.extend(cells(c).chunks_exact(2).map(|cells| (cells[0], cells[1], 2)));
        pairs.extend([(c.edge, c.lost, 2), (c.margin, c.light, 2)]);
        pairs.extend(c.hatched.map(|hatch| (c.light, hatch, 4)));
        pairs.extend(c.halo.map(|halo| (c.dark, halo, 4)));
        pairs
    }
}

/// Boards of hexes: three tones, terrains, walls, a screen.
mod hexes {
    use super::{Colours, Rgb, Tone};
    use crate::render::screen::Cloth;
    use crate::scene::Ground;

    const TERRAINS: [Ground; 3] = [Ground::Hill, Ground::Forest, Ground::Grassland];

    fn cells(c: &Colours) -> [Rgb; 3] {
        [Tone::Light, Tone::Middle, Tone::Dark].map(|tone| c.ground(None, tone))
    }

    pub(super) fn flat(c: &Colours) -> Vec<Rgb> {
        let mut all = vec![c.margin, c.ink, c.dim, c.tray, c.panel, c.hit];
        all.extend(cells(c));
        all.extend([c.last, c.push, c.lost, c.legal, c.edge, c.medal]);
        all.extend(c.hatched);
        all.extend(c.halo);
        for cell in cells(c) {
            all.extend([cell.under(c.last, c.tint), cell.under(c.legal, c.tint)]);
        }
        for paint in [c.white, c.black] {
            all.extend([paint.fill, paint.line, paint.shade, paint.shine, paint.mark]);
        }
        for ground in TERRAINS {
            all.extend(c.soil(ground));
            all.push(c.scenery(ground).fill);
        }
        let stone = c.scenery(Ground::Mountain);
        all.extend([stone.fill, stone.shade, stone.shine]);
        let cloth = Cloth::of(c);
        all.extend([cloth.curtain, cloth.seam, cloth.bright, cloth.shaded, cloth.frame]);
        all
    }

    /// As [`super::meetings`].
    pub(super) fn meetings(c: &Colours) -> Vec<(Rgb, Rgb, u8)> {
        let mut pairs = vec![(c.margin, c.ink, 4), (c.margin, c.dim, 3), (c.margin, c.hit, 3)];
        for paint in [c.white, c.black] {
            pairs.extend([(paint.fill, paint.mark, 3), (paint.fill, paint.line, 3)]);
            pairs.extend([(paint.shade, paint.line, 2), (paint.shade, paint.mark, 2)]);
            pairs.extend([(paint.line, paint.mark, 1), (paint.fill, paint.shade, 1)]);
            pairs.extend(cells(c).map(|cell| (cell, paint.line, 3)));
        }
        pairs.extend(cells(c).map(|cell| (cell, c.edge, 3)));
        for ground in TERRAINS {
            let (soil, sign) = (c.soil(ground).unwrap_or(c.light), c.scenery(ground).fill);
            pairs.extend([(soil, sign, 3), (soil, c.edge, 2), (soil, c.black.line, 2)]);
        }
        let stone = c.scenery(Ground::Mountain);
        pairs.extend([(stone.fill, stone.shine, 2), (stone.fill, stone.line, 2)]);
        pairs.extend([(stone.shade, stone.line, 1), (c.tray, c.edge, 3), (c.margin, c.tray, 2)]);
        for mark in [c.last, c.legal, c.push, c.lost] {
            pairs.push((c.edge, mark, 3));
        }
        for cell in cells(c) {
            pairs.push((cell.under(c.last, c.tint), c.edge, 2));
        }
        pairs.extend([(c.edge, c.medal, 3), (c.margin, c.edge, 2)]);
        pairs.extend(c.hatched.map(|hatch| (c.light, hatch, 3)));
        pairs.extend(c.halo.map(|halo| (c.dark, halo, 3)));
        pairs
    }
}
