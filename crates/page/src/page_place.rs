//! The places of the page.

use serde::{Deserialize, Serialize};

/// The places of the page, as one person sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PagePlace {
    /// The channel that everybody sees.
    Channel,
    /// The person's private chat with the bot.
    Private,
}
