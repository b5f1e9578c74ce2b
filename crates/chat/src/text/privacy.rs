//! Sentences about personal data, and about whoever keeps them.

use table::Millis;

use super::phrases::dated;
use crate::operator::Operator;

/// Returns what is kept of somebody, why and how long, and who runs this: at most eight lines.
#[must_use]
pub fn privacy(operator: &Operator, is_on_page: bool, prefix: &str) -> String {
    let lines = if is_on_page {
        "The page also keeps the last 5,000 lines of each place."
    } else {
        "The text of your messages is not kept, but for moves and what you ask me to keep."
    };
    let ways = operator.contact.as_deref().unwrap_or("whoever runs me");
    let mut told = vec![
        format!(
            "**What I keep of you**: the id and the name by which I know you; your games with their moves, times and \
             results, your ratings and events; what you have chosen here, whom you block, what managers have decided. {lines}"
        ),
        "**Why**: so that games go on, can be checked and count. It serves nothing else, and nobody else gets it."
            .to_owned(),
        "**How long**: games, ratings and events for good, since they are your opponents' too; conditional moves \
         until the game is over; whom you have asked for a day."
            .to_owned(),
        format!("**Who runs me**: {}", who(operator)),
        format!(
            "`{prefix}privacy export` gives you all of it as a file, `{prefix}privacy forget` deletes it. Questions: {ways}."
        ),
    ];
    told.extend(papers(operator));
    told.join("\n")
}

/// Whoever runs the bot, as a sentence.
fn who(operator: &Operator) -> String {
    match (&operator.name, &operator.contact) {
        (Some(name), Some(contact)) => format!("{name}, {contact}."),
        (Some(one), None) | (None, Some(one)) => format!("{one}."),
        (None, None) => "they have not said who they are.".to_owned(),
    }
}

/// Where the papers of whoever runs the bot stand, as a line; `None` if there are none.
pub(super) fn papers(operator: &Operator) -> Option<String> {
    let links = [
        ("Privacy", &operator.privacy_url),
        ("Terms", &operator.terms_url),
        ("Help", &operator.support_url),
    ];
    let links = links.iter().filter_map(|(name, url)| Some(format!("{name}: <{}>", url.as_ref()?)));
    let links: Vec<String> = links.collect();
    (!links.is_empty()).then(|| links.join(" · "))
}

/// Hands somebody all that is kept of them.
#[must_use]
pub fn data_exported() -> String {
    "All that I keep of you, for your eyes alone. Nothing of it is a secret of anybody else."
        .to_owned()
}

/// Refuses to hand somebody's data out where others read.
#[must_use]
pub fn data_in_private() -> String {
    "What I keep of you is nobody else's affair: I speak of it in our private chat only.".to_owned()
}

/// The games, offers and events that somebody gives up who is forgotten, in words; empty if nothing of theirs is open.
#[must_use]
pub fn lost_by_forgetting(running: usize, offers: usize, events: usize) -> String {
    let counted = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let lost = [
        counted(running, "running game is resigned", "running games are resigned"),
        counted(offers, "offer is withdrawn or declined", "offers are withdrawn or declined"),
        counted(events, "event is left", "events are left"),
    ];
    lost.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Asks whether somebody wants to be forgotten. `lost` says what ends by it; `heir` manages the page then.
#[must_use]
pub fn forget_sure(lost: &str, heir: Option<&str>, prefix: &str) -> String {
    let mut lines = vec![
        "**This cannot be undone.** Your name, your id and all that is yours alone go at once. Your games stay with \
         your opponents, and you stand in them as *deleted player*, with the salts and rolls that prove the dice."
            .to_owned(),
    ];
    lines.extend((!lost.is_empty()).then(|| format!("What is open ends: {lost}.")));
    lines.extend(heir.map(|heir| format!("The page is managed by {heir} then.")));
    lines.push(
        "All that I remember is a mark that nobody can read, so that no backup brings you back. Bans hold on.".to_owned(),
    );
    lines.push(format!(
        "`{prefix}privacy export` first gives you what there is. `{prefix}privacy forget yes` within a minute does it."
    ));
    lines.join("\n")
}

/// The next manager of the page where nobody else has a name.
#[must_use]
pub const fn next_to_come() -> &'static str {
    "whoever takes a name next"
}

/// Somebody is forgotten; their last backup goes at an instant.
#[must_use]
pub fn forgotten(last_backup: Millis, is_on_page: bool, prefix: &str) -> String {
    let way_back = if is_on_page {
        "Taking the name again begins anew.".to_owned()
    } else {
        format!("`{prefix}privacy return` begins anew.")
    };
    format!(
        "You are forgotten. My own backups from before are gone by {}. {way_back} Farewell!",
        dated(last_backup)
    )
}

/// The last words on the page to somebody whom the bot's owner has forgotten.
#[must_use]
pub fn forgotten_by_owner() -> String {
    "Whoever runs this has deleted what was kept of you, as you have asked. Taking the name again begins anew.".to_owned()
}

/// Asks the owner whether somebody is to be forgotten; `line` confirms it.
#[must_use]
pub fn owner_forget_sure(name: &str, line: &str) -> String {
    format!(
        "Forget {name}? All that is kept of them goes, what they play is resigned, and nothing brings it back. Type \
         `{line}` within a minute."
    )
}

/// The owner has had somebody forgotten.
#[must_use]
pub fn owner_has_forgotten() -> String {
    "They are forgotten. Backups of your own, and files that were set aside, may still hold them: delete those too.".to_owned()
}

/// Nobody has forgotten whoever wants to come back.
#[must_use]
pub fn not_forgotten(prefix: &str) -> String {
    format!(
        "You are not forgotten, so there is nothing to come back from. `{prefix}privacy` says what I keep."
    )
}

/// Asks whether somebody who is forgotten wants to come back.
#[must_use]
pub fn return_sure(prefix: &str) -> String {
    format!(
        "You come back as a new person: what was forgotten stays forgotten, and rated games wait for 30 days. \
         `{prefix}privacy return yes` within a minute does it."
    )
}

/// Somebody who was forgotten is back.
#[must_use]
pub fn returned(prefix: &str) -> String {
    format!(
        "Welcome! You are new here; rated games begin in 30 days. `{prefix}challenge` begins any other."
    )
}

/// Answers whoever is forgotten, whatever they ask for.
#[must_use]
pub fn you_are_forgotten(prefix: &str) -> String {
    format!(
        "You have asked to be forgotten, so I keep nothing of you and you play no more. `{prefix}privacy return` brings \
         you back as a new person."
    )
}

/// Refuses to do something with somebody who is forgotten.
#[must_use]
pub fn plays_no_more() -> String {
    "That person plays no more.".to_owned()
}

/// Refuses rated games to somebody who has come back lately; `name` if it is not the author.
#[must_use]
pub fn rated_after_return(name: Option<&str>, from: Millis) -> String {
    let from = dated(from);
    match name {
        None => format!(
            "You are new here: rated games begin for you on {from}. A casual game can begin now."
        ),
        Some(name) => format!("{name} is new here and can play rated games from {from} on."),
    }
}
