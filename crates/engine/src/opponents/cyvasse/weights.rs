//! The weights of the evaluator.

#[cfg(doc)]
use games::cyvasse::Kind;

/// The weight of each feature of a position, in thousandths of log-odds unless the field says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The worth of a man, by [`Kind::index`]. The King's matters only where he can be replaced.
    pub worth: [i32; 9],
    /// The worth of a Dragon in hand beyond that of one on the board.
    pub dragon_in_hand: i32,
    /// Eight hexes that a man may move to, by [`Kind::index`].
    pub mobility: [i32; 9],
    /// A man on terrain that makes him stronger in defence.
    pub helpful_ground: i32,
    /// The gain of the best capture of the side to move, and of that of the other side, in
    /// sixteenths of the gain.
    pub best_capture: [i32; 2],
    /// The gain of the second best capture, likewise.
    pub second_capture: [i32; 2],
    /// A man that attacks the enemy King or a hex beside him, by tier from 1.
    pub king_attackers: [i32; 4],
    /// The additional worth of such men where the King cannot be replaced, in sixteenths.
    pub without_heir: i32,
    /// A King that can be captured and not replaced: that of the side to move, and that of the other
    /// side.
    pub king_capturable: [i32; 2],
    /// One man, and two or more, who could be crowned at once if the King were lost.
    pub heirs: [i32; 2],
    /// An intact fortress.
    pub fortress: i32,
    /// The King in his intact fortress.
    pub king_in_fortress: i32,
    /// An enemy man that may enter the side's fortress.
    pub fortress_attacked: i32,
    /// An enemy man in the side's fortress that cannot be captured.
    pub fortress_occupied: i32,
    /// Each step between a man of tier 2 or 3 and the enemy King or fortress, whichever is nearer.
    pub approach: i32,
    /// The advantage of being the side to move.
    pub tempo: i32,
}

/// Weights that count men alone, by the first table of values of the rules page. The yardstick
/// `greedy` plays with them.
pub const PLAIN: Weights = Weights {
    worth: [100, 600, 350, 250, 300, 650, 450, 600, 1000],
    dragon_in_hand: 0,
    mobility: [0; 9],
    helpful_ground: 0,
    best_capture: [0; 2],
    second_capture: [0; 2],
    king_attackers: [0; 4],
    without_heir: 0,
    king_capturable: [0; 2],
    heirs: [0; 2],
    fortress: 0,
    king_in_fortress: 0,
    fortress_attacked: 0,
    fortress_occupied: 0,
    approach: 0,
    tempo: 0,
};

/// The weights with which the bot plays.
pub const TUNED: Weights = Weights {
    worth: [100, 600, 350, 250, 300, 650, 450, 600, 1000],
    dragon_in_hand: 100,
    mobility: [0, 0, 40, 40, 40, 40, 40, 40, 30],
    helpful_ground: 20,
    best_capture: [4, 3],
    second_capture: [2, 6],
    king_attackers: [10, 30, 40, 40],
    without_heir: 16,
    king_capturable: [600, 1500],
    heirs: [200, 250],
    fortress: 250,
    king_in_fortress: 50,
    fortress_attacked: 80,
    fortress_occupied: 250,
    approach: 10,
    tempo: 60,
};
