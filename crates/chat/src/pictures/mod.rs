//! Pictures of games, their captions and alt texts.

pub(super) mod boards;
pub(super) mod drawn_names;

use games::{BySeat, Diagram, GameKind, Seat, face, isolated};
use scene::{Panel, Placed, Scene, SideTime, Spot};
use table::{
    AnyPosition, BoardRecipe, Caption, CardRecipe, Game, Highlight, Millis, ReplayRecipe,
    ShownSeats,
};

use super::{
    message::{Attachment, Drawing, Picture},
    text,
    world::World,
};
use crate::{
    message::placeholder::without_insets,
    naming::{
        names::{is_bot, mention, name_at, plain_occupant, plain_person, seats},
        titles::name_of,
    },
    parse::plain_text::unmarked,
    pictures::drawn_names::panel_name,
    time::time_left::lefts,
};

/// The number of characters of an alt text that every platform takes.
pub(super) const MAX_ALT: usize = 1_024;

/// A picture of a game as it is now with its alt text: what happened (`words`) first, then the position.
/// It shows what the clocks of the seats show now.
pub(super) fn picture(
    world: &dyn World,
    game: &Game,
    facing: Seat,
    highlight: Highlight<'_>,
    words: &str,
) -> Attachment {
    let shown = shown_seats(world, game);
    let alt = alt(game, words, &shown);
    let drawing = match highlight {
        Highlight::Plies(plies) => Drawing::OfGame(BoardRecipe::of(game, facing, plies, shown)),
        Highlight::Marks(_) => {
            Drawing::Board(game.position().scene(&caption(game, facing, shown), highlight))
        }
    };
    let said = head(game, words).len();
    Attachment::Picture(Picture { said, ..Picture::plain(drawing, alt) })
}

/// The pieces on the board of a game as everybody sees it now.
pub(super) fn pieces_on_board(game: &Game) -> Vec<Placed> {
    let caption = caption(game, Seat::FIRST, ShownSeats::default());
    game.position().scene(&caption, Highlight::Marks(&[])).board.pieces
}

/// Returns how many pieces were captured in a game, as the panel beside its board has them.
pub(super) fn n_captured(game: &Game) -> usize {
    let caption = caption(game, Seat::FIRST, ShownSeats::default());
    let panel = game.position().scene(&caption, Highlight::Marks(&[])).panel;
    panel.sides.iter().map(|side| side.captured.len()).sum()
}

/// A game that is shown once more, or one ply of it, as an attachment with its alt text.
pub(super) fn replay_picture(recipe: ReplayRecipe, words: &str) -> Attachment {
    told_by(Drawing::Replay(recipe), words)
}

/// The card of a game as an attachment; the words tell all that stands beside its board.
pub(super) fn card_picture(game: &Game, recipe: CardRecipe, words: &str) -> Attachment {
    let position = game.position();
    let taken = position.captures_words(&|seat| name_at(game, seat));
    let last = format!("The last move: {}", position.last_ply_words());
    let told = [words.to_owned(), last].into_iter().chain(taken).chain(position.position_words());
    told_by(Drawing::Card(recipe), &told.collect::<Vec<_>>().join(" "))
}

/// A drawing as an attachment, with these words as its alt text.
fn told_by(drawing: Drawing, words: &str) -> Attachment {
    Attachment::Picture(Picture::plain(drawing, cut_by_sentence(&plain(words), MAX_ALT)))
}

/// A board as an attachment, with its alt text.
fn of_board(scene: Scene, alt: String) -> Attachment {
    Attachment::Picture(Picture::plain(Drawing::Board(scene), alt))
}

/// The picture of a seat's own army while the players arrange their men unseen, for the private
/// chat with that player alone; the man on `focus` is chosen, if one is.
pub(super) fn own_picture(
    world: &dyn World,
    game: &Game,
    seat: Seat,
    words: &str,
    focus: Option<Spot>,
) -> Option<Attachment> {
    let shown = shown_seats(world, game);
    let (_, lines) = game.position().own_scene(&caption(game, seat, shown.clone()), seat)?;
    let recipe = BoardRecipe::of_own(game, seat, shown)?.with_focus(focus);
    let plain = plain(words);
    let said = plain.len();
    let alt = std::iter::once(plain).chain(lines).collect::<Vec<_>>().join(" ");
    let picture = Picture::plain(Drawing::OfGame(recipe), cut_by_sentence(&alt, MAX_ALT));
    Some(Attachment::Picture(Picture { said, ..picture }))
}

/// Returns what the panel says of the seats.
pub(super) fn shown_seats(world: &dyn World, game: &Game) -> ShownSeats {
    let names = seats(game).map(|seat| panel_name(world, game, seat)).collect();
    ShownSeats { names, times: times(world, game) }
}

