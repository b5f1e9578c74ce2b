//! Fair dice: a secret fixed before the game, a commitment to it, and rolls that anyone can
//! recompute once the secret is revealed. `docs/DICE.md` has the byte layout.
//!
//! Pure: the secret comes in from the host, which draws it from the operating system.

use std::fmt;

use crate::games::{Dice, Roll};

/// The dice secret of one game. Never logged: `Debug` hides it, there is no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A secret of these bytes, which must come from a cryptographic random source.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for the store alone.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// 64 small hex digits, for a record of a finished game.
    #[must_use]
    pub fn reveal(&self) -> String {
        unimplemented!()
    }

    /// Reads [`Secret::reveal`]; `None` if the text is none.
    #[must_use]
    pub fn from_hex(_text: &str) -> Option<Self> {
        unimplemented!()
    }
}

/// The commitment to `secret` for the game called `id`, as 64 small hex digits.
#[must_use]
pub fn commitment(_id: &str, _secret: &Secret) -> String {
    unimplemented!()
}

/// Roll number `n` (from 1) of the game called `id`, thrown with `dice`.
#[must_use]
pub fn roll(_id: &str, _secret: &Secret, _n: u32, _salt: &str, _dice: &Dice) -> Roll {
    unimplemented!()
}
