//! Lyra.

/// A position of Lyra.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {}
