//! The one integration binary.
mod dice;
mod transcript;
