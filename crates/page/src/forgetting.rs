//! Somebody is forgotten while pages are open.

use table::{Person, PersonId};

use super::{chat_room::ChatRoom, history, markup, wire::ToPage};

/// Ends the pages of somebody who is forgotten with these words, and shows all others no more than what is left.
pub(super) fn forget(room: &ChatRoom, who: &PersonId, farewell: &str) {
    // It is shown as plain text.
    let words = markup::spans(farewell, |id| id.key().to_owned());
    let why = words.into_iter().map(|span| span.text).collect();
    room.drop_person(who, &ToPage::Out { why });
    room.send_to_guests(&history::lines(room, None, None));
    for (id, name) in room.present() {
        let person = Person { id, name };
        room.send_to_person(&person.id, &history::lines(room, Some(&person), None));
        room.send_to_person(&person.id, &room.games_of(&person.id));
    }
}
