//! Translates rows of the store into what the page shows.

use chat::Action;
use games::GameKind;
use store::{GameRow, GameState, PageLine, PageRow, SeatRow};
use table::{OfferTerms, PersonId, PlaceId, without_piles};

use super::{
    drawn::Drawn,
    markup,
    names::{self, MAX_TYPED_NAME, Name},
    page_place::PagePlace,
    wire::{Author, GameView, LineView, PictureView},
};

/// How many people one message may mention; the names of more are plain words. Words behind an `@`
/// that are no names count as well, since it takes work to find that out.
const MAX_MENTIONED: usize = 10;

/// The row of a line that has just been kept, as the store would return it.
pub(super) fn row(id: u64, line: &PageLine) -> PageRow {
    PageRow {
        id,
        place: line.place.clone(),
        author: line.author.clone(),
        only: line.only.clone(),
        reply_to: line.reply_to.clone(),
        text: line.text.clone(),
        ping: line.ping.clone(),
        alt: line.picture.as_ref().map(|picture| picture.alt.clone()),
        game: line.game,
        actions: line.actions.clone(),
        at: line.at,
        client: line.client.clone(),
    }
}

/// The one person who sees a line; `None` if everybody does.
pub(super) fn owner(row: &PageRow) -> Option<PersonId> {
    owner_of(&row.place, row.only.as_ref())
}

/// The one person who sees what is said in a place, to one person `only` or to everyone there;
/// `None` if everybody does.
pub(super) fn owner_of(place: &PlaceId, only: Option<&PersonId>) -> Option<PersonId> {
    match only {
        Some(person) => Some(person.clone()),
        None => place.owner(),
    }
}

/// Returns which place of the page a place is.
fn page_place(place: &PlaceId) -> PagePlace {
    if *place == names::channel() { PagePlace::Channel } else { PagePlace::Private }
}

/// The id that the author's browser gave a line.
pub(super) fn client_id(row: &PageRow) -> Option<&str> {
    row.author.as_ref()?;
    row.client.as_deref()?.rsplit_once('/').map(|(_, id)| id)
}

/// The client id that the store keeps of a browser's message. It names the person too, so no
/// browser can use up another person's ids.
pub(super) fn client_key(person: &PersonId, id: &str) -> String {
    format!("{}/{id}", person.key())
}

/// A row as the page of `viewer` shows it. The caller finds out which line it answers.
pub(super) fn line(
    row: &PageRow,
    drawn: Option<&Drawn>,
    viewer: Option<&PersonId>,
    answers: Option<u64>,
    name_of: &dyn Fn(&PersonId) -> String,
) -> LineView {
    let author = row.author.as_ref();
    let mine = author.is_some_and(|author| Some(&author.id) == viewer);
    LineView {
        id: row.id,
        place: page_place(&row.place),
        author: author.map(|a| Author { id: a.id.clone(), name: without_piles(&a.name) }),
        text: match author {
            Some(_) => markup::plain(&row.text),
            None => markup::spans(&row.text, name_of),
        },
        only: row.only.is_some() && page_place(&row.place) == PagePlace::Channel,
        answers: answers.filter(|&line| line != row.id),
        ping: row.ping.clone(),
        picture: drawn.map(|drawn| picture(row, drawn)),
        game: row.game.map(|no| no.0),
        chips: row.actions.clone(),
        // What a line of before offered may not hold any more; whoever wants to know asks anew.
        actions: match row.game {
            Some(_) => Vec::new(),
            None => row.actions.iter().map(|line| Action::command(line)).collect(),
        },
        at: row.at,
        client: if mine { client_id(row).map(str::to_owned) } else { None },
    }
}

/// The picture of a row, which shows this.
pub(super) fn picture(row: &PageRow, drawn: &Drawn) -> PictureView {
    let side = drawn.side().map(|seat| format!("&side={}", seat + 1)).unwrap_or_default();
    PictureView {
        shows: drawn.shown,
        // The time tells the picture apart from that of a line of another database, which the
        // browser may have in its cache.
        src: format!("/picture/{}.{}?v={}{side}", row.id, drawn.subject.ending(), row.at),
        alt: row.alt.clone().unwrap_or_default(),
        is_chosen: drawn.theme.is_some(),
        click_map: drawn.click_map(),
    }
}

/// The one seat of a person in a game, from 0; `None` for who has none or several.
pub(super) fn seat_of(game: &GameRow, person: &PersonId) -> Option<u8> {
    let is_theirs = |seat: &SeatRow| matches!(seat, SeatRow::Person(id) if id == person);
    let mut theirs = (0..).zip(&game.seats).filter(|(_, seat)| is_theirs(seat));
    theirs.next().filter(|_| theirs.next().is_none()).map(|(seat, _)| seat)
}

/// Returns `true` if this person sits or is asked to sit in a game.
pub(super) fn concerns(game: &GameRow, person: &PersonId) -> bool {
    game.seats.iter().any(|seat| seat.person() == Some(person))
}

