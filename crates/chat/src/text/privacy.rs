//! Sentences about personal data, and about whoever keeps them.

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
        format!("`{prefix}privacy export` gives you all of it as a file. To have it deleted, write to {ways}."),
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
pub fn export_in_private() -> String {
    "What I keep of you is nobody else's affair: I hand it over in our private chat only."
        .to_owned()
}
