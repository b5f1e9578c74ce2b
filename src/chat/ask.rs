//! Questions: boards, legal moves, odds, lists, records, rules, help.

use std::sync::Arc;

use super::{
    context::{
        Context, Handled, lesson, listed, name_at, name_of, occupant_name, one_of_many,
        option_meanings, picture, players, status, title,
    },
    fold::echo,
    news,
    offers::find_person,
    parse::{View, Which},
    play, text,
    wire::{Addressing, Audience, Reply},
    world::{Brief, InternalError, Step},
};
use crate::{
    games::{GameKind, Lesson, Seat, rules_board, rules_words},
    scene::{Panel, Scene},
    table::{
        AnyPosition, Game, GameNo, Highlight, NotPlayed, Occupant, PersonId, Stage, record,
        sample_position,
    },
};

/// The game that a question is about: named, replied to, the writer's (their turn first), the
/// only one of the place, or their last finished one.
fn about(ctx: Context<'_>, no: Option<GameNo>) -> Result<Result<Arc<Game>, Step>, InternalError> {
    if let Some(no) = no.or(ctx.replied) {
        return ctx.game(no);
    }
    let mut mine = ctx.my_running()?;
    mine.sort_by_key(|game| (!game.waits_for(ctx.me()), std::cmp::Reverse(game.moved)));
    let found = match mine.first() {
        Some(game) => Some(game.no),
        None => {
            let here = ctx.world.open_games_at(&ctx.msg.place)?;
            let running: Vec<&Brief> = here.iter().filter(|game| game.is_running()).collect();
            match running.as_slice() {
                [one] => Some(one.no),
                _ => last_done(ctx)?,
            }
        }
    };
    match found {
        Some(no) => ctx.game(no),
        None => Ok(Err(ctx.say(text::no_board(ctx.p))?)),
    }
}

fn last_done(ctx: Context<'_>) -> Result<Option<GameNo>, InternalError> {
    let done = ctx.world.finished_games_of(ctx.me())?;
    Ok(done.iter().find(|game| game.was_played()).map(|game| game.no))
}

/// Why a game takes no question about moves: it has not begun, or it has ended.
fn not_going_on(ctx: Context<'_>, game: &Game) -> String {
    match game.stage {
        Stage::Offered(_) => text::not_started(game.no, ctx.p),
        Stage::Running | Stage::Over(_) => text::is_over(game.no, &news::result_words(game), ctx.p),
    }
}

/// A question with words behind it may be talk (`why not?`) where there is no game to ask about.
fn unless_talk(ctx: Context<'_>, step: Step) -> Step {
    if ctx.addressed { step } else { Step::Silent }
}

/// The side from which the writer sees a game.
fn my_side(ctx: Context<'_>, game: &Game) -> Seat {
    match game.seats_of(ctx.me()).collect::<Vec<_>>().as_slice() {
        [only] => *only,
        _ => game.facing(),
    }
}

