//! The parts that a game adds to its rules so that the bot can play it.

use games::Rules;

use super::{
    attention::Attention,
    choice::{Choice, SearchRequest, choose},
    duel::{Player, RoundResult, play_round, yardstick_move},
    evaluate::Evaluate,
    levels::{Level, N_HIGHER, N_LEVELS},
    luck::Judge,
    random::SplitMix,
};

/// The way an evaluator looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalStyle {
    /// With everything it knows.
    Full,
    /// With the same weights, but without a look at captures and fights beyond the depth.
    WithoutTactics,
    /// With the first weights, and without a look at captures and fights: what the yardstick
    /// `greedy` uses. It never changes.
    Yardstick,
}

/// The assumption of a search about the other sides where more than two play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentModel {
    /// All other sides play together against the side that searches ([`super::search`]).
    Paranoid,
    /// Every side maximises its own share of the point ([`super::max_n`]).
    MaxN {
        /// How many moves of another side are searched at a node, the most promising first; at
        /// least 1.
        width: u8,
    },
}

/// A game that the bot can play.
pub trait Opponent: Rules {
    /// The evaluator of this game's positions.
    type Eval: Evaluate<Self>;

    /// The ratings of the levels in the game for two with its default options, the weakest first. They
    /// follow from the scores of each level against the one below that docs/ENGINE.md lists, on a scale
    /// on which the player of random moves has 500, and no game changes them.
    const RATINGS: [u16; N_LEVELS as usize];

    /// The levels above those of beginners ([`levels::BEGINNERS`](super::levels::BEGINNERS)) under these options,
    /// the weakest first.
    fn higher_levels(options: &Self::Options) -> &'static [Level; N_HIGHER];

    /// An evaluator of this style for games under these options.
    fn evaluator(style: EvalStyle, options: &Self::Options) -> Self::Eval;

    /// Fixed positions for [`super::bench_signature`]: options text, position text.
    fn bench_positions() -> &'static [(&'static str, &'static str)];

    /// Chooses a move, as [`choose`](super::choose).
    ///
    /// The games of this crate have it compiled here, with its optimisation: the crates that call it do not
    /// compile the search anew. The same holds for [`Opponent::yardstick_move`] and [`Opponent::play_round`].
    fn choose_move(
        positions: &[Self],
        request: &SearchRequest,
        stop: &dyn Fn() -> bool,
    ) -> Option<Choice<Self::Move>> {
        choose(positions, request, stop)
    }

    /// Chooses the move of a [`GreedyPlayer`](super::duel::GreedyPlayer) or of a
    /// [`BeginnerPlayer`](super::duel::BeginnerPlayer).
    fn yardstick_move(&self, depth: u32, attention: Attention) -> Option<Self::Move> {
        yardstick_move(self, depth, attention)
    }

    /// Plays a round of a duel, as [`play_round`](super::duel::play_round).
    fn play_round(
        options: &Self::Options,
        eval: &Self::Eval,
        judge: Option<&Judge<'_, Self::Eval>>,
        players: [&mut dyn Player<Self>; 2],
        seed: u64,
        index: u64,
    ) -> RoundResult {
        play_round(options, eval, judge, players, seed, index)
    }

    /// The position from which a round of a duel starts. Where the sides arrange their men, both
    /// armies are drawn for it.
    fn opening_start(options: &Self::Options, _random: &mut SplitMix) -> Self {
        Self::start(options)
    }

    /// A legal move, every one equally likely; `None` if the game is over. A game overrides this
    /// only to be faster. `spare` is a buffer.
    fn random_move(
        &self,
        random: &mut SplitMix,
        spare: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        spare.clear();
        self.legal_moves(spare);
        spare.get(random.below(spare.len() as u64) as usize).cloned()
    }

    /// A bot's army at this level, canonical text, in games whose players arrange their men
    /// themselves. It depends on nothing but these arguments.
    fn choose_army(_options: &Self::Options, _level: u8, _seed: u64) -> Option<String> {
        None
    }

    /// Returns how to model the opponents in this position of a game with three sides or more.
    fn opponent_model(&self) -> OpponentModel {
        OpponentModel::Paranoid
    }

    /// The form of a chosen move that also declares something beside the board, and which no list
    /// of legal moves has; `None` if there is none, or none that could be good.
    fn declaring_move(&self, _mv: &Self::Move) -> Option<Self::Move> {
        None
    }

    /// Returns `true` if to play the declaring form of a move after both were searched: `plain` and `declaring`
    /// are their values for the mover, in millionths of 2p - 1.
    fn prefers_declaring(&self, _plain: i32, _declaring: i32) -> bool {
        false
    }
}
