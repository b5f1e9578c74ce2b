//! All that a surface needs to show the table of one game to somebody: the board, what stands beside it, and what
//! can be done there. Like every question it changes nothing.

use std::collections::BTreeMap;

use games::{Arrangement, ArrangementChoice, GameKind, Seat};
use scene::{Mark, Panel, Placed, Scene, Theme};
use table::{
    BoardRecipe, Game, GameNo, LogEvent, Millis, PlaceId, PlyRoll, ShownSeats, Stage, move_ends,
};

use super::{
    privacy::{Asker, SeenWorld},
    step::InternalError,
};
use crate::{
    actions::{
        View,
        action::{Action, Pressed, Weight},
        actions, at_table,
    },
    naming::names::{is_bot, plain_occupant},
    offers::rematch_for,
    pictures::{alt, boards::style_of_table, shown_seats},
    play::{
        announcements::sealed_dice,
        plans::{PlanView, plan_view},
        proposals,
    },
    text,
    time::time_left::lefts,
    world::World,
};

/// The most last plies whose marks a board shows.
const MOST_PLIES: u32 = 4;

/// The table of a game as somebody sees it.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The game that is played.
    pub kind: GameKind,
    /// The place where the game is played.
    pub place: PlaceId,
    /// The board. While men are arranged unseen, its viewer's own.
    pub board: BoardRecipe,
    /// The theme that was chosen for the viewer's boards, or where the game is played.
    pub theme: Option<Theme>,
    /// The position in words.
    pub alt: String,
    /// The panel beside the board. The first side is the one at the bottom.
    pub panel: Panel,
    /// The clocks of these sides, in their order; empty in a game without them.
    pub clocks: Vec<Option<ClockView>>,
    /// Which of these sides are played by bots.
    pub bots: Vec<bool>,
    /// The cells on which men stand, each with what stands there.
    pub men: Vec<(String, String)>,
    /// Whether the viewer has a seat.
    pub plays: bool,
    /// Whether the game waits for the viewer.
    pub waits: bool,
    /// Whether the game goes on.
    pub is_running: bool,
    /// The viewer's legal moves, if it is the viewer's turn.
    pub moves: Vec<TableMove>,
    /// The state of the game, which goes with what the viewer moves on the board.
    pub seen: Pressed,
    /// The viewer's conditional moves; `None` where they can say none.
    pub plan: Option<PlanView>,
    /// While the viewer arranges men unseen, the cells of those that can be moved. Where one of them can go is told by
    /// [`targets`](crate::targets).
    pub movable: Vec<String>,
    /// The plies that led to the position, oldest first.
    pub plies: Vec<TablePly>,
    /// The possible next actions.
    pub actions: Vec<Action>,
    /// The proposal that waits for the viewer's answer, if there is one.
    pub proposal: Option<TableProposal>,
    /// The words about the seal of its dice; empty in a game without dice.
    pub seal: String,
}

/// A proposal to the viewer of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProposal {
    /// The proposal in words: `ben offers a draw`.
    pub words: String,
    /// The answers that the viewer can give, the one that accepts first.
    pub answers: Vec<Action>,
}