/// `board`
pub(super) fn board(ctx: Context<'_>, no: Option<GameNo>, view: View) -> Handled {
    let game = match about(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    if matches!(game.stage, Stage::Offered(_)) {
        return ctx.say(text::not_started(game.no, ctx.p));
    }
    let last = game.position.last_ply_words();
    let state = status(&game).unwrap_or_else(|| {
        format!("{} {}: {}.", game.no, name_of(&game), news::result_words(&game))
    });
    if view == View::Text {
        let lines = game.position.position_words().join("\n");
        let last = if last.is_empty() { last } else { format!(" Last: {last}") };
        return ctx.say(format!("{state}{last}\n{lines}"));
    }
    let facing = match view {
        View::Side(seat) if seat.number() > game.position.n_seats() => {
            return ctx.say(text::no_such_seat(game.position.n_seats()));
        }
        View::Side(seat) => seat,
        View::Usual | View::Text => game.facing(),
    };
    let words = if last.is_empty() { state } else { format!("{last}\n{state}") };
    let mut reply = ctx.reply(words);
    reply.picture = Some(picture(&game, facing, Highlight::Plies(1), &last));
    reply.game = Some(game.no);
    reply.actions = news::actions(&game);
    Ok(Step::Say(vec![reply]))
}

/// `legal`
pub(super) fn legal(ctx: Context<'_>, no: Option<GameNo>, topic: &str) -> Handled {
    let game = match about(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(if topic.is_empty() { step } else { unless_talk(ctx, step) }),
    };
    if !game.is_running() {
        return ctx.say(not_going_on(ctx, &game));
    }
    let mover = game.position.to_move();
    let mine = game.seat_of(ctx.me()).is_some();
    match game.position.legal(topic) {
        Ok(answer) => {
            let words = if mine && !game.waits_for(ctx.me()) {
                text::legal_of_other(&name_at(&game, mover), &answer.words)
            } else {
                answer.words
            };
            ctx.say_with_board(&game, words, my_side(ctx, &game), Highlight::Marks(&answer.marks))
        }
        // A word about one's own game is hardly talk.
        Err(words) if mine && ctx.msg.addressing != Addressing::Channel && !topic.contains(' ') => {
            ctx.say(words)
        }
        Err(words) => ctx.say_if_addressed(|| words),
    }
}

/// `odds`
pub(super) fn odds(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    let game = match about(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(unless_talk(ctx, step)),
    };
    if !game.is_running() {
        return ctx.say(not_going_on(ctx, &game));
    }
    match game.position.odds(typed) {
        Ok(words) => ctx.say(words),
        Err(NotPlayed::NotAMove) => {
            ctx.say_if_addressed(|| text::not_a_move(&echo(typed), &play::example(&game), ctx.p))
        }
        Err(error) => play::refused(ctx, &game, typed, error),
    }
}

/// `why`
pub(super) fn why(ctx: Context<'_>, no: Option<GameNo>, square: &str) -> Handled {
    let game = match about(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(unless_talk(ctx, step)),
    };
    match game.position.why(square) {
        Ok(answer) => ctx.say_with_board(
            &game,
            answer.words,
            my_side(ctx, &game),
            Highlight::Marks(&answer.marks),
        ),
        Err(words) if square.bytes().any(|byte| byte.is_ascii_digit()) => ctx.say(words),
        Err(words) => ctx.say_if_addressed(|| words),
    }
}

/// `games`
pub(super) fn games(ctx: Context<'_>, which: &Which) -> Handled {
    let (whose, mut list) = match which {
        Which::Mine => (ctx.me().clone(), ctx.world.open_games_of(ctx.me())?),
        Which::Done => (ctx.me().clone(), ctx.world.finished_games_of(ctx.me())?),
        Which::Here | Which::Open => {
            let open = *which == Which::Open;
            let mut here = ctx.world.open_games_at(&ctx.msg.place)?;
            here.retain(|game| !open || matches!(game.stage, Stage::Offered(_)));
            (ctx.me().clone(), here)
        }
        Which::Of(word) => match find_person(ctx, word)? {
            Ok(person) => {
                let games = ctx.world.open_games_of(&person.id)?;
                (person.id, games)
            }
            Err(step) => return Ok(step),
        },
    };
    if list.is_empty() {
        return ctx.say_to_me(match which {
            Which::Mine => text::no_games(ctx.p),
            Which::Done => text::empty_list("finished games of yours", ctx.p),
            Which::Here => text::empty_list("games here", ctx.p),
            Which::Open => text::empty_list("open offers here", ctx.p),
            Which::Of(name) => text::empty_list(&format!("running games of {}", echo(name)), ctx.p),
        });
    }
    list.sort_by_key(|game| (!game.waits_for(&whose), !game.is_running(), game.moved));
    ctx.say_to_me(game_list(ctx, &whose, &list))
}

/// The list, most urgent first: one line for each game that waits, the others together.
fn game_list(ctx: Context<'_>, whose: &PersonId, list: &[Brief]) -> String {
    const MOST: usize = 12;
    let waiting = list.iter().filter(|game| game.waits_for(whose)).count();
    let rest = list.len() - waiting;
    let games = if waiting == 1 { "game waits" } else { "games wait" };
    let mut lines = vec![format!("{waiting} {games} for you, {rest} for others.")];
    if whose != ctx.me() || waiting == 0 {
        lines.clear();
    }
    for game in list.iter().take(MOST) {
        lines.push(list_line(ctx, whose, game));
    }
    if list.len() > MOST {
        lines.push(format!("… and {} more.", list.len() - MOST));
    }
    lines.join("\n")
}

fn list_line(ctx: Context<'_>, whose: &PersonId, game: &Brief) -> String {
    let names: Vec<String> = game
        .seats
        .iter()
        .filter(|s| !matches!(s, Occupant::Person(person) if person.id == *whose))
        .map(if game.seats.len() > 2 { one_of_many } else { occupant_name })
        .collect();
    let age = text::span(ctx.world.now() - game.moved);
    let head = format!("{} {} with {}", game.no, game.kind.title(), listed(&names));
    match game.stage {
        Stage::Offered(_) if game.is_offer_of(ctx.me()) => {
            format!("{head}: your offer, open for {age}. `{}withdraw {}`", ctx.p, game.no)
        }
        Stage::Offered(_) if game.has_seated(ctx.me()) => {
            format!("{head}: you sit in this offer, open for {age}. `{}leave {}`", ctx.p, game.no)
        }
        Stage::Offered(_) if !game.asks(ctx.me()) => format!("{head}: an offer to others."),
        Stage::Offered(_) => format!("{head}: an offer. `{}accept {}`", ctx.p, game.no),
        Stage::Over(_) => format!("{head}: over, {age} ago. `{}record {}`", ctx.p, game.no),
        Stage::Running if game.waits_for(ctx.me()) => {
            format!("**{head}**: your move, {age} old.")
        }
        Stage::Running => {
            let mover = game.to_move.and_then(|seat| game.seats.get(seat.index()));
            match mover.map(occupant_name) {
                Some(name) => format!("{head}: {name} to move, {age} old."),
                None => format!("{head}: men are being arranged, {age} old."),
            }
        }
    }
}

/// `next`
pub(super) fn next(ctx: Context<'_>) -> Handled {
    let mut mine = ctx.world.open_games_of(ctx.me())?;
    mine.retain(|game| game.waits_for(ctx.me()));
    match mine.iter().min_by_key(|game| game.moved) {
        Some(game) => board(ctx, Some(game.no), View::Usual),
        None => ctx.say_to_me(text::nothing_waits(ctx.p)),
    }
}

/// A started game for `record` and `verify`: named, or the last finished one, or the one here.
fn started(ctx: Context<'_>, no: Option<GameNo>) -> Result<Result<Arc<Game>, Step>, InternalError> {
    let no = match no.or(ctx.replied) {
        Some(no) => Some(no),
        None => match ctx.my_running()?.first() {
            Some(game) => Some(game.no),
            None => last_done(ctx)?,
        },
    };
    let game = match about(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(Err(step)),
    };
    if matches!(game.stage, Stage::Offered(_)) {
        return Ok(Err(ctx.say(text::not_started(game.no, ctx.p))?));
    }
    Ok(Ok(game))
}

/// `record`
pub(super) fn record(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = match started(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    let record = record::Record::of_game(&game).to_text();
    let mut reply = ctx.reply(format!("{} {}: {}.", game.no, name_of(&game), players(&game)));
    reply.game = Some(game.no);
    reply.file = Some(super::wire::TextFile {
        name: format!("{}-{}.txt", game.kind().key(), game.no.0),
        text: record,
    });
    Ok(Step::Say(vec![reply]))
}

/// `verify`
pub(super) fn verify(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = match started(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    let seal = game.commitment();
    if !game.position.rolls_dice() {
        return ctx.say(match record::verify(&record::Record::of_game(&game).to_text()) {
            Ok(_) if game.armies().iter().all(Option::is_some) => {
                text::verified_set_ups(game.no, ctx.p)
            }
            Ok(_) if game.position.arranging().is_some_and(|arranging| !arranging.is_open()) => {
                text::verified_while_sealed(game.no, game.is_running())
            }
            Ok(_) => text::verified_without_dice(game.no, ctx.p),
            Err(fault) => text::verify_failed(game.no, &fault.to_string()),
        });
    }
    if game.is_running() {
        return ctx.say(text::verify_later(game.no, &seal, ctx.p));
    }
    let rolls = game.position.fights().len();
    let words = match record::verify(&record::Record::of_game(&game).to_text()) {
        Ok(record::Verdict::Proven) if rolls == 0 => text::verified_without_rolls(game.no),
        Ok(record::Verdict::Proven) => text::verified(game.no, rolls, &seal),
        Ok(record::Verdict::NotProven(why)) => text::verify_failed(game.no, &why),
        Err(fault) => text::verify_failed(game.no, &fault.to_string()),
    };
    ctx.say(words)
}

/// `rules`
pub(super) fn rules(ctx: Context<'_>, named: Option<GameKind>, topic: &str) -> Handled {
    let kind = match named {
        Some(kind) => kind,
        None => kind_in_question(ctx, topic)?,
    };
    match rules_words(kind, topic) {
        Some(words) => {
            let mut reply = ctx.reply(words + &other_rules(ctx, kind, topic)?);
            if topic.is_empty() {
                reply.picture = Some(start_picture(&*sample_position(kind), &reply.text));
            } else {
                reply.picture = rules_board(kind, topic).map(lesson_picture);
            }
            let key = kind.key();
            reply.actions = vec![format!("challenge bot 1 {key}"), format!("rules {key} options")];
            Ok(Step::Say(vec![reply]))
        }
        None => ctx.say_if_addressed(|| text::help(ctx.p)),
    }
}

/// That a running game of the writer's here is played by other options than the rules just told.
fn other_rules(ctx: Context<'_>, kind: GameKind, topic: &str) -> Result<String, InternalError> {
    for brief in ctx.my_running()?.into_iter().filter(|brief| brief.kind == kind) {
        let Ok(game) = ctx.game(brief.no)? else { continue };
        // Who asks for the variation that is played has its rules now.
        if !option_meanings(&game).is_empty() && lesson(&game) != topic {
            let (no, name, more) = (game.no, title(&game), options_of(&game));
            return Ok(format!("\n{no} is {name}: `{}rules {more}` tells more.", ctx.p));
        }
    }
    Ok(String::new())
}

/// What to ask `rules` for to learn what is different in a game.
fn options_of(game: &Game) -> String {
    let (key, lesson) = (game.kind().key(), lesson(game));
    if lesson == key { format!("{key} options") } else { lesson.to_owned() }
}

/// The game whose rules are asked for without its name: the one that the writer plays here, if it
/// has the topic, else the first that has it.
fn kind_in_question(ctx: Context<'_>, topic: &str) -> Result<GameKind, InternalError> {
    let mine = ctx.my_running()?;
    let kinds = mine.iter().map(|game| game.kind).chain(GameKind::ALL);
    let known = kinds.into_iter().find(|kind| rules_words(*kind, topic).is_some());
    Ok(known.unwrap_or(GameKind::ALL[0]))
}

/// The start position, for the rules of a game.
fn start_picture(position: &dyn AnyPosition, words: &str) -> super::wire::Picture {
    let names = (0..position.n_seats())
        .filter_map(Seat::from_index)
        .map(|seat| position.seat_name(seat).to_owned())
        .collect();
    let caption = crate::table::Caption {
        facing: Seat::FIRST,
        names,
        outcome: None,
        number: None,
        look: String::new(),
    };
    let first = words.lines().next().unwrap_or_default().replace(['*', '`'], "");
    let alt = format!("{first} The start: {}", position.position_words().join(" "));
    super::wire::Picture { scene: position.scene(&caption, Highlight::Plies(0)), alt }
}

/// A board that shows what the rules say about a topic.
fn lesson_picture(lesson: Lesson) -> super::wire::Picture {
    let Lesson { board, headline, note, alt } = lesson;
    let panel = Panel {
        headline: headline.to_owned(),
        note: note.to_owned(),
        sides: Vec::new(),
        fights: Vec::new(),
        foot: String::new(),
        turns: Vec::new(),
    };
    super::wire::Picture { scene: Scene { board, panel }, alt }
}

/// An answer for one person alone.
pub(super) fn help(ctx: Context<'_>, words: String) -> Handled {
    let reply = Reply {
        audience: Audience::Only(ctx.me().clone()),
        actions: vec!["challenge bot 1".to_owned(), "rules".to_owned(), "games".to_owned()],
        ..ctx.reply(words)
    };
    Ok(Step::Say(vec![reply]))
}
