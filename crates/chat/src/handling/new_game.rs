//! The choices in the form for a new game, which writes the line that begins it.

use games::{
    GameKind, OptionLine, OptionValues, canonical_options, look_lines, option_words, seat_names,
    seats,
};
use serde::Serialize;
use table::{Game, GameNo};

use super::{
    home::{LastTerms, invitation, last_terms, played_before},
    privacy::{Asker, SeenWorld},
    step::InternalError,
};
use crate::{
    naming::titles::short_option,
    parse::command::DEFAULT_LEVEL,
    places::server_settings::{default_clock, default_game},
    text,
    world::World,
};

/// The choices of whoever begins a game, with what is usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NewGameForm {
    /// The games that are played, in their order.
    pub games: Vec<PlayableGame>,
    /// The word of the usual game.
    pub usual: &'static str,
    /// The words for the strength of the bot at each level, the lowest first.
    pub levels: Vec<&'static str>,
    /// The usual level, from 1.
    pub level: u8,
    /// The terms on which the person played last.
    pub again: Vec<LastTerms>,
    /// The terms of the game from which it is filled in.
    pub filled: Option<FilledIn>,
}

/// A game that can be begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayableGame {
    /// Its word in a command.
    pub key: &'static str,
    /// Its name as people know it.
    pub title: &'static str,
    /// The names of its seats for each number of them that it can have.
    pub seats: Vec<Vec<&'static str>>,
    /// The usual clock between people.
    pub clock: String,
    /// The choices about its rules and pictures.
    pub options: Vec<OptionChoice>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionChoice {
    /// Its key in a challenge.
    pub key: &'static str,
    /// Its subject, in one line.
    pub meaning: &'static str,
    /// The value that holds if nothing else is said.
    pub default: &'static str,
    /// The values to choose from; none where it is a number.
    pub values: Vec<ValueChoice>,
    /// The least and the greatest number; the latter is missing where there is no limit.
    pub range: Option<(u32, Option<u32>)>,
    /// The numbers of seats with which something else than the usual can be chosen.
    pub seats: Vec<u8>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueChoice {
    /// The value itself.
    pub value: &'static str,
    /// The word of a challenge that chooses it.
    pub word: String,
    /// The name of the game with it, where that is not its own name.
    pub title: Option<&'static str>,
}

/// The terms of a game that was played before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilledIn {
    /// The word of the game.
    pub game: &'static str,
    /// The others, as a challenge names them.
    pub others: Vec<String>,
    /// The clock, as a challenge names it.
    pub clock: String,
    /// Whether the result counted for ratings.
    pub rated: bool,
    /// The options that were not at their usual value.
    pub options: Vec<(String, String)>,
}

/// Returns what a form for a new game offers where somebody asks, filled in from a game of theirs if one is named.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn new_game_form(
    world: &dyn World,
    asker: Asker<'_>,
    from: Option<GameNo>,
) -> Result<NewGameForm, InternalError> {
    let world = &SeenWorld::new(world, asker);
    let games: Result<Vec<_>, _> =
        GameKind::ALL.into_iter().map(|kind| playable(world, asker, kind)).collect();
    let from = from.map(|no| world.game(no)).transpose()?.flatten();
    let played = played_before(world, asker.who)?;
    Ok(NewGameForm {
        games: games?,
        usual: default_game(world, asker.place, asker.server)?.key(),
        levels: text::LEVEL_WORDS.to_vec(),
        level: DEFAULT_LEVEL,
        again: last_terms(world, asker, &played)?,
        filled: from.and_then(|game| filled_in(asker, &game)),
    })
}

fn playable(
    world: &dyn World,
    asker: Asker<'_>,
    kind: GameKind,
) -> Result<PlayableGame, InternalError> {
    // The number of seats is asked for by itself.
    let lines = option_words(kind).0.iter().filter(|line| line.key != "players");
    Ok(PlayableGame {
        key: kind.key(),
        title: kind.title(),
        seats: seats(kind).map(|n| seat_names(kind, n)).collect(),
        clock: default_clock(world, asker.place, asker.server, kind)?.to_string(),
        options: lines.chain(look_lines(kind)).map(|line| option(kind, line)).collect(),
    })
}

