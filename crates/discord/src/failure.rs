//! The remedy for a request that failed. Discord has a number for every reason; the sender knows
//! classes of them.

use chat::Permission;
use table::Millis;

use super::rest::RequestError;

/// The reason why nothing can be written in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// A permission is missing.
    Permission(Permission),
    /// Somebody has sent us into a timeout, until then.
    TimedOut(Millis),
    /// We are not in its server any more.
    Removed,
    /// We may not see it, or are not in its server any more.
    Hidden,
}

/// The meaning of a failure for a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It may succeed later; nothing was done.
    Later,
    /// It may succeed later, and Discord may have done it all the same.
    Unsure,
    /// The file is too large, or not wanted here: the text may go without it.
    FileRefused,
    /// The message that is answered cannot be referred to.
    QuoteRefused,
    /// Something about the message is invalid, and Discord does not say what in words to rely on.
    Invalid,
    /// A permission is missing, perhaps only that to attach files.
    NotAllowed,
    /// Nothing can be written in this channel until somebody changes it.
    Closed,
    /// The person takes no private messages from us.
    PrivateClosed,
    /// The channel does not exist any more.
    Gone,
    /// The server's own filter refuses the words.
    Filtered,
    /// It was not sent, since it was not wanted any more when its turn came.
    Unwanted,
    /// The same message will never be taken.
    Final,
    /// Discord does not know the token.
    WrongToken,
}

impl Failure {
    /// The class of a failed request.
    pub(super) fn of(error: &RequestError) -> Self {
        match error {
            RequestError::Lost(_) | RequestError::Silenced | RequestError::Odd => Self::Unsure,
            RequestError::Busy(status) if *status >= 500 || *status == 408 => Self::Unsure,
            RequestError::Busy(_) | RequestError::Blocked(_) => Self::Later,
            RequestError::WrongToken => Self::WrongToken,
            RequestError::Unwanted => Self::Unwanted,
            RequestError::Refused { status, code, .. } => Self::of_refusal(*status, *code),
        }
    }

    /// Returns why a message without a file was refused, where the refusal says it, if we are in no timeout.
    pub(super) fn lack(error: &RequestError, is_thread: bool) -> Option<Lack> {
        let permission = match error {
            RequestError::Refused { code: 50_001, .. } => Permission::View,
            RequestError::Refused { code: 50_013, .. } if is_thread => Permission::SendInThreads,
            RequestError::Refused { code: 50_013, .. } => Permission::Send,
            _ => return None,
        };
        Some(Lack::Permission(permission))
    }

    /// The class of Discord's own code, or of the status where it gives none.
    fn of_refusal(status: u16, code: u64) -> Self {
        match (code, status) {
            // Private chats opened too fast; sending or a feature switched off for a while; slow
            // mode; a limit of the channel; an overloaded resource.
            (40_003 | 40_004 | 40_006 | 20_016 | 20_028 | 130_000, _) => Self::Later,
            // Too large in several ways; content that this place does not take.
            (400_001 | 40_005 | 50_045 | 20_009, _) | (_, 413) => Self::FileRefused,
            // No permission to read the history; the message is gone.
            (160_002 | 10_008, _) => Self::QuoteRefused,
            // Also an emoji that is gone.
            (50_035 | 10_014, _) => Self::Invalid,
            (50_013, _) => Self::NotAllowed,
            // No access; no text in this kind of channel; archived or locked, or archived while no other
            // thread may be active; the server is gone for us.
            (50_001 | 50_008 | 50_024 | 50_083 | 160_005..=160_007 | 10_004, _) => Self::Closed,
            (50_007 | 50_278 | 50_033, _) => Self::PrivateClosed,
            (10_003, _) => Self::Gone,
            (200_000 | 200_001 | 240_000, _) => Self::Filtered,
            (_, 403) => Self::Closed,
            _ => Self::Final,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, code: u64) -> Failure {
        Failure::of(&RequestError::Refused { status, code, message: String::new() })
    }

    #[test]
    fn every_reason_has_its_class() {
        for (status, code, class) in [
            (400, 40_003, Failure::Later),
            (403, 40_004, Failure::Later),
            (403, 40_006, Failure::Later),
            (400, 400_001, Failure::FileRefused),
            (400, 50_045, Failure::FileRefused),
            (413, 40_005, Failure::FileRefused),
            (413, 0, Failure::FileRefused),
            (400, 160_002, Failure::QuoteRefused),
            (404, 10_008, Failure::QuoteRefused),
            (400, 50_035, Failure::Invalid),
            (404, 10_014, Failure::Invalid),
            (403, 50_013, Failure::NotAllowed),
            (403, 50_001, Failure::Closed),
            (400, 50_083, Failure::Closed),
            (403, 160_005, Failure::Closed),
            (400, 160_006, Failure::Closed),
            (400, 160_007, Failure::Closed),
            (403, 0, Failure::Closed),
            (403, 50_007, Failure::PrivateClosed),
            (403, 50_278, Failure::PrivateClosed),
            (404, 10_003, Failure::Gone),
            (400, 200_000, Failure::Filtered),
            (400, 12_345, Failure::Final),
        ] {
            assert_eq!(refused(status, code), class, "{status} {code}");
        }
    }

    #[test]
    fn only_what_may_have_been_done_leaves_a_doubt() {
        for (error, class) in [
            (RequestError::Lost("reset".into()), Failure::Unsure),
            (RequestError::Busy(502), Failure::Unsure),
            (RequestError::Busy(408), Failure::Unsure),
            (RequestError::Busy(429), Failure::Later),
            (RequestError::Blocked(403), Failure::Later),
            (RequestError::WrongToken, Failure::WrongToken),
        ] {
            assert_eq!(Failure::of(&error), class, "{error}");
        }
    }
}
