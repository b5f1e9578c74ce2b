//! Challenges: making them, starting what is full, playing again.

use super::{
    arrange,
    context::{
        Context, Handled, first_line, lesson, listed, mention, name_at, option_meanings, picture,
        players, public, title,
    },
    fold::{echo, shown},
    news,
    parse::{Challenge, Who},
    seating::{self, Arrangement},
    text,
    wire::{Addressing, Reply},
    world::{Brief, Change, InternalError, Step},
};
use crate::{
    games::{GameKind, canonical_look, canonical_options, seats},
    table::{
        Game, GameNo, Highlight, MAX_OFFERS, MAX_RUNNING, NewGame, Occupant, OfferTerms, Person,
        PersonId, SeatChoice, Stage,
    },
};

/// What an offer is made of.
struct Wanted {
    kind: GameKind,
    options: String,
    terms: OfferTerms,
    /// Who besides the challenger.
    others: Vec<Occupant>,
}

/// A new challenge.
pub(super) fn challenge(ctx: Context<'_>, asked: &Challenge) -> Handled {
    let n = match n_seats(asked, ctx.p) {
        Ok(n) => n,
        Err(words) => return ctx.say(words),
    };
    let kind = asked.kind;
    let read = canonical_options(kind, &asked.options, n)
        .and_then(|options| Ok((options, canonical_look(kind, &asked.look)?)));
    let (options, look) = match read {
        Ok(read) => read,
        Err(error) => return ctx.say(text::bad_options(&error.0, kind.key(), ctx.p)),
    };
    if asked.seat_choice.seat().is_some_and(|seat| seat.number() > n) {
        return ctx.say(text::no_such_seat(n));
    }
    if ctx.msg.addressing == Addressing::Private
        && asked.who.iter().any(|who| !matches!(who, Who::Bot(_)))
    {
        return ctx.say(text::only_us_here(ctx.world.prefix()));
    }
    let others = match others(ctx, &asked.who, n)? {
        Ok(others) => others,
        Err(step) => return Ok(step),
    };
    if let Some(refusal) = limits(ctx, &others)? {
        return ctx.say(refusal);
    }
    let terms = OfferTerms { seat_choice: asked.seat_choice, listed: asked.listed, look };
    begin(ctx, Wanted { kind, options, terms, others }, None)
}

/// Makes the offer, and starts it where nobody has to be waited for.
fn begin(ctx: Context<'_>, wanted: Wanted, place: Option<&Game>) -> Handled {
    let Wanted { kind, options, terms, others } = wanted;
    let mut seats = vec![Occupant::Person(ctx.msg.author.clone())];
    seats.extend(others);
    let game = Game::offer(NewGame {
        no: ctx.world.fresh_no(),
        kind,
        options,
        place: place.map_or(&ctx.msg.place, |game| &game.place).clone(),
        seats,
        terms,
        secret: ctx.world.fresh_secret()?,
        salt: ctx.msg.salt.clone(),
        at: ctx.world.now(),
    });
    let Some(game) = game else {
        return Err(InternalError("canonical options were not read".to_owned()));
    };
    Ok(Step::Change(Box::new(if game.is_full() { start(ctx, game)? } else { offer(ctx, game) })))
}

/// How many seats the game is to have: as named, or as many as are asked and the challenger.
fn n_seats(asked: &Challenge, p: &str) -> Result<u8, String> {
    let allowed = seats(asked.kind);
    let named = u8::try_from(asked.who.len() + 1).unwrap_or(u8::MAX);
    let n = asked.players.unwrap_or_else(|| named.max(*allowed.start()));
    if !allowed.contains(&n) {
        let fits = |kind: &GameKind| seats(*kind).contains(&n);
        let other = GameKind::ALL.into_iter().find(fits).map(GameKind::key);
        return Err(text::seats_not_allowed(asked.kind.title(), &allowed, n, other, p));
    }
    if named > n {
        let enough = allowed.contains(&named);
        return Err(text::too_many_asked(asked.kind.title(), named, n, enough, p));
    }
    Ok(n)
}

