//! The next actions on a game or an offer, made from its present state for whoever looks at it.

pub(super) mod action;
pub(super) mod action_label;
pub(super) mod action_line;
pub(super) mod modal;
pub(super) mod pick;
pub(super) mod place_actions;
pub(super) mod stale_button;

use games::{Arrangement, Outcome, Seat};
use table::{EventGame, Game, GameNo, Occupant, PersonId, PlaceId, Proposed, Stage};

use super::{
    message::{Addressing, Audience, Incoming, Reply},
    world::World,
};
use crate::{
    actions::{
        action::{Action, Says, Weight},
        pick::SHOW_SET_UP,
    },
    commands::{RECORD_CARD, REPLAY},
    handling::step::{GameChange, InternalError},
    naming::titles::{bot_line, rules_topic},
    play::{draws, proposals::answers, takeback},
    text,
    time::clocks,
};

/// An example of a move, for games that give no better one.
const EXAMPLE: &str = "c2-c3";
/// The id of the action that shows a board.
const BOARD: &str = "board";
/// How many moves are offered; the others are found by naming a square, or by `legal`.
const MOST_MOVES: usize = 3;

/// The viewer of a game, with the place in which they look at it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The person; `None` for everyone whom the game concerns.
    pub viewer: Option<&'a PersonId>,
    /// The place in which they would say something.
    pub place: &'a PlaceId,
    /// Whether that is their private chat with the bot.
    pub private: bool,
    /// Whether nobody else sees it, there or elsewhere.
    pub alone: bool,
}

/// Returns what can be done next about a game or an offer, what the viewer is asked to do first. The lines name
/// the game where without its number they could be taken to be about another one.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn actions(
    world: &dyn World,
    game: &Game,
    view: View<'_>,
) -> Result<Vec<Action>, InternalError> {
    actions_with(world, game, view, None)
}

/// The same with these moves, if there are any given, in place of the likeliest ones.
fn actions_with(
    world: &dyn World,
    game: &Game,
    view: View<'_>,
    moves: Option<Vec<Action>>,
) -> Result<Vec<Action>, InternalError> {
    let actions = match game.stage() {
        Stage::Offered(_) => of_offer(game, view.viewer),
        Stage::Over(_) => finished(game, view.viewer),
        Stage::Running => match game.position().arranging() {
            Some(hidden) if !hidden.is_open() => arranging(game, hidden, view),
            _ => running(game, view.viewer, moves),
        },
    };
    // Other offers may be open by the time at which the line is said.
    let others = others(world, game, view)?;
    let mut actions: Vec<Action> = actions.into_iter().map(|one| one.about(game)).collect();
    for action in &mut actions {
        if is_named(action, game, others) {
            action.name_game(game);
        }
    }
    // Who has been asked in private plays on where the game is played.
    let is_elsewhere =
        view.place != game.place() && !world.settings(game.place(), game.server()).is_gone;
    if view.private && is_elsewhere && !actions.iter().any(is_set_up) {
        lead_back(&mut actions);
    }
    let last = actions.iter().position(|action| action.weight == Weight::Danger);
    let last = last.unwrap_or(actions.len());
    actions.splice(last..last, general(game, view.viewer));
    Ok(actions)
}

/// Leaves of actions what leads from a private chat back to the game and to what it asks for there.
fn lead_back(actions: &mut Vec<Action>) {
    actions.retain(|action| !action.is_move());
    for action in actions.iter_mut() {
        action.says = Says::AtGame;
        if action.id == BOARD {
            "Back to the board".clone_into(&mut action.label);
            action.weight = Weight::Primary;
        }
    }
    actions.sort_by_key(|action| action.id != BOARD);
}

