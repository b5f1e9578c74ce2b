//! The addresses of the pictures that a table has: the board of a game, a piece alone, and a game's cover.

use std::sync::Arc;

use axum::{
    extract::{ConnectInfo, Path, RawQuery, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use games::{GameKind, Seat};
use render::{Coordinates, Theme};
use scene::{Board, Piece, Scene, Shade};
use store::{GameRow, GameState};
use table::{BoardRecipe, BoardReplay, GameNo, PersonId, Platform};

use super::{
    chat_room::{ChatRoom, GamesRead},
    connections::Peer,
    drawn::Drawn,
    http::{PictureQuery, drawn_answer, picture_answer},
    names,
    picture_cache::{PictureKey, PictureSource, TableBoard},
    text,
};
use crate::admission::Party;

/// The most last plies whose marks a board shows.
const MOST_PLIES: u32 = 8;

/// The side of a captured piece's picture, in pixels: twice what the page shows.
const PIECE_SIZE: u32 = 56;

/// Answers `/board/12.png?side=1&lines=37&plies=1` with the board of a game, drawn from its log; without `lines`
/// with the last one of a game that is over.
pub(super) async fn board(
    State(room): State<Arc<ChatRoom>>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let no = file.strip_suffix(".png").and_then(|no| no.parse().ok());
    let query = PictureQuery::read(query.as_deref().unwrap_or_default());
    let (Some(no), Some(PictureQuery { side: Some(side), .. })) = (no, &query) else {
        return (StatusCode::BAD_REQUEST, text::PICTURE_ADDRESS).into_response();
    };
    let (side, query) = (*side, query.unwrap_or_default());
    let PictureQuery { lines, own, coordinates, bare, .. } = query;
    let plies = if bare { 0 } else { query.plies.unwrap_or(1).min(MOST_PLIES) };
    let (asked, proof) = (Arc::clone(&room), query.proof);
    let found = room.reading(connection.party(), move || {
        let lines = lines.or_else(|| last_line(&asked, GameNo(no)))?;
        let board = TableBoard { game: GameNo(no), lines, plies, own, coordinates, men: !bare };
        permitted(&asked, board, side, proof).map(|(drawn, person)| (board, drawn, person))
    });
    let Some(Some((board, drawn, person))) = found.await else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let key = PictureKey {
        source: PictureSource::Table(board),
        side: Some(side.number() - 1),
        width: drawn.subject.width(query.width),
        theme: query.theme.unwrap_or_else(|| drawn.subject.face()),
    };
    let party = person.map_or_else(|| connection.party(), Party::Person);
    drawn_answer(&room, key, drawn, party).await
}

/// The number of lines of the log of a game that is over; `None` for one that goes on, since its picture would not
/// stay true.
fn last_line(room: &ChatRoom, game: GameNo) -> Option<usize> {
    let mut games = GamesRead::new();
    let (row, replay) = room.game_read(game, &mut games)?;
    (row.state == GameState::Over).then(|| replay.as_ref().map(BoardReplay::known_lines))?
}

/// The board of a table, and who asks if that had to be proved; `None` if there is none, or if this browser may
/// not see it: one's own men while they are arranged are for their player alone, and a game of a private chat for
/// those who play it.
fn permitted(
    room: &ChatRoom,
    TableBoard { game, lines, plies, own, coordinates, men }: TableBoard,
    side: Seat,
    proof: Option<[u8; 32]>,
) -> Option<(Drawn, Option<PersonId>)> {
    let (mut replay, person) = permitted_replay(room, game, (side, own), proof)?;
    let mut recipe = BoardRecipe::of_log(game, lines, side, plies, own);
    recipe.redraw(&mut replay);
    let scene = recipe.scene()?.clone();
    let scene = if men { scene } else { without_men(scene) };
    Some((Drawn::board_alone(scene, coordinates), person))
}

/// The scene of a board on which nobody stands and nothing is marked.
pub(super) fn without_men(mut scene: Scene) -> Scene {
    scene.board = Board {
        ground: scene.board.ground,
        ..Board::of(scene.board.shape, Vec::new(), Vec::new())
    };
    scene.earlier.clear();
    scene
}

/// The log of a game on which boards are drawn from a side, or one's `own` men, and who asks if that had to be proved;
/// `None` if there is no such game, or if this browser may not see such boards.
pub(super) fn permitted_replay(
    room: &ChatRoom,
    game: GameNo,
    (side, own): (Seat, bool),
    proof: Option<[u8; 32]>,
) -> Option<(BoardReplay, Option<PersonId>)> {
    let mut games = GamesRead::new();
    let (row, _) = room.game_read(game, &mut games)?;
    let person = match may_see(row, side, own) {
        None => None,
        Some(people) => {
            let proof = proof?;
            Some(people.into_iter().find(|person| room.belongs(person, &proof))?)
        }
    };
    let (_, replay) = games.remove(&game)??;
    Some((replay?, person))
}

/// The people who alone may see a board; `None` if everybody may. Whoever plays somewhere in private sees it, one's
/// `own` men are seen by the person of the side at the bottom, and a game of another platform is not for the page.
fn may_see(row: &GameRow, side: Seat, own: bool) -> Option<Vec<PersonId>> {
    let seated = |at: usize| row.seats.get(at).and_then(|seat| seat.person()).cloned();
    if own {
        return Some(seated(side.index()).into_iter().collect());
    }
    if row.place == names::channel() {
        return None;
    }
    let Some(owner) = row.place.owner().filter(|_| row.place.platform() == Platform::Local) else {
        return Some(Vec::new());
    };
    Some(std::iter::once(owner).chain((0..row.seats.len()).filter_map(seated)).collect())
}

/// Answers `/piece/lyra/soldier/light.png` with a piece alone.
pub(super) async fn piece(
    State(room): State<Arc<ChatRoom>>,
    Path((game, kind, file)): Path<(String, String, String)>,
) -> Response {
    let shade = file.strip_suffix(".png").and_then(shade_of);
    let Some(shade) = shade.filter(|_| game.len() + kind.len() < 64) else {
        return (StatusCode::BAD_REQUEST, text::PICTURE_ADDRESS).into_response();
    };
    let piece = Piece { sprite: format!("{game}/{kind}"), shade };
    match room.pictures.piece(piece, PIECE_SIZE).await {
        Some(bytes) => picture_answer("png", bytes),
        None => (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response(),
    }
}

/// Answers `/men/wood/lyra.svg` with everything that stands on boards of a game in a theme.
pub(super) async fn men(
    State(room): State<Arc<ChatRoom>>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    Path((theme, file)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let game = file.strip_suffix(".svg").and_then(GameKind::from_key);
    let sheet = match (game, Theme::from_key(&theme)) {
        (Some(game), Some(theme)) => room.pictures.sheet(connection.party(), game, theme).await,
        _ => None,
    };
    match sheet {
        Some(sheet) => {
            // A page of another build of the program asks for its own.
            let stays =
                query.as_deref().and_then(|it| it.strip_prefix("v=")) == Some(&*sheet.build);
            sheet.file.answer("image/svg+xml", stays, &headers)
        }
        None => (StatusCode::NOT_FOUND, "There are no such men.\n").into_response(),
    }
}

/// The width of the picture out of which a cover is cut, in pixels.
const COVER_WIDTH: u32 = 400;

/// Answers `/cover/lyra.png` with the board of a game at its start.
pub(super) async fn cover(State(room): State<Arc<ChatRoom>>, Path(file): Path<String>) -> Response {
    let kind = file.strip_suffix(".png").and_then(GameKind::from_key);
    let Some((kind, scene)) = kind.and_then(|kind| Some((kind, BoardRecipe::start_scene(kind)?)))
    else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let drawn = Drawn::board_alone(scene, Coordinates::Shown);
    let key = PictureKey {
        source: PictureSource::Cover(kind),
        side: None,
        width: COVER_WIDTH,
        theme: drawn.subject.face(),
    };
    drawn_answer(&room, key, drawn, Party::Connection(0)).await
}

/// The shade that an address names.
fn shade_of(name: &str) -> Option<Shade> {
    match name {
        "light" => Some(Shade::Light),
        "dark" => Some(Shade::Dark),
        _ => name.strip_prefix("tone")?.parse().ok().filter(|&tone| tone < 12).map(Shade::Tone),
    }
}
