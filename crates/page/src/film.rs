//! The way from one position of a game to another, ply by ply.

use std::sync::Arc;

use chat::TableView;
use games::Seat;
use render::{Renderer, Theme};
use scene::{Hexes, Shape, Veil};
use table::{BoardRecipe, BoardReplay, GameNo};

use super::{
    board_address::board_src,
    chat_room::{ChatRoom, GamesRead},
    living::{Living, Still, Wanted},
    picture_cache::SMALL_COST,
};
use crate::admission::Party;

/// The most plies that a page plays one after the other to get to a position.
const MOST_PLIES: usize = 4;

/// The choices of a page for the board of its table.
#[derive(Debug)]
pub(super) struct Chosen {
    /// The theme from its settings.
    pub(super) theme: Option<Theme>,
    /// Whether its system asks for more contrast.
    pub(super) contrast: bool,
    /// How much of the log the board shows that it has.
    pub(super) have: Option<usize>,
}

/// The board of a table as the page draws it, at the cost of a party; `None` if it cannot be made.
pub(super) async fn living(
    room: &Arc<ChatRoom>,
    party: Party,
    table: &TableView,
    Chosen { theme, contrast, have }: Chosen,
) -> Option<Living> {
    let (board, scene) = (&table.board, table.board.scene()?);
    let by_system = contrast.then_some(Theme::Contrast);
    let theme = theme.or(table.theme).or(by_system).unwrap_or(scene.face);
    let build = room.pictures.sheet(table.kind, theme).await?.build;
    let sheet = format!("/men/{}/{}.svg?v={build}", theme.key(), table.kind.key());
    let plies: Vec<usize> = table.plies.iter().map(|ply| ply.lines).collect();
    let mut stills = match (have, plies.last()) {
        (Some(have), Some(&last)) if have < last && board.age().is_some() => {
            let asked = Arc::clone(room);
            let (game, side) = (board.game(), Seat::from_index(scene.facing())?);
            let found = room.reading(party.clone(), move || {
                stills(&asked, (game, side), &plies, have).unwrap_or_default()
            });
            found.await.unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let lines = table.plies.last().map_or(board.lines(), |ply| ply.lines);
    stills.push(Still { lines, scene: scene.clone() });
    let wanted = Wanted { stills, theme, sheet, src: board_src(board, scene, &room.run) };
    let lines = board.lines();
    let draw = move |renderer: &Renderer| Living::of(renderer, wanted, lines);
    room.pictures.paint(party, SMALL_COST, draw).await?
}

/// The board of a game as the page has it whose board shows so much of the log, and the boards of the plies since
/// then without the last one; `None` if the page is to jump.
fn stills(
    room: &ChatRoom,
    (game, side): (GameNo, Seat),
    plies: &[usize],
    have: usize,
) -> Option<Vec<Still>> {
    let mut games = GamesRead::new();
    let (_, replay) = room.game_read(game, &mut games)?;
    let replay = replay.as_mut()?;
    // What was taken back since then is not played on.
    let [new @ .., _] = plies.strip_prefix(&replay.plies(have)?[..])? else { return None };
    if new.len() >= MOST_PLIES {
        return None;
    }
    let lines = [have].into_iter().chain(new.iter().copied());
    let stills: Vec<Still> =
        lines.map(|lines| still(replay, game, side, lines)).collect::<Option<_>>()?;
    let is_hidden = |still: &Still| match still.scene.board.shape {
        Shape::Hexes(Hexes { veil, .. }) => veil != Veil::None,
        Shape::Squares(_) | Shape::Wedges(_) => false,
    };
    // Nobody has seen where the men came from.
    (!stills.iter().any(is_hidden)).then_some(stills)
}

/// The board of a game when its log had so many lines, as everybody may see it.
fn still(replay: &mut BoardReplay, game: GameNo, side: Seat, lines: usize) -> Option<Still> {
    let mut recipe = BoardRecipe::of_log(game, lines, side, 1, false);
    recipe.redraw(replay);
    Some(Still { lines, scene: recipe.scene()?.clone() })
}
