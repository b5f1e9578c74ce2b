//! The table of a game beside the chat: what the page gets to know of it, and the addresses of its pictures.

use std::sync::Arc;

use axum::{
    extract::{ConnectInfo, Path, RawQuery, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chat::{Action, ClockView, TableMove, TablePly, TableView};
use games::{GameKind, Seat, arranges, rules_diagram};
use scene::{Panel, Piece, PlyNote, Scene, Shade, Side};
use serde::Serialize;
use store::NameStatus;
use table::{BoardRecipe, GameNo, PersonId};

use super::{
    chat_room::{ChatRoom, GamesRead},
    click_map::ClickMap,
    connections::Peer,
    drawn::Drawn,
    http::{PictureQuery, picture_answer},
    picture_cache::{PictureKey, PictureSource},
    text, view,
    wire::PagePlace,
};
use crate::admission::Party;

/// The most last plies whose marks a board shows.
const MOST_PLIES: u32 = 8;

/// The side of a captured piece's picture, in pixels: twice what the page shows.
const PIECE_SIZE: u32 = 56;

/// The table of a game, as the page gets it.
#[derive(Debug, Serialize)]
pub(super) struct TableInfo {
    /// The number of the game.
    no: u32,
    /// The place of the page where it is played; `None` for one that the person cannot see.
    place: Option<PagePlace>,
    /// What is played: `Lyra`.
    title: String,
    /// Where it stands: `move 31`.
    moment: String,
    /// Who is to move or has won, and what of it: `ann`, `to move`.
    headline: String,
    note: String,
    /// What else counts, or why the game is over.
    state: String,
    /// The sides, the one at the bottom first.
    sides: Vec<SideInfo>,
    /// The last plies in words, with their dice.
    told: Vec<PlyNote>,
    board: BoardInfo,
    /// The cells on which men stand, with what stands there.
    men: Vec<(String, String)>,
    /// Whether the person has a seat; whether the game waits for them; whether it goes on.
    mine: bool,
    waits: bool,
    running: bool,
    /// The person's legal moves, if it is their turn.
    moves: Vec<MoveInfo>,
    /// Each ply with how much of the log its board shows.
    plies: Vec<(String, usize)>,
    actions: Vec<Action>,
}

/// The board of a table.
#[derive(Debug, Serialize)]
struct BoardInfo {
    /// Its address without lines, plies, width and theme.
    src: String,
    /// How much of the log it shows, and the marks of how many plies.
    lines: usize,
    plies: u32,
    /// Whether a request has to prove whose it is.
    proof: bool,
    alt: String,
    /// The theme that is the game's own.
    face: &'static str,
    /// The width of the whole picture out of which the board is cut, in the pixels of the frame.
    whole: u32,
    frame: ClickMap,
}

/// One side beside the board.
#[derive(Debug, Serialize)]
struct SideInfo {
    name: String,
    /// The tone of its disc: `light`, `dark`, `tone3`.
    shade: String,
    captured: Vec<PieceInfo>,
    hand: Vec<PieceInfo>,
    lead: u32,
    label: String,
    score: Option<u32>,
    turn: bool,
    won: bool,
    out: bool,
    bot: bool,
    /// Its clock: the time that is left in milliseconds, and whether it runs.
    clock: Option<(i64, bool)>,
}

/// Pieces of one look.
#[derive(Debug, Serialize)]
struct PieceInfo {
    src: String,
    name: String,
    n: usize,
}

/// A legal move.
#[derive(Debug, Serialize)]
struct MoveInfo {
    text: String,
    from: String,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<u8>,
}

impl TableInfo {
    /// A table as the page of a person shows it; `run` tells its pictures apart from those of other databases.
    pub(super) fn of(table: TableView, viewer: &PersonId, run: &str) -> Option<Self> {
        let place = view::place_for(&table.place, viewer);
        let is_hidden = table.place.owner().is_some();
        let clocks = table.clocks.into_iter().chain(std::iter::repeat(None));
        let seats = clocks.zip(table.bots);
        let Panel { title, moment, headline, note, state, sides, plies: told, .. } = table.panel;
        Some(Self {
            no: table.board.game().0,
            place,
            title,
            moment,
            headline,
            note,
            state,
            sides: sides.into_iter().zip(seats).map(SideInfo::from).collect(),
            told,
            board: BoardInfo::of(&table.board, table.alt, (is_hidden, run))?,
            men: table.men,
            mine: table.plays,
            waits: table.waits,
            running: table.is_running,
            moves: table.moves.into_iter().map(MoveInfo::from).collect(),
            plies: table.plies.into_iter().map(|TablePly { text, lines }| (text, lines)).collect(),
            actions: table.actions,
        })
    }
}

impl BoardInfo {
    fn of(board: &BoardRecipe, alt: String, (is_hidden, run): (bool, &str)) -> Option<Self> {
        let (scene, own) = (board.scene()?, board.age().is_none());
        let (game, side) = (board.game().0, scene.facing() + 1);
        let own_part = if own { "&own=1" } else { "" };
        Some(Self {
            src: format!("/board/{game}.png?v={run}&side={side}{own_part}"),
            lines: board.lines(),
            plies: board.plies(),
            proof: is_hidden || own,
            alt,
            face: scene.face.key(),
            whole: render::default_width(scene),
            frame: ClickMap::of_board(scene),
        })
    }
}

impl From<(Side, (Option<ClockView>, bool))> for SideInfo {
    fn from((side, (clock, bot)): (Side, (Option<ClockView>, bool))) -> Self {
        let Side { name, captured, hand, lead, label, score, to_move, won, out, .. } = side;
        Self {
            name,
            shade: shade_name(side.shade),
            captured: pieces(&captured),
            hand: pieces(&hand),
            lead,
            label,
            score,
            turn: to_move,
            won,
            out,
            bot,
            clock: clock.map(|clock| (clock.left, clock.runs)),
        }
    }
}

impl From<TableMove> for MoveInfo {
    fn from(TableMove { text, from, to, odds }: TableMove) -> Self {
        Self { text, from, to, odds }
    }
}

/// Pieces, those that look alike together.
fn pieces(pieces: &[Piece]) -> Vec<PieceInfo> {
    let mut found: Vec<(&Piece, usize)> = Vec::new();
    for piece in pieces {
        match found.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, n)) => *n += 1,
            None => found.push((piece, 1)),
        }
    }
    let info = |(piece, n): (&Piece, usize)| PieceInfo {
        src: format!("/piece/{}/{}.png", piece.sprite, shade_name(piece.shade)),
        name: piece.sprite.rsplit('/').next().unwrap_or_default().to_owned(),
        n,
    };
    found.into_iter().map(info).collect()
}

