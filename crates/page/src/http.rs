//! The HTTP addresses of the page: its files, its pictures and its socket.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    extract::{ConnectInfo, Path, RawQuery, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use games::Seat;
use render::{Coordinates, Theme};
use table::PersonId;

use super::{
    assets::{ASSETS, ELSEWHERE, HOME, Preloads, TABLE, asset, page},
    chat_room::{ChatRoom, GamesRead, StoredPicture},
    connections::Peer,
    drawn::Drawn,
    names, origin,
    picture_cache::{PictureKey, PictureSource, WIDTHS},
    socket::{self, stopped},
    table_pictures, text, view,
};
use crate::admission::Party;

/// The headers of every answer: the page talks to this program alone, and no other page may embed
/// it, read from it or learn its address.
const SECURITY_HEADERS: [(HeaderName, &str); 7] = [
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
    for file in &ASSETS[1..] {
        let answer = move |headers: HeaderMap| async move { asset(file, &headers) };
        router = router.route(file.path, get(answer));
    }
    router
        .route("/", get(|headers: HeaderMap| async move { page(&HOME, &headers) }))
        .route("/game/{no}", get(|no, headers| page_at(&TABLE, no, headers)))
        .route("/event/{no}", get(|no, headers| page_at(&ELSEWHERE, no, headers)))
        .route(
            "/person/{name}",
            get(|headers: HeaderMap| async move { page(&ELSEWHERE, &headers) }),
        )
        .route("/picture/{file}", get(picture))
        .route("/board/{file}", get(table_pictures::board))
        .route("/cover/{file}", get(table_pictures::cover))
        .route("/men/{theme}/{file}", get(table_pictures::men))
        .route("/piece/{game}/{kind}/{file}", get(table_pictures::piece))
        .route("/socket", get(socket::upgrade))
        .fallback(|| async { nothing_here() })
        .layer(middleware::from_fn_with_state((Arc::clone(&room), listen), guard))
        .with_state(room)
}

/// Answers `/game/12` and `/event/7` with the page itself, whose script opens what the address names.
async fn page_at(preloads: &Preloads, Path(no): Path<String>, headers: HeaderMap) -> Response {
    match no.parse::<u32>() {
        Ok(_) => page(preloads, &headers),
        Err(_) => nothing_here(),
    }
}

fn nothing_here() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing at this address.\n").into_response()
}

/// Refuses requests from other pages, lets those who ask very often wait, and sets
/// [`SECURITY_HEADERS`] on every answer, even a refusal.
async fn guard(
    State((room, listen)): State<(Arc<ChatRoom>, SocketAddr)>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    connection.busy();
    let (mut stop, party) = (room.stopping(), connection.party());
    let answer = async {
        match origin::check(request.uri(), request.headers(), listen) {
            Ok(()) => {
                room.limits.request(party).await;
                next.run(request).await
            }
            Err(foreign) => {
                room.limits.refusal(party).await;
                (StatusCode::FORBIDDEN, foreign.text()).into_response()
            }
        }
    };
    let mut answer = tokio::select! {
        biased;
        answer = answer => answer,
        // Whoever waits for a picture keeps the program from ending otherwise.
        () = stopped(&mut stop) => (StatusCode::SERVICE_UNAVAILABLE, text::ENDING).into_response(),
    };
    for (name, value) in SECURITY_HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let now = room.clock.instant();
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        connection.guest(now);
    } else {
        connection.idle(now);
    }
    answer
}

/// The query of a request for a picture.
#[derive(Default)]
pub(super) struct PictureQuery {
    /// The width in pixels; `None` for the default width of what it shows.
    pub(super) width: Option<u32>,
    /// The theme; `None` for the one that was chosen, else the face of what it shows.
    pub(super) theme: Option<Theme>,
    /// The number of the seat whose side of a board is at the bottom; `None` for the side of the drawing.
    pub(super) side: Option<Seat>,
    /// The hash of the asking browser's secret, which a private line needs.
    pub(super) proof: Option<[u8; 32]>,
    /// Of the board of a table how much of the game's log it shows, the marks of how many plies, whether it is for the
    /// one who arranges men on it, whether it has coordinates, and whether it has men.
    pub(super) lines: Option<usize>,
    pub(super) plies: Option<u32>,
    pub(super) own: bool,
    pub(super) coordinates: Coordinates,
    pub(super) bare: bool,
}

