//! The parts that each game adds to its rules so that the bot can play it: an evaluator, its levels, and the
//! positions of the bench.
//!
//! The engine knows no game by name: it asks for [`crate::Opponent`], and the one place
//! that maps a game to its code is [`games::with_game`].

/// The entry points of the search for one game. They are not generic, so they are compiled here.
macro_rules! entry_points {
    () => {
        fn choose_move(
            positions: &[Self],
            request: &$crate::SearchRequest,
            stop: &dyn Fn() -> bool,
        ) -> Option<$crate::Choice<Self::Move>> {
            $crate::choose(positions, request, stop)
        }

        fn yardstick_move(&self, depth: u32, attention: $crate::Attention) -> Option<Self::Move> {
            $crate::duel::yardstick_move(self, depth, attention)
        }

        fn play_round(
            options: &Self::Options,
            eval: &Self::Eval,
            judge: Option<&$crate::luck::Judge<'_, Self::Eval>>,
            players: [&mut dyn $crate::duel::Player<Self>; 2],
            seed: u64,
            index: u64,
        ) -> $crate::duel::RoundResult {
            $crate::duel::play_round(options, eval, judge, players, seed, index)
        }
    };
}

pub mod cyvasse;
pub mod lyra;
pub mod martian;
pub mod mix;

#[cfg(test)]
mod tests;
