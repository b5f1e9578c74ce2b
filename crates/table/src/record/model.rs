//! A record as data, as it is written and as it comes out of reading.

use std::fmt;

use dice::Scheme;
use games::{GameKind, Outcome};
use signing::{PublicKey, Signature};

use crate::LogEvent;

/// The record of a game: its tags, its plies and events, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tag `Game`.
    pub kind: GameKind,
    /// The tag `Options`: canonical text, empty for the default options.
    pub options: String,
    /// The tags `Seat1`, `Seat2` and so on: a name for each seat in order, `?` if it is unknown.
    pub names: Vec<String>,
    /// The tag `Date`: the day of the first ply in UTC as `YYYY-MM-DD`, or `?`.
    pub date: String,
    /// The tag `Position`: canonical text of the start, where that is not the game's own.
    pub position: Option<String>,
    /// The tags of hidden armies, by seat; empty where no army was arranged unseen.
    pub armies: Vec<ArmyTags>,
    /// The tag `Id`: the host's name of the game, on which its dice depend.
    pub id: Option<String>,
    /// The tag `Dice`: the version of the scheme that the commitment follows.
    pub scheme: Scheme,
    /// The tag `Commitment`: the hash of the dice secret, 64 hex digits.
    pub commitment: Option<String>,
    /// The tag `Secret`: the dice secret, 64 hex digits, of a finished game only.
    pub secret: Option<String>,
    /// The tags `Key` and `Signature`; `None` if nobody has signed the record.
    pub signed: Option<Signed>,
    /// All other tags, each with its name and value, in the order in which they were read.
    pub other_tags: Vec<(String, String)>,
    /// The plies and all other events, in order, as [`LogEvent::recorded`] gives them.
    pub events: Vec<LogEvent>,
    /// The result; `None` while the game goes on.
    pub result: Option<Outcome>,
}

/// The signer of a record, with the signature. That the signature holds is for [`verify`](super::verify) to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The tag `Key`: the host's public key.
    pub key: PublicKey,
    /// The tag `Signature`, over the whole canonical text without the line of this tag.
    pub signature: Signature,
}

/// The statements of a record about one seat's army that was arranged unseen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmyTags {
    /// The tag `Setup`: the army in canonical text, once it is revealed.
    pub text: Option<String>,
    /// The tag `SetupCommit`: the hash of text and salt, 64 hex digits.
    pub commitment: Option<String>,
    /// The tag `SetupSalt`: 32 hex digits, once the army is revealed.
    pub salt: Option<String>,
}

/// How much is proven in a record without faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Moves, result, dice and hidden armies are all as they should be.
    Proven,
    /// Moves and result are as they should be; dice or armies are not proven, for this reason.
    NotProven(String),
}

impl fmt::Display for Verdict {
    /// Writes `ok`, or `ok, dice not proven: REASON`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven => f.write_str("ok"),
            Self::NotProven(reason) => write!(f, "ok, dice not proven: {reason}"),
        }
    }
}

/// A record in which [`verify`](super::verify) has found no fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The record, as it was read.
    pub record: Record,
    /// The proof that it gives.
    pub verdict: Verdict,
}

impl Verified {
    /// The key of the host that has signed the record; `None` if nobody has.
    #[must_use]
    pub fn signer(&self) -> Option<PublicKey> {
        self.record.signed.map(|signed| signed.key)
    }

    /// Returns `true` if nobody has signed the record, although a host that signs its records has written it:
    /// one that numbers also games without dice, and whose dice are of the second scheme.
    #[must_use]
    pub const fn lacks_signature(&self) -> bool {
        let Record { id, scheme, commitment, signed, .. } = &self.record;
        let is_hosted = matches!(scheme, Scheme::Two) || (id.is_some() && commitment.is_none());
        is_hosted && signed.is_none()
    }
}

impl fmt::Display for Verified {
    /// Writes the verdict, and behind it `, signed by KEY` if the record is signed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        self.signer().map_or(Ok(()), |key| write!(f, ", signed by {key}"))
    }
}
