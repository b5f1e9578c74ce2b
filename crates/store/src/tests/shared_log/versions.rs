//! Programs of two versions beside each other: what one writes the other can read, for as long as it is there.

use ::postgres::Client;

use super::{
    super::{
        forget::forget,
        sample::{person, put, running, with_game},
    },
    party::{Party, close},
    postgres::{Server, wait_until},
};
use crate::{Batch, Formats};

/// The formats in which rows were written, each once, the oldest first.
fn written(client: &mut Client) -> Vec<i32> {
    let asked = "SELECT DISTINCT format FROM martian_cake.entry ORDER BY format";
    client.query(asked, &[]).unwrap().into_iter().map(|row| row.get(0)).collect()
}

#[test]
fn a_new_format_is_written_once_no_process_is_left_that_cannot_read_it() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let [mut old, mut new] = [0; 2].map(|_| Party::new(&url));
    new.log.formats = Formats { oldest: 1, newest: 2 };

    let active = old.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    new.follow();
    new.catches_up_with(&old);
    close(active);
    let active = new.active();
    put(&active.store, with_game(&running(2))).unwrap();
    // The way back is open.
    old.follow();
    old.catches_up_with(&new);
    old.end();
    assert_eq!(written(&mut client), [1]);

    let gone =
        "UPDATE martian_cake.process SET seen = seen - interval '11 minutes' WHERE reads = 1";
    client.execute(gone, &[]).unwrap();
    // The keeper looks, and forgetting wakes it.
    put(&active.store, Batch { people: vec![person("Ann")], at: 10, ..Batch::default() }).unwrap();
    forget(&active.store, 20);
    // Its snapshot takes the place of all rows before it, be they in the new format.
    wait_until("the log is cut behind who was forgotten", || {
        let forgets = "SELECT EXISTS (SELECT 1 FROM martian_cake.entry WHERE forgets)";
        !client.query_one(forgets, &[]).unwrap().get::<_, bool>(0)
    });
    put(&active.store, Batch { people: vec![person("Cyd")], at: 30, ..Batch::default() }).unwrap();
    assert_eq!(written(&mut client), [2]);
    old.follow();
    let refused = old.followed().unwrap_err().to_string();
    assert!(refused.contains("a newer martian-cake"), "{refused}");
    assert!(refused.contains("install version "), "{refused}");
    close(active);
}
