//! The style of a picture, whatever it shows.

use serde::{Deserialize, Serialize};

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Warm and calm: the default, and the face of Lyra and Cyvasse.
    #[default]
    Wood,
    /// Cool greys, for dark chats.
    Slate,
    /// Black and white with hatching, for print and e-colour.
    Paper,
    /// The highest contrast, with letters in the medallions.
    Contrast,
    /// Rust-red sand with a canal: the face of Martian Chess.
    Mars,
    /// The green cloth of a card table: the face of Game Mix.
    Felt,
}

impl Theme {
    /// All themes, in the order in which they are listed.
    pub const ALL: [Self; 6] =
        [Self::Wood, Self::Slate, Self::Paper, Self::Contrast, Self::Mars, Self::Felt];

    /// Returns `true` if it is the face of a game: the theme of its boards where nobody has chosen one.
    #[must_use]
    pub const fn is_face(self) -> bool {
        matches!(self, Self::Wood | Self::Mars | Self::Felt)
    }

    /// The name that people type for it, such as `wood`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
            Self::Paper => "paper",
            Self::Contrast => "contrast",
            Self::Mars => "mars",
            Self::Felt => "felt",
        }
    }

    /// The theme of this name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.key() == key)
    }
}

/// The size at which a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// As wide as everything in it is laid out for: the default.
    #[default]
    Large,
    /// Two thirds of that, for slow lines and narrow chats.
    Small,
}

impl Size {
    /// All sizes, in the order in which they are listed.
    pub const ALL: [Self; 2] = [Self::Large, Self::Small];

    /// The name that people type for it, such as `small`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Large => "large",
            Self::Small => "small",
        }
    }

    /// The size of this name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.key() == key)
    }

    /// Returns how wide a picture is whose large width is this.
    ///
    /// ```
    /// use martian_cake_scene::Size;
    ///
    /// assert_eq!((Size::Large.width(900), Size::Small.width(900)), (900, 600));
    /// ```
    #[must_use]
    pub const fn width(self, large: u32) -> u32 {
        match self {
            Self::Large => large,
            Self::Small => large * 2 / 3,
        }
    }
}

/// The look of a picture: its theme and its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Style {
    /// The theme that somebody has chosen; `None` for the face of the game, and of what belongs to no game the
    /// default theme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// Its size against what everything is laid out for.
    pub size: Size,
}

impl Style {
    /// Returns `true` if it is what pictures have where nobody has chosen.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_as_people_type_and_as_they_are_kept() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_key(theme.key()), Some(theme));
            assert_eq!(serde_json::to_value(theme).unwrap(), theme.key());
        }
        for size in Size::ALL {
            assert_eq!(Size::from_key(size.key()), Some(size));
            assert_eq!(serde_json::to_value(size).unwrap(), size.key());
        }
        assert_eq!((Theme::from_key("Wood"), Size::from_key("")), (None, None));
    }

    #[test]
    fn a_style_without_a_choice_is_told_from_one_that_chose_the_default() {
        let kept = |style: Style| serde_json::to_string(&style).unwrap();
        let read = |text: &str| serde_json::from_str::<Style>(text).unwrap();
        let small = Style { theme: None, size: Size::Small };
        assert_eq!(kept(small), r#"{"size":"small"}"#);
        assert_eq!(read(&kept(small)), small);
        // As earlier versions wrote it.
        let wood = read(r#"{"theme":"wood","size":"large"}"#);
        assert_eq!(wood, Style { theme: Some(Theme::Wood), size: Size::Large });
        assert_eq!((wood.is_usual(), read(&kept(wood))), (false, wood));
    }
}
