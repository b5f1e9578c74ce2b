//! Why a text is no move here.

use super::Sq;

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No man stands there.
    NoMan(Sq),
}
