//! Signatures of records: the key of a host, and what anybody needs to check what it has signed.
//! `docs/RECORD.md` says which bytes are signed.
//!
//! This crate is pure: the bytes of a key come from the host, which draws them from the operating
//! system.
//!
//! ```
//! use martian_cake_signing::{HostKey, PublicKey};
//!
//! let key = HostKey::from_bytes([7; 32]);
//! let signature = key.sign("a record");
//!
//! // Anybody who knows the public key can tell what the host has signed.
//! let known: PublicKey = key.public().to_string().parse().expect("64 hex digits");
//! assert!(known.has_signed("a record", &signature));
//! assert!(!known.has_signed("another record", &signature));
//! ```

use std::{fmt, str::FromStr};

use data_encoding::HEXLOWER;
use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};

/// The key with which a host signs records. It is never logged: `Debug` hides it, and there is no
/// `Display`.
#[derive(Clone)]
pub struct HostKey(SigningKey);

impl fmt::Debug for HostKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostKey(…)")
    }
}

impl HostKey {
    /// The key made of these bytes, which must come from a cryptographic random source. All of them
    /// make a key.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&bytes))
    }

    /// The bytes that it was made of, for the store alone.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The key by which others know this host.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// The signature of a text; the same key gives the same text the same signature.
    #[must_use]
    pub fn sign(&self, text: &str) -> Signature {
        Signature(self.0.sign(text.as_bytes()))
    }
}

/// The key by which others know a host. As text it is 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Returns `true` if the host with this key has made this signature for this text. A signature in another
    /// form than the one that signing gives does not count.
    #[must_use]
    pub fn has_signed(&self, text: &str, signature: &Signature) -> bool {
        self.0.verify_strict(text.as_bytes(), &signature.0).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(self.0.as_bytes()))
    }
}

/// The reason why a text is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It has another form.
    #[error("a key is 64 small hex digits")]
    Form,
    /// No key has these digits, or one under which signatures prove nothing.
    #[error("these digits are no Ed25519 key")]
    Unusable,
}

impl FromStr for PublicKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes: [u8; 32] = HEXLOWER
            .decode(text.as_bytes())
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or(KeyError::Form)?;
        let key = VerifyingKey::from_bytes(&bytes).map_err(|_| KeyError::Unusable)?;
        // A point has one spelling; and a key of small order would have "signed" nearly anything.
        let is_canonical = key.to_edwards().compress().to_bytes() == bytes;
        if key.is_weak() || !is_canonical { Err(KeyError::Unusable) } else { Ok(Self(key)) }
    }
}

/// A signature. As text it is 128 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(ed25519_dalek::Signature);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0.to_bytes()))
    }
}

/// A text that does not have the form of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a signature is 128 small hex digits")]
pub struct SignatureError;

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_| SignatureError)?;
        let bytes: [u8; 64] = bytes.try_into().map_err(|_| SignatureError)?;
        Ok(Self(ed25519_dalek::Signature::from_bytes(&bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test 2 of RFC 8032, section 7.1: secret key, public key, signature of the byte 0x72.
    const SECRET: &str = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
    const PUBLIC: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    const SIGNED: &str = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                          085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

    fn key() -> HostKey {
        HostKey::from_bytes(HEXLOWER.decode(SECRET.as_bytes()).unwrap().try_into().unwrap())
    }

    #[test]
    fn the_vector_of_the_standard() {
        assert_eq!(key().public().to_string(), PUBLIC);
        assert_eq!(key().sign("r").to_string(), SIGNED);
        let (public, signature): (PublicKey, Signature) =
            (PUBLIC.parse().unwrap(), SIGNED.parse().unwrap());
        assert!(public.has_signed("r", &signature));
        assert!(!public.has_signed("s", &signature));
    }

    #[test]
    fn secrets_stay_hidden() {
        assert_eq!(format!("{:?}", key()), "HostKey(…)");
    }

    #[test]
    fn other_forms_are_no_keys_and_no_signatures() {
        for (text, error) in [
            ("", KeyError::Form),
            (&PUBLIC[1..], KeyError::Form),
            (&PUBLIC.to_uppercase(), KeyError::Form),
            (&format!("{PUBLIC} "), KeyError::Form),
            // The neutral point, another one of small order, and y = 3 written as p + 3.
            (&format!("01{}", "00".repeat(31)), KeyError::Unusable),
            (&"00".repeat(32), KeyError::Unusable),
            (&format!("f0{}7f", "ff".repeat(30)), KeyError::Unusable),
            // No point has this y.
            (&format!("02{}", "00".repeat(31)), KeyError::Unusable),
        ] {
            assert_eq!(text.parse::<PublicKey>(), Err(error), "{text}");
        }
        for text in ["", &SIGNED[1..], &SIGNED.to_uppercase(), &format!("{SIGNED}00")] {
            assert_eq!(text.parse::<Signature>(), Err(SignatureError), "{text}");
        }
    }

    /// S + L in place of S verifies as well by the bare equation; it would make a second signature
    /// out of one.
    #[test]
    fn a_signature_has_one_form() {
        const ORDER: &str = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
        let (mut bytes, order) = (
            HEXLOWER.decode(SIGNED.as_bytes()).unwrap(),
            HEXLOWER.decode(ORDER.as_bytes()).unwrap(),
        );
        let mut carry = 0;
        for (byte, add) in bytes[32..].iter_mut().zip(order) {
            let sum = u16::from(*byte) + u16::from(add) + carry;
            *byte = sum.to_le_bytes()[0];
            carry = sum >> 8;
        }
        let other: Signature = HEXLOWER.encode(&bytes).parse().unwrap();
        assert!(!PUBLIC.parse::<PublicKey>().unwrap().has_signed("r", &other));
    }
}
