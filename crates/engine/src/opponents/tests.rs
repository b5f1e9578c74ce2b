//! What the tests of several games share: a plain search to compare with, an exhaustive solver, and
//! suites of positions with proven answers.

pub(in crate::opponents) mod plain;
pub(in crate::opponents) mod solve;
pub(in crate::opponents) mod suite;
