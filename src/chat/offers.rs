//! Challenges: making, answering, taking back.

use super::{
    context::{
        Context, Handled, first_line, mention, option_meanings, ours, picture, players, public,
        sitter_name, title,
    },
    ends,
    fold::{echo, shown},
    parse::{Challenge, DrawWord, Who},
    text, told,
    wire::{Door, Reply},
    world::{Brief, Change, Step, Trouble},
};
use crate::{
    games::{GameKind, canonical_options},
    table::{
        Colour, Entry, Game, GameNo, MAX_OFFERS, MAX_RUNNING, Opening, Person, PersonId, Shown,
        Sitter, Stage, Terms, What,
    },
};

/// A new challenge.
pub(super) fn challenge(ctx: Context<'_>, wanted: &Challenge) -> Handled {
    let options = match canonical_options(wanted.kind, &wanted.options) {
        Ok(options) => options,
        Err(error) => {
            return ctx.say(text::bad_options(&error.0, wanted.kind.key(), ctx.p));
        }
    };
    if ctx.msg.door == Door::Private && !matches!(wanted.who, Who::Bot(_)) {
        return ctx.say(text::only_us_here(ctx.world.prefix()));
    }
    let opponent = match opponent(ctx, &wanted.who)? {
        Ok(opponent) => opponent,
        Err(step) => return Ok(step),
    };
    if let Some(refusal) = limits(ctx, &opponent)? {
        return ctx.say(refusal);
    }
    let Some(game) = open(ctx, wanted.kind, options, wanted.colour, opponent)? else {
        return Err(Trouble("canonical options were not read".to_owned()));
    };
    Ok(Step::Change(Box::new(if matches!(game.seats[1], Sitter::Bot(_)) {
        start(ctx, game, Vec::new())?
    } else {
        offer(ctx, game)
    })))
}

fn open(
    ctx: Context<'_>,
    kind: GameKind,
    options: String,
    colour: Colour,
    opponent: Sitter,
) -> Result<Option<Game>, Trouble> {
    Ok(Game::offer(Opening {
        no: ctx.world.fresh_no(),
        kind,
        options,
        place: ctx.msg.place.clone(),
        seats: vec![Sitter::Person(ctx.msg.author.clone()), opponent],
        terms: Terms { colour, look: String::new() },
        secret: ctx.world.fresh_secret()?,
        salt: ctx.msg.salt.clone(),
        at: ctx.world.now(),
    }))
}

fn opponent(ctx: Context<'_>, who: &Who) -> Result<Result<Sitter, Step>, Trouble> {
    Ok(match who {
        Who::Anyone => Ok(Sitter::Open),
        Who::Bot(level) => Ok(Sitter::Bot(*level)),
        Who::Person(word) => match find_person(ctx, word)? {
            Ok(person) if person.id == *ctx.me() => Err(ctx.say(text::yourself(ctx.p))?),
            Ok(person) => Ok(Sitter::Person(person)),
            Err(step) => Err(step),
        },
    })
}

/// The person meant by `<@KEY>` or a name.
pub(super) fn find_person(ctx: Context<'_>, word: &str) -> Result<Result<Person, Step>, Trouble> {
    let key = word.trim_start_matches("<@").trim_end_matches('>');
    let mentioned =
        ctx.msg.mentioned.iter().find(|person| {
            person.id.key() == key || person.name.to_lowercase() == key.to_lowercase()
        });
    if let Some(person) = mentioned {
        return Ok(Ok(person.clone()));
    }
    let known = ctx.world.people_named(ctx.me().platform(), word)?;
    Ok(match known.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(ctx.say(text::nobody(&echo(word), ctx.p))?),
        _ => Err(ctx.say(text::several_people(&echo(word)))?),
    })
}

