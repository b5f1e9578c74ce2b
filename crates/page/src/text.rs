//! The sentences that only the page needs; the answers of the bot come from the host.

use games::GameKind;
use store::{SignedOut, SignedOutBy};
use table::{MAX_MESSAGE, Millis};
use time::OffsetDateTime;

use super::{
    markup::{self, Span},
    sessions::MAX_OF_PERSON,
    wire::{GameCard, Greeting, Start},
};

/// The game that is played when somebody challenges without naming one.
const DEFAULT_GAME: GameKind = GameKind::ALL[0];

/// The text of the seal of the dice before somebody opens it.
pub(super) const FAIR_DICE: &str = "fair dice \u{2713}";

/// The same for the seal of a set-up.
pub(super) const SEALED_SET_UP: &str = "sealed set-up \u{2713}";

/// Returns what the bot says to someone new, and what to tap.
pub(super) fn greeting() -> Greeting {
    let text = "Welcome. I host board games in this chat: tap or type moves, and I keep the board. \
                Pick a game to play me at once.";
    let (title, key) = (DEFAULT_GAME.title(), DEFAULT_GAME.key());
    let start = |label: &str, text: &str| Start { label: label.into(), text: text.into() };
    Greeting {
        text: spans(text),
        games: GameKind::ALL.map(card).into(),
        starts: vec![
            start("play the bot", "challenge bot"),
            start("play someone here", "challenge someone"),
            start(&format!("how does {title} work?"), &format!("rules {key}")),
        ],
    }
}

/// The card of a game, with the line that starts it, but for how strong the bot is.
fn card(kind: GameKind) -> GameCard {
    let key = kind.key();
    GameCard {
        title: kind.title().into(),
        line: spans(games::introduction(kind)),
        picture: format!("/cover/{key}.png"),
        play: match kind {
            DEFAULT_GAME => "challenge bot".into(),
            _ => format!("challenge bot {key}"),
        },
        rules: format!("rules {key}"),
    }
}

/// Marked text that mentions nobody, taken apart.
pub(super) fn spans(text: &str) -> Vec<Span> {
    markup::spans(text, |id| id.key().to_owned())
}

/// For a name that belongs to another browser.
pub(super) fn taken(name: &str) -> String {
    format!("{name} is somebody else's name: it belongs to the browser that took it first.")
}

/// For a name that can be mistaken for another browser's.
pub(super) fn looks_like(name: &str, other: &str) -> String {
    format!("{name} looks like {other}, and that is somebody else here. Please take another name.")
}

/// For a line that could not be kept. The page sends it again by itself, but the bot has it already.
pub(super) const LINE_FAILED: &str = "This line could not be kept just now. That is tried again \
    every few seconds; whether it took effect, the answer to it says.";

/// For a message that came while the disk took nothing: the bot does not have it.
pub(super) const NO_ROOM: &str = "The disk on which I keep the games takes nothing just now. \
    Nothing was changed; please send it again in a while.";

/// For a name that could not be kept.
pub(super) const NAME_FAILED: &str =
    "Something went wrong on my side, and the name could not be kept. Please try again in a while.";

/// For a name that came while the disk took nothing.
pub(super) const NAME_NO_ROOM: &str = "The disk on which I keep the games and the names takes \
    nothing just now, so the name could not be kept. Please try again in a while.";

/// For everybody, once the host has stopped.
pub(super) const STOPPED: &str = "Martian Cake has stopped, because something is wrong with the \
    disk or the file on which it keeps the games. Whoever runs it finds in its log what to do.";

/// For a guest who says something.
pub(super) const NAME_FIRST: &str = "Take a name first, then send it again.";

/// For a message without text.
pub(super) const EMPTY: &str = "There is nothing in this message.";

/// For a message that is too long.
pub(super) fn too_long(characters: usize) -> String {
    format!(
        "This message has {characters} characters; {MAX_MESSAGE} is the most. Please send it in \
         parts."
    )
}

/// For a record behind `verify` that is too long for a message.
pub(super) fn record_too_long(kib: usize) -> String {
    format!(
        "This record is longer than the {kib} KiB that fit into a message. Save it as a file and run \
         `martian-cake verify FILE`."
    )
}

