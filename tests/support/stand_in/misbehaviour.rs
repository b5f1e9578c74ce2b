//! How the stand-in goes wrong.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::rest::refuse;

/// What goes wrong with a request to post a message; each one concerns one request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Misbehaviour {
    /// Status 429 for the route, to be tried again after this many seconds.
    Limited(f64),
    /// Status 429 for all routes, to be tried again after this many seconds.
    LimitedGlobally(f64),
    /// Status 429 for what others did in the channel, to be tried again after this many seconds.
    LimitedByOthers(f64),
    /// This status is answered, and nothing is posted.
    Fails(u16),
    /// This status is answered with this code of the platform's, and nothing is posted.
    Refuses(u16, u64),
    /// This status is answered with a page for people, by what stands in front of the platform.
    Page(u16),
    /// The connection is reset, and nothing is posted.
    Reset,
    /// The message is posted, and the answer is lost all the same.
    FailsAfterPosting,
    /// The message is posted, and the connection is reset before the answer.
    ResetAfterPosting,
    /// Nothing goes wrong, so that a later request is the one that fails.
    Works,
}

/// What a request to which something happens is answered; `None` if it is to be handled.
pub(super) enum Mishap {
    /// This answer, and the request is not handled.
    Answer(Response),
    /// A limit of so many seconds and of this scope.
    Limit(f64, Scope),
    /// No answer: the connection is reset.
    Reset,
    /// The request is handled, and then this answer is given; a reset without one.
    After(Option<Response>),
}

/// Whose requests a limit holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    User,
    Global,
    Shared,
}

impl Scope {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Global => "global",
            Self::Shared => "shared",
        }
    }
}

impl Misbehaviour {
    /// Returns what becomes of a request by this; `None` if nothing does.
    pub(super) fn mishap(self) -> Option<Mishap> {
        Some(match self {
            Self::Limited(after) => Mishap::Limit(after, Scope::User),
            Self::LimitedGlobally(after) => Mishap::Limit(after, Scope::Global),
            Self::LimitedByOthers(after) => Mishap::Limit(after, Scope::Shared),
            Self::Fails(status) => Mishap::Answer(refuse(status, 0, "trouble")),
            Self::Refuses(status, code) => Mishap::Answer(refuse(status, code, "refused")),
            Self::Page(status) => Mishap::Answer(page(status)),
            Self::Reset => Mishap::Reset,
            Self::FailsAfterPosting => Mishap::After(Some(refuse(502, 0, "trouble"))),
            Self::ResetAfterPosting => Mishap::After(None),
            Self::Works => return None,
        })
    }
}

/// An answer of what stands in front of the platform: a page, and no JSON.
pub(super) fn page(status: u16) -> Response {
    let headers = [("content-type", "text/html; charset=UTF-8"), ("server", "cloudflare")];
    let text = format!("<html><head><title>error {status}</title></head><body>1015</body></html>");
    (StatusCode::from_u16(status).unwrap(), headers, text).into_response()
}