/// A limit that this challenge would break.
fn limits(ctx: Context<'_>, opponent: &Sitter) -> Result<Option<String>, Trouble> {
    let mine = ctx.world.open_games_of(ctx.me())?;
    let offers: Vec<&Brief> = mine.iter().filter(|game| game.is_offer_of(ctx.me())).collect();
    if let Some(oldest) = offers.iter().map(|game| game.no).min()
        && !matches!(opponent, Sitter::Bot(_))
        && offers.len() >= MAX_OFFERS
    {
        return Ok(Some(text::too_many_offers(MAX_OFFERS, oldest, ctx.p)));
    }
    if running(&mine) >= MAX_RUNNING {
        return Ok(Some(text::too_many_games(&ctx.my_name(), MAX_RUNNING, ctx.p)));
    }
    if let Sitter::Person(person) = opponent {
        let theirs = ctx.world.open_games_of(&person.id)?;
        if running(&theirs) >= MAX_RUNNING {
            let name = shown(&person.name);
            return Ok(Some(text::too_many_games(&name, MAX_RUNNING, ctx.p)));
        }
    }
    Ok(None)
}

fn running(games: &[Brief]) -> usize {
    games.iter().filter(|game| game.is_running()).count()
}

/// The message of an offer; asked people are pinged.
fn offer(ctx: Context<'_>, game: Game) -> Change {
    let from = ctx.my_name();
    let terms = text::terms(match game.terms.colour {
        Colour::Random => "Colours by lot",
        Colour::White => "The challenger has White",
        Colour::Black => "The challenger has Black",
    });
    let terms = format!("{terms}{}", option_meanings(game.kind(), &game.options));
    let (name, key) = (title(game.kind(), &game.options), game.kind().key());
    let mut people = vec![ctx.msg.author.clone()];
    let (words, ping) = match &game.seats[1] {
        Sitter::Person(to) => {
            people.push(to.clone());
            let words = text::offer_to(&mention(to), &from, &name, &terms, game.no, ctx.p, key);
            (words, vec![to.id.clone()])
        }
        Sitter::Bot(_) | Sitter::Open => {
            (text::offer_open(&from, &name, &terms, game.no, ctx.p, key), Vec::new())
        }
    };
    let chips = vec!["accept".to_owned(), "decline".to_owned(), format!("rules {key}")];
    let reply = Reply { chips, ..public(&game, words, ping) };
    Change { game, added: Vec::new(), people, replies: vec![reply] }
}

/// Seats everyone and starts: the first board with the seal of the dice.
fn start(ctx: Context<'_>, mut game: Game, mut people: Vec<Person>) -> Result<Change, Trouble> {
    let swap = match game.terms.colour {
        Colour::White => false,
        Colour::Black => true,
        Colour::Random => ctx.world.lot(),
    };
    let mut seats = game.seats.clone();
    if swap {
        seats.reverse();
    }
    game.start(seats, &ctx.msg.salt, ctx.world.now());
    people.push(ctx.msg.author.clone());
    let replies = if game.bot_to_move().is_some() {
        Vec::new()
    } else {
        vec![first_board(&game, ctx.prefix_of(&game.place))]
    };
    Ok(Change { game, added: Vec::new(), people, replies })
}

/// The message that opens a game.
#[must_use]
pub fn first_board(game: &Game, p: &str) -> Reply {
    let name = title(game.kind(), &game.options);
    let first = game.table.to_move();
    let beginner = match game.sitter(first) {
        Sitter::Person(person) if game.people().count() > 1 => mention(person),
        sitter => sitter_name(sitter),
    };
    let example = super::play::example(game);
    let seal = game.commitment();
    let head = text::started(game.no, &name, &players(game));
    let dice = game.table.rolls_dice();
    let how = text::how_to_move(&beginner, &example, dice, p);
    let seal = if dice { text::sealed(&seal[..8], p) } else { String::new() };
    let words = format!("{head} {how}{seal}");
    let ping = if game.people().count() > 1 {
        game.people().map(|(_, person)| person.id.clone()).collect()
    } else {
        Vec::new()
    };
    Reply {
        picture: Some(picture(game, game.facing(), Shown::Plies(0), first_line(&words))),
        chips: told::chips(game),
        ..public(game, words, ping)
    }
}

