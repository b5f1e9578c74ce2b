//! Offers that wait: who sits, who is asked, what is open; sitting down and getting up.

use super::{
    context::{
        Context, Handled, lesson, listed, mention, occupant_name, one_of_many, ours, public,
    },
    ends,
    fold::shown,
    offers::{find_person, is_of, running, start},
    parse::DrawWord,
    text,
    wire::Reply,
    world::{Brief, Change, InternalError, Step},
};
use crate::{
    games::Seat,
    table::{Game, GameNo, LogEntry, LogEvent, MAX_RUNNING, Occupant, Person, PersonId, Stage},
};

/// How the occupants of an offer come to their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    n: usize,
    /// The challenger's seat, if it is not left to the lot.
    first: Option<usize>,
    /// Whether the others follow clockwise in the order of the offer.
    listed: bool,
}

impl Arrangement {
    pub(super) fn of(game: &Game) -> Self {
        let first = game.terms.seat_choice.seat().map(Seat::index);
        Self { n: game.seats.len(), first, listed: game.terms.listed }
    }

    /// For each seat the place of its occupant in the offer; `lot` draws a number below its
    /// argument.
    pub(super) fn order(self, mut lot: impl FnMut(u32) -> u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.n).collect();
        // The challenger comes first in the offer; the lot is over who is not placed yet.
        let placed = usize::from(self.listed || self.first.is_some());
        if !self.listed {
            for i in placed..self.n {
                let left = u32::try_from(self.n - i).unwrap_or(1);
                order.swap(i, i + lot(left) as usize % (self.n - i));
            }
        }
        order.rotate_right(self.first.unwrap_or(0) % self.n.max(1));
        order
    }
}

/// How the seats are given out, and the rest of the terms.
pub(super) fn terms(game: &Game) -> String {
    let two = game.seats.len() == 2;
    let seat_name = |seat: Seat| game.position.seat_name(seat);
    text::terms(&match (game.terms.seat_choice.seat(), game.terms.listed) {
        (None, false) if two => "Sides by lot".to_owned(),
        (None, false) => "Seats by lot".to_owned(),
        (None, true) => format!("The challenger has {}", seat_name(Seat::FIRST)),
        (Some(seat), _) => format!("The challenger has {}", seat_name(seat)),
    })
}

/// The people who are asked and have not answered.
pub(super) fn asked(game: &Game) -> Vec<&Person> {
    let mut people = Vec::new();
    for occupant in &game.seats {
        if let Occupant::Asked(person) = occupant {
            people.push(person);
        }
    }
    people
}

/// Who sits, who is asked, what is open: `Sitting: ann, a bot (level 2). Asked: ben. Open: 1.`
pub(super) fn seats_words(game: &Game) -> String {
    let sitting: Vec<String> = game
        .seats
        .iter()
        .filter(|occupant| matches!(occupant, Occupant::Person(_) | Occupant::Bot(_)))
        .map(one_of_many)
        .collect();
    let waiting: Vec<String> = asked(game).iter().map(|person| shown(&person.name)).collect();
    let open = game.seats.iter().filter(|occupant| **occupant == Occupant::Open).count();
    text::seats(&listed(&sitting), &listed(&waiting), open)
}

/// What could be typed about an offer.
pub(super) fn actions(game: &Game) -> Vec<String> {
    let mut actions = vec!["accept".to_owned(), "decline".to_owned()];
    if game.seats.len() > 2 {
        actions.extend(["leave", "fill"].map(str::to_owned));
    }
    actions.push(format!("rules {}", lesson(game)));
    actions
}

