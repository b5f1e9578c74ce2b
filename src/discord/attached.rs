//! The file that comes with a message: it is fetched where a command takes one, and only then.

use std::time::Duration;

use serenity::model::channel::{Attachment, Message};

use crate::{
    chat::{Attached, MOST_ATTACHED},
    host::{Clock, timeout},
};

/// How long a small file may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// The file that a message gives to `verify`, if it seems to. What it really means is read later.
pub(super) fn wanted(message: &Message) -> Option<&Attachment> {
    let words = message.content.to_ascii_lowercase();
    message.attachments.first().filter(|_| words.contains("verify"))
}

/// Fetches a file.
pub(super) async fn fetch(file: &Attachment, clock: &dyn Clock) -> Attached {
    if usize::try_from(file.size).is_ok_and(|size| size > MOST_ATTACHED) {
        return Attached::TooLong;
    }
    match timeout(clock, PATIENCE, file.download()).await {
        Some(Ok(bytes)) if bytes.len() > MOST_ATTACHED => Attached::TooLong,
        Some(Ok(bytes)) => String::from_utf8(bytes).map_or(Attached::Unreadable, Attached::Text),
        Some(Err(error)) => {
            // The address of the file stays out of the log: whoever has it can read the file.
            tracing::warn!("an attached file could not be fetched: {}", error_kind(&error));
            Attached::Unreadable
        }
        None => {
            tracing::warn!("an attached file did not come in time");
            Attached::Unreadable
        }
    }
}

/// What kind of error it is, without what it quotes.
const fn error_kind(error: &serenity::Error) -> &'static str {
    match error {
        serenity::Error::Http(_) => "the request failed",
        serenity::Error::Io(_) => "the answer broke off",
        _ => "unknown",
    }
}
