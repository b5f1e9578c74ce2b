//! Fair dice: a secret fixed before the game, a commitment to it, and rolls that anyone can
//! recompute once the secret is revealed. `docs/DICE.md` has the byte layout.
//!
//! This crate is pure: the secret comes from the host, which draws it from the operating system.
//!
//! ```
//! use martian_cake_dice::{Agreement, Scheme, Secret, roll};
//! use games::{Dice, Die};
//!
//! // The host draws the secret and publishes the commitment before the game.
//! let secret = Secret::from_bytes([7; 32]);
//! let agreed = Agreement { id: "12", game: "dicey", options: "", seats: 2, start: "a/b" };
//! let published = agreed.commitment(Scheme::NEWEST, &secret);
//! let dice = Dice::pair(Die::new(6), Die::new(4));
//! let thrown = roll("12", &secret, 1, "1274019562035904613", &dice);
//!
//! // Afterwards the secret is revealed, and anyone checks the commitment and every roll.
//! let revealed = Secret::from_hex(&secret.reveal()).expect("64 hex digits");
//! assert_eq!(agreed.commitment(Scheme::NEWEST, &revealed), published);
//! assert_eq!(roll("12", &revealed, 1, "1274019562035904613", &dice), thrown);
//! assert!(dice.check(&thrown).is_ok());
//! ```

mod agreement;

pub use agreement::{Agreement, Scheme, seal};

use std::fmt;

use data_encoding::HEXLOWER;
use games::{Dice, Die, Roll};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The longest salt and the longest id, in characters.
const MAX_TEXT: usize = 64;

/// The dice secret of one game. It is never logged: `Debug` hides it, and there is no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A secret made of these bytes, which must come from a cryptographic random source.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the secret, for the store, and for a lot that uses it up.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The secret as 64 lower-case hex digits, for the record of a finished game.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Reads what [`Secret::reveal`] writes; `None` if the text is anything else.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Self)
    }
}

/// Roll number `n`, from 1, of the game with this id, thrown with `dice`. The salt of a human player
/// keeps the host from choosing a secret whose rolls it likes.
#[must_use]
pub fn roll(id: &str, secret: &Secret, n: u32, salt: &str, dice: &Dice) -> Roll {
    let mut stream = Stream::new(id, secret, n, salt);
    let faces: Vec<u8> = dice.as_slice().iter().map(|die| stream.throw(*die)).collect();
    Roll::from_faces(&faces).expect("as many faces as dice always make a roll")
}

/// The commitment to a hidden army: the hash of its text, a colon and its salt, as 64 lower-case
/// hex digits.
///
/// ```
/// use martian_cake_dice::{Secret, army_commitment, army_salt, is_army_salt};
///
/// let salt = army_salt(&Secret::from_bytes([7; 32]));
/// assert!(is_army_salt(&salt));
/// let sealed = army_commitment("some army", &salt);
/// assert_eq!(sealed.len(), 64);
/// assert_ne!(sealed, army_commitment("another army", &salt));
/// ```
#[must_use]
pub fn army_commitment(army: &str, salt: &str) -> String {
    hex(&Sha256::new().chain_update(army).chain_update(b":").chain_update(salt).finalize())
}

/// The salt of a hidden army, 16 bytes as 32 lower-case hex digits, taken from a fresh secret.
/// Without a salt an army could be guessed from its commitment.
#[must_use]
pub fn army_salt(fresh: &Secret) -> String {
    hex(&fresh.0[..16])
}

