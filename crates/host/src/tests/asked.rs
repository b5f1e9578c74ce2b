//! What somebody asks keeps nothing waiting that changes a game, and is dropped when the host ends.

use std::sync::mpsc::channel as job_channel;

use store::{Batch, GameWrite};

use super::{
    begun, pair,
    prepared::{Prepared, Running, first_words, line},
};
use crate::{
    HostEvent,
    state::rows::{event_rows, row_of},
};

impl Prepared {
    /// A host with game 7, in which the first player is to move.
    fn with_game() -> Self {
        let prepared = Self::new();
        let game = begun(7);
        let write = GameWrite { row: row_of(&game, None), events: event_rows(&game, game.log()) };
        let (tell, told) = job_channel();
        let batch = Batch { people: pair(7).to_vec(), games: vec![write], ..Batch::default() };
        prepared.host.base.store.commit(batch, move |result| tell.send(result).unwrap());
        told.recv().unwrap().unwrap();
        prepared
    }
}

impl Running {
    /// The next reply, and whether it has a picture.
    async fn next_reply(&mut self) -> (String, bool) {
        loop {
            let event = self.outbox.recv().await.expect("the host runs");
            if let HostEvent::Say(outgoing) = &event {
                let reply = &outgoing.reply;
                return (first_words(&reply.text), reply.picture().is_some());
            }
        }
    }
}

#[tokio::test]
async fn a_move_waits_for_no_board_that_somebody_asked_for() {
    let prepared = Prepared::with_game();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    running.handle.receive(line("a1", "ann", "board #7"));
    running.catch_up("c1").await;
    running.handle.receive(line("w1", "white7", "c2-c3"));
    assert_eq!(running.next_reply().await, ("white7 moved".to_owned(), true));
    // The board that it overtakes is out of date: its answer comes in words, and waits for nothing.
    let (answer, has_picture) = running.next_reply().await;
    assert!(answer.starts_with("#7") && !has_picture, "{answer}");
    drop(busy);
    running.handle.stop().await;
}

#[tokio::test]
async fn a_board_that_somebody_asked_for_is_dropped_when_the_host_ends() {
    let prepared = Prepared::with_game();
    let busy = prepared.keep_busy();
    let mut running = prepared.run();
    for who in ["ann", "ben"] {
        running.handle.receive(line(&format!("{who}1"), who, "board #7"));
        running.handle.receive(line(&format!("{who}2"), who, "replay #7"));
    }
    running.catch_up("c1").await;
    // The thread that draws answers is busy until this has ended.
    running.handle.stop().await;
    drop(busy);
    let mut rest = running.rest().await;
    rest.sort_unstable();
    assert_eq!(rest, ["ann1 Dropped", "ann2 Dropped", "ben1 Dropped", "ben2 Dropped"]);
}