/// Returns what can be asked beside a game or an offer, without naming it.
fn general(game: &Game, viewer: Option<&PersonId>) -> Vec<Action> {
    let plays = viewer.is_none_or(|viewer| game.seat_of(viewer).is_some());
    let help = (game.is_running() && plays).then(|| Action::command("help"));
    let rules = Action::command(&format!("rules {}", rules_topic(game)));
    let rules = game.outcome().is_none().then_some(rules);
    // Whoever waits for somebody to accept can play meanwhile.
    let open = matches!(game.stage(), Stage::Offered(_)) && game.seats().contains(&Occupant::Open);
    let waits = open && viewer.is_some_and(|viewer| game.seat_of(viewer).is_some());
    let bot = waits.then(|| Action::command(&bot_line(game)).with_label("Play the bot meanwhile"));
    help.into_iter().chain(bot).chain(rules).collect()
}

/// Adds to replies about a game what can be done next, unless they say that themselves. `source` is
/// the message that they answer, `changed` has the games as they are to be.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn add_actions(
    world: &dyn World,
    source: Option<&Incoming>,
    changed: &[GameChange],
    replies: &mut [Reply],
) -> Result<(), InternalError> {
    for reply in replies {
        let is_whole = reply.actions.iter().any(|action| !action.is_move());
        let Some(no) = reply.game.filter(|_| !is_whole) else { continue };
        let kept;
        let game = match changed.iter().find(|change| change.game.no() == no) {
            Some(change) => &change.game,
            None => {
                kept = world.game(no)?;
                let Some(game) = &kept else { continue };
                &**game
            }
        };
        let place = reply.place.clone();
        let owner = place.owner();
        let viewer = viewer(reply, source.filter(|_| changed.is_empty()), owner.as_ref()).cloned();
        let asked_here = source.filter(|source| source.place == place);
        let in_private = asked_here.is_some_and(|msg| msg.addressing == Addressing::Private);
        let private = owner.is_some() || in_private;
        let alone = private || matches!(reply.audience, Audience::Only(_));
        let view = View { viewer: viewer.as_ref(), place: &place, private, alone };
        let moves = Some(std::mem::take(&mut reply.actions)).filter(|moves| !moves.is_empty());
        reply.actions = actions_with(world, game, view, moves)?;
    }
    Ok(())
}

/// The person for whom the actions of a reply are: the one who alone sees it, or the author of the
/// question that it answers.
fn viewer<'a>(
    reply: &'a Reply,
    question: Option<&'a Incoming>,
    owner: Option<&'a PersonId>,
) -> Option<&'a PersonId> {
    match &reply.audience {
        Audience::Only(person) => Some(person),
        Audience::Place => owner.or(question.map(|msg| &msg.author.id)),
    }
}

/// The one action that shows the board of a game, whatever else its viewer plays.
pub(super) fn board_action(game: &Game) -> Action {
    Action::command(BOARD).in_game(game)
}

/// The action that shows a ply of a game, beside one that is shown.
pub(super) fn replay_action(game: &Game, ply: u32, is_back: bool) -> Action {
    let action = Action::command(&format!("{REPLAY} {ply}"));
    action.with_label(&text::turn_to_ply(ply, is_back)).in_game(game)
}

/// Returns what somebody can propose to the others in a game.
fn proposals(game: &Game, who: &PersonId) -> impl Iterator<Item = Action> {
    let all =
        [(draws::may_offer(game, who), "draw offer"), (takeback::may_ask(game, who), "takeback")];
    all.into_iter().filter(|(can, _)| *can).map(|(_, words)| Action::command(words))
}

/// The same for a table, with the time that can be given, each with the number of the game; nothing while men are
/// arranged.
pub(super) fn at_table(game: &Game, who: &PersonId) -> Vec<Action> {
    if game.position().arranging().is_some() {
        return Vec::new();
    }
    let gift = clocks::gift(game, who).map(text::exact_span);
    let gift = gift.map(|span| {
        Action::command(&format!("time give {span}")).with_label(&text::give_time(&span))
    });
    proposals(game, who).chain(gift).map(|action| action.in_game(game)).collect()
}

/// A legal move, to show how moves are typed.
pub(super) fn example_move(game: &Game) -> String {
    game.position().example_move().unwrap_or_else(|| EXAMPLE.to_owned())
}

/// Returns `true` if an action is about a set-up, which is told in private alone.
fn is_set_up(action: &Action) -> bool {
    action.line.starts_with("setup ")
}

