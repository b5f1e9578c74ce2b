//! Standings: points, tie-breaks with their sums, and the crosstable.
//!
//! Tie-breaks are those of the FIDE Handbook C.07, *Play-Off and Tie-Break Regulations*, as approved
//! on 2 February 2026 and in force since 1 March 2026. The article stands beside each rule.
//! A round that was not played counts by its article 16: against a *dummy* in the player's own
//! tie-break, and by its points, or as a draw, in the score that counts for opponents.
//!
//! Every tie-break is kept with its terms, so that a player can recompute it.

mod crosstable;
mod encounter;
mod records;
mod sum;
mod table;
mod tie_break;
mod value;

#[cfg(test)]
mod tests;

pub use crosstable::{CrossCell, crosstable};
pub use encounter::{Encounter, Meeting};
pub use records::System;
pub use sum::{Sum, Term, TermKind};
pub use table::{Line, Standings, standings};
pub use tie_break::{TieBreak, TieBreakValue};
pub use value::Hundredths;
