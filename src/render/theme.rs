//! Themes: small tables of colours, and what is blended from them.

use super::tables::{CONTRAST, PAPER, SLATE, WOOD};
use crate::scene::{Ground, Shade};

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Warm and calm.
    #[default]
    Wood,
    /// For dark chats.
    Slate,
    /// Print and e-ink.
    Paper,
    /// Highest contrast.
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Slate, Self::Paper, Self::Contrast];

    /// The name in commands.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
            Self::Paper => "paper",
            Self::Contrast => "contrast",
        }
    }

    pub(super) const fn colours(self) -> &'static Colours {
        match self {
            Self::Wood => &WOOD,
            Self::Slate => &SLATE,
            Self::Paper => &PAPER,
            Self::Contrast => &CONTRAST,
        }
    }
}

/// What tells neighbouring cells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tone {
    Light,
    /// Between the others, on boards where cells meet in threes.
    Middle,
    Dark,
}

/// A colour of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xrrggbb`.
    pub(super) const fn hex(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self(red, green, blue)
    }

    /// Whether dark signs show better on this colour than light ones: luminance, with the square
    /// in place of the exact curve.
    pub(super) fn is_bright(self) -> bool {
        let part = |channel: u8, weight: u32| u32::from(channel).pow(2) * weight;
        part(self.0, 21) + part(self.1, 72) + part(self.2, 7) > 255 * 255 * 24
    }

    /// This colour with `part` of 255 of another over it.
    pub(super) fn under(self, over: Self, part: u8) -> Self {
        let part = u32::from(part);
        let mix = |under: u8, over: u8| {
            let sum = u32::from(under) * (255 - part) + u32::from(over) * part;
            ((sum + 127) / 255) as u8
        };
        Self(mix(self.0, over.0), mix(self.1, over.1), mix(self.2, over.2))
    }
}

const WHITE: Rgb = Rgb(255, 255, 255);

/// The colours of one army, or of a die.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    /// The body.
    pub fill: Rgb,
    /// Its outline.
    pub line: Rgb,
    /// The side of the body that is turned from the light.
    pub shade: Rgb,
    /// Where the light falls.
    pub shine: Rgb,
    /// Signs of rank.
    pub mark: Rgb,
    /// Width of the outline in hundredths of a square's hundredth.
    pub weight: u16,
}

impl Paint {
    /// The same on its way to another colour: a die that has lost.
    pub(super) fn faded(self, to: Rgb, part: u8) -> Self {
        Self {
            fill: self.fill.under(to, part),
            line: self.line.under(to, part),
            shade: self.shade.under(to, part),
            shine: self.shine.under(to, part),
            mark: self.mark.under(to, part),
            weight: self.weight,
        }
    }
}

/// The table of a theme. Every other colour of a picture is blended from it.
#[derive(Debug)]
pub(super) struct Colours {
    /// Light squares.
    pub light: Rgb,
    /// Dark squares.
    pub dark: Rgb,
    /// Around the board.
    pub margin: Rgb,
    /// Background of the panel.
    pub panel: Rgb,
    /// Type on margin and panel.
    pub ink: Rgb,
    /// Type of less weight.
    pub dim: Rgb,
    /// Where captured pieces and dice lie; a tone on which both armies show.
    pub tray: Rgb,
    /// White's army.
    pub white: Paint,
    /// Black's army.
    pub black: Paint,
    /// The last move.
    pub last: Rgb,
    /// How much of it lies over the square that was left, of 255.
    pub tint: u8,
    /// A push.
    pub push: Rgb,
    /// A lost attacker.
    pub lost: Rgb,
    /// A hit, as a word in the panel.
    pub hit: Rgb,
    /// A push, as a word in the panel.
    pub push_word: Rgb,
    /// A lost attacker, as a word in the panel.
    pub lost_word: Rgb,
    /// What is legal.
    pub legal: Rgb,
    /// The edge that every mark has, so that it shows on both squares.
    pub edge: Rgb,
    /// Medallions and labels.
    pub medal: Rgb,
    /// Lines over the dark squares, where tones alone would not print.
    pub hatched: Option<Rgb>,
    /// A rim around the pieces.
    pub halo: Option<Rgb>,
    /// Letters instead of heads in the medallions.
    pub letters: bool,
    /// Between the zones of a board.
    pub water: Rgb,
    /// What tints the cells of each zone.
    pub zones: [Rgb; 6],
    /// How much of it lies over them, of 255.
    pub zone_part: u8,
    /// What colours hills, forests and grasslands.
    pub terrain: [Rgb; 3],
    /// Mountains.
    pub stone: Rgb,
    /// The fills of pieces whose colours mean nothing: a neutral one, nine different ones, two
    /// similar ones.
    pub tones: [Rgb; 12],
}

impl Colours {
    /// How pieces of a shade are painted.
    pub(super) fn paint(&self, shade: Shade) -> Paint {
        match shade {
            Shade::Light => self.white,
            Shade::Dark => self.black,
            Shade::Tone(tone) => self.tone(tone),
        }
    }

    /// A tone has the outline of all tones, and pips dark or light, whichever shows better.
    fn tone(&self, tone: u8) -> Paint {
        let fill = self.tones.get(usize::from(tone)).copied().unwrap_or(self.tones[0]);
        let bright = fill.is_bright();
        let flat = self.white.shade == self.white.fill;
        let mixed = |over, part| if flat { fill } else { fill.under(over, part) };
        Paint {
            fill,
            line: self.edge,
            shade: mixed(self.edge, 70),
            shine: mixed(WHITE, if bright { 150 } else { 90 }),
            mark: if bright { self.edge } else { WHITE },
            weight: self.white.weight.min(400),
        }
    }

    /// The colour of a hex with a terrain; `None` where the ground leaves the hex its tone.
    pub(super) const fn soil(&self, ground: Ground) -> Option<Rgb> {
        let [hill, forest, grassland] = self.terrain;
        match ground {
            Ground::Hill => Some(hill),
            Ground::Forest => Some(forest),
            Ground::Grassland => Some(grassland),
            Ground::Mountain | Ground::Fortress(_) | Ground::Ruin(_) => None,
        }
    }

    /// How the signs of a ground are painted: walls as their owner's pieces, terrains in a deeper
    /// colour of their own.
    pub(super) fn scenery(&self, ground: Ground) -> Paint {
        let paint = match ground {
            Ground::Fortress(shade) | Ground::Ruin(shade) => return self.paint(shade),
            _ => self.tone(0),
        };
        let fill = match self.soil(ground) {
            Some(soil) => soil.under(self.edge, if self.hatched.is_some() { 170 } else { 120 }),
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

    /// The tone on which a zone's label stands: its light cells', a little stronger.
    pub(super) fn label(&self, zone: usize) -> Rgb {
        let part = self.zone_part.saturating_mul(2);
        self.light.under(self.zones[zone % self.zones.len()], part)
    }

    /// The colour of a cell, in a zone or on a board without zones.
    pub(super) fn ground(&self, zone: Option<usize>, tone: Tone) -> Rgb {
        let plain = match tone {
            Tone::Light => self.light,
            Tone::Middle => self.light.under(self.dark, 128),
            Tone::Dark => self.dark,
        };
        zone.map_or(plain, |zone| plain.under(self.zones[zone % self.zones.len()], self.zone_part))
    }
}
