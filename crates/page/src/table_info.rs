//! The table of a game beside the chat, as the page gets to know of it.

use chat::{Action, ClockView, PlanView, Pressed, TableMove, TablePly, TableView};
use scene::{Panel, Piece, PlyNote, Shade, Side, Theme};
use serde::Serialize;
use table::BoardRecipe;

use super::{
    board_address::BoardAddress,
    click_map::ClickMap,
    living::Living,
    markup::{self, Span},
    page_place::PagePlace,
};

/// The table of a game, as the page gets it.
#[derive(Debug, Serialize)]
pub(super) struct TableInfo {
    /// The number of the game.
    no: u32,
    /// The place of the page where it is played; `None` for one that the person cannot see.
    place: Option<PagePlace>,
    /// The title of the game: `Lyra`.
    title: String,
    /// Where it stands: `move 31`.
    moment: String,
    /// Who is to move or has won, and what of it: `ann`, `to move`.
    headline: String,
    note: String,
    /// Other facts that count, or why the game is over.
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
    /// The state of the game, which goes with what the person moves on the board.
    seen: Pressed,
    /// The person's conditional moves; `None` where they can say none.
    plan: Option<PlanView>,
    /// The cells of the men that can be moved in the set-up that the person makes unseen.
    movable: Vec<String>,
    /// Each ply with how much of the log its board shows, its dice, `6:2`, and the number of its side.
    plies: Vec<(String, usize, Option<String>, u8)>,
    actions: Vec<Action>,
    /// The proposal in words that waits for the person, and the answers that they can give.
    asked: Option<String>,
    asks: Vec<Action>,
    /// The seal of its dice, folded away; empty in a game without dice.
    seal: Vec<Span>,
    /// The board as the page draws it; `None` if it is to show the picture.
    living: Option<Living>,
}

/// The sides of a panel, without clocks and without whose turn it is.
pub(super) fn beside(panel: &Panel) -> Vec<SideInfo> {
    let side = |side: &Side| {
        let side = Side { to_move: false, ..side.clone() };
        SideInfo::from((side, (None, false)))
    };
    panel.sides.iter().map(side).collect()
}

/// The board of a table.
#[derive(Debug, Serialize)]
struct BoardInfo {
    #[serde(flatten)]
    address: BoardAddress,
    alt: String,
    frame: ClickMap,
}

/// One side beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SideInfo {
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PieceInfo {
    src: String,
    name: String,
    n: usize,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub(super) struct MoveInfo {
    text: String,
    from: String,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<u8>,
}

impl TableInfo {
    /// A table as the page shows it, with the place of the page where the game is played; `run` tells its pictures
    /// apart from those of other databases.
    pub(super) fn of(
        table: TableView,
        living: Option<Living>,
        place: Option<PagePlace>,
        run: &str,
    ) -> Option<Self> {
        let is_hidden = table.place.owner().is_some();
        let clocks = table.clocks.into_iter().chain(std::iter::repeat(None));
        let seats = clocks.zip(table.bots);
        let Panel { title, moment, headline, note, state, sides, plies: told, .. } = table.panel;
        let (asked, asks) = table.proposal.map(|one| (one.words, one.answers)).unzip();
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
            board: BoardInfo::of(&table.board, table.alt, table.theme, (is_hidden, run))?,
            men: table.men,
            mine: table.plays,
            waits: table.waits,
            running: table.is_running,
            moves: table.moves.into_iter().map(MoveInfo::from).collect(),
            seen: table.seen,
            plan: table.plan,
            movable: table.movable,
            plies: table.plies.into_iter().map(ply).collect(),
            actions: table.actions,
            asked,
            asks: asks.unwrap_or_default(),
            seal: markup::spans(table.seal.trim(), |id| id.key().to_owned()),
            living,
        })
    }
}

/// A ply as the page lists it.
fn ply(TablePly { text, lines, seat, faces }: TablePly) -> (String, usize, Option<String>, u8) {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    (text, lines, (!faces.is_empty()).then(|| faces.join(":")), seat.number())
}

impl BoardInfo {
    fn of(
        board: &BoardRecipe,
        alt: String,
        theme: Option<Theme>,
        seen: (bool, &str),
    ) -> Option<Self> {
        let scene = board.scene()?;
        let address = BoardAddress::of(board, scene, theme, seen);
        Some(Self { address, alt, frame: ClickMap::of_board(scene) })
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
