//! Moves: which game is meant, whether it is the writer's turn, and the ply itself.

use std::sync::Arc;

use super::{
    context::{Context, Handled, name_of, occupant_name, ours},
    ends,
    fold::echo,
    news, text,
    wire::{Addressing, Reply},
    world::{Brief, Change, InternalError, Step},
};
use crate::{
    games::{GameKind, NotArranged, Outcome, Seat, is_full_move_text},
    table::{
        Game, GameNo, Highlight, LegalMove, LogEntry, LogEvent, MAX_PLIES, NotPlayed, Occupant,
        Stage,
    },
};

/// A typed move.
#[derive(Clone, Copy)]
pub(super) struct Typed<'a> {
    /// The game that was named.
    pub(super) game: Option<GameNo>,
    /// The text.
    pub(super) text: &'a str,
    /// A draw is offered with it.
    pub(super) draw: bool,
}

impl Typed<'_> {
    /// `#12 c2-c3` is no talk, where nothing need stand before moves.
    fn is_surely_meant(&self, ctx: Context<'_>) -> bool {
        let full = || GameKind::ALL.iter().any(|kind| is_full_move_text(*kind, self.text));
        ctx.msg.addressing != Addressing::Channel && self.game.is_some() && full()
    }
}

/// Plays a typed move, or says why not; silence where it may be talk.
pub(super) fn play(ctx: Context<'_>, typed: Typed<'_>) -> Handled {
    if let Some(no) = typed.game.or(ctx.replied) {
        return match ctx.game(no)? {
            Ok(game) => play_in(ctx, &game, typed),
            Err(step) => {
                Ok(if ctx.addressed || typed.is_surely_meant(ctx) { step } else { Step::Silent })
            }
        };
    }
    let running = ctx.my_running()?;
    let waiting: Vec<&Brief> = running.iter().filter(|game| game.waits_for(ctx.me())).collect();
    match (waiting.as_slice(), running.as_slice()) {
        ([one], _) => match ctx.game(one.no)? {
            Ok(game) => play_in(ctx, &game, typed),
            Err(step) => Ok(step),
        },
        ([], []) => no_game(ctx, typed),
        ([], [one]) => match ctx.game(one.no)? {
            Ok(game) => play_in(ctx, &game, typed),
            Err(step) => Ok(step),
        },
        ([], [first, ..]) => {
            if !ctx.addressed && !is_full_move_text(first.kind, typed.text) {
                return Ok(Step::Silent);
            }
            ctx.say(text::not_your_turn(first.no, &whose(first), ctx.p))
        }
        (several, _) => several_games(ctx, several, typed),
    }
}

fn whose(brief: &Brief) -> String {
    brief
        .to_move
        .and_then(|seat| brief.seats.get(seat.index()))
        .map_or_else(|| "the other side".to_owned(), occupant_name)
}

/// The writer has no running game here: a hint if it was surely meant, otherwise talk. A finished
/// game of theirs at hand explains more than a missing one.
fn no_game(ctx: Context<'_>, typed: Typed<'_>) -> Handled {
    if !GameKind::ALL.iter().any(|kind| is_full_move_text(*kind, typed.text)) {
        return super::unknown(ctx, typed.text);
    }
    let done = ctx.world.finished_games_of(ctx.me())?;
    if let Some(last) = done.iter().find(|game| game.place == ctx.msg.place && game.was_played())
        && let Ok(game) = ctx.game(last.no)?
    {
        return ctx.say(text::is_over(game.no, &news::result_words(&game), ctx.p));
    }
    // A move by someone who never played here is talk about somebody else's game.
    if ctx.addressed { ctx.say(text::no_game(ctx.p)) } else { super::talk(ctx, typed.text) }
}

/// A bare move could mean several games: the answer lists the line for each.
fn several_games(ctx: Context<'_>, games: &[&Brief], typed: Typed<'_>) -> Handled {
    let mut lines = Vec::new();
    let mut readable = false;
    for brief in games {
        let Ok(game) = ctx.game(brief.no)? else { continue };
        readable |= !matches!(game.position.read(typed.text), Err(NotPlayed::NotAMove));
        let seat = game.seat_of(ctx.me());
        let against = super::context::others(&game, seat);
        let about = format!("({} against {against})", name_of(&game));
        lines.push((format!("{}{} {}", ctx.p, game.no, echo(typed.text)), about));
    }
    if !readable {
        return super::unknown(ctx, typed.text);
    }
    ctx.say(text::which("Several games wait for your move.", &lines))
}

