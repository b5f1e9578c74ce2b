//! Completions while somebody types the value of a parameter.

use std::sync::Arc;

use games::{GameKind, OptionLine, look_lines, option_words, rules_words};
use table::{Game, GameNo, PersonId, PlaceId, ServerId, Stage};

use crate::{
    commands::{Choice, Games, ParameterKind, commands, find_path},
    events::held_here,
    handling::{
        privacy::{Asker, SeenWorld},
        step::InternalError,
    },
    naming::{
        games::NamedGame,
        names::{listed, plain_occupant},
    },
    parse::{game_meant, move_parts::origins, named_command::NamedValues},
    places::server_settings::{Manager, completions, default_game, may_manage},
    play::plans::can_plan,
    text,
    world::{
        World,
        game_list_row::{GameListRow, sits},
    },
};

/// The most choices that a platform shows.
pub const MOST_CHOICES: usize = 25;

/// The most characters that a platform shows of a choice.
const MOST_CHARACTERS: usize = 100;

/// A parameter whose value somebody is typing.
#[derive(Clone, Debug)]
pub struct Typing {
    /// The person who types.
    pub who: PersonId,
    /// The place in which they type.
    pub place: PlaceId,
    /// The server to which that place belongs, where it belongs to one.
    pub server: Option<ServerId>,
    /// Whether the platform lets them manage that server, or the page is theirs to manage.
    pub manages: bool,
    /// The roles that they have in that server, by the platform's keys.
    pub roles: Vec<String>,
    /// The path of the command, as [`NamedCommand`](crate::NamedCommand) has it.
    pub path: String,
    /// The name of the parameter.
    pub parameter: String,
    /// The text typed so far; may be empty.
    pub typed: String,
    /// The other values that they have given already.
    pub named: NamedValues,
}

/// The values that fit what is being typed, the likeliest first, at most [`MOST_CHOICES`]. It reads
/// the committed state and changes nothing. An unknown command or parameter has none.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn complete(world: &dyn World, typing: &Typing) -> Result<Vec<Choice>, InternalError> {
    let is_meant = |name: &String| *name == typing.parameter;
    let parameter = find_path(&typing.path).and_then(|info| {
        info.parameters.iter().find(|parameter| parameter.names().iter().any(is_meant))
    });
    let Some(parameter) = parameter else { return Ok(Vec::new()) };
    let (who, place, server) = (&typing.who, &typing.place, typing.server.as_ref());
    let world = &SeenWorld::new(world, Asker { who, place, server });
    let all = match parameter.kind {
        ParameterKind::GameNo { games: Games::OverHere, .. } => games_over_here(world, typing)?,
        ParameterKind::GameNo { games, .. } => game_numbers(world, typing, games)?,
        ParameterKind::EventNo => event_numbers(world, typing)?,
        ParameterKind::Square | ParameterKind::Piece => {
            plain(origins(&legal_moves(running_game(world, typing)?.as_deref())))
        }
        ParameterKind::Move => {
            let game = running_game(world, typing)?;
            if typing.path == "move"
                && let Some(game) = game.as_ref().filter(|game| !game.waits_for(who))
            {
                let is_turn = game.position().arranging().is_none();
                return Ok(is_turn.then(|| whose_turn(game, who)).into_iter().collect());
            }
            let all = plain(legal_moves(game.as_deref()));
            return Ok(fitting_by(all, &typing.typed, squares_only));
        }
        ParameterKind::Topic => topics(&typing.named),
        // Of several options the last is being typed.
        ParameterKind::Options => {
            return Ok(options(typing, default_game(world, place, server)?));
        }
        ParameterKind::Setting => {
            let what = typing.named.get("what").map_or("", String::as_str);
            plain(completions(what, &typing.typed))
        }
        ParameterKind::Command => plain(commands().map(|info| info.path.to_owned()).collect()),
        kind => kind.choices(),
    };
    Ok(fitting(all, &typing.typed))
}

/// Those of the choices that begin with what is typed, then those that have it elsewhere.
fn fitting(all: Vec<Choice>, typed: &str) -> Vec<Choice> {
    fitting_by(all, typed.trim(), str::to_lowercase)
}

/// A move without what people put between its squares, or leave out: `c2c3`, `c2 c3`, `C2-C3`.
fn squares_only(text: &str) -> String {
    let text = text.to_lowercase().replace(" to ", "");
    text.chars().filter(|&letter| letter.is_alphanumeric() && letter != 'x').collect()
}

