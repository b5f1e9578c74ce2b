//! The page, its assets and its pictures over HTTP.

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
    guard,
    pictures::{Key, WIDTHS},
    room::Room,
    socket, view, words,
};
use crate::{
    render::{self, Theme},
    store::{NameHold, PagePicture},
};

/// A file of the page, part of the program.
struct Asset {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

static ASSETS: [Asset; 9] = [
    Asset { path: "/", kind: "text/html; charset=utf-8", text: include_str!("page/index.html") },
    Asset {
        path: "/style.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("page/style.css"),
    },
    Asset { path: "/icon.svg", kind: "image/svg+xml", text: include_str!("page/icon.svg") },
    Asset { path: "/script.js", kind: SCRIPT, text: include_str!("page/script.js") },
    Asset { path: "/box.js", kind: SCRIPT, text: include_str!("page/box.js") },
    Asset { path: "/draw.js", kind: SCRIPT, text: include_str!("page/draw.js") },
    Asset { path: "/keep.js", kind: SCRIPT, text: include_str!("page/keep.js") },
    Asset { path: "/link.js", kind: SCRIPT, text: include_str!("page/link.js") },
    Asset { path: "/log.js", kind: SCRIPT, text: include_str!("page/log.js") },
];

/// Set on every answer: the page talks to this program alone, and no other page may hold it in a
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

/// Differs when a file of the page has changed.
pub(super) fn build() -> &'static str {
    static BUILD: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        let all = ASSETS.iter().map(|asset| asset.text).collect::<String>();
        super::names::hex(&super::names::secret_hash(&all)[..8])
    });
    &BUILD
}

/// Every address of the page.
pub(super) fn routes(room: Arc<Room>, listen: SocketAddr) -> Router {
    let mut router = Router::new();
    for file in &ASSETS {
        let answer = move |headers: HeaderMap| async move { asset(file, &headers) };
        router = router.route(file.path, get(answer));
    }
    router
        .route("/picture/{file}", get(picture))
        .route("/socket", get(socket::upgrade))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing at this address.\n") })
        .layer(middleware::from_fn_with_state(listen, guarded))
        .with_state(room)
}

/// Refuses what comes from elsewhere and shields every answer, a refusal too.
async fn guarded(State(listen): State<SocketAddr>, request: Request, next: Next) -> Response {
    let socket = request.uri().path() == "/socket";
    let mut answer = match guard::check(request.headers(), listen, socket) {
        Ok(()) => next.run(request).await,
        Err(foreign) => (StatusCode::FORBIDDEN, foreign.words()).into_response(),
    };
    for (name, value) in SHIELDS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// A file of the page; a browser that has this build of it is told so.
fn asset(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", build());
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|have| have.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, asset.kind.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    if known {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else {
        (about, asset.text).into_response()
    }
}

/// What a request for a picture asks for.
struct Wanted {
    /// `None` for the default of what is shown.
    width: Option<u32>,
    theme: Theme,
    /// Hash of the asking browser's secret, for a private line.
    proof: Option<[u8; 32]>,
}

impl Wanted {
    fn read(query: &str) -> Option<Self> {
        let mut wanted = Self { width: None, theme: Theme::default(), proof: None };
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=')?;
            match key {
                "width" => {
                    let width = value.parse().ok().filter(|width| WIDTHS.contains(width))?;
                    wanted.width = Some(width);
                }
                "theme" => {
                    wanted.theme = Theme::ALL.into_iter().find(|theme| theme.key() == value)?;
                }
                // Tells pictures apart that must not be taken for each other; see `view`.
                "v" => {}
                "by" => wanted.proof = Some(super::names::from_hex(value)?),
                _ => return None,
            }
        }
        Some(wanted)
    }
}

/// `/picture/12.png?width=900&theme=wood`: the picture of a line, drawn from its stored scene.
async fn picture(
    State(room): State<Arc<Room>>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let line = file.strip_suffix(".png").and_then(|number| number.parse::<u64>().ok());
    let wanted = Wanted::read(query.as_deref().unwrap_or_default());
    let (Some(line), Some(wanted)) = (line, wanted) else {
        return (StatusCode::BAD_REQUEST, words::PICTURE_ADDRESS).into_response();
    };
    let asked = Arc::clone(&room);
    let proof = wanted.proof;
    let found = tokio::task::spawn_blocking(move || permitted(&asked, line, proof)).await;
    let Ok(Some(stored)) = found else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let width = wanted.width.unwrap_or_else(|| render::default_width(&stored.scene));
    let key = Key { line, width, theme: wanted.theme };
    let png = match room.pictures.get(key) {
        Some(png) => Some(png),
        None => room.pictures.draw(key, stored.scene).await,
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

/// The picture of a line if this browser may see it. What it may not see does not exist for it.
fn permitted(room: &Room, line: u64, proof: Option<[u8; 32]>) -> Option<PagePicture> {
    let stored = room.read(|reader| reader.page_picture(line)).ok().flatten()?;
    match view::owner_of(&stored.place, &stored.audience) {
        None => Some(stored),
        Some(owner) => {
            let hold = room.read(|reader| reader.page_name(owner.key(), &proof?).ok())?;
            matches!(hold, NameHold::Yours(_)).then_some(stored)
        }
    }
}