/// The offer that is meant: by number, by reply, or the only one that asks the writer here.
fn offer_for_me(
    ctx: Context<'_>,
    named: Option<GameNo>,
    again: &str,
) -> Result<Result<Game, Step>, InternalError> {
    if let Some(no) = named.or(ctx.replied) {
        return Ok(match ctx.game(no)? {
            Ok(game) => Ok(Game::clone(&game)),
            Err(step) => Err(step),
        });
    }
    let me = ctx.me();
    let mine = ctx.world.open_games_of(me)?;
    let sits = mine.iter().find(|game| game.has_seated(me)).map(|game| game.no);
    let mut asking: Vec<Brief> = mine.into_iter().filter(|game| game.asks(me)).collect();
    if asking.is_empty() {
        asking = ctx.world.open_games_at(&ctx.msg.place)?;
        asking.retain(|game| game.asks(me));
    }
    Ok(match asking.as_slice() {
        [] => Err(ctx.say(match sits {
            Some(no) => text::sits_already(no, ctx.p),
            None => text::no_offer(ctx.p),
        })?),
        [one] => ctx.game(one.no)?.map(|game| Game::clone(&game)),
        several => {
            let from = |game: &Brief| game.seats.first().map(occupant_name).unwrap_or_default();
            let line = |game: &Brief| {
                let about = format!("({} from {})", game.kind.title(), from(game));
                (format!("{}{again} {}", ctx.p, game.no), about)
            };
            let lines: Vec<(String, String)> = several.iter().map(line).collect();
            Err(ctx.say(text::which("Several offers wait for you.", &lines))?)
        }
    })
}

/// Whether the offer can be answered by the writer; otherwise the refusal.
fn answerable(ctx: Context<'_>, game: &Game) -> Option<String> {
    if let Some(refusal) = closed(ctx, game) {
        return Some(refusal);
    }
    if is_challenger(game, ctx.me()) {
        return Some(text::own_offer(game.no, ctx.p));
    }
    if game.seat_of(ctx.me()).is_some() {
        return Some(text::sits_already(game.no, ctx.p));
    }
    let welcome = game
        .seats
        .iter()
        .any(|occupant| matches!(occupant, Occupant::Open) || is_of(occupant, ctx.me()));
    (!welcome).then(|| text::not_asked(game.no, ctx.p))
}

/// The refusal if the offer is none any more.
fn closed(ctx: Context<'_>, game: &Game) -> Option<String> {
    let open = matches!(game.stage, Stage::Offered(until) if until > ctx.world.now());
    (!open).then(|| text::offer_closed(game.no, ctx.p))
}

fn is_challenger(game: &Game, who: &PersonId) -> bool {
    challenger(game).is_some_and(|person| person.id == *who)
}

fn challenger(game: &Game) -> Option<&Person> {
    match game.seats.first() {
        Some(Occupant::Person(person)) => Some(person),
        _ => None,
    }
}

