//! Putting a result right: `mod result`.

use games::{Outcome, Reason, Seat, SeatSet, parse_result, result_text};
use pairing::ratings::NotRated;
use table::{Correction, Game, GameNo, ModAct, ModEntry, Person, RatedGame, harmless};

use crate::{
    events::corrected_standings,
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    message::Reply,
    moderation::entry::{entry, logged},
    naming::{
        names::{listed, mention, name_at, seats},
        people::find_person,
    },
    parse::plain_text::escaped,
    ratings::{ANNULLED, period_of},
    text,
};

/// The longest reason that is kept, in characters.
const MAX_REASON: usize = 200;

/// The sentence for whoever may not correct results there.
pub(crate) fn refusal(ctx: Context<'_>) -> Handled<String> {
    Ok(text::only_managers_correct(ctx.is_on_page()))
}

/// `mod result #12 1-0 REASON`
pub(crate) fn correct_result(ctx: Context<'_>, no: Option<GameNo>, said: &str) -> Handled {
    let Some(no) = no else { return ctx.say(text::correct_which(ctx.prefix)) };
    let Some(game) = ctx.world.game(no)? else {
        return ctx.say(text::no_such_game(no, ctx.prefix));
    };
    // A player sees the game from everywhere, and may manage another server than the one it belongs to.
    if game.server() != ctx.msg.server.as_ref() {
        return ctx.say_about(no, text::belongs_to_another_server(no));
    }
    let Some(before) = game.outcome() else {
        return ctx.say_about(no, text::not_over_yet(no));
    };
    let (word, reason) = said.trim().split_once(char::is_whitespace).unwrap_or((said.trim(), ""));
    let Some(outcome) = outcome_meant(ctx, &game, word)? else {
        return ctx.say_about(no, text::result_unread(no, ctx.prefix));
    };
    let held = held_outcome(ctx, no)?.unwrap_or(before);
    if same_result(held, outcome) {
        return ctx.say_about(no, text::result_is_so(no, &words_of(&game, outcome)));
    }
    let reason = harmless(reason, MAX_REASON);
    let mut rows = vec![Write::Correction(Correction {
        game: no,
        by: ctx.author().clone(),
        result: result_text(Some(outcome)),
        reason: reason.clone(),
    })];
    let entry = entry(ctx, ModAct::Result, format!("{}, {reason}", words_of(&game, outcome)));
    rows.push(logged(ModEntry { game: Some(no), ..entry }));
    rows.extend(ratings_anew(ctx, &game, outcome)?);
    let ratings = what_of_ratings(ctx, &game, &rows)?;
    let words = text::result_corrected(no, &words_of(&game, outcome), &escaped(&reason), &ratings);
    let mut replies = told(ctx, &game, &words);
    replies.extend(corrected_standings(*ctx, &game, outcome)?);
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// Tells the players where the game was played that its result is another one, and whoever put it right
/// where they did.
fn told(ctx: Context<'_>, game: &Game, words: &str) -> Vec<Reply> {
    let mut players: Vec<&Person> = game.people().map(|(_, person)| person).collect();
    players.dedup_by(|one, other| one.id == other.id);
    let mentions: Vec<String> = players.iter().map(|person| mention(person)).collect();
    let others = players.iter().map(|person| &person.id).filter(|id| *id != ctx.author());
    ctx.announce(game, format!("{}: {words}", listed(&mentions)), others.cloned().collect())
}

/// Returns what these changes mean for ratings, in a sentence; empty for a casual game.
fn what_of_ratings(ctx: Context<'_>, game: &Game, rows: &[Write]) -> Handled<String> {
    if !game.terms().rated {
        return Ok(String::new());
    }
    let changed = rows.iter().find_map(|row| match row {
        Write::RatedAnew(rated) if rated.no == game.no() => Some(rated),
        _ => None,
    });
    match changed {
        None => return Ok(String::new()),
        Some(rated) if rated.refused.is_some() => return Ok(text::counts_no_more()),
        Some(_) => {}
    }
    // The limits stay as they are, but for that on losses on time: what is put right is none.
    let known = ctx.world.ratings().rated_game(game.no())?.and_then(|rated| rated.refused);
    let why = known.and_then(|refused| NotRated::from_key(&refused));
    Ok(match why.filter(|why| !why.is_one_sided()) {
        Some(why) => text::does_not_count(why),
        None => text::ratings_follow(),
    })
}

/// Returns how the game ended, by what was put right last; `None` if it never was.
fn held_outcome(ctx: Context<'_>, no: GameNo) -> Handled<Option<Outcome>> {
    let corrected = ctx.world.ratings().corrected_result(no)?;
    Ok(corrected.and_then(|text| parse_result(&text).flatten()))
}

/// Returns `true` if both say the same of who won.
fn same_result(one: Outcome, other: Outcome) -> bool {
    match (one, other) {
        (Outcome::Win(one, _), Outcome::Win(other, _)) => one == other,
        (Outcome::Draw(_), Outcome::Draw(_)) | (Outcome::Aborted, Outcome::Aborted) => true,
        _ => false,
    }
}

/// The result that a word means: `1-0`, `0-1`, `draw`, `none`, or the name of who won.
pub(crate) fn outcome_meant(ctx: Context<'_>, game: &Game, word: &str) -> Handled<Option<Outcome>> {
    let two = seats(game).count() == 2;
    let win = |seat| Some(Outcome::win(seat, Reason::Adjudication));
    Ok(match &*word.to_lowercase() {
        "1-0" if two => win(Seat::FIRST),
        "0-1" if two => win(Seat::SECOND),
        "draw" | "drawn" | "½-½" | "1/2-1/2" | "0.5-0.5" => {
            Some(Outcome::Draw(Reason::Adjudication))
        }
        "none" | "void" | "annul" => Some(Outcome::Aborted),
        "" => None,
        _ if !word.starts_with(['@', '<']) => None,
        _ => {
            let winner = find_person(ctx, word.trim_start_matches('@'))?;
            let theirs = game.people().filter(|(_, person)| person.id == winner.id);
            let theirs: SeatSet = theirs.map(|(seat, _)| seat).collect();
            (!theirs.is_empty()).then_some(Outcome::Win(theirs, Reason::Adjudication))
        }
    })
}

/// A result in words: `ann won`, `drawn`.
fn words_of(game: &Game, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winners, _) => {
            let names: Vec<String> = winners.iter().map(|seat| name_at(game, seat)).collect();
            format!("{} won", listed(&names))
        }
        Outcome::Draw(_) => "drawn".to_owned(),
        Outcome::Aborted => "without a result".to_owned(),
    }
}

/// Returns what a corrected result changes about ratings; nothing in a casual game.
fn ratings_anew(ctx: Context<'_>, game: &Game, outcome: Outcome) -> Handled<Vec<Write>> {
    if !game.terms().rated {
        return Ok(Vec::new());
    }
    let known = ctx.world.ratings().rated_game(game.no())?;
    let changed = match (known, game.rated_players(outcome)) {
        (Some(known), Some(players)) => RatedGame { players, refused: None, ..known },
        (Some(known), None) => RatedGame { refused: Some(ANNULLED.to_owned()), ..known },
        (None, Some(players)) => RatedGame {
            no: game.no(),
            n: None,
            scale: game.scale(),
            platform: game.place().platform(),
            server: game.server().cloned(),
            period: period_of(ctx.world.now()),
            refused: None,
            players,
        },
        (None, None) => return Ok(Vec::new()),
    };
    Ok(vec![Write::RatedAnew(changed)])
}
