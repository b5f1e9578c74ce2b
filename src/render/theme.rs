//! Themes: small tables of colours, and nothing else.

use crate::scene::Shade;

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

/// A colour of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xrrggbb`.
    const fn hex(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self(red, green, blue)
    }

    /// Whether dark signs show better on this colour than light ones: luminance, with the square
    /// in place of the exact curve.
    pub(super) fn is_bright(self) -> bool {
        let part = |channel: u8, weight: u32| u32::from(channel).pow(2) * weight;
        part(self.0, 21) + part(self.1, 72) + part(self.2, 7) > 255 * 255 * 20
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

    /// The tone on which a zone's label stands: its light cells', a little stronger.
    pub(super) fn label(&self, zone: usize) -> Rgb {
        let part = self.zone_part.saturating_mul(2);
        self.light.under(self.zones[zone % self.zones.len()], part)
    }

    /// The tone of a light or dark cell, in a zone or on a board without zones.
    pub(super) fn ground(&self, zone: Option<usize>, is_dark: bool) -> Rgb {
        let plain = if is_dark { self.dark } else { self.light };
        zone.map_or(plain, |zone| plain.under(self.zones[zone % self.zones.len()], self.zone_part))
    }
}

const WOOD: Colours = Colours {
    light: Rgb::hex(0xEED8B2),
    dark: Rgb::hex(0xC2925A),
    margin: Rgb::hex(0x573620),
    panel: Rgb::hex(0x432919),
    ink: Rgb::hex(0xF8EACD),
    dim: Rgb::hex(0xCDB38F),
    tray: Rgb::hex(0xEED8B2),
    white: Paint {
        fill: Rgb::hex(0xFFF9EC),
        line: Rgb::hex(0x39230F),
        shade: Rgb::hex(0xE6CFA6),
        shine: Rgb::hex(0xFFFFFF),
        mark: Rgb::hex(0xB5402B),
        weight: 300,
    },
    black: Paint {
        fill: Rgb::hex(0x39465B),
        line: Rgb::hex(0x0F141D),
        shade: Rgb::hex(0x283243),
        shine: Rgb::hex(0x8797B0),
        mark: Rgb::hex(0xEBBC4E),
        weight: 260,
    },
    last: Rgb::hex(0xF5AE21),
    tint: 150,
    push: Rgb::hex(0x235E9E),
    lost: Rgb::hex(0xBF2B1E),
    hit: Rgb::hex(0xFFD166),
    push_word: Rgb::hex(0x9CCBF2),
    lost_word: Rgb::hex(0xFF9A84),
    legal: Rgb::hex(0x3A8A45),
    edge: Rgb::hex(0x39230F),
    medal: Rgb::hex(0xFFFDF6),
    hatched: None,
    halo: None,
    letters: false,
    water: Rgb::hex(0x6FA3B5),
    zones: [
        Rgb::hex(0x2F7FD0),
        Rgb::hex(0xD0342F),
        Rgb::hex(0x2FA04A),
        Rgb::hex(0xE8C800),
        Rgb::hex(0x8A3FC0),
        Rgb::hex(0x20A8A8),
    ],
    zone_part: 26,
    tones: [
        Rgb::hex(0xFBF6EA),
        Rgb::hex(0xD8433B),
        Rgb::hex(0xF18A22),
        Rgb::hex(0xF8D936),
        Rgb::hex(0x4EA63F),
        Rgb::hex(0x35BFC4),
        Rgb::hex(0x2F62C6),
        Rgb::hex(0x7D3FA8),
        Rgb::hex(0xF49CC4),
        Rgb::hex(0x35343B),
        Rgb::hex(0x8FB0C8),
        Rgb::hex(0xA3B58E),
    ],
};

const SLATE: Colours = Colours {
    light: Rgb::hex(0x93A3B6),
    dark: Rgb::hex(0x627286),
    margin: Rgb::hex(0x1F262F),
    panel: Rgb::hex(0x2A333E),
    ink: Rgb::hex(0xE8EEF5),
    dim: Rgb::hex(0xA3B1C1),
    tray: Rgb::hex(0x93A3B6),
    white: Paint {
        fill: Rgb::hex(0xF7FAFD),
        line: Rgb::hex(0x161C24),
        shade: Rgb::hex(0xCBD6E2),
        shine: Rgb::hex(0xFFFFFF),
        mark: Rgb::hex(0xC2452F),
        weight: 300,
    },
    black: Paint {
        fill: Rgb::hex(0x222B37),
        line: Rgb::hex(0x07090D),
        shade: Rgb::hex(0x151B24),
        shine: Rgb::hex(0x6D7F95),
        mark: Rgb::hex(0xF2C14E),
        weight: 260,
    },
    last: Rgb::hex(0xF2B53A),
    tint: 130,
    push: Rgb::hex(0x6FC3E8),
    lost: Rgb::hex(0xEF5B49),
    hit: Rgb::hex(0xFFD166),
    push_word: Rgb::hex(0x8FD3F5),
    lost_word: Rgb::hex(0xFF9585),
    legal: Rgb::hex(0x83D67E),
    edge: Rgb::hex(0x10151B),
    medal: Rgb::hex(0xFFFFFF),
    hatched: None,
    halo: None,
    letters: false,
    water: Rgb::hex(0x31536B),
    zones: [
        Rgb::hex(0x2F8FFF),
        Rgb::hex(0xFF4A40),
        Rgb::hex(0x3FD060),
        Rgb::hex(0xF0D000),
        Rgb::hex(0xB050F0),
        Rgb::hex(0x20D0D0),
    ],
    zone_part: 30,
    tones: [
        Rgb::hex(0xF4F7FA),
        Rgb::hex(0xD8433B),
        Rgb::hex(0xF18A22),
        Rgb::hex(0xF8D936),
        Rgb::hex(0x4EA63F),
        Rgb::hex(0x35BFC4),
        Rgb::hex(0x2F62C6),
        Rgb::hex(0x7D3FA8),
        Rgb::hex(0xF49CC4),
        Rgb::hex(0x35343B),
        Rgb::hex(0xA9C4DC),
        Rgb::hex(0xBCC9A4),
    ],
};

