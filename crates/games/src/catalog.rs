//! Questions to any game by its kind, without its types. This is the one place that leads from a [`GameKind`]
//! to the rules of that game.

use std::ops::RangeInclusive;

use scene::{Piece, SpriteSource, Theme};

use super::{
    Diagram, GameKind, OptionLine, OptionsError, Outcome, Present, Reason, Rules, Seat,
    outcome::read_result,
};

/// Calls generic code with the position type of a [`GameKind`]: `with_game!(kind, G => expr)`.
///
/// This is the one place that maps a kind to its rules.
///
/// ```
/// use martian_cake_games::{GameKind, Rules};
/// use martian_cake_games::with_game;
///
/// fn start_text<G: Rules>() -> String {
///     G::start(&G::Options::default()).to_string()
/// }
///
/// for kind in GameKind::ALL {
///     assert!(!with_game!(kind, G => start_text::<G>()).is_empty());
/// }
/// ```
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::GameKind::Lyra => {
                type $game = $crate::lyra::Position;
                $body
            }
            $crate::GameKind::Martian => {
                type $game = $crate::martian::Position;
                $body
            }
            $crate::GameKind::Mix => {
                type $game = $crate::mix::Position;
                $body
            }
            $crate::GameKind::Cyvasse => {
                type $game = $crate::cyvasse::Position;
                $body
            }
        }
    };
}

/// A game in one clause for somebody new, its name in bold and without a full stop.
#[must_use]
pub fn introduction(kind: GameKind) -> &'static str {
    with_game!(kind, G => <G as Present>::INTRODUCTION)
}

/// The rules of a game in short: all of them if the topic is empty, otherwise those about one topic;
/// `None` if the game does not know the topic.
#[must_use]
pub fn rules_words(kind: GameKind, topic: &str) -> Option<String> {
    with_game!(kind, G => <G as Present>::rules_words(topic))
}

/// The topics that [`rules_words`] knows and shows a diagram of.
pub fn rules_topics(kind: GameKind) -> impl Iterator<Item = &'static str> {
    let lessons = with_game!(kind, G => <G as Present>::LESSONS);
    lessons.iter().filter_map(|lesson| lesson.topics.first().copied())
}

/// The diagram that goes with [`rules_words`] about this topic; `None` if words are enough.
#[must_use]
pub fn rules_diagram(kind: GameKind, topic: &str) -> Option<Diagram> {
    with_game!(kind, G => <G as Present>::rules_diagram(topic))
}

/// The theme of a game's pictures where nobody has chosen one.
#[must_use]
pub fn face(kind: GameKind) -> Theme {
    with_game!(kind, G => <G as Present>::FACE)
}

/// The version of a game's rules page, for records and the store.
#[must_use]
pub fn rules_version(kind: GameKind) -> u32 {
    with_game!(kind, G => <G as Rules>::VERSION)
}

/// The options of a game, and the words that each stand for a whole option.
#[must_use]
pub fn option_words(kind: GameKind) -> (&'static [OptionLine], &'static [&'static str]) {
    with_game!(kind, G => (<G as Rules>::OPTION_LINES, <G as Rules>::OPTION_WORDS))
}

/// Returns what a game is called under these options: its own name, or that of a variation. Its own name also
/// if the options text cannot be read.
#[must_use]
pub fn title(kind: GameKind, options: &str) -> &'static str {
    with_game!(kind, G => {
        let options = options.parse::<<G as Rules>::Options>();
        options.map_or_else(|_| kind.title(), |options| <G as Rules>::title(&options))
    })
}

/// The short option that makes a game the variation after which it is called under these options; `None` if it goes by
/// its own name.
#[must_use]
pub fn variation(kind: GameKind, options: &str) -> Option<&'static str> {
    let name = title(kind, options);
    let spells = |word: &&str| name.replace(' ', "").eq_ignore_ascii_case(word);
    let (_, short) = option_words(kind);
    short.iter().copied().find(spells).filter(|_| name != kind.title())
}

/// The key of the family of options that has ratings of its own, to which this options text belongs;
/// `None` for the family of all others, and if the text cannot be read.
#[must_use]
pub fn family(kind: GameKind, options: &str) -> Option<&'static str> {
    with_game!(kind, G => {
        let options = options.parse::<<G as Rules>::Options>().ok()?;
        <G as Rules>::family(&options)
    })
}

/// The families of options that have ratings of their own, beside that of all others: the key of each,
/// and what a game of it is called.
#[must_use]
pub fn families(kind: GameKind) -> &'static [(&'static str, &'static str)] {
    with_game!(kind, G => <G as Rules>::FAMILIES)
}

/// The numbers of seats with which a game can be played.
///
/// ```
/// use martian_cake_games::{GameKind, Seat, seats};
///
/// for kind in GameKind::ALL {
///     assert!(*seats(kind).start() >= 2 && *seats(kind).end() <= Seat::MAX);
/// }
/// ```
#[must_use]
pub fn seats(kind: GameKind) -> RangeInclusive<u8> {
    with_game!(kind, G => <G as Rules>::SEATS)
}