/// The time that each seat has left now, or had at the end of a game in which somebody has run out of it. Empty
/// without clocks, and after any other end; also if the state cannot be read, since a board without it is better
/// than none.
fn times(world: &dyn World, game: &Game) -> BySeat<Option<SideTime>> {
    let Some(whole) = game.clocks().control().start().filter(|_| !game.is_offered()) else {
        return Vec::new();
    };
    let Ok(lefts) = lefts(world, game) else { return Vec::new() };
    if !game.is_running() && !lefts.contains(&0) {
        return Vec::new();
    }
    let active = game.position().active();
    let time = |(seat, left): (Seat, Millis)| {
        let has_clock = !is_bot(game, seat) && (active.contains(seat) || left == 0);
        let part = left.saturating_mul(1_000) / whole.max(1);
        let part = u16::try_from(part.clamp(0, 1_000)).unwrap_or_default();
        has_clock.then(|| SideTime { part, text: text::clock_time(left) })
    };
    seats(game).zip(lefts).map(time).collect()
}

/// Returns what the panel beside the board says.
fn caption(game: &Game, facing: Seat, ShownSeats { names, times }: ShownSeats) -> Caption {
    Caption {
        facing,
        names,
        outcome: game.outcome(),
        number: Some(game.no().0),
        look: game.terms().look.clone(),
        times,
    }
}

/// The alt text of a picture: the first two lines of the message without their markup, then the
/// position, cut at the end of a sentence.
pub(super) fn alt(game: &Game, words: &str, shown: &ShownSeats) -> String {
    let mut alt = head(game, words);
    let position = game.position();
    let name = |seat: Seat| name_at(game, seat);
    let taken = position.captures_words(&|seat| unmarked(&name(seat)));
    let ply = position.n_standing();
    let moment = (ply > 0).then(|| format!("Move {ply}."));
    let counts = moment.into_iter().chain(final_clocks(game, shown)).chain(taken);
    for line in status(game).into_iter().chain(counts).chain(position.position_words()) {
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

/// The beginning of an alt text: what the words of its message say.
fn head(game: &Game, words: &str) -> String {
    let plain = plain(words);
    let head: Vec<String> =
        plain.lines().take(2).map(|line| without_mentions(game, line)).collect();
    head.join(" ").trim().to_owned()
}

/// The clocks that stand for good, as a picture shows them: of everybody once the game is over, before that of
/// whoever has run out of time.
fn final_clocks(game: &Game, shown: &ShownSeats) -> Option<String> {
    let has_run_out = |seat: Seat| game.clocks().of(seat).is_some_and(|clock| clock.left() == 0);
    let is_final = |seat: Seat| !game.is_running() || has_run_out(seat);
    let times = shown.times.iter().zip(seats(game)).filter_map(|(time, seat)| {
        let time = time.as_ref().filter(|_| is_final(seat))?;
        Some((isolated(&unmarked(&name_at(game, seat))), time.text.clone()))
    });
    let clocks: Vec<(String, String)> = times.collect();
    (!clocks.is_empty()).then(|| text::clocks_at_end(&clocks))
}

/// The number of a running game, its name, and who is to move: `#13 …, White (eve) to move.`
/// `None` if the game is not running.
pub(super) fn status(game: &Game) -> Option<String> {
    if game.is_running() && game.position().arranging().is_some() {
        return Some(format!("{} {}: men are being arranged.", game.no(), name_of(game)));
    }
    let seat = game.position().to_move();
    game.is_running().then(|| {
        format!(
            "{} {}, {} ({}) to move{}.",
            game.no(),
            name_of(game),
            game.position().seat_name(seat),
            plain_occupant(game.seats(), game.occupant(seat)),
            game.position().state_words().map(|words| format!("; {words}")).unwrap_or_default(),
        )
    })
}

/// A text without markup, and with plain words for what each platform shows in its own way.
fn plain(words: &str) -> String {
    unmarked(&without_insets(words))
}

/// The first line of a text: what happened, without what to type.
pub(super) fn first_line(words: &str) -> &str {
    words.lines().next().unwrap_or_default()
}

/// The line with names in place of mentions.
fn without_mentions(game: &Game, line: &str) -> String {
    game.people().fold(line.to_owned(), |line, (_, person)| {
        line.replace(&mention(person), &plain_person(game.seats(), person))
    })
}

/// A text of at most `most` characters: cut after its last whole sentence, if it is longer.
fn cut_by_sentence(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most).collect();
    let end = cut.rfind(". ").map_or(cut.len(), |at| at + 1);
    cut[..end].to_owned()
}

/// The picture of a start position, to go with the rules of its game.
pub(super) fn start_picture(position: &dyn AnyPosition, words: &str) -> Attachment {
    let names = (0..position.n_seats())
        .filter_map(Seat::from_index)
        .map(|seat| position.seat_name(seat).to_owned())
        .collect();
    let caption = Caption {
        facing: Seat::FIRST,
        names,
        outcome: None,
        number: None,
        look: String::new(),
        times: Vec::new(),
    };
    let first = unmarked(first_line(words));
    let alt = format!("{first} The start: {}", position.position_words().join(" "));
    of_board(position.scene(&caption, Highlight::Plies(0)), alt)
}

/// The picture of a board that shows what the rules of a game say about a topic.
pub(super) fn lesson_picture(kind: GameKind, lesson: Diagram) -> Attachment {
    let Diagram { board, headline, note, alt } = lesson;
    let panel = Panel { headline: headline.to_owned(), note: note.to_owned(), ..Panel::default() };
    of_board(Scene { face: face(kind), ..Scene::of(board, panel) }, alt)
}