fn option(kind: GameKind, line: &OptionLine) -> OptionChoice {
    let value = |value: &'static str| {
        let option = format!("{}={value}", line.key);
        let title = games::title(kind, &option);
        let short = short_option(&option, option_words(kind).1);
        // The name of a game would name the game again.
        let word = if GameKind::from_key(short).is_some() { option.clone() } else { short.into() };
        ValueChoice { value, word, title: (title != kind.title()).then_some(title) }
    };
    let range = match line.values {
        OptionValues::Words(_) => None,
        OptionValues::Numbers { or_zero, least, most } => {
            Some((if or_zero { 0 } else { least }, most))
        }
    };
    let is_look = look_lines(kind).iter().any(|look| look.key == line.key);
    let mut others = line.values.suggestions().into_iter().filter(|value| value != line.default);
    let other = others.next().map(|value| format!("{}={value}", line.key));
    let fits = |n: &u8| {
        other.as_ref().is_some_and(|other| is_look || canonical_options(kind, other, *n).is_ok())
    };
    OptionChoice {
        key: line.key,
        meaning: line.meaning,
        default: line.default,
        values: line.values.words().iter().copied().map(value).collect(),
        range,
        seats: seats(kind).filter(fits).collect(),
    }
}

/// The terms of a game of somebody for the form; `None` where another player cannot be named in a line.
fn filled_in(asker: Asker<'_>, game: &Game) -> Option<FilledIn> {
    game.seat_of(asker.who)?;
    let others = game.seats().iter().filter(|occupant| !occupant.is_or_asks(asker.who));
    let others: Option<Vec<String>> = others.map(invitation).collect();
    let options = games::options_for_any_seats(game.kind(), game.options());
    let options = options.split(',').chain(game.terms().look.split(','));
    let options = options.filter_map(|option| option.split_once('='));
    Some(FilledIn {
        game: game.kind().key(),
        others: others?,
        clock: game.terms().clock.to_string(),
        rated: game.terms().rated,
        options: options.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
    })
}

#[cfg(test)]
mod tests {
    use games::canonical_look;

    use super::*;
    use crate::{
        commands::asked,
        parse::{Reading, read},
        tests::{NewWorld, channel, person},
    };

    /// Every value of every option reads back as itself, alone and for each number of seats that it is offered for.
    #[test]
    fn every_choice_reads_back() {
        let (who, place) = (person("ann").id, channel());
        let asker = Asker { who: &who, place: &place, server: None };
        let form = new_game_form(&NewWorld::default(), asker, None).unwrap();
        assert_eq!((form.games.len(), form.levels.len()), (GameKind::ALL.len(), 7));
        for (kind, game) in GameKind::ALL.into_iter().zip(&form.games) {
            assert!(game.options.iter().any(|option| !option.seats.is_empty()), "{kind:?}");
            for option in &game.options {
                let words =
                    option.values.iter().map(|one| (one.value.to_owned(), one.word.clone()));
                let ends = option.range.into_iter().flat_map(|(least, most)| [Some(least), most]);
                let numbers =
                    ends.flatten().map(|n| (n.to_string(), format!("{}={n}", option.key)));
                for (value, word) in words.chain(numbers) {
                    let n = *option.seats.first().unwrap();
                    let line = format!("challenge bot 4 {} players:{n} seat:1 {word}", game.key);
                    let Reading::Command(command) = read(&line) else { panic!("{line}") };
                    let read = asked(&command.values);
                    let expected = format!("{}={value}", option.key);
                    let is_look = look_lines(kind).iter().any(|look| look.key == option.key);
                    let (typed, canonical) = match is_look {
                        true => (canonical_look(kind, &read.look), canonical_look(kind, &expected)),
                        false => (
                            canonical_options(kind, &read.options, n),
                            canonical_options(kind, &expected, n),
                        ),
                    };
                    assert!(
                        typed.is_ok() && typed == canonical,
                        "{line}: {typed:?} is not {canonical:?}"
                    );
                    assert_eq!(read.kind, kind, "{line}");
                }
            }
        }
    }
}