/// The offer that is meant: by number, by reply, or the only one that asks the writer here.
fn offer_for_me(ctx: Context<'_>, named: Option<GameNo>) -> Result<Result<Game, Step>, Trouble> {
    if let Some(no) = named.or(ctx.replied) {
        return Ok(match ctx.game(no)? {
            Ok(game) => Ok(Game::clone(&game)),
            Err(step) => Err(step),
        });
    }
    let me = ctx.me();
    let mine = ctx.world.open_games_of(me)?;
    let mut asking: Vec<Brief> = mine.into_iter().filter(|game| game.asks(me)).collect();
    if asking.is_empty() {
        asking = ctx.world.open_games_at(&ctx.msg.place)?;
        asking.retain(|game| game.asks(me));
    }
    Ok(match asking.as_slice() {
        [] => Err(ctx.say(text::no_offer(ctx.p))?),
        [one] => ctx.game(one.no)?.map(|game| Game::clone(&game)),
        several => {
            let lines: Vec<(String, String)> = several
                .iter()
                .map(|game| {
                    let from = game.seats.first().map(sitter_name).unwrap_or_default();
                    (
                        format!("{}accept {}", ctx.p, game.no),
                        format!("({} from {from})", game.kind.title()),
                    )
                })
                .collect();
            Err(ctx.say(text::which("Several offers wait for you.", &lines))?)
        }
    })
}

/// Whether the offer can be answered by the writer; otherwise the refusal.
fn answerable(ctx: Context<'_>, game: &Game) -> Option<String> {
    let Stage::Offered(until) = game.stage else {
        return Some(text::offer_closed(game.no, ctx.p));
    };
    if until <= ctx.world.now() {
        return Some(text::offer_closed(game.no, ctx.p));
    }
    if game.seats.first().is_some_and(|sitter| is(sitter, ctx.me())) {
        return Some(text::own_offer(game.no, ctx.p));
    }
    let asked = game
        .seats
        .iter()
        .skip(1)
        .any(|sitter| matches!(sitter, Sitter::Open) || is(sitter, ctx.me()));
    (!asked).then(|| text::not_asked(game.no, ctx.p))
}

fn is(sitter: &Sitter, who: &PersonId) -> bool {
    matches!(sitter, Sitter::Person(person) if person.id == *who)
}

