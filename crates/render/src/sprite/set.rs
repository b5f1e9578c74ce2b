//! The sprites that a renderer has: its own, and those that it is given.

use scene::{Ground, SpriteSource};

macro_rules! own_sprites {
    ($($name:literal),* $(,)?) => {
        /// The renderer's own sprites: what stands for a sprite that nobody gave, grounds and dice.
        const OWN: &[SpriteSource] = &[$(SpriteSource {
            name: $name,
            svg: include_str!(concat!("../../../../sprites/", $name, ".svg")),
        }),*];
    };
}

own_sprites![
    "unknown",
    "ground/mountain",
    "ground/hill",
    "ground/forest",
    "ground/grassland",
    "ground/fortress",
    "ground/ruin",
    "dice/any",
    "dice/d4",
    "dice/d6",
    "dice/d8",
    "dice/d10",
    "dice/d12",
];

/// A sprite of a [`SpriteSet`]. Sprites are ordered as they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sprite(u16);

impl Sprite {
    /// A disc with a question mark.
    const UNKNOWN: Self = Self(0);
}

/// Sprites by name.
#[derive(Debug)]
pub(crate) struct SpriteSet {
    sources: Vec<SpriteSource>,
}

impl SpriteSet {
    /// The renderer's own sprites, and these.
    pub(crate) fn new(given: impl IntoIterator<Item = SpriteSource>) -> Self {
        Self { sources: OWN.iter().copied().chain(given).collect() }
    }

    /// The sprite of a name, or the unknown one.
    pub(crate) fn named(&self, name: &str) -> Sprite {
        let found = self.sources.iter().position(|source| source.name == name);
        found.and_then(|index| u16::try_from(index).ok()).map_or(Sprite::UNKNOWN, Sprite)
    }

    /// Returns what stands for a ground.
    pub(crate) fn of(&self, ground: Ground) -> Sprite {
        self.named(match ground {
            Ground::Mountain => "ground/mountain",
            Ground::Hill => "ground/hill",
            Ground::Forest => "ground/forest",
            Ground::Grassland => "ground/grassland",
            Ground::Fortress(_) => "ground/fortress",
            Ground::Ruin(_) => "ground/ruin",
        })
    }

    /// The name of a sprite.
    pub(crate) fn name(&self, sprite: Sprite) -> &'static str {
        self.sources[usize::from(sprite.0)].name
    }

    /// The name and the source of each sprite of a game.
    pub(crate) fn of_game(&self, game: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let is_of = move |name: &str| name.split_once('/').is_some_and(|(of, _)| of == game);
        self.sources.iter().filter(move |source| is_of(source.name)).map(|it| (it.name, it.svg))
    }

    /// The SVG source of a sprite.
    pub(crate) fn source(&self, sprite: Sprite) -> &'static str {
        self.sources[usize::from(sprite.0)].svg
    }

    /// Every sprite, in order.
    #[cfg(test)]
    pub(crate) fn sources(&self) -> &[SpriteSource] {
        &self.sources
    }
}
