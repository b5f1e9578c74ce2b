//! What every handler needs: the message, the world, and short ways to make replies.

use std::sync::Arc;

use super::{
    fold::shown,
    text,
    wire::{Addressing, Audience, Incoming, Picture, Reply},
    world::{Brief, Change, InternalError, Step, World},
};
use crate::{
    games::{self, Seat, option_words, options_for_any_seats},
    table::{
        Caption, Game, GameNo, Highlight, LogEntry, LogError, LogEvent, Occupant, Person, PersonId,
        PlaceId,
    },
};

/// The end of handling a message: a step, or our own failure.
pub(super) type Handled = Result<Step, InternalError>;

/// A message being handled.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// The committed state.
    pub(super) world: &'a dyn World,
    /// The message.
    pub(super) msg: &'a Incoming,
    /// What stands before commands in this place.
    pub(super) p: &'a str,
    /// The message is surely meant for the bot: prefix, mention.
    pub(super) addressed: bool,
    /// The game of the board that the message replies to.
    pub(super) replied: Option<GameNo>,
}

impl Context<'_> {
    pub(super) const fn me(&self) -> &PersonId {
        &self.msg.author.id
    }

    pub(super) fn my_name(&self) -> String {
        shown(&self.msg.author.name)
    }

    /// An answer that changes nothing and pings nobody.
    pub(super) fn say(&self, words: String) -> Handled {
        Ok(Step::Say(vec![self.reply(words)]))
    }

    /// An answer for the writer's eyes.
    pub(super) fn say_to_me(&self, words: String) -> Handled {
        let audience = Audience::Only(self.me().clone());
        Ok(Step::Say(vec![Reply { audience, ..self.reply(words) }]))
    }

    /// Silence where a line may be talk, otherwise the answer.
    pub(super) fn say_if_addressed(&self, words: impl FnOnce() -> String) -> Handled {
        if self.addressed { self.say(words()) } else { Ok(Step::Silent) }
    }

    pub(super) fn reply(&self, words: String) -> Reply {
        Reply {
            place: self.msg.place.clone(),
            audience: Audience::Place,
            reply_to: Some(self.msg.id.clone()),
            text: words,
            ping: Vec::new(),
            picture: None,
            game: None,
            file: None,
            actions: Vec::new(),
            fallback: None,
        }
    }

    /// An answer about a game, with its picture.
    pub(super) fn say_with_board(
        &self,
        game: &Game,
        words: String,
        facing: Seat,
        shown: Highlight<'_>,
    ) -> Handled {
        let reply = Reply {
            picture: Some(picture(game, facing, shown, &words)),
            game: Some(game.no),
            actions: super::news::actions(game),
            ..self.reply(words)
        };
        Ok(Step::Say(vec![reply]))
    }

    /// A game by number, or the refusal that there is none.
    pub(super) fn game(&self, no: GameNo) -> Result<Result<Arc<Game>, Step>, InternalError> {
        Ok(match self.world.game(no)? {
            Some(game) => Ok(game),
            None => Err(self.say(text::no_such_game(no, self.p))?),
        })
    }

    /// The writer's running games that could be meant here: those of this place; in a private
    /// chat all, if none is played there.
    pub(super) fn my_running(&self) -> Result<Vec<Brief>, InternalError> {
        let mut games = self.world.open_games_of(self.me())?;
        games.retain(|game| {
            game.is_running()
                && game.seats.iter().any(|s| matches!(s, Occupant::Person(p) if p.id == *self.me()))
        });
        let here: Vec<Brief> =
            games.iter().filter(|game| game.place == self.msg.place).cloned().collect();
        Ok(if here.is_empty() && self.msg.addressing == Addressing::Private { games } else { here })
    }

    /// A change of a game: one entry added for a seat, with these replies.
    pub(super) fn change(
        &self,
        mut game: Game,
        seat: Option<Seat>,
        event: LogEvent,
    ) -> Result<Change, InternalError> {
        let entry = LogEntry { at: self.world.now(), seat, event };
        game.add(entry.clone()).map_err(ours)?;
        let people = vec![self.msg.author.clone()];
        Ok(Change { game, added: vec![entry], people, replies: Vec::new() })
    }

    /// A public message about a game, in the game's place; a short note where it was asked for
    /// if that is elsewhere.
    pub(super) fn announce(&self, game: &Game, words: String, ping: Vec<PersonId>) -> Vec<Reply> {
        let mut replies = vec![public(game, words, ping)];
        if game.place != self.msg.place {
            replies.push(self.reply(text::played_elsewhere(game.no)));
        }
        replies
    }

    /// What stands before commands in the place of a game.
    pub(super) fn prefix_of(&self, place: &PlaceId) -> &str {
        if *place == self.msg.place { self.p } else { prefix_of(place, self.world.prefix()) }
    }
}