/// The move in this game: seat, turn, end are checked before the move itself.
fn play_in(ctx: Context<'_>, game: &Arc<Game>, typed: Typed<'_>) -> Handled {
    let read = game.position.read(typed.text);
    let placing = game.position.arranging().is_some_and(|arrangement| {
        !matches!(arrangement.placing(typed.text), Err(NotArranged::NotOne))
    });
    if matches!(read, Err(NotPlayed::NotAMove)) && !placing {
        return match (ctx.addressed, typed.game.is_some()) {
            (true, true) => ctx.say(text::not_a_move(&echo(typed.text), &example(game), ctx.p)),
            _ => super::unknown(ctx, typed.text),
        };
    }
    if game.seat_of(ctx.me()).is_none() {
        let meant = ctx.addressed || typed.is_surely_meant(ctx);
        return if meant { ctx.say(text::not_your_game(game.no, ctx.p)) } else { Ok(Step::Silent) };
    }
    if let Some(arrangement) = game.position.arranging().filter(|_| game.is_running()) {
        let awaited = game.waits_for(ctx.me()) || !arrangement.is_open();
        if awaited {
            return super::arrange::typed(ctx, game, arrangement, typed);
        }
    }
    match game.stage {
        Stage::Offered(_) => return ctx.say(text::not_started(game.no, ctx.p)),
        Stage::Over(_) => {
            return ctx.say(text::is_over(game.no, &news::result_words(game), ctx.p));
        }
        Stage::Running => {}
    }
    let seat = game.position.to_move();
    if game.has_left(ctx.me()) {
        return ctx.say(text::has_left(game.no, ctx.p));
    }
    if !game.waits_for(ctx.me()) {
        let whose = occupant_name(game.occupant(seat));
        return ctx.say(text::not_your_turn(game.no, &whose, ctx.p));
    }
    match read {
        Ok(wanted) if typed.draw && is_bot_game(game) => {
            ctx.say(text::draw_by_itself(&wanted.mv, ctx.p))
        }
        Ok(wanted) => {
            let change = ply(ctx, Game::clone(game), seat, &wanted, typed.draw)?;
            Ok(Step::Change(Box::new(change)))
        }
        Err(error) => refused(ctx, game, typed.text, error),
    }
}

/// A legal move with which talk of typing can be shown.
pub(super) fn example(game: &Game) -> String {
    game.position.example_move().unwrap_or_else(|| EXAMPLE.to_owned())
}

/// What a move looks like, where no game gives a better example.
const EXAMPLE: &str = "c2-c3";

/// The three-part refusal, with the near moves drawn.
pub(super) fn refused(ctx: Context<'_>, game: &Game, typed: &str, error: NotPlayed) -> Handled {
    match error {
        NotPlayed::NotAMove => ctx.say(text::not_a_move(&echo(typed), &example(game), ctx.p)),
        NotPlayed::Ambiguous { open, choices } => {
            let words = text::ambiguous(open.as_deref(), &echo(typed), &choices);
            let mut reply = ctx.reply(words);
            reply.actions = choices.into_iter().map(|(mv, _)| mv).collect();
            reply.game = Some(game.no);
            Ok(Step::Say(vec![reply]))
        }
        NotPlayed::Refused { words, near, marks } => {
            let words = text::refused(&words, &near, ctx.p);
            let facing = game.seat_of(ctx.me()).unwrap_or_else(|| game.facing());
            let mut step = ctx.say_with_board(game, words, facing, Highlight::Marks(&marks))?;
            if let Step::Say(replies) = &mut step
                && let Some(Reply { actions, .. }) = replies.first_mut()
            {
                *actions = near;
            }
            Ok(step)
        }
    }
}

