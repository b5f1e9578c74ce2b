//! The events of the page as its scripts get them.

use chat::{Action, EventEntry, EventTable, EventView, OwnGame};
use serde::Serialize;
use table::EditionNo;

use super::markup::{self, Span};

/// An event in the list on Home.
#[derive(Debug, Serialize)]
pub(super) struct EventItem {
    no: EditionNo,
    name: String,
    /// Its stage, in spans.
    stage: Vec<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    over: bool,
    games: Vec<OwnGame>,
    actions: Vec<Action>,
}

/// All about an event.
#[derive(Debug, Serialize)]
pub(super) struct EventPanel {
    #[serde(flatten)]
    item: EventItem,
    terms: String,
    /// The actions of its manager; `None` for everybody else.
    tools: Option<Vec<Action>>,
    #[serde(flatten)]
    table: EventTable,
}

impl From<EventEntry> for EventItem {
    fn from(entry: EventEntry) -> Self {
        let EventEntry { no, name, stage, note, is_over, games, actions } = entry;
        // No words about an event mention anybody.
        let stage = markup::spans(&stage, |_| String::new());
        Self { no, name, stage, note, over: is_over, games, actions }
    }
}

impl From<EventView> for EventPanel {
    fn from(EventView { entry, terms, tools, table }: EventView) -> Self {
        Self { item: entry.into(), terms, tools, table }
    }
}
