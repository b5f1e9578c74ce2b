//! The drawings of the pieces.

use scene::SpriteSource;

/// The drawings of all kinds; where captured pieces are counted, a later kind stands before an
/// earlier one.
pub(super) const SPRITES: &[SpriteSource] = &[
    SpriteSource {
        name: "cyvasse/rabble",
        svg: include_str!("../../../../sprites/cyvasse/rabble.svg"),
    },
    SpriteSource {
        name: "cyvasse/king",
        svg: include_str!("../../../../sprites/cyvasse/king.svg"),
    },
    SpriteSource {
        name: "cyvasse/crossbows",
        svg: include_str!("../../../../sprites/cyvasse/crossbows.svg"),
    },
    SpriteSource {
        name: "cyvasse/spears",
        svg: include_str!("../../../../sprites/cyvasse/spears.svg"),
    },
    SpriteSource {
        name: "cyvasse/light",
        svg: include_str!("../../../../sprites/cyvasse/light.svg"),
    },
    SpriteSource {
        name: "cyvasse/heavy",
        svg: include_str!("../../../../sprites/cyvasse/heavy.svg"),
    },
    SpriteSource {
        name: "cyvasse/trebuchet",
        svg: include_str!("../../../../sprites/cyvasse/trebuchet.svg"),
    },
    SpriteSource {
        name: "cyvasse/elephant",
        svg: include_str!("../../../../sprites/cyvasse/elephant.svg"),
    },
    SpriteSource {
        name: "cyvasse/dragon",
        svg: include_str!("../../../../sprites/cyvasse/dragon.svg"),
    },
];