impl PictureQuery {
    pub(super) fn read(query: &str) -> Option<Self> {
        let mut picture = Self::default();
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=')?;
            match key {
                "width" => {
                    let width = value.parse().ok().filter(|width| WIDTHS.contains(width))?;
                    picture.width = Some(width);
                }
                "theme" => {
                    picture.theme = Some(Theme::from_key(value)?);
                }
                "side" => {
                    let seat = value.parse::<u8>().ok()?.checked_sub(1)?;
                    picture.side = Some(Seat::from_index(seat)?);
                }
                "lines" => picture.lines = Some(value.parse().ok()?),
                "plies" => picture.plies = Some(value.parse().ok()?),
                "own" => picture.own = value == "1",
                "names" if value == "0" => picture.coordinates = Coordinates::Hidden,
                "men" if value == "0" => picture.bare = true,
                // Keeps browsers from taking one picture for another in their cache; see `view`.
                "v" => {}
                "by" => picture.proof = Some(names::from_hex(value)?),
                _ => return None,
            }
        }
        Some(picture)
    }
}

/// Answers `/picture/12.png?side=1&width=900&theme=wood` with the picture of a line, rendered from its stored
/// drawing.
async fn picture(
    State(room): State<Arc<ChatRoom>>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let number = file.strip_suffix(".png").or_else(|| file.strip_suffix(".gif"));
    let line = number.and_then(|number| number.parse::<u64>().ok());
    let query = PictureQuery::read(query.as_deref().unwrap_or_default());
    let (Some(line), Some(query)) = (line, query) else {
        return (StatusCode::BAD_REQUEST, text::PICTURE_ADDRESS).into_response();
    };
    let asked = Arc::clone(&room);
    let found = room.reading(connection.party(), move || permitted(&asked, line, query.proof));
    let Some(Some(Permitted { drawn, source, person })) = found.await else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let drawn = match query.side {
        Some(seat) => drawn.seen_from(seat.number() - 1),
        None => drawn,
    };
    let width = drawn.subject.width(query.width);
    let theme = query.theme.or(drawn.theme).unwrap_or_else(|| drawn.subject.face());
    let key = PictureKey { source, side: drawn.side(), width, theme };
    let party = person.map_or_else(|| connection.party(), Party::Person);
    drawn_answer(&room, key, drawn, party).await
}

/// The answer with a picture, which is drawn at the cost of a party if it is not kept.
pub(super) async fn drawn_answer(
    room: &ChatRoom,
    key: PictureKey,
    drawn: Drawn,
    party: Party,
) -> Response {
    let kind = drawn.subject.ending();
    match room.pictures.render(key, drawn, party).await {
        Some(bytes) => picture_answer(kind, bytes.to_vec()),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The answer with a picture. Browsers may keep it for ever, since what an address names never changes.
pub(super) fn picture_answer(kind: &str, bytes: Vec<u8>) -> Response {
    let about = [
        (header::CONTENT_TYPE, format!("image/{kind}")),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable".to_owned()),
    ];
    (about, bytes).into_response()
}

/// A picture that a browser may see.
struct Permitted {
    drawn: Drawn,
    source: PictureSource,
    /// Who asks, if the request proves it.
    person: Option<PersonId>,
}

/// The picture of a line; `None` if there is none, or if this browser may not see it.
fn permitted(room: &ChatRoom, line: u64, proof: Option<[u8; 32]>) -> Option<Permitted> {
    let StoredPicture { place, only, kept, source } = room.picture(line)?;
    let person = match view::owner_of(&place, only.as_ref()) {
        Some(owner) => Some(room.belongs(&owner, &proof?).then_some(owner)?),
        None => None,
    };
    Some(Permitted { drawn: room.drawn(kept, &mut GamesRead::new())?, source, person })
}
