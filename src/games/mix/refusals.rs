//! What is said when a move is not possible.

use super::{Fault, Position};

/// Why a text is not a move here.
pub(super) fn words(_position: &Position, typed: &str, fault: &Fault) -> String {
    match fault {
        Fault::NoMan(at) => format!("{typed} is not possible: no man stands on {at}."),
    }
}
