//! The way from one position of a game to another, ply by ply.

use std::sync::Arc;

use axum::{
    extract::{ConnectInfo, Path, RawQuery, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use chat::TableView;
use flate2::Compression;
use games::Seat;
use render::{Renderer, Theme};
use scene::{Hexes, PlyNote, Shape, Veil};
use serde::Serialize;
#[cfg(any(test, feature = "testkit"))]
use table::Game;
use table::{BoardRecipe, BoardReplay, GameNo};

use super::{
    board_address::board_src,
    chat_room::{ChatRoom, GamesRead},
    connections::Peer,
    http::PictureQuery,
    living::{Ground, Living, Ply, Position, Still, Wanted},
    packing::{packed, packed_answer},
    picture_cache::{PictureKey, PictureSource, SMALL_COST},
    table_info::{SideInfo, beside},
    table_pictures::permitted_replay,
    text,
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
    /// The part of the log, in lines, that the board shows which it has.
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
    let build = room.pictures.sheet(party.clone(), table.kind, theme).await?.build;
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
    let wanted = Wanted {
        stills,
        theme,
        sheet,
        src: board_src((board.game(), board.age().is_none()), scene, &room.run),
    };
    let lines = board.lines();
    let draw = move |renderer: &Renderer| Living::of(renderer, wanted, lines);
    room.pictures.paint(party, draw).await?
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

/// The course of a whole game, for somebody who looks back.
#[derive(Debug, Serialize)]
struct Film {
    /// The board before the first ply.
    start: Position,
    /// The sides then, the one at the bottom first, without names and clocks, and without whose turn it is.
    start_sides: Vec<SideInfo>,
    ground: Ground,
    /// The plies that stand, the oldest first.
    plies: Vec<FilmPly>,
}

/// A ply with what stands beside the board behind it.
#[derive(Debug, Serialize)]
struct FilmPly {
    #[serde(flatten)]
    ply: Ply,
    told: Vec<PlyNote>,
    /// The sides, if anything about them differs from before.
    #[serde(skip_serializing_if = "Option::is_none")]
    sides: Option<Vec<SideInfo>>,
}

/// The cost of a ply of a whole film.
const PLY_COST: u64 = 10;

/// Answers `/film/12.json?side=1&lines=37&theme=wood` with the plies of a game that led to a board, for those who may
/// see that board.
pub(super) async fn film(
    State(room): State<Arc<ChatRoom>>,
    ConnectInfo(Peer(connection)): ConnectInfo<Peer>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let no = file.strip_suffix(".json").and_then(|no| no.parse().ok()).map(GameNo);
    let query = PictureQuery::read(query.as_deref().unwrap_or_default());
    let (
        Some(game),
        Some(PictureQuery {
            side: Some(side), lines: Some(lines), theme: Some(theme), proof, ..
        }),
    ) = (no, query)
    else {
        return (StatusCode::BAD_REQUEST, text::PICTURE_ADDRESS).into_response();
    };
    let asked = Arc::clone(&room);
    let found = room.reading(connection.party(), move || {
        let (mut replay, person) = permitted_replay(&asked, game, (side, false), proof)?;
        let plies = replay.plies(lines)?;
        Some((Cut { game, side, replay, lines, plies, run: asked.run.clone() }, person))
    });
    let Some((cut, person)) = found.await.flatten() else {
        return (StatusCode::NOT_FOUND, "There is no such game.\n").into_response();
    };
    let key = PictureKey {
        source: PictureSource::Film(game, lines),
        side: Some(side.number() - 1),
        width: 0,
        theme,
    };
    let party = person.map_or_else(|| connection.party(), Party::Person);
    let cost = SMALL_COST + PLY_COST * cut.plies.len() as u64;
    let make = move |renderer: &Renderer| cut.packed(renderer, theme);
    match room.pictures.kept_or_made(key, party, (cost, true), make).await {
        Some(film) => packed_answer("application/json", &film, &headers),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A game up to some line of its log.
struct Cut {
    game: GameNo,
    side: Seat,
    replay: BoardReplay,
    lines: usize,
    /// The plies that stand there, by the lines that the log had behind each.
    plies: Vec<usize>,
    run: String,
}

impl Cut {
    /// Its film as the page gets it.
    fn packed(mut self, renderer: &Renderer, theme: Theme) -> Option<Vec<u8>> {
        let film = self.film(renderer, theme)?;
        let text = serde_json::to_vec(&film).ok()?;
        packed(&text, Compression::default()).map(|packed| packed.to_vec())
    }

    fn film(&mut self, renderer: &Renderer, theme: Theme) -> Option<Film> {
        let first = self.plies.first().map_or(self.lines, |lines| lines - 1);
        // What ended the game is shown with its last ply.
        if let Some(last) = self.plies.last_mut().filter(|_| self.replay.is_over()) {
            *last = self.lines;
        }
        let Self { game, side, .. } = *self;
        let mut before = still(&mut self.replay, game, side, first)?;
        let src = self.src(&before);
        let mut sides = beside(&before.scene.panel);
        let mut film = Film {
            start: Position::of(renderer, theme, &before.scene),
            start_sides: sides.clone(),
            ground: Ground::of(&src, first, &before.scene),
            plies: Vec::with_capacity(self.plies.len()),
        };
        for &lines in &self.plies {
            let mut after = still(&mut self.replay, game, side, lines)?;
            let now = beside(&after.scene.panel);
            let differs = now != sides;
            let ply = Ply::of(&before, &after).marked(renderer, theme, (&src, &before, &after));
            let told = std::mem::take(&mut after.scene.panel.plies);
            film.plies.push(FilmPly { ply, told, sides: differs.then(|| now.clone()) });
            (before, sides) = (after, now);
        }
        Some(film)
    }

    /// The address of its boards without lines.
    fn src(&self, still: &Still) -> String {
        board_src((self.game, false), &still.scene, &self.run)
    }
}

/// The film of a whole game in a theme, as the page gets it.
#[cfg(feature = "testkit")]
pub(super) fn film_of(
    renderer: &Renderer,
    game: &Game,
    side: Seat,
    theme: Theme,
) -> Option<String> {
    serde_json::to_string(&Cut::of(game, side)?.film(renderer, theme)?).ok()
}

#[cfg(any(test, feature = "testkit"))]
impl Cut {
    /// The cut of a game as it is.
    fn of(game: &Game, side: Seat) -> Option<Self> {
        let log = game.log().iter().map(|entry| entry.event.clone()).collect();
        let (options, look) = (game.options().to_owned(), game.terms().look.clone());
        let mut replay = BoardReplay::new(game.no(), game.kind(), options, look, log)?;
        let lines = replay.known_lines();
        let plies = replay.plies(lines)?;
        Some(Self { game: game.no(), side, replay, lines, plies, run: "run".to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::OnceLock};

    use dice::Secret;
    use games::GameKind;
    use serde_json::{Value, json};
    use table::{
        NewGame, Occupant, OfferTerms, PlaceId, Platform, ShownSeats, Stamp, start_position,
    };

    use super::*;

    fn renderer() -> &'static Renderer {
        static RENDERER: OnceLock<Renderer> = OnceLock::new();
        RENDERER.get_or_init(|| Renderer::new(games::sprites()))
    }

    const STAMP: Stamp<'_> = Stamp { at: 2, salt: Some("m3") };

    /// A game of bots whose men are arranged.
    fn begun(kind: GameKind, options: &str, no: u32) -> Option<Game> {
        let seats = start_position(kind, options)?.n_seats();
        let new = NewGame {
            no: GameNo(no),
            kind,
            options: options.to_owned(),
            place: PlaceId::channel(Platform::Local, "channel"),
            server: None,
            seats: (0..seats).map(|_| Occupant::Bot(1)).collect(),
            terms: OfferTerms::default(),
            secret: Secret::from_bytes([7; 32]),
            salt: "m1".to_owned(),
            at: 0,
        };
        let mut game = Game::offer(new)?;
        game.start(|_| 0, Stamp { at: 1, salt: Some("m2") }).unwrap();
        while let Some(men) = game.position().arranging() {
            let seat = men.awaited().iter().next()?;
            let army = men.changed(seat, men.names().first()?, &mut |_| 0).ok()?;
            game.seal_army(seat, army, "ab".to_owned(), STAMP).ok()?;
        }
        Some(game)
    }

    /// The board of a game as it is, for a side.
    fn now(game: &Game, side: Seat) -> Still {
        let board = BoardRecipe::of(game, side, 1, ShownSeats::default());
        Still { lines: board.lines(), scene: board.scene().unwrap().clone() }
    }

    /// Plays a game at random, and gives every board behind its first one.
    fn played(game: &mut Game, side: Seat, mut random: u64) -> Vec<Still> {
        let mut boards = Vec::new();
        while game.is_running() && game.position().ply() < 60 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let moves = game.position().moves();
            let text = &moves[(random >> 33) as usize % moves.len()];
            let mv = game.position().legal_move(text).unwrap();
            game.play(&mv, false, STAMP).unwrap();
            boards.push(now(game, side));
        }
        boards
    }

    /// The men of a position by their cells.
    fn men(list: &Value) -> BTreeMap<String, Value> {
        let men = list.as_array().into_iter().flatten();
        men.map(|man| (man[0].as_str().unwrap().to_owned(), man.clone())).collect()
    }

    /// Plays a ply of a film on: what is left goes, and who came stands there.
    fn play_on(men_now: &mut BTreeMap<String, Value>, ply: &Value) {
        for cell in ply["off"].as_array().into_iter().flatten() {
            assert!(men_now.remove(cell.as_str().unwrap()).is_some(), "nobody stood there: {ply}");
        }
        for (cell, man) in men(&ply["on"]) {
            assert!(men_now.insert(cell, man).is_none(), "somebody stands there: {ply}");
        }
    }

    /// Options with each number of seats, for the games that have them.
    const OPTIONS: [&str; 5] = ["", "players=3", "players=4", "players=5", "players=6"];

    #[test]
    fn a_film_shows_every_board_of_a_game_as_its_table_did() {
        let mut n_plies = 0;
        let all = GameKind::ALL.into_iter().flat_map(|kind| OPTIONS.map(|options| (kind, options)));
        for (kind, options) in all {
            let Some(mut game) = begun(kind, options, 7) else { continue };
            let side = Seat::from_index(u8::try_from(options.len() % 2).unwrap()).unwrap();
            let start = now(&game, side);
            let boards = played(&mut game, side, 11);
            let film = Cut::of(&game, side).unwrap().film(renderer(), start.scene.face).unwrap();
            let film = serde_json::to_value(&film).unwrap();
            let position = |still: &Still| {
                let position = Position::of(renderer(), still.scene.face, &still.scene);
                serde_json::to_value(position).unwrap()
            };
            assert_eq!(film["start"], position(&start), "{kind:?} {options}");
            let mut men_now = men(&film["start"]["men"]);
            let plies = film["plies"].as_array().unwrap();
            assert_eq!(plies.len(), boards.len());
            let mut sides = film["start_sides"].clone();
            for (ply, board) in plies.iter().zip(&boards) {
                let shown = position(board);
                play_on(&mut men_now, ply);
                assert_eq!(men_now, men(&shown["men"]), "{kind:?} {options} {ply}");
                for marks in ["gone", "under", "over", "chips"] {
                    assert_eq!(ply[marks], shown[marks], "{kind:?} {options} {ply}");
                }
                assert_eq!(ply["told"], json!(board.scene.panel.plies));
                if !ply["sides"].is_null() {
                    sides = ply["sides"].clone();
                }
                assert_eq!(sides, json!(beside(&board.scene.panel)));
            }
            n_plies += plies.len();
        }
        assert!(n_plies > 300, "{n_plies}");
    }

    #[test]
    fn a_ply_of_a_table_is_small() {
        for kind in GameKind::ALL {
            let mut game = begun(kind, "", 7).unwrap();
            let boards = played(&mut game, Seat::FIRST, 5);
            let sizes: Vec<usize> = boards.windows(2).map(growth).collect();
            let (most, all) = (sizes.iter().max().unwrap(), sizes.iter().sum::<usize>());
            eprintln!("{kind:?}: {} bytes for a ply, {most} at most", all / sizes.len());
            assert!(*most <= 1_500, "{kind:?}: {most} bytes");
        }
    }

    /// The bytes of a table's message for a ply and its marks: all that a board without both does not have.
    fn growth(stills: &[Still]) -> usize {
        let size = |stills: &[Still], has_marks: bool| {
            let mut stills = stills.to_vec();
            if let Some(last) = stills.last_mut().filter(|_| !has_marks) {
                last.scene.board.marks.clear();
                last.scene.board.gone.clear();
                last.scene.panel.plies.clear();
            }
            let (sheet, src) = (String::new(), String::new());
            let wanted = Wanted { stills, theme: Theme::Wood, sheet, src };
            serde_json::to_string(&Living::of(renderer(), wanted, 1)).unwrap().len()
        };
        size(stills, true) - size(&stills[1..], false)
    }
}
