//! The colours of a theme, and those that are blended from them.

use scene::{Ground, Shade};

use super::{
    colour::{Rgb, WHITE},
    paint::Paint,
};

/// The brightness that tells neighbouring cells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tone {
    /// The lightest.
    Light,
    /// Between the others, on boards where cells meet in threes.
    Middle,
    /// The darkest.
    Dark,
}

/// The colours of a theme. Every other colour of a picture is blended from them.
#[derive(Debug)]
pub(crate) struct Colours {
    /// The light squares of a board.
    pub light: Rgb,
    /// The dark squares of a board.
    pub dark: Rgb,
    /// The colour around the board.
    pub margin: Rgb,
    /// The background of the panel.
    pub panel: Rgb,
    /// Text on the margin and the panel.
    pub text: Rgb,
    /// Text that matters less.
    pub dim_text: Rgb,
    /// Where captured pieces and dice lie; a tone on which both armies show.
    pub tray: Rgb,
    /// The light army and its dice.
    pub white: Paint,
    /// The dark army and its dice.
    pub black: Paint,
    /// Marks of the last move.
    pub last: Rgb,
    /// The tints of the squares of the last move: the first one where it stands out enough, else the other.
    pub last_tints: [Rgb; 2],
    /// The tints of the square of an attacker who was pushed back, in the same way.
    pub cold_tints: [Rgb; 2],
    /// The share of the colour of legal moves over a square that is asked about, of 255.
    pub legal_part: u8,
    /// Marks of a push.
    pub push: Rgb,
    /// Marks of a lost attacker.
    pub lost: Rgb,
    /// The word for a hit.
    pub hit: Rgb,
    /// The word for a push.
    pub push_word: Rgb,
    /// The word for a lost attacker.
    pub lost_word: Rgb,
    /// Marks of legal moves.
    pub legal: Rgb,
    /// The edge that every mark has, so that it shows on both squares.
    pub edge: Rgb,
    /// Medallions and labels.
    pub medal: Rgb,
    /// Lines over the dark squares, where tones alone would not print.
    pub hatched: Option<Rgb>,
    /// A rim around the pieces, if they need one to stand out.
    pub halo: Option<Rgb>,
    /// Whether medallions have letters instead of heads.
    pub letters: bool,
    /// The line of a rating in its chart, and what tints the band around it.
    pub curve: Rgb,
    /// The canals between the zones of a board.
    pub water: Rgb,
    /// The tints of the cells of each zone.
    pub zones: [Rgb; 6],
    /// The share of the zone's colour over its cells, of 255.
    pub zone_part: u8,
    /// The hexes of hills, forests and grasslands, in this order.
    pub terrain: [Rgb; 3],
    /// The rock of mountains.
    pub stone: Rgb,
    /// The fills of pieces whose colours mean nothing: a neutral one, nine different ones, two
    /// similar ones.
    pub tones: [Rgb; 12],
    /// The share of white over the facet of such a piece that is turned to the light, of 255: on a bright
    /// tone, and on a dark one.
    pub facet: [u8; 2],
}

impl Colours {
    /// Returns how pieces of a shade are painted.
    pub(crate) fn paint(&self, shade: Shade) -> Paint {
        match shade {
            Shade::Light => self.white,
            Shade::Dark => self.black,
            Shade::Tone(tone) => self.tone(tone),
        }
    }

    /// Returns how pieces in a tone are painted: with the outline of all tones, and with dark or light pips,
    /// whichever show better.
    fn tone(&self, tone: u8) -> Paint {
        let fill = self.tones.get(usize::from(tone)).copied().unwrap_or(self.tones[0]);
        let bright = fill.is_bright();
        let flat = self.white.shade == self.white.fill;
        let mixed = |over, part| if flat { fill } else { fill.under(over, part) };
        Paint {
            fill,
            line: self.edge,
            shade: mixed(self.edge, 70),
            shine: mixed(WHITE, self.facet[usize::from(!bright)]),
            mark: if bright { self.edge } else { WHITE },
            weight: self.white.weight.min(400),
        }
    }

