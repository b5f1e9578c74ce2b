//! A session on a disk that fails: every call once, in turn; a disk that is full for a while; memory
//! that runs out; the power that fails.
//!
//! The disk is played by `shim.c`, which is compiled here and preloaded into a process
//! of its own, in which `session` plays a game as two people on the local page would. `verdict` then
//! looks at what is left.

mod calls;
mod power;
mod session;
mod shim;
mod trace;
mod verdict;