/// What stands before commands in a place: nothing on the local page, else the prefix (which a
/// private chat takes too).
#[must_use]
pub fn prefix_of<'a>(place: &PlaceId, prefix: &'a str) -> &'a str {
    if place.0.starts_with("local:") { "" } else { prefix }
}

/// A fault of the log, told as ours.
pub(super) fn ours(error: LogError) -> InternalError {
    InternalError(error.to_string())
}

/// The mention of a person, for a message that may ping them.
pub(super) fn mention(person: &Person) -> String {
    format!("<@{}>", person.id.0)
}

/// A public message in a game's place.
pub(super) fn public(game: &Game, words: String, ping: Vec<PersonId>) -> Reply {
    Reply {
        place: game.place.clone(),
        audience: Audience::Place,
        reply_to: None,
        text: words,
        ping,
        picture: None,
        game: Some(game.no),
        file: None,
        actions: Vec::new(),
        fallback: None,
    }
}

/// The name of who sits there.
pub(super) fn occupant_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Person(person) | Occupant::Asked(person) => shown(&person.name),
        Occupant::Bot(level) => format!("Martian Cake, level {level}"),
        Occupant::Open => "anyone".to_owned(),
    }
}

/// The name of who sits there, where several bots may: `bot level 2`.
pub(super) fn one_of_many(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(level) => format!("bot level {level}"),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => occupant_name(occupant),
    }
}

/// A name without the bot's level.
fn short_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot(_) => "Martian Cake".to_owned(),
        Occupant::Person(_) | Occupant::Asked(_) | Occupant::Open => occupant_name(occupant),
    }
}

/// The name of who sits on a seat, without the bot's level; with the seat's name where another
/// seat has the same.
pub(super) fn name_at(game: &Game, seat: Seat) -> String {
    let name = short_name(game.occupant(seat));
    let same = seats(game).filter(|other| short_name(game.occupant(*other)) == name).count();
    match (same, game.occupant(seat)) {
        (..=1, _) => name,
        (_, Occupant::Bot(_)) => format!("Bot {}", game.position.seat_name(seat)),
        _ => format!("{name} ({})", game.position.seat_name(seat)),
    }
}

/// The short name for the panel of a picture. One of several bots goes by its seat, as in the
/// sentences about it.
fn panel_name(game: &Game, seat: Seat) -> String {
    let bots = game.seats.iter().filter(|occupant| matches!(occupant, Occupant::Bot(_))).count();
    match game.occupant(seat) {
        Occupant::Bot(_) if bots > 1 => game.position.seat_name(seat).to_owned(),
        Occupant::Bot(level) => format!("bot {level}"),
        occupant => occupant_name(occupant),
    }
}

/// `ben (White) against ann (Black)`; more than two are listed in the order of their turns.
pub(super) fn players(game: &Game) -> String {
    let two = game.position.n_seats() == 2;
    let name = |occupant| if two { occupant_name(occupant) } else { one_of_many(occupant) };
    let names: Vec<String> = seats(game)
        .map(|seat| format!("{} ({})", name(game.occupant(seat)), game.position.seat_name(seat)))
        .collect();
    if names.len() == 2 { names.join(" against ") } else { names.join(", ") }
}

/// The seats of a game in order.
pub(super) fn seats(game: &Game) -> impl Iterator<Item = Seat> {
    Seat::all(game.position.n_seats())
}

/// The names of all but one seat.
pub(super) fn others(game: &Game, seat: Option<Seat>) -> String {
    let names: Vec<String> = seats(game)
        .filter(|other| Some(*other) != seat)
        .map(|other| occupant_name(game.occupant(other)))
        .collect();
    listed(&names)
}

/// `ann`, `ann and ben`, `ann, ben and carl`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [before, last] => format!("{before} and {last}"),
        [rest @ .., before, last] => format!("{}, {before} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The game with its options, as a title: the game's name, `for 4`, then `(v1, classic)`.
pub(super) fn title(game: &Game) -> String {
    let n = game.position.n_seats();
    let seats = if n > 2 { format!(" for {n}") } else { String::new() };
    let name = format!("{}{seats}", name_of(game));
    let options = options_for_any_seats(game.kind(), &game.options);
    let (_, short) = option_words(game.kind());
    let all = options.split(',').map(|part| short_option(part, short));
    // The name of a variation says its option already.
    let said = variation(game);
    let all = all.filter(|part| said != Some(*part));
    let parts: Vec<&str> =
        all.chain(game.terms.look.split(',')).filter(|p| !p.is_empty()).collect();
    if parts.is_empty() { name } else { format!("{name} ({})", parts.join(", ")) }
}

/// What a game is called, which may be the name of a variation.
pub(super) fn name_of(game: &Game) -> &'static str {
    games::title(game.kind(), &game.options)
}