/// Returns `true` if a line without a number could be taken to be about another game than this.
fn is_named(action: &Action, game: &Game, others: Others) -> bool {
    match game.stage() {
        // Other offers may be open by the time at which the line is said.
        Stage::Offered(_) => true,
        Stage::Over(_) => others != Others::None,
        // A move, and what is asked about a board, goes to the only game that waits.
        Stage::Running if action.is_move() || matches!(&*action.id, BOARD | "legal") => {
            others == Others::InTurn
        }
        Stage::Running => others != Others::None,
    }
}

/// The other games that a line of the viewer, or of anyone of the game, could be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Others {
    /// Nothing.
    None,
    /// Another game, which a line about the player's turn would not mean.
    Idle,
    /// Another game as well as this one.
    InTurn,
}

/// Returns what else a line could be about, of the viewer's or of all players' other games in the place.
fn others(world: &dyn World, game: &Game, view: View<'_>) -> Result<Others, InternalError> {
    // In a place where others read, a line without a number is about a game of that place.
    if view.place != game.place() && !view.private {
        return Ok(Others::InTurn);
    }
    let players: Vec<&PersonId> = match view.viewer {
        Some(viewer) => vec![viewer],
        None => game.people().map(|(_, person)| &person.id).collect(),
    };
    let mut found = Others::None;
    for player in players {
        let here = |place: &PlaceId| place == view.place || view.private;
        let mut running = world.open_games_of(player)?;
        running.retain(|other| {
            other.no != game.no() && other.is_running() && other.has(player) && here(&other.place)
        });
        let in_turn = running.iter().any(|other| other.waits_for(player));
        let is_later = game.outcome().is_some()
            && last_finished(world, player, view.place)? != Some(game.no());
        found = found.max(match () {
            () if game.seat_of(player).is_none() => Others::InTurn,
            () if in_turn || (!running.is_empty() && !game.waits_for(player)) => Others::InTurn,
            () if is_later || !running.is_empty() => Others::Idle,
            () => Others::None,
        });
    }
    Ok(found)
}

/// The game of a place that a person finished last.
fn last_finished(
    world: &dyn World,
    person: &PersonId,
    place: &PlaceId,
) -> Result<Option<GameNo>, InternalError> {
    let finished = world.finished_games_of(person)?;
    let last = finished.iter().find(|game| game.was_played() && game.place == *place);
    Ok(last.map(|game| game.no))
}

/// Returns what can be done about an offer.
fn of_offer(game: &Game, viewer: Option<&PersonId>) -> Vec<Action> {
    let accept = || Action::command("accept").weighing(Weight::Primary);
    let decline = || Action::command("decline");
    let asked = |who: &PersonId| {
        let theirs = game.seats().iter().find(|occupant| occupant.is_or_asks(who));
        matches!(theirs, Some(Occupant::Asked(_)))
    };
    let made_offer = |who: &PersonId| matches!(game.seats().first(), Some(Occupant::Person(person)) if person.id == *who);
    let (open, many) = (game.seats().contains(&Occupant::Open), game.seats().len() > 2);
    match viewer {
        None if game.seats().iter().any(|occupant| matches!(occupant, Occupant::Asked(_))) => {
            vec![accept(), decline()]
        }
        None if open => vec![accept()],
        Some(viewer) if made_offer(viewer) => {
            let fill = (open && many).then(|| Action::command("fill"));
            fill.into_iter().chain([Action::command("withdraw")]).collect()
        }
        Some(viewer) if game.seat_of(viewer).is_some() => vec![Action::command("leave")],
        Some(viewer) if asked(viewer) => vec![accept(), decline()],
        Some(_) if open => vec![accept()],
        None | Some(_) => Vec::new(),
    }
}