/// A legal ply of the writer: rolled, logged, and told unless a bot answers first.
fn ply(
    ctx: Context<'_>,
    mut game: Game,
    seat: Seat,
    wanted: &LegalMove,
    draw: bool,
) -> Result<Change, InternalError> {
    let now = ctx.world.now();
    let lapses = game.draw_offer().is_some_and(|offer| offer.by == seat);
    ctx.msg.salt.clone_into(&mut game.last_salt);
    let mut added = add_ply(&mut game, seat, wanted, &ctx.msg.salt, now)?;
    if draw && game.is_running() {
        let offer = LogEntry { at: now, seat: Some(seat), event: LogEvent::DrawOffer };
        game.add(offer.clone()).map_err(ours)?;
        added.push(offer);
    }
    let mut change =
        Change { game, added, people: vec![ctx.msg.author.clone()], replies: Vec::new() };
    if change.game.bot_to_move().is_none() {
        let lapsed =
            if lapses && !draw { text::draw_lapsed(&ctx.my_name()) } else { String::new() };
        let p = ctx.prefix_of(&change.game.place);
        let mut news = news::news_with(&change.game, lapsed, p);
        if draw && change.game.is_running() {
            let (to, ping) = ends::those_awaited(&change.game, &news.ping);
            news.text.push('\n');
            news.text.push_str(&text::draw_offered(&ctx.my_name(), &to, ctx.p));
            news.ping.extend(ping);
            news.actions = news::actions(&change.game);
        }
        change.game.announced = change.game.position.ply();
        change.replies.push(news);
        if change.game.place != ctx.msg.place {
            change.replies.push(ctx.reply(text::played_elsewhere(change.game.no)));
        }
    }
    Ok(change)
}

/// Adds a ply with its roll, and the end by the host's limit if it is reached.
fn add_ply(
    game: &mut Game,
    seat: Seat,
    wanted: &LegalMove,
    salt: &str,
    at: i64,
) -> Result<Vec<LogEntry>, InternalError> {
    let rolled = game.throw(wanted, salt);
    let entry = LogEntry { at, seat: Some(seat), event: LogEvent::Ply(wanted.mv.clone(), rolled) };
    game.add(entry.clone()).map_err(ours)?;
    let mut added = vec![entry];
    if game.is_running() && game.position.ply() >= MAX_PLIES {
        let end = LogEntry { at, seat: None, event: LogEvent::Adjudication };
        game.add(end.clone()).map_err(ours)?;
        added.push(end);
    }
    Ok(added)
}

/// The ply that the bot has chosen, with the message about everything not yet told. `wins_in` is in
/// how many more of its moves it wins for sure, if it knows.
///
/// # Errors
/// [`InternalError`] if the move is not legal, which would be the engine's fault.
pub fn bot_ply(
    game: &Game,
    mv: &str,
    wins_in: Option<u32>,
    now: i64,
    p: &str,
) -> Result<Change, InternalError> {
    let mut game = game.clone();
    let seat = game.position.to_move();
    let wanted = game
        .position
        .read(mv)
        .map_err(|_| InternalError(format!("the engine chose {mv}, which is not legal")))?;
    let salt = format!("{}.{}", game.last_salt, game.position.ply() + 1);
    let added = add_ply(&mut game, seat, &wanted, &salt, now)?;
    let mut change = Change { game, added, people: Vec::new(), replies: Vec::new() };
    // Several bots in a row are told together.
    if change.game.bot_to_move().is_none() {
        let sure = wins_in.filter(|_| change.game.is_running() && change.game.seats.len() == 2);
        let also = sure.map_or_else(String::new, text::wins_in);
        change.replies.push(news::news_with(&change.game, also, p));
        change.game.announced = change.game.position.ply();
    }
    Ok(change)
}

/// The message about the plies not yet told, while the bot still thinks.
#[must_use]
pub fn meanwhile(game: &Game, p: &str) -> Change {
    let mut game = game.clone();
    let news = news::news(&game, p);
    game.announced = game.position.ply();
    Change { game, added: Vec::new(), people: Vec::new(), replies: vec![news] }
}

/// Whether a game's match is still undecided, for the bot's answer to a draw offer.
pub(super) fn is_bot_game(game: &Game) -> bool {
    game.seats.iter().any(|occupant| matches!(occupant, Occupant::Bot(_)))
        && !matches!(game.stage, Stage::Over(Outcome::Aborted))
}
