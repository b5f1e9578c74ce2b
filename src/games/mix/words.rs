//! Game Mix in words: plies, positions, moves and results.
