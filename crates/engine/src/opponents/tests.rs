//! What the tests of several games share: a plain search to compare with, an exhaustive solver,
//! suites of positions with proven answers, and checks of nets.

pub(in crate::opponents) mod net;
pub(in crate::opponents) mod plain;
pub(in crate::opponents) mod solve;
pub(in crate::opponents) mod suite;
