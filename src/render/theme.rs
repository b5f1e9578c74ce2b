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
}

impl Colours {
    pub(super) const fn paint(&self, shade: Shade) -> &Paint {
        match shade {
            Shade::Light | Shade::Tone(_) => &self.white,
            Shade::Dark => &self.black,
        }
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
};
