//! Colours of plain boards with two armies.

use crate::theme::{Colours, EARLIER, PALE, Rgb, Tone};

/// Colours that cover areas.
pub(crate) fn areas(colours: &Colours) -> Vec<Rgb> {
    let c = colours;
    let mut all = vec![c.light, c.dark, c.margin, c.panel, c.text, c.dim_text, c.tray];
    all.extend([c.last, c.push, c.lost, c.hit, c.legal, c.edge, c.medal]);
    all.extend([c.push_word, c.lost_word]);
    all.extend(c.disc(&c.black));
    all.extend(c.hatched);
    all.extend(c.halo);
    all.extend(c.last_tints);
    all.extend(c.cold_tints);
    all.extend([Tone::Light, Tone::Dark].map(|tone| c.legal_tint(None, tone)));
    for paint in [c.white, c.black] {
        for paint in [paint, paint.faded(c.tray, PALE), paint.faded(c.tray, EARLIER)] {
            all.extend([paint.fill, paint.line, paint.shade, paint.shine, paint.mark]);
        }
    }
    all
}

/// Pairs of colours that meet at an edge, and how many blends between them are worth an entry. The
/// most frequent pairs come first, since the palette may be full before the last ones. Three blends
/// make an edge smooth to the eye; more would only make the file larger.
pub(crate) fn meetings(colours: &Colours) -> Vec<(Rgb, Rgb, u8)> {
    let c = colours;
    let mut pairs = vec![(c.margin, c.text, 1), (c.panel, c.text, 1)];
    for paint in [c.white, c.black] {
        pairs.extend([
            (c.light, paint.line, 1),
            (c.dark, paint.line, 1),
            (paint.fill, paint.line, 1),
        ]);
        pairs.extend([(paint.shade, paint.line, 1), (paint.shade, paint.mark, 1)]);
        pairs.extend([(paint.fill, paint.mark, 1), (paint.fill, paint.shade, 1)]);
        pairs.extend([(paint.line, paint.mark, 1), (paint.fill, paint.shine, 1)]);
    }
    for tone in [Tone::Light, Tone::Dark] {
        let square = c.ground(None, tone);
        pairs.extend([(square, c.edge, 1), (square, c.last, 1)]);
        pairs.extend([(square, c.legal, 1), (square, c.push, 1)]);
        // Edges of frames and of the men that stand there.
        for (tint, steps) in [(c.last_tint(None, tone), 1), (c.cold_tint(None, tone), 1)] {
            pairs.push((tint, c.edge, steps));
            pairs.extend([c.white, c.black].map(|paint| (tint, paint.line, steps)));
        }
    }
    pairs.extend([(c.panel, c.dim_text, 1), (c.panel, c.hit, 1), (c.panel, c.push_word, 1)]);
    pairs.extend([(c.panel, c.lost_word, 1), (c.panel, c.tray, 1), (c.margin, c.light, 1)]);
    for mark in [c.last, c.push, c.lost, c.legal] {
        pairs.push((c.edge, mark, 1));
    }
    for paint in [c.white, c.black] {
        let faded = paint.faded(c.tray, PALE);
        pairs.extend([(faded.fill, faded.line, 1), (c.tray, faded.line, 1)]);
    }
    pairs.extend(c.hatched.map(|hatch| (c.light, hatch, 1)));
    pairs.extend(c.halo.map(|halo| (c.dark, halo, 1)));
    pairs
}