/// The games of a person for their tabs and their list: those that wait for the person first.
pub(super) fn games(
    rows: &[GameRow],
    person: &PersonId,
    name_of: &dyn Fn(&PersonId) -> String,
) -> Vec<GameView> {
    let mut games: Vec<GameView> = rows
        .iter()
        .filter(|game| game.state != GameState::Over)
        .map(|game| GameView {
            no: game.no.0,
            kind: game.kind.clone(),
            title: GameKind::from_key(&game.kind)
                .map_or_else(|| game.kind.clone(), |kind| kind.title().to_owned()),
            with: others(game, person, name_of),
            waiting: waits_for(game, person),
            of_event: serde_json::from_str::<OfferTerms>(&game.terms)
                .is_ok_and(|terms| terms.event.is_some()),
            place: place_for(&game.place, person),
        })
        .collect();
    games.sort_by_key(|game| !game.waiting);
    games
}

/// Returns `true` if a game waits for this person: a running one for whoever is to move, an offer for those who
/// are asked.
fn waits_for(game: &GameRow, person: &PersonId) -> bool {
    match game.state {
        GameState::Running => {
            let seat = game.to_move.and_then(|seat| game.seats.get(usize::from(seat)));
            seat.and_then(SeatRow::person) == Some(person)
        }
        GameState::Offered => {
            game.seats.iter().any(|seat| matches!(seat, SeatRow::Asked(id) if id == person))
        }
        GameState::Over => false,
    }
}

/// Returns who else plays, for the list: `ben`, `bot level 2`, `offer · anyone`.
fn others(game: &GameRow, person: &PersonId, name_of: &dyn Fn(&PersonId) -> String) -> String {
    let names: Vec<String> = game
        .seats
        .iter()
        .filter_map(|seat| match seat {
            SeatRow::Person(id) | SeatRow::Asked(id) if id == person => None,
            SeatRow::Person(id) | SeatRow::Asked(id) => Some(name_of(id)),
            SeatRow::Bot(level) => Some(format!("bot level {level}")),
            SeatRow::Open => Some("anyone".to_owned()),
        })
        .collect();
    let names = names.join(", ");
    match game.state {
        GameState::Offered => format!("offer · {names}"),
        GameState::Running | GameState::Over => names,
    }
}

/// Returns which place of the page a place is to a person; `None` if the person cannot see it.
pub(super) fn place_for(place: &PlaceId, person: &PersonId) -> Option<PagePlace> {
    if *place == names::channel() {
        Some(PagePlace::Channel)
    } else if *place == names::private(person) {
        Some(PagePlace::Private)
    } else {
        None
    }
}

/// The names that stand in a text as `@name`, in their order and each once, as earlier versions
/// spelled it and as it is spelled now: exactly what is typed comes first. Only the first
/// [`MAX_MENTIONED`] different words are looked at, so that no message makes much work.
pub(super) fn at_names(text: &str) -> Vec<Vec<Name>> {
    let mut names: Vec<Vec<Name>> = Vec::new();
    for word in at_words(text) {
        let spellings = [Name::of_before(word), Name::parse(word).ok()];
        let spellings: Vec<Name> = spellings.into_iter().flatten().collect();
        let Some(first) = spellings.first() else { continue };
        if names.iter().flatten().all(|name| name.key() != first.key()) {
            names.push(spellings);
        }
    }
    names
}

/// The first [`MAX_MENTIONED`] different words behind an `@` that are short enough to be names.
fn at_words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split(char::is_whitespace) {
        let word = word.trim_start_matches(['(', '"', '\'', ',']).strip_prefix('@');
        let word = word.map(|word| word.trim_end_matches(|c: char| c.is_ascii_punctuation()));
        let Some(word) = word.filter(|word| !word.is_empty()) else { continue };
        let is_short = word.chars().nth(MAX_TYPED_NAME).is_none();
        if is_short && !words.contains(&word) {
            words.push(word);
        }
        if words.len() == MAX_MENTIONED {
            break;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_names_in_a_text() {
        let found: Vec<String> = at_names("challenge @Ann, (@ben) x@y @bot @ @o'brien.")
            .iter()
            .map(|spellings| spellings[0].key().to_owned())
            .collect();
        assert_eq!(found, ["ann", "ben", "bot", "o'brien"]);
        let of_one = &at_names("@𝐚𝐧𝐧")[0];
        assert_eq!(of_one.iter().map(Name::key).collect::<Vec<_>>(), ["𝐚𝐧𝐧", "ann"]);
    }

    #[test]
    fn a_message_mentions_ten_at_most() {
        let text: Vec<String> = (0..400).map(|n| format!("@p{}", n / 3)).collect();
        let found = at_names(&text.join(" "));
        let keys: Vec<&str> = found.iter().map(|spellings| spellings[0].key()).collect();
        assert_eq!(keys, ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]);
    }

    #[test]
    fn words_that_are_no_names_count_and_repeated_ones_do_not() {
        assert_eq!(at_words(&"@ann @bot, ".repeat(400)), ["ann", "bot"]);
        let no_names: Vec<String> = (0..400).map(|n| format!("@#{n}")).collect();
        let text = format!("{} @ann", no_names.join(" "));
        assert_eq!(at_words(&text).len(), MAX_MENTIONED);
        assert_eq!(at_names(&text), Vec::<Vec<Name>>::new());
        assert_eq!(at_words(&format!("@{} @ann", "x".repeat(2_000))), ["ann"]);
    }

    #[test]
    fn a_private_place_has_one_owner() {
        let ann = names::person_id("ann");
        assert_eq!(owner_of(&names::private(&ann), None), Some(ann.clone()));
        assert_eq!(owner_of(&names::channel(), None), None);
        assert_eq!(owner_of(&names::channel(), Some(&ann)), Some(ann));
    }
}
