//! The drawings of the pieces.

use scene::SpriteSource;

/// The drawings of all kinds; where captured pieces are counted, a later kind stands before an
/// earlier one.
pub(super) const SPRITES: &[SpriteSource] = &[
    SpriteSource {
        name: "martian/pawn",
        svg: include_str!("../../../../sprites/martian/pawn.svg"),
    },
    SpriteSource {
        name: "martian/drone",
        svg: include_str!("../../../../sprites/martian/drone.svg"),
    },
    SpriteSource {
        name: "martian/queen",
        svg: include_str!("../../../../sprites/martian/queen.svg"),
    },
];
