//! While a record is verified, everybody but its author goes on, and whatever comes of it, the author's
//! messages have their ends in order, each once.

use std::sync::mpsc::{Sender, channel as job_channel};

use chat::{Incoming, Verification};
use games::Seat;
use store::{Batch, GameWrite};
use table::{
    Game, Key, LogEntry,
    record::{Record, RecordError},
};
use tokio::sync::oneshot;

use super::{
    begun, pair, person,
    prepared::{Prepared, first_words, line},
};
use crate::{
    event_loop::HostLoop,
    input::{AdapterInput, Input, VerifyQuestion},
    queues::{backlogs::MAX_WAITING, key_queues::Ticket},
    state::rows::{event_rows, row_of},
};

/// A finished game, and what of its log came last.
fn finished() -> (Game, Vec<LogEntry>) {
    let mut game = begun(7);
    let added = game.resign(Seat::FIRST, 1).unwrap();
    (game, added)
}

/// The line that asks to verify the record of a finished game.
fn verify_line(key: &str, author: &str) -> Incoming {
    let (game, _) = finished();
    line(key, author, &format!("verify\n```\n{}```", Record::of_game(&game).to_text()))
}

impl Prepared {
    /// Keeps the thread busy on which records are verified and answers drawn, until what is returned is dropped.
    pub(super) fn keep_busy(&self) -> Sender<()> {
        let (go_on, wait) = job_channel::<()>();
        let (tell, has_begun) = job_channel();
        // No message has this ticket, so what comes of it is nobody's.
        self.host.base.jobs.verify(person("busy").id, Ticket(u64::MAX), move || {
            tell.send(()).unwrap();
            let _ = wait.recv();
            Err(RecordError { line: 1, what: "a test keeps the thread busy".to_owned() })
        });
        has_begun.recv().unwrap();
        go_on
    }
}

#[tokio::test]
async fn nobody_else_waits_while_a_record_is_verified() {
    let prepared = Prepared::new();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    running.handle.receive(verify_line("a1", "ann"));
    running.handle.receive(line("a2", "ann", "about"));
    running.handle.receive(verify_line("a3", "ann"));
    running.handle.receive(line("b1", "ben", "about"));
    assert!(running.next().await.starts_with("b1 "));
    assert_eq!(running.next().await, "b1 Answered");
    let (done, mut is_settled) = oneshot::channel();
    running.handle.tell(AdapterInput::WhenSettled(done));
    running.catch_up("c1").await;
    assert!(is_settled.try_recv().is_err(), "a verification is under way");
    drop(busy);
    is_settled.await.unwrap();
    running.handle.stop().await;
    let rest = running.rest().await;
    let keys: Vec<&str> = rest.iter().map(|shown| &shown[..2]).collect();
    assert_eq!(keys, ["a1", "a1", "a2", "a2", "a3", "a3"], "{rest:?}");
    for (key, [said, end]) in ["a1", "a2", "a3"].into_iter().zip(rest.as_chunks().0) {
        assert_eq!(*end, format!("{key} Answered"));
        assert!(key == "a2" || *said == format!("{key} This record"), "{said}");
    }
}

#[tokio::test]
async fn a_stored_game_is_verified_aside_too() {
    let prepared = Prepared::new();
    let (game, added) = finished();
    let write = GameWrite { row: row_of(&game, None), events: event_rows(&game, &added) };
    let (tell, told) = job_channel();
    let batch = Batch { people: pair(7).to_vec(), games: vec![write], ..Batch::default() };
    prepared.host.base.store.commit(batch, move |result| tell.send(result).unwrap());
    told.recv().unwrap().unwrap();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    running.handle.receive(line("a1", "ann", "verify #7"));
    running.handle.receive(line("b1", "ben", "about"));
    assert!(running.next().await.starts_with("b1 "));
    assert_eq!(running.next().await, "b1 Answered");
    drop(busy);
    let said = running.outbox.recv().await.unwrap().into_reply().unwrap().reply;
    assert!(said.text.contains(&game.commitment()), "{}", said.text);
    assert_eq!((said.game, running.next().await), (Some(game.no()), "a1 Answered".to_owned()));
    running.handle.stop().await;
}

#[tokio::test]
async fn a_person_has_one_verification_under_way_and_the_rest_counts() {
    let prepared = Prepared::new();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    running.handle.receive(verify_line("a0", "ann"));
    running.catch_up("c1").await;
    for n in 1..=MAX_WAITING + 2 {
        running.handle.receive(verify_line(&format!("a{n}"), "ann"));
    }
    running.catch_up("c2").await;
    drop(busy);
    running.handle.settled().await;
    running.handle.stop().await;
    let rest = running.rest().await;
    let ends: Vec<&String> = rest.iter().filter(|shown| shown.ends_with(" Answered")).collect();
    let expected: Vec<String> = (0..=MAX_WAITING).map(|n| format!("a{n} Answered")).collect();
    assert_eq!(ends, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_verification_that_is_under_way_at_the_end_is_dropped_once() {
    let prepared = Prepared::new();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    running.handle.receive(verify_line("a1", "ann"));
    running.handle.receive(line("a2", "ann", "about"));
    running.catch_up("c1").await;
    // It waits for no verification: the threads are busy until it has ended.
    running.handle.stop().await;
    drop(busy);
    assert_eq!(running.rest().await, ["a1 Dropped", "a2 Dropped"]);
}

#[tokio::test]
async fn a_verification_that_is_under_way_when_the_store_stops_is_dropped_once() {
    let prepared = Prepared::new();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    running.handle.receive(verify_line("a1", "ann"));
    running.handle.receive(line("a2", "ann", "about"));
    running.catch_up("c1").await;
    running.handle.inputs.send(Input::StoreStopped).unwrap();
    let told = format!("a1 {}", first_words(&chat::text::host_stopped()));
    assert_eq!(running.rest().await, [&told, "a1 Dropped", "a2 Dropped"]);
    drop(busy);
}

#[tokio::test]
async fn a_verification_that_panics_is_a_failure_of_ours_and_costs_nothing_else() {
    let mut prepared = Prepared::new();
    let source = line("a1", "ann", "verify");
    let host = &mut prepared.host;
    let ticket = host.base.next_ticket();
    host.speech.ends.open(ticket, source.id.clone());
    host.turns.queues.queue(ticket, vec![Key::Person(source.author.id.clone())]);
    let question = VerifyQuestion { source, verification: Verification::Given("".into()) };
    let HostLoop { base, turns, aside, .. } = host;
    aside.verify(base, turns, (ticket, Box::new(question)), || panic!("a fault"));
    let mut running = prepared.run();
    running.handle.receive(verify_line("a2", "ann"));
    running.handle.settled().await;
    running.handle.stop().await;
    let rest = running.rest().await;
    let failed = format!("a1 {}", first_words(&chat::text::internal_error("")));
    assert_eq!(rest, [&failed, "a1 Failed", "a2 This record", "a2 Answered"]);
}
