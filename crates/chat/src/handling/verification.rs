//! A record that is verified beside the host's loop, since replaying a long game takes so long that
//! everybody would feel it.

use std::sync::Arc;

use table::{
    Game,
    record::{self, Record, RecordError, Verified},
};

/// A record that is to be verified, on behalf of a message.
#[derive(Clone, Debug)]
pub enum Verification {
    /// One that the message brings, as it was written.
    Given(Arc<str>),
    /// That of a game as it was when the message was handled.
    Stored(Arc<Game>),
}

/// The result of verifying a record: what is proven in it, or its first fault.
pub type Checked = Result<Verified, RecordError>;

impl Verification {
    /// Replays the record, which takes some milliseconds for a thousand plies, and judges its dice and
    /// its signature.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn check(&self) -> Checked {
        match self {
            Self::Given(text) => record::verify(text),
            Self::Stored(game) => record::verify(&Record::of_game(game).to_text()),
        }
    }
}