/// Who sits or is asked besides the challenger; what nobody is named for stays open, or goes to
/// more bots where only bots are named.
fn others(
    ctx: Context<'_>,
    asked: &[Who],
    n: u8,
) -> Result<Result<Vec<Occupant>, Step>, InternalError> {
    let mut others: Vec<Occupant> = Vec::new();
    for who in asked {
        let occupant = match who {
            Who::Anyone => Occupant::Open,
            Who::Bot(level) => Occupant::Bot(*level),
            Who::Person(word) => match find_person(ctx, word)? {
                Ok(person) if person.id == *ctx.me() => {
                    return Ok(Err(ctx.say(text::yourself(ctx.p))?));
                }
                Ok(person) if others.iter().any(|other| is_of(other, &person.id)) => {
                    return Ok(Err(ctx.say(text::asked_twice(&shown(&person.name), ctx.p))?));
                }
                Ok(person) => Occupant::Asked(person),
                Err(step) => return Ok(Err(step)),
            },
        };
        others.push(occupant);
    }
    let only_bots = asked.iter().all(|who| matches!(who, Who::Bot(_)));
    let rest = others.last().filter(|_| only_bots).cloned().unwrap_or(Occupant::Open);
    others.resize(usize::from(n.saturating_sub(1)).max(others.len()), rest);
    Ok(Ok(others))
}

/// Whether a seat is this person's, sitting or asked.
pub(super) fn is_of(occupant: &Occupant, who: &PersonId) -> bool {
    matches!(occupant, Occupant::Person(person) | Occupant::Asked(person) if person.id == *who)
}

