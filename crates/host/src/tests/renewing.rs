//! While ratings are made anew, nobody waits but those who need their scale, and the change for which it is
//! done takes effect behind it, or not at all.

use std::sync::mpsc::{Sender, channel as job_channel};

use chat::{Change, InternalError, Renewal, Reply};
use games::GameKind;
use table::{Key, ScaleName};

use super::{
    channel, person,
    prepared::{Prepared, first_words, line},
};
use crate::{
    event_loop::HostLoop,
    input::Input,
    queues::{key_queues::Ticket, work::Work},
};

fn scale() -> Key {
    Key::Scale(ScaleName::all_of(GameKind::ALL[0])[0])
}

impl Prepared {
    /// Has ratings made anew by this for the message `a1` of Ann, whose change says `all is new`.
    fn renews(
        &mut self,
        make: impl FnOnce() -> Result<Renewal, InternalError> + Send + 'static,
    ) -> Ticket {
        let source = line("a1", "ann", "mod result #1 draw");
        let ticket = self.host.base.next_ticket();
        self.host.speech.ends.open(ticket, source.id.clone());
        self.host.turns.queues.queue(ticket, vec![Key::Person(source.author.id.clone()), scale()]);
        let said =
            Reply { reply_to: Some(source.id.clone()), ..Reply::new(channel(), "all is new") };
        let change =
            Change { people: vec![person("ann")], replies: vec![said], ..Change::default() };
        let HostLoop { base, turns, aside, .. } = &mut self.host;
        aside.renew(base, turns, (ticket, &Work::Message(source), change), make);
        ticket
    }

    /// The same, until what is returned is dropped.
    fn renews_for_long(&mut self) -> Sender<()> {
        let (go_on, wait) = job_channel::<()>();
        self.renews(move || {
            let _ = wait.recv();
            Ok(Renewal::default())
        });
        go_on
    }
}

#[tokio::test]
async fn all_but_the_author_and_the_scale_go_on_while_ratings_are_made_anew() {
    let mut prepared = Prepared::new();
    let busy = prepared.renews_for_long();
    let later = prepared.host.base.next_ticket();
    prepared.host.turns.queues.queue(later, vec![scale()]);
    assert!(!prepared.host.turns.queues.is_ready(later), "the scale is held");
    prepared.host.turns.queues.leave(later);
    let mut running = prepared.run();
    running.handle.receive(line("a2", "ann", "about"));
    running.handle.receive(line("b1", "ben", "about"));
    assert!(running.next().await.starts_with("b1 "));
    assert_eq!(running.next().await, "b1 Answered");
    drop(busy);
    running.handle.settled().await;
    running.handle.stop().await;
    let rest = running.rest().await;
    assert_eq!(rest[..2], ["a1 all is", "a1 Answered"]);
    assert!(rest[2].starts_with("a2 ") && rest[3..] == ["a2 Answered"], "{rest:?}");
}

#[tokio::test]
async fn ratings_that_are_being_made_at_the_end_are_given_up() {
    let mut prepared = Prepared::new();
    let busy = prepared.renews_for_long();
    let mut running = prepared.run();
    running.handle.receive(line("a2", "ann", "about"));
    running.catch_up("c1").await;
    running.handle.stop().await;
    drop(busy);
    assert_eq!(running.rest().await, ["a1 Dropped", "a2 Dropped"]);
}

#[tokio::test]
async fn ratings_that_are_being_made_when_the_store_stops_are_given_up() {
    let mut prepared = Prepared::new();
    let busy = prepared.renews_for_long();
    let mut running = prepared.run();
    running.catch_up("c1").await;
    running.handle.inputs.send(Input::StoreStopped).unwrap();
    let told = format!("a1 {}", first_words(&chat::text::host_stopped()));
    assert_eq!(running.rest().await, [&told, "a1 Dropped"]);
    drop(busy);
}

#[tokio::test]
async fn ratings_that_cannot_be_made_leave_all_as_it_was_and_let_the_scale_go() {
    let mut prepared = Prepared::new();
    prepared.renews(|| panic!("a fault"));
    let mut running = prepared.run();
    running.handle.settled().await;
    running.handle.receive(line("a2", "ann", "about"));
    running.handle.settled().await;
    running.handle.stop().await;
    let rest = running.rest().await;
    let failed = format!("a1 {}", first_words(&chat::text::internal_error("")));
    assert_eq!(rest[..2], [failed, "a1 Failed".to_owned()]);
    assert_eq!(rest.last().map(String::as_str), Some("a2 Answered"));
}