/// A clock at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// The time that is left.
    pub left: Millis,
    /// Whether it runs.
    pub runs: bool,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMove {
    /// The move in canonical text.
    pub text: String,
    /// The cell that it leaves; empty for a piece that comes from the hand.
    pub from: String,
    /// The cell that it reaches or attacks.
    pub to: String,
    /// The chance of a hit in percent, if dice decide.
    pub odds: Option<u8>,
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePly {
    /// The move in canonical text.
    pub text: String,
    /// How many lines the log had behind it, of those that everybody knows of.
    pub lines: usize,
    /// The seat that played it.
    pub seat: Seat,
    /// The faces of its dice, the attacker's first; empty where none are known.
    pub faces: Vec<u8>,
}

/// The table of a game as the asker may see it; `None` if there is no such game for them, or only the offer of one.
/// The side of the seat `below` is at the bottom, or without one the asker's.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn table_view(
    world: &dyn World,
    asker: Asker<'_>,
    no: GameNo,
    below: Option<Seat>,
) -> Result<Option<TableView>, InternalError> {
    let world = &SeenWorld::new(world, asker);
    let Some(game) = world.game(no)?.filter(|game| !matches!(game.stage(), Stage::Offered(_)))
    else {
        return Ok(None);
    };
    let (seat, waits) = (game.seat_of(asker.who), game.waits_for(asker.who));
    let own_men = own_men(&game, seat);
    // Whoever watches sees one side throughout, and nobody another one while men are arranged unseen.
    let is_open = game.position().arranging().is_none_or(Arrangement::is_open);
    let below = below.filter(|below| is_open && below.index() < game.seats().len());
    let facing = below.or(seat).unwrap_or(Seat::FIRST);
    let shown = shown_seats(world, &game);
    let board = match below {
        Some(below) => BoardRecipe::of(&game, below, fresh_plies(&game, seat), shown.clone()),
        None => board_of(&game, seat, &shown),
    };
    // Nobody else sees the answer, so it may speak of hidden men like a private chat.
    let private = asker.place.owner().is_some() || own_men.is_some();
    let view = View { viewer: Some(asker.who), place: asker.place, private, alone: private };
    let is_arranging = game.position().arranging().is_some();
    let moves = if waits && !is_arranging { moves(&game) } else { Vec::new() };
    Ok(Some(TableView {
        kind: game.kind(),
        place: game.place().clone(),
        theme: style_of_table(world, asker.who, &game)?.theme,
        alt: alt(&game, "", &shown),
        panel: board.scene().map(|scene| scene.panel.clone()).unwrap_or_default(),
        clocks: clocks(world, &game, facing)?,
        bots: bots(&game, facing),
        men: men(&game, board.scene()),
        plays: seat.is_some(),
        waits,
        is_running: game.is_running(),
        moves,
        seen: Pressed::now(&game, seat),
        plan: plan_view(world, &game, seat)?,
        movable: own_men.unwrap_or_default(),
        plies: plies(&game),
        actions: table_actions(world, &game, view)?,
        proposal: proposal(world, &game, asker)?,
        seal: sealed_dice(&game, world.settings(game.place(), game.server()).needed_prefix()),
        board,
    }))
}

/// The board of a game as the person of a seat sees it, or whoever watches: while men are arranged unseen, that
/// person's own.
pub(super) fn board_of(game: &Game, seat: Option<Seat>, shown: &ShownSeats) -> BoardRecipe {
    let own = seat.and_then(|seat| BoardRecipe::of_own(game, seat, shown.clone()));
    let facing = seat.unwrap_or(Seat::FIRST);
    own.unwrap_or_else(|| BoardRecipe::of(game, facing, fresh_plies(game, seat), shown.clone()))
}

/// Lists the next actions; before those that cannot be undone come those that propose or give something.
fn table_actions(
    world: &dyn World,
    game: &Game,
    view: View<'_>,
) -> Result<Vec<Action>, InternalError> {
    let mut actions = actions(world, game, view)?;
    let more = view.viewer.map(|viewer| at_table(game, viewer)).unwrap_or_default();
    let danger = actions.iter().position(|action| action.weight == Weight::Danger);
    let at = danger.unwrap_or(actions.len());
    actions.splice(at..at, more);
    Ok(actions)
}

/// The proposal in a game that waits for somebody's answer: to end or change it, or to play it again once it is over.
fn proposal(
    world: &dyn World,
    game: &Game,
    asker: Asker<'_>,
) -> Result<Option<TableProposal>, InternalError> {
    let named = |seat: Seat| plain_occupant(game.seats(), game.occupant(seat));
    for what in proposals::ALL {
        if let Some(open) = game.proposal(what)
            && !game.answers_awaited(what, asker.who).is_empty()
        {
            let answers = proposals::answers(what).map(|action| action.in_game(game));
            let words = text::proposed(what, &named(open.by));
            return Ok(Some(TableProposal { words, answers: answers.into() }));
        }
    }
    let Some(offer) = rematch_for(world, asker.who, game)? else { return Ok(None) };
    let from = offer.seats().first().map(|from| plain_occupant(offer.seats(), from));
    let view = View { viewer: Some(asker.who), place: asker.place, private: false, alone: false };
    let mut answers = actions(world, &offer, view)?;
    answers.retain(|action| matches!(&*action.id, "accept" | "decline"));
    Ok(from.map(|from| TableProposal { words: text::rematch_proposed(&from), answers }))
}

/// How many of the last plies the person of a seat has not answered yet, or one.
fn fresh_plies(game: &Game, seat: Option<Seat>) -> u32 {
    let position = game.position();
    let answered = seat.and_then(|seat| position.last_of(seat));
    answered.map_or(1, |ply| position.n_standing_behind(ply).clamp(1, MOST_PLIES))
}

