//! The addresses of the page over HTTP: its files, its pictures and its socket.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    extract::{Path, RawQuery, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};

use super::{
    assets::{ASSETS, asset},
    chat_room::{ChatRoom, StoredPicture},
    names, origin,
    picture_cache::{PictureKey, WIDTHS},
    socket, text, view,
};
use crate::{
    render::{self, Theme},
    store::NameStatus,
};

/// Headers of every answer: the page talks to this program alone, and no other page may hold it in a
/// frame, read from it or learn where it was.
const SHIELDS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Every address of the page.
pub(super) fn routes(room: Arc<ChatRoom>, listen: SocketAddr) -> Router {
    let mut router = Router::new();
    for file in &ASSETS {
        let answer = move |headers: HeaderMap| async move { asset(file, &headers) };
        router = router.route(file.path, get(answer));
    }
    router
        .route("/picture/{file}", get(picture))
        .route("/socket", get(socket::upgrade))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing at this address.\n") })
        .layer(middleware::from_fn_with_state(listen, shield))
        .with_state(room)
}

/// Refuses what comes from elsewhere and sets [`SHIELDS`] on every answer, a refusal too.
async fn shield(State(listen): State<SocketAddr>, request: Request, next: Next) -> Response {
    let socket = request.uri().path() == "/socket";
    let mut answer = match origin::check(request.headers(), listen, socket) {
        Ok(()) => next.run(request).await,
        Err(foreign) => (StatusCode::FORBIDDEN, foreign.text()).into_response(),
    };
    for (name, value) in SHIELDS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// The query of a request for a picture.
struct PictureQuery {
    /// In pixels; `None` for the default width of what is shown.
    width: Option<u32>,
    theme: Theme,
    /// Hash of the asking browser's secret, for a private line.
    proof: Option<[u8; 32]>,
}

impl PictureQuery {
    fn read(query: &str) -> Option<Self> {
        let mut picture = Self { width: None, theme: Theme::default(), proof: None };
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=')?;
            match key {
                "width" => {
                    let width = value.parse().ok().filter(|width| WIDTHS.contains(width))?;
                    picture.width = Some(width);
                }
                "theme" => {
                    picture.theme = Theme::ALL.into_iter().find(|theme| theme.key() == value)?;
                }
                // Only tells pictures apart that must not be taken for each other; see `view`.
                "v" => {}
                "by" => picture.proof = Some(names::from_hex(value)?),
                _ => return None,
            }
        }
        Some(picture)
    }
}

/// `/picture/12.png?width=900&theme=wood`: the picture of a line, drawn from its stored scene.
async fn picture(
    State(room): State<Arc<ChatRoom>>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let line = file.strip_suffix(".png").and_then(|number| number.parse::<u64>().ok());
    let query = PictureQuery::read(query.as_deref().unwrap_or_default());
    let (Some(line), Some(query)) = (line, query) else {
        return (StatusCode::BAD_REQUEST, text::PICTURE_ADDRESS).into_response();
    };
    let asked = Arc::clone(&room);
    let proof = query.proof;
    let found = tokio::task::spawn_blocking(move || permitted(&asked, line, proof)).await;
    let Ok(Some(stored)) = found else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let width = query.width.unwrap_or_else(|| render::default_width(&stored.scene));
    let key = PictureKey { line, width, theme: query.theme };
    let png = match room.pictures.get(key) {
        Some(png) => Some(png),
        None => room.pictures.render(key, stored.scene).await,
    };
    match png {
        Some(png) => png_answer(png.to_vec()),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A picture never changes: its line is kept as it is.
fn png_answer(png: Vec<u8>) -> Response {
    let about = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
    ];
    (about, png).into_response()
}

/// The picture of a line if this browser may see it. A picture that it may not see does not exist
/// for it.
fn permitted(room: &ChatRoom, line: u64, proof: Option<[u8; 32]>) -> Option<StoredPicture> {
    let stored = room.picture(line)?;
    match view::owner_of(&stored.place, stored.only.as_ref()) {
        None => Some(stored),
        Some(owner) => {
            let status = room.read(|reader| reader.name_status(owner.key(), &proof?).ok())?;
            matches!(status, NameStatus::Yours(_)).then_some(stored)
        }
    }
}