/// The person meant by `<@KEY>` or a name.
pub(super) fn find_person(
    ctx: Context<'_>,
    word: &str,
) -> Result<Result<Person, Step>, InternalError> {
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

/// A limit that an offer to these would break.
fn limits(ctx: Context<'_>, others: &[Occupant]) -> Result<Option<String>, InternalError> {
    let mine = ctx.world.open_games_of(ctx.me())?;
    let offers: Vec<&Brief> = mine.iter().filter(|game| game.is_offer_of(ctx.me())).collect();
    if let Some(oldest) = offers.iter().map(|game| game.no).min()
        && !others.iter().all(|other| matches!(other, Occupant::Bot(_)))
        && offers.len() >= MAX_OFFERS
    {
        return Ok(Some(text::too_many_offers(MAX_OFFERS, oldest, ctx.p)));
    }
    if running(&mine) >= MAX_RUNNING {
        return Ok(Some(text::too_many_games(&ctx.my_name(), MAX_RUNNING, ctx.p)));
    }
    for other in others {
        if let Occupant::Asked(person) = other
            && running(&ctx.world.open_games_of(&person.id)?) >= MAX_RUNNING
        {
            let name = shown(&person.name);
            return Ok(Some(text::too_many_games(&name, MAX_RUNNING, ctx.p)));
        }
    }
    Ok(None)
}

/// The running ones among these games.
pub(super) fn running(games: &[Brief]) -> usize {
    games.iter().filter(|game| game.is_running()).count()
}

/// The message of an offer; asked people are pinged.
fn offer(ctx: Context<'_>, game: Game) -> Change {
    let from = ctx.my_name();
    let terms = seating::terms(&game);
    let terms = format!("{terms}{}", option_meanings(&game));
    let (name, key) = (title(&game), lesson(&game));
    let asked = seating::asked(&game);
    let mut people = vec![ctx.msg.author.clone()];
    people.extend(asked.iter().map(|person| (*person).clone()));
    let ping: Vec<PersonId> = asked.iter().map(|person| person.id.clone()).collect();
    let words = match (game.seats.len(), asked.as_slice()) {
        (2, [to]) => text::offer_to(&mention(to), &from, &name, &terms, game.no, ctx.p, key),
        (2, _) => text::offer_open(&from, &name, &terms, game.no, ctx.p, key),
        _ => {
            let to: Vec<String> = asked.iter().map(|person| mention(person)).collect();
            let seats = seating::seats_words(&game);
            text::offer_many(&listed(&to), &from, &name, &seats, &terms, game.no, ctx.p, key)
        }
    };
    let reply = Reply { actions: seating::actions(&game), ..public(&game, words, ping) };
    Change { game, added: Vec::new(), people, replies: vec![reply] }
}

/// Seats everyone and starts: the first board with the seal of the dice.
pub(super) fn start(ctx: Context<'_>, mut game: Game) -> Result<Change, InternalError> {
    let order = Arrangement::of(&game).order(|n| ctx.world.lot(n));
    let seats = order.into_iter().filter_map(|at| game.seats.get(at).cloned()).collect();
    game.start(seats, &ctx.msg.salt, ctx.world.now());
    let people = vec![ctx.msg.author.clone()];
    let added = arrange::bots(ctx, &mut game)?;
    let replies = if game.bot_to_move().is_some() {
        Vec::new()
    } else {
        arrange::opening(ctx, &game, &added)
    };
    Ok(Change { game, added, people, replies })
}

/// The message that opens a game. Who is to move is pinged, if others play too.
#[must_use]
pub fn first_board(game: &Game, p: &str) -> Reply {
    let name = title(game);
    let first = game.position.to_move();
    let (beginner, ping) = match game.occupant(first) {
        Occupant::Person(person) if game.people().count() > 1 => {
            (mention(person), vec![person.id.clone()])
        }
        _ => (name_at(game, first), Vec::new()),
    };
    let example = super::play::example(game);
    let seal = game.commitment();
    let head = text::started(game.no, &name, &players(game));
    let dice = game.position.rolls_dice();
    let how = text::how_to_move(&beginner, &example, dice, p);
    let seal = if dice { text::sealed(&seal[..8], p) } else { String::new() };
    let words = format!("{head} {how}{seal}");
    Reply {
        picture: Some(picture(game, game.facing(), Highlight::Plies(0), first_line(&words))),
        actions: news::actions(game),
        ..public(game, words, ping)
    }
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
    if let Some(theirs) = waiting_rematch(ctx, &game)? {
        return seating::accept(ctx, Some(theirs));
    }
    // Everyone moves on by one seat: of two, who had White now has Black.
    let n = game.seats.len();
    let others: Vec<Occupant> = (1..n)
        .filter_map(|step| game.seats.get((seat.index() + step) % n).cloned())
        .map(|occupant| match occupant {
            Occupant::Person(person) if person.id != *ctx.me() => Occupant::Asked(person),
            other => other,
        })
        .collect();
    if let Some(refusal) = limits(ctx, &others)? {
        return ctx.say(refusal);
    }
    let next = u8::try_from((seat.index() + 1) % n).unwrap_or(0) + 1;
    let terms = OfferTerms {
        seat_choice: SeatChoice::Seat(next),
        listed: true,
        look: game.terms.look.clone(),
    };
    // Nobody else reads a private chat, so people play again where they played.
    let people = others.iter().any(|other| matches!(other, Occupant::Asked(_)));
    let place = (people && ctx.msg.addressing == Addressing::Private).then_some(&*game);
    let (kind, options) = (game.kind(), game.options.clone());
    begin(ctx, Wanted { kind, options, terms, others }, place)
}

/// An open offer to the writer, by somebody of the finished game and on the same terms: a second
/// `rematch` accepts it.
fn waiting_rematch(ctx: Context<'_>, done: &Game) -> Result<Option<GameNo>, InternalError> {
    for brief in ctx.world.open_games_of(ctx.me())? {
        let to_me = brief
            .seats
            .iter()
            .any(|occupant| matches!(occupant, Occupant::Asked(person) if person.id == *ctx.me()));
        let from_them = done.people().any(|(_, person)| brief.is_offer_of(&person.id));
        if to_me
            && from_them
            && let Ok(offer) = ctx.game(brief.no)?
            && offer.kind() == done.kind()
            && offer.options == done.options
        {
            return Ok(Some(offer.no));
        }
    }
    Ok(None)
}