/// The names of the seats of a game of `n` seats without options; none if it cannot be played by so many.
#[must_use]
pub fn seat_names(kind: GameKind, n: u8) -> Vec<&'static str> {
    with_game!(kind, G => {
        let options = <G as Rules>::with_seats(<G as Rules>::Options::default(), n);
        let start = options.map(|options| <G as Rules>::start(&options));
        let seats = (0..n).filter_map(Seat::from_index);
        start.map_or_else(Vec::new, |start| seats.map(|seat| start.seat_name(seat)).collect())
    })
}

/// The canonical form of an options text that somebody typed, for a game of `n` seats. Options at
/// their default are left out.
///
/// # Errors
/// [`OptionsError`] names what is allowed.
///
/// ```
/// use martian_cake_games::{GameKind, canonical_options};
///
/// let kind = GameKind::ALL[0];
/// assert_eq!(canonical_options(kind, "", 2).as_deref(), Ok(""));
/// assert!(canonical_options(kind, "no_such_option=on", 2).is_err());
/// ```
pub fn canonical_options(kind: GameKind, text: &str, n: u8) -> Result<String, OptionsError> {
    with_game!(kind, G => {
        let options = text.parse::<<G as Rules>::Options>()?;
        match <G as Rules>::with_seats(options, n) {
            Some(options) => Ok(options.to_string()),
            None => Err(OptionsError(format!("{} cannot be played by {n}", kind.title()))),
        }
    })
}

/// The canonical options text without the option that only says how many play; the text as it is
/// if it cannot be read.
#[must_use]
pub fn options_for_any_seats(kind: GameKind, text: &str) -> String {
    with_game!(kind, G => {
        let options = text.parse::<<G as Rules>::Options>().ok();
        let fewest = *<G as Rules>::SEATS.start();
        let bare = options.and_then(|options| <G as Rules>::with_seats(options, fewest));
        bare.map_or_else(|| text.to_owned(), |bare| bare.to_string())
    })
}

/// Returns `true` if players of a game arrange their men themselves, under its default options.
#[must_use]
pub fn arranges(kind: GameKind) -> bool {
    with_game!(kind, G => <G as Rules>::arranging(&Default::default()).is_some())
}

/// The drawings of the pieces of all games, for the renderer.
pub fn sprites() -> impl Iterator<Item = SpriteSource> {
    let of_game = |kind| with_game!(kind, G => <G as Present>::SPRITES);
    GameKind::ALL.into_iter().flat_map(of_game).copied()
}

/// Every piece that the pictures of all games show, with each fill that it has in them.
///
/// ```
/// let pieces = martian_cake_games::pieces();
/// let names: std::collections::BTreeSet<String> =
///     pieces.iter().map(|piece| piece.picture_name()).collect();
/// assert_eq!(names.len(), pieces.len());
/// ```
#[must_use]
pub fn pieces() -> Vec<Piece> {
    let of_game = |kind| with_game!(kind, G => <G as Present>::pieces());
    GameKind::ALL.into_iter().flat_map(of_game).collect()
}

/// The display options of a game; they change no rule.
#[must_use]
pub fn look_lines(kind: GameKind) -> &'static [OptionLine] {
    with_game!(kind, G => <G as Present>::LOOK_LINES)
}

/// The canonical text of display options: without the defaults, in the order of [`look_lines`].
///
/// # Errors
/// [`OptionsError`] names what is allowed.
pub fn canonical_look(kind: GameKind, text: &str) -> Result<String, OptionsError> {
    let parts: Vec<&str> = text.split(',').filter(|part| !part.is_empty()).collect();
    let mut chosen = Vec::new();
    for line in look_lines(kind) {
        let values =
            || parts.iter().filter_map(|part| part.strip_prefix(line.key)?.strip_prefix('='));
        let Some(value) = values().next() else { continue };
        if values().count() > 1 {
            return Err(OptionsError(format!("`{}` stands twice", line.key)));
        }
        if !line.values.allow(value) {
            let allowed = line.values.to_string().replace('|', ", ");
            return Err(OptionsError(format!("`{}` can be {allowed}", line.key)));
        }
        if value != line.default {
            chosen.push(format!("{}={value}", line.key));
        }
    }
    Ok(chosen.join(","))
}

/// Returns `true` if a text has the form of a full move of this game, with from and to.
#[must_use]
pub fn is_full_move_text(kind: GameKind, text: &str) -> bool {
    with_game!(kind, G => <G as Present>::is_full_move_text(text))
}

/// Returns `true` if a text is a move of this game in the form of its canonical texts, whatever the position.
#[must_use]
pub fn is_move_text(kind: GameKind, text: &str) -> bool {
    with_game!(kind, G => text.parse::<<G as Rules>::Move>().is_ok())
}

/// The ends that only this game's rules know.
fn ends(kind: GameKind) -> &'static [Reason] {
    with_game!(kind, G => <G as Rules>::ENDS)
}

/// Reads a result line of any game, as [`result_text`](super::result_text) writes it; `None` if the
/// text is not one. `Some(None)` stands for `ongoing`.
///
/// ```
/// use martian_cake_games::{Outcome, Reason, parse_result};
///
/// assert_eq!(parse_result("draw agreement"), Some(Some(Outcome::Draw(Reason::Agreement))));
/// assert_eq!(parse_result("ongoing"), Some(None));
/// assert_eq!(parse_result("win 01 time"), None);
/// ```
#[must_use]
pub fn parse_result(text: &str) -> Option<Option<Outcome>> {
    read_result(text, GameKind::ALL.into_iter().flat_map(ends).copied())
}