fn shade_name(shade: Shade) -> String {
    match shade {
        Shade::Light => "light".to_owned(),
        Shade::Dark => "dark".to_owned(),
        Shade::Tone(tone) => format!("tone{tone}"),
    }
}

fn shade_of(name: &str) -> Option<Shade> {
    match name {
        "light" => Some(Shade::Light),
        "dark" => Some(Shade::Dark),
        _ => name.strip_prefix("tone")?.parse().ok().filter(|&tone| tone < 12).map(Shade::Tone),
    }
}

/// The properties that tell the board of a table from all others, but for its side, size and theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TableBoard {
    game: GameNo,
    lines: usize,
    plies: u32,
    own: bool,
}

/// Answers `/board/12.png?side=1&lines=37&plies=1` with the board of a game, drawn from its log.
pub(super) async fn board(
    State(room): State<Arc<ChatRoom>>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let no = file.strip_suffix(".png").and_then(|no| no.parse().ok());
    let query = PictureQuery::read(query.as_deref().unwrap_or_default());
    let (Some(no), Some(PictureQuery { lines: Some(lines), side: Some(side), .. })) = (no, &query)
    else {
        return (StatusCode::BAD_REQUEST, text::PICTURE_ADDRESS).into_response();
    };
    let (lines, side, query) = (*lines, *side, query.unwrap_or_default());
    let plies = query.plies.unwrap_or(1).min(MOST_PLIES);
    let board = TableBoard { game: GameNo(no), lines, plies, own: query.own };
    let (asked, proof) = (Arc::clone(&room), query.proof);
    let found = room.reading(connection.party(), move || permitted(&asked, board, side, proof));
    let Some(Some((drawn, person))) = found.await else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let key = PictureKey {
        source: PictureSource::Table(board),
        side: Some(side.number() - 1),
        width: drawn.width(query.width),
        theme: query.theme.unwrap_or_else(|| drawn.theme()),
    };
    let party = person.map_or_else(|| connection.party(), Party::Person);
    match room.pictures.render(key, drawn, party).await {
        Some(bytes) => picture_answer("png", bytes.to_vec()),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The board of a table, and who asks if that had to be proved; `None` if there is none, or if this browser may
/// not see it: one's own men while they are arranged are for their player alone, and a game of a private chat for
/// those who play it.
fn permitted(
    room: &ChatRoom,
    TableBoard { game, lines, plies, own }: TableBoard,
    side: Seat,
    proof: Option<[u8; 32]>,
) -> Option<(Drawn, Option<PersonId>)> {
    let mut games = GamesRead::new();
    let (row, replay) = room.game_read(game, &mut games)?;
    let seated = |at: usize| row.seats.get(at).and_then(|seat| seat.person()).cloned();
    let may_see: Option<Vec<PersonId>> = if own {
        Some(seated(side.index()).into_iter().collect())
    } else {
        row.place.owner().map(|owner| {
            std::iter::once(owner).chain((0..row.seats.len()).filter_map(seated)).collect()
        })
    };
    let person = match may_see {
        None => None,
        Some(people) => {
            let proof = proof?;
            let is_theirs = |person: &PersonId| {
                let status = room.read(|reader| reader.name_status(person.key(), &proof));
                matches!(status, Ok(NameStatus::Yours(_)))
            };
            Some(people.into_iter().find(is_theirs)?)
        }
    };
    let mut recipe = BoardRecipe::of_log(game, lines, side, plies, own);
    recipe.redraw(replay.as_mut()?);
    Some((Drawn::board_alone(recipe.scene()?.clone()), person))
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

/// The width of the picture out of which a cover is cut, in pixels.
const COVER_WIDTH: u32 = 400;

/// Answers `/cover/lyra.png` with the board of a game at its start, or where men are arranged first, with some of
/// them.
pub(super) async fn cover(State(room): State<Arc<ChatRoom>>, Path(file): Path<String>) -> Response {
    let kind = file.strip_suffix(".png").and_then(GameKind::from_key);
    let Some((kind, scene)) = kind.and_then(|kind| Some((kind, cover_scene(kind)?))) else {
        return (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response();
    };
    let drawn = Drawn::board_alone(scene);
    let key = PictureKey {
        source: PictureSource::Cover(kind),
        side: None,
        width: COVER_WIDTH,
        theme: drawn.theme(),
    };
    match room.pictures.render(key, drawn, Party::Connection(0)).await {
        Some(bytes) => picture_answer("png", bytes.to_vec()),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn cover_scene(kind: GameKind) -> Option<Scene> {
    let scene = match arranges(kind).then(|| rules_diagram(kind, "setup")).flatten() {
        Some(diagram) => Scene::of(diagram.board, Panel::default()),
        None => BoardRecipe::start_scene(kind)?,
    };
    Some(Scene { face: games::face(kind), ..scene })
}
