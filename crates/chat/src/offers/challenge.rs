//! Challenges: `challenge`, `seek` and `bot`.

use std::sync::Arc;

use games::{GameKind, canonical_look, canonical_options, seats};
use table::{Game, Occupant, OfferTerms, PlaceId, RATED_CLOCK, SeatChoice, Stage, TimeControl};

use super::{
    answer::accept,
    limits::check_limits,
    new_offer::{make, offered_again},
    rated::{check_rated, usual_clock},
    same::{NewOffer, standing},
};
use crate::{
    handling::{
        context::Context,
        step::{Change, Early, Handled, Step},
    },
    moderation::checks::{check_asked, check_may_play, is_apart_from, note_asked},
    naming::{names::challenger_name, people::find_person, titles::bot_line},
    parse::{
        command::{Challenge, Invited},
        plain_text::{fold, in_code, shown, words},
    },
    places::{
        closed_channel::{begun_elsewhere, place_of_new_game},
        server_settings::default_clock,
    },
    text,
};

/// The most letters of a typed line that is repeated with a change.
const LONGEST_REPEATED: usize = 80;

/// `challenge …`, `seek …` or `bot …`
pub(crate) fn challenge(ctx: Context<'_>, asked: &Challenge) -> Handled {
    let n = n_seats(ctx, asked)?;
    let (options, look) = options(ctx, asked, n)?;
    if asked.seat_choice.seat().is_some_and(|seat| seat.number() > n) {
        return ctx.say(text::no_such_seat(n));
    }
    if ctx.is_private() && asked.who.iter().any(|who| !matches!(who, Invited::Bot(_))) {
        let settings = ctx.world.settings(&ctx.msg.place, ctx.msg.server.as_ref());
        return ctx.say(text::only_us_here(&settings.shown_prefix));
    }
    let others = others(ctx, &asked.who, n)?;
    let place = place_of_new_game(ctx, None, &others)?;
    let terms = OfferTerms {
        seat_choice: asked.seat_choice,
        listed: asked.listed,
        look,
        clock: clock(ctx, asked, &place)?,
        rated: asked.rated,
        event: None,
    };
    let open = answering(ctx, asked, &others, &place)?;
    let mut alike = open.iter().filter(|offer| is_alike(offer, asked, n, &options));
    if let Some(offer) = alike.find(|offer| can_take(ctx, offer, asked.seat_choice)) {
        return taken_up(ctx, asked, offer);
    }
    let (challenger, server) = (ctx.msg.author.clone(), ctx.server_of(&place));
    let new = NewOffer { challenger, kind: asked.kind, options, terms, others, place, server };
    if let Some(own) = standing(ctx.world, &new, ctx.written_at())? {
        return offered_again(ctx, &own);
    }
    check_may_play(ctx, new.server.as_ref(), new.terms.rated)?;
    check_asked(ctx, &new.others)?;
    check_limits(ctx, &new.others)?;
    if new.terms.rated {
        check_rated(ctx, &new.others, new.server.as_ref())?;
        check_clock(ctx, asked, new.terms.clock)?;
    }
    let mut made = make(*ctx, new)?;
    let beside = beside(ctx, asked, &open, &made.game);
    made.replies.iter_mut().for_each(|reply| reply.text.push_str(&beside));
    made.replies.extend(begun_elsewhere(ctx, &made.game));
    let mut change = Change::from(made);
    note_asked(ctx, &mut change)?;
    Ok(Step::Change(change))
}