/// For a message whose id, salt or secret is not of the form that the page's script makes.
pub(super) const MALFORMED: &str = "This message is not in the form that this page sends.";

/// For a code that no device shows.
pub(super) const CODE_UNKNOWN: &str = "No device of yours shows this code now. A code works once, \
    and for five minutes. Tap \u{201c}Use another device\u{201d} there, and type the new one here.";

/// For a code after too many others.
pub(super) const TOO_MANY_CODES: &str = "Too many codes were typed here, so this one was not looked \
    at. Wait a minute, then type the code again.";

/// For a page that waits, when its code was replaced.
pub(super) const CODE_REPLACED: &str =
    "Your other device shows a new code by now. Type that one here.";

/// For a page that waited, when the person has said no.
pub(super) const DEVICE_REFUSED: &str = "The other device said no, so nothing has changed here. If \
    you are that person, take a new code there.";

/// For the person who has said no.
pub(super) const DEVICE_SENT_AWAY: &str =
    "You said no: that device is not you, and the code is used up.";

/// For the person who has said yes.
pub(super) const DEVICE_ADMITTED: &str =
    "Done. The other device is you now, and it stays so; this one too.";

/// For a browser that has been signed out.
pub(super) fn signed_out(SignedOut { by, at }: SignedOut) -> String {
    let by = match by {
        SignedOutBy::Admitter => "the browser that let this one in",
        SignedOutBy::First => "the browser that took your name first",
        SignedOutBy::Other => "another browser of yours",
    };
    format!(
        "You have been signed out here by {by}{}. To come back, take a code there with \u{201c}Use \
         another device\u{201d}.",
        on(at)
    )
}

/// An instant behind what happened then, `, on 28 November 2026 at 14:05 UTC`; nothing for one that has no date.
fn on(at: Millis) -> String {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)) else {
        return String::new();
    };
    let (day, month, year, hour, minute) =
        (at.day(), at.month(), at.year(), at.hour(), at.minute());
    format!(", on {day} {month} {year} at {hour:02}:{minute:02} UTC")
}

/// For the person who has signed them out.
pub(super) const OTHERS_SIGNED_OUT: &str =
    "Done. You are yourself in this browser alone; every other one is out.";

/// For the person who has signed out all but those that have let this browser in.
pub(super) const LATER_SIGNED_OUT: &str = "Done. You are yourself in this browser and in those that let \
    it in, which it cannot sign out: the first one can. Every other one is out.";

/// For the person who lets one more browser in than there may be.
pub(super) const TOO_MANY_DEVICES: &str = "You are yourself in too many browsers, so this one was not let \
    in. Sign others out first: \u{201c}Sign out everywhere else\u{201d}.";

/// For a person who says yes to nobody.
pub(super) const NOBODY_WAITS: &str = "No device waits for your yes any more: it has gone, or five \
    minutes are over. Take a new code and type it there.";

/// For both, when the other device could not be kept.
pub(super) const DEVICE_FAILED: &str = "Something went wrong on my side, and nothing has changed. \
    Please take a new code in a while.";

/// For a person who opens the page once more than is allowed.
pub(super) fn too_many_pages(name: &str) -> String {
    format!(
        "{name} has this page open {MAX_OF_PERSON} times already. Close one of them, then come in here."
    )
}

/// For a page that made room for another one. It is the reason for which its socket is closed, so it has at most
/// 123 bytes.
pub(super) const GAVE_WAY: &str = "Too many pages are open, so this one, silent for longest, made \
    room. Tap or type here to come back.";

/// For a page that connects when everybody plays on those that are open.
pub(super) const FULL: &str = "Too many pages are open here, and people play on all of them. Please come again in a few \
    minutes.\n";

/// For a request that waits when the program ends.
pub(super) const ENDING: &str = "Martian Cake is ending here. Please come again in a while.\n";

/// For a picture's address that cannot be read.
pub(super) const PICTURE_ADDRESS: &str = "A picture is /picture/12.png (.gif if it moves), with ?width= 300, 400, 450, 560, 600, 840, 900, 960, 1200, 1800 or 2400, and side= 1 to 6.\n";