const PAPER: Colours = Colours {
    light: Rgb::hex(0xFFFFFF),
    dark: Rgb::hex(0xE9E9E9),
    margin: Rgb::hex(0xFFFFFF),
    panel: Rgb::hex(0xFFFFFF),
    ink: Rgb::hex(0x000000),
    dim: Rgb::hex(0x444444),
    tray: Rgb::hex(0xFFFFFF),
    white: Paint {
        fill: Rgb::hex(0xFFFFFF),
        line: Rgb::hex(0x000000),
        shade: Rgb::hex(0xDDDDDD),
        shine: Rgb::hex(0xFFFFFF),
        mark: Rgb::hex(0x333333),
        weight: 320,
    },
    black: Paint {
        fill: Rgb::hex(0x1A1A1A),
        line: Rgb::hex(0x000000),
        shade: Rgb::hex(0x000000),
        shine: Rgb::hex(0x999999),
        mark: Rgb::hex(0xFFFFFF),
        weight: 240,
    },
    last: Rgb::hex(0xFFFFFF),
    tint: 0,
    push: Rgb::hex(0xFFFFFF),
    lost: Rgb::hex(0xFFFFFF),
    hit: Rgb::hex(0x000000),
    push_word: Rgb::hex(0x000000),
    lost_word: Rgb::hex(0x000000),
    legal: Rgb::hex(0xFFFFFF),
    edge: Rgb::hex(0x000000),
    medal: Rgb::hex(0xFFFFFF),
    hatched: Some(Rgb::hex(0x8C8C8C)),
    halo: Some(Rgb::hex(0xFFFFFF)),
    letters: false,
    water: Rgb::hex(0xFFFFFF),
    zones: [
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xFFFFFF),
    ],
    zone_part: 0,
    tones: [
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xF0F0F0),
        Rgb::hex(0x303030),
        Rgb::hex(0xD2D2D2),
        Rgb::hex(0x505050),
        Rgb::hex(0xB4B4B4),
        Rgb::hex(0x141414),
        Rgb::hex(0x969696),
        Rgb::hex(0xE1E1E1),
        Rgb::hex(0x707070),
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xE0E0E0),
    ],
};

const CONTRAST: Colours = Colours {
    light: Rgb::hex(0xFFFFFF),
    dark: Rgb::hex(0x9FB6D4),
    margin: Rgb::hex(0x000000),
    panel: Rgb::hex(0x000000),
    ink: Rgb::hex(0xFFFFFF),
    dim: Rgb::hex(0xE0E0E0),
    tray: Rgb::hex(0xFFFFFF),
    white: Paint {
        fill: Rgb::hex(0xFFFFFF),
        line: Rgb::hex(0x000000),
        shade: Rgb::hex(0xFFFFFF),
        shine: Rgb::hex(0xFFFFFF),
        mark: Rgb::hex(0x000000),
        weight: 460,
    },
    black: Paint {
        fill: Rgb::hex(0x000000),
        line: Rgb::hex(0x000000),
        shade: Rgb::hex(0x000000),
        shine: Rgb::hex(0x000000),
        mark: Rgb::hex(0xFFFFFF),
        weight: 240,
    },
    last: Rgb::hex(0xFFD400),
    tint: 255,
    push: Rgb::hex(0x7FE7FF),
    lost: Rgb::hex(0xFFFFFF),
    hit: Rgb::hex(0xFFE44D),
    push_word: Rgb::hex(0x7FE7FF),
    lost_word: Rgb::hex(0xFFB3A6),
    legal: Rgb::hex(0xB8FF9E),
    edge: Rgb::hex(0x000000),
    medal: Rgb::hex(0xFFFFFF),
    hatched: None,
    halo: Some(Rgb::hex(0xFFFFFF)),
    letters: true,
    water: Rgb::hex(0x000000),
    zones: [
        Rgb::hex(0x2F7FFF),
        Rgb::hex(0xFF5040),
        Rgb::hex(0x30C060),
        Rgb::hex(0xF0D000),
        Rgb::hex(0xA050F0),
        Rgb::hex(0x20C8C8),
    ],
    zone_part: 30,
    tones: [
        Rgb::hex(0xFFFFFF),
        Rgb::hex(0xD8433B),
        Rgb::hex(0xF18A22),
        Rgb::hex(0xF8D936),
        Rgb::hex(0x4EA63F),
        Rgb::hex(0x35BFC4),
        Rgb::hex(0x2F62C6),
        Rgb::hex(0x7D3FA8),
        Rgb::hex(0xF49CC4),
        Rgb::hex(0x35343B),
        Rgb::hex(0xCFE3FF),
        Rgb::hex(0xE6F5C8),
    ],
};