    /// The fill and the ring of a disc in the colours of a piece. The ring shows on a plate in the colour of the
    /// panel or of text where the fill does not. A dark disc is a little brighter than its pieces, so
    /// that it is no hole in a black panel, and its ring is no white one.
    pub(crate) fn disc(&self, paint: &Paint) -> [Rgb; 2] {
        if paint.fill.is_bright() {
            return [paint.fill, paint.line];
        }
        let bright = if self.text.is_bright() { self.text } else { self.panel };
        [35, 134].map(|part| paint.fill.under(bright, part))
    }

    /// The colour of a hex with a terrain; `None` where the ground leaves the hex its tone.
    pub(crate) const fn terrain_colour(&self, ground: Ground) -> Option<Rgb> {
        let [hill, forest, grassland] = self.terrain;
        match ground {
            Ground::Hill => Some(hill),
            Ground::Forest => Some(forest),
            Ground::Grassland => Some(grassland),
            Ground::Mountain | Ground::Fortress(_) | Ground::Ruin(_) => None,
        }
    }

    /// Returns how the signs of a ground are painted: walls as their owner's pieces, terrains in a deeper
    /// colour of their own.
    pub(crate) fn ground_paint(&self, ground: Ground) -> Paint {
        let paint = match ground {
            Ground::Fortress(shade) | Ground::Ruin(shade) => return self.paint(shade),
            _ => self.tone(0),
        };
        let fill = match self.terrain_colour(ground) {
            Some(terrain_colour) => {
                terrain_colour.under(self.edge, if self.hatched.is_some() { 170 } else { 120 })
            }
            None => self.stone,
        };
        Paint {
            fill,
            line: self.edge,
            shade: fill.under(self.edge, 110),
            shine: self.medal,
            ..paint
        }
    }

    /// The colour of words on the golden plate of a winner.
    pub(crate) fn hit_text(&self) -> Rgb {
        if self.hit.is_bright() { self.edge } else { WHITE }
    }

    /// The colour of the empty part of a bar on the margin.
    pub(crate) fn faint(&self) -> Rgb {
        self.margin.under(self.text, 60)
    }

    /// The colour that tints the squares of the last move.
    pub(crate) fn last_tint(&self, zone: Option<usize>, tone: Tone) -> Rgb {
        tint(self.last_tints, self.ground(zone, tone))
    }

    /// The colour that tints the square of an attacker who was pushed back.
    pub(crate) fn cold_tint(&self, zone: Option<usize>, tone: Tone) -> Rgb {
        tint(self.cold_tints, self.ground(zone, tone))
    }

    /// The colour that tints a square whose moves are asked about; the cell's own where marks have shapes alone.
    pub(crate) fn legal_tint(&self, zone: Option<usize>, tone: Tone) -> Rgb {
        self.ground(zone, tone).under(self.legal, self.legal_part)
    }

    /// The full colour of a zone, and that of the pattern on it.
    pub(crate) fn zone_colours(&self, zone: usize) -> (Rgb, Rgb) {
        let fill = self.zones[zone % self.zones.len()].under(self.edge, 45);
        let sign = if fill.is_bright() { self.edge } else { self.medal };
        (fill, fill.under(sign, 225))
    }

    /// The colour of waves on canals.
    pub(crate) fn wave(&self) -> Rgb {
        self.water.under(self.medal, 150)
    }

    /// The tone on which a zone's label stands: that of its light cells, a little stronger.
    pub(crate) fn label(&self, zone: usize) -> Rgb {
        let part = self.zone_part.saturating_mul(2);
        self.light.under(self.zones[zone % self.zones.len()], part)
    }

    /// The colour of a cell, in a zone or on a board without zones.
    pub(crate) fn ground(&self, zone: Option<usize>, tone: Tone) -> Rgb {
        let plain = match tone {
            Tone::Light => self.light,
            Tone::Middle => self.light.under(self.dark, 128),
            Tone::Dark => self.dark,
        };
        zone.map_or(plain, |zone| plain.under(self.zones[zone % self.zones.len()], self.zone_part))
    }
}

/// Returns the first of two tints that stands out enough from a ground; if none does, the one that does so more.
fn tint([first, other]: [Rgb; 2], ground: Rgb) -> Rgb {
    // Of equals the last one is taken.
    let tints = [other, first].into_iter();
    tints.max_by_key(|tint| tint.contrast_percent(ground).min(ENOUGH)).unwrap_or(first)
}

/// The contrast of a tint and its ground that is enough, in percent.
const ENOUGH: u32 = 165;
