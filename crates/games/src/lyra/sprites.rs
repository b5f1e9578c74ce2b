//! The drawings of the pieces.

use scene::SpriteSource;

/// The drawings of all kinds; where captured pieces are counted, a later kind stands before an
/// earlier one.
pub(super) const SPRITES: &[SpriteSource] = &[
    SpriteSource {
        name: "lyra/soldier",
        svg: include_str!("../../../../sprites/lyra/soldier.svg"),
    },
    SpriteSource {
        name: "lyra/reversed",
        svg: include_str!("../../../../sprites/lyra/reversed.svg"),
    },
    SpriteSource {
        name: "lyra/reversed_up",
        svg: include_str!("../../../../sprites/lyra/reversed_up.svg"),
    },
    SpriteSource {
        name: "lyra/lieutenant",
        svg: include_str!("../../../../sprites/lyra/lieutenant.svg"),
    },
    SpriteSource {
        name: "lyra/captain",
        svg: include_str!("../../../../sprites/lyra/captain.svg"),
    },
    SpriteSource {
        name: "lyra/assassin",
        svg: include_str!("../../../../sprites/lyra/assassin.svg"),
    },
    SpriteSource {
        name: "lyra/general",
        svg: include_str!("../../../../sprites/lyra/general.svg"),
    },
];
