//! The source of secrets and of lots, which decide who gets which seat.

use std::fmt::Debug;

use rand::{TryRng, rngs::SysRng};

/// A source of secrets and lots: the operating system, or a script in tests.
pub trait Entropy: Debug + Send {
    /// Fresh secret bytes, for the dice of a game or for the key of this host.
    ///
    /// # Errors
    /// The source's own error if it fails; no game can start then.
    fn secret(&mut self) -> Result<[u8; 32], String>;

    /// A random number below `n`, which is at least 1.
    fn random_below(&mut self, n: u32) -> u32;
}

/// The operating system's random source.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    fn random_below(&mut self, n: u32) -> u32 {
        rand::random_range(0..n.max(1))
    }
}