/// The same where both are compared in this form.
fn fitting_by(all: Vec<Choice>, typed: &str, form: fn(&str) -> String) -> Vec<Choice> {
    let typed = form(typed);
    let begins = |choice: &Choice| {
        form(&choice.value).starts_with(&typed) || form(&choice.label).starts_with(&typed)
    };
    let (first, others): (Vec<Choice>, Vec<Choice>) = all.into_iter().partition(begins);
    let has = |choice: &Choice| form(&choice.label).contains(&typed);
    let mut fitting: Vec<Choice> =
        first.into_iter().chain(others.into_iter().filter(has)).take(MOST_CHOICES).collect();
    for choice in &mut fitting {
        choice.label = choice.label.chars().take(MOST_CHARACTERS).collect();
    }
    // A value that had to be cut would mean something else.
    fitting.retain(|choice| choice.value.chars().count() <= MOST_CHARACTERS);
    fitting
}

fn plain(values: Vec<String>) -> Vec<Choice> {
    values.into_iter().map(Choice::plain).collect()
}

/// The events of the server, and those in which the person takes part, the newest first.
fn event_numbers(world: &dyn World, typing: &Typing) -> Result<Vec<Choice>, InternalError> {
    let log = world.editions();
    let asker = Asker { who: &typing.who, place: &typing.place, server: typing.server.as_ref() };
    let most = u32::try_from(MOST_CHOICES).unwrap_or(u32::MAX);
    let mut all: Vec<(u32, String)> =
        held_here(log, asker, most)?.into_iter().map(|one| (one.no.0, one.name)).collect();
    for no in log.with(&typing.who)? {
        if all.iter().all(|(known, _)| *known != no.0)
            && let Some(one) = log.edition(no)?
        {
            all.push((no.0, one.settings().name.clone()));
        }
    }
    let choice = |(no, name): (u32, String)| Choice {
        label: format!("T{no} {name}"),
        value: format!("T{no}"),
    };
    Ok(all.into_iter().map(choice).collect())
}

/// The person's games of this sort, those first that wait for them, and offers of the place that
/// they can take up.
fn game_numbers(
    world: &dyn World,
    typing: &Typing,
    games: Games,
) -> Result<Vec<Choice>, InternalError> {
    let mut all = world.open_games_of(&typing.who)?;
    if games != Games::Running {
        let here = world.open_games_at(&typing.place)?;
        let others = here.into_iter().filter(|game| game.asks(&typing.who));
        let new: Vec<GameListRow> =
            others.filter(|game| all.iter().all(|one| one.no != game.no)).collect();
        all.extend(new);
    }
    if games == Games::Any {
        all.extend(world.finished_games_of(&typing.who)?);
    }
    all.retain(|game| match games {
        Games::Offers => !game.is_running(),
        Games::Running => game.is_running(),
        Games::Any | Games::OverHere => true,
    });
    all.sort_by_key(|game| (!game.waits_for(&typing.who), game.is_over()));
    Ok(all.iter().map(|game| game_choice(game, &typing.who)).collect())
}

/// The finished games of the server for whoever may manage it: those that ended last, before them the one
/// whose number is typed.
fn games_over_here(world: &dyn World, typing: &Typing) -> Result<Vec<Choice>, InternalError> {
    let server = typing.server.as_ref();
    let manager = Manager { manages: typing.manages, roles: &typing.roles, server };
    if !may_manage(world, manager)? {
        return Ok(Vec::new());
    }
    let mut all = world.finished_games_in(server)?;
    let named = typing.typed.trim().trim_start_matches('#').parse().ok().map(GameNo);
    let named = match named {
        Some(no) => world.game_list_row(no)?,
        None => None,
    };
    if let Some(named) = named.filter(|game| game.is_over() && game.server.as_ref() == server) {
        all.retain(|game| game.no != named.no);
        all.insert(0, named);
    }
    let choice = |game: &GameListRow| {
        let players = game.seats.iter().map(|one| plain_occupant(&game.seats, one));
        let players = listed(&players.collect::<Vec<_>>());
        let label = format!("{} {}: {players}", game.no, game.kind.title());
        Choice { label, value: game.no.0.to_string() }
    };
    Ok(all.iter().map(choice).collect())
}

