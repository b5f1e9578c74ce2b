//! Titles of games with their options, and the meaning of those options.

use games::{option_words, options_for_any_seats, variation};
use table::Game;

/// A game with its options, as a title: the game's name, `for 4`, then the options in brackets.
pub(crate) fn title(game: &Game) -> String {
    let n = game.position().n_seats();
    let seats = if n > 2 { format!(" for {n}") } else { String::new() };
    let name = format!("{}{seats}", name_of(game));
    let options = options_for_any_seats(game.kind(), game.options());
    let (_, short) = option_words(game.kind());
    // The name of a variation says its option already.
    let in_name = variation(game.kind(), game.options());
    let rest = options.split(',').map(|option| short_option(option, short));
    let rest = rest.filter(|option| in_name != Some(*option));
    let parts: Vec<&str> =
        rest.chain(game.terms().look.split(',')).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { name } else { format!("{name} ({})", parts.join(", ")) }
}

/// Returns what a game is called under its options: its own name, or that of a variation.
pub(crate) fn name_of(game: &Game) -> &'static str {
    games::title(game.kind(), game.options())
}

/// The topic of `rules` that teaches a game as it is played: its variation, or its key.
pub(crate) fn rules_topic(game: &Game) -> &'static str {
    variation(game.kind(), game.options()).unwrap_or_else(|| game.kind().key())
}

/// The line that starts a game against the bot on the terms of this one: the same game, options and
/// number of seats.
pub(crate) fn bot_line(game: &Game) -> String {
    format!("challenge bot {}", words_of(game))
}

/// The words of a challenge that stand for a game: its name, number of seats and options.
pub(crate) fn words_of(game: &Game) -> String {
    let options = options_for_any_seats(game.kind(), game.options());
    let (_, short) = option_words(game.kind());
    let options = options.split(',').map(|option| short_option(option, short));
    let in_name = variation(game.kind(), game.options());
    let options = options.filter(|option| !option.is_empty() && in_name != Some(*option));
    let n = game.seats().len();
    let seats = (n > 2).then(|| format!("players:{n}"));
    let mut words = vec![rules_topic(game)];
    words.extend(seats.as_deref().into_iter().chain(options));
    words.join(" ")
}

/// An option, `key=value`, by its short name if it has one.
pub(crate) fn short_option<'a>(option: &'a str, short: &[&str]) -> &'a str {
    match option.split_once('=') {
        Some((key, "on")) if short.contains(&key) => key,
        Some((_, value)) if short.contains(&value) => value,
        _ => option,
    }
}

/// Returns what the first two options of a game mean, one sentence each, on a line of their own for an offer;
/// empty if the game has its default options.
pub(crate) fn option_meanings(game: &Game) -> String {
    let (lines, short) = option_words(game.kind());
    let options = options_for_any_seats(game.kind(), game.options());
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