/// Returns `true` if `text` has the form of the salt of an army: 32 lower-case hex digits.
#[must_use]
pub fn is_army_salt(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The seed from which a bot on this seat, numbered from 1, draws its army: fixed before the game,
/// and unknown to everyone while the game lasts.
#[must_use]
pub fn army_seed(id: &str, secret: &Secret, seat: u8) -> u64 {
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).expect("a key of any length is taken");
    mac.update(format!("{id}\nset-up\n{seat}").as_bytes());
    let bytes = mac.finalize().into_bytes();
    bytes.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

/// The salt of a bot's roll: the last salt of a person, or the id of the message that started the
/// game, and then the ply. So somebody other than the host has fixed this salt, too.
///
/// ```
/// use martian_cake_dice::{bot_salt, is_salt};
///
/// let salt = bot_salt("1274019562035904613", 6);
/// assert_eq!(salt, "1274019562035904613.6");
/// assert!(is_salt(&salt) && !is_salt("two words"));
/// ```
#[must_use]
pub fn bot_salt(human: &str, ply: u32) -> String {
    format!("{human}.{ply}")
}

/// The salt of a roll that was ordered beforehand: that of the message which registered the conditional
/// move, and that of the opponent's move which triggers it. So nobody can register again until the
/// roll suits.
///
/// Two salts of messages, or one and that of a bot, always fit; whatever is longer than a salt may be
/// is cut.
///
/// ```
/// use martian_cake_dice::{is_salt, planned_salt};
///
/// let salt = planned_salt("1274019562035904613", "1274019562035999999");
/// assert_eq!(salt, "1274019562035904613.1274019562035999999");
/// assert!(is_salt(&planned_salt(&"a".repeat(64), "b")));
/// ```
#[must_use]
pub fn planned_salt(registered: &str, trigger: &str) -> String {
    format!("{registered}.{trigger}").chars().take(MAX_TEXT).collect()
}

/// Returns `true` if `text` can be a salt: 1 to 64 ASCII letters, digits, or one of `.` `_` `:` `-`.
#[must_use]
pub fn is_salt(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._:-".contains(&b);
    (1..=MAX_TEXT).contains(&text.len()) && text.bytes().all(plain)
}

/// Returns `true` if `text` can be the id of a game: 1 to 64 printable ASCII characters other than `"` and `\`.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let plain = |b: u8| (b' '..=b'~').contains(&b) && b != b'"' && b != b'\\';
    (1..=MAX_TEXT).contains(&text.len()) && text.bytes().all(plain)
}

/// The stream of bytes of one roll: block 0, then block 1, and so on.
struct Stream {
    /// The keyed hash of everything but the block number.
    start: Hmac<Sha256>,
    next_block: u32,
    block: [u8; 32],
    used: usize,
}

