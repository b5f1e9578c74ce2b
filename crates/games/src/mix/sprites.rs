//! The drawings of the pieces.

use scene::SpriteSource;

/// The drawings of all kinds; where captured pieces are counted, a later kind stands before an
/// earlier one.
pub(super) const SPRITES: &[SpriteSource] = &[
    SpriteSource { name: "mix/king", svg: include_str!("../../../../sprites/mix/king.svg") },
    SpriteSource { name: "mix/dama", svg: include_str!("../../../../sprites/mix/dama.svg") },
    SpriteSource { name: "mix/silver", svg: include_str!("../../../../sprites/mix/silver.svg") },
    SpriteSource { name: "mix/knight", svg: include_str!("../../../../sprites/mix/knight.svg") },
    SpriteSource { name: "mix/liner", svg: include_str!("../../../../sprites/mix/liner.svg") },
    SpriteSource { name: "mix/pawn", svg: include_str!("../../../../sprites/mix/pawn.svg") },
    SpriteSource { name: "mix/checker", svg: include_str!("../../../../sprites/mix/checker.svg") },
];