/// Returns what can be done in a game in which plies, or men in turns, are being played.
fn running(game: &Game, viewer: Option<&PersonId>, moves: Option<Vec<Action>>) -> Vec<Action> {
    let plays = viewer.is_none_or(|viewer| game.seat_of(viewer).is_some());
    if !plays {
        return vec![Action::command(BOARD)];
    }
    let mut actions = Vec::new();
    for what in [Proposed::Draw, Proposed::Takeback] {
        if awaits_answer(game, what, viewer) {
            actions.extend(answers(what));
        }
    }
    if viewer.is_none_or(|viewer| game.waits_for(viewer)) {
        actions.extend(moves.unwrap_or_else(|| likely_moves(game)));
        let legal = game.position().arranging().is_none().then(|| Action::command("legal"));
        actions.extend(legal);
    }
    actions.push(Action::command(BOARD));
    if viewer.is_none_or(|viewer| !game.has_left(viewer)) {
        actions.push(Action::command("resign").weighing(Weight::Danger));
    }
    actions
}

/// Returns `true` if something is proposed that the viewer, or anyone, has yet to answer.
fn awaits_answer(game: &Game, what: Proposed, viewer: Option<&PersonId>) -> bool {
    game.proposal(what).is_some_and(|open| match viewer {
        Some(viewer) => game.seats_of(viewer).any(|seat| open.awaits.contains(seat)),
        None => true,
    })
}

/// The moves that are likeliest to be played: the one that the game itself would show as an example
/// comes first.
fn likely_moves(game: &Game) -> Vec<Action> {
    let first = game.position().example_move();
    let others = game.position().moves().into_iter();
    let others = others.filter(|mv| Some(mv) != first.as_ref()).collect::<Vec<_>>();
    first.into_iter().chain(others).take(MOST_MOVES).map(|mv| Action::of_move(&mv)).collect()
}

/// Returns what can be done while men are arranged unseen.
fn arranging(game: &Game, hidden: &dyn Arrangement, view: View<'_>) -> Vec<Action> {
    let mine =
        |seat: &Seat| view.viewer.is_none_or(|viewer| game.seats_of(viewer).any(|s| s == *seat));
    let is_busy = hidden.awaited().iter().any(|seat| mine(&seat));
    let resign = Action::command("resign").weighing(Weight::Danger);
    let plays = view.viewer.is_none_or(|viewer| game.seat_of(viewer).is_some());
    match view.alone {
        true if is_busy => private_set_up(hidden),
        true => vec![Action::command(BOARD)],
        false if is_busy => {
            let arrange = Action::command(SHOW_SET_UP).with_label("Arrange now");
            let arrange = arrange.weighing(Weight::Primary).said(Says::Private);
            vec![arrange, Action::command(BOARD), resign]
        }
        false if plays => vec![Action::command(BOARD), resign],
        false => vec![Action::command(BOARD)],
    }
}

/// Returns what can be done with a set-up where the person whose it is alone sees it.
fn private_set_up(hidden: &dyn Arrangement) -> Vec<Action> {
    let done = Action::command("setup done").weighing(Weight::Primary);
    let at_once = hidden.names().first().map(|name| Action::command(&format!("setup {name} done")));
    let names = hidden.names().iter().map(|name| Action::command(&format!("setup {name}")));
    let show = Action::command(SHOW_SET_UP);
    std::iter::once(done).chain(at_once).chain(names).chain([show]).collect()
}

/// Returns what can be done with a game that is over; nothing with an offer that came to nothing.
fn finished(game: &Game, viewer: Option<&PersonId>) -> Vec<Action> {
    if game.position().ply() == 0 && game.outcome() == Some(Outcome::Aborted) {
        return Vec::new();
    }
    let played = viewer.is_none_or(|viewer| game.seat_of(viewer).is_some());
    let next = match game.terms().event {
        // Its players have their next opponents from the event.
        Some(EventGame { edition, .. }) => {
            let standings = Action::command(&format!("tournament standings {edition}"));
            Some(standings.with_label("Standings"))
        }
        None => played.then(|| Action::command("rematch").weighing(Weight::Primary)),
    };
    let was_played = game.position().n_standing() > 0;
    let replay = was_played.then_some(REPLAY);
    let card = (was_played && game.outcome() != Some(Outcome::Aborted)).then_some(RECORD_CARD);
    let about = ["record"].into_iter().chain(replay).chain(card).chain(["verify"]);
    next.into_iter().chain(about.map(Action::command)).collect()
}