/// `accept`
pub(super) fn accept(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if no.or(ctx.replied).is_none()
        && let Some(game) = ends::offered_to_me(ctx)?
    {
        return ends::draw(ctx, Some(game), DrawWord::Accept);
    }
    let mut game = match offer_for_me(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    if let Some(refusal) = answerable(ctx, &game) {
        return ctx.say(refusal);
    }
    for who in [Some(ctx.me()), challenger(&game).map(|person| &person.id)].into_iter().flatten() {
        if running(&ctx.world.open_games_of(who)?) >= MAX_RUNNING {
            let name = if who == ctx.me() { ctx.my_name() } else { "The challenger".to_owned() };
            return ctx.say(text::too_many_games(&name, MAX_RUNNING, ctx.p));
        }
    }
    game.seats[1] = Sitter::Person(ctx.msg.author.clone());
    Ok(Step::Change(Box::new(start(ctx, game, Vec::new())?)))
}

fn challenger(game: &Game) -> Option<&Person> {
    match game.seats.first() {
        Some(Sitter::Person(person)) => Some(person),
        _ => None,
    }
}

/// `decline`
pub(super) fn decline(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if no.or(ctx.replied).is_none()
        && let Some(game) = ends::offered_to_me(ctx)?
    {
        return ends::draw(ctx, Some(game), DrawWord::Decline);
    }
    let game = match offer_for_me(ctx, no)? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    if let Some(refusal) = answerable(ctx, &game) {
        return ctx.say(refusal);
    }
    if !game.seats.iter().skip(1).any(|sitter| is(sitter, ctx.me())) {
        // An offer to anyone stays open for the others.
        return ctx.say(text::open_to_others(game.no));
    }
    let to = challenger(&game).map(|person| (mention(person), person.id.clone()));
    let (to, ping) = to.unwrap_or_else(|| ("The offer".to_owned(), ctx.me().clone()));
    let mut change = ctx.change(game, None, What::Abort)?;
    let words = text::declined(&ctx.my_name(), &to, change.game.no);
    change.replies = ctx.announce(&change.game, words, vec![ping]);
    Ok(Step::Change(Box::new(change)))
}

/// `withdraw`
pub(super) fn withdraw(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let no = match no.or(ctx.replied) {
        Some(no) => no,
        None => {
            let mine = ctx.world.open_games_of(ctx.me())?;
            let mine: Vec<&Brief> = mine.iter().filter(|game| game.is_offer_of(ctx.me())).collect();
            match mine.as_slice() {
                [] => return ctx.say(text::no_own_offer(ctx.p)),
                [one] => one.no,
                several => {
                    let lines: Vec<(String, String)> = several
                        .iter()
                        .map(|game| (format!("{}withdraw {}", ctx.p, game.no), to_whom(game)))
                        .collect();
                    return ctx.say(text::which("You have several open offers.", &lines));
                }
            }
        }
    };
    let game = match ctx.game(no)? {
        Ok(game) => Game::clone(&game),
        Err(step) => return Ok(step),
    };
    if !matches!(game.stage, Stage::Offered(_)) {
        return ctx.say(text::offer_closed(no, ctx.p));
    }
    if !game.seats.first().is_some_and(|sitter| is(sitter, ctx.me())) {
        return ctx.say(text::not_asked(no, ctx.p));
    }
    let mut change = ctx.change(game, None, What::Abort)?;
    let words = text::withdrawn(&ctx.my_name(), no);
    change.replies = ctx.announce(&change.game, words, Vec::new());
    Ok(Step::Change(Box::new(change)))
}

fn to_whom(game: &Brief) -> String {
    let to = game.seats.get(1).map(sitter_name).unwrap_or_default();
    format!("({} to {to})", game.kind.title())
}

/// An offer whose time is over.
///
/// # Errors
/// [`Trouble`] if the log does not take it.
pub fn expire(game: &Game, now: i64) -> Result<Change, Trouble> {
    let mut game = game.clone();
    let entry = Entry { at: now, seat: None, what: What::Abort };
    game.add(entry.clone()).map_err(ours)?;
    let reply = public(&game, text::expired(game.no), Vec::new());
    Ok(Change { game, added: vec![entry], people: Vec::new(), replies: vec![reply] })
}

/// `rematch`
pub(super) fn rematch(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let no = match no.or(ctx.replied) {
        Some(no) => no,
        None => {
            let done = ctx.world.finished_games_of(ctx.me())?;
            let here = done.iter().find(|g| g.place == ctx.msg.place && g.was_played());
            match here.or_else(|| done.iter().find(|g| g.was_played())) {
                Some(game) => game.no,
                None => return ctx.say(text::no_rematch(ctx.p)),
            }
        }
    };
    let game = match ctx.game(no)? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    let Some(seat) = game.seat_of(ctx.me()) else {
        return ctx.say(text::not_your_game(no, ctx.p));
    };
    if !matches!(game.stage, Stage::Over(_)) {
        return ctx.say(text::rematch_running(no, ctx.p));
    }
    // Colours swapped: who had White now has Black.
    let colour = if seat == crate::games::Seat::FIRST { Colour::Black } else { Colour::White };
    let opponent = game.sitter(seat.other()).clone();
    if let Some(theirs) = waiting_rematch(ctx, &game, &opponent)? {
        return accept(ctx, Some(theirs));
    }
    if let Some(refusal) = limits(ctx, &opponent)? {
        return ctx.say(refusal);
    }
    let Some(mut new) = open(ctx, game.kind(), game.options.clone(), colour, opponent)? else {
        return Err(Trouble("stored options were not read".to_owned()));
    };
    // Nobody else reads a private chat, so two people play again where they played.
    if ctx.msg.door == Door::Private && matches!(new.seats[1], Sitter::Person(_)) {
        new.place = game.place.clone();
    }
    Ok(Step::Change(Box::new(if matches!(new.seats[1], Sitter::Bot(_)) {
        start(ctx, new, Vec::new())?
    } else {
        offer(ctx, new)
    })))
}

/// An open offer of the opponent to the writer on the same terms as the finished game: a second
/// `rematch` accepts it.
fn waiting_rematch(
    ctx: Context<'_>,
    done: &Game,
    opponent: &Sitter,
) -> Result<Option<GameNo>, Trouble> {
    let Sitter::Person(person) = opponent else { return Ok(None) };
    for brief in ctx.world.open_games_of(ctx.me())? {
        let to_me = brief.seats.iter().skip(1).any(|sitter| is(sitter, ctx.me()));
        if brief.is_offer_of(&person.id)
            && to_me
            && let Ok(offer) = ctx.game(brief.no)?
            && offer.kind() == done.kind()
            && offer.options == done.options
        {
            return Ok(Some(offer.no));
        }
    }
    Ok(None)
}