impl Stream {
    fn new(id: &str, secret: &Secret, n: u32, salt: &str) -> Self {
        let mut start =
            Hmac::<Sha256>::new_from_slice(&secret.0).expect("a key of any length is taken");
        start.update(format!("{id}\n{n}\n{salt}\n").as_bytes());
        Self { start, next_block: 0, block: [0; 32], used: 32 }
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            let number = self.next_block.to_string();
            self.block = self.start.clone().chain_update(number).finalize().into_bytes().into();
            self.next_block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// The face of one die. Bytes are skipped until one is below the greatest multiple of the number
    /// of sides, because otherwise the low faces would come up a little more often.
    fn throw(&mut self, die: Die) -> u8 {
        // A die without sides does not exist; it counts as one with a single side.
        let sides = u16::from(die.sides().max(1));
        let limit = sides * (256 / sides);
        loop {
            let byte = u16::from(self.byte());
            if byte < limit {
                let face = 1 + byte % sides;
                return u8::try_from(face).expect("a face is at most 255");
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting() -> Secret {
        Secret::from_bytes(std::array::from_fn(|i| u8::try_from(i).unwrap()))
    }

    fn pair(attack: u8, defence: u8) -> Dice {
        Dice::pair(Die::new(attack), Die::new(defence))
    }

    #[test]
    fn published_vectors() {
        let secret = counting();
        let throw = |n, salt: &str, a, d| roll("12", &secret, n, salt, &pair(a, d));
        assert_eq!(throw(1, "1274019562035904613", 8, 4), Roll::pair(3, 4));
        assert_eq!(throw(2, &bot_salt("1274019562035904613", 1), 10, 10), Roll::pair(9, 2));
        assert_eq!(throw(3, "a", 12, 12), Roll::pair(4, 10));
        // This roll meets bytes of at least 250 and 252, which a d10 and a d12 reject.
        assert_eq!(throw(4, "s1084", 10, 12), Roll::pair(2, 6));
    }

    #[test]
    fn no_dice_no_faces() {
        assert_eq!(roll("12", &counting(), 1, "a", &Dice::NONE), Roll::NONE);
    }

    #[test]
    fn secrets_read_back_and_stay_hidden() {
        let secret = counting();
        assert!(secret.reveal().starts_with("00010203"));
        assert_eq!(Secret::from_hex(&secret.reveal()), Some(secret.clone()));
        for wrong in ["", "00", &secret.reveal().to_uppercase(), &format!("{}ä", "0".repeat(62))] {
            assert_eq!(Secret::from_hex(wrong), None, "{wrong}");
        }
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(format!("{:?}", Secret::from_bytes([7; 32])), "Secret(…)");
    }

    #[test]
    fn salts_and_ids() {
        for good in ["1", "1274019562035904613.6", "page:a_b-C", &"x".repeat(64)] {
            assert!(is_salt(good) && is_id(good), "{good}");
        }
        for bad in ["", "a b", "ä", "a}", "a\n", &"x".repeat(65)] {
            assert!(!is_salt(bad), "{bad}");
        }
        assert!(is_id("game 12 {x}"));
        for bad in ["", "ä", "a\"", "a\\", "a\n", "\u{7f}", &"x".repeat(65)] {
            assert!(!is_id(bad), "{bad}");
        }
    }

    #[test]
    fn every_number_of_sides_is_thrown_within_its_faces() {
        for sides in 0..=255 {
            for n in 1..=20 {
                let thrown = roll("12", &counting(), n, "a", &pair(sides, 255));
                assert!((1..=sides.max(1)).contains(&thrown.as_slice()[0]), "d{sides}");
                assert!(thrown.as_slice()[1] >= 1);
            }
        }
    }

    #[test]
    fn rolls_depend_on_every_part() {
        let secret = counting();
        let big = pair(255, 255);
        let base = roll("12", &secret, 1, "a", &big);
        assert_ne!(roll("13", &secret, 1, "a", &big), base);
        assert_ne!(roll("12", &Secret::from_bytes([1; 32]), 1, "a", &big), base);
        assert_ne!(roll("12", &secret, 2, "a", &big), base);
        assert_ne!(roll("12", &secret, 1, "b", &big), base);
        assert_eq!(roll("12", &secret, 1, "a", &big), base);
    }

    /// Greatest chi-square for which faces still pass as even, one chance in a thousand each, for
    /// sides − 1 degrees of freedom. The secrets are fixed, so the test cannot fail by bad luck.
    const CHI_SQUARE: [(u8, f64); 5] =
        [(4, 16.27), (6, 20.52), (8, 24.32), (10, 27.88), (12, 31.26)];

    #[test]
    fn faces_are_even() {
        const ROLLS: u32 = 200_000;
        for (sides, greatest) in CHI_SQUARE {
            let mut count = vec![0_u32; usize::from(sides)];
            for i in 0..ROLLS / 2 {
                // A hundred games of a thousand rolls of two dice each.
                let secret = Secret::from_bytes([u8::try_from(i / 1000).unwrap(); 32]);
                let thrown = roll("12", &secret, i % 1000 + 1, "salt", &pair(sides, sides));
                for face in thrown.as_slice() {
                    count[usize::from(*face) - 1] += 1;
                }
            }
            let expected = f64::from(ROLLS) / f64::from(sides);
            let chi: f64 =
                count.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
            assert!(chi < greatest, "d{sides}: {chi:.2} from {count:?}");
        }
    }
}
