//! What another writer has written meanwhile: the work is done afresh, from what stands by then.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
    mpsc::channel as results,
};

use store::{Batch, GameWrite};
use tracing::{
    Event, Level, Metadata, Subscriber,
    span::{Attributes, Id, Record},
};

use super::{
    begun, pair,
    prepared::{Prepared, line},
};
use crate::{HostEvent, MessageOutcome, state::rows::row_of};

/// Counts the lines of a log from warnings on.
struct Warnings(Arc<AtomicU32>);

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn event(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Returns what an offer is answered, and its end, while another writer has taken so many numbers since the loop has
/// counted them; and how many lines the log has of it.
async fn offered(taken: u32) -> (Vec<String>, Vec<MessageOutcome>, u32) {
    let prepared = Prepared::new();
    let game = |no| GameWrite { row: row_of(&begun(no), None), events: Vec::new() };
    let people = (1..=taken).flat_map(pair).collect();
    let games = (1..=taken).map(game).collect();
    let (tell, told) = results();
    let batch = Batch { people, games, ..Batch::default() };
    prepared.host.base.store.commit(batch, move |result| tell.send(result).unwrap());
    told.recv().unwrap().unwrap();
    let lines = Arc::new(AtomicU32::new(0));
    let _log = tracing::subscriber::set_default(Warnings(Arc::clone(&lines)));
    let mut host = prepared.run();
    host.handle.receive(line("m1", "ann", "seek"));
    host.handle.settled().await;
    host.handle.stop().await;
    let (mut said, mut ends) = (Vec::new(), Vec::new());
    while let Some(event) = host.outbox.recv().await {
        match event {
            HostEvent::Say(outgoing) => said.push(outgoing.reply.text),
            HostEvent::MessageOutcome { end, .. } => ends.push(end),
            HostEvent::Forgotten { who, .. } => panic!("{who} is forgotten"),
            HostEvent::LeaveServer(_) | HostEvent::AskWhoLeft { .. } => {}
        }
    }
    (said, ends, lines.load(Ordering::SeqCst))
}

#[tokio::test]
async fn a_change_that_meets_another_ones_is_made_afresh() {
    let (said, ends, lines) = offered(2).await;
    assert_eq!((said.len(), &*ends, lines), (1, &[MessageOutcome::Answered][..], 1), "{said:?}");
    assert!(said[0].contains("Offer #3"), "{said:?}");
}

#[tokio::test]
async fn what_meets_another_ones_for_ever_fails_with_one_answer() {
    let (said, ends, lines) = offered(100).await;
    assert_eq!((said.len(), &*ends, lines), (1, &[MessageOutcome::Failed][..], 2), "{said:?}");
    assert!(said[0].contains("went wrong"), "{said:?}");
}