/// The clocks of the seats, from the one at the bottom of the board on.
fn clocks(
    world: &dyn World,
    game: &Game,
    facing: Seat,
) -> Result<Vec<Option<ClockView>>, InternalError> {
    if game.clocks().control().start().is_none() {
        return Ok(Vec::new());
    }
    let awaited = game.position().awaits();
    let mut clocks: Vec<_> = Seat::all(game.position().n_seats())
        .zip(lefts(world, game)?)
        .map(|(seat, left)| {
            let runs = game.is_running()
                && awaited.contains(seat)
                && game.clocks().of(seat).is_some_and(|clock| clock.run().is_some());
            (!is_bot(game, seat)).then_some(ClockView { left, runs })
        })
        .collect();
    clocks.rotate_left(facing.index());
    Ok(clocks)
}

/// Which seats are bots, from the one at the bottom of the board on.
fn bots(game: &Game, facing: Seat) -> Vec<bool> {
    let mut bots: Vec<bool> =
        Seat::all(game.position().n_seats()).map(|seat| is_bot(game, seat)).collect();
    bots.rotate_left(facing.index());
    bots
}

/// The men on a board by their names.
fn men(game: &Game, scene: Option<&Scene>) -> Vec<(String, String)> {
    let pieces = scene.map(|scene| scene.board.pieces.iter()).into_iter().flatten();
    let named = |placed: &Placed| {
        let at = placed.at.to_string();
        // While men are arranged, only the picture knows them.
        let drawn = placed.piece.sprite.rsplit('/').next().unwrap_or_default();
        let name = game.position().piece_name(&at).unwrap_or(drawn);
        (at, name.to_owned())
    };
    pieces.map(named).collect()
}

/// The legal moves, each with its chance.
fn moves(game: &Game) -> Vec<TableMove> {
    let position = game.position();
    let mut odds: BTreeMap<String, Vec<Mark>> = BTreeMap::new();
    let mut found = Vec::new();
    for text in position.moves() {
        let (from, to) = move_ends(&text);
        let marks = odds
            .entry(from.clone())
            .or_insert_with(|| position.legal(&from).map(|legal| legal.marks).unwrap_or_default());
        let chance = marks.iter().find_map(|mark| match mark {
            Mark::Attack(at, chance) if at.to_string() == to => *chance,
            _ => None,
        });
        found.push(TableMove { text, from, to, odds: chance });
    }
    found
}

/// The cells of the men whose hidden set-up a seat still makes; `None` where it makes none.
fn own_men(game: &Game, seat: Option<Seat>) -> Option<Vec<String>> {
    let (men, seat) = own_arrangement(game, seat)?;
    Some(men.choices(seat, None).into_iter().map(|man| man.at.to_string()).collect())
}

/// The changes of the man on a cell that a seat can still make of its hidden set-up, as lines to type in private; none
/// where it makes none.
pub(super) fn own_changes(game: &Game, seat: Option<Seat>, from: &str) -> Vec<TableMove> {
    let Some((men, seat)) = own_arrangement(game, seat) else { return Vec::new() };
    let change = |to: ArrangementChoice| TableMove {
        text: format!("setup {}", to.change),
        from: from.to_owned(),
        to: to.at.to_string(),
        odds: None,
    };
    men.choices(seat, Some(from)).into_iter().map(change).collect()
}

/// The hidden set-ups of a running game, and the seat if it still makes its own.
fn own_arrangement(game: &Game, seat: Option<Seat>) -> Option<(&dyn Arrangement, Seat)> {
    let seat = seat.filter(|_| game.is_running())?;
    let men = game.position().arranging().filter(|men| !men.is_open() && !men.is_done(seat))?;
    Some((men, seat))
}

/// The plies that led to the position, without those that were taken back.
fn plies(game: &Game) -> Vec<TablePly> {
    let standing = game.position().standing();
    let (mut plies, mut lines, mut played) = (Vec::with_capacity(standing.len()), 0, 0);
    for line in game.log() {
        lines += usize::from(BoardRecipe::counts(&line.event));
        if let LogEvent::Ply { seat, mv, roll } = &line.event {
            played += 1;
            if standing.binary_search(&played).is_ok() {
                let faces = match roll {
                    PlyRoll::Faces(roll, _) => roll.as_slice(),
                    PlyRoll::NoDice | PlyRoll::Outcome(_) => &[],
                };
                let (text, faces) = (mv.clone(), faces.to_vec());
                plies.push(TablePly { text, lines, seat: *seat, faces });
            }
        }
    }
    // What ended the game is shown with its last ply.
    if let Some(last) = plies.last_mut().filter(|_| game.outcome().is_some()) {
        last.lines = lines;
    }
    plies
}