/// A game as a choice: `#12 TITLE with ann: your move`.
fn game_choice(game: &GameListRow, who: &PersonId) -> Choice {
    let others = game.seats.iter().filter(|occupant| !sits(occupant, who));
    let others = listed(&others.map(|one| plain_occupant(&game.seats, one)).collect::<Vec<_>>());
    let state = match game.stage {
        Stage::Running if game.waits_for(who) => "your move",
        Stage::Running => "running",
        Stage::Over(_) => "over",
        Stage::Offered(_) => "an offer",
    };
    let label = format!("{} {} with {others}: {state}", game.no, game.kind.title());
    Choice { label, value: game.no.0.to_string() }
}

/// The legal moves in a game; none while men are arranged, since placings are seen by their player alone.
fn legal_moves(game: Option<&Game>) -> Vec<String> {
    let game = game.filter(|game| game.position().arranging().is_none());
    game.map(|game| game.position().moves()).unwrap_or_default()
}

/// A choice that plays nothing, and tells whose turn it is.
fn whose_turn(game: &Game, who: &PersonId) -> Choice {
    let whose = plain_occupant(game.seats(), game.occupant(game.position().to_move()));
    let words: String =
        text::turn_of(game.no(), &whose, can_plan(game) && game.seat_of(who).is_some())
            .chars()
            .take(MOST_CHARACTERS)
            .collect();
    Choice::plain(words)
}

/// The running game that is named, otherwise the person's own one that is likeliest meant.
fn running_game(world: &dyn World, typing: &Typing) -> Result<Option<Arc<Game>>, InternalError> {
    let named = typing.named.get("game").and_then(|no| no.trim_start_matches('#').parse().ok());
    let no = match named {
        Some(no) => Some(GameNo(no)),
        None => {
            let mut mine = world.open_games_of(&typing.who)?;
            mine.retain(GameListRow::is_running);
            mine.sort_by_key(|game| (!game.waits_for(&typing.who), game.place != typing.place));
            mine.first().map(|game| game.no)
        }
    };
    let game = match no {
        Some(no) => world.game(no)?,
        None => None,
    };
    Ok(game.filter(|game| game.is_running()))
}

/// Returns what can be asked about the rules: options, and each option of the game that is named.
fn topics(named: &NamedValues) -> Vec<Choice> {
    let kind = named.get("game").and_then(|text| NamedGame::from_text(text)).map(|game| game.kind);
    let kinds: Vec<GameKind> = kind.map_or_else(|| GameKind::ALL.to_vec(), |kind| vec![kind]);
    let keys = kinds.iter().flat_map(|kind| {
        let keys = option_words(*kind).0.iter().map(|line| line.key);
        keys.filter(|key| rules_words(*kind, key).is_some())
    });
    plain(std::iter::once("options").chain(keys).map(str::to_owned).collect())
}

/// Options and values that go on with the last word of the text, each with the words before it. They are
/// those of `usual` where nothing tells of a game.
fn options(typing: &Typing, usual: GameKind) -> Vec<Choice> {
    let typed = typing.typed.trim_start().to_lowercase().replace(':', "=");
    let start = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
    let (before, last) = typed.split_at(start);
    let given: Vec<&str> = before.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let named = typing.named.get("game").and_then(|text| NamedGame::from_text(text));
    let kind = named.map(|game| game.kind).unwrap_or_else(|| {
        let words: Vec<String> = given.iter().map(|word| (*word).to_owned()).collect();
        game_meant(&words, usual)
    });
    let is_given =
        |word: &str| given.iter().any(|given| given.split('=').next() == word.split('=').next());
    let (lines, shorts) = option_words(kind);
    let shorts = shorts.iter().map(|word| Choice::plain((*word).to_owned()));
    let values = lines.iter().chain(look_lines(kind)).flat_map(option_choices);
    let all = shorts.chain(values).filter(|choice| !is_given(&choice.value));
    let whole = |choice: Choice| Choice {
        label: format!("{before}{}", choice.label),
        value: format!("{before}{}", choice.value),
    };
    let fit = all.filter(|choice| choice.value.starts_with(last)).map(whole);
    fitting(fit.collect(), "")
}

/// The values of an option as choices, with its meaning.
fn option_choices(line: &OptionLine) -> Vec<Choice> {
    let choice = |value: String| {
        let value = format!("{}={value}", line.key);
        Choice { label: format!("{value}: {}", line.meaning), value }
    };
    line.values.suggestions().into_iter().map(choice).collect()
}
