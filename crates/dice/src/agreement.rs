//! The commitment to a dice secret: what it binds, in each version of the scheme, and the seal by
//! which people compare it.

use sha2::{Digest, Sha256};

use super::{Secret, hex};

/// A version of the scheme. They differ in what the commitment binds; the rolls are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Version 1: the commitment binds the id of the game and the secret. Records without the tag
    /// `Dice` have it.
    #[default]
    One,
    /// Version 2: the commitment also binds what was agreed before the first move.
    Two,
}

impl Scheme {
    /// The version that new games have.
    pub const NEWEST: Self = Self::Two;
    /// Every version, the oldest first.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// The version with this number; `None` if this program does not know it.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.number() == number)
    }
}

/// The terms agreed before the first move, as far as the commitment binds them. No text has a line feed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement<'a> {
    /// The id of the game.
    pub id: &'a str,
    /// The key of the game that is played.
    pub game: &'a str,
    /// Its options in canonical text; empty for the default game.
    pub options: &'a str,
    /// How many seats it has.
    pub seats: u8,
    /// The start position in canonical text; empty where the players arrange their men themselves,
    /// since nobody knows it yet.
    pub start: &'a str,
}

impl Agreement<'_> {
    /// The commitment to `secret` for this game, as 64 lower-case hex digits.
    #[must_use]
    pub fn commitment(&self, scheme: Scheme, secret: &Secret) -> String {
        let seats = self.seats.to_string();
        // The first line makes the hash of no use elsewhere.
        let lines: &[&str] = match scheme {
            Scheme::One => &["martian-cake dice 1", self.id],
            Scheme::Two => {
                &["martian-cake dice 2", self.id, self.game, self.options, &seats, self.start]
            }
        };
        let mut hash = Sha256::new();
        for line in lines {
            hash.update(line);
            hash.update(b"\n");
        }
        hex(&hash.chain_update(secret.bytes()).finalize())
    }
}

/// A commitment as people compare it: its first 32 digits in four groups of eight. To find another
/// secret that fits them takes some 2^128 tries, and a pair of secrets that share them some 2^64.
///
/// ```
/// use martian_cake_dice::seal;
///
/// let commitment = "c91996381f87d06e753ed38cb2fe2647bd40d5f794befce3b290b395c214116a";
/// assert_eq!(seal(commitment), "c9199638 1f87d06e 753ed38c b2fe2647");
/// ```
#[must_use]
pub fn seal(commitment: &str) -> String {
    let groups = (0..4).filter_map(|group| commitment.get(8 * group..8 * group + 8));
    groups.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGREED: Agreement<'_> = Agreement {
        id: "12",
        game: "lyra",
        options: "v1=on,v4=on",
        seats: 2,
        start: "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0",
    };

    fn counting() -> Secret {
        Secret::from_bytes(std::array::from_fn(|i| u8::try_from(i).unwrap()))
    }

    #[test]
    fn published_vectors() {
        assert_eq!(
            AGREED.commitment(Scheme::One, &counting()),
            "c91996381f87d06e753ed38cb2fe2647bd40d5f794befce3b290b395c214116a"
        );
        assert_eq!(
            AGREED.commitment(Scheme::Two, &counting()),
            "aee334d7e98cdb437779096c44ce97de43b52c3dd0137e98fae79ae3bfd48e81"
        );
        let arranged = Agreement { id: "7", game: "cyvasse", options: "", seats: 2, start: "" };
        assert_eq!(
            arranged.commitment(Scheme::Two, &counting()),
            "38707d4ef0109030aa62195c4f2c69b8e4f82deb21db1bca1b6ec350153368a0"
        );
    }

    #[test]
    fn version_two_binds_every_part_and_version_one_the_id() {
        let others = [
            Agreement { id: "13", ..AGREED },
            Agreement { game: "martian", ..AGREED },
            Agreement { options: "", ..AGREED },
            Agreement { seats: 3, ..AGREED },
            Agreement { start: "", ..AGREED },
        ];
        let of = |agreed: &Agreement<'_>, scheme| agreed.commitment(scheme, &counting());
        for other in others {
            assert_ne!(of(&other, Scheme::Two), of(&AGREED, Scheme::Two), "{other:?}");
            let same = other.id == AGREED.id;
            assert_eq!(of(&other, Scheme::One) == of(&AGREED, Scheme::One), same, "{other:?}");
        }
        for scheme in Scheme::ALL {
            let changed = AGREED.commitment(scheme, &Secret::from_bytes([1; 32]));
            assert_ne!(changed, AGREED.commitment(scheme, &counting()));
        }
        assert_ne!(of(&AGREED, Scheme::One), of(&AGREED, Scheme::Two));
    }

    #[test]
    fn versions_have_numbers() {
        for scheme in Scheme::ALL {
            assert_eq!(Scheme::from_number(scheme.number()), Some(scheme));
        }
        assert_eq!([0, 3, u32::MAX].map(Scheme::from_number), [None; 3]);
        assert_eq!(Scheme::NEWEST, Scheme::Two);
    }

    #[test]
    fn a_seal_of_anything_else_does_no_harm() {
        assert_eq!(["", "abc", "aääääääää"].map(seal), [""; 3]);
    }
}