/// The open offers that a challenge may answer: of somebody, all of that game; of one person, theirs to the author.
fn answering(
    ctx: Context<'_>,
    asked: &Challenge,
    others: &[Occupant],
    place: &PlaceId,
) -> Handled<Vec<Arc<Game>>> {
    match (asked.who.as_slice(), others) {
        ([Invited::Someone], _) => open_offers(ctx, asked.kind, place),
        (_, [Occupant::Asked(person)]) => {
            let mut open = open_offers(ctx, asked.kind, place)?;
            let is_theirs = |offer: &Arc<Game>| {
                offer.is_challenger(&person.id)
                    && offer.seats().iter().any(|seat| seat.is_or_asks(ctx.author()))
            };
            open.retain(is_theirs);
            Ok(open)
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns `true` if an offer is of the game that is asked for, apart from who has which seat. Who names no clock
/// takes any.
fn is_alike(offer: &Game, asked: &Challenge, n: u8, options: &str) -> bool {
    offer.seats().len() == usize::from(n)
        && offer.options() == options
        && asked.clock.is_none_or(|clock| offer.terms().clock == clock)
        && offer.terms().rated == asked.rated
}

/// Accepts an offer that is what the author asks for. Whoever has challenged a person did not know of it.
fn taken_up(ctx: Context<'_>, asked: &Challenge, offer: &Game) -> Handled {
    let mut step = accept(ctx, Some(offer.no()))?;
    if let Step::Change(change) = &mut step
        && matches!(asked.who.as_slice(), [Invited::Person(_)])
        && let Some(reply) = change.replies.first_mut()
    {
        let from = challenger_name(offer);
        let words = text::challenged_back(&from, &ctx.name_in(offer), offer.no());
        reply.text.insert_str(0, &words);
    }
    Ok(step)
}

/// Returns what else is open beside a new offer, in lines that follow it.
fn beside(ctx: Context<'_>, asked: &Challenge, open: &[Arc<Game>], made: &Game) -> String {
    match (asked.who.as_slice(), open) {
        ([Invited::Someone], _) => text::meanwhile(!open.is_empty(), &bot_line(made), ctx.prefix),
        (_, [theirs, ..]) => {
            let from = challenger_name(theirs);
            text::their_offer_is_open(&from, &ctx.name_in(theirs), theirs.no(), ctx.prefix)
        }
        (_, []) => String::new(),
    }
}

/// The clock of a challenge: the one that it names, otherwise the server's for that game. Whoever plays
/// against bots alone is not hurried.
fn clock(ctx: Context<'_>, asked: &Challenge, place: &PlaceId) -> Handled<TimeControl> {
    let is_with_bots = asked.who.iter().all(|who| matches!(who, Invited::Bot(_)));
    match asked.clock {
        Some(clock) => Ok(clock),
        None if is_with_bots => Ok(TimeControl::default()),
        None => {
            let usual = default_clock(ctx.world, place, ctx.msg.server.as_ref(), asked.kind)?;
            Ok(usual_clock(usual, asked.rated))
        }
    }
}

/// Refuses a rated challenge that is to have no clock.
fn check_clock(ctx: Context<'_>, asked: &Challenge, clock: TimeControl) -> Handled<()> {
    if clock.is_limited() {
        return Ok(());
    }
    let is_none = |word: &&mut String| word.parse() == Ok(TimeControl::Unlimited);
    let mut words = typed_words(ctx);
    let line = words.iter_mut().find(is_none).map(|word| *word = RATED_CLOCK.to_string());
    let line = line.and_then(|()| repeated(&words));
    let line = line.unwrap_or_else(|| {
        let who =
            if matches!(asked.who.as_slice(), [Invited::Person(_)]) { "@name" } else { "anyone" };
        format!("challenge {who} {} rated {RATED_CLOCK}", asked.kind.key())
    });
    Err(ctx.refuse(text::rated_needs_clock(&line, ctx.prefix)))
}

/// The offers of a game in a place that are open to anyone or to the author, the oldest first;
/// the author's own are among them.
fn open_offers(ctx: Context<'_>, kind: GameKind, place: &PlaceId) -> Handled<Vec<Arc<Game>>> {
    let mut open = ctx.world.open_games_at(place)?;
    open.retain(|offer| {
        let in_time = matches!(offer.stage, Stage::Offered(until) if until > ctx.written_at());
        let is_free = offer.seats.contains(&Occupant::Open) || offer.asks(ctx.author());
        offer.kind == kind && in_time && is_free
    });
    open.sort_by_key(|offer| (offer.created, offer.no));
    let mut games = Vec::new();
    for offer in open {
        if let Some(game) = ctx.world.game(offer.no)?
            && !is_apart_from(ctx, &game)?
        {
            games.push(game);
        }
    }
    Ok(games)
}

/// Returns `true` if the author could sit down in an offer and have the seat that they wish for. Where the
/// seats go by lot, or several are left, no wish is sure to be met.
fn can_take(ctx: Context<'_>, offer: &Game, wish: SeatChoice) -> bool {
    let is_taken =
        |seat: &Occupant| matches!(seat, Occupant::Person(one) if one.id == *ctx.author());
    if offer.seats().iter().any(is_taken) {
        return false;
    }
    let Some(wish) = wish.seat() else { return true };
    let theirs = offer.terms().challenger_seat();
    offer.seats().len() == 2 && theirs.is_some_and(|theirs| theirs != wish)
}

/// Returns how many seats the game is to have: the number that is named, otherwise one for each who is invited
/// and one for the challenger.
fn n_seats(ctx: Context<'_>, asked: &Challenge) -> Handled<u8> {
    let (allowed, title) = (seats(asked.kind), asked.kind.title());
    let named = u8::try_from(asked.who.len() + 1).unwrap_or(u8::MAX);
    let n = asked.players.unwrap_or_else(|| named.max(*allowed.start()));
    if !allowed.contains(&n) {
        let fits = |kind: &GameKind| seats(*kind).contains(&n);
        let other = GameKind::ALL.into_iter().find(fits);
        let line = other.map(|other| same_at(ctx, asked, other, n));
        let line = line.as_deref();
        return Err(ctx.refuse(text::seats_not_allowed(title, &allowed, n, line, ctx.prefix)));
    }
    if named > n {
        let enough = allowed.contains(&named);
        return Err(ctx.refuse(text::too_many_asked(title, named, n, enough, ctx.prefix)));
    }
    Ok(n)
}

/// The challenge as it was typed with another game in place of the one asked for, and without that
/// one's options; where it was not typed, or is too long to be repeated, a challenge of anyone.
fn same_at(ctx: Context<'_>, asked: &Challenge, other: GameKind, n: u8) -> String {
    let options: Vec<&str> = asked.options.split(',').chain(asked.look.split(',')).collect();
    let mut words = typed_words(ctx);
    words.retain(|word| !options.contains(&&*word.to_lowercase().replacen(':', "=", 1)));
    let is_game = |word: &&mut String| GameKind::from_key(&word.to_lowercase()).is_some();
    match words.iter_mut().find(is_game) {
        Some(word) => other.key().clone_into(word),
        None => words.insert(words.len().min(1), other.key().to_owned()),
    }
    repeated(&words).unwrap_or_else(|| format!("challenge {} players:{n} anyone", other.key()))
}

/// The words of the challenge as it was typed; none where it was not.
fn typed_words(ctx: Context<'_>) -> Vec<String> {
    let text = fold(&ctx.msg.text);
    words(text.strip_prefix(ctx.prefix).unwrap_or(&text).trim().trim_start_matches('/'))
}

/// These words as a line that can be shown; `None` if it would be long, or has what a person does not type.
fn repeated(words: &[String]) -> Option<String> {
    let line = words.join(" ");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " @:=_-/+".contains(c);
    (line.len() <= LONGEST_REPEATED && line.chars().all(is_plain)).then_some(line)
}

/// The canonical texts of the options and of the display options.
fn options(ctx: Context<'_>, asked: &Challenge, n: u8) -> Handled<(String, String)> {
    let kind = asked.kind;
    canonical_options(kind, &asked.options, n)
        .and_then(|options| Ok((options, canonical_look(kind, &asked.look)?)))
        .map_err(|error| ctx.refuse(text::bad_options(&error.0, kind.key(), ctx.prefix)))
}

/// Returns who sits or is asked besides the challenger. Seats for which nobody is named stay open, or go to
/// more bots if only bots are named.
fn others(ctx: Context<'_>, invited: &[Invited], n: u8) -> Handled<Vec<Occupant>> {
    let mut others: Vec<Occupant> = Vec::new();
    for who in invited {
        let occupant = match who {
            Invited::Anyone | Invited::Someone => Occupant::Open,
            Invited::Bot(level) => Occupant::Bot(*level),
            Invited::Person(word) => asked_person(ctx, word, &others)?,
        };
        others.push(occupant);
    }
    let only_bots = invited.iter().all(|who| matches!(who, Invited::Bot(_)));
    let rest = others.last().filter(|_| only_bots).cloned().unwrap_or(Occupant::Open);
    others.resize(usize::from(n.saturating_sub(1)).max(others.len()), rest);
    Ok(others)
}

/// The seat of a person who is asked: neither the author, nor another bot, nor one of those named before.
fn asked_person(ctx: Context<'_>, word: &str, before: &[Occupant]) -> Result<Occupant, Early> {
    let person = find_person(ctx, word)?;
    if person.id == *ctx.author() {
        return Err(ctx.refuse(text::yourself(ctx.prefix)));
    }
    if ctx.msg.other_bots.contains(&person.id) {
        return Err(ctx.refuse(text::another_bot(&shown(&person.name), ctx.prefix)));
    }
    if before.iter().any(|other| other.is_or_asks(&person.id)) {
        return Err(ctx.refuse(text::asked_twice(
            &shown(&person.name),
            &in_code(&person.name),
            ctx.prefix,
        )));
    }
    Ok(Occupant::Asked(person))
}
