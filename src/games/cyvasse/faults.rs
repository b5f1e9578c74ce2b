//! Why a text is no turn here, as data (rules, section 6).

/// Why a turn is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not legal.
    Illegal,
}
