//! Colours of boards of hexes: three tones, terrains, walls and a screen.

use scene::Ground;

use crate::theme::{Colours, Rgb, ScreenColours, Tone};

const TERRAINS: [Ground; 3] = [Ground::Hill, Ground::Forest, Ground::Grassland];

const TONES: [Tone; 3] = [Tone::Light, Tone::Middle, Tone::Dark];

fn cells(c: &Colours) -> [Rgb; 3] {
    TONES.map(|tone| c.ground(None, tone))
}

/// Colours that cover areas.
pub(crate) fn areas(c: &Colours) -> Vec<Rgb> {
    let mut all = vec![c.margin, c.text, c.dim_text, c.tray, c.panel, c.hit];
    all.extend(cells(c));
    all.extend([c.last, c.push, c.lost, c.legal, c.edge, c.medal]);
    all.extend(c.disc(&c.black));
    all.extend(c.hatched);
    all.extend(c.halo);
    all.extend(c.last_tints);
    all.extend(c.cold_tints);
    all.extend(TONES.map(|tone| c.legal_tint(None, tone)));
    for paint in [c.white, c.black] {
        all.extend([paint.fill, paint.line, paint.shade, paint.shine, paint.mark]);
    }
    for ground in TERRAINS {
        all.extend(c.terrain_colour(ground));
        all.push(c.ground_paint(ground).fill);
    }
    let stone = c.ground_paint(Ground::Mountain);
    all.extend([stone.fill, stone.shade, stone.shine]);
    let cloth = ScreenColours::of(c);
    all.extend([cloth.curtain, cloth.seam, cloth.bright, cloth.shaded, cloth.frame]);
    all
}

/// Pairs of colours that meet at an edge, with the number of blends between them; see
/// [`super::armies::meetings`].
pub(crate) fn meetings(c: &Colours) -> Vec<(Rgb, Rgb, u8)> {
    let mut pairs = vec![(c.margin, c.text, 1), (c.margin, c.dim_text, 1), (c.margin, c.hit, 1)];
    for paint in [c.white, c.black] {
        pairs.extend([(paint.fill, paint.mark, 1), (paint.fill, paint.line, 1)]);
        pairs.extend([(paint.shade, paint.line, 1), (paint.shade, paint.mark, 1)]);
        pairs.extend([(paint.line, paint.mark, 1), (paint.fill, paint.shade, 1)]);
        pairs.extend(cells(c).map(|cell| (cell, paint.line, 1)));
    }
    pairs.extend(cells(c).map(|cell| (cell, c.edge, 2)));
    for ground in TERRAINS {
        let (terrain_colour, sign) =
            (c.terrain_colour(ground).unwrap_or(c.light), c.ground_paint(ground).fill);
        pairs.extend([
            (terrain_colour, sign, 1),
            (terrain_colour, c.edge, 2),
            (terrain_colour, c.black.line, 1),
        ]);
    }
    let stone = c.ground_paint(Ground::Mountain);
    pairs.extend([(stone.fill, stone.shine, 1), (stone.fill, stone.line, 1)]);
    pairs.extend([(stone.shade, stone.line, 1), (c.tray, c.edge, 2), (c.margin, c.tray, 1)]);
    for mark in [c.last, c.legal, c.push, c.lost] {
        pairs.push((c.edge, mark, 1));
    }
    for tint in c.last_tints.into_iter().chain(c.cold_tints) {
        pairs.push((tint, c.edge, 2));
        pairs.extend([c.white, c.black].map(|paint| (tint, paint.line, 1)));
    }
    pairs.extend([(c.edge, c.medal, 1), (c.margin, c.edge, 2)]);
    pairs.extend(c.hatched.map(|hatch| (c.light, hatch, 1)));
    pairs.extend(c.halo.map(|halo| (c.dark, halo, 1)));
    pairs
}
