//! Whether a board has its coordinates.

/// The names of lines and zones on the margin of a board, and in its canals. Nothing lies elsewhere without them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// They are written.
    #[default]
    Shown,
    /// They are left out.
    Hidden,
}