/// The short option that makes a game the variation whose name it has.
fn variation(game: &Game) -> Option<&'static str> {
    let name = name_of(game);
    let spells = |word: &&str| name.replace(' ', "").eq_ignore_ascii_case(word);
    let (_, short) = option_words(game.kind());
    short.iter().copied().find(spells).filter(|_| name != game.kind().title())
}

/// What to ask `rules` for to learn a game: its variation, or the game.
pub(super) fn lesson(game: &Game) -> &'static str {
    variation(game).unwrap_or_else(|| game.kind().key())
}

/// An option by its short name, if it has one.
fn short_option<'a>(part: &'a str, short: &[&str]) -> &'a str {
    match part.split_once('=') {
        Some((key, "on")) if short.contains(&key) => key,
        Some((_, value)) if short.contains(&value) => value,
        _ => part,
    }
}

/// What the options of a game mean, a sentence each; the first two, for an offer.
pub(super) fn option_meanings(game: &Game) -> String {
    let (lines, short) = option_words(game.kind());
    let options = options_for_any_seats(game.kind(), &game.options);
    let meanings: Vec<String> = options
        .split(',')
        .filter_map(|part| {
            let line = lines.iter().find(|line| part.split('=').next() == Some(line.key))?;
            Some(format!("`{}`: {}.", short_option(part, short), line.meaning))
        })
        .take(2)
        .collect();
    if meanings.is_empty() { String::new() } else { format!("\n{}", meanings.join(" ")) }
}

/// The picture of a seat's own men while they are arranged unseen, for that seat's private chat
/// alone.
pub(super) fn own_picture(game: &Game, seat: Seat, words: &str) -> Option<Picture> {
    let (scene, lines) = game.position.own_scene(&caption(game, seat), seat)?;
    let plain = words.replace(['*', '`'], "");
    let alt = std::iter::once(plain).chain(lines).collect::<Vec<_>>().join(" ");
    Some(Picture { scene, alt: cut_by_sentence(&alt, MAX_ALT) })
}

fn caption(game: &Game, facing: Seat) -> Caption {
    Caption {
        facing,
        names: seats(game).map(|seat| panel_name(game, seat)).collect(),
        outcome: game.outcome(),
        number: Some(game.no.0),
        look: game.terms.look.clone(),
    }
}

/// A picture of a game with its alt text: what happened (`words`) first, then the position.
pub(super) fn picture(game: &Game, facing: Seat, shown: Highlight<'_>, words: &str) -> Picture {
    Picture { scene: game.position.scene(&caption(game, facing), shown), alt: alt(game, words) }
}

/// Alt text: the message without its marks, then the position, cut by whole sentences.
fn alt(game: &Game, words: &str) -> String {
    let plain = words.replace(['*', '`'], "");
    let plain: Vec<String> =
        plain.lines().take(2).map(|line| without_mentions(game, line)).collect();
    let mut alt = plain.join(" ").trim().to_owned();
    for line in status(game).into_iter().chain(game.position.position_words()) {
        if alt.chars().count() + line.chars().count() + 1 > MAX_ALT {
            break;
        }
        if !alt.is_empty() {
            alt.push(' ');
        }
        alt.push_str(&line);
    }
    cut_by_sentence(&alt, MAX_ALT)
}

/// Characters of an alt text that every platform takes.
const MAX_ALT: usize = 1_024;

/// Number, game, and who is to move: `#13 …, White (eve) to move.`
pub(super) fn status(game: &Game) -> Option<String> {
    if game.is_running() && game.position.arranging().is_some() {
        return Some(format!("{} {}: men are being arranged.", game.no, name_of(game)));
    }
    let seat = game.position.to_move();
    game.is_running().then(|| {
        format!(
            "{} {}, {} ({}) to move{}.",
            game.no,
            name_of(game),
            game.position.seat_name(seat),
            occupant_name(game.occupant(seat)),
            game.position.state_words().map(|words| format!("; {words}")).unwrap_or_default(),
        )
    })
}

/// The first line of a text: what happened, without what to type.
pub(super) fn first_line(words: &str) -> &str {
    words.lines().next().unwrap_or_default()
}

fn without_mentions(game: &Game, line: &str) -> String {
    game.people().fold(line.to_owned(), |line, (_, person)| {
        line.replace(&mention(person), &shown(&person.name))
    })
}

fn cut_by_sentence(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most).collect();
    let end = cut.rfind(". ").map_or(cut.len(), |at| at + 1);
    cut[..end].to_owned()
}
