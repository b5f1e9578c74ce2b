//! Replies, until the platform has them.

pub(super) mod asked_pictures;
pub(super) mod deliveries;
pub(super) mod outbox;
pub(super) mod shown_message;
pub(super) mod shown_messages;
pub(super) mod speech;
pub(super) mod unsent;
