//! Colours of boards with zones, and of pieces in tones.

use scene::Shade;

use crate::theme::{Colours, Rgb, Tone};

const TONES: std::ops::Range<u8> = 0..12;

/// Both cells of each zone.
fn cells(c: &Colours) -> Vec<Rgb> {
    let of_zone = |zone| [Tone::Light, Tone::Dark].map(|tone| c.ground(Some(zone), tone));
    (0..c.zones.len()).flat_map(of_zone).collect()
}

/// Colours that cover areas.
pub(crate) fn areas(c: &Colours) -> Vec<Rgb> {
    let mut all = vec![c.light, c.dark, c.margin, c.panel, c.text, c.dim_text, c.tray];
    all.extend([c.last, c.lost, c.hit, c.legal, c.edge, c.medal, c.water]);
    all.extend(c.hatched);
    all.extend(c.halo);
    all.extend(cells(c));
    all.extend((0..c.zones.len()).map(|zone| c.label(zone)));
    for zone in 0..c.zones.len() {
        let (fill, sign) = c.zone_colours(zone);
        all.extend([fill, sign]);
    }
    all.push(c.wave());
    all.push(c.push);
    all.extend(c.last_tints);
    all.extend(c.cold_tints);
    for zone in 0..c.zones.len() {
        all.extend([Tone::Light, Tone::Dark].map(|tone| c.legal_tint(Some(zone), tone)));
    }
    for tone in TONES {
        let paint = c.paint(Shade::Tone(tone));
        all.extend([paint.fill, paint.shade, paint.shine, paint.mark]);
    }
    all
}

/// Pairs of colours that meet at an edge, with the number of blends between them; see
/// [`super::armies::meetings`].
pub(crate) fn meetings(c: &Colours) -> Vec<(Rgb, Rgb, u8)> {
    let mut pairs = vec![(c.margin, c.text, 1), (c.panel, c.text, 1)];
    pairs.extend([(c.margin, c.dim_text, 1), (c.panel, c.dim_text, 1), (c.margin, c.edge, 2)]);
    pairs.extend([(c.water, c.edge, 2), (c.tray, c.edge, 2), (c.medal, c.edge, 2)]);
    for tone in TONES {
        let paint = c.paint(Shade::Tone(tone));
        pairs.push((paint.fill, paint.line, 1));
        pairs.push((paint.fill, paint.mark, 1));
    }
    pairs.extend(cells(c).into_iter().map(|cell| (cell, c.edge, 2)));
    pairs.extend([c.last, c.legal].map(|mark| (c.edge, mark, 1)));
    pairs.extend(c.last_tints.map(|tint| (tint, c.edge, 2)));
    pairs.extend([Tone::Light, Tone::Dark].map(|tone| (c.legal_tint(None, tone), c.edge, 1)));
    for zone in 0..c.zones.len() {
        let (fill, sign) = c.zone_colours(zone);
        pairs.push((fill, sign, 1));
    }
    pairs.extend(c.cold_tints.map(|tint| (tint, c.edge, 2)));
    pairs.push((c.water, c.wave(), 1));
    pairs.extend(cells(c).chunks_exact(2).map(|cells| (cells[0], cells[1], 1)));
    pairs.extend([(c.edge, c.lost, 1), (c.margin, c.light, 1)]);
    pairs.extend(c.hatched.map(|hatch| (c.light, hatch, 1)));
    pairs.extend(c.halo.map(|halo| (c.dark, halo, 1)));
    pairs
}