/// `accept`
pub(super) fn accept(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if no.or(ctx.replied).is_none()
        && let Some(game) = ends::offered_to_me(ctx)?
    {
        return ends::draw(ctx, Some(game), DrawWord::Accept);
    }
    let mut game = match offer_for_me(ctx, no, "accept")? {
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
    let mine = game.seats.iter().position(|occupant| is_of(occupant, ctx.me()));
    let free = || game.seats.iter().position(|occupant| *occupant == Occupant::Open);
    if let Some(at) = mine.or_else(free) {
        game.seats[at] = Occupant::Person(ctx.msg.author.clone());
    }
    seats_changed(ctx, game, |seats| text::sat_down(&ctx.my_name(), seats))
}

/// Starts the game if it is full now, otherwise tells who sits.
fn seats_changed(ctx: Context<'_>, game: Game, words: impl FnOnce(&str) -> String) -> Handled {
    if game.is_full() {
        return Ok(Step::Change(Box::new(start(ctx, game)?)));
    }
    let words = words(&text::offer_state(&seats_words(&game), game.no, ctx.p));
    let mut replies = ctx.announce(&game, words, Vec::new());
    if let Some(reply) = replies.first_mut() {
        reply.actions = actions(&game);
    }
    let people = vec![ctx.msg.author.clone()];
    Ok(Step::Change(Box::new(Change { game, added: Vec::new(), people, replies })))
}

/// `decline`
pub(super) fn decline(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if no.or(ctx.replied).is_none()
        && let Some(game) = ends::offered_to_me(ctx)?
    {
        return ends::draw(ctx, Some(game), DrawWord::Decline);
    }
    let mut game = match offer_for_me(ctx, no, "decline")? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    if let Some(refusal) = answerable(ctx, &game) {
        return ctx.say(refusal);
    }
    let Some(at) = game.seats.iter().position(|occupant| is_of(occupant, ctx.me())) else {
        // An offer to anyone stays open for the others.
        return ctx.say(text::open_to_others(game.no));
    };
    if game.seats.len() > 2 {
        game.seats[at] = Occupant::Open;
        return seats_changed(ctx, game, |seats| text::seat_declined(&ctx.my_name(), seats));
    }
    let to = challenger(&game).map(|person| (mention(person), person.id.clone()));
    let (to, ping) = to.unwrap_or_else(|| ("The offer".to_owned(), ctx.me().clone()));
    let mut change = ctx.change(game, None, LogEvent::Abort)?;
    let words = text::declined(&ctx.my_name(), &to, change.game.no);
    change.replies = ctx.announce(&change.game, words, vec![ping]);
    Ok(Step::Change(Box::new(change)))
}

/// `leave`
pub(super) fn leave(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let no = match no.or(ctx.replied) {
        Some(no) => no,
        None => {
            let mut mine = ctx.world.open_games_of(ctx.me())?;
            mine.retain(|game| game.has_seated(ctx.me()));
            match mine.as_slice() {
                [] => return ctx.say_if_addressed(|| text::sits_nowhere(ctx.p)),
                [one] => one.no,
                several => return ctx.say(which_offer(ctx, several, "leave")),
            }
        }
    };
    let mut game = match ctx.game(no)? {
        Ok(game) => Game::clone(&game),
        Err(step) => return Ok(step),
    };
    if game.is_running() {
        return ctx.say(match game.seat_of(ctx.me()) {
            Some(_) => text::leave_running(no, ctx.p),
            None => text::not_your_game(no, ctx.p),
        });
    }
    if let Some(refusal) = closed(ctx, &game) {
        return ctx.say(refusal);
    }
    if is_challenger(&game, ctx.me()) {
        return ctx.say(text::leave_own(no, ctx.p));
    }
    let Some(seat) = game.seat_of(ctx.me()) else {
        return ctx.say(text::not_seated(no, ctx.p));
    };
    game.seats[seat.index()] = Occupant::Open;
    seats_changed(ctx, game, |seats| text::got_up(&ctx.my_name(), seats))
}

/// The writer's own open offer: named, or the only one; otherwise what to answer.
fn my_offer(
    ctx: Context<'_>,
    no: Option<GameNo>,
    again: &str,
) -> Result<Result<Game, Step>, InternalError> {
    let no = match no.or(ctx.replied) {
        Some(no) => no,
        None => {
            let mut mine = ctx.world.open_games_of(ctx.me())?;
            mine.retain(|game| game.is_offer_of(ctx.me()));
            match mine.as_slice() {
                [] if again == "withdraw" => return Ok(Err(ctx.say(text::no_own_offer(ctx.p))?)),
                // The other words may be talk.
                [] => return Ok(Err(ctx.say_if_addressed(|| text::no_own_offer(ctx.p))?)),
                [one] => one.no,
                several => return Ok(Err(ctx.say(which_offer(ctx, several, again))?)),
            }
        }
    };
    let game = match ctx.game(no)? {
        Ok(game) => Game::clone(&game),
        Err(step) => return Ok(Err(step)),
    };
    if let Some(refusal) = closed(ctx, &game) {
        return Ok(Err(ctx.say(refusal)?));
    }
    if !is_challenger(&game, ctx.me()) {
        return Ok(Err(ctx.say(text::not_your_offer(no, ctx.p))?));
    }
    Ok(Ok(game))
}

fn which_offer(ctx: Context<'_>, offers: &[Brief], again: &str) -> String {
    let line = |game: &Brief| {
        let others: Vec<String> = game.seats.iter().skip(1).map(occupant_name).collect();
        let about = format!("({} with {})", game.kind.title(), listed(&others));
        (format!("{}{again} {}", ctx.p, game.no), about)
    };
    let lines: Vec<(String, String)> = offers.iter().map(line).collect();
    text::which("There are several such offers.", &lines)
}

/// `withdraw`
pub(super) fn withdraw(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = match my_offer(ctx, no, "withdraw")? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    let mut change = ctx.change(game, None, LogEvent::Abort)?;
    let words = text::withdrawn(&ctx.my_name(), change.game.no);
    change.replies = ctx.announce(&change.game, words, Vec::new());
    Ok(Step::Change(Box::new(change)))
}

/// `fill`
pub(super) fn fill(ctx: Context<'_>, no: Option<GameNo>, level: u8) -> Handled {
    let mut game = match my_offer(ctx, no, "fill")? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    let open: Vec<usize> =
        (0..game.seats.len()).filter(|at| game.seats[*at] == Occupant::Open).collect();
    if open.is_empty() {
        let waiting: Vec<String> = asked(&game).iter().map(|p| shown(&p.name)).collect();
        let first = waiting.first().map_or("", String::as_str);
        return ctx.say(text::nothing_to_fill(&listed(&waiting), first, ctx.p));
    }
    for at in open {
        game.seats[at] = Occupant::Bot(level);
    }
    seats_changed(ctx, game, |seats| text::filled(level, seats))
}

/// `remove @ann`
pub(super) fn remove(ctx: Context<'_>, no: Option<GameNo>, word: &str) -> Handled {
    let mut game = match my_offer(ctx, no, &format!("remove @{word}"))? {
        Ok(game) => game,
        Err(step) => return Ok(step),
    };
    let person = match find_person(ctx, word)? {
        Ok(person) => person,
        Err(step) => return Ok(step),
    };
    if person.id == *ctx.me() {
        return ctx.say(text::leave_own(game.no, ctx.p));
    }
    let name = shown(&person.name);
    let Some(at) = game.seats.iter().position(|occupant| is_of(occupant, &person.id)) else {
        return ctx.say(text::not_in_offer(&name, game.no, &seats_words(&game)));
    };
    game.seats[at] = Occupant::Open;
    seats_changed(ctx, game, |seats| text::removed(&name, seats))
}

/// An offer whose time is over.
///
/// # Errors
/// [`InternalError`] if the log does not take it.
pub fn expire(game: &Game, now: i64) -> Result<Change, InternalError> {
    let mut game = game.clone();
    let entry = LogEntry { at: now, seat: None, event: LogEvent::Abort };
    game.add(entry.clone()).map_err(ours)?;
    let words = text::expired(game.no, game.seats.len() > 2);
    let reply: Reply = public(&game, words, Vec::new());
    Ok(Change { game, added: vec![entry], people: Vec::new(), replies: vec![reply] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::SeatChoice;

    fn order(n: usize, first: Option<usize>, listed: bool, mut lots: Vec<u32>) -> Vec<usize> {
        Arrangement { n, first, listed }.order(|below| lots.pop().unwrap_or(0) % below)
    }

    #[test]
    fn seats_are_given_out_as_the_terms_say() {
        assert_eq!(order(2, None, false, vec![1]), [1, 0]);
        assert_eq!(order(2, Some(1), false, vec![]), [1, 0]);
        assert_eq!(order(4, None, false, vec![]), [0, 1, 2, 3]);
        assert_eq!(order(4, None, true, vec![3, 3, 3]), [0, 1, 2, 3]);
        assert_eq!(order(4, Some(2), true, vec![]), [2, 3, 0, 1]);
        // The challenger stays where it was chosen, whatever the lot.
        for lot in 0..3 {
            let drawn = order(4, Some(3), false, vec![lot, lot, lot]);
            assert_eq!(drawn.iter().position(|at| *at == 0), Some(3));
            assert_eq!(drawn.iter().sum::<usize>(), 6);
        }
    }

    #[test]
    fn every_order_is_drawn_equally_often() {
        let mut counts = std::collections::BTreeMap::new();
        for a in 0..3 {
            for b in 0..2 {
                *counts.entry(order(3, None, false, vec![b, a])).or_insert(0) += 1;
            }
        }
        assert_eq!((counts.len(), counts.values().max()), (6, Some(&1)));
    }

    #[test]
    fn a_colour_is_a_seat() {
        assert_eq!(SeatChoice::Seat(3).seat(), Seat::from_index(2));
        assert_eq!(SeatChoice::Seat(0).seat(), None);
        assert_eq!(SeatChoice::White.seat(), Some(Seat::FIRST));
    }
}
